"""The command `ravelbox`: play, serve, keep, check and measure, from a terminal or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from ravelbox.cli.given import WRONG
from ravelbox.cli.keeping import check_command, export_command, import_command, serve_command
from ravelbox.cli.looking import (
    coach_command,
    picture_command,
    replay_command,
    solve_command,
    verify_command,
)
from ravelbox.cli.measuring import (
    bench_command,
    report_command,
    simulate_command,
    tournament_command,
)
from ravelbox.cli.parser import engine, parser_of_all
from ravelbox.cli.playing import daily_command, games_command, play_command
from ravelbox.kernel.errors import RavelboxError

__all__ = ["engine", "main"]


COMMANDS: Final = {
    "games": games_command,
    "play": play_command,
    "serve": serve_command,
    "replay": replay_command,
    "picture": picture_command,
    "coach": coach_command,
    "solve": solve_command,
    "daily": daily_command,
    "verify": verify_command,
    "export": export_command,
    "import": import_command,
    "check": check_command,
    "tournament": tournament_command,
    "simulate": simulate_command,
    "report": report_command,
    "bench": bench_command,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; a user's mistake is one sentence and status 2."""
    parser = parser_of_all()
    chosen = parser.parse_args(arguments)
    if chosen.command is None:
        parser.print_help()
        return 0
    try:
        return int(COMMANDS[chosen.command](chosen))
    except RavelboxError as error:
        print(f"ravelbox: {error}", file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has gone; nothing is left to say
        return 0
    except KeyboardInterrupt:
        print()
        return 130
