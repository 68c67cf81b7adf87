"""Arch Ravels §4.14: how the game ends."""

from typing import Any

import pytest

from tests.games.arch_ravels.pattern_book import each
from tests.games.arch_ravels.studio import Studio, studio

FAR = "bear_p mitt_ppg scarf_gopr"
SHELF = "hat mittens mittens scarf bear blanket"  # pays for p07, p13 and p14


def finishing(many: int, stack: int, **scene: Any) -> Studio:
    """Seat 0 finishes so many of three listed projects, with so many in the deck."""
    table: dict[str, Any] = {"items": [SHELF], "tiles": [FAR] * 4, "stack": stack}
    p = studio(**(table | scene))
    p.play("space 1", "end", *("finish p07", "finish p13", "finish p14")[:many])
    return p.play("end") if p.rule == "ARC-79" else p


@pytest.mark.parametrize(
    ("many", "stack", "over"),
    [
        (1, 0, True),
        (2, 0, True),
        (3, 0, True),
        (2, 1, True),
        (3, 2, True),
        (0, 0, False),
        (1, 1, False),
        (2, 2, False),
        (3, 3, False),
        (1, 5, False),
    ],
)
def test_arc_94_when_the_list_cannot_be_refilled(many: int, stack: int, over: bool) -> None:
    """Fewer than three listed and an empty deck, after refilling."""
    p = finishing(many, stack)
    assert p.over == over
    listed = 3 - max(0, many - stack)
    assert (p.listed.split().count("-"), p.stack) == (3 - listed, max(0, stack - many))


def test_arc_94_a_short_list_is_no_end_before_the_refill() -> None:
    """While step 3 goes on with an open place and an empty deck, the turn is not over yet."""
    p = studio(items=["hat hat mittens"], stack=0, bowls=["", "1B 1G"])
    p.play("space 1", "end", "finish p07")
    assert (p.rule, p.actor, p.legal()) == ("ARC-79", 0, {"frog hat", "end"})
    p.play("end")
    assert (p.rule, p.actor) == ("ARC-97", 1)


def test_arc_95_an_empty_deck_with_three_listed_is_no_end() -> None:
    """The last card of the deck fills the list: turns go on, until a project is finished."""
    p = finishing(1, 1, items=[SHELF, SHELF])
    assert (p.over, p.active, p.stack) == (False, 1, 0)
    assert "-" not in p.listed
    p.play("space 1", "end", "end")
    assert (p.over, p.active, p.turn) == (False, 0, 3)
    p.play("space 2", "finish p14", "end")
    assert p.over


def test_arc_96_the_turn_is_completed() -> None:
    """With `project_refill=immediate` the end comes in mid-turn, and the player goes on."""
    p = studio(
        items=["hat hat mittens bear bear"], tiles=[FAR] * 2, stack=0, project_refill="immediate"
    )
    p.play("space 1", "end", "finish p07")
    assert (p.rule, p.legal()) == ("ARC-79", {"frog hat", "frog bear", "learn bear", "end"})
    p.play("learn bear", "frog bear", "colour R", "end")
    assert p.over
    assert (p.learned(0), p.bowl(0)) == ("bear", "3R")


def test_arc_96_no_further_turns() -> None:
    """Nobody moves a marker any more."""
    p = finishing(1, 0, seats=3, bowls=["1B 1G", "1B 1G", "1B 1G"])
    assert p.turn == 1
    while not p.over:
        assert p.rule == "ARC-97"
        p.play("pass")
    assert (p.turn, p.legal()) == (1, set())


@pytest.mark.parametrize(
    ("seats", "active", "order"),
    [
        (2, 0, [1]),
        (2, 1, [0]),
        (3, 0, [1, 2]),
        (3, 1, [2, 0]),
        (4, 0, [1, 2, 3]),
        (4, 2, [3, 0, 1]),
        (4, 3, [0, 1, 2]),
    ],
)
def test_arc_97_clockwise_from_the_active_players_left(
    seats: int, active: int, order: list[int]
) -> None:
    """Not by seat number (ruling Q21)."""
    items = [SHELF if seat == active else "" for seat in range(seats)]
    p = finishing(1, 0, seats=seats, active=active, items=items, bowls=["1B 1G"] * seats)
    seen = []
    while not p.over:
        seen.append(p.actor)
        assert (p.rule, p.legal()) == ("ARC-97", {"craft hat", "pass"})
        p.play("craft hat")
    assert seen == order
    assert [p.items(seat) for seat in order] == ["hat"] * len(order)


def test_arc_97_one_item_or_one_request() -> None:
    """With yarn for everything one craft is all; a favourite is fine (ruling Q22)."""
    bowl = "9B 9G 9O 9P 9R 9Y"
    p = finishing(1, 0, who="rebecca ted", bowls=["", bowl], held=["", "r07 r10"])
    expected = each("craft", "hat bear mittens scarf blanket r07 r10") | {"pass"}
    assert p.legal() == expected
    before = p.quarters(1)
    p.play("craft r07")
    assert (p.over, p.done(1), p.held(1)) == (True, "r07", "r10")
    assert p.quarters(1) - before == 4 * (8 + 8 + 5 + 4)


def test_arc_97_current_patterns_only() -> None:
    """An unlearned tile needs its colours, a learned one follows its rule."""
    scene: dict[str, Any] = {"tiles": [FAR, "bear_b mitt_ppg scarf_gopr"], "bowls": ["", "3G"]}
    assert finishing(1, 0, **scene).over
    p = finishing(1, 0, **scene, learned=["", "bear"])
    assert p.legal() == {"craft bear", "pass"}


def test_arc_97_whoever_cannot_craft_is_passed_over() -> None:
    """Seat 1 has nothing, seat 2 is asked."""
    p = finishing(1, 0, seats=3, bowls=["", "1B", "1B 1G"])
    assert (p.actor, p.rule) == (2, "ARC-97")


def test_arc_98_nothing_but_crafting() -> None:
    """With items for projects, learning and frogging, and yarn to exchange: craft or pass."""
    p = finishing(
        1, 0, who="rebecca ted", items=[SHELF, SHELF], bowls=["", "1B 1G"], held=["", "r05"]
    )
    assert (p.rule, p.legal()) == ("ARC-97", {"craft hat", "pass"})
    p.play("craft hat")
    assert p.over
    assert (p.won(1), p.items(1)) == ("", "hat hat bear mittens mittens scarf blanket")


def test_arc_99_the_active_player_has_no_final_craft() -> None:
    """Though the bowl would allow it."""
    p = finishing(1, 0, bowls=["9B 9G", ""])
    assert p.over
    assert p.bowl(0) == "9B 9G"


def test_arc_114_a_turn_limit_triggers_the_end() -> None:
    """After turn 4 of 4 the others have their final craft, from the left of the active one."""
    p = studio(3, turn=4, active=1, turn_limit=4, bowls=["1B 1G"] * 3)
    p.idle()
    assert (p.rule, p.actor, p.turn) == ("ARC-97", 2, 4)
    p.play("pass")
    assert p.actor == 0
    p.play("craft hat")
    assert (p.over, p.items(0)) == (True, "hat")


def test_arc_114_not_before_and_not_without_a_limit() -> None:
    """Turn 3 of 4 is followed by another; 0 means none."""
    p = studio(3, turn=3, turn_limit=4)
    p.idle()
    assert (p.over, p.turn, p.active) == (False, 4, 1)
    p.idle()
    assert p.over
    p = studio(turn=1000)
    p.idle()
    assert (p.over, p.turn) == (False, 1001)


def test_arc_114_the_limited_turn_is_played_to_its_end() -> None:
    """Step 3 of the last turn still finishes, and the list is refilled."""
    p = studio(turn=2, turn_limit=2, items=["hat mittens"], tiles=[FAR] * 2)
    p.play("space 1", "end", "finish p07", plans="p16")
    assert (p.over, p.won(0), p.listed) == (True, "p07", "p16 p13 p14")


def test_arc_114_the_guard_for_automata() -> None:
    """200 is a possible limit, and so is 1."""
    for limit in (200, 1):
        p = studio(turn=limit, turn_limit=limit)
        p.idle()
        assert p.over
