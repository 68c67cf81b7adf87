"""What a tournament says: standings and pairs, as lines for people and as files for programs."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Final

import ravelbox
from ravelbox.kernel.options import spelled, unusual
from ravelbox.lab.intervals import difference, sequence, sign_test
from ravelbox.lab.ratings import ratings
from ravelbox.lab.tournament import Plan, Played, Result
from ravelbox.measure import wilson

FEW: Final = 10  # troubles that are told in full
TINY: Final = 0.001  # a chance that is not written out


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's line."""

    bot: str
    games: int
    deals: int
    won: float  # a share of the victories
    low: float
    high: float
    points: float | None  # a seat and game; None if no match of its was played to the end
    rating: float | None
    sigma: float | None
    broken: int  # matches that it broke off
    troubles: int  # of a program from outside


@dataclass(frozen=True, slots=True)
class Compared:
    """One pair's line, from the first one's side."""

    one: str
    other: str
    deals: int
    ahead: int
    behind: int
    even: int
    mean: float  # of the differences by deal
    low: float
    high: float
    chance: float  # of such a lead between equals, if the number of deals was fixed
    settled: int | None  # after so many deals


def standings(result: Result) -> list[Standing]:
    """All bots, the best first."""
    rated = ratings(result)
    lines = [_standing(result, name, *rated.get(name, (None, None))) for name in result.plan.bots]
    return sorted(lines, key=lambda line: (-line.won, -(line.points or 0.0), line.bot))


def _standing(result: Result, name: str, rating: float | None, sigma: float | None) -> Standing:
    """A bot's share by deals: games on one deal are alike, so only deals count as many."""
    by_deal: dict[int, list[float]] = {}
    points: list[float] = []
    games = [game for game in result.games if name in game.who]
    for game in games:
        mine = [seat for seat, who in enumerate(game.who) if who == name]
        seats = mine if result.plan.rivals else mine[:1]
        by_deal.setdefault(game.deal, []).append(sum(game.won[seat] for seat in seats))
        points += [game.points[seat] for seat in mine if game.points]
    total = sum(fmean(shares) for shares in by_deal.values())
    low, high = wilson(total, len(by_deal))
    return Standing(
        name,
        len(games),
        len(by_deal),
        total / len(by_deal),
        low,
        high,
        fmean(points) if points else None,
        rating,
        sigma,
        sum(bool(game.broken and game.who[game.broken[0]] == name) for game in games),
        sum(who == name for game in games for who, _ in game.troubles),
    )


def comparisons(result: Result) -> list[Compared]:
    """All pairs, as they were named."""
    return [
        _comparison(result, pair, found)
        for pair, found in result.differences.items()
        if found.total()
    ]


def _comparison(result: Result, pair: tuple[str, str], found: Counter[float]) -> Compared:
    ahead = sum(n for d, n in found.items() if d > 0)
    behind = sum(n for d, n in found.items() if d < 0)
    deals = found.total()
    sure = sequence(found, result.error) if result.plan.until else difference(found)
    mean = sum(d * n for d, n in found.items()) / deals
    chance = sign_test(ahead, behind)
    settled = result.settled.get(pair)
    return Compared(
        *pair, deals, ahead, behind, deals - ahead - behind, mean, *sure, chance, settled
    )


# For people.


def lines(result: Result) -> Iterator[str]:
    """The whole report."""
    yield _headline(result)
    yield ""
    ranked = standings(result)
    yield from _table(
        ["bot", "won", "points", "rating", "broken off", "troubles"],
        [_cells(line) for line in ranked],
    )
    pairs = comparisons(result)
    if pairs:
        yield ""
        last = "settled" if result.plan.until else "chance"
        yield from _table(
            ["pair", "deals", "ahead", "behind", "even", "difference", last],
            [_pair_cells(line, result.plan) for line in pairs],
        )
    yield from _complaints(result)


def _headline(result: Result) -> str:
    plan, game = result.plan, ravelbox.load(result.plan.game)
    chosen = unusual(game.options, plan.options)
    told = "".join(f", {name}={spelled(value)}" for name, value in chosen.items())
    seats = f"{plan.seats} seat{'' if plan.seats == 1 else 's'}"
    deals = len({game.deal for game in result.games})
    return (
        f"{game.title}, {seats}{told}: {deals} deals, {len(result.games)} games, seed {plan.seed}"
    )


def _cells(line: Standing) -> list[str]:
    return [
        line.bot,
        f"{line.won:.1%} ({line.low:.1%} to {line.high:.1%})",
        "" if line.points is None else f"{line.points:.2f}",
        "" if line.rating is None else f"{line.rating:.1f} ± {line.sigma:.1f}",
        str(line.broken),
        str(line.troubles),
    ]


def _pair_cells(line: Compared, plan: Plan) -> list[str]:
    chance = f"p < {TINY}" if line.chance < TINY else f"p = {line.chance:.3f}"
    if plan.until:
        chance = "open" if line.settled is None else f"after {line.settled} deals"
    return [
        f"{line.one} : {line.other}",
        str(line.deals),
        str(line.ahead),
        str(line.behind),
        str(line.even),
        f"{line.mean:+.3f} ({line.low:+.3f} to {line.high:+.3f})",
        chance,
    ]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns in plain lines; the first to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        first, *others = (
            f"{cell:{'<' if n == 0 else '>'}{width}}"
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join([first, *others]).rstrip()


def _complaints(result: Result) -> Iterator[str]:
    """What went wrong, and how often; the first few kinds of it."""
    found: Counter[str] = Counter()
    for game in result.games:
        if game.broken:
            seat, reason = game.broken
            found[f"{game.who[seat]} broke off a match: {reason}"] += 1
        found.update(words for _, words in game.troubles)
    if found:
        yield ""
    for words, times in found.most_common(FEW):
        yield f"{words} ({times} ×)" if times > 1 else words
    if len(found) > FEW:
        yield f"… and {len(found) - FEW} more kinds of trouble; --out keeps them all"


# For programs.

KINDS: Final = (".csv", ".json")


def as_csv(games: Sequence[Played]) -> str:
    """One line a game and seat."""
    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\n")
    sheet.writerow(
        ["deal", "game", "seat", "bot", "won", "points", "decisions", "broken", "troubles"]
    )
    for number, game in enumerate(games):
        for seat, name in enumerate(game.who):
            why = game.broken[1] if game.broken and game.broken[0] == seat else ""
            points = game.points[seat] if game.points else ""
            start = f"{name} on seat {seat + 1}: "
            here = [words for _, words in game.troubles if words.startswith(start)]
            row = [game.deal, number, seat, name, game.won[seat], points, game.decisions, why]
            sheet.writerow([*row, " | ".join(here)])
    return text.getvalue()


def as_json(result: Result) -> str:
    """All of it."""
    document = {
        "plan": asdict(result.plan),
        "standings": [asdict(line) for line in standings(result)],
        "pairs": [asdict(line) for line in comparisons(result)],
        "games": [asdict(game) for game in result.games],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
