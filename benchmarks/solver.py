"""What the solver of R.A.V.E.L. wins, and how long it takes: `python -m benchmarks.solver`.

Every line that counts as a win was played through the engine. Seconds are of one core.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from benchmarks.run import FIRST_SEED, _today, keep
from ravelbox.bots import Chair, bot
from ravelbox.bots.solver.boards import tables_for
from ravelbox.bots.solver.endgame import Endgame
from ravelbox.bots.solver.solve import Solution, dealt_match, solve
from ravelbox.bots.solver.xray import Estimate, estimate
from ravelbox.cli import engine
from ravelbox.games.ravel.state import Ravel, cards_left
from ravelbox.measure import wilson

DECKS = [("S", 8), ("C4", 8), ("C8", 8), ("W8", 8), ("A", 12), ("A", 8)]


def puzzle(deck: str, tokens: int, n: int) -> str:
    """The seed string number `n`."""
    return f"RVL1:{deck}:{tokens}:BENCH-{FIRST_SEED + n}"


def solved(deck: str, tokens: int, beam: int, n: int) -> Solution:
    """One puzzle with one beam."""
    return solve(dealt_match(puzzle(deck, tokens, n)), beam)


def xrayed(deck: str, tokens: int, games: int, n: int) -> Estimate:
    """One puzzle by the x-ray player."""
    return estimate(dealt_match(puzzle(deck, tokens, n)), games)


def ended(deck: str, tokens: int, cards: int, n: int) -> tuple[bool, float] | None:
    """Whether the exact endgame answers a greedy player's table with so many cards left; seconds."""
    match = dealt_match(puzzle(deck, tokens, n))
    player = bot("greedy", "ravel", seed=n)
    while not match.over:
        s = match.state
        assert isinstance(s, Ravel)
        if cards_left(s) == cards:
            endgame = Endgame(s.house, tables_for(s.house))
            start = time.perf_counter()
            found = endgame.exact(s)
            return found is not None, time.perf_counter() - start
        match.play(0, [player.choose(Chair(match.game, s, 0))])
    return None


def share(won: int, games: int) -> str:
    """A share with its interval."""
    low, high = wilson(won, games)
    return f"{won / games:.0%} ({low:.0%} to {high:.0%})"


def oracle_lines(pool: ProcessPoolExecutor, seeds: int, beams: list[int]) -> Iterator[str]:
    """What the oracle finds by deck and beam."""
    yield "| deck | tokens | beam | won, at least | tokens left, mean of the won | seconds, mean | median | most |"
    yield "|---|---|---|---|---|---|---|---|"
    for deck, tokens in DECKS:
        for beam in beams:
            found = list(pool.map(partial(solved, deck, tokens, beam), range(seeds)))
            left = [solution.tokens for solution in found if solution.tokens is not None]
            took = [solution.seconds for solution in found]
            yield (
                f"| {deck} | {tokens} | {beam} | {share(len(left), seeds)} | "
                f"{statistics.mean(left) if left else 0:.1f} | {statistics.mean(took):.2f} | "
                f"{statistics.median(took):.2f} | {max(took):.2f} |"
            )


def xray_lines(pool: ProcessPoolExecutor, seeds: int, games: int) -> Iterator[str]:
    """What the x-ray player wins by deck."""
    yield "| deck | tokens | won without any luck | won, at least | seconds a puzzle |"
    yield "|---|---|---|---|---|"
    for deck, tokens in DECKS:
        found = list(pool.map(partial(xrayed, deck, tokens, games), range(seeds)))
        won = sum(each.won / each.games for each in found)
        sure = sum(each.sure for each in found)
        low, high = wilson(won, seeds)
        yield (
            f"| {deck} | {tokens} | {share(sure, seeds)} | {won / seeds:.0%} ({low:.0%} to {high:.0%}) "
            f"| {statistics.mean(each.seconds for each in found):.1f} |"
        )


def endgame_lines(pool: ProcessPoolExecutor, seeds: int) -> Iterator[str]:
    """How often the exact endgame has an answer, and how fast."""
    yield "| deck | tokens | cards left | answered | of | seconds, median | most |"
    yield "|---|---|---|---|---|---|---|"
    for deck, tokens in (("S", 8), ("W8", 8), ("A", 12)):
        for cards in (1, 2, 3):
            found = list(pool.map(partial(ended, deck, tokens, cards), range(seeds)))
            took = [each for each in found if each]
            if took:
                yield (
                    f"| {deck} | {tokens} | {cards} | {sum(yes for yes, _ in took)} | {len(took)} | "
                    f"{statistics.median(s for _, s in took):.3f} | {max(s for _, s in took):.2f} |"
                )


def lines(chosen: argparse.Namespace) -> Iterator[str]:
    """The part of the results."""
    given = f"--seeds {chosen.seeds} --beams {chosen.beams} --xray {chosen.xray}"
    beams = [int(beam) for beam in chosen.beams.split(",")]
    yield "## The solver of R.A.V.E.L."
    yield ""
    yield f"Made by `python -m benchmarks.solver {given}` on {_today()}."
    yield ""
    yield f"The oracle knows all luck. {chosen.seeds} deals a line, 95 % intervals; a beam finds lower bounds only."
    yield "Other programs ran on the machine at the same time, so seconds are an upper bound too."
    yield ""
    with ProcessPoolExecutor(chosen.processes) as pool:
        yield from oracle_lines(pool, chosen.seeds, beams)
        yield ""
        yield f"The x-ray player knows all cards, but no roll and no shuffle to come; {chosen.xray} deals a line."
        yield ""
        yield from xray_lines(pool, chosen.xray, 4)
        yield ""
        yield "The exact endgame, at tables where the greedy player first has so many cards left:"
        yield ""
        yield from endgame_lines(pool, chosen.seeds)


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=50, help="deals a line")
    parser.add_argument("--beams", default="5,10,40", help="widths, with commas")
    parser.add_argument("--xray", type=int, default=10, help="deals a line of the x-ray player")
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args()
    if engine() != "compiled":
        print("The engine is interpreted here: measure the compiled one (make bench).")
        return 1
    found = []
    for line in lines(chosen):
        print(line, flush=True)
        found.append(line)
    keep(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
