"""A tournament is fair to all seats, the same on any number of processes, and survives its bots."""

from __future__ import annotations

import csv
import io
import json
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from ravelbox.bots import Bot, Chair, hired, outside
from ravelbox.kernel.errors import BadOption, UnknownGame
from ravelbox.kernel.rules import RESIGN
from ravelbox.lab import report
from ravelbox.lab.ratings import ratings
from ravelbox.lab.tournament import Plan, Played, Result, compared, planned, run, seatings
from tests.processes import any_lives_on

OUTSIDE = Path(__file__).parents[1] / "bots" / "outside"
SHORT = {"turn_limit": 20}


class First(Bot):
    """Takes the first thing there is."""

    name = "first"

    def choose(self, chair: Chair) -> int:
        """But giving up."""
        return next((code for code in chair.legal if code != RESIGN), RESIGN)


class Quitter(Bot):
    """Gives up wherever that is possible."""

    name = "quitter"

    def choose(self, chair: Chair) -> int:
        """The first code there is, which is that."""
        return chair.legal[0]


class Last(Bot):
    """Takes the last thing there is, which in the yarn shop is a poor plan."""

    name = "last"

    def choose(self, chair: Chair) -> int:
        """Whatever it means."""
        return chair.legal[-1]


class Faller(First):
    """Falls over its own feet in its third move."""

    name = "faller"
    moves = 0

    def choose(self, chair: Chair) -> int:
        """Two good ones."""
        self.moves += 1
        return super().choose(chair) if self.moves < 3 else [][self.moves]


class Cheat(First):
    """Chooses what is not possible."""

    name = "cheat"

    def choose(self, chair: Chair) -> int:
        """A code of no action."""
        return -1


def hire(name: str, game: str, seed: int, limit: float) -> Bot:
    """Bots of these tests, under names of real ones; the rest are real."""
    ours: dict[str, Callable[[], Bot]] = {
        "greedy": First,
        "crafter": Last,
        "apprentice": Faller,
        "master": Cheat,
    }
    return ours[name]() if name in ours else hired(name, game, seed, limit)


def duel(*names: str, deals: int = 4, **more: float) -> Plan:
    """A plan for a short game of two rivals."""
    return planned("arch_ravels", names, deals=deals, options={**SHORT}, **more)  # type: ignore[arg-type]  # floats for floats


# Who plays whom.


def test_rivals_meet_in_every_order() -> None:
    """Two seats and three bots: three pairs, each both ways."""
    found = seatings(duel("random", "greedy", "crafter"))
    assert len(found) == len(set(found)) == 6
    assert Counter(name for who in found for name in who) == dict.fromkeys(
        ("random", "greedy", "crafter"), 4
    )
    assert {who[0] for who in found} == {"random", "greedy", "crafter"}


@pytest.mark.parametrize(
    ("bots", "seats", "companies", "orders"),
    [(2, 3, 2, 6), (3, 3, 1, 6), (4, 3, 4, 24), (2, 4, 1, 6)],
)
def test_more_seats_are_shared_as_evenly_as_can_be(
    bots: int, seats: int, companies: int, orders: int
) -> None:
    """With more seats than bots some sit twice; each company in all its orders."""
    names = ("random", "greedy", "crafter", "master")[:bots]
    plan = planned("arch_ravels", names, seats=seats)
    found = seatings(plan)
    assert len(found) == orders
    assert len({tuple(sorted(who)) for who in found}) == companies
    counts = Counter(name for who in found for name in who)
    assert len(set(counts.values())) == 1


def test_where_nobody_competes_each_plays_alone() -> None:
    """One puzzler, or a team of copies."""
    assert seatings(planned("ravel", ["random", "greedy"])) == [("random",), ("greedy",)]
    assert seatings(planned("ramble", ["random"], seats=3)) == [("random",) * 3]
    assert planned("ravingspire", ["random"], seats=2).rivals is False
    hard = {"victory_mode": "competitive"}
    assert planned("ravingspire", ["random", "greedy"], seats=2, options=hard).rivals is True
    assert planned("arch_ravels", ["random"], options={"solo": True}).rivals is False


def test_equal_players_are_even_on_every_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """One program under two names: with seats swapped and the same luck, nobody can be ahead."""
    command = shlex.join([sys.executable, str(OUTSIDE / "by_text.py")])
    monkeypatch.setenv(outside.VARIABLE, f"robin={command}; wren={command}")
    result = run(duel("robin", "wren", deals=3, limit=60.0))
    assert result.differences == {("robin", "wren"): Counter({0.0: 3})}
    assert all(not game.troubles for game in result.games)
    by_deal = [[game.points for game in result.games if game.deal == deal] for deal in range(3)]
    assert [here == there for here, there in by_deal] == [True] * 3  # the same game, twice
    assert len({str(points) for points in by_deal}) > 1  # and other deals are others


def test_the_number_of_processes_changes_nothing() -> None:
    """Also where bots leave much to luck, and stop early."""
    plan = duel("random", "greedy", "crafter", deals=20, until=0.2)
    alone, many = run(plan, 1, hire=hire), run(plan, 3, hire=hire)
    assert report.as_json(alone) == report.as_json(many)
    assert list(report.lines(alone)) == list(report.lines(many))
    other = run(planned("arch_ravels", plan.bots, deals=2, options=SHORT, seed=1), hire=hire)
    assert other.games[:2] != alone.games[:2]


def test_a_puzzle_is_the_same_for_all() -> None:
    """Every bot plays the same deals: what the first question shows is equal."""
    seen: dict[int, set[str]] = {}

    class Looker(First):
        """Remembers the first table."""

        def choose(self, chair: Chair) -> int:
            """Gives up at once."""
            seen.setdefault(len(tables), set()).add(repr(chair.view().table))
            return RESIGN

    tables: list[int] = []
    plan = planned("ravel", ["random", "greedy"], deals=3)
    run(plan, tell=lambda _, deal: tables.append(deal), hire=lambda *_: Looker())
    assert seen[0] == seen[1]
    assert seen[2] == seen[3]
    assert seen[0] != seen[2]


# Who is better.


def test_who_is_worse_loses_and_that_is_settled_early() -> None:
    """Long before all deals are played; whoever is settled plays no more."""
    result = run(duel("greedy", "crafter", deals=300, until=0.05), hire=hire)
    settled = result.settled["greedy", "crafter"]
    assert settled < 40
    assert len(result.games) == 2 * settled
    (line,) = report.comparisons(result)
    assert (line.ahead, line.behind, line.even) == (settled, 0, 0)
    assert 0 < line.low < line.mean == line.high == 1.0
    first, second = report.standings(result)
    assert (first.bot, first.won, second.won) == ("greedy", 1.0, 0.0)
    assert first.low > 0.7
    rated = ratings(result)
    assert rated["greedy"][0] > 25 > rated["crafter"][0]


def test_equals_play_to_the_end() -> None:
    """Nothing is settled between two of a kind."""
    result = run(
        planned("ravel", ["random", "greedy"], deals=30, until=0.05), hire=lambda *_: Quitter()
    )
    assert result.settled == {}
    assert len(result.games) == 60


def game(deal: int, *who: str, won: tuple[float, ...], points: tuple[float, ...] = ()) -> Played:
    """A match as it may have been."""
    return Played(deal, who, won, points or won, 10)


def test_how_a_deal_is_compared() -> None:
    """Among rivals by who won, then by points, over all orders; else by the same deal."""
    here = game(0, "a", "b", "c", won=(1.0, 0.0, 0.0), points=(9, 5, 7))
    there = game(0, "c", "b", "a", won=(0.0, 1.0, 0.0), points=(7, 9, 5))
    assert compared([here], "a", "b", rivals=True) == 1
    assert compared([here], "b", "c", rivals=True) == -1
    assert compared([here, there], "a", "b", rivals=True) == 0
    assert compared([here, there], "a", "c", rivals=True) == 0
    assert compared([here], "a", "d", rivals=True) is None
    mine, theirs = game(1, "a", "a", won=(1.0, 1.0)), game(1, "b", "b", won=(0.0, 0.0))
    assert compared([mine, theirs], "a", "b", rivals=False) == 1
    assert compared([mine, theirs], "b", "a", rivals=False) == -1
    assert compared([mine], "a", "b", rivals=False) is None


def test_a_shared_victory_counts_by_parts_and_deals_count_as_one() -> None:
    """Two games on one deal are no more certain than one."""
    plan = duel("random", "greedy", deals=1)
    games = [
        game(0, "random", "greedy", won=(0.5, 0.5), points=(3, 3)),
        game(0, "greedy", "random", won=(1.0, 0.0), points=(4, 1)),
    ]
    best, other = report.standings(Result(plan, games))
    assert (best.bot, best.won, best.deals, best.games, best.points) == ("greedy", 0.75, 1, 2, 3.5)
    assert other.won == 0.25
    assert best.low < 0.2  # one deal says little


# Bots that fail.


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("apprentice", 'IndexError: "list index out of range"'),
        ("master", "it chose -1, which is not possible then"),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_fails_ends_its_match_and_not_the_run(
    name: str, said: str, workers: int
) -> None:
    """It has lost, its rival has won, and the report says why."""
    result = run(duel(name, "greedy", deals=2), workers, hire=hire)
    assert len(result.games) == 4
    for played in result.games:
        assert played.broken == (played.who.index(name), said)
        assert played.won[played.who.index("greedy")] == 1.0
    (line,) = report.comparisons(result)
    assert (line.behind, line.deals) == (2, 2)
    told = "\n".join(report.lines(result))
    assert f"{name} broke off a match: {said} (4 ×)" in told
    assert {line.bot: line.broken for line in report.standings(result)} == {name: 4, "greedy": 0}


def test_a_team_that_fails_has_lost() -> None:
    """Where nobody competes, nobody wins by it."""
    result = run(planned("ravel", ["random", "greedy"], deals=1), hire=lambda *_: Cheat())
    assert [game.won for game in result.games] == [(0.0,), (0.0,)]


def test_a_bad_program_is_reported_and_the_games_go_on() -> None:
    """Its troubles are counted and told; the substitute played."""
    name = f"program:{shlex.join([sys.executable, str(OUTSIDE / 'bad.py'), 'garbage'])}"
    result = run(duel(name, "random", deals=1, limit=60.0))
    assert [len(game.troubles) for game in result.games] == [3, 3]
    assert {line.bot: line.troubles for line in report.standings(result)} == {name: 6, "random": 0}
    assert "which is not a JSON object" in "\n".join(report.lines(result))
    rows = list(csv.DictReader(io.StringIO(report.as_csv(result.games))))
    assert [bool(row["troubles"]) for row in rows] == [row["bot"] == name for row in rows]


# What is written.


def test_nobody_plays_on_for_one_who_is_gone(tmp_path: Path) -> None:
    """Killed without warning, a tournament takes its processes with it."""
    told = tmp_path / "workers"
    program = f"import os,time; open({str(told)!r},'a').write(f'{{os.getppid()}} '); time.sleep(60)"
    (tmp_path / "sleeper.py").write_text(program, encoding="utf-8")
    who = f"random,program:{sys.executable} {tmp_path / 'sleeper.py'}"
    words = ["ravel", "--bots", who, "--games", "40", "--workers", "2", "--limit", "50"]
    with subprocess.Popen([sys.executable, "-m", "ravelbox", "tournament", *words]) as running:
        until = time.monotonic() + 60
        while not (told.exists() and len(told.read_text().split()) == 2):
            assert time.monotonic() < until
            time.sleep(0.05)
        running.kill()
    workers = [int(n) for n in told.read_text().split()]
    assert running.pid not in workers
    assert not any_lives_on(workers, 20)


def test_bots_of_several_processes_end_with_the_run() -> None:
    """Each of them has processes of its own, in whichever process it plays itself."""
    plan = planned("ravel", ["search:5x2", "random"], deals=2)
    assert report.as_json(run(plan, 1)) == report.as_json(run(plan, 2))
    words = ["ravel", "--bots", "search:5x2,random", "--games", "2", "--workers", "2"]
    command = [sys.executable, "-m", "ravelbox", "tournament", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0
    assert "search:5x2 : random" in done.stdout


def test_files_hold_every_game() -> None:
    """One line a seat, and a document with all the rest."""
    result = run(duel("greedy", "crafter", deals=2), hire=hire)
    rows = list(csv.DictReader(io.StringIO(report.as_csv(result.games))))
    assert len(rows) == 8
    assert {row["bot"] for row in rows if float(row["won"]) == 1.0} == {"greedy"}
    document = json.loads(report.as_json(result))
    assert document["plan"]["options"]["turn_limit"] == 20
    assert len(document["games"]) == 4
    assert document["pairs"][0]["ahead"] == 2
    assert {line["bot"] for line in document["standings"]} == {"greedy", "crafter"}


# Plans that cannot be.


def test_plans_are_checked_before_anything_is_played() -> None:
    """Each mistake is one sentence, with the nearest name where there is one."""
    with pytest.raises(UnknownGame, match='did you mean "ravel"'):
        planned("ravle", ["random"])
    with pytest.raises(BadOption, match='did you mean "greedy"'):
        planned("ravel", ["gredy"])
    with pytest.raises(BadOption, match="there is no program"):
        planned("ravel", ["program:/no/such/thing"])
    with pytest.raises(BadOption, match='did you mean "tokens"'):
        planned("ravel", ["random"], options={"token": "9"})
    with pytest.raises(BadOption, match="seats, not 9"):
        planned("ramble", ["random"], seats=9)
    with pytest.raises(BadOption, match='"greedy" is there twice'):
        planned("ravel", ["greedy", "greedy"])
    with pytest.raises(BadOption, match="--bots takes 2 to 64 names"):
        planned("arch_ravels", ["greedy"])
    with pytest.raises(
        BadOption, match="--limit is more than 0 and at most 3600 seconds, not 4000"
    ):
        planned("ravel", ["random"], limit=4000)


def test_without_openskill_there_are_no_ratings_and_all_else_is_there() -> None:
    """The box needs nothing but the standard library to compare bots."""
    script = (
        "import sys; sys.modules['openskill'] = None\n"
        "from ravelbox.cli import main\n"
        "sys.exit(main('tournament ravel --bots random --games 1 --workers 1'.split()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert 'ratings need openskill: pip install ".[lab]"' in done.stderr
    assert "random  0.0% (0.0% to 79.3%)" in done.stdout
