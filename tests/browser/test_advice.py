"""Advice as a person gets it: a hint by one key that can be followed, and the coach after the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import ravelbox
from tests.browser.access import audit_both
from tests.browser.conftest import Server
from tests.browser.play import asked, by_pointer, new_table, uncover, wait_until_played
from tests.browser.test_daily import give_up

TABLES: dict[str, dict[str, str | float | bool]] = {
    "ravel": {"seed": "RVL1:S:8:RAVEL-DEMO"},
    "ramble": {"seats": "3"},
    "arch_ravels": {"seats": "2", "seat_2": "random"},
    "ravingspire": {"seats": "1"},
}
THINKING = 60_000  # milliseconds; an interpreted engine takes its time


@pytest.mark.parametrize("game", ravelbox.games())
def test_a_hint_is_shown_said_and_can_be_followed(page: Page, server: Server, game: str) -> None:
    """I, a sentence with its rule, something marked; what it names is possible, and then it is gone."""
    new_table(page, server, {"game": game, **TABLES[game]})
    uncover(page)
    with page.expect_response(re.compile(r"/hint(\?|$)"), timeout=THINKING) as answered:
        page.keyboard.press("i")
    hint = answered.value.json()
    expect(page.locator("#hint-says")).to_have_text(hint["text"])
    expect(page.locator("#hint-rule")).to_have_text(hint["rule"])
    before = asked(page)
    assert hint["codes"][0] in {offer["code"] for offer in before["offers"]}
    if not before["mix"]:
        assert page.locator(".hinted").count()
        by_pointer(page, hint["codes"][0])
        wait_until_played(page, before["at"])
        expect(page.locator("#hint")).to_be_hidden()


def test_the_coach_draws_what_happened(page: Page, server: Server) -> None:
    """From the end of a game to its chart, and on to the moment that decided it; nobody is barred."""
    new_table(page, server, {"game": "ravel", **TABLES["ravel"]})
    give_up(page)
    page.locator("#end").get_by_role("link", name="Luck and play").click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=THINKING)
    expect(page.get_by_role("img", name="The chance of winning")).to_be_visible()
    audit_both(page)
    page.get_by_role("link", name="See the moment").first.click()
    expect(page.locator("#slider")).to_have_value("0")


def test_the_coach_fits_a_phone(phone: Page, server: Server) -> None:
    """Nothing is wider than the phone; the bar's links are large enough for a finger."""
    new_table(phone, server, {"game": "ravel", **TABLES["ravel"]})
    give_up(phone)
    phone.goto(f"{phone.url}/coach")
    expect(phone.get_by_role("heading", name="Turning points")).to_be_visible(timeout=THINKING)
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    audit_both(phone)
