"""Draw and Encounter: new cards, Chaos, facing the ring, and being Overwhelmed."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import (
    ADVERSARY,
    CARDS,
    CHAOS_CARD,
    IF_COLLECT,
    PEEK_ENCOUNTER,
)
from ravelbox.games.ravingspire.codes import ACTIVATE, END, FACE, FORCE, PICK, SLOT, UNSLOT
from ravelbox.games.ravingspire.decks import DRAW_CARD
from ravelbox.games.ravingspire.effects import FATE
from ravelbox.games.ravingspire.flank import FLANKING, can_be_flanked
from ravelbox.games.ravingspire.madness import LOSE
from ravelbox.games.ravingspire.move import UP_TO_SO_MANY, WALK
from ravelbox.games.ravingspire.payment import DECLARE, OTHER_WAY, end_of_phase
from ravelbox.games.ravingspire.picking import collect, vacate
from ravelbox.games.ravingspire.places import AT_RING
from ravelbox.games.ravingspire.plays import add_plays, play
from ravelbox.games.ravingspire.power import Means, at_hand, ring_card
from ravelbox.games.ravingspire.prices import BRUTE_WAY, MATRIX_WAY, ways_to_pay
from ravelbox.games.ravingspire.rolls import ROLL
from ravelbox.games.ravingspire.state import (
    BRUTE,
    BY_OVERWHELMED,
    CHAOS,
    DEFEATED,
    DRAW,
    DUNGEON,
    ENCOUNTER,
    ENCOUNTER_CARD,
    FOR_OVERWHELMED,
    NONE,
    OVERWHELMED,
    READY,
    RING,
    SET_ASIDE,
    WELL,
    Ravingspire,
)
from ravelbox.games.ravingspire.texts import CHAOS_CTX, DEFEAT_CTX, triggered
from ravelbox.games.ravingspire.tower import FOE_ADVANCES, foe_here
from ravelbox.games.ravingspire.well import WELL_PAID
from ravelbox.games.ravingspire.zones import PLACES, add_slot_moves, slot_card, unslot_card
from ravelbox.kernel.rules import Choice, Frame, Step

# Whether any card's power depends on the type that is collected: then each target is weighed anew.
WEIGHS_TYPES: Final = any(
    [
        atom.word == IF_COLLECT
        for card in CARDS
        for ability in card.boosts + card.priced
        for clause in ability.cond
        for atom in clause
    ]
)
OPENING: Final = 5  # RSP-40: the first turns, of the whole table


def chaos_frames(s: Ravingspire, seat: int, card: int) -> list[Frame]:
    """RSP-101. First The Foe Advances, then the text, then it is banished."""
    s.note(CHAOS, seat, card, 0)
    s.fate = 0
    frames: list[Frame] = [FOE_ADVANCES.of(seat)]
    frames += triggered(s, seat, CARDS[card].chaos, CHAOS_CTX)
    frames.append(FATE.of(seat, card))
    return frames


def is_kept_back(s: Ravingspire, card: int) -> bool:
    """RSP-40. In turns 1 to 5 Chaos and Adversary cards are set aside without effect.

    RSP-45: everything else is as in any turn, only that no Foe can appear.
    """
    return s.turn <= OPENING and bool(CARDS[card].types & (CHAOS_CARD | ADVERSARY))


def keep_back(s: Ravingspire, seat: int, card: int) -> None:
    """RSP-40. Face up beside the deck, until turn 6."""
    s.setaside.append(card)
    s.note(SET_ASIDE, seat, card, 0)


class DrawPhase(Step[Ravingspire]):
    """RSP-46. Draw one Encounter card, unless a Showdown is due (RSP-27)."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Draw."""
        s.phase = DRAW
        s.recycled = 0
        if not s.contact and not foe_here(s, seat):
            s.then([DRAW_CARD.of(seat, PEEK_ENCOUNTER), CARD_DRAWN.of(seat)])


class CardDrawn(Step[Ravingspire]):
    """RSP-41, RSP-46, RSP-47. Where the drawn card goes."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Into the ring, beside it, or into effect."""
        card = s.drawn
        s.drawn = NONE
        if card == NONE:
            return
        if is_kept_back(s, card):
            keep_back(s, seat, card)
            s.then([DRAW_CARD.of(seat, PEEK_ENCOUNTER), self.of(seat)])
        elif s.turn <= OPENING:
            s.ring[DUNGEON * RING + s.turn - 1] = card
            s.note(ENCOUNTER_CARD, seat, card, s.turn)
        elif CARDS[card].types & CHAOS_CARD:
            s.then(chaos_frames(s, seat, card))
        else:
            into_ring(s, seat, card)


def into_ring(s: Ravingspire, seat: int, card: int) -> None:
    """RSP-46. Into the lowest empty position; without one it is pending.

    RSP-48: only of the level the Hero is on.
    """
    position = first_gap(s, s.levels[seat], RING)
    if position == NONE:
        s.pending = card
    else:
        s.ring[s.levels[seat] * RING + position] = card
    s.note(ENCOUNTER_CARD, seat, card, position + 1)


def first_gap(s: Ravingspire, level: int, upto: int) -> int:
    """The lowest empty position of a ring, or NONE."""
    for position in range(upto):
        if s.ring[level * RING + position] == NONE:
            return position
    return NONE


class EncounterPhase(Step[Ravingspire]):
    """RSP-49. Face any number of cards of the ring; a Showdown stands in for it (RSP-28)."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Begin."""
        if not s.contact:
            s.phase = ENCOUNTER
            s.barred = 0
            s.then([ENCOUNTERING.of(seat), END_ENCOUNTER.of(seat)])


class Encountering(Step[Ravingspire]):
    """RSP-49. One card at a time, as long as anything can be done."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Ask."""
        codes = ENCOUNTER_ACTION.options(s, seat, 0, 0)
        if len(codes) > 1:
            s.menu = codes
            s.next(ENCOUNTER_ACTION.of(seat))


class EncounterAction(Choice[Ravingspire]):
    """RSP-49, RSP-42. Face a card by its matrix or by Brute Force, play cards, or end."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """Targets that can be paid for, or that others may help with; then everything else."""
        if s.menu:
            return s.menu
        codes = [END]
        faced: list[int] = []
        forced: list[int] = []
        weighed: list[Means | None] = [None, None]
        for target in targets_now(s, seat):
            ways = ways_for(s, seat, target, weighed)
            if ways & MATRIX_WAY and not s.barred >> target & 1:
                faced.append(FACE + target)
            if ways & BRUTE_WAY and not s.barred >> target + OTHER_WAY & 1:
                forced.append(FORCE + target)
        codes += faced
        codes += forced
        add_plays(s, codes, seat)
        add_slot_moves(s, codes, seat, SLOT, UNSLOT)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Do it, and come back."""
        if code == END:
            return
        s.next(ENCOUNTERING.of(seat))
        if code >= SLOT:
            move_card(s, seat, code)
        elif code >= ACTIVATE:
            play(s, seat, code)
        else:
            brute = int(code >= FORCE)
            declare(s, seat, code - (FORCE if brute else FACE), brute)


def targets_now(s: Ravingspire, seat: int) -> list[int]:
    """Ring cards that can be faced, and by option the Well of Souls (RSP-84)."""
    targets = [position for position in range(RING) if ring_card(s, seat, position) != NONE]
    if s.house.well_early:
        targets.append(WELL)
    return targets


def ways_for(s: Ravingspire, seat: int, target: int, weighed: list[Means | None]) -> int:
    """How a target can be paid; an Adversary that others may flank can always be declared.

    What a source counts for depends on whether it is used against an Adversary, and on little else;
    so it is weighed once for each case.
    """
    foul = is_adversary(s, seat, target)
    means = weighed[int(foul)]
    if means is None or s.helpers or WEIGHS_TYPES:
        means = Means(at_hand(s, seat, target))
        weighed[int(foul)] = means
    ways = ways_to_pay(s, seat, target, means)
    if foul and can_be_flanked(s, target):
        ways |= MATRIX_WAY
    return ways


def is_adversary(s: Ravingspire, seat: int, target: int) -> bool:
    """RSP-74. Whether a target is beaten, and not collected."""
    return target < RING and bool(CARDS[ring_card(s, seat, target)].types & ADVERSARY)


def move_card(s: Ravingspire, seat: int, code: int) -> None:
    """RSP-116. A card between hand and Battlemat."""
    if code >= UNSLOT:
        unslot_card(s, seat, code - UNSLOT)
    else:
        slot_card(s, seat, (code - SLOT) // PLACES, (code - SLOT) % PLACES)
    s.barred = 0


def declare(s: Ravingspire, seat: int, target: int, brute: int) -> None:
    """RSP-145. A battle against an Adversary may be flanked before it is paid."""
    frames: list[Frame] = []
    if is_adversary(s, seat, target) and can_be_flanked(s, target):
        frames.append(FLANKING.of(seat, target))
    frames += [DECLARE.of(seat, target, brute), FACED.of(seat, target)]
    s.then(frames)


class Faced(Step[Ravingspire]):
    """RSP-50. A collected card goes Aside, a defeated Adversary is resolved at once (RSP-75)."""

    def run(self, s: Ravingspire, seat: int, target: int, y: int, /) -> None:
        """RSP-149. Nothing, if the payment was given up."""
        if not s.bought:
            return
        s.bought = 0
        if target == WELL:
            s.next(WELL_PAID.of(seat))
        elif is_adversary(s, seat, target):
            s.then(defeat(s, seat, target))
        else:
            s.then(collect(s, seat, target))


def defeat(s: Ravingspire, seat: int, position: int) -> list[Frame]:
    """RSP-75. The Adversary leaves the ring; its text, then its destination (RSP-76)."""
    card = vacate(s, seat, position)
    s.note(DEFEATED, seat, card, 0)
    s.fate = 0
    frames = triggered(s, seat, CARDS[card].defeat, DEFEAT_CTX)
    frames.append(FATE.of(seat, card))
    tower = s.towers[s.levels[seat]]
    if tower != NONE:
        at = [ability for ability in CARDS[tower].level_at if ability.at == "defeat"]
        frames += triggered(s, seat, at, 0)
    return frames


class EndEncounter(Step[Ravingspire]):
    """RSP-52. If a card is still pending when the phase ends, the Hero is Overwhelmed.

    RSP-53: never otherwise.
    """

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """RSP-70. Played cards are spent; a late gap may still take the pending card."""
        end_of_phase(s, seat)
        s.phase = READY
        frames: list[Frame] = []
        if s.pending != NONE:
            position = first_gap(s, s.levels[seat], RING)
            if position != NONE:
                s.ring[s.levels[seat] * RING + position] = s.pending
                s.pending = NONE
            else:
                frames.append(OVERWHELM.of(seat))
        frames.append(TEXT_MOVE.of(seat))
        s.then(frames)


def highest(s: Ravingspire, seat: int) -> list[int]:
    """RSP-52. Positions of the ring cards with the highest BF; a card without BF counts as 0."""
    values = [max(0, CARDS[ring_card(s, seat, p)].cost[BRUTE]) for p in range(RING)]
    most = max(values)
    return [position for position in range(RING) if values[position] == most]


class Overwhelm(Step[Ravingspire]):
    """RSP-52. The ring card with the highest BF leaves for the pending card."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Ties are the active player's choice."""
        tied = highest(s, seat)
        if len({ring_card(s, seat, position) for position in tied}) == 1:
            displace_highest(s, seat, tied[0])
        else:
            s.next(OVERWHELM_TIE.of(seat))


class OverwhelmTie(Choice[Ravingspire]):
    """RSP-52, RSP-D10. Which of the tied ring cards leaves."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """The tied ones."""
        return [PICK + AT_RING + position for position in highest(s, seat)]

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """That one."""
        displace_highest(s, seat, code - PICK - AT_RING)


def displace_highest(s: Ravingspire, seat: int, position: int) -> None:
    """RSP-52. It is banished, the pending card takes its place, then d6 Sanity is lost."""
    at = s.levels[seat] * RING + position
    card = s.ring[at]
    if s.house.to_bottom:
        s.pile += (card,)
    else:
        s.banished.append(card)
    s.ring[at] = s.pending
    s.pending = NONE
    s.note(OVERWHELMED, seat, card, 0)
    s.then([ROLL.of(seat, FOR_OVERWHELMED), OVERWHELMED_LOSS.of(seat)])


class OverwhelmedLoss(Step[Ravingspire]):
    """RSP-52, RSP-C5. The Hero loses as much Sanity as the die shows."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Lose it."""
        s.next(LOSE.of(seat, s.die, BY_OVERWHELMED))


class TextMove(Step[Ravingspire]):
    """RSP-83. Steps that a card's text gave, when the phase or battle is over, before Explore."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Walk."""
        up_to, exact = s.bonus & 255, s.bonus >> 8
        s.bonus = 0
        frames: list[Frame] = []
        if exact:
            frames.append(WALK.of(seat, exact))
        if up_to:
            frames.append(WALK.of(seat, up_to | UP_TO_SO_MANY))
        s.then(frames)


DRAW_PHASE: Final = DrawPhase("RSP-46")
CARD_DRAWN: Final = CardDrawn("RSP-46")
ENCOUNTER_PHASE: Final = EncounterPhase("RSP-49")
ENCOUNTERING: Final = Encountering("RSP-49")
ENCOUNTER_ACTION: Final = EncounterAction("RSP-49")
FACED: Final = Faced("RSP-50")
END_ENCOUNTER: Final = EndEncounter("RSP-52")
OVERWHELM: Final = Overwhelm("RSP-52")
OVERWHELM_TIE: Final = OverwhelmTie("RSP-52")
OVERWHELMED_LOSS: Final = OverwhelmedLoss("RSP-52")
TEXT_MOVE: Final = TextMove("RSP-83")
