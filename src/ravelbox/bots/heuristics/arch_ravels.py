"""What looks good in the yarn shop: projects within reach of items and yarn, requests that pay.

A turn's actions are planned together: the best few tables after each step are kept and played on.
What a table is worth to a seat is what it has for certain, and what its items and yarn can become
before the game ends.
"""

from __future__ import annotations

from typing import Final

from ravelbox.bots.heuristics.heuristic import Heuristic, highest
from ravelbox.games.arch_ravels.codes import COUNT
from ravelbox.games.arch_ravels.craft import REQUEST_CARDS
from ravelbox.games.arch_ravels.ending import (
    FAVOURITE,
    FAVOURITE_WORTH,
    ITEM_WORTH,
    PROJECT_WORTH,
    REQUEST_WORTH,
    favourite_worth,
    projects_worth,
    requests_worth,
    score,
    tiles_worth,
    winners,
)
from ravelbox.games.arch_ravels.state import (
    COLOURS,
    ITEMS,
    LISTED,
    NONE,
    PENDING,
    TILED,
    ArchRavels,
)
from ravelbox.games.arch_ravels.turn import CRAFT_AGAIN, MOVE_MARKER, SOLO_TURNS, TAKE_ACTION
from ravelbox.games.arch_ravels.wrap_up import NEEDS, RESTOCK_ACTION, is_affordable
from ravelbox.games.arch_ravels.yarn import (
    ANY,
    COSTS,
    DIFFERENT,
    EXACT,
    GIVE,
    ITEM_YARN,
    PLENTY_BITS,
    SAME,
    Counts,
    bowl_of,
    exact_cost,
    kind_of,
    need_of,
    total,
    yarn_in,
)
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER, RESIGN, State

QUARTER: Final = 0.25
GAINS: Final = ("ARC-31", "ARC-69", "ARC-50")  # questions about yarn that comes

# How likely work in progress becomes points, by what is still to do.
FINISHED: Final = 0.97  # all items there
BY_YARN: Final = 0.72  # an item that the bowl pays, in parts of the item
BY_COLOURS: Final = 0.45  # yarn that fits an item, in parts of it
REACH: Final = 0.85  # of a project's points, by the square of what is there
SECOND: Final = 0.8  # of the next best project
PACE: Final = 3.2  # own turns for a project
YARN: Final = 0.55  # a yarn without plan, with time to use it
YARN_A_TURN: Final = 3.0  # that can be used in a turn
LEARNT: Final = 2.0  # what a general pattern helps, beside its points
RIVAL: Final = 0.75  # of a project that another seat could finish first
TANGLE: Final = 4.0  # what a ban costs
OTHERS: Final = 0.35  # what the best other seat counts


class Level:
    """How well a planner plays."""

    def __init__(self, width: int, slips: float, *, farsighted: bool, wary: bool) -> None:
        self.width = width  # tables kept after each step of a plan
        self.slips = slips  # points by which it may misjudge a table
        self.farsighted = farsighted  # sees more than the nearest project
        self.wary = wary  # looks at the other seats


# Three that a person can feel: plays for the next project and misjudges a lot; sees several projects
# and misjudges a little; misjudges nothing and minds the others.
LEVELS: Final = {
    "apprentice": Level(2, 4.0, farsighted=False, wary=False),
    "crafter": Level(4, 1.5, farsighted=True, wary=False),
    "master": Level(8, 0.0, farsighted=True, wary=True),
}


class ArchRavelsHeuristic(Heuristic):
    """Takes the best immediate gain: points now, with a yarn for little less than an item."""

    def best(self, state: State, legal: list[int], rng: Rng) -> list[int]:
        """The codes that look best."""
        assert isinstance(state, ArchRavels)
        codes = [code for code in legal if code != RESIGN]
        if len(codes) == 1:
            return codes
        seat = state.actor
        worths: list[float] = []
        for code in codes:
            table = state.clone()
            table.apply(code)
            worths.append(gain(table, seat))
        return highest(codes, worths)


def gain(s: ArchRavels, seat: int) -> float:
    """Points now; before the end, a yarn is worth a little instead of costing one."""
    points = score(s, seat) * QUARTER
    return points if s.ended else points + 1.8 * yarn_in(s, seat)


class PlanningHeuristic(Heuristic):
    """Plans a turn by what tables are worth."""

    def __init__(self, level: Level) -> None:
        self.level = level

    def best(self, state: State, legal: list[int], rng: Rng) -> list[int]:
        """The codes that look best."""
        assert isinstance(state, ArchRavels)
        codes = [code for code in legal if code != RESIGN]
        if len(codes) == 1:
            return codes
        seat = state.actor
        rule = state.agenda[-1][0]
        if isinstance(state.rules[rule], Counts):
            return [COUNT + best_mix(state, self.level)[state.agenda[-1][3] & 7]]
        if rule in (MOVE_MARKER.number, TAKE_ACTION.number, CRAFT_AGAIN.number):
            return [plan(state, codes, seat, self.level, rng)]
        worths: list[float] = []
        for code in codes:
            table = state.clone()
            table.apply(code)
            answer(table, seat, self.level)
            worths.append(standing(table, seat, self.level) + slip(self.level, rng))
        return highest(codes, worths)


def slip(level: Level, rng: Rng) -> float:
    """How much a table is misjudged."""
    return level.slips * (rng.below(2001) - 1000) / 1000 if level.slips else 0.0


class Trail:
    """A table that a plan leads to, how it starts, and what it is worth."""

    def __init__(self, first: int, state: ArchRavels, worth: float) -> None:
        self.first = first
        self.state = state
        self.worth = worth


def plan(s: ArchRavels, codes: list[int], seat: int, level: Level, rng: Rng) -> int:
    """The first step of the best plan for the actions of this turn."""
    best = codes[0]
    most = -1e9
    trails = [Trail(NONE, s, 0.0)]
    while trails:
        found: list[Trail] = []
        known: set[tuple[int, ...]] = set()
        for trail in trails:
            for code in codes if trail.first == NONE else trail.state.legal():
                table = trail.state.clone()
                table.apply(code)
                answer(table, seat, level)
                key = (table.todo, table.crafts, table.spaces[seat], *table.bowls, *table.items)
                if key in known:
                    continue
                known.add(key)
                first = code if trail.first == NONE else trail.first
                worth = worth_to(table, seat, level) + slip(level, rng)
                if is_planning(table, seat):
                    found.append(Trail(first, table, worth))
                elif worth > most:
                    most = worth
                    best = first
        found.sort(key=worth_of, reverse=True)
        trails = found[: level.width]
    return best


def worth_of(trail: Trail) -> float:
    """What plans are sorted by."""
    return trail.worth


def is_planning(s: ArchRavels, seat: int) -> bool:
    """Whether the seat still chooses actions."""
    return s.actor == seat and s.agenda[-1][0] in (TAKE_ACTION.number, CRAFT_AGAIN.number)


def answer(s: ArchRavels, seat: int, level: Level) -> None:
    """Answer what a step asks on the way: payments, colours, amounts."""
    while s.actor == seat:
        rule = s.agenda[-1][0]
        if rule in (
            MOVE_MARKER.number,
            TAKE_ACTION.number,
            CRAFT_AGAIN.number,
            RESTOCK_ACTION.number,
        ):
            return
        if isinstance(s.rules[rule], Counts):
            mix_on(s, level)
            continue
        codes = [code for code in s.legal() if code != RESIGN]
        best = codes[0]
        most = -1e9
        for code in codes:
            table = s.clone()
            table.apply(code)
            if is_counting(table, seat, rule):
                answer(table, seat, level)
            worth = worth_to(table, seat, level)
            if worth > most:
                most = worth
                best = code
        s.apply(best)


def is_counting(s: ArchRavels, seat: int, rule: int) -> bool:
    """Whether the same question goes on, as for the two colours of Mittens."""
    return s.actor == seat and s.agenda[-1][0] == rule


def best_mix(s: ArchRavels, level: Level) -> list[int]:
    """How many of each colour from the one that is asked for on: yarn by yarn, the best next."""
    index, seat, x, y = s.agenda[-1]
    rule = s.rules[index]
    assert isinstance(rule, Counts)
    stock = rule.stock(s, seat, x)
    sign = 1 if rule.cites in GAINS else -1
    table = s.clone()
    mix = [0] * COLOURS
    for _ in range(y >> 3 & PLENTY_BITS):
        best = NONE
        most = -1e9
        for colour in range(y & 7, COLOURS):
            if mix[colour] < stock[colour]:
                table.bowls[seat * COLOURS + colour] += sign
                worth = worth_to(table, seat, level)
                table.bowls[seat * COLOURS + colour] -= sign
                if worth > most:
                    most = worth
                    best = colour
        mix[best] += 1
        table.bowls[seat * COLOURS + best] += sign
    return mix


def mix_on(s: ArchRavels, level: Level) -> None:
    """Answer a question about several yarn to its end."""
    index, seat, x, y = s.agenda[-1]
    mix = best_mix(s, level)
    colour = y & 7
    while True:
        s.apply(COUNT + mix[colour])
        if not s.agenda or s.agenda[-1][:3] != (index, seat, x):
            return
        if s.agenda[-1][3] & 7 <= colour:
            return
        colour = s.agenda[-1][3] & 7


def standing(s: ArchRavels, seat: int, level: Level) -> float:
    """What a table is worth to a seat among the others."""
    worth = worth_to(s, seat, level)
    if not level.wary:
        return worth
    if s.actor == OVER:
        return worth + (1000.0 if seat in winners(s) else 0.0)
    best = -1e9
    for other in range(len(s.characters)):
        if other != seat:
            best = max(best, worth_to(s, other, level))
    return worth - OTHERS * best if len(s.characters) > 1 else worth


def turns_left(s: ArchRavels) -> float:
    """How many own turns a seat may still have."""
    listed = 0
    for project in s.listed:
        if project != NONE:
            listed += 1
    to_go = max(0, s.stack + listed - LISTED + 1)
    seats = len(s.characters)
    turns = to_go * PACE / seats
    if s.house.turn_limit:
        turns = min(turns, (s.house.turn_limit - s.turns) / seats)
    if s.house.solo:
        turns = min(turns, float(SOLO_TURNS - s.turns))
    return turns


def worth_to(s: ArchRavels, seat: int, level: Level) -> float:
    """The points a seat may expect: what it has, and what its things can become."""
    if s.ended or s.actor == OVER:
        return score(s, seat) * QUARTER
    turns = turns_left(s)
    bowl = bowl_of(s, seat)
    sure = (
        projects_worth(s, seat)
        + requests_worth(s.done[seat])
        + favourite_worth(s, seat)
        + tiles_worth(s, seat)
    ) * QUARTER
    for tile in range(TILED):
        if s.learned[seat] >> tile & 1:
            sure += LEARNT * min(1.0, turns / 4)
    if s.bans[seat] & PENDING:
        sure -= TANGLE
    sure += requests_in_work(s, seat, bowl, turns)
    return sure + work(s, seat, bowl, turns, level)


def requests_in_work(s: ArchRavels, seat: int, bowl: list[int], turns: float) -> float:
    """What held requests may bring or cost; yarn that pays one is set aside for it."""
    worth = 0.0
    held = s.held[seat]
    if not held:
        return 0.0
    character = s.characters[seat]
    for request in range(REQUEST_CARDS):
        if held >> request & 1:
            value = REQUEST_WORTH[request] * QUARTER
            gain_ = 2 * value + (
                FAVOURITE_WORTH * QUARTER if FAVOURITE[character] == request else 0.0
            )
            part = yarn_for(s, seat, ITEMS + request, bowl)
            sure = 0.85 if part >= 1.0 else 0.6 * part * part
            worth += gain_ * sure * min(1.0, turns / 2) - value
    return worth


def work(s: ArchRavels, seat: int, bowl: list[int], turns: float, level: Level) -> float:
    """What items and yarn are worth: the best order of projects to put them into."""
    listed = [project for project in s.listed if project != NONE]
    items = s.items[seat * ITEMS : seat * ITEMS + ITEMS]
    most = rest_worth(items, bowl, turns)
    for first in listed:
        items_1 = items[:]
        bowl_1 = bowl[:]
        sum_1 = project_worth(s, seat, first, items_1, bowl_1, turns, level)
        most = max(most, sum_1 + rest_worth(items_1, bowl_1, turns))
        if not level.farsighted:
            continue
        for second in listed:
            if second == first:
                continue
            items_2 = items_1[:]
            bowl_2 = bowl_1[:]
            sum_2 = sum_1 + SECOND * project_worth(
                s, seat, second, items_2, bowl_2, turns - 1.5, level
            )
            most = max(most, sum_2 + rest_worth(items_2, bowl_2, turns))
    return most


def rest_worth(items: list[int], bowl: list[int], turns: float) -> float:
    """Items and yarn that are put into no project."""
    worth = 0.0
    for item in range(ITEMS):
        worth += items[item] * ITEM_WORTH[item] * QUARTER
    yarn = total(bowl)
    useful = min(float(yarn), YARN_A_TURN * turns)
    return worth + YARN * useful - (yarn - useful)


def project_worth(
    s: ArchRavels,
    seat: int,
    project: int,
    items: list[int],
    bowl: list[int],
    turns: float,
    level: Level,
) -> float:
    """What a project may bring with these items and this yarn, which it takes."""
    whole = 0
    there = 0.0
    yarn_before = total(bowl)
    used = 0.0
    crafts = 0
    for item in range(ITEMS):
        for _ in range(NEEDS[project * ITEMS + item]):
            whole += ITEM_YARN[item]
            if items[item] > 0:
                items[item] -= 1
                there += ITEM_YARN[item]
                used += ITEM_WORTH[item] * QUARTER
            else:
                part = yarn_for(s, seat, item, bowl)
                there += ITEM_YARN[item] * (BY_YARN if part >= 1.0 else BY_COLOURS * part)
                crafts += 1
    points = PROJECT_WORTH[project] * QUARTER
    part = there / whole
    if crafts == 0:
        sure = FINISHED
    else:
        sure = REACH * part * part * min(1.0, max(0.0, turns) / (1.0 + 0.5 * crafts))
    if level.wary and crafts and is_contested(s, seat, project):
        sure *= RIVAL
    # What it takes would be worth something by itself.
    alone = used + YARN * (yarn_before - total(bowl))
    return points * sure if crafts == 0 else max(points * sure + (1.0 - sure) * alone, alone)


def is_contested(s: ArchRavels, seat: int, project: int) -> bool:
    """Whether another seat has the items for a project."""
    for other in range(len(s.characters)):
        if other != seat and is_affordable(s, other * ITEMS, project):
            return True
    return False


def yarn_for(s: ArchRavels, seat: int, pattern: int, bowl: list[int]) -> float:
    """How much of a pattern a bowl pays; if all of it, that yarn is taken out."""
    kind = kind_of(s, seat, pattern)
    need = need_of(s, pattern)
    if kind == EXACT:
        return exact_for(bowl, exact_cost(s, seat, pattern), need)
    if kind == DIFFERENT:
        return different_for(bowl, need)
    if kind == SAME:
        return same_for(bowl, need)
    if kind in (ANY, GIVE):
        return any_for(bowl, need)
    return two_for(bowl)


def exact_for(bowl: list[int], cost: int, need: int) -> float:
    """Exact colours."""
    n = 0
    for colour in range(COLOURS):
        n += min(bowl[colour], COSTS[cost + colour])
    if n == need:
        for colour in range(COLOURS):
            bowl[colour] -= COSTS[cost + colour]
    return n / need


def different_for(bowl: list[int], need: int) -> float:
    """Different colours, those of which there are most."""
    n = 0
    for colour in range(COLOURS):
        if bowl[colour]:
            n += 1
    if n < need:
        return n / need
    taken = 0
    for _ in range(need):
        best = NONE
        for colour in range(COLOURS):
            if not taken >> colour & 1 and (best == NONE or bowl[colour] > bowl[best]):
                best = colour
        taken |= 1 << best
        bowl[best] -= 1
    return 1.0


def same_for(bowl: list[int], need: int) -> float:
    """One colour, the one of which there are just enough."""
    best = NONE
    most = 0
    for colour in range(COLOURS):
        most = max(most, bowl[colour])
        if bowl[colour] >= need and (best == NONE or bowl[colour] < bowl[best]):
            best = colour
    if best == NONE:
        return most / need
    bowl[best] -= need
    return 1.0


def any_for(bowl: list[int], need: int) -> float:
    """Any colours, those of which there are most."""
    n = total(bowl)
    if n < need:
        return n / need
    for _ in range(need):
        best = 0
        for colour in range(COLOURS):
            if bowl[colour] > bowl[best]:
                best = colour
        bowl[best] -= 1
    return 1.0


def two_for(bowl: list[int]) -> float:
    """Two of one colour and one of another."""
    double = NONE
    other = NONE
    for colour in range(COLOURS):
        if bowl[colour] and (double == NONE or bowl[colour] > bowl[double]):
            double = colour
    for colour in range(COLOURS):
        if colour != double and bowl[colour] and (other == NONE or bowl[colour] > bowl[other]):
            other = colour
    n = 0
    if double != NONE:
        n += min(bowl[double], 2)
    if other != NONE:
        n += 1
    if n == 3:  # noqa: PLR2004  # Mittens are there
        bowl[double] -= 2
        bowl[other] -= 1
    return n / 3
