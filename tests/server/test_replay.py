"""Looking back at a table through the real app: moments, whose eyes, links, and playing on."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import Any

import httpx
import pytest

import ravelbox
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import RESIGN
from ravelbox.server import replaying
from ravelbox.web.replay import match_at
from tests.properties.test_twins import pairs
from tests.server.conftest import HTML, JSON, Client, act, asked, kept, opened, played, said

pytestmark = pytest.mark.anyio

Seen = list[dict[str, Any]]


async def moment(
    client: httpx.AsyncClient, table: str, at: int | None = None, **query: object
) -> dict[str, Any]:
    """A moment, as JSON."""
    params = {name: str(value) for name, value in {"at": at, **query}.items() if value is not None}
    answer = await client.get(f"/table/{table}/replay", params=params, headers=JSON)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def page_at(client: httpx.AsyncClient, table: str, query: str = "") -> str:
    """A moment, as a page."""
    answer = await client.get(f"/table/{table}/replay{query}", headers=HTML)
    assert answer.status_code == 200, answer.text
    return answer.text


async def laid(client: Client, game: str, **fields: object) -> dict[str, Any]:
    """A new table at which a few random moves do not end the game."""
    long = {"seed": "RVL1:S:12:REPLAY"} if game == "ravel" else {}
    return await opened(client, game=game, **long, **fields)


async def moves_seen(client: Client, game: str, moves: int, **fields: object) -> Seen:
    """The views of a running table during a few random moves; one that luck ends is left."""
    while True:
        view, rng = await laid(client, game, **fields), random.Random(7)
        seen = [view]
        while len(seen) <= moves and not seen[-1]["outcome"]:
            seen.append(await played(client, seen[-1], rng))
        if not seen[-1]["outcome"]:
            return seen


async def some_moves(client: Client, game: str, moves: int, **fields: object) -> dict[str, Any]:
    """A running table at which a few random moves have been made."""
    return (await moves_seen(client, game, moves, **fields))[-1]


async def ended(client: Client, view: dict[str, Any]) -> dict[str, Any]:
    """The table after somebody gave up; where nobody can, it is played to its end."""
    rng = random.Random(1)
    while not view["outcome"]:
        code = view["prompt"]["resign"]
        if code is None:
            view = await played(client, view, rng)
            continue
        answer = await act(client, view, code)
        assert answer.status_code == 200, answer.text
        view = answer.json()
    return view


# Moments.


@pytest.mark.parametrize("game", ravelbox.games())
async def test_each_moment_is_what_was_seen_then(client: Client, game: str) -> None:
    """The replay shows, step by step, the very tables that the player saw."""
    seen = await moves_seen(client, game, 8)
    view = seen[-1]
    for then in seen:
        at = then["at"]
        found = await moment(client, view["id"], at)
        assert found["at"] == at
        assert found["last"] == view["at"]
        if found["seat"] == then["seat"]:
            assert found["table"] == then["table"]


async def test_the_page_of_a_moment_leads_to_all_others(client: Client) -> None:
    """Links to the first, the last and the neighbours work without a script; nothing is asked."""
    view = await some_moves(client, "ravel", 5)
    page = await page_at(client, view["id"], "?at=2")
    for at in (0, 1, 3, view["at"]):
        assert f'href="/table/{view["id"]}/replay?at={at}"' in page
    offers = asked(page)
    assert offers["offers"] == []
    assert offers["socket"] is None
    assert offers["moment"]["last"] == view["at"]
    assert 'id="undo"' not in page
    assert "Step 2 of" in page or "step 2 of" in page


async def test_a_running_match_opens_at_its_newest_moment_and_a_finished_one_at_its_first(
    client: Client,
) -> None:
    """Where somebody who presses Replay wants to be."""
    view = await some_moves(client, "ravel", 3)
    assert (await moment(client, view["id"]))["at"] == view["at"]
    await ended(client, view)
    found = await moment(client, view["id"])
    assert (found["at"], found["over"]) == (0, True)


async def test_a_moment_that_is_not_there_is_named(client: Client) -> None:
    """With what there is."""
    view = await some_moves(client, "ravel", 2)
    for at in (-1, view["at"] + 1, 10**9):
        answer = await client.get(f"/table/{view['id']}/replay?at={at}", headers=HTML)
        assert answer.status_code == 404
        expected = f"There is no moment {at}; this match has moments from 0 to {view['at']}."
        assert said(answer.text) == expected


async def test_a_table_that_gathers_has_nothing_to_look_back_at(client: Client) -> None:
    """Seats may still change hands."""
    view = await opened(client, game="ramble", seats=3, seat_2="open")
    for path in ("replay", "replay.html"):
        answer = await client.get(f"/table/{view['id']}/{path}", headers=JSON)
        assert answer.status_code == 409
        assert answer.json()["code"] == "not_started"


# Whose eyes.


async def test_while_it_runs_everybody_has_their_own_eyes(client: Client) -> None:
    """Another's hand is refused until the end; then all are open."""
    view = await opened(client, game="ravingspire", seats=2, seat_2="random", turn_cap=1)
    other = f"/table/{view['id']}/replay?at=0&seat=1"
    refused = await client.get(other, headers=JSON)
    assert (refused.status_code, refused.json()["code"]) == (403, "no_seat")
    assert refused.json()["text"] == "Seat 1 is not yours, and the game is not over yet."
    assert (await moment(client, view["id"], 0, seat=0))["seat"] == 0
    await ended(client, view)
    assert (await moment(client, view["id"], 0, seat=1))["seat"] == 1
    page = await page_at(client, view["id"], "?at=1")
    assert "Seen by" in page
    beyond = await client.get(f"/table/{view['id']}/replay?seat=2", headers=JSON)
    assert beyond.json()["text"] == "There is no seat 2; they go from 0 to 1."


async def test_after_the_end_all_hands_can_be_seen_at_once(client: Client) -> None:
    """Each hand as its own seat saw it, at any moment; not while somebody might still play."""
    view = await opened(client, game="ravingspire", seats=2, seat_2="random", turn_cap=1)
    early = await client.get(f"/table/{view['id']}/replay?at=0&hands=true", headers=JSON)
    assert (early.status_code, early.json()["code"]) == (403, "hidden")
    assert "all hands" not in await page_at(client, view["id"], "?at=0")
    view = await ended(client, view)
    seen = 0
    for at in range(0, view["at"] + 1, 5):
        shown = (await moment(client, view["id"], at, hands="true"))["table"]["seats"]
        for n in (0, 1):
            own = (await moment(client, view["id"], at, seat=n))["table"]["seats"][n]
            assert shown[n]["cards"] == own["cards"]
            seen += bool(own["cards"])
    assert seen > 2
    page = await page_at(client, view["id"], f"?at={at}&hands=true")
    assert re.search(r'aria-current="true">all hands</a>', page)
    assert f"at={at - 1}&amp;hands=true" in page
    for n, hand in enumerate(shown):  # one lies large before the table, the other beside it
        named = [card["card"]["name"] for card in hand["cards"]]
        place = page.partition(f'aria-label="Hand of {hand["name"]}"')[2].partition("</ol>")[0]
        assert all(name in unescape(place) for name in named), n
    ravel = await some_moves(client, "ravel", 1)
    assert (await moment(client, ravel["id"], 0, hands="true"))["at"] == 0


async def test_several_hidden_hands_on_one_device_are_shown_one_at_a_time(client: Client) -> None:
    """Unless one is asked for, the replay of a hot seat shows what a watcher sees."""
    view = await opened(client, game="ravingspire", seats=2)
    assert (await moment(client, view["id"]))["seat"] is None
    assert (await moment(client, view["id"], seat=1))["seat"] == 1


# Sharing.


def shared(page: str) -> str:
    """The link to a moment that a page gives away."""
    found = re.search(r'id="share-link" value="([^"]+)"', page)
    assert found
    return found[1].replace("&amp;", "&")


@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
async def test_a_shared_link_opens_for_whoever_gets_it(
    client: Client, over: bool
) -> None:  # a case
    """A stranger watches by the link, and has no place without it."""
    view = await opened(client, game="ravingspire", seats=2, seat_2="random", turn_cap=1)
    while not view["at"]:  # whoever begins
        view = await played(client, view, random.Random(1))
    if over:
        await ended(client, view)
    link = shared(await page_at(client, view["id"], "?at=1"))
    client.cookies.clear()
    bare = await client.get(f"/table/{view['id']}/replay?at=1", headers=HTML)
    assert bare.status_code == 403
    answer = await client.get(link, headers=HTML)
    assert answer.status_code == 200
    assert asked(answer.text)["moment"]["at"] == 1
    assert ("Play on from here" in answer.text) == over
    hand = await client.get(f"{link}&seat=0", headers=HTML)
    assert hand.status_code == (200 if over else 403)
    on = f'href="/table/{view["id"]}/replay?at=0&amp;key='
    assert on in answer.text, "the links of a shared page keep its key"
    paper = re.search(r'href="(/table/[^"]+/record\?key=[^"]+)"', answer.text)
    assert (paper is not None) == over
    assert paper is None or (await client.get(paper[1])).status_code == 200


async def test_a_wrong_key_opens_nothing(client: Client) -> None:
    """Neither cut off nor of another table."""
    view = await some_moves(client, "ravel", 1)
    other = await some_moves(client, "ravel", 1)
    link = shared(await page_at(client, view["id"], "?at=1"))
    client.cookies.clear()
    for wrong in (link[:-3], link.replace(view["id"] + "/replay", other["id"] + "/replay")):
        answer = await client.get(wrong, headers=JSON)
        assert answer.status_code == 403


async def test_the_whole_replay_comes_as_one_file(client: Client) -> None:
    """A page to keep, with everything in it."""
    view = await some_moves(client, "ravel", 3)
    answer = await client.get(f"/table/{view['id']}/replay.html")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith('attachment; filename="ravel-')
    assert 'id="film"' in answer.text
    assert "/static/" not in answer.text


async def test_a_very_long_match_is_left_to_the_command(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has other things to do; it says what does it."""
    view = await some_moves(client, "ravel", 3)
    monkeypatch.setattr(replaying, "MOST_STEPS", 2)
    answer = await client.get(f"/table/{view['id']}/replay.html", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, "too_long")
    assert "This match has 3 steps, and a file takes at most 2" in answer.json()["text"]


# Playing on.


@pytest.mark.parametrize("game", ravelbox.games())
async def test_playing_on_from_a_moment(client: Client, game: str) -> None:
    """A new table of this device, as the old one stood then; the old one goes on as it was."""
    view = await some_moves(client, game, 6)
    if ravelbox.load(game).hides and len(view["seats"]) > 1:
        await ended(client, view)
    at = 3
    then = await moment(client, view["id"], at)
    answer = await client.post(f"/table/{view['id']}/branch", json={"at": at}, headers=JSON)
    assert answer.status_code == 201, answer.text
    new = answer.json()
    assert new["id"] != view["id"]
    assert new["at"] == at
    assert new["table"] == then["table"] or new["seat"] != then["seat"]
    old = await kept(client, view["id"])
    past = match_at(old.record, at)
    row = await kept(client, new["id"])
    assert digest(Match.replay(row.record).state) == digest(past.state)
    assert row.header.dealer.startswith("branched ")
    after = await played(client, new, random.Random(5))
    assert after["at"] > at
    lines = (await client.get("/", headers=JSON)).json()["tables"]
    told = next(line["line"] for line in lines if line["id"] == new["id"])
    assert told.endswith(f" · played on from step {at} of another table")


async def test_bots_stay_bots_and_people_come_to_this_device(client: Client) -> None:
    """Whoever sat elsewhere: their seats are played from here, under their names."""
    view = await opened(
        client, game="arch_ravels", seats=3, seat_2="greedy", seat_3="open", name="Ann"
    )
    start = {"bots": "random"}
    answer = await client.post(f"/table/{view['id']}/start", json=start, headers=JSON)
    view = answer.json()
    made = await client.post(f"/table/{view['id']}/branch", json={"at": 0}, headers=JSON)
    new = made.json()
    assert tuple(new["seats"]) == ("here", "greedy", "random")
    assert new["names"][0] == "Ann"


async def test_nobody_plays_on_while_hands_are_hidden(client: Client) -> None:
    """Of a running game with hidden hands only a lonely player may; after the end anybody."""
    view = await opened(client, game="ravingspire", seats=2, seat_2="random", turn_cap=1)
    branch = f"/table/{view['id']}/branch"
    answer = await client.post(branch, json={"at": 0}, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "hidden")
    assert "Play on from here" not in await page_at(client, view["id"])
    await ended(client, view)
    assert (await client.post(branch, json={"at": 0}, headers=JSON)).status_code == 201
    alone = await opened(client, game="ravingspire", seats=1)
    answer = await client.post(f"/table/{alone['id']}/branch", json={"at": 0}, headers=JSON)
    assert answer.status_code == 201


async def test_there_is_nothing_to_play_on_after_the_end(client: Client) -> None:
    """Nor at a moment that never was."""
    view = await ended(client, await some_moves(client, "ravel", 2))
    branch = f"/table/{view['id']}/branch"
    answer = await client.post(branch, json={"at": view["at"]}, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "over")
    answer = await client.post(branch, json={"at": view["at"] + 1}, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (404, "no_moment")


async def test_a_form_leads_on_to_the_new_table(client: Client) -> None:
    """Without a script too."""
    view = await some_moves(client, "ravel", 2)
    answer = await client.post(
        f"/table/{view['id']}/branch", data={"at": "1"}, headers=HTML, follow_redirects=False
    )
    assert answer.status_code == 303
    assert re.fullmatch(r"/table/[\w-]{22}", answer.headers["location"])


async def test_undo_and_a_restart_bear_a_branch(client: Client) -> None:
    """Its luck is its own, and the same again after both."""
    view = await some_moves(client, "ravel", 4)
    answer = await client.post(f"/table/{view['id']}/branch", json={"at": 2}, headers=JSON)
    new = await played(client, answer.json(), random.Random(1))
    client.app.state.tables.drop()
    again = (await client.get(f"/table/{new['id']}", headers=JSON)).json()
    assert again["table"] == new["table"]


@pytest.mark.parametrize("game", [g for g in ravelbox.games() if not ravelbox.load(g).hides])
def test_a_branch_tells_nothing_of_the_luck_to_come(game: str) -> None:
    """Two tables that only differ in what lies face down make the same branch but for its own key."""
    found = pairs(game)[:6]
    assert [bare(pair.one) for pair in found] == [bare(pair.other) for pair in found]
    ways = [
        {ahead(replaying.branched(pair.one.record(), pair.one.decisions())) for _ in range(6)}
        for pair in found
    ]
    assert any(len(many) > 1 for many in ways), "its luck must be its own"


def bare(old: Match) -> tuple[object, ...]:
    """All of a branch but the key of its luck."""
    match = replaying.branched(old.record(), old.decisions())
    luck, _, secret = match.header.dealer.rpartition(" ")
    assert len(secret) == 64
    return match.history, match.header.options, luck, digest(match.state)


def ahead(match: Match) -> str:
    """Where some luck leads: the table after a few of the first moves."""
    rng = Rng(1)
    for _ in range(30):
        if match.over:
            break
        codes = [code for code in match.state.legal() if code != RESIGN]
        code = codes[rng.below(len(codes))]
        match.play(match.game.owner(match.state, code), [code])
    return digest(match.state)
