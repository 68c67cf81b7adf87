"""Arch Ravels §4.17: the options of a table, every value of each."""

from typing import Any

import pytest

from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.options import Value
from tests.games.arch_ravels.opening import deal, opening
from tests.games.arch_ravels.pattern_book import each
from tests.games.arch_ravels.studio import GAME, Studio, studio

DEFAULTS: dict[str, Value] = {
    "characters": "choose",
    "sides": "choose",
    "first_player": "random",
    "setaside": "top",
    "reveal_order": "grid",
    "cat_self": True,
    "cat_blocks_circle": True,
    "craft_circle_requests": False,
    "project_refill": "end",
    "free_exchange": False,
    "limited_supply": False,
    "turn_limit": 0,
    "solo": False,
}
OTHERS: list[tuple[str, Value]] = [
    ("characters", "random"),
    ("sides", "random"),
    ("first_player", 0),
    ("first_player", 1),
    ("setaside", "whole"),
    ("reveal_order", "active"),
    ("cat_self", False),
    ("cat_blocks_circle", False),
    ("craft_circle_requests", True),
    ("project_refill", "immediate"),
    ("free_exchange", True),
    ("limited_supply", True),
    ("turn_limit", 1),
    ("turn_limit", 200),
    ("solo", True),
]
GAP = "- y1_g y1_o y1_p y1_r y1_y"


def test_every_option_has_its_default() -> None:
    """The table of the rules, and nothing beside it."""
    assert GAME.options_of({}) == DEFAULTS


@pytest.mark.parametrize(("name", "value"), OTHERS)
def test_every_other_value_is_understood_and_kept(name: str, value: Value) -> None:
    """It is read, the table is made with it, and the table says so."""
    options = GAME.options_of({name: value})
    assert options == DEFAULTS | {name: value}
    state = GAME.new(options, 1 if name == "solo" else 2)
    assert GAME.options_in(state) == options


@pytest.mark.parametrize("name", list(DEFAULTS))
def test_no_option_takes_nonsense(name: str) -> None:
    """Another value is refused by name."""
    with pytest.raises(BadOption, match=name):
        GAME.options_of({name: "nonsense"})


@pytest.mark.parametrize(("seats", "first"), [(2, 2), (2, 3), (3, 3)])
def test_arc_20_the_first_player_must_have_a_seat(seats: int, first: int) -> None:
    """A seat that is not at the table cannot go first."""
    with pytest.raises(BadOption):
        deal(seats=seats, first_player=first)


def tangling(seats: int, **options: Any) -> Studio:
    """Seat 1 has turned up a Tangled Cat."""
    return studio(seats, active=1, bazaar=GAP, **options).play("space 1", "end", draw="cat")


def test_arc_66_cat_self_true() -> None:
    """The active player may name anyone."""
    assert tangling(3).legal() == each("tangle", "0 1 2")
    assert tangling(2, cat_self=True).legal() == each("tangle", "0 1")


def test_arc_66_cat_self_false() -> None:
    """Only others can be named; with two players there is nothing to choose."""
    assert tangling(3, cat_self=False).legal() == each("tangle", "0 2")
    p = tangling(2, cat_self=False)
    assert (p.active, p.ban(0), p.ban(1)) == (0, "in force", "none")


def circle(**options: Any) -> Studio:
    """Seat 0 is banned and turns up a Craft Circle; both could craft a Hat or finish Trouble."""
    p = studio(
        bazaar=GAP,
        bans=["pending", "none"],
        bowls=["5O 1B", "5O 1B"],
        held=["r24", "r25"],
        tiles=["bear_p mitt_ppg scarf_gopr"] * 2,
        **options,
    )
    return p.play("space 1", "end", draw="circle")


@pytest.mark.parametrize("blocks", [True, False])
@pytest.mark.parametrize("requests", [True, False])
def test_arc_67_and_arc_73_together(blocks: bool, requests: bool) -> None:
    """cat_blocks_circle and craft_circle_requests do not know of each other."""
    p = circle(cat_blocks_circle=blocks, craft_circle_requests=requests)
    if blocks:
        assert (p.actor, p.legal()) == (1, {"craft hat", "craft blanket", "pass"})
        return
    more = {"craft r24"} if requests else set()
    assert (p.actor, p.legal()) == (0, {"craft hat", "craft blanket", "pass"} | more)


@pytest.mark.parametrize("refill", ["end", "immediate"])
def test_arc_84_project_refill_and_the_end(refill: str) -> None:
    """Deck 1, two finished: the end comes with both, but only at once are new cards in reach."""
    p = studio(items=["hat mittens hat hat hat hat hat"], stack=1, project_refill=refill).play(
        "space 1", "end", "finish p07", plans="p16" if refill == "immediate" else None
    )
    assert p.can("finish p16") == (refill == "immediate")
    if refill == "immediate":
        p.play("finish p16")
        assert (p.listed, p.stack, p.rule) == ("- p13 p14", 0, "ARC-79")
        p.play("end")
        assert p.over
        return
    p.play("end", plans="p16")
    assert (p.over, p.active, p.listed, p.stack) == (False, 1, "p16 p13 p14", 0)


def test_arc_3_who_finds_one_board_left_is_not_asked() -> None:
    """Four seats pick boards whose sides are drawn: the fourth takes what is there."""
    table = opening(4, sides="random", first_player=0)
    table.play("board yarn_spinner", "board thrifty_shopper", "board master_crafter")
    assert table.rule == "ARC-23"
    assert GAME.view(table.state, None).table["seats"][3]["board"] == "color_specialist"
