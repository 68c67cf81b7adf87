"""The x-ray tier: all cards known, future rolls and shuffles not; how often that wins.

The player first looks for a line that needs no luck; such a line wins for sure. Where there is
none, it asks the oracle about a few imagined futures and begins as most winning lines begin. That
is a policy like any other, so its share of wins is a lower bound of what the tier can reach.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass
from typing import Final

from ravelbox.bots.solver.benches import Tapes
from ravelbox.bots.solver.boards import packed, tables_for
from ravelbox.bots.solver.oracle import LOST, Oracle
from ravelbox.bots.solver.solve import IN_REWARD, known_stacks, searched, tapes_of
from ravelbox.games.ravel.codes import PLACE, RESET, STOP
from ravelbox.games.ravel.deal import RavelDealt
from ravelbox.games.ravel.state import EMPTY, WON, Ravel
from ravelbox.kernel.errors import SeedError
from ravelbox.kernel.match import Match
from ravelbox.kernel.rules import OVER

BEAM: Final = 10
IMAGINED: Final = 4  # futures at each decision
NEVER: Final = math.inf


@dataclass(frozen=True, slots=True)
class Estimate:
    """How often the x-ray player won; or that it needs no luck to win."""

    won: int
    games: int
    sure: bool  # a line without luck was found, so that the tier wins for certain
    seconds: float


class Otherwise(RavelDealt):
    """The cards of one seed, and from some events on the rolls and shuffles of another."""

    def __init__(self, seed: str, future: str, rerolls: int, resets: int) -> None:
        super().__init__(seed)
        self.future = RavelDealt(future)
        self.rerolls = rerolls
        self.resets = resets

    def again(self) -> Otherwise:
        """The same from the start."""
        return Otherwise(self.seed, self.future.seed, self.rerolls, self.resets)

    def roll(self, event: int) -> list[int]:
        """What was rolled before stays as it was."""
        return super().roll(event) if event < self.rerolls else self.future.roll(event)

    def order(self, event: int, cards: list[int]) -> list[int]:
        """What was shuffled before stays as it was."""
        if event < self.resets:
            return super().order(event, cards)
        return self.future.order(event, cards)


def estimate(match: Match, games: int, limit: float = NEVER, beam: int = BEAM) -> Estimate:
    """Play on from where a match stands, over so many futures or until time is up."""
    s, dealer = _ours(match)
    if match.state.actor == OVER:
        raise SeedError("the game is over: nothing is left to play for")
    started = time.perf_counter()
    if s.hand != EMPTY:
        raise SeedError(IN_REWARD)
    if safe(s, dealer, beam):
        return Estimate(games, games, True, time.perf_counter() - started)
    won = played = 0
    while played < games and time.perf_counter() - started < limit:
        luck = Otherwise(dealer.seed, f"XRAY-{played}", s.rerolls, s.resets)
        won += plays(Match.replay(match.record(), None, luck), beam)
        played += 1
    return Estimate(won, played, False, time.perf_counter() - started)


def plays(match: Match, beam: int) -> bool:
    """Whether the x-ray player wins a match from here; it does not look at what luck will say."""
    while not match.over:
        s, dealer = _ours(match)
        if s.hand == EMPTY and safe(s, dealer, beam):
            return True
        if s.hand != EMPTY:
            match.play(0, [_placed(match, beam)])
            continue
        block = _begun(s, dealer, beam)
        if not block:
            return False
        for code in block:
            match.play(0, [code])
        while _may_stop(match):
            match.play(0, [STOP])
    return _ours(match)[0].result == WON


def _may_stop(match: Match) -> bool:
    s, _ = _ours(match)
    return s.hand != EMPTY and STOP in s.legal()


def safe(s: Ravel, dealer: RavelDealt, beam: int) -> bool:
    """Whether a line was found that wins without any roll or shuffle."""
    return _search(s, dealer, tapes_of(dealer), beam, lucky=False).best != LOST


def _search(s: Ravel, dealer: RavelDealt, tapes: Tapes, beam: int, *, lucky: bool) -> Oracle:
    oracle = Oracle(s.house, tables_for(s.house), tapes, lucky=lucky)
    bench = oracle.benches.number(known_stacks(s, dealer), s.rerolls, s.resets)
    searched(oracle, (packed(s), bench, s.ready), beam, NEVER)
    return oracle


def _begun(s: Ravel, dealer: RavelDealt, beam: int) -> list[int]:
    """How most winning lines over imagined futures begin, up to where luck speaks."""
    votes: Counter[tuple[int, ...]] = Counter()
    for n in range(IMAGINED):
        tapes = tapes_of(RavelDealt(f"IMAGINED-{s.turns}-{n}"))
        oracle = _search(s, dealer, tapes, beam, lucky=True)
        if oracle.best != LOST:
            block = oracle.line()[0]
            votes[tuple(code for code in block if not PLACE <= code < RESET)] += 1
    return list(votes.most_common(1)[0][0]) if votes else []


def _placed(match: Match, beam: int) -> int:
    """After a roll, the placement from which most imagined futures are won."""
    s, dealer = _ours(match)
    best, most = -1, -1
    for code in s.legal()[1:]:
        after = s.clone()
        after.apply(code)
        won = 0
        if after.actor != OVER:
            won = IMAGINED * safe(after, dealer, beam) or sum(
                _search(after, dealer, tapes_of(RavelDealt(f"PLACED-{n}")), beam, lucky=True).best
                != LOST
                for n in range(IMAGINED)
            )
        if won > most:
            best, most = code, won
        if won == IMAGINED:
            break
    return best


def _ours(match: Match) -> tuple[Ravel, RavelDealt]:
    s, dealer = match.state, match.dealer
    if not isinstance(s, Ravel) or not isinstance(dealer, RavelDealt):
        raise SeedError("only a game of R.A.V.E.L. that was dealt from a seed can be solved")
    return s, dealer
