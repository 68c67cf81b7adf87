"""Card texts on the agenda: who says them, and the frames that carry them out."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import Ability
from ravelbox.games.ravingspire.power import holds
from ravelbox.games.ravingspire.state import NONE, Ravingspire
from ravelbox.kernel.rules import Frame

TEXT: Final = 0  # number of the rule that carries out a phrase: the first of all rules

# Where a text comes from: nobody's card, a Played one, one on the Battlemat, one being committed …
HAND_CTX: Final = -1  # less the place: a card that is about to be played
PLAYED_CTX: Final = 1
PLACE_CTX: Final = 100
COMMIT_CTX: Final = 200
DEFEAT_CTX: Final = 300  # … an Adversary, Loot or a card that is gone, a Chaos card, a Foe
LOOT_CTX: Final = 301
CHAOS_CTX: Final = 302
FOE_CTX: Final = 303


def texts(seat: int, effects: list[int], ctx: int) -> list[Frame]:
    """The phrases of a text, in order."""
    return [(TEXT, seat, index, ctx) for index in effects]


def triggered(s: Ravingspire, seat: int, abilities: list[Ability], ctx: int) -> list[Frame]:
    """The phrases of all texts that fire now."""
    frames: list[Frame] = []
    for ability in abilities:
        if holds(s, seat, ability.cond, 0, NONE, NONE, 0):
            frames += texts(seat, ability.pay + ability.do, ctx)
    return frames
