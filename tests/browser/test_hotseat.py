"""One device, two hands that hide their cards: a curtain falls between them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.company import agree, answer, simple
from tests.browser.conftest import DESKTOP, Server, new_page
from tests.browser.play import asked, by_keys, new_table

PRIVATE = "[data-at^='hand:'], [data-moves^='hand-']"
# The table as a spectator reads it, and what lies about for screen readers and large cards.
TABLE = "document.getElementById('table').textContent.replace(/\\s+/g, ' ')"
LEFT_LYING = (
    "document.getElementById('news').textContent + document.getElementById('look').innerHTML"
)


@pytest.fixture
def watcher(browser: Browser) -> Iterator[Page]:
    """The window of somebody who only looks."""
    yield from new_page(browser, DESKTOP, touch=False)


def is_covered(page: Page) -> bool:
    """Whether the curtain is down."""
    return asked(page)["handover"] is not None


def lift(page: Page) -> int:
    """Say who one is, by Enter alone; which seat it was."""
    seat: int = asked(page)["handover"]
    assert page.evaluate("document.activeElement.id") == "show-hand"
    page.keyboard.press("Enter")
    page.wait_for_url(f"**?seat={seat}")
    expect(page.locator("#curtain")).to_have_count(0)
    expect(page.locator("body[data-live]")).to_be_attached()
    return seat


def test_neither_hand_is_shown_until_its_owner_says_so(
    page: Page, watcher: Page, server: Server
) -> None:
    """The page between two turns is a spectator's, word by word."""
    new_table(page, server, {"game": "ravingspire", "seats": "2", "name": "Ann"})
    table = page.url.partition("?")[0]
    page.goto(f"{table}/links")
    watcher.goto(page.locator("#link-watch").input_value())
    watcher.get_by_role("button", name="Watch").click()
    expect(watcher.locator("body.at-table[data-live]")).to_be_attached()
    page.goto(table)
    seen: list[int] = []
    hands: dict[int, str] = {}
    for _ in range(40):
        if is_covered(page):
            expect(page.get_by_role("dialog")).to_contain_text("Pass the table to")
            agree(page, watcher)
            assert page.locator(PRIVATE).count() == 0
            assert page.evaluate(TABLE) == watcher.evaluate(TABLE)
            assert page.evaluate(LEFT_LYING) == ""
            assert asked(page)["offers"] == []
            seen.append(lift(page))
        here = page.locator("[data-at^='hand:']")
        if here.count():
            hands[seen[-1]] = here.first.get_attribute("data-moves") or ""
        if len(hands) > 1:
            break
        by_keys(page, simple(page)["code"]) if not simple(page)["ways"] else answer(page)
    assert len(hands) == len(set(hands.values())) == 2, hands
    assert len(seen) > 2


def test_open_hands_need_no_curtain(page: Page, server: Server) -> None:
    """At a game without secrets the device is simply passed on, and the prompt says to whom."""
    new_table(page, server, {"game": "ramble", "seats": "2", "name": "Ann"})
    assert not is_covered(page)
    page.keyboard.press("w")
    page.locator("#guest-1 summary").click()
    page.locator("#name-1").fill("Bob")
    page.locator("#own-1").get_by_role("button", name="Rename").click()
    expect(page.locator("#guest-1 b")).to_have_text("Bob")
    page.keyboard.press("Escape")
    expect(page.locator("#ask .why")).to_contain_text("is asked")
