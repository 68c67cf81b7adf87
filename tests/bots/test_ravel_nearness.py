"""What the greedy clockmaker works out on the spot is what playing it out on copies says."""

from __future__ import annotations

import pytest

import ravelbox
from ravelbox.bots.heuristics.ravel import WIN, best_dice, has_dice, is_reordered, worth
from ravelbox.bots.heuristics.ravel_nearness import Nearness, tokens_to_meet
from ravelbox.games.ravel.state import EMPTY, Ravel
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
        return worth(s, Nearness())
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
    game, near, rng = ravelbox.load("ravel"), Nearness(), Rng(3)
    seen = 0
    while seen < 25:
        s = game.new(game.options_of(house), 1)
        assert isinstance(s, Ravel)
        while s.actor != OVER:
            if s.actor >= 0 and s.hand != EMPTY and has_dice(s):
                before = s.freeze()
                assert best_dice(s, near) == played_out(s)
                assert s.freeze() == before
                seen += 1
            random_step(s, rng)


def test_what_is_remembered_is_what_would_be_worked_out() -> None:
    """For every card on every side, on boards and houses of all kinds."""
    game, near, rng = ravelbox.load("ravel"), Nearness(), Rng(5)
    for n in range(40):
        s = game.new(game.options_of(HOUSES[n % len(HOUSES)]), 1)
        assert isinstance(s, Ravel)
        while s.actor < 0:
            random_step(s, rng)
        for side in range(4):
            for card in range(32):
                assert near.tokens(s, side, card) == tokens_to_meet(s, side, card)
                assert near.tokens(s, side, card) == tokens_to_meet(s, side, card)
