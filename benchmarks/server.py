"""Many live tables at once, and what the server makes of them: `python -m benchmarks.server`.

Two seats a table, each with an ear at its news; acts come at a set rate, and are timed until the other
seat has heard of them (see load.py). The driver is one process and shares this machine's cores
with the server and its store. Writes its part of results.md, with boardgame.io beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import uvloop

from benchmarks.boardgame_io import BoardgameIo, MissingNode
from benchmarks.driving import Ear, Line, Lost, Program
from benchmarks.load import Pair, Run, Side, children, highest, memory, run
from benchmarks.run import _today, keep
from ravelbox.cli import engine
from tests.server.postgres import running

HEADING: Final = "## The server under load"
RATE: Final = 300.0  # acts a second that it should hold
MOST: Final = 100.0  # milliseconds in which 99 of 100 acts should be heard of
LAYING: Final = 8  # tables that are laid at the same time


class Offer(msgspec.Struct):
    """A possible answer."""

    code: int


class Prompt(msgspec.Struct):
    """The open question."""

    offers: list[Offer]


class Seen(msgspec.Struct):
    """The part of a table that a player needs."""

    actor: int
    prompt: Prompt | None


class News(msgspec.Struct):
    """What an ear hears."""

    at: int
    mark: str
    table: Seen


NEWS: Final = msgspec.json.Decoder(News)


class Table(Pair):
    """A table of Arch Ravels for two."""

    awaited = ("news", "answer", "question")

    def __init__(self, side: Ravelbox) -> None:
        super().__init__(side)
        self.box = side
        self.id = ""
        self.keys: list[str] = []
        self.ears: list[Ear] = []
        self.at = -1
        self.mark = ""
        self.codes: list[int] = []
        self._sent = -1  # the decisions to which the act under way answers
        self._mover = -1

    async def lay(self, line: Line) -> None:
        """Make the table; both seats have keys of their own."""
        body = {"game": "arch_ravels", "seats": 2, "characters": "random", "sides": "random"}
        answer = await line.ask("POST", "/tables", body)
        assert answer.status == 201, answer.body
        view = answer.json
        self.id, self.keys = view["id"], [view["keys"]["0"], view["keys"]["1"]]

    async def listen(self) -> None:
        """An ear at each seat, and the first question."""
        for seat, key in enumerate(self.keys):
            path, hear = f"/table/{self.id}/news", self._hearing(seat)
            self.ears.append(await Ear.at(self.box.program.port, path, key, hear))

    def _hearing(self, seat: int) -> Callable[[bytes], None]:
        return lambda text: self.hear(seat, NEWS.decode(text))

    def hear(self, seat: int, news: News) -> None:
        """News at a seat."""
        self.at, self.mark = max(self.at, news.at), news.mark
        asked = news.table.prompt if news.table.actor == seat and news.at == self.at else None
        if asked is not None:
            self.asked, self.codes = seat, [offer.code for offer in asked.offers]
        if news.at > self._sent:
            if seat != self._mover:
                self.heard("news")
            if asked is not None:
                self.heard("question")

    async def act(self) -> None:
        """Play something."""
        side, seat = self.box, self.asked
        self._sent, self._mover = self.at, seat
        body = {"at": self.at, "codes": [side.rng.choice(self.codes)], "mark": self.mark}
        path = f"/table/{self.id}/act"
        line = side.lines.pop() if side.lines else Line(side.program.port)
        try:
            answer = await line.ask("POST", path, body, self.keys[seat])
        except Lost:  # a line that was idle for too long; the same again changes nothing
            answer = await line.ask("POST", path, body, self.keys[seat])
        side.lines.append(line)
        if answer.status == 200:
            self.heard("answer")
        else:
            side.wrong.append(answer.trouble)


class Ravelbox(Side):
    """Our server, on a store of its own."""

    def __init__(self, program: Program, database: int | None, name: str) -> None:
        super().__init__()
        self.name = name
        self.program = program
        self.database = database  # the store's process, if it has one
        self.rng = random.Random(1)
        self.lines: list[Line] = []
        self.tables: list[Table] = []

    def pids(self) -> list[int]:
        """The server and its workers."""
        return self.program.pids()

    def store_pids(self) -> list[int]:
        """PostgreSQL's."""
        return children(self.database) if self.database else []

    async def lay(self, tables: int) -> None:
        """Lay all tables, some at a time."""
        self.tables = [Table(self) for _ in range(tables)]
        waiting = iter(self.tables)

        async def some() -> None:
            line = Line(self.program.port)
            for table in waiting:
                await table.lay(line)
            line.close()

        await asyncio.gather(*(some() for _ in range(LAYING)))

    async def listen(self) -> None:
        """Open all ears, some at a time, and wait for what each hears first."""
        waiting = iter(self.tables)

        async def some() -> None:
            for table in waiting:
                await table.listen()

        await asyncio.gather(*(some() for _ in range(LAYING)))
        async with asyncio.timeout(60):
            while any(not table.codes for table in self.tables):  # noqa: ASYNC110  # 2,000 events
                await asyncio.sleep(0.05)
        self.ready.extend(self.tables)

    def hang_up(self) -> None:
        """Close all ears."""
        for table in self.tables:
            for ear in table.ears:
                ear.close()
            table.ears.clear()


@dataclass(frozen=True)
class Measured:
    """All that was measured of one server."""

    name: str
    tables: int
    listening: float  # bytes a table, with both ears open
    silent: float  # and after they have closed
    steady: Run
    best: Run
    tries: list[Run]
    setup: float  # tables laid a second

    def row(self) -> str:
        """As a line of the results."""
        steady, best = self.steady, self.best
        return (
            f"| {self.name} | {_ms(steady, 0.5)} | {_ms(steady, 0.99)} | {_cores(steady)} "
            f"| {best.heard:.0f} | {_ms(best, 0.5)} | {_ms(best, 0.99)} | {_cores(best)} "
            f"| {self.listening / 1000:.0f} KB | {self.silent / 1000:.0f} KB |"
        )


def _ms(measured: Run, share: float) -> str:
    return f"{measured.percentile(share):.1f} ms"


def _cores(measured: Run) -> str:
    store = f" + {measured.store:.2f}" if measured.store else ""
    return f"{measured.server:.2f}{store}, {measured.driver:.2f}"


async def measured(side: Ravelbox | BoardgameIo, tables: int, seconds: float) -> Measured:
    """The whole story of one server: idle, at the set rate, and as fast as it holds."""
    before, start = memory(side.pids()), time.perf_counter()
    await side.lay(tables)
    setup = tables / (time.perf_counter() - start)
    if isinstance(side, Ravelbox):
        await side.listen()
    await run(side, RATE, 3.0)  # warm up
    await asyncio.sleep(1)
    listening = (memory(side.pids()) - before) / tables
    steady = await run(side, RATE, seconds)
    best, tries = await highest(side, max(4.0, seconds / 3), MOST, RATE)
    side.hang_up()
    await asyncio.sleep(3)
    silent = (memory(side.pids()) - before) / tables
    return Measured(side.name, tables, listening, silent, steady, best, tries, setup)


@asynccontextmanager
async def ravelbox(kind: str, workers: int, folder: Path) -> AsyncIterator[Ravelbox]:
    """Our server on an empty store, until the end of the block."""
    with ExitStack() as stack:
        store, database = str(folder / "tables.sqlite"), None
        if kind == "postgresql":
            postgres = stack.enter_context(running())
            store, database = postgres.database(), postgres.process.pid
        program = Program(store, folder / "server.log", workers=workers)
        await program.start()
        plural = "" if workers == 1 else "s"
        side = Ravelbox(program, database, f"**Ravelbox**, {kind}, {workers} worker{plural}")
        try:
            yield side
        finally:
            side.hang_up()
            await program.stop()


async def measure_all(chosen: argparse.Namespace) -> list[Measured]:
    """Every store and number of workers that was asked for, and the other kit."""
    found: list[Measured] = []
    for kind in chosen.store:
        for workers in chosen.workers:
            if kind == "sqlite" and workers > 1:
                print("sqlite is served by one process; for more workers use postgresql")
                continue
            with tempfile.TemporaryDirectory(prefix="ravelbox-") as folder:
                async with ravelbox(kind, workers, Path(folder)) as side:
                    found.append(await measured(side, chosen.tables, chosen.seconds))
            tell(found[-1])
    if chosen.peer:
        with tempfile.TemporaryDirectory(prefix="boardgame-io-") as folder:
            theirs = BoardgameIo(Path(folder))
            try:
                await theirs.start()
                found.append(await measured(theirs, chosen.tables, chosen.seconds))
                tell(found[-1])
            except MissingNode as missing:
                print(missing, file=sys.stderr)
            finally:
                theirs.hang_up()
                await theirs.stop()
    return found


def tell(one: Measured) -> None:
    """Every try, as it comes."""
    print(f"{one.name}: {one.tables} tables, {one.setup:.0f} laid a second")
    for tried in [one.steady, *one.tries]:
        print(
            f"  {tried.rate:7.1f}/s: heard {tried.heard:7.1f}/s, p50 {_ms(tried, 0.5)}, "
            f"p99 {_ms(tried, 0.99)}, cores {_cores(tried)}, {tried.each:.2f} ms of them an act "
            f"{tried.wrong[:2] or ''}",
            flush=True,
        )
    print(f"  a table: {one.listening / 1000:.1f} KB heard, {one.silent / 1000:.1f} KB unheard")


def lines_of(found: list[Measured], chosen: argparse.Namespace) -> Iterator[str]:
    """The part of the results."""
    yield HEADING
    yield ""
    stores, workers = ",".join(chosen.store), ",".join(map(str, chosen.workers))
    yield (
        f"Made by `python -m benchmarks.server --tables {chosen.tables} --workers {workers} --store "
        f"{stores} --seconds {chosen.seconds:g}` on {_today()}, engine {engine()}."
    )
    yield ""
    yield (
        f"{chosen.tables:,} live tables of Arch Ravels for two, an ear at the news of each seat. Acts "
        f"come at random moments, {RATE:.0f} a second"
    )
    yield (
        "and then as many as hold; each is timed from the moment it was due to the moment the "
        "*other* seat has heard of it."
    )
    yield (
        f"A rate holds if 99 of 100 acts are heard of within {MOST:.0f} ms. Cores: server (+ "
        "PostgreSQL), driver; all share this machine."
    )
    yield "Memory is the growth per table, with both ears open and after they have closed."
    yield ""
    yield (
        f"| server | p50 at {RATE:.0f}/s | p99 | cores | most acts/s | p50 then | p99 then | cores then "
        "| a table, heard | unheard |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for one in found:
        yield one.row()
    yield ""
    yield (
        "What limits ours is Python's time in one process: an act is judged, kept and shown to each "
        "seat in 3 to 5 ms of one core."
    )
    theirs = [one for one in found if not one.name.startswith("**")]
    for other in theirs:
        yield ""
        yield (
            f"{other.name} plays tic-tac-toe in memory, keeps nothing on disk, and tells before it "
            "stores; Ravelbox has every act"
        )
        yield "on disk before anybody hears of it. As many times as many acts a second as it:"
        yield ""
        for one in found:
            if one is not other:
                yield f"- {one.name}: {one.best.heard / other.best.heard:.2f} ×"


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--workers", type=_numbers, default=[1, 2], help="such as 1,2")
    parser.add_argument("--store", type=_stores, default=["sqlite", "postgresql"])
    parser.add_argument("--seconds", type=float, default=20.0, help="at the set rate")
    parser.add_argument("--no-peer", dest="peer", action="store_false", help="only our own")
    parser.add_argument("--no-keep", dest="keep", action="store_false", help="only print")
    chosen = parser.parse_args()
    with contextlib.suppress(ValueError, OSError):
        _more_files()
    found = uvloop.run(measure_all(chosen))
    lines = list(lines_of(found, chosen))
    print("\n".join(lines))
    if chosen.keep:
        keep(lines)
    return 0


def _more_files() -> None:
    """Two sockets a table, on both ends."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _numbers(text: str) -> list[int]:
    return [int(n) for n in text.split(",")]


def _stores(text: str) -> list[str]:
    given = text.split(",")
    if not set(given) <= {"sqlite", "postgresql"}:
        raise argparse.ArgumentTypeError("sqlite, postgresql or both, with a comma")
    return given


if __name__ == "__main__":
    sys.exit(main())
