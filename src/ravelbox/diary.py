"""The daily puzzles of this terminal: a key, what was chosen, and what became of it, in one file."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import msgspec
import platformdirs

from ravelbox.daily import Chosen, Kind, Screen, choose
from ravelbox.files import locked, write_whole
from ravelbox.kernel.errors import StoreError
from ravelbox.kernel.words import echo

VARIABLE: Final = "RAVELBOX_DIARY"  # another file
KEY_BYTES: Final = 32
PRIVATE: Final = 0o600  # whoever reads the key knows all puzzles to come


def diary_file() -> Path:
    """Where it lies."""
    given = os.environ.get(VARIABLE, "")
    folder = platformdirs.user_data_path("ravelbox", appauthor=False)
    return Path(given) if given else folder / "daily.json"


class Facts(msgspec.Struct):
    """What stands in the file."""

    key: str = ""
    chosen: dict[str, Any] = msgspec.field(default_factory=dict)  # looked at one by one
    results: dict[str, str] = msgspec.field(default_factory=dict)  # of first attempts


class Diary:
    """What was played here. Its key is this machine's own, so its puzzles are, too.

    Several terminals may have it open at once: each change is made to what the file says by then.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._facts = self._read()

    def chosen(self, kind: Kind, day: str, screen: Screen) -> Chosen:
        """The puzzle of a day; the first time, that takes a while."""
        name = _name(kind, day)
        if name not in self._facts.chosen:
            with self._changing():
                pass  # the key is made before anything is chosen by it
            found = asdict(choose(self._facts.key, kind, day, screen))
            with self._changing() as facts:
                facts.chosen.setdefault(name, found)
        try:
            return msgspec.convert(self._facts.chosen[name], Chosen)
        except msgspec.ValidationError as error:
            raise StoreError(
                f"{self._file}: its puzzle {echo(name)} cannot be read: {error}"
            ) from error

    def result(self, kind: Kind, day: str) -> str | None:
        """What became of the first attempt; empty if it was left, None if there was none."""
        return self._facts.results.get(_name(kind, day))

    def begin(self, kind: Kind, day: str) -> bool:
        """Write down that an attempt begins; whether it is the first, so that it counts."""
        name = _name(kind, day)
        with self._changing() as facts:
            first = name not in facts.results
            facts.results.setdefault(name, "")
        return first

    def finish(self, kind: Kind, day: str, result: str) -> None:
        """Write down how the first attempt ended."""
        name = _name(kind, day)
        with self._changing() as facts:
            facts.results[name] = facts.results.get(name) or result

    @contextmanager
    def _changing(self) -> Iterator[Facts]:
        """What the file says by now, which nobody else changes meanwhile; then it is written."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.with_name(f"{self._file.name}.lock").open("wb") as lock:
                if not locked(lock, wait=True):
                    raise StoreError(f"{self._file} cannot be written: another process has it")
                facts = self._read()
                facts.key = facts.key or self._facts.key or secrets.token_hex(KEY_BYTES)
                yield facts
                text = msgspec.json.format(msgspec.json.encode(facts), indent=1)
                write_whole(self._file, text, PRIVATE)
        except OSError as error:
            raise StoreError(f"{self._file} cannot be written: {error.strerror}") from error
        self._facts = facts

    def _read(self) -> Facts:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=Facts)
        except FileNotFoundError:
            return Facts()
        except OSError as error:
            raise StoreError(f"{self._file} cannot be read: {error.strerror}") from error
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise StoreError(f"{self._file} cannot be read: {error}") from error


def _name(kind: Kind, day: str) -> str:
    return f"{kind.name} {day}"
