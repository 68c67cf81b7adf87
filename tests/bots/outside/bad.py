"""Bad company, by name: `python bad.py garbage`. Each does one thing that no program should."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any


def say(text: str) -> None:
    """Write at once, as it is."""
    sys.stdout.write(text)
    sys.stdout.flush()


def first(ask: dict[str, Any]) -> str:
    """A good answer."""
    return json.dumps({"code": ask["legal"][0]["code"]}) + "\n"


def questions() -> list[dict[str, Any]]:
    """Hear the next question; nothing at the end."""
    for line in sys.stdin:
        said: dict[str, Any] = json.loads(line)
        if said["type"] == "ask":
            return [said]
    return []


def always(answer: Callable[[dict[str, Any]], str]) -> Callable[[], None]:
    """Answer every question in one way."""

    def go_on() -> None:
        while asked := questions():
            say(answer(asked[0]))

    return go_on


def crash_at_start() -> None:
    """Fall over a missing file before anything was heard."""
    raise FileNotFoundError("weights.bin")


def crash_in_the_middle() -> None:
    """Answer once, then fall over."""
    say(first(questions()[0]))
    questions()
    raise ZeroDivisionError("three questions are too many")


def killed() -> None:
    """End by a signal."""
    questions()
    os.kill(os.getpid(), signal.SIGSEGV)


def ends_politely() -> None:
    """Leave without an answer."""
    questions()


def stall() -> None:
    """Hear, and say nothing."""
    questions()
    time.sleep(600)


def deaf() -> None:
    """Never read anything, and say nothing."""
    time.sleep(600)


def flood_without_newline() -> None:
    """One line that never ends."""
    questions()
    while True:
        say("x" * 65_536)


def flood_of_lines() -> None:
    """Answers without end."""
    good = first(questions()[0])
    while True:
        say(good * 1000)


def flood_of_nothing() -> None:
    """Empty lines without end."""
    questions()
    while True:
        say("\n" * 65_536)


def two_at_once() -> None:
    """Two answers to one question."""
    while asked := questions():
        say(first(asked[0]) * 2)


def closes_its_output() -> None:
    """Hear on, but never speak again."""
    os.close(1)
    while questions():
        pass
    time.sleep(600)


def megabytes_of_complaints() -> None:
    """Play well, and complain at length about it."""
    while asked := questions():
        sys.stderr.write("how tedious " * 400_000 + "\n")
        sys.stderr.flush()
        say(first(asked[0]))


def ignores_the_end() -> None:
    """Play well, and stay for ever: no signal but the last one helps."""
    for name in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(name, signal.SIG_IGN)
    while asked := questions():
        say(first(asked[0]))
    while True:
        time.sleep(600)


def forks_and_lingers() -> None:
    """Play well, with a child that outlives it and holds all of its pipes; its number is noted down."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(600)
    with open(sys.argv[2], "w", encoding="utf-8") as note:  # noqa: PTH123  # small on purpose
        note.write(f"{os.getpid()} {child}")
    while asked := questions():
        say(first(asked[0]))


BAD: dict[str, Callable[[], None]] = {
    "crash at start": crash_at_start,
    "crash in the middle": crash_in_the_middle,
    "killed": killed,
    "ends politely": ends_politely,
    "stall": stall,
    "deaf": deaf,
    "flood without newline": flood_without_newline,
    "flood of lines": flood_of_lines,
    "flood of nothing": flood_of_nothing,
    "two at once": two_at_once,
    "closes its output": closes_its_output,
    "megabytes of complaints": megabytes_of_complaints,
    "ignores the end": ignores_the_end,
    "forks and lingers": forks_and_lingers,
    "illegal": always(lambda _: '{"text": "unlock N"}\n'),
    "no such code": always(lambda _: '{"code": 123456}\n'),
    "no such text": always(lambda _: '{"text": "tune everything"}\n'),
    "true": always(lambda _: '{"code": true}\n'),
    "nothing in it": always(lambda _: "{}\n"),
    "both": always(lambda _: '{"code": 6, "text": "swap p0"}\n'),
    "mistyped": always(lambda _: '{"kode": 6}\n'),
    "another question": always(lambda _: '{"id": 99, "code": 6}\n'),
    "garbage": always(lambda _: "swap p0, please\n"),
    "a list": always(lambda _: "[6]\n"),
    "deep": always(lambda _: "[" * 60_000 + "\n"),
    "a long number": always(lambda _: f'{{"code": {"9" * 60_000}}}\n'),
    "surrogates": always(lambda _: '{"text": "\\ud800"}\n'),
}

if __name__ == "__main__":
    BAD[sys.argv[1]]()
