"""The open question of Ramble for a person: what is asked of whom, and what each answer means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ravelbox.games.ramble import actions as a
from ravelbox.games.ramble.actions import SPACE
from ravelbox.games.ramble.codes import CALL_GPS, CALL_HANDBOOK
from ravelbox.games.ramble.facts import FACTS, KINDS, ROLE_IDS, TILE_IDS
from ravelbox.games.ramble.state import JOGGER, LAMPLIGHTER, NONE, ROLES, TILES, Ramble, size, who
from ravelbox.games.ramble.telling import kind_words, many, seat_words, tile_words
from ravelbox.kernel.actions import Action
from ravelbox.kernel.game import Offer, Prompt
from ravelbox.kernel.rules import RESIGN

Ways = tuple[tuple[str, ...], ...]

# The question each rule asks, in a few words.
QUESTIONS: Final = {
    "RMB-26": "who goes first",
    "RMB-182": "which role to take",
    "RMB-32": "which action to take",
    "RMB-144": "which second tile to fix",
    "RMB-149": "which card to drop",
    "RMB-93": "where the GPS leads, and who comes along",
    "RMB-81": "which card to shed",
    "RMB-98": "whether to play a card before the next Lights Out card",
    "RMB-99": "whether to play a card in another's turn",
    "RMB-126": "whether to rescue the stranded pawn",
    "RMB-121": "where to flee",
    "RMB-139": "whether to give up",
}


def owner(s: Ramble, code: int) -> int:
    """RMB-99. Whose hand may make a move: a called play is its holder's, all else the asked seat's."""
    if CALL_HANDBOOK <= code < CALL_GPS:
        return (code - CALL_HANDBOOK) // TILES
    if CALL_GPS <= code < CALL_GPS + ROLES * ROLES:
        return (code - CALL_GPS) // ROLES
    return s.actor


def prompt(s: Ramble, seat: int) -> Prompt | None:
    """What a seat is asked, or may call out while another one chooses (RMB-99)."""
    if s.actor < 0:
        return None
    index, _, x, y = s.agenda[-1]
    rule = s.rules[index].cites
    codes = [code for code in s.legal() if owner(s, code) == seat]
    offers = tuple(_offer(s, code, seat) for code in codes if code != RESIGN)
    if seat == s.actor:
        resign = RESIGN if RESIGN in codes else None
        return Prompt(rule, _ask(s, rule, x, y), _why(s, rule, x, y), offers, resign)
    if not offers:
        return None
    asked = seat_words(who(s, s.actor))
    return Prompt(
        "RMB-99", f"{name(s, seat)}: you may call a card while {asked} chooses.", "", offers, None
    )


def name(s: Ramble, seat: int) -> str:
    """A seat as a headline names it: "Jogger"."""
    role = s.roles[seat]
    return FACTS.roles[role].name if role != NONE else f"Seat {seat + 1}"


def _ask(s: Ramble, rule: str, x: int, y: int) -> str:
    """One plain sentence, which begins with the seat that is asked."""
    return f"{name(s, s.actor)}: {_words(s, rule, x, y)}"


def _words(s: Ramble, rule: str, x: int, y: int) -> str:
    """What is asked, after the name."""
    fixed = {
        "RMB-26": "who was in Central Park most recently? That seat goes first.",
        "RMB-182": "pick a parkgoer.",
        "RMB-144": "fix a second dark tile with the same action, or pass.",
        "RMB-149": "drop one of these Lights Out cards into the discard, or pass.",
        "RMB-98": "play a card before the next Lights Out card, or pass.",
        "RMB-99": f"play a card in the turn of {seat_words(who(s, s.active))}, or pass.",
        "RMB-121": f"your tile is gone. Flee to {'a tile in reach' if s.roles[s.actor] == JOGGER else 'a tile beside it'}.",
    }
    if rule in fixed:
        return fixed[rule]
    if rule == "RMB-93":
        other = y >> 5
        lead = SPACE.decode(s.legal()[-1])
        if isinstance(lead, a.Bring):
            verb = "do you" if other == s.actor else f"does {seat_words(who(s, other))}"
            return f"{verb} come along to {tile_words(y & 31)}?"
        verb = "do you" if x == s.actor else f"does {seat_words(who(s, x))}"
        return f"where {verb} go? Choose a tile."
    if rule == "RMB-81":
        return (
            f"{many(int(size(s.hands[s.actor])), 'card')} are too many. Discard one, or play one."
        )
    if rule == "RMB-126":
        return f"{seat_words(who(s, y))} is stranded. Play your GPS to the rescue, or pass."
    if rule == "RMB-139":
        return f"{seat_words(who(s, x))} proposes to give up. Do you agree?"
    if s.actions == 0:
        return "play a card, or end the turn."
    return f"{many(s.actions, 'action')} left."


def _why(s: Ramble, rule: str, x: int, y: int) -> str:
    """Where the question comes from."""
    del x, y
    if rule in ("RMB-26", "RMB-182"):
        return "Setup"
    if rule in ("RMB-98", "RMB-121", "RMB-126"):
        level = s.house.levels[s.notch - 1]
        return f"Turn {s.turns}, Lights Out: {many(level, 'card')} a turn"
    if rule == "RMB-32" and s.actions:
        return f"Turn {s.turns}: walk, fix lights, pass cards on, or end the turn"
    return f"Turn {s.turns}"


def _offer(s: Ramble, code: int, seat: int) -> Offer:
    action = SPACE.decode(code)
    label, ways, key, main = OFFERS[type(action)](s, seat, action)
    return Offer(code, SPACE.to_text(code), label, ways, key, main)


Answer = tuple[str, Ways, str, bool]  # label, ways, key, whether it is the natural next thing


def _pass(s: Ramble, seat: int, _: Action) -> Answer:
    del seat
    rule = s.rules[s.agenda[-1][0]].cites
    words = {
        "RMB-144": "No second tile",
        "RMB-149": "Leave them all",
        "RMB-93": "Stays here",
        "RMB-139": "Play on",
    }
    return words.get(rule, "Pass"), (), "n", rule in ("RMB-98", "RMB-99")


def _draft(_: Ramble, __: int, action: Any) -> Answer:
    role = FACTS.roles[ROLE_IDS.index(action.role)]
    return f"{role.name}: {role.does}", ((f"role:{role.id}",),), "", False


def _first(s: Ramble, _: int, action: Any) -> Answer:
    return f"{name(s, action.seat)} goes first", ((f"seat:{action.seat}",),), "", False


def _move(_: Ramble, __: int, action: Any) -> Answer:
    tile = f"tile:{action.tile}"
    return f"Walk to {_tile(action.tile)}", ((tile,), ("do:move", tile)), "", False


def _fix(s: Ramble, seat: int, action: Any) -> Answer:
    tile = f"tile:{action.tile}"
    second = s.rules[s.agenda[-1][0]].cites == "RMB-144"
    own = TILE_IDS[s.pawns[seat]] == action.tile
    ways: Ways = (("do:fix", tile),)
    if second or own:
        ways = ((tile,), *ways)
    label = f"Fix the lights of {_tile(action.tile)}"
    if s.roles[seat] == LAMPLIGHTER and second:
        label += " too"
    return label, ways, "", False


def _give(s: Ramble, seat: int, action: Any) -> Answer:
    card = f"card:{seat}:{action.card}"
    ways = (
        (card, f"seat:{action.seat}"),
        (card, f"pawn:{action.seat}"),
        ("do:give", card, f"seat:{action.seat}"),
        ("do:give", card, f"pawn:{action.seat}"),
    )
    return f"Give {_card(action.card)} to {_seat(s, action.seat)}", ways, "", False


def _collect(_: Ramble, __: int, action: Any) -> Answer:
    return f"Collect the token of {_name(action.landmark)}", (), "c", True


def _guide(s: Ramble, _: int, action: Any) -> Answer:
    way = (f"pawn:{action.seat}", f"tile:{action.tile}")
    label = f"Lead {_seat(s, action.seat)} to {_tile(action.tile)}"
    return label, (way, ("do:guide", *way)), "", False


def _steal(s: Ramble, _: int, action: Any) -> Answer:
    ways = (("do:steal", f"card:{action.seat}:{action.card}"),)
    return f"Take {_card(action.card)} from {_seat(s, action.seat)}", ways, "", False


def _handbook(_: Ramble, seat: int, action: Any) -> Answer:
    tile = f"tile:{action.tile}"
    ways = ((f"card:{seat}:HBK", tile), ("do:handbook", tile))
    return f"Handbook: light {_tile(action.tile)}", ways, "", False


def _gps(s: Ramble, seat: int, action: Any) -> Answer:
    pawn = f"pawn:{action.lead}"
    ways = ((f"card:{seat}:GPS", pawn), ("do:gps", pawn))
    return f"GPS: move {_seat(s, action.lead)}", ways, "", False


def _call_handbook(s: Ramble, seat: int, action: Any) -> Answer:
    ways = ((f"card:{seat}:HBK", f"tile:{action.tile}"),)
    return f"{name(s, seat)}'s Handbook: light {_tile(action.tile)}", ways, "", False


def _call_gps(s: Ramble, seat: int, action: Any) -> Answer:
    ways = ((f"card:{seat}:GPS", f"pawn:{action.lead}"),)
    return f"{name(s, seat)}'s GPS: move {_seat(s, action.lead)}", ways, "", False


def _drop(_: Ramble, __: int, action: Any) -> Answer:
    tile = f"T{action.card[1:]}"
    return f"Drop {_tile(tile)}", ((f"lights:{action.card}",),), "", False


def _bring(s: Ramble, _: int, action: Any) -> Answer:
    return (
        f"{_seat(s, action.seat)[0].upper()}{_seat(s, action.seat)[1:]} comes along",
        ((f"pawn:{action.seat}",),),
        "",
        False,
    )


def _discard(_: Ramble, seat: int, action: Any) -> Answer:
    return f"Discard {_card(action.card)}", ((f"card:{seat}:{action.card}",),), "", False


def _tile(tile: str) -> str:
    return tile_words(TILE_IDS.index(tile))


def _seat(s: Ramble, seat: int) -> str:
    return seat_words(who(s, seat))


def _name(kind: str) -> str:
    return FACTS.kinds[KINDS.index(kind)].name


def _card(kind: str) -> str:
    return kind_words(KINDS.index(kind))


OFFERS: Final[dict[type[Action], Callable[[Ramble, int, Any], Answer]]] = {
    a.Pass: _pass,
    a.End: lambda s, _, __: ("End the turn", (), "e", s.actions == 0),
    a.Draft: _draft,
    a.First: _first,
    a.Move: _move,
    a.Fix: _fix,
    a.Give: _give,
    a.Collect: _collect,
    a.Guide: _guide,
    a.Scout: lambda _, __, ___: ("Keen eye: see the next Lights Out cards", (), "k", False),
    a.Steal: _steal,
    a.Drop: _drop,
    a.Handbook: _handbook,
    a.Gps: _gps,
    a.Relocate: lambda _, __, go: (f"To {_tile(go.tile)}", ((f"tile:{go.tile}",),), "", False),
    a.Bring: _bring,
    a.Discard: _discard,
    a.Evacuate: lambda _, __, go: (f"Flee to {_tile(go.tile)}", ((f"tile:{go.tile}",),), "", False),
    a.CallHandbook: _call_handbook,
    a.CallGps: _call_gps,
    a.Agree: lambda _, __, ___: ("Agree to give up", (), "y", False),
}
