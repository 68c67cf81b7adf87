"""The command line as a person or a pipe uses it; every mistake is one sentence and status 2."""

from __future__ import annotations

import dataclasses
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import ravelbox
from ravelbox.kernel import position
from ravelbox.kernel.dealer import Secret, Seeded, commitment
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Record
from tests.games.ramble.park import park
from tests.games.ravel.bench import new

COMMANDS = [
    *("games", "play", "serve", "replay", "verify", "export", "import", "check"),
    *("tournament", "simulate", "report", "bench"),
]


def run(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command as its own process."""
    return subprocess.run(
        [sys.executable, "-m", "ravelbox", *words],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_without_a_command_it_helps() -> None:
    """And lists the commands with examples."""
    done = run()
    assert done.returncode == 0
    assert all(command in done.stdout for command in COMMANDS)
    assert "examples:" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps_with_examples(command: str) -> None:
    """`--help` shows how it is used."""
    done = run(command, "--help")
    assert done.returncode == 0
    assert f"ravelbox {command}" in done.stdout
    assert "examples:" in done.stdout


def test_games_lists_games_and_options() -> None:
    """With a name, each option with its ruling."""
    assert "ravel" in run("games").stdout
    shown = run("games", "ravel").stdout
    assert "nudge_wrap=false" in shown
    assert "[Q15]" in shown


def test_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    """Plain lines in and out, undo, a wrong line, the end, and a record that replays."""
    file = tmp_path / "game.txt"
    lines = (
        "help\n?\nwhy\n999\nswap p0\nundo\nundo\nunlock N\nhop\ntune p0 4\ntune p1 4\nunlock N\n1\n"
    )
    done = run(
        "play",
        "ravel",
        "--seed",
        "RVL1:S:8:RAVEL-DEMO",
        "--record",
        str(file),
        given=lines + "resign\n",
    )
    assert done.returncode == 0, done.stderr
    assert "K5 B3 B4    p0 p1 p2" in done.stdout
    assert "Taken back." in done.stdout
    assert "numbers go from 1 to 48" in done.stdout
    assert "there is nothing to undo" in done.stdout
    assert '"unlock N" is not possible now; the question is RVL-23' in done.stdout
    assert '"hop" is no action' in done.stdout
    assert "Cog 8 unlocked on the north side: all three even. [RVL-51]" in done.stdout
    assert "You gave up" in done.stdout
    assert "\x1b" not in done.stdout
    replayed = run("replay", str(file))
    assert replayed.returncode == 0
    assert "Turn 3: Cog 8 unlocked" in replayed.stdout
    assert "Laid aside" in replayed.stdout
    assert run("replay", str(file), "--moves", "-1").returncode == 2
    part = run("replay", str(file), "--moves", "20")
    assert "20 moves, digest" in part.stdout


KEY = bytes(range(32))


def resigned() -> Record:
    """A short record whose luck comes from a key."""
    match = Match.new(ravelbox.load("ravel"), dealer=Secret(KEY))
    match.play_text(0, "resign")
    return match.record()


def test_luck_can_be_verified(tmp_path: Path) -> None:
    """Every verdict is a sentence and an exit status of its own."""
    file = tmp_path / "game.txt"

    def verdict(record: Record, *words: str) -> tuple[int, str]:
        file.write_text(record.to_text(), encoding="utf-8")
        done = run("verify", str(file), *words)
        assert done.stderr == ""
        return done.returncode, done.stdout

    good = resigned()
    status, said = verdict(good)
    assert status == 0
    assert said == (
        "Verified: all luck of this game of R.A.V.E.L. came from the key that was committed to: "
        "20 answers in 21 moves.\n"
        f"  commitment  {commitment(KEY)}\n"
        f"  key         {KEY.hex()}\n"
        "The commitment is the record's own: compare it with what the table showed at first.\n"
    )
    status, said = verdict(good, "--commitment", f" {commitment(KEY).upper()}")
    assert status == 0
    assert "own" not in said
    status, said = verdict(good, "--commitment", "0" * 64)
    assert status == 1
    assert said.startswith("Not verified: the record is of other luck")
    other = (good.moves[0] + 1) % 8
    status, said = verdict(dataclasses.replace(good, moves=(other, *good.moves[1:])))
    assert status == 1
    assert f'luck differs at move 1: the record says "~ {other}/8"' in said
    status, said = verdict(dataclasses.replace(good, header=good.header.sealed()))
    assert status == 3
    assert "before its key was shown" in said
    status, said = verdict(Match.new(ravelbox.load("ravel"), dealer=Seeded(1)).record())
    assert status == 4
    assert "nobody committed to the luck" in said
    file.write_text(good.to_json(), encoding="utf-8")
    assert run("verify", str(file)).returncode == 0


def test_leaving_in_the_middle_is_fine() -> None:
    """The end of the input leaves the table."""
    done = run("play", "ravel", "--seed", "ABC", given="swap p0\n")
    assert done.returncode == 0
    assert "Left the table." in done.stdout


def begun(file: Path) -> subprocess.Popen[str]:
    """A game in a terminal, its first move made and shown, with a record to be written."""
    words = ["play", "ravel", "--seed", "ABC", "--record", str(file)]
    running = subprocess.Popen(
        [sys.executable, "-u", "-m", "ravelbox", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdin
    assert running.stdout
    running.stdin.write("tune p0 4\n")
    running.stdin.flush()
    while "Turn 2" not in running.stdout.readline():
        assert running.poll() is None
    return running


@pytest.mark.parametrize("how", ["interrupt", "no reader"])
def test_a_game_that_is_broken_off_keeps_its_record_so_far(how: str, tmp_path: Path) -> None:
    """By Ctrl-C, or where whoever read along is gone, as with `| head`."""
    file = tmp_path / "game.txt"
    with begun(file) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        if how == "interrupt":
            running.send_signal(signal.SIGINT)
        else:
            running.stdout.close()
            running.stdin.write("help\n")
            running.stdin.flush()
        said = running.stderr.read()
        running.wait(60)
    assert f"The record so far is in {file}." in said
    assert "Traceback" not in said
    assert running.returncode == {"interrupt": 130, "no reader": 0}[how]
    assert "tune p0 4" in file.read_text(encoding="utf-8")
    assert run("replay", str(file)).returncode == 0


def test_a_bot_can_be_watched() -> None:
    """It plays to the end and tells what it does."""
    done = run("play", "ravel", "--seed", "ABC", "--bot", "random")
    assert done.returncode == 0
    assert "Cogs left:" in done.stdout


def test_a_bot_on_every_seat_by_number_is_watched_too() -> None:
    """With nobody here, nothing is asked."""
    done = run("play", "ravel", "--seats", "1", "--seat", "1=random")
    assert done.returncode == 0
    assert ">" not in done.stdout
    assert "Cogs left:" in done.stdout


def test_here_wins_over_a_bot_for_all() -> None:
    """`--bot` is for the seats that nobody names."""
    done = run("play", "ravel", "--bot", "greedy", "--seat", "1=here", given="resign\n")
    assert done.returncode == 0
    assert "> resign" in done.stdout
    assert "You gave up" in done.stdout


def questions(shown: str) -> list[str]:
    """Who was asked, question by question."""
    return re.findall(r"^([A-Z][a-z]+(?: [A-Z][a-z]+)?): .* \[RMB-\d+\]$", shown, re.MULTILINE)


def test_several_play_at_one_terminal() -> None:
    """Each is asked by name, and one undo takes back what the seat before has said."""
    lines = "resign\npass\nundo\nagree\nagree\n"
    done = run("play", "ramble", "--seats", "3", given=lines)
    assert done.returncode == 0, done.stderr
    names = questions(done.stdout)
    first, second, third = names[0], names[1], names[4]
    assert names == [first, second, first, second, third]
    assert len({first, second, third}) == 3
    assert "Taken back." in done.stdout
    assert "  Result: defeat" in done.stdout


def test_a_seat_that_is_not_asked_can_call_a_card(tmp_path: Path) -> None:
    """By text or by number; it is listed behind what the asked seat may do."""
    state = park(seats=3, hands=["", "HBK", ""], dark="T01").state
    game = ravelbox.load("ramble")
    file = tmp_path / "park.json"
    document = position.dump(game, game.options_in(state), state)
    file.write_text(position.to_text(document), encoding="utf-8")
    done = run("play", "ramble", "--position", str(file), given="callhandbook 1 T01\nundo\n?\n")
    assert done.returncode == 0, done.stderr
    assert "callhandbook 1 T01  " in done.stdout
    assert "Taken back." in done.stdout
    bot = run(
        "play", "ramble", "--position", str(file), "--seat", "2=random",
        given="?\ncallhandbook 1 T01\n",
    )  # fmt: skip
    assert "callhandbook 1 T01  " not in bot.stdout
    assert "for seat 1, which is not played from here" in bot.stdout
    both = run("play", "ramble", "--position", str(file), "--seats", "3")
    assert both.returncode == 2
    assert "the document says options and seats" in both.stderr


def test_bots_answer_between_questions() -> None:
    """Only the one who is here is asked; the others tell what they do."""
    done = run("play", "ramble", "--bot", "random", "--seat", "1=here", given="1\n" * 30)
    assert done.returncode == 0, done.stderr
    assert len(set(questions(done.stdout))) <= 1
    assert "Left the table." in done.stdout or "  Result: " in done.stdout


@pytest.mark.parametrize("seats", ["2", "6"])
def test_a_table_full_of_bots_is_watched(seats: str) -> None:
    """To its end."""
    done = run("play", "ramble", "--seats", seats, "--bot", "random")
    assert done.returncode == 0, done.stderr
    assert "  Result: " in done.stdout
    assert "> " not in done.stdout


def test_games_says_how_many_may_sit_and_who() -> None:
    """Beside the options."""
    shown = run("games", "ramble").stdout
    assert "--seats 4    one of 2, 3, 4, 5, 6" in shown
    assert "--bot NAME" in shown
    assert "--seats" not in run("games", "ravel").stdout


def test_check_reads_our_content_and_finds_a_slip(tmp_path: Path) -> None:
    """Ours is in order; a broken file is cited by key."""
    assert "32 cog cards, all in order" in run("check").stdout
    file = tmp_path / "cogs.toml"
    file.write_text('[[cog]]\nid = "1S"\nnmae = "x"\n', encoding="utf-8")
    done = run("check", "ravel", str(file))
    assert done.returncode == 2
    assert '[cog 1S] nmae: unknown key; did you mean "name"?' in done.stderr


def test_bench_measures_in_short() -> None:
    """A tenth of a second is enough to see that it works."""
    done = run("bench", "ravel", "--seconds", "0.1")
    assert done.returncode == 0
    assert "inside the engine" in done.stdout
    assert "clone:" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "revel"], 'there is no game "revel"; did you mean "ravel"?'),
        (["play", "ravel", "--seed", "no spaces"], "a seed is 1 to 32 characters"),
        (["play", "ravel", "--seed", "RVL1:S:8"], "a seed string looks like"),
        (["play", "ravel", "--seed", "RVL1:S:7:A"], "option tokens cannot be"),
        (["play", "ravel", "--option", "tokens"], "--option takes NAME=VALUE"),
        (["play", "ravel", "--option", "tokns=9"], 'did you mean "tokens"'),
        (["play", "ravel", "--option", "tokens=7"], "possible are 8 to 12"),
        (["play", "ravel", "--bot", "gredy"], 'did you mean "greedy"'),
        (["play", "ravel", "--seats", "2"], "R.A.V.E.L. has 1 seats, not 2"),
        (["play", "ravel", "--seat", "2=greedy"], "has no seat 2; there is only seat 1"),
        (["play", "ravel", "--seat", "1=genius"], "possible are here, random, greedy, gentle"),
        (["play", "ramble", "--seats", "9"], "Ramble has 2, 3, 4, 5 or 6 seats, not 9"),
        (["play", "ramble", "--seats", "3", "--seat", "4=random"], "they go from 1 to 3"),
        (["play", "ramble", "--seat", "2=randon"], '--seat 2 cannot be "randon"; did you mean'),
        (["play", "ravel", "--seat", "1"], '--seat takes NUMBER=WHO, such as "2=greedy"'),
        (["play", "ravel", "--seat", "one=greedy"], "--seat takes NUMBER=WHO"),
        (["play", "ravel", "--seat", "1="], "--seat takes NUMBER=WHO"),
        (["play", "ravel", "--record", "/nowhere/x.txt"], "cannot be written: No such file"),
        (["play", "ravel", "--record", "."], "cannot be written: Is a directory"),
        (["bench", "ravel", "--seconds", "0"], "--seconds is more than 0"),
        (["bench", "ravel", "--seconds", "nan"], "--seconds is more than 0"),
        (["play", "ravel", "--position", "/nowhere"], "cannot be read"),
        (["replay", "/nowhere"], "cannot be read"),
        (["verify", "/nowhere"], "cannot be read: No such file or directory"),
        (["replay", "x" * 300], "cannot be read: File name too long"),
        (["solve", "--from", "x" * 300 + "@3"], "cannot be read: File name too long"),
        (["picture", "x" * 300 + "@3", "a.svg"], "cannot be read: File name too long"),
        (["verify", "/dev/null"], "a record starts with ravelbox-record: 1"),
        (["verify", "/dev/null", "--commitment", "12"], "--commitment is 64 hexadecimal digits"),
        (["check", "revel"], 'did you mean "ravel"'),
        (["bench", "revel"], 'did you mean "ravel"'),
    ],
)
def test_a_mistake_is_one_sentence(words: list[str], said: str) -> None:
    """No stack trace, status 2, and what was possible."""
    done = run(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_position_can_be_played_on(tmp_path: Path) -> None:
    """A document on disk becomes a table."""
    match = new()
    file = tmp_path / "table.json"
    document = position.dump(match.game, match.header.options, match.state)
    file.write_text(position.to_text(document), encoding="utf-8")
    done = run("play", "ravel", "--position", str(file), given="quit\n")
    assert "K5 B3 B4    p0 p1 p2" in done.stdout


OUTSIDE = Path(__file__).parent / "bots" / "outside"


def test_a_program_sits_at_the_terminal_table(tmp_path: Path) -> None:
    """With a person, through the whole session, and told how it ended."""
    who = f"program:{sys.executable} {OUTSIDE / 'recorder.py'} {tmp_path / 'heard'}"
    done = run("play", "ramble", "--seats", "2", "--seat", f"2={who}", given="1\n" * 400)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    heard = (tmp_path / "heard").read_text(encoding="utf-8").splitlines()
    assert [line[:15] for line in (heard[0], heard[-1])] == ['{"type":"hello"', '{"type":"end","']
    assert sum('"type":"hello"' in line for line in heard) == 1


def test_a_bad_program_is_said_and_the_game_goes_on() -> None:
    """Each trouble on stderr, in words; a substitute plays."""
    who = f"program:{sys.executable} {OUTSIDE / 'bad.py'} garbage"
    done = run("play", "ravel", "--bot", who, "--seed", "RAVEL-DEMO")
    assert done.returncode == 0
    assert done.stderr.count("greedy answers instead") == 3
    assert "which is not a JSON object" in done.stderr


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("program:/no/such/thing x", '--seat 1: there is no program "/no/such/thing" here'),
        ("program:", "--seat 1: a program needs a command such as python robin.py"),
        ("program:'x", "cannot be read: No closing quotation"),
        ("progam:x", '--seat 1 cannot be "progam:x"'),
    ],
)
def test_a_program_that_is_not_there_is_said_before_play(who: str, said: str) -> None:
    """One sentence, and status 2."""
    done = run("play", "ravel", "--seat", f"1={who}")
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_tournament_prints_a_table_and_writes_its_games(tmp_path: Path) -> None:
    """The table on stdout, how far it is on stderr, and the games in files of both kinds."""
    who = f"program:{sys.executable} {OUTSIDE / 'first.py'}"
    for name in ("games.csv", "games.json"):
        words = ["ravel", "--bots", f"random,{who}", "--games", "2", "--workers", "1"]
        done = run("tournament", *words, "--out", str(tmp_path / name))
        assert done.returncode == 0, done.stderr
        assert "R.A.V.E.L., 1 seat: 2 deals, 4 games, seed 0" in done.stdout
        assert f"random : {who}" in done.stdout
        assert done.stderr.startswith("4 games, deal 2 of 2, ")
        assert done.stderr.count("\n") == 1
        assert (tmp_path / name).stat().st_size > 0
    assert (tmp_path / "games.csv").read_text(encoding="utf-8").count("\n") == 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ravle", "--bots", "random"), 'there is no game "ravle"; did you mean "ravel"?'),
        (("ravel", "--bots", "random,gredy"), 'there is no bot "gredy"; did you mean "greedy"?'),
        (("ravel", "--bots", "random,"), 'there is no bot ""'),
        (("ravel", "--bots", "random", "--option", "token=9"), 'did you mean "tokens"?'),
        (("ravel", "--bots", "random", "--option", "tokens"), "--option takes NAME=VALUE"),
        (("ravel", "--bots", "random", "--options", "tokens=99"), "possible are 8 to 12"),
        (("ravel", "--bots", "random", "--seats", "3"), "R.A.V.E.L. has 1 seats, not 3"),
        (("ravel", "--bots", "random", "--games", "0"), "--games is 1 to 1,000,000, not 0"),
        (("ravel", "--bots", "random", "--until", "5"), "a chance of error such as 0.05, not 5"),
        (
            ("ravel", "--bots", "random", "--limit", "0"),
            "--limit is more than 0 and at most 3600 seconds",
        ),
        (("ravel", "--bots", "random", "--workers", "0"), "--workers is 1 to 256, not 0"),
        (("ravel", "--bots", "random", "--out", "x.txt"), "x.txt must end in .csv or .json"),
        (("ravel", "--bots", "random", "--out", "/no/x.csv"), "--out: /no/x.csv cannot be written"),
        (("ravel", "--bots", "greedy,greedy"), '"greedy" is there twice'),
        (("arch_ravels", "--bots", "greedy"), "--bots takes 2 to 64 names"),
        (("ravel", "--bots", "program:/no/such"), 'there is no program "/no/such" here'),
    ],
)
def test_a_tournament_that_cannot_be(words: tuple[str, ...], said: str) -> None:
    """Each mistake is one sentence and status 2, before anything is played."""
    done = run("tournament", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
