"""A hint: what a strong bot would do here, and why, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ravelbox.bots import Budget, Chair, searcher
from ravelbox.bots.reasons import why
from ravelbox.bots.search.searcher import Thought
from ravelbox.kernel.errors import GameOver, NotYourMove
from ravelbox.kernel.position import load
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER, State

THINKING: Final = Budget(walks=3000, seconds=0.6)


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do, in codes and in words."""

    codes: tuple[int, ...]  # the move, and what belongs to it
    label: str  # of the move
    words: str  # what it is good for
    rule: str  # that it serves
    chance: float  # of the seat to win, if it goes on like this
    mix: tuple[int, ...] = ()  # where the question is about amounts: so many of each

    @property
    def text(self) -> str:
        """The hint as a sentence, without its rule."""
        return f"{self.label.rstrip('.')}, {self.words}." if self.words else f"{self.label}."


def hint(chair: Chair, budget: Budget = THINKING) -> Hint:
    """What a strong bot would do on a chair, with the eyes of its seat."""
    view = chair.view()
    if view.actor == OVER:
        raise GameOver(f"{chair.game.title}: the game is over, and nothing is asked")
    if view.actor != chair.seat:
        raise NotYourMove(f"{chair.game.title}: nothing is asked of seat {chair.seat} now")
    prompt = view.prompt
    if prompt and prompt.mix:
        return _of_amounts(chair, prompt.mix.verb, budget)
    thought = searcher(chair.game.name, budget).think(chair)
    words, rule = why(chair.game.name, chair.sample(Rng(0)), chair.seat, thought.line)
    labels = {offer.code: offer.label for offer in prompt.offers} if prompt else {}
    label = labels.get(thought.code, chair.game.space.to_text(thought.code))
    return Hint(thought.line, label, words, rule, thought.moves[0].mean)


def _of_amounts(chair: Chair, verb: str, budget: Budget) -> Hint:
    """A hint where people name amounts: all of them, though a bot answers one after the other."""
    game, seat = chair.game, chair.seat
    thinker, sample = searcher(game.name, budget), chair.sample(Rng(0))
    thoughts: list[Thought] = []

    def choose(state: State) -> int:
        thoughts.append(thinker.think(Chair(game, state, seat)))
        return thoughts[-1].code

    given = game.amounts(sample, choose)
    words, rule = why(game.name, sample, seat, given.codes)
    mean = thoughts[0].moves[0].mean
    return Hint(given.codes, f"{verb} {given.words}", words, rule, mean, given.counts)


def advise(document: Mapping[str, Any], seat: int, budget: Budget = THINKING) -> Hint:
    """The same for a document of what the seat may know, in a process of its own."""
    game, _, state = load(document)
    return hint(Chair(game, state, seat), budget)
