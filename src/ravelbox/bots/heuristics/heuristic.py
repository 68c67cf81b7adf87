"""The contract of a heuristic: what looks best from here."""

from __future__ import annotations

from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import State


class Heuristic:
    """What a game's greedy player looks at; one for each game, in `bots/heuristics/`."""

    def best(self, state: State, legal: list[int], rng: Rng) -> list[int]:
        """The codes that look best; any of them is as good."""
        raise AssertionError("a game's heuristic says what is best")


def highest(codes: list[int], worths: list[float]) -> list[int]:
    """The codes whose worth is highest."""
    most = max(worths)
    return [codes[i] for i in range(len(codes)) if worths[i] == most]


def along(table: State, codes: list[int]) -> dict[int, int]:
    """What a plan says to do, by the tables at which to do it; luck comes after its last code."""
    planned: dict[int, int] = {}
    s = table.clone()
    for i in range(len(codes)):
        if i:
            s.apply(codes[i - 1])
        planned[hash(s.freeze())] = codes[i]
    return planned
