"""A table of Ramble as a readable document, and back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ravelbox.games.ramble.facts import CARD_IDS, KINDS, LANDMARK_IDS, ROLE_IDS, TILE_IDS
from ravelbox.games.ramble.house import house_of
from ravelbox.games.ramble.setup import (
    COPIES,
    RULES,
    SCENIC,
    bare_table,
    lay_out,
)
from ravelbox.games.ramble.soundness import NAMES, check, frame_line
from ravelbox.games.ramble.state import (
    ALL_TILES,
    ITD_KIND,
    KIND_BITS,
    NONE,
    TILES,
    Ramble,
    holds,
    remaining,
)
from ravelbox.games.ramble.turn import ACTIONS
from ravelbox.kernel.errors import BadOption, PositionError
from ravelbox.kernel.options import Options
from ravelbox.kernel.reading import choice, fields, need, once, text, truth, whole, words, written
from ravelbox.kernel.words import echo, listed

KEYS: Final = (
    *("layout", "dark", "gone", "parkgoers", "tokens", "explore", "lights", "notch", "active"),
    *("actions", "scouted", "turn", "proposer", "result", "agenda"),
)
RESULTS: Final = ("playing", "won", "lost")
SEATS: Final = range(2, 7)  # RMB-2
OUT: Final = "-"  # the tile of an eliminated parkgoer
MOST_TURNS: Final = 999
TILE: Final = "tile (T01 to T19)"
CARD: Final = "Lights Out card (L01 to L19)"
LINE: Final = re.compile(r"([a-z-]+) (\d{1,6}) (\d{1,6}) (\d{1,6})", re.ASCII)


def dump(s: Ramble) -> dict[str, Any]:
    """The table in words: tiles and cards by id; a segment of the pile in brackets."""
    left = remaining(s)
    return {
        "layout": " ".join([TILE_IDS[tile] for tile in s.tiles]),
        "dark": written(s.dark, TILE_IDS),
        "gone": written(ALL_TILES & ~left, TILE_IDS),
        "parkgoers": [_parkgoer(s, seat) for seat in range(len(s.roles))],
        "tokens": {LANDMARK_IDS[i]: seat for i, seat in enumerate(s.tokens) if seat != NONE},
        "explore": {"deck": _kinds(s.explore), "discard": _kinds(s.explored)},
        "lights": {"pile": _pile(s), "discard": written(s.burnt, CARD_IDS)},
        "notch": s.notch,
        "active": s.active,
        "actions": s.actions,
        "scouted": s.scouted,
        "turn": s.turns,
        **({} if s.proposer == NONE else {"proposer": s.proposer}),
        "result": RESULTS[s.result],
        "agenda": [frame_line(frame) for frame in reversed(s.agenda)],
    }


def _kinds(cards: int) -> str:
    return " ".join([kind for i, kind in enumerate(KINDS) for _ in range(int(holds(cards, i)))])


def _parkgoer(s: Ramble, seat: int) -> dict[str, str]:
    role, tile = s.roles[seat], s.pawns[seat]
    if role == NONE:
        return {"role": "", "tile": "", "hand": ""}
    at = TILE_IDS[tile] if tile != NONE else OUT if s.turns else ""
    return {"role": ROLE_IDS[role], "tile": at, "hand": _kinds(s.hands[seat])}


def _pile(s: Ramble) -> str:
    """Known cards as they lie, each segment in unknown order once."""
    return " ".join(
        CARD_IDS[place] if place >= 0 else f"({' '.join(CARD_IDS[c] for c in s.bags.own[~place])})"
        for place in dict.fromkeys(s.lights)
    )


def restore(document: Mapping[str, Any], options: Options) -> Ramble:
    """The table of a document; every complaint names its key."""
    for key in document:
        need(key in KEYS, echo(key), f"unknown key; possible are {listed(KEYS, 'and')}")
    for key in KEYS:
        need(key in document or key == "proposer", key, "is missing")
    people = document["parkgoers"]
    if not isinstance(people, list) or len(people) not in SEATS:
        came = len(people) if isinstance(people, list) else echo(people)
        raise PositionError("parkgoers", f"must be a list of 2 to 6 parkgoers, not {came}")
    try:
        s = bare_table(house_of(options, len(people)), len(people))
    except BadOption as error:
        raise PositionError("options", str(error)) from error
    _read_counts(s, document)
    _read_tiles(s, document)
    for seat, person in enumerate(people):
        _read_parkgoer(s, seat, person)
    _read_cards(s, document)
    _read_agenda(s, document["agenda"])
    check(s)
    s.settle()
    return s


def _hold(value: object, place: str, kinds: Sequence[str]) -> int:
    """Explore cards by kind."""
    counts = Counter(words(value, place, kinds, f"card here ({listed(kinds)})"))
    for kind, n in counts.items():
        need(n <= COPIES[kind], place, f"there are {COPIES[kind]} {KINDS[kind]} cards, not {n}")
    return sum(n << kind * KIND_BITS for kind, n in counts.items())


def _read_tiles(s: Ramble, document: Mapping[str, Any]) -> None:
    tiles = tuple(words(document["layout"], "layout", TILE_IDS, TILE))
    once(list(tiles), "layout", TILE_IDS)
    as_printed = tiles == SCENIC or not s.house.scenic
    need(as_printed, "layout", "with layout=scenic the tiles lie as in the park")
    dark = once(words(document["dark"], "dark", TILE_IDS, TILE), "dark", TILE_IDS)
    gone = once(words(document["gone"], "gone", TILE_IDS, TILE), "gone", TILE_IDS)
    need(not dark & gone, "gone", f"{written(dark & gone, TILE_IDS)} cannot be dark as well")
    s.dark, s.lit = dark, ALL_TILES & ~dark & ~gone
    s.tiles = tiles
    if len(tiles) == TILES:
        lay_out(s, tiles)


def _read_parkgoer(s: Ramble, seat: int, person: object) -> None:
    place = f"parkgoers {seat}"
    has = fields(person, place, ("role", "tile", "hand"))
    role, tile, hand = has["role"], has["tile"], has["hand"]
    roles = words(role, f"{place} role", ROLE_IDS, f"role ({listed(ROLE_IDS)})")
    need(len(roles) <= 1, f"{place} role", f"{echo(role)} is more than one role")
    s.hands[seat] = _hold(hand, f"{place} hand", KINDS[:ITD_KIND])  # RMB-63
    if not roles:
        need(tile == "", f"{place} tile", f"is empty until the role is known, not {echo(tile)}")
        return
    need(roles[0] not in s.roles, f"{place} role", f"{role} is there twice")
    s.roles[seat] = roles[0]
    if tile == "" and s.turns == 0:
        return  # the others have to pick before pawns are placed (RMB-182)
    if tile == OUT:
        need(s.house.eliminate, f"{place} tile", "nobody is eliminated with stranded=all_lose")
        need(not s.hands[seat], f"{place} hand", "an eliminated parkgoer holds no cards")
        return
    tiles = words(tile, f"{place} tile", TILE_IDS, TILE)
    need(len(tiles) == 1, f"{place} tile", f'must be one tile, or "{OUT}" if eliminated')
    s.pawns[seat] = tiles[0]


def _read_cards(s: Ramble, document: Mapping[str, Any]) -> None:
    explore = fields(document["explore"], "explore", ("deck", "discard"))
    s.explore = _hold(explore["deck"], "explore deck", KINDS)
    s.explored = _hold(explore["discard"], "explore discard", KINDS)
    lights = fields(document["lights"], "lights", ("pile", "discard"))
    pile = text(lights["pile"], "lights pile")
    brackets = re.sub(r"[^()]", "", pile)
    need(brackets == "()" * (len(brackets) // 2), "lights pile", "its brackets do not match")
    shown: list[int] = []
    for i, part in enumerate(re.split(r"[()]", pile)):  # every second one was in brackets
        cards = words(part, "lights pile", CARD_IDS, CARD)
        need(cards or i % 2 == 0, "lights pile", "there is nothing between two brackets")
        shown += cards
        s.lights += (~len(s.bags.own),) * len(cards) if i % 2 else tuple(cards)
        if i % 2:
            s.bags.own.append(tuple(sorted(cards)))
            s.bags.lenders.append(())
    burnt = words(lights["discard"], "lights discard", CARD_IDS, CARD)
    once(shown + burnt, "lights", CARD_IDS)
    s.burnt = sum(1 << card for card in burnt)


def _read_counts(s: Ramble, document: Mapping[str, Any]) -> None:
    seats = range(len(s.roles))
    tokens = document["tokens"]
    if not isinstance(tokens, Mapping):
        raise PositionError("tokens", f"must be an object of landmarks, not {echo(tokens)}")
    for name, seat in tokens.items():
        need(name in LANDMARK_IDS, "tokens", f"{echo(name)} is not {listed(LANDMARK_IDS)}")
        s.tokens[LANDMARK_IDS.index(name)] = whole(seat, f"tokens {name}", seats)
    notches = range(s.house.notch, len(s.house.levels) + 2)  # RMB-134: one more is the end
    s.notch = whole(document["notch"], "notch", notches)
    s.active = whole(document["active"], "active", seats)
    s.actions = whole(document["actions"], "actions", range(ACTIONS + 1))
    s.turns = whole(document["turn"], "turn", range(MOST_TURNS + 1))
    s.scouted = truth(document["scouted"], "scouted")
    s.result = choice(document["result"], "result", RESULTS)
    if "proposer" in document:
        s.proposer = whole(document["proposer"], "proposer", seats)


def _read_agenda(s: Ramble, lines: object) -> None:
    if not isinstance(lines, list):
        raise PositionError("agenda", f"must be a list of texts, not {echo(lines)}")
    for line in reversed(lines):
        found = LINE.fullmatch(line) if isinstance(line, str) else None
        if found is None or found[1] not in NAMES:
            raise PositionError("agenda", f'{echo(line)} is not like "take-action 0 0 0"')
        seat, x, y = int(found[2]), int(found[3]), int(found[4])
        need(seat < len(s.roles), "agenda", f"{echo(line)}: there is no seat {seat}")
        s.agenda.append(RULES[NAMES.index(found[1])].of(seat, x, y))
