"""Step 3: finish projects, learn patterns, frog items; then the Project List is refilled."""

from __future__ import annotations

from typing import Final

from ravelbox.games.arch_ravels.codes import END, FINISH, FROG, LEARN
from ravelbox.games.arch_ravels.facts import FACTS
from ravelbox.games.arch_ravels.state import (
    BEAR,
    FINISHED,
    FROGGED,
    ITEMS,
    LAST_TURN,
    LEARNED,
    LISTED_PROJECT,
    NONE,
    TILED,
    TOOK,
    ArchRavels,
    who,
)
from ravelbox.games.arch_ravels.yarn import (
    EXACT,
    Colours,
    add_yarn,
    can_give,
    exact_cost,
    holds_exactly,
    kind_of,
    need_of,
    supply,
    yarn_of_cost,
)
from ravelbox.kernel.rules import Chance, Choice, Step

# Five counts a project (ARC-81).
NEEDS: Final = [n for project in FACTS.projects for n in project.needs]


class WrapUp(Step[ArchRavels]):
    """ARC-79. Any number of restock actions in any order, or none.

    ARC-92: on every own turn, whatever the marker's space, and only then.
    """

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Ask while something is possible."""
        if len(RESTOCK_ACTION.options(s, seat, x, y)) > 1:
            s.next(RESTOCK_ACTION.of(seat))


class RestockAction(Choice[ArchRavels]):
    """ARC-79. Finish a Project, Learn a Pattern, Frog It, or the end of the step.

    ARC-83: only item tokens pay. ARC-91: items crafted this turn too. ARC-93: none of it is a Craft.
    """

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """What the own items allow."""
        codes = [END]
        base = seat * ITEMS
        for project in sorted(s.listed):
            if project != NONE and is_affordable(s, base, project):
                codes.append(FINISH + project)
        for tile in range(TILED):
            if s.items[base + BEAR + tile] and not s.learned[seat] >> tile & 1:
                codes.append(LEARN + tile)
        for item in range(ITEMS):
            if s.items[base + item] and is_refundable(s, seat, item):
                codes.append(FROG + item)
        return codes

    def chosen(self, s: ArchRavels, code: int, seat: int, x: int, y: int, /) -> None:
        """Carry it out, then ask again."""
        if code == END:
            return
        s.next(WRAP_UP.of(seat))
        if code < LEARN:
            finish(s, seat, code - FINISH)
        elif code < FROG:
            learn(s, seat, code - LEARN)
        else:
            frog(s, seat, code - FROG)


def is_affordable(s: ArchRavels, base: int, project: int) -> bool:
    """ARC-81. Whether the own items contain what a project shows."""
    for item in range(ITEMS):  # noqa: SIM110  # faster compiled
        if s.items[base + item] < NEEDS[project * ITEMS + item]:
            return False
    return True


def finish(s: ArchRavels, seat: int, project: int) -> None:
    """ARC-80. The items return to the supply, the card to the own finished objects.

    ARC-82: several a turn. Ruling Q19: by option its place is refilled at once.
    """
    for item in range(ITEMS):
        s.items[seat * ITEMS + item] -= NEEDS[project * ITEMS + item]
    s.listed[s.listed.index(project)] = NONE
    s.won[seat] |= 1 << project
    s.note(FINISHED, who(s, seat), project, 0)
    if s.house.immediate:
        s.next(REFILL.of(seat))


def learn(s: ArchRavels, seat: int, tile: int) -> None:
    """ARC-85. One item back, its tile flipped; ARC-86: once and for all.

    ARC-88: Hat and Blanket have no tile to flip.
    """
    s.items[seat * ITEMS + BEAR + tile] -= 1
    s.learned[seat] |= 1 << tile
    s.note(LEARNED, who(s, seat), BEAR + tile, 0)


def is_refundable(s: ArchRavels, seat: int, item: int) -> bool:
    """ARC-113. A Frog that cannot be refunded in full is illegal."""
    if not s.house.limited:
        return True
    if kind_of(s, seat, item) == EXACT:
        return holds_exactly(supply(s), exact_cost(s, seat, item))
    return can_give(supply(s), kind_of(s, seat, item), need_of(s, item))


def frog(s: ArchRavels, seat: int, item: int) -> None:
    """ARC-89. One own item back, yarn by its current pattern; ARC-90: whatever was really paid."""
    s.items[seat * ITEMS + item] -= 1
    s.note(FROGGED, who(s, seat), item, 0)
    if kind_of(s, seat, item) == EXACT:
        refund(s, seat, yarn_of_cost(exact_cost(s, seat, item)))
    else:
        REFUND.ask(s, seat, item, 0)


class Refund(Colours):
    """ARC-90. Under a general rule, any colours that satisfy it."""

    def stock(self, s: ArchRavels, seat: int, /) -> list[int]:
        """From the supply."""
        return supply(s)

    def finish(self, s: ArchRavels, seat: int, pattern: int, yarn: int, /) -> None:
        """Take it."""
        refund(s, seat, yarn)


def refund(s: ArchRavels, seat: int, yarn: int) -> None:
    """ARC-89. The yarn of a frogged item."""
    add_yarn(s, seat, yarn)
    s.note(TOOK, who(s, seat), yarn, 0)


class Refill(Step[ArchRavels]):
    """ARC-84. Open places of the Project List are refilled when step 3 ends.

    ARC-94: with fewer than three listed and an empty deck, the end is triggered; ARC-95: not with
    three.
    """

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Fill the next open place."""
        if NONE not in s.listed:
            return
        if s.stack:
            s.then([LIST_PROJECT.of(seat, s.listed.index(NONE)), REFILL.of(seat)])
        elif not s.ended:
            s.ended = True
            s.note(LAST_TURN, who(s, seat), 0, s.turns)


class ListProject(Chance[ArchRavels]):
    """ARC-19. The top card of the project deck: any that nobody has seen (ARC-18)."""

    def outcomes(self, s: ArchRavels, seat: int, slot: int, y: int, /) -> int:
        """Those cards, the ones out of the game among them."""
        return len(s.plans)

    def chosen(self, s: ArchRavels, which: int, seat: int, slot: int, y: int, /) -> None:
        """Turn it up."""
        project = s.plans.pop(which)
        s.listed[slot] = project
        s.stack -= 1
        s.note(LISTED_PROJECT, seat, project, int(s.turns == 0))


WRAP_UP: Final = WrapUp("ARC-79")
RESTOCK_ACTION: Final = RestockAction("ARC-79")
REFUND: Final = Refund("ARC-90")
REFILL: Final = Refill("ARC-84")
LIST_PROJECT: Final = ListProject("ARC-19")
