"""What was acknowledged is kept: the real program, killed in mid-stream and started again."""

from __future__ import annotations

import random
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

JSON = {"Accept": "application/json"}


def command(*arguments: str) -> list[str]:
    """The program as a user starts it."""
    return [sys.executable, "-m", "ravelbox", "serve", "--no-browser", *arguments]


@contextmanager
def serving(store: Path) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """A running server on a free port, and a client at it."""
    process = subprocess.Popen(
        command("--port", "0", "--store", str(store)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stderr
    try:
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, f"no address in {line!r}: {process.stderr.read()}"
        with httpx.Client(base_url=found[0], headers=JSON, timeout=30) as client:
            yield process, client
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def act(client: httpx.Client, view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """One random legal act, acknowledged."""
    offers = view["prompt"]["offers"]
    body = {"at": view["at"], "codes": [rng.choice(offers)["code"]]}
    answer = client.post(f"/table/{view['id']}/act", json=body)
    assert answer.status_code == 200, answer.text
    after: dict[str, Any] = answer.json()
    return after


def new_table(client: httpx.Client) -> dict[str, Any]:
    """A table with tokens enough for a longer game."""
    view: dict[str, Any] = client.post("/tables", json={"game": "ravel", "tokens": 12}).json()
    return view


@pytest.mark.parametrize("delay", [0.02, 0.11, 0.23, 0.4])
def test_every_acknowledged_move_survives_a_kill(tmp_path: Path, delay: float) -> None:
    """SIGKILL in a stream of acts; the next start has them all, and the games go on."""
    store = tmp_path / "tables.sqlite"
    rng = random.Random(delay)
    seen: dict[str, dict[str, Any]] = {}  # the last acknowledged view of each table
    with serving(store) as (process, client):
        view = new_table(client)
        seen[view["id"]] = view
        threading.Timer(delay, process.kill).start()
        try:
            while True:
                view = new_table(client) if view["outcome"] else act(client, view, rng)
                seen[view["id"]] = view
        except httpx.TransportError:
            pass  # the one in flight may have been kept or not; nobody was told
        process.wait()
    with serving(store) as (_, client):
        listed = {line["id"] for line in client.get("/").json()["tables"]}
        assert set(seen) <= listed
        for table, last in seen.items():
            now = client.get(f"/table/{table}").json()
            assert now["log"][: len(last["log"])] == last["log"]
            assert now["at"] >= last["at"]
            if now["at"] == last["at"]:
                assert now == last
        while now["outcome"] is None:
            now = act(client, now, rng)
        assert now["seed"].startswith("RVL1:S:12:")


def test_an_act_whose_answer_was_lost_can_be_sent_again(tmp_path: Path) -> None:
    """After a kill the same act is either played now or recognised; never twice."""
    store = tmp_path / "tables.sqlite"
    with serving(store) as (process, client):
        view = new_table(client)
        code = next(o["code"] for o in view["prompt"]["offers"] if o["text"].startswith("swap"))
        body = {"at": view["at"], "codes": [code]}
        after = client.post(f"/table/{view['id']}/act", json=body).json()
        process.kill()
        process.wait()
    with serving(store) as (_, client):
        again = client.post(f"/table/{view['id']}/act", json=body)
        assert again.status_code == 200
        assert again.json() == after


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_server_closes_quietly(tmp_path: Path, sign: signal.Signals) -> None:
    """Ctrl+C and a polite kill leave one tidy file and no complaint."""
    store = tmp_path / "tables.sqlite"
    with serving(store) as (process, client):
        new_table(client)
        process.send_signal(sign)
        assert process.wait(timeout=60) in (0, -signal.SIGTERM)
        assert process.stderr
        assert process.stderr.read() == ""
    assert [path.name for path in tmp_path.iterdir()] == ["tables.sqlite"]


def failing(*arguments: str) -> str:
    """What a start that cannot work says, on one line, with exit code 2."""
    done = subprocess.run(command(*arguments), capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_a_store_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    """No database, no folder, a folder in its place: exit code 2 and no stack."""
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear database, you are none. " * 40)
    assert "not a database" in failing("--store", str(letter))
    assert "no folder" in failing("--store", str(tmp_path / "no" / "tables.sqlite"))
    assert "cannot be opened" in failing("--store", str(tmp_path))
    assert "cannot be opened" in failing("--store", "nowhere://x")


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    """The host and the port, and why."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert port in failing("--port", port, "--store", str(tmp_path / "tables.sqlite"))
    assert "99999" in failing("--port", "99999", "--store", str(tmp_path / "tables.sqlite"))
