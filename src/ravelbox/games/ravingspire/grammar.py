"""The grammar of cards: one string of `do` or `pay` is one effect, one of `if` a condition.

A complaint names the word that cannot stand where it stands, what could, and the nearest such word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from ravelbox.games.ravingspire.language import (
    ATTRS,
    CLASSES,
    DECKS,
    DEEPEST,
    FACES,
    FILTERS,
    KINDS,
    LETTERS,
    LEVELS,
    MOST,
    MOST_ADDED,
    MOST_BLOCKS,
    MOST_PEEKED,
    MOST_TURNED,
    PLACES,
    ROLLS,
    TARGETS,
    WILD,
    ZONES,
    Amount,
    Atom,
    Cards,
    Condition,
    Effect,
    Goal,
    Group,
)
from ravelbox.kernel.words import echo, listed, nearest


class Unclear(ValueError):
    """A text that does not follow the grammar; the message says at which word."""


TOKEN: Final = re.compile(
    r"\s*(?:(\d+|d[36]\b)|([a-z]+(?:\.[a-z]+)?)|([WAORD])(?![A-Za-z])|(<=|>=|[{};|()+-]))"
)
SELF: Final = Cards(self=True)


class Parser:
    """One text, read word by word; every method reads the part of the grammar it is named after."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: list[str] = []
        self.at = 0
        self.depth = 0
        at = 0
        while at < len(text.rstrip()):
            match = TOKEN.match(text, at)
            if match is None:
                raise Unclear(f"{echo(text)} cannot be read from {echo(text[at:].strip())} on")
            self.words.append(next(word for word in match.groups() if word))
            at = match.end()

    def peek(self) -> str:
        """The next word, or nothing at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def unclear(self, wanted: str, options: tuple[str, ...] = ()) -> Unclear:
        """The complaint about the next word."""
        word, whole = self.peek(), echo(self.text)
        if not word:
            return Unclear(f"{whole} ends where {wanted} must follow")
        hint = nearest(word, options)
        return Unclear(f"word {self.at + 1} of {whole} must be {wanted}, not {echo(word)}{hint}")

    def take(self, *options: str) -> str:
        """The next word, which must be one of these."""
        word = self.peek()
        if word not in options:
            raise self.unclear(listed(options), options)
        self.at += 1
        return word

    def has(self, *phrase: str) -> bool:
        """Whether these words follow; if so they are read."""
        if tuple(self.words[self.at : self.at + len(phrase)]) == phrase:
            self.at += len(phrase)
            return True
        return False

    def end(self) -> None:
        """Nothing may follow."""
        if self.peek():
            raise self.unclear("the end")

    def integer(self, least: int = 1, most: int = MOST) -> int:
        """A whole number within bounds."""
        word = self.peek()
        if not word.isdigit() or len(word) > len(str(MOST)) or not least <= int(word) <= most:
            raise self.unclear(f"a number from {least} to {most}")
        self.at += 1
        return int(word)

    def range(self) -> tuple[int, int]:
        """Faces of a die, from and to."""
        low = self.integer(1, FACES)
        return low, self.integer(low, FACES) if self.has("-") else low

    def several(self, *options: str) -> tuple[str, ...]:
        """Words of a kind, with | between them."""
        words = [self.take(*options)]
        while self.has("|"):
            words.append(self.take(*options))
        return tuple(words)

    def amount(self, sign: int = 1, most: int = MOST) -> Amount:
        """A number, a die, or something counted."""
        word = self.peek()
        if word in ("count", "value"):
            self.at += 1
            self.take("(")
            group = self.group()
            self.take(")")
            return Amount(word, min(sign, 0), group)
        if word in ("d6", "d3"):
            return Amount(self.take("d6", "d3"), min(sign, 0))
        if not word.isdigit():
            raise self.unclear("a number, d6, d3, count(…) or value(…)", ("count", "value"))
        return Amount("n", sign * self.integer(most=most))

    def signed(self) -> Amount:
        """A number after + or -."""
        sign = 1 if self.take("+", "-") == "+" else -1
        return Amount("n", sign * self.integer())

    def group(self) -> Group:
        """Filters, kinds and zones."""
        marks: set[str] = set()
        cost = -1
        while self.peek() in FILTERS:
            word = self.take(*FILTERS)
            marks.add(word)
            if word == "cost":
                self.take("<=")
                cost = self.integer()
        if self.peek() not in KINDS:
            raise self.unclear(f"a kind ({listed(KINDS)})", (*KINDS, *FILTERS))
        kinds = self.several(*KINDS)
        self.take("in")
        zones = self.several(*ZONES)
        pick = next((word for word in ("strongest", "weakest") if word in marks), "")
        return Group(
            kinds, zones, "starter" in marks, "loot" in marks, "other" in marks, pick, cost
        )

    def cards(self) -> Cards:
        """The card itself, or so many of a group."""
        if self.has("self"):
            return SELF
        quantity, n = "n", 0
        if self.has("up", "to"):
            quantity, n = "up to", self.integer()
        elif self.peek() in ("all", "d6", "d3"):
            quantity = self.take("all", "d6", "d3")
        elif self.peek().isdigit():
            n = self.integer()
        else:
            options = ("self", "all", "d6", "d3", "up")
            raise self.unclear("self, a number, all, d6, d3 or up to", options)
        group = self.group()
        chooser = ""
        if self.has("at", "random"):
            chooser = "random"
        elif self.has("by", "active"):
            chooser = "active"
        return Cards(quantity=quantity, n=n, group=group, chooser=chooser)

    def goal(self) -> Goal:
        """This card, its neighbours, or one or all of some kinds."""
        which = self.take("this", "neighbours", "1", "all")
        return Goal(which, self.several(*TARGETS) if which in ("1", "all") else ())

    def place(self) -> str:
        """A level."""
        if self.has("each"):
            return f"each {self.take('level')}"
        if self.peek() not in PLACES:
            raise self.unclear(listed(PLACES), PLACES)
        return self.take(*PLACES)

    def block(self) -> tuple[Effect, ...]:
        """Effects between braces."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unclear(f"{echo(self.text)} has more than {DEEPEST} blocks within each other")
        self.take("{")
        effects = [self.effect()]
        while self.has(";"):
            effects.append(self.effect())
        self.take("}", ";")
        self.depth -= 1
        return tuple(effects)

    def effect(self) -> Effect:
        """A verb and what belongs to it."""
        word = self.peek()
        if word not in FORMS:
            raise self.unclear("a verb", tuple(FORMS))
        self.at += 1
        return FORMS[word](self, word)

    def condition(self) -> Condition:
        """Clauses joined by or."""
        clauses = [self.clause()]
        while self.has("or"):
            clauses.append(self.clause())
        return tuple(clauses)

    def clause(self) -> tuple[Atom, ...]:
        """Atoms joined by and."""
        atoms = [self.atom()]
        while self.has("and"):
            atoms.append(self.atom())
        return tuple(atoms)

    def atom(self) -> Atom:
        """One thing that must be so."""
        word = self.take(*ATOMS)
        if word == "vs":
            against = self.take("adversary", "foe", "collect")
            kind = against == "collect" and self.peek() in KINDS
            return Atom(f"vs {against}", self.take(*KINDS) if kind else "")
        if word == "from":
            self.take("slot")
            return Atom("from slot")
        if word == "sanity":
            self.take("<=")
            return Atom(word, n=self.integer(0))
        if word == "players":
            self.take(">=")
            return Atom(word, n=self.integer())
        if word == "die":
            low, high = self.range()
            return Atom(word, n=low, hi=high)
        return Atom(word, self.take(*ATOMS[word]))


ATOMS: Final[dict[str, tuple[str, ...]]] = {  # first word -> the words that may follow it
    "vs": ("adversary", "foe", "collect"),
    "with": KINDS,
    "slotted": KINDS,
    "from": ("slot",),
    "class": CLASSES,
    "level": LEVELS,
    "sanity": ("<=",),
    "die": (),
    "players": (">=",),
    "empty": ZONES,
}


def _amount(parser: Parser, verb: str) -> Effect:
    return Effect(verb, parser.amount())


def _sanity(parser: Parser, verb: str) -> Effect:
    amount = parser.amount()
    parser.take("sanity")
    who = "one other" if parser.has("one", "other") else ""
    if parser.peek() in ("all", "others"):
        who = parser.take("all", "others")
    return Effect(verb, amount, who=who)


def _add(parser: Parser, verb: str) -> Effect:
    amount = parser.amount(-1 if parser.has("-") else 1, MOST_ADDED)
    attr = parser.take(*ATTRS, "own")
    return Effect(verb, amount, attr, parser.cards() if parser.has("to") else SELF)


def _power(parser: Parser, verb: str) -> Effect:
    return Effect(verb, Amount("n", parser.integer()), parser.take(*WILD))


def _cards(parser: Parser, verb: str) -> Effect:
    cards = parser.cards()
    return Effect("banish-self" if verb == "banish" and cards.self else verb, cards=cards)


def _change(parser: Parser, verb: str) -> Effect:
    cards = parser.cards()
    parser.take("to")
    return Effect(verb, attr=parser.take(*ATTRS), cards=cards)


def _convert(parser: Parser, verb: str) -> Effect:
    first = parser.take(*ATTRS)
    parser.take("to")
    return Effect(verb, attr=parser.take(*ATTRS), kinds=(first,))


def _reduce(parser: Parser, verb: str) -> Effect:
    goal = parser.goal()
    parser.take("by")
    return Effect(verb, Amount("n", parser.integer(most=MOST_ADDED)), goal=goal)


def _raise(parser: Parser, verb: str) -> Effect:
    goal = parser.goal()
    attr = parser.take(*ATTRS)
    parser.take("by")
    return Effect(verb, parser.amount(), attr, goal=goal)


def _loot(parser: Parser, verb: str) -> Effect:
    if parser.has("+"):
        return Effect("loot+", Amount("n", parser.integer()))
    return Effect(verb, parser.amount())


def _reshuffle(parser: Parser, verb: str) -> Effect:
    parser.take("self")
    return Effect(verb, cards=SELF)


def _attach(parser: Parser, verb: str) -> Effect:
    return Effect(verb, blocks=(parser.block(),))


def _advance(parser: Parser, _: str) -> Effect:
    parser.take("advances")
    return Effect("advance")


def _summon(parser: Parser, verb: str) -> Effect:
    parser.take("foe")
    return Effect(verb, place=parser.place())


def _remove(parser: Parser, _: str) -> Effect:
    parser.take("foe")
    return Effect("remove-foe")


def _move(parser: Parser, verb: str) -> Effect:
    if parser.has("foe"):
        return Effect("move-foe", parser.amount(), direction=parser.take("toward", "away"))
    up_to = parser.has("up", "to")
    return Effect(verb, parser.amount(), up_to=up_to)


def _rotate(parser: Parser, verb: str) -> Effect:
    place = parser.place()
    up_to = parser.has("up", "to")
    amount = parser.amount(most=MOST_TURNED)
    ways = ("clockwise", "counterclockwise")
    direction = parser.take(*ways) if parser.peek() not in ("", ";", "}") else ""
    return Effect(verb, amount, place=place, up_to=up_to, direction=direction)


def _reroll(_: Parser, verb: str) -> Effect:
    return Effect(verb)


def _modify(parser: Parser, verb: str) -> Effect:
    rolls = () if parser.peek() == "roll" else parser.several(*ROLLS)
    parser.take("roll")
    return Effect(verb, parser.signed(), rolls=rolls)


def _peek(parser: Parser, verb: str) -> Effect:
    deck = parser.take(*DECKS)
    amount = Amount("n", parser.integer(most=MOST_PEEKED))
    return Effect(verb, amount, deck=deck, reorder=parser.has("reorder"))


def _redraw(parser: Parser, verb: str) -> Effect:
    parser.take("foe")
    return Effect(verb)


def _forbid(parser: Parser, verb: str) -> Effect:
    kinds = parser.several(*KINDS)
    return Effect(verb, kinds=kinds, discard=parser.has("and", "discard"))


def _slot(parser: Parser, verb: str) -> Effect:
    kinds = parser.several(*KINDS)
    parser.take("as")
    return Effect(verb, kinds=kinds, letter=parser.take(*LETTERS))


def _share(parser: Parser, verb: str) -> Effect:
    parser.take("slot")
    return Effect(verb, kinds=(parser.take(*KINDS),))


def _extra(parser: Parser, verb: str) -> Effect:
    parser.take("slot")
    return Effect(verb, letter=parser.take(*LETTERS))


def _hand(parser: Parser, verb: str) -> Effect:
    return Effect(verb, parser.signed())


def _roll(parser: Parser, verb: str) -> Effect:
    """RSP-161. Every face of the die is in exactly one branch."""
    ranges, blocks = [], []
    while parser.peek().isdigit():
        ranges.append(parser.range())
        blocks.append(parser.block())
    faces = sorted(face for low, high in ranges for face in range(low, high + 1))
    if faces != list(range(1, FACES + 1)):
        came = listed(faces, "and") if faces else "none"
        raise Unclear(f"{echo(parser.text)}: a roll has each of the faces 1 to 6 once, not {came}")
    return Effect(verb, ranges=tuple(ranges), blocks=tuple(blocks))


def _choose(parser: Parser, verb: str) -> Effect:
    blocks = [parser.block()]
    parser.take("or")
    blocks.append(parser.block())
    while parser.has("or"):
        blocks.append(parser.block())
    if len(blocks) > MOST_BLOCKS:
        raise Unclear(f"{echo(parser.text)} has more than {MOST_BLOCKS} blocks to choose from")
    return Effect(verb, blocks=tuple(blocks))


def _if(parser: Parser, verb: str) -> Effect:
    condition = parser.condition()
    then = parser.block()
    return Effect(
        verb, condition=condition, blocks=(then, parser.block() if parser.has("else") else ())
    )


FORMS: Final[dict[str, Callable[[Parser, str], Effect]]] = {  # by the first word
    **dict.fromkeys(("draw", "prevent"), _amount),
    **dict.fromkeys(("lose", "gain"), _sanity),
    "add": _add,
    **dict.fromkeys(("become", "generate"), _power),
    **dict.fromkeys(("double", "keep", "flip", "banish", "discard", "return"), _cards),
    **dict.fromkeys(("steal", "give", "collect", "displace", "capture"), _cards),
    "change": _change,
    "convert": _convert,
    "reduce": _reduce,
    "raise": _raise,
    "loot": _loot,
    "reshuffle": _reshuffle,
    "attach": _attach,
    "foe": _advance,
    "summon": _summon,
    "remove": _remove,
    "move": _move,
    "rotate": _rotate,
    "reroll": _reroll,
    "modify": _modify,
    "peek": _peek,
    "redraw": _redraw,
    "forbid": _forbid,
    "slot": _slot,
    "share": _share,
    "extra": _extra,
    "hand": _hand,
    "roll": _roll,
    "choose": _choose,
    "if": _if,
}


@cache
def effect(text: str) -> Effect:
    """One effect of `do` or `pay`.

    >>> effect("lose 1 sanity all").who
    'all'
    """
    parser = Parser(text)
    found = parser.effect()
    parser.end()
    return found


@cache
def condition(text: str) -> Condition:
    """The condition of `if`.

    >>> condition("vs adversary or vs foe")[1][0].word
    'vs foe'
    """
    parser = Parser(text)
    found = parser.condition()
    parser.end()
    return found
