"""What games go by when they say why something cannot be chosen: the question, and who looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ravelbox.kernel.game import View

Facts = dict[str, Any]


class Now(NamedTuple):
    """A question at a table with seats, and whose eyes it is seen with."""

    t: Facts
    me: Facts  # the seat
    rule: str
    points: frozenset[str]  # all that the answers point at
    general: str  # what is said where there is nothing better to say

    @classmethod
    def of(cls, view: View, questions: Mapping[str, str]) -> Now:
        """What is asked in a view; `questions` has it in words, by rule."""
        prompt = view.prompt
        assert prompt is not None
        me = view.table["seats"][view.actor if view.seat is None else view.seat]
        return cls(view.table, me, prompt.rule, prompt.points(), general(questions, prompt.rule))

    def asks(self, kind: str) -> bool:
        """Whether something of a kind can be pointed at."""
        return any(point.startswith(kind) for point in self.points)


def general(questions: Mapping[str, str], rule: str) -> str:
    """The sentence that is true of whatever cannot be chosen."""
    return f"Now the question is {questions[rule]} ({rule})."
