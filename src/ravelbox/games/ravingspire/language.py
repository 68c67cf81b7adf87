"""The closed language of cards: its words, and what `do`, `pay` and `if` say as plain facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

ATTRS: Final = ("fight", "skill", "charm")
WILD: Final = (*ATTRS, "vorpal")
KINDS: Final = (
    *("card", "equipment", "weapon", "armor", "object", "relic", "dungeon"),
    *("adventurer", "attack", "adversary"),
)
ZONES: Final = (
    *("hand", "slots", "played", "discard", "ring", "banished"),
    *("other.hand", "other.slots", "other.discard"),
)
TARGETS: Final = (*KINDS, "foe", "explore")
FILTERS: Final = ("starter", "loot", "other", "strongest", "weakest", "cost")
PLACES: Final = ("here", "dungeon", "temple", "spire", "each level")
LEVELS: Final = ("dungeon", "temple", "spire")
CLASSES: Final = ("reaver", "rogue", "runelord")
ROLLS: Final = ("move", "rotation", "defeat", "loot")
DECKS: Final = ("encounter", "battle", "loot", "foe")
LETTERS: Final = "WAORD"
FACES: Final = 6
MOST: Final = 20  # above every printed number
MOST_ADDED: Final = 15  # power to one card, or off one cost
MOST_TURNED: Final = 12  # spaces: once round
MOST_PEEKED: Final = 10  # cards of a deck
MOST_BLOCKS: Final = 9  # to choose from
DEEPEST: Final = 4  # blocks within blocks

VERBS: Final = {
    "draw": "draw n: draw n cards from your Battle Deck",
    "lose": "lose n sanity [all|others|one other]: lose n Sanity",
    "gain": "gain n sanity [all|others|one other]: gain n Sanity",
    "prevent": "prevent n: n of the Sanity loss does not happen",
    "add": "add n fight|skill|charm|own [to cards]: power for the next use this turn",
    "become": "become n fight|skill|charm|vorpal: the base power for this use",
    "double": "double cards: twice the power at the next use this turn",
    "change": "change cards to fight|skill|charm: their power counts as that attribute",
    "convert": "convert attribute to attribute: one may be paid as the other",
    "reduce": "reduce goal by n: the goal costs n less",
    "raise": "raise goal attribute by n: the goal costs n more",
    "generate": "generate n fight|skill|charm|vorpal: power without a card",
    "keep": "keep cards: spent in their slot, they stay there face down",
    "flip": "flip cards: the price of turning slotted cards face down",
    "banish": "banish cards: to the Banish pile",
    "banish-self": "banish self: this card to the Banish pile",
    "discard": "discard cards: to their owner's discard pile",
    "return": "return cards: from the discard pile to the hand",
    "steal": "steal cards: from another player's zone into your discard pile",
    "give": "give cards: into another player's discard pile",
    "loot": "loot n: gain n Loot cards",
    "loot+": "loot +n: n more Loot cards for whoever beats the Foe",
    "collect": "collect cards: take ring cards without paying",
    "displace": "displace cards: banish ring cards",
    "reshuffle": "reshuffle self: back into the Encounter Deck at the next Recover",
    "attach": "attach { … }: the next Foe faced has this text",
    "advance": "foe advances: The Foe Advances",
    "summon": "summon foe place: a Foe token where none is",
    "move-foe": "move foe n toward|away: the Foe of your level moves",
    "remove-foe": "remove foe: the Foe token leaves your level",
    "move": "move [up to] n: steps, carried out when the phase is over",
    "rotate": "rotate place [up to] n [clockwise|counterclockwise]: turn a level",
    "reroll": "reroll: roll the die again",
    "modify": "modify [move|rotation|defeat|loot] roll +n or -n: change a die",
    "peek": "peek encounter|battle|loot|foe n [reorder]: look at the top cards",
    "redraw": "redraw foe: the Foe card goes to the bottom, another is drawn",
    "forbid": "forbid kinds [and discard]: such cards are useless in this battle",
    "capture": "capture cards: the Foe holds them, their power adds to its cost",
    "slot": "slot kinds as letter: such cards also fit that slot",
    "share": "share slot kind: a second card of the kind fits into this slot",
    "extra": "extra slot letter: one more slot",
    "hand": "hand +n or -n: a larger or smaller hand",
    "roll": "roll 1-3 { … } 4-6 { … }: one die decides",
    "choose": "choose { … } or { … }: one of the blocks",
    "if": "if condition { … } [else { … }]: only then",
}


@dataclass(frozen=True, slots=True)
class Atom:
    """One thing a condition asks."""

    word: str  # "vs adversary", "vs foe", "vs collect", "with", "from slot", "die", …
    value: str = ""  # a kind, class, level or zone
    n: int = 0
    hi: int = 0  # of a die: n to hi


Condition = tuple[tuple[Atom, ...], ...]  # any of these, each with all its atoms; () is always


@dataclass(frozen=True, slots=True)
class Group:
    """Cards by what they are and where they lie."""

    kinds: tuple[str, ...]  # "card" is any
    zones: tuple[str, ...]
    starter: bool = False
    loot: bool = False
    other: bool = False  # not the card itself
    pick: str = ""  # "strongest" or "weakest"
    cost: int = -1  # total cost at most this


@dataclass(frozen=True, slots=True)
class Amount:
    """A number, now or when it happens."""

    kind: str  # "n", "d6", "d3", "count" or "value"
    n: int = 0  # the number; of the other kinds -1 where it is taken away
    group: Group | None = None


@dataclass(frozen=True, slots=True)
class Cards:
    """Which cards an effect takes, and who says so."""

    self: bool = False  # the card itself
    quantity: str = "n"  # "n", "all", "d6", "d3" or "up to"
    n: int = 0
    group: Group | None = None
    chooser: str = ""  # "random", "active", or whose cards they are


@dataclass(frozen=True, slots=True)
class Goal:
    """Whose cost changes."""

    which: str  # "this", "neighbours", "1" or "all"
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """One verb with what it needs; see VERBS."""

    verb: str
    amount: Amount | None = None
    attr: str = ""  # of convert: what it may count as
    cards: Cards | None = None
    who: str = ""  # "" yourself, "all", "others", "one other"
    goal: Goal | None = None
    place: str = ""  # "here", a level or "each level"
    up_to: bool = False
    direction: str = ""
    rolls: tuple[str, ...] = ()
    deck: str = ""
    reorder: bool = False
    kinds: tuple[str, ...] = ()  # of convert: the attribute that is counted otherwise
    letter: str = ""
    discard: bool = False
    blocks: tuple[tuple[Effect, ...], ...] = ()
    ranges: tuple[tuple[int, int], ...] = ()
    condition: Condition = ()


@dataclass(frozen=True, slots=True)
class Ability:
    """RSP-170. What a card or Hero does, and when."""

    on: str
    at: str  # of a Tower card: the moment it fires, "" while it stands
    condition: Condition  # () is always
    pay: tuple[Effect, ...]
    do: tuple[Effect, ...]
    must: bool
    limit: str  # "", "turn" or "game"
    cause: tuple[str, ...]  # of a Sanity loss; () is any
    windows: tuple[str, ...]  # of an act; () is encounter and battle

    @property
    def pays_itself(self) -> str:
        """Whether the card itself is the price: "discard", "banish" or nothing."""
        if self.on in ("discard", "banish"):
            return self.on
        for each in self.pay:
            if each.cards is not None and each.cards.self:
                return "banish" if each.verb == "banish-self" else each.verb
        return ""


def walk(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    """Every effect, those within blocks too."""
    for each in effects:
        yield each
        for block in each.blocks:
            yield from walk(block)
