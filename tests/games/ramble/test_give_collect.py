"""Ramble §4.6 and §4.7: Give and Collect a landmark token."""

import pytest

from tests.games.ramble.guidebook import GAME, LANDMARKS, PLACES, legal
from tests.games.ramble.park import park

PLAIN = "lamplighter dogwalker jogger"  # seat 0 gives like everyone


def test_rmb_50_a_landmark_card_goes_to_a_seat_on_the_same_tile() -> None:
    """Seat 1 shares the tile, seat 2 stands next to it."""
    p = park(seats=3, roles=PLAIN, at="P0 P0 P1", hands=["WAT WAT LKT", "", ""])
    assert legal(p, "give") == {"give 1 WAT", "give 1 LKT"}
    p.play("give 1 WAT")
    assert (p.hand(0), p.hand(1), p.hand(2), p.actions) == ("WAT LKT", "WAT", "", 2)


def test_rmb_50_everyone_on_the_tile_may_receive() -> None:
    """With three on one tile both others are on offer; an eliminated seat never is."""
    p = park(seats=4, at="P0 P0 P0 -", hands=["LKT", "", "", ""], stranded="eliminate")
    assert legal(p, "give") == {"give 1 LKT", "give 2 LKT"}


def test_rmb_51_special_cards_are_never_given() -> None:
    """GPS and Handbook stay out of the menu."""
    p = park(seats=2, roles="lamplighter jogger", at="P0 P0", hands=["GPS HBK WAT", ""])
    assert legal(p, "give") == {"give 1 WAT"}
    for text in ("give 1 GPS", "give 1 HBK"):
        assert p.refuses(text)


def test_rmb_52_each_card_costs_an_action_to_the_same_or_different_seats() -> None:
    """Two cards to seat 1 and one to seat 2 use up the turn."""
    p = park(seats=3, roles=PLAIN, at="P0 P0 P0", hands=["WAT WAT LKT", "", ""])
    p.play("give 1 WAT")
    assert p.actions == 2
    p.play("give 1 WAT")
    assert p.actions == 1
    p.play("give 2 LKT", draw="BRG BRG", lights="L16")
    assert (p.hand(0), p.hand(1), p.hand(2)) == ("BRG BRG", "WAT WAT", "LKT")


def test_rmb_53_the_receiver_is_not_asked_and_a_full_hand_is_no_hindrance() -> None:
    """A gift to a hand of 4 asks nothing; a gift to a hand of 5 is legal."""
    p = park(seats=3, roles=PLAIN, at="P0 P0 P1", hands=["WAT WAT", "BRG BRG BRG BRG", ""])
    p.play("give 1 WAT")
    assert (p.actor, p.rule, p.hand(1)) == (0, "RMB-32", "BRG BRG BRG BRG WAT")
    assert legal(p, "give") == {"give 1 WAT"}
    p.play("give 1 WAT")
    assert (p.actor, p.rule) == (1, "RMB-81")
    assert not p.can("pass")


def test_rmb_54_only_the_active_seat_gives_and_nobody_takes() -> None:
    """Seat 0 has nothing to give and may not take; no word of the game takes or swaps."""
    p = park(seats=2, roles="lamplighter dogwalker", at="P0 P0", hands=["", "WAT BRG"])
    words = {text.split()[0] for text in p.legal()}
    assert words == {"move", "end"}
    assert p.refuses("steal 1 WAT")
    families = {family.__name__.lower() for family in GAME.space.families}
    assert not families & {"swap", "trade", "take", "exchange"}


def test_rmb_55_cards_of_a_collected_landmark_may_still_be_given() -> None:
    """The WAT token is taken; WAT cards go on travelling."""
    p = park(seats=2, roles="lamplighter jogger", at="P0 P0", tokens="WAT:1", hands=["WAT", ""])
    p.play("give 1 WAT")
    assert (p.hand(0), p.hand(1)) == ("", "WAT")


def test_rmb_56_a_receiver_above_five_discards_at_once() -> None:
    """Six cards become five before anything else happens."""
    p = park(seats=3, roles=PLAIN, at="P0 P0 P1", hands=["SHL", "BRG BRG BRG BRG BRG", ""])
    p.play("give 1 SHL")
    assert (p.actor, p.rule) == (1, "RMB-81")
    assert legal(p) == {"discard BRG", "discard SHL"}
    p.play("discard BRG")
    assert (p.hand(1), p.explore_discard) == ("BRG BRG BRG BRG SHL", "BRG")
    assert (p.actor, p.actions) == (0, 2)


@pytest.mark.parametrize("landmark", LANDMARKS)
@pytest.mark.parametrize("lamp", ["lit", "dark"])
def test_rmb_57_four_cards_on_either_tile_lit_or_dark(landmark: str, lamp: str) -> None:
    """Both tiles of all six landmarks work, whatever their lamps do, and no other tile does."""
    hand = f"{landmark} " * 4
    for tile in PLACES[landmark]:
        p = park(seats=2, at=f"{tile} T13", hands=[hand, ""], dark=tile if lamp == "dark" else "")
        assert legal(p, "collect") == {f"collect {landmark}"}
    elsewhere = next(PLACES[other][0] for other in LANDMARKS if other != landmark)
    for tile in (elsewhere, "T13", "T19"):
        p = park(seats=2, at=f"{tile} T14", hands=[hand, ""])
        assert legal(p, "collect") == set()


@pytest.mark.parametrize(
    ("hand", "tokens"),
    [("WAT WAT WAT", ""), ("WAT WAT WAT BRG", ""), ("WAT WAT WAT WAT", "WAT:1"), ("", "")],
)
def test_rmb_57_otherwise_there_is_no_token(hand: str, tokens: str) -> None:
    """Three cards are too few, and a token is collected only once."""
    p = park(seats=2, at="T03 T13", hands=[hand, ""], tokens=tokens)
    assert legal(p, "collect") == set()
    assert p.refuses("collect WAT")


def test_rmb_57_the_other_tile_may_be_gone() -> None:
    """The landmark's second tile has been removed; the first one still serves."""
    p = park(seats=2, at="T03 T13", hands=["WAT " * 4, ""], gone="T04")
    assert legal(p, "collect") == {"collect WAT"}


def test_rmb_58_exactly_four_cards_buy_the_token() -> None:
    """Of five WAT one stays; the four lie in the Explore discard and the seat has the token."""
    p = park(seats=2, at="T04 T13", hands=["WAT " * 5, ""])
    p.play("collect WAT")
    assert (p.hand(0), p.explore_discard) == ("WAT", "WAT WAT WAT WAT")
    assert (p.tokens, p.tokens_of(0), p.tokens_of(1), p.actions) == ("WAT", "WAT", "", 2)
    assert not p.can("collect WAT")


def test_rmb_59_hands_are_not_combined_and_special_cards_are_not_wild() -> None:
    """Three WAT with a GPS and a Handbook, and a fourth WAT in the hand beside it: no token."""
    p = park(seats=2, at="T03 T03", hands=["WAT WAT WAT GPS HBK", "WAT WAT"], dark="T02")
    assert legal(p, "collect") == set()


def test_rmb_60_a_collected_token_stays_when_both_tiles_go() -> None:
    """T03 and T04 leave the game one after the other, and nothing is lost."""
    p = park(seats=2, at="P7 P8", notch=4, tokens="WAT:0", dark="T03 T04", pile="L03 L04 ...")
    p.play("end", draw="BRG BRG")
    assert (p.gone, p.result, p.tokens, p.tokens_of(0)) == ("T03 T04", "playing", "WAT", "WAT")


def test_rmb_60_tokens_are_neither_given_nor_stolen() -> None:
    """With a token and no cards in reach neither giver nor Pickpocket finds anything."""
    p = park(seats=2, roles="pickpocket lamplighter", at="P0 P0", tokens="WAT:0 BRG:1")
    assert {text.split()[0] for text in p.legal()} == {"move", "end"}
    p = park(seats=2, roles="dogwalker pickpocket", at="P0 P0", tokens="WAT:0 BRG:1", active=1)
    assert {text.split()[0] for text in p.legal()} == {"move", "end"}
