"""Processes, as tests look at them from outside."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable
from pathlib import Path


def is_alive(process: int) -> bool:
    """Whether a process runs; one that only waits to be buried does not."""
    with contextlib.suppress(OSError):
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return state[0] != "Z"
    return False


def any_lives_on(processes: Iterable[int], seconds: float) -> bool:
    """Whether one of them still runs after so many seconds; they are waited for no longer than needed."""
    until, left = time.monotonic() + seconds, list(processes)
    while any(map(is_alive, left)):
        if time.monotonic() > until:
            return True
        time.sleep(0.01)
    return False
