"""The dealer that a seed fixes: the same cards and rolls for everyone, whatever they do.

All luck is indexed by what it is for, not by when it is asked. Hidden cards never move, so a
face-down place is known for good by its side and its height; the order lives here, not in the
state.
"""

from __future__ import annotations

from ravelbox.games.ravel.actions import SPACE, Extra, Keep
from ravelbox.games.ravel.codes import EXTRA, KEEP
from ravelbox.games.ravel.dice import PLACE_DICE, ROLL_DIE
from ravelbox.games.ravel.setup import DRAW_DIE, REPLACE_CARD, STANDARD_CARDS
from ravelbox.games.ravel.stacks import SETS, TURN_UP
from ravelbox.games.ravel.state import ADVANCED, EMPTY, SIDES, WILD_DECK, Ravel
from ravelbox.kernel.dealer import Dealt
from ravelbox.kernel.errors import SeedError
from ravelbox.kernel.rules import State


class RavelDealt(Dealt):
    """Answers every chance question of R.A.V.E.L. from one seed."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._lies: list[list[int]] = []  # per side, the dealt cards from the bottom up
        self._deck: list[int] = []
        self._resets = 0

    def again(self) -> RavelDealt:
        """The same seed from the start."""
        return RavelDealt(self.seed)

    def outcome(self, state: State) -> int:
        """What the seed says to the open question."""
        assert isinstance(state, Ravel)
        rule, _, x, told = state.agenda[-1]
        if rule == DRAW_DIE.number:
            return self._die(state, space=x)
        if rule == ROLL_DIE.number:
            return self._reroll(state, x) if told else self.hash("dice-face", 0, x) % 6
        if rule == TURN_UP.number:
            return self._card(state, side=x)
        assert rule == REPLACE_CARD.number
        return self._leaver(state, left=x)

    def _die(self, s: Ravel, space: int) -> int:
        order = sorted(range(8), key=lambda i: self.hash("dice-order", 0, i))
        return [die for die in range(8) if die not in s.die].index(order[space])

    def _reroll(self, s: Ravel, space: int) -> int:
        side = next(x for rule, _, x, _ in reversed(s.agenda) if rule == PLACE_DICE.number)
        return self.roll(s.rerolls - 1)[SIDES[side].index(space)]

    def _sorted(self, stream: str, event: int, cards: list[int]) -> list[int]:
        return sorted(cards, key=lambda card: (self.hash(stream, event, card + 1), card))

    def _leaver(self, s: Ravel, left: int) -> int:
        leavers = self._sorted("deck-out", 0, list(STANDARD_CARDS))
        return s.deck.index(leavers[s.house.k - left])

    def _card(self, s: Ravel, side: int) -> int:
        """The place of the true card among the answers of its bag."""
        if not self._lies:
            self._deal(s)
        if s.resets > self._resets:
            self._deal_anew(s)
        stack = s.stacks[side]
        return answer(s, ~stack[0], self._lies[side][len(stack) - 1])

    def lying(self, s: Ravel) -> list[list[int]]:
        """What lies in each stack, top first, face-down cards too: for solvers, not for players."""
        if not self._lies:
            self._deal(s)
        return [
            [
                place if place >= 0 else self._lies[side][len(stack) - 1 - depth]
                for depth, place in enumerate(stack)
            ]
            for side, stack in enumerate(s.stacks)
        ]

    def roll(self, event: int) -> list[int]:
        """The faces, from 0, that a REROLL of that number shows, in ring order."""
        return [self.hash("reroll", event, j) % 6 for j in range(3)]

    def order(self, event: int, cards: list[int]) -> list[int]:
        """The order in which a RESET of that number deals cards."""
        return self._sorted("reset", event, cards)

    def _deal(self, s: Ravel) -> None:
        if s.turns or s.resets or s.removed:
            raise SeedError("a dealt seed fixes a game from its setup on, not from a position")
        deck = list(s.deck)
        if s.house.deck == WILD_DECK:
            k = s.house.k
            leavers = self._sorted("deck-out", 0, list(STANDARD_CARDS))[:k]
            entering = self._sorted("deck-in", 0, list(STANDARD_CARDS))[:k]
            deck = [card for card in STANDARD_CARDS if card not in leavers]
            deck += [card + ADVANCED for card in entering]
        self._deck = deck
        order = self._sorted("deck-order", 0, deck)
        self._lies = [order[side::4][::-1] for side in range(4)]

    def _deal_anew(self, s: Ravel) -> None:
        """Shuffle what the reset gathered: all cards that are not out and not kept."""
        kept = extra = 0
        for code in s.steps:
            if isinstance(SPACE.decode(code), Keep):
                kept = code - KEEP
            elif isinstance(SPACE.decode(code), Extra):
                extra = code - EXTRA
        out = {*s.removed, s.hand} - {EMPTY}
        for side in SETS[kept]:
            stack = s.stacks[side]
            for depth, card in enumerate(stack):
                out.add(card if card >= 0 else self._lies[side][len(stack) - 1 - depth])
        deck = list(s.deck) or self._deck
        order = self.order(s.resets - 1, [card for card in deck if card not in out])
        receiving = SETS[15 - kept]
        rounds = len(order) // len(receiving)
        even = rounds * len(receiving)
        more = dict(zip(SETS[extra], order[even:], strict=True))
        for i, side in enumerate(receiving):
            top_first = order[i : even : len(receiving)] + ([more[side]] if side in more else [])
            self._lies[side] = top_first[::-1]
        self._resets = s.resets


def answer(s: Ravel, bag: int, card: int) -> int:
    """The place of a card among the answers of a bag, or of the older bag that counts it."""
    own = s.bags.own[bag]
    if card in own:
        return own.index(card)
    lenders = s.bags.lenders[bag]
    return len(own) + next(i for i, lender in enumerate(lenders) if _counts(s, lender, card))


def _counts(s: Ravel, bag: int, card: int) -> bool:
    """Whether a bag, or one that it borrowed from, holds the card."""
    return card in s.bags.own[bag] or any(_counts(s, b, card) for b in s.bags.lenders[bag])
