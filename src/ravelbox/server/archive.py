"""Tables on paper: each one a text record that also says who sits there and when everything was.

The way from one store to another, and into a safe place. Such a file tells all: hands, keys, links.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from ravelbox.kernel.dealer import commitment
from ravelbox.kernel.errors import RavelboxError, RecordError, StoreError
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import HEX_FORM, LONGEST, Record
from ravelbox.kernel.words import echo
from ravelbox.server.seats import SECRET_BYTES, Company
from ravelbox.server.store import Facts, Kept, Move, Store, StoreFailed
from ravelbox.server.table import facts_of

FORMAT: Final = 1
FIRST: Final = f"# ravelbox-table: {FORMAT}"
SECOND: Final = "# table:"
ENDING: Final = ".txt"
THERE: Final = "there already"
ID_FORM: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
TIME_FORM: Final = re.compile(r"\d{1,15}", re.ASCII)
MOVE_AT: Final = re.compile(r"move (\d+)", re.ASCII)


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table has beside its record."""

    id: str
    company: Company
    secret: str | None  # behind its links
    luck: str  # the key that was committed to
    code: str
    created: int
    changed: int
    revision: int
    holders: dict[str, list[str]]


def to_text(kept: Kept) -> str:
    """A whole table as a text that `ravelbox replay` reads too."""
    sheet = Sheet(
        kept.id,
        kept.company,
        kept.secret.hex() if kept.secret else None,
        kept.luck,
        kept.code,
        kept.created,
        kept.changed,
        kept.revision,
        {device: sorted(roles) for device, roles in sorted(kept.holders.items())},
    )
    header = kept.header
    if kept.luck:
        known = commitment(bytes.fromhex(kept.luck))
        header = dataclasses.replace(header, commitment=known, key=kept.luck)
    lines = dataclasses.replace(kept.record, header=header).to_text().splitlines()
    body = len(lines) - len(kept.moves)
    for n, move in enumerate(kept.moves, body):
        lines[n] += f"  # {move.at}"
    about = json.dumps(msgspec.to_builtins(sheet))  # one line, whatever people are called
    return "\n".join([FIRST, f"{SECOND} {about}", *lines]) + "\n"


def from_text(text: str) -> tuple[Kept, Facts]:
    """Read back what `to_text` wrote, every move and all luck checked; complains by line."""
    if len(text) > LONGEST:
        raise RecordError("text", f"is longer than {LONGEST} characters")
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST:
        raise RecordError("line 1", f"a table's file starts with {FIRST}")
    sheet = _sheet(lines[1] if len(lines) > 1 else "")
    record = Record.from_text(text)
    header = record.header
    if header.key != sheet.luck:
        raise RecordError("line 2", "its luck is not the key of the record")
    if header.commitment != (commitment(bytes.fromhex(sheet.luck)) if sheet.luck else ""):
        raise RecordError("line 2", "its luck does not fit the record's commitment")
    if len(sheet.company.seats) != header.seats:
        raise RecordError("line 2", f"it does not say who sits on its {header.seats} seats")
    places = _places(lines)
    try:
        match = Match.replay(record)
    except RecordError as error:
        found = MOVE_AT.fullmatch(error.place)
        place = f"line {places[int(found[1]) - 1] + 1}" if found else error.place
        raise RecordError(place, error.reason) from error
    times = [_time(lines[n], f"line {n + 1}") for n in places]
    moves = zip(match.actors, match.history, match.among, times, strict=True)
    kept = Kept(
        id=sheet.id,
        header=dataclasses.replace(header, commitment="", key=""),
        revision=sheet.revision,
        company=sheet.company,
        secret=bytes.fromhex(sheet.secret) if sheet.secret else None,
        luck=sheet.luck,
        code=sheet.code,
        holders={device: frozenset(roles) for device, roles in sheet.holders.items()},
        moves=tuple(Move(*move) for move in moves),
        created=sheet.created,
        changed=sheet.changed,
    )
    return kept, facts_of(match, kept.company)


def _sheet(line: str) -> Sheet:
    """The second line, checked as far as a store would rely on it."""
    place = "line 2"
    if not line.startswith(SECOND):
        raise RecordError(place, f'expected "{SECOND} …", which says whose table it is')
    try:
        sheet = msgspec.json.decode(line[len(SECOND) :], type=Sheet)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RecordError(place, f"cannot be read: {echo(str(error))}") from error
    if not ID_FORM.fullmatch(sheet.id):
        raise RecordError(place, f"a table's id is letters, digits, - and _, not {echo(sheet.id)}")
    if sheet.secret and not re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", sheet.secret):
        raise RecordError(place, f"a secret is {2 * SECRET_BYTES} hexadecimal digits")
    if sheet.luck and not HEX_FORM.fullmatch(sheet.luck):
        raise RecordError(place, "luck is 64 hexadecimal digits")
    return sheet


def _places(lines: list[str]) -> list[int]:
    """Where the moves stand."""
    head = next((n for n, line in enumerate(lines) if not line.strip()), len(lines))
    return [n for n in range(head, len(lines)) if lines[n].partition("#")[0].strip()]


def _time(line: str, place: str) -> int:
    time = line.partition("#")[2].strip()
    if not TIME_FORM.fullmatch(time):
        raise RecordError(
            place, f"a move ends with its time, such as # 1763286123000, not {echo(time)}"
        )
    return int(time)


@contextmanager
def opened(where: str) -> Iterator[Store]:
    """A store for as long as it is needed."""
    store = Store.opened(where)
    try:
        yield store
    finally:
        store.shut()


def export_tables(store: Store, folder: Path) -> Iterator[tuple[str, str]]:
    """Write every table into a new or empty folder, for its owner's eyes only.

    The name of each file comes back, with what is wrong with the table if it cannot be written.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise StoreError(f"{folder} is not empty; choose a new folder")
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}") from error
    for table in store.tables():
        file = folder / f"{table}{ENDING}"
        try:
            text = to_text(store.whole(table))
        except StoreFailed:
            raise  # which would fail for all others too
        except RavelboxError as error:
            yield file.name, str(error)
            continue
        try:
            file.touch(0o600, exist_ok=False)
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise StoreError(f"{file} cannot be written: {error.strerror}") from error
        yield file.name, ""


def import_tables(store: Store, folder: Path) -> Iterator[tuple[str, str]]:
    """Keep every table of a folder, each whole or not at all.

    The name of each file comes back, with nothing, with `THERE`, or with why it was refused.
    """
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix == ENDING)
    except OSError as error:
        raise StoreError(f"{folder} cannot be read: {error.strerror}") from error
    there = set(store.tables())
    for file in files:
        try:
            kept, facts = from_text(file.read_text(encoding="utf-8"))
            if kept.id in there:
                yield file.name, _compared(kept, store.whole(kept.id))
                continue
            store.restore(kept, facts)
            there.add(kept.id)
            yield file.name, ""
        except StoreFailed:
            raise  # which would refuse all others too
        except RavelboxError as error:
            yield file.name, str(error)
        except (OSError, UnicodeDecodeError) as error:
            yield file.name, f"cannot be read: {error}"


def _compared(kept: Kept, known: Kept) -> str:
    """What is said of a table that is in the store already."""
    if kept == known:
        return THERE
    if (kept.header, kept.moves) != (known.header, known.moves):
        return f"the store has a table {kept.id} with other moves"
    return f"the store has this table, {kept.id}, with another company"
