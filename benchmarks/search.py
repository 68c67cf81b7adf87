"""How well and how fast the bots search: `python -m benchmarks.search`. Writes its parts of results.md.

Every part can be made alone (`--only ravel`). Games are played side by side on all cores, each of them
on one; what is said of time is the time of a decision in such a game. Seeds are fixed, so that with
budgets of walks a run can be repeated move by move.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

import ravelbox
from benchmarks.peers import MissingKit, open_spiel_search
from benchmarks.run import CAP, FIRST_SEED, _today, drawn, keep
from ravelbox.bots import Bot, Chair, bot
from ravelbox.bots.levels import levels
from ravelbox.bots.search.tree import Search
from ravelbox.bots.solver.solve import dealt_match, solve
from ravelbox.cli import engine
from ravelbox.kernel.dealer import Dealer, Seeded
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Options
from ravelbox.kernel.rng import Rng
from ravelbox.lab.intervals import difference
from ravelbox.measure import wilson

BEAMS: Final = {"S": 40, "A": 10}  # tables that the oracle keeps for each number of cogs left
MIDDLE: Final = {"ravel": 12}  # decisions into a game; else 40
BOARDS: Final = {"choose": "chosen", "random": "random"}
SOURCE: Final = Path(__file__).parent.parent / "src"


@dataclass(frozen=True, slots=True)
class Played:
    """How one game went."""

    shares: tuple[float, ...]  # of the victory, seat by seat
    decisions: int  # of the bots that are measured
    seconds: float  # that these took
    slowest: float  # of them


def play(
    game: str, options: Options, names: Sequence[str], measured: str, deal: str, seed: int
) -> Played:
    """One game with these bots; where a game has seeds, the deal of that name."""
    loaded = ravelbox.load(game)
    dealt: Dealer | None = loaded.dealt(f"{deal}{seed}") if deal else None
    match = Match.new(loaded, options, dealer=dealt or Seeded(seed), seats=len(names))
    players = [bot(name, game, seed=seed + n) for n, name in enumerate(names)]
    times = timed(match, players, [n for n, name in enumerate(names) if name == measured])
    outcome = match.view(None).outcome
    assert outcome is not None
    shares = tuple(
        (n in outcome.won)
        / (len(outcome.won) if loaded.rivals(match.header.options, len(names)) else 1)
        for n in range(len(names))
    )
    return Played(shares, len(times), sum(times), max(times, default=0.0))


def timed(match: Match, players: Sequence[Bot], seats: Sequence[int]) -> list[float]:
    """Play a match to its end; how long each decision of some seats took."""
    times: list[float] = []
    while not match.over:
        seat = match.state.actor
        chair = Chair(match.game, match.state, seat)
        begun = time.perf_counter()
        code = players[seat].choose(chair)
        if seat in seats and len(chair.legal) > 1:
            times.append(time.perf_counter() - begun)
        match.play(seat, [code])
    return times


def played(
    game: str,
    options: Options,
    names: Sequence[str],
    measured: str,
    games: int,
    *,
    deal: str = "",
    first: int = FIRST_SEED,
) -> list[Played]:
    """So many games, side by side."""
    one = partial(play, game, options, tuple(names), measured, deal)
    with ProcessPoolExecutor() as pool:
        return list(pool.map(one, range(first, first + games), chunksize=1))


def rate(won: float, games: int) -> str:
    """A share with its 95 % interval (Wilson)."""
    low, high = wilson(won, games)
    return f"{won / games:.1%} ({low:.1%} to {high:.1%})"


def took(found: Sequence[Played]) -> str:
    """How long decisions took: mean and slowest, in milliseconds."""
    n = sum(one.decisions for one in found)
    mean = sum(one.seconds for one in found) / max(1, n)
    return f"{1000 * mean:.0f} | {1000 * max(one.slowest for one in found):.0f}"


def oracle_wins(deck: str, seed: int) -> bool:
    """Whether the oracle finds a line that wins a deal."""
    return solve(dealt_match(f"RVL1:{deck}:8:SEARCH{seed}"), BEAMS[deck]).tokens is not None


def ravel(chosen: argparse.Namespace) -> Iterator[str]:
    """R.A.V.E.L.: how much of what the oracle wins a fair player wins."""
    yield "## The search in R.A.V.E.L."
    yield ""
    yield f"{chosen.games} deals by seed, 8 tokens, fair information only. `expert` thinks for a second at most. The oracle knows every card and roll of the same"
    yield f"deals; what it does not find with its beam (S: {BEAMS['S']}, A: {BEAMS['A']}) may still be winnable. Milliseconds are those of a decision."
    yield ""
    yield "| deck | bot | won | of what the oracle wins | the oracle wins | mean, ms | slowest, ms |"
    yield "|---|---|---|---|---|---|---|"
    for deck in ("S", "A"):
        seeds = range(FIRST_SEED, FIRST_SEED + chosen.games)
        with ProcessPoolExecutor() as pool:
            oracle = list(pool.map(partial(oracle_wins, deck), seeds, chunksize=4))
        for name in ("greedy", f"search:{chosen.walks}" if chosen.walks else "expert"):
            found = played("ravel", {"deck": deck}, [name], name, chosen.games, deal="SEARCH")
            won = [one.shares[0] for one in found]
            both = sum(w for w, o in zip(won, oracle, strict=True) if o)
            yield (
                f"| {deck} | {name} | {rate(sum(won), len(won))} | {rate(both, max(1, sum(oracle)))} "
                f"| {rate(sum(oracle), len(oracle))} | {took(found)} |"
            )


def ramble(chosen: argparse.Namespace) -> Iterator[str]:
    """Ramble: a team of search bots."""
    yield "## The search in Ramble"
    yield ""
    yield f"Four seats, {chosen.games} deals a line. Milliseconds are those of a decision."
    yield ""
    yield "| difficulty | team of | won | mean, ms | slowest, ms |"
    yield "|---|---|---|---|---|"
    for difficulty, walks in (("dusk", 64), ("midnight", 200)):
        for name in ("greedy", f"search:{chosen.walks or walks}"):
            options: Options = {"difficulty": difficulty}
            found = played("ramble", options, [name] * 4, name, chosen.games)
            won = sum(one.shares[0] for one in found)
            yield f"| `{difficulty}` | {name} | {rate(won, len(found))} | {took(found)} |"


def arch_ravels(chosen: argparse.Namespace) -> Iterator[str]:
    """Arch Ravels: search among planning opponents."""
    yield "## The search in Arch Ravels"
    yield ""
    yield f"{chosen.games} games a line against masters, the planning bots, every deal from all seats in turn. Boards and sides are chosen in"
    yield "the game, as is usual, or dealt at random. A shared victory counts as a part. Milliseconds are those of a decision."
    yield ""
    yield "| seats | boards | bot | won | an even share | mean, ms | slowest, ms |"
    yield "|---|---|---|---|---|---|---|"
    name = f"search:{chosen.walks or 500}"
    for boards in ("choose", "random"):
        options: Options = {"characters": boards, "sides": boards, "turn_limit": 200}
        for seats in (2, 4):
            found: list[Played] = []
            won = 0.0
            for seat in range(seats):
                names = ["master"] * seats
                names[seat] = name
                part = played("arch_ravels", options, names, name, chosen.games // seats)
                won += sum(one.shares[seat] for one in part)
                found += part
            yield f"| {seats} | {BOARDS[boards]} | {name} | {rate(won, len(found))} | {1 / seats:.0%} | {took(found)} |"


def ravingspire(chosen: argparse.Namespace) -> Iterator[str]:
    """Ravingspire: every Hero, and some companies."""
    game = ravelbox.load("ravingspire")
    view = game.view(game.new(game.options_of({}), 1), None)
    cast = [seat["name"] for seat in view.table["cast"]]
    name = f"search:{chosen.walks or 30}"
    yield "## The search in Ravingspire"
    yield ""
    yield f"{chosen.games} games a line, at most {CAP} turns a Hero, the same luck for both as far as they play alike. In company"
    yield "somebody's escape frees the others. Milliseconds are those of a decision."
    yield ""
    yield "| Heroes | plays itself | search | mean, ms | slowest, ms |"
    yield "|---|---|---|---|---|"
    for heroes in [*((n,) for n in range(1, len(cast) + 1)), (1, 2), (4, 5, 6)]:
        cells = []
        for who in ("greedy", name):
            with ProcessPoolExecutor() as pool:
                seeds = range(FIRST_SEED, FIRST_SEED + chosen.games)
                found = list(pool.map(partial(climb, heroes, who), seeds, chunksize=2))
            cells.append(rate(sum(one.shares[0] for one in found), len(found)))
        called = ", ".join(cast[hero - 1] for hero in heroes)
        yield f"| {called} | {' | '.join(cells)} | {took(found)} |"


def climb(heroes: tuple[int, ...], name: str, seed: int) -> Played:
    """One game of Ravingspire with these Heroes."""
    game = ravelbox.load("ravingspire")
    options = game.options_of({"first_player": 0, "turn_cap": CAP * len(heroes)})
    match = Match.new(game, options, dealer=Seeded(seed), seats=len(heroes))
    for hero in heroes:
        match.play_text(match.state.actor, f"hero {hero}")
    players = [bot(name, "ravingspire", seed=seed + n) for n in range(len(heroes))]
    times = timed(match, players, range(len(heroes)))
    escaped = float(any(game.scores(match.state)))
    return Played((escaped,), len(times), sum(times), max(times, default=0.0))


ALONE: Final[dict[str, tuple[Options, int]]] = {
    "ravel": ({"deck": "C4"}, 1),
    "ramble": ({"difficulty": "nightfall"}, 4),
    "ravingspire": ({"turn_cap": CAP}, 1),
}


TABLES: Final = {
    "ravel": "a C4 deck",
    "ramble": "`nightfall` with 4 seats",
    "arch_ravels": "2 seats",
    "ravingspire": "one Hero",
}


def ladder(chosen: argparse.Namespace) -> Iterator[str]:
    """The levels of a game: each against the one below."""
    game = chosen.game
    yield f"## The levels of {ravelbox.load(game).title}"
    yield ""
    if game in ALONE:
        yield f"{chosen.games} games a line, {TABLES[game]}: how often a level wins, and how much more often than the level below on the"
        yield "same deals, with 95 % intervals (Wilson's, and Agresti and Min's)."
        lines = climbing(game, chosen.games)
    else:
        yield f"{chosen.games} games a line, {TABLES[game]}, every deal from both: how often a level beats the one below."
        lines = duels(game, chosen.games)
    yield ""
    yield "| level | won | more than the one below | mean, ms | slowest, ms |"
    yield "|---|---|---|---|---|"
    yield from lines


def climbing(game: str, games: int) -> Iterator[str]:
    """Each level of a game against the game."""
    options, seats = ALONE[game]
    before: list[float] = []
    for name in levels(game):
        found = played(game, options, [name] * seats, name, games)
        won = [one.shares[0] for one in found]
        gained = more(won, before) if before else ""
        yield f"| {name} | {rate(sum(won), games)} | {gained} | {took(found)} |"
        before = won


def duels(game: str, games: int) -> Iterator[str]:
    """Each level of a game against the one below, a deal from both seats."""
    for below, name in pairwise(levels(game)):
        found: list[Played] = []
        won = 0.0
        for seat in range(2):
            two = [name, below] if seat == 0 else [below, name]
            part = played(game, {"turn_limit": 200}, two, name, games // 2)
            won += sum(one.shares[seat] for one in part)
            found += part
        yield f"| {name} : {below} | {rate(won, len(found))} | | {took(found)} |"


def more(won: Sequence[float], before: Sequence[float]) -> str:
    """How much more was won on the same deals, with its 95 % interval."""
    pairs = Counter(now - then for now, then in zip(won, before, strict=True))
    low, high = difference(pairs)
    mean = (sum(won) - sum(before)) / len(won)
    return f"{mean:+.1%} ({low:+.1%} to {high:+.1%})"


def walks_per_second(game: str, seconds: float) -> float:
    """How many walks a second the search makes from tables of a greedy game's middle."""
    from ravelbox.bots import guide  # noqa: PLC0415  # a fresh process imports it alone

    loaded, rng = ravelbox.load(game), Rng(5)
    match = Match.new(loaded, dealer=Seeded(3))
    players = [bot("greedy", game, seed=n) for n in range(match.header.seats)]
    for _ in range(MIDDLE.get(game, 40)):
        if not match.over:
            seat = match.state.actor
            match.play(seat, [players[seat].choose(Chair(loaded, match.state, seat))])
    thinker = guide(game)
    while not match.over and len(thinker.moves(match.state.clone())) == 1:
        match.play(match.state.actor, [thinker.moves(match.state.clone())[0]])
    assert not match.over, f"{game}: the game ended before anything could be searched"
    hidden = loaded.hides and match.header.seats > 1
    chair = Chair(loaded, match.state, match.state.actor)
    search = Search(thinker, match.header.seats, rng, hidden=hidden)
    root = search.root(chair.sample(rng))
    n, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        for _ in range(16):
            search.walk(chair.sample(rng), root)
        n += 16
    return n / spent


def speed(chosen: argparse.Namespace) -> Iterator[str]:
    """Walks per second, compiled and interpreted, and OpenSpiel's searches beside them."""
    yield "## The speed of the search, one core"
    yield ""
    yield f"Walks (iterations, simulations) a second from a table in the middle of a game, medians of {chosen.rounds} interleaved rounds of {chosen.seconds:g} s. Ours"
    yield "end at a table not seen before, which is valued by the game's guide; OpenSpiel's end with one random game to the end. So the"
    yield "numbers tell what a thought costs, not how good it is."
    yield ""
    yield "| what | walks/s | compiled against interpreted |"
    yield "|---|---|---|"
    rates: dict[str, list[float]] = {}
    for _ in range(chosen.rounds):
        for game in ravelbox.games():
            if levels(game):
                rates.setdefault(f"{game} compiled", []).append(
                    walks_per_second(game, chosen.seconds)
                )
                rates.setdefault(f"{game} interpreted", []).append(
                    _interpreted(game, chosen.seconds)
                )
        for inside in (True, False):
            try:
                label, theirs = open_spiel_search("backgammon", chosen.seconds, inside=inside)
            except MissingKit as missing:
                print(missing, file=sys.stderr)
                continue
            rates.setdefault(label, []).append(theirs)
    medians = {label: statistics.median(found) for label, found in rates.items()}
    for game in ravelbox.games():
        if levels(game):
            fast, slow = medians[f"{game} compiled"], medians[f"{game} interpreted"]
            yield f"| **{ravelbox.load(game).title}** | {fast:,.0f} | {fast / slow:.1f} × |"
    for label, median in medians.items():
        if not label.endswith(("compiled", "interpreted")):
            yield f"| {label} | {median:,.0f} | |"
    yield ""
    yield drawn(
        "search", {_titled(label): found for label, found in rates.items()}, "walks a second"
    )


def _titled(label: str) -> str:
    """A line of ours by the title of its game."""
    game, _, way = label.partition(" ")
    return f"**{ravelbox.load(game).title}**, {way}" if game in ravelbox.games() else label


def _interpreted(game: str, seconds: float) -> float:
    """The same measurement by the sources as they stand."""
    script = f"from benchmarks.search import walks_per_second as w; print(w({game!r}, {seconds}))"
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "RAVELBOX_ENGINE": "interpreted"}
    done = subprocess.run(  # noqa: S603  # ourselves
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


PARTS: Final[dict[str, Callable[[argparse.Namespace], Iterator[str]]]] = {
    "ravel": ravel,
    "ramble": ramble,
    "arch_ravels": arch_ravels,
    "ravingspire": ravingspire,
    "ladder": ladder,
    "speed": speed,
}


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300, help="a line")
    parser.add_argument("--walks", type=int, default=0, help="a decision; 0: as each part has it")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each speed")
    parser.add_argument("--only", choices=PARTS, help="one part")
    parser.add_argument("--game", choices=ravelbox.games(), help="of the ladder, one game")
    chosen = parser.parse_args()
    if engine() != "compiled":
        print("The engine is interpreted here: measure the compiled one (make bench).")
        return 1
    games = [chosen.game] if chosen.game else ravelbox.games()
    for part in [chosen.only] if chosen.only else PARTS:
        for chosen.game in games if part == "ladder" else [""]:
            lines = list(PARTS[part](chosen))
            lines[1:1] = ["", f"Made by `{command(part, chosen)}` on {_today()}."]
            print("\n".join(lines), flush=True)
            keep(lines)
    return 0


def command(part: str, chosen: argparse.Namespace) -> str:
    """What makes a part again."""
    words = f"python -m benchmarks.search --only {part}"
    if part == "speed":
        return f"{words} --rounds {chosen.rounds} --seconds {chosen.seconds:g}"
    if part == "ladder":
        words += f" --game {chosen.game}"
    return f"{words} --games {chosen.games}" + (f" --walks {chosen.walks}" if chosen.walks else "")


if __name__ == "__main__":
    sys.exit(main())
