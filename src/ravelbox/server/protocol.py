"""What travels: the acts of a page or a program, and the answers in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import parse_qsl

import msgspec
from litestar import Request
from litestar.openapi.spec import (
    OpenAPIMediaType,
    OpenAPIType,
    Operation,
    Reference,
    RequestBody,
    Schema,
)
from msgspec import Meta, Struct

from ravelbox.bots import bots
from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import Game, Outcome, Prompt
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Option, Value
from ravelbox.kernel.words import echo
from ravelbox.seating import HERE, Seating
from ravelbox.server.tables import seed_string

MOST_BYTES: Final = 65_536  # of a request's body
MOST_FIELDS: Final = 64
LONGEST: Final = 1_000_000  # moves in a history
MOST_CODES: Final = 64  # in one gesture
MOST_KINDS: Final = 16  # of things that one answer counts
MOST_EACH: Final = 1_000  # of one thing

LEVEL: Final = "level"  # a form's short way to set other fields; it says nothing itself
FORM: Final = "application/x-www-form-urlencoded"
JSON: Final = "application/json"
HTML: Final = "text/html"

T = TypeVar("T")
Place = Annotated[int, Meta(ge=0, le=LONGEST, description="A length of history.")]
Mark = Annotated[str, Meta(max_length=64, description="The mark of that history, if you like.")]
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

    def __post_init__(self) -> None:
        """One of the two says what is played."""
        if (self.codes is None) == (self.mix is None):
            raise ValueError("an act has either `codes` or `mix`")


class Undo(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to go back from one length of history to a shorter one."""

    at: Place
    to: Place
    mark: Mark = ""


class TableAnswer(Struct, frozen=True):
    """A table as it is seen from here."""

    id: str
    game: str
    seats: tuple[str, ...]  # who sits where: "here" or the name of a bot
    seat: int | None  # whose view this is: the seat asked, else the first here; null: a spectator
    at: int  # length of history; an act sends it back
    mark: str  # fingerprint of that history; an act may send it back, to be sure
    actor: int  # the seat to decide; -2 when over
    table: dict[str, Any]
    prompt: Prompt | None
    outcome: Outcome | None
    undo: int | None  # where one step back leads
    seed: str  # of a finished puzzle
    log: list[Event]


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


class LobbyAnswer(Struct, frozen=True):
    """The shelf, and where you left off, newest first."""

    games: list[GameAnswer]
    tables: list[LineAnswer]


def game_answer(game: Game) -> GameAnswer:
    """What a program is told of a game on the shelf."""
    return GameAnswer(
        game.name, game.title, game.blurb, list(game.seats), bots(game.name), game.options
    )


def table_answer(table: str, match: Match, seating: Seating) -> TableAnswer:
    """What a program is told of a table."""
    view = seating.view(match)
    return TableAnswer(
        id=table,
        game=view.game,
        seats=seating.who,
        seat=view.seat,
        at=len(match),
        mark=match.mark(),
        actor=view.actor,
        table=view.table,
        prompt=view.prompt,
        outcome=view.outcome,
        undo=seating.undo_to(match),
        seed=seed_string(match),
        log=match.log(view.seat),
    )


def wants_json(request: Request[Any, Any, Any]) -> bool:
    """Whether a program asks; whoever takes anything gets a page."""
    return request.accept.best_match([HTML, JSON], HTML) == JSON


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
    body = await request.body()
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise BadRequest(f"the form cannot be read: {echo(str(error))}") from error
    return {name: value for name, value in pairs if name != LEVEL}


# What /schema says of bodies. We read them ourselves: the framework would take "7" for 7.
PLACE: Final = Schema(type=OpenAPIType.INTEGER, minimum=0, maximum=LONGEST)
TEXT: Final = Schema(type=OpenAPIType.STRING)
SEATS: Final = Schema(
    type=OpenAPIType.INTEGER, minimum=1, maximum=6,
    description="How many seats; as the game has it if nobody says.",
)  # fmt: skip
WHO: Final = Schema(
    type=OpenAPIType.STRING,
    default=HERE,
    description="Who sits on this seat: `here`, so that you play it, or one of the game's `bots`.",
)
MARK: Final = Schema(
    type=OpenAPIType.STRING,
    description="The `mark` of the view it answers to; another history of that length is refused.",
)


@dataclass
class ActOperation(Operation):
    """POST …/act, as documented."""

    def __post_init__(self) -> None:
        """Say what the body is."""
        codes = Schema(
            type=OpenAPIType.ARRAY, items=PLACE, min_items=1, max_items=MOST_CODES,
            description="Codes of the prompt's offers, of one seat; all are played, or none.",
        )  # fmt: skip
        mix = Schema(
            type=OpenAPIType.ARRAY, min_items=1, max_items=MOST_KINDS,
            items=Schema(type=OpenAPIType.INTEGER, minimum=0, maximum=MOST_EACH),
            description="In place of codes where the prompt has a `mix`: how many of each.",
        )  # fmt: skip
        one_of = {"codes": codes, "mix": mix, "mark": MARK}
        self.request_body = _takes({"at": PLACE}, JSON, optional=one_of)


@dataclass
class UndoOperation(Operation):
    """POST …/undo, as documented."""

    def __post_init__(self) -> None:
        """Say what the body is."""
        self.request_body = _takes({"at": PLACE, "to": PLACE}, JSON, optional={"mark": MARK})


@dataclass
class CreateOperation(Operation):
    """POST /tables, as documented."""

    def __post_init__(self) -> None:
        """Say what the body is."""
        company: dict[str, Schema] = dict.fromkeys((f"seat_{n}" for n in range(1, 7)), WHO)
        optional = {"seats": SEATS, **company, "seed": TEXT}
        self.request_body = _takes({"game": TEXT}, FORM, JSON, optional=optional)
        self.request_body.description = (
            "The game, how many seats it has and who sits on them, and any of its options by name. "
            "`seed` may be empty (a new puzzle), a seed, or a whole seed string such as "
            "RVL1:S:8:RAVEL-DEMO, which sets everything but the seats. Bots play at once whenever "
            "they are asked; with nobody here the whole game is played."
        )


def _takes(
    needed: Mapping[str, Schema], *media: str, optional: Mapping[str, Schema] | None = None
) -> RequestBody:
    properties: dict[str, Reference | Schema] = {**needed, **(optional or {})}
    schema = Schema(type=OpenAPIType.OBJECT, properties=properties, required=sorted(needed))
    return RequestBody({name: OpenAPIMediaType(schema=schema) for name in media}, required=True)
