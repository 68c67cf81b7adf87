"""Questions about yarn as one answer: how many of each colour, what the table proposes, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ravelbox.games.arch_ravels.codes import COLOUR, COUNT
from ravelbox.games.arch_ravels.codes import COLOURS as COLOUR_SETS
from ravelbox.games.arch_ravels.facts import FACTS
from ravelbox.games.arch_ravels.shop import ReturnYarn
from ravelbox.games.arch_ravels.state import BEAR, COLOURS, ITEMS, TILED, ArchRavels, who
from ravelbox.games.arch_ravels.telling import joined, pattern_words, seat_words
from ravelbox.games.arch_ravels.yarn import (
    COSTS,
    DIFFERENT,
    EXACT,
    PLENTY,
    PLENTY_BITS,
    SAME,
    Colours,
    Counts,
    bowl_of,
    exact_cost,
    kind_of,
    need_of,
    total,
)
from ravelbox.kernel.errors import IllegalAction
from ravelbox.kernel.game import Amounts, Mix
from ravelbox.kernel.rules import State

RULES: Final = {
    "different": "different colours",
    "same": "one colour",
    "two": "two colours, 2 and 1",
}
GAINS: Final = ("ARC-31", "ARC-69", "ARC-90")  # what comes from the supply


def mix_of(s: ArchRavels) -> Mix | None:
    """The open question as amounts, if it is one about several yarn."""
    index, seat, x, y = s.agenda[-1]
    rule = s.rules[index]
    if isinstance(rule, Counts):
        colour, need = y & 7, y >> 3 & PLENTY_BITS
        stock = rule.stock(s, seat, x)
        return _mix(s, "any", need, [0] * colour + stock[colour:], x)
    if isinstance(rule, ReturnYarn):
        return _mix(s, "any", 0, [0] * x + bowl_of(s, seat)[x:], 0)
    if isinstance(rule, Colours):
        stock = rule.stock(s, seat)
        if y:  # the single colour that goes with a double one
            stock[y - 1] = 0
            return _mix(s, "same", 1, stock, x)
        kind = {DIFFERENT: "different", SAME: "same"}.get(kind_of(s, seat, x), "two")
        return _mix(s, kind, need_of(s, x), stock, x)
    return None


def _mix(s: ArchRavels, rule: str, need: int, stock: list[int], x: int) -> Mix:
    index, seat, _, _ = s.agenda[-1]
    cites = s.rules[index].cites
    gain = cites in GAINS or (cites == "ARC-50" and need > 0)
    most = [min(n, need) if need else n for n in stock]
    words, verb = _purpose(s, cites, need, x)
    if rule in RULES and need > 1:
        words += f" of {RULES[rule]}"
    return Mix(need, tuple(most), rule, propose(s, seat, rule, need, most, gain=gain), words, verb)


def _purpose(s: ArchRavels, cites: str, need: int, x: int) -> tuple[str, str]:
    """What the yarn is for, and what is done with it."""
    if cites == "ARC-31":
        return f"{need} yarn of any colours", "Take"
    if cites == "ARC-69":
        return f"Yarn Sale: {need} yarn of any colours", "Take"
    if cites == "ARC-78":
        return f"Friendship Bracelets: {need} yarn for {seat_words(who(s, x))}", "Give"
    if cites == "ARC-90":
        return f"{need} yarn back for {pattern_words(x)}", "Take"
    if cites == "ARC-50":
        return (
            (f"{need} yarn of any colours in exchange", "Take")
            if need
            else ("Any yarn to exchange", "Return")
        )
    return f"{need} yarn for {pattern_words(x)}", "Pay"


def wanted(s: ArchRavels, seat: int) -> list[int]:
    """How many of each colour the exact patterns of a seat ask for: all requests, and one tile."""
    tiles = [0] * COLOURS
    requests = [0] * COLOURS
    for item in range(BEAR, BEAR + TILED):
        if kind_of(s, seat, item) == EXACT:
            cost = exact_cost(s, seat, item)
            tiles = [max(n, COSTS[cost + c]) for c, n in enumerate(tiles)]
    for request in range(len(FACTS.requests)):
        if s.held[seat] >> request & 1 and kind_of(s, seat, ITEMS + request) == EXACT:
            cost = exact_cost(s, seat, ITEMS + request)
            requests = [n + COSTS[cost + c] for c, n in enumerate(requests)]
    return [a + b for a, b in zip(tiles, requests, strict=True)]


def propose(
    s: ArchRavels, seat: int, rule: str, need: int, most: list[int], *, gain: bool
) -> tuple[int, ...]:
    """Pay what is least missed, take what is most wanted."""
    bowl = bowl_of(s, seat)
    spare = [n - w for n, w in zip(bowl, wanted(s, seat), strict=True)]
    counts = [0] * COLOURS
    if rule == "same":
        fit = [c for c in range(COLOURS) if most[c] >= need]
        counts[min(fit, key=spare.__getitem__) if gain else max(fit, key=spare.__getitem__)] = need
        return tuple(counts)
    left = need
    if rule == "two":
        fit = [c for c in range(COLOURS) if most[c] > 1 and total(most) > most[c]]
        double = min(fit, key=spare.__getitem__) if gain else max(fit, key=spare.__getitem__)
        counts[double] = 2
        most = [1 if n and c != double else 0 for c, n in enumerate(most)]
        left = 1
    if rule == "different":
        most = [min(n, 1) for n in most]
    for _ in range(left):
        fit = [c for c in range(COLOURS) if most[c] > 0]
        colour = min(fit, key=spare.__getitem__) if gain else max(fit, key=spare.__getitem__)
        counts[colour] += 1
        most[colour] -= 1
        spare[colour] += 1 if gain else -1
    return tuple(counts)


def _asked(s: ArchRavels) -> Mix:
    mix = mix_of(s)
    if mix is None:
        raise IllegalAction("the open question is not about several yarn: amounts do not answer it")
    return mix


def mixed(s: ArchRavels, counts: Sequence[int]) -> list[int]:
    """The codes of an answer by amounts; complains if it does not fit the question."""
    mix = _asked(s)
    if len(counts) != COLOURS or any(type(n) is not int or n < 0 for n in counts):
        raise IllegalAction(
            f"amounts are six whole numbers, one for each of {joined(list(FACTS.colours))}"
        )
    if not _fits(mix, counts):
        raise IllegalAction(f"{mix.words}: {_named(counts)} does not fit")
    table = s.clone()
    codes: list[int] = []
    while not codes or _goes_on(s, table, codes):
        codes.append(_code(table, counts))
        table.apply(codes[-1])
    return codes


def amounts(s: ArchRavels, choose: Callable[[State], int]) -> Amounts:
    """What an answer comes to that is chosen code by code."""
    mix = _asked(s)
    table = s.clone()
    counts = [0] * COLOURS
    codes: list[int] = []
    settled = 0
    while not codes or _goes_on(s, table, codes):
        codes.append(choose(table))
        settled = _add(table, codes[-1], counts)
        table.apply(codes[-1])
    before = s.agenda[-1][3]  # what was returned already, if any number may be
    left = (mix.need or int(before == 0)) - sum(counts)  # what leaves no choice is not asked
    for colour in range(settled, COLOURS):
        if left > 0 and counts[colour] == 0:
            counts[colour] = min(left, mix.most[colour])
            left -= counts[colour]
    return Amounts(tuple(counts), tuple(codes), _named(counts))


def _add(s: ArchRavels, code: int, counts: list[int]) -> int:
    """Count what a code pays or takes: `_code` the other way round. So many colours are settled then."""
    index, seat, x, y = s.agenda[-1]
    rule = s.rules[index]
    if isinstance(rule, Counts):
        counts[y & 7] += code - COUNT
        return (y & 7) + 1
    if isinstance(rule, ReturnYarn):
        counts[x] += code - COUNT
        return x + 1
    kind = kind_of(s, seat, x)
    if kind == DIFFERENT:
        for colour in range(COLOURS):
            counts[colour] += code - (COLOUR_SETS - 1) >> colour & 1
    elif kind == SAME:
        counts[code - COLOUR] += need_of(s, x)
    else:
        double = y == 0  # of two colours, that one comes first
        counts[code - COLOUR] += 2 if double else 1
        return 0 if double else COLOURS
    return COLOURS


def _fits(mix: Mix, counts: Sequence[int]) -> bool:
    """Whether amounts are what a question asks for."""
    used = sorted(n for n in counts if n)
    if any(n > most for n, most in zip(counts, mix.most, strict=True)):
        return False
    if sum(used) != (mix.need or max(1, sum(used))):
        return False
    if mix.rule == "two":
        return used == [1, 2]
    return mix.rule == "any" or len(used) == (1 if mix.rule == "same" else mix.need)


def _goes_on(s: ArchRavels, table: ArchRavels, codes: list[int]) -> bool:
    """Whether the question that is answered has not come to its end yet."""
    if not table.agenda or len(table.agenda) != len(s.agenda):
        return False
    first, now = s.agenda[-1], table.agenda[-1]
    rule: Any = s.rules[first[0]]
    if now[0] != first[0] or now[1] != first[1]:
        return False
    if isinstance(rule, Counts):
        return now[2] == first[2] and now[3] & 7 > first[3] & 7
    if isinstance(rule, ReturnYarn):
        return now[2] > first[2]
    return now[2] == first[2] and now[3] > 0 and len(codes) == 1


def _code(s: ArchRavels, counts: Sequence[int]) -> int:
    """The next code on the way to these amounts."""
    index, seat, x, y = s.agenda[-1]
    rule = s.rules[index]
    if isinstance(rule, Counts):
        return COUNT + min(counts[y & 7], PLENTY)
    if isinstance(rule, ReturnYarn):
        return COUNT + min(counts[x], PLENTY)
    if kind_of(s, seat, x) == DIFFERENT:
        return COLOUR_SETS - 1 + sum(1 << c for c, n in enumerate(counts) if n)
    if kind_of(s, seat, x) == SAME:
        return COLOUR + max(range(COLOURS), key=counts.__getitem__)
    if y == 0:
        return COLOUR + max(range(COLOURS), key=counts.__getitem__)
    return COLOUR + max((c for c in range(COLOURS) if c != y - 1), key=counts.__getitem__)


def _named(counts: Sequence[int]) -> str:
    return joined([f"{n} {FACTS.colours[c]}" for c, n in enumerate(counts) if n])
