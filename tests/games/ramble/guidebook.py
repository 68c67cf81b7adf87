"""What is printed about Ramble: the scenic map, the cards, and how to read a table or luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, Final

import ravelbox
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Value
from ravelbox.kernel.rules import CHANCE
from tests.games.ramble.park import Park

GAME: Final = ravelbox.load("ramble")
LANDMARKS: Final = ["BRG", "WAT", "STN", "SHL", "MDW", "LKT"]
KINDS: Final = [*LANDMARKS, "GPS", "HBK", "ITD"]
COPIES: Final = dict.fromkeys(LANDMARKS, 5) | dict.fromkeys(("GPS", "HBK", "ITD"), 3)
PLACES: Final = {
    "BRG": ("T01", "T02"),
    "WAT": ("T03", "T04"),
    "STN": ("T05", "T06"),
    "SHL": ("T07", "T08"),
    "MDW": ("T09", "T10"),
    "LKT": ("T11", "T12"),
}
STARTS: Final = {
    "jogger": "T14",
    "lamplighter": "T15",
    "dogwalker": "T16",
    "tourguide": "T17",
    "birdwatcher": "T18",
    "pickpocket": "T19",
}
TILES: Final = [f"T{n:02}" for n in range(1, 20)]
CARDS: Final = [f"L{n:02}" for n in range(1, 20)]
ALL_TOKENS: Final = "BRG:0 WAT:0 STN:0 SHL:1 MDW:1 LKT:1"
SCENIC: Final = (  # position, (q, r), neighbours, tile
    (0, (0, 0), "P1 P2 P3 P4 P5 P6", "T03"),
    (1, (1, 0), "P7 P8 P2 P0 P6 P18", "T10"),
    (2, (1, -1), "P8 P9 P10 P3 P0 P1", "T15"),
    (3, (0, -1), "P2 P10 P11 P12 P4 P0", "T09"),
    (4, (-1, 0), "P0 P3 P12 P13 P14 P5", "T05"),
    (5, (-1, 1), "P6 P0 P4 P14 P15 P16", "T07"),
    (6, (0, 1), "P18 P1 P0 P5 P16 P17", "T19"),
    (7, (2, 0), "P8 P1 P18", "T13"),
    (8, (2, -1), "P9 P2 P1 P7", "T14"),
    (9, (2, -2), "P10 P2 P8", "T16"),
    (10, (1, -2), "P9 P11 P3 P2", "T11"),
    (11, (0, -2), "P10 P12 P3", "T02"),
    (12, (-1, -1), "P3 P11 P13 P4", "T06"),
    (13, (-2, 0), "P4 P12 P14", "T18"),
    (14, (-2, 1), "P5 P4 P13 P15", "T04"),
    (15, (-2, 2), "P16 P5 P14", "T01"),
    (16, (-1, 2), "P17 P6 P5 P15", "T08"),
    (17, (0, 2), "P18 P6 P16", "T12"),
    (18, (1, 1), "P7 P1 P6 P17", "T17"),
)
TILE_AT: Final = {f"P{pos}": tile for pos, _, _, tile in SCENIC}
SPOT: Final = {tile: spot for _, spot, _, tile in SCENIC}
RAMBLE_TRACK: Final = [1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, None]
CLASSIC_TRACK: Final = [2, 2, 3, 3, 3, 4, 4, 5, 5, None]


def tiles(text: str) -> set[str]:
    """The tiles that a text names, by themselves or by their scenic positions."""
    return {TILE_AT.get(word, word) for word in text.split()}


def each(word: str, text: str) -> set[str]:
    """One action with this word for each tile that a text names."""
    return {f"{word} {tile}" for tile in tiles(text)}


def within(tile: str, reach: int) -> set[str]:
    """All other tiles of the scenic map at most so far from a tile."""
    return {other for other in TILES if 0 < distance(tile, other) <= reach}


def distance(one: str, other: str) -> int:
    """The hex distance of two tiles of the scenic map."""
    (q, r), (u, v) = SPOT[one], SPOT[other]
    return (abs(q - u) + abs(r - v) + abs(q + r - u - v)) // 2


def rest(*taken: str) -> str:
    """The Explore cards of the 39 that are not among these."""
    left = Counter(COPIES)
    left.subtract(Counter(" ".join(taken).split()))
    assert min(left.values()) >= 0, "more cards than there are"
    return " ".join(kind for kind in KINDS for _ in range(left[kind]))


def others(word: str, text: str) -> str:
    """All tiles ("T") or Lights Out cards ("L") that are not in a text."""
    everything = TILES if word == "T" else CARDS
    return " ".join(name for name in everything if name not in text.split())


def layers(pile: str) -> list[set[str]]:
    """A pile as layers from the top; a card whose place is known is a layer of its own."""
    found: list[set[str]] = []
    inside = False
    for word in pile.split():
        card = word.strip("()")
        if inside and card:
            found[-1].add(card)
        elif card:
            found.append({card})
        inside = (inside or word.startswith("(")) and not word.endswith(")")
    return found


def on_pile(p: Park) -> set[str]:
    """The cards of the Lights Out pile."""
    return set().union(*layers(p.pile))


def legal(p: Park, word: str = "") -> set[str]:
    """What is legal now, as a set without doubles."""
    texts = p.legal(word) if word else p.legal()
    assert len(set(texts)) == len(texts)
    return set(texts)


def explore_total(p: Park, seats: int) -> Counter[str]:
    """All Explore cards in hands, deck and discard."""
    hands = " ".join(p.hand(seat) for seat in range(seats))
    return Counter(f"{hands} {p.deck} {p.explore_discard}".split())


def spread(p: Park, text: str, look: Callable[[Park], Hashable]) -> dict[Hashable, Fraction]:
    """What the first chance question after an action can lead to, and how likely each is."""
    asked = p.copy()
    asked.state.apply(GAME.space.parse(text))
    assert asked.state.actor == CHANCE
    many = asked.state.outcomes()
    seen: Counter[Hashable] = Counter()
    for answer in range(many):
        after = asked.copy()
        after.state.apply(answer)
        seen[look(after)] += 1
    return {what: Fraction(n, many) for what, n in seen.items()}


def deal(seed: int = 1, seats: int = 4, **options: Value) -> Match:
    """A match with a seeded dealer, at its first decision."""
    return Match.new(GAME, options, dealer=Seeded(seed), seats=seats)


def scripted(
    answers: dict[int, int], seats: int = 4, **options: Value
) -> tuple[list[int], dict[str, Any]]:
    """Set up with these answers of luck, 0 unless told: the size of each question, and the table."""
    state = GAME.new(GAME.options_of(options), seats)
    sizes: list[int] = []
    while state.actor == CHANCE:
        answer = answers.get(len(sizes), 0)
        sizes.append(state.outcomes())
        state.apply(answer)
    return sizes, GAME.view(state, None).table


def deciding(
    look: Callable[[dict[str, Any]], Hashable], seats: int = 4, **options: Value
) -> dict[int, list[Hashable]]:
    """The chance questions of a setup whose answer alone changes something, with what it does."""
    sizes, _ = scripted({}, seats, **options)
    found = {}
    for question, many in enumerate(sizes):
        seen = [look(scripted({question: n}, seats, **options)[1]) for n in range(many)]
        if len(set(seen)) > 1:
            found[question] = seen
    return found


def held(table: dict[str, Any], seat: int) -> Counter[str]:
    """A seat's hand in a view."""
    return Counter({card["kind"]: card["n"] for card in table["seats"][seat]["hand"]})


def states(table: dict[str, Any], state: str) -> set[str]:
    """The tiles of a view that are lit, dark or gone."""
    return {tile["id"] for tile in table["tiles"] if tile["state"] == state}


def lights_of(table: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The Lights Out pile and discard of a view, as names of cards."""
    lights = table["lights"]
    pile = [card["id"] for layer in lights["layers"] for card in layer["cards"]]
    return pile, [card["id"] for card in lights["discard"]]
