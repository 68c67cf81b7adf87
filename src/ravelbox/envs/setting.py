"""A game, its options and its seats: what every environment is made of, whatever kit it is for."""

from __future__ import annotations

import dataclasses
import importlib
import operator
import zlib
from collections.abc import Mapping
from typing import Any, Final, SupportsIndex, cast

import ravelbox
from ravelbox.envs import tensors
from ravelbox.envs.fleet import Lane
from ravelbox.envs.rows import Sight
from ravelbox.kernel.dealer import Branched, Recorded, Seeded
from ravelbox.kernel.errors import BadOption, IllegalAction, RecordError
from ravelbox.kernel.match import Match, dealer_of
from ravelbox.kernel.record import Header, Record
from ravelbox.kernel.rules import OVER, RESIGN, State
from ravelbox.kernel.words import echo, listed

SIGHTS: Final = {
    "ravel": "RavelSight",
    "ramble": "RambleSight",
    "arch_ravels": "ArchRavelsSight",
    "ravingspire": "RavingspireSight",
}


def sight_of(game: str, table: State) -> Sight:
    """What seats of a game see, made in the engine."""
    module = importlib.import_module(f"ravelbox.envs.sights.{game}")
    questions = importlib.import_module(f"ravelbox.games.{game}.asking").QUESTIONS
    sight: Sight = getattr(module, SIGHTS[game])(table.rules, list(questions))
    return sight


def whole(value: object) -> int | None:
    """A whole number of whichever kind, numpy's too; None for anything else, and for True."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(cast("SupportsIndex", value))
    except TypeError:
        return None


def seed_of(value: object) -> int:
    """A seed, of whichever kind of whole number."""
    seed = whole(value)
    if seed is None or seed < 0:
        raise BadOption(f"a seed is a whole number from 0 up, not {echo(value)}", option="seed")
    return seed


class Setting:
    """One kind of table. Complains about games, options and seats as the rest of the box does."""

    def __init__(self, game: str, options: object, seats: object) -> None:
        self.game = box = ravelbox.load(game)
        if not isinstance(options, Mapping | None):
            usual = box.options[0]
            raise BadOption(
                f"options go by name, such as {{{usual.name!r}: {usual.default!r}}}, "
                f"not {echo(options)}",
                option="options",
            )
        if seats is not None and whole(seats) is None:
            raise BadOption(
                f"{box.title} has {listed(box.seats)} seats, not {echo(seats)}", option="seats"
            )
        header = Match.new(box, options, dealer=Seeded(0), seats=whole(seats)).header
        self.header: Header = dataclasses.replace(header, dealer="")
        self.options = header.options
        self.seats = header.seats
        self.table = self.game.new(self.options, self.seats)
        self.sight = sight_of(game, self.table)
        self.rivals = self.game.rivals(self.options, self.seats)
        self.codes = len(self.game.space)
        self.entries = tensors.schema(game, self.seats)
        self.bytes = tensors.width(game, self.seats)  # of an entry

    def lane(self, seed: int) -> Lane:
        """A new match, played on to the first decision."""
        lane = Lane(self.table.clone(), seed)
        lane.settle()
        return lane

    def number(self, action: object) -> int:
        """An action as a whole number, possible or not."""
        number = whole(action)
        if number is None:
            raise IllegalAction(
                f"{self.game.name}: an action is a whole number from 0 to {self.codes - 1}, "
                f"not {echo(action)}"
            )
        return number

    def code(self, lane: Lane, action: Any, answers: list[int], *, forgive: bool) -> int:
        """The code that an action stands for, or one of our errors.

        Where a program knows no masks it may be forgiven: what is not possible then stands for one
        of the possible answers, always the same one.
        """
        code = self.number(action)
        if code in answers:
            return code
        if forgive and answers and 0 <= code < self.codes:
            return answers[code % len(answers)]
        raise self.refusal(lane.state, code)

    def refusal(self, state: State, code: int) -> IllegalAction:
        """Why an action is not possible now, and what is."""
        trial = Match(self.game, self.header, state.clone(), Recorded([]))
        try:
            trial.play(max(state.actor, 0), [code])
        except IllegalAction as error:
            return error
        except RecordError:
            pass  # a match would take it, and then ask luck
        assert code == RESIGN
        return IllegalAction(
            f"{self.game.name}: environments leave giving up out; the question is "
            f"{self.game.rule(state)}, {self.game.question(state)}",
            action=self.game.space.to_text(code),
            rule=self.game.rule(state),
        )

    def payoffs(self, state: State) -> list[float]:
        """What each seat has from a match that is over, or 0 while it runs.

        Alone or together that is the game's own score. Among rivals a victory is worth 1, shared if
        it is; the others pay for it alike, so that a match with a winner sums up to nothing.
        """
        if state.actor != OVER:
            return [0.0] * self.seats
        if not self.rivals:
            return self.game.scores(state)
        outcome = self.game.view(state, None).outcome
        assert outcome is not None
        each = 1 / (self.seats - 1)
        share = (1 + each) / len(outcome.won) if outcome.won else 0.0
        return [share - each if seat in outcome.won else -each for seat in range(self.seats)]

    def match(self, lane: Lane) -> Match:
        """The whole match of a lane, with its log: played again from the start, under checks."""
        header = lane.record.header if lane.record else None
        dealer = Seeded(lane.seed) if header is None else dealer_of(self.game, header.dealer)
        position = header.position if header else None
        seats = self.seats if position is None else None
        match = Match.new(self.game, self.options, dealer=dealer, seats=seats, position=position)
        for code in lane.decisions:
            match.play(self.game.owner(match.state, code), [code])
        return match

    def record(self, lane: Lane) -> Record:
        """The match of a lane on paper."""
        return self.match(lane).record()

    def take_up(self, record: Record) -> Lane:
        """The match of a record, to be played on; every move of it is checked."""
        if not isinstance(record, Record):
            raise BadOption(
                f"a match is taken up from a Record, not {echo(record)}", option="record"
            )
        mine = (self.header.game, self.options, self.seats)
        theirs = (record.header.game, record.header.options, record.header.seats)
        if mine != theirs:
            raise RecordError(
                "header",
                f"it is a match of {_table(*theirs)}; this environment is for {_table(*mine)}",
            )
        record = _going_on(record)
        match = Match.replay(record)
        kind, _, seed = record.header.dealer.partition(" ")
        seeded = kind == "seeded"
        lane = Lane(match.state, int(seed) if seeded else zlib.crc32(record.header.dealer.encode()))
        lane.record = Record(record.header, (), {}) if seeded else record
        lane.decisions = [code for n, code in enumerate(record.moves) if n not in record.chance]
        if seeded:
            for n in range(len(record.moves)):
                if n in record.chance:
                    lane.rng.below(record.chance[n])  # as often as luck was asked
        else:
            lane.dealer = match.dealer
        lane.settle()
        return lane


def _going_on(record: Record) -> Record:
    """Where nobody knows who dealt, luck goes on by a seed that follows from what it has said."""
    if record.header.dealer not in ("", "recorded"):
        return record
    luck = [code for n, code in enumerate(record.moves) if n in record.chance]
    dealer = Branched(luck, Seeded(zlib.crc32(str(luck).encode())))
    return dataclasses.replace(
        record, header=dataclasses.replace(record.header, dealer=dealer.spec)
    )


def _table(game: str, options: Mapping[str, object], seats: int) -> str:
    """A table in a few words."""
    chosen = ", ".join(f"{name} {value}" for name, value in options.items())
    return f"{game} with {seats} seat{'' if seats == 1 else 's'} ({chosen})"
