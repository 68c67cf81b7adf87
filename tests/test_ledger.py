"""The meta-test: every rule is stated, carried out and tested, and nobody cites one that is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import ravelbox
from tests.ledger import Ledger, ledger

# How many rules and worked examples each page must have: losing one must not go unseen.
PAGES = {
    "ravel": (112, 28),
    "ramble": (130, 34),
    "arch_ravels": (122, 30),
    "ravingspire": (170, 35),
}


@pytest.fixture(params=ravelbox.games())
def book(request: pytest.FixtureRequest) -> Ledger:
    """The ledger of each game."""
    return ledger(str(request.param))


def test_the_page_states_every_rule_once_and_in_order(book: Ledger) -> None:
    """Rules ascend, examples are numbered without gaps, and none was lost."""
    rules, examples = PAGES[book.game]
    assert book.stated == sorted(set(book.stated))
    assert len(book.stated) == rules
    assert book.examples == list(range(1, examples + 1))


def test_every_rule_is_carried_out_somewhere(book: Ledger) -> None:
    """Each rule id stands in a docstring of the source."""
    assert [n for n in book.stated if n not in book.docstrings] == []


def test_every_rule_has_a_test_of_its_name(book: Ledger) -> None:
    """Each rule id stands in the name of a test."""
    assert [n for n in book.stated if n not in book.tests] == []


def test_every_worked_example_has_a_test_of_its_name(book: Ledger) -> None:
    """Each worked example is a test."""
    assert [n for n in book.examples if n not in book.shown] == []


def test_nobody_cites_a_rule_that_does_not_exist(book: Ledger) -> None:
    """Neither source nor tests nor docs speak of an id that the page does not have."""
    strays = {n: files for n, files in book.cited.items() if n not in book.stated}
    assert strays == {}
    assert set(book.tests) <= set(book.stated)
    assert set(book.shown) <= set(book.examples)


def test_rules_cite_themselves_in_their_docstrings() -> None:
    """The id that a rule object carries is the one its class's docstring begins with.

    A class that serves two rules names the second one further down.
    """
    source = Path(ravelbox.__file__).parent
    for name in ravelbox.games():
        text = "".join(
            file.read_text(encoding="utf-8")
            for file in sorted((source / "games" / name).glob("*.py"))
        )
        game = ravelbox.load(name)
        options = game.options_of({})
        for rule in game.new(options, game.seats_of(options)).rules:
            kind = type(rule).__name__
            docstring = text.split(f"class {kind}(")[1].split('"""')[1]
            assert rule.cites in docstring, kind
