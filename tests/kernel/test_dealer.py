"""Who answers chance: each dealer starts over alike, and says what it is."""

from __future__ import annotations

from collections import Counter

import pytest

import ravelbox
from ravelbox.kernel.dealer import (
    SEED_LENGTH,
    SEED_LETTERS,
    Dealer,
    Recorded,
    Scripted,
    Secret,
    Seeded,
    commitment,
    seed_from_key,
)
from ravelbox.kernel.errors import RecordError, SeedError
from ravelbox.kernel.match import Match, dealer_of
from ravelbox.kernel.rules import CHANCE

RAVEL = ravelbox.load("ravel")
KEY = bytes(range(32))


def dealt_by(dealer: Dealer) -> list[int]:
    """The luck of a new game's setup."""
    return Match.new(RAVEL, dealer=dealer).history


def ravel_dealt(seed: str) -> Dealer:
    """The dealer of a seed string."""
    dealer = RAVEL.dealt(seed)
    assert dealer is not None
    return dealer


@pytest.mark.parametrize("dealer", [Seeded(7), Secret(KEY), ravel_dealt("ABC-1")])
def test_a_dealer_starts_over_alike_and_is_read_back_from_its_name(dealer: Dealer) -> None:
    """`again` and the dealer made from `spec` deal the same."""
    first = dealt_by(dealer)
    assert dealt_by(dealer.again()) == first
    assert dealt_by(dealer_of(RAVEL, dealer.spec)) == first


def test_different_seeds_and_keys_deal_differently() -> None:
    """No two of many share a whole setup."""
    deals = [dealt_by(Seeded(n)) for n in range(200)]
    deals += [dealt_by(Secret(n.to_bytes(32, "big"))) for n in range(200)]
    deals += [dealt_by(ravel_dealt(f"S{n}")) for n in range(200)]
    assert len({tuple(deal) for deal in deals}) == 600


def test_secret_luck_is_even_and_committed_to() -> None:
    """Die faces of many keys are even (4,800 rolls, within 15 %); the commitment fits its key."""
    faces: Counter[int] = Counter()
    for n in range(600):
        faces.update(dealt_by(Secret(n.to_bytes(32, "big")))[1:16:2])
    assert all(680 < faces[face] < 920 for face in range(6))
    assert Secret(KEY).matches(Secret(KEY).commitment)
    assert not Secret(bytes(32)).matches(Secret(KEY).commitment)
    assert KEY.hex() not in Secret(KEY).commitment


def test_secret_keys_have_one_length() -> None:
    """A short key is no key."""
    for use in (Secret, commitment, seed_from_key):
        with pytest.raises(SeedError, match="32 bytes, not 5"):
            use(b"short")


def test_a_key_stands_for_one_seed() -> None:
    """Ten letters that nobody misreads, each equally often (within 15 %), the same for ever."""
    seeds = [seed_from_key(n.to_bytes(32, "big")) for n in range(8000)]
    letters = Counter("".join(seeds))
    assert set(letters) == set(SEED_LETTERS)
    assert len(set(seeds)) == len(seeds)
    assert {len(seed) for seed in seeds} == {SEED_LENGTH}
    expected = len(seeds) * SEED_LENGTH / len(SEED_LETTERS)
    assert all(0.85 * expected < n < 1.15 * expected for n in letters.values())
    assert seed_from_key(KEY) == "4J8VRTIV2M"
    assert commitment(KEY) == Secret(KEY).commitment
    assert dealt_by(ravel_dealt(seed_from_key(KEY)))


def test_a_script_fails_loudly_when_it_ends_or_says_the_impossible() -> None:
    """A test with too few or wrong dice must not pass."""
    state = RAVEL.new(RAVEL.options_of({}), 1)
    assert state.actor == CHANCE
    with pytest.raises(AssertionError, match="used up"):
        Scripted([]).outcome(state)
    with pytest.raises(AssertionError, match="answers run to 7"):
        Scripted([8]).outcome(state)
    with pytest.raises(RecordError):
        Recorded([]).outcome(state)


@pytest.mark.parametrize("seed", ["", "lower", "A" * 33, "Ä", "A B"])
def test_seeds_have_a_form(seed: str) -> None:
    """1 to 32 characters from A-Z, 0-9 and -."""
    with pytest.raises(SeedError, match="1 to 32 characters"):
        RAVEL.dealt(seed)


@pytest.mark.parametrize("spec", ["seeded x", "secret zz", "scripted 1,a", "magic 1", ""])
def test_unknown_dealers_are_named(spec: str) -> None:
    """A record's dealer line that means nothing is refused."""
    with pytest.raises(SeedError):
        dealer_of(RAVEL, spec)
