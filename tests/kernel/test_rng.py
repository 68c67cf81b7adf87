"""The generator: the same numbers everywhere, evenly spread."""

from __future__ import annotations

from collections import Counter

from ravelbox.kernel.rng import Rng


def reference(seed: int, n: int) -> list[int]:
    """The same generator written down once more, in plain unlimited integers."""
    mask = 0xFFFFFFFF
    a, b, c, count = seed & mask, seed >> 32 & mask, seed >> 64 & mask, 1
    words = []
    for _ in range(n + 12):
        mixed = (a + b + count) & mask
        count = count + 1 & mask
        a, b, c = b ^ b >> 9, (c * 9) & mask, (((c << 21 | c >> 11) & mask) + mixed) & mask
        words.append(mixed)
    return words[12:]


def test_words_are_those_of_the_reference() -> None:
    """Machine words and Python's integers agree, for small and for large seeds."""
    for seed in (0, 1, 7, 2**32 - 1, 2**63 + 12345, 2**95 + 2**40 + 3):
        rng = Rng(seed)
        assert [int(rng.word()) for _ in range(500)] == reference(seed, 500)


def test_below_is_within_bounds_and_even() -> None:
    """Each of six answers comes up about a sixth of the time (60,000 tries, within 3 %)."""
    rng = Rng(42)
    seen = Counter(rng.below(6) for _ in range(60_000))
    assert sorted(seen) == list(range(6))
    assert all(9_700 < n < 10_300 for n in seen.values())
    assert [rng.below(1) for _ in range(20)] == [0] * 20


def test_below_draws_again_where_a_plain_cut_would_favour_some() -> None:
    """With a bound of 3/8 of all words a plain cut gives remainders of three 3:3:2, not evenly."""
    rng = Rng(3)
    remainders = Counter(rng.below(3 << 29) % 3 for _ in range(30_000))
    assert all(9_600 < remainders[n] < 10_400 for n in range(3))


def test_neighbouring_seeds_part_at_once() -> None:
    """Seeds that differ by one share no early numbers."""
    firsts = {tuple(Rng(seed).below(1 << 30) for _ in range(3)) for seed in range(2_000)}
    assert len(firsts) == 2_000
