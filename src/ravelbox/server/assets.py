"""Files that pages need: scripts, style sheets, art, and the rules as text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from litestar.response import Response
from markdown_it import MarkdownIt

import ravelbox
from ravelbox.kernel.game import Game
from ravelbox.kernel.options import Options
from ravelbox.kernel.words import echo
from ravelbox.server.protocol import HTML, NotFound
from ravelbox.web import drawer, pages

PACKAGE: Final = Path(ravelbox.__file__).parent
STATIC: Final = PACKAGE / "web" / "static"
# Installed, the rules lie beside the pages; in a source checkout they are in docs.
RULES: Final = (PACKAGE / "web" / "rules", PACKAGE.parent.parent / "docs" / "rules")
TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
# What browsers need not be sent: comments on lines of their own, and room around a style's marks.
JS_COMMENT: Final = re.compile(
    rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)[ \t]*\n", re.MULTILINE | re.DOTALL
)
CSS_COMMENT: Final = re.compile(rb"/\*.*?\*/", re.DOTALL)
CSS_STRING: Final = re.compile(rb"""("[^"]*"|'[^']*'|url\([^)]*\))""")
CSS_ROOM: Final = re.compile(rb" ?([{};,]) ?")
SPACE: Final = re.compile(rb"\s+")
GAME_TYPES: Final = (".css", ".svg")
# A picture may style itself, and may do nothing else.
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


def static_file(path: str, if_none_match: str) -> Response[bytes]:
    """A file of the frame or of a game, or the word that the browser's copy is still good."""
    file = _find(path.strip("/"))
    policy = {"Content-Security-Policy": PICTURE_POLICY} if file.suffix == ".svg" else {}
    content = _lean(file, file.stat().st_mtime_ns)
    return _tagged(content, TYPES[file.suffix], if_none_match, policy)


@lru_cache(maxsize=64)
def _lean(file: Path, changed: int) -> bytes:
    """A file without what only its readers need; an edited one is read anew."""
    del changed
    content = file.read_bytes()
    if file.suffix == ".js":
        return JS_COMMENT.sub(b"", content)
    if file.suffix == ".css":
        return b"".join(
            part if n % 2 else CSS_ROOM.sub(rb"\1", SPACE.sub(b" ", part))
            for n, part in enumerate(CSS_STRING.split(CSS_COMMENT.sub(b"", content)))
        )
    return content


def _tagged(
    content: bytes, media_type: str, if_none_match: str, more: Mapping[str, str]
) -> Response[bytes]:
    """Content with a tag of its own; nothing but the tag for who has it already."""
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", **more}
    if tag in (known.strip().removeprefix("W/") for known in if_none_match.split(",")):
        return Response(b"", status_code=304, headers=headers, media_type=media_type)
    return Response(content, headers=headers, media_type=media_type)


def _find(path: str) -> Path:
    root, file = STATIC, STATIC / path
    parts = path.split("/")
    if parts[0] == "games" and len(parts) == 3 and parts[1] in ravelbox.games():  # noqa: PLR2004  # games/<name>/<file>
        root = PACKAGE / "games" / parts[1]
        file = root / parts[2]
    known = TYPES if root == STATIC else GAME_TYPES
    try:
        file = file.resolve(strict=True)
    except (OSError, ValueError) as error:
        raise NotFound(f"there is no file {echo(path)}") from error
    if not file.is_relative_to(root.resolve()) or not file.is_file() or file.suffix not in known:
        raise NotFound(f"there is no file {echo(path)}")
    return file


def rules_html(game: Game) -> str:
    """The page of a game's rules."""
    return pages.rules_page(game, _rules(game))


def rules_drawer(game: Game, options: Options, if_none_match: str) -> Response[bytes]:
    """The rules for the drawer of a table with these options."""
    fragment = drawer.drawer(game, _rules(game), options)
    return _tagged(fragment.encode(), HTML, if_none_match, {})


def _rules(game: Game) -> str:
    """The rules of a game as HTML."""
    for folder in RULES:
        file = folder / f"{game.name}.md"
        if file.is_file():
            return _rendered(file, file.stat().st_mtime_ns)
    raise NotFound(f"the rules of {game.title} are not in this box")


@lru_cache(maxsize=8)
def _rendered(file: Path, changed: int) -> str:
    del changed  # part of the key, so that an edited page is read anew
    text = file.read_text(encoding="utf-8")
    html: str = MarkdownIt("commonmark").enable("table").render(text)
    return html
