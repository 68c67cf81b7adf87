"""Others' turns at a readable pace: step by step, to be skipped at any moment, never in the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.play import asked, is_unconfirmed, new_table, point_at

# Every page that is shown: its moment, whether others' turns run, and the last line of its log.
WATCH = """
() => {
  window.seen = [];
  const look = () => {
    const { at, pacing = false } = JSON.parse(document.getElementById("offers").textContent);
    const lines = document.querySelectorAll("#events > li");
    const now = { at, pacing, when: Number(lines[lines.length - 1]?.dataset.when), lines: lines.length };
    if (JSON.stringify(window.seen.at(-1)) !== JSON.stringify(now)) window.seen.push(now);
  };
  look();
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
}
"""
ROUND = {
    "game": "arch_ravels",
    "seats": "3",
    "seat_1": "here",
    "seat_2": "greedy",
    "seat_3": "greedy",
}


def sit(page: Page, server: Server, pace: str) -> None:
    """At a table with two bots, which play at a pace."""
    page.add_init_script(f"localStorage['ravelbox.settings'] = '{{\"pace\": \"{pace}\"}}'")
    new_table(page, server, dict(ROUND))


def answer(page: Page) -> None:
    """Give the first answer there is, and wait until it is on the page."""
    now = asked(page)
    offer = now["offers"][0]
    for name in offer["ways"][0] if offer["ways"] else []:
        point_at(page, name)
    if not offer["ways"]:
        page.locator(f'#prompt [data-code="{offer["code"]}"]').click()
    elif is_unconfirmed(page, now["at"]):
        page.locator("#confirm").click()
    page.wait_for_function(
        "at => JSON.parse(document.getElementById('offers').textContent).at > at", arg=now["at"]
    )


def until_others_play(page: Page) -> None:
    """Answer until the turn has gone on to the bots."""
    while asked(page)["offers"] or not page.locator("body[data-pacing]").count():
        if asked(page)["offers"]:
            answer(page)


def seen(page: Page) -> list[dict[str, Any]]:
    """What was shown so far, in order."""
    found: list[dict[str, Any]] = page.evaluate("window.seen")
    return found


def is_asked_again(page: Page) -> None:
    """Until the question is back here."""
    page.wait_for_function(
        "() => JSON.parse(document.getElementById('offers').textContent).offers.length > 0"
    )
    expect(page.locator("body[data-pacing]")).to_have_count(0)


def test_what_bots_do_is_shown_move_by_move(page: Page, server: Server) -> None:
    """In order, each with what the log had by then; at the end the question is ours."""
    sit(page, server, "fast")
    page.evaluate(WATCH)
    for _ in range(4):  # in the first rounds characters are chosen, one move each
        until_others_play(page)
        is_asked_again(page)
    steps = [one for one in seen(page) if one["pacing"]]
    assert len(steps) > 1
    assert [one["at"] for one in steps] == sorted({one["at"] for one in steps})
    assert all(one["when"] <= one["at"] for one in steps)
    assert seen(page)[-1]["at"] > steps[-1]["at"]
    assert not seen(page)[-1]["pacing"]


@pytest.mark.parametrize(
    "skip",
    [
        lambda page: page.locator("#skip").click(),
        lambda page: page.keyboard.press("Enter"),
        lambda page: page.keyboard.press("Escape"),
    ],
    ids=["click", "enter", "escape"],
)
def test_skip_leads_to_the_newest_at_once(
    page: Page, server: Server, skip: Callable[[Page], None]
) -> None:
    """And then one may act."""
    sit(page, server, "slow")
    page.evaluate(WATCH)
    until_others_play(page)
    expect(page.locator("#skip")).to_be_visible()
    skip(page)
    expect(page.locator("#skip")).to_be_hidden()
    is_asked_again(page)
    answer(page)


def test_ones_own_move_does_not_wait_for_bots(page: Page, server: Server) -> None:
    """The answer has the own move alone; what others do comes as news."""
    sit(page, server, "normal")
    answers: list[str] = []
    page.on("response", lambda got: answers.append(got.text()) if "/act" in got.url else None)
    before = asked(page)["at"]
    until_others_play(page)
    is_asked_again(page)
    after = asked(page)["at"]
    assert answers
    assert f'"at": {after},' not in answers[-1]
    assert before < after


def test_at_once_means_at_once(page: Page, server: Server) -> None:
    """Who does not want to look on is never shown anything but the newest."""
    sit(page, server, "instant")
    page.evaluate(WATCH)
    for _ in range(6):
        answer(page)
        is_asked_again(page)
    assert not any(one["pacing"] for one in seen(page))


def test_of_very_many_moves_only_those_that_begin_a_turn_are_shown(
    page: Page, server: Server
) -> None:
    """Whoever comes back after an hour does not look on for minutes."""
    page.add_init_script("localStorage['ravelbox.settings'] = '{\"pace\": \"fast\"}'")
    new_table(
        page, server, {"game": "arch_ravels", "seats": "2", "seat_1": "here", "seat_2": "here"}
    )
    for _ in range(24):
        answer(page)
    page.evaluate(WATCH)
    page.evaluate("async () => (await import('/static/pace.js')).playThrough(0)")
    is_asked_again(page)
    shown = [one["when"] for one in seen(page) if one["pacing"]]
    every, turns = (
        set(
            page.locator(f"#events > li{which}").evaluate_all(
                "all => all.map(({ dataset }) => Number(dataset.when))"
            )
        )
        for which in ("", ":has(> b)")
    )
    assert len(every) > 12  # more than are shown one by one
    assert shown == sorted(set(shown))
    assert 1 < len(shown) <= 12
    assert set(shown) <= turns
