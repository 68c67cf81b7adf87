"""Arch Ravels §4.11: the events."""

from typing import Any

import pytest

from tests.games.arch_ravels.pattern_book import COLOURS, counts, each, numbers, shops
from tests.games.arch_ravels.studio import Studio, studio

GAP = "- y1_g y1_o y1_p y1_r y1_y"
TWO_GAPS = "- - y1_o y1_p y1_r y1_y"
FAR = "bear_p mitt_ppg scarf_gopr"


def revealing(draw: str, **scene: Any) -> Studio:
    """The active player shops nothing, and these cards turn up."""
    table: dict[str, Any] = {"bazaar": GAP if len(draw.split()) == 1 else TWO_GAPS}
    p = studio(**(table | scene))
    return p.play("space 1", "end", draw=draw)


def test_arc_65_the_active_player_is_the_one_addressed() -> None:
    """Yarn Sale, Donate and Tangled Cat ask whoever's turn it is."""
    for draw, rule in (("sale", "ARC-69"), ("donate", "ARC-70"), ("cat", "ARC-66")):
        p = revealing(draw, seats=3, active=1, bowls=["", "1B 1G", ""])
        assert (p.rule, p.actor, p.active) == (rule, 1, 1)


def test_arc_65_all_act_in_seat_order_from_the_active_player() -> None:
    """Friendly Clerk and Craft Circle ask 2, 3, 0, 1 in seat 2's turn."""
    p = revealing("clerk", seats=4, active=2)
    order = []
    while p.rule == "ARC-71":
        order.append(p.actor)
        p.play("colour R")
    assert order == [2, 3, 0, 1]
    p = revealing("circle", seats=4, active=2, bowls=["1B 1G", "1B 1G", "1B 1R", "1B 1R"])
    order = []
    while p.rule == "ARC-73":
        order.append(p.actor)
        p.play("pass")
    assert order == [2, 3, 0, 1]


def test_arc_66_the_cat_names_any_player() -> None:
    """Oneself too (ruling Q11); nobody may decline."""
    p = revealing("cat", seats=3, active=1)
    assert (p.rule, p.legal()) == ("ARC-66", each("tangle", "0 1 2"))
    p.play("tangle 2")
    assert (p.active, p.discard) == (2, "cat")


def test_arc_66_the_named_player_cannot_craft_in_the_next_turn() -> None:
    """Pending until that turn begins, in force in it, gone after it."""
    p = revealing("cat", seats=3, bowls=["", "1B 1G", "1B 1G"])
    p.play("tangle 2")
    assert [p.ban(seat) for seat in range(3)] == ["none", "none", "pending"]
    p.play("space 2")
    assert p.legal() == {"craft hat", "end"}
    p.play("end")
    assert (p.active, p.ban(2)) == (2, "in force")
    p.play("space 2")
    assert (p.active, p.items(2), p.ban(2)) == (0, "", "none")


def test_arc_66_the_turn_in_progress_is_not_the_next_one() -> None:
    """Seat 0 names itself: it may craft in this turn's circle, and not in its next turn."""
    p = revealing("cat circle", bowls=["2B 2G", ""])
    p.play("tangle 0")
    assert (p.rule, p.actor, p.ban(0)) == ("ARC-73", 0, "pending")
    p.play("craft hat")
    assert p.items(0) == "hat"
    p.play("end", "space 2")
    assert (p.active, p.ban(0)) == (0, "in force")
    p.play("space 2")
    assert (p.rule, p.legal("craft"), p.items(0)) == ("ARC-79", set(), "hat")
    p.play("end", "space 1", "end")
    assert (p.active, p.ban(0)) == (0, "none")
    p.play("space 3")
    assert p.can("craft hat")


def test_arc_67_the_ban_covers_crafts_and_requests_but_not_other_actions() -> None:
    """Banned on Shop 2 + Craft 1: shopping goes, a Hat or a request does not."""
    p = studio(bans=["pending", "none"], bowls=["3B 3G 3Y"], held=["r19"])
    p.play("space 3")
    assert p.legal() == shops(2) | {"end"}
    p.play("shop 12")
    assert (p.active, p.ban(0), p.done(0), p.items(0)) == (1, "none", "", "")


def test_arc_67_the_ban_covers_craft_any_colours_but_not_take_or_exchange() -> None:
    """Neeha may only shop; Ted may only take; Exchange stays."""
    for who, move, expected in (
        ("neeha ted", "space 3", shops(2)),
        ("ted neeha", "space 3", each("take", "B G O P R Y")),
    ):
        p = studio(who=who, bans=["pending", "none"], bowls=["9B 9G"])
        p.play(move)
        assert p.legal() == expected | {"end"}
    p = studio(bans=["pending", "none"], bowls=["9B"])
    p.play("space 4", "exchange B R", "count 2")
    assert p.bowl(0) == "7B 2R"


def test_arc_67_the_ban_covers_a_craft_circle_of_the_banned_turn() -> None:
    """Everybody but the banned active player is asked (ruling Q12)."""
    scene: dict[str, Any] = {"seats": 3, "bowls": ["1B 1G", "1B 1G", "1B 1G"]}
    p = revealing("circle", **scene, bans=["pending", "none", "none"])
    assert (p.rule, p.actor, p.ban(0)) == ("ARC-73", 1, "in force")
    p.play("pass")
    assert p.actor == 2
    p.play("craft hat")
    assert (p.active, p.ban(0), p.items(2)) == (1, "none", "hat")


def test_arc_67_unless_the_option_says_otherwise() -> None:
    """`cat_blocks_circle=false`: the banned player crafts in the circle, not by the space."""
    p = revealing("circle", bowls=["1B 1G", ""], bans=["pending", "none"], cat_blocks_circle=False)
    assert (p.rule, p.actor, p.legal()) == ("ARC-73", 0, {"craft hat", "pass"})
    p = studio(bowls=["1B 1G", ""], bans=["pending", "none"], cat_blocks_circle=False)
    p.play("space 2")
    assert p.active == 1


def test_arc_68_a_ban_does_not_stack() -> None:
    """Named twice before the turn: one turn without craft, then free (ruling Q13)."""
    p = revealing("cat cat", bowls=["", "1B 1G"])
    p.play("tangle 1", "tangle 1")
    assert (p.active, p.ban(1)) == (1, "in force")
    p.play("space 2", "space 2")
    assert (p.active, p.ban(1)) == (1, "none")
    p.play("space 3")
    assert p.can("craft hat")


def test_arc_68_named_again_in_a_banned_turn_is_a_ban_for_the_following_turn() -> None:
    """In force and pending together; the second turn is banned too, the third is not."""
    p = revealing("cat", bowls=["1B 1G", ""], bans=["pending", "none"])
    assert (p.ban(0), p.legal()) == ("in force", each("tangle", "0 1"))
    p.play("tangle 0")
    assert (p.active, p.ban(0)) == (1, "pending")
    p.play("space 2")
    assert (p.active, p.ban(0)) == (0, "in force")
    p.play("space 2", "space 1", "end")
    assert (p.active, p.ban(0), p.items(0)) == (0, "none", "")
    p.play("space 3")
    assert p.can("craft hat")


def test_arc_68_named_again_and_a_circle_in_the_same_banned_turn() -> None:
    """The new ban is pending, the old one still in force: no craft in this circle."""
    p = revealing("cat circle", bowls=["1B 1G", "1B 1G"], bans=["pending", "none"])
    p.play("tangle 0")
    assert (p.rule, p.actor, p.ban(0)) == ("ARC-73", 1, "in force and pending")
    p.play("pass")
    assert (p.active, p.ban(0)) == (1, "pending")


def test_arc_68_a_pending_ban_does_not_touch_circles_in_others_turns() -> None:
    """Seat 1 was named and waits for its turn; in seat 0's circle it crafts."""
    p = revealing("cat circle", bowls=["", "1B 1G"])
    p.play("tangle 1")
    assert (p.rule, p.actor, p.legal()) == ("ARC-73", 1, {"craft hat", "pass"})
    p.play("craft hat")
    assert (p.active, p.items(1), p.ban(1)) == (1, "hat", "in force")


def test_arc_68_a_ban_does_not_touch_the_final_craft() -> None:
    """Seat 0 ends the game while seat 1's ban is pending."""
    p = studio(bowls=["", "1B 1G"], bans=["none", "pending"], items=["hat mittens"], stack=0)
    p.play("space 1", "end", "finish p07")
    assert (p.rule, p.actor, p.legal()) == ("ARC-97", 1, {"craft hat", "pass"})


def test_arc_69_yarn_sale_gives_three_of_any_mix() -> None:
    """56 mixes, for the active player alone (ruling Q14)."""
    p = revealing("sale", bowls=["1B", "1G"])
    assert (p.rule, p.legal()) == ("ARC-69", numbers(0, 3))
    p.play("count 1")
    assert p.legal() == numbers(0, 2)
    p.play("count 0", "count 1", "count 0", "count 0")
    assert (p.bowl(0), p.bowl(1), p.discard) == ("2B 1O 1Y", "1G", "sale")
    made = set()
    for n, one in enumerate(COLOURS):
        for m, two in enumerate(COLOURS[n:], start=n):
            for three in COLOURS[m:]:
                q = revealing("sale")
                mix = " ".join(f"{(one + two + three).count(c)}{c}" for c in COLOURS
                               if c in one + two + three)  # fmt: skip
                q.play(*counts(mix))
                assert q.bowl(0) == mix
                made.add(mix)
    assert len(made) == 56


def test_arc_70_donate_one_yarn_to_another_player() -> None:
    """Any colour held to any other player; nobody may decline."""
    p = revealing("donate", seats=3, active=1, bowls=["", "2B 1R", "1R"])
    assert p.rule == "ARC-70"
    assert p.legal() == {"donate B 0", "donate B 2", "donate R 0", "donate R 2"}
    p.play("donate R 2")
    assert [p.bowl(seat) for seat in range(3)] == ["", "2B", "2R"]
    assert p.discard == "donate"


@pytest.mark.parametrize("colour", list(COLOURS))
def test_arc_70_every_colour_to_every_other_player(colour: str) -> None:
    """Seat 3 of four gives one of two; only that bowl grows."""
    full = " ".join(f"2{c}" for c in COLOURS)
    for other in range(3):
        p = revealing("donate", seats=4, active=3, bowls=["", "", "", full])
        assert len(p.legal()) == 18
        p.play(f"donate {colour} {other}")
        assert [p.bowl(seat) for seat in range(3)] == [
            f"1{colour}" if seat == other else "" for seat in range(3)
        ]
        assert p.bowl(3) == full.replace(f"2{colour}", f"1{colour}")


def test_arc_70_with_an_empty_bowl_nothing_happens() -> None:
    """The event is discarded and the turn goes on."""
    p = revealing("donate", bowls=["", "2R"])
    assert (p.active, p.discard, p.bowl(0), p.bowl(1)) == (1, "donate", "", "2R")


def test_arc_71_friendly_clerk_gives_everyone_one_yarn() -> None:
    """Each player picks the own colour."""
    p = revealing("clerk", seats=3, active=1)
    assert (p.rule, p.actor, p.legal()) == ("ARC-71", 1, each("colour", "B G O P R Y"))
    p.play("colour G", "colour Y", "colour G")
    assert [p.bowl(seat) for seat in range(3)] == ["1G", "1G", "1Y"]
    assert (p.active, p.discard) == (2, "clerk")


@pytest.mark.parametrize(("draw", "bowls"), [("sale", ["9B", ""]), ("clerk", ["9B", "9B"])])
def test_arc_72_yarn_must_be_taken(draw: str, bowls: list[str]) -> None:
    """Though every yarn may cost a point, there is no way to pass or to take less."""
    p = revealing(draw, bowls=bowls)
    assert {text.split()[0] for text in p.legal()} == {"count" if draw == "sale" else "colour"}
    while p.active == 0:
        p.play(min(p.legal()))
    assert sum(p.state.bowls) == (12 if draw == "sale" else 20)


def test_arc_73_craft_circle_lets_everyone_craft_one_item() -> None:
    """One each, by the own patterns, or none; requests are not allowed."""
    p = revealing(
        "circle", bowls=["3B 1G", "6R", ""], seats=3, held=["r18 r25", "r21"], learned=["", "bear"]
    )
    assert (p.rule, p.actor, p.legal()) == ("ARC-73", 0, {"craft hat", "craft bear", "pass"})
    p.play("craft hat")
    assert (p.items(0), p.bowl(0)) == ("hat", "2B")
    assert (p.actor, p.legal()) == (1, {"craft bear", "craft blanket", "pass"})
    p.play("craft bear")
    assert (p.items(1), p.bowl(1), p.discard) == ("bear", "3R", "circle")
    assert (p.rule, p.actor) == ("ARC-79", 0)


def test_arc_73_requests_in_a_circle_by_option() -> None:
    """`craft_circle_requests`: also one that was assigned a moment ago (ruling Q15)."""
    scene: dict[str, Any] = {"bowls": ["", "5O"], "requests": "r24", "tiles": [FAR, FAR]}
    p = revealing("r24 circle", **scene, craft_circle_requests=True)
    p.play("assign 1")
    assert (p.rule, p.actor, p.legal()) == ("ARC-73", 1, {"craft blanket", "craft r24", "pass"})
    p.play("craft r24")
    assert (p.done(1), p.bowl(1), p.active) == ("r24", "", 1)
    p = revealing("r24 circle", **scene)
    p.play("assign 1")
    assert p.legal() == {"craft blanket", "pass"}


def test_arc_73_bracelets_in_a_circle_give_their_yarn_at_once() -> None:
    """With the option, seat 1 can craft with what seat 0 has just given."""
    p = revealing(
        "circle", bowls=["2R", "1R"], held=["r10", ""], tiles=[FAR, "bear_r mitt_ppg scarf_gopr"],
        craft_circle_requests=True,
    )  # fmt: skip
    p.play("craft r10")
    assert (p.bowl(0), p.bowl(1), p.actor) == ("", "3R", 1)
    p.play("craft bear")
    assert (p.items(1), p.bowl(1)) == ("bear", "")


def test_arc_73_whoever_cannot_craft_is_not_asked() -> None:
    """No item is payable: the circle passes by."""
    p = revealing("circle", bowls=["1B", "4B"], tiles=[FAR, FAR])
    assert (p.active, p.discard) == (1, "circle")
