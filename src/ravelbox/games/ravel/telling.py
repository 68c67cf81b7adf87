"""What happened at a table of R.A.V.E.L., in sentences."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravel.plates import COGS, COLOURS
from ravelbox.games.ravel.stacks import SETS
from ravelbox.games.ravel.state import (
    DEALT,
    DECLINED,
    DEFEAT,
    EXCHANGED,
    FLIPPED,
    MOVED,
    NUDGED,
    PLACED,
    RESIGNED,
    RETRIEVED,
    ROLLED,
    ROTATED,
    SKIPPED,
    SWAPPED,
    TUNED,
    TURN,
    TURNED_UP,
    UNLOCKED,
    UP_AGAIN,
    VICTORY,
)
from ravelbox.kernel.events import Event
from ravelbox.kernel.rules import Note
from ravelbox.kernel.words import listed

SIDE_WORDS: Final = ("north", "east", "south", "west")
PLACES: Final = (
    "top left",
    "top",
    "top right",
    "right",
    "bottom right",
    "bottom",
    "bottom left",
    "left",
)
TURN_WORDS: Final = ("a quarter clockwise", "a quarter counterclockwise", "half a turn")
# The rule that states each card's condition, by printed number.
CONDITION_RULES: Final = (49, 49, 49, 49, 50, 50, 51, 51, 52, 52, 53, 54, 55, 56, 57, 57)


def cog_words(card: int) -> str:
    """A card as a sentence names it: "cog 4", "cog 4 II"."""
    cog = COGS[card]
    return f"cog {cog.number} II" if cog.advanced else f"cog {cog.number}"


def die_words(colour: int, face: int) -> str:
    """A die as a sentence names it: "black 3"."""
    return f"{COLOURS[colour]} {face}"


def condition_rule(card: int) -> str:
    """The id of the rule behind a card's condition."""
    return f"RVL-{CONDITION_RULES[COGS[card].number - 1]}"


def sides_words(sides: int) -> str:
    """A set of sides as a sentence lists it."""
    return listed((SIDE_WORDS[side] for side in SETS[sides]), "and")


def _die(looks: int) -> str:
    return die_words(looks // 6, looks % 6 + 1)


def _many(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def tell(note: Note) -> Event | None:
    """One event as a sentence; on an open table everybody is told the same."""
    kind, seat, x, y = note
    if kind == TURN:
        return Event("turn", seat, "", "RVL-23", heading=f"Turn {x}")
    name, text, rule = _sentence(kind, x, y)
    return Event(name, seat, text[0].upper() + text[1:], rule)


def _sentence(kind: int, x: int, y: int) -> tuple[str, str, str]:
    """Name, sentence and rule of an event."""
    if kind in (UNLOCKED, TURNED_UP, UP_AGAIN, MOVED, DECLINED, SKIPPED):
        return _of_cards(kind, x, y)
    if kind in (SWAPPED, TUNED, FLIPPED, NUDGED, EXCHANGED, ROLLED):
        return _of_dice(kind, x, y)
    if kind == ROTATED:
        turn = TURN_WORDS[(1, -1, 2).index(x)]
        return "rotated", f"you turned the tile {turn}.", "RVL-75"
    if kind == RETRIEVED:
        return "retrieved", f"you took back {_many(x, 'token')}.", "RVL-80"
    if kind == PLACED:
        return "placed", f"you put the dice on the {SIDE_WORDS[x]} side in a new order.", "RVL-84"
    if kind == DEALT:
        kept = f"; {sides_words(y)} stayed" if y else ""
        verb = "was" if x == 1 else "were"
        return "dealt", f"{_many(x, 'cog')} {verb} shuffled and dealt anew{kept}.", "RVL-86"
    if kind == VICTORY:
        return "victory", "the last cog is out: you win.", "RVL-94"
    if kind == DEFEAT:
        return (
            "defeat",
            f"no cog is met and no token is left: {_many(x, 'cog')} {'stays' if x == 1 else 'stay'}.",
            "RVL-96",
        )
    assert kind == RESIGNED
    return "resigned", "you gave up.", "RVL-100"


def _of_cards(kind: int, card: int, y: int) -> tuple[str, str, str]:
    cog = cog_words(card)
    if kind == UNLOCKED:
        return (
            "unlocked",
            f"{cog} unlocked on the {SIDE_WORDS[y]} side: {COGS[card].needs}.",
            condition_rule(card),
        )
    if kind == TURNED_UP:
        return "turned-up", f"{cog} turned up in the {SIDE_WORDS[y]}.", "RVL-31"
    if kind == UP_AGAIN:
        text = f"{cog}, already face up, is on top again in the {SIDE_WORDS[y]}."
        return "up-again", text, "RVL-73"
    if kind == MOVED:
        return "moved", f"{cog} moved from {SIDE_WORDS[y // 4]} to {SIDE_WORDS[y % 4]}.", "RVL-66"
    if kind == DECLINED:
        return "declined", f"you declined the reward of {cog}.", "RVL-58"
    return "skipped", f"the reward of {cog} could do nothing.", "RVL-60"


def _of_dice(kind: int, x: int, y: int) -> tuple[str, str, str]:
    die = _die(x)
    if kind == SWAPPED:
        return "swapped", f"you swapped the {die} and the {_die(y)} for 1 token.", "RVL-39"
    if kind == TUNED:
        return "tuned", f"you tuned the {die} to {y} for 2 tokens.", "RVL-40"
    if kind == FLIPPED:
        return "flipped", f"the {die} turned over to {y}.", "RVL-63"
    if kind == NUDGED:
        way = "up" if y == x % 6 + 2 or (y == 1 and x % 6 == 5) else "down"  # noqa: PLR2004  # faces
        return "nudged", f"the {die} went {way} to {y}.", "RVL-64"
    if kind == EXCHANGED:
        return "exchanged", f"you exchanged the {die} and the {_die(y)}.", "RVL-77"
    return "rolled", f"the {die} was rolled: {y}.", "RVL-82"
