"""What is left to do at a table of Arch Ravels, in lines that can be read: `pay-any 0 r01 O:4:2B1G`.

A line has the rule's name, the seat, and the rule's memories in words: a pattern, a colour, a space,
yarn (`2B1G`, or `-` for none), and for yarn that is chosen colour by colour, the colour asked for, how
many are still to choose, and what is chosen so far.
"""

from __future__ import annotations

import re
from typing import Final

from ravelbox.games.arch_ravels.facts import (
    BOARD_IDS,
    COLOUR_IDS,
    ITEM_IDS,
    REQUEST_IDS,
    TILE_ITEMS,
)
from ravelbox.games.arch_ravels.yarn import PLENTY_BITS, amount, packed
from ravelbox.kernel.errors import PositionError
from ravelbox.kernel.rules import Frame
from ravelbox.kernel.words import echo, listed

NAMES: Final = [
    "draw-first", "seat-players", "choose-character", "deal-board", "choose-side", "draw-side",
    "deal-tile", "build-deck", "fill-bazaar", "list-projects", "begin-turn", "move-marker", "actions",
    "take-action", "more-crafts", "craft-again", "end-turn", "wild-colours", "exchange-how-many",
    "return-yarn", "take-instead", "pay-different", "pay-same", "pay-two", "pay-any", "pay-freely",
    "bracelet", "give-yarn", "bracelets-done", "restock", "draw-card", "draw-request", "draw-plain",
    "resolve", "choose-revealed", "put-away", "assign-request", "name-player", "yarn-sale",
    "give-away", "meet-clerk", "friendly-clerk", "craft-circle", "circle-craft", "wrap-up", "restock-action",
    "refund", "refill", "list-project", "final-craft", "last-craft", "count-points",
]  # fmt: skip

NOTHING: Final = "-"
PATTERN: Final = (*ITEM_IDS, *REQUEST_IDS)
SPACE: Final = ("1", "2", "3", "4", "5", "6", "7")  # 7: behind the last one
SEAT: Final = ("0", "1", "2", "3")
DOUBLE: Final = (NOTHING, *COLOUR_IDS)  # of Mittens, if it is chosen already
WHEN: Final = (NOTHING, "setup")
YARN: Final = ("yarn",)
COUNTS: Final = ("counts",)
BOARDS: Final = ("boards",)
# The memories of a rule: each one a list of words, by number, or one of the three forms above.
MEMORIES: Final[dict[str, list[tuple[str, ...]]]] = {
    "deal-board": [BOARDS],
    "choose-side": [BOARD_IDS],
    "draw-side": [BOARD_IDS],
    "deal-tile": [TILE_ITEMS],
    "wild-colours": [WHEN, COUNTS],
    "exchange-how-many": [COLOUR_IDS, COLOUR_IDS],
    "return-yarn": [COLOUR_IDS, YARN],
    "take-instead": [YARN, COUNTS],
    "pay-different": [PATTERN],
    "pay-same": [PATTERN],
    "pay-two": [PATTERN, DOUBLE],
    "pay-any": [PATTERN, COUNTS],
    "pay-freely": [PATTERN, COUNTS],
    "bracelet": [SEAT],
    "give-yarn": [SEAT, COUNTS],
    "bracelets-done": [PATTERN],
    "restock": [SPACE],
    "draw-card": [SPACE, WHEN],
    "draw-request": [SPACE, WHEN],
    "draw-plain": [SPACE, WHEN],
    "put-away": [SPACE],
    "assign-request": [SPACE],
    "yarn-sale": [WHEN, COUNTS],
    "refund": [PATTERN, DOUBLE],
    "list-project": [SPACE],
}  # fmt: skip
SKEINS: Final = "".join(rf"(?:([1-9]\d{{0,2}}){colour})?" for colour in COLOUR_IDS)
COUNTED: Final = re.compile(rf"([{''.join(COLOUR_IDS)}]):([1-9]\d{{0,3}}):(-|[1-9].*)", re.ASCII)


def line(frame: Frame) -> str:
    """A frame as a line of the agenda."""
    rule, seat, x, y = frame
    memories = MEMORIES.get(NAMES[rule], [])
    if memories == [BOARDS]:
        dealt = [BOARD_IDS[y >> 3 * k & 7] for k in range(x)]
        words = [",".join(dealt) or NOTHING]
    else:
        words = [_word(form, n) for form, n in zip(memories, (x, y), strict=False)]
    return " ".join([NAMES[rule], str(seat), *words])


def _word(form: tuple[str, ...], n: int) -> str:
    if form == YARN:
        return yarn_text(n)
    if form == COUNTS:
        return f"{COLOUR_IDS[n & 7]}:{n >> 3 & PLENTY_BITS}:{yarn_text(n >> 16)}"
    return form[n]


def yarn_text(yarn: int) -> str:
    """Yarn as a word: "2B1G"."""
    counts = [(amount(yarn, c), name) for c, name in enumerate(COLOUR_IDS)]
    return "".join(f"{n}{name}" for n, name in counts if n) or NOTHING


def frame(text: object, seats: int) -> Frame:
    """The frame of a line."""
    name, *words = text.split(" ") if isinstance(text, str) else [""]
    if name not in NAMES:
        raise PositionError("agenda", f'{echo(text)} is not like "take-action 0"')
    memories = MEMORIES.get(name, [])
    if len(words) != len(memories) + 1:
        raise PositionError("agenda", f'{echo(text)} is not like "{_sample(name)}"')
    seat = words.pop(0)
    if seat not in SEAT[:seats]:
        raise PositionError("agenda", f"{echo(text)}: there is no seat {echo(seat)}")
    x = y = 0
    if memories == [BOARDS]:
        x, y = _boards(words[0])
    elif memories:
        found = [_number(form, word) for form, word in zip(memories, words, strict=True)]
        x, y = (*found, 0)[:2]
    return (NAMES.index(name), int(seat), x, y)


def _sample(name: str) -> str:
    """A line as that rule has them."""
    samples: dict[tuple[str, ...], str] = {YARN: "2B1G", COUNTS: "O:4:2B1G", BOARDS: NOTHING}
    return " ".join([name, "0", *(samples.get(form, form[0]) for form in MEMORIES.get(name, []))])


def _number(form: tuple[str, ...], word: str) -> int:
    if form == YARN:
        return _yarn(word)
    if form == COUNTS:
        found = COUNTED.fullmatch(word)
        if found is None or int(found[2]) > PLENTY_BITS:
            raise PositionError("agenda", f'{echo(word)} is not like "O:4:2B1G"')
        return COLOUR_IDS.index(found[1]) | int(found[2]) << 3 | _yarn(found[3]) << 16
    if word not in form:
        raise PositionError("agenda", f"{echo(word)} is not {listed(form)}")
    return form.index(word)


def _yarn(word: str) -> int:
    found = re.fullmatch(SKEINS, word, re.ASCII) if word else None
    if word == NOTHING:
        return 0
    if found is None:
        raise PositionError("agenda", f'{echo(word)} is not yarn such as "2B1G"')
    return sum(packed(c, int(n)) for c, n in enumerate(found.groups()) if n)


def _boards(word: str) -> tuple[int, int]:
    """Boards that are dealt: how many, and which."""
    dealt = [] if word == NOTHING else word.split(",")
    for name in dealt:
        if name not in BOARD_IDS or dealt.count(name) > 1:
            raise PositionError("agenda", f"{echo(word)} is not a list of different boards")
    return len(dealt), sum(BOARD_IDS.index(name) << 3 * k for k, name in enumerate(dealt))
