"""Why something on the tower's table cannot be chosen now, from what one seat sees."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.asking import QUESTIONS
from ravelbox.kernel.barring import Facts, Now
from ravelbox.kernel.game import View

ATTRIBUTES: Final = ("fight", "skill", "charm")
BATTLES: Final = ("RSP-108", "RSP-135")
SLOTTING: Final = ("RSP-30", "RSP-80", "RSP-90", "RSP-106", "RSP-151")  # cards may change places
TRADING: Final = ("RSP-30", "RSP-106", "RSP-151")
AGAIN: Final = "You gave that up; it can be tried again when something has changed (RSP-66)."
# What is said of a seat's own cards, by question.
CARDS: Final = {
    "RSP-58": "That would not help to complete this payment (RSP-58).",
    "RSP-84": "The Well takes a card from hand or discard pile, or one just paid (RSP-84).",
    "RSP-128": "That card prevents no loss of Sanity (RSP-128).",
    "RSP-138": "One card of your own hand or Battlemat can be left (RSP-138).",
    "RSP-145": "Only Attack cards from hand can flank (RSP-145).",
    "RSP-152": "Only open Weapons, Armor, Objects and Relics of the kind in question go (RSP-152).",
    "RSP-161": "That card changes no die (RSP-161).",
    "RSP-170": "The text does not reach that card (RSP-170).",
}


def barred(view: View) -> dict[str, str]:
    """By component, by kind of it, and for all else."""
    now = Now.of(view, QUESTIONS)
    why = {
        "": now.general,
        "pick:": "That Hero is taken (RSP-15).",
        "as:": "Choose a card first, then what it counts as (RSP-59).",
        "source:": "It can no longer be taken back; the payment can be given up (RSP-66).",
    }
    if now.rule == "RSP-52":
        why["ring:"] = "Only the highest Brute Force leaves the ring (RSP-52)."
    if now.rule == "RSP-170":
        why["ring:"] = CARDS[now.rule]
    if now.rule == "RSP-31":
        why["space:"] = "A step goes to a space beside yours, and never straight back (RSP-31)."
    if now.rule in CARDS:
        why |= dict.fromkeys(("hand:", "slot:", "played:"), CARDS[now.rule])
    why |= _own(now) | _targets(now)
    why |= {f"seat:{seat['seat']}": _partner(now, seat) for seat in now.t["seats"]}
    why |= {f"ability:{it['n']}": _ability(now, it) for it in now.me["abilities"]}
    return {name: says for name, says in why.items() if says}


def _own(now: Now) -> dict[str, str]:
    """The cards in hand and on the Battlemat; nothing where their question says enough."""
    why = {}
    for it in now.me["slots"]:
        why[f"slot:{it['place']}"] = _slot(now, it["card"])
    for it in now.me["cards"]:
        why[f"hand:{it['place']}"] = _held(now, it)
    if now.rule in (*SLOTTING, *BATTLES, "RSP-49"):
        why["played:"] = "It was played, and counts when you pay (RSP-68)."
    return why


def _held(now: Now, it: Facts) -> str:
    """Why a card in hand is neither used nor slotted."""
    name = it["card"]["name"]
    if f"hand:{it['place']}" in now.points:
        return f"Choose first what to do, then {name} ({now.rule})."
    alike = [other for other in now.me["cards"] if other["card"]["name"] == name]
    if any(f"hand:{other['place']}" in now.points for other in alike):
        return f"Another {name} in your hand stands for this one ({now.rule})."
    if now.rule in SLOTTING:
        return f"No slot takes {name} now (RSP-115)."
    if now.rule not in (*BATTLES, "RSP-49"):
        return ""
    return f"{name} can do nothing by itself now; it counts when you pay (RSP-58)."


def _slot(now: Now, it: Facts | None) -> str:
    """Why a slot, or the card in it, is not chosen."""
    moving = now.rule in (*SLOTTING, *BATTLES, "RSP-49")
    if it is None:
        return "Choose a card from hand first, if one fits this slot (RSP-115)." if moving else ""
    name = it["card"]["name"]
    if it["face_down"]:
        return f"{name} is face down until Recover (RSP-121)."
    if it["committed"]:
        return f"{name} is in the payment (RSP-58)."
    if not moving:
        return ""
    if f"slot:{it['place']}" in now.points:
        return f"Choose first what to do, then {name} ({now.rule})."
    if it["acted"]:
        return f"{name} was used, and stays until it is spent (RSP-68)."
    if "do:unslot" in now.points:
        return f"{name} has changed places often enough this turn (RSP-116)."
    return f"{name} stays where it is for now (RSP-116)."


def _targets(now: Now) -> dict[str, str]:
    """What can be paid for: cards of the ring, services, the Foe."""
    why = {}
    level = now.me["level"]
    ring = next(ring for ring in now.t["rings"] if ring["level"] == level)
    if now.rule == "RSP-49":
        for it in filter(None, ring["cards"]):
            why[f"ring:{it['position']}"] = _unpaid(now, it)
    if now.rule in ("RSP-80", "RSP-49"):
        for it in now.t["services"]:
            why[f"service:{it['id']}"] = _service(now, it)
    if now.rule in BATTLES and now.t["battle"]:
        name = now.t["battle"]["card"]["name"]
        why["foe"] = f"{name} takes more than you can pay now, or you gave it up (RSP-108)."
    return why


def _unpaid(now: Now, it: Facts) -> str:
    """Why a card of the ring is not paid for."""
    name = it["card"]["name"]
    if f"ring:{it['position']}" in now.points:
        return f"Choose first how to pay, then {name} (RSP-57)."
    if it["payable"]:
        return AGAIN
    if it["short"]:
        return f"You are {it['short']} short for {name} (RSP-57)."
    return f"You cannot pay for {name} with what you have (RSP-57)."


def _service(now: Now, it: Facts) -> str:
    """Why a service is not to be had."""
    name = it["name"]
    if f"service:{it['id']}" in now.points:
        return f"Choose first how to pay, then {name} (RSP-57)."
    if now.rule == "RSP-49":
        return f"{name} is for the Explore phase (RSP-80)."
    if it["done"]:
        return f"{name} was done this turn, and once is all (RSP-80)."
    if it["payable"]:
        return AGAIN
    parts = [f"{it['cost'][a]} {a.capitalize()}" for a in ATTRIBUTES if it["cost"][a]]
    parts += [f"{it['cost']['brute']} of any power"] if it["cost"]["brute"] else []
    joined = f"{', '.join(parts[:-1])} or {parts[-1]}" if len(parts) > 1 else "".join(parts)
    return f"{name} costs {joined}, more than you can pay (RSP-80)."


def _partner(now: Now, seat: Facts) -> str:
    """Why another Hero is not dealt with."""
    if now.rule not in TRADING:
        return ""
    if seat is now.me:
        return "A trade is with somebody else (RSP-151)."
    name = seat["short"]
    if f"seat:{seat['seat']}" in now.points:
        return f"Choose Trade first, then {name} (RSP-151)."
    if any(option["name"] == "trading" for option in now.t["options"]):
        return "There is no trading at this table (RSP-151)."
    if seat["gone"]:
        return f"{name} has left the game (RSP-141)."
    if seat["traded"]:
        return f"You have traded with {name} this turn (RSP-151)."
    if not seat["near"]:
        return f"{name} is more than one step away, too far to trade (RSP-151)."
    return f"Neither you nor {name} has anything to trade (RSP-152)."


def _ability(now: Now, it: Facts) -> str:
    """Why an ability is not used."""
    if it["used"]:
        return "That ability was used this turn, and once is all (RSP-29)."
    if f"ability:{it['n']}" in now.points:
        return ""
    return f"That ability works by itself or at another moment ({now.rule})."
