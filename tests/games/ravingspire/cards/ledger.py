"""Random evenings for properties: any cards in any hands, and a ledger of what pays for what."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ravelbox.games.ravingspire.state import FACE_DOWN, NONE, Ravingspire
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN
from tests.games.ravingspire.cards.printed import CARDS, HEROES, letters_of
from tests.games.ravingspire.tower import GAME, Mate, Tower, mate, tower
from tests.games.ravingspire.words import name_of

POWER: Final = [card for card in CARDS if "power" in CARDS[card]]
RING: Final = [
    card for card in CARDS if CARDS[card]["deck"] == "encounter" and "cost" in CARDS[card]
]
PILE: Final = [card for card in CARDS if CARDS[card]["deck"] == "encounter"]
FOES: Final = [card for card in CARDS if CARDS[card]["deck"] == "foe"]
LOOT: Final = [card for card in CARDS if CARDS[card]["deck"] == "loot"]
TOWERS: Final = [card for card in CARDS if CARDS[card]["deck"] == "tower"]
SPIRES: Final = [card for card in CARDS if CARDS[card]["deck"] == "spire"]


def some(rng: Rng, cards: list[str], n: int) -> str:
    """Some cards at random, each as often as it happens."""
    return " ".join(cards[rng.below(len(cards))] for _ in range(n))


def mat(rng: Rng, hero: str, cards: list[str]) -> str:
    """A Battlemat with something in most of its slots."""
    words = []
    for letter in HEROES[hero]["slots"]:
        fits = [card for card in cards if letter in letters_of(card)]
        words.append(fits[rng.below(len(fits))] if rng.below(4) else "-")
    return " ".join(words)


def rich(rng: Rng, hero: str, at: str, cards: list[str]) -> Mate:
    """A Hero late in the game, with any of these cards in hand."""
    return mate(
        hero,
        hand=some(rng, cards, 4 + rng.below(6)),
        slots=mat(rng, hero, cards),
        discard=some(rng, cards, rng.below(8)),
        deck=some(rng, cards, 6),
        at=at,
        sanity=3 + rng.below(8),
        key=not rng.below(3),
    )


def evening(seed: int, *, plain: bool = False) -> Tower:
    """A table of one to three Heroes late in the game, with anything anywhere.

    On a plain evening nobody has cards with a text.
    """
    rng = Rng(seed)
    cards = [card for card in POWER if not (plain and CARDS[card]["abilities"])]
    names = list(HEROES)
    heroes = [names.pop(rng.below(len(names))) for _ in range(1 + rng.below(3))]
    places = [f"{('dungeon', 'temple', 'spire')[rng.below(3)]} {rng.below(12)}" for _ in heroes]
    first, *others = [rich(rng, hero, at, cards) for hero, at in zip(heroes, places, strict=True)]
    rings = {level: some(rng, RING, 5) for level in ("dungeon", "temple", "spire")}
    level = first.at.split()[0]
    foes = {one: rng.below(12) for one in rings if not rng.below(3)}
    return tower(
        first.hero,
        hand=first.hand,
        slots=first.slots,
        discard=first.discard,
        deck=first.deck,
        at=first.at,
        sanity=first.sanity,
        key=first.key,
        mates=others,
        ring=rings[level],
        rings=rings,
        towers=dict(zip(rings, some(rng, TOWERS, 3).split(), strict=True)),
        foes=foes,
        foe_pile=some(rng, FOES, 5),
        loot=some(rng, LOOT, 6),
        pile=some(rng, PILE, 8),
        spires=some(rng, SPIRES, 2),
        filler=20,
    )


def everything(s: Ravingspire) -> Counter[str]:
    """Every physical card on the table, in whatever zone; power without a card is none."""
    zones = [*s.hands, *s.decks, *s.tops, *s.discards, *s.slots, *s.played, *s.asides]
    zones += [s.ring, s.towers, s.tower_deck, s.spires, s.banished, s.setaside, s.returning]
    zones += [s.attached, s.left, s.captured]
    cards = [card for zone in zones for card in zone]
    cards += [s.pending, s.spire]
    cards += [place for pile in (s.pile, s.foe_pile, s.loot_pile) for place in pile if place >= 0]
    cards += [card for own in s.bags.own for card in own]
    names = [name_of(card) for card in cards if card != NONE]
    return Counter(name for name in names if not name.startswith("+"))


class Ledger:
    """What was committed to the payment under way, action by action."""

    def __init__(self) -> None:
        self.sources: list[tuple[str, str]] = []  # card, as what
        self.goal = ""
        self.used: Counter[str] = Counter()  # by the active Hero this turn
        self.turn = -1

    def note(self, t: Tower, text: str) -> None:
        """Write down an action before it is carried out."""
        word, *rest = text.split()
        if t.turn != self.turn:
            self.used.clear()
            self.turn = t.turn
        if word in ("face", "force"):
            self.sources = []
            place = rest[0]
            self.goal = t.card_at(place) if place.startswith("r") and place[1:].isdigit() else place
        elif word == "pay":
            card = t.card_at(rest[0])
            self.sources.append((card, rest[1]))
            if rest[0][0] in "hsp" and not card.startswith("+"):
                self.used[card] += 1
        elif word == "back":
            card, _ = self.sources.pop(int(rest[0]) - 1)
            self.used[card] -= 1
        elif word == "abandon":
            for card, _ in self.sources:
                self.used[card] -= 1
            self.sources = []


def face_up(s: Ravingspire, seat: int) -> int:
    """How many cards a seat could still use: hand, Played and face-up slots."""
    slots = [card for card in s.slots[seat] if card != NONE and not card & FACE_DOWN]
    return len(s.hands[seat]) + len(s.played[seat]) + len(slots)


def answer(t: Tower, rng: Rng, ledger: Ledger | None = None) -> str:
    """Answer the open question at random, and say how; "" for luck."""
    s = t.state
    if s.actor == CHANCE:
        s.apply(rng.below(s.outcomes()))
        return ""
    codes = [code for code in s.legal() if code != RESIGN]
    code = codes[rng.below(len(codes))]
    text = GAME.space.to_text(code)
    if ledger is not None:
        ledger.note(t, text)
    s.apply(code)
    return text


def over(t: Tower) -> bool:
    """Whether nothing is asked any more."""
    return t.state.actor == OVER


def owned(s: Ravingspire, seat: int) -> Counter[str]:
    """All cards of a seat, spent ones and unspent."""
    zones = (s.hands, s.decks, s.tops, s.discards, s.slots, s.played, s.asides)
    return Counter(name_of(card) for zone in zones for card in zone[seat] if card != NONE)
