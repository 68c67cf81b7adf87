"""How many points a seat in the yarn shop may expect, and who wins by that: read off at a glance.

The points to come are a small network's function of some ninety facts: yarn and what it pays, items,
requests, the nearest projects and who else is near them, what is still to do in the turn. Its
weights were fitted to played games (`tools/fit/arch_ravels.py`).
"""

from __future__ import annotations

import math
from typing import Final

from ravelbox.bots.heuristics.arch_ravels import yarn_for
from ravelbox.bots.heuristics.arch_ravels_weights import HIDDEN, WEIGHTS
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
    tiles_worth,
)
from ravelbox.games.arch_ravels.facts import FACTS as CONTENT
from ravelbox.games.arch_ravels.state import (
    COLOURS,
    IN_FORCE,
    ITEMS,
    LISTED,
    NONE,
    PENDING,
    REQUESTS,
    SPACES,
    TILED,
    TO_CRAFT,
    TO_EXCHANGE,
    TO_SHOP,
    TO_TAKE,
    ArchRavels,
)
from ravelbox.games.arch_ravels.turn import (
    ANY_COLOURS,
    CRAFTS,
    MOVE_MARKER,
    SHOPS,
    SOLO_TURNS,
    place,
)
from ravelbox.games.arch_ravels.wrap_up import NEEDS
from ravelbox.games.arch_ravels.yarn import ITEM_YARN
from ravelbox.kernel.native import i64

# Where the facts of a seat stand in the list.
YARN: Final = 0
DISTINCT: Final = 1  # colours in the bowl
HIGHEST: Final = 2  # yarn of the colour of which there is most
PART: Final = 3  # of each item, how much of it the bowl pays
WHOLE: Final = 8  # and whether it pays all of it
OWNED: Final = 13  # items of each kind
LEARNED: Final = 18  # tiles
BOARD: Final = 21
BLOCKED: Final = 25  # the space that the marker must leave
PAIR: Final = 29  # board and blocked space together
TO_MOVE: Final = 45
SHOPS_LEFT: Final = 46
CRAFTS_LEFT: Final = 47
FREELY: Final = 48  # with any colours
EXCHANGE_LEFT: Final = 49
TAKE_LEFT: Final = 50
IN_TURN: Final = 51
WAIT: Final = 52  # until the own turn
BANNED: Final = 53
HELD: Final = 54  # what unfinished requests cost
PAYABLE: Final = 55  # what those bring that the bowl pays
PARTLY: Final = 56  # and the others
FAVOURITE_TO_COME: Final = 57
REQUESTS_PAID: Final = 58  # how many the bowl pays
PLAN: Final = 59  # three projects, nearest first, seven facts each
READY: Final = 80  # points of projects whose items are all there
SPARE_ITEMS: Final = 81
SPARE_YARN: Final = 82
TO_GO: Final = 83  # projects until the end, then one each for 1, 2 and 3
SEATS: Final = 87
LATE_YARN: Final = 88
LATE_HELD: Final = 89
LEARNED_EARLY: Final = 90
TURNS: Final = 91
ON_OFFER: Final = 92  # yarn that a Shop may bring
TURNS_LEFT: Final = 93  # where turns are counted
FACTS: Final = 94

OF_PLAN: Final = 7
BY_YARN: Final = 0.7  # how far an item is that the bowl pays
BY_COLOURS: Final = 0.5  # and one that it pays in part
MOST_TO_GO: Final = 8
QUARTERS_OF_TEN: Final = 40.0
ALONE: Final = 0.8  # of ten points to one who plays alone
MIDDLING: Final = 11.0  # tens of points of such a one

# Where the weights of each kind begin.
BIAS: Final = FACTS * HIDDEN
OUT: Final = BIAS + HIDDEN
DIRECT: Final = OUT + HIDDEN
BASE: Final = DIRECT + FACTS
SCALE: Final = BASE + 1  # by projects to go, for two seats, then for more

# How many yarn a card of the bazaar brings; none that is no yarn card.
CARD_YARN: Final = [min(3, sum(card.gives) + card.wild) for card in CONTENT.cards]


class Outlook:
    """Looks at a table; what it saw of the seats' projects stays for a second look at one seat."""

    def __init__(self) -> None:
        self.near: list[float] = [0.0] * (4 * LISTED)  # how near each seat is to each project
        self.to_go = 0
        # Of the project looked at last.
        self.crafts = 0
        self.payable = 0
        self.missing = 0.0
        self.part = 0.0

    def chances(self, s: ArchRavels) -> list[float]:
        """How likely each seat wins; alone, how many points it gets, from 0 to 1."""
        return self.chances_by(self.points(s))

    def chances_by(self, tens: list[float]) -> list[float]:
        """The same by the points that each may expect, after a survey of the table."""
        return [alone(tens[0])] if len(tens) == 1 else shares(tens, self.keenness(len(tens)))

    def keenness(self, seats: int) -> float:
        """How much ten points more are worth now, in log-odds."""
        if seats == 1:
            return ALONE
        return WEIGHTS[SCALE + self.to_go + (0 if seats == 2 else MOST_TO_GO + 1)]  # noqa: PLR2004  # a duel

    def points(self, s: ArchRavels) -> list[float]:
        """The points that each seat may expect, in tens."""
        self.survey(s)
        return [self.points_of(s, seat) for seat in range(len(s.characters))]

    def points_of(self, s: ArchRavels, seat: int) -> float:
        """The points that a seat may expect, in tens, after a survey of the table."""
        return sure(s, seat) + self.to_come(self.facts_of(s, seat))

    def to_come(self, facts: list[float]) -> float:
        """What the network makes of the facts."""
        total = WEIGHTS[BASE]
        there: list[int] = []
        for i in range(FACTS):
            if facts[i] != 0.0:
                there.append(i)
                total += facts[i] * WEIGHTS[DIRECT + i]
        # Four at a time, in locals: a float that goes into a list is a new object.
        unit: i64
        for unit in range(0, HIDDEN, 4):
            a = WEIGHTS[BIAS + unit]
            b = WEIGHTS[BIAS + unit + 1]
            c = WEIGHTS[BIAS + unit + 2]
            d = WEIGHTS[BIAS + unit + 3]
            for i in there:
                fact = facts[i]
                at: i64 = i64(i) * HIDDEN + unit
                a += fact * WEIGHTS[at]
                b += fact * WEIGHTS[at + 1]
                c += fact * WEIGHTS[at + 2]
                d += fact * WEIGHTS[at + 3]
            total += max(a, 0.0) * WEIGHTS[OUT + unit] + max(b, 0.0) * WEIGHTS[OUT + unit + 1]
            total += max(c, 0.0) * WEIGHTS[OUT + unit + 2] + max(d, 0.0) * WEIGHTS[OUT + unit + 3]
        return total

    def survey(self, s: ArchRavels) -> None:
        """See how near every seat is to every project, and how near the end."""
        listed = 0
        for slot in range(LISTED):
            if s.listed[slot] != NONE:
                listed += 1
        self.to_go = max(0, min(MOST_TO_GO, s.stack + listed - LISTED + 1))
        for seat in range(len(s.characters)):
            self.look_around(s, seat)

    def look_around(self, s: ArchRavels, seat: int) -> None:
        """See how near a seat is to every project."""
        for slot in range(LISTED):
            project = s.listed[slot]
            self.part = 0.0
            if project != NONE:
                items = s.items[seat * ITEMS : seat * ITEMS + ITEMS]
                bowl = s.bowls[seat * COLOURS : seat * COLOURS + COLOURS]
                self.reach(s, seat, project, items, bowl)
            self.near[seat * LISTED + slot] = self.part

    def reach(
        self, s: ArchRavels, seat: int, project: int, items: list[int], bowl: list[int]
    ) -> None:
        """How near a project is with these items and this yarn, which it takes."""
        whole = 0
        there = 0.0
        self.crafts = 0
        self.payable = 0
        self.missing = 0.0
        for item in range(ITEMS):
            n = NEEDS[project * ITEMS + item]
            if n == 0:
                continue
            yarn = ITEM_YARN[item]
            whole += n * yarn
            owned = min(n, items[item])
            items[item] -= owned
            there += owned * yarn
            for _ in range(n - owned):
                self.crafts += 1
                part = yarn_for(s, seat, item, bowl)
                if part >= 1.0:
                    self.payable += 1
                    there += BY_YARN * yarn
                else:
                    self.missing += (1.0 - part) * yarn
                    there += BY_COLOURS * part * yarn
        self.part = there / whole

    def facts_of(self, s: ArchRavels, seat: int) -> list[float]:
        """All facts of a seat, after a survey of the table."""
        facts = [0.0] * FACTS
        bowl = s.bowls[seat * COLOURS : seat * COLOURS + COLOURS]
        self.about_yarn(s, seat, bowl, facts)
        about_board(s, seat, facts)
        about_turn(s, seat, facts)
        about_requests(s, seat, bowl, facts)
        self.about_projects(s, seat, bowl, facts)
        self.about_time(s, facts)
        return facts

    def about_yarn(self, s: ArchRavels, seat: int, bowl: list[int], facts: list[float]) -> None:
        """What is in the bowl, and what it pays."""
        n = 0
        for colour in range(COLOURS):
            held = bowl[colour]
            n += held
            if held:
                facts[DISTINCT] += 1 / 6
                facts[HIGHEST] = max(facts[HIGHEST], held / 4)
        facts[YARN] = n / 6
        for item in range(ITEMS):
            part = yarn_for(s, seat, item, bowl[:])
            facts[PART + item] = part
            if part >= 1.0:
                facts[WHOLE + item] = 1.0
            facts[OWNED + item] = float(s.items[seat * ITEMS + item])
        for tile in range(TILED):
            if s.learned[seat] >> tile & 1:
                facts[LEARNED + tile] = 1.0

    def about_projects(self, s: ArchRavels, seat: int, bowl: list[int], facts: list[float]) -> None:
        """The nearest project, then the next with what is left, and so on."""
        items = s.items[seat * ITEMS : seat * ITEMS + ITEMS]
        taken = 0
        for rank in range(LISTED):
            best = NONE
            most = -1.0
            for slot in range(LISTED):
                project = s.listed[slot]
                if project == NONE or taken >> slot & 1:
                    continue
                self.reach(s, seat, project, items[:], bowl[:])
                worth = PROJECT_WORTH[project] / 80 * self.part * self.part
                if self.crafts == 0:
                    worth += 10.0
                if worth > most:
                    most = worth
                    best = slot
            if best == NONE:
                break
            taken |= 1 << best
            self.about_project(s, seat, best, items, bowl, PLAN + rank * OF_PLAN, facts)
        for item in range(ITEMS):
            facts[SPARE_ITEMS] += items[item] * ITEM_WORTH[item] / 20
        for colour in range(COLOURS):
            facts[SPARE_YARN] += bowl[colour] / 6

    def about_project(
        self,
        s: ArchRavels,
        seat: int,
        slot: int,
        items: list[int],
        bowl: list[int],
        at: int,
        facts: list[float],
    ) -> None:
        """How near a project is, and how near the others are to it."""
        project = s.listed[slot]
        self.reach(s, seat, project, items, bowl)
        points = PROJECT_WORTH[project] / 80
        facts[at] = points
        facts[at + 1] = points * self.part * self.part
        facts[at + 2] = self.crafts / 4
        facts[at + 3] = self.payable / 4
        facts[at + 4] = self.missing / 5
        if self.crafts == 0:
            facts[READY] += points
        for other in range(len(s.characters)):
            if other != seat:
                near = self.near[other * LISTED + slot]
                facts[at + 5] = max(facts[at + 5], near)
                if near >= 1.0:
                    facts[at + 6] = 1.0

    def about_time(self, s: ArchRavels, facts: list[float]) -> None:
        """How near the end is, and what that means for things that need time."""
        seats = len(s.characters)
        facts[TO_GO] = self.to_go / 8
        if 0 < self.to_go <= LISTED:
            facts[TO_GO + self.to_go] = 1.0
        facts[SEATS] = (seats - 2) / 2
        if self.to_go <= 1:
            facts[LATE_YARN] = facts[YARN]
            facts[LATE_HELD] = facts[HELD]
        facts[LEARNED_EARLY] = (
            (facts[LEARNED] + facts[LEARNED + 1] + facts[LEARNED + 2]) * self.to_go / 8
        )
        facts[TURNS] = s.turns / (seats * 20)
        left = 20.0
        if s.house.turn_limit:
            left = min(left, (s.house.turn_limit - s.turns) / seats)
        if s.house.solo:
            left = min(left, float(SOLO_TURNS - s.turns))
        facts[TURNS_LEFT] = max(0.0, left) / 20


def sure(s: ArchRavels, seat: int) -> float:
    """The points that nobody can take away, in tens."""
    quarters = (
        projects_worth(s, seat)
        + requests_worth(s.done[seat])
        + favourite_worth(s, seat)
        + tiles_worth(s, seat)
    )
    return quarters / QUARTERS_OF_TEN


def alone(tens: float) -> float:
    """The points of one who plays alone, from 0 to 1."""
    return 1.0 / (1.0 + math.exp(ALONE * (MIDDLING - tens)))


def log_odds(chance: float) -> float:
    """A chance on the scale on which things add up."""
    chance = min(0.9999, max(0.0001, chance))
    return math.log(chance / (1.0 - chance))


def shares(tens: list[float], keenness: float) -> list[float]:
    """How likely each seat is ahead in the end, by what each may expect."""
    most = max(tens)
    weights = [math.exp(keenness * (each - most)) for each in tens]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def about_board(s: ArchRavels, seat: int, facts: list[float]) -> None:
    """The character's board, and the space that the marker is on."""
    character = s.characters[seat]
    board = character // 2
    facts[BOARD + board] = 1.0
    space = s.spaces[seat]
    if space != NONE:
        facts[BLOCKED + space] = 1.0
        facts[PAIR + board * 4 + space] = 1.0
    if s.bans[seat] & PENDING:
        facts[BANNED] = 1.0
    favourite = REQUESTS + FAVOURITE[character]
    if favourite in s.known:
        facts[FAVOURITE_TO_COME] = 1.0


def about_turn(s: ArchRavels, seat: int, facts: list[float]) -> None:
    """Whose turn it is, and what is still to do in it."""
    if s.active != seat:
        seats = len(s.characters)
        facts[WAIT] = (seat - s.active) % seats / seats
        return
    facts[IN_TURN] = 1.0
    if s.agenda and s.agenda[-1][0] == MOVE_MARKER.number:
        facts[TO_MOVE] = 1.0
        facts[ON_OFFER] = on_offer(s, 3) / 6
        if s.bans[seat] & IN_FORCE:
            facts[BANNED] = 1.0
        return
    at = place(s, seat)
    crafts = s.crafts
    if s.todo & TO_CRAFT and not s.bans[seat] & IN_FORCE:
        crafts = CRAFTS[at]
    if crafts:
        facts[CRAFTS_LEFT] = crafts / 4
        if ANY_COLOURS[at]:
            facts[FREELY] = 1.0
    if s.todo & TO_SHOP:
        facts[SHOPS_LEFT] = SHOPS[at] / 4
        facts[ON_OFFER] = on_offer(s, SHOPS[at]) / 6
    if s.todo & TO_EXCHANGE:
        facts[EXCHANGE_LEFT] = 1.0
    if s.todo & TO_TAKE:
        facts[TAKE_LEFT] = 1.0


def on_offer(s: ArchRavels, k: int) -> float:
    """How many yarn the k richest spaces of the bazaar bring."""
    by_yarn = [0, 0, 0, 0]
    for space in range(SPACES):
        card = s.bazaar[space]
        by_yarn[1 if card == NONE else CARD_YARN[card]] += 1
    n = 0
    for yarn in range(3, 0, -1):
        many = min(k, by_yarn[yarn])
        n += many * yarn
        k -= many
    return float(n)


def about_requests(s: ArchRavels, seat: int, bowl: list[int], facts: list[float]) -> None:
    """What unfinished requests may bring or cost; yarn that pays one is set aside for it."""
    held = s.held[seat]
    if not held:
        return
    for request in range(REQUEST_CARDS):
        if held >> request & 1:
            value = REQUEST_WORTH[request] / QUARTERS_OF_TEN
            brings = 2 * value
            if FAVOURITE[s.characters[seat]] == request:
                brings += FAVOURITE_WORTH / QUARTERS_OF_TEN
            part = yarn_for(s, seat, ITEMS + request, bowl)
            facts[HELD] += value
            if part >= 1.0:
                facts[PAYABLE] += brings
                facts[REQUESTS_PAID] += 0.5
            else:
                facts[PARTLY] += brings * part * part
