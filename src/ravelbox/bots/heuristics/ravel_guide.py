"""What a search knows of a clockmaker's bench: how likely a table is won, read off at a glance.

The chance of winning is a logistic function of a few dozen facts: cards and tokens left, how many
tokens each visible card needs, what the hidden cards need and give on average. The weights were
fitted to games that the search played itself (`tools/fit/ravel.py`), and nothing hidden is looked at.
"""

from __future__ import annotations

import math
from typing import Final

from ravelbox.bots.heuristics.ravel_costs import (
    OUT_OF_REACH,
    Costs,
    costs_for,
    looks_of,
    tokens_for,
)
from ravelbox.bots.heuristics.ravel_weights import WEIGHTS
from ravelbox.bots.search.guide import Guide
from ravelbox.games.ravel.codes import EXCHANGE, FLIP, MOVE, SWAP, TUNE
from ravelbox.games.ravel.cogs import REWARD
from ravelbox.games.ravel.dice import EXCHANGE_AGAIN
from ravelbox.games.ravel.rewards import RETRIEVE_TOKENS
from ravelbox.games.ravel.state import EMPTY, WON, Ravel, cards_left
from ravelbox.kernel.pile import Bags
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, State

# Where the facts stand in the list.
LEFT: Final = 0  # one for each number of cards left, 0 to 16
READY: Final = 17  # one for each number of tokens, 0 to 12
TOPS: Final = 30  # how many visible tops need 0, 1, 2, 3, 4, more tokens
CHEAPEST: Final = 36  # what the cheapest of them needs
HARD: Final = 42  # what the cards beneath need on average, summed up
GIVES: Final = 43  # how many of the cards beneath give each of the eight rewards
TOP_GIVES: Final = 51  # the same of the tops, by how near they are
STACKS: Final = 59  # one for each number of stacks, 0 to 4
SHARE: Final = 64  # tokens for each card left
POOR: Final = 65  # cards left while there is no token
SLACK: Final = 66  # tokens beyond what the two cheapest tops need
FACTS: Final = 67

NEAR: Final = [1.0, 0.8, 0.6, 0.4, 0.3, 0.2]  # how much the reward of a top counts, by its cost
KEENNESS: Final = 2.5  # how much better a move looks for being a little better
UNKNOWN: Final = 2  # what a card that turns up may need


class RavelGuide(Guide):
    """Looks at every move's table; answers rewards step by step."""

    def moves(self, s: State) -> list[int]:
        """All but giving up, an order that another one equals, and tokens left behind."""
        assert isinstance(s, Ravel)
        codes = [code for code in s.legal() if code != RESIGN]
        rule = s.agenda[-1][0] if s.agenda else -1
        if rule == RETRIEVE_TOKENS.number:
            return codes[-1:]
        if s.steps and rule == EXCHANGE_AGAIN.number:
            return [code for code in codes if code < EXCHANGE or is_later(s, code)]
        if s.steps and FLIP <= s.steps[-1] < MOVE:
            return [code for code in codes if code < FLIP or code >= s.steps[-1]]
        return codes

    def priors(self, s: State, codes: list[int], rng: Rng) -> list[float]:
        """By what the table looks like after each move."""
        assert isinstance(s, Ravel)
        looks = [glance(s, code) for code in codes]
        most = max(looks)
        return [math.exp(KEENNESS * (look - most)) for look in looks]

    def values(self, s: State, rng: Rng) -> list[float]:
        """The chance to win, once a started reward has been used."""
        assert isinstance(s, Ravel)
        finish(s, rng)
        if s.actor == OVER:
            return [1.0 if s.result == WON else 0.0]
        return [1.0 / (1.0 + math.exp(-outlook(s)))]


def is_later(s: Ravel, code: int) -> bool:
    """Whether the third die comes after the two exchanged first: every cycle once."""
    p = (s.steps[0] - EXCHANGE) // 8
    q = (s.steps[0] - EXCHANGE) % 8
    low = (code - EXCHANGE) // 8
    high = (code - EXCHANGE) % 8
    third = low if high in (p, q) else high
    return third > q


def finish(s: Ravel, rng: Rng) -> None:
    """Use a started reward, each step by what looks best then."""
    while s.actor != OVER and (s.hand != EMPTY or s.actor == CHANCE):
        if s.actor == CHANCE:
            s.apply(rng.below(s.outcomes()))
            continue
        best = RESIGN
        most = -1e9
        for code in s.legal():
            if code != RESIGN:
                look = glance(s, code)
                if look > most:
                    most = look
                    best = code
        s.apply(best)


def glance(s: Ravel, code: int) -> float:
    """What the table looks like after a move; luck that it leads to stays open."""
    if SWAP <= code < TUNE + 48 and s.hand == EMPTY and not is_last_token(s, code):
        return tinkered(s, code)
    state = s.clone()
    state.apply(code)
    if state.actor == OVER:
        return 9.0 if state.result == WON else -9.0
    return outlook(state)


def is_last_token(s: Ravel, code: int) -> bool:
    """Whether a Tinker operation takes the last token: then the table must be looked at."""
    return s.ready <= (1 if code < TUNE else 2)


def tinkered(s: Ravel, code: int) -> float:
    """The outlook after a Tinker operation, without a table for it."""
    if code < TUNE:
        p = code - SWAP
        q = (p + 1) % 8
        s.die[p], s.die[q] = s.die[q], s.die[p]
        s.face[p], s.face[q] = s.face[q], s.face[p]
        s.ready -= 1
        s.spent += 1
        look = outlook(s)
        s.ready += 1
        s.spent -= 1
        s.die[p], s.die[q] = s.die[q], s.die[p]
        s.face[p], s.face[q] = s.face[q], s.face[p]
        return look
    space = (code - TUNE) // 6
    face = s.face[space]
    s.face[space] = (code - TUNE) % 6 + 1
    s.ready -= 2
    s.spent += 2
    look = outlook(s)
    s.ready += 2
    s.spent -= 2
    s.face[space] = face
    return look


def outlook(s: Ravel) -> float:
    """The log-odds of winning."""
    facts = facts_of(s)
    total = 0.0
    for i in range(FACTS):
        if facts[i] != 0.0:
            total += facts[i] * WEIGHTS[i]
    return max(-8.0, min(8.0, total))


def facts_of(s: Ravel) -> list[float]:
    """What the outlook is computed from."""
    facts = [0.0] * FACTS
    left = cards_left(s)
    facts[LEFT + left] = 1.0
    facts[READY + s.ready] = 1.0
    cheapest, second = tops(s, facts)
    facts[CHEAPEST + cheapest] = 1.0
    beneath(s, facts)
    facts[SHARE] = s.ready / left if left else 0.0
    facts[POOR] = float(left) if s.ready == 0 else 0.0
    facts[SLACK] = float(max(-4, s.ready - cheapest - second))
    return facts


def tops(s: Ravel, facts: list[float]) -> tuple[int, int]:
    """Count the visible tops by what they need; what the two cheapest need."""
    costs = costs_for(s.house)
    looks = looks_of(s)
    cheapest = OUT_OF_REACH
    second = OUT_OF_REACH
    stacks = 0
    for side in range(4):
        stack = s.stacks[side]
        if not stack:
            continue
        stacks += 1
        card = stack[0]
        cost = UNKNOWN if card < 0 else tokens_for(costs.table(s, side, card), looks, side)
        facts[TOPS + cost] += 1.0
        if card >= 0:
            facts[TOP_GIVES + REWARD[card]] += NEAR[cost]
        if cost < cheapest:
            second = cheapest
            cheapest = cost
        elif cost < second:
            second = cost
    facts[STACKS + stacks] = 1.0
    return cheapest, second


def beneath(s: Ravel, facts: list[float]) -> None:
    """Sum up what the cards beneath the tops need and give."""
    costs = costs_for(s.house)
    for side in range(4):
        stack = s.stacks[side]
        for i in range(1, len(stack)):
            card = stack[i]
            if card >= 0:
                facts[HARD] += costs.mean(s, card)
                facts[GIVES + REWARD[card]] += 1.0
            else:
                expect(s, costs, s.bags, ~card, facts)


def expect(s: Ravel, costs: Costs, bags: Bags, bag: int, facts: list[float]) -> None:
    """Add what a card of a bag needs and gives on average."""
    own = bags.own[bag]
    if not own:
        if bags.lenders[bag]:
            expect(s, costs, bags, bags.lenders[bag][0], facts)
        return
    share = 1.0 / len(own)
    for card in own:
        facts[HARD] += share * costs.mean(s, card)
        facts[GIVES + REWARD[card]] += share
