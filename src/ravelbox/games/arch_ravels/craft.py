"""Crafting: yarn in, an item or a finished request out."""

from __future__ import annotations

from typing import Final

from ravelbox.games.arch_ravels.codes import CRAFT
from ravelbox.games.arch_ravels.state import (
    CARDS,
    CRAFTED,
    GAVE,
    ITEMS,
    PAID,
    REQUESTS,
    ArchRavels,
    who,
)
from ravelbox.games.arch_ravels.yarn import (
    ANY,
    DIFFERENT,
    EXACT,
    GIFT,
    GIVE,
    SAME,
    Colours,
    Counts,
    add_yarn,
    exact_cost,
    is_payable,
    kind_of,
    need_of,
    take_yarn,
    yarn_of_cost,
)
from ravelbox.kernel.rules import Frame, Step

REQUEST_CARDS: Final = CARDS - REQUESTS


def add_patterns(
    s: ArchRavels, codes: list[int], seat: int, *, requests: bool, freely: bool
) -> None:
    """ARC-39. What a seat can craft: Hat, Blanket, the current side of its tiles, its requests.

    ARC-55: with any colours too; ruling Q39: that does not help Friendship Bracelets.
    """
    for pattern in range(ITEMS):
        if is_payable(s, seat, pattern, freely=freely):
            codes.append(CRAFT + pattern)
    if requests and s.held[seat]:
        for request in range(REQUEST_CARDS):
            if s.held[seat] >> request & 1 and is_payable(s, seat, ITEMS + request, freely=freely):
                codes.append(CRAFT + ITEMS + request)


def craft(s: ArchRavels, seat: int, pattern: int, *, freely: bool) -> None:
    """ARC-38. Pay one pattern and gain what it makes; the last thing a rule does.

    ARC-42: exact colours leave nothing to choose. ARC-53: with any colours only the number counts.
    """
    kind = kind_of(s, seat, pattern)
    if kind == GIVE:
        give_bracelets(s, seat, pattern)
    elif freely:
        PAY_FREELY.ask(s, seat, pattern, 0, need_of(s, pattern), 0)
    elif kind == EXACT:
        pay(s, seat, pattern, yarn_of_cost(exact_cost(s, seat, pattern)))
    elif kind == ANY:
        PAY_ANY.ask(s, seat, pattern, 0, need_of(s, pattern), 0)
    elif kind == DIFFERENT:
        PAY_DIFFERENT.ask(s, seat, pattern, 0)
    elif kind == SAME:
        PAY_SAME.ask(s, seat, pattern, 0)
    else:
        PAY_TWO.ask(s, seat, pattern, 0)


def pay(s: ArchRavels, seat: int, pattern: int, yarn: int) -> None:
    """ARC-40. Spent yarn returns to the supply."""
    take_yarn(s, seat, yarn)
    s.note(PAID, who(s, seat), yarn, 0)
    gain(s, seat, pattern)


def gain(s: ArchRavels, seat: int, pattern: int) -> None:
    """ARC-40. One item token; ARC-41: or the request's card, and no token.

    ARC-77: that card is kept to the end; it pays for nothing.
    """
    if pattern < ITEMS:
        s.items[seat * ITEMS + pattern] += 1
    else:
        request = 1 << pattern - ITEMS
        s.held[seat] ^= request
        s.done[seat] |= request
    s.note(CRAFTED, who(s, seat), pattern, 0)


class PayByRule(Colours):
    """ARC-43, ARC-44, ARC-45. Paying a pattern that leaves the colours open."""

    def finish(self, s: ArchRavels, seat: int, pattern: int, yarn: int, /) -> None:
        """Pay."""
        pay(s, seat, pattern, yarn)


class PayCounts(Counts):
    """ARC-46, ARC-53. Paying a number of yarn of any colours."""

    def finish(self, s: ArchRavels, seat: int, pattern: int, yarn: int, /) -> None:
        """Pay."""
        pay(s, seat, pattern, yarn)


def give_bracelets(s: ArchRavels, seat: int, pattern: int) -> None:
    """ARC-78. Two yarn to each other player, in seat order from the left of who crafts."""
    seats = len(s.characters)
    frames: list[Frame] = [BRACELET.of(seat, (seat + k) % seats) for k in range(1, seats)]
    frames.append(BRACELETS_DONE.of(seat, pattern))
    s.then(frames)


class Bracelet(Step[ArchRavels]):
    """ARC-78. The turn of one other player to receive."""

    def run(self, s: ArchRavels, seat: int, other: int, y: int, /) -> None:
        """Choose two yarn."""
        GIVE_YARN.ask(s, seat, other, 0, GIFT, 0)


class GiveYarn(Counts):
    """ARC-78. The yarn goes to that player's bowl, not to the supply (ARC-49)."""

    def finish(self, s: ArchRavels, seat: int, other: int, yarn: int, /) -> None:
        """Hand it over."""
        take_yarn(s, seat, yarn)
        add_yarn(s, other, yarn)
        s.note(GAVE, who(s, seat), yarn, who(s, other))


class BraceletsDone(Step[ArchRavels]):
    """ARC-78. When everybody has yarn, the request is finished."""

    def run(self, s: ArchRavels, seat: int, pattern: int, y: int, /) -> None:
        """Keep the card."""
        gain(s, seat, pattern)


PAY_DIFFERENT: Final = PayByRule("ARC-43")
PAY_SAME: Final = PayByRule("ARC-44")
PAY_TWO: Final = PayByRule("ARC-45")
PAY_ANY: Final = PayCounts("ARC-46")
PAY_FREELY: Final = PayCounts("ARC-53")
BRACELET: Final = Bracelet("ARC-78")
GIVE_YARN: Final = GiveYarn("ARC-78")
BRACELETS_DONE: Final = BraceletsDone("ARC-78")
