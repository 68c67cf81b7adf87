"""A view of Ravingspire in plain lines: for terminals, screen readers and pipes."""

from __future__ import annotations

from typing import Any

from ravelbox.kernel.game import View


def describe(view: View) -> str:
    """The table in plain lines."""
    t = view.table
    lines = [f"Turn {t['turn']}, {t['phase']}. Madness {t['madness']} of {t['madness_full']}."]
    for ring in t["rings"]:
        lines.append(_ring_line(ring))
    for link in t["links"]:
        state = "lined up" if link["linked"] else f"{link['apart']} apart"
        lines.append(f"  {link['lower']} stair and {link['upper']} portal: {state}")
    if t["pending"]:
        lines.append(f"Waiting: {card_line(t['pending'])}")
    if t["battle"]:
        battle = t["battle"]
        lines.append(f"Battle: {battle['card']['name']}, cost {cost_line(battle['cost'])}")
    if t["payment"]:
        pay = t["payment"]
        lacking = ", ".join(f"{n} {attr}" for attr, n in pay["missing"].items() if n)
        lines.append(f"Paying for {pay['target']}: {lacking} missing")
    lines += [line for seat in t["seats"] for line in _seat_lines(seat)]
    return "\n".join(lines)


def cost_line(cost: dict[str, Any]) -> str:
    """A cost in short: "3/0/1, Brute Force 7"."""
    brute = f", Brute Force {cost['brute']}" if cost["brute"] is not None else ""
    return f"{cost['fight']}/{cost['skill']}/{cost['charm']}{brute}"


def card_line(shown: dict[str, Any]) -> str:
    """A card in short: "Crowbar (Object, 2 fight)"."""
    power = " or ".join(f"{p['n']} {p['attr']}" for p in shown["power"])
    return f"{shown['name']} ({shown['type']}{', ' + power if power else ''})"


def _ring_line(ring: dict[str, Any]) -> str:
    if not ring["revealed"]:
        return f"{ring['name']}: turned {ring['turned']}, not revealed"
    foe = f", Foe on {ring['foe']}" if ring["foe"] is not None else ""
    cards = [
        f"{p['position']} {card_line(p['card'])} {cost_line(p['cost'])}" if p else "-"
        for p in ring["cards"]
    ]
    head = f"{ring['name']}: turned {ring['turned']}{foe}; {ring['tower']['name']}"
    return "\n".join([head, *(f"  {line}" for line in cards)])


def _seat_lines(seat: dict[str, Any]) -> list[str]:
    marks = [word for word in ("gone", "key") if seat[word]]
    head = (
        f"{seat['name']}: Sanity {seat['sanity']}, {seat['where']}, hand {seat['hand']}, "
        f"deck {seat['deck']}, discard {seat['discard']['count']}{' '.join(['', *marks])}"
    )
    lines = [head]
    slotted = [
        f"s{slot['place']} {slot['letter']} {card_line(slot['card']['card']) if slot['card'] else '-'}"
        for slot in seat["slots"]
    ]
    if slotted:
        lines.append("  " + "; ".join(slotted))
    if seat["cards"]:
        held = [f"h{c['place']} {card_line(c['card'])}" for c in seat["cards"]]
        lines.append("  " + "; ".join(held))
    return lines
