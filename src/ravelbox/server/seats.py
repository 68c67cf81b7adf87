"""Who sits where at a table of friends: seats, their links and clocks, and what all must agree on.

Everything here is a value. A change makes a new one, which the store keeps with the moves.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Collection, Mapping
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from ravelbox.bots import bots, offered
from ravelbox.kernel.errors import BadOption, RavelboxError
from ravelbox.kernel.game import Game
from ravelbox.kernel.words import echo, listed, nearest
from ravelbox.seating import AWAY, HERE, Seating

PERSON: Final = ""  # whose seat it is: a person's, else the name of a bot
OPEN: Final = "open"
HOST: Final = "host"
WATCH: Final = "watch"

SECRET_BYTES: Final = 32
KEY_BYTES: Final = 16  # 128 bits of a link
KEY_LENGTH: Final = 22  # as text
KEY_FORM: Final = re.compile(r"([A-Za-z0-9_-]{22})\.(\d|host|watch)\.([A-Za-z0-9_-]{22})")
CODE_LETTERS: Final = "BCDFGHJKMNPQRTVWXYZ3479"  # no vowel makes a word, none looks like another
CODE_LENGTH: Final = 6
LONGEST_NAME: Final = 24
CLOCK_FORM: Final = re.compile(r"\s*(\d{1,3})\s*(?:\+\s*(\d{1,3}))?\s*")
MOST_MINUTES: Final = 600
GRACE: Final = 60_000  # milliseconds for who comes back after running out of time
QUICK: Final = "skilled"
TIMEOUTS: Final = ("bot", "pause")


class WrongKey(RavelboxError, ValueError):
    """A link or key that is not, or no longer, good."""

    code = "wrong_key"


class NoSeat(RavelboxError, ValueError):
    """A device that has no place at a table, or not the one it speaks for."""

    code = "no_seat"


class NotHost(NoSeat):
    """What only the one who made the table may do."""

    code = "not_host"


class Full(RavelboxError, ValueError):
    """A table without a free seat."""

    code = "full"


class Taken(Full):
    """A seat that is somebody's already."""

    code = "taken"


class NotStarted(RavelboxError, ValueError):
    """A table at which people still gather."""

    code = "not_started"


class Started(RavelboxError, ValueError):
    """What could be done only before the start."""

    code = "started"


class Paused(RavelboxError, ValueError):
    """A table that stands still because a clock ran out."""

    code = "paused"


class Seat(Struct, frozen=True, omit_defaults=True):
    """One seat."""

    who: str = PERSON
    name: str = ""
    taken: bool = False  # whether its person has sat down
    plays: str = ""  # the bot that stands in for its person
    gone: bool = False  # its person has left, and not only let a bot play for a while
    link: int = 0  # how often its link was changed
    left: int = 0  # milliseconds on its clock


class Clock(Struct, frozen=True):
    """Time for each seat, and a little more whenever the question passes on."""

    minutes: int
    increment: int  # seconds
    timeout: Literal["bot", "pause"]


class Asking(Struct, frozen=True):
    """A wish to take back that waits for the others."""

    by: int
    to: int  # decisions that would stay
    yes: tuple[int, ...] = ()  # who has agreed


class Daily(Struct, frozen=True):
    """Of which day or week a table is the puzzle. The numbers are told when it is over."""

    kind: str
    day: str
    par: int
    won: int  # by the fair reference bot
    games: int


class Company(Struct, frozen=True, omit_defaults=True):
    """Everything about a table that its moves do not say."""

    seats: tuple[Seat, ...]
    started: bool = False
    paused: bool = False
    clock: Clock | None = None
    since: int = 0  # when the running clock was started, in milliseconds since 1970; 0: none runs
    asking: Asking | None = None
    cuts: tuple[int, ...] = ()  # for every undo so far, the decisions that stayed
    floor: int = 0  # the decisions that stay whatever happens, since a bot has answered them
    branch: str = ""  # where it was played on from, in words; empty: from the start
    lesson: int | None = None  # at a lesson: how many steps that are only read were read
    daily: Daily | None = None  # of which day this is the counted attempt

    # Who is who.

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people, also while a bot stands in."""
        return tuple(n for n, seat in enumerate(self.seats) if seat.who == PERSON)

    @property
    def untaken(self) -> tuple[int, ...]:
        """The seats where somebody may still sit down."""
        return tuple(n for n in self.persons if not self.seats[n].taken)

    @property
    def deserted(self) -> bool:
        """Whether all people have left: then nobody would see what bots play."""
        return bool(self.persons) and all(self.seats[n].gone for n in self.persons)

    def bot(self, seat: int) -> str:
        """The bot that answers for a seat; empty where a person does."""
        return self.seats[seat].who or self.seats[seat].plays

    def seating(self, held: Collection[int]) -> Seating:
        """The company as somebody with these seats has it; a stand-in plays until it is sent away."""
        return Seating(
            tuple(self.bot(n) or (HERE if n in held else AWAY) for n in range(len(self.seats)))
        )

    def words(self, held: Collection[int]) -> tuple[str, ...]:
        """Seat by seat: here, away, open, or the bot whose seat it is."""
        return tuple(
            seat.who or (HERE if n in held else AWAY if seat.taken else OPEN)
            for n, seat in enumerate(self.seats)
        )

    def name(self, n: int) -> str:
        """What to call a seat."""
        seat = self.seats[n]
        if seat.who:
            return f"{seat.who.capitalize()} bot"
        return seat.name or (f"Seat {n + 1}" if seat.taken else "")

    @property
    def mark(self) -> str:
        """Which history this is: with the number of decisions it names one for ever."""
        return str(len(self.cuts))

    def same_until(self, mark: str, at: int) -> bool:
        """Whether the first `at` decisions under an older mark still stand."""
        known = int(mark) if mark.isascii() and mark.isdecimal() and len(mark) < KEY_LENGTH else -1
        if not 0 <= known <= len(self.cuts):
            return False
        return all(stayed >= at for stayed in self.cuts[known:])

    # Sitting down, leaving, standing in.

    def with_seat(self, n: int, seat: Seat) -> Company:
        """The company with one seat changed."""
        return replace(self, seats=(*self.seats[:n], seat, *self.seats[n + 1 :]))

    def sit(self, n: int, name: str) -> Company:
        """Somebody sits down, or comes back under a name that may be new."""
        seat = self.seats[n]
        return self.with_seat(n, replace(seat, taken=True, name=name or seat.name))

    def left_by(self, n: int, bot: str) -> Company:
        """Somebody leaves: before the start the seat is free again, later a bot stands in."""
        seat = self.seats[n]
        if self.started:
            return self.with_seat(n, replace(seat, plays=bot, gone=True))
        return self.with_seat(n, replace(seat, taken=False, name="", link=seat.link + 1))

    def back(self, n: int) -> Company:
        """A person sends the stand-in away."""
        seat = self.seats[n]
        return self.with_seat(n, replace(seat, plays="", gone=False, left=self._refilled(seat)))

    def begun(self, bot: str = "") -> Company:
        """The game begins; seats that nobody took are the bot's."""
        if self.untaken and not bot:
            missing = listed([n + 1 for n in self.untaken], "and")
            raise NotStarted(f"nobody sits on seat {missing} yet; give them to bots, or wait")
        seats = tuple(
            replace(seat, who=bot) if n in self.untaken else seat
            for n, seat in enumerate(self.seats)
        )
        return replace(self, seats=seats, started=True)

    def resumed(self) -> Company:
        """A pause ends; whoever has no time left gets a little."""
        seats = tuple(replace(seat, left=self._refilled(seat)) for seat in self.seats)
        return replace(self, seats=seats, paused=False)

    def _refilled(self, seat: Seat) -> int:
        return max(seat.left, GRACE) if self.clock and seat.left < 1 else seat.left

    # Clocks. One runs while a person is asked; what it took is booked with every change.

    def ticking(self, actor: int) -> bool:
        """Whether the clock of whoever is asked runs."""
        return bool(
            self.clock and self.started and not self.paused and actor >= 0 and not self.bot(actor)
        )

    def charged(self, actor: int, now: int) -> Company:
        """The time since the last change taken off the clock of who was asked meanwhile."""
        if not self.since or actor < 0:
            return self
        seat = self.seats[actor]
        left = max(0, seat.left - max(0, now - self.since))
        return replace(self.with_seat(actor, replace(seat, left=left)), since=now)

    def passed(self, before: int, actor: int, now: int) -> Company:
        """The question went from a seat to another: its clock gets the increment, the other's runs."""
        company = self
        if self.clock and before not in (actor, -1) and before >= 0 and not self.bot(before):
            seat = self.seats[before]
            more = seat.left + self.clock.increment * 1000
            company = self.with_seat(before, replace(seat, left=more))
        return replace(company, since=now if company.ticking(actor) else 0)

    def deadline(self, actor: int) -> int | None:
        """When the running clock runs out."""
        return self.since + self.seats[actor].left if self.since and actor >= 0 else None

    def regained(self, before: int, actor: int) -> Company:
        """By an undo the question went back to a seat, so its increment goes back too."""
        if not self.clock or actor in (before, -1) or actor < 0 or self.bot(actor):
            return self
        seat = self.seats[actor]
        return self.with_seat(
            actor, replace(seat, left=max(1_000, seat.left - self.clock.increment * 1000))
        )

    def out_of_time(self, actor: int, bot: str) -> Company:
        """What was agreed for that: a bot plays on, or the table pauses."""
        assert self.clock
        if self.clock.timeout == "pause":
            return replace(self, paused=True, since=0)
        return replace(self.with_seat(actor, replace(self.seats[actor], plays=bot)), since=0)


# Names, clocks and company as people type them.


def name_of(typed: object) -> str:
    """A name, made presentable: one line, no control characters."""
    if not isinstance(typed, str):
        raise BadOption(f"name is a text, not {echo(typed)}", option="name")
    name = " ".join("".join(c if c.isprintable() else " " for c in typed).split())
    if len(name) > LONGEST_NAME:
        raise BadOption(
            f"name has at most {LONGEST_NAME} characters, and {echo(name)} has {len(name)}",
            option="name",
        )
    return name


def bot_of(game: Game, typed: object, field: str = "bot") -> str:
    """A bot that plays a game; the game's best if nothing was typed."""
    known = bots(game.name)
    word = typed.strip().lower() if isinstance(typed, str) else ""
    if typed in ("", None):
        return stand_in(game)
    if word not in known:
        hint = nearest(word, known) or f"; possible are {listed(known, 'and')}"
        raise BadOption(f"{field} cannot be {echo(typed)}{hint}", option=field)
    return word


def stand_in(game: Game) -> str:
    """The bot that plays for somebody who is away: the best that keeps nobody waiting."""
    names = offered(game.name)
    return QUICK if QUICK in names else names[-1]


def clock_of(typed: object, timeout: object) -> Clock | None:
    """A clock such as "10+5": minutes, and seconds whenever the question passes on."""
    at_end = timeout if timeout in TIMEOUTS else TIMEOUTS[0] if timeout in ("", None) else None
    if at_end is None:
        raise BadOption(
            f"timeout cannot be {echo(timeout)}; possible are {listed(TIMEOUTS, 'and')}",
            option="timeout",
        )
    if typed in ("", None):
        return None
    found = CLOCK_FORM.fullmatch(typed) if isinstance(typed, str) and typed.isascii() else None
    if not found or not 1 <= int(found[1]) <= MOST_MINUTES:
        raise BadOption(
            f'clock is minutes and seconds such as "10+5", with 1 to {MOST_MINUTES} minutes, '
            f"not {echo(typed)}",
            option="clock",
        )
    return Clock(int(found[1]), int(found[2] or 0), "pause" if at_end == "pause" else "bot")


def gathered(who: Collection[str], name: str = "", clock: Clock | None = None) -> Company:
    """A new company: seats that are here are taken, open ones wait; without those, it has begun."""
    time = clock.minutes * 60_000 if clock else 0
    seats: list[Seat] = []
    for word in who:
        if word in (HERE, OPEN):
            mine = word == HERE and not any(seat.taken for seat in seats)
            seats.append(Seat(taken=word == HERE, left=time, name=name if mine else ""))
        else:
            seats.append(Seat(who=word))
    return Company(tuple(seats), started=OPEN not in who, clock=clock)


# Links.


class Key(Struct, frozen=True):
    """What a link says: a table, a role at it, and the secret that proves it."""

    table: str
    role: str
    secret: str

    def __str__(self) -> str:
        return f"{self.table}.{self.role}.{self.secret}"


def read_key(text: str) -> Key:
    """A key as it was sent."""
    found = KEY_FORM.fullmatch(text)
    if not found:
        raise WrongKey(
            "this is not a link of Ravelbox; it may have been cut off when it was copied"
        )
    return Key(*found.groups())


def key_for(table: str, secret: bytes, role: str, company: Company) -> Key:
    """The key to a role; a seat's changes with its link number."""
    link = company.seats[int(role)].link if role.isdecimal() else 0
    proof = hashlib.blake2b(
        f"{role} {link}".encode(), key=secret, digest_size=KEY_BYTES, person=b"ravelbox-seat"
    )
    return Key(table, role, base64.urlsafe_b64encode(proof.digest()).decode().rstrip("="))


def fits(key: Key, secret: bytes | None, company: Company) -> bool:
    """Whether a key is good at its table now."""
    if secret is None or (key.role.isdecimal() and int(key.role) not in company.persons):
        return False
    true = key_for(key.table, secret, key.role, company)
    return hmac.compare_digest(true.secret, key.secret)


def new_device() -> str:
    """The name of a device that nobody can guess."""
    return secrets.token_urlsafe(KEY_BYTES)


def device_hash(device: str) -> str:
    """What the store knows of a device: enough to recognise it, too little to be it."""
    return hashlib.blake2b(device.encode(), digest_size=24, person=b"ravelbox-device").hexdigest()


def new_code() -> str:
    """A short code to be read out to friends."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str:
    """A code however it was typed."""
    return "".join(c for c in typed.upper()[:64] if c in CODE_LETTERS)


Holders = Mapping[str, frozenset[str]]  # by device: the roles it holds


class Visitor(Struct, frozen=True):
    """Whoever asks: a device by the hash of its cookie, and the keys that it sent."""

    device: str = ""
    keys: tuple[Key, ...] = ()


def roles_of(
    visitor: Visitor, table: str, secret: bytes | None, company: Company, holders: Holders
) -> frozenset[str]:
    """What a visitor may be at a table; at one without links everybody is everything."""
    if secret is None:
        return frozenset({HOST, WATCH, *map(str, company.persons)})
    sent = [key for key in visitor.keys if key.table == table]
    good = {key.role for key in sent if fits(key, secret, company)}
    if sent and not good:
        raise WrongKey("this key is not, or no longer, good at this table")
    roles = good | (set(holders.get(visitor.device, ())) if visitor.device else set())
    if not roles:
        raise NoSeat("this device has no place at this table; open the link that was sent to you")
    return frozenset(roles)


def seats_in(roles: Collection[str]) -> frozenset[int]:
    """The seats among roles."""
    return frozenset(int(role) for role in roles if role.isdecimal())
