"""Arch Ravels §4.13: step 3, restock actions."""

from typing import Any

import pytest

from tests.games.arch_ravels.pattern_book import (
    COLOURS,
    PROJECTS,
    TILES,
    colour_sets,
    each,
    minus,
    plus,
)
from tests.games.arch_ravels.studio import Studio, studio

KINDS = {"bear": "bear", "mitt": "mittens", "scarf": "scarf"}


def wrapping_up(items: str, **scene: Any) -> Studio:
    """Seat 0 has come to step 3 with these items."""
    return studio(items=[items], **scene).play("space 1", "end")


def all_but(items: str, one: str) -> str:
    """Items without one of them."""
    words = items.split()
    words.remove(one)
    return " ".join(words)


def test_arc_79_all_restock_actions_in_any_order_and_number() -> None:
    """Learn, frog, finish, frog again; what is possible is offered each time."""
    p = wrapping_up("hat hat bear bear mittens scarf", projects="p07 p13 p14")
    everything = each("finish", "p07 p13") | each("learn", "bear mittens scarf")
    everything |= each("frog", "hat bear mittens scarf") | {"end"}
    assert (p.rule, p.legal()) == ("ARC-79", everything)
    p.play("learn bear", "frog scarf", "finish p07", "frog bear", "colour R", "frog hat")
    p.play("colours GY")
    assert (p.items(0), p.won(0), p.learned(0)) == ("", "p07", "bear")
    assert p.bowl(0) == "1B 1G 1O 1P 3R 2Y"
    assert p.active == 1


def test_arc_79_none_is_fine_and_end_closes_the_step() -> None:
    """With everything possible the player may just end."""
    p = wrapping_up("hat mittens bear")
    p.play("end")
    assert (p.active, p.items(0), p.won(0), p.learned(0)) == (1, "hat bear mittens", "", "")


def test_arc_79_the_step_ends_by_itself_without_items() -> None:
    """Nothing but ending would be possible."""
    p = studio(bowls=["9B"], done=["r14"], won=["p02"], projects="p07 p13 p14")
    p.play("space 1", "end")
    assert (p.active, p.rule) == (1, "ARC-23")


@pytest.mark.parametrize(
    ("project", "cost"), [(name, cost) for name, (cost, _) in PROJECTS.items()]
)
def test_arc_80_a_project_takes_the_items_shown(project: str, cost: str) -> None:
    """They go, the card comes; one of them missing, the card is not to be had."""
    rest = [name for name in PROJECTS if name != project][:2]
    p = wrapping_up(f"{cost} blanket", projects=f"{rest[0]} {project} {rest[1]}")
    p.play(f"finish {project}")
    assert (p.won(0), p.items(0)) == (project, "blanket")
    assert p.listed == f"{rest[0]} - {rest[1]}"
    for item in dict.fromkeys(cost.split()):
        other = "hat" if item != "hat" else "bear"
        p = wrapping_up(f"{all_but(cost, item)} {other}", projects=f"{project} {rest[0]} {rest[1]}")
        assert (p.rule, p.can(f"finish {project}")) == ("ARC-79", False)


def test_arc_80_only_listed_projects() -> None:
    """Everything at hand, but the list has three cards."""
    shelf = " ".join(["hat bear mittens scarf blanket"] * 6)
    p = wrapping_up(shelf, projects="p16 p05 p09")
    assert p.legal("finish") == each("finish", "p05 p09 p16")
    p = wrapping_up(shelf, projects="p16 - p09", stack=0)
    assert p.legal("finish") == each("finish", "p09 p16")


def test_arc_81_every_item_pays_for_one_project() -> None:
    """Two pairs of Mittens for both, one pair for either."""
    p = wrapping_up("hat mittens mittens scarf")
    p.play("finish p07", "finish p13")
    assert (p.won(0), p.items(0)) == ("p07 p13", "")
    p = wrapping_up("hat mittens scarf")
    p.play("finish p13")
    assert (p.legal("finish"), p.items(0)) == (set(), "hat")


def test_arc_81_the_multiset_must_be_there() -> None:
    """Two Bears do not make Triplets, three do, of four one is left."""
    scene: dict[str, Any] = {"projects": "p03 p13 p14"}
    assert wrapping_up("bear bear", **scene).legal("finish") == set()
    p = wrapping_up("bear bear bear bear", **scene)
    p.play("finish p03")
    assert p.items(0) == "bear"


def test_arc_82_several_projects_in_one_turn() -> None:
    """All three of the list."""
    p = wrapping_up("hat mittens mittens scarf bear blanket")
    p.play("finish p07", "finish p14", "finish p13", plans="p01 p02 p03")
    assert (p.won(0), p.active, p.listed, p.stack) == ("p07 p13 p14", 1, "p01 p02 p03", 2)


def test_arc_83_requests_and_projects_are_no_items() -> None:
    """Finished ones of both kinds pay for nothing, and without items nothing is asked."""
    p = studio(done=["r04 r08 r02"], won=["p02 p12"], projects="p07 p13 p14")
    p.play("space 1", "end")
    assert (p.active, p.won(0), p.done(0)) == (1, "p02 p12", "r02 r04 r08")


def test_arc_84_the_list_is_refilled_when_the_step_ends() -> None:
    """Not before: the open place stays open while the player goes on (ruling Q20)."""
    p = wrapping_up("hat mittens hat")
    p.play("finish p07")
    assert (p.listed, p.stack, p.legal()) == ("- p13 p14", 5, {"frog hat", "end"})
    p.play("end", plans="p16")
    assert (p.active, p.listed, p.stack) == (1, "p16 p13 p14", 4)


def test_arc_84_open_places_are_filled_in_order() -> None:
    """Two places, two cards, each of the unseen projects as likely."""
    p = wrapping_up("hat mittens bear blanket")
    p.play("finish p14", "finish p07", plans="p09 p16")
    assert (p.listed, p.stack) == ("p09 p13 p16", 3)


def test_arc_84_new_cards_cannot_be_finished_in_the_same_turn() -> None:
    """Four Hats wait for Pond Hockey, which comes when the step is over."""
    p = wrapping_up("hat hat hat hat hat mittens")
    p.play("finish p07", "end", plans="p16")
    assert (p.active, p.items(0)) == (1, "hat hat hat hat")


def test_arc_84_or_at_once_by_option() -> None:
    """`project_refill=immediate`: Pond Hockey comes up and can be finished (ruling Q19)."""
    p = wrapping_up("hat hat hat hat hat mittens", project_refill="immediate")
    p.play("finish p07", plans="p16")
    assert (p.active, p.listed, p.stack) == (0, "p16 p13 p14", 4)
    assert p.can("finish p16")
    p.play("finish p16", plans="p01")
    assert (p.won(0), p.listed, p.stack) == ("p07 p16", "p01 p13 p14", 3)


@pytest.mark.parametrize("item", ["bear", "mittens", "scarf"])
def test_arc_85_learning_costs_one_item_of_the_kind(item: str) -> None:
    """One of two goes, the tile is flipped, no yarn comes."""
    p = wrapping_up(f"hat {item} {item}")
    p.play(f"learn {item}")
    assert (p.items(0), p.learned(0), p.bowl(0)) == (f"hat {item}", item, "")
    assert p.learned(1) == ""


def test_arc_86_a_tile_is_flipped_once() -> None:
    """The second Bear cannot learn again, and the tile stays learned in later turns."""
    p = wrapping_up("bear bear scarf")
    p.play("learn bear")
    assert p.legal("learn") == {"learn scarf"}
    p.play("end", "space 2")
    assert (p.active, p.learned(0)) == (0, "bear")
    p.play("space 2")
    assert p.legal("learn") == {"learn scarf"}


def test_arc_87_after_flipping_the_general_rule_is_the_pattern() -> None:
    """bear_b learned: three green make a Bear, three blue still do."""
    for learned, bowl, possible in (
        ("", "3G", False),
        ("bear", "3G", True),
        ("bear", "3B", True),
        ("bear", "2B 1G", False),
    ):
        p = studio(bowls=[bowl], learned=[learned])
        p.play("space 2")
        assert p.can("craft bear") == possible


@pytest.mark.parametrize(("tile", "cost"), list(TILES.items()))
def test_arc_87_the_exact_colours_satisfy_the_general_rule(tile: str, cost: str) -> None:
    """Of every tile, on its learned side (ruling Q25)."""
    kind = tile.split("_", maxsplit=1)[0]
    hand = {"bear": "bear_b", "mitt": "mitt_bby", "scarf": "scarf_bopy"} | {kind: tile}
    p = studio(bowls=[cost], tiles=[" ".join(hand.values())], learned=[KINDS[kind]])
    p.play("space 2", f"craft {KINDS[kind]}")
    assert (p.items(0), p.bowl(0)) == (KINDS[kind], "")


def test_arc_88_hat_and_blanket_cannot_be_learned() -> None:
    """They have no tile."""
    p = wrapping_up("hat hat blanket blanket")
    assert p.legal() == {"frog hat", "frog blanket", "end"}


@pytest.mark.parametrize(("tile", "cost"), list(TILES.items()))
def test_arc_89_frogging_returns_an_item_for_its_yarn(tile: str, cost: str) -> None:
    """An exact pattern gives exactly its colours, without a question."""
    kind = tile.split("_", maxsplit=1)[0]
    hand = {"bear": "bear_b", "mitt": "mitt_bby", "scarf": "scarf_bopy"} | {kind: tile}
    p = wrapping_up(f"{KINDS[kind]} hat", tiles=[" ".join(hand.values())], bowls=["1B 2Y"])
    p.play(f"frog {KINDS[kind]}")
    assert (p.items(0), p.bowl(0), p.rule) == ("hat", plus("1B 2Y", cost), "ARC-79")


@pytest.mark.parametrize(
    ("item", "learned", "options"),
    [
        ("hat", "", colour_sets(2)),
        ("scarf", "scarf", colour_sets(4)),
        ("bear", "bear", each("colour", "B G O P R Y")),
        ("blanket", "", each("colour", "B G O P R Y")),
    ],
)
def test_arc_90_a_general_pattern_gives_colours_of_choice(
    item: str, learned: str, options: set[str]
) -> None:
    """Any that satisfy the rule."""
    p = wrapping_up(f"{item} {item}", learned=[learned])
    p.play(f"frog {item}")
    assert (p.rule, p.legal()) == ("ARC-90", options)
    size = {"hat": 1, "scarf": 1, "bear": 3, "blanket": 5}[item]
    answer = max(options)
    p.play(answer)
    expected = " ".join(f"{size}{colour}" for colour in answer.split()[1])
    assert (p.bowl(0), p.items(0)) == (expected, item)


def test_arc_90_learned_mittens_give_two_and_one() -> None:
    """First the double colour, then another one."""
    p = wrapping_up("mittens", learned=["mittens"])
    p.play("frog mittens")
    assert (p.rule, p.legal()) == ("ARC-90", each("colour", "B G O P R Y"))
    p.play("colour R")
    assert (p.rule, p.legal()) == ("ARC-90", each("colour", "B G O P Y"))
    p.play("colour G")
    assert (p.bowl(0), p.items(0)) == ("1G 2R", "")


def test_arc_90_the_refund_follows_the_current_pattern() -> None:
    """Frog before learning: forced colours; after it: chosen ones (ruling Q23)."""
    p = wrapping_up("bear bear bear")
    p.play("frog bear")
    assert (p.bowl(0), p.rule) == ("3B", "ARC-79")
    p.play("learn bear", "frog bear")
    assert p.rule == "ARC-90"
    p.play("colour Y")
    assert (p.bowl(0), p.items(0)) == ("3B 3Y", "")


def test_arc_90_how_the_item_was_paid_does_not_matter() -> None:
    """A Scarf of any colours comes back as its printed ones (ruling Q24)."""
    p = studio(who="alex ted", bowls=["4R"], tiles=["bear_b mitt_bby scarf_gopr"])
    p.play("space 3", "craft scarf", "end", "frog scarf")
    assert (p.bowl(0), p.items(0)) == ("1G 1O 1P 1R", "")


def test_arc_91_items_crafted_this_turn_may_be_used_at_once() -> None:
    """Two Bears: one learns; a Hat and Mittens finish Recess."""
    p = studio(who="derrick ted", bowls=["8B 1G 1Y"], tiles=["bear_b mitt_bby scarf_bopy"])
    p.play("space 2", "craft bear", "craft mittens", "craft hat")
    assert p.legal() == {
        "finish p07", "learn bear", "learn mittens", "frog hat", "frog bear", "frog mittens", "end"
    }  # fmt: skip
    p.play("finish p07", "learn bear")
    assert (p.won(0), p.learned(0), p.items(0)) == ("p07", "bear", "")
    assert p.bowl(0) == minus("8B 1G 1Y", "6B 1G 1Y")


@pytest.mark.parametrize("move", ["space 1", "space 2", "space 3", "space 4"])
def test_arc_92_on_every_own_turn_whatever_the_space(move: str) -> None:
    """From each space one comes to step 3; other seats' items are never offered."""
    p = studio(items=["hat", "bear mittens"], bowls=["1B 1G"])
    p.play(move, "end")
    assert (p.rule, p.actor, p.legal()) == ("ARC-79", 0, {"frog hat", "end"})


def test_arc_92_only_on_the_own_turn() -> None:
    """In a Craft Circle of another's turn one crafts and cannot frog or finish."""
    p = studio(
        bazaar="- y1_g y1_o y1_p y1_r y1_y", items=["", "hat mittens bear"], bowls=["", "1B 1G"]
    )
    p.play("space 1", "end", draw="circle")
    assert (p.actor, p.legal()) == (1, {"craft hat", "pass"})


def test_arc_93_a_ban_does_not_stop_learning_and_frogging() -> None:
    """Tangled, yet step 3 is open."""
    p = wrapping_up("bear bear", bans=["pending", "none"])
    assert p.ban(0) == "in force"
    assert p.legal() == {"learn bear", "frog bear", "end"}
    p.play("learn bear", "frog bear", f"colour {COLOURS[2]}")
    assert (p.bowl(0), p.learned(0)) == ("3O", "bear")
