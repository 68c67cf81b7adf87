"""A tower for rule tests: any table of Ravingspire written as text, and played with fixed luck.

Cards are named by their ids, Heroes by a word of theirs ("reaver", "quinn"), spaces as "temple 4".
`tower(...)` lays the table of seat 0, and `mate(...)` one more Hero. Lists of cards are words;
"tool*3" is three of a kind and "-" an empty place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import ravelbox
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.house import house_of
from ravelbox.games.ravingspire.setup import bare_table
from ravelbox.games.ravingspire.state import FACE_DOWN, NONE, Ravingspire
from ravelbox.games.ravingspire.turn import BEGIN_TURN, turn_from
from ravelbox.kernel.game import Outcome
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN
from tests.games.ravingspire.words import (
    GAP,
    LEVELS,
    Answer,
    answer_of,
    cost_words,
    drawn,
    each,
    hero_number,
    kinds,
    name_of,
    places_of,
    space_of,
    words_of,
)

__all__ = ["GAME", "Mate", "Tower", "each", "mate", "opening", "tower"]

GAME: Final = ravelbox.load("ravingspire")
PHASES: Final = ("ready", "move", "draw", "encounter", "explore", "recover", "foe")
PLAIN_TOWER: Final = "reaver_valley"  # Weapons and Armor may lie in Object slots
FILLER: Final = "quilted_jack"  # 1/0/1, Brute Force 3, no text: what the Encounter Deck is full of


@dataclass(frozen=True, slots=True)
class Mate:
    """One Hero and all that is theirs."""

    hero: str = "reaver"
    hand: str = ""
    slots: str = ""
    discard: str = ""
    deck: str = "tool*12"
    played: str = ""
    aside: str = ""
    at: str = "dungeon 0"
    sanity: int = 10
    key: bool = False
    gone: bool = False


def mate(hero: str = "reaver", **zones: Any) -> Mate:
    """One more Hero at the table."""
    return Mate(hero, **zones)


class Tower:
    """A table under test."""

    def __init__(self, state: Ravingspire) -> None:
        self.state = state

    def begin(self, phase: str = "encounter", *, luck: Sequence[Answer] = ()) -> Tower:
        """Begin the active Hero's phase, and play on from there; "turn" is the whole turn.

        With a die named, "move" is begun and rolled for.
        """
        s = self.state
        if phase == "turn":
            s.turn -= 1
            s.then([BEGIN_TURN.of(s.active)])
        else:
            s.phase = PHASES.index(phase)
            s.then(turn_from(s.active, s.phase))
        s.settle()
        if phase == "move" and luck:
            return self.maybe("roll", luck=luck)
        return self._deal(list(luck))

    def do(self, *texts: str, luck: Sequence[Answer] = ()) -> Tower:
        """Play actions by their text; `luck` are the dice and cards that turn up meanwhile.

        Cards that are drawn without being named are the first ones of their deck. Dice have to be
        named, or they stay open for `luck`.
        """
        left = list(luck)
        for text in texts:
            assert self.can(text), f"{text} is not legal; {self.asked}: {sorted(self.legal())}"
            self.state.apply(GAME.space.parse(text))
            self._deal(left, last=text is texts[-1])
        return self

    def maybe(self, *texts: str, luck: Sequence[Answer] = ()) -> Tower:
        """Play those actions that are asked for: a question with one answer never is."""
        left = list(luck)
        for text in texts:
            if self.can(text):
                self.state.apply(GAME.space.parse(text))
                self._deal(left, last=False)
        return self._deal(left)

    def until(self, rule: str) -> Tower:
        """End phase after phase until a rule asks."""
        while self.asked != rule:
            self.do("end")
        return self

    def luck(self, *answers: Answer) -> Tower:
        """Answer the open questions of chance: a face of the die, or a card's id."""
        assert self.state.actor == CHANCE, f"no chance: {self.asked}, {sorted(self.legal())}"
        return self._deal(list(answers))

    def by(self, word: str, card: str, *rest: str, luck: Sequence[Answer] = ()) -> Tower:
        """Play an action on a card that is named by its id: "discard", "armory" or "armory@s"."""
        return self.do(self.way(word, card, *rest), luck=luck)

    def pay(self, *cards: str, luck: Sequence[Answer] = ()) -> Tower:
        """Commit cards by id to the payment, in whatever order the table takes them.

        "corbin_of_devonshire:fight" also says as what, "armory@s" from where.
        """
        left, still = list(luck), list(cards)
        while still:
            ready = [name for name in still if self._paying(name)]
            assert ready, f"none of {still} can pay; {self.asked}: {sorted(self.legal())}"
            still.remove(ready[0])
            self.state.apply(GAME.space.parse(self._paying(ready[0])[0]))
            self._deal(left, last=not still)
        return self

    def _paying(self, name: str) -> list[str]:
        card, _, attribute = name.partition(":")
        return self._ways("pay", card, *([attribute] if attribute else []))

    def face(self, card: str, *, luck: Sequence[Answer] = ()) -> Tower:
        """Declare a ring card by its id, or "foe", or a service, to be paid by its matrix."""
        return self.do(f"face {self.target(card)}", luck=luck)

    def force(self, card: str, *, luck: Sequence[Answer] = ()) -> Tower:
        """Declare a ring card by its id, or "foe", or a service, to be paid by Brute Force."""
        return self.do(f"force {self.target(card)}", luck=luck)

    def buy(self, card: str, *payment: str, luck: Sequence[Answer] = ()) -> Tower:
        """Face a card and pay for it by the matrix, lowered where that lets these cards suffice."""
        self.face(card)
        while self.asked == "RSP-63":
            self.do(next(text for text in sorted(self.legal()) if self._helps(text, *payment)))
        return self.pay(*payment, luck=luck)

    def _helps(self, text: str, *payment: str) -> bool:
        """Whether this answer lets a payment begin."""
        table = self.copy().do(text)
        return table.asked == "RSP-63" or any(table._paying(name) for name in payment)

    def copy(self) -> Tower:
        """An independent table."""
        return Tower(self.state.clone())

    def legal(self, word: str = "") -> set[str]:
        """The texts of all legal actions, or of one kind only; codes ascend, and none is double."""
        if self.state.actor < 0:
            return set()
        codes = self.codes()
        assert codes == sorted(set(codes)), "legal actions are listed twice or out of order"
        texts = [GAME.space.to_text(code) for code in codes if code != RESIGN]
        return {text for text in texts if not word or text.split()[0] == word}

    def codes(self) -> list[int]:
        """The legal codes, found anew: tests change tables under way."""
        self.state.menu = []
        return self.state.legal()

    def can(self, text: str) -> bool:
        """Whether an action is legal now."""
        return self.state.actor >= 0 and GAME.space.parse(text) in self.codes()

    def may(self, word: str, card: str, *rest: str) -> bool:
        """Whether an action on a card named by its id is legal now."""
        return bool(self._ways(word, card, *rest))

    def may_face(self, card: str) -> bool:
        """Whether a target can be declared by its matrix."""
        return self.can(f"face {self.target(card)}")

    def may_force(self, card: str) -> bool:
        """Whether a target can be declared by Brute Force."""
        return self.can(f"force {self.target(card)}")

    def way(self, word: str, card: str, *rest: str) -> str:
        """The text of the action `word` on a card named by its id: hand first, then slots, Played."""
        ways = self._ways(word, card, *rest)
        assert ways, f"no {word} {card}; {self.asked}: {sorted(self.legal())}"
        return ways[0]

    def offered(self, word: str) -> list[str]:
        """The ids of the cards on which an action is legal now, sorted."""
        return sorted(self.card_at(text.split()[1]) for text in self.legal(word))

    def _ways(self, word: str, card: str, *rest: str) -> list[str]:
        card, _, zone = card.partition("@")
        fits = []
        for text in self.legal(word):
            words = text.split()
            if self.card_at(words[1]) != card or not words[1].startswith(zone):
                continue
            if all(part in words[2:] for part in rest):
                fits.append(text)
        return sorted(fits, key=lambda text: ("hspaldrkbt".index(text.split()[1][0]), text))

    def target(self, card: str) -> str:
        """Where a target is: the place of a ring card, or a service or the Foe as they are."""
        level = self.state.levels[self.state.active]
        row = self.ring(LEVELS[level]).split()
        return f"r{row.index(card) + 1}" if card in row else card

    def card_at(self, place: str) -> str:
        """The id of the card at a place such as "h2", of the seat that is asked."""
        zone, number = place[0], place[1:]
        if not number.isdigit():
            return place
        s, seat = self.state, max(self.state.actor, 0)
        level = s.levels[s.active]
        zones = {
            "h": s.hands[seat],
            "s": s.slots[seat],
            "p": s.played[seat],
            "d": s.discards[seat],
            "r": s.ring[level * 5 : level * 5 + 5],
            "a": s.helpers,
            "l": s.left,
            "b": s.banished,
            "k": s.paid,
            "t": s.peeked,
        }
        cards = zones.get(zone, [])
        return name_of(cards[int(number) - 1]) if int(number) <= len(cards) else place

    def hand(self, seat: int = 0) -> str:
        """A hand, sorted."""
        return words_of(self.state.hands[seat])

    def deck(self, seat: int = 0) -> str:
        """A Battle Deck, sorted."""
        return words_of([*self.state.decks[seat], *self.state.tops[seat]])

    def discard(self, seat: int = 0) -> str:
        """A discard pile, sorted."""
        return words_of(self.state.discards[seat])

    def played(self, seat: int = 0) -> str:
        """The cards used with their power unspent, sorted; generated power is "+skill"."""
        return words_of(self.state.played[seat])

    def aside(self, seat: int = 0) -> str:
        """The cards spent or collected this turn, sorted."""
        return words_of(self.state.asides[seat])

    def slots(self, seat: int = 0) -> str:
        """The slots in their order, "-" where empty and "!" behind what is face down."""
        cards = self.state.slots[seat]
        return " ".join(
            name_of(card) + ("!" if card != NONE and card & FACE_DOWN else "") for card in cards
        )

    def ring(self, level: str = "dungeon") -> str:
        """The five positions of a level."""
        first = LEVELS.index(level) * 5
        return " ".join(name_of(card) for card in self.state.ring[first : first + 5])

    def where(self, seat: int = 0) -> str:
        """Where a Hero stands: "temple 4"."""
        return f"{LEVELS[self.state.levels[seat]]} {self.state.spaces[seat]}"

    def foe(self, level: str = "dungeon") -> int | None:
        """The space of a level's Foe token."""
        at = self.state.foes_at[LEVELS.index(level)]
        return None if at == NONE else at

    def sanity(self, seat: int = 0) -> int:
        """The Sanity of a Hero."""
        return self.state.sanity[seat]

    def key(self, seat: int = 0) -> bool:
        """Whether a Hero has a Key."""
        return bool(self.state.keys[seat])

    def cost(self, position: int, level: str = "dungeon") -> str:
        """A ring card's cost for the active Hero, as the page shows it: "0/4/0 7", "-" for no BF."""
        ring = GAME.view(self.state, self.state.active).table["rings"][LEVELS.index(level)]
        return cost_words(ring["cards"][position - 1]["cost"])

    def battle(self) -> str:
        """The cost of the Foe or Spire card that is being battled."""
        battle = GAME.view(self.state, self.state.active).table["battle"]
        return cost_words(battle["cost"])

    @property
    def foe_card(self) -> str:
        """The Foe or Spire card that is being battled, or "-"."""
        battle = GAME.view(self.state, self.state.active).table["battle"]
        return str(battle["card"]["id"]) if battle else GAP

    @property
    def pending(self) -> str:
        """The pending card, or "-"."""
        return name_of(self.state.pending)

    @property
    def banished(self) -> str:
        """The Banish pile, sorted."""
        return words_of(self.state.banished)

    @property
    def pile(self) -> str:
        """The Encounter Deck from its top, "?" where nobody knows the card."""
        return places_of(self.state.pile)

    @property
    def foe_pile(self) -> str:
        """The Foe deck from its top, "?" where nobody knows the card."""
        return places_of(self.state.foe_pile)

    @property
    def loot_pile(self) -> str:
        """The Loot deck from its top, "?" where nobody knows the card."""
        return places_of(self.state.loot_pile)

    @property
    def tower_cards(self) -> str:
        """The Tower cards of the three levels."""
        return " ".join(name_of(card) for card in self.state.towers)

    @property
    def madness(self) -> int:
        """The Madness track."""
        return self.state.madness

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.state.turn

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return self.state.active

    @property
    def actor(self) -> int:
        """Who must decide."""
        return self.state.actor

    @property
    def chance(self) -> bool:
        """Whether luck must decide."""
        return self.state.actor == CHANCE

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.actor == OVER

    @property
    def phase(self) -> str:
        """The phase, as the page names it."""
        return str(GAME.view(self.state, None).table["phase"])

    @property
    def asked(self) -> str:
        """The id of the rule that asks."""
        return GAME.rule(self.state)

    @property
    def outcome(self) -> Outcome:
        """How the game ended."""
        assert self.over, f"not over: {self.asked}"
        outcome = GAME.view(self.state, None).outcome
        assert outcome is not None
        return outcome

    def chances(self) -> list[str]:
        """The open draw: every card that may turn up, once per answer of luck."""
        assert self.chance
        return [drawn(self.state, answer) for answer in range(self.state.outcomes())]

    def _deal(self, left: list[Answer], *, last: bool = True) -> Tower:
        """Let luck decide: as named, the first card where none is named, and no die unnamed."""
        while self.state.actor == CHANCE:
            answer = answer_of(self.state, left)
            if answer < 0:
                break
            self.state.apply(answer)
        assert not left or not last, f"these did not turn up: {left}; {self.asked}"
        return self


def tower(
    hero: str = "reaver",
    *,
    hand: str = "",
    slots: str = "",
    discard: str = "",
    deck: str = "tool*12",
    played: str = "",
    aside: str = "",
    at: str = "dungeon 0",
    sanity: int = 10,
    key: bool = False,
    mates: Sequence[Mate] = (),
    ring: str = "",
    rings: Mapping[str, str] | None = None,
    towers: Mapping[str, str] | None = None,
    rotation: tuple[int, int, int] = (0, 4, 8),
    foes: Mapping[str, int] | None = None,
    pile: str = "",
    filler: int = 30,
    foe_pile: str = "manos the_dark_warden the_blue_baron",
    loot: str = "cathedral_hammer thornback_plate tinkers_masterwork candelabrum_of_hands",
    tower_deck: str = "echo_gallery",
    spires: str = "the_gate_that_was_a_king",
    spire: str = GAP,
    left: str = "",
    pending: str = GAP,
    setaside: str = "",
    returning: str = "",
    banished: str = "",
    attached: str = "",
    madness: int | None = None,
    turn: int = 8,
    active: int = 0,
    first: int = 0,
    **options: Any,
) -> Tower:
    """A table in the turn of `active`, before any of it: `begin` a phase, or the whole turn.

    `ring` is the ring of seat 0's level and `rings` those of others; a level is revealed if it has
    a ring or a Tower card here, and the Dungeon is. `pile` are the known top cards of the
    Encounter Deck, above `filler` plain cards.
    """
    heroes = [Mate(hero, hand, slots, discard, deck, played, aside, at, sanity, key), *mates]
    house = house_of(GAME.options_of(options), len(heroes))
    s = bare_table(house, [hero_number(one.hero) for one in heroes])
    for seat, one in enumerate(heroes):
        _lay(s, seat, one)
    rows = {"dungeon": "", **(rings or {})}
    level = at.split(maxsplit=1)[0]
    if ring or level in rows:
        rows[level] = ring or rows.get(level, "")
    cards = dict.fromkeys(rows, PLAIN_TOWER) | dict(towers or {})
    for name, words in rows.items():
        row = [*kinds(words), *[NONE] * 5][:5]
        first_place = LEVELS.index(name) * 5
        s.ring[first_place : first_place + 5] = row
    for name, card in cards.items():
        s.towers[LEVELS.index(name)] = FACTS.kind[card] if card != GAP else NONE
    for name, space in (foes or {}).items():
        s.foes_at[LEVELS.index(name)] = space
    s.rotation[:] = list(rotation)
    s.pile = (*kinds(pile), *kinds(f"{FILLER}*{filler}"))
    s.foe_pile = tuple(kinds(foe_pile))
    s.loot_pile = tuple(kinds(loot))
    s.tower_deck = sorted(kinds(tower_deck))
    s.spires = sorted(kinds(spires))
    s.spire = kinds(spire)[0]
    s.left, s.setaside, s.returning = kinds(left), kinds(setaside), kinds(returning)
    s.banished, s.attached, s.pending = kinds(banished), kinds(attached), kinds(pending)[0]
    s.turn, s.active, s.first = turn, active, first
    if madness is not None:
        s.madness = madness
    return Tower(s)


def _lay(s: Ravingspire, seat: int, one: Mate) -> None:
    """Lay out what is one Hero's."""
    s.hands[seat], s.discards[seat] = sorted(kinds(one.hand)), kinds(one.discard)
    s.decks[seat] = sorted(kinds(one.deck))
    s.played[seat], s.asides[seat] = kinds(one.played), kinds(one.aside)
    mat = kinds(one.slots)
    s.slots[seat] = [*mat, *[NONE] * 5][: max(5, len(mat))]
    s.levels[seat], s.spaces[seat] = space_of(one.at)
    s.sanity[seat], s.keys[seat], s.gone[seat] = one.sanity, int(one.key), int(one.gone)


def opening(seats: int = 1, *, luck: Sequence[Answer] = (), **options: Any) -> Tower:
    """A new table, from its setup on."""
    state = GAME.new(GAME.options_of(options), seats)
    assert isinstance(state, Ravingspire)
    state.settle()
    return Tower(state)._deal(list(luck))
