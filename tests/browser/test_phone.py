"""A whole game on a phone, by touch: nothing hidden, nothing off the screen."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.play import by_pointer, open_table, won_game

SPILLS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
SMALL = """
[...document.querySelectorAll('.can, #prompt .do')]
  .filter(el => el.checkVisibility())
  .map(el => [el.dataset.at ?? el.id, el.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 40)
  .map(([name]) => name)
"""


def test_a_game_to_victory_on_a_phone(phone: Page, server: Server) -> None:
    """The question is always in sight, the page never scrolls sideways, dice are large enough."""
    seed, codes = won_game()
    open_table(phone, server, seed)
    for code in codes:
        expect(phone.locator("#ask")).to_be_in_viewport()
        assert not phone.evaluate(SPILLS)
        small = [name for name in phone.evaluate(SMALL) if not name.startswith("face:")]
        assert small == []
        by_pointer(phone, code, touch=True)
    expect(phone.get_by_role("dialog")).to_contain_text("The R.A.V.E.L. is open")
    assert not phone.evaluate(SPILLS)


def test_the_lobby_on_a_phone(phone: Page, server: Server) -> None:
    """The shelf fits; a box opens by touch and a table starts."""
    phone.goto(server.url())
    assert not phone.evaluate(SPILLS)
    phone.get_by_role("link", name="Open R.A.V.E.L.").tap()
    box = phone.get_by_role("form", name="R.A.V.E.L.")
    expect(box).to_be_visible()
    assert not phone.evaluate(SPILLS)
    box.get_by_role("button", name="Start").tap()
    expect(phone.locator("#ask")).to_be_visible()
