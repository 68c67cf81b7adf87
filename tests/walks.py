"""Random play for properties: any game, any options, from fixed seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Options
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, State, random_step


def random_options(game: Game, rng: Rng) -> Options:
    """Every option at a random value."""
    return {o.name: o.values[rng.below(len(o.values))] for o in game.options}


def random_match(game: Game, seed: int, steps: int | None = None) -> Match:
    """A match with random options, played at random for some decisions or to its end."""
    rng = Rng(seed)
    seats = game.seats[rng.below(len(game.seats))]
    match = Match.new(game, random_options(game, rng), dealer=Seeded(seed), seats=seats)
    while not match.over and (steps is None or steps > 0):
        codes = [code for code in match.state.legal() if code != RESIGN]
        code = codes[rng.below(len(codes))]
        match.play(game.owner(match.state, code), [code])
        steps = None if steps is None else steps - 1
    return match


def curious_states(game: Game, games: int, seed: int) -> Iterator[State]:
    """States of games that are drawn to questions seldom asked, so that rare ones come up too."""
    asked: Counter[int] = Counter()
    for n in range(games):
        rng = Rng(seed * 100_000 + n)
        seats = game.seats[rng.below(len(game.seats))]
        state = game.new(random_options(game, rng), seats)
        while state.actor != OVER:
            yield state.clone()
            asked[state.agenda[-1][0]] += 1
            tries = [state.clone() for _ in range(1 if state.actor == CHANCE else 8)]
            for trial in tries:
                random_step(trial, rng)
            state = min(tries, key=lambda s: asked[s.agenda[-1][0]] if s.agenda else 1_000_000)
        yield state.clone()


def random_states(game: Game, games: int, seed: int) -> Iterator[State]:
    """Every state of some random games, chance questions and ends included; copies, to keep."""
    for n in range(games):
        rng = Rng(seed * 100_000 + n)
        seats = game.seats[rng.below(len(game.seats))]
        state = game.new(random_options(game, rng), seats)
        yield state.clone()
        while state.actor != OVER:
            random_step(state, rng)
            yield state.clone()
