"""Ravingspire §4.7: Encounter, Overwhelmed and the Encounter Deck."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import GAME, Tower, tower


def pressed(ring: str = "quilted_jack*5", pending: str = "cleave", **scene: Any) -> Tower:
    """An Encounter phase with a pending card."""
    return tower(ring=ring, pending=pending, **{"hand": "expert_feint", **scene}).begin("encounter")


def test_rsp_49_any_number_of_cards_each_by_its_own_payment() -> None:
    """Three purchases in one phase, in any order."""
    t = tower(
        ring="acolytes_circlet rusted_cleaver trapped_chest coil_of_rope quilted_jack",
        hand="blade*2 tool*2 trinket*2 rogues_strike*2 expert_feint",
    ).begin("encounter")
    t.buy("coil_of_rope", "blade", "trinket")
    t.buy("acolytes_circlet", "blade", "tool")
    t.buy("trapped_chest", "rogues_strike", "rogues_strike", luck=[6])
    assert t.ring() == "- rusted_cleaver - - quilted_jack"
    t.buy("rusted_cleaver", "tool", "trinket")
    assert "coil_of_rope" in t.aside()
    assert "acolytes_circlet" in t.aside()
    assert "rusted_cleaver" in t.aside()


def test_rsp_49_none_at_all_and_never_the_tower_card() -> None:
    """Ending is free while nothing is pending; targets are the five positions."""
    t = tower(ring="quilted_jack*5", hand="blade*6 tool*6 trinket*6").begin("encounter")
    assert {text.split()[1] for text in t.legal("face")} == {f"r{n}" for n in range(1, 6)}
    t.do("end")
    assert (t.asked, t.sanity(), t.tower_cards) == ("RSP-80", 10, "reaver_valley - -")


def test_rsp_49_what_cannot_be_paid_is_not_offered() -> None:
    """Neither by the matrix nor by Brute Force."""
    t = tower(ring="acolytes_circlet ogres_toothpick cleave", hand="blade tool").begin("encounter")
    assert t.legal("face") | t.legal("force") == {"face r1"}


def test_rsp_50_a_collected_card_goes_aside_and_cannot_be_used_this_turn() -> None:
    """The Cleaver just bought pays for nothing, and may not be slotted."""
    t = tower(ring="rusted_cleaver cleave", hand="tool trinket blade").begin("encounter")
    t.buy("rusted_cleaver", "tool", "trinket")
    assert t.aside() == "rusted_cleaver tool trinket"
    assert not t.may_face("cleave")  # 3 F: Blade and Cleaver would do
    assert "rusted_cleaver" not in t.offered("slot")


def test_rsp_50_a_defeated_adversary_is_resolved_at_once() -> None:
    """Its die comes before anything else may be done, and it is not Aside."""
    t = tower(ring="trapped_chest quilted_jack", hand="rogues_strike*2 blade trinket").begin(
        "encounter"
    )
    t.buy("trapped_chest", "rogues_strike", "rogues_strike")
    assert t.chance
    t.luck(1)
    assert (t.sanity(), t.asked) == (8, "RSP-49")
    assert t.aside() == "rogues_strike rogues_strike"
    assert t.ring() == "- quilted_jack - - -"


def test_rsp_51_the_pending_card_enters_the_first_gap_at_once() -> None:
    """It may be bought in the same phase, and later gaps stay."""
    t = pressed(
        ring="cleave cleave acolytes_circlet cleave cleave",
        pending="rusted_cleaver",
        hand="blade*3 tool*2 trinket reavers_slash",
    )
    t.buy("acolytes_circlet", "blade", "tool")
    assert t.ring() == "cleave cleave rusted_cleaver cleave cleave"
    assert t.pending == "-"
    t.buy("rusted_cleaver", "tool", "trinket")
    assert t.ring() == "cleave cleave - cleave cleave"
    t.buy("cleave", "blade", "reavers_slash")
    assert t.ring() == "- cleave - cleave cleave"
    t.maybe("end")
    assert t.sanity() == 10


def test_rsp_51_only_at_the_end_of_the_phase_by_option() -> None:
    """Then it fills the gap when the phase ends, without a penalty, and cannot be bought."""
    t = pressed(
        ring="cleave cleave acolytes_circlet cleave cleave",
        pending="rusted_cleaver",
        hand="blade*2 tool*2 trinket*2 rogues_strike",
        pending_card="end_of_encounter",
    )
    t.buy("acolytes_circlet", "blade", "tool")
    assert (t.ring(), t.pending) == ("cleave cleave - cleave cleave", "rusted_cleaver")
    t.maybe("end")
    assert t.asked == "RSP-80"
    assert (t.ring(), t.pending) == ("cleave cleave rusted_cleaver cleave cleave", "-")
    assert t.sanity() == 10


@pytest.mark.parametrize("place", range(5))
def test_rsp_52_overwhelmed_banishes_the_highest_brute_force(place: int) -> None:
    """The pending card takes its position and then a die of Sanity goes."""
    row = ["cleave"] * 5
    row[place] = "meteor_sword"
    t = pressed(ring=" ".join(row)).do("end", luck=[4])
    assert t.ring() == "cleave cleave cleave cleave cleave"
    assert (t.banished, t.pending, t.sanity()) == ("meteor_sword", "-", 6)


def test_rsp_52_it_is_the_brute_force_and_not_the_sum_or_the_power() -> None:
    """Without Brute Force a card counts 0, however dear it is."""
    t = pressed(ring="librarian_of_skins armoured_absence votive_idol cleave cleave").do(
        "end", luck=[1]
    )
    assert t.banished == "votive_idol"
    assert t.ring() == "librarian_of_skins armoured_absence cleave cleave cleave"


def test_rsp_52_the_active_player_breaks_ties() -> None:
    """Only among the tied cards."""
    t = pressed(ring="cleave meteor_sword cleave sir_tancred_blunt cleave").do("end")
    assert (t.asked, t.legal()) == ("RSP-52", {"pick r2", "pick r4"})
    t.do("pick r4", luck=[2])
    assert t.ring() == "cleave meteor_sword cleave cleave cleave"
    assert (t.banished, t.sanity()) == ("sir_tancred_blunt", 8)


def test_rsp_52_a_displaced_adversary_is_not_defeated() -> None:
    """No die and no Loot for it; it is banished even if its text would send it elsewhere."""
    t = pressed(ring="cleave armoured_absence worm_beneath_the_stair cleave cleave").do(
        "end", luck=[3]
    )
    assert t.banished == "worm_beneath_the_stair"
    assert (t.sanity(), t.aside(), t.state.returning) == (7, "", [])


def test_rsp_52_by_lack_of_means_as_well_as_by_choice() -> None:
    """A Hero with an empty hand is asked nothing."""
    t = pressed(ring="cleave*4 riposte", hand="")
    assert t.chance
    t.luck(5)
    assert (t.sanity(), t.banished) == (5, "riposte")


def test_rsp_52_to_the_bottom_of_the_deck_by_option() -> None:
    """Not to the Banish pile."""
    t = pressed(ring="cleave*4 riposte", overwhelmed_card="bottom").do("end", luck=[1])
    assert t.banished == ""
    assert t.pile.split()[-1] == "riposte"
    assert len(t.pile.split()) == 31


@pytest.mark.parametrize(
    ("ring", "pile", "turn"),
    [
        ("cleave*4", "riposte", 8),  # a gap takes the card
        ("cleave*5", "mind_warp", 8),  # Chaos is not replaced
        ("cleave*5", "", 8),  # the deck is empty
        ("cleave*4", "riposte", 5),  # an opening turn
    ],
)
def test_rsp_53_without_a_pending_card_nobody_is_overwhelmed(
    ring: str, pile: str, turn: int
) -> None:
    """Ending the phase costs nothing."""
    t = tower(
        at="dungeon 3", ring=ring, pile=pile, turn=turn, hand="expert_feint reavers_slash", filler=0
    )
    t.begin("draw")
    before = t.sanity()
    t.do("end")
    assert (t.asked, t.sanity()) == ("RSP-80", before)
    assert "riposte" not in t.banished


@pytest.mark.parametrize(
    ("deck", "depth", "top"),
    [
        (180, "third", 60),
        (181, "third", 61),
        (2, "third", 1),
        (1, "third", 1),
        (7, "half", 4),
        (8, "half", 4),
    ],
)
def test_rsp_54_top_third_rounded_up(deck: int, depth: str, top: int) -> None:
    """The cards that come back are shuffled with exactly that many; the others keep their place."""
    t = tower(
        ring="cleave*5", pile="", filler=deck, returning="trapped_chest", reshuffle_depth=depth
    ).begin("recover")
    assert t.pile.split() == ["?"] * (top + 1) + ["quilted_jack"] * (deck - top)
    assert t.state.returning == []


def test_rsp_54_into_an_empty_deck() -> None:
    """The cards alone form it."""
    t = tower(ring="cleave*5", filler=0, returning="trapped_chest insane_adept").begin("recover")
    assert len(t.pile.split()) == 2


def test_rsp_55_pending_and_ring_cards_are_open_to_all() -> None:
    """A spectator sees them."""
    t = pressed(ring="trapped_chest cleave cleave cleave cleave", pending="riposte")
    table = GAME.view(t.state, None).table
    assert table["pending"]["id"] == "riposte"
    names = [place["card"]["id"] for place in table["rings"][0]["cards"]]
    assert names == ["trapped_chest", "cleave", "cleave", "cleave", "cleave"]


def test_rsp_56_an_empty_deck_is_made_of_the_banished_encounter_cards() -> None:
    """All nine types, but neither Starter nor Loot cards."""
    t = tower(
        ring="cleave*4",
        filler=0,
        banished="mind_warp trapped_chest riposte tool cathedral_hammer",
        hand="expert_feint",
    ).begin("draw", luck=["riposte"])
    assert t.ring().split()[4] == "riposte"
    assert t.banished == "cathedral_hammer tool"
    assert len(t.pile.split()) == 2


def test_rsp_56_chaos_comes_back_too() -> None:
    """And works."""
    t = tower(at="dungeon 3", filler=0, banished="mind_warp", hand="expert_feint").begin("draw")
    assert (t.sanity(), t.foe(), t.banished) == (9, 6, "mind_warp")


def test_rsp_56_without_banished_cards_nothing_is_drawn() -> None:
    """Neither in Draw nor in Recover, nor with the option off."""
    t = tower(ring="cleave*5", filler=0, banished="tool", hand="expert_feint").begin("draw")
    assert (t.pending, t.banished) == ("-", "tool")
    t = tower(ring="cleave", filler=0).begin("recover")
    assert t.ring() == "cleave - - - -"
    t = tower(
        ring="cleave*5", filler=0, banished="riposte", hand="expert_feint", encounter_recycle=False
    ).begin("draw")
    assert (t.pending, t.banished) == ("-", "riposte")


def test_rsp_56_a_pile_of_nothing_but_chaos_is_recycled_once_in_a_refill() -> None:
    """Otherwise the refill would never end."""
    t = tower(at="dungeon 3", filler=0, banished="mind_warp", ring="cleave*4").begin("recover")
    assert t.ring() == "cleave cleave cleave cleave -"
    assert t.sanity() == 9
    assert t.turn >= 8
