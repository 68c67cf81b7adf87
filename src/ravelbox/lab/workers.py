"""Processes that play games for another one, and do not outlive it."""

from __future__ import annotations

import os
import threading
from multiprocessing import parent_process


def watch_parent() -> None:
    """Stop this process when the one that started it is gone, however it went."""
    threading.Thread(target=_stop_with_parent, daemon=True).start()


def _stop_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
