"""What was given on the command line, read or refused in a sentence; and what is written for it."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from ravelbox.files import must_be_writable, write_whole
from ravelbox.kernel.errors import BadOption, SeedError
from ravelbox.kernel.record import Record
from ravelbox.kernel.words import echo

WRONG: Final = 2  # exit status for a user's mistake


MOST_WORKERS: Final = 256  # processes that play


SIZE_FORM: Final = re.compile(r"([1-9][0-9]{1,3})x([1-9][0-9]{1,3})")  # of a picture


def options_of(pairs: Iterable[str]) -> dict[str, object]:
    """Options from NAME=VALUE pairs."""
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise SeedError(f'--option takes NAME=VALUE, such as "tokens=9", not {pair!r}')
        options[name] = value
    return options


def workers_of(chosen: argparse.Namespace) -> int:
    """How many processes play: all cores, unless somebody says otherwise."""
    workers: int = (os.cpu_count() or 1) if chosen.workers is None else chosen.workers
    if not 1 <= workers <= MOST_WORKERS:
        raise BadOption(f"--workers is 1 to {MOST_WORKERS}, not {workers}", option="workers")
    return workers


def step_of(text: str) -> tuple[str, int | None]:
    """A record's file, and the step that is named after "@", if one is."""
    name, _, step = text.rpartition("@")
    if not name or os.path.exists(text):  # noqa: PTH110  # a Path would raise where a name is too long
        return text, None
    if not (step.isascii() and step.isdecimal() and len(step) < 10):  # noqa: PLR2004  # more digits than any match has steps
        raise SeedError(f"after @ comes a step of the replay such as 30, not {echo(step)}")
    return name, int(step)


def size_of(text: str) -> tuple[int, int]:
    """Width and height of a picture, such as 1440x900."""
    found = SIZE_FORM.fullmatch(text)
    if not found:
        raise SeedError(f"--size is width and height in pixels such as 1440x900, not {echo(text)}")
    return int(found[1]), int(found[2])


def read_record(path: Path) -> Record:
    """A record from a file, as text or as JSON."""
    text = read_text(path)
    read = Record.from_json if text.lstrip().startswith("{") else Record.from_text
    return read(text)


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SeedError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SeedError(f"{path} cannot be read: {error}") from error


def check_writable(path: Path, field: str) -> None:
    """Make sure that a file can be written before anything is played."""
    try:
        must_be_writable(path)
    except OSError as error:
        raise _unwritable(path, field, error) from error


def write(path: Path, field: str, content: str | bytes) -> None:
    """All of it or nothing."""
    try:
        write_whole(path, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise _unwritable(path, field, error) from error


def _unwritable(path: Path, field: str, error: OSError) -> SeedError:
    return SeedError(f"{f'{field}: ' if field else ''}{path} cannot be written: {error.strerror}")


def missing(what: str, error: ModuleNotFoundError, extra: str = "server") -> int:
    """Say which library a command needs, and how to get it."""
    how = "run `make play`, or " if extra == "server" else ""
    print(
        f'ravelbox: {what} needs {error.name}: {how}pip install ".[{extra}]"',
        file=sys.stderr,
    )
    return WRONG
