"""The rules beside the table: every rule is there once, with what bears on it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import ravelbox
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match
from ravelbox.server.app import make_app
from ravelbox.web import pages
from ravelbox.web.drawer import ids_in
from tests.ledger import ROOT, STATED

GAMES = [ravelbox.load(name) for name in ravelbox.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """A browser at the real app, over an empty store."""
    file = tmp_path_factory.mktemp("rules") / "tables.sqlite"
    with TestClient(make_app(file), base_url="http://127.0.0.1:8000") as client:
        yield client


def rule(html: str, own: str) -> str:
    """One rule of the drawer."""
    found = re.search(rf'<li data-rule="{own}".*?</li>', html, re.DOTALL)
    assert found, f"{own} is not in the drawer"
    return found[0]


@every_game
def test_every_rule_is_in_the_drawer_once(client: TestClient[Litestar], game: Game) -> None:
    """In the order of the page; each in a section that has a title."""
    html = client.get(f"/rules/{game.name}/drawer").text
    page = (ROOT / "docs" / "rules" / f"{game.name}.md").read_text(encoding="utf-8")
    assert re.findall(r'data-rule="([^"]+)"', html) == [
        f"{prefix}-{number}" for prefix, number in STATED.findall(page)
    ]
    titles = re.findall(r'<section [^>]*aria-label="([^"]*)"', html)
    assert len(titles) > 10
    assert all(titles)


@every_game
def test_sections_lead_to_each_other_and_to_the_page(
    client: TestClient[Litestar], game: Game
) -> None:
    """What a section is called in addresses is what the page of rules calls it."""
    html = client.get(f"/rules/{game.name}/drawer").text
    page = client.get(f"/rules/{game.name}").text
    anchors = re.findall(r'data-section="([^"]+)"', html)
    leads = re.findall(rf'href="/rules/{game.name}#([^"]+)"', html)
    ids = set(re.findall(r'id="([^"]+)"', page))
    assert set(anchors) <= ids
    assert set(leads) <= ids
    assert set(anchors) <= set(leads)  # each is before or after another


def test_a_rule_brings_its_rulings_and_examples(client: TestClient[Litestar]) -> None:
    """The cat: who may be named is ruled, and there is an example."""
    html = client.get("/rules/arch_ravels/drawer").text
    cat = rule(html, "ARC-66")
    assert 'data-ruling="Q11"' in cat
    assert 'data-ruling="E11"' in cat
    assert "Tangled Cat names oneself: allowed." in cat


def test_the_options_of_a_table_are_told(client: TestClient[Litestar]) -> None:
    """A rule that is read another way at this table says so."""
    usual = client.get("/rules/ravel/drawer").text
    here = client.get("/rules/ravel/drawer?move_to_empty_side=true").text
    assert "Moving to an empty side: not allowed." in rule(usual, "RVL-68")
    assert "Moving to an empty side: allowed." in rule(here, "RVL-68")


def test_a_table_asks_for_its_own_rules() -> None:
    """The page names its options, where they are not the usual ones."""
    game = ravelbox.load("ravel")
    plain = pages.table_page(Match.new(game, dealer=Seeded(1)), 0, table="t")
    assert 'data-from="/rules/ravel/drawer"' in plain
    odd = Match.new(game, {"nudge_wrap": True, "tokens": 9}, dealer=Seeded(1))
    html = pages.table_page(odd, 0, table="t")
    assert 'data-from="/rules/ravel/drawer?tokens=9&amp;nudge_wrap=true"' in html


def test_the_drawer_is_sent_once(client: TestClient[Litestar]) -> None:
    """Whoever has it already is told so; another table's is another one."""
    first = client.get("/rules/ramble/drawer")
    assert first.status_code == 200
    known = {"If-None-Match": first.headers["etag"]}
    again = client.get("/rules/ramble/drawer", headers=known)
    assert (again.status_code, again.text) == (304, "")
    other = client.get("/rules/ramble/drawer?stranded=eliminate", headers=known)
    assert other.status_code == 200
    assert other.headers["etag"] != first.headers["etag"]


def test_strange_options_get_a_sentence(client: TestClient[Litestar]) -> None:
    """What came, and what was possible."""
    answer = client.get("/rules/ramble/drawer?stranded=swim")
    assert answer.status_code in range(400, 500)
    assert "all_lose" in answer.text
    assert client.get("/rules/chess/drawer").status_code == 404


def test_spans_of_ids_are_written_out() -> None:
    """As the examples cite them."""
    assert ids_in("(ARC-29 to ARC-31, Q40)") == {"ARC-29", "ARC-30", "ARC-31", "Q40"}
    assert ids_in("RVL-1–3, 15") == {"RVL-1", "RVL-2", "RVL-3", "RVL-15"}
