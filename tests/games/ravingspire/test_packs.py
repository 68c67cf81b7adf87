"""Packs of owners: where they lie, what they replace and add, and that a bad one does no harm."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import platformdirs
import pytest

from ravelbox.games.ravingspire import facts
from ravelbox.games.ravingspire.facts import Facts, Reader, check, gather
from ravelbox.games.ravingspire.packs import (
    VARIABLE,
    choices,
    chosen_by,
    data_folder,
    decks_of,
    heroes_of,
    owners_folders,
    starting_deck,
)
from ravelbox.kernel.errors import ContentError
from tests.games.ravingspire.owner import CARD, HEAD, HERO, SHIPPED, pack, read

TOOL = """pack = "my_box"
deck = "starter"

[[card]]
id = "my_tool"
replaces = "tool"
name = "Tool"
types = ["Relic"]
slots = ["R"]
power = "1 skill"
copies = 28
text = ""
flavour = "Printed."
abilities = []
provenance = "owner"
"""


def ids(found: Facts, kinds: list[int]) -> set[str]:
    """The ids of these kinds."""
    return {found.cards[kind].id for kind in kinds}


def sizes(found: Facts, packs: tuple[str, ...]) -> dict[str, int]:
    """How many cards each deck has."""
    return {deck: len(kinds) for deck, kinds in decks_of(found, packs).items()}


def test_the_data_folder_is_the_one_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernel and games need only the standard library, and find the same folder."""
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert data_folder() == platformdirs.user_data_path("ravelbox", appauthor=False)
    for shared in ("/somewhere/else", "relative", ""):
        monkeypatch.setenv("XDG_DATA_HOME", shared)
        assert data_folder() == platformdirs.user_data_path("ravelbox", appauthor=False)


def test_every_platform_has_its_data_folder() -> None:
    """As platformdirs has it there."""
    home = Path.home()
    assert data_folder("linux", {}) == home / ".local/share/ravelbox"
    assert data_folder("darwin", {}) == home / "Library/Application Support/ravelbox"
    assert data_folder("win32", {"LOCALAPPDATA": "C"}) == Path("C/ravelbox")
    assert data_folder("win32", {}) == home / "AppData/Local/ravelbox"


def test_packs_are_found_where_the_variable_says(tmp_path: Path) -> None:
    """Pack folders, or folders of pack folders, with the separator of paths between them."""
    one = pack(tmp_path / "one", CARD)
    two, three = pack(tmp_path / "shelf" / "two"), pack(tmp_path / "shelf" / "three")
    named = os.pathsep.join([str(one), str(tmp_path / "shelf"), str(one), " "])
    assert owners_folders({VARIABLE: named}) == [one, three, two]
    nowhere = tmp_path / "nowhere"
    assert owners_folders({VARIABLE: str(nowhere)}) == [nowhere]
    assert "nowhere" in gather([nowhere], SHIPPED).refused[0]
    (tmp_path / "empty").mkdir()
    assert owners_folders({VARIABLE: str(tmp_path / "empty")}) == []
    (tmp_path / "empty" / "pack.tml.toml").touch()
    assert owners_folders({VARIABLE: str(tmp_path / "empty")}) == [tmp_path / "empty"]


@pytest.mark.skipif(sys.platform == "win32", reason="the data folder is another there")
def test_packs_are_found_in_the_data_folder(tmp_path: Path) -> None:
    """Without the variable; and where there are none, none are found."""
    given = {"XDG_DATA_HOME": str(tmp_path)}
    assert owners_folders(given) == []
    mine = pack(tmp_path / "ravelbox" / "packs" / "ravingspire" / "mine")
    assert owners_folders(given) == [mine]
    assert owners_folders({**given, VARIABLE: str(tmp_path / "other")}) == [tmp_path / "other"]


def test_a_user_without_a_home_has_no_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to look into."""

    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    assert owners_folders({}) == []


def test_a_bad_pack_is_left_out_and_says_why(tmp_path: Path) -> None:
    """Good ones are read all the same, by id, each as a whole or not at all."""
    fine = CARD.replace("my_", "a_").replace("of My", "of Her")
    good = pack(tmp_path / "z", fine, head=HEAD.replace("my_box", "a_box"))
    twice = CARD.replace("[[card]]", "[[card]]\nwrong = 1", 1)
    bad = pack(tmp_path / "a", CARD, twice)
    broken = pack(tmp_path / "b", head="[pack")
    found = gather([bad, broken, good], SHIPPED)
    assert [each.id for each in found.packs] == ["base", "goblin_queen", "a_box"]
    assert found.cards[:308] == SHIPPED.cards
    assert [card.id for card in found.cards[308:]] == ["a_spade"]
    assert len(found.refused) == 2
    assert found.refused[0].startswith(f"{broken}: ")
    assert "is not TOML" in found.refused[0]
    assert "a/cards_1.toml [card my_spade] wrong: unknown key" in found.refused[1]


def test_a_deeply_nested_file_does_no_harm(tmp_path: Path) -> None:
    """A file that exhausts the parser is one that cannot be read."""
    deep = pack(tmp_path / "deep", f"x = {'[' * 5000}{']' * 5000}")
    long = pack(tmp_path / "long", f"x = {'9' * 5000}")
    assert len(gather([deep, long], SHIPPED).refused) == 2


def test_owners_packs_come_by_id_and_after_what_they_require(tmp_path: Path) -> None:
    """A pack may stand on another one, whatever its name."""
    upper = HEAD.replace("my_box", "a_upper").replace('["base"]', '["base", "b_lower"]')
    lower = HEAD.replace("my_box", "b_lower")
    folders = [
        pack(tmp_path / "1", CARD.replace("my_", "a_").replace("a_box", "a_upper"), head=upper),
        pack(
            tmp_path / "2", CARD.replace("my_box", "b_lower").replace("of My", "of Her"), head=lower
        ),
    ]
    found = gather(folders, SHIPPED)
    assert found.refused == ()
    assert [each.id for each in found.packs][2:] == ["b_lower", "a_upper"]
    assert choices(found) == (
        "base",
        "goblin_queen",
        "b_lower",
        "goblin_queen+b_lower",
        "b_lower+a_upper",
        "goblin_queen+b_lower+a_upper",
    )


def test_the_same_pack_twice_is_read_once(tmp_path: Path) -> None:
    """The second is refused by its id."""
    folders = [pack(tmp_path / "1", CARD), pack(tmp_path / "2", CARD)]
    found = gather(folders, SHIPPED)
    assert len(found.cards) == 309
    assert "pack id: my_box is the id of another pack" in found.refused[0]


def test_the_box_runs_beside_a_bad_pack(tmp_path: Path) -> None:
    """Importing the facts is enough to find the packs, and a bad one is only named."""
    pack(tmp_path / "good", CARD)
    pack(tmp_path / "bad", head="[pack")
    script = (
        "from ravelbox.games.ravingspire.facts import FACTS\n"
        "print([pack.id for pack in FACTS.packs], len(FACTS.refused))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {VARIABLE: str(tmp_path)},
    )
    assert done.stdout.strip() == "['base', 'goblin_queen', 'my_box'] 1"


def test_rsp_154_an_expansion_adds_to_the_decks() -> None:
    """Its Loot, Tower and Foe cards are in their decks, its Encounter cards apart for the top third."""
    plain, more = sizes(SHIPPED, ()), sizes(SHIPPED, ("goblin_queen",))
    assert plain == {
        "encounter": 221, "encounter_top": 0, "loot": 52, "foe": 12, "tower": 9, "spire": 5, "starter": 101,
    }  # fmt: skip
    assert more == plain | {"encounter_top": 16, "loot": 56, "foe": 13, "tower": 10, "spire": 1}
    top = decks_of(SHIPPED, ("goblin_queen",))["encounter_top"]
    assert {SHIPPED.cards[kind].pack for kind in top} == {"goblin_queen"}
    assert heroes_of(SHIPPED, ()) == list(range(9))
    assert heroes_of(SHIPPED, ("goblin_queen",)) == list(range(10))


def test_rsp_155_the_spire_card_of_an_expansion_is_the_final_challenge() -> None:
    """The five others stay in the box."""
    (spire,) = decks_of(SHIPPED, ("goblin_queen",))["spire"]
    assert SHIPPED.cards[spire].id == "the_goblin_queen_at_home"


def test_copies_count_in_every_deck() -> None:
    """A kind comes as often as it has copies."""
    deck = Counter(decks_of(SHIPPED, ())["encounter"])
    assert all(SHIPPED.cards[kind].copies == n for kind, n in deck.items())
    assert deck[SHIPPED.kind["rusted_cleaver"]] == 2


def test_a_replacement_takes_the_place_of_a_card(tmp_path: Path) -> None:
    """The replaced and the dropped card are out, but only where the pack is chosen."""
    text = CARD.replace("copies = 2", 'copies = 3\nreplaces = "gravediggers_spade"')
    head = HEAD.replace("drop = []", 'drop = ["fire_pot"]')
    found = read(pack(tmp_path / "my_box", text, kind="replacement", head=head))
    with_it, without = decks_of(found, ("my_box",)), decks_of(found, ())
    fire = found.cards[found.kind["fire_pot"]].copies
    assert len(with_it["encounter"]) == 221 - 2 + 3 - fire
    assert with_it["encounter_top"] == []
    assert not ids(found, with_it["encounter"]) & {"gravediggers_spade", "fire_pot"}
    assert with_it["encounter"].count(found.kind["my_spade"]) == 3
    assert without == decks_of(SHIPPED, ())


def test_a_card_that_replaces_nothing_is_added(tmp_path: Path) -> None:
    """By a replacement pack among the others, by an expansion for the top third."""
    plain = read(pack(tmp_path / "1" / "my_box", CARD, kind="replacement"))
    assert sizes(plain, ("my_box",))["encounter"] == 223
    above = read(pack(tmp_path / "2" / "my_box", CARD, kind="expansion"))
    assert sizes(above, ("my_box",))["encounter_top"] == 2
    assert sizes(above, ("my_box",))["spire"] == 5  # it has no Spire card of its own


def test_a_replacement_of_an_expansions_card_goes_where_that_one_went(tmp_path: Path) -> None:
    """Into the top third; the final challenge likewise."""
    head = HEAD.replace('["base"]', '["base", "goblin_queen"]')
    text = CARD.replace("copies = 2", 'copies = 1\nreplaces = "ankle_bite"')
    spire = """pack = "my_box"
deck = "spire"

[[card]]
id = "my_queen"
replaces = "the_goblin_queen_at_home"
name = "The Goblin Queen, as Printed"
types = ["Spire"]
cost = { fight = 8, skill = 8 }
copies = 1
text = "Pay."
flavour = "Printed."
abilities = []
provenance = "owner"
"""
    found = read(pack(tmp_path / "my_box", text, spire, kind="replacement", head=head))
    decks = decks_of(found, ("goblin_queen", "my_box"))
    assert "my_spade" in ids(found, decks["encounter_top"])
    assert "ankle_bite" not in ids(found, decks["encounter_top"])
    assert ids(found, decks["spire"]) == {"my_queen"}


def test_later_packs_win_over_earlier_ones(tmp_path: Path) -> None:
    """Two packs replace the same card: the later one's is in, alone it is the other."""
    text = CARD.replace("copies = 2", 'copies = 1\nreplaces = "gravediggers_spade"')
    first = pack(tmp_path / "1", text, kind="replacement")
    second = pack(
        tmp_path / "2",
        text.replace("my_", "our_"),
        kind="replacement",
        head=HEAD.replace("my_box", "our_box"),
    )
    found = gather([second, first], SHIPPED)
    assert [each.id for each in found.packs][2:] == ["my_box", "our_box"]
    both = ids(found, decks_of(found, ("our_box", "my_box"))["encounter"])
    assert "our_spade" in both
    assert not both & {"my_spade", "gravediggers_spade"}
    alone = ids(found, decks_of(found, ("my_box",))["encounter"])
    assert "my_spade" in alone
    assert not alone & {"our_spade", "gravediggers_spade"}


def test_rsp_16_a_replaced_starter_card_is_in_every_starting_deck(tmp_path: Path) -> None:
    """Heroes name the first card; the table deals its successor."""
    found = read(pack(tmp_path / "my_box", TOOL, kind="replacement"))
    hero = found.hero["garsome_cinderheart"]
    assert Counter(starting_deck(found, (), hero)) == {found.kind["tool"]: 8, 3: 4}
    assert Counter(starting_deck(found, ("my_box",), hero)) == {found.kind["my_tool"]: 8, 3: 4}
    assert ids(found, decks_of(found, ("my_box",))["starter"]) & {"tool", "my_tool"} == {"my_tool"}


def test_rsp_15_a_hero_can_be_replaced_and_added(tmp_path: Path) -> None:
    """The replaced one is not to be had."""
    text = HERO.replace('tier = "Hard"', 'tier = "Hard"\nreplaces = "quinn_apblanc"')
    found = read(pack(tmp_path / "1" / "my_box", text, kind="replacement"))
    there = {found.heroes[n].id for n in heroes_of(found, ("my_box",))}
    assert "my_hero" in there
    assert "quinn_apblanc" not in there
    assert len(there) == 9
    added = read(pack(tmp_path / "2" / "my_box", HERO, kind="replacement"))
    assert len(heroes_of(added, ("my_box",))) == 10


@pytest.mark.parametrize(
    ("replaces", "said"),
    [
        (
            "gravediger_spade",
            'is not in the encounter deck of base; did you mean "gravediggers_spade"?',
        ),
        ("tool", '"tool" is not in the encounter deck of base'),
        (
            "ankle_bite",
            '"ankle_bite" is not in the encounter deck of base',
        ),  # of a pack not required
    ],
)
def test_a_card_replaces_one_of_its_deck_in_a_required_pack(
    tmp_path: Path, replaces: str, said: str
) -> None:
    """The complaint names the deck and the packs."""
    text = CARD.replace("copies = 2", f'copies = 2\nreplaces = "{replaces}"')
    with pytest.raises(ContentError) as refusal:
        read(pack(tmp_path / "my_box", text, kind="replacement"))
    assert said in str(refusal.value)


def test_what_ours_may_not_do_only_warns_on_printed_cards(tmp_path: Path) -> None:
    """Brute Force, caps and flavour of a replacement pack are as printed."""
    text = CARD.replace("brute = 5", "brute = 6").replace("2 fight", "7 fight")
    text = text.replace('"It digs."', '""')
    reader = Reader(pack(tmp_path / "my_box", text, kind="replacement"), SHIPPED)
    found = reader.read()
    assert len(found.cards) == 309
    assert [warning.split("] ")[1] for warning in reader.warnings] == [
        "power: of a Weapon is at most 6, not 7",
        "cost: brute is 5 for a sum of 3, not 6",
        "flavour: is one sentence of at most 140 letters",
    ]


@pytest.mark.parametrize(
    ("drop", "said"),
    [
        ("foe", "leaves 0 cards of the foe deck; 1 are needed"),
        ("spire", "leaves 0 cards of the spire deck; 1 are needed"),
        ("tower", "leaves 0 cards of the tower deck; 3 are needed"),
        ("encounter", "leaves 0 cards of the encounter deck; 30 are needed"),
    ],
)
def test_a_pack_that_leaves_no_game_is_refused(tmp_path: Path, drop: str, said: str) -> None:
    """Nobody can play without Foes, Tower cards, Spire cards or ring cards."""
    names = [card.id for card in SHIPPED.cards if card.deck == drop and card.pack == "base"]
    head = HEAD.replace("drop = []", f"drop = {names}")
    with pytest.raises(ContentError) as refusal:
        read(pack(tmp_path / "my_box", kind="replacement", head=head))
    assert said in str(refusal.value)


def test_a_pack_that_leaves_too_few_heroes_is_refused(tmp_path: Path) -> None:
    """Six may want to play."""
    head = HEAD.replace("drop = []", f"drop = {[hero.id for hero in SHIPPED.heroes[:4]]}")
    with pytest.raises(ContentError, match="leaves 5 Heroes; 6 are needed"):
        read(pack(tmp_path / "my_box", kind="replacement", head=head))


def test_unions_that_leave_no_game_are_not_offered(tmp_path: Path) -> None:
    """Each of two packs is playable, both together are not."""
    found = SHIPPED
    foes = [card.id for card in SHIPPED.cards if card.deck == "foe"]
    for n, names in enumerate([foes[:6], foes[6:12]]):
        head = HEAD.replace("my_box", f"box_{n}").replace("drop = []", f"drop = {names}")
        found = read(pack(tmp_path / f"{n}", kind="replacement", head=head), found)
    assert "box_0" in choices(found)
    assert "box_1" in choices(found)
    assert "box_0+box_1" not in choices(found)
    assert "goblin_queen+box_0+box_1" in choices(found)  # there is one Foe left


def test_there_are_at_most_nine_packs(tmp_path: Path) -> None:
    """Eight beside base; their unions of up to five are what can be chosen."""
    heads = [HEAD.replace("my_box", f"box_{n}") for n in range(8)]
    folders = [
        pack(tmp_path / f"{n}", kind="replacement", head=head) for n, head in enumerate(heads)
    ]
    found = gather(folders, SHIPPED)
    assert len(found.packs) == 9
    assert "makes 10 kinds of packs, and 9 are possible" in found.refused[0]
    values = choices(found)
    assert len(values) == 1 + 8 + 28 + 56 + 70 + 56
    assert len(set(values)) == len(values)
    assert max(len(chosen_by(value)) for value in values) == 5


def test_the_values_of_the_option_are_named_by_their_packs() -> None:
    """Base is never named in a union."""
    assert choices(SHIPPED) == ("base", "goblin_queen")
    assert chosen_by("base") == ()
    assert chosen_by("goblin_queen+my_box") == ("goblin_queen", "my_box")


def test_checking_a_pack_says_what_is_in_it(tmp_path: Path) -> None:
    """One line; what is odd but possible is said beside it."""
    assert (
        check(pack(tmp_path / "1" / "my_box", CARD, HERO)) == "my_box: 2 Encounter cards and 1 Hero"
    )
    odd = CARD.replace("brute = 5", "brute = 6").replace("Draw a card.", "Look twice.")
    said = check(pack(tmp_path / "2" / "my_box", odd, kind="replacement"))
    assert said.startswith(
        "my_box: 2 Encounter cards, with 2 warnings (my_box/cards_0.toml [card my_"
    )
    assert "cost: brute is 5 for a sum of 3, not 6" in said
    assert 'text: does not say "draw"' in said
    ours = check()
    assert ours.startswith(
        "base: 101 Starter cards, 221 Encounter cards, 52 Loot cards, 12 Foe cards"
    )
    assert "goblin_queen: 16 Encounter cards" in ours


def test_checking_a_bad_pack_complains(tmp_path: Path) -> None:
    """By file, card and key; and a path that is no pack is named."""
    with pytest.raises(ContentError, match=r"cards_0.toml \[card my_spade\] copys: unknown key"):
        check(pack(tmp_path / "my_box", CARD.replace("copies", "copys")))
    with pytest.raises(ContentError, match=r"is no pack: a folder with a pack\.toml"):
        check(tmp_path)
    with pytest.raises(ContentError, match="is no pack"):
        check(tmp_path / "my_box" / "cards_0.toml")


def test_checking_a_pack_finds_the_packs_it_requires(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the box would find them."""
    lower = pack(tmp_path / "shelf" / "lower", head=HEAD.replace("my_box", "lower"))
    upper = HEAD.replace('["base"]', '["base", "lower"]')
    mine = pack(tmp_path / "my_box", CARD, head=upper)
    monkeypatch.setenv(VARIABLE, str(lower.parent))
    assert check(mine) == "my_box: 2 Encounter cards"
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(ContentError, match='requires: "lower" is unknown'):
        check(mine)


def test_too_many_cards_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind has to fit into the engine's numbers."""
    monkeypatch.setattr(facts, "MOST_KINDS", 308)
    with pytest.raises(ContentError, match="makes 309 kinds of cards, and 308 are possible"):
        read(pack(tmp_path / "my_box", CARD))
