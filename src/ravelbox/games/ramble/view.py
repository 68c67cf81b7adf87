"""What everybody sees: the whole table but the order of the piles, and how a game ended."""

from __future__ import annotations

from typing import Any, Final

from ravelbox.games.ramble.asking import name, prompt
from ravelbox.games.ramble.facts import (
    CARD_IDS,
    DIFFICULTY_IDS,
    FACTS,
    KINDS,
    LANDMARK_IDS,
    METER_IDS,
    ROLE_IDS,
    TILE_IDS,
)
from ravelbox.games.ramble.house import OPTIONS, options_of
from ravelbox.games.ramble.lights import PLACES
from ravelbox.games.ramble.setup import POSITIONS
from ravelbox.games.ramble.specials import BringPawn, RelocatePawn
from ravelbox.games.ramble.state import (
    EXIT,
    HELD_KINDS,
    LANDMARKS,
    NONE,
    ROLES,
    TILES,
    WON,
    Ramble,
    holds,
    is_out,
    remaining,
    size,
)
from ravelbox.kernel.game import Outcome, View
from ravelbox.kernel.options import spelled, unusual
from ravelbox.kernel.rules import OVER

OFFICIAL: Final = 3  # RMB-180: players, one a seat


def view(s: Ramble, seat: int | None) -> View:
    """RMB-20. All seats see the same; only what is asked differs."""
    over = s.actor == OVER
    return View(
        game="ramble",
        seat=seat,
        actor=s.actor,
        table=table(s),
        prompt=prompt(s, seat) if seat is not None and not over else None,
        outcome=outcome(s) if over else None,
    )


def table(s: Ramble) -> dict[str, Any]:
    """The table as plain structure."""
    chosen = unusual(OPTIONS, options_of(s.house))
    level = level_of(s)
    return {
        "turn": s.turns,
        "phase": phase(s),
        "active": s.active,
        "actions": s.actions,
        "asked": s.actor if s.actor >= 0 else None,
        "difficulty": DIFFICULTY_IDS[s.house.difficulty],
        "difficulty_name": FACTS.difficulties[s.house.difficulty],
        "meter": METER_IDS[s.house.meter],
        "options": [
            {"name": o.name, "value": spelled(chosen[o.name]), "explain": o.explain}
            for o in OPTIONS
            if o.name in chosen
        ],
        "players": s.house.players,
        "mode": "official" if min(s.house.players, len(s.pawns)) >= OFFICIAL else "unofficial",
        "notch": s.notch,
        "level": level,
        "track": [
            *({"notch": n, "level": cards} for n, cards in enumerate(s.house.levels, 1)),
            {"notch": len(s.house.levels) + 1, "level": None},
        ],
        "tiles": tiles(s, level or 0),
        "seats": [_seat(s, seat) for seat in range(len(s.pawns))],
        "landmarks": [_landmark(s, landmark) for landmark in range(LANDMARKS)],
        "lights": {
            "count": len(s.lights),
            "layers": layers(s),
            "discard": _cards(s, s.burnt),
            "gone": [TILE_IDS[t] for t in range(TILES) if not remaining(s) >> t & 1],
        },
        "explore": {
            "count": int(size(s.explore)),
            "kinds": [
                {
                    "kind": kind,
                    "name": FACTS.kinds[i].name,
                    "left": int(holds(s.explore, i)),
                    "discarded": int(holds(s.explored, i)),
                }
                for i, kind in enumerate(KINDS)
            ],
        },
        "scout": _scout(s),
        "gps": _gps(s),
        "roles": [_role(s, role) for role in range(ROLES)],
    }


def phase(s: Ramble) -> str:
    """Where the turn stands: setup, actions, draw, lights or over."""
    if s.actor == OVER:
        return "over"
    if s.turns == 0:
        return "setup"
    for rule, _, _, _ in reversed(s.agenda):  # the next phase still to come tells this one
        cites = s.rules[rule].cites
        if cites in ("RMB-32", "RMB-34"):
            return "actions"
        if cites in ("RMB-61", "RMB-105"):
            return "draw"
    return "lights"


def level_of(s: Ramble) -> int | None:
    """Lights Out cards a turn; None at the last notch, where the game is lost."""
    return s.house.levels[s.notch - 1] if s.notch <= len(s.house.levels) else None


def lamp(s: Ramble, tile: int) -> str:
    """The state of a tile in a word."""
    if s.lit >> tile & 1:
        return "lit"
    return "dark" if s.dark >> tile & 1 else "gone"


def tiles(s: Ramble, level: int) -> list[dict[str, Any]]:
    """The tiles in reading order, north to south and west to east."""
    soon = {card for layer in _next(s, level) for card in layer}
    order = sorted(range(len(s.tiles)), key=lambda p: (POSITIONS[p][1], POSITIONS[p][0]))
    return [_tile(s, s.tiles[p], p, soon=s.tiles[p] in soon) for p in order]


def _tile(s: Ramble, tile: int, position: int, *, soon: bool) -> dict[str, Any]:
    fact = FACTS.tiles[tile]
    if fact.exit:
        kind, mark, words = "exit", "EXIT", "street access"
    elif fact.landmark >= 0:
        kind, mark = "landmark", LANDMARK_IDS[fact.landmark]
        words = FACTS.kinds[fact.landmark].name
    else:
        kind, mark = "start", ROLE_IDS[fact.start]
        words = f"start of the {FACTS.roles[fact.start].name}"
    last = fact.landmark >= 0 and _is_last(s, fact.landmark) and bool(remaining(s) >> tile & 1)
    return {
        "id": fact.id,
        "name": fact.name,
        "kind": kind,
        "mark": mark,
        "mark_name": words,
        "state": lamp(s, tile),
        "pos": position,
        "q": POSITIONS[position][0],
        "r": POSITIONS[position][1],
        "soon": soon,
        "last": last,
        "pawns": [seat for seat, at in enumerate(s.pawns) if at == tile],
    }


def _is_last(s: Ramble, landmark: int) -> bool:
    """Whether a landmark is still needed and has one place left."""
    left = PLACES[landmark] & remaining(s)
    return s.tokens[landmark] == NONE and left.bit_count() == 1


def _seat(s: Ramble, seat: int) -> dict[str, Any]:
    role = s.roles[seat]
    fact = FACTS.roles[role] if role != NONE else None
    at = s.pawns[seat]
    return {
        "seat": seat,
        "name": name(s, seat),
        "role": fact.id if fact else None,
        "letter": fact.letter if fact else str(seat + 1),
        "colour": fact.colour if fact else "",
        "ability": fact.does if fact else "",
        "ability_name": fact.ability if fact else "",
        "rule": fact.rule if fact else "",
        "tile": TILE_IDS[at] if at != NONE else None,
        "out": is_out(s, seat),
        "active": s.turns > 0 and s.active == seat,
        "player": seat % s.house.players,
        "hand": [
            {
                "kind": KINDS[kind],
                "name": FACTS.kinds[kind].name,
                "n": int(holds(s.hands[seat], kind)),
                "special": kind >= LANDMARKS,
            }
            for kind in range(HELD_KINDS)
            if holds(s.hands[seat], kind)
        ],
        "cards": int(size(s.hands[seat])),
        "tokens": [LANDMARK_IDS[i] for i, by in enumerate(s.tokens) if by == seat],
    }


def _landmark(s: Ramble, landmark: int) -> dict[str, Any]:
    by = s.tokens[landmark]
    return {
        "id": LANDMARK_IDS[landmark],
        "name": FACTS.kinds[landmark].name,
        "motif": FACTS.kinds[landmark].does,
        "tiles": [
            {"id": tile.id, "name": tile.name, "state": lamp(s, i)}
            for i, tile in enumerate(FACTS.tiles)
            if tile.landmark == landmark
        ],
        "by": by if by != NONE else None,
        "last": _is_last(s, landmark),
    }


def _role(s: Ramble, role: int) -> dict[str, Any]:
    fact = FACTS.roles[role]
    start = next(tile for tile in FACTS.tiles if tile.start == role)
    return {
        "role": fact.id,
        "name": fact.name,
        "letter": fact.letter,
        "colour": fact.colour,
        "ability": fact.does,
        "ability_name": fact.ability,
        "rule": fact.rule,
        "start": start.id,
        "start_name": start.name,
        "taken": role in s.roles,
    }


def segments(s: Ramble) -> list[tuple[bool, list[int]]]:
    """The Lights Out pile as everybody knows it: from the top, whether the order is known, and which.

    The one card of a bag has no order to be unknown.
    """
    found: list[tuple[bool, list[int]]] = []
    last = 0
    for place in s.lights:
        known = place >= 0 or s.bags.size(~place) == 1
        card = place if place >= 0 else s.bags.own[~place][0]
        if known and found and found[-1][0]:
            found[-1][1].append(card)
        elif known:
            found.append((True, [card]))
        elif not found or found[-1][0] or place != last:
            found.append((False, list(s.bags.own[~place])))
        last = place
    return found


def layers(s: Ramble) -> list[dict[str, Any]]:
    """The segments for people."""
    return [
        {"order": "known" if known else "mixed", "cards": [_card(s, card) for card in cards]}
        for known, cards in segments(s)
    ]


def _next(s: Ramble, level: int) -> list[list[int]]:
    """The cards that may be among the next `level`, segment by segment."""
    found: list[list[int]] = []
    left = level
    for known, cards in segments(s):
        if left <= 0:
            break
        found.append(cards[:left] if known else cards)
        left -= len(cards)
    return found


def _card(s: Ramble, card: int) -> dict[str, str]:
    tile = FACTS.tiles[card]
    return {"id": CARD_IDS[card], "tile": tile.id, "name": tile.name, "state": lamp(s, card)}


def _cards(s: Ramble, cards: int) -> list[dict[str, str]]:
    return [_card(s, card) for card in range(TILES) if cards >> card & 1]


def _scout(s: Ramble) -> list[dict[str, str]]:
    """What Keen eye has just revealed, while it is asked which card to drop."""
    if s.actor < 0 or s.rules[s.agenda[-1][0]].cites != "RMB-149":
        return []
    return [_card(s, card) for card in s.lights[: s.agenda[-1][2]]]


def _gps(s: Ramble) -> dict[str, Any] | None:
    """Whom a GPS moves and where to, as far as that is chosen (RMB-93)."""
    if s.actor < 0:
        return None
    index, _, x, y = s.agenda[-1]
    if isinstance(s.rules[index], RelocatePawn):
        return {"to": None, "seats": [x]}
    if isinstance(s.rules[index], BringPawn):
        group = [seat for seat in range(len(s.pawns)) if x >> seat & 1]
        return {"to": TILE_IDS[y & 31], "seats": group}
    return None


def describe(seen: View) -> str:
    """The table in plain lines."""
    t = seen.table
    level = f"{t['level']} Lights Out a turn" if t["level"] else "night"
    tokens = sum(landmark["by"] is not None for landmark in t["landmarks"])
    mode = " (unofficial table)" if t["mode"] == "unofficial" else ""
    meter = f"notch {t['notch']} of {len(t['track'])}, {level}"
    lines = [f"{t['difficulty_name']}{mode}, turn {t['turn']}: {tokens} of 6 tokens; {meter}."]
    rows: dict[int, list[str]] = {}
    for tile in t["tiles"]:
        mark = {"lit": "", "dark": "*", "gone": " gone"}[tile["state"]]
        pawns = "".join(t["seats"][seat]["letter"] for seat in tile["pawns"])
        shown = f"{tile['id']}{mark}{f' [{pawns}]' if pawns else ''} {tile['name']}"
        rows.setdefault(tile["r"], []).append(f"{shown} ({tile['mark']})")
    lines += [f"  {' · '.join(row)}" for row in rows.values()]
    if rows:
        lines.append("  (* dark; letters in brackets are pawns)")
    for seat in t["seats"]:
        hand = ", ".join(f"{card['n']} {card['kind']}" for card in seat["hand"]) or "no cards"
        has = f"; tokens {' '.join(seat['tokens'])}" if seat["tokens"] else ""
        state = "out" if seat["out"] else f"at {seat['tile']}: {hand}"
        lines.append(f"  {seat['seat']} {seat['name']} ({seat['ability_name']}), {state}{has}.")
    layers_ = [
        ("" if layer["order"] == "known" else "any order of ")
        + " ".join(f"{c['id']}{'*' if c['state'] == 'dark' else ''}" for c in layer["cards"])
        for layer in t["lights"]["layers"]
    ]
    out = " ".join(card["id"] for card in t["lights"]["discard"]) or "none"
    lines.append(f"  Lights Out, next first: {'; then '.join(layers_) or 'none'}. Discard: {out}.")
    left = ", ".join(f"{k['left']} {k['kind']}" for k in t["explore"]["kinds"] if k["left"])
    lines.append(f"  Explore deck of {t['explore']['count']}: {left or 'empty'}.")
    return "\n".join(lines)


def outcome(s: Ramble) -> Outcome:
    """RMB-137. All win or lose together; RMB-138: honours rank the seats after a win."""
    headline, why, rule = _ending(s)
    tokens = sum(by != NONE for by in s.tokens)
    scores = [
        ("Result", "victory" if s.result == WON else "defeat"),
        ("Tokens", f"{tokens} of 6"),
        ("Turns", str(s.turns)),
        ("Tiles left", f"{remaining(s).bit_count()} of {TILES}"),
        ("Light Meter", f"notch {s.notch} of {len(s.house.levels) + 1}"),
    ]
    if s.result == WON and s.house.honours:
        scores += _honours(s)
    won = tuple(range(len(s.pawns))) if s.result == WON else ()
    return Outcome(won, headline, why, rule, tuple(scores))


def _ending(s: Ramble) -> tuple[str, str, str]:
    """Headline, reason and rule."""
    if s.result == WON:
        return (
            "Out of the park",
            f"All six tokens and everyone, in {s.turns} turn{'' if s.turns == 1 else 's'}.",
            "RMB-136",
        )
    if not remaining(s) >> EXIT & 1:
        return "No way out", "The Park Exit is gone.", "RMB-132"
    for landmark in range(LANDMARKS):
        if s.tokens[landmark] == NONE and not PLACES[landmark] & remaining(s):
            lost = FACTS.kinds[landmark].name
            return (
                "Too late",
                f"Both places of {lost} are gone, and its token with them.",
                "RMB-131",
            )
    if s.notch > len(s.house.levels):
        return "Night", "The Light Meter reached its last notch.", "RMB-134"
    if all(at == NONE for at in s.pawns):
        return "Nobody left", "The last parkgoer is out.", "RMB-133"
    for seat, at in enumerate(s.pawns):
        if at != NONE and not remaining(s) >> at & 1:
            return "Stranded", f"Nobody came for the {name(s, seat)}.", "RMB-133"
    return "Given up", "The group decided to go home.", "RMB-139"


def _honours(s: Ramble) -> list[tuple[str, str]]:
    """RMB-138. Ties share the rank; eliminated seats are ranked like the others."""
    counts = [sum(by == seat for by in s.tokens) for seat in range(len(s.pawns))]
    ranked = sorted(range(len(counts)), key=lambda seat: -counts[seat])
    return [
        (
            f"{1 + sum(n > counts[seat] for n in counts)}. {name(s, seat)}",
            f"{counts[seat]} token{'' if counts[seat] == 1 else 's'}",
        )
        for seat in ranked
    ]
