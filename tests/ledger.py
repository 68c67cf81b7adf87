"""The rules ledger: where each rule is stated, carried out and tested. `python -m tests.ledger`."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
STATED = re.compile(r"^- \*\*([A-Z]{3})-(\d+)\*\*", re.MULTILINE)
EXAMPLE = re.compile(r"^(?:\*\*EX-|\| E)(\d+) ", re.MULTILINE)
CITED = re.compile(r"\b(R[A-Z]{2}|ARC)-(\d+)\b")
TESTED = re.compile(r"def test_([a-z]{3})_(\d+)_")
SHOWN = re.compile(r"def test_ex_(\d+)_")


@dataclass(frozen=True, slots=True)
class Ledger:
    """One game's rules and worked examples, and who speaks of them."""

    game: str
    prefix: str
    stated: list[int]  # rule numbers in the order of the page
    examples: list[int]
    docstrings: dict[int, list[str]]  # rule number -> files
    tests: dict[int, list[str]]
    shown: dict[int, list[str]]  # example number -> files
    cited: dict[int, list[str]]  # by anybody, anywhere


def ledger(game: str) -> Ledger:
    """Read everything that is written about a game's rules."""
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    prefix = STATED.findall(page)[0][0]
    docstrings: dict[int, list[str]] = defaultdict(list)
    cited: dict[int, list[str]] = defaultdict(list)
    tests: dict[int, list[str]] = defaultdict(list)
    shown: dict[int, list[str]] = defaultdict(list)
    for file in sorted((ROOT / "src").rglob("*.py")):
        _note(docstrings, _docstrings(file), prefix, file)
    for folder in ("src", "tests", "docs"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in (".py", ".md", ".toml", ".html", ".js", ".css"):
                _note(cited, file.read_text(encoding="utf-8"), prefix, file)
    for file in sorted((ROOT / "tests" / "games" / game).glob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        for name, number in TESTED.findall(text):
            if name == prefix.lower():
                tests[int(number)].append(file.name)
        for number in SHOWN.findall(text):
            shown[int(number)].append(file.name)
    return Ledger(
        game,
        prefix,
        [int(number) for _, number in STATED.findall(page)],
        [int(number) for number in EXAMPLE.findall(page)],
        docstrings,
        tests,
        shown,
        cited,
    )


def _docstrings(file: Path) -> str:
    """All docstrings of a module, its classes and its functions."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    found = [ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, kinds)]
    return "\n".join(text for text in found if text)


def _note(into: dict[int, list[str]], text: str, prefix: str, file: Path) -> None:
    for name, number in CITED.findall(text):
        if name == prefix:
            into[int(number)].append(file.name)


def main() -> None:
    """Print the coverage of every game that has a rules page."""
    for page in sorted((ROOT / "docs" / "rules").glob("*.md")):
        if page.name == "README.md":
            continue
        book = ledger(page.stem)
        done = [n for n in book.stated if n in book.docstrings and n in book.tests]
        shown = [n for n in book.examples if n in book.shown]
        print(f"{book.game}: {len(done)} of {len(book.stated)} rules carried out and tested, ")
        print(f"  {len(shown)} of {len(book.examples)} worked examples tested")
        for n in book.stated:
            where = ", ".join(dict.fromkeys(book.docstrings.get(n, ["MISSING"])))
            tests = f"{len(book.tests[n])} tests" if n in book.tests else "NO TEST"
            print(f"  {book.prefix}-{n:<4} {where:40} {tests}")


if __name__ == "__main__":
    main()
