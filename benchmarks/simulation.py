"""Very many games on all cores, and the reports on them: `python -m benchmarks.simulation`.

Files and reports stay in build/simulated. Time counts from nothing, so what an earlier run left there
goes first. Memory is that of all processes of a command, and needs Linux to tell it.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import polars as pl

import ravelbox
from benchmarks.load import memory
from benchmarks.run import _today, keep
from ravelbox.cli import engine

OUT: Final = Path(__file__).parent.parent / "build" / "simulated"
PAUSE: Final = 2.0  # seconds between two looks at the memory
MB: Final = 1e6
DEALS: Final = {"ravel": 100_000, "ramble": 7_700}
VARIED: Final = {
    "ravel": ["tokens=10,12", "deck=A,W8", "disputed"],
    "ramble": ["seats", "difficulty", "disputed"],
}


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command took."""

    seconds: float
    cpu: float  # seconds of all cores together
    held: list[int]  # bytes, look by look

    def at(self, share: float) -> str:
        """The memory after that share of the time, in MB."""
        return f"{self.held[int(share * (len(self.held) - 1))] / MB:.0f}"


def ran(*words: str) -> Ran:
    """Run one of our own commands to its end, and look at its memory meanwhile."""
    before, begun, held = _used(), time.perf_counter(), []
    command = [sys.executable, "-m", "ravelbox", *words]
    process = subprocess.Popen(command, start_new_session=True)  # noqa: S603  # ourselves
    while process.poll() is None:
        with contextlib.suppress(OSError):  # one of them ended between two looks
            held.append(memory(_session(process.pid)))
        time.sleep(PAUSE)
    if process.returncode:
        sys.exit(process.returncode)
    return Ran(time.perf_counter() - begun, _used() - before, held)


def _used() -> float:
    """Processor seconds of all commands that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _session(leader: int) -> Iterator[int]:
    """The processes that a command started, and itself."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        facts = stat.read_text().rpartition(")")[2].split()
        if int(facts[3]) == leader and facts[0] != "Z":
            yield int(stat.parent.name)


def lines(games: list[str], deals: int) -> Iterator[str]:
    """A line for each run and for each report."""
    yield "| what | games | seconds | games/s | core seconds | MB at a tenth | at half | at the end | most |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for game in games:
        file = OUT / f"{game}.parquet"
        varied = [word for each in VARIED[game] for word in ("--vary", each)]
        many = str(deals or DEALS[game])
        run = ran(
            "simulate", game, "--bots", "greedy", "--games", many, *varied, "--out", str(file)
        )
        n = pl.scan_parquet(file).select(pl.len()).collect().item()
        title = ravelbox.load(game).title
        yield f"| {title}, played | {n:,} | {run.seconds:,.0f} | {n / run.seconds:,.0f} | {_tail(run)} |"
        told = ran("report", str(file))
        yield f"| the report | {n:,} | {told.seconds:,.0f} | | {_tail(told)} |"


def _tail(run: Ran) -> str:
    """The columns on processor and memory."""
    points = " | ".join(run.at(share) for share in (0.1, 0.5, 1.0))
    return f"{run.cpu:,.0f} | {points} | {max(run.held) / MB:.0f}"


def main() -> int:
    """Play, report, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=DEALS, help="one game")
    parser.add_argument("--deals", type=int, default=0, help="instead of the usual number")
    chosen = parser.parse_args()
    if engine() != "compiled":
        print("The engine is interpreted here: measure the compiled one (make bench).")
        return 1
    games = [chosen.only] if chosen.only else list(DEALS)
    for game in games:
        for left in OUT.glob(f"{game}.*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
    OUT.mkdir(parents=True, exist_ok=True)
    words = "python -m benchmarks.simulation" + (f" --only {chosen.only}" if chosen.only else "")
    words += f" --deals {chosen.deals}" if chosen.deals else ""
    heading = "Very many games" + (f" of {ravelbox.load(chosen.only).title}" if chosen.only else "")
    found = [
        f"## {heading}",
        "",
        f"Made by `{words}` on {_today()}.",
        "",
        f"Greedy players, fair information only, on all {os.cpu_count()} cores. Each deal is played once at the default table and again with other",
        "options, seats and readings. Memory is that of all processes together.",
        "",
        *lines(games, chosen.deals),
    ]
    print("\n".join(found), flush=True)
    keep(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
