"""Tables that stand alone: a still page, a replay in one file, an SVG, and a frame for notebooks."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import zlib
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import ravelbox
from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import View
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Record
from ravelbox.seating import Seating
from ravelbox.web import pages
from ravelbox.web.company import Company
from ravelbox.web.replay import Moment, match_at, turns_of

PACKAGE: Final = Path(ravelbox.__file__).parent
STATIC: Final = PACKAGE / "web" / "static"
SIZE: Final = (1440, 900)
KINDS: Final = (".png", ".svg", ".html")
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NOTEBOOK_HEIGHT: Final = 640  # pixels of a frame in a notebook
# What of a page names a file of ours, and what leads back to a server.
STYLE: Final = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">')
SCRIPT: Final = re.compile(r'<script\b[^>]*\ssrc="/static/([^"]+)"></script>\n?')
IMAGE: Final = re.compile(r'\b(src|href)="/static/([^"]+\.svg)"')
LINK: Final = re.compile(
    r'\s(?:href|target|action|popovertarget)="(?:/(?!static/)[^"]*|rules|settings)"'
)
IMPORT: Final = re.compile(r'\b(from|import)\s*(\(?)\s*"\./([^"]+)"')
# Nothing is fetched from anywhere, whatever a page may say.
ALONE: Final = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; '
    "style-src 'unsafe-inline'; script-src {}\">"
)
VOID: Final = frozenset(
    ["area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
ATTRIBUTE: Final = re.compile(r"""([^\s=>"'/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?""")


class NoPicture(RavelboxError, ValueError):
    """A picture that cannot be made here."""

    code = "no_picture"


def as_told(match: Match) -> int | None:
    """Whose eyes look where nobody was named: the seat at a table for one, else a spectator's."""
    return 0 if match.header.seats == 1 else None


# A page by itself.


def still(match: Match, seat: int | None = None, *, dark: bool = False) -> str:
    """The table of a match as it stands, as a page without scripts that needs nothing else."""
    at = match.decisions()
    moment = Moment(at, at, match.over, turns_of(match.log(seat)), still=True)
    return _still(pages.table_page(match, seat, table="", moment=moment), dark=dark)


def seen(view: View) -> str:
    """The same of what somebody sees."""
    return _still(pages.view_page(view, Moment(0, 0, view.outcome is not None, still=True)))


def _still(page: str, *, dark: bool = False) -> str:
    alone = ALONE.format("'none'")
    return _lit(_inlined(SCRIPT.sub("", page)).replace("<head>", f"<head>\n{alone}", 1), dark)


def _lit(page: str, dark: bool) -> str:  # noqa: FBT001  # private, and always named so
    """A page that is dark whatever the device prefers, if it is to be."""
    return page.replace("<html ", '<html data-light="dark" ', 1) if dark else page


def film(
    record: Record,
    eyes: Callable[[Match], int | None] = as_told,
    company: Company | None = None,
    seating: Seating | None = None,
    *,
    dark: bool = False,
    hands: bool = False,
) -> bytes:
    """All moments of a record as one page that needs no server; perhaps with all `hands` open."""
    first, reel = _reeled(_frames(record, eyes, company, seating, hands=hands))
    packed = base64.b64encode(zlib.compress(reel, 9)).decode()
    classic = "".join(f"<script>{_file(name)}</script>\n" for name in _classic(first))
    alone = ALONE.format("'unsafe-inline' data:")
    reel_tag = f'<script type="application/octet-stream" id="film">{packed}</script>'
    head = f"{alone}\n{classic}{_modules()}{reel_tag}\n"
    page = _inlined(SCRIPT.sub("", first)).replace("<head>", f"<head>\n{head}", 1)
    return _lit(page, dark).encode()


def _frames(
    record: Record,
    eyes: Callable[[Match], int | None],
    company: Company | None,
    seating: Seating | None,
    *,
    hands: bool = False,
) -> Iterator[str]:
    """The pages of all moments, in order; the match is played once."""
    last = len(record.moves) - len(record.chance)
    whole = match_at(record, last)
    turns = turns_of(whole.log(eyes(whole)))
    logs: dict[int | None, tuple[int, list[Event]]] = {}
    match = match_at(record, 0)
    for at in range(last + 1):
        place = whole.place(at)
        match.follow((record.moves[n], record.chance.get(n, 0)) for n in range(len(match), place))
        seat = eyes(match)
        length, events = logs.get(seat, (0, []))
        events = [*events, *match.log(seat, since=length)]
        logs[seat] = (place, events)
        page = pages.table_page(
            match,
            seat,
            table="",
            seating=seating,
            company=company,
            at=at,
            events=events,
            moment=Moment(at, last, whole.over, turns, hands=hands),
        )
        yield _unlinked(page)


def _reeled(frames: Iterator[str]) -> tuple[str, bytes]:
    """The first page as it is, and all of them as film.js reads them: lines, and their changes."""
    first = next(frames)
    before = first.split("\n")
    steps: list[list[tuple[int, int, list[str]]]] = []
    for frame in frames:
        after = frame.split("\n")
        steps.append(list(_changes(before, after)))
        before = after
    return first, json.dumps({"lines": first.split("\n"), "steps": steps}).encode()


def _changes(before: list[str], after: list[str]) -> Iterator[tuple[int, int, list[str]]]:
    """What becomes of some lines: from, to, and what stands there instead."""
    start, most = 0, min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield start + a, start + b, new[c:d]


def _file(name: str) -> str:
    """A file that pages name under /static/."""
    game = re.fullmatch(r"games/(\w+)/(\w+\.css)", name)
    path = PACKAGE / "games" / game[1] / game[2] if game else STATIC / name
    return path.read_text(encoding="utf-8")


def _inlined(page: str) -> str:
    """A page with its styles and pictures in it, and no way to a server."""
    page = STYLE.sub(lambda found: f"<style>{_file(found[1])}</style>", page)
    return _unlinked(page)


def _unlinked(page: str) -> str:
    """A page whose pictures are in it, and whose links to a server are only words."""
    page = IMAGE.sub(lambda found: f'{found[1]}="{_data(_file(found[2]))}"', page)
    return LINK.sub("", page)


def _data(text: str, media: str = "image/svg+xml") -> str:
    return f"data:{media};base64,{base64.b64encode(text.encode()).decode()}"


def _classic(page: str) -> list[str]:
    """The scripts of a page that are no modules."""
    return [found[1] for found in SCRIPT.finditer(page) if 'type="module"' not in found[0]]


def _modules(entry: str = "replay.js") -> str:
    """A script and all that it imports: each under its bare name, which an import map knows."""
    found: dict[str, str] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        text = _file(name)
        found[name] = IMPORT.sub(r'\1 \2"\3"', text)
        waiting += [it[3] for it in IMPORT.finditer(text) if it[3] not in found]
    imports = {name: _data(text, "text/javascript") for name, text in found.items()}
    return (
        f'<script type="importmap">{json.dumps({"imports": imports})}</script>\n'
        f'<script type="module">import "{entry}";</script>\n'
    )


# As a picture.


def svg(
    match: Match, seat: int | None = None, *, size: tuple[int, int] = SIZE, dark: bool = False
) -> str:
    """The table of a match as it stands, as an SVG that stands alone."""
    width, height = size
    writer = _Xml()
    writer.feed(still(match, seat, dark=dark).partition("<!doctype html>")[2])
    writer.close()
    page = "".join(writer.out).strip()
    fit = f"<style>.at-table {{ height: {height}px; }}</style></head>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><foreignObject width="{width}" height="{height}">'
        f"{page.replace('</head>', fit, 1)}</foreignObject></svg>\n"
    )


class _Xml(HTMLParser):
    """Writes HTML as XML: names as they were written, every element closed, every value quoted."""

    NAMESPACES: Final = {
        "html": "http://www.w3.org/1999/xhtml",
        "svg": "http://www.w3.org/2000/svg",
    }

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """An element opens; its source knows upper case, which attributes of SVG need."""
        del attrs
        source = (self.get_starttag_text() or "").strip("<>").removesuffix("/")
        name, _, rest = source.partition(" ")
        name = name.strip()
        told = {key: unescape(value.strip("\"'")) for key, value in ATTRIBUTE.findall(rest)}
        if tag in self.NAMESPACES:
            told["xmlns"] = self.NAMESPACES[tag]
        words = "".join(f' {key}="{escape(value)}"' for key, value in told.items())
        closed = tag in VOID or (self.get_starttag_text() or "").endswith("/>")
        self.out.append(f"<{name}{words}{'/' if closed else ''}>")
        if not closed:
            self._open.append(name)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """An element that is empty."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """An element closes, and with it whatever was left open in it."""
        names = [name.lower() for name in self._open]
        if tag not in names:
            return
        while self._open:
            name = self._open.pop()
            self.out.append(f"</{name}>")
            if name.lower() == tag:
                return

    def handle_data(self, data: str) -> None:
        """Text."""
        self.out.append(escape(data, quote=False))


# In a notebook.


def framed(page: str, title: str) -> str:
    """A page that stands alone, in a frame as notebooks show it."""
    return (
        f'<iframe title="{escape(title)}" srcdoc="{escape(page)}" sandbox '
        f'style="width: 100%; height: {NOTEBOOK_HEIGHT}px; border: 0"></iframe>'
    )


# Into a file.


def png(page: str, size: tuple[int, int] = SIZE) -> bytes:
    """A page as a picture, drawn by a Chromium of this machine or by Playwright's own."""
    how = (
        "pip install playwright, then python -m playwright install chromium; "
        "an .svg or .html needs neither"
    )
    try:
        from playwright.sync_api import Error, sync_playwright  # noqa: PLC0415  # rarely there
    except ImportError as error:
        raise NoPicture(f"a .png is drawn by Chromium, through Playwright: {how}") from error
    ours = os.environ.get("RAVELBOX_CHROMIUM") or next(
        filter(None, map(shutil.which, BROWSERS)), None
    )
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=ours, args=["--no-sandbox"])
        except Error as error:
            raise NoPicture(f"a .png is drawn by Chromium, and none was found: {how}") from error
        window = browser.new_page(viewport={"width": size[0], "height": size[1]})
        window.set_content(page)
        drawn = window.screenshot()
        browser.close()
    return drawn


def drawn(
    record: Record,
    at: int | None,
    kind: str,
    seat: int | None = None,
    *,
    size: tuple[int, int] = SIZE,
    dark: bool = False,
) -> bytes:
    """A picture of a record as ".png", ".svg" or ".html"; without a moment HTML is the replay."""
    if kind == ".html" and at is None:
        return film(record, as_told if seat is None else lambda _: seat, dark=dark)
    match = match_at(record, len(record.moves) - len(record.chance) if at is None else at)
    eyes = as_told(match) if seat is None else seat
    if kind == ".svg":
        return svg(match, eyes, size=size, dark=dark).encode()
    page = still(match, eyes, dark=dark)
    return png(page, size) if kind == ".png" else page.encode()
