"""Drawing Lights Out cards: tiles go dark, then vanish, and pawns flee."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ramble.codes import EVACUATE, GPS, PASS
from ravelbox.games.ramble.facts import FACTS, LANDMARK_IDS
from ravelbox.games.ramble.specials import OPEN_WINDOW, can_play, play_gps
from ravelbox.games.ramble.state import (
    EXIT,
    FLED,
    GPS_KIND,
    LOST_EXIT,
    LOST_LANDMARK,
    LOST_STRANDED,
    NONE,
    OUT,
    REFILLED,
    STRANDED,
    TILES,
    VANISHED,
    WENT_DARK,
    Ramble,
    add_tiles,
    has_left,
    holds,
    lose,
    remaining,
    steps_from,
    who,
)
from ravelbox.kernel.pile import face_down
from ravelbox.kernel.rules import Chance, Choice, Frame, Step

# Per landmark, the set of its two tiles.
PLACES: Final = [
    sum([1 << i for i, tile in enumerate(FACTS.tiles) if tile.landmark == landmark])
    for landmark in range(len(LANDMARK_IDS))
]
LANDMARK_OF: Final = [tile.landmark for tile in FACTS.tiles]


class LightsOut(Step[Ramble]):
    """RMB-105. As many cards as the meter level says at the start of the phase."""

    def run(self, s: Ramble, seat: int, x: int, y: int, /) -> None:
        """Begin to count."""
        s.next(NEXT_CARD.of(seat, s.house.levels[s.notch - 1]))


class NextCard(Step[Ramble]):
    """RMB-106. Cards are revealed and resolved one at a time.

    RMB-96: before each of them there is a window for Special cards, and none between the reveal
    and the end of its effect: a Handbook comes too late then (RMB-95).
    """

    def run(self, s: Ramble, seat: int, left: int, y: int, /) -> None:
        """Window, reveal, and so on."""
        if left > 1:
            s.next(NEXT_CARD.of(seat, left - 1))
        s.next(REVEAL_CARD.of(seat))
        for other in range(len(s.pawns)):
            if can_play(s, other):
                s.next(OPEN_WINDOW.of(seat, 0, 0))
                return


class RevealCard(Step[Ramble]):
    """RMB-106. The top card of the Lights Out pile, which the Birdwatcher may have seen."""

    def run(self, s: Ramble, seat: int, x: int, y: int, /) -> None:
        """A card whose place is known needs no luck."""
        top = s.lights[0]
        if top < 0:
            s.next(TURN_OVER.of(seat))
        else:
            s.lights = s.lights[1:]
            resolve(s, seat, top)


class TurnOver(Chance[Ramble]):
    """RMB-106. Any card of the top segment, equally likely."""

    def outcomes(self, s: Ramble, seat: int, x: int, y: int, /) -> int:
        """The cards that may lie on top."""
        return s.bags.size(~s.lights[0])

    def chosen(self, s: Ramble, which: int, seat: int, x: int, y: int, /) -> None:
        """Reveal it."""
        card = s.bags.draw(~s.lights[0], which)
        s.lights = s.lights[1:]
        resolve(s, seat, card)


def resolve(s: Ramble, seat: int, tile: int) -> None:
    """RMB-107. A lit tile turns dark, its card goes to the discard and pawns stay.

    RMB-113: darkness has no other effect.
    """
    if s.lit >> tile & 1:
        darken(s, tile)
        s.note(WENT_DARK, s.active, tile, 0)
        refill(s)
    else:
        remove(s, seat, tile)


def darken(s: Ramble, tile: int) -> None:
    """RMB-107. The tile is dark, and its card lies in the discard."""
    s.lit ^= 1 << tile
    s.dark |= 1 << tile
    s.burnt |= 1 << tile


def remove(s: Ramble, seat: int, tile: int) -> None:
    """RMB-108. A dark tile and its card leave the game for good.

    RMB-109: then the loss checks, and only then evacuation. RMB-121: pawns flee in turn order from
    the active seat, all of them before the next card (RMB-124).
    """
    s.dark ^= 1 << tile
    s.note(VANISHED, s.active, tile, last_place(s, tile))
    if is_lost(s, tile):
        lose(s)
        return
    seats = len(s.pawns)
    frames: list[Frame] = []
    for k in range(seats):
        other = (s.active + k) % seats
        if s.pawns[other] == tile:
            frames.append(EVACUATE_PAWN.of(other))
    if not frames:
        refill(s)
    else:
        frames.append(REFILL_PILE.of(seat))
        s.then(frames)


def is_lost(s: Ramble, tile: int) -> bool:
    """RMB-131. Loss 1: both tiles of a landmark are gone and its token is not collected.

    RMB-132: loss 2: the exit is gone. RMB-60: a collected landmark's tiles no longer matter.
    """
    if tile == EXIT:
        s.note(LOST_EXIT, s.active, 0, 0)
        return True
    landmark = LANDMARK_OF[tile]
    if landmark >= 0 and s.tokens[landmark] == NONE and PLACES[landmark] & remaining(s) == 0:
        s.note(LOST_LANDMARK, s.active, landmark, 0)
        return True
    return False


def last_place(s: Ramble, gone: int) -> int:
    """The landmark + 1 that has only one place left now and still needs it; 0 for none."""
    landmark = LANDMARK_OF[gone]
    needed = landmark >= 0 and s.tokens[landmark] == NONE
    return landmark + 1 if needed and PLACES[landmark] & remaining(s) else 0


def refill(s: Ramble) -> None:
    """RMB-110. When a card is fully resolved and the pile is empty, the discard is the new pile.

    RMB-111: so a tile may turn dark and vanish in one phase. RMB-112: pile and discard together
    always match the remaining tiles, one for one.
    """
    if not s.lights:
        cards = tuple([card for card in range(TILES) if s.burnt >> card & 1])
        s.lights = face_down(s.bags.mix(cards), len(cards))
        s.burnt = 0
        s.note(REFILLED, s.active, len(cards), 0)


class RefillPile(Step[Ramble]):
    """RMB-110. After the last pawn has fled the card is fully resolved."""

    def run(self, s: Ramble, seat: int, x: int, y: int, /) -> None:
        """Refill the pile if it is empty."""
        refill(s)


class EvacuatePawn(Step[Ramble]):
    """RMB-120. A pawn on a removed tile is placed on an adjacent remaining one.

    RMB-122: it costs nothing and is no Move. RMB-123: with one legal tile it is automatic.
    RMB-125: without any the pawn is stranded.
    """

    def run(self, s: Ramble, seat: int, x: int, y: int, /) -> None:
        """Ask, place, or call for rescue; a rescue may have taken this pawn along."""
        if remaining(s) >> s.pawns[seat] & 1:
            return
        tiles = steps_from(s, seat)
        if tiles == 0:
            s.note(STRANDED, who(s, seat), s.pawns[seat], 0)
            s.then([CALL_RESCUE.of(seat), STRAND_PAWN.of(seat)])
        elif tiles & (tiles - 1) == 0:
            flee(s, seat, tiles.bit_length() - 1)
        else:
            s.next(CHOOSE_REFUGE.of(seat))


class ChooseRefuge(Choice[Ramble]):
    """RMB-121. The pawn's own controller chooses."""

    def options(self, s: Ramble, seat: int, x: int, y: int, /) -> list[int]:
        """Every remaining tile in reach."""
        codes: list[int] = []
        add_tiles(codes, EVACUATE, steps_from(s, seat))
        return codes

    def chosen(self, s: Ramble, code: int, seat: int, x: int, y: int, /) -> None:
        """Flee there."""
        flee(s, seat, code - EVACUATE)


def flee(s: Ramble, seat: int, tile: int) -> None:
    """RMB-120. Place the pawn; that may be the last one at the exit."""
    s.note(FLED, who(s, seat), s.pawns[seat], tile)
    s.pawns[seat] = tile
    has_left(s)


class CallRescue(Step[Ramble]):
    """RMB-126. Every seat that holds a GPS is asked, the stranded one too, from the active on.

    The first memory is how far the asking has come.
    """

    def run(self, s: Ramble, stranded: int, start: int, y: int, /) -> None:
        """Ask the next holder, or give up."""
        seats = len(s.pawns)
        for k in range(start, seats):
            other = (s.active + k) % seats
            if s.pawns[other] != NONE and holds(s.hands[other], GPS_KIND):
                s.next(RESCUE_PAWN.of(other, k, stranded))
                return


class RescuePawn(Choice[Ramble]):
    """RMB-126. A GPS takes the stranded pawn, and others of that tile not yet placed, anywhere.

    Only a GPS, and only because there is no legal tile (ruling R-9).
    """

    def options(self, s: Ramble, seat: int, k: int, stranded: int, /) -> list[int]:
        """Pass, or lead the stranded pawn away."""
        return [PASS, GPS + stranded]

    def chosen(self, s: Ramble, code: int, seat: int, k: int, stranded: int, /) -> None:
        """Relocate, or ask the next holder."""
        if code == PASS:
            s.next(CALL_RESCUE.of(stranded, k + 1))
        else:
            s.next(play_gps(s, seat, stranded))


class StrandPawn(Step[Ramble]):
    """RMB-127, RMB-133. Loss 3: a stranded pawn that nobody rescued loses the game for all.

    RMB-128: with stranded=eliminate that seat is out instead: pawn off the board, its hand
    discarded, its tokens still collected; the phase goes on. RMB-140: its ability is gone as well.
    """

    def run(self, s: Ramble, seat: int, x: int, y: int, /) -> None:
        """Only if it was not rescued."""
        if remaining(s) >> s.pawns[seat] & 1:
            return
        if not s.house.eliminate:
            s.note(LOST_STRANDED, who(s, seat), 0, 0)
            lose(s)
            return
        s.note(OUT, who(s, seat), 0, 0)
        s.pawns[seat] = NONE
        s.explored += s.hands[seat]
        s.hands[seat] = 0
        for tile in s.pawns:
            if tile != NONE:
                has_left(s)
                return
        s.note(LOST_STRANDED, who(s, seat), 0, 0)
        lose(s)


LIGHTS_OUT: Final = LightsOut("RMB-105")
NEXT_CARD: Final = NextCard("RMB-106")
REVEAL_CARD: Final = RevealCard("RMB-106")
TURN_OVER: Final = TurnOver("RMB-106")
REFILL_PILE: Final = RefillPile("RMB-110")
EVACUATE_PAWN: Final = EvacuatePawn("RMB-120")
CHOOSE_REFUGE: Final = ChooseRefuge("RMB-121")
CALL_RESCUE: Final = CallRescue("RMB-126")
RESCUE_PAWN: Final = RescuePawn("RMB-126")
STRAND_PAWN: Final = StrandPawn("RMB-133")
