"""Arch Ravels in a browser: a game to its end by mouse, one by keyboard, a phone, and the composer."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ravelbox.kernel import position
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from tests.browser.conftest import Server
from tests.browser.play import (
    asked,
    go_to,
    lay_out,
    new_table,
    point_at,
    sit_down,
    wait_until_played,
)
from tests.browser.test_phone import SMALL, SPILLS
from tests.games.arch_ravels.studio import GAME, Studio
from tests.games.arch_ravels.test_documents import table

TURNS = 12  # of all players together: a short game
LIKED = [
    "finish",
    "craft",
    "learn",
    "shop",
    "take",
    "space",
    "assign",
    "tangle",
    "donate",
    "exchange",
]
LETTERS = "BGOPRY"
MIX = "mix"  # an answer by amounts, as the table proposes them


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all stories here: each has a table of its own."""
    running = Server(tmp_path_factory.mktemp("arch_ravels") / "tables.sqlite")
    yield running
    running.stop()


def dealt(n: int) -> Match:
    """A short game of three by its number."""
    return Match.new(GAME, {"turn_limit": TURNS}, dealer=Seeded(n), seats=3)


def answers(match: Match, n: int) -> Iterator[tuple[str, str]]:
    """What somebody sensible answers to the end, each with the rule that asked; it is played then."""
    rng = random.Random(n)
    while not match.over:
        seat = match.state.actor
        prompt = match.view(seat).prompt
        assert prompt
        texts = [offer.text for offer in prompt.offers]
        liked = [[text for text in texts if text.startswith(word)] for word in LIKED]
        text = MIX if prompt.mix else rng.choice(next(filter(None, liked), texts))
        yield prompt.rule, text
        play_on(match, text)


def play_on(match: Match, text: str) -> None:
    """Play an answer of a story."""
    seat = match.state.actor
    prompt = match.view(seat).prompt
    assert prompt is not None
    mix = prompt.mix
    codes = GAME.mixed(match.state, mix.proposed) if mix else [GAME.space.parse(text)]
    match.play(seat, codes)


@cache
def story(first: int, *rules: str) -> tuple[int, tuple[str, ...]]:
    """The number of a game in which these rules ask, a project is finished and a tile learned.

    The first number to look at is one that is known to tell it; rules may change.
    """
    for n in range(first, first + 200):
        told = list(answers(dealt(n), n))
        words = {text.split()[0] for _, text in told}
        if {*rules} <= {rule for rule, _ in told} and {"finish", "learn"} <= words:
            return n, tuple(text for _, text in told)
    raise AssertionError(f"none of two hundred games asks all of {rules}")


def standing(shop: Studio, **options: object) -> Match:
    """A match that starts from a table of the rule tests."""
    chosen = GAME.options_of(options)
    return Match.new(GAME, dealer=Seeded(1), position=position.dump(GAME, chosen, shop.state))


def play(page: Page, text: str, *, touch: bool = False) -> None:
    """Play an action by its text, as it stands in records, by pointing; none needs a second yes."""
    expect(page.locator("body[data-live]")).to_be_attached()
    before, ways = offered(page, text)
    if not ways:
        button = page.locator(f'#prompt [data-code="{GAME.space.parse(text)}"]')
        if touch:
            button.tap()
        else:
            button.click()
    for name in ways[0] if ways else []:
        point_at(page, name, touch=touch)
    wait_until_played(page, before)


def type_out(page: Page, text: str) -> None:
    """The same with the keyboard alone: letters for buttons and verbs, arrows and Space for things."""
    before, ways = offered(page, text)
    names = ways[0] if ways else [""]
    for name in names:
        code = f'[data-code="{GAME.space.parse(text)}"]'
        keyed = page.locator(f'#prompt [data-at="{name}"]' if name else f"#prompt {code}")
        if keyed.count():
            page.keyboard.press(keyed.get_attribute("data-key") or "")
            continue
        go_to(page, name)
        page.keyboard.press("Space")
    wait_until_played(page, before)


def offered(page: Page, text: str) -> tuple[int, list[list[str]]]:
    """How long the history is, and the ways to an action."""
    now = asked(page)
    offer = next(offer for offer in now["offers"] if offer["text"] == text)
    return now["at"], offer["ways"]


def confirm(page: Page, *, touch: bool = False) -> None:
    """Give the amounts as they stand."""
    before = asked(page)["at"]
    yes = page.locator("#confirm")
    if touch:
        yes.tap()
    else:
        yes.click()
    wait_until_played(page, before)


SHOWN = """
() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const said = (el) => (el?.textContent ?? "").replace(/\\s+/g, " ").trim();
  const counts = (el) => all(":scope > [data-n]", el).map((one) => +one.dataset.n);
  return {
    bazaar: all(".yarn-card").map((el) => el.ariaLabel.replace(/^Space \\d: (empty, )?/, "").split(/[.,] /)[0]),
    piles: all(".pile").map((el) => +el.querySelector("b").textContent),
    projects: all(".project").map((el) => [said(el.querySelector(".name")), +said(el.querySelector(".points b")), all(".needs [data-have='1']", el).length]),
    rivals: all(".rival").map((el) => [said(el.querySelector(".who b")), said(el.querySelector(".total")), counts(el.querySelector(".counts")), counts(el.querySelector(".items"))]),
    me: said(document.querySelector(".owner b")),
    score: said(document.querySelector(".board .now")).replace("now ", ""),
    bowl: all(".skein").map((el) => +el.dataset.n),
    balls: all(".ball:not([hidden])").length,
    shelf: all(".thing").map((el) => +el.dataset.n),
    framed: all(".framed").map((el) => el.title).sort(),
    patterns: all(".board .pattern").map((el) => [said(el.querySelector("b")), el.dataset.side, el.dataset.pay]),
    marker: all(".space.on").map((el) => el.dataset.name),
    requests: all(".asks .ask-card .name").map(said),
    log: all("#events .says").slice(-8).map(said),
    ask: document.querySelector("#ask").firstChild.textContent.trim(),
  };
}
"""


def meant(match: Match) -> dict[str, Any]:
    """What a page must show of a match, in the words of its view."""
    seen = match.view(max(match.state.actor, 0))
    t = seen.table
    me = t["seats"][seen.seat]
    question = seen.prompt or seen.outcome
    return {
        "bazaar": [it["name"].split(", ")[0] for it in t["bazaar"]],
        "piles": [t["deck"], t["discard"]["count"]],
        "projects": [
            [it["name"], it["points"], sum(it["have"].values())] for it in t["projects"] if it
        ],
        "rivals": [
            [it["name"], it["score"], [*it["bowl"].values()], [*it["items"].values()]]
            for it in t["seats"]
            if it is not me
        ],
        "me": me["name"],
        "score": me["score"],
        "bowl": [*me["bowl"].values()],
        "balls": me["yarn"],
        "shelf": [*me["items"].values()],
        "framed": sorted(it["name"] for it in me["projects"] + me["done"]),
        "patterns": [
            [it["name"], it["side"], "now" if it["payable"] else "no"] for it in me["patterns"]
        ],
        "marker": [it["words"] for it in me["spaces"] if it["on"]],
        "requests": [it["name"] for it in me["requests"]],
        "log": [event.text for event in match.log(None)][-8:],
        "ask": getattr(question, "ask", "") or getattr(question, "headline", ""),
    }


FOCUS = """
() => {
  const el = document.activeElement;
  return el && el !== document.body && el.checkVisibility() && el.closest("#table, #prompt, #end") !== null;
}
"""
# What lies before each seat when all is over, read off the page.
ESTATE = """
() => [...document.querySelectorAll("[data-sheet]")].map((el) => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const own = el.matches(".owner");
  const number = (text) => text.replace("−", "-");
  return {
    seat: +el.dataset.at.split(":")[1],
    yarn: all(own ? ".skein" : ".counts > [data-n]", own ? document : el).map((one) => +one.dataset.n),
    items: all(own ? ".thing" : ".items > [data-n]", own ? document : el).map((one) => +one.dataset.n),
    learned: all(`#sheet-${el.dataset.at.split(":")[1]} .star`).map((one) => +one.textContent),
    projects: own ? all(".framed[data-moves^=project] b").map((one) => +one.textContent) : all(".cards .won", el).map((one) => +one.textContent),
    done: own ? all(".framed[data-moves^=request] b").map((one) => one.textContent) : all(".cards .made", el).map((one) => one.textContent),
    owed: own ? all(".asks .down").map((one) => number(one.firstChild.textContent)) : all(".cards .owed", el).map((one) => number(one.textContent.trim())),
  };
})
"""
WORTH = (2, 3, 3, 4, 5)  # hat, bear, mittens, scarf, blanket


def quarters(text: str) -> Fraction:
    """Points as the page writes them: "9¾", "−25", "8+5"."""
    total = Fraction(0)
    for part in text.replace("−", "-").split("+"):
        whole = part.rstrip("¼½¾")
        sign = -1 if whole.startswith("-") else 1
        rest = {"¼": 1, "½": 2, "¾": 3}.get(part[len(whole) :], 0)
        total += sign * (abs(int(whole or 0)) + Fraction(rest, 4))
    return total


def counted(estate: dict[str, Any]) -> Fraction:
    """The score by hand, from what lies there."""
    points = [quarters(text) for text in [*estate["done"], *estate["owed"]]]
    items = [n * worth for n, worth in zip(estate["items"], WORTH, strict=True)]
    whole: int = sum([*items, *estate["projects"], *estate["learned"]]) - sum(estate["yarn"])
    return sum(points, Fraction(whole))


def test_a_game_of_three_to_its_end_by_mouse(page: Page, server: Server) -> None:
    """From the draft to the score sheet at one device; the page never lies, and it adds up."""
    n, told = story(60, "ARC-31", "ARC-50", "ARC-66", "ARC-69", "ARC-70", "ARC-74", "ARC-97")
    match = dealt(n)
    sit_down(page, lay_out(server, match))
    for step, text in enumerate(told):
        if match.view(0).table["phase"] != "setup" and step % 3 == 0:
            assert page.evaluate(SHOWN) == meant(match), f"step {step} of game {n}"
        if text == MIX:
            expect(page.locator("#mix-sum")).to_have_text(
                "{0} of {0}".format(asked(page)["mix"]["need"])
            )
            confirm(page)
        else:
            play(page, text)
        play_on(match, text)
    outcome = match.view(0).outcome
    assert outcome
    end = page.get_by_role("dialog")
    expect(end.get_by_role("heading", name=outcome.headline)).to_be_focused()
    sheet = end.get_by_role("table", name="The result line by line")
    heads = sheet.locator("thead th[scope=col]").all_inner_texts()[1:]
    assert heads == [name for name, _ in outcome.scores]
    totals = sheet.locator("thead td").all_inner_texts()
    assert totals == [points for _, points in outcome.scores]
    lines = sheet.locator("tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].slice(1).map(cell => [...cell.querySelectorAll('b')].map(b => b.textContent)))"
    )
    for seat, total in enumerate(totals):
        points = [quarters(text.lstrip("+")) for row in lines for text in row[seat]]
        assert sum(points) == quarters(total)
    end.get_by_role("button", name="See the table").click()
    page.locator("[data-sheet=sheet-1]").first.click()
    expect(page.locator("#sheet-1 h3").first).to_be_visible()
    for estate in page.evaluate(ESTATE):
        assert counted(estate) == quarters(totals[estate["seat"]]), estate


def test_a_game_opened_and_played_by_keyboard(page: Page, server: Server) -> None:
    """Arrows, Space, letters and Enter through the draft and some turns; the focus stays."""
    n, told = story(5, "ARC-45", "ARC-71", "ARC-73")
    match = dealt(n)
    sit_down(page, lay_out(server, match))
    page.keyboard.press("ArrowDown")
    for step, text in enumerate(told[:24]):
        assert page.evaluate(FOCUS), f"the focus is lost before step {step} of game {n}"
        if text == MIX:
            before = asked(page)["at"]
            page.keyboard.press("Enter")
            wait_until_played(page, before)
        else:
            type_out(page, text)
        play_on(match, text)
    assert page.evaluate(SHOWN) == meant(match)


def amounts(page: Page) -> list[int]:
    """What is laid out in the composer."""
    return [int(text) for text in page.locator(".amount output").all_inner_texts()]


def test_a_hint_marks_the_colours_to_count(page: Page, server: Server) -> None:
    """The composer's own rows, so many as the hint has colours; they are plain again after it."""
    shop = table(1, bowls=["3B 1G 1O 1P 2R"], learned=["scarf"], solo=True).play("space 2")
    sit_down(page, lay_out(server, standing(shop, solo=True)))
    play(page, "craft scarf")
    with page.expect_response(re.compile(r"/hint(\?|$)"), timeout=60_000) as answered:
        page.keyboard.press("i")
    hint = answered.value.json()
    expect(page.locator("#hint-says")).to_have_text(hint["text"])
    marked = page.locator(".hinted")
    colours = [f"yarn:{LETTERS[n]}" for n, count in enumerate(hint["mix"]) if count]
    assert marked.evaluate_all("all => all.map((el) => el.dataset.of)") == colours
    assert len(colours) == 4
    confirm(page)
    expect(marked).to_have_count(0)


def test_the_composer_proposes_and_is_changed_by_hand(page: Page, server: Server) -> None:
    """A learned scarf: four different colours are proposed, one gives way, too few are refused."""
    shop = table(2, bowls=["3B 1G 1O 1P 2R", "1Y"], learned=["scarf mittens", ""]).play("space 2")
    match = standing(shop)
    sit_down(page, lay_out(server, match))
    play(page, "craft scarf")
    proposed = amounts(page)
    assert sum(proposed) == 4
    assert page.locator("#mix-sum").inner_text() == "4 of 4"
    missing, given = proposed.index(0), proposed.index(1)
    page.locator(f'.ball[data-as="yarn:{LETTERS[missing]}"]').first.click()  # one gives way
    assert amounts(page)[missing] == 1
    assert sum(amounts(page)) == 4
    page.keyboard.press(f"Shift+{LETTERS[given]}")
    expect(page.locator("#mix-why")).to_have_text("1 more to choose.")
    expect(page.locator("#confirm")).to_be_disabled()
    before = asked(page)["at"]
    page.keyboard.press("Enter")
    page.locator("#confirm").click(force=True)
    expect(page.locator("#mix-why")).to_have_text("1 more to choose.")
    assert asked(page)["at"] == before, "too few were played"
    page.keyboard.press(LETTERS[missing].lower())
    expect(page.locator("#mix-why")).to_have_text("Each only once.")
    page.keyboard.press("Backspace")
    expect(page.locator("#mix-sum")).to_have_text("2 of 4")
    page.keyboard.press("Escape")
    assert amounts(page) == proposed
    confirm(page)
    assert page.locator('.thing[data-at="item:scarf"]').get_attribute("data-n") == "1"
    expect(page.locator("#log")).to_contain_text("crafted a Scarf")
    page.get_by_role("button", name="Undo").click()  # the whole payment is one step
    expect(page.locator("#mix-sum")).to_have_text("4 of 4")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#ask")).to_contain_text("craft up to 2")


def test_amounts_of_one_colour_and_of_two(page: Page, server: Server) -> None:
    """A blanket is of the colour that is pointed at; mittens are two alike and another one."""
    shop = table(2, bowls=["5B 6G 2R", ""], learned=["mittens", ""]).play("space 2")
    sit_down(page, lay_out(server, standing(shop)))
    play(page, "craft blanket")
    page.keyboard.press("b")
    assert amounts(page) == [5, 0, 0, 0, 0, 0]
    page.keyboard.press("g")
    assert amounts(page) == [0, 5, 0, 0, 0, 0]
    page.locator("#more-R").click(force=True)
    expect(page.locator("#mix-why")).to_have_text("There are too few of those.")
    confirm(page)
    play(page, "craft mittens")
    for key in "bgr":
        page.keyboard.press(key)
    assert amounts(page) == [1, 1, 0, 0, 1, 0]
    expect(page.locator("#mix-why")).to_have_text("It takes two alike and another one.")
    page.keyboard.press("Enter")
    page.locator("#less-G").click()
    page.locator("#more-B").click()
    assert amounts(page) == [2, 0, 0, 0, 1, 0]
    page.keyboard.press("Enter")
    expect(page.locator('.thing[data-at="item:mittens"]')).to_have_attribute("data-n", "1")


def test_amounts_are_an_answer_for_programs_too(page: Page, server: Server) -> None:
    """Six counts in place of codes; the same again changes nothing, and what does not fit is said."""
    shop = table(2, bowls=["2B 1G 1R", ""]).play("space 2", "craft hat")
    url = lay_out(server, standing(shop))
    ours = {"Accept": "application/json", "Origin": server.url("").rstrip("/")}

    def act(**body: object) -> tuple[int, Any]:
        answer = page.request.post(f"{url}/act", data={"at": at, **body}, headers=ours)
        return answer.status, answer.json()

    seen = page.request.get(url, headers=ours).json()
    at, mix = seen["at"], seen["prompt"]["mix"]
    assert (mix["need"], mix["rule"], mix["most"]) == (2, "different", [2, 1, 0, 0, 1, 0])
    status, trouble = act(mix=[2, 0, 0, 0, 0, 0])
    assert (status, trouble["code"]) == (422, "illegal")
    assert "2 blue does not fit" in trouble["text"]
    both = {"mix": [1, 1, 0, 0, 0, 0], "codes": [1]}
    wrong: list[dict[str, object]] = [{}, {"mix": []}, {"mix": [1, -1]}, {**both}]
    for bad in wrong:
        assert act(**bad)[0] == 400, bad
    first = act(mix=[1, 0, 0, 0, 1, 0])
    assert first[0] == 200
    assert first[1]["table"]["seats"][0]["bowl"] == dict(
        zip(LETTERS, [1, 1, 0, 0, 0, 0], strict=True)
    )
    assert act(mix=[1, 0, 0, 0, 1, 0]) == first
    assert act(mix=[1, 1, 0, 0, 0, 0])[0] == 409
    assert act(mix=[9, 9, 9, 9, 9, 9])[0] == 409


def test_shopping_in_any_order_and_putting_back(page: Page, server: Server) -> None:
    """Three spaces, last to first; one is put back; what they bring is seen before it is taken."""
    shop = table(2, who="derrick ted", bowls=["1R", ""], bazaar="y2_b y1_g y1_o yw y1_r y2_y")
    shop.play("space 1")
    sit_down(page, lay_out(server, standing(shop)))
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    point_at(page, "bazaar:6")
    point_at(page, "bazaar:3")
    expect(page.locator('[data-at="bazaar:6"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".coming:not([hidden])")).to_have_count(3)
    expect(page.locator(".picked > span:not([hidden])")).to_have_count(2)
    point_at(page, "bazaar:3")
    expect(page.locator(".coming:not([hidden])")).to_have_count(2)
    expect(page.locator("#would")).to_have_text("Chosen: 2 yellow")
    point_at(page, "bazaar:4")
    before = asked(page)["at"]
    point_at(page, "bazaar:1")  # the third of three takes them
    wait_until_played(page, before)
    expect(page.locator(".skein").first).to_have_attribute("data-n", "2")
    assert page.locator("#mix-sum").inner_text() == "2 of 2"  # colours for the wild card
    page.keyboard.press("Escape")
    page.keyboard.press("o")
    page.keyboard.press("o")
    assert amounts(page) == [0, 0, 2, 0, 0, 0]
    undo.click()
    expect(page.locator(".skein").first).to_have_attribute("data-n", "0")
    assert page.locator('[data-at="bazaar:6"]').get_attribute("aria-pressed") == "false"
    expect(undo).to_be_disabled()


def test_an_exchange_offers_all_first(page: Page, server: Server) -> None:
    """From, to, and then how many: all of them is the main button."""
    shop = table(2, bowls=["3B 1G", ""]).play("space 4")
    sit_down(page, lay_out(server, standing(shop)))
    point_at(page, "yarn:B")
    expect(page.locator("#would")).to_have_text("Chosen: blue")
    before = asked(page)["at"]
    point_at(page, "yarn:R")
    wait_until_played(page, before)
    buttons = page.locator("#dos [data-at^='count:']")
    assert [text.strip() for text in buttons.all_inner_texts()] == ["All 3", "2", "1"]
    expect(buttons.first).to_have_class("do verb main can")
    before = asked(page)["at"]
    buttons.first.click()
    wait_until_played(page, before)
    expect(page.locator("#log")).to_contain_text("exchanged 3 blue for 3 red")


def test_a_turn_on_a_phone(phone: Page, server: Server) -> None:
    """What is asked for stands on top, is large enough, and nothing lies beside the screen."""
    shop = table(
        3,
        bowls=["2B 2G 2R", "3O", "1Y"],
        items=["hat mittens", "", ""],
        held=["r19 r08", "r24", ""],
        bazaar="y2_b yt_bgp y1_o yw - y2_y",
    )
    match = standing(shop)
    sit_down(phone, lay_out(server, match))
    for text in ("space 3", "shop 15", MIX, "craft hat", MIX, "finish p07"):
        assert not phone.evaluate(SPILLS)
        expect(phone.locator("#ask")).to_be_in_viewport()
        assert phone.evaluate(SMALL) == []
        first = phone.locator("#table .can").first
        expect(first).to_be_in_viewport()
        if text == MIX:
            confirm(phone, touch=True)
        else:
            play(phone, text, touch=True)
        play_on(match, text)
        assert phone.evaluate(SHOWN) == meant(match)
    phone.locator(".rival").first.tap()
    sheet = phone.locator(".person-sheet:popover-open")
    expect(sheet).to_be_visible()
    assert not phone.evaluate(SPILLS)


def test_a_seat_can_be_looked_at_line_by_line(page: Page, server: Server) -> None:
    """A rival and oneself, by mouse and by key; where a seat is asked for, it is chosen instead."""
    shop = table(2, bowls=["1B", "2G"], items=["", "bear"], held=["", "r14"])
    sit_down(page, lay_out(server, standing(shop)))
    page.locator(".rival").click()
    sheet = page.get_by_role("table", name="Derrick, line by line")
    expect(sheet).to_contain_text("House Scarf (R/Y), not made")
    expect(sheet.get_by_role("row", name="Together")).to_contain_text("−8¾")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.locator(".owner").focus()
    page.keyboard.press("v")
    expect(page.locator("#sheet-0")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet-0")).to_be_hidden()


def test_playing_alone_is_one_choice(page: Page, server: Server) -> None:
    """One player means alone for points, and the other way round; the table then stands."""
    page.goto(server.url("/#arch_ravels"))
    box = page.get_by_role("form", name="Arch Ravels")
    box.get_by_role("group", name="How many players").get_by_text("1", exact=True).click()
    expect(box.locator("[name=solo][value=true]")).to_be_checked()
    box.get_by_role("group", name="Alone for points").get_by_text("No").click()
    expect(box.locator("[name=seats][value='2']")).to_be_checked()
    box.get_by_role("group", name="Alone for points").get_by_text("Yes").click()
    expect(box.locator(".sum")).to_have_text("One seat, here.")
    box.get_by_role("button", name="Start").click()
    expect(page.locator("#ask")).to_contain_text("Seat 1: pick a character")
    expect(page.locator(".person")).to_have_count(8)


# Things that leave their frame or are cut off.
CRAMPED = """
() => {
  const cut = [...document.querySelectorAll(".shop .label, .rival .who b, .project .name, .pattern b, .ask-card .name, .skein b, .cap, .tape b, .owner b")]
    .filter((el) => el.checkVisibility() && el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).display !== "inline");
  const out = [...document.querySelectorAll(".board, .rivals, .projects, .asks, .bazaar")].flatMap((frame) => {
    const outer = frame.getBoundingClientRect();
    return [...frame.querySelectorAll("button")].filter((el) => {
      const box = el.getBoundingClientRect();
      return el.checkVisibility() && !el.closest(".asks ul[style], .tally") && (box.left < outer.left - 3 || box.right > outer.right + 3 || box.bottom > outer.bottom + 6);
    });
  });
  return [...cut, ...out].map((el) => el.outerHTML.slice(0, 90));
}
"""


@pytest.mark.parametrize("size", [(1440, 900), (1280, 800), (1024, 768), (390, 844)])
def test_a_full_table_fits(page: Page, server: Server, size: tuple[int, int]) -> None:
    """Four seats, many requests, projects and yarn: nothing is cut, nothing spills."""
    shop = table(
        4,
        bowls=["9B 8G 7O 6P", "1B 12G", "", "3R"],
        items=["hat hat hat hat bear bear mittens mittens scarf blanket", "hat", "bear", ""],
        held=["r09 r14 r23 r07", "r01", "", "r05"],
        done=["r08", "", "r03", ""],
        won=["p12 p09", "p01", "p06 p03", ""],
        learned=["bear mittens scarf", "", "bear", ""],
        bans=["none", "none", "pending", "none"],
        projects="p05 p11 p16",
        stack=2,
    )
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_down(page, lay_out(server, standing(shop)))
    assert not page.evaluate(SPILLS)
    assert page.evaluate(CRAMPED) == []


def test_a_table_with_a_bot_from_the_form(page: Page, server: Server) -> None:
    """The bot drafts and plays by itself; whenever one is asked, it is the seat here."""
    fields: dict[str, str | float | bool] = {"game": "arch_ravels", "seats": 2, "seat_2": "random"}
    new_table(page, server, fields)
    while page.locator(".person.can").count():
        before = asked(page)["at"]
        page.locator(".person.can").first.click()
        wait_until_played(page, before)
    expect(page.locator(".rival")).to_contain_text("bot · ")
    name = page.locator(".owner b").inner_text()
    expect(page.locator("#ask")).to_contain_text(f"{name}: ")
