"""Whether a table of Ravingspire can have come about: what a document must not say.

Cards are where their type can be and all there; every frame of the agenda can lie on the one beneath,
is about something that is on the table, and the question on top can be asked.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from ravelbox.games.ravingspire.agenda import LEVEL, NAMES, line
from ravelbox.games.ravingspire.cards import ADVERSARY, CARDS, CHAOS_CARD, HEROES
from ravelbox.games.ravingspire.decks import G_AT, G_CARD, G_CHAIN, G_DECK, G_SEATS, pile_of
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.frames import check_frame, check_phase
from ravelbox.games.ravingspire.packs import heroes_of
from ravelbox.games.ravingspire.peeking import BAG_BITS
from ravelbox.games.ravingspire.pieces import check_pieces
from ravelbox.games.ravingspire.sequence import BELOW, BOTTOM
from ravelbox.games.ravingspire.setup import packs_at
from ravelbox.games.ravingspire.state import (
    COMMITTED,
    DUNGEON,
    FROM_PLACE,
    GENERATED,
    KIND,
    KNOWN_AT,
    LEVELS,
    NONE,
    RING,
    SLOTS,
    Ravingspire,
    from_of,
)
from ravelbox.games.ravingspire.zones import PLACES
from ravelbox.kernel.reading import need
from ravelbox.kernel.rules import NOBODY
from ravelbox.kernel.words import echo

OPENING: Final = 5  # RSP-40
SETUP: Final = ("draw-first", "seat-heroes", "choose-a-hero", "draw-hero", "begin-turn")
OWNED: Final = ("encounter", "loot", "starter")  # decks whose cards a Hero can have
PILES: Final = {0: "encounter", 2: "loot", 3: "foe_deck"}  # by the number of the deck
WAITING: Final = (  # with a pending card one of these is still to come
    *("draw-phase", "contact", "after-draw", "encounter-phase", "end-encounter", "overwhelm"),
    *("overwhelm-tie", "before-foe"),
)


def check(s: Ravingspire) -> None:
    """The table must be one at which this is left to do."""
    names = [NAMES[frame[0]] for frame in reversed(s.agenda)]
    over, setup = not names, bool(names) and names[-1] in SETUP
    need(over == (s.result != 0) or names[:1] == ["free-others"], "result", "is open until the end")
    need((s.turn == 0) == setup, "turn", "is 0 exactly until the first turn")
    _check_heroes(s, setup=setup)
    _check_places(s)
    _check_bags(s)
    _check_glimpses(s)
    check_pieces(s)
    if over:
        return
    _check_agenda(names)
    if setup:
        _check_setup(s)
    else:
        _check_turn(s, names)
        check_phase(s, names)
    for at, frame in enumerate(reversed(s.agenda)):
        check_frame(s, at, frame)
    need(s.rules[s.agenda[-1][0]].asks != NOBODY, "agenda", f'"{names[0]}" is no question')
    s.settle()
    need(s.legal(), "agenda", f'"{line(s.agenda[-1])}" has no answers here')


def _check_heroes(s: Ravingspire, *, setup: bool) -> None:
    """RSP-15. Different Heroes of the table's packs; RSP-24: the first player."""
    there = heroes_of(FACTS, packs_at(s.house))
    for seat, hero in enumerate(s.heroes):
        place = f"seats {seat} hero"
        need(hero != NONE or setup, place, "is missing")
        need(hero == NONE or hero in there, place, "is in none of the packs")
        need(hero == NONE or s.heroes.count(hero) == 1, place, "is there twice")
        many = len(HEROES[hero].abilities) if hero != NONE else 0
        need(s.used[seat] < 1 << many, f"seats {seat} used", f"there are {many} abilities")
        need(not s.gone[seat] or s.keys[seat], f"seats {seat} gone", "only with a Key (RSP-138)")
    first = s.house.first
    need(first in (NONE, s.first), "first", f"is {s.first}, but the options say {first}")


def _check_places(s: Ravingspire) -> None:
    """Cards lie where their types can."""
    for seat, hero in enumerate(s.heroes):
        zones = (
            ("hand", s.hands[seat]),
            ("deck", s.decks[seat]),
            ("top", s.tops[seat]),
            ("discard", s.discards[seat]),
            ("slots", s.slots[seat]),
            ("played", s.played[seat]),
            ("aside", s.asides[seat]),
        )
        for key, zone in zones:
            for card in zone:
                _need_owned(card, f"seats {seat} {key}")
                known = card >> KNOWN_AT & 63 if card != NONE else 0
                need(known < 1 << len(s.heroes), f"seats {seat} {key}", "there is no such seat")
        many = len(s.slots[seat])
        fits = many == 0 if hero == NONE else SLOTS <= many <= PLACES
        need(fits, f"seats {seat} slots", f"a Battlemat has {SLOTS} places or a few more")
    for key, cards in (("left", s.left), ("captured", s.captured), ("paid", s.paid)):
        for card in cards:
            _need_owned(card, f"moment {key}")
    for card in (s.offered, *s.helpers, *s.limits, *(entry & KIND for entry in s.paying)):
        _need_owned(card, "moment")
    _check_common(s)


def _need_owned(card: int, place: str) -> None:
    """A card that a Hero can have."""
    if card == NONE or card & KIND >= GENERATED:
        return
    fact = FACTS.cards[card & KIND]
    fits = fact.deck in OWNED and not CARDS[card & KIND].types & (ADVERSARY | CHAOS_CARD)
    need(fits, place, f"{fact.id} is no card that a Hero can have")


def _check_common(s: Ravingspire) -> None:
    """Cards of nobody: rings, Tower cards, Foes, Spire cards."""
    rows = [(f"rings {LEVEL[at // RING]}", card, "encounter", 0) for at, card in enumerate(s.ring)]
    rows += [("towers", card, "tower", 0) for card in s.towers]
    rows += [("tower_deck", card, "tower", 0) for card in s.tower_deck]
    rows += [("spires", card, "spire", 0) for card in s.spires]
    rows += [("spire", s.spire, "spire", 0), ("moment pending", s.pending, "encounter", 0)]
    rows += [("moment attached", card, "encounter", CHAOS_CARD) for card in s.attached]
    both = CHAOS_CARD | ADVERSARY
    rows += [("moment setaside", card, "encounter", both) for card in s.setaside]
    rows += [("moment returning", card, "encounter", both) for card in s.returning]
    for place, card, deck, types in rows:
        if card == NONE:
            continue
        fact, kinds = FACTS.cards[card], CARDS[card].types
        fits = kinds & types if types else not kinds & CHAOS_CARD
        need(fact.deck == deck and fits, place, f"{fact.id} cannot be here")
    for card in s.banished:
        fact = FACTS.cards[card]
        need(fact.deck in OWNED, "banished", f"{fact.id} cannot be here")
    if s.foe != NONE:
        fits = s.foe == s.spire or FACTS.cards[s.foe].deck == "foe"
        need(fits, "moment foe", f"{FACTS.cards[s.foe].id} is neither a Foe nor the Spire card")
    for level, tower in enumerate(s.towers):
        empty = all(card == NONE for card in s.ring[level * RING : level * RING + RING])
        need(tower != NONE or empty, f"rings {LEVEL[level]}", "is empty until it is revealed")


def _check_bags(s: Ravingspire) -> None:
    """Every place of a deck and every card in a bag belong together, and so do the decks."""
    bags = len(s.bags.own)
    counts: Counter[int] = Counter()
    homes: dict[int, str] = {}
    for deck, key in PILES.items():
        _find_homes(s, [~place for place in pile_of(s, deck) if place < 0], key, homes)
        for place in pile_of(s, deck):
            counts[~place] += place < 0
            need(place < 0 or _deck_of(place) == key, key, f"{_name(place)} is of another deck")
    for bag in range(bags):
        counts.update(s.bags.lenders[bag])
    for rule, _, x, _ in s.agenda:
        if NAMES[rule] == "pick-card":
            counts[x] += 1
            need(x < bags, "agenda", f"there is no bag {x}")
        elif NAMES[rule] == "draw-secretly" and x >> BAG_BITS:
            counts[x & (1 << BAG_BITS) - 1] += 1
    for bag in range(bags):
        for card in s.bags.own[bag]:
            home = homes.get(bag, _deck_of(card))
            need(_deck_of(card) == home, f"bags {bag}", f"{_name(card)} is of another deck")
    secret = any(NAMES[frame[0]] == "draw-secretly" for frame in s.agenda)
    for bag in range(bags):
        n, size = counts[bag], s.bags.size(bag)
        need(n == size or secret, f"bags {bag}", f"has {size} cards, but {n} places are for it")


def _find_homes(s: Ravingspire, bags: list[int], key: str, homes: dict[int, str]) -> None:
    """To which deck bags belong: that of their places, or of the bags they were poured into."""
    waiting, steps = list(dict.fromkeys(bags)), 0
    while waiting:
        bag = waiting.pop()
        need(bag < len(s.bags.own), key, f"there is no bag {bag}")
        need(homes.get(bag, key) == key, f"bags {bag}", "is for two decks")
        need(bag not in s.bags.lenders[bag], f"bags {bag}", "cannot come out of itself")
        homes[bag] = key
        waiting += list(dict.fromkeys(s.bags.lenders[bag]))
        steps += 1
        need(steps <= len(s.bags.own) ** 2 + 1, f"bags {bag}", "the bags go round in a circle")


def _deck_of(card: int) -> str:
    deck = FACTS.cards[card].deck
    return "foe_deck" if deck == "foe" else deck


def _name(card: int) -> str:
    return FACTS.cards[card].id


def _check_glimpses(s: Ravingspire) -> None:
    """What some seats know of a card is true."""
    seen: Counter[tuple[int, ...]] = Counter(glimpse[:G_SEATS] for glimpse in s.glimpses)
    for glimpse in s.glimpses:
        deck, at, card = glimpse[G_DECK], glimpse[G_AT], glimpse[G_CARD]
        need(glimpse[G_SEATS] < 1 << len(s.heroes), "glimpses", "there is no such seat")
        bags = [*glimpse[G_CHAIN:], *([at - 1] if at else [])]
        for bag in bags:
            need(bag < len(s.bags.own), "glimpses", f"there is no bag {bag}")
        there = list(s.bags.own[at - 1]) if at else list(pile_of(s, deck))
        fits = there.count(card) >= seen[glimpse[:G_SEATS]] and _deck_of(card) == PILES[deck]
        need(fits, "glimpses", f"{_name(card)} is not there")


def _check_agenda(names: list[str]) -> None:
    """Every frame can lie on the one beneath it."""
    for upper, lower in zip(names, [*names[1:], BOTTOM], strict=True):
        beneath = echo(lower) if lower else "nothing"
        need(lower in BELOW[upper], "agenda", f"{echo(upper)} cannot come before {beneath}")
    need(len(names) < 200, "agenda", "is too long")  # noqa: PLR2004  # nothing gets near it


def _check_setup(s: Ravingspire) -> None:
    """RSP-15 to RSP-23. Before the first turn there are Heroes, their decks, and little else."""
    need(s.active == 0, "active", "is 0 until the first turn")
    need(s.phase == 0, "phase", "is ready until the first turn")
    need(not any(s.gone), "seats", "nobody is removed before the first turn")
    need(not any(s.keys), "seats", "nobody has a Key before the first turn")
    most = FACTS.board.madness_base + len(s.heroes)
    need(s.madness == most, "madness", f"is {most} before the first turn")
    for level in range(LEVELS):
        need(s.foes_at[level] == NONE, "foes", "come after turn 5 (RSP-45)")


def _check_turn(s: Ravingspire, names: list[str]) -> None:
    """What holds on every turn."""
    need(s.agenda[0][1] == s.active, "active", "is the seat whose turn it is, says the agenda")
    need(not s.gone[s.active], "active", "is no longer in the game")
    need(s.madness > 0, "madness", "is above 0 while the game goes on")
    need(s.towers[DUNGEON] != NONE, "towers", "has a card for the Dungeon from the start (RSP-22)")
    need(
        s.turn <= OPENING or not s.setaside, "moment setaside", "is shuffled in at turn 6 (RSP-44)"
    )
    for seat in range(len(s.heroes)):
        sane = s.sanity[seat] > 0 or s.gone[seat]
        need(sane, f"seats {seat} sanity", "is above 0: at 0 a Hero goes mad (RSP-129)")
        idle = seat == s.active or not s.played[seat]
        need(idle, f"seats {seat} played", "is empty on another Hero's turn")
        held = s.hands[seat] or any(card != NONE for card in s.slots[seat])
        left = not s.gone[seat] or not held
        need(left, f"seats {seat} hand", "is empty once the Hero is removed (RSP-138)")
    waits = any(name in WAITING for name in names)
    need(s.pending == NONE or waits, "moment pending", "has entered the ring by now")
    need(s.drawn == NONE, "moment drawn", "is put somewhere at once")
    _check_moment(s, names)
    _check_payment(s, names)


def _check_moment(s: Ravingspire, names: list[str]) -> None:
    """What is there for a moment is there for a reason."""
    trading = "want-card" in names or "reply" in names
    need(trading or s.offered == NONE, "moment offered", "is there during a trade only")
    need("put-back" in names or not s.peeked, "moment peeked", "is put back at once")
    need("fate" in names or s.fate == 0, "moment fate", "is decided by a text that is under way")
    need(s.foe != NONE or not s.captured, "moment captured", "is held by a Foe that is faced")
    need(s.spire != NONE or not s.left, "moment left", "is on the Spire card, which is sealed yet")
    if "banish-one" in names:
        aside = Counter(s.asides[s.active])
        need(Counter(s.paid) <= aside, "moment paid", "lies Aside with the cards spent")


def _check_payment(s: Ravingspire, names: list[str]) -> None:
    """RSP-66. Sources are committed while a payment is under way, and only then."""
    paying = "paying" in names or "commit" in names
    need(paying == (s.target != NONE), "moment target", "is there during a payment, and only then")
    need(paying or not s.paying, "moment paying", "is empty without a payment")
    slots = s.slots[s.active]
    places = [from_of(entry) - FROM_PLACE for entry in s.paying if from_of(entry) >= FROM_PLACE]
    for entry in s.paying:
        place = from_of(entry) - FROM_PLACE
        if place >= 0:
            fits = place < len(slots) and slots[place] != NONE and slots[place] & COMMITTED
            fits = fits and slots[place] & KIND == entry & KIND
            need(fits, "moment paying", f"{_name(entry & KIND)} does not lie in that slot")
        else:
            need(not entry & COMMITTED, "moment paying", "only a slotted card stays where it is")
    for seat in range(len(s.heroes)):
        marked = [p for p, card in enumerate(s.slots[seat]) if card != NONE and card & COMMITTED]
        own = sorted(places) if seat == s.active else []
        need(marked == own, f"seats {seat} slots", "what is in a payment does not fit it")
