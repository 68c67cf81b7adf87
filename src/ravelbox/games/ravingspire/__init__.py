"""Ravingspire: a tower of turning rings, a deck that grows, and a Sanity that does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ravelbox.games.ravingspire import asking, barring, document, facts, telling
from ravelbox.games.ravingspire.actions import SPACE, Pay
from ravelbox.games.ravingspire.asking import QUESTIONS
from ravelbox.games.ravingspire.describing import describe
from ravelbox.games.ravingspire.effects import Fate
from ravelbox.games.ravingspire.guessing import determinize
from ravelbox.games.ravingspire.house import OPTIONS, house_of, options_of
from ravelbox.games.ravingspire.picking import GiveTo
from ravelbox.games.ravingspire.setup import new_table
from ravelbox.games.ravingspire.state import (
    FROM_HELPER,
    FROM_PLACE,
    GENERATED,
    KIND,
    NONE,
    Ravingspire,
    from_of,
)
from ravelbox.games.ravingspire.view import view
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import Game, Prompt, View
from ravelbox.kernel.options import Options
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import Note, State

STARTER: Final = next(n for n, card in enumerate(facts.FACTS.cards) if card.deck == "starter")
STARTING_DECK: Final = 12  # RSP-16


def _ours(state: State) -> Ravingspire:
    assert isinstance(state, Ravingspire)
    return state


class RavingspireGame(Game):
    """The cold face of Ravingspire."""

    name = "ravingspire"
    title = "Ravingspire"
    blurb = "Climb a turning tower, build a deck, keep your Sanity, and find the way out."
    rules = 1
    hides = True
    seats = range(1, 7)
    options = OPTIONS
    space = SPACE

    def rivals(self, options: Options, seats: int) -> bool:
        """RSP-143. Only where who escapes cannot free the others."""
        return seats > 1 and options["victory_mode"] == "competitive"

    def new(self, options: Options, seats: int) -> Ravingspire:
        """A new table; its setup is on the agenda."""
        return new_table(house_of(options, seats), seats)

    def seats_in(self, state: State) -> int:
        """How many seats a table has."""
        return len(_ours(state).heroes)

    def options_in(self, state: State) -> Options:
        """The options that a table is played with."""
        return options_of(_ours(state).house)

    def view(self, state: State, seat: int | None) -> View:
        """What a seat, or a spectator, may see."""
        return view(_ours(state), seat)

    def prompt(self, state: State, seat: int) -> Prompt | None:
        """What a seat is asked."""
        return asking.prompt(_ours(state), seat)

    def goes_on(self, before: int, code: int) -> bool:
        """The sources of a payment are one answer; a single one is taken back by name."""
        return {type(SPACE.decode(before)), type(SPACE.decode(code))} == {Pay}

    def determinize(self, state: State, seat: int, rng: Rng) -> None:
        """Redraw others' hands, and what others looked at."""
        determinize(_ours(state), seat, rng)

    def tell(self, note: Note, seat: int | None) -> Event | None:
        """The sentence of an event, for those who may hear it."""
        return telling.tell(note, seat)

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
        """RSP-144. There is no score: 1 for who escaped or was freed, else 0."""
        s = _ours(state)
        return [
            1.0 if s.result > 1 and (s.freed or seat == s.result - 2) else 0.0
            for seat in range(len(s.heroes))
        ]

    def dump(self, state: State) -> dict[str, Any]:
        """The table as a readable document."""
        return document.dump(_ours(state))

    def restore(self, document_: Mapping[str, Any], options: Options) -> Ravingspire:
        """The table of a document."""
        return document.restore(document_, options)

    def components(self, state: State) -> dict[str, int]:
        """Every card of every deck, wherever it is."""
        s = _ours(state)
        kinds = [kind for own in s.bags.own for kind in own]
        for pile in (s.pile, s.foe_pile, s.loot_pile):
            kinds += [place for place in pile if place >= 0]
        zones = (s.hands, s.decks, s.tops, s.discards, s.slots, s.played, s.asides)
        kinds += [card & KIND for zone in zones for cards in zone for card in cards if card != NONE]
        kinds += [*s.tower_deck, *s.spires, *s.banished, *s.setaside, *s.returning, *s.attached]
        kinds += [*s.left, *s.captured, *(kind for kind in s.ring if kind != NONE)]
        kinds += [kind for kind in (*s.towers, s.pending, s.spire, s.drawn) if kind != NONE]
        kinds += [entry & KIND for entry in s.paying if not _lies_elsewhere(entry)]
        if s.foe not in (NONE, s.spire):
            kinds.append(s.foe)
        if s.offered != NONE:
            kinds.append(s.offered & KIND)
        kinds += [frame[2] for frame in s.agenda if isinstance(s.rules[frame[0]], Fate | GiveTo)]
        kinds += [STARTER] * (STARTING_DECK * s.heroes.count(NONE))  # still in the box
        decks = Counter(facts.FACTS.cards[kind].deck for kind in kinds if kind < GENERATED)
        return {f"{deck} cards": n for deck, n in sorted(decks.items())}

    def check_content(self, path: Path | None) -> str:
        """Read the packs, or one on top of them."""
        return facts.check(path)


def _lies_elsewhere(entry: int) -> bool:
    """A source that still lies on the Battlemat, or in a helper's discard pile."""
    return from_of(entry) >= FROM_PLACE or from_of(entry) == FROM_HELPER


GAME: Final = RavingspireGame()

__all__ = ["GAME"]
