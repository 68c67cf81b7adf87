"""What a search knows of the tower: which moves deserve a thought, and how likely a Hero escapes.

A table is judged at the end of a turn, before luck fills the ring and deals a hand. Until then the
Hero that plays itself (`ravingspire.py`) plays on; so hardly any luck stands between a choice and
what it is judged by. How likely an escape is from there, a small network tells from the facts of
`ravingspire_facts.py`; it was fitted to games of that Hero (`tools/fit/ravingspire.py`).
"""

from __future__ import annotations

import math
from typing import Final

from ravelbox.bots.heuristics.ravingspire import (
    RavingspireHeuristic,
    boon,
    lined_up,
    paying,
    something_to_banish,
)
from ravelbox.bots.heuristics.ravingspire_cards import card_at_place, keep_worth
from ravelbox.bots.heuristics.ravingspire_facts import Strength, advance, facts_of
from ravelbox.bots.heuristics.ravingspire_weights import ALONE, HIDDEN, TOGETHER
from ravelbox.bots.search.guide import Guide
from ravelbox.games.ravingspire.battle import FOE_BATTLE, KEEP_BATTLE
from ravelbox.games.ravingspire.codes import (
    ACT,
    END,
    FACE,
    FORCE,
    FREE,
    HINDER,
    PAY,
    PICK,
    SLOT,
    STOP,
    TURN,
    UNSLOT,
)
from ravelbox.games.ravingspire.encounter import ENCOUNTER_ACTION
from ravelbox.games.ravingspire.explore import EXPLORE_ACTION
from ravelbox.games.ravingspire.flank import FLANK
from ravelbox.games.ravingspire.keep import FREE_OTHERS, LEAVE_CARD
from ravelbox.games.ravingspire.move import TAKE_STEP
from ravelbox.games.ravingspire.payment import COMMIT, NAME_CUT
from ravelbox.games.ravingspire.peeking import PUT_BACK
from ravelbox.games.ravingspire.picking import NAME_AGAINST, PICK_ONE
from ravelbox.games.ravingspire.recover import SLOT_OR_END
from ravelbox.games.ravingspire.showdown import FOE_WINDOW
from ravelbox.games.ravingspire.state import (
    FOE,
    GLYPHS,
    KIND,
    MAPS,
    MOVE,
    NONE,
    RECOVER,
    RING,
    ROTATION,
    SPIRE,
    TARGETS,
    WELL,
    Ravingspire,
)
from ravelbox.games.ravingspire.tower import SPACES, TURN_RING
from ravelbox.games.ravingspire.trade import OFFER_CARD, REPLY, WANT_CARD
from ravelbox.games.ravingspire.turn import BEFORE_MOVE, DRAW_WINDOW, TRADE_WINDOW
from ravelbox.games.ravingspire.well import BANISH_ONE
from ravelbox.games.ravingspire.zones import PLACES
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, State

COMPETITIVE: Final = 2  # RSP-143: who escapes leaves the others behind
FAVOURED: Final = 3.0  # how much more a move deserves a thought if the quick Hero would take it
LONGEST: Final = 400  # answers until a turn is given up on
MANY: Final = 6  # cards of a kind of question that are looked at
FEW: Final = 3
HASTE: Final = 0.001  # what each turn takes from the chance, or a search would prepare for ever
RIVALRY: Final = 0.5  # how much of the way to the Door decides who is first


class RavingspireGuide(Guide):
    """Narrows bookkeeping to one sensible answer; judges tables at the end of a turn."""

    def __init__(self) -> None:
        super().__init__()
        self.quick = RavingspireHeuristic()

    def moves(self, s: State) -> list[int]:
        """What deserves a thought; payments and the like are left to the quick Hero."""
        assert isinstance(s, Ravingspire)
        codes = s.legal()
        if codes[0] == RESIGN and len(codes) > 1:
            codes = codes[1:]
        if len(codes) == 1:
            return codes
        rule = s.agenda[-1][0]
        if rule == COMMIT.number:
            return [paying(s, s.actor, codes)]
        if rule == ENCOUNTER_ACTION.number:
            return encounters(s, codes)
        if rule == EXPLORE_ACTION.number:
            return explorations(s, codes)
        if rule in (FOE_BATTLE.number, KEEP_BATTLE.number):
            return battles(codes)
        if rule == SLOT_OR_END.number:
            return slottings(s, codes)
        return small_questions(s, codes, rule)

    def priors(self, s: State, codes: list[int], rng: Rng) -> list[float]:
        """What the quick Hero would do deserves most thought."""
        assert isinstance(s, Ravingspire)
        if s.turn == 0:
            return [1.0 + rng.below(100) for _ in codes]
        weights = [1.0] * len(codes)
        best = self.quick.best(s, s.legal(), rng)
        for i in range(len(codes)):
            if codes[i] in best:
                weights[i] = FAVOURED
        return weights

    def values(self, s: State, rng: Rng) -> list[float]:
        """The chance of each seat to escape, once the turn has been played to its end."""
        assert isinstance(s, Ravingspire)
        seats = len(s.heroes)
        if s.turn == 0:
            return [0.5] * seats
        self.play_on(s, rng)
        if s.actor == OVER:
            return [
                1.0 if s.result > 1 and (s.freed or seat == s.result - 2) else 0.0
                for seat in range(seats)
            ]
        chance = outlook(s) * max(0.0, 1.0 - HASTE * s.turn / seats)
        if seats > 1 and s.house.victory == COMPETITIVE:
            return [chance * share for share in shares(s)]
        return [chance] * seats

    def play_on(self, s: Ravingspire, rng: Rng) -> None:
        """Let the quick Hero finish the turn, up to the luck of the next one."""
        turn = s.turn
        for _ in range(LONGEST):
            if s.actor == OVER:
                return
            if s.actor == CHANCE:
                if s.phase == RECOVER and not s.hands[s.active]:
                    return
                s.apply(rng.below(s.outcomes()))
                continue
            if s.turn != turn or begins(s):
                return
            best = self.quick.best(s, s.legal(), rng)
            s.apply(best[0])


def begins(s: Ravingspire) -> bool:
    """Whether the open question is the first of a turn."""
    rule, _, _, before = s.agenda[-1]
    if rule == TAKE_STEP.number:
        return s.phase == MOVE and before == 0
    return rule == BEFORE_MOVE.number


# What deserves a thought.


def encounters(s: Ravingspire, codes: list[int]) -> list[int]:
    """What can be collected or beaten, each once; plays that do something; the end."""
    seat = s.actor
    found = [END]
    gift = boon(s, seat, codes)
    if gift != NONE:
        return [gift]
    for code in codes:
        if FACE <= code < FORCE:
            if code - FACE < RING or (code == FACE + WELL and something_to_banish(s, seat)):
                found.append(code)
        elif FORCE <= code < PAY:
            if code - FORCE < RING and FACE + code - FORCE not in found:
                found.append(code)
        elif ACT <= code < SLOT:
            found.append(code)
    return found


def explorations(s: Ravingspire, codes: list[int]) -> list[int]:
    """Services of the board, each in its cheaper way, and the Hero's own; no mere moving of cards."""
    seat = s.actor
    top = s.levels[seat] == SPIRE
    thin = something_to_banish(s, seat)
    found = [END]
    for code in codes:
        if FACE <= code < PAY:
            target = code - (FACE if code < FORCE else FORCE)
            if target == WELL:
                if not thin or (code >= FORCE and FACE + WELL in found):
                    continue
            elif target in (MAPS, GLYPHS, ROTATION) and top:
                continue
            if target < TARGETS:
                found.append(code)
        elif ACT <= code < SLOT:
            found.append(code)
    return found


def battles(codes: list[int]) -> list[int]:
    """Pay if that is possible; else everything that may help, or giving in."""
    if FACE + FOE in codes:
        return [FACE + FOE]
    if FORCE + FOE in codes:
        return [FORCE + FOE]
    return [code for code in codes if code < SLOT]


def slottings(s: Ravingspire, codes: list[int]) -> list[int]:
    """The few cards most worth keeping ready, each in its best place, or no more."""
    seat = s.actor
    kinds: list[int] = []
    looks: list[float] = []
    best: list[int] = []
    for code in codes:
        if not SLOT <= code < UNSLOT:
            continue
        card = s.hands[seat][(code - SLOT) // PLACES]
        there = s.slots[seat][(code - SLOT) % PLACES]
        look = keep_worth(card) - (keep_worth(there) + 0.1 if there != NONE else 0.0)
        kind = card & KIND
        if kind not in kinds:
            kinds.append(kind)
            looks.append(look)
            best.append(code)
        elif look > looks[kinds.index(kind)]:
            looks[kinds.index(kind)] = look
            best[kinds.index(kind)] = code
    found = [END]
    for _ in range(min(FEW, len(best))):
        i = looks.index(max(looks))
        if looks[i] < -1.0:
            break
        found.append(best[i])
        looks[i] = -1e9
    return found


def small_questions(s: Ravingspire, codes: list[int], rule: int) -> list[int]:
    """All answers of a short list, the likely ones of a long one, one where it hardly matters."""
    if rule in (BEFORE_MOVE.number, FOE_WINDOW.number, DRAW_WINDOW.number, TRADE_WINDOW.number):
        return [codes[0]]  # roll, draw or go on
    if rule in (NAME_CUT.number, NAME_AGAINST.number, LEAVE_CARD.number):
        return quick_answer(s, codes)
    if rule in (OFFER_CARD.number, WANT_CARD.number, PUT_BACK.number):
        return quick_answer(s, codes)
    if rule == FREE_OTHERS.number:
        return [FREE]
    if rule == BANISH_ONE.number:
        return weakest_few(s, codes)
    if rule == TURN_RING.number:
        return best_turns(s, codes)
    if rule == FLANK.number and s.house.victory != COMPETITIVE:
        return [code for code in codes if code < HINDER]
    if rule in (PICK_ONE.number, REPLY.number) and len(codes) > MANY:
        found = quick_answer(s, codes)
        return found + [code for code in codes[:MANY] if code not in found]
    return codes


def quick_answer(s: Ravingspire, codes: list[int]) -> list[int]:
    """What the quick Hero answers."""
    return QUICK.best(s, codes, Rng(0))[:1]


QUICK: Final = RavingspireHeuristic()


def weakest_few(s: Ravingspire, codes: list[int]) -> list[int]:
    """For the Well: the kinds of cards that are missed least."""
    seat = s.actor
    kinds: list[int] = []
    looks: list[float] = []
    best: list[int] = []
    for code in codes:
        kind = card_at_place(s, seat, code - PICK)
        if kind != NONE and kind not in kinds:
            kinds.append(kind)
            looks.append(keep_worth(kind))
            best.append(code)
    if not best:
        return codes
    found: list[int] = []
    for _ in range(min(FEW + 1, len(best))):
        i = looks.index(min(looks))
        found.append(best[i])
        looks[i] = 1e9
    return found


def best_turns(s: Ravingspire, codes: list[int]) -> list[int]:
    """Of many turns those that line stairs up, or nearly."""
    if len(codes) <= FEW:
        return codes
    seat = s.actor
    level = s.agenda[-1][3] & 3
    looks: list[float] = []
    for code in codes:
        signed = 0
        if code != STOP:
            way, spaces = divmod(code - TURN, SPACES)
            signed = spaces + 1 if way == 0 else -spaces - 1
        look = 0.0
        for lower in (level, level - 1):
            if 0 <= lower < SPIRE:
                look += lined_up(s, seat, lower, level, signed)
        looks.append(look)
    found: list[int] = []
    for _ in range(FEW):
        i = looks.index(max(looks))
        found.append(codes[i])
        looks[i] = -1e9
    return found


# What a table is worth.


def outlook(s: Ravingspire) -> float:
    """The chance that somebody escapes."""
    facts = facts_of(s)
    net = ALONE if len(s.heroes) == 1 else TOGETHER
    hidden = net[len(facts) * HIDDEN : (len(facts) + 1) * HIDDEN]
    for i in range(len(facts)):
        fact = facts[i]
        if fact != 0.0:
            row = i * HIDDEN
            for k in range(HIDDEN):
                hidden[k] += fact * net[row + k]
    out = (len(facts) + 1) * HIDDEN
    total = net[out + HIDDEN]
    for k in range(HIDDEN):
        if hidden[k] > 0.0:
            total += hidden[k] * net[out + k]
    return 1.0 / (1.0 + math.exp(-max(-9.0, min(9.0, total))))


def shares(s: Ravingspire) -> list[float]:
    """How likely each seat is the first out, where only one can be."""
    ahead = [
        0.0 if s.gone[seat] else math.exp(RIVALRY * advance(s, seat, Strength(s, seat)))
        for seat in range(len(s.heroes))
    ]
    whole = sum(ahead)
    return [each / whole for each in ahead] if whole > 0.0 else ahead
