"""Whole games by keyboard alone: arrows and Space on the table, letters for what is said beside the question.

R.A.V.E.L. is played so from the shelf to victory in test_keyboard.py; here the others come to their ends.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.play import asked, by_keys, new_table, wait_until_played
from tests.browser.test_tree import SHORT

MOST_MOVES = 150


def mix_by_keys(page: Page) -> None:
    """Give amounts: letters add one of a kind until it is enough, Enter gives them."""
    now = asked(page)
    letters = page.locator("#mix .more").evaluate_all("all => all.map((el) => el.dataset.key)")
    for letter in letters * 9:
        if not page.locator("#confirm").get_attribute("aria-disabled"):
            break
        page.keyboard.press(letter)
    page.locator("#prompt").focus()
    page.keyboard.press("Enter")
    wait_until_played(page, now["at"])


def wait_until_asked(page: Page) -> bool:
    """Until something can be answered; whether it is not over yet."""
    page.wait_for_function(
        "() => document.getElementById('end')"
        " || JSON.parse(document.getElementById('offers').textContent).offers.length"
    )
    return page.locator("#end").count() == 0


@pytest.mark.parametrize("game", ["ramble", "arch_ravels", "ravingspire"])
def test_a_whole_game_by_keys(game: str, page: Page, server: Server) -> None:
    """No mouse, no touch: whatever is asked is answered by keys, until the end has the focus."""
    new_table(page, server, {"game": game, **SHORT[game]})
    rng, moves = random.Random(11), 0
    while wait_until_asked(page) and moves < MOST_MOVES:
        if asked(page)["mix"]:
            mix_by_keys(page)
        else:
            offers = asked(page)["offers"]
            ends = [offer for offer in offers if offer["text"] in ("end", "done", "stop", "pass")]
            offer = rng.choice(ends) if ends and rng.random() < 0.3 else rng.choice(offers)
            by_keys(page, offer["code"], way=rng.randrange(9))
        moves += 1
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "h-end"
