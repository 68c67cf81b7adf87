"""Arch Ravels: yarn from the bazaar, items from yarn, projects from items. For 2 to 4, or alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ravelbox.games.arch_ravels import asking, barring, document, facts, mixing, telling
from ravelbox.games.arch_ravels.actions import SPACE, Colour, Count
from ravelbox.games.arch_ravels.asking import QUESTIONS
from ravelbox.games.arch_ravels.ending import score
from ravelbox.games.arch_ravels.house import OPTIONS, house_of, options_of, seats_of
from ravelbox.games.arch_ravels.setup import new_table
from ravelbox.games.arch_ravels.state import (
    CARDS,
    EVENTS,
    NONE,
    REQUESTS,
    ArchRavels,
)
from ravelbox.games.arch_ravels.view import describe, view
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import Amounts, Game, Prompt, View
from ravelbox.kernel.options import Options
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import Note, State


def _ours(state: State) -> ArchRavels:
    assert isinstance(state, ArchRavels)
    return state


class ArchRavelsGame(Game):
    """The cold face of Arch Ravels."""

    name = "arch_ravels"
    title = "Arch Ravels"
    blurb = "Shop for yarn, craft what people wish for, and finish the best projects first."
    rules = 1
    seats = range(1, 5)  # ARC-1, ARC-115
    options = OPTIONS
    space = SPACE

    def seats_of(self, options: Options) -> int:
        """ARC-1, ARC-115. Two unless said, and one alone."""
        return seats_of(options)

    def rivals(self, options: Options, seats: int) -> bool:
        """ARC-108, ARC-122. Alone, one plays for points."""
        return seats > 1

    def new(self, options: Options, seats: int) -> ArchRavels:
        """A new table; its setup is on the agenda."""
        return new_table(house_of(options, seats), seats)

    def seats_in(self, state: State) -> int:
        """How many seats a table has."""
        return len(_ours(state).characters)

    def options_in(self, state: State) -> Options:
        """The options that a table is played with."""
        return options_of(_ours(state).house)

    def view(self, state: State, seat: int | None) -> View:
        """The whole table: only the order of the decks is hidden, and nobody has that."""
        return view(_ours(state), seat)

    def prompt(self, state: State, seat: int) -> Prompt | None:
        """What a seat is asked."""
        return asking.prompt(_ours(state), seat)

    def mixed(self, state: State, counts: Sequence[int]) -> list[int]:
        """The codes that pay or take these amounts of yarn."""
        return mixing.mixed(_ours(state), counts)

    def amounts(self, state: State, choose: Callable[[State], int]) -> Amounts:
        """The amounts of yarn that somebody pays or takes who answers colour by colour."""
        return mixing.amounts(_ours(state), choose)

    def goes_on(self, before: int, code: int) -> bool:
        """Amounts colour by colour, and the two colours of Mittens, are one answer."""
        families = {type(SPACE.decode(before)), type(SPACE.decode(code))}
        return families in ({Count}, {Colour})

    def determinize(self, state: State, seat: int, rng: Rng) -> None:
        """Nothing: decks have no order in the state, so no secret lies in it."""

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
        """ARC-107. Points, exact to a quarter."""
        s = _ours(state)
        return [score(s, seat) / 4 for seat in range(len(s.characters))]

    def dump(self, state: State) -> dict[str, Any]:
        """The table as a readable document."""
        return document.dump(_ours(state))

    def restore(self, document_: Mapping[str, Any], options: Options) -> ArchRavels:
        """The table of a document."""
        return document.restore(document_, options)

    def components(self, state: State) -> dict[str, int]:
        """Cards of the yarn deck, requests and projects, wherever they are.

        Yarn and items come from the supply and go back to it.
        """
        s = _ours(state)
        built = bool(s.pool or s.discard or any(card != NONE for card in s.bazaar))
        cards = [card for card in [*s.pool, *s.known, *s.discard, *s.aside, *s.bazaar] if card >= 0]
        plain = [card for card in cards if card < REQUESTS]
        requests = {card - REQUESTS for card in cards if card >= REQUESTS}
        requests |= {card - REQUESTS for card in s.others}
        kept = [held | done for held, done in zip(s.held, s.done, strict=True)]
        requests |= {r for r in range(CARDS - REQUESTS) for bits in kept if bits >> r & 1}
        projects = [project for project in s.listed if project != NONE] + s.plans
        return {
            "yarn cards": sum(card < EVENTS for card in plain) if built else 74,
            "events": sum(card >= EVENTS for card in plain) if built else 12,
            "requests": len(requests) if built else 26,
            "projects": len(projects) + sum(won.bit_count() for won in s.won),
        }

    def check_content(self, path: Path | None) -> str:
        """Read the bazaar."""
        bazaar = facts.load(path or facts.FILE)
        cards = sum(card.copies for card in bazaar.cards if card.kind != "request")
        return (
            f"{cards} yarn cards and events, {len(bazaar.requests)} requests, "
            f"{len(bazaar.projects)} projects, {len(bazaar.tiles)} tiles, "
            f"{len(bazaar.characters)} characters"
        )


GAME: Final = ArchRavelsGame()

__all__ = ["GAME"]
