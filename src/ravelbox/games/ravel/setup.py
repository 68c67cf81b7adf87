"""Setting up the bench: dice drawn and rolled, the deck composed, stacks dealt, tops turned up."""

from __future__ import annotations

from typing import Any, Final

from ravelbox.games.ravel.dice import (
    CHOOSE_DICE,
    EXCHANGE_AGAIN,
    EXCHANGE_DICE,
    FLIP_DICE,
    NUDGE_DICE,
    PLACE_DICE,
    REROLL_SIDE,
    ROLL_DIE,
    ROTATE_TILE,
)
from ravelbox.games.ravel.rewards import RETRIEVE_TOKENS, USE_REWARD
from ravelbox.games.ravel.stacks import (
    ADDITIONAL_CARDS,
    DEAL_ANEW,
    KEEP_STACKS,
    MOVE_AGAIN,
    MOVE_COG,
    RESET_STACKS,
    REVEAL_TOPS,
    SHUFFLE_STACKS,
    TURN_UP,
)
from ravelbox.games.ravel.state import (
    ADVANCED,
    ADVANCED_DECK,
    CONTROLLED_DECK,
    DECK,
    EMPTY,
    PLAYING,
    WILD_DECK,
    House,
    Ravel,
)
from ravelbox.games.ravel.turn import BEGIN_TURN, REMOVE_COG, TAKE_TURN
from ravelbox.kernel.native import i64
from ravelbox.kernel.pile import Bags, Pile, face_down
from ravelbox.kernel.rules import Chance, Rule, Step, number

STANDARD_CARDS: Final = tuple(range(ADVANCED))
ADVANCED_CARDS: Final = tuple(range(ADVANCED, 2 * ADVANCED))


class DrawDie(Chance[Ravel]):
    """RVL-15. Dice are drawn blindly one at a time, rolled, and placed clockwise from p0."""

    def outcomes(self, s: Ravel, seat: int, space: int, y: int, /) -> int:
        """The dice still in the box."""
        return 8 - space

    def chosen(self, s: Ravel, which: int, seat: int, space: int, y: int, /) -> None:
        """Place it and roll it."""
        s.die[space] = undrawn(s, space, which)
        if space < 7:  # noqa: PLR2004  # the last space
            s.next(DRAW_DIE.of(seat, space + 1))
        s.next(ROLL_DIE.of(seat, space, 0))  # comes before the next draw


def undrawn(s: Ravel, placed: int, which: int) -> int:
    """The die number `which` of those still in the box, when `placed` dice lie on the tile."""
    out: i64 = 0
    for space in range(placed):
        out |= 1 << i64(s.die[space])
    left: i64 = which
    for die in range(8):
        if out >> i64(die) & 1 == 0:
            if left == 0:
                return die
            left -= 1
    raise AssertionError("more dice were drawn than there are")


class ComposeDeck(Step[Ravel]):
    """RVL-17. The deck has 16 cards: all Standard, all Advanced (RVL-105), or a mixture.

    RVL-21: the other cards are out of the game. RVL-106: every deck goes with every number of
    tokens. RVL-107: whatever the deck, setup then goes on alike.
    """

    def run(self, s: Ravel, seat: int, x: int, y: int, /) -> None:
        """A Controlled deck asks luck which cards leave; the others are clear at once."""
        if s.house.deck != WILD_DECK:
            s.deck = ADVANCED_CARDS if s.house.deck == ADVANCED_DECK else STANDARD_CARDS
        if s.house.deck == CONTROLLED_DECK:
            s.next(REPLACE_CARD.of(seat, s.house.k))
        else:
            s.next(DEAL_STACKS.of(seat))


class ReplaceCard(Chance[Ravel]):
    """RVL-104. Controlled: random Standard cards are replaced by their Advanced counterparts."""

    def outcomes(self, s: Ravel, seat: int, left: int, y: int, /) -> int:
        """The Standard cards still in the deck."""
        return DECK - s.house.k + left

    def chosen(self, s: Ravel, which: int, seat: int, left: int, y: int, /) -> None:
        """The deck is sorted, so its Standard cards come first."""
        changed = s.deck[which] + ADVANCED
        s.deck = tuple(sorted((*s.deck[:which], *s.deck[which + 1 :], changed)))
        s.next(REPLACE_CARD.of(seat, left - 1) if left > 1 else DEAL_STACKS.of(seat))


class DealStacks(Step[Ravel]):
    """RVL-18. The deck is shuffled and split into four face-down stacks of four.

    RVL-102: a Wild deck lost k random Standard cards and gained k random Advanced ones, both
    unseen; so all that is known of a card is how many of each kind there are (RVL-103).
    """

    def run(self, s: Ravel, seat: int, x: int, y: int, /) -> None:
        """RVL-19. Then the top cards are turned up, and the first turn begins."""
        cards: Pile = s.deck
        if s.house.deck == WILD_DECK:
            standard = s.bags.mix(STANDARD_CARDS)
            advanced = s.bags.mix(ADVANCED_CARDS)
            k = s.house.k
            cards = face_down(standard, DECK - k) + face_down(advanced, k)
        bag = s.bags.mix(cards)
        for side in range(4):
            s.stacks[side] = face_down(bag, DECK // 4)
        s.then([REVEAL_TOPS.of(seat), BEGIN_TURN.of(seat)])


DRAW_DIE: Final = DrawDie("RVL-15")
COMPOSE_DECK: Final = ComposeDeck("RVL-17")
REPLACE_CARD: Final = ReplaceCard("RVL-104")
DEAL_STACKS: Final = DealStacks("RVL-18")

RULES: Final[list[Rule[Any]]] = number(
    [
        DRAW_DIE,
        COMPOSE_DECK,
        REPLACE_CARD,
        DEAL_STACKS,
        BEGIN_TURN,
        TAKE_TURN,
        USE_REWARD,
        REMOVE_COG,
        FLIP_DICE,
        NUDGE_DICE,
        MOVE_COG,
        MOVE_AGAIN,
        REVEAL_TOPS,
        TURN_UP,
        ROTATE_TILE,
        EXCHANGE_DICE,
        EXCHANGE_AGAIN,
        RETRIEVE_TOKENS,
        REROLL_SIDE,
        CHOOSE_DICE,
        ROLL_DIE,
        PLACE_DICE,
        RESET_STACKS,
        KEEP_STACKS,
        DEAL_ANEW,
        ADDITIONAL_CARDS,
        SHUFFLE_STACKS,
    ]
)


def bare_table(house: House) -> Ravel:
    """RVL-20. Tokens taken, everything else still in the box, nothing on the agenda."""
    return Ravel(
        RULES,
        [],
        0,
        house,
        [EMPTY] * 8,
        [0] * 8,
        [(), (), (), ()],
        Bags([], []),
        (),
        ready=house.tokens,
        spent=0,
        hand=EMPTY,
        steps=(),
        removed=(),
        turns=0,
        tinkers=0,
        declined=0,
        rerolls=0,
        resets=0,
        turned=0,
        result=PLAYING,
    )


def new_table(house: House) -> Ravel:
    """RVL-22. A new game, its setup on the agenda; there is no mulligan."""
    s = bare_table(house)
    s.then([DRAW_DIE.of(0, 0), COMPOSE_DECK.of(0)])
    s.settle()
    return s
