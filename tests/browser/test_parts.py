"""A page that is sent only what changed is the page that it would be if it were loaded anew."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Server
from tests.browser.play import asked, new_table, uncover, wait_until_played

# What stands on a page beside what its script writes there, and what is drawn in it.
STANDING = """
async (anew) => {
  const page = anew ? new DOMParser().parseFromString(await (await fetch(location.href, { headers: { Accept: "text/html" } })).text(), "text/html") : document;
  const parts = [...page.querySelectorAll(".bar, main, .log, #menu, .sheet:not(#settings), #offers")];
  const words = parts.map((el) => `${el.id}: ${el.textContent.replace(/\\s+/g, " ")}`);
  const ids = parts.flatMap((el) => [...el.querySelectorAll("[id]")].map(({ id }) => id));
  const drawn = new Set([...document.querySelectorAll("symbol")].map(({ id }) => `#${id}`));
  const lacking = [...page.querySelectorAll("main use")].map((el) => el.getAttribute("href")).filter((name) => !drawn.has(name) && !document.querySelector(name));
  return [...words, ids.join(" "), lacking.join(" ")];
}
"""


@pytest.mark.parametrize(
    ("game", "seats"), [("ravel", "1"), ("ramble", "2"), ("arch_ravels", "2"), ("ravingspire", "1")]
)
def test_what_changed_makes_the_same_page(
    page: Page, server: Server, game: str, seats: str
) -> None:
    """Ten moves and an undo, each answered with the changed parts: nothing is lost or left over."""
    new_table(
        page,
        server,
        {"game": game, "seats": seats} if seats != "1" or game == "ravingspire" else {"game": game},
    )
    rng, sizes = random.Random(2), []
    page.on(
        "response",
        lambda answer: sizes.append(len(answer.body())) if "/act" in answer.url else None,
    )
    for _ in range(10):
        now = asked(page)
        if not now["offers"]:
            break
        code = rng.choice(now["offers"])["code"]
        page.evaluate(
            "async (code) => { const button = Object.assign(document.createElement('button'), { id: 'press' }); button.dataset.code = code; document.body.append(button); button.click(); button.remove(); }",
            code,
        )
        wait_until_played(page, now["at"])
        uncover(page)
        assert page.evaluate(STANDING, False) == page.evaluate(STANDING, True)
    if page.locator("#undo:not([disabled])").count():
        at = asked(page)["at"]
        page.locator("#undo").click()
        page.wait_for_function(
            "at => JSON.parse(document.getElementById('offers').textContent).at < at", arg=at
        )
        assert page.evaluate(STANDING, False) == page.evaluate(STANDING, True)
    assert sum(sizes) / len(sizes) < 0.6 * len(page.request.get(page.url).body())
