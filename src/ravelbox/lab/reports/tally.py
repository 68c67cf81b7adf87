"""Games counted: some thousand rows at a time become sums, and only sums are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import polars as pl

import ravelbox
from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.game import Game
from ravelbox.kernel.words import echo
from ravelbox.lab.parts import BadGames, files_of, header_of, slices
from ravelbox.lab.plan import BASE, Plan, Variant, plan_of
from ravelbox.lab.rows import BROKEN_OFF

UNITS: Final = ("variant", "used")


@dataclass(frozen=True, slots=True)
class Tally:
    """All that a report needs of a simulation; its size does not depend on how many games it had."""

    file: str
    game: Game
    plan: Plan
    rows: int  # games that are there, broken ones too
    games: pl.DataFrame  # by variant: games, won, seats, and sums of turns, decisions, scores
    ends: pl.DataFrame  # by variant and end: games
    turns: pl.DataFrame  # by variant and number of turns: games
    places: pl.DataFrame  # by variant and place in turn order: seats, won
    bots: pl.DataFrame  # by variant and bot: seats, won; of any game: broken, troubles
    uses: pl.DataFrame  # by variant and thing: who did it, how often, and won
    paired: pl.DataFrame  # by variant: what differs from the base on the same deal
    broken: pl.DataFrame  # by variant and reason: games

    @property
    def base(self) -> Variant:
        """The game as given."""
        return self.plan.variants[0]

    @property
    def fallen(self) -> str:
        """What is said where no game as given was played to its end; else nothing."""
        if self.games.filter(pl.col("variant") == self.base.name).height:
            return ""
        games = int(self.broken.filter(pl.col("variant") == self.base.name)["games"].sum())
        given = "" if games == self.rows else " as given"
        return f"all {games:,} games{given} were broken off"

    @property
    def troubles(self) -> dict[str, int]:
        """How often programs misbehaved, by their names; nothing where none did."""
        sums = self.bots.group_by("bot").agg(pl.col("troubles").sum()).sort("bot")
        return {bot: times for bot, times in sums.iter_rows() if times}


def tally(out: Path, called: str = "") -> Tally:
    """Count the games of a file, or of as much of it as there is; `called` names it in the report."""
    files = files_of(out)
    plan = _plan(files[0])
    rivals = [variant.name for variant in plan.variants if variant.rivals]
    found: dict[str, list[pl.DataFrame]] = {}
    rows = 0
    for some in slices(files, len(plan.variants)):
        rows += some.height
        _must_be_of(plan, out, some)
        try:
            _add(found, _counted(some, rivals))
        except pl.exceptions.PolarsError as error:
            raise BadGames(f"{out} holds games that cannot be counted: {error}") from error
    if not rows:
        raise BadGames(f"{out} holds no games")
    return Tally(called or out.name, ravelbox.load(plan.game), plan, rows, **_summed(found))


def _plan(file: Path) -> Plan:
    try:
        plan = plan_of(header_of(file))
    except (KeyError, TypeError, RavelboxError) as error:
        if isinstance(error, BadGames):
            raise
        raise BadGames(f"{file} was made by another version of this box: {error}") from error
    if not plan.variants:
        raise BadGames(f"{file} says nothing of how its games were played")
    return plan


def _must_be_of(plan: Plan, out: Path, some: pl.DataFrame) -> None:
    known = {variant.name for variant in plan.variants}
    strange = sorted({str(name) for name in some["variant"].unique()} - known)
    if strange:
        raise BadGames(f"{out} holds games of {echo(strange[0])}, of which its plan knows nothing")


def _add(found: dict[str, list[pl.DataFrame]], more: dict[str, pl.DataFrame]) -> None:
    """Sum up at once, so that what is kept stays small."""
    for name, table in more.items():
        found[name] = [_sum(name, [*found.get(name, []), table])]


def _summed(found: dict[str, list[pl.DataFrame]]) -> dict[str, pl.DataFrame]:
    return {name: tables[0] for name, tables in found.items()}


KEYS: Final = {
    "games": ("variant",),
    "ends": ("variant", "end"),
    "turns": ("variant", "turns"),
    "places": ("variant", "place"),
    "bots": ("variant", "bot"),
    "uses": UNITS,
    "paired": ("variant",),
    "broken": ("variant", "broken"),
}


def _sum(name: str, tables: Iterable[pl.DataFrame]) -> pl.DataFrame:
    keys = KEYS[name]
    whole = pl.concat(tables).group_by(keys).agg(pl.exclude(keys).sum())
    return whole.sort(keys)


def _counted(some: pl.DataFrame, rivals: Sequence[str]) -> dict[str, pl.DataFrame]:
    """One slice of rows; games that broke off are counted as that and as nothing else."""
    some = some.with_columns(
        any_won=(pl.col("won").list.max() > 0).cast(pl.Float64),
        score=pl.col("scores").list.mean().cast(pl.Float64),
        rivals=pl.col("variant").is_in(list(rivals)),
        turns=pl.col("turns").cast(pl.Float64),
    )
    whole = some.filter(pl.col("end") != BROKEN_OFF)
    return {
        "games": _games(whole),
        "ends": whole.group_by("variant", "end").agg(games=pl.len().cast(pl.Int64)),
        "turns": whole.group_by("variant", "turns").agg(games=pl.len().cast(pl.Int64)),
        "places": _places(whole),
        "bots": _bots(some),
        "uses": _uses(whole),
        "paired": _paired(whole),
        "broken": some.filter(pl.col("end") == BROKEN_OFF)
        .group_by("variant", "broken")
        .agg(games=pl.len().cast(pl.Int64)),
    }


def _games(whole: pl.DataFrame) -> pl.DataFrame:
    return whole.group_by("variant").agg(
        games=pl.len().cast(pl.Int64),
        won=pl.col("any_won").sum(),
        seats=pl.col("seats").cast(pl.Int64).sum(),
        seats_won=pl.col("won").list.sum().cast(pl.Float64).sum(),
        turns=pl.col("turns").sum(),
        turns_squared=(pl.col("turns") ** 2).sum(),
        decisions=pl.col("decisions").cast(pl.Float64).sum(),
        score=pl.col("score").sum(),
        score_squared=(pl.col("score") ** 2).sum(),
    )


def _places(whole: pl.DataFrame) -> pl.DataFrame:
    """Seats by when they have their turn: 0 goes first."""
    seats = whole.select(
        "variant", "first", "seats", "won", seat=pl.int_ranges(0, pl.col("seats").cast(pl.Int64))
    ).explode("won", "seat")
    place = (pl.col("seat") - pl.col("first").cast(pl.Int64)) % pl.col("seats").cast(pl.Int64)
    return seats.group_by("variant", place=place).agg(
        seats=pl.len().cast(pl.Int64), won=pl.col("won").cast(pl.Float64).sum()
    )


def _bots(some: pl.DataFrame) -> pl.DataFrame:
    """How they fared in whole games; broken games and troubles are told of all."""
    seats = some.select(
        "variant",
        "won",
        "broken_seat",
        "troubles",
        whole=pl.col("end") != BROKEN_OFF,
        bot="bots",
        seat=pl.int_ranges(0, pl.col("seats").cast(pl.Int64)),
    ).explode("won", "troubles", "bot", "seat")
    return seats.group_by("variant", "bot").agg(
        seats=pl.col("whole").sum().cast(pl.Int64),
        won=pl.col("won").cast(pl.Float64).filter("whole").sum(),
        broken=(pl.col("seat") == pl.col("broken_seat"))
        .fill_null(value=False)
        .sum()
        .cast(pl.Int64),
        troubles=pl.col("troubles").cast(pl.Int64).sum(),
    )


def _uses(whole: pl.DataFrame) -> pl.DataFrame:
    """Who did a thing at least once, how often it was done, and how that side fared.

    Among rivals a side is a seat; else, and for what nobody did, it is the whole table.
    """
    each = whole.select(
        "match", "variant", "rivals", "any_won", "won", "used", "used_by", "used_times"
    ).explode("used", "used_by", "used_times")
    by_seat = pl.col("rivals") & (pl.col("used_by") >= 0)
    sides = (
        each.filter(pl.col("used").is_not_null())
        .with_columns(
            side=pl.when(by_seat).then("used_by").otherwise(-1),
            fared=pl.when(by_seat)
            .then(pl.col("won").list.get(pl.col("used_by"), null_on_oob=True))
            .otherwise("any_won"),
        )
        .group_by("variant", "match", "used", "side")
        .agg(times=pl.col("used_times").cast(pl.Int64).sum(), won=pl.col("fared").first())
    )
    return sides.group_by("variant", "used").agg(
        sides=pl.len().cast(pl.Int64), times=pl.col("times").sum(), won=pl.col("won").sum()
    )


def _paired(whole: pl.DataFrame) -> pl.DataFrame:
    """Each variant beside the base, deal by deal."""
    facts = ["any_won", "turns", "score"]
    base = whole.filter(pl.col("variant") == BASE).select("match", *facts)
    both = whole.join(base, on="match", suffix="_base").filter(pl.col("variant") != BASE)
    differences = [(pl.col(fact) - pl.col(f"{fact}_base")).alias(fact) for fact in facts]
    return (
        both.select("variant", *differences)
        .group_by("variant")
        .agg(
            pl.len().cast(pl.Int64).alias("deals"),
            *(pl.col(fact).sum() for fact in facts),
            *((pl.col(fact) ** 2).sum().alias(f"{fact}_squared") for fact in facts),
        )
    )
