"""Whether a table of Arch Ravels can have come about: what a document must not say.

A frame of the agenda is right if it is the one that this table implies; a table is right if its
pieces are all there and its question can be asked.
"""

from __future__ import annotations

import re
from typing import Final

from ravelbox.games.arch_ravels.agenda import NAMES, line
from ravelbox.games.arch_ravels.facts import CARD_IDS, FACTS
from ravelbox.games.arch_ravels.pieces import check_pieces, is_built
from ravelbox.games.arch_ravels.questions import BRACELETS, EXCHANGES, check_question
from ravelbox.games.arch_ravels.restock import SETTING_UP
from ravelbox.games.arch_ravels.setup import HALF
from ravelbox.games.arch_ravels.state import (
    COLOURS,
    EVENTS,
    IN_FORCE,
    ITEMS,
    LISTED,
    NONE,
    PENDING,
    SPACES,
    TILED,
    TO_CRAFT,
    TO_EXCHANGE,
    TO_SHOP,
    ArchRavels,
)
from ravelbox.games.arch_ravels.turn import (
    CRAFTS,
    OFFERS,
    SHOPS,
    SOLO_TURNS,
    is_late,
    place,
)
from ravelbox.games.arch_ravels.yarn import (
    bowl_of,
)
from ravelbox.kernel.reading import need, within, written
from ravelbox.kernel.rules import Frame
from ravelbox.kernel.words import echo

WAITING: Final = ("meet-clerk", "craft-circle", "final-craft")  # one for each seat to come
SEATS: Final = range(1, 5)  # ARC-1, ARC-115
ACTIONS: Final = ("shop", "craft", "exchange", "take")  # in the order of the bits of `todo`


def _forms(s: ArchRavels) -> dict[str, str]:
    """Every agenda of a table at rest, by phase: the names of its rules, next first."""
    house = s.house
    side = "choose-side" if house.pick_side else "draw-side"
    turns = "choose-character" if house.pick_side else "(choose-character|draw-side)"
    cast = f"{turns}( choose-character)*" if house.draft else f"(deal-board|{side}( {side})*)"
    drawn = "draw-(card|request|plain)"
    setup = f"(({cast} )?deal-tile( deal-tile)* build-deck|{drawn}) fill-bazaar list-projects"
    paid = "(pay-(different|same|two|any)|give-yarn( bracelet)* bracelets-done)"
    exchange = "return-yarn|take-instead" if house.free_exchange else "exchange-how-many"
    last = "refill end-turn"
    then = f"resolve wrap-up {last}"
    circle = f"(circle-craft|{paid})( craft-circle)*"
    event = f"name-player|yarn-sale|give-away|friendly-clerk( meet-clerk)*|{circle}"
    action = f"wild-colours|{exchange}|craft-again|pay-freely|{paid}( more-crafts)?"
    listing = "list-project refill wrap-up" if house.immediate else "list-project"
    return {
        "setup": f"draw-first seat-players|{setup}|list-project( list-project)* begin-turn",
        "step 1": f"(move-marker actions|take-action|({action}) actions) restock {then}",
        "step 2": f"({drawn} restock|choose-revealed|assign-request|({event}) put-away) {then}",
        "step 3": f"(restock-action|refund wrap-up|{listing}) {last}",
        "final": f"(last-craft|{paid})( final-craft)* count-points",
        "over": "",
    }


def check(s: ArchRavels) -> None:
    """The table must be one at which this is left to do."""
    frames = s.agenda[::-1]
    names = [NAMES[frame[0]] for frame in frames]
    text = " ".join(names)
    phase = next((p for p, form in _forms(s).items() if re.fullmatch(form, text)), "")
    need(phase, "agenda", f"{echo(text)} cannot be what is left to do")
    need((s.turns == 0) == (phase == "setup"), "turn", "is 0 exactly until the first turn")
    check_pieces(s, phase)
    if phase == "setup":
        _check_setup(s, names, frames)
    else:
        _check_play(s, names, phase)
    for i, frame in enumerate(frames):
        due = (frame[0], *_due(s, names, frames, i))
        need(due == frame, "agenda", f'"{line(frame)}" must be "{line(due)}" at this table')
    if frames:
        check_question(s, names, frames, phase)


def _check_setup(s: ArchRavels, names: list[str], frames: list[Frame]) -> None:
    """ARC-1 to ARC-20. Boards, tiles, cards and projects come one by one, and nothing else yet."""
    top, seats = names[0], len(s.characters)
    for seat in range(seats):
        bowl = bowl_of(s, seat) == [1] * COLOURS
        need(bowl, f"seats {seat} bowl", "has one yarn of each colour at first (ARC-6)")
        things = {
            "items": any(s.items[seat * ITEMS : seat * ITEMS + ITEMS]),
            "learned": s.learned[seat],
            "requests": s.held[seat],
            "finished": s.done[seat],
            "projects": s.won[seat],
            "space": s.spaces[seat] != NONE,
        }
        for key, there in things.items():
            need(not there, f"seats {seat} {key}", "must be empty before the first turn")
        need(not s.bans[seat], f"seats {seat} ban", "must be none before the first turn")
    need(not s.discard, "discard", "must be empty before the first turn")
    need(not s.todo, "actions", "must be empty before the first turn")
    need(s.crafts == 0, "crafts", "must be 0 before the first turn")
    need(not s.ended, "ended", "must be false before the first turn")
    need(s.active == s.first, "active", f"is seat {s.first}, which goes first")
    if top == "draw-first":
        need(s.house.first == NONE and seats > 1, "agenda", "nobody draws the first player here")
        need(s.first == 0, "first", "is 0 until it is drawn")
    _check_dealt(s, names, frames)
    _check_opening(s, names)


def _check_dealt(s: ArchRavels, names: list[str], frames: list[Frame]) -> None:
    """ARC-2 to ARC-7. Characters and tiles go round from the first player (ruling Q36)."""
    seats = len(s.characters)
    asked = [i for i, name in enumerate(names) if name in ("choose-side", "draw-side")]
    waiting = names.count("choose-character") + len(asked)
    if names[0] in ("draw-first", "deal-board"):
        waiting = seats
    within(waiting, range(seats + 1), "agenda", "the number of seats without a character")
    left = names.count("deal-tile")
    tiles = TILED * seats
    span = range(tiles, tiles + 1) if waiting else range(tiles + 1)
    drawing = names[0] == "draw-first"
    within(tiles if drawing else left, span, "agenda", "the number of tiles to deal")
    dealt = 0 if drawing else tiles - left
    for k in range(seats):
        seat = (s.first + k) % seats
        has = (s.characters[seat] != NONE) == (k < seats - waiting)
        need(has, f"seats {seat} character", f"characters go round from seat {s.first}")
        for kind in range(TILED):
            has = (s.tiles[seat * TILED + kind] != NONE) == (kind * seats + k < dealt)
            need(has, f"seats {seat} tiles", f"each kind goes round from seat {s.first}")
    boards = [c // 2 for c in s.characters if c != NONE] + [frames[i][2] for i in asked]
    need(len(set(boards)) == len(boards), "agenda", "a board is for one seat only (ARC-2)")
    dealing = names[0] == "deal-board"
    within(frames[0][2] if dealing else 0, range(seats), "agenda", "the number of boards dealt")


def _check_opening(s: ArchRavels, names: list[str]) -> None:
    """ARC-11 to ARC-19. The deck is built, the bazaar filled with yarn, then projects are listed."""
    top, listing = names[0], names[0] == "list-project"
    building = names[1] == "fill-bazaar"
    blank = not (is_built(s) or s.known or s.aside or s.extras or s.upper or s.lower)
    need(
        blank != (building or listing), "deck", f"is built after the tiles are dealt, not at {top}"
    )
    in_order = sorted(s.bazaar, key=lambda card: card == NONE) == s.bazaar
    yarn = all(card < EVENTS for card in s.bazaar)
    need(in_order and yarn, "bazaar", "is filled with yarn cards from space 1 on (ARC-15)")
    span = range(SPACES, SPACES + 1) if listing else range(SPACES) if building else range(1)
    within(SPACES - s.bazaar.count(NONE), span, "bazaar", f"the number of cards at {top}")
    need(building or not s.aside, "aside", "has cards only while the bazaar is filled (ARC-15)")
    need(not building or s.lower == HALF, "deck lower", f"is {HALF} while the bazaar is filled")
    shown = LISTED - names.count("list-project") if listing else 0
    there = [project != NONE for project in s.listed] == [n < shown for n in range(LISTED)]
    need(there, "projects list", f"the number of cards at {top} is {shown}, the first ones")
    stack = FACTS.kept[len(s.characters) - 1] - shown if listing else 0
    within(s.stack, range(stack, stack + 1), "projects deck", f"the number of cards at {top}")


def _check_play(s: ArchRavels, names: list[str], phase: str) -> None:
    """A table after setup: whoever and whatever is there must be where it can be."""
    seats = len(s.characters)
    need(is_built(s), "deck", "is built before the first turn")
    need(not s.aside, "aside", "has cards only while the bazaar is filled (ARC-15)")
    turn = (s.first + s.turns - 1) % seats
    need(s.active == turn, "active", f"turn {s.turns} is that of seat {turn} (ARC-21)")
    moving = names[:1] == ["move-marker"]
    for seat in range(seats):
        key = f"seats {seat}"
        need(s.characters[seat] != NONE, f"{key} character", "is known after setup")
        tiles = s.tiles[seat * TILED : seat * TILED + TILED]
        need(NONE not in tiles, f"{key} tiles", "has one of each kind after setup")
        moved = (seat - s.first) % seats < s.turns
        moved = moved and not (moving and seat == s.active and s.turns <= seats)
        has = (s.spaces[seat] != NONE) == moved
        need(has, f"{key} space", "is 0 exactly until the marker is moved (ARC-5)")
        _check_ban(s, seat, phase)
    shown = [card for card in s.bazaar if card >= EVENTS and phase != "step 2"]
    names_shown = " ".join(CARD_IDS[card] for card in shown)
    need(not shown, "bazaar", f"{names_shown} cannot lie there after step 2")
    _check_todo(s, names, phase)
    _check_end(s, names, phase)


def _check_ban(s: ArchRavels, seat: int, phase: str) -> None:
    """ARC-66, ARC-67. A ban is in force on the own turn, and until then it waits."""
    key = f"seats {seat} ban"
    own = seat == s.active and phase.startswith("step")
    need(own or not s.bans[seat] & IN_FORCE, key, "is in force only on the own turn")
    if own and s.bans[seat] & PENDING:
        need(phase != "step 1", key, "cannot be pending in step 1 of the own turn")
        itself = s.house.cat_self or s.house.solo
        need(itself, key, "cannot be pending on the own turn with cat_self=false")


def _check_todo(s: ArchRavels, names: list[str], phase: str) -> None:
    """ARC-26. Actions left are those of the space, less the one under way; ARC-38: its crafts."""
    top = names[0] if names else ""
    if phase != "step 1" or top == "move-marker":
        need(not s.todo, "actions", "must be empty unless an action space is used")
        need(not s.crafts, "crafts", "must be 0 while no Craft is under way")
        return
    at = place(s, s.active)
    offers, busy = OFFERS[at], _under_way(top)
    extra, doing = written(s.todo & ~offers, ACTIONS), written(busy, ACTIONS)
    need(not extra, "actions", f"{extra} is not on that space of the board")
    need(not busy or offers & busy, "agenda", f"{doing} is not on that space of the board")
    need(not s.todo & busy, "actions", f"{doing} is under way already")
    need(busy or s.todo, "actions", f"must not be empty at {top}")
    again = top == "craft-again" or "more-crafts" in names
    crafts = range(1, CRAFTS[at]) if again else range(1)
    within(s.crafts, crafts, "crafts", f"the number left at {top}")
    if offers & ~s.todo & TO_SHOP and not s.house.solo:
        gaps = range(SHOPS[at], SPACES + 1)
        within(s.bazaar.count(NONE), gaps, "bazaar", "the number of empty spaces after that Shop")


def _under_way(name: str) -> int:
    """The action that a question belongs to."""
    if name == "take-action":
        return 0
    if name == "wild-colours":
        return TO_SHOP
    return TO_EXCHANGE if name in EXCHANGES else TO_CRAFT


def _check_end(s: ArchRavels, names: list[str], phase: str) -> None:
    """ARC-94, ARC-114, ARC-120. The end has a reason, and is not put off."""
    gaps, won = s.listed.count(NONE), s.won[s.active].bit_count()
    limits = [n for n in (s.house.turn_limit, SOLO_TURNS if s.house.solo else 0) if n]
    if limits:
        within(s.turns, range(1, min(limits) + 1), "turn", "the number of turns")
    if phase in ("step 1", "step 2"):
        need(not gaps, "projects list", f"must have {LISTED} cards in {phase}")
    elif phase == "step 3":
        waits, at_once = names[0] == "list-project", s.house.immediate and s.stack
        most = min(won, LISTED, 1 if waits else 0) if at_once else min(won, LISTED)
        span = range(1 if waits else 0, most + 1)
        within(gaps, span, "projects list", "the number of open places")
        need(s.stack or not waits, "projects deck", "has a card to list")
    else:
        need(not (gaps and s.stack), "projects list", "is refilled before the end (ARC-84)")
        need(gaps or is_late(s), "ended", "the game ends when projects or turns run out")
    short = phase == "step 3" and s.house.immediate and gaps and not s.stack
    due = bool(short) or phase in ("final", "over")
    need(s.ended == due, "ended", f"must be {str(due).lower()} here")


def _crafter(s: ArchRavels, names: list[str]) -> int:
    """Who crafts or takes: the active seat, or the one before those who are still to come."""
    if "put-away" in names or "count-points" in names:
        left = sum(names.count(name) for name in WAITING)
        return (s.active - 1 - left) % len(s.characters)
    return s.active


def _due(s: ArchRavels, names: list[str], frames: list[Frame], i: int) -> tuple[int, int, int]:
    """Seat and memories of a frame: as the table wants them, or as they are where it leaves open."""
    name, (_, _, x, y) = names[i], frames[i]
    seats, crafter = len(s.characters), _crafter(s, names)
    rank = names[i:].count(name)  # how many of its kind there are from here on
    gap = s.bazaar.index(NONE) if NONE in s.bazaar else 0
    slot = s.listed.index(NONE) if NONE in s.listed else 0
    tile = TILED * seats - rank
    side = ((s.first - rank - names.count("choose-character")) % seats, x, 0)
    drawn = (s.active, gap, SETTING_UP if "fill-bazaar" in names else 0)
    in_turn = ((s.active - rank) % seats, 0, 0)
    due = {
        **dict.fromkeys(("draw-first", "seat-players"), (0, 0, 0)),
        "choose-character": ((s.first - rank) % seats, 0, 0),
        **dict.fromkeys(("choose-side", "draw-side"), side),
        "deal-tile": ((s.first + tile) % seats, tile // seats, 0),
        **dict.fromkeys(("draw-card", "draw-request", "draw-plain"), drawn),
        "restock": (s.active, gap + 1 if i == 1 and names[0].startswith("draw-") else 0, 0),
        "list-project": (s.active, slot + i, 0),
        **dict.fromkeys(("put-away", "assign-request"), (s.active, x, 0)),
        **dict.fromkeys(WAITING, in_turn),
        **dict.fromkeys(("friendly-clerk", "circle-craft", "last-craft"), (crafter, 0, 0)),
        **dict.fromkeys(("wild-colours", "yarn-sale"), (s.active, 0, y)),
        **dict.fromkeys((*EXCHANGES, "refund", "deal-board"), (s.active, x, y)),
        **dict.fromkeys(("pay-different", "pay-same"), (crafter, x, 0)),
        **dict.fromkeys(("pay-two", "pay-any", "pay-freely"), (crafter, x, y)),
        "give-yarn": (crafter, (crafter - 1 - names.count("bracelet")) % seats, y),
        "bracelet": (crafter, (crafter - rank) % seats, 0),
        "bracelets-done": (crafter, BRACELETS, 0),
    }
    return due.get(name, (s.active, 0, 0))
