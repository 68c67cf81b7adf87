"""Rows and masks as numpy arrays, and the spaces that they come from."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ravelbox.envs.fleet import Lane
from ravelbox.envs.rows import mask_of
from ravelbox.envs.setting import Setting

Row = NDArray[np.unsignedinteger[Any]]
Mask = NDArray[np.int8]
Observation = dict[str, NDArray[Any]]

# As numpy wants them; it would look a type up each time.
Numbers = np.dtype[np.unsignedinteger[Any]]
ROWS: Final[dict[int, Numbers]] = {1: np.dtype(np.uint8), 2: np.dtype(np.uint16)}  # by width
MASKS: Final = np.dtype(np.int8)


def row_type(setting: Setting) -> type[np.unsignedinteger[Any]]:
    """The type of a row's entries."""
    return np.uint8 if setting.bytes == 1 else np.uint16


def row(setting: Setting, lane: Lane, seat: int) -> Row:
    """What a seat sees, in an array of its own."""
    seen = bytearray(setting.sight.row(lane.state, seat))
    return np.ndarray(len(setting.entries), ROWS[setting.bytes], seen)


def mask(answers: list[int], blank: bytes) -> Mask:
    """What may be answered, in an array of its own."""
    return np.ndarray(len(blank), MASKS, bytearray(mask_of(answers, blank)))


def row_space(setting: Setting) -> gymnasium.spaces.Space[Any]:
    """All rows of a table: every entry from 0 to the most it can be."""
    most = np.array([entry.most for entry in setting.entries], row_type(setting))
    return gymnasium.spaces.Box(np.zeros_like(most), most, dtype=row_type(setting))


def mask_space(setting: Setting) -> gymnasium.spaces.Space[Any]:
    """All masks of a game."""
    return gymnasium.spaces.Box(0, 1, (setting.codes,), np.int8)
