"""The log: one JSON object a line on stderr, and no secret in it.

An exception's own words are left out, for they may quote a link, a name or a body: its kind and its
frames say where to look. Only of databases and of the system is it told what they complain about.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import sys
import threading
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.words import listed

LEVELS: Final = ("debug", "info", "warning", "error")
OURS: Final = "ravelbox"
# The server below us tells paths at "info", and at "warning" whatever nonsense strangers send.
QUIET: Final = {"debug": "WARNING", "info": "WARNING", "warning": "ERROR", "error": "ERROR"}
WRITTEN_OUT: Final = "Traceback (most recent call last):"
TOLD_BY_US: Final = "Exception in ASGI application"  # already in the line of its request
MOST_FRAMES: Final = 30  # of one exception, the innermost
MOST_CAUSES: Final = 8


class BadLevel(RavelboxError, ValueError):
    """A level that the log does not have."""

    code = "bad_request"


class Line(logging.Formatter):
    """A record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, what happened, and the fields that came with it."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": _event(record),
            **getattr(record, "fields", {}),
        }
        if not record.name.startswith(OURS):
            line["from"] = record.name
        if record.exc_info and record.exc_info[1]:
            line["trace"] = trace(record.exc_info[1])
        elif line["event"] == WRITTEN_OUT:
            line["event"], line["trace"] = "failed", _frames(record.getMessage())
        return json.dumps(line, ensure_ascii=True, default=str)


def _event(record: logging.LogRecord) -> str:
    """What happened; of others' messages only the first line, since they go on with contents."""
    message, given = str(record.msg), record.args
    if isinstance(given, tuple) and given:
        message %= tuple(_kind(arg) if isinstance(arg, BaseException) else arg for arg in given)
    elif given:
        message %= given
    return message if record.name.startswith(OURS) else message.partition("\n")[0]


def start(level: str = "warning") -> None:
    """Send every logger of this process to stderr, ours from a level on."""
    if level not in LEVELS:
        raise BadLevel(f"the log has the levels {listed(LEVELS)}")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Line())
    handler.addFilter(_is_news)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(QUIET[level])
    logging.getLogger(OURS).setLevel(level.upper())
    logging.captureWarnings(capture=True)
    threading.excepthook = _thread_failed


def _is_news(record: logging.LogRecord) -> bool:
    """Not what its request's line says already, nor that somebody was in a hurry to stop."""
    message = record.getMessage()
    last = message.rstrip().rpartition("\n")[2]
    hurried = message.startswith(WRITTEN_OUT) and "CancelledError" in last
    return not (hurried or message.startswith(TOLD_BY_US))


def _thread_failed(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None:
        logging.getLogger(f"{OURS}.server").error("thread failed", exc_info=failed.exc_value)


def trace(error: BaseException) -> str:
    """An exception and what caused it: kinds and frames, the cause first."""
    parts = ["\n".join(_told(each)) for each in _causes(error)]
    return "\n\n".join(reversed(parts))


def _causes(error: BaseException) -> Iterator[BaseException]:
    waiting: list[BaseException] = [error]
    for _ in range(MOST_CAUSES):
        if not waiting:
            return
        now = waiting.pop(0)
        yield now
        if isinstance(now, BaseExceptionGroup):
            waiting.extend(now.exceptions)
        under = now.__cause__ or (None if now.__suppress_context__ else now.__context__)
        if under is not None:
            waiting.append(under)


def _told(error: BaseException) -> Iterator[str]:
    for frame in traceback.extract_tb(error.__traceback__)[-MOST_FRAMES:]:
        yield f"{frame.filename}:{frame.lineno} {frame.name}: {frame.line}"
    yield _kind(error)


def _kind(error: BaseException) -> str:
    """What an exception is, and what it says as far as it may."""
    kind = type(error)
    place = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    words = reason(error)
    return f"{place}{kind.__qualname__}{': ' if words else ''}{words}"


def _frames(written: str) -> str:
    """The same of a traceback that somebody has written out: its frames and kinds, no more."""
    lines = written.splitlines()
    kept = [line.strip() for line in lines if line.startswith("  File ")]
    kinds = [
        line.partition(":")[0]
        for line in lines
        if line[:1].isalpha() and " " not in line.partition(":")[0]
    ]
    return "\n".join((*kept[-MOST_FRAMES:], *kinds))


def reason(error: BaseException) -> str:
    """What a database or the system complains of; it names no contents. Else nothing."""
    if isinstance(error, sqlite3.Error):
        return str(error)
    if type(error).__module__.startswith("psycopg"):
        # A primary message names no values, except where a value was what could not be read; a
        # connection that failed has none, and says on one line which server refused it.
        if any(kind.__name__ == "DataError" for kind in type(error).__mro__):
            return ""
        primary = getattr(getattr(error, "diag", None), "message_primary", None)
        return str(primary or error).partition("\n")[0]
    if isinstance(error, OSError):
        return error.strerror or ""
    return ""
