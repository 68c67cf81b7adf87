"""What the greedy clockmaker works out on the spot is what playing it out on copies says."""

from __future__ import annotations

import pytest

import ravelbox
from ravelbox.bots.heuristics.ravel import (
    WIN,
    Bench,
    RavelHeuristic,
    best_dice,
    has_dice,
    is_reordered,
    worth,
)
from ravelbox.bots.solver.boards import packed
from ravelbox.games.ravel.codes import SWAP, TUNE, UNLOCK
from ravelbox.games.ravel.cogs import is_met
from ravelbox.games.ravel.state import EMPTY, Ravel, exchange
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER, RESIGN, random_step

HOUSES = [
    {"deck": "S"},
    {"deck": "A"},
    {"deck": "W8", "nudge_wrap": "true", "pair_match": "exactly_two", "tokens": "12"},
    {"deck": "A", "street_std_order": "not_ordered", "street_adv_dir": "reading"},
]


def played_out(s: Ravel) -> float:
    """The slow way: every answer on a copy of its own, by the rules."""
    if s.hand == EMPTY or s.actor == OVER:
        return worth(s)
    best = -WIN
    for code in s.legal():
        if code != RESIGN and not is_reordered(s, code):
            copy = s.clone()
            copy.apply(code)
            best = max(best, played_out(copy))
    return best


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(house.values()))
def test_dice_tried_on_the_spot_give_the_best_of_all_copies(house: dict[str, str]) -> None:
    """Flips, nudges and exchanges, also in the middle of one; the dice lie as before."""
    game, rng = ravelbox.load("ravel"), Rng(3)
    seen = 0
    while seen < 25:
        s = game.new(game.options_of(house), 1)
        assert isinstance(s, Ravel)
        while s.actor != OVER:
            if s.actor >= 0 and s.hand != EMPTY and has_dice(s):
                before = s.freeze()
                assert best_dice(s) == played_out(s)
                assert s.freeze() == before
                seen += 1
            random_step(s, rng)


def tokens_to_meet(s: Ravel, side: int, card: int) -> int:
    """How many tokens make a card met: 0, 1 by a Swap, 2 by a Tune, 3 for more; by trying."""
    if is_met(s, side, card):
        return 0
    for p in range(8):
        exchange(s, p, (p + 1) % 8)
        met = is_met(s, side, card)
        exchange(s, p, (p + 1) % 8)
        if met:
            return 1
    for space in range(8):
        face = s.face[space]
        for other in range(1, 7):
            s.face[space] = other
            met = is_met(s, side, card)
            s.face[space] = face
            if met:
                return 2
    return 3


def dealt(house: dict[str, str], rng: Rng) -> Ravel:
    """A new table, its luck played."""
    game = ravelbox.load("ravel")
    s = game.new(game.options_of(house), 1)
    assert isinstance(s, Ravel)
    while s.actor < 0:
        random_step(s, rng)
    return s


def test_what_is_looked_up_is_what_trying_says() -> None:
    """For every card on every side, on boards and houses of all kinds."""
    rng = Rng(5)
    for n in range(40):
        s = dealt(HOUSES[n % len(HOUSES)], rng)
        bench = Bench(s)
        for side in range(4):
            for card in range(32):
                tried = tokens_to_meet(s, side, card)
                assert bench.tokens(packed(s), side, 1 << card) == tried


def test_plans_are_the_unlocks_that_two_tokens_reach_and_look_as_their_tables_do() -> None:
    """Every way is legal and paid for; none that looks better than those given is left out."""
    rng, heuristic, seen = Rng(7), RavelHeuristic(), 0
    for n in range(12):
        s = dealt(HOUSES[n % len(HOUSES)], rng)
        after: set[float] = set()
        for first in (None, *(code for code in s.legal() if SWAP <= code < TUNE + 48)):
            for second in (None, *range(SWAP, TUNE)):
                copy, codes = s.clone(), [code for code in (first, second) if code is not None]
                cost = sum(2 if code >= TUNE else 1 for code in codes)
                if cost <= 2 and all(_went(copy, code) for code in codes):
                    _note_unlocks(copy, after)
        plans = heuristic.unlocking(s, 2)
        seen += len(plans)
        for plan in plans:
            copy = s.clone()
            assert all(_went(copy, code) for code in heuristic.reach.way(plan.place))
            assert copy.ready == s.ready - heuristic.reach.costs[plan.place]
            assert _went(copy, UNLOCK + plan.side)
            assert worth(copy) == plan.glance
        assert bool(plans) == bool(after)
        assert not plans or max(after) == max(plan.glance for plan in plans)
    assert seen > 20


def _went(s: Ravel, code: int) -> bool:
    """Whether a code was legal, and so is done."""
    if s.actor == OVER or code not in s.legal():
        return False
    s.apply(code)
    return True


def _note_unlocks(s: Ravel, after: set[float]) -> None:
    """How the tables look that an unlock leads to from here."""
    for side in range(4):
        copy = s.clone()
        if _went(copy, UNLOCK + side):
            after.add(worth(copy))
