"""An action's four faces: an int in the engine, a dataclass in Python, JSON, and a line of text."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import typing
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from ravelbox.kernel.errors import IllegalAction
from ravelbox.kernel.words import echo, listed, nearest


@dataclasses.dataclass(frozen=True, slots=True)
class Action:
    """The base of all actions. A field is `Annotated[int, range(…)]` or `Annotated[str, NAMES]`."""

    word: ClassVar[str]  # set by the space: the class name in lower case


@dataclasses.dataclass(frozen=True, slots=True)
class Field:
    """One field of an action: its values in the order of their codes."""

    name: str
    values: tuple[int | str, ...]


class ActionSpace:
    """All actions of a game as one block of codes; families follow each other as declared.

    Families are only ever appended within a rules version, so that old records stay readable.
    """

    def __init__(self, families: Sequence[type[Action]]) -> None:
        self.families: Final = tuple(families)
        self._fields: dict[type[Action], tuple[Field, ...]] = {}
        self._base: dict[type[Action], int] = {}
        self._by_word = {family.__name__.lower(): family for family in families}
        self._actions: list[Action] = []
        for family in families:
            fields = _fields_of(family)
            self._fields[family] = fields
            self._base[family] = len(self._actions)
            for values in itertools.product(*(field.values for field in fields)):
                self._actions.append(family(*values))
        self._codes = {action: code for code, action in enumerate(self._actions)}
        self._texts = [self._text(action) for action in self._actions]
        self._by_text = {text: code for code, text in enumerate(self._texts)}

    def __len__(self) -> int:
        return len(self._actions)

    def base(self, family: type[Action]) -> int:
        """The first code of a family."""
        return self._base[family]

    @property
    def hash(self) -> str:
        """A short fingerprint of the whole table of actions."""
        return hashlib.blake2b("\n".join(self._texts).encode(), digest_size=8).hexdigest()

    def encode(self, action: Action) -> int:
        """The code of an action."""
        code = self._codes.get(action)
        if code is None:
            raise self._unknown(str(action))
        return code

    def decode(self, code: int) -> Action:
        """The action of a code."""
        if isinstance(code, bool) or not 0 <= code < len(self):
            raise IllegalAction(
                f"there is no action {echo(code)}; codes run from 0 to {len(self) - 1}",
                action=echo(code),
            )
        return self._actions[code]

    def to_text(self, code: int) -> str:
        """The line of text of a code, such as "tune p2 6"."""
        self.decode(code)
        return self._texts[code]

    def parse(self, text: str) -> int:
        """The code of a line of text; case and spacing are forgiven."""
        words = text.split()
        code = self._by_text.get(" ".join(words))
        if code is None:
            lower = " ".join(words).lower()
            for known, candidate in self._by_text.items():
                if known.lower() == lower:
                    return candidate
            raise self._unknown(text)
        return code

    def to_json(self, code: int) -> dict[str, int | str]:
        """The JSON object of a code, such as {"do": "tune", "space": "p2", "face": 6}."""
        action = self.decode(code)
        document: dict[str, int | str] = {"do": type(action).__name__.lower()}
        for field in self._fields[type(action)]:
            document[field.name] = getattr(action, field.name)
        return document

    def from_json(self, document: object) -> int:
        """The code of a JSON object; every key must be there and known."""
        if not isinstance(document, Mapping):
            raise IllegalAction(
                f'an action in JSON is an object such as {{"do": "…"}}, not {echo(document)}'
            )
        word = document.get("do")
        family = self._by_word.get(word) if isinstance(word, str) else None
        if family is None:
            raise IllegalAction(
                f'"do" is {echo(word)}; possible are {listed(self._by_word, "and")}',
                action=echo(word),
            )
        fields = self._fields[family]
        wanted = [field.name for field in fields]
        if set(document) != {"do", *wanted}:
            raise IllegalAction(
                f"{word} takes {listed(wanted, 'and')}, not "
                f"{echo(listed((key for key in document if key != 'do'), 'and'))}",
                action=str(word),
            )
        for field in fields:
            value = document[field.name]
            if isinstance(value, bool) or value not in field.values:
                raise IllegalAction(
                    f"{word} {field.name} is {echo(value)}; possible are "
                    f"{listed(field.values, 'and')}",
                    action=str(word),
                )
        return self._codes[family(*(document[name] for name in wanted))]

    def _text(self, action: Action) -> str:
        words = [type(action).__name__.lower()]
        words += [str(getattr(action, field.name)) for field in self._fields[type(action)]]
        return " ".join(words)

    def _unknown(self, text: str) -> IllegalAction:
        shown = echo(text)
        words = text.split()
        family = self._by_word.get(words[0].lower()) if words else None
        if family is None:
            hint = nearest(words[0], self._by_word) if words else ""
            hint = hint or f"; an action starts with {listed(self._by_word)}"
        else:
            example = self._texts[self._base[family]]
            hint = f'; {words[0].lower()} goes like "{example}"'
        return IllegalAction(f"{shown} is no action{hint}", action=shown)


def _fields_of(family: type[Action]) -> tuple[Field, ...]:
    """What a family's annotations say of its fields."""
    hints: dict[str, Any] = typing.get_type_hints(family, include_extras=True)
    return tuple(
        Field(field.name, tuple(hints[field.name].__metadata__[0]))
        for field in dataclasses.fields(family)
    )
