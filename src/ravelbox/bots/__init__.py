"""Bots as honest company: any seat, any game, fair information only.

>>> from ravelbox.bots import bot
>>> bot("random", "ravel", seed=1).name
'random'
"""

from __future__ import annotations

from typing import Final

from ravelbox.bots.base import Bot, Chair, play_out
from ravelbox.bots.greedy import Greedy
from ravelbox.bots.heuristics import ramble, ravel
from ravelbox.bots.random import Random
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.words import echo, listed, nearest

__all__ = ["Bot", "Chair", "bot", "bots", "play_out"]

_HEURISTICS: Final = {"ravel": ravel.RavelHeuristic, "ramble": ramble.RambleHeuristic}


def bots(game: str) -> list[str]:
    """The names of the bots that play a game."""
    return ["random", *(["greedy"] if game in _HEURISTICS else [])]


def bot(name: str, game: str, seed: int = 0) -> Bot:
    """The bot of that name for a game; the seed fixes what it leaves to luck."""
    known = bots(game)
    if name not in known:
        hint = nearest(name, known) or f"; {game} has {listed(known, 'and')}"
        raise BadOption(f"there is no bot {echo(name)}{hint}", option="bot")
    return Random(seed) if name == "random" else Greedy(_HEURISTICS[game](), seed)
