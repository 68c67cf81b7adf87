"""How people come together at a table in their browsers, and play there in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.play import asked, by_pointer, point_at

Fields = dict[str, str | float | bool]
MOST_MOVES = 60  # until somebody must have been asked


def invite(page: Page, server: Server, fields: Fields) -> str:
    """A table at which friends are awaited, as the lobby's form makes it; its code."""
    made = page.request.post(
        server.url("/tables"), form=fields, headers={"Origin": server.url("").rstrip("/")}
    )
    assert made.ok, made.text()
    page.goto(made.url)
    return page.locator(".code").inner_text()


def join(page: Page, server: Server, code: str, name: str) -> None:
    """Type a code in the lobby, then a name, and sit down."""
    page.goto(server.url())
    page.get_by_label("The code a friend gave you").fill(code)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#parlour")).to_be_visible()


def begin(host: Page, *others: Page) -> None:
    """The host starts, and everybody is taken along to the table."""
    host.get_by_role("button", name="Start", exact=True).click()
    for page in (host, *others):
        expect(page.locator("#ask")).to_be_visible()
        expect(page.locator("body.at-table[data-live]")).to_be_attached()


def place(page: Page) -> tuple[int, int]:
    """Which history a page shows: undos so far, decisions so far."""
    now = asked(page)
    return int(now["mark"]), int(now["at"])


def is_asked(page: Page) -> bool:
    """Whether all wait for this page; out of turn, something may be played all the same."""
    waiting = (page.locator("#ask").text_content() or "").startswith("Waiting")
    return bool(asked(page)["offers"]) and not waiting


def agree(*pages: Page) -> None:
    """Until all pages show the same history."""
    for page in pages:
        for other in pages:
            mark, at = place(other)
            page.wait_for_function(
                "([mark, at]) => { const now = JSON.parse(document.getElementById('offers')"
                ".textContent); return +now.mark > mark || (+now.mark === mark && now.at >= at); }",
                arg=[mark, at],
            )


def whose(*pages: Page) -> Page:
    """The page that is asked; bots have answered by then."""
    agree(*pages)
    found = [page for page in pages if is_asked(page)]
    assert len(found) == 1, [asked(page)["offers"] for page in pages]
    return found[0]


def simple(page: Page) -> dict[str, Any]:
    """An answer that takes no thought: a button that ends or passes, if there is one."""
    offers: list[dict[str, Any]] = asked(page)["offers"]
    return min(offers, key=lambda offer: bool(offer["ways"]))


def answer(page: Page) -> None:
    """Give a simple answer, by pointing."""
    by_pointer(page, simple(page)["code"])


def answer_into_the_void(page: Page) -> None:
    """Give a simple answer while nobody is there to take it."""
    offer = simple(page)
    for name in offer["ways"][0] if offer["ways"] else []:
        point_at(page, name)
    if not offer["ways"]:
        page.locator(f'#prompt [data-code="{offer["code"]}"]').click()
    elif page.locator("#confirm").is_visible():
        page.locator("#confirm").click()
    expect(page.locator("#trouble")).to_contain_text("nothing is lost")


def play_until(pages: list[Page], wanted: Callable[[Page], bool]) -> Page:
    """Let people answer in turn until one of them is asked what is wanted."""
    for _ in range(MOST_MOVES):
        page = whose(*pages)
        if wanted(page):
            return page
        answer(page)
    raise AssertionError("nobody was ever asked that")
