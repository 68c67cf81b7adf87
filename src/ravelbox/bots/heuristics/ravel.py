"""What looks good on a clockmaker's bench: the cheapest way to the unlock that leads on best.

It looks at the visible top cards only, never at what a face-down card may be.
"""

from __future__ import annotations

from typing import Final

from ravelbox.bots.heuristics.heuristic import Heuristic, highest
from ravelbox.bots.heuristics.ravel_nearness import Nearness
from ravelbox.games.ravel.codes import EXCHANGE, FLIP, MOVE, NUDGE, SWAP, TUNE, UNLOCK
from ravelbox.games.ravel.cogs import can_unlock
from ravelbox.games.ravel.dice import EXCHANGE_AGAIN, EXCHANGE_DICE, FLIP_DICE, NUDGE_DICE
from ravelbox.games.ravel.state import EMPTY, WON, Ravel, cards_left, exchange, same_dice
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

    def __init__(self) -> None:
        self.near = Nearness()

    def best(self, state: State, legal: list[int], rng: Rng) -> list[int]:
        """The codes that look best."""
        assert isinstance(state, Ravel)
        codes = [code for code in legal if code != RESIGN]
        luck = rng.below(1 << 30)  # the same for all, or the luckiest would look best
        if state.hand != EMPTY:
            return highest(codes, [played_out(state, code, luck, self.near) for code in codes])
        plans = unlocking(state, 2, self.near) or unlocking(state, 4, self.near)
        if not plans:
            return highest(codes, [played_out(state, code, luck, self.near) for code in codes])
        return highest(
            [plan.first for plan in plans],
            [average(plan.state, luck, self.near) for plan in plans],
        )


def unlocking(s: Ravel, spend: int, near: Nearness) -> list[Plan]:
    """Plans for the next unlock that cost at most `spend` tokens, the best at a glance."""
    found: list[Plan] = []
    for plan in reachable(s, spend):
        for side in range(4):
            if can_unlock(plan.state, side):
                unlock = UNLOCK + side
                state = plan.state.clone()
                state.apply(unlock)
                found.append(Plan(unlock if plan.first < 0 else plan.first, state, plan.cost))
    glance = [worth(plan.state, near) for plan in found]
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


def played_out(s: Ravel, code: int, luck: int, near: Nearness) -> float:
    """The expected worth of a table after an action and the best of what follows from it."""
    state = s.clone()
    state.apply(code)
    return average(state, luck, near)


def average(s: Ravel, luck: int, near: Nearness) -> float:
    """The mean worth over a few tries of luck, or at once where luck has no part."""
    if s.hand == EMPTY or s.actor == OVER:
        return worth(s, near)
    if s.actor != CHANCE and has_dice(s):
        return finish(s.clone(), Rng(luck), near)  # four times the same
    return sum([finish(s.clone(), Rng(luck + i), near) for i in range(SAMPLES)]) / SAMPLES


def finish(s: Ravel, rng: Rng, near: Nearness) -> float:
    """Play a started reward out by its best answers, and luck by luck; then the worth."""
    while s.actor == CHANCE:
        s.apply(rng.below(s.outcomes()))
    if s.hand == EMPTY:
        return worth(s, near)
    if has_dice(s):
        return best_dice(s, near)
    best = -WIN
    for code in s.legal():
        if code != RESIGN and not is_reordered(s, code):
            state = s.clone()
            state.apply(code)
            best = max(best, finish(state, rng, near))
    return best


def is_reordered(s: Ravel, code: int) -> bool:
    """Whether a flip or nudge comes after one of a later space: the other order does the same."""
    return len(s.steps) > 0 and FLIP <= code < MOVE and code < s.steps[-1]


def worth(s: Ravel, near: Nearness) -> float:
    """What a table looks like: few cards, many tokens, top cards close to being met."""
    if s.actor == OVER:
        return WIN if s.result == WON else -WIN
    return TOKEN * s.ready - CARD * cards_left(s) + nearness(s, near)


def nearness(s: Ravel, near: Nearness) -> float:
    """How close the top cards are to being met, all together."""
    total = 0.0
    for side in range(4):
        stack = s.stacks[side]
        if stack and stack[0] >= 0:
            total += NEARNESS[near.tokens(s, side, stack[0])]
    return total


# Rewards that only change dice are tried on the spot: thousands of boards without a copy.


def has_dice(s: Ravel) -> bool:
    """Whether the open question is to flip, nudge or exchange dice."""
    rule = s.agenda[-1][0]
    return (
        rule == NUDGE_DICE.number
        or rule == FLIP_DICE.number
        or rule == EXCHANGE_DICE.number
        or rule == EXCHANGE_AGAIN.number
    )


def best_dice(s: Ravel, near: Nearness) -> float:
    """The best worth that such a reward can lead to; the dice lie as before when it is known."""
    rule, _, left, _ = s.agenda[-1]
    steps = list(s.steps)
    if rule == NUDGE_DICE.number:
        return nudged(s, near, left, steps)
    if rule == FLIP_DICE.number:
        return flipped(s, near, left, steps)
    return exchanged(s, near, left, steps)


def stopped(s: Ravel, near: Nearness) -> float:
    """The worth if the reward ends here: without a token and with no card met, the game is lost."""
    if s.ready == 0:
        for side in range(4):
            if can_unlock(s, side):
                break
        else:
            return -WIN
    return TOKEN * s.ready - CARD * cards_left(s) + nearness(s, near)


def nudged(s: Ravel, near: Nearness, left: int, steps: list[int]) -> float:
    """RVL-64. The best of stopping and of each further step; steps in order of spaces."""
    best = stopped(s, near)
    if left == 0:
        return best
    wrap = s.house.nudge_wrap
    least = steps[-1] if steps else NUDGE
    for code in range(max(least, NUDGE), NUDGE + 16):
        space = (code - NUDGE) // 2
        up = (code - NUDGE) % 2
        face = s.face[space]
        if (not wrap and face == (6 if up else 1)) or NUDGE + space * 2 + 1 - up in steps:
            continue
        s.face[space] = (face - 1 + (1 if up else 5)) % 6 + 1
        steps.append(code)
        best = max(best, nudged(s, near, left - 1, steps))
        steps.pop()
        s.face[space] = face
    return best


def flipped(s: Ravel, near: Nearness, left: int, steps: list[int]) -> float:
    """RVL-63. The best of stopping and of each further die; dice in order of spaces."""
    best = stopped(s, near)
    if left == 0:
        return best
    least = steps[-1] if steps else FLIP
    for code in range(least, FLIP + 8):
        if code not in steps:
            space = code - FLIP
            s.face[space] = 7 - s.face[space]
            steps.append(code)
            best = max(best, flipped(s, near, left - 1, steps))
            steps.pop()
            s.face[space] = 7 - s.face[space]
    return best


def exchanged(s: Ravel, near: Nearness, dice: int, steps: list[int]) -> float:
    """RVL-77, RVL-78. The best of stopping and of each exchange; a second one shares a die."""
    best = stopped(s, near)
    if dice < 2:  # noqa: PLR2004  # an exchange takes two
        return best
    before = steps[0] - EXCHANGE if steps else EMPTY
    p = before // 8
    q = before % 8
    for low in range(7):
        for high in range(low + 1, 8):
            if before != EMPTY and (low in (p, q)) == (high in (p, q)):
                continue
            if not same_dice(s, low, high):
                exchange(s, low, high)
                steps.append(EXCHANGE + low * 8 + high)
                best = max(best, exchanged(s, near, dice - 1, steps))
                steps.pop()
                exchange(s, low, high)
    return best
