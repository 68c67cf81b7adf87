"""A table shared by link: sitting down, watching, leaving, standing in, taking back together."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from litestar.testing.websocket_test_session import WebSocketTestSession

import ravelbox
from ravelbox.kernel.dealer import commitment
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Record
from ravelbox.server.app import make_app
from ravelbox.server.limits import Limits
from ravelbox.server.seats import Company
from ravelbox.server.store import MATCHES
from ravelbox.verify import FITS, verify
from tests.server.conftest import HERE, HTML, JSON, asked, code_of

View = dict[str, Any]


@pytest.fixture
def client(store_url: str) -> Iterator[TestClient[Litestar]]:
    """A server on each kind of store."""
    with TestClient(make_app(store_url, limits=Limits.none()), base_url=HERE) as client:
        yield client


class Person:
    """Somebody with keys of their own, and no cookie."""

    def __init__(self, client: TestClient[Litestar], *keys: str) -> None:
        self.client = client
        self.keys = keys

    def get(self, path: str, headers: dict[str, str] = JSON, **more: Any) -> httpx.Response:
        """Ask for something."""
        self.client.cookies.clear()
        return self.client.get(path, headers={**headers, **self._shown()}, **more)

    def post(self, path: str, body: Any = None, headers: dict[str, str] = JSON) -> httpx.Response:
        """Do something."""
        self.client.cookies.clear()
        sent = {**headers, **self._shown()}
        return self.client.post(path, json=body or {}, headers=sent, follow_redirects=False)

    def act(self, view: View, *codes: int) -> httpx.Response:
        """Play."""
        body = {"at": view["at"], "mark": view["mark"], "codes": list(codes)}
        return self.post(f"/table/{view['id']}/act", body)

    def ear(self, path: str) -> WebSocketTestSession:
        """Listen."""
        self.client.cookies.clear()
        return self.client.websocket_connect(path, headers=self._shown())

    def _shown(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {', '.join(self.keys)}"} if self.keys else {}


def refused(answer: httpx.Response) -> tuple[int, str]:
    """How something was refused."""
    return int(answer.status_code), answer.json()["code"]


def made(client: TestClient[Litestar], **fields: object) -> View:
    """A table as whoever made it is told of it."""
    answer = Person(client).post("/tables", {"game": "ramble", **fields})
    assert answer.status_code == 201, answer.text
    view: View = answer.json()
    return view


def company(client: TestClient[Litestar], **fields: object) -> tuple[Person, Person, View]:
    """Ann, who made a table for two, and Bob, who sat down at it by code; it has begun."""
    view = made(client, **{"seats": 2, "seat_2": "open", "name": "Ann", **fields})
    ann = Person(client, view["keys"]["0"], view["keys"]["host"])
    joined = Person(client).post(f"/join/{view['code']}", {"name": "Bob"}).json()
    bob = Person(client, joined["keys"]["1"])
    begun = ann.post(f"/table/{view['id']}/start")
    assert begun.status_code == 200, begun.text
    return ann, bob, begun.json()


# Coming together.


def test_from_an_open_seat_to_a_game(client: TestClient[Litestar]) -> None:
    """Made, joined by code, begun by the host; each sees their own seat as here."""
    view = made(client, seats=3, seat_2="open", seat_3="greedy", name="Ann")
    assert view["state"] == "gathering"
    assert view["seats"] == ["here", "open", "greedy"]
    assert view["host"]
    assert view["prompt"] is None
    ann = Person(client, view["keys"]["0"], view["keys"]["host"])
    early = ann.act(view, 1)
    assert refused(early) == (409, "not_started")
    joined = Person(client).post(f"/join/{view['code'].lower()}", {"name": "Bob"}).json()
    assert joined["seats"] == ["away", "here", "greedy"]
    assert joined["names"] == ["Ann", "Bob", "Greedy bot"]
    assert set(joined["keys"]) == {"1", "watch"}
    assert not joined["host"]
    bob = Person(client, joined["keys"]["1"])
    assert refused(bob.post(f"/table/{view['id']}/start")) == (403, "not_host")
    begun = ann.post(f"/table/{view['id']}/start").json()
    assert begun["state"] == "playing"
    assert begun["code"] == ""
    assert refused(Person(client).post(f"/join/{view['code']}")) == (404, "no_code")
    sights = [person.get(f"/table/{view['id']}").json() for person in (ann, bob)]
    assert [sight["seat"] for sight in sights] == [0, 1]
    assert begun["actor"] in (0, 1)
    assert sights[begun["actor"]]["prompt"]


def test_a_link_is_a_seat_and_can_be_moved(client: TestClient[Litestar]) -> None:
    """Looking at it takes nothing; sitting down does; on another device it comes back."""
    view = made(client, seats=2, seat_2="open", name="Ann")
    links = Person(client, view["keys"]["host"]).get(f"/table/{view['id']}/links").json()
    link = links["seats"]["1"]
    assert link == f"{HERE}/sit/{view['keys']['1']}"
    for _ in range(2):
        page = Person(client).get(link, HTML)
        assert page.status_code == 200
        assert "Ann" in page.text
    assert (
        Person(client, view["keys"]["host"]).get(f"/table/{view['id']}").json()["seats"][1]
        == "open"
    )
    sat = Person(client).post(link, {"name": "Bob"}, HTML)
    assert (sat.status_code, sat.headers["location"]) == (303, f"/table/{view['id']}")
    cookie = sat.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    assert view["keys"]["1"].rpartition(".")[2] not in cookie
    assert "Come back" in Person(client).get(link, HTML).text
    again = Person(client).post(link).json()
    assert again["names"] == ["Ann", "Bob"]
    client.cookies.clear()
    device = cookie.partition("=")[2].partition(";")[0]
    mine = client.get("/", headers={**JSON, "Cookie": f"ravelbox={device}"}).json()["tables"]
    assert [line["id"] for line in mine] == [view["id"]]
    assert client.get("/", headers=JSON).json()["tables"] == []


def test_a_renewed_link_voids_the_old_one(client: TestClient[Litestar]) -> None:
    """For a phone that was lost."""
    ann, bob, view = company(client)
    table = f"/table/{view['id']}"
    client.cookies.clear()
    fresh = bob.post(f"{table}/seat", {"seat": 1, "do": "relink"}).json()["keys"]["1"]
    assert refused(bob.get(table)) == (403, "wrong_key")
    assert Person(client, fresh).get(table).json()["seat"] == 1
    assert (
        Person(client, bob.keys[0], fresh).get(table).json()["seat"] == 1
    )  # the old one is nothing
    assert refused(Person(client).post(f"/sit/{bob.keys[0]}")) == (403, "wrong_key")
    assert ann.get(table).json()["names"] == ["Ann", "Bob"]


def test_a_full_table_and_a_wrong_seat(client: TestClient[Litestar]) -> None:
    """Each has its own word."""
    view = made(client, seats=3, seat_2="open", seat_3="open")
    join = f"/join/{view['code']}"
    assert Person(client).post(join, {"seat": 2}).json()["seats"] == ["away", "open", "here"]
    assert refused(Person(client).post(join, {"seat": 2})) == (409, "taken")
    assert refused(Person(client).post(join, {"seat": 0})) == (409, "taken")
    assert refused(Person(client).post(join, {"seat": 7})) == (400, "bad_request")
    assert Person(client).post(join).json()["seats"] == ["away", "here", "away"]
    assert refused(Person(client).post(join)) == (409, "full")
    assert refused(Person(client).post("/join/NNNNNN")) == (404, "no_code")
    assert refused(Person(client).get("/join/%00")) == (404, "no_code")


def test_who_takes_a_seat_by_code_has_it_alone(client: TestClient[Litestar]) -> None:
    """Whoever was sent the seat's own link before comes too late."""
    view = made(client, seats=2, seat_2="open")
    old = view["keys"]["1"]
    Person(client).post(f"/join/{view['code']}", {"name": "Bob"})
    assert refused(Person(client).post(f"/sit/{old}")) == (403, "wrong_key")


def test_the_host_may_send_away_before_the_start_only(client: TestClient[Litestar]) -> None:
    """The seat is free again, and the old key is void."""
    view = made(client, seats=2, seat_2="open", name="Ann")
    ann = Person(client, view["keys"]["0"], view["keys"]["host"])
    joined = Person(client).post(f"/join/{view['code']}", {"name": "Bob"}).json()
    bob = Person(client, joined["keys"]["1"])
    seat = f"/table/{view['id']}/seat"
    assert refused(bob.post(seat, {"seat": 0, "do": "kick"})) == (403, "not_host")
    after = ann.post(seat, {"seat": 1, "do": "kick"}).json()
    assert after["seats"] == ["here", "open"]
    assert refused(bob.get(f"/table/{view['id']}")) == (403, "wrong_key")
    assert refused(ann.post(f"/table/{view['id']}/start")) == (409, "not_started")
    begun = ann.post(f"/table/{view['id']}/start", {"bots": "greedy"}).json()
    assert begun["seats"] == ["here", "greedy"]
    assert refused(ann.post(seat, {"seat": 0, "do": "kick"})) == (409, "started")


def test_wrong_keys_and_no_keys(client: TestClient[Litestar]) -> None:
    """A stranger, a cut link, another's key, a key of another table: nobody gets in."""
    ann, _, view = company(client)
    other = made(client, seats=2)
    table = f"/table/{view['id']}"
    key = ann.keys[0]
    wrong = key[:-1] + ("A" if key[-1] != "A" else "B")
    for path in (table, f"{table}/links", f"{table}/record", f"{table}/position"):
        assert refused(Person(client).get(path)) == (403, "no_seat")
        assert refused(Person(client, wrong).get(path)) == (403, "wrong_key")
        assert refused(Person(client, key[:-1]).get(path)) == (403, "wrong_key")
        assert refused(Person(client, other["keys"]["0"]).get(path)) == (403, "no_seat")
    assert refused(Person(client).post(f"/sit/{wrong}")) == (403, "wrong_key")
    assert refused(Person(client).get(f"/sit/{wrong}")) == (403, "wrong_key")
    basic = client.get(table, headers={**JSON, "Authorization": "Basic eA=="})
    assert refused(basic) == (403, "wrong_key")
    for do in ("rename", "bot", "back", "leave", "relink"):
        answer = ann.post(f"{table}/seat", {"seat": 1, "do": do})
        assert refused(answer) == (403, "no_seat")
    assert refused(ann.get(f"{table}?seat=1")) == (403, "no_seat")


def test_who_watches_sees_what_a_spectator_may(client: TestClient[Litestar]) -> None:
    """By the watch link, without a seat, and without a way to play."""
    ann, _, view = company(client, game="ravingspire")
    links = ann.get(f"/table/{view['id']}/links").json()
    watcher = Person(client, links["watch"].rpartition("/")[2])
    sight = watcher.get(f"/table/{view['id']}").json()
    assert sight["seat"] is None
    assert sight["prompt"] is None
    assert sight["code"] == ""
    answer = watcher.act(view, 1)
    assert refused(answer) == (403, "not_yours")
    assert set(watcher.get(f"/table/{view['id']}/links").json()["seats"]) == set()
    assert refused(watcher.get(f"/table/{view['id']}/record")) == (403, "hidden")
    assert refused(ann.get(f"/table/{view['id']}/position")) == (403, "hidden")


# Playing.


def first(client: TestClient[Litestar], **fields: object) -> tuple[Person, Person, View]:
    """Two at Ramble: whoever is asked first, the other, and the table as the first sees it."""
    ann, bob, view = company(client, **fields)
    one, two = (ann, bob) if view["actor"] == 0 else (bob, ann)
    return one, two, one.get(f"/table/{view['id']}").json()


def test_only_whoever_is_asked_may_play(client: TestClient[Litestar]) -> None:
    """A stale act gets the newest table, a repeated one is recognised, another's is refused."""
    one, two, view = first(client)
    code = view["prompt"]["offers"][0]["code"]
    assert refused(two.act(view, code)) == (403, "not_yours")
    after = one.act(view, code)
    assert after.status_code == 200
    assert one.act(view, code).json() == after.json()
    other = view["prompt"]["offers"][1]["code"]
    stale = one.act(view, other)
    assert refused(stale) == (409, "stale")
    assert stale.json()["view"]["at"] == after.json()["at"]
    assert refused(two.act(view, code)) == (409, "stale")


def test_news_come_to_the_other_seat(client: TestClient[Litestar]) -> None:
    """At once what was missed, then every change, as JSON and as a page; exactly once each."""
    one, two, view = first(client)
    table = f"/table/{view['id']}/news"
    with (
        two.ear(f"{table}?at={view['at']}&mark={view['mark']}") as program,
        two.ear(f"{table}?form=page") as page,
        two.ear(f"{table}?at=0&mark=0") as late,
    ):
        assert asked(page.receive_text(timeout=20))["at"] == view["at"]
        whole = two.get(f"/table/{view['id']}").json()["log"]
        for ear in (late, program):  # before the first decision all is told, hands among it
            told = ear.receive_json(timeout=20)
            assert (told["since"], told["log"]) == (None, whole)
        after = one.act(view, view["prompt"]["offers"][0]["code"]).json()
        news = program.receive_json(timeout=20)
        assert (news["since"], news["at"], news["mark"]) == (view["at"], after["at"], "0")
        assert [event["text"] for event in news["log"]] == [event["text"] for event in after["log"]]
        assert news["table"]["table"] == after["table"]
        assert asked(page.receive_text(timeout=20))["at"] == after["at"]
    known = f"at={after['at']}&mark=0&revision={view['revision']}"
    with two.ear(f"{table}?{known}") as again:
        told = again.receive_json(timeout=20)
        assert (told["since"], told["at"], told["log"]) == (after["at"], after["at"], [])
    with two.ear(table) as anew:
        whole = anew.receive_json(timeout=20)
        assert whole["log"] == two.get(f"/table/{view['id']}").json()["log"]


def closed(ear: WebSocketTestSession) -> tuple[int, str]:
    """The code and the reason that a socket is closed with."""
    with pytest.raises(WebSocketDisconnect) as caught:
        ear.receive(timeout=20)
    assert caught.value.detail
    return caught.value.code, caught.value.detail


@pytest.mark.parametrize(
    ("query", "code"),
    [("at=x", 4400), ("form=sound", 4400), ("at=-1", 4400), ("seat=5", 4403), ("why=1", 4400)],
)
def test_a_listener_who_cannot_be_told_is_told_why(
    client: TestClient[Litestar], query: str, code: int
) -> None:
    """By the code and the reason that the socket is closed with."""
    one, _, view = first(client)
    with one.ear(f"/table/{view['id']}/news?{query}") as ear:
        assert closed(ear)[0] == code


def test_a_listener_without_a_place_hears_nothing(client: TestClient[Litestar]) -> None:
    """Nor does one at a table that is not there; whoever speaks is cut off."""
    one, _, view = first(client)
    cases = (
        (Person(client), view["id"], 4403),
        (Person(client, f"{view['id']}.0.{'x' * 22}"), view["id"], 4403),
        (one, "nothing", 4404),
    )
    for person, table, code in cases:
        with person.ear(f"/table/{table}/news") as ear:
            assert closed(ear)[0] == code
    known = f"at={view['at']}&mark=0&revision={view['revision']}"
    with one.ear(f"/table/{view['id']}/news?{known}") as ear:
        ear.send_text("hello?")
        assert closed(ear)[0] == 1003


def test_a_bot_stands_in_and_is_sent_away(client: TestClient[Litestar]) -> None:
    """It plays until a person is asked; its person may not play meanwhile, and then again may."""
    one, two, view = first(client)
    table = f"/table/{view['id']}"
    seat = view["seat"]
    given = one.post(f"{table}/seat", {"seat": seat, "do": "bot", "bot": "random"}).json()
    assert given["plays"][seat] == "random"
    assert given["seats"][seat] == "here"
    now = one.get(table).json()
    assert now["prompt"] is None
    assert now["at"] > view["at"]
    answer = one.act(now, 5)
    assert refused(answer) == (403, "not_yours")
    assert "take it back" in answer.json()["text"]
    back = one.post(f"{table}/seat", {"seat": seat, "do": "back"}).json()
    assert back["plays"][seat] == ""
    wrong = one.post(f"{table}/seat", {"seat": seat, "do": "bot", "bot": "randon"})
    assert refused(wrong) == (400, "bad_option")
    assert 'did you mean "random"' in wrong.json()["text"]
    assert two.get(table).json()["plays"] == ["", ""]


def test_who_plays_alone_may_let_a_bot_play(client: TestClient[Litestar]) -> None:
    """Only who leaves stops the table; a bot that was asked to plays on, with bots on all seats."""
    view = made(client, game="ramble", seats=2, seat_2="greedy")
    host, table = Person(client, *view["keys"].values()), f"/table/{view['id']}"
    before = host.get(table).json()["at"]
    host.post(f"{table}/seat", {"seat": 0, "do": "bot", "bot": "greedy"})
    for _ in range(100):
        if host.get(table).json()["at"] > before + 8:
            break
        time.sleep(0.1)
    assert host.get(table).json()["at"] > before + 8
    host.post(f"{table}/seat", {"seat": 0, "do": "leave"})
    time.sleep(0.3)
    now = host.get(table).json()["at"]
    time.sleep(0.3)
    assert host.get(table).json()["at"] == now


def test_who_leaves_leaves_a_bot_and_may_come_back(client: TestClient[Litestar]) -> None:
    """The link stays good; where nobody is left, the table waits."""
    one, two, view = first(client)
    table = f"/table/{view['id']}"
    for person, seat in ((two, 1 - view["seat"]), (one, view["seat"])):
        person.post(f"{table}/seat", {"seat": seat, "do": "leave"})
    now = one.get(table).json()
    assert now["plays"] == ["skilled", "skilled"]
    time.sleep(0.3)
    assert one.get(table).json()["at"] == now["at"]
    back = one.post(f"{table}/seat", {"seat": view["seat"], "do": "back"}).json()
    assert back["outcome"] is None
    assert back["plays"].count("skilled") == 1


def test_renaming(client: TestClient[Litestar]) -> None:
    """Made presentable, and told to everybody."""
    one, two, view = first(client)
    seat = f"/table/{view['id']}/seat"
    one.post(seat, {"seat": view["seat"], "do": "rename", "name": " <b>Zoë</b>\n "})
    assert two.get(f"/table/{view['id']}").json()["names"][view["seat"]] == "<b>Zoë</b>"
    assert "<b>Zoë" not in two.get(f"/table/{view['id']}", HTML).text
    long = one.post(seat, {"seat": view["seat"], "do": "rename", "name": "x" * 25})
    assert refused(long) == (400, "bad_option")
    assert refused(one.post(seat, {"seat": 0, "do": "dance"})) == (400, "bad_request")


# Before the start, and twice.


def test_no_hand_is_shown_before_the_start(client: TestClient[Litestar]) -> None:
    """Seats may still change hands, so nobody may look at one and choose another."""
    view = made(client, game="ravingspire", seats=3, seat_2="open", seat_3="open", heroes="random")
    joined = Person(client).post(f"/join/{view['code']}").json()
    watcher = Person(client, view["keys"]["watch"])
    host = Person(client, *view["keys"].values())
    seen = watcher.get(f"/table/{view['id']}").json()
    for person in (host, Person(client, joined["keys"]["1"])):
        mine = person.get(f"/table/{view['id']}").json()
        assert (mine["seat"], mine["table"], mine["log"]) == (None, seen["table"], seen["log"])
        for paper in ("record", "position"):
            assert refused(person.get(f"/table/{view['id']}/{paper}")) == (409, "not_started")
    assert watcher.get(f"/table/{view['id']}/links").json()["code"] == ""
    assert watcher.get(f"/table/{view['id']}/links").json()["join"] == ""


def test_joining_twice_takes_one_seat(client: TestClient[Litestar]) -> None:
    """The same device, because an answer got lost or a button was pressed twice."""
    view = made(client, seats=3, seat_2="open", seat_3="open")
    client.cookies.clear()
    for _ in range(2):
        answer = client.post(f"/join/{view['code']}", json={"name": "Bob"}, headers=JSON)
        assert answer.json()["seats"] == ["away", "here", "open"]


def test_a_start_is_news_to_whoever_knew_the_decisions(client: TestClient[Litestar]) -> None:
    """Nothing was decided meanwhile, but the table has begun."""
    view = made(client, seats=2, seat_2="open")
    joined = Person(client).post(f"/join/{view['code']}").json()
    Person(client, view["keys"]["host"]).post(f"/table/{view['id']}/start")
    bob = Person(client, joined["keys"]["1"])
    with bob.ear(f"/table/{view['id']}/news?at={joined['at']}&mark={joined['mark']}") as ear:
        news = ear.receive_json(timeout=20)
    assert news["table"]["state"] == "playing"
    assert news["log"] == bob.get(f"/table/{view['id']}").json()["log"]


def test_what_a_stand_in_played_stays(client: TestClient[Litestar]) -> None:
    """Nobody looks at a bot's move and takes it back."""
    view = made(client, seats=2)
    both = Person(client, view["keys"]["0"], view["keys"]["1"])
    table, seat = f"/table/{view['id']}", view["actor"]
    both.post(f"{table}/seat", {"seat": seat, "do": "bot", "bot": "random"})
    now = both.post(f"{table}/seat", {"seat": seat, "do": "back"}).json()
    assert now["at"] > view["at"]
    assert now["undo"] is None
    back = both.post(f"{table}/undo", {"at": now["at"], "to": view["at"]})
    assert refused(back) == (409, "no_undo")


def test_an_odd_wish_for_json_is_no_fault(client: TestClient[Litestar]) -> None:
    """A weight that no number holds."""
    for weight in ("1e999", "inf", "nan", "x"):
        answer = client.get("/", headers={"Accept": f"application/json;q={weight}"})
        assert answer.status_code == 200


# Taking back together.


def passed_on(client: TestClient[Litestar]) -> tuple[Person, Person, View, View]:
    """One has proposed to give up, so the other is asked; the table before and after."""
    one, two, view = first(client)
    after = one.act(view, view["prompt"]["resign"]).json()
    assert after["actor"] != view["actor"]
    return one, two, view, after


def test_nobody_is_asked_while_the_question_has_not_passed_on(
    client: TestClient[Litestar],
) -> None:
    """A step of one's own turn is taken back at once."""
    one, _, view = first(client, role_assignment="random")
    while True:
        after = one.act(view, code_of(view, "move")).json() if view["prompt"] else view
        if after["actor"] == after["seat"] and after["undo"] is not None:
            break
        view = after
    body = {"at": after["at"], "to": after["undo"], "mark": after["mark"]}
    back = one.post(f"/table/{view['id']}/undo", body).json()
    assert back["asking"] is None
    assert back["at"] == after["undo"]
    assert back["mark"] == "1"


def test_the_other_is_asked_and_allows_it(client: TestClient[Litestar]) -> None:
    """Both see the wish; with the yes it is done, and all is as before."""
    one, two, view, after = passed_on(client)
    table = f"/table/{view['id']}"
    assert after["undo"] == view["at"]
    body = {"at": after["at"], "to": after["undo"], "mark": after["mark"]}
    asking = one.post(f"{table}/undo", body).json()
    assert asking["asking"] == {
        "by": view["seat"], "to": view["at"], "yes": [], "waiting": [1 - view["seat"]]
    }  # fmt: skip
    assert asking["at"] == after["at"]
    again = one.post(f"{table}/undo", body).json()
    assert again["revision"] == asking["revision"]  # the same wish again
    strange = one.post(f"{table}/undo", {**body, "seat": 1 - view["seat"]})
    assert refused(strange) == (403, "no_seat")
    own = one.post(f"{table}/consent", {"at": after["at"], "yes": True}).json()
    assert own["asking"] is not None  # nobody allows their own wish
    other = two.post(f"{table}/consent", {"at": after["at"], "to": 77, "yes": True})
    assert refused(other) == (409, "stale")  # a yes to something else
    done = two.post(f"{table}/consent", {"at": after["at"], "yes": True}).json()
    assert (done["at"], done["mark"], done["asking"]) == (view["at"], "1", None)
    assert one.get(table).json()["prompt"] == view["prompt"]
    late = two.post(f"{table}/consent", {"at": after["at"], "yes": True})
    assert refused(late) == (409, "stale")


def test_the_other_says_no_or_plays_on(client: TestClient[Litestar]) -> None:
    """Either ends the asking, and nothing is taken back."""
    one, two, view, after = passed_on(client)
    table = f"/table/{view['id']}"
    body = {"at": after["at"], "to": after["undo"]}
    one.post(f"{table}/undo", body)
    no = two.post(f"{table}/consent", {"at": after["at"], "yes": False}).json()
    assert (no["asking"], no["at"]) == (None, after["at"])
    one.post(f"{table}/undo", body)
    seen = two.get(table).json()
    on = two.act(seen, code_of(seen, "pass")).json()
    assert on["asking"] is None
    assert on["at"] > after["at"]


def test_an_undo_reaches_listeners_from_where_histories_part(client: TestClient[Litestar]) -> None:
    """News after an undo begin where both histories still agree."""
    one, two, view, after = passed_on(client)
    known = f"at={after['at']}&mark=0&revision={after['revision']}"
    with two.ear(f"/table/{view['id']}/news?{known}") as ear:
        one.post(f"/table/{view['id']}/undo", {"at": after["at"], "to": after["undo"]})
        wish = ear.receive_json(timeout=20)
        assert wish["table"]["asking"]["by"] == view["seat"]
        assert wish["log"] == []
        two.post(f"/table/{view['id']}/consent", {"at": after["at"], "yes": True})
        done = ear.receive_json(timeout=20)
        assert (done["since"], done["at"], done["mark"]) == (view["at"], view["at"], "1")
    with two.ear(f"/table/{view['id']}/news?at={after['at']}&mark=0") as again:
        assert again.receive_json(timeout=20) == done


# Clocks.


def out_of_time(client: TestClient[Litestar], view: View) -> None:
    """Let the running clock run out, by setting it back in the store."""

    def hurry(connection: sa.Connection) -> None:
        here = MATCHES.c.id == view["id"]
        text = connection.scalar(sa.select(MATCHES.c.company).where(here))
        company = msgspec.json.decode(str(text), type=Company)
        company = msgspec.structs.replace(company, since=company.since - 3_600_000)
        values = {
            "company": msgspec.json.encode(company).decode(),
            "deadline": MATCHES.c.deadline - 3_600_000,
            "revision": MATCHES.c.revision + 1,
        }
        connection.execute(sa.update(MATCHES).where(here).values(values))

    with client.portal() as portal:
        portal.call(client.app.state.tables.store.write, hurry)


def until(person: Person, table: str, wanted: str, value: object) -> View:
    """The table once something is so."""
    end = time.monotonic() + 30
    while True:
        view: View = person.get(table).json()
        if view[wanted] == value or time.monotonic() > end:
            assert view[wanted] == value
            return view
        time.sleep(0.1)


def test_a_clock_runs_for_whoever_is_asked(client: TestClient[Litestar]) -> None:
    """Time is what is left of it; the other's stands still."""
    one, _, view = first(client, clock="5+3", timeout="pause")
    clock = view["clock"]
    assert (clock["minutes"], clock["increment"], clock["timeout"]) == (5, 3, "pause")
    assert clock["running"] == view["actor"]
    time.sleep(0.05)
    later = one.get(f"/table/{view['id']}").json()["clock"]
    assert later["left"][view["actor"]] < clock["left"][view["actor"]]
    assert later["left"][1 - view["actor"]] == 300_000


def test_when_time_is_up_the_table_pauses(client: TestClient[Litestar]) -> None:
    """If that was chosen; anybody who plays ends the pause, and there is a minute more."""
    one, two, view = first(client, clock="5+3", timeout="pause")
    table = f"/table/{view['id']}"
    out_of_time(client, view)
    paused = until(one, table, "state", "paused")
    assert paused["prompt"] is None
    assert refused(one.act(paused, view["prompt"]["offers"][0]["code"])) == (409, "paused")
    resumed = two.post(f"{table}/resume").json()
    assert resumed["state"] == "playing"
    assert 0 < resumed["clock"]["left"][view["actor"]] <= 60_000
    assert one.act(paused, view["prompt"]["offers"][0]["code"]).status_code == 200


def test_when_time_is_up_a_bot_plays_on(client: TestClient[Litestar]) -> None:
    """If that was chosen; the seat can be taken back."""
    for _ in range(5):  # luck may lose a park in the very turn that the bot plays
        one, _, view = first(client, clock="5+3", timeout="bot")
        table = f"/table/{view['id']}"
        out_of_time(client, view)
        plays = ["", ""]
        plays[view["actor"]] = "skilled"
        now = until(one, table, "plays", plays)
        if now["state"] != "over":
            break
    assert now["state"] == "playing"
    back = one.post(f"{table}/seat", {"seat": view["seat"], "do": "back"}).json()
    assert back["plays"] == ["", ""]
    assert back["clock"]["left"][view["seat"]] > 0


# One device, several seats.


def test_private_hands_are_handed_over(client: TestClient[Litestar]) -> None:
    """Of two seats of one device none is shown before its player says so."""
    view = made(client, game="ravingspire", seats=2)
    both = Person(client, view["keys"]["0"], view["keys"]["1"])
    table = f"/table/{view['id']}"
    cover = both.get(table, HTML).text
    assert asked(cover)["handover"] == view["actor"]
    assert asked(cover)["offers"] == []
    shown = both.get(f"{table}?seat={view['actor']}", HTML).text
    assert asked(shown)["handover"] is None
    assert asked(shown)["offers"]
    other = both.get(f"{table}?seat={1 - view['actor']}", HTML).text
    assert asked(other)["handover"] == view["actor"]
    eyes = both.get(f"{table}?seat={1 - view['actor']}").json()
    assert (eyes["seat"], eyes["prompt"]) == (1 - view["actor"], None)


# Luck.


@pytest.mark.parametrize("game", ravelbox.games())
def test_luck_is_sealed_and_opened(client: TestClient[Litestar], game: str) -> None:
    """The commitment is there from the start, the key at the end, and both fit the record."""
    bots = {"ravel": 0, "ramble": 2, "arch_ravels": 2, "ravingspire": 1}[game]
    only = game == "arch_ravels"  # nobody can give up there, so bots play alone
    seats = {f"seat_{2 - only + n}": "random" for n in range(bots)}
    short = {"turn_limit": 20} if only else {}
    view = made(client, game=game, seats=bots + (not only), **seats, **short)
    me = Person(client, view["keys"]["host"], *([] if only else [view["keys"]["0"]]))
    sealed = view["commitment"]
    assert len(sealed) == 64
    record = f"/table/{view['id']}/record"
    if not view["outcome"]:
        assert view["key"] == ""
        running = me.get(record, {"Accept": "text/plain"})
        assert running.status_code == (403 if game == "ravingspire" else 200)
        assert game == "ravingspire" or f"commitment: {sealed}" in running.text
        assert "dealer:" not in running.text
        assert "key:" not in running.text
        while view["outcome"] is None:
            prompt = view["prompt"]
            given_up, else_ = prompt["resign"], prompt["offers"][-1]["code"]
            view = me.act(view, else_ if given_up is None else given_up).json()
    assert commitment(bytes.fromhex(view["key"])) == sealed
    paper = Record.from_text(me.get(record, {"Accept": "text/plain"}).text)
    assert Match.replay(paper).over
    assert verify(paper, sealed).status == FITS


def test_who_is_answered_is_not_told_it_again(client: TestClient[Litestar]) -> None:
    """A page names its socket as it acts, and what it shows: it gets what it lacks, by one way."""
    one, _, view = first(client)
    table = f"/table/{view['id']}"
    shown = one.get(table, HTML).text
    parts = re.findall(r'<\w+[^>]*? id="([^"]+)"[^>]*? data-part="(\w+)">', shown)
    named = " ".join(f"{name}:{stamp}" for name, stamp in parts)
    body = {"at": view["at"], "mark": view["mark"], "codes": [view["prompt"]["offers"][0]["code"]]}
    with (
        one.ear(f"{table}/news?form=page&ear=mine") as mine,
        one.ear(f"{table}/news?form=page&ear=other") as other,
    ):
        assert mine.receive_text(timeout=20) == other.receive_text(timeout=20) == shown
        headers = {**HTML, "Ravelbox-Ear": "mine", "Ravelbox-Has": named, "Prefer": "wait=0"}
        answer = one.post(f"{table}/act", body, headers).text
        now = asked(answer)
        assert mine.receive_json(timeout=20) == {"revision": now["revision"]}
        assert asked(other.receive_text(timeout=20)) == now
    assert now["at"] > view["at"]
    assert '<section id="settings" data-same></section>' in answer
    assert 'id="settings" data-same' not in one.get(table, HTML).text
