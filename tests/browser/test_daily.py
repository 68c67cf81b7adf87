"""The puzzle of the day: from the shelf to a result that can be shared, by mouse, keys and touch."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from ravelbox.daily import KINDS, day_of, today
from tests.browser.access import audit
from tests.browser.conftest import Server
from tests.browser.test_keyboard import tab_to

DAY = day_of(KINDS["day"], today())


def give_up(page: Page) -> None:
    """End a game the short way."""
    page.locator("#menu-open").click()
    page.get_by_text("Resign…").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("#end")).to_be_visible()


def test_a_day_is_played_once_and_shared(page: Page, server: Server) -> None:
    """Play from the shelf, give up, copy the line; the daily page and the shelf remember it."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(server.url())
    page.get_by_role("button", name="Play today’s").click()
    expect(page.locator("body[data-live]")).to_be_attached(timeout=60_000)
    table = page.url
    give_up(page)
    line = page.get_by_label("Your result, to share")
    audit(page, "#end")
    said = line.input_value()
    assert said.startswith(f"R.A.V.E.L. Standard {DAY}: 0/16 cogs, given up, par ")
    page.locator("#end").get_by_role("button", name="Copy").click()
    expect(page.locator("#end").get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == said
    page.locator("#end").get_by_role("link", name="All days").click()
    today_card = page.locator(".card[data-kind=day]")
    expect(today_card.get_by_role("link", name="See the table")).to_have_attribute(
        "href", table.partition(server.address)[2]
    )
    expect(today_card.get_by_role("button", name="Play")).to_have_count(0)
    page.goto(server.url())
    expect(page.get_by_text("You have played it.")).to_be_visible()


def test_the_archive_by_keyboard(page: Page, server: Server) -> None:
    """Tab leads to yesterday's puzzle, Enter opens it."""
    yesterday = day_of(KINDS["day"], today().fromordinal(today().toordinal() - 1))
    page.goto(server.url("/daily"))
    expect(page.get_by_role("heading", name="Archive")).to_be_visible()
    tab_to(page, f"Play R.A.V.E.L. of the day, {yesterday}")
    page.keyboard.press("Enter")
    expect(page.locator("body[data-live]")).to_be_attached(timeout=60_000)
    page.goto(server.url("/daily"))
    row = page.get_by_role("row").filter(has_text=yesterday)
    expect(row).to_contain_text("under way")


def test_a_phone_shows_all_days(phone: Page, server: Server) -> None:
    """Nothing is wider than the phone, and whatever can be pressed is large enough."""
    phone.goto(server.url("/daily"))
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for button in phone.get_by_role("button", name="Play").all()[:5]:
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 40
