"""Programs at served tables: only those that whoever runs the server has named, and never in the way."""

from __future__ import annotations

import shlex
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.processes import is_alive
from tests.server.program import SECONDS, Program, failing, program

OUTSIDE = Path(__file__).parents[1] / "bots" / "outside"


def started(*words: str | Path) -> str:
    """The command of one of our small programs."""
    return shlex.join([sys.executable, str(OUTSIDE / words[0]), *map(str, words[1:])])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the store lies, and what programs write."""
    return tmp_path_factory.mktemp("box")


@pytest.fixture(scope="module")
def box(folder: Path) -> Iterator[Program]:
    """A server whose owner lets three programs play."""
    programs = {
        "robin": started("recorder.py", folder / "heard"),
        "crow": started("bad.py", "garbage"),
        "heron": started("waiter.py", folder / "sign"),
    }
    named = [word for name in programs for word in ("--program", f"{name}={programs[name]}")]
    with program(folder / "tables.sqlite", *named, env={"RAVELBOX_LIMITS": "off"}) as running:
        yield running


def opened(box: Program, **fields: object) -> dict[str, Any]:
    """A table of Ramble for two."""
    answer = box.client.post("/tables", json={"game": "ramble", "seats": 2, **fields})
    assert answer.status_code == 201, answer.text
    view: dict[str, Any] = answer.json()
    return view


def until(
    box: Program, view: dict[str, Any], come: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    """Look at a table until something has come true, or it is over."""
    end = time.monotonic() + SECONDS
    while not come(view) and view["state"] != "over":
        assert time.monotonic() < end
        time.sleep(0.05)
        view = box.client.get(f"/table/{view['id']}").json()
    return view


def played_by_person(box: Program, view: dict[str, Any]) -> dict[str, Any]:
    """The person on the first seat answers with the first thing there is until it is over."""
    while view["state"] != "over":
        view = until(box, view, lambda now: bool(now["actor"] == 0))
        if view["state"] != "over":
            act = {"at": view["at"], "codes": [view["prompt"]["offers"][0]["code"]]}
            view = box.client.post(f"/table/{view['id']}/act", json=act).json()
    return view


@pytest.mark.parametrize("name", ["robin", "crow"])
def test_a_program_of_the_owner_holds_a_seat(box: Program, name: str) -> None:
    """It is listed among the bots and plays to the end; nothing that it started stays behind."""
    games = {game["name"]: game for game in box.client.get("/").json()["games"]}
    assert {"robin", "crow", "heron"} <= set(games["ramble"]["bots"])
    view = played_by_person(box, opened(box, seat_2=name))
    assert view["state"] == "over"
    assert view["seats"] == ["here", name]
    end = time.monotonic() + SECONDS
    while box.children() and time.monotonic() < end:
        time.sleep(0.05)
    assert box.children() == []


def test_while_a_program_thinks_the_table_can_be_looked_at(box: Program, folder: Path) -> None:
    """It takes its time, and who looks at the table is answered meanwhile."""
    view = opened(box)
    where, seat = f"/table/{view['id']}", view["actor"]
    body = {"seat": seat, "do": "bot", "bot": "heron"}
    with httpx.Client(base_url=box.address, cookies=box.client.cookies, timeout=SECONDS) as other:
        asking = threading.Thread(target=lambda: other.post(f"{where}/seat", json=body))
        asking.start()  # its answer waits for the bot's
        until_children(box)
        seen = box.client.get(where).json()
        (folder / "sign").touch()
        asking.join()
    assert (seen["at"], seen["actor"], seen["plays"][seat]) == (0, seat, "heron")
    assert until(box, seen, lambda now: bool(now["at"] > 0))["at"] > 0


def test_a_server_ends_while_a_program_thinks(tmp_path: Path) -> None:
    """Told to stop, it does, and takes the program with it."""
    sloth = f"sloth={started('bad.py', 'stall')}"
    with program(tmp_path / "t.sqlite", "--program", sloth) as running:
        view = opened(running)
        body = {"seat": view["actor"], "do": "bot", "bot": "sloth"}
        page = {"Accept": "text/html"}  # which does not wait for the bot
        running.client.post(f"/table/{view['id']}/seat", json=body, headers=page)
        until_children(running)
        processes = running.children()
        running.process.send_signal(signal.SIGTERM)
        status, _ = running.end()
    assert status == 0
    assert not [n for n in processes if is_alive(n)]


def until_children(box: Program) -> None:
    """Wait until a program has been started."""
    end = time.monotonic() + SECONDS
    while not box.children():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("field", ["seat_1", "seat_2"])
def test_no_visitor_can_start_a_program(box: Program, field: str, tmp_path: Path) -> None:
    """Neither by a command nor by a name that the owner has not given, nowhere."""
    command = f"program:{started('recorder.py', tmp_path / 'heard')}"
    for name in (command, "program:robin", "wren"):
        body = {"game": "ramble", "seats": 2, field: name}
        refused = box.client.post("/tables", json=body)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_option")
    view = opened(box, seat_2="open")
    where = f"/table/{view['id']}"
    assert box.client.post(f"{where}/start", json={"bots": command}).status_code == 400
    assert box.client.post(f"{where}/start", json={"bots": "greedy"}).status_code == 200
    body = {"seat": 0, "do": "bot", "bot": command}
    assert box.client.post(f"{where}/seat", json=body).status_code == 400
    assert not (tmp_path / "heard").exists()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("robin", "RAVELBOX_PROGRAMS has programs such as"),
        ("robin=/no/such/thing", '--program robin: there is no program "/no/such/thing" here'),
        ("greedy=true", 'has a bot "greedy" already'),
        ("open=true", "a short name of its own"),
    ],
)
def test_a_wrong_program_is_said_before_serving(given: str, said: str, tmp_path: Path) -> None:
    """In one sentence."""
    assert said in failing("--store", str(tmp_path / "t.sqlite"), "--program", given)
