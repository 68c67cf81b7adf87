"""The tables of a report, each number with its 95 % interval."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any, Final

import polars as pl

from ravelbox.lab.intervals import Interval, Z, difference
from ravelbox.lab.measures import measure_of, parts
from ravelbox.lab.measures.measure import Question, key
from ravelbox.lab.plan import BASE, RULING, SEATS, Variant
from ravelbox.lab.reports.tally import Tally
from ravelbox.measure import wilson

DEAD: Final = 0.02  # of those who could: what fewer take is dead
FEW: Final = 30  # games or seats below which nothing is said of winning

# Numbers that may be missing in every row are numbers all the same: of things, and of bots.
MAYBE: Final = dict.fromkeys(
    (
        *("share", "share_low", "share_high", "did_and_won"),
        *("effect", "effect_low", "effect_high"),
    ),
    pl.Float64,
)
MAYBE_WON: Final = dict.fromkeys(("won", "won_low", "won_high"), pl.Float64)

Row = dict[str, Any]


def mean_of(total: float, squared: float, n: int) -> tuple[float, float, float]:
    """A mean and its interval, from sums."""
    mean = total / n
    spread = Z * math.sqrt(max(0.0, squared / n - mean * mean) / n)
    return mean, mean - spread, mean + spread


def apart(won: float, n: int, other_won: float, other_n: int) -> tuple[float, float, float]:
    """The difference of two shares and its interval, by Newcombe's way from Wilson's."""
    p, q = won / n, other_won / other_n
    (low, high), (other_low, other_high) = wilson(won, n), wilson(other_won, other_n)
    return (
        p - q,
        p - q - math.hypot(p - low, other_high - q),
        p - q + math.hypot(high - p, q - other_low),
    )


def _table(rows: list[Row]) -> pl.DataFrame:
    return pl.DataFrame(rows, infer_schema_length=None)


def overview(found: Tally) -> pl.DataFrame:
    """One line a variant: won, length, score."""
    rows: list[Row] = []
    for variant in found.plan.variants:
        line = found.games.filter(pl.col("variant") == variant.name).to_dicts()
        if not line:
            continue
        sums = line[0]
        n = sums["games"]
        low, high = wilson(sums["won"], n)
        turns, turns_low, turns_high = mean_of(sums["turns"], sums["turns_squared"], n)
        score, score_low, score_high = mean_of(sums["score"], sums["score_squared"], n)
        rows.append(
            {"variant": variant.name, "seats": variant.seats, "games": n}
            | {"won": sums["won"] / n, "won_low": low, "won_high": high}
            | {"turns": turns, "turns_low": turns_low, "turns_high": turns_high}
            | {"decisions": sums["decisions"] / n}
            | {"score": score, "score_low": score_low, "score_high": score_high}
        )
    return _table(rows)


def changes(found: Tally) -> pl.DataFrame:
    """What each variant changes on the same deals: winning, turns, score."""
    rulings = {option.name: option.ruling for option in found.game.options}
    rows: list[Row] = []
    for sums in found.paired.to_dicts():
        variant = next(v for v in found.plan.variants if v.name == sums["variant"])
        name, value = variant.varied
        n = sums["deals"]
        up = round((sums["any_won_squared"] + sums["any_won"]) / 2)
        down = round((sums["any_won_squared"] - sums["any_won"]) / 2)
        low, high = difference(Counter({1.0: up, -1.0: down, 0.0: n - up - down}))
        turns = mean_of(sums["turns"], sums["turns_squared"], n)
        score = mean_of(sums["score"], sums["score_squared"], n)
        rows.append(
            {"variant": sums["variant"], "option": name, "value": value, "deals": n}
            | {"disputed": bool(RULING.search(rulings.get(name, ""))), "of": rulings.get(name, "")}
            | {"won": sums["any_won"] / n, "won_low": low, "won_high": high}
            | dict(zip(("turns", "turns_low", "turns_high"), turns, strict=True))
            | dict(zip(("score", "score_low", "score_high"), score, strict=True))
        )
    return _table(rows)


def ends(found: Tally, variant: str = BASE) -> pl.DataFrame:
    """Why games end."""
    here = found.ends.filter(pl.col("variant") == variant)
    total = int(here["games"].sum())
    rows = [
        {"end": row["end"], "games": row["games"], "share": row["games"] / total}
        | _interval("share", wilson(row["games"], total))
        for row in here.sort("games", descending=True).to_dicts()
    ]
    return _table(rows)


def first_seat(found: Tally) -> pl.DataFrame:
    """How seats fare by when they have their turn; only where seats can fare differently."""
    rows: list[Row] = []
    for row in found.places.to_dicts():
        variant = next(v for v in found.plan.variants if v.name == row["variant"])
        if variant.seats > 1 and variant.rivals and variant.name.split("=")[0] in (BASE, SEATS):
            rows.append(
                {"variant": row["variant"], "seats": variant.seats, "place": row["place"] + 1}
                | {"games": row["seats"], "won": row["won"] / row["seats"]}
                | _interval("won", wilson(row["won"], row["seats"]))
                | {"fair": 1 / variant.seats}
            )
    return _table(rows).sort("seats", "place") if rows else _table(rows)


def by_bot(found: Tally) -> pl.DataFrame:
    """How bots fare in whole games, over all variants together, and what went wrong in any."""
    sums = found.bots.group_by("bot").agg(pl.exclude("variant").sum()).sort("bot")
    rows: list[Row] = []
    for row in sums.to_dicts():
        won, seats = row["won"], row["seats"]
        rows.append(
            {"bot": row["bot"], "seats": seats, "won": won / seats if seats else None}
            | _interval("won", wilson(won, seats) if seats else (None, None))
            | {"broken_off": row["broken"], "troubles": row["troubles"]}
        )
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=MAYBE_WON)


def reasons(found: Tally) -> pl.DataFrame:
    """Why games were broken off, over all variants together."""
    return found.broken.group_by("broken").agg(pl.col("games").sum()).sort("broken")


def by_seats(question: Question, variant: Variant) -> bool:
    """Whether seats are counted and compared; where nobody competes or nobody does it, games are."""
    return variant.rivals and not question.nobody


def things(found: Tally, question: Question, variant: Variant) -> pl.DataFrame:
    """How often each thing is done, and how those who did fared beside those who did not."""
    sums = {
        row["used"]: row for row in found.uses.filter(pl.col("variant") == variant.name).to_dicts()
    }
    whole = found.games.filter(pl.col("variant") == variant.name).to_dicts()[0]
    units, units_won = whole["games"], whole["won"]
    if by_seats(question, variant):
        units, units_won = whole["seats"], whole["seats_won"]
    rows: list[Row] = []
    for name in measure_of(found.game.name).names(variant.options)[question.sort]:
        mine = sums.get(key(question.sort, name, question.did))
        sides, won, times = (mine["sides"], mine["won"], mine["times"]) if mine else (0, 0.0, 0)
        chances, taken = units, sides
        if question.of:
            base = sums.get(key(question.sort, name, question.of))
            chances, taken = max(base["times"], times) if base else times, times
        row: Row = {"name": name, "chances": chances, "taken": taken}
        row |= {"share": taken / chances if chances else None}
        row |= _interval("share", wilson(taken, chances) if chances else (None, None))
        row |= {"effect": None, "effect_low": None, "effect_high": None}
        if sides >= FEW and units - sides >= FEW:
            effect = apart(won, sides, units_won - won, units - sides)
            row |= dict(zip(("effect", "effect_low", "effect_high"), effect, strict=True))
        rows.append(row | {"did_and_won": won / sides if sides else None})
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=MAYBE).sort(
        "share", "name", descending=[True, False], nulls_last=True
    )


def dead(found: Tally, variant: Variant) -> pl.DataFrame:
    """What is hardly ever taken by those who could."""
    rows: list[Row] = []
    for question in measure_of(found.game.name).questions:
        if question.dead:
            table = things(found, question, variant)
            few = table.filter((pl.col("share") < DEAD) | pl.col("share").is_null())
            rows += [
                {"sort": question.sort, "name": row["name"], "deed": question.did}
                | {"chances": row["chances"], "taken": row["taken"]}
                | {"at_most": row["share_high"]}
                for row in few.to_dicts()
            ]
    return _table(rows)


def _interval(name: str, interval: Interval | tuple[None, None]) -> Row:
    return {f"{name}_low": interval[0], f"{name}_high": interval[1]}


def every_use(found: Tally) -> pl.DataFrame:
    """All that was counted, for whoever wants to go on from there."""
    names = [parts(use) for use in found.uses["used"]]
    return found.uses.with_columns(
        sort=pl.Series([sort for sort, _, _ in names], dtype=pl.String),
        name=pl.Series([name for _, name, _ in names], dtype=pl.String),
        deed=pl.Series([did for _, _, did in names], dtype=pl.String),
    ).drop("used")
