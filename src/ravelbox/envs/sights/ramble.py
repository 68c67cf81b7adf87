"""The park of Ramble as a row; `envs/entries/ramble.py` names the entries."""

from __future__ import annotations

from typing import Any, Final

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

DISCARDED: Final = (
    1  # where a Lights Out card is: 0 gone, in the discard, or this + place in the pile
)
IN_PILE: Final = 2


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

    def answers(self, s: State) -> list[int]:
        """RMB-99. Without what others may call out."""
        codes = super().answers(s)
        if codes and codes[-1] >= CALL_HANDBOOK:
            codes = [code for code in codes if is_own(code, s.actor)]
        return codes

    def row(self, s: State, seat: int) -> bytes:
        """Numbers, tiles, tokens, the Explore deck, and the seats from this one on."""
        assert isinstance(s, Ramble)
        seats = len(s.pawns)
        levels = s.house.levels
        row = [
            self.question(s, seat),
            asked(s, seat, seats),
            cut(s.turns),
            self.phase(s),
            (s.active - seat) % seats + 1,
            s.actions,
            s.notch,
            levels[s.notch - 1] if s.notch <= len(levels) else 0,
        ]
        row += tiles(s)
        row += pile(s)
        for by in s.tokens:
            row.append((by - seat) % seats + 1 if by != NONE else 0)
        kind: i64
        explore: i64 = s.explore
        explored: i64 = s.explored
        for kind in range(ITD_KIND + 1):
            row.append(int(holds(explore, kind)))
            row.append(int(holds(explored, kind)))
        for k in range(seats):
            other = (seat + k) % seats
            row.append(s.roles[other] + 1)
            row.append(s.pawns[other] + 1)
            row.append(1 if is_out(s, other) else 0)
            hand: i64 = s.hands[other]
            for kind in range(HELD_KINDS):
                row.append(int(holds(hand, kind)))
        return bytes(row)

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


def tiles(s: Ramble) -> list[int]:
    """Per tile: its lamp and its position, both 0 if it does not lie there yet."""
    found = [0] * (2 * TILES)
    lit: i64 = s.lit
    dark: i64 = s.dark
    for position, each in enumerate(s.tiles):
        tile: i64 = each
        if lit >> tile & 1:
            found[2 * tile] = 1
        elif dark >> tile & 1:
            found[2 * tile] = 2
        found[2 * tile + 1] = position + 1
    return found


def pile(s: Ramble) -> list[int]:
    """Per Lights Out card: where it is; in the pile, how soon it can come."""
    found = [0] * TILES
    soonest = IN_PILE
    last = 0
    for place in s.lights:
        if place >= 0:
            found[place] = soonest
            soonest += 1
        elif place != last:
            cards = s.bags.own[~place]
            for card in cards:
                found[card] = soonest
            soonest += len(cards)
        last = place
    burnt: i64 = s.burnt
    tile: i64
    for tile in range(TILES):
        if burnt >> tile & 1:
            found[tile] = DISCARDED
    return found
