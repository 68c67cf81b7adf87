"""A whole game by mouse: from the shelf to the last cog, with undo, rules and the log."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.play import asked, by_pointer, open_table, sit_down, won_game
from tests.browser.test_help import current, drawer


def test_a_game_from_the_shelf_to_victory_by_mouse(page: Page, server: Server) -> None:
    """Open the box, take a seed, play it to victory, and find it among the finished tables."""
    seed, codes = won_game()
    page.goto(server.url())
    page.get_by_role("link", name="Open R.A.V.E.L.").click()
    box = page.get_by_role("form", name="R.A.V.E.L.")
    box.get_by_label("A seed sets up the same puzzle").fill(f"RVL1:S:8:{seed}")
    box.get_by_role("button", name="Start").click()
    expect(page.locator("#ask")).to_be_visible()
    for code in codes:
        by_pointer(page, code)
    expect(page.get_by_role("dialog")).to_contain_text("The R.A.V.E.L. is open")
    expect(page.get_by_role("dialog")).to_contain_text(f"RVL1:S:8:{seed}")
    expect(page.locator("#events li").last).to_contain_text("The last cog is out: you win.")
    page.get_by_role("dialog").get_by_role("link", name="Back to the box").click()
    expect(page.get_by_role("main")).to_contain_text("The R.A.V.E.L. is open")


def test_undo_goes_back_and_a_choice_can_be_taken_back(page: Page, server: Server) -> None:
    """Pointing can be stepped back, a swap undone; then nothing is left to undo."""
    open_table(page, server, "RAVEL-DEMO")
    before = page.locator("#works").inner_html()
    at = asked(page)["at"]
    page.locator('[data-at="die:p0"]').click()
    expect(page.locator('[data-at="die:p0"]')).to_have_class("die chosen")
    expect(page.locator('[data-at="face:4"]')).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator('[data-at="face:4"]')).to_be_hidden()
    page.locator('[data-at="die:p1"]').click()
    page.locator('[data-at="die:p0"]').click()
    expect(page.locator("#events li").last).to_contain_text(
        "You swapped the black 5 and the blue 3"
    )
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(
        "at => JSON.parse(document.getElementById('offers').textContent).at === at", arg=at
    )
    assert page.locator("#works").inner_html() == before
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_every_log_line_leads_to_its_rule(page: Page, server: Server) -> None:
    """The rules open beside the table, at the rule behind a line."""
    open_table(page, server, "RAVEL-DEMO")
    page.locator('[data-at="die:p1"]').click()
    page.locator('[data-at="die:p0"]').click()
    line = page.locator("#events li").filter(has_text="You swapped")
    line.get_by_role("link", name="RVL-39").click()
    assert current(page) == "RVL-39"
    expect(drawer(page)).to_contain_text("exchange two orthogonally adjacent dice")


def test_resigning_asks_first_and_ends_the_game(page: Page, server: Server) -> None:
    """Two clicks, the end is told, and another puzzle is one click away."""
    open_table(page, server, "RAVEL-DEMO")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_text("Resign…").click()
    page.get_by_role("button", name="Yes, resign").click()
    end = page.get_by_role("dialog")
    expect(end).to_contain_text("You gave up with 16 cogs left.")
    end.get_by_role("button", name="New puzzle").click()
    expect(page.locator("#ask")).to_contain_text("tune a die")


def test_two_windows_on_one_table_do_not_play_over_each_other(page: Page, server: Server) -> None:
    """A window that hears no news is told so and shown the newest table; nothing is played twice."""
    open_table(page, server, "RAVEL-DEMO")
    other = page.context.new_page()
    other.route_web_socket("**/news?*", lambda _: None)
    other.goto(page.url)
    expect(other.locator("body[data-live]")).to_be_attached()
    by_pointer(page, next(o["code"] for o in asked(page)["offers"] if o["text"] == "swap p0"))
    other.locator('[data-at="die:p3"]').click()
    other.locator('[data-at="die:p4"]').click()
    expect(other.locator("#trouble")).to_contain_text("The table had moved on")
    assert asked(other)["at"] == asked(page)["at"]
    expect(other.locator("#events li").last).to_contain_text("You swapped the black 5")


def test_two_windows_on_one_table_follow_each_other(page: Page, server: Server) -> None:
    """What is played in one is seen in the other at once."""
    open_table(page, server, "RAVEL-DEMO")
    other = page.context.new_page()
    sit_down(other, page.url)
    by_pointer(page, next(o["code"] for o in asked(page)["offers"] if o["text"] == "swap p0"))
    expect(other.locator("#events li").last).to_contain_text("You swapped the black 5")
    expect(other.locator("#news")).to_contain_text("You swapped the black 5")
