"""What the search knows of the yarn shop: sane values, legal moves, and better play than planning."""

from __future__ import annotations

from typing import Final

import pytest

import ravelbox
from ravelbox.bots.heuristics.arch_ravels import LEVELS, PlanningHeuristic
from ravelbox.bots.heuristics.arch_ravels_guide import ArchRavelsGuide
from ravelbox.bots.reasons.arch_ravels import why
from ravelbox.bots.search.tree import Search, most_visited
from ravelbox.games.arch_ravels import codes as k
from ravelbox.games.arch_ravels.ending import score
from ravelbox.games.arch_ravels.state import ITEMS, ArchRavels
from ravelbox.games.arch_ravels.turn import MOVE_MARKER
from ravelbox.kernel.options import Options
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, State
from tests.walks import curious_states

GAME: Final = ravelbox.load("arch_ravels")
DEALT: Final[Options] = {"characters": "random", "sides": "random", "first_player": 0}


def table(seats: int, seed: int, turns: int, options: Options = DEALT) -> ArchRavels:
    """A table on which masters have played some turns; seat 0 is to move."""
    rng = Rng(seed)
    master = PlanningHeuristic(LEVELS["crafter"])
    s = GAME.new(GAME.options_of(options), seats)
    assert isinstance(s, ArchRavels)
    while s.turns <= turns or s.actor != 0 or s.agenda[-1][0] != MOVE_MARKER.number:
        step(s, rng, master.best(s, s.legal(), rng)[0] if s.actor != CHANCE else 0)
    return s


def step(s: State, rng: Rng, code: int) -> None:
    """A move, or luck."""
    s.apply(rng.below(s.outcomes()) if s.actor == CHANCE else code)


def think(search: Search, s: State, walks: int) -> int:
    """What the search would do."""
    codes = search.guide.moves(s)
    if len(codes) == 1:
        return codes[0]
    search.forget(20000)
    root = search.root(s)
    for _ in range(walks):
        search.walk(s.clone(), root)
    return root.codes[most_visited(root)]


def test_moves_are_legal_and_values_are_chances_whatever_is_asked() -> None:
    """In odd games with all options and numbers of seats: some move, good weights, fair shares."""
    rng = Rng(1)
    asked: set[int] = set()
    guide = ArchRavelsGuide()
    for state in curious_states(GAME, 9, seed=3):
        if state.actor >= 0:
            rule = state.agenda[-1][0]
            codes = guide.moves(state)
            assert codes
            assert set(codes) <= set(state.legal())
            if rule not in asked or rng.below(12) == 0:
                priors = guide.priors(state, codes, rng)
                assert len(priors) == len(codes)
                assert min(priors) >= 0
                assert max(priors) > 0
                assert all(why(state, state.actor, [code])[0] for code in codes)
            asked.add(rule)
        if state.actor != CHANCE and rng.below(4) == 0:
            values = guide.values(state.clone(), rng)
            assert len(values) == GAME.seats_in(state)
            assert all(0 <= value <= 1 for value in values)
            if len(values) > 1:
                assert sum(values) == pytest.approx(1)
    assert len(asked) > 20


def test_looking_leaves_a_table_as_it_was() -> None:
    """Moves and priors change nothing on the table."""
    s = table(3, 5, 12)
    before = s.freeze()
    guide = ArchRavelsGuide()
    guide.priors(s, guide.moves(s), Rng(1))
    s.apply(guide.moves(s)[0])
    between = s.freeze()
    guide.priors(s, guide.moves(s), Rng(1))
    assert s.freeze() == between != before


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_more_is_worth_more(seats: int) -> None:
    """A finished project, items for another and a ban on a rival each help."""
    s = table(seats, 4, 10)
    guide = ArchRavelsGuide()
    worth = guide.values(s.clone(), Rng(1))[0]
    won = s.clone()
    won.won[0] |= 1 << won.plans[0]
    assert guide.values(won, Rng(1))[0] > worth + 0.05
    rich = s.clone()
    for item in range(ITEMS):
        rich.items[item] += 1
    assert guide.values(rich, Rng(1))[0] > worth + 0.02
    banned = s.clone()
    for other in range(1, seats):
        banned.bans[other] = 1
    assert guide.values(banned, Rng(1))[0] > worth


def test_an_end_is_worth_what_it_is() -> None:
    """Who has won has nearly all of it, and the more the clearer it is."""
    s = table(2, 4, 10)
    s.end()
    s.settle()
    assert s.actor == OVER
    s.won = [0, 0]
    close = s.clone()
    close.won[0] = 1 << 6
    clear = s.clone()
    clear.won[0] = 0b11111
    guide = ArchRavelsGuide()
    assert guide.values(clear, Rng(1))[0] > guide.values(close, Rng(1))[0] > 0.5


def test_equal_seeds_find_equal_moves_compiled_or_not() -> None:
    """The moves of a whole turn, thought through with so many walks, are these on every engine."""
    s = table(2, 9, 8)
    search = Search(ArchRavelsGuide(), 2, Rng(7), hidden=False)
    rng = Rng(8)
    found: list[str] = []
    while s.active == 0:
        if s.actor == CHANCE:
            step(s, rng, 0)
            continue
        code = think(search, s, 60)
        found.append(GAME.space.to_text(code))
        s.apply(code)
    paid = ["count 1", "count 0", "count 0", "count 0", "count 1"]
    assert found == ["space 3", "shop 16", "craft hat", *paid, "end"]


def test_the_search_outdoes_planning_on_fixed_deals() -> None:
    """With a few walks a decision, from both seats, it is far ahead of an apprentice in sum."""
    ahead = 0.0
    for me in (0, 1):
        rng = Rng(50)
        search = Search(ArchRavelsGuide(), 2, Rng(1), hidden=False)
        apprentice = PlanningHeuristic(LEVELS["apprentice"])
        s = GAME.new(GAME.options_of({**DEALT, "turn_limit": 40}), 2)
        assert isinstance(s, ArchRavels)
        while s.actor != OVER:
            if s.actor == me:
                s.apply(think(search, s, 25))
            else:
                step(s, rng, apprentice.best(s, s.legal(), rng)[0] if s.actor >= 0 else 0)
        ahead += (score(s, me) - score(s, 1 - me)) / 4
    assert ahead > 20


@pytest.mark.parametrize(
    ("line", "words", "rule"),
    [
        (
            [k.SPACE + 1, k.CRAFT, k.CRAFT + 4],
            "to craft a Hat and a Blanket for Winter is Coming",
            "ARC-38",
        ),
        ([k.SPACE + 1, k.CRAFT, k.FINISH + 6], "to craft a Hat and finish Recess", "ARC-80"),
        ([k.SPACE], "for yarn, towards Winter is Coming", "ARC-29"),
        ([k.CRAFT, k.FINISH + 6], "to finish Recess", "ARC-80"),
        ([k.CRAFT + 2, k.LEARN + 1], "to learn its pattern", "ARC-85"),
        ([k.FINISH + 6], "for 13 points", "ARC-80"),
        ([k.LEARN], "3 points, and from now on 3 of one colour will do", "ARC-85"),
        ([k.TANGLE + 1], "since Amara is ahead", "ARC-66"),
        ([k.DONATE + 1], "since blue yarn is missed least", "ARC-70"),
    ],
)
def test_reasons_name_what_a_line_leads_to(line: list[int], words: str, rule: str) -> None:
    """In a few words, with the rule that is served."""
    s = table(2, 9, 8)
    s.characters = [6, 3]
    s.listed = [6, 8, 9]  # Recess, Winter is Coming, Peas in a Pod
    s.items = [1, 0, 1, 0, 0, 2, 2, 0, 0, 0]
    s.won = [0, 1]
    s.held = [0, 0]
    assert why(s, 0, line) == (words, rule)
