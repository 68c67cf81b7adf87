"""Lessons: each can be played to its end, asks for nothing that is not there, and says where it is wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import ravelbox
from ravelbox.bots import bot
from ravelbox.bots.base import Chair
from ravelbox.kernel.errors import ContentError
from ravelbox.kernel.match import Match
from ravelbox.seating import HERE
from ravelbox.web import pages
from ravelbox.web.lesson import Lesson, LessonAsks, Taught, lesson_of, read_lesson, serves, walk
from tests.ledger import ledger

GAMES = ravelbox.games()
FILE = """
title = "a test"
seats = ["here"]
dealer = "dealt LEARN"

[[step]]
teach = "Unlock the south."
rule = "RVL-28"
do = "unlock S"

[[step]]
teach = "That was all."
rule = "RVL-94"
"""


def found(game: str) -> Lesson:
    """The lesson of a game, which must have one."""
    lesson = lesson_of(game)
    assert lesson is not None
    return lesson


def rules_of(game: str) -> set[str]:
    """The ids of the rules that a game's page states."""
    known = ledger(game)
    return {f"{known.prefix}-{number}" for number in known.stated}


def learned(lesson: Lesson, pick: random.Random) -> Iterator[tuple[Match, Taught, int]]:
    """A lesson step by step, as somebody plays it who takes anything that serves."""
    match, looks = lesson.new(), 0
    while True:
        for _ in lesson.seating.bots_answer(match):
            pass
        taught = lesson.reached(match, looks)
        assert taught is not None, f"off the path after {match.history}"
        yield match, taught, looks
        if taught.last:
            return
        if taught.reads:
            looks += 1
            continue
        codes = [code for code in match.state.legal() if taught.fits(match.game, [code])]
        lesson.seating.play(match, [pick.choice(codes)])


def written(text: str, tmp_path: Path) -> Lesson:
    """A lesson of R.A.V.E.L. by its text."""
    file = tmp_path / "lesson.toml"
    file.write_text(text, encoding="utf-8")
    return read_lesson(ravelbox.load("ravel"), file)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_played_to_its_end(game: str) -> None:
    """Every action is legal where it is asked for, every rule exists, and the game goes on after."""
    lesson = found(game)
    assert 10 <= len(lesson.steps) <= 16
    match = walk(lesson, rules_of(game))
    assert not match.over
    taught = lesson.reached(match, len(lesson.steps))
    assert taught is not None
    assert taught.last


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_whatever_serves_leads_on(game: str, seed: int) -> None:
    """Where a step leaves a choice, each answer leads to the end, through every step in order."""
    lesson = found(game)
    numbers = [taught.number for _, taught, _ in learned(lesson, random.Random(seed))]
    assert sorted(set(numbers)) == list(range(1, len(lesson.steps) + 1))
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_offers_only_what_the_step_asks_for(game: str) -> None:
    """And it shows everything that the step points out."""
    lesson = found(game)
    for match, taught, _ in learned(lesson, random.Random(0)):
        prompt = taught.prompt(lesson.seating.prompt(match), match.game)
        assert prompt is not None
        assert prompt.ask == taught.step.teach
        assert prompt.why == f"Lesson, {taught.number} of {len(lesson.steps)}"
        page = pages.table_page(
            match, match.state.actor, table="t", seating=lesson.seating, lesson=taught
        )
        for name in taught.step.show:
            assert f'data-at="{name}"' in page or f'id="{name}"' in page, name
        assert taught.step.teach in page
        assert bool(prompt.offers) == bool(taught.left)
        assert all(serves(offer.text, taught.left[0]) for offer in prompt.offers)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_has_a_way_back(game: str) -> None:
    """One step back is the step before, also over luck and bots, which then come the same again."""
    lesson = found(game)
    for match, taught, _ in learned(lesson, random.Random(1)):
        if taught.back is None:
            assert taught.number == 1
            continue
        looks, to = taught.back
        before = Match.replay(match.record())
        if to < match.decisions():
            before.undo(lesson.seating.here[0], before.place(to), practice=True)
        back = lesson.reached(before, looks)
        assert back is not None
        begun = len(taught.left) < len(taught.step.do)
        assert back.number == taught.number - (0 if begun else 1)
        assert back.left == back.step.do


@pytest.mark.parametrize("game", GAMES)
def test_no_lesson_hangs_on_the_luck_of_a_bot(game: str) -> None:
    """A server may wake a bot anew for any move, with other luck; it must play the same."""
    lesson, luck = found(game), random.Random(5)
    match, who = walk(lesson), lesson.seating.who
    again = Match.replay(match.record(), 0)
    for n, (code, actor) in enumerate(zip(match.history, match.actors, strict=True)):
        if actor >= 0 and who[actor] != HERE:
            woken = bot(who[actor], game, luck.getrandbits(40))
            assert woken.choose(Chair(match.game, again.state, actor)) == code
        again.follow([(code, match.among[n])])


def test_another_way_is_refused_by_name_and_ends_the_lesson_if_it_was_gone() -> None:
    """The sentence says what came and what is taught; a table that went elsewhere is an ordinary one."""
    lesson = found("ravel")
    match = lesson.new()
    taught = lesson.reached(match, 2)
    assert taught is not None
    swap = match.game.space.parse("swap p0")
    with pytest.raises(
        LessonAsks, match=r'not about "swap p0" now.*The south cog needs'
    ) as refused:
        taught.check(match.game, [swap])
    assert refused.value.rule == "RVL-28"
    match.play(0, [swap])
    assert lesson.reached(match, 2) is None


def test_a_gesture_of_several_codes_serves_as_a_whole() -> None:
    """What the table proposes for a payment may be accepted with one key."""
    lesson = found("ravingspire")
    for match, taught, _ in learned(lesson, random.Random(0)):
        if taught.number == 5 and len(taught.left) == 3:  # faced, nothing paid yet
            prompt = taught.prompt(match.game.prompt(match.state, 0), match.game)
            assert prompt is not None
            assert prompt.proposal is not None
            taught.check(match.game, prompt.proposal.codes)
            with pytest.raises(LessonAsks):
                taught.check(match.game, [*prompt.proposal.codes, prompt.proposal.codes[0]])
            return
    raise AssertionError("nothing was to be paid")


def test_a_good_file_is_read(tmp_path: Path) -> None:
    """The smallest lesson there is."""
    lesson = written(FILE, tmp_path)
    assert walk(lesson, rules_of("ravel")).decisions() == 1


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('do = "unlock S"', 'do = "unlock N"', r'\[step 1\] do: "unlock N" is not possible here'),
        ('do = "unlock S"', 'do = "unlok S"', r'\[step 1\] do: .*did you mean "unlock S"'),
        ('"RVL-94"', '"XYZ-1"', r'\[step 2\] rule: there is no rule "XYZ-1"'),
        ('rule = "RVL-94"', "", r"\[step 2\] rule: is missing"),
        ('do = "unlock S"', 'do = "unlock S"\nany = "x"', r'\[step 1\] any: stands beside "do"'),
        ('do = "unlock S"', "do = 3", r"\[step 1\] do: must be a text or a list of texts, not 3"),
        ('do = "unlock S"', 'doo = "unlock S"', r'\[step 1\] doo: unknown key; did you mean "do"'),
        ('rule = "RVL-94"', 'rule = "RVL-94"\ndo = "stop"', "step: the last step must be one to"),
        ('["here"]', '["greedy"]', 'seats: must be a list with "here" in it'),
        ('["here"]', '["here", "nobody"]', 'seats: .*seat 2 cannot be "nobody"'),
        ("dealt LEARN", "dealt by hand", "table: "),
        ('title = "a test"', "", "title: is missing"),
        ("[[step]]", "[[step]", "is not TOML"),
    ],
)
def test_a_fault_is_told_with_its_place(old: str, new: str, says: str, tmp_path: Path) -> None:
    """An illegal move, an unknown rule, a slip of the pen: each gets a sentence that says where."""
    assert old in FILE
    with pytest.raises(ContentError, match=f"lesson.toml.*{says}"):
        walk(written(FILE.replace(old, new, 1), tmp_path), rules_of("ravel"))
