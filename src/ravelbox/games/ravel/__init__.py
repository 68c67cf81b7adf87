"""R.A.V.E.L.: eight dice, sixteen cogs; unlock them all before you are stuck. For one player."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ravelbox.games.ravel import barring, document, plates, telling
from ravelbox.games.ravel.actions import SPACE
from ravelbox.games.ravel.asking import QUESTIONS
from ravelbox.games.ravel.deal import RavelDealt
from ravelbox.games.ravel.plates import COLOURS
from ravelbox.games.ravel.seeds import OPTIONS, format_seed, parse_seed
from ravelbox.games.ravel.setup import new_table
from ravelbox.games.ravel.state import EMPTY, WON, Ravel, cards_left
from ravelbox.games.ravel.view import describe, house_of, options_of, view
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import Game, View
from ravelbox.kernel.options import Options
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import Note, State


def _ours(state: State) -> Ravel:
    assert isinstance(state, Ravel)
    return state


class RavelGame(Game):
    """The cold face of R.A.V.E.L."""

    name = "ravel"
    title = "R.A.V.E.L."
    blurb = "Eight dice, sixteen cogs: unlock them all before you are stuck."
    rules = 1
    seats = range(1, 2)
    options = OPTIONS
    space = SPACE

    def new(self, options: Options, seats: int) -> Ravel:
        """A new table; its setup is on the agenda."""
        assert seats == 1
        return new_table(house_of(options))

    def seats_in(self, state: State) -> int:
        """One."""
        return 1

    def options_in(self, state: State) -> Options:
        """The options that a table is played with."""
        return options_of(_ours(state).house)

    def view(self, state: State, seat: int | None) -> View:
        """The whole table: it holds nothing that its player may not see."""
        return view(_ours(state), seat)

    def determinize(self, state: State, seat: int, rng: Rng) -> None:
        """Nothing: face-down cards are bags, so no secret lies in the state."""

    def tell(self, note: Note, seat: int | None) -> Event | None:
        """The sentence of an event."""
        return telling.tell(note)

    def describe(self, view: View) -> str:
        """The table in plain lines."""
        return describe(view)

    def barred(self, view: View) -> dict[str, str]:
        """Why something cannot be chosen now."""
        return barring.barred(view)

    def question(self, state: State) -> str:
        """The open question in a few words."""
        return QUESTIONS[self.rule(state)]

    def scores(self, state: State) -> list[float]:
        """1 for victory, 0 for defeat; there is no printed score (RVL-99)."""
        return [1.0 if _ours(state).result == WON else 0.0]

    def dump(self, state: State) -> dict[str, Any]:
        """The table as a readable document."""
        return document.dump(_ours(state))

    def restore(self, document_: Mapping[str, Any], options: Options) -> Ravel:
        """The table of a document."""
        return document.restore(document_, house_of(options))

    def components(self, state: State) -> dict[str, int]:
        """RVL-110. Dice by colour, tokens, cards in play, and cards whose whereabouts are known."""
        s = _ours(state)
        hand = [s.hand] if s.hand != EMPTY else []
        seen = {*s.removed, *hand, *(card for stack in s.stacks for card in stack if card >= 0)}
        possible = {card for own in s.bags.own for card in own}
        dice = set(s.die) - {EMPTY}
        return {
            **{f"{name} dice": sum(d >> 1 == i for d in dice) for i, name in enumerate(COLOURS)},
            "tokens": s.ready + s.spent,
            "cards": cards_left(s) + len(s.removed) + len(hand),
            "cards by name": len(seen) + len(possible),
        }

    def check_content(self, path: Path | None) -> str:
        """Read the 32 Cog cards."""
        cogs = plates.load(path or plates.FILE)
        return f"{len(cogs)} cog cards"

    def dealt(self, seed: str) -> RavelDealt:
        """The dealer of seed strings and daily puzzles."""
        return RavelDealt(seed)

    def read_seed(self, text: str, given: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
        """A bare seed, or a whole seed string such as RVL1:S:8:RAVEL-DEMO."""
        if ":" not in text:
            return text, given
        puzzle = parse_seed(text)
        return puzzle.seed, puzzle.options

    def seed_string(self, seed: str, options: Options) -> str:
        """The seed string of a puzzle."""
        return format_seed(seed, options)


GAME: Final = RavelGame()

__all__ = ["GAME"]
