"""Bots as honest company: any seat, any game, fair information only.

>>> from ravelbox.bots import bot
>>> bot("random", "ravel", seed=1).name
'random'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from ravelbox.bots.base import Bot, Chair, play_out
from ravelbox.bots.greedy import Greedy
from ravelbox.bots.heuristics import arch_ravels, ramble, ravel, ravingspire
from ravelbox.bots.heuristics.arch_ravels_guide import ArchRavelsGuide
from ravelbox.bots.heuristics.heuristic import Heuristic
from ravelbox.bots.heuristics.ramble_guide import RambleGuide
from ravelbox.bots.heuristics.ravel_guide import RavelGuide
from ravelbox.bots.heuristics.ravingspire_guide import RavingspireGuide
from ravelbox.bots.levels import levels
from ravelbox.bots.outside import (
    LIMIT,
    VARIABLE,
    Outside,
    command_of,
    is_command,
    programs,
)
from ravelbox.bots.random import Random
from ravelbox.bots.search.guide import Guide
from ravelbox.bots.search.searcher import Budget, Searcher
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.words import echo, listed, nearest

__all__ = [
    "Bot",
    "Budget",
    "Chair",
    "bot",
    "bots",
    "guide",
    "hired",
    "offered",
    "play_out",
    "searcher",
]

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
_GUIDES: Final[dict[str, Callable[[], Guide]]] = {
    "ravel": RavelGuide,
    "ramble": RambleGuide,
    "arch_ravels": ArchRavelsGuide,
    "ravingspire": RavingspireGuide,
}
_WALKS: Final = re.compile(r"search:([1-9]\d{0,6})(?:x([2-9]|[1-6]\d))?")


def bots(game: str) -> list[str]:
    """The names of the bots that play a game, the best last; programs from outside come first."""
    own = ["random", *_HEURISTICS.get(game, {}), *levels(game)]
    clash = next((name for name in programs() if name in own), "")
    if clash:
        raise BadOption(f"{VARIABLE}: {game} has a bot {echo(clash)} already", option=VARIABLE)
    return [*programs(), *own]


def offered(game: str) -> list[str]:
    """The bots that people choose from: programs from outside, then the levels, gentlest first."""
    return [*programs(), *(levels(game) or _HEURISTICS.get(game, {}))]


def bot(name: str, game: str, seed: int = 0, limit: float = LIMIT) -> Bot:
    """The bot of that name for a game; the seed fixes what it leaves to luck.

    Beside the names that `bots` lists, "search:500" is a search of so many walks a decision, and
    "search:500x2" two of them in processes of their own. The limit is the seconds that a program
    from outside has for an answer.
    """
    known = bots(game)
    walks = _WALKS.fullmatch(name) if game in _GUIDES else None
    if walks:
        budget = Budget(walks=int(walks[1]))
        if walks[2]:
            from ravelbox.bots.search.apart import Council  # noqa: PLC0415  # seldom wanted

            return Council(budget, int(walks[2]), seed, name)
        return searcher(game, budget, seed, name)
    if name not in known:
        hint = nearest(name, known) or f"; {game} has {listed(known, 'and')}"
        raise BadOption(f"there is no bot {echo(name)}{hint}", option="bot")
    if name in programs():
        return Outside(name, programs()[name], _substitute(game, seed), limit)
    level = levels(game).get(name)
    if level:
        return searcher(game, level.budget, seed, name, level.lapses)
    return Random(seed) if name == "random" else Greedy(_HEURISTICS[game][name](), seed, name)


def hired(name: str, game: str, seed: int = 0, limit: float = LIMIT) -> Bot:
    """As `bot`; also "program:COMMAND", so never for a name that came over the net."""
    if not is_command(name):
        return bot(name, game, seed, limit)
    return Outside(name.strip(), command_of(name), _substitute(game, seed), limit)


def _substitute(game: str, seed: int) -> Bot:
    return bot("greedy" if "greedy" in _HEURISTICS.get(game, {}) else "random", game, seed)


def searcher(
    game: str, budget: Budget, seed: int = 0, name: str = "search", lapses: float = 0.0
) -> Searcher:
    """A bot that searches within a budget."""
    return Searcher(guide(game), budget, seed, name, lapses)


def guide(game: str) -> Guide:
    """What a search knows of a game."""
    return _GUIDES[game]()
