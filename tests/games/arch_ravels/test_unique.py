"""Arch Ravels §4.9: the unique actions of the boards."""

import pytest

from tests.games.arch_ravels.pattern_book import COLOURS, REQUESTS, counts, each, numbers, shops
from tests.games.arch_ravels.studio import Studio, studio

FAR = "bear_p mitt_ppg scarf_gopr"
SIZES = {"hat": 2, "bear": 3, "mittens": 3, "scarf": 4, "blanket": 5}
SIZES |= {
    name: sum(int(word[:-1]) for word in cost.split())
    for name, (cost, _) in REQUESTS.items()
    if cost
} | {"r01": 9, "r04": 3, "r08": 5, "r23": 5}


def specialist(bowl: str, held: str = "", learned: str = "", who: str = "neeha ted") -> Studio:
    """Seat 0 on Shop 2 + Craft 1 any colours."""
    p = studio(who=who, tiles=[FAR], bowls=[bowl], held=[held], learned=[learned])
    return p.play("space 3")


@pytest.mark.parametrize("colour", list(COLOURS))
def test_arc_52_take_three_of_one_colour(colour: str) -> None:
    """Exactly three, of the chosen colour, and once."""
    p = studio(who="eliza rebecca", bowls=["1B 1G"], tiles=["bear_o mitt_oop scarf_gopr"])
    p.play("space 3")
    assert p.legal() == each("take", "B G O P R Y") | {"craft hat", "end"}
    p.play(f"take {colour}")
    assert sum(p.state.bowls[:6]) == 5
    assert p.state.bowls[COLOURS.index(colour)] == (4 if colour in "BG" else 3)
    assert p.legal("take") == set()


@pytest.mark.parametrize(("pattern", "size"), list(SIZES.items()))
def test_arc_53_only_the_number_of_yarn_must_be_right(pattern: str, size: int) -> None:
    """One colour alone pays for every pattern of that size, and one yarn less for none."""
    held = pattern if pattern in REQUESTS else ""
    p = specialist(f"{size}R", held)
    p.play(f"craft {pattern}")
    assert p.bowl(0) == ""
    assert (p.done(0) or p.items(0)) == pattern
    assert not specialist(f"{size - 1}R", held).can(f"craft {pattern}")


def test_arc_53_any_mix_may_be_paid() -> None:
    """A Blanket of five colours; a Hat of two red; a mix chosen colour by colour (ruling Q17)."""
    p = specialist("1B 1G 1O 1P 1R")
    p.play("craft blanket")
    assert (p.items(0), p.bowl(0)) == ("blanket", "")
    p = specialist("2B 3G 1Y")
    p.play("craft hat")
    assert (p.rule, p.legal()) == ("ARC-53", numbers(0, 2))
    p.play(*counts("1B 1Y", most="2B 3G 1Y"))
    assert (p.items(0), p.bowl(0)) == ("hat", "1B 3G")
    p = specialist("2B 3G 1Y")
    p.play("craft blanket")
    assert p.legal() == numbers(1, 2)


def test_arc_54_it_replaces_the_ordinary_craft() -> None:
    """One craft in all; then only the Shop is left."""
    p = specialist("2R 1B 1G")
    p.play("craft hat", *counts("2R", most="1B 1G 2R"))
    assert (p.items(0), p.bowl(0), p.rule) == ("hat", "1B 1G", "ARC-26")
    assert p.legal() == shops(2) | {"end"}


@pytest.mark.parametrize("learned", ["", "bear mittens scarf"])
def test_arc_55_for_tiles_learned_or_not_and_requests(learned: str) -> None:
    """Six red yarn: everything of at most six (ruling Q16)."""
    p = specialist("6R", held="r05 r06 r01 r24", learned=learned, who="alex ted")
    expected = each("craft", "hat bear mittens scarf blanket r05 r24")
    assert p.legal("craft") == expected
    p.play("craft scarf")
    assert (p.items(0), p.bowl(0)) == ("scarf", "2R")


def test_arc_56_not_on_the_ordinary_craft_space() -> None:
    """On Craft 2 the specialist pays like everybody else."""
    p = studio(who="neeha ted", tiles=[FAR], bowls=["6R 1B"], held=["r05"])
    p.play("space 2")
    assert p.legal("craft") == {"craft hat", "craft blanket"}


def test_arc_56_not_in_a_craft_circle() -> None:
    """On space 3 an earlier craft was with any colours; in the circle two red are no Hat."""
    p = studio(
        who="neeha ted", tiles=[FAR], bowls=["4R", "1B 1G"], bazaar="- y1_g y1_o y1_p y1_r y1_y"
    )
    p.play("space 3", "craft hat", "end", draw="circle")
    assert (p.rule, p.actor, p.bowl(0)) == ("ARC-73", 1, "2R")


def test_arc_56_not_in_the_final_craft() -> None:
    """Neeha's last space was number 3; with two red she is not even asked."""
    p = studio(
        who="ted neeha", tiles=[FAR, FAR], bowls=["", "2R"], last="- 3", items=["hat mittens"],
        projects="p07 p13 p14", stack=0,
    )  # fmt: skip
    p.play("space 1", "end", "finish p07")
    assert p.over
    assert (p.items(1), p.bowl(1)) == ("", "2R")


@pytest.mark.parametrize("who", ["rebecca", "theo", "derrick", "amara"])
def test_arc_57_shopper_and_crafter_have_no_unique_action(who: str) -> None:
    """None of their spaces takes 3 or crafts with any colours; one is Shop 4 or Craft 4."""
    for move in ("space 1", "space 2", "space 3", "space 4"):
        p = studio(who=f"{who} ted", tiles=[FAR], bowls=["2R"])
        p.play(move)
        words = {text.split()[0] for text in p.legal()}
        assert not words & {"take", "craft"}
    p = studio(who=f"{who} ted", tiles=[FAR], bowls=["4B 4G"])
    if who in ("rebecca", "theo"):
        p.play("space 1")
        assert p.legal("shop") == shops(4)
    else:
        p.play("space 2", "craft hat", "craft hat", "craft hat", "craft hat")
        assert (p.items(0), p.bowl(0)) == ("hat hat hat hat", "")
