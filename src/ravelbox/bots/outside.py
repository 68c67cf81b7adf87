"""Bots from outside: any program that reads and writes lines of JSON, at any seat.

docs/extending/a-bot-from-outside.md is the protocol. Whatever the program does, the table goes on: a
substitute answers for it.
"""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shlex
import shutil
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from ravelbox.bots.base import START, Bookmark, Bot, Chair
from ravelbox.bots.child import Child, Failed
from ravelbox.kernel.errors import BadOption, IllegalAction
from ravelbox.kernel.rules import RESIGN
from ravelbox.kernel.words import echo, nearest

PROTOCOL: Final = 1
PREFIX: Final = "program:"  # before a command where a bot is named
VARIABLE: Final = "RAVELBOX_PROGRAMS"
NAME_FORM: Final = re.compile(r"[a-z][a-z0-9_-]{0,23}")
TAKEN: Final = frozenset({"here", "away", "open"})  # words that say who sits on a seat
LIMIT: Final = 5.0  # seconds for an answer
STARTING: Final = 10.0  # seconds more for the first one
PATIENCE: Final = 3  # troubles in a match before it is out
KNOWN_KEYS: Final = ("code", "text", "id")


class Talk:
    """What one seat of a match has heard, and the program that hears it."""

    def __init__(self) -> None:
        self.child: Child | None = None
        self.heard: Bookmark = START
        self.questions = 0
        self.troubles = 0


class Outside(Bot):
    """A program that answers for a seat, or for several, each with a process of its own."""

    def __init__(
        self,
        name: str,
        command: tuple[str, ...],
        substitute: Bot,
        limit: float = LIMIT,
        starting: float = STARTING,
    ) -> None:
        self.name = name
        self.troubles: list[str] = []  # in words, as they came
        self._command = command
        self._substitute = substitute
        self._limit = limit
        self._starting = starting
        self._talks: dict[int, Talk] = {}

    def choose(self, chair: Chair) -> int:
        """What the program answers, or else its substitute."""
        talk = self._talks.setdefault(chair.seat, Talk())
        if talk.troubles < PATIENCE:
            try:
                return self._answer(chair, talk)
            except Failed as failed:
                self._note(chair, talk, str(failed))
        return self._substitute.choose(chair)

    def ended(self, chair: Chair) -> None:
        """Tell a running program how it ended, and let it go."""
        talk = self._talks.pop(chair.seat, None)
        if talk is not None and talk.child is not None:
            talk.child.end(_line(farewell(chair, talk.heard)))

    def close(self) -> None:
        """End all of its processes; what went wrong is not forgotten."""
        for talk in self._talks.values():
            _leave(talk)

    def interrupt(self) -> None:
        """Let whoever waits for it in another thread wait no longer: the substitute answers."""
        for talk in list(self._talks.values()):
            talk.troubles = PATIENCE
            if talk.child is not None:
                talk.child.interrupt()

    def taken_troubles(self) -> list[str]:
        """What went wrong since somebody last asked."""
        troubles, self.troubles = self.troubles, []
        return troubles

    def _answer(self, chair: Chair, talk: Talk) -> int:
        if chair.told(talk.heard) is None:
            _leave(talk)  # it was told what has been taken back, so it hears all from the start
        limit, lines = self._limit, b""
        if talk.child is None:
            talk.child = Child(self._command)
            limit, lines = self._limit + self._starting, _line(hello(chair))
        talk.questions += 1
        asked = question(chair, talk.questions, limit, talk.heard)
        talk.heard = chair.bookmark()
        return meant(chair, talk.child.ask(lines + _line(asked), limit), talk.questions)

    def _note(self, chair: Chair, talk: Talk, reason: str) -> None:
        """Keep what went wrong, in words."""
        _leave(talk)
        talk.troubles += 1
        then = f"{self._substitute.name} answers instead"
        if talk.troubles == PATIENCE:
            then += ", and for the rest of the match"
        self.troubles.append(f"{self.name} on seat {chair.seat + 1}: {reason}; {then}")


def _leave(talk: Talk) -> None:
    """End a program; the next one hears everything anew."""
    if talk.child is not None:
        talk.child.kill()
    talk.child, talk.heard, talk.questions = None, START, 0


# What is said, and what it means.


def hello(chair: Chair) -> dict[str, Any]:
    """The first line: what is played, and as whom."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": chair.game.name,
        "options": chair.options,
        "seat": chair.seat,
        "seats": chair.seats,
    }


def question(chair: Chair, number: int, limit: float, since: Bookmark = START) -> dict[str, Any]:
    """A line that wants an answer: what may be answered, what the seat sees, and what happened."""
    view = chair.view()
    assert view.prompt is not None
    labels = {offer.code: offer.label for offer in view.prompt.offers}
    space = chair.game.space
    texts = [(code, space.to_text(code)) for code in chair.legal]
    return {
        "type": "ask",
        "id": number,
        "limit_ms": round(limit * 1000),
        "rule": view.prompt.rule,
        "legal": [
            {"code": code, "text": text, "label": labels.get(code, text)}
            for code, text in texts
            if code != RESIGN or len(texts) == 1
        ],
        "resign": RESIGN if RESIGN in chair.legal else None,
        "view": view,
        "log": chair.told(since),
    }


def farewell(chair: Chair, since: Bookmark = START) -> dict[str, Any]:
    """The last line: how it ended. No answer is wanted."""
    view = chair.view()
    return {
        "type": "end",
        "outcome": view.outcome,
        "scores": chair.scores(),
        "view": view,
        "log": chair.told(since),
    }


def meant(chair: Chair, line: bytes, number: int) -> int:
    """The code that a line answers with."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Failed(
            f'it answered {_shown(line)}, which is not a JSON object such as {{"code": 6}}'
        ) from error
    if not isinstance(answer, dict):
        raise Failed(f'it answered {_shown(line)}, which is no object such as {{"code": 6}}')
    for key in answer:
        if key not in KNOWN_KEYS:
            hint = nearest(key, KNOWN_KEYS) or '; an answer has "code" or "text", and may have "id"'
            raise Failed(f"it answered with a key {echo(key)}{hint}")
    if answer.get("id", number) != number:
        raise Failed(f"it answered to question {echo(answer['id'])}, not to {number}")
    code = _code(chair, answer)
    if code not in chair.legal:
        text = chair.game.space.to_text(code)
        raise Failed(f"it answered {echo(text)} (code {code}), which is not possible now")
    return code


def _code(chair: Chair, answer: Mapping[str, object]) -> int:
    """The one action that an answer names."""
    code, text = answer.get("code"), answer.get("text")
    if (code is None) == (text is None):
        raise Failed('its answer must have either "code" or "text"')
    space = chair.game.space
    try:
        if isinstance(text, str):
            return space.parse(text)
        if isinstance(code, int) and not isinstance(code, bool):
            space.decode(code)
            return code
    except IllegalAction as error:
        raise Failed(f"its answer cannot be read: {error}") from error
    raise Failed(
        f'"code" is a number and "text" a text, not {echo(text if code is None else code)}'
    )


def _shown(line: bytes) -> str:
    return echo(line[:200].decode(errors="replace"))


def _line(message: dict[str, Any]) -> bytes:
    """A message as one line, in ASCII: every language reads that the same."""
    text = json.dumps(message, separators=(",", ":"), default=_fields)
    return text.encode() + b"\n"


def _fields(thing: Any) -> dict[str, Any]:
    """A view, an event or an outcome as an object, as the server tells it."""
    return {field.name: getattr(thing, field.name) for field in dataclasses.fields(thing)}


# How they are named.


def is_command(name: object) -> bool:
    """Whether a name is a command to start."""
    return isinstance(name, str) and name.lstrip().lower().startswith(PREFIX)


def command_of(name: str, field: str = "bot") -> tuple[str, ...]:
    """The words of "program:COMMAND"."""
    return words(name.lstrip()[len(PREFIX) :], field)


def programs() -> Mapping[str, tuple[str, ...]]:
    """The programs that whoever runs us has named, by name; a visitor of a server cannot."""
    return _programs(os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=4)
def _programs(text: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, command = part.partition("=")
        name = name.strip()
        if not equals or not NAME_FORM.fullmatch(name) or name in TAKEN or name in found:
            raise BadOption(
                f"{VARIABLE} has programs such as robin=python robin.py with ; between them, each "
                f"with a short name of its own in lower case; {echo(part)} is none",
                option=VARIABLE,
            )
        found[name] = words(command, VARIABLE)
    return MappingProxyType(found)


def words(command: str, field: str) -> tuple[str, ...]:
    """A command, as a shell would take it apart."""
    try:
        found = tuple(shlex.split(command))
    except ValueError as error:
        raise BadOption(
            f"{field}: {echo(command)} cannot be read: {error}", option=field
        ) from error
    if not found:
        raise BadOption(f"{field}: a program needs a command such as python robin.py", option=field)
    return found


def must_exist(command: tuple[str, ...], field: str) -> None:
    """Complain about a program that is not there, before anything is played."""
    if shutil.which(command[0]) is None:
        raise BadOption(f"{field}: there is no program {echo(command[0])} here", option=field)
