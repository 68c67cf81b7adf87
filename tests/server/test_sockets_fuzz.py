"""Hostile visitors at the news: whatever they send, the server answers on, and keeps nothing of them."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.driving import HOST, Ear, Line, Program
from benchmarks.load import memory

pytestmark = pytest.mark.anyio
VISITS = 300
AT_ONCE = 12
ANSWER = 20  # seconds in which a visitor is answered or shown out
GONE = 120  # seconds in which nothing is left of a visitor who went without a word
LONG = {"game": "arch_ravels", "seats": 2, "characters": "random", "sides": "random"}
GROWTH = 12_000_000  # bytes; 300 visitors that each left 40 KB behind would show
HELLO = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
View = dict[str, Any]


class Box:
    """A running server with one table, and its numbers."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.line = Line(program.port)
        self.table: View = {}
        self.rng = random.Random(6)
        self.statuses: set[int] = set()

    async def lay(self, **fields: object) -> View:
        """A table for everybody to visit."""
        answer = await self.line.ask("POST", "/tables", fields)
        assert answer.status == 201, answer.body
        return answer.json

    async def number(self, name: str) -> float:
        """One of the server's own numbers."""
        line = Line(self.program.port)
        answer = await line.ask("GET", "/metrics")
        line.close()
        found = re.search(rf"^{name} (\S+)$", answer.body.decode(), re.MULTILINE)
        assert found, name
        return float(found[1])

    async def until_empty(self) -> None:
        """Wait until no socket is open."""
        async with asyncio.timeout(GONE):
            while await self.number("ravelbox_sockets_open"):  # noqa: ASYNC110  # another process
                await asyncio.sleep(0.2)

    def hello(self, query: str = "", table: str = "", *, key: bool = True) -> bytes:
        """How a visitor greets."""
        path = f"/table/{table or self.table['id']}/news{query}"
        head = HELLO.format(path=path, host=f"{HOST}:{self.program.port}")
        if key:
            head += f"Authorization: Bearer {self.table['keys']['0']}\r\n"
        return (head + "\r\n").encode("latin-1")

    async def visit(self, *parts: bytes, reset: bool = False, patient: bool = True) -> bytes:
        """Send pieces, and read until the server closes or all is said; no answer may be a 5xx."""
        reader, writer = await asyncio.open_connection(HOST, self.program.port)
        heard = b""
        with contextlib.suppress(OSError, TimeoutError):
            for part in parts:
                writer.write(part)
                await writer.drain()
            if not reset:
                writer.write_eof()
                async with asyncio.timeout(ANSWER if patient else 0.05):
                    heard = await reader.read(200_000)
        if reset:  # gone without a word: not even the end of the stream is sent
            wire: socket.socket = writer.get_extra_info("socket")
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()
        found = re.match(rb"HTTP/1\.1 (\d{3}) ", heard)
        if found:
            self.statuses.add(int(found[1]))
            assert int(found[1]) < 500, heard[:300]
        return heard


@pytest.fixture
async def box(tmp_path: Path) -> AsyncIterator[Box]:
    """A server with a table of Ramble."""
    program = Program(str(tmp_path / "tables.sqlite"), tmp_path / "server.log")
    await program.start()
    opened = Box(program)
    try:
        opened.table = await opened.lay(game="ramble", seats=2)
        yield opened
        opened.line.close()  # it may have been idle for too long
        assert (await opened.line.ask("GET", "/health")).status == 200
        for broken in (b'"trace":', b"Traceback"):
            assert broken not in program.said(), program.said()[-3000:].decode()
    finally:
        opened.line.close()
        await program.stop()


# What visitors do. Each makes one visit up.


async def ask_nonsense(box: Box) -> None:
    """An address whose question means nothing."""
    words = ["at", "mark", "form", "seat", "revision", "to", "", "at[]", "%00", "é", "a" * 40]
    values = ["0", "-1", "9" * 400, "1e9", "page", "json", "xml", "", "%", "%ff%fe", "null", "\x7f"]
    pairs = [
        f"{box.rng.choice(words)}={box.rng.choice(values)}" for _ in range(box.rng.randint(1, 6))
    ]
    await box.visit(box.hello("?" + "&".join(pairs), key=box.rng.random() < 0.8))


async def ask_for_another_table(box: Box) -> None:
    """A table that is not there, under any name."""
    names = ["nothing", "a" * 5_000, "%2e%2e%2fetc", "..", "%00", "é", "0" * 22, "{table}"]
    await box.visit(box.hello(table=box.rng.choice(names)))


async def talk(box: Box) -> None:
    """Frames of every kind to a socket that wants none."""
    frames = b"".join(_frame(box.rng) for _ in range(box.rng.randint(1, 5)))
    await box.visit(box.hello(), frames)


def _frame(rng: random.Random) -> bytes:
    first = rng.choice(
        [0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A, 0xF1, 0x8F, rng.getrandbits(8)]
    )
    length = rng.choice(
        [0, 1, 5, 125, 126, 1_023, 1_025, 65_535, 65_536, 2**31, 2**63 - 1, 2**64 - 1]
    )
    masked = 0x80 if rng.random() < 0.8 else 0
    if length < 126:
        head = struct.pack("!BB", first, masked | length)
    elif length < 65_536:
        head = struct.pack("!BBH", first, masked | 126, length)
    else:
        head = struct.pack("!BBQ", first, masked | 127, length)
    mask = rng.randbytes(4) if masked else b""
    return head + mask + rng.randbytes(min(length, rng.choice([0, 10, 2_000, 70_000])))


async def greet_badly(box: Box) -> None:
    """A handshake with something missing, doubled, or cut off."""
    lines = box.hello().split(b"\r\n")
    n = box.rng.randrange(len(lines) - 2)
    how = box.rng.randrange(4)
    if how == 0:
        del lines[n]
    elif how == 1:
        lines.insert(n + 1, lines[n])
    elif how == 2:
        lines[n] = lines[n][: box.rng.randrange(len(lines[n]) + 1)]
    else:
        lines[n] = box.rng.randbytes(40).replace(b"\n", b"")
    await box.visit(b"\r\n".join(lines))


async def go_at_once(box: Box) -> None:
    """Gone in the midst of the handshake, or right after it."""
    hello = box.hello()
    cut = box.rng.choice([10, len(hello) // 2, len(hello)])
    await box.visit(hello[:cut], reset=True)


async def flood(box: Box) -> None:
    """Pings without end."""
    ping = struct.pack("!BBI", 0x89, 0x80 | 4, 0) + b"ping"
    await box.visit(box.hello(), ping * 2_000, patient=False)


VISITORS: list[Callable[[Box], Awaitable[None]]] = [
    ask_nonsense, ask_for_another_table, talk, greet_badly, go_at_once, flood,
]  # fmt: skip


async def crowd(box: Box, visits: int) -> None:
    """Many of them, some at a time, in an order of the dice."""
    plan = [box.rng.choice(VISITORS) for _ in range(visits)]
    waiting = iter(plan)

    async def one_after_another() -> None:
        for visitor in waiting:
            await visitor(box)

    async with asyncio.timeout(visits):  # no visit may hang
        await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))
    await box.until_empty()


async def test_hostile_visitors_leave_nothing_behind(box: Box) -> None:
    """No 5xx, no hang, no socket left, and no more memory after the second crowd than the first."""
    ear = await listening(box, box.table, lambda _: None)
    ear.close()
    await crowd(box, VISITS)
    files = await box.number("process_open_fds")
    before = memory(box.program.pids())
    await crowd(box, VISITS)
    assert memory(box.program.pids()) - before < GROWTH
    assert await box.number("process_open_fds") <= files + 5
    assert 101 in box.statuses
    assert {400, 404} & box.statuses


async def listening(box: Box, table: View, hear: Callable[[bytes], None]) -> Ear:
    """A decent visitor."""
    path = f"/table/{table['id']}/news"
    return await Ear.at(box.program.port, path, table["keys"]["0"], hear)


async def test_a_decent_listener_hears_all_among_hostile_ones(box: Box) -> None:
    """Others' nonsense is no reason to miss news."""
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    table = await box.lay(**LONG)  # one that ten acts do not end
    ear = await listening(box, table, heard.put_nowait)
    for _ in range(10):
        await asyncio.gather(*(box.rng.choice(VISITORS)(box) for _ in range(10)))
        view = await play(box, table)
        async with asyncio.timeout(ANSWER):
            while f'"at":{view["at"]},'.encode() not in await heard.get():
                pass
    ear.close()
    await box.until_empty()


async def play(box: Box, table: View) -> View:
    """One act of whoever is asked."""
    path = f"/table/{table['id']}"
    both = f"{table['keys']['0']},{table['keys']['1']}"
    view = (await box.line.ask("GET", path, None, both)).json
    offers = view["prompt"]["offers"]
    body = {"at": view["at"], "codes": [box.rng.choice(offers)["code"]]}
    answer = await box.line.ask("POST", f"{path}/act", body, both)
    assert answer.status == 200, answer.body
    return answer.json


async def test_slow_readers_are_shown_out(box: Box) -> None:
    """Who takes nothing is let go; meanwhile the table goes on, and nothing piles up for them."""
    table = await box.lay(**LONG)
    hello = box.hello("?form=page", table["id"], key=False)[:-2]
    hello += f"Authorization: Bearer {table['keys']['0']}\r\n\r\n".encode()
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(deaf(box, hello)) for _ in range(5)]
        before = memory(box.program.pids())
        for _ in range(120):  # each is a page for every listener: far more than a socket holds
            await play(box, table)
        assert await box.number("ravelbox_sockets_open") <= len(slow)
        assert memory(box.program.pids()) - before < 10 * GROWTH
        box.line.close()
        await box.until_empty()


def deaf(box: Box, hello: bytes) -> socket.socket:
    """A connection that greets and never reads."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    wire.connect((HOST, box.program.port))
    wire.sendall(hello)
    return wire
