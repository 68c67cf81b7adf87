"""R.A.V.E.L. §4.3: what a turn is."""

import pytest

from ravelbox.kernel.errors import IllegalAction
from tests.games.ravel.bench import X, bench, seeded
from tests.games.ravel.test_geometry import lively


def test_rvl_23_a_turn_is_one_unlock_or_one_tinker_operation() -> None:
    """A turn offers Unlock, Swap and Tune and nothing else."""
    b = bench(X, n="1S", e="14S", tokens="8/8")
    assert b.asked == "RVL-23"
    assert {text.split()[0] for text in b.legal()} == {"unlock", "swap", "tune"}


def test_rvl_23_each_action_is_a_turn_of_its_own() -> None:
    """A Swap, a Tune and an Unlock with its reward are one turn each (ruling Q35)."""
    b = bench(X, n="1S (2S)", e="14S", tokens="8/8")
    before = b.state.turns
    b.play("swap p4")
    assert (b.asked, b.state.turns) == ("RVL-23", before + 1)
    b.play("tune p7 1")
    assert (b.asked, b.state.turns) == ("RVL-23", before + 2)
    b.play("unlock N", up="2S")
    assert b.asked == "RVL-63"
    b.play("flip p4")
    assert (b.asked, b.state.turns) == ("RVL-23", before + 3)


def test_rvl_24_there_is_no_pass() -> None:
    """No turn of whole games can be ended without an action; "stop" is refused."""
    b = bench(X, n="1S", e="14S", tokens="8/8")
    assert not b.can("stop")
    with pytest.raises(IllegalAction):
        b.play("stop")
    for seed in range(6):
        for view in lively(seeded(seed=seed, tokens=12), seed):
            if view.prompt is not None and view.prompt.rule == "RVL-23":
                words = {offer.text.split()[0] for offer in view.prompt.offers}
                assert words <= {"unlock", "swap", "tune"}


def test_rvl_24_turns_of_the_same_kind_may_follow_each_other() -> None:
    """Eight Swaps in a row are legal, and so are three Unlocks in a row."""
    b = bench(X, n="1S", e="13S", s="9S", w="14S", tokens="8/8")
    for n in range(8):
        assert b.tokens == f"{8 - n}/8"
        b.play("swap p7")
    for side in "NES":
        b.play(f"unlock {side}")
        b.play("stop")
    assert [b.stack(side) for side in "NESW"] == ["", "", "", "14S"]


def test_rvl_25_unlocking_is_not_compulsory() -> None:
    """With a met condition and tokens the player may tinker instead (ruling Q33)."""
    b = bench(X, n="1S", e="14S", tokens="2/8")
    assert b.legal("unlock") == ["unlock N"]
    assert len(b.legal("swap")) == 8
    assert len(b.legal("tune")) == 40
    b.play("tune p0 1")
    assert b.stack("N") == "1S"


def test_rvl_25_tinkering_is_not_compulsory() -> None:
    """With tokens at hand a met card may be unlocked at once."""
    b = bench(X, n="1S (3S)", e="14S", tokens="8/8")
    b.play("unlock N", up="3S")
    assert b.tokens == "8/8"
    assert b.hand == "1S"


def test_rvl_25_without_tokens_only_met_cards_are_left_to_do() -> None:
    """With no token the met top cards are the only actions of the turn."""
    b = bench(X, n="1S", e="14S", s="9S", tokens="0/8")
    assert b.legal() == ["unlock N", "unlock S"]


def test_rvl_26_defeat_is_tested_before_the_action() -> None:
    """A turn that begins without token and without met card is lost before anything is asked."""
    b = bench(X, n="14S", tokens="1/8")
    b.play("swap p4")
    assert b.result == "lost"
    assert b.asked == ""
    assert b.legal() == []


def test_rvl_26_a_met_card_at_the_beginning_of_the_turn_saves_the_game() -> None:
    """The last token may buy the Swap that meets a condition: 2, 5, 3 on N meets 13S."""
    b = bench(X, n="13S", tokens="1/8")
    b.play("swap p2")
    assert b.board == "O2 W5 K3 O6 B3 W3 K1 B4"
    assert b.result == "playing"
    assert b.legal() == ["unlock N"]
