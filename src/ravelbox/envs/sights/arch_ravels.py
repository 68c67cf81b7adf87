"""The shop of Arch Ravels as a row; `envs/entries/arch_ravels.py` names the entries."""

from __future__ import annotations

from typing import Any, Final

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
from ravelbox.games.arch_ravels.yarn import COSTS
from ravelbox.kernel.rules import OVER, Rule, State

IN_SETUP: Final = 1  # phases, as the entry numbers them
AT_END: Final = 6
PHASES: Final = {
    "ARC-23": 2, "ARC-26": 2, "ARC-27": 2, "ARC-58": 3, "ARC-61": 3, "ARC-79": 4, "ARC-84": 4,
    "ARC-21": 4, "ARC-97": 5, "ARC-108": 5,
}  # fmt: skip
RESOLVING: Final = ["ARC-62", "ARC-74"]  # a card that was turned up
# What is ready is joined: that is far faster than number by number.
TILE: Final = 1 + COLOURS  # entries of a tile: whether it is learned, and what it costs
NO_TILE: Final = bytes(TILE)
LEARNED_TILE: Final = bytes([1, *([0] * COLOURS)])
TILES: Final = [bytes([0, *COSTS[at : at + COLOURS]]) for at in range(0, len(COSTS), COLOURS)]
NO_REQUESTS: Final = bytes(CARDS - REQUESTS)
NO_PROJECTS: Final = bytes(PROJECTS)
EIGHT: Final = 255  # the bits of eight projects
WON: Final = [bytes([bits >> k & 1 for k in range(8)]) for bits in range(EIGHT + 1)]
RESOLVED: Final = ["ARC-61", "ARC-79", "ARC-84"]


class ArchRavelsSight(Sight):
    """Ruling Q32. All seats see the same, each from its own place."""

    def __init__(self, rules: list[Rule[Any]], questions: list[str]) -> None:
        super().__init__(rules, questions)
        self.phases = [PHASES.get(rule.cites, 0) for rule in rules]
        self.resolving = [
            1 if rule.cites in RESOLVING else -1 if rule.cites in RESOLVED else 0 for rule in rules
        ]

    def row(self, s: State, seat: int) -> bytes:
        """Numbers, bazaar, decks, projects, and the seats from this one on."""
        assert isinstance(s, ArchRavels)
        seats = len(s.characters)
        head = [
            self.question(s, seat),
            asked(s, seat, seats),
            cut(s.turns),
            self.phase(s),
            (s.active - seat) % seats + 1 if s.turns else 0,
            self.revealed(s),
            cut(deck_size(s)),
            s.stack,
        ]
        for card in s.bazaar:
            head.append(card + 1)
        for project in s.listed:
            head.append(project + 1)
        counts = [0] * (CARDS + REQUESTS)
        for card in s.discard:
            counts[card] += 1
        for card in s.pool:
            counts[CARDS + card] += 1
        row = [bytes(head), bytes(counts)]
        for k in range(seats):
            add_seat(s, (seat + k) % seats, row)
        return b"".join(row)

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


def add_seat(s: ArchRavels, seat: int, row: list[bytes]) -> None:
    """A seat's board, bowl, items, patterns, requests and projects."""
    own = [
        s.characters[seat] + 1,
        s.spaces[seat] + 1 if s.characters[seat] != NONE else 0,
        s.bans[seat],
    ]
    for colour in range(COLOURS):
        own.append(cut(s.bowls[seat * COLOURS + colour]))
    for item in range(ITEMS):
        own.append(cut(s.items[seat * ITEMS + item]))
    row.append(bytes(own))
    add_tiles(s, seat, row)
    held, done = s.held[seat], s.done[seat]
    if held or done:
        requests = range(CARDS - REQUESTS)
        row.append(bytes([(held >> k & 1) + 2 * (done >> k & 1) for k in requests]))
    else:
        row.append(NO_REQUESTS)
    won = s.won[seat]
    row.append(NO_PROJECTS if not won else WON[won & EIGHT] + WON[won >> 8])


def add_tiles(s: ArchRavels, seat: int, row: list[bytes]) -> None:
    """A seat's tiles, once all are dealt."""
    tiles = s.tiles[seat * TILED : seat * TILED + TILED]
    dealt = NONE not in tiles
    for k in range(TILED):
        if not dealt:
            row.append(NO_TILE)
        else:
            row.append(LEARNED_TILE if s.learned[seat] >> k & 1 else TILES[tiles[k]])
