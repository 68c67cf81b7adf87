"""Showdowns: a Foe card is drawn and faced, for a Key and Loot or at the price of Sanity."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.battle import end_battle, meet
from ravelbox.games.ravingspire.cards import (
    CARDS,
    EFFECTS,
    HEROES,
    PEEK_FOE,
    V_ATTACH,
    V_REDRAW,
    WHEN_FOE_DRAWN,
    Ability,
)
from ravelbox.games.ravingspire.codes import DRAW as DRAW_IT
from ravelbox.games.ravingspire.codes import KEEP as KEEP_IT
from ravelbox.games.ravingspire.codes import REDRAW, SKIP, SLOT, TRADE, UNSLOT
from ravelbox.games.ravingspire.codes import (
    ROLL as ROLL_CODE,
)
from ravelbox.games.ravingspire.decks import DRAW_CARD
from ravelbox.games.ravingspire.effects import loot_frames
from ravelbox.games.ravingspire.encounter import TEXT_MOVE, move_card
from ravelbox.games.ravingspire.madness import LOSE, place_pending
from ravelbox.games.ravingspire.move import MOVE_BY_DIE
from ravelbox.games.ravingspire.plays import can_act
from ravelbox.games.ravingspire.rolls import ROLL, use_bit
from ravelbox.games.ravingspire.state import (
    BANISHED,
    BY_FOE,
    FOE_DRAWN,
    FOR_MOVE,
    FOR_SHOWDOWN,
    KEY,
    LOST,
    NONE,
    READY,
    REDRAWN,
    SHOWDOWN,
    WON,
    Ravingspire,
)
from ravelbox.games.ravingspire.texts import FOE_CTX, texts, triggered
from ravelbox.games.ravingspire.tower import foe_here
from ravelbox.games.ravingspire.trade import add_trades, propose
from ravelbox.games.ravingspire.zones import add_slot_moves
from ravelbox.kernel.rules import Choice, Frame, Step

NO_BONUS_MOVE: Final = 1


class Contact(Step[Ravingspire]):
    """RSP-26, RSP-27. A Foe on the Hero's space: a Showdown replaces Draw and Encounter.

    RSP-99: whoever faces it, the token then leaves, and others on the space are free.
    """

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """A card already drawn is put away first."""
        if foe_here(s, seat):
            s.contact = 1
            place_pending(s, s.levels[seat])
            s.then(showdown_frames(seat, 0))


def showdown_frames(seat: int, after: int) -> list[Frame]:
    """RSP-106. The Foe card is drawn, faced, and what follows."""
    return [
        BEFORE_FOE.of(seat),
        DRAW_FOE.of(seat),
        FOE_TURNED_UP.of(seat),
        SHOWDOWN_DONE.of(seat, after),
    ]


class LateContact(Step[Ravingspire]):
    """RSP-83. Onto a Foe by Exert or bonus move: due next turn; by option at once."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """RSP-R6. Usually nothing happens yet."""
        if s.house.contact_now and foe_here(s, seat):
            s.then(showdown_frames(seat, NO_BONUS_MOVE))


class BeforeFoe(Step[Ravingspire]):
    """RSP-106, RSP-151. Before the Foe card is drawn cards may still be moved and traded."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Ask, if anything can be done."""
        s.phase = SHOWDOWN
        codes = FOE_WINDOW.options(s, seat, 0, 0)
        if len(codes) > 1:
            s.menu = codes
            s.next(FOE_WINDOW.of(seat))


class FoeWindow(Choice[Ravingspire]):
    """RSP-106. Draw the Foe card, or first move cards or trade; afterwards nobody can (RSP-107)."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """Draw, and all moves of cards."""
        if s.menu:
            return s.menu
        codes = [DRAW_IT]
        add_slot_moves(s, codes, seat, SLOT, UNSLOT)
        add_trades(s, codes, seat)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Do it, and come back."""
        if code == DRAW_IT:
            return
        s.next(BEFORE_FOE.of(seat))
        if code >= TRADE:
            propose(s, seat, code - TRADE)
        else:
            move_card(s, seat, code)


class DrawFoe(Step[Ravingspire]):
    """RSP-106. The top Foe card."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Draw it."""
        s.next(DRAW_CARD.of(seat, PEEK_FOE))


class FoeTurnedUp(Step[Ravingspire]):
    """RSP-106. The Foe card lies face up; RSP-158: Quinn may have another drawn."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Face it, or ask Quinn."""
        s.foe = s.drawn
        s.drawn = NONE
        s.note(FOE_DRAWN, seat, s.foe, 0)
        if redrawing(s, seat) is not None and s.foe_pile:
            s.next(REDRAW_FOE.of(seat))
        else:
            face(s, seat)


def redrawing(s: Ravingspire, seat: int) -> Ability | None:
    """RSP-158. A Hero's ability to put a Foe card at the bottom, if it is not used up."""
    for ability in HEROES[s.heroes[seat]].acts:
        if ability.effects[0].verb == V_REDRAW and can_act(s, seat, ability, WHEN_FOE_DRAWN):
            return ability
    return None


class RedrawFoe(Choice[Ravingspire]):
    """RSP-158. Put the Foe card at the bottom and draw another, which must be faced."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """This one or another."""
        return [KEEP_IT, REDRAW]

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Face it, or draw again."""
        if code == KEEP_IT:
            face(s, seat)
            return
        ability = redrawing(s, seat)
        assert ability is not None
        s.used[seat] |= use_bit(s, seat, ability)
        s.note(REDRAWN, seat, s.foe, 0)
        s.foe_pile += (s.foe,)
        s.foe = NONE
        s.then([DRAW_FOE.of(seat), FOE_TURNED_UP.of(seat)])


def face(s: Ravingspire, seat: int) -> None:
    """RSP-105, RSP-107. What lies on the Foe deck applies to the Foe faced, then its own text."""
    s.cost = CARDS[s.foe].cost[:]
    frames = meet(s, seat, s.foe)
    bound: list[Frame] = []
    for card in s.attached:
        for ability in CARDS[card].chaos:
            for index in ability.do:
                if EFFECTS[index].verb == V_ATTACH:
                    bound += texts(seat, EFFECTS[index].blocks[0], FOE_CTX)
    s.then(bound + frames)


class ShowdownDone(Step[Ravingspire]):
    """RSP-109, RSP-111, RSP-112. Win or lose, the token leaves and the Foe card goes to the bottom."""

    def run(self, s: Ravingspire, seat: int, after: int, y: int, /) -> None:
        """RSP-111. That precedes the consequences of the Sanity loss."""
        foe, won, more = s.foe, s.bought, s.extra_loot
        s.bought = 0
        end_battle(s, seat)
        s.phase = READY
        s.foes_at[s.levels[seat]] = NONE
        s.foe_pile += (foe,)
        for card in s.attached:
            s.banished.append(card)
            s.note(BANISHED, seat, card, 0)
        s.attached.clear()
        s.note(WON if won else LOST, seat, foe, 0)
        frames = spoils(s, seat, foe, more) if won else penalty(s, seat, foe)
        frames += [TEXT_MOVE.of(seat), LATE_CONTACT.of(seat)]
        if not after:
            frames.append(BONUS_MOVE.of(seat))
        s.then(frames)


def spoils(s: Ravingspire, seat: int, foe: int, more: int) -> list[Frame]:
    """RSP-109. The Key, if the Hero has none (RSP-113), and the Loot printed."""
    if not s.keys[seat]:
        s.keys[seat] = 1
        s.note(KEY, seat, 0, 0)
    frames = loot_frames(seat, CARDS[foe].loot + more)
    return frames + triggered(s, seat, CARDS[foe].win, FOE_CTX) + _level_texts(s, seat, "win")


def penalty(s: Ravingspire, seat: int, foe: int) -> list[Frame]:
    """RSP-110, RSP-C6. Two dice of Sanity; cards not Played stay in hand and slots."""
    frames: list[Frame] = [ROLL.of(seat, FOR_SHOWDOWN), SECOND_DIE.of(seat)]
    return frames + triggered(s, seat, CARDS[foe].lose, FOE_CTX) + _level_texts(s, seat, "lose")


def _level_texts(s: Ravingspire, seat: int, moment: str) -> list[Frame]:
    tower = s.towers[s.levels[seat]]
    if tower == NONE:
        return []
    at = [ability for ability in CARDS[tower].level_at if ability.at == moment]
    return triggered(s, seat, at, 0)


class SecondDie(Step[Ravingspire]):
    """RSP-110. The second of two dice."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Keep the first one in mind."""
        s.then([ROLL.of(seat, FOR_SHOWDOWN), BOTH_DICE.of(seat, s.die)])


class BothDice(Step[Ravingspire]):
    """RSP-110. The Hero loses the sum."""

    def run(self, s: Ravingspire, seat: int, first: int, y: int, /) -> None:
        """Lose it."""
        s.next(LOSE.of(seat, first + s.die, BY_FOE))


class BonusMove(Choice[Ravingspire]):
    """RSP-112. After a Showdown the Hero may roll and move."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """Roll or not."""
        return [ROLL_CODE, SKIP]

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Move as in the Move phase."""
        if code == ROLL_CODE:
            s.then([ROLL.of(seat, FOR_MOVE), MOVE_BY_DIE.of(seat), LATE_CONTACT.of(seat)])


CONTACT: Final = Contact("RSP-27")
LATE_CONTACT: Final = LateContact("RSP-83")
BEFORE_FOE: Final = BeforeFoe("RSP-106")
FOE_WINDOW: Final = FoeWindow("RSP-106")
DRAW_FOE: Final = DrawFoe("RSP-106")
FOE_TURNED_UP: Final = FoeTurnedUp("RSP-106")
REDRAW_FOE: Final = RedrawFoe("RSP-158")
SHOWDOWN_DONE: Final = ShowdownDone("RSP-111")
SECOND_DIE: Final = SecondDie("RSP-110")
BOTH_DICE: Final = BothDice("RSP-110")
BONUS_MOVE: Final = BonusMove("RSP-112")
