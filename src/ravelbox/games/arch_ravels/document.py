"""A table of Arch Ravels as a readable document, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ravelbox.games.arch_ravels.agenda import NOTHING, frame, line
from ravelbox.games.arch_ravels.facts import (
    CARD_IDS,
    CHARACTER_IDS,
    COLOUR_IDS,
    ITEM_IDS,
    PROJECT_IDS,
    REQUEST_IDS,
    TILE_IDS,
    TILE_ITEMS,
)
from ravelbox.games.arch_ravels.house import house_of
from ravelbox.games.arch_ravels.pieces import favourites, is_built, requests_seen
from ravelbox.games.arch_ravels.setup import BASE_DECK, bare_table
from ravelbox.games.arch_ravels.soundness import ACTIONS, SEATS, check
from ravelbox.games.arch_ravels.state import (
    CARDS,
    COLOURS,
    EACH_TILE,
    ITEMS,
    LISTED,
    NONE,
    REQUESTS,
    SPACES,
    TILED,
    ArchRavels,
)
from ravelbox.games.arch_ravels.turn import BOARD_SPACES
from ravelbox.kernel.errors import BadOption, PositionError
from ravelbox.kernel.options import Options
from ravelbox.kernel.reading import choice, fields, need, once, truth, whole, words, written
from ravelbox.kernel.words import echo, listed

KEYS: Final = (
    *("seats", "bazaar", "deck", "discard", "aside", "projects", "first", "active", "turn"),
    *("actions", "crafts", "ended", "agenda"),
)
SEAT_KEYS: Final = (
    *("character", "tiles", "learned", "bowl", "items", "requests", "finished", "projects"),
    *("space", "ban"),
)
DECK_KEYS: Final = ("known", "extras", "upper", "lower", "unseen")
BANS: Final = ("none", "pending", "in force", "in force and pending")
PLAIN: Final = CARD_IDS[:REQUESTS]  # yarn cards and events
MANY: Final = range(100_000)  # yarn, items and turns have no end of their own


def dump(s: ArchRavels) -> dict[str, Any]:
    """The table in words: cards by id, colours by letter; what follows from the rest is left out."""
    return {
        "seats": [_seat(s, seat) for seat in range(len(s.characters))],
        "bazaar": _places(s.bazaar, CARD_IDS),
        "deck": {
            "known": _places(s.known, CARD_IDS),
            "extras": s.extras,
            "upper": s.upper,
            "lower": s.lower,
            "unseen": {PLAIN[card]: n for card, n in sorted(Counter(s.pool).items())},
        },
        "discard": _places(s.discard, CARD_IDS),
        **({"aside": _places(s.aside, CARD_IDS)} if s.aside else {}),
        "projects": {"list": _places(s.listed, PROJECT_IDS), "deck": s.stack},
        "first": s.first,
        "active": s.active,
        "turn": s.turns,
        "actions": written(s.todo, ACTIONS),
        "crafts": s.crafts,
        "ended": s.ended,
        "agenda": [line(frame) for frame in reversed(s.agenda)],
    }


def _places(things: list[int], ids: Sequence[str]) -> str:
    return " ".join([ids[thing] if thing != NONE else NOTHING for thing in things])


def _seat(s: ArchRavels, seat: int) -> dict[str, Any]:
    tiles = s.tiles[seat * TILED : seat * TILED + TILED]
    bowl = s.bowls[seat * COLOURS : seat * COLOURS + COLOURS]
    items = s.items[seat * ITEMS : seat * ITEMS + ITEMS]
    character = s.characters[seat]
    return {
        "character": CHARACTER_IDS[character] if character != NONE else "",
        "tiles": " ".join([TILE_IDS[tile] for tile in tiles if tile != NONE]),
        "learned": written(s.learned[seat], TILE_ITEMS),
        "bowl": {name: n for name, n in zip(COLOUR_IDS, bowl, strict=True) if n},
        "items": {name: n for name, n in zip(ITEM_IDS, items, strict=True) if n},
        "requests": written(s.held[seat], REQUEST_IDS),
        "finished": written(s.done[seat], REQUEST_IDS),
        "projects": written(s.won[seat], PROJECT_IDS),
        "space": s.spaces[seat] + 1,
        "ban": BANS[s.bans[seat]],
    }


def restore(document: Mapping[str, Any], options: Options) -> ArchRavels:
    """The table of a document; every complaint names its key."""
    for key in document:
        need(key in KEYS, echo(key), f"unknown key; possible are {listed(KEYS, 'and')}")
    for key in KEYS:
        need(key in document or key == "aside", key, "is missing")
    people = document["seats"]
    if not isinstance(people, list) or len(people) not in SEATS:
        came = len(people) if isinstance(people, list) else echo(people)
        raise PositionError("seats", f"must be a list of 1 to 4 seats, not {came}")
    try:
        s = bare_table(house_of(options, len(people)), len(people))
    except BadOption as error:
        raise PositionError("options", str(error)) from error
    for seat, person in enumerate(people):
        _read_seat(s, seat, person)
    _read_cards(s, document)
    _read_projects(s, document["projects"])
    _read_counts(s, document)
    lines = document["agenda"]
    if not isinstance(lines, list):
        raise PositionError("agenda", f"must be a list of texts, not {echo(lines)}")
    s.agenda = [frame(text, len(people)) for text in reversed(lines)]
    check(s)
    s.settle()
    return s


def _amounts(value: object, place: str, ids: Sequence[str], most: range) -> list[int]:
    """How many of each, from an object such as {"B": 2}."""
    if not isinstance(value, Mapping):
        raise PositionError(
            place, f'must be an object such as {{"{ids[0]}": 2}}, not {echo(value)}'
        )
    for name in value:
        need(name in ids, place, f"{echo(name)} is not {listed(ids)}")
    return [whole(value.get(name, 0), f"{place} {name}", most) for name in ids]


def _row(value: object, place: str, ids: Sequence[str], what: str, size: int) -> list[int]:
    """Places in a row, each of which may be empty."""
    found = words(value, place, (*ids, NOTHING), what)
    need(len(found) == size, place, f'has {size} places, "{NOTHING}" where one is empty')
    return [NONE if thing == len(ids) else thing for thing in found]


def _read_seat(s: ArchRavels, seat: int, person: object) -> None:
    place = f"seats {seat}"
    has = fields(person, place, SEAT_KEYS)
    who = f"character ({listed(CHARACTER_IDS)})"
    names = words(has["character"], f"{place} character", CHARACTER_IDS, who)
    need(len(names) <= 1, f"{place} character", f"{echo(has['character'])} is more than one")
    s.characters[seat] = names[0] if names else NONE
    for tile in words(has["tiles"], f"{place} tiles", TILE_IDS, "pattern tile"):
        at = seat * TILED + tile // EACH_TILE
        kind = TILE_ITEMS[tile // EACH_TILE]
        need(s.tiles[at] == NONE, f"{place} tiles", f"there are two {kind} tiles")
        s.tiles[at] = tile
    what = f"item with a tile ({listed(TILE_ITEMS)})"
    learned = words(has["learned"], f"{place} learned", TILE_ITEMS, what)
    s.learned[seat] = once(learned, f"{place} learned", TILE_ITEMS)
    s.bowls[seat * COLOURS : seat * COLOURS + COLOURS] = _amounts(
        has["bowl"], f"{place} bowl", COLOUR_IDS, MANY
    )
    s.items[seat * ITEMS : seat * ITEMS + ITEMS] = _amounts(
        has["items"], f"{place} items", ITEM_IDS, MANY
    )
    for zone, key, ids in (
        (s.held, "requests", REQUEST_IDS),
        (s.done, "finished", REQUEST_IDS),
        (s.won, "projects", PROJECT_IDS),
    ):
        at_key, what = f"{place} {key}", f"{key[:-1] if key == 'projects' else 'request'} here"
        zone[seat] = once(words(has[key], at_key, ids, what), at_key, ids)
    s.spaces[seat] = whole(has["space"], f"{place} space", range(BOARD_SPACES + 1)) - 1
    s.bans[seat] = choice(has["ban"], f"{place} ban", BANS)


def _read_cards(s: ArchRavels, document: Mapping[str, Any]) -> None:
    """The yarn deck as everybody knows it; which requests may be unknown follows from the others."""
    s.bazaar = _row(document["bazaar"], "bazaar", CARD_IDS, "card", SPACES)
    deck = fields(document["deck"], "deck", DECK_KEYS)
    known = words(deck["known"], "deck known", CARD_IDS, "card")
    s.known = sorted(known)
    most = range(len(BASE_DECK) + 1)
    s.extras = whole(deck["extras"], "deck extras", range(SEATS[-1] + 1))
    s.upper = whole(deck["upper"], "deck upper", most)
    s.lower = whole(deck["lower"], "deck lower", most)
    unseen = _amounts(deck["unseen"], "deck unseen", PLAIN, most)
    s.pool = [card for card, n in enumerate(unseen) for _ in range(n)]
    s.discard = words(document["discard"], "discard", PLAIN, "card of the discard pile")
    s.aside = words(document.get("aside", ""), "aside", CARD_IDS, "card")
    if is_built(s):
        seen = [*favourites(s), *(card for card, _ in requests_seen(s))]
        s.others = [card for card in range(REQUESTS, CARDS) if card not in seen]


def _read_projects(s: ArchRavels, value: object) -> None:
    """The Project List and the deck; what may be in that follows from the projects seen."""
    has = fields(value, "projects", ("list", "deck"))
    s.listed = _row(has["list"], "projects list", PROJECT_IDS, "project", LISTED)
    s.stack = whole(has["deck"], "projects deck", range(len(PROJECT_IDS) + 1))
    s.plans = [p for p in s.plans if p not in s.listed and not any(won >> p & 1 for won in s.won)]


def _read_counts(s: ArchRavels, document: Mapping[str, Any]) -> None:
    seats = range(len(s.characters))
    s.first = whole(document["first"], "first", seats)
    s.active = whole(document["active"], "active", seats)
    s.turns = whole(document["turn"], "turn", MANY)
    actions = words(document["actions"], "actions", ACTIONS, f"action ({listed(ACTIONS)})")
    s.todo = once(actions, "actions", ACTIONS)
    s.crafts = whole(document["crafts"], "crafts", range(10))
    s.ended = truth(document["ended"], "ended")
