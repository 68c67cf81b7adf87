"""What happened at a table of Ravingspire, in sentences; hands stay secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ravelbox.games.ravingspire import state as k
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.tower import SPACES, STAIR
from ravelbox.kernel.events import Event
from ravelbox.kernel.rules import Note

Words = tuple[str, str, str]  # name, sentence and rule of an event
LEVELS: Final = ("Dungeon", "Temple", "Spire")
ATTRIBUTES: Final = ("Fight", "Skill", "Charm", "Vorpal")
PURPOSES: Final = (
    *("to move", "to turn the ring", "for the Adversary's text", "for a Loot card"),
    *("for being overwhelmed", "for the lost Showdown", "for the Foe", "for a card's text"),
    "for the Spire card",
)
SERVICES: Final = (
    "Scrawled Maps",
    "Cryptic Glyphs",
    "Exert",
    "Brute Force rotation",
    "the Well of Souls",
)
DECKS: Final = ("the Encounter Deck", "the Battle Deck", "the Loot deck", "the Foe deck")


def short(hero: int) -> str:
    """A Hero's name as a sentence uses it: "Quinn", "Crimson Reaver"."""
    name = FACTS.heroes[hero].name
    return name.removeprefix("The ") if name.startswith("The ") else name.split()[0]


def seat_words(who: int) -> str:
    """A seat as a sentence names it: by its Hero, or by number before there is one."""
    hero = (who >> 3) - 1
    return short(hero) if hero >= 0 else f"Seat {(who & 7) + 1}"


def card_words(kind: int) -> str:
    """A card's name."""
    return FACTS.cards[kind].name


def place_words(level: int, space: int) -> str:
    """Where a token stands: "Dungeon 4", "the Temple stair", "the Tower Door"."""
    if space == STAIR:
        return "the Tower Door" if level == k.SPIRE else f"the {LEVELS[level]} stair"
    if space == 0:
        return "Start" if level == k.DUNGEON else f"the {LEVELS[level]} portal"
    return f"{LEVELS[level]} {space}"


def target_words(target: int, kind: int) -> str:
    """What is paid for: a card by its name, or a service of the board."""
    return card_words(kind) if kind >= 0 else SERVICES[target - k.MAPS]


def tell(note: Note, seat: int | None) -> Event | None:
    """One event as a sentence, as that seat, or a spectator, may be told."""
    kind, who, x, y = note
    of = who & 7
    if kind == k.TURN:
        return Event("turn", of, "", "RSP-9", heading=f"Turn {x} · {seat_words(who)}")
    if kind in SECRET and seat != of and not (kind == k.TRADE_SHOWN and seat == y & 7):
        return None
    if kind == k.DREW_SOME and seat == of:
        return None  # the owner was told each card
    name, text, rule = SENTENCES[kind](seat_words(who), x, y)
    return Event(name, of, text, rule)


SECRET: Final = (k.DREW, k.PEEKED, k.TRADE_SHOWN)


def _n(n: int, thing: str) -> str:
    return f"{n} {thing}{'' if n == 1 else 's'}"


def _rolled(seat: str, face: int, purpose: int) -> Words:
    extra = f", so {(face + 1) // 2}" if purpose == k.FOR_FOE else ""
    return "rolled", f"{seat} rolled {face}{extra} {PURPOSES[purpose]}.", "RSP-13"


def _encounter(_: str, kind: int, position: int) -> Words:
    where = f"to position {position}" if position else "beside the ring, and waits"
    return "drawn", f"{card_words(kind)} comes {where}.", "RSP-46"


def _used(seat: str, kind: int, banished: int) -> Words:
    verb = "banished" if banished else "discarded"
    return "used", f"{seat} {verb} {card_words(kind)} for its action.", "RSP-71"


def _flanked(seat: str, kind: int, hinder: int) -> Words:
    verb = "hindered" if hinder else "assisted"
    return "flanked", f"{seat} {verb} with {card_words(kind)}.", "RSP-147"


def _turned(_: str, level: int, spaces: int) -> Words:
    way = "clockwise" if spaces >= 0 else "counter-clockwise"
    text = f"The {LEVELS[level]} turned {_n(abs(spaces), 'space')} {way}."
    return "turned", text, "RSP-6"


def _all_lost(_: str, why: int, __: int) -> Words:
    reasons = ("Madness took the tower", "Nobody is left", "Time ran out")
    return "end", f"{reasons[why]}: all players lose.", "RSP-142"


def _freed(seat: str, free: int, _: int) -> Words:
    return "freed", f"{seat} {'freed everybody' if free else 'left alone'}.", "RSP-143"


def _stolen(seat: str, kind: int, other: int) -> Words:
    return "stolen", f"{seat} took {card_words(kind)} from {seat_words(other)}.", "RSP-170"


def _shown(seat: str, kind: int, other: int) -> Words:
    return "shown", f"{seat} showed {seat_words(other)} {card_words(kind)}.", "RSP-152"


def _given(seat: str, kind: int, other: int) -> Words:
    return "given", f"{seat} gave {card_words(kind)} to {seat_words(other)}.", "RSP-170"


def _paid(seat: str, target: int, kind: int) -> Words:
    return "paid", f"{seat} paid for {target_words(target, kind - 1)}.", "RSP-58"


def _gave_up(seat: str, target: int, kind: int) -> Words:
    return "gave-up", f"{seat} gave up on {target_words(target, kind - 1)}.", "RSP-66"


SENTENCES: Final[dict[int, Callable[[str, int, int], Words]]] = {
    k.GOES_FIRST: lambda seat, _, __: ("first", f"{seat} goes first.", "RSP-24"),
    k.HERO: lambda seat, _, __: ("hero", f"{seat} comes to the tower.", "RSP-15"),
    k.GAP: lambda _, level, gap: (
        "gap", f"The {LEVELS[level]} stair lies {min(gap, SPACES - gap)} from the next portal.", "RSP-20"),
    k.TOWER_CARD: lambda _, kind, level: (
        "tower", f"{card_words(kind)} rules the {LEVELS[level]}.", "RSP-22"),
    k.DREW: lambda seat, kind, _: ("drew", f"{seat} drew {card_words(kind)}.", "RSP-126"),
    k.DREW_SOME: lambda seat, n, _: ("drew", f"{seat} drew {_n(n, 'card')}.", "RSP-126"),
    k.ROLLED: _rolled,
    k.MOVED: lambda seat, to, _: (
        "moved", f"{seat} moved to {place_words(to // SPACES, to % SPACES)}.", "RSP-31"),
    k.ENTERED: lambda seat, _, __: ("entered", f"{seat} entered the Keep.", "RSP-36"),
    k.ENCOUNTER_CARD: _encounter,
    k.SET_ASIDE: lambda _, kind, __: (
        "aside", f"{card_words(kind)} was set aside until turn 6.", "RSP-40"),
    k.SHUFFLED_IN: lambda _, n, __: (
        "shuffled", f"{_n(n, 'card')} shuffled into the top of the Encounter Deck.", "RSP-54"),
    k.RECYCLED: lambda _, n, __: (
        "recycled", f"The Encounter Deck is empty: {n} banished cards make a new one.", "RSP-56"),
    k.CHAOS: lambda seat, kind, _: ("chaos", f"Chaos for {seat}: {card_words(kind)}.", "RSP-101"),
    k.FOE_COMES: lambda _, level, space: (
        "foe", f"A Foe appears on {place_words(level, space)}.", "RSP-102"),
    k.FOE_MOVES: lambda _, level, space: (
        "foe", f"The Foe moves to {place_words(level, space)}.", "RSP-95"),
    k.FOE_GONE: lambda _, level, __: ("foe", f"The Foe of the {LEVELS[level]} is gone.", "RSP-170"),
    k.ACTIVATED: lambda seat, kind, _: (
        "activated", f"{seat} activated {card_words(kind)}.", "RSP-68"),
    k.USED_CARD: _used,
    k.ACT: lambda seat, _, __: ("ability", f"{seat} used a Hero's ability.", "RSP-29"),
    k.PAID: _paid,
    k.SPENT: lambda seat, kind, _: ("spent", f"{seat} spent {card_words(kind)}.", "RSP-62"),
    k.GAVE_UP: _gave_up,
    k.COLLECTED: lambda seat, kind, _: (
        "collected", f"{seat} collected {card_words(kind)}.", "RSP-50"),
    k.DEFEATED: lambda seat, kind, _: ("defeated", f"{seat} beat {card_words(kind)}.", "RSP-75"),
    k.RETURNS: lambda _, kind, __: (
        "returns", f"{card_words(kind)} will be shuffled back.", "RSP-76"),
    k.BANISHED: lambda _, kind, __: ("banished", f"{card_words(kind)} was banished.", "RSP-12"),
    k.DISCARDED: lambda seat, kind, _: (
        "discarded", f"{seat} discarded {card_words(kind)}.", "RSP-14"),
    k.LOOTED: lambda seat, kind, _: ("loot", f"{seat} gained the Loot {card_words(kind)}.", "RSP-78"),
    k.LOST_SANITY: lambda seat, n, left: (
        "sanity", f"{seat} lost {n} Sanity and has {left}.", "RSP-128"),
    k.GAINED_SANITY: lambda seat, n, left: (
        "sanity", f"{seat} regained {n} Sanity and has {left}.", "RSP-128"),
    k.PREVENTED: lambda seat, kind, n: (
        "prevented", f"{seat} used {card_words(kind)} against a loss of {n}.", "RSP-128"),
    k.MAD: lambda seat, left, _: ("mad", f"{seat} went mad. Madness is at {left}.", "RSP-129"),
    k.OVERWHELMED: lambda seat, kind, _: (
        "overwhelmed", f"{seat} is overwhelmed: {card_words(kind)} leaves the ring.", "RSP-52"),
    k.TURNED: _turned,
    k.FOE_DRAWN: lambda seat, kind, _: ("showdown", f"{seat} faces {card_words(kind)}.", "RSP-106"),
    k.REDRAWN: lambda seat, kind, _: (
        "redrawn", f"{seat} sent {card_words(kind)} away.", "RSP-158"),
    k.WON: lambda seat, kind, _: ("won", f"{seat} beat {card_words(kind)}.", "RSP-109"),
    k.LOST: lambda seat, kind, _: ("lost", f"{seat} lost to {card_words(kind)}.", "RSP-110"),
    k.KEY: lambda seat, _, __: ("key", f"{seat} holds a Tower Key.", "RSP-109"),
    k.SLOTTED: lambda seat, kind, _: ("slotted", f"{seat} slotted {card_words(kind)}.", "RSP-116"),
    k.UNSLOTTED: lambda seat, kind, _: (
        "unslotted", f"{seat} took {card_words(kind)} off the Battlemat.", "RSP-116"),
    k.RESHUFFLED: lambda seat, n, _: (
        "reshuffled", f"{seat} shuffled {_n(n, 'card')} into a new Battle Deck.", "RSP-126"),
    k.SPIRE_OPENED: lambda _, kind, __: (
        "spire", f"The Spire card is {card_words(kind)}.", "RSP-134"),
    k.ESCAPED: lambda seat, kind, _: ("escaped", f"{seat} beat {card_words(kind)}.", "RSP-137"),
    k.REMOVED: lambda seat, _, __: ("removed", f"{seat} is lost in the Keep.", "RSP-138"),
    k.LEFT_CARD: lambda seat, kind, _: ("left", f"{seat} left {card_words(kind)}.", "RSP-138"),
    k.FREED: _freed,
    k.ALL_LOST: _all_lost,
    k.FLANKED: _flanked,
    k.TRADE_ASKED: lambda seat, other, _: (
        "trade", f"{seat} proposed a trade to {seat_words(other)}.", "RSP-151"),
    k.TRADE_SHOWN: _shown,
    k.TRADED: lambda seat, other, _: (
        "traded", f"{seat} and {seat_words(other)} traded.", "RSP-152"),
    k.DECLINED: lambda seat, other, _: (
        "declined", f"{seat_words(other)} declined {seat}'s trade.", "RSP-152"),
    k.PEEKED: lambda seat, kind, _: ("peeked", f"{seat} saw {card_words(kind)}.", "RSP-170"),
    k.PEEKED_SOME: lambda seat, deck, n: (
        "peeked", f"{seat} looked at {_n(n, 'card')} of {DECKS[deck]}.", "RSP-170"),
    k.RECALLED: lambda seat, kind, _: (
        "recalled", f"{seat} took {card_words(kind)} back to hand.", "RSP-170"),
    k.STOLEN: _stolen,
    k.GIVEN: _given,
    k.REROLLED: lambda seat, _, __: ("rerolled", f"{seat} rolls again.", "RSP-161"),
    k.MODIFIED: lambda _, face, __: ("modified", f"The die counts as {face}.", "RSP-164"),
    k.ATTACHED: lambda _, kind, __: (
        "attached", f"{card_words(kind)} lies on the Foe deck.", "RSP-105"),
    k.CAPTURED: lambda seat, kind, _: (
        "captured", f"{card_words(kind)} is held against {seat}.", "RSP-61"),
    k.DOUBLED: lambda _, kind, __: ("doubled", f"{card_words(kind)} is doubled.", "RSP-65"),
    k.CUT: lambda _, kind, n: ("cheaper", f"{card_words(kind)} costs {n} less.", "RSP-63"),
    k.RAISED: lambda _, attr, n: (
        "dearer", f"The Foe costs {n} {ATTRIBUTES[attr]} more.", "RSP-108"),
    k.GENERATES: lambda seat, attr, n: (
        "generated", f"{seat} generated {n} {ATTRIBUTES[attr]}.", "RSP-123"),
    k.FLIPPED: lambda _, kind, __: ("flipped", f"{card_words(kind)} turned face down.", "RSP-121"),
    k.SWEPT: lambda seat, n, _: (
        "swept", f"{seat} discarded {_n(n, 'card')} from hand.", "RSP-90"),
    k.GAINED_POWER: lambda _, kind, n: (
        "stronger", f"{card_words(kind)} gets {n} power by its text.", "RSP-64"),
    k.CHANGED: lambda _, kind, attr: (
        "changed", f"{card_words(kind)} counts as {ATTRIBUTES[attr]}.", "RSP-64"),
    k.DISPLACED: lambda _, kind, __: ("displaced", f"{card_words(kind)} left the ring.", "RSP-12"),
}  # fmt: skip
