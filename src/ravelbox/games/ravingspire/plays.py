"""What can be played before a target is declared: activating cards, discarding them, Hero abilities."""

from __future__ import annotations

from ravelbox.games.ravingspire.cards import (
    CARDS,
    HEROES,
    IN_BATTLE,
    IN_ENCOUNTER,
    WHEN_FOE_DRAWN,
    Ability,
)
from ravelbox.games.ravingspire.codes import ACT as ACTS
from ravelbox.games.ravingspire.codes import ACTIVATE, BANISH, DISCARD
from ravelbox.games.ravingspire.effects import can_pay, has_use, use_ability
from ravelbox.games.ravingspire.madness import HAND_PLACES
from ravelbox.games.ravingspire.payment import MAY_ACT, MUST_ACT
from ravelbox.games.ravingspire.power import holds
from ravelbox.games.ravingspire.rolls import use_bit
from ravelbox.games.ravingspire.state import (
    ACT,
    ACTED,
    ACTIVATED,
    COMMITTED,
    ENCOUNTER,
    FACE_DOWN,
    FROM_SLOT,
    KIND,
    NONE,
    USED_CARD,
    Ravingspire,
    put,
)
from ravelbox.games.ravingspire.texts import HAND_CTX, LOOT_CTX, PLACE_CTX, PLAYED_CTX
from ravelbox.games.ravingspire.zones import settle_slots, stays
from ravelbox.kernel.rules import Frame


def add_plays(s: Ravingspire, codes: list[int], seat: int) -> None:
    """RSP-68, RSP-71, RSP-D6. Everything that can be played now, ascending by code."""
    window = IN_ENCOUNTER if s.phase == ENCOUNTER else IN_BATTLE
    _add_cards(s, codes, seat, ACTIVATE)
    _add_cards(s, codes, seat, DISCARD)
    _add_cards(s, codes, seat, BANISH)
    add_acts(s, codes, seat, window)


def add_acts(s: Ravingspire, codes: list[int], seat: int, window: int) -> None:
    """Abilities of the own Hero that can be used in this window."""
    for i, ability in enumerate(HEROES[s.heroes[seat]].abilities):
        if ability in HEROES[s.heroes[seat]].acts and can_act(s, seat, ability, window):
            codes.append(ACTS + i)


def can_act(s: Ravingspire, seat: int, ability: Ability, window: int) -> bool:
    """RSP-29. Whether a Hero's ability can be used now; RSP-163: in the phases it names."""
    if not ability.windows & window:
        return False
    if ability.limit and s.used[seat] & use_bit(s, seat, ability):
        return False
    if not holds(s, seat, ability.cond, 0, NONE, NONE, 0) or not can_pay(s, seat, ability, 0):
        return False
    return window == WHEN_FOE_DRAWN or has_use(s, seat, ability, 0)


def _add_cards(s: Ravingspire, codes: list[int], seat: int, base: int) -> None:
    last = NONE
    for i, card in enumerate(s.hands[seat]):
        if card != last and _can_play(s, seat, card, base, HAND_CTX - i):
            codes.append(base + i)
        last = card
    for i, card in enumerate(s.slots[seat]):
        if card == NONE or card & (FACE_DOWN | ACTED | COMMITTED):
            continue
        if _can_play(s, seat, card, base, PLACE_CTX + i):
            codes.append(base + HAND_PLACES + i)


def _can_play(s: Ravingspire, seat: int, card: int, base: int, ctx: int) -> bool:
    """Whether a card's own text can be used now, without a payment."""
    fact = CARDS[card & KIND]
    abilities = fact.play
    if base == DISCARD:
        abilities = fact.discard
    elif base == BANISH:
        abilities = fact.banish
    if not abilities or fact.types & s.forbidden:
        return False
    for ability in abilities:
        if ability.must or ability.plain_power or ability.of_payment:
            continue
        if _is_open(s, seat, ability, card, ctx):
            return True
    return False


def _is_open(s: Ravingspire, seat: int, ability: Ability, card: int, ctx: int) -> bool:
    place = ctx - PLACE_CTX if ctx >= PLACE_CTX else NONE
    if not holds(s, seat, ability.cond, card, place, NONE, 0):
        return False
    return can_pay(s, seat, ability, ctx) and has_use(s, seat, ability, ctx)


def play(s: Ravingspire, seat: int, code: int) -> None:
    """Carry out one of these; the last thing a rule does."""
    if code >= ACTS:
        act(s, seat, code - ACTS)
    elif code >= BANISH:
        give_away(s, seat, code - BANISH, banish=True)
    elif code >= DISCARD:
        give_away(s, seat, code - DISCARD, banish=False)
    else:
        activate(s, seat, code - ACTIVATE)


def act(s: Ravingspire, seat: int, number: int) -> None:
    """Use an ability of the own Hero."""
    ability = HEROES[s.heroes[seat]].abilities[number]
    if ability.limit:
        s.used[seat] |= 1 << number
    s.note(ACT, seat, number, 0)
    use_ability(s, seat, ability, 0)


def give_away(s: Ravingspire, seat: int, at: int, *, banish: bool) -> None:
    """RSP-71. The card goes to the discard or Banish pile first; its power is not available.

    RSP-122: a Dungeon card too, from a face-up slot.
    """
    card = _take(s, seat, at)
    fact = CARDS[card & KIND]
    if banish:
        s.banished.append(card & KIND)
    else:
        put(s.discards[seat], card & KIND)
    s.note(USED_CARD, seat, card & KIND, int(banish))
    settle_slots(s, seat)
    ctx = LOOT_CTX if fact.is_loot else 0
    for ability in fact.banish if banish else fact.discard:
        if holds(s, seat, ability.cond, card, NONE, NONE, 0):
            use_ability(s, seat, ability, ctx)
            return


def _take(s: Ravingspire, seat: int, at: int) -> int:
    if at < HAND_PLACES:
        return s.hands[seat].pop(at)
    card = s.slots[seat][at - HAND_PLACES]
    s.slots[seat][at - HAND_PLACES] = NONE
    return card


def activate(s: Ravingspire, seat: int, at: int) -> None:
    """RSP-68. The card's action happens now; its power may still be spent in this phase."""
    s.barred = 0
    place = at - HAND_PLACES
    if place >= 0 and stays(s, seat, s.slots[seat][place] & KIND):
        card = s.slots[seat][place] | ACTED
        s.slots[seat][place] = card
        ctx = PLACE_CTX + place
    else:
        card = _take(s, seat, at) | ACTED
        s.played[seat].append(card | FROM_SLOT if place >= 0 else card)
        ctx = PLAYED_CTX + len(s.played[seat]) - 1
        if place >= 0:
            settle_slots(s, seat)
    s.note(ACTIVATED, seat, card & KIND, 0)
    s.then(_actions(s, seat, card, ctx))


def _actions(s: Ravingspire, seat: int, card: int, ctx: int) -> list[Frame]:
    """Drawbacks first; a single optional action is what the card was activated for."""
    frames: list[Frame] = []
    optional: list[Ability] = []
    for ability in CARDS[card & KIND].play:
        if ability.of_payment or ability.plain_power:
            continue
        if ability.must:
            frames.append(MUST_ACT.of(seat, ability.index, ctx))
        elif _is_open(s, seat, ability, card, ctx):
            optional.append(ability)
    if len(optional) == 1:
        frames.append(MUST_ACT.of(seat, optional[0].index, ctx))
    else:
        frames += [MAY_ACT.of(seat, ability.index, ctx) for ability in optional]
    return frames
