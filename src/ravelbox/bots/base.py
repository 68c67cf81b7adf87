"""What a bot is, and the chair it sits on: the fair view of a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ravelbox.kernel.position import dump
from ravelbox.kernel.rng import Rng

if TYPE_CHECKING:
    from ravelbox.kernel.events import Event
    from ravelbox.kernel.game import Game, View
    from ravelbox.kernel.match import Match
    from ravelbox.kernel.options import Options
    from ravelbox.kernel.rules import State


class Bookmark(NamedTuple):
    """How far somebody has heard a match; only chairs read it, since its length counts luck."""

    length: int
    mark: str


START: Final = Bookmark(0, "")


class Chair:
    """One seat at a table as a bot may use it; the live state is never handed out.

    What happened is known only where a whole match is played.
    """

    def __init__(self, game: Game, state: State, seat: int, match: Match | None = None) -> None:
        self.game = game
        self.seat = seat
        self.legal = [code for code in state.legal() if game.owner(state, code) == seat]
        self._state = state
        self._match = match

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return self.game.seats_in(self._state)

    @property
    def options(self) -> Options:
        """What the table is played with."""
        return self.game.options_in(self._state)

    @property
    def hidden(self) -> bool:
        """Whether others know what this seat does not, so that a sample is only one of many."""
        return self.game.hides and self.seats > 1

    def view(self) -> View:
        """What the seat sees."""
        return self.game.view(self._state, self.seat)

    def told(self, since: Bookmark = START) -> list[Event] | None:
        """What happened since, as the seat may be told; None if that was taken back meanwhile."""
        match = self._match
        if match is None:
            return []
        if since != START and match.mark(since.length) != since.mark:
            return None
        return match.log(self.seat, since=since.length)

    def bookmark(self) -> Bookmark:
        """Where the match stands."""
        return Bookmark(len(self._match), self._match.mark()) if self._match else START

    def scores(self) -> list[float]:
        """The final score of each seat, once the match is over."""
        return self.game.scores(self._state)

    def sample(self, rng: Rng) -> State:
        """A copy of the table on which all that the seat cannot know is redrawn fairly."""
        copy = self._state.clone()
        self.game.determinize(copy, self.seat, rng)
        return copy

    def document(self, rng: Rng) -> dict[str, Any]:
        """Such a sample as a document, to be thought about elsewhere."""
        sample = self.sample(rng)
        return dump(self.game, self.game.options_in(sample), sample)


class Bot(ABC):
    """Somebody who answers questions."""

    name: str
    says: str = ""  # what it meant by its last answer, in a few words

    @abstractmethod
    def choose(self, chair: Chair) -> int:
        """One of `chair.legal`."""

    def ended(self, chair: Chair) -> None:  # noqa: B027  # most do not care
        """The match is over, and the chair shows how."""

    def close(self) -> None:  # noqa: B027  # most hold nothing
        """Let go of whatever it holds; whoever is asked again takes it up again."""


def play_out(match: Match, bots: Sequence[Bot]) -> None:
    """Let bots, one a seat, play a match to its end, and tell them of it."""
    game = match.game
    try:
        while not match.over:
            seat = match.state.actor
            code = bots[seat].choose(Chair(game, match.state, seat, match))
            match.play(seat, [code])
        for seat in range(match.header.seats):
            bots[seat].ended(Chair(game, match.state, seat, match))
    finally:
        for bot in bots:
            bot.close()
