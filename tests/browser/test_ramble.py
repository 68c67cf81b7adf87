"""Ramble in a browser: whole games by mouse and by keyboard, turns on a phone, and company."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import ravelbox
from ravelbox.bots import bot, play_out
from ravelbox.kernel import position
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from tests.browser.conftest import Server
from tests.browser.play import (
    asked,
    by_keys,
    by_pointer,
    lay_out,
    new_table,
    point_at,
    sit_down,
    wait_until_played,
)
from tests.browser.test_help import current
from tests.browser.test_keyboard import tab_to
from tests.browser.test_phone import SMALL, SPILLS
from tests.games.ramble.park import Park, park

GAME = ravelbox.load("ramble")
LONG = 210  # decisions, about a minute in a browser
RESCUE = Path(__file__).parents[1] / "positions" / "ramble" / "rescue.json"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all stories here: each has a table of its own."""
    running = Server(tmp_path_factory.mktemp("ramble") / "tables.sqlite")
    yield running
    running.stop()


@cache
def story(player: str, difficulty: str, *, won: bool) -> tuple[int, tuple[int, ...]]:
    """The number of a four-seat game that bots win or lose, not too long, and what they played."""
    found: list[tuple[int, tuple[int, ...]]] = []
    for n in range(60):
        match = dealt(n, difficulty)
        play_out(match, [bot(player, "ramble", seed=n)] * 4)
        outcome = match.view(None).outcome
        if outcome and bool(outcome.won) == won:
            moves = zip(match.history, match.actors, strict=True)
            found.append((n, tuple(code for code, actor in moves if actor >= 0)))
        if any(len(codes) <= LONG for _, codes in found) or len(found) > 2:
            return min(found, key=lambda one: len(one[1]))
    raise AssertionError(f"of sixty games of {player} players at {difficulty}, {len(found)} end so")


def dealt(n: int, difficulty: str) -> Match:
    """A game of four by its number."""
    return Match.new(GAME, {"difficulty": difficulty}, dealer=Seeded(n), seats=4)


def standing(table: Park, **options: object) -> Match:
    """A match that starts from a park of the rule tests."""
    chosen = GAME.options_of({"layout": "scenic", **options})
    return Match.new(GAME, dealer=Seeded(1), position=position.dump(GAME, chosen, table.state))


def play(page: Page, text: str, *, touch: bool = False, way: int = 0) -> None:
    """Play an action by its text, as it stands in records, by pointing."""
    by_pointer(page, GAME.space.parse(text), touch=touch, way=way)


def ask(page: Page) -> str:
    """The question as it is read, without its small print."""
    said: str = page.locator("#ask").evaluate("el => el.firstChild.textContent.trim()")
    return said


SHOWN = """
() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const said = (el) => el.textContent.replace(/\\s+/g, " ").trim();
  return {
    turn: said(document.querySelector("h1")),
    meter: document.querySelector("#meter").ariaLabel.split(",")[0],
    lamps: all(".tile").map((el) => el.ariaLabel.split(", ").slice(0, 3).join(", ")),
    pawns: all(".tile").map((el) => el.ariaLabel.split("; here: ")[1] ?? ""),
    standing: all(".pawn").map((el) => el.ariaLabel).sort(),
    hands: all(".seat").map((el) => all(".card", el).map((card) => [card.title, all(".copy", card).length])),
    tokens: all(".goal").map((el) => /collected by (.*?)\\S ✓/.test(said(el))),
    carried: all(".seat").map((el) => all(".won .token", el).map((token) => token.dataset.mark)),
    lines: Number(document.querySelector("#events").dataset.from) + all("#events .says").length,
    log: all("#events .says").slice(-12).map(said),
    ask: document.querySelector("#ask").firstChild.textContent.trim(),
  };
}
"""


def meant(match: Match) -> dict[str, Any]:
    """What a page must show of a match, in the words of its view."""
    seen = match.view(max(match.state.actor, 0))
    t = seen.table
    names = [seat["name"] for seat in t["seats"]]
    log = [event.text for event in match.log(None)]
    whose = f" · {names[t['active']]}" if seen.prompt else ""
    question = seen.prompt or seen.outcome
    return {
        "turn": f"Ramble · Turn {t['turn']}{whose}",
        "meter": f"Light Meter: notch {t['notch']} of {len(t['track'])}",
        "lamps": [f"{it['name']}, {it['mark_name']}, {it['state']}" for it in t["tiles"]],
        "pawns": [", ".join(names[seat] for seat in it["pawns"]) for it in t["tiles"]],
        "standing": sorted(
            f"{names[seat]}, on {it['name']}" for it in t["tiles"] for seat in it["pawns"]
        ),
        "hands": [[[card["name"], card["n"]] for card in seat["hand"]] for seat in t["seats"]],
        "tokens": [it["by"] is not None for it in t["landmarks"]],
        "carried": [seat["tokens"] for seat in t["seats"]],
        "lines": len(log),
        "log": log[-12:],
        "ask": getattr(question, "ask", "") or getattr(question, "headline", ""),
    }


FOCUS = """
() => {
  const el = document.activeElement;
  return el && el !== document.body && el.checkVisibility() && el.closest("#table, #prompt, #end") !== null;
}
"""


def test_a_game_to_victory_by_mouse(page: Page, server: Server) -> None:
    """Four seats at one device, from the first turn to the street; the page never lies."""
    n, codes = story("greedy", "golden_hour", won=True)
    match = dealt(n, "golden_hour")
    sit_down(page, lay_out(server, match))
    ways: set[str] = set()
    for step, code in enumerate(codes):
        if step % 3 == 0:
            assert page.evaluate(SHOWN) == meant(match), f"step {step} of game {n}"
        ways.add(by_pointer(page, code, way=step))
        match.play(GAME.owner(match.state, code), [code])
    assert page.evaluate(SHOWN) == meant(match)
    assert {"", "tile", "do tile"} < ways  # buttons, things, and verbs with things, at least
    end = page.get_by_role("dialog")
    expect(end.get_by_role("heading", name="Out of the park")).to_be_focused()
    expect(end).to_have_attribute("data-result", "won")
    expect(end).to_contain_text(f"All six tokens and everyone, in {match.view(0).table['turn']}")
    expect(end.get_by_role("list", name="Landmark tokens").get_by_role("listitem")).to_have_count(6)
    expect(end).not_to_contain_text("not collected")
    end.get_by_role("link", name="RMB-136").click()
    assert current(page) == "RMB-136"
    end.get_by_role("link", name="Back to the box").click()
    expect(page.get_by_role("main")).to_contain_text("Out of the park")


def test_a_game_to_defeat_by_keyboard(page: Page, server: Server) -> None:
    """Letters, arrows and Space from the first question to the last lamp; the focus stays."""
    n, codes = story("random", "dusk", won=False)
    match = dealt(n, "dusk")
    sit_down(page, lay_out(server, match))
    page.keyboard.press("ArrowDown")
    for step, code in enumerate(codes):
        assert page.evaluate(FOCUS), f"the focus is lost before step {step} of game {n}"
        by_keys(page, code, way=step)
        match.play(GAME.owner(match.state, code), [code])
        if step % 8 == 0:
            assert page.evaluate(SHOWN) == meant(match), f"step {step} of game {n}"
    outcome = match.view(0).outcome
    assert outcome
    end = page.get_by_role("dialog", name=outcome.headline)
    expect(end.get_by_role("heading", name=outcome.headline)).to_be_focused()
    expect(end).to_have_attribute("data-result", "lost")
    expect(end).to_contain_text(outcome.why)
    missing = sum(it["by"] is None for it in match.view(0).table["landmarks"])
    expect(end.get_by_text("not collected")).to_have_count(missing)
    page.keyboard.press("Tab")
    expect(end.get_by_role("link", name=outcome.rule)).to_be_focused()
    tab_to(page, "See the table")
    page.keyboard.press("Enter")
    expect(end).to_be_hidden()
    expect(page.locator("#prompt")).to_be_focused()
    assert ask(page) == outcome.headline


def test_a_turn_on_a_phone(phone: Page, server: Server) -> None:
    """Walk, fix, give, a Handbook and a shed by touch: all in reach, nothing beside the screen."""
    table = park(
        3,
        roles="tourguide jogger dogwalker",
        at="T10 T03 T13",
        hands=["WAT WAT STN HBK", "BRG BRG STN STN LKT", "GPS"],
        dark="T03 T07 T15",
    )
    match = standing(table)
    sit_down(phone, lay_out(server, match))
    for text, way in (
        ("move T03", 0),
        ("fix T03", 0),
        ("handbook T15", 1),
        ("give 1 WAT", 0),
        ("discard LKT", 0),
    ):
        assert not phone.evaluate(SPILLS)
        expect(phone.locator("#ask")).to_be_in_viewport()
        small = phone.evaluate(SMALL)
        assert [name for name in small if not name.startswith("pawn:")] == []
        play(phone, text, touch=True, way=way)
        match.play_text(GAME.owner(match.state, GAME.space.parse(text)), text)
        assert phone.evaluate(SHOWN) == meant(match)
    assert phone.locator('.pawn[data-at="pawn:0"]').get_attribute("aria-label") == (
        "Tour Guide, on Azalea Pond"
    )
    phone.get_by_role("button", name="Piles").tap()
    expect(phone.get_by_role("heading", name="Lights Out")).to_be_visible()
    assert not phone.evaluate(SPILLS)


def test_undo_goes_over_seats_but_not_over_luck(page: Page, server: Server) -> None:
    """What one seat gave and the next one shed is taken back; a card drawn stays drawn."""
    table = park(3, at="P0 P0 P1", hands=["WAT WAT", "BRG BRG BRG STN LKT", ""], dark="T01")
    match = standing(table)
    sit_down(page, lay_out(server, match))
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    first = page.evaluate(SHOWN)
    play(page, "give 1 WAT")
    assert ask(page).startswith("Dog Walker: six cards are too many")
    second = page.evaluate(SHOWN)
    play(page, "discard LKT")
    assert ask(page) == "Lamplighter: two actions left."
    page.keyboard.press("u")
    expect(page.locator("#ask")).to_contain_text("six cards are too many")
    assert page.evaluate(SHOWN) == second
    undo.click()
    expect(page.locator("#ask")).to_contain_text("three actions left")
    assert page.evaluate(SHOWN) == first
    expect(undo).to_be_disabled()
    assert page.evaluate(FOCUS), "the focus goes down with the button"
    play(page, "end")
    expect(undo).to_be_disabled()


def test_a_card_is_called_out_of_turn(page: Page, server: Server) -> None:
    """While the Lamplighter chooses, another seat's GPS is clicked and takes two along."""
    table = park(3, at="P0 P0 P1", hands=["", "WAT GPS", ""], dark="T01")
    match = standing(table)
    sit_down(page, lay_out(server, match))
    assert ask(page) == "Lamplighter: three actions left."
    before = asked(page)["at"]
    point_at(page, "card:1:GPS")
    expect(page.locator("#would")).to_have_text("Chosen: GPS")
    point_at(page, "pawn:0")
    wait_until_played(page, before)
    assert ask(page) == "Dog Walker: where does the Lamplighter go? Choose a tile."
    play(page, "relocate T17")
    play(page, "bring 1")
    assert ask(page) == "Lamplighter: three actions left."
    for text in ("callgps 1 0", "relocate T17", "bring 1"):
        match.play_text(GAME.owner(match.state, GAME.space.parse(text)), text)
    assert page.evaluate(SHOWN) == meant(match)


def test_roles_are_drafted_by_mouse(page: Page, server: Server) -> None:
    """Each seat takes a parkgoer, a taken one is taken, and the host says who begins."""
    new_table(
        page,
        server,
        {"game": "ramble", "seats": 3, "role_assignment": "chosen", "first_player": "chosen"},
    )
    seen = []
    while not ask(page).endswith("left."):
        seen.append(ask(page))
        if "pick" in seen[-1]:
            offered = [offer["text"] for offer in asked(page)["offers"]]
            play(page, offered[-1])
            assert offered[-1] not in [offer["text"] for offer in asked(page)["offers"]]
            role = page.locator(f'[data-at="role:{offered[-1].split()[1]}"]')
            if role.count():
                expect(role).to_contain_text("taken")
                expect(role).to_be_disabled()
        else:
            play(page, "first 1")
    assert sum("pick a parkgoer" in said for said in seen) == 3
    assert sum("who was in Central Park" in said for said in seen) == 1
    expect(page.locator(".pawn")).to_have_count(3)
    expect(page.locator("#log")).to_contain_text("goes first")


# Names that are cut off, and cards and tokens that leave their leaflet or lie over each other.
CRAMPED = """
() => [...document.querySelectorAll(".seat")].flatMap((seat) => {
  const frame = seat.getBoundingClientRect();
  const boxes = [...seat.querySelectorAll(".card, .token, .who b, .steps")].filter((el) => el.checkVisibility());
  const out = boxes.filter((el) => {
    const box = el.getBoundingClientRect();
    return box.left < frame.left || box.right > frame.right || box.top < frame.top - 9 || box.bottom > frame.bottom;
  });
  const cards = boxes.filter((el) => el.matches(".card")).map((el) => el.getBoundingClientRect());
  const over = cards.some((box, i) => i > 0 && box.left < cards[i - 1].right);
  const name = seat.querySelector(".who b");
  const head = seat.querySelector(".who");
  const cut = name.getBoundingClientRect().right > head.getBoundingClientRect().right + 1 || name.scrollWidth > name.clientWidth + 1 && name.clientWidth > 0;
  return [...out.map((el) => el.outerHTML.slice(0, 60)), ...(over ? [`${seat.id}: cards`] : []), ...(cut ? [`${seat.id}: name`] : [])];
})
"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (820, 1180), (390, 844)])
def test_six_parkgoers_fit(page: Page, server: Server, size: tuple[int, int]) -> None:
    """Full hands, many tokens and a crowd on one tile: nothing is cut, nothing spills."""
    table = park(
        6,
        at="P0 P0 P0 P0 P0 P0",
        hands=["BRG WAT STN SHL MDW", "WAT WAT WAT HBK LKT", "STN STN STN STN", "GPS HBK", "", ""],
        tokens="BRG:5 WAT:5 STN:5 SHL:5 MDW:0 LKT:0",
        dark="T01",
    )
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_down(page, lay_out(server, standing(table)))
    assert not page.evaluate(SPILLS)
    assert page.evaluate(CRAMPED) == []
    for seat in range(1, 6):  # each pawn of the crowd has a part that can be pointed at
        spot = page.locator(f"#pawn-{seat}").bounding_box()
        assert spot
        assert (
            page.evaluate(
                "([x, y]) => document.elementFromPoint(x, y).closest('.pawn')?.dataset.at",
                [spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 5],
            )
            == f"pawn:{seat}"
        )


def propose(page: Page) -> None:
    """Propose to give up, through the menu."""
    before = asked(page)["at"]
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_text("Propose to give up…").click()
    page.get_by_role("button", name="Yes, propose it").click()
    wait_until_played(page, before)


def test_giving_up_takes_everybody(page: Page, server: Server) -> None:
    """One refuses and the game goes on; then all agree and it is lost."""
    match = standing(park(3, at="P0 P1 P2", hands=["WAT", "", ""]))
    sit_down(page, lay_out(server, match))
    question = ask(page)
    propose(page)
    assert ask(page) == "Dog Walker: the Lamplighter proposes to give up. Do you agree?"
    page.get_by_role("button", name="Agree").click()
    expect(page.locator("#ask")).to_contain_text("Tour Guide: the Lamplighter proposes")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("#ask")).to_contain_text(question)
    propose(page)
    for name in ("Dog Walker", "Tour Guide"):
        expect(page.locator("#ask")).to_contain_text(f"{name}: the Lamplighter proposes")
        page.keyboard.press("y")
    end = page.get_by_role("dialog", name="Given up")
    expect(end).to_contain_text("The group decided to go home.")
    expect(end.get_by_role("link", name="RMB-139")).to_be_visible()


def test_a_rescue_is_offered_and_taken(page: Page, server: Server) -> None:
    """A stranded pawn is fetched with a GPS by clicking it."""
    match = Match.new(GAME, dealer=Seeded(1), position=json.loads(RESCUE.read_text()))
    sit_down(page, lay_out(server, match))
    assert "is stranded" in ask(page)
    stranded = next(o for o in asked(page)["offers"] if o["text"].startswith("gps"))
    play(page, stranded["text"], way=1)
    assert "Choose a tile" in ask(page)
    play(page, "relocate T13")
    assert "come along" in ask(page)


def test_a_table_with_three_bots_from_the_lobby(page: Page, server: Server) -> None:
    """Open the box, seat three bots, start; whenever one is asked, the others have played."""
    page.goto(server.url())
    page.get_by_role("link", name="Open Ramble").click()
    box = page.get_by_role("form", name="Ramble")
    for seat in (2, 3, 4):
        row = box.get_by_role("group", name=f"Who sits on seat {seat}")
        row.get_by_text("Gentle").click()
    expect(box.locator(".sum")).to_have_text("1 here, 3 bots.")
    box.get_by_role("button", name="Start").click()
    turns: list[str] = []
    while len(turns) < 3:
        expect(page.locator("body[data-live]")).to_be_attached()
        expect(page.locator(".seat").filter(has_text="bot · ")).to_have_count(3)
        end = page.get_by_role("dialog")
        if end.is_visible():  # luck can be quick
            end.get_by_role("button", name="Play again").click()
            expect(end).to_be_hidden()
            turns = []
            continue
        assert ask(page).startswith(page.locator("#seat-0 b").inner_text())
        texts = [offer["text"] for offer in asked(page)["offers"]]
        walks = [text for text in texts if text.startswith("move")]
        now = page.locator("h1").inner_text()
        if walks and now not in turns:
            turns.append(now)
            play(page, walks[0])
        else:
            play(page, next((text for text in ("end", "pass") if text in texts), texts[0]))
