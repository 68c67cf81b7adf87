"""The daily puzzles of this terminal: a key, what was chosen, and what became of it, in one file."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import platformdirs

from ravelbox.daily import Chosen, Kind, Screen, choose
from ravelbox.kernel.errors import StoreError

VARIABLE: Final = "RAVELBOX_DIARY"  # another file
KEY_BYTES: Final = 32


def diary_file() -> Path:
    """Where it lies."""
    given = os.environ.get(VARIABLE, "")
    folder = platformdirs.user_data_path("ravelbox", appauthor=False)
    return Path(given) if given else folder / "daily.json"


class Diary:
    """What was played here. Its key is this machine's own, so its puzzles are, too."""

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            self._facts: dict[str, Any] = (
                json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
            )
            self._chosen: dict[str, dict[str, Any]] = dict(self._facts.get("chosen", {}))
            self._results: dict[str, str] = dict(self._facts.get("results", {}))
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise StoreError(f"{file} cannot be read: {error}") from error
        self._key = str(self._facts.get("key") or secrets.token_hex(KEY_BYTES))

    def chosen(self, kind: Kind, day: str, screen: Screen) -> Chosen:
        """The puzzle of a day; the first time, that takes a while."""
        name = f"{kind.name} {day}"
        if name not in self._chosen:
            self._chosen[name] = asdict(choose(self._key, kind, day, screen))
            self._write()
        return Chosen(**self._chosen[name])

    def result(self, kind: Kind, day: str) -> str | None:
        """What became of the first attempt; empty if it was left, None if there was none."""
        return self._results.get(f"{kind.name} {day}")

    def note(self, kind: Kind, day: str, result: str) -> None:
        """Write down that an attempt has begun, with an empty result, or how it ended."""
        self._results[f"{kind.name} {day}"] = result
        self._write()

    def _write(self) -> None:
        facts = {"key": self._key, "chosen": self._chosen, "results": self._results}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.touch(mode=0o600)
            self._file.write_text(json.dumps(facts, indent=1), encoding="utf-8")
        except OSError as error:
            raise StoreError(f"{self._file} cannot be written: {error.strerror}") from error
