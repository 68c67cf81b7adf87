"""A real cluster, of this machine alone: Ray gives the same rows as processes do."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from ravelbox.kernel.errors import BadOption
from ravelbox.lab.cluster import machines
from ravelbox.lab.parts import files_of
from ravelbox.lab.plan import planned
from ravelbox.lab.simulate import run
from ravelbox.lab.tournament import LostWorker


def test_ray_and_processes_give_equal_rows(tmp_path: Path) -> None:
    """By the command, with all that a row holds; a run goes on from one to the other."""
    words = [
        *("arch_ravels", "--bots", "random,greedy", "--options", "turn_limit=20"),
        *("--vary", "seats=3", "--games", "40", "--workers", "2"),
    ]
    for name, more in (("ray", ["--cluster"]), ("processes", [])):
        out = tmp_path / f"{name}.parquet"
        done = subprocess.run(
            [sys.executable, "-m", "ravelbox", "simulate", *words, *more, "--out", str(out)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == f"80 games are in {out}.\n", done.stderr
    ray, processes = (pl.read_parquet(tmp_path / f"{n}.parquet") for n in ("ray", "processes"))
    assert_frame_equal(ray, processes)


def test_a_cluster_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    """And what was played before is kept."""
    plan, out = planned("ravel", ["random"], games=3), tmp_path / "games.parquet"

    with pytest.raises(LostWorker, match="nobody answers at"):
        run(plan, out, 1, playing=partial(machines, address="127.0.0.1:1"))
    with pytest.raises(BadOption, match="--cluster takes HOST:PORT"):
        run(plan, out, 1, playing=partial(machines, address="somewhere"))
    run(plan, out, 1)
    assert len(files_of(out)) == 1
