"""What is counted in a finished game: plain functions over its table and its events, game by game.

Nothing here knows a rule. An event that the table notes, such as "seat 1 collected card 40", is
counted under a name such as "weapon/Meteor Sword/collected".
"""

from __future__ import annotations

from ravelbox.lab.measures import arch_ravels, ramble, ravel, ravingspire
from ravelbox.lab.measures.measure import NOBODY, Ended, Measure, Uses, parts

__all__ = ["NOBODY", "Ended", "Measure", "Uses", "measure_of", "parts"]

_MEASURES = {
    "ravel": ravel.MEASURE,
    "ramble": ramble.MEASURE,
    "arch_ravels": arch_ravels.MEASURE,
    "ravingspire": ravingspire.MEASURE,
}


def measure_of(game: str) -> Measure:
    """What is counted in a game."""
    return _MEASURES[game]
