"""The sections of a report: who wins, how long it takes, what is taken, what readings change."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from ravelbox.kernel.options import spelled, unusual
from ravelbox.lab.measures import measure_of
from ravelbox.lab.measures.measure import Question
from ravelbox.lab.plan import BASE
from ravelbox.lab.reports import pictures, tables
from ravelbox.lab.reports.beside import Tables, beside
from ravelbox.lab.reports.page import Fact, Figure, Section, page
from ravelbox.lab.reports.pictures import Point
from ravelbox.lab.reports.tally import Tally

MOST: Final = 24  # things that one picture shows


def report(found: Sequence[Tally]) -> tuple[str, Tables, dict[str, str]]:
    """The page, and every table and picture by its name."""
    first = found[0]
    sheets: Tables = {}
    sections = list(_sections(first, sheets))
    title = f"{first.game.title}: {first.rows:,} games"
    if len(found) > 1:
        sections = [*beside(first, found[1], sheets), *sections]
        title = f"{first.game.title}: {first.file} beside {found[1].file}"
    text = page(title, [_setting(each) for each in found], _facts(first), sections)
    return (
        text,
        sheets,
        {
            _slug(f"{section.title} {n}" if n else section.title): pictures.alone(figure.svg)
            for section in sections
            for n, figure in enumerate(section.figures)
        },
    )


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")


def _setting(found: Tally) -> str:
    """What was played, in a sentence."""
    plan, base = found.plan, found.base
    chosen = unusual(found.game.options, base.options)
    told = "".join(f", {name}={spelled(value)}" for name, value in chosen.items())
    seats = f"{base.seats} seat{'' if base.seats == 1 else 's'}"
    missing = "" if found.rows == plan.games else f" (of {plan.games:,}; the run is not finished)"
    variants = f", each deal in {len(plan.variants)} variants" if len(plan.variants) > 1 else ""
    return html.escape(
        f"{found.file}: {found.rows:,} games{missing} by {', '.join(plan.bots)}, {seats}{told}, "
        f"seed {plan.seed}{variants}. What bots do is not what people do: read differences, not "
        "absolute numbers. Lines and brackets are 95 % intervals."
    )


def _facts(found: Tally) -> list[Fact]:
    broken = Fact(f"{found.broken['games'].sum():,}", "games that a bot broke off")
    troubles = sum(found.troubles.values())
    said = "troubles of programs, for which a substitute answered"
    wrong = [Fact(f"{troubles:,}", said)] if troubles else []
    if found.fallen:
        return [Fact("0", "games as given that came to their end"), broken, *wrong]
    line = tables.overview(found).to_dicts()[0]
    facts = [Fact(f"{line['games']:,}", "games as given")]
    if not found.base.rivals:
        facts.append(
            Fact(f"{line['won']:.1%}", f"won ({line['won_low']:.1%} to {line['won_high']:.1%})")
        )
    else:
        facts.append(Fact(f"{line['score']:.1f}", "points a seat"))
        seat = tables.first_seat(found).row(0, named=True)
        words = f"won by who goes first ({seat['won_low']:.1%} to {seat['won_high']:.1%})"
        facts.append(Fact(f"{seat['won']:.1%}", words))
    facts.append(Fact(f"{line['turns']:.1f}", "turns a game"))
    facts.append(Fact(f"{line['decisions']:.0f}", "decisions a game"))
    return [*facts, *([broken] if found.broken.height else []), *wrong]


def _sections(found: Tally, sheets: Tables) -> Iterator[Section]:
    if found.fallen:
        yield _fallen(found, sheets)
    else:
        yield from _whole(found, sheets)
    if found.broken.height:
        reasons = sheets["broken"] = tables.reasons(found)
        yield Section(
            "Bots that failed",
            "These games count nowhere else.",
            tables=(("Reasons", reasons),),
        )
    sheets["uses"] = tables.every_use(found)


def _whole(found: Tally, sheets: Tables) -> Iterator[Section]:
    """What games that came to their end say."""
    yield _winning(found, sheets)
    if len(found.plan.variants) > 1:
        yield from _changes(found, sheets)
    yield _length(found, sheets)
    if found.base.rivals:
        yield _first(found, sheets)
    for question in measure_of(found.game.name).questions:
        yield _things(found, question, sheets)
    yield _dead(found, sheets)


def _fallen(found: Tally, sheets: Tables) -> Section:
    """Where no game as given came to its end, there is nothing to set beside anything."""
    table = sheets["overview"] = tables.overview(found)
    sheets["bots"] = tables.by_bot(found)
    return Section(
        "Broken off",
        f"{html.escape(found.file)}: {found.fallen}, so this says nothing of the game.",
        tables=(("Variants that came to their end", table),) if table.height else (),
    )


def _winning(found: Tally, sheets: Tables) -> Section:
    """Win rates by seats, difficulty and option; among rivals, points."""
    table = sheets["overview"] = tables.overview(found)
    bots = sheets["bots"] = tables.by_bot(found)
    what = "score" if found.base.rivals else "won"
    points = [
        Point(
            row["variant"],
            row[what],
            row[f"{what}_low"],
            row[f"{what}_high"],
            row["variant"] != BASE,
        )
        for row in table.to_dicts()
    ]
    words = "points a seat" if what == "score" else "games won"
    svg = pictures.forest(points, words, percent=what == "won")
    more = (("Bots", bots),) if bots.height > 1 or found.troubles else ()
    return Section(
        "Who wins" if what == "won" else "Points",
        "The base is the game as given; every other line differs from it in one thing.",
        (Figure(svg, f"{words.capitalize()}, by seats, difficulty and option"),),
        (("All numbers", table), *more),
    )


def _changes(found: Tally, sheets: Tables) -> Iterator[Section]:
    """Paired differences: options, then disputed readings."""
    table = sheets["changes"] = tables.changes(found)
    if not table.height:
        return  # no deal came to its end both ways
    rivals = found.base.rivals
    for disputed, title, words in (
        (
            True,
            "Disputed readings",
            "What each other reading of the rules changes, on equal deals.",
        ),
        (False, "Seats and options", "What each other choice changes, on equal deals."),
    ):
        rows = table.filter(pl.col("disputed") == disputed)
        if not rows.height:
            continue
        facts = [("score", "points a seat")] if rivals else [("won", "games won")]
        figures = [
            Figure(
                pictures.forest(
                    [
                        Point(row["variant"], row[fact], row[f"{fact}_low"], row[f"{fact}_high"])
                        for row in rows.to_dicts()
                    ],
                    f"difference in {said}",
                    at=0,
                    percent=fact == "won",
                ),
                f"Difference in {said}",
            )
            for fact, said in [*facts, ("turns", "turns")]
        ]
        yield Section(title, words, tuple(figures), (("All numbers", rows),))


def _length(found: Tally, sheets: Tables) -> Section:
    here = found.turns.filter(pl.col("variant") == BASE)
    ends = sheets["ends"] = tables.ends(found)
    sheets["turns"] = found.turns
    svg = pictures.bars(here["turns"].to_list(), here["games"].to_list(), "turns of a game")
    points = [
        Point(row["end"], row["share"], row["share_low"], row["share_high"])
        for row in ends.to_dicts()
    ]
    return Section(
        "Length and ends",
        "How many turns games take, and why they end.",
        (
            Figure(svg, "Turns of a game"),
            Figure(pictures.forest(points, "of all games"), "Why games end"),
        ),
        (("Ends", ends),),
    )


def _first(found: Tally, sheets: Tables) -> Section:
    table = sheets["first_seat"] = tables.first_seat(found)
    figures = []
    for (seats,), rows in table.group_by("seats", maintain_order=True):
        points = [
            Point(f"turn {row['place']} of {seats}", row["won"], row["won_low"], row["won_high"])
            for row in rows.to_dicts()
        ]
        svg = pictures.forest(points, "games won", at=1 / int(str(seats)))
        figures.append(Figure(svg, f"Who goes first, of {seats}"))
    return Section(
        "Who goes first",
        "The broken line is what a fair game gives to each seat.",
        tuple(figures),
        (("All numbers", table),),
    )


def _things(found: Tally, question: Question, sheets: Tables) -> Section:
    """How often each is taken, and what goes with it."""
    table = tables.things(found, question, found.base)
    sheets[f"{question.sort}_{question.did}".replace(" ", "_")] = table
    rows = table.filter(pl.col("share").is_not_null()).to_dicts()
    of = f"of those {question.of}" if question.of else _unit(found, question)
    figures = []
    if rows:
        points = [
            Point(r["name"], r["share"], r["share_low"], r["share_high"]) for r in rows[:MOST]
        ]
        svg = pictures.forest(points, f"{question.did}, {of}")
        figures.append(Figure(svg, f"How often: {question.title.lower()}"))
    telling = sorted((r for r in rows if r["effect"] is not None), key=lambda r: -r["effect"])
    if len(telling) > MOST:
        telling = telling[: MOST // 2] + telling[-MOST // 2 :]
    if telling:
        points = [Point(r["name"], r["effect"], r["effect_low"], r["effect_high"]) for r in telling]
        svg = pictures.forest(points, "difference in games won, with and without", at=0)
        figures.append(Figure(svg, f"And winning: {question.title.lower()}"))
    fared = "how those who did fared beside those who did not"
    if question.nobody:
        fared = "how games with it went beside games without"
    words = (
        f"{html.escape(question.title)}: how often, {of}, and {fared}. "
        "That something goes with winning does not say that it makes one win."
    )
    return Section(question.title, words, tuple(figures), (("All numbers", table),))


def _unit(found: Tally, question: Question) -> str:
    return "of all seats" if tables.by_seats(question, found.base) else "of all games"


def _dead(found: Tally, sheets: Tables) -> Section:
    table = sheets["dead"] = tables.dead(found, found.base)
    many = f"{table.height} things are" if table.height != 1 else "One thing is"
    words = f"{many} taken by fewer than {tables.DEAD:.0%} of those who could."
    return Section("Dead cards", words, tables=(("Which", table),) if table.height else ())
