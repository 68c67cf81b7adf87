"""What goes wrong, in a sentence: as JSON for programs, as a page for people."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from litestar import Request
from litestar.exceptions import HTTPException
from litestar.response import Response

from ravelbox.kernel.errors import RavelboxError
from ravelbox.server.metrics import metrics
from ravelbox.server.protocol import HTML, JSON, MOST_BYTES, Trouble, wants_json
from ravelbox.web import pages

# What each of our errors is called on the wire and over a page.
STATUS: Final[Mapping[str, tuple[int, str]]] = {
    "illegal": (422, "That is not possible now"),
    "lesson": (422, "The lesson asks for something else"),
    "not_yours": (403, "It is not your move"),
    "over": (409, "The game is over"),
    "no_undo": (409, "Nothing to take back"),
    "stale": (409, "The table has moved on"),
    "unknown_game": (404, "No such game"),
    "no_table": (404, "No such table"),
    "not_found": (404, "Nothing is here"),
    "bad_option": (400, "No such choice"),
    "bad_seed": (400, "That is no seed"),
    "bad_request": (400, "That cannot be read"),
    "bad_media": (415, "That cannot be read"),
    "mismatch": (409, "This table is from another box"),
    "bad_record": (409, "This table cannot be opened"),
    "cross_site": (403, "Not from here"),
    "wrong_host": (421, "Not under this name"),
    "store": (503, "The store does not answer"),
    "not_ready": (503, "The puzzle is not ready"),
    "wrong_key": (403, "This link leads nowhere"),
    "no_seat": (403, "No place for you here"),
    "not_host": (403, "Only the host may do that"),
    "hidden": (403, "Not while hands are hidden"),
    "no_moment": (404, "No such moment"),
    "no_hints": (403, "No hints here"),
    "too_early": (409, "Not before the end"),
    "too_long": (400, "That would take too long"),
    "no_code": (404, "No table has this code"),
    "full": (409, "All seats are taken"),
    "taken": (409, "That seat is taken"),
    "not_started": (409, "It has not begun"),
    "started": (409, "It has begun"),
    "paused": (409, "The table pauses"),
}
# What the framework refuses before we are asked.
REFUSED: Final[Mapping[int, tuple[str, str, str]]] = {
    404: ("not_found", "Nothing is here", "There is nothing at this address."),
    405: ("bad_method", "Not like that", "This address does not take that method."),
    413: ("too_large", "That is too much", f"A request has at most {MOST_BYTES} bytes."),
}
BROKEN: Final = "Something broke in the server. Your table is kept as it was; the log says more."

Asked = Request[Any, Any, Any]


def trouble_response(
    request: Asked, status: int, code: str, heading: str, text: str
) -> Response[Any]:
    """One sentence, as a page in the house frame or as JSON."""
    if wants_json(request):
        return Response(Trouble(code, text), status_code=status, media_type=JSON)
    page = pages.message_page(heading, text, status, code)
    return Response(page, status_code=status, media_type=HTML)


def sentence(error: Exception) -> str:
    """An error's message as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def tell_ours(request: Asked, error: RavelboxError) -> Response[Any]:
    """Say what went wrong by a user's hand."""
    if error.code == "stale":
        metrics.stale()
    status, heading = STATUS.get(error.code, (400, "That did not work"))
    return trouble_response(request, status, error.code, heading, sentence(error))


def tell_refused(request: Asked, error: HTTPException) -> Response[Any]:
    """Say what the framework refused."""
    if error.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return tell_broken(request, error)
    other = ("bad_request", "That cannot be read", "The request cannot be read.")
    code, heading, text = REFUSED.get(error.status_code, other)
    return trouble_response(request, error.status_code, code, heading, text)


def tell_broken(request: Asked, error: Exception) -> Response[Any]:
    """Say that it is our fault; the details are in the log (see watch.py)."""
    del error
    return trouble_response(request, 500, "error", "Something broke", BROKEN)
