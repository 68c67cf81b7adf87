"""The five events of the yarn deck."""

from __future__ import annotations

from typing import Final

from ravelbox.games.arch_ravels.codes import COLOUR, CRAFT, DONATE, PASS, TANGLE
from ravelbox.games.arch_ravels.craft import add_patterns, craft
from ravelbox.games.arch_ravels.state import (
    CAT,
    CLERK,
    COLOURS,
    DONATED,
    DONATION,
    EVENT,
    IN_FORCE,
    NO_CRAFT,
    PENDING,
    SALE,
    TANGLED,
    TOOK,
    ArchRavels,
    who,
)
from ravelbox.games.arch_ravels.yarn import (
    Counts,
    add_yarn,
    bowl_of,
    packed,
    supply,
    take_yarn,
    total,
    yarn_in,
)
from ravelbox.kernel.rules import Choice, Step

ON_SALE: Final = 3  # ARC-69
MOST_SEATS: Final = 4


def begin_event(s: ArchRavels, seat: int, card: int) -> None:
    """ARC-65. The active player, or everyone in seat order from there; as far as possible."""
    s.note(EVENT, who(s, seat), card, 0)
    seats = len(s.characters)
    if card == CAT:
        begin_cat(s, seat)
    elif card == SALE:
        YARN_SALE.ask(s, seat, 0, 0, min(ON_SALE, total(supply(s))), 0)
    elif card == DONATION:
        begin_donation(s, seat)
    elif card == CLERK:
        s.then([MEET_CLERK.of((seat + k) % seats) for k in range(seats)])
    else:
        s.then([CRAFT_CIRCLE.of((seat + k) % seats) for k in range(seats)])


def begin_cat(s: ArchRavels, seat: int) -> None:
    """ARC-66. Somebody is named; ARC-118: alone, it is oneself."""
    seats = len(s.characters)
    if seats == 1:
        tangle(s, seat, seat)
    elif seats == 2 and not s.house.cat_self:  # noqa: PLR2004  # nobody else is left
        tangle(s, seat, 1 - seat)
    else:
        s.next(NAME_PLAYER.of(seat))


class NamePlayer(Choice[ArchRavels]):
    """ARC-66. Tangled Cat: the active player names a player, themself too (ruling Q11)."""

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """Every seat; ruling Q13: also one that is banned already."""
        return [
            TANGLE + other
            for other in range(len(s.characters))
            if other != seat or s.house.cat_self
        ]

    def chosen(self, s: ArchRavels, code: int, seat: int, x: int, y: int, /) -> None:
        """That one."""
        tangle(s, seat, code - TANGLE)


def tangle(s: ArchRavels, seat: int, other: int) -> None:
    """ARC-66. No Craft on that player's next turn, which is never the turn in progress.

    ARC-68: a ban does not stack. Ruling Q13: in a banned turn, the next one is banned too.
    """
    s.bans[other] |= PENDING
    s.note(TANGLED, who(s, seat), who(s, other), int(other == seat))


class YarnSale(Counts):
    """ARC-69. Yarn Sale: the active player takes 3 yarn in any mix; ARC-72: must take them."""

    def stock(self, s: ArchRavels, seat: int, x: int, /) -> list[int]:
        """From the supply."""
        return supply(s)

    def finish(self, s: ArchRavels, seat: int, x: int, yarn: int, /) -> None:
        """Take it."""
        add_yarn(s, seat, yarn)
        s.note(TOOK, who(s, seat), yarn, 0)


def begin_donation(s: ArchRavels, seat: int) -> None:
    """ARC-70. With an empty bowl nothing happens (ruling Q38)."""
    yarn = bowl_of(s, seat)
    n = yarn_in(s, seat)
    if n == 0:
        return
    seats = len(s.characters)
    held = [colour for colour in range(COLOURS) if yarn[colour]]
    if len(held) == 1 and seats <= 2:  # noqa: PLR2004  # one colour, one to give it to
        donate(s, seat, held[0], (seat + 1) % seats)
    else:
        s.next(GIVE_AWAY.of(seat))


class GiveAway(Choice[ArchRavels]):
    """ARC-70. Donate: 1 own yarn to one other player; nobody may decline.

    ARC-118: alone, it returns to the supply.
    """

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """Every colour held, for every other seat."""
        codes: list[int] = []
        for colour in range(COLOURS):
            if s.bowls[seat * COLOURS + colour]:
                if len(s.characters) == 1:
                    codes.append(COLOUR + colour)
                for other in range(len(s.characters)):
                    if other != seat:
                        codes.append(DONATE + colour * MOST_SEATS + other)
        return codes

    def chosen(self, s: ArchRavels, code: int, seat: int, x: int, y: int, /) -> None:
        """Give it."""
        if code < DONATE:
            donate(s, seat, code - COLOUR, seat)
        else:
            donate(s, seat, (code - DONATE) // MOST_SEATS, (code - DONATE) % MOST_SEATS)


def donate(s: ArchRavels, seat: int, colour: int, other: int) -> None:
    """ARC-70, ARC-118. One yarn leaves the bowl, for another if there is one."""
    take_yarn(s, seat, packed(colour, 1))
    if other != seat:
        add_yarn(s, other, packed(colour, 1))
    s.note(DONATED, who(s, seat), colour, who(s, other))


class MeetClerk(Step[ArchRavels]):
    """ARC-71. Friendly Clerk: every player in turn; ARC-113: one colour left is no choice."""

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Ask, unless there is only one answer."""
        codes = FRIENDLY_CLERK.options(s, seat, x, y)
        if len(codes) > 1:
            s.next(FRIENDLY_CLERK.of(seat))
        else:
            FRIENDLY_CLERK.chosen(s, codes[0], seat, x, y)


class FriendlyClerk(Choice[ArchRavels]):
    """ARC-71. Friendly Clerk: every player takes 1 yarn of a colour of own choice (ARC-72)."""

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """ARC-113. A colour still in supply, if there is one."""
        return free_colours(s, COLOUR)

    def chosen(self, s: ArchRavels, code: int, seat: int, x: int, y: int, /) -> None:
        """Take it."""
        take_one_colour(s, seat, code - COLOUR, 1)


def free_colours(s: ArchRavels, base: int) -> list[int]:
    """ARC-113. The colours a free choice may name: those in supply, or all if there are none."""
    stock = supply(s)
    codes = [base + colour for colour in range(COLOURS) if stock[colour] > 0]
    return codes or [base + colour for colour in range(COLOURS)]


def take_one_colour(s: ArchRavels, seat: int, colour: int, n: int) -> None:
    """ARC-113. That many of a colour from the supply, or what is left of it."""
    yarn = packed(colour, max(0, min(n, supply(s)[colour])))
    add_yarn(s, seat, yarn)
    s.note(TOOK, who(s, seat), yarn, 0)


class CraftCircle(Step[ArchRavels]):
    """ARC-73. Craft Circle: every player may craft 1 item from the own bowl.

    ARC-67: not a player whose banned turn this is (ruling Q12); ARC-68: others may.
    """

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Ask who can."""
        banned = s.bans[seat] & IN_FORCE and s.house.cat_blocks_circle
        if not banned and len(CIRCLE_CRAFT.options(s, seat, x, y)) > 1:
            s.next(CIRCLE_CRAFT.of(seat))


class CircleCraft(Choice[ArchRavels]):
    """ARC-73. One item with own current patterns; requests only by option (ruling Q15)."""

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """Nothing, or what the bowl pays; ARC-56: colours as the pattern says."""
        codes = [PASS]
        add_patterns(s, codes, seat, requests=s.house.circle_requests, freely=False)
        return codes

    def chosen(self, s: ArchRavels, code: int, seat: int, x: int, y: int, /) -> None:
        """Craft it."""
        if code == PASS:
            s.note(NO_CRAFT, who(s, seat), 0, 0)
        else:
            craft(s, seat, code - CRAFT, freely=False)


NAME_PLAYER: Final = NamePlayer("ARC-66")
YARN_SALE: Final = YarnSale("ARC-69")
GIVE_AWAY: Final = GiveAway("ARC-70")
MEET_CLERK: Final = MeetClerk("ARC-71")
FRIENDLY_CLERK: Final = FriendlyClerk("ARC-71")
CRAFT_CIRCLE: Final = CraftCircle("ARC-73")
CIRCLE_CRAFT: Final = CircleCraft("ARC-73")
