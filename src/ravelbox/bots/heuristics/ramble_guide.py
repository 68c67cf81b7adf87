"""What a search knows of the park: plans for a turn, and how likely a table is won.

A table is judged after a few turns of plain play. The chance of winning is then that the phase takes
nothing that must stay, times a logistic function of some dozens of facts (`ramble_facts.py`). Their
weights were fitted to games of the team itself (`tools/fit/ramble.py`), and nothing hidden is
looked at.
"""

from __future__ import annotations

import math
from typing import Final

from ravelbox.bots.heuristics.ramble import (
    Outlook,
    Planner,
    after,
    best_looking,
    most_worth,
    omens,
    value,
)
from ravelbox.bots.heuristics.ramble_facts import FACTS, RISK, Parks, facts_of
from ravelbox.bots.heuristics.ramble_weights import WEIGHTS
from ravelbox.bots.search.guide import Guide, Line
from ravelbox.games.ramble.codes import (
    AGREE,
    CALL_HANDBOOK,
    COLLECT,
    DISCARD,
    END,
    GIVE,
    GPS,
    HANDBOOK,
    PASS,
    RELOCATE,
    SCOUT,
    STEAL,
)
from ravelbox.games.ramble.explore import SHED_CARD
from ravelbox.games.ramble.lights import LANDMARK_OF
from ravelbox.games.ramble.parkgoers import FIX_SECOND
from ravelbox.games.ramble.specials import PLAY_AT_POLL, PLAY_OR_PASS, RELOCATE_PAWN
from ravelbox.games.ramble.state import (
    CONCEDE,
    EXIT,
    GPS_KIND,
    HELD_KINDS,
    LANDMARKS,
    NONE,
    SET,
    WON,
    Ramble,
    holds,
    remaining,
)
from ravelbox.games.ramble.turn import TAKE_ACTION
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, State

CURIOSITY: Final = 0.3  # moves differ by little, seen against the whole range of luck
ENOUGH: Final = 48  # walks that show what a decision is worth: each of them plays some turns
PLANS: Final = 10  # for a turn that are worth a thought
WIDTH: Final = 10  # tables kept after each action of such a plan
NARROW: Final = 2  # the same in turns that are only played to see what comes of it
TURNS: Final = 4  # that are played before a table is judged
KEENNESS: Final = 0.15  # how much better a move looks for being a point better
PROMISE: Final = 2.0  # points for a move that opens another choice
UNPLANNED: Final = 0.2  # how promising is what plans leave out, beside the best plan
LEAST: Final = 0.003  # no move is left out for looking bad
KEPT: Final = 2  # GPS cards of which one may go: the last one leads out of the park
SURE: Final = 8.0  # log-odds beyond which nothing is told apart


class Sensible(Planner):
    """A planner that thinks only of sensible answers; Special cards wait for the lamps."""

    def answers(self, s: Ramble) -> list[int]:
        """The answers worth a thought."""
        return sensible(s)


class RambleGuide(Guide):
    """Looks at the table after every move, as the whole team: all win or lose together."""

    def __init__(self) -> None:
        super().__init__()
        self.curiosity = CURIOSITY
        self.enough = ENOUGH
        self.halving = True  # walks are dear and moves alike: each gets a fair trial
        self.parks = Parks()
        self.planner = Sensible(WIDTH, HANDBOOK)
        self.player = Sensible(NARROW, HANDBOOK)

    def moves(self, s: State) -> list[int]:
        """All but giving up, calls of others, and what waiting or another move does better."""
        assert isinstance(s, Ramble)
        return sensible(s)

    def priors(self, s: State, codes: list[int], rng: Rng) -> list[float]:
        """By what the greedy player thinks of the table after each move, luck left open."""
        assert isinstance(s, Ramble)
        if s.turns == 0:
            return [1.0] * len(codes)
        outlook = self.look_out(s)
        looks: list[float] = []
        for code in codes:
            if code == SCOUT or GPS <= code < RELOCATE:
                looks.append(value(s, outlook) + PROMISE)
            else:
                looks.append(after(s, code, outlook))
        most = max(looks)
        return [promise(look - most) for look in looks]

    def lines(self, s: State, codes: list[int], rng: Rng) -> list[Line]:
        """For a turn the plans that the greedy player likes best, and what cannot be planned."""
        assert isinstance(s, Ramble)
        if s.agenda[-1][0] != TAKE_ACTION.number:
            return super().lines(s, codes, rng)
        trails = self.planner.trails(
            s, [code for code in codes if code < HANDBOOK], self.look_out(s)
        )
        trails = most_worth(trails, PLANS)
        most = max([trail.worth for trail in trails])
        lines: list[Line] = []
        for trail in trails:
            lines.append(Line(trail.whole(), promise(trail.worth - most)))
        for code in codes:
            if code == SCOUT or code >= HANDBOOK:
                lines.append(Line([code], UNPLANNED))
        return lines

    def look_out(self, s: Ramble) -> Outlook:
        """The ways and the omens of a table."""
        park = self.parks.of(s)
        now, later = omens(s)
        return Outlook(remaining(s), park.walk_from, park.jog_from, now, later)

    def values(self, s: State, rng: Rng) -> list[float]:
        """The team's chance to win, for every seat, as it is after some turns of plain play."""
        assert isinstance(s, Ramble)
        if s.turns:
            for _ in range(TURNS):
                s = self.play_turn(s, rng, self.player)
        return [chance(self.outlook(s))] * len(s.pawns)

    def play_turn(self, s: Ramble, rng: Rng, planner: Planner) -> Ramble:
        """The table at the next turn's first action, if this turn is ended by plan."""
        s = self.on_to_action(s, rng)
        if s.actor != OVER:
            codes = [code for code in s.legal() if code < HANDBOOK]
            s = most_worth(planner.trails(s, codes, self.look_out(s)), 1)[0].state.clone()
            if s.actor >= 0 and s.agenda[-1][0] == TAKE_ACTION.number:
                s.apply(END)
            s = self.on_to_action(s, rng)
        return s

    def on_to_action(self, s: Ramble, rng: Rng) -> Ramble:
        """Go on to the next action; what is asked on the way is answered by what looks best."""
        while s.actor != OVER and s.agenda[-1][0] != TAKE_ACTION.number:
            if s.actor == CHANCE:
                s.apply(rng.below(s.outcomes()))
            else:
                codes = sensible(s)
                if len(codes) == 1:
                    s.apply(codes[0])
                else:
                    s.apply(best_looking(s, codes, self.look_out(s)))
        return s

    def outlook(self, s: Ramble) -> float:
        """The log-odds of winning."""
        if s.actor == OVER:
            return 2 * SURE if s.result == WON else -2 * SURE
        if s.turns == 0:
            return 0.0  # nothing is dealt
        facts = facts_of(s, self.parks.of(s))
        total = 0.0
        for i in range(FACTS):
            if facts[i] != 0.0:
                total += facts[i] * WEIGHTS[i]
        won = chance(max(-SURE, min(SURE, total))) * (1.0 - facts[RISK])
        return math.log(max(won, 1e-4) / (1.0 - won))


def sensible(s: Ramble) -> list[int]:
    """All codes but giving up, calls of others, and what waiting or another move does better."""
    rule = s.agenda[-1][0] if s.agenda else NONE
    if rule == CONCEDE.number:
        return [AGREE]  # people decide that
    codes = [code for code in s.legal() if code != RESIGN and code < CALL_HANDBOOK]
    if rule == TAKE_ACTION.number:
        return [code for code in codes if is_sound(s, code)]
    if rule in (PLAY_OR_PASS.number, PLAY_AT_POLL.number):
        return in_window(s, codes, polled=rule == PLAY_AT_POLL.number)
    if rule == SHED_CARD.number:
        return to_shed(s, codes)
    if rule == FIX_SECOND.number:
        return codes[1:]
    if rule == RELOCATE_PAWN.number:
        return destinations(s, codes)
    return codes


def promise(ahead: float) -> float:
    """How promising a move is that looks so many points better than the best one, or worse."""
    return math.exp(max(-40.0, KEENNESS * ahead)) + LEAST


def chance(odds: float) -> float:
    """A probability from its log-odds."""
    return 1.0 / (1.0 + math.exp(-odds))


def is_sound(s: Ramble, code: int) -> bool:
    """Whether an action may be of use at all: no idle gifts, and Handbooks wait for the lamps."""
    if code < GIVE:
        return True
    if code < COLLECT:
        return s.tokens[(code - GIVE) % LANDMARKS] == NONE
    if code < STEAL:
        return True
    if code < STEAL + len(s.pawns) * HELD_KINDS:
        kind = (code - STEAL) % HELD_KINDS
        return kind >= LANDMARKS or s.tokens[kind] == NONE
    return code >= GPS and is_lead(s, code - GPS)


def is_lead(s: Ramble, lead: int) -> bool:
    """Whether a GPS may be worth playing for this pawn: it is near a whole set, or all go home.

    The last one is kept to leave the park (RMB-94).
    """
    if gps_held(s) < KEPT:
        return False
    if NONE not in s.tokens:
        return s.pawns[lead] != EXIT
    for landmark in range(LANDMARKS):
        if s.tokens[landmark] == NONE and holds(s.hands[lead], landmark) >= SET - 1:
            return True
    return False


def gps_held(s: Ramble) -> int:
    """How many GPS cards all hands have."""
    n = 0
    for cards in s.hands:
        n += int(holds(cards, GPS_KIND))
    return n


def in_window(s: Ramble, codes: list[int], *, polled: bool) -> list[int]:
    """Before a Lights Out card: Handbooks for tiles it may be, a GPS only to go home.

    Whatever can wait for the next window waits, and a poll before that is no better.
    """
    found = [PASS]
    if not polled:
        top = s.lights[0]
        next_cards = (top,) if top >= 0 else s.bags.own[~top]
        for code in codes:
            if HANDBOOK <= code < GPS and code - HANDBOOK in next_cards and is_wanted(s, code):
                found.append(code)
    if NONE not in s.tokens and gps_held(s) >= KEPT:
        for code in codes:
            if code >= GPS and s.pawns[code - GPS] != EXIT:
                found.append(code)
    return found


def is_wanted(s: Ramble, code: int) -> bool:
    """Whether a Handbook would light a tile that is needed for more than walking."""
    tile = code - HANDBOOK
    landmark = LANDMARK_OF[tile]
    return tile == EXIT or (landmark >= 0 and s.tokens[landmark] == NONE)


def to_shed(s: Ramble, codes: list[int]) -> list[int]:
    """A card of no more use goes first; Special cards are played where that may help."""
    found: list[int] = []
    for code in codes:
        if code >= DISCARD:
            kind = code - DISCARD
            if kind < LANDMARKS and s.tokens[kind] != NONE:
                return [code]
            if kind != GPS_KIND or gps_held(s) >= KEPT:
                found.append(code)
        elif code < GPS:
            if is_wanted(s, code):
                found.append(code)
        elif is_lead(s, code - GPS):
            found.append(code)
    return found


def destinations(s: Ramble, codes: list[int]) -> list[int]:
    """Where a GPS may lead: to the exit when all tokens are there, else to places and pawns."""
    if NONE not in s.tokens:
        return [RELOCATE + EXIT] if RELOCATE + EXIT in codes else codes
    found: list[int] = []
    for code in codes:
        landmark = LANDMARK_OF[code - RELOCATE]
        if (landmark >= 0 and s.tokens[landmark] == NONE) or code - RELOCATE in s.pawns:
            found.append(code)
    return found or codes
