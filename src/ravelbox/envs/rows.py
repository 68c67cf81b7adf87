"""Rows of bytes for learning programs: what a seat sees as numbers, and what it may answer as a mask.

Both are written number by number into the compiler's own buffer, which costs next to nothing.
"""

from __future__ import annotations

from typing import Any, Final

from librt.strings import BytesWriter

from ravelbox.kernel.native import i64
from ravelbox.kernel.rules import RESIGN, SEAT, Rule, State

MOST: Final = 255  # of a number in a row of one byte an entry; greater ones are cut


def add_mask(codes: list[int], blank: bytes, to: BytesWriter) -> None:
    """One byte for each code of the game, 1 where it is possible; `blank` has as many, all 0."""
    start: i64 = len(to)
    to.write(blank)
    for code in codes:
        to[start + code] = 1


def mask_of(codes: list[int], blank: bytes) -> bytes:
    """A mask by itself."""
    to = BytesWriter()
    add_mask(codes, blank, to)
    return to.getvalue()


def cut(n: int) -> int:
    """A number that fits into a byte."""
    return min(MOST, n)


class Sight:
    """How a game's table looks to a seat, as a row of numbers; `tensors.py` says what each means.

    It reads the state because that is fast; tests hold it to what the view shows, entry by entry.
    """

    def __init__(self, rules: list[Rule[Any]], questions: list[str]) -> None:
        self.questions = [
            questions.index(rule.cites) + 1 if rule.asks == SEAT and rule.cites in questions else 0
            for rule in rules
        ]  # per rule: which question it asks a seat, or 0

    def write(self, s: State, seat: int, to: BytesWriter) -> None:
        """What the seat sees, number by number."""
        raise AssertionError("a game's sight says what is seen")

    def row(self, s: State, seat: int) -> bytes:
        """What the seat sees, by itself."""
        to = BytesWriter()
        self.write(s, seat, to)
        return to.getvalue()

    def answers(self, s: State) -> list[int]:
        """What the seat that is asked may answer itself, ascending, giving up left out."""
        codes = s.legal()
        if codes and codes[0] == RESIGN and len(codes) > 1:
            del codes[0]
        return codes

    def question(self, s: State, seat: int) -> int:
        """The question that the seat is asked, or 0."""
        return self.questions[s.agenda[-1][0]] if s.actor == seat else 0


def asked(s: State, seat: int, seats: int) -> int:
    """Who is asked: 0 nobody, 1 the seat itself, 2 the next one, and so on."""
    return (s.actor - seat) % seats + 1 if s.actor >= 0 else 0
