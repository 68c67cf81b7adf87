"""Twins: two matches that are equal to a seat, though what it cannot know differs.

Where hands are private, one hidden answer of luck, or one hidden choice of another seat, is changed
and the rest is played on so that the seat is told the same; how often luck is asked may differ.
Where nothing is hidden, only the luck to come differs.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator, Mapping
from itertools import islice, zip_longest
from typing import Any, Final, NamedTuple

from ravelbox.games.ravingspire.cards import PEEK_ENCOUNTER
from ravelbox.games.ravingspire.peeking import PEEK
from ravelbox.games.ravingspire.state import Ravingspire
from ravelbox.kernel import position
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import PositionError
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, Note, State, random_step
from tests.walks import random_table

AHEAD: Final = 60  # answers of luck that lie ready for what comes
TRIES: Final = 30  # answers that are tried in place of one
ALL: Final = 1000  # more than there ever are
ATTEMPTS: Final = 8  # entries of a kind that are tried for one seat


class Twins(NamedTuple):
    """A pair, and for whom it is one; None is a spectator."""

    one: Match
    other: Match
    seat: int | None


def twins(game: Game, seed: int, steps: int, most: int = 2) -> Iterator[Twins]:
    """Pairs that part somewhere in one random match, for every seat and a spectator.

    For each of them one with other luck to come, and up to `most` with something hidden. Where
    hands are private, every other seed starts with a private look at a deck.
    """
    rng = Rng(seed)
    look = private_look(game, rng) if game.hides and seed % 2 else None
    story = Story(game, rng, steps, look)
    if story.match.over:
        return  # then everything is open
    one = dealt(story.match, rng)
    for seat in (None, *range(one.header.seats)):
        yield Twins(one, dealt(story.match, rng), seat)
        tried = (story.otherwise(n, seat, rng) for n in story.hidden(seat, rng))
        for other in islice(filter(None, tried), most):
            yield Twins(one, dealt(other, rng), seat)


def private_look(game: Game, rng: Rng) -> Mapping[str, Any]:
    """A table of Ravingspire where a seat looks at a card that may lie in one of two bags.

    Which of them it is decides how often luck is asked, and only that seat may know.
    """
    while True:
        options, seats = random_table(game, rng)
        state = game.new(options, seats)
        while state.actor != OVER:
            assert isinstance(state, Ravingspire)
            if state.pile and state.pile[0] < 0 and state.bags.lenders[~state.pile[0]]:
                looking = state.clone()
                looking.agenda.append(PEEK.of(rng.below(seats), 1, PEEK_ENCOUNTER))
                looking.settle()
                with contextlib.suppress(PositionError):  # nobody could have looked just then
                    document = position.dump(game, options, looking)
                    position.load(document)
                    return document
            random_step(state, rng)


class Story:
    """A match at random, with the table as it was before every entry of its history."""

    def __init__(
        self, game: Game, rng: Rng, steps: int, start: Mapping[str, Any] | None = None
    ) -> None:
        options, seats = ({}, None) if start else random_table(game, rng)
        self.match = Match._unsettled(game, options, Seeded(0), seats, start)
        self.states: list[State] = []
        self._views: dict[tuple[int, int | None], str] = {}
        while not self.match.over and (steps or self.match.state.actor == CHANCE):
            state = self.match.state
            self.states.append(state.clone())
            steps -= state.actor != CHANCE
            codes = [c for c in state.legal() if c != RESIGN or state.actor == CHANCE]
            self.match._apply(codes[rng.below(len(codes))])

    def hidden(self, seat: int | None, rng: Rng) -> list[int]:
        """Some entries of which a seat was told nothing: luck, and what others chose."""
        match = self.match
        mixed = sorted(range(len(match)), key=lambda _: rng.below(1 << 30))
        hidden = [n for n in mixed if match.actors[n] != seat and not self._told(n, seat)]
        luck = [n for n in hidden if match.among[n] > 1][:ATTEMPTS]
        choices = [n for n in hidden if not match.among[n]][:ATTEMPTS]
        look = [0] if match.header.position and 0 in hidden else []
        return [*look, *(n for both in zip_longest(choices, luck) for n in both if n is not None)]

    def otherwise(self, n: int, seat: int | None, rng: Rng) -> Match | None:
        """The match with another answer at one entry, if the seat is told the same to the end."""
        match = self.match
        twin = Match(match.game, match.header, self.states[n].clone(), match.dealer)
        for kept in ("history", "actors", "among", "notes"):
            setattr(twin, kept, getattr(match, kept)[:n])
        codes = self._answers(twin, n, rng, ALL)
        asked = next_question(twin.state, match.history[n])
        others = sorted(  # those that lead to another question first
            (code for code in codes if code != match.history[n]),
            key=lambda code: next_question(twin.state, code) == asked,
        )
        if answer(twin, others, [[]], seat) is None:
            return None
        decisions = [later for later in range(n + 1, len(match)) if not match.among[later]]
        for end in (*decisions, len(match)):
            if not self._follow_luck(twin, n + 1, end, seat, rng):
                return None
            if end < len(match):
                codes = self._answers(twin, end, rng)
                if match.actors[end] == seat:
                    codes = codes[: codes[:1] == [match.history[end]]]
                if answer(twin, codes, [self._told(end, seat)], seat) is None:
                    return None
            n = end
        same = digest(twin.state) == digest(match.state)  # two copies of a card may be exchanged
        return None if same else twin

    def _follow_luck(self, twin: Match, start: int, end: int, seat: int | None, rng: Rng) -> bool:
        """Let luck answer up to the next decision so that the seat is told what it was told."""
        told = [self._told(n, seat) for n in range(start, end)]
        while twin.state.actor == CHANCE:
            whole = [event for part in told for event in part]
            wanted = [told[0] if told else [], *(whole[:most] for most in range(len(whole) + 1))]
            codes = self._answers(twin, start, rng)
            said = answer(twin, codes, wanted, seat)
            if said is None:
                return False
            told = told[1:] if told and said == told[0] else [whole[len(said) :]]
            start += 1
        return not any(told) and repr(twin.view(seat)) == self._seen(end, seat)

    def _answers(self, twin: Match, n: int, rng: Rng, most: int = TRIES) -> list[int]:
        """What may be answered in place of an entry of the original: that first, then others."""
        state, game = twin.state, twin.game
        ours = self.match.history[n] if n < len(self.match) else 0
        if state.actor == CHANCE:
            codes = state.legal()
        else:
            owner = self.match.actors[n]
            codes = [c for c in state.legal() if c != RESIGN and game.owner(state, c) == owner]
        at = rng.below(len(codes)) if codes else 0
        rest = [code for code in codes[at:] + codes[:at] if code != ours]
        return ([ours] if ours in codes else []) + rest[:most]

    def _seen(self, n: int, seat: int | None) -> str:
        """What a seat saw before an entry, or at the end."""
        if (n, seat) not in self._views:
            state = self.states[n] if n < len(self.match) else self.match.state
            self._views[n, seat] = repr(self.match.game.view(state, seat))
        return self._views[n, seat]

    def _told(self, n: int, seat: int | None) -> list[Event]:
        return told(self.match.game, self.match.notes[n], seat)


def answer(
    twin: Match, codes: list[int], wanted: list[list[Event]], seat: int | None
) -> list[Event] | None:
    """Give the first answer of which a seat is told what is wanted, by order of wishes; or none."""
    outcomes: list[tuple[int, list[Event]]] = []
    for code in codes:
        trial = twin.state.clone()
        heard: list[Note] = []
        trial.notes = heard
        trial.apply(code)
        outcomes.append((code, told(twin.game, heard, seat)))
        if outcomes[-1][1] == wanted[0]:
            break  # the first wish came true
    for wish in wanted:
        for code, said in outcomes:
            if said == wish:
                twin._apply(code)
                return said
    return None


def next_question(state: State, code: int) -> int:
    """The rule that asks after an answer."""
    trial = state.clone()
    trial.apply(code)
    return trial.agenda[-1][0] if trial.agenda else -1


def told(game: Game, notes: list[Note], seat: int | None) -> list[Event]:
    """What a seat, or a spectator, is told of some changes."""
    return [event for note in notes if (event := game.tell(note, seat)) is not None]


def dealt(match: Match, rng: Rng) -> Match:
    """The match again, all of it checked, from a dealer with some luck to come."""
    luck = [code for code, among in zip(match.history, match.among, strict=True) if among]
    spec = "scripted " + ",".join(map(str, luck + [rng.below(2) for _ in range(AHEAD)]))
    record = match.record()
    return Match.replay(
        dataclasses.replace(record, header=dataclasses.replace(record.header, dealer=spec))
    )
