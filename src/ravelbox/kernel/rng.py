"""A small, fast generator that gives the same numbers compiled, interpreted and everywhere."""

from __future__ import annotations

from typing import Final

from ravelbox.kernel.native import i64

MASK: Final = 0xFFFFFFFF  # every word is 32 bits, so that no sum or shift leaves an i64
WARM_UP: Final = 12  # steps after which a seed's bits have reached all words


class Rng:
    """Three mixing words and a counter ("small fast counting", 32 bits).

    It adds, shifts and xors only: nothing that could differ between a machine word and an `int`.
    """

    def __init__(self, seed: int) -> None:
        self.a: i64 = i64(seed & MASK)
        self.b: i64 = i64((seed >> 32) & MASK)
        self.c: i64 = i64((seed >> 64) & MASK)
        self.count: i64 = 1
        for _ in range(WARM_UP):
            self.word()

    def word(self) -> i64:
        """Thirty-two fresh bits."""
        mixed: i64 = (self.a + self.b + self.count) & MASK
        self.count = (self.count + 1) & MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & MASK
        self.c = (((self.c << 21) & MASK) | (self.c >> 11)) + mixed & MASK
        return mixed

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each exactly equally likely (n at most 2**31)."""
        bound: i64 = n
        product: i64 = self.word() * bound
        low: i64 = product & MASK
        if low < bound:
            # The few words that would favour some results are drawn again.
            least: i64 = (MASK + 1) % bound
            while low < least:
                product = self.word() * bound
                low = product & MASK
        return int(product >> 32)
