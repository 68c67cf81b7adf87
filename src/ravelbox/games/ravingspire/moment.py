"""What holds for a moment at a table of Ravingspire: a battle, a payment, a trade, a die.

A document has only what is not as it is at rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ravelbox.games.ravingspire.agenda import TARGET
from ravelbox.games.ravingspire.cards import TYPES
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.payment import OTHER_WAY
from ravelbox.games.ravingspire.pieces import (
    IDS,
    IN_PAYMENT,
    OFFERED,
    card_of,
    cards_of,
    offered_word,
    source_word,
    word_of,
    words_of,
)
from ravelbox.games.ravingspire.state import KIND, NONE, Ravingspire
from ravelbox.kernel.errors import PositionError
from ravelbox.kernel.reading import choice, need, once, text, truth, whole, words, written
from ravelbox.kernel.words import echo, listed, nearest

SERVICES: Final = TARGET[6:]
FATES: Final = ("banish", "return", "foe deck")
WAYS: Final = (  # targets given up by matrix, and by Brute Force
    *TARGET,
    *("",) * (OTHER_WAY - len(TARGET)),
    *(f"force-{target}" for target in TARGET),
)
SEATS: Final = ("0", "1", "2", "3", "4", "5")
COST: Final = range(-1, 200)
SMALL: Final = range(100)

Write = Callable[[Ravingspire], Any]
Read = Callable[[Ravingspire, object, str], None]


def dump_moment(s: Ravingspire) -> dict[str, Any]:
    """Everything that is not as it is at rest."""
    rest = _written(Ravingspire([], [], 0, s.house))
    return {key: value for key, value in _written(s).items() if value != rest[key]}


def _written(s: Ravingspire) -> dict[str, Any]:
    return {
        "pending": _one(s.pending),
        "setaside": words_of(s.setaside),
        "returning": words_of(s.returning),
        "attached": words_of(s.attached),
        "left": words_of(s.left),
        "captured": words_of(s.captured),
        "helpers": " ".join(f"{word_of(card & KIND)}:{TARGET[card >> 10]}" for card in s.helpers),
        "peeked": words_of(s.peeked),
        "offered": offered_word(s.offered),
        "services": written(s.done, SERVICES),
        "contact": bool(s.contact),
        "die": s.die,
        "drawn": _one(s.drawn),
        "recycled": bool(s.recycled),
        "fate": FATES[s.fate],
        "foe": _one(s.foe),
        "stage": s.stage,
        "cost": s.cost[:],
        "raises": [s.raises[3 * target : 3 * target + 3] for target in range(6)],
        "cuts": [f"{cuts:x}" if cuts else "" for cuts in s.cuts],
        "extra_loot": s.extra_loot,
        "forbidden": written(s.forbidden, TYPES),
        "flanked": written(s.flanked, TARGET),
        "barred": written(s.barred, WAYS),
        "traded": written(s.traded, SEATS),
        "bonus": [s.bonus >> 8, s.bonus & 255],
        "target": TARGET[s.target] if s.target != NONE else "",
        "brute": bool(s.brute),
        "need": s.need[:],
        "paying": " ".join(source_word(entry) for entry in s.paying),
        "backs": s.backs,
        "bought": bool(s.bought),
        "paid": words_of(s.paid),
        "limits": " ".join(f"{word_of(limit & KIND)}:{limit >> 10}" for limit in s.limits),
    }


def _one(card: int) -> str:
    return word_of(card) if card != NONE else ""


def read_moment(s: Ravingspire, value: object) -> None:
    """Everything that is not as it is at rest, which the table is so far."""
    if not isinstance(value, Mapping):
        raise PositionError("moment", f"must be an object, not {echo(value)}")
    known = _written(s)
    for key in value:
        if key not in known:
            hint = nearest(str(key), known) or f"; possible are {listed(known, 'and')}"
            raise PositionError(f"moment {echo(key)}", f"unknown key{hint}")
    has = known | dict(value)
    _read_cards(s, has)
    _read_battle(s, has)
    _read_payment(s, has)
    s.done = once(
        words(has["services"], "moment services", SERVICES, "service"), "moment services", SERVICES
    )
    s.contact = int(truth(has["contact"], "moment contact"))
    s.die = whole(has["die"], "moment die", range(7))
    s.recycled = int(truth(has["recycled"], "moment recycled"))
    s.fate = choice(has["fate"], "moment fate", FATES)
    seats = SEATS[: len(s.heroes)]
    s.traded = once(words(has["traded"], "moment traded", seats, "seat"), "moment traded", seats)
    exact, up_to = _row(has["bonus"], "moment bonus", 2, SMALL)
    s.bonus = exact << 8 | up_to


def _read_cards(s: Ravingspire, has: Mapping[str, Any]) -> None:
    s.pending = card_of(has["pending"], "moment pending")
    s.setaside = cards_of(has["setaside"], "moment setaside")
    s.returning = cards_of(has["returning"], "moment returning")
    s.attached = cards_of(has["attached"], "moment attached")
    s.left = cards_of(has["left"], "moment left")
    s.captured = cards_of(has["captured"], "moment captured")
    s.peeked = cards_of(has["peeked"], "moment peeked")
    s.offered = card_of(has["offered"], "moment offered", OFFERED)
    s.drawn = card_of(has["drawn"], "moment drawn")
    s.helpers = _pairs(has["helpers"], "moment helpers", TARGET[:6])
    s.limits = _pairs(has["limits"], "moment limits", SEATS[: len(s.heroes)])


def _read_battle(s: Ravingspire, has: Mapping[str, Any]) -> None:
    s.foe = card_of(has["foe"], "moment foe")
    s.stage = whole(has["stage"], "moment stage", range(6))
    s.cost = _row(has["cost"], "moment cost", 4, COST)
    raises = has["raises"]
    if not isinstance(raises, list) or len(raises) != len(s.cuts):
        raise PositionError("moment raises", f"must be a list of 6 lists, not {echo(raises)}")
    s.raises = [n for row in raises for n in _row(row, "moment raises", 3, SMALL)]
    cuts = has["cuts"]
    hexes = isinstance(cuts, list) and all(isinstance(cut, str) for cut in cuts)
    if not isinstance(cuts, list) or not hexes or len(cuts) != len(s.cuts):
        raise PositionError("moment cuts", f"must be a list of 6 texts, not {echo(cuts)}")
    for cut in cuts:
        fits = len(cut) <= 12 and set(cut) <= set("123456789abcdef")  # noqa: PLR2004  # reductions, one digit each
        need(fits, "moment cuts", f"is one of the digits 1 to f a reduction, not {echo(cut)}")
    s.cuts = [int(cut or "0", 16) for cut in cuts]
    s.extra_loot = whole(has["extra_loot"], "moment extra_loot", SMALL)
    for key, ids in (("forbidden", TYPES), ("flanked", TARGET), ("barred", WAYS)):
        bits = once(words(has[key], f"moment {key}", ids, "word here"), f"moment {key}", ids)
        setattr(s, key, bits)


def _read_payment(s: Ravingspire, has: Mapping[str, Any]) -> None:
    target = text(has["target"], "moment target")
    s.target = choice(target, "moment target", TARGET) if target else NONE
    s.brute = int(truth(has["brute"], "moment brute"))
    s.need = _row(has["need"], "moment need", 4, COST)
    s.paying = cards_of(has["paying"], "moment paying", IN_PAYMENT)
    s.backs = whole(has["backs"], "moment backs", SMALL)
    s.bought = int(truth(has["bought"], "moment bought"))
    s.paid = cards_of(has["paid"], "moment paid")


def _row(value: object, place: str, size: int, span: range) -> list[int]:
    """So many whole numbers."""
    if not isinstance(value, list) or len(value) != size:
        raise PositionError(place, f"must be a list of {size} numbers, not {echo(value)}")
    return [whole(n, place, span) for n in value]


def _pairs(value: object, place: str, ids: tuple[str, ...]) -> list[int]:
    """Cards with something that belongs to each: "blade:r1"."""
    found: list[int] = []
    for word in text(value, place).split():
        name, _, other = word.partition(":")
        need(
            name in IDS and other in ids,
            place,
            f'{echo(word)} is not like "{FACTS.cards[0].id}:{ids[0]}"',
        )
        found.append(IDS[name] | ids.index(other) << 10)
    return found
