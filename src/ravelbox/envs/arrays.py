"""Rows and masks as numpy arrays, and the spaces that they come from."""

from __future__ import annotations

import json
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ravelbox.envs.rows import mask_of
from ravelbox.envs.setting import Setting
from ravelbox.kernel.rules import State

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


class Eyes:
    """Looks at tables of one setting: each look is an array of its own, for whoever likes to keep it."""

    def __init__(self, setting: Setting) -> None:
        self.sight = setting.sight
        self.width = len(setting.entries)
        self.numbers = ROWS[setting.bytes]
        self.codes = setting.codes
        self.blank = bytes(setting.codes)

    def row(self, state: State, seat: int) -> Row:
        """What a seat sees."""
        return np.ndarray(self.width, self.numbers, bytearray(self.sight.row(state, seat)))

    def mask(self, answers: list[int]) -> Mask:
        """What may be answered."""
        return np.ndarray(self.codes, MASKS, bytearray(mask_of(answers, self.blank)))


def words_of_numpys(generator: np.random.Generator | None) -> str:
    """A generator of numpy's in plain text, to be kept."""
    return json.dumps(generator.bit_generator.state) if generator else ""


def numpys_from(words: str) -> np.random.Generator:
    """A generator of numpy's from what was kept of it."""
    generator = np.random.default_rng()
    generator.bit_generator.state = json.loads(words)
    return generator


def theirs_of(env: Any) -> tuple[str, str, Any]:
    """What Gymnasium keeps in an environment of its kind: two generators, and what made it."""
    generators = (env._np_random, env.action_space._np_random)
    own, choices = map(words_of_numpys, generators)
    return own, choices, env.spec


def give_theirs(env: Any, theirs: tuple[str, str, Any]) -> None:
    """Put that into a new environment."""
    own, choices, env.spec = theirs
    if own:
        env.np_random = numpys_from(own)
    if choices:
        env.action_space._np_random = numpys_from(choices)


def row_space(setting: Setting) -> gymnasium.spaces.Space[Any]:
    """All rows of a table: every entry from 0 to the most it can be."""
    most = np.array([entry.most for entry in setting.entries], row_type(setting))
    return gymnasium.spaces.Box(np.zeros_like(most), most, dtype=row_type(setting))


def mask_space(setting: Setting) -> gymnasium.spaces.Space[Any]:
    """All masks of a game."""
    return gymnasium.spaces.Box(0, 1, (setting.codes,), np.int8)
