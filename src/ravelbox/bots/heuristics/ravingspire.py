"""A Hero that plays itself, alone and in company.

It buys what makes its deck stronger, thins it at the Well, fights what it can pay for, climbs, and enters
the Keep when it can expect to win. It never looks at others' hands.
"""

from __future__ import annotations

from typing import Final

from ravelbox.bots.heuristics.heuristic import Heuristic, highest
from ravelbox.bots.heuristics.ravingspire_cards import picking, slotting, strongest, weakest, worth
from ravelbox.games.ravingspire.cards import (
    ADVERSARY,
    CARDS,
    EFFECTS,
    V_BANISH,
    V_COLLECT,
    V_DRAW,
    V_GAIN,
    V_LOOT,
    V_LOSE,
    V_PEEK,
    V_RETURN,
    V_ROLL,
    Ability,
    Card,
)
from ravelbox.games.ravingspire.codes import (
    ABANDON,
    ACCEPT,
    ACT,
    ACTIVATE,
    AGAIN,
    ASSIST,
    BACK,
    BANISH,
    CONCEDE,
    DISCARD,
    END,
    ENTER,
    FACE,
    FORCE,
    FREE,
    HINDER,
    KEEP,
    NAME,
    PASS,
    PAY,
    PICK,
    PREVENT,
    RAISE,
    REDRAW,
    REROLL,
    ROLL,
    SKIP,
    SLOT,
    STEP,
    STOP,
    TURN,
    USE,
)
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.madness import HAND_PLACES
from ravelbox.games.ravingspire.move import STEPS_MASK, neighbour
from ravelbox.games.ravingspire.places import (
    AT_RING,
)
from ravelbox.games.ravingspire.power import Means, at_hand, ring_card
from ravelbox.games.ravingspire.prices import ways_to_pay
from ravelbox.games.ravingspire.proposing import payment_codes
from ravelbox.games.ravingspire.state import (
    BRUTE,
    EXERT,
    FOE,
    FOR_DEFEAT,
    FOR_LOOT,
    FOR_OVERWHELMED,
    FOR_SHOWDOWN,
    GLYPHS,
    KIND,
    MAPS,
    NONE,
    RING,
    ROTATION,
    SPIRE,
    VORPAL,
    WELL,
    Ravingspire,
)
from ravelbox.games.ravingspire.tower import SPACES, STAIR, linked
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import State

STRONG: Final = 9  # of each attribute: what the Spire cards ask, more or less
FRAGILE: Final = 2  # Sanity with which one leaves Adversaries alone
LOW: Final = 3  # faces of a die
HIGH: Final = 4
SAFE: Final = 5  # Sanity that one does not spend for comfort


class RavingspireHeuristic(Heuristic):
    """Answers each question by its own simple judgement."""

    def best(self, state: State, legal: list[int], rng: Rng) -> list[int]:
        """The codes that look best."""
        assert isinstance(state, Ravingspire)
        s = state
        if len(legal) == 1:
            return legal
        rule = s.rules[s.agenda[-1][0]].cites
        seat = s.actor
        if rule == "RSP-58":
            return [paying(s, seat, legal)]
        if rule == "RSP-49":
            return [encountering(s, seat, legal)]
        if rule == "RSP-80":
            return [exploring(s, seat, legal)]
        if rule in ("RSP-108", "RSP-135") and CONCEDE in legal:
            return [battling(s, seat, legal)]
        if rule == "RSP-90":
            return [slotting(s, seat, legal)]
        if rule in ("RSP-31", "RSP-36"):
            return [stepping(s, seat, legal)]
        return simple(s, seat, legal, rule)


def simple(s: Ravingspire, seat: int, legal: list[int], rule: str) -> list[int]:  # noqa: C901  # one case a rule
    """Questions that a look at the code answers."""
    x = s.agenda[-1][2]
    if rule == "RSP-30":
        return [ROLL]
    if rule == "RSP-106" or rule == "RSP-151":
        return [legal[0]]  # draw, or go on
    if rule == "RSP-112":
        return [ROLL if wants_to_move(s, seat) else SKIP]
    if rule == "RSP-69":
        return [acting(s, seat)]
    if rule == "RSP-81":
        return [turning(s, seat, legal)]
    if rule == "RSP-84":
        return [weakest(s, seat, legal)]
    if rule == "RSP-52":
        return highest(
            legal, [-worth(s, seat, ring_card(s, seat, c - PICK - AT_RING)) for c in legal]
        )
    if rule == "RSP-63" or rule == "RSP-61" or rule == "RSP-135":
        return naming(s, seat, legal, rule)
    if rule == "RSP-128":
        return [preventing(s, seat, legal, x)]
    if rule == "RSP-161":
        return [dicing(s, legal, x)]
    if rule == "RSP-145":
        return [flanking(s, seat, legal)]
    if rule == "RSP-152":
        return [ACCEPT] if ACCEPT in legal else [legal[0]]
    if rule == "RSP-158":
        return [KEEP if can_beat(s, seat, s.foe) else REDRAW]
    if rule == "RSP-143":
        return [FREE]
    if rule == "RSP-138":
        return [strongest(s, seat, legal)]
    if rule == "RSP-170":
        return [picking(s, seat, legal)]
    return legal


# Power at hand.


def can_beat(s: Ravingspire, seat: int, foe: int) -> bool:
    """Whether the cards at hand can pay a Foe's printed cost."""
    sources = at_hand(s, seat, FOE)
    cost = CARDS[foe].cost
    if Means(sources).cover(cost[0], cost[1], cost[2]):
        return True
    return cost[BRUTE] >= 0 and sum([x.values[BRUTE] for x in sources]) >= cost[BRUTE]


def chance_to_win(s: Ravingspire, seat: int) -> float:
    """The part of the Foes in the deck that the cards at hand could beat."""
    means = Means(at_hand(s, seat, RING))  # a target that no condition knows
    foes = FOES
    won = 0
    for foe in foes:
        cost = CARDS[foe].cost
        if means.cover(cost[0], cost[1], cost[2]):
            won += 1
    return won / len(foes)


FOES: Final = [kind for kind in range(len(FACTS.cards)) if FACTS.cards[kind].deck == "foe"]


def is_ready(s: Ravingspire, seat: int) -> bool:
    """Whether a Hero can expect to beat the Spire card with what is at hand."""
    means = Means(at_hand(s, seat, RING))
    if s.spire != NONE:
        fact = FACTS.cards[s.spire]
        if fact.stages or fact.cost is None:
            return means.cover(STRONG, STRONG, STRONG)
        if fact.cost.rolled:
            need = fact.cost.fight + 4
            return means.cover(need, need, need)
        if fact.cost.lead:
            return means.cover(fact.cost.lead, fact.cost.rest, fact.cost.rest)
        return means.cover(fact.cost.fight, fact.cost.skill, fact.cost.charm)
    return means.cover(STRONG, STRONG, STRONG)


# Payments and plays.


def paying(s: Ravingspire, seat: int, legal: list[int]) -> int:
    """The next source of a sensible payment."""
    for code in payment_codes(s, seat):
        if code in legal:
            return code
    for code in legal:
        if PAY <= code < BACK:
            return code
    return ABANDON


def acting(s: Ravingspire, seat: int) -> int:
    """Use a card's action, unless it costs Sanity that is needed."""
    _, _, index, _ = s.agenda[-1]
    from_ = ABILITY_OF[index]
    for pay in from_.pay:
        if EFFECTS[pay].verb == V_LOSE and s.sanity[seat] - EFFECTS[pay].n < SAFE:
            return USE if s.target == FOE and s.sanity[seat] > EFFECTS[pay].n else SKIP
        if EFFECTS[pay].verb == V_BANISH:
            return USE if s.target == FOE else SKIP
    return USE


ABILITY_OF: Final[dict[int, Ability]] = {
    ability.index: ability for card in CARDS for ability in card.play
}


def is_boon(ability: Ability) -> bool:
    """Whether using a text before any payment is good in itself."""
    if ability.pay:
        return False
    for effect in ability.effects:
        if effect.verb in (V_DRAW, V_GAIN, V_RETURN, V_LOOT, V_COLLECT, V_ROLL, V_PEEK):
            return True
        if effect.verb == V_BANISH:
            return True
    return False


def boon(s: Ravingspire, seat: int, legal: list[int]) -> int:
    """A card worth activating before anything is paid, or NONE."""
    for code in legal:
        if ACTIVATE <= code < DISCARD:
            at = code - ACTIVATE
            slot = at - HAND_PLACES
            card = s.slots[seat][slot] if slot >= 0 else s.hands[seat][at]
            for ability in CARDS[card & KIND].play:
                if not ability.must and not ability.of_payment and is_boon(ability):
                    return code
        elif DISCARD <= code < ACT:
            at = (code - DISCARD) % (BANISH - DISCARD)
            slot = at - HAND_PLACES
            card = s.slots[seat][slot] if slot >= 0 else s.hands[seat][at]
            if heals(CARDS[card & KIND]) and s.sanity[seat] <= SAFE:
                return code
    return NONE


def heals(card: Card) -> bool:
    """Whether giving a card away brings Sanity back."""
    for ability in card.discard + card.banish:
        for effect in ability.effects:
            if effect.verb == V_GAIN:
                return True
    return False


def encountering(s: Ravingspire, seat: int, legal: list[int]) -> int:
    """First what draws or heals, then the best thing that can be paid for."""
    code = boon(s, seat, legal)
    if code != NONE:
        return code
    best = END
    most = 0.0
    for code in legal:
        if FACE <= code < PAY:
            target = code - FACE if code < FORCE else code - FORCE
            if target >= RING:
                continue
            value = gain(s, seat, target, by_force=code >= FORCE)
            if value > most:
                most = value
                best = code
    return best


def gain(s: Ravingspire, seat: int, target: int, *, by_force: bool) -> float:
    """What facing a ring card brings, a little less if it takes much power."""
    kind = ring_card(s, seat, target)
    card = CARDS[kind]
    value = worth(s, seat, kind)
    if card.types & ADVERSARY:
        if s.sanity[seat] <= FRAGILE:
            return -1.0
        if not ways_to_pay(s, seat, target, Means(at_hand(s, seat, target))):
            return -1.0  # only with others' help
    elif s.pending != NONE:
        value += 2.0  # room must be made
    price = card.cost[BRUTE] if by_force else card.total
    return value - 0.12 * price + (0.3 if value > 0 else 0.0)


def battling(s: Ravingspire, seat: int, legal: list[int]) -> int:
    """Draw and heal first, then pay; else find a play that makes paying possible."""
    if FACE + FOE in legal:
        return FACE + FOE
    if FORCE + FOE in legal:
        return FORCE + FOE
    code = boon(s, seat, legal)
    if code != NONE:
        return code
    return opening_play(s, legal, 3)


def opening_play(s: Ravingspire, legal: list[int], depth: int) -> int:
    """A play after which, with more of them, the battle can be paid; else concede."""
    for code in legal:
        if ACTIVATE <= code < SLOT and leads_to_pay(s, code, depth):
            return code
    return CONCEDE


def leads_to_pay(s: Ravingspire, code: int, depth: int) -> bool:
    """Whether a play, and a few more, make the battle payable."""
    trial = s.clone()
    seat = s.actor
    trial.apply(code)
    for _ in range(4):  # questions of the play itself
        if trial.actor != seat or trial.foe != s.foe:
            return False
        rule = trial.rules[trial.agenda[-1][0]].cites
        if rule in ("RSP-108", "RSP-135"):
            break
        trial.apply(simple(trial, seat, trial.legal(), rule)[0])
    else:
        return False
    legal = trial.legal()
    if FACE + FOE in legal or FORCE + FOE in legal:
        return True
    if depth <= 1:
        return False
    plays = [more for more in legal if ACTIVATE <= more < SLOT]
    return any([leads_to_pay(trial, more, depth - 1) for more in plays])


# Moving about.


def wants_to_move(s: Ravingspire, seat: int) -> bool:
    """Whether a bonus move is welcome: away from Adversaries, or on towards the Door."""
    if s.keys[seat]:
        return True
    return adversaries(s, s.levels[seat]) > 0


def adversaries(s: Ravingspire, level: int) -> int:
    """How many Adversaries wait in a ring."""
    n = 0
    for position in range(level * RING, level * RING + RING):
        if s.ring[position] != NONE and CARDS[s.ring[position]].types & ADVERSARY:
            n += 1
    return n


def stepping(s: Ravingspire, seat: int, legal: list[int]) -> int:
    """The step that leads to the best end of the move."""
    steps = s.agenda[-1][2]
    if ENTER in legal and is_ready(s, seat):
        return ENTER
    win = chance_to_win(s, seat) if s.foes_at != [NONE, NONE, NONE] else 0.0
    best = legal[0]
    most = -1e9
    for code in legal:
        if code == ENTER:
            continue
        here = s.levels[seat] * SPACES + s.spaces[seat]
        if code == STOP:
            value = standing(s, seat, here, win)
        else:
            to = neighbour(s, s.levels[seat], s.spaces[seat], code - STEP)
            value = walking(s, seat, to, here, (steps & STEPS_MASK) - 1, win)
        if value > most:
            most = value
            best = code
    return best


def walking(s: Ravingspire, seat: int, at: int, before: int, left: int, win: float) -> float:
    """The best that a walk of so many further steps can come to."""
    level, space = divmod(at, SPACES)
    if left <= 0 or s.foes_at[level] == space:
        return standing(s, seat, at, win)
    if at == SPIRE * SPACES + STAIR and s.keys[seat] and is_ready(s, seat):
        return 1000.0
    most = -1e9
    for direction in range(4):
        to = neighbour(s, level, space, direction)
        if to not in (NONE, before):
            most = max(most, walking(s, seat, to, at, left - 1, win))
    return most


def standing(s: Ravingspire, seat: int, at: int, win: float) -> float:
    """How good it is to end a move somewhere."""
    level, space = divmod(at, SPACES)
    value = 3.0 * level * (2.0 if s.keys[seat] else 1.0)
    value -= 1.5 * adversaries(s, level)
    foe = s.foes_at[level]
    if foe == space:
        return value + (40.0 * win - 25.0 if not s.keys[seat] else 15.0 * win - 20.0)
    if foe != NONE:
        gap = min((foe - space) % SPACES, (space - foe) % SPACES)
        value += (0.5 - win) * min(gap, 4)
    goal = STAIR if level < SPIRE or s.keys[seat] else NONE
    if goal != NONE:
        way = min((goal - space) % SPACES, (space - goal) % SPACES)
        near = 0.4 if level < SPIRE and not linked(s, level) else 0.8
        value -= near * way * (1.5 if s.keys[seat] else 1.0)
    return value


# Explore.


def exploring(s: Ravingspire, seat: int, legal: list[int]) -> int:
    """Line the stair up, step through it, then thin the deck at the Well."""
    level = s.levels[seat]
    if level < SPIRE and linked(s, level) and s.spaces[seat] == STAIR and FACE + EXERT in legal:
        return FACE + EXERT
    if level < SPIRE and not linked(s, level):
        for code in (ACT, ACT + 1, FACE + MAPS, FACE + GLYPHS, FORCE + ROTATION):
            if code in legal:
                return code
    for code in (FACE + WELL, FORCE + WELL):
        if code in legal and something_to_banish(s, seat):
            return code
    return END


def something_to_banish(s: Ravingspire, seat: int) -> bool:
    """Whether the deck is better off without one of the cards that the Well could take."""
    if total_cards(s, seat) <= MINIMUM:
        return False
    for card in s.discards[seat] + s.hands[seat]:
        if CARDS[card & KIND].power <= 1:
            return True
    return total_starters(s, seat) > 0


MINIMUM: Final = 11  # hand and slots: a smaller deck holds less power


def total_cards(s: Ravingspire, seat: int) -> int:
    """All cards of a Hero."""
    n = sum([card != NONE for card in s.slots[seat]]) + len(s.tops[seat])
    return n + len(s.hands[seat]) + len(s.decks[seat]) + len(s.discards[seat]) + len(s.asides[seat])


def total_starters(s: Ravingspire, seat: int) -> int:
    """Starter cards that the Well could reach."""
    return sum([CARDS[card & KIND].is_starter for card in s.discards[seat] + s.hands[seat]])


def turning(s: Ravingspire, seat: int, legal: list[int]) -> int:
    """The turn that lines the stair up, or at least does not undo what is lined up."""
    level = s.agenda[-1][3] & 3
    best = legal[0]
    most = -1e9
    for code in legal:
        value = 0.0 if code != STOP else 0.1
        if code != STOP:
            way, spaces = divmod(code - TURN, SPACES)
            signed = spaces + 1 if way == 0 else -spaces - 1
        else:
            signed = 0
        for lower in (level, level - 1):
            if 0 <= lower < SPIRE:
                value += lined_up(s, seat, lower, level, signed)
        if value > most:
            most = value
            best = code
    return best


def lined_up(s: Ravingspire, seat: int, lower: int, turned: int, signed: int) -> float:
    """How good a link is after a turn: open is best, and above the Hero it matters most."""
    rotation = s.rotation[:]
    rotation[turned] = (rotation[turned] + signed) % SPACES
    gap = (STAIR + rotation[lower] - rotation[lower + 1]) % SPACES
    weight = 10.0 if lower == s.levels[seat] else 3.0
    return weight if gap == 0 else -0.1 * min(gap, SPACES - gap)


# Small choices.


def naming(s: Ravingspire, seat: int, legal: list[int], rule: str) -> list[int]:
    """The attribute that is hardest to pay is lowered; the easiest is raised."""
    sources = at_hand(s, seat, s.target if s.target != NONE else RING)
    best = legal[0]
    most = -1e9
    for code in legal:
        attr = code - NAME
        have = sum([x.values[attr] for x in sources])
        value = float(s.need[attr] - have) if rule == "RSP-63" else float(have)
        if value > most:
            most = value
            best = code
    return [best]


def preventing(s: Ravingspire, seat: int, legal: list[int], loss: int) -> int:
    """A card for a loss that hurts; one that comes back at once."""
    for code in legal:
        if code >= PREVENT:
            at = code - PREVENT
            if at >= HAND_PLACES and CARDS[s.slots[seat][at - HAND_PLACES] & KIND].sanity[0].limit:
                return code
            if loss > 1 and s.sanity[seat] - loss <= SAFE:
                return code
    return ACCEPT


def dicing(s: Ravingspire, legal: list[int], purpose: int) -> int:
    """Again where the die hurts, more where it helps."""
    hurts = purpose in (FOR_OVERWHELMED, FOR_SHOWDOWN)
    if RAISE in legal and purpose in (FOR_DEFEAT, FOR_LOOT):
        return RAISE
    bad = s.die > HIGH if hurts else purpose in (FOR_DEFEAT, FOR_LOOT) and s.die < LOW
    if bad and REROLL in legal:
        return REROLL
    if bad:
        for code in legal:
            if code >= AGAIN:
                return code
    return KEEP


def flanking(s: Ravingspire, seat: int, legal: list[int]) -> int:
    """Help against Foe and Spire card while there is Sanity to spare, where all can win."""
    target = s.agenda[-1][2]
    if target != FOE or s.sanity[seat] <= SAFE + 1 or s.house.victory > 1:
        return PASS
    helpers = [code for code in legal if ASSIST <= code < HINDER]
    missing = at_hand_missing(s)
    for code in helpers:
        card = CARDS[s.hands[seat][code - ASSIST] & KIND]
        if card.attr < VORPAL and missing[card.attr] > 0:
            return code
    return PASS


def at_hand_missing(s: Ravingspire) -> list[int]:
    """What the active Hero's open cards leave of the cost; the hand is not looked at."""
    open_cards = [0, 0, 0]
    for card in s.slots[s.active] + s.helpers:
        if card != NONE and 0 <= CARDS[card & KIND].attr < VORPAL:
            open_cards[CARDS[card & KIND].attr] += CARDS[card & KIND].n
    guess = 3  # a hand of six brings about so much of each
    return [s.cost[attr] - open_cards[attr] - guess for attr in range(3)]
