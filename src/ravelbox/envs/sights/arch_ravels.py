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
NO_COST: Final = [0] * COLOURS
NO_REQUESTS: Final = [0] * (CARDS - REQUESTS)
NO_PROJECTS: Final = [0] * PROJECTS
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
        row = [
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
            row.append(card + 1)
        for project in s.listed:
            row.append(project + 1)
        counts = [0] * (CARDS + REQUESTS)
        for card in s.discard:
            counts[card] += 1
        for card in s.pool:
            counts[CARDS + card] += 1
        row += counts
        for k in range(seats):
            add_seat(s, (seat + k) % seats, row)
        return bytes(row)

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


def add_seat(s: ArchRavels, seat: int, row: list[int]) -> None:
    """A seat's board, bowl, items, patterns, requests and projects."""
    row.append(s.characters[seat] + 1)
    row.append(s.spaces[seat] + 1 if s.characters[seat] != NONE else 0)
    row.append(s.bans[seat])
    for colour in range(COLOURS):
        row.append(cut(s.bowls[seat * COLOURS + colour]))
    for item in range(ITEMS):
        row.append(cut(s.items[seat * ITEMS + item]))
    dealt = True
    for tile in range(TILED):
        if s.tiles[seat * TILED + tile] == NONE:
            dealt = False
    for tile in range(TILED):
        learned = s.learned[seat] >> tile & 1
        row.append(learned if dealt else 0)
        cost = s.tiles[seat * TILED + tile] * COLOURS
        row += COSTS[cost : cost + COLOURS] if dealt and not learned else NO_COST
    held, done = s.held[seat], s.done[seat]
    if held or done:
        for request in range(CARDS - REQUESTS):
            row.append((held >> request & 1) + 2 * (done >> request & 1))
    else:
        row += NO_REQUESTS
    won = s.won[seat]
    if won:
        for project in range(PROJECTS):
            row.append(won >> project & 1)
    else:
        row += NO_PROJECTS
