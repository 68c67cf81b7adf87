"""The search: a graph of decisions, walked again and again, each time with other luck.

Between two decisions luck is sampled, so that what a move brings is a mean over what may come. Where
nothing is hidden, a table is recognised by its value, however it came about: ways that meet share
what was learnt, and so does the next search. Where hands are private, every walk starts from
another fair redraw, and a decision is recognised by the moves that led there (information sets).
Elsewhere the n-th try of every move of the root meets the same luck, so that moves are compared by
what they make of it.
"""

from __future__ import annotations

from typing import Final

from ravelbox.bots.search.guide import Guide
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, State

DOUBT: Final = 0.12  # an untried move is thought so much worse than its table, of the range seen
DEEPEST: Final = 400  # decisions in one walk
ANY: Final = -1  # move that a walk may begin with
GOLDEN: Final = 0.618  # luck is dealt in this rhythm, so that few walks see much of it


class Node:
    """A decision: who decides, and what is known of each move."""

    def __init__(self, key: int, seat: int, worth: float) -> None:
        self.key = key
        self.seat = seat
        self.worth = worth  # to the seat, when the table was first seen
        self.codes: list[int] = []  # filled at the second visit: most are seen once
        self.plans: list[list[int]] = []  # what the seat does after each of them, before luck
        self.priors: list[float] = []
        self.visits: list[int] = []
        self.sums: list[float] = []  # of what the seat got
        self.squares: list[float] = []
        self.total = 0
        self.start = 0  # where the rhythm of luck begins
        self.shares: list[list[float]] = []  # what each seat got, move by move, where it is watched


class Search:
    """What has been learnt about a table, and how to learn more."""

    def __init__(self, guide: Guide, seats: int, rng: Rng, *, hidden: bool) -> None:
        self.guide = guide
        self.seats = seats
        self.rng = rng
        self.hidden = hidden  # whether walks start from different tables
        self.known: dict[int, Node] = {}
        self.low = [1.0] * seats  # the range of what was seen, seat by seat
        self.high = [0.0] * seats

    def root(self, s: State) -> Node:
        """The decision that a table asks for; what is known of it stays."""
        key = self.key_of(s, 0, 0)
        node = self.known.get(key)
        if node is None:
            node = Node(key, s.actor, self.guide.values(s.clone(), self.rng)[s.actor])
            self.known[key] = node
        self.expand(node, s)
        return node

    def key_of(self, s: State, before: int, code: int) -> int:
        """By what a decision is recognised."""
        if not self.hidden:
            return hash(s.freeze())
        rule, seat, _, _ = s.agenda[-1]
        return hash((before, code, rule, seat))

    def expand(self, node: Node, s: State) -> None:
        """List the moves of a decision; where tables differ, add those not yet seen."""
        if node.codes and not self.hidden:
            return
        codes = [code for code in self.guide.moves(s) if code not in node.codes]
        if not codes:
            return
        lines = self.guide.lines(s, codes, self.rng)
        whole = sum([line.prior for line in lines])
        if not node.codes:
            node.start = self.rng.below(1 << 20)
        for line in lines:
            self.add(node, line.codes[0], line.codes[1:], line.prior / whole)

    def add(self, node: Node, code: int, plan: list[int], prior: float) -> None:
        """A further way to go on from a decision."""
        node.codes.append(code)
        node.plans.append(plan)
        node.priors.append(prior)
        node.visits.append(0)
        node.sums.append(0.0)
        node.squares.append(0.0)

    def insist(self, root: Node, code: int) -> int:
        """See to it that a legal code is among the moves of a decision; its place there."""
        if code not in root.codes:
            self.add(root, code, [], 0.0)
        return root.codes.index(code)

    def watch(self, root: Node) -> None:
        """Count from now on what each seat gets; for a decision that is looked at afresh."""
        root.shares = [[0.0] * self.seats for _ in root.codes]

    def walk(self, s: State, root: Node, first: int = ANY) -> None:
        """One walk from the root's table, which is used up, to a decision not seen before.

        It begins with the move in place `first`, if that is given.
        """
        nodes: list[Node] = []
        edges: list[int] = []
        node = root
        luck = self.rng
        values: list[float] = []
        while not values:
            edge = first if first != ANY and not nodes else self.pick(node, s)
            if not nodes and not self.hidden:
                luck = Rng(root.start << 32 | root.visits[edge])
            nodes.append(node)
            edges.append(edge)
            code = node.codes[edge]
            s.apply(code)
            for more in node.plans[edge]:
                s.apply(more)
            self.on_to_decision(s, luck, node.start, node.visits[edge])
            if s.actor == OVER or len(nodes) > DEEPEST:
                values = self.guide.values(s, luck)
                break
            key = self.key_of(s, node.key, code)
            beyond = self.known.get(key)
            if beyond is None:
                node = Node(key, s.actor, 0.0)
                values = self.guide.values(s, luck)
                node.worth = values[node.seat]
                self.known[key] = node
            else:
                node = beyond
                self.expand(node, s)
        self.back_up(nodes, edges, values)

    def on_to_decision(self, s: State, luck: Rng, start: int, visits: int) -> None:
        """Let luck decide, and whoever has no choice, until there is one or the game is over."""
        first = True
        while s.actor != OVER:
            if s.actor == CHANCE:
                n = s.outcomes()
                if first and not self.hidden:
                    s.apply(rhythm(start, visits, n))
                    first = False
                else:
                    s.apply(luck.below(n))
                continue
            codes = self.guide.moves(s)
            if len(codes) > 1:
                return
            s.apply(codes[0])

    def pick(self, node: Node, s: State) -> int:
        """The move to try next: what did well, and what looks well and was tried little."""
        allowed = self.guide.moves(s) if self.hidden else node.codes
        low = self.low[node.seat]
        span = self.high[node.seat] - low
        if span <= 0.0:
            span = 1.0
        untried = (node.worth - low) / span - DOUBT
        drive = self.guide.curiosity * float((node.total + 1) ** 0.5)
        best = -1
        most = -1e9
        for i in range(len(node.codes)):
            if self.hidden and node.codes[i] not in allowed:
                continue
            n = node.visits[i]
            seen = untried if n == 0 else (node.sums[i] / n - low) / span
            urge = seen + drive * node.priors[i] / (1 + n)
            if urge > most:
                most = urge
                best = i
        return best

    def back_up(self, nodes: list[Node], edges: list[int], values: list[float]) -> None:
        """Tell every decision on the way what came of it."""
        for seat in range(len(values)):
            self.low[seat] = min(self.low[seat], values[seat])
            self.high[seat] = max(self.high[seat], values[seat])
        for i in range(len(nodes)):
            node = nodes[i]
            edge = edges[i]
            got = values[node.seat]
            node.total += 1
            node.visits[edge] += 1
            node.sums[edge] += got
            node.squares[edge] += got * got
        if nodes[0].shares:
            shares = nodes[0].shares[edges[0]]
            for seat in range(len(values)):
                shares[seat] += values[seat]

    def forget(self, most: int) -> None:
        """Keep what was learnt unless it has grown too large."""
        if self.hidden or len(self.known) > most:
            self.known = {}
        self.low = [1.0] * self.seats
        self.high = [0.0] * self.seats


def rhythm(start: int, visits: int, n: int) -> int:
    """One of `n` answers, such that a row of visits takes them evenly."""
    step = max(1, int(n * GOLDEN))
    while divides(step, n):
        step += 1
    return (start + visits * step) % n


def divides(step: int, n: int) -> bool:
    """Whether a rhythm of this step would leave out some of `n` answers."""
    a = step
    b = n
    while b:
        a, b = b, a % b
    return a != 1


def most_visited(node: Node) -> int:
    """The move that was tried most; of several, the one that did best."""
    best = 0
    for i in range(1, len(node.codes)):
        more = node.visits[i] - node.visits[best]
        if more > 0 or (more == 0 and node.sums[i] > node.sums[best]):
            best = i
    return best
