"""Fields of the files of a pack: what each key may hold, whatever card it stands on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ravelbox.kernel.content import Entry, read
from ravelbox.kernel.words import echo, listed, nearest

DECKS: Final = ("starter", "encounter", "loot", "foe", "tower", "spire")  # order of the kinds
EQUIPMENT: Final = ("Weapon", "Armor", "Object", "Relic")
COLLECTIBLE: Final = (*EQUIPMENT, "Dungeon", "Adventurer", "Attack")
TYPES: Final = (*COLLECTIBLE, "Adversary", "Chaos", "Foe", "Tower", "Spire")
FILES: Final = tuple(name.lower() for name in TYPES[:9])  # order of the Encounter files
TYPES_IN: Final[dict[str, tuple[str, ...]]] = {
    "starter": COLLECTIBLE,
    "encounter": (*COLLECTIBLE, "Adversary", "Chaos"),
    "loot": COLLECTIBLE,
    "foe": ("Foe",),
    "tower": ("Tower",),
    "spire": ("Spire",),
}
SLUG: Final = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
POWER: Final = re.compile(r"([1-9]\d?) (fight|skill|charm|vorpal)")
MOST_POWER: Final = 20  # above every printed one


def listed_words(entry: Entry, key: str, names: Sequence[str]) -> tuple[str, ...]:
    """A list of words, each one of these and there once."""
    value = entry.get(key)
    if not isinstance(value, list) or not value:
        raise entry.complain(key, f"must be a list of {listed(names, 'and')}, not {echo(value)}")
    for word in value:
        if word not in names:
            hint = nearest(str(word), names)
            raise entry.complain(key, f"must be {listed(names)}, not {echo(word)}{hint}")
    if len(set(value)) != len(value):
        raise entry.complain(key, f"has a word twice: {listed(value, 'and')}")
    return tuple(value)


def text_of(entry: Entry, key: str) -> str:
    """A text, which may be empty."""
    value = entry.get(key)
    if not isinstance(value, str):
        raise entry.complain(key, f"must be a text, not {echo(value)}")
    return value


def only_for(entry: Entry, key: str, wanted: bool) -> bool:  # noqa: FBT001  # a fact, not a mode
    """Whether a key is there, which must be so exactly where it is wanted."""
    if wanted != (key in entry.facts):
        raise entry.complain(key, "is missing" if wanted else "has no place on such a card")
    return wanted


def types_of(entry: Entry, deck: str) -> tuple[str, ...]:
    """RSP-124. One type, or several of equipment."""
    types = listed_words(entry, "types", TYPES)
    if types[0] not in TYPES_IN[deck]:
        can = listed(TYPES_IN[deck])
        raise entry.complain("types", f"a card of the {deck} deck is {can}, not {types[0]}")
    if len(types) > 1 and set(types) - set(EQUIPMENT):
        raise entry.complain("types", f"only {listed(EQUIPMENT, 'and')} have a second type")
    return types


def slots_of(entry: Entry, types: tuple[str, ...]) -> str:
    """RSP-115. The slots that a card's types give it."""
    value = entry.facts.get("slots", [])
    wanted = [name[0] for name in types] if types[0] in (*EQUIPMENT, "Dungeon") else []
    wanted = ["ALL"] if types[0] == "Adventurer" else wanted
    if value != wanted:
        written = ", ".join(f'"{letter}"' for letter in wanted)
        raise entry.complain("slots", f"is [{written}] by the types, not {echo(value)}")
    return "WAORD" if wanted == ["ALL"] else "".join(wanted)


def mat_of(entry: Entry) -> str:
    """RSP-114. Five slots, one of them for Dungeon cards."""
    value = entry.get("slots")
    letters = value if isinstance(value, list) else []
    known = [letter for letter in letters if letter in tuple("WAORD")]
    if known != letters or len(letters) != len("WAORD") or letters.count("D") != 1:
        raise entry.complain("slots", f"is five of W, A, O, R and D with one D, not {echo(value)}")
    return "".join(known)


def file_of(folder: Path, path: Path) -> Entry:
    """A file of a pack, which complains by folder and file."""
    return Entry(path.relative_to(folder.parent).as_posix(), "", read(path).facts)


def files_of(folder: Path, pack: str) -> list[tuple[str, Entry]]:
    """Every file of cards with its deck, in the order of the kinds."""
    found = []
    for path in folder.rglob("*.toml"):
        if path == folder / "pack.toml":
            continue
        file = file_of(folder, path)
        decks = (*DECKS, "hero")
        deck = file.one_of("deck", decks)
        file.only(["pack", "deck", "hero" if deck == "hero" else "card"])
        if file.text("pack") != pack:
            named = echo(file.text("pack"))
            raise file.complain("pack", f"is {named}, but pack.toml says {echo(pack)}")
        place = FILES.index(path.stem) if path.stem in FILES else len(FILES)
        found.append(((decks.index(deck), place, file.file), deck, file))
    return [(deck, file) for _, deck, file in sorted(found, key=lambda each: each[0])]


def ids_of(entry: Entry, key: str, known: list[str]) -> tuple[str, ...]:
    """A list of ids that are known; not there is empty."""
    value = entry.facts.get(key, [])
    if not isinstance(value, list):
        raise entry.complain(key, f'must be a list such as ["base"], not {echo(value)}')
    for name in value:
        if name not in known:
            raise entry.complain(key, f"{echo(name)} is unknown{nearest(str(name), known)}")
    return tuple(value)


def slug_of(entry: Entry, key: str) -> str:
    """An id, which logs and saved games can name."""
    value = entry.text(key)
    if SLUG.fullmatch(value) is None:
        raise entry.complain(key, f"is in small letters, digits and _, not {echo(value)}")
    return value


def power_of(entry: Entry) -> tuple[tuple[str, int], ...]:
    """RSP-59, RSP-60. One value, two joined by "or", or Vorpal."""
    value = entry.text("power")
    found = [POWER.fullmatch(part) for part in value.split(" or ")]
    parts = [(match[2], int(match[1])) for match in found if match]
    named = [attr for attr, _ in parts]
    plain = len(parts) == 1 or (len(set(named)) == 2 and "vorpal" not in named)  # noqa: PLR2004  # a pair
    if len(parts) != len(found) or not plain:
        form = '"2 skill", "4 fight or 4 charm" or "3 vorpal"'
        raise entry.complain("power", f"is of the form {form}, not {echo(value)}")
    if max(n for _, n in parts) > MOST_POWER:
        raise entry.complain("power", f"is at most {MOST_POWER}, not {echo(value)}")
    return tuple(parts)
