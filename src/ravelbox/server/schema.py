"""What /schema says: the bodies that addresses take, and how they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from litestar.openapi import ResponseSpec
from litestar.openapi.spec import (
    Components,
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Operation,
    Reference,
    RequestBody,
    Schema,
    SecurityScheme,
)

from ravelbox.seating import HERE
from ravelbox.server.door import COOKIE
from ravelbox.server.protocol import (
    FORM,
    JSON,
    LONGEST,
    MOST_CODES,
    MOST_EACH,
    MOST_KINDS,
    MOST_SEATS,
    TableAnswer,
    Trouble,
)
from ravelbox.server.seats import LONGEST_NAME, OPEN
from ravelbox.server.trouble import REFUSED, STATUS

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
    description=f"Who sits on this seat: `{HERE}`, so that you play it, `{OPEN}` for whoever gets "
    "its link or the join code, or one of the game's `bots`.",
)
NAME: Final = Schema(
    type=OpenAPIType.STRING, max_length=LONGEST_NAME, description="What you are called."
)
CLOCK: Final = Schema(
    type=OpenAPIType.STRING,
    description="Minutes for each seat and seconds whenever the question passes on, such as `10+5`.",
)
TIMEOUT: Final = Schema(
    type=OpenAPIType.STRING, enum=["bot", "pause"], default="bot",
    description="What happens when a clock runs out: a bot plays on, or the table pauses.",
)  # fmt: skip
MARK: Final = Schema(
    type=OpenAPIType.STRING, max_length=20,
    description="The `mark` of the view it answers to; another history of that length is refused.",
)  # fmt: skip
SEAT: Final = Schema(
    type=OpenAPIType.INTEGER, minimum=0, maximum=MOST_SEATS - 1, description="A seat, from 0 on."
)
EYES: Final = Schema(
    type=OpenAPIType.INTEGER, minimum=0, maximum=MOST_SEATS - 1,
    description="Which of your seats acts, if you have several; the answer is its view.",
)  # fmt: skip


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
        one_of = {"codes": codes, "mix": mix, "mark": MARK, "seat": EYES}
        self.request_body = _takes({"at": PLACE}, JSON, optional=one_of)


@dataclass
class UndoOperation(Operation):
    """POST …/undo, as documented."""

    def __post_init__(self) -> None:
        """Say what the body is."""
        also = {"mark": MARK, "seat": EYES}
        self.request_body = _takes({"at": PLACE, "to": PLACE}, JSON, optional=also)


@dataclass
class ConsentOperation(Operation):
    """POST …/consent, as documented."""

    def __post_init__(self) -> None:
        """Say what the body is."""
        yes = Schema(type=OpenAPIType.BOOLEAN, description="Whether you allow it.")
        also = {"to": PLACE, "seat": EYES}
        self.request_body = _takes({"at": PLACE, "yes": yes}, FORM, JSON, optional=also)


@dataclass
class StartOperation(Operation):
    """POST …/start, as documented."""

    def __post_init__(self) -> None:
        """Say what the body is."""
        bots = Schema(type=OpenAPIType.STRING, description="A bot for the seats that nobody took.")
        self.request_body = _takes({}, FORM, JSON, optional={"bots": bots}, required=False)


@dataclass
class BranchOperation(Operation):
    """POST …/branch, as documented."""

    def __post_init__(self) -> None:
        """Say what the body is."""
        key = Schema(type=OpenAPIType.STRING, description="The key of a shared replay.")
        self.request_body = _takes({"at": PLACE}, FORM, JSON, optional={"key": key})


@dataclass
class LearnOperation(Operation):
    """POST …/lesson, as documented."""

    def __post_init__(self) -> None:
        """Say what the body is."""
        do = Schema(
            type=OpenAPIType.STRING, enum=["on", "back", "leave"],
            description="Read on, take the last step back, or leave the lesson and play on.",
        )  # fmt: skip
        self.request_body = _takes({"do": do, "step": PLACE}, FORM, JSON)


@dataclass
class SeatOperation(Operation):
    """POST …/seat, as documented."""

    def __post_init__(self) -> None:
        """Say what the body is."""
        do = Schema(
            type=OpenAPIType.STRING, enum=["rename", "bot", "back", "leave", "kick", "relink"],
            description="Rename; let a `bot` play; take the seat back; leave; send somebody away "
            "(the host, before the start); make a new link, so that the old one is void.",
        )  # fmt: skip
        bot = Schema(type=OpenAPIType.STRING, description="Which; empty for the usual one.")
        self.request_body = _takes(
            {"seat": SEAT, "do": do}, FORM, JSON, optional={"name": NAME, "bot": bot}
        )


@dataclass
class SitOperation(Operation):
    """POST /sit and /join, as documented."""

    def __post_init__(self) -> None:
        """Say what the body is."""
        self.request_body = _takes(
            {}, FORM, JSON, optional={"name": NAME, "seat": SEAT}, required=False
        )


@dataclass
class CreateOperation(Operation):
    """POST /tables, as documented."""

    def __post_init__(self) -> None:
        """Say what the body is."""
        company: dict[str, Schema] = dict.fromkeys(
            (f"seat_{n}" for n in range(1, MOST_SEATS + 1)), WHO
        )
        optional = {
            "seats": SEATS,
            **company,
            "name": NAME,
            "clock": CLOCK,
            "timeout": TIMEOUT,
            "seed": TEXT,
            "lesson": TEXT,
        }
        self.request_body = _takes({"game": TEXT}, FORM, JSON, optional=optional)
        self.request_body.description = (
            "The game, how many seats it has and who sits on them, and any of its options by name. "
            "`seed` may be empty (a new puzzle), a seed, or a whole seed string such as "
            "RVL1:S:8:RAVEL-DEMO, which sets everything but the seats. With an `open` seat the "
            "table waits for its people and for your start. Bots play at once whenever they are "
            "asked; with nobody here the whole game is played. Any `lesson` opens the game's guided "
            "first table, and nothing else is read then."
        )


@dataclass
class DailyOperation(Operation):
    """POST /daily, as documented."""

    def __post_init__(self) -> None:
        """Say what the body is."""
        kind = Schema(type=OpenAPIType.STRING, enum=["day", "easier", "harder"])
        day = Schema(
            type=OpenAPIType.STRING,
            description="A date such as 2026-11-18, or for a weekly one 2026-W47; today's if empty.",
        )
        self.request_body = _takes({"kind": kind}, FORM, JSON, optional={"day": day})


@dataclass
class RecordOperation(Operation):
    """GET …/record, as documented."""

    def __post_init__(self) -> None:
        """Say in which two forms it comes."""
        content = {
            "text/plain": OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING)),
            JSON: OpenAPIMediaType(schema=Schema(type=OpenAPIType.OBJECT)),
        }
        self.responses = {
            **(self.responses or {}),
            "200": OpenAPIResponse("A record that replays to the same table.", content=content),
        }


@dataclass
class PositionOperation(Operation):
    """GET …/position, as documented."""

    def __post_init__(self) -> None:
        """Say that it is an object, which each game shapes for itself."""
        document = {JSON: OpenAPIMediaType(schema=Schema(type=OpenAPIType.OBJECT))}
        self.responses = {
            **(self.responses or {}),
            "200": OpenAPIResponse("What lies on the table.", content=document),
        }


def _takes(
    needed: Mapping[str, Schema],
    *media: str,
    optional: Mapping[str, Schema] | None = None,
    required: bool = True,
) -> RequestBody:
    properties: dict[str, Reference | Schema] = {**needed, **(optional or {})}
    schema = Schema(type=OpenAPIType.OBJECT, properties=properties, required=sorted(needed) or None)
    return RequestBody({name: OpenAPIMediaType(schema=schema) for name in media}, required=required)


def spec(container: type | None, description: str) -> ResponseSpec:
    """One way to answer."""
    return ResponseSpec(container, description=description, generate_examples=False)


ANSWER: Final = spec(TableAnswer, "The table as it is now.")
BAD: Final = spec(Trouble, "The request cannot be read, or names what is not there.")
FOREIGN: Final = spec(Trouble, "A wrong key, no seat here, not your move, or not the host.")
GONE: Final = spec(Trouble, "There is no such table, game or code.")
STALE: Final = spec(
    Trouble,
    "The table has moved on (then with the newest view), is over, pauses, has begun or has not, "
    "or all its seats are taken.",
)
MEDIA: Final = spec(Trouble, "A body of another kind than this address takes.")
LARGE: Final = spec(Trouble, "A body that is too large.")
ILLEGAL: Final = spec(Trouble, "Not among the answers to the open question.")
SLOW: Final = spec(Trouble, "Too many requests from one address; Retry-After says when.")
DOWN: Final = spec(Trouble, "The store does not answer; nothing was done.")
ONWARD: Final = spec(None, "To a browser: on to the table's page.")
ANY: Final = {400: BAD, 429: SLOW, 503: DOWN}
AT_TABLE: Final = {**ANY, 403: FOREIGN, 404: GONE, 409: STALE}
CHANGING: Final = {**AT_TABLE, 413: LARGE, 415: MEDIA}


def described() -> str:
    """What /schema says before all else."""
    named = {code: status for code, (status, _) in STATUS.items()}
    named |= {code: status for status, (code, _, _) in REFUSED.items()}
    errors = ", ".join(f"`{code}` {status}" for code, status in sorted(named.items()))
    return (
        "Tables of the box. Ask with `Accept: application/json`; send your keys as "
        "`Authorization: Bearer KEY`, several with commas between them. News of a table come on a "
        "WebSocket at `/table/ID/news?at=12&mark=0&form=json`, from there on. Whatever goes wrong "
        f"is `{{code, text}}` with its status: {errors}, `slow_down` 429, `error` 500."
    )


# How a program or a browser shows who it is.
KEYS: Final = Components(
    security_schemes={
        "key": SecurityScheme("http", "The key of a seat.", scheme="bearer"),
        "device": SecurityScheme(
            "apiKey", "Set by sitting down.", name=COOKIE, security_scheme_in="cookie"
        ),
    }
)
