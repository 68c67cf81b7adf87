"""One learner at a table, for Gymnasium: R.A.V.E.L. alone, the other games in the company of bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Self, cast

import gymnasium
import numpy as np

import ravelbox
from ravelbox.envs.arrays import Eyes, Row, give_theirs, row_space, theirs_of
from ravelbox.envs.company import Company
from ravelbox.envs.fleet import Lane, next_seed, stream_from, stream_of, words_of
from ravelbox.envs.setting import Setting
from ravelbox.kernel.record import Record
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER

MOST_SEED: Final = 1 << 62


class RavelboxEnv(gymnasium.Env[Row, np.int64]):
    """A seat of a table; `info["action_mask"]` says which codes are possible.

    The reward comes at the end: see `Setting.payoffs`. With `forgive`, an impossible code stands for
    a possible one, for programs that know no masks.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]  # theirs is no class variable

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        options: Mapping[str, object] | None = None,
        forgive: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.setting = Setting(game, options, seats)
        self.eyes = Eyes(self.setting)
        self.company = Company(self.setting, seat, bots)
        self.seat = self.company.seat
        self.forgive = forgive
        self.render_mode = render_mode
        self.observation_space = row_space(self.setting)
        self.action_space = gymnasium.spaces.Discrete(self.setting.codes)
        self.lane: Lane | None = None
        self._stream: Rng | None = None  # seeds of later matches
        self._answers: list[int] = []
        self._made = {
            "game": game,
            "seats": seats,
            "seat": seat,
            "bots": bots,
            "options": options,
            "forgive": forgive,
            "render_mode": render_mode,
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Row, dict[str, Any]]:
        """A new match; the seed is that of the dealer `Seeded`, and fixes the matches after it too."""
        super().reset(seed=seed)
        if seed is None:
            if self._stream is None:
                self._stream = stream_of(int(self.np_random.integers(MOST_SEED)))
            seed = next_seed(self._stream)
        else:
            self._stream = stream_of(seed)
        return self._sit_down(self.setting.lane(seed))

    def _sit_down(self, lane: Lane) -> tuple[Row, dict[str, Any]]:
        """At a match that has begun, once the others have played as far as they can."""
        self._let_company_play(lane)
        self.lane = lane
        return self._shown()

    def _let_company_play(self, lane: Lane) -> None:
        while lane.state.actor not in (self.seat, OVER):
            lane.play(self.company.choose(lane))

    def step(self, action: np.int64) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """One decision of the learner, and all that follows until its next one.

        A match that was over before the learner was ever asked takes any action, and ends with it.
        """
        lane = self._under_way()
        if lane.told or lane.state.actor != OVER:
            lane.play(self.setting.code(lane, action, self._answers, forgive=self.forgive))
            self._let_company_play(lane)
        seen, told = self._shown()
        lane.told = lane.state.actor == OVER
        reward = self.setting.payoffs(lane.state)[self.seat] if lane.told else 0.0
        return seen, reward, lane.told, False, told

    def _under_way(self) -> Lane:
        if self.lane is None:
            raise gymnasium.error.ResetNeeded("no match is under way: call reset first")
        return self.lane

    def _shown(self) -> tuple[Row, dict[str, Any]]:
        """What the learner sees and may answer."""
        state, eyes = self._under_way().state, self.eyes
        self._answers = eyes.sight.answers(state) if state.actor != OVER else []
        return eyes.row(state, self.seat), {"action_mask": eyes.mask(self._answers)}

    def render(self) -> str | None:
        """The table in plain lines."""
        game, lane = self.setting.game, self._under_way()
        if self.render_mode != "ansi":
            return None
        return game.describe(game.view(lane.state, self.seat))

    def record(self) -> Record:
        """The match so far, on paper."""
        return self.setting.record(self._under_way())

    def restore(self, record: Record) -> tuple[Row, dict[str, Any]]:
        """Take up the match of a record, which may be a mere header, where it stands."""
        return self._sit_down(self.setting.take_up(record))

    def clone(self) -> Self:
        """An independent copy that goes on alike."""
        return cast("Self", _revived(type(self), *self._kept()))

    def _kept(self) -> tuple[dict[str, Any], str, bool, tuple[int, ...], tuple[str, str, Any]]:
        """All that makes this environment what it is, in plain values."""
        record = self.record().to_json() if self.lane else ""
        told = bool(self.lane and self.lane.told)
        return self._made, record, told, words_of(self._stream), theirs_of(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (type(self), *self._kept())


def _revived(
    kind: type[RavelboxEnv],
    made: dict[str, Any],
    record: str,
    told: bool,  # noqa: FBT001  # as it was kept
    words: tuple[int, ...],
    theirs: tuple[str, str, Any],
) -> RavelboxEnv:
    """An environment from what was kept of another."""
    env = kind(**made)
    if record:
        env.restore(Record.from_json(record))
        env._under_way().told = told
    env._stream = stream_from(words)
    give_theirs(env, theirs)
    return env


def register() -> None:
    """Let `gymnasium.make` and `gymnasium.make_vec` know our games."""
    for name in ravelbox.games():
        gymnasium.register(
            f"ravelbox/{name}-v0",
            entry_point="ravelbox.envs.gymnasium:RavelboxEnv",
            vector_entry_point="ravelbox.envs.vector:RavelboxVectorEnv",
            kwargs={"game": name},
        )
