"""What is counted in R.A.V.E.L.: cogs that were turned up, unlocked, declined, and left locked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ravelbox.games.ravel.plates import COGS
from ravelbox.games.ravel.state import (
    ADVANCED,
    DECLINED,
    LOST,
    SKIPPED,
    SWAPPED,
    TUNED,
    TURNED_UP,
    UNLOCKED,
    Ravel,
)
from ravelbox.games.ravel.view import outcome
from ravelbox.kernel.options import Options
from ravelbox.kernel.rules import Note, State
from ravelbox.lab.measures.measure import Ended, Measure, Question, Uses, key, keys

EARLY: Final = 4  # unlocks with which a game begins
COG_NAMES: Final = [f"{cog.number}{' II' if cog.advanced else ''} {cog.name}" for cog in COGS]
COG_NOTES: Final = {
    TURNED_UP: keys("cog", COG_NAMES, "turned up"),
    UNLOCKED: keys("cog", COG_NAMES, "unlocked"),
    DECLINED: keys("cog", COG_NAMES, "reward declined"),
    SKIPPED: keys("cog", COG_NAMES, "reward without use"),
}
EARLY_KEYS: Final = keys("cog", COG_NAMES, "unlocked early")
LOCKED_KEYS: Final = keys("cog", COG_NAMES, "locked at the end")
TINKERS: Final = {SWAPPED: key("tinker", "Swap", "made"), TUNED: key("tinker", "Tune", "made")}


def ended(state: State, notes: Sequence[Note]) -> Ended:
    """One plays alone, so one goes first."""
    del notes
    assert isinstance(state, Ravel)
    how = outcome(state)
    return Ended(how.won, state.turns, 0, how.headline)


def uses(state: State, notes: Sequence[Note]) -> Uses:
    """Every cog once for each thing that befell it."""
    assert isinstance(state, Ravel)
    found: Uses = Uses()
    unlocked = 0
    for kind, seat, x, _ in notes:
        if kind in COG_NOTES:
            found[COG_NOTES[kind][x], seat] += 1
            if kind == UNLOCKED:
                unlocked += 1
                if unlocked <= EARLY:
                    found[EARLY_KEYS[x], seat] += 1
        elif kind in TINKERS:
            found[TINKERS[kind], seat] += 1
    if state.result == LOST:
        for stack in state.stacks:
            if stack and stack[0] >= 0:
                found[LOCKED_KEYS[stack[0]], 0] += 1
    return found


def names(options: Options) -> dict[str, list[str]]:
    """The cogs that may be in a deck."""
    deck = str(options["deck"])
    chosen = slice(ADVANCED) if deck == "S" else slice(ADVANCED if deck == "A" else 0, None)
    return {"cog": COG_NAMES[chosen], "tinker": ["Swap", "Tune"]}


MEASURE: Final = Measure(
    ended,
    uses,
    names,
    (
        Question("cog", "unlocked early", "Cogs among the first four unlocked"),
        Question("cog", "locked at the end", "Cogs that lie on top, locked, when a game is lost"),
        Question("cog", "reward declined", "Rewards that are declined", of="unlocked"),
        Question("cog", "unlocked", "Cogs that are unlocked", of="turned up", dead=True),
        Question("tinker", "made", "Tinker operations"),
    ),
)
