"""What our drivers share: the server as a process, a line to it, and an ear at its news.

The client is small on purpose: it shares the machine with the server that it drives.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import re
import secrets
import signal
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import msgspec

HOST: Final = "127.0.0.1"
OPEN: Final = re.compile(rb"http://127\.0\.0\.1:(\d+)/")
PATIENCE: Final = 60.0  # seconds for what takes one or two; a busy machine is slow, not wrong
MOST_HEAD: Final = 65_536
TEXT, CLOSE, PING = 1, 8, 9  # kinds of frames
LOST: Final = 1006  # how a WebSocket calls an end without a word


class Lost(Exception):
    """A connection that ended before the answer was whole: nobody knows what became of it."""


class Program:
    """The server as a user starts it, in a session of its own; it can die and come back."""

    def __init__(self, store: str, log: Path, *, workers: int = 1, port: int = 0) -> None:
        self.store = store
        self.log = log
        self.workers = workers
        self.port = port
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it says that it is open; ever after at the same port."""
        before = self.log.stat().st_size if self.log.exists() else 0
        await self.spawn()
        async with asyncio.timeout(PATIENCE):
            while not (found := OPEN.search(self.said(before))):
                assert self.process is not None
                assert self.process.returncode is None, self.said(before).decode()
                await asyncio.sleep(0.02)
        self.port = int(found[1])

    async def spawn(self) -> None:
        """Start it without waiting for anything."""
        command = [sys.executable, "-m", "ravelbox", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--store", self.store]
        if self.workers > 1:
            command += ["--workers", str(self.workers)]
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | {"RAVELBOX_LIMITS": "off", "RAVELBOX_DAILY": "ahead=0"},
                start_new_session=True,
            )

    def said(self, since: int = 0) -> bytes:
        """All that it has printed."""
        with self.log.open("rb") as log:
            log.seek(since)
            return log.read()

    async def kill(self) -> None:
        """SIGKILL to it and all its workers: no chance to tidy up."""
        assert self.process is not None
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        await self.gone()

    async def gone(self) -> None:
        """Wait until it and all its workers have ended."""
        assert self.process is not None
        async with asyncio.timeout(PATIENCE):
            await self.process.wait()
            while self.pids():  # noqa: ASYNC110  # no children of ours
                await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """End it politely; what does not end is killed."""
        if self.process is None:
            return
        if self.process.returncode is None:
            self.process.terminate()
        try:
            await self.gone()
        finally:
            await self.kill()

    def pids(self) -> list[int]:
        """It and its workers, as far as they are alive: all of a session of their own."""
        assert self.process is not None
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                facts = stat.read_text().rpartition(")")[2].split()
                if int(facts[3]) == self.process.pid and facts[0] != "Z":
                    found.append(int(stat.parent.name))
        return sorted(found, key=lambda pid: pid != self.process_id)

    @property
    def process_id(self) -> int:
        """The one that was started, which looks after the others."""
        assert self.process is not None
        return self.process.pid


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said."""

    status: int
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        """The answer, read."""
        return cast("dict[str, Any]", msgspec.json.decode(self.body))

    @property
    def trouble(self) -> str:
        """The code of what went wrong, or what stands for it."""
        try:
            return f"{self.status} {self.json.get('code', '')}"
        except msgspec.DecodeError:
            return f"{self.status} {self.body[:200]!r}"


class Line:
    """One connection, kept as long as it lasts."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: object = None, key: str = "") -> Answer:
        """One request and its whole answer; `Lost` if it does not come."""
        sent = b"" if body is None else msgspec.json.encode(body)
        try:
            async with asyncio.timeout(PATIENCE):
                if self._writer is None:
                    self._reader, self._writer = await asyncio.open_connection(HOST, self.port)
                self._writer.write(_head(method, path, self.port, key, len(sent)) + sent)
                return await self._read()
        except TimeoutError:
            self.close()
            raise
        except (OSError, EOFError, asyncio.LimitOverrunError) as error:
            self.close()
            raise Lost(str(error)) from error

    async def _read(self) -> Answer:
        assert self._reader is not None
        head = await self._reader.readuntil(b"\r\n\r\n")
        lower = head.lower()
        _, found, rest = lower.partition(b"\r\ncontent-length:")
        assert found, f"an answer of unknown length: {head!r}"
        body = await self._reader.readexactly(int(rest.partition(b"\r\n")[0]))
        if b"\r\nconnection: close" in lower:
            self.close()
        return Answer(int(head[9:12]), body)

    def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None


def _head(method: str, path: str, port: int, key: str, length: int) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{port}", "Accept: application/json"]
    if key:
        lines.append(f"Authorization: Bearer {key}")
    if length or method == "POST":
        lines += ["Content-Type: application/json", f"Content-Length: {length}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Ear(asyncio.Protocol):
    """A WebSocket that listens; every whole text goes to `hear`."""

    def __init__(self, port: int, path: str, key: str, hear: Callable[[bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[int] = loop.create_future()  # the HTTP status: 101 is good
        self.closed: asyncio.Future[int] = loop.create_future()  # the code of the close
        self.transport: asyncio.Transport | None = None
        self.hear = hear
        self.octets = 0
        self._hello = _head("GET", path, port, key, 0)[:-2] + (
            b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: " + base64.b64encode(secrets.token_bytes(16)) + b"\r\n\r\n"
        )
        self._held = bytearray()
        self._parts = bytearray()  # of a text that comes in several frames

    @classmethod
    async def at(cls, port: int, path: str, key: str, hear: Callable[[bytes], None]) -> Ear:
        """An open ear; `Lost` if the server does not take it."""
        loop = asyncio.get_running_loop()
        try:
            _, ear = await loop.create_connection(lambda: cls(port, path, key, hear), HOST, port)
            status = await asyncio.wait_for(ear.opened, PATIENCE)
        except OSError as error:
            raise Lost(str(error)) from error
        if status != 101:
            ear.close()
            raise Lost(f"the socket is refused with {status}")
        return ear

    def close(self) -> None:
        """Hang up without a word."""
        if self.transport is not None:
            self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        """Collect until something is whole."""
        self._held += data
        self.octets += len(data)
        if not self.opened.done():
            head, found, rest = self._held.partition(b"\r\n\r\n")
            if not found:
                if len(head) > MOST_HEAD:
                    self.close()
                return
            self.opened.set_result(int(head[9:12]))
            self._held = rest
        while self._frame():
            pass

    def _frame(self) -> bool:
        held = self._held
        if len(held) < 2:
            return False
        start, length = 2, held[1] & 127
        if length == 126:
            if len(held) < 4:
                return False
            start, length = 4, int.from_bytes(held[2:4], "big")
        elif length == 127:
            if len(held) < 10:
                return False
            start, length = 10, int.from_bytes(held[2:10], "big")
        end = start + length
        if len(held) < end:
            return False
        final, kind, content = held[0] & 128, held[0] & 15, bytes(held[start:end])
        del held[:end]
        if kind == PING:
            self._send(138, content)  # a pong
        elif kind == CLOSE:
            if not self.closed.done():
                self.closed.set_result(int.from_bytes(content[:2], "big") or 1005)
            self._send(136, content[:2])
        elif kind <= TEXT and final and not self._parts:
            self.hear(content)
        elif kind <= TEXT:
            self._parts += content
            if final:
                whole = bytes(self._parts)
                self._parts.clear()
                self.hear(whole)
        return True

    def say(self, text: bytes) -> None:
        """Send a text: for servers that listen on their sockets."""
        self._send(129, text)

    def _send(self, first: int, content: bytes) -> None:
        """One frame; what a client sends is masked, and a mask of zeros is one."""
        assert len(content) < 65_536
        short = len(content) < 126
        form, length = ("!BBI", len(content)) if short else ("!BBHI", 126)
        counts = (length | 128, 0) if short else (length | 128, len(content), 0)
        if self.transport is not None:
            self.transport.write(struct.pack(form, first, *counts) + content)

    def connection_lost(self, exc: Exception | None) -> None:
        """All is heard."""
        if not self.opened.done():
            self.opened.set_result(0)
        if not self.closed.done():
            self.closed.set_result(LOST)
