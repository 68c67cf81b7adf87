"""A report as one page that needs nothing else: pictures, tables, light and dark, small screens."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

HEADS: Final = {"won": "won", "at_most": "at most", "did_and_won": "did it and won", "of": "ruling"}
SHARES: Final = ("won", "share", "effect", "fair", "did_and_won", "at_most")

STYLE: Final = """
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #23211d; --soft: #6b665c;
  --line: #ddd8cc; --card: #ffffff; --mark: #1f6f78; --other: #b4541a; --faint: #e4dfd3; }
@media (prefers-color-scheme: dark) { :root { --paper: #17181b; --ink: #e9e6df; --soft: #a39d91;
  --line: #33353b; --card: #1f2125; --mark: #67c1c9; --other: #f0a062; --faint: #35373d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1.25rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
p, li { max-width: 40rem; } .soft, figcaption, summary { color: var(--soft); font-size: .9rem; }
code { overflow-wrap: anywhere; font-size: .85rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .6rem;
  margin: 1rem 0; padding: 0; list-style: none; }
.facts li { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: .6rem .75rem; } .facts b { display: block; font-size: 1.35rem; line-height: 1.25; }
.facts span { color: var(--soft); font-size: .82rem; }
figure { margin: .75rem 0; background: var(--card); border: 1px solid var(--line);
  border-radius: .6rem; padding: .6rem; } figure svg { display: block; width: 100%; max-width: 34rem;
  height: auto; }
.sheet { overflow-x: auto; } table { border-collapse: collapse; font-size: .85rem;
  font-variant-numeric: tabular-nums; } th, td { padding: .2rem .6rem .2rem 0; text-align: right;
  white-space: nowrap; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; } summary { cursor: pointer; margin: .4rem 0; }
nav { columns: 2 14rem; font-size: .9rem; margin: 1rem 0; } nav ul { margin: 0; } a { color: var(--mark); }
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with what it says."""

    svg: str
    caption: str


@dataclass(frozen=True, slots=True)
class Section:
    """One question of a report, and its answer."""

    title: str
    words: str
    figures: tuple[Figure, ...] = ()
    tables: tuple[tuple[str, pl.DataFrame], ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """A number that stands at the top."""

    number: str
    words: str


def page(
    title: str, words: Sequence[str], facts: Sequence[Fact], sections: Sequence[Section]
) -> str:
    """The whole page."""
    return "\n".join(_lines(title, words, facts, sections)) + "\n"


def _lines(
    title: str, words: Sequence[str], facts: Sequence[Fact], sections: Sequence[Section]
) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{html.escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>"
    yield f"<h1>{html.escape(title)}</h1>"
    yield from (f"<p>{line}</p>" for line in words)
    cells = (
        f"<li><b>{html.escape(f.number)}</b><span>{html.escape(f.words)}</span></li>" for f in facts
    )
    yield f'<ul class="facts">{"".join(cells)}</ul>'
    links = (f'<li><a href="#s{n}">{html.escape(s.title)}</a></li>' for n, s in enumerate(sections))
    yield f"<nav><ul>{''.join(links)}</ul></nav>"
    for n, section in enumerate(sections):
        yield f'<section>\n<h2 id="s{n}">{html.escape(section.title)}</h2>\n<p>{section.words}</p>'
        for figure in section.figures:
            label = html.escape(figure.caption, quote=True)
            svg = figure.svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
            yield f"<figure>{svg}<figcaption>{label}</figcaption></figure>"
        for name, table in section.tables:
            yield f"<details><summary>{html.escape(name)}</summary>{sheet(table)}</details>"
        yield "</section>"
    yield "</main>\n</body>\n</html>"


def sheet(table: pl.DataFrame) -> str:
    """A table; a number and its interval are one cell."""
    columns = [
        name
        for name in table.columns
        if not any(name == f"{other}{end}" for other in table.columns for end in ("_low", "_high"))
    ]
    heads = "".join(f"<th>{html.escape(_head(name))}</th>" for name in columns)
    rows = (
        "<tr>" + "".join(f"<td>{html.escape(_cell(row, name))}</td>" for name in columns) + "</tr>"
        for row in table.to_dicts()
    )
    return f'<div class="sheet"><table><tr>{heads}</tr>{"".join(rows)}</table></div>'


def _head(name: str) -> str:
    return HEADS.get(name, name.replace("_", " "))


def _cell(row: dict[str, object], name: str) -> str:
    value = row[name]
    if value is None:
        return "–"
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    shown = number(value, name)
    if isinstance(low, float) and isinstance(high, float):
        return f"{shown} ({number(low, name)} to {number(high, name)})"
    return shown


def number(value: object, name: str) -> str:
    """As people read it: shares in per cent, counts with commas."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if not isinstance(value, float):
        return str(value)
    if name in SHARES:
        return f"{value:+.1%}" if name == "effect" else f"{value:.1%}"
    return f"{value:,.2f}"
