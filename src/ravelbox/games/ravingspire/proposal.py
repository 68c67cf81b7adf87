"""What the table suggests: a whole payment, or which cards to slot before the hand is gone."""

from __future__ import annotations

from ravelbox.games.ravingspire.actions import SOURCES
from ravelbox.games.ravingspire.cards import CARDS
from ravelbox.games.ravingspire.codes import END, PAY, SLOT
from ravelbox.games.ravingspire.payment import COMMIT
from ravelbox.games.ravingspire.proposing import payment_codes
from ravelbox.games.ravingspire.recover import SLOT_OR_END
from ravelbox.games.ravingspire.state import GENERATED, KIND, NONE, Ravingspire
from ravelbox.games.ravingspire.telling import ATTRIBUTES, card_words
from ravelbox.games.ravingspire.zones import PLACES
from ravelbox.kernel.game import Proposal
from ravelbox.kernel.words import listed

ZONES = {"h": "hand", "s": "slot", "p": "played", "a": "helper", "l": "left"}


def proposal(s: Ravingspire, seat: int) -> Proposal | None:
    """A sensible whole answer to the open question, where there is one."""
    number = s.agenda[-1][0]
    if number == COMMIT.number:
        return _payment(s, seat)
    if number == SLOT_OR_END.number:
        return _slotting(s, seat)
    return None


def _payment(s: Ravingspire, seat: int) -> Proposal | None:
    """Sources that finish the payment, up to the first question that one of them asks."""
    codes: list[int] = []
    names: list[str] = []
    points: list[str] = []
    trial = s.clone()
    for code in payment_codes(s, seat):
        if trial.agenda[-1][0] != COMMIT.number or code not in trial.legal():
            break
        source = SOURCES[code - PAY >> 2]
        names.append(_source(s, seat, source))
        points.append(f"{ZONES[source[0]]}:{source[1:]}")
        codes.append(code)
        trial.apply(code)
    if not codes:
        return None
    return Proposal(tuple(codes), f"Pay with {listed(names, 'and')}", tuple(points))


def _source(s: Ravingspire, seat: int, source: str) -> str:
    zones = {
        "h": s.hands[seat],
        "s": s.slots[seat],
        "p": s.played[seat],
        "a": s.helpers,
        "l": s.left,
    }
    kind = zones[source[0]][int(source[1:]) - 1] & KIND
    return ATTRIBUTES[kind - GENERATED] if kind >= GENERATED else card_words(kind)


def _slotting(s: Ravingspire, seat: int) -> Proposal | None:
    """The strongest cards of the hand into empty places; nothing that lies there is moved."""
    codes: list[int] = []
    names: list[str] = []
    points: list[str] = []
    trial = s.clone()
    while trial.agenda and trial.agenda[-1][0] == SLOT_OR_END.number:
        best = NONE
        for code in trial.legal():
            if SLOT <= code < SLOT + PLACES * len(trial.hands[seat]):
                place = (code - SLOT) % PLACES
                if trial.slots[seat][place] == NONE and _power(trial, seat, code) > (
                    _power(trial, seat, best) if best != NONE else 0
                ):
                    best = code
        if best == NONE:
            break
        card = trial.hands[seat][(best - SLOT) // PLACES]
        names.append(card_words(card & KIND))
        points.append(f"slot:{(best - SLOT) % PLACES + 1}")
        codes.append(best)
        trial.apply(best)
    if not codes:
        return None
    if trial.agenda and trial.agenda[-1][0] == SLOT_OR_END.number:
        codes.append(END)
    return Proposal(tuple(codes), f"Slot {listed(names, 'and')}, discard the rest", tuple(points))


def _power(s: Ravingspire, seat: int, code: int) -> int:
    return CARDS[s.hands[seat][(code - SLOT) // PLACES] & KIND].power
