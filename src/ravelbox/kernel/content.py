"""TOML facts read with care: every complaint cites the file and the key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from ravelbox.kernel.errors import ContentError
from ravelbox.kernel.words import echo, listed, nearest


class Entry:
    """One table of a content file, which knows where it stands."""

    def __init__(self, file: str, place: str, facts: Mapping[str, object]) -> None:
        self.file = file
        self.place = place
        self.facts = facts

    def complain(self, key: str, reason: str) -> ContentError:
        """The error for `key` of this entry."""
        return ContentError(self.file, f"{self.place} {key}".strip(), reason)

    def only(self, names: Iterable[str]) -> None:
        """Refuse keys that nobody would read."""
        allowed = list(names)
        for key in self.facts:
            if key not in allowed:
                hint = nearest(key, allowed) or f"; possible are {listed(allowed, 'and')}"
                raise self.complain(key, f"unknown key{hint}")

    def get(self, key: str) -> object:
        """The value of a key that must be there."""
        if key not in self.facts:
            raise self.complain(key, "is missing")
        return self.facts[key]

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.complain(key, f"must be a text, not {echo(value)}")
        return value

    def whole(self, key: str, among: range) -> int:
        """A whole number within bounds."""
        value = self.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or value not in among:
            raise self.complain(
                key, f"must be a whole number from {among[0]} to {among[-1]}, not {echo(value)}"
            )
        return value

    def one_of(self, key: str, names: Iterable[str]) -> str:
        """One of the given words."""
        allowed = list(names)
        value = self.get(key)
        if not isinstance(value, str) or value not in allowed:
            hint = nearest(str(value), allowed)
            raise self.complain(key, f"must be {listed(allowed)}, not {echo(value)}{hint}")
        return value

    def table(self, key: str) -> Entry:
        """A table within this one."""
        value = self.get(key)
        if not isinstance(value, dict):
            raise self.complain(key, f"must be a table such as {{ name = 1 }}, not {echo(value)}")
        return Entry(self.file, f"{self.place} {key}".strip(), value)

    def entries(self, key: str) -> list[Entry]:
        """The entries of an array of tables, each named by its `id` where it has one."""
        value = self.get(key)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.complain(key, f"must be a list of [[{key}]] tables")
        return [
            Entry(self.file, f"[{key} {item.get('id', i + 1)}]", item)
            for i, item in enumerate(value)
        ]


def read(path: Path) -> Entry:
    """A content file, read and parsed."""
    try:
        return Entry(path.name, "", tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(str(path), "", f"cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise ContentError(str(path), "", f"is not TOML: {error}") from error
