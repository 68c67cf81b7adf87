"""A program as a child of ours: lines to it and from it, within bounds of time and memory."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence
from typing import IO, Final

from ravelbox.kernel.words import echo

MOST_ANSWER: Final = 65_536  # bytes that it may say to one question
KEPT: Final = 2_048  # bytes of its complaints that are remembered: the last ones
PIECE: Final = 65_536  # bytes that are moved at once
GRACE: Final = 0.5  # seconds to end by itself after the last word
LAST_WORDS: Final = 0.3  # seconds that we listen why a program has gone
REAPED: Final = 5.0  # seconds for the system to bury what was killed


class Failed(Exception):
    """A program that does not keep to what was agreed; says in words what it did."""


class Child:
    """One running program with a process group of its own, which ends as a whole.

    What it has started ends with it, unless that has left for a group or session of its own.
    Nothing here waits without a limit: whatever the program does with its three pipes, they are
    looked at together.
    """

    def __init__(self, command: Sequence[str]) -> None:
        if not hasattr(os, "waitid"):
            raise Failed("programs as bots need a system that can watch them, such as Linux")
        try:
            process = subprocess.Popen(  # noqa: S603  # named by whoever runs us
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise Failed(f"it cannot be started: {reason}") from error
        self._process = process
        self._selector = selectors.DefaultSelector()
        self._end = weakref.finalize(self, _bury, process, self._selector)
        self._to_send = bytearray()
        self._said = bytearray()
        self._taken = 0  # bytes that it has said to the open question
        self._complaints = b""
        for pipe in _pipes(process):
            os.set_blocking(pipe.fileno(), False)
        for pipe in _pipes(process)[1:]:
            self._selector.register(pipe, selectors.EVENT_READ)

    def ask(self, lines: bytes, seconds: float) -> bytes:
        """Send lines, and wait for the one line that answers them."""
        until = time.monotonic() + seconds
        self._taken = 0
        self._turn(0)
        if self._said.strip():
            raise Failed(f"it spoke without being asked: {self._quoted()}")
        self._send(lines)
        while (line := self._line()) is None:
            left = until - time.monotonic()
            if left <= 0:
                raise Failed(f"it did not answer within {seconds:g} s")
            self._turn(left)
        if self._said.strip():
            raise Failed(f"it said more than one line to one question: {self._quoted()}")
        return line

    def end(self, last: bytes = b"") -> None:
        """Say a last word, wait a moment, and end it with all of its group."""
        until = time.monotonic() + GRACE
        self._send(last)
        with contextlib.suppress(Failed):
            while not self._has_ended() and (left := until - time.monotonic()) > 0:
                self._taken = 0
                if not self._to_send:
                    self._hang_up()
                self._said.clear()
                self._turn(min(left, 0.02))
        self.kill()

    def kill(self) -> None:
        """End it at once."""
        self._end()

    def interrupt(self) -> None:
        """End it from another thread; the one that waits for its answer sees that, and cleans up."""
        if self._end.alive:
            _strike(self._process)

    def _send(self, lines: bytes) -> None:
        pipe = self._process.stdin
        if pipe is None or pipe.closed or not lines:
            return
        if not self._to_send:
            self._selector.register(pipe, selectors.EVENT_WRITE)
        self._to_send += lines

    def _hang_up(self) -> None:
        pipe = self._process.stdin
        if pipe is not None and not pipe.closed:
            pipe.close()

    def _line(self) -> bytes | None:
        """The next line that says something."""
        while (end := self._said.find(b"\n")) >= 0:
            line = bytes(self._said[:end]).strip()
            del self._said[: end + 1]
            if line:
                return line
        return None

    def _turn(self, wait: float) -> None:
        """Move what can be moved, to it and from it."""
        for key, _ in self._selector.select(wait):
            pipe = key.fileobj
            if pipe is self._process.stdin:
                self._write()
            elif pipe is self._process.stderr:
                self._listen_to_complaints()
            else:
                self._listen()

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        try:
            del self._to_send[: os.write(pipe.fileno(), self._to_send[:PIECE])]
        except BlockingIOError:
            return
        except BrokenPipeError:  # it will not read; whether it still speaks is seen elsewhere
            self._to_send.clear()
        if not self._to_send:
            self._selector.unregister(pipe)

    def _listen(self) -> None:
        assert self._process.stdout is not None
        piece = _read(self._process.stdout)
        if piece == b"":
            raise Failed(self._farewell())
        self._said += piece or b""
        self._taken += len(piece or b"")
        if self._taken > MOST_ANSWER:
            raise Failed(f"it said more than {MOST_ANSWER // 1024} KiB to one question")

    def _listen_to_complaints(self) -> None:
        pipe = self._process.stderr
        assert pipe is not None
        piece = _read(pipe)
        if piece == b"":
            self._selector.unregister(pipe)
        self._complaints = (self._complaints + (piece or b""))[-KEPT:]

    def _farewell(self) -> str:
        """Why nothing more comes from it."""
        assert self._process.stdout is not None
        self._selector.unregister(self._process.stdout)
        until = time.monotonic() + LAST_WORDS
        while time.monotonic() < until:
            ended = self._has_ended()
            self._turn(0 if ended else 0.01)
            if ended:
                break
        status = self._status()
        if status is None:
            return "it closed its output"
        words = [line for line in self._complaints.decode(errors="replace").splitlines() if line]
        why = f": {echo(words[-1])}" if words else ""
        if status < 0:
            return f"it was ended by {_named(-status)}{why}"
        return f"it ended with status {status}{why}"

    def _has_ended(self) -> bool:
        return self._status() is not None

    def _status(self) -> int | None:
        """How it ended. It is not buried yet: its number must stay its own until all are killed."""
        found = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    def _quoted(self) -> str:
        return echo(bytes(self._said[:KEPT]).decode(errors="replace"))


def _named(number: int) -> str:
    """A signal by its name; most real-time ones have none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _pipes(process: subprocess.Popen[bytes]) -> list[IO[bytes]]:
    return [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe is not None]


def _read(pipe: IO[bytes]) -> bytes | None:
    """What is there; nothing at all at the end, None if nothing is there yet."""
    try:
        return os.read(pipe.fileno(), PIECE)
    except BlockingIOError:
        return None


def _strike(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # some are gone already
        os.killpg(process.pid, signal.SIGKILL)


def _bury(process: subprocess.Popen[bytes], selector: selectors.BaseSelector) -> None:
    """Kill a program and all of its group, and close what led to it."""
    _strike(process)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(REAPED)
    selector.close()
    for pipe in _pipes(process):
        pipe.close()
