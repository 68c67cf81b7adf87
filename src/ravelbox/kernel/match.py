"""A match: a header and a history, played under checks, undone, recorded and replayed."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import operator
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import ravelbox
from ravelbox.kernel import position as positions
from ravelbox.kernel.dealer import Branched, Dealer, Recorded, Scripted, Secret, Seeded
from ravelbox.kernel.errors import (
    BadOption,
    GameOver,
    IllegalAction,
    NotYourMove,
    RecordError,
    SeedError,
    UndoRefused,
)
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import Game, View
from ravelbox.kernel.record import Header, Record
from ravelbox.kernel.rules import CHANCE, OVER, Note, State
from ravelbox.kernel.words import echo, listed

FEW: Final = 12  # legal actions that an error message lists


def digest(state: State) -> str:
    """A fingerprint of a table: equal tables, equal digests, compiled or not."""
    return hashlib.blake2b(repr(state.freeze()).encode(), digest_size=16).hexdigest()


def dealer_of(game: Game, spec: str) -> Dealer:
    """The dealer that a record names."""
    kind, _, rest = spec.partition(" ")
    try:
        if kind == "seeded":
            return Seeded(int(rest))
        if kind == "secret":
            return Secret(bytes.fromhex(rest))
        if kind == "scripted":
            return Scripted(_outcomes(rest))
        if kind == "branched":
            luck, _, then = rest.partition(" ")
            return Branched(_outcomes(luck), dealer_of(game, then))
    except ValueError as error:
        raise SeedError(f"the dealer {echo(spec)} cannot be read: {echo(str(error))}") from error
    dealt = game.dealt(rest) if kind == "dealt" else None
    if dealt is None:
        raise SeedError(f"{game.name} knows no dealer {echo(spec)}")
    return dealt


def _outcomes(text: str) -> list[int]:
    return [int(n) for n in text.split(",") if n]


class Match:
    """One game being played. `history` is all that needs saving; the rest is derived."""

    def __init__(self, game: Game, header: Header, state: State, dealer: Dealer) -> None:
        self.game = game
        self.header = header
        self.state = state
        self.dealer = dealer
        self.history: list[int] = []  # codes and chance answers, in order
        self.actors: list[int] = []  # who gave each: a seat or CHANCE
        self.among: list[int] = []  # for chance, how many answers there were; else 0
        self.notes: list[list[Note]] = []  # what happened at each

    @classmethod
    def new(
        cls,
        game: Game,
        options: Mapping[str, object] | None = None,
        *,
        dealer: Dealer,
        seats: int | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> Match:
        """A new match, played on to the first decision; or one that starts from a position."""
        match = cls._unsettled(game, options or {}, dealer, seats, position)
        match._let_luck_decide()
        return match

    @classmethod
    def _unsettled(
        cls,
        game: Game,
        options: Mapping[str, object],
        dealer: Dealer,
        seats: int | None,
        position: Mapping[str, Any] | None,
    ) -> Match:
        if position is None:
            checked = game.options_of(options)
            seats = game.seats_of(checked) if seats is None else seats
            if seats not in game.seats:
                raise BadOption(
                    f"{game.title} has {listed(game.seats)} seats, not {seats}", option="seats"
                )
            state = game.new(checked, seats)
        else:
            _, checked, state = positions.load(position, game)
            if seats not in (None, game.seats_in(state)):
                raise BadOption(
                    f"the position has {game.seats_in(state)} seats, not {seats}", option="seats"
                )
            seats = game.seats_in(state)
        header = Header(
            game.name,
            game.rules,
            game.space.hash,
            checked,
            seats,
            dealer.spec,
            position,
            dealer.commitment if isinstance(dealer, Secret) else "",
        )
        return cls(game, header, state, dealer)

    def __len__(self) -> int:
        return len(self.history)

    def copy(self) -> Match:
        """The match as it is, to look at while this one goes on; it has no luck to play on with."""
        copy = Match(self.game, self.header, self.state.clone(), Recorded([]))
        copy.history, copy.actors = self.history[:], self.actors[:]
        copy.among, copy.notes = self.among[:], self.notes[:]
        return copy

    def mark(self, at: int | None = None) -> str:
        """A fingerprint of the history up to a length: two ways to the same length differ."""
        moves = repr(self.history[:at]).encode()
        return hashlib.blake2b(moves, digest_size=6).hexdigest()

    def decisions(self, length: int | None = None) -> int:
        """How many of the history's first entries were decisions: luck does not count."""
        return self.among[:length].count(0)

    def place(self, decisions: int) -> int:
        """The length of the history after so many decisions and the luck that they brought.

        That is where the next decision stands, or the end.
        """
        made = self.decisions()
        if not 0 <= decisions <= made:
            raise RecordError(
                f"decision {decisions}", f"decisions of this history go from 0 to {made}"
            )
        decided = map(operator.not_, self.among)
        later = itertools.islice(itertools.compress(itertools.count(), decided), decisions, None)
        return next(later, len(self))

    def _repr_html_(self) -> str:
        """The table, as notebooks show it."""
        from ravelbox.notebook import match_html  # noqa: PLC0415  # only notebooks need it

        return match_html(self)

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.state.actor == OVER

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, sees now."""
        return self.game.view(self.state, seat)

    def play(self, seat: int, codes: Sequence[int]) -> list[Event]:
        """Carry out one gesture of a seat: all of its codes or, with an error, none."""
        self._check(seat, codes)
        before, state = len(self), self.state.clone()
        try:
            for code in codes:
                self._apply(code)
            self._let_luck_decide()
        except BaseException:
            self.state = state  # a dealer that fails must leave nothing half-done
            for kept in (self.history, self.actors, self.among, self.notes):
                del kept[before:]
            raise
        return self.log(seat, since=before)

    def play_text(self, seat: int, text: str) -> list[Event]:
        """Carry out one action given as text."""
        return self.play(seat, [self.game.space.parse(text)])

    def undo_floor(self, seat: int, along: Collection[int] = ()) -> int:
        """The shortest history that undo may go back to: where last something was learnt.

        Computed, never declared: a chance answer or another seat's decision ends the way back.
        `along` are further seats in the same hands.
        """
        floor = len(self)
        while floor > 0 and (self.actors[floor - 1] == seat or self.actors[floor - 1] in along):
            floor -= 1
        return floor

    def undo(
        self, seat: int, to: int, *, along: Collection[int] = (), practice: bool = False
    ) -> None:
        """Go back to a shorter history; `practice` lifts the limit, for solo puzzles."""
        floor = 0 if practice else self.undo_floor(seat, along)
        if not floor <= to < len(self):
            made = self.decisions()  # a length of history would tell how often luck was asked
            raise UndoRefused(
                f"undo takes back 1 to {made - self.decisions(floor)} decisions here, "
                f"not {made - self.decisions(max(0, to))}"
                if floor < len(self)
                else "there is nothing to undo: luck or another seat has spoken since"
            )
        back = Match.replay(self.record(), to, self.dealer.again())
        back._let_luck_decide()
        self.state, self.dealer = back.state, back.dealer
        self.history, self.actors = back.history, back.actors
        self.among, self.notes = back.among, back.notes

    def log(self, seat: int | None, since: int = 0) -> list[Event]:
        """What happened, as a seat may be told; a turn's number heads its first event."""
        events: list[Event] = []
        heading = ""
        first = self._last_told(seat, since)
        made = self.decisions(first)
        for n in range(first, len(self.notes)):
            made += not self.among[n]
            for note in self.notes[n]:
                event = self.game.tell(note, seat)
                if event is None:
                    continue
                if not event.text:
                    heading = event.heading
                    continue
                if n >= since:
                    heading = event.heading or heading
                    events.append(dataclasses.replace(event, heading=heading, at=made))
                heading = ""
        return events

    def _last_told(self, seat: int | None, since: int) -> int:
        """The last move before `since` of which the seat was told: a heading may wait from there on."""
        for n in range(min(since, len(self.notes)) - 1, -1, -1):
            told = [self.game.tell(note, seat) for note in self.notes[n]]
            if any(event is not None and event.text for event in told):
                return n
        return 0

    def record(self) -> Record:
        """The match on paper."""
        chance = {n: among for n, among in enumerate(self.among) if among}
        return Record(self.header, tuple(self.history), chance)

    @classmethod
    def replay(cls, record: Record, upto: int | None = None, dealer: Dealer | None = None) -> Match:
        """The match of a record, up to a number of moves; every move and all luck is checked."""
        header = record.header
        game = ravelbox.load(header.game)
        if dealer is None:
            luck = [code for n, code in enumerate(record.moves) if n in record.chance]
            known = header.dealer not in ("", "recorded")
            dealer = dealer_of(game, header.dealer) if known else Recorded(luck)
        match = cls._unsettled(game, header.options, dealer, header.seats, header.position)
        match.header = dataclasses.replace(
            match.header, commitment=header.commitment, key=header.key
        )
        for n, code in enumerate(record.moves[:upto]):
            match._replay_one(n, code, record.chance.get(n, 0))
        return match

    def follow(self, moves: Iterable[tuple[int, int]]) -> None:
        """Go on as elsewhere: codes, each with how many answers luck had, or 0 for a decision."""
        for code, among in moves:
            self._replay_one(len(self), code, among)

    def _replay_one(self, n: int, code: int, among: int) -> None:
        place = f"move {n + 1}"
        state = self.state
        if state.actor == OVER:
            raise RecordError(place, "the game is over already")
        if (state.actor == CHANCE) != (among > 0):
            asked = "luck" if state.actor == CHANCE else f"seat {state.actor}"
            raise RecordError(place, f"the record and the table disagree: here {asked} must decide")
        if state.actor == CHANCE:
            if among != state.outcomes() or code >= among:
                raise RecordError(
                    place, f"luck has {state.outcomes()} answers here, not {code} of {among}"
                )
            dealt = self.dealer.outcome(state)
            if dealt != code:
                raise RecordError(place, f"the record says {code}, but its dealer deals {dealt}")
        elif code not in state.legal():
            raise RecordError(place, str(self._illegal(state, code)))
        self._apply(code)

    def _check(self, seat: int, codes: Sequence[int]) -> None:
        """Try a gesture on a copy, so that nothing is ever half-done."""
        trial = self.state.clone()
        for i, code in enumerate(codes):
            text = self.game.space.to_text(code)
            if trial.actor == OVER:
                raise GameOver(f'{self.game.name}: "{text}" comes too late: the game is over')
            if trial.actor == CHANCE:
                raise IllegalAction(
                    f'{self.game.name}: luck decides before "{text}"; send the first {i} alone',
                    action=text,
                )
            if self.game.owner(trial, code) != seat:
                raise NotYourMove(
                    f'{self.game.name}: seat {seat} may not "{text}" now; the question '
                    f"is {self.game.rule(trial)} for seat {trial.actor}",
                    action=text,
                    rule=self.game.rule(trial),
                )
            if code not in trial.legal():
                raise self._illegal(trial, code)
            trial.apply(code)

    def _illegal(self, state: State, code: int) -> IllegalAction:
        rule = self.game.rule(state)
        legal = self.game.legal_texts(state)
        more = f" and {len(legal) - FEW} more" if len(legal) > FEW else ""
        text = self.game.space.to_text(code)
        return IllegalAction(
            f'{self.game.name}: "{text}" is not possible now; the question is {rule}, '
            f"{self.game.question(state)}; possible: {', '.join(legal[:FEW])}{more}",
            action=text,
            rule=rule,
        )

    def _apply(self, code: int) -> None:
        """Answer the open question and keep what happened."""
        state = self.state
        self.actors.append(CHANCE if state.actor == CHANCE else self.game.owner(state, code))
        self.among.append(state.outcomes() if state.actor == CHANCE else 0)
        heard: list[Note] = []
        state.notes = heard
        state.apply(code)
        state.notes = None
        self.history.append(code)
        self.notes.append(heard)

    def _let_luck_decide(self) -> None:
        while self.state.actor == CHANCE:
            self._apply(self.dealer.outcome(self.state))
