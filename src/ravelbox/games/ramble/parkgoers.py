"""The roles' own actions: Two at a time, Follow me, Keen eye, Light fingers.

Stride is in `steps_from` (state.py) and Fetch in `add_gifts` (turn.py).
RMB-140: an ability belongs only to its seat; an eliminated seat never acts again.
"""

from __future__ import annotations

from typing import Final

from ravelbox.games.ramble.codes import DROP, FIX, GUIDE, PASS, STEAL
from ravelbox.games.ramble.explore import KEEP_HAND_LIMIT
from ravelbox.games.ramble.lights import refill
from ravelbox.games.ramble.state import (
    DROPPED,
    FIXED,
    GUIDED,
    HELD_KINDS,
    KEPT,
    KIND_BITS,
    NONE,
    SAW,
    SCOUTED,
    STOLE,
    TILES,
    Ramble,
    add_tiles,
    has_left,
    holds,
    remaining,
    who,
)
from ravelbox.kernel.native import i64
from ravelbox.kernel.rules import Chance, Choice, Step

SEEN: Final = 3  # RMB-148: cards that Keen eye reveals


def fixable(s: Ramble, seat: int) -> int:
    """RMB-45. The dark tiles under and beside a seat's pawn. RMB-46: no lit or removed ones."""
    tile = s.pawns[seat]
    return (s.near[tile] | 1 << tile) & s.dark


def fix(s: Ramble, seat: int, tile: int) -> None:
    """RMB-45. Turn a dark tile lit, one an action (RMB-48). RMB-47: its card stays where it is."""
    s.dark ^= 1 << tile
    s.lit |= 1 << tile
    s.note(FIXED, who(s, seat), tile, 0)


class FixSecond(Choice[Ramble]):
    """RMB-143. The Lamplighter fixes one or two dark tiles with one action.

    RMB-144: the second is optional and chosen directly after the first; nobody can play between.
    """

    def options(self, s: Ramble, seat: int, x: int, y: int, /) -> list[int]:
        """None, or any dark tile still in reach."""
        codes = [PASS]
        add_tiles(codes, FIX, fixable(s, seat))
        return codes

    def chosen(self, s: Ramble, code: int, seat: int, x: int, y: int, /) -> None:
        """Fix it."""
        if code != PASS:
            fix(s, seat, code - FIX)


def guided_to(s: Ramble, seat: int) -> int:
    """RMB-146. The tiles at the end of one or two steps over adjacent remaining tiles, but the own.

    RMB-147: the moved pawn's own ability does not help.
    """
    tiles: i64 = remaining(s)
    here: i64 = s.pawns[seat]
    first: i64 = s.near[int(here)] & tiles
    reached: i64 = first
    tile: i64
    for tile in range(TILES):
        if first >> tile & 1:
            reached |= s.near[int(tile)]
    return int(reached & tiles & ~(1 << here))


def add_guidance(s: Ramble, codes: list[int], seat: int) -> None:
    """RMB-146. Every other non-eliminated pawn can be moved, wherever it stands."""
    for other in range(len(s.pawns)):
        if other != seat and s.pawns[other] != NONE:
            add_tiles(codes, GUIDE + other * TILES, guided_to(s, other))


def guide(s: Ramble, seat: int, other: int, tile: int) -> None:
    """RMB-146. Move another pawn; nobody asks for its consent."""
    s.note(GUIDED, who(s, seat), who(s, other), tile)
    s.pawns[other] = tile
    has_left(s)


def add_thefts(s: Ramble, codes: list[int], seat: int) -> None:
    """RMB-153. Any card from another seat on the same or an adjacent tile. RMB-155: no tokens."""
    here = s.pawns[seat]
    reach = s.near[here] | 1 << here
    for other in range(len(s.pawns)):
        if other != seat and s.pawns[other] != NONE and reach >> s.pawns[other] & 1:
            for kind in range(HELD_KINDS):
                if holds(s.hands[other], kind):
                    codes.append(STEAL + other * HELD_KINDS + kind)


def steal(s: Ramble, seat: int, other: int, kind: int) -> None:
    """RMB-154. The victim cannot refuse; the hand limit is checked at once."""
    s.hands[other] -= 1 << kind * KIND_BITS
    s.hands[seat] += 1 << kind * KIND_BITS
    s.note(STOLE, who(s, seat), kind, who(s, other))
    s.next(KEEP_HAND_LIMIT.of(seat))


def scout(s: Ramble, seat: int) -> None:
    """RMB-148. Once per turn, everyone sees the top three Lights Out cards, or all if fewer.

    RMB-151: the pile is never empty here. RMB-152: it changes nothing of phase 3.
    """
    s.scouted = True
    s.note(SCOUTED, who(s, seat), min(SEEN, len(s.lights)), 0)
    s.next(LOOK_ON.of(seat, 0, min(SEEN, len(s.lights))))


class LookOn(Step[Ramble]):
    """RMB-148. One card after the other; those known already need no luck."""

    def run(self, s: Ramble, seat: int, at: int, n: int, /) -> None:
        """Look at the next unknown card, or ask which one to drop."""
        for place in range(at, n):
            if s.lights[place] < 0:
                s.next(LOOK_AT.of(seat, place, n))
                return
        s.next(DROP_CARD.of(seat, n))


class LookAt(Chance[Ramble]):
    """RMB-148. Which card lies there."""

    def outcomes(self, s: Ramble, seat: int, place: int, n: int, /) -> int:
        """The cards of its segment."""
        return s.bags.size(~s.lights[place])

    def chosen(self, s: Ramble, which: int, seat: int, place: int, n: int, /) -> None:
        """RMB-149. From now on everyone knows it."""
        card = s.bags.draw(~s.lights[place], which)
        s.lights = (*s.lights[:place], card, *s.lights[place + 1 :])
        s.note(SAW, who(s, seat), card, 0)
        s.next(LOOK_ON.of(seat, place + 1, n))


class DropCard(Choice[Ramble]):
    """RMB-149. At most one revealed card goes to the discard unresolved; the others stay on top."""

    def options(self, s: Ramble, seat: int, n: int, y: int, /) -> list[int]:
        """None, or one of those seen."""
        return [PASS, *sorted([DROP + card for card in s.lights[:n]])]

    def chosen(self, s: Ramble, code: int, seat: int, n: int, y: int, /) -> None:
        """RMB-150. If that empties the pile, the discard becomes the new one at once."""
        if code == PASS:
            s.note(KEPT, who(s, seat), 0, 0)
            return
        card = code - DROP
        s.lights = tuple([place for place in s.lights if place != card])
        s.burnt |= 1 << card
        s.note(DROPPED, who(s, seat), card, 0)
        refill(s)


FIX_SECOND: Final = FixSecond("RMB-144")
LOOK_ON: Final = LookOn("RMB-148")
LOOK_AT: Final = LookAt("RMB-148")
DROP_CARD: Final = DropCard("RMB-149")
