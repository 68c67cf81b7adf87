"""Players of one table on different processes: they see each other at once, and one decides."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks.driving import Answer, Ear, Line, Program
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Record

pytestmark = pytest.mark.anyio
ROUNDS = 50
SOON = 15  # seconds: a busy machine is slow, but nobody must wait until somebody looks by chance
View = dict[str, Any]


class Listener:
    """An ear at one seat, on one process, and all that it has heard."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[View] = asyncio.Queue()
        self.ear: Ear | None = None

    def hear(self, text: bytes) -> None:
        """Keep it."""
        self.heard.put_nowait(msgspec.json.decode(text))

    def close(self) -> None:
        """Hang up."""
        if self.ear is not None:
            self.ear.close()

    async def until(self, at: int, mark: str = "0") -> View:
        """The news that tells of so many decisions."""
        async with asyncio.timeout(SOON):
            while True:
                news = await self.heard.get()
                if (news["mark"], news["at"]) == (mark, at):
                    return news


@asynccontextmanager
async def servers(store: str, folder: Path, count: int, workers: int) -> AsyncIterator[list[int]]:
    """The ports of some servers on one store."""
    async with AsyncExitStack() as stack:
        ports = []
        for n in range(count):
            program = Program(store, folder / f"server-{n}.log", workers=workers)
            stack.push_async_callback(program.stop)
            await program.start()
            ports.append(program.port)
        yield ports


async def laid(port: int) -> View:
    """A table of Ramble for two, with the keys of both."""
    line = Line(port)
    body = {"game": "ramble", "seats": 2, "role_assignment": "random"}
    answer = await line.ask("POST", "/tables", body)
    line.close()
    assert answer.status == 201, answer.body
    return answer.json


async def listening(port: int, view: View, seat: int) -> Listener:
    """An ear at a seat that knows the table as it is now."""
    listener = Listener()
    path = f"/table/{view['id']}/news"
    listener.ear = await Ear.at(port, path, view["keys"][str(seat)], listener.hear)
    await listener.until(view["at"])
    return listener


def offers(view: View) -> list[int]:
    """What may be answered."""
    return [offer["code"] for offer in view["prompt"]["offers"]]


async def seen(line: Line, table: View) -> View:
    """The table as whoever is asked sees it."""
    path = f"/table/{table['id']}"
    actor = (await line.ask("GET", path, None, table["keys"]["0"])).json["actor"]
    return (await line.ask("GET", path, None, table["keys"][str(max(actor, 0))])).json


@pytest.mark.parametrize(("count", "workers"), [(1, 2), (2, 1)], ids=["two-workers", "two-servers"])
async def test_players_on_different_processes_see_each_other(
    postgres_url: str, tmp_path: Path, count: int, workers: int
) -> None:
    """An act on one is news on every other, in the order of play, and an undo likewise."""
    async with (
        servers(postgres_url, tmp_path, count, workers) as ports,
        AsyncExitStack() as stack,
    ):
        table = await laid(ports[0])
        # With several workers behind a port, some of many connections are on the other one.
        ears = [
            await listening(port, table, seat)
            for port in ports
            for seat in (0, 1)
            for _ in range(4)
        ]
        lines = [Line(port) for port in ports for _ in range(3)]
        for line in lines:
            stack.callback(line.close)
        for ear in ears:
            stack.callback(ear.close)
        for n in range(12):
            line = lines[n % len(lines)]
            view = await seen(line, table)
            if view["outcome"]:
                assert n > 0  # something was played and told
                break
            body = {"at": view["at"], "codes": [offers(view)[0]], "mark": view["mark"]}
            key = table["keys"][str(view["actor"])]
            answer = await line.ask("POST", f"/table/{table['id']}/act", body, key)
            assert answer.status == 200, answer.body
            told = [await ear.until(answer.json["at"]) for ear in ears]
            assert {news["table"]["actor"] for news in told} == {answer.json["actor"]}


@pytest.mark.parametrize(("count", "workers"), [(1, 2), (2, 1)], ids=["two-workers", "two-servers"])
async def test_a_race_for_one_decision_has_one_winner(
    postgres_url: str, tmp_path: Path, count: int, workers: int
) -> None:
    """The same act from both sides is played once; of two different ones the second is stale."""
    async with (
        servers(postgres_url, tmp_path, count, workers) as ports,
        AsyncExitStack() as stack,
    ):
        table = await laid(ports[0])
        lines = [Line(port) for port in ports * (4 // len(ports))]
        for line in lines:
            stack.callback(line.close)
        decided: list[tuple[int, int]] = []
        for n in range(ROUNDS):
            view = await seen(lines[0], table)
            if view["outcome"] is not None:
                await reckon(lines[0], table, decided)
                table, decided = await laid(ports[0]), []
                view = await seen(lines[0], table)
            assert view["at"] == len(decided)
            codes = offers(view)
            mine, yours = codes[n % len(codes)], codes[(n if n % 2 else n + 1) % len(codes)]
            answers = await race(lines, table, view, (mine, yours))
            decided.append((view["actor"], winner(answers, (mine, yours))))
        await reckon(lines[0], table, decided)


async def race(lines: list[Line], table: View, view: View, codes: tuple[int, int]) -> list[Answer]:
    """The same question answered from all sides at once, by two ways in turn."""
    path, key = f"/table/{table['id']}/act", table["keys"][str(view["actor"])]
    return await asyncio.gather(
        *(
            line.ask("POST", path, {"at": view["at"], "codes": [codes[n % 2]]}, key)
            for n, line in enumerate(lines)
        )
    )


def winner(answers: list[Answer], codes: tuple[int, int]) -> int:
    """The code that was played: all who sent it are told so, all others that they came late."""
    won = {codes[n % 2] for n, answer in enumerate(answers) if answer.status == 200}
    assert len(won) == 1, [answer.trouble for answer in answers]
    (code,) = won
    for n, answer in enumerate(answers):
        expected = "200 " if codes[n % 2] == code else "409 stale"
        assert (f"{answer.status} " if answer.status == 200 else answer.trouble) == expected
    return code


async def reckon(line: Line, table: View, decided: list[tuple[int, int]]) -> None:
    """The record has every decision, in order, once."""
    path = f"/table/{table['id']}/record"
    answer = await line.ask("GET", path, None, table["keys"]["0"])
    assert answer.status == 200, answer.body
    match = Match.replay(Record.from_json(answer.body.decode()))
    moves = zip(match.actors, match.history, match.among, strict=True)
    assert [(seat, code) for seat, code, among in moves if not among] == decided
