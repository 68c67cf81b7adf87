"""Special cards: the Handbook and the GPS, and the moments at which they can be played.

RMB-96: the open points are the active seat's choice of an action (turn.py), the moment before each
Lights Out card, a hand-limit shed (explore.py) and the rescue of a stranded pawn (lights.py).
RMB-97: at all other moments no Special card can be played.
"""

from __future__ import annotations

from typing import Final

from ravelbox.games.ramble.codes import BRING, GPS, HANDBOOK, PASS, RELOCATE
from ravelbox.games.ramble.state import (
    CALLED,
    GPS_KIND,
    HBK_KIND,
    KIND_BITS,
    NONE,
    READ,
    RELOCATED,
    Ramble,
    add_tiles,
    discard,
    has_left,
    holds,
    remaining,
    who,
)
from ravelbox.kernel.native import i64
from ravelbox.kernel.rules import Choice, Frame, Step

SPECIALS: Final = (1 << (GPS_KIND + 1) * KIND_BITS + KIND_BITS) - (1 << GPS_KIND * KIND_BITS)


def can_play(s: Ramble, seat: int) -> bool:
    """RMB-100. A Handbook needs a dark tile, a GPS a second remaining tile."""
    cards: i64 = s.hands[seat]
    if cards & SPECIALS == 0:
        return False
    if holds(cards, HBK_KIND) and s.dark:
        return True
    return holds(cards, GPS_KIND) > 0 and can_relocate(s)


def can_relocate(s: Ramble) -> bool:
    """Whether there is a tile to go to: all pawns stand on remaining tiles here."""
    tiles = remaining(s)
    return tiles & (tiles - 1) != 0


def add_plays(s: Ramble, codes: list[int], seat: int, handbook: int, gps: int) -> None:
    """RMB-90. What a seat can play, as codes from these bases on: any dark tile, any lead."""
    cards: i64 = s.hands[seat]
    if cards & SPECIALS == 0:
        return
    if holds(cards, HBK_KIND):
        add_tiles(codes, handbook, s.dark)
    if holds(cards, GPS_KIND) and can_relocate(s):
        for lead in range(len(s.pawns)):
            if s.pawns[lead] != NONE:
                codes.append(gps + lead)


def play_handbook(s: Ramble, seat: int, tile: int) -> None:
    """RMB-92. One dark remaining tile anywhere becomes lit. RMB-91: the card is discarded first."""
    discard(s, seat, HBK_KIND, 1)
    s.note(READ, who(s, seat), tile, 0)
    s.dark ^= 1 << tile
    s.lit |= 1 << tile


def play_gps(s: Ramble, seat: int, lead: int) -> Frame:
    """RMB-93. A GPS relocates pawns that share a tile. RMB-91: it is discarded before its effect.

    The frame that asks where to must come next.
    """
    discard(s, seat, GPS_KIND, 1)
    s.note(CALLED, who(s, seat), who(s, lead), 0)
    return RELOCATE_PAWN.of(seat, lead)


class RelocatePawn(Choice[Ramble]):
    """RMB-93. Any other remaining tile, lit or dark, at any distance, over gaps."""

    def options(self, s: Ramble, seat: int, lead: int, y: int, /) -> list[int]:
        """Every remaining tile but the one the lead stands on."""
        codes: list[int] = []
        add_tiles(codes, RELOCATE, remaining(s) & ~(1 << s.pawns[lead]))
        return codes

    def chosen(self, s: Ramble, code: int, seat: int, lead: int, y: int, /) -> None:
        """Ask who of the same tile comes along."""
        ask_companion(s, seat, 1 << lead, code - RELOCATE, 0)


class BringPawn(Choice[Ramble]):
    """RMB-93. The other pawns of the tile come along or not; nobody needs their consent.

    Its memories are the group so far, a set of seats, and tile + 32 * the seat in question.
    """

    def options(self, s: Ramble, seat: int, group: int, y: int, /) -> list[int]:
        """No or yes."""
        return [PASS, BRING + (y >> 5)]

    def chosen(self, s: Ramble, code: int, seat: int, group: int, y: int, /) -> None:
        """On to the next pawn."""
        other = y >> 5
        joined = group if code == PASS else group | 1 << other
        ask_companion(s, seat, joined, y & 31, other + 1)


def ask_companion(s: Ramble, seat: int, group: int, tile: int, start: int) -> None:
    """Ask about the next pawn of the source tile; after the last one, all of them move together."""
    source = NONE
    for other in range(len(s.pawns)):
        if group >> other & 1:
            source = s.pawns[other]
    for other in range(start, len(s.pawns)):
        if s.pawns[other] == source and group >> other & 1 == 0:
            s.next(BRING_PAWN.of(seat, group, tile | other << 5))
            return
    for other in range(len(s.pawns)):
        if group >> other & 1:
            s.pawns[other] = tile
            s.note(RELOCATED, who(s, other), source, tile)
    has_left(s)


class OpenWindow(Step[Ramble]):
    """RMB-98. Seats holding a playable card are asked in turn order from the active seat.

    Seats without one are never asked; with no such seat the window does not exist. Its first memory
    is how far the asking has come, its second whether the active seat is left out: at a poll in the
    action phase its own plays are on its menu (RMB-99).
    """

    def run(self, s: Ramble, seat: int, start: int, others: int, /) -> None:
        """Ask the next one, or close."""
        seats = len(s.pawns)
        for k in range(start, seats):
            asked = (s.active + k) % seats
            if (k > 0 or others == 0) and can_play(s, asked):
                rule = PLAY_AT_POLL if others else PLAY_OR_PASS
                s.next(rule.of(asked, k, others))
                return


class PlayOrPass(Choice[Ramble]):
    """RMB-98. Play or pass; after a play the asking starts again from the active seat.

    RMB-99: a poll in the action phase asks likewise.
    """

    def options(self, s: Ramble, seat: int, k: int, others: int, /) -> list[int]:
        """Pass, or any play."""
        codes = [PASS]
        add_plays(s, codes, seat, HANDBOOK, GPS)
        return codes

    def chosen(self, s: Ramble, code: int, seat: int, k: int, others: int, /) -> None:
        """The window closes when all asked seats pass in succession."""
        if code == PASS:
            s.next(OPEN_WINDOW.of(seat, k + 1, others))
        elif code < GPS:
            play_handbook(s, seat, code - HANDBOOK)
            s.next(OPEN_WINDOW.of(seat, 0, others))
        else:
            s.then([play_gps(s, seat, code - GPS), OPEN_WINDOW.of(seat, 0, others)])


RELOCATE_PAWN: Final = RelocatePawn("RMB-93")
BRING_PAWN: Final = BringPawn("RMB-93")
OPEN_WINDOW: Final = OpenWindow("RMB-98")
PLAY_OR_PASS: Final = PlayOrPass("RMB-98")
PLAY_AT_POLL: Final = PlayOrPass("RMB-99")
