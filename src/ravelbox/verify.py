"""Whether the luck of a record came from the key that was committed to before the first card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import ravelbox
from ravelbox.kernel.dealer import Dealer, Dealt, Secret, commitment, seed_from_key
from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.match import Match, dealer_of
from ravelbox.kernel.record import Header, Record
from ravelbox.kernel.rules import State
from ravelbox.kernel.words import echo

# What a verdict may be; these are the exit statuses of `ravelbox verify`. 2 is a user's mistake.
FITS: Final = 0
FALSE: Final = 1
NOT_YET: Final = 3  # the key is shown when the game is over
NO_PROMISE: Final = 4  # luck that nobody committed to


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a check, and why in a sentence."""

    status: int
    text: str
    commitment: str = ""  # that the luck was compared with
    key: str = ""  # that was found behind it


class _Differs(Exception):
    """An answer of luck that the key does not give."""

    def __init__(self, move: int, said: int, dealt: int, among: int) -> None:
        super().__init__(
            f'move {move + 1}: the record says "~ {said}/{among}", the key deals "~ {dealt}/{among}"'
        )


class _Witness(Dealer):
    """Deals on as the key does, and stops where the record says something else."""

    def __init__(self, dealer: Dealer, luck: Iterable[tuple[int, int]]) -> None:
        self._dealer = dealer
        self._luck = iter(luck)

    def outcome(self, state: State) -> int:
        """What the key deals, if that is what the record has next."""
        move, said = next(self._luck)
        dealt = self._dealer.outcome(state)
        if dealt != said:
            raise _Differs(move, said, dealt, state.outcomes())
        return dealt

    def again(self) -> Dealer:
        """The dealer from the start; nobody compares it any more."""
        return self._dealer.again()

    @property
    def spec(self) -> str:
        """As the dealer it watches."""
        return self._dealer.spec


def verify(record: Record, promised: str = "") -> Verdict:
    """Check all luck of a record against its key, and the key against what was promised.

    `promised` is the commitment that the table showed at its start. Without it the record's own
    word is taken, which proves only that the record agrees with itself.
    """
    header = record.header
    if promised and header.commitment not in ("", promised):
        return Verdict(
            FALSE,
            f"the record is of other luck: its commitment is {header.commitment}, "
            f"and {promised} was given",
        )
    sealed = promised or header.commitment
    named = header.dealer not in ("", "recorded")
    if not sealed:
        who = f"its dealer is {echo(header.dealer)}" if named else "it names no dealer"
        return Verdict(NO_PROMISE, f"nobody committed to the luck of this record, and {who}")
    if not named and not header.key:
        return _unopened(record, sealed)
    try:
        dealer, key = _opened(header)
    except _Unfit as error:
        return Verdict(FALSE, str(error), sealed)
    if commitment(key) != sealed:
        return Verdict(
            FALSE,
            f"the key does not fit: its commitment is {commitment(key)}, not {sealed}",
            sealed,
            key.hex(),
        )
    return _replayed(record, dealer, sealed, key.hex())


class _Unfit(Exception):
    """A key and a dealer that do not belong together."""


def _opened(header: Header) -> tuple[Dealer, bytes]:
    """Who dealt, and the key that stands behind it."""
    if header.dealer in ("", "recorded"):
        raise _Unfit("the record names a key, but not the dealer that dealt by it")
    dealer = dealer_of(ravelbox.load(header.game), header.dealer)
    if isinstance(dealer, Secret):
        if header.key not in ("", dealer.key.hex()):
            raise _Unfit(f"the record names two keys, {dealer.key.hex()} and {header.key}")
        return dealer, dealer.key
    if not isinstance(dealer, Dealt):
        raise _Unfit(
            f"there is a commitment, but the dealer is {echo(header.dealer)}, "
            "which no key stands behind"
        )
    if not header.key:
        raise _Unfit(f"the record names the seed {dealer.seed}, but not the key behind it")
    key = bytes.fromhex(header.key)
    if seed_from_key(key) != dealer.seed:
        raise _Unfit(f"the key stands for the seed {seed_from_key(key)}, not for {dealer.seed}")
    return dealer, key


def _unopened(record: Record, sealed: str) -> Verdict:
    """A record that keeps its key back, as that of a running game must."""
    try:
        match = Match.replay(record)
    except RavelboxError as error:
        return Verdict(FALSE, f"the moves do not fit the rules: {error}", sealed)
    if match.over:
        return Verdict(
            NOT_YET, "the game is over, but this record was taken before its key was shown", sealed
        )
    return Verdict(
        NOT_YET,
        f"the game is not over after these {len(match)} moves, so its key has not been shown yet; "
        "the moves fit the rules",
        sealed,
    )


def _replayed(record: Record, dealer: Dealer, sealed: str, key: str) -> Verdict:
    luck = [(n, code) for n, code in enumerate(record.moves) if n in record.chance]
    try:
        match = Match.replay(record, dealer=_Witness(dealer, luck))
    except _Differs as error:
        return Verdict(FALSE, f"luck differs at {error}", sealed, key)
    except RavelboxError as error:
        return Verdict(FALSE, f"the moves do not fit the rules: {error}", sealed, key)
    if not match.over:
        return Verdict(
            FALSE,
            f"the record breaks off: the key was shown, but the game is not over after its "
            f"{len(match)} moves",
            sealed,
            key,
        )
    return Verdict(
        FITS,
        f"all luck of this game of {match.game.title} came from the key that was committed to: "
        f"{len(luck)} answers in {len(match)} moves",
        sealed,
        key,
    )
