"""The Heroes, by what stands on their cards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ravingspire.cards.printed import HEROES, exercises
from tests.games.ravingspire.cards.reactions import overwhelmed, rolled
from tests.games.ravingspire.cards.table import (
    QUIET,
    brute_costs,
    carry_on,
    costs,
    count,
    paid,
    picks,
    reached,
    scene,
    to_next_turn,
    worth,
)
from tests.games.ravingspire.tower import Tower, each, tower

CALM: dict[str, Any] = {"towers": {"dungeon": QUIET}}


@pytest.mark.parametrize("hero", HEROES)
def test_slots_are_as_printed(hero: str) -> None:
    """One card of each type: it fits the printed places, and no others."""
    letters = HEROES[hero]["slots"]
    cards = {
        "W": "rusted_cleaver",
        "A": "quilted_jack",
        "O": "coil_of_rope",
        "R": "votive_idol",
        "D": "armory",
    }
    t = scene(" ".join(cards.values()), hero=hero)
    for letter, card in cards.items():
        found = {x.split()[2] for x in t.legal("slot") if t.card_at(x.split()[1]) == card}
        assert found == {f"s{i + 1}" for i, one in enumerate(letters) if one == letter}


@exercises("the_crimson_reaver.1")
@pytest.mark.parametrize("hero", HEROES)
def test_hand_sizes(hero: str) -> None:
    """Six cards; seven for the Crimson Reaver."""
    t = to_next_turn(tower(hero, filler=0, **CALM).begin("recover"))
    assert len(t.hand().split()) == (7 if hero == "the_crimson_reaver" else 6)


@exercises("the_crimson_reaver.2")
def test_crimson_reaver_banishes_a_relic_to_double_a_weapon() -> None:
    """From hand or slot, a Weapon in hand, slot or Played; once a turn."""
    t = scene(
        "trinket blade longsword_of_no_known_house cleave", slots="rusted_cleaver - - votive_idol -"
    )
    t.do("act 2")
    assert picks(t) == "trinket votive_idol"
    t.by("pick", "votive_idol")
    assert (t.banished, t.slots()) == ("votive_idol", "rusted_cleaver - - - -")
    assert picks(t) == "blade longsword_of_no_known_house rusted_cleaver"
    t.by("pick", "longsword_of_no_known_house")
    assert worth(t, "fight", "longsword_of_no_known_house") == 6
    assert worth(t, "fight", "rusted_cleaver") == 2
    assert not t.can("act 2")
    assert scene("trinket cleave", "foe", slots="rusted_cleaver - - - -").can("act 2")
    assert not scene("crowbar blade").can("act 2")


@exercises("the_crimson_reaver.2")
@pytest.mark.parametrize(
    ("stacking", "power"), [("additive", 36), ("multiplicative", 48), ("once", 24)]
)
def test_crimson_reaver_with_the_meteor_sword(stacking: str, power: int) -> None:
    """Base 12 against a Foe, doubled by the Reaver and by the Armory."""
    t = scene("trinket meteor_sword armory", "foe", double_stacking=stacking)
    t.do("act 2")
    t.by("discard", "armory")
    assert worth(t, "fight", "meteor_sword", vs="foe") == power


@exercises("quinn_apblanc.1")
def test_quinn_lowers_an_adversary_or_foe() -> None:
    """Once per turn one Adversary or Foe costs 2 less."""
    ring = "worm_beneath_the_stair librarian_of_skins siege_jack"
    t = scene(hero="quinn", ring=ring).do("act 1")
    assert picks(t) == "librarian_of_skins worm_beneath_the_stair"
    t.by("pick", "worm_beneath_the_stair")
    assert costs(t, "worm_beneath_the_stair", "3/2/2", name="skill")
    assert costs(t, "worm_beneath_the_stair", "1/4/2", name="fight")
    assert brute_costs(t, "worm_beneath_the_stair", 16)
    assert costs(t, "librarian_of_skins", "1/3/4")
    assert costs(t, "siege_jack", "1/3/2")
    assert not t.can("act 1")
    assert not scene(hero="quinn", ring="siege_jack").can("act 1")
    t = scene("cleave", "foe", hero="quinn").do("act 1")
    t.state.cost[:3] = [2, 3, 3]
    assert costs(t, "foe", "2/3/1", name="charm")


@exercises("quinn_apblanc.2")
def test_quinn_draws_another_foe() -> None:
    """Before its effects the Foe card goes under the deck; the next one must be faced."""
    foe: dict[str, Any] = {
        "foes": {"dungeon": 0},
        "foe_pile": "manos the_blue_baron gorm_skullcart",
    }
    t = tower("quinn", hand="cleave", **foe, **CALM).begin("turn")
    if t.asked == "RSP-106":
        t.do("draw")
    assert (t.asked, t.legal(), t.sanity()) == ("RSP-158", {"redraw", "keep"}, 10)
    q = t.copy().do("keep")
    assert (q.foe_card, q.sanity()) == ("manos", 9)
    t.do("redraw")
    assert (t.sanity(), t.chance) == (10, True)
    t.luck(1)
    assert (t.foe_card, t.asked) == ("the_blue_baron", "RSP-108")
    assert t.state.foe_pile[-1] == q.state.foe
    t = tower("reaver", hand="cleave", **foe, **CALM).begin("turn")
    if t.asked == "RSP-106":
        t.do("draw")
    assert t.sanity() == 9


@exercises("aurora_the_all_knowing.1", "dawn_the_righteous.1")
@pytest.mark.parametrize(("hero", "as_"), [("aurora", "skill"), ("dawn", "fight")])
def test_charm_may_count_as_something_else(hero: str, as_: str) -> None:
    """Against Adversaries and Foes, Charm may count as Skill (Aurora) or as Fight (Dawn)."""
    other = "fight" if as_ == "skill" else "skill"
    for vs, given in (("collect", 0), ("adversary", 3), ("foe", 3), ("spire", 3)):
        t = scene("votive_idol chain_hauberk tamsin_half_ear", vs, hero=hero)
        assert worth(t, as_, "votive_idol", vs=vs) == given
        assert worth(t, other, "votive_idol", vs=vs) == 0
        assert worth(t, "charm", "votive_idol", vs=vs) == 3
        assert worth(t, "charm", "chain_hauberk", vs=vs) == 0
    t = scene("votive_idol tamsin_half_ear", "adversary", hero=hero)
    assert worth(t, as_, "tamsin_half_ear", vs="adversary") == 2


@exercises("aurora_the_all_knowing.2", "marcus_the_runelord.2", "dawn_the_righteous.2")
@pytest.mark.parametrize(
    ("hero", "attribute"), [("aurora", "charm"), ("marcus", "skill"), ("dawn", "fight")]
)
def test_generate(hero: str, attribute: str) -> None:
    """Turn a slotted Relic face down to gain 1 power; its own power is locked until Recover."""
    letters = HEROES[next(h for h in HEROES if hero in h)]["slots"]
    relics = [i for i, letter in enumerate(letters) if letter == "R"]
    slots = " ".join("votive_idol" if i in relics else "-" for i in range(5))
    for vs in ("collect", "adversary", "foe"):
        t = scene("acolytes_circlet", vs, hero=hero, slots=slots)
        assert worth(t, attribute, f"+{attribute}", vs=vs) == 0
        for n in range(1, len(relics) + 1):
            carry_on(t.do("act 2"), *(["votive_idol"] if t.asked == "RSP-170" else []))
            assert t.slots().split().count("votive_idol!") == n
            assert worth(t, attribute, *[f"+{attribute}"] * n, vs=vs) == n
        assert not t.can("act 2")
        assert not t.may("unslot", "votive_idol")
        assert "acolytes_circlet" in t.hand()
    t = scene("acolytes_circlet", hero=hero, slots=slots)
    carry_on(t.do("act 2"), *(["votive_idol"] if t.asked == "RSP-170" else []))
    assert to_next_turn(t).slots() == slots


@exercises("aurora_the_all_knowing.2", "marcus_the_runelord.2", "dawn_the_righteous.2")
def test_generate_is_not_for_explore() -> None:
    """The ability belongs to Encounter and battle, and to slotted Relics."""
    for hero in ("aurora", "marcus", "dawn"):
        t = tower(hero, hand="tool*2 blade*2", slots="votive_idol - - - -", **CALM).begin("explore")
        assert not t.can("act 2")
        assert not scene("votive_idol", hero=hero).can("act 2")


@exercises("florence_haymaker.1")
def test_florence_keeps_her_slotted_weapons() -> None:
    """Spent from a slot a Weapon turns face down and stays; from hand it is spent."""
    payment = ("rusted_cleaver:fight", "grubb_and_son:skill", "bertrand_the_unpaid:charm")
    t = scene(
        hero="florence", slots="rusted_cleaver - chain_hauberk - -", ring="opera_dagger cleave"
    )
    assert paid(t, "opera_dagger", *payment)
    assert t.slots() == "rusted_cleaver! - chain_hauberk - -"
    assert "rusted_cleaver" not in t.aside()
    assert to_next_turn(t).slots().startswith("rusted_cleaver -")
    t = scene("rusted_cleaver", hero="florence")
    assert paid(t, "opera_dagger", *payment)
    assert "rusted_cleaver" in t.aside()
    t = scene(hero="florence", slots="- - chain_hauberk - -")
    assert paid(
        t,
        "opera_dagger",
        "chain_hauberk:skill",
        "old_hobb_the_porter:fight",
        "bertrand_the_unpaid:charm",
    )
    assert t.slots() == "- - - - -"
    t = scene(hero="florence", slots="mudge_the_lamp_boy - - - -")
    assert paid(
        t,
        "opera_dagger",
        "mudge_the_lamp_boy:skill",
        "old_hobb_the_porter:fight",
        "bertrand_the_unpaid:charm",
    )
    assert t.slots() == "- - - - -", "an Adventurer in a Weapon slot is no Weapon"


@exercises("florence_haymaker.2")
def test_florence_fights_with_every_attack() -> None:
    """Each Attack card gives 1 Fight in addition, in Encounter and battle, not in Explore."""
    for vs in ("collect", "adversary", "foe"):
        t = scene("reavers_slash rogues_strike blade crowbar", vs, hero="florence")
        assert worth(t, "fight", "reavers_slash", vs=vs) == 3
        assert worth(t, "fight", "blade", vs=vs) == 1
        assert worth(t, "fight", "crowbar", vs=vs) == 2
        assert worth(t, "skill", "rogues_strike", vs=vs) == 2
        assert worth(t, "fight", "rogues_strike:skill", vs=vs) == 1
    t = scene("reavers_slash rogues_strike", hero="reaver")
    assert worth(t, "fight", "reavers_slash") == 2
    t = tower("florence", hand="rogues_strike blade", **CALM).begin("explore")
    assert not t.may_face("exert")
    t = tower("florence", hand="reavers_slash*3 rogues_strike", **CALM).begin("explore")
    assert not t.may_force("rotation"), "8, not 12"


@exercises("florence_haymaker.2")
def test_florence_fights_by_brute_force_too() -> None:
    """Slash and Strike are 3 and 3: Brute Force 5 is met by two cards, and 6 as well."""
    t = scene("reavers_slash rogues_strike", hero="florence", ring="opera_dagger", aids=False)
    assert t.may_force("opera_dagger")
    assert not scene("reavers_slash rogues_strike", aids=False).may_force("opera_dagger")


@exercises("darius_the_blade.1")
def test_darius_rolls_again_once_a_turn() -> None:
    """Any die he just rolled, in every phase; the second result stands."""
    t = overwhelmed(6, hero="darius")
    assert (t.asked, t.legal()) == ("RSP-161", {"reroll", "keep"})
    assert t.copy().do("keep").sanity() == 4
    t = rolled(t.do("reroll"), 5)
    assert t.asked != "RSP-161"
    assert t.sanity() == 5
    t = tower("darius", hand="rogues_strike runelords_blast", **CALM).begin("explore")
    rolled(t.face("maps").pay("rogues_strike"), 3)
    assert t.asked == "RSP-161"
    rolled(t.do("reroll"), 5)
    assert t.asked == "RSP-81"
    t.do("turn cw 4")
    rolled(t.face("glyphs").pay("runelords_blast"), 3)
    assert t.asked == "RSP-81", "once a turn"
    t = scene(hero="darius", vs="foe", aids=False)
    rolled(t if t.chance else t.do("concede"), 6)
    rolled(t.do("reroll"), 1, 2)
    assert t.sanity() == 7


@exercises("darius_the_blade.2", "marcus_the_runelord.1", "garsome_cinderheart.2")
@pytest.mark.parametrize(
    ("hero", "cheap"),
    [
        ("darius", "siege_jack"),
        ("marcus", "crown_of_borrowed_thoughts"),
        ("garsome", "kingsplitter plate_of_the_ninth_guard"),
    ],
)
def test_some_cards_cost_one_less(hero: str, cheap: str) -> None:
    """1 off one attribute, or off Brute Force, of the named types and of no others."""
    prices = {
        "siege_jack": ("1/3/2", "1/2/2", "1/3/1", 11),
        "crown_of_borrowed_thoughts": ("3/1/4", "3/0/4", "3/1/3", 15),
        "kingsplitter": ("5/3/2", "5/2/2", "5/3/1", 20),
        "plate_of_the_ninth_guard": ("2/4/3", "2/3/3", "2/4/2", 18),
    }
    t = scene(hero=hero, ring=f"{' '.join(prices)} worm_beneath_the_stair")
    for card, (full, skill, charm, brute) in prices.items():
        if card in cheap.split():
            assert costs(t, card, skill, name="skill")
            assert costs(t, card, charm, name="charm")
            assert brute_costs(t, card, brute - 1)
        else:
            assert costs(t, card, full)
            assert brute_costs(t, card, brute)
    assert costs(t, "worm_beneath_the_stair", "3/4/2")


@exercises("garsome_cinderheart.1")
def test_garsome_gains_a_point_once_a_turn() -> None:
    """1 Fight or 1 Charm for one payment, in any phase."""
    for n, attribute, coin in ((1, "fight", "trinket"), (2, "charm", "blade")):
        t = scene(hero="garsome", vs="foe").do("act 1")
        assert t.legal("choose") == {"choose 1", "choose 2"}
        t.do(f"choose {n}")
        assert t.played() == f"+{attribute}"
        assert not t.can("act 1")
        for one in ("fight", "skill", "charm"):
            assert worth(t, one, f"+{attribute}", vs="foe") == (one == attribute)
        t = scene(f"tool {coin}", hero="garsome", ring="dob_occasional_swordsman", aids=False)
        t.do("act 1").do(f"choose {n}")
        assert paid(t, "dob_occasional_swordsman", "tool", coin, f"+{attribute}")
    t = tower("garsome", hand="blade", **CALM).begin("explore")
    assert t.can("act 1")
    t.do("act 1").do("choose 1")
    assert t.may_face("exert")
    t.face("exert").pay("blade", "+fight")
    assert t.asked in ("RSP-31", "RSP-82")


@exercises("shayla_nimblenook.1")
def test_shayla_turns_her_level_for_free() -> None:
    """Once per turn in Explore, up to 3 spaces either way; not in Encounter."""
    assert not scene(hero="shayla").can("act 1")
    t = tower("shayla", hand="tool", **CALM).begin("explore")
    assert t.asked == "RSP-80"
    t.do("act 1")
    ends = {q.state.rotation[0] for q in reached(t.copy(), ["RSP-81", "RSP-170"])}
    assert ends == {9, 10, 11, 0, 1, 2, 3}
    t.do("turn cw 2")
    assert t.state.rotation == [2, 4, 8]
    assert not (t.asked == "RSP-80" and t.can("act 1"))


@exercises("shayla_nimblenook.2")
def test_shayla_adds_one_to_dice_of_adversaries_and_loot() -> None:
    """A 3 for the Trapped Chest may be a 4; a 6 stays a 6; other dice are not hers."""
    t = scene("tool*4", hero="shayla", ring="trapped_chest", loot="thornback_plate", aids=False)
    t.face("trapped_chest").pay(*["tool"] * 4)
    rolled(t, 3)
    assert (t.asked, t.legal()) == ("RSP-161", {"raise", "keep"})
    q = t.copy().do("keep")
    assert (q.sanity(), count(q.aside(), "thornback_plate")) == (8, 0)
    t.do("raise")
    assert (t.sanity(), count(t.aside(), "thornback_plate")) == (10, 1)
    t = scene("chest_within_a_chest", hero="shayla", loot="thornback_plate cathedral_hammer")
    t.by("banish", "chest_within_a_chest", luck=[5])
    assert t.asked == "RSP-161"
    assert t.do("raise").aside() == each("thornback_plate cathedral_hammer")
    assert overwhelmed(5, hero="shayla").sanity() == 5
    t = scene("box_that_should_stay_shut", hero="shayla", deck="tool*5")
    t.by("activate", "box_that_should_stay_shut", luck=[2])
    assert (t.asked, t.sanity()) == ("RSP-49", 8)


@exercises("skrit_button_eye.1")
def test_skrit_keeps_attacks_in_object_slots() -> None:
    """Attack cards may lie in Object slots, and are spent from there like any card."""
    t = scene("cleave", hero="skrit")
    assert t.legal("slot") >= {t.way("slot", "cleave", "s2"), t.way("slot", "cleave", "s3")}
    assert not t.may("slot", "cleave", "s1")
    assert not t.may("slot", "cleave", "s4")
    assert not t.may("slot", "cleave", "s5")
    t.do(t.way("slot", "cleave", "s2"))
    assert t.slots() == "- cleave - - -"
    assert worth(t, "fight", "cleave") == 3
    assert paid(
        t, "opera_dagger", "cleave:fight", "grubb_and_son:skill", "bertrand_the_unpaid:charm"
    )
    assert t.slots() == "- - - - -"
    assert "cleave" in t.aside()
    assert not scene("cleave", hero="darius").may("slot", "cleave")


@exercises("skrit_button_eye.2")
def test_skrit_trades_a_starter_card_for_a_draw() -> None:
    """Once per turn discard a Starter card from hand to draw a card."""
    t = scene(
        "tool runelords_blast cleave", hero="skrit", deck="crowbar*3", slots="- - - trinket -"
    )
    t.do("act 2")
    assert picks(t) == "runelords_blast tool"
    t.by("pick", "tool")
    assert t.discard() == "tool"
    assert count(t.hand(), "crowbar") == 1
    assert not t.can("act 2")
    assert not scene("cleave crowbar", hero="skrit").can("act 2")
    t = tower("skrit", hand="tool*3", **CALM).begin("explore")
    assert not t.can("act 2")


def test_acts_come_back_with_the_next_turn() -> None:
    """Once per turn is once per turn of the owner."""
    t: Tower = scene("tool*2", hero="skrit", deck="tool*20").do("act 2")
    assert not t.can("act 2")
    to_next_turn(t)
    assert t.state.used == [0]
