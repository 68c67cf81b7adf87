"""What a simulation plays: a game, its bots, a number of deals, and the variants of each deal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import ravelbox
from ravelbox.bots import hired
from ravelbox.bots.outside import LIMIT, command_of, is_command, must_exist
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Option, Options, spelled
from ravelbox.kernel.words import echo, listed, nearest

FORMAT: Final = 2  # of the rows in a file
MOST_GAMES: Final = 1_000_000_000
MOST_VARIANTS: Final = 200
MANY_VALUES: Final = 8  # of an option that is varied without saying how
BASE: Final = "base"
SEATS: Final = "seats"
DISPUTED: Final = "disputed"
RULING: Final = re.compile(r"\b(?:Q\d+|R-\d+|RSP-R\d+)\b")  # what an option cites if it is disputed


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play every deal."""

    name: str  # BASE, or what differs from it, such as "tokens=9"
    seats: int
    options: Options
    rivals: bool  # seats play against each other

    @property
    def varied(self) -> tuple[str, str]:
        """The option that differs, and its value."""
        name, _, value = self.name.partition("=")
        return name, value


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played; equal plans give equal games, however many processes play."""

    game: str
    bots: tuple[str, ...]
    deals: int
    variants: tuple[Variant, ...]
    seed: int = 0
    limit: float = LIMIT  # seconds that a program from outside has for an answer

    @property
    def games(self) -> int:
        """How many games that makes."""
        return self.deals * len(self.variants)

    def header(self) -> dict[str, Any]:
        """The plan as it stands in the file of its games; by it a run is told from another."""
        game = ravelbox.load(self.game)
        return {
            "ravelbox-simulation": FORMAT,
            "game": self.game,
            "rules": game.rules,
            "actions": game.space.hash,
            "bots": list(self.bots),
            "games": self.deals,
            "seed": self.seed,
            "limit": self.limit,
            "variants": [
                {"name": v.name, "seats": v.seats, "options": v.options} for v in self.variants
            ],
        }


def plan_of(header: Mapping[str, Any]) -> Plan:
    """The plan of a header."""
    game = ravelbox.load(header["game"])
    variants = [
        Variant(v["name"], v["seats"], v["options"], game.rivals(v["options"], v["seats"]))
        for v in header["variants"]
    ]
    return Plan(
        game.name,
        tuple(header["bots"]),
        header["games"],
        tuple(variants),
        header["seed"],
        header["limit"],
    )


def planned(
    game: str,
    bots: Sequence[str],
    *,
    games: int = 1000,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    vary: Sequence[str] = (),
    seed: int = 0,
    limit: float = LIMIT,
) -> Plan:
    """A plan, all of it checked before anything is played."""
    found = ravelbox.load(game)
    checked = found.options_of(options or {})
    base = _variant(found, BASE, found.seats_of(checked) if seats is None else seats, checked)
    _check_bots(found, bots)
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"--games is 1 to {MOST_GAMES:,}, not {games}", option="games")
    if not 0 < limit <= 3600:  # noqa: PLR2004  # an hour is long enough
        raise BadOption(
            f"--limit is more than 0 and at most 3600 seconds, not {limit:g}", option="limit"
        )
    variants = {base.name: base}
    for text in vary:
        variants |= {variant.name: variant for variant in _varied(found, base, text)}
    if len(variants) > MOST_VARIANTS:
        raise BadOption(
            f"--vary makes {len(variants)} variants; {MOST_VARIANTS} are possible", option="vary"
        )
    return Plan(game, tuple(bots), games, tuple(variants.values()), seed, limit)


def _variant(game: Game, name: str, seats: int, options: Options) -> Variant:
    Match.new(game, options, dealer=Seeded(0), seats=seats)  # which says what does not fit
    return Variant(name, seats, options, game.rivals(options, seats))


def _varied(game: Game, base: Variant, text: str) -> Iterator[Variant]:
    """The variants that one --vary asks for: each differs from the base in one thing."""
    name, equals, given = text.partition("=")
    name = name.strip()
    if name == DISPUTED:
        if equals:
            raise BadOption(
                f"--vary {DISPUTED} takes no value, and {echo(given)} came: it plays every other "
                "reading of all disputed rules; for one of them, name its option",
                option="vary",
            )
        for option in game.options:
            if RULING.search(option.ruling):
                yield from _varied(game, base, option.name)
        return
    if name == SEATS:
        yield from _by_seats(game, base, given if equals else "")
        return
    option = _option(game, name)
    values = option.values
    if equals:
        values = tuple(option.read(value) for value in given.split(","))
    elif len(values) > MANY_VALUES:
        raise BadOption(
            f"--vary {name}: it has {len(values)} values; say which, such as "
            f"{name}={spelled(values[0])},{spelled(values[-1])}",
            option="vary",
        )
    for value in values:
        if value != base.options[name]:
            options = base.options | {name: value}
            yield from _fitting(
                game, f"{name}={spelled(value)}", base.seats, options, named=bool(equals)
            )


def _by_seats(game: Game, base: Variant, given: str) -> Iterator[Variant]:
    numbers = list(game.seats)
    if given:
        words = [word.strip() for word in given.split(",")]
        wrong = next((word for word in words if not (word.isascii() and word.isdigit())), None)
        if wrong is not None:
            raise BadOption(
                f"--vary seats={given}: {echo(wrong)} is no number of seats", option="vary"
            )
        numbers = [int(word[:9]) for word in words]
    for seats in numbers:
        if seats != base.seats:
            yield from _fitting(game, f"{SEATS}={seats}", seats, base.options, named=bool(given))


def _fitting(
    game: Game, name: str, seats: int, options: Options, *, named: bool
) -> Iterator[Variant]:
    """One variant, if it fits: of "all there are", those that fit are meant; not of named ones."""
    try:
        yield _variant(game, name, seats, options)
    except BadOption:
        if named:
            raise


def _option(game: Game, name: str) -> Option:
    known = {option.name: option for option in game.options}
    if name not in known:
        names = [*known, SEATS, DISPUTED]
        hint = nearest(name, names) or f"; possible are {listed(names, 'and')}"
        raise BadOption(f"--vary: there is no option {echo(name)}{hint}", option="vary")
    return known[name]


def _check_bots(game: Game, bots: Sequence[str]) -> None:
    if not bots:
        raise BadOption("--bots takes names such as greedy,random", option="bots")
    for name in bots:
        if is_command(name):
            must_exist(command_of(name, "--bots"), "--bots")
        else:
            hired(name, game.name)
