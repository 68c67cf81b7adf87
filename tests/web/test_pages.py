"""Rendered pages: whatever is asked can be pointed at, and nothing on them gives luck away."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

import ravelbox
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match
from ravelbox.web import pages
from tests.games.ravel.bench import new
from tests.walks import curious_states

GAMES = [ravelbox.load(name) for name in ravelbox.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))


class Reader(HTMLParser):
    """Collects what a page's elements say of themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.points: list[str] = []  # data-at, each a button
        self.codes: list[str] = []  # data-code
        self.ids: list[str] = []
        self.handlers: list[str] = []  # inline event handlers, which no page may have

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note names and codes."""
        given = dict(attrs)
        if "data-at" in given:
            assert tag == "button", "what can be pointed at must be reachable by keyboard"
            self.points.append(str(given["data-at"]))
        if "data-code" in given:
            self.codes.append(str(given["data-code"]))
        if "id" in given:
            self.ids.append(str(given["id"]))
        self.handlers += [name for name in given if name.startswith("on")]


def rendered(match: Match) -> tuple[str, Reader]:
    """A table's page, read."""
    html = pages.table_page(match, 0, table="t", undo=None)
    reader = Reader()
    reader.feed(html)
    return html, reader


@every_game
def test_every_legal_action_can_be_pointed_at_or_pressed(game: Game) -> None:
    """For every question of the game, each way's components are on the page, each button too."""
    asked = 0
    for n, state in enumerate(curious_states(game, 40, seed=6)):
        if state.actor < 0 or n % 2:
            continue
        match = Match.new(game, dealer=Seeded(1))
        match.state = state
        _, reader = rendered(match)
        prompt = game.view(state, state.actor).prompt
        assert prompt is not None
        for offer in prompt.offers:
            for way in offer.ways:
                assert set(way) <= set(reader.points), (offer.text, way)
            if not offer.ways:
                assert str(offer.code) in reader.codes, offer.text
        assert len(reader.ids) == len(set(reader.ids)), "an id stands twice on the page"
        assert reader.handlers == []
        asked += 1
    assert asked > 150


def test_a_running_page_names_neither_seed_nor_hidden_cards() -> None:
    """The page of a running puzzle does not say how it is dealt; that of a finished one does."""
    match = new(seed="VERY-SECRET-SEED")
    running, _ = rendered(match)
    assert "VERY-SECRET-SEED" not in running
    match.play(0, [0])
    over, _ = rendered(match)
    assert "RVL1:S:8:VERY-SECRET-SEED" in over


def test_the_offers_on_the_page_are_the_legal_actions() -> None:
    """The script gets every code with its words and ways."""
    match = new()
    html, _ = rendered(match)
    found = re.search(r'id="offers">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    offers = json.loads(found[1])
    assert offers["at"] == len(match)
    assert [offer["code"] for offer in offers["offers"]] == match.state.legal()[1:]


def test_what_a_player_types_is_escaped() -> None:
    """A line of the lobby with markup in it is shown as text."""
    line = pages.TableLine("x", "ravel", "<b>R</b>", "<script>alert(1)</script>", "now", over=False)
    html = pages.lobby_page([line])
    assert "<script>alert" not in html
    assert "&lt;script&gt;" in html
    assert "&lt;script&gt;" in pages.message_page("<i>", "<script>x")


def test_the_lobby_says_when_it_does_not_list_all() -> None:
    """With more tables than it lists, it says so."""
    line = pages.TableLine("x", "ravel", "R.A.V.E.L.", "Turn 1", "now", over=False)
    assert "Older tables are kept too" in pages.lobby_page([line], more=True)
    assert "Older tables are kept too" not in pages.lobby_page([line])


def test_rules_pages_anchor_every_rule() -> None:
    """Each rule id can be linked to, once."""
    text = "<ul><li><strong>RVL-1</strong> The tile.</li><li><strong>RVL-2</strong> No.</li></ul>"
    html = pages.rules_page(ravelbox.load("ravel"), text)
    assert html.count('id="RVL-1"') == 1
    assert html.count('id="RVL-2"') == 1
