"""The shop of Arch Ravels as a row; `envs/entries/arch_ravels.py` names the entries."""

from __future__ import annotations

from typing import Any, Final

from librt.strings import BytesWriter

from ravelbox.envs.rows import Sight, asked, cut
from ravelbox.games.arch_ravels.state import (
    CARDS,
    COLOURS,
    ITEMS,
    NONE,
    PROJECTS,
    REQUESTS,
    TILED,
    ArchRavels,
    deck_size,
)
from ravelbox.games.arch_ravels.yarn import COSTS, PLENTY_BITS, amount, need_of
from ravelbox.kernel.native import i64
from ravelbox.kernel.rules import OVER, Rule, State

IN_SETUP: Final = 1  # phases, as the entry numbers them
AT_END: Final = 6
PHASES: Final = {
    "ARC-23": 2, "ARC-26": 2, "ARC-27": 2, "ARC-58": 3, "ARC-61": 3, "ARC-79": 4, "ARC-84": 4,
    "ARC-21": 4, "ARC-97": 5, "ARC-108": 5,
}  # fmt: skip
RESOLVING: Final = ["ARC-62", "ARC-74"]  # a card that was turned up
TILE: Final = 1 + COLOURS  # entries of a tile: whether it is learned, and what it costs
NO_TILES: Final = bytes(TILED * TILE)
LEARNED_TILE: Final = bytes([1, *([0] * COLOURS)])
TILES: Final = [bytes([0, *COSTS[at : at + COLOURS]]) for at in range(0, len(COSTS), COLOURS)]
NO_CARDS: Final = bytes(CARDS)
NO_POOL: Final = bytes(REQUESTS)
RESOLVED: Final = ["ARC-61", "ARC-79", "ARC-84"]

EXCHANGE: Final = 1  # what the memories of a question about yarn are
RETURN: Final = 2
BY_RULE: Final = 3
PAY: Final = 4  # from here on: yarn of any colours
GIVE: Final = 5
INSTEAD: Final = 6
GAIN: Final = 7
MEMORIES: Final = {
    "ExchangeHowMany": EXCHANGE, "ReturnYarn": RETURN, "PayByRule": BY_RULE, "Refund": BY_RULE,
    "PayCounts": PAY, "GiveYarn": GIVE, "TakeInstead": INSTEAD, "WildColours": GAIN, "YarnSale": GAIN,
}  # fmt: skip
NO_CHOICE: Final = bytes(5 + 2 * COLOURS)
NO_YARN: Final = bytes(COLOURS)


class ArchRavelsSight(Sight):
    """Ruling Q32. All seats see the same, each from its own place."""

    def __init__(self, rules: list[Rule[Any]], questions: list[str]) -> None:
        super().__init__(rules, questions)
        self.phases = [PHASES.get(rule.cites, 0) for rule in rules]
        self.resolving = [
            1 if rule.cites in RESOLVING else -1 if rule.cites in RESOLVED else 0 for rule in rules
        ]
        self.memories = [MEMORIES.get(type(rule).__name__, 0) for rule in rules]

    def write(self, s: State, seat: int, to: BytesWriter) -> None:
        """Numbers, bazaar, decks, projects, and the seats from this one on."""
        assert isinstance(s, ArchRavels)
        seats = len(s.characters)
        to.append(self.question(s, seat))
        to.append(asked(s, seat, seats))
        to.append(cut(s.turns))
        to.append(self.phase(s))
        to.append((s.active - seat) % seats + 1 if s.turns else 0)
        to.append(self.revealed(s))
        to.append(cut(deck_size(s)))
        to.append(s.stack)
        for card in s.bazaar:
            to.append(card + 1)
        for project in s.listed:
            to.append(project + 1)
        add_counts(s.discard, NO_CARDS, to)
        add_counts(s.pool, NO_POOL, to)
        to.append(cut(s.crafts))
        memories = self.memories[s.agenda[-1][0]] if s.actor == seat else 0
        if memories:
            add_choice(s, memories, to)
        else:
            to.write(NO_CHOICE)
        for k in range(seats):
            add_seat(s, (seat + k) % seats, to)

    def phase(self, s: ArchRavels) -> int:
        """Where the turn stands."""
        if s.actor == OVER:
            return AT_END
        if s.turns:
            for at in range(len(s.agenda) - 1, -1, -1):
                found = self.phases[s.agenda[at][0]]
                if found:
                    return found
        return IN_SETUP

    def revealed(self, s: ArchRavels) -> int:
        """The space of the card that is being resolved, or 0."""
        if s.actor < 0:
            return 0
        for at in range(len(s.agenda) - 1, -1, -1):
            found = self.resolving[s.agenda[at][0]]
            if found:
                return s.agenda[at][2] + 1 if found > 0 else 0
        return 0


def add_counts(cards: list[int], none: bytes, to: BytesWriter) -> None:
    """How many there are of each card."""
    start: i64 = len(to)
    to.write(none)
    for card in cards:
        at: i64 = start + card
        to[at] = to[at] + 1  # `+=` would go the long way round


def add_choice(s: ArchRavels, memories: int, to: BytesWriter) -> None:
    """The yarn that the looking seat is asked about: what for, and what it has chosen so far."""
    _, _, x, y = s.agenda[-1]
    if memories == EXCHANGE:
        to.append(0)
        to.append(0)
        to.append(x + 1)
        to.append(y + 1)
        to.append(0)
        to.write(NO_YARN)
        to.write(NO_YARN)
    elif memories == RETURN:
        to.append(0)
        to.append(0)
        to.append(x + 1)
        to.append(0)
        to.append(0)
        add_yarn(y, to)
        to.write(NO_YARN)
    elif memories == BY_RULE:
        to.append(x + 1)
        to.append(0)
        to.append(0)
        to.append(0)
        to.append(1 if y else need_of(s, x))
        for colour in range(COLOURS):
            to.append(2 if colour == y - 1 else 0)
        to.write(NO_YARN)
    else:
        to.append(x + 1 if memories == PAY else 0)
        to.append((x - s.actor) % len(s.characters) + 1 if memories == GIVE else 0)
        to.append((y & 7) + 1)
        to.append(0)
        to.append(cut(y >> 3 & PLENTY_BITS))
        add_yarn(y >> 16, to)
        add_yarn(x if memories == INSTEAD else 0, to)


def add_yarn(yarn: int, to: BytesWriter) -> None:
    """How many of each colour."""
    for colour in range(COLOURS):
        to.append(cut(amount(yarn, colour)))


def add_seat(s: ArchRavels, seat: int, to: BytesWriter) -> None:
    """A seat's board, bowl, items, patterns, requests and projects."""
    to.append(s.characters[seat] + 1)
    to.append(s.spaces[seat] + 1 if s.characters[seat] != NONE else 0)
    to.append(s.bans[seat])
    for at in range(seat * COLOURS, seat * COLOURS + COLOURS):
        to.append(cut(s.bowls[at]))
    for at in range(seat * ITEMS, seat * ITEMS + ITEMS):
        to.append(cut(s.items[at]))
    add_tiles(s, seat, to)
    held: i64 = s.held[seat]
    done: i64 = s.done[seat]
    for _ in range(CARDS - REQUESTS):
        to.append(int((held & 1) + 2 * (done & 1)))
        held >>= 1
        done >>= 1
    won: i64 = s.won[seat]
    for _ in range(PROJECTS):
        to.append(int(won & 1))
        won >>= 1


def add_tiles(s: ArchRavels, seat: int, to: BytesWriter) -> None:
    """A seat's tiles, once all are dealt."""
    first = seat * TILED
    for at in range(first, first + TILED):
        if s.tiles[at] == NONE:
            to.write(NO_TILES)
            return
    learned: i64 = s.learned[seat]
    for at in range(first, first + TILED):
        to.write(LEARNED_TILE if learned & 1 else TILES[s.tiles[at]])
        learned >>= 1
