"""The table of Ramble: lamps, pawns, open hands, two decks and the Light Meter.

Tiles are sets of bits: bit n is tile n + 1. A hand or the Explore deck is a number whose digits in
base 64 count the cards of each kind; copies of a card are alike, and nobody ever knows the order of
that deck.
"""

from __future__ import annotations

from typing import Any, Final

from ravelbox.games.ramble.codes import AGREE, PASS
from ravelbox.kernel.native import i64
from ravelbox.kernel.pile import Bags, Pile
from ravelbox.kernel.rules import Choice, Frame, Frozen, Rule, State

TILES: Final = 19  # RMB-10
ALL_TILES: Final = (1 << TILES) - 1
EXIT: Final = 12  # tile T13

LANDMARKS: Final = 6
GPS_KIND: Final = 6
HBK_KIND: Final = 7
ITD_KIND: Final = 8
HELD_KINDS: Final = 8  # RMB-63: In the Dark never enters a hand
KIND_BITS: Final = 6  # a digit of base 64
MOST_CARDS: Final = 5  # RMB-80
SET: Final = 4  # RMB-58: cards for a token
DIGITS: Final = 63

JOGGER: Final = 0
LAMPLIGHTER: Final = 1
DOGWALKER: Final = 2
TOURGUIDE: Final = 3
BIRDWATCHER: Final = 4
PICKPOCKET: Final = 5
ROLES: Final = 6

NONE: Final = -1  # no role yet, no pawn on the board any more, token not collected, nobody proposes

PLAYING: Final = 0
WON: Final = 1
LOST: Final = 2

# What an observer may tell; telling.py has the sentences.
TURN: Final = 0  # number of the turn
ROLE: Final = 1  # role, tile
GOES_FIRST: Final = 2
DEALT: Final = 3  # kind
WENT_DARK: Final = 4  # tile, 1 if in setup
VANISHED: Final = 5  # tile, landmark that has one place left + 1
WALKED: Final = 6  # from, to
FIXED: Final = 7  # tile
GAVE: Final = 8  # kind, who receives
COLLECTED: Final = 9  # landmark
GUIDED: Final = 10  # who is moved, to
SCOUTED: Final = 11  # number of cards
SAW: Final = 12  # tile
DROPPED: Final = 13  # tile
KEPT: Final = 14
STOLE: Final = 15  # kind, from whom
READ: Final = 16  # Handbook: tile
CALLED: Final = 17  # GPS: who leads
RELOCATED: Final = 18  # from, to
DREW: Final = 19  # kind
DARKER: Final = 20  # notch, level
ON_TOP: Final = 21  # cards shuffled back on top
RESHUFFLED: Final = 22  # Explore cards
REFILLED: Final = 23  # Lights Out cards
SHED: Final = 24  # kind
FLED: Final = 25  # from, to
STRANDED: Final = 26  # tile
OUT: Final = 27
ENDED: Final = 28  # actions unused
LEFT: Final = 29  # victory
LOST_LANDMARK: Final = 30  # landmark
LOST_EXIT: Final = 31
LOST_STRANDED: Final = 32
LOST_NIGHT: Final = 33
PROPOSED: Final = 34
REFUSED: Final = 35
CONCEDED: Final = 36


class House:
    """RMB-1. The options of a table, which never change and everybody knows."""

    def __init__(
        self,
        players: int,
        difficulty: int,
        meter: int,
        notch: int,
        levels: list[int],
        *,
        each: bool,
        eliminate: bool,
        honours: bool,
        each_card: bool,
        draft: bool,
        host_names_first: bool,
        scenic: bool,
        poll: bool,
    ) -> None:
        self.players = players  # seat i is in the hands of player i % players (RMB-181)
        self.difficulty = difficulty
        self.meter = meter
        self.notch = notch  # where the marker starts
        self.levels = levels  # by notch, from 1; one notch more is the end
        self.each = each  # one player a seat
        self.eliminate = eliminate  # a stranded pawn is out, and the others go on (ruling R-6)
        self.honours = honours  # rank the seats by tokens after a win (ruling R-5)
        self.each_card = each_card  # check the hand after each drawn card (ruling R-11)
        self.draft = draft  # roles are picked, not dealt
        self.host_names_first = host_names_first
        self.scenic = scenic  # tiles lie as printed, not shuffled
        self.poll = poll  # others are asked in the action phase, not heard when they call


class Ramble(State):
    """RMB-20. All that lies on the table, and all of it is public but the order of the piles.

    RMB-14: Explore and Lights Out are separate decks, each with its own discard. The Lights Out
    pile is a pile of places (see kernel/pile.py): a run of `~bag` is a segment in unknown order.
    """

    def __init__(
        self,
        rules: list[Rule[Any]],
        agenda: list[Frame],
        actor: int,
        house: House,
        tiles: Pile,
        near: list[int],
        stride: list[int],
        lit: int,
        dark: int,
        roles: list[int],
        pawns: list[int],
        hands: list[int],
        tokens: list[int],
        explore: int,
        explored: int,
        lights: Pile,
        bags: Bags,
        burnt: int,
        notch: int,
        active: int,
        actions: int,
        scouted: bool,  # noqa: FBT001  # states are made by position, for speed
        turns: int,
        proposer: int,
        result: int,
    ) -> None:
        super().__init__(rules, agenda, actor)
        self.house = house
        self.tiles = tiles  # per position: its tile
        self.near = near  # per tile: the set of tiles beside it, removed ones too; shared
        self.stride = stride  # per tile: all tiles at distance 1 or 2; shared
        self.lit = lit  # RMB-12: every tile is lit, dark or removed
        self.dark = dark
        self.roles = roles  # per seat
        self.pawns = pawns  # per seat: its tile, NONE when eliminated
        self.hands = hands  # per seat
        self.tokens = tokens  # per landmark: the seat that collected it (RMB-13)
        self.explore = explore  # the Explore deck
        self.explored = explored  # the Explore discard
        self.lights = lights  # the Lights Out pile, top first
        self.bags = bags
        self.burnt = burnt  # the Lights Out discard, as a set of tiles
        self.notch = notch
        self.active = active
        self.actions = actions  # left in this turn
        self.scouted = scouted  # Keen eye was used this turn
        self.turns = turns
        self.proposer = proposer  # who proposed to give up
        self.result = result

    def clone(self) -> Ramble:
        """An independent copy, to which nobody listens."""
        return Ramble(
            self.rules,
            self.agenda[:],
            self.actor,
            self.house,
            self.tiles,
            self.near,
            self.stride,
            self.lit,
            self.dark,
            self.roles[:],
            self.pawns[:],
            self.hands[:],
            self.tokens[:],
            self.explore,
            self.explored,
            self.lights,
            self.bags.clone(),
            self.burnt,
            self.notch,
            self.active,
            self.actions,
            self.scouted,
            self.turns,
            self.proposer,
            self.result,
        )

    def freeze(self) -> Frozen:
        """The table as a value; a segment of the pile is named by its cards, whatever bag holds it."""
        pile: list[Any] = []
        last = 0
        for place in self.lights:
            if place >= 0:
                pile.append(place)
            elif place != last:
                pile.append(self.bags.own[~place])
            last = place
        return (
            tuple(self.agenda),
            self.actor,
            self.tiles,
            (self.lit, self.dark, self.burnt, self.notch),
            tuple(self.roles),
            tuple(self.pawns),
            tuple(self.hands),
            tuple(self.tokens),
            (self.explore, self.explored),
            tuple(pile),
            (self.active, self.actions, int(self.scouted), self.turns, self.proposer, self.result),
        )

    def may_resign(self) -> bool:
        """RMB-139. Giving up may be proposed at any decision, but not while it is voted on."""
        return self.proposer == NONE

    def resign(self, seat: int) -> None:
        """RMB-139. Every other player is asked; one who plays alone just gives up."""
        voter = next_voter(self, seat, 1)
        if voter == NONE:
            concede(self, seat)
            return
        self.note(PROPOSED, who(self, seat), 0, 0)
        self.proposer = seat
        self.agenda.append(CONCEDE.of(voter, seat))


class Concede(Choice[Ramble]):
    """RMB-139. The group concedes only by unanimous vote of its players."""

    def options(self, s: Ramble, seat: int, proposer: int, y: int, /) -> list[int]:
        """Play on, or agree."""
        return [PASS, AGREE]

    def chosen(self, s: Ramble, code: int, seat: int, proposer: int, y: int, /) -> None:
        """One voice against is enough; then the question from before is asked again."""
        if code == PASS:
            s.proposer = NONE
            s.note(REFUSED, who(s, seat), 0, 0)
            return
        seats = len(s.pawns)
        voter = next_voter(s, proposer, (seat - proposer) % seats + 1)
        if voter == NONE:
            concede(s, proposer)
        else:
            s.next(CONCEDE.of(voter, proposer))


def next_voter(s: Ramble, proposer: int, start: int) -> int:
    """The next seat, from that far after the proposer on, whose player has not been asked."""
    seats = len(s.pawns)
    for k in range(start, seats):
        seat = (proposer + k) % seats
        player = seat % s.house.players
        asked = is_out(s, seat)  # who counts for nothing else (RMB-128)
        for j in range(k):
            other = (proposer + j) % seats
            if other % s.house.players == player and (j == 0 or not is_out(s, other)):
                asked = True
        if not asked:
            return seat
    return NONE


def is_out(s: Ramble, seat: int) -> bool:
    """RMB-128. Whether a seat is eliminated; in setup no pawn is on the board yet."""
    return s.turns > 0 and s.pawns[seat] == NONE


def concede(s: Ramble, seat: int) -> None:
    """RMB-139. Giving up is a loss."""
    s.proposer = NONE
    s.note(CONCEDED, who(s, seat), 0, 0)
    lose(s)


def who(s: Ramble, seat: int) -> int:
    """A seat and its role in one number, for what is told."""
    return seat | s.roles[seat] + 1 << 3


def lose(s: Ramble) -> None:
    """RMB-137. All seats lose together, at once (RMB-37)."""
    s.result = LOST
    s.end()


def has_left(s: Ramble) -> bool:
    """RMB-135, RMB-136. Whether the team leaves: all tokens, every pawn at the exit, a GPS held.

    Then one GPS is discarded and the game is won at once; nobody is asked (ruling R-13). RMB-94: this is what a GPS is kept for. RMB-137: eliminated seats share the win.
    """
    for seat in s.tokens:
        if seat == NONE:
            return False
    for tile in s.pawns:
        if tile not in (EXIT, NONE):
            return False
    seats = len(s.pawns)
    for k in range(seats):
        seat = (s.active + k) % seats
        if s.pawns[seat] == EXIT and holds(s.hands[seat], GPS_KIND):
            discard(s, seat, GPS_KIND, 1)
            s.note(LEFT, who(s, seat), 0, 0)
            s.result = WON
            s.end()
            return True
    return False


def holds(cards: i64, kind: i64) -> i64:
    """How many cards of a kind are in a hand or deck."""
    return cards >> kind * KIND_BITS & DIGITS


def size(cards: i64) -> i64:
    """How many cards there are: the sum of the digits, by casting out 63s (there are 39 at most)."""
    return cards % DIGITS


def discard(s: Ramble, seat: int, kind: i64, n: i64) -> None:
    """Move cards from a hand to the Explore discard."""
    cards: i64 = n << kind * KIND_BITS
    s.hands[seat] -= int(cards)
    s.explored += int(cards)


def remaining(s: Ramble) -> int:
    """The tiles that are lit or dark."""
    return s.lit | s.dark


def add_tiles(codes: list[int], base: i64, tiles: i64) -> None:
    """Append base + tile for each tile of a set."""
    tile: i64
    for tile in range(TILES):
        if tiles >> tile & 1:
            codes.append(int(base + tile))


def steps_from(s: Ramble, seat: int) -> int:
    """RMB-40, RMB-120. The remaining tiles beside a seat's pawn; RMB-41: lit or dark.

    RMB-141, RMB-142: for the Jogger also those at distance 2, whatever lies between.
    """
    beside = s.stride if s.roles[seat] == JOGGER else s.near
    return beside[s.pawns[seat]] & (s.lit | s.dark)


CONCEDE: Final = Concede("RMB-139")
