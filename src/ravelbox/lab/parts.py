"""The file of a simulation: grown part by part in a folder beside it, put together at the end.

A part is written under another name and moved into place, so whatever stops a run, each part is
whole and readable. The plan stands in every file, and only the same plan goes on.
"""

from __future__ import annotations

import io
import json
import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final

import polars as pl

from ravelbox.files import locked, write_whole
from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.words import echo
from ravelbox.lab.plan import Plan
from ravelbox.lab.rows import Row

KEY: Final = "ravelbox"  # of the header, in the file's metadata
MOST_ROWS: Final = 20_000  # held in memory
SOON: Final = 0.5  # seconds after which the first part is written; later ones take their time
OFTEN: Final = 10.0  # up to this: what a killed run may lose
PART: Final = re.compile(r"[0-9]{10}-[0-9]{10}\.parquet")  # its first deal, and one after its last
GROUP: Final = 20_000  # rows that the file keeps together, and that a report reads at once

SCHEMA: Final[dict[str, pl.DataType | type[pl.DataType]]] = {
    "match": pl.UInt32,
    "variant": pl.String,
    "dealer": pl.String,
    "seats": pl.UInt8,
    "first": pl.Int8,
    "bots": pl.List(pl.String),
    "won": pl.List(pl.Float32),
    "scores": pl.List(pl.Float32),
    "turns": pl.UInt32,
    "decisions": pl.UInt32,
    "end": pl.String,
    "broken_seat": pl.Int8,
    "broken": pl.String,
    "troubles": pl.List(pl.UInt16),
    "used": pl.List(pl.String),
    "used_by": pl.List(pl.Int8),
    "used_times": pl.List(pl.UInt32),
}


# What polars raises where a file is spoilt; a panic is no Exception.
SPOILT: Final = (pl.exceptions.PolarsError, pl.exceptions.PanicException)


class BadOutput(RavelboxError, OSError):
    """A file that cannot be written, or that holds something else."""

    code = "bad_output"


class BadGames(RavelboxError, ValueError):
    """A file that is no simulation of ours, or a broken one."""

    code = "bad_games"


def frame(plan: Plan, rows: Sequence[Row]) -> pl.DataFrame:
    """Rows as a table, with the options that each was played with."""
    options = {variant.name: variant.options for variant in plan.variants}
    table = pl.DataFrame(rows, schema=SCHEMA, orient="row")
    played = pl.Series("options", [options[row.variant] for row in rows])
    return table.insert_column(4, played)


class Parts:
    """Where the games of a plan are kept while they are played."""

    def __init__(self, out: Path, plan: Plan) -> None:
        self.out = out
        self.folder = folder_of(out)
        self._plan = plan
        self._header = json.dumps(plan.header())
        self._rows: list[Row] = []
        self._kept = 0  # deals that lie in parts
        self._last = time.monotonic()
        self._pause = SOON
        self._lock: IO[bytes] | None = None

    @property
    def deals(self) -> int:
        """How many deals are played, kept or still held."""
        return self._kept + len(self._rows) // len(self._plan.variants)

    def open(self) -> bool:
        """Find what an earlier run left; whether nothing remains to be played."""
        if is_there(self.out):
            self._must_be_ours(self.out)
            return True
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise BadOutput(f"--out: {self.out} cannot be written: {error.strerror}") from error
        try:
            self._shut_others_out()
            for stray in self.folder.glob("*.new"):
                stray.unlink()
            for part in parts_of(self.folder):
                self._take(part)
        except BadOutput:
            self.close()
            raise
        except OSError as error:
            self.close()
            raise self._trouble(error) from error
        return False

    def _shut_others_out(self) -> None:
        """No other run may write here until this one has closed, or its process is gone."""
        self._lock = (self.folder / "lock").open("wb")
        if not locked(self._lock):
            self.close()
            raise BadOutput(
                f"--out: {self.out} is being written by another run; wait for it or choose another file"
            )

    def close(self) -> None:
        """Let others go on from here."""
        if self._lock:
            self._lock.close()
            self._lock = None

    def _take(self, part: Path) -> None:
        """Count a part of an earlier run; one that is spoilt, or leaves a gap, is played anew."""
        first, last = (int(word) for word in part.stem.split("-"))
        try:
            header_of(part)
        except BadGames:
            part.unlink()
            return
        self._must_be_ours(part)
        if first == self._kept and _rows_in(part) == (last - first) * len(self._plan.variants):
            self._kept = last
        else:
            part.unlink()

    def _must_be_ours(self, file: Path) -> None:
        there = header_of(file)
        for key, here in self._plan.header().items():
            if there.get(key) != here:
                raise BadOutput(
                    f"--out: {self.out} holds other games: {key} is {_short(there.get(key))} "
                    f"there and {_short(here)} here; choose another file, or remove {file}"
                )

    def add(self, rows: Sequence[Row]) -> None:
        """Take in the next games; write them down now and then."""
        self._rows += rows
        if len(self._rows) >= MOST_ROWS or time.monotonic() - self._last >= self._pause:
            self.flush()

    def flush(self) -> None:
        """Write down what is held."""
        self._last = time.monotonic()
        self._pause = min(OFTEN, 2 * self._pause)
        if not self._rows:
            return
        deals = self.deals
        part = self.folder / f"{self._kept:010}-{deals:010}.parquet"
        buffer = io.BytesIO()
        frame(self._plan, self._rows).write_parquet(buffer, metadata={KEY: self._header})
        try:
            write_whole(part, buffer.getbuffer())
        except OSError as error:
            raise self._trouble(error) from error
        self._kept, self._rows = deals, []

    def finish(self) -> None:
        """Put the parts together into the file."""
        self.flush()
        new = self.folder / "whole.new"
        try:
            pl.scan_parquet(parts_of(self.folder), glob=False).sink_parquet(
                new, metadata={KEY: self._header}, row_group_size=GROUP
            )
            with new.open("rb") as whole:
                os.fsync(whole.fileno())
            new.replace(self.out)
        except (OSError, *SPOILT) as error:
            new.unlink(missing_ok=True)
            raise self._trouble(error) from error
        self.close()
        self._clear()

    def _clear(self) -> None:
        """Take away the parts and their folder; what somebody else has put there stays."""
        for file in [*parts_of(self.folder), self.folder / "lock"]:
            file.unlink(missing_ok=True)
        with suppress(OSError):
            self.folder.rmdir()

    def _trouble(self, error: BaseException) -> BadOutput:
        why = error.strerror if isinstance(error, OSError) and error.strerror else echo(str(error))
        return BadOutput(
            f"--out: {self.out} cannot be written: {why}; the first {self._kept:,} of "
            f"{self._plan.deals:,} deals are kept, and the same command goes on from there"
        )


def _short(value: object) -> str:
    return echo(value) if isinstance(value, str) else echo(json.dumps(value)).strip('"')


# Reading.


def _rows_in(part: Path) -> int:
    """How many rows can be read, all columns of them; none where a part is spoilt inside."""
    try:
        return pl.read_parquet(part, glob=False).height
    except SPOILT:
        return 0


def folder_of(out: Path) -> Path:
    """Where the parts of a file lie while it is not whole."""
    return out.with_name(out.name + ".parts")


def parts_of(folder: Path) -> list[Path]:
    """The parts, in their order."""
    files = folder.glob("*.parquet") if is_there(folder) else ()
    return sorted(file for file in files if PART.fullmatch(file.name))


def is_there(file: Path) -> bool:
    """Whether a file exists; one whose name no system would take does not."""
    try:
        return file.exists()
    except OSError:
        return False


def header_of(file: Path) -> dict[str, Any]:
    """The plan that stands in a file."""
    try:
        found = json.loads(pl.read_parquet_metadata(file)[KEY])
    except (OSError, pl.exceptions.PolarsError) as error:
        raise BadGames(f"{file} cannot be read: {echo(str(error))}") from error
    except (KeyError, ValueError) as error:
        raise BadGames(f"{file} is no file of `ravelbox simulate`") from error
    if not isinstance(found, dict):
        raise BadGames(f"{file} is no file of `ravelbox simulate`")
    return found


def files_of(out: Path) -> list[Path]:
    """The file, or the parts of one that is not whole yet."""
    if is_there(out):
        return [out]
    found = parts_of(folder_of(out))
    if not found:
        raise BadGames(f"{out} is not there")
    return found


def slices(files: Sequence[Path], variants: int = 1) -> Iterator[pl.DataFrame]:
    """All rows, some at a time, so that memory stays flat; the variants of a deal together."""
    step = max(1, GROUP // variants) * variants
    for file in files:
        try:
            whole = pl.scan_parquet(file, glob=False)
            _must_have_columns(file, whole.collect_schema())
            rows = whole.select(pl.len()).collect().item()
            for first in range(0, rows, step):
                yield whole.slice(first, step).collect()
        except (OSError, *SPOILT) as error:
            raise BadGames(f"{file} cannot be read: {echo(str(error))}") from error


def _must_have_columns(file: Path, found: pl.Schema) -> None:
    for name, kind in SCHEMA.items():
        if found.get(name) != kind:
            there = f"holds {found[name]}" if name in found else "is not there"
            raise BadGames(
                f"{file} has not the columns of `ravelbox simulate`: {name} {there}, not {kind}"
            )
