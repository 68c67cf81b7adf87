"""Every seat of a table as an agent, for PettingZoo: `make("aec", "ravelbox/ramble_v0")`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Self, cast

import gymnasium
import numpy as np
import pettingzoo
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import ravelbox
from ravelbox.envs.arrays import Eyes, Mask, Observation, mask_space, row_space
from ravelbox.envs.fleet import Lane, next_seed, stream_from, stream_of, words_of
from ravelbox.envs.setting import Setting, seed_of, whole
from ravelbox.kernel.errors import BadOption, GameOver
from ravelbox.kernel.record import Record
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER
from ravelbox.kernel.words import echo, listed, nearest

VERSION: Final = 0
MOST_SEED: Final = 1 << 62


class RavelboxAEC(AECEnv[str, Observation, int | None]):
    """One table; the seat that is asked is the agent to step, and its mask says what it may answer.

    Rewards come at the end: see `Setting.payoffs`. `max_cycles` cuts a match off after so many
    decisions for each seat. With `forgive`, an impossible code stands for a possible one.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        max_cycles: int | None = None,
        forgive: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.setting = setting = Setting(game, options, seats)
        self.eyes = Eyes(setting)
        self.metadata = {
            "name": f"ravelbox/{game}_v{VERSION}",
            "render_modes": ["ansi"],
            "is_parallelizable": True,
        }
        self.render_mode = render_mode
        self.forgive = forgive
        self.most = _most(max_cycles, setting.seats)
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        rows, masks = row_space(setting), mask_space(setting)
        self.observation_spaces = {
            agent: cast("Any", gymnasium.spaces.Dict({"observation": rows, "action_mask": masks}))
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: cast("Any", gymnasium.spaces.Discrete(setting.codes))
            for agent in self.possible_agents
        }
        self.lane: Lane | None = None
        self._stream: Rng | None = None  # seeds of later matches
        self._answers: list[int] = []
        self._mask: Mask = self.eyes.mask([])
        self._made = {
            "game": game,
            "seats": seats,
            "options": options,
            "max_cycles": max_cycles,
            "forgive": forgive,
            "render_mode": render_mode,
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an agent can see; the same for all seats."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """All codes of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; the seed is that of the dealer `Seeded`, and fixes the matches after it too."""
        if seed is None:
            if self._stream is None:
                self._stream = stream_of(int(np.random.default_rng().integers(MOST_SEED)))
            seed = next_seed(self._stream)
        else:
            seed = seed_of(seed)
            self._stream = stream_of(seed)
        self._sit_down(self.setting.lane(seed))

    def _sit_down(self, lane: Lane) -> None:
        """All agents at a match that has begun, or that ended already."""
        self.lane = lane
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = cast("Any", None)
        self.agent_selection = self.agents[0]
        self._look(lane)

    def step(self, action: int | None) -> None:
        """One decision of the agent that is asked."""
        if not self.agents:
            raise self._nobody()
        lane, agent = self._under_way(), self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        answers = self._answers
        if type(action) is int and action in answers:  # as nearly always
            lane.play(action)
        else:
            lane.play(self.setting.code(lane, action, answers, forgive=self.forgive))
        self.infos[agent] = {}
        self._look(lane)

    def _look(self, lane: Lane) -> None:
        """See who is asked, or how it ended."""
        eyes, state = self.eyes, lane.state
        if state.actor == OVER:
            self._answers = []
            self._mask = eyes.mask([])
            for agent, payoff in zip(self.agents, self.setting.payoffs(state), strict=True):
                self.rewards[agent] = self._cumulative_rewards[agent] = payoff
                self.terminations[agent] = True
            self.agent_selection = self.agents[0]
            return
        self._answers = eyes.sight.answers(state)
        self._mask = eyes.mask(self._answers)
        agent = self.agent_selection = self.possible_agents[state.actor]
        self.infos[agent] = {"action_mask": self._mask}
        if self.most is not None and len(lane.decisions) >= self.most:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]

    def _nobody(self) -> Exception:
        """Why no agent is there to step."""
        if self.lane is None:
            return gymnasium.error.ResetNeeded("no match is under way: call reset first")
        return GameOver(f"{self.setting.game.title}: all agents have left: call reset first")

    def _under_way(self) -> Lane:
        if self.lane is None:
            raise self._nobody()
        return self.lane

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: FBT001, FBT002  # theirs
        """What the agent that is asked needs to know."""
        if not self.agents:
            raise self._nobody()
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def observe(self, agent: str) -> Observation:
        """What a seat sees; its mask is empty unless it is asked."""
        state, seat = self._under_way().state, self.seat_of.get(agent, -1)
        if seat < 0:
            raise BadOption(
                f"{self.setting.game.title} here has agents {listed(self.seat_of, 'and')}, "
                f"not {echo(agent)}{nearest(str(agent), self.seat_of)}",
                option="agent",
            )
        asked = state.actor == seat
        return {
            "observation": self.eyes.row(state, seat),
            "action_mask": self._mask if asked else self.eyes.mask([]),
        }

    def render(self) -> str | None:
        """The table in plain lines, as the seat that is asked sees it."""
        lane = self._under_way()
        if self.render_mode != "ansi":
            return None
        view = self.setting.game.view(lane.state, max(lane.state.actor, 0))
        return self.setting.game.describe(view)

    def close(self) -> None:
        """Nothing is held that needs letting go."""

    def record(self) -> Record:
        """The match so far, on paper."""
        return self.setting.record(self._under_way())

    def restore(self, record: Record) -> None:
        """Take up the match of a record, which may be a mere header, where it stands."""
        self._sit_down(self.setting.take_up(record))

    def clone(self) -> Self:
        """An independent copy that goes on alike."""
        return cast("Self", _revived(type(self), *self._kept()))

    def _kept(self) -> tuple[dict[str, Any], str, tuple[int, ...], list[str]]:
        """All that makes this environment what it is, in plain values."""
        record = self.record().to_json() if self.lane else ""
        return self._made, record, words_of(self._stream), self.agents

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (type(self), *self._kept())


def _most(max_cycles: object, seats: int) -> int | None:
    """How many decisions a match may take; None for any number."""
    if max_cycles is None:
        return None
    cycles = whole(max_cycles)
    if cycles is None or cycles < 1:
        raise BadOption(
            f"max_cycles is a whole number from 1 up or None, not {echo(max_cycles)}",
            option="max_cycles",
        )
    return cycles * seats


def _revived(
    kind: type[RavelboxAEC],
    made: dict[str, Any],
    record: str,
    words: tuple[int, ...],
    agents: list[str],
) -> RavelboxAEC:
    """An environment from what was kept of another."""
    env = kind(**made)
    if record:
        env.restore(Record.from_json(record))
        while env.agents != agents:  # some had taken their leave
            env.step(None)
    env._stream = stream_from(words)
    return env


def parallel(game: str, **given: Any) -> ParallelEnv[str, Observation, int | None]:
    """The same for programs that step all agents at once; only the one that is asked is heard."""
    return turn_based_aec_to_parallel(RavelboxAEC(game, **given))


def register() -> None:
    """Let `pettingzoo.make` know our games. They check actions themselves, so they need no wrappers."""
    for name in ravelbox.games():
        known, made = f"ravelbox/{name}_v{VERSION}", {"game": name}
        aec, together = f"{__name__}:RavelboxAEC", f"{__name__}:parallel"
        pettingzoo.register("aec", known, aec, kwargs=made)
        pettingzoo.register("parallel", known, together, kwargs=made)
