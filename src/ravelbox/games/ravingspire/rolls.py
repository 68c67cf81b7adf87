"""Dice: rolling them, and what Heroes and cards may do about the result."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import CARDS, HEROES, V_MODIFY, V_REROLL, Ability
from ravelbox.games.ravingspire.codes import AGAIN, RAISE, REROLL
from ravelbox.games.ravingspire.codes import KEEP as KEEP_IT
from ravelbox.games.ravingspire.madness import HAND_PLACES, is_spent, pay_reaction
from ravelbox.games.ravingspire.state import (
    COMMITTED,
    EXPLORE,
    FACE_DOWN,
    FOR_LOOT,
    KIND,
    MODIFIED,
    NONE,
    REROLLED,
    ROLLED,
    Ravingspire,
)
from ravelbox.kernel.rules import Chance, Choice

FACES: Final = 6
RAISED_ALREADY: Final = 1


def half(face: int) -> int:
    """RSP-13. A d3 is a d6 halved, rounded up."""
    return (face + 1) // 2


class RollDie(Chance[Ravingspire]):
    """RSP-13, RSP-C4 to RSP-C8. A die; what it is for decides who may change it."""

    def outcomes(self, s: Ravingspire, seat: int, purpose: int, done: int, /) -> int:
        """Six faces."""
        return FACES

    def chosen(self, s: Ravingspire, code: int, seat: int, purpose: int, done: int, /) -> None:
        """Read it; a Tower card may change it (RSP-168)."""
        s.die = code + 1
        s.note(ROLLED, seat, s.die, purpose)
        tower = s.towers[s.levels[seat]]
        if tower != NONE and purpose <= FOR_LOOT:
            for effect in CARDS[tower].level:
                if effect.verb == V_MODIFY and (not effect.rolls or effect.rolls >> purpose & 1):
                    s.die = min(FACES, max(1, s.die + effect.n))
                    s.note(MODIFIED, seat, s.die, 0)
        if len(CHANGE_ROLL.options(s, seat, purpose, done)) > 1:
            s.next(CHANGE_ROLL.of(seat, purpose, done))


class ChangeRoll(Choice[Ravingspire]):
    """RSP-161, RSP-164. Roll again, add to the die, or keep it."""

    def options(self, s: Ravingspire, seat: int, purpose: int, done: int, /) -> list[int]:
        """Every ability and card that can change this die, once."""
        codes = [KEEP_IT]
        if seat != s.active:
            return codes
        if raising(s, seat, purpose) is not None and not done & RAISED_ALREADY and s.die < FACES:
            codes.append(RAISE)
        if rerolling(s, seat) is not None:
            codes.append(REROLL)
        if s.phase != EXPLORE:
            last = NONE
            for i, card in enumerate(s.hands[seat]):
                if card != last and again_with(s, seat, card, in_hand=True) is not None:
                    codes.append(AGAIN + i)
                last = card
            for i, card in enumerate(s.slots[seat]):
                if card == NONE or card & (FACE_DOWN | COMMITTED):
                    continue
                if again_with(s, seat, card, in_hand=False) is not None:
                    codes.append(AGAIN + HAND_PLACES + i)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, purpose: int, done: int, /) -> None:
        """The second result stands, unless something else can change it."""
        if code == KEEP_IT:
            return
        if code == RAISE:
            ability = raising(s, seat, purpose)
            assert ability is not None
            s.die = min(FACES, s.die + ability.effects[0].n)
            s.note(MODIFIED, seat, s.die, 0)
            if len(self.options(s, seat, purpose, done | RAISED_ALREADY)) > 1:
                s.next(self.of(seat, purpose, done | RAISED_ALREADY))
            return
        s.note(REROLLED, seat, s.die, 0)
        if code == REROLL:
            ability = rerolling(s, seat)
            assert ability is not None
            s.used[seat] |= use_bit(s, seat, ability)
        else:
            at = code - AGAIN
            in_hand = at < HAND_PLACES
            card = s.hands[seat][at] if in_hand else s.slots[seat][at - HAND_PLACES]
            found = again_with(s, seat, card, in_hand=in_hand)
            assert found is not None
            pay_reaction(s, seat, at, found)
        s.next(ROLL.of(seat, purpose, done))


def use_bit(s: Ravingspire, seat: int, ability: Ability) -> int:
    """RSP-29. The bit of a Hero's ability among those used this turn."""
    for i, each in enumerate(HEROES[s.heroes[seat]].abilities):
        if each.index == ability.index:
            return 1 << i
    raise AssertionError("an ability of another Hero")


def rerolling(s: Ravingspire, seat: int) -> Ability | None:
    """RSP-161. A Hero's own re-roll, if it is not used up."""
    for ability in HEROES[s.heroes[seat]].rolls:
        if ability.effects[0].verb != V_REROLL:
            continue
        if not ability.limit or not s.used[seat] & use_bit(s, seat, ability):
            return ability
    return None


def raising(s: Ravingspire, seat: int, purpose: int) -> Ability | None:
    """RSP-164. A Hero's addition to this kind of roll."""
    for ability in HEROES[s.heroes[seat]].rolls:
        effect = ability.effects[0]
        if effect.verb == V_MODIFY and (not effect.rolls or effect.rolls >> purpose & 1):
            return ability
    return None


def again_with(s: Ravingspire, seat: int, card: int, *, in_hand: bool) -> Ability | None:
    """A card's re-roll: from hand if the card is the price, else from a slot."""
    for ability in CARDS[card & KIND].roll:
        if in_hand and not ability.self_price:
            continue
        if ability.effects[0].verb == V_REROLL and not is_spent(s, seat, card, ability):
            return ability
    return None


ROLL: Final = RollDie("RSP-13")
CHANGE_ROLL: Final = ChangeRoll("RSP-161")
