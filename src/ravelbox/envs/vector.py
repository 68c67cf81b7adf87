"""Many matches at once, for Gymnasium's vector API: stepped inside the engine, shown in whole arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, Self, cast

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ravelbox.envs.arrays import Row, give_theirs, row_space, row_type, theirs_of
from ravelbox.envs.company import Company
from ravelbox.envs.fleet import Fleet, Lane, stream_from, stream_of, words_of
from ravelbox.envs.setting import Setting, seed_of, whole
from ravelbox.kernel.errors import BadOption, RavelboxError
from ravelbox.kernel.record import Record
from ravelbox.kernel.words import echo, listed

MOST_SEED: Final = 1 << 62
INTEGERS: Final = "iu"  # numpy's kinds of whole numbers
MODES: Final = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)

Stepped = tuple[Row, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class RavelboxVectorEnv(VectorEnv[Row, NDArray[np.int64], NDArray[Any]]):
    """So many tables, each with the learner at the same seat; `info["action_mask"]` has a row for each.

    Lane n plays the matches that a single environment plays that is reset with `seed + n`. By
    default the step after an end begins the next match, whatever its action; with
    `AutoresetMode.SAME_STEP` the step that ends a match begins the next one and
    `info["final_obs"]` shows how it ended. With `forgive`, an impossible code stands for a possible
    one. What is asked wrongly of one lane leaves all of them as they were.
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
        forgive: bool = False,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.setting = setting = Setting(game, options, seats)
        self.num_envs = lanes = _lanes(num_envs)
        self.forgive = forgive
        self.render_mode = render_mode
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": _mode(autoreset_mode)}
        self.single_observation_space = row_space(setting)
        self.single_action_space = gymnasium.spaces.Discrete(setting.codes)
        self.observation_space = batch_space(self.single_observation_space, lanes)
        self.action_space = batch_space(self.single_action_space, lanes)
        company = Company(setting, seat, bots)
        self.fleet = Fleet(
            setting.sight, setting.table, company.seat, setting.codes, lanes, company
        )
        self._begun = False
        self._made = {
            "game": game,
            "num_envs": num_envs,
            "seats": seats,
            "seat": seat,
            "bots": bots,
            "options": options,
            "forgive": forgive,
            "render_mode": render_mode,
            "autoreset_mode": autoreset_mode,
        }

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Row, dict[str, Any]]:
        """New matches in all lanes; a single seed stands for itself and the numbers after it.

        A lane without a seed begins its next match, as a single environment does. Where
        `options["reset_mask"]` says so, as in Gymnasium's own vectors, a lane stays as it is.
        """
        seeds, begins = self._seeds(seed), self._begins(options)
        super().reset(seed=whole(seed))
        for lane, first in enumerate(seeds):
            if not begins[lane]:
                continue
            if first is None:
                self._give_stream(lane)
                self.fleet.next(lane)
            else:
                self.fleet.reset(lane, first)
        return self._shown()

    def _shown(self) -> tuple[Row, dict[str, Any]]:
        """All lanes as they stand."""
        self.fleet.look()
        self._begun = True
        return self._rows(), {"action_mask": self._masks()}

    def _begins(self, options: Mapping[str, Any] | None) -> list[bool]:
        """Which lanes a reset is for."""
        given = (options or {}).get("reset_mask")
        if given is None:
            return [True] * self.num_envs
        begins = self._each(given, "reset_mask")
        if not all(type(each) is bool for each in begins):
            raise BadOption(
                f"a reset_mask says True or False of every lane, not {echo(given)}",
                option="reset_mask",
            )
        if not (self._begun or all(begins)):
            raise gymnasium.error.ResetNeeded("no match is under way: reset all lanes first")
        return begins

    def _give_stream(self, lane: int) -> None:
        """See that a lane has seeds for later matches: Gymnasium's generator draws what nobody gave."""
        if self.fleet.streams[lane] is None:
            self.fleet.streams[lane] = stream_of(int(self.np_random.integers(MOST_SEED)))

    def _seeds(self, given: object) -> list[int | None]:
        """A seed for each lane, where one was given."""
        if given is None:
            return [None] * self.num_envs
        if not isinstance(given, list | tuple) and not (
            isinstance(given, np.ndarray) and given.ndim
        ):
            first = seed_of(given)
            return list(range(first, first + self.num_envs))
        seeds: list[int | None] = []
        for lane, each in enumerate(self._each(given, "seed")):
            with in_lane(lane):
                seeds.append(None if each is None else seed_of(each))
        return seeds

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
            told["final_info"] = {"action_mask": np.zeros_like(told["action_mask"])}
            told["_final_obs"], told["_final_info"] = over.copy(), over.copy()
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

    def _codes(self, actions: object) -> list[int]:
        """The actions as codes, if every lane can take its own; else nothing is done."""
        codes = self._each(actions, "action")
        setting = self.setting
        if not (isinstance(actions, np.ndarray) and actions.dtype.kind in INTEGERS):
            for n, action in enumerate(codes):  # which may be anything
                with in_lane(n):
                    codes[n] = setting.number(action)
        for n in self.fleet.refused(codes):
            lane = self.fleet.lanes[n]
            answers = setting.sight.answers(lane.state)
            with in_lane(n):
                codes[n] = setting.code(lane, codes[n], answers, forgive=self.forgive)
        return codes

    def _each(self, given: Any, what: str) -> list[Any]:
        """What was given for each lane, in a list of its own."""
        lanes = self.num_envs
        if isinstance(given, np.ndarray) and given.ndim == 1:
            each: list[Any] = given.tolist()
        elif isinstance(given, list | tuple):
            each = list(given)
        else:
            shape = f"an array of {given.shape}" if getattr(given, "ndim", 0) else echo(given)
            raise BadOption(
                f"{lanes} lanes take a row of as many {what}s, not {shape}", option=what
            )
        if len(each) != lanes:
            raise BadOption(f"{lanes} lanes take as many {what}s, not {len(each)}", option=what)
        return each

    def _finals(self) -> NDArray[np.object_]:
        """What the learner saw at the end of matches that ended in this step."""
        finals = np.full(self.num_envs, None, dtype=object)
        kind = row_type(self.setting)
        for lane, final in zip(self.fleet.ended, self.fleet.finals, strict=True):
            seen = self.setting.sight.row(final, self.fleet.seat)
            finals[lane] = np.frombuffer(bytearray(seen), kind)
        return finals

    def render(self) -> tuple[str, ...] | None:
        """Every table in plain lines."""
        if self.render_mode != "ansi":
            return None
        game, seat = self.setting.game, self.fleet.seat
        return tuple(game.describe(game.view(lane.state, seat)) for lane in self.fleet.lanes)

    def records(self) -> list[Record]:
        """The matches so far, on paper."""
        return [self.setting.record(lane) for lane in self.fleet.lanes]

    def restore(self, records: Sequence[Record]) -> tuple[Row, dict[str, Any]]:
        """Take up one match a lane, where it stands."""
        lanes: list[Lane] = []
        for n, record in enumerate(self._each(records, "record")):
            with in_lane(n):
                lanes.append(self.setting.take_up(record))
        for lane in lanes:
            self.fleet.let_company_play(lane)
        self.fleet.lanes = lanes
        for n in range(self.num_envs):
            self._give_stream(n)
        return self._shown()

    def clone(self) -> Self:
        """An independent copy that goes on alike."""
        return cast("Self", _revived(type(self), *self._kept()))

    def _kept(
        self,
    ) -> tuple[dict[str, Any], list[str], list[bool], list[tuple[int, ...]], tuple[str, str, Any]]:
        """All that makes this environment what it is, in plain values."""
        records = [record.to_json() for record in self.records()] if self._begun else []
        told = [lane.told for lane in self.fleet.lanes]
        streams = [words_of(stream) for stream in self.fleet.streams]
        return self._made, records, told, streams, theirs_of(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (type(self), *self._kept())


def _revived(
    kind: type[RavelboxVectorEnv],
    made: dict[str, Any],
    records: list[str],
    told: list[bool],
    streams: list[tuple[int, ...]],
    theirs: tuple[str, str, Any],
) -> RavelboxVectorEnv:
    """An environment from what was kept of another."""
    env = kind(**made)
    if records:
        env.restore([Record.from_json(record) for record in records])
        for lane, so in zip(env.fleet.lanes, told, strict=True):
            lane.told = so
    env.fleet.streams = [stream_from(words) for words in streams]
    give_theirs(env, theirs)
    return env


@contextmanager
def in_lane(lane: int) -> Iterator[None]:
    """Errors say which lane they are about."""
    try:
        yield
    except RavelboxError as error:
        error.args = (f"lane {lane}: {error}",)
        raise


def _lanes(given: object) -> int:
    lanes = whole(given)
    if lanes is None or lanes < 1:
        raise BadOption(
            f"num_envs is a whole number from 1 up, not {echo(given)}", option="num_envs"
        )
    return lanes


def _mode(given: object) -> AutoresetMode:
    """When the next match begins: in the step after an end, or in the same one."""
    for mode in MODES:
        if given is mode or (isinstance(given, str) and given == mode.value):
            return mode
    said = given.value if isinstance(given, AutoresetMode) else given
    raise BadOption(
        f"autoreset_mode is {listed(mode.value for mode in MODES)}, not {echo(said)}",
        option="autoreset_mode",
    )
