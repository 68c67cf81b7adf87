"""Parts of a position document: what is read, and the complaint that names its key."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ravelbox.kernel import reading
from ravelbox.kernel.errors import PositionError

IDS = ("hat", "bear", "scarf")


def test_parts_are_read_as_they_are_meant() -> None:
    """Texts, words, sets, objects, numbers, truths and choices."""
    assert reading.text("", "key") == ""
    assert reading.words("scarf hat hat", "key", IDS, "item") == [2, 0, 0]
    assert reading.once([0, 2], "key", IDS) == 0b101
    assert reading.written(0b101, IDS) == "hat scarf"
    assert reading.fields({"b": 1, "a": 2}, "key", ("a", "b")) == {"a": 2, "b": 1}
    assert reading.whole(3, "key", range(4)) == 3
    assert reading.truth(False, "key") is False
    assert reading.choice("bear", "key", IDS) == 1
    reading.need(True, "key", "never said")
    reading.within(2, range(1, 3), "key", "the number")


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (lambda: reading.text(3, "key"), "key: must be a text, not 3"),
        (lambda: reading.words("hat cape", "key", IDS, "item"), 'key: "cape" is no item'),
        (lambda: reading.words(3, "key", IDS, "item"), "key: must be a text, not 3"),
        (lambda: reading.once([1, 1], "key", IDS), "key: bear is there twice"),
        (lambda: reading.fields({"a": 1}, "key", ("a", "b")), "key: must be an object of a and b"),
        (lambda: reading.fields([], "key", ("a", "b")), "key: must be an object of a and b, not []"),
        (lambda: reading.whole(4, "key", range(4)), "key: must be a whole number from 0 to 3, not 4"),
        (lambda: reading.whole(True, "key", range(4)), "key: must be a whole number from 0 to 3"),
        (lambda: reading.truth(1, "key"), "key: must be true or false, not 1"),
        (lambda: reading.choice("cape", "key", IDS), 'key: must be hat, bear or scarf, not "cape"'),
        (lambda: reading.choice(["hat"], "key", IDS), "key: must be hat, bear or scarf"),
        (lambda: reading.need([], "key", "is missing"), "key: is missing"),
        (lambda: reading.within(4, range(1, 3), "key", "it"), "key: it is 4, but possible here is 1 to 2"),
        (lambda: reading.within(4, range(1, 2), "key", "it"), "key: it is 4, but possible here is 1"),
        (lambda: reading.within(4, range(0), "key", "it"), "key: it is 4, but possible here is nothing"),
    ],
)  # fmt: skip
def test_a_part_that_is_none_is_refused_by_its_key(part: Callable[[], object], said: str) -> None:
    """One line, with what came and what was possible."""
    with pytest.raises(PositionError) as refusal:
        part()
    assert str(refusal.value).startswith(said)
