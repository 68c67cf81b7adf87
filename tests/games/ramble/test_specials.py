"""Ramble §4.11: Special cards and when they may be played."""

import pytest

from tests.games.ramble.guidebook import ALL_TOKENS, GAME, deal, each, legal, others
from tests.games.ramble.park import Park, park


def answer_polls(p: Park) -> Park:
    """Pass for everyone who is polled."""
    while p.rule == "RMB-99":
        p.play("pass")
    return p


def test_rmb_90_a_special_card_costs_no_action() -> None:
    """The active seat plays all three of its cards and still has three actions."""
    p = park(seats=2, at="P0 P1", hands=["HBK HBK GPS", ""], dark="T01 T02")
    p.play("handbook T01", "handbook T02", "gps 0", "relocate T12")
    assert (p.actions, p.at(0), p.hand(0)) == (3, "T12", "")
    assert (p.lamp("T01"), p.lamp("T02")) == ("lit", "lit")


def test_rmb_90_on_any_seats_turn_by_its_holder_only() -> None:
    """In seat 0's turn seat 1 may play what it holds; nobody may play it for them."""
    p = park(seats=3, at="P0 P1 P2", hands=["", "HBK", "GPS"], dark="T01")
    calls = {text for text in p.legal() if text.startswith("call")}
    assert calls == {"callhandbook 1 T01", "callgps 2 0", "callgps 2 1", "callgps 2 2"}
    for text in calls:
        assert GAME.owner(p.state, GAME.space.parse(text)) == int(text.split()[1])
    assert legal(p, "handbook") == set()
    assert legal(p, "gps") == set()
    p.play("callhandbook 1 T01")
    assert (p.lamp("T01"), p.hand(1), p.actor, p.actions) == ("lit", "", 0, 3)


def test_rmb_91_a_played_gps_is_discarded_before_its_effect() -> None:
    """While the destination is still open the card lies in the discard; it cannot also leave."""
    p = park(seats=2, at="P0 P1", hands=["GPS", ""])
    p.play("gps 0")
    assert (p.rule, p.hand(0), p.explore_discard, p.at(0)) == ("RMB-93", "", "GPS", "T03")


def test_rmb_91_a_played_handbook_is_in_the_explore_discard() -> None:
    """The card is used up."""
    p = park(seats=2, at="P0 P1", hands=["HBK", ""], dark="T01 T02")
    p.play("handbook T01")
    assert (p.hand(0), p.explore_discard) == ("", "HBK")
    assert legal(p, "handbook") == set()


def test_rmb_92_the_handbook_lights_one_dark_tile_anywhere() -> None:
    """Every dark tile is a target, no lit and no removed one; its card stays where it is."""
    p = park(seats=2, at="P15 P1", hands=["HBK", ""], dark="T01 T13 T16", gone="T05", discard="L16")
    assert legal(p, "handbook") == each("handbook", "T01 T13 T16")
    p.play("handbook T16")
    assert (p.lamp("T16"), p.lamp("T13"), p.lamp("T01")) == ("lit", "dark", "dark")
    assert p.discard == "L16"


def test_rmb_92_no_dark_tile_no_handbook() -> None:
    """It is not playable when every lamp burns."""
    p = park(seats=2, at="P15 P1", hands=["HBK", "HBK"], gone="T05")
    assert legal(p, "handbook") == set()
    assert legal(p, "callhandbook") == set()


def test_rmb_92_the_card_bears_its_full_name() -> None:
    """It is called Electrical Engineering Handbook wherever it is shown (ruling R-19)."""
    table = GAME.view(park(seats=2, hands=["HBK", ""]).state, None).table
    names = {row["kind"]: row["name"] for row in table["explore"]["kinds"]}
    assert names["HBK"] == "Electrical Engineering Handbook"


def test_rmb_93_the_gps_takes_any_pawn_to_any_other_remaining_tile() -> None:
    """Any seat's pawn may lead; lit or dark, near or far, over gaps; not the own tile."""
    p = park(seats=3, at="P15 P1 P9", hands=["GPS", "", ""], dark="T02 T16", gone="T07 T08 T04")
    assert legal(p, "gps") == {"gps 0", "gps 1", "gps 2"}
    p.play("gps 0")
    assert (p.actor, p.rule) == (0, "RMB-93")
    assert legal(p) == each("relocate", others("T", "T01 T07 T08 T04"))
    p.play("relocate T16")
    assert (p.at(0), p.at(1), p.at(2), p.lamp("T16")) == ("T16", "T10", "T16", "dark")
    assert (p.rule, p.actor, p.actions) == ("RMB-32", 0, 3)


def test_rmb_93_companions_are_asked_one_by_one_in_seat_order() -> None:
    """Four share a tile; the player of the card says for each whether it comes along."""
    p = park(seats=5, at="P0 P0 P1 P0 P0", hands=["", "", "GPS", "", ""], active=2)
    p.play("gps 1", "relocate T13")
    assert (p.actor, p.rule, legal(p)) == (2, "RMB-93", {"bring 0", "pass"})
    p.play("bring 0")
    assert legal(p) == {"bring 3", "pass"}
    p.play("pass")
    assert legal(p) == {"bring 4", "pass"}
    assert p.at(1) == "T03"
    p.play("bring 4")
    assert [p.at(seat) for seat in range(5)] == ["T13", "T13", "T10", "T03", "T13"]
    assert (p.rule, p.actor) == ("RMB-32", 2)


def test_rmb_93_pawns_of_other_tiles_do_not_come_along() -> None:
    """A lead that stands alone takes nobody."""
    p = park(seats=3, at="P0 P1 P1", hands=["GPS", "", ""])
    p.play("gps 0", "relocate T13")
    assert [p.at(seat) for seat in range(3)] == ["T13", "T10", "T10"]
    assert p.rule == "RMB-32"


def test_rmb_93_an_eliminated_pawn_neither_leads_nor_follows() -> None:
    """Who is out is not on offer."""
    p = park(seats=3, at="P0 - P1", hands=["GPS", "", ""], stranded="eliminate")
    assert legal(p, "gps") == {"gps 0", "gps 2"}


def test_rmb_94_a_gps_is_discarded_to_leave() -> None:
    """The win uses up one GPS, which nobody has to play."""
    p = park(seats=2, at="P1 T13", hands=["GPS GPS", ""], tokens=ALL_TOKENS)
    p.play("move T13")
    assert (p.result, p.hand(0), p.explore_discard) == ("won", "GPS", "GPS")


def test_rmb_95_a_handbook_may_come_between_two_cards_but_not_after_the_matching_reveal() -> None:
    """Before its card T01 can be saved; once L01 is revealed it is gone without a question."""

    def table() -> Park:
        p = park(
            seats=2, at="P0 P1", hands=["", "HBK"], dark="T01 T02", notch=4, pile="L16 L01 ..."
        )
        return p.play("end", "pass", draw="STN STN")  # L16 has turned T16 dark

    p = table()
    assert (p.rule, p.actor, p.lamp("T16")) == ("RMB-98", 1, "dark")
    assert legal(p) == {"pass"} | each("handbook", "T01 T02 T16")
    p.play("handbook T01")
    assert (p.lamp("T01"), p.discard, p.gone) == ("dark", "L01 L16", "")
    p = table()
    p.play("pass")
    assert (p.lamp("T01"), p.hand(1)) == ("gone", "HBK")
    assert legal(p, "handbook") == each("handbook", "T02 T16")


def test_rmb_95_not_even_the_evacuation_lets_a_handbook_in() -> None:
    """A pawn on the tile must leave it; the holder of the Handbook has no say any more."""
    p = park(seats=2, at="T01 P1", hands=["HBK", "HBK"], dark="T01 T02", pile="L01 ...")
    p.play("end", draw="STN STN")
    p.play("pass", "pass")
    assert (p.rule, p.lamp("T01")) == ("RMB-121", "gone")
    assert legal(p) == each("evacuate", "P16 P5 P14")


def test_rmb_96_open_points() -> None:
    """OP-A, OP-H, OP-L before each card and OP-R: the same card may be played at each."""
    hands = ["GPS BRG BRG BRG", "", "GPS"]
    gone, dark = "T05 T06 T04", "T18"
    p = park(
        seats=3,
        roles="dogwalker lamplighter tourguide",
        at="P0 P13 P7",
        hands=hands,
        tokens="STN:0",
        gone=gone,
        dark=dark,
        notch=4,
        pile="L16 L18 ...",
    )
    assert {"gps 0", "callgps 2 1"} <= legal(p)  # OP-A
    p.play("end", draw="SHL SHL")
    assert (p.rule, p.actor) == ("RMB-81", 0)  # OP-H, for the shedding seat alone
    assert legal(p, "gps") == {"gps 0", "gps 1", "gps 2"}
    assert legal(p, "callgps") == set()
    p.play("discard BRG")
    for card in ("L16", "L18"):  # OP-L before the first and the second card
        assert card in p.pile
        for seat in (0, 2):
            assert (p.rule, p.actor) == ("RMB-98", seat)
            assert legal(p) == {"pass", "gps 0", "gps 1", "gps 2"}
            p.play("pass")
    assert (p.rule, p.actor) == ("RMB-126", 0)  # OP-R
    assert legal(p) == {"pass", "gps 1"}


def test_rmb_97_no_special_card_while_a_sub_decision_is_open() -> None:
    """Second lamp, keen eye, GPS destination and companions: only their own answers."""
    p = park(
        seats=2, roles="lamplighter jogger", at="P0 P0", hands=["HBK GPS", "HBK"], dark="T03 T09"
    )
    q = p.copy()
    q.play("fix T03")
    assert legal(q) == {"fix T09", "pass"}
    q = p.copy()
    q.play("gps 0")
    assert {text.split()[0] for text in q.legal()} == {"relocate"}
    q.play("relocate T13")
    assert legal(q) == {"bring 1", "pass"}
    p = park(
        seats=2,
        roles="birdwatcher jogger",
        at="P0 P0",
        hands=["HBK", "GPS"],
        dark="T03",
        pile="L01 L02 L03 ...",
    )
    p.play("scout")
    assert legal(p) == {"drop L01", "drop L02", "drop L03", "pass"}


def test_rmb_97_no_special_card_of_another_seat_during_a_shed() -> None:
    """OP-H belongs to the shedding seat."""
    p = park(seats=2, at="P0 P1", hands=["BRG BRG WAT WAT", "HBK GPS"], dark="T03")
    p.play("end", draw="STN STN")
    assert (p.rule, p.actor) == ("RMB-81", 0)
    assert legal(p) == {"discard BRG", "discard WAT", "discard STN"}


def test_rmb_97_no_special_card_in_setup() -> None:
    """Whoever drafts a role cannot play a card."""
    match = deal(1, 4, role_assignment="chosen")
    assert {text.split()[0] for text in GAME.legal_texts(match.state)} == {"draft"}


def test_rmb_98_holders_are_asked_in_turn_order_from_the_active_seat() -> None:
    """Seat 2 is active: 2, 3 and 1 are asked; seat 0 holds nothing."""
    p = park(seats=4, at="P0 P1 P2 P3", active=2, hands=["BRG", "HBK", "GPS", "HBK"], dark="T01")
    p.play("end", draw="STN STN")
    asked = []
    for _ in range(3):
        assert p.rule == "RMB-98"
        asked.append(p.actor)
        p.play("pass", lights="L16" if len(asked) == 3 else "")
    assert asked == [2, 3, 1]
    assert (p.active, p.rule) == (3, "RMB-32")


def test_rmb_98_after_a_play_the_asking_starts_again() -> None:
    """Seat 0 passed, seat 1 plays, and seat 0 is asked again before the card comes."""
    p = park(seats=3, at="P0 P1 P2", hands=["HBK", "HBK", "HBK"], dark="T01 T02 T03 T16")
    p.play("end", draw="STN STN")
    p.play("pass")
    assert p.actor == 1
    p.play("handbook T01")
    assert (p.rule, p.actor) == ("RMB-98", 0)
    assert legal(p) == {"pass"} | each("handbook", "T02 T03 T16")
    p.play("pass")
    assert p.actor == 2
    p.play("pass", lights="L17")
    assert p.active == 1


def test_rmb_98_a_gps_starts_the_asking_again_too() -> None:
    """Seat 0 passed; seat 1 relocates and decides on companions; then seat 0 is asked again."""
    p = park(seats=3, at="P0 P1 P1", hands=["HBK", "GPS", ""], dark="T01")
    p.play("end", "pass", draw="STN STN")
    p.play("gps 1", "relocate T16")
    assert (p.actor, legal(p)) == (1, {"bring 2", "pass"})
    p.play("bring 2")
    assert (p.rule, p.actor) == ("RMB-98", 0)
    p.play("pass", lights="L17")
    assert (p.at(1), p.at(2), p.active) == ("T16", "T16", 1)


def test_rmb_98_the_window_closes_when_nothing_is_playable_any_more() -> None:
    """The only dark tile is lit by seat 1; seat 2's Handbook is not asked about."""
    p = park(seats=3, at="P0 P1 P2", hands=["", "HBK", "HBK"], dark="T01")
    p.play("end", draw="STN STN")
    p.play("handbook T01", lights="L17")
    assert (p.active, p.hand(2)) == (1, "HBK")


def test_rmb_98_without_a_playable_card_there_is_no_window() -> None:
    """Handbooks without a dark tile ask nobody."""
    p = park(seats=3, at="P0 P1 P2", hands=["HBK", "HBK", "HBK"])
    p.play("end", draw="STN STN", lights="L17")
    assert p.active == 1


def test_rmb_99_push_lets_others_play_while_the_active_seat_chooses() -> None:
    """The turn waits for nobody: seat 0 may act at once, or seat 1 may come first."""
    p = park(seats=2, at="P0 P1", hands=["", "HBK HBK"], dark="T01 T02")
    assert p.actor == 0
    q = p.copy()
    q.play("move T09")
    assert (q.actor, q.rule, q.actions) == (0, "RMB-32", 2)
    p.play("callhandbook 1 T02", "callhandbook 1 T01", "move T09")
    assert (p.lamp("T01"), p.lamp("T02"), p.actor, p.actions) == ("lit", "lit", 0, 2)


def test_rmb_99_push_is_for_the_action_phase_only() -> None:
    """In a window of phase 3 seats are asked and cannot call out."""
    p = park(seats=2, at="P0 P1", hands=["HBK", "HBK"], dark="T01 T02")
    p.play("end", draw="STN STN")
    assert legal(p) == {"pass", "handbook T01", "handbook T02"}


def test_rmb_99_poll_asks_at_the_start_of_the_action_phase() -> None:
    """When seat 1's turn begins, seats 2 and 0 are asked, in that order, before seat 1."""
    p = park(seats=3, at="P0 P1 P2", hands=["HBK", "HBK", "HBK"], dark="T01 T02", interject="poll")
    answer_polls(p).play("end", draw="STN STN")
    p.play("pass", "pass", "pass", lights="L16")
    assert p.active == 1
    assert (p.rule, p.actor) == ("RMB-99", 2)
    assert legal(p) == {"pass"} | each("handbook", "T01 T02 T16")
    p.play("pass")
    assert (p.rule, p.actor) == ("RMB-99", 0)
    p.play("pass")
    assert (p.rule, p.actor) == ("RMB-32", 1)
    assert legal(p, "callhandbook") == set()
    assert legal(p, "handbook") == each("handbook", "T01 T02 T16")


def test_rmb_99_poll_asks_again_after_each_resolved_action() -> None:
    """Seat 1 declines three times in one turn and plays after the second action."""
    p = park(seats=2, at="P0 P1", hands=["", "HBK"], dark="T01 T02", interject="poll")
    answer_polls(p)
    assert (p.actor, p.rule) == (0, "RMB-32")
    p.play("move T09")
    assert (p.actor, p.rule) == (1, "RMB-99")
    p.play("pass", "move T03")
    assert (p.actor, p.rule) == (1, "RMB-99")
    p.play("handbook T02")
    assert (p.actor, p.rule, p.lamp("T02"), p.actions) == (0, "RMB-32", "lit", 1)


def test_rmb_99_poll_starts_again_after_a_play() -> None:
    """Seat 1 passed, seat 2 plays, and seat 1 is asked once more."""
    p = park(seats=3, at="P0 P1 P2", hands=["", "HBK", "HBK"], dark="T01 T02", interject="poll")
    answer_polls(p).play("move T09")
    p.play("pass")
    assert (p.actor, p.rule) == (2, "RMB-99")
    p.play("handbook T01")
    assert (p.actor, p.rule, legal(p)) == (1, "RMB-99", {"pass", "handbook T02"})
    p.play("pass")
    assert (p.actor, p.rule, p.actions) == (0, "RMB-32", 2)


def test_rmb_99_poll_asks_after_the_last_action_too() -> None:
    """The third action is resolved, others are asked, and only then cards are drawn."""
    p = park(seats=2, at="P0 P1", actions=1, hands=["", "HBK"], dark="T01", interject="poll")
    answer_polls(p).play("move T09")
    assert (p.actor, p.rule, p.hand(0)) == (1, "RMB-99", "")
    p.play("handbook T01", draw="BRG BRG", lights="L16")
    assert (p.lamp("T01"), p.active) == ("lit", 1)


def test_rmb_99_poll_waits_until_the_action_is_resolved() -> None:
    """Nobody is asked between the Lamplighter's two lamps, or before a receiver has shed."""
    p = park(
        seats=2,
        roles="lamplighter jogger",
        at="P0 P0",
        hands=["SHL", "BRG BRG WAT WAT HBK"],
        dark="T03 T09 T02",
        interject="poll",
    )
    q = answer_polls(p).copy()
    p.play("fix T03")
    assert (p.actor, p.rule) == (0, "RMB-144")
    p.play("pass")
    assert (p.actor, p.rule) == (1, "RMB-99")
    q.play("give 1 SHL")
    assert (q.actor, q.rule) == (1, "RMB-81")
    q.play("discard SHL")
    assert (q.actor, q.rule) == (1, "RMB-99")


def test_rmb_99_poll_lets_a_gps_be_played() -> None:
    """The relocation is decided by the seat that was asked; then the active seat goes on."""
    p = park(seats=2, at="P0 P0", hands=["", "GPS"], interject="poll")
    answer_polls(p).play("move T09")
    assert legal(p) == {"pass", "gps 0", "gps 1"}
    p.play("gps 0")
    assert (p.actor, p.rule) == (1, "RMB-93")
    p.play("relocate T01")
    assert (p.at(0), p.actor, p.rule, p.actions) == ("T01", 0, "RMB-32", 2)


def test_rmb_99_poll_asks_only_holders() -> None:
    """Without a playable card elsewhere the active seat goes on unasked."""
    p = park(seats=2, at="P0 P1", hands=["HBK", "HBK"], interject="poll")
    assert (p.actor, p.rule) == (0, "RMB-32")
    p.play("move T09", "move T03")
    assert (p.actor, p.rule) == (0, "RMB-32")


def test_rmb_100_playable_or_not() -> None:
    """A Handbook wants a dark tile, a GPS another remaining tile."""
    p = park(seats=2, at="P0 P1", hands=["HBK GPS", ""])
    assert legal(p, "handbook") == set()
    assert legal(p, "gps") == {"gps 0", "gps 1"}
    left = "T03 T13 T17"
    p = park(
        seats=2,
        at="T03 T13",
        hands=["HBK GPS", ""],
        tokens=ALL_TOKENS,
        gone=others("T", left),
        dark="T17",
    )
    assert legal(p, "handbook") == {"handbook T17"}
    p.play("gps 0")
    assert legal(p) == {"relocate T13", "relocate T17"}


@pytest.mark.parametrize("seats", [2, 6])
def test_rmb_100_the_gps_is_on_offer_for_every_pawn(seats: int) -> None:
    """With other tiles about, each seat's pawn may lead."""
    p = park(seats=seats, hands=["GPS"] + [""] * (seats - 1))
    assert legal(p, "gps") == {f"gps {seat}" for seat in range(seats)}
