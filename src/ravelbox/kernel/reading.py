"""Parts of a position document read with care: every complaint names the key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ravelbox.kernel.errors import PositionError
from ravelbox.kernel.words import echo, listed


def need(fits: object, place: str, reason: str) -> None:
    """Complain unless something fits."""
    if not fits:
        raise PositionError(place, reason)


def within(n: int, span: range, place: str, what: str) -> None:
    """Complain about a number that is not possible here."""
    possible = f"{span[0]}" if len(span) == 1 else f"{span[0]} to {span[-1]}" if span else "nothing"
    need(n in span, place, f"{what} is {n}, but possible here is {possible}")


def written(members: int, ids: Sequence[str]) -> str:
    """A set by the ids of its members."""
    return " ".join([name for i, name in enumerate(ids) if members >> i & 1])


def text(value: object, place: str) -> str:
    """A text, which may be empty."""
    if not isinstance(value, str):
        raise PositionError(place, f"must be a text, not {echo(value)}")
    return value


def words(value: object, place: str, ids: Sequence[str], what: str) -> list[int]:
    """The words of a text as places in `ids`."""
    found = text(value, place).split()
    for word in found:
        need(word in ids, place, f"{echo(word)} is no {what}")
    return [ids.index(word) for word in found]


def once(found: list[int], place: str, ids: Sequence[str]) -> int:
    """The set of what was found, each of which is there once."""
    for i, n in Counter(found).items():
        need(n == 1, place, f"{ids[i]} is there twice")
    return sum(1 << i for i in found)


def fields(value: object, place: str, keys: Sequence[str]) -> dict[str, Any]:
    """An object that has exactly these keys."""
    if not isinstance(value, Mapping) or set(value) != set(keys):
        raise PositionError(place, f"must be an object of {listed(keys, 'and')}, not {echo(value)}")
    return dict(value)


def whole(value: object, place: str, span: range) -> int:
    """A whole number within bounds."""
    if type(value) is not int or value not in span:
        wanted = f"must be a whole number from {span[0]} to {span[-1]}"
        raise PositionError(place, f"{wanted}, not {echo(value)}")
    return value


def truth(value: object, place: str) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise PositionError(place, f"must be true or false, not {echo(value)}")
    return value


def choice(value: object, place: str, names: Sequence[str]) -> int:
    """One of these words, by its place among them."""
    possible = isinstance(value, str) and value in names
    need(possible, place, f"must be {listed(names)}, not {echo(value)}")
    return names.index(str(value))
