"""Setup: Heroes and their decks, the turned rings, the first Tower card; and the list of all rules."""

from __future__ import annotations

from typing import Any, Final

from ravelbox.games.ravingspire import (
    battle,
    decks,
    effects,
    encounter,
    explore,
    flank,
    keep,
    madness,
    move,
    payment,
    peeking,
    picking,
    recover,
    rolls,
    showdown,
    tower,
    trade,
    turn,
    well,
    zones,
)
from ravelbox.games.ravingspire.cards import HEROES
from ravelbox.games.ravingspire.codes import HERO as CHOOSE_HERO
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.packs import (
    choices,
    chosen_by,
    decks_of,
    heroes_of,
    starting_deck,
)
from ravelbox.games.ravingspire.state import (
    DUNGEON,
    GAP,
    GOES_FIRST,
    HERO,
    LEVELS,
    NONE,
    House,
    Ravingspire,
)
from ravelbox.games.ravingspire.tower import SPACES, STAIR
from ravelbox.games.ravingspire.turn import BEGIN_TURN, DRAW_TOWER
from ravelbox.games.ravingspire.zones import DRAW_SOME, hand_size
from ravelbox.kernel.rules import OVER, Chance, Choice, Frame, Rule, Step, number

PACKS: Final = [chosen_by(choice) for choice in choices(FACTS)]
CAST: Final = [heroes_of(FACTS, packs) for packs in PACKS]
STARTERS: Final = [  # by packs and Hero (RSP-16)
    {hero: starting_deck(FACTS, packs, hero) for hero in cast}
    for packs, cast in zip(PACKS, CAST, strict=True)
]
GAPS: Final = (4, 5, 6, 7, 8)  # RSP-20
EXACT_GAPS: Final = (4, 8)


def bare_table(house: House, heroes: list[int]) -> Ravingspire:
    """A table with every Hero on Start (RSP-21) and sane (RSP-17), and no card anywhere.

    RSP-18: Madness is at 2 and one for each Hero.
    """
    s = Ravingspire(RULES, [], OVER, house)
    seats = len(heroes)
    for _ in range(seats):
        for zones_ in (s.hands, s.decks, s.tops, s.discards, s.slots, s.played, s.asides):
            zones_.append([])
    s.heroes = heroes[:]
    s.sanity = [FACTS.board.sanity] * seats
    s.levels = [DUNGEON] * seats
    s.spaces = [0] * seats
    s.keys = [0] * seats
    s.gone = [0] * seats
    s.used = [0] * seats
    for seat, hero in enumerate(heroes):
        if hero != NONE:
            s.slots[seat] = [NONE] * len(HEROES[hero].slots)
    s.rotation = [0, 4, 8]
    s.madness = FACTS.board.madness_base + seats  # RSP-18
    s.turn = 6
    return s


def new_table(house: House, seats: int) -> Ravingspire:
    """A new table; its setup is on the agenda."""
    s = bare_table(house, [NONE] * seats)
    s.turn = 0
    build_decks(s)
    frames: list[Frame] = []
    if house.first == NONE and seats > 1:
        frames.append(DRAW_FIRST.of(0))
    s.first = max(house.first, 0)
    frames.append(SEAT_HEROES.of(0))
    s.then(frames)
    s.settle()
    return s


def packs_at(house: House) -> tuple[str, ...]:
    """The packs that a table is played with, beside the base."""
    return PACKS[house.packs]


def build_decks(s: Ravingspire) -> None:
    """RSP-19. Encounter, Loot, Foe and Tower decks, shuffled; RSP-154: packs in the top third.

    RSP-156: any pack that follows the schema.
    """
    cards = decks_of(FACTS, packs_at(s.house))
    s.pile = shuffled(s, cards["encounter"])
    decks.shuffle_in(s, cards["encounter_top"])
    s.loot_pile = shuffled(s, cards["loot"])
    s.foe_pile = shuffled(s, cards["foe"])
    s.tower_deck = sorted(cards["tower"])
    s.spires = sorted(cards["spire"])


def shuffled(s: Ravingspire, cards: list[int]) -> tuple[int, ...]:
    """A shuffled pile: so many places of one bag."""
    return (~s.bags.mix(tuple(cards)),) * len(cards)


class DrawFirst(Chance[Ravingspire]):
    """RSP-24. The first player is random."""

    def outcomes(self, s: Ravingspire, seat: int, x: int, y: int, /) -> int:
        """Anybody."""
        return len(s.heroes)

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """That seat."""
        s.first = code
        s.note(GOES_FIRST, code, 0, 0)


class SeatHeroes(Step[Ravingspire]):
    """RSP-15. Each player takes a different Hero, from the first player on."""

    def run(self, s: Ravingspire, seat: int, taken: int, y: int, /) -> None:
        """The next one, then everything else."""
        seats = len(s.heroes)
        if taken < seats:
            rule: Rule[Ravingspire] = CHOOSE_A_HERO if s.house.choose else DRAW_HERO
            s.next(rule.of((s.first + taken) % seats, taken))
            return
        frames: list[Frame] = [TURN_RINGS.of(0, level) for level in range(LEVELS - 1)]
        frames.append(DRAW_TOWER.of(s.first, DUNGEON))
        frames += [OPENING_HAND.of(each) for each in range(seats)]
        frames.append(BEGIN_TURN.of(s.first))
        s.then(frames)


def open_heroes(s: Ravingspire) -> list[int]:
    """Heroes of the table's packs that nobody has."""
    return [hero for hero in CAST[s.house.packs] if hero not in s.heroes]


def take_hero(s: Ravingspire, seat: int, hero: int) -> None:
    """RSP-16. The Hero's Battlemat, and its twelve Starter cards as the Battle Deck."""
    s.heroes[seat] = hero
    s.slots[seat] = [NONE] * len(HEROES[hero].slots)
    s.decks[seat] = STARTERS[s.house.packs][hero][:]
    s.note(HERO, seat, hero, 0)


class ChooseAHero(Choice[Ravingspire]):
    """RSP-15, RSP-D1. Which Hero to take; the tiers are the difficulty."""

    def options(self, s: Ravingspire, seat: int, taken: int, y: int, /) -> list[int]:
        """Whoever is left."""
        return [CHOOSE_HERO + hero for hero in open_heroes(s)]

    def chosen(self, s: Ravingspire, code: int, seat: int, taken: int, y: int, /) -> None:
        """Take it; the next one chooses."""
        take_hero(s, seat, code - CHOOSE_HERO)
        s.next(SEAT_HEROES.of(0, taken + 1))


class DrawHero(Chance[Ravingspire]):
    """RSP-15, RSP-C2. A Hero at random, by option."""

    def outcomes(self, s: Ravingspire, seat: int, taken: int, y: int, /) -> int:
        """Whoever is left."""
        return len(open_heroes(s))

    def chosen(self, s: Ravingspire, code: int, seat: int, taken: int, y: int, /) -> None:
        """Take it; the next one draws."""
        take_hero(s, seat, open_heroes(s)[code])
        s.next(SEAT_HEROES.of(0, taken + 1))


class TurnRings(Chance[Ravingspire]):
    """RSP-20, RSP-C1. Each Staircase is 4 or more sectors from the next level's Portal."""

    def outcomes(self, s: Ravingspire, seat: int, level: int, y: int, /) -> int:
        """Every gap that is allowed."""
        return len(EXACT_GAPS if s.house.exactly_4 else GAPS)

    def chosen(self, s: Ravingspire, code: int, seat: int, level: int, y: int, /) -> None:
        """Turn the upper ring."""
        gap = (EXACT_GAPS if s.house.exactly_4 else GAPS)[code]
        if level == DUNGEON:
            s.rotation[DUNGEON] = 0
        s.rotation[level + 1] = (s.rotation[level] + STAIR + gap) % SPACES
        s.note(GAP, seat, level, gap)


class OpeningHand(Step[Ravingspire]):
    """RSP-23. Each player draws a hand of full size."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Draw."""
        s.next(DRAW_SOME.of(seat, hand_size(s, seat)))


DRAW_FIRST: Final = DrawFirst("RSP-24")
SEAT_HEROES: Final = SeatHeroes("RSP-15")
CHOOSE_A_HERO: Final = ChooseAHero("RSP-15")
DRAW_HERO: Final = DrawHero("RSP-15")
TURN_RINGS: Final = TurnRings("RSP-20")
OPENING_HAND: Final = OpeningHand("RSP-23")

RULES: Final[list[Rule[Any]]] = number(
    [
        effects.DO, effects.DO_ROLLED, effects.PICK_SEAT,
        effects.GAIN_LOOT, effects.BRANCH, effects.CHOOSE_ONE, effects.FATE,
        picking.PICKING, picking.PICK_OTHER, picking.PICK_ONE, picking.PICK_RANDOM, picking.GIVE_TO,
        picking.ADD_CAPTURED, picking.NAME_AGAINST,
        peeking.PEEK, peeking.LOOK, peeking.DRAW_SECRETLY, peeking.LOOK_AT_OWN, peeking.DRAW_OWN,
        peeking.ORDER, peeking.PUT_BACK,
        decks.DRAW_CARD, decks.PICK_CARD, zones.DRAW_SOME, zones.DEAL,
        madness.LOSE, madness.PREVENT_LOSS, madness.GIVE_BACK, rolls.ROLL, rolls.CHANGE_ROLL,
        tower.FOE_WALKS, tower.FOE_WAY, tower.FOE_ADVANCES, tower.TURN_RING,
        payment.DECLARE, payment.REDUCE, payment.NAME_CUT, payment.PAYING, payment.COMMIT,
        payment.MUST_ACT, payment.MAY_ACT, payment.ASK_ACT,
        flank.FLANKING, flank.FLANK, battle.OPEN_BATTLE, battle.BATTLE, battle.FOE_BATTLE,
        battle.KEEP_BATTLE,
        keep.OPEN_SPIRE, keep.FACE_SPIRE, keep.ROLLED_COST, keep.MIRROR, keep.NAME_LEAD,
        keep.MEET_SPIRE, keep.SPIRE_DONE, keep.FREE_OTHERS, keep.LEAVE, keep.LEAVE_CARD, keep.REMOVE,
        move.MOVE_BY_DIE, move.WALK, move.TAKE_STEP, move.AT_THE_DOOR,
        trade.OFFER_CARD, trade.WANT_CARD, trade.REPLY, trade.GUARD,
        encounter.DRAW_PHASE, encounter.CARD_DRAWN, encounter.ENCOUNTER_PHASE,
        encounter.ENCOUNTERING, encounter.ENCOUNTER_ACTION, encounter.FACED,
        encounter.END_ENCOUNTER, encounter.OVERWHELM, encounter.OVERWHELM_TIE,
        encounter.OVERWHELMED_LOSS, encounter.TEXT_MOVE, well.WELL_PAID, well.BANISH_ONE,
        showdown.CONTACT, showdown.LATE_CONTACT, showdown.BEFORE_FOE, showdown.FOE_WINDOW,
        showdown.DRAW_FOE, showdown.FOE_TURNED_UP, showdown.REDRAW_FOE, showdown.SHOWDOWN_DONE,
        showdown.SECOND_DIE, showdown.BOTH_DICE, showdown.BONUS_MOVE,
        explore.EXPLORE_PHASE, explore.EXPLORING, explore.EXPLORE_ACTION, explore.SERVED,
        explore.TURN_BY_DIE, explore.END_EXPLORE,
        recover.RECOVER_PHASE, recover.DISCARD_USED, recover.SLOTTING, recover.SLOT_OR_END,
        recover.DISCARD_HAND, recover.RESHUFFLE, recover.FILL, recover.REFILL, recover.PLACE_CARD,
        recover.NEW_HAND,
        turn.BEGIN_TURN, turn.READY_TO_MOVE, turn.BEFORE_MOVE, turn.REVEAL, turn.DRAW_TOWER,
        turn.BEFORE_DRAW, turn.DRAW_WINDOW, turn.AFTER_DRAW, turn.TRADE_WINDOW, turn.FOE_MOVES, turn.FOE_BY_DIE, turn.NEXT_TURN,
        DRAW_FIRST, SEAT_HEROES, CHOOSE_A_HERO, DRAW_HERO, TURN_RINGS, OPENING_HAND,
    ]
)  # fmt: skip
