"""Programs that hold a seat: the good ones play, and the bad ones lose their turn, never the table."""

from __future__ import annotations

import json
import re
import resource
import shlex
import signal
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ravelbox
from ravelbox.bots import bot, bots, hired, outside, play_out
from ravelbox.bots.base import Bot, Chair
from ravelbox.bots.child import Child, Failed
from ravelbox.bots.outside import Outside
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.match import Match
from ravelbox.kernel.rules import RESIGN
from ravelbox.seating import Seating, all_here
from tests.bots.outside.bad import BAD
from tests.processes import any_lives_on
from tests.twins import twins
from tests.walks import SHORT

HERE = Path(__file__).parent / "outside"
LONG = 20.0  # seconds for an answer, where none is awaited in vain
SHORTEST = 0.3  # where it is
WELL = ("megabytes of complaints", "ignores the end", "forks and lingers")  # they answer

# What is said of each.
SAID = {
    "crash at start": 'status 1: "FileNotFoundError: weights.bin"',
    "crash in the middle": 'status 1: "ZeroDivisionError: three questions are too many"',
    "killed": "it was ended by SIGSEGV",
    "ends politely": "it ended with status 0",
    "stall": "it did not answer within",
    "deaf": "it did not answer within",
    "flood without newline": "it said more than 64 KiB to one question",
    "flood of lines": "more than one line|more than 64 KiB",
    "flood of nothing": "it said more than 64 KiB to one question",
    "two at once": "more than one line|without being asked",
    "closes its output": "it closed its output",
    "illegal": "which is not possible now",
    "no such code": "there is no action 123456",
    "no such text": '"tune everything" is no action',
    "true": '"code" is a number',
    "nothing in it": 'either "code" or "text"',
    "both": 'either "code" or "text"',
    "mistyped": 'a key "kode"; did you mean "code"?',
    "another question": "it answered to question 99, not to 1",
    "garbage": '"swap p0, please", which is not a JSON object',
    "a list": "which is no object",
    "deep": "which is not a JSON object",
    "a long number": "which is not a JSON object",
    "surrogates": "is no action",
}


def program(*words: str | Path, limit: float = LONG, game: str = "ravel") -> Outside:
    """One of the programs of this folder as a bot."""
    command = (sys.executable, str(HERE / words[0]), *map(str, words[1:]))
    return Outside("guest", command, bot("greedy", game, 5), limit, starting=0.0)


def puzzle() -> Match:
    """A small match of one seat."""
    return Match.new(ravelbox.load("ravel"), dealer=Seeded(1))


def chair(match: Match) -> Chair:
    """The chair of who is asked."""
    return Chair(match.game, match.state, match.state.actor, match)


# Good ones.


@pytest.mark.parametrize("game", ravelbox.games())
@pytest.mark.parametrize("name", ["first.py", "by_text.py"])
def test_a_program_plays_every_game_to_its_end(game: str, name: str) -> None:
    """On all seats, each with a process of its own; it needs no substitute."""
    match = Match.new(ravelbox.load(game), SHORT.get(game, {}), dealer=Seeded(3))
    guest = program(name, game=game)
    play_out(match, [guest] * match.header.seats)
    assert match.over
    assert guest.troubles == []
    if name == "first.py":
        again = Match.new(ravelbox.load(game), SHORT.get(game, {}), dealer=Seeded(3))
        play_out(again, [First()] * match.header.seats)
        assert match.history == again.history


class First(Bot):
    """The same as first.py, in the box."""

    name = "first"

    def choose(self, chair: Chair) -> int:
        """Not giving up, if there is anything else."""
        return next((code for code in chair.legal if code != RESIGN), RESIGN)


def test_what_it_hears_from_hello_to_end(tmp_path: Path) -> None:
    """Who it is, every question with all that may be answered, what happened, and how it ended."""
    match = Match.new(ravelbox.load("ramble"), dealer=Seeded(2), seats=3)
    guest = program("recorder.py", tmp_path / "heard", game="ramble")
    play_out(match, [bot("greedy", "ramble", 1), guest, bot("greedy", "ramble", 2)])
    assert guest.troubles == []
    hello, *asks, end = map(json.loads, (tmp_path / "heard").read_bytes().splitlines())
    assert hello == {
        "type": "hello",
        "protocol": 1,
        "game": "ramble",
        "options": match.header.options,
        "seat": 1,
        "seats": 3,
    }
    assert [ask["id"] for ask in asks] == list(range(1, len(asks) + 1))
    assert {ask["limit_ms"] for ask in asks[1:]} == {20_000}
    assert all(ask["view"]["seat"] == 1 and ask["rule"].startswith("RMB-") for ask in asks)
    told = [event for message in (*asks, end) for event in message["log"]]
    assert told == plain(match.log(1))
    assert end["outcome"] == plain(match.view(1).outcome)
    assert end["scores"] == match.game.scores(match.state)


def plain(thing: Any) -> Any:
    """As the server tells it."""
    return msgspec.json.decode(msgspec.json.encode(thing))


@pytest.mark.parametrize("game", ravelbox.games())
def test_it_is_told_what_the_server_tells_programs(game: str) -> None:
    """The same view to the last field, and every legal action with its words."""
    match = Match.new(ravelbox.load(game), SHORT.get(game, {}), dealer=Seeded(5))
    seen = 0
    while not match.over and seen < 40:
        here = chair(match)
        asked = json.loads(outside._line(outside.question(here, 1, 5.0)))
        assert asked["view"] == plain(match.view(here.seat))
        offered = {offer["code"]: offer for offer in asked["view"]["prompt"]["offers"]}
        listed = [action["code"] for action in asked["legal"]]
        assert sorted([*listed, *([0] if asked["resign"] == 0 else [])]) == here.legal
        for action in asked["legal"]:
            assert action["label"] == offered[action["code"]]["label"]
            assert match.game.space.parse(action["text"]) == action["code"]
        match.play(here.seat, [bot("random", game, seen).choose(here)])
        seen += 1


def test_after_an_undo_it_hears_everything_anew(tmp_path: Path) -> None:
    """What was taken back is not left in its ears: it is started again, with all that still holds."""
    match = puzzle()
    guest = program("recorder.py", tmp_path / "heard")
    match.play(0, [guest.choose(chair(match))])
    guest.choose(chair(match))
    match.undo(0, len(match) - 1, practice=True)
    guest.choose(chair(match))
    guest.close()
    heard = [json.loads(line) for line in (tmp_path / "heard").read_bytes().splitlines()]
    assert [said["type"] for said in heard] == ["hello", "ask", "ask", "hello", "ask"]
    assert heard[4]["log"] == heard[1]["log"] == plain(match.log(0))


# Nothing leaks.


@pytest.mark.parametrize("game", ravelbox.games())
def test_equal_bytes_for_tables_that_look_alike(game: str) -> None:
    """Hidden cards, hidden choices and luck to come change no byte of what is handed out."""
    asked = 0
    for seed, steps in ((0, 0), (1, 2), (2, 15), (4, 30), (8, 4), (3, 9)):
        for one, other, seat in twins(ravelbox.load(game), seed, steps, most=1):
            if seat is None:
                continue
            mine, theirs = handed_out(one, seat), handed_out(other, seat)
            assert mine == theirs
            asked += seat == one.state.actor
    assert asked >= 3


def handed_out(match: Match, seat: int) -> bytes:
    """Every byte that a program on a seat is given where a match stands."""
    here = Chair(match.game, match.state, seat, match)
    lines = outside._line(outside.hello(here)) + outside._line({"log": here.told()})
    if seat == match.state.actor:
        lines += outside._line(outside.question(here, 1, 5.0))
    return lines


def test_equal_bytes_in_the_pipe(tmp_path: Path) -> None:
    """What a real program reads at two tables that look alike to its seat."""
    found = (
        pair
        for seed in (2, 4, 8)
        for pair in twins(ravelbox.load("ravingspire"), seed, 25)
        if pair.seat == pair.one.state.actor and pair.one.history != pair.other.history
    )
    one, other, _ = next(found)
    heard = []
    for n, match in enumerate((one, other)):
        guest = program("recorder.py", tmp_path / str(n), game="ravingspire")
        guest.choose(chair(match))
        guest.close()
        heard.append((tmp_path / str(n)).read_bytes())
    assert heard[0] == heard[1]
    assert b'"type":"ask"' in heard[0]


# Bad ones.


@pytest.mark.parametrize("name", [name for name in BAD if name not in WELL])
def test_a_bad_program_loses_its_turn_and_never_the_table(name: str) -> None:
    """A substitute answers, the reason is kept in words, and after three troubles it is out."""
    guest = program("bad.py", name, limit=SHORTEST if name in ("stall", "deaf") else LONG)
    match = Match.new(ravelbox.load("ravel"), {"tokens": 12}, dealer=Seeded(4))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    play_out(match, [guest])
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    assert match.over
    assert len(guest.troubles) == 3
    for trouble in guest.troubles:
        assert trouble.startswith("guest on seat 1: ")
        assert any(part in trouble for part in SAID[name].split("|")), trouble
        assert "greedy answers instead" in trouble
        assert trouble.encode()  # so that it can be printed and kept
    assert guest.troubles[-1].endswith(", and for the rest of the match")
    assert grown < 50_000  # KiB: whatever it writes, only little is kept


@pytest.mark.parametrize("name", WELL)
def test_bad_manners_beside_good_answers_change_nothing(name: str, tmp_path: Path) -> None:
    """Complaints are thrown away, and who does not go is ended with all that it has started."""
    match, again = puzzle(), puzzle()
    guest = program("bad.py", name, tmp_path / "processes")
    play_out(match, [guest])
    play_out(again, [First()])
    assert guest.troubles == []
    assert match.history == again.history
    if name == "forks and lingers":
        processes = [int(n) for n in (tmp_path / "processes").read_text().split()]
        assert len(processes) == 2
        assert not any_lives_on(processes, 10)


def test_a_missing_program_is_a_trouble_like_others() -> None:
    """Nothing was there to start, so the substitute plays."""
    guest = Outside("guest", ("/no/such/program",), bot("greedy", "ravel", 5))
    match = puzzle()
    play_out(match, [guest])
    assert match.over
    assert len(guest.troubles) == 3
    assert "it cannot be started: No such file or directory" in guest.troubles[0]


def test_troubles_count_for_one_match() -> None:
    """In the next one the program is tried again."""
    guest = program("bad.py", "garbage")
    play_out(puzzle(), [guest])
    play_out(puzzle(), [guest])
    assert len(guest.troubles) == 6


def test_a_table_that_fails_still_ends_its_programs(tmp_path: Path) -> None:
    """Whoever else raises, no process stays behind."""

    class Broken(Bot):
        name = "broken"

        def choose(self, chair: Chair) -> int:
            raise ZeroDivisionError

    match = Match.new(ravelbox.load("ramble"), dealer=Seeded(2), seats=3)
    guest = program("bad.py", "forks and lingers", tmp_path / "processes", game="ramble")
    first = match.state.actor
    with pytest.raises(ZeroDivisionError):
        play_out(match, [guest if seat == first else Broken() for seat in range(3)])
    processes = [int(n) for n in (tmp_path / "processes").read_text().split()]
    assert not any_lives_on(processes, 10)


def test_a_child_leaves_no_file_open() -> None:
    """Started and ended many times, it costs nothing."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        child = Child((sys.executable, "-c", "input(); print(1)"))
        assert child.ask(b"hello\n", 20.0) == b"1"
        with pytest.raises(Failed, match="ended with status 0"):
            child.ask(b"again\n", 20.0)
        child.end()
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.parametrize(
    ("number", "said"), [(signal.SIGTERM, "SIGTERM"), (signal.SIGRTMIN + 3, "signal 37")]
)
def test_what_ended_a_program_is_said(number: int, said: str) -> None:
    """By its name, if the signal has one."""
    child = Child((sys.executable, "-c", f"import os; input(); os.kill(os.getpid(), {number})"))
    with pytest.raises(Failed, match=f"^it was ended by {said}$"):
        child.ask(b"hello\n", 20.0)
    child.end()


# Names.


def test_programs_are_named_by_whoever_runs_us(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the environment; they stand before our own, so that the best is still ours."""
    command = f"{sys.executable} {HERE / 'first.py'}"
    monkeypatch.setenv(outside.VARIABLE, f"robin={command}; wren = {command}")
    assert bots("ravel")[:2] == ["robin", "wren"]
    assert bots("ravel")[-1] == "expert"
    match = puzzle()
    guest = bot("robin", "ravel")
    play_out(match, [guest])
    assert isinstance(guest, Outside)
    assert guest.troubles == []


@pytest.mark.parametrize(
    "text",
    ["robin", "Robin=x", "here=x", "a=x;a=y", "a=", "a='x", "=x"],
)
def test_names_that_cannot_be(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence says what is wrong with them."""
    monkeypatch.setenv(outside.VARIABLE, text)
    with pytest.raises(BadOption, match=outside.VARIABLE):
        bots("ravel")


def test_no_program_is_called_as_one_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be unclear who plays."""
    monkeypatch.setenv(outside.VARIABLE, "greedy=true")
    with pytest.raises(BadOption, match='ravel has a bot "greedy" already'):
        bots("ravel")


def test_only_who_runs_us_may_name_a_command(tmp_path: Path) -> None:
    """What may come over the net goes through `bot`, which starts nothing."""
    name = f"program:{sys.executable} {HERE / 'recorder.py'} {tmp_path / 'heard'}"
    with pytest.raises(BadOption, match="there is no bot"):
        bot(name, "ravel")
    match = puzzle()
    with pytest.raises(BadOption, match="there is no bot"):
        list(Seating((name,)).bots_answer(match))
    assert not (tmp_path / "heard").exists()
    list(Seating((name,), commands=True).bots_answer(match))
    assert match.over
    assert (tmp_path / "heard").exists()
    assert all_here(2).from_outside == ()
    assert Seating((name, "greedy")).from_outside == (0,)
    assert hired(name, "ravel").name == name


# The page on it.


@pytest.mark.parametrize(
    ("language", "starts", "file", "command"),
    [
        ("python3", "import json", "my_bot.py", [sys.executable]),
        ("sh", "#!/bin/sh", "my_bot.sh", ["/bin/sh"]),
    ],
)
@pytest.mark.parametrize("game", ["ravel", "ramble"])
def test_the_examples_of_the_page_play(
    language: str, starts: str, file: str, command: list[str], game: str, tmp_path: Path
) -> None:
    """As they stand there, to the end of a match and without a substitute."""
    page = Path(__file__).parents[2] / "docs" / "extending" / "a-bot-from-outside.md"
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    (tmp_path / file).write_text(
        next(block for name, block in blocks if name == language and block.startswith(starts)),
        encoding="utf-8",
    )
    match = Match.new(ravelbox.load(game), dealer=Seeded(1))
    guest = hired(f"program:{shlex.join([*command, str(tmp_path / file)])}", game, limit=LONG)
    play_out(match, [guest] * match.header.seats)
    assert match.over
    assert isinstance(guest, Outside)
    assert guest.troubles == []
