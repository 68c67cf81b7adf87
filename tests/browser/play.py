"""How a person plays in a browser: by mouse, by touch, by keys; and a game worth playing."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from playwright.sync_api import Page, Response, expect

import ravelbox
from ravelbox.bots import bot, play_out
from ravelbox.kernel.match import Match
from ravelbox.server.store import Store
from ravelbox.server.tables import Tables
from tests.browser.conftest import Server

MOST_KEYS = 40  # presses of an arrow on the way to anything


@cache
def won_game(deck: str = "S", tokens: int = 8) -> tuple[str, tuple[int, ...]]:
    """A seed that the greedy player wins, and the codes it played."""
    game = ravelbox.load("ravel")
    for n in range(100):
        dealer = game.dealt(f"STORY-{n}")
        assert dealer is not None
        match = Match.new(game, {"deck": deck, "tokens": tokens}, dealer=dealer)
        play_out(match, [bot("greedy", "ravel", seed=n)])
        if game.scores(match.state) == [1.0]:
            moves = zip(match.history, match.actors, strict=True)
            return f"STORY-{n}", tuple(code for code, actor in moves if actor >= 0)
    raise AssertionError("the greedy player wins none of a hundred games")


def open_table(page: Page, server: Server, seed: str, deck: str = "S", tokens: int = 8) -> None:
    """A new table by its seed, as the lobby's form would make it."""
    new_table(page, server, {"game": "ravel", "seed": f"RVL1:{deck}:{tokens}:{seed}"})


def new_table(page: Page, server: Server, fields: dict[str, str | float | bool]) -> None:
    """A new table by the fields of the lobby's form."""
    made = page.request.post(
        server.url("/tables"),
        form=fields,
        headers={"Origin": server.url("").rstrip("/")},
    )
    assert made.ok, made.text()
    sit_down(page, made.url)


def sit_down(page: Page, url: str) -> None:
    """Open a table and wait until it can be played."""
    page.goto(url)
    expect(page.locator("#ask")).to_be_visible()
    expect(page.locator("body[data-live]")).to_be_attached()
    uncover(page)


def lay_out(server: Server, match: Match) -> str:
    """Put a match as it stands into the store of a running server; the address of its table."""

    async def keep() -> str:
        store = await Store.open(server.store)
        try:
            return await Tables(store).open(match)
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as beside:  # in this thread runs the browser's event loop
        return server.url(f"/table/{beside.submit(asyncio.run, keep()).result()}")


def asked(page: Page) -> dict[str, Any]:
    """What the page offers now."""
    found: dict[str, Any] = json.loads(page.locator("#offers").text_content() or "{}")
    return found


def uncover(page: Page) -> None:
    """Where the device is to be passed on, be the one it is passed on to."""
    if page.locator("#curtain").count():
        page.locator("#show-hand").click()
        expect(page.locator("#curtain")).to_have_count(0)
        expect(page.locator("body[data-live]")).to_be_attached()


def wait_until_played(page: Page, before: int) -> None:
    """Until the page shows a longer history."""
    page.wait_for_function(
        "at => JSON.parse(document.getElementById('offers').textContent).at > at"
        " && !('busy' in document.body.dataset)",
        arg=before,
        polling=15,
    )


# Where a thing can be hit: a hexagon below its middle, where nobody stands before it.
SPOT = """
name => {
  const down = name.startsWith("tile:") ? 0.65 : 0.5;
  for (const el of document.querySelectorAll(`[data-at="${name}"]`)) {
    const box = el.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height * down];
    if (document.elementFromPoint(x, y)?.closest("[data-at]") === el) return [x, y];
  }
  return null;
}
"""


def point_at(page: Page, name: str, *, touch: bool = False, pause: float = 0) -> None:
    """Click or tap the thing of a name, after scrolling to it if need be; resting there first."""
    twins = page.locator(f'[data-at="{name}"]')
    if page.evaluate(SPOT, name) is None:
        twins.last.scroll_into_view_if_needed()  # of two, the later one is for fingers
    spot = page.evaluate(SPOT, name)
    assert spot is not None, f"{name} cannot be hit, something lies before it"
    if touch:
        page.touchscreen.tap(*spot)
    else:
        page.mouse.move(*spot)
        page.wait_for_timeout(pause)
        page.mouse.click(*spot)


# Whether the page waits for a confirmation; not if the answer came meanwhile, and with it another question.
UNCONFIRMED = """
at => JSON.parse(document.getElementById("offers").textContent).at === at
  && document.getElementById("confirm")?.getClientRects().length > 0
"""


def is_unconfirmed(page: Page, at: int) -> bool:
    """Whether what was pointed at, at that moment of the match, still wants a confirmation."""
    return bool(page.evaluate(UNCONFIRMED, at))


def by_pointer(page: Page, code: int, *, touch: bool = False, way: int = 0) -> str:
    """Play a code by pointing at what means it, in one of its ways; what kinds of things it took."""
    expect(page.locator("body[data-live]")).to_be_attached()
    now = asked(page)
    wanted = next(offer for offer in now["offers"] if offer["code"] == code)

    def hit(selector: str) -> None:
        target = page.locator(selector)
        if touch:
            target.tap()
        else:
            target.click()

    names: list[str] = wanted["ways"][way % len(wanted["ways"])] if wanted["ways"] else []
    for name in names:
        point_at(page, name, touch=touch)
    if not names:
        hit(f'#prompt [data-code="{code}"]')
    elif is_unconfirmed(page, now["at"]):
        hit("#confirm")
    wait_until_played(page, now["at"])
    return " ".join(name.partition(":")[0] for name in names)


def by_keys(page: Page, code: int, *, way: int = 0) -> None:
    """Play a code with the keyboard alone, in one of its ways; a verb by its letter."""
    now = asked(page)
    wanted = next(offer for offer in now["offers"] if offer["code"] == code)
    if not wanted["ways"]:
        button = page.locator(f'#prompt [data-code="{code}"]')
        page.keyboard.press(button.get_attribute("data-key") or "")
    else:
        for name in wanted["ways"][way % len(wanted["ways"])]:
            if name.startswith("do:"):
                verb = page.locator(f'[data-at="{name}"]')
                page.keyboard.press(verb.get_attribute("data-key") or "")
                continue
            go_to(page, name)
            page.keyboard.press("Space")
        if is_unconfirmed(page, now["at"]):
            page.keyboard.press("Enter")
    wait_until_played(page, now["at"])


# The arrows that may lead to a thing from where the focus is, the likeliest first.
STEP = """
name => {
  const here = document.activeElement;
  if (here?.dataset.at === name) return null;
  const target = document.querySelector(`[data-at="${name}"]`);
  if (!here?.dataset.at) return { from: "", keys: ["ArrowUp"] };
  const a = target.getBoundingClientRect(), b = here.getBoundingClientRect();
  const x = a.left + a.width / 2 - b.left - b.width / 2, y = a.top + a.height / 2 - b.top - b.height / 2;
  const across = ["ArrowRight", "ArrowLeft"], along = ["ArrowDown", "ArrowUp"];
  if (x < 0) across.reverse();
  if (y < 0) along.reverse();
  const [first, second] = Math.abs(x) > Math.abs(y) ? [across, along] : [along, across];
  return { from: here.id, keys: [first[0], second[0], second[1], first[1]] };
}
"""


def go_to(page: Page, name: str) -> None:
    """Walk with the arrow keys until the named thing has the focus."""
    passed: dict[str, int] = {}
    for _ in range(MOST_KEYS):
        step = page.evaluate(STEP, name)
        if step is None:
            return
        tried = passed.get(step["from"], 0)  # where one way led back, another may lead on
        passed[step["from"]] = tried + 1
        page.keyboard.press(step["keys"][tried % len(step["keys"])])
    raise AssertionError(f"the arrow keys do not lead to {name}")


def weigh(page: Page) -> dict[str, int]:
    """The bytes of a page loaded anew and of all that comes with it, uncompressed, by kind."""
    came: list[Response] = []

    def note(response: Response) -> None:
        came.append(response)

    page.wait_for_load_state("networkidle")  # what still comes for the page as it is does not count
    line = page.context.new_cdp_session(page)
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.on("response", note)
    page.reload()
    page.wait_for_load_state("networkidle")
    page.remove_listener("response", note)
    line.detach()
    weights: dict[str, int] = {}
    for response in came:
        if response.ok:
            kind = response.request.resource_type
            weights[kind] = weights.get(kind, 0) + len(response.body())
    return weights
