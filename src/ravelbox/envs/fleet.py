"""Matches inside the engine, one or many at a time, for learning programs.

A lane is one match without its log: a table, its luck, and the decisions so far. A fleet steps many
lanes at once and writes what each shows into two long rows of bytes.
"""

from __future__ import annotations

from typing import Any, Final

from librt.strings import BytesWriter

from ravelbox.envs.rows import Sight, add_mask
from ravelbox.kernel.native import i64
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, State

STREAM: Final = 1 << 64  # sets the seeds of later matches apart from the luck of the first


class Lane:
    """One match: its luck is that of the dealer `Seeded`, unless it has a dealer of its own."""

    def __init__(self, state: State, seed: int) -> None:
        self.state = state
        self.seed = seed  # of its luck, and of what its bots leave to luck
        self.rng = Rng(seed)
        self.decisions: list[int] = []
        self.dealer: Any = None
        self.record: Any = None  # the record that it was taken up from, if any
        self.told = False  # whether whoever learns has been told that it is over

    def settle(self) -> None:
        """Let luck decide until a seat must, or nothing is left to do."""
        s = self.state
        if self.dealer is None:
            rng = self.rng
            while s.actor == CHANCE:
                s.apply(rng.below(s.outcomes()))
        else:
            while s.actor == CHANCE:
                s.apply(self.dealer.outcome(s))

    def play(self, code: int) -> None:
        """Answer the open question, and let luck decide; trusts the caller that the answer is legal."""
        self.decisions.append(code)
        self.state.apply(code)
        self.settle()

    def copy(self) -> Lane:
        """An independent copy; of a lane whose luck is a seed."""
        assert self.dealer is None
        copy = Lane(self.state.clone(), self.seed)
        copy.rng = copy_of(self.rng)
        copy.decisions = self.decisions[:]
        copy.record = self.record
        copy.told = self.told
        return copy


def copy_of(rng: Rng) -> Rng:
    """A generator that gives the same numbers from here on."""
    copy = Rng(0)
    copy.a = rng.a
    copy.b = rng.b
    copy.c = rng.c
    copy.count = rng.count
    return copy


def stream_of(seed: int) -> Rng:
    """The seeds of all matches after the one of that seed."""
    return Rng(seed + STREAM)


def words_of(stream: Rng | None) -> tuple[int, ...]:
    """A generator in plain numbers, to be kept."""
    if stream is None:
        return ()
    return (int(stream.a), int(stream.b), int(stream.c), int(stream.count))


def stream_from(words: tuple[int, ...]) -> Rng | None:
    """A generator from what was kept of it."""
    if not words:
        return None
    stream = Rng(0)
    stream.a = i64(words[0])
    stream.b = i64(words[1])
    stream.c = i64(words[2])
    stream.count = i64(words[3])
    return stream


def next_seed(stream: Rng) -> int:
    """The seed of the next match: 63 bits."""
    high = stream.word() << 31
    return int(high ^ stream.word())


class Fleet:
    """Many matches of one table, each seen from one seat, and what they show now."""

    def __init__(
        self, sight: Sight, table: State, seat: int, codes: int, lanes: int, company: Any
    ) -> None:
        self.sight = sight
        self.table = table  # new, to be cloned; luck has not begun
        self.seat = seat
        self.most = codes
        self.codes: i64 = codes
        self.blank = bytes(codes)
        self.company = company  # whoever answers for other seats, or None
        self.lanes = [Lane(table, 0) for _ in range(lanes)]  # until they are reset
        self.streams: list[Rng | None] = [None] * lanes  # seeds of later matches
        self.rows = BytesWriter()  # lane after lane: what the seat sees
        self.masks = BytesWriter()  # and what it may answer
        self.ended: list[int] = []  # lanes whose match ended in the last step
        self.finals: list[State] = []  # their last tables

    def reset(self, lane: int, seed: int) -> None:
        """A lane begins anew with a seed, which also fixes all its later matches."""
        self.streams[lane] = stream_of(seed)
        self.begin(lane, seed)

    def next(self, lane: int) -> None:
        """A lane begins its next match."""
        stream = self.streams[lane]
        assert stream is not None  # whoever began the lane has given it one
        self.begin(lane, next_seed(stream))

    def begin(self, lane: int, seed: int) -> None:
        """A new match, played on to the first decision of the seat."""
        new = Lane(self.table.clone(), seed)
        new.settle()
        self.lanes[lane] = new
        self.let_company_play(new)

    def let_company_play(self, lane: Lane) -> None:
        """Other seats answer until this one is asked."""
        while lane.state.actor != self.seat and lane.state.actor != OVER:
            lane.play(self.company.choose(lane))

    def refused(self, actions: list[int]) -> list[int]:
        """The lanes whose actions are not possible; a match that is over takes any."""
        refused: list[int] = []
        first: i64 = 0  # of a lane's mask
        for i, each in enumerate(actions):
            known = 0 <= each < self.most and self.masks[first + i64(each)]
            if not known and self.lanes[i].state.actor != OVER:
                refused.append(i)
            first += self.codes
        return refused

    def step(self, actions: list[int], at_once: bool) -> None:  # noqa: FBT001  # compiled
        """One action in each lane; where a match is over, a new one begins at once, or else next time.

        A match that was over before the seat was ever asked takes any action, and ends with it.
        """
        self.ended = []
        self.finals = []
        for i, code in enumerate(actions):
            lane = self.lanes[i]
            if lane.told:
                self.next(i)
                continue
            if lane.state.actor != OVER:
                lane.play(code)
                if lane.state.actor != self.seat:
                    self.let_company_play(lane)
            if lane.state.actor == OVER:
                lane.told = True
                self.ended.append(i)
                self.finals.append(lane.state)
                if at_once:
                    self.next(i)
        self.look()

    def look(self) -> None:
        """What the seat sees in each lane, and what it may answer."""
        self.rows.truncate(0)
        self.masks.truncate(0)
        for lane in self.lanes:
            s = lane.state
            self.sight.write(s, self.seat, self.rows)
            if s.actor == OVER:
                self.masks.write(self.blank)
            else:
                add_mask(self.sight.answers(s), self.blank, self.masks)
