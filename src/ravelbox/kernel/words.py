"""Small sentences for messages: lists of names, and the nearest name to a mistyped one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Final

LONGEST_ECHO: Final = 60  # characters of a strange input that a message repeats
UNSPEAKABLE: Final = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff]+")  # or no text at all


def listed(names: Iterable[object], last: str = "or") -> str:
    """Names as a sentence lists them: "N, E or S"."""
    words = [str(name) for name in names]
    if len(words) < 2:  # noqa: PLR2004  # a list needs two to have a last one
        return "".join(words) or "nothing"
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def nearest(name: str, names: Iterable[str]) -> str:
    """A closing hint for a mistyped name, or nothing."""
    close = difflib.get_close_matches(name, list(names), n=1)
    return f'; did you mean "{close[0]}"?' if close else ""


def echo(thing: object) -> str:
    """Whatever came, short, quoted if it was text, and on one line."""
    text = UNSPEAKABLE.sub(" ", thing if isinstance(thing, str) else repr(thing))
    text = text.strip()
    if len(text) > LONGEST_ECHO:
        text = text[: LONGEST_ECHO - 1] + "…"
    return f'"{text}"' if isinstance(thing, str) else text
