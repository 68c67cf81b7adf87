"""Why something on the bench cannot be chosen now, from what its player sees."""

from __future__ import annotations

from typing import Any, Final

from ravelbox.games.ravel.actions import SIDE_NAMES
from ravelbox.games.ravel.asking import QUESTIONS
from ravelbox.games.ravel.telling import CONDITION_RULES, SIDE_WORDS
from ravelbox.kernel.barring import general
from ravelbox.kernel.game import View

SIDES: Final = dict(zip(SIDE_NAMES, SIDE_WORDS, strict=True))
TUNING: Final = 2  # tokens
# What belongs to rewards, and is of no use in a turn.
REWARDS: Final = {
    "step:": "Dice go up and down by the reward Nudge (RVL-64).",
    "turn:": "The tile turns by the reward Rotate (RVL-75).",
    "side:": "A side is rolled by the reward Reroll (RVL-82).",
}


def barred(view: View) -> dict[str, str]:
    """By component, by kind of it, and for all else."""
    assert view.prompt is not None
    t, rule = view.table, view.prompt.rule
    if rule == "RVL-23":
        return _turn(t)
    why = {"": general(QUESTIONS, rule)}
    if rule == "RVL-63":
        why |= _dice(t, "was turned over by this reward already (RVL-63).")
    elif rule == "RVL-64":
        why |= _dice(t, "can go no further, and not back (RVL-65).")
        edge = "" if _wraps(t) else " A 6 goes no higher, a 1 no lower."
        why["step:"] = f"Choose the die first.{edge} No step is undone (RVL-65)."
    elif rule in ("RVL-66", "RVL-69"):
        why |= {f"stack:{side}": _unmoved(t, side) for side in SIDES}
    elif rule == "RVL-78":
        why["die:"] = "That would change nothing (RVL-79)."
    elif rule == "RVL-83":
        why["die:"] = "Only dice of the side that you chose are rolled (RVL-83)."
    elif rule == "RVL-87":
        why["side:"] = "That stack was kept, so it gets no card (RVL-90)."
    elif rule == "RVL-89":
        why["stack:"] = "There is no stack to keep on that side (RVL-89)."
    elif rule == "RVL-75":
        why["turn:"] = "Half a turn takes an Advanced cog (RVL-75)."
    return why


def _turn(t: dict[str, Any]) -> dict[str, str]:
    """A turn: unlock, swap or tune."""
    why = {"": "Now the question is whether to unlock a cog, swap or tune (RVL-23).", **REWARDS}
    why |= {f"stack:{side}": _unmet(t, side) for side in SIDES}
    have = {0: "none is", 1: "only 1 is"}.get(t["ready"], "")
    if t["ready"] == 0:
        why["die:"] = "Moving or tuning a die takes a token, and none is ready (RVL-41)."
        why["act:swap"] = f"Swap takes 1 token, and {have} ready (RVL-39)."
    else:
        why["die:"] = "Both its neighbours look the same, so a swap changes nothing (RVL-42)."
    if t["ready"] < TUNING:
        why["act:tune"] = why["face:"] = f"Tune takes 2 tokens, and {have} ready (RVL-40)."
    else:
        why["face:"] = "Choose the die first, then a face that it does not show (RVL-40)."
    return why


def _unmet(t: dict[str, Any], side: str) -> str:
    """Why the top cog of a side is not unlocked."""
    top = next(iter(t["stacks"][side]), None)
    if top is None:
        return f"There is no stack in the {SIDES[side]} (RVL-31)."
    rule = CONDITION_RULES[top["number"] - 1]
    name = f"Cog {top['number']}{' II' if top['advanced'] else ''}"
    return f"{name} is not met. It needs {top['needs']}; now: {t['read'][side]} (RVL-{rule})."


def _unmoved(t: dict[str, Any], side: str) -> str:
    """Why a stack has no part in a Move."""
    if not t["stacks"][side]:
        return f"There is no stack in the {SIDES[side]} to move from or to (RVL-68)."
    if t["stacks"][side][0] is None:
        return "Its top cog lies face down, so it stays where it is (RVL-67)."
    return "Choose the cog first, then the stack it goes to (RVL-66)."


def _dice(t: dict[str, Any], done: str) -> dict[str, str]:
    """What is said of dice that this reward has changed."""
    return {
        f"die:{die['space']}": f"The {die['words']} {done}" for die in t["dice"] if die["change"]
    }


def _wraps(t: dict[str, Any]) -> bool:
    return any(option["name"] == "nudge_wrap" for option in t["options"])
