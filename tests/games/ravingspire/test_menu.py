"""Answers that the engine found while it was asking are those it would find again."""

from __future__ import annotations

import pytest

import ravelbox
from ravelbox.games.ravingspire.state import Ravingspire
from tests.walks import random_states

GAME = ravelbox.load("ravingspire")


@pytest.mark.parametrize("seed", range(3))
def test_what_was_found_for_a_question_is_not_stale(seed: int) -> None:
    """On every state of random games; and some questions do have it, or nothing is tested."""
    kept = 0
    for state in random_states(GAME, games=20, seed=900 + seed):
        assert isinstance(state, Ravingspire)
        if state.menu:
            kept += 1
            found = state.legal()
            state.menu = []
            assert state.legal() == found
    assert kept > 50
