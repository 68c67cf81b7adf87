"""The opened box asks who sits where: by keyboard, and as a phone shows it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.test_keyboard import MOST_TABS, tab_to


def tab_to_field(page: Page, name: str) -> None:
    """Press Tab until the field of that name has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == name:
            return
    raise AssertionError(f"no Tab leads to the field {name}")


def company(page: Page) -> list[str]:
    """Who sits where at the table whose page is open."""
    answer = page.request.get(page.url, headers={"Accept": "application/json"})
    seats: list[str] = answer.json()["seats"]
    return seats


def test_seats_and_bots_are_chosen_by_keyboard(page: Page, server: Server) -> None:
    """Fewer seats take the rows beyond away; a bot that sat there is not sent."""
    page.goto(server.url())
    tab_to(page, "Open Ramble")
    page.keyboard.press("Enter")
    box = page.get_by_role("form", name="Ramble")
    expect(box.locator("[data-seat]:visible")).to_have_count(4)
    tab_to_field(page, "seats")
    for field in ("seat_2", "seat_4"):
        tab_to_field(page, field)
        for _ in range(2):  # past a friend by link
            page.keyboard.press("ArrowRight")
    expect(box.locator(".sum")).to_have_text("2 here, 2 bots.")
    box.locator("[name=seats]:checked").focus()
    page.keyboard.press("ArrowLeft")
    expect(box.locator("[data-seat]:visible")).to_have_count(3)
    expect(box.locator(".sum")).to_have_text("2 here, 1 bot.")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_be_visible()
    seats = company(page)
    assert (len(seats), seats[0], seats[2]) == (3, "here", "here")
    assert seats[1] != "here"


def test_a_phone_shows_whole_seats(phone: Page, server: Server) -> None:
    """No row of the opened box is wider than the phone."""
    phone.goto(server.url("/#ramble"))
    box = phone.get_by_role("form", name="Ramble")
    box.get_by_role("group", name="Who sits on seat 4").scroll_into_view_if_needed()
    wide = phone.evaluate("document.querySelector('#ramble .seats').scrollWidth - innerWidth")
    assert wide <= 0
    box.get_by_role("group", name="Who sits on seat 2").locator("label").last.tap()
    expect(box.locator(".sum")).to_have_text("3 here, 1 bot.")
