"""What a simulation says of a game's balance: one page with pictures, and all tables beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import polars as pl

from ravelbox.kernel.errors import BadOption
from ravelbox.lab.parts import BadOutput
from ravelbox.lab.reports.balance import report
from ravelbox.lab.reports.tally import tally

__all__ = ["written"]


def written(files: Sequence[Path], out: Path) -> Iterator[str]:
    """Write the page of one simulation, or of two side by side; what there is then, in lines."""
    found = [tally(file) for file in files]
    if len({each.game.name for each in found}) > 1:
        games = " and ".join(each.game.title for each in found)
        raise BadOption(f"two runs of one game can be compared, not of {games}", option="other")
    text, tables, pictures = report(found)
    folder = out.with_suffix(".files")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8")
        for name, table in tables.items():
            _flat(table).write_csv(folder / f"{name}.csv")
            table.write_parquet(folder / f"{name}.parquet")
        for name, picture in pictures.items():
            (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
    except (OSError, pl.exceptions.PolarsError) as error:
        raise BadOutput(f"--out: {out} cannot be written: {error}") from error
    for each in found:
        if each.rows < each.plan.games:
            yield f"{each.file} has {each.rows:,} of {each.plan.games:,} games so far."
    yield f"The report is in {out}; its tables and pictures are in {folder}."


def _flat(table: pl.DataFrame) -> pl.DataFrame:
    """A table without columns is no file: nothing was found, which one line says."""
    return table if table.width else pl.DataFrame({"nothing": []})
