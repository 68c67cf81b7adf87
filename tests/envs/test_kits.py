"""The upstream kits pass, and each of them finds a fault that was planted."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import ravelbox.envs
from ravelbox.envs import openspiel
from ravelbox.envs.arrays import Observation
from ravelbox.envs.fleet import Lane
from ravelbox.envs.gymnasium import RavelboxEnv
from ravelbox.envs.pettingzoo import RavelboxAEC
from ravelbox.kernel.rng import Rng
from tests.envs.tables import SEATS, every_game, every_size, options_of

with warnings.catch_warnings():  # it makes a game of its own in a way that it warns of
    warnings.simplefilter("ignore", DeprecationWarning)
    pettingzoo_kit: Any = importlib.import_module("pettingzoo.test")

CYCLES = 30
# What PettingZoo says of any environment of others whose agents see a mask, and of the last look.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def table(kind: type[RavelboxAEC], game: str, seats: int, **given: Any) -> RavelboxAEC:
    """A quick table of so many seats."""
    return kind(game, seats=seats, options=options_of(game, seats), **given)


@every_size
def test_pettingzoo_api_and_seeds(game: str, seats: int) -> None:
    """Every game at every size."""
    pettingzoo_kit.api_test(table(RavelboxAEC, game, seats), num_cycles=CYCLES)
    pettingzoo_kit.seed_test(partial(table, RavelboxAEC, game, seats), num_cycles=CYCLES)


class Careless(RavelboxAEC):
    """Its rows are of another type than its space says."""

    def observe(self, agent: str) -> Observation:
        """The right numbers, too wide."""
        seen = super().observe(agent)
        return {**seen, "observation": seen["observation"].astype(np.float64)}


class Rich(RavelboxAEC):
    """Its agents have been given more than its rewards say."""

    def _look(self, lane: Lane) -> None:
        super()._look(lane)
        self._cumulative_rewards = dict.fromkeys(self._cumulative_rewards, 1.0)


class Unseeded(RavelboxAEC):
    """It throws the seed away."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Any match."""
        super().reset(None, options)


@pytest.mark.parametrize(
    ("kind", "says"), [(Careless, "Out of bounds observation"), (Rich, "not the accumulated")]
)
def test_the_api_test_bites(kind: type[RavelboxAEC], says: str) -> None:
    """A wrong type, and rewards out of nowhere, are found."""
    with pytest.raises(AssertionError, match=says):
        pettingzoo_kit.api_test(table(kind, "ramble", 3), num_cycles=CYCLES)


def test_the_seed_test_bites() -> None:
    """An environment that forgets its seed is found."""
    with pytest.raises(AssertionError, match="Incorrect"):
        pettingzoo_kit.seed_test(partial(table, Unseeded, "ramble", 3), num_cycles=CYCLES)


class Endless(RavelboxAEC):
    """It lets one decision more be made than it was told."""

    def _look(self, lane: Lane) -> None:
        self.most = 5
        super()._look(lane)


def module(kind: Callable[..., RavelboxAEC]) -> SimpleNamespace:
    """What the kit wants: makers of an environment of either form. It samples without masks."""

    def parallel(**given: Any) -> Any:
        return turn_based_aec_to_parallel(kind(forgive=True, **given))

    return SimpleNamespace(env=partial(kind, forgive=True), parallel_env=parallel)


@pytest.mark.parametrize("game", ["ravel", "arch_ravels", "ravingspire"])
def test_pettingzoo_max_cycles_alone(game: str) -> None:
    """The kit counts one action a cycle for every agent, so it fits tables where one seat decides."""
    pettingzoo_kit.max_cycles_test(module(partial(table, RavelboxAEC, game, 1)))


def test_the_max_cycles_test_bites() -> None:
    """One decision too many is found."""
    with pytest.raises(AssertionError, match="4 == 5"):
        pettingzoo_kit.max_cycles_test(module(partial(table, Endless, "ravel", 1)))


@every_game
def test_max_cycles_counts_decisions_of_all_seats(game: str) -> None:
    """Where seats have several decisions a turn: so many for each on average, then all stop."""
    seats = SEATS[game]
    env = table(RavelboxAEC, game, seats, max_cycles=2, forgive=True)
    env.reset(seed=1)
    for _ in range(2 * seats):
        assert not any(env.truncations.values())
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    for _ in range(seats):
        env.step(None)
    assert env.agents == []


@every_game
def test_pettingzoo_makes_our_games_by_name(game: str) -> None:
    """By `pettingzoo.make`, in turns and all at once."""
    known = f"ravelbox/{game}_v0"
    assert str(pettingzoo.make("aec", known, seats=SEATS[game])) == known
    together = pettingzoo.make("parallel", known)
    assert together.unwrapped.metadata["name"] == known
    seen, _ = together.reset(seed=1)
    assert list(seen) == together.agents


@every_game
def test_gymnasium_check_env(game: str) -> None:
    """As registered; the kit samples without masks, so the environment forgives."""
    env = gymnasium.make(
        f"ravelbox/{game}-v0",
        seats=SEATS[game],
        options=options_of(game, SEATS[game]),
        bots="random",
        forgive=True,
        render_mode="ansi",
    )
    assert isinstance(env.unwrapped, RavelboxEnv)
    check_env(env.unwrapped)


class Forgetful(RavelboxEnv):
    """It throws the seed away."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Any match."""
        return super().reset(seed=None, options=options)


class Stingy(RavelboxEnv):
    """It gives the same array again and again."""

    kept: Any = None

    def _shown(self) -> tuple[Any, dict[str, Any]]:
        seen, told = super()._shown()
        if self.kept is None:
            self.kept = seen
        self.kept[:] = seen
        return self.kept, told


@pytest.mark.parametrize(
    ("kind", "says"), [(Forgetful, "random number generator"), (Stingy, "share an object")]
)
def test_check_env_bites(kind: type[RavelboxEnv], says: str) -> None:
    """A forgotten seed, and an array that changes under one's hands, are found."""
    with pytest.raises(AssertionError, match=says):
        check_env(kind("ravel", forgive=True), skip_render_check=True)


def spiel(game: str, seats: int) -> Any:
    """A quick table for OpenSpiel."""
    options = ";".join(f"{name}:{value}" for name, value in options_of(game, seats).items())
    return pyspiel.load_game(f"ravelbox_{game}", {"players": seats, "options": options})


@every_game
def test_openspiel_random_simulation(game: str) -> None:
    """Its own test of chance, legal actions, observers, undo by serialising, and returns."""
    quick = {"ravel": 5, "ramble": 1, "arch_ravels": 1, "ravingspire": 1}
    pyspiel.random_sim_test(spiel(game, SEATS[game]), quick[game], True, False)


class LopsidedState(openspiel.RavelboxState):
    """Its luck is less than certain to say anything."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """One answer is left out."""
        return super().chance_outcomes()[1:]


class LopsidedGame(openspiel.RavelboxGame):
    """A game of such states."""

    name = "ravel"
    kind = openspiel.kind_of("ravel", "ravelbox_lopsided")

    def new_initial_state(self) -> LopsidedState:
        """A table whose luck is wrong."""
        return LopsidedState(self)


def test_the_random_simulation_test_bites() -> None:
    """Luck whose chances do not sum up to one is found."""
    pyspiel.register_game(LopsidedGame.kind, LopsidedGame)
    with pytest.raises(pyspiel.SpielError, match="sum"):
        pyspiel.random_sim_test(pyspiel.load_game("ravelbox_lopsided"), 1, True, False)


def test_importing_registers_every_game() -> None:
    """One id a game, for one table and for many."""
    assert ravelbox.envs.__doc__
    for name in ravelbox.games():
        spec = gymnasium.spec(f"ravelbox/{name}-v0")
        assert spec.kwargs == {"game": name}
        assert spec.vector_entry_point


@every_game
def test_openspiel_what_one_has_done_is_known(game: str) -> None:
    """Different answers lead to different information states, so equal ones have equal answers."""
    state, rng, compared = spiel(game, SEATS[game]).new_initial_state(), Rng(4), 0
    for _ in range(150):
        if state.is_terminal():
            break
        codes, seat = state.legal_actions(), state.current_player()
        if seat >= 0 and rng.below(4) == 0:
            known = {}
            for code in codes[:8]:
                child = state.child(code)
                known[code] = child.information_state_string(seat)
            assert len(set(known.values())) == len(known)
            compared += len(known)
        state.apply_action(codes[rng.below(len(codes))])
    assert compared > 20
