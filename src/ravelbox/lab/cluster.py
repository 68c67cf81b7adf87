"""The same jobs on a cluster: Ray spreads them over all machines that it has."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import ray
from ray.exceptions import RayError

from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.words import echo
from ravelbox.lab.rows import Done, Job
from ravelbox.lab.simulate import Submit
from ravelbox.lab.tournament import LostWorker

PATIENCE: Final = 10.0  # seconds in which a cluster should answer


@contextmanager
def machines(workers: int, address: str = "") -> Iterator[Submit]:
    """The cluster at an address, or the one that Ray finds, or one that it starts here."""
    begun = not ray.is_initialized()
    try:
        if begun:
            _join(workers, address)
        yield _submit
    except (RayError, ConnectionError) as error:
        raise LostWorker(
            f"the cluster failed: {echo(str(error))}; what was played is kept, and the same "
            "command goes on from there"
        ) from error
    finally:
        if begun:
            ray.shutdown()


def _join(workers: int, address: str) -> None:
    if address not in ("", "auto", "local"):
        _knock(address)
    quiet: dict[str, Any] = {"include_dashboard": False, "log_to_driver": False}
    try:
        ray.init(address=address or None, **({} if address else quiet))
    except ConnectionError:
        if address:
            raise
        ray.init(address="local", num_cpus=workers, **quiet)


def _knock(address: str) -> None:
    """See at once whether anybody is there; Ray itself would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not (host and port.isascii() and port.isdigit()):
        raise BadOption(
            f"--cluster takes HOST:PORT, such as 10.0.0.1:6379, not {echo(address)}",
            option="cluster",
        )
    try:
        socket.create_connection((host, int(port[:5])), timeout=PATIENCE).close()
    except OSError as error:
        raise LostWorker(f"--cluster: nobody answers at {echo(address)}: {error}") from error


@ray.remote(num_cpus=1)
def _played(play: Callable[[Job], Done], job: Job) -> Done:
    return play(job)


def _submit(play: Callable[[Job], Done], job: Job) -> Callable[[], Done]:
    under_way = _played.remote(play, job)

    def wait() -> Done:
        done: Done = ray.get(under_way)
        return done

    return wait
