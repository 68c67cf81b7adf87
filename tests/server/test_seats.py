"""Several seats at one table, through HTTP: everybody here in turn, and bots among them."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import AsyncTestClient

import ravelbox
from ravelbox.bots import Bot, Chair
from ravelbox.kernel import position
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.record import Record
from ravelbox.kernel.rules import RESIGN
from ravelbox.seating import all_here
from ravelbox.server.app import make_app
from ravelbox.server.limits import Limits
from ravelbox.server.seats import Visitor, gathered
from ravelbox.server.store import Store
from ravelbox.server.tables import Tables
from tests.games.ramble.park import park
from tests.server.conftest import (
    HERE,
    HTML,
    JSON,
    Client,
    act,
    asked,
    bare,
    code_of,
    kept,
    said,
    stood,
)

pytestmark = pytest.mark.anyio
RAMBLE = ravelbox.load("ramble")


async def opened(client: httpx.AsyncClient, **fields: object) -> dict[str, Any]:
    """A new table of Ramble, as JSON."""
    answer = await client.post("/tables", json={"game": "ramble", **fields}, headers=JSON)
    assert answer.status_code == 201, answer.text
    view: dict[str, Any] = answer.json()
    return view


async def on(client: httpx.AsyncClient, view: dict[str, Any], code: int) -> dict[str, Any]:
    """The table after an act that is taken."""
    answer = await act(client, view, code)
    assert answer.status_code == 200, answer.text
    after: dict[str, Any] = answer.json()
    return after


async def replayed(client: httpx.AsyncClient, view: dict[str, Any]) -> Match:
    """The match of a table's record."""
    return Match.replay(Record.from_text((await client.get(f"/table/{view['id']}/record")).text))


def from_park(**written: Any) -> Match:
    """A match for three that starts at a park; seat 0 is asked."""
    state = park(seats=3, **written).state
    document = position.dump(RAMBLE, RAMBLE.options_in(state), state)
    return Match.new(RAMBLE, dealer=Seeded(1), position=document)


async def laid(client: Client, match: Match, *who: str) -> dict[str, Any]:
    """A table of a given match and company, as JSON."""
    table = await client.app.state.tables.open(match, gathered(who))
    while True:  # whoever comes to see it wakes the bots
        view: dict[str, Any] = (await client.get(f"/table/{table}", headers=JSON)).json()
        if view["outcome"] or view["seats"][view["actor"]] == "here":
            return view


# Opening a table.


async def test_everybody_is_here_unless_somebody_says_otherwise(client: Client) -> None:
    """As many seats as the game has by itself, by its options too; the page is the asked seat's."""
    for fields, seats in (({}, 4), ({"players": 1}, 3), ({"players": "6"}, 6), ({"seats": ""}, 4)):
        view = await opened(client, **fields)
        assert view["seats"] == ["here"] * seats
        assert view["seat"] == view["actor"] >= 0
        assert view["prompt"]["offers"]
        assert len(view["table"]["seats"]) == seats


@pytest.mark.parametrize("seats", [2, 3, "5", " 6 "])
async def test_the_number_of_seats_can_be_chosen(client: Client, seats: int | str) -> None:
    """As a number, or as a form writes it."""
    view = await opened(client, seats=seats)
    assert len(view["seats"]) == len(view["table"]["seats"]) == int(seats)


async def test_a_form_that_sends_all_its_seats_is_taken(client: Client) -> None:
    """Beyond the chosen number "here" means nothing; case and spaces neither."""
    fields = {f"seat_{n}": "here" for n in range(1, 7)}
    answer = await client.post(
        "/tables",
        data={"game": "ramble", "seats": "3", **fields, "seat_2": " Random"},
        headers=JSON,
    )
    assert answer.json()["seats"] == ["here", "random", "here"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seats": "1"}, 'Seats cannot be "1"; Ramble has 2, 3, 4, 5 or 6.'),
        ({"seats": "7"}, "Ramble has 2, 3, 4, 5 or 6."),
        ({"seats": "four"}, 'Seats cannot be "four"'),
        ({"seats": "4.0"}, "Seats cannot be"),
        ({"seats": "9" * 5_000}, "Seats cannot be"),
        ({"seats": "3", "seat_4": "random"}, "has no seat 4; they go from 1 to 3."),
        ({"seat_7": "here"}, "has no seat 7; they go from 1 to 4."),
        ({"seat_2": "randon"}, 'Seat_2 cannot be "randon"; did you mean "random"?'),
        ({"seat_2": "<b>"}, "possible are here"),
        ({"seat_0": "random"}, 'There is no option "seat_0"'),
        ({"game": "ravel", "seats": "2"}, 'Seats cannot be "2"; R.A.V.E.L. has 1.'),
        ({"game": "ravel", "seat_2": "greedy"}, "has no seat 2; there is only seat 1."),
    ],
)
async def test_a_company_that_cannot_be_is_one_sentence(
    shared: Client, fields: dict[str, str], words: str
) -> None:
    """What came and what is possible; no table is made."""
    before = (await shared.get("/", headers=JSON)).json()
    answer = await shared.post("/tables", data={"game": "ramble", **fields}, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_option")
    assert words in answer.json()["text"]
    assert len(answer.json()["text"]) < 300
    page = await shared.post("/tables", data={"game": "ramble", **fields}, headers=HTML)
    assert page.status_code == 400
    assert "<b>" not in said(page.text)
    assert (await shared.get("/", headers=JSON)).json() == before


@pytest.mark.parametrize(
    "fields", [{"seats": True}, {"seats": 0}, {"seats": -2}, {"seat_1": 1}, {"seat_1": False}]
)
async def test_odd_values_in_json_too(shared: Client, fields: dict[str, object]) -> None:
    """True is no number of seats, and 1 is nobody."""
    answer = await shared.post("/tables", json={"game": "ramble", **fields}, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_option")


async def test_the_shelf_says_who_may_sit_where(client: Client) -> None:
    """How many seats each game may have, and its bots; the schema says how to ask for them."""
    games = {game["name"]: game for game in (await client.get("/", headers=JSON)).json()["games"]}
    assert games["ramble"]["seats"] == [2, 3, 4, 5, 6]
    assert "random" in games["ramble"]["bots"]
    assert games["ravel"]["seats"] == [1]
    schema = (await client.get("/schema")).json()
    body = schema["paths"]["/tables"]["post"]["requestBody"]["content"]["application/json"]
    assert {"seats", "seat_1", "seat_6"} <= set(body["schema"]["properties"])
    assert {"seats", "seat"} <= set(schema["components"]["schemas"]["TableAnswer"]["properties"])


# Everybody here.


@pytest.mark.parametrize("seats", [2, 4, 6])
async def test_a_whole_game_at_one_device(client: Client, seats: int) -> None:
    """Each in turn; whoever is asked sees the table, and all of them have played."""
    rng = random.Random(seats)
    match = Match.new(RAMBLE, dealer=Seeded(seats), seats=seats)
    view = await laid(client, match, *["here"] * seats)
    seen = set()
    while view["outcome"] is None:
        assert view["seat"] == view["actor"]
        seen.add(view["seat"])
        view = await on(client, view, rng.choice(view["prompt"]["offers"])["code"])
        assert bare((await client.get(f"/table/{view['id']}", headers=JSON)).json()) == bare(view)
    assert view["seat"] == 0
    assert len(seen) > 1
    match = await replayed(client, view)
    assert match.over
    assert match.header.seats == seats
    assert seen <= set(match.actors)


async def test_a_card_of_another_seat_here_can_be_called(client: Client) -> None:
    """It is offered with the question of the asked seat, and kept as its holder's move."""
    view = await laid(client, from_park(hands=["", "HBK", ""], dark="T01"), "here", "here", "here")
    assert (view["actor"], view["seat"]) == (0, 0)
    after = await on(client, view, code_of(view, "callhandbook 1 T01"))
    assert (after["actor"], after["at"]) == (0, 1)
    assert bare(await on(client, view, code_of(view, "callhandbook 1 T01"))) == bare(after)
    assert (await replayed(client, after)).actors == [1]
    assert after["undo"] == 0
    back = await client.post(f"/table/{view['id']}/undo", json={"at": 1, "to": 0}, headers=JSON)
    assert stood(back.json()) == stood(view)


async def test_undo_crosses_from_seat_to_seat(client: Client) -> None:
    """To give up was proposed by one and refused by the next: both steps can be taken back."""
    start = await opened(client, seats=3)
    proposed = await on(client, start, start["prompt"]["resign"])
    assert proposed["actor"] not in (start["actor"], -2)
    refused = await on(client, proposed, code_of(proposed, "pass"))
    where = f"/table/{start['id']}/undo"
    for view, before in ((refused, proposed), (proposed, start)):
        assert view["undo"] == before["at"]
        back = await client.post(where, json={"at": view["at"], "to": view["undo"]}, headers=JSON)
        assert stood(back.json()) == stood(before)
    assert start["undo"] is None


# Bots among them.


async def test_a_whole_game_with_bots(client: Client) -> None:
    """They have always answered: a seat here is asked, or all is over."""
    rng = random.Random(4)
    for seed in range(3):
        table = Match.new(RAMBLE, dealer=Seeded(seed), seats=4)
        view = await laid(client, table, "here", "random", "here", "random")
        assert view["seats"] == ["here", "random", "here", "random"]
        acts = 0
        while view["outcome"] is None:
            assert view["seat"] == view["actor"] in (0, 2)
            view = await on(client, view, rng.choice(view["prompt"]["offers"])["code"])
            acts += 1
            assert bare((await client.get(f"/table/{view['id']}", headers=JSON)).json()) == bare(
                view
            )
        match = await replayed(client, view)
        assert match.over
        assert {1, 3} & set(match.actors)
        lies = await kept(client, view["id"])
        assert lies.revision >= acts
        assert lies.record.moves == match.record().moves


async def test_bots_that_are_asked_first_have_played_when_the_table_opens(client: Client) -> None:
    """With one seat here, the first page asks it, whoever goes first."""
    for n in range(1, 7):
        who = {f"seat_{m}": "random" for m in range(1, 7) if m != n}
        view = await opened(client, seats=6, **who)
        assert view["actor"] in (n - 1, -2)
        assert view["seat"] == n - 1
        assert bare((await client.get(f"/table/{view['id']}", headers=JSON)).json()) == bare(view)


async def test_bots_alone_play_to_the_end(client: Client) -> None:
    """The table opens with its outcome, seen by a spectator; nothing can be played or undone."""
    view = await opened(client, seats=3, seat_1="random", seat_2="random", seat_3="random")
    assert view["outcome"]
    assert (view["seat"], view["actor"], view["prompt"], view["undo"]) == (None, -2, None, None)
    assert (await replayed(client, view)).over
    late = await act(client, view, RAMBLE.space.parse("end"))
    assert (late.status_code, late.json()["code"]) == (409, "over")
    line = (await client.get("/", headers=JSON)).json()["tables"][0]
    assert line["over"]
    assert view["outcome"]["headline"] in line["line"]


async def test_what_a_bot_holds_is_not_yours(client: Client) -> None:
    """It is not offered; sent all the same, it is refused by name, and nothing has happened."""
    match = from_park(hands=["", "HBK", ""], dark="T01")
    view = await laid(client, match, "here", "random", "here")
    offers = {offer["text"] for offer in view["prompt"]["offers"]}
    assert not {text for text in offers if text.startswith("call")}
    answer = await act(client, view, RAMBLE.space.parse("callhandbook 1 T01"))
    assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")
    assert "seat 1, which is not played from here" in answer.json()["text"]
    assert bare((await client.get(f"/table/{view['id']}", headers=JSON)).json()) == bare(view)


async def test_undo_stops_where_a_bot_has_spoken(client: Client) -> None:
    """A bot's vote is an answer that has been heard."""
    view = await laid(client, from_park(), "here", "random", "random")
    after = await on(client, view, view["prompt"]["resign"])
    assert after["at"] > view["at"] + 1
    assert after["undo"] is None
    body = {"at": after["at"], "to": view["at"]}
    answer = await client.post(f"/table/{view['id']}/undo", json=body, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) in ((409, "no_undo"), (409, "over"))


async def test_the_same_act_gets_the_same_answers_from_another_server(file: Path) -> None:
    """If a server dies before it has kept them, the act can be sent again and nothing is new."""
    other = file.with_name("copy.sqlite")
    async with AsyncTestClient(make_app(file, limits=Limits.none()), base_url=HERE) as client:
        view = await laid(client, from_park(), "here", "random", "random")
    shutil.copy(file, other)
    ends = []
    for store in (file, other):
        async with AsyncTestClient(make_app(store, limits=Limits.none()), base_url=HERE) as client:
            ends.append(await on(client, view, RAMBLE.space.parse("end")))
            assert {1, 2} <= set((await replayed(client, view)).actors)
    assert ends[0] == ends[1]


async def test_a_store_that_fails_keeps_nothing_of_an_act(client: Client) -> None:
    """Neither the act nor its answers; then the same act gets the same answers."""
    view = await laid(client, from_park(), "here", "random", "random")
    store = client.app.state.tables.store
    end = RAMBLE.space.parse("end")

    async def rename(one: str, two: str) -> None:
        statement = sa.text(f"ALTER TABLE {one} RENAME TO {two}")
        await store.write(lambda connection: connection.execute(statement).close())

    await rename("moves", "away")
    failed = await act(client, view, end)
    assert (failed.status_code, failed.json()["code"]) == (503, "store")
    await rename("away", "moves")
    assert bare((await client.get(f"/table/{view['id']}", headers=JSON)).json()) == bare(view)
    after = await on(client, view, end)
    assert {1, 2} <= set((await replayed(client, after)).actors)
    assert bare(await on(client, view, end)) == bare(after)


class Waits(Bot):
    """Thinks until it is let go, then plays the first move."""

    name = "waits"

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.freed = threading.Event()
        self.tired = False

    def choose(self, chair: Chair) -> int:
        """The first that may be played, in time."""
        self.asked.set()
        self.tired = self.tired or not self.freed.wait(20)
        return chair.legal[0]


async def test_others_are_served_while_bots_think(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop goes on while a bot ponders: others get their tables."""
    bot = Waits()
    monkeypatch.setattr("ravelbox.seating.bot", lambda *_: bot)
    match = Match.new(RAMBLE, dealer=Seeded(2), seats=3)
    pondered = await client.app.state.tables.open(match, gathered(["random"] * 3))
    first = asyncio.create_task(client.get(f"/table/{pondered}", headers=JSON))
    try:
        assert await asyncio.to_thread(bot.asked.wait, 60)
        for _ in range(3):
            await opened(client, seats=3)
        assert not bot.tired, "they were served when the bot had done"
    finally:
        bot.freed.set()
    assert (await first).status_code == 200


async def test_a_visitor_who_gives_up_leaves_the_table_as_the_store_has_it(file: Path) -> None:
    """His act is kept or not, and bots answer it or not; what is live is what is kept."""
    store = await Store.open(file)
    tables = Tables(store)
    match = Match.new(RAMBLE, dealer=Seeded(2), seats=6)
    seat = match.state.actor
    who = ["here" if n == seat else "random" for n in range(6)]
    table = await tables.open(match, gathered(who))

    async def visit() -> None:
        async with tables.at(table) as live:
            await live.act(Visitor(), 0, [RESIGN])

    for patience in range(6):
        visitor = asyncio.create_task(visit())
        for _ in range(patience):
            await asyncio.sleep(0)
        visitor.cancel()
        await asyncio.wait([visitor])
        await tables.settled(table)
        async with tables.at(table) as live:
            record = (await live.now()).record()
        lies = await store.look(table, lambda look: look.kept())
        assert record.moves == lies.record.moves
    await tables.close()
    await store.close()


async def test_the_company_is_kept(file: Path) -> None:
    """A server that starts anew knows who sits where."""
    async with AsyncTestClient(make_app(file, limits=Limits.none()), base_url=HERE) as client:
        views = [await opened(client, seats=3), await opened(client, seats=3, seat_2="random")]
        cookies = client.cookies
    async with AsyncTestClient(make_app(file, limits=Limits.none()), base_url=HERE) as client:
        client.cookies = cookies
        for view in views:
            assert bare((await client.get(f"/table/{view['id']}", headers=JSON)).json()) == bare(
                view
            )


# Pages.


async def test_a_whole_game_with_a_bot_by_pages(client: Client) -> None:
    """As the page's script plays; the end offers the same company again."""
    rng = random.Random(9)
    page = await client.post(
        "/tables",
        data={"game": "ramble", "seats": "3", "difficulty": "midnight", "seat_2": "random"},
    )
    offers = asked(page.text)
    while offers["offers"]:
        body = {"at": offers["at"], "codes": [rng.choice(offers["offers"])["code"]]}
        page = await client.post(f"/table/{offers['table']}/act", json=body, headers=HTML)
        assert page.status_code == 200
        offers = asked(page.text)
    assert 'id="end"' in page.text
    again = next(f for f in re.findall(r"<form.*?</form>", page.text, re.DOTALL) if "seat_1" in f)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', again))
    assert (fields["seats"], fields["seat_2"], fields["difficulty"]) == ("3", "random", "midnight")
    answer = await client.post("/tables", data=fields, headers=JSON)
    assert answer.json()["seats"] == ["here", "random", "here"]


async def test_a_spectator_sees_the_end_of_a_game_of_bots(client: Client) -> None:
    """A page like any other, with nothing to play."""
    who = {f"seat_{n}": "random" for n in range(1, 5)}
    page = await client.post("/tables", data={"game": "ramble", **who})
    assert page.status_code == 200
    assert 'id="end"' in page.text
    assert asked(page.text)["offers"] == []


async def test_the_form_of_the_box_is_taken_whole(client: Client) -> None:
    """Every field that is chosen in the lobby's form, as a browser without a script sends it."""
    page = (await client.get("/")).text
    form = re.search(r'<form class="open" id="ramble".*?</form>', page, re.DOTALL)
    assert form
    radios = re.findall(r'type="radio" name="(\w+)" value="([^"]*)"[^>]*checked', form[0])
    fields = {name: value for name, value in radios if name != "level"}
    assert {f"seat_{n}" for n in range(1, 7)} | {"seats"} <= set(fields)
    answer = await client.post("/tables", data={"game": "ramble", **fields}, headers=JSON)
    assert answer.status_code == 201, answer.text
    assert answer.json()["seats"] == list(all_here(int(fields["seats"])).who)
    match = await replayed(client, answer.json())
    assert match.header.options == RAMBLE.options_of({})
    assert digest(match.state)
