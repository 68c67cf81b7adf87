"""One simulated game: straight on the table where its bots need no more, else as a whole match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from ravelbox.bots import Bot, Chair, play_out
from ravelbox.bots.greedy import Greedy
from ravelbox.bots.random import Random
from ravelbox.bots.search.searcher import Searcher
from ravelbox.kernel.dealer import Dealer
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Options
from ravelbox.kernel.rules import CHANCE, OVER, Note, State
from ravelbox.lab.tournament import Broken, Watched

# Bots that look at their chair and at nothing that happened before.
STRAIGHT = (Greedy, Random, Searcher)


@dataclass(frozen=True, slots=True)
class Finished:
    """The table at the end of a game, all that was noted on the way, and whose bot failed."""

    state: State
    notes: Sequence[Note]
    decisions: int
    broken: tuple[int, str] | None = None


def play(
    game: Game, options: Options, dealer: Dealer, bots: Sequence[Bot], *, whole: bool = False
) -> Finished:
    """One game, a bot a seat; `whole` plays a match though it could go straight."""
    watched = [Watched(bot, seat) for seat, bot in enumerate(bots)]
    if whole or not all(type(bot) in STRAIGHT for bot in bots):
        return _match(game, options, dealer, watched)
    return _straight(game, options, dealer, watched)


def _straight(game: Game, options: Options, dealer: Dealer, bots: Sequence[Watched]) -> Finished:
    """Without a history: half to a quarter of the time where bots answer fast."""
    state = game.new(options, len(bots))
    notes: list[Note] = []
    state.notes = notes
    decisions = 0
    try:
        while state.actor != OVER:
            seat = state.actor
            if seat == CHANCE:
                state.apply(dealer.outcome(state))
            else:
                state.apply(bots[seat].choose(Chair(game, state, seat)))
                decisions += 1
    except Broken as error:
        return Finished(state, notes, decisions, (error.seat, str(error)))
    return Finished(state, notes, decisions)


def _match(game: Game, options: Options, dealer: Dealer, bots: Sequence[Watched]) -> Finished:
    """With all that a match gives to its bots: what happened, and that it is over."""
    match = Match.new(game, options, dealer=dealer, seats=len(bots))
    broken: tuple[int, str] | None = None
    try:
        play_out(match, bots)
    except Broken as error:
        broken = (error.seat, str(error))
    notes = list(chain.from_iterable(match.notes))
    return Finished(match.state, notes, match.decisions(), broken)
