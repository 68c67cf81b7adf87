"""Many tables at once: each lane is what a single environment is, and new matches begin by themselves."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from ravelbox.bots import Chair, bot
from ravelbox.envs.vector import RavelboxVectorEnv
from ravelbox.kernel.errors import BadOption, GameOver
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
            assert np.array_equal(told["_final_info"], their_told["_final_info"])
            theirs_last = their_told["final_info"]["action_mask"]
            assert np.array_equal(told["final_info"]["action_mask"], theirs_last)
            for lane in np.flatnonzero(told["_final_obs"]):
                assert np.array_equal(told["final_obs"][lane], their_told["final_obs"][lane])
        ended += int(over.sum())
    assert ended > 0 or game != "ravel"


def test_only_some_lanes_are_reset() -> None:
    """As in Gymnasium's own vectors, with seeds or without."""
    ours, theirs = fleet("ravel"), SyncVectorEnv([lambda: learner("ravel")] * LANES)
    _, told = ours.reset(seed=11)
    theirs.reset(seed=11)
    rng = Rng(5)
    given: list[list[int | None] | None] = [[21, 22, 23], None]
    for seeds in given:
        actions = codes(told["action_mask"], rng)
        ours.step(actions)
        theirs.step(actions)
        mask = np.array([True, False, True])
        seen, told = ours.reset(seed=seeds, options={"reset_mask": mask})
        expected, _ = theirs.reset(seed=seeds, options={"reset_mask": mask})
        assert np.array_equal(seen, expected)
    before = ours.records()
    for wrong in (np.array([True]), np.array([1, 0, 1]), "all"):
        with pytest.raises(BadOption) as error:
            ours.reset(options={"reset_mask": wrong})
        assert error.value.option == "reset_mask"
    assert ours.records() == before
    with pytest.raises(gymnasium.error.ResetNeeded):
        fleet("ravel").reset(options={"reset_mask": mask})


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
    env = fleet("ramble", render_mode="ansi")
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert env.single_observation_space.contains(seen[0])
    assert env.action_space.shape == (LANES,)
    shown = env.render()
    assert shown is not None
    assert len(shown) == LANES
    assert fleet("ramble").render() is None


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


@both_modes
def test_a_match_that_is_over_before_the_first_question(mode: AutoresetMode) -> None:
    """Others may lose it first: any action ends it then, with its reward, alone and among many."""
    early = 56  # the seed of a park that five others lose before the sixth is asked
    given: dict[str, Any] = {"seats": 6, "seat": 5, "options": {}}
    single = learner("ramble", **given)
    seen, told = single.reset(seed=early)
    assert not told["action_mask"].any()
    copy = single.clone()
    for env in (single, copy):
        last, reward, ended, cut, _ = env.step(np.int64(7))
        assert (reward, ended, cut) == (0.0, True, False)
        assert np.array_equal(last, seen)
        with pytest.raises(GameOver):
            env.step(np.int64(7))
    ours = fleet("ramble", autoreset_mode=mode, **given)
    theirs = SyncVectorEnv([lambda: learner("ramble", **given)] * LANES, autoreset_mode=mode)
    seen, told = ours.reset(seed=early - 1)
    theirs.reset(seed=early - 1)
    rng, ends = Rng(2), 0
    for step in range(40):
        actions = codes(told["action_mask"], rng)
        twin = ours.clone()
        seen, rewards, over, _, told = ours.step(actions)
        assert np.array_equal(twin.step(actions)[0], seen)
        expected, their_rewards, their_over, _, _ = theirs.step(actions)
        assert np.array_equal(seen, expected)
        assert np.array_equal(rewards, their_rewards)
        assert np.array_equal(over, their_over)
        assert over[1] or step
        ends += int(over.sum())
    assert ends
