"""Who sits where: each seat of a table is here, at this device, another person's, or a bot's."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from ravelbox.bots import bot, bots, hired
from ravelbox.bots.base import Bot, Chair
from ravelbox.bots.outside import Outside, command_of, is_command, must_exist, programs
from ravelbox.kernel.errors import BadOption, NotYourMove, UndoRefused
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.words import echo, listed, nearest

if TYPE_CHECKING:
    from ravelbox.kernel.events import Event
    from ravelbox.kernel.game import Game, Offer, Prompt, View
    from ravelbox.kernel.match import Match

HERE: Final = "here"
AWAY: Final = "away"  # a person's on another device

Guests = dict[tuple[int, str], Outside]  # programs at a table, by seat and name


class Answered(NamedTuple):
    """What a bot did."""

    before: int  # the length of the history when it was asked
    seat: int
    says: str  # what it means to do, in a few words, if it says so


@dataclass(frozen=True, slots=True)
class Seating:
    """The company of a table. All seats that are here share one pair of eyes and hands."""

    who: tuple[str, ...]  # seat by seat: HERE, AWAY or the name of a bot
    commands: bool = False  # whether a name may be a command to start

    @property
    def here(self) -> tuple[int, ...]:
        """The seats at this device."""
        return tuple(seat for seat, name in enumerate(self.who) if name == HERE)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that no bot plays."""
        return tuple(seat for seat, name in enumerate(self.who) if name in (HERE, AWAY))

    def viewer(self, match: Match) -> int | None:
        """For whom the table is shown: whoever is asked, else the first here; else a spectator."""
        actor, here = match.state.actor, self.here
        return actor if actor in here else next(iter(here), None)

    def view(self, match: Match) -> View:
        """What is seen from here, and all that may be played from here."""
        return dataclasses.replace(match.view(self.viewer(match)), prompt=self.prompt(match))

    def prompt(self, match: Match) -> Prompt | None:
        """The open question, with what other seats here may play out of turn behind its answers.

        While another person is asked, it is only what may be played out of turn.
        """
        actor = match.state.actor
        asked: Prompt | None = None
        offers: dict[int, Offer] = {}
        for seat in sorted(self.here, key=lambda seat: seat != actor):
            also = match.game.prompt(match.state, seat) if not match.over else None
            asked = asked or also
            for offer in also.offers if also else ():
                offers.setdefault(offer.code, offer)
        return dataclasses.replace(asked, offers=tuple(offers.values())) if asked else None

    def play(self, match: Match, codes: Sequence[int]) -> list[Event]:
        """Carry out one gesture from here, as the seat that owns its first code."""
        return match.play(self._owner(match, codes[0]), codes)

    def _owner(self, match: Match, code: int) -> int:
        game, state = match.game, match.state
        text = game.space.to_text(code)
        if match.over:
            return 0  # whoever it is, the match will say that it is over
        owner = game.owner(state, code)
        if owner not in self.here:
            raise NotYourMove(
                f'{game.name}: "{text}" is for seat {owner}, which is not played from here; '
                f"the question is {game.rule(state)} for seat {state.actor}",
                action=text,
                rule=game.rule(state),
            )
        return owner

    def is_final(self, match: Match, codes: Sequence[int]) -> bool:
        """Whether a gesture could not be taken back: luck, a bot or the end comes after it.

        It is tried on a table where all that its seat cannot know is dealt anew, so the answer
        tells nothing.
        """
        seat = self._owner(match, codes[0])
        trial = Chair(match.game, match.state, seat).sample(Rng(0))
        for code in codes:
            if trial.actor < 0 or code not in trial.legal():
                return False  # which is said when it is played
            trial.apply(code)
        return trial.actor not in self.persons

    def undo_to(self, match: Match) -> int | None:
        """Where one step back leads, if anywhere: before the last answer from here.

        It may lead over answers of other persons, who are then asked (see `concerned`), but not
        over luck or a bot. An answer of several codes is one step. A finished match has shown its
        luck, so it stays finished.
        """
        here, back = self.here, len(match) - 1
        if match.over or not here:
            return None
        floor = match.undo_floor(here[0], self.persons)
        while back >= floor and match.actors[back] not in here:
            back -= 1
        if back < floor:
            return None
        moves, game = match.history, match.game
        while (
            back > floor
            and match.actors[back] == match.actors[back - 1]
            and game.goes_on(moves[back - 1], moves[back])
        ):
            back -= 1
        return back

    def concerned(self, match: Match, to: int) -> tuple[int, ...]:
        """The other persons who must agree to go back so far: all, or none.

        None are as long as the question has not passed on to one of them: then nobody has done
        anything about what is taken back.
        """
        away = [seat for seat in self.persons if self.who[seat] == AWAY]
        passed = match.state.actor in away or any(seat in away for seat in match.actors[to:])
        return tuple(away) if passed else ()

    def undo(self, match: Match, to: int) -> None:
        """Go back to a shorter history, and on to where a person was asked."""
        here, persons = self.here, self.persons
        if not here:
            raise UndoRefused("there is nothing to undo: nobody plays from here")
        match.undo(here[0], to, along=persons)
        while match.state.actor not in persons and self.undo_to(match) is not None:
            match.undo(here[0], len(match) - 1, along=persons)  # nobody would answer for a bot here

    def bots_answer(
        self, match: Match, guests: Guests | None = None, but: Collection[int] = ()
    ) -> Iterator[Answered]:
        """Let bots answer until a person is asked or all is over; each answer as it is given.

        Programs stay for the next time as `guests`, where there are any. Seats in `but` are left
        to others.
        """
        players: dict[int, Bot] = {}
        try:
            while not match.over and match.state.actor not in (*self.persons, *but):
                before, seat = len(match), match.state.actor
                if seat not in players:
                    players[seat] = self.player(match, seat, guests)
                chair = Chair(match.game, match.state, seat, match)
                match.play(seat, [players[seat].choose(chair)])
                yield Answered(before, seat, players[seat].says)
        finally:
            for seat, player in players.items():
                if guests is None or (seat, self.who[seat]) not in guests:
                    player.close()

    def player(self, match: Match, seat: int, guests: Guests | None = None) -> Bot:
        """The bot on a seat: a guest that is there already, else a new one."""
        name = self.who[seat]
        if guests and (seat, name) in guests:
            return guests[seat, name]
        player = (hired if self.commands else bot)(name, match.game.name, _luck(match, seat))
        if guests is not None and isinstance(player, Outside):
            guests[seat, name] = player
        return player

    @property
    def from_outside(self) -> tuple[int, ...]:
        """The seats that programs play."""
        known = programs()
        return tuple(n for n, name in enumerate(self.who) if name in known or is_command(name))


def seated(
    game: Game,
    seats: int,
    given: Mapping[int, object],
    others: str = HERE,
    field: str = "seat_{}",
    words: Sequence[str] = (HERE,),
    *,
    commands: bool = False,
) -> Seating:
    """A seating by number of seat, from 1 on.

    `field` is how messages call a seat's field, `words` what may stand there beside a bot. Where
    `commands` says so, a bot may also be "program:COMMAND": never for what came over the net.
    """
    who = [_who(game, others, "bot", words, commands=commands)] * seats
    for number, name in given.items():
        called = field.format(number)
        if not 1 <= number <= seats:
            possible = f"they go from 1 to {seats}" if seats > 1 else "there is only seat 1"
            raise BadOption(
                f"{called}: this table of {game.title} has no seat {number}; {possible}",
                option=called,
            )
        who[number - 1] = _who(game, name, called, words, commands=commands)
    return Seating(tuple(who), commands)


def all_here(seats: int) -> Seating:
    """Everybody at this device."""
    return Seating((HERE,) * seats)


def _who(game: Game, name: object, field: str, words: Sequence[str], *, commands: bool) -> str:
    """One of those who may sit at a game, however it was typed."""
    if commands and isinstance(name, str) and is_command(name):
        must_exist(command_of(name, field), field)
        return name.strip()
    known = [*words, *bots(game.name)]
    word = name.strip().lower() if isinstance(name, str) else ""
    if word not in known:
        hint = nearest(word, known) or f"; possible are {listed(known, 'and')}"
        raise BadOption(f"{field} cannot be {echo(name)}{hint}", option=field)
    return word


def _luck(match: Match, seat: int) -> int:
    """A bot's luck: the same if the same act is sent again, and no echo of the dealer's."""
    cause = f"{match.header.dealer}|{match.mark()}|{seat}".encode()
    hashed = hashlib.blake2b(cause, digest_size=12, person=b"ravelbox-bots")
    return int.from_bytes(hashed.digest(), "big")
