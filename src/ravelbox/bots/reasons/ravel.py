"""Why a move on the clockmaker's bench is a good idea."""

from __future__ import annotations

from collections.abc import Sequence

from ravelbox.games.ravel.codes import REROLL, RESET, RETRIEVE, ROLL, STOP, SWAP, UNLOCK
from ravelbox.games.ravel.cogs import can_unlock
from ravelbox.games.ravel.plates import COGS
from ravelbox.games.ravel.state import EMPTY, Ravel, cards_left
from ravelbox.games.ravel.telling import SIDE_WORDS, condition_rule
from ravelbox.kernel.rules import OVER, State
from ravelbox.kernel.words import listed


def why(state: State, seat: int, line: Sequence[int]) -> tuple[str, str]:
    """What the line is good for, and the rule it serves."""
    assert isinstance(state, Ravel)
    del seat  # there is but one
    rule = state.rules[state.agenda[-1][0]].cites
    if state.hand == EMPTY:
        return _turn(state, line, rule)
    return _reward(state, line, rule), rule


def _turn(s: Ravel, line: Sequence[int], rule: str) -> tuple[str, str]:
    """Tinkering serves the unlock it leads to; an unlock serves its reward."""
    table = s.clone()
    for n, code in enumerate(line):
        if UNLOCK <= code < SWAP:
            side = code - UNLOCK
            card = table.stacks[side][0]
            if cards_left(table) == 1:
                return f"to unlock {_named(side, card)}, the last of all", "RVL-94"
            if n == 0:
                return f"for its reward: {_gives(card)}", "RVL-32"
            return f"to unlock {_named(side, card)} next: {_gives(card)}", condition_rule(card)
        table.apply(code)
        if table.actor == OVER:
            break
    met = _newly_met(s, table)
    return (f"so that {met} can be unlocked", "RVL-28") if met else ("to get nearer to a cog", rule)


def _reward(s: Ravel, line: Sequence[int], rule: str) -> str:
    """A reward serves what can be unlocked after it."""
    first = line[0]
    if first == STOP:
        return "since the bench is better left as it is"
    if RETRIEVE <= first < REROLL:
        return "to have tokens for later"
    if REROLL <= first < ROLL:
        return f"hoping for better dice on the {SIDE_WORDS[first - REROLL]} side"
    if first >= RESET:
        return "to face other cogs than these"
    if rule == "RVL-83":
        return "to keep the dice that fit already"
    table = s.clone()
    for code in line:
        if table.hand == EMPTY or table.actor < 0:
            break
        table.apply(code)
    met = _newly_met(s, table)
    return f"so that {met} can be unlocked" if met else "to bring a cog nearer"


def _newly_met(before: Ravel, after: Ravel) -> str:
    """The cogs that can be unlocked after something and could not before, or nothing."""
    sides = [side for side in range(4) if _is_open(after, side) and not _is_open(before, side)]
    return listed([_named(side, after.stacks[side][0]) for side in sides], "and") if sides else ""


def _is_open(s: Ravel, side: int) -> bool:
    return bool(s.stacks[side]) and s.stacks[side][0] >= 0 and can_unlock(s, side)


def _named(side: int, card: int) -> str:
    return f"{COGS[card].name} on the {SIDE_WORDS[side]} side"


def _gives(card: int) -> str:
    text = COGS[card].gives
    return text[:1].lower() + text[1:].rstrip(".")
