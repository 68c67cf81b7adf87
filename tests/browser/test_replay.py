"""Looking back: step by step, by slider, as a film, from a link and from a file; and playing on."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import ravelbox
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import RESIGN
from tests.browser.conftest import Server
from tests.browser.play import asked, lay_out, new_table, won_game

STEPS = 8  # decisions of a match that is looked back at


def started(name: str, steps: int = STEPS) -> Match:
    """A match of a game that runs, a few random decisions old."""
    game, rng = ravelbox.load(name), Rng(5)
    options = {"tokens": 12} if name == "ravel" else {}
    seats = {"ravel": 1, "ravingspire": 1}.get(name, 3)
    match = Match.new(game, options, dealer=Seeded(11), seats=seats)
    while match.decisions() < steps:
        codes = [code for code in match.state.legal() if code != RESIGN]
        code = codes[rng.below(len(codes))]
        match.play(game.owner(match.state, code), [code])
    return match


def won(server: Server) -> tuple[str, int]:
    """The address of a won game of R.A.V.E.L. and how long it is."""
    seed, codes = won_game()
    game = ravelbox.load("ravel")
    dealer = game.dealt(seed)
    assert dealer is not None
    match = Match.new(game, {"deck": "S", "tokens": 8}, dealer=dealer)
    for code in codes:
        match.play(0, [code])
    return lay_out(server, match), match.decisions()


def look_back(page: Page, url: str, at: int) -> None:
    """Open a moment."""
    page.goto(f"{url}/replay?at={at}")
    expect(page.locator("body[data-live]")).to_be_attached()
    expect(page.locator("#run")).to_be_visible()


def expect_step(page: Page, at: int) -> None:
    """The page shows a moment, and its slider says so."""
    page.wait_for_function(
        "at => JSON.parse(document.getElementById('offers').textContent).moment.at === at", arg=at
    )
    expect(page.locator("#slider")).to_have_value(str(at))


def test_step_by_step_by_keys_and_buttons(page: Page, server: Server) -> None:
    """Arrows, Home, End and the buttons lead from moment to moment, and the address goes along."""
    url, last = won(server)
    look_back(page, url, 2)
    expect(page.locator("#events li").last).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect_step(page, 3)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect_step(page, 1)
    page.keyboard.press("End")
    expect_step(page, last)
    expect(page.locator("#said")).to_contain_text("cog")
    expect(page.locator("#end")).to_have_count(0)
    page.keyboard.press("Home")
    expect_step(page, 0)
    expect(page.locator("#said")).to_have_text("The table is laid.")
    page.get_by_role("link", name="One step on").click()
    expect_step(page, 1)
    assert page.url.endswith("at=1")
    page.keyboard.press("PageDown")
    turn = asked(page)["moment"]["turns"]
    expect_step(page, next(at for at in turn if at > 1))
    page.reload()
    expect_step(page, next(at for at in turn if at > 1))


def test_the_slider_goes_anywhere(page: Page, server: Server) -> None:
    """Dragged or moved by keys; the focus stays on it."""
    url, last = won(server)
    look_back(page, url, 0)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    expect(page.locator("#slider")).to_be_focused()
    box = page.locator("#slider").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function(
        "last => Math.abs(JSON.parse(document.getElementById('offers').textContent).moment.at - last / 2) < 2",
        arg=last,
    )


def test_it_plays_by_itself_and_stops_at_the_end(page: Page, server: Server) -> None:
    """Space starts and stops it; at four times the speed it comes to the end."""
    url, last = won(server)
    look_back(page, url, last - 3)
    page.locator("#speed").get_by_text("4×").click()
    page.locator("#prompt").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect_step(page, last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert page.locator("#speed :checked").get_attribute("value") == "4"


def test_the_replay_works_without_a_script(browser: Browser, server: Server) -> None:
    """Links lead on, and a form jumps."""
    url, last = won(server)
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, java_script_enabled=False
    )
    page = context.new_page()
    page.goto(f"{url}/replay?at=2")
    page.get_by_role("link", name="One step on").click()
    expect(page.locator("#ask")).to_contain_text("step 3 of")
    page.get_by_role("link", name="To the end").click()
    expect(page.locator("#ask")).to_contain_text(f"step {last} of {last}")
    page.locator("#slider").fill("1")
    page.get_by_role("button", name="Go there").click()
    expect(page.locator("#ask")).to_contain_text("step 1 of")
    context.close()


@pytest.mark.parametrize("name", ravelbox.games())
def test_play_on_from_here(page: Page, server: Server, name: str) -> None:
    """From a moment to a table of one's own, which can be played and is told apart in the lobby."""
    url = lay_out(server, started(name))
    look_back(page, url, STEPS)
    page.keyboard.press("ArrowLeft")
    expect_step(page, STEPS - 1)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile(r"/table/[\w-]{22}$"))
    assert page.url != url
    expect(page.locator("body[data-live]")).to_be_attached()
    found = asked(page)
    assert found["at"] == STEPS - 1
    assert found["offers"]
    page.goto(server.url())
    told = page.get_by_text(f"played on from step {STEPS - 1} of another table")
    expect(told.first).to_be_visible()


def test_a_shared_link_shows_the_moment_to_a_stranger(
    page: Page, friend: Page, server: Server
) -> None:
    """The link of the sheet opens on another device, at that moment and without a seat."""
    seed, codes = won_game()
    new_table(page, server, {"game": "ravel", "seed": f"RVL1:S:8:{seed}"})
    table = page.url
    for n, code in enumerate(codes[:4]):
        made = page.request.post(
            f"{table}/act",
            data={"at": n, "codes": [code]},
            headers={"Accept": "application/json", "Origin": server.url("").rstrip("/")},
        )
        assert made.ok, made.text()
    look_back(page, table, 2)
    page.keyboard.press("ArrowRight")
    expect_step(page, 3)
    page.get_by_role("button", name="Share").click()
    link = page.locator("#share-link").input_value()
    page.locator("[data-copy=share-link]").click()
    expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    answer = friend.goto(f"{table}/replay?at=3")
    assert answer is not None
    assert answer.status == 403
    friend.goto(link)
    expect_step(friend, 3)
    said = page.locator("#said").inner_text()
    expect(friend.locator("#said")).to_have_text(said)
    friend.keyboard.press("ArrowLeft")
    expect_step(friend, 2)
    friend.get_by_role("button", name="Play on from here").click()
    friend.wait_for_url(re.compile(r"/table/[\w-]{22}$"))
    assert asked(friend)["at"] == 2


def test_a_replay_grows_with_its_match(page: Page, friend: Page, server: Server) -> None:
    """Somebody plays on elsewhere: the slider reaches farther, and where one looks stays."""
    seed, codes = won_game()
    new_table(page, server, {"game": "ravel", "seed": f"RVL1:S:8:{seed}"})
    table = page.url

    def play(n: int) -> None:
        made = page.request.post(
            f"{table}/act",
            data={"at": n, "codes": [codes[n]]},
            headers={"Accept": "application/json", "Origin": server.url("").rstrip("/")},
        )
        assert made.ok, made.text()

    for n in range(3):
        play(n)
    look_back(page, table, 2)
    page.keyboard.press("ArrowLeft")
    expect_step(page, 1)
    page.get_by_role("button", name="Share").click()
    friend.goto(page.locator("#share-link").input_value())
    expect(friend.locator("#slider")).to_have_attribute("max", "3")
    friend.locator("#slider").focus()
    friend.keyboard.press("ArrowLeft")  # one that was moved grows, too
    expect_step(friend, 0)
    friend.keyboard.press("ArrowRight")
    expect_step(friend, 1)
    play(3)
    for one in (page, friend):
        expect(one.locator("#slider")).to_have_attribute("max", "4")
        expect_step(one, 1)
        expect(one.get_by_text("One new step.")).to_be_visible()
    expect(friend.locator("#slider")).to_be_focused()
    friend.keyboard.press("End")
    expect_step(friend, 4)


@pytest.mark.parametrize("name", ravelbox.games())
def test_the_file_needs_no_server(page: Page, server: Server, tmp_path: Path, name: str) -> None:
    """Saved, then opened from the disk with the server stopped: keys, slider and film work."""
    look_back(page, lay_out(server, started(name)), 1)
    page.get_by_role("button", name="Share").click()
    with page.expect_download(timeout=120_000) as waiting:
        page.get_by_role("link", name="The replay as one file").click()
    file = tmp_path / "replay.html"
    waiting.value.save_as(file)
    server.stop()
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))
    page.goto(file.as_uri())
    expect_step(page, 0)
    ground = page.locator("#table").evaluate("el => getComputedStyle(el).display")
    assert ground != "inline", "its styles are in it"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    page.locator("#slider").fill("5")
    expect_step(page, 5)
    page.keyboard.press("Home")
    expect_step(page, 0)
    page.locator("#speed").get_by_text("4×").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect_step(page, STEPS)
    outside = [url for url in asked_for if not url.startswith(("data:", "blob:", file.as_uri()))]
    assert outside == []
    server.restart()


def test_the_command_draws_a_png(tmp_path: Path) -> None:
    """Of the size that was asked for, in a process of its own."""
    record, target = tmp_path / "game.txt", tmp_path / "table.png"
    record.write_text(started("ramble").record().to_text(), encoding="utf-8")
    command = [sys.executable, "-m", "ravelbox", "picture", f"{record}@4", str(target)]
    subprocess.run([*command, "--size", "1024x768", "--dark"], check=True, capture_output=True)
    drawn = target.read_bytes()
    assert drawn.startswith(b"\x89PNG")
    assert struct.unpack(">II", drawn[16:24]) == (1024, 768)
