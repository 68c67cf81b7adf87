"""The daily puzzle on the server: one deal for everybody, one attempt that counts, and no leak."""

from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import AsyncTestClient

from ravelbox.daily import KINDS, Screen, candidate, day_of, today
from ravelbox.server.app import make_app
from ravelbox.server.limits import Limits
from ravelbox.server.store import DAILIES, KEYS, Store
from tests.server.conftest import HERE, HTML, JSON, Client, act, code_of

pytestmark = pytest.mark.anyio
QUICK = Screen(beam=2, games=0, tries=6, ahead=0)
DAY = day_of(KINDS["day"], today())


@pytest.fixture(scope="module")
def store_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One store for all, so that each puzzle is chosen once."""
    return tmp_path_factory.mktemp("daily") / "tables.sqlite"


def person(file: Path) -> Client:
    """Somebody with a browser of their own."""
    app = make_app(file, limits=Limits.none(), screen=QUICK)
    return AsyncTestClient(app, base_url=HERE)


async def sat_down(client: Client, kind: str = "day", day: str = "") -> dict[str, Any]:
    """A table of a puzzle, as JSON."""
    answer = await client.post("/daily", json={"kind": kind, "day": day}, headers=JSON)
    assert answer.status_code == 201, answer.text
    view: dict[str, Any] = answer.json()
    return view


async def chosen(client: Client, kind: str = "day", day: str = DAY) -> Any:
    """What the store knows of a puzzle."""
    store: Store = client.app.state.tables.store
    d = DAILIES.c
    query = sa.select(DAILIES).where(d.kind == kind, d.day == day)
    return await store.read(lambda connection: connection.execute(query).one())


async def test_everybody_gets_the_same_deal(store_file: Path) -> None:
    """Two devices, two tables, one puzzle; it came from the key of the store and the date."""
    async with person(store_file) as ann, person(store_file) as bob:
        hers, his = await sat_down(ann), await sat_down(bob)
        assert hers["id"] != his["id"]
        assert hers["table"] == his["table"]
        kept = await chosen(ann)
        store: Store = ann.app.state.tables.store
        key = await store.read(lambda connection: connection.scalar(sa.select(KEYS.c.secret)))
        seeds = [candidate(str(key), KINDS["day"], DAY, r) for r in range(QUICK.tries)]
        assert kept.seed in seeds


async def test_both_kinds_of_store_keep_it(store_url: str) -> None:
    """After a restart the puzzle, the key and the attempt are the same."""
    async with AsyncTestClient(
        make_app(store_url, limits=Limits.none(), screen=QUICK), base_url=HERE
    ) as ann:
        view, kept = await sat_down(ann), await chosen(ann)
        cookies = dict(ann.cookies)
    async with AsyncTestClient(
        make_app(store_url, limits=Limits.none(), screen=Screen(tries=0, ahead=0)), base_url=HERE
    ) as again:
        again.cookies.update(cookies)
        assert (await sat_down(again))["id"] == view["id"]
        assert await chosen(again) == kept
        again.cookies.clear()
        assert (await sat_down(again))["table"] == view["table"]


async def test_only_the_first_attempt_counts(store_file: Path) -> None:
    """Whoever asks again is led back, also after the end; the page has no second Play."""
    async with person(store_file) as ann:
        view = await sat_down(ann)
        assert (await sat_down(ann))["id"] == view["id"]
        shelf = (await ann.get("/", headers=HTML)).text
        assert f'<a class="do main" href="/table/{view["id"]}">Continue</a>' in shelf
        await act(ann, view, 0)
        assert (await sat_down(ann))["id"] == view["id"]
        page = (await ann.get("/daily", headers=HTML)).text
        day = page.partition('data-kind="easier"')[0]
        assert "Play<span" not in day
        assert "See the table" in day


async def everything(client: Client, table: str) -> dict[str, str]:
    """All that may be asked about a table, rightly and wrongly."""
    home = f"/table/{table}"
    paths = [home, f"{home}/record", f"{home}/position", f"{home}/replay", f"{home}/links"]
    told: dict[str, str] = {}
    for path in [*paths, "/", "/daily", f"{home}/nothing", "/daily/nothing"]:
        for form in (HTML, JSON):
            answer = await client.get(path, headers=form)
            told[f"GET {path} {form['Accept']}"] = f"{answer.text} {answer.headers}"
    wrong = {"at": 999, "codes": [5]}
    for path, body in (
        (f"{home}/act", wrong),
        (f"{home}/undo", {"at": 0, "to": 0}),
        ("/daily", {"kind": "day", "day": "9999-01-01"}),
        ("/daily", {"kind": "hourly"}),
    ):
        answer = await client.post(path, json=body, headers=JSON)
        told[f"POST {path} {body}"] = f"{answer.text} {answer.headers}"
    return told


async def test_nothing_tells_the_seed_before_the_end(
    store_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Pages, JSON, records, errors and logs; after the end the seed is there to be checked."""
    caplog.set_level(logging.DEBUG)
    async with person(store_file) as ann:
        view = await sat_down(ann)
        seed = (await chosen(ann)).seed
        view = (await act(ann, view, code_of(view, "swap"))).json()
        for where, said in (await everything(ann, view["id"])).items():
            assert seed not in said, where
            assert "par " not in said.lower().replace("par is what", ""), where
        assert seed not in caplog.text
        over = (await act(ann, view, 0)).json()
        assert over["outcome"]
        assert seed in over["seed"]


async def test_a_result_can_be_shared_and_stays_in_the_archive(store_file: Path) -> None:
    """The line is on the end sheet and on the daily page, with par and the fair share."""
    yesterday = day_of(KINDS["day"], today() - timedelta(days=1))
    async with person(store_file) as ann:
        view = await sat_down(ann, day=yesterday)
        assert "to share" not in (await ann.get(f"/table/{view['id']}", headers=HTML)).text
        await act(ann, view, 0)
        par = (await chosen(ann, day=yesterday)).par
        line = f"R.A.V.E.L. Standard {yesterday}: 0/16 cogs, given up, par {par}, 0 turns\n-"
        sheet = (await ann.get(f"/table/{view['id']}", headers=HTML)).text
        assert line in sheet
        assert f"Par is {par}: with all luck known" in sheet
        days = (await ann.get("/daily", headers=JSON)).json()["days"]
        mine = {(it["kind"], it["day"]): it for it in days}["day", yesterday]
        assert (mine["state"], mine["table"], mine["share"]) == ("over", view["id"], line)
        page = (await ann.get("/daily", headers=HTML)).text
        assert "0/16 cogs, given up" in page


async def test_weeks_have_an_easier_and_a_harder_one(store_file: Path) -> None:
    """Other decks, other seeds, each chosen by the same screen."""
    async with person(store_file) as ann:
        easier, harder = await sat_down(ann, "easier"), await sat_down(ann, "harder")
        assert easier["table"] != harder["table"]
        week = day_of(KINDS["harder"], today())
        assert (await chosen(ann, "easier", week)).seed != (await chosen(ann, "harder", week)).seed


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"kind": "hourly"}, 'is day, easier or harder, not "hourly"'),
        ({}, "is day, easier or harder"),
        ({"kind": "day", "day": "9999-01-01"}, "has not begun; days begin at midnight UTC"),
        ({"kind": "day", "day": "2001-01-01"}, "is too long ago"),
        ({"kind": "harder", "day": "2026-11-18"}, "a week such as 2026-W47 is asked for"),
    ],
)
async def test_other_puzzles_are_refused(
    store_file: Path, fields: dict[str, str], says: str
) -> None:
    """In a sentence, before anything is chosen."""
    async with person(store_file) as ann:
        answer = await ann.post("/daily", json=fields, headers=JSON)
        assert answer.status_code == 400
        assert says in answer.json()["text"]


async def test_a_puzzle_that_cannot_be_found_says_so(tmp_path: Path) -> None:
    """Whoever asks hears a sentence, and nothing of how it was tried."""
    app = make_app(tmp_path / "t.sqlite", limits=Limits.none(), screen=Screen(tries=0, ahead=0))
    async with AsyncTestClient(app, base_url=HERE) as ann:
        answer = await ann.post("/daily", json={"kind": "day"}, headers=JSON)
        assert answer.status_code == 503
        assert answer.json()["text"] == f"No puzzle was found for {DAY}; try again later."
