"""Arch Ravels §9: the worked examples 1 to 15, each complete."""

from typing import Any

from ravelbox.kernel.rules import CHANCE
from tests.games.arch_ravels.pattern_book import (
    DECK,
    counts,
    each,
    exchanges,
    numbers,
    shops,
    without,
)
from tests.games.arch_ravels.studio import GAME, Studio, studio

FAR = "bear_p mitt_ppg scarf_gopr"
GAP = "- y1_g y1_o y1_p y1_r y1_y"


def ended(**scene: Any) -> Studio:
    """A table when all is over."""
    return studio(over=True, **scene)


def test_ex_1_shop_3_on_a_real_bazaar() -> None:
    """Spaces 3, 4 and 6, both wild yarn blue: 2B 2G 1O 1Y."""
    p = studio(who="derrick ted", bazaar="y1_y y1_o yw yd_oy y1_b y2_g")
    p.play("space 1")
    assert p.legal() == shops(3) | {"end"}
    assert not p.can("shop 34")
    p.play("shop 346")
    p.state.apply(GAME.space.parse("count 2"))
    assert p.actor == CHANCE  # step 2 has begun, and nothing is filled yet
    assert p.bowl(0) == "2B 2G 1O 1Y"
    assert sorted(p.discard.split()) == ["y2_g", "yd_oy", "yw"]
    assert p.bazaar == "y1_y y1_o - - y1_b -"
    p.play(draw="y2_p y2_r y2_o")
    assert p.bazaar == "y1_y y1_o y2_p y2_r y1_b y2_o"


def test_ex_2_mittens() -> None:
    """mitt_bby takes 2B 1Y and nothing else."""
    p = studio(bowls=["2B 1R 1Y"], tiles=["bear_p mitt_bby scarf_gopr"])
    p.play("space 2", "craft mittens")
    assert (p.items(0), p.bowl(0)) == ("mittens", "1R")
    p = studio(bowls=["2B 1R"], tiles=["bear_p mitt_bby scarf_gopr"])
    p.play("space 2")
    assert p.legal() == {"craft hat", "end"}


def test_ex_3_scarf() -> None:
    """scarf_bopy takes B O P Y; learned, any four different colours."""
    tiles = ["bear_p mitt_ppg scarf_bopy"]
    for bowl, learned, possible in (
        ("1B 1O 1P 1Y", "", True),
        ("1G 1O 1P 1R", "", False),
        ("1G 1O 1P 1R", "scarf", True),
        ("1B 1O 1P 1Y", "scarf", True),
        ("1B 1G 2R", "scarf", False),
    ):
        p = studio(bowls=[bowl], tiles=tiles, learned=[learned])
        p.play("space 2")
        assert p.can("craft scarf") == possible
        if possible:
            p.play("craft scarf")
            assert (p.items(0), p.bowl(0)) == ("scarf", "")


def test_ex_4_exchange() -> None:
    """3B → 3R, one pair of colours, once."""
    p = studio(bowls=["3B 1G"], items=["hat"])
    p.play("space 4")
    assert p.legal() == exchanges("BG") | {"end"}
    p.play("exchange B R")
    assert p.legal() == numbers(1, 3)
    p.play("count 3")
    assert (p.bowl(0), p.rule, p.legal("exchange")) == ("1G 3R", "ARC-79", set())


def test_ex_5_favourite() -> None:
    """Robot is 14 for Eliza, 9 for everybody else, −9 for Eliza if unfinished."""
    assert ended(who="eliza theo", done=["r08"]).quarters(0) == 4 * 14
    for name, other in (("ted", "rebecca"), ("rebecca", "ted"), ("neeha", "ted")):
        assert ended(who=f"{name} {other}", done=["r08"]).quarters(0) == 4 * 9
    assert ended(who="eliza theo", held=["r08"]).quarters(0) == -4 * 9


def test_ex_6_two_copies_and_a_request() -> None:
    """Two Bears, two Hats; Loot was never payable."""
    p = studio(
        who="derrick ted",
        bowls=["6B 2R 2Y"],
        tiles=["bear_b mitt_ppg scarf_gopr"],
        held=["r19"],
    )
    p.play("space 2")
    assert not p.can("craft r19")
    p.play("craft bear", "craft bear")
    assert p.legal() == {"craft hat", "pass"}
    p.play("craft hat")
    assert (p.bowl(0), p.legal()) == ("1R 1Y", {"craft hat", "pass"})
    p.play("craft hat")
    assert (p.items(0), p.bowl(0), p.held(0)) == ("hat hat bear bear", "", "r19")
    assert p.rule == "ARC-79"


def test_ex_7_empty_spaces() -> None:
    """Three cards, Shop 4: at least one of spaces 1, 2, 5 is among the four."""
    p = studio(bazaar="- - y2_g y1_r - y2_y")
    p.play("space 1")
    assert p.legal("shop") == shops(4)
    assert all(set(text.split()[1]) & set("125") for text in p.legal("shop"))
    assert not p.can("shop 346")
    p.play("shop 1236", *counts("1B 1P"))
    assert p.bowl(0) == "1B 2G 1P 2Y"
    assert sorted(p.discard.split()) == ["y2_g", "y2_y"]


def test_ex_8_restock_with_a_double_reveal() -> None:
    """Yarn Sale first, then Craft Circle with what it gave."""
    p = studio(
        bazaar="y1_b - - y1_p - y1_y",
        tiles=["bear_r mitt_ppg scarf_gopr", "bear_g mitt_ppg scarf_gopr"],
        bowls=["", "1B 1G"],
    )
    p.play("space 1", "end", draw="sale y2_p circle")
    assert (p.rule, p.actor, p.bazaar) == ("ARC-69", 0, "y1_b sale y2_p y1_p circle y1_y")
    p.play(*counts("3R"))
    assert (p.rule, p.actor, p.legal()) == ("ARC-73", 0, {"craft bear", "pass"})
    p.play("craft bear")
    assert (p.rule, p.actor, p.legal()) == ("ARC-73", 1, {"craft hat", "pass"})
    p.play("craft hat")
    assert (p.items(0), p.items(1)) == ("bear", "hat")
    assert (p.bazaar, p.discard) == ("y1_b - y2_p y1_p - y1_y", "sale circle")
    assert (p.rule, p.actor) == ("ARC-79", 0)


def test_ex_9_restock_without_shopping() -> None:
    """Craft 2 is used; space 4 is filled, and the request must be assigned."""
    p = studio(bazaar="y1_b y1_g y1_o - y1_r y1_y", bowls=["1B 1G"], requests="r24")
    p.play("space 2", "craft hat", draw="r24")
    assert (p.rule, p.actor, p.legal()) == ("ARC-74", 0, each("assign", "0 1"))
    p.play("assign 1")
    assert (p.held(1), p.bazaar) == ("r24", "y1_b y1_g y1_o - y1_r y1_y")
    p = studio(bazaar="y1_b y1_g y1_o - y1_r y1_y", bowls=["1B 1G"])
    p.play("space 2", "craft hat", draw="y2_p")
    assert p.bazaar == "y1_b y1_g y1_o y2_p y1_r y1_y"


def test_ex_10_the_deck_runs_out() -> None:
    """Two spaces from the old deck, two from 82 shuffled cards, events among them; 80 remain."""
    bazaar = "y1_b y1_g y1_o y1_p y1_r y1_y"
    discard = without(DECK, bazaar, "y2_b y2_g")
    assert len(discard.split()) == 78
    p = studio(bazaar=bazaar, deck="y2_b y2_g", discard=discard)
    p.play("space 1")
    p.state.apply(GAME.space.parse("shop 1234"))
    assert (p.deck, len(p.discard.split())) == (2, 82)
    p.play(draw="y2_g y2_b y1_b yw")
    assert p.bazaar == "y2_g y2_b y1_b yw y1_r y1_y"
    assert (p.deck, p.discard, p.active) == (80, "", 1)


def test_ex_11_tangled_cat() -> None:
    """B may shop, not craft, not in the circle; may frog and learn; then the ban is over."""
    scene: dict[str, Any] = {
        "seats": 3,
        "items": ["", "bear bear"],
        "bowls": ["1B 1G", "1B 1G", "1B 1G"],
        "tiles": [FAR, FAR, FAR],
    }
    p = studio(**scene, bazaar=GAP)
    p.play("space 1", "end", draw="cat")
    p.play("tangle 1")
    assert (p.active, p.ban(1)) == (1, "in force")
    p.play("space 3")
    assert p.legal() == shops(2) | {"end"}
    p.play("shop 12", *counts("1R"), draw="circle y2_b")
    assert (p.rule, p.actor) == ("ARC-73", 2)
    p.play("pass")
    assert (p.rule, p.actor) == ("ARC-73", 0)
    p.play("pass")
    assert (p.rule, p.actor, p.legal()) == ("ARC-79", 1, {"learn bear", "frog bear", "end"})
    p.play("learn bear", "frog bear", "colour Y")
    assert (p.active, p.ban(1), p.learned(1)) == (2, "none", "bear")
    p = studio(**scene, bazaar="- - y1_o y1_p y1_r y1_y")
    p.play("space 1", "end", draw="cat circle")
    p.play("tangle 1", "pass")
    assert (p.rule, p.actor, p.legal()) == ("ARC-73", 1, {"craft hat", "pass"})


def test_ex_12_cat_and_the_end() -> None:
    """B is banned, A ends the game: B's final craft is allowed."""
    p = studio(items=["hat mittens"], stack=0, bowls=["", "1B 1G"], tiles=[FAR, FAR], bazaar=GAP)
    p.play("space 1", "end", draw="cat")
    p.play("tangle 1", "finish p07")
    assert (p.rule, p.actor, p.ban(1)) == ("ARC-97", 1, "pending")
    p.play("craft hat")
    assert (p.over, p.items(1)) == (True, "hat")


def test_ex_13_donate() -> None:
    """Empty bowl: nothing. One purple: it goes to one of the others."""
    p = studio(3, bazaar=GAP)
    p.play("space 1", "end", draw="donate")
    assert (p.active, p.discard) == (1, "donate")
    p = studio(3, bazaar=GAP, bowls=["1P"])
    p.play("space 1", "end", draw="donate")
    assert (p.rule, p.legal()) == ("ARC-70", {"donate P 1", "donate P 2"})
    p.play("donate P 2")
    assert [p.bowl(seat) for seat in range(3)] == ["", "", "1P"]
    p = studio(bazaar=GAP, bowls=["1P"])
    p.play("space 1", "end", draw="donate")
    assert (p.bowl(0), p.bowl(1), p.discard) == ("", "1P", "donate")


def test_ex_14_color_specialist_and_a_request() -> None:
    """Neeha's Unicorn for six red: 15 points; on Craft 2 it is illegal."""
    scene: dict[str, Any] = {"who": "neeha ted", "held": ["r05"], "bowls": ["6R"], "tiles": [FAR]}
    p = studio(**scene)
    p.play("space 3", "craft r05")
    assert (p.done(0), p.bowl(0), p.quarters(0)) == ("r05", "", 4 * 15)
    p = studio(**scene)
    p.play("space 2")
    assert p.legal() == {"craft blanket", "end"}


def test_ex_15_any_colours_then_frog() -> None:
    """Alex makes a Bear of 3R and gets 3P for it."""
    p = studio(who="alex ted", bowls=["3R"], tiles=["bear_p mitt_bby scarf_bopy"])
    p.play("space 3", "craft bear", "end")
    assert p.items(0) == "bear"
    p.play("frog bear")
    assert (p.items(0), p.bowl(0)) == ("", "3P")
