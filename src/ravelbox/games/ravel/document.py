"""A table of R.A.V.E.L. as a readable document, and back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from ravelbox.games.ravel.actions import SIDE_NAMES, SPACE
from ravelbox.games.ravel.cogs import REWARD, STRENGTH, has_met_top
from ravelbox.games.ravel.plates import CARDS, KINDS
from ravelbox.games.ravel.setup import RULES, bare_table
from ravelbox.games.ravel.state import (
    DECK,
    EMPTY,
    LOST,
    PLAYING,
    WILD_DECK,
    WON,
    House,
    Ravel,
)
from ravelbox.kernel.errors import IllegalAction, PositionError
from ravelbox.kernel.pile import Bags, Pile
from ravelbox.kernel.words import echo, listed

COLOUR_LETTERS: Final = "OWKB"
NO_DIE: Final = "--"
RESULTS: Final = ("playing", "won", "lost")
COUNTS: Final = ("turns", "tinkers", "declined", "rerolls", "resets")
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
MOST: Final = 1000  # of anything that is counted in a document
KEYS: Final = (
    "dice",
    "stacks",
    "bags",
    "deck",
    "tokens",
    "hand",
    "steps",
    "removed",
    "counts",
    "result",
    "agenda",
)

# Rule names by number; a class that serves twice is named after its constant.
NAMES: Final = [
    "draw-die",
    "compose-deck",
    "replace-card",
    "deal-stacks",
    "begin-turn",
    "take-turn",
    "use-reward",
    "remove-cog",
    "flip",
    "nudge",
    "move",
    "move-again",
    "reveal-tops",
    "turn-up",
    "rotate",
    "exchange",
    "exchange-again",
    "retrieve",
    "reroll",
    "choose-dice",
    "roll-die",
    "place",
    "reset",
    "keep",
    "deal-anew",
    "additional-cards",
    "shuffle-stacks",
]
# The memories of each rule that may lie on the agenda of a table at rest.
BOUNDS: Final[dict[str, tuple[range, range]]] = {
    "draw-die": (range(8), range(1)),
    "replace-card": (range(1, 16), range(1)),
    "turn-up": (range(4), range(1)),
    "roll-die": (range(8), range(2)),
    "flip": (range(1, 3), range(1)),
    "nudge": (range(1, 4), range(1)),
    "move": (range(1, 3), range(1)),
    "move-again": (range(1, 2), range(1)),
    "rotate": (range(1, 3), range(1)),
    "exchange": (range(2, 4), range(1)),
    "exchange-again": (range(2, 3), range(1)),
    "retrieve": (range(1, 4), range(1)),
    "reroll": (range(1, 3), range(1)),
    "choose-dice": (range(4), range(1)),
    "place": (range(4), range(1)),
    "reset": (range(1, 3), range(1)),
    "additional-cards": (range(15), range(1)),
}
# Every agenda a table at rest can have, next first, and the reward it belongs to.
SHAPES: Final[dict[str, str]] = {
    r"": "",
    r"take-turn": "",
    r"turn-up use-reward remove-cog begin-turn": "any",
    r"flip remove-cog begin-turn": "flip",
    r"nudge remove-cog begin-turn": "nudge",
    r"(move|move-again) reveal-tops remove-cog begin-turn": "move",
    r"rotate remove-cog begin-turn": "rotate",
    r"(exchange|exchange-again) remove-cog begin-turn": "permute",
    r"retrieve remove-cog begin-turn": "retrieve",
    r"(reroll|choose-dice|(roll-die ){0,3}place) remove-cog begin-turn": "reroll",
    r"(reset|keep|additional-cards) remove-cog begin-turn": "reset",
    r"(turn-up ){1,4}remove-cog begin-turn": "move or reset",
    r"(draw-die|roll-die( draw-die)?) compose-deck": "setup",
    r"replace-card": "setup",
    r"(turn-up ){1,4}begin-turn": "setup",
}
# The actions that may have been answered so far in each reward.
STEPS: Final = {
    "": r"",
    "setup": r"",
    "any": r"",
    "flip": r"(flip )?",
    "nudge": r"(nudge ){0,2}",
    "move": r"(move )?",
    "rotate": r"",
    "permute": r"(exchange )?",
    "retrieve": r"",
    "reroll": r"(reroll (roll )?)?",
    "reset": r"(reset (keep )?)?",
    "move or reset": r"(move ){1,2}|reset (keep )?(extra )?",
}


def dump(s: Ravel) -> dict[str, Any]:
    """The table in words: cards by id, face-down places and bags by letter."""
    return {
        "dice": " ".join(
            NO_DIE if die == EMPTY else f"{COLOUR_LETTERS[die >> 1]}{face}"
            for die, face in zip(s.die, s.face, strict=True)
        ),
        "stacks": {SIDE_NAMES[side]: _cards(s.stacks[side]) for side in range(4)},
        "bags": {
            LETTERS[bag]: " ".join([_cards(own), *(LETTERS[b] for b in lenders)]).strip()
            for bag, (own, lenders) in enumerate(zip(s.bags.own, s.bags.lenders, strict=True))
        },
        "deck": _cards(s.deck),
        "tokens": [s.ready, s.spent],
        "hand": "" if s.hand == EMPTY else CARDS[s.hand],
        "steps": [SPACE.to_text(code) for code in s.steps],
        "removed": _cards(s.removed),
        "counts": {name: getattr(s, name) for name in COUNTS},
        "result": RESULTS[s.result],
        "agenda": [f"{NAMES[rule]} {x} {y}" for rule, _, x, y in reversed(s.agenda)],
    }


def _cards(pile: Pile) -> str:
    return " ".join(CARDS[card] if card >= 0 else f"({LETTERS[~card]})" for card in pile)


def restore(document: Mapping[str, Any], house: House) -> Ravel:
    """The table of a document; every complaint names its key."""
    for key in document:
        if key not in KEYS:
            raise PositionError(echo(key), f"unknown key; possible are {listed(KEYS, 'and')}")
    s = bare_table(house)
    s.bags = _read_bags(_mapping(document, "bags"))
    stacks = _mapping(document, "stacks")
    if set(stacks) != set(SIDE_NAMES):
        raise PositionError("stacks", "must name N, E, S and W")
    s.stacks = [_read_pile(stacks[name], f"stacks {name}", len(s.bags.own)) for name in SIDE_NAMES]
    s.deck = _read_pile(_text(document, "deck"), "deck", 0)
    s.removed = _read_pile(_text(document, "removed"), "removed", 0)
    hand = _read_pile(_text(document, "hand"), "hand", 0)
    if len(hand) > 1:
        raise PositionError("hand", "holds one card at most")
    s.hand = hand[0] if hand else EMPTY
    _read_counts(s, document)
    _read_dice(s, _text(document, "dice"))
    names = _read_agenda(s, document)
    _check_cards(s, names)
    _check_agenda(s, names)
    s.settle()
    return s


def _text(document: Mapping[str, Any], key: str) -> str:
    value = document.get(key)
    if not isinstance(value, str):
        raise PositionError(key, f"must be a text, not {echo(value)}")
    return value


def _mapping(document: Mapping[str, Any], key: str) -> Mapping[str, str]:
    value = document.get(key)
    if not isinstance(value, Mapping) or not all(isinstance(v, str) for v in value.values()):
        raise PositionError(key, f"must be an object of texts, not {echo(value)}")
    return value


def _texts(document: Mapping[str, Any], key: str) -> list[str]:
    value = document.get(key)
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise PositionError(key, f"must be a list of texts, not {echo(value)}")
    return value


def _count(value: object, place: str) -> int:
    if type(value) is not int or not 0 <= value < MOST:
        raise PositionError(place, f"must be a number from 0 up, not {echo(value)}")
    return value


def _read_pile(text: str, place: str, bags: int) -> Pile:
    cards: list[int] = []
    for word in text.split():
        letter = word[1:-1]
        if word in CARDS:
            cards.append(CARDS.index(word))
        elif len(word) == 3 and word[0] == "(" and letter in LETTERS[:bags]:  # noqa: PLR2004  # (a)
            cards.append(~LETTERS.index(letter))
        else:
            raise PositionError(
                place, f"{echo(word)} is neither a card (1S to 16A) nor a face-down place like (a)"
            )
    return tuple(cards)


def _read_bags(bags: Mapping[str, str]) -> Bags:
    if list(bags) != list(LETTERS[: len(bags)]) or len(bags) > len(LETTERS):
        raise PositionError("bags", "must be lettered a, b, c and so on")
    own: list[tuple[int, ...]] = []
    lenders: list[tuple[int, ...]] = []
    for letter, text in bags.items():
        words = text.split()
        lent = [word for word in words if word in LETTERS[: len(bags)]]
        cards = _read_pile(
            " ".join(word for word in words if word not in lent), f"bags {letter}", 0
        )
        own.append(tuple(sorted(cards)))
        lenders.append(tuple(sorted(LETTERS.index(word) for word in lent)))
    return Bags(own, lenders)


def _read_counts(s: Ravel, document: Mapping[str, Any]) -> None:
    tokens = document.get("tokens")
    if not isinstance(tokens, list) or len(tokens) != 2:  # noqa: PLR2004  # available and spent
        raise PositionError("tokens", "must be two numbers: available and spent")
    s.ready, s.spent = (_count(n, "tokens") for n in tokens)
    if s.ready + s.spent != s.house.tokens:
        raise PositionError(
            "tokens", f"{s.ready} and {s.spent} do not make the {s.house.tokens} of this table"
        )
    counts = document.get("counts")
    if not isinstance(counts, Mapping) or set(counts) != set(COUNTS):
        raise PositionError("counts", f"must be an object of {listed(COUNTS, 'and')}")
    for name in COUNTS:
        setattr(s, name, _count(counts[name], f"counts {name}"))
    result = _text(document, "result")
    if result not in RESULTS:
        raise PositionError("result", f"must be {listed(RESULTS)}, not {echo(result)}")
    s.result = RESULTS.index(result)


def _read_dice(s: Ravel, text: str) -> None:
    words = text.split()
    if len(words) != 8:  # noqa: PLR2004  # RVL-1
        raise PositionError("dice", f"there are 8 spaces, not {len(words)}")
    seen: Counter[str] = Counter()
    for space, word in enumerate(words):
        if word == NO_DIE:
            continue
        if len(word) != 2 or word[0] not in COLOUR_LETTERS or word[1] not in "0123456":  # noqa: PLR2004  # such as K3
            raise PositionError("dice", f"{echo(word)} is no die; a die is like K3")
        colour = word[0]
        if seen[colour] == 2:  # noqa: PLR2004  # RVL-8
            raise PositionError("dice", f"there are two {colour} dice, not three")
        s.die[space] = COLOUR_LETTERS.index(colour) * 2 + seen[colour]
        s.face[space] = int(word[1])
        seen[colour] += 1


def _read_agenda(s: Ravel, document: Mapping[str, Any]) -> list[str]:
    """The agenda and the steps; the names of the agenda, next first."""
    names: list[str] = []
    for line in _texts(document, "agenda"):
        words = line.split()
        if len(words) != 3 or words[0] not in NAMES or not all(w.isdecimal() for w in words[1:]):  # noqa: PLR2004  # rule, x, y
            raise PositionError("agenda", f'{echo(line)} is not like "nudge 2 0"')
        xs, ys = BOUNDS.get(words[0], (range(1), range(1)))
        if len(line) > 40 or int(words[1]) not in xs or int(words[2]) not in ys:  # noqa: PLR2004  # no number of ours is long
            raise PositionError("agenda", f"{echo(line)}: a number is out of bounds")
        names.append(words[0])
        s.agenda.insert(0, RULES[NAMES.index(words[0])].of(0, int(words[1]), int(words[2])))
    try:
        s.steps = tuple(SPACE.parse(line) for line in _texts(document, "steps"))
    except IllegalAction as error:
        raise PositionError("steps", str(error)) from error
    return names


def _check_cards(s: Ravel, names: list[str]) -> None:
    """RVL-110. Every card once, and as many face-down places as cards they may be."""
    places = [place for stack in s.stacks for place in stack]
    seen = [card for card in places if card >= 0] + list(s.removed)
    seen += [s.hand] if s.hand != EMPTY else []
    known = seen + [card for own in s.bags.own for card in own]
    twice = [card for card, n in Counter(known).items() if n > 1]
    if twice:
        raise PositionError("stacks", f"card {CARDS[twice[0]]} is there twice")
    if names and names[-1] in ("compose-deck", "replace-card"):
        if known or places:
            raise PositionError("stacks", "no card is dealt before the deck is composed")
        return
    total = len(places) + len(s.removed) + (s.hand != EMPTY)
    if total != DECK:
        raise PositionError("stacks", f"a game has {DECK} cards, not {total}")
    if s.house.deck == WILD_DECK:
        _check_wild(s, seen, known)
    elif sorted(known) != list(s.deck) or len(s.deck) != DECK:
        raise PositionError(
            "deck", "must list, in order, exactly the cards in stacks, bags, hand and out"
        )
    _check_bags(s, places)


def _check_wild(s: Ravel, seen: list[int], known: list[int]) -> None:
    if s.deck:
        raise PositionError("deck", "of a Wild deck nobody knows the list")
    if len(known) != len(CARDS):
        raise PositionError("bags", "of a Wild deck must account for all 32 cards")
    advanced = sum(card >= DECK for card in seen)
    if advanced > s.house.k or len(seen) - advanced > DECK - s.house.k:
        raise PositionError("stacks", f"shows more cards of a kind than Wild({s.house.k}) has")


def _check_bags(s: Ravel, places: list[int]) -> None:
    """A bag has at least as many cards as there are places and loans counted in it."""
    for bag in range(len(s.bags.own)):
        wanted = places.count(~bag) + sum(lent.count(bag) for lent in s.bags.lenders)
        size = s.bags.size(bag)
        if wanted > size or (s.house.deck != WILD_DECK and wanted != size):
            raise PositionError(
                f"bags {LETTERS[bag]}", f"holds {size} cards for {wanted} face-down places"
            )
        reached = {bag}
        while more := {b for r in reached for b in s.bags.lenders[r]} - reached:
            reached |= more
        if any(bag in s.bags.lenders[r] for r in reached):
            raise PositionError(f"bags {LETTERS[bag]}", "borrows from itself")


def _check_agenda(s: Ravel, names: list[str]) -> None:
    """The question must be one that this table can ask."""
    line = " ".join(names)
    owner = next((own for form, own in SHAPES.items() if re.fullmatch(form, line)), None)
    if owner is None:
        raise PositionError("agenda", f"{echo(line)} cannot be what is left to do")
    if (owner == "") != (s.hand == EMPTY) and owner != "setup":
        raise PositionError("hand", "a card is in hand exactly while its reward is used")
    if (names == []) != (s.result != PLAYING):
        raise PositionError("result", "a game is over exactly when nothing is left to do")
    _check_result(s)
    steps = "".join(f"{SPACE.to_text(code).split()[0]} " for code in s.steps)
    if not re.fullmatch(STEPS[owner], steps):
        raise PositionError("steps", f"{steps.strip()!r} cannot have come before this question")
    if owner not in ("", "setup", "any") and KINDS[REWARD[s.hand]] not in owner:
        raise PositionError("agenda", f"card {CARDS[s.hand]} gives {KINDS[REWARD[s.hand]]}")
    setup = owner == "setup" and "begin-turn" not in names
    if not setup and (EMPTY in s.die or 0 in s.face):
        raise PositionError("dice", "every space holds a die that shows 1 to 6")
    _check_question(s, names, owner)


def _check_result(s: Ravel) -> None:
    left = sum(len(stack) for stack in s.stacks)
    if s.result == WON and left:
        raise PositionError("result", f"cannot be won with {left} cards left")
    if s.result == LOST and not left:
        raise PositionError("result", "cannot be lost with no card left")


def _check_question(s: Ravel, names: list[str], owner: str) -> None:
    """What the frames themselves presuppose of the table."""
    hidden = [side for side in range(4) if s.stacks[side] and s.stacks[side][0] < 0]
    asked = [
        x for name, (_, _, x, _) in zip(names, reversed(s.agenda), strict=True) if name == "turn-up"
    ]
    may_wait = owner == "setup" or (owner == "move" and s.steps) or not names
    if not may_wait and sorted(asked) != hidden:
        raise PositionError("stacks", "the top card of every stack is face up, or about to be")
    if any(side not in hidden for side in asked) or len(set(asked)) != len(asked):
        raise PositionError("agenda", "turn-up names a side whose top card is not face down")
    if names == ["take-turn"] and s.ready == 0 and not has_met_top(s):
        raise PositionError("tokens", "with no token and no cog met the game is lost")
    if owner == "setup":
        _check_setup(s, names)
    elif names and names[0] != "take-turn" and owner not in ("any", "move or reset"):
        _check_strength(s, names)
    dealt = not names or names[-1] == "begin-turn" or names == ["take-turn"]
    if names and dealt and not any(s.stacks):
        raise PositionError("stacks", "with no card left the game is won")


def _check_strength(s: Ravel, names: list[str]) -> None:
    """How much of the reward is left follows from the card and the steps."""
    strength = STRENGTH[s.hand]
    _, _, x, _ = s.agenda[-1]
    whole = {"flip", "nudge", "move", "rotate", "exchange", "retrieve", "reroll", "reset"}
    spent = len(s.steps) if names[0] in ("flip", "nudge") else 0
    if names[0] in whole and x != strength - spent:
        raise PositionError("agenda", f"{names[0]} {x} does not fit card {CARDS[s.hand]}")
    if names[0] in ("move", "exchange", "reroll", "reset") and s.steps:
        raise PositionError("steps", "nothing was answered before this question")
    if names[0] in ("move-again", "exchange-again", "choose-dice", "keep") and (
        len(s.steps) != 1 or strength == 1
    ):
        raise PositionError("steps", "one answer comes before this question")
    if names[0] != "roll-die" and not s.legal()[1:]:
        raise PositionError("agenda", f"{names[0]} has no possible answer here")


def _check_setup(s: Ravel, names: list[str]) -> None:
    placed = sum(die != EMPTY for die in s.die)
    drawing = [
        x
        for name, (_, _, x, _) in zip(names, reversed(s.agenda), strict=True)
        if name == "draw-die"
    ]
    if s.die[placed:] != [EMPTY] * (8 - placed) or (drawing and drawing[0] != placed):
        raise PositionError("dice", "are placed one after the other from p0")
