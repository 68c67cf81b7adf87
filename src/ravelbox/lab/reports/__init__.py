"""What a simulation says of a game's balance: one page with pictures, and all tables beside it."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import polars as pl

from ravelbox.files import must_be_writable, write_whole
from ravelbox.kernel.errors import BadOption
from ravelbox.lab.parts import BadOutput
from ravelbox.lab.reports.balance import report
from ravelbox.lab.reports.tally import Tally, tally

__all__ = ["LIST", "written"]

OURS: Final = (".csv", ".parquet", ".svg")  # what lies in the folder of a report
LIST: Final = "made-by-report.txt"  # says there which of it a report has made


def written(files: Sequence[Path], out: Path) -> Iterator[str]:
    """Write the page of one simulation, or of two side by side; what there is then, in lines."""
    try:
        must_be_writable(out)
    except OSError as error:
        raise _trouble(out, error) from error
    found = [tally(file, name) for file, name in zip(files, _names(files), strict=True)]
    if len({each.game.name for each in found}) > 1:
        games = " and ".join(each.game.title for each in found)
        raise BadOption(f"two runs of one game can be compared, not of {games}", option="other")
    text, tables, pictures = report(found)
    folder = out.with_suffix(".files")
    made = {folder / f"{name}.svg": picture.encode() for name, picture in pictures.items()}
    for name, table in tables.items():
        made[folder / f"{name}.csv"] = _flat(table).write_csv().encode()
        made[folder / f"{name}.parquet"] = _as_parquet(table)
    try:
        folder.mkdir(exist_ok=True)
        _clear(folder, {file.resolve() for file in (*made, *files)})
        write_whole(folder / LIST, "".join(f"{file.name}\n" for file in made).encode())
        for file, content in made.items():
            write_whole(file, content)
        write_whole(out, text.encode())
    except OSError as error:
        raise _trouble(out, error) from error
    yield from _remarks(found)
    yield f"The report is in {out}; its tables and pictures are in {folder}."


def _names(files: Sequence[Path]) -> list[str]:
    """What files are called: by their last name, with as many folders as it takes to tell them."""
    whole = [file.resolve().parts for file in files]
    most = max(map(len, whole))
    different = len(set(whole))
    for length in range(1, most):
        tails = [parts[-length:] for parts in whole]
        if len(set(tails)) == different:
            return ["/".join(tail) for tail in tails]
    return [str(file) for file in files]


def _clear(folder: Path, but: set[Path]) -> None:
    """Take away what an earlier report has made there, and nothing else."""
    listed = set(_made_earlier(folder / LIST))
    for file in folder.iterdir():
        ours = file.name in listed and file.suffix in OURS and file.is_file()
        if ours and file.resolve() not in but:
            file.unlink()


def _made_earlier(file: Path) -> list[str]:
    """The names in a report's list; none where there is no list, or somebody has spoilt it."""
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, UnicodeDecodeError):
        return []


def _remarks(found: Sequence[Tally]) -> Iterator[str]:
    for each in found:
        if each.rows < each.plan.games:
            yield f"{each.file} has {each.rows:,} of {each.plan.games:,} games so far."
        if each.fallen:
            yield f"{each.file}: {each.fallen}."
        for bot, times in each.troubles.items():
            many = f"{times:,} trouble{'' if times == 1 else 's'}"
            yield f"{each.file}: {bot} had {many}, and a substitute answered for it."


def _trouble(out: Path, error: OSError) -> BadOutput:
    return BadOutput(f"--out: {out} cannot be written: {error.strerror or error}")


def _flat(table: pl.DataFrame) -> pl.DataFrame:
    """A table without columns is no file: nothing was found, which one line says."""
    return table if table.width else pl.DataFrame({"nothing": []})


def _as_parquet(table: pl.DataFrame) -> bytes:
    content = io.BytesIO()
    table.write_parquet(content)
    return content.getvalue()
