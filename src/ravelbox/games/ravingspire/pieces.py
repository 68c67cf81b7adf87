"""Cards in words, with what happened to them this turn: `blade:down`, `meteor_sword:x1:+3`.

And whether they are all there: each card of the table's packs in exactly one place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Final

from ravelbox.games.ravingspire.agenda import NAMES
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.packs import decks_of, starting_deck
from ravelbox.games.ravingspire.setup import packs_at
from ravelbox.games.ravingspire.state import (
    ACTED,
    ADDED_AT,
    ADDED_TO_AT,
    AS_AT,
    BASE_AT,
    CHANGED_AT,
    COMMITTED,
    DOUBLED_AT,
    FACE_DOWN,
    FROM_AT,
    FROM_HELPER,
    FROM_PLACE,
    FROM_SLOT,
    GENERATED,
    KIND,
    KNOWN_AT,
    MOVED_IN_AT,
    MOVED_OUT_AT,
    NONE,
    USED,
    Ravingspire,
    from_of,
)
from ravelbox.kernel.errors import PositionError
from ravelbox.kernel.reading import need, text
from ravelbox.kernel.words import echo, nearest

NOTHING: Final = "-"
POWER: Final = ("power-fight", "power-skill", "power-charm", "power-vorpal")  # generated
IDS: Final = {card.id: kind for kind, card in enumerate(FACTS.cards)}
TOKENS: Final = {name: GENERATED + n for n, name in enumerate(POWER)}
FLAGS: Final = {
    "down": FACE_DOWN,
    "acted": ACTED,
    "slotted": FROM_SLOT,
    "used": USED,
    "paying": COMMITTED,
}
COUNTS: Final = {  # what a mark begins with -> where it stands, and its most
    "in": (MOVED_IN_AT, 3),
    "out": (MOVED_OUT_AT, 3),
    "x": (DOUBLED_AT, 7),
    "+": (ADDED_AT, 31),
    "fight+": (ADDED_TO_AT, 15),
    "skill+": (ADDED_TO_AT + 4, 15),
    "charm+": (ADDED_TO_AT + 8, 15),
    "base": (BASE_AT, 31),
}
ATTRS: Final = ("fight", "skill", "charm", "vorpal")
ORIGINS: Final = ("hand", "played", "helper", "left", *(f"slot{n}" for n in range(1, 10)))
MARK: Final = re.compile(r"(in|out|x|\+|fight\+|skill\+|charm\+|base)([1-9]\d?)", re.ASCII)
MANY: Final = re.compile(r"[1-9]\d{0,2}", re.ASCII)
MOST: Final = 999  # cards in one place

IN_HAND: Final = ("known", "used", "in", "out", "x", "as", *(k for k in COUNTS if "+" in k))
IN_SLOT: Final = (*IN_HAND[1:], "down", "acted", "paying", "base")
IN_PLAYED: Final = (*IN_HAND, "acted", "slotted", "base")
IN_PAYMENT: Final = (*IN_PLAYED, "paying", "from", "is")
OFFERED: Final = (*IN_HAND, "from")


def words_of(cards: list[int]) -> str:
    """Cards as words, several of a kind in a row as "tool*3"."""
    words = []
    for word, equal in groupby([word_of(card) for card in cards]):
        n = len(list(equal))
        words.append(f"{word}*{n}" if n > 1 else word)
    return " ".join(words)


def word_of(card: int) -> str:
    """One card and its marks."""
    if card == NONE:
        return NOTHING
    kind = card & KIND
    words = [FACTS.cards[kind].id if kind < GENERATED else POWER[kind - GENERATED]]
    known = "".join(str(seat) for seat in range(6) if card >> KNOWN_AT + seat & 1)
    if known:
        words.append(f"known{known}")
    words += [word for word, bit in FLAGS.items() if card & bit]
    for word, (at, most) in COUNTS.items():
        if card >> at & most:
            words.append(f"{word}{card >> at & most}")
    if card >> CHANGED_AT & 7:
        words.append(f"as-{ATTRS[(card >> CHANGED_AT & 7) - 1]}")
    return ":".join(words)


def source_word(entry: int) -> str:
    """A source of a payment: also where it came from, and as what it counts."""
    used_as = ("fight", "skill", "charm", "any")[entry >> AS_AT & 3]
    return f"{word_of(entry)}:from-{ORIGINS[from_of(entry)]}:is-{used_as}"


def offered_word(card: int) -> str:
    """The card of a trade, which may come from the Battlemat."""
    if card == NONE:
        return ""
    origin = from_of(card)
    return f"{word_of(card)}:from-{ORIGINS[origin]}" if origin else word_of(card)


def cards_of(
    value: object, place: str, marks: tuple[str, ...] = (), *, gaps: bool = False
) -> list[int]:
    """The cards of a text; the marks that can be on them here are given."""
    cards: list[int] = []
    for word in text(value, place).split():
        name, star, many = word.partition("*")
        if star and MANY.fullmatch(many) is None:
            raise PositionError(place, f'{echo(word)} is not like "tool*3"')
        card = NONE if gaps and name == NOTHING else _card(name, place, marks)
        cards += [card] * int(many or 1)
    need(len(cards) <= MOST, place, f"has more than {MOST} cards")
    return cards


def card_of(value: object, place: str, marks: tuple[str, ...] = ()) -> int:
    """One card, or NONE for an empty text."""
    cards = cards_of(value, place, marks)
    need(len(cards) <= 1, place, f"{echo(value)} is more than one card")
    return cards[0] if cards else NONE


def _card(word: str, place: str, marks: tuple[str, ...]) -> int:
    name, *parts = word.split(":")
    tokens = TOKENS if "slotted" in marks else {}
    if name not in IDS and name not in tokens:
        raise PositionError(place, f"{echo(name)} is no card{nearest(name, IDS)}")
    card = IDS[name] if name in IDS else tokens[name]
    for part in parts:
        mark, bits, mask = _mark(part)
        if mark not in marks or card & mask:
            raise PositionError(place, f"{echo(part)} cannot be said of {echo(name)} here")
        card |= bits
    return card


def _mark(part: str) -> tuple[str, int, int]:
    """A mark: its name, its bits, and all bits that it could have."""
    if part in FLAGS:
        return part, FLAGS[part], FLAGS[part]
    found = MARK.fullmatch(part)
    if found is not None and int(found[2]) <= COUNTS[found[1]][1]:
        at, most = COUNTS[found[1]]
        return found[1], int(found[2]) << at, most << at
    word, _, value = part.partition("-")
    if word == "as" and value in ATTRS:
        return word, ATTRS.index(value) + 1 << CHANGED_AT, 7 << CHANGED_AT
    if word == "from" and value in ORIGINS:
        return word, ORIGINS.index(value) << FROM_AT, 15 << FROM_AT
    if word == "is" and value in (*ATTRS[:3], "any"):
        return word, (*ATTRS[:3], "any").index(value) << AS_AT, 3 << AS_AT
    seats = part.removeprefix("known")
    if seats != part and seats and set(seats) <= set("012345") and len(set(seats)) == len(seats):
        bits = sum(1 << KNOWN_AT + int(seat) for seat in seats)
        return "known", bits, 0x3F << KNOWN_AT
    return "", 0, 0


def all_cards(s: Ravingspire) -> Iterator[tuple[str, int]]:
    """Every card on the table with the key of its place; helpers lie in discard piles already."""
    for seat in range(len(s.heroes)):
        zones = (
            ("hand", s.hands),
            ("deck", s.decks),
            ("top", s.tops),
            ("discard", s.discards),
            ("slots", s.slots),
            ("played", s.played),
            ("aside", s.asides),
        )
        for key, zone in zones:
            yield from ((f"seats {seat} {key}", card) for card in zone[seat])
    common = {
        "rings": s.ring,
        "towers": s.towers,
        "encounter": list(s.pile),
        "foe_deck": list(s.foe_pile),
        "loot": list(s.loot_pile),
        "bags": [card for own in s.bags.own for card in own],
        "tower_deck": s.tower_deck,
        "spires": [*s.spires, s.spire],
        "banished": s.banished,
        "moment setaside": s.setaside,
        "moment returning": s.returning,
        "moment pending": [s.pending],
        "moment attached": s.attached,
        "moment left": s.left,
        "moment captured": s.captured,
        "moment offered": [s.offered],
        "moment drawn": [s.drawn],
        "moment foe": [s.foe] if s.foe != s.spire else [],
        "moment paying": [
            e for e in s.paying if from_of(e) < FROM_PLACE and from_of(e) != FROM_HELPER
        ],
        "agenda": [x for rule, _, x, _ in s.agenda if NAMES[rule] in ("fate", "give-to")],
    }
    for key, cards in common.items():
        yield from ((key, card) for card in cards)


@cache
def box(packs: tuple[str, ...], heroes: tuple[int, ...]) -> dict[int, int]:
    """How many of each card a table with these packs and Heroes has."""
    there: Counter[int] = Counter()
    for deck, kinds in decks_of(FACTS, packs).items():
        there.update(kinds if deck != "starter" else [])
    for hero in heroes:
        there.update(starting_deck(FACTS, packs, hero) if hero != NONE else [])
    return dict(there)


def check_pieces(s: Ravingspire) -> None:
    """RSP-14, RSP-19. Every card of the packs is in one place.

    Where the game ended in the middle of a card's text, that card is nowhere.
    """
    there: Counter[int] = Counter()
    where: dict[int, str] = {}
    for key, card in all_cards(s):
        if card >= 0 and card & KIND < GENERATED:
            there[card & KIND] += 1
            where[card & KIND] = key
    whole = box(packs_at(s.house), tuple(sorted(s.heroes)))
    lost = 0 if s.agenda else 1
    for kind in {*whole, *there}:
        n, copies, name = there[kind], whole.get(kind, 0), FACTS.cards[kind].id
        fits = copies - lost <= n <= copies
        need(fits, where.get(kind, "bags"), f"there are {copies} {name} in the box, not {n}")
