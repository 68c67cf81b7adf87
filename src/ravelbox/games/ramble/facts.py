"""The park as facts: tiles, landmarks, cards, parkgoers and meters, read from TOML and checked.

RMB-185: roles, landmarks, cards, meters and layouts are data. A park is sound if tiles, positions
and Lights Out cards are as many, exactly one tile is the exit, and every role has a start tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ravelbox.kernel.content import Entry, read

FILE: Final = Path(__file__).parent / "content" / "park.toml"

TILE_IDS: Final = tuple(f"T{n:02}" for n in range(1, 20))
CARD_IDS: Final = tuple(f"L{n:02}" for n in range(1, 20))  # Lights Out, one a tile
LANDMARK_IDS: Final = ("BRG", "WAT", "STN", "SHL", "MDW", "LKT")
KINDS: Final = (*LANDMARK_IDS, "GPS", "HBK", "ITD")  # of Explore cards
ROLE_IDS: Final = ("jogger", "lamplighter", "dogwalker", "tourguide", "birdwatcher", "pickpocket")
METER_IDS: Final = ("ramble", "classic")
DIFFICULTY_IDS: Final = ("dusk", "golden_hour", "nightfall", "midnight")
PAIR: Final = 2  # tiles a landmark


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: a landmark's, the exit, or a parkgoer's start."""

    id: str
    name: str
    landmark: int  # place in LANDMARK_IDS, or -1
    start: int  # place in ROLE_IDS, or -1
    scenic: int  # position in layout=scenic

    @property
    def exit(self) -> bool:
        """Whether this is the way out."""
        return self.landmark < 0 and self.start < 0


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of Explore card."""

    id: str
    name: str
    does: str  # what a token shows, or what the card does
    copies: int


@dataclass(frozen=True, slots=True)
class Role:
    """A parkgoer."""

    id: str
    name: str
    letter: str
    colour: str
    ability: str
    does: str
    rule: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything a content file says, in the order of the ids above."""

    tiles: list[Tile]
    kinds: list[Kind]
    roles: list[Role]
    levels: list[list[int]]  # per meter, by notch
    notches: list[int]  # per difficulty, where the marker starts
    difficulties: list[str]  # their names


def load(path: Path = FILE) -> Facts:
    """The park of a file; complains by file and key."""
    document = read(path)
    document.only(["tile", "landmark", "card", "role", "meter", "difficulty"])
    facts = Facts(
        tiles=[_tile(e) for e in _each(document, "tile", TILE_IDS)],
        kinds=[
            *(_kind(e, "motif") for e in _each(document, "landmark", LANDMARK_IDS)),
            *(_kind(e, "does") for e in _each(document, "card", KINDS[len(LANDMARK_IDS) :])),
        ],
        roles=[_role(e) for e in _each(document, "role", ROLE_IDS)],
        levels=[_levels(e) for e in _each(document, "meter", METER_IDS)],
        notches=[
            e.whole("notch", range(1, 9)) for e in _each(document, "difficulty", DIFFICULTY_IDS)
        ],
        difficulties=[e.text("name") for e in _each(document, "difficulty", DIFFICULTY_IDS)],
    )
    _check(document, facts)
    return facts


def _each(document: Entry, key: str, ids: tuple[str, ...]) -> list[Entry]:
    """The entries of a list in the order of their ids, each id exactly once."""
    found: dict[str, Entry] = {}
    for entry in document.entries(key):
        name = entry.one_of("id", ids)
        if name in found:
            raise entry.complain("id", f"{name} is there twice")
        found[name] = entry
    for name in ids:
        if name not in found:
            raise document.complain(f"[{key} {name}]", "is missing")
    return [found[name] for name in ids]


def _tile(entry: Entry) -> Tile:
    entry.only(["id", "name", "landmark", "exit", "start", "scenic"])
    says = [word for word in ("landmark", "exit", "start") if word in entry.facts]
    if len(says) != 1:
        raise entry.complain("", "must be exactly one of landmark, exit and start")
    if says == ["exit"] and entry.get("exit") is not True:
        raise entry.complain("exit", "is true or not there")
    return Tile(
        entry.text("id"),
        entry.text("name"),
        LANDMARK_IDS.index(entry.one_of("landmark", LANDMARK_IDS)) if says == ["landmark"] else -1,
        ROLE_IDS.index(entry.one_of("start", ROLE_IDS)) if says == ["start"] else -1,
        entry.whole("scenic", range(len(TILE_IDS))),
    )


def _kind(entry: Entry, words: str) -> Kind:
    entry.only(["id", "name", words, "copies"])
    copies = entry.whole("copies", range(1, 10))
    return Kind(entry.text("id"), entry.text("name"), entry.text(words), copies)


def _role(entry: Entry) -> Role:
    words = ["id", "name", "letter", "colour", "ability", "does", "rule"]
    entry.only(words)
    return Role(*(entry.text(word) for word in words))


def _levels(entry: Entry) -> list[int]:
    entry.only(["id", "levels"])
    levels = entry.get("levels")
    if not isinstance(levels, list) or not all(type(n) is int and 1 <= n <= 9 for n in levels):  # noqa: PLR2004  # half the tiles
        raise entry.complain("levels", "must be a list of whole numbers from 1 to 9")
    if len(levels) < 9 or levels != sorted(levels):  # noqa: PLR2004  # beyond every starting notch
        raise entry.complain("levels", "has at least nine notches and never gets lighter")
    return levels


def _check(document: Entry, facts: Facts) -> None:
    """RMB-185. What makes the tables fit each other."""
    exits = sum(tile.exit for tile in facts.tiles)
    if exits != 1:
        raise document.complain("[tile]", f"exactly one tile is the exit, not {exits}")
    for i, name in enumerate(LANDMARK_IDS):
        places = sum(tile.landmark == i for tile in facts.tiles)
        if places != PAIR:
            raise document.complain(f"[landmark {name}]", f"has {PAIR} tiles, not {places}")
    for i, name in enumerate(ROLE_IDS):
        starts = sum(tile.start == i for tile in facts.tiles)
        if starts != 1:
            raise document.complain(f"[role {name}]", f"has one start tile, not {starts}")
    if len({tile.scenic for tile in facts.tiles}) != len(facts.tiles):
        raise document.complain("[tile]", "two tiles have the same scenic position")


FACTS: Final = load()
