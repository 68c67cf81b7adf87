"""What is printed on the cards, read straight from their files, and the register of tested texts."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

import ravelbox

CONTENT: Final = Path(ravelbox.__file__).parent / "games" / "ravingspire" / "content"
PACKS: Final = ("base", "goblin_queen")
ATTRIBUTES: Final = ("fight", "skill", "charm")
STARTER: Final = {"fight": "blade", "skill": "tool", "charm": "trinket"}  # one point each

Test = TypeVar("Test", bound=Callable[..., None])


def _read() -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """The cards and the Heroes of every pack, by id."""
    cards: dict[str, dict[str, Any]] = {}
    heroes: dict[str, dict[str, Any]] = {}
    for pack in PACKS:
        for file in sorted((CONTENT / pack).rglob("*.toml")):
            document = tomllib.loads(file.read_text(encoding="utf-8"))
            deck = document.get("deck", "")
            for card in document.get("card", []):
                cards[card["id"]] = {**card, "deck": deck, "pack": pack}
            for hero in document.get("hero", []):
                heroes[hero["id"]] = {**hero, "pack": pack}
    return cards, heroes


CARDS, HEROES = _read()


def power_of(card: str) -> dict[str, int]:
    """What a card gives, by attribute: several for "or", all three for Vorpal."""
    found: dict[str, int] = {}
    for part in CARDS[card].get("power", "").split(" or "):
        if part:
            number, attribute = part.split()
            for one in ATTRIBUTES if attribute == "vorpal" else (attribute,):
                found[one] = int(number)
    return found


def attribute_of(card: str) -> str:
    """The first attribute in which a card gives power."""
    return next(iter(power_of(card)))


def base_of(card: str) -> int:
    """The number of a card's power."""
    return max(power_of(card).values())


def cost_of(card: str) -> tuple[int, int, int]:
    """The matrix of a card."""
    cost = CARDS[card]["cost"]
    return cost.get("fight", 0), cost.get("skill", 0), cost.get("charm", 0)


def brute_of(card: str) -> int | None:
    """The Brute Force value of a card."""
    brute = CARDS[card]["cost"].get("brute")
    return None if brute is None else int(brute)


def letters_of(card: str) -> str:
    """The letters of the slots that a card fits."""
    slots = CARDS[card].get("slots", [])
    return "WAORD" if slots == ["ALL"] else "".join(slots)


def coins(fight: int, skill: int, charm: int) -> str:
    """Starter cards that are worth so much, one point each."""
    many = zip(STARTER.values(), (fight, skill, charm), strict=True)
    return " ".join(f"{card}*{n}" for card, n in many if n)


# Card or Hero id -> the numbers of its abilities, from 1, that a test exercises.
EXERCISED: Final[dict[str, set[int]]] = {}


def texts_of(card: str) -> int:
    """How many abilities a card or Hero has."""
    return len((CARDS.get(card) or HEROES[card])["abilities"])


def register(name: str) -> str:
    """Note that a card ("armory"), or one ability of it ("armory.1"), is exercised; its id."""
    card, _, number = name.partition(".")
    numbers = {int(number)} if number else set(range(1, texts_of(card) + 1))
    assert numbers, f"{card} has no abilities"
    assert numbers <= set(range(1, texts_of(card) + 1)), f"{card} has no ability {number}"
    EXERCISED.setdefault(card, set()).update(numbers)
    return card


def exercises(*names: str) -> Callable[[Test], Test]:
    """Mark a test with the cards and abilities whose text it exercises."""
    for name in names:
        register(name)

    def unchanged(test: Test) -> Test:
        return test

    return unchanged


def rows(names: str, table: Mapping[str, Sequence[Any]]) -> pytest.MarkDecorator:
    """Run a test once for each row of a table from cards or abilities to what is expected."""
    cases = [
        pytest.param(register(name.partition(" ")[0]), *row, id=name.replace(" ", "-"))
        for name, row in table.items()
    ]
    return pytest.mark.parametrize(("card", *names.split()), cases)


def each_of(names: str) -> pytest.MarkDecorator:
    """Run a test once for each of these cards or abilities."""
    return rows("", dict.fromkeys(names.split(), ()))
