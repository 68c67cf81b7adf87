"""Advice through the real app: hints while a game runs, the coach after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from ravelbox.server.app import make_app
from ravelbox.server.limits import Limits
from tests.server.conftest import HERE, HTML, JSON
from tests.server.test_friends import Person, company, made, refused


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """A server whose advisers are started once for all tests."""
    file: Path = tmp_path_factory.mktemp("advice") / "tables.sqlite"
    with TestClient(make_app(file, limits=Limits.none()), base_url=HERE) as client:
        yield client


def test_a_hint_is_a_move_that_can_be_played_and_changes_nothing(
    client: TestClient[Litestar],
) -> None:
    """It names a legal move in a sentence with its rule; the table stays as it was."""
    view = made(client, game="ravel", seed="RVL1:S:8:RAVEL-DEMO")
    person = Person(client, view["keys"]["0"])
    answer = person.post(f"/table/{view['id']}/hint")
    assert answer.status_code == 200, answer.text
    hint = answer.json()
    assert hint["at"] == view["at"]
    offers = {offer["code"]: offer["label"] for offer in view["prompt"]["offers"]}
    assert hint["label"] == offers[hint["codes"][0]]
    assert hint["text"].startswith(hint["label"])
    assert re.fullmatch(r"RVL-\d+", hint["rule"])
    after = person.get(f"/table/{view['id']}").json()
    assert (after["at"], after["revision"]) == (view["at"], view["revision"])


def test_there_are_no_hints_against_others_but_there_are_for_a_team(
    client: TestClient[Litestar],
) -> None:
    """Rivals get none; whoever is not asked neither; a team helps itself."""
    ann, bob, view = company(client, game="arch_ravels")
    people = (ann, bob)
    asked, other = people[view["actor"]], people[1 - view["actor"]]
    path = f"/table/{view['id']}/hint"
    assert refused(asked.post(path)) == (403, "no_hints")
    assert refused(other.post(path)) == (403, "not_yours")
    page = asked.get(f"/table/{view['id']}", headers=HTML).text
    assert 'id="hint-ask"' not in page


def test_a_page_offers_a_hint_to_whoever_may_have_one(client: TestClient[Litestar]) -> None:
    """Alone, and beside people of one's own team."""
    alone = made(client, game="ravel")
    page = Person(client, alone["keys"]["0"]).get(f"/table/{alone['id']}", headers=HTML).text
    assert 'id="hint-ask"' in page
    ann, bob, view = company(client, game="ramble")
    page = (ann, bob)[view["actor"]].get(f"/table/{view['id']}", headers=HTML).text
    assert 'id="hint-ask"' in page


def test_the_coach_speaks_after_the_end(client: TestClient[Litestar]) -> None:
    """Before it refuses; then a program waits for all numbers, and a page shows them."""
    view = made(client, game="ravel", seed="RVL1:S:8:RAVEL-DEMO")
    person, path = Person(client, view["keys"]["0"]), f"/table/{view['id']}/coach"
    assert refused(person.get(path)) == (409, "too_early")
    over = person.act(view, view["prompt"]["resign"]).json()
    assert over["outcome"]
    said = person.get(path).json()
    assert said["result"] == 0
    assert said["decisions"] == said["mistakes"] == 1
    assert said["steps"][0]["better"]
    assert said["play"]["points"] == pytest.approx(-said["start"]["points"], abs=0.2)
    page = person.get(path, headers=HTML).text
    assert "Turning points" in page
    assert "<polyline" in page
    assert refused(person.get(f"{path}?seat=1")) == (403, "no_seat")
    hint = person.post(f"/table/{view['id']}/hint")
    assert refused(hint) == (409, "over")


def test_advice_goes_on_when_its_process_is_gone(client: TestClient[Litestar]) -> None:
    """Killed from outside, as by a system that is short of memory: a new one answers."""
    view = made(client, game="ravel", seed="RVL1:S:8:RAVEL-DEMO")
    person, path = Person(client, view["keys"]["0"]), f"/table/{view['id']}/hint"
    first = person.post(path).json()
    for process in list(client.app.state.advisers._process._processes.values()):
        process.kill()
        process.join()
    again = person.post(path)
    assert again.status_code == 200, again.text
    assert again.json()["rule"] == first["rule"]


def test_nobody_else_reads_what_the_coach_says(client: TestClient[Litestar]) -> None:
    """Who may not see a table is told nothing about it."""
    view = made(client, game="ravel")
    stranger = Person(client)
    for answer in (
        stranger.post(f"/table/{view['id']}/hint"),
        stranger.get(f"/table/{view['id']}/coach", headers=JSON),
    ):
        assert answer.status_code in (403, 404)
