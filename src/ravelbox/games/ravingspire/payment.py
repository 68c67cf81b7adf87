"""Paying: declare a target, name what is reduced, commit sources one by one, close or give up."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import ABILITIES, CARDS, Ability
from ravelbox.games.ravingspire.codes import ABANDON, BACK, NAME, PAY, SKIP, USE
from ravelbox.games.ravingspire.effects import can_pay, has_use, use_ability
from ravelbox.games.ravingspire.places import BY_HELPER, BY_LEFT, BY_PLAYED, BY_SLOT
from ravelbox.games.ravingspire.power import (
    Means,
    Source,
    at_hand,
    holds,
    ring_card,
    scales_of,
    weigh,
)
from ravelbox.games.ravingspire.prices import brute_price, cost_of, covers_with, cut, cuts_of
from ravelbox.games.ravingspire.state import (
    ACTED,
    AS_AT,
    BRUTE,
    CARD,
    COMMITTED,
    EXPLORE,
    FACE_DOWN,
    FOE,
    FROM_AT,
    FROM_HAND,
    FROM_HELPER,
    FROM_LEFT,
    FROM_PLACE,
    FROM_PLAYED,
    FROM_SLOT,
    GAVE_UP,
    GENERATED,
    KIND,
    NONE,
    PAID,
    RING,
    SPENT,
    VORPAL,
    Ravingspire,
    from_of,
    put,
)
from ravelbox.games.ravingspire.texts import COMMIT_CTX, PLACE_CTX, PLAYED_CTX
from ravelbox.games.ravingspire.zones import is_card, settle_slots, stays
from ravelbox.kernel.rules import Choice, Frame, Step

OTHER_WAY: Final = 16  # bits of targets given up: by matrix, then by Brute Force
MOST_BACKS: Final = 8  # sources taken back in one payment: enough to change one's mind
OFFSETS: Final = (0, BY_PLAYED, BY_HELPER, BY_LEFT)  # by origin; slots come after


class Declare(Step[Ravingspire]):
    """RSP-57. A target and a way are declared: what it needs, then the payment."""

    def run(self, s: Ravingspire, seat: int, target: int, brute: int, /) -> None:
        """RSP-63. Reductions come first; where one attribute is asked, nothing is to choose."""
        s.target = target
        s.brute = brute
        s.paying.clear()
        s.backs = 0
        s.bought = 0
        cost = cost_of(s, seat, target)
        cuts = cuts_of(s, seat, target)
        s.need[0], s.need[1], s.need[2] = cost[0], cost[1], cost[2]
        s.need[BRUTE] = brute_price(cost, cuts)
        if brute:
            s.next(PAYING.of(seat))
            return
        frames: list[Frame] = [REDUCE.of(seat, n) for n in cuts]
        frames.append(PAYING.of(seat))
        s.then(frames)


class Reduce(Step[Ravingspire]):
    """RSP-63. One reduction: of which attribute, if there is a choice."""

    def run(self, s: Ravingspire, seat: int, n: int, y: int, /) -> None:
        """Lower the only attribute there is, or ask."""
        attrs = reducible(s, seat, n)
        if len(attrs) == 1:
            cut(s.need, attrs[0], n)
        elif attrs:
            s.next(NAME_CUT.of(seat, n))


def reducible(s: Ravingspire, seat: int, n: int) -> list[int]:
    """The attributes whose reduction leads to a payment; all that are asked if none does."""
    cuts = [frame[2] for frame in s.agenda if frame[0] == REDUCE.number]
    means = Means(at_hand(s, seat, s.target))
    asked: list[int] = []
    found: list[int] = []
    for attr in range(3):
        if s.need[attr] > 0:
            asked.append(attr)
            lower = s.need[:]
            cut(lower, attr, n)
            if covers_with(means, lower, cuts, 0):
                found.append(attr)
    return found or asked


class NameCut(Choice[Ravingspire]):
    """RSP-63. Which attribute a reduction lowers; the payer chooses."""

    def options(self, s: Ravingspire, seat: int, n: int, y: int, /) -> list[int]:
        """Every attribute that is asked."""
        return [NAME + attr for attr in reducible(s, seat, n)]

    def chosen(self, s: Ravingspire, code: int, seat: int, n: int, y: int, /) -> None:
        """Lower it."""
        cut(s.need, code - NAME, n)


def committed_types(s: Ravingspire, but: int) -> int:
    """The types of all sources committed, but for one of them."""
    types = 0
    for i, entry in enumerate(s.paying):
        if i != but:
            types |= CARDS[entry & KIND].types
    return types


def source_of(entry: int) -> Source:
    """A committed source as something to weigh."""
    origin = from_of(entry)
    place = origin - FROM_PLACE if origin >= FROM_PLACE else NONE
    zone = 2 if place != NONE else (4 if origin == FROM_PLAYED else 1)
    return Source(entry & CARD, zone if origin != FROM_HELPER else 0, place)


def totals(s: Ravingspire, seat: int, company: int = 0) -> list[int]:
    """RSP-58. What is committed so far: Fight, Skill, Charm, and the sum of Brute Force.

    In the company of what is committed, and of further types that may come.
    """
    sums = [0, 0, 0, 0]
    if not s.paying:
        return sums
    scales = scales_of(s, seat, s.target)
    for i, entry in enumerate(s.paying):
        source = source_of(entry)
        weigh(s, seat, source, s.target, company | committed_types(s, i), scales)
        for attr in range(3):
            sums[attr] += source.extras[attr]
            sums[BRUTE] += source.extras[attr]
        sums[BRUTE] += source.values[BRUTE]
        used_as = entry >> AS_AT & 3
        if used_as != VORPAL:
            sums[used_as] += source.values[used_as]
    return sums


def missing(s: Ravingspire, seat: int, company: int = 0) -> list[int]:
    """What a payment is still short of: by attribute, or in the last place by Brute Force."""
    sums = totals(s, seat, company)
    if s.brute:
        return [0, 0, 0, max(0, s.need[BRUTE] - sums[BRUTE])]
    return [max(0, s.need[attr] - sums[attr]) for attr in range(3)] + [0]


class Paying(Step[Ravingspire]):
    """RSP-66. A payment closes itself as soon as it suffices."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Close, go on, or find that nothing helps."""
        short = missing(s, seat)
        if not any([n > 0 for n in short]):
            close(s, seat)
            return
        codes = COMMIT.ways(s, seat, short)
        if len(codes) > 1:
            s.menu = codes
            s.next(COMMIT.of(seat))
        else:
            abandon(s, seat)


class Commit(Choice[Ravingspire]):
    """RSP-58. Commit sources one at a time; RSP-66: or take one back, or give up."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """Sources that lower what is still missing."""
        return s.menu or self.ways(s, seat, missing(s, seat))

    def ways(self, s: Ravingspire, seat: int, short: list[int], /) -> list[int]:
        """The same, as far as nobody has worked it out yet."""
        codes = [ABANDON, *self.helpful(s, seat, short)]
        if s.backs < MOST_BACKS:
            for i, entry in enumerate(s.paying):
                if not entry & ACTED or from_of(entry) != FROM_HAND:
                    codes.append(BACK + i)
        return codes

    def helpful(self, s: Ravingspire, seat: int, short: list[int], /) -> list[int]:
        """RSP-57. Each source as each attribute that is short; in Brute Force as it is.

        Only where the rest can still be covered, so that no payment runs into nothing.
        """
        sources = at_hand(s, seat, s.target, committed_types(s, NONE))
        company = types_in_company(s, sources)
        open_ = missing(s, seat, company) if company else short
        codes: list[int] = []
        last = NONE
        last_origin = NONE
        for i, source in enumerate(sources):
            if source.card == last and source.origin == last_origin:
                continue  # identical cards of a zone are one option
            last, last_origin = source.card, source.origin
            base = PAY + 4 * source_number(source)
            if s.brute:
                if source.brute() > 0:
                    codes.append(base + VORPAL)
            else:
                types = CARDS[source.card & KIND].types
                friend = bool(company & types) and sum(missing(s, seat, types)) < sum(short)
                _add_ways(codes, base, sources, i, short, open_, befriends=friend)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Commit, take back or give up."""
        if code == ABANDON:
            abandon(s, seat)
        elif code >= BACK:
            take_back(s, seat, code - BACK)
            s.backs += 1
            s.next(PAYING.of(seat))
        else:
            commit(s, seat, code - PAY >> 2, code - PAY & 3)


def types_in_company(s: Ravingspire, sources: list[Source]) -> int:
    """Types that may still come, where what is committed could be worth more with them."""
    if not any([CARDS[entry & KIND].boosts for entry in s.paying]):
        return 0
    types = 0
    for source in sources:
        types |= CARDS[source.card & KIND].types
    return types


def source_number(source: Source) -> int:
    """The number of a source among all that an action can name."""
    if source.origin >= FROM_PLACE:
        return BY_SLOT + source.at
    return OFFSETS[source.origin] + source.at


def _add_ways(
    codes: list[int],
    base: int,
    sources: list[Source],
    i: int,
    short: list[int],
    open_: list[int],
    *,
    befriends: bool,
) -> None:
    """Each attribute as which the i-th source helps, and the rest can do the rest."""
    source = sources[i]
    extra = source.extras
    helps = befriends
    for attr in range(3):
        if extra[attr] > 0 and short[attr] > 0:
            helps = True
    rest: Means | None = None
    for attr in range(3):
        value = source.values[attr]
        if not value or not (short[attr] > 0 or helps):
            continue
        if rest is None:
            rest = Means(sources, i)
        left = open_[:]
        left[attr] -= value
        if rest.cover(left[0] - extra[0], left[1] - extra[1], left[2] - extra[2]):
            codes.append(base + attr)


def commit(s: Ravingspire, seat: int, number: int, used_as: int) -> None:
    """RSP-68. Commit a source; a card straight from hand or slot acts at that moment.

    RSP-67: but not in Explore.
    """
    if number >= BY_LEFT:
        card, origin = s.left.pop(number - BY_LEFT), FROM_LEFT
    elif number >= BY_HELPER:
        card, origin = s.helpers.pop(number - BY_HELPER) & KIND, FROM_HELPER
    elif number >= BY_PLAYED:
        card, origin = s.played[seat].pop(number - BY_PLAYED), FROM_PLAYED
    elif number >= BY_SLOT:
        place = number - BY_SLOT
        card, origin = s.slots[seat][place], FROM_PLACE + place
        s.slots[seat][place] = card | COMMITTED
    else:
        card, origin = s.hands[seat].pop(number), FROM_HAND
    s.paying.append(card | origin << FROM_AT | used_as << AS_AT)
    frames: list[Frame] = []
    if s.phase != EXPLORE and origin != FROM_HELPER:
        frames = _actions(seat, card, len(s.paying) - 1)
    frames.append(PAYING.of(seat))
    s.then(frames)


def _actions(seat: int, card: int, at: int) -> list[Frame]:
    """RSP-69. Drawbacks are compulsory on every use; the rest is asked."""
    frames: list[Frame] = []
    for ability in CARDS[card & KIND].play:
        if ability.plain_power or (card & ACTED and not ability.of_payment):
            continue
        rule = MUST_ACT if ability.must else MAY_ACT
        frames.append(rule.of(seat, ability.index, COMMIT_CTX + at))
    return frames


class MustAct(Step[Ravingspire]):
    """RSP-69. "Lose n Sanity when played" and its like are compulsory on every use."""

    def run(self, s: Ravingspire, seat: int, index: int, ctx: int, /) -> None:
        """Do it."""
        if ability_holds(s, seat, ABILITIES[index], ctx):
            mark_acted(s, seat, ctx)
            use_ability(s, seat, ABILITIES[index], ctx)


class MayAct(Step[Ravingspire]):
    """RSP-69. Beneficial actions are optional: ask, if this one can happen."""

    def run(self, s: Ravingspire, seat: int, index: int, ctx: int, /) -> None:
        """Ask."""
        ability = ABILITIES[index]
        if not ability_holds(s, seat, ability, ctx) or not can_pay(s, seat, ability, ctx):
            return
        if has_use(s, seat, ability, ctx):
            s.next(ASK_ACT.of(seat, index, ctx))


class AskAct(Choice[Ravingspire]):
    """RSP-69. Use the optional action of a card, or not."""

    def options(self, s: Ravingspire, seat: int, index: int, ctx: int, /) -> list[int]:
        """Yes or no."""
        return [SKIP, USE]

    def chosen(self, s: Ravingspire, code: int, seat: int, index: int, ctx: int, /) -> None:
        """Use it."""
        if code == USE:
            mark_acted(s, seat, ctx)
            use_ability(s, seat, ABILITIES[index], ctx)


def mark_acted(s: Ravingspire, seat: int, ctx: int) -> None:
    """RSP-66. A card whose action happened does not return when a payment is given up."""
    if ctx >= COMMIT_CTX:
        s.paying[ctx - COMMIT_CTX] |= ACTED
        origin = from_of(s.paying[ctx - COMMIT_CTX])
        if origin >= FROM_PLACE:
            s.slots[seat][origin - FROM_PLACE] |= ACTED


def card_at(s: Ravingspire, seat: int, ctx: int) -> int:
    """The card whose text is being carried out."""
    if ctx >= COMMIT_CTX:
        return s.paying[ctx - COMMIT_CTX]
    if ctx >= PLACE_CTX:
        return s.slots[seat][ctx - PLACE_CTX]
    return s.played[seat][ctx - PLAYED_CTX] if ctx >= PLAYED_CTX else 0


def ability_holds(s: Ravingspire, seat: int, ability: Ability, ctx: int) -> bool:
    """Whether the condition of a card's own text is met."""
    if not ability.cond:
        return True
    card = card_at(s, seat, ctx)
    place = ctx - PLACE_CTX if PLACE_CTX <= ctx < COMMIT_CTX else NONE
    target, company = NONE, 0
    if ctx >= COMMIT_CTX:
        origin = from_of(card)
        place = origin - FROM_PLACE if origin >= FROM_PLACE else NONE
        target, company = s.target, committed_types(s, ctx - COMMIT_CTX)
    return holds(s, seat, ability.cond, card, place, target, company)


def take_back(s: Ravingspire, seat: int, at: int) -> None:
    """RSP-66. A source returns to where it was; if its action happened it is Played."""
    entry = s.paying.pop(at)
    card, origin = entry & CARD, from_of(entry)
    if origin >= FROM_PLACE:
        s.slots[seat][origin - FROM_PLACE] &= ~COMMITTED
        if card & ACTED and not stays(s, seat, card & KIND):
            s.played[seat].append(s.slots[seat][origin - FROM_PLACE] | FROM_SLOT)
            s.slots[seat][origin - FROM_PLACE] = NONE
            settle_slots(s, seat)
    elif origin == FROM_PLAYED:
        s.played[seat].append(card)
    elif origin == FROM_HELPER:
        s.helpers.append(card & KIND | s.target << 10)
    elif origin == FROM_LEFT:
        s.left.append(card & KIND)
    elif card & ACTED:
        s.played[seat].append(card)
    else:
        put(s.hands[seat], card)


def faced(s: Ravingspire, seat: int, target: int) -> int:
    """The card that a payment is for, or NONE."""
    if target < RING:
        return ring_card(s, seat, target)
    return s.foe if target == FOE else NONE


def abandon(s: Ravingspire, seat: int) -> None:
    """RSP-66. Nothing is paid; the target waits until something changes."""
    while s.paying:
        take_back(s, seat, len(s.paying) - 1)
    s.note(GAVE_UP, seat, s.target, faced(s, seat, s.target) + 1)
    s.barred |= 1 << s.target + OTHER_WAY * s.brute
    s.target = NONE


def close(s: Ravingspire, seat: int) -> None:
    """RSP-58. Every source counts for this payment alone, and excess is lost."""
    target = s.target
    s.paid.clear()
    s.note(PAID, seat, target, faced(s, seat, target) + 1)
    for entry in s.paying:
        spend(s, seat, entry & KIND, from_of(entry))
    s.paying.clear()
    s.target = NONE
    s.barred = 0
    s.bought = 1
    settle_slots(s, seat)


def spend(s: Ravingspire, seat: int, kind: int, origin: int) -> None:
    """RSP-62. Spent cards go Aside; Dungeon cards and kept ones turn face down in their slot."""
    if kind >= GENERATED:
        return
    s.note(SPENT, seat, kind, 0)
    if origin >= FROM_PLACE and stays(s, seat, kind):
        s.slots[seat][origin - FROM_PLACE] = kind | FACE_DOWN
        return
    if origin >= FROM_PLACE:
        s.slots[seat][origin - FROM_PLACE] = NONE
    if origin == FROM_LEFT:
        s.banished.append(kind)  # RSP-139
    elif origin != FROM_HELPER:
        s.asides[seat].append(kind)
        s.paid.append(kind)


def end_of_phase(s: Ravingspire, seat: int) -> None:
    """RSP-70. What was Played and not spent is spent all the same; generated power is gone."""
    for card in s.played[seat]:
        if is_card(card):
            s.asides[seat].append(card & KIND)
    s.played[seat].clear()
    for place, card in enumerate(s.slots[seat]):
        if card != NONE and card & ACTED and not card & FACE_DOWN:
            s.slots[seat][place] = card & KIND | FACE_DOWN
    settle_slots(s, seat)


DECLARE: Final = Declare("RSP-57")
REDUCE: Final = Reduce("RSP-63")
NAME_CUT: Final = NameCut("RSP-63")
PAYING: Final = Paying("RSP-66")
COMMIT: Final = Commit("RSP-58")
MUST_ACT: Final = MustAct("RSP-69")
MAY_ACT: Final = MayAct("RSP-69")
ASK_ACT: Final = AskAct("RSP-69")
