"""Explore: turning the ring, Exert, and the Well of Souls."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import IN_EXPLORE
from ravelbox.games.ravingspire.codes import ACT as ACTS
from ravelbox.games.ravingspire.codes import END, FACE, FORCE, SLOT, UNSLOT
from ravelbox.games.ravingspire.encounter import move_card
from ravelbox.games.ravingspire.move import WALK
from ravelbox.games.ravingspire.payment import DECLARE, OTHER_WAY, end_of_phase
from ravelbox.games.ravingspire.plays import act, add_acts
from ravelbox.games.ravingspire.power import Means, at_hand
from ravelbox.games.ravingspire.prices import BRUTE_WAY, MATRIX_WAY, ways_to_pay
from ravelbox.games.ravingspire.rolls import ROLL
from ravelbox.games.ravingspire.showdown import LATE_CONTACT
from ravelbox.games.ravingspire.state import (
    EXERT,
    EXPLORE,
    FOR_ROTATION,
    MAPS,
    ROTATION,
    TARGETS,
    WELL,
    Ravingspire,
)
from ravelbox.games.ravingspire.tower import TURN_RING, UP_TO
from ravelbox.games.ravingspire.well import WELL_PAID
from ravelbox.games.ravingspire.zones import add_slot_moves
from ravelbox.kernel.rules import Choice, Step


class ExplorePhase(Step[Ravingspire]):
    """RSP-80. Maps, Glyphs, Exert and a Brute Force rotation, each once; RSP-84: the Well.

    RSP-86: it takes place after a Showdown too.
    """

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Begin."""
        s.phase = EXPLORE
        s.contact = 0
        s.barred = 0
        s.then([EXPLORING.of(seat), END_EXPLORE.of(seat)])


class Exploring(Step[Ravingspire]):
    """RSP-80. In any order, as long as anything can be done."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Ask."""
        s.phase = EXPLORE
        codes = EXPLORE_ACTION.options(s, seat, 0, 0)
        if len(codes) > 1:
            s.menu = codes
            s.next(EXPLORE_ACTION.of(seat))


class ExploreAction(Choice[Ravingspire]):
    """RSP-80, RSP-84. A service of the board, a Hero's ability, or the end of Explore."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """What is not used up and can be paid with printed power (RSP-67)."""
        if s.menu:
            return s.menu
        codes = [END]
        faced: list[int] = []
        forced: list[int] = []
        means = Means(at_hand(s, seat, MAPS))
        for target in range(MAPS, TARGETS):
            if s.done >> target - MAPS & 1 and target != WELL:
                continue
            ways = ways_to_pay(s, seat, target, means)
            if ways & MATRIX_WAY and not s.barred >> target & 1:
                faced.append(FACE + target)
            if ways & BRUTE_WAY and not s.barred >> target + OTHER_WAY & 1:
                forced.append(FORCE + target)
        codes += faced
        codes += forced
        add_acts(s, codes, seat, IN_EXPLORE)
        add_slot_moves(s, codes, seat, SLOT, UNSLOT)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Do it, and come back."""
        if code == END:
            return
        s.next(EXPLORING.of(seat))
        if code >= SLOT:
            move_card(s, seat, code)
        elif code >= ACTS:
            act(s, seat, code - ACTS)
        else:
            brute = int(code >= FORCE)
            target = code - (FORCE if brute else FACE)
            s.then([DECLARE.of(seat, target, brute), SERVED.of(seat, target)])


class Served(Step[Ravingspire]):
    """RSP-80, RSP-82, RSP-84. What a service does once it is paid."""

    def run(self, s: Ravingspire, seat: int, target: int, y: int, /) -> None:
        """Roll and turn, take a step, or banish a card."""
        if not s.bought:
            return
        s.bought = 0
        if target == WELL:
            s.next(WELL_PAID.of(seat))
            return
        s.done |= 1 << target - MAPS
        if target == EXERT:
            s.then([WALK.of(seat, 1), LATE_CONTACT.of(seat)])
        else:
            s.then([ROLL.of(seat, FOR_ROTATION), TURN_BY_DIE.of(seat, target)])


class TurnByDie(Step[Ravingspire]):
    """RSP-80. Maps and Glyphs turn exactly as rolled, Brute Force up to that."""

    def run(self, s: Ravingspire, seat: int, target: int, y: int, /) -> None:
        """RSP-81. Only the level the Hero is on."""
        freely = UP_TO if target == ROTATION else 0
        s.next(TURN_RING.of(seat, s.die, s.levels[seat] + freely))


class EndExplore(Step[Ravingspire]):
    """RSP-85. What was generated for Explore and not used is gone."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Tidy up."""
        end_of_phase(s, seat)


EXPLORE_PHASE: Final = ExplorePhase("RSP-80")
EXPLORING: Final = Exploring("RSP-80")
EXPLORE_ACTION: Final = ExploreAction("RSP-80")
SERVED: Final = Served("RSP-84")
TURN_BY_DIE: Final = TurnByDie("RSP-80")
END_EXPLORE: Final = EndExplore("RSP-85")
