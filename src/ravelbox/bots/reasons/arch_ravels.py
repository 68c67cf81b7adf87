"""Why a move in the yarn shop is a good idea."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ravelbox.bots.heuristics.arch_ravels_outlook import Outlook
from ravelbox.games.arch_ravels import codes as k
from ravelbox.games.arch_ravels.ending import FAVOURITE, score
from ravelbox.games.arch_ravels.facts import FACTS
from ravelbox.games.arch_ravels.state import (
    BEAR,
    ITEMS,
    LISTED,
    NONE,
    REQUESTS,
    ArchRavels,
)
from ravelbox.games.arch_ravels.telling import joined, pattern_words, points_words, seat_words
from ravelbox.games.arch_ravels.wrap_up import NEEDS, is_affordable
from ravelbox.games.arch_ravels.yarn import is_payable
from ravelbox.kernel.rules import State

Reason = tuple[str, str]

# What each board is good at.
BOARDS: Final = (
    "whose Shop 4 brings the most yarn",
    "whose Craft 4 makes the most of a full bowl",
    "who crafts with any colours once in a while",
    "who takes three yarn of one colour at will",
)


def why(state: State, seat: int, line: Sequence[int]) -> Reason:
    """What the line is good for, and the rule it serves."""
    assert isinstance(state, ArchRavels)
    code = line[0]
    rule = state.rules[state.agenda[-1][0]].cites
    if code in (k.PASS, k.END):
        return _nothing(state, seat, code, rule)
    if code < k.SPACE:
        board = code - k.BOARD if code >= k.BOARD else (code - k.CHOOSE) // 2
        return f"to be one {BOARDS[board]}", "ARC-28"
    if code < k.SHOP:
        return _space(state, seat, line)
    if code < k.CRAFT:
        return _towards(state, seat, line, "for yarn", rule)
    if code < k.COLOURS:
        return _craft(state, seat, line)
    if code >= k.COUNT or k.COLOURS <= code < k.EXCHANGE:
        return _colours(rule), rule
    if code < k.REVEAL:
        return _towards(state, seat, line, "for colours that are missing", rule)
    if code < k.FINISH:
        return _event(state, seat, code)
    return _restock_action(state, seat, line)


def _nothing(s: ArchRavels, seat: int, code: int, rule: str) -> Reason:
    """Stopping serves what is kept."""
    if code == k.PASS:
        return "to keep the yarn for something better", rule
    items = s.items[seat * ITEMS : seat * ITEMS + ITEMS]
    if rule == "ARC-79" and any(items):
        return "to keep the items for projects", rule
    return "since nothing else helps now", rule


def _space(s: ArchRavels, seat: int, line: Sequence[int]) -> Reason:
    """A space serves what is done there."""
    crafted = _crafted(line[1:])
    finished = _finished(line)
    if crafted and finished:
        return f"to craft {_each(crafted)} and finish {joined(finished)}", "ARC-80"
    if crafted:
        return f"to craft {_each(crafted)}{_for_project(s, seat, crafted)}", "ARC-38"
    place = FACTS.boards[s.characters[seat] // 2].spaces[line[0] - k.SPACE]
    if place.shop or place.take:
        return _towards(s, seat, line, "for yarn", "ARC-29" if place.shop else "ARC-52")
    if place.exchange:
        return _towards(s, seat, line, "for other colours", "ARC-50")
    return "to have the other spaces free next turn", "ARC-24"


def _crafted(line: Sequence[int]) -> list[int]:
    """The patterns that a line crafts."""
    return [code - k.CRAFT for code in line if k.CRAFT <= code < k.COLOURS]


def _finished(line: Sequence[int]) -> list[str]:
    """The projects that a line finishes."""
    return [FACTS.projects[code - k.FINISH].name for code in line if k.FINISH <= code < k.LEARN]


def _each(patterns: Sequence[int]) -> str:
    """Several things as a sentence names them: "2 Hats and a Bear" is "a Hat, a Hat and a Bear"."""
    return joined([pattern_words(pattern) for pattern in patterns])


def _for_project(s: ArchRavels, seat: int, crafted: Sequence[int]) -> str:
    """The project that crafted things are meant for, if one wants them."""
    project = _nearest(s, seat)
    wanted = [p for p in crafted if project != NONE and p < ITEMS and NEEDS[project * ITEMS + p]]
    return f" for {FACTS.projects[project].name}" if wanted else ""


def _nearest(s: ArchRavels, seat: int) -> int:
    """The listed project that a seat is nearest to, for its points."""
    outlook = Outlook()
    outlook.survey(s)
    best = NONE
    most = 0.0
    for slot, project in enumerate(s.listed):
        if project != NONE:
            worth = outlook.near[seat * LISTED + slot] * FACTS.projects[project].points
            if worth > most:
                most = worth
                best = project
    return best


def _towards(s: ArchRavels, seat: int, line: Sequence[int], what: str, rule: str) -> Reason:
    """Yarn serves what is crafted next, or else what the seat works at."""
    crafted = _crafted(line)
    if crafted:
        return f"{what}, to craft {_each(crafted)}{_for_project(s, seat, crafted)}", rule
    held = [r for r in range(len(FACTS.requests)) if s.held[seat] >> r & 1]
    unpaid = [r for r in held if not is_payable(s, seat, ITEMS + r, freely=False)]
    project = _nearest(s, seat)
    aims = [] if project == NONE else [FACTS.projects[project].name]
    aims += [FACTS.requests[r].name for r in unpaid]
    return (f"{what}, towards {joined(aims)}" if aims else what), rule


def _craft(s: ArchRavels, seat: int, line: Sequence[int]) -> Reason:
    """An item serves a project, a pattern or its own points; a request its value."""
    pattern = line[0] - k.CRAFT
    if pattern >= ITEMS:
        request = FACTS.requests[pattern - ITEMS]
        points = points_words(request.quarters)
        if FAVOURITE[s.characters[seat]] == pattern - ITEMS:
            return f"for {points} points and 5 more, as it is the favourite", "ARC-102"
        return f"for {points} points, which it would cost unfinished", "ARC-105"
    finished = [code - k.FINISH for code in line if k.FINISH <= code < k.LEARN]
    for project in finished:
        if NEEDS[project * ITEMS + pattern]:
            return f"to finish {FACTS.projects[project].name}", "ARC-80"
    if pattern >= BEAR and k.LEARN + pattern - BEAR in line:
        return "to learn its pattern", "ARC-85"
    aim = _for_project(s, seat, [pattern])
    if aim:
        return f"an item{aim}", "ARC-81"
    wanting = [p for p in s.listed if p != NONE and NEEDS[p * ITEMS + pattern]]
    if wanting:
        return f"an item for {FACTS.projects[wanting[0]].name}", "ARC-81"
    return f"for {FACTS.items[pattern].value} points, or a project to come", "ARC-104"


def _colours(rule: str) -> str:
    """Colours serve what stays in the bowl."""
    if rule in ("ARC-31", "ARC-69", "ARC-71", "ARC-90"):
        return "the yarn that is missing most"
    if rule == "ARC-50":
        return "as many as the patterns need"
    return "which leaves the yarn that is needed most"


def _event(s: ArchRavels, seat: int, code: int) -> Reason:
    """Events serve the own cause, and hinder who is ahead."""
    if code < k.ASSIGN:
        card = FACTS.cards[s.bazaar[code - k.REVEAL]]
        return f"since {card.name} is best settled first", "ARC-61"
    if code < k.TANGLE:
        return _assign(s, seat, code - k.ASSIGN)
    if code < k.DONATE:
        other = code - k.TANGLE
        if other == seat:
            return "since a turn without crafting costs least here", "ARC-66"
        leads = all(score(s, other) >= score(s, each) for each in range(len(s.characters)))
        ahead = "is ahead" if leads else "has most to craft"
        return f"since {seat_words(_who(s, other))} {ahead}", "ARC-66"
    colour = (code - k.DONATE) // 4
    return f"since {FACTS.colours[colour]} yarn is missed least", "ARC-70"


def _who(s: ArchRavels, seat: int) -> int:
    return seat | s.characters[seat] + 1 << 3


def _assign(s: ArchRavels, seat: int, other: int) -> Reason:
    """A request is kept for its points, or given for what it costs."""
    request = s.bazaar[s.agenda[-1][2]] - REQUESTS
    points = points_words(FACTS.requests[request].quarters)
    if other == seat:
        if FAVOURITE[s.characters[seat]] == request:
            return f"the favourite: {points} points and 5 more", "ARC-102"
        return f"to craft it for {points} points", "ARC-101"
    return f"since it costs {points} points if it stays unfinished", "ARC-105"


def _restock_action(s: ArchRavels, seat: int, line: Sequence[int]) -> Reason:
    """A project serves its points, a pattern what it allows, a frogged item its yarn."""
    code = line[0]
    if code < k.LEARN:
        return _finish(s, seat, code - k.FINISH)
    if code < k.FROG:
        item = FACTS.items[BEAR + code - k.LEARN]
        return f"{item.learned} points, and from now on {item.rule_words} will do", "ARC-85"
    crafted = _crafted(line)
    aim = f" for {_each(crafted)}" if crafted else ""
    return f"to have its yarn{aim}", "ARC-89"


def _finish(s: ArchRavels, seat: int, project: int) -> Reason:
    """A project serves its points, the more so if others want it or the game ends."""
    points = FACTS.projects[project].points
    listed = [each for each in s.listed if each != NONE]
    if s.stack == 0 and len(listed) <= LISTED:
        return f"for {points} points, and to end the game", "ARC-94"
    for other in range(len(s.characters)):
        if other != seat and is_affordable(s, other * ITEMS, project):
            return f"for {points} points, before {seat_words(_who(s, other))} does", "ARC-80"
    return f"for {points} points", "ARC-80"
