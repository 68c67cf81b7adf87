"""A simulation gives the same rows however it is played, survives whatever stops it, and counts right."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import ravelbox
from ravelbox.bots import Bot, Chair, hired
from ravelbox.kernel.errors import BadOption, UnknownGame
from ravelbox.kernel.match import Match, dealer_of
from ravelbox.lab import parts as parts_module
from ravelbox.lab.measures import NOBODY, measure_of, parts
from ravelbox.lab.parts import BadGames, BadOutput, Parts, files_of, folder_of, header_of, slices
from ravelbox.lab.plan import BASE, Plan, plan_of, planned
from ravelbox.lab.progress import Bar
from ravelbox.lab.rows import company, play_row
from ravelbox.lab.simulate import run

SHORT = {"turn_limit": 12}
TRIES = 4  # to kill a run in the middle
COMMAND = (
    *("arch_ravels", "--bots", "random,greedy", "--options", "turn_limit=40", "sides=random"),
    *("--games", "300", "--workers", "2"),
)


class Faller(Bot):
    """Falls over its own feet at once."""

    name = "faller"

    def choose(self, chair: Chair) -> int:
        """There is no such thing."""
        return chair.legal[len(chair.legal)]


def hire(name: str, game: str, seed: int, limit: float) -> Bot:
    """As ever, but one of them is a bad one."""
    return Faller() if name == "apprentice" else hired(name, game, seed, limit)


def yarn(games: int = 30, **more: object) -> Plan:
    """Short games of two."""
    given: dict[str, object] = {"options": SHORT, **more}
    bots = ["random", "greedy"]
    return planned("arch_ravels", bots, games=games, **given)  # type: ignore[arg-type]  # any


def simulate(*words: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """The command, in a shell."""
    line = f'{before} exec "$0" -m ravelbox simulate "$@"'
    shell = ["bash", "-c", line, sys.executable, *words]
    return subprocess.run(shell, capture_output=True, text=True, check=False)


# The same games, whoever plays them.


@pytest.mark.parametrize("game", ravelbox.games())
def test_straight_and_as_a_match_the_game_is_the_same(game: str) -> None:
    """Row by row, with bots of both kinds, each alone and mixed."""
    limited = {"turn_limit": 30} if game == "arch_ravels" else {}
    for bots in (["random"], ["greedy", "random"]):
        plan = planned(game, bots, options=limited, seed=5)
        for deal in range(2):
            straight = play_row(plan, deal, plan.variants[0])
            assert straight == play_row(plan, deal, plan.variants[0], whole=True)
            assert straight.decisions > 0


def test_any_number_of_processes_gives_the_same_rows(tmp_path: Path) -> None:
    """Rows in the order of deals, variants within them; nothing is left beside the file."""
    plan = yarn(vary=["seats=3"])
    for workers in (1, 2):
        assert run(plan, tmp_path / f"{workers}.parquet", workers)
    one, two = (pl.read_parquet(tmp_path / f"{workers}.parquet") for workers in (1, 2))
    assert_frame_equal(one, two)
    assert one["match"].to_list() == [deal for deal in range(30) for _ in range(2)]
    assert one["variant"].to_list() == [BASE, "seats=3"] * 30
    assert one["options"].struct.field("turn_limit").unique().to_list() == [12]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["1.parquet", "2.parquet"]
    assert plan_of(header_of(tmp_path / "2.parquet")) == plan


def test_bots_take_the_seats_in_turn_and_deals_have_their_own_luck() -> None:
    """The next deal begins with the next bot; a row's dealer is the one that a record names."""
    plan = yarn()
    assert company(plan, 0, plan.variants[0]) == ["random", "greedy"]
    assert company(plan, 1, plan.variants[0]) == ["greedy", "random"]
    row = play_row(plan, 3, plan.variants[0])
    game = ravelbox.load("arch_ravels")
    assert dealer_of(game, row.dealer).spec == row.dealer
    assert row.dealer != play_row(plan, 4, plan.variants[0]).dealer


def test_variants_are_played_on_the_same_deals() -> None:
    """One thing differs at a time; the dice of a bench lie alike whatever the tokens."""
    plan = planned("ravel", ["random"], vary=["tokens", "deck=A"])
    assert [v.name for v in plan.variants] == [
        *(BASE, "tokens=9", "tokens=10", "tokens=11", "tokens=12", "deck=A"),
    ]
    rows = [play_row(plan, 0, variant) for variant in plan.variants]
    assert len({row.dealer for row in rows}) == 1
    disputed = {v.varied[0] for v in planned("ravel", ["random"], vary=["disputed"]).variants[1:]}
    assert disputed == {
        *("street_std_order", "street_adv_dir", "pair_match", "nudge_wrap", "move_to_empty_side")
    }


# What is counted.


@pytest.mark.parametrize("game", ravelbox.games())
def test_a_row_says_what_the_table_says(game: str) -> None:
    """Winners and scores are the view's; all that is counted has a name that the game knows."""
    limited = {"turn_limit": 60} if game == "arch_ravels" else {}
    plan = planned(game, ["random"], options=limited, seed=2)
    (base,) = plan.variants
    measure = measure_of(game)
    known = measure.names(base.options)
    for deal in range(3):
        row = play_row(plan, deal, base)
        match = Match.new(
            ravelbox.load(game),
            base.options,
            dealer=dealer_of(ravelbox.load(game), row.dealer),
            seats=base.seats,
        )
        played = _moves(plan, deal)
        while not match.over:
            match.play(match.state.actor, [played.pop(0)])
        outcome = match.view(None).outcome
        assert outcome is not None
        assert [seat for seat, share in enumerate(row.won) if share] == list(outcome.won)
        assert row.scores == match.game.scores(match.state)
        assert row.decisions == match.decisions()
        headings = [event.heading for event in match.log(None) if event.heading.startswith("Turn")]
        assert abs(row.turns - len(headings)) <= 1  # the last turn may have no event
        for use, seat in zip(row.used, row.used_by, strict=True):
            sort, name, _ = parts(use)
            assert name in known.get(sort, []) or sort == "fate"
            assert seat == NOBODY or seat in range(base.seats)
    sorts = {question.sort for question in measure.questions}
    assert sorts <= set(known)


class _Noting(Bot):
    """Keeps what another one chooses."""

    name = "noting"

    def __init__(self, bot: Bot, moves: list[int]) -> None:
        self._bot = bot
        self._moves = moves

    def choose(self, chair: Chair) -> int:
        """As the other."""
        self._moves.append(self._bot.choose(chair))
        return self._moves[-1]


def _moves(plan: Plan, deal: int) -> list[int]:
    """What is decided in a game, in order."""
    moves: list[int] = []
    play_row(plan, deal, plan.variants[0], lambda *given: _Noting(hired(*given), moves))
    return moves


def test_counts_of_a_game_of_yarn() -> None:
    """Who sits there is counted once a seat; a project is listed before it is finished."""
    plan = planned("arch_ravels", ["greedy"], seed=3)
    row = play_row(plan, 0, plan.variants[0])
    used = {
        (use, seat): n for use, seat, n in zip(row.used, row.used_by, row.used_times, strict=True)
    }
    played = [seat for use, seat in used if use.startswith("character/")]
    assert sorted(played) == [0, 1]
    listed = {parts(use)[1] for use, _ in used if use.endswith("/listed")}
    done = {parts(use)[1] for use, _ in used if use.startswith("project/") and "finished" in use}
    assert done
    assert done <= listed
    assert row.end == "Projects run out"
    moved = sum(n for (use, _), n in used.items() if use.startswith("action space/"))
    assert moved == row.turns


# Bots that fail.


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_fails_ends_its_match_and_not_the_run(tmp_path: Path, workers: int) -> None:
    """The row says whose it was and why; its rival has won."""
    plan = planned("arch_ravels", ["apprentice", "random"], games=3, options=SHORT)
    run(plan, tmp_path / "games.parquet", workers, hire=hire)
    rows = pl.read_parquet(tmp_path / "games.parquet")
    assert rows["broken_seat"].to_list() == [0, 1, 0]
    assert rows["won"].to_list() == [[0, 1], [1, 0], [0, 1]]
    assert rows["end"].unique().to_list() == ["Broken off"]
    assert rows["broken"].unique().to_list() == ['IndexError: "list index out of range"']


# What stops a run.


def test_a_killed_run_leaves_what_can_be_read_and_goes_on(tmp_path: Path) -> None:
    """Killed without warning, as often as one likes; the file is the one of a run in peace."""
    out = tmp_path / "games.parquet"
    command = [sys.executable, "-m", "ravelbox", "simulate", *COMMAND, "--out", str(out)]
    seen = 0
    for _ in range(TRIES):
        running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        while len(list(folder_of(out).glob("*.parquet"))) <= seen and running.poll() is None:
            time.sleep(0.02)
        running.send_signal(signal.SIGKILL)
        running.wait()
        if out.exists():  # it was done before it was killed
            if seen:
                break
            out.unlink()
            continue
        seen = len(files_of(out))
        rows = pl.concat(list(slices(files_of(out))))
        assert rows["match"].to_list() == list(range(rows.height))
        assert 0 < rows.height <= 300
    assert seen
    assert simulate(*COMMAND, "--out", str(out)).returncode == 0
    plan = planned(
        "arch_ravels",
        ["random", "greedy"],
        games=300,
        options={"turn_limit": 40, "sides": "random"},
    )
    run(plan, tmp_path / "peace.parquet", 1)
    assert_frame_equal(pl.read_parquet(out), pl.read_parquet(tmp_path / "peace.parquet"))
    assert not folder_of(out).exists()


def test_a_full_disk_is_one_sentence_and_nothing_is_lost(tmp_path: Path) -> None:
    """The system refuses to write more: first the whole file, then even a part."""
    out = tmp_path / "games.parquet"
    words = [*("ravel", "--bots", "random", "--games", "200", "--workers", "1"), "--out", str(out)]
    done = simulate(*words, before="ulimit -f 8;")
    assert done.returncode == 2
    assert "cannot be written: File too large; the first 0 of 200 deals are kept" in done.stderr
    assert not out.exists()
    done = simulate(*words, before="ulimit -f 20;")
    assert done.returncode == 2
    assert "the same command goes on from there" in done.stderr
    done = simulate(*words)
    assert done.stdout == f"200 games are in {out}.\n"
    assert pl.read_parquet(out).height == 200
    assert simulate(*words).stdout == f"200 games are in {out} already.\n"


def test_a_spoilt_part_is_played_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happened to it; parts after a gap as well."""
    monkeypatch.setattr(parts_module, "MOST_ROWS", 10)
    plan, out = yarn(), tmp_path / "games.parquet"
    keeping = Parts(out, plan)
    keeping.open()
    for deal in range(30):
        keeping.add([play_row(plan, deal, plan.variants[0])])
    first, second, third = files_of(out)
    second.write_bytes(second.read_bytes()[:99])
    (folder_of(out) / "half.new").write_bytes(b"half")
    keeping.close()
    again = Parts(out, plan)
    assert not again.open()
    assert again.deals == 10
    assert files_of(out) == [first]
    assert not third.exists()
    again.close()
    run(plan, out)
    assert pl.read_parquet(out)["match"].to_list() == list(range(30))


@pytest.mark.parametrize("at", [0.15, 0.3])
def test_a_part_whose_rows_are_spoilt_is_played_anew(tmp_path: Path, at: float) -> None:
    """Though all that it says of itself can still be read."""
    plan, out = yarn(), tmp_path / "games.parquet"
    part = keep(plan, out, 20)
    content = bytearray(part.read_bytes())
    middle = int(len(content) * at)
    content[middle : middle + 200] = b"x" * 200
    part.write_bytes(content)
    assert header_of(part)["game"] == "arch_ravels"
    run(plan, out)
    assert pl.read_parquet(out)["match"].to_list() == list(range(30))


def test_a_part_that_has_fewer_games_than_it_says_is_played_anew(tmp_path: Path) -> None:
    """Its name is no proof."""
    plan, out = yarn(), tmp_path / "games.parquet"
    part = keep(plan, out, 20)
    header = {parts_module.KEY: json.dumps(header_of(part))}
    pl.read_parquet(part).head(19).write_parquet(part, metadata=header)
    run(plan, out)
    assert pl.read_parquet(out)["match"].to_list() == list(range(30))


def keep(plan: Plan, out: Path, deals: int) -> Path:
    """The one part that a run leaves that was stopped."""
    keeping = Parts(out, plan)
    keeping.open()
    keeping.add([play_row(plan, deal, plan.variants[0]) for deal in range(deals)])
    keeping.flush()
    keeping.close()
    (part,) = files_of(out)
    return part


def test_a_name_may_look_like_a_pattern(tmp_path: Path) -> None:
    """Brackets and stars are letters like others."""
    out = tmp_path / "games[1].parquet"
    run(yarn(3), out)
    assert [rows.height for rows in slices(files_of(out))] == [3]


def test_two_runs_never_write_one_file(tmp_path: Path) -> None:
    """The second is told so and changes nothing; when the first is gone it goes on from there."""
    plan, out = yarn(), tmp_path / "games.parquet"
    first = Parts(out, plan)
    first.open()
    first.add([play_row(plan, 0, plan.variants[0])])
    first.flush()
    there = files_of(out)
    with pytest.raises(BadOutput, match="is being written by another run"):
        run(plan, out)
    assert files_of(out) == there
    first.close()
    run(plan, out)
    assert pl.read_parquet(out)["match"].to_list() == list(range(30))


def test_what_somebody_else_put_beside_the_parts_stays(tmp_path: Path) -> None:
    """Only what a run has written is read as its parts, and taken away at the end."""
    out = tmp_path / "games.parquet"
    folder_of(out).mkdir()
    theirs = folder_of(out) / "my-notes.parquet"
    pl.DataFrame({"a": [1]}).write_parquet(theirs)
    run(yarn(3), out)
    assert pl.read_parquet(out).height == 3
    assert [file.name for file in folder_of(out).iterdir()] == [theirs.name]


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    """A slip in the path is said, and leaves nothing behind."""
    for name in ("no/games.parquet", f"{'x' * 300}.parquet"):
        with pytest.raises(BadOutput, match="cannot be written: "):
            run(yarn(3), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_only_the_same_command_goes_on(tmp_path: Path) -> None:
    """Another plan, a broken file or somebody else's is left alone, and the reason is said."""
    out = tmp_path / "games.parquet"
    run(yarn(3), out)
    before = out.read_bytes()
    with pytest.raises(BadOutput, match="holds other games: games is 3 there and 4 here"):
        run(yarn(4), out)
    out.write_bytes(before[:-20])
    with pytest.raises(BadGames, match=r"games\.parquet cannot be read"):
        run(yarn(3), out)
    pl.DataFrame({"a": [1]}).write_parquet(out)
    with pytest.raises(BadGames, match="is no file of `ravelbox simulate`"):
        run(yarn(3), out)
    with pytest.raises(BadOutput, match="cannot be written: Not a directory"):
        run(yarn(3), out / "games.parquet")
    with pytest.raises(BadGames, match="is not there"):
        files_of(tmp_path / "nothing.parquet")


def test_memory_does_not_grow_with_the_number_of_games(tmp_path: Path) -> None:
    """What is held is written down when it is much, and reports read some rows at a time."""
    plan = planned("arch_ravels", ["random"], games=60_000, options={"turn_limit": 1})
    row = play_row(plan, 0, plan.variants[0])
    keeping = Parts(tmp_path / "games.parquet", plan)
    keeping.open()
    held = 0
    for deal in range(0, 60_000, 1000):
        keeping.add([row._replace(match=deal + n) for n in range(1000)])
        held = max(held, len(keeping._rows))
    keeping.finish()
    assert held < parts_module.MOST_ROWS
    sizes = [rows.height for rows in slices(files_of(tmp_path / "games.parquet"))]
    assert sizes == [parts_module.GROUP] * 3


# What cannot be.


def test_plans_are_checked_before_anything_is_played() -> None:
    """Each mistake is one sentence, with the nearest name where there is one."""
    with pytest.raises(UnknownGame, match='did you mean "ravel"'):
        planned("ravle", ["random"])
    with pytest.raises(BadOption, match='did you mean "greedy"'):
        planned("ravel", ["gredy"])
    with pytest.raises(BadOption, match='did you mean "tokens"'):
        planned("ravel", ["random"], options={"token": "9"})
    with pytest.raises(
        BadOption, match='--vary: there is no option "token"; did you mean "tokens"'
    ):
        planned("ravel", ["random"], vary=["token"])
    with pytest.raises(BadOption, match='--vary disputed takes no value, and "street" came'):
        planned("ravel", ["random"], vary=["disputed=street"])
    with pytest.raises(BadOption, match=r'--vary: there is no option "seat"; did you mean "seats"'):
        planned("ramble", ["random"], vary=["seat=3"])
    with pytest.raises(BadOption, match="option tokens cannot be"):
        planned("ravel", ["random"], vary=["tokens=99"])
    with pytest.raises(BadOption, match="it has 32 values; say which, such as deck=S,W15"):
        planned("ravel", ["random"], vary=["deck"])
    with pytest.raises(BadOption, match='"three" is no number of seats'):
        planned("ramble", ["random"], vary=["seats=3,three"])
    with pytest.raises(BadOption, match="seats, not 9"):
        planned("ramble", ["random"], vary=["seats=9"])
    with pytest.raises(BadOption, match="--games is 1 to"):
        planned("ravel", ["random"], games=0)
    for limit in (0, 4000):
        said = f"--limit is more than 0 and at most 3600 seconds, not {limit}"
        with pytest.raises(BadOption, match=said):
            planned("ravel", ["random"], limit=limit)


def test_of_all_other_values_those_are_played_that_fit() -> None:
    """What was asked for by name is refused instead."""
    for game, name, fit in (
        ("arch_ravels", "first_player", ["0", "1"]),
        ("ramble", "players", ["1", "2", "3", "4"]),
        ("arch_ravels", "solo", []),
    ):
        variants = planned(game, ["random"], vary=[name]).variants
        assert [v.name for v in variants] == [BASE, *(f"{name}={value}" for value in fit)]
    with pytest.raises(BadOption, match="option first_player cannot be 2 with 2 seats"):
        planned("arch_ravels", ["random"], vary=["first_player=1,2"])
    with pytest.raises(BadOption, match="option solo is for one seat, not for 2"):
        planned("arch_ravels", ["random"], vary=["solo=true"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ravle", "--bots", "random"), 'there is no game "ravle"; did you mean "ravel"?'),
        (("ravel", "--bots", "gready"), 'there is no bot "gready"; did you mean "greedy"?'),
        (("ravel", "--bots", "random", "--options", "token=9"), 'did you mean "tokens"?'),
        (("ravel", "--bots", "random", "--workers", "0"), "--workers is 1 to 256, not 0"),
        (("ravel", "--bots", "random", "--out", "games.csv"), "must end in .parquet"),
    ],
)
def test_a_command_that_cannot_be(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    """One sentence, and no file."""
    out = [] if "--out" in words else ["--out", str(tmp_path / "games.parquet")]
    done = simulate(*words, *out)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_without_polars_the_command_says_what_it_needs() -> None:
    """And what brings it."""
    script = (
        "import sys; sys.modules['polars'] = None\n"
        "from ravelbox.cli import main\n"
        "sys.exit(main('simulate ravel --bots random --out a.parquet'.split()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == 'ravelbox: simulating needs polars: pip install ".[lab]"\n'


def test_the_bar_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """And counts for its speed only what this run played."""
    bar = Bar(1000)
    bar(500, 500)
    bar(750, 750)
    bar.end()
    line = capsys.readouterr().err
    told = "█" * 18 + "░" * 6 + r" 750 of 1,000 games, \d+ s, \d+ s left, "
    assert re.match(told, line)


def test_an_interrupt_keeps_what_was_played(tmp_path: Path) -> None:
    """Ctrl-C is no accident, and loses nothing at all."""
    out = tmp_path / "games.parquet"
    many = [*COMMAND, "--games", "20000"]  # more than are ever played before the interrupt
    command = [sys.executable, "-m", "ravelbox", "simulate", *many, "--out", str(out)]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not list(folder_of(out).glob("*.parquet")) and running.poll() is None:
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate()
    assert "Traceback" not in said
    assert running.returncode == 130
    assert json.dumps(header_of(files_of(out)[0])["game"]) == '"arch_ravels"'
