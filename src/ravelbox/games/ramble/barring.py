"""Why something in the park cannot be chosen now, from what everybody sees."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ramble.asking import QUESTIONS
from ravelbox.kernel.barring import Facts, Now
from ravelbox.kernel.game import View

SPECIAL: Final = ("GPS", "HBK")
TIRED: Final = "No action is left; only cards can still be played (RMB-31)."


def barred(view: View) -> dict[str, str]:
    """By component, by kind of it, and for all else."""
    now, t = Now.of(view, QUESTIONS), view.table
    why = {"": now.general, "role:": "That parkgoer is taken (RMB-182)."}
    if now.rule == "RMB-182":
        return why
    why |= {f"tile:{tile['id']}": _tile(now, tile) for tile in t["tiles"]}
    for seat in t["seats"]:
        for kind in ("pawn", "seat"):
            name = f"{kind}:{seat['seat']}"
            why[name] = _pawn(now, seat, later=name in now.points)
        for card in seat["hand"]:
            why[f"card:{seat['seat']}:{card['kind']}"] = _card(now, card, seat)
    return why


def _tile(now: Now, tile: Facts) -> str:
    """Why a tile is neither gone to nor lit."""
    name, lit = tile["name"], tile["state"] == "lit"
    if not any(point.startswith("tile:") for point in now.points):
        return TIRED if now.rule == "RMB-32" and not now.t["actions"] else now.general
    if tile["state"] == "gone":
        return f"{name} is gone (RMB-42)."
    if f"tile:{tile['id']}" in now.points:
        return f"Choose first what to do there, then {name} ({now.rule})."
    if now.rule == "RMB-93":
        return f"The question is where to go from {name} (RMB-93)."
    if now.rule == "RMB-121":
        far = "two tiles away at most" if now.me["role"] == "jogger" else "beside the one that fell"
        return f"{name} is too far: flee to a tile {far} (RMB-120)."
    if now.rule == "RMB-32" and now.t["actions"]:
        return _unwalked(now, tile)
    if lit:
        return f"The lamp of {name} burns already (RMB-46)."
    return f"{name} is not beside the {now.me['name']} (RMB-143)."


def _unwalked(now: Now, tile: Facts) -> str:
    """Why a remaining tile is no step away."""
    own = next(other for other in now.t["tiles"] if other["id"] == now.me["tile"])
    if own is tile:
        return f"The {now.me['name']} is there, and its lamp burns (RMB-46)."
    steps = _apart(own, tile)
    if now.me["role"] == "jogger":
        return f"{tile['name']} is {steps} tiles away; a stride reaches two (RMB-141)."
    return f"{tile['name']} is {steps} tiles away; one action is one step (RMB-44)."


def _apart(one: Facts, other: Facts) -> int:
    """How far two tiles lie from each other, gaps or not."""
    q: int = one["q"] - other["q"]
    r: int = one["r"] - other["r"]
    return max(abs(q), abs(r), abs(q + r))


def _pawn(now: Now, seat: Facts, *, later: bool) -> str:
    """Why a parkgoer is not chosen."""
    name = seat["name"]
    if seat["out"]:
        return f"The {name} is out of the game (RMB-128)."
    if later:
        return f"Choose first what it is about, then the {name} ({now.rule})."
    if now.rule == "RMB-126":
        return f"The {name} is not the one to be rescued (RMB-126)."
    if now.rule == "RMB-93":
        return "The GPS asks about one pawn after the other, and now about another (RMB-93)."
    if now.rule != "RMB-32":
        return now.general
    if seat is now.me:
        return f"The {name} is asked: point at a tile, a card or a button (RMB-32)."
    if not now.t["actions"]:
        return TIRED
    if all(card["kind"] in SPECIAL for card in now.me["hand"]):
        return f"The {now.me['name']} has no landmark card to give (RMB-50)."
    return f"The {name} stands on another tile, and cards are given on the same one (RMB-50)."


def _card(now: Now, card: Facts, seat: Facts) -> str:
    """Why a card is neither given, taken nor played."""
    if f"card:{seat['seat']}:{card['kind']}" in now.points:
        return "Choose Steal first, then the card (RMB-153)."
    if now.rule not in ("RMB-32", "RMB-81", "RMB-98", "RMB-99", "RMB-126"):
        return now.general
    if seat is not now.me:
        return _anothers(now, seat)
    if card["kind"] == "GPS":
        return "There is no other tile to go to (RMB-100)."
    if now.rule == "RMB-126":
        return "Only a GPS comes to the rescue (RMB-126)."
    if card["kind"] == "HBK":
        return "No lamp is out, so the Handbook has nothing to do (RMB-100)."
    if now.rule != "RMB-32":
        return "Only a GPS or a Handbook can be played now (RMB-97)."
    if not now.t["actions"]:
        return "No action is left to give it away (RMB-31)."
    return f"Nobody else stands where the {now.me['name']} is, so it cannot be given (RMB-50)."


def _anothers(now: Now, seat: Facts) -> str:
    """Why a card of another hand stays there."""
    name, mine = seat["name"], now.me["name"]
    if now.rule == "RMB-81":
        return f"The {mine} has too many cards, not the {name} (RMB-80)."
    if now.rule != "RMB-32":
        return f"That is the {name}’s card; the {mine} is asked ({now.rule})."
    if now.me["role"] != "pickpocket":
        return f"That is the {name}’s card; only the Pickpocket takes cards from others (RMB-54)."
    if not now.t["actions"]:
        return "No action is left to take it (RMB-31)."
    return f"The {name} is too far off to steal from (RMB-153)."
