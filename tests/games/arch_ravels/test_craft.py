"""Arch Ravels §4.7: Craft, patterns and payments."""

import pytest

from tests.games.arch_ravels.pattern_book import (
    COLOURS,
    REQUESTS,
    TILES,
    colour_sets,
    counts,
    each,
    minus,
    numbers,
)
from tests.games.arch_ravels.studio import Studio, studio

PLENTY = "9B 9G 9O 9P 9R 9Y"
EXACT = {name: cost for name, (cost, _) in REQUESTS.items() if cost}
KINDS = {"bear": "bear", "mitt": "mittens", "scarf": "scarf"}


def at_craft(bowl: str, tiles: str = "bear_p mitt_ppg scarf_gopr", **scene: str) -> Studio:
    """Seat 0 is Derrick on Craft 4 with this bowl."""
    p = studio(
        who="derrick ted",
        tiles=[tiles],
        bowls=[bowl],
        learned=[scene.get("learned", "")],
        held=[scene.get("held", ""), scene.get("theirs", "")],
    )
    return p.play("space 2")


def hand_of(tile: str) -> str:
    """A hand of tiles with this one; the others of its kind and kinds are out of the way."""
    mine = {"bear": "bear_p", "mitt": "mitt_ppg", "scarf": "scarf_gopr"}
    return " ".join((mine | {tile.split("_", maxsplit=1)[0]: tile}).values())


def test_arc_38_up_to_so_many_times_and_the_same_pattern_again() -> None:
    """Craft 4: three Blankets and a Hat; a fifth craft is not offered."""
    p = at_craft("20B 1G")
    assert (p.rule, p.legal()) == ("ARC-26", {"craft hat", "craft blanket", "end"})
    p.play("craft blanket")
    assert (p.rule, p.legal()) == ("ARC-38", {"craft hat", "craft blanket", "pass"})
    p.play("craft blanket", "craft hat", "craft blanket")
    assert (p.items(0), p.bowl(0)) == ("hat blanket blanket blanket", "4B")
    assert p.rule == "ARC-79"
    p = at_craft("25B")
    p.play("craft blanket", "craft blanket", "craft blanket", "craft blanket")
    assert (p.bowl(0), p.rule) == ("5B", "ARC-79")


def test_arc_38_fewer_is_possible() -> None:
    """After any craft the player may stop."""
    p = at_craft("20B")
    p.play("craft blanket", "pass")
    assert (p.items(0), p.bowl(0), p.rule) == ("blanket", "15B", "ARC-79")


def test_arc_39_the_patterns_of_a_player() -> None:
    """Hat, Blanket, three tiles and the held requests; finished ones and others' are none."""
    p = studio(who="derrick ted", bowls=[PLENTY], held=["r08 r14 r10", "r24"], done=["r19", "r21"])
    p.play("space 2")
    items = "hat bear mittens scarf blanket"
    assert p.legal("craft") == each("craft", f"{items} r08 r14 r10")


def test_arc_40_an_item_is_gained_and_the_yarn_is_gone() -> None:
    """One token of the kind, and nobody has the yarn."""
    p = at_craft("2O 4P", tiles="bear_p mitt_oop scarf_gory")
    p.play("craft bear")
    assert (p.items(0), p.bowl(0)) == ("bear", "2O 1P")
    p.play("craft mittens")
    assert (p.items(0), p.bowl(0)) == ("bear mittens", "")
    assert (p.items(1), p.bowl(1)) == ("", "")


def test_arc_41_a_request_uses_one_craft_and_gives_no_item() -> None:
    """On Craft 2 a request and a Hat, and then no more; the card lies finished."""
    p = studio(bowls=["3Y 3B 3G"], tiles=["bear_p mitt_ppg scarf_gopr"], held=["r19 r04"])
    p.play("space 2", "craft r19")
    assert (p.held(0), p.done(0), p.items(0), p.bowl(0)) == ("r04", "r19", "", "3B 3G")
    assert p.rule == "ARC-38"
    p.play("craft hat")
    assert (p.items(0), p.bowl(0), p.rule) == ("hat", "2B 2G", "ARC-79")


def test_arc_41_a_request_may_be_any_of_the_crafts() -> None:
    """The second after a Blanket, and the third after another request."""
    p = at_craft("5B 3R 3Y", held="r19 r21 r24")
    p.play("craft blanket")
    assert (p.rule, p.legal()) == ("ARC-38", each("craft", "hat r19 r21") | {"pass"})
    p.play("craft r19")
    assert p.legal() == {"craft r21", "pass"}
    p.play("craft r21")
    assert (p.done(0), p.held(0), p.items(0), p.bowl(0)) == ("r19 r21", "r24", "blanket", "")


@pytest.mark.parametrize(("tile", "cost"), list(TILES.items()))
def test_arc_42_an_exact_tile_takes_exactly_its_colours(tile: str, cost: str) -> None:
    """They pay without a question; one of them missing, nothing else will do."""
    item = KINDS[tile.split("_", maxsplit=1)[0]]
    p = at_craft(PLENTY, tiles=hand_of(tile))
    p.play(f"craft {item}")
    assert (p.items(0), p.bowl(0)) == (item, minus(PLENTY, cost))
    for word in cost.split():
        short = minus(PLENTY, f"{10 - int(word[:-1])}{word[-1]}")
        p = at_craft(short, tiles=hand_of(tile))
        assert not p.can(f"craft {item}")


@pytest.mark.parametrize(("request_id", "cost"), list(EXACT.items()))
def test_arc_42_an_exact_request_takes_exactly_its_colours(request_id: str, cost: str) -> None:
    """The same for the requests whose colours are printed."""
    p = at_craft(cost, held=request_id)
    p.play(f"craft {request_id}")
    assert (p.done(0), p.held(0), p.bowl(0)) == (request_id, "", "")
    for word in cost.split():
        short = minus(PLENTY, f"{10 - int(word[:-1])}{word[-1]}")
        assert not at_craft(short, held=request_id).can(f"craft {request_id}")


@pytest.mark.parametrize(
    ("pattern", "many", "learned"),
    [("hat", 2, ""), ("scarf", 4, "scarf"), ("r04", 3, ""), ("r23", 5, "")],
)
def test_arc_43_so_many_different_colours(pattern: str, many: int, learned: str) -> None:
    """Each set of the colours held, and not one colour less."""
    p = at_craft("3B 1G 2O 1P 1R 1Y", learned=learned, held="r04 r23")
    p.play(f"craft {pattern}")
    assert (p.rule, p.legal()) == ("ARC-43", colour_sets(many))
    p = at_craft("9B 1G 1O 1P 1R"[: 3 * (many - 1) - 1], learned=learned, held="r04 r23")
    assert not p.can(f"craft {pattern}")


def test_arc_43_only_colours_in_the_bowl_and_forced_when_there_is_one_way() -> None:
    """Three colours give three Hats to choose from, two give one."""
    p = at_craft("3B 1O 1Y")
    p.play("craft hat")
    assert p.legal() == {"colours BO", "colours BY", "colours OY"}
    p.play("colours OY")
    assert (p.bowl(0), p.items(0)) == ("3B", "hat")
    p = at_craft("3B 1O")
    p.play("craft hat")
    assert (p.bowl(0), p.items(0)) == ("2B", "hat")


@pytest.mark.parametrize(
    ("pattern", "many", "learned"), [("blanket", 5, ""), ("bear", 3, "bear"), ("r08", 5, "")]
)
def test_arc_44_so_many_of_one_colour(pattern: str, many: int, learned: str) -> None:
    """The colours of which there are enough; with one such colour nothing is asked."""
    p = at_craft(f"{many}B {many - 1}G {many + 1}O 2P {many}Y", learned=learned, held="r08")
    p.play(f"craft {pattern}")
    assert (p.rule, p.legal()) == ("ARC-44", {"colour B", "colour O", "colour Y"})
    p.play("colour O")
    assert p.bowl(0) == f"{many}B {many - 1}G 1O 2P {many}Y"
    p = at_craft(f"{many}R {many - 1}G", learned=learned, held="r08")
    p.play(f"craft {pattern}")
    assert p.bowl(0) == f"{many - 1}G"
    short = " ".join(f"{many - 1}{colour}" for colour in COLOURS)
    assert not at_craft(short, learned=learned, held="r08").can(f"craft {pattern}")


def test_arc_45_learned_mittens_are_two_of_one_and_one_of_another() -> None:
    """First the double colour, then the single one."""
    p = at_craft("2B 3G 1O 1R", learned="mittens")
    p.play("craft mittens")
    assert (p.rule, p.legal()) == ("ARC-45", {"colour B", "colour G"})
    p.play("colour B")
    assert (p.rule, p.legal()) == ("ARC-45", each("colour", "G O R"))
    p.play("colour R")
    assert (p.items(0), p.bowl(0)) == ("mittens", "3G 1O")


@pytest.mark.parametrize("bowl", ["3B", "9B", "1B 1G 1O", "1B 1G 1O 1P 1R 1Y", "1B 1G", "2B"])
def test_arc_45_not_three_of_one_and_not_three_different(bowl: str) -> None:
    """No such bowl pays for learned Mittens."""
    assert not at_craft(bowl, learned="mittens").can("craft mittens")


def test_arc_45_all_thirty_ways() -> None:
    """Six double colours, five single ones each, and forced ways are not asked."""
    made = set()
    for two in COLOURS:
        for one in COLOURS.replace(two, ""):
            p = at_craft("2B 2G 2O 2P 2R 2Y", learned="mittens")
            p.play("craft mittens", f"colour {two}", f"colour {one}")
            made.add(p.bowl(0))
            assert p.bowl(0) == minus(minus("2B 2G 2O 2P 2R 2Y", f"2{two}"), f"1{one}")
    assert len(made) == 30
    p = at_craft("2B 1G", learned="mittens")
    p.play("craft mittens")
    assert (p.items(0), p.bowl(0)) == ("mittens", "")


def test_arc_46_any_nine_yarn_for_a_snugglesaurus() -> None:
    """Colour by colour; counts that would leave too little are not offered."""
    bowl = "4B 1O 3P 2R 1Y"
    p = at_craft(bowl, held="r01")
    p.play("craft r01")
    assert (p.rule, p.legal()) == ("ARC-46", numbers(2, 4))
    p.play(*counts("3B 1O 3P 1R 1Y", most=bowl))
    assert (p.done(0), p.bowl(0)) == ("r01", "1B 1R")
    p = at_craft("9G", held="r01")
    p.play("craft r01")
    assert (p.done(0), p.bowl(0)) == ("r01", "")
    assert not at_craft("4B 4R", held="r01").can("craft r01")


def test_arc_47_payment_is_exact_in_number() -> None:
    """Of a large bowl no more than the number goes, whatever is chosen."""
    p = at_craft(PLENTY, held="r01")
    p.play("craft r01")
    assert p.legal() == numbers(0, 9)
    p.play("count 5")
    assert p.legal() == numbers(0, 4)
    p.play("count 4")
    assert p.bowl(0) == "4B 5G 9O 9P 9R 9Y"
    p = at_craft("7B 7R")
    p.play("craft blanket")
    assert p.legal() == {"colour B", "colour R"}
    p.play("colour R")
    assert p.bowl(0) == "7B 2R"


def test_arc_48_only_what_is_the_own() -> None:
    """Seat 1's bowl, tiles and requests help seat 0 nothing."""
    p = studio(
        who="derrick ted",
        tiles=["bear_b mitt_bby scarf_bopy", "bear_r mitt_rro scarf_gory"],
        learned=["", "bear"],
        bowls=["3R", "9B 9R 9Y"],
        held=["r24", "r21"],
    )
    p.play("space 2")
    assert p.active == 1
    p.play("space 2")
    expected = "hat bear blanket r21"
    assert p.legal("craft") == each("craft", expected)


def test_arc_49_nothing_can_be_traded() -> None:
    """With full bowls and shelves no answer of steps 1 and 3 touches another player."""
    p = studio(
        3, bowls=[PLENTY] * 3, items=["hat bear mittens", "hat", "bear"], held=["r14", "r24", ""]
    )
    p.play("space 3")
    words = {text.split()[0] for text in p.legal()}
    assert words == {"shop", "craft", "end"}
    p.play("end")
    words = {text.split()[0] for text in p.legal()}
    assert (p.rule, words) == ("ARC-79", {"finish", "learn", "frog", "end"})
    assert [p.bowl(seat) for seat in (1, 2)] == [PLENTY] * 2
