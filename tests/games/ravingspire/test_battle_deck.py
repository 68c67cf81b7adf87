"""Ravingspire §4.16: the Battle Deck."""

from tests.games.ravingspire.tower import each, tower

FULL = "quilted_jack*5"


def test_rsp_125_six_cards_in_recover_and_none_at_the_start_of_a_turn() -> None:
    """The hand drawn in Recover is the hand of the next turn."""
    t = tower("quinn", at="dungeon 3", ring=FULL, deck="reavers_slash*12").begin("recover")
    assert (t.turn, t.hand()) == (9, each("reavers_slash*6"))
    t.luck(1)
    assert t.hand() == each("reavers_slash*6")
    t = tower("quinn", at="dungeon 3", ring=FULL, deck="tool*12", filler=0).begin("turn")
    t.maybe("roll", luck=[1])
    assert t.hand() == ""


def test_rsp_125_after_madness() -> None:
    """A full hand at once."""
    t = tower("quinn", at="dungeon 3", ring="trapped_chest cleave*4", sanity=1, hand="blade").begin(
        "recover"
    )
    assert (t.where(), t.hand()) == ("dungeon 0", each("tool*6"))


def test_rsp_125_hand_size_changed_by_cards_in_slots() -> None:
    """The Crown of Borrowed Thoughts gives one more while face up."""
    t = tower("aurora", ring=FULL, slots="crown_of_borrowed_thoughts").begin("recover")
    t.do("end")
    assert len(t.hand().split()) == 7


def test_rsp_126_the_discard_pile_becomes_the_deck_only_when_needed() -> None:
    """Six left and six drawn: no shuffle yet."""
    t = tower("quinn", ring=FULL, deck="tool*6", discard="blade*4").begin("recover")
    assert (t.hand(), t.deck(), t.discard()) == (each("tool*6"), "", each("blade*4"))
    t = tower("quinn", ring=FULL, deck="tool*5", discard="blade*4").begin("recover")
    assert (t.hand(), t.deck(), t.discard()) == (each("tool*5 blade"), each("blade*3"), "")


def test_rsp_126_as_soon_as_the_last_card_is_drawn_by_option() -> None:
    """Six left and six drawn: the discard pile is shuffled at once."""
    t = tower(
        "quinn", ring=FULL, deck="tool*6", discard="blade*4", battle_deck_reshuffle="immediate"
    ).begin("recover")
    assert (t.hand(), t.deck(), t.discard()) == (each("tool*6"), each("blade*4"), "")


def test_rsp_126_aside_and_played_cards_are_not_included() -> None:
    """A Feint in Encounter with an empty deck draws from the discard pile only."""
    t = tower(hand="expert_feint", deck="", discard="tool", aside="blade", played="crowbar")
    t.begin("encounter").by("activate", "expert_feint")
    assert t.hand() == "tool"
    assert (t.aside(), t.played()) == ("blade", "crowbar expert_feint")
    assert (t.deck(), t.discard()) == ("", "")


def test_rsp_126_if_both_are_empty_drawing_stops() -> None:
    """Sleight and Counter-Sleight draws one of two; a hand may be short."""
    t = tower(hand="sleight_and_counter_sleight blade", deck="crowbar", aside="tool")
    t.begin("encounter").by("activate", "sleight_and_counter_sleight")
    assert t.hand() == "blade crowbar"
    t = tower("quinn", ring=FULL, deck="tool*2", discard="blade").begin("recover")
    assert (t.hand(), t.deck(), t.discard()) == ("blade tool tool", "", "")


def test_rsp_127_no_upper_limit_to_the_deck() -> None:
    """Sixty cards are shuffled and kept."""
    t = tower("quinn", ring=FULL, deck="", discard="tool*60", aside="crowbar*9").begin("recover")
    assert len(f"{t.hand()} {t.deck()}".split()) == 69
