"""Thinking in other processes: several searches of one decision, side by side, then put together.

What travels is a fair sample of the table as a document, so no process ever holds what the seat may
not know. With a budget of walks and a number of processes, equal seeds give equal moves.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any

from ravelbox.bots.base import Bot, Chair
from ravelbox.bots.search.searcher import Budget, Thought, together
from ravelbox.kernel.position import load
from ravelbox.kernel.rng import Rng


@cache
def pool(workers: int) -> ProcessPoolExecutor:
    """So many processes, started when they are first needed and kept."""
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))


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
        asked = [
            pool(self.workers).submit(
                think, document, chair.seat, self.budget, self._rng.below(1 << 30)
            )
            for _ in range(self.workers)
        ]
        return together([one.result() for one in asked])
