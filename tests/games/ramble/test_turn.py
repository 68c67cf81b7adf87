"""Ramble §4.3 to §4.5: the turn, Move and Fix the lights."""

import pytest

from tests.games.ramble.guidebook import ALL_TOKENS, CARDS, each, layers, legal, on_pile, tiles
from tests.games.ramble.park import park

NEAR_CENTRE = "P1 P2 P3 P4 P5 P6"


def test_rmb_30_actions_then_explore_cards_then_lights_out_cards() -> None:
    """An ITD of phase 2 raises the number of cards of phase 3; then the next seat has 3 actions."""
    p = park(seats=3, at="P0 P1 P2", notch=3)
    assert (p.rule, p.actor, p.actions, p.level) == ("RMB-32", 0, 3, 1)
    p.play("move T19", "end", draw="ITD BRG", lights="L16 L11")
    assert (p.notch, p.level) == (4, 2)
    assert p.hand(0) == "BRG"
    assert p.discard == "L11 L16"
    assert (p.rule, p.actor, p.active, p.actions, p.turn) == ("RMB-32", 1, 1, 3, 2)


def test_rmb_30_nothing_is_drawn_before_the_actions_are_over() -> None:
    """While actions are left neither deck has been touched."""
    p = park(seats=3, at="P0 P1 P2")
    p.play("move T19", "move T03")
    assert len(p.deck.split()) == 39
    assert len(on_pile(p)) == 19
    assert p.hand(0) == ""


@pytest.mark.parametrize("taken", [0, 1, 2])
def test_rmb_31_a_seat_may_take_fewer_than_three_actions(taken: int) -> None:
    """END is legal after 0, 1 and 2 actions; what is left is lost, not saved."""
    p = park(seats=2, at="P0 P1")
    p.play(*["move T19", "move T03"][:taken])
    assert p.actions == 3 - taken
    assert p.can("end")
    p.play("end", draw="BRG WAT", lights="L16")
    assert (p.active, p.actions) == (1, 3)
    p.play("end", draw="BRG WAT", lights="L17")
    assert (p.active, p.actions) == (0, 3)


def test_rmb_31_there_is_no_fourth_action() -> None:
    """After three actions the draw follows by itself."""
    p = park(seats=2, at="P0 P1")
    p.play("move T19", "move T03", "move T09", draw="BRG WAT", lights="L16")
    assert p.at(0) == "T09"
    assert (p.active, p.actor) == (1, 1)


def test_rmb_32_all_actions_on_one_menu() -> None:
    """Move, Fix, Give and Collect side by side, and END; nothing else."""
    p = park(
        seats=3,
        roles="lamplighter dogwalker jogger",
        at="P0 P0 P5",
        hands=["WAT WAT WAT WAT BRG", "SHL", "MDW"],
        dark="T03 T09 T02",
    )
    expected = each("move", NEAR_CENTRE) | {"fix T03", "fix T09", "give 1 WAT", "give 1 BRG"}
    assert legal(p) == expected | {"collect WAT", "end"}


def test_rmb_32_any_mix_in_any_order_with_repeats() -> None:
    """Three of a kind, or Collect, Move and Fix, or Fix, Move and Give."""
    p = park(seats=2, roles="dogwalker lamplighter", at="P0 P1", dark="T03 T09 T10")
    p.play("fix T03", "fix T09", "fix T10", draw="BRG BRG", lights="L16")
    assert (p.lamp("T03"), p.lamp("T09"), p.lamp("T10")) == ("lit", "lit", "lit")
    p = park(seats=2, roles="dogwalker lamplighter", at="P0 P1", dark="T03", hands=["WAT " * 5, ""])
    p.play("collect WAT", "move T19", "fix T03", draw="BRG BRG", lights="L16")
    assert (p.tokens, p.at(0), p.lamp("T03")) == ("WAT", "T19", "lit")
    p = park(seats=2, roles="dogwalker lamplighter", at="P0 P1", dark="T03", hands=["WAT WAT", ""])
    p.play("fix T03", "move T10", "give 1 WAT", draw="BRG BRG", lights="L16")
    assert (p.lamp("T03"), p.at(0), p.hand(1)) == ("lit", "T10", "WAT")


def test_rmb_33_an_action_is_finished_before_the_next_is_chosen() -> None:
    """The receiver of a sixth card sheds before the giver may go on."""
    p = park(
        seats=3,
        roles="lamplighter dogwalker jogger",
        at="P0 P0 P5",
        hands=["SHL SHL", "BRG BRG WAT WAT LKT", ""],
    )
    p.play("give 1 SHL")
    assert (p.actor, p.rule, p.active) == (1, "RMB-81", 0)
    assert legal(p) == {"discard BRG", "discard WAT", "discard LKT", "discard SHL"}
    assert p.refuses("move T10")
    p.play("discard LKT")
    assert (p.actor, p.rule, p.actions) == (0, "RMB-32", 2)
    assert p.can("give 1 SHL")


def test_rmb_34_without_actions_and_special_cards_the_phase_ends_by_itself() -> None:
    """No question is left, so the cards are drawn."""
    p = park(seats=2, at="P0 P1", actions=1, hands=["WAT", ""])
    p.play("move T19", draw="BRG BRG", lights="L16")
    assert p.active == 1


def test_rmb_34_with_a_playable_special_card_the_seat_is_still_asked() -> None:
    """Out of actions, the holder may play or END and nothing else."""
    p = park(seats=2, at="P0 P1", actions=1, hands=["WAT HBK", ""], dark="T02 T16")
    p.play("move T19")
    assert (p.actor, p.rule, p.actions) == (0, "RMB-32", 0)
    assert legal(p) == {"handbook T02", "handbook T16", "end"}
    p.play("handbook T02", draw="BRG BRG", lights="L17")
    assert p.active == 1
    p = park(seats=2, at="P0 P1", actions=1, hands=["GPS", ""])
    p.play("move T19")
    assert legal(p) == {"gps 0", "gps 1", "end"}


def test_rmb_34_a_handbook_without_a_dark_tile_does_not_hold_the_phase_open() -> None:
    """An unplayable Special card counts for nothing."""
    p = park(seats=2, at="P0 P1", actions=1, hands=["HBK", ""])
    p.play("move T19", draw="BRG BRG", lights="L16")
    assert p.active == 1


def test_rmb_34_anothers_special_card_does_not_hold_the_phase_open() -> None:
    """Only the active seat's own cards keep the phase open; then comes seat 1's window."""
    p = park(seats=2, at="P0 P1", actions=1, hands=["", "HBK"], dark="T02")
    p.play("move T19", draw="BRG BRG")
    assert p.hand(0) == "BRG BRG"
    assert (p.actor, p.rule) == (1, "RMB-98")


def test_rmb_34_a_call_that_leaves_nothing_playable_ends_the_phase() -> None:
    """Seat 1 lights the only dark tile; seat 0, out of actions, has nothing left to choose."""
    p = park(seats=2, at="P0 P1", actions=1, hands=["HBK", "HBK GPS"], dark="T02")
    p.play("move T19")
    calls = {"callhandbook 1 T02", "callgps 1 0", "callgps 1 1"}
    assert legal(p) == {"handbook T02", "end"} | calls
    p.play("callhandbook 1 T02", draw="BRG BRG")
    assert (p.rule, p.actor, legal(p)) == ("RMB-98", 1, {"pass", "gps 0", "gps 1"})


def test_rmb_35_nobody_can_skip_the_draws() -> None:
    """After END two Explore cards and `level` Lights Out cards come; a window can only be passed."""
    p = park(seats=2, at="P0 P1", notch=4, hands=["", "HBK"], dark="T02")
    p.play("end", draw="BRG BRG")
    assert len(p.deck.split()) == 39 - 1 - 2
    assert legal(p) == {"pass", "handbook T02"}
    p.play("pass", lights="L16")
    assert legal(p) == {"pass", "handbook T02", "handbook T16"}
    p.play("pass", lights="L17")
    assert p.discard == "L16 L17"
    assert (p.active, p.actions) == (1, 3)


def test_rmb_36_eliminated_seats_are_skipped() -> None:
    """Seat 1 is out: from 0 it goes to 2 and from there to 0."""
    p = park(seats=3, at="P0 - P5", stranded="eliminate")
    p.play("end", draw="BRG BRG", lights="L16")
    assert (p.active, p.actor) == (2, 2)
    p.play("end", draw="BRG BRG", lights="L17")
    assert (p.active, p.actor) == (0, 0)


def test_rmb_37_a_win_stops_the_game_inside_the_action_phase() -> None:
    """The last pawn arrives and nothing more is asked or drawn."""
    p = park(
        seats=3,
        roles="tourguide dogwalker lamplighter",
        at="T13 P1 T13",
        tokens=ALL_TOKENS,
        hands=["GPS", "", ""],
    )
    p.play("guide 1 T13")
    assert (p.result, p.actor, p.legal()) == ("won", -2, [])
    assert len(p.deck.split()) == 38


def test_rmb_37_a_loss_stops_the_game_inside_the_lights_out_phase() -> None:
    """The first of three cards loses; the two below it are not turned."""
    p = park(seats=2, at="P0 P1", notch=7, dark="T13", pile="L13 L01 L08 ...")
    p.play("end", draw="BRG BRG")
    assert (p.result, p.actor) == ("lost", -2)
    assert layers(p.pile)[:2] == [{"L01"}, {"L08"}]
    assert (p.lamp("T01"), p.lamp("T08"), p.discard) == ("lit", "lit", "")


def test_rmb_40_a_move_goes_to_an_adjacent_remaining_tile() -> None:
    """From P8 there are four ways; the pawn goes and an action is used."""
    p = park(seats=2, roles="dogwalker lamplighter", at="P8 P0")
    assert legal(p, "move") == each("move", "P9 P2 P1 P7")
    p.play("move T16")
    assert (p.at(0), p.at(1), p.actions) == ("T16", "T03", 2)


def test_rmb_41_dark_tiles_are_as_good_as_lit_ones() -> None:
    """With every neighbour dark the same six moves are legal (ruling R-7)."""
    dark = " ".join(tiles(NEAR_CENTRE))
    p = park(seats=2, roles="dogwalker lamplighter", at="P0 P7", dark=dark)
    assert legal(p, "move") == each("move", NEAR_CENTRE)
    p.play("move T09", "move T11")
    assert (p.at(0), p.lamp("T09"), p.actions) == ("T11", "dark", 1)


def test_rmb_42_a_gap_can_be_neither_entered_nor_crossed() -> None:
    """T10 at P1 is gone: from P7 neither it nor P0 behind it can be reached."""
    p = park(seats=2, roles="dogwalker lamplighter", at="P7 P0", gone="T10")
    assert legal(p, "move") == each("move", "P8 P18")
    assert p.refuses("move T10")
    assert p.refuses("move T03")


def test_rmb_42_a_pawn_with_gaps_all_around_cannot_move() -> None:
    """All three neighbours of P7 are gone; END is still there (ruling R-25)."""
    p = park(seats=2, roles="dogwalker lamplighter", at="P7 P0", gone="T10 T14 T17")
    assert legal(p) == {"end"}


def test_rmb_43_any_number_of_pawns_share_a_tile() -> None:
    """Five pawns on P0, and the sixth joins them."""
    p = park(seats=6, at="P1 P0 P0 P0 P0 P0")
    p.play("move T03")
    assert [p.at(seat) for seat in range(6)] == ["T03"] * 6


def test_rmb_44_one_action_is_one_step() -> None:
    """Two tiles away takes two actions; in one it is refused."""
    p = park(seats=2, roles="dogwalker lamplighter", at="P7 P0")
    assert p.refuses("move T15")
    p.play("move T10")
    assert p.actions == 2
    p.play("move T15")
    assert (p.at(0), p.actions) == ("T15", 1)


def test_rmb_45_fix_the_own_or_an_adjacent_dark_tile() -> None:
    """Two dark tiles in reach, one at distance 2 and one far away."""
    p = park(seats=2, roles="dogwalker lamplighter", at="P0 P7", dark="T03 T10 T13 T16")
    assert legal(p, "fix") == {"fix T03", "fix T10"}
    p.play("fix T10")
    assert (p.lamp("T10"), p.lamp("T03"), p.actions, p.at(0)) == ("lit", "dark", 2, "T03")
    p.play("fix T03")
    assert (p.lamp("T03"), p.actions) == ("lit", 1)
    assert legal(p, "fix") == set()


def test_rmb_46_lit_and_removed_tiles_cannot_be_fixed() -> None:
    """Only the dark neighbour is a target."""
    p = park(seats=2, roles="dogwalker lamplighter", at="P0 P7", dark="T10", gone="T15")
    assert legal(p, "fix") == {"fix T10"}
    assert p.refuses("fix T03")
    assert p.refuses("fix T15")


def test_rmb_47_fixing_leaves_the_lights_out_card_where_it_is() -> None:
    """A card in the discard stays there, a card in the pile stays in its layer."""
    p = park(seats=2, roles="dogwalker lamplighter", at="P0 P7", dark="T03 T10", discard="L03")
    before = p.pile
    p.play("fix T03", "fix T10")
    assert p.discard == "L03"
    assert p.pile == before
    assert on_pile(p) == set(CARDS) - {"L03"}


def test_rmb_48_one_action_fixes_one_tile() -> None:
    """The second dark tile costs a second action."""
    p = park(seats=2, roles="dogwalker lamplighter", at="P0 P7", dark="T03 T10")
    p.play("fix T03")
    assert (p.lamp("T10"), p.actions, p.rule) == ("dark", 2, "RMB-32")
    p.play("fix T10")
    assert p.actions == 1
