"""Several serving processes on one listening socket, and the one that looks after them.

Each is a fresh interpreter. It reads its plan from its standard input and serves until that ends: so
it also ends when its parent was killed, and nobody serves on unwatched.
"""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from typing import IO, Final

import msgspec
from prometheus_client.multiprocess import mark_process_dead

from ravelbox.server import logs
from ravelbox.server.metrics import SHARED
from ravelbox.server.wire import FAILED, LAST, Plan, serve_on, serving, try_store

LOG: Final = logging.getLogger("ravelbox.server")
READY: Final = b"ready\n"
GRACE: Final = LAST + 5  # seconds after which a worker that does not end is ended
SETTLED: Final = 60.0  # seconds after which the death of a worker is a surprise
SLOWEST: Final = 30.0  # seconds between starts of one that dies again and again


class Worker:
    """One process of several."""

    def __init__(self, plan: Plan, listener: socket.socket, folder: str) -> None:
        self.process = subprocess.Popen(  # noqa: S603  # ourselves
            [sys.executable, "-P", "-m", "ravelbox.server.workers", str(listener.fileno())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            pass_fds=[listener.fileno()],
            env={**os.environ, SHARED: folder},
            process_group=0,  # Ctrl+C is for the parent, which then tells the workers
        )
        self.born = time.monotonic()
        self.ready = False
        with contextlib.suppress(BrokenPipeError):  # it has ended already, as will be seen
            self.input.write(msgspec.json.encode(plan) + b"\n")

    @property
    def input(self) -> IO[bytes]:
        """Through which it hears of its plan, and of our end."""
        assert self.process.stdin
        return self.process.stdin

    @property
    def output(self) -> IO[bytes]:
        """Through which it says that it is ready; it ends when the worker does."""
        assert self.process.stdout
        return self.process.stdout

    def end(self, sign: signal.Signals) -> None:
        """Tell it to end, if it has not."""
        if self.process.poll() is None:
            self.process.send_signal(sign)


class Parent:
    """Starts the workers, starts them again when they die, and stops them all."""

    def __init__(
        self, plan: Plan, count: int, listener: socket.socket, tell: Callable[[], None]
    ) -> None:
        self._plan = plan
        self._listener = listener
        self._tell = tell
        self._told = False
        self._signals = 0  # that told us to stop
        self._workers: list[Worker] = []
        self._due = [0.0] * count  # when to start those that are missing
        self._pause = 0.0  # before the next that dies is started again
        self._selector = selectors.DefaultSelector()
        self._folder = tempfile.mkdtemp(prefix="ravelbox-")  # for the workers' numbers

    def run(self) -> int:
        """Serve until told to stop; the exit code."""
        code = 0
        try:
            with self._hearing():
                while not self._signals and not code:
                    self._start()
                    code = self._watch()
                self._stop(signal.SIGTERM)
        finally:
            self._selector.close()
            shutil.rmtree(self._folder, ignore_errors=True)
        return code

    @contextlib.contextmanager
    def _hearing(self) -> Iterator[None]:
        """Count signals to stop, each of which also ends a wait."""
        near, far = socket.socketpair()
        near.setblocking(False)
        far.setblocking(False)
        self._selector.register(near, selectors.EVENT_READ)
        before = signal.set_wakeup_fd(far.fileno())
        both = (signal.SIGINT, signal.SIGTERM)
        handlers = [signal.signal(sign, lambda *_: self._count()) for sign in both]
        try:
            yield
        finally:
            for sign, handler in zip(both, handlers, strict=True):
                signal.signal(sign, handler)
            signal.set_wakeup_fd(before)
            near.close()
            far.close()

    def _count(self) -> None:
        self._signals += 1

    def _start(self) -> None:
        """Start what is due."""
        now = time.monotonic()
        for _ in [due for due in self._due if due <= now]:
            worker = Worker(self._plan, self._listener, self._folder)
            self._workers.append(worker)
            self._selector.register(worker.output, selectors.EVENT_READ, worker)
        self._due = [due for due in self._due if due > now]

    def _watch(self) -> int:
        """Wait until something happens; an exit code if there is no sense in going on."""
        wait = max(min(self._due) - time.monotonic(), 0.0) if self._due else None
        for worker in self._ended(wait):
            if not self._told:
                return FAILED  # the worker has said why
            if time.monotonic() - worker.born > SETTLED:
                self._pause = 0.0
            fields = {"code": worker.process.returncode, "pause": self._pause}
            LOG.error("worker ended", extra={"fields": fields})
            self._due.append(time.monotonic() + self._pause)
            self._pause = min(max(1.0, self._pause * 2), SLOWEST)
        if not self._told and all(worker.ready for worker in self._workers):
            self._told = True
            self._tell()
        return 0

    def _ended(self, wait: float | None) -> list[Worker]:
        """Wait until a worker is ready or has ended, or a signal comes; those that have ended."""
        ended: list[Worker] = []
        for key, _ in self._selector.select(wait):
            worker: Worker | None = key.data
            if worker is None:
                os.read(key.fd, 64)  # a signal's, which has been counted
            elif worker.output.read(len(READY)) == READY:
                worker.ready = True
            else:
                self._bury(worker)
                ended.append(worker)
        return ended

    def _bury(self, worker: Worker, *, kill: bool = False) -> None:
        self._selector.unregister(worker.output)
        self._workers.remove(worker)
        try:
            worker.process.wait(0 if kill else 1)
        except subprocess.TimeoutExpired:  # one that only closed its output is of no use either
            worker.end(signal.SIGKILL)
            worker.process.wait()
        worker.input.close()
        worker.output.close()
        mark_process_dead(worker.process.pid, self._folder)  # type: ignore[no-untyped-call]  # the library has no types here

    def _stop(self, sign: signal.Signals) -> None:
        """Tell all to end, and wait for it; who is told twice, or waits too long, ends them."""
        self._listener.close()  # who comes now is refused, and does not wait for nobody
        before, until = self._signals, time.monotonic() + GRACE
        for worker in self._workers:
            worker.end(sign)
        while self._workers:
            left = until - time.monotonic()
            if left <= 0 or self._signals > before:
                for worker in list(self._workers):
                    self._bury(worker, kill=True)
            else:
                self._ended(left)


def work(listener: socket.socket) -> int:
    """Serve in this process, until the parent says so or is no more."""
    parent = open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)  # noqa: SIM115  # open as long as the process
    plan = msgspec.json.decode(parent.readline(), type=Plan)
    logs.start(plan.log)
    trouble = try_store(plan.store)
    if trouble:
        LOG.error("worker cannot start", exc_info=trouble)
        return FAILED
    server = serving(plan, lambda: _say(READY))

    def wait() -> None:
        parent.read()
        server.should_exit = True

    threading.Thread(target=wait, daemon=True).start()
    serve_on(server, listener)
    return 0


def _say(word: bytes) -> None:
    """Tell the parent; one that has just been killed is mourned elsewhere, in order."""
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.buffer.write(word)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(work(socket.socket(fileno=int(sys.argv[1]))))
