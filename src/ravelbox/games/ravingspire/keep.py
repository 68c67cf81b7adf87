"""The Keep: the sealed Spire card, the last battle, and how a game ends."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.battle import OPEN_BATTLE, end_battle, meet
from ravelbox.games.ravingspire.cards import CARDS
from ravelbox.games.ravingspire.codes import ALONE, FREE, NAME, NOTHING, PICK
from ravelbox.games.ravingspire.decks import shuffle_in
from ravelbox.games.ravingspire.facts import FACTS, Cost
from ravelbox.games.ravingspire.madness import all_lose, go_mad, place_pending, sweep
from ravelbox.games.ravingspire.places import AT_HAND, AT_SLOT
from ravelbox.games.ravingspire.rolls import ROLL
from ravelbox.games.ravingspire.state import (
    ENTERED,
    ESCAPED,
    FOE,
    FOR_SPIRE,
    FREED,
    KEEP,
    KIND,
    LEFT_CARD,
    LOST,
    NONE,
    REMOVED,
    SPIRE_OPENED,
    VORPAL,
    Ravingspire,
    in_play,
)
from ravelbox.kernel.rules import Chance, Choice, Frame, Step

WINNER_DECIDES: Final = 0  # RSP-143
COOPERATIVE: Final = 1


def enter_keep(s: Ravingspire, seat: int) -> None:
    """RSP-36, RSP-135. Enter the Keep: the battle is at once, and after it the turn is over."""
    s.note(ENTERED, seat, 0, 0)
    s.phase = KEEP
    place_pending(s, s.levels[seat])
    shuffle_in(s, s.returning)
    s.returning.clear()
    s.bonus = 0
    del s.agenda[1:]
    s.next(OPEN_SPIRE.of(seat) if s.spire == NONE else FACE_SPIRE.of(seat))


class OpenSpire(Chance[Ravingspire]):
    """RSP-134, RSP-C3. Upon the first entry one sealed Spire card is opened for all."""

    def outcomes(self, s: Ravingspire, seat: int, x: int, y: int, /) -> int:
        """Any of the sealed ones."""
        return len(s.spires)

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """It stays the final challenge."""
        s.spire = s.spires.pop(code)
        s.note(SPIRE_OPENED, seat, s.spire, 0)
        s.next(FACE_SPIRE.of(seat))


def cost_now(s: Ravingspire) -> Cost:
    """What the Spire card asks at this stage."""
    card = FACTS.cards[s.spire]
    cost = card.stages[s.stage] if card.stages else card.cost
    assert cost is not None
    return cost


class FaceSpire(Step[Ravingspire]):
    """RSP-135. The Spire card's cost; die-rolled values are rolled anew for every attempt."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Fixed, rolled, mirrored, or in stages."""
        s.stage = 0
        cost = cost_now(s)
        s.cost = [cost.fight, cost.skill, cost.charm, cost.brute]
        frames: list[Frame] = []
        if cost.rolled:
            for attr in range(3):
                if s.cost[attr]:
                    frames += [ROLL.of(seat, FOR_SPIRE), ROLLED_COST.of(seat, attr)]
        elif cost.lead:
            frames.append(MIRROR.of(seat))
        frames.append(MEET_SPIRE.of(seat))
        s.then(frames)


class RolledCost(Step[Ravingspire]):
    """RSP-135. A die is added to one attribute of the cost."""

    def run(self, s: Ravingspire, seat: int, attr: int, y: int, /) -> None:
        """Add it."""
        s.cost[attr] += s.die


class Mirror(Step[Ravingspire]):
    """RSP-135. The leading attribute is the strongest in hand and slots on entry."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Ties are the player's choice."""
        leading = leaders(s, seat)
        if len(leading) == 1:
            lead(s, leading[0])
        else:
            s.next(NAME_LEAD.of(seat))


def leaders(s: Ravingspire, seat: int) -> list[int]:
    """The attributes with the highest printed total; "X or Y" counts for both, Vorpal for none."""
    sums = [0, 0, 0]
    for card in s.hands[seat] + s.slots[seat]:
        if card == NONE:
            continue
        fact = CARDS[card & KIND]
        if 0 <= fact.attr < VORPAL:
            sums[fact.attr] += fact.n
        if 0 <= fact.other_attr < VORPAL:
            sums[fact.other_attr] += fact.other_n
    most = max(sums)
    return [attr for attr in range(3) if sums[attr] == most]


def lead(s: Ravingspire, attr: int) -> None:
    """The Mirror's cost."""
    cost = cost_now(s)
    s.cost = [cost.rest, cost.rest, cost.rest, cost.brute]
    s.cost[attr] = cost.lead


class NameLead(Choice[Ravingspire]):
    """RSP-135. Which of equally strong attributes the Mirror leads with."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """The tied ones."""
        return [NAME + attr for attr in leaders(s, seat)]

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """That one."""
        lead(s, code - NAME)


class MeetSpire(Step[Ravingspire]):
    """RSP-136. The Spire card is faced like a Foe; it gives no Key and no Loot."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Its texts, flanking, the battle."""
        frames = meet(s, seat, s.spire)
        frames.append(SPIRE_DONE.of(seat))
        s.then(frames)


class SpireDone(Step[Ravingspire]):
    """RSP-137, RSP-138, RSP-140. Won, on to the next stage, or failed."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """See what the battle came to."""
        card = FACTS.cards[s.spire]
        if s.bought and s.stage + 1 < len(card.stages):
            s.stage += 1
            s.cuts[FOE] = 0  # a reduction is used up by the payment it lowered
            cost = cost_now(s)
            s.cost = [cost.fight, cost.skill, cost.charm, cost.brute]
            s.then([OPEN_BATTLE.of(seat), self.of(seat)])
            return
        won = s.bought
        end_battle(s, seat)
        if won:
            s.note(ESCAPED, seat, s.spire, 0)
            s.result = 2 + seat
            win(s, seat)
        elif len(s.heroes) == 1:
            s.note(LOST, seat, s.spire, 0)
            go_mad(s, seat)
        else:
            s.note(LOST, seat, s.spire, 0)
            s.madness -= 1
            if s.madness == 0:
                all_lose(s, 0)
            else:
                s.then([LEAVE.of(seat), REMOVE.of(seat)])


def win(s: Ravingspire, seat: int) -> None:
    """RSP-143. The winner decides whether to free the others, unless the table fixed it."""
    if len(s.heroes) > 1 and s.house.victory == WINNER_DECIDES:
        s.next(FREE_OTHERS.of(seat))
    else:
        s.freed = int(s.house.victory == COOPERATIVE)
        s.end()


class FreeOthers(Choice[Ravingspire]):
    """RSP-143. Free all others, removed ones too, or win alone."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """All or nobody."""
        return [FREE, ALONE]

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """RSP-142. The game is over."""
        s.freed = int(code == FREE)
        s.note(FREED, seat, s.freed, 0)
        s.end()


class Leave(Step[Ravingspire]):
    """RSP-138. Before the Hero goes, one card may be left on the Spire card."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Ask, if there is a card."""
        if len(LEAVE_CARD.options(s, seat, 0, 0)) > 1:
            s.next(LEAVE_CARD.of(seat))


class LeaveCard(Choice[Ravingspire]):
    """RSP-138. A card from hand or Battlemat, face up, for a later challenger; or none."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """Every card that has power."""
        codes = [NOTHING]
        last = NONE
        for i, card in enumerate(s.hands[seat]):
            if card != last:
                codes.append(PICK + AT_HAND + i)
            last = card
        for i, card in enumerate(s.slots[seat]):
            if card != NONE:
                codes.append(PICK + AT_SLOT + i)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Leave it."""
        if code == NOTHING:
            return
        place = code - PICK
        if place < AT_SLOT:
            card = s.hands[seat].pop(place)
        else:
            card = s.slots[seat][place - AT_SLOT]
            s.slots[seat][place - AT_SLOT] = NONE
        s.left.append(card & KIND)
        s.note(LEFT_CARD, seat, card & KIND, 0)


class Remove(Step[Ravingspire]):
    """RSP-138, RSP-141. The Hero is removed with all its cards; the turn is over."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """RSP-142. When every Hero was removed, all lose."""
        sweep(s, seat)
        s.gone[seat] = 1
        s.note(REMOVED, seat, 0, 0)
        if in_play(s) == 0:
            all_lose(s, 1)


OPEN_SPIRE: Final = OpenSpire("RSP-134")
FACE_SPIRE: Final = FaceSpire("RSP-135")
ROLLED_COST: Final = RolledCost("RSP-135")
MIRROR: Final = Mirror("RSP-135")
NAME_LEAD: Final = NameLead("RSP-135")
MEET_SPIRE: Final = MeetSpire("RSP-136")
SPIRE_DONE: Final = SpireDone("RSP-137")
FREE_OTHERS: Final = FreeOthers("RSP-143")
LEAVE: Final = Leave("RSP-138")
LEAVE_CARD: Final = LeaveCard("RSP-138")
REMOVE: Final = Remove("RSP-138")
