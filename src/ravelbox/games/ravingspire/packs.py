"""Packs: where owners of the printed game keep theirs, and which cards a table uses."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ravelbox.games.ravingspire.facts import Facts

VARIABLE: Final = "RAVELBOX_PACKS"
MOST_CHOSEN: Final = 5  # packs beside base at one table
LEAST: Final = {"encounter": 30, "foe": 1, "tower": 3, "spire": 1}  # for any table
LEAST_HEROES: Final = 6


def data_folder(platform: str = sys.platform, given: Mapping[str, str] = os.environ) -> Path:
    """The user's data folder of this program, the one in which the server keeps its tables."""
    if platform == "win32":
        local = given.get("LOCALAPPDATA", "")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "ravelbox"
    shared = given.get("XDG_DATA_HOME", "")
    if shared.startswith("/"):
        return Path(shared) / "ravelbox"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "ravelbox"
    return Path.home() / ".local" / "share" / "ravelbox"


def owners_folders(given: Mapping[str, str] = os.environ) -> list[Path]:
    """The folders that RAVELBOX_PACKS names or that lie in the ones it names.

    Without it, those in packs/ravingspire of the user's data folder. A name that leads to no folder,
    or to files without a pack.toml, is kept, so that it can be complained about.
    """
    named = [Path(part) for part in given.get(VARIABLE, "").split(os.pathsep) if part.strip()]
    if named:
        return list(dict.fromkeys(found for place in named for found in _named(place)))
    try:
        return _packs_in(data_folder(given=given) / "packs" / "ravingspire")
    except RuntimeError:  # a user without a home has no packs
        return []


def _named(place: Path) -> list[Path]:
    """What a name stands for; an empty shelf for nothing."""
    found = _packs_in(place)
    try:
        shelf = place.is_dir() and not any(place.glob("*.toml"))
    except OSError:
        shelf = False
    return found if found or shelf else [place]


def _packs_in(place: Path) -> list[Path]:
    """A pack folder itself, or the pack folders within."""
    try:
        if (place / "pack.toml").is_file():
            return [place]
        return sorted(inner.parent for inner in place.glob("*/pack.toml"))
    except OSError:
        return []


def chosen(facts: Facts, packs: tuple[str, ...]) -> list[str]:
    """The packs of a table in their order, base first; it is always there."""
    return [pack.id for pack in facts.packs if pack.id in packs or pack.kind == "base"]


def gone(facts: Facts, packs: tuple[str, ...]) -> set[str]:
    """Cards and Heroes that a later pack replaces or drops."""
    there = chosen(facts, packs)
    out = {name for pack in facts.packs if pack.id in there for name in pack.drop}
    last: dict[str, str] = {}  # what is replaced -> the last pack that does
    entries = [(card.id, card.pack, card.replaces) for card in facts.cards]
    entries += [(hero.id, hero.pack, hero.replaces) for hero in facts.heroes]
    for _, pack, replaces in entries:
        if replaces and pack in there:
            last[replaces] = max(last.get(replaces, pack), pack, key=there.index)
    out |= set(last)
    out |= {name for name, pack, replaces in entries if replaces in last and pack != last[replaces]}
    return out


def decks_of(facts: Facts, packs: tuple[str, ...]) -> dict[str, list[int]]:
    """RSP-154, RSP-155. The kinds of every deck, each as often as it has copies.

    The Encounter cards of expansions are apart, as "encounter_top"; where an expansion has Spire
    cards, they are the only ones.
    """
    there, left_out = chosen(facts, packs), gone(facts, packs)
    expansions = {pack.id for pack in facts.packs if pack.kind == "expansion"}
    decks: dict[str, list[int]] = {"encounter": [], "encounter_top": [], "loot": [], "foe": []}
    decks |= {"tower": [], "spire": [], "starter": []}
    finals: list[int] = []
    for kind, card in enumerate(facts.cards):
        if card.pack not in there or card.id in left_out:
            continue
        home = _home(facts, kind)
        deck = "encounter_top" if card.deck == "encounter" and home in expansions else card.deck
        pile = finals if card.deck == "spire" and home in expansions else decks[deck]
        pile.extend([kind] * card.copies)
    decks["spire"] = finals or decks["spire"]
    return decks


def _home(facts: Facts, kind: int) -> str:
    """The pack a card belongs to; a card that replaces another belongs where that one did."""
    card = facts.cards[kind]
    while card.replaces:
        card = facts.cards[facts.kind[card.replaces]]
    return card.pack


def heroes_of(facts: Facts, packs: tuple[str, ...]) -> list[int]:
    """The Heroes one may choose, by their numbers."""
    there, left_out = chosen(facts, packs), gone(facts, packs)
    return [
        n for n, hero in enumerate(facts.heroes) if hero.pack in there and hero.id not in left_out
    ]


def starting_deck(facts: Facts, packs: tuple[str, ...], hero: int) -> list[int]:
    """RSP-16. A Hero's twelve Starter cards, replaced ones by their successors."""
    there, left_out = chosen(facts, packs), gone(facts, packs)
    heirs = {
        card.replaces: kind
        for kind, card in enumerate(facts.cards)
        if card.replaces and card.pack in there and card.id not in left_out
    }
    deck: list[int] = []
    for first, copies in facts.heroes[hero].starter:
        kind = first
        while facts.cards[kind].id in heirs:
            kind = heirs[facts.cards[kind].id]
        deck.extend([kind] * copies)
    return sorted(deck)


def choices(facts: Facts) -> tuple[str, ...]:
    """The values of the option packs: "base", each other pack, and unions joined by "+"."""
    others = [pack for pack in facts.packs if pack.kind != "base"]
    values = ["base"]
    for size in range(1, min(len(others), MOST_CHOSEN) + 1):
        for union in combinations(others, size):
            names = {"base", *(pack.id for pack in union)}
            there = tuple(pack.id for pack in union)
            if all(set(pack.requires) <= names for pack in union) and not lack(facts, there):
                values.append("+".join(there))
    return tuple(values)


def lack(facts: Facts, packs: tuple[str, ...]) -> str:
    """What a table with these packs would lack, or nothing."""
    decks = decks_of(facts, packs)
    for deck, least in LEAST.items():
        if len(decks[deck]) < least:
            return f"leaves {len(decks[deck])} cards of the {deck} deck; {least} are needed"
    heroes = len(heroes_of(facts, packs))
    return "" if heroes >= LEAST_HEROES else f"leaves {heroes} Heroes; {LEAST_HEROES} are needed"


def chosen_by(value: str) -> tuple[str, ...]:
    """The packs beside base that a value of the option packs names.

    >>> chosen_by("base"), chosen_by("goblin_queen+my_box")
    ((), ('goblin_queen', 'my_box'))
    """
    return () if value == "base" else tuple(value.split("+"))
