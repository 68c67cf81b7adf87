"""Ravingspire in a browser: the last turns of a game won alone, three Heroes, and what a page shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.packs import decks_of, starting_deck
from ravelbox.games.ravingspire.pieces import all_cards
from ravelbox.games.ravingspire.setup import packs_at, shuffled
from ravelbox.games.ravingspire.state import kind_of
from ravelbox.kernel import position
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from tests.browser.conftest import Server
from tests.browser.play import (
    asked,
    go_to,
    lay_out,
    point_at,
    sit_down,
    uncover,
    wait_until_played,
)
from tests.games.ravingspire.tower import GAME, Tower, mate, tower

# Six cards of five and four Vorpal each: 9 of everything, and none of them says anything.
LOOT = "headland_greatbow cathedral_hammer the_wardens_spare_harness thornback_plate"
LOOT += " crown_of_the_unelected tinkers_masterwork"


EARLIER = "at => JSON.parse(document.getElementById('offers').textContent).at < at"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all stories here: each has a table of its own."""
    running = Server(tmp_path_factory.mktemp("ravingspire") / "tables.sqlite")
    yield running
    running.stop()


def standing(t: Tower, luck: int = 1, **options: object) -> Match:
    """A match that starts from a table of the rule tests."""
    chosen = GAME.options_of(options)
    return Match.new(GAME, dealer=Seeded(luck), position=position.dump(GAME, chosen, t.state))


def whole(hero: str, **zones: Any) -> Tower:
    """A table of the rule tests with all other cards of the box put where they belong."""
    usual: dict[str, Any] = {
        "filler": 0,
        "spire": "the_gate_that_was_a_king",
        **dict.fromkeys(("loot", "deck", "tower_deck", "spires", "foe_pile"), ""),
    }
    t = tower(hero, **usual | zones)
    s = t.state
    packs = packs_at(s.house)
    rest = Counter(kind for kinds in decks_of(FACTS, packs).values() for kind in kinds)
    rest -= Counter(decks_of(FACTS, packs)["starter"])
    for number in s.heroes:
        rest.update(starting_deck(FACTS, packs, number))
    rest.subtract(kind_of(card) for _, card in all_cards(s) if card >= 0)
    assert min(rest.values()) == 0, [FACTS.cards[kind].id for kind, n in rest.items() if n < 0]
    left: dict[str, list[int]] = {}
    for kind in rest.elements():
        left.setdefault(FACTS.cards[kind].deck, []).append(kind)
    s.discards[0] += left.get("starter", [])
    s.pile += shuffled(s, left["encounter"])
    s.loot_pile += shuffled(s, left["loot"])
    s.foe_pile += shuffled(s, left["foe"])
    s.tower_deck, s.spires = sorted(left["tower"]), sorted(left["spire"])
    return t


def before_the_door(**more: Any) -> Tower:
    """Quinn alone on the Spire, a Key in hand, one space before the Door, with all Loot to come."""
    zones: dict[str, Any] = {
        "at": "spire 5",
        "key": True,
        "hand": "rogues_strike*2 tool*2 blade trinket",
        "slots": "duellists_foil - - - armory",
        "deck": LOOT,
        "ring": "expert_feint leather_boots battered_buckler coil_of_rope acolytes_circlet",
        "towers": {"spire": "reaver_valley", "dungeon": "moonless_orchard"},
    }
    return whole("quinn", **zones | more).begin("encounter")


def offered(page: Page, text: str) -> dict[str, Any]:
    """The offer of an action by its text."""
    found = [offer for offer in asked(page)["offers"] if offer["text"] == text]
    assert found, f"{text} is not offered: {[offer['text'] for offer in asked(page)['offers']]}"
    offer: dict[str, Any] = found[0]
    return offer


def can(page: Page, text: str) -> bool:
    """Whether an action is offered."""
    return text in [offer["text"] for offer in asked(page)["offers"]]


def play(page: Page, text: str, *, touch: bool = False) -> None:
    """Play an action by its text, as it stands in records, by pointing at what means it."""
    expect(page.locator("body[data-live]")).to_be_attached()
    before, offer = asked(page)["at"], offered(page, text)
    if not offer["ways"]:
        button = page.locator(f'#prompt [data-code="{offer["code"]}"]')
        if touch:
            button.tap()
        else:
            button.click()
    for name in offer["ways"][0] if offer["ways"] else []:
        point_at(page, name, touch=touch)
    wait_until_played(page, before)
    uncover(page)


def type_out(page: Page, text: str) -> None:
    """The same with the keyboard alone: letters for buttons and verbs, arrows and Space for things."""
    before, offer = asked(page)["at"], offered(page, text)
    for name in offer["ways"][0] if offer["ways"] else [""]:
        where = f'[data-at="{name}"]' if name else f'[data-code="{offer["code"]}"]'
        keyed = page.locator(f"#prompt {where}")
        if keyed.count():
            page.keyboard.press(keyed.get_attribute("data-key") or "")
            continue
        go_to(page, name)
        page.keyboard.press("Space")
    wait_until_played(page, before)


def accept(page: Page) -> None:
    """Take what the table proposes, again and again until nothing is to be paid."""
    while page.locator("#pay").count():
        before = asked(page)["at"]
        assert asked(page)["proposal"], f"nothing is proposed: {page.inner_text('#ask')}"
        page.keyboard.press("Enter")
        wait_until_played(page, before)
        uncover(page)


def test_a_solo_game_is_won(page: Page, server: Server) -> None:
    """A card is bought, the ring turned, a hand drawn; then the Door, the Keep, and the end."""
    match = standing(before_the_door())
    sit_down(page, lay_out(server, match))
    play(page, "face r5")
    expect(page.locator("#pay")).to_contain_text("What it takes")
    expect(page.locator(".card.proposed").first).to_be_visible()
    accept(page)
    expect(page.locator("#log")).to_contain_text("Acolyte's Circlet")
    expect(page.locator('[data-at="ring:5"]')).to_have_count(0)
    play(page, "end")
    play(page, "face maps")
    accept(page)
    turned = page.locator("#ring-spire").get_attribute("data-turn")
    before = asked(page)["at"]
    page.locator('[data-at^="turn:cw-"]').click()
    wait_until_played(page, before)
    assert page.locator("#ring-spire").get_attribute("data-turn") != turned
    expect(page.locator("#service-maps")).to_contain_text("done this turn")
    play(page, "end")
    play(page, "end")
    expect(page.locator(".hand .card")).to_have_count(6)
    play(page, "roll")
    expect(page.locator(".space.can").first).to_be_visible()
    play(page, "step cw")
    expect(page.locator("#keep.can")).to_be_visible()
    before = asked(page)["at"]
    page.locator("#keep").click()
    wait_until_played(page, before)
    expect(page.locator("#battle")).to_contain_text("The Gate That Was a King")
    play(page, "face foe")
    accept(page)
    end = page.get_by_role("dialog")
    expect(end.get_by_role("heading", name="Quinn escaped")).to_be_focused()
    expect(end).to_contain_text("The Gate That Was a King was beaten on turn 9.")
    expect(end.locator("[data-won]")).to_contain_text("Quinn ApBlanc")


def company() -> Tower:
    """Three Heroes at the Start; the first one's turn; an Adversary in the ring."""
    return whole(
        "quinn",
        hand="rogues_strike*3 tool*2 blade",
        slots="duellists_foil - - - -",
        ring="trapped_chest leather_boots battered_buckler coil_of_rope acolytes_circlet",
        mates=[
            mate("garsome", hand="reavers_slash*2 tool*4", deck=""),
            mate("florence", hand="reavers_slash trinket*5", deck=""),
        ],
    ).begin("ready")


def test_three_heroes_trade_hinder_and_assist(page: Page, server: Server) -> None:
    """Blade for Tool; then one makes the chest dearer, the other helps; each sees their own hand."""
    sit_down(page, lay_out(server, standing(company())))
    expect(page.locator("#hand-0")).to_be_visible()
    play(page, "trade 1")
    expect(page.locator("#trade")).to_contain_text("Quinn trades with Garsome")
    blade = page.locator('[data-at^="hand:"][data-name="Blade"]').get_attribute("data-at")
    play(page, f"pick {(blade or '').replace('hand:', 'h')}")
    play(page, "want any")
    expect(page.locator("#hand-1")).to_be_visible()
    expect(page.locator("#trade")).to_contain_text("Blade")
    tool = page.locator('[data-at^="hand:"][data-name="Tool"]').first.get_attribute("data-at")
    play(page, f"pick {(tool or '').replace('hand:', 'h')}")
    expect(page.locator("#hand-0")).to_be_visible()
    expect(page.locator('#hand-0 [data-name="Blade"]')).to_have_count(0)
    expect(page.locator('#hand-0 [data-name="Tool"]')).to_have_count(3)
    expect(page.locator("#own-discard")).to_be_visible()
    play(page, "roll")
    while not can(page, "face r1"):  # on the way, and past more chances to trade
        texts = [offer["text"] for offer in asked(page)["offers"]]
        play(page, next(text for text in texts if text.split()[0] in ("step", "draw", "end")))
    expect(page.locator(".card.pending")).to_be_visible()
    chest = page.locator('[data-at="ring:1"]')
    expect(chest.locator('.cost [data-attr="fight"]')).to_have_text("·")
    play(page, "face r1")
    expect(page.locator("#hand-1")).to_be_visible()
    expect(page.locator("#ask")).to_contain_text("Quinn battles Trapped Chest")
    slash = page.locator('#hand-1 [data-name="Reaver\'s Slash"]').first
    slash.click()
    expect(page.locator('[data-at="do:hinder"]')).to_have_class("do verb can")
    before = asked(page)["at"]
    page.locator('[data-at="do:hinder"]').click()
    wait_until_played(page, before)
    uncover(page)
    while not page.locator("#pay").count():
        helping = [o["text"] for o in asked(page)["offers"] if o["text"].startswith("assist")]
        own = page.locator("#hand-2").count()
        play(page, helping[0] if own and helping else "pass")
    expect(page.locator("#hand-0")).to_be_visible()
    expect(page.locator('.need [data-attr="fight"] .socks')).to_have_attribute("data-n", "2")
    expect(page.locator('[data-at="seat:1"]')).to_have_attribute("aria-label", SANITY_8)
    expect(chest.locator('.cost [data-attr="fight"]')).to_have_text("2")
    expect(chest.locator('.cost [data-attr="fight"]')).to_have_attribute("data-now", "more")
    accept(page)
    expect(page.locator("#log")).to_contain_text("Trapped Chest")
    expect(page.locator(".card.pending")).to_have_count(0)  # it took the place


SANITY_8 = re.compile("Sanity 8")  # one for the guard dropped in the trade, one for the flank


def test_a_payment_is_made_source_by_source(page: Page, server: Server) -> None:
    """Sources go in and come back, from the panel and from the hand; Esc gives up, and all is back."""
    sit_down(page, lay_out(server, standing(before_the_door(hand="tool*2 blade trinket*2"))))
    play(page, "face r5")  # the Circlet: 1 Fight and 1 Skill
    hand = page.locator(".hand [data-at]")
    assert hand.count() == 5
    play(page, next(o["text"] for o in asked(page)["offers"] if o["text"].endswith(" fight")))
    expect(page.locator(".hand .card.paying")).to_have_count(1)
    expect(page.locator(".srcb")).to_have_count(1)
    expect(page.locator('.need [data-attr="fight"]')).to_contain_text("met")
    expect(page.locator('.need [data-attr="skill"]')).to_contain_text("1 missing")
    before = asked(page)["at"]
    page.locator(".hand .card.paying").click()  # the card itself takes itself back
    wait_until_played(page, before)
    expect(page.locator(".srcb")).to_have_count(0)
    play(page, next(o["text"] for o in asked(page)["offers"] if o["text"].endswith(" fight")))
    play(page, "back 1")
    expect(page.locator(".srcb")).to_have_count(0)
    before = asked(page)["at"]
    page.keyboard.press("Escape")
    wait_until_played(page, before)
    expect(page.locator("#pay")).to_have_count(0)
    assert page.locator(".hand [data-at]").count() == 5


def test_a_payment_can_go_the_other_way(page: Page, server: Server) -> None:
    """From the matrix to Brute Force with one key; Undo leads all the way back."""
    sit_down(page, lay_out(server, standing(before_the_door())))
    undo = page.get_by_role("button", name="Undo")
    play(page, "face r5")
    expect(page.locator('.need [data-attr="skill"]')).to_be_visible()
    expect(page.locator("#other-way")).to_contain_text("Brute Force")
    before = asked(page)["at"]
    page.keyboard.press("b")
    wait_until_played(page, before)
    expect(page.locator('.need [data-attr="brute"]')).to_contain_text("of 3")
    accept(page)
    expect(page.locator('[data-at="ring:5"]')).to_have_count(0)
    while not page.locator('.need [data-attr="skill"]').count():
        before = asked(page)["at"]
        undo.click()
        page.wait_for_function(EARLIER, arg=before)


def test_being_overwhelmed_is_announced_and_happens(page: Page, server: Server) -> None:
    """The waiting card, what it would cost, and what goes first are there before it is too late."""
    t = before_the_door(
        hand="tool", slots="", at="dungeon 3", pending="captain_orla_vane", towers={}, key=False
    )
    sit_down(page, lay_out(server, standing(t)))
    expect(page.locator(".of-pending")).to_contain_text("waiting")
    expect(page.locator(".hint.warn")).to_contain_text("Captain Orla Vane waits")
    expect(page.locator(".card", has_text="goes first")).to_have_count(1)
    gone = page.locator(".card", has_text="goes first").get_attribute("data-name") or ""
    play(page, "end")
    expect(page.locator("#log")).to_contain_text(re.compile("overwhelmed", re.IGNORECASE))
    expect(page.locator(".enc")).to_contain_text("Captain Orla Vane")
    expect(page.locator(f'.enc [data-name="{gone}"]')).to_have_count(0)
    expect(page.locator(".me .track")).not_to_have_attribute("aria-label", "Sanity 10 of 10")


def test_a_card_shows_what_may_be_done_with_it(page: Page, server: Server) -> None:
    """Pointed at, it lights its slots and its verbs; the button on it plays at once."""
    t = before_the_door(hand="expert_feint crowbar tool blade", ring="leather_boots cleave")
    sit_down(page, lay_out(server, standing(t)))
    feint = page.locator('.hand [data-name="Expert Feint"]')
    feint.click()
    expect(feint).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-at="do:activate"]')).to_have_class("do verb can")
    use = page.locator(".hand li:has(.chosen) .quick button", has_text="Use")
    before = asked(page)["at"]
    use.click()
    wait_until_played(page, before)
    expect(page.locator(".of-played")).to_contain_text("Expert Feint")
    page.locator('.hand [data-name="Crowbar"]').click()
    expect(page.locator(".slots .can").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".hand .chosen")).to_have_count(0)


def test_a_card_is_read_large(page: Page, server: Server) -> None:
    """By resting the mouse, by a key, and by the focus alone; the copy can do nothing."""
    sit_down(page, lay_out(server, standing(before_the_door())))
    card = page.locator('[data-at="ring:1"]')
    card.hover()
    look = page.locator("#look .card")
    expect(look).to_be_visible()
    expect(look).to_contain_text("Draw a card.")
    assert page.locator("#look [data-at], #look [id]").count() == 0
    page.mouse.move(4, 880)
    expect(look).to_be_hidden()
    page.locator(".chip, .card").first.wait_for()
    go_to(page, "ring:5")
    expect(look).to_contain_text("Acolyte's Circlet")
    page.keyboard.press("v")  # now it is held
    expect(look).to_be_visible()
    page.keyboard.press("v")
    expect(look).to_be_hidden()


def test_a_ring_turns_on_and_everybody_rides(page: Page, server: Server) -> None:
    """Past twelve it does not turn back; a number that is pointed at is shown before it is played."""
    t = whole(
        "quinn",
        hand="rogues_strike*4",
        at="spire 5",
        rotation=(0, 4, 11),
        ring="crowbar",
        towers={"spire": "reaver_valley", "dungeon": "moonless_orchard"},
    ).begin("explore")
    sit_down(page, lay_out(server, standing(t, luck=3)))
    play(page, "face maps")
    accept(page)
    number = page.locator('[data-at^="turn:cw-"]')
    number.hover()
    peek = "getComputedStyle(document.querySelector('.spire')).getPropertyValue('--peek').trim()"
    spaces = int(page.evaluate(peek))
    assert spaces == int((number.get_attribute("data-at") or "0").rpartition("-")[2])
    before = asked(page)["at"]
    number.click()
    wait_until_played(page, before)
    ring, token = page.locator("#ring-spire"), page.locator("#token-0")
    turn = "el => Number(el.style.getPropertyValue('--turn'))"
    assert ring.evaluate(turn) == 11 + spaces
    assert token.evaluate(turn) - ring.evaluate(turn) in (5, -7)
    assert ring.get_attribute("data-turn") == str((11 + spaces) % 12)


def test_a_hero_is_chosen_and_a_table_begins(page: Page, server: Server) -> None:
    """From the box: how many climb, who, and the first question."""
    page.goto(server.url("/#ravingspire"))
    box = page.get_by_role("form", name="Ravingspire")
    box.get_by_role("group", name="How many Heroes").get_by_text("2", exact=True).click()
    expect(box.locator(".sum")).to_have_text("2 seats, all here.")
    box.get_by_role("button", name="Start").click()
    expect(page.locator(".person")).to_have_count(9)
    uncover(page)
    for name in ("Aurora the All-Knowing", "Garsome Cinderheart"):
        before = asked(page)["at"]
        page.get_by_role("button", name=name).click()
        wait_until_played(page, before)
        uncover(page)
    expect(page.locator(".token")).to_have_count(2)
    expect(page.locator(".madness")).to_have_attribute("aria-label", "Madness: 4 of 4 candles burn")
    expect(page.locator(".of-tower .card")).to_be_visible()
