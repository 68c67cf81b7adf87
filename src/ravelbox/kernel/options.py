"""A game's options: declared once, checked in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.words import echo, listed, nearest

Value = str | int | bool
Options = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice made before a game: its values, the default, and what it means."""

    name: str
    values: tuple[Value, ...]
    default: Value
    explain: str  # one line for people
    ruling: str  # the rule or ruling behind it

    def read(self, value: object) -> Value:
        """The value as one of ours; texts such as "true" and "9" are understood."""
        for known in self.values:
            if type(value) is type(known) and value == known:
                return known
        if isinstance(value, str):
            for known in self.values:
                if value.strip().lower() == spelled(known).lower():
                    return known
        raise BadOption(
            f"option {self.name} cannot be {echo(value)}; possible are {_span(self.values)}",
            option=self.name,
        )


def spelled(value: Value) -> str:
    """A value as text: true and false in lower case, everything else as it is."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def check(declared: Sequence[Option], given: Mapping[str, object]) -> Options:
    """All options of a table: the given ones checked, the others at their defaults."""
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            hint = nearest(str(name), names) or f"; possible are {listed(names, 'and')}"
            raise BadOption(f"there is no option {echo(str(name))}{hint}", option=str(name))
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default
        for option in declared
    }


def unusual(declared: Sequence[Option], chosen: Options) -> Options:
    """The options that are not at their defaults."""
    return {
        option.name: chosen[option.name]
        for option in declared
        if chosen[option.name] != option.default
    }


def _span(values: Sequence[Value]) -> str:
    """Values as a sentence lists them; a run of numbers by its ends."""
    numbers = [value for value in values if type(value) is int]  # true and false are none
    if len(numbers) == len(values) and len(values) > 3:  # noqa: PLR2004  # worth shortening
        return f"{min(numbers)} to {max(numbers)}"
    return listed(spelled(value) for value in values)
