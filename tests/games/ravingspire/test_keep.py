"""Ravingspire §4.18: Key, Keep and Spire."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import GAME, Tower, each, mate, tower

GATE = "the_gate_that_was_a_king"  # 9/9/9
RICH = "siege_jack*2 grave_robbers_kit*3 lamp_of_grey_oil*3"  # 10 F, 12 S, 12 C


def at_the_door(hand: str = "expert_feint", spires: str = GATE, **scene: Any) -> Tower:
    """A Hero with a Key enters the Keep by its Move."""
    zones = {"at": "spire 5", "rings": {"spire": "quilted_jack*5"}, "trading": False, **scene}
    t = tower(hand=hand, spires=spires, key=True, **zones).begin("move").maybe("roll", luck=[3])
    return t.do("step cw").do("enter")


def pay_gate(t: Tower) -> Tower:
    """Pay 9/9/9 from RICH."""
    return t.face("foe").pay(
        *["siege_jack"] * 2, *["grave_robbers_kit"] * 3, *["lamp_of_grey_oil"] * 3
    )


def test_rsp_134_one_sealed_card_is_opened_at_random_for_the_rest_of_the_game() -> None:
    """Any of five; the next entry finds the same one, and the others stay sealed."""
    five = f"{GATE} lord_mutable the_three_widows your_own_good_likeness the_hunger_enthroned"
    t = tower(
        at="spire 6", key=True, rings={"spire": ""}, spires=five, hand="expert_feint", filler=0
    )
    t.begin("move").maybe("roll", luck=[3])
    t.state.apply(GAME.space.parse("enter"))
    assert sorted(t.chances()) == sorted(five.split())
    t.luck("the_three_widows")
    assert t.foe_card == "the_three_widows"
    assert len(t.state.spires) == 4
    t.do("concede")
    assert (t.where(), t.madness) == ("dungeon 0", 2)
    assert GAME.view(t.state, None).table["spire"]["card"]["id"] == "the_three_widows"
    t = tower(
        at="spire 6",
        key=True,
        rings={"spire": ""},
        spires="lord_mutable",
        spire="the_three_widows",
        hand="expert_feint",
    )
    t.begin("move").maybe("roll", luck=[3]).do("enter")
    assert t.foe_card == "the_three_widows"
    assert len(t.state.spires) == 1


def test_rsp_135_entered_in_move_it_replaces_the_rest_of_move_draw_and_encounter() -> None:
    """No Encounter card is drawn; cards are what they are."""
    t = at_the_door(pile="cleave", slots="blade")
    assert (t.asked, t.foe_card, t.where()) == ("RSP-135", GATE, "spire 6")
    assert t.pile.split()[0] == "cleave"
    assert (t.hand(), t.slots()) == ("expert_feint", "blade - - - -")
    assert t.legal("slot") | t.legal("unslot") == set()


def test_rsp_135_entered_later_it_happens_at_once() -> None:
    """By Exert, in Explore."""
    t = tower(
        at="spire 5", key=True, hand="reavers_slash expert_feint", ring="quilted_jack*5"
    ).begin("explore")
    t.face("exert").pay("reavers_slash").do("step cw").do("enter")
    assert (t.asked, t.foe_card) == ("RSP-135", GATE)


def test_rsp_135_die_rolled_values_are_rolled_for_every_attempt() -> None:
    """Lord Mutable: 5 and a die for each attribute."""
    t = at_the_door(spires="lord_mutable")
    assert t.chance
    t.luck(1, 4, 6)
    assert t.battle() == "6/9/11 -"
    t = at_the_door(spires="lord_mutable").luck(3, 3, 3)
    assert t.battle() == "8/8/8 -"


def test_rsp_136_the_spire_card_counts_as_a_foe() -> None:
    """Quinn's reduction and the Meteor Sword work against it; there is no re-draw, Key or Loot."""
    t = at_the_door(hero="quinn", hand="expert_feint blade")
    assert t.asked == "RSP-135"  # no RSP-158 before it
    assert t.can("act 1")
    t = at_the_door(hero="quinn", hand="expert_feint blade", spire_counts_as_foe=False)
    assert not t.can("act 1")


def test_rsp_136_against_a_foe_only_by_option() -> None:
    """The Arbalest-like bonus of the Stiletto: 3 and 4 against a Foe."""
    hand = "poisoners_stiletto siege_jack*2 grave_robbers_kit lamp_of_grey_oil*3"
    assert at_the_door(hand).can("face foe")  # 7 + 4 S
    assert not at_the_door(hand, spire_counts_as_foe=False).can("face foe")  # 3 + 4 S


def test_rsp_137_success_wins_the_game() -> None:
    """Alone at the table there is nothing to decide."""
    t = pay_gate(at_the_door(RICH))
    assert t.over
    assert t.outcome.won == (0,)
    assert len(t.loot_pile.split()) == 4


def test_rsp_137_excess_and_brute_force_do_not_help() -> None:
    """The Gate has no Brute Force way, and each attribute has to be met."""
    t = at_the_door("siege_jack*9 grave_robbers_kit*3 lamp_of_grey_oil*2 expert_feint")
    assert not t.can("face foe")
    assert not t.can("force foe")


def test_rsp_138_failure_with_others_removes_the_hero() -> None:
    """Madness falls by one, all its cards go, and it may leave one card."""
    t = at_the_door(
        "expert_feint crowbar",
        slots="blade",
        discard="ill_word",
        deck="tool*5",
        mates=[mate("quinn", at="dungeon 3")],
    )
    t.do("concede")
    assert (t.asked, t.actor) == ("RSP-138", 0)
    assert t.offered("pick") == ["blade", "crowbar", "expert_feint"]
    assert t.can("nothing")
    t.by("pick", "crowbar")
    assert t.madness == 3
    assert t.state.gone == [1, 0]
    assert (t.turn, t.active) == (9, 1)
    assert (t.hand(), t.aside(), t.played(), t.slots()) == ("", "", "", "- - - - -")
    left = GAME.view(t.state, None).table["spire"]["left"]
    assert [card["id"] for card in left] == ["crowbar"]


def test_rsp_138_the_cards_of_a_removed_hero_are_out_of_the_game() -> None:
    """Nobody can steal from them."""
    for gone in (True, False):
        t = tower(
            hand="black_mail velvet_gloves",
            mates=[mate("quinn", discard="corbin_of_devonshire", gone=gone), mate("dawn")],
        ).begin("encounter")
        assert t.may("banish", "black_mail") != gone


def test_rsp_138_no_card_need_be_left_and_madness_nought_ends_the_game() -> None:
    """None is an answer; the last point of Madness is the end."""
    mates = [mate("quinn", at="dungeon 3")]
    t = at_the_door("expert_feint crowbar", mates=mates).do("concede", "nothing")
    assert t.state.left == []
    t = at_the_door("expert_feint crowbar", mates=mates, madness=1).do("concede").maybe("nothing")
    assert t.over
    assert t.outcome.won == ()


def test_rsp_139_left_cards_help_a_later_challenger_once() -> None:
    """The Crowbar that was left pays 2 Fight and is banished; what is not used stays."""
    hand = "expert_feint siege_jack reavers_slash grave_robbers_kit*3 lamp_of_grey_oil*3"  # 7 F
    scene: dict[str, Any] = {"spire": GATE, "spires": "lord_mutable"}
    assert not at_the_door(hand, **scene).can("face foe")
    t = at_the_door(
        hand, left="crowbar votive_idol", madness=3, mates=[mate("quinn", gone=True)], **scene
    )
    t.face("foe").pay(
        "siege_jack",
        "reavers_slash",
        "crowbar",
        *["grave_robbers_kit"] * 3,
        *["lamp_of_grey_oil"] * 3,
    )
    t.maybe("free")
    assert t.over
    assert t.banished == "crowbar"
    assert t.state.left == tower(left="votive_idol").state.left


def test_rsp_139_an_unused_left_card_stays_after_a_failure() -> None:
    """For the next one."""
    t = at_the_door(spire=GATE, left="crowbar", mates=[mate("quinn", at="dungeon 3")])
    t.do("concede", "nothing")
    assert t.state.left == tower(left="crowbar").state.left


def test_rsp_140_failure_alone_is_madness_once() -> None:
    """Start, 10 Sanity, new hand, Key kept, and a second try is possible."""
    t = at_the_door(slots="blade", deck="tool*12", sanity=4)
    t.do("concede")
    assert (t.madness, t.where(), t.sanity(), t.key()) == (2, "dungeon 0", 10, True)
    assert (t.hand(), t.discard()) == (each("tool*7"), "blade expert_feint")
    assert (t.turn, t.state.gone) == (9, [0])
    t = at_the_door(madness=1).do("concede")
    assert t.over
    assert t.outcome.won == ()


def test_rsp_140_alone_nothing_is_left_on_the_card() -> None:
    """No question of leaving a card."""
    t = at_the_door("expert_feint crowbar").do("concede")
    assert t.asked != "RSP-138"
    assert t.state.left == []


def test_rsp_141_a_removed_hero_takes_no_part() -> None:
    """No turns, no flanking or trading, and the Foe is as fast as with one Hero less."""
    gone = mate("quinn", at="dungeon 4", hand="reavers_slash", gone=True)
    t = tower(
        at="dungeon 3",
        hand="rogues_strike*2 blade",
        ring="trapped_chest",
        mates=[gone, mate("dawn", at="temple 3"), mate("aurora", at="temple 3")],
        foes={"dungeon": 8},
    ).begin("move")
    assert not t.legal("trade")
    t = tower(
        at="dungeon 3",
        hand="rogues_strike*2 expert_feint",
        ring="trapped_chest",
        mates=[gone, mate("dawn", at="temple 3"), mate("aurora", at="temple 3")],
    ).begin("encounter")
    t.face("trapped_chest")
    assert (t.asked, t.actor) == ("RSP-58", 0)
    t = tower(
        at="dungeon 3",
        foes={"dungeon": 8},
        mates=[gone, mate("dawn", at="temple 3"), mate("aurora", at="temple 3")],
        ring="quilted_jack*5",
        trading=False,
    ).begin("foe")
    assert t.foe() == 8
    t.luck(5)
    assert t.foe() == 5
    assert t.active == 2


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_rsp_137_the_three_widows_are_paid_one_after_the_other(stage: int) -> None:
    """Every card serves one stage, excess is lost, and failing a stage fails the battle."""
    hands = {
        1: "siege_jack grave_robbers_kit*3 lamp_of_grey_oil*3 expert_feint",
        2: "siege_jack*2 grave_robbers_kit lamp_of_grey_oil*3 expert_feint",
        3: "siege_jack*2 grave_robbers_kit*3 lamp_of_grey_oil*2 expert_feint",
    }
    t = at_the_door(hands[stage], spires="the_three_widows")
    for done in range(1, 4):
        if done == stage:
            break
        card = {1: "siege_jack", 2: "grave_robbers_kit"}[done]
        t.face("foe").pay(*[card] * {1: 2, 2: 3}[done])
    assert not t.over
    assert not t.can("face foe")
    t.do("concede")
    assert t.madness == 2


@pytest.mark.parametrize(
    ("hand", "slots", "cost"),
    [
        ("expert_feint reavers_slash", "blade rusted_cleaver", "12/6/6 -"),
        ("expert_feint rogues_strike", "blade", "6/12/6 -"),
        ("expert_feint runelords_blast*2", "", "6/6/12 -"),
    ],
)
def test_rsp_135_the_mirror_leads_with_the_strongest_attribute(
    hand: str, slots: str, cost: str
) -> None:
    """Twelve of what hand and slots have most of by print, six of the others."""
    t = at_the_door(hand, spires="your_own_good_likeness", slots=slots)
    assert (t.asked, t.battle()) == ("RSP-135", cost)


def test_rsp_135_the_mirrors_ties_are_the_players_choice() -> None:
    """Two Fight and two Skill."""
    t = at_the_door("expert_feint reavers_slash", spires="your_own_good_likeness")
    assert t.legal() == {"name fight", "name skill"}
    assert t.do("name fight").battle() == "12/6/6 -"


def test_rsp_138_a_slotted_card_may_be_left() -> None:
    """From the Battlemat as well as from hand."""
    t = at_the_door("expert_feint", slots="blade", mates=[mate("quinn", at="dungeon 3")])
    t.do("concede").by("pick", "blade")
    assert t.state.left == tower(left="blade").state.left


def test_rsp_136_what_is_bound_to_the_three_widows_counts_in_one_stage() -> None:
    """Quinn's 2 off one attribute lowers one stage; two Fight of a Hinder raise the Fight stage."""
    t = at_the_door(RICH, hero="quinn", spires="the_three_widows").do("act 1")
    t.face("foe").pay("siege_jack", "siege_jack")
    t.face("foe").pay(*["grave_robbers_kit"] * 2)
    assert t.asked == "RSP-58"  # 8 of 9
    mates = [mate("dawn", at="spire 3", hand="reavers_slash")]
    t = at_the_door(f"{RICH} siege_jack", spires="the_three_widows", mates=mates)
    t.by("hinder", "reavers_slash")
    assert t.battle() == "11/0/0 -"
    t.face("foe").pay(*["siege_jack"] * 3)
    assert t.battle() == "0/9/0 -"
