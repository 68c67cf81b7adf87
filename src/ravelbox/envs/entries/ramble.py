"""The entries of Ramble: tiles, what is known of the piles, tokens, and every seat from one's own on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ravelbox.envs.entries.entry import Entry, flag, number, one_of, question, seat_of
from ravelbox.games.ramble.asking import QUESTIONS
from ravelbox.games.ramble.facts import CARD_IDS, KINDS, LANDMARK_IDS, ROLE_IDS, TILE_IDS
from ravelbox.kernel.game import View

PHASES: Final = ("setup", "actions", "draw", "lights", "over")
WHERE: Final = ("in the discard", *(f"number {n} of the pile at the soonest" for n in range(1, 20)))
NO_TILE: Final[dict[str, Any]] = {"state": "gone", "pos": -1}


def entries(view: View) -> Iterator[Entry]:
    """Every entry of a row."""
    t = view.table
    seats = len(t["seats"])
    yield question(view, list(QUESTIONS))
    yield seat_of("asked", t["asked"], view, seats)
    yield number("turn", t["turn"])
    yield one_of("phase", t["phase"], PHASES)
    yield seat_of("active", t["active"], view, seats)
    yield number("actions", t["actions"])
    yield number("notch", t["notch"], 20)
    yield number("level", t["level"] or 0, 20)
    there = {tile["id"]: tile for tile in t["tiles"]}
    for tile in TILE_IDS:
        lies = there.get(tile, NO_TILE)
        lamp = None if lies["state"] == "gone" else lies["state"]
        yield one_of(f"{tile}.lamp", lamp, ("lit", "dark"), "gone")
        yield number(f"{tile}.position", lies["pos"] + 1, len(TILE_IDS))
    known = _lights(t["lights"])
    for card in CARD_IDS:
        yield one_of(f"{card}.where", known.get(card), WHERE, "gone")
    for landmark in t["landmarks"]:
        yield seat_of(f"{landmark['id']}.token", landmark["by"], view, seats)
    for kind in t["explore"]["kinds"]:
        yield number(f"explore.{kind['kind']}", kind["left"], 63)
        yield number(f"explored.{kind['kind']}", kind["discarded"], 63)
    gps = t["gps"] or {"to": None, "seats": []}
    yield one_of("gps.to", gps["to"], TILE_IDS)
    assert view.seat is not None
    for k in range(seats):
        yield flag(f"gps.seat+{k}", (view.seat + k) % seats in gps["seats"])
    for k in range(seats):
        yield from _seat(f"seat+{k}", t["seats"][(view.seat + k) % seats])


def _lights(lights: dict[str, Any]) -> dict[str, str]:
    """Where each Lights Out card is."""
    known = {card["id"]: WHERE[0] for card in lights["discard"]}
    above = 0
    for layer in lights["layers"]:
        for n, card in enumerate(layer["cards"]):
            known[card["id"]] = WHERE[1 + above + (n if layer["order"] == "known" else 0)]
        above += len(layer["cards"])
    return known


def _seat(name: str, seat: dict[str, Any]) -> Iterator[Entry]:
    """A seat's role, place and open hand."""
    hand = {card["kind"]: card["n"] for card in seat["hand"]}
    yield one_of(f"{name}.role", seat["role"], ROLE_IDS)
    yield one_of(f"{name}.tile", seat["tile"], TILE_IDS)
    yield flag(f"{name}.out", seat["out"])
    for kind in KINDS[: len(LANDMARK_IDS) + 2]:
        yield number(f"{name}.{kind}", hand.get(kind, 0), 63)
