"""Ramble §9: the worked examples E18 to E34, each complete."""

from typing import Any

from tests.games.ramble.guidebook import (
    ALL_TOKENS,
    CARDS,
    each,
    layers,
    legal,
    on_pile,
    rest,
)
from tests.games.ramble.park import Park, park


def test_ex_18_victory_in_the_middle_of_an_evacuation() -> None:
    """A is driven off T14 and steps to the Exit: won, three cards undrawn."""
    p = park(
        seats=3,
        roles="dogwalker lamplighter tourguide",
        at="T14 T13 T13",
        tokens=ALL_TOKENS,
        hands=["", "GPS", ""],
        notch=9,
        dark="T14",
        pile="L14 L11 L16 L17 ...",
    )
    p.play("end", "pass", draw="BRG BRG")
    assert (p.gone, p.rule, p.actor) == ("T14", "RMB-121", 0)
    assert legal(p) == each("evacuate", "P9 P2 P1 P7")
    q = p.copy()
    p.play("evacuate T13")
    assert (p.result, p.actor, p.hand(1)) == ("won", -2, "")
    assert layers(p.pile)[:3] == [{"L11"}, {"L16"}, {"L17"}]
    assert p.discard == ""
    q.play("evacuate T16")
    assert (q.result, q.rule, q.actor) == ("playing", "RMB-98", 1)


def steps_to(p: Park, goal: str) -> int:
    """How many Move actions lead the active pawn to a tile."""
    reached, front, steps = {p.at(0)}, [p], 0
    while goal not in reached:
        steps += 1
        after: list[Park] = []
        for q in front:
            for text in q.legal("move"):
                tile = text.split()[1]
                if tile not in reached:
                    reached.add(tile)
                    if steps < 3 and tile != goal:
                        after.append(q.copy().play(text))
        front = after
    return steps


def test_ex_19_around_or_over_the_gap() -> None:
    """T03 is gone: from P1 to P4 the Jogger needs one action, others three."""
    for role, actions in (("jogger", 1), ("dogwalker", 3)):
        p = park(seats=2, roles=f"{role} lamplighter", at="P1 P7", gone="T03")
        assert steps_to(p, "T05") == actions
        assert p.refuses("move T03")
    p.play("move T15", "move T09", "move T05", draw="BRG BRG", lights="L16")
    assert p.at(0) == "T05"


def test_ex_20_two_lamps_for_one_action() -> None:
    """T09 and T05 are lit, T03 is still dark; none is a legal second answer."""
    p = park(seats=2, roles="lamplighter jogger", at="P0 P7", dark="T03 T09 T05")
    p.play("fix T09")
    assert (p.rule, legal(p)) == ("RMB-144", {"fix T03", "fix T05", "pass"})
    p.play("fix T05")
    assert [p.lamp(tile) for tile in ("T09", "T05", "T03")] == ["lit", "lit", "dark"]
    assert (p.actions, p.rule) == (2, "RMB-32")
    p.play("fix T03")
    assert (p.rule, p.actions) == ("RMB-32", 1)


def scouted() -> Park:
    """The Birdwatcher saw L13, L02 and L09 and put L13 aside."""
    p = park(
        seats=2,
        roles="birdwatcher lamplighter",
        at="P0 P1",
        dark="T13 T16",
        notch=4,
        discard="L16",
        hands=["", "HBK"],
    )
    return p.play("scout", "drop L13", lights="L13 L02 L09")


def test_ex_21_keen_eye() -> None:
    """L13 is discarded unresolved; L02 and L09 lie known on top and come in phase 3."""
    p = scouted()
    below = set(CARDS) - {"L13", "L02", "L09", "L16"}
    assert (p.discard, p.lamp("T13")) == ("L13 L16", "dark")
    assert layers(p.pile) == [{"L02"}, {"L09"}, below]
    assert p.refuses("scout")
    p.play("end", "pass", "pass", draw="STN STN")
    assert (p.lamp("T02"), p.lamp("T09"), p.discard) == ("dark", "dark", "L02 L09 L13 L16")


def test_ex_21_keen_eye_and_in_the_dark() -> None:
    """The discard with L13 goes on top; L02 and L09 lie known below it."""
    p = scouted()
    p.play("end", draw="ITD STN")
    below = set(CARDS) - {"L13", "L02", "L09", "L16"}
    assert layers(p.pile) == [{"L13", "L16"}, {"L02"}, {"L09"}, below]


def test_ex_22_light_fingers() -> None:
    """B next door may be robbed of either card, C at distance 2 of none; no GPS is given on."""
    p = park(
        seats=3,
        roles="pickpocket lamplighter jogger",
        at="P6 P0 P3",
        hands=["", "GPS WAT", "WAT"],
    )
    assert legal(p, "steal") == {"steal 1 GPS", "steal 1 WAT"}
    p.play("steal 1 GPS")
    assert (p.hand(0), p.hand(1), p.actor, p.actions) == ("GPS", "WAT", 0, 2)
    p.play("steal 1 WAT")
    assert (p.hand(0), p.hand(1), p.actions) == ("WAT GPS", "", 1)
    p.play("move T03", "end", draw="STN STN")
    p = park(seats=2, roles="pickpocket lamplighter", at="P0 P0", hands=["GPS WAT", ""])
    assert legal(p, "give") == {"give 1 WAT"}


def test_ex_23_follow_me_around_a_gap() -> None:
    """T10 is gone; the Jogger on P7 is led one or two steps over what remains."""
    p = park(seats=2, roles="tourguide jogger", at="P15 P7", gone="T10")
    assert legal(p, "guide") == each("guide 1", "P8 P18 P9 P2 P6 P17")
    assert p.refuses("guide 1 T03")


def test_ex_24_fetch() -> None:
    """The Dog Walker gives across the park; to give back, B needs the same tile."""
    p = park(seats=2, roles="dogwalker lamplighter", at="P15 P9", hands=["LKT", ""])
    p.play("give 1 LKT")
    assert (p.hand(1), p.actions) == ("LKT", 2)
    p.play("end", draw="STN STN", lights="L11")
    assert (p.active, legal(p, "give")) == (1, set())


def test_ex_25_the_explore_deck_runs_out_on_an_in_the_dark() -> None:
    """It is resolved and shuffled in with the rest; a second ITD moves the marker only."""
    scene: dict[str, Any] = {
        "seats": 2,
        "at": "P7 P8",
        "deck": "ITD",
        "explore_discard": rest("ITD HBK"),
        "hands": ["", "HBK"],
        "dark": "T16",
        "discard": "L01 L03",
    }
    p = park(**scene)
    p.play("end", draw="ITD BRG")
    assert (p.notch, p.hand(0), p.explore_discard) == (3, "BRG", "")
    assert p.deck == rest("BRG HBK")
    p = park(**scene)
    p.play("end", draw="ITD ITD")
    assert (p.notch, p.explore_discard, p.deck) == (4, "ITD", rest("ITD HBK"))
    assert layers(p.pile) == [{"L01", "L03"}, set(CARDS) - {"L01", "L03"}]


def test_ex_26_the_handbook_comes_before_the_reveal_or_too_late() -> None:
    """At the window T01 can be lit; after the reveal it is removed, whatever B holds."""
    scene: dict[str, Any] = {
        "seats": 2,
        "at": "P0 P1",
        "notch": 4,
        "dark": "T01 T16",
        "hands": ["", "HBK"],
        "pile": "L01 L11 ...",
    }
    p = park(**scene)
    p.play("end", draw="STN STN")
    assert (p.rule, p.actor) == ("RMB-98", 1)
    q = p.copy()
    q.play("handbook T01")
    assert (q.lamp("T01"), q.discard) == ("dark", "L01 L11")
    p.play("pass")
    assert (p.rule, p.lamp("T01")) == ("RMB-98", "gone")
    assert legal(p) == {"pass", "handbook T16"}


def test_ex_27_the_second_bridge_is_saved_in_time() -> None:
    """After T01 is gone B lights T02; L02 then only turns it dark again."""
    p = park(seats=2, at="P0 P1", notch=4, dark="T01 T02", hands=["", "HBK"], pile="L01 L02 ...")
    p.play("end", "pass", draw="STN STN")
    assert (p.lamp("T01"), p.rule, p.actor) == ("gone", "RMB-98", 1)
    q = p.copy()
    p.play("handbook T02")
    assert (p.lamp("T02"), p.discard, p.result) == ("dark", "L02", "playing")
    q.play("pass")
    assert (q.result, q.outcome.rule) == ("lost", "RMB-131")


def test_ex_28_relocation_by_another_seat() -> None:
    """B moves A and C, not itself; A's actions are as they were."""
    p = park(seats=3, at="P0 P0 P0", hands=["", "GPS", ""])
    p.play("callgps 1 0")
    assert (p.actor, p.rule) == (1, "RMB-93")
    p.play("relocate T12")
    assert (p.actor, legal(p)) == (1, {"bring 1", "pass"})
    p.play("pass")
    assert (p.actor, legal(p)) == (1, {"bring 2", "pass"})
    p.play("bring 2")
    assert [p.at(seat) for seat in range(3)] == ["T12", "T03", "T12"]
    assert (p.actor, p.actions, p.explore_discard) == (0, 3, "GPS")


def test_ex_29_the_win_of_those_who_are_left_is_everybodys() -> None:
    """B is out but its token counted; A and C leave, and B shares the win."""
    p = park(
        seats=3,
        roles="dogwalker lamplighter tourguide",
        at="P1 P13 T13",
        hands=["", "", "GPS"],
        tokens="BRG:0 WAT:0 STN:1 SHL:2 MDW:2 LKT:2",
        gone="T04 T05 T06",
        dark="T18",
        pile="L18 L16 L11 ...",
        stranded="eliminate",
    )
    p.play("end", "pass", "pass", draw="BRG BRG")
    assert (p.at(1), p.active, p.result) == ("-", 2, "playing")
    p.play("end", "pass", draw="BRG BRG")
    p.play("move T13")
    assert (p.result, p.outcome.won) == ("won", (0, 1, 2))


def test_ex_30_one_player_three_seats() -> None:
    """No card passes between two seats of one player on different tiles."""
    scene: dict[str, Any] = {
        "seats": 3,
        "players": 1,
        "roles": "lamplighter jogger tourguide",
        "hands": ["BRG BRG", "BRG BRG", ""],
    }
    p = park(**scene, at="P0 P1 P5")
    assert legal(p, "give") == set()
    p.play("move T10")
    assert legal(p, "give") == {"give 1 BRG"}
    p.play("give 1 BRG", "give 1 BRG", draw="STN STN", lights="L16")
    assert p.hand(1) == "BRG BRG BRG BRG"


def test_ex_31_a_played_gps_is_discarded_before_its_effect() -> None:
    """C arrives, but no GPS is held: no win; with a second GPS in any hand it wins at once."""
    scene: dict[str, Any] = {"seats": 3, "at": "T13 T13 P15", "tokens": ALL_TOKENS}
    p = park(**scene, hands=["GPS", "", ""])
    p.play("gps 2", "relocate T13")
    assert (p.at(2), p.result, p.explore_discard) == ("T13", "playing", "GPS")
    assert (p.actor, p.actions) == (0, 3)
    p.play("end", draw="BRG GPS")
    assert p.result == "won"
    for hands in (["GPS GPS", "", ""], ["GPS", "GPS", ""], ["GPS", "", "GPS"]):
        p = park(**scene, hands=hands)
        p.play("gps 2", "relocate T13")
        assert (p.result, p.explore_discard) == ("won", "GPS GPS")


def test_ex_32_ending_early() -> None:
    """The action is lost; two Explore cards and the Lights Out cards come, and nobody is asked."""
    p = park(seats=3, at="P0 P1 P5", actions=1)
    p.play("end", draw="BRG WAT", lights="L16")
    assert (p.hand(0), p.discard, p.active, p.actions) == ("BRG WAT", "L16", 1, 3)


def test_ex_33_a_fixed_tile_and_its_card() -> None:
    """L03 stays in the discard; drawn again it only darkens T03."""
    p = park(seats=2, roles="dogwalker lamplighter", at="P0 P7", dark="T03", discard="L03", notch=1)
    p.play("fix T03")
    assert (p.lamp("T03"), p.discard) == ("lit", "L03")
    p.play("end", draw="ITD BRG", lights="L03")
    assert (p.lamp("T03"), p.discard, p.gone) == ("dark", "L03", "")
    assert on_pile(p) == set(CARDS) - {"L03"}


def test_ex_34_two_pawns_of_a_removed_tile() -> None:
    """A decides first; B has the same tiles after seeing it, the same or another."""
    for a, b in (("T11", "T11"), ("T11", "T15")):
        p = park(
            seats=2,
            roles="dogwalker lamplighter",
            at="P9 P9",
            dark="T16",
            pile="L16 ...",
        )
        p.play("end", draw="BRG BRG")
        assert (p.actor, legal(p)) == (0, each("evacuate", "P10 P2 P8"))
        p.play(f"evacuate {a}")
        assert (p.actor, p.at(0), legal(p)) == (1, a, each("evacuate", "P10 P2 P8"))
        p.play(f"evacuate {b}")
        assert (p.at(0), p.at(1)) == (a, b)
