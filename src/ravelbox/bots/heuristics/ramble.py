"""What looks good in the park: sets that grow in one hand, lamps that must not go, everyone near.

A turn is planned as a whole: the best few tables after each action are kept and played on. What a
table is worth is read off the open cards alone; how soon a Lights Out card may come is computed from
the segments of its pile, which everybody knows.
"""

from __future__ import annotations

from typing import Final

from ravelbox.bots.heuristics.heuristic import Heuristic, along, highest
from ravelbox.games.ramble.codes import AGREE, CALL_HANDBOOK, END, GPS, PASS, SCOUT
from ravelbox.games.ramble.explore import DRAW_EXPLORE
from ravelbox.games.ramble.lights import LIGHTS_OUT, NEXT_CARD, PLACES, REVEAL_CARD
from ravelbox.games.ramble.specials import BRING_PAWN, PLAY_AT_POLL, RELOCATE_PAWN
from ravelbox.games.ramble.state import (
    CONCEDE,
    DIGITS,
    DOGWALKER,
    EXIT,
    GPS_KIND,
    HBK_KIND,
    ITD_KIND,
    JOGGER,
    KIND_BITS,
    LANDMARKS,
    LOST,
    MOST_CARDS,
    NONE,
    PICKPOCKET,
    SET,
    TILES,
    WON,
    Ramble,
    holds,
    remaining,
    size,
)
from ravelbox.games.ramble.turn import TAKE_ACTION
from ravelbox.kernel.native import i64
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, State

WIDTH: Final = 10  # tables kept after each action of a plan
SAMPLES: Final = 6  # tries of what Keen eye may see
FAR: Final = 6  # farther than any walk in a whole park: no way there
# The two places of each landmark.
PLACES_OF: Final = [[tile for tile in range(TILES) if places >> tile & 1] for places in PLACES]

WIN: Final = 1e6
LOSS: Final = 650.0  # what certain defeat costs
TOKEN: Final = 120.0
# A landmark's cards in its best hand, none to four.
CARDS: Final = [0.0, 3.0, 10.0, 24.0, 75.0]
# What a further card adds as long as it is in another hand, by the steps between them.
NEARBY: Final = [0.30, 0.24, 0.19, 0.15, 0.12, 0.10, 0.08]
STEP_WITH_SET: Final = 2.2  # a step to the landmark for who holds its set
STEP_NEAR_SET: Final = 0.7  # with three cards
# A step to the exit, for each seat, by the number of tokens missing.
STEP_HOME: Final = [5.0, 0.9, 0.2, 0.0, 0.0, 0.0, 0.0]
# What a set loses while the Explore deck cannot fill it, until the discards are shuffled.
TIGHT: Final = 0.1  # just enough cards are left
STALLED: Final = 0.7  # one too few
LACKING: Final = 0.1  # and for each one more
SPAN: Final = 30.0  # cards in the deck, from which on it is far from being shuffled
FREE: Final = 2.0  # times that, for a seat without a card of a missing landmark
FIRST_GPS: Final = 9.0
GPS_PER_TOKEN: Final = 8.0
OTHER_GPS: Final = 3.0
HANDBOOK_WORTH: Final = 4.0
CROWDED: Final = 0.7  # useful cards that the next draws would push out, squared

# What the dark may cost, in parts of a loss, all by the rate at which a tile's card comes up.
HAZARD: Final = 0.5  # few tiles: the cards of those that must stay come up often
DARK_TILE: Final = 0.5  # a dark tile may go
LIT_PERIL: Final = 0.5  # a lit tile that must stay may darken soon
DARK_PERIL: Final = 0.5  # a dark one is in danger whatever is next
STEP_TO_FIX: Final = 0.08  # and somebody must get there
FRAGILE: Final = 0.18  # a landmark with one place left
DARK_PLACE: Final = 0.02  # a dark place of a landmark with two
LATER: Final = 0.35  # of the danger of the next phase, before which others can act


class Outlook:
    """What stays the same while a seat thinks: the ways through the park, and what may come."""

    def __init__(
        self,
        tiles: int,
        walk: list[list[int]],
        jog: list[list[int]],
        now: list[float],
        later: list[float],
    ) -> None:
        self.tiles = tiles  # the remaining tiles it was made for
        self.walk = walk  # per tile, the steps to each other; FAR where there is no way
        self.jog = jog  # the same for the Jogger
        self.now = now  # how likely each Lights Out card comes in this phase
        self.later = later  # and by the end of the next one


def look_out(s: Ramble) -> Outlook:
    """The ways and the omens of a table."""
    now, later = omens(s)
    tiles = remaining(s)
    jog = ways(s.stride, tiles) if JOGGER in s.roles else []
    return Outlook(tiles, ways(s.near, tiles), jog, now, later)


def ways(beside: list[int], tiles: i64) -> list[list[int]]:
    """The steps from every tile to every other over remaining tiles."""
    found: list[list[int]] = []
    tile: i64
    for start in range(TILES):
        far = [FAR] * TILES
        reached: i64 = 1 << i64(start)
        edge: i64 = reached
        steps = 0
        while edge:
            beyond: i64 = 0
            for tile in range(TILES):
                if edge >> tile & 1:
                    far[tile] = steps
                    beyond |= beside[tile]
            edge = beyond & tiles & ~reached
            reached |= edge
            steps += 1
        found.append(far)
    return found


class Trail:
    """A table that a plan leads to, the codes that do, and what it is worth."""

    def __init__(self, codes: list[int], state: Ramble, worth: float) -> None:
        self.codes = codes
        self.state = state
        self.worth = worth

    def may_act(self) -> bool:
        """Whether the turn goes on from here."""
        return self.state.actor >= 0 and self.state.agenda[-1][0] == TAKE_ACTION.number

    def whole(self) -> list[int]:
        """The codes of a whole turn."""
        return [*self.codes, END] if self.may_act() else self.codes


class Planner:
    """Plans a turn as a whole: the best few tables after each action are kept and played on."""

    def __init__(self, width: int, beyond: int) -> None:
        self.width = width  # tables kept after each action
        self.beyond = beyond  # codes from here on are looked at as first ones only

    def answers(self, s: Ramble) -> list[int]:
        """The answers to think of where an action asks something on the way; others are left to pass."""
        if s.agenda[-1][0] == PLAY_AT_POLL.number:
            return [PASS]
        return [code for code in s.legal() if code != RESIGN]

    def trails(self, s: Ramble, codes: list[int], outlook: Outlook) -> list[Trail]:
        """All tables that plans beginning with these codes lead to; doing nothing comes first."""
        trails = [Trail([], s, value(s, outlook))]
        front = trails
        known = {looks(s)}
        for depth in range(max(s.actions, 1)):
            found: list[Trail] = []
            for trail in front:
                for code in codes if depth == 0 else trail.state.legal():
                    if code in (RESIGN, END, SCOUT) or (depth and code >= self.beyond):
                        continue
                    state = trail.state.clone()
                    state.apply(code)
                    way = [*trail.codes, code]
                    self.answer(state, outlook, way)
                    key = looks(state)
                    if key not in known:
                        known.add(key)
                        found.append(Trail(way, state, value(state, outlook)))
            trails = trails + found
            front = [trail for trail in most_worth(found, self.width) if trail.may_act()]
        return trails

    def answer(self, s: Ramble, outlook: Outlook, way: list[int]) -> None:
        """Answer what an action asks on the way, each time by what looks best then."""
        while s.actor >= 0 and s.agenda[-1][0] != TAKE_ACTION.number:
            code = best_looking(s, self.answers(s), outlook)
            s.apply(code)
            way.append(code)


def looks(s: Ramble) -> tuple[int, ...]:
    """What a plan can change, as a value: to come there again, or later, is no use."""
    return (s.lit, *s.pawns, *s.hands)


class RambleHeuristic(Heuristic):
    """Plans its actions together and keeps to that, plays Special cards when worth more than kept."""

    def __init__(self) -> None:
        self.planner = Planner(WIDTH, GPS)  # a GPS is looked at once, not in every order
        self.planned: dict[int, int] = {}  # what to do, by the table at which to do it

    def best(self, state: State, legal: list[int], rng: Rng) -> list[int]:
        """The codes that look best."""
        assert isinstance(state, Ramble)
        rule = state.agenda[-1][0]
        if rule == CONCEDE.number:
            return [AGREE]  # people decide that
        codes = [code for code in legal if code != RESIGN and code < CALL_HANDBOOK]
        if len(codes) == 1:
            return codes
        if rule == TAKE_ACTION.number:
            table = hash(state.freeze())
            if table not in self.planned:
                self.planned = along(state, self.plan(state, codes, rng))
            return [self.planned[table]]
        outlook = look_out(state)
        return highest(codes, [after(state, code, outlook) for code in codes])

    def plan(self, s: Ramble, codes: list[int], rng: Rng) -> list[int]:
        """The best plan for this turn; Keen eye is one by itself, since nobody knows what it sees."""
        outlook = look_out(s)
        trails = self.planner.trails(s, codes, outlook)
        best = most_worth(trails, 1)[0]
        if SCOUT in codes:
            spare = max([trail.worth for trail in trails if trail.state.actions])
            if self.scouted(s, outlook, rng) - value(s, outlook) + spare > best.worth:
                return [SCOUT]
        return best.whole()

    def scouted(self, s: Ramble, outlook: Outlook, rng: Rng) -> float:
        """What the table is worth on average after Keen eye and its best drop."""
        total = 0.0
        for _ in range(SAMPLES):
            state = s.clone()
            state.apply(SCOUT)
            while state.actor == CHANCE:
                state.apply(rng.below(state.outcomes()))
            self.planner.answer(state, outlook, [])
            total += value(state, look_out(state))
        return total / SAMPLES


def most_worth(trails: list[Trail], n: int) -> list[Trail]:
    """The few best trails, as many more as are worth the same as the last of them."""
    if len(trails) <= n:
        return trails
    least = sorted([trail.worth for trail in trails])[len(trails) - n]
    return [trail for trail in trails if trail.worth >= least]


def best_looking(s: Ramble, codes: list[int], outlook: Outlook) -> int:
    """The code after which the table is worth most, the first of several."""
    best = codes[0]
    most = -2 * WIN
    for code in codes:
        worth = after(s, code, outlook)
        if worth > most:
            most = worth
            best = code
    return best


def after(s: Ramble, code: int, outlook: Outlook) -> float:
    """What the table is worth after one answer; a GPS is worth its best destination."""
    state = s.clone()
    state.apply(code)
    if state.actor >= 0 and state.agenda[-1][0] == RELOCATE_PAWN.number:
        most = -2 * WIN
        for to in state.legal():
            if to != RESIGN:
                most = max(most, after(state, to, outlook))
        return most
    while state.actor >= 0 and state.agenda[-1][0] == BRING_PAWN.number:
        state.apply(PASS)
    if state.burnt != s.burnt or state.lights != s.lights or remaining(state) != outlook.tiles:
        return value(state, look_out(state)) if state.actor != OVER else value(state, outlook)
    return value(state, outlook)


def value(s: Ramble, outlook: Outlook) -> float:
    """What a table is worth to the team."""
    if s.result == WON:
        return WIN
    if s.result == LOST:
        return -WIN
    worth = dangers(s, outlook)
    missing = 0
    for landmark in range(LANDMARKS):
        if s.tokens[landmark] == NONE:
            missing += 1
            worth += readiness(s, landmark, outlook)
        else:
            worth += TOKEN
    worth += specials(s, missing)
    for seat in range(len(s.hands)):
        worth -= crowding(s, seat)
    step = STEP_HOME[missing]
    if step > 0.0:
        for seat in range(len(s.pawns)):
            if s.pawns[seat] != NONE:
                far = steps_of(s, seat, outlook)[EXIT]
                worth -= step * far * (1.0 if is_busy(s, seat) else FREE)
    return worth


def is_busy(s: Ramble, seat: int) -> bool:
    """Whether a seat holds a card of a landmark whose token is missing."""
    for landmark in range(LANDMARKS):
        if s.tokens[landmark] == NONE and holds(s.hands[seat], landmark):
            return True
    return False


def steps_of(s: Ramble, seat: int, outlook: Outlook) -> list[int]:
    """The steps from a seat's pawn to each tile, as it walks."""
    return (outlook.jog if s.roles[seat] == JOGGER else outlook.walk)[s.pawns[seat]]


def readiness(s: Ramble, landmark: int, outlook: Outlook) -> float:
    """How far a landmark's set has come: in its best hand, and in others that could pass cards."""
    total: i64 = 0
    for cards in s.hands:
        total += holds(cards, landmark)
    if total == 0:
        return 0.0
    best = 0.0
    for seat in range(len(s.hands)):
        held: i64 = holds(s.hands[seat], landmark)
        if held == 0:
            continue
        n = min(int(held), SET)
        worth = CARDS[n]
        steps = steps_of(s, seat, outlook)
        if n >= SET - 1:
            step = STEP_WITH_SET if n == SET else STEP_NEAR_SET
            worth -= step * to_landmark(s, landmark, steps)
        if n < SET and held < total:
            worth += passed_on(s, seat, landmark, n, steps)
        best = max(best, worth)
    return best * hope(s, landmark, total)


def passed_on(s: Ramble, seat: int, landmark: int, n: int, steps: list[int]) -> float:
    """What cards in other hands add to `n` of a set, the nearest first."""
    by_steps: i64 = 0  # how many cards lie so many steps away: KIND_BITS for each number of steps
    for other in range(len(s.hands)):
        held: i64 = holds(s.hands[other], landmark)
        if held == 0 or other == seat:
            continue
        away = apart(s, seat, other, steps)
        if away <= FAR:  # a park that falls apart has longer ways, which nobody would go
            by_steps += held << away * KIND_BITS
    worth = 0.0
    far = 0
    while by_steps and n < SET:
        for _ in range(min(int(by_steps & DIGITS), SET - n)):
            worth += NEARBY[far] * (CARDS[n + 1] - CARDS[n])
            n += 1
        by_steps >>= KIND_BITS
        far += 1
    return worth


def hope(s: Ramble, landmark: int, held: i64) -> float:
    """How much of a set's worth is left by the cards that hands and deck still have of it.

    Who sheds cards of one landmark rather than of two has but one that must wait.
    """
    near = int(holds(s.explore, landmark) + held)
    if near > SET:
        return 1.0
    far = min(1.0, int(size(s.explore)) / SPAN)
    return 1.0 - far * (TIGHT if near == SET else STALLED + LACKING * (SET - 1 - near))


def apart(s: Ramble, seat: int, other: int, steps: list[int]) -> i64:
    """The steps before a card can pass from another seat to this one."""
    if s.roles[other] == DOGWALKER:
        return 0
    far: i64 = steps[s.pawns[other]]
    return far - 1 if s.roles[seat] == PICKPOCKET and far > 0 else far


def to_landmark(s: Ramble, landmark: int, steps: list[int]) -> int:
    """The steps to the nearer place of a landmark."""
    nearest = FAR
    tiles: i64 = remaining(s)
    for tile in PLACES_OF[landmark]:
        if tiles >> tile & 1 and steps[tile] < nearest:
            nearest = steps[tile]
    return nearest


def specials(s: Ramble, missing: int) -> float:
    """What the Special cards in all hands are worth kept."""
    gps = 0
    books = 0
    for cards in s.hands:
        gps += int(holds(cards, GPS_KIND))
        books += int(holds(cards, HBK_KIND))
    worth = HANDBOOK_WORTH * books
    if gps:
        worth += FIRST_GPS + GPS_PER_TOKEN * (LANDMARKS - missing) + OTHER_GPS * (gps - 1)
    return worth


def crowding(s: Ramble, seat: int) -> float:
    """What a full hand is about to lose: useful cards that two more would push out."""
    cards: i64 = s.hands[seat]
    if size(cards) + 2 <= MOST_CARDS:
        return 0.0
    useful: i64 = holds(cards, GPS_KIND) + holds(cards, HBK_KIND)
    for landmark in range(LANDMARKS):
        n: i64 = holds(cards, landmark)
        if n < SET and s.tokens[landmark] == NONE:  # a whole set is soon collected
            useful += n
    over = int(useful + 2 - MOST_CARDS)
    return CROWDED * over * over if over > 0 else 0.0


def omens(s: Ramble) -> tuple[list[float], list[float]]:
    """How likely each Lights Out card comes in this phase, and by the end of the next one."""
    level = s.house.levels[s.notch - 1] if s.notch <= len(s.house.levels) else 0
    draws = 0
    due = NONE
    for rule, _, x, _ in s.agenda:  # what comes last stands first
        if rule == DRAW_EXPLORE.number:
            draws += 1
        elif rule == LIGHTS_OUT.number:
            due = level
        elif rule == NEXT_CARD.number:
            due = x + 1
        elif rule == REVEAL_CARD.number and due == NONE:
            due = 1
    due = max(due, 0)
    cards = int(size(s.explore))
    dark = draws * int(holds(s.explore, ITD_KIND)) / cards if cards else 0.0
    soon = (draws + 2) * int(holds(s.explore, ITD_KIND)) / cards if cards else 0.0
    return coming(s, due, min(1.0, dark)), coming(s, due + level, min(1.0, soon))


def coming(s: Ramble, n: int, dark: float) -> list[float]:
    """The chance of each card to be among the next `n`, if In the Dark comes first that likely."""
    chance = [0.0] * TILES
    last = 0
    for at, place in enumerate(s.lights):
        if at >= n:
            break
        if place >= 0:
            chance[place] = 1.0
        elif place != last:
            own = s.bags.own[~place]
            share = min(1.0, (n - at) / len(own))
            for card in own:
                chance[card] = share
        last = place
    burnt: i64 = s.burnt
    if burnt and dark > 0.0:
        tile: i64
        discards = 0
        for tile in range(TILES):
            discards += int(burnt >> tile & 1)
        share = min(1.0, n / discards)
        for tile in range(TILES):
            chance[tile] *= 1.0 - dark
            if burnt >> tile & 1:
                chance[tile] += dark * share
    return chance


def dangers(s: Ramble, outlook: Outlook) -> float:
    """What the dark may cost: tiles that may go, and those of them that must not."""
    now = outlook.now
    later = outlook.later
    tiles: i64 = remaining(s)
    dark: i64 = s.dark
    fading = 0.0
    tile: i64
    for tile in range(TILES):
        if dark >> tile & 1:
            fading += now[tile] + LATER * (later[tile] - now[tile])
    left = how_many(tiles)
    rate = s.house.levels[s.notch - 1] / left
    needed = 1
    cost = peril(s, EXIT, rate, outlook)
    for landmark in range(LANDMARKS):
        if s.tokens[landmark] == NONE:
            needed += 1
            cost += landmark_peril(s, landmark, rate, outlook)
    hazard = HAZARD * needed * rate * rate
    return -LOSS * (
        cost + hazard * (1.0 + 2.0 * (fading + DARK_TILE * rate * how_many(dark)) / left)
    )


def how_many(tiles: i64) -> int:
    """How many tiles there are in a set."""
    n: i64 = 0
    while tiles:
        tiles &= tiles - 1
        n += 1
    return int(n)


def landmark_peril(s: Ramble, landmark: int, rate: float, outlook: Outlook) -> float:
    """What may happen to the places of a landmark, of which one must stay."""
    places = PLACES_OF[landmark]
    tiles: i64 = remaining(s)
    for last in range(2):
        if not tiles >> places[1 - last] & 1:
            return FRAGILE * rate + peril(s, places[last], rate, outlook)
    cost = 0.0
    both = 1.0
    dark: i64 = s.dark
    for place in places:
        if dark >> place & 1:
            soon = outlook.now[place] + LATER * (outlook.later[place] - outlook.now[place])
            cost += (FRAGILE * soon + DARK_PLACE) * rate
            both *= soon
        else:
            both = 0.0
    return cost + both


def peril(s: Ramble, tile: int, rate: float, outlook: Outlook) -> float:
    """What may happen to a tile that must not go: dark, it needs somebody near to light it."""
    now = outlook.now[tile]
    later = outlook.later[tile]
    if s.lit >> tile & 1:
        return LIT_PERIL * rate * later
    nearest = FAR
    for at in s.pawns:
        if at != NONE:
            nearest = min(nearest, outlook.walk[at][tile])
    away = max(0, nearest - 1)
    return now + LATER * (later - now) + rate * (DARK_PERIL + STEP_TO_FIX * away)
