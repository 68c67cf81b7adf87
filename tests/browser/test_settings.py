"""The settings: chosen once, kept on the device, and on the page before it is painted."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.play import (
    asked,
    by_pointer,
    new_table,
    open_table,
    point_at,
    wait_until_played,
    won_game,
)


def choose(page: Page, name: str, value: str) -> None:
    """Choose something in the settings, as a hand would."""
    page.keyboard.press(",")
    expect(page.locator("#settings")).to_be_visible()
    page.locator(f'#settings label:has([name="{name}"][value="{value}"])').click()
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#settings")).to_be_hidden()


def test_what_is_chosen_holds_on_every_page(page: Page, server: Server) -> None:
    """Chosen at a table, there in the lobby, and nothing of it is sent."""
    open_table(page, server, won_game()[0])
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method + request.url))
    for name, value in (("size", "xl"), ("light", "dark"), ("marks", "both"), ("motion", "calm")):
        choose(page, name, value)
    assert sent == []
    page.goto(server.url())
    root = page.locator("html")
    for name, value in (("size", "xl"), ("light", "dark"), ("marks", "both"), ("motion", "calm")):
        expect(root).to_have_attribute(f"data-{name}", value)
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.keyboard.press(",")
    expect(page.locator('[name="marks"][value="both"]')).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_be_hidden()


def test_nothing_flashes(page: Page, server: Server) -> None:
    """What was chosen is on the page before its body is there at all."""
    page.add_init_script("""
        localStorage["ravelbox.settings"] = '{"light": "dark"}';
        new MutationObserver((_, self) => {
            if (!document.body) return;
            window.early = document.documentElement.dataset.light;
            self.disconnect();
        }).observe(document, { childList: true, subtree: true });
    """)
    page.goto(server.url())
    assert page.evaluate("window.early") == "dark"


@pytest.mark.parametrize("kept", ["not json", "[]", '{"size": "huge", "pace": 7}', "null"])
def test_what_somebody_else_left_there_does_no_harm(page: Page, server: Server, kept: str) -> None:
    """Anything unknown is as usual."""
    page.add_init_script(f'localStorage["ravelbox.settings"] = {json.dumps(kept)}')
    page.goto(server.url())
    expect(page.locator("html")).to_have_attribute("data-size", "m")
    expect(page.locator("html")).to_have_attribute("data-pace", "normal")


def test_as_the_device_moves(page: Page, server: Server) -> None:
    """Reduced motion means none, until somebody chooses here."""
    page.goto(server.url())
    root = page.locator("html")
    expect(root).to_have_attribute("data-motion", "none")
    page.emulate_media(reduced_motion="no-preference")
    expect(root).to_have_attribute("data-motion", "full")
    page.emulate_media(reduced_motion="reduce")
    choose(page, "motion", "full")
    expect(root).to_have_attribute("data-motion", "full")


def test_letters_beside_the_shapes(page: Page, server: Server) -> None:
    """A die shows its shape, its letter, or both; the art reads it from the page."""
    open_table(page, server, won_game()[0])
    shown = """
        () => [".sh", ".lt"].map((part) => getComputedStyle(document.querySelector("#mark-O " + part)))
            .map(({ display, opacity }) => display !== "none" && opacity === "1")
    """
    assert page.evaluate(shown) == [True, False]
    choose(page, "marks", "letters")
    assert page.evaluate(shown) == [False, True]
    choose(page, "marks", "both")
    assert page.evaluate(shown) == [True, True]


def test_asked_before_every_move(page: Page, server: Server) -> None:
    """Esc goes back and plays nothing; Enter does it."""
    seed, codes = won_game()
    open_table(page, server, seed)
    choose(page, "ask", "always")
    now = asked(page)
    wanted = next(offer for offer in now["offers"] if offer["code"] == codes[0])
    begin(page, wanted["ways"][0])
    expect(page.locator("#sure-says")).to_have_text(f"{wanted['label']}?")
    page.keyboard.press("Escape")
    expect(page.locator("#sure")).to_be_hidden()
    assert asked(page)["at"] == now["at"]
    begin(page, wanted["ways"][0][-1:])  # what was chosen before stands
    page.keyboard.press("Enter")
    wait_until_played(page, now["at"])
    expect(page.locator("#sure")).to_be_hidden()


def test_asked_only_where_there_is_no_way_back(page: Page, server: Server) -> None:
    """A swap of neighbours can be undone; a cog that comes out turns up another."""
    open_table(page, server, "ALPHA")
    choose(page, "ask", "noway")
    now = asked(page)
    swap = next(offer for offer in now["offers"] if offer["text"].startswith("swap "))
    begin(page, swap["ways"][0])
    wait_until_played(page, now["at"])
    expect(page.locator("#sure")).to_be_hidden()
    expect(page.locator("#undo")).to_be_enabled()


def test_a_move_that_ends_the_way_back_is_asked_for(page: Page, server: Server) -> None:
    """At a table with a bot the end of a turn is final, and that is said."""
    fields: dict[str, str | float | bool] = {"game": "arch_ravels", "seats": "2"}
    new_table(page, server, {**fields, "seat_1": "here", "seat_2": "random"})
    choose(page, "ask", "noway")
    while not page.locator("#sure").is_visible():
        now = asked(page)
        offer = now["offers"][0]
        if offer["ways"]:
            begin(page, offer["ways"][0])
        else:
            page.locator(f'#prompt [data-code="{offer["code"]}"]').click()
        page.wait_for_function(
            "at => 'sure' in document.body.dataset"
            " || JSON.parse(document.getElementById('offers').textContent).at > at",
            arg=now["at"],
        )
    expect(page.locator("#sure-why")).to_have_text("It cannot be taken back.")
    before = asked(page)["at"]
    page.locator("#sure-yes").click()
    wait_until_played(page, before)


# Counts what is made for the ear: contexts, and the sources that were started in them.
EARS = """
window.ears = { contexts: 0, started: 0 };
window.AudioContext = class extends AudioContext {
  constructor() { super(); window.ears.contexts++; window.air = this; }
};
for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
  const begin = kind.prototype.start;
  kind.prototype.start = function (...when) { window.ears.started++; return begin.apply(this, when); };
}
"""


def test_nothing_sounds_until_asked(page: Page, server: Server) -> None:
    """Off, no sound is even prepared; on, each move is heard."""
    page.add_init_script(EARS)
    seed, codes = won_game()
    open_table(page, server, seed)
    by_pointer(page, codes[0])
    by_pointer(page, codes[1])
    assert page.evaluate("window.ears") == {"contexts": 0, "started": 0}
    choose(page, "sound", "soft")
    assert page.evaluate("window.ears.contexts") == 0
    by_pointer(page, codes[2])
    page.wait_for_function("() => window.ears.started > 0")
    first = page.evaluate("window.ears.started")
    page.wait_for_function("() => window.air.state === 'running'")
    by_pointer(page, codes[3])
    page.wait_for_function("first => window.ears.started > first", arg=first)
    assert page.evaluate("window.ears.contexts") == 1


def begin(page: Page, names: list[str]) -> None:
    """Point at things, and confirm where that is asked for anyway."""
    for name in names:
        point_at(page, name)
    if page.locator("#confirm").is_visible():
        page.locator("#confirm").click()
