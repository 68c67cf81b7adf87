"""Any table as a readable document, and back: for puzzles, bug reports, teaching and tests."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import ravelbox
from ravelbox.kernel.errors import PositionError, RavelboxError
from ravelbox.kernel.options import Options
from ravelbox.kernel.words import echo

if TYPE_CHECKING:
    from ravelbox.kernel.game import Game
    from ravelbox.kernel.rules import State

FORMAT: Final = 1
LONGEST: Final = 1_000_000  # characters


def dump(game: Game, options: Options, state: State) -> dict[str, Any]:
    """The document of a table."""
    return {
        "ravelbox-position": FORMAT,
        "game": game.name,
        "options": dict(options),
        **game.dump(state),
    }


def to_text(document: Mapping[str, Any]) -> str:
    """A document as JSON, one key a line."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in document.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def parse(text: str) -> dict[str, Any]:
    """A document from JSON or TOML."""
    if len(text) > LONGEST:
        raise PositionError("text", f"is longer than {LONGEST} characters")
    try:
        document = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise PositionError("text", f"is neither JSON nor TOML: {echo(str(error))}") from error
    if not isinstance(document, dict):
        raise PositionError("text", "a position is one object")
    return document


def load(document: Mapping[str, Any], game: Game | None = None) -> tuple[Game, Options, State]:
    """The table of a document, its game and its options; complains by key."""
    if document.get("ravelbox-position") != FORMAT:
        raise PositionError(
            "ravelbox-position",
            f"must be {FORMAT}, not {echo(document.get('ravelbox-position', 'missing'))}",
        )
    name = str(document.get("game", ""))
    if game is not None and name != game.name:
        raise PositionError("game", f"is {echo(name)}, not {echo(game.name)}")
    given = document.get("options", {})
    if not isinstance(given, Mapping):
        raise PositionError("options", "must be an object")
    try:
        game = ravelbox.load(name)
        options = game.options_of(given)
    except PositionError:
        raise
    except RavelboxError as error:
        raise PositionError(error.code, str(error)) from error
    own = {
        key: value
        for key, value in document.items()
        if key not in ("ravelbox-position", "game", "options")
    }
    return game, options, game.restore(own, options)
