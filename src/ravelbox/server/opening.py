"""New tables, by the fields of a form: a game, its options and luck, and who is to sit there."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from ravelbox.kernel.dealer import KEY_BYTES, Dealer, Secret, seed_from_key
from ravelbox.kernel.errors import BadOption, SeedError
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match
from ravelbox.kernel.words import echo, listed
from ravelbox.seating import HERE, seated
from ravelbox.server.seats import OPEN, Company, clock_of, gathered, name_of
from ravelbox.web.lesson import lesson_of

SEAT_FIELD: Final = re.compile(r"seat_([1-9][0-9]{0,2})")  # who sits there


@dataclass(frozen=True, slots=True)
class Opening:
    """A table that nobody has sat down at yet."""

    match: Match
    company: Company
    luck: bytes | None  # the key that is committed to; None if the luck was typed


def new_table(game: Game, fields: Mapping[str, object]) -> Opening:
    """A match and its company by the fields of a form; a lesson brings its own, whatever they say.

    A form without a script sends all its seats, so "here" beyond the chosen number means nothing.
    """
    given = dict(fields)
    if given.pop("lesson", ""):
        return _lesson(game)
    name = name_of(given.pop("name", ""))
    clock = clock_of(given.pop("clock", ""), given.pop("timeout", ""))
    found = {key: SEAT_FIELD.fullmatch(key) for key in given}
    match, luck = new_match(game, {key: given[key] for key, hit in found.items() if not hit})
    seats = {int(hit[1]): given[key] for key, hit in found.items() if hit}
    most = game.seats[-1]
    company = {n: who for n, who in seats.items() if n > most or who not in (HERE, "")}
    seating = seated(game, match.header.seats, company, words=(HERE, OPEN))
    return Opening(match, gathered(seating.who, name, clock), luck)


def _lesson(game: Game) -> Opening:
    """The prepared table of a lesson. Its luck was not drawn, so there is nothing to commit to."""
    found = lesson_of(game.name)
    if found is None:
        raise BadOption(f"{game.title} has no lesson yet", option="lesson")
    return Opening(found.new(), replace(gathered(found.seating.who), lesson=0), None)


def new_match(game: Game, fields: Mapping[str, object]) -> tuple[Match, bytes | None]:
    """A match by the fields of a form: seats, a seed and options; a seed string is the latter two.

    What is empty or missing is as the game has it, or left to luck, whose key comes along.
    """
    given = dict(fields)
    seats = _number(game, given.pop("seats", ""))
    typed = given.pop("seed", "")
    if not isinstance(typed, str):
        raise SeedError(f"a seed is a text, not {echo(typed)}")
    seed, options = game.read_seed(typed.strip(), given)
    dealer, luck = _dealer(game, seed.upper() if seed.isascii() else seed)
    return Match.new(game, options, dealer=dealer, seats=seats), luck


def _number(game: Game, typed: object) -> int | None:
    """A number of seats, one that the game may have; None if nobody said."""
    if typed == "":
        return None
    for n in game.seats:
        if type(typed) in (int, str) and str(typed).strip() == str(n):
            return n
    raise BadOption(
        f"seats cannot be {echo(typed)}; {game.title} has {listed(game.seats)}", option="seats"
    )


def _dealer(game: Game, seed: str) -> tuple[Dealer, bytes | None]:
    """Who deals: whatever a typed seed says, else a key that can be committed to."""
    key = secrets.token_bytes(KEY_BYTES)
    dealer = game.dealt(seed or seed_from_key(key))
    if dealer is None and seed:
        raise SeedError(f"{game.title} cannot be dealt from a seed; leave it empty")
    return dealer or Secret(key), None if seed else key
