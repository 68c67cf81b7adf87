"""A report says what the games say: its numbers are counted again here, the slow way."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import ravelbox
from ravelbox.bots import Bot, Chair, hired
from ravelbox.cli import main
from ravelbox.lab import parts
from ravelbox.lab.measures import NOBODY, measure_of
from ravelbox.lab.measures import parts as parts_of_use
from ravelbox.lab.parts import Parts, files_of
from ravelbox.lab.plan import Plan, planned
from ravelbox.lab.reports import LIST, tables
from ravelbox.lab.reports.tally import Tally, tally
from ravelbox.lab.rows import play_row
from ravelbox.lab.simulate import run

SHORT = {"turn_limit": 24, "characters": "random"}
OUTSIDE = Path(__file__).parents[1] / "bots" / "outside"


class Faller(Bot):
    """Falls over its own feet at once."""

    name = "faller"

    def choose(self, chair: Chair) -> int:
        """There is no such thing."""
        raise LookupError(str(chair.seat))


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rivals: a hundred deals, in three variants."""
    out = tmp_path_factory.mktemp("shop") / "shop.parquet"
    vary = ["seats=3", "cat_self=false"]
    run(planned("arch_ravels", ["random"], games=100, options=SHORT, vary=vary), out)
    return out


@pytest.fixture(scope="module")
def tower(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A team, with a pack and without."""
    out = tmp_path_factory.mktemp("tower") / "tower.parquet"
    given = {"turn_cap": 6, "heroes": "random"}
    run(planned("ravingspire", ["random"], games=40, options=given, vary=["packs"]), out)
    return out


@pytest.fixture(scope="module")
def climb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rivals on a tower whose cards come to all of them: twenty games, each four times."""
    out = tmp_path_factory.mktemp("climb") / "climb.parquet"
    plan = planned(
        "ravingspire", ["greedy"], games=80, seats=2, options={"victory_mode": "competitive"}
    )
    rows = [play_row(plan, deal, plan.variants[0]) for deal in range(20)]
    keeping = Parts(out, plan)
    keeping.open()
    keeping.add([rows[deal % 20]._replace(match=deal) for deal in range(80)])
    keeping.finish()
    return out


def base_rows(file: Path) -> list[dict[str, object]]:
    """The games as given."""
    return pl.read_parquet(file).filter(pl.col("variant") == "base").to_dicts()


def test_shares_are_those_of_the_games(shop: Path) -> None:
    """By seats among rivals: who played a character, and won."""
    found = tally(shop)
    question = measure_of("arch_ravels").questions[0]
    table = tables.things(found, question, found.plan.variants[0])
    sat: dict[str, list[float]] = {}
    for row in pl.read_parquet(shop).filter(pl.col("variant") == "base").to_dicts():
        for use, seat in zip(row["used"], row["used_by"], strict=True):
            if use.startswith("character/"):
                sat.setdefault(use.split("/")[1], []).append(row["won"][seat])
    assert {row["name"]: row["taken"] for row in table.to_dicts()} == {
        name: len(won) for name, won in sat.items()
    }
    assert table["chances"].unique().to_list() == [200]
    for row in table.to_dicts():
        mine = sat[row["name"]]
        others = [share for name, won in sat.items() for share in won if name != row["name"]]
        if row["effect"] is not None:
            effect = sum(mine) / len(mine) - sum(others) / len(others)
            assert row["effect"] == pytest.approx(effect)
            assert row["effect_low"] < row["effect"] < row["effect_high"]
        else:
            assert len(mine) < tables.FEW


def test_what_nobody_did_is_counted_by_games(climb: Path) -> None:
    """A Tower card comes to all rivals at once: its games beside all others, whoever escaped."""
    found = tally(climb)
    question = next(q for q in measure_of("ravingspire").questions if q.sort == "tower")
    table = tables.things(found, question, found.plan.variants[0])
    games = pl.read_parquet(climb).to_dicts()
    effects = 0
    for line in table.to_dicts():
        came: list[bool] = []
        away: list[bool] = []
        for row in games:
            there = f"tower/{line['name']}/revealed" in row["used"]
            (came if there else away).append(any(row["won"]))
        assert (line["chances"], line["taken"]) == (80, len(came))
        assert line["share"] == pytest.approx(len(came) / 80)
        assert line["did_and_won"] == (sum(came) / len(came) if came else None)
        if line["effect"] is not None:
            effect = sum(came) / len(came) - sum(away) / len(away)
            assert line["effect"] == pytest.approx(effect)
            effects += 1
        else:
            assert min(len(came), len(away)) < tables.FEW
    assert effects
    heroes = tables.things(found, measure_of("ravingspire").questions[0], found.plan.variants[0])
    assert heroes["chances"].unique().to_list() == [160]


def test_the_page_says_of_what_shares_are(climb: Path) -> None:
    """Seats where a seat does it, games where nobody does."""
    page = climb.with_suffix(".html")
    assert main(["report", str(climb), "--out", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "Heroes: how often, of all seats, and how those who did fared" in text
    assert "Tower cards: how often, of all games, and how games with it went" in text


@pytest.mark.parametrize("game", ravelbox.games())
def test_questions_know_what_nobody_does(game: str) -> None:
    """As the rows have it: a question that counts seats finds a seat in every row, and the reverse."""
    plan = planned(game, ["random"], options={"turn_limit": 60} if game == "arch_ravels" else {})
    whose: dict[tuple[str, str], set[bool]] = {}
    for deal in range(6):
        row = play_row(plan, deal, plan.variants[0])
        for use, seat in zip(row.used, row.used_by, strict=True):
            sort, _, did = parts_of_use(use)
            whose.setdefault((sort, did), set()).add(seat == NOBODY)
    asked = {(q.sort, q.did): {q.nobody} for q in measure_of(game).questions}
    assert {key: whose[key] for key in asked if key in whose} == {
        key: asked[key] for key in asked if key in whose
    }


def test_going_first_and_pairs_are_those_of_the_games(shop: Path) -> None:
    """By place in turn order; variants beside the base, deal by deal."""
    found = tally(shop)
    first = tables.first_seat(found).to_dicts()
    assert [(row["seats"], row["place"]) for row in first] == [
        (2, 1),
        (2, 2),
        (3, 1),
        (3, 2),
        (3, 3),
    ]
    rows = pl.read_parquet(shop).to_dicts()
    firsts = [row["won"][row["first"]] for row in rows if row["variant"] == "base"]
    assert first[0]["won"] == pytest.approx(sum(firsts) / 100)
    assert first[0]["won"] + first[1]["won"] == pytest.approx(1)
    turns = {(row["match"], row["variant"]): row["turns"] for row in rows}
    change = next(r for r in tables.changes(found).to_dicts() if r["variant"] == "cat_self=false")
    differences = [turns[n, "cat_self=false"] - turns[n, "base"] for n in range(100)]
    assert change["turns"] == pytest.approx(sum(differences) / 100)
    assert change["disputed"]
    assert change["of"] == "ARC-66, Q11"


def test_slices_add_up(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few rows at a time give the same sums as all at once."""
    whole = tally(shop)
    monkeypatch.setattr(parts, "GROUP", 7)
    bit_by_bit = tally(shop)
    assert_same(whole, bit_by_bit)


def assert_same(one: Tally, other: Tally) -> None:
    """All tables."""
    for name in ("games", "ends", "turns", "places", "bots", "uses", "paired", "broken"):
        assert_frame_equal(getattr(one, name), getattr(other, name))


def test_a_team_is_counted_by_tables(tower: Path) -> None:
    """What somebody of it did, the team did; cards that are never offered are dead."""
    found = tally(tower)
    rows = base_rows(tower)
    won = sum(bool(row["won"][0]) for row in rows)  # type: ignore[index]  # a row holds all kinds of things
    assert found.games.filter(pl.col("variant") == "base")["won"].item() == won
    heroes = tables.things(found, measure_of("ravingspire").questions[0], found.plan.variants[0])
    assert heroes["taken"].sum() == 40
    ends = tables.ends(found)
    assert ends["games"].sum() == 40
    dead = tables.dead(found, found.plan.variants[0]).to_dicts()
    uses = [use for row in rows for use in row["used"]]  # type: ignore[attr-defined]  # likewise
    offered = {use for use in uses if use.endswith("/collected")}
    assert dead
    assert not {f"{row['sort']}/{row['name']}/collected" for row in dead} & offered


def test_the_page_needs_nothing_else(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pictures are in it, tables beside it."""
    page = shop.with_name("page.html")
    assert main(["report", str(shop), "--out", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert f"The report is in {page}" in capsys.readouterr().out
    assert not re.search(r"(?:src|href)=\"(?!#)", text.replace("xlink:href", "link"))
    assert "@import" not in text
    for title in (
        "Points",
        "Disputed readings",
        "Seats and options",
        "Who goes first",
        "Dead cards",
    ):
        assert f">{title}</h2>" in text
    assert text.count("<svg ") == text.count("</figure>") > 10
    assert "prefers-color-scheme: dark" in text
    assert "#010203" not in text
    folder = page.with_suffix(".files")
    overview = pl.read_csv(folder / "overview.csv")
    assert_frame_equal(overview, pl.read_parquet(folder / "overview.parquet"))
    picture = (folder / "who_goes_first.svg").read_text(encoding="utf-8")
    assert ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314  # ours
    assert overview["variant"].to_list() == ["base", "seats=3", "cat_self=false"]


def test_the_same_games_make_the_same_page(tower: Path) -> None:
    """To the last letter, so that two pages can be compared."""
    for name in ("a", "b"):
        assert main(["report", str(tower), "--out", str(tower.with_name(f"{name}.html"))]) == 0
    texts = {tower.with_name(f"{name}.html").read_text(encoding="utf-8") for name in ("a", "b")}
    assert len(texts) == 1


def test_two_packs_side_by_side(tower: Path, tmp_path: Path) -> None:
    """Both answers, what shifts between them, and what only one has."""
    goblins = tmp_path / "goblins.parquet"
    given = {"turn_cap": 6, "heroes": "random", "packs": "goblin_queen"}
    run(planned("ravingspire", ["random"], games=20, options=given), goblins)
    page = tmp_path / "both.html"
    assert main(["report", str(tower), str(goblins), "--out", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "tower.parquet beside goblins.parquet" in text
    assert ">Weapons, side by side</h2>" in text
    assert "In one run only: " in text


def test_rivals_beside_a_team(climb: Path, tmp_path: Path) -> None:
    """Seats are not set against games, nor points against games won."""
    team, page = tmp_path / "team.parquet", tmp_path / "both.html"
    given = {"turn_cap": 6, "heroes": "random"}
    run(planned("ravingspire", ["random"], games=8, seats=2, options=given), team)
    for both in ([climb, team], [team, climb]):
        assert main(["report", *map(str, both), "--out", str(page)]) == 0
        text, folder = page.read_text(encoding="utf-8"), page.with_suffix(".files")
        assert "so neither points nor games won are compared" in text
        beside = pl.read_parquet(folder / "beside.parquet")
        assert beside.columns == [
            *("variant", "seats", "games", "turns", "turns_low", "turns_high", "decisions", "run")
        ]
        assert "Heroes, side by side" in text
        assert "One run counts seats and the other games, so how often cannot be compared." in text
        assert not (folder / "shift_hero_played.csv").exists()
        tower = pl.read_parquet(folder / "shift_tower_revealed.parquet")
        assert tower.height  # both by games
        assert pl.read_parquet(folder / "shift_weapon_collected.parquet").height  # of those offered


def test_games_that_broke_off_count_as_nothing_else(tmp_path: Path) -> None:
    """They are told with their reason."""
    plan = planned("arch_ravels", ["greedy", "random"], games=6, options=SHORT)
    out = tmp_path / "games.parquet"

    def hire(name: str, game: str, seed: int, limit: float) -> Bot:
        return Faller() if name == "greedy" and seed % 2 else hired(name, game, seed, limit)

    run(plan, out, hire=hire)
    found = tally(out)
    broken = found.broken["games"].sum()
    assert 0 < broken < 6
    assert found.games["games"].item() == 6 - broken
    bots = {row["bot"]: row for row in tables.by_bot(found).to_dicts()}
    assert {name: row["broken_off"] for name, row in bots.items()} == {
        "greedy": broken,
        "random": 0,
    }
    whole = [row for row in base_rows(out) if row["broken"] is None]
    for name, line in bots.items():
        won = [
            share
            for row in whole
            for who, share in zip(row["bots"], row["won"], strict=True)  # type: ignore[call-overload]  # a row holds all kinds of things
            if who == name
        ]
        assert (line["seats"], line["won"]) == (len(won), sum(won) / len(won))
    assert main(["report", str(out)]) == 0
    assert "Bots that failed" in out.with_suffix(".html").read_text(encoding="utf-8")


def test_troubles_of_programs_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program that says nothing of use has not won, though its substitute has."""
    out = tmp_path / "games.parquet"
    name = f"program:{shlex.join([sys.executable, str(OUTSIDE / 'bad.py'), 'garbage'])}"
    run(planned("arch_ravels", [name, "random"], games=2, options=SHORT, limit=60.0), out)
    assert pl.read_parquet(out)["troubles"].to_list() == [[3, 0], [0, 3]]
    bots = tables.by_bot(tally(out)).to_dicts()
    assert {row["bot"]: row["troubles"] for row in bots} == {name: 6, "random": 0}
    assert main(["report", str(out)]) == 0
    told = f"{name} had 6 troubles, and a substitute answered for it"
    assert f"games.parquet: {told}." in capsys.readouterr().out
    text = out.with_suffix(".html").read_text(encoding="utf-8")
    assert "<b>6</b><span>troubles of programs, for which a substitute answered</span>" in text
    assert "<th>troubles</th>" in text


def test_without_troubles_nothing_is_said_of_them(
    shop: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither by the command nor at the top of the page."""
    page = tmp_path / "page.html"
    assert main(["report", str(shop), "--out", str(page)]) == 0
    assert "a substitute answered" not in capsys.readouterr().out
    assert "troubles of programs" not in page.read_text(encoding="utf-8")


def fallen(tmp_path: Path, name: str, **given: Any) -> Path:
    """A run in which every game was broken off."""
    out = tmp_path / name
    out.parent.mkdir(exist_ok=True)
    plan = planned("arch_ravels", ["greedy", "random"], games=4, options=SHORT, **given)
    run(plan, out, hire=lambda *_: Faller())
    return out


@pytest.mark.parametrize("vary", [[], ["seats=3"]])
def test_where_all_games_broke_off_that_is_the_report(
    tmp_path: Path, vary: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is said of the game; alone and beside another run."""
    out, games = fallen(tmp_path, "games.parquet", vary=vary), 8 if vary else 4
    assert main(["report", str(out)]) == 0
    given = " as given" if vary else ""
    assert f"games.parquet: all 4 games{given} were broken off." in capsys.readouterr().out
    text = out.with_suffix(".html").read_text(encoding="utf-8")
    assert ">Broken off</h2>" in text
    assert ">Bots that failed</h2>" in text
    folder = out.with_suffix(".files")
    broken = pl.read_csv(folder / "broken.csv")
    assert broken["games"].sum() == games
    assert broken["broken"].is_unique().all()
    assert pl.read_parquet(folder / "bots.parquet")["seats"].to_list() == [0, 0]
    assert pl.read_parquet(folder / "bots.parquet")["won"].to_list() == [None, None]
    assert main(["report", str(out), str(out)]) == 0
    assert "Nothing can be compared" in out.with_suffix(".html").read_text(encoding="utf-8")


def test_runs_of_one_name_are_told_apart_by_their_folders(shop: Path, tmp_path: Path) -> None:
    """As many folders as it takes."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        shutil.copy(shop, tmp_path / name / "games.parquet")
    page = tmp_path / "page.html"
    both = [str(tmp_path / name / "games.parquet") for name in ("one", "two")]
    assert main(["report", *both, "--out", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "one/games.parquet beside two/games.parquet" in text


def test_an_earlier_report_leaves_nothing_behind(shop: Path, tower: Path, tmp_path: Path) -> None:
    """Its tables and pictures go; what is no report's stays."""
    page, folder = tmp_path / "page.html", tmp_path / "page.files"
    assert main(["report", str(tower), "--out", str(page)]) == 0
    before = {file.name for file in folder.iterdir()}
    mine = {"notes.txt", "notes.csv", "adversaries_mine.svg", "weapons.parquet"}
    for name in mine:
        (folder / name).write_text("mine", encoding="utf-8")
    assert main(["report", str(shop), "--out", str(page)]) == 0
    after = {file.name for file in folder.iterdir()}
    assert "adversaries.svg" in before - after
    assert "characters_1.svg" in after
    assert {name for name in mine if (folder / name).read_text(encoding="utf-8") == "mine"} == mine
    assert after - mine == set((folder / LIST).read_text(encoding="utf-8").split()) | {LIST}


def test_a_list_that_somebody_wrote_takes_nothing_from_elsewhere(
    shop: Path, tmp_path: Path
) -> None:
    """Only names of what a report makes, in its own folder, are taken away."""
    page, folder = tmp_path / "page.html", tmp_path / "page.files"
    folder.mkdir()
    (folder / "folder.csv").mkdir()
    mine = [tmp_path / "mine.csv", folder / "notes.txt"]
    for file in mine:
        file.write_text("mine", encoding="utf-8")
    names = ["../mine.csv", str(mine[0]), "notes.txt", "folder.csv", "gone.csv", "", "x\0.csv"]
    (folder / LIST).write_text("\n".join(names), encoding="utf-8")
    assert main(["report", str(shop), "--out", str(page)]) == 0
    assert all(file.read_text(encoding="utf-8") == "mine" for file in mine)
    (folder / LIST).write_bytes(b"\xff\xfe")
    assert main(["report", str(shop), "--out", str(page)]) == 0


def test_an_unfinished_run_has_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of what there is."""
    plan, out = planned("ravel", ["random"], games=50), tmp_path / "games.parquet"
    keep_some(plan, out, 20)
    assert main(["report", str(out)]) == 0
    assert "games.parquet has 20 of 50 games so far." in capsys.readouterr().out
    assert "the run is not finished" in out.with_suffix(".html").read_text(encoding="utf-8")
    assert len(files_of(out)) == 1


def keep_some(plan: Plan, out: Path, deals: int) -> None:
    """What a run leaves that was killed."""
    keeping = Parts(out, plan)
    keeping.open()
    keeping.add([play_row(plan, deal, plan.variants[0]) for deal in range(deals)])
    keeping.flush()
    keeping.close()


def parts_header(file: Path) -> str:
    """What a file says of its games."""
    return pl.read_parquet_metadata(file)[parts.KEY]


def test_what_cannot_be_reported(
    shop: Path, tower: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence each."""
    strange = tmp_path / "strange.parquet"
    strange.write_bytes(b"PAR1 and nothing else")
    header = {parts.KEY: parts_header(shop)}
    rows = pl.read_parquet(shop)
    spoilt = {
        "narrow": rows.drop("turns"),
        "wordy": rows.with_columns(turns=pl.lit("many")),
        "foreign": rows.with_columns(variant=pl.lit("elsewhere")),
        "empty": rows.clear(),
    }
    for name, table in spoilt.items():
        table.write_parquet(tmp_path / f"{name}.parquet", metadata=header)
    for words, said in (
        ([str(tmp_path / "narrow.parquet")], "simulate`: turns is not there, not"),
        ([str(tmp_path / "wordy.parquet")], "simulate`: turns holds String, not"),
        ([str(tmp_path / "foreign.parquet")], 'of "elsewhere", of which its plan knows nothing'),
        ([str(tmp_path / "empty.parquet")], "empty.parquet holds no games"),
        ([f"{'x' * 300}.parquet", "--out", str(tmp_path / "a.html")], "x.parquet is not there"),
        ([str(tmp_path / "no.parquet")], "no.parquet is not there"),
        ([str(strange)], "strange.parquet cannot be read"),
        ([str(shop), str(tower)], "two runs of one game can be compared, not of Arch Ravels and"),
        ([str(shop), "--out", "page.pdf"], "--out: page.pdf must end in .html"),
        ([str(shop), "--out", str(strange / "a.html")], "cannot be written"),
        (["."], "ravelbox: . is a folder, not a file of `ravelbox simulate`"),
        (["/"], "ravelbox: / is a folder, not a file of `ravelbox simulate`"),
        ([str(tmp_path), "--out", str(tmp_path / "a.html")], "cannot be read"),
    ):
        assert main(["report", *words]) == 2
        assert said in capsys.readouterr().err
