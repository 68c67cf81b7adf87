"""Ravingspire §9: the worked examples 1 to 18."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import GAME, Tower, each, mate, opening, tower

FULL = "quilted_jack*5"
SAMPLE = "standard_of_the_lost_legion"  # 3/3/3, Brute Force 18


def having(t: Tower) -> dict[str, int]:
    """What is committed to the payment so far."""
    have: dict[str, int] = GAME.view(t.state, t.active).table["payment"]["have"]
    return have


def showdown(hero: str, foe: str, hand: str = "expert_feint", **scene: Any) -> Tower:
    """The Hero stands on the Foe's space at the start of the turn."""
    zones = {"at": "dungeon 4", "ring": FULL, "foe_pile": foe, **scene}
    return tower(hero, hand=hand, foes={"dungeon": 4}, **zones).begin("turn").maybe("draw")


def test_ex_1_cycling() -> None:
    """Deck 4, discard pile 9: four, the nine shuffled, two more."""
    t = tower("quinn", ring=FULL, deck="tool*4", discard="blade*8", aside="trinket").begin(
        "recover"
    )
    assert len(t.hand().split()) == 6
    assert t.hand().split().count("tool") == 4
    assert (len(t.deck().split()), t.discard()) == (7, "")


@pytest.mark.parametrize(
    ("hand", "matrix", "brute"),
    [
        ("reavers_slash*2 rogues_strike tool runelords_blast trinket", True, False),  # 4/3/3
        ("reavers_slash*5 rogues_strike*4", False, True),  # 10/8/0
        ("reavers_slash*5 rogues_strike*3 tool", False, False),  # 10/7/0
        ("reavers_slash blade rogues_strike tool saltbone_harpoon", True, False),  # 3/3/V3
    ],
)
def test_ex_2_matrix_or_brute_force(hand: str, matrix: bool, brute: bool) -> None:
    """3/3/3 and 18."""
    t = tower(hand=hand, ring=SAMPLE).begin("encounter")
    assert (t.may_face(SAMPLE), t.may_force(SAMPLE)) == (matrix, brute)


def test_ex_2_one_fight_is_lost_and_vorpal_is_named_charm() -> None:
    """Paid, and nothing is left of the fourth Fight."""
    t = tower(
        hand="reavers_slash*2 rogues_strike tool runelords_blast trinket expert_feint", ring=SAMPLE
    )
    t.begin("encounter").face(SAMPLE)
    t.pay("reavers_slash", "reavers_slash", "rogues_strike", "tool", "runelords_blast", "trinket")
    assert (SAMPLE in t.aside(), t.played()) == (True, "")
    t = tower(
        hand="reavers_slash blade rogues_strike tool saltbone_harpoon expert_feint", ring=SAMPLE
    )
    t.begin("encounter").face(SAMPLE)
    t.pay("reavers_slash", "blade", "rogues_strike", "tool", "saltbone_harpoon:charm")
    assert SAMPLE in t.aside()


def test_ex_3_collecting_an_expert_feint() -> None:
    """Two Blasts; three cards Aside, all three in the discard pile after Recover."""
    t = tower("quinn", hand="runelords_blast*2 velvet_gloves", ring="expert_feint cleave*4").begin(
        "encounter"
    )
    t.buy("expert_feint", "runelords_blast", "runelords_blast")
    assert t.aside() == "expert_feint runelords_blast runelords_blast"
    t.do("end").maybe("end").maybe("end")
    assert t.turn == 9
    assert t.discard() == "expert_feint runelords_blast runelords_blast velvet_gloves"


def test_ex_3_by_brute_force() -> None:
    """Blast, two Strikes and a Tool are 7."""
    t = tower(hand="runelords_blast rogues_strike*2 tool velvet_gloves", ring="expert_feint").begin(
        "encounter"
    )
    assert not t.may_face("expert_feint")
    t.force("expert_feint").pay("runelords_blast", "rogues_strike", "rogues_strike", "tool")
    assert "expert_feint" in t.aside()
    assert (
        not tower(hand="runelords_blast rogues_strike*2", ring="expert_feint")
        .begin("encounter")
        .may_force("expert_feint")
    )


def test_ex_4_the_standard_action() -> None:
    """A Feint draws a Blade; both buy the Circlet, and the second Skill is lost."""
    t = tower(
        hand="expert_feint trinket velvet_gloves",
        ring="acolytes_circlet rusted_cleaver",
        deck="blade*3",
    ).begin("encounter")
    t.by("activate", "expert_feint")
    assert (t.hand(), t.played()) == ("blade trinket velvet_gloves", "expert_feint")
    t.buy("acolytes_circlet", "expert_feint", "blade")
    assert t.aside() == "acolytes_circlet blade expert_feint"
    assert not t.may_face("rusted_cleaver")  # 0/1/1: the Skill left over is gone


def test_ex_5_the_discard_action() -> None:
    """Armory doubles the Boots: 4 Skill, and no Fight of its own."""
    t = tower(
        hand="armory leather_boots velvet_gloves", ring="trapped_chest candlestick_of_last_resort"
    )
    t.begin("encounter").by("discard", "armory").by("pick", "leather_boots")
    assert t.discard() == "armory"
    assert not t.may_face("candlestick_of_last_resort")  # 2 F
    t.buy("trapped_chest", "leather_boots", luck=[6])
    assert "leather_boots" in t.aside()
    assert "armory" not in t.aside()


def test_ex_6_an_adversary() -> None:
    """Strike, Tool and Tool beat the Chest: Loot Aside, the pending card enters, the Chest returns."""
    t = tower(
        hand="rogues_strike tool*2 velvet_gloves",
        ring="cleave trapped_chest cleave*3",
        pending="ill_word",
        filler=180,
    ).begin("encounter")
    t.buy("trapped_chest", "rogues_strike", "tool", "tool", luck=[6])
    assert t.aside() == "cathedral_hammer rogues_strike tool tool"
    assert t.ring() == "cleave ill_word cleave cleave cleave"
    assert len(t.pile.split()) == 180
    t.do("end").maybe("end").maybe("end")
    assert t.pile.split() == ["?"] * 61 + ["quilted_jack"] * 120


def test_ex_6_the_chest_may_come_straight_back() -> None:
    """Into the gap of the same Recover."""
    t = tower(
        hand="rogues_strike tool*2 velvet_gloves", ring="cleave trapped_chest cleave*3", filler=180
    ).begin("encounter")
    t.buy("trapped_chest", "rogues_strike", "tool", "tool", luck=[6]).do("end")
    t.maybe("end")
    t.do("end", luck=["trapped_chest"])
    assert t.ring() == "cleave trapped_chest cleave cleave cleave"
    assert len(t.pile.split()) == 180


def test_ex_7_chaos_in_draw() -> None:
    """Mind Warp on the Temple: Foe on 6, everybody loses 1, nothing is pending, Encounter goes on."""
    t = tower(
        at="temple 2",
        ring=FULL,
        pile="mind_warp cleave",
        hand="velvet_gloves reavers_slash",
        mates=[mate("quinn", at="dungeon 3"), mate("dawn", at="spire 1")],
        trading=False,
    ).begin("draw")
    assert t.foe("temple") == 6
    assert t.state.sanity == [9, 9, 9]
    assert (t.banished, t.pending, t.pile.split()[0]) == ("mind_warp", "-", "cleave")
    assert t.asked == "RSP-49"
    t.do("end")
    assert (t.asked, t.sanity()) == ("RSP-80", 9)


def test_ex_7_on_the_stair_a_showdown_follows() -> None:
    """The Sanity loss first, then the Showdown instead of Encounter."""
    t = tower(
        at="temple 6", ring=FULL, pile="mind_warp", hand="expert_feint", foe_pile="the_dark_warden"
    )
    t.begin("draw")
    assert (t.asked, t.foe_card, t.sanity()) == ("RSP-108", "the_dark_warden", 9)


def test_ex_8_rotation_and_stairs() -> None:
    """Aurora turns the Dungeon by four, and next turn walks up to the Temple."""
    t = tower(
        "aurora",
        at="dungeon 3",
        rotation=(0, 10, 8),
        hand="runelords_blast",
        deck="reavers_slash*12",
        ring=FULL,
        pile="cleave*5 ill_word",
    ).begin("explore")
    t.face("glyphs").pay("runelords_blast", luck=[4]).do("turn cw 4")
    assert (t.state.rotation[0], t.where()) == (4, "dungeon 3")
    assert GAME.view(t.state, 0).table["links"][0]["linked"]
    assert t.turn == 9
    t.maybe("roll", luck=[5]).do("step cw")
    assert (t.where(), t.can("step up")) == ("dungeon 6", True)
    t.do("step up")
    assert (t.where(), t.legal()) == ("temple 0", {"step cw", "step ccw"})
    assert t.copy().do("step ccw").where() == "temple 11"
    t.do("step cw")
    assert t.where() == "temple 1"
    assert t.tower_cards.split()[1] == "echo_gallery"
    assert t.ring("temple") == "cleave cleave cleave cleave cleave"
    assert t.pending == "ill_word"


def test_ex_9_the_opening() -> None:
    """Turn 1 sets two cards aside; turn 2 refills position 1 only."""
    t = tower(
        "quinn",
        turn=1,
        at="dungeon 0",
        hand="reavers_slash",
        deck="blade tool rogues_strike*4",
        pile="mind_warp trapped_chest rusted_cleaver acolytes_circlet coil_of_rope",
    ).begin("draw")
    assert (t.ring(), len(t.state.setaside)) == ("rusted_cleaver - - - -", 2)
    t.maybe("end").maybe("end").maybe("end")
    assert (t.turn, t.ring()) == (2, "rusted_cleaver - - - -")
    t.maybe("roll", luck=[1]).do("step cw")
    assert t.ring() == "rusted_cleaver acolytes_circlet - - -"
    t.force("rusted_cleaver").pay("rogues_strike", "rogues_strike")
    t.maybe("end").maybe("end").maybe("end")
    assert (t.turn, t.ring()) == (3, "coil_of_rope acolytes_circlet - - -")


def test_ex_9_turn_6() -> None:
    """210 cards and four set aside: the top 70 and the four."""
    t = tower(turn=6, setaside="mind_warp trapped_chest insane_adept bloodrage", filler=210).begin(
        "turn"
    )
    assert t.pile.split() == ["?"] * 74 + ["quilted_jack"] * 140


def test_ex_9_with_three_players_turn_6_is_the_third_ones_second() -> None:
    """Turns 1 to 6 belong to seats 0, 1, 2, 0, 1, 2."""
    t = opening(3, first_player=0, heroes="random", luck=[1, 1, 1, 1, 1])
    seats = [t.active]
    for _ in range(5):
        turn = t.turn
        while t.turn == turn:
            if t.chance:
                t.luck(1)
            elif t.legal("step"):
                t.do("step cw")
            else:
                t.do(next(text for text in ("roll", "draw", "end") if t.can(text)))
        seats.append(t.active)
    assert (seats, t.turn) == ([0, 1, 2, 0, 1, 2], 6)


def test_ex_10_overwhelmed_to_madness() -> None:
    """Brute Force 9, 7, 18, 18, 5: one of the two 18s, a 4 at Sanity 4."""
    t = tower(
        at="dungeon 3",
        ring="ogres_toothpick riposte meteor_sword sir_tancred_blunt cleave",
        pending="ill_word",
        hand="expert_feint tool",
        slots="blade",
        aside="trinket",
        sanity=4,
        foes={"dungeon": 9},
        deck="reavers_slash*12",
    ).begin("encounter")
    t.do("end")
    assert t.legal() == {"pick r3", "pick r4"}
    t.do("pick r3", luck=[4])
    assert t.banished == "meteor_sword"
    assert t.ring() == "ogres_toothpick riposte ill_word sir_tancred_blunt cleave"
    assert (t.madness, t.where(), t.sanity()) == (2, "dungeon 0", 10)
    assert t.discard() == "blade expert_feint tool trinket"
    assert t.hand() == each("reavers_slash*7")
    assert (t.turn, t.foe()) == (9, 9)


def test_ex_11_a_gap_at_draw() -> None:
    """Four cards on the Temple: the fifth fills the gap, and nothing is owed."""
    t = tower(
        at="temple 2", ring="cleave*4", pile="ill_word", hand="velvet_gloves reavers_slash"
    ).begin("draw")
    assert (t.ring("temple").split()[4], t.pending) == ("ill_word", "-")
    t.do("end")
    assert (t.asked, t.sanity()) == ("RSP-80", 10)


def test_ex_12_a_lock() -> None:
    """Die 5 is three spaces, but the Foe stops at the inactive Hero on 4 and stays there."""
    mates = [mate("aurora", at="dungeon 4", hand="expert_feint"), mate("dawn", at="dungeon 1")]
    t = tower(
        at="dungeon 1", foes={"dungeon": 6}, ring=FULL, mates=mates, trading=False, flanking=False
    ).begin("foe", luck=[5])
    assert (t.foe(), t.turn, t.active) == (4, 9, 1)
    assert t.asked == "RSP-108"  # no Move for the locked Hero
    t = tower(
        at="dungeon 1",
        foes={"dungeon": 4},
        ring=FULL,
        mates=mates,
        active=2,
        trading=False,
        filler=0,
    ).begin("foe")
    assert (t.foe(), t.turn) == (4, 9)


def test_ex_12_another_frees_the_locked_hero() -> None:
    """Who moves onto 4 first fights; the locked one then moves as usual."""
    t = tower(
        at="dungeon 1",
        hand="expert_feint",
        foes={"dungeon": 4},
        ring=FULL,
        mates=[mate("quinn", at="dungeon 4"), mate("dawn", at="dungeon 9")],
        trading=False,
        filler=0,
    ).begin("move", luck=[3])
    t.do("step cw")
    assert (t.foe_card, t.where()) == ("manos", "dungeon 4")
    t.do("concede", luck=[1, 1]).do("skip").maybe("end")
    assert (t.turn, t.active, t.foe()) == (9, 1, None)
    t.maybe("roll", luck=[2]).do("step cw")
    assert t.where(1) == "dungeon 6"


def test_ex_13_tie_and_speed() -> None:
    """Either way round; one space with four Heroes, d3 after one was removed."""
    t = tower(at="dungeon 0", foes={"dungeon": 6}, ring=FULL).begin("foe", luck=[1])
    assert t.legal() == {"step cw", "step ccw"}
    four = [mate(word, at="temple 3") for word in ("quinn", "dawn", "aurora")]
    scene: dict[str, Any] = {
        "at": "dungeon 0",
        "foes": {"dungeon": 5},
        "ring": FULL,
        "trading": False,
    }
    t = tower(mates=four, **scene).begin("foe")
    assert (t.foe(), t.turn) == (4, 9)
    gone = [mate("quinn", gone=True), *four[1:]]
    t = tower(mates=gone, **scene).begin("foe", luck=[5])
    assert t.foe() == 2


def test_ex_14_a_lost_showdown_then_recover() -> None:
    """9 less 7 is 2; two Adversaries drive the Hero mad, unless the bonus move leads elsewhere."""
    scene: dict[str, Any] = {
        "at": "dungeon 6",
        "rotation": (0, 6, 0),
        "sanity": 9,
        "foes": {"dungeon": 6},
        "foe_pile": "the_dark_warden manos",
        "rings": {"dungeon": "trapped_chest insane_adept cleave*3", "temple": "cleave*5"},
        "hand": "expert_feint reavers_slash",
        "deck": "reavers_slash*12",
    }
    t = tower(**scene).begin("turn").do("concede", luck=[3, 4])
    assert (t.sanity(), t.foe(), t.foe_pile) == (2, None, "manos the_dark_warden")
    away = t.copy().do("roll", luck=[1]).do("step up").do("end").maybe("end")
    assert (away.turn, away.sanity(), away.madness) == (9, 2, 3)
    t.do("skip")
    assert t.asked == "RSP-80"
    t.do("end")
    assert (t.madness, t.where(), t.sanity()) == (2, "dungeon 0", 10)


def test_ex_15_the_dark_warden() -> None:
    """Armory and Pit are discarded before 8/3/2 is paid, and there is no swapping."""
    t = tower(
        at="dungeon 4",
        hand="gladiator_training_pit blade expert_feint",
        slots="- - - - armory",
        foes={"dungeon": 4},
        foe_pile="the_dark_warden",
    ).begin("turn")
    assert {"slot", "unslot"} & {text.split()[0] for text in t.legal()}
    t.do("draw")
    assert (t.discard(), t.slots()) == ("armory gladiator_training_pit", "- - - - -")
    assert t.battle() == "8/3/2 -"
    assert t.legal("slot") | t.legal("unslot") == set()


def test_ex_16_he_who_sees() -> None:
    """Corbin is held as 4 Fight: 6/3/7; afterwards he is in the discard pile."""
    t = showdown("reaver", "he_who_sees", slots="- - - corbin_of_devonshire -")
    assert t.asked == "RSP-61"
    t.do("name fight")
    assert (t.battle(), t.slots()) == ("6/3/7 -", "- - - - -")
    t.do("concede", luck=[1, 1])
    assert t.discard() == "corbin_of_devonshire"
    t = showdown("reaver", "he_who_sees", hand="expert_feint corbin_of_devonshire")
    assert (t.asked, t.battle()) == ("RSP-108", "2/3/7 -")
    assert "corbin_of_devonshire" in t.hand()


def test_ex_17_vorpal() -> None:
    """Not two Fight and one Charm; but with a Tool it beats the Chest."""
    t = tower(
        hand="saltbone_harpoon", ring="the_leechs_tax_collector dust_novice quilted_jack"
    ).begin("encounter")
    assert not t.may_face("quilted_jack")  # 1/0/1
    t = tower(hand="saltbone_harpoon tool velvet_gloves", ring="trapped_chest").begin("encounter")
    t.buy("trapped_chest", "saltbone_harpoon:skill", "tool", luck=[6])
    assert t.ring() == "- - - - -"


def test_ex_18_generate() -> None:
    """Three Trinkets give 3 Skill in one payment or one each; they are locked until Recover."""
    t = tower(
        "marcus",
        hand="tool blade velvet_gloves",
        slots="trinket*3",
        ring="trapped_chest acolytes_circlet cleave*3",
    ).begin("encounter")
    for _ in range(3):
        t.do("act 2").maybe("pick s1", "pick s2")
    assert (t.slots(), t.played()) == ("trinket! trinket! trinket! - -", "+skill +skill +skill")
    split = t.copy().buy("acolytes_circlet", "+skill")
    assert split.played() == "+skill +skill"
    t.buy("trapped_chest", "+skill", "+skill", "+skill", "tool", luck=[6])
    assert t.played() == ""
    assert t.legal("unslot") == set()
    assert not t.can("act 2")
    t.do("end")
    assert not t.can("face glyphs")
    t.maybe("end")
    assert (t.asked, t.slots()) == ("RSP-90", "trinket trinket trinket - -")
