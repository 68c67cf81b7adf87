"""The command `ravelbox`: play, serve, keep, check and measure, from a terminal or a pipe."""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import re
import secrets
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import ravelbox
from ravelbox.files import must_be_writable, write_whole
from ravelbox.kernel import position, rules
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import BadOption, IllegalAction, RavelboxError, SeedError
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.options import spelled
from ravelbox.kernel.record import HEX_FORM, Record
from ravelbox.kernel.words import echo, listed

if TYPE_CHECKING:
    from ravelbox.daily import Kind
    from ravelbox.seating import Seating

WRONG: Final = 2  # exit status for a user's mistake
MOST_WORKERS: Final = 256  # processes that play
MANY: Final = 100  # tables after which one says how far one is
REFUSED: Final = "refused"
SIZE_FORM: Final = re.compile(r"([1-9][0-9]{1,3})x([1-9][0-9]{1,3})")  # of a picture

EXAMPLES: Final = {
    "": """examples:
  ravelbox games                         what is in the box
  ravelbox play ravel                    play in this terminal
  ravelbox serve                         play in a browser
  ravelbox COMMAND --help                more about a command
""",
    "games": """examples:
  ravelbox games                         one line a game
  ravelbox games ravel                   its options, with what they mean
""",
    "play": """examples:
  ravelbox play ravel
  ravelbox play ravel --option deck=W4 --option tokens=10
  ravelbox play ravel --seed RVL1:S:8:RAVEL-DEMO
  ravelbox play ravel --bot greedy       watch a bot
  ravelbox play ramble --seats 4         four at this terminal, each in turn
  ravelbox play ramble --seat 2=greedy --seat 3=random
  ravelbox play ramble --bot greedy --seat 1=here       bots on all seats but yours
  ravelbox play ramble --seat 2="program:python my_bot.py"      a program of yours
  printf 'tune p2 6\\nresign\\n' | ravelbox play ravel --seed RAVEL-DEMO
""",
    "serve": """examples:
  ravelbox serve                         a free port, and a browser opens
  ravelbox serve --port 8000 --no-browser
  ravelbox serve --store ./tables.sqlite
  ravelbox serve --program robin="python robin.py"      a bot of yours for all tables
  ravelbox serve --store postgresql://ravelbox@localhost/ravelbox --workers 2
  ravelbox serve --port 8000 --no-browser --url https://play.example.org --proxy 127.0.0.1
""",
    "replay": """examples:
  ravelbox replay game.txt               every event, then how it ended
  ravelbox replay game.txt --moves 30    only the first 30 moves, then the table
  ravelbox play ravel --record game.txt  makes such a file
""",
    "coach": """examples:
  ravelbox coach game.txt                what luck and play did in a finished game
  ravelbox coach game.txt --seat 2 --walks 1000         for another seat, thought through longer
""",
    "verify": """examples:
  ravelbox verify game.txt               whether all luck came from the committed key
  ravelbox verify game.txt --commitment 2beb36e7…       the one that the table showed at its start

exit status: 0 all luck fits; 1 something does not; 2 the file cannot be read;
3 the key is not shown yet, since the game runs; 4 nobody committed to this luck
""",
    "picture": """examples:
  ravelbox picture game.txt game.html    the whole replay, in one file that needs no server
  ravelbox picture game.txt@30 table.png the table after 30 steps of the replay
  ravelbox picture game.txt@30 table.svg --seat 2 --size 1024x768 --dark
""",
    "solve": """examples:
  ravelbox solve RVL1:S:8:RAVEL-DEMO     can it be won, knowing all luck; and how
  ravelbox solve RVL1:A:8:HARD --beam 300 --limit 60
  ravelbox solve --from game.txt@12      from where a dealt game stood after 12 decisions
  ravelbox solve RVL1:A:8:HARD --tier xray              cards known, rolls and shuffles not

A line that is found wins. That none was found proves something only where everything was looked at.
""",
    "daily": """examples:
  ravelbox daily                         today's R.A.V.E.L.; days begin at midnight UTC
  ravelbox daily --date 2026-11-18       one of the last thirty days
  ravelbox daily --week harder           the harder one of this week

The first attempt counts. The puzzles are this machine's own; everybody at one server has the same.
""",
    "export": """examples:
  ravelbox export ./tables               every table of the usual store, a text file each
  ravelbox export ./tables --store postgresql://ravelbox@localhost/ravelbox

The files tell all: hands, keys and links. Keep them as you would keep the store.
""",
    "import": """examples:
  ravelbox import ./tables --store postgresql://ravelbox@localhost/ravelbox
  ravelbox import ./tables               into the usual store

Every move and all luck is checked. What the store has already stays as it is.
""",
    "check": """examples:
  ravelbox check                         the content of all games
  ravelbox check ravel my-cogs.toml      a file of yours
  ravelbox check ravingspire my_box/     a card pack of yours
""",
    "tournament": """examples:
  ravelbox tournament ravel --bots random,greedy
  ravelbox tournament arch_ravels --bots master,crafter,greedy --games 200 --out games.csv
  ravelbox tournament ramble --seats 4 --option difficulty=dusk --bots random,greedy --until 0.05
  ravelbox tournament ravel --bots greedy,"program:python my_bot.py" --limit 1

Every deal is played by all bots, and by rivals in every order of seats. Ratings need the extra lab.
""",
    "simulate": """examples:
  ravelbox simulate ravel --bots greedy --games 100000 --out ravel.parquet
  ravelbox simulate ramble --seats 4 --options difficulty=midnight --bots greedy --out ramble.parquet
  ravelbox simulate ravingspire --bots greedy --vary seats=1,2,3 --vary packs --out tower.parquet
  ravelbox simulate arch_ravels --bots greedy --vary disputed --out readings.parquet
  ravelbox simulate ramble --bots greedy --games 1000000 --cluster --out ramble.parquet

Killed, or the disk full? The same command goes on where it stood. --vary plays the same deals with
each value of an option. Needs the extra lab, and --cluster the extra cluster.
""",
    "report": """examples:
  ravelbox report ravel.parquet                         to ravel.html, tables and pictures beside it
  ravelbox report base.parquet goblins.parquet --out both.html      two runs side by side
""",
    "bench": """examples:
  ravelbox bench                         random play and clones of every game
  ravelbox bench ravel --seconds 5
""",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; a user's mistake is one sentence and status 2."""
    parser = _parser()
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


def engine() -> str:
    """How the engine runs here."""
    return "interpreted" if str(rules.__file__).endswith(".py") else "compiled"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ravelbox",
        description="Four printed tabletop games in one box.",
        epilog=EXAMPLES[""],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = importlib.metadata.version("ravelbox")
    parser.add_argument(
        "--version", action="version", version=f"ravelbox {version}, engine {engine()}"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=text,
            description=text,
            epilog=EXAMPLES[name],
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    games = command("games", "List the games, or one game's options.")
    games.add_argument("game", nargs="?", help="a game's name")
    play = command("play", "Play in the terminal: plain lines, no colours, works through a pipe.")
    play.add_argument("game", help="a game's name")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    play.add_argument("--seed", default="", help="a seed (the same puzzle for everyone)")
    play.add_argument("--position", type=Path, help="start from a position document")
    play.add_argument(
        "--seats", type=int, metavar="N", help="how many seats, where there is a choice"
    )
    play.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="N=WHO",
        help="who sits on a seat, from 1 on: a bot, program:COMMAND, or here, at this terminal",
    )
    play.add_argument(
        "--bot", default="", metavar="NAME", help="a bot on all other seats; or on all, to watch"
    )
    play.add_argument("--record", type=Path, help="write the record to this file at the end")
    serve = command("serve", "Serve the box on this machine, for a browser.")
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=0, help="0, the default, takes a free one")
    serve.add_argument("--store", default="", help="a database file or URL")
    serve.add_argument("--no-browser", action="store_true", help="only print the address")
    serve.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="how many processes answer; 1, the default, is enough for SQLite",
    )
    serve.add_argument(
        "--url", default="", help="its public address, such as https://play.example.org"
    )
    serve.add_argument(
        "--proxy",
        default="",
        metavar="ADDRESS",
        help="the proxy before it, whose word is taken for who calls, such as 127.0.0.1",
    )
    serve.add_argument(
        "--program",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a program that visitors may seat as a bot, by its name",
    )
    serve.add_argument(
        "--log",
        default="warning",
        metavar="LEVEL",
        help="debug, info, warning (the default, and quiet) or error",
    )
    replay = command("replay", "Replay a record and check every move and all luck.")
    replay.add_argument("file", type=Path, help="a text or JSON record")
    replay.add_argument("--moves", type=int, help="stop after so many moves and show the table")
    _add_picture(command("picture", "Make a picture of a table, or a replay in one file."))
    _add_coach(
        command("coach", "Say what luck and play did in a finished match, and what was better.")
    )
    _add_solve(command("solve", "Solve a dealt puzzle of R.A.V.E.L. with all luck known."))
    daily = command("daily", "Play the R.A.V.E.L. of the day in the terminal.")
    daily.add_argument("--date", default="", metavar="YYYY-MM-DD", help="another day")
    daily.add_argument("--week", default="", metavar="KIND", help="easier or harder: this week's")
    verify = command("verify", "Check that all luck of a record came from the committed key.")
    verify.add_argument("file", type=Path, help="a text or JSON record, as a table gives it")
    verify.add_argument(
        "--commitment", default="", metavar="HEX", help="what the table showed at its start"
    )
    for name, text in (
        ("export", "Write all tables of a store into a folder, as text records."),
        ("import", "Take all tables of such a folder into a store."),
    ):
        move = command(name, text)
        move.add_argument("folder", type=Path, help="where the files are to be")
        move.add_argument("--store", default="", help="a database file or URL")
    check = command("check", "Check content files; complaints cite file and key.")
    check.add_argument("game", nargs="?", help="a game's name; all games without it")
    check.add_argument(
        "file",
        nargs="?",
        type=Path,
        help="a file, or a folder with a card pack, to check in place of ours",
    )
    _add_tournament(
        command("tournament", "Let bots play many games on the same deals, and compare them.")
    )
    _add_simulate(command("simulate", "Let bots play very many games, into one Parquet file."))
    _add_report(command("report", "Make a page with pictures of what was simulated."))
    bench = command("bench", "Measure random play and cloning, on one core.")
    bench.add_argument("game", nargs="?", help="a game's name; all games without it")
    bench.add_argument("--seconds", type=float, default=2.0)
    return parser


def _add_picture(picture: argparse.ArgumentParser) -> None:
    picture.add_argument(
        "record", metavar="RECORD[@MOVE]", help="a record, and a step of its replay"
    )
    picture.add_argument("target", type=Path, help="a file to write: .png, .svg or .html")
    picture.add_argument("--seat", type=int, metavar="N", help="with whose eyes, from 1 on")
    picture.add_argument("--size", default="1440x900", metavar="WxH", help="in pixels")
    picture.add_argument("--dark", action="store_true", help="as by night")


def _add_coach(coach: argparse.ArgumentParser) -> None:
    coach.add_argument("file", type=Path, help="a text or JSON record")
    coach.add_argument("--seat", type=int, default=1, metavar="N", help="for whom, from 1 on")
    coach.add_argument(
        "--walks", type=int, default=300, metavar="N", help="how long to think about each decision"
    )


def _add_solve(solve: argparse.ArgumentParser) -> None:
    solve.add_argument("seed", nargs="?", default="", help="a whole seed string")
    solve.add_argument(
        "--from",
        dest="start",
        default="",
        metavar="RECORD[@MOVE]",
        help="a record of a dealt game, and after how many decisions",
    )
    solve.add_argument("--tier", choices=("oracle", "xray"), default="oracle")
    solve.add_argument(
        "--beam", type=int, default=0, metavar="N", help="tables kept for each number of cogs left"
    )
    solve.add_argument("--limit", type=float, default=60.0, metavar="SECONDS")
    solve.add_argument("--games", type=int, default=20, metavar="N", help="futures of --tier xray")


def _add_tournament(tournament: argparse.ArgumentParser) -> None:
    tournament.add_argument("game", help="a game's name")
    tournament.add_argument(
        "--bots",
        action="append",
        required=True,
        metavar="A,B,…",
        help="who plays: names of bots, or program:COMMAND",
    )
    tournament.add_argument("--games", type=int, default=100, metavar="N", help="how many deals")
    tournament.add_argument("--seats", type=int, metavar="K", help="how many seats")
    tournament.add_argument(
        "--option", "--options", action="append", default=[], metavar="NAME=VALUE"
    )
    tournament.add_argument("--seed", type=int, default=0, metavar="S", help="other deals")
    tournament.add_argument(
        "--until",
        type=float,
        metavar="ERROR",
        help="stop when it is clear who is better, with this chance of error, such as 0.05",
    )
    tournament.add_argument(
        "--limit",
        type=float,
        metavar="SECONDS",
        help="for each answer of a program; 5 unless said",
    )
    tournament.add_argument(
        "--workers", type=int, metavar="N", help="how many processes play; as many as cores"
    )
    tournament.add_argument("--out", type=Path, metavar="FILE", help="write games to .csv or .json")


def _add_simulate(simulate: argparse.ArgumentParser) -> None:
    simulate.add_argument("game", help="a game's name")
    simulate.add_argument(
        "--bots",
        action="append",
        required=True,
        metavar="A,B,…",
        help="who plays: names of bots, or program:COMMAND; they take the seats in turn",
    )
    simulate.add_argument("--games", type=int, default=1000, metavar="N", help="how many deals")
    simulate.add_argument("--seats", type=int, metavar="K", help="how many seats")
    simulate.add_argument(
        "--option", "--options", nargs="+", action="extend", default=[], metavar="NAME=VALUE"
    )
    simulate.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME[=A,B]",
        help="play each deal also with other values: of an option, of seats, or of all disputed",
    )
    simulate.add_argument("--seed", type=int, default=0, metavar="S", help="other deals")
    simulate.add_argument(
        "--limit", type=float, metavar="SECONDS", help="for each answer of a program; 5 unless said"
    )
    simulate.add_argument(
        "--workers", type=int, metavar="W", help="how many processes play; as many as cores"
    )
    simulate.add_argument(
        "--cluster",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on Ray: the cluster there, or the one it finds, or one that it starts here",
    )
    simulate.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="write games to .parquet"
    )


def _add_report(report: argparse.ArgumentParser) -> None:
    report.add_argument("file", type=Path, metavar="FILE", help="what `simulate` wrote")
    report.add_argument("other", type=Path, nargs="?", metavar="OTHER", help="to compare with")
    report.add_argument("--out", type=Path, metavar="PAGE", help="a page to write: .html")


def _games(chosen: argparse.Namespace) -> int:
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


def _play(chosen: argparse.Namespace) -> int:
    from ravelbox import terminal  # noqa: PLC0415  # only this command needs it

    match = _new_match(chosen)
    seating = _seating(match, chosen)
    if chosen.record:
        _check_writable(chosen.record, "--record")
    play = terminal.play if seating.here else terminal.watch
    try:
        status = play(match, seating)
    except (KeyboardInterrupt, BrokenPipeError):
        if chosen.record and match.decisions():
            _write(chosen.record, "--record", match.record().to_text())
            print(f"\nThe record so far is in {chosen.record}.", file=sys.stderr, end="")
        raise
    if chosen.record:
        _write(chosen.record, "--record", match.record().to_text())
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
    options = _options(chosen.option)
    if chosen.position:
        if options or chosen.seed or chosen.seats is not None:
            raise SeedError("--position: the document says options and seats, and it has no seed")
        document = position.parse(_read(chosen.position))
        return Match.new(game, dealer=Seeded(secrets.randbits(64)), position=document)
    seed, chosen_options = game.read_seed(chosen.seed, options)
    if options and chosen_options is not options:
        raise SeedError("--option: a whole seed string says all options itself")
    dealer = game.dealt(seed.upper()) if seed else None
    if seed and dealer is None:
        raise SeedError(f"{game.title} cannot be dealt from a seed")
    luck = dealer or Seeded(secrets.randbits(64))
    return Match.new(game, chosen_options, dealer=luck, seats=chosen.seats)


def _options(pairs: Iterable[str]) -> dict[str, object]:
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise SeedError(f'--option takes NAME=VALUE, such as "tokens=9", not {pair!r}')
        options[name] = value
    return options


def _serve(chosen: argparse.Namespace) -> int:
    try:
        from ravelbox.server import run  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return _missing("serving", error)
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


def _missing(what: str, error: ModuleNotFoundError, extra: str = "server") -> int:
    how = "run `make play`, or " if extra == "server" else ""
    print(
        f'ravelbox: {what} needs {error.name}: {how}pip install ".[{extra}]"',
        file=sys.stderr,
    )
    return WRONG


def _export(chosen: argparse.Namespace) -> int:
    try:
        from ravelbox.server import archive  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return _missing("exporting", error)
    with archive.opened(chosen.store) as source:
        found = _counted(archive.export_tables(source, chosen.folder))
    written, left_out = found[""], found[REFUSED]
    print(f"Written to {chosen.folder}: {written} tables; left out: {left_out}.")
    print("The files tell all: hands, keys and links. Keep them as you would keep the store.")
    return 1 if left_out else 0


def _import(chosen: argparse.Namespace) -> int:
    try:
        from ravelbox.server import archive  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return _missing("importing", error)
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


def _replay(chosen: argparse.Namespace) -> int:
    from ravelbox import terminal  # noqa: PLC0415  # only this command needs it

    record = _record(chosen.file)
    if chosen.moves is not None and not 0 <= chosen.moves <= len(record.moves):
        raise SeedError(f"--moves goes from 0 to {len(record.moves)}, not {chosen.moves}")
    match = Match.replay(record, chosen.moves)
    for event in match.log(None):
        print(terminal.line(event))
    terminal.show(match, match.view(None))
    print(f"{len(match)} moves, digest {digest(match.state)}")
    return 0


def _coach(chosen: argparse.Namespace) -> int:
    from ravelbox import terminal  # noqa: PLC0415  # only this command needs it
    from ravelbox.bots.coach import coach  # noqa: PLC0415  # likewise

    record = _record(chosen.file)
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


def _picture(chosen: argparse.Namespace) -> int:
    try:
        from ravelbox.web import picture  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return _missing("a picture", error)
    name, step = _step(chosen.record)
    target, kind = chosen.target, chosen.target.suffix.lower()
    if kind not in picture.KINDS:
        raise SeedError(f"{target} must end in {listed(picture.KINDS)}")
    record = _record(Path(name))
    seats = record.header.seats
    if chosen.seat is not None and not 1 <= chosen.seat <= seats:
        raise SeedError(f"--seat goes from 1 to {seats} here, not {chosen.seat}")
    content = picture.drawn(
        record,
        step,
        kind,
        None if chosen.seat is None else chosen.seat - 1,
        size=_size(chosen.size),
        dark=chosen.dark,
    )
    _write(target, "", content)
    print(f"The picture is in {target}.")
    return 0


def _solve(chosen: argparse.Namespace) -> int:
    from ravelbox.bots.solver import report  # noqa: PLC0415  # only this command needs it

    if not 0 < chosen.limit < 86400:  # noqa: PLR2004  # a day is long enough
        raise BadOption(f"--limit is more than 0 seconds, not {chosen.limit:g}", option="limit")
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
    name, step = _step(chosen.start)
    match = Match.replay(_record(Path(name)))
    return match if step is None else Match.replay(match.record(), match.place(step))


def _daily(chosen: argparse.Namespace) -> int:
    from ravelbox import daily, terminal  # noqa: PLC0415  # only this command needs it
    from ravelbox.seating import HERE, seated  # noqa: PLC0415  # as bots are

    try:
        from ravelbox.diary import Diary, diary_file  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return _missing("the daily puzzle", error)
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

    if chosen.week == "day":
        raise BadOption("--week is easier or harder, not day", option="week")
    kind, now = daily.kind_of(chosen.week or "day"), daily.today()
    if not chosen.date:
        return kind, daily.day_of(kind, now)
    first = daily.first_day(daily.KINDS["day"], chosen.date)
    called = f"{'the week of ' if kind.weekly else ''}{chosen.date}"
    return kind, daily.open_day(kind, daily.day_of(kind, first), now, called)


def _step(text: str) -> tuple[str, int | None]:
    """A record's file, and the step that is named after "@", if one is."""
    name, _, step = text.rpartition("@")
    if not name or os.path.exists(text):  # noqa: PTH110  # a Path would raise where a name is too long
        return text, None
    if not (step.isascii() and step.isdecimal() and len(step) < 10):  # noqa: PLR2004  # more digits than any match has steps
        raise SeedError(f"after @ comes a step of the replay such as 30, not {echo(step)}")
    return name, int(step)


def _size(text: str) -> tuple[int, int]:
    found = SIZE_FORM.fullmatch(text)
    if not found:
        raise SeedError(f"--size is width and height in pixels such as 1440x900, not {echo(text)}")
    return int(found[1]), int(found[2])


def _verify(chosen: argparse.Namespace) -> int:
    from ravelbox.verify import FITS, verify  # noqa: PLC0415  # only this command needs it

    promised = chosen.commitment.strip().lower()
    if promised and not HEX_FORM.fullmatch(promised):
        raise SeedError(f"--commitment is 64 hexadecimal digits, not {echo(chosen.commitment)}")
    verdict = verify(_record(chosen.file), promised)
    lead = "Verified" if verdict.status == FITS else "Not verified"
    print(f"{lead}: {verdict.text}.")
    for name, found in (("commitment", verdict.commitment), ("key", verdict.key)):
        if found:
            print(f"  {name:12}{found}")
    if verdict.status == FITS and not promised:
        print("The commitment is the record's own: compare it with what the table showed at first.")
    return verdict.status


def _check(chosen: argparse.Namespace) -> int:
    from ravelbox.web.lesson import lesson_of, walk  # noqa: PLC0415  # only this command needs it

    names = [chosen.game] if chosen.game else ravelbox.games()
    for name in names:
        print(f"{name}: {ravelbox.load(name).check_content(chosen.file)}, all in order")
        lesson = None if chosen.file else lesson_of(name)
        if lesson:
            walk(lesson)
            print(f"{name}: a lesson of {len(lesson.steps)} steps, all in order")
    return 0


def _tournament(chosen: argparse.Namespace) -> int:
    from ravelbox.bots.outside import LIMIT  # noqa: PLC0415  # bots load the games they play
    from ravelbox.lab import progress, ratings, report, tournament  # noqa: PLC0415  # likewise

    names = [name.strip() for text in chosen.bots for name in text.split(",")]
    workers = _workers(chosen)
    plan = tournament.planned(
        chosen.game,
        names,
        deals=chosen.games,
        seats=chosen.seats,
        options=_options(chosen.option),
        seed=chosen.seed,
        limit=LIMIT if chosen.limit is None else chosen.limit,
        until=chosen.until,
    )
    out: Path | None = chosen.out
    if out is not None:
        if out.suffix.lower() not in report.KINDS:
            raise SeedError(f"--out: {out} must end in {listed(report.KINDS)}")
        _check_writable(out, "--out")
    far = progress.Progress(plan.deals)
    result = tournament.run(plan, workers, far)
    far.end()
    if not ratings.installed():
        print('ravelbox: ratings need openskill: pip install ".[lab]"', file=sys.stderr)
    try:
        print("\n".join(report.lines(result)), flush=True)
    finally:  # whether or not anybody reads that
        if out is not None:
            is_csv = out.suffix.lower() == ".csv"
            text = report.as_csv(result.games) if is_csv else report.as_json(result)
            _write(out, "--out", text)
    if out is not None:
        print(f"\nAll games are in {out}.")
    return 0


def _workers(chosen: argparse.Namespace) -> int:
    workers: int = (os.cpu_count() or 1) if chosen.workers is None else chosen.workers
    if not 1 <= workers <= MOST_WORKERS:
        raise BadOption(f"--workers is 1 to {MOST_WORKERS}, not {workers}", option="workers")
    return workers


def _simulate(chosen: argparse.Namespace) -> int:
    from ravelbox.bots.outside import LIMIT  # noqa: PLC0415  # bots load the games they play

    try:
        from ravelbox.lab import plan, progress, simulate  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return _missing("simulating", error, "lab")
    playing = None
    if chosen.cluster is not None:
        try:
            from ravelbox.lab.cluster import machines  # noqa: PLC0415  # likewise
        except ModuleNotFoundError as error:
            return _missing("--cluster", error, "cluster")
        playing = partial(machines, address=chosen.cluster)
    found = plan.planned(
        chosen.game,
        [name.strip() for text in chosen.bots for name in text.split(",")],
        games=chosen.games,
        seats=chosen.seats,
        options=_options(chosen.option),
        vary=chosen.vary,
        seed=chosen.seed,
        limit=LIMIT if chosen.limit is None else chosen.limit,
    )
    out = chosen.out
    if out.suffix.lower() != ".parquet":
        raise SeedError(f"--out: {out} must end in .parquet")
    bar = progress.Bar(found.games)
    played = simulate.run(found, out, _workers(chosen), tell=bar, playing=playing)
    if played:
        bar.end()
    print(f"{found.games:,} games are in {out}{'' if played else ' already'}.")
    return 0


def _report(chosen: argparse.Namespace) -> int:
    try:
        from ravelbox.lab.reports import written  # noqa: PLC0415  # needs the extra
    except ModuleNotFoundError as error:
        return _missing("reporting", error, "lab")
    out = chosen.out or chosen.file.with_suffix(".html")
    if out.suffix.lower() != ".html":
        raise SeedError(f"--out: {out} must end in .html")
    for line in written([chosen.file, *([chosen.other] if chosen.other else [])], out):
        print(line)
    return 0


def _bench(chosen: argparse.Namespace) -> int:
    from ravelbox import measure  # noqa: PLC0415  # only this command needs it

    if not 0 < chosen.seconds < 3600:  # noqa: PLR2004  # an hour is long enough
        raise BadOption(f"--seconds is more than 0, not {chosen.seconds:g}", option="seconds")
    print(f"engine {engine()}, one core, {chosen.seconds:g} s each")
    for name in [chosen.game] if chosen.game else ravelbox.games():
        for line in measure.report(ravelbox.load(name), chosen.seconds):
            print(f"{name:14}{line}")
    return 0


def _check_writable(path: Path, field: str) -> None:
    """Make sure that a file can be written before anything is played."""
    try:
        must_be_writable(path)
    except OSError as error:
        raise _unwritable(path, field, error) from error


def _write(path: Path, field: str, content: str | bytes) -> None:
    """All of it or nothing."""
    try:
        write_whole(path, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise _unwritable(path, field, error) from error


def _unwritable(path: Path, field: str, error: OSError) -> SeedError:
    return SeedError(f"{f'{field}: ' if field else ''}{path} cannot be written: {error.strerror}")


def _record(path: Path) -> Record:
    text = _read(path)
    read = Record.from_json if text.lstrip().startswith("{") else Record.from_text
    return read(text)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SeedError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SeedError(f"{path} cannot be read: {error}") from error


COMMANDS: Final = {
    "games": _games,
    "play": _play,
    "serve": _serve,
    "replay": _replay,
    "picture": _picture,
    "coach": _coach,
    "solve": _solve,
    "daily": _daily,
    "verify": _verify,
    "export": _export,
    "import": _import,
    "check": _check,
    "tournament": _tournament,
    "simulate": _simulate,
    "report": _report,
    "bench": _bench,
}
