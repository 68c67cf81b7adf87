"""Eight dice as one number, and what tinkering and rewards make of them.

A die looks like 0 to 23 (colour * 6 + face - 1), in five bits; the die on space p begins at bit
5 * p, so a board has forty bits and the two dice of a colour are alike. What meets a condition is
looked up, three dice at a time; the engine itself fills the table, so the two cannot disagree.
"""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravel.codes import (
    EXCHANGE,
    FLIP,
    NUDGE,
    PLACE,
    REROLL,
    ROLL,
    ROTATE,
    SWAP,
    TUNE,
)
from ravelbox.games.ravel.cogs import (
    FLIP_REWARD,
    NUDGE_REWARD,
    PERMUTE_REWARD,
    ROTATE_REWARD,
    is_met,
)
from ravelbox.games.ravel.dice import ORDERS
from ravelbox.games.ravel.setup import bare_table
from ravelbox.games.ravel.state import House, Ravel
from ravelbox.kernel.native import i64

LOOKS: Final = 24
CARDS: Final = 32
TRIPLES: Final = 1 << 15
RING: Final = (1 << 40) - 1
NO_CODES: Final = 0  # a reward declined, or skipped
MOST_BOARDS: Final = 1 << 17  # of a closure; more are left out, and that is said
# A reward's codes are packed into one number, the first in the lowest eight bits.
SECOND: Final = 8
THIRD: Final = 16


def packed(s: Ravel) -> int:
    """The dice of a table as a board."""
    board: i64 = 0
    for space in range(8):
        look: i64 = (s.die[space] >> 1) * 6 + s.face[space] - 1
        board |= look << (5 * i64(space))
    return int(board)


def triple(board: i64, side: i64) -> i64:
    """The three dice of a side in ring order, as an index of the tables."""
    if side == 3:  # noqa: PLR2004  # W, which closes the ring
        return (board >> 30 & 1023) | (board & 31) << 10
    return board >> (10 * side) & 32767


class Tables:
    """Which cards three dice meet, one bit a card; filled by the engine's own `is_met`."""

    def __init__(self, house: House) -> None:
        self.met: list[int] = [0] * (2 * TRIPLES)
        # Only `street_adv_dir=reading` tells N and E from S and W, which lie in the second half.
        self.half: i64 = TRIPLES if house.reading else 0
        self.wrap = house.nudge_wrap
        self._fill(house, 0)
        if house.reading:
            self._fill(house, 2)
        self.tuned = one_more_tune(self.met)  # met after one Tune at most

    def _fill(self, house: House, side: int) -> None:
        s = bare_table(house)
        first = side // 2 * TRIPLES
        for a in range(LOOKS):
            for b in range(LOOKS):
                for c in range(LOOKS):
                    if a // 6 == b // 6 == c // 6:
                        continue  # there are only two dice of a colour
                    self.met[first + (a | b << 5 | c << 10)] = met_cards(s, side, a, b, c)

    def at(self, board: i64, side: i64) -> i64:
        """Where the tables speak of a side of a board."""
        index = triple(board, side)
        return index + self.half if side > 1 else index


KNOWN: Final[dict[tuple[bool, bool, bool, bool], Tables]] = {}


def tables_for(house: House) -> Tables:
    """The tables for the disputed readings of a house; made once for each."""
    key = (house.not_ordered, house.reading, house.exactly_two, house.nudge_wrap)
    if key not in KNOWN:
        KNOWN[key] = Tables(house)
    return KNOWN[key]


def one_more_tune(met: list[int]) -> list[int]:
    """What a table of met cards says after one more Tune, or none."""
    tuned = [0] * len(met)
    for first in range(0, len(met), TRIPLES):
        for a in range(LOOKS):
            for b in range(LOOKS):
                for c in range(LOOKS):
                    cards = 0
                    for face in range(6):
                        cards |= met[first + (a - a % 6 + face | b << 5 | c << 10)]
                        cards |= met[first + (a | b - b % 6 + face << 5 | c << 10)]
                        cards |= met[first + (a | b << 5 | c - c % 6 + face << 10)]
                    tuned[first + (a | b << 5 | c << 10)] = cards
    return tuned


def met_cards(s: Ravel, side: int, a: int, b: int, c: int) -> int:
    """The cards that three dice on a side meet, one bit a card."""
    p, q, r = side * 2, side * 2 + 1, (side * 2 + 2) % 8
    s.die[p], s.die[q], s.die[r] = a // 6 * 2, b // 6 * 2, c // 6 * 2
    s.face[p], s.face[q], s.face[r] = a % 6 + 1, b % 6 + 1, c % 6 + 1
    cards = 0
    for card in range(CARDS):
        if is_met(s, side, card):
            cards |= 1 << card
    return cards


def traded(board: i64, p: i64, q: i64) -> i64:
    """The board with the dice of two spaces exchanged; the same board if they look alike."""
    differ: i64 = (board >> (5 * p) ^ board >> (5 * q)) & 31
    return board ^ (differ << (5 * p) | differ << (5 * q))


def turned(board: i64, space: i64, face: i64) -> i64:
    """The board with the die of a space showing another face, counted from 0."""
    look: i64 = board >> (5 * space) & 31
    change: i64 = look ^ (look - look % 6 + face)
    return board ^ change << (5 * space)


class Closure:
    """Every board that tinkering reaches, each by a cheapest way, cheapest first."""

    def __init__(self) -> None:
        self.boards: list[int] = []
        self.costs: list[int] = []
        self.parents: list[int] = []
        self.codes: list[int] = []
        self.whole = True  # whether nothing was left out
        self._seen: set[int] = set()
        self._starts: list[int] = []  # where the boards of each cost begin

    def start(self, board: int) -> None:
        """Start from a board, nothing spent."""
        self.boards = [board]
        self.costs = [0]
        self.parents = [0]
        self.codes = [0]
        self.whole = True
        self._seen = {board}
        self._starts = [0, 1]

    def further(self) -> None:
        """Add the boards that cost one token more."""
        starts = self._starts
        cost = len(starts) - 1
        for i in range(starts[cost - 1], starts[cost]):
            self._swaps(i, cost)
        if cost > 1:
            for i in range(starts[cost - 2], starts[cost - 1]):
                self._tunes(i, cost)
        starts.append(len(self.boards))

    def grow(self, board: int, spend: int) -> None:
        """All boards that so many tokens reach."""
        self.start(board)
        for cost in range(1, spend + 1):
            self.further()
            if len(self.boards) > MOST_BOARDS:
                self.whole = cost == spend
                break

    def _swaps(self, i: int, cost: int) -> None:
        board: i64 = self.boards[i]
        p: i64
        for p in range(8):
            self._add(traded(board, p, (p + 1) & 7), cost, i, SWAP + p)

    def _tunes(self, i: int, cost: int) -> None:
        board: i64 = self.boards[i]
        p: i64
        face: i64
        for p in range(8):
            for face in range(6):
                self._add(turned(board, p, face), cost, i, TUNE + p * 6 + face)

    def _add(self, board: i64, cost: int, parent: int, code: i64) -> None:
        key = int(board)
        if key in self._seen:
            return
        self._seen.add(key)
        self.boards.append(key)
        self.costs.append(cost)
        self.parents.append(parent)
        self.codes.append(int(code))

    def way(self, i: int) -> list[int]:
        """The codes that lead to board number `i`."""
        codes: list[int] = []
        while i > 0:
            codes.append(self.codes[i])
            i = self.parents[i]
        codes.reverse()
        return codes


class Spread:
    """Every board that a dice reward makes, each with its packed codes; the first is declining.

    Orders that lead to the same board are given once where that is cheap to see (RVL-65, RVL-78);
    others may come twice.
    """

    def __init__(self, *, wrap: bool) -> None:
        self.boards: list[int] = []
        self.codes: list[int] = []
        self._wrap = wrap

    def clear(self) -> None:
        """Forget everything."""
        self.boards = []
        self.codes = []

    def use(self, board: i64, reward: int, strength: int) -> None:
        """All results of FLIP, NUDGE, ROTATE or PERMUTE; of other rewards only declining."""
        self.clear()
        self._add(board, NO_CODES)
        if reward == FLIP_REWARD:
            self._flip(board, strength)
        elif reward == NUDGE_REWARD:
            self._nudge(board, 0, 0, strength, 0, 0)
        elif reward == ROTATE_REWARD:
            self._add((board << 10 | board >> 30) & RING, ROTATE)
            self._add((board & 1023) << 30 | board >> 10, ROTATE + 1)
            if strength > 1:
                self._add((board << 20 | board >> 20) & RING, ROTATE + 2)
        elif reward == PERMUTE_REWARD:
            self._permute(board, strength)

    def _add(self, board: i64, codes: i64) -> None:
        self.boards.append(int(board))
        self.codes.append(int(codes))

    def _flip(self, board: i64, strength: int) -> None:
        p: i64
        q: i64
        for p in range(8):
            once = turned(board, p, 5 - (board >> (5 * p) & 31) % 6)
            self._add(once, FLIP + p)
            if strength > 1:
                for q in range(p + 1, 8):
                    twice = turned(once, q, 5 - (board >> (5 * q) & 31) % 6)
                    self._add(twice, FLIP + p | (FLIP + q) << SECOND)

    def _nudge(self, board: i64, first: i64, sign: i64, left: int, codes: i64, done: i64) -> None:
        """Steps from space `first` on, there only with the same sign once one was made."""
        p: i64
        up: i64
        for p in range(first, 8):
            face: i64 = (board >> (5 * p) & 31) % 6
            for up in range(2):
                if p == first and done > 0 and up != sign:
                    continue
                if not self._wrap and face == (5 if up else 0):
                    continue
                after = turned(board, p, (face + (1 if up else 5)) % 6)
                said: i64 = codes | (NUDGE + p * 2 + up) << (SECOND * done)
                self._add(after, said)
                if left > 1:
                    self._nudge(after, p, up, left - 1, said, done + 1)

    def _permute(self, board: i64, dice: int) -> None:
        p: i64
        q: i64
        r: i64
        for p in range(7):
            for q in range(p + 1, 8):
                once = traded(board, p, q)
                if once == board:
                    continue
                code: i64 = EXCHANGE + p * 8 + q
                self._add(once, code)
                if dice > 2:  # noqa: PLR2004  # a third die may join
                    for r in range(q + 1, 8):
                        self._third(once, p, r, code)
                        self._third(once, q, r, code)

    def _third(self, board: i64, low: i64, high: i64, code: i64) -> None:
        after = traded(board, low, high)
        if after != board:
            self._add(after, code | (EXCHANGE + low * 8 + high) << SECOND)

    def roll(self, board: i64, side: i64, dice: i64, faces: i64, *, chosen: bool) -> None:
        """All placements of a side whose `dice` (a set) show `faces` (three, four bits each).

        `chosen` says that the dice were asked for, as REROLL II does. What is there stays there.
        """
        spaces = [int(2 * side), int(2 * side + 1), int((2 * side + 2) & 7)]
        looks: list[int] = []
        codes: i64 = REROLL + side
        at: i64 = SECOND
        if chosen:
            codes |= (ROLL + dice - 1) << at
            at = THIRD
        bare = board
        for j in range(3):
            p: i64 = spaces[j]
            if dice >> i64(j) & 1:
                bare = turned(bare, p, faces >> (4 * i64(j)) & 15)
            look: i64 = bare >> (5 * p) & 31
            looks.append(int(look))
            bare ^= look << (5 * p)
        for i in range(6):
            order = ORDERS[i]
            if is_twin(looks, order):
                continue
            after = bare
            for j in range(3):
                after |= i64(looks[order[j]]) << (5 * i64(spaces[j]))
            self._add(after, codes | (PLACE + i64(i)) << at)


def is_twin(looks: list[int], order: tuple[int, int, int]) -> bool:
    """Whether another order looks the same and is the one offered: like dice stay in order."""
    for i in range(3):
        for j in range(i + 1, 3):
            if order[i] > order[j] and looks[order[i]] == looks[order[j]]:
                return True
    return False
