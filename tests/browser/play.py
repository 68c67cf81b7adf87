"""How a person plays in a browser: by mouse, by touch, by keys; and a game worth playing."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from playwright.sync_api import Page, expect

import ravelbox
from ravelbox.bots import bot, play_out
from ravelbox.kernel.match import Match
from tests.browser.conftest import Server

MOST_KEYS = 40  # presses of an arrow on the way to anything


@cache
def won_game(deck: str = "S", tokens: int = 8) -> tuple[str, tuple[int, ...]]:
    """A seed that the greedy player wins, and the codes it played."""
    game = ravelbox.load("ravel")
    for n in range(100):
        dealer = game.dealt(f"STORY-{n}")
        assert dealer is not None
        match = Match.new(game, {"deck": deck, "tokens": tokens}, dealer=dealer)
        play_out(match, [bot("greedy", "ravel", seed=n)])
        if game.scores(match.state) == [1.0]:
            moves = zip(match.history, match.actors, strict=True)
            return f"STORY-{n}", tuple(code for code, actor in moves if actor >= 0)
    raise AssertionError("the greedy player wins none of a hundred games")


def open_table(page: Page, server: Server, seed: str, deck: str = "S", tokens: int = 8) -> None:
    """A new table by its seed, as the lobby's form would make it."""
    fields: dict[str, str | float | bool] = {
        "game": "ravel",
        "seed": f"RVL1:{deck}:{tokens}:{seed}",
    }
    made = page.request.post(
        server.url("/tables"),
        form=fields,
        headers={"Origin": server.url("").rstrip("/")},
    )
    assert made.ok, made.text()
    page.goto(made.url)
    expect(page.locator("#ask")).to_be_visible()
    expect(page.locator("body[data-live]")).to_be_attached()


def asked(page: Page) -> dict[str, Any]:
    """What the page offers now."""
    found: dict[str, Any] = json.loads(page.locator("#offers").text_content() or "{}")
    return found


def offer(page: Page, code: int) -> dict[str, Any]:
    """The offer of a code, which must be there."""
    return next(offer for offer in asked(page)["offers"] if offer["code"] == code)


def wait_until_played(page: Page, before: int) -> None:
    """Until the page shows a longer history."""
    page.wait_for_function(
        "at => JSON.parse(document.getElementById('offers').textContent).at > at"
        " && !('busy' in document.body.dataset)",
        arg=before,
    )


def by_pointer(page: Page, code: int, *, touch: bool = False) -> None:
    """Play a code by pointing at what means it."""
    before, wanted = asked(page)["at"], offer(page, code)

    def hit(selector: str) -> None:
        target = page.locator(selector)
        if touch:
            target.tap()
        else:
            target.click()

    if not wanted["ways"]:
        hit(f'#prompt [data-code="{code}"]')
    else:
        for name in wanted["ways"][0]:
            hit(f'[data-at="{name}"]')
        if page.locator("#confirm").is_visible():
            hit("#confirm")
    wait_until_played(page, before)


def by_keys(page: Page, code: int) -> None:
    """Play a code with the keyboard alone."""
    before, wanted = asked(page)["at"], offer(page, code)
    if not wanted["ways"]:
        button = page.locator(f'#prompt [data-code="{code}"]')
        page.keyboard.press(button.get_attribute("data-key") or "")
    else:
        for name in wanted["ways"][0]:
            go_to(page, name)
            page.keyboard.press("Space")
        if page.locator("#confirm").is_visible():
            page.keyboard.press("Enter")
    wait_until_played(page, before)


STEP = """
name => {
  const target = document.querySelector(`[data-at="${name}"]`), here = document.activeElement;
  if (here === target) return "";
  if (!here || !here.dataset.at) return "ArrowUp";
  const a = target.getBoundingClientRect(), b = here.getBoundingClientRect();
  const x = a.left + a.width / 2 - b.left - b.width / 2, y = a.top + a.height / 2 - b.top - b.height / 2;
  const across = x > 0 ? "ArrowRight" : "ArrowLeft", along = y > 0 ? "ArrowDown" : "ArrowUp";
  return Math.abs(x) > Math.abs(y) ? [across, along] : [along, across];
}
"""


def go_to(page: Page, name: str) -> None:
    """Walk with the arrow keys until the named thing has the focus."""
    for n in range(MOST_KEYS):
        keys = page.evaluate(STEP, name)
        if keys == "":
            return
        if isinstance(keys, str):
            page.keyboard.press(keys)
        else:  # where the straight way leads nowhere, the other direction may
            page.keyboard.press(keys[0] if n % 3 < 2 else keys[1])
    raise AssertionError(f"the arrow keys do not lead to {name}")
