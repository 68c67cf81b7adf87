"""Ravingspire §4.9: Adversaries and Loot."""

import pytest

from tests.games.ravingspire.tower import Tower, mate, tower


def test_rsp_74_an_adversary_is_paid_like_any_card_but_never_collected() -> None:
    """By the matrix or by Brute Force; it does not come to Aside or discard."""
    t = tower(ring="bone_sentry", hand="reavers_slash*4 tool*4").begin("encounter")
    assert t.may_face("bone_sentry")
    assert t.may_force("bone_sentry")
    matrix = t.copy().buy("bone_sentry", "reavers_slash", "reavers_slash", "tool", luck=[6])
    brute = t.copy().force("bone_sentry")
    brute.pay("reavers_slash", "reavers_slash", "reavers_slash", "tool", luck=[6])
    for table in (matrix, brute):
        assert table.ring() == "- - - - -"
        assert "bone_sentry" not in table.aside()
        assert table.banished == "bone_sentry"


def test_rsp_74_without_brute_force_only_by_the_matrix() -> None:
    """The Armoured Absence has none."""
    t = tower(ring="armoured_absence", hand="tool*20").begin("encounter")
    assert not t.may_force("armoured_absence")


@pytest.mark.parametrize(
    ("face", "sanity", "loot"),
    [(1, 8, 0), (2, 8, 0), (3, 8, 0), (4, 10, 1), (5, 10, 1), (6, 10, 1)],
)
def test_rsp_75_the_text_is_resolved_at_once(face: int, sanity: int, loot: int) -> None:
    """The Trapped Chest on each face of the die."""
    t = tower(ring="trapped_chest quilted_jack", hand="rogues_strike*2 blade trinket")
    t.begin("encounter").buy("trapped_chest", "rogues_strike", "rogues_strike", luck=[face])
    assert (t.sanity(), t.aside().split().count("cathedral_hammer")) == (sanity, loot)
    assert t.ring() == "- quilted_jack - - -"


def test_rsp_75_the_adversary_has_left_the_ring_before_its_text() -> None:
    """The pending card is not in its place while the die is open, and is there afterwards."""
    t = tower(
        ring="trapped_chest cleave cleave cleave cleave",
        pending="riposte",
        hand="rogues_strike*2",
    ).begin("encounter")
    t.buy("trapped_chest", "rogues_strike", "rogues_strike")
    assert t.chance
    assert "trapped_chest" not in t.ring()
    t.luck(6)
    assert t.ring() == "riposte cleave cleave cleave cleave"


def test_rsp_76_reshuffle_waits_beside_the_deck_until_recover() -> None:
    """It is nowhere else meanwhile, and then among the top third before any card is drawn."""
    t = tower(
        ring="trapped_chest cleave cleave cleave cleave",
        hand="rogues_strike*2 reavers_slash",
        filler=6,
    ).begin("encounter")
    t.buy("trapped_chest", "rogues_strike", "rogues_strike", luck=[6])
    assert t.state.returning == tower(returning="trapped_chest").state.returning
    assert t.pile == " ".join(["quilted_jack"] * 6)
    t.do("end", luck=["trapped_chest"])
    assert t.ring() == "trapped_chest cleave cleave cleave cleave"
    assert t.state.returning == []
    assert t.sanity() == 10  # it came too late to hurt


def test_rsp_76_banish_goes_to_the_banish_pile() -> None:
    """The Insane Adept on 4 to 6; on 1 to 3 it is reshuffled."""
    for face, away in ((3, False), (4, True)):
        t = tower(ring="insane_adept", hand="reavers_slash runelords_blast*2").begin("encounter")
        t.buy("insane_adept", "reavers_slash", "runelords_blast", "runelords_blast")
        t.luck(face)
        assert (t.banished == "insane_adept") == away


def test_rsp_76_several_return_all_together() -> None:
    """Two of them with a third of seven cards: a bag of five."""
    t = tower(ring="cleave*5", filler=7, returning="trapped_chest insane_adept").begin("recover")
    assert t.pile.split() == ["?"] * 5 + ["quilted_jack"] * 4


@pytest.mark.parametrize("many", range(6))
def test_rsp_77_one_sanity_for_each_adversary_of_the_ring(many: int) -> None:
    """At the beginning of Recover."""
    row = " ".join(["trapped_chest"] * many + ["cleave"] * (5 - many))
    t = tower(ring=row).begin("recover")
    assert t.sanity() == 10 - many


def test_rsp_77_of_the_level_occupied_then() -> None:
    """A Hero who left by Exert loses nothing, one who came loses for the new level."""
    rings = {"dungeon": "trapped_chest*3 cleave*2", "temple": "insane_adept cleave*4"}
    t = tower(at="dungeon 6", rotation=(0, 6, 0), rings=rings, hand="reavers_slash")
    t.begin("explore").face("exert").pay("reavers_slash").do("step up")
    assert t.sanity() == 9
    t = tower(at="temple 0", rotation=(0, 6, 0), rings=rings, hand="reavers_slash")
    t.begin("explore").face("exert").pay("reavers_slash").do("step down")
    assert t.sanity() == 7


def test_rsp_77_those_that_arrive_later_cost_nothing_and_others_lose_nothing() -> None:
    """Adversaries of the refill wait for the next Recover; the other Hero there keeps its Sanity."""
    t = tower(
        ring="trapped_chest - -",
        pile="insane_adept*4",
        mates=[mate("quinn", at="dungeon 4")],
        trading=False,
    ).begin("recover")
    assert t.ring().split().count("insane_adept") == 4
    assert t.state.sanity == [9, 10]


def test_rsp_77_after_a_showdown_too() -> None:
    """Two dice, then two Adversaries."""
    t = tower(
        at="dungeon 4",
        hand="expert_feint",
        ring="trapped_chest*2 cleave*3",
        foes={"dungeon": 4},
        foe_pile="the_dark_warden",
    ).begin("turn")
    t.do("concede", luck=[1, 2]).do("skip").maybe("end").maybe("end")
    assert (t.turn, t.sanity()) == (9, 10 - 3 - 2)


def test_rsp_77_in_the_turn_an_adversary_was_drawn() -> None:
    """One that lies in the ring at Recover counts, wherever it came from."""
    t = tower(ring="cleave*4", pile="trapped_chest").begin("draw")
    assert (t.turn, t.sanity()) == (9, 9)


def test_rsp_78_loot_is_drawn_to_aside_and_discarded_in_recover() -> None:
    """Top card first, and it may not be used this turn."""
    t = tower(
        ring="carpet_of_hands trapped_chest", hand="blade rogues_strike*2 tool", filler=0
    ).begin("encounter")
    t.buy("carpet_of_hands", "blade", "rogues_strike", "tool")
    assert "cathedral_hammer" in t.aside().split()
    assert t.loot_pile.split()[0] == "thornback_plate"
    assert not t.may_face("trapped_chest")  # Hammer 4 would do
    t.maybe("end").maybe("end").maybe("end")
    assert "cathedral_hammer" in f"{t.discard()} {t.deck()} {t.hand()}".split()
    assert t.aside() == ""


def test_rsp_78_an_empty_loot_deck_gives_nothing() -> None:
    """And nothing breaks."""
    t = tower(ring="carpet_of_hands", hand="blade rogues_strike*2 expert_feint", loot="")
    t.begin("encounter").buy("carpet_of_hands", "blade", "rogues_strike", "rogues_strike")
    assert t.aside() == "blade rogues_strike rogues_strike"
    assert (t.ring(), t.asked) == ("- - - - -", "RSP-49")


def test_rsp_79_loot_is_slotted_and_spent_by_its_types() -> None:
    """A Weapon and Object fits W and O and counts as both; its Vorpal pays any attribute."""
    t = tower(hand="saltbone_harpoon", ring="cleave").begin("encounter")
    assert {text.split()[2] for text in t.legal("slot")} == {"s1", "s3"}
    for card in ("cleave", "ill_word", "hatpin_of_quality"):
        t = tower(hand="saltbone_harpoon expert_feint", ring=card).begin("encounter")
        t.buy(card, "saltbone_harpoon")
        assert t.aside() == " ".join(sorted([card, "saltbone_harpoon"]))


def test_rsp_79_loot_is_traded_by_its_types() -> None:
    """A Loot Relic may be offered."""
    t: Tower = tower(hand="candelabrum_of_hands", mates=[mate("quinn", hand="tool")]).begin("move")
    t.do("trade 1")
    assert "candelabrum_of_hands" in t.offered("pick")
