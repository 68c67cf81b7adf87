"""Ramble §9: the worked examples E1 to E17, each complete."""

from typing import Any

from tests.games.ramble.guidebook import (
    ALL_TOKENS,
    CARDS,
    COPIES,
    GAME,
    STARTS,
    deal,
    each,
    explore_total,
    held,
    layers,
    legal,
    lights_of,
    on_pile,
    others,
    rest,
    scripted,
    states,
)
from tests.games.ramble.park import Park, park


def test_ex_1_setup_of_four_seats() -> None:
    """19 tiles, 6 dark; 13 and 6 Lights Out cards; 31 Explore cards with 3 ITD; notch 2."""
    table = deal(1, 4, layout="scenic").view(None).table
    assert (len(table["tiles"]), len(states(table, "dark"))) == (19, 6)
    assert [len(cards) for cards in lights_of(table)] == [13, 6]
    hands = [held(table, seat) for seat in range(4)]
    assert [(hand.total(), hand["ITD"]) for hand in hands] == [(2, 0)] * 4
    left = {row["kind"]: row["left"] for row in table["explore"]["kinds"]}
    assert (table["explore"]["count"], left["ITD"]) == (31, 3)
    assert all(row["discarded"] == 0 for row in table["explore"]["kinds"])
    assert (table["notch"], table["level"]) == (2, 1)
    assert [row["tile"] for row in table["seats"]] == [
        STARTS[row["role"]] for row in table["seats"]
    ]
    exit_tile = next(tile for tile in table["tiles"] if tile["id"] == "T13")
    assert exit_tile["pawns"] == []


def test_ex_2_in_the_dark_in_the_first_deal() -> None:
    """Whatever luck says, a hand has two other cards, and nothing else has happened."""
    sizes, _ = scripted({}, 3, layout="scenic")
    deals = range(sizes.index(36), sizes.index(36) + 6)
    for question in deals:
        for answer in range(sizes[question]):
            _, table = scripted({question: answer}, 3, layout="scenic")
            assert [(held(table, n).total(), held(table, n)["ITD"]) for n in range(3)] == [
                (2, 0)
            ] * 3
            left = {row["kind"]: row["left"] for row in table["explore"]["kinds"]}
            assert (left["ITD"], table["notch"]) == (3, 2)
            assert [len(cards) for cards in lights_of(table)] == [13, 6]
            assert len(table["lights"]["layers"]) == 1


def test_ex_3_two_gifts() -> None:
    """A gives two of three WAT and has an action left; the GPS is never on offer."""
    scene: dict[str, Any] = {
        "seats": 2,
        "roles": "lamplighter jogger",
        "hands": ["WAT WAT WAT GPS", "WAT"],
    }
    p = park(**scene, at="P0 P0")
    assert legal(p, "give") == {"give 1 WAT"}
    p.play("give 1 WAT", "give 1 WAT")
    assert (p.hand(0), p.hand(1), p.actions) == ("WAT GPS", "WAT WAT WAT", 1)
    p = park(**scene, at="P0 P1")
    assert legal(p, "give") == set()


def test_ex_4_two_in_the_dark() -> None:
    """Notch 5, level 2; the five discards lie mixed on the old 14, and both cards are of them."""
    discard = "L01 L03 L05 L07 L09"
    scene: dict[str, Any] = {"seats": 2, "at": "P7 P8", "notch": 3, "discard": discard}
    p = park(**scene, hands=["STN", "HBK"], dark="T16")
    p.play("end", draw="ITD ITD")
    assert (p.notch, p.level, p.discard) == (5, 2, "")
    assert layers(p.pile) == [set(discard.split()), set(CARDS) - set(discard.split())]
    assert (p.explore_discard, p.hand(0)) == ("ITD ITD", "STN")
    p.play("pass", lights="L03")
    p.play("pass", lights="L09")
    assert layers(p.pile) == [{"L01", "L05", "L07"}, set(CARDS) - set(discard.split())]
    assert p.discard == "L03 L09"
    assert (p.active, p.actions) == (1, 3)


def test_ex_5_in_the_dark_without_discards() -> None:
    """Notch +1 only; the pile and what is known of it stay."""
    p = park(
        seats=2, at="P7 P8", notch=3, hands=["", "HBK"], dark="T16", pile="L02 L09 (L01 L03) ..."
    )
    before = p.pile
    p.play("end", draw="ITD BRG")
    assert (p.notch, p.pile, p.discard) == (4, before, "")
    assert layers(before)[:3] == [{"L02"}, {"L09"}, {"L01", "L03"}]


def test_ex_6_the_last_notch() -> None:
    """Immediate loss 4; no shuffle, no second card."""
    p = park(seats=2, at="P0 P1", notch=11, dark="T01", discard="L01")
    before = p.pile
    p.play("end", draw="ITD")
    assert (p.notch, p.result, p.outcome.rule) == (12, "lost", "RMB-134")
    assert (p.discard, p.pile, p.hand(0)) == ("L01", before, "")


def test_ex_7_a_tile_with_two_pawns_goes() -> None:
    """A, then C leave P9 on their own; then the window; then T10 turns dark."""
    scene: dict[str, Any] = {
        "seats": 3,
        "roles": "dogwalker lamplighter tourguide",
        "at": "P9 P0 P9",
        "notch": 4,
        "dark": "T16",
        "pile": "L16 L10 ...",
    }
    p = park(**scene)
    p.play("end", draw="BRG BRG")
    assert (p.gone, p.discard, "L16" in p.pile) == ("T16", "", False)
    assert (p.rule, p.actor, legal(p)) == ("RMB-121", 0, each("evacuate", "P10 P2 P8"))
    p.play("evacuate T11")
    assert (p.rule, p.actor, legal(p)) == ("RMB-121", 2, each("evacuate", "P10 P2 P8"))
    p.play("evacuate T14")
    assert (p.at(0), p.at(2), p.lamp("T10"), p.discard) == ("T11", "T14", "dark", "L10")
    assert len(on_pile(p)) + len(p.discard.split()) == 18
    p = park(**scene, hands=["", "GPS", ""])
    p.play("end", "pass", "evacuate T11", "evacuate T14", draw="BRG BRG")
    assert (p.rule, p.actor, p.lamp("T10")) == ("RMB-98", 1, "lit")
    p.play("pass")
    assert p.lamp("T10") == "dark"


def test_ex_8_the_pile_runs_out_in_the_phase() -> None:
    """L04 turns T04 dark, is shuffled in and comes again: T04 goes, and no loss."""
    p = park(seats=2, at="P7 P8", notch=4, pile="L04", discard=others("L", "L04"))
    p.play("end", draw="BRG BRG", lights="L04")
    assert (p.lamp("T04"), p.lamp("T03"), p.result) == ("gone", "lit", "playing")
    assert (layers(p.pile), p.discard) == ([set(CARDS) - {"L04"}], "")


def test_ex_9_collecting() -> None:
    """Four of five WAT buy the token on either tile, dark or lit; on T05 it is not offered."""
    for tile, dark in (("T03", "T03"), ("T03", ""), ("T04", "T04"), ("T04", "")):
        p = park(seats=2, at=f"{tile} P7", hands=["WAT WAT WAT WAT WAT", ""], dark=dark)
        p.play("collect WAT")
        assert (p.tokens, p.tokens_of(0), p.actions) == ("WAT", "WAT", 2)
        assert (p.explore_discard, p.hand(0)) == ("WAT WAT WAT WAT", "WAT")
    p = park(seats=2, at="T05 P7", hands=["WAT WAT WAT WAT WAT", ""])
    assert legal(p, "collect") == set()


def test_ex_10_the_second_tile_of_a_landmark() -> None:
    """Loss 1 before evacuation, two cards undrawn; with the token the pawn leaves and they come."""
    scene: dict[str, Any] = {
        "seats": 2,
        "roles": "dogwalker lamplighter",
        "at": "P12 P7",
        "gone": "T05",
        "dark": "T06",
        "notch": 7,
        "pile": "L06 L16 L11 ...",
    }
    p = park(**scene)
    p.play("end", draw="BRG BRG")
    assert (p.result, p.outcome.rule, p.actor) == ("lost", "RMB-131", -2)
    assert layers(p.pile)[:2] == [{"L16"}, {"L11"}]
    assert (p.lamp("T16"), p.lamp("T11")) == ("lit", "lit")
    p = park(**scene, tokens="STN:1")
    p.play("end", draw="BRG BRG")
    assert legal(p) == each("evacuate", "P3 P11 P13")
    p.play("evacuate T18")
    assert (p.result, p.at(0), p.discard) == ("playing", "T18", "L11 L16")


def test_ex_11_the_exit_goes() -> None:
    """Loss 2 at once although all tokens are collected and all pawns stand there."""
    p = park(seats=2, at="T13 T13", tokens=ALL_TOKENS, dark="T13", pile="L13 ...")
    p.play("end", draw="BRG BRG")
    assert (p.result, p.outcome.rule, p.actor) == ("lost", "RMB-132", -2)


def trap(
    role: str = "lamplighter",
    hands: tuple[str, str, str] = ("", "WAT", ""),
    stranded: str = "all_lose",
) -> Park:
    """T05, T06 and T04 are gone; B stands alone on T18, which is dark, and L18 comes."""
    return park(
        seats=3,
        roles=f"dogwalker {role} tourguide",
        at="P0 P13 P7",
        hands=list(hands),
        tokens="STN:1",
        gone="T04 T05 T06",
        dark="T18",
        pile="L18 ...",
        stranded=stranded,
    )


def test_ex_12_a_stranded_pawn_without_a_gps() -> None:
    """(a) all_lose: loss 3. (b) eliminate: B is out, its token counts, the phase goes on."""
    p = trap()
    p.play("end", draw="BRG BRG")
    assert (p.result, p.outcome.rule) == ("lost", "RMB-133")
    p = trap(stranded="eliminate")
    p.play("end", draw="BRG BRG")
    assert (p.result, p.at(1), p.hand(1), p.explore_discard) == ("playing", "-", "", "WAT")
    assert (p.tokens, p.active) == ("STN", 2)
    assert explore_total(p, 3) == COPIES


def test_ex_12_a_stranded_pawn_and_the_gps_of_another() -> None:
    """(c) C is asked; the GPS moves B to any remaining tile, or C passes and it is (a) or (b)."""
    for stranded, result in (("all_lose", "lost"), ("eliminate", "playing")):
        p = trap(hands=("", "", "GPS"), stranded=stranded)
        p.play("end", "pass", draw="BRG BRG")
        assert (p.rule, p.actor, legal(p)) == ("RMB-126", 2, {"pass", "gps 1"})
        q = p.copy()
        p.play("gps 1")
        assert legal(p) == each("relocate", others("T", "T04 T05 T06 T18"))
        p.play("relocate T02")
        assert (p.at(1), p.explore_discard, p.result, p.active) == ("T02", "GPS", "playing", 1)
        q.play("pass")
        assert q.result == result


def test_ex_13_a_jogger_is_not_stranded() -> None:
    """The legal tiles are the remaining ones at distance 2 of P13."""
    p = trap(role="jogger")
    p.play("end", draw="BRG BRG")
    assert (p.rule, p.actor) == ("RMB-121", 1)
    assert legal(p) == each("evacuate", "P0 P3 P5 P11 P15")
    p.play("evacuate T01")
    assert (p.at(1), p.result) == ("T01", "playing")


def test_ex_14_shedding_two_of_seven() -> None:
    """The Handbook is used, the GPS thrown away; five landmark cards remain."""
    p = park(seats=3, at="P0 P1 P5", hands=["BRG BRG BRG GPS HBK", "", ""], dark="T02")
    p.play("end", draw="WAT WAT")
    assert (p.rule, p.actor) == ("RMB-81", 0)
    p.play("handbook T02")
    assert legal(p) == {"discard BRG", "discard WAT", "discard GPS", "gps 0", "gps 1", "gps 2"}
    p.play("discard GPS", lights="L16")
    assert (p.lamp("T02"), p.hand(0)) == ("lit", "BRG BRG BRG WAT WAT")
    assert p.explore_discard == "GPS HBK"


def test_ex_14_with_each_card() -> None:
    """One shed after each WAT."""
    p = park(
        seats=3,
        at="P0 P1 P5",
        hands=["BRG BRG BRG GPS HBK", "", ""],
        dark="T02",
        hand_check="each_card",
    )
    p.play("end", draw="WAT")
    assert (p.rule, p.hand(0)) == ("RMB-81", "BRG BRG BRG WAT GPS HBK")
    p.play("handbook T02", draw="WAT")
    assert (p.rule, p.hand(0)) == ("RMB-81", "BRG BRG BRG WAT WAT GPS")
    p.play("discard GPS", lights="L16")
    assert (p.hand(0), p.explore_discard) == ("BRG BRG BRG WAT WAT", "GPS HBK")


def test_ex_15_a_gift_to_a_full_hand() -> None:
    """B sheds at once, the SHL itself or by a Handbook used now; then A goes on."""
    p = park(
        seats=2,
        roles="lamplighter jogger",
        at="P0 P0",
        hands=["SHL", "BRG BRG WAT WAT HBK"],
        dark="T16",
    )
    p.play("give 1 SHL")
    assert (p.actor, p.rule, len(p.hand(1).split())) == (1, "RMB-81", 6)
    discards = {f"discard {kind}" for kind in ("BRG", "WAT", "SHL", "HBK")}
    assert legal(p) == discards | {"handbook T16"}
    q = p.copy()
    q.play("discard SHL")
    assert (q.hand(1), q.actor, q.actions) == ("BRG BRG WAT WAT HBK", 0, 2)
    p.play("handbook T16")
    assert (p.hand(1), p.lamp("T16"), p.actor) == ("BRG BRG WAT WAT SHL", "lit", 0)


def test_ex_16_the_last_pawn_arrives() -> None:
    """Win on arrival with two actions unused; without the GPS the turn goes on."""
    scene: dict[str, Any] = {
        "seats": 3,
        "roles": "dogwalker lamplighter tourguide",
        "at": "P1 T13 T13",
        "tokens": ALL_TOKENS,
    }
    p = park(**scene, hands=["", "", "GPS"])
    p.play("move T13")
    assert (p.result, p.actions, p.hand(2), p.explore_discard) == ("won", 2, "", "GPS")
    p = park(**scene)
    p.play("move T13")
    assert (p.result, p.actor, p.actions) == ("playing", 0, 2)


def test_ex_17_victory_in_the_middle_of_a_draw() -> None:
    """The GPS wins as the first card; the second, which would lose, is never drawn."""
    p = park(
        seats=2,
        at="T13 T13",
        tokens=ALL_TOKENS,
        notch=11,
        deck="GPS ITD",
        explore_discard=rest("GPS ITD"),
    )
    p.play("end", draw="GPS")
    assert (p.result, p.notch, p.deck) == ("won", 11, "ITD")
    assert GAME.view(p.state, None).table["phase"] == "over"
