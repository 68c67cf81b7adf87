"""The daily R.A.V.E.L.: chosen by key and date, screened, and told in a line that spoils nothing."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import stat
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from ravelbox import cli, daily
from ravelbox.bots.solver.solve import solve
from ravelbox.daily import (
    DAYS,
    KINDS,
    WEEKS,
    Screen,
    archive,
    candidate,
    choose,
    day_of,
    dealt,
    fair_wins,
    first_day,
    kind_of,
    open_day,
    share_line,
)
from ravelbox.diary import Diary
from ravelbox.games.ravel.codes import STOP
from ravelbox.games.ravel.deal import RavelDealt
from ravelbox.games.ravel.plates import CARDS, COGS
from ravelbox.games.ravel.state import Ravel
from ravelbox.kernel.errors import BadOption, RavelboxError, StoreError
from ravelbox.kernel.match import Match
from ravelbox.kernel.rules import RESIGN

KEY = "5e" * 32
DAY = KINDS["day"]
QUICK = Screen(beam=2, games=0, tries=6)
NOW = date(2026, 11, 18)


def test_a_seed_is_the_hash_of_key_day_preset_and_number() -> None:
    """As §10 of the rules writes it: ten base-32 characters of SHA-256."""
    text = f"{KEY}|2026-11-18|Standard|3"
    hashed = base64.b32encode(hashlib.sha256(text.encode()).digest()).decode()
    assert candidate(KEY, DAY, "2026-11-18", 3) == hashed[:10]


def test_a_choice_depends_on_key_and_day_alone() -> None:
    """Chosen twice it is the same; another key, day or kind gives another."""
    found = choose(KEY, DAY, "2026-11-18", QUICK)
    assert choose(KEY, DAY, "2026-11-18", QUICK) == found
    assert choose(KEY[::-1], DAY, "2026-11-18", QUICK).seed != found.seed
    assert choose(KEY, DAY, "2026-11-19", QUICK).seed != found.seed
    assert choose(KEY, KINDS["easier"], "2026-11-18", QUICK).seed != found.seed


def test_what_is_chosen_can_be_won_and_par_is_reached() -> None:
    """The oracle's line wins the dealt puzzle with as many tokens as par says."""
    found = choose(KEY, KINDS["harder"], "2026-W47", QUICK)
    match = dealt(KINDS["harder"], found.seed)
    for code in solve(match, QUICK.beam).codes:
        match.play(0, [code])
    assert match.game.scores(match.state) == [1.0]
    assert isinstance(match.state, Ravel)
    assert match.state.ready == found.par


def test_the_screen_turns_away_what_luck_or_nothing_decides() -> None:
    """With a band that no share is in, the search goes on to its last try and takes the nearest."""
    strict = daily.Kind("day", "", "Standard", "", "S", 8, 0.45, 0.55)
    found = choose(KEY, strict, "2026-11-18", Screen(beam=2, games=1, tries=2))
    assert found.seed in [candidate(KEY, strict, "2026-11-18", r) for r in range(2)]
    assert found.games == 1
    with pytest.raises(RavelboxError, match="no puzzle for 2026-11-18 could be won"):
        choose(KEY, strict, "2026-11-18", Screen(beam=2, games=0, tries=0))


def test_the_reference_bot_does_not_see_the_deal() -> None:
    """From the same visible start it fares the same, whatever lies face down in truth."""
    match = dealt(DAY, "FAIR")
    before = match.state.freeze()
    other = Match(match.game, match.header, match.state.clone(), RavelDealt("OTHERWISE"))
    assert fair_wins(match, 1) == fair_wins(other, 1)
    assert match.state.freeze() == before


def test_days_and_weeks_have_names() -> None:
    """A week is named as ISO 8601 counts; the turn of a year belongs to one week."""
    assert day_of(DAY, NOW) == "2026-11-18"
    assert day_of(KINDS["harder"], NOW) == "2026-W47"
    assert day_of(KINDS["easier"], date(2027, 1, 1)) == "2026-W53"
    assert first_day(KINDS["easier"], "2026-W47") == date(2026, 11, 16)
    assert archive(DAY, NOW)[:2] == ["2026-11-18", "2026-11-17"]
    assert archive(KINDS["harder"], NOW)[:2] == ["2026-W47", "2026-W46"]
    for kind in KINDS.values():
        days = archive(kind, NOW)
        assert len(days) == (WEEKS if kind.weekly else DAYS) + 1
        assert [open_day(kind, day, NOW) for day in days] == days


@pytest.mark.parametrize(
    ("kind", "day", "says"),
    [
        ("day", "2026-11-19", "has not begun; days begin at midnight UTC"),
        ("harder", "2026-W48", "has not begun"),
        ("day", str(NOW - timedelta(days=DAYS + 1)), "goes back to 2026-10-19$"),
        ("easier", "2026-W38", "2026-W38 is too long ago; the archive goes back to 2026-W39$"),
        ("day", "2026-W47", "a date such as 2026-11-18 is asked for"),
        ("easier", "2026-11-18", "a week such as 2026-W47 is asked for"),
        ("easier", "2026-W54", "a week such as"),
        ("day", 7, "a date such as"),
    ],
)
def test_other_days_are_refused_in_a_sentence(kind: str, day: object, says: str) -> None:
    """What came, what is possible."""
    with pytest.raises(BadOption, match=says):
        open_day(KINDS[kind], day, NOW)


def test_other_kinds_are_refused() -> None:
    """Likewise."""
    with pytest.raises(BadOption, match='day, easier or harder, not "hourly"'):
        kind_of("hourly")


def played() -> Match:
    """A game that the oracle wins."""
    match = dealt(DAY, "SHARE-1")
    for code in solve(match, 4).codes:
        match.play(0, [code])
    return match


def test_the_line_to_share_names_no_card() -> None:
    """Preset, date, cogs, tokens against par, turns; then a letter for each cog."""
    match = played()
    line = share_line(match, DAY, "2026-11-18", 9)
    s = match.state
    assert isinstance(s, Ravel)
    head, letters = line.split("\n")
    assert head == (
        f"R.A.V.E.L. Standard 2026-11-18: 16/16 cogs, {s.ready} tokens left, par 9, {s.turns} turns"
    )
    assert len(letters) == 16
    assert letters.upper() == "S" * 16
    assert letters.count("s") >= s.declined > 0
    assert not any(COGS[card].name in line or f" {CARDS[card]}" in line for card in range(32))
    codes = [code for code, among in zip(match.history, match.among, strict=True) if not among]
    assert STOP in codes


def test_a_lost_game_is_told_as_well() -> None:
    """Given up or stuck, with the cogs so far; none at all is a dash."""
    match = dealt(KINDS["harder"], "SHARE-2")
    match.play(0, [RESIGN])
    line = share_line(match, KINDS["harder"], "2026-W47", 5)
    assert line == "R.A.V.E.L. Controlled-half 2026-W47: 0/16 cogs, given up, par 5, 0 turns\n-"


def test_whoever_is_stuck_did_not_give_up() -> None:
    """With all tokens spent on nothing, the line says stuck."""
    match = dealt(DAY, "SHARE-3")
    while not match.over:
        codes = [code for code in match.state.legal() if code != RESIGN]
        match.play(0, [codes[-1]])
    line = share_line(match, DAY, "2026-11-18", 5)
    assert ", stuck, par 5, " in line


def test_a_screen_is_read_or_refused() -> None:
    """As a variable writes it."""
    assert Screen.read("") == Screen()
    assert Screen.read("beam=3, ahead=0") == Screen(beam=3, ahead=0)
    with pytest.raises(RavelboxError, match="RAVELBOX_DAILY holds numbers for"):
        Screen.read("width=3")


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Type at a terminal that is none."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_the_terminal_counts_the_first_attempt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It prints the line at the end; the second time says so, and changes nothing."""
    file = tmp_path / "daily.json"
    monkeypatch.setenv("RAVELBOX_DIARY", str(file))
    typed(monkeypatch, "resign\n")
    assert cli.main(["daily"]) == 0
    first = capsys.readouterr().out
    assert f"R.A.V.E.L. Standard {daily.today()}: 0/16 cogs, given up" in first
    kept = json.loads(file.read_text(encoding="utf-8"))
    seed = kept["chosen"][f"day {daily.today()}"]["seed"]
    assert seed not in first
    typed(monkeypatch, "swap p0\nquit\n")
    assert cli.main(["daily"]) == 0
    second = capsys.readouterr().out
    assert "so this time does not count" in second
    assert seed not in second
    assert json.loads(file.read_text(encoding="utf-8")) == kept
    assert cli.main(["daily", "--date", "1999-01-01"]) == 2
    assert "too long ago" in capsys.readouterr().err
    capsys.readouterr()
    for week in ("hourly", "day"):
        assert cli.main(["daily", "--week", week]) == 2
        assert f'--week is easier or harder, not "{week}"' in capsys.readouterr().err
    assert cli.main(["daily", "--week", "easier", "--date", "1999-01-06"]) == 2
    assert "the week of 1999-01-06 is too long ago" in capsys.readouterr().err


def test_the_puzzle_of_the_day_gives_no_hints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither the first time nor later, as at a served table."""
    monkeypatch.setenv("RAVELBOX_DIARY", str(tmp_path / "daily.json"))
    typed(monkeypatch, "hint\nquit\n")
    assert cli.main(["daily"]) == 0
    assert "everybody plays the puzzle of the day without hints" in capsys.readouterr().out


def puzzle_of(diary: Diary, day: str) -> Any:
    """What a diary has chosen."""
    return diary.chosen(DAY, day, QUICK)


def test_two_terminals_keep_one_diary(tmp_path: Path) -> None:
    """Each writes into what the other has written meanwhile; only one attempt is the first."""
    file = tmp_path / "new" / "daily.json"
    one, other = Diary(file), Diary(file)
    first = puzzle_of(one, "2026-11-17")
    assert puzzle_of(other, "2026-11-17") == first
    second = puzzle_of(other, "2026-11-18")
    assert one.begin(DAY, "2026-11-17")
    assert not other.begin(DAY, "2026-11-17")
    other.finish(DAY, "2026-11-18", "other")
    one.finish(DAY, "2026-11-17", "one")
    one.finish(DAY, "2026-11-17", "again")
    again = Diary(file)
    assert again.result(DAY, "2026-11-17") == "one"
    assert again.result(DAY, "2026-11-18") == "other"
    assert puzzle_of(again, "2026-11-18") == second
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(each.name for each in file.parent.iterdir()) == ["daily.json", "daily.json.lock"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "cannot be read: Input data was truncated"),
        ("[]", "cannot be read: Expected `object`"),
        ('{"key": 7}', r"cannot be read: Expected `str`, got `int` - at `\$.key`"),
        ('{"results": {"day 2026-11-18": 3}}', "cannot be read: Expected `str`, got `int`"),
        ("\xff", "cannot be read: "),
    ],
)
def test_a_spoilt_diary_is_left_as_it_is(tmp_path: Path, text: str, says: str) -> None:
    """What is wrong is said, and nothing is written over it."""
    file = tmp_path / "daily.json"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(StoreError, match=f"daily.json {says}"):
        Diary(file)
    assert file.read_text(encoding="latin-1") == text


def test_a_spoilt_puzzle_of_a_diary_is_named(tmp_path: Path) -> None:
    """The others can still be played."""
    file = tmp_path / "daily.json"
    diary = Diary(file)
    puzzle_of(diary, "2026-11-17")
    puzzle_of(diary, "2026-11-18")
    facts = json.loads(file.read_text(encoding="utf-8"))
    del facts["chosen"]["day 2026-11-18"]["seed"]
    file.write_text(json.dumps(facts), encoding="utf-8")
    again = Diary(file)
    with pytest.raises(StoreError, match=r'its puzzle "day 2026-11-18" cannot be read: .*`seed`'):
        puzzle_of(again, "2026-11-18")
    assert puzzle_of(again, "2026-11-17") == puzzle_of(diary, "2026-11-17")


def test_solving_from_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A seed string, a moment of a record, and what is neither."""
    assert cli.main(["solve", "RVL1:S:8:RAVEL-DEMO", "--beam", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Winnable with ")
    assert "found with a beam of 2; there may be better lines." in said
    assert cli.main(["solve", "RVL1:A:8:HARD", "--beam", "50", "--limit", "0.01"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "No line found with a beam of 50 before time was up. That proves nothing"
    )
    match = played()
    file = tmp_path / "game.txt"
    file.write_text(match.record().to_text(), encoding="utf-8")
    assert cli.main(["solve", "--from", f"{file}@{match.decisions() - 1}"]) == 0
    assert "which is the most: everything was looked at." in capsys.readouterr().out
    for wrong, says in (
        (["solve", "RAVEL-DEMO"], "a seed string looks like RVL1:S:8:RAVEL-DEMO"),
        (["solve", "RVL1:S:8:"], "the seed is 1 to 32 characters"),
        (["solve"], "solve takes a seed string"),
        (["solve", "--from", f"{file}@x"], "after @ comes a step"),
        (["solve", "--from", str(file)], "the game is over"),
        (
            ["solve", "RVL1:S:8:A", "--limit", "0"],
            "--limit is more than 0 and less than 86400 seconds, not 0",
        ),
        (
            ["solve", "RVL1:S:8:A", "--beam", "-1"],
            "--beam goes from 1 to 262144, or 0 for what is usual, not -1",
        ),
    ):
        assert cli.main(wrong) == 2
        assert says in capsys.readouterr().err


def test_the_xray_tier_is_an_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    """A line without luck wins for certain; else a share with its interval, a lower bound."""
    assert cli.main(["solve", "RVL1:S:12:XRAY-1", "--tier", "xray", "--beam", "3"]) == 0
    assert "Won for certain by whoever sees all cards" in capsys.readouterr().out
