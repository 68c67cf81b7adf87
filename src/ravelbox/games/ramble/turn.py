"""A turn: up to three actions, two Explore cards, Lights Out cards, and the next seat."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ramble.codes import (
    CALL_GPS,
    CALL_HANDBOOK,
    COLLECT,
    END,
    FIX,
    GIVE,
    GPS,
    GUIDE,
    HANDBOOK,
    MOVE,
    SCOUT,
    STEAL,
)
from ravelbox.games.ramble.explore import DRAW_EXPLORE, KEEP_HAND_LIMIT
from ravelbox.games.ramble.lights import LANDMARK_OF, LIGHTS_OUT
from ravelbox.games.ramble.parkgoers import (
    FIX_SECOND,
    add_guidance,
    add_thefts,
    fix,
    fixable,
    guide,
    scout,
    steal,
)
from ravelbox.games.ramble.specials import (
    OPEN_WINDOW,
    add_plays,
    can_play,
    play_gps,
    play_handbook,
)
from ravelbox.games.ramble.state import (
    BIRDWATCHER,
    COLLECTED,
    DOGWALKER,
    ENDED,
    GAVE,
    HELD_KINDS,
    KIND_BITS,
    LAMPLIGHTER,
    LANDMARKS,
    NONE,
    PICKPOCKET,
    ROLES,
    SET,
    TILES,
    TOURGUIDE,
    TURN,
    WALKED,
    Ramble,
    add_tiles,
    discard,
    has_left,
    holds,
    steps_from,
    who,
)
from ravelbox.kernel.rules import Choice, Frame, Step

ACTIONS: Final = 3  # RMB-31


class BeginTurn(Step[Ramble]):
    """RMB-30. A turn is: the action phase, two Explore cards, Lights Out cards.

    RMB-35: the draws are mandatory. RMB-82: the hand limit is checked after both cards, or after
    each of them.
    """

    def run(self, s: Ramble, seat: int, x: int, y: int, /) -> None:
        """Lay out the phases."""
        s.active = seat
        s.actions = ACTIONS
        s.scouted = False
        s.turns += 1
        s.note(TURN, who(s, seat), s.turns, 0)
        s.then(phases(s, seat))


def phases(s: Ramble, seat: int) -> list[Frame]:
    """RMB-30, RMB-82. What a turn consists of, in order."""
    frames = [ACTION_PHASE.of(seat, 1), DRAW_EXPLORE.of(seat)]
    if s.house.each_card:
        frames.append(KEEP_HAND_LIMIT.of(seat))
    frames += [DRAW_EXPLORE.of(seat), KEEP_HAND_LIMIT.of(seat)]
    frames += [LIGHTS_OUT.of(seat), END_TURN.of(seat)]
    return frames


class ActionPhase(Step[Ramble]):
    """RMB-34. The phase ends by itself when no actions are left and no Special card is playable.

    The first memory is 1 where a poll is due: at the start of the phase and after each resolved
    action the other holders are asked, if the table polls (RMB-99).
    """

    def run(self, s: Ramble, seat: int, due: int, y: int, /) -> None:
        """Poll, ask, or end."""
        if due and s.house.poll:
            s.then([OPEN_WINDOW.of(seat, 0, 1), ACTION_PHASE.of(seat)])
        elif s.actions > 0 or can_play(s, seat):
            s.next(TAKE_ACTION.of(seat))


class TakeAction(Choice[Ramble]):
    """RMB-32. Move, Fix, Give, Collect and the role's own action, in any mix and order.

    RMB-31: as many as three. RMB-90: playing a Special card costs none. RMB-99: while the active
    seat chooses, other holders may call a play (interject=push); `Game.owner` says whose it is.
    """

    def options(self, s: Ramble, seat: int, x: int, y: int, /) -> list[int]:
        """Everything possible; ending the phase always is."""
        codes = [END]
        if s.actions > 0:
            add_tiles(codes, MOVE, steps_from(s, seat))
            add_tiles(codes, FIX, fixable(s, seat))
            add_gifts(s, codes, seat)
            landmark = collectable(s, seat)
            if landmark != NONE:
                codes.append(COLLECT + landmark)
            role = s.roles[seat]
            if role == TOURGUIDE:
                add_guidance(s, codes, seat)
            elif role == BIRDWATCHER and not s.scouted:
                codes.append(SCOUT)
            elif role == PICKPOCKET:
                add_thefts(s, codes, seat)
        add_plays(s, codes, seat, HANDBOOK, GPS)
        if not s.house.poll:
            add_calls(s, codes, seat)
        return codes

    def chosen(self, s: Ramble, code: int, seat: int, x: int, y: int, /) -> None:
        """RMB-33. Each action is completely resolved before the next is chosen."""
        if code == END:
            if s.actions:
                s.note(ENDED, who(s, seat), s.actions, 0)
        elif code < HANDBOOK:
            s.actions -= 1
            s.next(ACTION_PHASE.of(seat, 1))
            act(s, seat, code)
        else:
            s.next(ACTION_PHASE.of(seat))
            play(s, seat, code)


def act(s: Ramble, seat: int, code: int) -> None:
    """RMB-32. Carry out one action."""
    if code < FIX:
        walk(s, seat, code - MOVE)
    elif code < GIVE:
        fix(s, seat, code - FIX)
        if s.roles[seat] == LAMPLIGHTER and fixable(s, seat):
            s.next(FIX_SECOND.of(seat))
    elif code < COLLECT:
        give(s, seat, (code - GIVE) // LANDMARKS, (code - GIVE) % LANDMARKS)
    elif code < GUIDE:
        collect(s, seat, code - COLLECT)
    elif code < SCOUT:
        guide(s, seat, (code - GUIDE) // TILES, (code - GUIDE) % TILES)
    elif code == SCOUT:
        scout(s, seat)
    else:
        steal(s, seat, (code - STEAL) // HELD_KINDS, (code - STEAL) % HELD_KINDS)


def play(s: Ramble, seat: int, code: int) -> None:
    """RMB-90, RMB-99. Play a Special card, the active seat's own or another's."""
    if code < GPS:
        play_handbook(s, seat, code - HANDBOOK)
    elif code < CALL_HANDBOOK:
        s.next(play_gps(s, seat, code - GPS))
    elif code < CALL_GPS:
        play_handbook(s, (code - CALL_HANDBOOK) // TILES, (code - CALL_HANDBOOK) % TILES)
    else:
        s.next(play_gps(s, (code - CALL_GPS) // ROLES, (code - CALL_GPS) % ROLES))


def add_calls(s: Ramble, codes: list[int], seat: int) -> None:
    """RMB-99. What the other holders may play out of turn."""
    books: list[int] = []
    for other in range(len(s.pawns)):
        if other != seat:
            add_plays(s, books, other, CALL_HANDBOOK + other * TILES, CALL_GPS + other * ROLES)
    if books:
        books.sort()
        codes += books


def walk(s: Ramble, seat: int, tile: int) -> None:
    """RMB-40. One step to an adjacent remaining tile; RMB-44: several steps cost several actions.

    RMB-42: never onto or across a gap, but for the Jogger. RMB-43: pawns may share a tile.
    """
    s.note(WALKED, who(s, seat), s.pawns[seat], tile)
    s.pawns[seat] = tile
    has_left(s)


def add_gifts(s: Ramble, codes: list[int], seat: int) -> None:
    """RMB-50. A landmark card to a non-eliminated seat on the same tile.

    RMB-145: the Dog Walker gives at any distance. RMB-51: no Special cards. RMB-55: cards of a
    collected landmark too.
    """
    cards = s.hands[seat]
    for other in range(len(s.pawns)):
        if other == seat or s.pawns[other] == NONE:
            continue
        if s.pawns[other] == s.pawns[seat] or s.roles[seat] == DOGWALKER:
            for kind in range(LANDMARKS):
                if holds(cards, kind):
                    codes.append(GIVE + other * LANDMARKS + kind)


def give(s: Ramble, seat: int, other: int, kind: int) -> None:
    """RMB-52. One card, one action. RMB-54: nobody takes or swaps.

    RMB-53: the receiver cannot refuse, full hand or not; RMB-56: above five it sheds at once.
    """
    s.hands[seat] -= 1 << kind * KIND_BITS
    s.hands[other] += 1 << kind * KIND_BITS
    s.note(GAVE, who(s, seat), kind, who(s, other))
    s.next(KEEP_HAND_LIMIT.of(other))


def collectable(s: Ramble, seat: int) -> int:
    """RMB-57. The landmark of the own tile, if its token is free and its set in the own hand.

    RMB-59: hands are not combined, and Special cards are not wild.
    """
    landmark = LANDMARK_OF[s.pawns[seat]]
    if landmark < 0 or s.tokens[landmark] != NONE or holds(s.hands[seat], landmark) < SET:
        return NONE
    return landmark


def collect(s: Ramble, seat: int, landmark: int) -> None:
    """RMB-58. Exactly four cards go, the token comes. RMB-60: it can never be lost again."""
    discard(s, seat, landmark, SET)
    s.tokens[landmark] = seat
    s.note(COLLECTED, who(s, seat), landmark, 0)
    has_left(s)


class EndTurn(Step[Ramble]):
    """RMB-36. The next non-eliminated seat in turn order becomes active. RMB-27: clockwise."""

    def run(self, s: Ramble, seat: int, x: int, y: int, /) -> None:
        """Pass the turn on."""
        seats = len(s.pawns)
        other = (seat + 1) % seats
        while s.pawns[other] == NONE:
            other = (other + 1) % seats
        s.next(BEGIN_TURN.of(other))


BEGIN_TURN: Final = BeginTurn("RMB-30")
ACTION_PHASE: Final = ActionPhase("RMB-34")
TAKE_ACTION: Final = TakeAction("RMB-32")
END_TURN: Final = EndTurn("RMB-36")
