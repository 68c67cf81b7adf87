"""What can be read off a Ravingspire table at a glance: how far each Hero is, and how strong.

A hand counts together with the Battle Deck and the discard pile, whose contents follow from what was
collected and banished in the open; only of the Hero whose turn it is, also by itself. Where hands are
private, the table looked at is a fair redraw (see `Chair.sample`), so nothing hidden is seen.
"""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import (
    ADVERSARY,
    CARDS,
    HEROES,
    IF_FOE,
    IF_WITH,
    RELIC,
    V_ADD,
    V_BECOME,
    V_CONVERT,
    V_DOUBLE,
    V_DRAW,
    V_GAIN,
    V_GENERATE,
    V_LOSE,
    V_PREVENT,
    V_RETURN,
    Ability,
    Card,
)
from ravelbox.games.ravingspire.facts import FACTS as PRINTED
from ravelbox.games.ravingspire.state import (
    KIND,
    NONE,
    RING,
    Ravingspire,
)
from ravelbox.games.ravingspire.tower import SPACES, STAIR, linked
from ravelbox.games.ravingspire.zones import hand_size

# What a card is good for, as numbers; one row of these for each kind of card.
WILD: Final = 3  # after Fight, Skill, Charm: power that fits several
DRAWS: Final = 4
HEALS: Final = 5
HURTS: Final = 6
DOUBLES: Final = 7
SPARES: Final = 8  # Sanity it can prevent losing
STARTS: Final = 9  # a Starter card
LOOTS: Final = 10
STAYS: Final = 11  # power that does not leave its slot
RELICS: Final = 12
TRAITS: Final = 13

# Where the facts about a Hero stand in the list.
SANITY: Final = 0  # one for each Sanity, 0 to 10
KEY: Final = 11
LEVEL: Final = 12  # one for each level; three more with a Key
WAY: Final = 18  # one for each distance to stair or Door, 0 to 6; seven more with a Key
LINK: Final = 32  # the stair is lined up; the same with a Key
NEAR: Final = 34  # a Foe on the level, by its distance; four more with a Key
FOUL: Final = 42  # 0, 1, 2, 3 or more Adversaries in the ring
DANGER: Final = 46  # how far Adversaries exceed Sanity
POWER: Final = 47  # Fight, Skill, Charm, wild to be expected of a hand and the Battlemat; all of it
SHORT: Final = 52  # what that falls short of the Spire card; squared
SHORT_BY: Final = 54  # the same in eight steps
FOE_SHORT: Final = 62  # what it falls short of a Foe; squared
NEXT_SHORT: Final = 64  # what the next hand falls short of the Spire card, without and with a Key
NEXT_FOE: Final = 66  # and of a Foe that is near
CARDS_HELD: Final = 67
STARTERS: Final = 68
DRAWING: Final = 69
HEALING: Final = 70
HURTING: Final = 71
DOUBLING: Final = 72
SPARING: Final = 73
LOOT: Final = 74
SLOTTED: Final = 75
SLOT_POWER: Final = 76
STAYING: Final = 77
LIFE: Final = 78  # Sanity and Madness together; times what is short
LIFE_SHORT: Final = 79
RING_WORTH: Final = 80  # what can be collected on the level, without Adversaries
HERO: Final = 81  # one for each of ten Heroes
HERO_FACTS: Final = 91

# And about the table.
TURN: Final = 0  # how far the game is; whether it just begins
OPENING: Final = 1
MADNESS: Final = 2  # one for each number, 0 to 8
OPEN: Final = 11  # one for each Spire card, when it was opened
HEROES_LEFT: Final = 17  # one for each number of Heroes, 0 to 6
DRAWN: Final = 24  # whether the active Hero holds a hand
TABLE_FACTS: Final = 25

BETWEEN: Final = (0.5, 2.5, 4.5, 7.5, 10.5, 14.5, 18.5)  # the steps of SHORT_BY
FOE_LEAD: Final = 8.0  # what a Foe asks of its leading attribute, and of the others
FOE_REST: Final = 3.0
SEALED: Final = 8.8  # what a sealed Spire card may ask of each
EARLY: Final = 12  # turns of each Hero; who is still there later does not gain by waiting
KNOWN_SPIRES: Final = 6
KNOWN_HEROES: Final = 10


def foe_power(ability: Ability, n: int) -> float:
    """What a text makes of a card's power against a Foe, on average."""
    likely = 1.0
    for clause in ability.cond:
        for atom in clause:
            if atom.word == IF_WITH:
                likely = 0.6
            elif atom.word > IF_FOE:
                likely = 0.4
    more = 0.0
    for effect in ability.effects:
        if effect.verb == V_BECOME:
            more += effect.n - n
        elif effect.verb == V_ADD and effect.itself:
            more += max(effect.n, 1)
    return likely * max(more, 0.0) * (0.6 if ability.pay else 1.0)


def traits_of(card: Card) -> list[float]:
    """A card's row of numbers."""
    row = [0.0] * TRAITS
    if card.attr >= 0:
        n = float(card.power)
        for ability in card.boosts + card.priced:
            n += foe_power(ability, card.power)
        row[WILD if card.other_attr >= 0 else card.attr] += n
        if card.keeps:
            row[STAYS] = n
    for ability in card.play:
        add_text(row, ability)
    for ability in card.discard + card.banish:
        for effect in ability.effects:
            if effect.verb == V_GAIN:
                row[HEALS] += 0.5 * effect.n
            elif effect.verb == V_DOUBLE:
                row[DOUBLES] += 0.5
    for ability in card.sanity:
        for effect in ability.effects:
            if effect.verb == V_PREVENT:
                row[SPARES] += float(effect.n)
    row[STARTS] = 1.0 if card.is_starter else 0.0
    row[LOOTS] = 1.0 if card.is_loot else 0.0
    row[RELICS] = 1.0 if card.types & RELIC else 0.0
    return row


def add_text(row: list[float], ability: Ability) -> None:
    """What playing a card does beside its power."""
    for effect in ability.effects:
        if effect.verb in (V_DRAW, V_RETURN):
            row[DRAWS] += max(effect.n, 1)
        elif effect.verb == V_GAIN:
            row[HEALS] += effect.n
        elif effect.verb == V_LOSE and ability.must:
            row[HURTS] += effect.n
        elif effect.verb == V_DOUBLE:
            row[DOUBLES] += 1.0


def needs_of(kind: int) -> list[float]:
    """What a Spire card asks of each attribute, on average."""
    printed = PRINTED.cards[kind]
    cost = printed.cost
    if printed.stages or cost is None:
        return [9.5, 9.5, 9.5]  # what one stage takes too much is lost
    if cost.lead:
        third = (cost.lead + 2 * cost.rest) / 3.0
        return [third, third, third]
    rolled = 3.5 if cost.rolled else 0.0
    return [cost.fight + rolled, cost.skill + rolled, cost.charm + rolled]


def bent_to(hero: int) -> list[int]:
    """The attribute that a Hero may use as another, and that other; both NONE where none."""
    for ability in HEROES[hero].standing:
        for effect in ability.effects:
            if effect.verb == V_CONVERT:
                return [effect.attr, effect.to_attr]
    return [NONE, NONE]


def made_of(hero: int) -> int:
    """The attribute that a Hero generates with Relics, or NONE."""
    for ability in HEROES[hero].acts:
        for effect in ability.effects:
            if effect.verb == V_GENERATE and ability.pay:
                return effect.attr
    return NONE


ROWS: Final[list[list[float]]] = [traits_of(card) for card in CARDS]
SPIRES: Final[list[int]] = [
    kind for kind in range(len(PRINTED.cards)) if PRINTED.cards[kind].deck == "spire"
]
NEEDS: Final[dict[int, list[float]]] = {kind: needs_of(kind) for kind in SPIRES}
BENT: Final[list[list[int]]] = [bent_to(hero) for hero in range(len(HEROES))]
MADE: Final[list[int]] = [made_of(hero) for hero in range(len(HEROES))]


def add_cards(total: list[float], cards: list[int]) -> int:
    """Sum up the rows of some cards; how many they are."""
    n = 0
    for card in cards:
        if card == NONE:
            continue
        row = ROWS[card & KIND]
        for i in range(TRAITS):
            if row[i] != 0.0:
                total[i] += row[i]
        n += 1
    return n


def short_of(power: list[float], need: list[float], hero: int) -> float:
    """How much power is missing, once what fits several is put where it lacks."""
    lack = [need[0] - power[0], need[1] - power[1], need[2] - power[2]]
    bent = BENT[hero]
    if bent[0] != NONE and lack[bent[0]] < 0.0:
        lack[bent[1]] += lack[bent[0]]
    missing = max(lack[0], 0.0) + max(lack[1], 0.0) + max(lack[2], 0.0) - power[WILD]
    return max(missing, 0.0)


def short_of_foe(power: list[float], hero: int) -> float:
    """How much power is missing against a Foe, whichever attribute leads."""
    total = 0.0
    for lead in range(3):
        need = [FOE_REST, FOE_REST, FOE_REST]
        need[lead] = FOE_LEAD
        total += short_of(power, need, hero)
    return total / 3.0


def foul_on(s: Ravingspire, level: int) -> int:
    """How many Adversaries wait in a ring."""
    n = 0
    for position in range(level * RING, level * RING + RING):
        if s.ring[position] != NONE and CARDS[s.ring[position]].types & ADVERSARY:
            n += 1
    return n


class Strength:
    """What a Hero can expect of its cards."""

    def __init__(self, s: Ravingspire, seat: int) -> None:
        hero = s.heroes[seat]
        size = hand_size(s, seat)
        self.lying = [0.0] * TRAITS  # on the Battlemat
        self.slotted = add_cards(self.lying, s.slots[seat])
        self.pool = [0.0] * TRAITS  # everywhere else
        waiting = add_cards(self.pool, s.decks[seat]) + add_cards(self.pool, s.tops[seat])
        soon = self.pool[: WILD + 1]
        self.cards = waiting + add_cards(self.pool, s.hands[seat])
        self.cards += add_cards(self.pool, s.played[seat]) + add_cards(self.pool, s.asides[seat])
        self.cards += add_cards(self.pool, s.discards[seat])
        share = min(1.0, size / self.cards) if self.cards else 0.0
        share *= 1.0 + min(0.5, self.pool[DRAWS] / max(self.cards, 1))
        self.share = share
        self.power = [0.0] * (WILD + 1)
        for k in range(WILD + 1):
            self.power[k] = self.lying[k] + share * self.pool[k]
        self.next = self.expect(s, seat, size, waiting, soon)
        made = MADE[hero]
        if made != NONE:
            self.power[made] += 0.5 * self.lying[RELICS]
        self.need = [SEALED, SEALED, SEALED]
        if s.spire != NONE:
            self.need = NEEDS[s.spire]
        self.short = short_of(self.power, self.need, hero)
        self.soon_short = short_of(self.next, self.need, hero)

    def expect(
        self, s: Ravingspire, seat: int, size: int, waiting: int, soon: list[float]
    ) -> list[float]:
        """The power of the next hand and the Battlemat: the own hand, once it is drawn."""
        power = self.lying[: WILD + 1]
        if s.hands[seat] and seat == s.active:
            held = [0.0] * TRAITS
            add_cards(held, s.hands[seat])
            for k in range(WILD + 1):
                power[k] += held[k]
            return power
        first = min(1.0, size / waiting) if waiting else 0.0
        rest = max(0, size - waiting) / max(1, self.cards - waiting)
        for k in range(WILD + 1):
            power[k] += first * soon[k] + rest * (self.pool[k] - soon[k])
        return power


def hero_facts(s: Ravingspire, seat: int, strength: Strength, facts: list[float], at: int) -> None:
    """Add what is to be said about a Hero to a list of facts, from a place on."""
    place_facts(s, seat, facts, at)
    card_facts(s, seat, strength, facts, at)
    hero = s.heroes[seat]
    if hero < KNOWN_HEROES:
        facts[at + HERO + hero] += 1.0


def place_facts(s: Ravingspire, seat: int, facts: list[float], at: int) -> None:
    """Where a Hero stands, and what is near."""
    level = s.levels[seat]
    space = s.spaces[seat]
    key = s.keys[seat]
    sanity = s.sanity[seat]
    facts[at + SANITY + min(sanity, 10)] += 1.0
    facts[at + KEY] += key
    facts[at + LEVEL + level + 3 * key] += 1.0
    facts[at + WAY + min((STAIR - space) % SPACES, (space - STAIR) % SPACES, 6) + 7 * key] += 1.0
    if linked(s, level):
        facts[at + LINK + key] += 1.0
    foe = s.foes_at[level]
    if foe != NONE:
        gap = min((foe - space) % SPACES, (space - foe) % SPACES, 6)
        facts[at + NEAR + (gap + 1) // 2 + 4 * key] += 1.0
    foul = foul_on(s, level)
    facts[at + FOUL + min(foul, 3)] += 1.0
    facts[at + DANGER] += 0.3 * max(0, 2 * foul + 1 - sanity)


def card_facts(s: Ravingspire, seat: int, strength: Strength, facts: list[float], at: int) -> None:
    """What a Hero's cards are good for."""
    hero = s.heroes[seat]
    key = s.keys[seat]
    short = strength.short
    total = 0.0
    for k in range(WILD + 1):
        facts[at + POWER + k] += 0.1 * strength.power[k]
        total += strength.power[k]
    facts[at + POWER + WILD + 1] += 0.03 * total
    facts[at + SHORT] += 0.1 * short
    facts[at + SHORT + 1] += 0.01 * short * short
    step = 0
    while step < len(BETWEEN) and short > BETWEEN[step]:
        step += 1
    facts[at + SHORT_BY + step] += 1.0
    foe_short = short_of_foe(strength.power, hero)
    facts[at + FOE_SHORT] += 0.2 * foe_short
    facts[at + FOE_SHORT + 1] += 0.04 * foe_short * foe_short
    facts[at + NEXT_SHORT + key] += 0.1 * strength.soon_short
    foe = s.foes_at[s.levels[seat]]
    if foe != NONE:
        facts[at + NEXT_FOE] += 0.2 * short_of_foe(strength.next, hero)
    facts[at + CARDS_HELD] += 0.05 * (strength.cards + strength.slotted)
    facts[at + STARTERS] += 0.1 * (strength.pool[STARTS] + strength.lying[STARTS])
    share = strength.share
    facts[at + DRAWING] += 0.5 * (strength.lying[DRAWS] + share * strength.pool[DRAWS])
    facts[at + HEALING] += 0.3 * (strength.lying[HEALS] + share * strength.pool[HEALS])
    facts[at + HURTING] += 0.3 * (strength.lying[HURTS] + share * strength.pool[HURTS])
    facts[at + DOUBLING] += 0.5 * (strength.lying[DOUBLES] + share * strength.pool[DOUBLES])
    facts[at + SPARING] += 0.3 * (strength.lying[SPARES] + share * strength.pool[SPARES])
    facts[at + LOOT] += 0.2 * (strength.lying[LOOTS] + strength.pool[LOOTS])
    facts[at + SLOTTED] += 0.2 * strength.slotted
    lying = strength.lying
    facts[at + SLOT_POWER] += 0.1 * (lying[0] + lying[1] + lying[2] + lying[WILD])
    facts[at + STAYING] += 0.2 * lying[STAYS]
    life = 0.05 * (s.sanity[seat] + 10 * (s.madness - 1))
    facts[at + LIFE] += life
    facts[at + LIFE_SHORT] += 0.1 * short * life
    facts[at + RING_WORTH] += ring_worth(s, s.levels[seat])


def ring_worth(s: Ravingspire, level: int) -> float:
    """What the cards of a ring would bring."""
    total = 0.0
    for position in range(level * RING, level * RING + RING):
        card = s.ring[position]
        if card != NONE:
            total += 0.05 * CARDS[card].power
    return total


def table_facts(s: Ravingspire, facts: list[float], at: int) -> None:
    """Add what is to be said about the table."""
    facts[at + TURN] = 0.03 * min(s.turn, EARLY * len(s.heroes))
    facts[at + OPENING] = 1.0 if s.turn <= len(s.heroes) + RING else 0.0
    facts[at + MADNESS + min(s.madness, 8)] = 1.0
    if s.spire != NONE:
        facts[at + OPEN + min(SPIRES.index(s.spire), KNOWN_SPIRES - 1)] = 1.0
    facts[at + HEROES_LEFT + len(s.heroes) - sum(s.gone)] = 1.0
    facts[at + DRAWN] = 1.0 if s.hands[s.active] else 0.0


ALONE: Final = HERO_FACTS + TABLE_FACTS
TOGETHER: Final = 2 * HERO_FACTS + TABLE_FACTS


def facts_of(s: Ravingspire) -> list[float]:
    """Everything: alone the Hero, in company who is farthest and all on average, and the table."""
    if len(s.heroes) == 1:
        facts = [0.0] * ALONE
        hero_facts(s, 0, Strength(s, 0), facts, 0)
        table_facts(s, facts, HERO_FACTS)
        return facts
    facts = [0.0] * TOGETHER
    best = NONE
    most = -1e9
    strengths: list[Strength] = []
    here = [seat for seat in range(len(s.heroes)) if not s.gone[seat]]
    for seat in here:
        strength = Strength(s, seat)
        strengths.append(strength)
        hero_facts(s, seat, strength, facts, HERO_FACTS)
        ahead = advance(s, seat, strength)
        if ahead > most:
            most = ahead
            best = len(strengths) - 1
    for i in range(HERO_FACTS, 2 * HERO_FACTS):
        if facts[i] != 0.0:
            facts[i] /= len(here)
    if best != NONE:
        hero_facts(s, here[best], strengths[best], facts, 0)
    table_facts(s, facts, 2 * HERO_FACTS)
    return facts


def advance(s: Ravingspire, seat: int, strength: Strength) -> float:
    """How far a Hero is on the way out, roughly."""
    near = s.levels[seat] if s.keys[seat] else 0
    return 4.0 * s.keys[seat] + near - 0.5 * min(strength.short, 20.0)
