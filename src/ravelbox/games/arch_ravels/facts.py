"""The bazaar as facts: items, tiles, cards, requests, projects, boards, read from TOML and checked.

The order of the ids is the engine's: a number of the engine is the place in its tuple.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ravelbox.kernel.content import Entry, read
from ravelbox.kernel.words import echo, listed

FILE: Final = Path(__file__).parent / "content" / "bazaar.toml"

COLOUR_IDS: Final = ("B", "G", "O", "P", "R", "Y")
ITEM_IDS: Final = ("hat", "bear", "mittens", "scarf", "blanket")
TILE_ITEMS: Final = ("bear", "mittens", "scarf")  # the items that have a tile
TILE_IDS: Final = (
    *("bear_b", "bear_g", "bear_o", "bear_p", "bear_r", "bear_y"),
    *("mitt_bby", "mitt_ggb", "mitt_oop", "mitt_ppg", "mitt_rro", "mitt_yyr"),
    *("scarf_gory", "scarf_gopr", "scarf_bgpy", "scarf_bgor", "scarf_bpry", "scarf_bopy"),
)
YARN_IDS: Final = (
    *("y1_b", "y1_g", "y1_o", "y1_p", "y1_r", "y1_y"),
    *("y2_b", "y2_g", "y2_o", "y2_p", "y2_r", "y2_y"),
    *("yd_bg", "yd_gp", "yd_oy", "yd_bp", "yd_ry", "yd_or"),
    *("yt_bgp", "yt_bry", "yt_ory", "yt_gop"),
    "yw",
)
EVENT_IDS: Final = ("cat", "sale", "donate", "clerk", "circle")
REQUEST_IDS: Final = tuple(f"r{n:02}" for n in range(1, 27))
CARD_IDS: Final = (*YARN_IDS, *EVENT_IDS, *REQUEST_IDS)
PROJECT_IDS: Final = tuple(f"p{n:02}" for n in range(1, 17))
BOARD_IDS: Final = ("thrifty_shopper", "master_crafter", "color_specialist", "yarn_spinner")
CHARACTER_IDS: Final = ("rebecca", "theo", "derrick", "amara", "neeha", "alex", "ted", "eliza")

RULES: Final = ("different", "same", "two")  # of the items' general patterns
COSTS: Final = ("exact", "different", "same", "any", "give")  # of requests
PROVENANCE: Final = ("rulebook", "public", "derived", "reconstructed")
SIDES: Final = 2  # characters a board
SPACES: Final = 4  # action spaces a board
BAZAAR: Final = 6  # places, the most that one Shop may take
YARN_CARDS: Final = 74
EACH_COLOUR: Final = 22  # how often a colour lies on the yarn cards
EVENT_CARDS: Final = 12
PROJECT_POINTS: Final = 348
MOST_POINTS: Final = 100  # below it is every printed value


@dataclass(frozen=True, slots=True)
class Item:
    """One kind of item, with the general rule of its pattern."""

    id: str
    name: str
    yarn: int
    rule: str  # one of RULES
    rule_words: str
    value: int
    learned: int  # value of the flipped tile, 0 without a tile


@dataclass(frozen=True, slots=True)
class Tile:
    """One pattern tile: the exact side."""

    id: str
    item: int  # place in ITEM_IDS
    cost: list[int]  # by colour


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card of the yarn deck."""

    id: str
    name: str
    kind: str  # "yarn", "event" or "request"
    copies: int
    gives: list[int]  # by colour
    wild: int  # yarn of any colour
    does: str  # what an event says


@dataclass(frozen=True, slots=True)
class Request:
    """A Special Request."""

    id: str
    name: str
    kind: str  # one of COSTS
    cost: list[int]  # by colour, of an exact one
    yarn: int  # how much in all; of "give", to each other player
    quarters: int  # value in quarter points
    favourite: int  # place in CHARACTER_IDS, or -1
    words: str


@dataclass(frozen=True, slots=True)
class Project:
    """A Project."""

    id: str
    name: str
    needs: list[int]  # by item
    points: int


@dataclass(frozen=True, slots=True)
class Space:
    """One action space of a board."""

    shop: int
    craft: int
    any_colours: bool  # ARC-53, of its craft
    exchange: bool
    take: int  # yarn of one colour from the supply
    words: str


@dataclass(frozen=True, slots=True)
class Board:
    """A character board, the same on both sides."""

    id: str
    name: str
    spaces: list[Space]


@dataclass(frozen=True, slots=True)
class Character:
    """One side of a board."""

    id: str
    name: str
    board: int  # place in BOARD_IDS
    favourite: int  # place in REQUEST_IDS


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything a content file says, in the order of the ids above."""

    colours: list[str]
    items: list[Item]
    tiles: list[Tile]
    cards: list[Card]
    requests: list[Request]
    projects: list[Project]
    boards: list[Board]
    characters: list[Character]
    kept: list[int]  # projects in the game, by players from 1 to 4
    skeins: int  # yarn of each colour with limited_supply
    tokens: int  # items of each kind with limited_supply


def load(path: Path = FILE) -> Facts:
    """The bazaar of a file; complains by file and key."""
    document = read(path)
    keys = ["colour", "item", "tile", "yarn", "event", "request", "project", "board", "character"]
    document.only([*keys, "supply", "table"])
    colours = [_colour(e) for e in _each(document, "colour", COLOUR_IDS)]
    requests = [_request(e, colours) for e in _each(document, "request", REQUEST_IDS)]
    supply = document.table("supply")
    facts = Facts(
        colours=colours,
        items=[_item(e) for e in _each(document, "item", ITEM_IDS)],
        tiles=[_tile(e) for e in _each(document, "tile", TILE_IDS)],
        cards=[
            *(_yarn(e, colours) for e in _each(document, "yarn", YARN_IDS)),
            *(_event(e) for e in _each(document, "event", EVENT_IDS)),
            *(Card(r.id, r.name, "request", 1, [0] * len(colours), 0, "") for r in requests),
        ],
        requests=requests,
        projects=[_project(e) for e in _each(document, "project", PROJECT_IDS)],
        boards=[_board(e) for e in _each(document, "board", BOARD_IDS)],
        characters=[_character(e) for e in _each(document, "character", CHARACTER_IDS)],
        kept=_kept(document.table("table")),
        skeins=_skeins(supply),
        tokens=supply.whole("items", range(1, 100)),
    )
    _check_tiles(document, facts)
    _check_cards(document, facts)
    _check_cast(document, facts)
    return facts


def count(letters: str) -> list[int]:
    """A cost in letters as counts by colour.

    >>> count("BBY")
    [2, 0, 0, 0, 0, 1]
    """
    return [letters.count(letter) for letter in COLOUR_IDS]


def fits(rule: str, cost: list[int]) -> bool:
    """ARC-43 to ARC-45. Whether a cost keeps to a general rule."""
    held = sorted(n for n in cost if n)
    if rule == "different":
        return held == [1] * len(held)
    return len(held) == 1 if rule == "same" else held == [1, 2]


def _each(document: Entry, key: str, ids: tuple[str, ...]) -> list[Entry]:
    """The entries of a list in the order of their ids, each id exactly once."""
    found: dict[str, Entry] = {}
    for entry in document.entries(key):
        name = entry.one_of("id", ids)
        if name in found:
            raise entry.complain("id", f"{name} is there twice")
        entry.one_of("from", PROVENANCE)
        found[name] = entry
    for name in ids:
        if name not in found:
            raise document.complain(f"[{key} {name}]", "is missing")
    return [found[name] for name in ids]


def _letters(entry: Entry, key: str) -> list[int]:
    """Yarn written in letters of colours."""
    letters = entry.text(key)
    if any(letter not in COLOUR_IDS for letter in letters):
        colours = listed(list(COLOUR_IDS))
        raise entry.complain(key, f"is written in the letters {colours}, not {echo(letters)}")
    return count(letters)


def _truth(entry: Entry, key: str) -> bool:
    if key in entry.facts and entry.get(key) is not True:
        raise entry.complain(key, "is true or not there")
    return key in entry.facts


def _colour(entry: Entry) -> str:
    entry.only(["id", "name", "from"])
    return entry.text("name")


def _item(entry: Entry) -> Item:
    entry.only(["id", "name", "yarn", "rule", "value", "learned", "from"])
    name = entry.text("id")
    yarn = entry.whole("yarn", range(1, 10))
    rule = entry.one_of("rule", RULES)
    if (name in TILE_ITEMS) != ("learned" in entry.facts):
        raise entry.complain("learned", f"is there for {listed(list(TILE_ITEMS), 'and')} only")
    learned = entry.whole("learned", range(1, 20)) if name in TILE_ITEMS else 0
    if rule == "two" and yarn != len("BBY"):
        raise entry.complain("yarn", f"is 3 for two colours, 2 and 1, not {yarn}")
    words = {
        "different": f"{yarn} different colours",
        "same": f"{yarn} of one colour",
        "two": "2 of one colour, 1 of another",
    }
    value = entry.whole("value", range(1, 20))
    return Item(name, entry.text("name"), yarn, rule, words[rule], value, learned)


def _tile(entry: Entry) -> Tile:
    entry.only(["id", "item", "cost", "from"])
    item = ITEM_IDS.index(entry.one_of("item", TILE_ITEMS))
    return Tile(entry.text("id"), item, _letters(entry, "cost"))


def _yarn(entry: Entry, colours: list[str]) -> Card:
    entry.only(["id", "gives", "wild", "copies", "from"])
    if ("gives" in entry.facts) == ("wild" in entry.facts):
        raise entry.complain("", "must have exactly one of gives and wild")
    gives = _letters(entry, "gives") if "gives" in entry.facts else [0] * len(colours)
    wild = entry.whole("wild", range(1, 10)) if "wild" in entry.facts else 0
    name = f"{wild} of any colour" if wild else _face(gives, colours)
    copies = entry.whole("copies", range(1, 20))
    return Card(entry.text("id"), name, "yarn", copies, gives, wild, "")


def _face(gives: list[int], colours: list[str]) -> str:
    """A yarn card's name: "2 green", or "blue and green" for one of each."""
    if sum(gives) > 1 and max(gives) == 1:
        return listed([name for name, n in zip(colours, gives, strict=True) if n], "and")
    return _spelled(gives, colours)


def _spelled(cost: list[int], colours: list[str]) -> str:
    """Yarn in words: "3 red, 3 yellow", "2 yellow, 1 of each other colour"."""
    if min(cost) == 1:
        more = [f"{n} {name}" for name, n in zip(colours, cost, strict=True) if n > 1]
        return ", ".join([*more, "1 of each other colour" if more else "1 of each colour"])
    return ", ".join(f"{n} {name}" for name, n in zip(colours, cost, strict=True) if n)


def _event(entry: Entry) -> Card:
    entry.only(["id", "name", "does", "copies", "from"])
    copies = entry.whole("copies", range(1, 13))
    gives = [0] * len(COLOUR_IDS)
    return Card(entry.text("id"), entry.text("name"), "event", copies, gives, 0, entry.text("does"))


def _request(entry: Entry, colours: list[str]) -> Request:
    entry.only(["id", "name", "kind", "cost", "yarn", "points", "favourite", "from"])
    kind = entry.one_of("kind", COSTS)
    wrong, right = ("yarn", "cost") if kind == "exact" else ("cost", "yarn")
    if wrong in entry.facts:
        raise entry.complain(wrong, f"a request of kind {kind} has {right} in its place")
    cost = _letters(entry, "cost") if kind == "exact" else [0] * len(colours)
    yarn = sum(cost) if kind == "exact" else entry.whole("yarn", range(1, 20))
    if kind == "different" and yarn > len(colours):
        raise entry.complain("yarn", f"there are only {len(colours)} different colours")
    words = {
        "exact": _spelled(cost, colours),
        "different": f"{yarn} different colours",
        "same": f"{yarn} of one colour",
        "any": f"{yarn} of any colours",
        "give": f"{yarn} of any colours to each other player",
    }
    fan = -1
    if "favourite" in entry.facts:
        fan = CHARACTER_IDS.index(entry.one_of("favourite", CHARACTER_IDS))
    name, quarters = entry.text("name"), _quarters(entry)
    return Request(entry.text("id"), name, kind, cost, yarn, quarters, fan, words[kind])


def _quarters(entry: Entry) -> int:
    """ARC-107. A value that is exact to a quarter point."""
    points = entry.get("points")
    if isinstance(points, bool) or not isinstance(points, int | float):
        raise entry.complain("points", f"must be a number, not {echo(points)}")
    if not 0 < points < MOST_POINTS:
        raise entry.complain(
            "points", f"must be above 0 and below {MOST_POINTS}, not {echo(points)}"
        )
    quarters = 4.0 * points
    if not quarters.is_integer():
        raise entry.complain("points", f"must be exact to a quarter, not {echo(points)}")
    return int(quarters)


def _project(entry: Entry) -> Project:
    entry.only(["id", "name", "needs", "points", "from"])
    needs = entry.table("needs")
    needs.only(ITEM_IDS)
    if not needs.facts:
        raise entry.complain("needs", "has at least one item")
    counts = [needs.whole(item, range(1, 9)) if item in needs.facts else 0 for item in ITEM_IDS]
    points = entry.whole("points", range(1, 100))
    return Project(entry.text("id"), entry.text("name"), counts, points)


def _board(entry: Entry) -> Board:
    entry.only(["id", "name", "space", "from"])
    value = entry.get("space")
    if not isinstance(value, list) or len(value) != SPACES:
        raise entry.complain("space", f"must be a list of {SPACES} spaces")
    spaces = [_space(space) for space in entry.entries("space")]
    return Board(entry.text("id"), entry.text("name"), spaces)


def _space(entry: Entry) -> Space:
    entry.only(["shop", "craft", "any_colours", "exchange", "take"])
    shop = entry.whole("shop", range(1, BAZAAR + 1)) if "shop" in entry.facts else 0
    craft = entry.whole("craft", range(1, 10)) if "craft" in entry.facts else 0
    take = entry.whole("take", range(1, 10)) if "take" in entry.facts else 0
    wild, exchange = _truth(entry, "any_colours"), _truth(entry, "exchange")
    if wild and craft != 1:
        raise entry.complain("any_colours", "goes with craft = 1 (ARC-53)")
    parts = [
        f"Shop {shop}" if shop else "",
        f"Take {take} of one colour" if take else "",
        f"Craft {craft}{' any colours' if wild else ''}" if craft else "",
        "Exchange" if exchange else "",
    ]
    words = " + ".join(part for part in parts if part)
    if not words:
        raise entry.complain("", "has at least one action")
    return Space(shop, craft, wild, exchange, take, words)


def _character(entry: Entry) -> Character:
    entry.only(["id", "name", "board", "favourite", "from"])
    name = entry.text("id")
    board = BOARD_IDS.index(entry.one_of("board", BOARD_IDS))
    if board != CHARACTER_IDS.index(name) // SIDES:
        own = BOARD_IDS[CHARACTER_IDS.index(name) // SIDES]
        raise entry.complain("board", f"{name} is a side of {own}, not of {BOARD_IDS[board]}")
    favourite = REQUEST_IDS.index(entry.one_of("favourite", REQUEST_IDS))
    return Character(name, entry.text("name"), board, favourite)


def _kept(entry: Entry) -> list[int]:
    """ARC-18 and ARC-115. How many projects are kept, by players from 1 to 4."""
    entry.only(["projects", "from"])
    entry.one_of("from", PROVENANCE)
    kept = entry.get("projects")
    among = range(3, len(PROJECT_IDS) + 1)
    if not isinstance(kept, list) or not all(type(n) is int and n in among for n in kept):
        raise entry.complain("projects", f"must be whole numbers from 3 to {len(PROJECT_IDS)}")
    if len(kept) != len(BOARD_IDS):
        raise entry.complain("projects", f"has {len(BOARD_IDS)} numbers, for 1 to 4 players")
    return kept


def _skeins(entry: Entry) -> int:
    """ARC-113. All yarn of one colour, 3-tokens counted in full."""
    entry.only(["yarn", "yarn3", "items", "from"])
    entry.one_of("from", PROVENANCE)
    return entry.whole("yarn", range(1, 100)) + 3 * entry.whole("yarn3", range(100))


def _check_tiles(document: Entry, facts: Facts) -> None:
    """ARC-87. A tile's colours keep to the general rule, and no colour is favoured."""
    for tile in facts.tiles:
        item = facts.items[tile.item]
        if sum(tile.cost) != item.yarn or not fits(item.rule, tile.cost):
            key, words = f"[tile {tile.id}] cost", item.rule_words
            raise document.complain(key, f"keeps to the rule of {item.id}: {words}")
    for kind, name in enumerate(ITEM_IDS):
        tiles = [tile for tile in facts.tiles if tile.item == kind]
        shares = [sorted(tile.cost[c] for tile in tiles) for c in range(len(COLOUR_IDS))]
        if any(share != shares[0] for share in shares):
            raise document.complain("[tile]", f"the six colours are not equal on the {name} tiles")


def _check_cards(document: Entry, facts: Facts) -> None:
    """ARC-11. 74 yarn cards with every colour 22 times, 12 events, 16 projects of 348 points."""
    yarn = [card for card in facts.cards if card.kind == "yarn"]
    if sum(card.copies for card in yarn) != YARN_CARDS:
        n = sum(card.copies for card in yarn)
        raise document.complain("[yarn] copies", f"{YARN_CARDS} cards in all, not {n}")
    for c, letter in enumerate(COLOUR_IDS):
        n = sum(card.copies * card.gives[c] for card in yarn)
        if n != EACH_COLOUR:
            key = "[yarn] gives"
            raise document.complain(key, f"{letter} is on the cards {EACH_COLOUR} times, not {n}")
    n = sum(card.copies for card in facts.cards if card.kind == "event")
    if n != EVENT_CARDS:
        raise document.complain("[event] copies", f"{EVENT_CARDS} cards in all, not {n}")
    n = sum(project.points for project in facts.projects)
    if n != PROJECT_POINTS:
        raise document.complain("[project] points", f"{PROJECT_POINTS} in all, not {n}")


def _check_cast(document: Entry, facts: Facts) -> None:
    """ARC-102. Every favourite names its character, and nobody else."""
    for c, character in enumerate(facts.characters):
        fans = [r.id for r in facts.requests if r.favourite == c]
        if fans != [facts.requests[character.favourite].id]:
            named = listed(fans, "and") if fans else "none"
            key = f"[character {character.id}] favourite"
            own = facts.requests[character.favourite].id
            raise document.complain(key, f"is {own}, but the requests that name them are: {named}")


FACTS: Final = load()
