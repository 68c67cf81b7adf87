"""Ravingspire §4.8: power and payment."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import GAME, Tower, tower

SAMPLE = "standard_of_the_lost_legion"  # 3/3/3, Brute Force 18


def buying(hand: str, ring: str, hero: str = "reaver", **scene: Any) -> Tower:
    """An Encounter phase; the Feint keeps it open whatever else is spent."""
    return tower(hero, hand=f"expert_feint {hand}", ring=ring, **scene).begin("encounter")


def test_rsp_57_the_matrix_needs_every_attribute() -> None:
    """Met or exceeded each; a surplus of one does not help another."""
    card = "opera_dagger"  # 1/1/1, Brute Force 5
    assert buying("blade tool trinket", card, slots="").may_face(card)
    assert buying("reavers_slash rogues_strike runelords_blast", card).may_face(card)
    t = tower(hand="reavers_slash rogues_strike", ring=card).begin("encounter")
    assert not t.may_face(card)
    assert not t.may_force(card)


def test_rsp_57_brute_force_is_the_sum_whatever_the_attributes() -> None:
    """Exactly at the number, not one below."""
    card = "opera_dagger"
    t = tower(hand="reavers_slash*2 blade", ring=card).begin("encounter")
    assert (t.may_face(card), t.may_force(card)) == (False, True)
    t.force(card).pay("reavers_slash:any", "reavers_slash:any", "blade:any")
    assert "opera_dagger" in f"{t.aside()} {t.discard()}".split()
    assert not tower(hand="reavers_slash*2", ring=card).begin("encounter").may_force(card)


def test_rsp_57_no_brute_force_way_where_none_is_printed() -> None:
    """However much power there is."""
    t = buying("tool*9 blade*9", "armoured_absence")
    assert (t.may_face("armoured_absence"), t.may_force("armoured_absence")) == (True, False)


def test_rsp_58_a_payment_stands_alone_and_excess_is_lost() -> None:
    """Four Skill for a card of two: the other two buy nothing, and nothing is stored."""
    t = buying("grave_robbers_kit", "corpse_tallow_candle loaded_knucklebones")
    t.buy("corpse_tallow_candle", "grave_robbers_kit")
    assert t.aside() == "corpse_tallow_candle grave_robbers_kit"
    assert t.played() == ""
    t.by("activate", "expert_feint", luck=["tool"])
    assert t.may_face("loaded_knucklebones")  # the Feint's own 2 S, not the surplus
    t.buy("loaded_knucklebones", "expert_feint")
    assert t.legal("face") == set()


def test_rsp_58_the_same_source_never_counts_twice() -> None:
    """One Strike for two cards of two Skill each buys only the first."""
    t = tower(hand="rogues_strike blade", ring="corpse_tallow_candle loaded_knucklebones")
    t.begin("encounter").buy("corpse_tallow_candle", "rogues_strike")
    assert t.legal("face") | t.legal("force") == set()


def test_rsp_58_sources_are_hand_slots_played_and_generated_power() -> None:
    """One payment of 0/5/2 from all of them."""
    t = tower(
        "marcus",
        hand="expert_feint runelords_blast tool",
        slots="trinket - - tool -",
        ring="mirror_assassin",
        deck="velvet_gloves*9",
    ).begin("encounter")
    t.by("activate", "expert_feint").do("act 2")
    assert t.played() == "+skill expert_feint"
    t.face("mirror_assassin")
    t.pay("tool@h", "runelords_blast", "tool@s", "expert_feint@p", "+skill", luck=[1])
    assert t.slots() == "trinket! - - - -"
    assert t.aside() == "expert_feint runelords_blast tool tool"
    assert (t.played(), t.sanity()) == ("", 8)


def test_rsp_58_generated_power_unused_is_gone_with_the_phase() -> None:
    """It does not reach Explore."""
    t = tower("marcus", slots="trinket trinket - - -", hand="runelords_blast", ring="votive_idol")
    t.begin("encounter").do("act 2").maybe("pick s1").do("act 2").maybe("end")
    assert t.played() == ""
    assert not t.can("face maps")


def test_rsp_59_an_or_value_is_one_of_the_two() -> None:
    """Chosen when committed, never split."""
    t = tower(hand="gladiator_training_pit", ring="acolytes_circlet").begin("encounter")
    assert not t.may_face("acolytes_circlet")
    t = buying("gladiator_training_pit blade tool", "acolytes_circlet")
    t.face("acolytes_circlet")
    assert {text for text in t.legal("pay") if "any" not in text} >= {
        t.way("pay", "gladiator_training_pit", "fight"),
        t.way("pay", "gladiator_training_pit", "skill"),
    }
    assert not t.may("pay", "gladiator_training_pit", "charm")
    t.pay("gladiator_training_pit:fight")
    assert not t.may("pay", "blade")
    t.pay("tool")
    assert t.aside() == "acolytes_circlet gladiator_training_pit tool"


def test_rsp_60_vorpal_is_one_attribute_named_when_committed() -> None:
    """Never split; by Brute Force it counts its value."""
    t = tower(hand="cathedral_hammer", ring="acolytes_circlet").begin("encounter")
    assert (t.may_face("acolytes_circlet"), t.may_force("acolytes_circlet")) == (False, True)
    for attribute, card in (("fight", "cleave"), ("skill", "ill_word"), ("charm", "crowbar")):
        t = buying("cathedral_hammer", card)
        t.face(card).pay(f"cathedral_hammer:{attribute}")
        assert t.aside() == " ".join(sorted([card, "cathedral_hammer"]))
    t = tower(hand="cathedral_hammer blade*2", ring="hungry_falchion", deck="").begin("encounter")
    assert not t.may_face("hungry_falchion")  # 4/2/0


def test_rsp_61_used_against_the_active_player_they_choose_its_attribute() -> None:
    """He Who Sees holds Corbin, who is 4 Fight or 4 Charm."""
    t = tower(
        at="dungeon 4",
        hand="expert_feint",
        slots="corbin_of_devonshire",
        foes={"dungeon": 4},
        foe_pile="he_who_sees",
    ).begin("turn")
    t.maybe("draw")
    assert (t.asked, t.actor, t.legal()) == ("RSP-61", 0, {"name fight", "name charm"})
    assert t.copy().do("name fight").battle() == "6/3/7 -"
    assert t.copy().do("name charm").battle() == "2/3/11 -"


def test_rsp_61_vorpal_against_the_active_player() -> None:
    """The Keyless Duke holds a Loot card: any of the three."""
    t = tower(
        at="dungeon 4",
        hand="expert_feint cathedral_hammer",
        foes={"dungeon": 4},
        foe_pile="the_keyless_duke",
    ).begin("turn")
    t.maybe("draw")
    assert t.legal() == {"name fight", "name skill", "name charm"}
    assert t.do("name skill").battle() == "4/12/4 -"


def test_rsp_62_a_spent_card_goes_aside_from_hand_and_from_slots() -> None:
    """Also equipment out of its slot."""
    t = buying("tool", "acolytes_circlet", slots="blade - - - -")
    t.buy("acolytes_circlet", "blade@s", "tool")
    assert t.slots() == "- - - - -"
    assert t.aside() == "acolytes_circlet blade tool"


def test_rsp_62_except_what_turns_face_down_and_stays() -> None:
    """A slotted Dungeon card, Florence's slotted Weapons and Relics that generated."""
    t = buying("tool", "acolytes_circlet", slots="- - - - armory")
    t.buy("acolytes_circlet", "armory@s", "tool")
    assert (t.slots(), t.aside()) == ("- - - - armory!", "acolytes_circlet tool")
    t = buying("tool armory", "acolytes_circlet")
    t.buy("acolytes_circlet", "armory", "tool")
    assert t.aside() == "acolytes_circlet armory tool"
    t = buying("tool", "acolytes_circlet", hero="florence", slots="blade - - - -")
    t.buy("acolytes_circlet", "blade@s", "tool")
    assert (t.slots(), t.aside()) == ("blade! - - - -", "acolytes_circlet tool")
    t = buying("blade", "acolytes_circlet", hero="marcus", slots="trinket - - - -")
    t.do("act 2")
    assert t.slots() == "trinket! - - - -"


def test_rsp_63_a_reduction_lowers_one_attribute_or_brute_force() -> None:
    """Garsome's Quilted Jack, 1/0/1 and Brute Force 3: one Fight, one Charm, or two of anything."""
    t = buying("trinket", "quilted_jack", hero="garsome")
    t.face("quilted_jack").maybe("name fight").pay("trinket")
    assert t.aside() == "quilted_jack trinket"
    t = buying("reavers_slash runelords_blast", "quilted_jack", hero="garsome").face("quilted_jack")
    assert (t.asked, t.legal("name")) == ("RSP-63", {"name fight", "name charm"})
    t.do("name fight").pay("runelords_blast")
    assert t.aside() == "quilted_jack runelords_blast"
    t = tower("garsome", hand="tool*2", ring="quilted_jack").begin("encounter")
    assert (t.may_face("quilted_jack"), t.may_force("quilted_jack")) == (False, True)
    t = tower("garsome", hand="tool", ring="quilted_jack").begin("encounter")
    assert not t.may_force("quilted_jack")


def test_rsp_63_undivided_and_no_attribute_below_zero() -> None:
    """Two off one attribute of 1/0/1 leaves the other whole."""
    scene: dict[str, Any] = {"towers": {"dungeon": "red_market"}}
    t = tower(hand="blade", ring="quilted_jack", **scene).begin("encounter")
    assert t.may_face("quilted_jack")
    t = tower(hand="tool", ring="quilted_jack", **scene).begin("encounter")
    assert not t.may_face("quilted_jack")
    assert t.may_force("quilted_jack")  # 3 - 2


def test_rsp_63_no_payment_below_a_total_of_one() -> None:
    """The Candle, 0/2/0 and Brute Force 3, less three: one Skill or one of anything."""
    scene: dict[str, Any] = {"ring": "corpse_tallow_candle", "towers": {"dungeon": "red_market"}}
    t = tower("darius", hand="", **scene).begin("encounter")
    assert (t.turn, t.ring().split()[0]) == (9, "corpse_tallow_candle")
    t = tower("darius", hand="tool velvet_gloves", **scene).begin("encounter")
    t.buy("corpse_tallow_candle", "tool")
    assert t.aside() == "corpse_tallow_candle tool"
    t = tower("darius", hand="blade velvet_gloves", **scene).begin("encounter")
    assert not t.may_face("corpse_tallow_candle")
    t.force("corpse_tallow_candle").pay("blade")
    assert t.aside() == "blade corpse_tallow_candle"


@pytest.mark.parametrize(
    ("hand", "matrix", "brute"),
    [
        ("blade*2", True, False),  # 2/0/0
        ("trinket*2", True, False),  # 0/0/2
        ("blade trinket", True, False),  # 1/0/1
        ("blade tool", False, False),
        ("trinket tool", False, False),
        ("tool*6", False, True),  # 9 less 3
        ("tool*5", False, False),
    ],
)
def test_rsp_63_several_reductions_add_up(hand: str, matrix: bool, brute: bool) -> None:
    """Darius in the Red Market: one and two off 2/0/3, on one attribute or on both."""
    t = tower("darius", hand=hand, ring="grave_robbers_kit", towers={"dungeon": "red_market"})
    t.begin("encounter")
    assert (t.may_face("grave_robbers_kit"), t.may_force("grave_robbers_kit")) == (matrix, brute)


def gorm(hand: str, slots: str = "", **options: Any) -> Tower:
    """A Showdown with Gorm Skullcart, 9/4/3; four Skill and three Charm are at hand."""
    t = tower(
        "quinn",
        at="dungeon 4",
        hand=f"{hand} rogues_strike*2 runelords_blast trinket expert_feint",
        slots=slots,
        foes={"dungeon": 4},
        foe_pile="gorm_skullcart",
        **options,
    ).begin("turn")
    return t.maybe("draw").maybe("keep")


def test_rsp_64_doubling_before_additions() -> None:
    """The Pauldron with a Weapon: 2 doubled and 3 more is 7, not 10."""
    t = gorm("armory spiked_pauldron blade")
    t.by("discard", "armory").maybe(_pick(t, "spiked_pauldron"))
    assert not t.can("face foe")  # 7 + 1
    t = gorm("armory spiked_pauldron blade*2")
    t.by("discard", "armory").maybe(_pick(t, "spiked_pauldron"))
    assert t.can("face foe")  # 7 + 2


def test_rsp_64_the_conditional_base_comes_first() -> None:
    """The Meteor Sword becomes 12, and doubled it is 24."""
    t = tower(hand="meteor_sword trinket expert_feint", ring="siege_ogre_indoors", sanity=9).begin(
        "encounter"
    )
    t.do("act 2").face("siege_ogre_indoors")
    t.pay("meteor_sword")
    assert t.asked == "RSP-69"
    t.do("use")
    have = GAME.view(t.state, 0).table["payment"]["have"]
    assert have["fight"] == 24
    assert t.sanity() == 7


@pytest.mark.parametrize(
    ("stacking", "power"), [("additive", 9), ("multiplicative", 12), ("once", 6)]
)
def test_rsp_65_two_doublings(stacking: str, power: int) -> None:
    """The Longsword, 3 Fight, doubled by the Reaver and by the Armory."""
    t = tower(
        hand="armory trinket longsword_of_no_known_house tool",
        ring="armoured_absence hungry_falchion",
        double_stacking=stacking,
    ).begin("encounter")
    t.do("act 2").by("discard", "armory")
    t.face("armoured_absence").pay("longsword_of_no_known_house")
    have = GAME.view(t.state, 0).table["payment"]["have"]
    assert have["fight"] == power


def test_rsp_65_bound_to_one_card_for_its_next_use() -> None:
    """The other Blade is not doubled, and the doubling does not last beyond the turn."""
    t = tower(
        hand="trinket blade*2 expert_feint", ring="cleave candlestick_of_last_resort", deck="tool*9"
    )
    t.begin("encounter").do("act 2")
    assert t.banished == "trinket"
    assert t.may_face("cleave")  # 2 + 1
    t.face("candlestick_of_last_resort").do("pay h3 fight")  # 2 F: the doubled one is the last
    assert t.aside() == "blade candlestick_of_last_resort"
    assert not t.may_face("cleave")


def test_rsp_65_a_doubling_that_was_not_used_ends_with_the_turn() -> None:
    """A slotted Blade doubled this turn gives 1 again in the next."""
    t = tower(
        hand="trinket",
        slots="blade",
        ring="candlestick_of_last_resort",
        deck="tool*9",
        filler=0,
        at="dungeon 2",
    ).begin("encounter")
    t.do("act 2")
    assert t.may_face("candlestick_of_last_resort")
    t.do("end").maybe("end").maybe("end")
    assert (t.turn, t.slots().split()[0]) == (9, "blade")
    t.maybe("roll", luck=[1]).do("step cw")
    assert t.asked == "RSP-49"
    assert not t.may_face("candlestick_of_last_resort")


def _pick(t: Tower, card: str) -> str:
    """The pick of a card if it is asked for, else anything that is not."""
    return t.way("pick", card) if t.may("pick", card) else "roll"


def test_rsp_66_an_abandoned_payment_gives_everything_back() -> None:
    """To hand and to slot, face up; the target stays, and nothing else has changed."""
    t = tower(
        hand="tool*2 blade",
        slots="blade - - - gladiator_training_pit",
        ring="hungry_falchion acolytes_circlet",
    ).begin("encounter")
    before = (t.hand(), t.slots())
    t.face("hungry_falchion").pay("blade@s", "blade@h", "gladiator_training_pit:fight", "tool")
    t.do("abandon")
    assert (t.hand(), t.slots()) == before
    assert (t.aside(), t.played(), t.ring()) == ("", "", "hungry_falchion acolytes_circlet - - -")
    assert t.may_face("acolytes_circlet")


def test_rsp_66_a_card_whose_action_happened_is_played() -> None:
    """The Feint drew its card: it does not come back to hand, but its power is still there."""
    t = tower(hand="expert_feint tool*2", ring="trapped_chest cleave", deck="blade*9").begin(
        "encounter"
    )
    t.face("trapped_chest").pay("expert_feint").do("use").do("abandon")
    assert (t.played(), t.hand()) == ("expert_feint", "blade tool tool")


def test_rsp_66_a_payment_is_carried_out_only_when_it_suffices() -> None:
    """Nothing is spent while a point is missing."""
    t = buying("tool*4", "trapped_chest").face("trapped_chest").pay("tool", "tool", "tool")
    assert (t.ring(), t.aside()) == ("trapped_chest - - - -", "")
    t.pay("tool")
    assert t.chance
    assert t.aside() == "tool tool tool tool"


def test_rsp_67_explore_ignores_card_text() -> None:
    """A Feint for the Maps draws nothing, a Lunge for Exert costs no Sanity, doublings are off."""
    t = tower(hand="expert_feint reckless_lunge", deck="blade*9").begin("explore")
    t.face("maps").pay("expert_feint", luck=[1]).do("turn cw 1")
    assert t.hand() == "reckless_lunge"
    t.face("exert").pay("reckless_lunge").do("step cw")
    assert t.sanity() == 10


def test_rsp_67_no_bonus_and_no_doubling_in_explore() -> None:
    """A Blade doubled in Encounter gives 1, and Florence's Strike no Fight."""
    t = tower(hand="trinket blade", slots="").begin("encounter")
    t.do("act 2").do("end")
    assert not t.can("face exert")
    t = tower("florence", hand="rogues_strike blade").begin("explore")
    assert not t.can("face exert")
    assert t.can("face maps")


def test_rsp_67_not_even_of_a_slotted_card_or_a_heros_conversion() -> None:
    """The Engine Room rotates nothing by itself, and Aurora's Charm is no Skill for the Maps."""
    t = tower(slots="- - - - engine_room_of_the_tower", at="dungeon 3", hand="rogues_strike")
    t.begin("explore").face("exert").pay("engine_room_of_the_tower")
    assert t.legal() == {"step cw", "step ccw"}
    t = tower("aurora", hand="runelords_blast", ring="quilted_jack*5").begin("explore")
    assert t.legal("face") == {"face glyphs"}


def test_rsp_67_no_activation_outside_encounter_and_battle() -> None:
    """Neither activating nor discarding for an action is offered in Explore."""
    t = tower(hand="expert_feint armory blade smelling_salts", sanity=5).begin("explore")
    for word in ("activate", "discard", "banish", "act"):
        assert t.legal(word) == set()


def test_rsp_68_activated_before_any_target_and_spent_later_in_the_phase() -> None:
    """The action happens now; the card is Played and pays once."""
    t = tower(hand="expert_feint", ring="corpse_tallow_candle loaded_knucklebones", deck="blade*9")
    t.begin("encounter").by("activate", "expert_feint")
    assert (t.played(), t.hand()) == ("expert_feint", "blade")
    assert not t.legal("activate")
    t.buy("corpse_tallow_candle", "expert_feint")
    assert t.hand() == "blade"  # no second card
    assert (t.played(), t.aside()) == ("", "corpse_tallow_candle expert_feint")
    assert not t.may_face("loaded_knucklebones")


def test_rsp_68_committed_straight_it_triggers_at_that_moment() -> None:
    """From hand and from a slot."""
    t = tower(hand="expert_feint tool*2", ring="trapped_chest", deck="rogues_strike*9")
    t.begin("encounter").face("trapped_chest").pay("expert_feint").do("use")
    assert t.hand() == "rogues_strike tool tool"
    t = tower(
        hand="rogues_strike tool",
        slots="cutpurses_razor",
        ring="trapped_chest",
        deck="tool*9",
    ).begin("encounter")
    played = t.copy().by("activate", "cutpurses_razor")
    assert (played.played(), played.slots()) == ("cutpurses_razor", "- - - - -")
    t.face("trapped_chest").pay("cutpurses_razor").do("use")
    assert t.hand() == "rogues_strike tool tool"


def test_rsp_69_beneficial_actions_are_optional() -> None:
    """Skipping the Feint's action draws nothing, and the power counts."""
    t = tower(hand="expert_feint blade", ring="corpse_tallow_candle").begin("encounter")
    t.face("corpse_tallow_candle").pay("expert_feint")
    assert (t.asked, t.legal()) == ("RSP-69", {"use", "skip"})
    t.do("skip")
    assert (t.hand(), t.aside()) == ("blade", "corpse_tallow_candle expert_feint")


def test_rsp_69_drawbacks_are_compulsory_on_every_use() -> None:
    """Power Word costs 2 Sanity whether activated or committed, against anything."""
    t = tower(hand="atlantean_power_word expert_feint", ring="votive_idol").begin("encounter")
    t.face("votive_idol").pay("atlantean_power_word")
    assert (t.sanity(), t.aside()) == (8, "atlantean_power_word votive_idol")
    t = tower(
        hand="atlantean_power_word expert_feint rogues_strike",
        ring="gossiping_skull",
        sanity=9,
        filler=0,
    ).begin("encounter")
    t.face("gossiping_skull").pay("atlantean_power_word", "rogues_strike")
    assert t.sanity() == 7


def test_rsp_70_a_played_card_not_spent_goes_aside_at_the_end_of_the_phase() -> None:
    """Its power does not serve Explore."""
    t = tower(hand="expert_feint reavers_slash", deck="blade*9").begin("encounter")
    t.by("activate", "expert_feint").do("end")
    assert (t.asked, t.played(), t.aside()) == ("RSP-80", "", "expert_feint")
    assert not t.can("face maps")


def test_rsp_71_a_discard_action_forfeits_the_power() -> None:
    """From hand, straight to the discard pile."""
    t = tower(hand="smelling_salts trinket", ring="votive_idol prayer_beads_of_a_doubter", sanity=5)
    t.begin("encounter").by("discard", "smelling_salts")
    assert (t.discard(), t.sanity(), t.hand()) == ("smelling_salts", 7, "trinket")
    assert (t.aside(), t.played()) == ("", "")


def test_rsp_71_from_a_face_up_slot_and_banish_likewise() -> None:
    """The Votive Niche out of its slot, the Vial out of hand."""
    t = tower(slots="- - - - votive_niche", hand="expert_feint", sanity=3).begin("encounter")
    t.by("discard", "votive_niche")
    assert (t.slots(), t.discard(), t.sanity()) == ("- - - - -", "votive_niche", 7)
    t = tower(hand="vial_of_somebodys_tears expert_feint", sanity=3).begin("encounter")
    t.by("banish", "vial_of_somebodys_tears")
    assert (t.banished, t.discard(), t.sanity()) == ("vial_of_somebodys_tears", "", 6)


def test_rsp_72_drawn_cards_serve_the_payment_under_way() -> None:
    """Feint for a Chest of 4 Skill: what it draws pays the rest."""
    t = tower(hand="expert_feint tool*2", ring="trapped_chest", deck="rogues_strike*9").begin(
        "encounter"
    )
    t.face("trapped_chest").pay("expert_feint").do("use")
    t.pay("rogues_strike", luck=[6])
    assert t.ring() == "- - - - -"
    assert "tool" in t.hand()


def test_rsp_73_madness_during_a_payment_fails_it() -> None:
    """The target stays; the Hero is on Start with 10 Sanity, a new hand and no more turn."""
    t = tower(
        at="dungeon 4",
        hand="atlantean_power_word tool",
        slots="blade",
        ring="votive_idol",
        sanity=2,
        deck="trinket*12",
    ).begin("encounter")
    t.face("votive_idol").pay("atlantean_power_word")
    assert (t.ring(), t.where(), t.sanity()) == ("votive_idol - - - -", "dungeon 0", 10)
    assert (t.madness, t.turn) == (2, 9)
    assert t.discard() == "atlantean_power_word blade tool"
    assert t.hand() == " ".join(["trinket"] * 7)
    assert (t.aside(), t.played(), t.slots()) == ("", "", "- - - - -")


def test_rsp_58_only_what_is_still_short_can_be_committed() -> None:
    """Overpaying on purpose has no use: a met attribute takes no more cards."""
    t = buying("blade*2 tool*2", "acolytes_circlet").face("acolytes_circlet").pay("blade")
    assert {text.split()[-1] for text in t.legal("pay")} == {"skill"}
