"""Ravingspire §4.10: Explore."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import Tower, tower

FULL = "quilted_jack*5"
LINKED = (0, 6, 0)


def exploring(hand: str, **scene: Any) -> Tower:
    """An Explore phase in a full ring."""
    return tower(hand=hand, **{"ring": FULL, "at": "dungeon 3", **scene}).begin("explore")


def test_rsp_80_the_services_and_their_prices() -> None:
    """Two Skill, two Charm, two Fight, ten of any mix, one of each."""
    assert exploring("rogues_strike").legal("face") == {"face maps"}
    assert exploring("runelords_blast").legal("face") == {"face glyphs"}
    assert exploring("reavers_slash").legal("face") == {"face exert"}
    assert exploring("blade tool trinket").legal("face") == {"face well"}
    assert exploring("tool*2").legal("face") == {"face maps"}
    ten = exploring("reavers_slash*2 rogues_strike*2 blade trinket")
    assert ten.legal("force") == {"force rotation", "force well"}
    nine = exploring("reavers_slash*2 rogues_strike*2 trinket")
    assert nine.legal("force") == {"force well"}
    one = exploring("blade trinket tool runelords_blast")
    assert one.can("force well")


@pytest.mark.parametrize("service", ["maps", "glyphs", "exert"])
def test_rsp_80_a_service_has_no_brute_force_way(service: str) -> None:
    """Ten of anything else do not pay for it, apart from the Brute Force rotation itself."""
    t = exploring("rogues_strike*2 runelords_blast*2 reavers_slash*2")
    assert f"force {service}" not in t.legal()


@pytest.mark.parametrize(
    ("service", "card"), [("maps", "rogues_strike"), ("glyphs", "runelords_blast")]
)
def test_rsp_80_maps_and_glyphs_rotate_exactly_the_roll(service: str, card: str) -> None:
    """Either way, and no other number."""
    t = exploring(card).face(service).pay(card, luck=[4])
    assert t.legal() == {"turn cw 4", "turn ccw 4"}
    assert t.copy().do("turn cw 4").state.rotation == [4, 4, 8]
    assert t.copy().do("turn ccw 4").state.rotation == [8, 4, 8]


def rotating(hand: str, *paid: str) -> Tower:
    """A Brute Force rotation that was paid for and rolled 3."""
    return exploring(hand).do("force rotation").pay(*paid, luck=[3])


def test_rsp_80_brute_force_rotation_is_nought_to_the_roll() -> None:
    """Ten power of any mix."""
    paid = ["reavers_slash"] * 2 + ["rogues_strike"] * 2 + ["runelords_blast"]
    t = rotating("reavers_slash*2 rogues_strike*2 runelords_blast", *paid)
    turns = {f"turn {way} {n}" for way in ("cw", "ccw") for n in (1, 2, 3)}
    assert t.legal() == turns | {"stop"}
    assert t.copy().do("stop").state.rotation == [0, 4, 8]
    assert t.copy().do("turn ccw 2").state.rotation == [10, 4, 8]


def test_rsp_80_exert_is_exactly_one_step() -> None:
    """One, and it has to be taken."""
    t = exploring("reavers_slash").face("exert").pay("reavers_slash")
    assert t.legal() == {"step cw", "step ccw"}
    assert t.do("step cw").where() == "dungeon 4"


def test_rsp_80_each_once_per_turn_and_in_any_order() -> None:
    """Exert, Glyphs, Maps; none of them again."""
    t = exploring("reavers_slash*2 rogues_strike*2 runelords_blast*2")
    t.face("exert").pay("reavers_slash").do("step cw")
    assert not t.can("face exert")
    t.face("glyphs").pay("runelords_blast", luck=[1]).do("turn cw 1")
    assert not t.can("face glyphs")
    assert t.can("face maps")
    t.face("maps").pay("rogues_strike", luck=[1]).do("turn cw 1")
    assert not t.can("face maps")
    assert t.state.rotation[0] == 2


def test_rsp_80_the_services_are_free_again_next_turn() -> None:
    """Maps in two turns running."""
    t = tower(hand="rogues_strike", deck="rogues_strike*12", filler=0, at="dungeon 3").begin(
        "explore"
    )
    t.face("maps").pay("rogues_strike", luck=[1]).do("turn cw 1")
    assert t.turn == 9
    t.maybe("roll", luck=[1]).do("step cw")
    assert t.can("face maps")


def test_rsp_80_explore_is_optional() -> None:
    """It may be ended at once."""
    t = exploring("rogues_strike reavers_slash").do("end")
    assert (t.turn, t.state.rotation, t.where()) == (9, [0, 4, 8], "dungeon 3")


def test_rsp_81_only_the_own_level_turns_and_the_way_is_chosen_after_the_roll() -> None:
    """A Hero on the Spire turns the Spire; payment and die come before the direction."""
    t = exploring("rogues_strike", at="spire 3")
    t.face("maps").pay("rogues_strike")
    assert t.chance
    t.luck(5)
    assert (t.asked, t.legal()) == ("RSP-81", {"turn cw 5", "turn ccw 5"})
    assert t.do("turn cw 5").state.rotation == [0, 4, 1]


def test_rsp_82_exert_over_an_aligned_stair() -> None:
    """Up or down, and it ends on a Foe like any step."""
    t = (
        exploring("reavers_slash", at="dungeon 6", rotation=LINKED)
        .face("exert")
        .pay("reavers_slash")
    )
    assert t.legal() == {"step cw", "step ccw", "step up"}
    assert t.do("step up").where() == "temple 0"
    t = (
        exploring("reavers_slash", at="temple 0", rotation=LINKED)
        .face("exert")
        .pay("reavers_slash")
    )
    assert t.do("step down").where() == "dungeon 6"


def test_rsp_82_the_service_after_a_step_is_that_of_the_new_level() -> None:
    """Maps after going up turn the Temple."""
    t = exploring("reavers_slash rogues_strike", at="dungeon 6", rotation=LINKED)
    t.face("exert").pay("reavers_slash").do("step up")
    t.face("maps").pay("rogues_strike", luck=[2]).do("turn cw 2")
    assert t.state.rotation == [0, 8, 0]


def test_rsp_83_contact_by_exert_waits_for_the_next_turn() -> None:
    """The Foe is locked, Recover goes on, and the next turn is the Showdown."""
    t = exploring("reavers_slash rogues_strike", foes={"dungeon": 4}, deck="expert_feint*12")
    t.face("exert").pay("reavers_slash").do("step cw")
    assert (t.asked, t.where(), t.foe()) == ("RSP-80", "dungeon 4", 4)
    assert t.sanity() == 10
    t.face("maps").pay("rogues_strike", luck=[1]).do("turn cw 1")
    assert (t.turn, t.foe(), t.foe_card) == (9, 4, "manos")
    assert t.where() == "dungeon 4"


def test_rsp_83_contact_by_the_bonus_move_waits_too() -> None:
    """Two Foes in two levels: the second is met on the stair of the bonus move."""
    t = tower(
        at="dungeon 6",
        rotation=LINKED,
        hand="expert_feint",
        deck="expert_feint*12",
        foes={"dungeon": 6, "temple": 0},
        ring=FULL,
        foe_pile="manos the_dark_warden",
    ).begin("turn")
    t.do("concede", luck=[1, 1]).do("roll", luck=[4]).do("step up")
    assert t.where() == "temple 0"
    assert t.foe("temple") == 0
    t.maybe("end")
    assert (t.turn, t.foe_card) == (9, "the_dark_warden")


def test_rsp_83_contact_at_once_by_option() -> None:
    """The Showdown comes now, and no further bonus move after it."""
    t = exploring(
        "reavers_slash expert_feint", foes={"dungeon": 4}, late_contact="immediate", deck="tool*12"
    )
    t.face("exert").pay("reavers_slash").do("step cw")
    assert (t.turn, t.foe_card) == (8, "manos")
    t.do("concede", luck=[1, 1])
    assert t.asked != "RSP-112"
    assert (t.turn, t.foe(), t.sanity()) == (8, None, 7)
    assert t.can("face maps")  # Explore goes on with the Feint


def test_rsp_84_the_well_takes_one_of_each_or_five() -> None:
    """By the matrix or by Brute Force."""
    t = exploring("blade tool trinket rogues_strike*3", discard="crowbar")
    t.face("well").pay("blade", "tool", "trinket").by("pick", "crowbar")
    assert (t.banished, t.discard()) == ("crowbar", "")
    t.force("well").pay("rogues_strike:any", "rogues_strike:any", "rogues_strike:any")
    assert t.banished == "crowbar rogues_strike"


def test_rsp_84_what_may_be_banished() -> None:
    """Hand, discard pile and the cards just paid; not slots, other Aside cards or purchases."""
    t = tower(
        hand="blade*2 tool*2 trinket crowbar",
        slots="rusted_cleaver",
        discard="runelords_blast",
        ring="acolytes_circlet",
    ).begin("encounter")
    t.buy("acolytes_circlet", "blade", "tool").do("end")
    t.face("well").pay("blade", "tool", "trinket")
    assert t.asked == "RSP-84"
    assert t.offered("pick") == ["blade", "crowbar", "runelords_blast", "tool", "trinket"]
    assert {text.split()[1][0] for text in t.legal()} == {"h", "d", "k"}


def test_rsp_84_any_number_of_times_with_a_payment_each() -> None:
    """Twice, and the second needs power of its own."""
    t = exploring("blade*2 tool*2 trinket*2")
    for _ in range(2):
        t.face("well").pay("blade", "tool", "trinket")
        t.by("pick", "trinket@k")
    assert t.banished == "trinket trinket"
    assert t.turn == 9


def test_rsp_84_only_in_explore_unless_the_option_says_so() -> None:
    """With it also in Encounter."""
    t = tower(hand="blade tool trinket", ring=FULL).begin("encounter")
    assert not t.can("face well")
    t = tower(hand="blade tool trinket", ring="cleave", well_phase="explore_and_encounter")
    t.begin("encounter").face("well").pay("blade", "tool", "trinket").by("pick", "tool")
    assert t.banished == "tool"


def test_rsp_85_cards_spent_in_explore_go_aside_and_dungeon_cards_flip() -> None:
    """The Armory in its slot pays for Exert and stays."""
    t = exploring("rogues_strike reavers_slash", slots="- - - - armory")
    t.face("exert").pay("armory").do("step cw")
    assert (t.slots(), t.aside()) == ("- - - - armory!", "")
    t.face("maps").pay("rogues_strike", luck=[1])
    assert t.aside() == "rogues_strike"


def test_rsp_85_a_face_down_card_pays_for_nothing_more() -> None:
    """What paid in Encounter is locked in Explore."""
    t = tower(hand="tool expert_feint", slots="- - - - armory", ring="acolytes_circlet").begin(
        "encounter"
    )
    t.buy("acolytes_circlet", "armory", "tool").do("end")
    assert t.legal("face") == {"face maps"}


def test_rsp_86_explore_comes_after_a_showdown_won_or_lost() -> None:
    """Services are open after both."""
    for win in (True, False):
        t = tower(
            at="dungeon 4",
            hand="cathedral_hammer thornback_plate kinslayer_unabridged expert_feint rogues_strike",
            foes={"dungeon": 4},
            foe_pile="the_blue_baron" if not win else "manos",
            ring=FULL,
        ).begin("turn")
        t.maybe("draw")
        if win:
            t.face("foe").pay(
                "kinslayer_unabridged:charm", "cathedral_hammer:fight", "thornback_plate:skill"
            )
        else:
            t.luck(1).do(min(t.legal("pick"))).do("concede", luck=[1, 1])
        assert t.asked == "RSP-112"
        t.do("skip")
        assert (t.asked, t.key()) == ("RSP-80", win)


def test_rsp_86_explore_is_skipped_after_madness() -> None:
    """The turn is over."""
    t = tower(
        at="dungeon 3",
        ring="cleave*4 riposte",
        pending="cleave",
        hand="expert_feint reavers_slash",
        sanity=3,
    )
    t.begin("encounter").do("end", luck=[3])
    assert (t.turn, t.where(), t.madness) == (9, "dungeon 0", 2)


def test_rsp_83_at_once_after_the_bonus_move_and_no_second_bonus_move() -> None:
    """The second Showdown of the turn is followed by Explore."""
    t = tower(
        at="dungeon 6",
        rotation=LINKED,
        hand="expert_feint reavers_slash",
        foes={"dungeon": 6, "temple": 0},
        ring=FULL,
        foe_pile="the_dark_warden manos",
        late_contact="immediate",
    ).begin("turn")
    t.do("concede", luck=[1, 1]).do("roll", luck=[4]).do("step up")
    assert (t.foe_card, t.turn) == ("manos", 8)
    t.do("concede", luck=[1, 1])
    assert (t.asked, t.foe("temple"), t.sanity()) == ("RSP-80", None, 10 - 2 - 1 - 2)


@pytest.mark.parametrize(("when", "foe"), [("deferred", "-"), ("immediate", "manos")])
def test_rsp_83_steps_of_a_cards_text_too(when: str, foe: str) -> None:
    """The Grappling Hook's steps come when Encounter is over; contact is then as by Exert."""
    t = tower(
        at="dungeon 3",
        hand="grappling_hook expert_feint",
        ring="cleave*5",
        foes={"dungeon": 4},
        late_contact=when,
    ).begin("encounter")
    t.by("activate", "grappling_hook").do("end")
    t.do("step cw")
    assert (t.where(), t.foe_card) == ("dungeon 4", foe)
