"""A bot that searches: how long it thinks, what it remembers, and what it found out.

With a budget of walks equal seeds give equal moves; a budget of seconds is for tables. The loop
around the walks is plain Python on purpose: between two walks other threads get their turn.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ravelbox.bots.base import Bot, Chair
from ravelbox.bots.heuristics.heuristic import along
from ravelbox.bots.reasons import why
from ravelbox.bots.search.guide import Guide
from ravelbox.bots.search.tree import Node, Search, most_visited
from ravelbox.kernel.options import Options
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER

if TYPE_CHECKING:
    from ravelbox.kernel.rules import State

MOST_KNOWN: Final = 200_000  # decisions that are remembered from one move to the next
LONGEST_LINE: Final = 12  # codes of what it intends
ROUND: Final = 32  # walks between two looks at the clock
FIRST: Final = 8  # moves that halving begins with
TRIALS: Final = 4  # walks for each of them that a budget must have; else it begins with fewer
SHARES: Final = 4  # of the budget, for the rounds until one of them is left
PARTS: Final = 1000  # of all decisions, for those made at a whim


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think about one decision: so many walks, or so many seconds, or what ends first."""

    walks: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.walks <= 0 and self.seconds <= 0:
            raise ValueError("a budget has walks or seconds")


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found out about one move."""

    code: int
    visits: int
    mean: float  # what the seat may expect, 0 to 1
    spread: float  # variance of what the walks brought
    prior: float
    plan: tuple[int, ...] = ()  # what the seat means to do after it

    @property
    def error(self) -> float:
        """Standard error of the mean, as if one more walk had gone halfway astray."""
        return math.sqrt((self.spread + 0.25 / (self.visits + 1)) / (self.visits + 1))


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found out about a decision."""

    moves: tuple[Found, ...]  # the one to be played first
    line: tuple[int, ...]  # what the seat means to do until luck or another seat decides
    walks: int

    @property
    def code(self) -> int:
        """The move to be played."""
        return self.moves[0].code

    def of(self, code: int) -> Found | None:
        """What was found out about a move, if it was thought about."""
        return next((found for found in self.moves if found.code == code), None)


def thought_of(node: Node, line: Sequence[int], chosen: int) -> Thought:
    """What a search knows of a decision, what it chose first."""
    moves: dict[int, Found] = {}
    for i, code in enumerate(node.codes):
        n = node.visits[i]
        mean = node.sums[i] / n if n else node.worth
        spread = max(0.0, node.squares[i] / n - mean * mean) if n else 0.0
        found = Found(code, n, mean, spread, node.priors[i], tuple(node.plans[i]))
        known = moves.get(code)
        if (
            known is None
            or i == chosen
            or (code != node.codes[chosen] and _rank(found) < _rank(known))
        ):
            moves[code] = found  # of several plans the chosen or the best one
    first = moves.pop(node.codes[chosen])
    rest = sorted(moves.values(), key=_rank)
    return Thought((first, *rest), tuple(line), node.total)


def together(thoughts: Sequence[Thought]) -> Thought:
    """What several searches of one decision found out, each by itself."""
    codes = dict.fromkeys(found.code for thought in thoughts for found in thought.moves)
    moves = [
        _pooled([found for thought in thoughts if (found := thought.of(code))]) for code in codes
    ]
    moves.sort(key=_rank)
    code = moves[0].code
    line = next((thought.line for thought in thoughts if thought.code == code), (code,))
    return Thought(tuple(moves), line, sum(thought.walks for thought in thoughts))


def _pooled(founds: Sequence[Found]) -> Found:
    """What is known of one move in all."""
    n = sum(found.visits for found in founds)
    prior = sum(found.prior for found in founds) / len(founds)
    if not n:
        return dataclasses.replace(founds[0], prior=prior)
    mean = sum(found.visits * found.mean for found in founds) / n
    square = sum(found.visits * (found.spread + found.mean**2) for found in founds) / n
    plan = min(founds, key=_rank).plan
    return Found(founds[0].code, n, mean, max(0.0, square - mean * mean), prior, plan)


def _rank(found: Found) -> tuple[int, float, int]:
    """What was tried most comes first."""
    return (-found.visits, -found.mean, found.code)


class Searcher(Bot):
    """Thinks within a budget, and keeps what it learnt, and its plan, for its next decision."""

    def __init__(
        self, guide: Guide, budget: Budget, seed: int, name: str = "search", lapses: float = 0.0
    ) -> None:
        self.name = name
        self.budget = budget
        self.lapses = lapses  # the share of its decisions that it makes at a whim
        self._guide = guide
        self._rng = Rng(seed)
        self._rules: tuple[int, Options] = (0, {})  # what it knows is about: seats and options
        self._search: Search | None = None
        self._planned: dict[int, int] = {}  # what to do, by the table at which to do it

    def choose(self, chair: Chair) -> int:
        """The move that was tried most, or one at a whim; what was planned; or the only one."""
        sample = chair.sample(self._rng)
        only = self._guide.moves(sample)
        self.says = ""
        if len(only) == 1:
            return only[0]
        self._forget_other_rules(chair)
        planned = self._planned.get(hash(sample.freeze()))
        if planned is not None:
            return planned
        thought = self.think(chair)
        found = self._at_whim(thought) if self._lapses() else thought.moves[0]
        line = thought.line if found.code == thought.code else (found.code, *found.plan)
        if not chair.hidden:  # else it would tell of its hand
            self.says = why(chair.game.name, sample, chair.seat, line)[0]
        self._planned = along(sample, [found.code, *found.plan])
        return found.code

    def _lapses(self) -> bool:
        """Whether it takes a move that it may have thought less of."""
        return self.lapses > 0 and self._rng.below(PARTS) < self.lapses * PARTS

    def _at_whim(self, thought: Thought) -> Found:
        """One of the moves it thought about, the more likely the more it did."""
        left = self._rng.below(max(1, sum(found.visits for found in thought.moves)))
        for found in thought.moves:
            left -= found.visits
            if left < 0:
                return found
        return thought.moves[0]

    def think(self, chair: Chair) -> Thought:
        """Find out about the open decision of the chair's seat."""
        sample = chair.sample(self._rng)
        search = self._remembered(chair)
        root = search.root(sample)
        if self._guide.halving:
            edge = self._halve(search, root, chair, sample)
        else:
            self._spend(search, root, chair, sample)
            edge = most_visited(root)
        return thought_of(root, intended(search, sample, root, edge), edge)

    def _forget_other_rules(self, chair: Chair) -> None:
        """What was learnt at a table with other seats or options holds for no other."""
        rules = (chair.seats, chair.options)
        if rules != self._rules:
            self._rules, self._search, self._planned = rules, None, {}

    def _remembered(self, chair: Chair) -> Search:
        self._forget_other_rules(chair)
        if self._search is None:
            self._search = Search(self._guide, chair.seats, self._rng, hidden=chair.hidden)
        self._search.forget(MOST_KNOWN)
        return self._search

    def _spend(self, search: Search, root: Node, chair: Chair, sample: State) -> None:
        """Walk until the budget is used up, or nothing could change the choice any more."""
        walks, begun = self.budget.walks, time.perf_counter()
        end = begun + self.budget.seconds
        before = root.total
        while not walks or root.total < walks:
            for _ in range(min(ROUND, walks - root.total) if walks else ROUND):
                search.walk(self._table(chair, sample), root)
            now = time.perf_counter()
            if self.budget.seconds and now >= end:
                return
            left = _left(root, before, walks, now - begun, end - now)
            if lead(root) > left:
                return

    def _table(self, chair: Chair, sample: State) -> State:
        """A table for one walk."""
        return chair.sample(self._rng) if chair.hidden else sample.clone()

    def _halve(self, search: Search, root: Node, chair: Chair, sample: State) -> int:
        """Try the most promising moves equally often, leave the worse half, and again.

        Every round has a share of the budget, but the first, in which most is decided, has two; where
        there are few moves, some of it is left.
        """
        first = max(2, min(FIRST, self.budget.walks // TRIALS)) if self.budget.walks else FIRST
        alive = sorted(range(len(root.codes)), key=lambda edge: -root.priors[edge])[:first]
        rounds = max(1, (len(alive) - 1).bit_length())
        begun, due = time.perf_counter(), 0.0
        for n in range(rounds):
            share = (2 if n == 0 else 1) / SHARES
            due += share
            tries = max(1, round(share * self.budget.walks / len(alive)))
            for _ in self._tries(tries, begun + due * self.budget.seconds):
                for edge in alive:
                    search.walk(self._table(chair, sample), root, edge)
            alive.sort(key=lambda edge: -root.sums[edge] / root.visits[edge])
            alive = alive[: (len(alive) + 1) // 2]
        return alive[0]

    def _tries(self, most: int, end: float) -> Iterator[int]:
        """So many numbers, if the budget has walks, and if it has seconds, none after the end."""
        for n in itertools.count():
            if self.budget.walks and n >= most:
                return
            if self.budget.seconds and n and time.perf_counter() >= end:
                return
            yield n


def _left(root: Node, before: int, walks: int, spent: float, remaining: float) -> float:
    """How many walks are still to come."""
    if walks:
        return walks - root.total
    return (root.total - before) / max(spent, 1e-6) * remaining


def lead(root: Node) -> int:
    """By how many walks the move tried most is ahead of the next."""
    first, second = 0, 0
    for n in root.visits:
        if n > first:
            first, second = n, first
        elif n > second:
            second = n
    return first - second


def intended(search: Search, table: State, root: Node, edge: int) -> list[int]:
    """What the seat means to do if it begins like that, as far as it is its own doing.

    Where hands are hidden, a decision is known by what led there, and its moves are those of many
    tables: not all of them can be made at this one.
    """
    s, node = table.clone(), root
    codes: list[int] = []
    while len(codes) < LONGEST_LINE:
        for code in (node.codes[edge], *node.plans[edge]):
            codes.append(code)
            s.apply(code)
        if s.actor in (CHANCE, OVER) or s.actor != root.seat:
            break
        beyond = search.known.get(search.key_of(s, node.key, code))
        if beyond is None:
            break
        moves = search.guide.moves(s) if search.hidden else beyond.codes
        open_ = [n for n, move in enumerate(beyond.codes) if move in moves]
        if not open_:
            break
        favoured = list(zip(beyond.visits, beyond.sums, strict=True))
        node, edge = beyond, max(open_, key=favoured.__getitem__)
    return codes
