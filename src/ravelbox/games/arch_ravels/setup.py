"""Setting up the shop: boards, tiles, the yarn deck, the bazaar and the projects."""

from __future__ import annotations

from typing import Any, Final

from ravelbox.games.arch_ravels.codes import BOARD, CHOOSE
from ravelbox.games.arch_ravels.craft import (
    BRACELET,
    BRACELETS_DONE,
    GIVE_YARN,
    PAY_ANY,
    PAY_DIFFERENT,
    PAY_FREELY,
    PAY_SAME,
    PAY_TWO,
)
from ravelbox.games.arch_ravels.ending import COUNT_POINTS, FAVOURITE, FINAL_CRAFT, LAST_CRAFT
from ravelbox.games.arch_ravels.events import (
    CIRCLE_CRAFT,
    CRAFT_CIRCLE,
    FRIENDLY_CLERK,
    GIVE_AWAY,
    MEET_CLERK,
    NAME_PLAYER,
    YARN_SALE,
)
from ravelbox.games.arch_ravels.facts import FACTS
from ravelbox.games.arch_ravels.restock import (
    ASSIGN_REQUEST,
    CHOOSE_REVEALED,
    DRAW_CARD,
    DRAW_PLAIN,
    DRAW_REQUEST,
    PUT_AWAY,
    RESOLVE,
    RESTOCK,
    SETTING_UP,
)
from ravelbox.games.arch_ravels.shop import (
    EXCHANGE_HOW_MANY,
    RETURN_YARN,
    TAKE_INSTEAD,
    WILD_COLOURS,
)
from ravelbox.games.arch_ravels.state import (
    CARDS,
    CHARACTER,
    CHARACTERS,
    COLOURS,
    EACH_TILE,
    GOES_FIRST,
    GOT_TILE,
    ITEMS,
    LISTED,
    NONE,
    PROJECTS,
    REQUESTS,
    SHUFFLED_IN,
    SPACES,
    TILED,
    ArchRavels,
    House,
    who,
)
from ravelbox.games.arch_ravels.turn import (
    ACTIONS,
    BEGIN_TURN,
    CRAFT_AGAIN,
    END_TURN,
    MORE_CRAFTS,
    MOVE_MARKER,
    TAKE_ACTION,
)
from ravelbox.games.arch_ravels.wrap_up import (
    LIST_PROJECT,
    REFILL,
    REFUND,
    RESTOCK_ACTION,
    WRAP_UP,
)
from ravelbox.kernel.rules import Chance, Choice, Rule, Step, number

BOARDS: Final = CHARACTERS // 2
# ARC-11. The 74 yarn cards and 12 events, ascending.
BASE_DECK: Final = [card for card in range(REQUESTS) for _ in range(FACTS.cards[card].copies)]
HALF: Final = len(BASE_DECK) // 2  # ARC-14: the lower part


class DrawFirst(Chance[ArchRavels]):
    """ARC-20. The first player is drawn, unless the table names one.

    Ruling Q36: before boards are chosen.
    """

    def outcomes(self, s: ArchRavels, seat: int, x: int, y: int, /) -> int:
        """The seats."""
        return len(s.characters)

    def chosen(self, s: ArchRavels, which: int, seat: int, x: int, y: int, /) -> None:
        """That one."""
        s.first = which


class SeatPlayers(Step[ArchRavels]):
    """ARC-2. Every player gets a board; Ruling Q36: in seat order from the first player."""

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Choose or deal, then deal the tiles and build the deck."""
        s.note(GOES_FIRST, s.first, 0, 0)
        s.active = s.first
        seats = len(s.characters)
        order = [(s.first + k) % seats for k in range(seats)]
        if s.house.draft:
            frames = [CHOOSE_CHARACTER.of(each) for each in order]
        else:
            frames = [DEAL_BOARD.of(s.first, 0, 0)]
        frames += [DEAL_TILE.of(each, kind) for kind in range(TILED) for each in order]
        frames += [BUILD_DECK.of(s.first), FILL_BAZAAR.of(s.first), LIST_PROJECTS.of(s.first)]
        s.then(frames)


class ChooseCharacter(Choice[ArchRavels]):
    """ARC-3. Boards are chosen; ARC-4: with their side in one go, or the side is drawn.

    ARC-2: the two characters of one board never play together.
    """

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """The free boards, with both sides if those are chosen too."""
        free = free_boards(s)
        if not s.house.pick_side:
            return [BOARD + board for board in free]
        return [CHOOSE + board * 2 + side for board in free for side in range(2)]

    def chosen(self, s: ArchRavels, code: int, seat: int, x: int, y: int, /) -> None:
        """Take it."""
        if code >= BOARD:
            s.next(DRAW_SIDE.of(seat, code - BOARD))
        else:
            become(s, seat, code - CHOOSE)


def free_boards(s: ArchRavels) -> list[int]:
    """The boards that nobody has."""
    taken = [character // 2 for character in s.characters if character != NONE]
    return [board for board in range(BOARDS) if board not in taken]


def become(s: ArchRavels, seat: int, character: int) -> None:
    """ARC-4. The side is fixed for the game."""
    s.characters[seat] = character
    s.note(CHARACTER, who(s, seat), character, 0)


class DealBoard(Chance[ArchRavels]):
    """ARC-3. Boards assigned at random: all of them before sides are decided.

    The first memory counts the boards dealt, the second holds them, three bits each.
    """

    def outcomes(self, s: ArchRavels, seat: int, dealt: int, boards: int, /) -> int:
        """The boards left."""
        return BOARDS - dealt

    def chosen(self, s: ArchRavels, which: int, seat: int, dealt: int, boards: int, /) -> None:
        """The next board; after the last one, the sides."""
        taken = [boards >> 3 * k & 7 for k in range(dealt)]
        board = [board for board in range(BOARDS) if board not in taken][which]
        boards |= board << 3 * dealt
        dealt += 1
        seats = len(s.characters)
        if dealt < seats:
            s.next(DEAL_BOARD.of(seat, dealt, boards))
            return
        rule: Rule[ArchRavels] = CHOOSE_SIDE if s.house.pick_side else DRAW_SIDE
        s.then([rule.of((seat + k) % seats, boards >> 3 * k & 7) for k in range(seats)])


class ChooseSide(Choice[ArchRavels]):
    """ARC-4. Each player decides which side of the board to use."""

    def options(self, s: ArchRavels, seat: int, board: int, y: int, /) -> list[int]:
        """Its two characters."""
        return [CHOOSE + board * 2, CHOOSE + board * 2 + 1]

    def chosen(self, s: ArchRavels, code: int, seat: int, board: int, y: int, /) -> None:
        """That one."""
        become(s, seat, code - CHOOSE)


class DrawSide(Chance[ArchRavels]):
    """ARC-4. Or the side is left to luck."""

    def outcomes(self, s: ArchRavels, seat: int, board: int, y: int, /) -> int:
        """Two."""
        return 2

    def chosen(self, s: ArchRavels, which: int, seat: int, board: int, y: int, /) -> None:
        """That one; ARC-3: who finds only one board left has no choice of boards."""
        become(s, seat, board * 2 + which)
        free = free_boards(s)
        if len(free) == 1 and s.agenda[-1][0] == CHOOSE_CHARACTER.number:
            last = s.agenda.pop()
            s.next(DRAW_SIDE.of(last[1], free[0]))


class DealTile(Chance[ArchRavels]):
    """ARC-7. One tile of each kind; the others leave the game unseen.

    ARC-8: with the exact side visible.
    """

    def outcomes(self, s: ArchRavels, seat: int, kind: int, y: int, /) -> int:
        """The tiles of that kind still in the stack."""
        return len(free_tiles(s, kind))

    def chosen(self, s: ArchRavels, which: int, seat: int, kind: int, y: int, /) -> None:
        """Deal it."""
        tile = free_tiles(s, kind)[which]
        s.tiles[seat * TILED + kind] = tile
        s.note(GOT_TILE, who(s, seat), tile, 0)


def free_tiles(s: ArchRavels, kind: int) -> list[int]:
    """The tiles of a kind that nobody has."""
    return [tile for tile in range(kind * EACH_TILE, (kind + 1) * EACH_TILE) if tile not in s.tiles]


class BuildDeck(Step[ArchRavels]):
    """ARC-11 to ARC-14. Yarn cards and events shuffled; 2n requests into the upper half of them.

    ARC-12: the favourites of the characters in play are among those, the others nobody knows.
    ARC-115: alone, the own favourite and one more.
    """

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Count what lies where."""
        favourites = [REQUESTS + FAVOURITE[character] for character in s.characters]
        s.known = sorted(favourites)
        s.others = [card for card in range(REQUESTS, CARDS) if card not in favourites]
        s.extras = len(s.characters)
        s.pool = BASE_DECK[:]
        s.lower = HALF
        s.upper = len(s.pool) - HALF


class FillBazaar(Step[ArchRavels]):
    """ARC-15. Cards are turned up until six yarn cards fill the spaces in order."""

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """The next card, or shuffle back what was set aside."""
        if NONE in s.bazaar:
            space = s.bazaar.index(NONE)
            s.then([DRAW_CARD.of(seat, space, SETTING_UP), FILL_BAZAAR.of(seat)])
        elif s.aside:
            shuffle_in(s)


def shuffle_in(s: ArchRavels) -> None:
    """ARC-16. Cards set aside go into what remains of the upper part, or into the whole deck.

    Ruling Q2: with all of the deck shuffled, there is no lower part any more.
    """
    s.note(SHUFFLED_IN, s.first, len(s.aside), 0)
    s.known = sorted(s.known + s.aside)
    s.aside = []
    if s.house.whole:
        s.upper += s.lower
        s.lower = 0


class ListProjects(Step[ArchRavels]):
    """ARC-18. As many projects as the number of players says; ARC-19: three are turned up."""

    def run(self, s: ArchRavels, seat: int, x: int, y: int, /) -> None:
        """Fill the list, then the first turn begins."""
        s.stack = FACTS.kept[len(s.characters) - 1]
        s.then([LIST_PROJECT.of(seat, slot) for slot in range(LISTED)] + [BEGIN_TURN.of(s.first)])


DRAW_FIRST: Final = DrawFirst("ARC-20")
SEAT_PLAYERS: Final = SeatPlayers("ARC-2")
CHOOSE_CHARACTER: Final = ChooseCharacter("ARC-3")
DEAL_BOARD: Final = DealBoard("ARC-3")
CHOOSE_SIDE: Final = ChooseSide("ARC-4")
DRAW_SIDE: Final = DrawSide("ARC-4")
DEAL_TILE: Final = DealTile("ARC-7")
BUILD_DECK: Final = BuildDeck("ARC-14")
FILL_BAZAAR: Final = FillBazaar("ARC-15")
LIST_PROJECTS: Final = ListProjects("ARC-18")

RULES: Final[list[Rule[Any]]] = number(
    [
        DRAW_FIRST,
        SEAT_PLAYERS,
        CHOOSE_CHARACTER,
        DEAL_BOARD,
        CHOOSE_SIDE,
        DRAW_SIDE,
        DEAL_TILE,
        BUILD_DECK,
        FILL_BAZAAR,
        LIST_PROJECTS,
        BEGIN_TURN,
        MOVE_MARKER,
        ACTIONS,
        TAKE_ACTION,
        MORE_CRAFTS,
        CRAFT_AGAIN,
        END_TURN,
        WILD_COLOURS,
        EXCHANGE_HOW_MANY,
        RETURN_YARN,
        TAKE_INSTEAD,
        PAY_DIFFERENT,
        PAY_SAME,
        PAY_TWO,
        PAY_ANY,
        PAY_FREELY,
        BRACELET,
        GIVE_YARN,
        BRACELETS_DONE,
        RESTOCK,
        DRAW_CARD,
        DRAW_REQUEST,
        DRAW_PLAIN,
        RESOLVE,
        CHOOSE_REVEALED,
        PUT_AWAY,
        ASSIGN_REQUEST,
        NAME_PLAYER,
        YARN_SALE,
        GIVE_AWAY,
        MEET_CLERK,
        FRIENDLY_CLERK,
        CRAFT_CIRCLE,
        CIRCLE_CRAFT,
        WRAP_UP,
        RESTOCK_ACTION,
        REFUND,
        REFILL,
        LIST_PROJECT,
        FINAL_CRAFT,
        LAST_CRAFT,
        COUNT_POINTS,
    ]
)


def bare_table(house: House, seats: int) -> ArchRavels:
    """ARC-6, ARC-10. An empty table: one yarn of each colour in every bowl, and nothing else.

    ARC-17: the discard pile is empty too.
    """
    return ArchRavels(
        RULES,
        [],
        0,
        house,
        max(house.first, 0),
        [NONE] * seats,
        [NONE] * (seats * TILED),
        [0] * seats,
        [1] * (seats * COLOURS),
        [0] * (seats * ITEMS),
        [0] * seats,
        [0] * seats,
        [0] * seats,
        [NONE] * seats,
        [0] * seats,
        [NONE] * SPACES,
        [],
        0,
        0,
        0,
        [],
        [],
        [],
        [],
        [NONE] * LISTED,
        0,
        list(range(PROJECTS)),
        max(house.first, 0),
        0,
        0,
        0,
        ended=False,
    )


def new_table(house: House, seats: int) -> ArchRavels:
    """ARC-1 to ARC-20. A new game, its setup on the agenda."""
    s = bare_table(house, seats)
    frames = [SEAT_PLAYERS.of(0)]
    if house.first == NONE and seats > 1:
        frames.insert(0, DRAW_FIRST.of(0))
    s.then(frames)
    s.settle()
    return s
