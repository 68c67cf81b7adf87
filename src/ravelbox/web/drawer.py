"""The rules as a table's drawer shows them: section by section, each rule with what bears on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Final

from markupsafe import Markup, escape

from ravelbox.kernel.game import Game
from ravelbox.kernel.options import Option, Options, spelled
from ravelbox.web import pages

# The chapters for whoever plays; sources and what programs need are left to the page of rules.
CHAPTERS: Final = ("1", "3", "4", "8")
HEADING: Final = re.compile(r"<h[23]>(\d+)([.\d]*) (.*?)</h[23]>\n", re.DOTALL)
RULE: Final = re.compile(r"<li><strong>([A-Z]{3}-\d+)</strong>(.*?)</li>", re.DOTALL)
ROW: Final = re.compile(r"<tr>\n(<td>.*?)</tr>", re.DOTALL)
CELL: Final = re.compile(r"<td>(.*?)</td>", re.DOTALL)
RULING: Final = re.compile(r"Q\d+|R-\d+|[A-Z]{3}-R\d+")
OPTION: Final = re.compile(r"<code>(\w+)(?:=\w+)?</code>")  # with a value, perhaps
EXAMPLE_ROW: Final = re.compile(r"E\d+")
EXAMPLE: Final = re.compile(r"<p><strong>(EX-\d+) (.*?)</p>", re.DOTALL)
RULE_ID: Final = re.compile(r"\b[A-Z]{3}-\d+\b")
# Ids as a text lists them: "RMB-50–52", "RVL-1, 2", "ARC-29 to ARC-36".
CITED: Final = re.compile(r"\b([A-Z]{3})-\d+(?:(?:, |–| to )(?:[A-Z]{3}-)?\d+\b)*")
SPAN: Final = re.compile(r"(\d+)(?:(?:–| to )(?:[A-Z]{3}-)?(\d+))?")


@dataclass(frozen=True, slots=True)
class Aside:
    """Something that bears on a rule."""

    kind: str  # "At this table", "Ruling", "Example"
    id: str  # of the ruling or example
    text: Markup


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the rules."""

    anchor: str  # as on the page of rules
    title: str
    html: Markup


def drawer(game: Game, html: str, options: Options) -> str:
    """The sections as a fragment of HTML, at a table with these options.

    `html` is the whole text of the rules; it is trusted, being our own.
    """
    by_rule: dict[str, list[Aside]] = {}
    for aside, ids in (*_at_table(game, options), *_rulings(html), *_examples(html)):
        for one in sorted(ids):
            by_rule.setdefault(one, []).append(aside)
    item = pages.environment().get_template("drawer_rule.html")

    def rule(found: re.Match[str]) -> str:
        own, text = found.groups()
        ids = (own, *RULING.findall(text), *OPTION.findall(text))
        asides = dict.fromkeys(aside for one in ids for aside in by_rule.get(one, ()))
        linked = RULE_ID.sub(rf'<a href="/rules/{game.name}#\g<0>" target="rules">\g<0></a>', text)
        return item.render(game=game.name, rule=own, text=Markup(linked), asides=asides)  # noqa: S704  # ours

    return pages.environment().get_template("drawer.html").render(
        game=game.name, sections=list(_sections(RULE.sub(rule, html)))
    )  # fmt: skip


def _sections(html: str) -> Iterator[Section]:
    """The leaves of the chapters that are for players; a chapter's own first words are no leaf."""
    parts = list(HEADING.finditer(html))
    for found, following in zip(parts, [*parts[1:], None], strict=True):
        chapter, rest, title = found.groups()
        whole = not (following and following[1] == chapter)  # no sections of its own
        if chapter not in CHAPTERS or not (whole or rest.strip(".")):
            continue
        text = html[found.end() : following.start() if following else len(html)]
        words = pages.TAG.sub("", f"{chapter}{rest} {title}")
        yield Section(
            anchor=pages.anchor(words),
            title=unescape(re.sub(r" \(.*\)|†", "", pages.TAG.sub("", title))),
            html=Markup(text.replace("<table>", '<table tabindex="0">')),  # noqa: S704  # ours
        )


def _at_table(game: Game, options: Options) -> Iterator[tuple[Aside, set[str]]]:
    """How the table plays what its rules leave open."""
    named = pages.box(game).named
    for option in game.options:
        text = escape(_played(option, spelled(options[option.name]), named.get(option.name)))
        yield Aside("At this table", "", text), {option.name, *ids_in(option.ruling)}


def _played(option: Option, value: str, named: tuple[str, Mapping[str, str]] | None) -> str:
    label, values = named or ("", {})
    if value in values:
        return f"{label}: {values[value][0].lower()}{values[value][1:]}."
    return f"{option.explain} Here: {value.replace('_', ' ')}."


def _rulings(html: str) -> Iterator[tuple[Aside, set[str]]]:
    """The rows of the chapter of rulings: the question, and how it is settled."""
    for row in ROW.findall(html):
        cells = CELL.findall(row)
        if not RULING.fullmatch(cells[0]):
            continue
        own, question, _, ruling = cells[:4]
        bears_on = {own, *ids_in(row), *OPTION.findall(row)}
        yield Aside("Ruling", own, Markup(f"{question} {ruling}")), bears_on  # noqa: S704  # ours


def _examples(html: str) -> Iterator[tuple[Aside, set[str]]]:
    """Worked examples that name their rules, as rows or as paragraphs."""
    for row in ROW.findall(html):
        cells = CELL.findall(row)
        if EXAMPLE_ROW.fullmatch(cells[0]) and ids_in(row):
            yield Aside("Example", cells[0], Markup(" → ".join(cells[1:]))), ids_in(row)  # noqa: S704  # ours
    for own, text in EXAMPLE.findall(html):
        yield Aside("Example", own, Markup(f"<strong>{text}")), ids_in(text)  # noqa: S704  # ours


def ids_in(text: str) -> set[str]:
    """Every rule and ruling that a text cites, spans written out.

    >>> sorted(ids_in("Legal, 1 action. (RMB-50–52, R-17)"))
    ['R-17', 'RMB-50', 'RMB-51', 'RMB-52']
    """
    ids = set(RULING.findall(text))
    for cited in CITED.finditer(text):
        for first, last in SPAN.findall(cited[0]):
            ids |= {f"{cited[1]}-{n}" for n in range(int(first), int(last or first) + 1)}
    return ids
