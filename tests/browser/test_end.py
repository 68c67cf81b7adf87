"""The end of a game is an event; a cut line is said, and so is a link that was copied."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import ravelbox
from ravelbox.bots import bot, play_out
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from tests.browser.conftest import Server
from tests.browser.play import by_pointer, lay_out, new_table, open_table, sit_down, won_game


def finished(game: str, seats: int, seed: int = 1) -> Match:
    """A game among bots, to its end."""
    match = Match.new(ravelbox.load(game), dealer=Seeded(seed), seats=seats)
    play_out(match, [bot("greedy", game, seed + n) for n in range(seats)])
    return match


def last_move(match: Match) -> tuple[Match, int]:
    """A finished match before its last decision, and the code of that."""
    length = match.place(match.decisions() - 1)
    return Match.replay(match.record(), length), match.history[length]


def test_a_won_game_ends_with_what_why_and_what_next(page: Page, server: Server) -> None:
    """The result has the focus, names its rule, and leads to the replay by a key."""
    seed, codes = won_game()
    game = ravelbox.load("ravel")
    dealer = game.dealt(seed)
    assert dealer is not None
    match = Match.new(game, {"deck": "S", "tokens": 8}, dealer=dealer)
    for code in codes[:-1]:
        match.play(0, [code])
    sit_down(page, lay_out(server, match))
    by_pointer(page, codes[-1])
    end = page.locator("#end")
    expect(end).to_have_attribute("data-result", "won")
    expect(page.locator("#h-end")).to_be_focused()
    expect(end.get_by_role("link", name=re.compile("RVL-"))).to_be_visible()
    expect(end.get_by_role("button", name="New puzzle")).to_be_visible()
    expect(end.get_by_role("link", name="Share")).to_be_visible()
    page.keyboard.press("y")
    page.wait_for_url("**/replay*")


def test_a_lost_game_says_so(page: Page, server: Server) -> None:
    """Without a word of blame, but with the rule."""
    for seed in range(40):
        match = finished("ravel", 1, seed)
        if match.game.scores(match.state) == [0.0]:
            break
    before, code = last_move(match)
    sit_down(page, lay_out(server, before))
    by_pointer(page, code)
    expect(page.locator("#end")).to_have_attribute("data-result", "lost")
    expect(page.locator("#h-end")).to_be_focused()
    expect(page.locator("#end .top a")).to_have_attribute("href", re.compile(r"/rules/ravel#RVL-"))


@pytest.mark.parametrize("seats", [2, 4])
def test_scores_stand_side_by_side(page: Page, server: Server, seats: int) -> None:
    """Each seat has a column, each line its rule, and the columns add up."""
    match = finished("arch_ravels", seats)
    sit_down(page, lay_out(server, match))
    table = page.locator("#end table.score")
    expect(table.locator("thead tr:first-child th[scope=col]")).to_have_count(seats + 1)
    for row in table.locator("tbody tr").all():
        expect(row.locator("th a")).to_have_attribute("href", re.compile(r"#ARC-10\d$"))
        expect(row.locator("td")).to_have_count(seats)


def test_a_cut_line_is_said_and_tried_again(page: Page, server: Server) -> None:
    """Over the page, with the seconds until the next try; then a word that all is well."""
    open_table(page, server, won_game()[0])
    board = page.locator("#table").bounding_box()
    server.kill()
    expect(page.locator("#afar")).to_have_text("The connection is gone. Your last move is kept.")
    expect(page.locator("#afar-when")).to_have_text(re.compile(r"^Trying again( in \d+ s\.|…)$"))
    assert page.locator("#table").bounding_box() == board
    page.get_by_role("button", name="Try now").click()  # in vain, and the page says so again
    expect(page.locator("#afar-when")).to_have_text(re.compile(r"^Trying again( in \d+ s\.|…)$"))
    server.restart()
    page.locator("#afar-now").dispatch_event("click")  # unless it has tried by itself by now
    expect(page.locator("#afar")).to_be_empty()
    expect(page.locator(".toast")).to_have_text("Back again. Nothing was lost.")


def test_a_copied_link_is_said(page: Page, server: Server) -> None:
    """What was copied is named, and the word goes by itself."""
    new_table(page, server, {"game": "arch_ravels", "seats": "2", "seat_2": "greedy"})
    page.goto(page.url + "/links")
    page.locator("[data-copy]").first.click()
    expect(page.locator(".toast")).to_contain_text("Copied: ")
    expect(page.locator(".toast")).to_be_hidden()
