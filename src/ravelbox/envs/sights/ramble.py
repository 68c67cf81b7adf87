"""The park of Ramble as a row; `envs/entries/ramble.py` names the entries."""

from __future__ import annotations

from typing import Any, Final

from librt.strings import BytesWriter

from ravelbox.envs.rows import Sight, asked, cut
from ravelbox.games.ramble.codes import CALL_GPS, CALL_HANDBOOK
from ravelbox.games.ramble.state import (
    HELD_KINDS,
    ITD_KIND,
    NONE,
    ROLES,
    TILES,
    Ramble,
    holds,
    is_out,
)
from ravelbox.kernel.native import i64
from ravelbox.kernel.rules import OVER, Rule, State

IN_SETUP: Final = 1  # phases, as the entry numbers them
IN_ACTIONS: Final = 2
IN_DRAW: Final = 3
IN_LIGHTS: Final = 4
AT_END: Final = 5

# Where a Lights Out card is: 0 gone, in the discard, or this + its place in the pile.
DISCARDED: Final = 1
IN_PILE: Final = 2
NO_TILES: Final = bytes(2 * TILES)
NO_PILE: Final = bytes(TILES)

LEADS: Final = 1  # questions of a GPS: where to, and who comes along
BRINGS: Final = 2
GPS: Final = {"RelocatePawn": LEADS, "BringPawn": BRINGS}


class RambleSight(Sight):
    """RMB-20. All seats see the same, each from its own place."""

    def __init__(self, rules: list[Rule[Any]], questions: list[str]) -> None:
        super().__init__(rules, questions)
        self.phases = [
            IN_ACTIONS
            if rule.cites in ("RMB-32", "RMB-34")
            else IN_DRAW
            if rule.cites in ("RMB-61", "RMB-105")
            else 0
            for rule in rules
        ]  # per rule: the phase that it shows to be under way, when it is still to come
        self.led = [GPS.get(type(rule).__name__, 0) for rule in rules]

    def answers(self, s: State) -> list[int]:
        """RMB-99. Without what others may call out."""
        codes = super().answers(s)
        if codes and codes[-1] >= CALL_HANDBOOK:
            codes = [code for code in codes if is_own(code, s.actor)]
        return codes

    def write(self, s: State, seat: int, to: BytesWriter) -> None:
        """Numbers, tiles, tokens, the Explore deck, and the seats from this one on."""
        assert isinstance(s, Ramble)
        seats = len(s.pawns)
        levels = s.house.levels
        to.append(self.question(s, seat))
        to.append(asked(s, seat, seats))
        to.append(cut(s.turns))
        to.append(self.phase(s))
        to.append((s.active - seat) % seats + 1)
        to.append(s.actions)
        to.append(s.notch)
        to.append(levels[s.notch - 1] if s.notch <= len(levels) else 0)
        add_tiles(s, to)
        add_pile(s, to)
        for by in s.tokens:
            to.append((by - seat) % seats + 1 if by != NONE else 0)
        explore: i64 = s.explore
        explored: i64 = s.explored
        kind: i64
        for kind in range(ITD_KIND + 1):
            to.append(int(holds(explore, kind)))
            to.append(int(holds(explored, kind)))
        self.add_gps(s, seat, to)
        for k in range(seats):
            other = (seat + k) % seats
            to.append(s.roles[other] + 1)
            to.append(s.pawns[other] + 1)
            to.append(1 if is_out(s, other) else 0)
            hand: i64 = s.hands[other]
            for kind in range(HELD_KINDS):
                to.append(int(holds(hand, kind)))

    def add_gps(self, s: Ramble, seat: int, to: BytesWriter) -> None:
        """Where a GPS leads and whom, as far as that is chosen."""
        group = 0
        tile = 0
        if s.actor >= 0:
            index, _, x, y = s.agenda[-1]
            if self.led[index] == LEADS:
                group = 1 << x
            elif self.led[index] == BRINGS:
                group = x
                tile = (y & 31) + 1
        to.append(tile)
        seats = len(s.pawns)
        for k in range(seats):
            to.append(group >> (seat + k) % seats & 1)

    def phase(self, s: Ramble) -> int:
        """Where the turn stands."""
        if s.actor == OVER:
            return AT_END
        if s.turns == 0:
            return IN_SETUP
        for at in range(len(s.agenda) - 1, -1, -1):
            found = self.phases[s.agenda[at][0]]
            if found:
                return found
        return IN_LIGHTS


def is_own(code: int, seat: int) -> bool:
    """RMB-99. Whether a code is not another seat's call."""
    if CALL_HANDBOOK <= code < CALL_GPS:
        return (code - CALL_HANDBOOK) // TILES == seat
    if CALL_GPS <= code < CALL_GPS + ROLES * ROLES:
        return (code - CALL_GPS) // ROLES == seat
    return True


def add_tiles(s: Ramble, to: BytesWriter) -> None:
    """Per tile: its lamp and its position, both 0 if it does not lie there yet."""
    start: i64 = len(to)
    to.write(NO_TILES)
    lit: i64 = s.lit
    dark: i64 = s.dark
    for position, each in enumerate(s.tiles):
        tile: i64 = each
        if lit >> tile & 1:
            to[start + 2 * tile] = 1
        elif dark >> tile & 1:
            to[start + 2 * tile] = 2
        to[start + 2 * tile + 1] = position + 1


def add_pile(s: Ramble, to: BytesWriter) -> None:
    """Per Lights Out card: where it is; in the pile, how soon it can come."""
    start: i64 = len(to)
    to.write(NO_PILE)
    soonest = IN_PILE
    last = 0
    for place in s.lights:
        if place >= 0:
            to[start + place] = soonest
            soonest += 1
        elif place != last:
            cards = s.bags.own[~place]
            for card in cards:
                to[start + card] = soonest
            soonest += len(cards)
        last = place
    burnt: i64 = s.burnt
    tile: i64
    for tile in range(TILES):
        if burnt >> tile & 1:
            to[start + tile] = DISCARDED
