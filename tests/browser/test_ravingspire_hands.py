"""Ravingspire by keyboard alone, by thumb, and at every size."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.play import asked, lay_out, sit_down, wait_until_played
from tests.browser.test_phone import SMALL, SPILLS
from tests.browser.test_ravingspire import (
    accept,
    before_the_door,
    can,
    play,
    standing,
    type_out,
    whole,
)
from tests.games.ravingspire.tower import Tower, mate

FOCUS = "document.activeElement !== document.body"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all stories here: each has a table of its own."""
    running = Server(tmp_path_factory.mktemp("hands") / "tables.sqlite")
    yield running
    running.stop()


def test_the_last_turns_by_keyboard(page: Page, server: Server) -> None:
    """Numbers for the ring, arrows for spaces and turns, Enter for payments, letters for the rest."""
    sit_down(page, lay_out(server, standing(before_the_door())))
    page.keyboard.press("ArrowUp")
    before = asked(page)["at"]
    page.keyboard.press("5")
    wait_until_played(page, before)
    assert page.evaluate(FOCUS)
    before = asked(page)["at"]
    page.keyboard.press("Escape")
    wait_until_played(page, before)
    type_out(page, "face r2" if can(page, "face r2") else "force r2")
    accept(page)
    type_out(page, "end")
    type_out(page, "face glyphs" if can(page, "face glyphs") else "end")
    if page.locator("#pay").count():
        accept(page)
        turn = next(o["text"] for o in asked(page)["offers"] if o["text"].startswith("turn cw"))
        type_out(page, turn)
        type_out(page, "end")
    assert page.evaluate(FOCUS)
    type_out(page, "end")
    type_out(page, "roll")
    type_out(page, "step cw")
    type_out(page, "enter")
    type_out(page, "face foe")
    accept(page)
    expect(page.get_by_role("dialog")).to_contain_text("Quinn escaped")
    assert page.evaluate("document.activeElement.id") == "h-end"


def test_the_last_turns_on_a_phone(phone: Page, server: Server) -> None:
    """What is asked for stands on top and is large enough; nothing lies beside the screen."""
    sit_down(phone, lay_out(server, standing(before_the_door())))

    def looks_right() -> None:
        assert not phone.evaluate(SPILLS)
        expect(phone.locator("#ask")).to_be_in_viewport()
        assert phone.evaluate(SMALL) == []

    def confirm() -> None:
        while phone.locator("#pay").count():
            looks_right()
            before = asked(phone)["at"]
            phone.locator("#confirm").tap()
            wait_until_played(phone, before)

    looks_right()
    play(phone, "face r5", touch=True)
    expect(phone.locator("#pay")).to_be_in_viewport()
    confirm()
    for text in ("end", "face maps"):
        looks_right()
        play(phone, text, touch=True)
    confirm()
    looks_right()
    turn = next(o["text"] for o in asked(phone)["offers"] if o["text"].startswith("turn ccw"))
    play(phone, turn, touch=True)
    for text in ("end", "end", "roll", "step cw", "enter", "face foe"):
        looks_right()
        if text.startswith("step"):
            expect(phone.locator(".space.can").first).to_be_in_viewport()
        play(phone, text, touch=True)
    confirm()
    expect(phone.get_by_role("dialog")).to_contain_text("Quinn escaped")
    assert not phone.evaluate(SPILLS)


def test_a_card_is_read_by_a_long_press(phone: Page, server: Server) -> None:
    """A finger that rests shows the card large and chooses nothing."""
    sit_down(phone, lay_out(server, standing(before_the_door())))
    card = phone.locator('[data-at="ring:1"]')
    box = card.bounding_box()
    assert box
    touch = {"clientX": box["x"] + 40, "clientY": box["y"] + 40, "pointerType": "touch"}
    card.dispatch_event("pointerdown", touch | {"bubbles": True})
    expect(phone.locator("#look .card")).to_contain_text("Expert Feint")
    card.dispatch_event("click")
    assert phone.locator("#pay").count() == 0


def crowd() -> Tower:
    """Six Heroes, three of them on one space; a full ring, a waiting card, slots and piles."""
    return whole(
        "reaver",
        hand="meteor_sword tool*2 blade trinket*2 corbin_of_devonshire crowbar",
        slots="grudgebearer black_mail coil_of_rope lamp_of_grey_oil armory",
        discard="cleave flurry riposte ill_word tool",
        at="temple 3",
        key=True,
        sanity=3,
        ring="the_under_warden crown_of_borrowed_thoughts death_from_slightly_above"
        " sleight_and_counter_sleight marguerite_of_the_closed_convent",
        pending="greatsword_of_the_sulking_dead",
        foes={"temple": 9, "dungeon": 6},
        attached="bloodrage",
        banished="tool mind_warp",
        towers={"temple": "red_market"},
        rings={"dungeon": "opera_dagger"},
        mates=[
            mate(
                "garsome",
                at="temple 3",
                slots="rusted_cleaver hungry_falchion quilted_jack - dry_cistern",
                hand="tool",
                deck="",
            ),
            mate("quinn", at="temple 3", slots="blade - tool tool -", sanity=1, deck=""),
            mate("dawn", at="dungeon 0", key=True, deck=""),
            mate("marcus", at="dungeon 0", deck=""),
            mate("shayla", at="spire 2", gone=True, key=True, deck=""),
        ],
    ).begin("encounter")


# Things that leave their frame, lie over each other, or are cut off.
CRAMPED = """
() => {
  const box = (el) => el.getBoundingClientRect();
  const cut = [...document.querySelectorAll(".others .who b, .me .who b, .phases .now, .tag, .mini, .service b, .pay h2")]
    .filter((el) => el.checkVisibility() && getComputedStyle(el).display !== "inline" && el.scrollWidth > el.clientWidth + 1);
  const parts = [...document.querySelectorAll(".enc, .others .hero, .hand, .mat, .tower")].filter((el) => el.checkVisibility());
  const over = parts.flatMap((a, i) => parts.slice(i + 1).filter((b) => {
    const [p, q] = [box(a), box(b)];
    return Math.min(p.right, q.right) - Math.max(p.left, q.left) > 6 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 30;
  }).map((b) => `${a.id || a.className} over ${b.id || b.className}`));
  return [...cut.map((el) => el.outerHTML.slice(0, 90)), ...over];
}
"""


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 900), (1280, 800), (1024, 768), (390, 844)])
def test_a_full_table_fits(page: Page, server: Server, size: tuple[int, int]) -> None:
    """Six seats, eight cards in hand, a card that waits: nothing is cut, nothing spills."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_down(page, lay_out(server, standing(crowd())))
    assert not page.evaluate(SPILLS)
    assert page.evaluate(CRAMPED) == []
    expect(page.locator(".token")).to_have_count(7)
    expect(page.locator(".hand .card")).to_have_count(8)


def test_seats_and_piles_can_be_looked_at(page: Page, server: Server) -> None:
    """A mat in whole, other rings, the Banish pile, the decks; Esc closes each."""
    sit_down(page, lay_out(server, standing(crowd())))
    for opener, sheet, words in (
        ("#seat-1", "#sheet-1", "Quilted Jack"),
        ("#to-ring-dungeon", "#sheet-rings", "Opera Dagger"),
        ("#banish-pile", "#sheet-banished", "Mind Warp"),
        ("#foe-pile", "#sheet-decks", "Bloodrage"),
        ("#keep", "#sheet-keep", "Opened"),
        ("#own-discard", "#sheet-0", "Discard pile, "),
    ):
        page.locator(opener).click()
        expect(page.locator(sheet)).to_be_visible()
        expect(page.locator(sheet)).to_contain_text(re.compile(re.escape(words)))
        page.keyboard.press("Escape")
        expect(page.locator(sheet)).to_be_hidden()
