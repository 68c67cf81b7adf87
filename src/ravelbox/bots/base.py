"""What a bot is, and the chair it sits on: the fair view of a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ravelbox.kernel.rng import Rng

if TYPE_CHECKING:
    from ravelbox.kernel.game import Game, View
    from ravelbox.kernel.match import Match
    from ravelbox.kernel.rules import State


class Chair:
    """One seat at a table as a bot may use it; the live state is never handed out."""

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.legal = [code for code in state.legal() if game.owner(state, code) == seat]
        self._state = state

    def view(self) -> View:
        """What the seat sees."""
        return self.game.view(self._state, self.seat)

    def sample(self, rng: Rng) -> State:
        """A copy of the table on which all that the seat cannot know is redrawn fairly."""
        copy = self._state.clone()
        self.game.determinize(copy, self.seat, rng)
        return copy


class Bot(ABC):
    """Somebody who answers questions."""

    name: str

    @abstractmethod
    def choose(self, chair: Chair) -> int:
        """One of `chair.legal`."""


def play_out(match: Match, bots: Sequence[Bot]) -> None:
    """Let bots, one a seat, play a match to its end."""
    while not match.over:
        seat = match.state.actor
        code = bots[seat].choose(Chair(match.game, match.state, seat))
        match.play(seat, [code])
