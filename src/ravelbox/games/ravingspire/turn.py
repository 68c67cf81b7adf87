"""A turn: six phases in order, the opening turns, and the Foe phase."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import CARDS
from ravelbox.games.ravingspire.codes import DRAW as DRAW_IT
from ravelbox.games.ravingspire.codes import (
    END,
    SLOT,
    TRADE,
    UNSLOT,
)
from ravelbox.games.ravingspire.codes import (
    ROLL as ROLL_CODE,
)
from ravelbox.games.ravingspire.decks import shuffle_in
from ravelbox.games.ravingspire.encounter import (
    DRAW_PHASE,
    ENCOUNTER_PHASE,
    OPENING,
    move_card,
)
from ravelbox.games.ravingspire.explore import EXPLORE_PHASE
from ravelbox.games.ravingspire.madness import all_lose, forget_target
from ravelbox.games.ravingspire.move import MOVE_BY_DIE
from ravelbox.games.ravingspire.recover import RECOVER_PHASE, REFILL
from ravelbox.games.ravingspire.rolls import ROLL, half
from ravelbox.games.ravingspire.showdown import CONTACT, LATE_CONTACT
from ravelbox.games.ravingspire.state import (
    DRAW,
    ENCOUNTER,
    EXPLORE,
    FOE,
    FOE_PHASE,
    FOR_FOE,
    FOR_MOVE,
    KIND,
    MOVE,
    NONE,
    READY,
    RECOVER,
    RING,
    TOWER_CARD,
    TURN,
    Ravingspire,
    in_play,
)
from ravelbox.games.ravingspire.texts import triggered
from ravelbox.games.ravingspire.tower import FOE_WALKS, foe_here, is_locked
from ravelbox.games.ravingspire.trade import add_trades, propose
from ravelbox.games.ravingspire.zones import add_slot_moves
from ravelbox.kernel.rules import Chance, Choice, Frame, Step

FEW: Final = 3  # Heroes with whom a Foe walks by die (RSP-95)


def turn_from(seat: int, phase: int) -> list[Frame]:
    """RSP-25. What is left of a turn from the start of a phase, and then the next turn."""
    frames: list[Frame] = []
    if phase <= MOVE:
        frames += [READY_TO_MOVE.of(seat), REVEAL.of(seat)]
    if phase <= DRAW:
        frames += [BEFORE_DRAW.of(seat), DRAW_PHASE.of(seat), CONTACT.of(seat), AFTER_DRAW.of(seat)]
    if phase <= ENCOUNTER:
        frames += [ENCOUNTER_PHASE.of(seat), LATE_CONTACT.of(seat)]
    if phase <= EXPLORE:
        frames.append(EXPLORE_PHASE.of(seat))
    if phase <= RECOVER:
        frames.append(RECOVER_PHASE.of(seat))
    frames += [FOE_MOVES.of(seat), NEXT_TURN.of(seat)]
    return frames


class BeginTurn(Step[Ravingspire]):
    """RSP-9, RSP-29. A new turn: permissions reset; RSP-44: turn 6 brings back what was set aside."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Count it and begin."""
        s.turn += 1
        s.active = seat
        if s.house.turn_cap and s.turn > s.house.turn_cap:
            all_lose(s, 2)
            return
        s.note(TURN, seat, s.turn, 0)
        reset(s, seat)
        if s.turn == OPENING + 1:
            shuffle_in(s, s.setaside)
            s.setaside.clear()
        s.then(turn_from(seat, MOVE))


def reset(s: Ravingspire, seat: int) -> None:
    """RSP-29. What holds for one turn is over."""
    s.phase = READY
    s.die = 0
    s.done = 0
    s.contact = 0
    s.traded = 0
    s.bonus = 0
    s.used[seat] = 0
    for target in range(FOE + 1):
        forget_target(s, target)
    s.flanked = 0
    s.barred = 0
    for place, card in enumerate(s.slots[seat]):
        if card != NONE:
            s.slots[seat][place] = card & KIND


class ReadyToMove(Step[Ravingspire]):
    """RSP-26. With a Foe on the Hero's space there is no Move: a Showdown comes."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Ask whether all is ready, then roll."""
        if foe_here(s, seat):
            s.contact = 1
            return
        codes = BEFORE_MOVE.options(s, seat, 0, 0)
        if len(codes) > 1:
            s.menu = codes
            s.next(BEFORE_MOVE.of(seat))
        else:
            roll_to_move(s, seat)


def roll_to_move(s: Ravingspire, seat: int) -> None:
    """RSP-30. Moving is mandatory."""
    s.phase = MOVE
    s.then([ROLL.of(seat, FOR_MOVE), MOVE_BY_DIE.of(seat)])


class BeforeMove(Choice[Ravingspire]):
    """RSP-30, RSP-116, RSP-151. Roll to move; before that cards may be moved and traded."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """Roll, and all moves of cards."""
        if s.menu:
            return s.menu
        codes = [ROLL_CODE]
        add_slot_moves(s, codes, seat, SLOT, UNSLOT)
        add_trades(s, codes, seat)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Do it."""
        if code == ROLL_CODE:
            roll_to_move(s, seat)
            return
        s.next(READY_TO_MOVE.of(seat))
        if code >= TRADE:
            propose(s, seat, code - TRADE)
        else:
            move_card(s, seat, code)


class Reveal(Step[Ravingspire]):
    """RSP-37, RSP-38, RSP-39. When Move ends on an unrevealed level, that level is revealed."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """RSP-38. A Tower card, then five Encounter cards."""
        level = s.levels[seat]
        if s.contact or s.towers[level] != NONE or not s.tower_deck:
            return
        s.recycled = 0
        s.then([DRAW_TOWER.of(seat, level), REFILL.of(seat, level, RING)])


class DrawTower(Chance[Ravingspire]):
    """RSP-22, RSP-38, RSP-168. One Tower card for a level, in force at once and to the end."""

    def outcomes(self, s: Ravingspire, seat: int, level: int, y: int, /) -> int:
        """Any card of the Tower deck."""
        return len(s.tower_deck)

    def chosen(self, s: Ravingspire, code: int, seat: int, level: int, y: int, /) -> None:
        """Lay it out."""
        card = s.tower_deck.pop(code)
        s.towers[level] = card
        s.note(TOWER_CARD, seat, card, level)
        s.then(triggered(s, seat, CARDS[card].reveal, 0))


class BeforeDraw(Step[Ravingspire]):
    """RSP-151. After Move a trade may be possible; so may new slots on a new level."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Ask where a trade is possible; cards could be moved before Move and can be later."""
        s.phase = DRAW
        if s.contact or foe_here(s, seat):
            return
        trades: list[int] = []
        add_trades(s, trades, seat)
        if trades:
            s.next(DRAW_WINDOW.of(seat))


class DrawWindow(Choice[Ravingspire]):
    """RSP-151. Draw, or first trade or move cards."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """Draw, and all moves of cards."""
        codes = [DRAW_IT]
        add_slot_moves(s, codes, seat, SLOT, UNSLOT)
        add_trades(s, codes, seat)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Do it, and come back."""
        if code == DRAW_IT:
            return
        s.next(BEFORE_DRAW.of(seat))
        if code >= TRADE:
            propose(s, seat, code - TRADE)
        else:
            move_card(s, seat, code)


class AfterDraw(Step[Ravingspire]):
    """RSP-151. A trade is possible after Draw too, before the Encounter begins."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Ask where a trade is possible; cards can be moved in the Encounter as well."""
        trades: list[int] = []
        add_trades(s, trades, seat)
        if trades and not s.contact:
            s.next(TRADE_WINDOW.of(seat))


class TradeWindow(Choice[Ravingspire]):
    """RSP-151. Begin the Encounter, or trade first."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """Go on, and all trades."""
        codes = [END]
        add_trades(s, codes, seat)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Do it, and come back."""
        if code != END:
            s.next(AFTER_DRAW.of(seat))
            propose(s, seat, code - TRADE)


class FoeMoves(Step[Ravingspire]):
    """RSP-95. The Foe on the active Hero's level moves: d3 with 1 to 3 Heroes in play, else 1."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """RSP-97. A locked Foe does not move, so nothing is rolled."""
        s.phase = FOE_PHASE
        level = s.levels[seat]
        if s.foes_at[level] == NONE or is_locked(s, level):
            return
        if in_play(s) > FEW:
            s.next(FOE_WALKS.of(seat, 1))
        else:
            s.then([ROLL.of(seat, FOR_FOE), FOE_BY_DIE.of(seat)])


class FoeByDie(Step[Ravingspire]):
    """RSP-95, RSP-C7. A d3 of spaces."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Walk."""
        s.next(FOE_WALKS.of(seat, half(s.die)))


class NextTurn(Step[Ravingspire]):
    """RSP-24, RSP-100. Clockwise; removed Heroes are skipped."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """The next Hero still in the game."""
        seats = len(s.heroes)
        for k in range(1, seats + 1):
            if not s.gone[(seat + k) % seats]:
                s.next(BEGIN_TURN.of((seat + k) % seats))
                return


BEGIN_TURN: Final = BeginTurn("RSP-9")
READY_TO_MOVE: Final = ReadyToMove("RSP-26")
BEFORE_MOVE: Final = BeforeMove("RSP-30")
REVEAL: Final = Reveal("RSP-38")
DRAW_TOWER: Final = DrawTower("RSP-22")
BEFORE_DRAW: Final = BeforeDraw("RSP-151")
DRAW_WINDOW: Final = DrawWindow("RSP-151")
AFTER_DRAW: Final = AfterDraw("RSP-151")
TRADE_WINDOW: Final = TradeWindow("RSP-151")
FOE_MOVES: Final = FoeMoves("RSP-95")
FOE_BY_DIE: Final = FoeByDie("RSP-95")
NEXT_TURN: Final = NextTurn("RSP-100")
