"""A lesson over HTTP: one thing at a time, back over luck, out of it at any moment."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest

import ravelbox
from ravelbox.kernel.rules import RESIGN
from ravelbox.server.seats import Company, gathered
from ravelbox.web.lesson import lesson_of
from tests.server.conftest import HTML, JSON, Client, act, asked, kept, opened

pytestmark = pytest.mark.anyio


async def learn(client: httpx.AsyncClient, view: dict[str, Any], do: str, step: int) -> Any:
    """Go on, back or out of a lesson; the table after it."""
    address = f"/table/{view['id']}/lesson"
    answer = await client.post(address, json={"do": do, "step": step}, headers=JSON)
    assert answer.status_code == 200, answer.text
    return answer.json()


def step_of(view: dict[str, Any]) -> int:
    """The step that a prompt is about."""
    return int(view["prompt"]["why"].split()[1])


async def at_step(client: httpx.AsyncClient, view: dict[str, Any], step: int) -> dict[str, Any]:
    """A lesson up to a step, by the first thing that serves each."""
    while step_of(view) < step:
        offers = view["prompt"]["offers"]
        if offers:
            answer = await act(client, view, offers[0]["code"])
            assert answer.status_code == 200, answer.text
            view = answer.json()
        else:
            view = await learn(client, view, "on", step_of(view))
    return view


@pytest.mark.parametrize("game", ravelbox.games())
async def test_a_lesson_is_played_through(client: Client, game: str) -> None:
    """From the first step to the last, and on as an ordinary table."""
    lesson = lesson_of(game)
    assert lesson is not None
    view = await opened(client, game=game, lesson="yes")
    assert view["seats"] == list(lesson.seating.who)
    assert view["commitment"] == ""  # its luck was not drawn
    view = await at_step(client, view, len(lesson.steps))
    assert view["prompt"]["ask"] == lesson.steps[-1].teach
    assert view["prompt"]["offers"] == []
    view = await learn(client, view, "leave", len(lesson.steps))
    assert view["prompt"]["offers"]
    assert not view["prompt"]["why"].startswith("Lesson")


async def test_only_what_the_step_asks_for_can_be_played(client: Client) -> None:
    """Anything else is refused by name, with the sentence of the step, and changes nothing."""
    view = await at_step(client, await opened(client, lesson="yes"), 3)
    space = ravelbox.load("ravel").space
    assert [offer["text"] for offer in view["prompt"]["offers"]] == ["unlock S"]
    assert view["prompt"]["resign"] is None
    for code in (space.parse("swap p0"), RESIGN):
        refused = await act(client, view, code)
        assert (refused.status_code, refused.json()["code"]) == (422, "lesson")
        assert f'not about "{space.to_text(code)}" now' in refused.json()["text"]
        assert view["prompt"]["ask"] in refused.json()["text"]
    same = (await client.get(f"/table/{view['id']}", headers=JSON)).json()
    assert (same["revision"], same["at"]) == (view["revision"], 0)


async def test_a_step_that_is_only_read_cannot_be_played(client: Client) -> None:
    """And going on twice from one page goes on once."""
    view = await opened(client, lesson="yes")
    refused = await act(client, view, ravelbox.load("ravel").space.parse("unlock S"))
    assert refused.json()["code"] == "lesson"
    once = await learn(client, view, "on", 1)
    twice = await learn(client, view, "on", 1)
    assert step_of(once) == step_of(twice) == 2
    assert once["revision"] == twice["revision"]


async def test_one_step_back_also_over_luck_and_bots(client: Client) -> None:
    """Then the same comes again."""
    view = await at_step(client, await opened(client, game="arch_ravels", lesson="yes"), 10)
    seen = []
    for step in range(10, 1, -1):
        seen.append(view["prompt"]["ask"])
        view = await learn(client, view, "back", step)
        assert step_of(view) == step - 1
    assert view["at"] == 0
    forth = []
    for step in range(2, 11):
        view = await at_step(client, view, step)
        forth.append(view["prompt"]["ask"])
    assert forth == seen[::-1]
    first = await learn(client, await opened(client, lesson="yes"), "on", 1)
    first = await learn(client, first, "back", 2)
    answer = await client.post(
        f"/table/{first['id']}/lesson", json={"do": "back", "step": 1}, headers=JSON
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "no_undo")


async def test_an_ordinary_undo_goes_back_in_a_lesson_too(client: Client) -> None:
    """The step follows from the decisions that stand."""
    view = await at_step(client, await opened(client, lesson="yes"), 11)
    body = {"at": view["at"], "to": view["undo"]}
    view = (await client.post(f"/table/{view['id']}/undo", json=body, headers=JSON)).json()
    assert step_of(view) == 10


async def test_a_lesson_left_stays_left(client: Client) -> None:
    """The table stays as it is, everything is allowed again, and the lesson has no say any more."""
    view = await at_step(client, await opened(client, lesson="yes"), 4)
    left = await learn(client, view, "leave", 4)
    assert (left["at"], left["table"]) == (view["at"], view["table"])
    assert len(left["prompt"]["offers"]) > 20
    assert left["prompt"]["resign"] == RESIGN
    assert (await learn(client, left, "on", 4))["revision"] == left["revision"]
    stop = next(offer for offer in left["prompt"]["offers"] if offer["text"] == "stop")
    assert (await act(client, left, stop["code"])).status_code == 200


async def test_who_only_watches_does_not_turn_the_pages(client: Client) -> None:
    """And is asked nothing."""
    view = await opened(client, lesson="yes")
    links = (await client.get(f"/table/{view['id']}/links", headers=JSON)).json()
    key = links["watch"].rpartition("/sit/")[2]
    guest = {**JSON, "Authorization": f"Bearer {key}", "Cookie": ""}
    client.cookies.clear()
    seen = (await client.get(f"/table/{view['id']}", headers=guest)).json()
    assert seen["prompt"] is None
    answer = await client.post(
        f"/table/{view['id']}/lesson", json={"do": "on", "step": 1}, headers=guest
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "no_seat")


async def test_the_page_of_a_lesson(client: Client) -> None:
    """It teaches in the prompt, and its buttons are an ordinary form."""
    view = await opened(client, lesson="yes")
    page = (await client.get(f"/table/{view['id']}", headers=HTML)).text
    assert "/static/lesson.css" in page
    assert "Sixteen cogs keep this contraption shut" in page
    assert asked(page)["show"] == ["stack:N", "stack:E", "stack:S", "stack:W"]
    answer = await client.post(f"/table/{view['id']}/lesson", data={"do": "on", "step": "1"})
    assert answer.status_code == 200  # after the way back to the table
    assert "Each stack faces the three dice" in answer.text
    lobby = (await client.get("/", headers=HTML)).text
    assert lobby.count("Learn by playing") == len(ravelbox.games()) + 1
    assert "A lesson. Standard deck" in lobby


async def test_the_store_keeps_how_far_a_lesson_is(client: Client) -> None:
    """It notes the pages that were turned and nothing else; older tables know of no lesson."""
    view = await at_step(client, await opened(client, lesson="yes"), 3)
    assert (await kept(client, view["id"])).company.lesson == 2
    client.app.state.tables.drop()
    again = (await client.get(f"/table/{view['id']}", headers=JSON)).json()
    assert again["prompt"] == view["prompt"]
    old = msgspec.json.encode(gathered(["here"]))
    assert b"lesson" not in old
    assert msgspec.json.decode(old, type=Company).lesson is None


async def test_a_lesson_that_was_changed_since_lets_go(client: Client) -> None:
    """Moves that no step asks for make an ordinary table of it."""
    view = await opened(client)
    lesson = lesson_of("ravel")
    assert lesson is not None
    match = lesson.new()
    match.play_text(0, "swap p0")
    company = msgspec.structs.replace(gathered(["here"]), lesson=0)
    table = await client.app.state.tables.open(match, company)
    now = (await client.get(f"/table/{table}", headers=JSON)).json()
    assert len(now["prompt"]["offers"]) > 20
    assert now["prompt"]["rule"] == view["prompt"]["rule"]


async def test_bad_words_to_a_lesson(client: Client) -> None:
    """What came, and what was possible."""
    view = await opened(client, lesson="yes")
    for body in ({"do": "skip", "step": 1}, {"do": "on"}, {"do": "on", "step": "x"}):
        answer = await client.post(f"/table/{view['id']}/lesson", json=body, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
