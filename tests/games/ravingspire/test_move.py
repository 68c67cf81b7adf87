"""Ravingspire §4.3 and §4.4: the turn and Move."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import Tower, mate, tower

LINKED = (0, 6, 0)
FULL = "quilted_jack*5"


def moving(at: str, face: int, **scene: Any) -> Tower:
    """A Hero who rolled for Move; nothing is drawn afterwards."""
    return tower(at=at, filler=0, **scene).begin("move", luck=[face])


def ends(t: Tower) -> set[str]:
    """Every space at which this move can end, whatever steps are chosen."""
    if t.asked not in ("RSP-31", "RSP-36"):
        return {t.where()}
    found: set[str] = set()
    for text in t.legal():
        if text != "enter":
            found |= ends(t.copy().do(text))
    return found


def test_rsp_25_six_phases_in_order() -> None:
    """Move, Draw, Encounter, Explore, Recover and Foe, each seen by what it asks or does."""
    t = tower(
        at="dungeon 1",
        hand="blade tool*2 reavers_slash rogues_strike",
        ring="acolytes_circlet*5",
        pile="expert_feint",
        foes={"dungeon": 9},
    ).begin("turn")
    seen: list[tuple[object, ...]] = []
    assert (t.asked, t.pending) == ("RSP-30", "-")
    t.do("roll", luck=[1])
    seen.append((t.phase, t.asked, t.pending))
    t.do("step cw")
    seen.append((t.phase, t.asked, t.pending))
    t.buy("acolytes_circlet", "blade", "tool").do("end")
    seen.append((t.phase, t.asked, t.pending))
    t.do("end")
    seen.append((t.phase, t.asked, t.foe()))
    t.do("end")
    assert t.chance
    seen.append((t.phase, t.ring().split()[0], t.foe()))
    t.luck(1)
    assert seen == [
        ("move", "RSP-31", "-"),
        ("encounter", "RSP-49", "expert_feint"),
        ("explore", "RSP-80", "-"),
        ("recover", "RSP-90", 9),
        ("foe", "expert_feint", 9),
    ]
    assert (t.turn, t.foe(), t.asked) == (9, 10, "RSP-30")


def test_rsp_26_a_foe_on_the_space_at_the_start_skips_move_draw_and_encounter() -> None:
    """No die: the Foe card is drawn, no Encounter card is, and Explore follows."""
    t = tower(
        at="dungeon 4",
        hand="reavers_slash*4 rogues_strike*2 runelords_blast rogues_strike",
        ring=FULL,
        pile="expert_feint",
        foes={"dungeon": 4},
        foe_pile="the_dark_warden manos",
    ).begin("turn")
    assert (t.asked, t.foe_card, t.phase) == ("RSP-108", "the_dark_warden", "showdown")
    t.do("concede", luck=[1, 1])
    assert (t.asked, t.where()) == ("RSP-112", "dungeon 4")
    t.do("skip")
    assert t.asked == "RSP-80"
    assert t.pile.split()[0] == "expert_feint"
    assert t.ring() == " ".join(["quilted_jack"] * 5)


def test_rsp_26_a_foe_elsewhere_on_the_level_does_not() -> None:
    """The usual die for Move."""
    t = tower(at="dungeon 4", foes={"dungeon": 5, "temple": 4}, filler=0).begin("turn")
    assert t.chance
    t.luck(2).do("step ccw")
    assert t.where() == "dungeon 2"


def test_rsp_27_stepping_onto_a_foe_is_a_showdown_instead_of_draw_and_encounter() -> None:
    """No Encounter card is drawn."""
    t = tower(
        at="dungeon 1",
        hand="expert_feint",
        ring="acolytes_circlet",
        foes={"dungeon": 3},
        pile="expert_feint",
    ).begin("move", luck=[5])
    t.do("step cw")
    assert (t.where(), t.foe_card) == ("dungeon 3", "manos")
    assert t.pile.split()[0] == "expert_feint"
    assert t.ring() == "acolytes_circlet - - - -"


def test_rsp_27_a_foe_summoned_onto_the_hero_in_draw() -> None:
    """First the rest of the Chaos text, then the Showdown; no Encounter phase."""
    t = tower(
        at="dungeon 6",
        hand="expert_feint",
        ring="acolytes_circlet",
        pile="creeping_dread",
        sanity=9,
    ).begin("draw")
    assert t.foe() == 6
    assert t.foe_card == "manos"
    assert t.sanity() == 9 - 2 - 1  # the Chaos card, then Manos
    assert not t.legal("face")
    assert t.banished == "creeping_dread"


def test_rsp_27_a_foe_advancing_onto_the_hero_in_draw() -> None:
    """One step away it comes, and there is no Encounter phase."""
    t = tower(
        at="dungeon 3",
        hand="expert_feint",
        ring="acolytes_circlet",
        pile="mind_warp",
        foes={"dungeon": 4},
    ).begin("draw")
    assert (t.foe(), t.foe_card) == (3, "manos")


def test_rsp_27_a_foe_met_in_the_reveal_waits_for_its_end() -> None:
    """The ring is filled to five before the Showdown, which replaces Draw."""
    t = tower(
        at="dungeon 6",
        rotation=LINKED,
        hand="expert_feint",
        pile="mind_warp*6 acolytes_circlet*2 cleave*3 expert_feint",
    ).begin("move", luck=[2])
    t.do("step up", "step cw")
    # summoned on 6, and five steps by the shorter way to 1
    assert t.ring("temple") == "acolytes_circlet acolytes_circlet cleave cleave cleave"
    assert t.foe("temple") == 1
    assert t.foe_card == "manos"
    assert t.pile.split()[0] == "expert_feint"
    assert t.sanity() == 10 - 6 - 1


def test_rsp_28_nothing_is_collected_and_nobody_is_overwhelmed_in_a_showdown_turn() -> None:
    """A full ring costs nothing, and no ring card may be faced after it."""
    t = tower(
        at="dungeon 4",
        hand="expert_feint reavers_slash",
        ring="acolytes_circlet*5",
        foes={"dungeon": 4},
    ).begin("turn")
    assert t.legal() == {t.way("activate", "expert_feint"), "concede"}
    t.do("concede", luck=[1, 1]).do("skip")
    assert t.asked == "RSP-80"
    assert {text.split()[-1] for text in t.legal("face") | t.legal("force")} == {"maps", "exert"}
    assert t.sanity() == 10 - 1 - 2  # Manos and the dice, no third loss
    assert t.ring() == " ".join(["acolytes_circlet"] * 5)


def test_rsp_29_once_per_turn_is_anew_at_the_start_of_the_own_turn() -> None:
    """Garsome gains power once a turn, and again in his next."""
    t = tower("garsome", hand="tool", ring="acolytes_circlet", deck="tool*12", filler=0)
    t.begin("encounter").do("act 1", "choose 1")
    assert not t.can("act 1")
    t.buy("acolytes_circlet", "+fight", "tool").maybe("end").maybe("end")
    assert t.turn == 9
    t.maybe("roll", luck=[1]).do("step cw")
    assert (t.asked, t.can("act 1")) == ("RSP-49", True)


@pytest.mark.parametrize("face", range(1, 7))
def test_rsp_30_a_hero_moves_exactly_the_roll(face: int) -> None:
    """Both ways round, no more and no less, and staying is not offered."""
    t = moving("dungeon 3", face)
    assert t.legal() == {"step cw", "step ccw"}
    assert ends(t) == {f"dungeon {(3 + face) % 12}", f"dungeon {(3 - face) % 12}"}


@pytest.mark.parametrize("face", range(1, 7))
def test_rsp_30_up_to_the_roll_by_option(face: int) -> None:
    """From one step to the roll; at least one."""
    t = moving("dungeon 3", face, move_mode="up_to")
    assert "stop" not in t.legal()
    steps = range(1, face + 1)
    assert ends(t) == {f"dungeon {(3 + sign * n) % 12}" for n in steps for sign in (1, -1)}


def test_rsp_31_no_stepping_back() -> None:
    """After the first step the way is fixed: nothing more is asked on a plain ring."""
    t = moving("dungeon 3", 5)
    t.do("step cw")
    assert t.where() == "dungeon 8"
    t = moving("dungeon 7", 2, rotation=LINKED)
    t.do("step ccw")
    assert (t.where(), t.legal()) == ("dungeon 6", {"step ccw", "step up"})


def test_rsp_31_not_back_over_a_stair() -> None:
    """Up the stair and on: never down it again with the next step."""
    t = moving("dungeon 5", 4, rotation=LINKED)
    t.do("step cw", "step up")
    assert (t.where(), t.legal()) == ("temple 0", {"step cw", "step ccw"})
    assert ends(moving("dungeon 6", 2, rotation=LINKED)) == {
        "dungeon 8",
        "dungeon 4",
        "temple 1",
        "temple 11",
    }


def test_rsp_31_branches_at_linked_stairs_and_portals() -> None:
    """All ends of a roll of six near two links."""
    t = moving("temple 0", 6, rotation=LINKED, rings={"temple": ""})
    assert ends(t) == {
        "temple 6",  # by either way round
        "dungeon 1",
        "dungeon 11",
    }
    t = moving("temple 1", 6, rotation=LINKED, rings={"temple": ""})
    assert ends(t) == {"temple 7", "spire 0", "dungeon 10", "dungeon 2"}
    t = moving("temple 3", 6, rotation=LINKED, rings={"temple": ""})
    assert ends(t) == {"temple 9", "spire 2", "spire 10", "dungeon 4", "dungeon 8"}


@pytest.mark.parametrize(
    ("at", "face", "steps", "end"),
    [
        ("dungeon 6", 1, ["step up"], "temple 0"),
        ("dungeon 5", 2, ["step cw", "step up"], "temple 0"),
        ("dungeon 4", 6, ["step cw", "step up", "step cw"], "temple 3"),
        ("temple 0", 1, ["step down"], "dungeon 6"),
        ("temple 2", 4, ["step ccw", "step down", "step cw"], "dungeon 7"),
        ("spire 0", 3, ["step down", "step cw"], "temple 8"),
    ],
)
def test_rsp_32_a_stair_costs_one_step_anywhere_in_the_move(
    at: str, face: int, steps: list[str], end: str
) -> None:
    """At its beginning, middle or end, up or down."""
    t = moving(at, face, rotation=LINKED, rings={"temple": "", "spire": ""})
    t.do(*steps)
    assert t.where() == end


def test_rsp_32_not_without_alignment() -> None:
    """One sector off there is no stair."""
    assert ends(moving("dungeon 5", 4, rotation=(0, 7, 0))) == {"dungeon 9", "dungeon 1"}


def test_rsp_33_other_heroes_never_block() -> None:
    """Neither on the way nor at the end."""
    mates = [mate("quinn", at=f"dungeon {n}") for n in (2, 3)]
    t = moving("dungeon 1", 2, mates=[*mates, mate("dawn", at="dungeon 11")], trading=False)
    assert ends(t.copy()) == {"dungeon 3", "dungeon 11"}


def test_rsp_34_a_foe_ends_the_move() -> None:
    """The remaining steps are lost, also on the far side of a stair."""
    t = moving("dungeon 1", 6, foes={"dungeon": 3})
    t.do("step cw")
    assert t.where() == "dungeon 3"
    t = moving("dungeon 5", 6, foes={"temple": 0}, rotation=LINKED)
    t.do("step cw", "step up")
    assert t.where() == "temple 0"
    t = moving("dungeon 1", 6, foes={"dungeon": 9})
    t.do("step cw")
    assert t.where() == "dungeon 7"


def test_rsp_35_the_door_is_an_ordinary_space_without_key() -> None:
    """Nothing is asked there, and one walks past."""
    t = moving("spire 5", 3, rings={"spire": ""})
    t.do("step cw")
    assert t.where() == "spire 8"
    assert not t.over


def test_rsp_36_entering_in_passing_at_the_end_and_before_the_first_step() -> None:
    """At no cost of steps, and optional."""
    t = moving("spire 4", 5, key=True, rings={"spire": ""}, hand="expert_feint")
    t.do("step cw")
    assert (t.where(), t.legal()) == ("spire 6", {"enter", "step cw"})
    on = t.copy().do("step cw")
    assert on.where() == "spire 9"
    t.do("enter")
    assert t.foe_card == "the_gate_that_was_a_king"
    t = moving("spire 4", 2, key=True, rings={"spire": ""})
    t.do("step cw")
    assert (t.asked, t.legal()) == ("RSP-36", {"enter", "stop"})
    t.do("stop")
    assert (t.where(), t.foe_card) == ("spire 6", "-")
    t = (
        tower(at="spire 6", key=True, rings={"spire": ""}, filler=0)
        .begin("move")
        .maybe("roll", luck=[2])
    )
    assert t.can("enter")
    assert {"step cw", "step ccw"} <= t.legal()


def test_rsp_36_by_exert() -> None:
    """A paid step onto the Door, or from it."""
    t = tower(at="spire 5", key=True, hand="reavers_slash expert_feint", ring=FULL).begin("explore")
    t.face("exert").pay("reavers_slash").do("step cw")
    assert t.legal() == {"enter", "stop"}
    t.do("enter")
    assert t.foe_card == "the_gate_that_was_a_king"
    t = tower(at="spire 6", key=True, hand="reavers_slash*2", ring=FULL).begin("explore")
    t.face("exert").pay("reavers_slash")
    assert t.legal() == {"enter", "step cw", "step ccw"}


def test_rsp_36_not_while_a_foe_is_on_the_door() -> None:
    """The move ends there with a Showdown instead."""
    t = moving("spire 5", 4, key=True, rings={"spire": ""}, foes={"spire": 6}, hand="expert_feint")
    t.do("step cw")
    assert not t.can("enter")
    assert (t.where(), t.foe_card) == ("spire 6", "manos")


def test_rsp_37_a_move_that_ends_on_an_unrevealed_level_reveals_it_before_draw() -> None:
    """Tower card and five cards; the sixth is the one drawn."""
    t = tower(
        at="dungeon 6",
        rotation=LINKED,
        hand="blade tool",
        pile="cleave ill_word riposte flurry whirling_steel acolytes_circlet",
    ).begin("move", luck=[1])
    t.do("step up")
    assert t.tower_cards.split()[1] == "echo_gallery"
    assert t.ring("temple") == "cleave ill_word riposte flurry whirling_steel"
    t.maybe("draw")
    assert t.pending == "acolytes_circlet"


def test_rsp_37_only_the_end_of_the_move_reveals() -> None:
    """A Hero who leaves an unrevealed Temple by its stair leaves it unrevealed."""
    t = moving("temple 1", 2, rotation=LINKED, pile="cleave")
    assert t.tower_cards == "reaver_valley - -"
    t.do("step ccw", "step down")
    assert t.where() == "dungeon 6"
    assert t.tower_cards == "reaver_valley - -"
    assert t.ring("temple") == "- - - - -"
