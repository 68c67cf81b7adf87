"""A real PostgreSQL for tests: started by them in a folder of its own, and gone with them.

It listens on a socket in that folder and nowhere else. What makes commits durable is left on.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import psycopg

VARIABLE: Final = "RAVELBOX_POSTGRES"  # names a folder with initdb and postgres
PROGRAMS: Final = ("initdb", "postgres")
USER: Final = "ravelbox"  # the only role; whoever reaches the socket is trusted
SECONDS: Final = 60  # for what takes one or two; a busy machine is slow, not wrong
SETTINGS: Final = {
    "listen_addresses": "",
    "max_connections": "200",
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
}


def find() -> Path | None:
    """The folder of a PostgreSQL's programs on this machine, if there is one."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    on_path = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    for folder in ([Path(on_path).resolve().parent] if on_path else []) + debian:
        if all((folder / program).exists() for program in PROGRAMS):
            return folder
    return None


def _version(folder: Path) -> float:
    number = folder.parent.name
    return float(number) if number.replace(".", "", 1).isdecimal() else 0


def install() -> None:
    """Install Debian's package, where we may."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "postgresql"]
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL, env=quiet)


class Postgres:
    """A running server. Start it with `running`, which also stops it."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.folder = folder
        self._numbers = count(1)
        self._programs = programs
        self._cluster = folder / "cluster"
        self._identity = _unprivileged(folder)
        self._make()
        self.process = self._start()

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"box{next(self._numbers)}"
        with self._connected() as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database and whoever is still connected to it."""
        name = url.partition("?")[0].rpartition("/")[2]
        with self._connected() as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    def url(self, name: str = "postgres") -> str:
        """The address of a database of this server."""
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def stop(self) -> None:
        """End it at once but in order; what does not end is killed."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # "fast": it does not wait for clients
            try:
                self.process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _make(self) -> None:
        command = [str(self._programs / "initdb"), "--pgdata", str(self._cluster)]
        command += ["--username", USER, "--auth", "trust", "--encoding", "UTF8"]
        command += ["--locale", "C", "--no-sync"]  # an empty cluster need not survive anything
        self._run(command)

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(
            command,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            **self._identity,
        )
        assert done.returncode == 0, f"{command[0]} failed: {done.stderr}"

    def _start(self) -> subprocess.Popen[bytes]:
        command = [str(self._programs / "postgres"), "-D", str(self._cluster)]
        for name, value in {**SETTINGS, "unix_socket_directories": str(self.folder)}.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "log").open("wb") as log:
            process: subprocess.Popen[bytes] = subprocess.Popen(
                command,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl+C ends the tests, and they end it
                **self._identity,
            )
        end = time.monotonic() + SECONDS
        while True:
            try:
                self._connected().close()
            except psycopg.OperationalError as error:
                if process.poll() is None and time.monotonic() < end:
                    time.sleep(0.05)
                    continue
                process.kill()
                process.wait()
                told = (self.folder / "log").read_text(encoding="utf-8", errors="replace")
                raise AssertionError(f"PostgreSQL did not come up: {error}\n{told}") from error
            return process

    def _connected(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(self.url(), autocommit=True, connect_timeout=SECONDS)


def _unprivileged(folder: Path) -> dict[str, Any]:
    """Who runs it: PostgreSQL refuses to run as root. The folder becomes theirs."""
    if os.geteuid() != 0:
        return {}
    found = [user for user in pwd.getpwall() if user.pw_name in ("postgres", "nobody")]
    assert found, "root needs a user `postgres` or `nobody` to run PostgreSQL as"
    user = max(found, key=lambda user: user.pw_name == "postgres")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@contextmanager
def running() -> Iterator[Postgres]:
    """A PostgreSQL server until the end of the block, whatever happens in it."""
    programs = find()
    assert programs, "no PostgreSQL: run `python -m tests.server.postgres`"
    folder = Path(tempfile.mkdtemp(prefix="ravelbox-pg-"))
    try:
        server = Postgres(programs, folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    atexit.register(server.stop)
    try:
        yield server
    finally:
        atexit.unregister(server.stop)
        server.stop()


def main() -> None:
    """Make sure of one, or say clearly that there is none."""
    if find() is None:
        print("Installing PostgreSQL for the tests of the store …")
        install()
    found = find()
    if found is None:
        sys.exit(
            "The tests of the store need PostgreSQL, and none could be installed. Install one (on "
            f"Debian: apt-get install postgresql) or name its bin folder in {VARIABLE}."
        )
    print(f"PostgreSQL: {found}")


if __name__ == "__main__":
    main()
