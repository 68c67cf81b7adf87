"""What is left to do at a table of Ravingspire, in lines that can be read: `lose 0 2 chaos`.

A line has the rule's name, the seat, and the rule's memories in words. A phrase of a card's text is
named by its card, the number of the ability and that of the phrase in it: `goblin_fireworks.1.2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType
from typing import Final

from ravelbox.games.ravingspire import setup
from ravelbox.games.ravingspire.cards import ABILITIES, EFFECTS
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.peeking import BAG_BITS, REORDER
from ravelbox.games.ravingspire.state import LEVELS
from ravelbox.games.ravingspire.texts import (
    CHAOS_CTX,
    COMMIT_CTX,
    DEFEAT_CTX,
    FOE_CTX,
    LOOT_CTX,
    PLACE_CTX,
    PLAYED_CTX,
)
from ravelbox.games.ravingspire.tower import SPACES, UP_TO
from ravelbox.kernel.errors import PositionError
from ravelbox.kernel.rules import Frame, Rule
from ravelbox.kernel.words import echo

NOTHING: Final = "-"


def _names() -> list[str]:
    """The rules by their constants: DRAW_CARD is draw-card."""
    modules = [*(each for each in vars(setup).values() if isinstance(each, ModuleType)), setup]
    named: dict[int, str] = {}
    for module in modules:
        for name, rule in vars(module).items():
            if isinstance(rule, Rule) and type(rule).__module__ == module.__name__:
                named[rule.number] = name.lower().replace("_", "-")
    return [named[number] for number in range(len(setup.RULES))]


NAMES: Final = _names()

LEVEL: Final = ("dungeon", "temple", "spire")
TARGET: Final = (
    *("r1", "r2", "r3", "r4", "r5", "foe"),
    *("maps", "glyphs", "exert", "rotation", "well"),
)
DECK: Final = ("encounter", "battle", "loot", "foe")
CAUSE: Final = ("adversary", "overwhelmed", "foe", "chaos", "card", "flank", "trade")
PURPOSE: Final = (
    *("move", "rotation", "defeat", "loot", "overwhelmed", "showdown", "foe", "text", "spire"),
)
ATTR: Final = ("fight", "skill", "charm")
WANT: Final = ("weapon", "armor", "object", "relic", "any", "nothing")
SOURCES: Final = {"defeat": DEFEAT_CTX, "loot": LOOT_CTX, "chaos": CHAOS_CTX, "foe": FOE_CTX}


class Form:
    """How one memory is written: to a word, and back; None where a word is not of this form."""

    def __init__(
        self, sample: str, write: Callable[[int], str], read: Callable[[str], int | None]
    ) -> None:
        self.sample = sample
        self.write = write
        self.read = read


def _one_of(names: tuple[str, ...]) -> Form:
    def read(word: str) -> int | None:
        return names.index(word) if word in names else None

    return Form(names[0], lambda n: names[n], read)


def _number(span: range) -> Form:
    def read(word: str) -> int | None:
        plain = re.fullmatch(r"0|-?[1-9]\d{0,4}", word, re.ASCII)
        return int(word) if plain and int(word) in span else None

    return Form(str(span[0]), str, read)


def phrase_names() -> dict[str, int]:
    """Every phrase of every text by its name, in the order of the effects."""
    owners = [(card.id, len(card.abilities)) for card in FACTS.cards]
    owners += [(hero.id, len(hero.abilities)) for hero in FACTS.heroes]
    names: dict[str, int] = {}
    whose = [f"{name}.{n + 1}" for name, many in owners for n in range(many)]
    for ability, name in zip(ABILITIES, whose, strict=True):
        for k, index in enumerate(inner(ability.pay + ability.do)):
            names[f"{name}.{k + 1}"] = index
    return names


def inner(effects: list[int]) -> list[int]:
    """Phrases and those in their blocks, in the order of the text."""
    found: list[int] = []
    for index in effects:
        found.append(index)
        for block in EFFECTS[index].blocks:
            found += inner(block)
    return found


def ability_names() -> dict[str, int]:
    """Every ability by its name."""
    names = dict.fromkeys(name.rpartition(".")[0] for name in PHRASES)
    return {name: n for n, name in enumerate(names)}


PHRASES: Final = phrase_names()
PHRASE_AT: Final = {index: name for name, index in PHRASES.items()}
SENTENCES: Final = ability_names()
SENTENCE_AT: Final = {index: name for name, index in SENTENCES.items()}
KINDS: Final = {card.id: kind for kind, card in enumerate(FACTS.cards)}


def _source(ctx: int) -> str:
    """Whose text it is."""
    for word, n in SOURCES.items():
        if ctx == n:
            return word
    if ctx >= COMMIT_CTX:
        return f"paid{ctx - COMMIT_CTX + 1}"
    if ctx >= PLACE_CTX:
        return f"slot{ctx - PLACE_CTX + 1}"
    return f"played{ctx - PLAYED_CTX + 1}" if ctx >= PLAYED_CTX else NOTHING


def _source_of(word: str) -> int | None:
    if word == NOTHING:
        return 0
    if word in SOURCES:
        return SOURCES[word]
    found = re.fullmatch(r"(paid|slot|played)([1-9]\d?)", word, re.ASCII)
    if found is None:
        return None
    n, base = int(found[2]) - 1, {"paid": COMMIT_CTX, "slot": PLACE_CTX, "played": PLAYED_CTX}
    return base[found[1]] + n


def _list(
    parts: list[Form], pack: Callable[[list[int]], int], split: Callable[[int], list[int]]
) -> Form:
    """Several numbers in one memory, with : between them."""

    def write(n: int) -> str:
        return ":".join(form.write(part) for form, part in zip(parts, split(n), strict=True))

    def read(word: str) -> int | None:
        words = word.split(":")
        if len(words) != len(parts):
            return None
        found: list[int] = []
        for form, each in zip(parts, words, strict=True):
            part = form.read(each)
            if part is None:
                return None
            found.append(part)
        return pack(found)

    return Form(":".join(form.sample for form in parts), write, read)


SMALL: Final = _number(range(64))
BIT: Final = _number(range(2))
LEVEL_FORM: Final = _one_of(LEVEL)
TARGET_FORM: Final = _one_of(TARGET)
DECK_FORM: Final = _one_of(DECK)
SEAT_FORM: Final = _number(range(6))
PHRASE: Final = Form("axe.1.1", lambda n: PHRASE_AT[n], PHRASES.get)
SENTENCE: Final = Form("axe.1", lambda n: SENTENCE_AT[n], SENTENCES.get)
KIND_FORM: Final = Form("blade", lambda n: FACTS.cards[n].id, KINDS.get)
SOURCE: Final = Form(NOTHING, _source, _source_of)
OTHER: Final = _one_of((NOTHING, "0", "1", "2", "3", "4", "5"))
PICKED: Final = _list(
    [SOURCE, SMALL, OTHER],
    lambda n: n[0] | n[1] << 10 | n[2] << 16,
    lambda n: [n & 1023, n >> 10 & 63, n >> 16],
)
AMOUNT: Final = _list([SMALL, SOURCE], lambda n: n[0] << 10 | n[1], lambda n: [n >> 10, n & 1023])
PEEKED: Final = _list(
    [SMALL, BIT, SMALL],
    lambda n: n[0] | n[1] * REORDER | n[2] << 16,
    lambda n: [n & 63, n >> 8 & 1, n >> 16],
)
LOOKING: Final = _list(
    [SMALL, DECK_FORM, SMALL],
    lambda n: n[0] | n[1] << 6 | n[2] << 8,
    lambda n: [n & 63, n >> 6 & 3, n >> 8],
)
TURNING: Final = _list(
    [LEVEL_FORM, BIT], lambda n: n[0] + n[1] * UP_TO, lambda n: [n % UP_TO, n // UP_TO]
)
FLANKS: Final = _list([SMALL, SMALL], lambda n: n[0] | n[1] << 4, lambda n: [n & 15, n >> 4])
STEPS: Final = _list(
    [SMALL, BIT, BIT],
    lambda n: n[0] | n[1] << 8 | n[2] << 9,
    lambda n: [n & 255, n >> 8 & 1, n >> 9 & 1],
)
BEFORE: Final = _number(range(LEVELS * SPACES + 1))


def _chain(bags: int) -> str:
    words: list[str] = []
    while True:
        words.append(str(bags & (1 << BAG_BITS) - 1))
        bags >>= BAG_BITS
        if not bags:
            return ":".join(words)


def _chain_of(word: str) -> int | None:
    bags = 0
    for each in reversed(word.split(":")):
        if re.fullmatch(r"0|[1-9]\d{0,2}", each, re.ASCII) is None or int(each) >> BAG_BITS:
            return None
        bags = bags << BAG_BITS | int(each)
    return bags


BAGS: Final = Form("0", _chain, _chain_of)
BAG: Final = _number(range(1 << BAG_BITS))

MEMORIES: Final[dict[str, tuple[Form, ...]]] = {
    **dict.fromkeys(("do", "do-rolled", "branch", "choose-one"), (PHRASE, SOURCE)),
    "pick-seat": (PHRASE, AMOUNT),
    **dict.fromkeys(("picking", "pick-other", "pick-one", "pick-random"), (PHRASE, PICKED)),
    **dict.fromkeys(("fate", "give-to", "add-captured"), (KIND_FORM,)),
    "name-against": (KIND_FORM, TARGET_FORM),
    **dict.fromkeys(("peek", "order", "put-back"), (PEEKED, DECK_FORM)),
    "look": (SMALL, DECK_FORM),
    "draw-secretly": (BAGS, LOOKING),
    **dict.fromkeys(("look-at-own", "draw-own"), (SMALL,)),
    "draw-card": (DECK_FORM,),
    "pick-card": (BAG,),
    **dict.fromkeys(("draw-some", "deal"), (SMALL, SMALL)),
    **dict.fromkeys(("lose", "prevent-loss"), (_number(range(-99, 100)), _one_of(CAUSE))),
    **dict.fromkeys(("roll", "change-roll"), (_one_of(PURPOSE), BIT)),
    **dict.fromkeys(("foe-walks", "foe-way"), (SMALL, BIT)),
    "turn-ring": (_number(range(SPACES + 1)), TURNING),
    "declare": (TARGET_FORM, BIT),
    **dict.fromkeys(("reduce", "name-cut"), (SMALL,)),
    **dict.fromkeys(("must-act", "may-act", "ask-act"), (SENTENCE, SOURCE)),
    **dict.fromkeys(("flanking", "flank"), (TARGET_FORM, FLANKS)),
    "rolled-cost": (_one_of(ATTR),),
    **dict.fromkeys(("walk", "take-step", "at-the-door"), (STEPS, BEFORE)),
    **dict.fromkeys(("offer-card", "want-card"), (SEAT_FORM,)),
    "reply": (SEAT_FORM, _one_of(WANT)),
    **dict.fromkeys(("faced", "served", "turn-by-die"), (TARGET_FORM,)),
    "showdown-done": (BIT,),
    "both-dice": (_number(range(1, 7)),),
    **dict.fromkeys(("refill", "place-card"), (LEVEL_FORM, _number(range(1, 6)))),
    **dict.fromkeys(("draw-tower", "turn-rings"), (LEVEL_FORM,)),
    **dict.fromkeys(("seat-heroes", "choose-a-hero", "draw-hero"), (SEAT_FORM,)),
}  # fmt: skip


def line(frame: Frame) -> str:
    """A frame as a line of the agenda."""
    rule, seat, x, y = frame
    forms = MEMORIES.get(NAMES[rule], ())
    words = [form.write(n) for form, n in zip(forms, (x, y), strict=False)]
    return " ".join([NAMES[rule], str(seat), *words])


def frame_of(text: object, seats: int) -> Frame:
    """The frame of a line."""
    name, *words = text.split(" ") if isinstance(text, str) else [""]
    if name not in NAMES:
        raise PositionError("agenda", f'{echo(text)} is not like "encounter-action 0"')
    forms = MEMORIES.get(name, ())
    sample = " ".join([name, "0", *(form.sample for form in forms)])
    if len(words) != len(forms) + 1:
        raise PositionError("agenda", f'{echo(text)} is not like "{sample}"')
    if words[0] not in [str(seat) for seat in range(seats)]:
        raise PositionError("agenda", f"{echo(text)}: there is no seat {echo(words[0])}")
    numbers: list[int] = []
    for form, word in zip(forms, words[1:], strict=True):
        n = form.read(word)
        if n is None:
            raise PositionError("agenda", f'{echo(text)}: {echo(word)} is not like "{form.sample}"')
        numbers.append(n)
    x, y = (*numbers, 0, 0)[:2]
    return (NAMES.index(name), int(words[0]), x, y)
