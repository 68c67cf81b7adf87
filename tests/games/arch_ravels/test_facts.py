"""The content of Arch Ravels: what is in the box, that the rules page says so, and slips in a file."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ravelbox.games.arch_ravels import facts
from ravelbox.games.arch_ravels.facts import (
    BOARD_IDS,
    CARD_IDS,
    CHARACTER_IDS,
    COLOUR_IDS,
    EVENT_IDS,
    FACTS,
    PROJECT_IDS,
    REQUEST_IDS,
    TILE_IDS,
    YARN_IDS,
    Board,
    Request,
)
from ravelbox.kernel.errors import ContentError

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "arch_ravels.md"
TEXT = facts.FILE.read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The lines of the first table under a heading of the rules page, cell by cell."""
    part = PAGE.read_text(encoding="utf-8").split(f"\n### {heading}")[1].split("\n###")[0]
    lines = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line] for line in lines[2:]]


def counts(cost: str) -> list[int]:
    """A cost of the rules page, such as "3 R 3 Y" or "G O R Y", by colour."""
    found = [0] * len(COLOUR_IDS)
    for many, letter in re.findall(r"(\d* ?)([BGOPRY])\b", cost):
        found[COLOUR_IDS.index(letter)] += int(many) if many.strip() else 1
    return found


def test_the_engine_counts_in_the_order_of_the_ids() -> None:
    """A number of the engine is a place in these lists."""
    assert [tile.id for tile in FACTS.tiles] == list(TILE_IDS)
    assert [card.id for card in FACTS.cards] == list(CARD_IDS)
    assert [request.id for request in FACTS.requests] == list(REQUEST_IDS)
    assert [project.id for project in FACTS.projects] == list(PROJECT_IDS)
    assert [board.id for board in FACTS.boards] == list(BOARD_IDS)
    assert [character.id for character in FACTS.characters] == list(CHARACTER_IDS)
    assert [tile.item for tile in FACTS.tiles] == [1] * 6 + [2] * 6 + [3] * 6
    assert [character.board for character in FACTS.characters] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert CARD_IDS.index("yw") == 22
    assert CARD_IDS.index("cat") == 23
    assert CARD_IDS.index("r01") == 28


def test_the_box_is_complete() -> None:
    """74 yarn cards with every colour 22 times, 12 events, 26 requests, 16 projects, 18 tiles."""
    kinds = Counter[str]()
    colours = [0] * len(COLOUR_IDS)
    for card in FACTS.cards:
        kinds[card.kind] += card.copies
        colours = [n + card.copies * m for n, m in zip(colours, card.gives, strict=True)]
    assert kinds == {"yarn": 74, "event": 12, "request": 26}
    assert colours == [22] * 6
    assert sum(card.wild * card.copies for card in FACTS.cards) == 12
    assert sum(project.points for project in FACTS.projects) == 348
    needed = [sum(project.needs[item] for project in FACTS.projects) for item in range(5)]
    assert needed == [14, 9, 10, 10, 8]
    assert (FACTS.skeins, FACTS.tokens, FACTS.kept) == (24, 8, [8, 8, 9, 10])


def test_every_colour_is_equal_on_the_tiles() -> None:
    """One Bear, one double and one single colour of Mittens, four Scarves."""
    for colour in range(len(COLOUR_IDS)):
        on = [[tile.cost[colour] for tile in FACTS.tiles if tile.item == k] for k in (1, 2, 3)]
        assert [sorted(each) for each in on] == [
            [0, 0, 0, 0, 0, 3],
            [0, 0, 0, 0, 1, 2],
            [0, 0, 1, 1, 1, 1],
        ]


def test_the_favourites_name_their_characters() -> None:
    """Each character has a favourite of its own, and the request says whose it is."""
    loved = {character.id: character.favourite for character in FACTS.characters}
    assert len(set(loved.values())) == 8
    assert {
        CHARACTER_IDS[r.favourite]: n for n, r in enumerate(FACTS.requests) if r.favourite >= 0
    } == loved
    assert FACTS.requests[loved["eliza"]].name == "Robot"


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("y1_o", "1 orange"),
        ("y2_g", "2 green"),
        ("yd_or", "orange and red"),
        ("yt_gop", "green, orange and purple"),
        ("yw", "2 of any colour"),
        ("cat", "Tangled Cat"),
        ("r08", "Robot"),
    ],
)
def test_cards_have_plain_names(card: str, name: str) -> None:
    """A yarn card is called what it gives."""
    assert FACTS.cards[CARD_IDS.index(card)].name == name


def test_costs_and_spaces_are_said_in_words() -> None:
    """What a page shows beside a pattern, a request or a space."""
    said = {request.id: request.words for request in FACTS.requests}
    assert said["r14"] == "3 red, 3 yellow"
    assert said["r05"] == "1 of each colour"
    assert said["r06"] == "2 yellow, 1 of each other colour"
    assert said["r04"] == "3 different colours"
    assert said["r08"] == "5 of one colour"
    assert said["r01"] == "9 of any colours"
    assert said["r10"] == "2 of any colours to each other player"
    assert [item.rule_words for item in FACTS.items] == [
        "2 different colours",
        "3 of one colour",
        "2 of one colour, 1 of another",
        "4 different colours",
        "5 of one colour",
    ]
    events = [card for card in FACTS.cards if card.kind == "event"]
    assert [card.id for card in events] == list(EVENT_IDS)
    assert all(len(card.does) > 10 for card in events)


def test_the_page_has_the_items_and_boards_of_the_box() -> None:
    """Sections 8.1 and 8.2 of the rules page."""
    assert [[row[0], row[1], row[2], row[4], row[5], row[6]] for row in rows("8.1")] == [
        [i.id, i.name, str(i.yarn), str(i.value), str(i.learned or "–"), str(FACTS.tokens)]
        for i in FACTS.items
    ]
    for board, row in zip(FACTS.boards, rows("8.2"), strict=True):
        assert row[0] == board.name
        assert row[1:3] == cast_of(board)
        assert row[3:7] == [space.words for space in board.spaces]


def cast_of(board: Board) -> list[str]:
    """Both characters of a board with their favourites."""
    return [
        f"{character.name}, {FACTS.requests[character.favourite].name}"
        for character in FACTS.characters
        if FACTS.boards[character.board] is board
    ]


def test_the_page_has_the_tiles_and_cards_of_the_box() -> None:
    """Sections 8.4 to 8.6 of the rules page."""
    tiles = {row[k]: row[k + 1] for row in rows("8.4") for k in (0, 2, 4)}
    assert {tile.id: tile.cost for tile in FACTS.tiles} == {
        name: counts(cost) for name, cost in tiles.items()
    }
    copies = {name: int(row[2]) for row in rows("8.5") for name in row[0].split()}
    assert copies == {card.id: card.copies for card in FACTS.cards if card.id in YARN_IDS}
    assert [row[:3] for row in rows("8.6")] == [
        [card.id, card.name, str(card.copies)] for card in FACTS.cards if card.kind == "event"
    ]


def test_the_page_has_the_projects_of_the_box() -> None:
    """Section 8.7 of the rules page, with the yarn inside."""
    assert [row[:2] for row in rows("8.7")] == [[p.id, p.name] for p in FACTS.projects]
    for project, row in zip(FACTS.projects, rows("8.7"), strict=True):
        assert [int(cell or 0) for cell in row[2:7]] == project.needs
        yarn = sum(n * item.yarn for n, item in zip(project.needs, FACTS.items, strict=True))
        assert [int(cell) for cell in row[7:9]] == [project.points, yarn]


def test_the_page_has_the_requests_of_the_box() -> None:
    """Section 8.8 of the rules page."""
    assert [row[0] for row in rows("8.8")] == list(REQUEST_IDS)
    for request, row in zip(FACTS.requests, rows("8.8"), strict=True):
        assert row[1] == request.name
        assert 4 * float(row[4].replace("¾", ".75")) == request.quarters
        fan = FACTS.characters[request.favourite].name if request.favourite >= 0 else "–"
        assert row[5] == fan
        if request.kind == "exact" and min(request.cost) == 0:
            assert counts(row[2]) == request.cost
        else:
            assert row[2] == in_letters(request)
        assert row[3] == ("2 × (n − 1)" if request.kind == "give" else str(request.yarn))


def in_letters(request: Request) -> str:
    """The words of a request as the rules page has them."""
    words = request.words.replace("2 yellow", "2 Y")
    return f"give {words}" if request.kind == "give" else words


def test_every_entry_says_how_it_is_known() -> None:
    """Provenance stands in the file, and only the four words for it."""
    document = tomllib.loads(TEXT)
    entries: list[dict[str, Any]] = [
        entry
        for part in document.values()
        for entry in (part if isinstance(part, list) else [part])
    ]
    assert len(entries) == 6 + 5 + 18 + 23 + 5 + 26 + 16 + 4 + 8 + 2
    said = Counter(entry["from"] for entry in entries)
    assert set(said) == {"rulebook", "public", "derived"}
    assert said["derived"] == 7  # the 1-yarn cards and the tokens
    ones = {entry["id"] for entry in document["yarn"] if entry["from"] == "derived"}
    assert ones == set(YARN_IDS[:6])


PROJECT = 'needs = { hat = 1, scarf = 1 }\npoints = 13\nfrom = "public"\n'


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        # the words of an entry
        ('id = "B"', 'id = "Q"', '[colour Q] id: must be B, G, O, P, R or Y, not "Q"'),
        ('id = "y2_g"', 'id = "y2_b"', "[yarn y2_b] id: y2_b is there twice"),
        ("copies = 2\n", "copys = 2\n", '[yarn y1_b] copys: unknown key; did you mean "copies"?'),
        ("copies = 2\n", "", "[yarn y1_b] copies: is missing"),
        ("copies = 2\n", 'copies = "2"\n', "[yarn y1_b] copies: must be a whole number from 1 to 19"),
        ('name = "Hat"', 'name = ""', "[item hat] name: must be a text"),
        ('from = "public"', 'from = "heard"', "[item hat] from: must be rulebook, public, derived"),
        ('cost = "BBY"', 'cost = "BBX"', "[tile mitt_bby] cost: is written in the letters B, G, O"),
        ('cost = "BBY"', "cost = 3", "[tile mitt_bby] cost: must be a text, not 3"),
        ('[[colour]]\nid = "B"', '[[color]]\nid = "B"', 'color: unknown key; did you mean "colour"?'),
        # items and tiles
        ("yarn = 2\n", "yarn = 0\n", "[item hat] yarn: must be a whole number from 1 to 9, not 0"),
        ('rule = "two"', 'rule = "three"', "[item mittens] rule: must be different, same or two"),
        ("value = 2\n", "value = 2\nlearned = 2\n", "[item hat] learned: is there for bear, mittens"),
        ("learned = 3\n", "", "[item bear] learned: is there for bear, mittens and scarf only"),
        ('rule = "same"', 'rule = "two"', "[tile bear_b] cost: keeps to the rule of bear"),
        ('yarn = 3\nrule = "two"', 'yarn = 4\nrule = "two"', "[item mittens] yarn: is 3 for two col"),
        ('item = "bear"', 'item = "hat"', "[tile bear_b] item: must be bear, mittens or scarf"),
        ('cost = "GGG"', 'cost = "GGB"', "[tile bear_g] cost: keeps to the rule of bear: 3 of one"),
        ('cost = "GGG"', 'cost = "GG"', "[tile bear_g] cost: keeps to the rule of bear: 3 of one"),
        ('cost = "GGG"', 'cost = "BBB"', "[tile]: the six colours are not equal on the bear tiles"),
        ('cost = "BBY"', 'cost = "BBG"', "[tile]: the six colours are not equal on the mittens tile"),
        # the yarn deck
        ("copies = 6\n", "copies = 5\n", "[yarn] copies: 74 cards in all, not 73"),
        ('gives = "BB"', 'gives = "BBB"', "[yarn] gives: B is on the cards 22 times, not 28"),
        ("wild = 2\n", 'wild = 2\ngives = "B"\n', "[yarn yw]: must have exactly one of gives and wild"),
        ("wild = 2\n", "", "[yarn yw]: must have exactly one of gives and wild"),
        ("copies = 3\n", "copies = 4\n", "[event] copies: 12 cards in all, not 13"),
        ('id = "donate"', 'id = "trade"', "[event trade] id: must be cat, sale, donate, clerk or circ"),
        # requests
        ('kind = "any"', 'kind = "all"', "[request r01] kind: must be exact, different, same, any or"),
        ("yarn = 9\n", 'cost = "B"\n', "[request r01] cost: a request of kind any has yarn in its pl"),
        ('cost = "GGOO"', "yarn = 4", "[request r02] yarn: a request of kind exact has cost in its"),
        ("yarn = 3\npoints = 6", "yarn = 7\npoints = 6", "[request r04] yarn: there are only 6 differ"),
        ("points = 9.75", "points = 9.8", "[request r14] points: must be exact to a quarter, not 9.8"),
        ("points = 9.75", "points = true", "[request r14] points: must be a number, not True"),
        ("points = 9.75", 'points = "9¾"', '[request r14] points: must be a number, not "9¾"'),
        ("points = 9.75", "points = nan", "[request r14] points: must be above 0 and below 100"),
        ("points = 9.75", "points = 100", "[request r14] points: must be above 0 and below 100"),
        ('favourite = "theo"', 'favourite = "thea"', "[request r02] favourite: must be rebecca, theo"),
        ('favourite = "theo"\n', "", "[character theo] favourite: is r02, but the requests that name"),
        ('favourite = "r02"', 'favourite = "r09"', "[character theo] favourite: is r09, but the reque"),
        # projects, boards and characters
        ("{ hat = 1, scarf = 1 }", "{ hat = 1, cape = 1 }", "[project p01] needs cape: unknown key"),
        ("{ hat = 1, scarf = 1 }", "{}", "[project p01] needs: has at least one item"),
        ("{ hat = 1, scarf = 1 }", "3", "[project p01] needs: must be a table such as"),
        ("points = 13\nfrom", "points = 14\nfrom", "[project] points: 348 in all, not 349"),
        (f'[[project]]\nid = "p01"\nname = "Lumberjack"\n{PROJECT}', "", "[project p01]: is missing"),
        ("[{ shop = 4 }, ", "[", "[board thrifty_shopper] space: must be a list of 4 spaces"),
        ("{ shop = 4 }", "{ shop = 7 }", "[space 1] shop: must be a whole number from 1 to 6, not 7"),
        ("{ shop = 4 }", "{}", "[space 1]: has at least one action"),
        ("any_colours = true", "any_colours = false", "[space 3] any_colours: is true or not there"),
        ("craft = 1, any", "craft = 2, any", "[space 3] any_colours: goes with craft = 1 (ARC-53)"),
        ('board = "yarn_spinner"', 'board = "master_crafter"', "ted is a side of yarn_spinner, not of"),
        # the rest of the box
        ("projects = [8, 8, 9, 10]", "projects = [8, 8, 9]", "table projects: has 4 numbers, for 1 to 4"),
        ("projects = [8, 8, 9, 10]", "projects = 8", "table projects: must be whole numbers from 3 to"),
        ("[8, 8, 9, 10]", "[8, 8, 9, 17]", "table projects: must be whole numbers from 3 to 16"),
        ("yarn3 = 3", "yarn3 = -3", "supply yarn3: must be a whole number from 0 to 99, not -3"),
        ("items = 8", "items = 0", "supply items: must be a whole number from 1 to 99, not 0"),
        ("[[event]]", "[event]", "bazaar.toml: is not TOML"),
    ],
)  # fmt: skip
def test_a_wrong_content_file_cites_file_and_key(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    """Each slip in the file is found where it is, and said in one line."""
    assert old in TEXT
    file = tmp_path / "bazaar.toml"
    file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError) as refusal:
        facts.load(file)
    assert said in str(refusal.value)
    assert "bazaar.toml" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_an_unchanged_copy_is_the_same_box(tmp_path: Path) -> None:
    """Content may lie anywhere, its entries in any order."""
    parts = TEXT.split("\n[[")
    file = tmp_path / "bazaar.toml"
    turned = "\n[[".join([parts[0], *reversed(parts[1:-1]), parts[-1]])
    file.write_text(turned, encoding="utf-8")
    assert facts.load(file) == FACTS


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A path that leads nowhere."""
    with pytest.raises(ContentError, match=r"nowhere.toml"):
        facts.load(tmp_path / "nowhere.toml")
