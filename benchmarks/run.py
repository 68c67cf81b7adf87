"""Measure and write results.md: `make bench`, or `python -m benchmarks.run`.

Rounds are interleaved, ours and theirs in turn, since a shared machine is noisy: medians and
ranges are given, and speed is claimed only as a ratio within the run. Each part of the results says
by which command it was made; `--only` repeats one part and leaves the others as they are.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import re
import statistics
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

import ravelbox
from benchmarks.peers import PEERS, MissingKit
from ravelbox.bots import Chair, bot, play_out
from ravelbox.cli import engine
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Options
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER
from ravelbox.measure import clone_nanoseconds, driven, inside, wilson

RESULTS = Path(__file__).parent / "results.md"
PICTURES = Path(__file__).parent / "pictures"
LONGEST = 60  # letters of a label in a picture
OURS = {"inside the engine": inside, "driven from Python": driven}
# The levels of the rules page at which the greedy player is measured: deck, tokens.
LEVELS = [
    ("S", 12),
    ("S", 10),
    ("S", 8),
    ("C4", 8),
    ("W4", 8),
    ("C8", 8),
    ("W8", 8),
    ("A", 12),
    ("A", 8),
]


# The cells of the rules page at which the team of Ramble is measured, and what its crude heuristic won.
DIFFICULTIES = ("golden_hour", "dusk", "nightfall", "midnight")
TEAMS = {
    3: (71, 55, 16, 6),
    4: (75, 52, 23, 4),
    5: (64, 45, 17, 2),
    6: (53, 29, 8, 2),
}
FIRST_SEED = 1_000_000  # of measured games: no game was ever looked at while the bots were made
INSIDE = "inside the engine"
CAP = 200  # turns a Hero in a measured game of Ravingspire
COMPANIES = [(1, 2), (1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 2, 3, 4, 5, 6)]  # Heroes by number


@dataclass(frozen=True, slots=True)
class Crafted:
    """How a game of Arch Ravels went."""

    shares: list[float]  # of the victory, by seat
    points: list[float]
    first: int
    characters: list[str]
    turns: int


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--games", type=int, default=200, help="of the greedy players, a cell")
    parser.add_argument("--only", choices=PARTS, help="one part of the results")
    chosen = parser.parse_args()
    if engine() != "compiled":
        print("The engine is interpreted here: measure the compiled one (make bench).")
        return 1
    for part in [chosen.only] if chosen.only else PARTS:
        wanted = {"speed": f"--rounds {chosen.rounds} --seconds {chosen.seconds:g}"}
        given = wanted.get(part, f"--games {chosen.games}")
        lines = list(PARTS[part](chosen))
        made = f"Made by `python -m benchmarks.run --only {part} {given}` on {_today()}."
        lines[1:1] = ["", made]
        print("\n".join(lines), flush=True)
        keep(lines)
    return 0


def _today() -> str:
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}"
    return f"{dt.datetime.now(dt.UTC).date()}: {machine}"


def keep(lines: list[str]) -> None:
    """Put one part into the results, in place of an older one of the same heading."""
    old = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Results\n"
    parts = re.split(r"^(?=## )", old, flags=re.MULTILINE)
    new = "\n".join(lines).rstrip() + "\n"
    headings = [part.partition("\n")[0] for part in parts]
    if lines[0] in headings:
        parts[headings.index(lines[0])] = new
    else:
        parts.append(new)
    text = "\n\n".join(part.rstrip() for part in parts) + "\n"
    RESULTS.write_text(text, encoding="utf-8")


def drawn(name: str, rates: dict[str, list[float]], words: str) -> str:
    """Draw rates, the fastest first, ours in another colour; the line that shows the picture."""
    from ravelbox.lab.reports.pictures import Point, alone, forest  # noqa: PLC0415  # heavy

    points = [
        Point(re.sub("[*`]", "", label), statistics.median(found), min(found), max(found), other)
        for label, found in rates.items()
        for other in [not label.startswith("**")]
    ]
    points.sort(key=lambda point: -point.value)
    PICTURES.mkdir(exist_ok=True)
    picture = alone(forest(points, words, percent=False, tenfold=True, longest=LONGEST))
    (PICTURES / f"{name}.svg").write_text(picture, encoding="utf-8")
    said = f"{words}: ours in one colour, other kits in another, with the least and the most"
    return f"![{said}](pictures/{name}.svg)"


def speed(chosen: argparse.Namespace) -> Iterator[str]:
    """Random play of everything, round by round; then clones."""
    rates: dict[str, list[float]] = {}
    lengths: dict[str, float] = {}
    for n in range(chosen.rounds):
        for name in ravelbox.games():
            game = ravelbox.load(name)
            for way, measure in OURS.items():
                ours = measure(game, chosen.seconds, n + 1)
                rates.setdefault(f"**{game.title}**, {way}", []).append(ours.per_second)
                lengths[f"**{game.title}**, {way}"] = ours.steps / ours.games
        for peer, play in PEERS.items():
            try:
                theirs = play(chosen.seconds, n + 1)
            except MissingKit as missing:
                print(missing, file=sys.stderr)
                continue
            label = f"{peer} ({theirs.version})"
            rates.setdefault(label, []).append(theirs.per_second)
            lengths[label] = theirs.steps / theirs.games
    yield "## Random play, one core"
    yield ""
    yield "Decisions and chance answers count alike. The last columns say how many times faster our games"
    yield "are, like for like: inside our engine against inside C++, and driven from Python against the"
    yield "other lines, which are all driven from Python."
    yield ""
    titles = [ravelbox.load(name).title for name in ravelbox.games()]
    yield f"| what | steps/s, median | least | most | steps a game | {' | '.join(titles)} |"
    yield f"|---|---|---|---|---|{'---|' * len(titles)}"
    medians = {label: statistics.median(found) for label, found in rates.items()}
    for label, found in rates.items():
        yield (
            f"| {label} | {medians[label]:,.0f} | {min(found):,.0f} | {max(found):,.0f} "
            f"| {lengths[label]:.1f} | {' | '.join(ratios(label, titles, medians))} |"
        )
    yield ""
    yield drawn("speed", rates, "steps a second, one core")
    yield ""
    yield "What limits us: setting the table up is many small steps (20 of 29 in R.A.V.E.L., 37 of 121 in"
    yield "Ramble); a step makes two or three frames (tuples) for the agenda, and a turn lists 16 to 50 legal"
    yield "codes. Making and dropping these small objects takes more time than the rules themselves."
    yield ""
    yield from clones(chosen.seconds)


def ratios(label: str, titles: list[str], medians: dict[str, float]) -> list[str]:
    """How many times faster each of our games is than a line of another kit."""
    if label.startswith("**"):
        return [""] * len(titles)
    way = INSIDE if "inside" in label else "driven from Python"
    times = [medians[f"**{title}**, {way}"] / medians[label] for title in titles]
    return [f"{n:.2f} ×" if n < 2 else f"{n:.1f} ×" for n in times]


def clones(seconds: float) -> Iterator[str]:
    """Copying a table."""
    yield "A clone of a table under way takes:"
    yield ""
    for name in ravelbox.games():
        game = ravelbox.load(name)
        found = sorted(clone_nanoseconds(game, seconds / 4, seed) for seed in range(1, 6))
        yield f"- {game.title}: {found[2]:.0f} ns (five tables, {found[0]:.0f} to {found[-1]:.0f})"


def won(game: str, options: Options, seats: int, seed: int) -> int:
    """Whether the greedy players win one deal."""
    match = Match.new(ravelbox.load(game), options, dealer=Seeded(seed), seats=seats)
    play_out(match, [bot("greedy", game, seed=seed)] * seats)
    return int(match.game.scores(match.state)[0])


def share(game: str, options: Options, seats: int, games: int) -> str:
    """How often the greedy players win, with a 95 % interval (Wilson): "62 % (59 to 65)"."""
    play = partial(won, game, options, seats)
    with ProcessPoolExecutor() as pool:
        total = sum(pool.map(play, range(FIRST_SEED, FIRST_SEED + games), chunksize=10))
    low, high = wilson(total, games)
    return f"{total / games:.1%} ({low:.1%} to {high:.1%})"


def ravel(chosen: argparse.Namespace) -> Iterator[str]:
    """How often the greedy player wins R.A.V.E.L."""
    yield "## The greedy player of R.A.V.E.L."
    yield ""
    yield f"Fair information only; {chosen.games} deals a line, with 95 % intervals. The last column is the"
    yield "simple bot of the rules page, §8.6."
    yield ""
    yield "| deck | tokens | won | rules page |"
    yield "|---|---|---|---|"
    published = (83, 75, 61, 32, 37, 16, 18, 16, 6)
    for (deck, tokens), theirs in zip(LEVELS, published, strict=True):
        ours = share("ravel", {"deck": deck, "tokens": tokens}, 1, chosen.games)
        yield f"| {deck} | {tokens} | {ours} | {theirs} % |"


def ramble(chosen: argparse.Namespace) -> Iterator[str]:
    """How often a team of greedy players wins Ramble."""
    yield "## A team of greedy players in Ramble"
    yield ""
    few = max(1, chosen.games // 5)
    yield f"Fair information only; {chosen.games} deals a cell at `dusk` and {few} elsewhere, with 95 % intervals."
    yield "Below each line, the crude heuristic of the rules page, §8.7 (200 games a cell)."
    yield ""
    yield f"| seats | {' | '.join(f'`{name}`' for name in DIFFICULTIES)} |"
    yield f"|---|{'---|' * len(DIFFICULTIES)}"
    for seats, published in TEAMS.items():
        cells = [
            share("ramble", {"difficulty": name}, seats, chosen.games if name == "dusk" else few)
            for name in DIFFICULTIES
        ]
        yield f"| {seats} | {' | '.join(cells)} |"
        yield f"| rules page | {' | '.join(f'{n} %' for n in published)} |"


def craft(names: tuple[str, ...], seed: int) -> Crafted:
    """One game of Arch Ravels with these bots, boards and sides dealt at random."""
    game = ravelbox.load("arch_ravels")
    options: Options = {"characters": "random", "sides": "random", "turn_limit": 200}
    match = Match.new(game, options, dealer=Seeded(seed), seats=len(names))
    play_out(match, [bot(name, "arch_ravels", seed=seed + n) for n, name in enumerate(names)])
    view = match.view(None)
    assert view.outcome is not None
    seats = view.table["seats"]
    return Crafted(
        shares=[(n in view.outcome.won) / len(view.outcome.won) for n in range(len(names))],
        points=match.game.scores(match.state),
        first=view.table["first"],
        characters=[seat["name"] for seat in seats],
        turns=view.table["turn"],
    )


def duel(one: str, other: str, games: int) -> str:
    """How often one bot beats another with two seats, each deal played from both seats."""
    half = games // 2
    seeds = range(FIRST_SEED, FIRST_SEED + half)
    with ProcessPoolExecutor() as pool:
        here = list(pool.map(partial(craft, (one, other)), seeds, chunksize=5))
        there = list(pool.map(partial(craft, (other, one)), seeds, chunksize=5))
    total = sum(g.shares[0] for g in here) + sum(g.shares[1] for g in there)
    mine = sum(g.points[0] for g in here) + sum(g.points[1] for g in there)
    theirs = sum(g.points[1] for g in here) + sum(g.points[0] for g in there)
    low, high = wilson(total, half * 2)
    won_ = f"{total / half / 2:.1%} ({low:.1%} to {high:.1%})"
    return f"| {one} | {other} | {won_} | {mine / half / 2:.1f} : {theirs / half / 2:.1f} |"


def arch_ravels(chosen: argparse.Namespace) -> Iterator[str]:
    """How well the bots of Arch Ravels play, and what seat and character do."""
    yield "## The bots of Arch Ravels"
    yield ""
    yield f"Two seats, {chosen.games} games in the first line and a fifth of that in the others: every deal is played"
    yield "twice, with seats swapped; characters are dealt at random, a shared victory counts by halves, 95 %"
    yield "intervals. `greedy` takes the best immediate gain; those above it plan."
    yield ""
    yield "| bot | against | won | points |"
    yield "|---|---|---|---|"
    yield duel("master", "greedy", chosen.games)
    for one, other in pairwise(["master", "crafter", "apprentice", "greedy", "random"]):
        yield duel(one, other, max(2, chosen.games // 5))
    tables: dict[int, list[Crafted]] = {}
    for seats in (2, 3, 4):
        seeds = range(FIRST_SEED, FIRST_SEED + chosen.games)
        with ProcessPoolExecutor() as pool:
            play = partial(craft, ("master",) * seats)
            tables[seats] = list(pool.map(play, seeds, chunksize=5))
    yield ""
    yield "Masters among themselves: what going first does."
    yield ""
    yield "| seats | games | won by the first player | a fair share | points, winner | points, all | turns |"
    yield "|---|---|---|---|---|---|---|"
    for seats, games in tables.items():
        total = sum(g.shares[g.first] for g in games)
        low, high = wilson(total, len(games))
        best = statistics.mean(max(g.points) for g in games)
        mean = statistics.mean(p for g in games for p in g.points)
        turns = statistics.mean(g.turns for g in games)
        share_ = f"{total / len(games):.1%} ({low:.1%} to {high:.1%})"
        fair = f"{1 / seats:.1%}"
        points = f"{best:.1f} | {mean:.1f}"
        yield f"| {seats} | {len(games)} | {share_} | {fair} | {points} | {turns:.1f} |"
    yield ""
    yield "The same games by character: how often it wins, with 95 % intervals."
    yield ""
    yield f"| character | {' | '.join(f'{seats} seats' for seats in tables)} |"
    yield f"|---|{'---|' * len(tables)}"
    for name in sorted({name for g in tables[2] for name in g.characters}):
        yield f"| {name} | {' | '.join(of_character(games, name) for games in tables.values())} |"


@dataclass(frozen=True, slots=True)
class Climbed:
    """How a game of Ravingspire went."""

    escaped: bool
    turns: int
    mad: int  # how often a Hero went mad
    key: bool


def climb(heroes: tuple[int, ...], seed: int) -> Climbed:
    """One game of Ravingspire in which these Heroes play themselves."""
    game = ravelbox.load("ravingspire")
    options = game.options_of({"first_player": 0, "turn_cap": CAP * len(heroes)})
    state = game.new(options, len(heroes))
    luck = Rng(seed)
    players = [bot("greedy", "ravingspire", seed=seed + n) for n in range(len(heroes))]
    for hero in heroes:
        state.apply(game.space.parse(f"hero {hero}"))
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(luck.below(state.outcomes()))
        else:
            state.apply(players[state.actor].choose(Chair(game, state, state.actor)))
    table = game.view(state, None).table
    return Climbed(
        escaped=any(game.scores(state)),
        turns=table["turn"],
        mad=table["madness_full"] - table["madness"],
        key=any(seat["key"] for seat in table["seats"]),
    )


def climbs(heroes: tuple[int, ...], games: int) -> str:
    """How often these Heroes escape, and what it takes."""
    seeds = range(FIRST_SEED, FIRST_SEED + games)
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(partial(climb, heroes), seeds, chunksize=10))
    total = sum(game.escaped for game in found)
    low, high = wilson(total, games)
    turns = [game.turns for game in found if game.escaped]
    mad = statistics.mean(game.mad for game in found)
    key = sum(game.key for game in found) / games
    median = f"{statistics.median(turns):.0f}" if turns else "-"
    return f"{total / games:.1%} ({low:.1%} to {high:.1%}) | {median} | {mad:.2f} | {key:.0%}"


def ravingspire(chosen: argparse.Namespace) -> Iterator[str]:
    """How often the Heroes of Ravingspire escape when they play themselves."""
    cast = ravelbox.load("ravingspire")
    names = [
        seat["name"] for seat in cast.view(cast.new(cast.options_of({}), 1), None).table["cast"]
    ]
    yield "## Heroes of Ravingspire that play themselves"
    yield ""
    yield f"Alone, {chosen.games} games a Hero, at most {CAP} turns a Hero, 95 % intervals; fair information only. Turns are the median"
    yield "of games that end in escape; alone, the third Madness ends a game."
    yield ""
    yield "| Hero | escapes | turns | went mad | had a Key |"
    yield "|---|---|---|---|---|"
    for n, name in enumerate(names):
        yield f"| {name} | {climbs((n + 1,), chosen.games)} |"
    few = max(1, chosen.games // 5)
    yield ""
    yield f"In company, {few} games a line: somebody escapes, and frees the others."
    yield ""
    yield "| Heroes | escapes | turns of all | went mad | somebody had a Key |"
    yield "|---|---|---|---|---|"
    for company in COMPANIES:
        who = ", ".join(names[n - 1] for n in company)
        yield f"| {who} | {climbs(company, few)} |"


def of_character(games: list[Crafted], name: str) -> str:
    """How often a character wins where it plays."""
    shares = [g.shares[g.characters.index(name)] for g in games if name in g.characters]
    if not shares:
        return "never played"
    low, high = wilson(sum(shares), len(shares))
    return f"{sum(shares) / len(shares):.1%} ({low:.1%} to {high:.1%})"


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[str]]] = {
    "speed": speed,
    "ravel": ravel,
    "ramble": ramble,
    "arch_ravels": arch_ravels,
    "ravingspire": ravingspire,
}


if __name__ == "__main__":
    sys.exit(main())
