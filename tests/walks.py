"""Random play for properties: any game, any options, from fixed seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ravelbox.kernel import position
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Options
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, State, random_step

POSITIONS = Path(__file__).parent / "positions"
# Whoever plays at random is in no hurry: without a limit Arch Ravels takes a thousand turns.
SHORT: dict[str, Options] = {"arch_ravels": {"turn_limit": 12}, "ravingspire": {"turn_cap": 16}}


# Where games are long, fewer of them are as many states.
LONG = {"ravingspire": 5}


def so_many(game: Game, games: int) -> range:
    """How many games of this kind are about as many states as that many of a short one."""
    return range(max(1, games // LONG.get(game.name, 1)))


def random_table(game: Game, rng: Rng) -> tuple[Options, int]:
    """Every option at a random value and a random number of seats, such that they fit each other."""
    while True:
        options = {o.name: o.values[rng.below(len(o.values))] for o in game.options}
        for name, most in SHORT.get(game.name, {}).items():
            options[name] = 1 + rng.below(int(most))
        seats = game.seats[rng.below(len(game.seats))]
        try:
            game.new(options, seats)
        except BadOption:
            continue
        return options, seats


def random_match(game: Game, seed: int, steps: int | None = None) -> Match:
    """A match with random options, played at random for some decisions or to its end."""
    rng = Rng(seed)
    options, seats = random_table(game, rng)
    match = Match.new(game, options, dealer=Seeded(seed), seats=seats)
    while not match.over and (steps is None or steps > 0):
        codes = [code for code in match.state.legal() if code != RESIGN]
        code = codes[rng.below(len(codes))]
        match.play(game.owner(match.state, code), [code])
        steps = None if steps is None else steps - 1
    return match


def curious_states(game: Game, games: int, seed: int) -> Iterator[State]:
    """States of games that are drawn to questions seldom asked, so that rare ones come up too."""
    asked: Counter[int] = Counter()
    for n in so_many(game, games):
        rng = Rng(seed * 100_000 + n)
        state = game.new(*random_table(game, rng))
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
    for n in so_many(game, games):
        rng = Rng(seed * 100_000 + n)
        state = game.new(*random_table(game, rng))
        yield state.clone()
        while state.actor != OVER:
            random_step(state, rng)
            yield state.clone()


def resigning_states(game: Game, games: int, seed: int) -> Iterator[State]:
    """What every question of some random games leads to when the seat that is asked gives up."""
    for state in random_states(game, games, seed):
        if RESIGN in state.legal() and state.actor >= 0:
            state.apply(RESIGN)
            yield state


def rare_states(game: Game, games: int, seed: int) -> Iterator[State]:
    """Random play from the positions kept for questions that chance hardly ever leads to."""
    for file in sorted((POSITIONS / game.name).glob("*.json")):
        _, _, start = position.load(position.parse(file.read_text(encoding="utf-8")), game)
        for n in so_many(game, games):
            rng, state = Rng(seed * 100_000 + n), start.clone()
            yield state.clone()
            while state.actor != OVER:
                random_step(state, rng)
                yield state.clone()
