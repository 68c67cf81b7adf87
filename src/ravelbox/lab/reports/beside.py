"""Two runs side by side: the same questions, both answers, and what shifts between them."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from ravelbox.lab.measures import measure_of
from ravelbox.lab.measures.measure import Question
from ravelbox.lab.reports import pictures, tables
from ravelbox.lab.reports.page import Figure, Section
from ravelbox.lab.reports.pictures import Point
from ravelbox.lab.reports.tally import Tally

MOST: Final = 12  # shifts that one picture shows
LONGEST: Final = 60  # letters of a file's name in a picture
WINNING: Final = r"^(won|score)(_low|_high)?$"  # columns of an overview that say who wins
Tables = dict[str, pl.DataFrame]


def beside(one: Tally, other: Tally, sheets: Tables) -> Iterator[Section]:
    """The sections of a comparison; its tables go to `sheets`."""
    told = [f"{html.escape(run.file)}: {run.fallen}" for run in (one, other) if run.fallen]
    if told:
        yield Section("Side by side", f"Nothing can be compared. {'; '.join(told)}.")
        return
    yield _as_given(one, other, sheets)
    for question in measure_of(one.game.name).questions:
        yield _shifts(one, other, question, sheets)


def _as_given(one: Tally, other: Tally, sheets: Tables) -> Section:
    """Winning and length; rivals win in another way than a team, so only one kind is compared."""
    table = pl.concat(
        [tables.overview(run).with_columns(run=pl.lit(run.file)) for run in (one, other)]
    )
    words = "Both runs as given."
    facts = [("turns", "turns")]
    if one.base.rivals != other.base.rivals:
        table = table.select(pl.exclude(WINNING))
        words += (
            " In one of them seats are rivals and in the other they are not, so neither points nor "
            "games won are compared."
        )
    else:
        facts.insert(0, ("score", "points a seat") if one.base.rivals else ("won", "games won"))
    sheets["beside"] = table
    figures = tuple(_figure(one, other, fact, said) for fact, said in facts)
    return Section("Side by side", words, figures, (("All numbers", table),))


def _figure(one: Tally, other: Tally, fact: str, said: str) -> Figure:
    points = [
        Point(run.file, row[fact], row[f"{fact}_low"], row[f"{fact}_high"], run is other)
        for run in (one, other)
        for row in tables.overview(run).to_dicts()[:1]
    ]
    svg = pictures.forest(points, said, percent=fact == "won", longest=LONGEST)
    return Figure(svg, said.capitalize())


def _shifts(one: Tally, other: Tally, question: Question, sheets: Tables) -> Section:
    """What is taken more often in one run than in the other."""
    title = f"{question.title}, side by side"
    if not _same_unit(one, other, question):
        words = "One run counts seats and the other games, so how often cannot be compared."
        return Section(title, words)
    here = tables.things(one, question, one.base)
    there = tables.things(other, question, other.base)
    rows = _shifted(here, there)
    only = sorted(set(there["name"]) ^ set(here["name"]))
    name = f"shift_{question.sort}_{question.did}".replace(" ", "_")
    table = sheets[name] = pl.DataFrame(rows, infer_schema_length=None)
    points = [Point(r["name"], r["shift"], r["shift_low"], r["shift_high"]) for r in rows[:MOST]]
    svg = pictures.forest(points, f"difference in how often {question.did}", at=0) if points else ""
    lone = f" In one run only: {html.escape(', '.join(only))}." if only else ""
    return Section(
        title,
        f"From {html.escape(one.file)} to {html.escape(other.file)}, the largest first.{lone}",
        (Figure(svg, f"What changes: {question.title.lower()}"),) if svg else (),
        (("All numbers", table),) if rows else (),
    )


def _same_unit(one: Tally, other: Tally, question: Question) -> bool:
    """Whether shares are of the same: of things that were there, or both of seats or of games."""
    if question.of:
        return True
    return tables.by_seats(question, one.base) == tables.by_seats(question, other.base)


def _shifted(here: pl.DataFrame, there: pl.DataFrame) -> list[dict[str, Any]]:
    """How far each share moves, with its interval; the largest first."""
    rows = []
    for row in here.join(there, on="name").to_dicts():
        if row["chances"] and row["chances_right"]:
            shift = tables.apart(
                row["taken_right"], row["chances_right"], row["taken"], row["chances"]
            )
            rows.append(
                {"name": row["name"], "here": row["share"], "there": row["share_right"]}
                | dict(zip(("shift", "shift_low", "shift_high"), shift, strict=True))
            )
    return sorted(rows, key=lambda row: -abs(row["shift"]))
