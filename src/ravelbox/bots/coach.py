"""The coach: what every decision of a finished match cost, and what luck and the others did.

At each decision, whoever made it, a search finds a better move than the one that was played, if
there is one. Both are then tried afresh, with the same luck: a move that was found because luck made
it look good has to show it again, and only what is clearly better counts as lost. Between what could
be expected at one decision and at the next lies all that happened: losses by one's own play, the
others' play, and luck. They add up from the first estimate to the result. The coach is as fair as a
bot: it looks at each decision with the eyes of the seat that made it.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final

from ravelbox.bots import guide
from ravelbox.bots.base import Chair
from ravelbox.bots.reasons import why
from ravelbox.bots.search.guide import Guide
from ravelbox.bots.search.searcher import intended
from ravelbox.bots.search.tree import Node, Search
from ravelbox.kernel.match import Match
from ravelbox.kernel.rng import Rng

if TYPE_CHECKING:
    from ravelbox.kernel.record import Record
    from ravelbox.kernel.rules import State

SURE: Final = 1.96  # standard errors of a 95 % interval
TELLING: Final = 0.01  # a change worth talking about
TRIALS: Final = 16  # of two moves that are compared, at least
POINTS: Final = 5  # turning points that are named


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its standard error."""

    mean: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """Where it lies with 95 % confidence."""
        return self.mean - SURE * self.error, self.mean + SURE * self.error

    def __sub__(self, other: Estimate) -> Estimate:
        return Estimate(self.mean - other.mean, math.hypot(self.error, other.error))

    def __add__(self, other: Estimate) -> Estimate:
        return Estimate(self.mean + other.mean, math.hypot(self.error, other.error))


NOTHING: Final = Estimate(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of the match, as the coach sees it."""

    number: int  # of the decision, from 1 on
    seat: int
    played: str  # plain words
    better: str  # what a strong bot would have done, if something else; plain words
    why: str  # what that would have been good for
    rule: str
    after: Estimate  # what the coached seat could expect after the move, before luck
    change: Estimate = NOTHING  # what the move itself did to it; for its own moves, minus the loss
    lucky: bool = False  # whether luck spoke before the next decision
    luck: Estimate = NOTHING  # what it did

    @property
    def before(self) -> Estimate:
        """What the coached seat could expect."""
        return self.after - self.change


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the coach has to say about a match."""

    seat: int
    decisions: tuple[Decision, ...]
    result: float  # what the seat got in the end, 0 to 1
    for_points: bool = False  # nobody could win: the result says how many points there were

    @property
    def start(self) -> Estimate:
        """What the deal promised."""
        return self.decisions[0].before if self.decisions else Estimate(self.result, 0.0)

    @property
    def play(self) -> Estimate:
        """What the seat's own decisions cost: at most nothing."""
        return _sum(one.change for one in self.decisions if one.seat == self.seat)

    @property
    def others(self) -> Estimate:
        """What the other seats' decisions did to it."""
        return _sum(one.change for one in self.decisions if one.seat != self.seat)

    @property
    def luck(self) -> Estimate:
        """What luck did to it: all that is left between the first estimate and the result.

        It is as uncertain as what was expected after the first move and what the later ones changed.
        """
        if not any(one.lucky for one in self.decisions):
            return NOTHING
        first, *later = self.decisions
        mean = sum(one.luck.mean for one in self.decisions)
        return Estimate(mean, (first.after + _sum(one.change for one in later)).error)

    @property
    def turning_points(self) -> tuple[Decision, ...]:
        """The decisions at which most was won or lost, by play or by luck, in order."""
        telling = [one for one in self.decisions if _weight(one) >= TELLING]
        weighty = sorted(telling, key=_weight, reverse=True)[:POINTS]
        return tuple(sorted(weighty, key=lambda one: one.number))


def _sum(estimates: Iterator[Estimate]) -> Estimate:
    total = NOTHING
    for one in estimates:
        total += one
    return total


def _weight(one: Decision) -> float:
    return max(abs(one.change.mean), abs(one.luck.mean))


def coach(record: Record, seat: int, walks: int | None = None) -> Lesson:
    """Go through a finished match with the eyes of one seat."""
    match = Match.replay(record)
    thinker = guide(match.game.name)
    result = thinker.values(match.state.clone(), Rng(0))[seat]
    decisions: list[Decision] = []
    then = Estimate(result, 0.0)
    for one in reversed(list(decided(record, seat, walks or thinker.enough))):
        settled = _settled(one, then)
        then = settled.before
        decisions.append(settled)
    return Lesson(seat, tuple(reversed(decisions)), result, _is_for_points(match))


def _is_for_points(match: Match) -> bool:
    """Whether a finished match was about points alone, without anybody to beat."""
    if match.game.rivals(match.header.options, match.header.seats):
        return False
    return any(score not in (0.0, 1.0) for score in match.game.scores(match.state))


def _settled(one: Decision, then: Estimate) -> Decision:
    """A decision in the light of what came next: without luck in between, that is known better."""
    after = one.after if one.lucky else then
    most, least = after.mean, after.mean - 1.0  # what was expected before lies between 0 and 1
    change = Estimate(min(most, max(least, one.change.mean)), one.change.error)
    return dataclasses.replace(
        one, after=after, change=change, luck=then - after if one.lucky else NOTHING
    )


def decided(record: Record, seat: int, walks: int) -> Iterator[Decision]:
    """Every decision that had alternatives, thought through."""
    match = Match.replay(record, 0)
    thinker = guide(match.game.name)
    open_: Decision | None = None  # until it is known whether luck follows it
    for n, code in enumerate(record.moves):
        among = record.chance.get(n, 0)
        if among and open_:
            open_ = dataclasses.replace(open_, lucky=True)
        elif not among and _had_a_choice(match, thinker, code):
            if open_:
                yield open_
            chair = Chair(match.game, match.state, match.state.actor)
            open_ = looked_at(chair, thinker, code, seat, match.decisions() + 1, walks)
        match.follow([(code, among)])
    if open_:
        yield open_


def _had_a_choice(match: Match, thinker: Guide, code: int) -> bool:
    """Whether a code answered the open question, to which there was another sensible answer."""
    if match.game.owner(match.state, code) != match.state.actor:
        return False
    return len(thinker.moves(match.state.clone())) > 1


def looked_at(
    chair: Chair, thinker: Guide, code: int, seat: int, number: int, walks: int
) -> Decision:
    """What the coach thinks of one decision: the move that was played, and whether one is better."""
    rng = Rng(number)
    search = Search(thinker, chair.seats, rng, hidden=chair.hidden)
    sample = chair.sample(rng)
    root = search.root(sample)
    search.insist(root, code)
    search.watch(root)
    for _ in range(walks):
        search.walk(_table(chair, sample, rng), root)
    ways = [edge for edge in range(len(root.codes)) if root.codes[edge] == code]
    best, played = _most_tried(root, range(len(root.codes))), _most_tried(root, ways)
    said = _labels(chair)
    plain = Decision(number, chair.seat, said(code), "", "", "", NOTHING)
    if best in ways:
        return dataclasses.replace(plain, after=_share(root, best, seat))
    while root.visits[played] < root.visits[best]:
        search.walk(_table(chair, sample, rng), root, played)
    trials = [
        _tried(search, root, (best, played), _table(chair, sample, rng))
        for _ in range(max(TRIALS, walks // 2))
    ]
    after = _mean([by_play[seat] for _, by_play in trials])
    lost = _mean([by_best[chair.seat] - by_play[chair.seat] for by_best, by_play in trials])
    if lost.interval[0] <= 0.0 or said(root.codes[best]) == said(code):
        return dataclasses.replace(plain, after=after)
    line = intended(search, sample, root, best)
    words, rule = why(chair.game.name, sample, chair.seat, line)
    change = _mean([by_play[seat] - by_best[seat] for by_best, by_play in trials])
    return dataclasses.replace(
        plain, better=said(line[0]), why=words, rule=rule, after=after, change=change
    )


def _tried(
    search: Search, root: Node, moves: tuple[int, int], table: State
) -> tuple[list[float], list[float]]:
    """What each seat gets from either of two moves, at the same table."""
    got: list[list[float]] = []
    for move in moves:
        before = root.shares[move][:]
        search.walk(table.clone(), root, move)
        got.append([now - then for now, then in zip(root.shares[move], before, strict=True)])
    return got[0], got[1]


def _labels(chair: Chair) -> Callable[[int], str]:
    """How the chair's question calls its answers."""
    prompt = chair.view().prompt
    labels = {offer.code: offer.label for offer in prompt.offers} if prompt else {}
    return lambda code: labels.get(code, chair.game.space.to_text(code))


def _table(chair: Chair, sample: State, rng: Rng) -> State:
    return chair.sample(rng) if chair.hidden else sample.clone()


def _most_tried(root: Node, moves: Sequence[int]) -> int:
    """The one of some moves that was tried most; of several, the one that did best."""
    return max(moves, key=lambda move: (root.visits[move], root.sums[move]))


def _mean(numbers: Sequence[float]) -> Estimate:
    """The mean of some trials."""
    mean = fmean(numbers)
    return Estimate(mean, stdev(numbers, mean) / math.sqrt(len(numbers)))


def _share(root: Node, move: int, seat: int) -> Estimate:
    """What a move brings a seat."""
    n = root.visits[move]
    mean = root.shares[move][seat] / n
    own = root.sums[move] / n
    spread = max(0.0, root.squares[move] / n - own * own)
    return Estimate(mean, math.sqrt((spread + 0.25 / (n + 1)) / (n + 1)))
