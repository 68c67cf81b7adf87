"""`make gallery`: pictures of every page and table, for three windows, in light and dark, to be looked at.

`python -m tests.browser.gallery [PART OF A NAME …]` makes only some of them.
"""

from __future__ import annotations

import html
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

import ravelbox
from ravelbox.bots import bot, play_out
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from tests.browser.chromium import find
from tests.browser.conftest import AT_ONCE, FLAGS, Server
from tests.browser.play import asked, lay_out, new_table

GALLERY: Final = Path("build/gallery")
WINDOWS: Final = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
SCHEMES: Final = ("light", "dark")
MOST_SEEDS: Final = 60  # games that are tried until one ends as wanted
THINKING = 180_000  # milliseconds that the coach may take, interpreted
SEATS: Final = {"ravel": 1, "ramble": 3, "arch_ravels": 3, "ravingspire": 1}
MIDDLE: Final = {"ravel": 14, "ramble": 40, "arch_ravels": 40, "ravingspire": 60}  # decisions


@dataclass(frozen=True, slots=True)
class Picture:
    """One thing to be seen: where it is, and what is done there first."""

    name: str
    where: Callable[[], str]  # its address; a table is laid out when it is asked for
    then: Callable[[Page], None] = lambda _page: None


@cache
def played(game: str, seed: int, *, seats: int = 0, most: int | None = None) -> Match:
    """A game among bots, to its end or for so many decisions."""
    loaded = ravelbox.load(game)
    match = Match.new(loaded, dealer=Seeded(seed), seats=seats or SEATS[game])
    players = [bot("greedy", game, seed + n) for n in range(match.header.seats)]
    if most is None:
        play_out(match, players)
        return match
    whole = played(game, seed, seats=seats)
    return Match.replay(whole.record(), whole.place(min(most, whole.decisions() - 1)))


@cache
def ended(game: str, *, won: bool) -> Match:
    """A game that the first seat wins, or loses; any other if none of many ends so."""
    for seed in range(MOST_SEEDS):
        match = played(game, seed)
        outcome = match.view(0).outcome
        if outcome is not None and (0 in outcome.won) == won:
            return match
    return match


def of_tables(server: Server) -> Iterator[Picture]:
    """Each game at several moments."""

    def stands(game: str, seed: int, most: int, seats: int = 0) -> Callable[[], str]:
        return lambda: lay_out(server, played(game, seed, seats=seats, most=most))

    def is_over(game: str, *, won: bool, path: str = "") -> Callable[[], str]:
        return lambda: lay_out(server, ended(game, won=won)) + path

    for game in ravelbox.games():
        middle = stands(game, 1, MIDDLE[game])
        yield Picture(f"{game}-start", stands(game, 1, 4))
        yield Picture(f"{game}-middle", middle)
        yield Picture(f"{game}-choice", middle, choose)
        yield Picture(f"{game}-log", middle, lambda page: page.keyboard.press("l"))
        yield Picture(f"{game}-won", is_over(game, won=True))
        yield Picture(f"{game}-lost", is_over(game, won=False))
        yield Picture(f"{game}-replay", is_over(game, won=False, path="/replay?at=20"))
        yield Picture(f"{game}-coach", is_over(game, won=False, path="/coach"), wait_for_coach)
    for game, seats in {"ramble": 6, "arch_ravels": 4}.items():
        yield Picture(f"{game}-full", stands(game, 2, MIDDLE[game], seats))
    yield Picture("ravingspire-handover", stands("ravingspire", 3, 50, 2))


def of_panels(server: Server) -> Iterator[Picture]:
    """What lies over a table."""

    def table() -> str:
        return lay_out(server, played("ravel", 5, most=8))

    def by_key(key: str) -> Callable[[Page], None]:
        return lambda page: page.keyboard.press(key)

    yield Picture("panel-hint", table, ask_for_hint)
    yield Picture("panel-settings", table, by_key(","))
    yield Picture("panel-keys", table, by_key("?"))
    yield Picture("panel-rules", table, by_key("r"))
    yield Picture("panel-words", table, by_key("t"))
    yield Picture("panel-menu", table, lambda page: page.locator("#menu-open").click())
    yield Picture("panel-plates", table, by_key("p"))


def of_pages(page: Page, server: Server) -> Iterator[Picture]:
    """The lobby and its boxes, the doors of a table, and what is only read."""
    made = page.request.post(
        server.url("/tables"),
        form={"game": "ramble", "seats": "3", "seat_2": "open", "seat_3": "greedy", "name": "Ana"},
        headers={"Origin": server.url("").rstrip("/")},
    )
    page.goto(made.url)
    code = page.locator(".code").inner_text()
    new_table(page, server, {"game": "arch_ravels", "seats": "2", "seat_2": "greedy"})
    paths = {
        "lobby": "/",
        "daily": "/daily",
        **{f"lobby-{game}": f"/#{game}" for game in ravelbox.games()},
        "join": f"/join/{code}",
        "rules": "/rules/ravel#RVL-31",
        "message": "/table/nowhere",
    }
    at = {name: server.url(path) for name, path in paths.items()}
    for name, address in {**at, "waiting": made.url, "links": f"{made.url}/links"}.items():
        yield Picture(name, partial(str, address))


def wait_for_coach(page: Page) -> None:
    """Until it has gone through the match."""
    expect(page.locator(".turning")).to_be_attached(timeout=THINKING)


def ask_for_hint(page: Page) -> None:
    """Until it is there."""
    page.keyboard.press("i")
    expect(page.locator("#hint-rule")).not_to_be_empty(timeout=THINKING)


def choose(page: Page) -> None:
    """Begin an answer: point at the first thing of a way that has several."""
    ways: list[list[str]] = [way for offer in asked(page)["offers"] for way in offer["ways"]]
    longest = max(ways, key=len, default=[])
    if longest:
        page.locator(f'[data-at="{longest[0]}"]').first.dispatch_event("click")


@contextmanager
def window(browser: Browser, size: str, scheme: str, cookies: Page | None) -> Iterator[Page]:
    """A window of a size, by day or by night, of the same person."""
    width, height = WINDOWS[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        has_touch=size == "phone",
        is_mobile=size == "phone",
        storage_state=cookies.context.storage_state() if cookies else None,
    )
    context.add_init_script(AT_ONCE)
    yield context.new_page()
    context.close()


def take(page: Page, address: str, then: Callable[[Page], None], file: Path) -> None:
    """Go there, do what is to be done, and take it."""
    page.goto(address)
    if page.locator("body.at-table").count():
        expect(page.locator("body[data-live]")).to_be_attached()
    then(page)
    page.wait_for_load_state("networkidle")  # what is fetched when it is opened
    page.screenshot(path=file, animations="disabled")


def index(names: list[str]) -> str:
    """All pictures on one page, small, each leading to itself."""
    style = (
        "body{font:15px/1.4 system-ui,sans-serif;margin:2rem;background:#8883}"
        "ul{display:flex;flex-wrap:wrap;gap:1rem;align-items:start;padding:0;list-style:none}"
        "img{display:block;height:220px;border:1px solid #8888}"
    )
    parts = []
    for name in names:
        shots = "".join(
            f'<li><a href="{file}"><img loading="lazy" src="{file}" alt="{html.escape(file)}"></a></li>'
            for size in WINDOWS
            for scheme in SCHEMES
            for file in [f"{name}-{size}-{scheme}.png"]
        )
        parts.append(f'<h2 id="{name}">{name}</h2><ul>{shots}</ul>')
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Ravelbox: gallery</title>'
    return f"{head}<style>{style}</style><h1>Every page and table</h1>{''.join(parts)}</html>"


def make(wanted: list[str]) -> None:
    """Take all pictures whose names have a wanted part, or all."""
    found = find()
    if found is None:
        sys.exit("The gallery needs a Chromium: run `python -m tests.browser.chromium`.")
    GALLERY.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "tables.sqlite")
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        try:
            with window(browser, "desktop", "light", None) as host:
                every = [*of_pages(host, server), *of_tables(server), *of_panels(server)]
                chosen = [(one, one.where()) for one in every if is_wanted(one.name, wanted)]
                for size in WINDOWS:
                    for scheme in SCHEMES:
                        with window(browser, size, scheme, host) as page:
                            for one, address in chosen:
                                file = GALLERY / f"{one.name}-{size}-{scheme}.png"
                                take(page, address, one.then, file)
        finally:
            browser.close()
            server.stop()
    names = sorted({file.stem.rsplit("-", 2)[0] for file in GALLERY.glob("*.png")})
    (GALLERY / "index.html").write_text(index(names), encoding="utf-8")
    print(f"{len(chosen) * len(WINDOWS) * len(SCHEMES)} pictures: {GALLERY / 'index.html'}")


def is_wanted(name: str, wanted: list[str]) -> bool:
    """Whether a name has one of the parts, or none was said."""
    return not wanted or any(part in name for part in wanted)


if __name__ == "__main__":
    make(sys.argv[1:])
