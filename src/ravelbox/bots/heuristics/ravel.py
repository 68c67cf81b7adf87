"""What looks good on a clockmaker's bench: the cheapest way to the unlock that leads on best.

It looks at the visible top cards only, never at what a face-down card may be. Boards that tinkering
and dice rewards lead to are numbers, as the solver has them, so that thousands are seen at a glance.
"""

from __future__ import annotations

from typing import Final

from ravelbox.bots.heuristics.heuristic import Heuristic, along, highest
from ravelbox.bots.solver.boards import Closure, Tables, packed, tables_for, traded, turned
from ravelbox.games.ravel.codes import EXCHANGE, FLIP, MOVE, NUDGE, UNLOCK
from ravelbox.games.ravel.dice import (
    EXCHANGE_AGAIN,
    EXCHANGE_DICE,
    FLIP_DICE,
    NUDGE_DICE,
    PLACE_DICE,
)
from ravelbox.games.ravel.state import EMPTY, WON, Ravel, cards_left
from ravelbox.kernel.native import i64
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, State

# What a visible top card is worth by the tokens that would make it met: none, 1, 2, more.
NEARNESS: Final = [9.0, 5.0, 2.0, 0.0]
SWAPPED: Final = 1
TUNED: Final = 2
FAR: Final = 3
TOKEN: Final = 6.0
CARD: Final = 20.0
WIN: Final = 1e6
SAMPLES: Final = 2  # tries of what luck may do within an unlock
CLOSE_LOOKS: Final = 4  # plans that are played through; the others look worse at a glance


class Bench:
    """What does not change while dice are moved about: the visible top cards, cards and tokens."""

    def __init__(self, s: Ravel) -> None:
        self.tables: Tables = tables_for(s.house)
        self.tops = [seen(s, side, 0) for side in range(4)]
        self.ready = s.ready
        self.left = cards_left(s)

    def worth(self, board: i64) -> float:
        """What a board looks like: few cards, many tokens, top cards close to being met."""
        total = TOKEN * self.ready - CARD * self.left
        for side in range(4):
            if self.tops[side]:
                total += NEARNESS[self.tokens(board, side, self.tops[side])]
        return total

    def tokens(self, board: i64, side: i64, card: i64) -> i64:
        """How many tokens would make a card met: 0, 1 by a Swap, 2 by a Tune, or 3 for more."""
        tables = self.tables
        met = tables.met
        at = tables.at(board, side)
        if met[at] & card:
            return 0
        i: i64
        for i in range(7, 11):  # the four pairs of neighbours that touch the side
            p: i64 = (side * 2 + i) & 7
            if met[tables.at(traded(board, p, (p + 1) & 7), side)] & card:
                return SWAPPED
        return TUNED if tables.tuned[at] & card else FAR

    def is_met(self, board: i64, side: i64) -> bool:
        """Whether the top card of a side is."""
        return (self.tables.met[self.tables.at(board, side)] & self.tops[side]) != 0

    def stopped(self, board: i64) -> float:
        """The worth if a reward ends here: without a token and with no card met, the game is lost."""
        if self.ready == 0:
            for side in range(4):
                if self.is_met(board, side):
                    break
            else:
                return -WIN
        return self.worth(board)


def seen(s: Ravel, side: int, depth: int) -> int:
    """A card of a stack as a bit, if it lies open there."""
    stack = s.stacks[side]
    return 1 << stack[depth] if len(stack) > depth and stack[depth] >= 0 else 0


def worth(s: Ravel) -> float:
    """What a table looks like."""
    if s.actor == OVER:
        return WIN if s.result == WON else -WIN
    return Bench(s).worth(packed(s))


class Plan:
    """What tinkering leads to the unlock of a side, and what that looks like at a glance."""

    def __init__(self, place: int, side: int, glance: float) -> None:
        self.place = place  # of the board, in what tinkering reaches
        self.side = side
        self.glance = glance


def glance_of(plan: Plan) -> float:
    """By which plans are sorted."""
    return plan.glance


class RavelHeuristic(Heuristic):
    """Takes the best unlock reachable with two tokens, else with four; and the best reward."""

    def __init__(self) -> None:
        self.reach = Closure()
        self.planned: dict[int, int] = {}  # what to do, by the table at which to do it

    def best(self, state: State, legal: list[int], rng: Rng) -> list[int]:
        """The codes that look best; a plan, once made, is kept to."""
        assert isinstance(state, Ravel)
        codes = [code for code in legal if code != RESIGN]
        luck = rng.below(1 << 30)  # the same for all, or the luckiest would look best
        if state.hand != EMPTY:
            return highest(codes, [played_out(state, [code], luck) for code in codes])
        table = hash(state.freeze())
        if table not in self.planned:
            plans = self.unlocking(state, 2) or self.unlocking(state, 4)
            if not plans:
                return highest(codes, [played_out(state, [code], luck) for code in codes])
            ways = [[*self.reach.way(plan.place), UNLOCK + plan.side] for plan in plans]
            worths = [played_out(state, way, luck) for way in ways]
            self.planned = along(state, ways[worths.index(max(worths))])
        return [self.planned[table]]

    def unlocking(self, s: Ravel, spend: int) -> list[Plan]:
        """Plans for the next unlock that cost at most `spend` tokens, the best at a glance."""
        reach = self.reach
        reach.grow(packed(s), min(spend, s.ready))
        bench = Bench(s)
        found: list[Plan] = []
        for side in range(4):
            if not bench.tops[side]:
                continue
            beneath = Bench(s)
            beneath.tops[side] = seen(s, side, 1)
            beneath.left -= 1
            for place in range(len(reach.boards)):
                board: i64 = reach.boards[place]
                if bench.is_met(board, side):
                    look = beneath.worth(board) - TOKEN * reach.costs[place]
                    found.append(Plan(place, side, look if beneath.left else WIN))
        found.sort(key=glance_of, reverse=True)
        return found[:CLOSE_LOOKS]


def played_out(s: Ravel, way: list[int], luck: int) -> float:
    """The expected worth of a table after some actions and the best of what follows from them."""
    state = s.clone()
    for code in way:
        state.apply(code)
    if state.hand == EMPTY or state.actor == OVER:
        return worth(state)
    if state.actor != CHANCE and has_dice(state):
        return best_dice(state)  # luck has no part
    return sum([finish(state.clone(), Rng(luck + i)) for i in range(SAMPLES)]) / SAMPLES


def finish(s: Ravel, rng: Rng) -> float:
    """Play a started reward out by its best answers, and luck by luck; then the worth."""
    while s.actor == CHANCE:
        s.apply(rng.below(s.outcomes()))
    if s.hand == EMPTY:
        return worth(s)
    if has_dice(s):
        return best_dice(s)
    best = -WIN
    for code in s.legal():
        if code != RESIGN and not is_reordered(s, code):
            state = s.clone()
            state.apply(code)
            best = max(best, finish(state, rng))
    return best


def is_reordered(s: Ravel, code: int) -> bool:
    """Whether a flip or nudge comes after one of a later space: the other order does the same."""
    return len(s.steps) > 0 and FLIP <= code < MOVE and code < s.steps[-1]


# Rewards that only change dice are tried as numbers: thousands of boards without a table.


def has_dice(s: Ravel) -> bool:
    """Whether the open question is to flip, nudge, exchange or place dice."""
    rule = s.agenda[-1][0]
    return (
        rule == NUDGE_DICE.number
        or rule == PLACE_DICE.number
        or rule == FLIP_DICE.number
        or rule == EXCHANGE_DICE.number
        or rule == EXCHANGE_AGAIN.number
    )


def best_dice(s: Ravel) -> float:
    """The best worth that such a reward can lead to."""
    rule, _, left, _ = s.agenda[-1]  # or the side whose dice are placed
    steps = list(s.steps)
    bench = Bench(s)
    if rule == NUDGE_DICE.number:
        return nudged(bench, packed(s), left, steps, wrap=s.house.nudge_wrap)
    if rule == FLIP_DICE.number:
        return flipped(bench, packed(s), left, steps)
    if rule == PLACE_DICE.number:
        return placed(bench, packed(s), left)
    return exchanged(bench, packed(s), left, steps)


def nudged(bench: Bench, board: i64, left: int, steps: list[int], *, wrap: bool) -> float:
    """RVL-64. The best of stopping and of each further step; steps in order of spaces."""
    best = bench.stopped(board)
    if left == 0:
        return best
    least = steps[-1] if steps else NUDGE
    for code in range(max(least, NUDGE), NUDGE + 16):
        space: i64 = (code - NUDGE) // 2
        up: i64 = (code - NUDGE) % 2
        face: i64 = (board >> (5 * space) & 31) % 6
        if (not wrap and face == (5 if up else 0)) or int(NUDGE + space * 2 + 1 - up) in steps:
            continue
        steps.append(code)
        after = turned(board, space, (face + (1 if up else 5)) % 6)
        best = max(best, nudged(bench, after, left - 1, steps, wrap=wrap))
        steps.pop()
    return best


def flipped(bench: Bench, board: i64, left: int, steps: list[int]) -> float:
    """RVL-63. The best of stopping and of each further die; dice in order of spaces."""
    best = bench.stopped(board)
    if left == 0:
        return best
    for code in range(steps[-1] if steps else FLIP, FLIP + 8):
        if code not in steps:
            space: i64 = code - FLIP
            steps.append(code)
            after = turned(board, space, 5 - (board >> (5 * space) & 31) % 6)
            best = max(best, flipped(bench, after, left - 1, steps))
            steps.pop()
    return best


def exchanged(bench: Bench, board: i64, dice: int, steps: list[int]) -> float:
    """RVL-77, RVL-78. The best of stopping and of each exchange; a second one shares a die."""
    best = bench.stopped(board)
    if dice < 2:  # noqa: PLR2004  # an exchange takes two
        return best
    before = steps[0] - EXCHANGE if steps else EMPTY
    p = before // 8
    q = before % 8
    for low in range(7):
        for high in range(low + 1, 8):
            if before != EMPTY and (low in (p, q)) == (high in (p, q)):
                continue
            after = traded(board, low, high)
            if after != board:
                steps.append(EXCHANGE + low * 8 + high)
                best = max(best, exchanged(bench, after, dice - 1, steps))
                steps.pop()
    return best


def placed(bench: Bench, board: i64, side: i64) -> float:
    """RVL-84. The best of the six orders of a side's dice."""
    p: i64 = side * 2
    q: i64 = p + 1
    r: i64 = (p + 2) & 7
    cycled = traded(board, p, q)
    best = max(bench.stopped(board), bench.stopped(cycled))
    best = max(best, bench.stopped(traded(board, p, r)), bench.stopped(traded(board, q, r)))
    return max(best, bench.stopped(traded(cycled, q, r)), bench.stopped(traded(cycled, p, r)))
