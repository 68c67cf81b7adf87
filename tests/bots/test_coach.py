"""The coach: what is lost and what luck did add up; blunders are found; hints say what and why."""

from __future__ import annotations

import re

import pytest

from ravelbox.bots import Budget, Chair, bot, play_out
from ravelbox.bots.coach import NOTHING, Estimate, coach
from ravelbox.bots.hint import advise, hint
from ravelbox.games.ravel.actions import SPACE
from ravelbox.kernel import position
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import GameOver, NotYourMove
from ravelbox.kernel.match import Match
from ravelbox.kernel.rng import Rng
from ravelbox.web.coach import chart, review
from tests.games.arch_ravels.studio import GAME as SHOP
from tests.games.arch_ravels.studio import studio
from tests.games.ravel.bench import GAME, X, bench


def fatal() -> Match:
    """EX-28, played wrongly: the one card left is sent where it cannot be unlocked."""
    b = bench(X, n="16S", e="13S", tokens="0/8")
    document = position.dump(GAME, GAME.options_in(b.state), b.state)
    match = Match.new(GAME, dealer=Seeded(1), position=document)
    for text in ("unlock N", "reset", "extra W"):
        match.play_text(0, text)
    assert match.over
    return match


def test_the_move_that_lost_is_the_turning_point() -> None:
    """A won game was thrown away at the last of three decisions, and luck had no part in it."""
    lesson = coach(fatal().record(), 0, walks=60)
    last = lesson.decisions[-1]
    assert lesson.result == 0.0
    assert last.better == "An additional cog goes east"
    assert last.before.mean == pytest.approx(1.0)
    assert last.after.mean == 0.0
    assert last in lesson.turning_points
    assert lesson.play.mean == pytest.approx(-1.0)
    assert lesson.luck.mean == pytest.approx(0.0)


def test_deal_play_and_luck_add_up_to_the_result() -> None:
    """Whatever happened, the parts are the whole; own play never gains."""
    match = Match.new(GAME, dealer=Seeded(3))
    play_out(match, [bot("search:2", "ravel", 3)])
    lesson = coach(match.record(), 0, walks=2)
    whole = lesson.start.mean + lesson.play.mean + lesson.others.mean + lesson.luck.mean
    assert whole == pytest.approx(lesson.result)
    assert lesson.others == NOTHING
    assert all(one.change.mean <= 1e-9 for one in lesson.decisions)
    for one in lesson.decisions:
        if not one.lucky:
            assert one.luck == NOTHING


def test_an_interval_holds_what_it_is_about() -> None:
    """Errors add up like independent ones."""
    both = Estimate(0.5, 0.03) - Estimate(0.2, 0.04)
    assert both.mean == pytest.approx(0.3)
    assert both.interval == pytest.approx((0.3 - 1.96 * 0.05, 0.3 + 1.96 * 0.05))


def test_the_chart_begins_with_the_deal_and_ends_with_the_result() -> None:
    """One point for each decision and one for the end, within the drawing; turns are numbered."""
    said = review(coach(fatal().record(), 0, walks=40))
    drawn = chart(said)
    points = [[float(part) for part in point.split(",")] for point in drawn.line.split()]
    assert len(points) == len(said.steps) + 1
    assert points[-1] == [drawn.width, drawn.height]
    assert all(0 <= y <= drawn.height for _, y in points)
    assert [mark.number for mark in drawn.marks] == list(range(1, len(said.turning) + 1))
    assert said.mistakes == 1


def test_a_hint_names_the_move_and_what_it_is_good_for() -> None:
    """On a bench with one good answer the hint is that answer, here and in another process's words."""
    b = bench(X, n="16S", e="13S", tokens="0/8")
    b.play("unlock N")
    b.play("reset")
    chair = Chair(GAME, b.state, 0)
    found = hint(chair, Budget(walks=40))
    assert found.codes[0] == SPACE.parse("extra E")
    assert found.text == "An additional cog goes east, to face other cogs than these."
    assert found.rule == "RVL-87"
    assert advise(chair.document(Rng(1)), 0, Budget(walks=40)) == found


def test_without_luck_there_is_nothing_uncertain_about_it() -> None:
    """Given up at once: luck never spoke, so all that was lost was lost by play."""
    match = Match.new(GAME, dealer=Seeded(3))
    match.play_text(0, "resign")
    lesson = coach(match.record(), 0, walks=30)
    assert lesson.luck == NOTHING
    assert lesson.start.mean + lesson.play.mean == pytest.approx(lesson.result)


def test_a_hint_is_for_whoever_is_asked() -> None:
    """Nobody else gets one, and nobody after the end."""
    match = Match.new(SHOP, {"characters": "random", "sides": "random"}, dealer=Seeded(3))
    with pytest.raises(NotYourMove, match=r"nothing is asked of seat \d now"):
        hint(Chair(SHOP, match.state, 1 - match.state.actor))
    over = Match.new(GAME, dealer=Seeded(3))
    over.play_text(0, "resign")
    with pytest.raises(GameOver, match="the game is over, and nothing is asked"):
        hint(Chair(GAME, over.state, 0))


def test_a_hint_names_all_amounts_at_once() -> None:
    """Where people pay colour by colour in one answer, a hint is a whole one that can be given."""
    shop = studio(bowls=["3B 1G 1O 1P 2R"], learned=["scarf"]).play("space 2", "craft scarf")
    state = shop.state
    found = hint(Chair(SHOP, state, state.actor), Budget(walks=40))
    assert sum(found.mix) == 4
    assert max(found.mix) == 1
    assert SHOP.mixed(state, found.mix) == list(found.codes)
    assert found.text.startswith("Pay 1 ")
    assert re.fullmatch(r"ARC-\d+", found.rule)


def test_a_hint_about_one_thing_names_no_amounts() -> None:
    """Other games, and other questions of that one."""
    shop = studio()
    assert hint(Chair(SHOP, shop.state, 0), Budget(walks=40)).mix == ()
