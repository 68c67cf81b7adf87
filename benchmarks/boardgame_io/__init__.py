"""A boardgame.io server from npm under the same load; nothing of it is kept here."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.driving import OPEN, PATIENCE, Ear, Line
from benchmarks.load import Pair, Side

PACKAGES: Final = (
    "boardgame.io@0.50.2",
    "koa-compose@4.1.0",  # newer ones compose before boardgame.io has added its routes
)
SERVER: Final = Path(__file__).parent / "server.cjs"
GAME: Final = "tic-tac-toe"
HELLO: Final = f"40/{GAME},".encode()
EVENT: Final = f"42/{GAME},".encode()
UPDATE: Final = EVENT + b'["update",'
SYNC: Final = EVENT + b'["sync",'


class MissingNode(Exception):
    """There is no Node here, or no registry of its packages."""


class Board(msgspec.Struct):
    """The part of a game's state that a player needs."""

    cells: list[str | None]


class Turn(msgspec.Struct):
    """Whose turn it is."""

    currentPlayer: str  # noqa: N815  # their name


class State(msgspec.Struct, rename={"id": "_stateID"}):
    """A table as boardgame.io tells it."""

    G: Board
    ctx: Turn
    id: int


class Synced(msgspec.Struct):
    """What a player is told first."""

    state: State


UPDATED: Final = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw])
FIRST: Final = msgspec.json.Decoder(tuple[str, str, Synced])


class TicTacToe(Pair):
    """A match of tic-tac-toe."""

    awaited = ("news", "answer")

    def __init__(self, side: BoardgameIo) -> None:
        super().__init__(side)
        self.id = ""
        self.seats: list[Seat] = []
        self.state = -1
        self.mover = 0
        self.free: list[int] = []

    async def join(self, line: Line) -> None:
        """Make the match, take both seats, and listen at both."""
        made = await line.ask("POST", f"/games/{GAME}/create", {"numPlayers": 2})
        self.id = made.json["matchID"]
        for n in (0, 1):
            path = f"/games/{GAME}/{self.id}/join"
            joined = await line.ask("POST", path, {"playerID": str(n), "playerName": f"Ann {n}"})
            seat = Seat(self, n, joined.json["playerCredentials"])
            self.seats.append(seat)
            await seat.listen(line.port)

    async def act(self) -> None:
        """Click a free cell."""
        seat = self.seats[self.asked]
        payload = {
            "type": "clickCell",
            "args": [self.free[self.state % len(self.free)]],
            "playerID": str(seat.n),
            "credentials": seat.credentials,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        seat.say(["update", action, self.state, self.id, str(seat.n)])

    def told(self, seat: int, state: State) -> None:
        """A state has come to a seat."""
        if state.id > self.state:
            self.state, self.mover, self.asked = state.id, self.asked, int(state.ctx.currentPlayer)
            self.free = [n for n, cell in enumerate(state.G.cells) if cell is None] or [*range(9)]
        self.heard("answer" if seat == self.mover else "news")


class Seat:
    """A player's end of socket.io."""

    def __init__(self, match: TicTacToe, n: int, credentials: str) -> None:
        self.match = match
        self.n = n
        self.credentials = credentials
        self.ear: Ear | None = None
        self._open, self._named, self._synced = (asyncio.Event() for _ in range(3))

    async def listen(self, port: int) -> None:
        """Connect, name the game, and ask for its state."""
        async with asyncio.timeout(PATIENCE):
            path = "/socket.io/?EIO=4&transport=websocket"
            self.ear = await Ear.at(port, path, "", self.hear)
            await self._open.wait()
            self.ear.say(HELLO)
            await self._named.wait()
            self.say(["sync", self.match.id, str(self.n), self.credentials, 2])
            await self._synced.wait()

    def say(self, event: list[object]) -> None:
        """Send an event."""
        assert self.ear is not None
        self.ear.say(EVENT + msgspec.json.encode(event))

    def hear(self, text: bytes) -> None:
        """One packet: an event, a ping, or a word of the handshake."""
        if text.startswith(UPDATE):
            self.match.told(self.n, UPDATED.decode(text[len(EVENT) :])[2])
        elif text.startswith(b"2") and self.ear is not None:
            self.ear.say(b"3")
        elif text.startswith(b"0"):
            self._open.set()
        elif text.startswith(HELLO):
            self._named.set()
        elif text.startswith(SYNC):
            self.match.told(self.n, FIRST.decode(text[len(EVENT) :])[2].state)
            self._synced.set()


class BoardgameIo(Side):
    """The server, from npm."""

    name = PACKAGES[0]

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.process: asyncio.subprocess.Process | None = None
        self.matches: list[TicTacToe] = []
        self.port = 0

    def pids(self) -> list[int]:
        """Node."""
        assert self.process is not None
        return [self.process.pid]

    async def start(self) -> None:
        """Install it into the folder, and start it."""
        node, npm = shutil.which("node"), shutil.which("npm")
        if node is None or npm is None:
            raise MissingNode("boardgame.io needs Node and npm, which are not here")
        command = [npm, "install", "--prefix", str(self.folder), "--no-audit", "--no-fund"]
        installing = await asyncio.create_subprocess_exec(
            *command, *PACKAGES, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        _, trouble = await installing.communicate()
        if installing.returncode:
            raise MissingNode(f"npm cannot install it: {trouble.decode()[-300:]}")
        log = self.folder / "log"
        with log.open("wb") as out:
            env = os.environ | {"NODE_PATH": str(self.folder / "node_modules")}
            self.process = await asyncio.create_subprocess_exec(
                node, str(SERVER), stdout=out, stderr=out, env=env
            )
        async with asyncio.timeout(PATIENCE):
            while not (found := OPEN.search(log.read_bytes())):  # noqa: ASYNC110  # a file
                await asyncio.sleep(0.05)
        self.port = int(found[1])

    async def lay(self, tables: int) -> None:
        """Matches with both players connected."""
        line = Line(self.port)
        for _ in range(tables):
            match = TicTacToe(self)
            await match.join(line)
            self.matches.append(match)
            self.ready.append(match)
        line.close()

    def hang_up(self) -> None:
        """Close every socket."""
        for match in self.matches:
            for seat in match.seats:
                if seat.ear is not None:
                    seat.ear.close()

    async def stop(self) -> None:
        """End it."""
        if self.process is not None:
            self.process.terminate()
            await asyncio.wait_for(self.process.wait(), PATIENCE)
