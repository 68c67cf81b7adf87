"""An environment in mid-game, copied in any way, goes on as the original does, in every kit."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

from ravelbox.envs import openspiel
from ravelbox.envs.gymnasium import RavelboxEnv
from ravelbox.envs.pettingzoo import RavelboxAEC
from ravelbox.envs.vector import RavelboxVectorEnv
from ravelbox.kernel.errors import RecordError
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.record import Record
from ravelbox.kernel.rng import Rng
from tests.envs.tables import SEATS, every_game, learner, options_of

BEFORE, AFTER = 5, 12  # steps until the copy is made, and steps that both go on


def a_code(mask: Any, rng: Rng) -> int:
    """Any possible code; 0 where none is asked for."""
    possible = np.flatnonzero(mask)
    return int(possible[rng.below(len(possible))]) if len(possible) else 0


def given(game: str) -> dict[str, Any]:
    """What makes a quick table."""
    return {"seats": SEATS[game], "options": options_of(game, SEATS[game])}


# Each kit: a new environment, some steps of it told in plain values, and ways to copy it.


def gymnasium_steps(env: RavelboxEnv, steps: int, seed: int, told: dict[str, Any]) -> list[Any]:
    """Steps of a learner; after an end a new match begins by itself."""
    rng, seen = Rng(seed), []
    for _ in range(steps):
        row, reward, over, _, told = env.step(np.int64(a_code(told["action_mask"], rng)))
        assert env.lane is not None
        seen.append((row.tolist(), reward, over, digest(env.lane.state)))
        if over:
            _, told = env.reset()
    return seen


def test_gymnasium_copies_go_on_alike() -> None:
    """Also over the end of a match, since the seeds of later ones come along."""
    for game in SEATS:
        env = learner(game)
        _, told = env.reset(seed=3)
        gymnasium_steps(env, BEFORE, 1, told)
        told = {"action_mask": env.clone()._shown()[1]["action_mask"]}
        again = learner(game)
        again.restore(Record.from_json(env.record().to_json()))
        copies = [env.clone(), pickle.loads(pickle.dumps(env))]  # noqa: S301  # our own
        seen = [gymnasium_steps(copy, AFTER, 2, told) for copy in copies]
        assert gymnasium_steps(env, AFTER, 2, told) == seen[0] == seen[1]
        length = next((n for n, step in enumerate(seen[0], 1) if step[2]), AFTER)
        replayed = gymnasium_steps(again, length, 2, told)
        assert replayed == seen[0][:length]


def agents_steps(env: RavelboxAEC, steps: int, seed: int) -> list[Any]:
    """Steps of whoever is asked, to the last farewell."""
    rng, seen = Rng(seed), []
    for _ in range(steps):
        if not env.agents:
            break
        look, reward, over, cut, _ = env.last()
        assert look is not None
        env.step(None if over or cut else a_code(look["action_mask"], rng))
        assert env.lane is not None
        row = look["observation"].tolist()
        seen.append((env.agents[:], row, reward, over, digest(env.lane.state)))
    return seen


@pytest.mark.parametrize("before", [BEFORE, 10_000], ids=["in mid-game", "at the farewells"])
@every_game
def test_pettingzoo_copies_go_on_alike(game: str, before: int) -> None:
    """By clone, pickle, JSON and replay; even when some agents have left already."""
    env = RavelboxAEC(game, **given(game))
    env.reset(seed=3)
    if before > BEFORE:
        while not any(env.terminations.values()):
            agents_steps(env, 1, 7)
        agents_steps(env, len(env.agents) - 1, 7)
    else:
        agents_steps(env, before, 1)
    copies = [env.clone(), pickle.loads(pickle.dumps(env))]  # noqa: S301  # our own
    if before == BEFORE:
        for record in (Record.from_json(env.record().to_json()), env.record()):
            copies.append(RavelboxAEC(game, **given(game)))
            copies[-1].restore(record)
    seen = [agents_steps(copy, AFTER, 2) for copy in copies]
    seen.append(agents_steps(env, AFTER, 2))
    assert all(steps == seen[0] for steps in seen)
    assert seen[0]


def fleet_steps(env: RavelboxVectorEnv, steps: int, seed: int) -> list[Any]:
    """Steps in all lanes; new matches begin by themselves."""
    rng, seen = Rng(seed), []
    masks = env._masks()
    for _ in range(steps):
        rows, rewards, over, _, told = env.step(np.array([a_code(mask, rng) for mask in masks]))
        masks = told["action_mask"]
        digests = [digest(lane.state) for lane in env.fleet.lanes]
        seen.append((rows.tolist(), rewards.tolist(), over.tolist(), digests))
    return seen


@every_game
def test_vector_copies_go_on_alike(game: str) -> None:
    """By clone, pickle, JSON and replay, lane by lane."""
    env = RavelboxVectorEnv(game, 2, bots="random", **given(game))
    env.reset(seed=3)
    fleet_steps(env, BEFORE, 1)
    copies = [env.clone(), pickle.loads(pickle.dumps(env))]  # noqa: S301  # our own
    again = RavelboxVectorEnv(game, 2, bots="random", **given(game))
    again.restore([Record.from_json(record.to_json()) for record in env.records()])
    seen = [fleet_steps(copy, AFTER, 2) for copy in copies]
    seen.append(fleet_steps(env, AFTER, 2))
    assert all(steps == seen[0] for steps in seen)
    first = next((n for n, step in enumerate(seen[0], 1) if any(step[2])), AFTER)
    assert fleet_steps(again, first, 2) == seen[0][:first]


VECTOR_COPIES: dict[str, Callable[[RavelboxVectorEnv], RavelboxVectorEnv]] = {
    "clone": lambda env: env.clone(),
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),  # noqa: S301  # our own
}


@pytest.mark.parametrize("way", VECTOR_COPIES)
def test_bare_resets_of_vector_copies(way: str) -> None:
    """They begin the matches that the original begins: after a seed, a record, or nothing yet."""
    seeded, taken_up, fresh = (RavelboxVectorEnv("ravel", 2) for _ in range(3))
    seeded.reset(seed=7)
    taken_up.restore(seeded.records())
    fresh.np_random = np.random.default_rng(4)
    for env in (seeded, taken_up, fresh):
        copy = VECTOR_COPIES[way](env)
        for _ in range(3):
            assert np.array_equal(env.reset()[0], copy.reset()[0])
            seeds = [[lane.seed for lane in each.fleet.lanes] for each in (env, copy)]
            assert seeds[0] == seeds[1]


def spiel_state(game: str) -> Any:
    """A new table of OpenSpiel."""
    options = ";".join(f"{name}:{value}" for name, value in given(game)["options"].items())
    known = {"players": SEATS[game], "options": options}
    return pyspiel.load_game(f"ravelbox_{game}", known).new_initial_state()


def spiel_steps(state: Any, steps: int, seed: int) -> list[Any]:
    """Answers of seats and of luck alike."""
    rng, seen = Rng(seed), []
    for _ in range(steps):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        state.apply_action(legal[rng.below(len(legal))])
        texts = [state.information_state_string(seat) for seat in range(state.num_players())]
        tensors = [state.observation_tensor(seat) for seat in range(state.num_players())]
        seen.append((texts, tensors, state.returns(), digest(state.board.state)))
    return seen


def replayed(state: Any, record: Record) -> Any:
    """A new state, gone on to where a record stands."""
    new = state.get_game().new_initial_state()
    new.restore(record)
    return new


COPIES: dict[str, Callable[[Any], Any]] = {
    "clone": lambda state: state.clone(),
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),  # noqa: S301  # our own
    "serialized": lambda state: state.get_game().deserialize_state(state.serialize()),
    "json": lambda state: replayed(state, Record.from_json(state.record().to_json())),
    "replay": lambda state: replayed(state, state.record()),
}


@pytest.mark.parametrize("way", COPIES)
@every_game
def test_openspiel_copies_go_on_alike(game: str, way: str) -> None:
    """Luck included; what a seat was told before the copy counts as well."""
    state = spiel_state(game)
    spiel_steps(state, 60, 1)
    copy = COPIES[way](state)
    assert openspiel.RavelboxState.told(copy, 0) == openspiel.RavelboxState.told(state, 0)
    ahead = spiel_steps(copy, AFTER, 2)
    assert spiel_steps(state, AFTER, 2) == ahead


@every_game
def test_openspiel_games_go_on_alike(game: str) -> None:
    """A game is copied as OpenSpiel's own are: its options and seats, and so all its states."""
    state = spiel_state(game)
    original = state.get_game()
    copies = [pickle.loads(pickle.dumps(original)), deepcopy(original)]  # noqa: S301  # our own
    for other in copies:
        assert str(other) == str(original)
        assert other.setting.options == original.setting.options
        new = other.new_initial_state()
        assert digest(new.board.state) == digest(state.board.state)
        assert spiel_steps(new, 40, 2) == spiel_steps(original.new_initial_state(), 40, 2)


def test_openspiel_games_are_read_where_nothing_was_imported() -> None:
    """A pickle finds its way to the game by itself, as in a new process of a learner."""
    kept = pickle.dumps(spiel_state("ravel").get_game())
    reads = f"import pickle; print(pickle.loads({kept!r}).new_initial_state().get_game())"
    told = subprocess.run(
        [sys.executable, "-c", reads], capture_output=True, text=True, check=True
    )  # our own
    assert told.stdout.strip() == str(spiel_state("ravel").get_game())


@every_game
def test_a_table_of_openspiel_goes_on_anywhere(game: str) -> None:
    """Nobody knows who dealt there, so luck goes on by a seed of its own; copies of that go on alike."""
    state = spiel_state(game)
    spiel_steps(state, AFTER, 2)
    while state.is_chance_node():
        state.apply_action(0)
    record = state.record()
    single = learner(game)
    single.reset(seed=1)
    single.restore(record)
    assert single.record().moves[: len(record.moves)] == record.moves
    told, twin = single._shown()[1], single.clone()
    assert gymnasium_steps(single, AFTER, 4, told) == gymnasium_steps(twin, AFTER, 4, told)
    many = RavelboxVectorEnv(game, 2, bots="random", **given(game))
    many.restore([record] * 2)
    copy = many.clone()
    assert fleet_steps(many, AFTER, 4) == fleet_steps(copy, AFTER, 4)
    table = RavelboxAEC(game, **given(game))
    table.restore(record)
    other = table.clone()
    assert agents_steps(table, AFTER, 4) == agents_steps(other, AFTER, 4)
    assert Match.replay(table.record()).record() == table.record()


def test_choices_by_chance_and_names_come_along() -> None:
    """What `action_space.sample` would draw next, and what the environment was made by."""
    env: Any = gymnasium.make("ravelbox/ravel-v0").unwrapped
    env.action_space.seed(1)
    many: Any = gymnasium.make_vec("ravelbox/ravel-v0", num_envs=2)
    many.action_space.seed(1)
    for each in (env, many):
        for copy in (each.clone(), pickle.loads(pickle.dumps(each))):  # noqa: S301  # our own
            assert copy.spec == each.spec
            before = deepcopy(each.action_space)
            drawn = [np.asarray(copy.action_space.sample()).tolist() for _ in range(3)]
            assert drawn == [np.asarray(before.sample()).tolist() for _ in range(3)]


def test_a_copy_leaves_the_original_alone() -> None:
    """Playing a clone on changes nothing of the table that it was made from."""
    env = learner("ramble")
    _, told = env.reset(seed=3)
    assert env.lane is not None
    before = digest(env.lane.state)
    gymnasium_steps(env.clone(), AFTER, 2, told)
    assert digest(env.lane.state) == before


def test_a_record_of_another_table_is_refused() -> None:
    """Its game, options and seats must be those of the environment."""
    env = learner("ramble")
    env.reset(seed=3)
    with pytest.raises(RecordError, match=r"a match of ramble with 3 seats .* is for ravel"):
        learner("ravel").restore(env.record())
    other = RavelboxAEC("ramble", seats=4)
    with pytest.raises(RecordError, match=r"3 seats .* 4 seats"):
        other.restore(env.record())


def test_records_with_any_dealer_are_taken_up() -> None:
    """A puzzle of the day goes on as dealt, and its record says so."""
    made = Match.replay(_dealt())
    env = RavelboxEnv("ravel")
    _, told = env.restore(made.record())
    gymnasium_steps(env, 3, 2, told)
    record = env.record()
    assert record.header.dealer == "dealt RAVEL-DEMO"
    assert env.lane is not None
    assert digest(Match.replay(record).state) == digest(env.lane.state)


def _dealt() -> Record:
    """A bare header with the luck of a seed string."""
    env = RavelboxEnv("ravel")
    dealer = env.setting.game.dealt("RAVEL-DEMO")
    assert dealer is not None
    return Match.new(env.setting.game, dealer=dealer).record()
