"""What can be read off a table of Ramble at a glance: sets, hands, lamps, ways and what may come.

A few dozen numbers, most of them small counts. `ramble_guide.py` weighs them; all of them are open
to everybody, for the order of a pile is in none of them beyond what its segments tell.
"""

from __future__ import annotations

from typing import Final

from ravelbox.bots.heuristics.ramble import (
    FAR,
    Outlook,
    coming,
    crowding,
    dangers,
    readiness,
    specials,
    ways,
)
from ravelbox.games.ramble.explore import DRAW_EXPLORE
from ravelbox.games.ramble.lights import LIGHTS_OUT, NEXT_CARD, PLACES, REVEAL_CARD
from ravelbox.games.ramble.state import (
    DOGWALKER,
    EXIT,
    GPS_KIND,
    HBK_KIND,
    ITD_KIND,
    JOGGER,
    LANDMARKS,
    MOST_CARDS,
    NONE,
    PICKPOCKET,
    SET,
    TILES,
    Ramble,
    holds,
    remaining,
    size,
)
from ravelbox.games.ramble.turn import ACTION_PHASE, ACTIONS, TAKE_ACTION
from ravelbox.kernel.native import i64

# Where the facts stand in the list.
ONE: Final = 0
SEATS: Final = 1  # one for each number of seats, 2 to 6
MISSING: Final = 6  # one for each number of missing tokens, 0 to 6
NOTCH: Final = 13  # one for each notch, 1 to 11
PRESENT: Final = 24  # one for each role
ACTING: Final = 30  # actions left while the active seat may act, 0 to 3; then none
DECK: Final = 35  # cards of the Explore deck
DECK_DARK: Final = 36  # In the Dark among them
DARK_SOON: Final = 37  # how likely one comes in this turn
DRAWS: Final = 38  # Explore cards to come in this turn
BEST: Final = 39  # missing landmarks by the cards in the best hand, 0 to 4
TOTAL: Final = 44  # and by the cards in all hands, 0 to 5
STALLED: Final = 50  # those that the deck cannot fill before it is shuffled
STALLED_LONG: Final = 51  # the same, by the size of the deck
TIGHT: Final = 52  # those that need every card of the deck
NEED: Final = 53  # cards that sets still lack in all hands together
CARRY: Final = 54  # whole sets in one hand, by the steps to their place, 0 to 4
CARRY_WAIT: Final = 59  # and the turns until their holder can act
GATHER: Final = 60  # sets in several hands, by the actions it takes to gather and collect, to 9
CLOSE: Final = 70  # sets of three in several hands: the actions to gather them
AT_ONCE: Final = 71  # sets that can be collected in this turn
CROWDED: Final = 72  # seats whose useful cards fill the hand: three, four, five and more
CROWDED_NOW: Final = 75  # useful cards that this turn's draws would push out
SPLIT: Final = 76  # landmarks in each hand beyond the first
USELESS: Final = 77  # cards held for tokens already collected
GPS_HELD: Final = 78  # none, one, more; for many, some and few missing tokens each
BOOKS: Final = 87  # Handbooks held
GPS_FAR: Final = 88  # none is held or in the deck
HOME_LAST: Final = 89  # with no token missing: turns until the last seat can be home
HOME: Final = 90  # steps to the exit of all seats, with 0, 1, 2, 3 tokens missing
HOME_LAZY: Final = 94  # of seats without useful cards, with 1, 2 or 3 missing
LEFT: Final = 95  # remaining tiles, in all and squared
DARK: Final = 97  # dark tiles
FADING: Final = 98  # tiles that may go in this phase, and in the next one
PAIR: Final = 100  # missing landmarks: both places lit, one dark, both dark, one lit, one dark
PAIR_RATE: Final = 105  # the same, by the rate at which cards come up
EXIT_DARK: Final = 110
EXIT_RATE: Final = 111
OPEN: Final = 112  # dark tiles that must stay, by the phases before somebody can be there, 0 to 3
OPEN_NOW: Final = 116  # the same by the chance that their card comes in this phase
OPEN_NEXT: Final = 120  # and in the next one
LIT_NEXT: Final = 124  # lit tiles that must stay and may turn dark
HALF_NOW: Final = 125  # dark places of which there are two, by the chance that they go
BOTH_NOW: Final = 126  # both of them
STRANDED: Final = 127  # pawns on dark tiles without a neighbour
CUT_OFF: Final = 128  # pawns that no way leads to the exit
RATE: Final = 129  # cards that come up for each tile
RATE_MISSING: Final = 130  # by missing tokens
RATE_NEED: Final = 131  # by cards that sets lack
LEVEL: Final = 132
NIGHT: Final = 133  # notches left
NIGHT_NEED: Final = 134  # cards lacking for each notch left
FIXERS: Final = 135  # dark places of missing landmarks that nobody is near
RISK_READ: Final = 136  # how likely this phase loses the game if nobody reads a Handbook
RISK: Final = 137  # how likely it does, and there is no Handbook
# What the greedy player thinks of it, part by part.
GREEDY_DANGER: Final = 138
GREEDY_SETS: Final = 139
GREEDY_SPECIALS: Final = 140
GREEDY_CROWDED: Final = 141
FACTS: Final = 142

LONGEST: Final = 9  # actions to gather a set, from which on all is the same
HOMEWARD: Final = 3  # missing tokens, from which on the exit is thought of
PHASES: Final = 3  # phases before somebody is there, likewise

# Per landmark, its two places.
TWINS: Final = [[tile for tile in range(TILES) if places >> tile & 1] for places in PLACES]


class Park:
    """The ways between the tiles that remain: per pair of tiles the steps, walking or jogging."""

    def __init__(self, near: list[int], stride: list[int], tiles: int) -> None:
        self.walk_from = ways(near, tiles)
        self.jog_from = ways(stride, tiles)
        self.walk: list[int] = []
        self.jog: list[int] = []
        for row in self.walk_from:
            self.walk += row
        for row in self.jog_from:
            self.jog += row


class Parks:
    """The ways of every set of tiles met in one park; another park's are forgotten."""

    def __init__(self) -> None:
        self.near: list[int] = []
        self.known: dict[int, Park] = {}

    def of(self, s: Ramble) -> Park:
        """The ways of a table."""
        if s.near is not self.near:
            self.near = s.near
            self.known = {}
        tiles = remaining(s)
        park = self.known.get(tiles)
        if park is None:
            park = Park(s.near, s.stride, tiles)
            self.known[tiles] = park
        return park


class Glance:
    """What several facts are computed from."""

    def __init__(self, s: Ramble, park: Park) -> None:
        self.park = park
        self.seats = len(s.pawns)
        self.missing = 0
        for seat in s.tokens:
            if seat == NONE:
                self.missing += 1
        self.acting = False  # whether the active seat may still act
        self.draws = 0  # Explore cards to come in this turn
        level = s.house.levels[s.notch - 1] if s.notch <= len(s.house.levels) else 0
        due = NONE
        for rule, _, x, _ in s.agenda:  # what comes last stands first
            if rule == DRAW_EXPLORE.number:
                self.draws += 1
            elif rule == LIGHTS_OUT.number:
                due = level
            elif rule == NEXT_CARD.number:
                due = x + 1
            elif rule == REVEAL_CARD.number:
                due = max(due, 1)
            elif rule in (TAKE_ACTION.number, ACTION_PHASE.number):
                self.acting = True
        self.level = level
        due = max(due, 0)
        cards = int(size(s.explore))
        share = int(holds(s.explore, ITD_KIND)) / cards if cards else 0.0
        self.dark = min(1.0, self.draws * share)  # how likely In the Dark comes in this turn
        self.now = coming(s, due, self.dark)
        self.later = coming(s, due + level, min(1.0, (self.draws + 2) * share))
        self.tiles = remaining(s)
        self.left = bits(self.tiles)
        self.rate = level / self.left
        self.delays: list[int] = []  # per seat, the Lights Out phases before it can act
        for seat in range(self.seats):
            delay = (seat - s.active) % self.seats
            if delay == 0 and not (self.acting and s.actions > 0):
                delay = self.seats
            self.delays.append(delay)


def bits(tiles: i64) -> int:
    """How many tiles a set has."""
    n: i64 = 0
    while tiles:
        tiles &= tiles - 1
        n += 1
    return int(n)


def facts_of(s: Ramble, park: Park) -> list[float]:
    """What the outlook is computed from."""
    facts = [0.0] * FACTS
    glance = Glance(s, park)
    course(s, glance, facts)
    for landmark in range(LANDMARKS):
        if s.tokens[landmark] == NONE:
            sets(s, landmark, glance, facts)
    hands(s, glance, facts)
    home(s, glance, facts)
    lamps(s, glance, facts)
    greedy(s, glance, facts)
    facts[RATE_NEED] = glance.rate * facts[NEED]
    facts[NIGHT_NEED] = facts[NEED] / facts[NIGHT]
    return facts


def greedy(s: Ramble, glance: Glance, facts: list[float]) -> None:
    """What the greedy player thinks of the table."""
    park = glance.park
    outlook = Outlook(glance.tiles, park.walk_from, park.jog_from, glance.now, glance.later)
    facts[GREEDY_DANGER] = dangers(s, outlook) / 100.0
    for landmark in range(LANDMARKS):
        if s.tokens[landmark] == NONE:
            facts[GREEDY_SETS] += readiness(s, landmark, outlook) / 100.0
    facts[GREEDY_SPECIALS] = specials(s, glance.missing) / 100.0
    for seat in range(glance.seats):
        facts[GREEDY_CROWDED] -= crowding(s, seat) / 100.0


def course(s: Ramble, glance: Glance, facts: list[float]) -> None:
    """How far the game has come."""
    facts[ONE] = 1.0
    facts[SEATS + glance.seats - 2] = 1.0
    facts[MISSING + glance.missing] = 1.0
    facts[NOTCH + min(s.notch, 11) - 1] = 1.0
    for seat in range(glance.seats):
        if s.pawns[seat] != NONE:
            facts[PRESENT + s.roles[seat]] = 1.0
    facts[ACTING + (min(s.actions, ACTIONS) if glance.acting else 4)] = 1.0
    facts[DECK] = int(size(s.explore)) / 10.0
    facts[DECK_DARK] = float(int(holds(s.explore, ITD_KIND)))
    facts[DARK_SOON] = glance.dark
    facts[DRAWS] = float(glance.draws)
    facts[RATE] = glance.rate
    facts[RATE_MISSING] = glance.rate * glance.missing
    facts[LEVEL] = float(glance.level)
    facts[NIGHT] = float(max(1, len(s.house.levels) + 1 - s.notch))
    facts[LEFT] = glance.left / 10.0
    facts[LEFT + 1] = glance.left * glance.left / 100.0


def sets(s: Ramble, landmark: int, glance: Glance, facts: list[float]) -> None:
    """How far the set of a missing token has come."""
    held: list[int] = []
    total = 0
    best = 0
    for cards in s.hands:
        n = int(holds(cards, landmark))
        held.append(n)
        total += n
        best = max(best, n)
    facts[BEST + min(best, SET)] += 1.0
    facts[TOTAL + total] += 1.0
    lack = max(0, SET - total)
    facts[NEED] += lack
    deck = int(holds(s.explore, landmark))
    if lack > deck:
        facts[STALLED] += lack - deck
        facts[STALLED_LONG] += (lack - deck) * facts[DECK]
    elif lack and lack == deck:
        facts[TIGHT] += 1.0
    if best >= SET:
        carried(s, landmark, held, glance, facts)
    elif total >= SET - 1:
        gathered(s, landmark, held, min(total, SET), glance, facts)


def carried(s: Ramble, landmark: int, held: list[int], glance: Glance, facts: list[float]) -> None:
    """A whole set in one hand: where its holder must go, and when."""
    nearest = FAR
    wait = 0
    for seat in range(glance.seats):
        if held[seat] >= SET:
            nearest = to_place(s, seat, landmark, glance)
            wait = glance.delays[seat]
            if wait == 0 and nearest < s.actions:
                facts[AT_ONCE] += 1.0
            actions = s.actions if wait == 0 else ACTIONS
            if nearest >= actions:  # not in the first turn
                wait += glance.seats
    facts[CARRY + min(nearest, 4)] += 1.0
    facts[CARRY_WAIT] += wait / glance.seats


def gathered(
    s: Ramble, landmark: int, held: list[int], n: int, glance: Glance, facts: list[float]
) -> None:
    """A set, or almost one, in several hands: the fewest actions to bring it together."""
    least = 99
    for seat in range(glance.seats):
        if held[seat] == 0:
            continue
        cost = to_place(s, seat, landmark, glance) + 1
        cards = held[seat]
        for other in range(glance.seats):
            if cards >= n:
                break
            if other != seat and held[other]:
                cost += apart(s, seat, other, glance) + min(held[other], n - cards)
                cards += held[other]
        least = min(least, cost)
    if n == SET:
        facts[GATHER + min(least, LONGEST)] += 1.0
    else:
        facts[CLOSE] += min(least, LONGEST) / LONGEST


def steps(s: Ramble, seat: int, tile: int, glance: Glance) -> int:
    """The steps from a seat's pawn to a tile, as it walks."""
    if s.roles[seat] == JOGGER:
        return glance.park.jog[s.pawns[seat] * TILES + tile]
    return glance.park.walk[s.pawns[seat] * TILES + tile]


def to_place(s: Ramble, seat: int, landmark: int, glance: Glance) -> int:
    """The steps to the nearer place of a landmark."""
    nearest = FAR
    for tile in TWINS[landmark]:
        if glance.tiles >> tile & 1:
            nearest = min(nearest, steps(s, seat, tile, glance))
    return nearest


def apart(s: Ramble, seat: int, other: int, glance: Glance) -> int:
    """The steps before a card can pass from another seat to this one; the better walker walks."""
    if s.roles[other] == DOGWALKER:
        return 0
    far = min(
        steps(s, seat, s.pawns[other], glance),
        steps(s, other, s.pawns[seat], glance),
    )
    return far - 1 if s.roles[seat] == PICKPOCKET and far > 0 else far


def hands(s: Ramble, glance: Glance, facts: list[float]) -> None:
    """How full the hands are, and of what."""
    gps = 0
    books = 0
    for seat in range(glance.seats):
        cards: i64 = s.hands[seat]
        if cards == 0:
            continue
        useful = int(holds(cards, GPS_KIND)) + int(holds(cards, HBK_KIND))
        gps += int(holds(cards, GPS_KIND))
        books += int(holds(cards, HBK_KIND))
        split = -1
        for landmark in range(LANDMARKS):
            n = int(holds(cards, landmark))
            if n == 0:
                continue
            if s.tokens[landmark] != NONE:
                facts[USELESS] += n
                continue
            split += 1
            if n < SET:  # a whole set is soon collected
                useful += n
        if split > 0:
            facts[SPLIT] += split
        if useful >= MOST_CARDS - 2:
            facts[CROWDED + min(useful, MOST_CARDS) - MOST_CARDS + 2] += 1.0
        if seat == s.active:
            facts[CROWDED_NOW] = float(max(0, useful + glance.draws - MOST_CARDS))
    few = 0 if glance.missing > HOMEWARD else 1 if glance.missing > 1 else 2
    facts[GPS_HELD + few * 3 + min(gps, 2)] = 1.0
    facts[BOOKS] = float(books)
    if gps == 0 and holds(s.explore, GPS_KIND) == 0:
        facts[GPS_FAR] = 1.0


def home(s: Ramble, glance: Glance, facts: list[float]) -> None:
    """How far everyone is from the exit."""
    total = 0
    lazy = 0
    last = 0
    for seat in range(glance.seats):
        if s.pawns[seat] == NONE:
            continue
        far = steps(s, seat, EXIT, glance)
        if far == FAR:
            facts[CUT_OFF] += 1.0
        total += far
        if glance.missing and not is_busy(s, seat):
            lazy += far
        if far:
            delay = glance.delays[seat]
            first = s.actions if delay == 0 else ACTIONS
            while far > first:
                far -= first
                first = ACTIONS
                delay += glance.seats
            last = max(last, delay)
        tile = s.pawns[seat]
        if s.dark >> tile & 1:
            beside = s.stride if s.roles[seat] == JOGGER else s.near
            if beside[tile] & glance.tiles == 0:
                facts[STRANDED] += glance.now[tile]
    if glance.missing <= HOMEWARD:
        facts[HOME + glance.missing] = float(total)
        facts[HOME_LAZY] = float(lazy)
    if glance.missing == 0:
        facts[HOME_LAST] = float(last)


def is_busy(s: Ramble, seat: int) -> bool:
    """Whether a seat holds a card of a landmark whose token is missing."""
    cards: i64 = s.hands[seat]
    for landmark in range(LANDMARKS):
        if s.tokens[landmark] == NONE and holds(cards, landmark):
            return True
    return False


def lamps(s: Ramble, glance: Glance, facts: list[float]) -> None:
    """Which tiles are dark, and which of them must not go."""
    dark: i64 = s.dark
    facts[DARK] = bits(dark) / 5.0
    now = glance.now
    later = glance.later
    tile: i64
    for tile in range(TILES):
        if dark >> tile & 1:
            facts[FADING] += now[tile]
            facts[FADING + 1] += later[tile]
    safe = 1.0
    if dark >> EXIT & 1:
        facts[EXIT_DARK] = 1.0
        facts[EXIT_RATE] = glance.rate
    safe *= must_stay(s, EXIT, glance, facts)
    for landmark in range(LANDMARKS):
        if s.tokens[landmark] == NONE:
            safe *= places(s, landmark, glance, facts)
    facts[RISK_READ if facts[BOOKS] else RISK] = 1.0 - safe


def places(s: Ramble, landmark: int, glance: Glance, facts: list[float]) -> float:
    """The two places of a landmark, of which one must stay; how likely it does in this phase."""
    first = TWINS[landmark][0]
    second = TWINS[landmark][1]
    if glance.tiles >> first & 1 and glance.tiles >> second & 1:
        gloom = (s.dark >> first & 1) + (s.dark >> second & 1)
        facts[PAIR + gloom] += 1.0
        facts[PAIR_RATE + gloom] += glance.rate
        both = 1.0
        for place in (first, second):
            if s.dark >> place & 1:
                facts[HALF_NOW] += glance.now[place]
                both *= glance.now[place]
                if nobody_near(s, place):
                    facts[FIXERS] += 1.0
            else:
                both = 0.0
        facts[BOTH_NOW] += both
        if glance.acting:
            return 1.0
        return 1.0 - both
    only = first if glance.tiles >> first & 1 else second
    gloom = 3 + (s.dark >> only & 1)
    facts[PAIR + gloom] += 1.0
    facts[PAIR_RATE + gloom] += glance.rate
    return must_stay(s, only, glance, facts)


def nobody_near(s: Ramble, tile: int) -> bool:
    """Whether no pawn is on or beside a tile."""
    beside = s.near[tile] | 1 << tile
    return not [at for at in s.pawns if at != NONE and beside >> at & 1]


def must_stay(s: Ramble, tile: int, glance: Glance, facts: list[float]) -> float:
    """A tile without which all is lost; how likely it stays in this phase if nobody reads."""
    now = glance.now[tile]
    later = glance.later[tile]
    if s.lit >> tile & 1:
        facts[LIT_NEXT] += later
        return 1.0
    soonest = PHASES
    for seat in range(glance.seats):
        if s.pawns[seat] == NONE:
            continue
        delay = glance.delays[seat]
        far = glance.park.walk[s.pawns[seat] * TILES + tile]
        far = far // 2 if s.roles[seat] == JOGGER else max(0, far - 1)
        if far < (s.actions if delay == 0 else ACTIONS):
            soonest = min(soonest, delay)
    facts[OPEN + soonest] += 1.0
    facts[OPEN_NOW + soonest] += now
    facts[OPEN_NEXT + soonest] += later - now
    return 1.0 - now if soonest else 1.0
