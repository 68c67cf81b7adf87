"""The server's numbers, as Prometheus reads them: no table, link or person among them."""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from ravelbox.kernel import rules

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"  # where several processes put their numbers together
QUICK: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
SLOW: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """What is counted, and the plain words to count it with."""

    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        if SHARED not in os.environ:  # a process of several speaks for itself nowhere
            ProcessCollector(registry=own)
        self._requests = Counter(
            "ravelbox_requests", "Requests answered.", ["method", "route", "status"], registry=own
        )
        self._seconds = Histogram(
            "ravelbox_request_seconds", "From a request to its answer.", ["route"],
            buckets=QUICK, registry=own,
        )  # fmt: skip
        self._sockets = _gauge("ravelbox_sockets_open", "Sockets open for news.", own)
        self._tables = _gauge("ravelbox_tables_live", "Tables held in memory.", own)
        self._acts = Counter("ravelbox_acts", "Acts that were played.", registry=own)
        self._stale = Counter("ravelbox_stale", "Acts that came too late.", registry=own)
        self._news = Counter("ravelbox_news", "Messages sent to sockets.", registry=own)
        self._store = Histogram(
            "ravelbox_store_seconds", "Transactions of the store.", buckets=QUICK, registry=own
        )
        self._thinking = Histogram(
            "ravelbox_bot_seconds", "How long bots thought.", buckets=SLOW, registry=own
        )
        info = Gauge(
            "ravelbox_info", "What runs.", ["version", "engine"],
            registry=own, multiprocess_mode="livemax",
        )  # fmt: skip
        info.labels(running(), engine()).set(1)

    def answered(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """A request was answered; of a socket only that it was asked for."""
        self._requests.labels(method, route, str(status)).inc()
        if seconds is not None:
            self._seconds.labels(route).observe(seconds)

    def acted(self) -> None:
        """An act was played and kept."""
        self._acts.inc()

    def stale(self) -> None:
        """An act came too late."""
        self._stale.inc()

    def told(self, n: int = 1) -> None:
        """News went out to so many sockets."""
        self._news.inc(n)

    def socket_opened(self) -> None:
        """Somebody listens."""
        self._sockets.inc()

    def socket_closed(self) -> None:
        """Somebody stopped listening."""
        self._sockets.dec()

    def store_took(self, seconds: float) -> None:
        """A transaction is done."""
        self._store.observe(seconds)

    def thought(self, seconds: float) -> None:
        """A bot made up its mind."""
        self._thinking.observe(seconds)

    def live(self, n: int) -> None:
        """So many tables are held in memory."""
        self._tables.set(n)

    def text(self) -> bytes:
        """All numbers; with several processes theirs together."""
        if SHARED not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]  # the library has no types here
        return generate_latest(together)


def _gauge(name: str, text: str, registry: CollectorRegistry) -> Gauge:
    """A number that goes up and down; processes that have ended no longer count."""
    return Gauge(name, text, registry=registry, multiprocess_mode="livesum")


def running() -> str:
    """The version that runs."""
    try:
        return version("ravelbox")
    except PackageNotFoundError:  # run from a source tree
        return "0"


def engine() -> str:
    """How the engine runs here."""
    return "interpreted" if str(rules.__file__).endswith(".py") else "compiled"


disable_created_metrics()  # type: ignore[no-untyped-call]  # when a count began nobody asks
metrics: Final = Metrics()
