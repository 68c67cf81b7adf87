"""Power and prices: what a card counts for, what a target costs, and whether somebody can pay."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import (
    ADVERSARY,
    ATTACK,
    BY_COUNT,
    BY_VALUE,
    CARDS,
    EFFECTS,
    EXPLORE_TARGET,
    FOE_TARGET,
    HEROES,
    IF_ADVERSARY,
    IF_CLASS,
    IF_COLLECT,
    IF_DIE,
    IF_EMPTY,
    IF_FOE,
    IF_FROM_SLOT,
    IF_LEVEL,
    IF_PLAYERS,
    IF_SANITY,
    IF_SLOTTED,
    IF_WITH,
    IN_DISCARD,
    IN_HAND,
    IN_PLAYED,
    IN_RING,
    IN_SLOTS,
    OWN,
    STRONGEST,
    V_ADD,
    V_BECOME,
    V_CONVERT,
    WEAKEST,
    Atom,
    Effect,
    Group,
)
from ravelbox.games.ravingspire.state import (
    ACTED,
    ADDED_AT,
    ADDED_TO_AT,
    BASE_AT,
    BRUTE,
    CHANGED_AT,
    COMMITTED,
    DOUBLED_AT,
    EXPLORE,
    FACE_DOWN,
    FOE,
    FROM_HAND,
    FROM_HELPER,
    FROM_LEFT,
    FROM_PLACE,
    FROM_PLAYED,
    FROM_SLOT,
    GENERATED,
    KEEP,
    KIND,
    NONE,
    RING,
    ROTATION,
    SPIRE,
    VORPAL,
    Ravingspire,
    in_play,
)

ADDITIVE: Final = 0  # RSP-65
MULTIPLICATIVE: Final = 1


def ring_level(s: Ravingspire, seat: int) -> int:
    """The level whose ring a Hero faces; in the Keep that of the Spire level."""
    return SPIRE if s.phase == KEEP else s.levels[seat]


def ring_card(s: Ravingspire, seat: int, position: int) -> int:
    """RSP-10. The card at a position of the Hero's ring."""
    return s.ring[ring_level(s, seat) * RING + position]


def target_types(s: Ravingspire, seat: int, target: int) -> int:
    """What a target is to a price change: types of a ring card, a Foe, or a service."""
    if target < RING:
        card = ring_card(s, seat, target)
        return CARDS[card].types if card != NONE else 0
    if target == FOE:
        return FOE_TARGET if s.phase != KEEP or s.house.spire_is_foe else 0
    return EXPLORE_TARGET if target != ROTATION else 0


def holds(
    s: Ravingspire,
    seat: int,
    cond: list[list[Atom]],
    card: int,
    place: int,
    target: int,
    company: int,
) -> bool:
    """Whether a condition is met: any of its clauses, with all of their parts."""
    if not cond:
        return True
    for clause in cond:
        met = True
        for atom in clause:
            if not _is_met(s, seat, atom, card, place, target, company):
                met = False
                break
        if met:
            return True
    return False


def _is_met(
    s: Ravingspire, seat: int, atom: Atom, card: int, place: int, target: int, company: int
) -> bool:
    word = atom.word
    if word <= IF_COLLECT:
        if target < 0 or target > FOE:
            return False
        types = target_types(s, seat, target)
        if word == IF_ADVERSARY:
            return bool(types & ADVERSARY)
        if word == IF_FOE:
            return bool(types & FOE_TARGET)
        return target < RING and not types & ADVERSARY and bool(types & atom.mask)
    if word == IF_WITH:
        return bool(company & atom.mask)
    if word == IF_SLOTTED:
        for i, other in enumerate(s.slots[seat]):
            if other != NONE and i != place and CARDS[other & KIND].types & atom.mask:
                return True
        return False
    if word == IF_FROM_SLOT:
        return place >= 0 or bool(card & FROM_SLOT)
    if word == IF_CLASS:
        return HEROES[s.heroes[seat]].klass == atom.mask
    if word == IF_LEVEL:
        return ring_level(s, seat) == atom.mask
    if word == IF_SANITY:
        return s.sanity[seat] <= atom.lo
    if word == IF_DIE:
        return atom.lo <= s.die <= atom.hi
    if word == IF_PLAYERS:
        return in_play(s) >= atom.lo
    if word == IF_EMPTY:
        return count_in(s, seat, atom.mask) == 0
    raise AssertionError(f"condition {word}")


def count_in(s: Ravingspire, seat: int, zones: int) -> int:
    """How many cards lie in some zones of one's own."""
    n = 0
    if zones & IN_HAND:
        n += len(s.hands[seat])
    if zones & IN_SLOTS:
        n += sum(card != NONE for card in s.slots[seat])
    if zones & IN_PLAYED:
        n += sum(card & KIND < GENERATED for card in s.played[seat])
    if zones & IN_DISCARD:
        n += len(s.discards[seat])
    if zones & IN_RING:
        n += sum(ring_card(s, seat, position) != NONE for position in range(RING))
    return n


def belongs(kind: int, group: Group) -> bool:
    """Whether a kind of card is one of those that a text speaks of."""
    card = CARDS[kind]
    if kind >= GENERATED or not card.types & group.types:
        return False
    if (group.starter and not card.is_starter) or (group.loot and not card.is_loot):
        return False
    return group.cost < 0 or card.total <= group.cost


def counted(s: Ravingspire, seat: int, effect: Effect, but: int = NONE) -> int:
    """An amount that is a number, a count of cards, or a card's power; dice are rolled elsewhere.

    A card in a slot never counts itself.
    """
    group = effect.counted
    if group is None:
        return effect.n
    values: list[int] = []
    if group.zones & IN_HAND:
        values += [card & KIND for card in s.hands[seat]]
    if group.zones & IN_SLOTS:
        cards = s.slots[seat]
        values += [card & KIND for i, card in enumerate(cards) if card != NONE and i != but]
    if group.zones & IN_PLAYED:
        values += [card & KIND for card in s.played[seat]]
    if group.zones & IN_DISCARD:
        values += [card & KIND for card in s.discards[seat]]
    if group.zones & IN_RING:
        cards = [ring_card(s, seat, position) for position in range(RING)]
        values += [card for card in cards if card != NONE]
    found = [kind for kind in values if belongs(kind, group)]
    sign = -1 if effect.n < 0 else 1
    if effect.how == BY_COUNT:
        return sign * len(found)
    assert effect.how == BY_VALUE
    powers = [CARDS[kind].power for kind in found]
    if not powers:
        return 0
    return sign * (min(powers) if group.pick == WEAKEST else max(powers))


class Source:
    """Something that can be committed to a payment, and what it would count for."""

    def __init__(self, card: int, zone: int, place: int) -> None:
        self.card = card
        self.zone = zone  # IN_HAND, IN_SLOTS, IN_PLAYED; 0 for helpers and left cards
        self.place = place  # on the Battlemat, or NONE
        self.origin = 0  # where the engine takes it from: FROM_HAND and so on
        self.at = 0  # its place in that zone
        self.values = [0, 0, 0, 0]  # counted as Fight, Skill, Charm; in Brute Force
        self.extras = [0, 0, 0]  # beside that

    def brute(self) -> int:
        """What it counts for by Brute Force, all in all."""
        return self.values[BRUTE] + self.extras[0] + self.extras[1] + self.extras[2]


class Scales:
    """What stands while a payment is weighed: conversions and additions."""

    def __init__(self) -> None:
        self.from_attr: list[int] = []
        self.to_attr: list[int] = []
        self.adders: list[Effect] = []
        self.priced = False  # count power that could still be bought with Sanity


def scales_of(s: Ravingspire, seat: int, target: int) -> Scales:
    """RSP-159, RSP-165, RSP-160: the standing texts of Hero, Tower card, slots and Foe."""
    scales = Scales()
    if s.phase == EXPLORE:
        tower = s.towers[s.levels[seat]]
        if tower != NONE:
            _weigh_with(s, seat, target, scales, CARDS[tower].level, adding=False)
        return scales
    for ability in HEROES[s.heroes[seat]].standing:
        _weigh_with(s, seat, target, scales, ability.effects, adding=True)
    tower = s.towers[ring_level(s, seat)]
    if tower != NONE:
        _weigh_with(s, seat, target, scales, CARDS[tower].level, adding=True)
    for card in s.slots[seat]:
        if card != NONE and not card & FACE_DOWN and CARDS[card & KIND].slotted:
            _weigh_with(s, seat, target, scales, CARDS[card & KIND].slotted, adding=True)
    if target == FOE and s.foe != NONE:
        _weigh_with(s, seat, target, scales, CARDS[s.foe].facing, adding=True)
    return scales


def _weigh_with(
    s: Ravingspire, seat: int, target: int, scales: Scales, effects: list[Effect], *, adding: bool
) -> None:
    for effect in effects:
        if effect.verb == V_CONVERT:
            if holds(s, seat, effect.cond, 0, NONE, target, 0):
                scales.from_attr.append(effect.attr)
                scales.to_attr.append(effect.to_attr)
        elif effect.verb == V_ADD and adding and holds(s, seat, effect.cond, 0, NONE, target, 0):
            scales.adders.append(effect)


def weigh(
    s: Ravingspire, seat: int, source: Source, target: int, company: int, scales: Scales
) -> None:
    """RSP-64. Base, then doublings, then additions: what a source counts for each way.

    RSP-67: in Explore printed power only.
    """
    card = source.card
    fact = CARDS[card & KIND]
    if s.phase == EXPLORE:
        if card & KIND >= GENERATED:
            _spread(source.values, fact.attr, card >> ADDED_AT & 31, scales)
        else:
            _spread(source.values, fact.attr, fact.n, scales)
            if fact.other_attr != NONE:
                _spread(source.values, fact.other_attr, fact.other_n, scales)
        return
    attr, n, other_attr, other_n = fact.attr, fact.n, fact.other_attr, fact.other_n
    plus = 0
    if card >> BASE_AT & 31:
        n = other_n = card >> BASE_AT & 31
    if fact.boosts or fact.priced:
        for effect in boosts_of(s, seat, source, target, company, scales):
            if effect.verb == V_BECOME:
                n, attr, other_attr = effect.n, effect.attr, NONE
            else:
                plus += _added(source, effect.attr, counted(s, seat, effect, source.place))
    changed = card >> CHANGED_AT & 7
    if changed:
        attr, n, other_attr = changed - 1, max(n, other_n), NONE
    times = card >> DOUBLED_AT & 7
    if times:
        n, other_n = _doubled(s, n, times), _doubled(s, other_n, times)
    plus += card >> ADDED_AT & 31
    if card >> ADDED_TO_AT:
        for k in range(3):
            source.extras[k] += card >> ADDED_TO_AT + 4 * k & 15
    for effect in scales.adders:
        group = effect.group
        if group is not None and group.zones & source.zone and belongs(card & KIND, group):
            plus += _added(source, effect.attr, effect.n)
    _spread(source.values, attr, n + plus, scales)
    if other_attr != NONE:
        _spread(source.values, other_attr, other_n + plus, scales)


def boosts_of(
    s: Ravingspire, seat: int, source: Source, target: int, company: int, scales: Scales
) -> list[Effect]:
    """What a card's own text adds to its power here; what Sanity can buy, where that may be."""
    effects: list[Effect] = []
    card = source.card
    fact = CARDS[card & KIND]
    for ability in fact.boosts:
        if holds(s, seat, ability.cond, card, source.place, target, company):
            effects += ability.effects
    if scales.priced:
        for ability in fact.priced:
            if card & ACTED and not ability.of_payment:
                continue
            price = EFFECTS[ability.pay[0]].n
            met = holds(s, seat, ability.cond, card, source.place, target, company)
            if met and s.sanity[seat] >= price:
                effects += ability.effects
    return effects


def _added(source: Source, attr: int, n: int) -> int:
    """An addition to the card's own attribute; one of a named attribute stands beside it."""
    if attr == OWN:
        return n
    source.extras[attr] += n
    return 0


def _doubled(s: Ravingspire, n: int, times: int) -> int:
    """RSP-65. Doubling adds the base once more; two doublings are triple."""
    if s.house.stacking == ADDITIVE:
        return n * (1 + times)
    return n << times if s.house.stacking == MULTIPLICATIVE else n * 2


def _spread(values: list[int], attr: int, n: int, scales: Scales) -> None:
    """RSP-59, RSP-60. The ways a value can be used."""
    n = max(n, 0)
    values[BRUTE] = max(values[BRUTE], n)
    if attr == VORPAL:
        for k in range(3):
            values[k] = max(values[k], n)
        return
    values[attr] = max(values[attr], n)
    for i, from_attr in enumerate(scales.from_attr):
        if from_attr == attr:
            to_attr = scales.to_attr[i]
            values[to_attr] = max(values[to_attr], n)


def add_sources(s: Ravingspire, seat: int, target: int, sources: list[Source]) -> None:
    """RSP-58. Everything that the active player could still commit, unweighed.

    RSP-117: slotted cards are spent as if from hand.

    RSP-121: face-down cards give no power. RSP-139: left cards count in the Keep.
    """
    forbidden = s.forbidden if target == FOE else 0
    for i, card in enumerate(s.hands[seat]):
        if CARDS[card & KIND].attr >= 0 and not CARDS[card & KIND].types & forbidden:
            _add(sources, card, IN_HAND, NONE, FROM_HAND, i)
    for i, card in enumerate(s.slots[seat]):
        if card == NONE or card & (FACE_DOWN | COMMITTED):
            continue
        if not CARDS[card & KIND].types & forbidden:
            _add(sources, card, IN_SLOTS, i, FROM_PLACE + i, i)
    for i, card in enumerate(s.played[seat]):
        if not CARDS[card & KIND].types & forbidden:
            _add(sources, card, IN_PLAYED, NONE, FROM_PLAYED, i)
    for i, card in enumerate(s.helpers):
        if card >> 10 == target:
            _add(sources, card & KIND, 0, NONE, FROM_HELPER, i)
    if s.phase == KEEP:
        for i, card in enumerate(s.left):
            if not CARDS[card].types & forbidden:
                _add(sources, card, IN_HAND, NONE, FROM_LEFT, i)


def _add(sources: list[Source], card: int, zone: int, place: int, origin: int, at: int) -> None:
    source = Source(card, zone, place)
    source.origin = origin
    source.at = at
    sources.append(source)


def weigh_all(s: Ravingspire, seat: int, target: int, sources: list[Source], company: int) -> None:
    """Weigh sources in the company of each other and of what is committed."""
    scales = scales_of(s, seat, target)
    scales.priced = True
    once = 0
    twice = 0  # types that two sources have: then each is in the other's company
    for source in sources:
        types = CARDS[source.card & KIND].types
        twice |= once & types
        once |= types
    for source in sources:
        types = CARDS[source.card & KIND].types
        weigh(s, seat, source, target, company | once & ~types | twice, scales)


def at_hand(s: Ravingspire, seat: int, target: int, company: int = 0) -> list[Source]:
    """What the active player could still commit, weighed in its own company and that of further types."""
    sources: list[Source] = []
    add_sources(s, seat, target, sources)
    weigh_all(s, seat, target, sources, company)
    return sources


class Means:
    """RSP-57. What weighed sources reach together, but for one of them, each as one attribute."""

    def __init__(self, sources: list[Source], but: int = NONE) -> None:
        self.wild: list[Source] = []  # those that count as one attribute or as another
        self.brute = 0  # the sum by Brute Force
        fight = skill = charm = 0
        for i, source in enumerate(sources):
            if i == but:
                continue
            v = source.values
            extras = source.extras
            fight += extras[0]
            skill += extras[1]
            charm += extras[2]
            self.brute += source.brute()
            if (v[0] and (v[1] or v[2])) or (v[1] and v[2]):
                self.wild.append(source)
            else:
                fight += v[0]
                skill += v[1]
                charm += v[2]
        self.fight = fight
        self.skill = skill
        self.charm = charm

    def cover(self, fight: int, skill: int, charm: int) -> bool:
        """Whether they can meet a matrix."""
        return _cover(self.wild, 0, fight - self.fight, skill - self.skill, charm - self.charm)


def _cover(wild: list[Source], i: int, fight: int, skill: int, charm: int) -> bool:
    """Whether the sources from the i-th on can meet what is still short."""
    if fight <= 0 and skill <= 0 and charm <= 0:
        return True
    if i == len(wild):
        return False
    short = max(fight, 0) + max(skill, 0) + max(charm, 0)
    for k in range(i, len(wild)):
        short -= max(wild[k].values[0], wild[k].values[1], wild[k].values[2])
    if short > 0:
        return False
    v = wild[i].values
    if fight > 0 and v[0] and _cover(wild, i + 1, fight - v[0], skill, charm):
        return True
    if skill > 0 and v[1] and _cover(wild, i + 1, fight, skill - v[1], charm):
        return True
    if charm > 0 and v[2] and _cover(wild, i + 1, fight, skill, charm - v[2]):
        return True
    useful = (fight > 0 and v[0] > 0) or (skill > 0 and v[1] > 0) or (charm > 0 and v[2] > 0)
    return not useful and _cover(wild, i + 1, fight, skill, charm)


def strongest_of(kinds: list[int], pick: int) -> int:
    """The power that the strongest, or weakest, of some cards has; Adversaries count 0."""
    powers = [CARDS[kind & KIND].power for kind in kinds]
    return max(powers) if pick == STRONGEST else min(powers)


def is_attack(card: int) -> bool:
    """Whether a card can flank (RSP-145)."""
    return bool(CARDS[card & KIND].types & ATTACK)
