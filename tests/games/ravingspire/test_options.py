"""Ravingspire §4.22: the table's options, and the turn cap."""

import pytest

from tests.games.ravingspire.tower import GAME, mate, tower

DEFAULTS = {
    "packs": "base",
    "heroes": "choose",
    "first_player": "random",
    "victory_mode": "winner_decides",
    "flanking": True,
    "trading": True,
    "hinder": True,
    "reshuffle_depth": "third",
    "move_mode": "exact",
    "setup_gap": "at_least_4",
    "pending_card": "immediate",
    "late_contact": "deferred",
    "well_phase": "explore",
    "double_stacking": "additive",
    "spire_counts_as_foe": True,
    "battle_deck_reshuffle": "on_demand",
    "overwhelmed_card": "banish",
    "foe_tie": "player",
    "encounter_recycle": True,
    "turn_cap": 0,
}
OTHERS = {
    "packs": "goblin_queen",
    "heroes": "random",
    "first_player": 0,
    "victory_mode": "competitive",
    "flanking": False,
    "trading": False,
    "hinder": False,
    "reshuffle_depth": "half",
    "move_mode": "up_to",
    "setup_gap": "exactly_4",
    "pending_card": "end_of_encounter",
    "late_contact": "immediate",
    "well_phase": "explore_and_encounter",
    "double_stacking": "once",
    "spire_counts_as_foe": False,
    "battle_deck_reshuffle": "immediate",
    "overwhelmed_card": "bottom",
    "foe_tie": "clockwise",
    "encounter_recycle": False,
    "turn_cap": 40,
}


def test_the_options_and_their_defaults() -> None:
    """All of the page's table, and nothing is on that it does not say."""
    assert dict(GAME.options_of({})) == DEFAULTS


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_a_table_keeps_its_options(name: str) -> None:
    """What a table was made with is what it is played with."""
    options = GAME.options_of({name: OTHERS[name]})
    assert options[name] == OTHERS[name]
    assert dict(GAME.options_in(GAME.new(options, 2))) == DEFAULTS | {name: OTHERS[name]}


def test_rsp_142_all_lose_after_the_last_turn_of_a_turn_cap() -> None:
    """Turn 9 of 9 is still played; then the game ends."""
    t = tower(turn=8, turn_cap=9, filler=0, at="dungeon 3", mates=[mate("quinn")], trading=False)
    t.begin("recover")
    assert (t.over, t.turn) == (False, 9)
    t.maybe("roll", luck=[1]).do("step cw").maybe("end").maybe("end")
    assert t.over
    assert t.outcome.won == ()


@pytest.mark.parametrize(("cap", "over"), [(8, True), (9, False), (0, False)])
def test_a_turn_cap_counts_single_turns(cap: int, over: bool) -> None:
    """Turn 8 is over: with a cap of 8 so is the game."""
    t = tower(turn=8, turn_cap=cap, filler=0, at="dungeon 3").begin("recover")
    assert t.over == over
