"""Who sits where: by code, by link, by keyboard and thumb; sent away, renamed, stood in for, watched."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.company import agree, answer, begin, invite, join, place, whose
from tests.browser.conftest import DESKTOP, Server, new_page
from tests.browser.test_keyboard import tab_to
from tests.browser.test_lobby import tab_to_field
from tests.browser.test_phone import SPILLS

# Whatever a finger should hit and may not.
SMALL = """
[...document.querySelectorAll('a, button, input, select, summary')]
  .filter(el => el.checkVisibility() && el.type !== 'hidden' && !el.closest('p, .sr, .seg, .pick'))
  .filter(el => el.getBoundingClientRect().height < 40)
  .map(el => el.outerHTML)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all stories here: each has a table of its own."""
    running = Server(tmp_path_factory.mktemp("company") / "tables.sqlite")
    yield running
    running.stop()


@pytest.fixture
def watcher(browser: Browser) -> Iterator[Page]:
    """The window of somebody who only looks."""
    yield from new_page(browser, DESKTOP, touch=False)


def test_somebody_is_renamed_sent_away_and_comes_by_link(
    page: Page, friend: Page, server: Server
) -> None:
    """The host's page shows it all at once; a link that was sent away with its holder is dead."""
    code = invite(page, server, {"game": "ramble", "seats": "2", "seat_2": "open", "name": "Ann"})
    first = page.locator("#link-1").input_value()
    join(friend, server, code, "Bob")
    friend.get_by_label("Name of seat 2").fill("<i>Bobby")
    friend.get_by_role("button", name="Rename").click()
    expect(page.locator("#guest-1 b")).to_have_text("<i>Bobby")
    expect(friend.locator("#guest-1 b")).to_have_text("<i>Bobby")
    page.get_by_role("button", name="Send <i>Bobby away").click()
    expect(page.locator("#ask")).to_contain_text("One seat is still free.")
    expect(friend.get_by_role("heading", name="No place for you here")).to_be_visible()
    expect(page.locator("#link-1")).not_to_have_value(first)
    friend.goto(first)
    expect(friend.get_by_role("heading", name="This link leads nowhere")).to_be_visible()
    friend.goto(page.locator("#link-1").input_value())
    expect(friend.get_by_role("heading", name="Sit down at Ann’s table of Ramble")).to_be_visible()
    friend.get_by_label("Your name").fill("Cleo")
    friend.get_by_role("button", name="Sit down").click()
    expect(page.locator("#guest-1 b")).to_have_text("Cleo")
    begin(page, friend)


def test_people_gather_without_a_script(page: Page, browser: Browser, server: Server) -> None:
    """Code, name, another name, away again: every page is a form."""
    code = invite(page, server, {"game": "ramble", "seats": "2", "seat_2": "open", "name": "Ann"})
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    join(plain, server, code, "Bob")
    expect(page.locator("#guest-1 b")).to_have_text("Bob")
    plain.get_by_label("Name of seat 2").fill("Rob")
    plain.get_by_role("button", name="Rename").click()
    expect(plain.locator("#guest-1 b")).to_have_text("Rob")
    plain.get_by_role("button", name="Leave").click()
    expect(plain.get_by_role("heading", name="Where you left off")).to_be_visible()
    expect(page.locator("#ask")).to_contain_text("One seat is still free.")
    context.close()


def test_joining_by_keyboard(page: Page, friend: Page, server: Server) -> None:
    """From the shelf to the table without a mouse, on both sides."""
    page.goto(server.url("/#ramble"))
    tab_to_field(page, "seats")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    tab_to_field(page, "seat_2")
    page.keyboard.press("ArrowRight")
    tab_to_field(page, "name")
    page.keyboard.type("Ann")
    tab_to_field(page, "clock")
    page.keyboard.press("ArrowDown")
    box = page.get_by_role("form", name="Ramble")
    expect(box.locator(".sum")).to_have_text(
        "1 here, 1 by link. 5 minutes each, 5 s more a move; then a bot plays on."
    )
    tab_to(page, "Start")
    page.keyboard.press("Enter")
    code = page.locator(".code").inner_text()
    friend.goto(server.url())
    tab_to_field(friend, "code")
    friend.keyboard.type(code)
    friend.keyboard.press("Enter")
    expect(friend.get_by_role("heading", name="Ann’s table of Ramble")).to_be_visible()
    tab_to_field(friend, "name")
    friend.keyboard.type("Bob")
    friend.keyboard.press("Enter")
    expect(page.locator("#ask")).to_contain_text("All seats are taken.")
    tab_to(page, "Start")
    page.keyboard.press("Enter")
    expect(friend.locator("body.at-table[data-live]")).to_be_attached()
    clock = friend.locator("#company-open .clock")
    shown = clock.inner_text()
    assert re.fullmatch(r"[45]:\d\d", shown)
    expect(clock).not_to_have_text(shown)


def test_an_undo_asks_the_other(page: Page, friend: Page, server: Server) -> None:
    """A no leaves all as it is, a yes takes it back on both pages."""
    fields: dict[str, str | float | bool] = {"game": "ramble", "role_assignment": "chosen"}
    code = invite(page, server, fields | {"seats": "2", "seat_2": "open", "name": "Ann"})
    join(friend, server, code, "Bob")
    begin(page, friend)
    asker = whose(page, friend)
    other = friend if asker is page else page
    names = ("Ann", "Bob") if asker is page else ("Bob", "Ann")
    answer(asker)
    assert whose(page, friend) is other
    for key in ("q", "z"):
        asker.locator("#undo").click()
        expect(asker.locator("#asking")).to_contain_text(
            f"Waiting for {names[1]} to allow the undo."
        )
        expect(other.locator("#asking")).to_contain_text(f"{names[0]} asks to take back a move.")
        other.keyboard.press(key)
        expect(other.locator("#asking")).to_have_count(0)
        expect(asker.locator("#asking")).to_have_count(0)
    agree(page, friend)
    assert place(asker) == (1, 0)
    assert whose(page, friend) is asker


def test_a_bot_plays_for_a_while(page: Page, friend: Page, server: Server) -> None:
    """It is chosen in the panel, everybody sees it, and one key takes the seat back."""
    code = invite(page, server, {"game": "ramble", "seats": "2", "seat_2": "open", "name": "Ann"})
    join(friend, server, code, "Bob")
    begin(page, friend)
    away = whose(page, friend)
    other, seat = (friend, 0) if away is page else (page, 1)
    before = place(away)
    away.keyboard.press("w")
    expect(away.locator("#company")).to_be_visible()
    away.get_by_role("button", name="Let it play").focus()
    away.keyboard.press("Enter")
    expect(other.locator(f"#guest-{seat}")).to_contain_text("the expert bot plays meanwhile")
    agree(page, friend)
    away.wait_for_function(
        "at => JSON.parse(document.getElementById('offers').textContent).at > at", arg=before[1]
    )
    assert away.evaluate("document.activeElement.closest('#company') !== null")
    away.keyboard.press("Escape")
    expect(away.locator("#company")).to_be_hidden()
    expect(away.get_by_role("button", name="Take your seat back")).to_be_visible()
    away.keyboard.press("z")
    expect(other.locator(f"#guest-{seat}")).not_to_contain_text("plays meanwhile")
    expect(away.get_by_role("button", name="Take your seat back")).to_have_count(0)


def test_who_watches_sees_no_hand(page: Page, friend: Page, watcher: Page, server: Server) -> None:
    """Neither before nor after a move, which comes by itself; nothing can be played."""
    fields: dict[str, str | float | bool] = {"game": "ravingspire", "seats": "2", "name": "Ann"}
    code = invite(page, server, fields | {"seat_2": "open"})
    watcher.goto(page.locator("#link-watch").input_value())
    watcher.get_by_role("button", name="Watch").click()
    expect(watcher.locator("#prompt")).to_contain_text("You are watching.")
    join(friend, server, code, "Bob")
    begin(page, friend, watcher)
    for _ in range(4):
        answer(whose(page, friend))
    agree(page, friend, watcher)
    assert page.locator("[data-at^='hand:']").count() > 0
    assert friend.locator("[data-at^='hand:']").count() > 0
    assert watcher.locator("[data-at^='hand:']").count() == 0
    expect(watcher.locator("#ask")).to_contain_text("You are watching. Waiting for")
    watcher.keyboard.press("w")
    expect(watcher.locator("#company")).to_contain_text("Ann")
    assert watcher.locator("#company form[action$='/seat']").count() == 0
    own = page.locator("[data-at^='hand:']").first.get_attribute("data-moves") or "hand"
    assert own not in friend.content()


def test_a_phone_joins(page: Page, phone: Page, server: Server) -> None:
    """Everything fits, and is large enough for a thumb."""
    code = invite(
        page, server, {"game": "arch_ravels", "seats": "2", "seat_2": "open", "name": "Ann"}
    )
    phone.goto(server.url(f"/join/{code}"))
    phone.get_by_label("Your name").fill("Bob")
    assert phone.evaluate(SMALL) == []
    phone.get_by_role("button", name="Sit down").tap()
    expect(phone.locator("#parlour")).to_be_visible()
    assert not phone.evaluate(SPILLS)
    assert phone.evaluate(SMALL) == []
    begin(page, phone)
    phone.locator("#company-open").tap()
    expect(phone.locator("#company")).to_be_visible()
    phone.locator("#company").get_by_role("link", name="Links").tap()
    expect(phone.get_by_role("heading", name="Links of this table")).to_be_visible()
    assert not phone.evaluate(SPILLS)
    assert phone.evaluate(SMALL) == []


def test_a_seat_moves_to_another_device(page: Page, friend: Page, server: Server) -> None:
    """Its link opens the same seat elsewhere, in the middle of a game."""
    page.goto(server.url())
    made = page.request.post(
        server.url("/tables"),
        form={"game": "arch_ravels", "seats": "2", "seat_2": "greedy", "name": "Ann"},
        headers={"Origin": server.url("").rstrip("/")},
    )
    page.goto(f"{made.url}/links")
    friend.goto(page.locator("#link-0").input_value())
    expect(friend.get_by_role("heading", name="Come back as Ann on this device")).to_be_visible()
    friend.keyboard.press("Enter")
    expect(friend.locator("body.at-table[data-live]")).to_be_attached()
    page.goto(made.url)
    answer(friend)
    agree(page, friend)
