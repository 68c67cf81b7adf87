"""Killing the server in the middle of a game loses nothing, and the page finds it again."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.play import asked, by_pointer, open_table, won_game


def test_a_killed_server_comes_back_and_the_game_goes_on(page: Page, server: Server) -> None:
    """SIGKILL, a move into the void, a restart: the move is sent again by itself, on to victory."""
    seed, codes = won_game()
    open_table(page, server, seed)
    half = len(codes) // 2
    for code in codes[:half]:
        by_pointer(page, code)
    at = asked(page)["at"]
    server.kill()
    offer = next(offer for offer in asked(page)["offers"] if offer["code"] == codes[half])
    if offer["ways"]:
        for name in offer["ways"][0]:
            page.locator(f'[data-at="{name}"]').click()
    else:
        page.locator(f'#prompt [data-code="{codes[half]}"]').click()
    expect(page.locator("#trouble")).to_contain_text("nothing is lost")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    server.restart()
    page.wait_for_function(
        "at => JSON.parse(document.getElementById('offers').textContent).at > at", arg=at
    )
    expect(page.locator("#trouble")).to_be_hidden()
    page.reload()
    expect(page.locator("body[data-live]")).to_be_attached()
    for code in codes[half + 1 :]:
        by_pointer(page, code)
    expect(page.get_by_role("dialog")).to_contain_text("The R.A.V.E.L. is open")


def test_closing_the_tab_loses_nothing(page: Page, server: Server) -> None:
    """The lobby leads back to the table as it was left."""
    seed, codes = won_game()
    open_table(page, server, seed)
    by_pointer(page, codes[0])
    events = page.locator("#events li").all_text_contents()
    fresh = page.context.new_page()
    page.close()
    fresh.goto(server.url())
    fresh.get_by_role("region", name="Where you left off").get_by_role("link").click()
    expect(fresh.locator("#ask")).to_be_visible()
    assert fresh.locator("#events li").all_text_contents() == events
