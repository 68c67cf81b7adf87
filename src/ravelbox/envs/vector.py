"""Many matches at once, for Gymnasium's vector API: stepped inside the engine, shown in whole arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Self, cast

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ravelbox.envs.arrays import Row, row_space, row_type
from ravelbox.envs.company import Company
from ravelbox.envs.fleet import Fleet, stream_from, words_of
from ravelbox.envs.setting import Setting
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.record import Record
from ravelbox.kernel.rules import OVER
from ravelbox.kernel.words import listed

MOST_SEED: Final = 1 << 62
MODES: Final = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)

Stepped = tuple[Row, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class RavelboxVectorEnv(VectorEnv[Row, NDArray[np.int64], NDArray[Any]]):
    """So many tables, each with the learner at the same seat; `info["action_mask"]` has a row for each.

    Lane n plays the matches that a single environment plays that is reset with `seed + n`. By
    default the step after an end begins the next match, whatever its action; with
    `AutoresetMode.SAME_STEP` the step that ends a match begins the next one and
    `info["final_obs"]` shows how it ended.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        options: Mapping[str, object] | None = None,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        if autoreset_mode not in MODES:
            raise BadOption(
                f"a new match begins in {listed(mode.value for mode in MODES)}, "
                f"not {autoreset_mode!r}",
                option="autoreset_mode",
            )
        self.setting = setting = Setting(game, options, seats)
        self.num_envs = num_envs
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": autoreset_mode}
        self.single_observation_space = row_space(setting)
        self.single_action_space = gymnasium.spaces.Discrete(setting.codes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        company = Company(setting, seat, bots)
        self.fleet = Fleet(setting.sight, setting.table, seat, setting.codes, num_envs, company)
        self._begun = False
        self._made = {
            "game": game,
            "num_envs": num_envs,
            "seats": seats,
            "seat": seat,
            "bots": bots,
            "options": options,
            "autoreset_mode": autoreset_mode,
        }

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Row, dict[str, Any]]:
        """New matches in all lanes; a single seed stands for itself and the numbers after it."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        given = range(seed, seed + self.num_envs) if isinstance(seed, int) else seed
        for lane in range(self.num_envs):
            first = given[lane] if given else None
            if first is None:
                first = int(self.np_random.integers(MOST_SEED))
            self.fleet.reset(lane, first)
        self.fleet.look()
        self._begun = True
        return self._rows(), {"action_mask": self._masks()}

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        """One action in each lane."""
        fleet, setting = self.fleet, self.setting
        if not self._begun:
            raise gymnasium.error.ResetNeeded("no match is under way: call reset first")
        codes = self._codes(actions)
        same = self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
        fleet.step(codes, same)
        rewards = np.zeros(self.num_envs)
        over = np.zeros(self.num_envs, np.bool_)
        for lane, final in zip(fleet.ended, fleet.finals, strict=True):
            rewards[lane] = setting.payoffs(final)[fleet.seat]
            over[lane] = True
        told: dict[str, Any] = {"action_mask": self._masks()}
        if same and fleet.ended:
            told["final_obs"] = self._finals()
            told["_final_obs"] = over.copy()
        return self._rows(), rewards, over, np.zeros_like(over), told

    def _rows(self) -> Row:
        """What the learner sees, lane by lane, in an array of its own."""
        seen = bytearray(self.fleet.rows.getvalue())
        return np.frombuffer(seen, row_type(self.setting)).reshape(self.num_envs, -1)

    def _masks(self) -> NDArray[np.int8]:
        """What it may answer, in the same way."""
        return np.frombuffer(bytearray(self.fleet.masks.getvalue()), np.int8).reshape(
            self.num_envs, -1
        )

    def _codes(self, actions: NDArray[np.int64]) -> list[int]:
        """The actions as codes, if every lane can take its own; else nothing is done."""
        codes = [int(code) for code in actions.tolist()]
        if len(codes) != self.num_envs:
            raise BadOption(
                f"{self.num_envs} lanes take as many actions, not {len(codes)}", option="actions"
            )
        refused = self.fleet.refused(codes)
        if refused >= 0:
            error = self.setting.refusal(self.fleet.lanes[refused].state, codes[refused])
            error.args = (f"lane {refused}: {error}",)
            raise error
        return codes

    def _finals(self) -> NDArray[np.object_]:
        """What the learner saw at the end of matches that ended in this step."""
        finals = np.full(self.num_envs, None, dtype=object)
        kind = row_type(self.setting)
        for lane, final in zip(self.fleet.ended, self.fleet.finals, strict=True):
            seen = self.setting.sight.row(final, self.fleet.seat)
            finals[lane] = np.frombuffer(bytearray(seen), kind)
        return finals

    def render(self) -> tuple[str, ...]:
        """Every table in plain lines."""
        game, seat = self.setting.game, self.fleet.seat
        return tuple(game.describe(game.view(lane.state, seat)) for lane in self.fleet.lanes)

    def records(self) -> list[Record]:
        """The matches so far, on paper."""
        return [self.setting.record(lane) for lane in self.fleet.lanes]

    def restore(self, records: Sequence[Record]) -> tuple[Row, dict[str, Any]]:
        """Take up one match a lane, where it stands."""
        if len(records) != self.num_envs:
            raise BadOption(
                f"{self.num_envs} lanes take as many records, not {len(records)}", option="records"
            )
        for n, record in enumerate(records):
            lane = self.setting.take_up(record)
            self.fleet.lanes[n] = lane
            if lane.state.actor != OVER:
                self.fleet.let_company_play(lane)
        self.fleet.look()
        self._begun = True
        return self._rows(), {"action_mask": self._masks()}

    def clone(self) -> Self:
        """An independent copy that goes on alike."""
        return cast("Self", _revived(type(self), *self._kept()))

    def _kept(self) -> tuple[dict[str, Any], list[str], list[tuple[int, ...]]]:
        """All that makes this environment what it is, in plain values."""
        records = [record.to_json() for record in self.records()] if self._begun else []
        return self._made, records, [words_of(stream) for stream in self.fleet.streams]

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (type(self), *self._kept())


def _revived(
    kind: type[RavelboxVectorEnv],
    made: dict[str, Any],
    records: list[str],
    streams: list[tuple[int, ...]],
) -> RavelboxVectorEnv:
    """An environment from what was kept of another."""
    env = kind(**made)
    if records:
        env.restore([Record.from_json(record) for record in records])
    for n, words in enumerate(streams):
        stream = stream_from(words)
        assert stream is not None
        env.fleet.streams[n] = stream
    return env
