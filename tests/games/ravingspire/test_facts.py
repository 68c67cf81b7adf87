"""The content of Ravingspire: what is in the box, that the rules page says so, and slips in files."""

from __future__ import annotations

import shutil
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from ravelbox.games.ravingspire import facts
from ravelbox.games.ravingspire.abilities import wording
from ravelbox.games.ravingspire.facts import SHIPPED as FOLDERS
from ravelbox.games.ravingspire.facts import Card, Cost, Facts, Reader, load
from ravelbox.games.ravingspire.fields import COLLECTIBLE, DECKS, EQUIPMENT
from ravelbox.games.ravingspire.language import ATTRS, VERBS, walk
from ravelbox.kernel.errors import ContentError
from tests.games.ravingspire.owner import CARD, HEAD, HERO, SHIPPED, pack, read

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "ravingspire.md"
BASE = [card for card in SHIPPED.cards if card.pack == "base"]
STARTERS = ("tool", "blade", "trinket", "reavers_slash", "rogues_strike", "runelords_blast")


def rows(heading: str, table: int = 1) -> list[list[str]]:
    """The lines of a table under a heading of the rules page, cell by cell."""
    part = PAGE.read_text(encoding="utf-8").split(f"\n### {heading}")[1].split("\n###")[0]
    block = [text for text in part.split("\n\n") if text.startswith("|")][table - 1]
    lines = [line.strip("|").split("|") for line in block.splitlines()]
    return [[cell.strip() for cell in line] for line in lines[2:]]


def total(cards: list[Card]) -> int:
    """Cards, counting copies."""
    return sum(card.copies for card in cards)


def cost(card: Card) -> Cost:
    """The cost of a card that has one."""
    assert card.cost is not None
    return card.cost


def test_the_engine_counts_in_the_order_of_the_packs() -> None:
    """A card's kind is its place: packs, then decks, then files, then the order in the file."""
    order = [(card.pack, DECKS.index(card.deck)) for card in SHIPPED.cards]
    assert order == sorted(order)
    assert [card.id for card in SHIPPED.cards[:6]] == list(STARTERS)
    main = [card.types[0] for card in BASE if card.deck == "encounter"]
    assert list(dict.fromkeys(main)) == [*COLLECTIBLE, "Adversary", "Chaos"]
    assert SHIPPED.cards[6].id == "rusted_cleaver"
    assert all(SHIPPED.cards[kind].id == name for name, kind in SHIPPED.kind.items())
    assert all(SHIPPED.heroes[n].id == name for name, n in SHIPPED.hero.items())
    assert [pack.id for pack in SHIPPED.packs] == ["base", "goblin_queen"]
    assert (len(SHIPPED.cards), len(SHIPPED.heroes), SHIPPED.refused) == (308, 10, ())


def test_the_box_is_complete() -> None:
    """As many cards of every deck as the component list has."""
    decks = Counter[str]()
    for card in BASE:
        decks[card.deck] += card.copies
    assert decks == {
        "encounter": 221,
        "loot": 52,
        "foe": 12,
        "tower": 9,
        "spire": 5,
        "starter": 101,
    }
    assert Counter(hero.pack for hero in SHIPPED.heroes) == {"base": 9, "goblin_queen": 1}
    assert Counter(hero.tier for hero in SHIPPED.heroes[:9]) == {
        "Normal": 3,
        "Hard": 3,
        "Expert": 3,
    }
    assert SHIPPED.board == facts.Board(
        ring_spaces=12,
        stair_space=6,
        sanity=10,
        hand=6,
        madness_base=2,
        well=Cost(1, 1, 1, 5),
        maps=Cost(0, 2, 0, -1),
        glyphs=Cost(0, 0, 2, -1),
        exert=Cost(2, 0, 0, -1),
        rotation=Cost(0, 0, 0, 10),
    )


def test_rsp_2_the_rings_have_twelve_spaces() -> None:
    """Ring size and place of the stairs are facts of the board."""
    assert (SHIPPED.board.ring_spaces, SHIPPED.board.stair_space) == (12, 6)


def test_the_encounter_deck_has_the_types_and_costs_of_the_page() -> None:
    """Section 8.4: cards of every type, and how many of every cost sum."""
    (counts,) = rows("8.4 Design budget")
    by_type = defaultdict[str, list[Card]](list)
    for card in BASE:
        if card.deck == "encounter":
            by_type[card.types[0]].append(card)
    assert [total(cards) for cards in by_type.values()] == [int(n) for n in counts[1:10]]
    table = rows("8.4 Design budget", 2)
    for row in table[:-1]:
        sums = Counter[int]()
        for card in by_type[row[0]]:
            sums[cost(card).total] += card.copies
        wanted = dict(zip((2, 3, 4, 5, 6, 7, 8, 9, 10, 12), map(int, row[1:11]), strict=True))
        assert sums == Counter({s: n for s, n in wanted.items() if n}), row[0]
    assert max(card.copies for cards in by_type.values() for card in cards) == 2


def test_adversaries_foes_loot_and_chaos_keep_to_the_budget() -> None:
    """Section 8.4: what each deck holds."""
    adversaries = [card for card in BASE if card.types[0] == "Adversary"]
    sums = Counter[int]()
    leads = Counter[str]()
    for card in adversaries:
        sums[cost(card).total] += card.copies
        leads[max(ATTRS, key=lambda attr: getattr(card.cost, attr))] += card.copies
    assert sums == {3: 4, 4: 6, 5: 6, 6: 5, 7: 3, 8: 2, 9: 1}
    assert leads == {"fight": 9, "skill": 9, "charm": 9}
    assert total([card for card in adversaries if cost(card).brute < 0]) == 5
    loot = [card for card in BASE if card.deck == "loot"]
    vorpal = Counter[int]()
    for card in loot:
        vorpal[card.power[0][1]] += card.copies
    assert vorpal == {2: 10, 3: 20, 4: 14, 5: 6, 6: 2}
    assert {card.power[0][0] for card in loot} == {"vorpal"}
    assert Counter(card.types[0] for card in loot for _ in range(card.copies)) == {
        "Weapon": 13, "Armor": 13, "Object": 13, "Relic": 13,
    }  # fmt: skip
    foes = [card for card in BASE if card.deck == "foe"]
    for klass, lead in zip(facts.CLASSES, ATTRS, strict=True):
        mine = [card for card in foes if card.klass == klass]
        assert sorted(cost(card).total for card in mine)[2:] == [14, 16]
        assert all(6 <= getattr(card.cost, lead) <= 9 for card in mine)
        assert all(card.loot == (3 if cost(card).total == 16 else 2) for card in mine)
    assert len([card for card in foes if cost(card).brute >= 0]) == 2


def test_rsp_114_every_battlemat_has_five_slots_one_for_dungeons() -> None:
    """Types differ by Hero."""
    for hero in SHIPPED.heroes:
        assert len(hero.slots) == 5
        assert hero.slots.count("D") == 1


def test_rsp_115_types_give_slots() -> None:
    """Equipment fits by type, Adventurers fit everywhere, Attacks nowhere."""
    for card in SHIPPED.cards:
        main = card.types[0]
        if main == "Adventurer":
            assert card.slots == "WAORD"
        elif main in (*EQUIPMENT, "Dungeon"):
            assert card.slots == "".join(name[0] for name in card.types)
        else:
            assert card.slots == ""
    assert [SHIPPED.cards[SHIPPED.kind[name]].slots for name in STARTERS[:3]] == ["O", "W", "R"]


def test_the_page_has_the_heroes_of_the_box() -> None:
    """Section 8.1 of the rules page."""
    table = {row[0]: row[1:] for row in rows("8.1 Heroes")}
    assert list(table) == [hero.name for hero in SHIPPED.heroes if hero.pack == "base"]
    for hero in SHIPPED.heroes[:9]:
        row = table[hero.name]
        held = {SHIPPED.cards[kind].id: n for kind, n in hero.starter}
        assert row[:2] == [hero.klass, hero.tier]
        assert [int(cell) for cell in row[2:8]] == [held.get(name, 0) for name in STARTERS]
        assert row[9].replace(" ", "") == hero.slots
        sums = Counter[str]()
        for kind, n in hero.starter:
            ((attr, power),) = SHIPPED.cards[kind].power
            sums[attr] += n * power
        assert row[8] == "/".join(str(sums[attr]) for attr in ATTRS)


def test_the_page_has_the_starter_cards_of_the_box() -> None:
    """Section 8.2 of the rules page."""
    letters = {"fight": "F", "skill": "S", "charm": "C"}
    for row, card in zip(rows("8.2 Starter"), SHIPPED.cards[:6], strict=True):
        ((attr, power),) = card.power
        assert row[:5] == [
            card.name,
            card.types[0],
            f"{power} {letters[attr]}",
            card.slots or "none",
            str(card.copies),
        ]


def test_the_page_has_the_documented_cards_of_the_box() -> None:
    """Section 8.3: costs, Brute Force, and Loot of Foes, as far as they are documented."""
    by_name = {card.name: card for card in BASE}
    seen = 0
    for row in [*rows("8.3 Documented"), *rows("8.3 Documented", 2)]:
        name = row[1].split("(")[0].replace("*", "").strip()
        if name not in by_name or (row[3] in ("–", "skull") and row[4] in ("–", "")):
            continue
        card = by_name[name]
        foe = card.deck == "foe"
        written = row[3 if foe else 4].split("(")[0].replace("*", "").strip()
        brute = row[4 if foe else 5].replace("*", "")
        if written == "–":
            assert card.cost is None
            continue
        have = cost(card)
        assert written == f"{have.fight}/{have.skill}/{have.charm}", name
        assert brute == ("–" if have.brute < 0 else str(have.brute)), name
        seen += 1
    assert seen >= 15
    foes = {row[1].split("(")[0].strip(): row for row in rows("8.3 Documented", 2)}
    assert all(
        int(row[-1].replace("*", "")[-1]) == by_name[name].loot for name, row in foes.items()
    )


def test_rsp_156_the_words_of_cards_say_what_their_data_does() -> None:
    """Every shipped text names its verbs and numbers."""
    before: Facts | None = None
    lacks: list[str] = []
    for folder in FOLDERS:
        reader = Reader(folder, before)
        before = reader.read()
        assert reader.warnings == []
        for entry in reader.entries:
            lacks += [f"{entry.place} {lack}" for lack in wording(str(entry.facts["text"]), entry)]
    assert lacks == []
    flavours = Counter(thing.flavour for thing in SHIPPED.cards)
    flavours.update(hero.flavour for hero in SHIPPED.heroes)
    assert [line for line, n in flavours.items() if n > 1] == []


def test_the_sample_matrix_of_the_rulebook_is_on_a_card() -> None:
    """3/3/3, by Brute Force 18."""
    assert Cost(3, 3, 3, 18) in [card.cost for card in BASE]


def test_the_spire_cards_have_their_five_shapes() -> None:
    """A wall, a roll, three stages, a mirror, and one with Brute Force."""
    wall, lord, widows, mirror, hunger = [card for card in BASE if card.deck == "spire"]
    assert wall.cost == Cost(9, 9, 9, -1)
    assert lord.cost == Cost(5, 5, 5, -1, rolled=True)
    assert widows.cost is None
    assert widows.stages == (Cost(9, 0, 0, -1), Cost(0, 9, 0, -1), Cost(0, 0, 9, -1))
    assert mirror.cost == Cost(0, 0, 0, -1, lead=12, rest=6)
    assert hunger.cost == Cost(8, 8, 8, 34)


def test_every_word_of_the_language_that_cards_use_is_documented() -> None:
    """No card of ours says a verb that VERBS does not have."""
    abilities = [each for card in SHIPPED.cards for each in card.abilities]
    abilities += [each for hero in SHIPPED.heroes for each in hero.abilities]
    used = {each.verb for ability in abilities for each in walk((*ability.pay, *ability.do))}
    assert used <= set(VERBS)
    assert set(VERBS) - used == {"extra", "give", "if"}


DEFEAT = '[{ on = "defeat", do = ["loot 1", "banish self"] }]'
ADVERSARY = """pack = "my_box"
deck = "encounter"

[[card]]
id = "my_ghost"
name = "Ghost of My Own"
types = ["Adversary"]
cost = { fight = 3, brute = 5 }
copies = 1
text = "Gain 1 Loot, then banish this card."
flavour = "Boo."
abilities = [{ on = "defeat", do = ["loot 1", "banish self"] }]
provenance = "owner"
"""
SPIRE = """pack = "my_box"
deck = "spire"

[[card]]
id = "my_end"
name = "End of My Own"
types = ["Spire"]
cost = { fight = 9, skill = 8 }
copies = 1
text = "Pay it."
flavour = "The end."
abilities = []
provenance = "owner"
"""
CHAOS = ADVERSARY.replace('["Adversary"]', '["Chaos"]').replace(
    "cost = { fight = 3, brute = 5 }\n", 'tone = "self"\n'
).replace(DEFEAT, '[{ on = "chaos", do = ["loot 1"] }]')  # fmt: skip


@pytest.mark.parametrize("text", [CARD, HERO, ADVERSARY, SPIRE, CHAOS])
def test_a_pack_without_slips_is_read(tmp_path: Path, text: str) -> None:
    """What the tests below spoil is right to begin with."""
    found = read(pack(tmp_path / "my_box", text))
    assert len(found.cards) + len(found.heroes) == 308 + 10 + 1


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        # keys and words
        (CARD, "copies", "copys", '[card my_spade] copys: unknown key; did you mean "copies"?'),
        (CARD, "copies = 2\n", "", "[card my_spade] copies: is missing"),
        (CARD, "copies = 2", "copies = 0", "copies: must be a whole number from 1 to 99, not 0"),
        (CARD, "copies = 2", "copies = true", "copies: must be a whole number from 1 to 99, not True"),
        (CARD, '"my_spade"', '"My Spade"', 'id: is in small letters, digits and _, not "My Spade"'),
        (CARD, '"my_spade"', '"tool"', "[card tool] id: tool is also in the pack base"),
        (CARD, '"my_spade"', '"quinn_apblanc"', "id: quinn_apblanc is also in the pack base"),
        (CARD, "Spade of My Own", "Tool", 'name: "Tool" is also the name of another card or Hero'),
        (CARD, 'name = "Spade of My Own"', "name = 3", "name: must be a text, not 3"),
        (CARD, '"owner"', '"bought"', "provenance: must be rulebook, public, reconstructed or owner"),
        (CARD, '"It digs."', '""', "flavour: is one sentence of at most 140 letters"),
        (CARD, '"It digs."', f'"{"x" * 141}"', "flavour: is one sentence of at most 140 letters"),
        (CARD, '"It digs."', "7", "flavour: must be a text, not 7"),
        (CARD, "copies = 2", "copies = 2\nref = 3", "ref: must be a text, not 3"),
        (CARD, "copies = 2", 'copies = 2\nreconstructed = ["kosts"]', "reconstructed: must be id"),
        (CARD, "copies = 2", 'copies = 2\nreplaces = "tool"', "replaces: only a pack of kind repl"),
        # types and slots
        (CARD, '["Weapon"]', '["Wepon"]', "types: must be Weapon, Armor"),
        (CARD, '["Weapon"]', '"Weapon"', "types: must be a list of Weapon, Armor"),
        (CARD, '["Weapon"]', "[]", "types: must be a list of Weapon, Armor"),
        (CARD, '["Weapon"]', '["Weapon", "Weapon"]', "types: has a word twice: Weapon and Weapon"),
        (CARD, '["Weapon"]', '["Foe"]', "types: a card of the encounter deck is Weapon, Armor"),
        (CARD, '["Weapon"]', '["Weapon", "Attack"]', "types: only Weapon, Armor, Object and Relic h"),
        (CARD, '["W"]', '["A"]', 'slots: is ["W"] by the types, not [\'A\']'),
        (CARD, 'slots = ["W"]\n', "", 'slots: is ["W"] by the types, not []'),
        # power and cost
        (CARD, 'power = "2 fight"\n', "", "power: is missing"),
        (CARD, '"2 fight"', '"two fight"', 'power: is of the form "2 skill", "4 fight or 4 charm"'),
        (CARD, '"2 fight"', '"2 fight or 2 fight"', "power: is of the form"),
        (CARD, '"2 fight"', '"2 fight or 2 vorpal"', "power: is of the form"),
        (CARD, '"2 fight"', '"2 fight or 2 skill or 2 charm"', "power: is of the form"),
        (CARD, '"2 fight"', '"0 fight"', "power: is of the form"),
        (CARD, '"2 fight"', '"21 fight"', "power: is at most 20"),
        (CARD, '"2 fight"', '"7 fight"', "power: of a Weapon is at most 6, not 7"),
        (CARD, '"2 fight"', '"2 vorpal"', "power: is Vorpal on Loot cards, and on no others"),
        (CARD, "cost = { skill = 3, brute = 5 }\n", "", "cost: is missing"),
        (CARD, "{ skill = 3, brute = 5 }", "5", "cost: must be a table such as"),
        (CARD, "{ skill = 3,", "{ skil = 3,", 'cost skil: unknown key; did you mean "skill"?'),
        (CARD, "{ skill = 3,", "{ skill = 0,", "cost skill: must be a whole number from 1 to 99"),
        (CARD, "{ skill = 3,", "{ skill = -3,", "cost skill: must be a whole number from 1 to 99"),
        (CARD, "{ skill = 3,", '{ skill = "3+d6",', "cost skill: must be a whole number from 1 to"),
        (CARD, "{ skill = 3,", "{", "cost: has at least one of fight, skill or charm"),
        (CARD, "brute = 5", "brute = 6", "cost: brute is 5 for a sum of 3, not 6"),
        (CARD, "skill = 3, brute = 5", "skill = 9, brute = 17", "brute is 18 for a sum of 9, not 17"),
        (CARD, ", brute = 5", "", "cost: brute is missing; only Adversaries and Foes go without"),
        (CARD, "copies = 2", "copies = 2\nloot = 2", "loot: has no place on such a card"),
        (CARD, "copies = 2", 'copies = 2\nclass = "Rogue"', "class: has no place on such a card"),
        (CARD, "copies = 2", 'copies = 2\ntone = "self"', "tone: has no place on such a card"),
        (CARD, "copies = 2", "copies = 2\nstages = []", "stages: has no place on such a card"),
        # text and abilities
        (CARD, '"Draw a card."', '""', "text: says what the abilities do, and is empty without any"),
        (CARD, '[{ on = "play", do = ["draw 1"] }]', "[]", "text: says what the abilities do"),
        (CARD, '[{ on = "play", do = ["draw 1"] }]', "3", "abilities: must be a list such as"),
        (CARD, 'on = "play"', 'on = "plays"', "ability 1 on: must be play, discard"),
        (CARD, 'on = "play", ', "", "[card my_spade] ability 1 on: is missing"),
        (CARD, 'on = "play"', 'on = "level"', 'on: "level" is not for a Weapon; possible are play,'),
        (CARD, 'on = "play"', 'on = "defeat"', 'on: "defeat" is not for a Weapon; possible are play'),
        (CARD, 'on = "play"', 'on = "play", when = 1', "ability 1 when: unknown key; possible are on"),
        (CARD, 'on = "play"', 'on = "play", at = "win"', 'at: goes with on = "level" only, not with'),
        (CARD, 'on = "play"', 'on = "play", cause = ["foe"]', 'cause: goes with on = "sanity" only'),
        (CARD, 'on = "play"', 'on = "play", windows = []', 'windows: goes with on = "act" only'),
        (CARD, 'on = "play"', 'on = "play", limit = "day"', 'limit: must be turn or game, not "day"'),
        (CARD, 'on = "play"', 'on = "play", must = false', "must: is true or not there, not False"),
        (CARD, 'on = "play"', 'on = "play", if = "vs fo"', 'ability 1 if: word 2 of "vs fo" must be'),
        (CARD, 'on = "play"', 'on = "play", if = 3', "ability 1 if: must be a text, not 3"),
        (CARD, '["draw 1"]', '["drow 1"]', '[card my_spade] ability 1 do: word 1 of "drow 1" must be'),
        (CARD, '["draw 1"]', "[]", "ability 1 do: must be a list of effects such as"),
        (CARD, '["draw 1"]', '"draw 1"', "ability 1 do: must be a list of effects such as"),
        (CARD, '["draw 1"]', "[1]", "ability 1 do: must be a list of effects such as"),
        (CARD, '["draw 1"]', '["draw 1"], pay = ["draw 1"]', '"draw" is no price; possible are lose'),
        (CARD, '["draw 1"]', '["draw 1"], pay = ["lose 1 sanity all"]', '"lose" is no price'),
        (CARD, '["draw 1"]', '["flip 1 relic in slots"]', '"flip" is a price and stands in pay'),
        # which cards a verb takes
        (CARD, "draw 1", "collect 1 card in hand", '"collect" takes cards in ring, not "hand"'),
        (CARD, "draw 1", "displace 1 card in ring|hand", '"displace" takes cards in ring, not "ring|h'),
        (CARD, "draw 1", "steal 1 card in hand", '"steal" takes cards in other.hand, other.slots or'),
        (CARD, "draw 1", "steal self", '"steal" takes cards in other.hand'),
        (CARD, "draw 1", "double 1 card in ring", '"double" takes own cards: in hand, slots, played'),
        (CARD, "draw 1", "give 1 card in other.hand", '"give" takes own cards'),
        (CARD, "draw 1", "return 1 card in banished", '"return" takes cards in discard; banished ca'),
        (CARD, "draw 1", "banish 1 card in ring", '"banish" takes cards of players; a ring card is'),
        # where a verb stands
        (CARD, "draw 1", "prevent 1", '"prevent" stands under sanity, not play'),
        (CARD, "draw 1", "reroll", '"reroll" stands under roll, not play'),
        (CARD, "draw 1", "modify roll +1", '"modify" stands under roll or level, not play'),
        (CARD, "draw 1", "attach { draw 1 }", '"attach" stands under chaos, not play'),
        (CARD, "draw 1", "redraw foe", '"redraw" stands under act, not play'),
        (CARD, "draw 1", "forbid attack", '"forbid" stands under reveal or facing, not play'),
        (CARD, "draw 1", "reshuffle self", '"reshuffle" stands under defeat or chaos, not play'),
        (CARD, "draw 1", "hand +1", '"hand" stands under slotted, hero or level, not play'),
        (CARD, "draw 1", "keep self", '"keep" stands under slotted, hero or level, not play'),
        (CARD, "draw 1", "loot +1", '"loot +n" stands inside attach'),
        (CARD, "draw 1", "add -1 own", '"add -n" stands under facing'),
        (CARD, "draw 1", "become 13 fight", "no card becomes more than 12, not 13"),
        (CARD, "draw 1", "if with relic { draw 1 }", '"with" may only change the power of the card'),
        (CARD, 'on = "play"', 'on = "play", if = "with relic"', '"with" may only change the power of'),
        # finiteness
        (CARD, 'on = "play"', 'on = "discard"', '"draw" in an action that discards its own card'),
        (CARD, 'on = "play", do = ["draw 1"]', 'on = "discard", do = ["roll 1-6 { loot 1 }"]',
         '"loot" in an action that discards its own card could run for ever'),
        (CARD, 'on = "play"', 'on = "play", pay = ["discard self"]', '"draw" in an action that disc'),
        (CARD, 'on = "play", do = ["draw 1"]', 'on = "sanity", do = ["prevent 1"]',
         "limit: a reaction needs a limit, or its own card as its price"),
        (CARD, 'on = "play", do = ["draw 1"]', 'on = "roll", limit = "turn", do = ["reroll"]',
         'works from a slot only, and the text must say "slotted"'),
        (CARD, '"draw 1"', '"lose 1 sanity"', "must: a drawback is compulsory: must = true (RSP-69)"),
        (HERO, 'limit = "turn", ', "", "limit: an act needs a limit, or a flip as its price"),
        (HERO, 'limit = "turn", ', 'limit = "game", ', "limit: a Hero's ability is limited by turn"),
        # Adversaries, Chaos, Spire cards
        (ADVERSARY, '"loot 1", "banish self"', '"loot 1"', "every result of defeat says reshuffle"),
        (ADVERSARY, '"loot 1", "banish self"', '"roll 1-3 { banish self } 4-6 { loot 1 }"',
         "abilities: every result of defeat says reshuffle self or banish self"),
        (ADVERSARY, '"defeat"', '"remain"', 'an Adversary has exactly one with on = "defeat"'),
        (ADVERSARY, '"defeat"', '"play"', '"play" is not for an Adversary; possible are defeat, rem'),
        (ADVERSARY, "copies = 1", 'copies = 1\npower = "1 fight"', "power: has no place on such a card"),
        (ADVERSARY, "copies = 1", 'copies = 1\nslots = ["W"]', "slots: is [] by the types"),
        (CHAOS, 'tone = "self"', 'tone = "sad"', 'tone: must be self, all or help, not "sad"'),
        (CHAOS, 'tone = "self"\n', "", "tone: is missing"),
        (CHAOS, "copies = 1", "copies = 1\ncost = { fight = 1 }", "cost: has no place on such a card"),
        (CHAOS, 'do = ["loot 1"] }]', 'do = ["loot 1"] }, { on = "chaos", do = ["draw 1"] }]',
         "abilities: a Chaos card has exactly one"),
        (SPIRE, "{ fight = 9, skill = 8 }", "{ lead = 12 }", "cost rest: is missing"),
        (SPIRE, "{ fight = 9, skill = 8 }", "{ lead = 12, rest = 6, fight = 1 }", "cost fight: unknown"),
        (SPIRE, "{ fight = 9,", '{ fight = "9+d6",', "either all numbers are rolled or none"),
        (SPIRE, "{ fight = 9, skill = 8 }", '{ fight = "9+d3" }', 'fight: is a number or "5+d6", not'),
        (SPIRE, "cost = { fight = 9, skill = 8 }", "stages = [{ fight = 9 }]", "stages: must be a list"),
        (SPIRE, "cost = { fight = 9, skill = 8 }", "stages = [{ fight = 9 }, 8]",
         "stage 2: must be a table such as { fight = 9 }, not 8"),
        (SPIRE, "cost = { fight = 9, skill = 8 }", "stages = [{ fight = 9 }, { brute = 3 }]",
         "[card my_end] stage 2: has at least one of fight, skill or charm"),
        (SPIRE, "copies = 1", "copies = 1\nstages = [{ fight = 9 }, { skill = 8 }]",
         "cost: has no place on such a card"),
        # Heroes
        (HERO, "total", "totals", '[hero my_hero] totals: unknown key; did you mean "total"?'),
        (HERO, '"Rogue"', '"Bard"', "class: must be Reaver, Rogue or Runelord"),
        (HERO, '"Hard"', '"Easy"', "tier: must be Normal, Hard or Expert"),
        (HERO, "{ tool = 3,", "{ tol = 3,", 'starter tol: unknown key; did you mean "tool"?'),
        (HERO, "{ tool = 3,", "{ tool = 4,", "starter: is 12 cards in all, not 13"),
        (HERO, "skill = 5, charm", "skill = 6, charm", "total: skill is 5 by the cards of starter"),
        (HERO, '["W", "O", "O", "R", "D"]', '["W", "O", "O", "R", "R"]', "slots: is five of W, A, O, R"),
        (HERO, '["W", "O", "O", "R", "D"]', '"WOORD"', "slots: is five of W, A, O, R and D with one D"),
        (HERO, '["W", "O", "O", "R", "D"]', '["W", "O", "R", "D"]', "slots: is five of W, A, O, R and"),
        (HERO, '[{ on = "act", limit = "turn", do = ["draw 1"] }]', "[]", "a Hero has 1 to 4, not 0"),
        (HERO, "abilities = [", "abilities = [" + 5 * '{ on = "hero", do = ["hand +1"] }, ',
         "abilities: a Hero has 1 to 4, not 6"),
        (HERO, 'on = "act"', 'on = "play"', 'on: "play" is not for the hero deck; possible are sanity'),
        (HERO, 'on = "act"', 'on = "act", windows = ["noon"]', "windows: must be encounter, battle, e"),
        (HERO, "tool = 3, blade = 2, trinket = 3, reavers_slash = 2, rogues_strike = 1, runelords_bla",
         "tool = 2, blade = 2, trinket = 2, reavers_slash = 3, rogues_strike = 2, runelords_bla",
         "total: fight is 8 by the cards of starter"),
        # heads of files
        (CARD, 'pack = "my_box"', 'pack = "your_box"', 'pack: is "your_box", but pack.toml says'),
        (CARD, 'deck = "encounter"', 'deck = "monster"', "deck: must be starter, encounter, loot, fo"),
        (CARD, 'deck = "encounter"', 'deck = "loot"', "[card my_spade]"),
        (CARD, "[[card]]", "[[cards]]", 'cards: unknown key; did you mean "card"?'),
        (CARD, "[[card]]", "[card]", "card: must be a list of [[card]] tables"),
        (CARD, "[[card]]", "[[hero]]", "hero: unknown key; possible are pack, deck and card"),
        (CARD, "[[card]]", "[[card", "is not TOML"),
    ],
)  # fmt: skip
def test_a_slip_in_a_pack_cites_file_card_and_key(
    tmp_path: Path, text: str, old: str, new: str, said: str
) -> None:
    """Each slip is found where it is, and said in one line."""
    assert old in text
    folder = pack(tmp_path / "my_box", text.replace(old, new, 1))
    with pytest.raises(ContentError) as refusal:
        read(folder)
    assert said in str(refusal.value)
    assert "my_box/cards_0.toml" in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "my_box"', 'id = "my box"', "pack id: is in small letters, digits and _"),
        ('id = "my_box"', 'id = "base"', "pack id: base is the id of another pack"),
        ('"{kind}"', '"base"', 'pack kind: must be expansion or replacement, not "base"'),
        ('"{kind}"', '"addon"', "pack kind: must be expansion or replacement"),
        ('["base"]', '["goblin_quen"]', 'requires: "goblin_quen" is unknown; did you mean "goblin_'),
        ('["base"]', "[]", 'pack requires: has "base" in it'),
        ('["base"]', '"base"', "pack requires: must be a list such as"),
        ("drop = []", 'drop = ["fire_pott"]', 'pack drop: "fire_pott" is unknown; did you mean "fire_'),
        ("drop = []", 'drop = ["tool"]', "pack drop: tool is a Starter card, which is replaced or"),
        ("drop = []", 'drop = ["goblin_kitchens"]', 'drop: "goblin_kitchens" is unknown'),
        ("drop = []", "dorp = []", 'pack dorp: unknown key; did you mean "drop"?'),
        ("drop = []", "drop = []\n[counts]\nencounter = 1", "encounter: is 1, but the pack has 2 cards"),
        ("drop = []", "drop = []\n[counts]\nhero = 1", "counts hero: is 1, but the pack has 0 Heroes"),
        ("drop = []", "drop = []\n[counts]\nmonster = 1", "counts monster: unknown key"),
        ("drop = []", "drop = []\n[counts]\nfoe = -1", "counts foe: must be a whole number from 0"),
        ("drop = []", "drop = []\n[board]\nhand = 9", "board: unknown key; possible are pack and count"),
        ("[pack]", "[packs]", 'packs: unknown key; did you mean "pack"?'),
        ("[pack]", "[pack", "is not TOML"),
    ],
)  # fmt: skip
def test_a_slip_in_the_head_of_a_pack_is_cited(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    """The same for pack.toml."""
    assert old in HEAD
    folder = pack(tmp_path / "my_box", CARD, head=HEAD.replace(old, new))
    with pytest.raises(ContentError) as refusal:
        read(folder)
    assert said in str(refusal.value)
    assert "pack.toml" in str(refusal.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("pack.toml", "encounter = 221", "encounter = 220", "counts encounter: is 220, but the pack"),
        ("pack.toml", "sanity = 10", "sanity = 0", "board sanity: must be a whole number from 1 to 99"),
        ("pack.toml", "hand = 6", "hands = 6", 'board hands: unknown key; did you mean "hand"?'),
        ("pack.toml", "maps = { skill = 2 }", "maps = {}", "board maps: has at least one of fight"),
        ("pack.toml", "{ brute = 10 }", "{ fight = 10 }", "board rotation fight: unknown key"),
        ("pack.toml", 'kind = "base"', 'kind = "expansion"', "pack kind: must be base"),
        ("foes.toml", "loot = 2\n", "", "[card the_dark_warden] loot: is missing"),
        ("foes.toml", 'class = "Reaver"', 'class = "Ranger"', "class: must be Reaver, Rogue or Runelor"),
        ("tower.toml", 'on = "level"', 'on = "reveal"', "is not for the tower deck; possible are lev"),
        ("tower.toml", 'at = "acquire"', 'at = "noon"', "at: must be remain, acquire, defeat, win or"),
    ],
)  # fmt: skip
def test_a_slip_in_the_base_pack_is_cited(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    """Our own content is read with the same care."""
    folder = tmp_path / "base"
    shutil.copytree(FOLDERS[0], folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError) as refusal:
        load([folder])
    assert said in str(refusal.value)
    assert f"base/{file}" in str(refusal.value)


def test_an_unchanged_copy_is_the_same_box(tmp_path: Path) -> None:
    """Content may lie anywhere."""
    for folder in FOLDERS:
        shutil.copytree(folder, tmp_path / folder.name)
    assert load([tmp_path / folder.name for folder in FOLDERS]) == SHIPPED


def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A path that leads nowhere."""
    with pytest.raises(ContentError, match="nowhere"):
        load([tmp_path / "nowhere"])
