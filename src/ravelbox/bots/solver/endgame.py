"""The last cards exactly: the best fair win probability, and how to play for it.

Fair means what §7.2 of the rules says: a face-down card is any card of its bag, and future luck is
luck. Stacks are few and go through the engine itself; boards are many and are numbers. As in the
oracle, a tinker that an unlock does not need is put off until after it; knowing more by then, the
player does at least as well. REROLL and RETRIEVE are the exceptions, and are tried both ways.
"""

from __future__ import annotations

from typing import Final

from ravelbox.bots.solver.boards import Closure, Spread, Tables, one_more_tune, packed, traded
from ravelbox.games.ravel.codes import STOP, UNLOCK
from ravelbox.games.ravel.cogs import (
    MOVE_REWARD,
    REROLL_REWARD,
    RETRIEVE_REWARD,
    REWARD,
    STRENGTH,
)
from ravelbox.games.ravel.plates import KINDS
from ravelbox.games.ravel.stacks import MOVE_COG, RESET_STACKS, REVEAL_TOPS, movements
from ravelbox.games.ravel.state import EMPTY, WON, House, Ravel, cards_left
from ravelbox.kernel.native import i64
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, Frame, Frozen

RESET_REWARD: Final = KINDS.index("reset")
SURE: Final = 1.0 - 1e-12
CARDS: Final = 3  # left, at most, unless the caller says otherwise
BUDGET: Final = 200_000  # tables and boards looked at, before it is called too large
UNKNOWN: Final = -1
HIGHEST: Final = 12  # tokens, at most


class TooLarge(Exception):
    """More would have to be looked at than was allowed."""


class Exact:
    """What is best, and what it is worth."""

    def __init__(self, value: float, codes: list[int]) -> None:
        self.value = value  # the probability of winning with best play
        self.codes = codes  # as good as any


class Luck:
    """Where luck may lead: benches, each with its probability."""

    def __init__(self) -> None:
        self.benches: list[int] = []
        self.chances: list[float] = []

    def add(self, bench: int, chance: float) -> None:
        """One more way to a bench."""
        if bench in self.benches:
            self.chances[self.benches.index(bench)] += chance
        else:
            self.benches.append(bench)
            self.chances.append(chance)


class Endgame:
    """Solves small remainders of games in one house, and remembers what it solved."""

    def __init__(self, house: House, tables: Tables) -> None:
        self._most = house.tokens  # RVL-14: available and spent ones together
        self._wrap = house.nudge_wrap
        self._tables = tables
        # Per number of Tunes, up to all three dice: the cards that they can make met.
        self._tunes = [tables.met, tables.tuned]
        self._tunes.append(one_more_tune(tables.tuned))
        self._tunes.append(one_more_tune(self._tunes[2]))
        self._left = 0
        self._numbers: dict[Frozen, int] = {}
        self._states: list[Ravel] = []  # of each bench, with stacks and bags only
        self._cards: list[int] = []
        self._tops: list[int] = []  # per bench four
        self._unlocked: dict[int, Luck] = {}
        self._moved: dict[int, list[Luck]] = {}
        self._dealt: dict[int, list[Luck]] = {}
        self._values: dict[int, float] = {}

    def exact(self, state: Ravel, cards: int = CARDS, budget: int = BUDGET) -> Exact | None:
        """The best answer to the open question and its worth, or None where that is too large.

        Looks at nothing that its player may not know.
        """
        if state.actor < 0 or cards_left(state) > cards:
            return None
        self._left = budget
        if state.ready + state.spent != self._most:  # RVL-109: a position may have others
            self._most = state.ready + state.spent
            self._values = {}
        try:
            if state.hand == EMPTY:
                return self._turn(state)
            return self._reward(state)
        except TooLarge:
            return None

    def _turn(self, s: Ravel) -> Exact:
        closure = Closure()
        value, at = self._best(self._number(s), packed(s), s.ready, closure)
        if at < 0:
            codes = [code for code in s.legal() if code != RESIGN]
            return Exact(value, codes[:1])
        way = closure.way(at // 4)
        return Exact(value, [way[0] if way else UNLOCK + at % 4])

    def _reward(self, s: Ravel) -> Exact:
        codes = [code for code in s.legal() if code != RESIGN]
        values: list[float] = []
        for code in codes:
            after = s.clone()
            after.apply(code)
            values.append(self._worth(after))
        most = max(values)
        return Exact(most, [codes[i] for i in range(len(codes)) if values[i] > most - 1e-12])

    def _worth(self, s: Ravel) -> float:
        """The value of any table, within a reward by way of the engine."""
        self._count(1)
        if s.actor == OVER:
            return 1.0 if s.result == WON else 0.0
        if s.actor == CHANCE:
            among = s.outcomes()
            total = 0.0
            for outcome in range(among):
                after = s.clone()
                after.apply(outcome)
                total += self._worth(after)
            return total / among
        if s.hand == EMPTY:
            return self._value(self._number(s), packed(s), s.ready)
        most = 0.0
        for code in s.legal():
            if code != RESIGN and most < SURE:
                after = s.clone()
                after.apply(code)
                most = max(most, self._worth(after))
        return most

    def _count(self, looked: int) -> None:
        self._left -= looked
        if self._left < 0:
            raise TooLarge

    def _number(self, s: Ravel) -> int:
        """The number of a bench: what lies in the stacks, and what face-down cards may be."""
        key = (tuple(s.stacks), tuple(s.bags.own), tuple(s.bags.lenders))
        known = self._numbers.get(key, UNKNOWN)
        if known != UNKNOWN:
            return known
        known = len(self._states)
        self._numbers[key] = known
        bare = s.clone()
        bare.agenda = []
        bare.hand = EMPTY
        bare.steps = ()
        self._states.append(bare)
        self._cards.append(cards_left(bare))
        for side in range(4):
            self._tops.append(bare.stacks[side][0] if bare.stacks[side] else UNKNOWN)
        return known

    def _value(self, bench: i64, board: i64, tokens: int) -> float:
        """The win probability at the beginning of a turn."""
        key = int((bench * (HIGHEST + 1) + tokens) << 40 | board)
        known = self._values.get(key, -1.0)
        if known >= 0.0:
            return known
        self._count(1)
        if self._cards[bench] == 1:
            known = 1.0 if self._reaches(bench, board, tokens) else 0.0
        else:
            known, _ = self._best(bench, board, tokens, Closure())
        self._values[key] = known
        return known

    def _best(self, bench: i64, board: i64, tokens: int, closure: Closure) -> tuple[float, int]:
        """The best value over all ways to the next unlock, and which: board * 4 + side."""
        closure.start(int(board))
        most = 0.0
        at = -1
        done = 0
        opens: list[int] = []  # per board, the sides that can be unlocked
        for cost in range(tokens + 1):
            if cost > 0:
                closure.further()
            self._count(len(closure.boards) - done)
            for j in range(done, len(closure.boards)):
                now = self._opens(bench, closure.boards[j])
                opens.append(now)
                before = opens[closure.parents[j]] if j > 0 else 0
                for side in range(4):
                    if not now >> side & 1 or (before >> side & 1 and not self._early(bench, side)):
                        continue
                    value = self._unlock(bench, closure.boards[j], tokens - cost, side)
                    if value > most:
                        most = value
                        at = j * 4 + side
                        if most >= SURE:
                            return most, at
            done = len(closure.boards)
        return most, at

    def _opens(self, bench: i64, board: i64) -> int:
        """The sides whose top card is met, one bit a side."""
        now = 0
        for side in range(4):
            card = self._tops[bench * 4 + side]
            if card >= 0 and self._tables.met[self._tables.at(board, side)] >> card & 1:
                now |= 1 << side
        return now

    def _early(self, bench: i64, side: int) -> bool:
        """Whether a tinker may be worth more before this unlock than after it."""
        reward = REWARD[self._tops[bench * 4 + side]]
        return reward == RETRIEVE_REWARD or reward == REROLL_REWARD

    def _reaches(self, bench: i64, board: i64, tokens: int) -> bool:
        """Whether the last card can be met: some Swaps first, the rest of the tokens for Tunes."""
        side = 0
        while self._tops[bench * 4 + side] < 0:
            side += 1
        card = self._tops[bench * 4 + side]
        boards = [int(board)]
        seen = {int(board)}
        done = 0
        for swaps in range(tokens + 1):
            met = self._tunes[min(3, (tokens - swaps) // 2)]
            end = len(boards)
            for i in range(done, end):
                if met[self._tables.at(boards[i], side)] >> card & 1:
                    return True
            self._count(end - done)
            if swaps < tokens:
                self._swapped(boards, seen, done, end)
            done = end
        return False

    def _swapped(self, boards: list[int], seen: set[int], done: int, end: int) -> None:
        p: i64
        for i in range(done, end):
            board: i64 = boards[i]
            for p in range(8):
                after = int(traded(board, p, (p + 1) & 7))
                if after not in seen:
                    seen.add(after)
                    boards.append(after)

    def _unlock(self, bench: i64, board: i64, tokens: int, side: int) -> float:
        """The value of an unlock: what turns up is luck, then the reward is chosen."""
        if self._cards[bench] == 1:
            return 1.0
        card = self._tops[bench * 4 + side]
        luck = self._turned_up(bench, side)
        total = 0.0
        for i in range(len(luck.benches)):
            total += luck.chances[i] * self._rewarded(luck.benches[i], board, tokens, card)
        return total

    def _rewarded(self, bench: int, board: i64, tokens: int, card: int) -> float:
        reward = REWARD[card]
        strength = STRENGTH[card]
        if reward == RETRIEVE_REWARD:
            return self._value(bench, board, min(self._most, tokens + strength))
        most = self._value(bench, board, tokens)
        if most >= SURE:
            return most
        if reward == MOVE_REWARD:
            return max(most, self._luckiest(self._moves(bench, strength), board, tokens))
        if reward == RESET_REWARD:
            return max(most, self._luckiest(self._resets(bench, strength), board, tokens))
        if reward == REROLL_REWARD:
            return max(most, self._reroll(bench, board, tokens, strength))
        spread = Spread(wrap=self._wrap)
        spread.use(board, reward, strength)
        for after in spread.boards:
            most = max(most, self._value(bench, after, tokens))
            if most >= SURE:
                break
        return most

    def _luckiest(self, options: list[Luck], board: i64, tokens: int) -> float:
        most = 0.0
        for luck in options:
            total = 0.0
            for i in range(len(luck.benches)):
                total += luck.chances[i] * self._value(luck.benches[i], board, tokens)
            most = max(most, total)
        return most

    def _reroll(self, bench: int, board: i64, tokens: int, strength: int) -> float:
        """The best side and dice to roll, over all rolls the mean of the best placement."""
        most = 0.0
        side: i64
        dice: i64
        for side in range(4):
            for dice in range(7 if strength == 1 else 1, 8):
                most = max(most, self._rolled(bench, board, tokens, side, dice))
        return most

    def _rolled(self, bench: int, board: i64, tokens: int, side: i64, dice: i64) -> float:
        total = 0.0
        rolls = 0
        spread = Spread(wrap=self._wrap)
        for a in range(6 if dice & 1 else 1):
            for b in range(6 if dice & 2 else 1):
                for c in range(6 if dice & 4 else 1):
                    spread.clear()
                    spread.roll(board, side, dice, a | b << 4 | c << 8, chosen=False)
                    total += self._highest(bench, spread.boards, tokens)
                    rolls += 1
        return total / rolls

    def _highest(self, bench: int, boards: list[int], tokens: int) -> float:
        most = 0.0
        for board in boards:
            most = max(most, self._value(bench, board, tokens))
            if most >= SURE:
                break
        return most

    def _turned_up(self, bench: i64, side: int) -> Luck:
        """The bench without a side's top card, and what luck turns up beneath."""
        key = int(bench * 4 + side)
        if key not in self._unlocked:
            s = self._states[bench].clone()
            s.stacks[side] = s.stacks[side][1:]
            s.then([REVEAL_TOPS.of(0)])
            s.settle()
            self._unlocked[key] = self._luck(s)
        return self._unlocked[key]

    def _moves(self, bench: int, strength: int) -> list[Luck]:
        key = bench * 2 + strength - 1
        if key not in self._moved:
            s = self._states[bench].clone()
            frames = [MOVE_COG.of(0, strength), REVEAL_TOPS.of(0)] if movements(s) else []
            self._moved[key] = self._asked(s, frames)
        return self._moved[key]

    def _resets(self, bench: int, strength: int) -> list[Luck]:
        key = bench * 2 + strength - 1
        if key not in self._dealt:
            s = self._states[bench].clone()
            self._dealt[key] = self._asked(s, [RESET_STACKS.of(0, strength)])
        return self._dealt[key]

    def _asked(self, s: Ravel, frames: list[Frame]) -> list[Luck]:
        """Where the answers to a reward's questions lead, declining it left out."""
        s.then(frames)
        s.settle()
        todo = [s]
        found: list[Luck] = []
        while todo:
            now = todo.pop()
            if now.actor < 0:
                found.append(self._luck(now))
                continue
            for code in now.legal():
                if code != RESIGN and not (code == STOP and not now.steps):
                    after = now.clone()
                    after.apply(code)
                    todo.append(after)
        return found

    def _luck(self, s: Ravel) -> Luck:
        """All that open questions to luck may lead to."""
        luck = Luck()
        self._try(s, 1.0, luck)
        return luck

    def _try(self, s: Ravel, chance: float, luck: Luck) -> None:
        self._count(1)
        if s.actor != CHANCE:
            luck.add(self._number(s), chance)
            return
        among = s.outcomes()
        for outcome in range(among):
            after = s.clone()
            after.apply(outcome)
            self._try(after, chance / among, luck)
