"""Many random games of every kind, looking for what must never happen: `python -m benchmarks.soak`.

Every option and every number of seats is drawn; whatever is asked is answered at random. A game must come
to its end, and no piece may appear or vanish on the way.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import ravelbox
from ravelbox.cli import engine
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.game import Game
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, State, random_step

LOOK_EVERY = 40  # steps between two counts of all pieces
LONGEST = 200_000  # steps; no game of ours comes near
CAPS = {"ravingspire": {"turn_cap": 240}, "arch_ravels": {"turn_limit": 200}}


def main() -> int:
    """Play, and say what was played."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=ravelbox.games())
    parser.add_argument("--games", type=int, default=20_000)
    chosen = parser.parse_args()
    start = time.perf_counter()
    with ProcessPoolExecutor() as pool:
        played = list(pool.map(partial(soak, chosen.game), range(chosen.games), chunksize=50))
    seats = Counter(n for n, _, _ in played)
    ends = Counter(end for _, _, end in played)
    steps = sum(n for _, n, _ in played)
    print(f"{chosen.games:,} games of {chosen.game}, {engine()}, {steps:,} steps")
    print(f"seats: {', '.join(f'{n}: {seats[n]:,}' for n in sorted(seats))}")
    print(f"ends: {', '.join(f'{end}: {n:,}' for end, n in ends.most_common())}")
    print(f"no crash, nothing lost, {time.perf_counter() - start:.0f} s")
    return 0


def soak(name: str, seed: int) -> tuple[int, int, str]:
    """One random game: its seats, its length, and how it ended."""
    game = ravelbox.load(name)
    rng = Rng(seed)
    state = table(game, rng)
    pieces = None
    steps = 0
    while state.actor != OVER:
        random_step(state, rng)
        steps += 1
        assert steps < LONGEST, f"game {seed} does not end"
        if state.actor >= 0 and (steps % LOOK_EVERY == 0 or pieces is None):
            pieces = pieces or game.components(state)
            assert game.components(state) == pieces, f"game {seed}, step {steps}"
    outcome = game.view(state, None).outcome
    assert outcome is not None
    return game.seats_in(state), steps, outcome.why.rstrip(".0123456789")


def table(game: Game, rng: Rng) -> State:
    """A table with every option drawn, but for one that keeps games short."""
    while True:
        options = {o.name: o.values[rng.below(len(o.values))] for o in game.options}
        options |= CAPS.get(game.name, {})
        seats = game.seats[rng.below(len(game.seats))]
        try:
            state = game.new(options, seats)
        except BadOption:
            continue
        while state.actor == CHANCE:
            random_step(state, rng)
        return state


if __name__ == "__main__":
    sys.exit(main())
