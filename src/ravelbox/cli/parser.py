"""What can be typed after `ravelbox`, and the help on it."""

from __future__ import annotations

import argparse
import importlib.metadata
from pathlib import Path

from ravelbox.cli.examples import EXAMPLES
from ravelbox.kernel import rules


def engine() -> str:
    """How the engine runs here."""
    return "interpreted" if str(rules.__file__).endswith(".py") else "compiled"


def parser_of_all() -> argparse.ArgumentParser:
    """Every command and option there is."""
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
    _add_play(
        command("play", "Play in the terminal: plain lines, no colours, works through a pipe.")
    )
    _add_serve(command("serve", "Serve the box on this machine, for a browser."))
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


def _add_play(play: argparse.ArgumentParser) -> None:
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


def _add_serve(serve: argparse.ArgumentParser) -> None:
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
