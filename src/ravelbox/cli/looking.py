"""Commands for a match that was played, or a puzzle: replay, picture, coach, solver, verified luck."""

from __future__ import annotations

import argparse
from pathlib import Path

from ravelbox.cli.given import missing, read_record, size_of, step_of, write
from ravelbox.kernel.errors import BadOption, IllegalAction, SeedError
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.record import HEX_FORM
from ravelbox.kernel.words import echo, listed


def replay_command(chosen: argparse.Namespace) -> int:
    """Replay a record and show its log and its last table."""
    from ravelbox import terminal  # noqa: PLC0415  # only this command needs it

    record = read_record(chosen.file)
    if chosen.moves is not None and not 0 <= chosen.moves <= len(record.moves):
        raise SeedError(f"--moves goes from 0 to {len(record.moves)}, not {chosen.moves}")
    match = Match.replay(record, chosen.moves)
    for event in match.log(None):
        print(terminal.line(event))
    terminal.show(match, match.view(None))
    print(f"{len(match)} moves, digest {digest(match.state)}")
    return 0


def coach_command(chosen: argparse.Namespace) -> int:
    """Say what luck and play did in a finished match."""
    from ravelbox import terminal  # noqa: PLC0415  # only this command needs it
    from ravelbox.bots.coach import coach  # noqa: PLC0415  # likewise

    record = read_record(chosen.file)
    match = Match.replay(record)
    if not match.over:
        raise IllegalAction("the coach speaks after the end, and this match goes on")
    if not 1 <= chosen.seat <= match.header.seats:
        raise BadOption(
            f"--seat goes from 1 to {match.header.seats}, not {chosen.seat}", option="seat"
        )
    if chosen.walks < 1:
        raise BadOption(f"--walks is at least 1, not {chosen.walks}", option="walks")
    terminal.tell_lesson(match, coach(record, chosen.seat - 1, chosen.walks))
    return 0


def picture_command(chosen: argparse.Namespace) -> int:
    """Draw a table, or a replay in one file."""
    try:
        from ravelbox.web import picture  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return missing("a picture", error)
    name, step = step_of(chosen.record)
    target, kind = chosen.target, chosen.target.suffix.lower()
    if kind not in picture.KINDS:
        raise SeedError(f"{target} must end in {listed(picture.KINDS)}")
    record = read_record(Path(name))
    seats = record.header.seats
    if chosen.seat is not None and not 1 <= chosen.seat <= seats:
        raise SeedError(f"--seat goes from 1 to {seats} here, not {chosen.seat}")
    content = picture.drawn(
        record,
        step,
        kind,
        None if chosen.seat is None else chosen.seat - 1,
        size=size_of(chosen.size),
        dark=chosen.dark,
    )
    write(target, "", content)
    print(f"The picture is in {target}.")
    return 0


def solve_command(chosen: argparse.Namespace) -> int:
    """Look for the line that wins a dealt puzzle."""
    from ravelbox.bots.solver import report  # noqa: PLC0415  # only this command needs it

    if not 0 < chosen.limit < 86400:  # noqa: PLR2004  # a day is long enough
        raise BadOption(
            f"--limit is more than 0 and less than 86400 seconds, not {chosen.limit:g}",
            option="limit",
        )
    if not 0 <= chosen.beam <= report.WIDEST:
        raise BadOption(
            f"--beam goes from 1 to {report.WIDEST}, or 0 for what is usual, not {chosen.beam}",
            option="beam",
        )
    if not 1 <= chosen.games <= 10_000:  # noqa: PLR2004  # more than anybody waits for
        raise BadOption(f"--games goes from 1 to 10000, not {chosen.games}", option="games")
    match = _puzzle(chosen)
    if chosen.tier == "xray":
        lines = report.xray_lines(match, chosen.games, chosen.beam, chosen.limit)
    else:
        lines = report.oracle_lines(match, chosen.beam, chosen.limit)
    for line in lines:
        print(line)
    return 0


def _puzzle(chosen: argparse.Namespace) -> Match:
    """The match to be solved: of a seed string, or of a record up to a decision."""
    from ravelbox.bots.solver.solve import dealt_match  # noqa: PLC0415  # as above

    if bool(chosen.seed) == bool(chosen.start):
        raise SeedError("solve takes a seed string such as RVL1:S:8:RAVEL-DEMO, or --from RECORD")
    if chosen.seed:
        return dealt_match(chosen.seed)
    name, step = step_of(chosen.start)
    match = Match.replay(read_record(Path(name)))
    return match if step is None else Match.replay(match.record(), match.place(step))


def verify_command(chosen: argparse.Namespace) -> int:
    """Check that all luck of a record came from the committed key."""
    from ravelbox.verify import FITS, verify  # noqa: PLC0415  # only this command needs it

    promised = chosen.commitment.strip().lower()
    if promised and not HEX_FORM.fullmatch(promised):
        raise SeedError(f"--commitment is 64 hexadecimal digits, not {echo(chosen.commitment)}")
    verdict = verify(read_record(chosen.file), promised)
    lead = "Verified" if verdict.status == FITS else "Not verified"
    print(f"{lead}: {verdict.text}.")
    for name, found in (("commitment", verdict.commitment), ("key", verdict.key)):
        if found:
            print(f"  {name:12}{found}")
    if verdict.status == FITS and not promised:
        print("The commitment is the record's own: compare it with what the table showed at first.")
    return verdict.status
