"""Commands for very many games: tournaments, simulations, reports, and the engine's speed."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

import ravelbox
from ravelbox.cli.given import check_writable, missing, options_of, workers_of, write
from ravelbox.cli.parser import engine
from ravelbox.kernel.errors import BadOption, SeedError
from ravelbox.kernel.words import listed


def tournament_command(chosen: argparse.Namespace) -> int:
    """Let bots play on the same deals, and compare them."""
    from ravelbox.bots.outside import LIMIT  # noqa: PLC0415  # bots load the games they play
    from ravelbox.lab import progress, ratings, report, tournament  # noqa: PLC0415  # likewise

    names = [name.strip() for text in chosen.bots for name in text.split(",")]
    workers = workers_of(chosen)
    plan = tournament.planned(
        chosen.game,
        names,
        deals=chosen.games,
        seats=chosen.seats,
        options=options_of(chosen.option),
        seed=chosen.seed,
        limit=LIMIT if chosen.limit is None else chosen.limit,
        until=chosen.until,
    )
    out: Path | None = chosen.out
    if out is not None:
        if out.suffix.lower() not in report.KINDS:
            raise SeedError(f"--out: {out} must end in {listed(report.KINDS)}")
        check_writable(out, "--out")
    far = progress.Progress(plan.deals)
    result = tournament.run(plan, workers, far)
    far.end()
    if not ratings.installed():
        print('ravelbox: ratings need openskill: pip install ".[lab]"', file=sys.stderr)
    try:
        print("\n".join(report.lines(result)), flush=True)
    finally:  # whether or not anybody reads that
        if out is not None:
            is_csv = out.suffix.lower() == ".csv"
            text = report.as_csv(result.games) if is_csv else report.as_json(result)
            write(out, "--out", text)
    if out is not None:
        print(f"\nAll games are in {out}.")
    return 0


def simulate_command(chosen: argparse.Namespace) -> int:
    """Let bots play very many games, into one file."""
    from ravelbox.bots.outside import LIMIT  # noqa: PLC0415  # bots load the games they play

    try:
        from ravelbox.lab import plan, progress, simulate  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return missing("simulating", error, "lab")
    playing = None
    if chosen.cluster is not None:
        try:
            from ravelbox.lab.cluster import machines  # noqa: PLC0415  # likewise
        except ModuleNotFoundError as error:
            return missing("--cluster", error, "cluster")
        playing = partial(machines, address=chosen.cluster)
    found = plan.planned(
        chosen.game,
        [name.strip() for text in chosen.bots for name in text.split(",")],
        games=chosen.games,
        seats=chosen.seats,
        options=options_of(chosen.option),
        vary=chosen.vary,
        seed=chosen.seed,
        limit=LIMIT if chosen.limit is None else chosen.limit,
    )
    out = chosen.out
    if out.suffix.lower() != ".parquet":
        raise SeedError(f"--out: {out} must end in .parquet")
    bar = progress.Bar(found.games)
    played = simulate.run(found, out, workers_of(chosen), tell=bar, playing=playing)
    if played:
        bar.end()
    print(f"{found.games:,} games are in {out}{'' if played else ' already'}.")
    return 0


def report_command(chosen: argparse.Namespace) -> int:
    """Make a page of what was simulated."""
    try:
        from ravelbox.lab.reports import written  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return missing("reporting", error, "lab")
    out = chosen.out or _page_beside(chosen.file)
    if out.suffix.lower() != ".html":
        raise SeedError(f"--out: {out} must end in .html")
    for line in written([chosen.file, *([chosen.other] if chosen.other else [])], out):
        print(line)
    return 0


def _page_beside(file: Path) -> Path:
    try:
        return file.with_suffix(".html")
    except ValueError as error:  # such as "/", which has no name that could end in anything
        raise SeedError(f"{file} is a folder, not a file of `ravelbox simulate`") from error


def bench_command(chosen: argparse.Namespace) -> int:
    """Measure random play and cloning."""
    from ravelbox import measure  # noqa: PLC0415  # only this command needs it

    if not 0 < chosen.seconds < 3600:  # noqa: PLR2004  # an hour is long enough
        raise BadOption(
            f"--seconds is more than 0 and less than 3600, not {chosen.seconds:g}", option="seconds"
        )
    print(f"engine {engine()}, one core, {chosen.seconds:g} s each")
    for name in [chosen.game] if chosen.game else ravelbox.games():
        for line in measure.report(ravelbox.load(name), chosen.seconds):
            print(f"{name:14}{line}")
    return 0
