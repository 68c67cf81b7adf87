"""The Tower cards: in force on their own level, for whoever stands there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ravingspire.cards.printed import exercises
from tests.games.ravingspire.cards.reactions import rolled
from tests.games.ravingspire.cards.table import (
    QUIET,
    brute_costs,
    costs,
    paid,
    scene,
    to_next_turn,
    worth,
)
from tests.games.ravingspire.tower import Tower, mate, tower


def here(card: str, hand: str = "", vs: str = "collect", **zones: Any) -> Tower:
    """A scene on the level of a Tower card."""
    return scene(hand, vs, towers={"dungeon": card}, **zones)


def elsewhere(card: str, hand: str = "", vs: str = "collect", **zones: Any) -> Tower:
    """The same scene, while the Tower card lies in the Temple."""
    return scene(hand, vs, towers={"dungeon": QUIET, "temple": card}, **zones)


def places(t: Tower, card: str) -> set[str]:
    """The slots that a card in hand may be put into."""
    return {text.split()[2] for text in t.legal("slot") if t.card_at(text.split()[1]) == card}


@exercises("reaver_valley")
def test_reaver_valley_opens_object_slots() -> None:
    """On this level Weapon and Armor cards may lie in Object slots."""
    hand = "cutpurses_razor chain_hauberk votive_idol armory"
    t = here("reaver_valley", hand)
    assert places(t, "cutpurses_razor") == {"s1", "s3"}
    assert places(t, "chain_hauberk") == {"s2", "s3"}
    assert places(t, "votive_idol") == {"s4"}
    assert places(t, "armory") == {"s5"}
    t = elsewhere("reaver_valley", hand)
    assert places(t, "cutpurses_razor") == {"s1"}
    assert places(t, "chain_hauberk") == {"s2"}


@exercises("reaver_valley")
def test_leaving_reaver_valley() -> None:
    """A Weapon in an Object slot returns to hand when its owner leaves the level in the own turn."""
    t = tower(
        slots="- - crow_beak_polearm - -",
        at="dungeon 6",
        rotation=(0, 6, 0),
        rings={"temple": "opera_dagger*5"},
        towers={"dungeon": "reaver_valley", "temple": QUIET},
    ).begin("move")
    if not t.chance:
        t.do("roll")
    t.luck(1).do("step up")
    assert t.where() == "temple 0"
    assert t.slots() == "- - - - -"
    assert "crow_beak_polearm" in t.hand()


@exercises("the_pawned_chapel")
def test_the_pawned_chapel() -> None:
    """On this level Relic and Object cards cost 1 less, by matrix or force; no others do."""
    ring = "siege_jack crown_of_borrowed_thoughts kingsplitter worm_beneath_the_stair"
    t = here("the_pawned_chapel", ring=ring)
    assert costs(t, "siege_jack", "1/3/1", name="charm")
    assert costs(t, "siege_jack", "1/2/2", name="skill")
    assert brute_costs(t, "siege_jack", 10)
    assert costs(t, "crown_of_borrowed_thoughts", "2/1/4", name="fight")
    assert costs(t, "kingsplitter", "5/3/2")
    assert costs(t, "worm_beneath_the_stair", "3/4/2")
    assert costs(elsewhere("the_pawned_chapel", ring=ring), "siege_jack", "1/3/2")


@exercises("surveyors_loft")
def test_surveyors_loft() -> None:
    """On this level Maps, Glyphs, Exert and the Well cost 1 less; the forced rotation does not."""
    for hand, service in (("tool", "maps"), ("trinket", "glyphs"), ("blade", "exert")):
        t = tower(hand=hand, towers={"dungeon": "surveyors_loft"}, discard="tool").begin("explore")
        assert t.asked == "RSP-80"
        assert t.may_face(service)
        t = tower(hand=hand, towers={"dungeon": QUIET}, discard="tool").begin("explore")
        assert not (t.asked == "RSP-80" and t.may_face(service))
    for hand, matrix, force in (
        ("blade tool", True, False),
        ("blade*4", False, True),
        ("blade*3", False, False),
    ):
        t = tower(hand=hand, towers={"dungeon": "surveyors_loft"}, discard="tool").begin("explore")
        assert t.may_face("well") == matrix
        assert t.may_force("well") == force
    t = tower(hand="blade*9", towers={"dungeon": "surveyors_loft"}).begin("explore")
    assert not t.may_force("rotation")


@exercises("echo_gallery", "choking_cloister")
@pytest.mark.parametrize(("card", "more"), [("echo_gallery", 1), ("choking_cloister", -1)])
def test_the_hand_on_this_level(card: str, more: int) -> None:
    """A hand drawn here is one card larger, or smaller; elsewhere it is not."""
    t = to_next_turn(tower("quinn", towers={"dungeon": card}, filler=0).begin("recover"))
    assert len(t.hand().split()) == 6 + more
    towers = {"dungeon": QUIET, "temple": card}
    t = to_next_turn(tower("quinn", towers=towers, filler=0).begin("recover"))
    assert len(t.hand().split()) == 6


@exercises("echo_gallery", "the_warrens.2")
@pytest.mark.parametrize(("card", "cost"), [("echo_gallery", "8/3/5"), ("the_warrens", "10/3/3")])
def test_dearer_foes(card: str, cost: str) -> None:
    """On this level Foes cost 2 more; Adversaries do not."""
    foe: dict[str, Any] = {
        "foes": {"dungeon": 0},
        "foe_pile": "the_butcher_of_nine_doors",
        "hand": "deck_of_marked_cards",
    }
    for towers, wanted in (
        ({"dungeon": card}, cost),
        ({"dungeon": QUIET, "temple": card}, "8/3/3"),
    ):
        t = tower(**foe, towers=towers).begin("turn")
        if t.asked == "RSP-106":
            t.do("draw")
        assert costs(t, "foe", wanted)
    assert costs(here(card, ring="worm_beneath_the_stair"), "worm_beneath_the_stair", "3/4/2")


@exercises("red_market.1")
def test_red_market_is_cheap() -> None:
    """On this level equipment costs 2 less, and nothing else does."""
    ring = "siege_jack kingsplitter plate_of_the_ninth_guard crown_of_borrowed_thoughts"
    t = here("red_market", ring=ring)
    assert costs(t, "siege_jack", "1/1/2", name="skill")
    assert costs(t, "kingsplitter", "3/3/2", name="fight")
    assert costs(t, "plate_of_the_ninth_guard", "2/4/1", name="charm")
    assert costs(t, "crown_of_borrowed_thoughts", "3/1/2", name="charm")
    assert brute_costs(t, "siege_jack", 9)
    t = here("red_market", ring="cleave mudge_the_lamp_boy gladiator_training_pit mimic_purse")
    assert costs(t, "cleave", "3/0/0")
    assert costs(t, "mudge_the_lamp_boy", "1/0/2")
    assert costs(t, "gladiator_training_pit", "3/2/0")
    assert costs(t, "mimic_purse", "0/3/0")
    assert costs(elsewhere("red_market", ring=ring), "siege_jack", "1/3/2")


@exercises("red_market.2")
def test_red_market_is_cruel() -> None:
    """Whenever you collect a card here, lose 1 Sanity; beating an Adversary is not collecting."""
    t = here("red_market", "reavers_slash*2", ring="cleave", aids=False)
    assert paid(t, "cleave", "reavers_slash:fight", "reavers_slash:fight")
    assert t.sanity() == 9
    t = here("red_market", "the_perfect_con", ring="coil_of_rope")
    t.by("activate", "the_perfect_con")
    assert (t.aside(), t.sanity()) == ("coil_of_rope", 9)
    t = here("red_market", "rogues_strike*2", ring="carpet_of_hands", aids=True)
    assert paid(
        t,
        "carpet_of_hands",
        "rogues_strike:skill",
        "rogues_strike:skill",
        "old_hobb_the_porter:fight",
    )
    assert t.sanity() == 10
    t = elsewhere("red_market", "reavers_slash*2", ring="cleave", aids=False)
    assert paid(t, "cleave", "reavers_slash:fight", "reavers_slash:fight")
    assert t.sanity() == 10


@exercises("moonless_orchard")
def test_moonless_orchard_lets_charm_be_skill() -> None:
    """On this level Charm may count as Skill, for every goal; not as Fight, and not Skill as Charm."""
    for vs in ("collect", "adversary", "foe"):
        t = here("moonless_orchard", "votive_idol chain_hauberk cleave", vs)
        assert worth(t, "skill", "votive_idol", vs=vs) == 3
        assert worth(t, "charm", "votive_idol", vs=vs) == 3
        assert worth(t, "fight", "votive_idol", vs=vs) == 0
        assert worth(t, "charm", "chain_hauberk", vs=vs) == 0
        assert worth(t, "skill", "cleave", vs=vs) == 0
    assert worth(elsewhere("moonless_orchard", "votive_idol"), "skill", "votive_idol") == 0


@exercises("moonless_orchard")
@pytest.mark.parametrize(("face", "steps"), [(1, 1), (2, 1), (6, 5)])
def test_moonless_orchard_slows(face: int, steps: int) -> None:
    """Move rolls here are 1 less, at least 1."""
    for towers, wanted in (
        ({"dungeon": "moonless_orchard"}, steps),
        ({"dungeon": QUIET, "temple": "moonless_orchard"}, face),
    ):
        t = tower(towers=towers, at="dungeon 0", pile="coil_of_rope").begin("move")
        if not t.chance:
            t.do("roll")
        t.luck(face)
        turn = 0
        while t.asked == "RSP-31":
            t.do("step cw")
            turn += 1
        assert t.where() == f"dungeon {wanted}"


@exercises("kennels_of_the_hungry_saint")
def test_kennels_of_the_hungry_saint() -> None:
    """On this level every Adversary left in the ring costs 1 more Sanity."""
    card = "kennels_of_the_hungry_saint"
    for ring, lost in (("bone_sentry", 2), ("bone_sentry mimic_purse", 4), ("opera_dagger", 0)):
        t = tower(ring=ring, towers={"dungeon": card}, filler=0).begin("recover")
        assert t.sanity() == 10 - lost
        t = tower(ring=ring, towers={"dungeon": QUIET, "temple": card}, filler=0).begin("recover")
        assert t.sanity() == 10 - lost // 2


@exercises("the_reluctant_hinge")
@pytest.mark.parametrize(("face", "turned"), [(1, 1), (2, 1), (6, 5)])
def test_the_reluctant_hinge(face: int, turned: int) -> None:
    """On this level dice rolled to rotate are 1 less, at least 1."""
    for card, wanted in ((QUIET, turned), ("red_market", face)):
        for hand, service in (("rogues_strike", "maps"), ("runelords_blast", "glyphs")):
            t = tower(hand=hand, towers={"dungeon": card}).begin("explore")
            t.face(service).pay(hand)
            rolled(t, face)
            assert t.legal("turn") >= {f"turn cw {wanted}"}
            assert t.do(f"turn cw {wanted}").state.rotation[0] == wanted
    t = tower(hand="kingsplitter siege_jack", towers={"dungeon": QUIET}).begin("explore")
    t.force("rotation").pay("kingsplitter:any", "siege_jack:any")
    rolled(t, 6)
    assert "turn cw 5" in t.legal()
    assert "turn cw 6" not in t.legal()


@exercises("the_warrens.1")
def test_the_warrens_reward_a_victory() -> None:
    """On this level, whenever you defeat an Adversary gain 1 Sanity."""
    payment = ("rogues_strike:skill", "rogues_strike:skill", "old_hobb_the_porter:fight")
    for scene_of, sanity in ((here, 6), (elsewhere, 5)):
        t = scene_of(
            "the_warrens", "rogues_strike*2", ring="carpet_of_hands opera_dagger", sanity=5
        )
        q = t.copy()
        assert paid(t, "carpet_of_hands", *payment)
        assert t.sanity() == sanity
        assert paid(q, "opera_dagger", *payment, "bertrand_the_unpaid:charm")
        assert q.sanity() == 5


def test_a_tower_card_acts_on_heroes_of_its_level_only() -> None:
    """A Hero in the Temple draws six while the Cloister lies in the Dungeon."""
    heroes = [mate("garsome", at="dungeon 3")]
    t = tower(
        "quinn",
        at="temple 1",
        towers={"dungeon": "choking_cloister", "temple": QUIET},
        mates=heroes,
        filler=0,
    )
    assert len(to_next_turn(t.begin("recover")).hand().split()) == 6
