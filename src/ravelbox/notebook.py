"""A table as a notebook shows it; in plain words where what pages need is not installed."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import ravelbox

if TYPE_CHECKING:
    from ravelbox.kernel.game import View
    from ravelbox.kernel.match import Match


def match_html(match: Match) -> str:
    """The table of a match: of a player where there is one, else of a spectator."""
    seat = 0 if match.header.seats == 1 else None
    try:
        from ravelbox.web import picture  # noqa: PLC0415  # only notebooks need it
    except ImportError:
        return _words(match.view(seat))
    return picture.framed(picture.still(match, seat), match.game.title)


def view_html(view: View) -> str:
    """The table as somebody sees it."""
    try:
        from ravelbox.web import picture  # noqa: PLC0415  # only notebooks need it
    except ImportError:
        return _words(view)
    return picture.framed(picture.seen(view), ravelbox.load(view.game).title)


def _words(view: View) -> str:
    return f"<pre>{escape(ravelbox.load(view.game).describe(view))}</pre>"
