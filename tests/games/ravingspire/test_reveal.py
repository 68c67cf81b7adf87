"""Ravingspire §4.5 and §4.6: revealing a level, the opening turns, Draw."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import Tower, mate, tower

LINKED = (0, 6, 0)


def entering(pile: str, **scene: Any) -> Tower:
    """A Hero who goes up to the unrevealed Temple and stands on its space 1."""
    t = tower(at="dungeon 6", rotation=LINKED, pile=pile, **scene)
    return t.begin("move", luck=[2]).do("step up", "step cw")


def test_rsp_38_a_tower_card_then_positions_1_to_5() -> None:
    """In the order drawn, Adversaries like any other card."""
    t = entering("cleave trapped_chest riposte insane_adept flurry", hand="expert_feint")
    assert t.tower_cards == "reaver_valley echo_gallery -"
    assert t.ring("temple") == "cleave trapped_chest riposte insane_adept flurry"
    assert t.sanity() == 10


def test_rsp_38_the_tower_card_is_random_and_leaves_its_deck() -> None:
    """Any of those left."""
    t = tower(at="dungeon 6", rotation=LINKED, tower_deck="echo_gallery surveyors_loft red_market")
    t.begin("move", luck=[1])
    t.do("step up", luck=["red_market"])
    assert t.tower_cards == "reaver_valley red_market -"
    assert len(t.state.tower_deck) == 2


def test_rsp_38_chaos_is_resolved_banished_and_replaced() -> None:
    """Until all five positions hold something else."""
    t = entering(
        "cleave mind_warp riposte creeping_dread mind_warp flurry ill_word whirling_steel",
        hand="expert_feint",
    )
    assert t.ring("temple") == "cleave riposte flurry ill_word whirling_steel"
    assert t.banished == "creeping_dread mind_warp mind_warp"
    assert t.sanity() == 10 - 1 - 2 - 1
    assert t.foe("temple") == 4  # summoned on 6, then two steps toward 1
    assert t.pending == "quilted_jack"


def test_rsp_38_the_tower_card_is_in_force_during_the_reveal_and_draw() -> None:
    """The Chapel's discount holds in the very first Encounter phase there."""
    t = entering("acolytes_circlet", hand="blade", tower_deck="the_pawned_chapel")
    t.maybe("draw")
    assert t.may_face("acolytes_circlet")


def test_rsp_39_exert_reveals_nothing_until_a_move_ends_there() -> None:
    """No ring in Recover: nothing is lost and nothing is refilled; the next Move reveals it."""
    t = tower(
        at="dungeon 6",
        rotation=LINKED,
        hand="reavers_slash",
        ring="trapped_chest trapped_chest - quilted_jack quilted_jack",
        pile="cleave ill_word riposte flurry whirling_steel acolytes_circlet",
        deck="expert_feint*12",
    ).begin("explore")
    t.face("exert").pay("reavers_slash").do("step up")
    assert (t.turn, t.where(), t.sanity()) == (9, "temple 0", 10)
    assert t.tower_cards == "reaver_valley - -"
    assert t.ring() == "trapped_chest trapped_chest - quilted_jack quilted_jack"
    assert t.ring("temple") == "- - - - -"
    t.luck(2).do("step cw")
    assert t.tower_cards == "reaver_valley echo_gallery -"
    assert t.ring("temple") == "cleave ill_word riposte flurry whirling_steel"
    assert t.pending == "acolytes_circlet"


def test_rsp_39_the_bonus_move_reveals_nothing() -> None:
    """A Hero who goes up after a Showdown finds no ring."""
    t = tower(
        at="dungeon 6",
        rotation=LINKED,
        hand="expert_feint",
        foes={"dungeon": 6},
        pile="cleave*9",
        deck="reavers_slash*12",
    ).begin("turn")
    t.do("concede", luck=[1, 1]).do("roll", luck=[1]).do("step up")
    assert (t.where(), t.tower_cards) == ("temple 0", "reaver_valley - -")
    assert t.ring("temple") == "- - - - -"
    assert t.pile.split()[:9] == ["cleave"] * 9


def test_rsp_39_no_reveal_while_a_showdown_is_due() -> None:
    """A Foe on the Hero's space comes first; the level waits for a Move that ends there."""
    t = tower(at="temple 6", hand="expert_feint", foes={"temple": 6}, pile="cleave*9").begin("turn")
    assert t.foe_card == "manos"
    assert t.tower_cards == "reaver_valley - -"
    assert t.pile.split()[0] == "cleave"


@pytest.mark.parametrize("turn", range(1, 6))
def test_rsp_40_chaos_and_adversaries_are_set_aside_in_the_first_five_turns(turn: int) -> None:
    """Without effect, and another card is drawn in their place."""
    t = tower(
        at="dungeon 3",
        turn=turn,
        pile="mind_warp trapped_chest creeping_dread cleave ill_word",
        hand="expert_feint",
    ).begin("draw")
    assert t.ring().split()[turn - 1] == "cleave"
    assert sorted(t.state.setaside) == sorted(
        tower(setaside="mind_warp trapped_chest creeping_dread").state.setaside
    )
    assert (t.sanity(), t.foe(), t.banished) == (10, None, "")


def test_rsp_40_for_any_reason() -> None:
    """Also in the refill of Recover and in a reveal."""
    t = tower(turn=3, ring="- cleave cleave", pile="insane_adept mind_warp ill_word riposte")
    t.begin("recover")
    assert t.ring() == "ill_word cleave cleave - -"
    assert len(t.state.setaside) == 2
    t = entering(
        "cleave mind_warp trapped_chest ill_word riposte flurry whirling_steel acolytes_circlet",
        turn=4,
    )
    assert t.ring("temple") == "cleave ill_word riposte flurry whirling_steel"
    assert (len(t.state.setaside), t.foe("temple"), t.sanity()) == (2, None, 10)


@pytest.mark.parametrize("turn", range(1, 6))
def test_rsp_41_the_card_of_turn_n_goes_to_position_n_of_the_dungeon(turn: int) -> None:
    """Whatever level the Hero is on, and nothing is pending."""
    before = ["cleave"] * (turn - 1)
    t = tower(turn=turn, ring=" ".join(before), pile="acolytes_circlet", hand="blade tool")
    t.begin("draw").maybe("draw")
    assert t.ring().split() == [*before, "acolytes_circlet", *["-"] * (5 - turn)]
    assert t.pending == "-"
    assert t.asked == "RSP-49"
    t = tower(
        turn=turn,
        at="temple 2",
        rings={"dungeon": " ".join(before), "temple": "cleave*4"},
        pile="acolytes_circlet",
        hand="expert_feint",
    )
    t.begin("draw")
    assert t.ring().split() == [*before, "acolytes_circlet", *["-"] * (5 - turn)]
    assert t.ring("temple") == "cleave cleave cleave cleave -"
    assert t.pending == "-"


def test_rsp_42_any_card_of_the_ring_or_none_and_nobody_is_overwhelmed() -> None:
    """Both cards may be bought in turn 2; buying none costs nothing."""
    t = tower(
        turn=2,
        ring="acolytes_circlet",
        pile="acolytes_circlet",
        hand="blade*2 tool*2 velvet_gloves",
    )
    t.begin("draw").maybe("draw")
    none = t.copy().do("end").maybe("end").maybe("end")
    assert (none.sanity(), none.ring(), none.banished) == (
        10,
        "acolytes_circlet acolytes_circlet - - -",
        "",
    )
    t.buy("acolytes_circlet", "blade", "tool").buy("acolytes_circlet", "blade", "tool")
    assert t.ring() == "- - - - -"
    assert t.aside() == "acolytes_circlet acolytes_circlet blade blade tool tool"


@pytest.mark.parametrize("turn", range(1, 6))
def test_rsp_43_only_positions_up_to_the_turn_are_refilled_in_the_dungeon(turn: int) -> None:
    """Position n is, position n+1 is not."""
    t = tower(turn=turn, pile="cleave*9").begin("recover").maybe("end")
    assert t.ring().split() == ["cleave"] * turn + ["-"] * (5 - turn)


def test_rsp_43_a_revealed_temple_is_refilled_wholly() -> None:
    """With the setting aside of RSP-40."""
    t = tower(
        turn=2,
        at="temple 3",
        rings={"dungeon": "riposte", "temple": "- ill_word"},
        pile="cleave mind_warp cleave cleave cleave",
    )
    t.begin("recover").maybe("end")
    assert t.ring("temple") == "cleave ill_word cleave cleave cleave"
    assert t.ring() == "riposte - - - -"
    assert len(t.state.setaside) == 1


def test_rsp_44_turn_6_begins_with_a_shuffle_into_the_top_third() -> None:
    """Ten cards: the top four and the two set aside are shuffled together; six lie as they lay."""
    t = tower(turn=6, setaside="mind_warp insane_adept", pile="cleave*10", filler=0, at="dungeon 3")
    t.begin("turn")
    assert t.state.setaside == []
    assert t.pile.split() == ["?"] * 6 + ["cleave"] * 6
    t.maybe("roll", luck=[1])
    t.state.apply(next(code for code in t.state.legal() if code))
    assert sorted(set(t.chances())) == ["cleave", "insane_adept", "mind_warp"]
    assert len(t.chances()) == 6


def test_rsp_44_not_before_turn_6() -> None:
    """In turn 5 they still wait, and in turn 6 Chaos works again."""
    t = tower(turn=5, setaside="mind_warp insane_adept", pile="cleave*10", filler=0).begin("turn")
    assert len(t.state.setaside) == 2
    assert "?" not in t.pile
    t = tower(turn=6, at="dungeon 3", pile="mind_warp").begin("draw")
    assert (t.sanity(), t.banished, t.foe()) == (9, "mind_warp", 6)


def test_rsp_44_from_turn_6_on_overwhelmed_applies() -> None:
    """The same table costs nothing in turn 5 and a die in turn 6."""
    t = tower(turn=6, ring="cleave*4 riposte", hand="expert_feint").begin("draw").do("end")
    assert t.chance
    t.luck(3)
    assert t.sanity() == 7


def test_rsp_45_the_other_phases_of_the_opening_are_normal() -> None:
    """Turn 1: a die for Move, Explore with its services and the Well, a hand at the end."""
    t = tower(
        turn=1, hand="blade tool*2 trinket rogues_strike reavers_slash", pile="quilted_jack"
    ).begin("turn")
    t.do("roll", luck=[3]).do("step cw")
    assert (t.where(), t.asked) == ("dungeon 3", "RSP-49")
    t.do("end")
    assert {"face maps", "face exert", "face well"} <= t.legal()
    t.face("well").pay("blade", "tool", "trinket").by("pick", "trinket")
    t.face("maps").pay("rogues_strike", luck=[2]).do("turn cw 2")
    assert (t.banished, t.state.rotation[0]) == ("trinket", 2)
    t.maybe("end").maybe("end")
    assert (t.turn, len(t.hand().split())) == (2, 7)


def test_rsp_45_no_foe_can_appear() -> None:
    """Chaos is drawn in each of the turns 1 to 5, and no Foe comes."""
    for turn in range(1, 6):
        t = tower(turn=turn, pile="mind_warp black_noon cleave", filler=0).begin("draw")
        assert {t.foe(level) for level in ("dungeon", "temple", "spire")} == {None}


def test_rsp_46_the_lowest_empty_position_takes_the_card() -> None:
    """Then nothing is pending."""
    t = tower(ring="cleave - cleave - cleave", pile="riposte", hand="expert_feint").begin("draw")
    assert t.ring() == "cleave riposte cleave - cleave"
    assert t.pending == "-"


def test_rsp_46_a_full_ring_leaves_it_pending() -> None:
    """Beside the ring, an Adversary too."""
    t = tower(ring="cleave*5", pile="trapped_chest", hand="expert_feint").begin("draw")
    assert t.ring() == "cleave cleave cleave cleave cleave"
    assert t.pending == "trapped_chest"
    assert len(t.pile.split()) == 30


def test_rsp_47_chaos_in_draw_is_not_replaced() -> None:
    """Resolved and banished; nothing is pending, and gaps stay."""
    t = tower(at="dungeon 3", ring="cleave*4", pile="mind_warp riposte", hand="expert_feint").begin(
        "draw"
    )
    assert t.ring() == "cleave cleave cleave cleave -"
    assert (t.pending, t.banished, t.sanity()) == ("-", "mind_warp", 9)
    assert t.pile.split()[0] == "riposte"
    t.do("end")
    assert t.sanity() == 9


def test_rsp_48_only_the_level_of_the_active_hero_is_involved() -> None:
    """Gaps elsewhere take nothing, and Foes elsewhere do not move."""
    t = tower(
        at="temple 2",
        rings={"temple": "cleave*5", "dungeon": "cleave"},
        pile="riposte",
        hand="expert_feint",
        mates=[mate("quinn", at="dungeon 4")],
        trading=False,
    ).begin("draw")
    assert t.pending == "riposte"
    assert t.ring() == "cleave - - - -"
    t = tower(
        at="temple 2",
        rings={"temple": "cleave*5", "dungeon": "cleave"},
        pile="mind_warp",
        foes={"dungeon": 8},
        hand="expert_feint",
        mates=[mate("quinn", at="dungeon 4")],
        trading=False,
    ).begin("draw")
    assert (t.foe("temple"), t.foe(), t.foe("spire")) == (6, 8, None)
