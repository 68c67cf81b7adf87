"""Why a move in the park is a good idea."""

from __future__ import annotations

from collections.abc import Sequence

from ravelbox.bots.heuristics.ramble import ways
from ravelbox.games.ramble.codes import (
    AGREE,
    BRING,
    CALL_GPS,
    CALL_HANDBOOK,
    COLLECT,
    DISCARD,
    DRAFT,
    DROP,
    END,
    EVACUATE,
    FIRST,
    FIX,
    GIVE,
    GPS,
    GUIDE,
    HANDBOOK,
    MOVE,
    RELOCATE,
    SCOUT,
    STEAL,
)
from ravelbox.games.ramble.facts import FACTS
from ravelbox.games.ramble.lights import LANDMARK_OF, PLACES
from ravelbox.games.ramble.state import (
    EXIT,
    GPS_KIND,
    HBK_KIND,
    HELD_KINDS,
    LANDMARKS,
    NONE,
    ROLES,
    SET,
    TILES,
    Ramble,
    holds,
    remaining,
    who,
)
from ravelbox.games.ramble.telling import kind_words, many, seat_words, tile_words
from ravelbox.kernel.rules import State

Reason = tuple[str, str]  # the words, and the rule they serve


def why(state: State, seat: int, line: Sequence[int]) -> Reason:
    """What the line is good for, and the rule it serves."""
    assert isinstance(state, Ramble)
    code = line[0]
    rule = state.rules[state.agenda[-1][0]].cites
    if code < MOVE:
        return _answer(state, code, rule)
    if code < FIX:
        return _walk(state, seat, line)
    if code < GIVE:
        return _light(state, code - FIX, "RMB-45")
    if code < COLLECT:
        return _card(state, (code - GIVE) // LANDMARKS, (code - GIVE) % LANDMARKS, "RMB-50")
    if code < GUIDE:
        left = state.tokens.count(NONE) - 1
        more = f"{many(left, 'token')} to go" if left else "the last one: now everyone to the exit"
        return f"for its token; {more}", "RMB-57"
    if code < SCOUT:
        other = (code - GUIDE) // TILES
        return _arrival(state, other, (code - GUIDE) % TILES, "RMB-146")
    if code == SCOUT:
        return "to know what goes dark next, and to put off the worst of it", "RMB-148"
    if code < DROP:
        return _card(state, seat, (code - STEAL) % HELD_KINDS, "RMB-153")
    return _special(state, line, rule)


def _answer(s: Ramble, code: int, rule: str) -> Reason:
    """Passing, ending, and what is chosen before the first turn."""
    if code == END:
        return "since nothing that is left to do would help more than it costs", "RMB-34"
    if code < DRAFT:
        return _passing(rule), rule
    if code < FIRST:
        return f"for its ability: {FACTS.roles[code - DRAFT].does}", "RMB-182"
    return f"because {seat_words(who(s, code - FIRST))} is well placed to begin", "RMB-26"


def _passing(rule: str) -> str:
    """Why nothing is done of what is asked."""
    words = {
        "RMB-98": "to keep the card for when it is needed more",
        "RMB-99": "to keep the card: it can be played just before the lamps go out",
        "RMB-149": "since all of them may come",
        "RMB-93": "to leave that pawn where it is of use",
        "RMB-126": "since the card is worth more than the pawn",
        "RMB-139": "to play on: the game is not lost yet",
    }
    return words.get(rule, "since nothing is gained by it")


def _walk(s: Ramble, seat: int, line: Sequence[int]) -> Reason:
    """A step serves what is done at its end in the same turn, or what the way leads to."""
    tile = line[0] - MOVE
    for code in line[1:]:
        if MOVE <= code < FIX:
            tile = code - MOVE
            continue
        if FIX <= code < GIVE:
            return f"to light {tile_words(code - FIX)}, which {_needed(s, code - FIX)}", "RMB-45"
        if GIVE <= code < COLLECT:
            other, kind = divmod(code - GIVE, LANDMARKS)
            return f"to give {seat_words(who(s, other))} {kind_words(kind)}", "RMB-50"
        if COLLECT <= code < GUIDE:
            return f"to collect the token of {FACTS.kinds[code - COLLECT].name}", "RMB-57"
        if STEAL <= code < DROP:
            other, kind = divmod(code - STEAL, HELD_KINDS)
            return f"to take {kind_words(kind)} from {seat_words(who(s, other))}", "RMB-153"
        break
    return _arrival(s, seat, tile, "RMB-40")


def _arrival(s: Ramble, seat: int, tile: int, rule: str) -> Reason:
    """What a pawn may do where it gets to."""
    landmark = LANDMARK_OF[tile]
    if NONE not in s.tokens:
        return "to get everyone to the exit", "RMB-135"
    if landmark >= 0 and s.tokens[landmark] == NONE and holds(s.hands[seat], landmark) >= SET:
        return f"to collect the token of {FACTS.kinds[landmark].name} there", "RMB-57"
    for other, at in enumerate(s.pawns):
        if other != seat and at == tile:
            for kind in range(LANDMARKS):
                if s.tokens[kind] == NONE and _meet(s, seat, other, kind):
                    name = FACTS.kinds[kind].name
                    return f"to bring the {name} cards of both together", "RMB-50"
    dark = _dark_near(s, tile)
    if dark != NONE:
        return f"to be near {tile_words(dark)}, which {_needed(s, dark)}", "RMB-45"
    for kind in range(LANDMARKS):
        wanted = s.tokens[kind] == NONE and holds(s.hands[seat], kind) >= SET - 1
        if wanted and _is_nearer(s, seat, tile, kind):
            return f"to be nearer to the {FACTS.kinds[kind].name}", "RMB-57"
    return "to be where help is needed next", rule


def _is_nearer(s: Ramble, seat: int, tile: int, landmark: int) -> bool:
    """Whether fewer steps lead from a tile to a place of a landmark than from the pawn."""
    steps = ways(s.near, remaining(s))
    places = [place for place in range(TILES) if (PLACES[landmark] & remaining(s)) >> place & 1]
    here, there = steps[s.pawns[seat]], steps[tile]
    return min(there[place] for place in places) < min(here[place] for place in places)


def _meet(s: Ramble, seat: int, other: int, kind: int) -> bool:
    return holds(s.hands[seat], kind) > 0 and holds(s.hands[other], kind) > 0


def _dark_near(s: Ramble, tile: int) -> int:
    """A dark tile on or beside this one that must not go, or any; NONE if all are lit."""
    reach = (s.near[tile] | 1 << tile) & s.dark
    dark = [other for other in range(TILES) if reach >> other & 1]
    last = [other for other in dark if _is_last(s, other)]
    return (last or dark or [NONE])[0]


def _is_last(s: Ramble, tile: int) -> bool:
    """Whether all is lost without this tile (RMB-131, RMB-132)."""
    landmark = LANDMARK_OF[tile]
    if landmark < 0:
        return tile == EXIT
    return s.tokens[landmark] == NONE and PLACES[landmark] & remaining(s) == 1 << tile


def _needed(s: Ramble, tile: int) -> str:
    """What a dark tile is needed for; goes on after its name and "which"."""
    landmark = LANDMARK_OF[tile]
    if tile == EXIT:
        return "must never go"
    if _is_last(s, tile):
        return f"is the last place of the {FACTS.kinds[landmark].name}"
    if landmark >= 0 and s.tokens[landmark] == NONE:
        return f"is needed for the {FACTS.kinds[landmark].name}"
    return "would leave a gap"


def _light(s: Ramble, tile: int, rule: str) -> Reason:
    """A lamp repaired in time."""
    if _is_last(s, tile):
        return f"since it {_needed(s, tile)}", "RMB-132" if tile == EXIT else "RMB-131"
    return f"before it goes for good: it {_needed(s, tile)}", rule


def _card(s: Ramble, seat: int, kind: int, rule: str) -> Reason:
    """A card that changes hands serves the set it joins."""
    if kind >= LANDMARKS:
        return "because only its holder can play it, and a hand has room for five", rule
    n = min(SET, int(holds(s.hands[seat], kind)) + 1)
    name = FACTS.kinds[kind].name
    whose = seat_words(who(s, seat))
    if n == SET:
        return f"so that {whose} has all four {name} cards for the token", "RMB-57"
    return f"to gather {name} cards: {whose} has {many(n, 'card')} of four then", rule


def _special(s: Ramble, line: Sequence[int], rule: str) -> Reason:
    """Drops, Special cards, sheds, flights and votes."""
    code = line[0]
    if code < HANDBOOK:
        return f"so that {tile_words(code - DROP)} is spared for now", "RMB-149"
    if code < GPS:
        return _light(s, code - HANDBOOK, "RMB-92")
    if CALL_HANDBOOK <= code < CALL_GPS:
        return _light(s, (code - CALL_HANDBOOK) % TILES, "RMB-92")
    if code < BRING or CALL_GPS <= code < AGREE:
        return _lead(s, line, rule)
    if code < DISCARD:
        return "because that pawn is needed there too", "RMB-93"
    if code < EVACUATE:
        return _shed(s, code - DISCARD), "RMB-80"
    if code == AGREE:
        return "as the others wish", "RMB-139"
    if NONE not in s.tokens and code - EVACUATE == EXIT:
        return "because that is the way home", "RMB-135"
    return "to be of most use there", "RMB-120"


def _lead(s: Ramble, line: Sequence[int], rule: str) -> Reason:
    """A GPS serves what is at its end."""
    if rule == "RMB-126":
        return "to rescue the stranded pawn", "RMB-126"
    code = line[0]
    if RELOCATE <= code < BRING:
        lead = s.agenda[-1][2]
    else:
        lead = code - GPS if code < RELOCATE else (code - CALL_GPS) % ROLES
    for then in line:
        if RELOCATE <= then < BRING:
            return _arrival(s, lead, then - RELOCATE, "RMB-93")
    return f"to get {seat_words(who(s, lead))} there at once", "RMB-93"


def _shed(s: Ramble, kind: int) -> str:
    """Why of all cards this one goes."""
    if kind < LANDMARKS and s.tokens[kind] != NONE:
        return "because its token is collected already"
    if kind in (GPS_KIND, HBK_KIND):
        return "because the sets in hand are worth more"
    return "because of all cards in hand it is missed least"
