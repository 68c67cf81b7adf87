"""Tables for tests of environments: every game, small enough to be quick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import ravelbox
from ravelbox.envs.gymnasium import RavelboxEnv
from ravelbox.kernel.match import Match, dealer_of, digest
from ravelbox.kernel.record import Header, Record
from ravelbox.kernel.rng import Rng

# Matches that end by themselves soon enough.
OPTIONS: dict[str, dict[str, object]] = {
    "ravel": {"tokens": 10},
    "ramble": {},
    "arch_ravels": {"turn_limit": 6, "characters": "random", "sides": "random"},
    "ravingspire": {"turn_cap": 3, "heroes": "random"},
}
SEATS = {"ravel": 1, "ramble": 3, "arch_ravels": 2, "ravingspire": 2}

every_game = pytest.mark.parametrize("game", ravelbox.games())
every_size = pytest.mark.parametrize(
    ("game", "seats"),
    [(name, seats) for name in ravelbox.games() for seats in ravelbox.load(name).seats],
)


def options_of(game: str, seats: int) -> dict[str, object]:
    """The options of a quick table of so many seats."""
    alone: dict[str, object] = {"solo": True} if game == "arch_ravels" and seats == 1 else {}
    return OPTIONS[game] | alone


def learner(game: str, **given: Any) -> RavelboxEnv:
    """A quick table with one learner among bots."""
    seats = SEATS[game]
    kinds: dict[str, Any] = {"seats": seats, "options": options_of(game, seats), "bots": "random"}
    return RavelboxEnv(game, **(kinds | given))


@dataclass(frozen=True)
class Trace:
    """A match, and how its table looked after every move and after every decision."""

    record: Record
    moves: list[str]  # digests; the first is that of the bare table
    decisions: list[str]  # the first is that of the table before any decision
    codes: list[int]  # the decisions themselves
    seed: int


def trace(game: str, steps: int, seed: int = 5) -> Trace:
    """A match of a learner that answers at random, so many times or to the end."""
    env, rng = learner(game), Rng(seed)
    _, told = env.reset(seed=seed)
    for _ in range(steps):
        possible = told["action_mask"].nonzero()[0]
        _, _, over, _, told = env.step(possible[rng.below(len(possible))])
        if over:
            break
    return traced(env.record(), seed)


def traced(record: Record, seed: int) -> Trace:
    """How a record's table looked all the way, by a plain match and by the bare rules."""
    header, game = record.header, ravelbox.load(record.header.game)
    codes = [code for n, code in enumerate(record.moves) if n not in record.chance]
    match = begun(header)
    decisions = [digest(match.state)]
    for code in codes:
        match.play(match.state.actor, [code])
        decisions.append(digest(match.state))
    assert match.record() == record
    state = game.new(header.options, header.seats)
    moves = [digest(state)]
    for code in record.moves:
        state.apply(code)
        moves.append(digest(state))
    return Trace(record, moves, decisions, codes, seed)


def begun(header: Header) -> Match:
    """A new match with the header of another."""
    game = ravelbox.load(header.game)
    return Match.new(
        game, header.options, dealer=dealer_of(game, header.dealer), seats=header.seats
    )
