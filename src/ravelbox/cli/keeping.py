"""Commands for who runs a server: to serve, to take tables out and in, to check content."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final

import ravelbox
from ravelbox.cli.given import missing

MANY: Final = 100  # tables after which one says how far one is


REFUSED: Final = "refused"


def serve_command(chosen: argparse.Namespace) -> int:
    """Serve the box until it is stopped."""
    try:
        from ravelbox.server import run  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return missing("serving", error)
    return run.serve(
        host=chosen.host,
        port=chosen.port,
        store=chosen.store,
        open_browser=not chosen.no_browser,
        workers=chosen.workers,
        url=chosen.url,
        proxy=chosen.proxy,
        log=chosen.log,
        programs=chosen.program,
    )


def export_command(chosen: argparse.Namespace) -> int:
    """Write all tables of a store into a folder."""
    try:
        from ravelbox.server import archive  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return missing("exporting", error)
    with archive.opened(chosen.store) as source:
        found = _counted(archive.export_tables(source, chosen.folder))
    written, left_out = found[""], found[REFUSED]
    print(f"Written to {chosen.folder}: {written} tables; left out: {left_out}.")
    print("The files tell all: hands, keys and links. Keep them as you would keep the store.")
    return 1 if left_out else 0


def import_command(chosen: argparse.Namespace) -> int:
    """Take all tables of such a folder into a store."""
    try:
        from ravelbox.server import archive  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return missing("importing", error)
    with archive.opened(chosen.store) as target:
        found = _counted(archive.import_tables(target, chosen.folder), {archive.THERE})
    taken, there, refused = found[""], found[archive.THERE], found[REFUSED]
    print(f"Taken in: {taken} tables; there already: {there}; refused: {refused}.")
    return 1 if refused else 0


def _counted(outcomes: Iterable[tuple[str, str]], quiet: Collection[str] = ()) -> Counter[str]:
    """Count files by what became of them, and say so now and then; refusals are named."""
    found: Counter[str] = Counter()
    for n, (file, trouble) in enumerate(outcomes, 1):
        expected = trouble in quiet or not trouble
        found[trouble if expected else REFUSED] += 1
        if not expected:
            print(f"ravelbox: {file}: {trouble}", file=sys.stderr)
        if n % MANY == 0:
            print(f"{n} tables …", flush=True)
    return found


def check_command(chosen: argparse.Namespace) -> int:
    """Read content and lessons, and complain by file and key."""
    from ravelbox.web.lesson import lesson_of, walk  # noqa: PLC0415  # only this command needs it

    names = [chosen.game] if chosen.game else ravelbox.games()
    for name in names:
        print(f"{name}: {ravelbox.load(name).check_content(chosen.file)}, all in order")
        lesson = None if chosen.file else lesson_of(name)
        if lesson:
            walk(lesson)
            print(f"{name}: a lesson of {len(lesson.steps)} steps, all in order")
    return 0
