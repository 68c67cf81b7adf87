"""The page of Ravingspire: it can be drawn for everybody, and tells nobody what they cannot know."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

import ravelbox
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from ravelbox.kernel.rng import Rng
from ravelbox.web import pages

GAME = ravelbox.load("ravingspire")
LIKED = ("face", "force", "pay", "roll", "enter", "assist", "hinder", "trade", "activate")


def walked(n: int, seats: int, steps: int) -> Match:
    """A game that somebody lively has played for a while."""
    match, rng = Match.new(GAME, dealer=Seeded(n), seats=seats), random.Random(n)
    for _ in range(steps):
        if match.over:
            break
        go_on(match, rng)
    return match


def go_on(match: Match, rng: random.Random) -> None:
    """One more answer."""
    texts = GAME.legal_texts(match.state)
    liked = [text for text in texts if text.split()[0] in LIKED]
    text = rng.choice(liked if liked and rng.random() < 0.6 else texts)
    match.play_text(match.state.actor, text)


def shown(match: Match, seat: int | None) -> str:
    """The page as one seat sees it."""
    return pages.table_page(match, seat, table="t", undo=None)


def asked_of(html: str) -> dict[str, Any]:
    """What the page's script is told."""
    found = re.search(r'id="offers">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    offers: dict[str, Any] = json.loads(found[1])
    return offers


@pytest.mark.parametrize("n", range(6))
def test_nobody_is_shown_what_they_cannot_know(n: int) -> None:
    """Whatever a seat cannot know is drawn anew: its page and its answers stay the same."""
    match, rng = walked(n, 3, 20 + 25 * n), random.Random(n)
    for step in range(12):
        if match.over:
            return
        for seat in range(3):
            there = match.state
            page = shown(match, seat)
            other = there.clone()
            GAME.determinize(other, seat, Rng(100 * n + step))
            match.state = other
            try:
                assert shown(match, seat) == page
                if other.actor == seat:
                    assert other.legal() == there.legal()
            finally:
                match.state = there
        go_on(match, rng)


@pytest.mark.parametrize("seats", [1, 2, 4, 6])
def test_every_seat_and_a_spectator_can_be_shown_the_table(seats: int) -> None:
    """At any moment; a spectator sees no hand, and is asked nothing."""
    for n in range(3):
        match = walked(n, seats, 15 + 40 * n)
        for seat in (None, *range(seats)):
            html = shown(match, seat)
            if seat is None:
                assert 'data-at="hand:' not in html
                assert asked_of(html)["offers"] == []


def test_a_proposal_is_on_the_page_and_can_be_played_at_once() -> None:
    """Its codes are legal one after the other, its points are things on the page."""
    match, rng, found = walked(3, 1, 4), random.Random(3), 0
    for _ in range(150):
        if match.over or found > 4:
            break
        seat = match.state.actor
        html = shown(match, seat)
        proposal = asked_of(html)["proposal"]
        prompt = match.view(seat).prompt
        assert prompt
        assert (proposal is None) == (prompt.proposal is None)
        if proposal:
            assert set(proposal["points"]) <= set(re.findall(r'data-at="([^"]*)"', html))
            match.play(seat, proposal["codes"])
            found += 1
        else:
            go_on(match, rng)
    assert found > 1
