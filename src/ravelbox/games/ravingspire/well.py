"""The Well of Souls: what a payment there banishes."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.codes import PICK
from ravelbox.games.ravingspire.places import AT_DISCARD, AT_HAND, AT_PAID
from ravelbox.games.ravingspire.state import BANISHED, KIND, Ravingspire
from ravelbox.kernel.rules import Choice, Step


class WellPaid(Step[Ravingspire]):
    """RSP-84. One card of hand or discard pile, or one of those just paid, is banished."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Take the only one, or ask."""
        codes = BANISH_ONE.options(s, seat, 0, 0)
        if len(codes) > 1:
            s.next(BANISH_ONE.of(seat))
        elif codes:
            banish_at(s, seat, codes[0] - PICK)


class BanishOne(Choice[Ravingspire]):
    """RSP-84. Which card the Well takes."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """Hand, discard pile, and cards just paid; identical ones of a zone once."""
        codes: list[int] = []
        for zone, base in (
            (s.hands[seat], AT_HAND),
            (s.discards[seat], AT_DISCARD),
            (s.paid, AT_PAID),
        ):
            seen: list[int] = []
            for i, card in enumerate(zone):
                if card & KIND not in seen:
                    seen.append(card & KIND)
                    codes.append(PICK + base + i)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Banish it."""
        banish_at(s, seat, code - PICK)


def banish_at(s: Ravingspire, seat: int, place: int) -> None:
    """RSP-12. To the Banish pile."""
    if place >= AT_PAID:
        kind = s.paid[place - AT_PAID]
        s.asides[seat].remove(kind)
    elif place >= AT_DISCARD:
        kind = s.discards[seat].pop(place - AT_DISCARD)
    else:
        kind = s.hands[seat].pop(place) & KIND
    s.banished.append(kind)
    s.paid.clear()
    s.note(BANISHED, seat, kind, 0)


WELL_PAID: Final = WellPaid("RSP-84")
BANISH_ONE: Final = BanishOne("RSP-84")
