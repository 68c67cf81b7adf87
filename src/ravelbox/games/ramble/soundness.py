"""Whether a table of Ramble can have come about: what a document must not say.

A frame of the agenda is right if it is the one that this table implies; a table is right if its
pieces are all there and its question can be asked.
"""

from __future__ import annotations

import re
from typing import Final

from ravelbox.games.ramble.facts import CARD_IDS, KINDS, ROLE_IDS, TILE_IDS
from ravelbox.games.ramble.lights import PLACES
from ravelbox.games.ramble.parkgoers import SEEN, fixable
from ravelbox.games.ramble.setup import (
    COPIES,
    FIRST_CARDS,
    FIRST_DARK,
    RULES,
    START_OF,
)
from ravelbox.games.ramble.specials import can_play
from ravelbox.games.ramble.state import (
    ALL_TILES,
    BIRDWATCHER,
    DOGWALKER,
    EXIT,
    GPS_KIND,
    ITD_KIND,
    LAMPLIGHTER,
    LOST,
    MOST_CARDS,
    NONE,
    PICKPOCKET,
    PLAYING,
    TILES,
    WON,
    House,
    Ramble,
    has_left,
    holds,
    next_voter,
    remaining,
    size,
    steps_from,
)
from ravelbox.games.ramble.turn import ACTIONS
from ravelbox.kernel.reading import need, within, written
from ravelbox.kernel.rules import Choice, Frame
from ravelbox.kernel.words import echo

NAMES: Final = [
    "lay-tile", "stack-lights", "first-lights", "deal-role", "draw-first", "name-first",
    "draft-roles", "pick-role", "deal-hand", "begin-turn", "action-phase", "take-action", "fix-second",
    "look-on", "look-at", "drop-card", "relocate-pawn", "bring-pawn", "open-window", "play-or-pass",
    "play-at-poll", "draw-explore", "keep-hand-limit", "shed-card", "lights-out", "next-card",
    "reveal-card", "turn-over", "refill-pile", "evacuate-pawn", "choose-refuge", "call-rescue",
    "rescue-pawn", "strand-pawn", "end-turn", "concede",
]  # fmt: skip
GPS_NAMES: Final = ("relocate-pawn", "bring-pawn")


def frame_line(frame: Frame) -> str:
    """A frame as a line of the agenda."""
    rule, seat, x, y = frame
    return f"{NAMES[rule]} {seat} {x} {y}"


def _forms(house: House) -> dict[str, str]:
    """Every agenda of a table at rest, by phase: the names of its rules, next first."""
    first = "name-first" if house.host_names_first else "draw-first"
    before = "((lay-tile stack-lights|first-lights) )?"
    dealt = f"{before}deal-role {first}|{first}"
    picked = f"{before}{first} draft-roles|pick-role( pick-role)*"
    gps = "(relocate-pawn|bring-pawn)"
    shed = f"({gps}|shed-card) keep-hand-limit"
    acted = f"fix-second|look-at|drop-card|{shed}|{gps}"
    polled = f"|play-at-poll|{gps} open-window" if house.poll else ""
    last = "lights-out end-turn"
    second = f"draw-explore keep-hand-limit {last}"
    draw = f"draw-explore {'keep-hand-limit ' if house.each_card else ''}{second}"
    shedding = f"{shed} ({last}|{second})" if house.each_card else f"{shed} {last}"
    window = f"(play-or-pass|{gps} open-window) reveal-card"
    flight = f"(choose-refuge|(rescue-pawn|{gps}) strand-pawn)( evacuate-pawn)* refill-pile"
    return {
        "setup": f"(({picked if house.draft else dealt}) )?deal-hand",
        "actions": f"(take-action|({acted}{polled}) action-phase) {draw}",
        "draw": f"{draw}|{second}|{shedding}",
        "lights": f"({window}|turn-over|{flight})( next-card)? end-turn",
        "over": "",
    }


def check(s: Ramble) -> None:
    """The table must be one at which this is left to do."""
    frames = s.agenda[::-1]
    names = [NAMES[frame[0]] for frame in frames]
    voting = names[:1] == ["concede"]
    need(voting == (s.proposer != NONE), "proposer", "is there while giving up is voted on")
    names, frames = names[voting:], frames[voting:]
    line = " ".join(names)
    phase = next((p for p, form in _forms(s.house).items() if re.fullmatch(form, line)), "")
    need(phase, "agenda", f"{echo(line)} cannot be what is left to do")
    over = s.result != PLAYING
    need(over == (phase == "over"), "result", "is decided exactly when nothing is left to do")
    setup = s.turns == 0
    need(over or setup == (phase == "setup"), "turn", "is 0 exactly until the cards are dealt")
    _check_explore(s)
    if setup:
        _check_setup(s, names)
    else:
        _check_play(s, names, frames, phase)
    for i, frame in enumerate(frames):
        due = (frame[0], *_due(s, names, frames, i))
        need(
            due == frame,
            "agenda",
            f'"{frame_line(frame)}" must be "{frame_line(due)}" at this table',
        )
    if frames and not setup:
        _check_question(s, names, frames)
    if voting:
        _check_vote(s, frames)


def _check_explore(s: Ramble) -> None:
    """Every card by kind; In the Dark comes after the deal, and brings the night (RMB-22, RMB-71)."""
    night = s.notch > len(s.house.levels)
    for kind in range(ITD_KIND + 1):
        n = sum(int(holds(cards, kind)) for cards in (*s.hands, s.explore, s.explored))
        copies, where = COPIES[kind], ""
        if kind == ITD_KIND and s.turns == 0:
            copies, where = 0, " before the first turn"
        elif kind == ITD_KIND and night:
            copies, where = copies - 1, " when one of them has brought the night"
        need(n == copies, "explore", f"there are {copies} {KINDS[kind]} cards{where}, not {n}")
    need(s.explore or s.result != PLAYING, "explore deck", "is never empty (RMB-64)")


def _check_setup(s: Ramble, names: list[str]) -> None:
    """RMB-10 to RMB-27. Tiles, lamps, roles and cards come one by one, and nothing else yet."""
    house, seats, out = s.house, len(s.roles), s.burnt.bit_count()
    if not names:  # somebody may have given up where there was a choice
        asked = s.result == LOST and (house.draft or house.host_names_first)
        need(asked, "result", "nobody was asked anything before the first turn")
    top = names[0] if names else "pick-role" if house.draft else "name-first"
    none, full = range(1), range(seats, seats + 1)
    laying = top == "lay-tile"
    tiles = range(TILES - 1) if laying else range(TILES, TILES + 1)
    lamps = {"lay-tile": none, "first-lights": range(FIRST_DARK)}
    first = top in ("pick-role", "deal-hand")  # and not before is it known
    within(len(s.tiles), tiles, "layout", f"the number of tiles at {top}")
    within(s.notch, range(house.notch, house.notch + 1), "notch", "the first notch")
    within(s.actions, none, "actions", "the number before the first turn")
    need(not s.scouted, "scouted", "must be false before the first turn")
    within(len(s.tokens) - s.tokens.count(NONE), none, "tokens", "the number before the first turn")
    within(TILES - remaining(s).bit_count(), none, "gone", "the number before the first turn")
    within(int(size(s.explored)), none, "explore discard", "the number before the first turn")
    within(s.active, range(seats) if first else none, "active", f"the seat at {top}")
    lamp = lamps.get(top, range(FIRST_DARK, FIRST_DARK + 1))
    within(out, lamp, "lights discard", f"the number of cards at {top}")
    need(s.dark == s.burnt, "dark", "in setup these are the tiles of the Lights Out discard")
    pile = () if laying else (~0,) * (TILES - out)
    what = f"one segment of all {len(pile)} cards that are not discarded" if pile else "empty"
    need(s.lights == pile, "lights pile", f"must be {what} at {top}")
    some = {"lay-tile": none, "first-lights": none, "deal-role": range(seats)}
    some |= {"pick-role": range(seats), "deal-hand": full}
    given = sum(role != NONE for role in s.roles)
    roles = some.get(top, none if house.draft else full)
    within(given, roles, "parkgoers", f"the number of roles at {top}")
    _check_dealt(s, top, names.count("pick-role") or seats - given)


def _check_dealt(s: Ramble, top: str, missing: int) -> None:
    """Roles and cards are dealt seat by seat; a draft begins with the first seat (RMB-182)."""
    seats, start = len(s.roles), s.active if s.house.draft else 0
    cards = [int(size(hand)) for hand in s.hands]
    dealt = sum(cards)
    most = range(FIRST_CARDS * seats) if top == "deal-hand" else range(1)
    within(dealt, most, "parkgoers", f"the number of cards in all hands at {top}")
    for seat, role in enumerate(s.roles):
        place = f"parkgoers {seat}"
        has = (seat - start) % seats < seats - missing
        need(has == (role != NONE), f"{place} role", f"roles go round from seat {start}")
        at = START_OF[role] if NONE not in s.roles else NONE
        where = f"a game begins on {TILE_IDS[at]}" if at != NONE else "no pawn is placed yet"
        need(s.pawns[seat] == at, f"{place} tile", where)
        due = min(FIRST_CARDS, max(0, dealt - FIRST_CARDS * seat))
        within(cards[seat], range(due, due + 1), f"{place} hand", "the number of cards")


def _check_play(s: Ramble, names: list[str], frames: list[Frame], phase: str) -> None:
    """A table after setup: whoever and whatever is there must be where it can be."""
    within(len(s.tiles), range(TILES, TILES + 1), "layout", "the number of tiles")
    for seat, role in enumerate(s.roles):
        need(role != NONE, f"parkgoers {seat} role", "is known after setup")
    alive = s.pawns[s.active] != NONE or phase in ("lights", "over")
    need(alive, "active", f"seat {s.active} is eliminated and takes no turn")
    looked = s.roles[s.active] == BIRDWATCHER and s.actions < ACTIONS
    need(looked or not s.scouted, "scouted", "is true only after an action of the Birdwatcher")
    left = remaining(s)
    known = [card for card in s.lights if card >= 0]
    cards = s.burnt | sum(1 << card for own in [*s.bags.own, known] for card in own)
    lacking, extra = left & ~cards, cards & ~left
    need(not lacking, "lights", f"{written(lacking, CARD_IDS)} must be in the pile or discard")
    need(not extra, "lights", f"{written(extra, CARD_IDS)} left the game with its tile")
    filled = s.lights or phase == "over" or "refill-pile" in names
    need(filled, "lights pile", "is empty only until a card is resolved (RMB-110)")
    _check_pawns(s, names, frames)
    _check_hands(s, names, frames, phase)
    _check_result(s)


def _check_pawns(s: Ramble, names: list[str], frames: list[Frame]) -> None:
    """RMB-120. Only pawns that wait to flee stand on a removed tile, all of them on the same."""
    flight = ("choose-refuge", "strand-pawn", "evacuate-pawn")
    fleeing = [frame[1] for name, frame in zip(names, frames, strict=True) if name in flight]
    left = remaining(s)
    off = [seat for seat, at in enumerate(s.pawns) if at != NONE and not left >> at & 1]
    for seat in off:
        place, at = f"parkgoers {seat} tile", s.pawns[seat]
        need(seat in fleeing or s.result == LOST, place, f"{TILE_IDS[at]} is gone")
        need(at == s.pawns[off[0]], place, "pawns flee from one tile at a time")
    order = [(seat - s.active) % len(s.pawns) for seat in fleeing]
    need(order == sorted(set(order)), "agenda", "pawns flee in turn order from the active seat")
    for seat in fleeing:  # a GPS may have taken along one that is still to come
        saved = seat != fleeing[0] and s.pawns[seat] != NONE and holds(s.explored, GPS_KIND)
        need(seat in off or saved, "agenda", f"seat {seat} is on no tile that it must flee")
    if fleeing:
        ways = range(2, TILES) if names[0] == "choose-refuge" else range(1)
        n = steps_from(s, fleeing[0]).bit_count()
        within(n, ways, "agenda", f"the number of tiles in reach of seat {fleeing[0]}")


def _check_hands(s: Ramble, names: list[str], frames: list[Frame], phase: str) -> None:
    """RMB-80. More than five cards are held only until they are shed."""
    cards = [int(size(hand)) for hand in s.hands]
    spans = [range(MOST_CARDS + 1)] * len(cards)
    both = phase == "draw" and not s.house.each_card  # RMB-82
    most = MOST_CARDS + 1 + both
    if phase == "over":  # which may come while one hand is too full
        spans[cards.index(max(cards))] = range(MOST_CARDS + 3)
    elif names[0] == "shed-card":
        spans[frames[0][1]] = range(MOST_CARDS + 1, most + 1)
    elif names[0] in GPS_NAMES and names[1] == "keep-hand-limit":
        spans[frames[0][1]] = range(MOST_CARDS, most)
    elif both and names.count("draw-explore") == 1:
        spans[s.active] = range(most)
    for seat, span in enumerate(spans):
        within(cards[seat], span, f"parkgoers {seat} hand", "the number of cards")


def _check_result(s: Ramble) -> None:
    """RMB-131 to RMB-136. A game is won or lost as soon as it can be, and not before."""
    needed = [PLACES[i] for i, seat in enumerate(s.tokens) if seat == NONE] + [1 << EXIT]
    fatal = [places for places in needed if not places & remaining(s)]
    night = s.notch > len(s.house.levels)
    alone = s.pawns.count(NONE) == len(s.pawns)
    if s.result == LOST:
        need(len(fatal) + night + alone <= 1, "result", "a game is lost for one reason only")
    else:
        need(not fatal, "gone", f"without {written(sum(fatal), TILE_IDS)} the game is lost")
        need(not night, "notch", f"on notch {s.notch} the game is lost")
        need(not alone, "parkgoers", "with nobody left the game is lost")
    if s.result == WON:
        there = NONE not in s.tokens and set(s.pawns) <= {EXIT, NONE}
        wins = "needs all tokens, everyone on T13 and a GPS in the Explore discard"
        need(there and holds(s.explored, GPS_KIND), "result", f"won {wins}")
    else:
        won = has_left(s.clone())
        need(not won, "result", "with all tokens, all on T13 and a GPS in hand the game is won")


def _due(s: Ramble, names: list[str], frames: list[Frame], i: int) -> tuple[int, int, int]:
    """Seat and memories of a frame: as the table wants them, or as they are where it leaves open."""
    name, (_, seat, x, y) = names[i], frames[i]
    asked, below = frames[0][1], frames[1][1] if len(frames) > 1 else NONE
    turn = (seat - s.active) % len(s.roles)
    seen = min(SEEN, len(s.lights))
    hidden = [place for place in range(seen) if s.lights[place] < 0]
    given = [role for role in s.roles if role != NONE]
    left = (1 << len(ROLE_IDS)) - 1 - sum(1 << role for role in given)
    playing = names[0] == "play-at-poll" or (names[0] in GPS_NAMES and i == 1)
    poll_due = int(not playing and "open-window" not in names)  # after an action, not a card
    in_setup = ("stack-lights", "draw-first", "name-first", "draft-roles")
    of_seat = ("shed-card", "choose-refuge", "strand-pawn", "evacuate-pawn")
    due = {
        **dict.fromkeys(in_setup, (0, 0, 0)),
        "lay-tile": (0, len(s.tiles), ALL_TILES & ~sum(1 << tile for tile in s.tiles)),
        "first-lights": (0, FIRST_DARK - s.burnt.bit_count(), 0),
        "deal-role": (0, len(given), left),
        "pick-role": ((s.active - names.count("pick-role") + i) % len(s.roles), 0, 0),
        "deal-hand": (0, sum(int(size(hand)) for hand in s.hands), 0),
        **dict.fromkeys(of_seat, (seat, 0, 0)),
        "action-phase": (s.active, poll_due, 0),
        "keep-hand-limit": (asked if i == 1 else s.active, 0, 0),
        "open-window": (asked, 0, int("action-phase" in names)),
        "next-card": (s.active, x, 0),
        "play-or-pass": (seat, turn, 0),
        "play-at-poll": (seat, turn, 1),
        "rescue-pawn": (seat, turn, below),
        "look-at": (s.active, hidden[0] if hidden else 0, seen),
        "drop-card": (s.active, seen, 0),
        "relocate-pawn": (seat, below if "strand-pawn" in names else x, 0),
        "bring-pawn": (seat, x, y),
    }
    return due.get(name, (s.active, 0, 0))


def _check_question(s: Ramble, names: list[str], frames: list[Frame]) -> None:
    """Who is asked may be asked this, now."""
    name, (rule, seat, _, _) = names[0], frames[0]
    alive = s.pawns[seat] != NONE or not isinstance(RULES[rule], Choice)
    need(alive, "agenda", f"seat {seat} is eliminated and cannot be asked")
    below = {names[i]: frames[i] for i in range(1, len(names))}
    if "next-card" in below:
        level = s.house.levels[s.notch - 1]
        fits = 0 < below["next-card"][2] < level
        need(fits, "agenda", f"the meter says {level}, so {below['next-card'][2]} more cannot come")
    if "action-phase" in below and below["action-phase"][2]:
        need(s.actions < ACTIONS, "actions", f"at least one is spent at {name}")
    hidden = any(place < 0 for place in s.lights[:SEEN])
    if name == "take-action":
        able = s.actions or can_play(s, seat)
        need(able, "actions", "with none left and no card to play the phase is over")
    elif name == "fix-second":
        able = s.roles[seat] == LAMPLIGHTER and fixable(s, seat)
        need(able, "agenda", f"seat {seat} has no second tile to fix")
    elif name in ("look-at", "drop-card"):
        need(s.scouted, "scouted", f"must be true at {name}")
        need(hidden == (name == "look-at"), "agenda", f"{name} comes too early or too late")
    elif name == "turn-over":
        need(s.lights[0] < 0, "agenda", f"{CARD_IDS[s.lights[0]]} lies on top and needs no luck")
    elif name in ("play-or-pass", "play-at-poll"):
        able = can_play(s, seat) and (name == "play-or-pass" or seat != s.active)
        need(able, "agenda", f"seat {seat} has nothing to play at {name}")
    elif name == "rescue-pawn":
        need(holds(s.hands[seat], GPS_KIND), "agenda", f"seat {seat} holds no GPS")
    elif name in GPS_NAMES:
        _check_gps(s, names, frames)
    if names[1:3] == ["keep-hand-limit", "action-phase"]:
        near = s.pawns[seat] == s.pawns[s.active] or s.roles[s.active] == DOGWALKER
        able = s.roles[seat] == PICKPOCKET if seat == s.active else near
        need(able, "agenda", f"seat {seat} cannot just have received a card")


def _check_gps(s: Ramble, names: list[str], frames: list[Frame]) -> None:
    """RMB-93. A GPS lies played in the discard and moves pawns that share a tile."""
    _, seat, x, y = frames[0]
    seats, saving = range(len(s.pawns)), names[1] == "strand-pawn"
    played = holds(s.explored, GPS_KIND)
    need(played, "explore discard", "must hold the GPS that is being played")
    asks = names[1:3] == ["open-window", "action-phase"]  # RMB-99: others only, and only if polled
    fits = seat != s.active if asks else names[1] != "action-phase" or not s.house.poll
    need(fits or (seat == s.active and not asks), "agenda", f"seat {seat} cannot play a GPS so")
    group = [x] if names[0] == "relocate-pawn" else [m for m in seats if x >> m & 1]
    real = group and group[0] in seats and x < 1 << len(seats)
    need(real, "agenda", f"{x} names nobody whom a GPS can lead")
    source = s.pawns[group[0]]
    shared = source != NONE and all(s.pawns[m] == source for m in group)
    need(shared, "agenda", "a GPS leads pawns that share a tile")
    away = remaining(s) & ~(1 << source)
    need(away, "agenda", "a GPS needs another tile to lead to")
    if names[0] == "bring-pawn":
        other, tile = y >> 5, y & 31
        asked = other in seats and other not in group and s.pawns[other] == source
        need(asked, "agenda", f"nobody asks whether seat {other} comes along")
        need(away >> tile & 1, "agenda", f"a GPS cannot lead to tile {tile + 1}")
        ahead = [m for m in group if m > other]  # the lead at most: others are asked by seat
        leads = [frames[1][1]] if saving else ahead[:1] or group
        led = set(ahead) <= set(leads) and set(leads) & set(group)
        need(led, "agenda", f"{x} is no group that a GPS can lead")


def _check_vote(s: Ramble, frames: list[Frame]) -> None:
    """RMB-139. The seat that was asked proposes; the other players vote in turn."""
    need(frames, "agenda", "nothing is left that could be given up")
    asked = isinstance(RULES[frames[0][0]], Choice) and frames[0][1] == s.proposer
    need(asked, "proposer", f"seat {s.proposer} was not asked anything")
    _, voter, proposer, y = s.agenda[-1]
    need((proposer, y) == (s.proposer, 0), "agenda", f"concede must name seat {s.proposer} and 0")
    chance = next_voter(s, proposer, 1)
    while chance not in (NONE, voter):
        chance = next_voter(s, proposer, (chance - proposer) % len(s.pawns) + 1)
    need(chance == voter, "agenda", f"seat {voter} has no vote on what seat {proposer} proposes")
