"""How much one address may ask for: buckets, and the real app behind them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from litestar.testing import AsyncTestClient
from litestar.types import Message, Receive, Scope, Send

from ravelbox.server.app import make_app
from ravelbox.server.limits import MOST_ADDRESSES, BadLimits, Buckets, Limits, Throttle, caller
from tests.server.conftest import HERE, HTML, JSON, opened, said

pytestmark = pytest.mark.anyio


class Clock:
    """A clock that goes when told."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        """What it shows."""
        return self.now


# Buckets.


def test_a_bucket_gives_what_is_in_it_and_then_by_the_clock() -> None:
    """As many at once as it holds, then one for each turn of the rate; never more than it holds."""
    clock = Clock()
    buckets = Buckets(rate=2, size=5, clock=clock)
    assert [buckets.take("a") for _ in range(5)] == [0] * 5
    assert buckets.take("a") == pytest.approx(0.5)
    assert buckets.take("b") == 0
    clock.now += 0.5
    assert buckets.wait("a") == 0
    assert buckets.take("a") == 0
    assert buckets.take("a") == pytest.approx(0.5)
    clock.now += 1_000
    assert [buckets.take("a") for _ in range(6)][:5] == [0] * 5
    assert buckets.wait("a") > 0


def test_who_is_refused_does_not_wait_longer_for_asking_again() -> None:
    """Only what was given counts."""
    clock = Clock()
    buckets = Buckets(rate=1, size=1, clock=clock)
    assert buckets.take("a") == 0
    assert [buckets.take("a") for _ in range(100)] == [pytest.approx(1)] * 100


def test_many_addresses_take_no_more_room_than_some() -> None:
    """The longest unseen are forgotten, the busy ones are not."""
    clock = Clock()
    buckets = Buckets(rate=0.01, size=2, clock=clock)
    assert buckets.take("busy") == 0
    for n in range(3 * MOST_ADDRESSES):
        clock.now += 0.000_1
        buckets.take(f"10.0.{n}")
        if n == MOST_ADDRESSES // 2:
            assert buckets.take("busy") == 0
        if n == MOST_ADDRESSES:
            assert buckets.take("busy") > 0
    assert len(buckets) == MOST_ADDRESSES


def test_no_rate_is_no_limit() -> None:
    """And remembers nobody."""
    buckets = Buckets(rate=0, size=0)
    assert not any(buckets.take("a") for _ in range(1_000))
    assert len(buckets) == 0


# What an operator writes.


def test_limits_are_read_from_a_line() -> None:
    """Off, or some numbers; the others stay."""
    assert Limits.read("") == Limits()
    assert Limits.read(" off ") == Limits.none()
    assert Limits.read("tables=600, sockets=0") == Limits(tables=600, sockets=0)


@pytest.mark.parametrize("text", ["on", "tables", "tables=", "tables=-1", "tables=1.5", "chairs=4"])
def test_limits_that_cannot_be_read_are_a_sentence(text: str) -> None:
    """What was written, and what could be."""
    with pytest.raises(BadLimits, match="RAVELBOX_LIMITS is off, or numbers for guesses") as told:
        Limits.read(text)
    assert text in str(told.value)


# Who is counted.


def scope(
    path: str = "/", client: str | None = "192.0.2.1", kind: str = "http", **headers: str
) -> Scope:
    """A request as a server below us hands it on."""
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    method = headers.pop("method", "GET")
    here = (client, 4711) if client is not None else None
    made: dict[str, Any] = {"type": kind, "path": path, "method": method, "headers": sent}
    return cast("Scope", {**made, "client": here})


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::1", "::/64"),
        ("nonsense", "nonsense"),
        ("x" * 10_000, "x" * 64),
        (None, ""),
    ],
)
def test_an_address_is_counted_with_its_network(client: str | None, counted: str) -> None:
    """Whoever has one of the long addresses has all that begin alike."""
    assert caller(scope(client=client)) == counted


async def answered(throttle: Throttle, asked: Scope) -> int:
    """The status of an answer."""
    heard: list[Message] = []

    async def receive() -> Any:
        raise AssertionError

    async def send(message: Message) -> None:
        heard.append(message)

    await throttle(asked, receive, send)
    return int(heard[0]["status"])  # type: ignore[typeddict-item]  # the first message has it


async def inside(asked: Scope, receive: Receive, send: Send) -> None:
    """An app that answers everything with 204."""
    del asked, receive
    await send({"type": "http.response.start", "status": 204, "headers": []})


async def test_each_address_has_limits_of_its_own() -> None:
    """One that guesses does not close the door to others, nor to its own other requests."""
    clock = Clock()
    throttle = Throttle(inside, Limits(), clock)
    for n in range(30):
        assert await answered(throttle, scope(f"/sit/key{n}")) == 204
    assert await answered(throttle, scope("/sit/key30")) == 429
    assert await answered(throttle, scope("/join/KX4P7M")) == 429
    assert await answered(throttle, scope("//sit///key31/")) == 429
    assert await answered(throttle, scope("/table/x", authorization="Bearer x")) == 429
    assert await answered(throttle, scope("/table/x")) == 204
    assert await answered(throttle, scope("/sit/key30", client="192.0.2.2")) == 204
    clock.now += 2
    assert await answered(throttle, scope("/sit/key30")) == 204
    assert await answered(throttle, scope("/sit/key31")) == 429


async def test_a_flood_is_stopped_and_a_page_is_not() -> None:
    """Bursts of 300, then 100 a second."""
    clock = Clock()
    throttle = Throttle(inside, Limits(), clock)
    answers = [await answered(throttle, scope("/static/box.css")) for _ in range(400)]
    assert answers == [204] * 300 + [429] * 100
    clock.now += 0.5
    answers = [await answered(throttle, scope("/nowhere")) for _ in range(100)]
    assert answers == [204] * 50 + [429] * 50


# The real app behind them.


async def test_new_tables_are_limited_with_a_sentence(file: Path) -> None:
    """A code, a sentence and a time for programs, a page of ours for people; nothing is made."""
    app = make_app(file, limits=Limits(tables=3))
    async with AsyncTestClient(app, base_url=HERE) as client:
        for _ in range(3):
            await opened(client)
        answer = await client.post("/tables", json={"game": "ravel"}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (429, "slow_down")
        assert 1 <= int(answer.headers["retry-after"]) <= 20
        assert answer.headers["retry-after"] in answer.json()["text"]
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        page = await client.post("/tables", data={"game": "ravel"}, headers=HTML)
        assert page.status_code == 429
        assert "Too much came from your address" in said(page.text)
        assert len((await client.get("/", headers=JSON)).json()["tables"]) == 3


WRONG = f"{'A' * 22}.0.{'B' * 22}"


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        (f"/sit/{WRONG}", {}),
        ("/sit/nonsense", {}),
        ("/join/KX4P7M", {}),
        ("/table/{table}", {"Authorization": f"Bearer {{table}}.0.{'B' * 22}"}),
        ("/table/{table}", {"Authorization": "Bearer nonsense"}),
        ("/", {"Authorization": "Bearer nonsense"}),
    ],
)
async def test_guesses_are_counted_wherever_they_are_sent(
    file: Path, path: str, headers: dict[str, str]
) -> None:
    """Links, codes and keys: after some wrong ones even a right one has to wait."""
    async with AsyncTestClient(make_app(file, limits=Limits(guesses=4)), base_url=HERE) as client:
        view = await opened(client)
        where = path.format(table=view["id"])
        sent = {name: value.format(table=view["id"]) for name, value in headers.items()}
        answers = [await client.get(where, headers={**JSON, **sent}) for _ in range(6)]
        assert [answer.status_code == 429 for answer in answers] == [False] * 4 + [True] * 2
        right: httpx.Response = await client.get(
            f"/table/{view['id']}", headers={**JSON, "Authorization": f"Bearer {view['keys']['0']}"}
        )
        assert right.status_code == 429
        by_cookie = await client.get(f"/table/{view['id']}", headers=JSON)
        assert by_cookie.status_code == 200


async def test_right_keys_are_no_guesses(file: Path) -> None:
    """A program may ask as often as anybody."""
    async with AsyncTestClient(make_app(file, limits=Limits(guesses=2)), base_url=HERE) as client:
        view = await opened(client)
        key = {**JSON, "Authorization": f"Bearer {view['keys']['0']}"}
        for _ in range(10):
            answer = await client.get(f"/table/{view['id']}", headers=key)
            assert answer.status_code == 200


async def test_without_limits_there_are_none(file: Path) -> None:
    """For benchmarks and other tests."""
    async with AsyncTestClient(make_app(file, limits=Limits.none()), base_url=HERE) as client:
        for _ in range(40):
            answer = await client.get("/sit/nonsense", headers=JSON)
            assert answer.json()["code"] == "wrong_key"
