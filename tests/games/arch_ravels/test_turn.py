"""Arch Ravels §4.4 and §4.5: the turn and its action spaces."""

import pytest

from tests.games.arch_ravels.pattern_book import (
    BOARDS,
    COLOURS,
    EVERY_SPACE,
    each,
    exchanges,
    shops,
)
from tests.games.arch_ravels.studio import Studio, studio

ONLY_HATS = ["bear_o mitt_oop scarf_gopr", "bear_p mitt_ppg scarf_gopr"]  # with B and G alone
CASES = [
    (name, f"space {n + 1}", space)
    for names, spaces in BOARDS.items()
    for name in names.split()
    for n, space in enumerate(spaces)
]


def alone(name: str, bowl: str) -> Studio:
    """Seat 0 is this character with this bowl, and of tiles that need other colours."""
    other = "ted" if name not in ("ted", "eliza") else "rebecca"
    return studio(who=f"{name} {other}", tiles=ONLY_HATS, bowls=[bowl])


@pytest.mark.parametrize(("seats", "order"), [(2, [1, 0, 1]), (3, [1, 2, 0, 1]), (4, [1, 2, 3, 0])])
def test_arc_21_turns_pass_clockwise(seats: int, order: list[int]) -> None:
    """From seat 1 it goes to the next seats and round again, one turn each."""
    p = studio(seats, active=1)
    seen = []
    for number, _ in enumerate(order, start=1):
        seen.append(p.active)
        assert (p.actor, p.rule, p.turn) == (p.active, "ARC-23", number)
        p.idle()
    assert seen == order


def test_arc_22_actions_then_restock_then_restock_actions() -> None:
    """Projects wait for step 3, and what is revealed comes between."""
    p = studio(items=["hat mittens"], bowls=["1B 1G"], bazaar="- y1_g y1_o y1_p y1_r y1_y")
    p.play("space 2")
    assert (p.rule, p.legal()) == ("ARC-26", {"craft hat", "end"})
    assert p.bazaar == "- y1_g y1_o y1_p y1_r y1_y"
    p.play("end", draw="clerk")
    assert (p.rule, p.actor) == ("ARC-71", 0)
    p.play("colour R", "colour R")
    assert (p.rule, p.actor, p.active) == ("ARC-79", 0, 0)
    assert p.legal() == {"finish p07", "learn mittens", "frog hat", "frog mittens", "end"}


def test_arc_22_the_bazaar_is_restocked_whatever_was_done() -> None:
    """Taking no action, exchanging, crafting: the gap is filled in each of these turns."""
    for texts in (("space 1", "end"), ("space 4", "exchange B R"), ("space 2", "craft hat")):
        p = studio(tiles=ONLY_HATS, bowls=["1B 1G"], bazaar="- y1_g y1_o y1_p y1_r y1_y")
        p.play(*texts, draw="y2_p")
        if p.active == 0:
            p.play("end")
        assert (p.active, p.bazaar) == (1, "y2_p y1_g y1_o y1_p y1_r y1_y")


def test_arc_23_the_marker_must_move_first() -> None:
    """The turn opens with the four spaces and no way around them."""
    p = studio(bowls=["3B 3G"], items=["hat mittens"])
    assert (p.rule, p.legal()) == ("ARC-23", EVERY_SPACE)
    p.play("space 3")
    assert p.state.spaces[0] == 2
    assert not p.legal("space")


@pytest.mark.parametrize("last", [1, 2, 3, 4])
def test_arc_24_not_the_space_of_the_own_last_turn(last: int) -> None:
    """Three spaces are left; where the others stand does not matter."""
    p = studio(3, last=f"{last} {last % 4 + 1} -")
    assert p.legal() == EVERY_SPACE - {f"space {last}"}


def test_arc_24_a_space_counts_though_nothing_was_done_there() -> None:
    """Seat 0 moves to Shop and ends; in its next turn that space is barred, the seat 1's is not."""
    p = studio()
    p.play("space 1", "end", "space 2")
    assert (p.active, p.legal()) == (0, EVERY_SPACE - {"space 1"})
    p.play("space 2", "space 3", "end")
    assert (p.active, p.legal()) == (0, EVERY_SPACE - {"space 2"})


def test_arc_25_on_the_first_turn_every_space_is_allowed() -> None:
    """Also for the second player, whatever the first one did."""
    p = studio(last="1 -")
    p.play("space 2")
    assert (p.active, p.legal()) == (1, EVERY_SPACE)


def test_arc_26_the_actions_of_a_space_in_any_order() -> None:
    """Shop 2 and Craft 1: first the one, then the other, and each once."""
    p = studio(tiles=ONLY_HATS, bowls=["1B 1G"])
    p.play("space 3")
    assert p.legal() == shops(2) | {"craft hat", "end"}
    q = p.copy()
    p.play("craft hat")
    assert (p.items(0), p.legal()) == ("hat", shops(2) | {"end"})
    p.play("shop 12", "end")
    assert (p.bowl(0), p.active) == ("1B 1G", 1)
    q.play("shop 12")
    assert (q.rule, q.bowl(0), q.legal()) == ("ARC-26", "2B 2G", {"craft hat", "end"})
    q.play("craft hat")
    assert (q.bowl(0), q.items(0), q.rule) == ("1B 1G", "hat", "ARC-79")


def test_arc_26_every_action_is_optional() -> None:
    """One of two and then end, or none at all."""
    for texts, rule, bowl, items in (
        (("shop 12", "end"), "ARC-23", "2B 2G", ""),
        (("craft hat", "end"), "ARC-79", "", "hat"),
        (("end",), "ARC-23", "1B 1G", ""),
    ):
        p = studio(tiles=ONLY_HATS, bowls=["1B 1G"])
        p.play("space 3", *texts)
        assert (p.rule, p.bowl(0), p.items(0)) == (rule, bowl, items)


def test_arc_27_step_1_ends_when_nothing_untaken_is_possible() -> None:
    """Crafting with an empty bowl and exchanging it are not even asked."""
    for space in ("space 2", "space 4"):
        p = studio()
        p.play(space)
        assert (p.active, p.actor) == (1, 1)
    p = studio(bowls=["4B"], tiles=["bear_g mitt_oop scarf_gopr"])
    p.play("space 2")
    assert p.active == 1


def test_arc_27_shop_and_take_3_are_always_possible() -> None:
    """With an empty bowl and an empty bazaar too."""
    p = studio(bazaar="- - - - - -")
    p.play("space 1")
    assert p.legal() == shops(4) | {"end"}
    p = studio(who="ted rebecca")
    p.play("space 3")
    assert p.legal() == each("take", "B G O P R Y") | {"end"}


def test_arc_27_a_craft_becomes_possible_by_shopping() -> None:
    """Empty bowl: only Shop is offered; then the yarn makes a Hat, or it does not."""
    p = studio()
    p.play("space 3")
    assert p.legal() == shops(2) | {"end"}
    p.play("shop 13")
    assert (p.rule, p.legal()) == ("ARC-26", {"craft hat", "end"})
    q = studio(bazaar="y2_b y2_b y1_o y1_p y1_r y1_y", tiles=ONLY_HATS)
    q.play("space 3", "shop 12")
    assert (q.bowl(0), q.active) == ("4B", 1)


def test_arc_27_a_banned_craft_is_not_possible() -> None:
    """Nothing else on the space: the step ends by itself."""
    p = studio(bans=["pending", "none"], bowls=["1B 1G"])
    p.play("space 2")
    assert p.active == 1


@pytest.mark.parametrize(("name", "move", "space"), CASES)
def test_arc_28_the_four_spaces_of_every_board(name: str, move: str, space: str) -> None:
    """With one blue and one green yarn exactly the printed actions are offered."""
    words = space.split()
    expected = {"end"}
    if "shop" in words:
        expected |= shops(int(words[words.index("shop") + 1]))
    if "craft" in words or "any" in words:
        expected |= {"craft hat"}
    if "exchange" in words:
        expected |= exchanges("BG")
    if "take" in words:
        expected |= each("take", " ".join(COLOURS))
    p = alone(name, "1B 1G")
    p.play(move)
    assert p.legal() == expected


@pytest.mark.parametrize(("name", "move", "space"), CASES)
def test_arc_28_how_often_a_space_lets_craft(name: str, move: str, space: str) -> None:
    """With yarn for six Hats, the printed number of them and no more."""
    words = space.split()
    most = int(words[-1]) if words[-2:-1] in (["craft"], ["any"]) else 0
    p = alone(name, "6B 6G")
    p.play(move)
    made = 0
    while p.can("craft hat"):
        p.play("craft hat")
        if p.rule == "ARC-53":
            p.play("count 1")
        made += 1
    assert (made, p.items(0)) == (most, " ".join(["hat"] * most))


@pytest.mark.parametrize("name", ["neeha", "alex"])
def test_arc_28_only_the_color_specialist_crafts_with_any_colours(name: str) -> None:
    """Two of one colour make a Hat on space 3 of that board, and nowhere else."""
    for who in ("rebecca", "theo", "derrick", "amara", "ted", "eliza", name):
        for move in ("space 2", "space 3"):
            p = alone(who, "2B")
            p.play(move)
            assert p.can("craft hat") == (who == name and move == "space 3")
