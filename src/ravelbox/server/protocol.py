"""What travels: the acts of a page or a program, and the answers in JSON."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeVar
from urllib.parse import parse_qsl

import msgspec
from litestar import Request
from msgspec import Meta, Struct

from ravelbox.bots import bots
from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import Game, Outcome, Prompt
from ravelbox.kernel.options import Option, Value
from ravelbox.kernel.words import echo

MOST_BYTES: Final = 65_536  # of a request's body
MOST_FIELDS: Final = 64
LONGEST: Final = 1_000_000  # moves in a history
MOST_CODES: Final = 64  # in one gesture
MOST_KINDS: Final = 16  # of things that one answer counts
MOST_EACH: Final = 1_000  # of one thing
MOST_SEATS: Final = 6

LEVEL: Final = "level"  # a form's short way to set other fields; it says nothing itself
FORM: Final = "application/x-www-form-urlencoded"
JSON: Final = "application/json"
HTML: Final = "text/html"

T = TypeVar("T")
Place = Annotated[int, Meta(ge=0, le=LONGEST, description="A number of decisions made.")]
Mark = Annotated[str, Meta(max_length=20, description="The mark of that history, if you like.")]
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1, description="A seat, from 0 on.")]
Code = Annotated[int, Meta(ge=0, le=LONGEST, description="The code of an action.")]
Amount = Annotated[int, Meta(ge=0, le=MOST_EACH, description="How many of one thing.")]


class BadRequest(RavelboxError, ValueError):
    """A body that is not what the address takes."""

    code = "bad_request"


class BadMedia(BadRequest):
    """A body of another kind than the address takes."""

    code = "bad_media"


class NotFound(RavelboxError, LookupError):
    """Nothing is at that address."""

    code = "not_found"


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """One gesture of the player: codes, or amounts where the prompt has a mix."""

    at: Place
    codes: Annotated[list[Code], Meta(min_length=1, max_length=MOST_CODES)] | None = None
    mix: Annotated[list[Amount], Meta(min_length=1, max_length=MOST_KINDS)] | None = None
    mark: Mark = ""
    seat: SeatNumber | None = None

    def __post_init__(self) -> None:
        """One of the two says what is played."""
        if (self.codes is None) == (self.mix is None):
            raise ValueError("an act has either `codes` or `mix`")


class Undo(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to go back from so many decisions to fewer."""

    at: Place
    to: Place
    mark: Mark = ""
    seat: SeatNumber | None = None


class Consent(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to somebody's wish to go back."""

    at: Place
    yes: bool
    to: Place | None = None
    seat: SeatNumber | None = None


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's word that it begins; a bot for the seats that nobody took."""

    bots: str = ""


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """The moment to play on from; `key` is that of a shared replay."""

    at: Place
    key: str = ""


class Learn(Struct, frozen=True, forbid_unknown_fields=True):
    """At which step of a lesson to go on, back, or out of it."""

    do: Literal["on", "back", "leave"]
    step: Place


class SeatChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Something about one seat."""

    seat: SeatNumber
    do: Literal["rename", "bot", "back", "leave", "kick", "relink"]
    name: str = ""
    bot: str = ""


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits down, and where if there is a choice."""

    name: str = ""
    seat: SeatNumber | None = None


class AskingAnswer(Struct, frozen=True):
    """An undo that waits for the others."""

    by: int
    to: int  # decisions that would stay
    yes: tuple[int, ...]  # who has agreed
    waiting: tuple[int, ...]  # who has not said anything yet


class ClockAnswer(Struct, frozen=True):
    """The clocks of a table."""

    minutes: int
    increment: int  # seconds, whenever the question passes on
    timeout: str  # what happens then: "bot" plays on, or "pause"
    left: tuple[int, ...]  # milliseconds, seat by seat
    running: int | None  # whose runs


class TableAnswer(Struct, frozen=True):
    """A table as it is seen from here."""

    id: str
    game: str
    state: str  # gathering, playing, paused or over
    seats: tuple[str, ...]  # who sits where: "here", "away", "open" or the name of a bot
    names: tuple[str, ...]  # what they are called
    plays: tuple[str, ...]  # the bot that stands in for a person, or ""
    seat: int | None  # whose view this is: the seat asked, else the first here; null: a spectator
    revision: int  # counts all changes
    at: int  # decisions made so far; an act sends it back
    mark: str  # undos so far: with `at` it names one history; an act may send it back, to be sure
    actor: int  # the seat to decide; -2 when over
    table: dict[str, Any]
    prompt: Prompt | None
    outcome: Outcome | None
    undo: int | None  # where one step back leads
    asking: AskingAnswer | None  # an undo that waits for the others
    clock: ClockAnswer | None
    commitment: str  # to the luck of this table; empty if it was typed
    key: str  # behind that luck, once the game is over
    seed: str  # of a finished puzzle
    host: bool  # whether you made this table
    code: str  # to join by, until it starts
    log: list[Event]  # what happened: all of it, or since the act that this answers
    keys: dict[str, str] | None = None  # by role; only for who has just sat down


class NewsAnswer(Struct, frozen=True):
    """What a listening program is told: what happened, and the table as it is now."""

    since: int | None  # decisions after which this happened; null: the log is whole
    at: int
    mark: str
    log: list[Event]
    table: TableAnswer  # its own log is empty


class LinksAnswer(Struct, frozen=True):
    """Addresses to give away; whoever has one can use it."""

    seats: dict[str, str]  # by seat, from 0 on
    watch: str
    join: str  # until it starts
    code: str


class Trouble(Struct, frozen=True, omit_defaults=True):
    """What went wrong: a stable code and a sentence; for a stale act also the newest view."""

    code: str
    text: str
    view: TableAnswer | None = None


class GameAnswer(Struct, frozen=True):
    """A game that can be opened, and its options."""

    name: str
    title: str
    blurb: str
    seats: list[int]  # how many there may be
    bots: list[str]  # who may sit on them, beside those here
    options: tuple[Option, ...]


class LineAnswer(Struct, frozen=True):
    """A table of the lobby."""

    id: str
    game: str
    line: str
    changed: int  # milliseconds since 1970
    over: bool
    yours: bool  # whether a seat of yours is asked


class LobbyAnswer(Struct, frozen=True):
    """The shelf, and where you left off, newest first."""

    games: list[GameAnswer]
    tables: list[LineAnswer]


class DayAnswer(Struct, frozen=True):
    """A puzzle of a day or week, and how far this device is with it."""

    kind: str  # day, easier or harder
    day: str  # such as 2026-11-18 or 2026-W47; days begin at midnight UTC
    words: str  # what is dealt
    state: str  # new, playing or over
    table: str  # of the counted attempt; empty before it
    share: str  # its result, once it is over


class DaysAnswer(Struct, frozen=True):
    """The puzzles that can be played, today's and this week's first."""

    days: list[DayAnswer]


def game_answer(game: Game) -> GameAnswer:
    """What a program is told of a game on the shelf."""
    return GameAnswer(
        game.name, game.title, game.blurb, list(game.seats), bots(game.name), game.options
    )


def wants_json(request: Request[Any, Any, Any]) -> bool:
    """Whether a program asks; whoever takes anything gets a page."""
    try:
        return request.accept.best_match([HTML, JSON], HTML) == JSON
    except (ValueError, OverflowError):  # a weight such as 1e999
        return False


async def json_body(request: Request[Any, Any, Any], wanted: type[T]) -> T:
    """The body as one of ours, strictly."""
    if request.content_type[0] != JSON:
        raise BadMedia(f"this address takes {JSON}, not {echo(request.content_type[0])}")
    try:
        return msgspec.json.decode(await request.body(), type=wanted)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(f"the body cannot be read: {echo(str(error))}") from error


async def fields(request: Request[Any, Any, Any]) -> dict[str, Value]:
    """The fields of a form, or of a flat JSON object."""
    if request.content_type[0] == JSON:
        return await json_body(request, dict[str, Value])
    if request.content_type[0] != FORM:
        raise BadMedia(f"this address takes {FORM} or {JSON}, not {echo(request.content_type[0])}")
    return await _form(request)


async def body_or_form(request: Request[Any, Any, Any], wanted: type[T]) -> T:
    """The body as one of ours: JSON strictly, a form by its texts; nothing at all means nothing."""
    media = request.content_type[0]
    if media == JSON:
        return await json_body(request, wanted)
    if media == FORM or not await request.body():
        typed = await _form(request)
        try:
            return msgspec.convert({k: v for k, v in typed.items() if v}, wanted, strict=False)
        except msgspec.ValidationError as error:
            raise BadRequest(f"the form cannot be read: {echo(str(error))}") from error
    raise BadMedia(f"this address takes {FORM} or {JSON}, not {echo(media)}")


async def _form(request: Request[Any, Any, Any]) -> dict[str, Value]:
    body = await request.body()
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise BadRequest(f"the form cannot be read: {echo(str(error))}") from error
    return {name: value for name, value in pairs if name != LEVEL}
