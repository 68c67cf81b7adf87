"""The meta-test: no card, Hero, Foe, Tower or Spire card has a text that nobody tests."""

from __future__ import annotations

import importlib
from pathlib import Path

from ravelbox.games.ravingspire.facts import FACTS
from tests.games.ravingspire.cards.printed import CARDS, EXERCISED, HEROES, PACKS, texts_of

HERE = Path(__file__).parent


def register_all() -> None:
    """Import every test of this folder, so that all have said what they exercise."""
    for file in sorted(HERE.glob("test_*.py")):
        importlib.import_module(f"{__package__}.{file.stem}")


def test_every_text_is_exercised() -> None:
    """Each ability of each card and Hero stands in the register of some test."""
    register_all()
    missing = [
        f"{name}.{number}"
        for name in [*CARDS, *HEROES]
        for number in range(1, texts_of(name) + 1)
        if number not in EXERCISED.get(name, set())
    ]
    assert missing == []


def test_the_facts_are_the_files() -> None:
    """The game knows the cards of the files, all of them and no others, each with its abilities."""
    facts = {card.id: card for card in FACTS.cards if card.pack in PACKS}
    assert set(facts) == set(CARDS)
    for name, card in facts.items():
        assert len(card.abilities) == texts_of(name), name
        assert card.copies == CARDS[name]["copies"], name
        assert card.loot == CARDS[name].get("loot", 0), name
    heroes = {hero.id: hero for hero in FACTS.heroes if hero.pack in PACKS}
    assert set(heroes) == set(HEROES)
    for name, hero in heroes.items():
        assert len(hero.abilities) == texts_of(name), name
        starter = {FACTS.cards[kind].id: n for kind, n in hero.starter}
        assert starter == HEROES[name]["starter"], name


def test_a_text_and_its_abilities_go_together() -> None:
    """A card has words exactly where it has abilities, or a cost that needs words."""
    for name, card in CARDS.items():
        if card["deck"] != "spire":
            assert bool(card["text"]) == bool(card["abilities"]), name
