"""What a target costs: what raises it, what lowers it, and which ways somebody can pay."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import (
    CARDS,
    EVERY,
    HEROES,
    NEIGHBOURS,
    V_RAISE,
    V_REDUCE,
    Effect,
)
from ravelbox.games.ravingspire.facts import FACTS, Cost
from ravelbox.games.ravingspire.power import (
    Means,
    holds,
    ring_card,
    ring_level,
    target_types,
)
from ravelbox.games.ravingspire.state import (
    BRUTE,
    FACE_DOWN,
    FOE,
    KIND,
    MAPS,
    NONE,
    RING,
    Ravingspire,
)


def _price(cost: Cost) -> list[int]:
    return [cost.fight, cost.skill, cost.charm, cost.brute]


BOARD: Final = FACTS.board
SERVICES: Final[list[list[int]]] = [
    _price(BOARD.maps),
    _price(BOARD.glyphs),
    _price(BOARD.exert),
    _price(BOARD.rotation),
    _price(BOARD.well),
]


def cost_of(s: Ravingspire, seat: int, target: int) -> list[int]:
    """What a target costs with all that raises it: Fight, Skill, Charm, and BF or NONE.

    RSP-R36: what is added to an attribute is added to BF too.
    """
    if target > FOE:
        return SERVICES[target - MAPS][:]
    cost = s.cost[:] if target == FOE else CARDS[ring_card(s, seat, target)].cost[:]
    for attr in range(3):
        if target < FOE or not CARDS[s.foe].staged or cost[attr] > 0:
            _raise(cost, attr, s.raises[target * 3 + attr])
    tower = s.towers[ring_level(s, seat)]
    if tower != NONE:
        types = target_types(s, seat, target)
        for effect in CARDS[tower].level:
            if effect.verb == V_RAISE and effect.goal == EVERY and effect.targets & types:
                _raise(cost, effect.attr, effect.n)
    if target < RING:
        _raise_by_neighbours(s, seat, target, cost)
    return cost


def _raise(cost: list[int], attr: int, n: int) -> None:
    if n:
        cost[attr] += n
        if cost[BRUTE] >= 0:
            cost[BRUTE] += n


def _raise_by_neighbours(s: Ravingspire, seat: int, target: int, cost: list[int]) -> None:
    """Standing texts of other cards in the same ring; neighbours do not wrap round."""
    types = target_types(s, seat, target)
    for position in range(RING):
        card = ring_card(s, seat, position)
        if card == NONE or position == target or not CARDS[card].ring:
            continue
        for effect in CARDS[card].ring:
            if effect.verb != V_RAISE:
                continue
            if effect.goal == NEIGHBOURS:
                if abs(position - target) == 1:
                    _raise(cost, effect.attr, effect.n)
            elif effect.targets & types:
                _raise(cost, effect.attr, effect.n)


def cuts_of(s: Ravingspire, seat: int, target: int) -> list[int]:
    """RSP-63. The reductions that a target may have, each undivided, largest first.

    RSP-162, RSP-166: a Hero's discounts are for collecting cards of the named type.
    """
    cuts: list[int] = []
    types = target_types(s, seat, target)
    for ability in HEROES[s.heroes[seat]].standing:
        _add_cuts(s, seat, target, types, ability.effects, cuts)
    tower = s.towers[ring_level(s, seat)]
    if tower != NONE:
        _add_cuts(s, seat, target, types, CARDS[tower].level, cuts)
    for card in s.slots[seat]:
        if card != NONE and not card & FACE_DOWN and CARDS[card & KIND].slotted:
            _add_cuts(s, seat, target, types, CARDS[card & KIND].slotted, cuts)
    if target <= FOE:
        bound = s.cuts[target]
        while bound:
            cuts.append(bound & 15)
            bound >>= 4
    cuts.sort(reverse=True)
    return cuts


def _add_cuts(
    s: Ravingspire, seat: int, target: int, types: int, effects: list[Effect], cuts: list[int]
) -> None:
    for effect in effects:
        if effect.verb != V_REDUCE or not effect.targets & types or effect.goal != EVERY:
            continue
        if holds(s, seat, effect.cond, 0, NONE, target, 0):
            cuts.append(effect.n)


def cut(cost: list[int], attr: int, n: int) -> None:
    """RSP-63. Lower one attribute; no payment drops below a total of 1."""
    total = cost[0] + cost[1] + cost[2]
    cost[attr] -= min(n, cost[attr], max(total - 1, 0))


def brute_price(cost: list[int], cuts: list[int]) -> int:
    """RSP-63. The BF value after all reductions, or NONE if there is no such way."""
    return max(1, cost[BRUTE] - sum(cuts)) if cost[BRUTE] >= 0 else NONE


def covers_with(means: Means, cost: list[int], cuts: list[int], i: int) -> bool:
    """Whether a matrix can be met after the best use of the reductions from the i-th on."""
    if i == len(cuts):
        return means.cover(cost[0], cost[1], cost[2])
    tried = False
    for attr in range(3):
        if cost[attr] > 0:
            lower = cost[:]
            cut(lower, attr, cuts[i])
            if covers_with(means, lower, cuts, i + 1):
                return True
            tried = True
    return not tried and means.cover(cost[0], cost[1], cost[2])


MATRIX_WAY: Final = 1
BRUTE_WAY: Final = 2


def ways_to_pay(s: Ravingspire, seat: int, target: int, means: Means) -> int:
    """RSP-57. Which ways there are to pay for a target: by matrix, by Brute Force."""
    cost = cost_of(s, seat, target)
    cuts = cuts_of(s, seat, target)
    ways = 0
    if cost[0] + cost[1] + cost[2] > 0 and covers_with(means, cost, cuts, 0):
        ways |= MATRIX_WAY
    brute = brute_price(cost, cuts)
    if 0 <= brute <= means.brute:
        ways |= BRUTE_WAY
    return ways
