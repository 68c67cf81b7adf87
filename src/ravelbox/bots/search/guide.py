"""What a search must know of a game: moves worth a thought, how they look, what a table is worth."""

from __future__ import annotations

from typing import Final

from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import RESIGN, State

CURIOSITY: Final = 1.2
ENOUGH: Final = 300


class Line:
    """A way to go on: a code, what the seat means to do after it, and how promising that looks."""

    def __init__(self, codes: list[int], prior: float) -> None:
        self.codes = codes  # at least one; luck and others have a say only after the last
        self.prior = prior


class Guide:
    """A game's knowledge for the search; one for each game, in `bots/heuristics/`."""

    def __init__(self) -> None:
        self.curiosity = CURIOSITY  # how much a prior counts beside what was seen
        self.enough = ENOUGH  # walks that show what a decision is worth
        self.halving = False  # whether moves are tried equally and the worse half left each time

    def moves(self, s: State) -> list[int]:
        """The codes worth a thought, at least one; giving up is none while anything else is."""
        codes = s.legal()
        return codes[1:] if codes[0] == RESIGN and len(codes) > 1 else codes

    def priors(self, s: State, codes: list[int], rng: Rng) -> list[float]:
        """How promising each code looks at a glance: weights that need not sum to anything."""
        return [1.0] * len(codes)

    def lines(self, s: State, codes: list[int], rng: Rng) -> list[Line]:
        """The ways to go on that begin with these codes: the moves themselves, or whole plans."""
        priors = self.priors(s, codes, rng)
        return [Line([codes[i]], priors[i]) for i in range(len(codes))]

    def values(self, s: State, rng: Rng) -> list[float]:
        """What each seat may expect, from 0 (lost) to 1 (won). The table may be played on."""
        raise AssertionError("a game's guide says what a table is worth")
