"""Ravingspire §4.1: the tower, its rings, and the words of the rules."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import GAME, Tower, each, mate, opening, tower

LINKED = (0, 6, 0)  # both stairs meet their portals


def exerting(at: str, rotation: tuple[int, int, int] = (0, 4, 8), **scene: Any) -> Tower:
    """A Hero who paid for one step in Explore and must take it."""
    t = tower(at=at, hand="reavers_slash", rotation=rotation, **scene)
    return t.begin("explore").face("exert").pay("reavers_slash")


def stepped(at: str, way: str, rotation: tuple[int, int, int] = (0, 4, 8)) -> str:
    """Where one step leads."""
    return exerting(at, rotation).do(f"step {way}").where()


def links(rotation: tuple[int, int, int]) -> list[bool]:
    """Which stairs are linked, as the page shows them."""
    t = tower(rotation=rotation).begin("move")
    return [link["linked"] for link in GAME.view(t.state, 0).table["links"]]


def turning(at: str, rotation: tuple[int, int, int], face: int, way: str, **scene: Any) -> Tower:
    """A Hero who paid for the Maps and turned the ring."""
    t = tower(at=at, hand="rogues_strike", rotation=rotation, **scene).begin("explore")
    return t.face("maps").pay("rogues_strike", luck=[face]).do(f"turn {way} {face}")


def test_rsp_1_three_levels_from_the_dungeon_inwards_and_the_keep_is_none() -> None:
    """Up from the Dungeon is the Temple, then the Spire, and no stair leads on."""
    assert stepped("dungeon 6", "up", LINKED) == "temple 0"
    assert stepped("temple 6", "up", LINKED) == "spire 0"
    assert exerting("spire 6", LINKED).legal() == {"step cw", "step ccw"}
    t = tower().begin("move")
    rings = GAME.view(t.state, 0).table["rings"]
    assert [ring["level"] for ring in rings] == ["dungeon", "temple", "spire"]


@pytest.mark.parametrize("level", ["dungeon", "temple", "spire"])
def test_rsp_2_twelve_spaces_counted_clockwise(level: str) -> None:
    """Clockwise counts up, and 11 is followed by 0."""
    assert stepped(f"{level} 3", "cw") == f"{level} 4"
    assert stepped(f"{level} 11", "cw") == f"{level} 0"
    assert stepped(f"{level} 0", "ccw") == f"{level} 11"


@pytest.mark.parametrize("lower", range(12))
@pytest.mark.parametrize("upper", [0, 5, 11])
def test_rsp_2_a_space_lies_in_the_sector_of_index_and_offset(lower: int, upper: int) -> None:
    """Stair 6 of an inner or outer ring meets Portal 0 of the next exactly in the same sector."""
    meets = (6 + lower) % 12 == upper
    assert links((lower, upper, (upper + 1) % 12)) == [meets, False]
    assert links(((upper + 1) % 12, lower, upper)) == [(upper + 7) % 12 == lower, meets]


def test_rsp_3_portal_is_0_and_stair_is_6() -> None:
    """Only 6 leads up and only 0 leads down; the Start is the Dungeon's portal."""
    for space in range(12):
        ways = exerting(f"dungeon {space}", LINKED).legal()
        assert ("step up" in ways) == (space == 6)
        assert "step down" not in ways
        ways = exerting(f"temple {space}", LINKED).legal()
        assert ("step up" in ways) == (space == 6)
        assert ("step down" in ways) == (space == 0)
    t = tower(sanity=1, at="temple 4", rings={"temple": "trapped_chest"})
    assert t.begin("recover").where() == "dungeon 0"


def test_rsp_3_the_tower_door_is_6_of_the_spire() -> None:
    """Only there a Hero with a Key is asked to enter."""
    for space in range(12):
        t = tower(at=f"spire {space}", key=True, rings={"spire": ""}).begin("move", luck=[3])
        assert t.can("enter") == (space == 6)


def test_rsp_4_neighbours_are_one_apart_on_the_ring() -> None:
    """From an ordinary space there are exactly two steps, to i+1 and i-1."""
    assert exerting("dungeon 4").legal() == {"step cw", "step ccw"}
    assert stepped("dungeon 4", "cw") == "dungeon 5"
    assert stepped("dungeon 4", "ccw") == "dungeon 3"


def test_rsp_5_the_link_works_in_both_directions_while_aligned() -> None:
    """Up and down, at both links, and only while the sectors agree."""
    assert stepped("dungeon 6", "up", (4, 10, 0)) == "temple 0"
    assert stepped("temple 0", "down", (4, 10, 0)) == "dungeon 6"
    assert stepped("temple 6", "up", (0, 10, 4)) == "spire 0"
    assert stepped("spire 0", "down", (0, 10, 4)) == "temple 6"
    for off in ((4, 9, 0), (4, 11, 0), (4, 4, 0), (0, 10, 5)):
        for at in ("dungeon 6", "temple 0", "temple 6", "spire 0"):
            assert exerting(at, off).legal() == {"step cw", "step ccw"}


def test_rsp_5_no_other_spaces_of_two_levels_touch() -> None:
    """Not even spaces in one sector: only stair and portal, and the Dungeon's portal leads nowhere."""
    assert exerting("dungeon 0", LINKED).legal() == {"step cw", "step ccw"}
    assert exerting("dungeon 7", LINKED).legal() == {"step cw", "step ccw"}
    assert exerting("temple 1", LINKED).legal() == {"step cw", "step ccw"}
    assert exerting("spire 7", LINKED).legal() == {"step cw", "step ccw"}


def test_rsp_6_rotation_adds_clockwise_and_subtracts_the_other_way() -> None:
    """Modulo twelve, and of that ring alone."""
    assert turning("dungeon 3", (10, 4, 8), 5, "cw").state.rotation == [3, 4, 8]
    assert turning("dungeon 3", (2, 4, 8), 5, "ccw").state.rotation == [9, 4, 8]
    assert turning("temple 3", (2, 4, 8), 5, "cw").state.rotation == [2, 9, 8]


def test_rsp_6_tokens_ride_and_cards_stay() -> None:
    """Local spaces of Heroes and Foes, rings and Tower cards are the same after a turn."""
    t = tower(
        at="dungeon 3",
        hand="rogues_strike reavers_slash",
        ring="trapped_chest - expert_feint - -",
        rings={"temple": "insane_adept"},
        foes={"dungeon": 9, "temple": 6},
        mates=[mate("quinn", at="dungeon 7"), mate("dawn", at="temple 2")],
    ).begin("explore")
    before = (t.ring(), t.ring("temple"), t.tower_cards)
    t.face("maps").pay("rogues_strike", luck=[4]).do("turn cw 4")
    assert t.state.rotation == [4, 4, 8]
    assert [t.where(seat) for seat in range(3)] == ["dungeon 3", "dungeon 7", "temple 2"]
    assert (t.foe("dungeon"), t.foe("temple")) == (9, 6)
    assert (t.ring(), t.ring("temple"), t.tower_cards) == before


def test_rsp_7_rotation_is_no_movement() -> None:
    """No entry to the Keep, no reveal and no Showdown comes of it."""
    t = tower(at="spire 6", key=True, hand="rogues_strike", ring="quilted_jack*5").begin("explore")
    t.face("maps").pay("rogues_strike", luck=[4]).do("turn cw 4")
    assert t.foe_card == "-"
    assert t.where() == "spire 6"
    assert t.turn == 9  # nothing was left to do in Explore, and Recover came
    t = tower(at="temple 6", hand="rogues_strike", foes={"temple": 6}).begin("explore")
    t.face("maps").pay("rogues_strike", luck=[2]).do("turn ccw 2")
    assert t.foe("temple") == 6
    assert t.tower_cards.split()[1] == "-"


def test_rsp_7_turning_the_temple_changes_both_its_links() -> None:
    """One ring, two links."""
    t = turning("temple 3", (0, 4, 8), 2, "cw", ring="quilted_jack*5")
    assert [link["linked"] for link in GAME.view(t.state, 0).table["links"]] == [True, False]
    t = turning("temple 3", (0, 6, 0), 2, "cw", ring="quilted_jack*5")
    assert [link["linked"] for link in GAME.view(t.state, 0).table["links"]] == [False, False]


def test_rsp_8_heroes_share_a_space() -> None:
    """Three of them after a move onto one space."""
    mates = [mate("quinn", at="dungeon 3"), mate("dawn", at="dungeon 3")]
    t = tower(at="dungeon 1", mates=mates, trading=False).begin("move", luck=[2]).do("step cw")
    assert [t.where(seat) for seat in range(3)] == ["dungeon 3"] * 3


def test_rsp_8_at_most_one_foe_on_a_level() -> None:
    """A second Chaos card moves the Foe that is there, and other levels have their own."""
    t = tower(
        at="temple 2", ring="quilted_jack*5", pile="mind_warp", foes={"temple": 6, "dungeon": 4}
    )
    t.begin("draw")
    assert (t.foe("temple"), t.foe("dungeon"), t.foe("spire")) == (5, 4, None)


def test_rsp_9_turns_are_counted_for_the_whole_table() -> None:
    """With three players turns 8, 9, 10 and 11 go round."""
    t = tower(mates=[mate("quinn"), mate("dawn")], filler=0, turn=8, trading=False)
    t.begin("recover").maybe("end")
    seen = [(t.turn, t.active)]
    for _ in range(2):
        t.maybe("roll", luck=[1]).do("step cw").maybe("end").maybe("end").maybe("end")
        seen.append((t.turn, t.active))
    assert seen == [(9, 1), (10, 2), (11, 0)]


def test_rsp_10_a_hero_has_the_ring_of_its_level() -> None:
    """What a Hero on the Temple buys is a card of the Temple."""
    t = tower(
        at="temple 2",
        hand="blade tool expert_feint",
        rings={"temple": "- - acolytes_circlet", "dungeon": "rusted_cleaver"},
    ).begin("encounter")
    assert t.legal("face") == {"face r3"}
    t.face("acolytes_circlet").pay("blade", "tool")
    assert t.aside() == "acolytes_circlet blade tool"
    assert t.ring("dungeon") == "rusted_cleaver - - - -"


def test_rsp_11_only_the_dungeon_is_revealed_at_setup() -> None:
    """Its Tower card lies there and its five positions are empty."""
    t = opening(1, heroes="random", luck=[1, 1, 1])
    assert [word != "-" for word in t.tower_cards.split()] == [True, False, False]
    assert {t.ring(level) for level in ("dungeon", "temple", "spire")} == {"- - - - -"}
    rings = GAME.view(t.state, 0).table["rings"]
    assert [ring["revealed"] for ring in rings] == [True, False, False]


def test_rsp_12_banished_cards_lie_open_and_stay_out() -> None:
    """The common pile holds them; nothing of a Hero's cards has them any more."""
    t = tower(hand="blade tool trinket", deck="tool*12").begin("explore")
    t.face("well").pay("blade", "tool", "trinket").by("pick", "blade")
    assert t.banished == "blade"
    shown = GAME.view(t.state, None).table["banished"]
    assert [(row["card"]["id"], row["n"]) for row in shown["cards"]] == [("blade", 1)]
    t.maybe("end").maybe("end")
    assert t.banished == "blade"
    assert "blade" not in f"{t.hand()} {t.deck()} {t.discard()} {t.aside()} {t.slots()}"


@pytest.mark.parametrize(("face", "steps"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_rsp_13_d3_is_half_a_die(face: int, steps: int) -> None:
    """Seen at a Foe's steps."""
    t = tower(at="dungeon 0", foes={"dungeon": 5}).begin("foe", luck=[face])
    assert t.foe() == 5 - steps


@pytest.mark.parametrize("faces", [(1, 1), (1, 6), (4, 3), (5, 4)])
def test_rsp_13_2d6_is_the_sum_of_two_dice(faces: tuple[int, int]) -> None:
    """Seen at a lost Showdown."""
    t = tower(at="dungeon 6", foes={"dungeon": 6}, foe_pile="the_dark_warden").begin("turn")
    t.maybe("draw").maybe("concede", luck=list(faces))
    assert t.sanity() == 10 - sum(faces)


def test_rsp_14_every_card_is_in_exactly_one_zone() -> None:
    """Through a turn of purchases, an activation, a slotting and the Well."""
    t = tower(
        hand="expert_feint blade*2 tool*2 trinket*2",
        slots="- - - - armory",
        deck="tool*9",
        discard="runelords_blast",
        ring="acolytes_circlet trapped_chest - - -",
    ).begin("encounter")
    mine = each("expert_feint armory blade*2 tool*11 trinket*2 runelords_blast acolytes_circlet")

    def whole() -> str:
        zones = (t.hand(), t.deck(), t.discard(), t.aside(), t.played(), t.slots(), t.banished)
        return " ".join(sorted(word.strip("!") for zone in zones for word in zone.split()))

    t.by("activate", "expert_feint")
    assert t.played() == "expert_feint"
    t.buy("acolytes_circlet", "blade", "expert_feint")
    assert whole().replace("- ", "") == mine
    t.by("slot", "blade", "s1").do("end")
    t.face("well").pay("blade@s", "tool", "trinket").by("pick", "trinket")
    assert whole().replace("- ", "") == mine
    t.maybe("end").maybe("end")
    assert t.turn == 9
    assert whole().replace("- ", "") == mine
