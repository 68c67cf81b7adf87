"""What the open question is about: the card, the target, the amount that its words name."""

from __future__ import annotations

from typing import Any, Final

from ravelbox.games.ravingspire import actions as a
from ravelbox.games.ravingspire.agenda import LEVEL, PURPOSE
from ravelbox.games.ravingspire.cards import ABILITIES, EFFECTS, VERBS
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.frames import OWNERS
from ravelbox.games.ravingspire.move import STEPS_MASK
from ravelbox.games.ravingspire.state import NONE, Ravingspire
from ravelbox.games.ravingspire.tower import UP_TO

# Per phrase of all texts: the kind of card that has it, or NONE: a Hero.
CARD_OF: Final = [OWNERS[index].kind if index in OWNERS else NONE for index in range(len(EFFECTS))]
# Per sentence: which one of its card it is, from 1.
SENTENCES: Final = [
    1 + sum(other.kind == ability.kind for other in ABILITIES[: ability.index])
    for ability in ABILITIES
]


def about(s: Ravingspire, seat: int | None) -> dict[str, Any] | None:
    """What its memories say, for the seat that is asked; none where the rule alone says it all."""
    if seat is None or seat != s.actor:
        return None
    index, _, x, y = s.agenda[-1]
    rule = type(s.rules[index]).__name__
    found: dict[str, Any] | None = None
    if rule in ("TakeStep", "AtTheDoor"):
        found = _matter(n=x & STEPS_MASK)
    elif rule in ("FoeWay", "NameCut", "PreventLoss"):
        found = _matter(n=x)
    elif rule == "TurnRing":
        found = _matter(n=x, level=LEVEL[y % UP_TO])
    elif rule == "ChangeRoll":
        found = _matter(purpose=PURPOSE[x])
    elif rule == "Flank":
        found = _matter(target=a.TARGETS[x])
    elif rule == "NameAgainst":
        found = _matter(card=x, target=a.TARGETS[y])
    elif rule == "AskAct":
        found = _matter(card=ABILITIES[x].kind, n=SENTENCES[x])
    elif rule in ("OfferCard", "WantCard"):
        found = _matter(seat=x)
    elif rule == "Reply":
        found = _matter(seat=x, want=a.WANTED[y])
    elif rule == "GiveTo":
        found = _matter(card=x)
    elif rule == "PutBack":
        found = _matter(n=x >> 16)
    elif rule == "ChooseOne":
        found = _phrase(x, 0, NONE)
    elif rule == "PickSeat":
        found = _phrase(x, y >> 10, NONE)
    elif rule in ("PickOne", "PickOther"):
        found = _phrase(x, y >> 10 & 63, (y >> 16) - 1)
    return found


def _phrase(index: int, n: int, seat: int) -> dict[str, Any]:
    """A card's text: what it does, how often still, and to whose cards."""
    other = seat if seat != NONE else None
    return _matter(card=CARD_OF[index], verb=VERBS[EFFECTS[index].verb], n=n, seat=other)


def _matter(
    *,
    card: int = NONE,
    target: str | None = None,
    verb: str | None = None,
    n: int = 0,
    seat: int | None = None,
    want: str | None = None,
    purpose: str | None = None,
    level: str | None = None,
) -> dict[str, Any]:
    return {
        "card": FACTS.cards[card].id if card != NONE else None,  # what is asked about, or asks
        "target": target,  # of a battle that others may flank
        "verb": verb,  # of a card's text
        "n": n,  # an amount: of Sanity, spaces, steps or cards to go; or the sentence of a card
        "seat": seat,  # whose cards, or who trades
        "want": want,  # in a trade
        "purpose": purpose,  # of a die
        "level": level,  # that turns
    }
