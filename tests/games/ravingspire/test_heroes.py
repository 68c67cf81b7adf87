"""Ravingspire §4.23: the nine Heroes, and the remaining rules of cards."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import GAME, Tower, mate, tower

FULL = "quilted_jack*5"
PLAIN = {"dungeon": "surveyors_loft"}


def having(t: Tower) -> dict[str, int]:
    """What is committed to the payment so far."""
    have: dict[str, int] = GAME.view(t.state, t.active).table["payment"]["have"]
    return have


def showdown(hero: str, foe: str, hand: str = "expert_feint", **scene: Any) -> Tower:
    """The Hero stands on the Foe's space at the start of the turn."""
    zones = {"at": "dungeon 4", "ring": FULL, "foe_pile": foe, **scene}
    return tower(hero, hand=hand, foes={"dungeon": 4}, **zones).begin("turn").maybe("draw")


def test_rsp_157_crimson_reaver_holds_seven_and_doubles_a_weapon_for_a_relic() -> None:
    """Once a turn: the Relic is banished from hand or slot, the Weapon doubled."""
    assert len(tower(ring=FULL).begin("recover").hand().split()) == 7
    t = tower(
        hand="blade*2 trinket expert_feint",
        slots="- - - trinket -",
        ring="cleave siege_ogre_indoors",
    )
    t.begin("encounter").do("act 2")
    assert t.offered("pick") == ["trinket", "trinket"]
    t.do("pick s4")
    assert (t.banished, t.slots()) == ("trinket", "- - - - -")
    assert not t.can("act 2")
    t.face("cleave").pay("blade", "blade")  # 2 + 1
    assert t.aside() == "blade blade cleave"


def test_rsp_157_weapons_in_slots_and_played_and_in_battle() -> None:
    """Any own Weapon; not without a Relic, and not without a Weapon."""
    assert not tower(hand="blade expert_feint", ring=FULL).begin("encounter").can("act 2")
    t = tower(
        hand="trinket cutpurses_razor expert_feint",
        slots="blade",
        ring="trapped_chest",
        deck="tool*9",
    )
    t.begin("encounter").by("activate", "cutpurses_razor").do("act 2")
    assert t.offered("pick") == ["blade", "cutpurses_razor"]
    t.by("pick", "cutpurses_razor").face("trapped_chest")
    t.pay("cutpurses_razor")
    assert having(t)["skill"] == 2
    assert showdown("reaver", "the_dark_warden", "trinket blade expert_feint").can("act 2")


def test_rsp_157_not_in_explore() -> None:
    """Encounter or battle only."""
    assert not tower(hand="blade trinket rogues_strike", ring=FULL).begin("explore").can("act 2")


def test_rsp_158_quinn_reduces_an_adversary_or_foe_by_two() -> None:
    """Two off one attribute or off Brute Force, once a turn, and no purchase."""
    t = tower("quinn", hand="tool*2 expert_feint blade", ring="trapped_chest cleave bone_sentry")
    t.begin("encounter").do("act 1")
    assert t.offered("pick") == ["bone_sentry", "trapped_chest"]
    t.by("pick", "trapped_chest")
    assert not t.can("act 1")
    t.face("trapped_chest").maybe("name skill").pay("tool", "tool", luck=[6])
    assert "trapped_chest" not in t.ring()
    t = tower("quinn", hand="blade*5 velvet_gloves", ring="trapped_chest").begin("encounter")
    assert not t.may_force("trapped_chest")
    t.do("act 1").maybe("pick r1")
    t.force("trapped_chest").pay(*["blade"] * 5, luck=[6])
    assert t.ring() == "- - - - -"


def test_rsp_158_undivided() -> None:
    """The Under-Warden, 4/2/2: two off one of the three."""
    for hand, fits in (
        ("reavers_slash rogues_strike runelords_blast", True),
        ("reavers_slash*2 rogues_strike", True),
        ("reavers_slash blade tool trinket", False),
    ):
        t = tower("quinn", hand=f"{hand} velvet_gloves", ring="the_under_warden").begin("encounter")
        t.do("act 1").maybe("pick r1")
        assert t.may_face("the_under_warden") == fits


def test_rsp_158_quinn_redraws_a_foe_before_its_effects() -> None:
    """The first goes to the bottom; the second must be faced."""
    t = showdown("quinn", "manos the_dark_warden the_inkwright", "expert_feint armory")
    assert (t.asked, t.legal()) == ("RSP-158", {"redraw", "keep"})
    assert t.sanity() == 10
    kept = t.copy().do("keep")
    assert (kept.foe_card, kept.sanity()) == ("manos", 9)
    t.do("redraw")
    assert (t.asked, t.foe_card, t.sanity()) == ("RSP-108", "the_dark_warden", 10)
    assert t.foe_pile == "the_inkwright manos"
    assert t.discard() == "armory"


def test_rsp_159_aurora_counts_charm_as_skill_against_adversaries_and_foes() -> None:
    """Source by source; not for purchases."""
    t = tower(
        "aurora", hand="runelords_blast*2 velvet_gloves", ring="trapped_chest coil_of_rope ill_word"
    )
    t.begin("encounter")
    assert not t.may_face("ill_word")  # 3 S
    t.face("trapped_chest").pay("runelords_blast:skill", "runelords_blast:skill", luck=[6])
    assert t.ring() == "- coil_of_rope ill_word - -"
    t = tower("aurora", hand="runelords_blast*3 velvet_gloves", ring="gossiping_skull").begin(
        "encounter"
    )
    t.face("gossiping_skull").pay(
        "runelords_blast:charm", "runelords_blast:skill", "runelords_blast:charm"
    )
    assert "gossiping_skull" in t.banished


def test_rsp_159_also_vorpal_free_power_and_generated_charm() -> None:
    """Charm from any source: Aurora's own Generate pays Skill."""
    t = tower(
        "aurora", hand="rogues_strike tool velvet_gloves", slots="trinket", ring="trapped_chest"
    )
    t.begin("encounter").do("act 2")
    assert t.played() == "+charm"
    t.face("trapped_chest").pay("rogues_strike", "tool", "+charm:skill", luck=[6])
    assert t.ring() == "- - - - -"


def test_rsp_160_florences_slotted_weapons_stay_face_down() -> None:
    """Once a turn each; from hand they are spent."""
    t = tower(
        "florence",
        hand="blade tool*2 velvet_gloves",
        slots="blade rusted_cleaver",
        ring="acolytes_circlet*2 cleave",
    ).begin("encounter")
    t.buy("acolytes_circlet", "blade@s", "tool")
    assert t.slots() == "blade! rusted_cleaver - - -"
    t.buy("acolytes_circlet", "blade@h", "tool")
    assert "blade" in t.aside()
    assert not t.may_face("cleave")  # 3 F: the Cleaver's 2 and nothing more


def test_rsp_160_she_may_move_them_while_face_up() -> None:
    """And other slotted cards leave as usual."""
    t = tower(
        "florence", hand="tool expert_feint", slots="blade - - trinket -", ring="quilted_jack"
    ).begin("encounter")
    assert t.may("unslot", "blade")
    t.buy("quilted_jack", "blade", "trinket")
    assert t.slots() == "blade! - - - -"
    assert not t.may("unslot", "blade")


def test_rsp_160_each_attack_gives_a_fight_in_addition() -> None:
    """Slash 3 F; Strike 2 S and 1 F, in one use; only in Encounter and battle."""
    t = tower("florence", hand="reavers_slash velvet_gloves", ring="cleave").begin("encounter")
    t.buy("cleave", "reavers_slash")
    assert t.aside() == "cleave reavers_slash"
    t = tower("florence", hand="rogues_strike velvet_gloves", ring="acolytes_circlet").begin(
        "encounter"
    )
    t.buy("acolytes_circlet", "rogues_strike")
    assert t.aside() == "acolytes_circlet rogues_strike"
    t = tower("florence", hand="rogues_strike*2 velvet_gloves", ring="coil_of_rope").begin(
        "encounter"
    )
    t.force("coil_of_rope").pay("rogues_strike")  # 2 + 1 by Brute Force 3
    assert t.aside() == "coil_of_rope rogues_strike"
    t = tower("florence", hand="rogues_strike*2", ring=FULL).begin("explore")
    assert not t.can("face exert")


def test_rsp_161_darius_rerolls_one_die_a_turn_and_the_second_stands() -> None:
    """The Move die here; then no other one this turn."""
    t = tower(
        "darius", at="dungeon 3", ring="cleave*4 riposte", hand="velvet_gloves", pile="ill_word"
    ).begin("move")
    t.maybe("roll", luck=[6])
    assert t.legal() == {"reroll", "keep"}
    t.do("reroll", luck=[2])
    assert t.asked == "RSP-31"
    t.do("step cw")
    assert t.where() == "dungeon 5"
    t.do("end", luck=[5])
    assert t.sanity() == 5  # no second re-roll for Overwhelmed


def test_rsp_161_for_any_purpose() -> None:
    """Overwhelmed, one die of a lost Showdown, an Adversary's text, a rotation, the Foe's d3."""
    t = tower("darius", ring="cleave*4 riposte", pending="ill_word", hand="velvet_gloves").begin(
        "encounter"
    )
    t.do("end", luck=[6]).do("reroll", luck=[1])
    assert t.sanity() == 9
    t = showdown("darius", "the_dark_warden").do("concede", luck=[6]).do("reroll", luck=[1])
    t.luck(2)
    assert (t.sanity(), t.asked) == (7, "RSP-112")
    t = tower("darius", hand="rogues_strike*2 velvet_gloves", ring="trapped_chest").begin(
        "encounter"
    )
    t.buy("trapped_chest", "rogues_strike", "rogues_strike", luck=[1]).do("reroll", luck=[5])
    assert (t.sanity(), "cathedral_hammer" in t.aside()) == (10, True)
    t = tower("darius", hand="rogues_strike", ring=FULL).begin("explore")
    t.face("maps").pay("rogues_strike", luck=[1]).do("reroll", luck=[4])
    assert t.legal() == {"turn cw 4", "turn ccw 4"}
    t = tower("darius", at="dungeon 0", foes={"dungeon": 5}, ring=FULL).begin("foe", luck=[6])
    t.do("reroll", luck=[1])
    assert t.foe() == 4


def test_rsp_161_only_on_his_own_turn() -> None:
    """Another's die is not his."""
    t = tower(
        "reaver", at="dungeon 3", mates=[mate("darius", at="dungeon 9")], trading=False, filler=0
    ).begin("move")
    t.maybe("roll", luck=[3])
    assert t.legal() == {"step cw", "step ccw"}


def test_rsp_161_objects_cost_him_one_less() -> None:
    """The Rope, 1/0/1: one Fight or one Charm."""
    for card in ("blade", "trinket"):
        t = tower("darius", hand=f"{card} velvet_gloves", ring="coil_of_rope").begin("encounter")
        t.buy("coil_of_rope", card)
        assert t.aside() == " ".join(sorted(["coil_of_rope", card]))
    assert not tower("darius", hand="blade", ring=FULL).begin("encounter").may_face("quilted_jack")


def test_rsp_162_marcus_relics_cost_one_less_and_he_generates_skill() -> None:
    """Circlet for one; a slotted Relic gives 1 Skill."""
    t = tower("marcus", hand="velvet_gloves", slots="trinket", ring="acolytes_circlet").begin(
        "encounter"
    )
    t.do("act 2").buy("acolytes_circlet", "+skill")
    assert t.aside() == "acolytes_circlet"
    assert t.slots() == "trinket! - - - -"


@pytest.mark.parametrize(("choice", "power"), [(1, "+fight"), (2, "+charm")])
def test_rsp_163_garsome_adds_one_fight_or_charm_once_a_turn(choice: int, power: str) -> None:
    """To one payment of his, in any phase."""
    t = tower("garsome", hand="velvet_gloves", ring="quilted_jack").begin("encounter")
    t.do("act 1", f"choose {choice}")
    assert t.played() == power
    t.buy("quilted_jack", power)  # 1/0/1 less one
    assert t.aside() == "quilted_jack"
    assert not t.can("act 1")
    t = tower("garsome", hand="reavers_slash tool", ring=FULL).begin("explore")
    t.do("act 1", "choose 2")
    t.face("well").pay("reavers_slash", "tool", "+charm").by("pick", "tool")
    assert t.banished == "tool"


def test_rsp_163_weapons_and_armor_cost_him_one_less() -> None:
    """Cleaver 0/1/1 for one Skill, Buckler 3/0/0 for two Fight; an Object is not cheaper."""
    t = tower(
        "garsome",
        hand="tool reavers_slash expert_feint",
        ring="rusted_cleaver battered_buckler coil_of_rope",
    )
    t.begin("encounter").buy("rusted_cleaver", "tool").buy("battered_buckler", "reavers_slash")
    assert t.aside() == "battered_buckler reavers_slash rusted_cleaver tool"
    t = tower("garsome", hand="reavers_slash", ring="coil_of_rope").begin("encounter")
    assert not t.may_face("coil_of_rope")


def test_rsp_164_shayla_rotates_up_to_three_for_free_once_a_turn() -> None:
    """Nought to three, either way, beside a paid rotation."""
    t = tower("shayla", hand="rogues_strike", ring=FULL, at="dungeon 3").begin("explore")
    t.do("act 1")
    assert t.legal() == {f"turn {way} {n}" for way in ("cw", "ccw") for n in (1, 2, 3)} | {"stop"}
    t.do("turn cw 3")
    assert not t.can("act 1")
    t.face("maps").pay("rogues_strike", luck=[2]).do("turn cw 2")
    assert t.state.rotation[0] == 5


def test_rsp_164_shayla_adds_one_to_dice_of_adversaries_and_loot() -> None:
    """At most 6, if she likes; not to a Move or an Overwhelmed die."""
    t = tower("shayla", hand="rogues_strike*2 velvet_gloves", ring="trapped_chest").begin(
        "encounter"
    )
    t.buy("trapped_chest", "rogues_strike", "rogues_strike", luck=[3])
    assert t.legal() == {"raise", "keep"}
    assert "cathedral_hammer" in t.copy().do("raise").aside()
    assert t.copy().do("keep").sanity() == 8
    t = tower("shayla", hand="rogues_strike*2 velvet_gloves", ring="trapped_chest").begin(
        "encounter"
    )
    t.buy("trapped_chest", "rogues_strike", "rogues_strike", luck=[6])
    assert t.asked == "RSP-49"  # 6 is the most
    t = tower(
        "shayla", at="dungeon 3", ring="cleave*4 riposte", pending="ill_word", hand="velvet_gloves"
    )
    t.begin("encounter").do("end", luck=[3])
    assert t.sanity() == 7
    t = tower("shayla", hand="chest_within_a_chest velvet_gloves").begin("encounter")
    t.by("banish", "chest_within_a_chest", luck=[2]).do("raise")
    assert (t.sanity(), t.aside()) == (10, "cathedral_hammer")


def test_rsp_165_dawn_counts_charm_as_fight_against_adversaries_and_foes() -> None:
    """Not for purchases; Generate gives 1 Fight."""
    t = tower("dawn", hand="runelords_blast*2 velvet_gloves tool", ring="bone_sentry cleave").begin(
        "encounter"
    )
    assert not t.may_face("cleave")
    t.face("bone_sentry").pay("runelords_blast:fight", "runelords_blast:fight", "tool", luck=[6])
    assert "bone_sentry" not in t.ring()
    t = tower("dawn", hand="velvet_gloves", slots="trinket", ring=FULL).begin("encounter")
    assert t.do("act 2").played() == "+fight"
    t = showdown("dawn", "the_dark_warden", "runelords_blast*5 rogues_strike*2 velvet_gloves")
    assert t.can("face foe")  # 8/3/2


def test_rsp_166_discounts_are_for_collecting_only() -> None:
    """No Adversary or Foe is cheaper for them; effects that collect for nothing are no payment."""
    t = tower("garsome", hand="rogues_strike tool", ring="trapped_chest").begin("encounter")
    assert not t.may_face("trapped_chest")
    t = tower("darius", hand="rogues_strike tool velvet_gloves", ring="trapped_chest").begin(
        "encounter"
    )
    assert not t.may_face("trapped_chest")


def test_rsp_167_a_collected_cards_own_cost_means_nothing() -> None:
    """The dearest Weapon is slotted and spent like a Blade."""
    t = tower(
        hand="the_last_argument expert_feint", ring="crow_beak_polearm", towers=PLAIN, deck="tool*9"
    )
    t.begin("encounter").by("slot", "the_last_argument", "s1")
    assert t.slots() == "the_last_argument - - - -"
    t = tower(
        hand="the_last_argument blade expert_feint",
        ring="crow_beak_polearm",
        towers=PLAIN,
        deck="tool*9",
    )
    t.begin("encounter").face("crow_beak_polearm").pay("the_last_argument")
    while t.asked == "RSP-69":
        t.do("skip")
    t.pay("blade")
    assert "crow_beak_polearm" in t.aside()


def test_rsp_168_a_tower_card_acts_on_its_level_only() -> None:
    """The Chapel's discount is for Heroes on the Temple, as long as it lies there."""
    rings = {"dungeon": "acolytes_circlet", "temple": "acolytes_circlet"}
    towers = {"temple": "the_pawned_chapel", "dungeon": "surveyors_loft"}
    for at, fits in (("temple 2", True), ("dungeon 2", False)):
        t = tower(at=at, hand="blade velvet_gloves", rings=rings, towers=towers).begin("encounter")
        assert t.may_face("acolytes_circlet") == fits
    t = tower(at="dungeon 2", hand="tool", towers=towers, ring=FULL).begin("explore")
    assert t.can("face maps")  # 2 S less one
    t = tower(at="temple 2", hand="tool", towers=towers, rings={"temple": FULL}).begin("explore")
    assert not t.can("face maps")


def test_rsp_168_the_mirror_of_a_hand_size() -> None:
    """The Cloister shortens the hand of who recovers on it."""
    towers = {"temple": "choking_cloister", "dungeon": "surveyors_loft"}
    for at, size in (("temple 2", 5), ("dungeon 2", 6)):
        t = tower("quinn", at=at, towers=towers, rings={"temple": FULL, "dungeon": FULL}).begin(
            "recover"
        )
        assert len(t.hand().split()) == size


def test_rsp_169_only_the_active_player_acts() -> None:
    """Through a whole turn beside others on the same space, nobody else is asked but to flank."""
    t = tower(
        at="dungeon 2",
        hand="rogues_strike*2 blade",
        ring="trapped_chest cleave*4",
        mates=[
            mate("quinn", hand="reavers_slash tool", at="dungeon 3"),
            mate("dawn", hand="tool", at="dungeon 3"),
        ],
        filler=0,
        trading=False,
    ).begin("move")
    asked = []
    t.maybe("roll", luck=[1])
    for text in ("step cw", "face r1", "pass", "pass"):
        asked.append((t.actor, t.asked))
        t.do(text)
    t.pay("rogues_strike", "rogues_strike", luck=[6])
    while t.turn == 8 and t.actor >= 0:
        asked.append((t.actor, t.asked))
        t.do("end")
    assert {seat for seat, rule in asked if rule != "RSP-145"} == {0}
    assert [seat for seat, rule in asked if rule == "RSP-145"] == [1, 2]


def test_rsp_170_printed_text_overrides_the_rules() -> None:
    """Kingsplitter stays in its slot when spent; The Perfect Con collects without payment."""
    t = tower(
        hand="velvet_gloves", slots="kingsplitter", ring="whirling_steel", towers=PLAIN
    ).begin("encounter")
    t.buy("whirling_steel", "kingsplitter")
    assert (t.slots(), t.aside()) == ("kingsplitter! - - - -", "whirling_steel")
    t = tower(hand="the_perfect_con velvet_gloves", ring="cleave riposte").begin("encounter")
    t.by("activate", "the_perfect_con").maybe("pick r1")
    assert t.aside() == "cleave"
    assert t.ring() == "- riposte - - -"


def test_rsp_170_a_card_may_be_spent_for_the_company_it_keeps() -> None:
    """A Trinket gives no Skill, but with it the Runic Axe is worth 6: enough for 0/6/0."""
    card = "halberd_of_the_fourth_watch"
    t = tower(hand="runic_axe tool velvet_gloves", ring=card).begin("encounter")
    assert not t.may_face(card)
    t = tower(hand="runic_axe trinket velvet_gloves", ring=card).begin("encounter")
    t.face(card).pay("runic_axe:skill", "trinket")
    assert t.aside() == "halberd_of_the_fourth_watch runic_axe trinket"
