"""Ravingspire §4.19: the end."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import GAME, Mate, Tower, mate, tower

GATE = "the_gate_that_was_a_king"
RICH = "siege_jack*2 grave_robbers_kit*3 lamp_of_grey_oil*3"


def escaped(mates: list[Mate], **options: Any) -> Tower:
    """Seat 0 beats the Spire card."""
    t = tower(
        at="spire 6",
        key=True,
        hand=RICH,
        rings={"spire": ""},
        mates=mates,
        trading=False,
        spires=GATE,
        **options,
    )
    t.begin("move").maybe("roll", luck=[1]).do("enter")
    t.face("foe").pay(*["siege_jack"] * 2, *["grave_robbers_kit"] * 3, *["lamp_of_grey_oil"] * 3)
    return t


def test_rsp_142_the_game_ends_when_the_spire_card_is_beaten() -> None:
    """At once: nothing is asked any more but whom to free."""
    t = escaped([])
    assert t.over
    assert t.outcome.won == (0,)


def test_rsp_142_the_game_ends_when_madness_reaches_nought() -> None:
    """All lose, before anything else of that turn."""
    t = tower(
        at="dungeon 3", ring="trapped_chest cleave*4", sanity=1, madness=1, mates=[mate("quinn")]
    )
    t.begin("recover")
    assert t.over
    assert t.outcome.won == ()
    assert t.turn == 8


def test_rsp_142_the_game_ends_when_every_hero_was_removed() -> None:
    """The last of two fails with Madness left: all lose."""
    t = tower(
        at="spire 6",
        key=True,
        hand="expert_feint",
        rings={"spire": ""},
        mates=[mate("quinn", gone=True)],
        madness=3,
        spire=GATE,
    )
    t.begin("move").maybe("roll", luck=[1]).do("enter").do("concede").maybe("nothing")
    assert t.madness == 2
    assert t.over
    assert t.outcome.won == ()


def test_rsp_143_the_winner_decides_whether_to_free_the_others() -> None:
    """All win, removed Heroes too, or one alone."""
    mates = [mate("quinn", at="dungeon 3"), mate("dawn", gone=True)]
    t = escaped(mates)
    assert (t.asked, t.actor, t.legal()) == ("RSP-143", 0, {"free", "alone"})
    assert t.copy().do("free").outcome.won == (0, 1, 2)
    assert t.copy().do("alone").outcome.won == (0,)


@pytest.mark.parametrize(("mode", "won"), [("cooperative", (0, 1)), ("competitive", (0,))])
def test_rsp_143_fixed_beforehand_by_option(mode: str, won: tuple[int, ...]) -> None:
    """Then nobody is asked."""
    t = escaped([mate("quinn", at="dungeon 3")], victory_mode=mode)
    assert t.over
    assert t.outcome.won == won


def test_rsp_144_there_is_no_score_but_a_record_of_the_spire_card() -> None:
    """The outcome names no points, and says against whom."""
    outcome = escaped([]).outcome
    assert outcome.scores == ()
    assert "Gate That Was a King" in f"{outcome.headline} {outcome.why}"
    t = escaped([mate("quinn", at="dungeon 3")], victory_mode="competitive")
    scores = GAME.scores(t.state)
    assert scores[0] > scores[1]
