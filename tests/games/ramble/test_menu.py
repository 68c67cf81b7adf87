"""Ramble §6.1: at every question of random games the legal answers are what the rules say."""

from collections import Counter
from typing import Any

import pytest

from ravelbox.kernel.options import Value
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER, random_step
from tests.games.ramble.guidebook import GAME, LANDMARKS, PLACES, deal, held

Spot = tuple[int, int]
HOUSES: list[tuple[int, dict[str, Value]]] = [
    (2, {"difficulty": "golden_hour"}),
    (3, {"stranded": "eliminate"}),
    (4, {"interject": "poll", "hand_check": "each_card"}),
    (5, {"stranded": "eliminate", "meter": "classic"}),
    (6, {"stranded": "eliminate", "difficulty": "golden_hour"}),
]


def apart(one: Spot, other: Spot) -> int:
    """The hex distance of two positions."""
    dq, dr = one[0] - other[0], one[1] - other[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


class Rules:
    """The rules read off a view, without the engine."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table
        self.spot: dict[str, Spot] = {t["id"]: (t["q"], t["r"]) for t in table["tiles"]}
        self.lamp: dict[str, str] = {t["id"]: t["state"] for t in table["tiles"]}
        self.left = [tile for tile, lamp in self.lamp.items() if lamp != "gone"]
        self.dark = [tile for tile, lamp in self.lamp.items() if lamp == "dark"]
        self.seats = [row["seat"] for row in table["seats"] if not row["out"]]
        self.role: list[str] = [row["role"] for row in table["seats"]]
        self.at: list[str] = [row["tile"] for row in table["seats"]]
        self.done = {mark["id"] for mark in table["landmarks"] if mark["by"] is not None}

    def near(self, tile: str, reach: int) -> set[str]:
        """The remaining tiles at distance 1 to `reach`."""
        return {t for t in self.left if 0 < apart(self.spot[tile], self.spot[t]) <= reach}

    def walk(self, tile: str) -> set[str]:
        """The tiles one or two steps away over remaining tiles."""
        once = self.near(tile, 1)
        return once.union(*(self.near(step, 1) for step in once)) - {tile}

    def specials(self, seat: int, prefix: str = "") -> set[str]:
        """What a seat may play."""
        hand = held(self.table, seat)
        who = f"{seat} " if prefix else ""
        texts: set[str] = set()
        if hand["HBK"]:
            texts |= {f"{prefix}handbook {who}{tile}" for tile in self.dark}
        if hand["GPS"] and len(self.left) > 1:
            texts |= {f"{prefix}gps {who}{lead}" for lead in self.seats}
        return texts

    def actions(self, seat: int, *, scouted: bool, push: bool) -> set[str]:
        """RMB-32: everything on the menu of the active seat."""
        texts = {"end"} | self.specials(seat)
        for other in self.seats:
            if push and other != seat:
                texts |= self.specials(other, "call")
        if not self.table["actions"]:
            return texts
        at, role, hand = self.at[seat], self.role[seat], held(self.table, seat)
        texts |= {f"move {tile}" for tile in self.near(at, 2 if role == "jogger" else 1)}
        texts |= {f"fix {t}" for t in self.dark if apart(self.spot[at], self.spot[t]) <= 1}
        for other in self.seats:
            if other == seat:
                continue
            gap = apart(self.spot[at], self.spot[self.at[other]])
            if gap == 0 or role == "dogwalker":
                texts |= {f"give {other} {kind}" for kind in LANDMARKS if hand[kind]}
            if role == "tourguide":
                texts |= {f"guide {other} {tile}" for tile in self.walk(self.at[other])}
            if role == "pickpocket" and gap <= 1:
                texts |= {f"steal {other} {kind}" for kind in held(self.table, other)}
        for mark, tiles in PLACES.items():
            if at in tiles and mark not in self.done and hand[mark] >= 4:
                texts.add(f"collect {mark}")
        if role == "birdwatcher" and not scouted:
            texts.add("scout")
        return texts

    def shed(self, seat: int) -> set[str]:
        """RMB-81: what an overfull seat may do."""
        return {f"discard {kind}" for kind in held(self.table, seat)} | self.specials(seat)

    def evacuation(self, seat: int) -> set[str]:
        """RMB-120 and RMB-142: where the pawn of a removed tile may go."""
        assert self.lamp[self.at[seat]] == "gone"
        reach = 2 if self.role[seat] == "jogger" else 1
        return {f"evacuate {tile}" for tile in self.near(self.at[seat], reach)}


@pytest.mark.parametrize(("seats", "options"), HOUSES)
def test_rmb_32_the_menu_of_random_tables(seats: int, options: dict[str, Value]) -> None:
    """Actions, sheds, windows and evacuations, on shuffled maps with gaps."""
    asked: Counter[str] = Counter()
    for seed in range(10):
        state, rng = deal(seed, seats, **options).state, Rng(seed)
        scouted = -1
        while state.actor != OVER:
            if state.actor >= 0:
                rules, rule = Rules(GAME.view(state, None).table), GAME.rule(state)
                found, seat = GAME.legal_texts(state), state.actor
                turn = rules.table["turn"]
                assert len(found) == len(set(found))
                expected = None
                if rule == "RMB-32":
                    push = options.get("interject") != "poll"
                    expected = rules.actions(seat, scouted=scouted == turn, push=push)
                elif rule == "RMB-81":
                    expected = rules.shed(seat)
                elif rule in {"RMB-98", "RMB-99"}:
                    expected = {"pass"} | rules.specials(seat)
                elif rule == "RMB-121":
                    expected = rules.evacuation(seat)
                    assert len(expected) > 1
                elif rule == "RMB-149":
                    scouted = turn
                if expected is not None:
                    assert set(found) == expected
                    asked[rule] += 1
            random_step(state, rng)
    assert asked["RMB-32"] > 100
    assert asked["RMB-81"] > 0
    assert asked["RMB-98"] > 10


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_rmb_70_the_marker_never_goes_back(seats: int) -> None:
    """In random games the notch only ever rises, one at a time, and no game exceeds 78 turns."""
    for seed in range(6):
        state, rng = deal(seed, seats).state, Rng(seed)
        notch = 2
        while state.actor != OVER:
            random_step(state, rng)
            table = GAME.view(state, None).table
            assert notch <= table["notch"] <= notch + 1
            assert table["turn"] <= 78
            notch = table["notch"]
