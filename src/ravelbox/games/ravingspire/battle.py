"""A battle against a Foe or the Spire card: play cards, pay in one payment, or concede."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import CARDS, V_FORBID
from ravelbox.games.ravingspire.codes import CONCEDE, FACE, FORCE
from ravelbox.games.ravingspire.flank import FLANKING, can_be_flanked
from ravelbox.games.ravingspire.madness import forget_target
from ravelbox.games.ravingspire.payment import DECLARE, OTHER_WAY, end_of_phase
from ravelbox.games.ravingspire.plays import add_plays, play
from ravelbox.games.ravingspire.power import Means, at_hand
from ravelbox.games.ravingspire.prices import BRUTE_WAY, MATRIX_WAY, ways_to_pay
from ravelbox.games.ravingspire.state import FOE, KEEP, KIND, NONE, Ravingspire, put
from ravelbox.games.ravingspire.texts import FOE_CTX, triggered
from ravelbox.kernel.rules import Choice, Frame, Step


def meet(s: Ravingspire, seat: int, card: int) -> list[Frame]:
    """RSP-107. A Foe or Spire card is faced: its texts, then others may flank, then the battle."""
    s.foe = card
    s.extra_loot = 0
    s.forbidden = 0
    forget_target(s, FOE)
    for effect in CARDS[card].facing:
        if effect.verb == V_FORBID:
            s.forbidden |= effect.types
    frames = triggered(s, seat, CARDS[card].reveal, FOE_CTX)
    frames.append(OPEN_BATTLE.of(seat))
    return frames


class OpenBattle(Step[Ravingspire]):
    """RSP-145, RSP-149. Others may flank once; then pay, or lose."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Open the window, if there is anybody."""
        s.bought = 0
        if can_be_flanked(s, FOE):
            s.then([FLANKING.of(seat, FOE), BATTLE.of(seat)])
        else:
            s.next(BATTLE.of(seat))


class Battle(Step[Ravingspire]):
    """RSP-108. As long as it is not paid for and something can be done, the player goes on."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Ask, unless it is won or lost."""
        if s.bought:
            return
        rule = KEEP_BATTLE if s.phase == KEEP else FOE_BATTLE
        codes = rule.options(s, seat, 0, 0)
        if len(codes) > 1:
            s.menu = codes
            s.next(rule.of(seat))


class FoeBattle(Choice[Ravingspire]):
    """RSP-108. Play cards, pay the Foe's matrix in one payment, or concede (RSP-110)."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """Paying where it is possible, everything that can be played, and giving in."""
        if s.menu:
            return s.menu
        codes = [CONCEDE]
        ways = ways_to_pay(s, seat, FOE, Means(at_hand(s, seat, FOE)))
        if ways & MATRIX_WAY and not s.barred >> FOE & 1:
            codes.append(FACE + FOE)
        if ways & BRUTE_WAY and not s.barred >> FOE + OTHER_WAY & 1:
            codes.append(FORCE + FOE)
        add_plays(s, codes, seat)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Do it, and come back."""
        if code == CONCEDE:
            return
        s.next(BATTLE.of(seat))
        if code in (FACE + FOE, FORCE + FOE):
            s.next(DECLARE.of(seat, FOE, int(code == FORCE + FOE)))
        else:
            play(s, seat, code)


class KeepBattle(FoeBattle):
    """RSP-135. The battle against the Spire card, with hand and Battlemat as they are."""


def end_battle(s: Ravingspire, seat: int) -> None:
    """RSP-R46. Captured cards go to their owner's discard pile; what was Played is spent."""
    for card in s.captured:
        put(s.discards[seat], card & KIND)
    s.captured.clear()
    s.forbidden = 0
    s.foe = NONE
    forget_target(s, FOE)
    end_of_phase(s, seat)


OPEN_BATTLE: Final = OpenBattle("RSP-149")
BATTLE: Final = Battle("RSP-108")
FOE_BATTLE: Final = FoeBattle("RSP-108")
KEEP_BATTLE: Final = KeepBattle("RSP-135")
