"""R.A.V.E.L. §4.1: spaces, sides, neighbours, stacks and tokens."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from ravelbox.kernel.game import View
from ravelbox.kernel.match import Match
from tests.games.ravel.bench import X, bench, new, seeded

SIDES = {"N": (0, 1, 2), "E": (2, 3, 4), "S": (4, 5, 6), "W": (6, 7, 0)}
SPACES = [f"p{i}" for i in range(8)]
IDENTITIES = {"O1", "O2", "W1", "W2", "K1", "K2", "B1", "B2"}


def lively(match: Match, seed: int) -> Iterator[View]:
    """Play at random, unlocking whenever it can be done; show every decision and the end."""
    rng = Random(seed)
    view = match.view(0)
    while view.prompt is not None:
        yield view
        offers = view.prompt.offers
        eager = [offer for offer in offers if offer.text.startswith("unlock")]
        match.play(0, [rng.choice(eager or offers).code])
        view = match.view(0)
    yield view


def with_oranges(first: int, second: int) -> str:
    """A board whose two orange dice lie on the two given spaces."""
    rest = iter("WWKKBB")
    return " ".join(f"{'O' if i in (first, second) else next(rest)}{i % 6 + 1}" for i in range(8))


def test_rvl_1_eight_spaces_are_named_clockwise_from_the_top_left() -> None:
    """The table shows eight spaces, p0 at the top left and the others clockwise from there."""
    dice = new().view(0).table["dice"]
    assert [die["space"] for die in dice] == SPACES
    assert [die["place"] for die in dice] == [
        "top left",
        "top",
        "top right",
        "right",
        "bottom right",
        "bottom",
        "bottom left",
        "left",
    ]


def test_rvl_1_tinkering_reaches_exactly_eight_spaces() -> None:
    """Every one of p0 to p7 can be tuned and starts one pair to swap, and there is no ninth."""
    b = bench(X, n="14S", tokens="8/8")
    assert {text.split()[1] for text in b.legal("tune")} == set(SPACES)
    assert b.legal("swap") == [f"swap {space}" for space in SPACES]


def test_rvl_2_no_action_ever_names_the_centre() -> None:
    """Tinkering and all dice rewards know the eight ring spaces and no other (ruling Q1)."""
    named: set[str] = set()
    for reward in ("", "1A", "3A", "9A"):
        b = bench(X, n="14S", tokens="8/8", reward=reward)
        named |= {word for text in b.legal() for word in text.split() if word.startswith("p")}
    assert named == set(SPACES)


def test_rvl_2_dice_facing_each_other_across_the_centre_do_not_touch() -> None:
    """No single Swap exchanges p1 with p5 or p3 with p7 through the hole."""
    dice = X.split()
    for i, j in ((1, 5), (3, 7)):
        crossed = dice[:]
        crossed[i], crossed[j] = crossed[j], crossed[i]
        for text in bench(X, n="14S", e="13S", tokens="1/8").legal("swap"):
            b = bench(X, n="14S", e="13S", tokens="1/8")
            b.play(text)
            assert b.board != " ".join(crossed)


def test_rvl_3_every_space_holds_one_die_at_every_decision() -> None:
    """At each decision of whole games the eight dice lie on the eight spaces, one on each."""
    decisions = 0
    for seed in range(12):
        for view in lively(seeded(seed=seed, deck="C8", tokens=12), seed):
            dice = view.table["dice"]
            assert [die["space"] for die in dice] == SPACES
            assert {die["die"] for die in dice} == IDENTITIES
            decisions += 1
    assert decisions > 100


def test_rvl_4_the_four_sides_are_lines_of_three_spaces() -> None:
    """For all 28 places of two orange dice, 1S is met on exactly the sides that hold both."""
    for first, second in combinations(range(8), 2):
        b = bench(with_oranges(first, second), n="14S", tokens="8/8")
        meeting = {side for side in "NESW" if "1S" in b.met(side)}
        assert meeting == {side for side, line in SIDES.items() if {first, second} <= set(line)}


def test_rvl_4_each_side_reads_its_own_three_dice() -> None:
    """On board X the four sides meet what their own lines of dice meet."""
    b = bench(X, n="14S", tokens="8/8")
    assert b.met("N") == {"1S", "16S", "1A"}
    assert b.met("E") == {"12S", "13S", "15S", "13A"}
    assert b.met("S") == {"5S", "7S", "9S", "12S", "15S"}
    assert b.met("W") == {"9S", "12S", "12A"}


def test_rvl_5_a_corner_die_counts_for_two_sides_and_a_middle_die_for_one() -> None:
    """A single low die breaks "all above 3" on two sides from a corner, on one from a middle."""
    owners = ["WN", "N", "NE", "E", "ES", "S", "SW", "W"]
    for space in range(8):
        dice = [f"{colour}6" for colour in "OWKBOWKB"]
        dice[space] = dice[space][0] + "1"
        b = bench(" ".join(dice), n="14S", tokens="8/8")
        assert {side for side in "NESW" if "6S" not in b.met(side)} == set(owners[space])


def test_rvl_6_adjacent_means_next_to_each_other_in_the_ring() -> None:
    """The eight Swaps exchange p0-p1, p1-p2 … p7-p0 and no other pair."""
    dice = X.split()
    expected = set()
    for i in range(8):
        swapped = dice[:]
        swapped[i], swapped[(i + 1) % 8] = swapped[(i + 1) % 8], swapped[i]
        expected.add(" ".join(swapped))
    reached = set()
    for text in bench(X, n="14S", tokens="8/8").legal("swap"):
        b = bench(X, n="14S", tokens="8/8")
        b.play(text)
        reached.add(b.board)
    assert len(expected) == 8
    assert reached == expected


def test_rvl_7_spaces_and_sides_stay_when_the_tile_turns() -> None:
    """After a quarter turn p0 still means top left, N still reads p0 to p2, stacks stay."""
    b = bench(X, n="14S", e="3S", tokens="8/8", reward="7S")
    b.play("rotate cw")
    assert (b.stack("N"), b.stack("E")) == ("14S", "3S")
    assert b.board == "K1 B4 O2 W5 O6 K3 B3 W3"
    assert b.met("N") == {"9S", "12S", "12A"}
    b.play("swap p0")
    assert b.board == "B4 K1 O2 W5 O6 K3 B3 W3"


def test_rvl_8_a_die_keeps_its_colour_and_shows_one_to_six() -> None:
    """In whole games the die called K2 stays black, and every face is a number from 1 to 6."""
    for seed in range(6):
        for view in lively(seeded(seed=seed, deck="S", tokens=12), seed):
            for die in view.table["dice"]:
                assert die["colour"] == die["die"][0]
                assert die["face"] in range(1, 7)
            colours = Counter(die["colour"] for die in view.table["dice"])
            assert colours == {"O": 2, "W": 2, "K": 2, "B": 2}


def test_rvl_8_dice_of_one_colour_are_interchangeable() -> None:
    """Trading the two orange dice, number and all, is no change and so no action."""
    b = bench("O4 O4 W1 K2 B3 W5 K6 B1", n="14S", tokens="8/8", reward="9S")
    assert not b.can("exchange p0 p1")
    assert b.can("exchange p0 p2")


def test_rvl_9_a_side_without_cards_has_no_stack() -> None:
    """An empty side shows nothing and offers no Unlock, whatever its dice would meet."""
    b = bench(X, n="1S", e="", s="", w="", tokens="8/8")
    assert [b.stack(side) for side in "NESW"] == ["1S", "", "", ""]
    assert b.legal("unlock") == ["unlock N"]


def test_rvl_10_the_top_card_lies_on_all_others() -> None:
    """Unlocking takes the first card of the stack; the next one becomes the top."""
    b = bench(X, n="1S (8S) (3S)", e="14S", tokens="8/8")
    assert b.stack("N") == "1S (?) (?)"
    b.play("unlock N", up="8S")
    assert b.hand == "1S"
    assert b.stack("N") == "8S (?)"


def test_rvl_11_every_top_card_is_face_up_at_the_start_of_a_turn() -> None:
    """In whole games no turn starts with a face-down card on top of a stack."""
    turns = 0
    for seed in range(20):
        for view in lively(seeded(seed=seed, deck="W8", tokens=12), seed):
            if view.prompt is not None and view.prompt.rule == "RVL-23":
                turns += 1
                assert all(stack[0] is not None for stack in view.table["stacks"].values() if stack)
    assert turns > 100


def test_rvl_12_covered_cards_are_face_down_from_the_deal_on() -> None:
    """After the deal and after each Unlock only the top card of a stack is face up."""
    for stack in new().view(0).table["stacks"].values():
        assert [card is None for card in stack] == [False, True, True, True]
    b = bench(X, n="1S (8S) (3S) (4S)", e="14S", tokens="8/8")
    b.play("unlock N", up="8S")
    assert b.stack("N") == "8S (?) (?)"


def test_rvl_12_a_card_covered_by_a_moved_card_stays_face_up() -> None:
    """The former top card under a moved card stays public; face-down cards stay hidden."""
    b = bench(X, n="2S (8S)", e="13S (4S)", tokens="8/8", reward="5S")
    b.play("move N E", up="8S")
    assert b.stack("E") == "2S 13S (?)"


def test_rvl_13_tokens_go_from_available_to_spent_and_back() -> None:
    """Tinkering spends available tokens, RETRIEVE brings spent ones back, the box keeps its own."""
    b = bench(X, n="14S", w="12S (2S)", tokens="8/8")
    b.play("swap p3", "tune p1 1")
    assert (b.state.ready, b.state.spent) == (5, 3)
    b.play("unlock W", up="2S")
    b.play("retrieve 2")
    assert (b.state.ready, b.state.spent) == (7, 1)


def test_rvl_13_unused_tokens_stay_in_the_box() -> None:
    """With all eight tokens available RETRIEVE has nothing to bring, though four lie in the box."""
    b = bench(X, n="14S", w="12S (2S)", tokens="8/8")
    b.play("unlock W", up="2S")
    assert b.asked == "RVL-23"
    assert b.tokens == "8/8"


def test_rvl_14_available_and_spent_tokens_add_up_to_the_start() -> None:
    """In whole games with 8 to 12 tokens the two piles always add up to the starting number."""
    for tokens in range(8, 13):
        seen = set()
        for seed in range(6):
            for view in lively(seeded(seed=seed, deck="S", tokens=tokens), seed):
                seen.add(view.table["ready"])
                assert view.table["ready"] + view.table["spent"] == tokens
        assert len(seen) > 4
