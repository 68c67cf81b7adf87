"""Arch Ravels §4.6: Shop."""

import pytest

from tests.games.arch_ravels.pattern_book import COLOURS, YARN, counts, each, numbers, plus, shops
from tests.games.arch_ravels.studio import studio

GAPS = "- - y2_g y1_r - y2_y"


@pytest.mark.parametrize(
    ("who", "move", "many"),
    [
        ("rebecca ted", "space 1", 4),
        ("derrick ted", "space 1", 3),
        ("rebecca ted", "space 3", 2),
        ("ted rebecca", "space 1", 3),
    ],
)
def test_arc_29_exactly_so_many_different_spaces(who: str, move: str, many: int) -> None:
    """Every choice of k of the six spaces, none smaller, none greater."""
    p = studio(who=who)
    p.play(move)
    assert p.legal("shop") == shops(many)
    assert len(p.legal("shop")) == {2: 15, 3: 20, 4: 15}[many]


@pytest.mark.parametrize("card", [card for card in YARN if card != "yw"])
def test_arc_30_a_yarn_card_gives_what_it_shows(card: str) -> None:
    """Every face, into a bowl that has something already."""
    p = studio(bazaar=f"y1_p {card} y2_o y2_b y2_g y2_r", bowls=["1B 2O"])
    p.play("space 3", "shop 12")
    assert p.bowl(0) == plus("1B 2O", "1P", YARN[card][0])
    assert p.bowl(1) == ""


def test_arc_31_any_colour_gives_two_of_colours_chosen_separately() -> None:
    """21 mixes of two: colour by colour, the last one forced."""
    p = studio(bazaar="yw y1_b y1_g y1_o y1_p y1_r")
    p.play("space 3", "shop 12")
    assert (p.rule, p.legal()) == ("ARC-31", numbers(0, 2))
    made = set()
    for n, one in enumerate(COLOURS):
        for other in COLOURS[n:]:
            q = p.copy()
            both = f"2{one}" if one == other else f"1{one} 1{other}"
            q.play(*counts(both))
            assert q.rule != "ARC-31"
            made.add(q.bowl(0))
            assert q.bowl(0) == plus("1B", both)
    assert len(made) == 21


def test_arc_31_all_wild_yarn_of_one_shop_is_chosen_at_once() -> None:
    """Two such cards: four yarn; what is left to choose gets less with every colour."""
    p = studio(bazaar="yw yw y1_g y1_o y1_p y1_r")
    p.play("space 3", "shop 12")
    assert p.legal() == numbers(0, 4)
    p.play("count 1")
    assert p.legal() == numbers(0, 3)
    p.play("count 0", "count 0", "count 1")
    assert p.legal() == numbers(0, 2)
    p.play("count 2")
    assert p.bowl(0) == "1B 1P 2R"
    assert p.rule != "ARC-31"


@pytest.mark.parametrize("colour", list(COLOURS))
def test_arc_32_an_empty_space_is_one_yarn_of_any_colour(colour: str) -> None:
    """A gap left over from before gives one yarn, and no card is discarded for it."""
    p = studio(bazaar="- y2_g y1_o y1_p y1_r y1_y")
    p.play("space 3", "shop 12")
    assert (p.rule, p.legal()) == ("ARC-31", numbers(0, 1))
    p.play(*counts(f"1{colour}"))
    assert (p.bowl(0), p.discard) == (plus("2G", f"1{colour}"), "y2_g")


def test_arc_32_a_space_emptied_this_turn_cannot_be_shopped() -> None:
    """After the one Shop of the turn there is no second (ruling Q6)."""
    p = studio(bowls=["1B 1G"])
    p.play("space 3", "shop 12")
    assert p.bazaar == "- - y1_o y1_p y1_r y1_y"
    assert p.legal("shop") == set()


def test_arc_33_with_too_few_cards_gaps_make_up_the_number() -> None:
    """Three cards and Shop 4: each of the 15 choices has a gap, and none has three spaces."""
    p = studio(bazaar=GAPS)
    p.play("space 1")
    assert p.legal() == shops(4) | {"end"}
    p.play("shop 3456")
    assert (p.rule, p.legal()) == ("ARC-31", numbers(0, 1))
    p.play("count 1")
    assert p.bowl(0) == "1B 2G 1R 2Y"


def test_arc_33_an_empty_bazaar_gives_yarn_of_any_colours() -> None:
    """Shop 4 on four gaps."""
    p = studio(bazaar="- - - - - -")
    p.play("space 1", "shop 2345", *counts("1B 2O 1Y"))
    assert (p.bowl(0), p.discard) == ("1B 2O 1Y", "")


def test_arc_34_gaps_may_be_preferred_to_cards() -> None:
    """Three cards are there, yet Shop 2 may take two gaps (ruling Q5)."""
    p = studio(bazaar=GAPS)
    p.play("space 3")
    assert p.legal("shop") == shops(2)
    p.play("shop 12", *counts("2P"))
    assert (p.bowl(0), p.discard) == ("2P", "")
    assert "y2_g y1_r" in p.bazaar


def test_arc_35_chosen_cards_go_to_the_discard_pile() -> None:
    """Those and no others, on top of what lay there; gaps add nothing."""
    p = studio(
        who="ted rebecca",
        bazaar="- y2_g y1_o yw y1_r y1_y",
        discard="cat y2_p",
        bowls=["1B"],
        items=["hat"],
    )
    p.play("space 1", "shop 134", *counts("3B"))
    assert p.discard.split()[:2] == ["cat", "y2_p"]
    assert sorted(p.discard.split()[2:]) == ["y1_o", "yw"]
    assert p.bowl(0) == "4B 1O"


def test_arc_35_the_yarn_is_taken_before_the_cards_leave() -> None:
    """While the colours are chosen the wild yarn is open; then the cards are discarded."""
    p = studio(bazaar="yw y2_g y1_o y1_p y1_r y1_y", bowls=["1B 1R"])
    p.play("space 3", "shop 12", *counts("2R"))
    assert (p.rule, p.bowl(0)) == ("ARC-26", "1B 2G 3R")
    assert sorted(p.discard.split()) == ["y2_g", "yw"]


def test_arc_36_no_refill_during_step_1() -> None:
    """The gaps stay while the Craft of the same space is open; then they are filled."""
    p = studio(bowls=["1B 1G"])
    p.play("space 3", "shop 12")
    assert (p.rule, p.bazaar) == ("ARC-26", "- - y1_o y1_p y1_r y1_y")
    assert p.deck == 80
    p.play("craft hat", draw="y2_b y2_g")
    assert (p.rule, p.bazaar) == ("ARC-79", "y2_b y2_g y1_o y1_p y1_r y1_y")


def test_arc_37_bowls_have_no_limit() -> None:
    """A hundred of each colour and still more."""
    full = " ".join(f"100{colour}" for colour in COLOURS)
    p = studio(bowls=[full], bazaar="y2_b yt_gop y1_r y1_y y1_g y1_o")
    p.play("space 1", "shop 1234")
    assert p.bowl(0) == "102B 101G 101O 101P 101R 101Y"
    p = studio(who="ted rebecca", bowls=[full])
    p.play("space 3")
    assert p.legal("take") == each("take", "B G O P R Y")
    p.play("take B", "end")
    assert p.bowl(0) == "103B 100G 100O 100P 100R 100Y"
