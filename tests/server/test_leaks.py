"""Nothing leaks from the server: at two tables equal to a seat, every byte that it gets is equal.

The same id, secret and company lie in two stores; only what the seat cannot know differs. Somebody
asks a real server over each for everything there is, rightly and wrongly, and listens in both forms.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import AsyncTestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import ravelbox
from ravelbox.kernel.match import Match
from ravelbox.seating import HERE
from ravelbox.server import playing
from ravelbox.server.app import make_app
from ravelbox.server.archive import opened
from ravelbox.server.limits import Limits
from ravelbox.server.seats import WATCH, Company, Key, device_hash, gathered, key_for
from ravelbox.server.store import Kept
from ravelbox.server.table import facts_of, moves_of
from tests.properties.test_twins import pairs, parted
from tests.server.conftest import HERE as LOCAL
from tests.server.conftest import HTML, JSON
from tests.server.program import Program, program
from tests.twins import Twins

SECRET, LUCK = bytes(range(32)), bytes(range(32, 64))
THEN = 1_500_000_000_000  # long ago, so that the lobby's words for it stay the same
MOST = 2  # pairs of a kind
PATIENCE = 30  # seconds for news on a busy machine
FORMS = (("json", JSON), ("page", HTML))
CHANGING = {"date", "content-length"}  # headers; a body's length is compared with the body
Heard = dict[str, object]


def kinds(name: str) -> dict[object, list[Twins]]:
    """Pairs by what differs: the length of the history, a choice, a card, only luck to come."""
    found: dict[object, list[Twins]] = {}
    for one, other, seat in pairs(name):
        kind = "luck to come"
        if one.history != other.history:
            kind = "a card" if one.among[parted(one, other)] else "a choice"
        if len(one) != len(other):
            kind = "length"
        found.setdefault((kind, seat is None), []).append(Twins(one, other, seat))
    return {kind: some[:: max(1, len(some) // MOST)][:MOST] for kind, some in found.items()}


def company(match: Match) -> Company:
    """Everybody is a person and sits there."""
    return gathered([HERE] * match.header.seats, "Ann")


def row(match: Match, table: str) -> Kept:
    """A table as a store keeps it; everybody sits at a device of their own."""
    return Kept(
        id=table,
        header=dataclasses.replace(match.header, commitment="", key=""),
        revision=5,
        company=company(match),
        secret=SECRET,
        luck=LUCK.hex(),
        code="",
        holders={device_hash(device(table, who)): frozenset({who}) for who in roles(match)},
        moves=tuple(move._replace(at=THEN) for move in moves_of(match)),
        created=THEN,
        changed=THEN,
    )


def roles(match: Match) -> list[str]:
    """Who may be at a table."""
    return [WATCH, *map(str, range(match.header.seats))]


def device(table: str, role: str) -> str:
    """The cookie of somebody who is only at this table."""
    return f"{table[-8:]}-{role}".ljust(22, "x")


def laid_out(matches: list[Match], where: Path) -> Path:
    """A store with these tables, the n-th under the id n."""
    with opened(str(where)) as store:
        for n, match in enumerate(matches):
            kept = row(match, table_id(n))
            store.restore(kept, facts_of(match, kept.company))
    return where


def table_id(n: int) -> str:
    """An id that looks like one."""
    return f"{n:022}"


def looks(at: int) -> list[str]:
    """Moments of a match: the first, one in between, the newest, one to come; with others' eyes."""
    moments = {0, at // 2, max(0, at - 1), at, at + 1}
    return ["/replay", *(f"/replay?at={n}" for n in sorted(moments)), "/replay?at=0&seat=1"]


class Visitor:
    """Somebody at one table, who asks for all that there is."""

    def __init__(self, server: Program, n: int, pair: Twins) -> None:
        self.server, self.pair, self.at = server, pair, pair.one.decisions()
        self.path = f"/table/{table_id(n)}"
        self.role = WATCH if pair.seat is None else str(pair.seat)
        keys = {
            who: key_for(table_id(n), SECRET, who, company(pair.one)) for who in roles(pair.one)
        }
        self.key = bearer(keys[self.role])
        self.first = bearer(keys["0"])
        self.all = bearer(*(key for who, key in keys.items() if who != WATCH))
        self.cookie = {"Cookie": f"ravelbox={device(table_id(n), self.role)}"}
        self.heard: Heard = {}

    def ask_for_all(self) -> Heard:
        """Everything, under what was asked."""
        me, at = self.pair.seat or 0, self.at
        bodies: list[tuple[str, dict[str, Any]]] = [
            *(("act", act) for act in self.acts()),
            *(("undo", {"at": at, "to": to}) for to in (at, at + 1, 900_000)),
            ("undo", {"at": at + 1, "to": 0}),
            ("consent", {"at": at, "yes": True}),
            ("seat", {"seat": me, "do": "kick"}),
            ("start", {}),
        ]
        theirs = [n for n in range(self.pair.one.header.seats) if n != self.pair.seat]
        bodies += [("seat", {"seat": n, "do": "relink"}) for n in theirs]
        for what, body in bodies:
            self.post("json", JSON, what, body)
        for what, body in bodies[::5]:
            self.post("page", HTML, what, body)
        hot_seat = self.pair.one.game.hides and len(theirs) > 0
        for form, kind in FORMS:
            if form == "json":  # the lobby's page says the same among much else
                self.get(form, kind, "/", self.cookie)
            self.get(form, kind, self.path, self.cookie)
            if hot_seat and form == "page":
                self.get("hand-over", kind, self.path, self.all)
            for path in (
                "",
                f"?seat={me}",
                "?seat=5",
                "/record",
                "/position",
                "/links",
                *looks(at),
            ):
                self.get(form, kind, self.path + path, self.key)
            known = [f"&at={at // 2}", f"&at={at - 1}&mark=0"] if at else []
            for where in ("", *known, f"&at={at + 1}", f"&at={at}&mark=9", "&at=-1"):
                self.listen(form, where)
            self.news(form)
        self.post("json", JSON, "undo", {"at": at, "to": 0})  # it may be possible, or need asking
        self.get("json", JSON, self.path, self.key)
        return self.heard

    def acts(self) -> list[dict[str, Any]]:
        """Acts to be refused: impossible, another's, stale, early, not asked like that."""
        one, other, seat = self.pair
        at, every = self.at, len(one.game.space)
        codes = {*range(0, every, max(1, every // 7)), every - 1, *one.state.legal()[-2:]}
        wrong = [
            code for code in sorted(codes) if not (may(one, seat, code) or may(other, seat, code))
        ]
        acts: list[dict[str, Any]] = [{"at": at, "codes": [code]} for code in wrong]
        acts += [{"at": when, "codes": wrong[-1:]} for when in (0, at // 2, at + 1, 900_000)]
        acts += [{"at": at, "codes": wrong[-1:], "mark": "3"}, {"at": at, "codes": [every + 5]}]
        acts += [{"at": at, "codes": wrong[-1:], "seat": n} for n in (0, 1, 5)]
        if seat != one.state.actor:
            acts += [{"at": at, "mix": [1, 0, 0]}]
        return [*acts, {"at": max(0, at - 1), "mix": [1]}]

    def get(self, form: str, kind: dict[str, str], path: str, who: dict[str, str]) -> None:
        """Ask for something, by key or by cookie."""
        answer = self.server.client.get(path, headers=kind | who)
        said = (answer.status_code, told(answer), answer.content)
        self.heard[f"GET {path.removeprefix(self.path)} {form} {'Cookie' in who}"] = said

    def post(self, form: str, kind: dict[str, str], what: str, body: dict[str, Any]) -> None:
        """Do something."""
        answer = self.server.client.post(f"{self.path}/{what}", json=body, headers=kind | self.key)
        self.heard[f"POST {what} {form} {body}"] = (
            answer.status_code,
            told(answer),
            answer.content,
        )

    def listen(self, form: str, where: str) -> None:
        """Listen for what was missed, or hear why not."""
        with connect(self.socket(form, where), additional_headers=self.key) as socket:
            try:
                said: object = socket.recv(PATIENCE)
            except ConnectionClosed as closed:
                said = closed.rcvd
            self.heard[f"SOCKET {form} {where}"] = said

    def news(self, form: str) -> None:
        """Listen from where the table stands, and hear that somebody has a new name."""
        where = f"&at={self.at}&mark=0&revision={self.revision()}"
        with connect(self.socket(form, where), additional_headers=self.key) as socket:
            name = {"seat": 0, "do": "rename", "name": f"Ann of {form}"}
            answer = self.server.client.post(f"{self.path}/seat", json=name, headers=self.first)
            assert answer.status_code == 200
            self.heard[f"NEWS {form}"] = socket.recv(PATIENCE)

    def revision(self) -> int:
        """How often the table has changed."""
        answer = self.server.client.get(self.path, headers=self.first)
        revision: int = answer.json()["revision"]
        return revision

    def socket(self, form: str, where: str) -> str:
        """The address of the news."""
        return self.server.socket(f"{self.path}/news?form={form}{where}")


def bearer(*keys: Key) -> dict[str, str]:
    """How keys are sent."""
    return {"Authorization": f"Bearer {','.join(map(str, keys))}"}


def may(match: Match, seat: int | None, code: int) -> bool:
    """Whether a seat could really play that."""
    return code in match.state.legal() and match.game.owner(match.state, code) == seat


def told(answer: httpx.Response) -> list[tuple[str, str]]:
    """The headers of an answer."""
    return sorted(pair for pair in answer.headers.items() if pair[0] not in CHANGING)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Twins, Heard, Heard]]:
    """What was heard at both tables of every pair; the servers run one after the other."""
    folder = tmp_path_factory.mktemp("twins")
    found = [pair for name in ravelbox.games() for some in kinds(name).values() for pair in some]
    port, heard = "0", []
    for which in (0, 1):
        matches = [pair.one if which == 0 else pair.other for pair in found]
        store = laid_out(matches, folder / f"{which}.sqlite")
        with program(store, "--port", port, env={"RAVELBOX_LIMITS": "off"}) as server:
            port = str(server.port)  # links say it
            heard.append([Visitor(server, n, pair).ask_for_all() for n, pair in enumerate(found)])
    return list(zip(found, *heard, strict=True))


@pytest.mark.parametrize("name", ravelbox.games())
def test_every_byte_is_equal_on_twins(answers: list[tuple[Twins, Heard, Heard]], name: str) -> None:
    """Page, JSON, sockets in both forms, records and positions, and whatever is refused."""
    found = [answer for answer in answers if answer[0].one.game.name == name]
    assert {pair.seat is None for pair, _, _ in found} == {True, False}
    for pair, mine, theirs in found:
        assert mine.keys() == theirs.keys()
        for asked, said in mine.items():
            assert said == theirs[asked], (asked, pair.seat)
        check_what_was_heard(mine, pair)


def check_what_was_heard(heard: Heard, pair: Twins) -> None:
    """The answers were answers: of the right kind, and hiding what is to be hidden."""
    status = {asked: said[0] for asked, said in heard.items() if isinstance(said, tuple)}
    for asked in ("GET  json", "GET  page", "GET / json"):
        assert status[f"{asked} True"] == 200
    assert status["GET  json False"] == status["GET  page False"] == 200
    closed = pair.one.game.hides and (pair.seat is None or pair.one.header.seats > 1)
    assert status["GET /record json False"] == (403 if closed else 200)
    assert status["GET /position page False"] == (403 if closed else 200)
    refused = {code for asked, code in status.items() if " act " in asked}
    assert refused <= {403, 409, 422, 400}
    assert len(refused) > 1


def nothing(*_: object) -> None:
    """A check that checks nothing."""


def length(match: Match, upto: int | None = None) -> int:
    """A count of decisions that counts luck as well."""
    return len(match.history[:upto])


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("place", "name", "leak", "path"),
    [
        (Match, "decisions", length, ""),
        (playing, "must_be_open", nothing, "/record"),
        (playing, "must_be_open", nothing, "/position"),
    ],
    ids=["length", "record", "position"],
)
async def test_a_planted_leak_is_caught(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    place: object,
    name: str,
    leak: Callable[..., object],
    path: str,
) -> None:
    """Equal bytes without it, other bytes with it."""
    (pair, *_) = kinds("ravingspire")["length", False]
    both = [laid_out([pair.one], tmp_path / "0"), laid_out([pair.other], tmp_path / "1")]

    async def told_by(store: Path) -> bytes:
        async with AsyncTestClient(make_app(store, limits=Limits.none()), base_url=LOCAL) as client:
            key = key_for(table_id(0), SECRET, str(pair.seat), company(pair.one))
            headers = JSON | {"Authorization": f"Bearer {key}"}
            return (await client.get(f"/table/{table_id(0)}{path}", headers=headers)).content

    one, other = [await told_by(store) for store in both]
    assert one == other
    monkeypatch.setattr(place, name, leak)
    one, other = [await told_by(store) for store in both]
    assert one != other
