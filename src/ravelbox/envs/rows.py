"""Rows of bytes for learning programs: what a seat sees as numbers, and what it may answer as a mask.

Joining ready pieces of bytes is the fastest way that the compiler offers without help from outside.
"""

from __future__ import annotations

from typing import Any, Final

from ravelbox.kernel.rules import RESIGN, SEAT, Rule, State

BYTE: Final = [bytes([n]) for n in range(256)]
WORD: Final = [n.to_bytes(2, "little") for n in range(4096)]  # for rows of two bytes an entry
RUNS: Final = [bytes(n) for n in range(256)]  # so many answers in a row that are not possible
ONES: Final = [b"\x01" * n for n in range(256)]  # so many that are
BLANK: Final = bytes(8192)  # more than any game has answers
MOST: Final = 255  # of a number in a row of one byte an entry; greater ones are cut


def mask_of(codes: list[int], size: int) -> bytes:
    """One byte for each code of the game, 1 where it is possible; `codes` ascend."""
    pieces: list[bytes] = []
    end = 0  # of what is written
    first = 0  # of the codes that follow each other
    next_ = 0  # after the last of them
    for code in codes:
        if code != next_:
            add_run(pieces, first - end, next_ - first)
            end = next_
            first = code
        next_ = code + 1
    add_run(pieces, first - end, next_ - first)
    pieces.append(BLANK[: size - next_])
    return b"".join(pieces)


def add_run(pieces: list[bytes], gap: int, run: int) -> None:
    """So many codes that are not possible, then so many that are."""
    pieces.append(RUNS[gap] if gap <= MOST else BLANK[:gap])
    while run > MOST:
        pieces.append(ONES[MOST])
        run -= MOST
    pieces.append(ONES[run])


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

    def row(self, s: State, seat: int) -> bytes:
        """What the seat sees."""
        raise AssertionError("a game's sight says what is seen")

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
