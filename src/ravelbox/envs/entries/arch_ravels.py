"""The entries of Arch Ravels: bazaar, decks as far as known, and every seat from one's own on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ravelbox.envs.entries.entry import Entry, flag, number, one_of, question, seat_of
from ravelbox.games.arch_ravels.asking import QUESTIONS
from ravelbox.games.arch_ravels.choosing import PATTERN_IDS
from ravelbox.games.arch_ravels.facts import (
    CARD_IDS,
    CHARACTER_IDS,
    COLOUR_IDS,
    ITEM_IDS,
    PROJECT_IDS,
    REQUEST_IDS,
)
from ravelbox.games.arch_ravels.view import BANS, STEPS
from ravelbox.kernel.game import View

TILED: Final = ITEM_IDS[1:4]  # Bear, Mittens and Scarf
PLAIN: Final = CARD_IDS[: len(CARD_IDS) - len(REQUEST_IDS)]  # yarn cards and events


def entries(view: View) -> Iterator[Entry]:
    """Every entry of a row."""
    t = view.table
    seats = len(t["seats"])
    yield question(view, list(QUESTIONS))
    yield seat_of("asked", t["asked"], view, seats)
    yield number("turn", t["turn"])
    yield one_of("phase", t["phase"], tuple(STEPS))
    yield seat_of("active", t["active"], view, seats)
    yield number("revealed", t["revealed"] or 0, 6)
    yield number("deck", t["deck"])
    yield number("project_deck", t["project_deck"], len(PROJECT_IDS))
    for space in t["bazaar"]:
        yield one_of(f"bazaar.{space['space']}", space["card"], CARD_IDS, "gap")
    for n, project in enumerate(t["projects"], 1):
        yield one_of(f"project.{n}", project and project["id"], PROJECT_IDS)
    discarded = {card["id"]: card["n"] for card in t["discard"]["cards"]}
    for card in CARD_IDS:
        yield number(f"discard.{card}", discarded.get(card, 0))
    unseen = {card["id"]: card["n"] for card in t["unseen"]}
    for card in PLAIN:
        yield number(f"unseen.{card}", unseen.get(card, 0))
    yield number("crafts", t["crafts"])
    yield from _choosing(t["choosing"] or {}, view, seats)
    assert view.seat is not None
    for k in range(seats):
        yield from _seat(f"seat+{k}", t["seats"][(view.seat + k) % seats])


def _choosing(choice: dict[str, Any], view: View, seats: int) -> Iterator[Entry]:
    """The yarn that the looking seat is asked about: what for, and what it has chosen so far."""
    yield one_of("choosing.pattern", choice.get("pattern"), PATTERN_IDS)
    yield seat_of("choosing.to", choice.get("to"), view, seats)
    yield one_of("choosing.colour", choice.get("colour"), COLOUR_IDS)
    yield one_of("choosing.other", choice.get("other"), COLOUR_IDS)
    yield number("choosing.left", choice.get("left", 0))
    for key in ("chosen", "given"):
        counts = choice.get(key, {})
        for colour in COLOUR_IDS:
            yield number(f"choosing.{key}.{colour}", counts.get(colour, 0))


def _seat(name: str, seat: dict[str, Any]) -> Iterator[Entry]:
    """A seat's board, bowl, items, patterns, requests and projects."""
    yield one_of(f"{name}.character", seat["character"], CHARACTER_IDS)
    on = [space["space"] for space in seat["spaces"] if space["on"]]
    yield number(f"{name}.space", on[0] if on else 0, 4)
    bans = tuple(BANS.values())
    yield one_of(f"{name}.ban", None if seat["ban"] == bans[0] else seat["ban"], bans[1:])
    for colour in COLOUR_IDS:
        yield number(f"{name}.{colour}", seat["bowl"][colour])
    for item in ITEM_IDS:
        yield number(f"{name}.{item}", seat["items"][item])
    patterns = {pattern["item"]: pattern for pattern in seat["patterns"]}
    for item in TILED:
        pattern = patterns.get(item)
        yield flag(f"{name}.{item}.learned", pattern and pattern["learned"])
        cost = pattern["cost"] if pattern and not pattern["learned"] else ""
        for colour in COLOUR_IDS:
            yield number(f"{name}.{item}.{colour}", cost.count(colour), 9)
    has = {r["id"]: "held" for r in seat["requests"]} | {r["id"]: "done" for r in seat["done"]}
    for request in REQUEST_IDS:
        yield one_of(f"{name}.{request}", has.get(request), ("held", "done"))
    done = {project["id"] for project in seat["projects"]}
    for project in PROJECT_IDS:
        yield flag(f"{name}.{project}", project in done)
