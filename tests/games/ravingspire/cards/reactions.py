"""Checks of texts that answer a loss of Sanity or a die."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tests.games.ravingspire.cards.printed import coins, cost_of
from tests.games.ravingspire.cards.shapes import in_slot, spots
from tests.games.ravingspire.cards.table import QUIET, answered, paid, scene
from tests.games.ravingspire.tower import Tower, tower

CALM: Final[dict[str, Any]] = {"towers": {"dungeon": QUIET}, "loot": "", "deck": "tool*12"}
FULL: Final = "quilted_jack*4 crow_beak_polearm"  # one card with the highest Brute Force


def rolled(t: Tower, *faces: int) -> Tower:
    """Answer dice, one after the other, as far as they are asked for at once."""
    for face in faces:
        assert t.chance, f"no die: {t.asked}"
        t.luck(face)
    return t


def overwhelmed(face: int = 6, **zones: Any) -> Tower:
    """The Encounter ends with a card pending: lose a die of Sanity (RSP-52)."""
    t = tower(**(CALM | {"ring": FULL, "pending": "coil_of_rope"} | zones)).begin("encounter")
    return rolled(t if t.chance else t.do("end"), face)


def defeated(**zones: Any) -> Tower:
    """A Showdown is lost: 3 + 4 Sanity (RSP-110)."""
    t = scene(zones.pop("hand", ""), "foe", aids=False, foe_pile="he_who_sees", **zones)
    return rolled(t if t.chance else t.do("concede"), 3, 4)


def dread(**zones: Any) -> Tower:
    """Creeping Dread is drawn: lose 2 Sanity."""
    return tower(**(CALM | {"ring": "", "pile": "creeping_dread"} | zones)).begin("draw")


def trapped(**zones: Any) -> Tower:
    """The Trapped Chest is beaten, with a 1: lose 2 Sanity."""
    hand = f"{zones.pop('hand', '')} {coins(*cost_of('trapped_chest'))}"
    t = tower(**(CALM | {"ring": "trapped_chest", "hand": hand} | zones)).begin("encounter")
    assert paid(t, "trapped_chest", *["tool:skill"] * 4)
    return rolled(t, 1)


def left_over(**zones: Any) -> Tower:
    """Two Adversaries are in the ring at Recover, one with more teeth than it needs: 1 + 2."""
    ring = "hound_with_too_many_mouths"
    return tower(**(CALM | {"ring": ring, "filler": 0} | zones)).begin("recover")


def word_spoken(**zones: Any) -> Tower:
    """The Atlantean Power Word is committed: lose 2 Sanity."""
    t = scene(f"{zones.pop('hand', '')} atlantean_power_word", **zones)
    t.face("opera_dagger")
    answered(t, "skip", "charm")
    return t.pay("atlantean_power_word:charm")


# Cause -> the scene, and what is lost by it at once.
LOSSES: Final[dict[str, tuple[Callable[..., Tower], int]]] = {
    "overwhelmed": (overwhelmed, 6),
    "foe": (defeated, 7),
    "chaos": (dread, 2),
    "adversary": (trapped, 2),
    "card": (word_spoken, 2),
}


def prevents(card: str, n: int, causes: str = "", *, slot_only: bool = False) -> None:
    """Prevent n of a loss by discarding the card, from hand or slot, for these causes only."""
    for cause, (begin, loss) in LOSSES.items():
        for zones in spots(card):
            t = begin(**zones)
            if (causes and cause not in causes.split()) or (slot_only and "hand" in zones):
                assert t.asked != "RSP-128", cause
                assert t.sanity() == 10 - loss, cause
                continue
            assert t.asked == "RSP-128", f"{cause} {zones}"
            assert t.may("prevent", card)
            assert t.sanity() == 10
            q = t.copy().do("accept")
            assert q.sanity() == 10 - loss
            assert card not in q.discard().split()
            t.by("prevent", card)
            assert t.sanity() == 10 - max(loss - n, 0), cause
            assert (card in t.discard().split()) != slot_only
            assert card not in t.hand().split()


def rerolls(card: str, *, slot_only: bool = False) -> None:
    """Re-roll a die just rolled on the own turn, not in Explore; the second result stands."""
    for zones in spots(card)[slot_only:]:
        t = overwhelmed(6, **zones)
        assert t.asked == "RSP-161"
        assert t.copy().do("keep").sanity() == 4
        t.by("again", card)
        assert (card in t.discard().split()) != slot_only
        assert rolled(t, 2).sanity() == 8
    if slot_only:
        assert overwhelmed(6, hand=card).sanity() == 4
    t = tower(**(CALM | {"hand": f"rogues_strike {card}", "slots": in_slot(card)})).begin("explore")
    t.face("maps").pay("rogues_strike")
    assert rolled(t, 3).asked == "RSP-81"
    t = tower(**(CALM | {"slots": in_slot(card)})).begin("move")
    if not t.chance:
        t.do("roll")
    assert rolled(t, 1).asked == "RSP-161"
