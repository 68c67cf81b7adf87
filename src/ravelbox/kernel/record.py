"""A match on paper: a header and a list of integers, as text and as JSON."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import ravelbox
from ravelbox.kernel.errors import RavelboxError, RecordError, ReplayMismatch
from ravelbox.kernel.options import Options, spelled
from ravelbox.kernel.words import echo, listed

if TYPE_CHECKING:
    from ravelbox.kernel.game import Game

FORMAT: Final = 1
LONGEST: Final = 4_000_000  # characters; a longer text is no record of ours
CHANCE_MARK: Final = "~"
HEX_FORM: Final = re.compile(r"[0-9a-fA-F]{64}")  # of a commitment, and of the key behind it
KEYS: Final = (
    "ravelbox-record",
    "game",
    "rules",
    "actions",
    "seats",
    "dealer",
    "commitment",
    "key",
    "position",
    "moves",
)


@dataclass(frozen=True, slots=True)
class Header:
    """Everything but the moves: which game, by which rules, with which options and luck."""

    game: str
    rules: int
    actions: str  # fingerprint of the table of actions
    options: Options
    seats: int
    dealer: str = ""  # as `Dealer.spec`; empty while it must stay secret
    position: Mapping[str, Any] | None = None  # the table it started from, if not a new one
    commitment: str = ""  # to the key of its luck; shown from the start
    key: str = ""  # what a dealt seed was made from; as secret as the dealer

    def sealed(self) -> Header:
        """The same without dealer and key: all that may be told while the match runs."""
        return dataclasses.replace(self, dealer="", key="")


@dataclass(frozen=True, slots=True)
class Record:
    """A finished or running match. `chance` says how many answers each question to luck had."""

    header: Header
    moves: tuple[int, ...]
    chance: Mapping[int, int] = field(default_factory=dict)  # move number -> possible answers

    def to_json(self) -> str:
        """One JSON object; `moves` are the bare integers."""
        return json.dumps(
            {
                "ravelbox-record": FORMAT,
                "game": self.header.game,
                "rules": self.header.rules,
                "actions": self.header.actions,
                "seats": self.header.seats,
                "options": self.header.options,
                "dealer": self.header.dealer,
                "commitment": self.header.commitment,
                "key": self.header.key,
                "position": self.header.position,
                "moves": list(self.moves),
                "chance": {str(n): among for n, among in self.chance.items()},
            }
        )

    def to_text(self) -> str:
        """Header lines, then one action a line; luck is "~ answer/answers"."""
        space = ravelbox.load(self.header.game).space
        lines = [
            f"ravelbox-record: {FORMAT}",
            f"game: {self.header.game}",
            f"rules: {self.header.rules}",
            f"actions: {self.header.actions}",
            f"seats: {self.header.seats}",
            *(f"option {name}: {spelled(value)}" for name, value in self.header.options.items()),
        ]
        luck = ("dealer", "commitment", "key")
        lines += [f"{key}: {said}" for key in luck if (said := getattr(self.header, key))]
        if self.header.position is not None:
            lines.append(f"position: {json.dumps(self.header.position)}")
        lines += [f"moves: {len(self.moves)}", ""]
        for n, code in enumerate(self.moves):
            if n in self.chance:
                lines.append(f"{CHANCE_MARK} {code}/{self.chance[n]}")
            else:
                lines.append(space.to_text(code))
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read back what `to_text` wrote; `#` starts a comment."""
        if len(text) > LONGEST:
            raise RecordError("text", f"is longer than {LONGEST} characters")
        facts: dict[str, tuple[str, str]] = {}
        lines = text.splitlines()
        body = len(lines)
        for n, line in enumerate(lines):
            if not line.strip() and facts:
                body = n
                break
            _header_line(line, f"line {n + 1}", facts)
        game, header = _header({key: value for key, (value, _) in facts.items()}, facts)
        moves, chance = _moves(game, lines, body)
        wanted = _number(facts, "moves")
        if wanted != len(moves):
            raise RecordError(
                f"line {len(lines)}",
                f"the header promises {wanted} moves, but {len(moves)} are there",
            )
        return cls(header, tuple(moves), chance)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read back what `to_json` wrote."""
        if len(text) > LONGEST:
            raise RecordError("text", f"is longer than {LONGEST} characters")
        try:
            document = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RecordError("text", f"is not JSON: {echo(str(error))}") from error
        if not isinstance(document, dict):
            raise RecordError("text", "a record in JSON is an object")
        options = document.get("options")
        moves = document.get("moves")
        among = document.get("chance")
        if not isinstance(options, dict) or not isinstance(moves, list):
            raise RecordError("options and moves", "must be an object and a list")
        if not all(type(code) is int and code >= 0 for code in moves):
            raise RecordError("moves", "must be whole numbers from 0 up")
        facts = {key: document[key] for key in KEYS if key in document and key != "moves"}
        facts |= {f"option {name}": value for name, value in options.items()}
        _, header = _header(facts, {})
        return cls(header, tuple(moves), _among(among))


def _header_line(line: str, place: str, facts: dict[str, tuple[str, str]]) -> None:
    key, colon, value = line.partition(":")
    key = " ".join(key.split())
    if not line.strip() or line.lstrip().startswith("#"):
        return
    if not colon or not (key in KEYS or key.startswith("option ")):
        raise RecordError(
            place,
            f'expected a header line such as "game: ravel", not {echo(line.strip())}; '
            "an empty line ends the header",
        )
    if key in facts:
        raise RecordError(place, f"{key} is there twice")
    facts[key] = (value.strip(), place)


def _header(
    facts: Mapping[str, object], places: Mapping[str, tuple[str, str]]
) -> tuple[Game, Header]:
    """The header, checked against the game as it is in this box."""

    def place(key: str) -> str:
        return places[key][1] if key in places else key

    if str(facts.get("ravelbox-record")) != str(FORMAT):
        raise RecordError(
            place("ravelbox-record"),
            f"a record starts with ravelbox-record: {FORMAT}, not "
            f"{echo(facts.get('ravelbox-record', 'nothing'))}",
        )
    try:
        game = ravelbox.load(str(facts.get("game", "")))
    except RavelboxError as error:
        raise RecordError(place("game"), str(error)) from error
    rules = _number(facts, "rules", place("rules"))
    if rules != game.rules or facts.get("actions") != game.space.hash:
        raise ReplayMismatch(
            place("rules"),
            f"it was made by rules {rules}, actions {echo(facts.get('actions'))}; this box "
            f"has rules {game.rules}, actions {game.space.hash}",
        )
    seats = _number(facts, "seats", place("seats"))
    if seats not in game.seats:
        raise RecordError(place("seats"), f"{game.title} has {listed(game.seats)} seats")
    given = {key[7:]: value for key, value in facts.items() if key.startswith("option ")}
    try:
        options = game.options_of(given)
    except RavelboxError as error:
        raise RecordError("options", str(error)) from error
    dealer = facts.get("dealer", "")
    if not isinstance(dealer, str):
        raise RecordError(place("dealer"), "must be a text")
    return game, Header(
        game.name,
        rules,
        game.space.hash,
        options,
        seats,
        dealer,
        _position(facts, place("position")),
        _hex(facts, "commitment", place("commitment")),
        _hex(facts, "key", place("key")),
    )


def _hex(facts: Mapping[str, object], key: str, place: str) -> str:
    value = facts.get(key, "")
    if value != "" and not (isinstance(value, str) and HEX_FORM.fullmatch(value)):
        raise RecordError(place, f"a {key} is 64 hexadecimal digits, not {echo(value)}")
    return str(value).lower()


def _position(facts: Mapping[str, object], place: str) -> Mapping[str, Any] | None:
    position = facts.get("position")
    if isinstance(position, str):
        try:
            position = json.loads(position)
        except (ValueError, RecursionError) as error:
            raise RecordError(place, f"is not JSON: {echo(str(error))}") from error
    if position is not None and not isinstance(position, dict):
        raise RecordError(place, "must be an object")
    return position


def _number(facts: Mapping[str, Any], key: str, place: str = "") -> int:
    value = facts.get(key)
    if isinstance(value, tuple):
        value, place = value
    if type(value) is int:
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:  # noqa: PLR2004  # more digits than any count of ours
        return int(value)
    raise RecordError(place or key, f"{key} must be a number, not {echo(value)}")


def _moves(game: Game, lines: list[str], body: int) -> tuple[list[int], dict[int, int]]:
    moves: list[int] = []
    chance: dict[int, int] = {}
    for n in range(body, len(lines)):
        line = lines[n].partition("#")[0].strip()
        if not line:
            continue
        place = f"line {n + 1}"
        if line.startswith(CHANCE_MARK):
            answer, _, among = line[1:].partition("/")
            pair = {"answer": answer.strip(), "answers": among.strip()}
            chance[len(moves)] = _number(pair, "answers", place)
            moves.append(_number(pair, "answer", place))
        else:
            try:
                moves.append(game.space.parse(line))
            except RavelboxError as error:
                raise RecordError(place, str(error)) from error
    return moves, chance


def _among(among: object) -> dict[int, int]:
    if not isinstance(among, dict):
        raise RecordError("chance", "must be an object of move numbers and possible answers")
    return {
        _number({"move": n}, "move", "chance"): _number({"answers": m}, "answers", "chance")
        for n, m in among.items()
    }
