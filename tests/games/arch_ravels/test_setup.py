"""Arch Ravels §4.1 to §4.3: the setup."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

from ravelbox.games.arch_ravels.facts import CARD_IDS
from ravelbox.kernel.errors import BadOption
from tests.games.arch_ravels.opening import (
    before_the_bazaar,
    cast,
    deal,
    deciding,
    drafted,
    laid_out,
    listed,
    opening,
    scripted,
    tiles,
)
from tests.games.arch_ravels.pattern_book import (
    COPIES,
    EVERY_SPACE,
    FAVOURITES,
    PROJECTS,
    REQUESTS,
    TILES,
    each,
)
from tests.games.arch_ravels.studio import GAME, studio

SEATS = (2, 3, 4)
EVERYBODY = each("choose", " ".join(FAVOURITES))
RANDOM: dict[str, Any] = {"characters": "random", "sides": "random", "first_player": 0}


@pytest.mark.parametrize("seats", SEATS)
def test_arc_1_two_to_four_players(seats: int) -> None:
    """As many seats as asked for, each with a bowl and a board."""
    table = deal(seats=seats, characters="random", sides="random").view(None).table
    assert len(table["seats"]) == seats


@pytest.mark.parametrize("seats", [1, 5])
def test_arc_1_neither_one_nor_five(seats: int) -> None:
    """One player needs the solo game, five have no boards."""
    with pytest.raises(BadOption):
        deal(seats=seats)


def test_arc_2_a_board_belongs_to_one_player() -> None:
    """Who takes Rebecca takes Theo out of the game too; the fourth has one board left."""
    p = opening(4, first_player=0)
    assert p.legal() == EVERYBODY
    p.play("choose rebecca")
    assert p.legal() == EVERYBODY - each("choose", "rebecca theo")
    p.play("choose alex", "choose derrick")
    assert p.legal() == each("choose", "ted eliza")


def test_arc_2_dealt_boards_differ() -> None:
    """No seed deals both sides of one board."""
    for seed in range(20):
        boards = [
            seat["board"]
            for seat in deal(seed, 4, characters="random", sides="random").view(None).table["seats"]
        ]
        assert len(set(boards)) == 4


def test_arc_3_boards_are_chosen_from_the_first_player_on() -> None:
    """The first player is known before, then it goes clockwise (ruling Q36)."""
    p = opening(3, first_player=1)
    asked = []
    for name in ("ted", "amara", "neeha"):
        asked.append((p.actor, p.rule))
        p.play(f"choose {name}")
    assert asked == [(1, "ARC-3"), (2, "ARC-3"), (0, "ARC-3")]
    assert cast(p) == ("neeha", "ted", "amara")
    assert (p.actor, p.rule) == (1, "ARC-23")


def test_arc_3_boards_dealt_at_random_are_even() -> None:
    """Every pair of characters from two boards comes equally often: 8 × 6 of them."""
    questions = {n: len(seen) for n, seen in deciding(cast, seats=2, **RANDOM).items()}
    pairs = Counter(
        cast(scripted(dict(zip(questions, answers, strict=True)), 2, **RANDOM)[1])
        for answers in product(*(range(n) for n in questions.values()))
    )
    assert len(pairs) == 48
    assert len(set(pairs.values())) == 1


def test_arc_4_the_side_of_a_dealt_board_is_chosen() -> None:
    """With random boards each player, in order, picks one of its two characters."""
    p = opening(3, characters="random", first_player=2)
    sides = [{"rebecca", "theo"}, {"derrick", "amara"}, {"neeha", "alex"}, {"ted", "eliza"}]
    taken = []
    for seat in (2, 0, 1):
        assert (p.actor, p.rule) == (seat, "ARC-4")
        board = {text.split()[1] for text in p.legal()}
        assert board in sides
        sides.remove(board)
        taken.append(max(board))
        p.play(f"choose {taken[-1]}")
    assert cast(p) == (taken[1], taken[2], taken[0])
    assert p.rule == "ARC-23"


def test_arc_4_the_side_of_a_chosen_board_may_be_random() -> None:
    """`sides=random`: a board is picked, and either of its characters comes up evenly."""
    p = opening(2, sides="random", first_player=0)
    assert p.legal() == each(
        "board", "thrifty_shopper master_crafter color_specialist yarn_spinner"
    )
    p.play("board yarn_spinner")
    assert p.legal() == each("board", "thrifty_shopper master_crafter color_specialist")
    seen = deciding(lambda q: cast(q)[0], 2, texts=("board yarn_spinner",), sides="random",
                    first_player=0)  # fmt: skip
    assert [sorted(map(str, answers)) for answers in seen.values()] == [["eliza", "ted"]]


def test_arc_5_no_marker_is_on_a_space_before_the_first_turn() -> None:
    """Nobody has used a space, and each player's first turn allows all four."""
    match = deal(3, 3, characters="random", sides="random")
    table = match.view(None).table
    assert [space["on"] for seat in table["seats"] for space in seat["spaces"]] == [False] * 12
    assert set(GAME.legal_texts(match.state)) == EVERY_SPACE


@pytest.mark.parametrize("seats", SEATS)
def test_arc_6_one_yarn_of_each_colour(seats: int) -> None:
    """Six yarn in every bowl."""
    p = drafted(seats)
    assert [p.bowl(seat) for seat in range(seats)] == ["1B 1G 1O 1P 1R 1Y"] * seats


def test_arc_7_one_tile_of_each_stack_without_repeats() -> None:
    """Four players have four different Bears, Mittens and Scarves."""
    for seed in range(10):
        mine = tiles(deal(seed, 4, **RANDOM).state)
        assert len(set(mine)) == 12
        for seat in range(4):
            kinds = [name.split("_")[0] for name in mine[seat * 3 : seat * 3 + 3]]
            assert kinds == ["bear", "mitt", "scarf"]


def test_arc_7_tiles_are_dealt_evenly() -> None:
    """Two players: 6 × 5 Bears, 6 × 5 Mittens, 6 × 5 Scarves, and no answer repeats another."""
    seen = deciding(lambda p: tiles(p.state), 2, **RANDOM)
    assert sorted(len(answers) for answers in seen.values()) == [5, 5, 5, 6, 6, 6]
    assert all(len(set(answers)) == len(answers) for answers in seen.values())
    every = " ".join(str(hand) for answers in seen.values() for hand in answers)
    assert all(tile in every for tile in TILES)


def test_arc_8_tiles_start_with_the_exact_side() -> None:
    """Nothing is learned; of the three tiles only the exact colours are payable."""
    p = drafted(2)
    assert [p.learned(seat) for seat in range(2)] == ["", ""]
    for seat in GAME.view(p.state, None).table["seats"]:
        sides = {pattern["item"]: pattern["side"] for pattern in seat["patterns"]}
        assert [sides[item] for item in ("bear", "mittens", "scarf")] == ["exact"] * 3


@pytest.mark.parametrize("name", list(FAVOURITES))
def test_arc_9_hat_and_blanket_are_printed_on_every_board(name: str) -> None:
    """Two different colours or five of one, on either side of every board."""
    other = "ted" if name not in ("ted", "eliza") else "theo"
    for bowl, makes in (("1B 1R", "hat"), ("5G", "blanket")):
        p = studio(who=f"{name} {other}", tiles=["bear_o mitt_ppg scarf_gory"], bowls=[bowl])
        p.play("space 2")
        assert p.legal("craft") == {f"craft {makes}"}
        p.play(f"craft {makes}")
        assert (p.items(0), p.bowl(0)) == (makes, "")


@pytest.mark.parametrize("seats", SEATS)
def test_arc_10_nobody_has_items_requests_or_projects(seats: int) -> None:
    """Whatever was turned up on the way."""
    for seed in range(10):
        p = laid_out(seed, seats)
        for seat in range(seats):
            assert (p.items(seat), p.held(seat), p.done(seat), p.won(seat)) == ("", "", "", "")


def test_arc_11_eighty_six_cards() -> None:
    """74 yarn cards and 12 events, in deck and bazaar together, each in its copies."""
    for seed in range(10):
        p = laid_out(seed, 2)
        known = [CARD_IDS[card] for card in p.state.known]
        cards = Counter([*p.bazaar.split(), *p.pool.split(), *known])
        assert {card: n for card, n in cards.items() if card not in REQUESTS} == COPIES
    assert sum(COPIES.values()) == 86


@pytest.mark.parametrize("seats", SEATS)
def test_arc_12_favourites_of_those_in_play_are_in_the_deck(seats: int) -> None:
    """One for each player, and everybody knows."""
    for seed in range(5):
        p = laid_out(seed, seats)
        known = {CARD_IDS[card] for card in p.state.known}
        assert {FAVOURITES[name] for name in cast(p)} <= known


@pytest.mark.parametrize("seats", SEATS)
def test_arc_13_as_many_others_are_drawn_unseen(seats: int) -> None:
    """Of the 26 − n as many as players, favourites of characters not in play among them."""
    for seed in range(10):
        p = laid_out(seed, seats)
        mine = {FAVOURITES[name] for name in cast(p)}
        known = {CARD_IDS[card] for card in p.state.known} & set(REQUESTS)
        others = {CARD_IDS[card] for card in p.state.others}
        assert len(known) + p.state.extras == 2 * seats
        assert others | (known - mine) == set(REQUESTS) - mine
        assert not others & known


def test_arc_13_each_of_the_others_is_as_likely() -> None:
    """One unknown request and one yarn card in the deck: a half for each of both."""
    p = studio(
        bazaar="- y1_b y1_g y1_o y1_p y1_r", deck="y2_b", requests="", extras=1, held=["r01 r03"]
    )
    p.state.apply(GAME.space.parse("space 1"))
    p.state.apply(GAME.space.parse("end"))
    chances = p.chances()
    others = set(REQUESTS) - {"r01", "r03"}
    assert chances == {"y2_b": Fraction(1, 2)} | dict.fromkeys(others, Fraction(1, 48))


@pytest.mark.parametrize("seats", SEATS)
def test_arc_14_requests_lie_in_the_top_half(seats: int) -> None:
    """43 + 2n cards above 43; 86 + 2n in all."""
    p = before_the_bazaar(seats, **RANDOM)
    upper = len(p.state.known) + p.state.extras + p.state.upper
    assert (upper, p.state.lower, p.deck) == (43 + 2 * seats, 43, 86 + 2 * seats)
    chances = p.chances()
    for name in cast(p):
        assert chances[FAVOURITES[name]] == Fraction(1, 43 + 2 * seats)
    others = sum(chances[name] for name in REQUESTS)
    assert others == Fraction(2 * seats, 43 + 2 * seats)


def test_arc_14_the_lower_half_has_none() -> None:
    """While a card is left of the upper part it comes first, and then no request can come."""
    p = studio(bazaar="- - y1_g y1_o y1_p y1_r", deck="y2_b y2_g y2_o", lower=3, requests="r24")
    p.play("space 1")
    p.state.apply(GAME.space.parse("end"))
    assert p.chances() == {"r24": Fraction(1)}
    p.play(draw="r24 y2_g")
    assert p.state.lower == 2


def test_arc_15_six_yarn_cards_fill_the_spaces_in_order() -> None:
    """Events and requests on the way do nothing."""
    p = drafted(2, draw="cat y2_b sale yw clerk y1_g r01 circle yd_bg donate y2_b yt_gop")
    assert p.bazaar == "y2_b yw y1_g yd_bg y2_b yt_gop"
    assert (p.rule, p.discard) == ("ARC-23", "")
    assert [(p.ban(n), p.held(n), p.bowl(n)) for n in range(2)] == [
        ("none", "", "1B 1G 1O 1P 1R 1Y")
    ] * 2


def test_arc_15_cards_are_turned_until_there_are_six_yarn_cards() -> None:
    """Every setup has six yarn cards in the bazaar, and 80 + 2n cards in the deck."""
    for seed in range(30):
        p = laid_out(seed, 4)
        cards = p.bazaar.split()
        assert len(cards) == 6
        assert all(card.startswith("y") for card in cards)
        assert p.deck == 88


def first_chances(draw: str, setaside: str) -> dict[str, Fraction]:
    """How likely each card is to be the first drawn after a setup of two that turned these up."""
    p = drafted(2, draw=draw, setaside=setaside)
    p.play("space 1")
    p.state.apply(GAME.space.parse("shop 1234"))
    return p.chances()


def test_arc_16_cards_set_aside_go_back_into_the_upper_part() -> None:
    """Nine cards were turned: of 47 in the upper part 38 are left, with the three again 41."""
    p = drafted(2, draw="y2_b cat y2_b r01 y2_b y2_b sale y2_b y2_b")
    upper = len(p.state.known) + p.state.extras + p.state.upper
    assert (upper, p.state.lower, p.deck) == (41, 43, 84)
    chances = first_chances("y2_b cat y2_b r01 y2_b y2_b sale y2_b y2_b", "top")
    assert chances["r01"] == chances["r03"] == Fraction(1, 41)
    unseen_cat = Fraction(2, 78) * Fraction(35, 41)
    assert chances["cat"] == Fraction(1, 41) + unseen_cat


def test_arc_16_or_the_whole_deck_is_shuffled() -> None:
    """`setaside=whole`: every card may lie anywhere."""
    chances = first_chances("y2_b cat y2_b r01 y2_b y2_b sale y2_b y2_b", "whole")
    assert chances["r01"] == chances["r03"] == Fraction(1, 84)
    assert chances["cat"] == Fraction(3, 84)


@pytest.mark.parametrize("setaside", ["top", "whole"])
def test_arc_16_nothing_is_shuffled_if_nothing_was_set_aside(setaside: str) -> None:
    """Six yarn cards in a row: the upper part has 41 cards left, whatever the option says."""
    chances = first_chances("y2_b y2_b y2_b y2_b y2_b y2_b", setaside)
    assert chances["r01"] == chances["r03"] == Fraction(1, 41)


def test_arc_17_the_discard_pile_starts_empty() -> None:
    """Cards set aside are not in it."""
    for seed in range(20):
        assert laid_out(seed, 4).discard == ""


@pytest.mark.parametrize(("seats", "many"), [(2, 8), (3, 9), (4, 10)])
def test_arc_18_projects_by_players(seats: int, many: int) -> None:
    """8, 9 or 10 are kept; which of the 13 unseen ones, nobody knows."""
    p = drafted(seats)
    assert len(p.listed.split()) + p.stack == many
    assert len(p.state.plans) == 13


@pytest.mark.parametrize("seats", SEATS)
def test_arc_19_three_projects_are_listed(seats: int) -> None:
    """The rest are the deck; the list has three different ones of the sixteen."""
    p = drafted(seats)
    assert len(set(p.listed.split())) == 3
    assert "-" not in p.listed
    assert p.stack == 3 + seats


def test_arc_19_projects_are_shuffled_evenly() -> None:
    """The first is one of 16, the next of 15, the third of 14."""
    seen = deciding(listed, 2, **RANDOM)
    assert [len(answers) for answers in seen.values()] == [16, 15, 14]
    assert all(len(set(answers)) == len(answers) for answers in seen.values())
    first = next(iter(seen.values()))
    assert {str(answer).split()[0] for answer in first} == set(PROJECTS)


@pytest.mark.parametrize("seats", SEATS)
def test_arc_20_the_first_player_is_drawn_evenly(seats: int) -> None:
    """One question of luck has an answer for each seat."""
    seen = deciding(lambda p: p.active, seats, characters="random", sides="random")
    assert [sorted(map(int, map(str, answers))) for answers in seen.values()] == [
        list(range(seats))
    ]
    assert prod(len(answers) for answers in seen.values()) == seats


@pytest.mark.parametrize("first", [0, 1, 2])
def test_arc_20_or_named_by_the_option(first: int) -> None:
    """`first_player=n`: that seat has the first turn."""
    for seed in range(3):
        match = deal(seed, 3, characters="random", sides="random", first_player=first)
        assert match.state.actor == first
        assert match.view(None).table["active"] == first
