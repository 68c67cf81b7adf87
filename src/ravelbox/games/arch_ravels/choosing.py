"""What a seat is in the middle of choosing: yarn, colour by colour, and what it is for."""

from __future__ import annotations

from typing import Any, Final

from ravelbox.games.arch_ravels.craft import GiveYarn, PayCounts
from ravelbox.games.arch_ravels.facts import COLOUR_IDS, ITEM_IDS, REQUEST_IDS
from ravelbox.games.arch_ravels.shop import ExchangeHowMany, ReturnYarn, TakeInstead
from ravelbox.games.arch_ravels.state import ArchRavels
from ravelbox.games.arch_ravels.yarn import (
    PLENTY_BITS,
    Colours,
    Counts,
    amount,
    need_of,
    packed,
)

PATTERN_IDS: Final = (*ITEM_IDS, *REQUEST_IDS)


def choosing(s: ArchRavels, seat: int | None) -> dict[str, Any] | None:
    """The yarn that a seat is asked about, as plain structure; the others learn the whole answer.

    `chosen` is so far what is paid, returned, given or taken, `given` what was returned before.
    """
    if seat is None or seat != s.actor:
        return None
    index, _, x, y = s.agenda[-1]
    rule = s.rules[index]
    if isinstance(rule, ExchangeHowMany):
        return _choice(colour=COLOUR_IDS[x], other=COLOUR_IDS[y])
    if isinstance(rule, ReturnYarn):
        return _choice(colour=COLOUR_IDS[x], chosen=y)
    if isinstance(rule, Colours):
        double = packed(y - 1, 2) if y else 0
        return _choice(pattern=PATTERN_IDS[x], left=1 if y else need_of(s, x), chosen=double)
    if not isinstance(rule, Counts):
        return None
    return _choice(
        pattern=PATTERN_IDS[x] if isinstance(rule, PayCounts) else None,
        to=x if isinstance(rule, GiveYarn) else None,
        colour=COLOUR_IDS[y & 7],
        left=y >> 3 & PLENTY_BITS,
        chosen=y >> 16,
        given=x if isinstance(rule, TakeInstead) else 0,
    )


def _choice(
    *,
    pattern: str | None = None,
    to: int | None = None,
    colour: str | None = None,
    other: str | None = None,
    left: int = 0,
    chosen: int = 0,
    given: int = 0,
) -> dict[str, Any]:
    return {
        "pattern": pattern,  # an item or a request that is paid for, or an item that is frogged
        "to": to,  # the seat that gets it
        "colour": colour,  # how many of these
        "other": other,  # for as many of those
        "left": left,  # still to choose, where the number is given
        "chosen": _counted(chosen),
        "given": _counted(given),
    }


def _counted(yarn: int) -> dict[str, int]:
    return {name: amount(yarn, colour) for colour, name in enumerate(COLOUR_IDS)}
