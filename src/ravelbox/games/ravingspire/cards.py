"""Every card and Hero as the engine wants it: numbers and bits, read once from the facts."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire import facts, language
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.state import GENERATED, LETTERS, VORPAL

WEAPON: Final = 1  # types, as bits
ARMOR: Final = 2
OBJECT: Final = 4
RELIC: Final = 8
DUNGEON_CARD: Final = 16
ADVENTURER: Final = 32
ATTACK: Final = 64
ADVERSARY: Final = 128
CHAOS_CARD: Final = 256
EQUIPMENT: Final = 15
ANY_CARD: Final = 511
FOE_TARGET: Final = 512  # what a price may be changed for, beside cards
EXPLORE_TARGET: Final = 1024

TYPES: Final = (
    *("weapon", "armor", "object", "relic", "dungeon", "adventurer", "attack"),
    *("adversary", "chaos"),
)

IN_HAND: Final = 1  # zones, as bits
IN_SLOTS: Final = 2
IN_PLAYED: Final = 4
IN_DISCARD: Final = 8
IN_RING: Final = 16
IN_BANISHED: Final = 32
IN_OTHER_HAND: Final = 64
IN_OTHER_SLOTS: Final = 128
IN_OTHER_DISCARD: Final = 256
ELSEWHERE: Final = 448
ZONES: Final = (
    *("hand", "slots", "played", "discard", "ring", "banished"),
    *("other.hand", "other.slots", "other.discard"),
)

# Verbs, by number.
VERBS: Final = (
    "draw", "lose", "gain", "prevent", "add", "become", "double", "change", "convert", "reduce",
    "raise", "generate", "keep", "flip", "banish", "discard", "return", "steal", "give", "loot",
    "loot+", "collect", "displace", "reshuffle", "attach", "advance", "summon", "move-foe",
    "remove-foe", "move", "rotate", "reroll", "modify", "peek", "redraw", "forbid", "capture",
    "slot", "share", "extra", "hand", "roll", "choose", "if", "banish-self",
)  # fmt: skip
V_DRAW: Final = 0
V_LOSE: Final = 1
V_GAIN: Final = 2
V_PREVENT: Final = 3
V_ADD: Final = 4
V_BECOME: Final = 5
V_DOUBLE: Final = 6
V_CHANGE: Final = 7
V_CONVERT: Final = 8
V_REDUCE: Final = 9
V_RAISE: Final = 10
V_GENERATE: Final = 11
V_KEEP: Final = 12
V_FLIP: Final = 13
V_BANISH: Final = 14
V_DISCARD: Final = 15
V_RETURN: Final = 16
V_STEAL: Final = 17
V_GIVE: Final = 18
V_LOOT: Final = 19
V_LOOT_MORE: Final = 20
V_COLLECT: Final = 21
V_DISPLACE: Final = 22
V_RESHUFFLE: Final = 23
V_ATTACH: Final = 24
V_ADVANCE: Final = 25
V_SUMMON: Final = 26
V_MOVE_FOE: Final = 27
V_REMOVE_FOE: Final = 28
V_MOVE: Final = 29
V_ROTATE: Final = 30
V_REROLL: Final = 31
V_MODIFY: Final = 32
V_PEEK: Final = 33
V_REDRAW: Final = 34
V_FORBID: Final = 35
V_CAPTURE: Final = 36
V_SLOT: Final = 37
V_SHARE: Final = 38
V_EXTRA: Final = 39
V_HAND: Final = 40
V_ROLL: Final = 41
V_CHOOSE: Final = 42
V_IF: Final = 43
V_BANISH_SELF: Final = 44

BY_NUMBER: Final = 0  # how an amount or a quantity is given
BY_D6: Final = 1
BY_D3: Final = 2
BY_COUNT: Final = 3
BY_VALUE: Final = 4
BY_ALL: Final = 3
BY_UP_TO: Final = 4

OWN: Final = 4  # "own" as an attribute
STRONGEST: Final = 1
WEAKEST: Final = 2

EACH_LEVEL: Final = 3
HERE: Final = 4

WHO: Final = ("", "all", "others", "one other")
ALL: Final = 1
OTHERS: Final = 2
ONE_OTHER: Final = 3

THIS: Final = 0
NEIGHBOURS: Final = 1
ONE: Final = 2
EVERY: Final = 3

# Conditions, by number.
ATOMS: Final = (
    *("vs adversary", "vs foe", "vs collect", "with", "slotted", "from slot", "class", "level"),
    *("sanity", "die", "players", "empty"),
)
IF_ADVERSARY: Final = 0
IF_FOE: Final = 1
IF_COLLECT: Final = 2
IF_WITH: Final = 3
IF_SLOTTED: Final = 4
IF_FROM_SLOT: Final = 5
IF_CLASS: Final = 6
IF_LEVEL: Final = 7
IF_SANITY: Final = 8
IF_DIE: Final = 9
IF_PLAYERS: Final = 10
IF_EMPTY: Final = 11
PAYMENT_ATOMS: Final = 6  # those before are judged when power is committed

IN_ENCOUNTER: Final = 1  # windows of a Hero's ability, as bits
IN_BATTLE: Final = 2
IN_EXPLORE: Final = 4
WHEN_FOE_DRAWN: Final = 8

ATTRIBUTES: Final = ("fight", "skill", "charm", "vorpal", "own")
CLASSES: Final = ("Reaver", "Rogue", "Runelord")
LEVEL_NAMES: Final = ("dungeon", "temple", "spire", "each level", "here")
DECKS: Final = ("encounter", "battle", "loot", "foe")
PEEK_ENCOUNTER: Final = 0
PEEK_BATTLE: Final = 1
PEEK_LOOT: Final = 2
PEEK_FOE: Final = 3
CAUSES: Final = ("adversary", "overwhelmed", "foe", "chaos", "card", "flank", "trade")
ROLLS: Final = ("move", "rotation", "defeat", "loot")


class Atom:
    """One condition."""

    def __init__(self, word: int, mask: int, lo: int, hi: int) -> None:
        self.word = word
        self.mask = mask  # types, zones, a class or a level
        self.lo = lo
        self.hi = hi


class Group:
    """Cards that a text speaks of."""

    def __init__(
        self,
        types: int,
        zones: int,
        *,
        starter: bool,
        loot: bool,
        other: bool,
        pick: int,
        cost: int,
    ) -> None:
        self.types = types
        self.zones = zones
        self.starter = starter
        self.loot = loot
        self.other = other
        self.pick = pick
        self.cost = cost  # at most this sum, or -1


class Effect:
    """One phrase of a card's text."""

    def __init__(self, index: int, verb: int) -> None:
        self.index = index
        self.verb = verb
        self.how = BY_NUMBER  # the amount
        self.n = 0
        self.counted: Group | None = None
        self.attr = OWN
        self.to_attr = OWN  # of convert
        self.itself = False  # the card that says so
        self.price = False  # it is paid for something
        self.quantity = BY_NUMBER
        self.many = 0
        self.group: Group | None = None
        self.random = False
        self.who = 0
        self.goal = THIS
        self.targets = 0
        self.level = HERE
        self.up_to = False
        self.direction = 0  # 1 clockwise or toward, -1 the other way, 0 to be chosen
        self.rolls = 0  # bits
        self.deck = 0
        self.reorder = False
        self.types = 0
        self.letter = 0
        self.discards = False
        self.blocks: list[list[int]] = []
        self.branch = [0] * 7  # of a roll: which block a face leads to
        self.cond: list[list[Atom]] = []


class Ability:
    """One sentence of a card's or Hero's text."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.kind = -1  # of the card that has it; -1: a Hero
        self.cond: list[list[Atom]] = []
        self.pay: list[int] = []
        self.do: list[int] = []
        self.effects: list[Effect] = []  # the same as `do`
        self.must = False
        self.limit = 0  # 1 a turn, 2 a game
        self.causes = 0
        self.windows = 0
        self.at = ""
        self.of_payment = False  # judged when power is committed
        self.plain_power = False  # nothing but more power, free of charge: it counts by itself
        self.self_price = 0  # V_DISCARD or V_BANISH where the card itself is the price


class Card:
    """What is printed on a card."""

    def __init__(self, kind: int) -> None:
        self.kind = kind
        self.types = 0
        self.slots = 0  # bits of LETTERS
        self.attr = -1
        self.n = 0
        self.other_attr = -1  # of "X or Y"
        self.other_n = 0
        self.cost = [0, 0, 0, -1]
        self.total = 0  # the sum of the matrix
        self.loot = 0
        self.staged = False  # paid in stages, each with its own attribute
        self.is_loot = False
        self.is_starter = False
        self.is_encounter = False
        self.play: list[Ability] = []
        self.discard: list[Ability] = []
        self.banish: list[Ability] = []
        self.slotted: list[Effect] = []
        self.acquire: list[Ability] = []
        self.defeat: list[Ability] = []
        self.remain: list[Ability] = []
        self.ring: list[Effect] = []
        self.chaos: list[Ability] = []
        self.reveal: list[Ability] = []
        self.facing: list[Effect] = []
        self.win: list[Ability] = []
        self.lose: list[Ability] = []
        self.level: list[Effect] = []
        self.level_at: list[Ability] = []
        self.boosts: list[Ability] = []  # of `play`: those that count by themselves
        self.priced: list[Ability] = []  # and those that Sanity buys
        self.sanity: list[Ability] = []
        self.roll: list[Ability] = []
        self.keeps = False  # it flips instead of leaving its slot
        self.power = 0  # its highest number (strongest, weakest)


class Hero:
    """What is printed on a Hero card."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.klass = 0
        self.slots: list[int] = []  # per place: bit of its letter
        self.abilities: list[Ability] = []  # in printed order
        self.standing: list[Ability] = []  # hero
        self.acts: list[Ability] = []
        self.rolls: list[Ability] = []
        self.starter: list[int] = []  # kinds, twelve of them


EFFECTS: Final[list[Effect]] = []
ABILITIES: Final[list[Ability]] = []


def types_of(words: tuple[str, ...]) -> int:
    """Kinds of cards, or targets, as bits."""
    bits = 0
    for word in words:
        if word == "card":
            bits |= ANY_CARD
        elif word == "equipment":
            bits |= EQUIPMENT
        elif word == "foe":
            bits |= FOE_TARGET
        elif word == "explore":
            bits |= EXPLORE_TARGET
        else:
            bits |= 1 << TYPES.index(word)
    return bits


def _zones(words: tuple[str, ...]) -> int:
    bits = 0
    for word in words:
        bits |= 1 << ZONES.index(word)
    return bits


def _group(group: language.Group) -> Group:
    pick = 0
    if group.pick:
        pick = STRONGEST if group.pick == "strongest" else WEAKEST
    return Group(
        types_of(group.kinds),
        _zones(group.zones),
        starter=group.starter,
        loot=group.loot,
        other=group.other,
        pick=pick,
        cost=group.cost,
    )


def _atom(atom: language.Atom) -> Atom:
    word = ATOMS.index(atom.word)
    mask = 0
    if word in (IF_COLLECT, IF_WITH, IF_SLOTTED):
        mask = types_of((atom.value or "card",))
    elif word == IF_CLASS:
        mask = CLASSES.index(atom.value.capitalize())
    elif word == IF_LEVEL:
        mask = LEVEL_NAMES.index(atom.value)
    elif word == IF_EMPTY:
        mask = _zones((atom.value,))
    return Atom(word, mask, atom.n, atom.hi)


def _condition(condition: language.Condition) -> list[list[Atom]]:
    return [[_atom(atom) for atom in clause] for clause in condition]


def _amounts(effect: Effect, fact: language.Effect) -> None:
    if fact.amount is not None:
        effect.how = ("n", "d6", "d3", "count", "value").index(fact.amount.kind)
        effect.n = fact.amount.n
        if fact.amount.group is not None:
            effect.counted = _group(fact.amount.group)
    if fact.cards is not None:
        effect.itself = fact.cards.self
        effect.quantity = ("n", "d6", "d3", "all", "up to").index(fact.cards.quantity)
        effect.many = fact.cards.n
        effect.random = fact.cards.chooser == "random"
        if fact.cards.group is not None:
            effect.group = _group(fact.cards.group)


def _effect(fact: language.Effect) -> int:
    """An effect and its blocks, entered into the list of all effects."""
    effect = Effect(len(EFFECTS), VERBS.index(fact.verb))
    EFFECTS.append(effect)
    _amounts(effect, fact)
    if fact.verb == "convert":
        effect.attr = ATTRIBUTES.index(fact.kinds[0])
        effect.to_attr = ATTRIBUTES.index(fact.attr)
    elif fact.attr:
        effect.attr = ATTRIBUTES.index(fact.attr)
    effect.who = WHO.index(fact.who)
    if fact.goal is not None:
        effect.goal = ("this", "neighbours", "1", "all").index(fact.goal.which)
        effect.targets = types_of(fact.goal.targets)
    if fact.place:
        effect.level = LEVEL_NAMES.index(fact.place)
    effect.up_to = fact.up_to
    effect.direction = {"": 0, "clockwise": 1, "toward": 1}.get(fact.direction, -1)
    for roll in fact.rolls:
        effect.rolls |= 1 << ROLLS.index(roll)
    effect.deck = DECKS.index(fact.deck) if fact.deck else 0
    effect.reorder = fact.reorder
    effect.types = 0 if fact.verb == "convert" else types_of(fact.kinds)
    effect.letter = 1 << LETTERS.index(fact.letter) if fact.letter else 0
    effect.discards = fact.discard
    effect.cond = _condition(fact.condition)
    effect.blocks = [[_effect(inner) for inner in block] for block in fact.blocks]
    for block, (lo, hi) in enumerate(fact.ranges):
        for face in range(lo, hi + 1):
            effect.branch[face] = block
    return effect.index


def _self_price(pay: list[int]) -> int:
    for index in pay:
        if EFFECTS[index].itself:
            return EFFECTS[index].verb
    return 0


def _is_plain_power(ability: Ability) -> bool:
    return not ability.pay and _adds_power(ability.do)


def _adds_power(do: list[int]) -> bool:
    """Whether phrases give their own card more power, and nothing else."""
    for index in do:
        effect = EFFECTS[index]
        if effect.verb == V_ADD and effect.itself:
            if effect.how in (BY_D6, BY_D3) or effect.n < 0:
                return False
        elif effect.verb != V_BECOME:
            return False
    return bool(do)


def _is_priced_power(ability: Ability) -> bool:
    """Whether a text sells power for Sanity, and does nothing else."""
    if not ability.pay or ability.must:
        return False
    for index in ability.pay:
        if EFFECTS[index].verb != V_LOSE or EFFECTS[index].how != BY_NUMBER:
            return False
    return _adds_power(ability.do)


def _ability(fact: language.Ability, kind: int) -> Ability:
    ability = Ability(len(ABILITIES))
    ABILITIES.append(ability)
    ability.kind = kind
    ability.cond = _condition(fact.condition)
    ability.pay = [_effect(effect) for effect in fact.pay]
    ability.do = [_effect(effect) for effect in fact.do]
    for index in ability.pay:
        EFFECTS[index].price = True
    ability.effects = [EFFECTS[index] for index in ability.do]
    ability.must = fact.must
    ability.limit = ("", "turn", "game").index(fact.limit)
    ability.at = fact.at
    for cause in fact.cause or CAUSES:
        ability.causes |= 1 << CAUSES.index(cause)
    for window in fact.windows or ("encounter", "battle"):
        ability.windows |= 1 << ("encounter", "battle", "explore", "foe_drawn").index(window)
    for clause in ability.cond:
        for atom in clause:
            if atom.word < PAYMENT_ATOMS and atom.word != IF_SLOTTED:
                ability.of_payment = True
    free = fact.on == "play" and not fact.must and fact.limit != "game"
    ability.plain_power = free and _is_plain_power(ability)
    ability.self_price = _self_price(ability.pay)
    return ability


def _standing(ability: Ability) -> list[Effect]:
    """A text that stands, as its phrases; a condition travels along."""
    found: list[Effect] = []
    for index in ability.do:
        EFFECTS[index].cond = ability.cond
        found.append(EFFECTS[index])
    return found


def _take_ability(card: Card, fact: language.Ability) -> None:  # noqa: C901  # one line a trigger
    ability = _ability(fact, card.kind)
    on = fact.on
    if on == "play":
        card.play.append(ability)
    elif on == "discard":
        card.discard.append(ability)
    elif on == "banish":
        card.banish.append(ability)
    elif on == "slotted":
        card.slotted += _standing(ability)
    elif on == "acquire":
        card.acquire.append(ability)
    elif on == "defeat":
        card.defeat.append(ability)
    elif on == "remain":
        card.remain.append(ability)
    elif on == "ring":
        card.ring += _standing(ability)
    elif on == "chaos":
        card.chaos.append(ability)
    elif on == "reveal":
        card.reveal.append(ability)
    elif on == "facing":
        card.facing += _standing(ability)
    elif on == "win":
        card.win.append(ability)
    elif on == "lose":
        card.lose.append(ability)
    elif on == "level" and not fact.at:
        card.level += _standing(ability)
    elif on == "level":
        card.level_at.append(ability)
    elif on == "sanity":
        card.sanity.append(ability)
    elif on == "roll":
        card.roll.append(ability)


def _card(kind: int, fact: facts.Card) -> Card:
    card = Card(kind)
    for word in fact.types:
        if word.lower() in TYPES:
            card.types |= 1 << TYPES.index(word.lower())
    for letter in fact.slots:
        card.slots |= 1 << LETTERS.index(letter)
    if fact.power:
        card.attr = ATTRIBUTES.index(fact.power[0][0])
        card.n = fact.power[0][1]
    if len(fact.power) > 1:
        card.other_attr = ATTRIBUTES.index(fact.power[1][0])
        card.other_n = fact.power[1][1]
    card.power = max(card.n, card.other_n)
    if fact.cost is not None:
        card.cost = [fact.cost.fight, fact.cost.skill, fact.cost.charm, fact.cost.brute]
        card.total = fact.cost.fight + fact.cost.skill + fact.cost.charm
    card.loot = fact.loot
    card.staged = len(fact.stages) > 1
    card.is_loot = fact.deck == "loot"
    card.is_starter = fact.deck == "starter"
    card.is_encounter = fact.deck == "encounter"
    for ability in fact.abilities:
        _take_ability(card, ability)
    card.boosts = [ability for ability in card.play if ability.plain_power]
    card.priced = [ability for ability in card.play if _is_priced_power(ability)]
    card.keeps = bool(card.types & DUNGEON_CARD) or any(
        effect.verb == V_KEEP and effect.itself for effect in card.slotted
    )
    return card


def _power_token(attr: int) -> Card:
    """Generated power, which is used like a card and is none (RSP-123)."""
    card = Card(GENERATED + attr)
    card.attr = attr
    return card


def _catalogue() -> list[Card]:
    cards = [_card(kind, fact) for kind, fact in enumerate(FACTS.cards)]
    while len(cards) < GENERATED:
        cards.append(Card(len(cards)))
    return cards + [_power_token(attr) for attr in range(VORPAL + 1)]


def _hero(number: int, fact: facts.Hero) -> Hero:
    hero = Hero(number)
    hero.klass = CLASSES.index(fact.klass)
    hero.slots = [1 << LETTERS.index(letter) for letter in fact.slots]
    for kind, copies in fact.starter:
        hero.starter += [kind] * copies
    for ability_fact in fact.abilities:
        ability = _ability(ability_fact, -1)
        hero.abilities.append(ability)
        if ability_fact.on == "hero":
            hero.standing.append(ability)
            _standing(ability)
        elif ability_fact.on == "act":
            hero.acts.append(ability)
        elif ability_fact.on == "roll":
            hero.rolls.append(ability)
    return hero


CARDS: Final[list[Card]] = _catalogue()
HEROES: Final[list[Hero]] = [_hero(number, fact) for number, fact in enumerate(FACTS.heroes)]
