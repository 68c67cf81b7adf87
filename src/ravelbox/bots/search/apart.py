"""Thinking in other processes: several searches of one decision, side by side, then put together.

What travels is a fair sample of the table as a document, so no process ever holds what the seat may
not know. With a budget of walks and a number of processes, equal seeds give equal moves.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing.util import Finalize
from typing import Any, Final

from ravelbox.bots.base import Bot, Chair
from ravelbox.bots.search.searcher import Budget, Thought, together
from ravelbox.kernel.position import load
from ravelbox.kernel.rng import Rng

FIRST: Final = 100  # of all that is done at an end; their queue's own clearing up has 10


@cache
def pool(workers: int) -> ProcessPoolExecutor:
    """So many processes, started when they are first needed and kept.

    A process that plays for another one waits at its end for those it has started, before it is asked
    to end them; so they are ended first of all.
    """
    made = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    Finalize(None, made.shutdown, exitpriority=FIRST)
    return made


if hasattr(os, "register_at_fork"):  # a fork knows its parent's processes, but cannot talk to them
    os.register_at_fork(after_in_child=pool.cache_clear)


def think(document: Mapping[str, Any], seat: int, budget: Budget, seed: int) -> Thought:
    """What a search finds out about the open decision of a document's table."""
    from ravelbox.bots import searcher  # noqa: PLC0415  # which knows this module

    game, _, state = load(document)
    return searcher(game.name, budget, seed).think(Chair(game, state, seat))


class Council(Bot):
    """Several searches that do not talk to each other, and one answer."""

    def __init__(self, budget: Budget, workers: int, seed: int, name: str) -> None:
        self.name = name
        self.budget = budget  # of each
        self.workers = workers
        self._rng = Rng(seed)

    def choose(self, chair: Chair) -> int:
        """The move that was tried most by all together."""
        return chair.legal[0] if len(chair.legal) == 1 else self.think(chair).code

    def think(self, chair: Chair) -> Thought:
        """Find out about the open decision of the chair's seat."""
        document = chair.document(self._rng)
        seeds = [self._rng.below(1 << 30) for _ in range(self.workers)]
        try:
            return self._together(document, chair.seat, seeds)
        except BrokenProcessPool:  # one of them is gone: all start anew, once
            pool.cache_clear()
            return self._together(document, chair.seat, seeds)

    def _together(self, document: Mapping[str, Any], seat: int, seeds: list[int]) -> Thought:
        processes = pool(self.workers)
        asked = [processes.submit(think, document, seat, self.budget, seed) for seed in seeds]
        return together([one.result() for one in asked])
