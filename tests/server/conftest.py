"""What server tests share: an app over a real store, and someone who plays through HTTP."""

from __future__ import annotations

import json
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from ravelbox.server.app import make_app
from ravelbox.server.limits import Limits
from ravelbox.server.store import Kept, Store
from tests.server.stores import postgres, postgres_url, store_url  # noqa: F401  # fixtures

HERE = "http://127.0.0.1:8000"
JSON = {"Accept": "application/json"}
HTML = {"Accept": "text/html"}
Client = AsyncTestClient[Litestar]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The loop that the server runs on."""
    return "asyncio"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the store lies."""
    return tmp_path / "tables.sqlite"


@pytest.fixture
async def client(file: Path) -> AsyncIterator[Client]:
    """A browser or program at the real app."""
    async with AsyncTestClient(make_app(file, limits=Limits.none()), base_url=HERE) as client:
        yield client


@pytest.fixture(scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Client]:
    """The same for tests that are refused, and so leave nothing behind that others would see."""
    file = tmp_path_factory.mktemp("shared") / "tables.sqlite"
    async with AsyncTestClient(make_app(file, limits=Limits.none()), base_url=HERE) as client:
        yield client


async def opened(client: httpx.AsyncClient, **fields: object) -> dict[str, Any]:
    """A new table, as JSON."""
    answer = await client.post("/tables", json={"game": "ravel", **fields}, headers=JSON)
    assert answer.status_code == 201, answer.text
    view: dict[str, Any] = answer.json()
    return view


async def act(client: httpx.AsyncClient, view: dict[str, Any], code: int) -> httpx.Response:
    """One act on a table as it was seen."""
    return await client.post(
        f"/table/{view['id']}/act", json={"at": view["at"], "codes": [code]}, headers=JSON
    )


async def played(
    client: httpx.AsyncClient, view: dict[str, Any], rng: random.Random
) -> dict[str, Any]:
    """The table after one random legal act."""
    answer = await act(client, view, rng.choice(view["prompt"]["offers"])["code"])
    assert answer.status_code == 200, answer.text
    after: dict[str, Any] = answer.json()
    return after


async def played_out(
    client: httpx.AsyncClient, view: dict[str, Any], seed: int = 1
) -> dict[str, Any]:
    """The table after a whole game of random legal acts."""
    rng = random.Random(seed)
    while view["outcome"] is None:
        view = await played(client, view, rng)
    return view


async def kept(client: Client, table: str) -> Kept:
    """A table as it lies in the store."""
    store: Store = client.app.state.tables.store
    return await store.look(table, lambda look: look.kept())


def bare(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what is told only once: the news since an act, and the keys of a new table."""
    return {name: value for name, value in view.items() if name not in ("log", "keys")}


def stood(view: dict[str, Any]) -> dict[str, Any]:
    """How a table stands, however it came there: by an undo, or by nothing having happened."""
    return {name: value for name, value in bare(view).items() if name not in ("revision", "mark")}


def code_of(view: dict[str, Any], word: str) -> int:
    """The code of the first offer whose text starts with a word."""
    code: int = next(o["code"] for o in view["prompt"]["offers"] if o["text"].startswith(word))
    return code


def asked(page: str) -> dict[str, Any]:
    """What a page's script would read."""
    found = re.search(
        r'<script type="application/json" id="offers">(.*?)</script>', page, re.DOTALL
    )
    assert found, page[:500]
    document: dict[str, Any] = json.loads(found[1])
    return document


def said(page: str) -> str:
    """The sentence of a message page."""
    found = re.search(r'id="said">(.*?)</p>', page, re.DOTALL)
    assert found, page[:500]
    return found[1]
