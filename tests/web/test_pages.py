"""Rendered pages: whatever is asked can be pointed at, and nothing on them gives luck away."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import chain

import pytest

import ravelbox
from ravelbox.bots import offered
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import spelled
from ravelbox.kernel.rules import RESIGN
from ravelbox.seating import Seating, all_here
from ravelbox.web import pages
from tests.games.ravel.bench import new
from tests.walks import LONG, curious_states, rare_states, resigning_states

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


def rendered(match: Match, seating: Seating | None = None) -> tuple[str, Reader]:
    """A table's page, read; everybody is here unless somebody says otherwise."""
    seating = seating or all_here(match.game.seats_in(match.state))
    seat = seating.viewer(match)
    html = pages.table_page(match, seat, table="t", undo=None, seating=seating)
    reader = Reader()
    reader.feed(html)
    return html, reader


@every_game
def test_every_legal_action_can_be_pointed_at_or_pressed(game: Game) -> None:
    """For every question of the game, each way's components are on the page, each button too."""
    asked = 0
    states = chain(
        curious_states(game, 40, seed=6),
        resigning_states(game, 1, seed=6),
        rare_states(game, 2, seed=6),
    )
    for n, state in enumerate(states):
        if state.actor < 0 or n % (2 * LONG.get(game.name, 1)):
            continue
        match = Match.new(game, dealer=Seeded(1))
        match.state = state
        _, reader = rendered(match)
        prompt = all_here(game.seats_in(state)).prompt(match)
        assert prompt is not None
        assert {offer.code for offer in prompt.offers} == set(state.legal()) - {RESIGN}
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
    assert offers["at"] == match.decisions()
    assert [offer["code"] for offer in offers["offers"]] == match.state.legal()[1:]


def test_a_long_log_is_cut_to_its_latest_lines() -> None:
    """The page says how many came before and leads to them; numbers of lines stay as they are."""
    game = ravelbox.load("arch_ravels")
    match = Match.new(game, dealer=Seeded(1), seats=2)
    while len(match.log(0)) <= pages.LATEST + 5:
        match.play(match.state.actor, [match.state.legal()[-1]])
    page, told = rendered(match)[0], match.log(match.state.actor)
    earlier = len(told) - pages.LATEST
    numbers = [int(n) for n in re.findall(r'id="event-([0-9]+)"', page)]
    assert numbers == list(range(earlier, len(told)))
    assert f'data-from="{earlier}"' in page
    link = f'/replay?at={told[earlier].at}">{earlier} earlier lines, in the replay</a>'
    assert link in page


def test_what_a_player_types_is_escaped() -> None:
    """A line of the lobby with markup in it is shown as text."""
    line = pages.TableLine("x", "ravel", "<b>R</b>", "<script>alert(1)</script>", "now", over=False)
    html = pages.lobby_page([line])
    assert "<script>alert" not in html
    assert "&lt;script&gt;" in html
    assert "&lt;script&gt;" in pages.message_page("<i>", "<script>x")


def form_of(game: Game) -> str:
    """The form of a game's opened box."""
    found = re.search(
        rf'<form class="open" id="{game.name}".*?</form>', pages.lobby_page(), re.DOTALL
    )
    assert found is not None
    return found[0]


def choices(form: str, name: str) -> list[str]:
    """The values that a form offers for a field, by radio buttons, in a list or as a number."""
    radios = re.findall(rf'type="radio" name="{name}" value="([^"]*)"', form)
    lists = re.findall(rf'<select[^>]* name="{name}".*?</select>', form, re.DOTALL)
    listed = [value for each in lists for value in re.findall(r'<option value="(\w+)"', each)]
    number = re.search(rf'type="number"[^>]* name="{name}" min="(\d+)" max="(\d+)"', form)
    counted = [str(n) for n in range(int(number[1]), int(number[2]) + 1)] if number else []
    return radios + listed + counted


@every_game
def test_a_box_asks_for_every_option_once(game: Game) -> None:
    """In the game's own part or under the readings, with all its values, and never in both."""
    form = form_of(game)
    for option in game.options:
        given = choices(form, option.name)
        assert len(given) == len(set(given)), f"{option.name} is asked for twice"
        assert set(given) == {spelled(value) for value in option.values}, option.name


@every_game
def test_a_box_asks_who_sits_where(game: Game) -> None:
    """For each seat that there may be: here, by link, or one of the bots. A game for one does not."""
    form = form_of(game)
    if len(game.seats) == 1:
        assert "seat_1" not in form
        assert 'name="clock"' not in form
        assert 'name="name"' not in form
        assert choices(form, "seats") == []
        return
    assert [int(n) for n in choices(form, "seats")] == list(game.seats)
    for n in range(1, game.seats[-1] + 1):
        assert sorted(choices(form, f"seat_{n}")) == sorted(["here", "open", *offered(game.name)])
        assert f'name="seat_{n}" value="here" checked' in form
    assert f"seat_{game.seats[-1] + 1}" not in form
    assert 'maxlength="24"' in form
    assert re.findall(r'<option value="([\d+]*)"', form)[:3] == ["", "5+5", "10+5"]
    assert choices(form, "timeout") == ["bot", "pause"]


@every_game
def test_a_box_asks_for_a_seed_where_one_is_taken(game: Game) -> None:
    """A game that cannot be dealt from a seed does not pretend to."""
    assert ('name="seed"' in form_of(game)) == (game.dealt("ABC") is not None)


def test_a_finished_table_can_be_set_up_again_with_its_company() -> None:
    """At a game for one there is none; the fields are its options."""
    match = new()
    match.play(0, [RESIGN])
    html, _ = rendered(match)
    again = re.findall(r'<input type="hidden" name="(\w+)" value="[^"]*">', html)
    assert set(again) == {"game", "seed", *(option.name for option in match.game.options)}


def test_the_lobby_says_when_it_does_not_list_all() -> None:
    """With more tables than it lists, it says so."""
    line = pages.TableLine("x", "ravel", "R.A.V.E.L.", "Turn 1", "now", over=False)
    assert "Older tables are kept too" in pages.lobby_page([line], more=True)
    assert "Older tables are kept too" not in pages.lobby_page([line])


def test_the_lobby_says_whose_move_it_is() -> None:
    """Yours, somebody else's, people still gathering, a pause, or nobody's any more."""

    def said(*, over: bool = False, yours: bool = True, state: str = "playing") -> str:
        line = pages.TableLine("x", "ramble", "Ramble", "Turn 1", "now", over, yours, state)
        found = re.search(r'<span class="move"[^>]*>([^<]*)<', pages.lobby_page([line]))
        assert found is not None
        return found[1]

    assert said() == "Your move"
    assert said(yours=False) == "Waiting for others"
    assert said(state="gathering") == "Gathering"
    assert said(state="paused") == "Paused"
    assert said(over=True) == "Finished"


def test_a_code_can_be_typed_in_the_lobby() -> None:
    """A plain form, which also works without a script."""
    found = re.search(
        r'<form method="get" action="/join">.*?</form>', pages.lobby_page(), re.DOTALL
    )
    assert found is not None
    assert 'name="code"' in found[0]


def test_rules_pages_anchor_every_rule() -> None:
    """Each rule id can be linked to, once."""
    text = "<ul><li><strong>RVL-1</strong> The tile.</li><li><strong>RVL-2</strong> No.</li></ul>"
    html = pages.rules_page(ravelbox.load("ravel"), text)
    assert html.count('id="RVL-1"') == 1
    assert html.count('id="RVL-2"') == 1
