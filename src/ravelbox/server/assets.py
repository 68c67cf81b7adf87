"""Files that pages need: scripts, style sheets, art, and the rules as text."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from litestar.response import Response
from markdown_it import MarkdownIt

import ravelbox
from ravelbox.kernel.game import Game
from ravelbox.kernel.words import echo
from ravelbox.server.protocol import NotFound
from ravelbox.web import pages

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
GAME_TYPES: Final = (".css", ".svg")
# A picture may style itself, and may do nothing else.
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


def static_file(path: str, if_none_match: str) -> Response[bytes]:
    """A file of the frame or of a game, or the word that the browser's copy is still good."""
    file = _find(path.strip("/"))
    content = file.read_bytes()
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if file.suffix == ".svg":
        headers["Content-Security-Policy"] = PICTURE_POLICY
    if tag in (known.strip().removeprefix("W/") for known in if_none_match.split(",")):
        return Response(b"", status_code=304, headers=headers, media_type=TYPES[file.suffix])
    return Response(content, headers=headers, media_type=TYPES[file.suffix])


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
    for folder in RULES:
        file = folder / f"{game.name}.md"
        if file.is_file():
            return _rendered(game, file, file.stat().st_mtime_ns)
    raise NotFound(f"the rules of {game.title} are not in this box")


@lru_cache(maxsize=8)
def _rendered(game: Game, file: Path, changed: int) -> str:
    del changed  # part of the key, so that an edited page is read anew
    text = file.read_text(encoding="utf-8")
    return pages.rules_page(game, MarkdownIt("commonmark").enable("table").render(text))
