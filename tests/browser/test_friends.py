"""Two people at two windows play together, whatever happens to the line and to the server."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.company import (
    agree,
    answer,
    answer_into_the_void,
    begin,
    invite,
    join,
    place,
    whose,
)
from tests.browser.conftest import Server


@pytest.mark.parametrize("game", ["ramble", "ravingspire"])
def test_two_people_play_on_through_a_cut_line_and_a_dead_server(
    page: Page, friend: Page, server: Server, game: str
) -> None:
    """By code to the table; the line of one is cut, then the server killed: both go on by themselves."""
    fields: dict[str, str | float | bool] = {
        "game": game,
        "seats": "3",
        "seat_2": "open",
        "seat_3": "greedy",
        "name": "Ann",
    }
    code = invite(page, server, fields)
    join(friend, server, code.lower(), "Bob")
    expect(page.locator("#guest-1")).to_contain_text("Bob")
    begin(page, friend)
    for _ in range(3):
        answer(whose(page, friend))

    asked = whose(page, friend)
    other = friend if asked is page else page
    expect(other.locator("#ask")).to_contain_text(
        f"Waiting for {'Ann' if asked is page else 'Bob'}"
    )
    other.context.set_offline(True)
    answer(asked)
    expect(other.locator("#afar")).to_contain_text("The connection is gone.")
    other.context.set_offline(False)
    agree(page, friend)
    expect(other.locator("#afar")).to_be_empty()

    asked = whose(page, friend)
    before = place(asked)
    server.kill()
    answer_into_the_void(asked)
    server.restart()
    asked.wait_for_function(
        "at => JSON.parse(document.getElementById('offers').textContent).at > at", arg=before[1]
    )
    agree(page, friend)
    for window in (page, friend):
        expect(window.locator("#trouble")).to_be_hidden()
        expect(window.locator("#afar")).to_be_empty()
    answer(whose(page, friend))
    agree(page, friend)
    assert page.locator("#events li").count() > 0


def test_what_was_begun_stands_when_news_comes(page: Page, friend: Page, server: Server) -> None:
    """A verb chosen stays chosen while somebody renames a seat; the question is still the same."""
    code = invite(page, server, {"game": "ramble", "seats": "2", "seat_2": "open", "name": "Ann"})
    join(friend, server, code, "Bob")
    begin(page, friend)
    asked = whose(page, friend)
    other = friend if asked is page else page
    asked.keyboard.press("m")
    expect(asked.locator("#do-move")).to_have_class("do verb chosen")
    other.keyboard.press("w")
    seat = 1 if other is friend else 0
    other.locator(f"#name-{seat}").fill("Somebody Else")
    other.get_by_role("button", name="Rename").click()
    expect(asked.locator(f"#guest-{seat} b")).to_have_text("Somebody Else")
    expect(asked.locator("#do-move")).to_have_class("do verb chosen")
