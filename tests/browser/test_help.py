"""Help where it is needed: the rules beside the table, why not, in words, and since you were here."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.company import begin, invite, is_asked, join
from tests.browser.conftest import Server
from tests.browser.play import asked, by_pointer, new_table, open_table, sit_down, won_game

SHOP = {
    "game": "arch_ravels", "seats": "2", "characters": "random", "sides": "random",
    "seat_1": "here", "seat_2": "here",
}  # fmt: skip
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def drawer(page: Page) -> Locator:
    """The rules beside the table, as a screen reader finds them."""
    return page.get_by_role("complementary", name=re.compile("^Rules of"))


def current(page: Page) -> str:
    """The rule that the drawer is open at."""
    here = drawer(page).locator("li[aria-current]")
    expect(here).to_have_count(1)
    return here.get_attribute("data-rule") or ""


def focused(page: Page) -> str:
    """What has the focus."""
    found: str = page.evaluate("document.activeElement.id || document.activeElement.tagName")
    return found


def test_the_rules_open_at_the_question_by_keyboard(page: Page, server: Server) -> None:
    """R opens them there and takes the focus along; Escape closes and gives it back."""
    seed, _ = won_game()
    open_table(page, server, seed)
    page.keyboard.press("ArrowUp")
    before = focused(page)
    page.keyboard.press("r")
    expect(drawer(page)).to_be_visible()
    assert current(page) == "RVL-23"
    assert page.evaluate("document.activeElement.dataset.rule") == "RVL-23"
    page.keyboard.press("Escape")
    expect(drawer(page)).to_be_hidden()
    assert focused(page) == before


def test_the_rules_are_searched_and_leafed_through(page: Page, server: Server) -> None:
    """Hits with their number, the first by Enter; sections before and after."""
    seed, _ = won_game()
    open_table(page, server, seed)
    page.keyboard.press("r")
    expect(drawer(page).get_by_role("heading", name="Turn", exact=True)).to_be_visible()
    drawer(page).get_by_role("searchbox").fill("spent tokens")
    found = drawer(page).get_by_role("list", name="Found").get_by_role("link")
    assert found.count() >= 2
    expect(drawer(page).get_by_role("status")).to_have_text(f"{found.count()} found")
    page.keyboard.press("Enter")
    assert current(page) in (found.first.text_content() or "")
    drawer(page).get_by_role("searchbox").fill("no such words at all")
    expect(drawer(page).get_by_role("status")).to_have_text("nothing found")
    drawer(page).get_by_role("searchbox").fill("")
    page.locator("#rules-open").click()
    drawer(page).get_by_role("link", name="After: Unlock").click()
    expect(drawer(page).get_by_role("heading", name="Unlock", exact=True)).to_be_visible()
    drawer(page).get_by_role("link", name="Before: Turn").click()
    expect(drawer(page).get_by_role("heading", name="Turn", exact=True)).to_be_visible()


def test_play_goes_on_beside_the_rules(page: Page, server: Server) -> None:
    """The log's links open them in place, the table plays as before, a tab of its own is still had."""
    seed, codes = won_game()
    open_table(page, server, seed)
    page.locator("#events a").first.click()
    assert current(page) == "RVL-31"
    for code in codes[:2]:
        by_pointer(page, code)
    expect(drawer(page)).to_be_visible()
    assert current(page) == "RVL-31"
    with page.context.expect_page() as opened:
        page.locator("#ask a").click(modifiers=["ControlOrMeta"])
    assert re.search(r"/rules/ravel#RVL-\d+$", opened.value.url)
    drawer(page).get_by_role("button", name="Close the rules").click()
    expect(drawer(page)).to_be_hidden()


def test_a_phone_has_the_rules_as_a_sheet(phone: Page, server: Server) -> None:
    """From the menu; as wide as the phone, and gone again by its button."""
    seed, _ = won_game()
    open_table(phone, server, seed)
    phone.locator("#menu-open").tap()
    phone.locator("#menu").get_by_role("link", name="Rules").tap()
    assert current(phone) == "RVL-23"
    box = drawer(phone).bounding_box()
    assert box
    assert (box["x"], box["width"]) == (0, 390)
    assert box["y"] + box["height"] == pytest.approx(844, abs=1)
    drawer(phone).get_by_role("button", name="Close the rules").tap()
    expect(drawer(phone)).to_be_hidden()


def test_what_cannot_be_chosen_says_why(page: Page, server: Server) -> None:
    """Under the pointer at once, aloud when it is clicked; what can be chosen says what it does."""
    seed, codes = won_game()
    open_table(page, server, seed)
    offers = {point for offer in asked(page)["offers"] for way in offer["ways"] for point in way}
    side = next(side for side in "NESW" if f"stack:{side}" not in offers)
    stack = page.locator(f'[data-at="stack:{side}"]')
    stack.hover()
    expect(page.locator("#barred")).to_have_text(
        re.compile(r"is not met\. It needs .* \(RVL-\d+\)")
    )
    tall = page.locator("#table").bounding_box()
    page.locator('[data-at="die:p0"]').hover()
    expect(page.locator("#barred")).to_be_hidden()
    assert page.locator("#table").bounding_box() == tall  # nothing shifts
    stack.click()
    expect(page.locator("#news")).to_contain_text("is not met")
    by_pointer(page, codes[0])
    expect(page.locator("#barred")).to_have_count(1)


def test_who_waits_is_told_whom_for(page: Page, friend: Page, server: Server) -> None:
    """While a friend is asked, nothing can be chosen, and that is the reason."""
    host_and_friend(page, friend, server)
    waits = friend if is_asked(page) else page
    waits.locator('[data-at^="bazaar:"]').first.hover()
    expect(waits.locator("#barred")).to_have_text(re.compile(r"^Not now: .+ is asked\.$"))


def host_and_friend(page: Page, friend: Page, server: Server) -> None:
    """Two people at one table of Arch Ravels."""
    code = invite(page, server, {**SHOP, "seat_2": "open"})
    join(friend, server, code, "Bo")
    begin(page, friend)


def test_the_table_in_words(page: Page, server: Server) -> None:
    """T opens it, with the focus in it; it stays true while the game goes on."""
    new_table(page, server, {**SHOP, "seat_2": "random"})
    page.keyboard.press("t")
    words = page.get_by_role("region", name="The table in words").or_(page.locator("#words"))
    expect(words.first).to_be_visible()
    assert focused(page) == "h-words"
    expect(words.first).to_contain_text("Bazaar: [1]")
    assert words.first.get_by_role("listitem").count() > 5
    page.keyboard.press("t")
    expect(page.locator("#words")).to_be_hidden()
    turn = page.locator("#words p").nth(1).text_content()
    before = page.locator("#words").text_content()
    by_pointer(page, asked(page)["offers"][0]["code"])
    assert turn
    assert page.locator("#words").text_content() != before


def test_since_you_were_here(page: Page, friend: Page, server: Server) -> None:
    """What friends did meanwhile is listed once, can be shown, and is not told twice."""
    host_and_friend(page, friend, server)
    away, plays = (page, friend) if is_asked(friend) else (friend, page)
    home = away.url
    away.goto(server.url())
    for _ in range(3):
        if is_asked(plays):
            by_pointer(plays, asked(plays)["offers"][-1]["code"])
    said = plays.locator("#events .says").last.text_content() or ""
    sit_down(away, home)
    since = away.locator("#since")
    expect(since).to_be_visible()
    expect(since.get_by_role("listitem").last).to_have_text(said)
    expect(away.locator("#news")).to_contain_text("Since you were here")
    since.get_by_role("button", name="Show me").click()
    expect(since).to_be_hidden()
    expect(away.locator("body")).not_to_have_attribute("data-pacing", re.compile(""))
    assert asked(away)["at"] == asked(plays)["at"]
    away.reload()
    expect(away.locator("body[data-live]")).to_be_attached()
    expect(since).to_be_hidden()


# A page that goes into the background, or comes back from it some time later.
HIDE = """
({ hidden, later }) => {
  const now = Date.now;
  Date.now = () => now() + later;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


@pytest.mark.parametrize("seconds", [5, 70])
def test_whoever_comes_back_after_a_minute_is_told(
    page: Page, friend: Page, server: Server, seconds: int
) -> None:
    """The page was open all the time, behind others; a glance aside is no absence."""
    host_and_friend(page, friend, server)
    away, plays = (page, friend) if is_asked(friend) else (friend, page)
    away.evaluate(HIDE, {"hidden": True, "later": 0})
    by_pointer(plays, asked(plays)["offers"][-1]["code"])
    away.wait_for_function(
        "at => JSON.parse(document.getElementById('offers').textContent).at >= at",
        arg=asked(plays)["at"],
    )
    away.evaluate(HIDE, {"hidden": False, "later": seconds * 1000})
    if seconds > 60:
        expect(away.locator("#since")).to_be_visible()
        expect(away.locator("#since").get_by_role("listitem").last).to_have_text(
            plays.locator("#events .says").last.text_content() or ""
        )
    else:
        expect(away.locator("#since")).to_be_hidden()


@pytest.mark.parametrize("kind", ["bazaar", "project", "pattern"])
def test_cards_of_the_shop_are_read_large(page: Page, server: Server, kind: str) -> None:
    """Under a resting pointer, and by V where the focus is."""
    new_table(page, server, {**SHOP, "seat_2": "random"})
    card = page.locator(f'[data-at^="{kind}:"]').first
    card.hover()
    large = page.locator("#look")
    expect(large).to_be_visible()
    expect(large).to_contain_text(card.get_attribute("data-name") or "")
    page.mouse.move(2, 2)
    expect(large).to_be_hidden()
    card.focus()
    page.keyboard.press("v")
    expect(large).to_be_visible()
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()


def test_a_long_press_reads_a_landmark(phone: Page, server: Server) -> None:
    """A finger that rests on a card of the park reads it, and plays nothing."""
    new_table(phone, server, {"game": "ramble", "seats": "3"})
    before = asked(phone)["at"]
    card = phone.locator('[data-at^="card:"]').first
    card.scroll_into_view_if_needed()
    phone.evaluate(PAINTED)  # a scroll that is told of after the press would end it, as it should
    card.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(phone.locator("#look")).to_be_visible()
    assert asked(phone)["at"] == before
