"""The stacks of a dealt puzzle with every card known, each arrangement under a number.

There are few arrangements and many boards, so what unlocking, MOVE and RESET make of one is worked
out once and remembered. RVL-91 and §6.4 of the rules: the order of a RESET is fixed by its number.
"""

from __future__ import annotations

from typing import Final

from ravelbox.bots.solver.boards import CARDS, SECOND, THIRD
from ravelbox.games.ravel.codes import EXTRA, KEEP, MOVE, RESET
from ravelbox.games.ravel.stacks import SETS

Known = tuple[int, ...]  # a stack, top first: a card, or CARDS more while it lies face down
Arrangement = tuple[Known, Known, Known, Known, int, int]  # with REROLLs and RESETs used so far

UNKNOWN: Final = -1
NO_CARDS: Final = 0  # the number of the bench without cards, whose game is won
DEEP: Final = 3  # cards of a stack that a guess looks at
MOST: Final = 1 << 22  # benches that a key has room for


class Tapes:
    """What luck will say: the dice of each REROLL, and the order of the cards in each RESET."""

    def __init__(self, rolls: list[int], ranks: list[list[int]]) -> None:
        self.rolls = rolls  # per REROLL three faces from 0, four bits each, in ring order
        self.ranks = ranks  # per RESET the rank of each card, lowest dealt first


class Benches:
    """All arrangements met so far."""

    def __init__(self, tapes: Tapes, *, to_empty: bool) -> None:
        self.tapes = tapes
        self.stacks: list[tuple[Known, Known, Known, Known]] = []
        self.rerolls: list[int] = []
        self.resets: list[int] = []
        self.cards: list[int] = []  # how many are left
        # Per bench, four a time: the card at each depth as a bit, or 0; and the top as a number.
        self.bits: list[list[int]] = [[], [], []]
        self.tops: list[int] = []
        self._to_empty = to_empty
        self._numbers: dict[Arrangement, int] = {}
        self._unlocked: list[int] = []
        self._rolled: list[int] = []
        self._moves: dict[int, list[int]] = {}
        self._resets: dict[int, list[int]] = {}
        self.number([(), (), (), ()], 0, 0)

    def number(self, stacks: list[Known], rerolls: int, resets: int) -> int:
        """The number of an arrangement, its tops turned up."""
        up = [turned_up(stack) for stack in stacks]
        if not up[0] and not up[1] and not up[2] and not up[3]:
            rerolls = resets = 0
        key = (up[0], up[1], up[2], up[3], rerolls, resets)
        known = self._numbers.get(key, UNKNOWN)
        if known != UNKNOWN:
            return known
        made = len(self.stacks)
        assert made < MOST
        self._numbers[key] = made
        self.stacks.append((up[0], up[1], up[2], up[3]))
        self.rerolls.append(rerolls)
        self.resets.append(resets)
        self.cards.append(len(up[0]) + len(up[1]) + len(up[2]) + len(up[3]))
        self._rolled.append(UNKNOWN)
        for stack in up:
            self._unlocked.append(UNKNOWN)
            self.tops.append(stack[0] if stack else UNKNOWN)
            for depth in range(DEEP):
                card = stack[depth] % CARDS if depth < len(stack) else UNKNOWN
                self.bits[depth].append(1 << card if card >= 0 else 0)
        return made

    def unlocked(self, bench: int, side: int) -> int:
        """RVL-30, RVL-31. The bench without a side's top card, what lay beneath turned up."""
        at = bench * 4 + side
        known = self._unlocked[at]
        if known == UNKNOWN:
            stacks = list(self.stacks[bench])
            stacks[side] = stacks[side][1:]
            known = self.number(stacks, self.rerolls[bench], self.resets[bench])
            self._unlocked[at] = known
        return known

    def rolled(self, bench: int) -> int:
        """The same bench after one more REROLL."""
        known = self._rolled[bench]
        if known == UNKNOWN:
            stacks = list(self.stacks[bench])
            known = self.number(stacks, self.rerolls[bench] + 1, self.resets[bench])
            self._rolled[bench] = known
        return known

    def moves(self, bench: int, strength: int) -> list[int]:
        """RVL-66 to RVL-74. What MOVE makes of a bench: pairs of a bench and its packed codes."""
        key = bench * 2 + strength - 1
        if key not in self._moves:
            found: list[int] = []
            self._move(bench, list(self.stacks[bench]), strength, found, 0, UNKNOWN)
            self._moves[key] = found
        return self._moves[key]

    def _move(
        self,
        bench: int,
        stacks: list[Known],
        left: int,
        found: list[int],
        codes: int,
        moved_to: int,
    ) -> None:
        for source in range(4):
            stack = stacks[source]
            if not stack or stack[0] >= CARDS or source == moved_to:
                continue
            for to in range(4):
                if to == source or not (stacks[to] or self._to_empty):
                    continue
                after = stacks[:]
                after[source] = stack[1:]
                after[to] = (stack[0], *stacks[to])
                code = MOVE + source * 4 + to
                said = codes | code << SECOND if codes else code
                found.append(self.number(after, self.rerolls[bench], self.resets[bench]))
                found.append(said)
                if not codes and left > 1:
                    self._move(bench, after, left - 1, found, said, to)

    def dealt(self, bench: int, strength: int) -> list[int]:
        """RVL-86 to RVL-92. What RESET makes of a bench: pairs of a bench and its packed codes."""
        key = bench * 2 + strength - 1
        if key not in self._resets:
            found: list[int] = []
            every = 0
            for side in range(4):
                if self.stacks[bench][side]:
                    every |= 1 << side
            if strength > 1 and len(SETS[every]) > 1:
                for kept in range(every):
                    if kept & every == kept:
                        self._deal(bench, kept, RESET | (KEEP + kept) << SECOND, THIRD, found)
            else:
                self._deal(bench, 0, RESET, SECOND, found)
            self._resets[key] = found
        return self._resets[key]

    def _deal(self, bench: int, kept: int, codes: int, at: int, found: list[int]) -> None:
        """Deal what is not kept, with each choice of the sides that get an additional card."""
        order = self._shuffled(bench, kept)
        receiving = SETS[15 - kept]
        rounds = len(order) // len(receiving)
        even = rounds * len(receiving)
        for extra in range(16):
            more = SETS[extra]
            if extra & kept or len(more) != len(order) - even:
                continue
            stacks = list(self.stacks[bench])
            for i in range(len(receiving)):
                stacks[receiving[i]] = tuple(order[i : even : len(receiving)])
            for i in range(len(more)):
                stacks[more[i]] = (*stacks[more[i]], order[even + i])
            said = codes | (EXTRA + extra) << at if more else codes
            found.append(self.number(stacks, self.rerolls[bench], self.resets[bench] + 1))
            found.append(said)

    def _shuffled(self, bench: int, kept: int) -> list[int]:
        """The cards that are not kept, face down, in the order of this RESET."""
        rank = self.tapes.ranks[self.resets[bench]]
        by_rank: dict[int, int] = {}
        for side in SETS[15 - kept]:
            for place in self.stacks[bench][side]:
                card = place % CARDS
                by_rank[rank[card]] = card + CARDS
        return [by_rank[i] for i in sorted(by_rank)]


def turned_up(stack: Known) -> Known:
    """RVL-11. The stack with its top card face up."""
    if not stack or stack[0] < CARDS:
        return stack
    return (stack[0] - CARDS, *stack[1:])
