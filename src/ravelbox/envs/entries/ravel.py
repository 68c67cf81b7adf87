"""The entries of R.A.V.E.L.: tokens, dice, stacks from the top, and where each cog is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ravelbox.envs.entries.entry import Entry, number, one_of, question
from ravelbox.games.ravel.actions import SIDE_NAMES
from ravelbox.games.ravel.asking import NUMBERS, QUESTIONS
from ravelbox.games.ravel.plates import COGS
from ravelbox.games.ravel.telling import SIDE_WORDS
from ravelbox.games.ravel.view import LETTERS
from ravelbox.kernel.game import View

SHOWN: Final = 4  # cards of a stack, from the top; deeper ones only count for its height
IDS: Final = [cog.id for cog in COGS]
PLACES: Final = ("unseen", "face up", "in hand", "removed")


def entries(view: View) -> Iterator[Entry]:
    """Every entry of a row."""
    t = view.table
    yield question(view, list(QUESTIONS))
    yield number("ready", t["ready"], 12)
    yield number("spent", t["spent"], 12)
    yield number("turns", t["turn"] - (t["hand"] is None and view.outcome is None))
    yield number("left", t["left"], 16)
    yield one_of("hand", t["hand"] and t["hand"]["id"], IDS)
    yield number("parts", NUMBERS.index(t["hand_note"].split()[0]) if t["hand_note"] else 0, 3)
    rolled = [words for words in SIDE_WORDS if f"{words} side" in t["steps"]]
    yield one_of("rolled", rolled[-1] if rolled else None, SIDE_WORDS)
    for die in t["dice"]:
        yield one_of(f"{die['space']}.colour", die["colour"] or None, LETTERS)
        yield number(f"{die['space']}.face", die["face"], 6)
    for side in SIDE_NAMES:
        stack = t["stacks"][side]
        yield number(f"{side}.height", len(stack), 16)
        for place in range(SHOWN):
            yield one_of(f"{side}.{place}", _card(stack, place), [*IDS, "face down"])
    there = {cog["id"]: "unseen" for cog in t["cogs"]}
    up = [card for stack in t["stacks"].values() for card in stack if card]
    there |= {card["id"]: "face up" for card in up}
    there |= {card["id"]: "removed" for card in t["removed"]}
    there |= {card["id"]: "in hand" for card in [t["hand"]] if card}
    for cog in IDS:
        yield one_of(f"cog.{cog}", there.get(cog), PLACES, "not in this game")


def _card(stack: list[dict[str, Any] | None], place: int) -> str | None:
    """A card of a stack, counted from the top."""
    if place >= len(stack):
        return None
    card = stack[place]
    return card["id"] if card else "face down"
