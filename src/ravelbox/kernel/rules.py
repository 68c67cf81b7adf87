"""The state on the table, the agenda of what is still to do, and the loop that works it off.

A rule is a stateless object; its memory is a frame of four ints on the state's agenda.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from ravelbox.kernel.rng import Rng

Frame = tuple[int, int, int, int]  # rule number, seat, and the rule's two memories x and y
Note = tuple[int, int, int, int]  # kind of event, seat, and two facts
Frozen = tuple[Any, ...]  # nested tuples of ints: a state as a value

CHANCE: Final = -1  # the dealer must answer
OVER: Final = -2  # nothing is left to do
NOBODY: Final = -3  # the rule runs by itself
SEAT: Final = -4  # the seat named in the frame must answer

RESIGN: Final = 0  # in every game, code 0 gives up; whoever plays at random leaves it alone


class State:
    """All that lies on the table. A game's state adds its zones."""

    def __init__(self, rules: list[Rule[Any]], agenda: list[Frame], actor: int) -> None:
        self.rules = rules  # shared by all states of a game
        self.agenda = agenda  # still to do, next one last
        self.actor = actor  # a seat, CHANCE or OVER
        self.notes: list[Note] | None = None  # what happened, while somebody listens

    def legal(self) -> list[int]:
        """Every answer to the question on top, ascending; none when the game is over."""
        if self.actor == OVER:
            return []
        index, seat, x, y = self.agenda[-1]
        if self.actor == CHANCE:
            return list(range(self.rules[index].outcomes(self, seat, x, y)))
        codes = self.rules[index].options(self, seat, x, y)
        if self.may_resign():
            codes.insert(0, RESIGN)
        return codes

    def outcomes(self) -> int:
        """How many equally likely answers the dealer has."""
        index, seat, x, y = self.agenda[-1]
        return self.rules[index].outcomes(self, seat, x, y)

    def apply(self, code: int) -> None:
        """Answer the question on top; trusts the caller that the answer is legal."""
        advance(self, self.rules, code)

    def settle(self) -> None:
        """Run steps until somebody, or chance, must decide."""
        settle(self, self.rules)

    def clone(self) -> State:
        """An independent copy."""
        raise AssertionError("a game's state defines its clone")

    def freeze(self) -> Frozen:
        """Everything that matters for the rest of the game, as a value."""
        raise AssertionError("a game's state defines its value")

    def may_resign(self) -> bool:
        """Whether the seat that must decide may give up instead."""
        return False

    def resign(self, seat: int) -> None:
        """The seat gives up."""
        raise AssertionError("a game that may be resigned says what that means")

    def next(self, frame: Frame) -> None:
        """Schedule one frame to come next; the last thing a rule does."""
        self.agenda.append(frame)

    def then(self, frames: list[Frame]) -> None:
        """Schedule `frames` to come next, in reading order; the last thing a rule does."""
        frames.reverse()
        self.agenda += frames

    def end(self) -> None:
        """Nothing more happens: the game is over."""
        self.agenda.clear()

    def note(self, kind: int, seat: int, x: int, y: int) -> None:
        """Tell whoever listens; rules never read it back."""
        if self.notes is not None:
            self.notes.append((kind, seat, x, y))


S = TypeVar("S", bound=State)


class Rule(Generic[S]):
    """A paragraph of the rulebook. Every rule is exactly one of Step, Choice and Chance."""

    def __init__(self, cites: str) -> None:
        self.cites = cites  # the rule id that governs it, such as "RVL-63"
        self.number = -1  # its place in the game's list of rules
        self.asks = NOBODY  # or CHANCE, or SEAT

    def of(self, seat: int, x: int = 0, y: int = 0) -> Frame:
        """A frame that puts this rule on the agenda."""
        return (self.number, seat, x, y)

    def run(self, s: S, seat: int, x: int, y: int, /) -> None:
        """Do what the rule says."""
        raise AssertionError("only a Step runs by itself")

    def options(self, s: S, seat: int, x: int, y: int, /) -> list[int]:
        """Every legal code, ascending."""
        raise AssertionError("only a Choice has options")

    def outcomes(self, s: S, seat: int, x: int, y: int, /) -> int:
        """The number of equally likely outcomes."""
        raise AssertionError("only a Chance has outcomes")

    def chosen(self, s: S, code: int, seat: int, x: int, y: int, /) -> None:
        """Carry out the answer."""
        raise AssertionError("a Step asks nothing")


class Step(Rule[S]):
    """What happens by itself."""


class Choice(Rule[S]):
    """What a player decides: the seat named in the frame."""

    def __init__(self, cites: str) -> None:
        super().__init__(cites)
        self.asks = SEAT


class Chance(Rule[S]):
    """What luck decides."""

    def __init__(self, cites: str) -> None:
        super().__init__(cites)
        self.asks = CHANCE


def number(rules: list[Rule[S]]) -> list[Rule[S]]:
    """Give each rule its place in the game's list, and return the list."""
    for i, rule in enumerate(rules):
        rule.number = i
    return rules


def settle(s: S, rules: list[Rule[S]]) -> None:
    """Run steps until somebody, or chance, must decide, or nothing is left to do."""
    while s.agenda:
        index, seat, x, y = s.agenda[-1]
        rule = rules[index]
        if rule.asks != NOBODY:
            s.actor = seat if rule.asks == SEAT else CHANCE
            return
        del s.agenda[-1]
        rule.run(s, seat, x, y)
    s.actor = OVER


def advance(s: S, rules: list[Rule[S]], code: int) -> None:
    """Answer the question on top of the agenda. The answer is trusted to be legal."""
    if code == RESIGN and s.actor >= 0:
        s.resign(s.actor)
    else:
        index, seat, x, y = s.agenda.pop()
        rules[index].chosen(s, code, seat, x, y)
    settle(s, rules)


def random_step(s: State, rng: Rng) -> None:
    """Answer the open question at random, never by giving up while anything else is possible."""
    if s.actor == CHANCE:
        s.apply(rng.below(s.outcomes()))
        return
    codes = s.legal()
    first = 1 if codes[0] == RESIGN and len(codes) > 1 else 0
    s.apply(codes[first + rng.below(len(codes) - first)])


def random_play(s: State, rng: Rng) -> int:
    """Play at random to the end; how many questions were answered, chance included."""
    steps = 0
    while s.actor != OVER:
        random_step(s, rng)
        steps += 1
    return steps
