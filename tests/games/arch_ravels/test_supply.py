"""Arch Ravels §4.16: the supply, without limit or with."""

from typing import Any

import pytest

from tests.games.arch_ravels.pattern_book import (
    COLOURS,
    colour_sets,
    counts,
    each,
    exchanges,
    numbers,
)
from tests.games.arch_ravels.studio import Studio, studio

GAP = "- y1_g y1_o y1_p y1_r y1_y"
FAR = "bear_p mitt_ppg scarf_gopr"
EIGHT_HATS = ["hat hat hat hat", "hat hat hat hat"]


def limited(left: str, **scene: Any) -> Studio:
    """Seat 1 holds all yarn that is not with seat 0, but for what is left of these colours."""
    amounts = {word[-1]: int(word[:-1]) for word in left.split()}
    bowls = scene.pop("bowls", [""])
    mine = {word[-1]: int(word[:-1]) for word in bowls[0].split()}
    theirs = {c: 24 - amounts.get(c, 0) - mine.get(c, 0) for c in COLOURS}
    other = " ".join(f"{n}{c}" for c, n in theirs.items() if n)
    return studio(bowls=[bowls[0], other], limited_supply=True, **scene)


def plenty_but(left: str) -> str:
    """All six colours with 20 left, but for these."""
    amounts = dict.fromkeys(COLOURS, 20) | {w[-1]: int(w[:-1]) for w in left.split()}
    return " ".join(f"{n}{c}" for c, n in amounts.items())


def test_arc_112_yarn_is_unlimited_by_default() -> None:
    """Seat 1 has 60 blue, and seat 0 still gets two, three and five more."""
    p = studio(who="ted rebecca", bowls=["", "60B"], bazaar="y2_b y2_b y1_o y1_p y1_r y1_y")
    p.play("space 1", "shop 123")
    assert p.bowl(0) == "4B 1O"
    p = studio(who="ted rebecca", bowls=["", "60B"])
    p.play("space 3", "take B")
    assert p.bowl(0) == "3B"
    p = studio(bowls=["5G", "60B"])
    p.play("space 4", "exchange G B", "count 5")
    assert p.bowl(0) == "5B"
    p = studio(items=["bear"], bowls=["", "60B"])
    p.play("space 1", "end", "frog bear")
    assert p.bowl(0) == "3B"


def test_arc_112_items_are_unlimited_by_default() -> None:
    """Eight Hats are out, and a ninth is crafted."""
    p = studio(items=EIGHT_HATS, bowls=["1B 1G"])
    p.play("space 2", "craft hat")
    assert p.items(0) == "hat hat hat hat hat"


@pytest.mark.parametrize(("left", "gained"), [(3, "2B"), (2, "2B"), (1, "1B"), (0, "")])
def test_arc_113_a_colour_that_runs_short_gives_what_is_left(left: int, gained: str) -> None:
    """24 of each colour: a card of two blue gives two, one or none."""
    p = limited(plenty_but(f"{left}B"), bazaar="y2_b y1_y y1_o y1_p y1_r y1_g")
    p.play("space 3", "shop 12")
    assert p.bowl(0) == f"{gained} 1Y".strip()
    assert p.discard.split()[:2] == ["y2_b", "y1_y"]


def test_arc_113_all_bowls_count() -> None:
    """Twelve with each: nothing is left of it."""
    p = studio(bowls=["12B", "12B"], limited_supply=True, bazaar="y2_b y1_y y1_o y1_p y1_r y1_g")
    p.play("space 3", "shop 12")
    assert p.bowl(0) == "12B 1Y"


def test_arc_113_wild_yarn_must_be_of_a_colour_in_supply() -> None:
    """Without blue the first question is about green; of the last orange there is one."""
    p = limited(plenty_but("0B 1O"), bazaar="yw yw y1_p y1_p y1_r y1_y")
    p.play("space 3", "shop 12")
    assert p.legal() == numbers(0, 4)
    p.play("count 1")
    assert p.legal() == numbers(0, 1)
    p.play("count 1", "count 0", "count 2")
    assert p.bowl(0) == "1G 1O 2R"


def test_arc_113_wild_yarn_comes_after_the_printed_one() -> None:
    """The card takes the last blue, so that the wild yarn cannot be blue."""
    p = limited(plenty_but("2B"), bazaar="yw y2_b y1_p y1_p y1_r y1_y")
    p.play("space 3", "shop 12")
    p.play("count 2")
    assert p.bowl(0) == "2B 2G"


def test_arc_113_take_3_names_a_colour_in_supply_and_takes_what_is_left() -> None:
    """Blue is out; of green two are left."""
    p = limited(plenty_but("0B 2G"), who="ted rebecca", tiles=[FAR, FAR])
    p.play("space 3")
    assert p.legal("take") == each("take", "G O P R Y")
    q = p.copy().play("take G")
    assert q.bowl(0) == "2G"
    p.play("take O")
    assert p.bowl(0) == "3O"


def test_arc_113_yarn_sale_within_the_supply() -> None:
    """No blue, one yellow; and with two yarn left in all it gives two."""
    p = limited(plenty_but("0B 1Y"), bazaar=GAP)
    p.play("space 1", "end", draw="sale")
    p.play(*counts("2R 1Y", most=plenty_but("0B 1Y").replace("0B ", "")))
    assert p.bowl(0) == "2R 1Y"
    p = limited("1B 1Y", bazaar=GAP)
    p.play("space 1", "end", draw="sale")
    assert (p.bowl(0), p.active, p.discard) == ("1B 1Y", 1, "sale")


def test_arc_113_friendly_clerk_within_the_supply() -> None:
    """The active player takes the last yellow; the next cannot."""
    p = limited(plenty_but("0B 1Y"), bazaar=GAP)
    p.play("space 1", "end", draw="clerk")
    assert p.legal() == each("colour", "G O P R Y")
    p.play("colour Y")
    assert (p.actor, p.legal()) == (1, each("colour", "G O P R"))


def test_arc_113_one_colour_in_supply_is_no_choice() -> None:
    """Sale, clerk and wild yarn give it without a question."""
    p = limited("9Y", bazaar=GAP)
    p.play("space 1", "end", draw="sale")
    assert (p.bowl(0), p.active) == ("3Y", 1)
    p = limited("9Y", bazaar=GAP)
    p.play("space 1", "end", draw="clerk")
    assert (p.bowl(0), p.active) == ("1Y", 1)
    p = limited("9Y", bazaar="yw y1_b y1_o y1_p y1_r y1_g")
    p.play("space 3", "shop 12")
    assert (p.bowl(0), p.active) == ("2Y", 1)


def test_arc_113_with_nothing_left_at_all_nothing_is_gained() -> None:
    """144 yarn are in the bowls: shopping, sale and clerk give nothing, and the turn goes on."""
    for draw in ("sale", "clerk"):
        p = limited("", bazaar=GAP)
        before = p.bowl(1)
        p.play("space 1", "end", draw=draw)
        while p.active == 0:
            assert p.legal() <= each("colour", "B G O P R Y")
            p.play(min(p.legal()))
        assert (p.bowl(0), p.bowl(1), p.discard) == ("", before, draw)
    p = limited("", bazaar="y2_b yw y1_o y1_p y1_r y1_y")
    p.play("space 3", "shop 12")
    while p.active == 0:
        p.play(min(p.legal()))
    assert p.bowl(0) == ""


def test_arc_113_an_item_that_has_run_out_cannot_be_crafted() -> None:
    """Eight Hats are out: not by the space, not in a circle, not at the end."""
    scene: dict[str, Any] = {"items": EIGHT_HATS, "limited_supply": True, "tiles": [FAR, FAR]}
    p = studio(**scene, bowls=["1B 1G 5Y"])
    p.play("space 2")
    assert p.legal("craft") == {"craft blanket"}
    p = studio(**scene, bowls=["", "1B 1G 5Y"], bazaar=GAP)
    p.play("space 1", "end", draw="circle")
    assert (p.actor, p.legal()) == (1, {"craft blanket", "pass"})
    scene["items"] = ["hat hat hat hat mittens scarf", "hat hat hat hat"]
    for project, over in (("p13", True), ("p07", False)):
        p = studio(**scene, bowls=["", "1B 1G"], stack=0)
        p.play("space 1", "end", f"finish {project}", "end")
        assert p.over == over  # Recess has given a Hat back


def test_arc_113_an_item_that_comes_back_can_be_crafted_again() -> None:
    """One of eight Blankets is frogged; then there is one to craft."""
    p = studio(
        items=["blanket " * 4, "blanket " * 4], limited_supply=True, bowls=["", "5G 5Y"],
        tiles=[FAR, FAR],
    )  # fmt: skip
    p.play("space 1", "end", "frog blanket", "colour B", "end", "space 2")
    assert p.can("craft blanket")
    p.play("craft blanket", "colour G")
    assert p.items(1).split() == ["blanket"] * 5
    assert not p.can("craft blanket")


def test_arc_113_requests_need_no_token() -> None:
    """All items may be out, a request is crafted."""
    every = " ".join(["hat bear mittens scarf blanket"] * 8)
    p = studio(items=["", every], limited_supply=True, bowls=["5O"], held=["r24"])
    p.play("space 2")
    assert p.legal() == {"craft r24", "end"}


def test_arc_113_an_exchange_stays_within_the_supply() -> None:
    """Red is out, two green are left, one yellow."""
    p = limited(plenty_but("0R 2G 1Y"), bowls=["3B"])
    p.play("space 4")
    assert p.legal() == exchanges("B", "GOPY") | {"end"}
    q = p.copy().play("exchange B G")
    assert q.legal() == numbers(1, 2)
    q.play("count 2")
    assert q.bowl(0) == "1B 2G"
    q = p.copy().play("exchange B Y")
    assert q.bowl(0) == "2B 1Y"
    p.play("exchange B P")
    assert p.legal() == numbers(1, 3)


@pytest.mark.parametrize(("left", "possible"), [("3B", True), ("2B", False), ("0B", False)])
def test_arc_113_a_frog_must_be_refunded_in_full(left: str, possible: bool) -> None:
    """Of an exact Bear in blue."""
    p = limited(plenty_but(left), items=["bear hat"])
    p.play("space 1", "end")
    assert p.can("frog bear") == possible
    assert p.can("frog hat")


def test_arc_113_a_general_refund_names_colours_in_supply() -> None:
    """Hat, learned Bear and learned Mittens with little left."""
    scene: dict[str, Any] = {"items": ["hat bear mittens"], "learned": ["bear mittens"]}
    p = limited("1B 2G 3O", **scene).play("space 1", "end")
    q = p.copy().play("frog hat")
    assert q.legal() == colour_sets(2, "BGO")
    q = p.copy().play("frog bear")
    assert q.bowl(0) == "3O"
    q = p.copy().play("frog mittens")
    assert q.legal() == {"colour G", "colour O"}
    q.play("colour G")
    assert q.legal() == {"colour B", "colour O"}
    p = limited("2G", **scene).play("space 1", "end")
    assert p.legal("frog") == set()
    p = limited("1B 2G", **scene).play("space 1", "end")
    assert p.legal("frog") == {"frog hat", "frog mittens"}
    p.play("frog mittens")
    assert p.bowl(0) == "1B 2G"


def test_arc_113_paid_yarn_is_in_the_supply_again() -> None:
    """All 24 blue are in the bowl: a Blanket first, and the card gives two."""
    scene: dict[str, Any] = {
        "bowls": ["24B"], "limited_supply": True, "bazaar": "y2_b y2_b y1_o y1_p y1_r y1_y"
    }  # fmt: skip
    p = studio(**scene).play("space 3", "craft blanket", "shop 13")
    assert p.bowl(0) == "21B 1O"
    p = studio(**scene).play("space 3", "shop 13")
    assert p.bowl(0) == "24B 1O"
