"""Kill the server again and again in the midst of play, and look for what was lost.

`python -m benchmarks.survival --kills 200 --store both`. Players at many tables keep a log of their own of
what the server acknowledged, and an ear at each table keeps one of what was told. SIGKILL comes at random
moments. What counts in the end is the record of each table: every acknowledged act is in it, none
twice; one whose answer was lost is there wholly or not at all, and sending it again settles it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks.driving import Answer, Ear, Line, Lost, Program
from benchmarks.run import _today, keep
from ravelbox.cli import engine
from ravelbox.kernel.dealer import commitment, seed_from_key
from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Record
from tests.server.postgres import running

View = dict[str, Any]
Place = tuple[int, int]  # undos and decisions so far: it only ever grows

HEADING: Final = "## Killed and started again"
LONGEST_LIFE: Final = 1.2  # seconds of play between two kills
MIDWAY: Final = 0.08  # how often it is killed already while it starts
ONE_WORKER: Final = 0.25  # of several: how often only one is killed
ONLY_PARENT: Final = 0.4  # and, above that, how often only the one that looks after them
TAKE_BACK: Final = 0.12  # how often a player takes back what may be taken back
TWICE: Final = 0.05  # how often an act is sent twice at once
A_KILL: Final = 10.0  # seconds, at most, from one kill to the next
MUCH: Final = 3_000  # characters of the server's log
PATIENCE: Final = 300.0  # seconds in which all tables must come to their end after the last kill


class Violation(AssertionError):
    """Something that must never happen."""


class Impossible(Exception):
    """A gesture that the rules do not allow."""


@dataclass(frozen=True)
class Plan:
    """A kind of table."""

    game: str
    seats: tuple[str, ...]
    options: dict[str, object] = field(default_factory=dict)


# All games, short ones; with two or three persons where the game has seats for them, with bots or without.
PLANS: Final = (
    Plan("ramble", ("here", "open")),
    Plan("ravingspire", ("here", "open"), {"turn_cap": 4, "heroes": "random"}),
    Plan("arch_ravels", ("here", "open"), {"turn_limit": 8}),
    Plan("ravel", ("here",), {"tokens": 12}),
    Plan("ramble", ("here", "open", "greedy"), {"clock": "60+5"}),
    Plan("arch_ravels", ("here", "greedy", "open"), {"turn_limit": 8, "characters": "random"}),
    Plan("ravingspire", ("here", "open", "greedy"), {"turn_cap": 4, "heroes": "random"}),
    Plan("ramble", ("here", "open", "open"), {"layout": "scenic"}),
)


class World:
    """What all tables share: the server that comes and goes, and what was counted."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program = program
        self.rng = random.Random(seed)
        self.up = asyncio.Event()
        self.last = False  # whether tables that end are not followed by new ones
        self.counted: Counter[str] = Counter()

    async def surely(
        self, line: Line, method: str, path: str, body: object = None, key: str = ""
    ) -> Answer:
        """An answer, however often the server dies meanwhile: for what may be asked twice."""
        while True:
            await self.up.wait()
            try:
                return await line.ask(method, path, body, key)
            except Lost:
                await asyncio.sleep(0.02)


class Table:
    """One table, its players, and what they remember of it."""

    def __init__(self, world: World, plan: Plan) -> None:
        self.world = world
        self.plan = plan
        self.line, self.other = Line(world.program.port), Line(world.program.port)
        self.id = ""
        self.keys: dict[int, str] = {}
        self.commitment = ""
        self.made: list[tuple[int, int] | None] = []  # by decision: seat and code, None for a bot's
        self.mark = 0
        self.ear = Hearing(self)

    @property
    def bots(self) -> frozenset[int]:
        """The seats of bots."""
        seats = enumerate(self.plan.seats)
        return frozenset(n for n, who in seats if who not in ("here", "open"))

    @property
    def place(self) -> Place:
        """Where the players know the table to be."""
        return self.mark, len(self.made)

    async def live(self) -> None:
        """The whole life of a table, and the reckoning."""
        view = await self.lay()
        hearing = asyncio.create_task(self.ear.listen())
        try:
            while view["outcome"] is None:
                view = await self.step(view)
            await self.reckon()
            await self.ear.reckon()
        finally:
            hearing.cancel()
            self.ear.close()
            self.line.close()
            self.other.close()
        self.world.counted["tables"] += 1

    # Laying the table. Nothing here is lost if it is asked again.

    async def lay(self) -> View:
        """A table at which everybody sits."""
        plan, surely = self.plan, self.world.surely
        fields = {f"seat_{n}": who for n, who in enumerate(plan.seats, 1)} | plan.options
        body = {"game": plan.game, "seats": len(plan.seats), **fields}
        view = self.good(await surely(self.line, "POST", "/tables", body), 201)
        self.id, self.commitment = view["id"], view["commitment"]
        host = view["keys"]["host"]
        self.keys = {int(role): key for role, key in view["keys"].items() if role.isdecimal()}
        for seat, who in enumerate(plan.seats):
            if who == "open":
                links = self.good(
                    await surely(self.line, "GET", f"/table/{self.id}/links", None, host)
                )
                path = str(links["seats"][str(seat)])
                body = {"name": f"Guest {seat}"}
                view = self.good(
                    await surely(self.line, "POST", path[path.index("/sit/") :], body), 201
                )
                self.keys[seat] = view["keys"][str(seat)]
        if view["state"] == "gathering":
            answer = await surely(self.line, "POST", f"/table/{self.id}/start", {}, host)
            if answer.trouble != "409 started":  # an earlier try of ours, whose answer was lost
                self.good(answer)
        view = await self.look(0)
        self.agree(view)  # a bot may have begun
        if view["state"] not in ("playing", "over"):
            raise self.wrong(f"the table does not start: {view['state']}")
        return view

    async def look(self, seat: int) -> View:
        """The table as a seat sees it now."""
        path = f"/table/{self.id}"
        return self.good(await self.world.surely(self.line, "GET", path, None, self.keys[seat]))

    # Playing.

    async def step(self, view: View) -> View:
        """One gesture of whoever is asked."""
        while view["actor"] in self.bots:  # it thinks, or was killed while it thought
            await asyncio.sleep(0.02)
            view = await self.look(0)
        self.agree(view)
        seat = view["actor"]
        if seat < 0:
            return view
        if view["seat"] != seat:
            view = await self.look(seat)
        if view["undo"] is not None and self.world.rng.random() < TAKE_BACK:
            return await self.take_back(view, seat)
        codes = self.chosen(view)
        body = {"at": view["at"], "codes": codes, "mark": view["mark"]}
        at = view["at"] + len(codes)
        try:
            view = await self.send("act", body, seat, lambda place: self.is_after_act(place, at))
        except Impossible:  # the second of two swaps: nothing is played then, not even the first
            self.world.counted["gestures refused whole"] += 1
            return await self.look(seat)
        if not self.is_after_act(_place(view), at):
            raise self.wrong(f"an act was acknowledged at {_place(view)}, and {at} was due")
        self.made += [(seat, code) for code in codes]
        self.agree(view)
        self.world.counted["acts"] += 1
        return view

    def chosen(self, view: View) -> list[int]:
        """A random answer; swaps of R.A.V.E.L. sometimes come in twos."""
        offer = self.world.rng.choice(view["prompt"]["offers"])
        twice = self.plan.game == "ravel" and offer["text"].startswith("swap")
        return [offer["code"]] * (2 if twice and self.world.rng.random() < 0.5 else 1)

    def is_after_act(self, place: Place, at: int) -> bool:
        """Whether a place is where an act leads; bots may have answered since."""
        return place[0] == self.mark and (place[1] >= at if self.bots else place[1] == at)

    async def take_back(self, view: View, seat: int) -> View:
        """Undo, with a yes or no of everybody who is asked."""
        to = view["undo"]
        body = {"at": view["at"], "to": to, "mark": view["mark"]}
        view = await self.send("undo", body, seat, lambda place: place == (self.mark + 1, to))
        while view["asking"] is not None:
            other = view["asking"]["waiting"][0]
            yes = self.world.rng.random() < 0.75
            consent = {"at": view["at"], "yes": yes}
            path = f"/table/{self.id}/consent"
            answer = await self.world.surely(self.line, "POST", path, consent, self.keys[other])
            if answer.status not in (200, 409):  # 409: an earlier try of ours has settled it
                raise self.wrong(f"a consent is answered with {answer.trouble}")
            view = await self.look(seat)
            if not yes and view["asking"] is not None:
                raise self.wrong("a no did not end the asking")
        if _place(view) == (self.mark + 1, to):
            self.mark, self.made = self.mark + 1, self.made[:to]
            self.world.counted["undos"] += 1
        self.agree(view)
        return view

    async def send(self, what: str, body: View, seat: int, done: Callable[[Place], bool]) -> View:
        """Send what changes the table; if the answer is lost, look what became of it, and send again."""
        path, key = f"/table/{self.id}/{what}", self.keys[seat]
        lines = [self.line]
        if self.world.rng.random() < TWICE:
            lines.append(self.other)
            self.world.counted["sent twice at once"] += 1
        await self.world.up.wait()
        answers = await asyncio.gather(
            *(line.ask("POST", path, body, key) for line in lines), return_exceptions=True
        )
        views = [self.good(one, what=what, body=body) for one in answers if isinstance(one, Answer)]
        for one in answers:
            if not isinstance(one, Answer | Lost):
                raise one
        return views[0] if views else await self.settle(what, body, seat, done)

    async def settle(self, what: str, body: View, seat: int, done: Callable[[Place], bool]) -> View:
        """After a lost answer: all of it or nothing is there, and the same request settles it."""
        self.world.counted[f"{what}s whose answer was lost"] += 1
        told = self.ear.place  # before we look: PostgreSQL may end what a killed worker began
        view = await self.look(seat)
        place = _place(view)
        if place < self.place:
            raise self.wrong(f"{self.place} was acknowledged, but the table is at {place}")
        if place < told:
            raise self.wrong(f"news told of {told}, but the table is at {place}")
        if place == self.place:
            self.world.counted["of them not there"] += 1
        elif done(place):
            self.world.counted["of them there"] += 1
        else:
            raise self.wrong(f"a lost {what} of {body} left the table at {place}")
        path = f"/table/{self.id}/{what}"
        again = self.good(
            await self.world.surely(self.line, "POST", path, body, self.keys[seat]),
            what=what,
            body=body,
        )
        if place == _place(again) != self.place and _bare(again) != _bare(view):
            raise self.wrong(f"{what} {body} was there, and again made another table of it")
        return again

    # Judging.

    def good(self, answer: Answer, status: int = 200, what: str = "", body: object = None) -> View:
        """The answer, if it is what it must be: nobody else plays here, so nothing can be stale."""
        several = isinstance(body, dict) and len(body.get("codes", ())) > 1
        if several and answer.status != status and answer.trouble in ("409 over", "422 illegal"):
            raise Impossible
        if answer.status != status:
            text = answer.body[:300].decode(errors="replace")
            raise self.wrong(f"{what} {body} is answered with {answer.status}: {text}")
        return answer.json

    def agree(self, view: View) -> None:
        """Server and players know of the same history; bots may have added to it."""
        if self.bots and view["at"] > len(self.made):
            self.made += [None] * (view["at"] - len(self.made))
        if _place(view) != self.place:
            raise self.wrong(f"the table is at {_place(view)}, and the players know {self.place}")

    def wrong(self, text: str) -> Violation:
        """What happened, and where."""
        return Violation(f"{self.plan.game} {self.plan.seats}, table {self.id}: {text}")

    async def reckon(self) -> None:
        """The record of the finished table against what the players remember."""
        view = await self.look(0)
        self.agree(view)
        path = f"/table/{self.id}/record"
        answer = await self.world.surely(self.line, "GET", path, None, self.keys[0])
        self.good(answer)
        try:
            record = Record.from_json(answer.body.decode())
            match = Match.replay(record)
        except RavelboxError as error:
            raise self.wrong(f"its record does not replay: {error}") from error
        moves = zip(match.actors, match.history, match.among, strict=True)
        decided = [(seat, code) for seat, code, among in moves if not among]
        if len(decided) != len(self.made):
            raise self.wrong(f"{len(self.made)} decisions are known, {len(decided)} on record")
        for n, (known, found) in enumerate(zip(self.made, decided, strict=True)):
            if known != found and (known is not None or found[0] not in self.bots):
                raise self.wrong(f"decision {n} was {known}, and the record says {found}")
        if not match.over:
            raise self.wrong("the record of a finished table goes on")
        self.verify(record, view["key"])

    def verify(self, record: Record, key: str) -> None:
        """All luck comes from the key that the table was committed to."""
        luck = bytes.fromhex(key)
        if not self.commitment or commitment(luck) != self.commitment:
            raise self.wrong(f"the key {key} is not the one of {self.commitment}")
        if record.header.commitment != self.commitment:
            raise self.wrong(f"the record was committed to {record.header.commitment}")
        if record.header.dealer not in (f"secret {key}", f"dealt {seed_from_key(luck)}"):
            raise self.wrong(f"its luck came from {record.header.dealer}, not from {key}")


class Hearing:
    """An ear at a table, and what it heard: the log as far as it was told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.line = Line(table.world.program.port)
        self.place: Place = (0, 0)
        self.events: list[object] = []
        self.lengths: dict[int, int] = {}  # by decisions: how many events there were
        self._known = False  # whether we know where we were; else all is told anew
        self._leaving = False  # whether what this socket still says is no longer of interest
        self._ear: Ear | None = None
        self._deaf = False  # what still comes on a line that we gave up
        self._trouble = ""
        self._heard = asyncio.Event()

    @property
    def key(self) -> str:
        """The last person's at the table, so that it is not the one who made it."""
        return self.table.keys[max(self.table.keys)]

    async def listen(self) -> None:
        """Listen for ever, and come back whenever the server does."""
        table, world = self.table, self.table.world
        if world.rng.random() < 0.5:  # as a page does: look first, then say where that was
            view = table.good(
                await world.surely(self.line, "GET", f"/table/{table.id}", None, self.key)
            )
            self.place, self.events, self._known = _place(view), view["log"], True
            self.lengths = {view["at"]: len(self.events)}
        while True:
            await world.up.wait()
            path = f"/table/{table.id}/news?form=json"
            if self._known:
                path += f"&at={self.place[1]}&mark={self.place[0]}"
            self._deaf = False
            self._leaving = False
            try:
                self._ear = await Ear.at(world.program.port, path, self.key, self.hear)
            except Lost:
                await asyncio.sleep(0.05)
                continue
            if self._leaving:  # already its first words were of no use
                self._ear.close()
            code = await self._ear.closed
            world.counted["sockets lost"] += 1
            if 4000 <= code < 5000:
                self._trouble = f"its socket was closed with {code}"

    def hear(self, text: bytes) -> None:
        """Add what is told to what is known."""
        if self._leaving:
            return
        news = msgspec.json.decode(text)
        place = (int(news["mark"]), news["at"])
        if place < self.place:
            self._trouble = f"news went back from {self.place} to {place}"
        if self._deaf:
            return
        whole = news["since"] is None
        since = 0 if whole else self.lengths.get(news["since"])
        if since is None:  # an undo into the midst of what was told at once: ask for all of it
            self._known, self._deaf = False, True
            self.close()
            return
        self.events[since:] = news["log"]
        self.lengths = {
            at: n for at, n in self.lengths.items() if not whole and at <= news["since"]
        }
        self.lengths[news["at"]] = len(self.events)
        self.place, self._known = place, True
        self.table.world.counted["news"] += 1
        self._heard.set()

    def close(self) -> None:
        """Hang up."""
        self.line.close()
        if self._ear is not None:
            self._ear.close()

    async def reckon(self) -> None:
        """What was told in pieces is what is told at once."""
        table = self.table
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):  # it may be killed each time it could tell
                while self.place < table.place:
                    self._heard.clear()
                    await self._heard.wait()
        path = f"/table/{table.id}"
        view = table.good(await table.world.surely(table.line, "GET", path, None, self.key))
        if self._trouble:
            raise table.wrong(self._trouble)
        if self.place != table.place:
            raise table.wrong(f"news ended at {self.place}, and the table at {table.place}")
        if self.events != view["log"]:
            pairs = enumerate(zip(self.events, view["log"], strict=False))
            n = next((n for n, (told, true) in pairs if told != true), -1)
            raise table.wrong(
                f"news told {len(self.events)} events, and the log has {len(view['log'])}; "
                f"they differ from event {n} on"
            )


def _place(view: View) -> Place:
    return int(view["mark"]), view["at"]


def _bare(view: View) -> View:
    """A table without its clock, which runs on, and its log, of which an act tells only the end."""
    return {name: value for name, value in view.items() if name not in ("clock", "log")}


async def tables_follow(world: World, plan: Plan) -> None:
    """One table after another, until it is the last."""
    while True:
        await Table(world, plan).live()
        if world.last:
            return


async def killing(world: World, kills: int) -> None:
    """Kill and start, at random moments of play and sometimes of the start itself."""
    program, rng = world.program, world.rng
    for _ in range(kills):
        await asyncio.sleep(rng.uniform(0, LONGEST_LIFE))
        chance = rng.random()
        if program.workers > 1 and chance < ONE_WORKER:
            _kill(rng.choice(program.pids()[1:] or program.pids()))
            world.counted["kills of one worker"] += 1  # which its parent starts again
            continue
        world.up.clear()
        if program.workers > 1 and chance < ONLY_PARENT:
            _kill(program.process_id)
            world.counted["kills of the parent"] += 1  # without whom no worker goes on
            await program.gone()
        else:
            await program.kill()
            world.counted["kills of all"] += 1
        if rng.random() < MIDWAY:
            await program.spawn()
            await asyncio.sleep(rng.uniform(0, 1.0))
            await program.kill()
            world.counted["kills while starting"] += 1
        await program.start()
        world.up.set()
    world.last = True


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


async def survive(
    store: str, folder: Path, *, kills: int, workers: int = 1, tables: int = 16, seed: int = 1
) -> Counter[str]:
    """The whole story on an empty store; what was counted, or a `Violation`."""
    program = Program(store, folder / "server.log", workers=workers)
    world = World(program, seed)
    await program.start()
    world.up.set()
    tasks = [asyncio.create_task(killing(world, kills))]
    for n in range(tables):
        tasks.append(asyncio.create_task(tables_follow(world, PLANS[n % len(PLANS)])))
    try:
        async with asyncio.timeout(kills * A_KILL + PATIENCE):
            await asyncio.gather(*tasks)
    except TimeoutError as error:
        raise Violation("the tables do not come to an end; something hangs") from error
    except Violation as found:
        told = program.said().decode(errors="replace")
        done = sum(n for name, n in world.counted.items() if name.startswith("kills"))
        raise Violation(f"after {done} kills: {found}\nThe server: {told[-MUCH:]}") from found
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await program.stop()
    told = program.said().decode(errors="replace")
    broken = [line for line in told.splitlines() if '"trace":' in line or "Traceback" in line]
    if broken:
        raise Violation(f"the server's log has {len(broken)} of these: {broken[0][:MUCH]}")
    return world.counted


def main(arguments: Sequence[str] | None = None) -> int:
    """Survive, and say how much."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--store", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--tables", type=int, default=16, help="that are played at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-keep", dest="keep", action="store_false", help="only print")
    chosen = parser.parse_args(arguments)
    stores = ("sqlite", "postgresql") if chosen.store == "both" else (chosen.store,)
    lines = [
        HEADING,
        "",
        f"Made by `python -m benchmarks.survival --kills {chosen.kills} --store {chosen.store}` on {_today()}, engine {engine()}.",
        "",
    ]
    for kind in stores:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ravelbox-")))
            store, workers = str(folder / "tables.sqlite"), 1
            if kind == "postgresql":
                store, workers = stack.enter_context(running()).database(), 2
            start = time.perf_counter()
            try:
                counted = asyncio.run(
                    survive(
                        store,
                        folder,
                        kills=chosen.kills,
                        workers=workers,
                        tables=chosen.tables,
                        seed=chosen.seed,
                    )
                )
            except Violation as violation:
                print(f"{kind}: VIOLATION: {violation}")
                return 1
        took = f"{time.perf_counter() - start:.0f} s"
        said = ", ".join(f"{name} {n:,}" for name, n in sorted(counted.items()))
        lines.append(f"- **{kind}**, {workers} worker{'s' if workers > 1 else ''}, {took}: {said}.")
        print(lines[-1], flush=True)
    lines += [
        "",
        "Every acknowledged act is on record, none twice, and every table came to its end.",
    ]
    print(lines[-1])
    if chosen.keep:
        keep(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
