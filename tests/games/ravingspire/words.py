"""Words for cards and spaces, and the luck of rule tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.state import NONE, Ravingspire, kind_of
from ravelbox.kernel.rules import CHANCE

LEVELS: Final = ("dungeon", "temple", "spire")
GENERATED: Final = {1020: "+fight", 1021: "+skill", 1022: "+charm", 1023: "+vorpal"}
GAP: Final = "-"

Answer = int | str  # a face of the die (or number of an answer, from 1), or the card that turns up


def answer_of(s: Ravingspire, left: list[Answer]) -> int:
    """The answer to the open question of chance; -1 for a die that nobody named."""
    many = s.outcomes()
    cards = [drawn(s, answer) for answer in range(many)]
    if not any(cards):
        if left:
            face = left.pop(0)
            assert isinstance(face, int), f"a die is rolled, not {face} drawn"
            assert 1 <= face <= many, f"{face} is none of {many} answers"
            return face - 1
        return 0 if many == 1 else -1
    if not left or isinstance(left[0], int):
        return 0
    name = str(left.pop(0))
    ways = [answer for answer, card in enumerate(cards) if name in card.split()]
    assert ways, f"{name} cannot turn up, only {sorted(set(cards))}"
    if " " in cards[ways[0]]:  # an older bag is asked next
        left.insert(0, name)
    return ways[0]


def after(s: Ravingspire, answer: int) -> Ravingspire:
    """The table right after an answer of luck, before anything else happens."""
    table = s.clone()
    index, seat, x, y = table.agenda.pop()
    table.rules[index].chosen(table, answer, seat, x, y)
    return table


def hidden(s: Ravingspire) -> Counter[int]:
    """All cards that lie face down, wherever."""
    cards: Counter[int] = Counter()
    for deck in s.decks:
        cards.update(kind_of(card) for card in deck)
    for own in s.bags.own:
        cards.update(own)
    cards.update(s.tower_deck)
    cards.update(s.spires)
    return cards


def lent(s: Ravingspire) -> int:
    """How many cards of newer bags are counted in older ones."""
    return sum(len(lenders) for lenders in s.bags.lenders)


def drawn(s: Ravingspire, answer: int) -> str:
    """The card that an answer of luck turns up; several words if an older bag is asked first."""
    now = after(s, answer)
    gone = [name_of(kind) for kind in (hidden(s) - hidden(now)).elements()]
    if gone:
        return gone[0] if len(gone) == 1 else ""
    if lent(now) < lent(s) and now.agenda and now.rules[now.agenda[-1][0]].asks == CHANCE:
        index, seat, x, y = now.agenda[-1]
        deeper = now.rules[index].outcomes(now, seat, x, y)
        return " ".join(["?", *(drawn(now, other) for other in range(deeper))])
    return ""


def name_of(card: int) -> str:
    """The id of a card, "-" for none."""
    if card == NONE:
        return GAP
    kind = kind_of(card)
    return GENERATED.get(kind) or FACTS.cards[kind].id


def kinds(words: str) -> list[int]:
    """Cards from "tool*3 blade -"."""
    found: list[int] = []
    for word in words.split():
        name, _, many = word.partition("*")
        found += [NONE if name == GAP else FACTS.kind[name]] * (int(many) if many else 1)
    return found


def each(words: str) -> str:
    """The words with "tool*3" written out, sorted: to compare a zone with."""
    return words_of(kinds(words))


def cost_words(cost: Mapping[str, Any]) -> str:
    """A cost as "0/4/0 7"."""
    brute = GAP if cost["brute"] is None else cost["brute"]
    return f"{cost['fight']}/{cost['skill']}/{cost['charm']} {brute}"


def hero_number(word: str) -> int:
    """The number of the Hero that has this word in their id."""
    fits = [n for n, hero in enumerate(FACTS.heroes) if word in (hero.id, *hero.id.split("_"))]
    assert fits, f"no Hero {word}"
    return fits[0]


def words_of(cards: Sequence[int]) -> str:
    """The ids of cards, sorted."""
    return " ".join(sorted(name_of(card) for card in cards))


def places_of(pile: Sequence[int]) -> str:
    """The ids of a pile's cards from its top, "?" where nobody knows the card."""
    return " ".join(name_of(place) if place >= 0 else "?" for place in pile)


def space_of(words: str) -> tuple[int, int]:
    """Level and space from "temple 4"."""
    level, number = words.split()
    return LEVELS.index(level), int(number)
