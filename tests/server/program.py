"""The program as a user starts it: a real process, with its address, its words and its end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

JSON = {"Accept": "application/json"}
SECONDS = 60  # for what takes a few; a busy machine is slow, not wrong


@dataclass(frozen=True)
class Program:
    """A server that runs."""

    process: subprocess.Popen[str]
    said: str  # the line with which it opened
    address: str  # such as http://127.0.0.1:4711
    client: httpx.Client  # a program at it

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rpartition(":")[2])

    def socket(self, path: str) -> str:
        """The address of a socket."""
        return f"ws{self.address.removeprefix('http')}{path}"

    def end(self) -> tuple[int, str]:
        """Wait for its end: the exit code, and what it wrote to stderr."""
        _, written = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, written

    def children(self) -> list[int]:
        """The processes that it started and that still run."""
        found = subprocess.run(
            ["ps", "-o", "pid=,stat=", "--ppid", str(self.process.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        lines = [line.split() for line in found.stdout.splitlines()]
        return [int(number) for number, state in lines if not state.startswith("Z")]


def command(*arguments: str) -> list[str]:
    """How it is started."""
    return [sys.executable, "-m", "ravelbox", "serve", "--no-browser", *arguments]


@contextmanager
def program(
    store: Path | str, *arguments: str, env: Mapping[str, str] | None = None
) -> Iterator[Program]:
    """A running server on a free port, which is killed in the end if it still runs."""
    process = subprocess.Popen(
        command("--port", "0", "--store", str(store), *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(env or {})},
    )
    assert process.stdout
    assert process.stderr
    try:
        said = process.stdout.readline()
        found = re.search(r"http://(?:127\.0\.0\.1|\[::1\]):\d+", said)
        assert found, f"no address in {said!r}: {process.stderr.read()}"
        with httpx.Client(base_url=found[0], headers=JSON, timeout=SECONDS) as client:
            yield Program(process, said, found[0], client)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def failing(*arguments: str, env: Mapping[str, str] | None = None) -> str:
    """What a start that cannot work says, on one line, with exit code 2."""
    done = subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
        env={**os.environ, **(env or {})},
    )
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr
