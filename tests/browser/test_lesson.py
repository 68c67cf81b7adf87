"""Learning by playing: each game's lesson from the lobby to its end, by mouse, by touch and by keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import ravelbox
from tests.browser.conftest import Server
from tests.browser.play import asked, by_keys, by_pointer, new_table, wait_until_played

LESSON = {"game": "ravel", "lesson": "yes"}


def step(page: Page) -> tuple[int, int]:
    """Where the lesson stands, and how long it is."""
    bar = page.get_by_role("progressbar", name="How far the lesson is")
    expect(bar).to_be_attached()
    return int(bar.get_attribute("value") or 0), int(bar.get_attribute("max") or 0)


def go_on(page: Page, number: int) -> None:
    """Wait until the lesson is at a step."""
    expect(page.locator(f'#lesson progress[value="{number}"]')).to_be_attached()


def by_hand(page: Page, *, touch: bool = False) -> None:
    """Do what a step asks for with the first thing that serves it."""
    now = asked(page)
    confirm = page.locator("#confirm")
    if now["mix"] or now["proposal"]:
        (confirm.tap if touch else confirm.click)()
        wait_until_played(page, now["at"])
    else:
        by_pointer(page, now["offers"][0]["code"], touch=touch)


def learn(page: Page, *, touch: bool = False) -> None:
    """A lesson from its first step to its last."""
    number, of = step(page)
    while number < of:
        button = page.get_by_role("button", name="Go on", exact=True)
        if button.count():
            assert asked(page)["offers"] == []
            expect(page.locator("[data-lit]")).to_have_count(len(asked(page)["show"]))
            (button.tap if touch else button.click)()
            go_on(page, number + 1)
        else:
            by_hand(page, touch=touch)
        number, of = step(page)


@pytest.mark.parametrize("game", ravelbox.games())
def test_a_lesson_from_the_lobby_to_its_end(page: Page, server: Server, game: str) -> None:
    """The box offers it; at its end one plays on, with everything allowed."""
    page.goto(server.url(f"/#{game}"))
    box = page.locator(f"form.open#{game}")
    box.get_by_role("button", name="Learn by playing").click()
    expect(page.locator("body[data-live]")).to_be_attached()
    learn(page)
    expect(page.get_by_role("link", name="Start a real game")).to_have_attribute(
        "href", f"/#{game}"
    )
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("#lesson")).to_have_count(0)
    assert asked(page)["offers"]


@pytest.mark.parametrize("game", ["ramble", "ravingspire"])
def test_a_lesson_on_a_phone(phone: Page, server: Server, game: str) -> None:
    """What is to be done is brought into sight; nothing is wider than the phone."""
    new_table(phone, server, {"game": game, "lesson": "yes"})
    learn(phone, touch=True)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_lesson_by_keys_is_spoken_once(page: Page, server: Server) -> None:
    """Enter goes on, U goes back, and each step is said in the live region once."""
    new_table(page, server, dict(LESSON))
    number, of = step(page)
    said = page.locator("#news p")
    while number < of:
        if page.locator("#go-on").count():
            teach = page.locator("#ask").evaluate("el => el.firstChild.textContent.trim()")
            page.locator("#prompt").focus()
            page.keyboard.press("Enter")
            go_on(page, number + 1)
            expect(said.filter(has_text=teach)).to_have_count(0 if number == 1 else 1)
        else:
            by_keys(page, asked(page)["offers"][0]["code"])
        number = step(page)[0]
    page.keyboard.press("u")
    go_on(page, of - 1)
    page.keyboard.press("u")
    go_on(page, of - 2)
    expect(page.locator("#ask")).to_contain_text("Turn it clockwise")


def test_a_lesson_is_left_in_the_middle(page: Page, server: Server) -> None:
    """Everything is allowed again, and the table is kept; a step can also be taken back."""
    new_table(page, server, dict(LESSON))
    for number in (2, 3):
        page.get_by_role("button", name="Go on", exact=True).click()
        go_on(page, number)
    by_hand(page)
    go_on(page, 4)
    page.get_by_role("button", name="Back").click()
    go_on(page, 3)
    by_hand(page)
    page.get_by_role("button", name="Leave the lesson").click()
    expect(page.locator("#lesson")).to_have_count(0)
    assert len(asked(page)["offers"]) > 20
    expect(page.locator("#ask")).not_to_contain_text("Lesson")
