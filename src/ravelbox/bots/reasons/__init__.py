"""Why a move is a good idea, in a few words: one module for each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ravelbox.kernel.rules import State

__all__ = ["why"]

Why = Callable[["State", int, Sequence[int]], tuple[str, str]]


def why(game: str, state: State, seat: int, line: Sequence[int]) -> tuple[str, str]:
    """What a line of a seat's own moves is good for, and the rule it serves.

    The state is one that the seat may look at (see `Chair.sample`).
    """
    explain: Why = import_module(f"ravelbox.bots.reasons.{game}").why
    return explain(state, seat, line)
