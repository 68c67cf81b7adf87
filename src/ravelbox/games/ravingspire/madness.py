"""Sanity and Madness: losing it, keeping it with a reaction, going mad."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import CARDS, V_BANISH, V_PREVENT, Ability
from ravelbox.games.ravingspire.codes import ACCEPT, PREVENT
from ravelbox.games.ravingspire.decks import put_on_top, shuffle_in
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.state import (
    ALL_LOST,
    COMMITTED,
    DUNGEON,
    EXPLORE,
    FACE_DOWN,
    FOE,
    FROM_HAND,
    FROM_HELPER,
    FROM_LEFT,
    FROM_PLACE,
    GAINED_SANITY,
    GENERATED,
    KIND,
    LOST_SANITY,
    MAD,
    NONE,
    PREVENTED,
    RING,
    USED,
    Ravingspire,
    from_of,
    put,
)
from ravelbox.games.ravingspire.zones import DRAW_SOME, hand_size, is_card, settle_slots
from ravelbox.kernel.rules import Choice, Frame, Step

SANE: Final = FACTS.board.sanity
HAND_PLACES: Final = 100


class Lasting(Step[Ravingspire]):
    """RSP-130. What goes on though the active Hero went mad and the turn ends."""

    def lasts(self, s: Ravingspire, seat: int, x: int, /) -> bool:
        """Whether a frame of this rule is still carried out."""
        return True

    def put_away(self, s: Ravingspire, x: int, /) -> None:
        """RSP-142. The game ends at once: a card that is being resolved must lie somewhere."""


def gain_sanity(s: Ravingspire, seat: int, n: int) -> None:
    """RSP-128. At most ten."""
    gained = min(n, SANE - s.sanity[seat])
    if gained > 0:
        s.sanity[seat] += gained
        s.note(GAINED_SANITY, seat, gained, s.sanity[seat])


class Lose(Lasting):
    """RSP-128. A Hero is about to lose Sanity; cards may prevent some of it."""

    def run(self, s: Ravingspire, seat: int, n: int, cause: int, /) -> None:
        """Ask who can prevent it, else lose it."""
        if n <= 0 or s.gone[seat]:
            return
        if len(PREVENT_LOSS.options(s, seat, n, cause)) > 1:
            s.next(PREVENT_LOSS.of(seat, n, cause))
        else:
            take_loss(s, seat, n)

    def lasts(self, s: Ravingspire, seat: int, x: int, /) -> bool:
        """RSP-132. Others lose what they had to lose."""
        return seat != s.active


def take_loss(s: Ravingspire, seat: int, n: int) -> None:
    """RSP-128. Sanity is clamped to 0; RSP-129: at 0 the Hero goes mad immediately."""
    lost = min(n, s.sanity[seat])
    s.sanity[seat] -= lost
    s.note(LOST_SANITY, seat, lost, s.sanity[seat])
    if s.sanity[seat] == 0:
        go_mad(s, seat)


class PreventLoss(Choice[Ravingspire]):
    """RSP-128. Before a loss: prevent some of it, or accept it.

    From hand on the own turn, from a face-up slot at any time, never in Explore.
    """

    def options(self, s: Ravingspire, seat: int, n: int, cause: int, /) -> list[int]:
        """Each card that can, once."""
        codes = [ACCEPT]
        if s.phase == EXPLORE:
            return codes
        if seat == s.active:
            last = NONE
            for i, card in enumerate(s.hands[seat]):
                if card != last and reaction(s, seat, card, cause, in_hand=True) is not None:
                    codes.append(PREVENT + i)
                last = card
        for i, card in enumerate(s.slots[seat]):
            if card == NONE or card & (FACE_DOWN | COMMITTED):
                continue
            if reaction(s, seat, card, cause, in_hand=False) is not None:
                codes.append(PREVENT + HAND_PLACES + i)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, n: int, cause: int, /) -> None:
        """Pay the price, lose less; another card may prevent the rest."""
        if code == ACCEPT:
            take_loss(s, seat, n)
            return
        at = code - PREVENT
        in_hand = at < HAND_PLACES
        card = s.hands[seat][at] if in_hand else s.slots[seat][at - HAND_PLACES]
        ability = reaction(s, seat, card, cause, in_hand=in_hand)
        assert ability is not None
        prevented = 0
        for effect in ability.effects:
            if effect.verb == V_PREVENT:
                prevented += effect.n
        pay_reaction(s, seat, at, ability)
        s.note(PREVENTED, seat, card & KIND, min(n, prevented))
        s.next(LOSE.of(seat, n - prevented, cause))


def reaction(s: Ravingspire, seat: int, card: int, cause: int, *, in_hand: bool) -> Ability | None:
    """The text of a card that can prevent this loss; one with only a limit needs a slot."""
    for ability in CARDS[card & KIND].sanity:
        if not ability.causes >> cause & 1 or (in_hand and not ability.self_price):
            continue
        if not is_spent(s, seat, card, ability):
            return ability
    return None


def is_spent(s: Ravingspire, seat: int, card: int, ability: Ability) -> bool:
    """Whether a text was used as often as its limit allows."""
    if ability.limit == 0:
        return False
    if ability.limit == 1:
        return bool(card & USED)
    return card & KIND | seat << 10 in s.limits


def pay_reaction(s: Ravingspire, seat: int, at: int, ability: Ability) -> None:
    """The card itself is the price, or its limit is used up."""
    if at < HAND_PLACES:
        card = s.hands[seat][at]
        if ability.self_price:
            s.hands[seat].pop(at)
    else:
        card = s.slots[seat][at - HAND_PLACES]
        s.slots[seat][at - HAND_PLACES] = NONE if ability.self_price else card | USED
    if ability.self_price == V_BANISH:
        s.banished.append(card & KIND)
    elif ability.self_price:
        put(s.discards[seat], card & KIND)
    if ability.limit > 1:
        s.limits.append(card & KIND | seat << 10)
    settle_slots(s, seat)


def go_mad(s: Ravingspire, seat: int) -> None:
    """RSP-129. Madness falls by one; at 0 all lose. The Hero starts again with all cards.

    RSP-131: on another's turn that turn goes on. RSP-133: the Key stays, and so does a Foe on the
    space left behind.
    """
    s.madness -= 1
    s.note(MAD, seat, s.madness, 0)
    if s.madness == 0:
        all_lose(s, 0)
        return
    level = s.levels[seat]
    if seat == s.active:
        break_off_payment(s, seat)
    sweep(s, seat)
    s.levels[seat] = DUNGEON
    s.spaces[seat] = 0
    s.sanity[seat] = SANE
    if seat == s.active:
        end_turn_mad(s, level)
    s.next(DRAW_SOME.of(seat, hand_size(s, seat)))


def all_lose(s: Ravingspire, why: int) -> None:
    """RSP-142. The game ends at once, and nobody wins."""
    s.result = 1
    s.note(ALL_LOST, s.active, why, 0)
    for frame in s.agenda:
        rule = s.rules[frame[0]]
        if isinstance(rule, Lasting):
            rule.put_away(s, frame[2])
    s.end()


def break_off_payment(s: Ravingspire, seat: int) -> None:
    """RSP-73. The payment fails; what was committed goes the way of all cards."""
    for entry in s.paying:
        origin = from_of(entry)
        if origin >= FROM_PLACE:
            continue  # it lies in its slot
        if origin == FROM_LEFT:
            s.left.append(entry & KIND)
        elif origin >= FROM_HAND and origin != FROM_HELPER and is_card(entry):
            put(s.discards[seat], entry & KIND)
    s.paying.clear()
    s.target = NONE


def sweep(s: Ravingspire, seat: int) -> None:
    """RSP-129. Hand, all slotted, Played and Aside cards go to the discard pile."""
    pile = s.discards[seat]
    for zone in (s.hands[seat], s.played[seat], s.asides[seat], s.slots[seat]):
        for card in zone:
            if card != NONE and card & KIND < GENERATED:
                put(pile, card & KIND)
        zone.clear()
    s.slots[seat] += [NONE] * len(FACTS.heroes[s.heroes[seat]].slots)


def end_turn_mad(s: Ravingspire, level: int) -> None:
    """RSP-130. No Explore, Recover or Foe phase; only what must not be lost is put away."""
    place_pending(s, level)
    release_foe(s)
    kept: list[Frame] = [s.agenda[0], GIVE_BACK.of(s.active)]
    for frame in s.agenda[1:]:
        rule = s.rules[frame[0]]
        if isinstance(rule, Lasting) and rule.lasts(s, frame[1], frame[2]):
            kept.append(frame)
    s.agenda[:] = kept


class GiveBack(Step[Ravingspire]):
    """RSP-130. Set-aside Adversaries are still shuffled into the top third, the last beaten too."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Shuffle them in."""
        shuffle_in(s, s.returning)
        s.returning.clear()


def place_pending(s: Ravingspire, level: int) -> None:
    """RSP-27, RSP-130. A pending card goes to an empty ring position, or back on top of the deck."""
    if s.pending == NONE:
        return
    for position in range(level * RING, level * RING + RING):
        if s.ring[position] == NONE:
            s.ring[position] = s.pending
            s.pending = NONE
            return
    put_on_top(s, s.pending)
    s.pending = NONE


def release_foe(s: Ravingspire) -> None:
    """A battle that Madness broke off: captured cards to their owner, the Foe card away."""
    for card in s.captured:
        put(s.discards[s.active], card & KIND)
    s.captured.clear()
    if s.foe != NONE and s.foe != s.spire:
        s.foe_pile += (s.foe,)
    s.foe = NONE
    s.forbidden = 0
    forget_target(s, FOE)


def forget_target(s: Ravingspire, target: int) -> None:
    """What was bound to a target ends when it leaves."""
    s.cuts[target] = 0
    for attr in range(3):
        s.raises[target * 3 + attr] = 0
    s.helpers = [card for card in s.helpers if card >> 10 != target]
    s.flanked &= ~(1 << target)
    s.barred &= ~(0x10001 << target)


GIVE_BACK: Final = GiveBack("RSP-130")
LOSE: Final = Lose("RSP-128")
PREVENT_LOSS: Final = PreventLoss("RSP-128")
