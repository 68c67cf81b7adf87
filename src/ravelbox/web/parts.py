"""A page in parts: a browser that names those it shows is sent only the others."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from hashlib import blake2b
from typing import Final

EDGE: Final = re.compile(r"<(/?)(section|aside|header|dialog)\b([^>]*)>")
NAME: Final = re.compile(r'\bid="([^"]+)"')
STAMPED: Final = re.compile(r'<(\w+)[^>]* data-part="(\w+)">')
# The art of a game, up to the top of the page, and a drawing in it.
ART: Final = re.compile(r'<svg [^>]*class="defs".*?(?=<header)', re.DOTALL)
SYMBOL: Final = re.compile(r'<symbol\b[^>]*\bid="([^"]+)".*?</symbol>\s*', re.DOTALL)


def stamped(page: str) -> str:
    """A page whose parts say by a digest what is in them."""
    pieces, place = [], 0
    for start, end in _parts(page):
        edge = page.index(">", start)
        digest = blake2b(page[start:end].encode(), digest_size=6).hexdigest()
        pieces += [page[place:edge], f' data-part="{digest}"']
        place = edge
    return "".join((*pieces, page[place:]))


def missing(page: str, has: str) -> str:
    """What a browser needs to make a stamped page of the one it shows.

    It has parts, `park:5f1e0c…`, and drawings, `#lamp`. A part that it has is only named: `<section id="prompt" data-same></section>`.
    """
    known = frozenset(has.split())
    pieces, place = [], 0
    for start, end in _parts(page):
        part = page[start:end]
        stamp, name = STAMPED.match(part), NAME.search(part)
        if not stamp or not name or f"{name[1]}:{stamp[2]}" not in known:
            continue
        pieces += [page[place:start], f'<{stamp[1]} id="{name[1]}" data-same></{stamp[1]}>']
        place = end
    return _without(known, "".join((*pieces, page[place:])))


def _parts(page: str) -> Iterator[tuple[int, int]]:
    """Where the outermost named sections, asides, headers and dialogs begin and end."""
    depth = start = 0
    for edge in EDGE.finditer(page):
        if edge[1]:
            depth -= depth > 0
            if depth == 0 and start:
                yield start, edge.end()
                start = 0
        elif depth or NAME.search(edge[3]):
            start = start if depth else edge.start()
            depth += 1


def _without(known: Collection[str], page: str) -> str:
    """A page of whose art only the drawings are left that are not known; all else came before."""
    art = ART.search(page)
    if not art or not any(name.startswith("#") for name in known):
        return page
    drawn = [one[0] for one in SYMBOL.finditer(art[0]) if f"#{one[1]}" not in known]
    return f'{page[: art.start()]}<svg class="defs">{"".join(drawn)}</svg>{page[art.end() :]}'
