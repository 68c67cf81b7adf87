"""Fingers, phones held either way, and large letters: nothing is too small, cut off or covered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

import pytest
from playwright.sync_api import Browser, Page, expect

import ravelbox
from ravelbox.bots import Chair, bot
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match
from ravelbox.seating import all_here
from ravelbox.server.assets import PACKAGE, STATIC
from ravelbox.web import pages
from tests.browser.conftest import DESKTOP, PHONE, Server, new_page
from tests.browser.play import asked, lay_out, sit_down, weigh
from tests.walks import LONG, curious_states, random_match

SIDEWAYS = {"width": 844, "height": 390}
MOMENTS = ((2, 6), (3, 17), (6, 26))  # seeds, and steps into a game
HEAVIEST = 250_000  # bytes
TABLES = 40  # of each game, at which everything that can be chosen is tried
FRESH = count()  # no table is one that the page has seen before
every_game = pytest.mark.parametrize("game", ravelbox.games())

# What a finger would miss: narrower or lower than 40 px, and so is the ground around it that it answers for.
SMALL = """
() => [...document.querySelectorAll("button, summary, select, input:not([type=hidden]), a.do, a.tool, a.mark")]
  .filter((el) => el.checkVisibility({ visibilityProperty: true }) && !el.disabled && el.ariaDisabled !== "true" && !el.closest("[inert]"))
  .filter((el) => {
    el.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = el.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const mine = (dx, dy) => el.contains(document.elementFromPoint(x + dx, y + dy));
    const wide = box.width > 39.5 || (mine(-19, 0) && mine(19, 0));
    return !wide || !(box.height > 39.5 || (mine(0, -19) && mine(0, 19)));
  })
  .map((el) => `${el.id || el.className} ${Math.round(el.offsetWidth)} x ${Math.round(el.offsetHeight)}`)
"""
# What can be chosen and yet not be hit anywhere, even after scrolling there. Of twins, one is enough.
MISSED = """
() => {
  const can = [...document.querySelectorAll(".can[data-at]")].filter((el) => el.checkVisibility({ visibilityProperty: true }));
  const spots = [[0.5, 0.5], [0.5, 0.65], [0.5, 0.2], [0.2, 0.5], [0.8, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]];
  const hit = (el) => {
    el.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = el.getBoundingClientRect();
    return spots.some(([x, y]) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)?.closest("[data-at], [data-as]") === el);
  };
  const found = new Set(can.filter(hit).map((el) => el.dataset.at));
  const asked = JSON.parse(document.getElementById("offers").textContent);
  const first = asked.mix ? [] : asked.offers.flatMap(({ ways, loose }) => ways.flatMap((way) => (loose ? way : way.slice(0, 1))));
  return [...new Set([...first, ...can.map((el) => el.dataset.at)])].filter((name) => !found.has(name));
}
"""
# What large letters cut off or lay over each other.
CROWDED = """
() => {
  document.getElementById("prompt").scrollTo(0, 0);
  const box = (id) => document.getElementById(id).getBoundingClientRect();
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const wrong = [];
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
  for (const [a, b] of [["bar", "table"], ["table", "prompt"], ["bar", "prompt"]]) if (over(box(a), box(b))) wrong.push(`${a} lies over ${b}`);
  const all = [...document.querySelectorAll("#bar .tool, #prompt .do, #ask")].filter((el) => el.checkVisibility({ visibilityProperty: true }));
  for (const [n, a] of all.entries()) {
    if (a.scrollWidth > a.clientWidth + 1 && a.matches(".do, .tool")) wrong.push(`${a.id} is cut off`);
    for (const b of all.slice(n + 1)) if (over(a.getBoundingClientRect(), b.getBoundingClientRect())) wrong.push(`${a.id} lies over ${b.id}`);
  }
  const ask = box("ask");
  if (ask.top < 0 || ask.left < 0 || ask.right > innerWidth + 1 || ask.top > innerHeight - 16) wrong.push("the question is out of sight");
  return wrong;
}
"""


@pytest.fixture(params=["upright", "sideways"])
def held(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A phone, held this way and that."""
    size = PHONE if request.param == "upright" else SIDEWAYS
    yield from new_page(browser, size, touch=True)


def lay(page: Page, server: Server, match: Match) -> None:
    """Show a table at which everybody is here, drawn by us and not kept by the server."""
    seating = all_here(match.game.seats_in(match.state))
    table = f"drawn-{next(FRESH)}"
    html = pages.table_page(match, seating.viewer(match), table=table, seating=seating)
    address = server.url(f"/table/{table}")
    page.route(address, lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(address)
    expect(page.locator("body[data-live]")).to_be_attached()


def moments(game: Game) -> Iterator[Match]:
    """A few tables under way."""
    for seed, steps in MOMENTS:
        match = random_match(game, seed, steps)
        if not match.over:
            yield match


def asked_states(game: Game) -> Iterator[Match]:
    """Tables where somebody is asked, with a liking for rare questions."""
    states = (
        state
        for state in curious_states(game, 40 * LONG.get(game.name, 1), seed=9)
        if state.actor >= 0
    )
    for state in islice(states, 0, None, 3):
        match = Match.new(game, dealer=Seeded(1))
        match.state = state
        yield match


@every_game
def test_fingers_find_everything(game: str, held: Page, server: Server) -> None:
    """Whatever can be pressed is 40 px wide and high, or answers for as much ground; the question is in sight."""
    for match in moments(ravelbox.load(game)):
        lay(held, server, match)
        assert held.evaluate(CROWDED) == []
        assert held.evaluate(SMALL) == []
        assert held.evaluate(MISSED) == []


@every_game
def test_large_letters_have_room(game: str, held: Page, server: Server) -> None:
    """With letters half as large again nothing is cut off, nothing lies over anything."""
    for match in moments(ravelbox.load(game)):
        lay(held, server, match)
        held.evaluate("() => (document.documentElement.style.fontSize = '150%')")
        assert held.evaluate(CROWDED) == []
        assert held.evaluate(MISSED) == []


@every_game
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_whatever_can_be_chosen_can_be_hit(
    game: str, size: dict[str, int], browser: Browser, server: Server
) -> None:
    """At many tables, rare questions among them: each thing that glows takes a click, at once or after scrolling."""
    for page in new_page(browser, size, touch=size is PHONE):
        for match in islice(asked_states(ravelbox.load(game)), TABLES // 2):
            lay(page, server, match)
            assert page.evaluate(MISSED) == [], page.locator("#ask").inner_text()


def midway(game: str, seats: int, decisions: int) -> Match:
    """A game among bots that is not over yet."""
    loaded = ravelbox.load(game)
    match = Match.new(loaded, dealer=Seeded(3), seats=seats)
    players = [bot("greedy", game, seed) for seed in range(seats)]
    for _ in range(decisions):
        actor = match.state.actor
        match.play(actor, [players[actor].choose(Chair(loaded, match.state, actor))])
    assert not match.over
    return match


@every_game
def test_a_page_is_light(game: str, page: Page, server: Server) -> None:
    """All that comes with a table in the midst of a game, as many as may sit there, uncompressed."""
    seats = ravelbox.load(game).seats[-1]
    sit_down(page, lay_out(server, midway(game, seats, 20 * seats)))
    weights = weigh(page)
    assert weights["document"] > 10_000
    assert sum(weights.values()) < HEAVIEST, weights


@pytest.mark.parametrize("game", ["arch_ravels", "ravingspire"])
def test_what_a_page_left_out_comes_when_it_is_looked_at(
    game: str, page: Page, server: Server
) -> None:
    """A sheet is empty until it is opened, and then as a whole page has it."""
    sit_down(page, lay_out(server, midway(game, 2, 40)))
    sheet = page.locator("#in-sheet-1")
    assert sheet.inner_html() == ""
    page.locator("#sheet-1").evaluate("sheet => sheet.showPopover()")
    expect(sheet.locator("h3").first).to_be_visible()
    whole = page.context.new_page()
    eyes = "" if (seat := asked(page)["seat"]) is None else f"&seat={seat}"
    whole.goto(f"{page.url.partition('?')[0]}?whole=true{eyes}")
    assert whole.locator("#in-sheet-1").text_content() == sheet.text_content()
    drawings = "() => [...document.querySelectorAll('use')].map((el) => el.getAttribute('href').slice(1)).filter((id) => !document.getElementById(id))"
    assert page.evaluate(drawings) == []


# Two style sheets, as a browser understands them, but for room around marks.
UNDERSTOOD = """
(texts) => texts.map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText).join("").replace(/\\s*([,;{}])\\s*/g, "$1").replace(/\\s+/g, " ");
})
"""


def test_a_style_sheet_is_sent_lean_and_says_the_same(page: Page, server: Server) -> None:
    """What the server leaves out of a file changes nothing of what it means."""
    page.goto(server.url())
    files = {f"/static/{file.name}": file for file in STATIC.glob("*.css")}
    files |= {
        f"/static/games/{game}/table.css": PACKAGE / "games" / game / "table.css"
        for game in ravelbox.games()
    }
    for path, file in files.items():
        whole, sent = file.read_text(encoding="utf-8"), page.request.get(server.url(path)).text()
        assert len(sent) < len(whole)
        understood = page.evaluate(UNDERSTOOD, [whole, sent])
        assert understood[0] == understood[1], path
