"""Ravingspire §4.12 and §4.13: the Foe phase, Chaos and The Foe Advances."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import Tower, mate, tower

FULL = "quilted_jack*5"


def chased(at: str, foe: int, face: int, **scene: Any) -> Tower:
    """A Foe phase in the Dungeon with this d3."""
    scene = {"hand": "expert_feint", **scene}
    return tower(at=at, foes={"dungeon": foe}, ring=FULL, **scene).begin("foe", luck=[face])


@pytest.mark.parametrize(
    ("hero", "foe", "end"),
    [(0, 5, 3), (0, 7, 9), (3, 8, 6), (3, 10, 0), (11, 2, 0), (1, 10, 0)],
)
def test_rsp_95_the_foe_takes_the_shorter_way(hero: int, foe: int, end: int) -> None:
    """A 4 on the die is two spaces, also past the portal."""
    assert chased(f"dungeon {hero}", foe, 4).foe() == end


def test_rsp_95_foes_on_other_levels_do_not_move() -> None:
    """And no die is rolled for them."""
    t = tower(at="temple 3", foes={"dungeon": 5, "spire": 2}, ring=FULL).begin("foe")
    assert t.turn == 9
    assert (t.foe("dungeon"), t.foe("spire")) == (5, 2)


@pytest.mark.parametrize(
    ("heroes", "dice"), [(1, True), (2, True), (3, True), (4, False), (6, False)]
)
def test_rsp_95_d3_with_up_to_three_heroes_and_one_space_with_more(heroes: int, dice: bool) -> None:
    """Heroes in play count, wherever they are."""
    words = ["quinn", "dawn", "aurora", "marcus", "shayla"][: heroes - 1]
    t = tower(
        at="dungeon 0",
        foes={"dungeon": 5},
        ring=FULL,
        mates=[mate(word, at="temple 4") for word in words],
        trading=False,
        rings={"temple": FULL},
    ).begin("foe")
    if dice:
        assert t.foe() == 5
        t.luck(6)
        assert t.foe() == 2
    else:
        assert (t.foe(), t.turn) == (4, 9)


def test_rsp_95_foes_never_change_level() -> None:
    """An open stair does not tempt them: the Foe walks its own ring."""
    t = tower(at="temple 1", rotation=(0, 6, 0), foes={"dungeon": 6}, ring=FULL).begin("foe")
    assert (t.foe("dungeon"), t.foe("temple")) == (6, None)


def test_rsp_96_a_moving_foe_stops_at_the_first_hero() -> None:
    """Active or not."""
    assert chased("dungeon 3", 5, 6).foe() == 3
    t = chased("dungeon 1", 6, 6, mates=[mate("quinn", at="dungeon 4")], trading=False)
    assert t.foe() == 4


def test_rsp_97_a_foe_with_a_hero_is_locked() -> None:
    """Neither the Foe phase nor The Foe Advances moves it."""
    mates = [mate("quinn", at="dungeon 4")]
    t = tower(at="dungeon 1", foes={"dungeon": 4}, ring=FULL, mates=mates, trading=False).begin(
        "foe"
    )
    assert (t.foe(), t.turn) == (4, 9)
    t = tower(
        at="dungeon 1",
        foes={"dungeon": 4},
        ring=FULL,
        mates=mates,
        trading=False,
        pile="mind_warp quickened_footsteps",
        hand="expert_feint",
    ).begin("draw")
    assert t.foe() == 4


def test_rsp_98_with_two_equal_ways_the_active_player_picks() -> None:
    """Hero on 0 and Foe on 6."""
    t = tower(at="dungeon 0", foes={"dungeon": 6}, ring=FULL).begin("foe", luck=[4])
    assert (t.asked, t.legal()) == ("RSP-98", {"step cw", "step ccw"})
    assert t.copy().do("step cw").foe() == 8
    assert t.copy().do("step ccw").foe() == 4


def test_rsp_98_clockwise_by_option_and_for_the_foe_advances_too() -> None:
    """No question with the option; the same tie in Draw."""
    t = tower(at="dungeon 0", foes={"dungeon": 6}, ring=FULL, foe_tie="clockwise")
    assert t.begin("foe", luck=[4]).foe() == 8
    t = tower(at="dungeon 0", foes={"dungeon": 6}, ring=FULL, pile="mind_warp", hand="expert_feint")
    t.begin("draw")
    assert t.asked == "RSP-98"
    assert t.do("step cw").foe() == 7


def test_rsp_99_the_hero_whose_turn_comes_first_faces_it_and_frees_the_others() -> None:
    """Two on the Foe's space: the token leaves, and the second moves as usual."""
    t = tower(
        at="dungeon 4",
        foes={"dungeon": 4},
        ring=FULL,
        hand="expert_feint",
        mates=[mate("quinn", at="dungeon 4", hand="expert_feint")],
        trading=False,
        flanking=False,
        filler=0,
    ).begin("turn")
    assert t.foe_card == "manos"
    t.do("concede", luck=[1, 1])
    assert t.foe() is None
    t.do("skip").maybe("end").maybe("end")
    assert (t.turn, t.active, t.foe_card) == (9, 1, "-")
    t.maybe("roll", luck=[2]).do("step cw")
    assert t.where(1) == "dungeon 6"


def test_rsp_99_a_hero_moving_into_a_locked_foe_faces_it() -> None:
    """And the locked Hero is free."""
    t = tower(
        at="dungeon 2",
        foes={"dungeon": 4},
        ring=FULL,
        hand="expert_feint",
        mates=[mate("quinn", at="dungeon 4", hand="expert_feint")],
        trading=False,
        flanking=False,
    ).begin("move", luck=[5])
    t.do("step cw")
    assert (t.where(), t.foe_card) == ("dungeon 4", "manos")
    t.do("concede", luck=[1, 1])
    assert t.foe() is None


def test_rsp_100_then_the_turn_ends() -> None:
    """After the Foe's steps the next player begins."""
    t = chased("dungeon 1", 6, 1, mates=[mate("quinn", at="temple 3")], trading=False)
    assert (t.turn, t.active, t.foe()) == (9, 1, 5)


def test_rsp_101_first_the_foe_then_the_text_then_the_banish_pile() -> None:
    """Black Noon's own level has its Foe already when it summons everywhere."""
    t = tower(
        at="dungeon 3",
        ring=FULL,
        rings={"temple": FULL},
        pile="black_noon",
        hand="expert_feint",
    ).begin("draw")
    assert (t.foe("dungeon"), t.foe("temple"), t.foe("spire")) == (6, 6, None)
    assert t.banished == "black_noon"


def test_rsp_101_quickened_footsteps_summons_and_then_steps() -> None:
    """The advance of every Chaos card comes before the second one of its text."""
    t = tower(at="dungeon 3", ring=FULL, pile="quickened_footsteps", hand="expert_feint").begin(
        "draw"
    )
    assert t.foe() == 5


def test_rsp_101_unless_the_text_sends_it_elsewhere() -> None:
    """Bloodrage lies on the Foe deck."""
    t = tower(at="dungeon 3", ring=FULL, pile="bloodrage", hand="expert_feint").begin("draw")
    assert t.banished == ""
    assert t.state.attached == tower(attached="bloodrage").state.attached


@pytest.mark.parametrize("level", ["dungeon", "temple", "spire"])
def test_rsp_102_a_foe_on_the_stair_or_the_door(level: str) -> None:
    """Space 6 of the drawer's level."""
    t = tower(at=f"{level} 2", ring=FULL, pile="mind_warp", hand="expert_feint").begin("draw")
    assert {name: t.foe(name) for name in ("dungeon", "temple", "spire") if t.foe(name)} == {
        level: 6
    }


def test_rsp_102_otherwise_it_moves_one_space() -> None:
    """Toward the active Hero."""
    t = tower(at="dungeon 2", ring=FULL, pile="mind_warp", foes={"dungeon": 9}, hand="expert_feint")
    assert t.begin("draw").foe() == 10
    assert t.sanity() == 9


def test_rsp_103_the_text_hits_the_active_player_only() -> None:
    """Unless it says all, and then the active one first and clockwise."""
    mates = [mate("quinn", at="temple 2"), mate("dawn", at="spire 2")]
    t = tower(at="dungeon 2", ring=FULL, pile="creeping_dread", hand="expert_feint", mates=mates)
    assert t.begin("draw").maybe("draw").state.sanity == [8, 10, 10]
    t = tower(at="dungeon 2", ring=FULL, pile="mind_warp", hand="expert_feint", mates=mates)
    assert t.begin("draw").maybe("draw").state.sanity == [9, 9, 9]


def test_rsp_103_order_of_all_players() -> None:
    """Seat 1 is active: 1, 2, 0 roll for the Communal Nightmare or are asked for their reaction."""
    mates = [
        mate("quinn", at="dungeon 2", hand="expert_feint", slots="- drowned_mans_mail - - -"),
        mate("dawn", at="spire 2", slots="- - drowned_mans_mail - -"),
    ]
    t = tower(
        at="temple 2",
        slots="- drowned_mans_mail - - -",
        rings={"temple": FULL, "dungeon": FULL},
        pile="mind_warp",
        mates=mates,
        active=1,
        trading=False,
    ).begin("draw")
    order = []
    while t.asked == "RSP-128":
        order.append(t.actor)
        t.do("accept")
    assert order == [1, 2, 0]
    assert t.state.sanity == [9, 9, 9]


def test_rsp_104_no_swapping_while_a_chaos_or_foe_effect_is_resolved() -> None:
    """While cards are being chosen for the discard nothing can be slotted."""
    t = tower(at="dungeon 2", ring=FULL, pile="fumbling_dark", hand="blade tool trinket").begin(
        "draw"
    )
    assert t.legal("slot") | t.legal("unslot") == set()
    assert t.offered("pick") == ["blade", "tool", "trinket"]
    t = tower(
        at="dungeon 4", foes={"dungeon": 4}, hand="blade tool trinket", foe_pile="the_blue_baron"
    ).begin("turn")
    t.do("draw", luck=[1])
    assert {text.split()[0] for text in t.legal()} == {"pick"}


def test_rsp_105_bloodrage_waits_for_the_next_foe_and_is_banished_after_it() -> None:
    """Two Fight dearer, one Loot more."""
    t = tower(
        at="dungeon 4",
        foes={"dungeon": 4},
        hand="cathedral_hammer*2 thornback_plate kinslayer_unabridged expert_feint",
        attached="bloodrage",
        foe_pile="manos",
        loot="tinkers_masterwork*4",
    ).begin("turn")
    t.maybe("draw")
    assert t.battle() == "5/4/6 -"
    lost = t.copy().do("concede", luck=[1, 1])
    assert (lost.banished, lost.state.attached) == ("bloodrage", [])
    t = tower(
        at="dungeon 4",
        foes={"dungeon": 4},
        hand="headland_greatbow thornback_plate kinslayer_unabridged expert_feint",
        attached="bloodrage",
        foe_pile="manos",
        loot="tinkers_masterwork*4",
    ).begin("turn")
    t.maybe("draw").face("foe")
    t.pay("headland_greatbow:fight", "thornback_plate:skill", "kinslayer_unabridged:charm")
    assert t.aside().split().count("tinkers_masterwork") == 3
    assert t.banished == "bloodrage"
