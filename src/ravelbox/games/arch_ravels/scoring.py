"""The score line by line, as it would be if the game ended now."""

from __future__ import annotations

from typing import Final

from ravelbox.games.arch_ravels.ending import (
    FAVOURITE_WORTH,
    ITEM_WORTH,
    QUARTERS,
    REQUEST_WORTH,
    TILE_WORTH,
    favourite_worth,
)
from ravelbox.games.arch_ravels.facts import FACTS
from ravelbox.games.arch_ravels.state import BEAR, ITEMS, TILED, ArchRavels
from ravelbox.games.arch_ravels.telling import points_words
from ravelbox.games.arch_ravels.yarn import yarn_in

Line = dict[str, str]
# ARC-122. What a score alone is called, by the points from which on.
BANDS: Final = (
    (140, "140 and more: a shop that people travel to."),
    (100, "100 to 139: a shop with regulars."),
    (60, "60 to 99: a shop that gets by."),
)


def lines(s: ArchRavels, seat: int) -> list[Line]:
    """ARC-100 to ARC-106. Everything that counts, in the order of the rules."""
    found: list[Line] = []
    for number, project in enumerate(FACTS.projects):
        if s.won[seat] >> number & 1:
            found.append(_line(project.name, project.points * QUARTERS, "ARC-100"))
    for number, request in enumerate(FACTS.requests):
        if s.done[seat] >> number & 1:
            found.append(_line(request.name, REQUEST_WORTH[number], "ARC-101"))
    if favourite_worth(s, seat):
        found.append(_line("Favourite", FAVOURITE_WORTH, "ARC-102"))
    for tile in range(TILED):
        if s.learned[seat] >> tile & 1:
            name = FACTS.items[BEAR + tile].name
            found.append(_line(f"{name} pattern learned", TILE_WORTH[tile], "ARC-103"))
    for item in range(ITEMS):
        n = s.items[seat * ITEMS + item]
        if n:
            words = FACTS.items[item].name + (f" × {n}" if n > 1 else "")
            found.append(_line(words, n * ITEM_WORTH[item], "ARC-104"))
    for number, request in enumerate(FACTS.requests):
        if s.held[seat] >> number & 1:
            found.append(_line(f"{request.name}, not made", -REQUEST_WORTH[number], "ARC-105"))
    if yarn_in(s, seat):
        found.append(
            _line(f"{yarn_in(s, seat)} yarn left", -yarn_in(s, seat) * QUARTERS, "ARC-106")
        )
    return found


def _line(words: str, quarters: int, rule: str) -> Line:
    sign = "+" if quarters >= 0 else ""
    return {"words": words, "points": f"{sign}{points_words(quarters)}", "rule": rule}


def bands(quarters: int) -> str:
    """ARC-122. What a score alone amounts to."""
    for least, words in BANDS:
        if quarters >= least * QUARTERS:
            return words
    return "Below 60: a shop with much left to learn."
