"""Serving, as a real process: what it says, what it takes from the wire, and how it ends."""

from __future__ import annotations

import dataclasses
import os
import re
import shlex
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from ravelbox.cli.parser import parser_of_all
from ravelbox.server.limits import Limits
from ravelbox.server.metrics import metrics
from ravelbox.server.run import serve
from ravelbox.server.workers import GRACE
from tests.server.program import JSON, SECONDS, Program, failing, program

PUBLIC = "https://games.example"
HOSTING = Path(__file__).parents[2] / "docs" / "hosting"


def new_table(client: httpx.Client, **fields: object) -> dict[str, Any]:
    """A table of our own."""
    answer = client.post("/tables", json={"game": "ravel", **fields})
    assert answer.status_code == 201, answer.text
    view: dict[str, Any] = answer.json()
    return view


@contextmanager
def listening(
    box: Program, view: dict[str, Any], host: str = "", **headers: str
) -> Iterator[ClientConnection]:
    """A socket at a table, as a program opens it, under any name."""
    sent = {"Authorization": f"Bearer {view['keys']['watch']}", **headers}
    where = f"ws://{host or f'127.0.0.1:{box.port}'}/table/{view['id']}/news"
    with (
        socket.create_connection(("127.0.0.1", box.port), timeout=SECONDS) as wire,
        connect(where, sock=wire, additional_headers=sent) as told,
    ):
        yield told


def closed(told: ClientConnection) -> int:
    """The code with which the other side closes a socket."""
    try:
        while True:
            told.recv(timeout=SECONDS)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 0


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that should come true."""
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def raw(box: Program, *parts: bytes) -> bytes:
    """What comes back to bytes that no decent client sends."""
    with socket.create_connection(("127.0.0.1", box.port), timeout=SECONDS) as wire:
        heard = b""
        try:
            for part in parts:
                wire.sendall(part)
            while piece := wire.recv(65_536):
                heard += piece
        except ConnectionError:
            pass  # it has hung up on us, which is an answer, too
        return heard


# Beginning.


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A server for tests that leave nothing behind."""
    store = tmp_path_factory.mktemp("box") / "tables.sqlite"
    with program(store, env={"RAVELBOX_LIMITS": "off"}) as running:
        yield running


def test_it_says_where_it_is_when_it_answers(box: Program) -> None:
    """And it does answer then."""
    assert box.said == f"Ravelbox is open at {box.address}/ (Ctrl+C closes it)\n"
    assert box.client.get("/health").json()["status"] == "ok"


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"workers": 2}, "more than one worker needs PostgreSQL"),
        ({"workers": 0}, "1 to 64 workers"),
        ({"url": "games.example"}, "a public address is like https://games.example"),
        ({"url": "https://games.example/box"}, "with no path"),
        ({"proxy": "my-proxy"}, "a proxy is an address such as 10.0.0.2"),
        ({"proxy": "*"}, "a proxy is an address such as 10.0.0.2"),
        ({"log": "loud"}, "the log has no level"),
    ],
)
def test_what_cannot_work_is_one_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], settings: dict[str, Any], sentence: str
) -> None:
    """Before anything is opened or made."""
    store = tmp_path / "tables.sqlite"
    assert serve(store=store, **settings) == 2
    written = capfd.readouterr()
    assert written.out == ""
    assert sentence in written.err
    assert written.err.count("\n") == 1
    assert not store.exists()


def test_limits_that_cannot_be_read_are_one_sentence(tmp_path: Path) -> None:
    """They come from the environment, so it is named."""
    store = str(tmp_path / "tables.sqlite")
    told = failing("--store", store, env={"RAVELBOX_LIMITS": "tables=many"})
    assert "RAVELBOX_LIMITS" in told
    assert "tables=many" in told


def test_whoever_opens_to_others_is_advised(tmp_path: Path) -> None:
    """One sentence, and only then; under its own name it answers, too."""
    with program(tmp_path / "tables.sqlite", "--host", "0.0.0.0") as box:  # noqa: S104  # what is tested
        name = {"Host": f"{socket.gethostname()}:{box.port}"}
        assert box.client.get("/health", headers=name).status_code == 200
        assert box.client.get("/health", headers={"Host": "evil.example"}).status_code == 421
        box.process.terminate()
        code, written = box.end()
    assert code == 0
    assert written.count("\n") == 1
    assert "others can reach this now" in written
    assert "docs/hosting.md" in written


# Under a public address, behind a proxy.


def test_under_a_public_address_it_knows_its_name(tmp_path: Path) -> None:
    """The name is answered to, the cookie is for TLS, and pages that came without it are not ours."""
    with program(tmp_path / "tables.sqlite", "--url", PUBLIC) as box:
        assert box.said.startswith(f"Ravelbox is open at {PUBLIC}/ (from {box.address}/;")
        public = {"Host": "games.example"}
        own, foreign = {"Origin": PUBLIC}, {"Origin": "http://games.example"}
        asked = {"game": "ravel"}
        made = box.client.post("/tables", json=asked, headers={**public, **own})
        assert made.status_code == 201
        assert "Secure" in made.headers["set-cookie"]
        assert made.headers["strict-transport-security"]
        refused = box.client.post("/tables", json=asked, headers={**public, **foreign})
        assert (refused.status_code, refused.json()["code"]) == (403, "cross_site")
        other = box.client.get("/", headers={"Host": "other.example"})
        assert (other.status_code, other.json()["code"]) == (421, "wrong_host")
        with listening(box, made.json(), "games.example", **own) as told:
            assert told.recv(timeout=SECONDS)
        with (
            pytest.raises(InvalidStatus) as refusal,
            listening(box, made.json(), "games.example", **foreign),
        ):
            pass
        assert refusal.value.response.status_code == 403


def guesses(box: Program, address: str) -> list[int]:
    """What a client at some address is answered, of whom the proxy says where it is."""
    forwarded = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}
    return [box.client.get("/sit/x", headers=forwarded).status_code for _ in range(3)]


@pytest.mark.parametrize(
    ("arguments", "believed"),
    [
        ([], False),
        (["--url", PUBLIC], True),
        (["--proxy", "127.0.0.1"], True),
        (["--url", PUBLIC, "--proxy", "192.0.2.0/24"], False),
    ],
)
def test_only_the_proxy_is_believed_about_clients(
    tmp_path: Path, arguments: list[str], believed: bool
) -> None:
    """Otherwise whoever is counted would be whoever they say they are."""
    few = {"RAVELBOX_LIMITS": "guesses=2"}
    with program(tmp_path / "tables.sqlite", *arguments, env=few) as box:
        assert guesses(box, "203.0.113.1") == [403, 403, 429]
        assert guesses(box, "203.0.113.2") == ([403, 403, 429] if believed else [429, 429, 429])
        # who comes through more proxies than ours cannot choose a name either
        assert guesses(box, "203.0.113.9, 203.0.113.1") == [429, 429, 429]


# What comes from the wire.


def test_a_long_head_is_refused(box: Program) -> None:
    """In the address, in one header, in many, in one piece and in several, with an end or without."""
    start = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    said = []
    for parts in (
        [b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
        [start + b"X: " + b"x" * 40_000 + b"\r\n\r\n"],
        [start, *[b"X: y\r\n" * 1_000] * 20],
        [start + b"X: ", *[b"x" * 10_000] * 10],
        [start + b"Connection: Upgrade\r\nUpgrade: websocket\r\nX: " + b"x" * 40_000 + b"\r\n\r\n"],
    ):
        said.append(raw(box, *parts)[:13])
    # whoever is still sending when the door shuts may hear nothing
    assert {*said, b""} == {b"HTTP/1.1 431 ", b""}
    assert box.client.get("/health").status_code == 200


def test_a_body_without_end_is_refused(box: Program) -> None:
    """By what it says it is, or by how much comes."""
    head = b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    told = raw(box, head + b"Connection: close\r\nContent-Length: 99999999\r\n\r\n")
    assert told.startswith(b"HTTP/1.1 413 ")
    chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    endless = raw(box, head + b"Transfer-Encoding: chunked\r\n\r\n", *[chunk] * 100)
    assert endless.startswith(b"HTTP/1.1 413 ") or not endless
    assert box.client.get("/health").status_code == 200


def test_nonsense_is_refused(box: Program) -> None:
    """What is no HTTP, and a request that says twice how long it is."""
    assert raw(box, b"\x16\x03\x01\x02\x00 hello\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    twice = b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n"
    twice += b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    assert raw(box, twice).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Origin": "http://evil.example"}, 403, "cross_site"),
        ({"Origin": "null"}, 403, "cross_site"),
        ({"Origin": "http://127.0.0.1:1"}, 403, "cross_site"),
        ({"host": "evil.example"}, 421, "wrong_host"),
        ({"host": "evil.example", "Origin": "http://evil.example"}, 421, "wrong_host"),
    ],
)
def test_other_sites_may_not_listen(
    box: Program, headers: dict[str, str], status: int, code: str
) -> None:
    """A socket is opened by our own pages and by programs, under our own name."""
    view = new_table(box.client)
    with pytest.raises(InvalidStatus) as refusal, listening(box, view, **headers):
        pass
    answer = refusal.value.response
    assert answer.status_code == status
    assert f'"code":"{code}"'.encode() in (answer.body or b"")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_our_own_pages_and_programs_may_listen(box: Program) -> None:
    """What a browser sends from our page, and what a program sends."""
    view = new_table(box.client)
    for headers in ({}, {"Origin": box.address}):
        with listening(box, view, **headers) as told:
            assert view["id"] in str(told.recv(timeout=SECONDS))


def test_a_socket_takes_no_long_message(box: Program) -> None:
    """It should say nothing at all; what is long is not even read."""
    view = new_table(box.client)
    with listening(box, view) as told:
        told.send("x" * 2_000)
        assert closed(told) == 1009


def test_sockets_of_one_address_are_limited(tmp_path: Path) -> None:
    """With a status, a sentence and a time; a place that becomes free can be taken."""
    three = {"RAVELBOX_LIMITS": "sockets=3"}
    with program(tmp_path / "tables.sqlite", env=three) as box:
        view = new_table(box.client)
        with listening(box, view), listening(box, view):
            with listening(box, view):
                with pytest.raises(InvalidStatus) as refusal, listening(box, view):
                    pass
                answer = refusal.value.response
                assert answer.status_code == 429
                assert int(answer.headers["Retry-After"]) > 0
                assert b'"code":"slow_down"' in (answer.body or b"")
                assert _number(box, "ravelbox_sockets_open") == 3
            until(lambda: _number(box, "ravelbox_sockets_open") == 2)
            with listening(box, view) as told:
                assert told.recv(timeout=SECONDS)


def _number(box: Program, name: str) -> float:
    """One of the server's numbers."""
    lines = box.client.get("/metrics").text.splitlines()
    found = [line for line in lines if line.startswith((f"{name} ", f"{name}{{", f"{name},"))]
    return sum(float(line.rpartition(" ")[2]) for line in found)


# The end.


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_in_order(tmp_path: Path, sign: signal.Signals) -> None:
    """A request that runs is answered, sockets are told to come again, nothing is said, code 0."""
    with program(tmp_path / "tables.sqlite") as box, ExitStack() as sockets:
        told = sockets.enter_context(listening(box, new_table(box.client)))
        told.recv(timeout=SECONDS)
        body = b'{"game": "ravel"}'
        with socket.create_connection(("127.0.0.1", box.port), timeout=SECONDS) as running:
            running.sendall(
                b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                b"Accept: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body[:5])
            )
            until(lambda: _number(box, "process_open_fds") > 0)  # so it was read before the signal
            box.process.send_signal(sign)
            assert closed(told) == 1012
            with pytest.raises(httpx.TransportError):
                httpx.get(f"{box.address}/health")
            running.sendall(body[5:])
            assert running.recv(65_536).startswith(b"HTTP/1.1 201 ")
        assert box.end() == (0, "")


def test_asked_twice_from_the_keyboard_it_ends_at_once(tmp_path: Path) -> None:
    """Without waiting for who never finishes, and still without a stack."""
    with program(tmp_path / "tables.sqlite") as box, ExitStack() as sockets:
        address = ("127.0.0.1", box.port)
        never = sockets.enter_context(socket.create_connection(address, timeout=SECONDS))
        never.sendall(
            b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 9\r\n\r\n"
        )
        box.client.get("/health")
        box.process.send_signal(signal.SIGINT)
        until(lambda: not _answers(box))
        box.process.send_signal(signal.SIGINT)
        assert box.end() == (0, "")


# The page about hosting is true.


def test_the_unit_and_the_proxies_fit_together() -> None:
    """The unit starts what the program takes, and both proxies look where it listens."""
    unit = (HOSTING / "ravelbox.service").read_text(encoding="utf-8").replace("\\\n", " ")
    (start,) = re.findall(r"^ExecStart=\S+/ravelbox (.*)$", unit, re.MULTILINE)
    chosen = parser_of_all().parse_args(shlex.split(start))
    assert (chosen.command, chosen.no_browser, chosen.workers) == ("serve", True, 2)
    for file in ("nginx.conf", "Caddyfile"):
        proxy = (HOSTING / file).read_text(encoding="utf-8")
        assert f"127.0.0.1:{chosen.port}" in proxy
        assert chosen.url.removeprefix("https://") in proxy
        assert "/metrics" in proxy
    (grace,) = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert int(grace) > GRACE
    page = (HOSTING.parent / "hosting.md").read_text(encoding="utf-8")
    assert " ".join(start.split()) in page


def test_the_page_has_the_limits_that_there_are() -> None:
    """Each by its name, with its default."""
    page = (HOSTING.parent / "hosting.md").read_text(encoding="utf-8")
    for name, number in dataclasses.asdict(Limits()).items():
        (told,) = re.findall(rf"^\|[^|]*\| `{name}` \| ([\d,]+)", page, re.MULTILINE)
        assert int(told.replace(",", "")) == number


def test_the_page_has_the_numbers_that_there_are() -> None:
    """All of ours, and no other."""
    page = (HOSTING.parent / "hosting.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(ravelbox_\w+)`", page))
    ours = {
        f"{family.name}_total" if family.type == "counter" else family.name
        for family in metrics.registry.collect()
        if family.name.startswith("ravelbox_")
    }
    assert told == ours


# Several workers.


@pytest.fixture
def workers(postgres_url: str) -> Iterator[Program]:
    """Two workers on a PostgreSQL."""
    with program(postgres_url, "--workers", "2", env={"RAVELBOX_LIMITS": "off"}) as running:
        yield running


def test_workers_share_a_socket_and_their_numbers(workers: Program) -> None:
    """Every connection is answered, each knows what all have counted, and all end in order."""
    children = workers.children()
    assert len(children) == 2
    view = new_table(workers.client)
    where = f"{workers.address}/table/{view['id']}"
    with ExitStack() as sockets:
        told = [sockets.enter_context(listening(workers, view)) for _ in range(20)]
        for each in told:
            each.recv(timeout=SECONDS)
        for _ in range(20):  # each on a connection of its own, and so at some worker
            key = {**JSON, "Authorization": f"Bearer {view['keys']['0']}"}
            assert httpx.get(where, headers=key).status_code == 200
        assert _number(workers, "ravelbox_sockets_open") == 20
        assert _number(workers, 'ravelbox_requests_total{method="GET",route="/table/{table}"') == 20
        workers.process.terminate()
        assert {closed(each) for each in told} == {1012}
    assert workers.end() == (0, "")
    until(lambda: not any(_runs(child) for child in children))


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2]
    except OSError:
        return False
    return not state.split()[0].startswith("Z")


def test_a_worker_that_dies_is_started_again(workers: Program) -> None:
    """The others go on meanwhile, and the log has a line about it."""
    first = set(workers.children())
    for victim in first:
        os.kill(victim, signal.SIGKILL)
    until(lambda: len(set(workers.children()) - first) == 2)
    until(lambda: _answers(workers))
    assert _number(workers, "ravelbox_sockets_open") == 0
    workers.process.send_signal(signal.SIGINT)
    code, written = workers.end()
    assert code == 0
    assert written.count('"event": "worker ended"') == written.count("\n") == 2


def _answers(box: Program) -> bool:
    try:
        return httpx.get(f"{box.address}/health", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def test_nobody_serves_on_when_the_parent_was_killed(workers: Program) -> None:
    """Workers notice, and end."""
    children = workers.children()
    assert len(children) == 2
    workers.process.kill()
    until(lambda: not any(_runs(child) for child in children))
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{workers.address}/health")


def test_workers_that_cannot_reach_their_store_are_one_sentence(tmp_path: Path) -> None:
    """The parent looks first."""
    nowhere = f"postgresql://ravelbox@/box?host={tmp_path}"
    assert "cannot be opened" in failing("--store", nowhere, "--workers", "2")
