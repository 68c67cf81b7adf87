"""What looks good on a clockmaker's bench: the cheapest way to the unlock that leads on best.

It looks at the visible top cards only, never at what a face-down card may be.
"""

from __future__ import annotations

from typing import Final

from ravelbox.bots.heuristics.heuristic import Heuristic, highest
from ravelbox.games.ravel.codes import FLIP, MOVE, SWAP, TUNE, UNLOCK
from ravelbox.games.ravel.cogs import can_unlock, is_met
from ravelbox.games.ravel.state import EMPTY, WON, Ravel, cards_left, exchange
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, Frozen, State

# What a visible top card is worth by the tokens that would make it met: none, 1, 2, more.
NEARNESS: Final = [9.0, 5.0, 2.0, 0.0]
TOKEN: Final = 6.0
CARD: Final = 20.0
WIN: Final = 1e6
SAMPLES: Final = 4  # tries of what luck may do within an unlock
CLOSE_LOOKS: Final = 10  # plans that are played through; the others look worse at a glance


class Plan:
    """A board that tinkering can reach, how it starts, and what it costs."""

    def __init__(self, first: int, state: Ravel, cost: int) -> None:
        self.first = first
        self.state = state
        self.cost = cost


class RavelHeuristic(Heuristic):
    """Takes the best unlock reachable with two tokens, else with four; and the best reward."""

    def best(self, state: State, legal: list[int], rng: Rng) -> list[int]:
        """The codes that look best."""
        assert isinstance(state, Ravel)
        codes = [code for code in legal if code != RESIGN]
        luck = rng.below(1 << 30)  # the same for all, or the luckiest would look best
        if state.hand != EMPTY:
            return highest(codes, [played_out(state, code, luck) for code in codes])
        plans = unlocking(state, 2) or unlocking(state, 4)
        if not plans:
            return highest(codes, [played_out(state, code, luck) for code in codes])
        return highest(
            [plan.first for plan in plans], [average(plan.state, luck) for plan in plans]
        )


def unlocking(s: Ravel, spend: int) -> list[Plan]:
    """Plans for the next unlock that cost at most `spend` tokens, the best at a glance."""
    found: list[Plan] = []
    for plan in reachable(s, spend):
        for side in range(4):
            if can_unlock(plan.state, side):
                unlock = UNLOCK + side
                state = plan.state.clone()
                state.apply(unlock)
                found.append(Plan(unlock if plan.first < 0 else plan.first, state, plan.cost))
    glance = [worth(plan.state) for plan in found]
    least = sorted(glance)[-CLOSE_LOOKS] if len(glance) > CLOSE_LOOKS else -WIN
    return [found[i] for i in range(len(found)) if glance[i] >= least]


def reachable(s: Ravel, spend: int) -> list[Plan]:
    """Every board that tinkering for at most `spend` tokens leads to, each by a cheapest way."""
    plans = [Plan(-1, s, 0)]
    seen: set[Frozen] = {board(s)}
    for cost in range(1, min(spend, s.ready) + 1):
        for i in range(len(plans)):
            plan = plans[i]
            low, high = (SWAP, TUNE) if cost - plan.cost == 1 else (TUNE, TUNE + 48)
            if cost - plan.cost > 2 or cost == plan.cost:  # noqa: PLR2004  # what Tune costs
                continue
            for code in plan.state.legal():
                if not low <= code < high:
                    continue
                state = plan.state.clone()
                state.apply(code)
                key = board(state)
                if state.actor != OVER and key not in seen:
                    seen.add(key)
                    plans.append(Plan(code if plan.first < 0 else plan.first, state, cost))
    return plans


def board(s: Ravel) -> Frozen:
    """The dice as a value."""
    return (*[die >> 1 for die in s.die], *s.face)


def played_out(s: Ravel, code: int, luck: int) -> float:
    """The expected worth of a table after an action and the best of what follows from it."""
    state = s.clone()
    state.apply(code)
    return average(state, luck)


def average(s: Ravel, luck: int) -> float:
    """The mean worth over a few tries of luck, or at once where luck has no part."""
    if s.hand == EMPTY or s.actor == OVER:
        return worth(s)
    return sum([finish(s.clone(), Rng(luck + i)) for i in range(SAMPLES)]) / SAMPLES


def finish(s: Ravel, rng: Rng) -> float:
    """Play a started reward out by its best answers, and luck by luck; then the worth."""
    while s.actor == CHANCE:
        s.apply(rng.below(s.outcomes()))
    if s.hand == EMPTY:
        return worth(s)
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


def worth(s: Ravel) -> float:
    """What a table looks like: few cards, many tokens, top cards close to being met."""
    if s.actor == OVER:
        return WIN if s.result == WON else -WIN
    total = TOKEN * s.ready - CARD * cards_left(s)
    for side in range(4):
        stack = s.stacks[side]
        if stack and stack[0] >= 0:
            total += NEARNESS[tokens_to_meet(s, side, stack[0])]
    return total


def tokens_to_meet(s: Ravel, side: int, card: int) -> int:
    """How many tokens would make a card met: 0, 1 by a Swap, 2 by a Tune, or 3 for more."""
    if is_met(s, side, card):
        return 0
    first = side * 2
    for i in range(4):  # the four pairs of neighbours that touch the side
        p = (first + 7 + i) % 8
        q = (p + 1) % 8
        exchange(s, p, q)
        met = is_met(s, side, card)
        exchange(s, p, q)
        if met:
            return 1
    for i in range(3):
        space = (first + i) % 8
        face = s.face[space]
        for other in range(1, 7):
            s.face[space] = other
            if is_met(s, side, card):
                s.face[space] = face
                return 2
        s.face[space] = face
    return 3
