"""Solve a dealt puzzle of R.A.V.E.L.: is it winnable, how is that known, and by which line.

Whatever the solver finds is played through the real engine before anybody hears of it.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Final

import ravelbox
from ravelbox.bots.solver.benches import Tapes
from ravelbox.bots.solver.boards import CARDS, packed, tables_for
from ravelbox.bots.solver.oracle import LOST, Oracle
from ravelbox.games.ravel.codes import STOP
from ravelbox.games.ravel.deal import RavelDealt
from ravelbox.games.ravel.seeds import parse_seed
from ravelbox.games.ravel.state import EMPTY, WON, Ravel, cards_left
from ravelbox.kernel.errors import SeedError
from ravelbox.kernel.match import Match
from ravelbox.kernel.rules import OVER

EVENTS: Final = 4  # a deck has at most four cards that REROLL, and four that RESET
BEAMS: Final = (10, 40, 160)  # tried in turn until a line is found
HIGHEST: Final = 12  # tokens, at most
SPEND: Final = 3  # tokens before one unlock, in a beam
SMALL: Final = 4  # cards left from which everything is looked at, if it takes not too long
PROOF: Final = 150_000  # tables in a layer of a search that leaves nothing out
NEVER: Final = math.inf
IN_REWARD: Final = "a reward is being used here; choose a move before or after it"


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a puzzle."""

    tokens: int | None  # left at victory in the best line found; None: no line was found
    complete: bool  # whether nothing was left out, so that the answer is proved
    beam: int  # tables kept in a layer, where something was left out
    hurried: bool  # whether time was up before the search was through
    codes: tuple[int, ...]  # the line, without luck
    looked: int  # tables looked at
    seconds: float

    @property
    def won(self) -> bool:
        """Whether a line to victory was found."""
        return self.tokens is not None


def tapes_of(dealer: RavelDealt) -> Tapes:
    """All that the luck of a seed will ever say."""
    rolls = []
    for event in range(EVENTS):
        faces = dealer.roll(event)
        rolls.append(faces[0] | faces[1] << 4 | faces[2] << 8)
    ranks = []
    for event in range(EVENTS):
        order = dealer.order(event, list(range(CARDS)))
        ranks.append([order.index(card) for card in range(CARDS)])
    return Tapes(rolls, ranks)


def dealt_match(seed: str) -> Match:
    """A match of a whole seed string, such as RVL1:S:8:RAVEL-DEMO."""
    game = ravelbox.load("ravel")
    puzzle = parse_seed(seed)
    return Match.new(game, puzzle.options, dealer=RavelDealt(puzzle.seed))


def oracle_at(match: Match) -> tuple[Oracle, int, int, int]:
    """An oracle for a match, with board, bench and tokens where it stands."""
    s, dealer = match.state, match.dealer
    if not isinstance(s, Ravel):
        raise SeedError(f"only R.A.V.E.L. can be solved, not {match.game.title}")
    if not isinstance(dealer, RavelDealt):
        raise SeedError("only a game that was dealt from a seed can be solved; this one was not")
    if s.hand != EMPTY:
        raise SeedError(IN_REWARD)
    oracle = Oracle(s.house, tables_for(s.house), tapes_of(dealer))
    bench = oracle.benches.number(known_stacks(s, dealer), s.rerolls, s.resets)
    return oracle, packed(s), bench, s.ready


def known_stacks(s: Ravel, dealer: RavelDealt) -> list[tuple[int, ...]]:
    """The stacks as a solver writes them: face-down cards count CARDS more."""
    return [
        tuple(card + (0 if place >= 0 else CARDS) for card, place in zip(lying, stack, strict=True))
        for lying, stack in zip(dealer.lying(s), s.stacks, strict=True)
    ]


def solve(match: Match, beam: int = 0, limit: float = NEVER) -> Solution:
    """The best line found from where a match stands; without a beam, widths are tried in turn."""
    if match.state.actor == OVER:
        raise SeedError("the game is over: nothing is left to solve")
    started = time.perf_counter()
    deadline = started + limit
    oracle, board, bench, tokens = oracle_at(match)
    searched(oracle, (board, bench, tokens), 0, deadline)
    tried = PROOF
    for width in (beam,) if beam else BEAMS:
        if oracle.complete or oracle.best != LOST:
            break
        tried = width
        searched(oracle, (board, bench, tokens), tried, deadline)
    codes = played(match, oracle) if oracle.best != LOST else ()
    return Solution(
        tokens=None if oracle.best == LOST else oracle.best,
        complete=oracle.complete,
        beam=tried,
        hurried=time.perf_counter() > deadline,
        codes=codes,
        looked=oracle.looked,
        seconds=time.perf_counter() - started,
    )


def searched(oracle: Oracle, start: tuple[int, int, int], width: int, deadline: float) -> None:
    """One search from a table; width 0 tries to leave nothing out."""
    board, bench, tokens = start
    oracle.begin(board, bench, tokens)
    cards = oracle.benches.cards[bench]
    if width == 0 and cards > SMALL:
        oracle.complete = False
        return
    for _ in range(cards):
        spend = SPEND if width else HIGHEST
        oracle.deepen(width or PROOF, spend, deadline, thorough=not width)


def played(match: Match, oracle: Oracle) -> tuple[int, ...]:
    """The oracle's line, played through the real engine; fails loudly if it does not win there."""
    copy = Match.replay(match.record())
    before = len(copy)
    for block in oracle.line():
        for code in block:
            copy.play(0, [code])
        while isinstance(copy.state, Ravel) and copy.state.hand != EMPTY:
            copy.play(0, [STOP])
    s = copy.state
    assert isinstance(s, Ravel)
    assert s.result == WON, "the solver's line must win in the engine"
    assert s.ready == oracle.best, "the solver and the engine must count the same tokens"
    assert cards_left(s) == 0
    moves = zip(copy.history[before:], copy.among[before:], strict=True)
    return tuple(code for code, among in moves if not among)
