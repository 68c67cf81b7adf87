"""The whole server through HTTP: real app, real SQLite file, real pages."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import AsyncTestClient

import ravelbox
from ravelbox.games.ravel.seeds import parse_seed
from ravelbox.kernel import position
from ravelbox.kernel.dealer import SEED_LETTERS
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.record import Record
from ravelbox.server.app import make_app
from ravelbox.server.limits import Limits
from tests.server.conftest import (
    HERE,
    HTML,
    JSON,
    Client,
    act,
    asked,
    bare,
    code_of,
    opened,
    played,
    played_out,
    said,
    stood,
)

pytestmark = pytest.mark.anyio
PROBE = "LEAKPROBE-77"


# A person's way: the lobby, a form, a page, acts by the page's script.


async def test_from_the_lobby_to_a_table(client: Client) -> None:
    """The form leads to a page; the lobby lists the table; a refresh shows the same."""
    assert "/table/" not in (await client.get("/")).text
    answer = await client.post(
        "/tables",
        data={"game": "ravel", "deck": "W4", "tokens": "9", "seed": "", "nudge_wrap": "true"},
        follow_redirects=False,
    )
    assert answer.status_code == 303
    where = answer.headers["location"]
    assert re.fullmatch(r"/table/[A-Za-z0-9_-]{22}", where)
    page = await client.get(where)
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert page.text == (await client.get(where)).text
    assert where in (await client.get("/")).text
    view = (await client.get(where, headers=JSON)).json()
    assert asked(page.text)["at"] == view["at"]
    assert view["table"]["deck"] == "W4"
    assert view["table"]["start_tokens"] == 9


async def test_a_whole_game_by_pages(client: Client) -> None:
    """Playing as the page's script does; the end is a page with the seed, and nothing to undo."""
    rng = random.Random(3)
    first = await client.post("/tables", data={"game": "ravel"})  # follows to the page
    offers = asked(first.text)
    while offers["offers"]:
        body = {"at": offers["at"], "codes": [rng.choice(offers["offers"])["code"]]}
        page = await client.post(f"/table/{offers['table']}/act", json=body, headers=HTML)
        assert page.status_code == 200
        offers = asked(page.text)
    assert 'id="end"' in page.text
    assert re.search(r'<button[^>]*id="undo" disabled', page.text)
    assert "Finished" in (await client.get("/")).text


async def test_the_same_puzzle_again(client: Client) -> None:
    """The fields that a finished page sends set the same table up."""
    end = await played_out(client, await opened(client, seed=PROBE, tokens=9, nudge_wrap=True))
    page = (await client.get(f"/table/{end['id']}")).text
    form = next(f for f in re.findall(r"<form.*?</form>", page, re.DOTALL) if PROBE in f)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    again = await client.post("/tables", data=fields, headers=JSON)
    first = await opened(client, seed=PROBE, tokens=9, nudge_wrap=True)
    assert again.json()["table"] == first["table"]


async def test_a_form_of_the_lobby_is_taken_whole(client: Client) -> None:
    """Every field of the lobby's own form, as a browser without a script sends it."""
    page = (await client.get("/")).text
    form = next(
        f
        for f in re.findall(r"<form.*?</form>", page, re.DOTALL)
        if 'action="/tables"' in f and 'name="seed"' in f
    )
    names = set(re.findall(r'name="(\w+)"', form))
    assert {"game", "seed"} | {o.name for o in ravelbox.load("ravel").options} <= names
    radios = re.findall(r'type="radio" name="(\w+)" value="([^"]*)"[^>]*checked', form)
    fields = {"game": "ravel", "seed": "", "deck": "S", **dict(radios)}
    assert (await client.post("/tables", data=fields)).status_code == 200


@pytest.mark.parametrize(
    "seed", ["RVL1:C4:10:SHARED:nudge_wrap=true", " RVL1:C4:10:SHARED:nudge_wrap=true\n"]
)
async def test_a_pasted_seed_string_sets_everything(client: Client, seed: str) -> None:
    """Whatever the other fields say; and the finished table gives it back."""
    answer = await client.post(
        "/tables", data={"game": "ravel", "deck": "S", "tokens": "8", "seed": seed}, headers=JSON
    )
    view = answer.json()
    assert (view["table"]["deck"], view["table"]["start_tokens"]) == ("C4", 10)
    assert (await played_out(client, view))["seed"] == seed.strip()


async def test_every_new_puzzle_has_a_seed_of_its_own(client: Client) -> None:
    """Ten characters that nobody confuses; with it the same table can be set up again."""
    ends = [await played_out(client, await opened(client, deck="C2")) for _ in range(2)]
    seeds = [parse_seed(end["seed"]) for end in ends]
    assert seeds[0].seed != seeds[1].seed
    assert all(len(s.seed) == 10 and set(s.seed) <= set(SEED_LETTERS) for s in seeds)
    again = await played_out(client, await opened(client, seed=ends[0]["seed"]))
    assert again["table"] == ends[0]["table"]


# A program's way.


async def test_a_whole_game_by_json(client: Client) -> None:
    """The answer to an act is what a refresh shows, and a replayed record stands there too."""
    view = await opened(client, seed=PROBE)
    rng = random.Random(8)
    while view["outcome"] is None:
        view = await played(client, view, rng)
        assert bare((await client.get(f"/table/{view['id']}", headers=JSON)).json()) == bare(view)
    text = (await client.get(f"/table/{view['id']}/record")).text
    assert f"dealer: dealt {PROBE}" in text
    match = Match.replay(Record.from_text(text))
    assert match.over
    assert match.decisions() == view["at"]
    assert view["seed"] == f"RVL1:S:8:{PROBE}"
    assert view["prompt"] is None
    assert view["log"][-1]["text"]


async def test_the_cache_can_be_dropped_between_any_two_acts(file: Path) -> None:
    """A server that forgets all, and one that starts anew, answer as one that remembers."""
    views: dict[str, dict[str, Any]] = {}
    app = make_app(file, limits=Limits.none())
    async with AsyncTestClient(app, base_url=HERE) as one:
        for _ in range(3):
            rng = random.Random(4)
            view = await opened(one, seed="SAME")
            while view["outcome"] is None:
                view = await played(one, view, rng)
                app.state.tables.drop()
            views[view["id"]] = view
        cookies = one.cookies
    other = AsyncTestClient(make_app(file), base_url=HERE)
    async with other:
        other.cookies = cookies
        for table, view in views.items():
            again = (await other.get(f"/table/{table}", headers=JSON)).json()
            assert bare(again) == bare(view)
            assert again["log"][-len(view["log"]) :] == view["log"]
    assert len({json.dumps({**view, "id": ""}) for view in views.values()}) == 1


async def test_record_and_position_of_a_running_match(client: Client) -> None:
    """Both describe the very table; neither says how its luck goes on."""
    view = await opened(client, seed=PROBE)
    for _ in range(4):
        view = await played(client, view, random.Random(2))
    answer = await client.get(f"/table/{view['id']}/record")
    assert answer.headers["content-disposition"].startswith('attachment; filename="ravel-')
    match = Match.replay(Record.from_text(answer.text))
    as_json = (await client.get(f"/table/{view['id']}/record", headers=JSON)).text
    assert digest(Match.replay(Record.from_json(as_json)).state) == digest(match.state)
    document = (await client.get(f"/table/{view['id']}/position")).json()
    _, _, state = position.load(document)
    assert digest(state) == digest(match.state)
    assert json.loads(json.dumps(match.view(0).table)) == view["table"]


async def test_the_schema_documents_every_route(client: Client) -> None:
    """Each operation has a summary; each body that is taken is described."""
    answer = await client.get("/schema")
    assert answer.headers["content-type"] == "application/json"
    paths = answer.json()["paths"]
    assert set(paths) == {
        "/", "/daily", "/tables", "/table/{table}", "/table/{table}/act", "/table/{table}/undo",
        "/table/{table}/consent", "/table/{table}/start", "/table/{table}/resume",
        "/table/{table}/lesson", "/table/{table}/weigh", "/table/{table}/hint", "/table/{table}/coach",
        "/table/{table}/seat", "/table/{table}/links", "/table/{table}/record",
        "/table/{table}/position", "/table/{table}/replay", "/table/{table}/replay.html",
        "/table/{table}/branch", "/sit/{key}", "/join/{code}", "/rules/{game}", "/health",
    }  # fmt: skip
    for path, methods in paths.items():
        for method, operation in methods.items():
            assert operation["summary"]
            assert operation["responses"]
            takes = method == "post" and not path.endswith(("/resume", "/hint"))
            assert takes == ("requestBody" in operation)
    lobby = (await client.get("/", headers=JSON)).json()
    assert lobby["games"][0]["name"] == "ravel"
    assert lobby["tables"] == []


# Stale, repeated, illegal, over, undo.


async def test_a_stale_act_is_refused_with_the_newest_table(client: Client) -> None:
    """By name, 409, and nothing is played; for a person it is the newest page."""
    old = await opened(client, seed=PROBE)
    swap, tune = code_of(old, "swap p0"), code_of(old, "tune p5")
    new = (await act(client, old, swap)).json()
    for code, at in ((tune, old["at"]), (swap, 2), (swap, 999), (swap, old["at"] + 7)):
        answer = await act(client, {**old, "at": at}, code)
        assert answer.status_code == 409
        assert answer.json()["code"] == "stale"
        assert bare(answer.json()["view"]) == bare(new)
        page = await client.post(
            f"/table/{old['id']}/act", json={"at": at, "codes": [code]}, headers=HTML
        )
        assert page.status_code == 409
        assert asked(page.text)["at"] == new["at"]


async def test_a_repeated_act_is_recognised(client: Client) -> None:
    """The same act twice, because an answer got lost, is played once."""
    old = await opened(client, seed=PROBE)
    code = code_of(old, "swap")
    first, second = await act(client, old, code), await act(client, old, code)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    after = (await act(client, first.json(), code_of(first.json(), "tune"))).json()
    third = await act(client, old, code)
    assert third.status_code == 200
    assert bare(third.json()) == bare(after)


async def test_a_gesture_of_several_codes_is_all_or_nothing(client: Client) -> None:
    """Two swaps in one act; with an impossible one among them none is played."""
    view = await opened(client, seed=PROBE)
    where = f"/table/{view['id']}/act"
    swap = code_of(view, "swap")
    body = {"at": view["at"], "codes": [swap, swap]}
    after = (await client.post(where, json=body, headers=JSON)).json()
    assert after["at"] == view["at"] + 2
    assert (await client.post(where, json=body, headers=JSON)).json() == after
    bad = {"at": after["at"], "codes": [swap, 9_999]}
    assert (await client.post(where, json=bad, headers=JSON)).status_code == 422
    assert bare((await client.get(f"/table/{view['id']}", headers=JSON)).json()) == bare(after)


async def test_an_illegal_act_names_action_question_and_ways(client: Client) -> None:
    """What came, the rule that asks, what was possible; and the table is as it was."""
    view = await opened(client, seed=PROBE)
    space = ravelbox.load("ravel").space
    answer = await act(client, view, space.parse("flip p6"))
    assert answer.status_code == 422
    trouble = answer.json()
    assert trouble["code"] == "illegal"
    assert '"flip p6"' in trouble["text"]
    assert "RVL-23" in trouble["text"]
    assert "possible: " in trouble["text"]
    assert set(trouble) == {"code", "text"}
    body = {"at": view["at"], "codes": [space.parse("flip p6")]}
    page = await client.post(f"/table/{view['id']}/act", json=body, headers=HTML)
    assert page.status_code == 422
    assert "flip p6" in said(page.text)
    assert bare((await client.get(f"/table/{view['id']}", headers=JSON)).json()) == bare(view)


async def test_undo_goes_back_to_where_nothing_was_learnt(client: Client) -> None:
    """Two swaps can be taken back, step by step or at once; a repeated undo is recognised."""
    start = await opened(client, seed=PROBE)
    assert start["undo"] is None
    where = f"/table/{start['id']}/undo"
    one = (await act(client, start, code_of(start, "swap p1"))).json()
    two = (await act(client, one, code_of(one, "swap p4"))).json()
    assert two["undo"] == one["at"]
    back = {"at": two["at"], "to": two["undo"]}
    first, second = [await client.post(where, json=back, headers=JSON) for _ in range(2)]
    assert stood(first.json()) == stood(one)
    assert second.json() == first.json()
    again = (await act(client, one, code_of(one, "swap p4"))).json()
    assert stood(again) == stood(two)
    both = {"at": two["at"], "to": start["at"]}
    assert stood((await client.post(where, json=both, headers=JSON)).json()) == stood(start)
    page = (await client.post(where, json=both, headers=HTML)).text
    assert asked(page)["at"] == start["at"]
    for to in (start["at"], start["at"] + 3):
        answer = await client.post(where, json={"at": start["at"], "to": to}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "no_undo")
    stale = await client.post(where, json={"at": two["at"], "to": 1}, headers=JSON)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")


async def test_nothing_is_played_or_taken_back_after_the_end(client: Client) -> None:
    """The seed is on the table then; taking a move back would make a game of known luck."""
    view = await opened(client, seed=PROBE)
    end = (await act(client, view, view["prompt"]["resign"])).json()
    assert end["outcome"]["rule"] == "RVL-100"
    assert end["undo"] is None
    late = await act(client, end, code_of(view, "swap"))
    assert (late.status_code, late.json()["code"]) == (409, "over")
    back = await client.post(
        f"/table/{end['id']}/undo", json={"at": end["at"], "to": view["at"]}, headers=JSON
    )
    assert (back.status_code, back.json()["code"]) == (409, "over")
    assert bare((await client.get(f"/table/{end['id']}", headers=JSON)).json()) == bare(end)


async def test_an_act_that_answers_to_another_history_of_the_same_length_is_stale(
    client: Client,
) -> None:
    """After an undo and another move the length is the same, but the mark is not."""
    table = await opened(client, game="ravel", seed="RAVEL-DEMO", tokens=12)
    path, at = f"/table/{table['id']}", table["at"]
    swap, other = code_of(table, "swap p0"), code_of(table, "swap p4")
    seen = (await client.post(f"{path}/act", json={"at": at, "codes": [swap]}, headers=JSON)).json()
    await client.post(f"{path}/undo", json={"at": at + 1, "to": at}, headers=JSON)
    await client.post(f"{path}/act", json={"at": at, "codes": [other]}, headers=JSON)
    late = {"at": at + 1, "codes": [swap], "mark": seen["mark"]}
    answer = await client.post(f"{path}/act", json=late, headers=JSON)
    assert answer.status_code == 409
    assert answer.json()["code"] == "stale"
    assert answer.json()["view"]["at"] == at + 1
    back = {"at": at + 1, "to": at, "mark": seen["mark"]}
    answer = await client.post(f"{path}/undo", json=back, headers=JSON)
    assert answer.status_code == 409
