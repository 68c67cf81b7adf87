"""All bots of all games on one ladder: `python -m benchmarks.ladder`, with `--keep` for results.md.

Who is listed by `ravelbox.bots.bots` takes part by itself, named programs among them.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import ravelbox
from benchmarks.run import FIRST_SEED, _today, keep
from ravelbox.bots import bots
from ravelbox.cli import engine
from ravelbox.kernel.options import Options, spelled
from ravelbox.lab import report, tournament
from ravelbox.lab.progress import Progress


@dataclass(frozen=True, slots=True)
class Setting:
    """How a game is played on the ladder."""

    seats: int
    options: Options
    share: int = 1  # of the deals, one in so many: some games are long


SETTINGS = {
    "ravel": Setting(1, {}),
    "ramble": Setting(3, {"difficulty": "dusk"}),
    "arch_ravels": Setting(2, {"characters": "random", "sides": "random", "turn_limit": 60}, 4),
    "ravingspire": Setting(1, {"heroes": "random", "turn_cap": 120}, 4),
}


def main() -> int:
    """Play, print and, if asked to, keep."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="deals of the short games")
    parser.add_argument("--only", choices=ravelbox.games(), help="one game")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", action="store_true", help="put it into benchmarks/results.md")
    chosen = parser.parse_args()
    if chosen.keep and engine() != "compiled":
        print(
            "The engine is interpreted here: keep what the compiled one played (make .venv/.bench)."
        )
        return 1
    names = [chosen.only] if chosen.only else ravelbox.games()
    lines = list(ladder(names, chosen.games, chosen.workers))
    given = f"--games {chosen.games}" + (f" --only {chosen.only}" if chosen.only else "")
    lines[1:1] = ["", f"Made by `python -m benchmarks.ladder {given} --keep` on {_today()}."]
    print("\n".join(lines))
    if chosen.keep:
        keep(lines)
    return 0


def ladder(names: list[str], games: int, workers: int) -> Iterator[str]:
    """One part a game."""
    yield "## The ladder" if len(names) > 1 else f"## The ladder of {ravelbox.load(names[0]).title}"
    yield ""
    yield "Every bot plays the same deals; rivals meet in every order of seats. 95 % intervals: Wilson's for what"
    yield "was won, counted by deals, and Agresti and Min's for the paired differences. Ratings by openskill."
    for name in names:
        setting = SETTINGS[name]
        plan = tournament.planned(
            name,
            bots(name),
            deals=max(1, games // setting.share),
            seats=setting.seats,
            options=setting.options,
            seed=FIRST_SEED,
        )
        told = Progress(plan.deals)
        result = tournament.run(plan, workers, told)
        told.end()
        yield ""
        yield from _part(result, setting)


def _part(result: tournament.Result, setting: Setting) -> Iterator[str]:
    """A game's two tables."""
    game = ravelbox.load(result.plan.game)
    chosen = [f"{option}={spelled(value)}" for option, value in setting.options.items()]
    how = ", ".join([f"{setting.seats} seat{'s' * (setting.seats > 1)}", *chosen])
    yield f"**{game.title}**, {how}: {result.plan.deals} deals, {len(result.games)} games."
    yield ""
    yield "| bot | won | points | rating |"
    yield "|---|---|---|---|"
    for line in report.standings(result):
        points = "" if line.points is None else f"{line.points:.2f}"
        rating = "" if line.rating is None else f"{line.rating:.1f} ± {line.sigma:.1f}"
        yield f"| {line.bot} | {line.won:.1%} ({line.low:.1%} to {line.high:.1%}) | {points} | {rating} |"
    yield ""
    yield "| pair | ahead | behind | even | difference |"
    yield "|---|---|---|---|---|"
    for pair in report.comparisons(result):
        sure = f"{pair.mean:+.3f} ({pair.low:+.3f} to {pair.high:+.3f})"
        yield f"| {pair.one} : {pair.other} | {pair.ahead} | {pair.behind} | {pair.even} | {sure} |"


if __name__ == "__main__":
    sys.exit(main())
