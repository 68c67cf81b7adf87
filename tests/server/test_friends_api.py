"""What the documentation promises to programs: its own examples, run as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ravelbox.server.trouble import REFUSED, STATUS
from tests.server.program import SECONDS, Program, program

PAGE = (Path(__file__).parents[2] / "docs" / "extending" / "a-remote-bot.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
ROBIN = next(block for language, block in BLOCKS if language == "python3")
CURL = next(block for language, block in BLOCKS if language == "sh" and "curl" in block)
PRINTS = next(block for language, block in BLOCKS if language == "text")
GAMES: dict[str, dict[str, object]] = {
    "ravel": {},
    "ramble": {},
    "arch_ravels": {"turn_limit": 6},
    "ravingspire": {"turn_cap": 3, "heroes": "random"},
}


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A server as anybody starts one."""
    store = tmp_path_factory.mktemp("box") / "tables.sqlite"
    with program(store, env={"RAVELBOX_LIMITS": "off"}) as running:
        yield running


def test_the_bot_has_ten_lines() -> None:
    """Beside its imports."""
    lines = [
        line for line in ROBIN.splitlines() if line and not line.startswith(("import", "from"))
    ]
    assert len(lines) <= 10


@pytest.mark.parametrize("game", GAMES)
def test_the_bot_plays_to_the_end(box: Program, tmp_path: Path, game: str) -> None:
    """Alone, or two of them against each other, each with nothing but its link."""
    (tmp_path / "robin.py").write_text(ROBIN, encoding="utf-8")
    seats = 1 if game == "ravel" else 2
    fields = {f"seat_{n}": "open" for n in range(1, seats + 1)}
    answer = box.client.post(
        "/tables", json={"game": game, "seats": seats, **GAMES[game], **fields}
    )
    assert answer.status_code == 201, answer.text
    where = f"/table/{answer.json()['id']}"
    links = box.client.get(f"{where}/links").json()["seats"]
    bots = [
        subprocess.Popen([sys.executable, str(tmp_path / "robin.py"), link])
        for link in links.values()
    ]
    try:
        until_all_sit(box, where, seats)
        box.client.post(f"{where}/start", json={})
        for bot in bots:
            assert bot.wait(timeout=SECONDS * 3) == 0
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()
    view = box.client.get(where).json()
    assert view["state"] == "over"
    assert view["names"] == ["Robin"] * seats


def until_all_sit(box: Program, where: str, seats: int) -> None:
    """Wait until nobody is missing."""
    end = time.monotonic() + SECONDS
    while True:
        view: dict[str, Any] = box.client.get(where).json()
        if view["seats"] == ["away"] * seats:
            return
        assert time.monotonic() < end, view["seats"]
        time.sleep(0.05)


def test_the_session_with_curl_prints_what_it_says(box: Program, tmp_path: Path) -> None:
    """Line by line, as somebody would type it."""
    done = subprocess.run(
        ["bash", "-eu", "-c", CURL],
        cwd=tmp_path,
        env={**os.environ, "BOX": box.address},
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == PRINTS


def test_every_error_is_listed_with_its_status() -> None:
    """No more and no fewer than there are."""
    rows = re.findall(r"^\| (\d{3}) \| (.*?) \|", PAGE, re.MULTILINE)
    listed = {
        (int(status), code) for status, codes in rows for code in re.findall(r"`(\w+)`", codes)
    }
    ours = {(status, code) for code, (status, _) in STATUS.items()}
    framework = {(status, code) for status, (code, _, _) in REFUSED.items()}
    assert listed == ours | framework | {(429, "slow_down")}
