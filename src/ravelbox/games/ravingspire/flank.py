"""Flanking: others on the level help or hinder a battle with Attack cards."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import CARDS
from ravelbox.games.ravingspire.codes import ASSIST, HINDER, PASS
from ravelbox.games.ravingspire.madness import LOSE
from ravelbox.games.ravingspire.picking import NAME_AGAINST
from ravelbox.games.ravingspire.power import is_attack, ring_level
from ravelbox.games.ravingspire.state import (
    BY_FLANK,
    FLANKED,
    FOE,
    KEEP,
    KIND,
    NONE,
    VORPAL,
    Ravingspire,
    put,
)
from ravelbox.kernel.rules import Choice, Frame, Step


def may_flank(s: Ravingspire, other: int) -> bool:
    """RSP-145. Another player on the same level, with cards in hand, may flank.

    Who holds no Attack card is asked all the same: not to be asked would tell.
    """
    if other == s.active or s.gone[other] or not s.hands[other]:
        return False
    return s.levels[other] == ring_level(s, s.active)


def can_be_flanked(s: Ravingspire, target: int) -> bool:
    """RSP-148. Windows open once per target and turn; RSP-136: also against the Spire card."""
    if not s.house.flanking or s.flanked >> target & 1:
        return False
    if s.phase == KEEP and not s.house.spire_is_foe:
        return False
    return any([may_flank(s, other) for other in range(len(s.heroes))])


class Flanking(Step[Ravingspire]):
    """RSP-148. Clockwise from the active player, card by card, until all pass in a row."""

    def run(self, s: Ravingspire, seat: int, target: int, y: int, /) -> None:
        """The next one to be asked."""
        s.flanked |= 1 << target
        seats = len(s.heroes)
        turn, passed = y & 15, y >> 4
        while passed < seats - 1:
            other = (seat + 1 + turn) % seats
            if may_flank(s, other):
                s.next(FLANK.of(other, target, turn | passed << 4))
                return
            turn = (turn + 1) % (seats - 1)
            passed += 1


class Flank(Choice[Ravingspire]):
    """RSP-145, RSP-147. Play an Attack card to assist or to hinder, or pass.

    RSP-150: who goes mad by it has helped all the same. RSP-169: nobody else acts in a turn but here, in
    the reply to a trade, and where an effect says so.
    """

    def options(self, s: Ravingspire, seat: int, target: int, y: int, /) -> list[int]:
        """Every Attack card in hand, either way."""
        codes = [PASS]
        for base in (ASSIST, HINDER) if s.house.hinder else (ASSIST,):
            last = NONE
            for i, card in enumerate(s.hands[seat]):
                if is_attack(card) and card != last:
                    codes.append(base + i)
                last = card
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, target: int, y: int, /) -> None:
        """RSP-146. The price is paid when the card is played; it goes to the discard at once."""
        seats = len(s.heroes)
        turn, passed = ((y & 15) + 1) % (seats - 1), y >> 4
        if code == PASS:
            s.next(FLANKING.of(s.active, target, turn | passed + 1 << 4))
            return
        hinder = code >= HINDER
        kind = s.hands[seat].pop(code - (HINDER if hinder else ASSIST)) & KIND
        put(s.discards[seat], kind)
        s.note(FLANKED, seat, kind, int(hinder))
        frames: list[Frame] = [LOSE.of(seat, 2 if target == FOE else 1, BY_FLANK)]
        if not hinder:
            s.helpers.append(kind | target << 10)
        elif CARDS[kind].other_attr != NONE or CARDS[kind].attr == VORPAL:
            frames.append(NAME_AGAINST.of(s.active, kind, target))
        else:
            s.raises[target * 3 + CARDS[kind].attr] += CARDS[kind].n
        frames.append(FLANKING.of(s.active, target, turn))
        s.then(frames)


FLANKING: Final = Flanking("RSP-148")
FLANK: Final = Flank("RSP-145")
