"""A table as a notebook shows it; in plain words where what pages need is not installed."""

from __future__ import annotations

from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

import ravelbox

if TYPE_CHECKING:
    from ravelbox.kernel.game import View
    from ravelbox.kernel.match import Match


def match_html(match: Match) -> str:
    """The table of a match: of a player where there is one, else of a spectator."""
    seat = 0 if match.header.seats == 1 else None
    picture = _picture()
    if picture is None:
        return _words(match.view(seat))
    return str(picture.framed(picture.still(match, seat), match.game.title))


def view_html(view: View) -> str:
    """The table as somebody sees it."""
    picture = _picture()
    if picture is None:
        return _words(view)
    return str(picture.framed(picture.seen(view), ravelbox.load(view.game).title))


def _picture() -> Any:  # a module
    """What draws pages, where that is installed.

    By name, so that the engine is compiled without looking at pages and what they need.
    """
    try:
        return import_module("ravelbox.web.picture")
    except ImportError:
        return None


def _words(view: View) -> str:
    return f"<pre>{escape(ravelbox.load(view.game).describe(view))}</pre>"
