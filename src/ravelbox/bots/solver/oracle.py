"""The oracle: a dealt puzzle with all luck known, searched layer by layer over the cards left.

A layer is: tinker, unlock, use the reward. Equal tables are kept once, with the most tokens, since
more tokens are never worse. A tinker that an unlock does not need is put off until after it: it can
be done then just as well, except that REROLL rolls what lies there and RETRIEVE wants spent tokens.
So a search that leaves nothing else out is complete, and its "no" is a proof.
"""

from __future__ import annotations

import time
from typing import Final

from ravelbox.bots.solver.benches import DEEP, NO_CARDS, Benches, Tapes
from ravelbox.bots.solver.boards import NO_CODES, SECOND, Closure, Spread, Tables
from ravelbox.games.ravel.codes import RETRIEVE, UNLOCK
from ravelbox.games.ravel.cogs import (
    MOVE_REWARD,
    REROLL_REWARD,
    RETRIEVE_REWARD,
    REWARD,
    STRENGTH,
)
from ravelbox.games.ravel.plates import KINDS
from ravelbox.games.ravel.state import House
from ravelbox.kernel.native import i64

RESET_REWARD: Final = KINDS.index("reset")

BOARD_BITS: Final = 40
WHICH: Final = (1 << BOARD_BITS) - 1
# A way to a table in one number: the table before, the tinkered board, the side, packed codes.
CODE_BITS: Final = 24
SIDE_BITS: Final = 2
MID_BITS: Final = 18
WIDEST: Final = 1 << 18  # tables of a layer that a way has room for
LOST: Final = -1  # in place of tokens left

# What a card of a stack adds to the look of a table by the tokens that would make it met: 0, 1, 2,
# 3, more; for the top card, then for those beneath, which are met on the same side.
NEARNESS: Final = [[18, 12, 8, 4, 0], [9, 6, 4, 2, 0], [4, 3, 2, 1, 0]]
TOKEN: Final = 6


class Layer:
    """Tables with equally many cards left, and how each came to be."""

    def __init__(self) -> None:
        self.keys: list[int] = []  # bench and board
        self.tokens: list[int] = []
        self.ways: list[int] = []
        self._places: dict[int, int] = {}

    def add(self, bench: i64, board: i64, tokens: int, way: i64) -> None:
        """A table; of equal ones the one with the most tokens stays."""
        key = int(bench << BOARD_BITS | board)
        place = self._places.get(key, -1)
        if place < 0:
            self._places[key] = len(self.keys)
            self.keys.append(key)
            self.tokens.append(tokens)
            self.ways.append(int(way))
        elif tokens > self.tokens[place]:
            self.tokens[place] = tokens
            self.ways[place] = int(way)


class Oracle:
    """One puzzle being searched."""

    def __init__(self, house: House, tables: Tables, tapes: Tapes, *, lucky: bool = True) -> None:
        self.tables = tables
        self.benches = Benches(tapes, to_empty=house.move_to_empty_side)
        self.complete = True  # whether nothing was left out so far
        self.looked = 0  # tables made
        self.layers: list[Layer] = []
        self.best = LOST  # tokens left in the best line
        self._most = house.tokens
        self._lucky = lucky  # whether REROLL and RESET are used at all
        self._won: i64 = 0
        self._spend = 0
        self._thorough = True
        self._spends: list[int] = []
        self._closure = Closure()
        self._spread = Spread(wrap=house.nudge_wrap)

    def begin(self, board: int, bench: int, tokens: int) -> None:
        """Start from a table at the beginning of a turn."""
        first = Layer()
        first.add(bench, board, tokens, 0)
        self.layers = [first]
        self._spends = []
        self.best = LOST
        self.complete = True

    def cards_left(self) -> int:
        """How many cards the tables of the last layer have; 0 once the search is over."""
        last = self.layers[-1]
        return self.benches.cards[last.keys[0] >> BOARD_BITS] if last.keys else 0

    def deepen(self, width: int, spend: int, deadline: float, *, thorough: bool = True) -> None:
        """One more layer: keep the best `width` tables, tinker with at most `spend` an unlock.

        Unless `thorough`, no tinkers are tried that only change what a REROLL rolls. After `deadline` (of `time.perf_counter`) the rest of the layer is left out.
        """
        self._spend = spend
        self._spends.append(spend)
        self._thorough = thorough
        made = Layer()
        last = self.layers[-1]
        for i in range(len(last.keys)):
            if time.perf_counter() > deadline:
                self.complete = False
                break
            self._expand(i, last.keys[i], last.tokens[i], made)
        self.looked += len(made.keys)
        self.layers.append(self._narrowed(made, min(width, WIDEST)))

    def _expand(self, i: int, key: int, tokens: int, made: Layer) -> None:
        bench: i64 = key >> BOARD_BITS
        spend = min(tokens, self._spend)
        closure = self._closure
        closure.grow(key & WHICH, spend)
        if spend < tokens or not closure.whole:
            self.complete = False
        tables = self.tables
        bits = self.benches.bits[0]
        side: i64
        opens: list[int] = []  # per board, the sides that can be unlocked
        for j in range(len(closure.boards)):
            board: i64 = closure.boards[j]
            now: i64 = 0
            for side in range(4):
                if tables.met[tables.at(board, side)] & bits[bench * 4 + side]:
                    now |= 1 << side
            opens.append(int(now))
            if now == 0:
                continue
            before: i64 = opens[closure.parents[j]] if j > 0 else 0
            for side in range(4):
                if now >> side & 1 and (before >> side & 1 == 0 or self._early(bench, side)):
                    way: i64 = (i64(i) << MID_BITS | j) << SIDE_BITS | side
                    self._unlock(bench, board, tokens - closure.costs[j], side, way, made)

    def _early(self, bench: i64, side: i64) -> bool:
        """Whether a tinker may be worth more before this unlock than after it."""
        reward = REWARD[self.benches.tops[bench * 4 + side]]
        if reward == REROLL_REWARD and self._lucky:
            if not self._thorough:
                self.complete = False
            return self._thorough
        return reward == RETRIEVE_REWARD

    def _unlock(
        self, bench: i64, board: i64, tokens: int, side: i64, way: i64, made: Layer
    ) -> None:
        benches = self.benches
        card = benches.tops[bench * 4 + side]
        after: i64 = benches.unlocked(bench, side)
        way <<= CODE_BITS
        if after == NO_CARDS:
            if tokens > self.best:
                self.best = tokens
                self._won = way
            return
        reward = REWARD[card]
        strength = STRENGTH[card]
        if reward == RETRIEVE_REWARD:
            back = min(strength, self._most - tokens)
            codes = RETRIEVE + back - 1 if back > 0 else NO_CODES
            made.add(after, board, tokens + back, way | codes)
        elif reward == MOVE_REWARD:
            made.add(after, board, tokens, way)
            self._pairs(benches.moves(after, strength), board, tokens, way, made)
        elif reward == RESET_REWARD:
            made.add(after, board, tokens, way)
            if self._lucky:
                self._pairs(benches.dealt(after, strength), board, tokens, way, made)
        elif reward == REROLL_REWARD:
            made.add(after, board, tokens, way)
            if self._lucky:
                self._roll(after, board, strength, tokens, way, made)
        else:
            self._spread.use(board, reward, strength)
            self._take(after, tokens, way, made)

    def _pairs(self, pairs: list[int], board: i64, tokens: int, way: i64, made: Layer) -> None:
        for i in range(0, len(pairs), 2):
            made.add(pairs[i], board, tokens, way | pairs[i + 1])

    def _roll(
        self, bench: i64, board: i64, strength: int, tokens: int, way: i64, made: Layer
    ) -> None:
        faces: i64 = self.benches.tapes.rolls[self.benches.rerolls[bench]]
        spread = self._spread
        spread.clear()
        side: i64
        dice: i64
        for side in range(4):
            for dice in range(7 if strength == 1 else 1, 8):
                spread.roll(board, side, dice, faces, chosen=strength > 1)
        self._take(self.benches.rolled(bench), tokens, way, made)

    def _take(self, bench: i64, tokens: int, way: i64, made: Layer) -> None:
        boards = self._spread.boards
        codes = self._spread.codes
        for i in range(len(boards)):
            made.add(bench, boards[i], tokens, way | codes[i])

    def _narrowed(self, made: Layer, width: int) -> Layer:
        """The best of a layer by their looks."""
        if len(made.keys) <= width:
            return made
        self.complete = False
        looks = [self._looks(made.keys[i], made.tokens[i]) for i in range(len(made.keys))]
        least = sorted(looks, reverse=True)[width - 1]
        kept = Layer()
        better = [i for i in range(len(looks)) if looks[i] > least]
        level = [i for i in range(len(looks)) if looks[i] == least]
        for i in better + level[: width - len(better)]:
            kept.keys.append(made.keys[i])
            kept.tokens.append(made.tokens[i])
            kept.ways.append(made.ways[i])
        return kept

    def _looks(self, key: int, tokens: int) -> int:
        """How promising a table looks: tokens, and cards that are met or nearly so."""
        board: i64 = key & WHICH
        bench: i64 = key >> BOARD_BITS
        bits = self.benches.bits
        total: i64 = TOKEN * tokens
        side: i64
        for side in range(4):
            if bits[0][bench * 4 + side] == 0:
                continue
            met, swapped, tuned, both = self._near(board, side)
            for depth in range(DEEP):
                card: i64 = bits[depth][bench * 4 + side]
                if card == 0:
                    break
                worth = NEARNESS[depth]
                if met & card:
                    total += worth[0]
                elif swapped & card:
                    total += worth[1]
                elif tuned & card:
                    total += worth[2]
                elif both & card:
                    total += worth[3]
        return int(total)

    def _near(self, board: i64, side: i64) -> tuple[i64, i64, i64, i64]:
        """The cards met on a side now, after a Swap, after a Tune, and after one of each."""
        tables = self.tables
        first: i64 = 0
        if side > 1:
            first = tables.half
        p: i64 = side * 2
        z: i64 = board >> (5 * ((p + 7) & 7)) & 31
        a: i64 = board >> (5 * p) & 31
        b: i64 = board >> (5 * p + 5) & 31
        c: i64 = board >> (5 * ((p + 2) & 7)) & 31
        d: i64 = board >> (5 * ((p + 3) & 7)) & 31
        now = first + (a | b << 5 | c << 10)
        one = first + (z | b << 5 | c << 10)
        two = first + (b | a << 5 | c << 10)
        three = first + (a | c << 5 | b << 10)
        four = first + (a | b << 5 | d << 10)
        met = tables.met
        tuned = tables.tuned
        return (
            met[now],
            met[one] | met[two] | met[three] | met[four],
            tuned[now],
            tuned[one] | tuned[two] | tuned[three] | tuned[four],
        )

    def line(self) -> list[list[int]]:
        """The best line found, a list of codes for each unlock: tinkers, the unlock, its reward.

        A reward that is not used up ends where the engine would still ask; STOP is not said.
        """
        blocks: list[list[int]] = []
        way = int(self._won)
        for n in range(len(self.layers) - 2, -1, -1):
            codes = way & (1 << CODE_BITS) - 1
            side = way >> CODE_BITS & (1 << SIDE_BITS) - 1
            mid = way >> CODE_BITS + SIDE_BITS & (1 << MID_BITS) - 1
            i = way >> CODE_BITS + SIDE_BITS + MID_BITS
            layer = self.layers[n]
            self._closure.grow(layer.keys[i] & WHICH, min(layer.tokens[i], self._spends[n]))
            blocks.append([*self._closure.way(mid), UNLOCK + side, *unpacked(codes)])
            way = layer.ways[i]
        blocks.reverse()
        return blocks


def unpacked(codes: int) -> list[int]:
    """The codes of a reward, in order."""
    found: list[int] = []
    while codes:
        found.append(codes & 255)
        codes >>= SECOND
    return found
