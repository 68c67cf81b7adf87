"""Commands for who plays: the games, a table in the terminal, the puzzle of the day."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from typing import TYPE_CHECKING

import ravelbox
from ravelbox.cli.given import check_writable, missing, options_of, read_text, write
from ravelbox.kernel import position
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import BadOption, SeedError
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import spelled
from ravelbox.kernel.words import echo, listed

if TYPE_CHECKING:
    from ravelbox.daily import Kind
    from ravelbox.seating import Seating


def games_command(chosen: argparse.Namespace) -> int:
    """List the games, or one game's options."""
    from ravelbox.bots import bots  # noqa: PLC0415  # bots load the games they play

    if chosen.game is None:
        for name in ravelbox.games():
            game = ravelbox.load(name)
            print(f"{name:14}{game.title}  {game.blurb}")
        return 0
    game = ravelbox.load(chosen.game)
    print(f"{game.title}: {game.blurb}")
    if len(game.seats) > 1:
        usual = game.seats_of(game.options_of({}))
        print(f"\n  --seats {usual}    one of {', '.join(map(str, game.seats))}")
    print(f"  --bot NAME    {listed(bots(game.name))}")
    for option in game.options:
        values = [spelled(value) for value in option.values]
        shown = ", ".join(values if len(values) < 6 else [*values[:3], "…", values[-1]])  # noqa: PLR2004  # what fits a line
        print(f"\n  {option.name}={spelled(option.default)}    one of {shown}")
        print(f"      {option.explain} [{option.ruling}]")
    return 0


def play_command(chosen: argparse.Namespace) -> int:
    """Play in the terminal, or watch bots do it."""
    from ravelbox import terminal  # noqa: PLC0415  # only this command needs it

    match = _new_match(chosen)
    seating = _seating(match, chosen)
    if chosen.record:
        check_writable(chosen.record, "--record")
    play = terminal.play if seating.here else terminal.watch
    try:
        status = play(match, seating)
    except (KeyboardInterrupt, BrokenPipeError):
        if chosen.record and match.decisions():
            write(chosen.record, "--record", match.record().to_text())
            print(f"\nThe record so far is in {chosen.record}.", file=sys.stderr, end="")
        raise
    if chosen.record:
        write(chosen.record, "--record", match.record().to_text())
        print(f"The record is in {chosen.record}.")
    return status


def _seating(match: Match, chosen: argparse.Namespace) -> Seating:
    """Who sits where: --seat says it of one seat, --bot of all others."""
    from ravelbox.seating import HERE, seated  # noqa: PLC0415  # as bots are

    given: dict[int, str] = {}
    for pair in chosen.seat:
        number, _, who = pair.partition("=")
        if not (number.isascii() and number.isdecimal() and who):
            raise BadOption(
                f'--seat takes NUMBER=WHO, such as "2=greedy" or "1=here", not {echo(pair)}',
                option="seat",
            )
        given[int(number[:9])] = who
    return seated(
        match.game, match.header.seats, given, chosen.bot or HERE, "--seat {}", commands=True
    )


def _new_match(chosen: argparse.Namespace) -> Match:
    game = ravelbox.load(chosen.game)
    options = options_of(chosen.option)
    if chosen.position:
        if options or chosen.seed or chosen.seats is not None:
            raise SeedError("--position: the document says options and seats, and it has no seed")
        document = position.parse(read_text(chosen.position))
        return Match.new(game, dealer=Seeded(secrets.randbits(64)), position=document)
    seed, chosen_options = game.read_seed(chosen.seed, options)
    if options and chosen_options is not options:
        raise SeedError("--option: a whole seed string says all options itself")
    dealer = game.dealt(seed.upper()) if seed else None
    if seed and dealer is None:
        raise SeedError(f"{game.title} cannot be dealt from a seed")
    luck = dealer or Seeded(secrets.randbits(64))
    return Match.new(game, chosen_options, dealer=luck, seats=chosen.seats)


def daily_command(chosen: argparse.Namespace) -> int:
    """Play the puzzle of the day; the first attempt counts."""
    from ravelbox import daily, terminal  # noqa: PLC0415  # only this command needs it
    from ravelbox.seating import HERE, seated  # noqa: PLC0415  # as bots are

    try:
        from ravelbox.diary import Diary, diary_file  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return missing("the daily puzzle", error)
    kind, day = _day(chosen)
    diary = Diary(diary_file())
    before = diary.result(kind, day)
    if before is not None:
        print(f"You have played {day} before, so this time does not count.")
        print(before or "That game was left before its end.")
    else:
        print(f"{kind.title}, {day}, {kind.preset}. Setting it up …", flush=True)
    puzzle = diary.chosen(kind, day, daily.Screen.read(os.environ.get(daily.VARIABLE, "")))
    match = daily.dealt(kind, puzzle.seed)
    counts = before is None and diary.begin(kind, day)
    if before is None and not counts:
        print(f"{day} has been begun elsewhere meanwhile, so this time does not count.")
    status = terminal.play(match, seated(match.game, 1, {}, HERE), hints=False)
    if match.over:
        line = daily.share_line(match, kind, day, puzzle.par)
        print(line)
        if counts:
            diary.finish(kind, day, line)
    return status


def _day(chosen: argparse.Namespace) -> tuple[Kind, str]:
    """Which puzzle is meant, and that it may be played today."""
    from ravelbox import daily  # noqa: PLC0415  # only this command needs it

    weeks = [name for name, kind in daily.KINDS.items() if kind.weekly]
    if chosen.week and chosen.week not in weeks:
        raise BadOption(f"--week is {listed(weeks)}, not {echo(chosen.week)}", option="week")
    kind, now = daily.kind_of(chosen.week or "day"), daily.today()
    if not chosen.date:
        return kind, daily.day_of(kind, now)
    first = daily.first_day(daily.KINDS["day"], chosen.date)
    called = f"{'the week of ' if kind.weekly else ''}{chosen.date}"
    return kind, daily.open_day(kind, daily.day_of(kind, first), now, called)
