"""Style sheets of the table, as far as they decide how quickly a move is painted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ravelbox

HOME = Path(ravelbox.__file__).parent
STILL = HOME / "web/static/lobby.css"  # a page on which nothing changes
SHEETS = sorted({*HOME.glob("games/*/table.css"), *HOME.glob("web/static/*.css")} - {STILL})
WHOLE = ("body", ":root", "html", ".at-table", ".lay:", ".table:")  # what holds nearly everything
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{}]+)\{")
PSEUDO = re.compile(r":[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?")


def split(selectors: str, between: str) -> list[str]:
    """The parts of a selector between signs that stand outside of brackets."""
    parts, depth = [""], 0
    for sign in selectors:
        depth += (sign in "([") - (sign in ")]")
        if depth == 0 and sign in between:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def has_selectors(sheet: str) -> list[str]:
    """All selectors of a sheet that ask what something contains."""
    rules = RULE.findall(COMMENT.sub("", sheet))
    return [one for rule in rules for one in split(rule, ",") if ":has(" in one and one[0] != "@"]


def faults(selector: str) -> list[str]:
    """Why a browser would style a whole table anew for such a selector, whenever anything on it changes."""
    *above, subject = split(selector, " >+~")
    found = []
    if any(":has(" in part and part.startswith(WHOLE) for part in above):
        found.append("asks what nearly the whole page contains")
    if any(":has(" in part for part in above) and not re.search(r"[.#\[]", PSEUDO.sub("", subject)):
        found.append("applies to all elements of a kind")
    return found


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_nothing_makes_a_browser_style_the_whole_table_anew(path: Path) -> None:
    """A selector that asks what the page contains is asked again at every change."""
    wrong = {one: why for one in has_selectors(path.read_text()) if (why := faults(one))}
    assert not wrong


@pytest.mark.parametrize(
    "selector",
    [
        ".at-table:has(.end[open]) .prompt",
        ".copy:has(+ .copy) > span",
        ".lost:has(p:empty) > :not(p)",
    ],
)
def test_a_costly_selector_is_found(selector: str) -> None:
    """Each of these once stood in a sheet of the table."""
    assert faults(selector)
    assert has_selectors(f"@media (width > 1px) {{ a {{ }} {selector}, b {{ color: red; }} }}") == [
        selector
    ]
