"""The end: a last craft for the others, and the score, in quarter points."""

from __future__ import annotations

from typing import Final

from ravelbox.games.arch_ravels.codes import CRAFT, PASS
from ravelbox.games.arch_ravels.craft import REQUEST_CARDS, add_patterns, craft
from ravelbox.games.arch_ravels.facts import FACTS
from ravelbox.games.arch_ravels.state import (
    ITEMS,
    NO_CRAFT,
    NONE,
    PROJECTS,
    SCORED,
    TILED,
    ArchRavels,
    who,
)
from ravelbox.games.arch_ravels.yarn import bits, yarn_in
from ravelbox.kernel.rules import Choice, Frame, Step

QUARTERS: Final = 4  # of a point (ARC-107)
REQUEST_WORTH: Final = [request.quarters for request in FACTS.requests]
PROJECT_WORTH: Final = [project.points * QUARTERS for project in FACTS.projects]
ITEM_WORTH: Final = [item.value * QUARTERS for item in FACTS.items]
TILE_WORTH: Final = [item.learned * QUARTERS for item in FACTS.items if item.learned]
FAVOURITE: Final = [character.favourite for character in FACTS.characters]
FAVOURITE_WORTH: Final = 5 * QUARTERS  # ARC-102


def begin_end(s: ArchRavels, seat: int) -> None:
    """ARC-97. Each other player, clockwise from the active player's left; ARC-99: not that one.

    ARC-121: alone, nobody.
    """
    seats = len(s.characters)
    frames: list[Frame] = [FINAL_CRAFT.of((seat + k) % seats) for k in range(1, seats)]
    frames.append(COUNT_POINTS.of(seat))
    s.then(frames)


class FinalCraft(Step[ArchRavels]):
    """ARC-97. One item or request from the own bowl; ARC-68: whatever a cat did."""

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Ask who can."""
        if len(LAST_CRAFT.options(s, seat, x, y)) > 1:
            s.next(LAST_CRAFT.of(seat))


class LastCraft(Choice[ArchRavels]):
    """ARC-97. A last craft with own current patterns; ARC-98: nothing else."""

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """Nothing, or what the bowl pays."""
        codes = [PASS]
        add_patterns(s, codes, seat, requests=True, freely=False)
        return codes

    def chosen(self, s: ArchRavels, code: int, seat: int, x: int, y: int, /) -> None:
        """Craft it."""
        if code == PASS:
            s.note(NO_CRAFT, who(s, seat), 1, 0)
        else:
            craft(s, seat, code - CRAFT, freely=False)


class CountPoints(Step[ArchRavels]):
    """ARC-108. The highest total wins; nothing more is done."""

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Tell the totals."""
        for other in range(len(s.characters)):
            s.note(SCORED, who(s, other), score(s, other), 0)
        s.end()


def score(s: ArchRavels, seat: int) -> int:
    """ARC-107. What a seat has, in quarter points; it may be negative.

    ARC-105: unfinished requests cost their value; ARC-106: yarn costs a point each.
    """
    return (
        projects_worth(s, seat)
        + requests_worth(s.done[seat])
        + favourite_worth(s, seat)
        + tiles_worth(s, seat)
        + items_worth(s, seat)
        - requests_worth(s.held[seat])
        - yarn_in(s, seat) * QUARTERS
    )


def projects_worth(s: ArchRavels, seat: int) -> int:
    """ARC-100. The printed value of each finished project."""
    worth = 0
    for project in range(PROJECTS):
        if s.won[seat] >> project & 1:
            worth += PROJECT_WORTH[project]
    return worth


def requests_worth(requests: int) -> int:
    """ARC-101. The printed value of each request of a set."""
    worth = 0
    for request in range(REQUEST_CARDS):
        if requests >> request & 1:
            worth += REQUEST_WORTH[request]
    return worth


def favourite_worth(s: ArchRavels, seat: int) -> int:
    """ARC-102. 5 for the favourite of the own character, which is only the visible side's.

    Before characters are chosen there is none.
    """
    character = s.characters[seat]
    if character != NONE and s.done[seat] >> FAVOURITE[character] & 1:
        return FAVOURITE_WORTH
    return 0


def tiles_worth(s: ArchRavels, seat: int) -> int:
    """ARC-103. The printed value of each learned tile; unlearned ones are worth nothing."""
    worth = 0
    for tile in range(TILED):
        if s.learned[seat] >> tile & 1:
            worth += TILE_WORTH[tile]
    return worth


def items_worth(s: ArchRavels, seat: int) -> int:
    """ARC-104. The value on the back of each remaining item."""
    worth = 0
    for item in range(ITEMS):
        worth += s.items[seat * ITEMS + item] * ITEM_WORTH[item]
    return worth


def cards_finished(s: ArchRavels, seat: int) -> int:
    """ARC-109. Finished projects and requests, as cards."""
    return bits(s.won[seat]) + bits(s.done[seat])


def winners(s: ArchRavels) -> list[int]:
    """ARC-108. Most points; ARC-109: most cards finished; ARC-110: least yarn; ARC-111: shared."""
    best: list[int] = []
    for seat in range(len(s.characters)):
        ahead = compare(s, seat, best[0]) if best else 1
        if ahead > 0:
            best = [seat]
        elif ahead == 0:
            best.append(seat)
    return best


def compare(s: ArchRavels, seat: int, other: int) -> int:
    """Above 0 if a seat is ahead of another, below if behind, 0 if they share."""
    ahead = score(s, seat) - score(s, other)
    if ahead == 0:
        ahead = cards_finished(s, seat) - cards_finished(s, other)
    if ahead == 0:
        ahead = yarn_in(s, other) - yarn_in(s, seat)
    return ahead


FINAL_CRAFT: Final = FinalCraft("ARC-97")
LAST_CRAFT: Final = LastCraft("ARC-97")
COUNT_POINTS: Final = CountPoints("ARC-108")
