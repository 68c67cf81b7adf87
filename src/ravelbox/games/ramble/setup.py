"""Setting up the park: tiles laid, six lamps out, parkgoers and cards dealt."""

from __future__ import annotations

from typing import Any, Final

from ravelbox.games.ramble.codes import DRAFT, FIRST
from ravelbox.games.ramble.explore import (
    DRAW_EXPLORE,
    KEEP_HAND_LIMIT,
    SHED_CARD,
    take_card,
)
from ravelbox.games.ramble.facts import FACTS
from ravelbox.games.ramble.lights import (
    CALL_RESCUE,
    CHOOSE_REFUGE,
    EVACUATE_PAWN,
    LIGHTS_OUT,
    NEXT_CARD,
    REFILL_PILE,
    RESCUE_PAWN,
    REVEAL_CARD,
    STRAND_PAWN,
    TURN_OVER,
    darken,
)
from ravelbox.games.ramble.parkgoers import DROP_CARD, FIX_SECOND, LOOK_AT, LOOK_ON
from ravelbox.games.ramble.specials import (
    BRING_PAWN,
    OPEN_WINDOW,
    PLAY_AT_POLL,
    PLAY_OR_PASS,
    RELOCATE_PAWN,
)
from ravelbox.games.ramble.state import (
    ALL_TILES,
    CONCEDE,
    DEALT,
    GOES_FIRST,
    ITD_KIND,
    KIND_BITS,
    LANDMARKS,
    NONE,
    PLAYING,
    ROLE,
    ROLES,
    TILES,
    WENT_DARK,
    House,
    Ramble,
    size,
    who,
)
from ravelbox.games.ramble.turn import ACTION_PHASE, BEGIN_TURN, END_TURN, TAKE_ACTION
from ravelbox.kernel.native import i64
from ravelbox.kernel.pile import Bags, Pile, face_down
from ravelbox.kernel.rules import Chance, Choice, Rule, Step, number

# RMB-10. The 19 positions as (q, r): the centre, six around it, twelve around those, each ring
# counter-clockwise from the east.
POSITIONS: Final = [
    (0, 0),
    (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1),
    (2, 0), (2, -1), (2, -2), (1, -2), (0, -2), (-1, -1),
    (-2, 0), (-2, 1), (-2, 2), (-1, 2), (0, 2), (1, 1),
]  # fmt: skip
START_OF: Final = [[tile.start for tile in FACTS.tiles].index(role) for role in range(ROLES)]
SCENIC: Final[Pile] = tuple(
    [[tile.scenic for tile in FACTS.tiles].index(position) for position in range(TILES)]
)
COPIES: Final = [kind.copies for kind in FACTS.kinds]
FIRST_DARK: Final = 6  # RMB-16
FIRST_CARDS: Final = 2  # RMB-21


def apart(p: int, q: int) -> int:
    """The distance of two positions, whatever lies between."""
    dq = POSITIONS[p][0] - POSITIONS[q][0]
    dr = POSITIONS[p][1] - POSITIONS[q][1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


# Per position, the other positions at distance 1, and at distance 2.
BESIDE: Final = [[q for q in range(TILES) if apart(p, q) == 1] for p in range(TILES)]
BEYOND: Final = [[q for q in range(TILES) if apart(p, q) == 2] for p in range(TILES)]  # noqa: PLR2004  # a stride


def lay_out(s: Ramble, tiles: Pile) -> None:
    """Tiles on their positions, and what that puts beside each of them."""
    s.tiles = tiles
    near = [0] * TILES
    stride = [0] * TILES
    for p in range(TILES):
        beside: i64 = 0
        for q in BESIDE[p]:
            beside |= 1 << i64(tiles[q])
        beyond: i64 = beside
        for q in BEYOND[p]:
            beyond |= 1 << i64(tiles[q])
        near[tiles[p]] = int(beside)
        stride[tiles[p]] = int(beyond)
    s.near = near
    s.stride = stride


def nth(members: int, which: int) -> int:
    """The member number `which` of a set, from the lowest."""
    left: i64 = which
    members_: i64 = members
    at: i64 = 0
    while True:
        if members_ >> at & 1:
            if left == 0:
                return int(at)
            left -= 1
        at += 1


class LayTile(Chance[Ramble]):
    """RMB-11. The 19 tiles in uniformly random order, one after the other from the centre.

    Its memories are the position and the set of tiles still in the box.
    """

    def outcomes(self, s: Ramble, seat: int, position: int, left: int, /) -> int:
        """The tiles not yet laid."""
        return TILES - position

    def chosen(self, s: Ramble, which: int, seat: int, position: int, left: int, /) -> None:
        """Lay it; the last one lays itself."""
        tile = nth(left, which)
        left ^= 1 << tile
        s.tiles = s.tiles + (tile,)  # noqa: RUF005  # unpacking would make a list first
        if position < TILES - 2:
            s.next(LAY_TILE.of(seat, position + 1, left))
        else:
            lay_out(s, (*s.tiles, nth(left, 0)))


class StackLights(Step[Ramble]):
    """RMB-15. The Lights Out deck is shuffled; RMB-16: six cards are then turned over."""

    def run(self, s: Ramble, seat: int, x: int, y: int, /) -> None:
        """One bag of nineteen."""
        s.lights = face_down(s.bags.mix(tuple(range(TILES))), TILES)
        s.next(FIRST_LIGHTS.of(seat, FIRST_DARK))


class FirstLights(Chance[Ramble]):
    """RMB-16. The top six cards go to the discard, and their tiles turn dark, whichever they are.

    RMB-17: no pawn is on the board yet.
    """

    def outcomes(self, s: Ramble, seat: int, left: int, y: int, /) -> int:
        """The cards still face down."""
        return s.bags.size(~s.lights[0])

    def chosen(self, s: Ramble, which: int, seat: int, left: int, y: int, /) -> None:
        """A lamp goes out."""
        card = s.bags.draw(~s.lights[0], which)
        s.lights = s.lights[1:]
        darken(s, card)
        s.note(WENT_DARK, seat, card, 1)
        if left > 1:
            s.next(FIRST_LIGHTS.of(seat, left - 1))


class DealRole(Chance[Ramble]):
    """RMB-18. One of the six parkgoer cards to each seat; the others leave the game.

    Its memories are the seat and the set of roles left.
    """

    def outcomes(self, s: Ramble, seat: int, receiver: int, left: int, /) -> int:
        """The roles not yet dealt."""
        return ROLES - receiver

    def chosen(self, s: Ramble, which: int, seat: int, receiver: int, left: int, /) -> None:
        """On to the next seat."""
        role = nth(left, which)
        take_role(s, receiver, role)
        if receiver + 1 < len(s.roles):
            s.next(DEAL_ROLE.of(seat, receiver + 1, left ^ 1 << role))


def take_role(s: Ramble, seat: int, role: int) -> None:
    """RMB-19. When all have one, each pawn is placed on the start tile of its colour, lit or dark."""
    s.roles[seat] = role
    s.note(ROLE, who(s, seat), role, START_OF[role])
    if NONE not in s.roles:
        s.pawns = [START_OF[mine] for mine in s.roles]


class DrawFirst(Chance[Ramble]):
    """RMB-26. Nobody knows who was in Central Park last: the first seat is drawn."""

    def outcomes(self, s: Ramble, seat: int, x: int, y: int, /) -> int:
        """Every seat."""
        return len(s.pawns)

    def chosen(self, s: Ramble, first: int, seat: int, x: int, y: int, /) -> None:
        """That one begins."""
        s.active = first
        s.note(GOES_FIRST, who(s, first), 0, 0)


class NameFirst(Choice[Ramble]):
    """RMB-26. The host names the seat that goes first."""

    def options(self, s: Ramble, seat: int, x: int, y: int, /) -> list[int]:
        """Every seat."""
        return [FIRST + other for other in range(len(s.pawns))]

    def chosen(self, s: Ramble, code: int, seat: int, x: int, y: int, /) -> None:
        """That one begins."""
        s.active = code - FIRST
        s.note(GOES_FIRST, who(s, s.active), 0, 0)


class DraftRoles(Step[Ramble]):
    """RMB-182. In turn order from the first seat, each picks one of the unpicked roles."""

    def run(self, s: Ramble, seat: int, x: int, y: int, /) -> None:
        """Ask all in turn."""
        seats = len(s.roles)
        s.then([PICK_ROLE.of((s.active + k) % seats) for k in range(seats)])


class PickRole(Choice[Ramble]):
    """RMB-182. The board and its dark tiles are visible already."""

    def options(self, s: Ramble, seat: int, x: int, y: int, /) -> list[int]:
        """The roles nobody has."""
        return [DRAFT + role for role in range(ROLES) if role not in s.roles]

    def chosen(self, s: Ramble, code: int, seat: int, x: int, y: int, /) -> None:
        """Take it."""
        take_role(s, seat, code - DRAFT)


class DealHand(Chance[Ramble]):
    """RMB-21. Two Explore cards to each seat, face up.

    RMB-22: the three In the Dark cards are set aside meanwhile, which comes to the same as dealing
    others in their place. RMB-24: Special cards are kept, but nobody can play before the first turn.
    """

    def outcomes(self, s: Ramble, seat: int, dealt: int, y: int, /) -> int:
        """The cards of the deck, In the Dark left out."""
        return int(size(s.explore))

    def chosen(self, s: Ramble, which: int, seat: int, dealt: int, y: int, /) -> None:
        """RMB-23. After the last one In the Dark joins the deck, and the first turn begins."""
        kind = take_card(s, which)
        receiver = dealt // FIRST_CARDS
        s.hands[receiver] += 1 << kind * KIND_BITS
        s.note(DEALT, who(s, receiver), kind, 0)
        if dealt + 1 < FIRST_CARDS * len(s.hands):
            s.next(DEAL_HAND.of(seat, dealt + 1))
        else:
            s.explore += COPIES[ITD_KIND] << ITD_KIND * KIND_BITS
            s.next(BEGIN_TURN.of(s.active))


LAY_TILE: Final = LayTile("RMB-11")
STACK_LIGHTS: Final = StackLights("RMB-15")
FIRST_LIGHTS: Final = FirstLights("RMB-16")
DEAL_ROLE: Final = DealRole("RMB-18")
DRAW_FIRST: Final = DrawFirst("RMB-26")
NAME_FIRST: Final = NameFirst("RMB-26")
DRAFT_ROLES: Final = DraftRoles("RMB-182")
PICK_ROLE: Final = PickRole("RMB-182")
DEAL_HAND: Final = DealHand("RMB-21")

RULES: Final[list[Rule[Any]]] = number(
    [
        LAY_TILE,
        STACK_LIGHTS,
        FIRST_LIGHTS,
        DEAL_ROLE,
        DRAW_FIRST,
        NAME_FIRST,
        DRAFT_ROLES,
        PICK_ROLE,
        DEAL_HAND,
        BEGIN_TURN,
        ACTION_PHASE,
        TAKE_ACTION,
        FIX_SECOND,
        LOOK_ON,
        LOOK_AT,
        DROP_CARD,
        RELOCATE_PAWN,
        BRING_PAWN,
        OPEN_WINDOW,
        PLAY_OR_PASS,
        PLAY_AT_POLL,
        DRAW_EXPLORE,
        KEEP_HAND_LIMIT,
        SHED_CARD,
        LIGHTS_OUT,
        NEXT_CARD,
        REVEAL_CARD,
        TURN_OVER,
        REFILL_PILE,
        EVACUATE_PAWN,
        CHOOSE_REFUGE,
        CALL_RESCUE,
        RESCUE_PAWN,
        STRAND_PAWN,
        END_TURN,
        CONCEDE,
    ]
)


def bare_table(house: House, seats: int) -> Ramble:
    """RMB-12, RMB-13. Every tile lit, tokens beside the board, the rest in the box."""
    explore = 0
    for kind in range(ITD_KIND):
        explore += COPIES[kind] << kind * KIND_BITS
    return Ramble(
        RULES,
        [],
        0,
        house,
        (),
        [],
        [],
        ALL_TILES,
        0,
        [NONE] * seats,
        [NONE] * seats,
        [0] * seats,
        [NONE] * LANDMARKS,
        explore,
        0,
        (),
        Bags([], []),
        0,
        house.notch,
        0,
        0,
        scouted=False,
        turns=0,
        proposer=NONE,
        result=PLAYING,
    )


def new_table(house: House, seats: int) -> Ramble:
    """RMB-10 to RMB-27. A new game, its setup on the agenda: tiles, lamps, roles, first seat, cards.

    RMB-182: a draft needs the first seat before the roles. RMB-25: the marker is set already.
    RMB-183: layout=scenic shuffles no tiles.
    """
    s = bare_table(house, seats)
    first = NAME_FIRST.of(0) if house.host_names_first else DRAW_FIRST.of(0)
    frames = [STACK_LIGHTS.of(0)]
    if house.draft:
        frames += [first, DRAFT_ROLES.of(0)]
    else:
        frames += [DEAL_ROLE.of(0, 0, (1 << ROLES) - 1), first]
    frames.append(DEAL_HAND.of(0))
    if house.scenic:
        lay_out(s, SCENIC)
    else:
        frames.insert(0, LAY_TILE.of(0, 0, ALL_TILES))
    s.then(frames)
    s.settle()
    return s
