"""Ravelbox: four printed tabletop games as one box that people and programs love to play.

>>> import ravelbox
>>> ravelbox.games()
['ravel', 'ramble', 'arch_ravels', 'ravingspire']
>>> ravelbox.load("ravel").title
'R.A.V.E.L.'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

from ravelbox.kernel.errors import UnknownGame
from ravelbox.kernel.words import echo, listed, nearest

if TYPE_CHECKING:
    from ravelbox.kernel.game import Game

__all__ = ["games", "load"]

# The folder `games` is loaded before the function takes its name, and so never takes it back.
importlib.import_module("ravelbox.games")

_SHELF: Final = ("ravel", "ramble", "arch_ravels", "ravingspire")


def games() -> list[str]:
    """The names of all games in the box."""
    return list(_SHELF)


def load(name: str) -> Game:
    """The game of that name; its rules and content are read now, not before."""
    if name not in _SHELF:
        hint = nearest(name, _SHELF) or f"; in the box: {listed(_SHELF, 'and')}"
        raise UnknownGame(f"there is no game {echo(name)}{hint}")
    game: Game = importlib.import_module(f"ravelbox.games.{name}").GAME
    return game
