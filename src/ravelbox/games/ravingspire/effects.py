"""The vocabulary of card texts: every verb once. A text is a list of phrases, carried out in order."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import (
    ALL,
    BY_D3,
    BY_D6,
    CARDS,
    EACH_LEVEL,
    EFFECTS,
    ELSEWHERE,
    HERE,
    ONE_OTHER,
    OTHERS,
    OWN,
    PEEK_BATTLE,
    PEEK_LOOT,
    V_ADD,
    V_ADVANCE,
    V_ATTACH,
    V_BANISH_SELF,
    V_BECOME,
    V_CHOOSE,
    V_DRAW,
    V_FORBID,
    V_GAIN,
    V_GENERATE,
    V_IF,
    V_LOOT,
    V_LOOT_MORE,
    V_LOSE,
    V_MOVE,
    V_MOVE_FOE,
    V_PEEK,
    V_RAISE,
    V_REDUCE,
    V_REMOVE_FOE,
    V_RESHUFFLE,
    V_ROLL,
    V_ROTATE,
    V_SUMMON,
    Ability,
    Effect,
)
from ravelbox.games.ravingspire.codes import CHOOSE
from ravelbox.games.ravingspire.codes import PLAYER as SEAT_OF
from ravelbox.games.ravingspire.decks import DRAW_CARD
from ravelbox.games.ravingspire.madness import LOSE, SANE, Lasting, gain_sanity
from ravelbox.games.ravingspire.peeking import PEEK
from ravelbox.games.ravingspire.picking import PICKING, candidates, others_with, packed
from ravelbox.games.ravingspire.power import counted, holds
from ravelbox.games.ravingspire.rolls import ROLL, half
from ravelbox.games.ravingspire.state import (
    ADDED_AT,
    ADDED_TO_AT,
    ATTACHED,
    BANISHED,
    BASE_AT,
    BY_ADVERSARY,
    BY_CARD,
    BY_CHAOS,
    BY_FOE,
    CHANGED_AT,
    DISCARDED,
    FOE,
    FOE_GONE,
    FOR_DEFEAT,
    FOR_LOOT,
    FOR_TEXT,
    GAINED_POWER,
    GENERATED,
    GENERATES,
    KIND,
    LEVELS,
    LOOTED,
    NONE,
    RAISED,
    RETURNS,
    SHOWDOWN,
    Ravingspire,
    put,
)
from ravelbox.games.ravingspire.texts import (
    CHAOS_CTX,
    COMMIT_CTX,
    DEFEAT_CTX,
    FOE_CTX,
    LOOT_CTX,
    PLACE_CTX,
    PLAYED_CTX,
    texts,
    triggered,
)
from ravelbox.games.ravingspire.tower import (
    FOE_ADVANCES,
    FOE_WALKS,
    TURN_RING,
    UP_TO,
    is_locked,
    rotate,
    summon,
)
from ravelbox.games.ravingspire.zones import DRAW_SOME, settle_slots
from ravelbox.kernel.rules import Choice, Frame, Step

ONCE_A_GAME: Final = 2  # a limit
TO_BANISH: Final = 0  # what becomes of an Adversary or Chaos card
TO_RETURN: Final = 1
TO_FOE_DECK: Final = 2


def purpose_of(s: Ravingspire, seat: int, ctx: int) -> int:
    """What a die in a card's text is rolled for (RSP-164)."""
    if ctx == DEFEAT_CTX:
        return FOR_DEFEAT
    if ctx == LOOT_CTX or (0 < ctx < DEFEAT_CTX and CARDS[card_here(s, seat, ctx) & KIND].is_loot):
        return FOR_LOOT
    return FOR_TEXT


def card_here(s: Ravingspire, seat: int, ctx: int) -> int:
    """The card that says so, wherever it is."""
    if ctx >= COMMIT_CTX:
        return s.paying[ctx - COMMIT_CTX]
    if ctx >= PLACE_CTX:
        return s.slots[seat][ctx - PLACE_CTX]
    return s.played[seat][ctx - PLAYED_CTX]


def cause_of(ctx: int) -> int:
    """To which cause a loss of Sanity in a text belongs."""
    if ctx == DEFEAT_CTX:
        return BY_ADVERSARY
    if ctx == CHAOS_CTX:
        return BY_CHAOS
    return BY_FOE if ctx == FOE_CTX else BY_CARD


def use_ability(s: Ravingspire, seat: int, ability: Ability, ctx: int) -> None:
    """Pay the price of a text, then do what it says; the last thing a rule does."""
    s.barred = 0
    if ability.limit == ONCE_A_GAME:
        s.limits.append(ability.kind | seat << 10)
    s.then(texts(seat, ability.pay + ability.do, ctx))


class Do(Lasting):
    """RSP-170. One phrase of a card's text; a die in it is rolled first.

    RSP-104: while it is carried out, no card can be moved between hand and slots.
    """

    def run(self, s: Ravingspire, seat: int, index: int, ctx: int, /) -> None:
        """Roll, or do it at once."""
        effect = EFFECTS[index]
        if effect.how in (BY_D6, BY_D3) or effect.quantity in (BY_D6, BY_D3):
            s.then([ROLL.of(seat, purpose_of(s, seat, ctx)), DO_ROLLED.of(seat, index, ctx)])
        else:
            perform(s, seat, effect, ctx, counted(s, seat, effect), effect.many)

    def lasts(self, s: Ravingspire, seat: int, index: int, /) -> bool:
        """RSP-130. An Adversary or Chaos card still goes where its text says."""
        return EFFECTS[index].verb in (V_RESHUFFLE, V_ATTACH, V_BANISH_SELF)


class DoRolled(Step[Ravingspire]):
    """RSP-13. A phrase whose amount was rolled."""

    def run(self, s: Ravingspire, seat: int, index: int, ctx: int, /) -> None:
        """Do it."""
        effect = EFFECTS[index]
        d3 = effect.how == BY_D3 or effect.quantity == BY_D3
        rolled = half(s.die) if d3 else s.die
        perform(s, seat, effect, ctx, -rolled if effect.n < 0 else rolled, rolled)


def turn(s: Ravingspire, seat: int, effect: Effect, n: int) -> None:
    """RSP-6. Turn a level, or each in turn from the outermost; who turns chooses the direction."""
    if effect.level == EACH_LEVEL:
        levels = list(range(LEVELS))
    else:
        levels = [s.levels[seat] if effect.level == HERE else effect.level]
    if effect.direction and not effect.up_to:
        for level in levels:
            rotate(s, seat, level, n * effect.direction)
    else:
        freely = UP_TO if effect.up_to else 0
        s.then([TURN_RING.of(seat, n, level + freely) for level in levels])


def perform(s: Ravingspire, seat: int, effect: Effect, ctx: int, n: int, many: int) -> None:  # noqa: C901, PLR0915  # one line a verb
    """Do what a phrase says, as much of it as can be done; the last thing a rule does."""
    verb = effect.verb
    if verb == V_DRAW:
        s.next(DRAW_SOME.of(seat, n))
    elif verb == V_LOSE or verb == V_GAIN:
        sanity(s, seat, effect, ctx, n)
    elif verb == V_ADD and effect.itself:
        add_power(s, seat, ctx, effect.attr, n)
    elif verb == V_BECOME:
        become(s, seat, ctx, effect)
    elif verb == V_REDUCE:
        s.next(PICKING.of(seat, effect.index, packed(ctx, 1, NONE)))
    elif verb == V_RAISE:
        s.raises[FOE * 3 + effect.attr] += n
        s.note(RAISED, seat, effect.attr, n)
    elif verb == V_GENERATE:
        s.played[seat].append(GENERATED + effect.attr | n << ADDED_AT)
        s.note(GENERATES, seat, effect.attr, n)
    elif verb == V_LOOT:
        s.then(loot_frames(seat, n))
    elif verb == V_LOOT_MORE:
        s.extra_loot += n
    elif verb == V_RESHUFFLE:
        s.fate = TO_RETURN
    elif verb == V_BANISH_SELF:
        s.fate = TO_BANISH
    elif verb == V_ATTACH:
        s.fate = TO_FOE_DECK
    elif verb == V_ADVANCE:
        s.next(FOE_ADVANCES.of(seat))
    elif verb == V_SUMMON:
        summon_foes(s, seat, effect)
    elif verb == V_MOVE_FOE:
        s.next(FOE_WALKS.of(seat, n, int(effect.direction < 0)))
    elif verb == V_REMOVE_FOE:
        remove_foe(s, seat)
    elif verb == V_MOVE:
        s.bonus += n if effect.up_to else n << 8
    elif verb == V_ROTATE:
        turn(s, seat, effect, n)
    elif verb == V_PEEK:
        s.next(PEEK.of(seat, n | int(effect.reorder) << 8, effect.deck))
    elif verb == V_FORBID:
        forbid(s, seat, effect)
    elif verb == V_ROLL:
        s.then([ROLL.of(seat, purpose_of(s, seat, ctx)), BRANCH.of(seat, effect.index, ctx)])
    elif verb == V_CHOOSE:
        choose(s, seat, effect, ctx)
    elif verb == V_IF:
        met = holds(s, seat, effect.cond, 0, NONE, s.target, 0)
        if met or len(effect.blocks) > 1:
            s.then(texts(seat, effect.blocks[0 if met else 1], ctx))
    elif effect.group is not None:
        s.next(PICKING.of(seat, effect.index, packed(ctx, many, NONE)))


def sanity(s: Ravingspire, seat: int, effect: Effect, ctx: int, n: int) -> None:
    """RSP-103. "All" is the active player first, then clockwise; "one other" is chosen."""
    others = [each for each in round_from(s, seat) if each != seat]
    if effect.who == ONE_OTHER:
        if len(others) > 1:
            s.next(PICK_SEAT.of(seat, effect.index, n << 10 | ctx))
            return
        who = others
    elif effect.who == OTHERS:
        who = others
    else:
        who = [seat, *others] if effect.who == ALL else [seat]
    if effect.verb == V_GAIN:
        for each in who:
            gain_sanity(s, each, n)
    else:
        s.then([LOSE.of(each, n, cause_of(ctx)) for each in who])


def round_from(s: Ravingspire, seat: int) -> list[int]:
    """Everybody still in the game, clockwise from a seat."""
    seats = len(s.heroes)
    order = [(seat + k) % seats for k in range(seats)]
    return [each for each in order if not s.gone[each]]


class PickSeat(Choice[Ravingspire]):
    """RSP-170. Which other player a text is about."""

    def options(self, s: Ravingspire, seat: int, index: int, y: int, /) -> list[int]:
        """Everybody else."""
        return [
            SEAT_OF + each for each in range(len(s.heroes)) if each != seat and not s.gone[each]
        ]

    def chosen(self, s: Ravingspire, code: int, seat: int, index: int, y: int, /) -> None:
        """Do it to them."""
        if EFFECTS[index].verb == V_GAIN:
            gain_sanity(s, code - SEAT_OF, y >> 10)
        else:
            s.next(LOSE.of(code - SEAT_OF, y >> 10, cause_of(y & 1023)))


def add_power(s: Ravingspire, seat: int, ctx: int, attr: int, n: int) -> None:
    """RSP-64. A flat addition to the card itself, for its next use."""
    change_here(s, seat, ctx, n << (ADDED_AT if attr == OWN else ADDED_TO_AT + 4 * attr))
    s.note(GAINED_POWER, seat, card_here(s, seat, ctx) & KIND, n)


def change_here(s: Ravingspire, seat: int, ctx: int, marks: int) -> None:
    """Add marks to the card that says so."""
    if ctx >= COMMIT_CTX:
        s.paying[ctx - COMMIT_CTX] += marks
    elif ctx >= PLACE_CTX:
        s.slots[seat][ctx - PLACE_CTX] += marks
    else:
        s.played[seat][ctx - PLAYED_CTX] += marks


def become(s: Ravingspire, seat: int, ctx: int, effect: Effect) -> None:
    """RSP-64. A text that replaces the base for this use."""
    card = card_here(s, seat, ctx)
    marks = effect.n - (card >> BASE_AT & 31) << BASE_AT
    if CARDS[card & KIND].attr != effect.attr:
        marks += effect.attr + 1 - (card >> CHANGED_AT & 7) << CHANGED_AT
    change_here(s, seat, ctx, marks)
    s.note(GAINED_POWER, seat, card & KIND, effect.n)


def loot_frames(seat: int, n: int) -> list[Frame]:
    """RSP-78. So many cards of the Loot deck."""
    frames: list[Frame] = []
    for _ in range(n):
        frames += [DRAW_CARD.of(seat, PEEK_LOOT), GAIN_LOOT.of(seat)]
    return frames


class GainLoot(Step[Ravingspire]):
    """RSP-78. Gained Loot lies Aside until Recover; an empty Loot deck gives nothing.

    RSP-79: it is Vorpal, costs nothing, and is slotted and traded by its types.
    """

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Lay it Aside."""
        card = s.drawn
        s.drawn = NONE
        if card == NONE:
            return
        s.asides[seat].append(card)
        s.note(LOOTED, seat, card, 0)
        if CARDS[card].acquire:
            s.then(triggered(s, seat, CARDS[card].acquire, LOOT_CTX))


def summon_foes(s: Ravingspire, seat: int, effect: Effect) -> None:
    """RSP-102. On one level, or on every revealed level without a Foe."""
    if effect.level == EACH_LEVEL:
        for level in range(LEVELS):
            if s.towers[level] != NONE:
                summon(s, seat, level)
    else:
        summon(s, seat, s.levels[seat] if effect.level == HERE else effect.level)


def remove_foe(s: Ravingspire, seat: int) -> None:
    """The Foe token on the Hero's level leaves the board; in a Showdown it cannot."""
    level = s.levels[seat]
    if s.foes_at[level] != NONE and s.phase != SHOWDOWN:
        s.foes_at[level] = NONE
        s.note(FOE_GONE, seat, level, 0)


def forbid(s: Ravingspire, seat: int, effect: Effect) -> None:
    """A type cannot be used in this battle; with "discard" such cards leave hand and slots."""
    s.forbidden |= effect.types
    if not effect.discards:
        return
    for i in range(len(s.hands[seat]) - 1, -1, -1):
        if CARDS[s.hands[seat][i] & KIND].types & effect.types:
            drop(s, seat, s.hands[seat].pop(i))
    for place, card in enumerate(s.slots[seat]):
        if card != NONE and CARDS[card & KIND].types & effect.types:
            s.slots[seat][place] = NONE
            drop(s, seat, card)
    settle_slots(s, seat)


def drop(s: Ravingspire, seat: int, card: int) -> None:
    """A card to its owner's discard pile, for all to see."""
    put(s.discards[seat], card & KIND)
    s.note(DISCARDED, seat, card & KIND, 0)


class Branch(Step[Ravingspire]):
    """RSP-75. What a rolled face leads to."""

    def run(self, s: Ravingspire, seat: int, index: int, ctx: int, /) -> None:
        """Do that block."""
        effect = EFFECTS[index]
        s.then(texts(seat, effect.blocks[effect.branch[s.die]], ctx))


def choose(s: Ravingspire, seat: int, effect: Effect, ctx: int) -> None:
    """The owner picks one branch that can be done."""
    open_ = [i for i in range(len(effect.blocks)) if any_use(s, seat, effect.blocks[i], ctx)]
    if len(open_) == 1:
        s.then(texts(seat, effect.blocks[open_[0]], ctx))
    elif open_:
        s.next(CHOOSE_ONE.of(seat, effect.index, ctx))


class ChooseOne(Choice[Ravingspire]):
    """RSP-170. One branch of a text."""

    def options(self, s: Ravingspire, seat: int, index: int, ctx: int, /) -> list[int]:
        """Those that can be done."""
        blocks = EFFECTS[index].blocks
        return [CHOOSE + i for i in range(len(blocks)) if any_use(s, seat, blocks[i], ctx)]

    def chosen(self, s: Ravingspire, code: int, seat: int, index: int, ctx: int, /) -> None:
        """Do it."""
        s.then(texts(seat, EFFECTS[index].blocks[code - CHOOSE], ctx))


def can_pay(s: Ravingspire, seat: int, ability: Ability, ctx: int) -> bool:
    """Whether the price of a text can be paid in full, and it is not used up for good."""
    if ability.limit == ONCE_A_GAME and ability.kind | seat << 10 in s.limits:
        return False
    for index in ability.pay:
        effect = EFFECTS[index]
        if effect.verb == V_LOSE:
            if s.sanity[seat] < effect.n:
                return False
        elif effect.group is not None:
            there = candidates(s, seat, effect, ctx, NONE, distinct=False)
            if len(there) < effect.many:
                return False
    return True


def has_use(s: Ravingspire, seat: int, ability: Ability, ctx: int) -> bool:
    """Whether anything would come of a text."""
    return any_use(s, seat, ability.do, ctx)


def any_use(s: Ravingspire, seat: int, effects: list[int], ctx: int) -> bool:
    """Whether any phrase of a text would change something."""
    return any(is_useful(s, seat, EFFECTS[index], ctx) for index in effects)


def is_useful(s: Ravingspire, seat: int, effect: Effect, ctx: int) -> bool:  # one line a verb
    """Whether a phrase would change something now."""
    verb = effect.verb
    if verb == V_DRAW:
        return bool(s.decks[seat] or s.tops[seat] or s.discards[seat])
    if verb == V_GAIN and effect.who == 0:
        return s.sanity[seat] < SANE
    if verb == V_LOSE and effect.who in (OTHERS, ONE_OTHER):
        return len(round_from(s, seat)) > 1
    if verb == V_MOVE_FOE:
        level = s.levels[seat]
        return s.foes_at[level] != NONE and not is_locked(s, level)
    if verb == V_REMOVE_FOE:
        return s.foes_at[s.levels[seat]] != NONE and s.phase != SHOWDOWN
    if verb == V_LOOT:
        return bool(s.loot_pile)
    if verb == V_PEEK and effect.deck != PEEK_BATTLE:
        return bool(s.pile if effect.deck == 0 else s.foe_pile)
    if verb == V_CHOOSE:
        return any(any_use(s, seat, block, ctx) for block in effect.blocks)
    if effect.group is not None and effect.group.zones & ELSEWHERE:
        return bool(others_with(s, seat, effect, ctx))
    if verb == V_REDUCE or effect.group is not None:
        return bool(candidates(s, seat, effect, ctx, NONE, distinct=True))
    return True


class Fate(Lasting):
    """RSP-76, RSP-101. Where a defeated Adversary or a resolved Chaos card goes."""

    def run(self, s: Ravingspire, seat: int, kind: int, y: int, /) -> None:
        """Banish it, set it aside for the reshuffle, or lay it on the Foe deck (RSP-105)."""
        if s.fate == TO_RETURN:
            s.returning.append(kind)
            s.note(RETURNS, seat, kind, 0)
        elif s.fate == TO_FOE_DECK:
            s.attached.append(kind)
            s.note(ATTACHED, seat, kind, 0)
        else:
            s.banished.append(kind)
            s.note(BANISHED, seat, kind, 0)
        s.fate = TO_BANISH

    def put_away(self, s: Ravingspire, kind: int, /) -> None:
        """It is banished."""
        s.banished.append(kind)


DO: Final = Do("RSP-170")
DO_ROLLED: Final = DoRolled("RSP-13")
PICK_SEAT: Final = PickSeat("RSP-170")
GAIN_LOOT: Final = GainLoot("RSP-78")
BRANCH: Final = Branch("RSP-75")
CHOOSE_ONE: Final = ChooseOne("RSP-170")
FATE: Final = Fate("RSP-76")
