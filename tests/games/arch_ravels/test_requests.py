"""Arch Ravels §4.12: special requests."""

from typing import Any

import pytest

from tests.games.arch_ravels.pattern_book import REQUESTS, counts, each, numbers
from tests.games.arch_ravels.studio import Studio, studio

GAP = "- y1_g y1_o y1_p y1_r y1_y"
FAR = "bear_p mitt_ppg scarf_gopr"


def revealing(draw: str, **scene: Any) -> Studio:
    """The active player shops nothing, and this request turns up."""
    p = studio(bazaar=GAP, requests=draw, **scene)
    return p.play("space 1", "end", draw=draw)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_arc_74_the_active_player_must_assign_a_request(seats: int) -> None:
    """To anyone, also to oneself, but to somebody."""
    p = revealing("r24", seats=seats, active=1)
    expected = {f"assign {seat}" for seat in range(seats)}
    assert (p.rule, p.actor, p.legal()) == ("ARC-74", 1, expected)
    for seat in range(seats):
        q = p.copy().play(f"assign {seat}")
        assert [q.held(n) for n in range(seats)] == [
            "r24" if n == seat else "" for n in range(seats)
        ]
        assert (q.discard, q.active) == ("", (1 + 1) % seats)


@pytest.mark.parametrize("request_id", list(REQUESTS))
def test_arc_74_every_request_is_assigned(request_id: str) -> None:
    """None of the 26 is an event."""
    p = revealing(request_id)
    assert (p.rule, p.legal()) == ("ARC-74", each("assign", "0 1"))
    p.play("assign 1")
    assert (p.held(1), p.held(0), p.discard) == (request_id, "", "")


def test_arc_74_a_favourite_may_go_to_anybody() -> None:
    """Ted's Octopus is assigned to Rebecca."""
    p = revealing("r07", who="ted rebecca")
    assert p.legal() == each("assign", "0 1")
    p.play("assign 1")
    assert p.held(1) == "r07"


def test_arc_75_the_holder_can_craft_it_from_then_on() -> None:
    """Assigned in seat 0's turn, crafted in seat 1's; the other way it cannot go."""
    p = revealing("r24", bowls=["5O", "5O"], tiles=[FAR, FAR])
    p.play("assign 1")
    assert (p.active, p.can("craft r24")) == (1, False)
    p.play("space 2")
    assert p.legal() == {"craft r24", "craft blanket", "end"}
    p.play("craft r24")
    assert (p.done(1), p.held(1)) == ("r24", "")
    assert p.bazaar.startswith("y")


def test_arc_75_nobody_else_can_and_it_cannot_be_passed_on() -> None:
    """Seat 0 with the right yarn has no way to it in any step."""
    p = studio(bowls=["5O", ""], held=["", "r24"], items=["hat"], tiles=[FAR, FAR])
    p.play("space 2")
    assert p.legal() == {"craft blanket", "end"}
    p.play("end")
    assert p.legal() == {"frog hat", "end"}


def test_arc_76_any_number_of_requests_may_be_held() -> None:
    """Twenty-five and one more; all that are payable are offered."""
    all_others = " ".join(name for name in REQUESTS if name != "r24")
    p = revealing("r24", held=[all_others], bowls=["20B 20G 20O 20P 20R 20Y"])
    assert p.legal() == each("assign", "0 1")
    p.play("assign 0", "space 1", "end", "space 2")
    items = "hat bear mittens scarf blanket"
    assert p.legal("craft") == each("craft", f"{items} {' '.join(REQUESTS)}")


def test_arc_77_a_finished_request_is_kept_and_is_no_item() -> None:
    """It cannot be frogged, crafted again, learned with or turned in."""
    p = studio(bowls=["9R 9Y"], done=["r14 r19 r21 r04"], tiles=[FAR])
    p.play("space 2")
    assert p.legal("craft") == {"craft hat", "craft blanket"}
    p.play("end")
    assert (p.active, p.done(0)) == (1, "r04 r14 r19 r21")


def test_arc_78_bracelets_give_two_yarn_to_each_other_player() -> None:
    """In seat order from the crafter's left; the yarn lands in their bowls."""
    bowl = "3B 2G 1R 1Y"
    p = studio(4, active=2, bowls=["1O", "", bowl, ""], held=["", "", "r10", ""], tiles=[FAR] * 4)
    p.play("space 2", "craft r10")
    assert (p.rule, p.actor, p.legal()) == ("ARC-78", 2, numbers(0, 2))
    p.play(*counts("1B 1Y", most=bowl))
    assert p.rule == "ARC-78"
    p.play(*counts("2G", most="2B 2G 1R"))
    p.play(*counts("1B 1R", most="2B 1R"))
    assert [p.bowl(seat) for seat in range(4)] == ["2G 1O", "1B 1R", "1B", "1B 1Y"]
    assert (p.done(2), p.held(2)) == ("r10", "")


@pytest.mark.parametrize(("seats", "cost"), [(2, 2), (3, 4), (4, 6)])
def test_arc_78_twice_the_number_of_the_others(seats: int, cost: int) -> None:
    """Payable with exactly that, not with one less; with exactly that nothing is asked."""
    p = studio(seats, bowls=[f"{cost}B"], held=["r10"], tiles=[FAR] * seats)
    p.play("space 2", "craft r10")
    assert (p.done(0), p.bowl(0)) == ("r10", "")
    assert [p.bowl(seat) for seat in range(1, seats)] == ["2B"] * (seats - 1)
    p = studio(seats, bowls=[f"{cost - 1}B"], held=["r10"], tiles=[FAR] * seats)
    p.play("space 2")
    assert not p.can("craft r10")


def test_arc_78_any_colours_changes_nothing() -> None:
    """Neeha's space 3: still two for each other player (ruling Q39)."""
    scene: dict[str, Any] = {"who": "neeha ted rebecca", "held": ["r10"], "tiles": [FAR] * 3}
    p = studio(3, bowls=["1B 2G"], **scene)
    p.play("space 3")
    assert not p.can("craft r10")
    p = studio(3, bowls=["2B 2G"], **scene)
    p.play("space 3", "craft r10")
    assert (p.rule, p.legal()) == ("ARC-78", numbers(0, 2))
    p.play("count 2")
    assert [p.bowl(seat) for seat in range(3)] == ["", "2B", "2G"]
