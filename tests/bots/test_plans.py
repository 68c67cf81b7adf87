"""Greedy players keep to their plans as long as the table is as planned."""

from __future__ import annotations

import pytest

import ravelbox
from ravelbox.bots.heuristics.heuristic import Heuristic, along
from ravelbox.bots.heuristics.ramble import RambleHeuristic
from ravelbox.bots.heuristics.ravel import RavelHeuristic
from ravelbox.games.ramble.turn import TAKE_ACTION
from ravelbox.games.ravel.codes import SWAP
from ravelbox.games.ravel.turn import TAKE_TURN
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER, RESIGN, State, random_step

ASKS = {"ramble": TAKE_ACTION.number, "ravel": TAKE_TURN.number}


def planner(game: str) -> RambleHeuristic | RavelHeuristic:
    """The greedy player of a game that plans."""
    return RambleHeuristic() if game == "ramble" else RavelHeuristic()


def on_to_turn(s: State, rule: int, heuristic: Heuristic, rng: Rng) -> None:
    """Play until a turn is to be planned."""
    while s.actor != OVER and (s.actor < 0 or s.agenda[-1][0] != rule):
        if s.actor < 0:
            random_step(s, rng)
        else:
            s.apply(heuristic.best(s, s.legal(), rng)[0])


def after(s: State, code: int) -> State:
    """The table after another move."""
    table = s.clone()
    table.apply(code)
    return table


def test_a_plan_says_what_to_do_at_each_of_its_tables() -> None:
    """And at no other."""
    game, rng = ravelbox.load("ravel"), Rng(1)
    s = game.new(game.options_of({}), 1)
    while s.actor < 0:
        random_step(s, rng)
    first, second = [code for code in s.legal() if SWAP <= code < SWAP + 8][:2]
    planned = along(s, [first, second])
    assert len(planned) == 2
    assert planned[hash(s.freeze())] == first
    s.apply(first)
    assert planned[hash(s.freeze())] == second
    s.apply(second)
    assert hash(s.freeze()) not in planned


@pytest.mark.parametrize("game", ASKS)
def test_a_greedy_player_keeps_to_its_plan_until_the_table_is_another(game: str) -> None:
    """The same plan, not another that looks alike; and a new one after a surprise."""
    kept, anew = 0, 0
    for seed in range(12):
        box, heuristic, rng = ravelbox.load(game), planner(game), Rng(seed)
        s = box.new(box.options_of({}), box.seats_of(box.options_of({})))
        on_to_turn(s, ASKS[game], heuristic, rng)
        code = heuristic.best(s, s.legal(), rng)[0]
        plan = heuristic.planned
        if len(plan) < 2:
            continue
        surprises = [after(s, other) for other in s.legal() if other not in (RESIGN, code)]
        s.apply(code)
        assert heuristic.best(s, s.legal(), rng) == [plan[hash(s.freeze())]]
        assert heuristic.planned is plan
        kept += 1
        for table in surprises:
            if table.actor >= 0 and table.agenda[-1][0] == ASKS[game]:
                heuristic.best(table, table.legal(), rng)
                anew += heuristic.planned is not plan
                break
    assert kept > 3
    assert anew > 3
