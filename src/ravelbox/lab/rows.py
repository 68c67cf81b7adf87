"""One simulated game as a row: what a job plays, and what is kept of it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import ravelbox
from ravelbox.bots import Bot, hired
from ravelbox.bots.outside import Outside
from ravelbox.kernel.dealer import Dealer, Seeded, seed_from_key
from ravelbox.kernel.game import Game
from ravelbox.lab.measures import measure_of
from ravelbox.lab.plan import Plan, Variant
from ravelbox.lab.playing import Finished, play

Hire = Callable[[str, str, int, float], Bot]  # a bot by name, game, seed and limit
BROKEN_OFF = "Broken off"


class Row(NamedTuple):
    """One game; the columns of the file, in their order."""

    match: int  # the number of the deal
    variant: str
    dealer: str  # as a record names its luck
    seats: int
    first: int  # the seat that went first; -1 if the game broke off
    bots: list[str]  # seat by seat
    won: list[float]  # each seat's share of the victory; a team's members have a whole one each
    scores: list[float]  # of each seat; none if the game broke off
    turns: int
    decisions: int
    end: str  # why it ended
    broken_seat: int | None  # whose bot failed
    broken: str | None  # and how
    troubles: list[int]  # of programs from outside, seat by seat
    used: list[str]  # sort/name/deed of everything that is counted
    used_by: list[int]  # by which seat; -1: by nobody
    used_times: list[int]


@dataclass(frozen=True, slots=True)
class Job:
    """Deals that are played one after the other, each in all variants."""

    first: int
    last: int  # and one less

    def __len__(self) -> int:
        return self.last - self.first


class Done(NamedTuple):
    """What a job brought, and how long it took."""

    rows: list[Row]
    seconds: float


def play_job(plan: Plan, job: Job, hire: Hire = hired) -> Done:
    """All games of a job, in order."""
    begun = time.perf_counter()
    rows = [
        play_row(plan, deal, variant, hire)
        for deal in range(job.first, job.last)
        for variant in plan.variants
    ]
    return Done(rows, time.perf_counter() - begun)


def play_row(
    plan: Plan, deal: int, variant: Variant, hire: Hire = hired, *, whole: bool = False
) -> Row:
    """One game; deal and plan fix all luck, so any game can be played again alone."""
    game = ravelbox.load(plan.game)
    dealer = _dealer(game, plan, deal)
    who = company(plan, deal, variant)
    bots = [
        hire(name, plan.game, _luck(plan, deal, who, seat), plan.limit)
        for seat, name in enumerate(who)
    ]
    done = play(game, variant.options, dealer, bots, whole=whole)
    troubles = [len(bot.troubles) if isinstance(bot, Outside) else 0 for bot in bots]
    return _row(game, variant, deal, dealer.spec, who, done, troubles)


def company(plan: Plan, deal: int, variant: Variant) -> list[str]:
    """The bots in turn, seat by seat; the next deal begins with the next bot."""
    return [plan.bots[(deal + seat) % len(plan.bots)] for seat in range(variant.seats)]


def _row(
    game: Game,
    variant: Variant,
    deal: int,
    dealer: str,
    who: list[str],
    done: Finished,
    troubles: list[int],
) -> Row:
    measure = measure_of(game.name)
    used = measure.uses(done.state, done.notes)
    seats = range(variant.seats)
    turns, first, reason = 0, -1, BROKEN_OFF
    if done.broken:
        won = [seat for seat in seats if variant.rivals and seat != done.broken[0]]
    else:
        ended = measure.ended(done.state, done.notes)
        won, turns, first, reason = list(ended.won), ended.turns, ended.first, ended.reason
    return Row(
        deal,
        variant.name,
        dealer,
        variant.seats,
        first,
        who,
        [(seat in won) / (len(won) if variant.rivals else 1) if won else 0.0 for seat in seats],
        [] if done.broken else game.scores(done.state),
        turns,
        done.decisions,
        reason,
        done.broken[0] if done.broken else None,
        done.broken[1] if done.broken else None,
        troubles,
        [what for what, _ in used],
        [seat for _, seat in used],
        list(used.values()),
    )


def _dealer(game: Game, plan: Plan, deal: int) -> Dealer:
    """The luck of a deal, the same for all variants: where the game can, whatever players do."""
    key = _hash(plan, deal, "deal")
    return game.dealt(seed_from_key(key)) or Seeded(int.from_bytes(key[:8], "big"))


def _luck(plan: Plan, deal: int, who: list[str], seat: int) -> int:
    """A bot's own luck: the same on whatever seat, and in all variants."""
    what = f"bot {who[:seat].count(who[seat])} {who[seat]}"
    return int.from_bytes(_hash(plan, deal, what)[:8], "big")


def _hash(plan: Plan, deal: int, what: str) -> bytes:
    cause = f"{plan.seed}|{plan.game}|{deal}|{what}".encode()
    return hashlib.blake2b(cause, digest_size=32, person=b"ravelbox-lab").digest()
