"""A sensible payment: what costs least of what is still worth something afterwards."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import CARDS
from ravelbox.games.ravingspire.codes import PAY
from ravelbox.games.ravingspire.payment import committed_types, missing, source_number
from ravelbox.games.ravingspire.power import Source, at_hand
from ravelbox.games.ravingspire.state import (
    ACTED,
    BRUTE,
    CHARM,
    EXPLORE,
    FIGHT,
    FROM_HELPER,
    FROM_PLACE,
    FROM_PLAYED,
    KIND,
    NONE,
    SKILL,
    VORPAL,
    Ravingspire,
)
from ravelbox.games.ravingspire.zones import stays

FAR: Final = 1 << 30
LEAVES_SLOT: Final = 30  # a card that would have stayed for the next turn
DRAWBACK: Final = 40
ACTION: Final = 4  # an action that asks a question
WILD: Final = 3


def regret(s: Ravingspire, seat: int, source: Source) -> int:
    """What it costs to spend a source: its power now, and what it would be good for later."""
    card = source.card
    fact = CARDS[card & KIND]
    worth = 10 * source.values[BRUTE]
    if source.origin in (FROM_PLAYED, FROM_HELPER):
        return worth - 5  # Played and helpers' cards are gone after this phase anyway
    if source.origin >= FROM_PLACE:
        worth += 1 if stays(s, seat, card & KIND) else LEAVES_SLOT
    if fact.attr == VORPAL:
        worth += WILD
    if s.phase != EXPLORE and not card & ACTED:
        for ability in fact.play:
            worth += DRAWBACK if ability.must else ACTION
    return worth


def payment_codes(s: Ravingspire, seat: int) -> list[int]:
    """Commits that together meet what the open payment is short of; none if nothing does."""
    short = missing(s, seat)
    sources = at_hand(s, seat, s.target, committed_types(s, NONE))
    if s.brute:
        chosen = _by_sum(s, seat, sources, short[BRUTE])
        ways = [VORPAL] * len(chosen)
    else:
        chosen, ways = _by_matrix(s, seat, sources, short)
    return _in_order(sources, chosen, ways)


def _in_order(sources: list[Source], chosen: list[int], ways: list[int]) -> list[int]:
    """Codes for sources by number; later places first, so that taking one does not move the others."""
    numbers = [source_number(sources[first_alike(sources, i)]) for i in chosen]
    order = sorted(range(len(chosen)), key=lambda i: -numbers[i])
    return [PAY + 4 * numbers[i] + ways[i] for i in order]


def first_alike(sources: list[Source], i: int) -> int:
    """Identical cards of a zone are one option, under the place of the first."""
    while i > 0 and sources[i - 1].card == sources[i].card:
        if sources[i - 1].origin != sources[i].origin:
            break
        i -= 1
    return i


def _by_sum(s: Ravingspire, seat: int, sources: list[Source], need: int) -> list[int]:
    """Sources whose Brute Force sum reaches a number, at the least regret."""
    best = [FAR] * (need + 1)
    best[0] = 0
    took: list[list[int]] = [[] for _ in range(need + 1)]
    for i, source in enumerate(sources):
        value = source.brute()
        if value <= 0:
            continue
        cost = regret(s, seat, source)
        for have in range(need, -1, -1):
            if best[have] == FAR:
                continue
            to = min(need, have + value)
            if best[have] + cost < best[to]:
                best[to] = best[have] + cost
                took[to] = [*took[have], i]
    return took[need] if best[need] < FAR else []


def _by_matrix(
    s: Ravingspire, seat: int, sources: list[Source], short: list[int]
) -> tuple[list[int], list[int]]:
    """Sources and their attributes that meet a matrix, at the least regret."""
    f, k, c = short[0] + 1, short[1] + 1, short[2] + 1
    size = f * k * c
    best = [FAR] * size
    best[0] = 0
    took: list[list[int]] = [[] for _ in range(size)]
    for i, source in enumerate(sources):
        cost = regret(s, seat, source)
        for have in range(size - 1, -1, -1):
            if best[have] == FAR:
                continue
            fight, skill, charm = have // (k * c), have // c % k, have % c
            for attr in range(3):
                value = source.values[attr]
                if not value:
                    continue
                to_f = min(f - 1, fight + source.extras[0] + (value if attr == FIGHT else 0))
                to_k = min(k - 1, skill + source.extras[1] + (value if attr == SKILL else 0))
                to_c = min(c - 1, charm + source.extras[2] + (value if attr == CHARM else 0))
                to = (to_f * k + to_k) * c + to_c
                if to != have and best[have] + cost < best[to]:
                    best[to] = best[have] + cost
                    took[to] = [*took[have], i * 4 + attr]
    found = took[size - 1] if best[size - 1] < FAR else []
    return [each >> 2 for each in found], [each & 3 for each in found]
