"""Ravingspire §4.11: Recover, whose order is fixed."""

from typing import Any

from tests.games.ravingspire.tower import Tower, mate, tower

FULL = "quilted_jack*5"


def recovering(**scene: Any) -> Tower:
    """The start of Recover."""
    return tower(**{"at": "dungeon 3", "ring": FULL, **scene}).begin("recover")


def test_rsp_87_first_the_adversaries() -> None:
    """Sanity is lost before anything may be slotted."""
    t = recovering(ring="trapped_chest insane_adept cleave*3", hand="tool", aside="crowbar")
    assert (t.asked, t.sanity()) == ("RSP-90", 8)


def test_rsp_87_madness_by_adversaries_ends_the_turn_there() -> None:
    """Nothing is refilled, and the mad Hero's cards go to discard before a new hand."""
    t = recovering(
        ring="trapped_chest - cleave*3", sanity=1, hand="tool", aside="crowbar", deck="blade*12"
    )
    assert (t.turn, t.where(), t.madness) == (9, "dungeon 0", 2)
    assert t.ring() == "trapped_chest - cleave cleave cleave"
    assert t.discard() == "crowbar tool"
    assert t.hand() == " ".join(["blade"] * 7)


def test_rsp_88_then_played_and_aside_cards_are_discarded() -> None:
    """Before slotting: they are out of reach, and the Battle Deck may be made of them."""
    t = recovering(aside="blade crowbar", hand="tool", deck="tool*12")
    assert t.asked == "RSP-90"
    assert (t.aside(), t.discard()) == ("", "blade crowbar")
    assert t.offered("slot") == ["tool"]


def test_rsp_88_what_was_collected_this_turn_may_be_drawn_at_once() -> None:
    """With an empty deck the discard pile with the purchase is the new hand."""
    t = recovering(aside="crowbar blade trinket", deck="", hand="")
    assert t.hand() == "blade crowbar trinket"
    assert t.discard() == ""


def test_rsp_89_then_face_down_cards_turn_up() -> None:
    """In time to be swapped out in this very Recover."""
    t = tower(
        hand="tool gladiator_training_pit", slots="- - - - armory", ring="acolytes_circlet"
    ).begin("encounter")
    t.buy("acolytes_circlet", "armory", "tool")
    assert t.slots() == "- - - - armory!"
    assert not t.legal("unslot")
    t.until("RSP-90")
    assert t.slots() == "- - - - armory"
    t.by("slot", "gladiator_training_pit", "s5")
    assert t.slots() == "- - - - gladiator_training_pit"


def test_rsp_90_slotting_then_the_whole_hand_is_discarded() -> None:
    """No card can be kept in hand."""
    t = recovering(hand="tool blade reavers_slash", deck="trinket*12")
    assert (t.asked, t.offered("slot")) == ("RSP-90", ["blade", "blade", "tool"])
    t.by("slot", "blade", "s1").do("end")
    assert t.slots() == "blade - - - -"
    assert t.discard() == "reavers_slash tool"
    assert t.hand() == " ".join(["trinket"] * 7)


def test_rsp_90_swapping_is_allowed_and_nothing_is_forced() -> None:
    """A Blade for a Cleaver; or the Blade stays."""
    t = recovering(hand="rusted_cleaver", slots="blade", deck="trinket*12", ring=FULL)
    swapped = t.copy().by("slot", "rusted_cleaver", "s1")
    swapped.maybe("end")
    assert (swapped.slots(), swapped.discard()) == ("rusted_cleaver - - - -", "blade")
    t.do("end")
    assert (t.slots(), t.discard()) == ("blade - - - -", "rusted_cleaver")


def test_rsp_90_unspent_slotted_cards_are_not_discarded() -> None:
    """They stay for the next turn."""
    t = recovering(slots="blade battered_buckler tool trinket armory", hand="reavers_slash")
    t.do("end")
    assert t.turn == 9
    assert t.slots() == "blade battered_buckler tool trinket armory"


def test_rsp_91_reshuffling_comes_before_the_refill() -> None:
    """The gap may be filled by the very card that came back."""
    t = recovering(ring="cleave*4", returning="trapped_chest", filler=3)
    # top 1 and the Chest are shuffled: the refill drew one of them
    assert t.ring().split()[4] in ("quilted_jack", "trapped_chest")
    t = tower(at="dungeon 3", ring="cleave*4", returning="trapped_chest", filler=3)
    t.begin("recover", luck=["trapped_chest"])
    assert t.ring() == "cleave cleave cleave cleave trapped_chest"
    assert t.sanity() == 10


def test_rsp_91_after_slotting_and_discarding() -> None:
    """While the player may slot they still lie beside the deck."""
    t = recovering(ring="cleave*4", returning="trapped_chest", hand="tool")
    assert t.asked == "RSP-90"
    assert len(t.state.returning) == 1
    assert "?" not in t.pile


def test_rsp_92_the_gaps_of_the_occupied_level_are_filled_in_order() -> None:
    """Lowest position first; other levels keep theirs."""
    t = recovering(
        ring="cleave - cleave - -",
        rings={"temple": "riposte"},
        pile="ill_word flurry whirling_steel second_wind",
    )
    assert t.ring() == "cleave ill_word cleave flurry whirling_steel"
    assert t.ring("temple") == "riposte - - - -"
    assert t.pile.split()[0] == "second_wind"


def test_rsp_92_of_the_level_occupied_at_recover() -> None:
    """The ring where the Hero bought keeps its gap after an Exert away."""
    t = tower(
        at="dungeon 6",
        rotation=(0, 6, 0),
        rings={"dungeon": "acolytes_circlet cleave*4", "temple": "riposte*3"},
        hand="blade tool reavers_slash",
        pile="ill_word flurry",
    ).begin("encounter")
    t.buy("acolytes_circlet", "blade", "tool").until("RSP-80")
    t.face("exert").pay("reavers_slash").do("step up")
    assert t.ring() == "- cleave cleave cleave cleave"
    assert t.ring("temple") == "riposte riposte riposte ill_word flurry"


def test_rsp_92_chaos_in_the_refill_is_resolved_and_replaced() -> None:
    """Until the ring is full; each Chaos card acts."""
    t = recovering(ring="cleave*3", pile="mind_warp ill_word creeping_dread flurry riposte")
    assert t.ring() == "cleave cleave cleave ill_word flurry"
    assert t.banished == "creeping_dread mind_warp"
    assert t.sanity() == 7
    assert t.pile.split()[0] == "riposte"


def test_rsp_92_chaos_finds_an_empty_hand_and_the_discarded_cards() -> None:
    """Fumbling Dark has nothing to discard; Moth of Memory finds this turn's cards."""
    t = recovering(ring="cleave*4", hand="reavers_slash", pile="fumbling_dark ill_word")
    assert t.ring().split()[4] == "ill_word"
    assert t.discard() == "reavers_slash"
    t = recovering(ring="cleave*4", hand="reavers_slash", pile="moth_of_memory ill_word", aside="")
    assert t.banished == "moth_of_memory reavers_slash"


def test_rsp_92_madness_by_chaos_in_the_refill_ends_the_turn() -> None:
    """The gap stays open and the hand is the one of Madness, not a second one."""
    t = recovering(
        ring="cleave*3", pile="mind_warp ill_word", sanity=1, deck="tool*12", hand="crowbar"
    )
    t.maybe("end")
    assert (t.turn, t.where(), t.madness) == (9, "dungeon 0", 2)
    assert t.ring() == "cleave cleave cleave - -"
    assert len(t.hand().split()) == 7


def test_rsp_93_then_a_hand_of_full_size() -> None:
    """Seven for the Reaver, six for others, less on a level that says so."""
    assert len(recovering().hand().split()) == 7
    assert len(recovering(hero="quinn").hand().split()) == 6
    assert len(recovering(hero="quinn", towers={"dungeon": "choking_cloister"}).hand().split()) == 5
    assert len(recovering(hero="quinn", towers={"dungeon": "echo_gallery"}).hand().split()) == 7


def test_rsp_93_on_top_of_what_chaos_gave() -> None:
    """A card drawn by A Door Left Ajar comes in addition."""
    t = recovering(hero="quinn", ring="cleave*4", pile="a_door_left_ajar ill_word", sanity=5)
    t.do("choose 2")
    assert len(t.hand().split()) == 7


def test_rsp_94_a_foe_brought_in_the_refill_waits_for_the_next_turn() -> None:
    """The Hero on the stair draws a hand; next turn there is no Move but a Showdown."""
    t = recovering(
        at="dungeon 6", ring="cleave*4", pile="mind_warp ill_word", deck="expert_feint*12"
    )
    assert (t.turn, t.foe()) == (9, 6)
    assert t.ring().split()[4] == "ill_word"
    assert (t.foe_card, t.where()) == ("manos", "dungeon 6")
    assert len(t.hand().split()) == 7


def test_rsp_94_not_before_the_others_had_their_turns() -> None:
    """With two players the other one's turn lies between."""
    t = recovering(
        at="dungeon 6",
        ring="cleave*4",
        pile="mind_warp ill_word",
        mates=[mate("quinn", at="temple 3", hand="expert_feint")],
        trading=False,
    )
    assert (t.turn, t.active, t.foe_card) == (9, 1, "-")
    assert t.foe() == 6


def test_rsp_87_before_face_down_cards_turn_up() -> None:
    """An Oubliette that was spent this turn cannot catch the Adversaries' loss; unspent it can."""
    scene: dict[str, Any] = {
        "hand": "crowbar",
        "slots": "- - - - oubliette_with_a_view",
        "ring": "opera_dagger trapped_chest cleave*3",
        "deck": "tool*12",
    }
    t = tower(**scene).begin("recover")
    assert (t.asked, t.may("prevent", "oubliette_with_a_view")) == ("RSP-128", True)
    t = tower(**scene | {"hand": "blade tool velvet_gloves"}).begin("encounter")
    t.buy("opera_dagger", "blade", "tool", "oubliette_with_a_view")
    t.do("end").maybe("end")
    assert (t.asked, t.sanity()) == ("RSP-90", 9)
    assert t.slots() == "- - - - oubliette_with_a_view"


def test_rsp_90_before_the_refill_and_its_chaos() -> None:
    """A Blade slotted in this Recover is lost to the Grasping Void of the refill."""
    t = recovering(
        ring="cleave*4",
        hand="blade reavers_slash",
        pile="grasping_void ill_word",
        deck="trinket*12",
    )
    t.by("slot", "blade", "s1").maybe("end")
    t.luck(6)
    assert t.slots() == "- - - - -"
    assert t.discard() == "blade reavers_slash"
    assert t.hand() == " ".join(["trinket"] * 7)


def test_rsp_93_by_what_is_slotted_then() -> None:
    """A Crown of Borrowed Thoughts slotted in step (d) enlarges the hand of step (g)."""
    t = recovering(hero="aurora", hand="crown_of_borrowed_thoughts", deck="reavers_slash*12")
    t.by("slot", "crown_of_borrowed_thoughts", "s1").maybe("end")
    assert len(t.hand().split()) == 7


def test_rsp_92_another_heros_madness_does_not_stop_the_refill() -> None:
    """The gap is filled and the hand is drawn all the same."""
    t = recovering(
        ring="cleave*4",
        pile="mind_warp ill_word",
        mates=[mate("quinn", at="temple 2", sanity=1, deck="blade*12")],
        trading=False,
    )
    assert (t.where(1), t.madness) == ("dungeon 0", 3)
    assert t.ring().split()[4] == "ill_word"
    assert len(t.hand().split()) == 7


def test_rsp_92_an_unrevealed_level_has_no_gaps() -> None:
    """Nothing is drawn for it."""
    t = tower(at="temple 3", pile="cleave").begin("recover")
    assert (t.turn, t.ring("temple"), t.pile.split()[0]) == (9, "- - - - -", "cleave")
