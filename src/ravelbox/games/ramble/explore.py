"""Drawing Explore cards, In the Dark, and the hand limit."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ramble.codes import DISCARD, GPS, HANDBOOK
from ravelbox.games.ramble.specials import add_plays, play_gps, play_handbook
from ravelbox.games.ramble.state import (
    DARKER,
    DREW,
    HELD_KINDS,
    ITD_KIND,
    KIND_BITS,
    LOST_NIGHT,
    MOST_CARDS,
    ON_TOP,
    RESHUFFLED,
    SHED,
    TILES,
    Ramble,
    discard,
    has_left,
    holds,
    lose,
    size,
    who,
)
from ravelbox.kernel.native import i64
from ravelbox.kernel.pile import face_down
from ravelbox.kernel.rules import Chance, Choice, Step


class DrawExplore(Chance[Ramble]):
    """RMB-61. The active seat draws exactly two cards, each resolved before the next.

    RMB-66: the deck is never empty here. RMB-78: nobody can play between the two cards.
    """

    def outcomes(self, s: Ramble, seat: int, x: int, y: int, /) -> int:
        """The cards of the deck, each equally likely."""
        return int(size(s.explore))

    def chosen(self, s: Ramble, which: int, seat: int, x: int, y: int, /) -> None:
        """RMB-62. A Landmark or Special card goes to the hand; In the Dark is resolved (RMB-63)."""
        kind = take_card(s, which)
        s.note(DREW, who(s, seat), kind, 0)
        if kind == ITD_KIND:
            if fall_dark(s):
                return
        else:
            s.hands[seat] += 1 << kind * KIND_BITS
            if has_left(s):
                return
        reshuffle(s)


def take_card(s: Ramble, which: int) -> int:
    """The kind of the card number `which` of the Explore deck, counted by kind; it leaves the deck."""
    left: i64 = which
    kind: i64 = 0
    while True:
        n = holds(s.explore, kind)
        if left < n:
            break
        left -= n
        kind += 1
    s.explore -= 1 << int(kind * KIND_BITS)
    return int(kind)


def reshuffle(s: Ramble) -> None:
    """RMB-64. When a card is resolved and the deck is empty, the discard becomes the new deck.

    RMB-65: what is discarded after that starts a new discard.
    """
    if s.explore == 0:
        s.explore = s.explored
        s.explored = 0
        s.note(RESHUFFLED, s.active, int(size(s.explore)), 0)


def fall_dark(s: Ramble) -> bool:
    """RMB-70 to RMB-74. In the Dark, one instruction after the other; whether that lost the game.

    RMB-71, RMB-134: on the last notch of the meter all is over, before anything is shuffled.
    RMB-75: of two in a row only the first finds cards to shuffle. RMB-76: in another turn there are
    new ones.
    """
    s.notch += 1
    if s.notch > len(s.house.levels):
        s.note(LOST_NIGHT, s.active, s.notch, 0)
        lose(s)
        return True
    s.note(DARKER, s.active, s.notch, s.house.levels[s.notch - 1])
    return_discards(s)
    s.explored += 1 << ITD_KIND * KIND_BITS
    return False


def return_discards(s: Ramble) -> None:
    """RMB-72. The Lights Out discards are shuffled and put on top of the pile, as a layer.

    The rest keeps its order below. RMB-73: without discards nothing happens. RMB-77: cards removed from the game are in no discard, so they never return.
    """
    if s.burnt:
        cards = tuple([card for card in range(TILES) if s.burnt >> card & 1])
        s.lights = face_down(s.bags.mix(cards), len(cards)) + s.lights
        s.burnt = 0
        s.note(ON_TOP, s.active, len(cards), 0)


class KeepHandLimit(Step[Ramble]):
    """RMB-80. A hand holds at most five cards, Landmark and Special together.

    RMB-82: checked after a draw phase, or after each drawn card; RMB-83: after Give and Steal at
    once, for the seat that received. RMB-85: nobody discards at other times.
    """

    def run(self, s: Ramble, seat: int, x: int, y: int, /) -> None:
        """Shed one by one."""
        if size(s.hands[seat]) > MOST_CARDS:
            s.then([SHED_CARD.of(seat), KEEP_HAND_LIMIT.of(seat)])


class ShedCard(Choice[Ramble]):
    """RMB-81. Discard a card without effect, or play a playable Special card.

    RMB-84: the seat itself chooses; the card just received may go as well.
    """

    def options(self, s: Ramble, seat: int, x: int, y: int, /) -> list[int]:
        """What can be played, and every kind held."""
        codes: list[int] = []
        add_plays(s, codes, seat, HANDBOOK, GPS)
        for kind in range(HELD_KINDS):
            if holds(s.hands[seat], kind):
                codes.append(DISCARD + kind)
        return codes

    def chosen(self, s: Ramble, code: int, seat: int, x: int, y: int, /) -> None:
        """One card goes."""
        if code >= DISCARD:
            discard(s, seat, code - DISCARD, 1)
            s.note(SHED, who(s, seat), code - DISCARD, 0)
        elif code < GPS:
            play_handbook(s, seat, code - HANDBOOK)
        else:
            s.next(play_gps(s, seat, code - GPS))


DRAW_EXPLORE: Final = DrawExplore("RMB-61")
KEEP_HAND_LIMIT: Final = KeepHandLimit("RMB-80")
SHED_CARD: Final = ShedCard("RMB-81")
