"""Measure everything in one run and write results.md: `make bench`, or `python -m benchmarks.run`.

Rounds are interleaved, ours and theirs in turn, since a shared machine is noisy: medians and
ranges are given, and speed is claimed only as a ratio within the run.
"""

from __future__ import annotations

import argparse
import datetime as dt
import math
import os
import platform
import statistics
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import ravelbox
from benchmarks.peers import PEERS, MissingKit
from ravelbox.bots import bot, play_out
from ravelbox.cli import engine
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from ravelbox.measure import clone_nanoseconds, driven, inside

RESULTS = Path(__file__).parent / "results.md"
OURS = {"inside the engine": inside, "driven from Python": driven}
# The levels of the rules page at which the greedy player is measured: deck, tokens.
LEVELS = [
    ("S", 12),
    ("S", 10),
    ("S", 8),
    ("C4", 8),
    ("W4", 8),
    ("C8", 8),
    ("W8", 8),
    ("A", 12),
    ("A", 8),
]


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--games", type=int, default=200, help="of the greedy player, a level")
    chosen = parser.parse_args()
    if engine() != "compiled":
        print("The engine is interpreted here: measure the compiled one (make bench).")
        return 1
    command = (
        f"python -m benchmarks.run --rounds {chosen.rounds} --seconds {chosen.seconds:g} "
        f"--games {chosen.games}"
    )
    today = dt.datetime.now(dt.UTC).date()
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}"
    lines: list[str] = []
    for line in chain(
        ["# Results", "", f"Made by `{command}` on {today}: {machine}.", ""],
        speed(chosen.rounds, chosen.seconds),
        clones(chosen.seconds),
        greedy(chosen.games),
    ):
        print(line, flush=True)
        lines.append(line)
    RESULTS.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    return 0


def speed(rounds: int, seconds: float) -> Iterator[str]:
    """Random play of everything, round by round."""
    rates: dict[str, list[float]] = {}
    lengths: dict[str, float] = {}
    for n in range(rounds):
        for name in ravelbox.games():
            game = ravelbox.load(name)
            for way, measure in OURS.items():
                ours = measure(game, seconds, n + 1)
                rates.setdefault(f"**{game.title}**, {way}", []).append(ours.per_second)
                lengths[f"**{game.title}**, {way}"] = ours.steps / ours.games
        for peer, play in PEERS.items():
            try:
                theirs = play(seconds, n + 1)
            except MissingKit as missing:
                print(missing, file=sys.stderr)
                continue
            label = f"{peer} ({theirs.version})"
            rates.setdefault(label, []).append(theirs.per_second)
            lengths[label] = theirs.steps / theirs.games
    first = statistics.median(next(iter(rates.values())))
    yield "## Random play, one core"
    yield ""
    yield "Decisions and chance answers count alike. The last column is how many times faster the"
    yield "first line is. Like for like is inside with inside, and driven from Python with the other kits'"
    yield "plain lines, which are all driven from Python."
    yield ""
    yield "| what | steps/s, median | least | most | steps a game | first line is |"
    yield "|---|---|---|---|---|---|"
    for label, found in rates.items():
        median = statistics.median(found)
        yield (
            f"| {label} | {median:,.0f} | {min(found):,.0f} | {max(found):,.0f} "
            f"| {lengths[label]:.1f} | {first / median:.1f} × |"
        )
    yield ""
    yield "What limits R.A.V.E.L.: of about 29 steps in a random game 20 set the table up, one die or card"
    yield "each. A step makes two or three frames (tuples) for the agenda, and a turn lists about 50 legal"
    yield "codes; making and dropping these small objects takes more time than the rules themselves."
    yield ""


def clones(seconds: float) -> Iterator[str]:
    """Copying a table."""
    yield "## Clone of a table under way"
    yield ""
    for name in ravelbox.games():
        game = ravelbox.load(name)
        found = sorted(clone_nanoseconds(game, seconds / 4, seed) for seed in range(1, 6))
        yield f"- {game.title}: {found[2]:.0f} ns (five tables, {found[0]:.0f} to {found[-1]:.0f})"
    yield ""


def greedy(games: int) -> Iterator[str]:
    """How often the greedy player wins R.A.V.E.L., with 95 % intervals (Wilson)."""
    game = ravelbox.load("ravel")
    yield "## The greedy player of R.A.V.E.L."
    yield ""
    yield "Fair information only; the last column is the simple bot of the rules page, §8.6."
    yield ""
    yield "| deck | tokens | games | won | 95 % interval | rules page |"
    yield "|---|---|---|---|---|---|"
    published = (83, 75, 61, 32, 37, 16, 18, 16, 6)
    for (deck, tokens), theirs in zip(LEVELS, published, strict=True):
        won = 0
        for n in range(games):
            match = Match.new(game, {"deck": deck, "tokens": tokens}, dealer=Seeded(n))
            play_out(match, [bot("greedy", "ravel", seed=n)])
            won += int(game.scores(match.state)[0])
        low, high = wilson(won, games)
        yield (
            f"| {deck} | {tokens} | {games} | {won / games:.0%} "
            f"| {low:.0%} to {high:.0%} | {theirs} % |"
        )
    yield ""


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = 1.96
    share = won / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return (middle - spread) / whole, (middle + spread) / whole


if __name__ == "__main__":
    sys.exit(main())
