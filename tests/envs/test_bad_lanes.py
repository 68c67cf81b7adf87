"""Whatever is asked wrongly of many tables at once: a clear sentence, and no lane has moved."""

from __future__ import annotations

import math
import re
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from ravelbox.envs.vector import RavelboxVectorEnv
from ravelbox.kernel.errors import BadOption, IllegalAction, RavelboxError
from tests.envs.tables import learner

LANES = 3
HUGE = 2**64 - 1


def lanes(**given: Any) -> Any:
    """Three tables of R.A.V.E.L., under way; untyped, since nothing here is of the right type."""
    env = RavelboxVectorEnv("ravel", LANES, options={"tokens": 10}, **given)
    env.reset(seed=1)
    env.action_space.seed(1)
    return env


def state_of(env: Any) -> Any:
    """All that must stay as it was."""
    return env._kept()[1:], env._rows().tolist(), env._masks().tolist()


def first_codes(env: Any) -> list[int]:
    """A possible code in each lane."""
    return [int(np.flatnonzero(mask)[0]) for mask in env._masks()]


@pytest.mark.parametrize(
    ("seed", "says"),
    [
        ([1, 2], "3 lanes take as many seeds, not 2"),
        ([], "3 lanes take as many seeds, not 0"),
        (np.array([], np.int64), "3 lanes take as many seeds, not 0"),
        ([1, -2, 3], "lane 1: a seed is a whole number from 0 up, not -2"),
        (np.array([1, 2, -3]), "lane 2: a seed is a whole number from 0 up, not -3"),
        ([1, 2, 2.5], "lane 2: a seed is a whole number from 0 up, not 2.5"),
        ([1, "2", 3], 'lane 1: a seed is a whole number from 0 up, not "2"'),
        ([True, 2, 3], "lane 0: a seed is a whole number from 0 up, not True"),
        (np.array([1.0, 2.0, 3.0]), "lane 0: a seed is a whole number from 0 up, not 1.0"),
        (np.array([[1], [2], [3]]), "3 lanes take a row of as many seeds, not an array of (3, 1)"),
        (-1, "a seed is a whole number from 0 up, not -1"),
        (1.5, "a seed is a whole number from 0 up, not 1.5"),
        ("123", 'a seed is a whole number from 0 up, not "123"'),
        (True, "a seed is a whole number from 0 up, not True"),
        ({1, 2, 3}, "a seed is a whole number from 0 up, not {1, 2, 3}"),
    ],
    ids=repr,
)
def test_seeds_that_are_none(seed: Any, says: str) -> None:
    """All of them are looked at before any lane begins."""
    env = lanes()
    before = state_of(env)
    with pytest.raises(BadOption, match=f"^{re.escape(says)}") as error:
        env.reset(seed=seed)
    assert error.value.option == "seed"
    assert state_of(env) == before


@pytest.mark.parametrize(
    "seed",
    [np.int64(3), np.uint8(3), np.array(3), [3, 4, 5], (3, np.int32(4), 5), np.array([3, 4, 5])],
    ids=repr,
)
def test_seeds_of_any_whole_kind(seed: Any) -> None:
    """Numbers and arrays of numpy's are what they look like."""
    env, plain = lanes(), lanes()
    plain.reset(seed=3)
    rows, _ = env.reset(seed=seed)
    assert np.array_equal(rows, plain._rows())
    assert [lane.seed for lane in env.fleet.lanes] == [3, 4, 5]
    assert all(type(lane.seed) is int for lane in env.fleet.lanes)
    env.reset()
    plain.reset()
    assert [lane.seed for lane in env.fleet.lanes] == [lane.seed for lane in plain.fleet.lanes]


def test_a_bad_record_among_good_ones() -> None:
    """It is named, and every lane stays as it was."""
    env, other = lanes(), lanes()
    other.reset(seed=50)
    other.step(np.array(first_codes(other)))
    good = other.records()
    ramble = learner("ramble")
    ramble.reset(seed=1)
    before = state_of(env)
    with pytest.raises(RavelboxError, match=r"^lane 2: header: it is a match of ramble"):
        env.restore([*good[:2], ramble.record()])
    strange = "ravelbox-record: 1"
    with pytest.raises(BadOption, match=r'^lane 1: a match is taken up from a Record, not "ravelb'):
        env.restore([good[0], strange, good[2]])
    with pytest.raises(BadOption, match="3 lanes take a row of as many records, not 7"):
        env.restore(7)
    assert state_of(env) == before
    env.restore(good)
    assert state_of(env)[1:] == state_of(other)[1:]


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        (np.array([1.5, 2.0, 3.0]), "lane 0: ravel: an action is a whole number from 0 to 221, "),
        (np.array([20.0, 20.0, 20.0]), "lane 0: ravel: an action is a whole number from 0 to 221"),
        ([20, math.nan, 20], "lane 1: ravel: an action is a whole number from 0 to 221, not nan"),
        (np.array([20, math.nan, 20]), "lane 0: ravel: an action is a whole number from 0 to 221"),
        ([20, 20, "20"], 'lane 2: ravel: an action is a whole number from 0 to 221, not "20"'),
        ([20, None, 20], "lane 1: ravel: an action is a whole number from 0 to 221, not None"),
        (np.array([True] * 3), "lane 0: ravel: an action is a whole number from 0 to 221, not Tr"),
        ([[20], [20], [20]], "lane 0: ravel: an action is a whole number from 0 to 221, not [20]"),
        (np.array([[20], [20], [20]]), "3 lanes take a row of as many actions, not an array of (3"),
        (np.array(20), "3 lanes take a row of as many actions, not array(20)"),
        (20, "3 lanes take a row of as many actions, not 20"),
        ("202", '3 lanes take a row of as many actions, not "202"'),
        (None, "3 lanes take a row of as many actions, not None"),
        ({20: 0, 21: 0, 22: 0}, "3 lanes take a row of as many actions, not {20"),
        ([20, 20], "3 lanes take as many actions, not 2"),
        (np.array([], np.int64), "3 lanes take as many actions, not 0"),
        (
            np.array([HUGE] * 3, np.uint64),
            f"lane 0: there is no action {HUGE}; codes run from 0 to",
        ),
        ([20, 20, -(2**70)], f"lane 2: there is no action {-(2**70)}; codes run from 0 to 221"),
        (np.array([-1, 20, 20]), "lane 0: there is no action -1; codes run from 0 to 221"),
        (np.array([222, 20, 20]), "lane 0: there is no action 222; codes run from 0 to 221"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("given", [{}, {"forgive": True}], ids=["strict", "forgiving"])
def test_actions_that_are_none(actions: Any, says: str, given: dict[str, Any]) -> None:
    """As a single environment refuses them, with the lane; not even forgiven."""
    env = lanes(**given)
    before = state_of(env)
    with pytest.raises((BadOption, IllegalAction), match=f"^{re.escape(says)}"):
        env.step(actions)
    assert state_of(env) == before


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint8, np.uint64, object, list, tuple])
def test_whole_numbers_of_any_kind_are_actions(kind: Any) -> None:
    """Lists and small integers do what an array of int64 does."""
    env, plain = lanes(), lanes()
    codes = first_codes(env)
    given = kind(codes) if kind in (list, tuple) else np.array(codes, kind)
    assert env.step(given)[0].tolist() == plain.step(np.array(codes))[0].tolist()
    assert state_of(env) == state_of(plain)


@pytest.mark.parametrize("number", [0, -1, 2.0, "3", None, True])
def test_a_number_of_lanes_that_is_none(number: Any) -> None:
    """At least one, and whole."""
    says = "num_envs is a whole number from 1 up, not "
    with pytest.raises(BadOption, match=f"^{says}") as error:
        RavelboxVectorEnv("ravel", number)
    assert error.value.option == "num_envs"
    three: Any = np.int64(3)
    assert RavelboxVectorEnv("ravel", three).reset()[0].shape[0] == LANES


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_modes_by_their_texts(mode: AutoresetMode) -> None:
    """As gymnasium spells them."""
    text: Any = mode.value
    env = gymnasium.make_vec("ravelbox/ravel-v0", num_envs=2, autoreset_mode=text)
    assert env.metadata["autoreset_mode"] is mode


@pytest.mark.parametrize(
    ("mode", "says"),
    [
        ("samestep", 'not "samestep"'),
        (AutoresetMode.DISABLED, 'not "Disabled"'),
        (None, "not None"),
        (np.array([1, 2]), "not array"),
    ],
    ids=repr,
)
def test_modes_that_are_none(mode: Any, says: str) -> None:
    """What came is not among what is possible."""
    with pytest.raises(BadOption, match=f"autoreset_mode is NextStep or SameStep, {says}"):
        RavelboxVectorEnv("ravel", autoreset_mode=mode)
