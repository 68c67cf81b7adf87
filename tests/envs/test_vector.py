"""Many tables at once: each lane is what a single environment is, and new matches begin by themselves."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from ravelbox.bots import Chair, bot
from ravelbox.envs.vector import RavelboxVectorEnv
from ravelbox.kernel.rng import Rng
from tests.envs.tables import SEATS, every_game, learner, options_of

LANES = 3
STEPS = {"ravel": 60, "ramble": 25, "arch_ravels": 25, "ravingspire": 25}
both_modes = pytest.mark.parametrize(
    "mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP], ids=lambda mode: str(mode.value)
)


def fleet(game: str, lanes: int = LANES, **given: Any) -> RavelboxVectorEnv:
    """Quick tables."""
    made: dict[str, Any] = {"seats": SEATS[game], "options": options_of(game, SEATS[game])}
    return RavelboxVectorEnv(game, lanes, bots="random", **(made | given))


def codes(masks: Any, rng: Rng) -> Any:
    """Any possible code in each lane; 0 where a match is over."""
    every = [np.flatnonzero(mask) for mask in masks]
    return np.array([int(some[rng.below(len(some))]) if len(some) else 0 for some in every])


@both_modes
@every_game
def test_lanes_are_single_environments(game: str, mode: AutoresetMode) -> None:
    """Beside Gymnasium's own vector of single ones: the same rows, masks, rewards and ends."""
    ours = fleet(game, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: learner(game)] * LANES, autoreset_mode=mode)
    seen, told = ours.reset(seed=11)
    expected, their_told = theirs.reset(seed=11)
    rng, ended = Rng(1), 0
    for _ in range(STEPS[game]):
        assert np.array_equal(seen, expected)
        assert np.array_equal(told["action_mask"], their_told["action_mask"])
        actions = codes(told["action_mask"], rng)
        seen, rewards, over, cut, told = ours.step(actions)
        expected, their_rewards, their_over, their_cut, their_told = theirs.step(actions)
        assert np.array_equal(rewards, their_rewards)
        assert np.array_equal(over, their_over)
        assert np.array_equal(cut, their_cut)
        assert ("final_obs" in told) == ("final_obs" in their_told)
        if "final_obs" in told:
            assert np.array_equal(told["_final_obs"], their_told["_final_obs"])
            for lane in np.flatnonzero(told["_final_obs"]):
                assert np.array_equal(told["final_obs"][lane], their_told["final_obs"][lane])
        ended += int(over.sum())
    assert ended > 0 or game != "ravel"


def test_what_is_returned_is_nobody_elses() -> None:
    """Later steps change nothing of what was handed out before."""
    env = fleet("ravel")
    seen, told = env.reset(seed=1)
    before, masks = seen.copy(), told["action_mask"].copy()
    env.step(codes(masks, Rng(1)))
    assert np.array_equal(seen, before)
    assert np.array_equal(told["action_mask"], masks)


def test_spaces_hold_what_is_shown() -> None:
    """Rows lie within their bounds, in one lane and in all."""
    env = fleet("ramble")
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert env.single_observation_space.contains(seen[0])
    assert env.action_space.shape == (LANES,)
    assert len(env.render()) == LANES


def test_gymnasium_makes_it_by_name() -> None:
    """As one class, not as many environments one after the other."""
    env = gymnasium.make_vec("ravelbox/ravel-v0", num_envs=4, options={"deck": "W4"})
    assert isinstance(env.unwrapped, RavelboxVectorEnv)
    seen, told = env.reset(seed=1)
    assert seen.shape == (4, 76)
    assert told["action_mask"].shape == (4, 222)
    assert seen.dtype == np.uint8


def test_an_end_brings_the_reward_of_the_game() -> None:
    """R.A.V.E.L. gives 1 for an open bench and 0 else; the greedy player knows both."""
    env = fleet("ravel", 6, options={}, autoreset_mode=AutoresetMode.SAME_STEP)
    env.reset(seed=5)
    player, game, rewards = bot("greedy", "ravel"), env.setting.game, []
    for _ in range(45):
        tables = [lane.state for lane in env.fleet.lanes]
        chosen = np.array([player.choose(Chair(game, table, 0)) for table in tables])
        _, reward, over, _, _ = env.step(chosen)
        rewards += reward[over].tolist()
        assert not reward[~over].any()
    assert set(rewards) == {0.0, 1.0}


@both_modes
@every_game
def test_forgiven_lanes_are_forgiven_single_environments(game: str, mode: AutoresetMode) -> None:
    """An impossible code stands for the same possible one, whether there is one table or many."""
    ours = fleet(game, forgive=True, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: learner(game, forgive=True)] * LANES, autoreset_mode=mode)
    ours.reset(seed=11)
    theirs.reset(seed=11)
    rng, last = Rng(3), ours.setting.codes
    for _ in range(STEPS[game]):
        actions = np.array([rng.below(last) for _ in range(LANES)])
        before = actions.copy()
        seen, rewards, over, _, told = ours.step(actions)
        assert np.array_equal(actions, before)
        expected, their_rewards, their_over, _, their_told = theirs.step(actions)
        assert np.array_equal(seen, expected)
        assert np.array_equal(rewards, their_rewards)
        assert np.array_equal(over, their_over)
        assert np.array_equal(told["action_mask"], their_told["action_mask"])


def test_forgiveness_goes_with_copies_and_by_name() -> None:
    """`make_vec` takes it as `make` does."""
    env = gymnasium.make_vec("ravelbox/ravel-v0", num_envs=2, forgive=True)
    assert isinstance(env, RavelboxVectorEnv)
    env.reset(seed=1)
    copy = env.clone()
    impossible = np.array([62, 62])
    assert np.array_equal(copy.step(impossible)[0], env.step(impossible)[0])


@pytest.mark.parametrize("seed", [11, [11, 12, 13]], ids=["one seed", "a seed for each"])
@every_game
def test_bare_resets_are_those_of_single_environments(game: str, seed: Any) -> None:
    """Lane n is what an environment reset with seed + n is, also in matches that nobody seeded."""
    env = fleet(game)
    singles = [learner(game) for _ in range(LANES)]
    seen, _ = env.reset(seed=seed)
    expected = [single.reset(seed=11 + n)[0] for n, single in enumerate(singles)]
    for _ in range(3):
        assert np.array_equal(seen, expected)
        seen, told = env.reset()
        both = [single.reset() for single in singles]
        expected = [row for row, _ in both]
        assert np.array_equal(told["action_mask"], [told["action_mask"] for _, told in both])
    seen, _ = env.reset(seed=[None, 5, None])
    expected = [single.reset(seed=5 if n == 1 else None)[0] for n, single in enumerate(singles)]
    assert np.array_equal(seen, expected)


def test_the_first_bare_reset_is_the_generators() -> None:
    """Where nothing has begun, Gymnasium's own generator decides, and each lane has its own match."""
    seeds = []
    for _ in range(2):
        env = fleet("ravel")
        env.np_random = np.random.default_rng(4)
        env.reset()
        seeds.append([lane.seed for lane in env.fleet.lanes])
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == LANES


@both_modes
def test_lanes_taken_up_from_records_part_after_their_end(mode: AutoresetMode) -> None:
    """Nobody seeded their later matches, so each lane has its own."""
    first, env = fleet("ravel"), fleet("ravel", autoreset_mode=mode)
    first.reset(seed=1)
    _, told = env.restore([first.records()[0]] * LANES)
    while {lane.seed for lane in env.fleet.lanes} == {1}:
        same = int(told["action_mask"][0].argmax())
        told = env.step(np.full(LANES, same))[4]
    assert len({lane.seed for lane in env.fleet.lanes}) == LANES
