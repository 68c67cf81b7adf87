"""What `ravelbox solve` says: whether a puzzle can be won, how that is known, and by which line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ravelbox.bots.solver.oracle import WIDEST
from ravelbox.bots.solver.solve import Solution, solve
from ravelbox.bots.solver.xray import estimate
from ravelbox.kernel.match import Match
from ravelbox.measure import wilson

__all__ = ["WIDEST", "oracle_lines", "verdict", "xray_lines"]

WHOLE: Final = "everything was looked at"


def oracle_lines(match: Match, beam: int, limit: float) -> Iterator[str]:
    """The oracle's answer, and its line in record form beside plain words."""
    solution = solve(match, beam, limit)
    yield verdict(solution)
    if solution.won:
        yield from _line(match, solution)
    yield f"{solution.looked} tables looked at in {solution.seconds:.1f} s."


def verdict(solution: Solution) -> str:
    """The answer in one sentence, and how it is known."""
    if not solution.won and solution.complete:
        return f"Not winnable: {WHOLE}."
    if not solution.won:
        late = " before time was up" if solution.hurried else ""
        return (
            f"No line found with a beam of {solution.beam}{late}. "
            "That proves nothing: a wider beam may find one."
        )
    left = f"{solution.tokens} token{'' if solution.tokens == 1 else 's'} left"
    if solution.complete:
        return f"Winnable with {left}, which is the most: {WHOLE}."
    return f"Winnable with {left}, found with a beam of {solution.beam}; there may be better lines."


def _line(match: Match, solution: Solution) -> Iterator[str]:
    copy = Match.replay(match.record())
    for code in solution.codes:
        events = copy.play(0, [code])
        words = " ".join(event.text for event in events)
        yield f"  {copy.game.space.to_text(code):<16}{words}".rstrip()


def xray_lines(match: Match, games: int, beam: int, limit: float) -> Iterator[str]:
    """How often the x-ray player wins from here, with an interval."""
    found = estimate(match, games, limit, *([beam] if beam else []))
    if found.sure:
        yield "Won for certain by whoever sees all cards: a line was found that needs no luck."
    elif not found.games:
        yield "No game could be played out within the limit; allow more seconds."
    else:
        low, high = wilson(found.won, found.games)
        yield (
            f"Won {found.won} of {found.games} futures by a player who sees all cards: "
            f"{found.won / found.games:.0%} (95 % interval {low:.0%} to {high:.0%})."
        )
        yield "That is a lower bound of what could be won with all cards seen."
    yield f"{found.seconds:.1f} s."
