"""Bots as honest company: any seat, any game, fair information only.

>>> from ravelbox.bots import bot
>>> bot("random", "ravel", seed=1).name
'random'
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from ravelbox.bots.base import Bot, Chair, play_out
from ravelbox.bots.greedy import Greedy
from ravelbox.bots.heuristics import arch_ravels, ramble, ravel, ravingspire
from ravelbox.bots.heuristics.heuristic import Heuristic
from ravelbox.bots.random import Random
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.words import echo, listed, nearest

__all__ = ["Bot", "Chair", "bot", "bots", "play_out"]

_HEURISTICS: Final[dict[str, dict[str, Callable[[], Heuristic]]]] = {
    "ravel": {"greedy": ravel.RavelHeuristic},
    "ramble": {"greedy": ramble.RambleHeuristic},
    "ravingspire": {"greedy": ravingspire.RavingspireHeuristic},
    "arch_ravels": {
        "greedy": arch_ravels.ArchRavelsHeuristic,
        **{
            name: partial(arch_ravels.PlanningHeuristic, level)
            for name, level in arch_ravels.LEVELS.items()
        },
    },
}


def bots(game: str) -> list[str]:
    """The names of the bots that play a game."""
    return ["random", *_HEURISTICS.get(game, {})]


def bot(name: str, game: str, seed: int = 0) -> Bot:
    """The bot of that name for a game; the seed fixes what it leaves to luck."""
    known = bots(game)
    if name not in known:
        hint = nearest(name, known) or f"; {game} has {listed(known, 'and')}"
        raise BadOption(f"there is no bot {echo(name)}{hint}", option="bot")
    return Random(seed) if name == "random" else Greedy(_HEURISTICS[game][name](), seed, name)
