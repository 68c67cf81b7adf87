"""The Tower as facts: cards, Heroes, packs and board, read from TOML and checked.

A card's kind is its place in FACTS.cards. Shipped packs come first; owners' packs follow by id, and
one that cannot be read is left out, with the reason in FACTS.refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ravelbox.games.ravingspire import packs as shelves
from ravelbox.games.ravingspire.abilities import abilities, wording
from ravelbox.games.ravingspire.fields import (
    COLLECTIBLE,
    DECKS,
    file_of,
    files_of,
    ids_of,
    listed_words,
    mat_of,
    only_for,
    power_of,
    slots_of,
    slug_of,
    text_of,
    types_of,
)
from ravelbox.games.ravingspire.language import ATTRS, Ability, Effect
from ravelbox.kernel.content import Entry, read
from ravelbox.kernel.errors import ContentError
from ravelbox.kernel.words import echo, listed, nearest

FOLDER: Final = Path(__file__).parent / "content"
SHIPPED: Final = (FOLDER / "base", FOLDER / "goblin_queen")

KINDS: Final = ("base", "expansion", "replacement")  # of packs
CLASSES: Final = ("Reaver", "Rogue", "Runelord")
TIERS: Final = ("Normal", "Hard", "Expert")
TONES: Final = {"Tower": ("helpful", "mixed", "harmful"), "Chaos": ("self", "all", "help")}
PROVENANCE: Final = ("rulebook", "public", "reconstructed", "owner")
ROLLED: Final = re.compile(r"([1-9]\d?)\+d6")

CARD_KEYS: Final = (
    *("id", "ref", "name", "types", "class", "slots", "power", "cost", "stages", "loot", "copies"),
    *("tone", "text", "flavour", "abilities", "provenance", "reconstructed", "replaces"),
)
HERO_KEYS: Final = (
    *("id", "ref", "name", "class", "tier", "starter", "total", "slots", "text", "flavour"),
    *("abilities", "provenance", "reconstructed", "replaces"),
)
MOST_KINDS: Final = 1000
MOST_HEROES: Final = 40
MOST_ABILITIES: Final = 4  # of a Hero
MOST_PACKS: Final = 9  # base and eight more
MOST_COST: Final = 99
LONGEST: Final = 140  # letters of flavour
STARTING: Final = 12  # cards of a Battle Deck, RSP-16
EASY: Final = 8  # up to this sum Brute Force is one cheaper


@dataclass(frozen=True, slots=True)
class Cost:
    """RSP-57. A price by the matrix, and by Brute Force where there is such a way."""

    fight: int
    skill: int
    charm: int
    brute: int  # -1 without a Brute Force way
    rolled: bool = False  # every listed attribute is the number plus a die, anew each attempt
    lead: int = 0  # the Mirror: of the attribute one is best in
    rest: int = 0  # and of both others

    @property
    def total(self) -> int:
        """The sum of the matrix."""
        return self.fight + self.skill + self.charm


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card."""

    id: str
    name: str
    pack: str
    deck: str
    types: tuple[str, ...]  # the first is the main one
    klass: str  # of a Foe
    slots: str  # letters of the slots it fits
    power: tuple[tuple[str, int], ...]  # two for "or"
    cost: Cost | None
    stages: tuple[Cost, ...]
    loot: int  # of a Foe
    copies: int
    text: str
    flavour: str
    abilities: tuple[Ability, ...]
    provenance: str
    replaces: str  # id of the card whose place it takes


@dataclass(frozen=True, slots=True)
class Hero:
    """One Hero with a Battlemat."""

    id: str
    name: str
    pack: str
    klass: str
    tier: str
    starter: tuple[tuple[int, int], ...]  # kind and copies
    slots: str  # five letters in the printed order
    text: str
    flavour: str
    abilities: tuple[Ability, ...]
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """One folder of cards."""

    id: str
    name: str
    kind: str  # one of KINDS
    requires: tuple[str, ...]
    drop: tuple[str, ...]  # cards that leave the game without a successor


@dataclass(frozen=True, slots=True)
class Board:
    """What is printed on the board."""

    ring_spaces: int
    stair_space: int
    sanity: int
    hand: int
    madness_base: int  # plus the number of Heroes
    well: Cost
    maps: Cost
    glyphs: Cost
    exert: Cost
    rotation: Cost  # by Brute Force only


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything the packs say."""

    cards: tuple[Card, ...]
    heroes: tuple[Hero, ...]
    packs: tuple[Pack, ...]
    board: Board
    kind: dict[str, int]  # id of a card -> its kind
    hero: dict[str, int]  # id of a Hero -> its number
    refused: tuple[str, ...] = ()  # owners' packs that were left out, a sentence each


class Reader:
    """One pack being read on top of others; what is odd but possible gathers in `warnings`."""

    def __init__(self, folder: Path, before: Facts | None) -> None:
        self.folder = folder
        self.before = before
        self.warnings: list[str] = []
        self.book = file_of(folder, folder / "pack.toml")
        self.pack = _pack(self.book, before)
        self.board = before.board if before else _board(self.book.table("board"))
        self.cards: list[Card] = list(before.cards) if before else []
        self.heroes: list[Hero] = list(before.heroes) if before else []
        self.kind = {card.id: kind for kind, card in enumerate(self.cards)}
        things: list[Card | Hero] = [*self.cards, *self.heroes]
        self.home = {thing.id: thing.pack for thing in things}
        self.names = {thing.name for thing in things}
        self.entries: list[Entry] = []

    def read(self) -> Facts:
        """The packs before and this one."""
        for deck, file in files_of(self.folder, self.pack.id):
            key = "hero" if deck == "hero" else "card"
            for entry in file.entries(key):
                self.entries.append(entry)
                if deck == "hero":
                    self.add_hero(entry)
                else:
                    self.add_card(entry, deck)
        _check_counts(self.book, self.pack.id, self.cards, self.heroes)
        before = self.before
        facts = Facts(
            tuple(self.cards),
            tuple(self.heroes),
            (*(before.packs if before else ()), self.pack),
            self.board,
            self.kind,
            {hero.id: n for n, hero in enumerate(self.heroes)},
        )
        _check_whole(self.book, facts)
        return facts

    def unusual(self, entry: Entry, key: str, reason: str) -> None:
        """Something our own cards never do; a printed card is right as it is."""
        complaint = entry.complain(key, reason)
        if self.pack.kind != "replacement":
            raise complaint
        self.warnings.append(str(complaint))

    def identity(self, entry: Entry) -> tuple[str, str, str]:
        """The id, name and what is replaced, each id and name the only one."""
        name, title = slug_of(entry, "id"), entry.text("name")
        if name in self.home:
            raise entry.complain("id", f"{name} is also in the pack {self.home[name]}")
        self.home[name] = self.pack.id
        replaces = entry.text("replaces") if "replaces" in entry.facts else ""
        if replaces and self.pack.kind != "replacement":
            raise entry.complain("replaces", "only a pack of kind replacement replaces cards")
        if title in self.names and not replaces:
            raise entry.complain("name", f"{echo(title)} is also the name of another card or Hero")
        self.names.add(title)
        entry.one_of("provenance", PROVENANCE)
        if "reconstructed" in entry.facts:
            listed_words(entry, "reconstructed", (*CARD_KEYS, *HERO_KEYS, "brute"))
        if "ref" in entry.facts:
            entry.text("ref")
        return name, title, replaces

    def flavour(self, entry: Entry) -> str:
        """One short sentence without rules."""
        value = text_of(entry, "flavour")
        if not value.strip() or len(value) > LONGEST:
            self.unusual(entry, "flavour", f"is one sentence of at most {LONGEST} letters")
        return value

    def add_card(self, entry: Entry, deck: str) -> None:
        """Read a card and add it."""
        entry.only(CARD_KEYS)
        name, title, replaces = self.identity(entry)
        if replaces:
            self.check_replaced(entry, replaces, deck)
        types = types_of(entry, deck)
        main, text = types[0], text_of(entry, "text")
        card = Card(
            id=name,
            name=title,
            pack=self.pack.id,
            deck=deck,
            types=types,
            klass=entry.one_of("class", CLASSES) if only_for(entry, "class", main == "Foe") else "",
            slots=slots_of(entry, types),
            power=self.power(entry, deck, main),
            cost=self.cost(entry, deck, main),
            stages=_stages(entry, main),
            loot=entry.whole("loot", range(10)) if only_for(entry, "loot", main == "Foe") else 0,
            copies=entry.whole("copies", range(1, 100)),
            text=text,
            flavour=self.flavour(entry),
            abilities=abilities(entry, deck, main),
            provenance=entry.text("provenance"),
            replaces=replaces,
        )
        if only_for(entry, "tone", main in TONES):
            entry.one_of("tone", TONES[main])
        if bool(text) != bool(card.abilities or deck == "spire"):
            raise entry.complain("text", "says what the abilities do, and is empty without any")
        _check_type(entry, card)
        self.kind[name] = len(self.cards)
        self.cards.append(card)

    def check_replaced(self, entry: Entry, replaces: str, deck: str) -> None:
        """A card takes the place of one of the same deck, out of a pack that is required."""
        known = [c.id for c in self.cards if c.deck == deck and c.pack in self.pack.requires]
        known += [h.id for h in self.heroes if deck == "hero" and h.pack in self.pack.requires]
        if replaces not in known:
            packs = listed(self.pack.requires, "and")
            reason = f"{echo(replaces)} is not in the {deck} deck of {packs}"
            raise entry.complain("replaces", f"{reason}{nearest(replaces, known)}")

    def power(self, entry: Entry, deck: str, main: str) -> tuple[tuple[str, int], ...]:
        """RSP-59, RSP-60. One value, two joined by "or", or Vorpal."""
        owned = deck in ("loot", "starter") or main in COLLECTIBLE
        if not only_for(entry, "power", owned):
            return ()
        parts = power_of(entry)
        vorpal, top = parts[0][0] == "vorpal", max(n for _, n in parts)
        if vorpal != (deck == "loot"):
            self.unusual(entry, "power", "is Vorpal on Loot cards, and on no others")
        cap = 3 if main == "Dungeon" else 6
        if top > cap:
            self.unusual(entry, "power", f"of a {main} is at most {cap}, not {top}")
        return parts

    def cost(self, entry: Entry, deck: str, main: str) -> Cost | None:
        """RSP-57. The matrix of a ring card, Foe or Spire card."""
        ring = deck == "encounter" and main != "Chaos"
        priced = ring or main == "Foe" or (main == "Spire" and "stages" not in entry.facts)
        if not only_for(entry, "cost", priced):
            return None
        cost = _cost(entry.table("cost"), spire=main == "Spire")
        if main == "Spire":
            return cost
        s = cost.total
        law = 2 * s + 2 if main == "Foe" else 2 * s - 1 if s <= EASY else 2 * s
        if cost.brute not in (-1, law):
            self.unusual(entry, "cost", f"brute is {law} for a sum of {s}, not {cost.brute}")
        if cost.brute < 0 and main in COLLECTIBLE:
            self.unusual(entry, "cost", "brute is missing; only Adversaries and Foes go without")
        return cost

    def add_hero(self, entry: Entry) -> None:
        """RSP-15, RSP-16. Read a Hero and add it."""
        entry.only(HERO_KEYS)
        name, title, replaces = self.identity(entry)
        if replaces:
            self.check_replaced(entry, replaces, "hero")
        hero = Hero(
            id=name,
            name=title,
            pack=self.pack.id,
            klass=entry.one_of("class", CLASSES),
            tier=entry.one_of("tier", TIERS),
            starter=self.starter(entry),
            slots=mat_of(entry),
            text=entry.text("text"),
            flavour=self.flavour(entry),
            abilities=abilities(entry, "hero", "Hero"),
            replaces=replaces,
        )
        if not 1 <= len(hero.abilities) <= MOST_ABILITIES:
            n = len(hero.abilities)
            raise entry.complain("abilities", f"a Hero has 1 to {MOST_ABILITIES}, not {n}")
        self.heroes.append(hero)

    def starter(self, entry: Entry) -> tuple[tuple[int, int], ...]:
        """RSP-16. Twelve Starter cards, and what they add up to."""
        deck, total = entry.table("starter"), entry.table("total")
        known = [c.id for c in self.cards if c.deck == "starter"]
        deck.only(known)
        total.only(ATTRS)
        held = {self.kind[key]: deck.whole(key, range(1, STARTING + 1)) for key in deck.facts}
        if sum(held.values()) != STARTING:
            n = sum(held.values())
            raise entry.complain("starter", f"is {STARTING} cards in all, not {n}")
        sums, values = Counter[str](), Counter[int]()
        for kind, copies in held.items():
            attr, n = self.cards[kind].power[0]
            sums[attr] += copies * n
            values[n] += copies
        for attr in ATTRS:
            if total.whole(attr, range(MOST_COST)) != sums[attr]:
                raise entry.complain("total", f"{attr} is {sums[attr]} by the cards of starter")
        if values != {1: 8, 2: 4}:
            self.unusual(entry, "starter", "is 8 cards of power 1 and 4 of power 2")
        return tuple(held.items())


def _cost(entry: Entry, *, spire: bool = False) -> Cost:
    """A matrix; a Spire card may also roll its numbers, or look at who pays."""
    if spire and "lead" in entry.facts:
        entry.only(["lead", "rest"])
        lead, rest = (entry.whole(key, range(1, MOST_COST + 1)) for key in ("lead", "rest"))
        return Cost(0, 0, 0, -1, lead=lead, rest=rest)
    entry.only([*ATTRS, "brute"])
    named = [attr for attr in ATTRS if attr in entry.facts]
    if not named:
        raise entry.complain("", f"has at least one of {listed(ATTRS)}")
    brute = entry.whole("brute", range(1, MOST_COST + 1)) if "brute" in entry.facts else -1
    dice = [attr for attr in named if isinstance(entry.facts[attr], str)] if spire else []
    if dice and (dice != named or brute >= 0):
        raise entry.complain(dice[0], "either all numbers are rolled or none, and none with brute")
    n = {attr: _rolled(entry, attr) for attr in dice}
    n |= {attr: entry.whole(attr, range(1, MOST_COST + 1)) for attr in named if attr not in n}
    fight, skill, charm = (n.get(attr, 0) for attr in ATTRS)
    return Cost(fight, skill, charm, brute, bool(dice))


def _rolled(entry: Entry, attr: str) -> int:
    match = ROLLED.fullmatch(entry.text(attr))
    if match is None:
        raise entry.complain(attr, f'is a number or "5+d6", not {echo(entry.text(attr))}')
    return int(match[1])


def _stages(entry: Entry, main: str) -> tuple[Cost, ...]:
    """The costs of a Spire card that is paid in stages."""
    if not only_for(entry, "stages", main == "Spire" and "stages" in entry.facts):
        return ()
    value = entry.get("stages")
    most = 6
    if not isinstance(value, list) or not 1 < len(value) <= most:
        raise entry.complain("stages", f"must be a list of 2 to {most} costs, not {echo(value)}")
    return tuple(_cost(replaced(entry, f"stage {n}", stage)) for n, stage in enumerate(value, 1))


def replaced(entry: Entry, place: str, value: object) -> Entry:
    """A table within an entry that is no entry of its own."""
    if not isinstance(value, dict):
        raise entry.complain(place, f"must be a table such as {{ fight = 9 }}, not {echo(value)}")
    return Entry(entry.file, f"{entry.place} {place}", value)


def _check_type(entry: Entry, card: Card) -> None:
    """What the abilities of a type have in common."""
    main = card.types[0]
    if main == "Adversary":
        ends = [each for each in card.abilities if each.on == "defeat"]
        if len(ends) != 1:
            raise entry.complain("abilities", 'an Adversary has exactly one with on = "defeat"')
        if not _ends(ends[0].do):
            reason = "every result of defeat says reshuffle self or banish self"
            raise entry.complain("abilities", reason)
    if main == "Chaos" and len(card.abilities) != 1:
        raise entry.complain("abilities", "a Chaos card has exactly one")


def _ends(effects: Sequence[Effect]) -> bool:
    """RSP-76. Whether every way through says where the Adversary goes."""
    for each in effects:
        if each.verb in ("reshuffle", "banish-self"):
            return True
        if each.verb in ("roll", "choose", "if") and all(_ends(block) for block in each.blocks):
            return True
    return False


def _pack(book: Entry, before: Facts | None) -> Pack:
    """The head of pack.toml."""
    book.only(["pack", "counts"] if before else ["pack", "counts", "board"])
    entry = book.table("pack")
    entry.only(["id", "name", "kind", "requires", "drop"])
    name, known = slug_of(entry, "id"), [pack.id for pack in before.packs] if before else []
    if name in known:
        raise entry.complain("id", f"{name} is the id of another pack")
    kind = entry.one_of("kind", KINDS[1:] if before else KINDS[:1])
    requires = ids_of(entry, "requires", known)
    if before and "base" not in requires:
        raise entry.complain("requires", 'has "base" in it: every pack stands on the base game')
    cards = (
        [(card.id, card.deck) for card in before.cards if card.pack in requires] if before else []
    )
    heroes = [hero.id for hero in before.heroes if hero.pack in requires] if before else []
    drop = ids_of(entry, "drop", [*(i for i, _ in cards), *heroes])
    for name_, deck in cards:
        if deck == "starter" and name_ in drop:
            raise entry.complain("drop", f"{name_} is a Starter card, which is replaced or stays")
    return Pack(name, entry.text("name"), kind, requires, drop)


def _board(entry: Entry) -> Board:
    """What is printed on the board."""
    numbers = ("ring_spaces", "stair_space", "sanity", "hand", "madness_base")
    entry.only([*numbers, "well", "maps", "glyphs", "exert", "rotation"])
    ring, stair, sanity, hand, madness = (entry.whole(key, range(1, 100)) for key in numbers)
    rotation = entry.table("rotation")
    rotation.only(["brute"])
    return Board(
        ring_spaces=ring,
        stair_space=stair,
        sanity=sanity,
        hand=hand,
        madness_base=madness,
        well=_cost(entry.table("well")),
        maps=_cost(entry.table("maps")),
        glyphs=_cost(entry.table("glyphs")),
        exert=_cost(entry.table("exert")),
        rotation=Cost(0, 0, 0, rotation.whole("brute", range(1, MOST_COST + 1))),
    )


def _check_counts(book: Entry, pack: str, cards: list[Card], heroes: list[Hero]) -> None:
    """The cards of every deck are as many as pack.toml says."""
    if "counts" not in book.facts:
        return
    counts = book.table("counts")
    counts.only([*DECKS, "hero"])
    have = Counter[str]()
    for card in cards:
        have[card.deck] += card.copies if card.pack == pack else 0
    have["hero"] = sum(hero.pack == pack for hero in heroes)
    for deck in counts.facts:
        wanted = counts.whole(deck, range(1000))
        if have[deck] != wanted:
            what = "Heroes" if deck == "hero" else "cards, counting copies"
            raise counts.complain(deck, f"is {wanted}, but the pack has {have[deck]} {what}")


def _check_whole(book: Entry, facts: Facts) -> None:
    """The packs together are a game, and not too much for one."""
    pack = facts.packs[-1]
    for what, n, most in (
        ("cards", len(facts.cards), MOST_KINDS),
        ("Heroes", len(facts.heroes), MOST_HEROES),
        ("packs", len(facts.packs), MOST_PACKS),
    ):
        if n > most:
            raise book.complain("", f"makes {n} kinds of {what}, and {most} are possible")
    lack = shelves.lack(facts, (*pack.requires, pack.id))
    if lack:
        raise book.complain("", lack)


def load(folders: Sequence[Path] = SHIPPED) -> Facts:
    """The packs of these folders, base first; complains by file, card and key."""
    facts: Facts | None = None
    for folder in folders:
        facts = Reader(folder, facts).read()
    assert facts is not None, "base comes first"
    return facts


def gather(owners: Sequence[Path], facts: Facts) -> Facts:
    """Shipped packs and those owners' packs that can be read, by id and after what they require."""
    waiting = sorted(owners, key=lambda folder: (_head_of(folder, "id"), str(folder)))
    reasons: dict[Path, str] = {}
    added = True
    while added:
        added = False
        for folder in waiting:
            try:
                facts = Reader(folder, facts).read()
            except (ValueError, OSError, RecursionError) as error:
                reasons[folder] = f"{folder}: {error}"
            else:
                waiting.remove(folder)
                added = True
                break
    return replace(facts, refused=tuple(reasons[folder] for folder in waiting))


def _head_of(folder: Path, key: str) -> str:
    """What pack.toml says for a key, as text and as far as it can be read."""
    try:
        pack = read(folder / "pack.toml").facts.get("pack")
    except (ValueError, RecursionError):
        return ""
    return str(pack.get(key, "")) if isinstance(pack, Mapping) else ""


def check(folder: Path | None = None) -> str:
    """What is in a pack (or in all that are found), in one line; complains by file, card and key."""
    if folder is None:
        if FACTS.refused:
            raise ContentError("a pack is left out", "", FACTS.refused[0])
        return "; ".join(_summary(FACTS, pack) for pack in FACTS.packs)
    if not (folder / "pack.toml").is_file():
        raise ContentError(str(folder), "", "is no pack: a folder with a pack.toml")
    needs = _head_of(folder, "requires")
    others = [other for other in shelves.owners_folders() if repr(_head_of(other, "id")) in needs]
    reader = Reader(folder, gather(others, load()))
    facts = reader.read()
    warnings = [*reader.warnings]
    for entry in reader.entries:
        lacks = wording(str(entry.facts["text"]), entry)
        warnings += [str(entry.complain("text", reason)) for reason in lacks]
    count = "a warning" if len(warnings) == 1 else f"{len(warnings)} warnings"
    said = f", with {count} ({'; '.join(warnings)})" if warnings else ""
    return f"{_summary(facts, reader.pack)}{said}"


def _summary(facts: Facts, pack: Pack) -> str:
    """The decks of a pack in words."""
    n = Counter[str]()
    for card in facts.cards:
        n[card.deck] += card.copies if card.pack == pack.id else 0
    heroes = sum(hero.pack == pack.id for hero in facts.heroes)
    parts = [
        f"{n[deck]} {deck.capitalize()} {'card' if n[deck] == 1 else 'cards'}"
        for deck in DECKS
        if n[deck]
    ]
    parts += [f"{heroes} {'Hero' if heroes == 1 else 'Heroes'}"] if heroes else []
    return f"{pack.id}: {listed(parts, 'and')}"


FACTS: Final = gather(shelves.owners_folders(), load())
