"""A tournament: every bot plays the same deals, from every seat, on all cores."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, combinations_with_replacement, groupby, permutations
from typing import Final

import ravelbox
from ravelbox.bots import Bot, Chair, hired, play_out
from ravelbox.bots.outside import LIMIT, Outside, command_of, is_command, must_exist
from ravelbox.kernel.dealer import Dealer, Seeded, seed_from_key
from ravelbox.kernel.errors import BadOption, RavelboxError
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Options
from ravelbox.kernel.words import echo
from ravelbox.lab.intervals import is_settled
from ravelbox.lab.workers import watch_parent

BATCH: Final = 10  # deals between two looks at who is better
MOST_DEALS: Final = 1_000_000
MOST_BOTS: Final = 64

Who = tuple[str, ...]  # a bot for each seat
Pair = tuple[str, str]
Hire = Callable[[str, str, int, float], Bot]  # a bot by name, game, seed and limit
Map = Callable[[Callable[["Table"], "Played"], Iterable["Table"]], Iterator["Played"]]


class LostWorker(RavelboxError, RuntimeError):
    """A process that was to play games is gone."""

    code = "lost_worker"


class Broken(Exception):
    """A bot that raised, or chose what cannot be."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played; equal plans give equal results, however many processes play."""

    game: str
    bots: Who
    deals: int
    seats: int
    options: Options
    seed: int = 0
    limit: float = LIMIT  # seconds that a program from outside has for an answer
    until: float | None = None  # the chance of error at which a pair is settled early
    rivals: bool = False  # seats play against each other; else bots play apart, on equal deals

    @property
    def pairs(self) -> list[Pair]:
        """Who is compared."""
        return list(combinations(self.bots, 2))


@dataclass(frozen=True, slots=True)
class Table:
    """One match of a tournament."""

    deal: int
    who: Who


@dataclass(frozen=True, slots=True)
class Played:
    """How a match went."""

    deal: int
    who: Who
    won: tuple[
        float, ...
    ]  # each seat's share of the victory; a team's members have a whole one each
    points: tuple[float, ...]  # of each seat; none if the match was broken off
    decisions: int
    broken: tuple[int, str] | None = None  # the seat whose bot failed, and how
    troubles: tuple[tuple[str, str], ...] = ()  # of programs: who, and what

    def rank(self, seat: int) -> tuple[float, float]:
        """What one seat's result is compared by."""
        if self.broken:
            return (-1.0 if seat == self.broken[0] else 0.0, 0.0)
        return (float(self.won[seat] > 0), self.points[seat])


@dataclass(slots=True)
class Result:
    """All that was played, and which pairs were settled after how many deals."""

    plan: Plan
    games: list[Played] = field(default_factory=list)
    settled: dict[Pair, int] = field(default_factory=dict)
    differences: dict[Pair, Counter[float]] = field(default_factory=dict)  # deal by deal

    @property
    def error(self) -> float:
        """What each pair may take of the chance of error, so that all together keep to it."""
        return (self.plan.until or 0.0) / max(1, len(self.plan.pairs))


def planned(
    game: str,
    bots: Sequence[str],
    *,
    deals: int = 100,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    limit: float = LIMIT,
    until: float | None = None,
) -> Plan:
    """A plan, all of it checked before anything is played."""
    found = ravelbox.load(game)
    checked = found.options_of(options or {})
    seats = found.seats_of(checked) if seats is None else seats
    Match.new(found, checked, dealer=Seeded(0), seats=seats)  # which says what does not fit
    rivals = found.rivals(checked, seats)
    _check_bots(found, bots, rivals=rivals)
    if not 1 <= deals <= MOST_DEALS:
        raise BadOption(f"--games is 1 to {MOST_DEALS:,}, not {deals}", option="games")
    if not 0 < limit <= 3600:  # noqa: PLR2004  # an hour is long enough
        raise BadOption(
            f"--limit is more than 0 and at most 3600 seconds, not {limit:g}", option="limit"
        )
    if until is not None and not 0 < until < 1:
        raise BadOption(f"--until is a chance of error such as 0.05, not {until:g}", option="until")
    return Plan(game, tuple(bots), deals, seats, checked, seed, limit, until, rivals)


def _check_bots(game: Game, bots: Sequence[str], *, rivals: bool) -> None:
    for name in bots:
        if is_command(name):
            must_exist(command_of(name, "--bots"), "--bots")
        else:
            hired(name, game.name)
    twice = next((name for name, n in Counter(bots).items() if n > 1), None)
    if twice is not None:
        raise BadOption(f"--bots: {echo(twice)} is there twice", option="bots")
    fewest = 2 if rivals else 1
    if not fewest <= len(bots) <= MOST_BOTS:
        raise BadOption(
            f"--bots takes {fewest} to {MOST_BOTS} names such as random,greedy, not {len(bots)}",
            option="bots",
        )


def seatings(plan: Plan) -> list[Who]:
    """How a deal is played: by each bot alone, or by every company of rivals in every order.

    In a company each bot is there as often as any other, or once more.
    """
    if not plan.rivals:
        return [(name,) * plan.seats for name in plan.bots]
    each, more = divmod(plan.seats, len(plan.bots))
    fair = {each, each + 1} if more else {each}
    companies = [
        who
        for who in combinations_with_replacement(plan.bots, plan.seats)
        if {who.count(name) for name in plan.bots} <= fair
    ]
    return [who for company in companies for who in sorted(set(permutations(company)))]


def run(
    plan: Plan,
    workers: int = 1,
    tell: Callable[[int, int], None] | None = None,
    hire: Hire = hired,
) -> Result:
    """Play it all; `tell` hears after each game how many there were, and of which deal it was."""
    result = Result(plan)
    companies = seatings(plan)
    with _playing(workers) as each:
        for first in range(0, plan.deals, BATCH):
            deals = range(first, min(first + BATCH, plan.deals))
            open_ = [who for who in companies if _is_open(result, who)]
            tables = [Table(deal, who) for deal in deals for who in open_]
            for played in each(partial(play, plan, hire=hire), tables):
                result.games.append(played)
                if tell:
                    tell(len(result.games), played.deal + 1)
            _compare(result, result.games[-len(tables) :])
            if plan.until and len(result.settled) == len(plan.pairs) > 0:
                break
    return result


@contextmanager
def _playing(workers: int) -> Iterator[Map]:
    """A way to play many tables, in order."""
    if workers == 1:
        yield map
        return
    with ProcessPoolExecutor(workers, initializer=watch_parent) as pool:
        try:
            yield partial(pool.map, chunksize=1)
        except BrokenProcessPool as error:
            raise LostWorker(
                "a process that played games has died, perhaps for want of memory; "
                "--workers 1 shows more"
            ) from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _is_open(result: Result, who: Who) -> bool:
    """Whether somebody of a company is still to be compared; who plays apart, with anybody."""
    pairs = [pair for pair in result.plan.pairs if pair not in result.settled]
    if not result.plan.pairs:
        return True
    if result.plan.rivals:
        return any(one in who and other in who for one, other in pairs)
    return any(who[0] in pair for pair in pairs)


def _compare(result: Result, games: list[Played]) -> None:
    """Book what some deals say of each pair, and see which are settled now."""
    plan = result.plan
    for pair in plan.pairs:
        found = result.differences.setdefault(pair, Counter())
        for _, deal in groupby(games, key=lambda game: game.deal):
            ahead = compared(list(deal), *pair, rivals=plan.rivals)
            if ahead is not None:
                found[ahead] += 1
        if plan.until and pair not in result.settled and is_settled(found, result.error):
            result.settled[pair] = found.total()


def compared(deal: list[Played], one: str, other: str, *, rivals: bool) -> float | None:
    """By how much one bot did better on a deal, from -1 to 1; None if they did not meet."""
    if rivals:
        signs = [
            _sign(game.rank(i), game.rank(j))
            for game in deal
            for i, mine in enumerate(game.who)
            for j, theirs in enumerate(game.who)
            if mine == one and theirs == other
        ]
    else:
        mine = [team_rank(game) for game in deal if game.who[0] == one]
        theirs = [team_rank(game) for game in deal if game.who[0] == other]
        signs = [_sign(a, b) for a in mine for b in theirs]
    return sum(signs) / len(signs) if signs else None


def team_rank(game: Played) -> tuple[float, float]:
    """What a whole team's result is compared by."""
    if game.broken:
        return (-1.0, 0.0)
    return (float(any(game.won)), sum(game.points))


def _sign(one: tuple[float, float], other: tuple[float, float]) -> int:
    return (one > other) - (one < other)


# One match.


class Watched(Bot):
    """A bot whose failure is known as its own."""

    def __init__(self, bot: Bot, seat: int) -> None:
        self.name = bot.name
        self._bot = bot
        self._seat = seat

    def choose(self, chair: Chair) -> int:
        """What the bot chooses, if that is possible."""
        try:
            code = self._bot.choose(chair)
        except Exception as error:
            raise Broken(self._seat, f"{type(error).__name__}: {echo(str(error))}") from error
        if code not in chair.legal:
            raise Broken(self._seat, f"it chose {echo(code)}, which is not possible then")
        return code

    def ended(self, chair: Chair) -> None:
        """Pass it on."""
        self._bot.ended(chair)

    def close(self) -> None:
        """Pass it on."""
        self._bot.close()


def play(plan: Plan, table: Table, hire: Hire = hired) -> Played:
    """One match, from a deal that all companies share."""
    game = ravelbox.load(plan.game)
    match = Match.new(game, plan.options, dealer=_dealer(game, plan, table.deal), seats=plan.seats)
    bots = [
        hire(name, plan.game, _luck(plan, table, seat), plan.limit)
        for seat, name in enumerate(table.who)
    ]
    broken: tuple[int, str] | None = None
    try:
        play_out(match, [Watched(bot, seat) for seat, bot in enumerate(bots)])
    except Broken as error:
        broken = (error.seat, str(error))
    return Played(
        table.deal,
        table.who,
        _shares(match, broken, rivals=plan.rivals),
        () if broken else tuple(game.scores(match.state)),
        match.decisions(),
        broken,
        tuple((b.name, words) for b in bots if isinstance(b, Outside) for words in b.troubles),
    )


def _shares(match: Match, broken: tuple[int, str] | None, *, rivals: bool) -> tuple[float, ...]:
    """The victory, divided among rivals. Whose bot fails has lost, and its rivals have won."""
    seats = range(match.header.seats)
    if broken:
        won = [seat for seat in seats if rivals and seat != broken[0]]
    else:
        outcome = match.view(None).outcome
        assert outcome is not None
        won = list(outcome.won)
    return tuple((seat in won) / (len(won) if rivals else 1) if won else 0.0 for seat in seats)


def _dealer(game: Game, plan: Plan, deal: int) -> Dealer:
    """The luck of a deal: where the game can, whatever the players do."""
    key = _hash(plan, deal, "deal")
    return game.dealt(seed_from_key(key)) or Seeded(int.from_bytes(key[:8], "big"))


def _luck(plan: Plan, table: Table, seat: int) -> int:
    """A bot's own luck: the same on whatever seat."""
    name = table.who[seat]
    what = f"bot {table.who[:seat].count(name)} {name}"
    return int.from_bytes(_hash(plan, table.deal, what)[:8], "big")


def _hash(plan: Plan, deal: int, what: str) -> bytes:
    cause = f"{plan.seed}|{plan.game}|{deal}|{what}".encode()
    return hashlib.blake2b(cause, digest_size=32, person=b"ravelbox-lab").digest()
