"""Whatever is asked wrongly: one of our own errors, with what came, what was possible and the nearest name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest

from ravelbox.envs import openspiel
from ravelbox.envs.gymnasium import RavelboxEnv
from ravelbox.envs.pettingzoo import RavelboxAEC
from ravelbox.envs.setting import Setting
from ravelbox.envs.vector import RavelboxVectorEnv
from ravelbox.kernel.errors import BadOption, GameOver, IllegalAction, RecordError, UnknownGame
from ravelbox.kernel.rules import RESIGN
from tests.envs.tables import SEATS, learner, options_of

KITS = [RavelboxEnv, RavelboxAEC, RavelboxVectorEnv]


@pytest.mark.parametrize("kit", KITS)
def test_names_that_are_not_quite_right(kit: Callable[..., Any]) -> None:
    """Games and options are suggested; seats are listed."""
    with pytest.raises(UnknownGame, match='no game "rambel"; did you mean "ramble"'):
        kit("rambel")
    with pytest.raises(BadOption, match='no option "dek"; did you mean "deck"'):
        kit("ravel", options={"dek": "S"})
    with pytest.raises(BadOption, match='deck cannot be "Z"'):
        kit("ravel", options={"deck": "Z"})
    with pytest.raises(BadOption, match="Ramble has 2, 3, 4, 5 or 6 seats, not 9"):
        kit("ramble", seats=9)


@pytest.mark.parametrize("kit", [RavelboxEnv, RavelboxVectorEnv])
def test_company_that_does_not_fit(kit: Callable[..., Any]) -> None:
    """Unknown bots, too few of them, and a seat that is not there."""
    with pytest.raises(BadOption, match='no bot "gready"; did you mean "greedy"'):
        kit("ramble", bots="gready")
    with pytest.raises(BadOption, match="needs 2 bots beside the learner, not 1"):
        kit("ramble", seats=3, bots=["greedy"])
    with pytest.raises(BadOption, match="seats 0, 1 and 2, not 3"):
        kit("ramble", seats=3, seat=3)


@pytest.mark.parametrize("kit", KITS)
def test_seats_and_options_of_the_wrong_kind(kit: Callable[..., Any]) -> None:
    """One sentence each, and whole numbers of numpy's are whole numbers."""
    for wrong, said in (("3", '"3"'), (3.0, r"3\.0"), (True, "True"), ([3], r"\[3\]")):
        with pytest.raises(BadOption, match=f"^Ramble has 2, 3, 4, 5 or 6 seats, not {said}$") as e:
            kit("ramble", seats=wrong)
        assert e.value.option == "seats"
    env = kit("ramble", seats=np.int64(3))
    assert type(env.setting.header.seats) is int
    for options in (["deck"], "deck", 3):
        with pytest.raises(BadOption, match=r"^options go by name, such as \{'.*, not ") as error:
            kit("ravel", options=options)
        assert error.value.option == "options"


@pytest.mark.parametrize("kit", [RavelboxEnv, RavelboxVectorEnv])
def test_company_of_the_wrong_kind(kit: Callable[..., Any]) -> None:
    """Bots and seats that are not even names and numbers."""
    for bots in (3, None, {"greedy"}, b"greedy"):
        with pytest.raises(
            BadOption, match=r"^bots are one name or a list of names, not "
        ) as error:
            kit("ramble", seats=4, bots=bots)
        assert error.value.option == "bots"
    with pytest.raises(BadOption, match=r"^a bot goes by its name, such as greedy, not 1$"):
        kit("ramble", seats=4, bots=[1, 2, 3])
    for seat in ("0", 1.0, True):
        with pytest.raises(BadOption, match="seats 0, 1 and 2, not "):
            kit("ramble", seats=3, seat=seat)
    env = kit("ramble", seats=3, seat=np.int64(1))
    env.reset(seed=1)


@pytest.mark.parametrize("cycles", [0, -3, 1.5, "9", True])
def test_cycles_of_the_wrong_kind(cycles: Any) -> None:
    """At least one, or no limit at all."""
    with pytest.raises(
        BadOption, match=r"^max_cycles is a whole number from 1 up or None, not "
    ) as e:
        RavelboxAEC("ravel", max_cycles=cycles)
    assert e.value.option == "max_cycles"
    env = RavelboxAEC("ramble", seats=3, max_cycles=1)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())


def test_gymnasium_and_pettingzoo_suggest_names_too() -> None:
    """Ids that they do not know."""
    with pytest.raises(gymnasium.error.NameNotFound, match="ramble"):
        gymnasium.make("ravelbox/rambel-v0")
    with pytest.raises(Exception, match="ravelbox"):
        pettingzoo.make("aec", "ravelbox/nothing_v0")


def test_an_impossible_action_says_what_was_possible() -> None:
    """In Gymnasium; nothing is done, and the match goes on."""
    env = learner("ravel")
    env.reset(seed=1)
    assert env.lane is not None
    with pytest.raises(IllegalAction) as error:
        env.step(np.int64(62))
    assert str(error.value).startswith(
        'ravel: "flip p0" is not possible now; the question is RVL-23'
    )
    assert "possible: " in str(error.value)
    for wrong in (222, -1):
        with pytest.raises(IllegalAction, match="codes run from 0 to 221"):
            env.step(np.int64(wrong))
    strange: Any = 0.5
    with pytest.raises(IllegalAction, match=r"a whole number from 0 to 221, not 0\.5"):
        env.step(strange)
    with pytest.raises(IllegalAction, match="leave giving up out; the question is RVL-23"):
        env.step(np.int64(RESIGN))
    assert env.lane.decisions == []


def test_the_same_in_the_other_kits() -> None:
    """PettingZoo, the vector environment (which names the lane and moves none) and OpenSpiel."""
    seats = RavelboxAEC("ramble", seats=3)
    seats.reset(seed=1)
    with pytest.raises(IllegalAction, match="is not possible now; the question is RMB-"):
        seats.step(504)
    lanes = RavelboxVectorEnv("ravel", 3)
    _, told = lanes.reset(seed=1)
    fine = [int(np.flatnonzero(mask)[0]) for mask in told["action_mask"]]
    with pytest.raises(IllegalAction, match=r'^lane 1: ravel: "flip p0" is not possible now'):
        lanes.step(np.array([fine[0], 62, fine[2]]))
    assert [lane.decisions for lane in lanes.fleet.lanes] == [[], [], []]
    with pytest.raises(BadOption, match="3 lanes take as many actions, not 2"):
        lanes.step(np.array(fine[:2]))
    with pytest.raises(BadOption, match="3 lanes take as many records, not 0"):
        lanes.restore([])
    with pytest.raises(BadOption, match="NextStep or SameStep"):
        RavelboxVectorEnv("ravel", autoreset_mode=gymnasium.vector.AutoresetMode.DISABLED)


def begun(game: str, moves: int) -> Any:
    """A table of OpenSpiel after so many moves, the first answer each time."""
    state = pyspiel.load_game(f"ravelbox_{game}").new_initial_state()
    for _ in range(moves):
        state.apply_action(state.legal_actions()[0])
    return state


def test_openspiel_takes_no_impossible_luck() -> None:
    """Other answers than the question has are refused, and the table stays as it is."""
    state = begun("ramble", 0)
    assert state.is_chance_node()
    most = len(state.chance_outcomes())
    for wrong in (most, most + 7):
        with pytest.raises(
            RecordError, match=f"move 1: luck has answers from 0 to {most - 1} here"
        ):
            state._apply_action(wrong)
    assert state.history() == []
    state.apply_action(most - 1)


def test_openspiel_takes_up_only_what_fits() -> None:
    """Anything but a record, a record with a slip in it, and a state that has begun."""
    state, record = begun("ravel", 0), begun("ravel", 25).record()
    with pytest.raises(BadOption, match="a match is taken up from a Record, not None"):
        state.restore(None)
    moves = list(record.moves)
    moves[-1] = 10_000
    with pytest.raises(RecordError, match="move 25: "):
        state.restore(replace(record, moves=tuple(moves)))
    assert state.history() == []
    state.restore(record)
    assert state.history() == list(record.moves)
    with pytest.raises(RecordError, match="by a state that has not begun"):
        state.restore(record)
    assert state.history() == list(record.moves)


def test_openspiel_options_are_read_as_text() -> None:
    """Our sentences come through; a state takes no impossible action and no other table's record."""
    with pytest.raises(BadOption, match='no option "dek"; did you mean "deck"'):
        pyspiel.load_game("ravelbox_ravel", {"options": "dek:S"})
    with pytest.raises(BadOption, match='options go like "deck:W4;tokens:10"'):
        openspiel.read_options("deck")
    assert openspiel.read_options(" deck : W4 ; tokens:9;") == {"deck": "W4", "tokens": "9"}
    game = pyspiel.load_game("ravelbox_ravel", {"options": "deck:W4"})
    assert game.setting.options["deck"] == "W4"
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    with pytest.raises(IllegalAction, match="flip p0"):
        state._apply_action(62)
    env = learner("ravel")
    env.reset(seed=1)
    with pytest.raises(RecordError, match="another table"):
        game.new_initial_state().restore(env.record())
    kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=False)
    with pytest.raises(BadOption, match="what one seat sees"):
        game.make_py_observer(kind)


@pytest.mark.parametrize("kit", KITS)
def test_nothing_happens_before_the_first_reset(kit: Callable[..., Any]) -> None:
    """As Gymnasium calls it."""
    env = kit("ravel")
    seat: Any = "seat_0" if kit is RavelboxAEC else np.array([0])
    begin = env.observe if kit is RavelboxAEC else env.step
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
        begin(seat)


@pytest.mark.parametrize("seed", [-1, 1.5, "x", True])
def test_seeds_of_the_wrong_kind(seed: Any) -> None:
    """A number that is whole, and nothing else; nothing begins."""
    env = RavelboxAEC("ravel")
    with pytest.raises(BadOption, match=r"^a seed is a whole number from 0 up, not "):
        env.reset(seed=seed)
    assert env.lane is None
    whole: Any = np.int64(5)
    env.reset(seed=whole)
    other = RavelboxAEC("ravel")
    other.reset(seed=5)
    assert env.record() == other.record()


def test_agents_that_are_not_there() -> None:
    """A slip in a name, and a table that everybody has left."""
    env = RavelboxAEC("ramble", seats=2, max_cycles=2)
    env.reset(seed=1)
    with pytest.raises(BadOption, match=r'agents seat_0 and seat_1, not "seat0"; did you mean'):
        env.observe("seat0")
    while env.agents:
        _, _, over, cut, _ = env.last()
        env.step(None if over or cut else env._answers[0])
    for late in (env.last, lambda: env.step(0)):
        with pytest.raises(GameOver, match="all agents have left: call reset first"):
            late()


def test_no_last_look_before_the_first_reset() -> None:
    """PettingZoo's own way to look."""
    env = RavelboxAEC("ramble")
    for observe in (True, False):
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
            env.last(observe)


def test_a_match_that_is_over_takes_nothing_more() -> None:
    """Until the next reset."""
    env = learner("ravel", forgive=True)
    env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, told = env.step(np.int64(20))
    assert not told["action_mask"].any()
    with pytest.raises(GameOver, match="the game is over"):
        env.step(np.int64(20))


def test_what_seats_have_from_a_match() -> None:
    """Rivals share out a victory and pay for it; a team wins as one; alone there are points."""
    rivals = Setting("arch_ravels", options_of("arch_ravels", 2), 2)
    lane = rivals.lane(4)
    assert rivals.payoffs(lane.state) == [0.0, 0.0]
    while answers := rivals.sight.answers(lane.state):
        lane.play(answers[0])
    assert sorted(rivals.payoffs(lane.state)) in ([-1.0, 1.0], [0.0, 0.0])
    team = Setting("ramble", {}, SEATS["ramble"])
    lane = team.lane(4)
    while answers := team.sight.answers(lane.state):
        lane.play(answers[-1])
    assert team.payoffs(lane.state) == team.game.scores(lane.state)
