"""Ramble §4.8 to §4.10: the Explore cards, In the Dark and the hand limit."""

from collections import Counter
from fractions import Fraction

import pytest

from tests.games.ramble.guidebook import (
    ALL_TOKENS,
    CARDS,
    COPIES,
    GAME,
    each,
    explore_total,
    layers,
    legal,
    on_pile,
    others,
    rest,
    spread,
)
from tests.games.ramble.park import park

FULL = "BRG BRG BRG WAT WAT"


def test_rmb_61_exactly_two_cards_are_drawn() -> None:
    """The deck loses two cards and the hand gains them; the other hands are untouched."""
    p = park(seats=3, at="P0 P1 P2", hands=["STN", "SHL", ""])
    p.play("end", draw="BRG WAT", lights="L16")
    assert (p.hand(0), p.hand(1), p.hand(2)) == ("BRG WAT STN", "SHL", "")
    assert len(p.deck.split()) == 39 - 2 - 2
    assert explore_total(p, 3) == COPIES


def test_rmb_61_each_card_of_the_deck_is_equally_likely() -> None:
    """The first card is drawn from the whole deck, the second from what is left."""
    p = park(
        seats=2,
        at="P0 P1",
        deck="WAT WAT WAT GPS",
        explore_discard=rest("WAT WAT WAT GPS"),
    )
    assert spread(p, "end", lambda q: q.hand(0)) == {
        "WAT": Fraction(3, 4),
        "GPS": Fraction(1, 4),
    }
    q = p.copy()
    q.state.apply(GAME.space.parse("end"))
    seconds: Counter[str] = Counter()
    for first in range(q.state.outcomes()):
        r = q.copy()
        r.state.apply(first)
        for second in range(r.state.outcomes()):
            t = r.copy()
            t.state.apply(second)
            seconds[t.hand(0)] += 1
    assert Fraction(seconds["WAT WAT"], seconds.total()) == Fraction(1, 2)
    assert Fraction(seconds["WAT GPS"], seconds.total()) == Fraction(1, 2)


def test_rmb_61_the_first_card_is_resolved_before_the_second() -> None:
    """A first ITD that reaches the last notch leaves no second card."""
    p = park(seats=2, at="P0 P1", notch=11)
    p.play("end", draw="ITD")
    assert p.result == "lost"
    assert p.hand(0) == ""


def test_rmb_62_landmark_and_special_cards_go_to_the_active_hand_face_up() -> None:
    """Both are in the hand of the active seat, for everyone to see."""
    p = park(seats=3, at="P0 P1 P2", active=1)
    p.play("end", draw="GPS LKT")
    assert (p.hand(0), p.hand(1), p.hand(2)) == ("", "LKT GPS", "")
    for seat in (None, 0, 1, 2):
        hand = GAME.view(p.state, seat).table["seats"][1]["hand"]
        assert {card["kind"]: card["n"] for card in hand} == {"LKT": 1, "GPS": 1}


def test_rmb_63_in_the_dark_never_enters_a_hand_and_is_not_replaced() -> None:
    """ITD and BRG: one card in the hand, the ITD in the discard, two cards off the deck."""
    p = park(seats=2, at="P0 P1", notch=1)
    p.play("end", draw="ITD BRG", lights="L16")
    assert (p.hand(0), p.explore_discard) == ("BRG", "ITD")
    assert len(p.deck.split()) == 37
    p.play("end", draw="WAT ITD", lights="L16")
    assert (p.hand(1), p.explore_discard) == ("WAT", "ITD ITD")
    assert len(p.deck.split()) == 35


def test_rmb_64_an_empty_deck_is_refilled_at_once_after_the_card_is_placed() -> None:
    """The last card goes to the hand; then the discard is the new deck, for the second card."""
    p = park(seats=2, at="P0 P1", deck="WAT", explore_discard=rest("WAT"))
    p.play("end", draw="WAT GPS")
    assert p.hand(0) == "WAT GPS"
    assert p.explore_discard == ""
    assert p.deck == rest("WAT GPS")


def test_rmb_64_the_deck_is_refilled_also_after_the_second_card() -> None:
    """Two cards left: after both the new deck is there, before the Lights Out cards."""
    p = park(
        seats=2,
        at="P0 P1",
        deck="WAT BRG",
        explore_discard=rest("WAT BRG HBK"),
        dark="T02",
        hands=["", "HBK"],
    )
    p.play("end", draw="BRG WAT")
    assert (p.rule, p.explore_discard) == ("RMB-98", "")
    assert p.deck == rest("WAT BRG HBK")


def test_rmb_64_a_last_in_the_dark_is_resolved_first_and_reshuffled_with_the_rest() -> None:
    """The new deck holds all three ITD again (ruling R-10)."""
    p = park(seats=2, at="P0 P1", deck="ITD", explore_discard=rest("ITD"))
    p.play("end", draw="ITD WAT", lights="L16")
    assert p.deck == rest("WAT")
    assert p.notch == 3


def test_rmb_65_later_discards_start_a_new_discard() -> None:
    """What is shed after the reshuffle lies alone in the discard."""
    taken = "STN STN STN STN STN"
    p = park(seats=2, at="P0 P1", hands=[taken, ""], deck="WAT", explore_discard=rest("WAT", taken))
    p.play("end", draw="WAT BRG")
    assert (p.rule, p.explore_discard) == ("RMB-81", "")
    p.play("discard STN", "discard WAT", lights="L16")
    assert p.explore_discard == "WAT STN"
    assert p.deck == rest(taken, "WAT BRG")


def test_rmb_65_with_each_card_the_shed_comes_after_the_reshuffle() -> None:
    """The deck is refilled before the seat sheds, so what it sheds is not in the new deck."""
    taken = "STN STN STN STN STN"
    p = park(
        seats=2,
        at="P0 P1",
        hands=[taken, ""],
        deck="WAT",
        explore_discard=rest("WAT", taken),
        hand_check="each_card",
    )
    p.play("end", draw="WAT")
    assert (p.rule, p.explore_discard, p.deck) == ("RMB-81", "", rest("WAT", taken))
    p.play("discard STN", draw="BRG")
    assert (p.explore_discard, p.deck) == ("STN", rest("WAT BRG", taken))


def test_rmb_66_deck_and_discard_are_never_both_empty() -> None:
    """Six full hands and two cards just drawn leave 7 of 39."""
    hands = ["BRG BRG BRG BRG BRG", "WAT WAT WAT WAT WAT", "STN STN STN STN STN"]
    hands += ["SHL SHL SHL SHL SHL", "MDW MDW MDW MDW MDW", "LKT LKT LKT LKT GPS"]
    p = park(
        seats=6,
        at="P0 P1 P2 P3 P4 P5",
        hands=hands,
        deck="HBK",
        explore_discard=rest("HBK", *hands),
    )
    p.play("end", draw="HBK LKT")
    assert sum(len(p.hand(seat).split()) for seat in range(6)) == 32
    assert len(p.deck.split()) + len(p.explore_discard.split()) == 7
    assert explore_total(p, 6) == COPIES


@pytest.mark.parametrize("notch", range(1, 11))
def test_rmb_70_the_marker_moves_one_notch_toward_darkness(notch: int) -> None:
    """From every notch but the last two an ITD leads to the next one."""
    p = park(seats=2, at="P0 P1", notch=notch, hands=["", "HBK"], dark="T02")
    p.play("end", draw="ITD BRG")
    assert p.notch == notch + 1
    assert p.result == "playing"


def test_rmb_71_the_last_notch_loses_before_anything_is_shuffled() -> None:
    """Notch 12: the Lights Out piles stay as they were and the ITD is not discarded."""
    p = park(seats=2, at="P0 P1", notch=11, dark="T01 T03", discard="L01 L03", pile="L07 ...")
    before = p.pile
    p.play("end", draw="ITD")
    assert (p.result, p.notch) == ("lost", 12)
    assert p.outcome.rule == "RMB-134"
    assert (p.discard, p.pile, p.explore_discard) == ("L01 L03", before, "")


def test_rmb_72_discards_go_on_top_as_one_layer_and_the_rest_keeps_its_place() -> None:
    """Known cards and older layers lie below the new layer in their old order."""
    p = park(
        seats=2,
        at="P0 P7",
        hands=["", "HBK"],
        dark="T01 T04 T05",
        discard="L01 L04 L05",
        pile="L13 L02 (L09 L11 L17) ...",
    )
    p.play("end", draw="ITD BRG")
    assert p.discard == ""
    below = set(CARDS) - {"L01", "L04", "L05", "L13", "L02", "L09", "L11", "L17"}
    assert layers(p.pile) == [
        {"L01", "L04", "L05"},
        {"L13"},
        {"L02"},
        {"L09", "L11", "L17"},
        below,
    ]


def test_rmb_72_the_new_layer_is_shuffled() -> None:
    """The next card is each of the three with one third, and none from below."""
    p = park(
        seats=2, at="P0 P7", hands=["", "HBK"], dark="T01", discard="L01 L04 L05", pile="L13 ..."
    )
    p.play("end", draw="ITD BRG")
    third = Fraction(1, 3)
    next_card = spread(p, "pass", lambda q: q.gone or q.discard)
    assert next_card == {"T01": third, "L04": third, "L05": third}


def test_rmb_73_without_discards_only_the_marker_moves() -> None:
    """The pile with its known cards is as before."""
    p = park(seats=2, at="P0 P7", hands=["", "HBK"], dark="T01", pile="L13 L02 ...")
    before = p.pile
    p.play("end", draw="ITD BRG")
    assert (p.pile, p.discard, p.notch) == (before, "", 3)


def test_rmb_74_in_the_dark_goes_to_the_explore_discard_and_returns() -> None:
    """It lies in the Explore discard until the deck runs out, then it can be drawn again."""
    p = park(seats=2, at="P0 P7")
    p.play("end", draw="ITD BRG", lights="L16")
    assert p.explore_discard == "ITD"
    p = park(seats=2, at="P0 P7", deck="WAT", explore_discard=rest("WAT"))
    p.play("end", draw="WAT ITD", lights="L16")
    assert (p.notch, p.explore_discard) == (3, "ITD")


def test_rmb_75_two_in_one_draw_move_two_notches_and_shuffle_once() -> None:
    """One layer of the five discards lies on the pile; both ITD are in the Explore discard."""
    discard = "L01 L03 L05 L07 L09"
    p = park(seats=2, at="P0 P7", notch=3, hands=["", "HBK"], dark="T01", discard=discard)
    p.play("end", draw="ITD ITD")
    assert (p.notch, p.level) == (5, 2)
    assert layers(p.pile) == [set(discard.split()), set(CARDS) - set(discard.split())]
    assert (p.explore_discard, p.hand(0)) == ("ITD ITD", "")


def test_rmb_76_in_different_turns_each_shuffles_the_discard_of_its_time() -> None:
    """The second turn's ITD puts the card drawn in between on top as a layer of its own."""
    p = park(seats=2, at="P0 P7", hands=["HBK", ""], dark="T01", discard="L01 L03", notch=1)
    p.play("end", draw="ITD BRG")
    p.play("pass", lights="L03")
    assert p.discard == "L03"
    p.play("end", draw="ITD BRG")
    assert (p.actor, p.rule) == (0, "RMB-98")
    assert layers(p.pile) == [{"L03"}, {"L01"}, set(CARDS) - {"L01", "L03"}]


def test_rmb_77_removed_cards_never_return() -> None:
    """A card removed with its tile is in no layer after the shuffle."""
    p = park(seats=2, at="P0 P7", hands=["", "HBK"], dark="T01 T02", gone="T05", discard="L01 L03")
    p.play("end", draw="ITD BRG")
    assert on_pile(p) == set(CARDS) - {"L05"}
    p.play("pass", lights="L01")
    assert p.gone == "T01 T05"
    p.play("end", draw="ITD BRG")
    assert on_pile(p) == set(CARDS) - {"L01", "L05"}


def test_rmb_78_no_special_card_between_the_two_explore_cards() -> None:
    """Holders are asked only when both cards are there, and a GPS just drawn waits as well."""
    p = park(seats=3, at="P0 P1 P2", hands=["HBK", "GPS", ""], dark="T01")
    p.play("end", draw="GPS ITD")
    assert (p.rule, p.actor) == ("RMB-98", 0)
    assert len(p.deck.split()) == 39 - 2 - 2
    assert (p.notch, p.hand(0)) == (3, "GPS HBK")


def test_rmb_78_leaving_is_the_exception() -> None:
    """The GPS drawn first wins before the second card."""
    p = park(seats=2, at="T13 T13", tokens=ALL_TOKENS, notch=11)
    p.play("end", draw="GPS")
    assert p.result == "won"


def test_rmb_78_a_shed_between_the_cards_is_the_other_exception() -> None:
    """With each_card the overfull seat may play a Special card between them."""
    p = park(
        seats=2,
        at="P0 P1",
        hands=["BRG BRG WAT WAT HBK", "GPS"],
        dark="T01",
        hand_check="each_card",
    )
    p.play("end", draw="STN")
    assert (p.rule, p.actor) == ("RMB-81", 0)
    assert p.can("handbook T01")
    p.play("handbook T01", draw="STN")
    assert (p.rule, p.actor, p.hand(0)) == ("RMB-81", 0, "BRG BRG WAT WAT STN STN")


@pytest.mark.parametrize(
    ("before", "sheds"), [("BRG BRG BRG", 0), ("BRG BRG BRG BRG", 1), (FULL, 2)]
)
def test_rmb_80_a_hand_is_shed_one_by_one_to_five(before: str, sheds: int) -> None:
    """Three and two are five; from six one card goes, from seven two."""
    p = park(seats=2, at="P0 P1", hands=[before, "HBK"], dark="T01")
    p.play("end", draw="LKT LKT")
    for n in range(sheds):
        assert (p.rule, p.actor) == ("RMB-81", 0)
        assert len(p.hand(0).split()) == 5 + sheds - n
        p.play("discard BRG")
    assert (p.rule, p.actor) == ("RMB-98", 1)
    assert len(p.hand(0).split()) == 5
    assert p.explore_discard == " ".join(["BRG"] * sheds)


def test_rmb_80_special_cards_count_too() -> None:
    """Four landmarks and two Special cards are six."""
    p = park(seats=2, at="P0 P1", hands=["BRG BRG BRG GPS", ""])
    p.play("end", draw="GPS BRG")
    assert (p.rule, len(p.hand(0).split())) == ("RMB-81", 6)


def test_rmb_81_three_ways_to_shed() -> None:
    """Discard a Landmark card, discard a Special card unused, or play it."""
    p = park(seats=2, at="P0 P1", hands=["BRG WAT WAT GPS HBK", ""], dark="T02 T16")
    p.play("end", draw="STN STN")
    discards = {f"discard {kind}" for kind in ("BRG", "WAT", "STN", "GPS", "HBK")}
    assert legal(p) == discards | each("handbook", "T02 T16") | {"gps 0", "gps 1"}
    q = p.copy()
    q.play("discard HBK")
    assert (q.lamp("T02"), q.lamp("T16"), q.explore_discard) == ("dark", "dark", "HBK")
    q.play("discard GPS", lights="L17")
    assert (q.at(0), q.at(1)) == ("T03", "T10")
    p.play("gps 1", "relocate T13")
    assert (p.at(1), p.explore_discard, p.rule) == ("T13", "GPS", "RMB-81")
    p.play("handbook T16", lights="L17")
    assert (p.lamp("T16"), p.hand(0)) == ("lit", "BRG WAT WAT STN STN")


def test_rmb_81_an_unplayable_handbook_can_only_be_discarded() -> None:
    """Without a dark tile there is nothing to play."""
    p = park(seats=2, at="P0 P1", hands=["BRG WAT WAT WAT HBK", ""])
    p.play("end", draw="STN STN")
    kinds = ("BRG", "WAT", "STN", "HBK")
    assert legal(p) == {f"discard {kind}" for kind in kinds}


def test_rmb_82_the_check_comes_once_after_both_cards() -> None:
    """By default a hand of five draws to seven before it sheds."""
    p = park(seats=2, at="P0 P1", hands=[FULL, ""])
    p.play("end", draw="LKT SHL")
    assert (p.rule, p.hand(0)) == ("RMB-81", "BRG BRG BRG WAT WAT SHL LKT")


def test_rmb_82_each_card_checks_twice() -> None:
    """With each_card the first card is shed for before the second is drawn."""
    p = park(seats=2, at="P0 P1", hands=[FULL, ""], hand_check="each_card")
    p.play("end", draw="LKT")
    assert (p.rule, p.hand(0)) == ("RMB-81", "BRG BRG BRG WAT WAT LKT")
    p.play("discard WAT", draw="SHL")
    assert (p.rule, p.hand(0)) == ("RMB-81", "BRG BRG BRG WAT SHL LKT")
    p.play("discard WAT", lights="L16")
    assert (p.hand(0), p.active) == ("BRG BRG BRG SHL LKT", 1)


def test_rmb_83_after_a_theft_the_pickpocket_sheds_at_once() -> None:
    """The sixth card comes by Steal; the shed is asked before the next action."""
    p = park(seats=2, roles="pickpocket lamplighter", at="P0 P1", hands=[FULL, "LKT LKT"])
    p.play("steal 1 LKT")
    assert (p.rule, p.actor, p.active, p.actions) == ("RMB-81", 0, 0, 2)
    p.play("discard LKT")
    assert (p.rule, p.actor, p.actions) == ("RMB-32", 0, 2)


def test_rmb_83_after_a_gift_the_receiver_sheds_outside_its_turn() -> None:
    """Seat 1 decides although seat 0 is active."""
    p = park(seats=2, roles="lamplighter jogger", at="P0 P0", hands=["LKT", FULL])
    p.play("give 1 LKT")
    assert (p.rule, p.actor, p.active) == ("RMB-81", 1, 0)


def test_rmb_84_the_seat_chooses_and_may_shed_the_card_just_received() -> None:
    """All kinds of the hand are on offer, the new one too."""
    p = park(seats=2, roles="lamplighter jogger", at="P0 P0", hands=["LKT", FULL])
    p.play("give 1 LKT")
    assert legal(p) == {"discard BRG", "discard WAT", "discard LKT"}
    p.play("discard LKT")
    assert (p.hand(1), p.explore_discard) == (FULL, "LKT")


def test_rmb_85_no_minimum_and_no_voluntary_discard() -> None:
    """A hand of five or fewer is never asked to discard and never may; an empty hand is fine."""
    p = park(seats=2, at="T03 P1", hands=["WAT WAT WAT WAT", FULL])
    assert legal(p, "discard") == set()
    p.play("collect WAT")
    assert p.hand(0) == ""
    assert legal(p, "discard") == set()
    p.play("end", draw="STN STN", lights="L16")
    assert (p.actor, legal(p, "discard")) == (1, set())


def test_rmb_72_nothing_below_the_new_layer_is_drawn_first() -> None:
    """With two discards and level 2 both next cards are those two, in either order."""
    for order in ("L03 L05", "L05 L03"):
        p = park(seats=2, at="P7 P8", notch=3, discard="L03 L05", pile="L19 ...")
        p.play("end", draw="ITD BRG", lights=order)
        assert (p.discard, layers(p.pile)[0]) == ("L03 L05", {"L19"})
        assert on_pile(p) == set(others("L", "L03 L05").split())
