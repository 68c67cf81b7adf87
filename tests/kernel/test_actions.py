"""The four faces of an action, and what is said to those who get one wrong."""

from __future__ import annotations

import pytest

import ravelbox
from ravelbox.games.ravel.actions import SPACE, Exchange, Resign, Tune
from ravelbox.kernel.errors import IllegalAction


@pytest.mark.parametrize("name", ravelbox.games())
def test_every_face_leads_back_to_the_code(name: str) -> None:
    """Dataclass, JSON and text are read back to the code they were printed from."""
    space = ravelbox.load(name).space
    for code in range(len(space)):
        assert space.encode(space.decode(code)) == code
        assert space.from_json(space.to_json(code)) == code
        assert space.parse(space.to_text(code)) == code
        assert space.parse(f"  {space.to_text(code).upper()}  ") == code
    assert len({space.to_text(code) for code in range(len(space))}) == len(space)


def test_the_faces_of_one_action() -> None:
    """As the documentation shows them."""
    code = SPACE.encode(Tune(space="p2", face=6))
    assert SPACE.decode(code) == Tune("p2", 6)
    assert SPACE.to_json(code) == {"do": "tune", "space": "p2", "face": 6}
    assert SPACE.to_text(code) == "tune p2 6"
    assert SPACE.decode(0) == Resign()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tuen p2 6", 'did you mean "tune"'),
        ("tune p2", 'tune goes like "tune p0 1"'),
        ("zzz", "an action starts with resign, stop, unlock"),
        ("", '"" is no action'),
    ],
)
def test_wrong_texts_are_named_and_helped(text: str, said: str) -> None:
    """The message repeats what came and says what would be understood."""
    with pytest.raises(IllegalAction) as refusal:
        SPACE.parse(text)
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"do": "tune", "space": "p9", "face": 6}, "tune space is"),
        ({"do": "tune", "space": "p1", "face": True}, "tune face is True"),
        ({"do": "tune", "space": "p1"}, "tune takes space and face"),
        ({"do": "tune", "space": "p1", "face": 6, "x": 1}, "space, face and x"),
        ({"do": 5}, '"do" is 5'),
        ([], "an object such as"),
    ],
)
def test_wrong_json_is_named_and_helped(document: object, said: str) -> None:
    """Keys and values are checked one by one."""
    with pytest.raises(IllegalAction) as refusal:
        SPACE.from_json(document)
    assert said in str(refusal.value)


@pytest.mark.parametrize("code", [-1, len(SPACE), 10**30])
def test_codes_outside_the_space_are_refused(code: int) -> None:
    """The message says how far codes run."""
    with pytest.raises(IllegalAction, match=r"codes run from 0 to 221"):
        SPACE.decode(code)


def test_an_action_that_is_no_value_of_its_fields_is_refused() -> None:
    """A dataclass can be built with nonsense, but not encoded."""
    with pytest.raises(IllegalAction):
        SPACE.encode(Exchange("p0", "p9"))
