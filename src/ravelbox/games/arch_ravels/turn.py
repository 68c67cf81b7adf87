"""A turn: the marker, the actions of its space, the restock, and what may follow it."""

from __future__ import annotations

from typing import Final

from ravelbox.games.arch_ravels.codes import CRAFT, END, EXCHANGE, PASS, SHOP, SPACE, TAKE
from ravelbox.games.arch_ravels.craft import add_patterns, craft
from ravelbox.games.arch_ravels.ending import begin_end
from ravelbox.games.arch_ravels.events import free_colours, take_one_colour
from ravelbox.games.arch_ravels.facts import FACTS
from ravelbox.games.arch_ravels.restock import RESOLVE, RESTOCK
from ravelbox.games.arch_ravels.shop import add_exchanges, add_shopping, begin_exchange, shop
from ravelbox.games.arch_ravels.state import (
    BAN_OVER,
    COLOURS,
    IN_FORCE,
    LAST_TURN,
    MOVED,
    PENDING,
    TO_CRAFT,
    TO_EXCHANGE,
    TO_SHOP,
    TO_TAKE,
    TURN,
    ArchRavels,
    who,
)
from ravelbox.games.arch_ravels.wrap_up import REFILL, WRAP_UP
from ravelbox.kernel.rules import Choice, Step

# ARC-28. What each space offers, four spaces a board; both sides of a board have the same.
BOARD_SPACES: Final = 4
SHOPS: Final = [space.shop for board in FACTS.boards for space in board.spaces]
CRAFTS: Final = [space.craft for board in FACTS.boards for space in board.spaces]
ANY_COLOURS: Final = [space.any_colours for board in FACTS.boards for space in board.spaces]
TAKES: Final = [space.take for board in FACTS.boards for space in board.spaces]
OFFERS: Final = [
    (TO_SHOP if space.shop else 0)
    | (TO_CRAFT if space.craft else 0)
    | (TO_EXCHANGE if space.exchange else 0)
    | (TO_TAKE if space.take else 0)
    for board in FACTS.boards
    for space in board.spaces
]
SOLO_TURNS: Final = 20  # ARC-120


class BeginTurn(Step[ArchRavels]):
    """ARC-22. Player Actions, then Restock, then Restock Actions; no step is skipped.

    ARC-66: a pending ban comes into force.
    """

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Begin with the marker."""
        s.active = seat
        s.turns += 1
        s.todo = 0
        if s.bans[seat] & PENDING:
            s.bans[seat] = IN_FORCE
        s.note(TURN, who(s, seat), s.turns, 0)
        s.then(
            [
                MOVE_MARKER.of(seat),
                ACTIONS.of(seat),
                RESTOCK.of(seat),
                RESOLVE.of(seat),
                WRAP_UP.of(seat),
                REFILL.of(seat),
                END_TURN.of(seat),
            ]
        )


class MoveMarker(Choice[ArchRavels]):
    """ARC-23. The marker must move; ARC-24: to another space than on the own previous turn.

    ARC-5, ARC-25: before the first turn it is on no space, so all are allowed.
    """

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """The other spaces."""
        return [SPACE + space for space in range(BOARD_SPACES) if space != s.spaces[seat]]

    def chosen(self, s: ArchRavels, code: int, seat: int, x: int, y: int, /) -> None:
        """ARC-26. Each action shown there may be taken once."""
        space = code - SPACE
        s.spaces[seat] = space
        s.todo = OFFERS[place(s, seat)]
        s.note(MOVED, who(s, seat), space, s.characters[seat] // 2)


def place(s: ArchRavels, seat: int) -> int:
    """The space of a seat's marker, in the lists above."""
    return s.characters[seat] // 2 * BOARD_SPACES + s.spaces[seat]


class Actions(Step[ArchRavels]):
    """ARC-27. Step 1 ends by itself when no untaken action is possible."""

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Ask while something is possible."""
        if s.todo and len(TAKE_ACTION.options(s, seat, x, y)) > 1:
            s.next(TAKE_ACTION.of(seat))
        else:
            s.todo = 0


class TakeAction(Choice[ArchRavels]):
    """ARC-26. The actions of the space in any order, every one optional (ruling Q3).

    ARC-28: what a space offers is the same on both sides of a board.

    ARC-57: Thrifty Shopper and Master Crafter have but larger numbers on theirs.
    """

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """All first steps of the actions not yet taken."""
        at = place(s, seat)
        codes = [END]
        if s.todo & TO_SHOP:
            add_shopping(s, codes, SHOPS[at])
        if s.todo & TO_CRAFT and not s.bans[seat] & IN_FORCE:
            add_patterns(s, codes, seat, requests=True, freely=ANY_COLOURS[at])
        if s.todo & TO_EXCHANGE:
            add_exchanges(s, codes, seat)
        if s.todo & TO_TAKE:
            codes += free_colours(s, TAKE)
        return codes

    def chosen(self, s: ArchRavels, code: int, seat: int, x: int, y: int, /) -> None:
        """Carry it out, then ask for the next."""
        if code == END:
            s.todo = 0
            return
        s.next(ACTIONS.of(seat))
        if code < CRAFT:
            s.todo ^= TO_SHOP
            shop(s, seat, code - SHOP + 1)
        elif code < EXCHANGE:
            s.todo ^= TO_CRAFT
            s.crafts = CRAFTS[place(s, seat)]
            craft_one(s, seat, code - CRAFT)
        elif code < TAKE:
            s.todo ^= TO_EXCHANGE
            begin_exchange(s, seat, (code - EXCHANGE) // COLOURS, (code - EXCHANGE) % COLOURS)
        else:
            s.todo ^= TO_TAKE
            take_one_colour(s, seat, code - TAKE, TAKES[place(s, seat)])  # ARC-52


def craft_one(s: ArchRavels, seat: int, pattern: int) -> None:
    """ARC-38. One of the crafts of a Craft; ARC-41: a request uses one too (ruling Q18).

    ARC-54: with any colours, in place of the ordinary craft of that space.
    """
    s.crafts -= 1
    if s.crafts:
        s.next(MORE_CRAFTS.of(seat))
    craft(s, seat, pattern, freely=ANY_COLOURS[place(s, seat)])


class MoreCrafts(Step[ArchRavels]):
    """ARC-38. Up to k times, the same pattern as well."""

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Ask while something is payable."""
        if len(CRAFT_AGAIN.options(s, seat, x, y)) > 1:
            s.next(CRAFT_AGAIN.of(seat))
        else:
            s.crafts = 0


class CraftAgain(Choice[ArchRavels]):
    """ARC-38. A further craft of the same action, or none."""

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """Stop, or what the bowl pays."""
        codes = [PASS]
        add_patterns(s, codes, seat, requests=True, freely=ANY_COLOURS[place(s, seat)])
        return codes

    def chosen(self, s: ArchRavels, code: int, seat: int, x: int, y: int, /) -> None:
        """Craft it."""
        if code == PASS:
            s.crafts = 0
        else:
            craft_one(s, seat, code - CRAFT)


class EndTurn(Step[ArchRavels]):
    """ARC-21. The next player clockwise; ARC-96: none after the end was triggered.

    ARC-67: a ban in force is over. ARC-114, ARC-120: so may be the time.
    """

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Pass the turn on, or end the game."""
        if s.bans[seat] & IN_FORCE:
            s.bans[seat] ^= IN_FORCE
            s.note(BAN_OVER, who(s, seat), 0, 0)
        if not s.ended and is_late(s):
            s.ended = True
            s.note(LAST_TURN, who(s, seat), 1, s.turns)
        if s.ended:
            begin_end(s, seat)
        else:
            s.next(BEGIN_TURN.of((seat + 1) % len(s.characters)))


def is_late(s: ArchRavels) -> bool:
    """ARC-114. The turn limit is reached; ARC-120: alone, after twenty turns at the latest."""
    if s.house.solo and s.turns >= SOLO_TURNS:
        return True
    return 0 < s.house.turn_limit <= s.turns


BEGIN_TURN: Final = BeginTurn("ARC-22")
MOVE_MARKER: Final = MoveMarker("ARC-23")
ACTIONS: Final = Actions("ARC-27")
TAKE_ACTION: Final = TakeAction("ARC-26")
MORE_CRAFTS: Final = MoreCrafts("ARC-38")
CRAFT_AGAIN: Final = CraftAgain("ARC-38")
END_TURN: Final = EndTurn("ARC-21")
