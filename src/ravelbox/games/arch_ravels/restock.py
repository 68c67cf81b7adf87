"""Step 2: the bazaar is filled, and only then what turned up is resolved."""

from __future__ import annotations

from typing import Final

from ravelbox.games.arch_ravels.codes import ASSIGN, REVEAL
from ravelbox.games.arch_ravels.events import begin_event
from ravelbox.games.arch_ravels.state import (
    ASSIGNED,
    EVENTS,
    NONE,
    REQUESTS,
    RESHUFFLED,
    SET_ASIDE,
    SPACES,
    TURNED_UP,
    ArchRavels,
    deck_size,
    who,
)
from ravelbox.kernel.rules import Chance, Choice, Step

SETTING_UP: Final = 1  # second memory of a draw in setup


class Restock(Step[ArchRavels]):
    """ARC-58. All empty spaces are filled in order, whether emptied this turn or left over.

    ARC-22: on every turn, shopping or not. ARC-59: nothing is resolved before.
    """

    def run(self, s: ArchRavels, seat: int, space: int, y: int, /) -> None:
        """Fill the next empty space."""
        while space < SPACES and s.bazaar[space] != NONE:
            space += 1
        if space < SPACES and has_card(s):
            s.then([DRAW_CARD.of(seat, space), RESTOCK.of(seat, space + 1)])


def has_card(s: ArchRavels) -> bool:
    """ARC-60. Whether a card is there to draw; an empty deck is made anew from the discard pile.

    If both are empty, spaces stay empty.
    """
    if deck_size(s) == 0 and s.discard:
        s.pool = sorted(s.discard)
        s.upper = len(s.pool)
        s.discard = []
        s.note(RESHUFFLED, who(s, s.active), s.upper, 0)
    return deck_size(s) > 0


class DrawCard(Chance[ArchRavels]):
    """ARC-58. The top card of the yarn deck: any card that may lie there, equally likely.

    While requests may come, the upper part is drawn from first: a card that is known to be in it, an
    unknown request, or one of the yarn cards and events that nobody has seen (ARC-14).
    """

    def outcomes(self, s: ArchRavels, space: int, x: int, y: int, /) -> int:
        """The cards of the upper part; without requests, all unseen cards."""
        special = len(s.known) + s.extras
        return special + s.upper if special else len(s.pool)

    def chosen(self, s: ArchRavels, which: int, seat: int, space: int, y: int, /) -> None:
        """Turn it up, or see which of the unknown ones it is."""
        known = len(s.known)
        if known + s.extras == 0:
            turn_up(s, seat, draw_plain(s, which), space, y)
        elif which < known:
            turn_up(s, seat, s.known.pop(which), space, y)
        elif which < known + s.extras:
            s.next(DRAW_REQUEST.of(seat, space, y))
        else:
            s.next(DRAW_PLAIN.of(seat, space, y))


class DrawRequest(Chance[ArchRavels]):
    """ARC-13. An extra request: any that was not put aside as a favourite (ruling Q33)."""

    def outcomes(self, s: ArchRavels, seat: int, space: int, y: int, /) -> int:
        """Those that nobody has seen."""
        return len(s.others)

    def chosen(self, s: ArchRavels, which: int, seat: int, space: int, y: int, /) -> None:
        """Turn it up."""
        s.extras -= 1
        turn_up(s, seat, s.others.pop(which), space, y)


class DrawPlain(Chance[ArchRavels]):
    """ARC-11. A yarn card or an event: any that nobody has seen, as all were shuffled together."""

    def outcomes(self, s: ArchRavels, seat: int, space: int, y: int, /) -> int:
        """Those cards."""
        return len(s.pool)

    def chosen(self, s: ArchRavels, which: int, seat: int, space: int, y: int, /) -> None:
        """Turn it up."""
        turn_up(s, seat, draw_plain(s, which), space, y)


def draw_plain(s: ArchRavels, which: int) -> int:
    """Take a yarn card or event out of the deck, from its upper part as long as it lasts."""
    if s.upper:
        s.upper -= 1
    else:
        s.lower -= 1
    return s.pool.pop(which)


def turn_up(s: ArchRavels, seat: int, card: int, space: int, setting_up: int) -> None:
    """Put a card into its space; ARC-15: in setup only yarn cards, the others are set aside."""
    if setting_up and card >= EVENTS:
        s.aside.append(card)
        s.note(SET_ASIDE, seat, card, 0)
    else:
        s.bazaar[space] = card
        s.note(TURNED_UP, seat, card, space | setting_up << 3)


class Resolve(Step[ArchRavels]):
    """ARC-61. All revealed events and requests are resolved one after another.

    In the order of the spaces, or as the active player likes (ruling Q8).
    """

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """The next of them."""
        revealed = revealed_spaces(s)
        if len(revealed) > 1 and s.house.any_order:
            s.then([CHOOSE_REVEALED.of(seat), RESOLVE.of(seat)])
        elif revealed:
            s.next(RESOLVE.of(seat))
            resolve(s, seat, revealed[0])


def revealed_spaces(s: ArchRavels) -> list[int]:
    """The spaces with an event or a request."""
    return [space for space in range(SPACES) if s.bazaar[space] >= EVENTS]


def resolve(s: ArchRavels, seat: int, space: int) -> None:
    """ARC-62. An event goes to the discard pile when it is done, a request to its holder.

    ARC-116: alone, it must be kept.
    """
    card = s.bazaar[space]
    if card < REQUESTS:
        s.next(PUT_AWAY.of(seat, space))
        begin_event(s, seat, card)
    elif len(s.characters) == 1:
        assign(s, seat, space, seat)
    else:
        s.next(ASSIGN_REQUEST.of(seat, space))


class ChooseRevealed(Choice[ArchRavels]):
    """Ruling Q8, ARC-61. The active player picks the next card to resolve."""

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """The spaces with an event or a request."""
        return [REVEAL + space for space in revealed_spaces(s)]

    def chosen(self, s: ArchRavels, code: int, seat: int, x: int, y: int, /) -> None:
        """Resolve it."""
        resolve(s, seat, code - REVEAL)


class PutAway(Step[ArchRavels]):
    """ARC-62. Its space becomes and stays empty: no replacement this turn (ARC-63)."""

    def run(self, s: ArchRavels, seat: int, space: int, y: int, /) -> None:
        """To the discard pile."""
        s.discard.append(s.bazaar[space])
        s.bazaar[space] = NONE


class AssignRequest(Choice[ArchRavels]):
    """ARC-74. The active player gives a revealed request to any player, also to themself."""

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """All seats: it cannot be discarded or refused."""
        return [ASSIGN + other for other in range(len(s.characters))]

    def chosen(self, s: ArchRavels, code: int, seat: int, space: int, y: int, /) -> None:
        """Hand it over."""
        assign(s, seat, space, code - ASSIGN)


def assign(s: ArchRavels, seat: int, space: int, other: int) -> None:
    """ARC-75. It lies face up with its holder, who can craft it from now on.

    ARC-64: it never comes into the discard pile. ARC-76: any number may be held.
    """
    request = s.bazaar[space] - REQUESTS
    s.bazaar[space] = NONE
    s.held[other] |= 1 << request
    s.note(ASSIGNED, who(s, seat), request, who(s, other))


RESTOCK: Final = Restock("ARC-58")
DRAW_CARD: Final = DrawCard("ARC-58")
DRAW_REQUEST: Final = DrawRequest("ARC-13")
DRAW_PLAIN: Final = DrawPlain("ARC-11")
RESOLVE: Final = Resolve("ARC-61")
CHOOSE_REVEALED: Final = ChooseRevealed("ARC-61")
PUT_AWAY: Final = PutAway("ARC-62")
ASSIGN_REQUEST: Final = AssignRequest("ARC-74")
