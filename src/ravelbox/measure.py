"""How fast the engine is, here and now: random play and clones of any game."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ravelbox.kernel.game import Game
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, State, random_play, random_step

DEEP: Final = 25  # questions into a game: where clones are measured
# A tower for one is emptier than the usual one, and its setup alone asks more than that.
SEATS: Final = {"ravingspire": 3}
DEEPER: Final = {"ravingspire": 400}


@dataclass(frozen=True, slots=True)
class Rate:
    """Whole random games: decisions and chance answers count alike."""

    steps: int
    games: int
    seconds: float

    @property
    def per_second(self) -> float:
        """Steps a second."""
        return self.steps / self.seconds


def _new(game: Game) -> State:
    """A table as most people play it; it is set up by chance, game by game.

    Where a game has a turn limit for automata, it is the one that its rules recommend (ARC-114).
    """
    limited = any(option.name == "turn_limit" for option in game.options)
    options = game.options_of({"turn_limit": 200} if limited else {})
    return game.new(options, SEATS.get(game.name, game.seats_of(options)))


def inside(game: Game, seconds: float, seed: int) -> Rate:
    """Random play inside the engine."""
    rng = Rng(seed)
    table = _new(game)
    steps = games = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        steps += random_play(table.clone(), rng)
        games += 1
    return Rate(steps, games, time.perf_counter() - start)


def driven(game: Game, seconds: float, seed: int) -> Rate:
    """Random play driven from Python, step by step, as a bot writer would."""
    below = Rng(seed).below
    table = _new(game)
    steps = games = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = table.clone()
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(below(state.outcomes()))
            else:
                codes = state.legal()
                first = 1 if codes[0] == RESIGN else 0
                state.apply(codes[first + below(len(codes) - first)])
            steps += 1
        games += 1
    return Rate(steps, games, time.perf_counter() - start)


def clone_nanoseconds(game: Game, seconds: float, seed: int) -> float:
    """What copying a table in the middle of a game takes."""
    state = _midgame(game, seed)
    clone = state.clone
    n = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(1000):
            clone()
        n += 1000
    return (time.perf_counter() - start) / n * 1e9


def _midgame(game: Game, seed: int) -> State:
    """A table that is well under way, where a seat must decide."""
    rng = Rng(seed)
    deep = DEEPER.get(game.name, DEEP)
    while True:
        state = _new(game)
        steps = 0
        while state.actor != OVER and (steps < deep or state.actor == CHANCE):
            random_step(state, rng)
            steps += 1
        if state.actor >= 0:
            return state


def report(game: Game, seconds: float, seed: int = 1) -> Iterator[str]:
    """The measurements as lines."""
    for name, measure in (("inside the engine", inside), ("driven from Python", driven)):
        rate = measure(game, seconds, seed)
        yield (
            f"random play, {name}: {rate.per_second:,.0f} steps/s "
            f"({rate.games:,} games, {rate.steps / rate.games:.1f} steps each)"
        )
    yield f"clone: {clone_nanoseconds(game, seconds / 4, seed):.0f} ns"


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share; on the safe side where games count by parts."""
    z = 1.96
    share = won / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
