"""Moments of a match, and what their pages say of the way to others."""

from __future__ import annotations

import dataclasses
import re

import pytest

import ravelbox
from ravelbox.kernel.dealer import Branched, Seeded
from ravelbox.kernel.match import Match, dealer_of, digest
from ravelbox.web import pages
from ravelbox.web.replay import MOST_MARKS, Eyes, Moment, NoMoment, Turn, match_at, turns_of
from tests.walks import random_match

GAMES = [ravelbox.load(name) for name in ravelbox.games()]
STEPS = 12


@pytest.mark.parametrize("name", ravelbox.games())
def test_a_moment_is_where_the_next_decision_stands(name: str) -> None:
    """All luck that a decision brought has been settled, and no more."""
    whole = random_match(ravelbox.load(name), 4, STEPS)
    for at in range(whole.decisions() + 1):
        match = match_at(whole.record(), at)
        assert match.decisions() == at
        assert len(match) == whole.place(at)
    assert digest(match_at(whole.record(), whole.decisions()).state) == digest(whole.state)


@pytest.mark.parametrize("name", ravelbox.games())
def test_the_page_of_every_moment_asks_nothing(name: str) -> None:
    """The board of the game, a replay bar in place of the prompt, and no end that covers it."""
    whole = random_match(ravelbox.load(name), 6)
    last = whole.decisions()
    for at in {0, 1, last // 2, last}:
        match = match_at(whole.record(), at)
        turns = turns_of(whole.log(None))
        moment = Moment(at, last, whole.over, turns, address="/r", table="/t", share="/s")
        page = pages.table_page(match, None, table="t", moment=moment)
        assert 'id="slider"' in page
        assert 'id="end"' not in page
        assert 'id="confirm"' not in page
        assert f"step {at} of {last}" in page.lower()


def test_moments_that_are_not_there() -> None:
    """One before the first, one after the last."""
    match = random_match(ravelbox.load("ramble"), 3, 5)
    for at in (-1, 6):
        with pytest.raises(NoMoment, match=f"no moment {at}; this match has moments from 0 to 5"):
            match_at(match.record(), at)


def test_turns_begin_where_their_headings_stand() -> None:
    """Each once, in order; a moment belongs to the last that has begun."""
    match = random_match(ravelbox.load("ramble"), 3, 40)
    turns = turns_of(match.log(None))
    assert [turn.at for turn in turns] == sorted(turn.at for turn in turns)
    assert len({turn.name for turn in turns}) == len(turns) > 1
    assert Moment(turns[1].at, 40, over=False, turns=turns).turn == turns[1].name
    assert Moment(turns[1].at - 1, 40, over=False, turns=turns).turn == turns[0].name


def test_a_slider_has_room_for_so_many_marks() -> None:
    """Of a very long match only some turns are marked."""
    for n in (0, 1, MOST_MARKS, 7 * MOST_MARKS):
        turns = tuple(Turn(at, f"Turn {at}") for at in range(n))
        marks = Moment(0, n, over=False, turns=turns).marks
        assert len(marks) <= MOST_MARKS
        assert marks[:1] == turns[:1]


def test_addresses_keep_what_they_were_asked_with() -> None:
    """The eyes and the key of a shared link go along to every other moment."""
    moment = Moment(3, 9, over=True, address="/r", query=(("key", "a.b"),), seat=1)
    assert moment.to(4) == "/r?at=4&seat=1&key=a.b"
    assert moment.seen_by(None) == "/r?at=3&key=a.b"
    assert moment.seen_by(0) == "/r?at=3&seat=0&key=a.b"
    assert moment.file == "/r.html?seat=1&key=a.b"
    assert dataclasses.replace(moment, seat=None, query=()).file == "/r.html"
    bare = dataclasses.replace(moment, seat=None, hands=True, query=())
    assert (bare.to(4), bare.file) == ("/r?at=4&hands=true", "/r.html?hands=true")
    assert bare.seen_by(0) == "/r?at=3&seat=0"
    assert moment.news is None
    running = dataclasses.replace(moment, over=False, address="/table/t/replay")
    assert running.news == "/table/t/news?key=a.b"


def test_whose_eyes_look_is_marked() -> None:
    """By more than a colour: as the current one."""
    match = random_match(ravelbox.load("arch_ravels"), 2, 6)
    eyes = (Eyes(0, "Ann"), Eyes(1, "Ben", current=True))
    moment = Moment(6, 6, over=True, address="/r", eyes=eyes, seat=1)
    page = pages.table_page(match, 1, table="t", moment=moment)
    assert re.search(r'aria-current="true">Ben</a>', page)
    assert page.count("aria-current") == 1


def test_a_branched_dealer_is_read_back_from_its_name() -> None:
    """First what happened elsewhere, then its own luck; the same again from the start."""
    game = ravelbox.load("ramble")
    old = Match.new(game, dealer=Seeded(3), seats=3)
    luck = [code for code, among in zip(old.history, old.among, strict=True) if among]
    for outcomes in (luck[:-4], []):
        dealer = Branched(outcomes, Seeded(8))
        one = Match.new(game, dealer=dealer, seats=3)
        two = Match.new(game, dealer=dealer_of(game, dealer.spec), seats=3)
        three = Match.new(game, dealer=dealer.again(), seats=3)
        assert one.history == two.history == three.history
        assert one.history[: len(outcomes)] == old.history[: len(outcomes)]
        assert one.history != old.history
        assert digest(Match.replay(one.record()).state) == digest(one.state)
