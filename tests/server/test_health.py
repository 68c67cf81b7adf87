"""Whether the server is well, and its numbers: for programs on this machine, and about nobody."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient
from litestar.types import Receive, Scope, Send

from ravelbox.server.app import make_app
from ravelbox.server.limits import Limits
from tests.server.conftest import HERE, JSON, Client, act, opened, played, played_out

pytestmark = pytest.mark.anyio
NAME = "NAMEPROBE"


async def test_a_server_that_is_well_says_what_it_is(client: Client) -> None:
    """The version and the engine, for people, programs and proxies alike."""
    for headers in ({}, JSON, {"Accept": "text/html"}, {"X-Forwarded-For": "192.0.2.1"}):
        answer = await client.get("/health", headers=headers)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        told = answer.json()
        assert told["status"] == "ok"
        assert told["engine"] in ("compiled", "interpreted")
        assert set(told) == {"status", "version", "engine"}


async def test_without_its_store_it_is_not_well(tmp_path: Path) -> None:
    """503 as long as the store does not answer, and no word of why: the log has that."""
    file = tmp_path / "tables.sqlite"
    async with AsyncTestClient(make_app(file), base_url=HERE) as client:
        app: Litestar = client.app
        assert (await client.get("/health")).status_code == 200
        await app.state.tables.store.close()  # as if it had gone away under our feet
        answer = await client.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (503, "down")
        assert set(answer.json()) == {"status", "version", "engine"}


class From:
    """An app, asked from an address of one's choice."""

    def __init__(self, app: Litestar, address: str | None) -> None:
        self.app = app
        self.address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask from there."""
        scope["client"] = (self.address, 4711) if self.address else None
        await self.app(scope, receive, send)


async def asked(client: Client, address: str | None, **headers: str) -> httpx.Response:
    """The numbers, asked for from some address."""
    transport = httpx.ASGITransport(From(client.app, address))  # type: ignore[arg-type]  # an app all the same
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as other:
        return await other.get("/metrics", headers={**JSON, **headers})


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("192.0.2.1", {}),
        ("2001:db8::1", {}),
        (None, {}),
        ("127.0.0.1", {"X-Forwarded-For": "192.0.2.1"}),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}),
        ("127.0.0.1", {"X-Forwarded-Proto": "https"}),
        ("127.0.0.1", {"X-Real-IP": "192.0.2.1"}),
        ("127.0.0.1", {"Forwarded": "for=192.0.2.1"}),
        ("127.0.0.1", {"Via": "1.1 proxy"}),
        ("127.0.0.1", {"Host": "192.0.2.7:8000"}),
    ],
)
async def test_numbers_are_not_for_others(
    shared: Client, address: str | None, headers: dict[str, str]
) -> None:
    """From elsewhere, through a proxy or under another name there is nothing at this address."""
    answer = await asked(shared, address, **headers)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("address", "headers"),
    [("127.0.0.1", {}), ("::1", {"Host": "[::1]:8000"}), ("127.0.0.1", {"Host": "localhost:1"})],
)
async def test_numbers_are_for_this_machine(
    shared: Client, address: str, headers: dict[str, str]
) -> None:
    """In the form that Prometheus reads."""
    answer = await asked(shared, address, **headers)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert "ravelbox_info{" in answer.text


async def numbers(client: Client) -> dict[str, float]:
    """All numbers by name and labels."""
    text = (await asked(client, "127.0.0.1")).text
    rows = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(number) for name, _, number in rows}


async def test_what_happens_is_counted(client: Client) -> None:
    """Acts, stale acts, requests by route, transactions; live tables."""
    before = await numbers(client)
    view = await opened(client)
    for _ in range(3):
        view = await played(client, view, random.Random(1))
    stale = await act(client, {**view, "at": 0}, view["prompt"]["offers"][0]["code"])
    assert stale.status_code == 409
    await client.get(f"/table/{'x' * 22}", headers=JSON)
    await client.get("/nowhere")
    after = await numbers(client)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    route = 'method="{}",route="{}",status="{}"'
    assert grown("ravelbox_acts_total") == 3
    assert grown("ravelbox_stale_total") == 1
    tables = route.format("POST", "/tables", 201)
    assert grown(f"ravelbox_requests_total{{{tables}}}") == 1
    acts = route.format("POST", "/table/{table}/act", 200)
    assert grown(f"ravelbox_requests_total{{{acts}}}") == 3
    lost = route.format("GET", "/table/{table}", 404)
    assert grown(f"ravelbox_requests_total{{{lost}}}") == 1
    none = route.format("GET", "none", 404)
    assert grown(f"ravelbox_requests_total{{{none}}}") == 1
    assert grown('ravelbox_request_seconds_count{route="/table/{table}/act"}') == 4
    assert grown("ravelbox_store_seconds_count") >= 4
    assert after["ravelbox_tables_live"] >= 1


async def test_bots_are_timed(client: Client) -> None:
    """How long they thought."""
    before = (await numbers(client)).get("ravelbox_bot_seconds_count", 0)
    await opened(client, game="ramble", seats=3, seat_1="greedy", seat_2="greedy", seat_3="greedy")
    assert (await numbers(client))["ravelbox_bot_seconds_count"] > before


async def test_numbers_name_nobody(file: Path) -> None:
    """No table, no link, no name, whatever was asked for; and no more rows for more tables."""
    async with AsyncTestClient(make_app(file, limits=Limits.none()), base_url=HERE) as client:
        views: list[dict[str, Any]] = [await opened(client, name=NAME)]
        await played_out(client, views[0])
        rows = len(await numbers(client))
        for n in range(20):
            view = await opened(client, name=f"{NAME}{n}")
            views.append(await played(client, view, random.Random(n)))
            await client.get(f"/table/{view['id']}", headers=JSON)
            await client.get(f"/sit/{view['keys']['0']}", headers=JSON)
            await client.request(f"{NAME}{n}", "/")
        text = (await asked(client, "127.0.0.1")).text
        assert len(await numbers(client)) <= rows + 25
    assert "NAMEPROBE" not in text
    for view in views:
        assert view["id"] not in text
        assert not any(key in text for key in (view["keys"] or {}).values())
