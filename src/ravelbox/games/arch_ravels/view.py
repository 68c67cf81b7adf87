"""What everybody sees: the whole table but the order of the decks, and how a game ended."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from ravelbox.games.arch_ravels.asking import name, prompt, revealed_space
from ravelbox.games.arch_ravels.choosing import choosing
from ravelbox.games.arch_ravels.ending import cards_finished, score, winners
from ravelbox.games.arch_ravels.facts import (
    BOARD_IDS,
    CHARACTER_IDS,
    COLOUR_IDS,
    FACTS,
    ITEM_IDS,
    PROJECT_IDS,
    REQUEST_IDS,
)
from ravelbox.games.arch_ravels.house import OPTIONS, options_of
from ravelbox.games.arch_ravels.scoring import bands, lines
from ravelbox.games.arch_ravels.state import (
    BEAR,
    IN_FORCE,
    ITEMS,
    LISTED,
    NONE,
    PENDING,
    REQUESTS,
    SCARF,
    TILED,
    ArchRavels,
    deck_size,
)
from ravelbox.games.arch_ravels.telling import joined, points_words, tile_words
from ravelbox.games.arch_ravels.yarn import (
    EXACT,
    bowl_of,
    is_payable,
    kind_of,
    need_of,
    yarn_in,
)
from ravelbox.kernel.game import Outcome, View
from ravelbox.kernel.options import spelled, unusual
from ravelbox.kernel.rules import OVER

BANS: Final = {
    0: "none",
    PENDING: "pending",
    IN_FORCE: "in force",
    PENDING | IN_FORCE: "in force and pending",
}
RULES: Final = ["exact", "different", "one colour", "two colours", "any colours", "gifts"]
PHASES: Final = {
    "ARC-23": "actions", "ARC-26": "actions", "ARC-27": "actions", "ARC-58": "restock",
    "ARC-61": "restock", "ARC-79": "wrap-up", "ARC-84": "wrap-up", "ARC-21": "wrap-up",
    "ARC-97": "final", "ARC-108": "final",
}  # fmt: skip
STEPS: Final = {
    "setup": "Setting up",
    "actions": "Player actions",
    "restock": "Restock",
    "wrap-up": "Restock actions",
    "final": "Final craft",
    "over": "The end",
}


def view(s: ArchRavels, seat: int | None) -> View:
    """Ruling Q32. All seats see the same; only what is asked differs."""
    over = s.actor == OVER
    return View(
        game="arch_ravels",
        seat=seat,
        actor=s.actor,
        table=table(s, seat),
        prompt=prompt(s, seat) if seat is not None and not over else None,
        outcome=outcome(s) if over else None,
    )


def table(s: ArchRavels, seat: int | None) -> dict[str, Any]:
    """The table as plain structure; projects show what the looking seat has for them."""
    chosen = unusual(OPTIONS, options_of(s.house))
    at = phase(s)
    looking = seat if seat is not None else s.active
    revealed = revealed_space(s) if s.actor >= 0 else None
    listed = sum(project != NONE for project in s.listed)
    return {
        "turn": s.turns,
        "phase": at,
        "step": STEPS[at],
        "active": s.active if s.turns else None,
        "asked": s.actor if s.actor >= 0 else None,
        "first": s.first,
        "solo": s.house.solo,
        "turn_limit": s.house.turn_limit,
        "options": [
            {"name": o.name, "value": spelled(chosen[o.name]), "explain": o.explain}
            for o in OPTIONS
            if o.name in chosen
        ],
        "bazaar": [_space(s, space) for space in range(len(s.bazaar))],
        "deck": deck_size(s),
        "discard": {
            "count": len(s.discard),
            "top": _card(s.discard[-1]) if s.discard else None,
            "cards": _counted(s.discard),
        },
        "unseen": _counted(s.pool),
        "projects": [_listed(s, project, looking) for project in s.listed],
        "project_deck": s.stack,
        "to_go": max(0, s.stack + listed - LISTED + 1),
        "seats": [_seat(s, each) for each in range(len(s.characters))],
        "cast": [_cast(s, character) for character in range(len(CHARACTER_IDS))],
        "revealed": revealed + 1 if revealed is not None else None,
        "crafts": s.crafts,
        "choosing": choosing(s, seat),
    }


def phase(s: ArchRavels) -> str:
    """Where the turn stands."""
    if s.actor == OVER:
        return "over"
    for index, _, _, _ in reversed(s.agenda):
        cites = s.rules[index].cites
        if cites in PHASES and s.turns:
            return PHASES[cites]
    return "setup"


def _space(s: ArchRavels, space: int) -> dict[str, Any]:
    card = s.bazaar[space]
    shown = {"space": space + 1, "card": None, "kind": "gap", "request": None, "does": ""}
    if s.house.solo:  # ARC-117: nobody left it, so it gives nothing
        shown |= {"name": "empty", "gives": ""}
    else:
        shown |= {"name": "1 of any colour", "gives": "?"}
    if card == NONE:
        return shown
    fact = FACTS.cards[card]
    return shown | {
        "card": fact.id,
        "kind": fact.kind,
        "name": fact.name,
        "gives": _letters(fact.gives) + "?" * fact.wild,
        "request": request(s, card - REQUESTS, None) if card >= REQUESTS else None,
        "does": fact.does,
    }


def _letters(counts: list[int]) -> str:
    return "".join(COLOUR_IDS[colour] * n for colour, n in enumerate(counts))


def _card(card: int) -> dict[str, Any]:
    fact = FACTS.cards[card]
    return {"id": fact.id, "name": fact.name, "kind": fact.kind}


def _counted(cards: list[int]) -> list[dict[str, Any]]:
    return [_card(card) | {"n": n} for card, n in sorted(Counter(cards).items())]


def _needs(project: int) -> dict[str, int]:
    needs = FACTS.projects[project].needs
    return {ITEM_IDS[item]: n for item, n in enumerate(needs) if n}


def _project(project: int) -> dict[str, Any]:
    fact = FACTS.projects[project]
    return {"id": fact.id, "name": fact.name, "points": fact.points, "needs": _needs(project)}


def _listed(s: ArchRavels, project: int, looking: int) -> dict[str, Any] | None:
    """A project of the list, with what the looking seat has for it."""
    if project == NONE:
        return None
    needs = _needs(project)
    have = {
        item: min(n, s.items[looking * ITEMS + ITEM_IDS.index(item)]) for item, n in needs.items()
    }
    lacks = {item: n - have[item] for item, n in needs.items() if n > have[item]}
    names = [_few(item, n) for item, n in lacks.items()]
    note = f"{joined(names)} to go" if names else "You have it all"
    return _project(project) | {
        "have": have,
        "ready": not lacks,
        "note": note[0].upper() + note[1:],
    }


def _few(item: str, n: int) -> str:
    if item == "mittens":
        return "mittens" if n == 1 else f"{n} pairs of mittens"
    plural = {"scarf": "scarves"}.get(item, f"{item}s")
    return f"a {item}" if n == 1 else f"{n} {plural}"


def _seat(s: ArchRavels, seat: int) -> dict[str, Any]:
    character = s.characters[seat]
    fact = FACTS.characters[character] if character != NONE else None
    board = FACTS.boards[fact.board] if fact else None
    at = s.spaces[seat]
    return {
        "seat": seat,
        "name": name(s, seat),
        "character": fact.id if fact else None,
        "board": board.id if board else None,
        "board_name": board.name if board else "",
        "favourite": _favourite(fact.favourite) if fact else None,
        "active": bool(s.turns) and s.active == seat,
        "score": points_words(score(s, seat)),
        "score_quarters": score(s, seat),
        "lines": lines(s, seat),
        "bowl": dict(zip(COLOUR_IDS, bowl_of(s, seat), strict=True)),
        "yarn": yarn_in(s, seat),
        "items": {item: s.items[seat * ITEMS + i] for i, item in enumerate(ITEM_IDS)},
        "patterns": [_pattern(s, seat, item) for item in range(ITEMS)] if dealt(s, seat) else [],
        "requests": _requests(s, seat, s.held[seat]),
        "done": _requests(s, seat, s.done[seat]),
        "projects": [_project(p) for p in range(len(PROJECT_IDS)) if s.won[seat] >> p & 1],
        "spaces": _spaces(s, seat) if fact else [],
        "last": board.spaces[at].words if board and at != NONE else None,
        "ban": BANS[s.bans[seat]],
    }


def dealt(s: ArchRavels, seat: int) -> bool:
    """Whether a seat has its tiles."""
    return NONE not in s.tiles[seat * TILED : (seat + 1) * TILED]


def _favourite(request_: int) -> dict[str, str]:
    return {"id": REQUEST_IDS[request_], "name": FACTS.requests[request_].name}


def _pattern(s: ArchRavels, seat: int, item: int) -> dict[str, Any]:
    fact = FACTS.items[item]
    kind = kind_of(s, seat, item)
    tiled = BEAR <= item <= SCARF
    learned = tiled and kind != EXACT
    words = fact.rule_words
    cost = "n" * fact.yarn
    if kind == EXACT:
        tile = s.tiles[seat * TILED + item - BEAR]
        words, cost = tile_words(tile), _letters(FACTS.tiles[tile].cost)
    return {
        "item": fact.id,
        "name": fact.name,
        "side": "learned" if learned else "exact" if tiled else "printed",
        "cost": cost,
        "rule": RULES[kind],
        "words": words,
        "value": fact.learned,
        "learned": learned,
        "payable": is_payable(s, seat, item, freely=False),
    }


def _requests(s: ArchRavels, seat: int, requests: int) -> list[dict[str, Any]]:
    return [request(s, r, seat) for r in range(len(REQUEST_IDS)) if requests >> r & 1]


def request(s: ArchRavels, which: int, seat: int | None) -> dict[str, Any]:
    """A request, for its holder if it has one."""
    fact = FACTS.requests[which]
    exact = fact.kind == "exact"
    mine = seat is not None and s.characters[seat] == fact.favourite != NONE
    yarn = need_of(s, ITEMS + which)
    return {
        "id": fact.id,
        "name": fact.name,
        "cost": _letters(fact.cost) if exact else "n" * yarn,
        "words": fact.words,
        "worth": points_words(fact.quarters),
        "yarn": yarn,
        "favourite_of": CHARACTER_IDS[fact.favourite] if fact.favourite != NONE else None,
        "mine": mine,
        "payable": seat is not None and is_payable(s, seat, ITEMS + which, freely=False),
    }


def _spaces(s: ArchRavels, seat: int) -> list[dict[str, Any]]:
    board = FACTS.boards[s.characters[seat] // 2]
    choosing = s.actor == seat and s.rules[s.agenda[-1][0]].cites == "ARC-23"
    found: list[dict[str, Any]] = []
    for at, space in enumerate(board.spaces):
        does: list[dict[str, Any]] = []
        if space.shop:
            does.append({"do": "shop", "n": space.shop, "any": False})
        if space.take:
            does.append({"do": "take", "n": space.take, "any": False})
        if space.craft:
            does.append({"do": "craft", "n": space.craft, "any": space.any_colours})
        if space.exchange:
            does.append({"do": "exchange", "n": 0, "any": False})
        on = s.spaces[seat] == at
        barred = on and choosing
        found.append(
            {"space": at + 1, "words": space.words, "does": does, "on": on, "barred": barred}
        )
    return found


def _cast(s: ArchRavels, character: int) -> dict[str, Any]:
    fact = FACTS.characters[character]
    board = FACTS.boards[fact.board]
    taken = [c // 2 for c in s.characters if c != NONE]
    return {
        "character": fact.id,
        "name": fact.name,
        "board": BOARD_IDS[fact.board],
        "board_name": board.name,
        "favourite": _favourite(fact.favourite),
        "spaces": [space.words for space in board.spaces],
        "taken": fact.board in taken,
    }


def describe(seen: View) -> str:
    """The table in plain lines."""
    t = seen.table
    lines_ = [f"Turn {t['turn']}, {t['step'].lower()}." if t["turn"] else f"{t['step']}."]
    if any(space["card"] for space in t["bazaar"]):
        spaces = [f"[{space['space']}] {space['name']}" for space in t["bazaar"]]
        lines_.append(f"  Bazaar: {'; '.join(spaces)}.")
        lines_.append(f"  Deck {t['deck']}, discard {t['discard']['count']}.")
    projects = [
        f"{p['id']} {p['name']} for {p['points']} ({_counts(p['needs'])})"
        for p in t["projects"]
        if p
    ]
    if projects:
        lines_.append(f"  Projects: {'; '.join(projects)}; {t['project_deck']} in the deck.")
    for seat in t["seats"]:
        lines_ += _describe_seat(seat)
    return "\n".join(lines_)


def _describe_seat(seat: dict[str, Any]) -> list[str]:
    """A seat in plain lines."""
    board = f" ({seat['board_name']})" if seat["board_name"] else ""
    ban = {"none": ""}.get(seat["ban"], f"; no crafting: {seat['ban']}")
    last = f"; last {seat['last']}" if seat["last"] else ""
    bowl = " ".join(f"{n}{colour}" for colour, n in seat["bowl"].items() if n) or "empty"
    items = _counts({item: n for item, n in seat["items"].items() if n}) or "none"
    lines_ = [
        f"  {seat['seat']} {seat['name']}{board}, {seat['score']} points now{last}{ban}.",
        f"    Bowl {bowl}; items {items}.",
    ]
    if seat["patterns"]:
        patterns = [f"{p['name']} {p['words']}" for p in seat["patterns"]]
        lines_.append(f"    Patterns: {'; '.join(patterns)}.")
    for word, key in (("Requests", "requests"), ("Requests done", "done")):
        if seat[key]:
            cards = [f"{r['id']} {r['name']} ({r['words']}, {r['worth']})" for r in seat[key]]
            lines_.append(f"    {word}: {'; '.join(cards)}.")
    if seat["projects"]:
        done = [f"{p['name']} {p['points']}" for p in seat["projects"]]
        lines_.append(f"    Projects done: {'; '.join(done)}.")
    return lines_


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} {item}" for item, n in counts.items())


def outcome(s: ArchRavels) -> Outcome:
    """ARC-108 to ARC-111. Who won and why; ARC-122: alone, the points and their band."""
    seats = range(len(s.characters))
    scores = [(name(s, seat), points_words(score(s, seat))) for seat in seats]
    if s.house.solo:
        points = points_words(score(s, 0))
        return Outcome((), f"{points} points", bands(score(s, 0)), "ARC-122", tuple(scores))
    won = winners(s)
    names = joined([name(s, seat) for seat in won])
    headline = f"{names} win{'s' if len(won) == 1 else ''}"
    why, rule = _why(s, won)
    return Outcome(tuple(won), headline, why, rule, tuple(scores))


def _why(s: ArchRavels, won: list[int]) -> tuple[str, str]:
    """What decided, and by which rule."""
    best = score(s, won[0])
    points = f"{points_words(best)} points"
    level = [seat for seat in range(len(s.characters)) if score(s, seat) == best]
    if len(won) > 1:
        return f"{points} each, and level in cards and yarn: a shared victory.", "ARC-111"
    if len(level) == 1:
        return f"{points}, the most.", "ARC-108"
    cards = cards_finished(s, won[0])
    if all(cards_finished(s, seat) < cards for seat in level if seat not in won):
        return f"{points} like others, but more cards finished: {cards}.", "ARC-109"
    return f"{points} like others, but less yarn left: {yarn_in(s, won[0])}.", "ARC-110"
