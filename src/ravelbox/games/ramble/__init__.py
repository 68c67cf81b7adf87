"""Ramble: six landmark tokens in a park whose lamps go out, and everyone to the exit. For 1 to 6."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ravelbox.games.ramble import asking, barring, document, facts, telling
from ravelbox.games.ramble.actions import SPACE
from ravelbox.games.ramble.asking import QUESTIONS
from ravelbox.games.ramble.facts import KINDS
from ravelbox.games.ramble.house import OPTIONS, house_of, options_of, seats_of
from ravelbox.games.ramble.setup import COPIES, new_table
from ravelbox.games.ramble.state import (
    ITD_KIND,
    KIND_BITS,
    TILES,
    WON,
    Ramble,
    holds,
    remaining,
)
from ravelbox.games.ramble.view import describe, view
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import Game, Prompt, View
from ravelbox.kernel.options import Options
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import Note, State


def _ours(state: State) -> Ramble:
    assert isinstance(state, Ramble)
    return state


class RambleGame(Game):
    """The cold face of Ramble. RMB-3: players may talk as they like; nothing here binds them."""

    name = "ramble"
    title = "Ramble"
    blurb = "Collect six landmark tokens and get out together before the lamps do."
    rules = 1
    seats = range(2, 7)  # RMB-2
    options = OPTIONS
    space = SPACE

    def seats_of(self, options: Options) -> int:
        """RMB-181. As many as players, but three for one and four for two."""
        return seats_of(options)

    def new(self, options: Options, seats: int) -> Ramble:
        """A new table; its setup is on the agenda."""
        return new_table(house_of(options, seats), seats)

    def seats_in(self, state: State) -> int:
        """How many seats a table has."""
        return len(_ours(state).pawns)

    def options_in(self, state: State) -> Options:
        """The options that a table is played with."""
        return options_of(_ours(state).house)

    def view(self, state: State, seat: int | None) -> View:
        """The whole table: all that is hidden is the order of the piles, and nobody has that."""
        return view(_ours(state), seat)

    def prompt(self, state: State, seat: int) -> Prompt | None:
        """What a seat is asked, or may call out."""
        return asking.prompt(_ours(state), seat)

    def owner(self, state: State, code: int) -> int:
        """RMB-99. A called play belongs to the seat that holds the card."""
        return asking.owner(_ours(state), code)

    def determinize(self, state: State, seat: int, rng: Rng) -> None:
        """Nothing: decks are counts and bags, so no secret lies in the state."""

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
        """RMB-137. 1 for every seat of a victorious team, else 0."""
        s = _ours(state)
        return [1.0 if s.result == WON else 0.0] * len(s.pawns)

    def dump(self, state: State) -> dict[str, Any]:
        """The table as a readable document."""
        return document.dump(_ours(state))

    def restore(self, document_: Mapping[str, Any], options: Options) -> Ramble:
        """The table of a document."""
        return document.restore(document_, options)

    def components(self, state: State) -> dict[str, int]:
        """Tiles, Lights Out cards, and Explore cards by kind, wherever they are.

        On the last notch the card that brought the night lies on the table, in no pile (RMB-71).
        """
        s = _ours(state)
        cards = [*s.hands, s.explore, s.explored]
        hidden = [card for own in s.bags.own for card in own]
        shown = [card for card in s.lights if card >= 0]
        gone = TILES - remaining(s).bit_count()
        night = s.notch > len(s.house.levels)
        if s.turns == 0 and not holds(s.explore, ITD_KIND):  # set aside for the deal (RMB-22)
            cards.append(COPIES[ITD_KIND] << ITD_KIND * KIND_BITS)
        return {
            "tiles": s.lit.bit_count() + s.dark.bit_count() + gone,
            "Lights Out cards": len(set(hidden + shown)) + s.burnt.bit_count() + gone
            if s.lights or s.burnt
            else TILES,  # not yet out of the box
            **{
                kind: sum(int(holds(pile, i)) for pile in cards) + (kind == "ITD" and night)
                for i, kind in enumerate(KINDS)
            },
        }

    def check_content(self, path: Path | None) -> str:
        """Read the park."""
        park = facts.load(path or facts.FILE)
        cards = sum(kind.copies for kind in park.kinds)
        return f"{len(park.tiles)} tiles, {cards} Explore cards, {len(park.roles)} parkgoers"


GAME: Final = RambleGame()

__all__ = ["GAME"]
