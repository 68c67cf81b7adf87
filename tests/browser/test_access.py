"""Nobody is barred: every page, drawer and moment is audited, by day and by night, large and small."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import ravelbox
from tests.browser.access import audit, audit_both, findings
from tests.browser.company import invite
from tests.browser.conftest import DESKTOP, PHONE, Server, new_page
from tests.browser.play import lay_out, new_table, sit_down
from tests.walks import random_match

MOMENTS = (
    (1, 0),
    (2, 6),
    (3, 17),
    (5, 34),
    (4, None),
)  # seeds, and steps into a game; None: its end
# Drawers and sheets that somebody can open here.
SHEETS = """
() => [...document.querySelectorAll("[popover][id]")].map((el) => el.id)
  .filter((id) => document.querySelector(`[popovertarget="${id}"], [data-sheet="${id}"]`))
"""


@pytest.fixture(params=["desktop", "phone"])
def window(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A window of each kind."""
    phone = request.param == "phone"
    yield from new_page(browser, PHONE if phone else DESKTOP, touch=phone)


def lose_the_way(page: Page, url: str) -> None:
    """Open an address that the server has only a sentence for; the browser is not told that it is an error."""
    page.route(url, lambda route: route.fulfill(response=route.fetch(), status=200))
    page.goto(url)
    expect(page.locator("#said")).to_be_visible()


def test_the_auditor_finds_what_is_planted(page: Page, server: Server) -> None:
    """A button without a name and words that fade into their ground are found, so silence means something."""
    lose_the_way(page, server.url("/nowhere"))
    audit(page)
    page.evaluate(
        """() => document.querySelector("main").insertAdjacentHTML("beforeend",
          `<div id="planted"><button></button><p class="pale">can you read this</p></div>`)"""
    )
    page.evaluate("() => (document.querySelector('.pale').style.color = '#eee7da')")
    assert {one["id"] for one in findings(page)} == {"button-name", "color-contrast"}
    page.evaluate("() => document.getElementById('planted').remove()")


def test_the_shelf_and_its_boxes(window: Page, server: Server) -> None:
    """The lobby, each box opened, the rules, the days, and what is said where nothing is."""
    window.goto(server.url())
    audit_both(window)
    for game in ravelbox.games():
        window.goto(server.url(f"/#{game}"))
        expect(window.locator(f"#{game}")).to_be_visible()
        audit_both(window)
    for path in ("/rules/ravel", "/daily"):
        window.goto(server.url(path))
        audit_both(window)
    for nowhere in ("/nowhere", "/join?code=ABC234", "/table/none"):
        lose_the_way(window, server.url(nowhere))
        audit_both(window)


def test_where_people_gather(window: Page, page: Page, server: Server) -> None:
    """The waiting room, the door of a code, that of a link, and the list of links."""
    fields: dict[str, str | float | bool] = {"game": "arch_ravels", "seats": "2", "name": "Ann"}
    code = invite(window, server, fields | {"seat_1": "here", "seat_2": "open"})
    audit_both(window)
    link = window.locator("#link-1").input_value()
    for address in (server.url(f"/join/{code}"), link):
        page.goto(address)
        audit_both(page)
    window.goto(window.url.partition("?")[0] + "/links")
    audit_both(window)


@pytest.mark.parametrize("game", ravelbox.games())
def test_every_moment_of_a_table(game: str, window: Page, server: Server) -> None:
    """From the setup to the end, whatever is asked."""
    for seed, steps in MOMENTS:
        sit_down(window, lay_out(server, random_match(ravelbox.load(game), seed, steps)))
        audit_both(window)


@pytest.mark.parametrize("game", ravelbox.games())
def test_every_drawer_of_a_table(game: str, window: Page, server: Server) -> None:
    """What opens over the table, one after the other."""
    sit_down(window, lay_out(server, random_match(ravelbox.load(game), 5, 34)))
    for sheet in window.evaluate(SHEETS):
        window.evaluate("(id) => document.getElementById(id).showPopover()", sheet)
        audit_both(window, f"#{sheet}")
        window.evaluate("(id) => document.getElementById(id).hidePopover()", sheet)
    window.keyboard.press("l")
    audit_both(window)


def test_the_curtain_between_two_hands(window: Page, server: Server) -> None:
    """The page while the device is passed on."""
    new_table(window, server, {"game": "ravingspire", "seats": "2"})
    window.goto(window.url.partition("?")[0])
    expect(window.locator("#curtain")).to_be_visible()
    audit_both(window)
