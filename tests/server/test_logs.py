"""The log: one JSON object a line, and nothing in it that somebody could use."""

from __future__ import annotations

import io
import json
import logging
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ravelbox.kernel.errors import StoreError
from ravelbox.server.app import make_app
from ravelbox.server.limits import Limits
from ravelbox.server.logs import Line, trace
from tests.server.conftest import HERE, JSON, kept, opened, played
from tests.server.program import program

pytestmark = pytest.mark.anyio
# What a request may carry that nobody else should read.
NAME, QUERY, BODY, SEED = "NAMEPROBE", "QUERYPROBE", "BODYPROBE", "SEEDPROBE"
DEVICE = "DEVICEPROBEDEVICEPROBE"
AGENT, REFERRER = "AGENTPROBE", "REFERRERPROBE"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that this process logs, down to the smallest, in the server's own form."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(Line())
    handler.addFilter(lambda record: not record.name.startswith("http"))  # the client is chatty
    root, before = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(before)


def lines(written: str) -> list[dict[str, Any]]:
    """Every line of a log."""
    return [json.loads(line) for line in written.splitlines()]


# Lines.


async def test_a_line_tells_what_was_asked_and_how_it_went(file: Path, log: io.StringIO) -> None:
    """Time, level, event, method, the route's form, status, milliseconds, the start of the id."""
    async with AsyncTestClient(make_app(file), base_url=HERE) as client:
        view = await opened(client)
        await client.get(f"/table/{view['id']}?seat=0", headers=JSON)
        await client.get("/nowhere/at/all")
    told = [line for line in lines(log.getvalue()) if line["event"] == "request"]
    made, shown, lost = told
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", made["time"])
    assert set(made) == {"time", "level", "event", "method", "route", "status", "ms"}
    assert (made["level"], made["method"], made["route"], made["status"]) == (
        "info", "POST", "/tables", 201,
    )  # fmt: skip
    assert (shown["route"], shown["table"]) == ("/table/{table}", view["id"][:6])
    assert (lost["route"], lost["status"]) == ("none", 404)


def raised(error: BaseException, cause: BaseException | None = None) -> BaseException:
    """An exception as it is after it was raised."""
    try:
        raise error from cause  # noqa: TRY301  # to have a trace
    except BaseException as caught:  # noqa: BLE001  # any, since any is told
        return caught


def test_a_trace_names_kinds_and_frames_and_no_words() -> None:
    """What an exception says may quote what somebody sent."""
    told = trace(raised(KeyError(BODY), raised(ValueError(NAME))))
    assert BODY not in told
    assert NAME not in told
    assert re.search(r"test_logs\.py:\d+ raised: raise error from cause.*\nValueError\n\n", told)
    assert told.endswith("\nKeyError")
    group = trace(raised(ExceptionGroup(BODY, [TypeError(NAME), KeyError(NAME)])))
    assert "TypeError" in group
    assert "KeyError" in group
    assert "PROBE" not in group


def test_a_trace_says_what_the_system_and_databases_complain_of() -> None:
    """Without that nobody could put it right."""
    with (
        closing(sqlite3.connect(":memory:")) as other,
        pytest.raises(sqlite3.OperationalError) as gone,
    ):
        other.execute("SELECT * FROM away")
    assert trace(gone.value).endswith("sqlite3.OperationalError: no such table: away")
    full = trace(raised(StoreError(NAME), raised(OSError(28, "No space left on device"))))
    assert "OSError: No space left on device" in full
    assert full.endswith("ravelbox.kernel.errors.StoreError")


def test_a_trace_ends_however_deep_it_goes() -> None:
    """Neither frames nor causes without end."""

    def deeper(n: int) -> None:
        if n == 0:
            raise ValueError(BODY)
        deeper(n - 1)

    error: BaseException | None = None
    for _ in range(50):
        error = raised(ValueError(), error)
    assert error
    assert trace(error).count("ValueError") == 8
    with pytest.raises(ValueError, match=BODY) as deep:
        deeper(500)
    assert len(trace(deep.value).splitlines()) == 31


@pytest.mark.parametrize(
    ("name", "message", "arguments", "event"),
    [
        ("ravelbox.server", "bots could not answer: %s", (KeyError(BODY),), "KeyError"),
        ("asyncio", "Task exception was never retrieved\nfuture: %s", (BODY,), "never retrieved"),
        ("uvicorn.error", "Invalid HTTP request received.", (), "Invalid HTTP"),
        ("uvicorn.error", f"Traceback (most recent call last):\nValueError: {BODY}", (), "failed"),
    ],
)
def test_words_of_others_are_cut(
    log: io.StringIO, name: str, message: str, arguments: tuple[object, ...], event: str
) -> None:
    """Of the rest of us, and of what we run on, only what cannot quote anybody."""
    logging.getLogger(name).error(message, *arguments)
    (told,) = lines(log.getvalue())
    assert event in told["event"]
    assert BODY not in log.getvalue()


# Secrets.


async def every_route(client: AsyncTestClient[Litestar]) -> set[str]:
    """Ask at every address with everything that is nobody's business; those secrets."""
    client.cookies.set("ravelbox", DEVICE)
    client.headers.update({"User-Agent": AGENT, "Referer": f"{HERE}/sit/{REFERRER}"})
    seats = {"seat_1": "here", "seat_2": "open"}
    made = await opened(client, game="ramble", seats=2, name=NAME, **seats)
    alone = await opened(client, name=NAME, seed=SEED)
    secrets = {*made["keys"].values(), *alone["keys"].values(), made["code"], made["id"]}
    today = (await client.post(f"/daily?x={QUERY}", json={"kind": "day"}, headers=JSON)).json()
    secrets |= {today["id"], *today["keys"].values()}
    secrets.add((await kept(client, today["id"])).header.dealer.partition(" ")[2])
    key, code = made["keys"]["0"], made["code"]
    where, bearer = f"/table/{made['id']}", {"Authorization": f"Bearer {key}"}
    query = f"?seat=0&x={QUERY}"
    for headers in ({}, JSON, {**JSON, **bearer}, {"Authorization": f"Bearer {BODY}"}):
        for path in ("", "/links", "/record", "/position", "/news", "/replay", "/replay.html"):
            await client.get(f"{where}{path}{query}", headers=headers)
            await client.get(f"{where}{path}{query}&key={key}", headers=headers)
        for path in (f"/sit/{key}", f"/sit/{BODY}", f"/join/{code}", f"/join?code={code}"):
            await client.get(path, headers=headers)
        for path in (
            "/",
            "/health",
            "/metrics",
            "/daily",
            f"{where}/coach",
            "/rules/ramble",
            "/static/box.css",
            "/rules/ramble/drawer",
        ):
            await client.get(f"{path}?x={QUERY}", headers=headers)
        for path in ("/schema", "/schema/openapi.json", f"/schema/{BODY}"):
            await client.get(f"{path}?x={QUERY}", headers=headers)
        for path in (
            "/act",
            "/undo",
            "/consent",
            "/start",
            "/seat",
            "/resume",
            "/lesson",
            "/branch",
            "/weigh",
            "/hint",
        ):
            for body in ({"name": NAME, "x": BODY}, {"at": 0, "codes": [1], "seat": 0}):
                await client.post(f"{where}{path}{query}", json=body, headers=headers)
        await client.post(f"/join/{code}", json={"name": NAME}, headers=headers)
        await client.post(f"/sit/{key}", data={"name": NAME}, headers=headers)
        rename = {"seat": 0, "do": "rename", "name": NAME}
        await client.post(f"{where}/seat", json=rename, headers=headers)
        await client.post("/tables", content=BODY, headers=headers)
        await client.post("/daily", json={"kind": BODY, "day": QUERY}, headers=headers)
        await client.get(f"/{BODY}/nowhere?x={QUERY}", headers=headers)
        await client.request("PUT", f"/table/{BODY}", headers=headers)
        await client.post(where, headers={**headers, "Origin": f"http://{BODY.lower()}.example"})
        await client.get(where, headers={**headers, "Host": f"{BODY.lower()}.example"})
    return secrets


def must_be_silent(written: str, secrets: set[str]) -> None:
    """No secret, no name and nothing that was sent is in a log, nor half of it."""
    low = written.lower()
    assert "probe" not in low
    for secret in secrets:
        assert secret.lower() not in low
        for part in secret.split("."):
            assert len(part) < 8 or part[:8].lower() not in low


async def test_no_route_puts_a_secret_into_the_log(file: Path, log: io.StringIO) -> None:
    """Whatever is asked, with whatever outcome; and every route there is was asked."""
    app = make_app(file, limits=Limits.none())
    async with AsyncTestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        secrets = await every_route(client)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("ALTER TABLE moves RENAME TO away")
        app.state.tables.drop()
        secrets |= await broken(client, secrets)
        tables, app.state.tables = app.state.tables, None
        secrets |= await broken(client, secrets)
        app.state.tables = tables
    told = lines(log.getvalue())
    asked = {line["route"] for line in told if line["event"] == "request"}
    routes = {str(route.path_format) for route in app.routes}
    assert {"/table/{table}/news"} == routes - asked  # a socket; see below
    assert {line["status"] for line in told if "status" in line} >= {
        200, 201, 303, 400, 403, 404, 405, 409, 415, 421, 500, 503,
    }  # fmt: skip
    faults = [line for line in told if line.get("status") in (500, 503)]
    assert faults
    for line in faults:
        assert line["level"] == "error"
        assert ".py:" in line["trace"]
    must_be_silent(log.getvalue(), secrets)


async def broken(client: AsyncTestClient[Litestar], secrets: set[str]) -> set[str]:
    """Ask again while something is broken."""
    for secret in secrets:
        await client.get(f"/sit/{secret}", headers=JSON)
        await client.get(f"/join/{secret}", headers=JSON)
        await client.post(f"/sit/{secret}", json={"name": NAME}, headers=JSON)
    await client.post("/tables", json={"game": "ravel", "name": NAME}, headers=JSON)
    await client.get(f"/health?x={QUERY}")
    return secrets


def test_no_word_of_a_real_server_holds_a_secret(tmp_path: Path) -> None:
    """With all that it runs on, at its most talkative: sockets, nonsense, an end."""
    off = {"RAVELBOX_LIMITS": "off"}
    with program(tmp_path / "tables.sqlite", "--log", "debug", env=off) as box:
        made = box.client.post(
            f"/tables?x={QUERY}", json={"game": "ravel", "name": NAME, "seed": SEED}
        ).json()
        keys = set(made["keys"].values())
        where = box.socket(f"/table/{made['id']}/news?x={QUERY}")
        for key in (*keys, f"{made['id']}.0.{'B' * 22}", BODY):
            for path in (where, where.partition("?")[0]):
                sent = {"Authorization": f"Bearer {key}"}
                with connect(path, additional_headers=sent, user_agent_header=AGENT) as told:
                    try:
                        told.recv(timeout=10)
                        told.send(BODY)
                        told.recv(timeout=10)
                    except ConnectionClosed:
                        pass
        box.client.get(f"/sit/{next(iter(keys))}?x={QUERY}")
        box.client.get(f"/{BODY}")
        box.process.terminate()
        code, written = box.end()
    assert code == 0
    told_lines = lines(written)
    sockets = [line for line in told_lines if line["event"] == "socket"]
    assert {line["closed"] for line in sockets} >= {1003, 4400, 4403}
    assert all(line["route"] == "/table/{table}/news" for line in sockets)
    must_be_silent(written, {*keys, made["id"]})


async def test_quiet_is_quiet(file: Path, log: io.StringIO) -> None:
    """At the usual level a game leaves no line."""
    async with AsyncTestClient(make_app(file), base_url=HERE) as client:
        view = await opened(client)
        for _ in range(3):
            view = await played(client, view, random.Random(1))
        await client.get("/nowhere")
    assert {line["level"] for line in lines(log.getvalue())} <= {"info", "debug"}
