"""Positions and content of R.A.V.E.L. that are wrong: each complaint names its key."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ravelbox.games.ravel import plates
from ravelbox.games.ravel.plates import CARDS
from ravelbox.games.ravel.view import card_facts, house_of
from ravelbox.kernel import position
from ravelbox.kernel.errors import ContentError, PositionError
from ravelbox.kernel.match import digest
from ravelbox.kernel.options import Value
from tests.games.ravel.bench import GAME, X, bench, new

ADVANCED_RESET = {"n": "1S", "e": "2S (3S) (4S)", "s": "5S 6S", "reward": "15A"}


def document(**changes: Any) -> dict[str, Any]:
    """The demonstration puzzle at its first turn, with some keys changed."""
    match = new()
    return position.dump(GAME, match.header.options, match.state) | changes


def test_a_position_is_readable() -> None:
    """Dice, stacks and bags are short texts."""
    found = document()
    assert found["dice"] == "K5 B3 B4 W4 K6 O5 W6 O2"
    assert found["stacks"] == {
        "N": "8S (a) (a) (a)",
        "E": "14S (a) (a) (a)",
        "S": "4S (a) (a) (a)",
        "W": "5S (a) (a) (a)",
    }
    assert found["bags"] == {"a": "1S 2S 3S 6S 7S 9S 10S 11S 12S 13S 15S 16S"}
    assert found["agenda"] == ["take-turn 0 0"]


def test_a_position_may_be_typed_in_as_toml() -> None:
    """A printed box on a table becomes a document by hand."""
    text = """
    ravelbox-position = 1
    game = "ravel"
    dice = "O2 W5 O6 K3 B3 W3 K1 B4"
    deck = "1S 2S 3S 4S 5S 6S 7S 8S 9S 10S 11S 12S 13S 14S 15S 16S"
    tokens = [1, 7]
    hand = ""
    steps = []
    removed = "2S 3S 4S 5S 6S 7S 8S 10S 11S 12S 15S 16S"
    result = "playing"
    agenda = ["take-turn 0 0"]
    stacks = { N = "1S", E = "13S", S = "9S (a)", W = "" }
    bags = { a = "14S" }
    counts = { turns = 19, tinkers = 7, declined = 0, rerolls = 0, resets = 0 }
    """
    _, _, state = position.load(position.parse(text))
    drawn = bench(X, n="1S", e="13S", s="9S (14S)", tokens="1/8")
    assert state.legal() == drawn.state.legal()


def test_a_position_with_borrowing_bags_comes_back() -> None:
    """After an Advanced reset one bag borrows from another, and the document says so."""
    b = bench(X, **ADVANCED_RESET)
    b.play("reset", "keep S", "extra N", up="3S 1S 2S")
    found = position.dump(GAME, GAME.options_of({}), b.state)
    assert " ".join(found["bags"].values()).split().count("4S") == 1
    _, _, again = position.load(found)
    assert digest(again) == digest(b.state)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"ravelbox-position": 2}, "ravelbox-position: must be 1, not 2"),
        ({"game": "revel"}, "did you mean"),
        ({"options": {"tokens": 99}}, "possible are 8 to 12"),
        ({"options": 5}, "options: must be an object"),
        ({"dicee": ""}, "unknown key"),
        ({"dice": "K5 B3 B4 W4 K6 O5 W6"}, "dice: there are 8 spaces, not 7"),
        ({"dice": "K5 K3 B4 W4 K6 O5 W6 O2"}, "dice: there are two K dice, not three"),
        ({"dice": "K7 B3 B4 W4 K6 O5 W6 O2"}, 'dice: "K7" is no die'),
        ({"dice": "K0 B3 B4 W4 K6 O5 W6 O2"}, "dice: every space holds a die"),
        ({"dice": 5}, "dice: must be a text"),
        ({"tokens": [7, 2]}, "tokens: 7 and 2 do not make the 8"),
        ({"tokens": [9, -1]}, "tokens: must be a number from 0 up"),
        ({"tokens": 8}, "tokens: must be two numbers"),
        ({"stacks": {"N": "8S"}}, "stacks: must name N, E, S and W"),
        ({"stacks": {"N": "99S", "E": "", "S": "", "W": ""}}, 'stacks N: "99S" is neither'),
        ({"bags": {"a": "1S 2S 3S 6S 7S 9S 10S 11S 12S 13S 15S"}}, "deck: must list"),
        ({"bags": {"b": "1S"}}, "bags: must be lettered a"),
        ({"removed": "1S"}, "stacks: card 1S is there twice"),
        ({"removed": "1A"}, "stacks: a game has 16 cards, not 17"),
        ({"hand": "1S 2S"}, "hand: holds one card at most"),
        ({"steps": ["stop"]}, "steps: "),
        ({"steps": ["hop"]}, "steps: "),
        ({"steps": 3}, "steps: must be a list of texts"),
        ({"counts": {"turns": 1}}, "counts: must be an object of turns"),
        ({"result": "drawn"}, "result: must be playing, won or lost"),
        ({"result": "won"}, "result: a game is over exactly when"),
        ({"agenda": []}, "result: a game is over exactly when"),
        ({"agenda": ["take-turn"]}, 'is not like "nudge 2 0"'),
        ({"agenda": ["nudge 9 0", "remove-cog 0 0", "begin-turn 0 0"]}, "out of bounds"),
        ({"agenda": ["nudge 2 0", "begin-turn 0 0"]}, "cannot be what is left to do"),
        ({"agenda": ["nudge 2 0", "remove-cog 0 0", "begin-turn 0 0"]}, "hand: a card is in hand"),
        ({"agenda": ["turn-up 0 0", "begin-turn 0 0"]}, "turn-up names a side"),
    ],
)
def test_an_impossible_position_names_the_key(changes: dict[str, Any], said: str) -> None:
    """Component by component: what is wrong, and where."""
    with pytest.raises(PositionError) as refusal:
        position.load(document(**changes))
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    ("old", "new_", "said"),
    [
        ('name = "Low Gear"', 'nam = "Low Gear"', '[cog 5S] nam: unknown key; did you mean "name"'),
        (
            "all_at_most = 3",
            "all_at_mots = 3",
            'all_at_mots: unknown key; did you mean "all_at_most"',
        ),
        ("all_at_most = 3", "all_at_most = 9", "must be a whole number from 1 to 6, not 9"),
        ("all_at_most = 3", "all_at_most = true", "not True"),
        ("all_at_most = 3", 'all_at_most = 3, parity = "odd"', 'parity: goes only with "both"'),
        ("all_at_most = 3", "all_at_most = 3, sum_at_most = 4", "exactly one thing, not 2"),
        ("{ all_at_most = 3 }", "3", "condition: must be a table"),
        (
            'both = "orange" }',
            'both = "orang" }',
            'must be orange, white, black or blue, not "orang"',
        ),
        ('id = "5S"', 'id = "5X"', "[cog 5X] id"),
        ('id = "5S"', 'id = "4S"', "card 4S is there twice"),
        ('needs = "all 3 or less"', 'needs = ""', "needs: must be a text"),
        ("reward = { flip = 1 }", "reward = { flipp = 1 }", "did you mean"),
        ("reward = { flip = 1 }\n", "", "[cog 1S] reward: is missing"),
        ("[[cog]]", "[cog]", "cogs.toml"),
    ],
)
def test_a_wrong_content_file_cites_file_and_key(
    tmp_path: Path, old: str, new_: str, said: str
) -> None:
    """Each slip in the file is found where it is."""
    text = plates.FILE.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "cogs.toml"
    file.write_text(text.replace(old, new_, 1), encoding="utf-8")
    with pytest.raises(ContentError) as refusal:
        plates.load(file)
    assert said in str(refusal.value)
    assert "cogs.toml" in str(refusal.value)


def test_a_missing_card_is_missed(tmp_path: Path) -> None:
    """All 32 cards must be there."""
    text = plates.FILE.read_text(encoding="utf-8")
    without = re.sub(r'\[\[cog\]\]\nid = "9A".*?\n\n', "", text, flags=re.DOTALL)
    file = tmp_path / "cogs.toml"
    file.write_text(without, encoding="utf-8")
    with pytest.raises(ContentError, match=r"\[cog 9A\]: is missing"):
        plates.load(file)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A path that leads nowhere, and bytes that are no text."""
    with pytest.raises(ContentError, match=r"nowhere.toml"):
        plates.load(tmp_path / "nowhere.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ContentError, match=r"bytes.toml"):
        plates.load(tmp_path / "bytes.toml")


def test_a_position_that_is_already_lost_is_refused() -> None:
    """No token and no cog met at the beginning of a turn is defeat, not a question (RVL-96)."""
    with pytest.raises(PositionError, match="the game is lost"):
        position.load(document(tokens=[0, 8]))


def test_plates_say_what_the_options_make_of_them() -> None:
    """A disputed card is worded as the table plays it (rulings Q8, Q9, Q11)."""

    def needs(card: str, option: str = "tokens", value: Value = 8) -> str:
        house = house_of(GAME.options_of({option: value}))
        return str(card_facts(CARDS.index(card), house)["needs"])

    assert needs("11S") == "three in a row, any order"
    assert needs("11S", "street_std_order", "not_ordered") == "three in a row, but not in order"
    assert needs("11A", "street_adv_dir", "reading") == "three in a row, ascending as you read"
    assert needs("15S", "pair_match", "exactly_two") == "exactly two equal values"
    assert "exactly two" in needs("15A", "pair_match", "exactly_two")
    assert needs("16A", "pair_match", "exactly_two") == needs("16A")


def test_a_street_is_read_as_it_lies_on_the_table() -> None:
    """For 11A the reading of a side goes left to right or top to bottom, on all four sides."""
    b = bench("O1 W2 O3 K4 B5 W6 K1 B2", n="11A", e="1A", s="2A", w="3A")
    assert GAME.view(b.state, 0).table["read"]["N"] == "1 · 2 · 3"
    b = bench("O1 W2 O3 K4 B5 W6 K1 B2", s="11A")
    assert GAME.view(b.state, 0).table["read"]["S"] == "1 · 6 · 5"
    b = bench("O1 W2 O3 K4 B5 W6 K1 B2", w="11A")
    assert GAME.view(b.state, 0).table["read"]["W"] == "1 · 2 · 1"
