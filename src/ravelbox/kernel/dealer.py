"""Who answers chance. Randomness lives here and only here."""

from __future__ import annotations

import hashlib
import hmac
import re
import string
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from ravelbox.kernel.errors import RecordError, SeedError
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import State
from ravelbox.kernel.words import echo

KEY_BYTES: Final = 32
SEED_FORM: Final = re.compile(r"[A-Z0-9-]{1,32}")
SEED_LETTERS: Final = string.ascii_uppercase + "23456789"  # nothing that looks like another
SEED_LENGTH: Final = 10


def commitment(key: bytes) -> str:
    """What is shown before the first card: the hash of the key."""
    return hashlib.blake2b(_whole(key), digest_size=32, person=b"ravelbox-commit").hexdigest()


def seed_from_key(key: bytes) -> str:
    """The seed that a key stands for, so that a dealt puzzle can be committed to like any luck.

    Another hash than the commitment's, which tells nothing about it.
    """
    hashed = hashlib.blake2b(_whole(key), digest_size=32, person=b"ravelbox-seed")
    number, letters = int.from_bytes(hashed.digest(), "big"), ""
    for _ in range(SEED_LENGTH):
        number, letter = divmod(number, len(SEED_LETTERS))
        letters += SEED_LETTERS[letter]
    return letters


def _whole(key: bytes) -> bytes:
    if len(key) != KEY_BYTES:
        raise SeedError(f"a secret key has {KEY_BYTES} bytes, not {len(key)}")
    return key


class Dealer(ABC):
    """Answers chance questions. What it says depends only on itself and the questions so far."""

    @abstractmethod
    def outcome(self, state: State) -> int:
        """The answer to the open chance question."""

    @abstractmethod
    def again(self) -> Dealer:
        """A dealer that starts over, for undo and replay."""

    @property
    @abstractmethod
    def spec(self) -> str:
        """How a record names it, such as "seeded 7"; `from_spec` reads it back."""


class Seeded(Dealer):
    """A fast small generator, for simulation, tests and local play."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._rng = Rng(seed)

    def outcome(self, state: State) -> int:
        """The generator's next number."""
        return self._rng.below(state.outcomes())

    def again(self) -> Seeded:
        """The same seed from the start."""
        return Seeded(self.seed)

    @property
    def spec(self) -> str:
        """The seed."""
        return f"seeded {self.seed}"


class Secret(Dealer):
    """A keyed hash of the question's number, which no player can predict.

    The commitment is published at the start, the key at the end; then anyone can check the game.
    """

    def __init__(self, key: bytes) -> None:
        self.key = _whole(key)
        self._asked = 0

    @property
    def commitment(self) -> str:
        """What is shown before the first card: the hash of the key."""
        return commitment(self.key)

    def outcome(self, state: State) -> int:
        """The hash of key and question number, cut to size; its bias is below 2**-100."""
        question = str(self._asked).encode()
        self._asked += 1
        luck = hashlib.blake2b(question, key=self.key, digest_size=16, person=b"ravelbox-luck")
        return int.from_bytes(luck.digest(), "big") % state.outcomes()

    def again(self) -> Secret:
        """The same key, from the first question."""
        return Secret(self.key)

    @property
    def spec(self) -> str:
        """The key itself: only for stores and finished matches."""
        return f"secret {self.key.hex()}"

    def matches(self, commitment: str) -> bool:
        """Whether this key is the one that was committed to."""
        return hmac.compare_digest(self.commitment, commitment)


class Scripted(Dealer):
    """A fixed list, then a loud failure: for tests with fixed dice."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        self.outcomes = tuple(outcomes)
        self._next = 0

    def outcome(self, state: State) -> int:
        """The next of the list, which must be possible."""
        if self._next == len(self.outcomes):
            raise AssertionError(
                f"the script of {len(self.outcomes)} outcomes is used up; the question has "
                f"{state.outcomes()} possible answers"
            )
        outcome = self.outcomes[self._next]
        if not 0 <= outcome < state.outcomes():
            raise AssertionError(
                f"the script says {outcome}, but the answers run to {state.outcomes() - 1}"
            )
        self._next += 1
        return outcome

    def again(self) -> Scripted:
        """The same list from the start."""
        return Scripted(self.outcomes)

    @property
    def spec(self) -> str:
        """The whole list."""
        return "scripted " + ",".join(map(str, self.outcomes))


class Recorded(Scripted):
    """What happened before; of a record whose dealer is not named. It cannot go on."""

    def outcome(self, state: State) -> int:
        """What was recorded next."""
        try:
            return super().outcome(state)
        except AssertionError as error:
            raise RecordError("chance", str(error)) from error

    def again(self) -> Recorded:
        """The same record from the start."""
        return Recorded(self.outcomes)

    @property
    def spec(self) -> str:
        """Nothing: the record holds the answers itself."""
        return "recorded"


class Branched(Scripted):
    """What happened at another table up to a moment, then luck of its own: for playing on there."""

    def __init__(self, outcomes: Sequence[int], then: Dealer) -> None:
        super().__init__(outcomes)
        self.then = then

    def outcome(self, state: State) -> int:
        """What happened next; after the last of that, fresh luck."""
        if self._next < len(self.outcomes):
            return super().outcome(state)
        return self.then.outcome(state)

    def again(self) -> Branched:
        """The same from the start."""
        return Branched(self.outcomes, self.then.again())

    @property
    def spec(self) -> str:
        """The list, and who deals after it."""
        return f"branched {','.join(map(str, self.outcomes))} {self.then.spec}"


class Dealt(Dealer):
    """As if every pile had been shuffled at setup: the same puzzle for everyone with the seed.

    A game that defines such an order derives its own dealer from this (see `Game.dealt`).
    """

    def __init__(self, seed: str) -> None:
        if not SEED_FORM.fullmatch(seed):
            raise SeedError(f"a seed is 1 to 32 characters from A-Z, 0-9 and -, not {echo(seed)}")
        self.seed = seed

    @property
    def spec(self) -> str:
        """The seed."""
        return f"dealt {self.seed}"

    def hash(self, stream: str, event: int, index: int) -> int:
        """A number that seed, stream, event and index fix: the first 8 bytes of their SHA-256."""
        text = f"{self.seed}|{stream}|{event}|{index}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
