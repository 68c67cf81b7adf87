"""How heavy and how quick the page of a table is, in a real Chromium: `python -m benchmarks.page`.

The server runs on this machine. A table of each game is played by mouse, at random; every move is timed from the
finger going down to the frame in which its answer has been painted. Writes its part of results.md.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

import ravelbox
from benchmarks.run import _today, keep
from ravelbox.cli import engine
from tests.browser.chromium import find
from tests.browser.conftest import DESKTOP, FLAGS, PATIENCE, Server
from tests.browser.play import asked, new_table, point_at, uncover, wait_until_played, weigh

HEADING: Final = "## The page"
HEAVIEST: Final = 250_000  # bytes that a table's page may bring in all
SLOWEST: Final = 100.0  # milliseconds in which 95 of 100 moves should be painted
TABLES: Final[dict[str, dict[str, str | float | bool]]] = {
    "ravel": {"seed": "RVL1:S:12:PAGE"},
    "ramble": {"seats": "3"},
    "arch_ravels": {"seats": "2"},
    "ravingspire": {"seats": "1"},
}
AIMING: Final = 150  # milliseconds that a hand rests before it presses
# From the last finger down to the end of the frame that shows the next question; and what jumped.
WATCH: Final = """
addEventListener("DOMContentLoaded", () => {
  const seen = (window.seen = { moves: [], shifts: [] });
  let down = 0;
  addEventListener("pointerdown", (event) => (down = event.timeStamp), true);
  const offers = () => document.getElementById("offers")?.textContent ?? "";
  let last = offers();
  new MutationObserver(() => {
    if (offers() === last || !down) return;
    last = offers();
    const from = down;
    down = 0;
    const { port1, port2 } = new MessageChannel(); // heard when the frame has been painted
    port1.onmessage = () => seen.moves.push(performance.now() - from);
    requestAnimationFrame(() => port2.postMessage(null));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const { sources, hadRecentInput } of list.getEntries())
      for (const { node } of sources)
        if (!hadRecentInput && node?.parentElement?.closest(".table")) seen.shifts.push(node.id || node.getAttribute?.("class") || node.nodeName);
  }).observe({ type: "layout-shift", buffered: true });
});
"""
STILL: Final = "() => !document.getAnimations().some(({ id }) => id === 'move')"
BUTTON: Final = """
() => {
  window.moves = [];
  document.body.innerHTML = "<button style='position: fixed; inset: 0 auto auto 0; width: 200px; height: 60px'>0</button>";
  let down = 0;
  addEventListener("pointerdown", (event) => (down = event.timeStamp));
  document.querySelector("button").addEventListener("click", async ({ target }) => {
    await (await fetch("/health")).text();
    target.textContent = String(window.moves.length + 1);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.moves.push(performance.now() - down);
    requestAnimationFrame(() => port2.postMessage(null));
  });
}
"""
# Until a move has been painted, or a choice wants to be confirmed.
PLAYED: Final = """
before => new Promise((done) => {
  const look = () => {
    if (window.seen.moves.length > before) done("played");
    else if (!("busy" in document.body.dataset) && document.getElementById("confirm")?.checkVisibility()) done("confirm");
    else setTimeout(look, 40);
  };
  setTimeout(look, 120);
})
"""
PLACE: Final = "() => { const { x, y, width, height } = document.getElementById('table').getBoundingClientRect(); return [x, y, width, height].map(Math.round).join(' '); }"


@dataclass
class Measured:
    """What was found out about the page of one game."""

    title: str
    weight: int = 0  # bytes of all that came with the first page
    parts: dict[str, int] = field(default_factory=dict)  # by kind
    moves: list[float] = field(default_factory=list)  # milliseconds
    shifts: list[str] = field(default_factory=list)  # things on the board that jumped by themselves
    places: set[str] = field(default_factory=set)  # where the board stood

    @property
    def quantiles(self) -> tuple[float, float]:
        """The middle move, and the one that 95 of 100 do not exceed."""
        cuts = statistics.quantiles(self.moves, n=20, method="inclusive")
        return cuts[9], cuts[18]


def answer(page: Page, rng: random.Random) -> None:
    """One move by mouse, whichever; amounts as they are proposed, and filled up.

    From the last press on nothing is asked of the page but one promise, since that takes its time, too.
    """
    page.wait_for_function(STILL)  # nobody aims at what flies
    now, before = asked(page), page.evaluate("() => window.seen.moves.length")
    confirm = page.locator("#confirm")
    if now["mix"]:
        while confirm.get_attribute("aria-disabled"):
            page.locator("#mix .more:not([aria-disabled])").first.click()
        press(page, "#confirm")
    else:
        offer = rng.choice(now["offers"])
        for name in rng.choice(offer["ways"]) if offer["ways"] else ():
            point_at(page, name, pause=AIMING)
        if not offer["ways"]:
            press(page, f'#prompt [data-code="{offer["code"]}"]')
    if page.evaluate(PLAYED, before) == "confirm":
        press(page, "#confirm")
        page.evaluate(PLAYED, before)
    wait_until_played(page, now["at"])


def press(page: Page, selector: str) -> None:
    """Click the middle of a button, without looking on."""
    button = page.locator(selector)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box, selector
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*spot)
    page.wait_for_timeout(AIMING)
    page.mouse.click(*spot)


def measure(browser: Browser, server: Server, game: str, moves: int, seed: int) -> Measured:
    """Weigh the page of a game, then play on it; over and over where games are short."""
    found, rng = Measured(ravelbox.load(game).title), random.Random(seed)
    context = browser.new_context(viewport={"width": DESKTOP["width"], "height": DESKTOP["height"]})
    context.add_init_script(WATCH)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    while len(found.moves) < moves:
        new_table(page, server, {"game": game, **TABLES[game]})
        if not found.parts:
            found.parts = weigh(page)
            found.weight = sum(found.parts.values())
            expect(page.locator("body[data-live]")).to_be_attached()
        for _ in range(moves):
            if not asked(page)["offers"]:
                break
            answer(page, rng)
            uncover(page)
            found.places.add(page.evaluate(PLACE))
        page.wait_for_timeout(100)  # for the last frame
        seen: dict[str, Any] = page.evaluate("() => window.seen")
        found.moves += seen["moves"]
        found.shifts += seen["shifts"]
    context.close()
    return found


def floor(browser: Browser, server: Server, moves: int) -> tuple[float, float]:
    """The same for a page with nothing on it but a button that asks the server how it is."""
    page = browser.new_page()
    page.goto(server.url("/health"))
    page.evaluate(BUTTON)
    for _ in range(moves):
        page.wait_for_timeout(AIMING)
        page.mouse.click(20, 20)
    page.wait_for_timeout(500)
    cuts = statistics.quantiles(page.evaluate("() => window.moves"), n=20, method="inclusive")
    page.close()
    return cuts[9], cuts[18]


def lines_of(
    found: list[Measured], least: tuple[float, float], chosen: argparse.Namespace
) -> Iterator[str]:
    """The part of the results."""
    yield HEADING
    yield ""
    yield f"Made by `python -m benchmarks.page --moves {chosen.moves}` on {_today()}, {engine()} engine."
    yield ""
    yield (
        f"Weight: all bytes of a fresh table's page and what comes with it, uncompressed; under {HEAVIEST // 1000} KB "
        "is the aim. Speed: from the finger going down"
    )
    yield (
        f"to the painted answer, with a local server; under {SLOWEST:.0f} ms for 95 of 100 moves is the aim. "
        "Jumps: things on the board that shifted by themselves, and"
    )
    yield "how many different places the board as a whole stood in."
    yield ""
    yield "| page | KB in all | document | styles | scripts | moves | median, ms | 95 of 100, ms | jumps | places |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for one in found:
        middle, most = one.quantiles
        kinds = " | ".join(
            f"{one.parts.get(kind, 0) / 1000:.0f}" for kind in ("document", "stylesheet", "script")
        )
        yield (
            f"| **{one.title}** | {one.weight / 1000:.0f} | {kinds} | {len(one.moves)} | {middle:.0f} | {most:.0f} "
            f"| {len(one.shifts)} | {len(one.places)} |"
        )
    yield f"| a button that asks for `/health` | | | | | {chosen.moves} | {least[0]:.0f} | {least[1]:.0f} | | |"


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=60, help="of each game")
    parser.add_argument("--game", choices=TABLES, help="only one")
    parser.add_argument("--no-keep", dest="keep", action="store_false", help="only print")
    chosen = parser.parse_args()
    games = [chosen.game] if chosen.game else list(TABLES)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "tables.sqlite")
        try:
            browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
            found = [measure(browser, server, game, chosen.moves, 7) for game in games]
            least = floor(browser, server, chosen.moves)
            browser.close()
        finally:
            server.stop()
    lines = list(lines_of(found, least, chosen))
    print("\n".join(lines))
    for one in found:
        if one.shifts:
            print(one.title, "jumped:", ", ".join(sorted(set(one.shifts))))
    if chosen.keep and not chosen.game:
        keep(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
