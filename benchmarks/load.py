"""The shape of a load, the same for every server: pairs of seats, an open loop, and what it took.

Acts are due at random moments of a set rate, whatever the server does. An act is timed from the
moment it was due to the moment its news is heard at the other seat.
"""

from __future__ import annotations

import asyncio
import math
import os
import random
import re
import resource
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

TICK: Final = os.sysconf("SC_CLK_TCK")
UNHEARD: Final = 10.0  # seconds after which nobody waits for news any more


class Pair(ABC):
    """A table with two seats, at which one act at a time is under way."""

    awaited: tuple[str, ...] = ("news",)  # what must come before the next act

    def __init__(self, side: Side) -> None:
        self.side = side
        self.asked = 0  # the seat to act
        self.due = 0.0  # of the act under way; 0: none is
        self._open: set[str] = set()  # what is still to come

    @abstractmethod
    async def act(self) -> None:
        """Send one act of the seat that is asked."""

    def begin(self, due: float) -> None:
        """An act is under way; it ends when all that is awaited has come."""
        self.due = due
        self._open = set(self.awaited)

    def heard(self, what: str) -> None:
        """Something awaited has come."""
        if what == "news" and "news" in self._open:
            self.side.took.append(time.perf_counter() - self.due)
        self._open.discard(what)
        if not self._open and self.due:
            self.due = 0.0
            self.side.ready.append(self)


class Side(ABC):
    """A server under load, and its tables."""

    name: str

    def __init__(self) -> None:
        self.ready: deque[Pair] = deque()
        self.took: list[float] = []
        self.wrong: list[str] = []

    @abstractmethod
    def pids(self) -> list[int]:
        """The processes of the server."""

    def store_pids(self) -> list[int]:
        """The processes of its store, if that is a server of its own."""
        return []


@dataclass(frozen=True)
class Run:
    """What one rate took."""

    rate: float
    seconds: float
    due: int  # acts that were due
    took: list[float] = field(repr=False)  # seconds from due to heard, in order
    wrong: list[str]
    server: float  # cores
    store: float
    driver: float

    def percentile(self, share: float) -> float:
        """The time, in milliseconds, in which a share of all acts was heard of; unheard ones count."""
        n = max(0, math.ceil(self.due * share) - 1)
        return self.took[n] * 1000 if n < len(self.took) else math.inf

    @property
    def heard(self) -> float:
        """Acts a second that were heard of."""
        return len(self.took) / self.seconds

    @property
    def each(self) -> float:
        """Milliseconds of the server's and its store's cores that an act took."""
        return (self.server + self.store) / self.heard * 1000 if self.took else math.inf

    def holds(self, most: float) -> bool:
        """Whether the rate was sustained, with 99 of 100 acts within so many milliseconds."""
        return not self.wrong and self.percentile(0.99) <= most


async def run(side: Side, rate: float, seconds: float, seed: int = 1) -> Run:
    """Acts at a rate for a while."""
    side.took.clear()
    side.wrong.clear()
    rng = random.Random(seed)
    before = (cpu(side.pids()), cpu(side.store_pids()), _own())
    start = due = time.perf_counter()
    count, tasks = 0, set()
    while due < start + seconds:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        pair = await _next(side, start + seconds + UNHEARD)
        if pair is None:
            break
        pair.begin(due)
        task = asyncio.create_task(pair.act())
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        count += 1
        due += rng.expovariate(rate)
    lasted = time.perf_counter() - start
    after = (cpu(side.pids()), cpu(side.store_pids()), _own())
    end = time.perf_counter() + UNHEARD
    while len(side.took) < count and time.perf_counter() < end:  # noqa: ASYNC110  # several events
        await asyncio.sleep(0.01)
    if tasks:
        await asyncio.wait(tasks, timeout=UNHEARD)
    used = [(b - a) / lasted for a, b in zip(before, after, strict=True)]
    return Run(rate, lasted, count, sorted(side.took), side.wrong[:], *used)


async def _next(side: Side, end: float) -> Pair | None:
    """A table that waits for nothing; if all wait for news, that is the server's time."""
    while not side.ready and time.perf_counter() < end:  # noqa: ASYNC110  # rare
        await asyncio.sleep(0.001)
    return side.ready.popleft() if side.ready else None


async def highest(side: Side, seconds: float, most: float, start: float) -> tuple[Run, list[Run]]:
    """The highest rate that holds, by steps of a quarter and then halfway between; and all tries."""
    tries: list[Run] = []
    good: Run | None = None
    rate, bad = start, math.inf
    while len(tries) < 12:
        tried = await run(side, rate, seconds, seed=len(tries) + 2)
        tries.append(tried)
        if tried.holds(most):
            good = tried
        else:
            bad = rate
            await _settled(side)
        if good is None:
            rate /= 2
        elif bad < math.inf:
            if bad / good.rate < 1.1:
                break
            rate = (good.rate + bad) / 2
        else:
            rate *= 1.25
    assert good is not None, f"{side.name} holds no rate at all: {tries}"
    return good, tries


async def _settled(side: Side) -> None:
    """A moment for what was too much."""
    before = -1
    while before != len(side.took):
        before = len(side.took)
        await asyncio.sleep(1)


# What processes take, as Linux tells it.


def cpu(pids: Iterable[int]) -> float:
    """Processor seconds that processes have used so far."""
    return sum(sum(int(n) for n in facts[11:13]) for facts in _stats(pids)) / TICK


def memory(pids: Iterable[int]) -> int:
    """Bytes that processes hold; what they share is shared out among them."""
    total = 0
    for pid in pids:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        total += sum(int(n) for n in re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE))
    return total * 1024


def children(pid: int) -> list[int]:
    """A process and those that it started."""
    parents = {int(p.parent.name): p for p in Path("/proc").glob("[0-9]*/stat")}
    found = [pid]
    for child in parents:
        facts = next(iter(_stats([child])), None)
        if facts is not None and int(facts[1]) == pid:
            found.append(child)
    return found


def _stats(pids: Iterable[int]) -> Iterator[list[str]]:
    for pid in pids:
        try:
            text = Path(f"/proc/{pid}/stat").read_text()
        except OSError:  # it is gone
            continue
        yield text.rpartition(")")[2].split()


def _own() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
