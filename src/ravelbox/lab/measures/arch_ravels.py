"""What is counted in Arch Ravels: characters, projects, requests, items, tiles and action spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ravelbox.games.arch_ravels import state as k
from ravelbox.games.arch_ravels.facts import FACTS
from ravelbox.games.arch_ravels.view import outcome
from ravelbox.kernel.options import Options
from ravelbox.kernel.rules import Note, State
from ravelbox.lab.measures.measure import NOBODY, SEAT, Ended, Measure, Question, Uses, keys

CHARACTER_NAMES: Final = [character.name for character in FACTS.characters]
PROJECT_NAMES: Final = [project.name for project in FACTS.projects]
REQUEST_NAMES: Final = [request.name for request in FACTS.requests]
ITEM_NAMES: Final = [item.name for item in FACTS.items]
EVENT_NAMES: Final = [card.name for card in FACTS.cards[k.EVENTS : k.REQUESTS]]
SPACE_NAMES: Final = [
    f"{board.name}: {space.words}" for board in FACTS.boards for space in board.spaces
]
SPACES: Final = len(FACTS.boards[0].spaces)
# By the note's third number.
NUMBERED: Final = {
    k.CHARACTER: keys("character", CHARACTER_NAMES, "played"),
    k.FINISHED: keys("project", PROJECT_NAMES, "finished"),
    k.LEARNED: keys("pattern", ITEM_NAMES, "learned"),
    k.FROGGED: keys("item", ITEM_NAMES, "frogged"),
    k.CRAFTED: [
        *keys("item", ITEM_NAMES, "crafted"),
        *keys("request", REQUEST_NAMES, "finished"),
    ],
}
LISTED: Final = keys("project", PROJECT_NAMES, "listed")
ASSIGNED: Final = keys("request", REQUEST_NAMES, "assigned")
EVENTS: Final = keys("event", EVENT_NAMES, "resolved")
SPACE_KEYS: Final = keys("action space", SPACE_NAMES, "used")


def ended(state: State, notes: Sequence[Note]) -> Ended:
    """Who has most, and whether the projects or the turns ran out."""
    assert isinstance(state, k.ArchRavels)
    how = outcome(state)
    late = any(kind == k.LAST_TURN and x for kind, _, x, _ in notes)
    return Ended(how.won, state.turns, state.first, "Turn limit" if late else "Projects run out")


def uses(state: State, notes: Sequence[Note]) -> Uses:
    """What each seat did; listed projects belong to nobody, a request to whom it is given."""
    del state  # its notes say it all
    found: Uses = Uses()
    for kind, who, x, y in notes:
        if kind in NUMBERED:
            found[NUMBERED[kind][x], who & SEAT] += 1
        elif kind == k.MOVED:
            found[SPACE_KEYS[y * SPACES + x], who & SEAT] += 1
        elif kind == k.LISTED_PROJECT:
            found[LISTED[x], NOBODY] += 1
        elif kind == k.ASSIGNED:
            found[ASSIGNED[x], y & SEAT] += 1
        elif kind == k.EVENT:
            found[EVENTS[x - k.EVENTS], who & SEAT] += 1
    return found


def names(options: Options) -> dict[str, list[str]]:
    """Everything in the box."""
    del options
    return {
        "character": CHARACTER_NAMES,
        "project": PROJECT_NAMES,
        "request": REQUEST_NAMES,
        "item": ITEM_NAMES,
        "pattern": [ITEM_NAMES[item] for item in (k.BEAR, k.MITTENS, k.SCARF)],
        "event": EVENT_NAMES,
        "action space": SPACE_NAMES,
    }


MEASURE: Final = Measure(
    ended,
    uses,
    names,
    (
        Question("character", "played", "Characters"),
        Question("project", "finished", "Projects", of="listed", dead=True),
        Question("request", "finished", "Special Requests", of="assigned", dead=True),
        Question("item", "crafted", "Items that are crafted", dead=True),
        Question("pattern", "learned", "Patterns that are learned"),
        Question("action space", "used", "Action spaces", dead=True),
        Question("event", "resolved", "Events in one's own turn"),
    ),
)
