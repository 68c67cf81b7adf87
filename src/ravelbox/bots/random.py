"""A bot that takes any legal action, each equally likely, and never gives up."""

from __future__ import annotations

from ravelbox.bots.base import Bot, Chair
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import RESIGN


class Random(Bot):
    """The measure of all others."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def choose(self, chair: Chair) -> int:
        """Any action but giving up, unless that is all there is."""
        codes = [code for code in chair.legal if code != RESIGN] or chair.legal
        return codes[self._rng.below(len(codes))]
