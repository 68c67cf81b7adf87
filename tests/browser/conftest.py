"""A real server and a real Chromium for every story."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.access import audit
from tests.browser.chromium import find

PATIENCE = 20_000  # milliseconds; a busy machine is slow, not wrong
expect.set_options(timeout=PATIENCE)

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
FLAGS = [
    "--no-sandbox",  # as root there is no other way
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class Server:
    """The program as a user starts it, on a store of its own; it can be killed and started again."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.port = 0
        self.process = self._start()

    def _start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "ravelbox", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--store", str(self.store)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, f"the server did not come up: {line!r}"
        self.address = line.split("http://")[1].split("/")[0]
        self.port = int(self.address.rsplit(":", 1)[1])
        return process

    def url(self, path: str = "/") -> str:
        """An address on this server."""
        return f"http://{self.address}{path}"

    def kill(self) -> None:
        """SIGKILL: no chance to tidy up."""
        self.process.kill()
        self._reap()

    def restart(self) -> None:
        """Start again, at the same address and on the same store."""
        self.process = self._start()

    def stop(self) -> None:
        """End it politely."""
        self.process.terminate()
        self._reap()

    def _reap(self) -> None:
        self.process.wait(timeout=20)
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own for each story."""
    running = Server(tmp_path / "tables.sqlite")
    yield running
    running.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all stories, and gone with them: its event loop bears no other beside it."""
    found = find()
    assert found, "no Chromium: run `python -m tests.browser.chromium`"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A desktop window in which nothing may go wrong unheard."""
    yield from new_page(browser, DESKTOP, touch=False)


@pytest.fixture
def friend(browser: Browser) -> Iterator[Page]:
    """Another person's desktop window."""
    yield from new_page(browser, DESKTOP, touch=False)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone, held upright, touched and not clicked."""
    yield from new_page(browser, PHONE, touch=True)


# What a browser complains of when a story cuts the line, plays twice or sends somebody away.
EXPECTED = ("409", "403", "ERR_CONNECTION", "ERR_INTERNET_DISCONNECTED")


# Others' turns are not waited for, unless a story chooses otherwise.
AT_ONCE = """
if (location.protocol !== "about:") localStorage["ravelbox.settings"] ??= '{"pace": "instant"}';
"""


def new_page(browser: Browser, size: dict[str, int], *, touch: bool) -> Iterator[Page]:
    """A fresh context; errors of the page fail the story at its end."""
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        has_touch=touch,
        is_mobile=touch,
        reduced_motion="reduce",
    )
    context.add_init_script(AT_ONCE)
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on(
        "console",
        lambda message: (
            wrong.append(message.text)
            if message.type == "error" and not any(said in message.text for said in EXPECTED)
            else None
        ),
    )
    opened.set_default_timeout(PATIENCE)
    yield opened
    audit(opened)  # wherever a story ends, nobody is barred
    context.close()
    assert wrong == []
