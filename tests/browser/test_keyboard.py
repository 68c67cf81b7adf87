"""A whole game by keyboard only: no mouse, no touch, nothing clicked by the script."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.play import asked, by_keys, new_table, won_game

MOST_TABS = 40


def tab_to(page: Page, words: str) -> None:
    """Press Tab until something that says these words has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        said = page.evaluate(
            "(document.activeElement.ariaLabel ?? '') + ' ' + document.activeElement.textContent"
        )
        if words in said:
            return
    raise AssertionError(f"no Tab leads to {words!r}")


def test_a_game_from_the_shelf_to_victory_by_keyboard(page: Page, server: Server) -> None:
    """Tab to the box, type the seed, walk with arrows, choose with Space, to the last cog."""
    seed, codes = won_game()
    page.goto(server.url())
    tab_to(page, "Open R.A.V.E.L.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("form", name="R.A.V.E.L.")).to_be_visible()
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "seed":
            break
    page.keyboard.type(f"RVL1:S:8:{seed}")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_be_visible()
    expect(page.locator("body[data-live]")).to_be_attached()
    for code in codes:
        by_keys(page, code)
    expect(page.get_by_role("dialog")).to_contain_text("The R.A.V.E.L. is open")
    assert page.evaluate("document.activeElement.id") == "h-end"


def test_the_keys_are_listed_and_what_happened_is_spoken(page: Page, server: Server) -> None:
    """`?` shows the keys; a move is announced once, in order, in a live region."""
    seed, codes = won_game()
    page.goto(server.url())
    made = page.request.post(
        server.url("/tables"),
        form={"game": "ravel", "seed": f"RVL1:S:8:{seed}"},
        headers={"Origin": server.url("").rstrip("/")},
    )
    page.goto(made.url)
    expect(page.locator("body[data-live]")).to_be_attached()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    by_keys(page, codes[0])
    spoken = page.locator("#news p").all_text_contents()
    events = page.locator("#events li .says").all_text_contents()
    assert spoken[0] in events
    assert (
        spoken[-1].strip()
        == (page.locator("#ask").evaluate("el => el.firstChild.textContent")).strip()
    )
    assert page.locator("#news").get_attribute("aria-live") == "polite"


# Whatever is added to the live region, change by change.
OVERHEAR = """
() => {
  window.heard = [];
  new MutationObserver((records) => window.heard.push(records.flatMap((one) => [...one.addedNodes].map((node) => node.textContent))))
    .observe(document.getElementById("news"), { childList: true });
}
"""


def test_a_round_of_bots_is_told_in_order_once_and_without_flood(
    page: Page, server: Server
) -> None:
    """At most four utterances a change; put together they are the log, but for what is said to be left there."""
    seats = {
        "seats": "4",
        "seat_1": "here",
        "seat_2": "random",
        "seat_3": "random",
        "seat_4": "random",
    }
    new_table(page, server, {"game": "arch_ravels", "turn_limit": "4", **seats})
    page.evaluate(OVERHEAR)
    told = page.locator("#events li .says").count()
    assert page.locator("#events").get_attribute("data-from") == "0"
    for _ in range(12):
        if page.locator("#end").count():
            break
        offers = asked(page)["offers"]
        if asked(page)["mix"] or not offers:
            break
        by_keys(page, offers[-1]["code"])
    changes: list[list[str]] = page.evaluate("() => window.heard")
    before = int(page.locator("#events").get_attribute("data-from") or 0)
    lines = page.locator("#events li .says").all_text_contents()[max(0, told - before) :]
    assert max(len(said) for said in changes) <= 4
    assert any(len(" ".join(said)) > len(max(lines, key=len)) for said in changes)
    text = " ".join(" ".join(said) for said in changes)
    assert not any(text.count(line) > lines.count(line) for line in lines if len(line) > 40)
    left = sum(int(n) for n in re.findall(r"(\d+) more in the log", text))
    heard = [line for line in lines if line in text]
    assert len(lines) - len(heard) <= left
