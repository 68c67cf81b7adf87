"""What is counted in Ramble: parkgoers at the table, what they did, tokens, and what was lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ravelbox.games.ramble import state as k
from ravelbox.games.ramble.facts import FACTS
from ravelbox.games.ramble.view import outcome
from ravelbox.kernel.options import Options
from ravelbox.kernel.rules import Note, State
from ravelbox.lab.measures.measure import NOBODY, SEAT, Ended, Measure, Question, Uses, key, keys

ROLE_NAMES: Final = [role.name for role in FACTS.roles]
KIND_NAMES: Final = [kind.name for kind in FACTS.kinds]
LANDMARK_NAMES: Final = KIND_NAMES[: k.LANDMARKS]
TILE_NAMES: Final = [tile.name for tile in FACTS.tiles]
# By the note's third number.
NUMBERED: Final = {
    k.ROLE: keys("parkgoer", ROLE_NAMES, "at the table"),
    k.COLLECTED: keys("token", LANDMARK_NAMES, "collected"),
    k.DREW: keys("card", KIND_NAMES, "drawn"),
    k.SHED: keys("card", KIND_NAMES, "discarded"),
    k.VANISHED: keys("tile", TILE_NAMES, "gone"),
    k.LOST_LANDMARK: keys("token", LANDMARK_NAMES, "lost for good"),
}
ACTIONS: Final = {
    k.WALKED: "Walk",
    k.FIXED: "Fix the lights",
    k.GAVE: "Give a card",
    k.GUIDED: "Lead another (Tour Guide)",
    k.SCOUTED: "Scout (Birdwatcher)",
    k.STOLE: "Take a card (Pickpocket)",
    k.READ: "Handbook",
    k.CALLED: "GPS",
    k.FLED: "Flee from a tile",
    k.ENDED: "Leave actions unused",
}
ACTION_KEYS: Final = {kind: key("action", words, "made") for kind, words in ACTIONS.items()}


def ended(state: State, notes: Sequence[Note]) -> Ended:
    """All win or lose together."""
    assert isinstance(state, k.Ramble)
    how = outcome(state)
    first = next((who & SEAT for kind, who, _, _ in notes if kind == k.GOES_FIRST), 0)
    return Ended(how.won, state.turns, first, how.headline)


def uses(state: State, notes: Sequence[Note]) -> Uses:
    """What each seat did, and what happened to the park."""
    del state  # its notes say it all
    found: Uses = Uses()
    for kind, who, x, _ in notes:
        if kind in NUMBERED:
            seat = NOBODY if kind in (k.VANISHED, k.LOST_LANDMARK) else who & SEAT
            found[NUMBERED[kind][x], seat] += 1
        elif kind in ACTION_KEYS:
            found[ACTION_KEYS[kind], who & SEAT] += 1
    return found


def names(options: Options) -> dict[str, list[str]]:
    """Everything in the box."""
    del options
    return {
        "parkgoer": ROLE_NAMES,
        "token": LANDMARK_NAMES,
        "card": KIND_NAMES,
        "tile": TILE_NAMES,
        "action": list(ACTIONS.values()),
    }


MEASURE: Final = Measure(
    ended,
    uses,
    names,
    (
        Question("parkgoer", "at the table", "Parkgoers at the table"),
        Question("token", "collected", "Tokens that are collected"),
        Question("token", "lost for good", "Landmarks that end the game", nobody=True),
        Question("action", "made", "What is done at all", dead=True),
        Question("card", "discarded", "Cards over the hand limit", of="drawn"),
        Question("tile", "gone", "Tiles that vanish", nobody=True),
    ),
)
