"""Arch Ravels §9: the worked examples 16 to 30, each complete."""

from fractions import Fraction
from typing import Any

import pytest

from ravelbox.games.arch_ravels.facts import CARD_IDS
from tests.games.arch_ravels.opening import drafted
from tests.games.arch_ravels.pattern_book import EVERY_SPACE, REQUESTS, counts, each, numbers
from tests.games.arch_ravels.studio import GAME, Studio, studio

FAR = "bear_p mitt_ppg scarf_gopr"
GAP = "- y1_g y1_o y1_p y1_r y1_y"
SHELF = "hat mittens mittens scarf bear blanket"  # pays for p07, p13 and p14


def ended(**scene: Any) -> Studio:
    """A table when all is over."""
    return studio(over=True, **scene)


def test_ex_16_frog_after_learning() -> None:
    """Learned first, the refund is any two and one; frogged first, it is 2B 1Y."""
    scene: dict[str, Any] = {"items": ["mittens mittens"], "tiles": ["bear_p mitt_bby scarf_gopr"]}
    p = studio(**scene).play("space 1", "end", "learn mittens", "frog mittens")
    assert p.legal() == each("colour", "B G O P R Y")
    p.play("colour R")
    assert p.legal() == each("colour", "B G O P Y")
    p.play("colour G")
    assert (p.bowl(0), p.items(0), p.learned(0)) == ("1G 2R", "", "mittens")
    p = studio(**scene).play("space 1", "end", "frog mittens")
    assert (p.bowl(0), p.items(0), p.learned(0)) == ("2B 1Y", "mittens", "")
    p.play("learn mittens")
    assert (p.bowl(0), p.items(0), p.learned(0)) == ("2B 1Y", "", "mittens")


def test_ex_17_learning_limits() -> None:
    """No second flip, no flip for a Hat; the learned Bear scores 3 without any Bear."""
    p = studio(items=["bear bear hat"]).play("space 1", "end")
    assert p.legal("learn") == {"learn bear"}
    p.play("learn bear")
    assert p.legal() == {"frog hat", "frog bear", "end"}
    assert ended(learned=["bear"]).quarters(0) == 12


def finishing(many: int, won: str, stack: int) -> Studio:
    """Seat 0 finishes so many; the table has finished these before."""
    p = studio(items=[SHELF], tiles=[FAR, FAR], won=["", won], stack=stack)
    p.play("space 1", "end", *("finish p07", "finish p13", "finish p14")[:many])
    return p.play("end") if p.rule == "ARC-79" else p


def test_ex_18_refill_and_trigger() -> None:
    """(a) Deck 2, two finished: no end. (b) Deck 1, two finished: end. (c) Deck 0, one: end."""
    p = finishing(2, "p01 p02 p03", 2)
    assert (p.over, p.stack, "-" in p.listed) == (False, 0, False)
    p = finishing(2, "p01 p02 p03 p04", 1)
    assert (p.over, p.stack, p.listed.split().count("-")) == (True, 0, 1)
    p = finishing(1, "p01 p02 p03 p04 p05", 0)
    assert (p.over, p.stack, p.listed.split().count("-")) == (True, 0, 1)


@pytest.mark.parametrize("before", range(6))
@pytest.mark.parametrize("many", range(4))
def test_ex_18_the_sixth_project_ends_a_game_of_two(before: int, many: int) -> None:
    """Whatever was finished before and in this turn; the total may be 6, 7 or 8."""
    won = " ".join(["p01", "p02", "p03", "p04", "p05"][:before])
    p = finishing(many, won, 8 - 3 - before)
    assert p.over == (before + many >= 6)


def test_ex_19_no_chain_on_new_cards() -> None:
    """Pond Hockey comes too late, but not with `project_refill=immediate`."""
    scene: dict[str, Any] = {"items": ["hat hat hat hat hat mittens bear blanket"]}
    p = studio(**scene).play("space 1", "end", "finish p07", "finish p14")
    assert p.legal() == {"frog hat", "end"}
    p.play("end", plans="p16 p01")
    assert (p.listed, p.active) == ("p16 p13 p01", 1)
    p = studio(**scene, project_refill="immediate")
    p.play("space 1", "end", "finish p07", plans="p16")
    assert p.can("finish p16")


def test_ex_20_separate_sets() -> None:
    """One pair of Mittens finishes one of Recess and Fall Essentials."""
    p = studio(items=["hat mittens scarf"]).play("space 1", "end")
    assert p.legal("finish") == each("finish", "p07 p13")
    for project, left in (("p07", "scarf"), ("p13", "hat")):
        q = p.copy().play(f"finish {project}")
        assert (q.legal("finish"), q.items(0), q.won(0)) == (set(), left, project)


def test_ex_21_bracelets_in_the_final_craft() -> None:
    """B gives 2R to C and 1B 1G to A; C makes a Bear of it; A is left with two yarn."""
    p = studio(
        3,
        items=["hat mittens"],
        stack=0,
        bowls=["", "1B 1G 2R", "1R"],
        held=["", "r10", ""],
        tiles=[FAR, FAR, "bear_r mitt_ppg scarf_gopr"],
    )
    p.play("space 1", "end", "finish p07")
    assert (p.rule, p.actor) == ("ARC-97", 1)
    p.play("craft r10", *counts("2R", most="1B 1G 2R"))
    assert [p.bowl(seat) for seat in range(3)] == ["1B 1G", "", "3R"]
    assert (p.rule, p.actor, p.legal()) == ("ARC-97", 2, {"craft bear", "pass"})
    p.play("craft bear")
    assert p.over
    assert [p.quarters(seat) for seat in range(3)] == [4 * (13 - 2), 4 * 7, 4 * 3]


def test_ex_22_friendship_cost() -> None:
    """Five yarn are too few for four players, with any colours too; two players need two."""
    for who, move in (
        ("rebecca derrick ted neeha", "space 2"),
        ("neeha derrick ted theo", "space 3"),
    ):
        for bowl, possible in (("5B", False), ("6B", True)):
            p = studio(4, who=who, bowls=[bowl], held=["r10"], tiles=[FAR] * 4)
            p.play(move)
            assert p.can("craft r10") == possible
    p = studio(bowls=["2B"], held=["r10"]).play("space 2", "craft r10")
    assert (p.done(0), p.bowl(1)) == ("r10", "2B")


ELIZA: dict[str, str] = {
    "won": "p02 p07",
    "done": "r08 r14",
    "learned": "bear scarf",
    "items": "hat blanket",
    "held": "r25",
    "bowls": "1B 2G 1Y",
}


def test_ex_23_full_scoring() -> None:
    """56¾ points, 227 quarters."""
    scene: dict[str, Any] = {key: [words] for key, words in ELIZA.items()}
    p = ended(who="eliza theo", **scene)
    assert p.quarters(0) == 227
    assert GAME.scores(p.state)[0] == 56.75
    assert GAME.view(p.state, None).table["seats"][0]["score"] == "56¾"


def test_ex_24_tie_breaks() -> None:
    """Four cards each: fewer yarn wins; with equal yarn the win is shared."""
    for bob, winners in (
        ({"won": "p08 p13 p14", "done": "r15", "bowls": "3B"}, (1,)),
        ({"won": "p01 p08 p13", "done": "r15", "bowls": "4B", "items": "bear"}, (0, 1)),
    ):
        scene: dict[str, Any] = {key: [words, bob.get(key, "")] for key, words in ELIZA.items()}
        p = ended(who="eliza theo", **scene)
        assert [p.quarters(seat) for seat in range(2)] == [227, 227]
        assert tuple(p.outcome.won) == winners


def test_ex_25_negative_score() -> None:
    """2 − 20 − 7 = −25."""
    p = ended(held=["r24 r25"], bowls=["3B 4Y"], items=["hat"])
    assert p.quarters(0) == -100
    assert tuple(p.outcome.won) == (1,)


def test_ex_26_marker() -> None:
    """Space 1, then 4 without an exchange, then 1 again."""
    p = studio(bowls=["1B", ""])
    assert p.legal() == EVERY_SPACE
    p.play("space 1", "end", "space 2")
    assert (p.active, p.legal()) == (0, EVERY_SPACE - {"space 1"})
    p.play("space 4", "end", "space 4")
    assert (p.active, p.legal()) == (0, EVERY_SPACE - {"space 4"})
    p.play("space 1", "end")
    assert p.active == 1


def test_ex_27_setup_numbers_of_three() -> None:
    """Theo, Derrick and Ted: nine cards turned, three of them set aside."""
    p = drafted(
        3,
        ("theo", "derrick", "ted"),
        draw="y2_b r02 y1_g cat y2_o y2_p clerk yw yd_bg",
    )
    assert p.bazaar == "y2_b y1_g y2_o y2_p yw yd_bg"
    known = [CARD_IDS[card] for card in p.state.known]
    assert sorted(known) == ["cat", "clerk", "r02", "r03", "r07"]
    assert (p.state.extras, len(p.state.others)) == (3, 23)
    others = {CARD_IDS[card] for card in p.state.others}
    assert others == set(REQUESTS) - {"r02", "r03", "r07"}
    assert len(known) + p.state.extras + p.state.upper == 43
    assert (p.state.lower, p.deck) == (43, 86)
    p.play("space 1")
    p.state.apply(GAME.space.parse("shop 1234"))
    chances = p.chances()
    assert [chances[name] for name in ("r02", "r03", "r07")] == [Fraction(1, 43)] * 3
    assert chances["r01"] == Fraction(3, 43) / 23


def test_ex_28_request_on_the_last_turn() -> None:
    """Trouble kept is −10; given to B with 5O it is +10 by the final craft."""
    p = studio(
        items=["hat mittens"], stack=0, bowls=["", "5O"], tiles=[FAR, FAR], bazaar=GAP,
        requests="r24",
    )  # fmt: skip
    p.play("space 1", "end", draw="r24")
    q = p.copy().play("assign 0", "finish p07", "pass")
    assert q.over
    assert q.quarters(0) == 4 * (13 - 10)
    p.play("assign 1", "finish p07")
    assert (p.rule, p.actor) == ("ARC-97", 1)
    p.play("craft r24")
    assert p.over
    assert [p.quarters(seat) for seat in range(2)] == [4 * 13, 4 * 10]


def test_ex_29_yarn_spinner_order() -> None:
    """3G first make a Blanket or a Bear; crafting first there is only the Hat."""
    scene: dict[str, Any] = {
        "who": "ted rebecca",
        "tiles": ["bear_g mitt_rro scarf_gory"],
        "bowls": ["1B 2G"],
    }
    p = studio(**scene).play("space 3")
    assert p.legal() == each("take", "B G O P R Y") | {"craft hat", "end"}
    q = p.copy().play("take G")
    assert q.legal() == {"craft hat", "craft bear", "craft blanket", "end"}
    r = q.copy().play("craft blanket")
    assert (r.bowl(0), r.items(0)) == ("1B", "blanket")
    q.play("craft bear")
    assert (q.bowl(0), q.items(0)) == ("1B 2G", "bear")
    p.play("craft hat")
    assert p.legal() == each("take", "B G O P R Y") | {"end"}
    p.play("take Y")
    assert (p.bowl(0), p.items(0)) == ("1G 3Y", "hat")


def test_ex_30_zero_use() -> None:
    """Craft 2 without crafting; steps 2 and 3 follow."""
    p = studio(bowls=["1B 1G"], items=["hat"], bazaar=GAP)
    p.play("space 2", "end", draw="sale")
    assert (p.rule, p.legal()) == ("ARC-69", numbers(0, 3))
    p.play("count 3")
    assert (p.rule, p.legal(), p.items(0)) == ("ARC-79", {"frog hat", "end"}, "hat")
