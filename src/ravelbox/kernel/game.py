"""The contract of a game: its cold face, in plain Python objects. `State` is the hot one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ravelbox.kernel.actions import ActionSpace
from ravelbox.kernel.dealer import Dealer
from ravelbox.kernel.errors import IllegalAction
from ravelbox.kernel.events import Event
from ravelbox.kernel.options import Option, Options, check
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import RESIGN, Note, State


@dataclass(frozen=True, slots=True)
class Offer:
    """One legal action, as a person sees it."""

    code: int
    text: str  # the record form, such as "swap p3"
    label: str  # plain words
    ways: tuple[tuple[str, ...], ...]  # components to point at, in order; none: it is a button
    key: str = ""  # a one-letter shortcut, for buttons
    main: bool = False  # the natural next thing, for buttons
    loose: bool = False  # the points of a way may come in any order


@dataclass(frozen=True, slots=True)
class Mix:
    """A question about amounts of several things, which one answer of counts settles."""

    need: int  # how many in all
    most: tuple[int, ...]  # of each
    rule: str  # "any", "different", "same" or "two" (two of one, one of another)
    proposed: tuple[int, ...]  # what the table suggests
    words: str  # what it is for
    verb: str  # what the counts do: "Pay", "Take"


@dataclass(frozen=True, slots=True)
class Amounts:
    """An answer to such a question."""

    counts: tuple[int, ...]  # of each
    codes: tuple[int, ...]  # that say so, one after the other
    words: str  # "2 blue and 1 red"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A sensible whole answer, to be accepted with one key or ignored."""

    codes: tuple[int, ...]
    label: str  # plain words
    points: tuple[str, ...]  # the components it would use


@dataclass(frozen=True, slots=True)
class Prompt:
    """The open question, for the seat that must answer it."""

    rule: str
    ask: str  # one plain sentence
    why: str  # small print: where the question comes from
    offers: tuple[Offer, ...]
    resign: int | None  # the code of giving up, where that is possible
    mix: Mix | None = None  # the same question asked as amounts, where it is one
    proposal: Proposal | None = None  # what the table suggests, where that is of use

    def points(self) -> frozenset[str]:
        """Every component that can be pointed at on the way to some answer."""
        return frozenset(point for offer in self.offers for way in offer.ways for point in way)

    def begins(self) -> frozenset[str]:
        """Those among them that can be pointed at first."""
        return frozenset(
            point
            for offer in self.offers
            for way in offer.ways
            for point in (way if offer.loose else way[:1])
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    won: tuple[int, ...]  # seats
    headline: str
    why: str
    rule: str
    scores: tuple[tuple[str, str], ...]  # line by line


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see; built up from what it knows, never stripped down."""

    game: str
    seat: int | None  # None: a spectator
    actor: int  # the seat to decide, CHANCE or OVER
    table: dict[str, Any]  # the game's own plain structure
    prompt: Prompt | None  # only for the seat that must decide
    outcome: Outcome | None

    def _repr_html_(self) -> str:
        """The table, as notebooks show it."""
        from ravelbox.notebook import view_html  # noqa: PLC0415  # only notebooks need it

        return view_html(self)


class Game(ABC):
    """One game of the box."""

    name: str
    title: str
    blurb: str  # one sentence for the shelf
    rules: int  # version of the rules; a record is replayed only by the same
    seats: range
    options: tuple[Option, ...]
    space: ActionSpace
    hides: bool = False  # whether seats keep something from each other

    def options_of(self, given: Mapping[str, object]) -> Options:
        """The given options checked and completed."""
        return check(self.options, given)

    def seats_of(self, options: Options) -> int:
        """How many seats a new table has unless somebody says otherwise."""
        del options
        return self.seats[0]

    def rivals(self, options: Options, seats: int) -> bool:
        """Whether seats play against each other; else all win or lose together, or one plays alone."""
        del options, seats
        return False

    @abstractmethod
    def new(self, options: Options, seats: int) -> State:
        """A new table; its setup is on the agenda."""

    @abstractmethod
    def seats_in(self, state: State) -> int:
        """How many seats a table has."""

    @abstractmethod
    def options_in(self, state: State) -> Options:
        """The options that a table is played with."""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> View:
        """What a seat, or a spectator, may see."""

    def prompt(self, state: State, seat: int) -> Prompt | None:
        """What a seat is asked now, or may play though another one is asked."""
        return self.view(state, seat).prompt

    def barred(self, view: View) -> dict[str, str]:
        """Why components that cannot be chosen now cannot, each in one sentence.

        By component ("stack:N") or kind of it ("die:"); under "" what is said of all others. Built
        from the view alone, so that nobody learns from it what the seat may not know. Asked only
        while there is a question.
        """
        del view
        return {}

    def mixed(self, state: State, counts: Sequence[int]) -> list[int]:
        """The codes that together answer a question by amounts (see `Prompt.mix`)."""
        raise IllegalAction(f"{self.question(state)}: that is not answered by amounts")

    def amounts(self, state: State, choose: Callable[[State], int]) -> Amounts:
        """What an answer by amounts comes to if it is chosen code by code."""
        raise IllegalAction(f"{self.question(state)}: that is not answered by amounts")

    def goes_on(self, before: int, code: int) -> bool:
        """Whether a code only goes on with an answer that the one before it began."""
        del before, code
        return False

    @abstractmethod
    def determinize(self, state: State, seat: int, rng: Rng) -> None:
        """Redraw all that `seat` cannot know, fairly."""

    @abstractmethod
    def tell(self, note: Note, seat: int | None) -> Event | None:
        """What a seat, or a spectator, may be told of a change; None if nothing."""

    @abstractmethod
    def describe(self, view: View) -> str:
        """A view in plain lines: for terminals, screen readers and pipes."""

    @abstractmethod
    def question(self, state: State) -> str:
        """The open question in a few words, for messages to the seat that may see it."""

    @abstractmethod
    def scores(self, state: State) -> list[float]:
        """The final score of each seat."""

    @abstractmethod
    def dump(self, state: State) -> dict[str, Any]:
        """The table as a readable document (see position.py)."""

    @abstractmethod
    def restore(self, document: Mapping[str, Any], options: Options) -> State:
        """The table that a document describes; complains by key."""

    @abstractmethod
    def components(self, state: State) -> dict[str, int]:
        """How many pieces of each kind there are on the table, in the box and in bags."""

    @abstractmethod
    def check_content(self, path: Path | None) -> str:
        """Read a content file (or the game's own) and say in one line what is in it."""

    def dealt(self, seed: str) -> Dealer | None:
        """A dealer whose luck a seed fixes whatever the players do, where the game defines one."""
        del seed
        return None

    def read_seed(self, text: str, given: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
        """A seed and the options to play it with; a game's seed string says both by itself."""
        return text, given

    def seed_string(self, seed: str, options: Options) -> str:
        """The name under which a puzzle can be shared."""
        del options
        return seed

    def owner(self, state: State, code: int) -> int:
        """Whose hand may make this move: the deciding seat, but for plays out of turn."""
        del code
        return state.actor

    def rule(self, state: State) -> str:
        """The id of the rule that asks the open question."""
        return state.rules[state.agenda[-1][0]].cites if state.agenda else ""

    def legal_texts(self, state: State) -> list[str]:
        """The legal actions in their record form, without resigning."""
        return [self.space.to_text(code) for code in state.legal() if code != RESIGN]
