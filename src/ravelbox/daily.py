"""The daily R.A.V.E.L.: one puzzle a day for everybody, winnable, and neither trivial nor hopeless.

§10 of the rules. The seed comes from a secret key and the date, so nobody can work the hidden cards
out from the date alone. `python -m ravelbox.daily` chooses one beside a server, with the key on its
standard input.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import sys
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

import ravelbox
from ravelbox.bots import bot, play_out
from ravelbox.bots.solver.solve import solve
from ravelbox.games.ravel.deal import RavelDealt
from ravelbox.games.ravel.plates import COGS
from ravelbox.games.ravel.state import DECLINED, RESIGNED, SKIPPED, UNLOCKED, WON, Ravel
from ravelbox.kernel.dealer import SEED_LENGTH, Seeded
from ravelbox.kernel.errors import BadOption, RavelboxError
from ravelbox.kernel.match import Match
from ravelbox.kernel.words import echo, listed

VARIABLE: Final = "RAVELBOX_DAILY"
DAYS: Final = 30  # that the archive goes back, before today
WEEKS: Final = 8  # likewise, before this one
DAY_FORM: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
WEEK_FORM: Final = re.compile(r"([0-9]{4})-W([0-9]{2})")
REFERENCE: Final = "greedy"  # the fair bot that a puzzle is tried with


@dataclass(frozen=True, slots=True)
class Kind:
    """A puzzle that comes round: each day, or each week an easier and a harder one."""

    name: str
    title: str
    preset: str  # the level of the rules page
    words: str  # what is dealt
    deck: str
    tokens: int
    least: float  # the share that the fair reference bot may win
    most: float

    @property
    def weekly(self) -> bool:
        """Whether it lasts for a week."""
        return self.name != "day"


KINDS: Final = {
    kind.name: kind
    for kind in (
        Kind(
            "day", "R.A.V.E.L. of the day", "Standard", "Standard cogs, 8 tokens", "S", 8, 0.2, 0.8
        ),
        Kind(
            "easier",
            "Easier one of the week",
            "Easy",
            "Standard cogs, 10 tokens",
            "S",
            10,
            0.4,
            0.95,
        ),
        Kind(
            "harder",
            "Harder one of the week",
            "Controlled-half",
            "Eight cogs Advanced, 8 tokens",
            "C8",
            8,
            0.05,
            0.5,
        ),
    )
}


class BadScreen(RavelboxError, ValueError):
    """A screen that cannot be read."""

    code = "bad_option"


@dataclass(frozen=True, slots=True)
class Screen:
    """How much is done to find a good puzzle; the same for everybody who has the key."""

    beam: int = 40  # tables that the oracle keeps in a layer; it sets the par too
    games: int = 24  # of the reference bot; 0 does not ask it
    tries: int = 60  # seeds; then the best so far is taken
    ahead: int = 1  # whether tomorrow's is looked for before it is asked for

    @classmethod
    def read(cls, text: str) -> Screen:
        """A screen as RAVELBOX_DAILY writes it, such as "beam=10,ahead=0"; empty is the usual."""
        given: dict[str, int] = {}
        for part in text.split(",") if text else []:
            name, _, value = part.strip().partition("=")
            if name not in cls.__slots__ or not (value.isascii() and value.isdecimal()):
                raise BadScreen(
                    f"{VARIABLE} holds numbers for {listed(cls.__slots__, 'and')} such as "
                    f"beam=40, not {echo(part)}"
                )
            given[name] = int(value[:6])
        return cls(**given)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The puzzle of a day or week. Nobody hears of it before the game is over."""

    kind: str
    day: str  # 2026-11-18, or 2026-W47
    seed: str
    par: int  # tokens left in the best line that the oracle found
    won: int  # by the fair reference bot
    games: int


def today() -> date:
    """The day that it is in Greenwich, where all days of the box begin."""
    return datetime.now(UTC).date()


def day_of(kind: Kind, when: date) -> str:
    """The name of the puzzle of that kind at a date."""
    if not kind.weekly:
        return when.isoformat()
    year, week, _ = when.isocalendar()
    return f"{year:04}-W{week:02}"


def kind_of(name: object) -> Kind:
    """The kind of that name."""
    if not isinstance(name, str) or name not in KINDS:
        raise BadOption(f"a puzzle is {listed(KINDS)}, not {echo(name)}", option="kind")
    return KINDS[name]


def first_day(kind: Kind, day: object) -> date:
    """The date at which a puzzle begins; complains where there is none of that name."""
    form = "a week such as 2026-W47" if kind.weekly else "a date such as 2026-11-18"
    text = day if isinstance(day, str) else ""
    week = WEEK_FORM.fullmatch(text)
    try:
        if kind.weekly and week:
            return date.fromisocalendar(int(week[1]), int(week[2]), 1)
        if not kind.weekly and DAY_FORM.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass  # a day that no calendar has
    raise BadOption(f"{kind.title}: {form} is asked for, not {echo(day)}", option="day")


def open_day(kind: Kind, day: object, now: date, called: str = "") -> str:
    """A puzzle that may be played now: today's, or one of the archive.

    Messages name it as whoever asks has `called` it.
    """
    first = first_day(kind, day)
    name = day_of(kind, first)
    if first > now:
        raise BadOption(f"{called or name} has not begun; days begin at midnight UTC", option="day")
    open_ = archive(kind, now)
    if name not in open_:
        raise BadOption(
            f"{called or name} is too long ago; the archive goes back to {open_[-1]}", option="day"
        )
    return name


def archive(kind: Kind, now: date) -> list[str]:
    """The names of all puzzles of a kind that may be played now: today's, then those before it."""
    step = timedelta(weeks=1) if kind.weekly else timedelta(days=1)
    return [day_of(kind, now - step * n) for n in range((WEEKS if kind.weekly else DAYS) + 1)]


def candidate(key: str, kind: Kind, day: str, r: int) -> str:
    """The seed number `r` of a day: the hash of key, day and preset, in base 32."""
    text = f"{key}|{day}|{kind.preset}|{r}"
    hashed = hashlib.sha256(text.encode()).digest()
    return base64.b32encode(hashed).decode()[:SEED_LENGTH]


def dealt(kind: Kind, seed: str) -> Match:
    """The match of a puzzle."""
    options = {"deck": kind.deck, "tokens": kind.tokens}
    return Match.new(ravelbox.load("ravel"), options, dealer=RavelDealt(seed))


def fair_wins(match: Match, games: int) -> int:
    """How often the reference bot wins from the same visible start, hidden cards and rolls redrawn."""
    won = 0
    for n in range(games):
        again = Match(match.game, match.header, match.state.clone(), Seeded(n))
        play_out(again, [bot(REFERENCE, "ravel", seed=n)])
        assert isinstance(again.state, Ravel)
        won += again.state.result == WON
    return won


def choose(key: str, kind: Kind, day: str, screen: Screen) -> Chosen:
    """The puzzle of a day: the first seed that the oracle wins and that is fair to play."""
    best: Chosen | None = None
    off = 2.0
    for r in range(screen.tries):
        seed = candidate(key, kind, day, r)
        match = dealt(kind, seed)
        solution = solve(match, screen.beam)
        if solution.tokens is None:
            continue
        won = fair_wins(match, screen.games)
        share = won / screen.games if screen.games else kind.least
        found = Chosen(kind.name, day, seed, solution.tokens, won, screen.games)
        if kind.least <= share <= kind.most:
            return found
        if min(abs(share - kind.least), abs(share - kind.most)) < off:
            best, off = found, min(abs(share - kind.least), abs(share - kind.most))
    if best is None:
        raise BadScreen(f"no puzzle for {day} could be won; look for more than {screen.tries}")
    return best


def marks(match: Match) -> str:
    """One letter a cog in the order of unlocking: S or A, small where its reward was not used."""
    letters: list[str] = []
    for notes in match.notes:
        for kind, _, card, _ in notes:
            if kind == UNLOCKED:
                letters.append("A" if COGS[card].advanced else "S")
            elif kind in (DECLINED, SKIPPED):
                letters[-1] = letters[-1].lower()
    return "".join(letters)


def share_line(match: Match, kind: Kind, day: str, par: int) -> str:
    """The result of a finished game, to be shared: it names no card, so it spoils nothing."""
    s = match.state
    assert isinstance(s, Ravel)
    cogs = marks(match)
    gave_up = any(kind == RESIGNED for notes in match.notes for kind, _, _, _ in notes)
    lost = f"{'given up' if gave_up else 'stuck'}, par {par}"
    end = f"{s.ready} token{'' if s.ready == 1 else 's'} left, par {par}"
    return (
        f"R.A.V.E.L. {kind.preset} {day}: {len(cogs)}/16 cogs, "
        f"{end if s.result == WON else lost}, "
        f"{s.turns} turn{'' if s.turns == 1 else 's'}\n{cogs or '-'}"
    )


def main() -> int:
    """Choose one beside a server: key, kind, day and screen come in lines, the choice goes out."""
    if hasattr(os, "nice"):
        os.nice(10)  # tables that are being played come first
    key, name, day, beam, games, tries = sys.stdin.read().split()
    screen = Screen(int(beam), int(games), int(tries))
    found = choose(key, kind_of(name), day, screen)
    sys.stdout.write(f"{found.seed} {found.par} {found.won} {found.games}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
