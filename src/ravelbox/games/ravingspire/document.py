"""A table of Ravingspire as a readable document, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

from ravelbox.games.ravingspire.agenda import DECK, LEVEL, NOTHING, frame_of, line
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.house import house_of
from ravelbox.games.ravingspire.moment import dump_moment, read_moment
from ravelbox.games.ravingspire.pieces import (
    IN_HAND,
    IN_PLAYED,
    IN_SLOT,
    card_of,
    cards_of,
    word_of,
    words_of,
)
from ravelbox.games.ravingspire.setup import bare_table
from ravelbox.games.ravingspire.soundness import check
from ravelbox.games.ravingspire.state import LEVELS, NONE, RING, Ravingspire
from ravelbox.games.ravingspire.tower import SPACES
from ravelbox.kernel.errors import BadOption, PositionError
from ravelbox.kernel.options import Options
from ravelbox.kernel.pile import Pile
from ravelbox.kernel.reading import choice, fields, need, text, truth, whole
from ravelbox.kernel.words import echo, listed, nearest

KEYS: Final = (
    *("seats", "rotation", "foes", "towers", "rings", "encounter", "loot", "foe_deck", "bags"),
    *("glimpses", "tower_deck", "spires", "spire", "banished", "madness", "turn", "active"),
    *("first", "phase", "result", "moment", "agenda"),
)
SEAT_KEYS: Final = (
    *("hero", "sanity", "at", "key", "gone", "used", "hand", "deck", "top", "discard", "slots"),
    *("played", "aside"),
)
PHASES: Final = (
    *("ready", "move", "draw", "encounter", "explore", "recover", "foe", "showdown", "keep"),
)
HEROES: Final = tuple(hero.id for hero in FACTS.heroes)
SEATS: Final = range(1, 7)
MANY: Final = range(100_000)  # turns have no end of their own
MOST_BAGS: Final = 250
PILES: Final = ("encounter", "loot", "foe_deck")
PLACE: Final = re.compile(r"#(0|[1-9]\d{0,2})(?:\*([1-9]\d{0,2}))?", re.ASCII)
GLIMPSE: Final = re.compile(
    r"(encounter|loot|foe) ([a-z0-9_]+) ([0-5](?:,[0-5])*) (place|bag\d{1,3}) (\d{1,3}(?:,\d{1,3})*)",
    re.ASCII,
)


def dump(s: Ravingspire) -> dict[str, Any]:
    """The table in words: cards by id, shuffled parts of a deck as bags, in brackets of a number."""
    return {
        "seats": [_seat(s, seat) for seat in range(len(s.heroes))],
        "rotation": s.rotation[:],
        "foes": " ".join(NOTHING if space == NONE else str(space) for space in s.foes_at),
        "towers": words_of(s.towers),
        "rings": [words_of(s.ring[level * RING : level * RING + RING]) for level in range(LEVELS)],
        "encounter": _pile(s.pile),
        "loot": _pile(s.loot_pile),
        "foe_deck": _pile(s.foe_pile),
        "bags": [_bag(own, lent) for own, lent in zip(s.bags.own, s.bags.lenders, strict=True)],
        "glimpses": [_glimpse(glimpse) for glimpse in s.glimpses],
        "tower_deck": words_of(s.tower_deck),
        "spires": words_of(s.spires),
        "spire": word_of(s.spire) if s.spire != NONE else "",
        "banished": words_of(s.banished),
        "madness": s.madness,
        "turn": s.turn,
        "active": s.active,
        "first": s.first,
        "phase": PHASES[s.phase],
        "result": _result(s),
        "moment": dump_moment(s),
        "agenda": [line(frame) for frame in reversed(s.agenda)],
    }


def _seat(s: Ravingspire, seat: int) -> dict[str, Any]:
    hero = s.heroes[seat]
    return {
        "hero": HEROES[hero] if hero != NONE else "",
        "sanity": s.sanity[seat],
        "at": f"{LEVEL[s.levels[seat]]} {s.spaces[seat]}",
        "key": bool(s.keys[seat]),
        "gone": bool(s.gone[seat]),
        "used": " ".join(str(n + 1) for n in range(8) if s.used[seat] >> n & 1),
        "hand": words_of(s.hands[seat]),
        "deck": words_of(s.decks[seat]),
        "top": words_of(s.tops[seat][::-1]),
        "discard": words_of(s.discards[seat]),
        "slots": words_of(s.slots[seat]),
        "played": words_of(s.played[seat]),
        "aside": words_of(s.asides[seat]),
    }


def _result(s: Ravingspire) -> str:
    if s.result < 2:  # noqa: PLR2004  # 2 and above: the seat that escaped
        return ("open", "lost")[s.result]
    return f"{'freed' if s.freed else 'escaped'} {s.result - 2}"


def _pile(pile: Pile) -> str:
    """Known cards by id, places of a bag by its number: "blade #0*70 #1*140"."""
    words = []
    for place, equal in groupby(pile):
        n = len(list(equal))
        word = word_of(place) if place >= 0 else f"#{~place}"
        words.append(f"{word}*{n}" if n > 1 else word)
    return " ".join(words)


def _bag(own: tuple[int, ...], lenders: tuple[int, ...]) -> str:
    return " ".join(
        part for part in (words_of(list(own)), _pile(tuple(~n for n in lenders))) if part
    )


def _glimpse(glimpse: tuple[int, ...]) -> str:
    """What some seats know: "encounter blade 0,2 place 1", or "bag3" where it was shuffled in."""
    deck, at, card, seats, *chain = glimpse
    who = ",".join(str(seat) for seat in range(6) if seats >> seat & 1)
    where = f"bag{at - 1}" if at else "place"
    return f"{DECK[deck]} {word_of(card)} {who} {where} {','.join(str(bag) for bag in chain)}"


def restore(document: Mapping[str, Any], options: Options) -> Ravingspire:
    """The table of a document; every complaint names its key."""
    for key in document:
        need(key in KEYS, echo(key), f"unknown key; possible are {listed(KEYS, 'and')}")
    for key in KEYS:
        need(key in document, key, "is missing")
    people = document["seats"]
    if not isinstance(people, list) or len(people) not in SEATS:
        came = len(people) if isinstance(people, list) else echo(people)
        raise PositionError("seats", f"must be a list of 1 to 6 seats, not {came}")
    heroes = [_hero(person, seat) for seat, person in enumerate(people)]
    try:
        s = bare_table(house_of(options, len(people)), heroes)
    except BadOption as error:
        raise PositionError("options", str(error)) from error
    for seat, person in enumerate(people):
        _read_seat(s, seat, person)
    _read_tower(s, document)
    _read_decks(s, document)
    _read_counts(s, document)
    read_moment(s, document["moment"])
    lines = document["agenda"]
    if not isinstance(lines, list):
        raise PositionError("agenda", f"must be a list of texts, not {echo(lines)}")
    s.agenda = [frame_of(each, len(people)) for each in reversed(lines)]
    check(s)
    s.settle()
    return s


def _hero(person: object, seat: int) -> int:
    has = fields(person, f"seats {seat}", SEAT_KEYS)
    name = text(has["hero"], f"seats {seat} hero")
    if name == "":
        return NONE
    if name not in HEROES:
        hint = nearest(name, HEROES)
        raise PositionError(f"seats {seat} hero", f"{echo(name)} is no Hero{hint}")
    return HEROES.index(name)


def _read_seat(s: Ravingspire, seat: int, person: object) -> None:
    place = f"seats {seat}"
    has = fields(person, place, SEAT_KEYS)
    s.sanity[seat] = whole(has["sanity"], f"{place} sanity", range(FACTS.board.sanity + 1))
    s.levels[seat], s.spaces[seat] = _space(has["at"], f"{place} at")
    s.keys[seat] = int(truth(has["key"], f"{place} key"))
    s.gone[seat] = int(truth(has["gone"], f"{place} gone"))
    s.used[seat] = _numbers(has["used"], f"{place} used", range(1, 9))
    s.hands[seat] = sorted(cards_of(has["hand"], f"{place} hand", IN_HAND))
    s.decks[seat] = sorted(cards_of(has["deck"], f"{place} deck"))
    s.tops[seat] = cards_of(has["top"], f"{place} top")[::-1]
    s.discards[seat] = sorted(cards_of(has["discard"], f"{place} discard"))
    s.slots[seat] = cards_of(has["slots"], f"{place} slots", IN_SLOT, gaps=True)
    s.played[seat] = cards_of(has["played"], f"{place} played", IN_PLAYED)
    s.asides[seat] = cards_of(has["aside"], f"{place} aside")


def _space(value: object, place: str) -> tuple[int, int]:
    """A space, such as "temple 4"."""
    level, _, space = text(value, place).partition(" ")
    fits = level in LEVEL and space in [str(n) for n in range(SPACES)]
    need(fits, place, f'is like "temple 4", not {echo(value)}')
    return LEVEL.index(level), int(space)


def _numbers(value: object, place: str, span: range) -> int:
    """A set of numbers, as bits from the first possible one on."""
    bits = 0
    for word in text(value, place).split():
        fits = word in [str(n) for n in span] and not bits >> int(word) - span[0] & 1
        need(fits, place, f"has each of {span[0]} to {span[-1]} at most once, not {echo(value)}")
        bits |= 1 << int(word) - span[0]
    return bits


def _read_tower(s: Ravingspire, document: Mapping[str, Any]) -> None:
    """RSP-1 to RSP-11. Rings, Foes, Tower cards and Encounter cards."""
    turned = document["rotation"]
    if not isinstance(turned, list) or len(turned) != LEVELS:
        raise PositionError("rotation", f"must be a list of 3 numbers, not {echo(turned)}")
    s.rotation = [whole(n, "rotation", range(SPACES)) for n in turned]
    foes = text(document["foes"], "foes").split()
    spaces = [NOTHING, *(str(n) for n in range(SPACES))]
    fits = len(foes) == LEVELS and all(foe in spaces for foe in foes)
    need(fits, "foes", f'is like "6 - 11", a space a level, not {echo(document["foes"])}')
    s.foes_at = [spaces.index(foe) - 1 for foe in foes]
    s.towers = cards_of(document["towers"], "towers", gaps=True)
    need(len(s.towers) == LEVELS, "towers", 'has 3 places, "-" where a level is not revealed')
    rings = document["rings"]
    if not isinstance(rings, list) or len(rings) != LEVELS:
        raise PositionError("rings", f"must be a list of 3 rings, not {echo(rings)}")
    s.ring = []
    for level, ring in enumerate(rings):
        cards = cards_of(ring, f"rings {LEVEL[level]}", gaps=True)
        need(len(cards) == RING, f"rings {LEVEL[level]}", 'has 5 places, "-" where one is empty')
        s.ring += cards


def _read_decks(s: Ravingspire, document: Mapping[str, Any]) -> None:
    """RSP-19. The common decks, what is known of them, and who knows more."""
    bags = document["bags"]
    if not isinstance(bags, list) or len(bags) > MOST_BAGS:
        raise PositionError("bags", f"must be a list of texts, not {echo(bags)}")
    for n, bag in enumerate(bags):
        found = _places(bag, f"bags {n}")
        s.bags.own.append(tuple(sorted(place for place in found if place >= 0)))
        s.bags.lenders.append(tuple(sorted(~place for place in found if place < 0)))
    s.pile, s.loot_pile, s.foe_pile = (tuple(_places(document[key], key)) for key in PILES)
    glimpses = document["glimpses"]
    if not isinstance(glimpses, list):
        raise PositionError("glimpses", f"must be a list of texts, not {echo(glimpses)}")
    s.glimpses = tuple(_read_glimpse(glimpse) for glimpse in glimpses)
    s.tower_deck = sorted(cards_of(document["tower_deck"], "tower_deck"))
    s.spires = sorted(cards_of(document["spires"], "spires"))
    s.spire = card_of(document["spire"], "spire")
    s.banished = cards_of(document["banished"], "banished")


def _places(value: object, place: str) -> list[int]:
    """Places of a pile: cards, or numbers of bags."""
    found: list[int] = []
    for word in text(value, place).split():
        match = PLACE.fullmatch(word)
        if match:
            found += [~int(match[1])] * int(match[2] or 1)
        else:
            found += cards_of(word, place)
    return found


def _read_glimpse(value: object) -> tuple[int, ...]:
    match = GLIMPSE.fullmatch(text(value, "glimpses"))
    if match is None:
        like = '"encounter blade 0,2 place 1"'
        raise PositionError("glimpses", f"is a list of texts like {like}, not {echo(value)}")
    seats = 0
    for seat in match[3].split(","):
        seats |= 1 << int(seat)
    at = 0 if match[4] == "place" else 1 + int(match[4].removeprefix("bag"))
    chain = [int(bag) for bag in match[5].split(",")]
    return (DECK.index(match[1]), at, card_of(match[2], "glimpses"), seats, *chain)


def _read_counts(s: Ravingspire, document: Mapping[str, Any]) -> None:
    seats = range(len(s.heroes))
    most = FACTS.board.madness_base + len(s.heroes)
    s.madness = whole(document["madness"], "madness", range(most + 1))
    s.turn = whole(document["turn"], "turn", MANY)
    s.active = whole(document["active"], "active", seats)
    s.first = whole(document["first"], "first", seats)
    s.phase = choice(document["phase"], "phase", PHASES)
    results = ["open", "lost", *(f"escaped {n}" for n in seats), *(f"freed {n}" for n in seats)]
    result = choice(document["result"], "result", results)
    s.freed = int(result >= 2 + len(seats))
    s.result = result - len(seats) * s.freed
