"""What a seat sees: the whole table but others' hands and the order of decks; and how it ended."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from ravelbox.games.ravingspire.about import about
from ravelbox.games.ravingspire.actions import TARGETS as TARGET_IDS
from ravelbox.games.ravingspire.asking import name, prompt, source_words, target_name
from ravelbox.games.ravingspire.cards import (
    ADVERSARY,
    CARDS,
    HEROES,
    IN_BATTLE,
    IN_ENCOUNTER,
    IN_EXPLORE,
    TYPES,
)
from ravelbox.games.ravingspire.codes import ABANDON, FACE, FORCE
from ravelbox.games.ravingspire.decks import G_AT, G_DECK, G_SEATS, place_of
from ravelbox.games.ravingspire.encounter import highest
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.house import OPTIONS, options_of
from ravelbox.games.ravingspire.move import are_near
from ravelbox.games.ravingspire.packs import heroes_of
from ravelbox.games.ravingspire.payment import COMMIT, committed_types, missing, source_of, totals
from ravelbox.games.ravingspire.plays import can_act
from ravelbox.games.ravingspire.power import (
    Means,
    Scales,
    Source,
    at_hand,
    ring_level,
    scales_of,
    weigh,
)
from ravelbox.games.ravingspire.prices import SERVICES as PRICES
from ravelbox.games.ravingspire.prices import cost_of, cuts_of, ways_to_pay
from ravelbox.games.ravingspire.rolls import use_bit
from ravelbox.games.ravingspire.setup import packs_at
from ravelbox.games.ravingspire.state import (
    ACTED,
    ADDED_AT,
    ADDED_TO_AT,
    AS_AT,
    CHANGED_AT,
    COMMITTED,
    DOUBLED_AT,
    ENCOUNTER,
    EXPLORE,
    FACE_DOWN,
    FOE,
    FROM_HELPER,
    FROM_LEFT,
    FROM_PLACE,
    FROM_PLAYED,
    GENERATED,
    KEEP,
    KIND,
    KNOWN_AT,
    LETTERS,
    MAPS,
    NONE,
    RECOVER,
    RING,
    SHOWDOWN,
    SLOTS,
    TARGETS,
    VORPAL,
    WELL,
    Ravingspire,
    from_of,
)
from ravelbox.games.ravingspire.telling import ATTRIBUTES, SERVICES, place_words, short
from ravelbox.games.ravingspire.tower import SPACES, STAIR, is_locked, linked
from ravelbox.games.ravingspire.zones import hand_size, place_bits
from ravelbox.kernel.game import Outcome, View
from ravelbox.kernel.options import spelled, unusual
from ravelbox.kernel.rules import OVER

LEVELS: Final = ("dungeon", "temple", "spire")
ATTRS: Final = ("fight", "skill", "charm", "vorpal")
PHASES: Final = (
    *("ready", "move", "draw", "encounter", "explore", "recover", "foe", "showdown"),
    "keep",
)
SERVICE_IDS: Final = ("maps", "glyphs", "exert", "rotation", "well")
SERVICE_WORDS: Final = (
    "Roll, and turn your level exactly that far.",
    "Roll, and turn your level exactly that far.",
    "Move one step.",
    "Roll, and turn your level up to that far.",
    "Banish a card of your hand or discard pile, or one you paid with.",
)
LATEST: Final = 3  # cards shown of the Banish pile in the order they came
WELL_ASKS: Final = "RSP-84"
ZONES: Final = {FROM_PLAYED: "played", FROM_HELPER: "helper", FROM_LEFT: "left"}


def view(s: Ravingspire, seat: int | None) -> View:
    """Built up from what the seat knows."""
    over = s.actor == OVER
    return View(
        game="ravingspire",
        seat=seat,
        actor=s.actor,
        table=table(s, seat),
        prompt=prompt(s, seat) if seat is not None and not over else None,
        outcome=outcome(s) if over else None,
    )


def card(kind: int) -> dict[str, Any]:
    """What is printed on a card."""
    fact = FACTS.cards[kind]
    return {
        "id": fact.id,
        "name": fact.name,
        "type": fact.types[0],
        "types": list(fact.types),
        "klass": fact.klass,
        "power": [{"attr": attr, "n": n} for attr, n in fact.power],
        "cost": _cost(CARDS[kind].cost) if fact.cost is not None else None,
        "text": fact.text,
        "flavour": fact.flavour,
        "slots": fact.slots,
        "deck": fact.deck,
        "starter": fact.deck == "starter",
        "loot": fact.deck == "loot",
        "yield": fact.loot,
    }


def _cost(cost: list[int]) -> dict[str, int | None]:
    return {
        "fight": cost[0],
        "skill": cost[1],
        "charm": cost[2],
        "brute": cost[3] if cost[3] >= 0 else None,
    }


def _counted(kinds: list[int]) -> list[dict[str, Any]]:
    return [{"card": card(kind), "n": n} for kind, n in sorted(Counter(kinds).items())]


def table(s: Ravingspire, seat: int | None) -> dict[str, Any]:
    """The table as plain structure; RSP-55: ring and pending cards are open to all."""
    chosen = unusual(OPTIONS, options_of(s.house))
    ready = all(hero != NONE for hero in s.heroes)
    return {
        "turn": s.turn,
        "phase": phase(s),
        "active": s.active if s.turn else None,
        "asked": s.actor if s.actor >= 0 else None,
        "first": s.first,
        "turn_cap": s.house.turn_cap,
        "packs": ["base", *packs_at(s.house)],
        "options": [
            {"name": o.name, "value": spelled(chosen[o.name]), "explain": o.explain}
            for o in OPTIONS
            if o.name in chosen
        ],
        "madness": s.madness,
        "madness_full": FACTS.board.madness_base + len(s.heroes),
        "rings": [_ring(s, level, seat, ready=ready) for level in range(len(LEVELS))],
        "links": [_link(s, level) for level in range(len(LEVELS) - 1)],
        "pending": card(s.pending) if s.pending != NONE else None,
        "setaside": [card(kind) for kind in s.setaside],
        "returning": [card(kind) for kind in s.returning],
        "deck": len(s.pile),
        "banished": {
            "count": len(s.banished),
            "cards": _counted(s.banished),
            "latest": [card(kind) for kind in s.banished[: -LATEST - 1 : -1]],
        },
        "loot_deck": len(s.loot_pile),
        "foe_deck": {
            "count": len(s.foe_pile),
            "attached": [card(kind) for kind in s.attached],
            "known": _known(s, 3, s.foe_pile, seat),
        },
        "tower_deck": len(s.tower_deck),
        "top": [entry["card"] for entry in _top(s, seat)],
        "spire": {
            "sealed": len(s.spires),
            "card": card(s.spire) if s.spire != NONE else None,
            "left": [card(kind) for kind in s.left],
        },
        "battle": _battle(s) if s.phase in (SHOWDOWN, KEEP) and s.foe != NONE else None,
        "payment": _payment(s, seat) if s.target != NONE else None,
        "helpers": [
            {"card": card(helper & KIND), "target": TARGET_IDS[helper >> 10]}
            for helper in s.helpers
        ],
        "bound": [_bound(s, target) for target in range(MAPS)],
        "about": about(s, seat),
        "paid": _paid(s) if seat == s.actor else [],
        "die": s.die,
        "peeked": [card(kind) for kind in s.peeked] if seat == s.actor else [],
        "services": [_service(s, target, seat) for target in range(MAPS, TARGETS)] if ready else [],
        "trade": _trade(s, seat),
        "seats": [_seat(s, each, seat) for each in range(len(s.heroes))],
        "cast": [_cast(s, hero) for hero in heroes_of(FACTS, packs_at(s.house))],
    }


def phase(s: Ravingspire) -> str:
    """Where the turn stands."""
    if s.actor == OVER:
        return "over"
    return PHASES[s.phase] if s.turn else "setup"


def _known(
    s: Ravingspire, deck: int, pile: tuple[int, ...], seat: int | None
) -> list[dict[str, Any]]:
    """The places of a deck that a seat knows."""
    private = {
        place_of(s, which): glimpse[G_SEATS]
        for which, glimpse in enumerate(s.glimpses)
        if glimpse[G_DECK] == deck and glimpse[G_AT] == 0
    }
    return [
        {"from_top": place + 1, "card": card(kind)}
        for place, kind in enumerate(pile)
        if kind >= 0 and (place not in private or (seat is not None and private[place] >> seat & 1))
    ]


def _top(s: Ravingspire, seat: int | None) -> list[dict[str, Any]]:
    """What a seat knows to lie on top of the Encounter Deck, without a gap."""
    known = _known(s, 0, s.pile, seat)
    return [entry for i, entry in enumerate(known) if entry["from_top"] == i + 1]


def _ring(s: Ravingspire, level: int, seat: int | None, *, ready: bool) -> dict[str, Any]:
    tower = s.towers[level]
    looking = ready and seat == s.active and level == s.levels[s.active] and s.turn > 0
    top = highest_now(s, level) if ready else []
    return {
        "level": LEVELS[level],
        "name": LEVELS[level].capitalize(),
        "turned": s.rotation[level],
        "revealed": tower != NONE,
        "tower": card(tower) if tower != NONE else None,
        "foe": s.foes_at[level] if s.foes_at[level] != NONE else None,
        "foe_locked": is_locked(s, level),
        "cards": [_place(s, level, i, looking=looking, highest=i in top) for i in range(RING)],
    }


def highest_now(s: Ravingspire, level: int) -> list[int]:
    """Positions that being overwhelmed would hit."""
    full = all(s.ring[level * RING + i] != NONE for i in range(RING))
    if not full or level != ring_level(s, s.active):
        return []
    return highest(s, s.active)


def _place(
    s: Ravingspire, level: int, position: int, *, looking: bool, highest: bool
) -> dict[str, Any] | None:
    kind = s.ring[level * RING + position]
    if kind == NONE:
        return None
    here = s.turn > 0 and level == ring_level(s, s.active) and s.heroes[s.active] != NONE
    cost = cost_of(s, s.active, position) if here else CARDS[kind].cost
    payable = short_of = ""
    if looking and s.phase not in (EXPLORE, RECOVER, KEEP):
        payable = ("", "matrix", "brute", "both")[_ways(s, position)]
        short_of = "" if payable else _short_of(s, position, cost)
    return {
        "position": position + 1,
        "card": card(kind),
        "cost": _cost(cost),
        "printed": _cost(CARDS[kind].cost),
        "changed": cost != CARDS[kind].cost,
        "reductions": cuts_of(s, s.active, position) if here else [],
        "payable": payable,
        "short": short_of,
        "adversary": bool(CARDS[kind].types & ADVERSARY),
        "highest": highest,
    }


def _ways(s: Ravingspire, position: int) -> int:
    """How the active Hero could pay for a ring card with what is there."""
    return ways_to_pay(s, s.active, position, Means(at_hand(s, s.active, position)))


def _short_of(s: Ravingspire, position: int, cost: list[int]) -> str:
    """About what the active Hero lacks for a ring card by its matrix: "3 Fight"."""
    lacking = cost[:3]
    wild = sum(cuts_of(s, s.active, position))
    for source in at_hand(s, s.active, position):
        ways = [k for k in range(3) if source.values[k]]
        if len(ways) == 1:
            lacking[ways[0]] -= source.values[ways[0]]
        elif ways:
            wild += max(source.values[:3])
        lacking = [n - more for n, more in zip(lacking, source.extras, strict=True)]
    words = []
    for attr, n in enumerate(lacking):
        left = max(0, n) - wild
        wild = max(0, wild - max(0, n))
        if left > 0:
            words.append(f"{left} {ATTRIBUTES[attr]}")
    return " and ".join(words)


def _link(s: Ravingspire, level: int) -> dict[str, Any]:
    behind = (s.rotation[level + 1] - s.rotation[level] - STAIR) % SPACES
    return {
        "lower": LEVELS[level],
        "upper": LEVELS[level + 1],
        "linked": linked(s, level),
        "apart": min(behind, SPACES - behind),
        "clockwise": behind,
    }


def _battle(s: Ravingspire) -> dict[str, Any]:
    fact = FACTS.cards[s.foe]
    return {
        "kind": "spire" if s.phase == KEEP else "showdown",
        "card": card(s.foe),
        "cost": _cost(cost_of(s, s.active, FOE)),
        "reductions": cuts_of(s, s.active, FOE),
        "stage": s.stage + 1,
        "stages": max(1, len(fact.stages)),
        "captured": [card(kind) for kind in s.captured],
        "forbidden": [word for i, word in enumerate(TYPES) if s.forbidden >> i & 1],
        "helpers": [card(helper & KIND) for helper in s.helpers if helper >> 10 == FOE],
        "loot": fact.loot + s.extra_loot,
    }


def _payment(s: Ravingspire, seat: int | None) -> dict[str, Any]:
    sums, short = totals(s, s.active), missing(s, s.active)
    kind = s.ring[ring_level(s, s.active) * RING + s.target] if s.target < RING else s.foe
    if s.brute:
        need = {"any": s.need[3]}
        have = {"any": sums[3]}
        lacking = {"any": short[3]}
    else:
        need = dict(zip(ATTRS, s.need[:3], strict=False))
        have = dict(zip(ATTRS, sums[:3], strict=False))
        lacking = dict(zip(ATTRS, short[:3], strict=False))
    return {
        "target": target_name(s, s.target),
        "at": TARGET_IDS[s.target],
        "card": card(kind) if s.target <= FOE else None,
        "brute": bool(s.brute),
        "need": need,
        "have": have,
        "missing": lacking,
        "sources": [_source(s, i) for i in range(len(s.paying))],
        "other": _other_way(s) if seat == s.actor and is_open(s) else None,
    }


def _bound(s: Ravingspire, target: int) -> dict[str, Any]:
    """What raises and lowers the cost of one target in this turn, whatever else does."""
    cuts = s.cuts[target]
    cut = 0
    while cuts:
        cut += cuts & 15
        cuts >>= 4
    raised = s.raises[3 * target : 3 * target + 3]
    return {
        "target": TARGET_IDS[target],
        "raised": dict(zip(ATTRS, raised, strict=False)),
        "cut": cut,
    }


def _paid(s: Ravingspire) -> list[dict[str, Any]]:
    """What paid for the Well of Souls, while it is asked what the Well takes."""
    asks = s.actor >= 0 and s.rules[s.agenda[-1][0]].cites == WELL_ASKS
    return [card(kind) for kind in s.paid] if asks else []


def is_open(s: Ravingspire) -> bool:
    """Whether the payment itself is what is asked."""
    return bool(s.agenda) and s.agenda[-1][0] == COMMIT.number


def _other_way(s: Ravingspire) -> dict[str, Any] | None:
    """The codes that begin the same payment the other way, where that can be paid."""
    trial = s.clone()
    trial.apply(ABANDON)
    code = (FACE if s.brute else FORCE) + s.target
    if trial.actor != s.actor or code not in trial.legal():
        return None
    label = "By the matrix" if s.brute else "By Brute Force"
    return {"codes": [ABANDON, code], "label": label, "way": "matrix" if s.brute else "brute"}


def _source(s: Ravingspire, at: int) -> dict[str, Any]:
    entry = s.paying[at]
    source = source_of(entry)
    scales = scales_of(s, s.active, s.target)
    weigh(s, s.active, source, s.target, committed_types(s, at), scales)
    origin = from_of(entry)
    used_as = entry >> AS_AT & 3
    gives = [{"attr": ATTRS[k], "n": n} for k, n in enumerate(source.extras) if n]
    main = "any" if used_as == VORPAL else ATTRS[used_as]
    gives.insert(0, {"attr": main, "n": source.values[used_as]})
    return {
        "n": at + 1,
        "name": source_words(entry),
        "card": card(entry & KIND) if entry & KIND < GENERATED else None,
        "gives": gives,
        "from": "slot" if origin >= FROM_PLACE else ZONES.get(origin, "hand"),
        "place": origin - FROM_PLACE + 1 if origin >= FROM_PLACE else None,
    }


def _service(s: Ravingspire, target: int, seat: int | None) -> dict[str, Any]:
    payable = False
    done = bool(s.done >> target - MAPS & 1) and target != WELL
    if seat == s.active and s.phase == EXPLORE and not done:
        payable = bool(ways_to_pay(s, s.active, target, Means(at_hand(s, s.active, target))))
    return {
        "id": SERVICE_IDS[target - MAPS],
        "name": SERVICES[target - MAPS].removeprefix("the "),
        "cost": _cost(PRICES[target - MAPS]),
        "reductions": cuts_of(s, s.active, target),
        "done": done,
        "payable": payable,
        "words": SERVICE_WORDS[target - MAPS],
    }


def _trade(s: Ravingspire, seat: int | None) -> dict[str, Any] | None:
    if not s.agenda or s.actor < 0 or s.rules[s.agenda[-1][0]].cites != "RSP-152":
        return None
    _, asked, other, want = s.agenda[-1]
    partner = other if asked == s.active else asked
    shown = s.offered != NONE and (seat in (s.active, partner) or from_of(s.offered) >= FROM_PLACE)
    return {
        "from": s.active,
        "to": partner,
        "card": card(s.offered & KIND) if shown else None,
        "want": "" if asked == s.active else WANTED[want],
    }


WANTED: Final = ("a Weapon", "an Armor", "an Object", "a Relic", "any card", "nothing")


def _seat(s: Ravingspire, seat: int, looking: int | None) -> dict[str, Any]:
    hero = s.heroes[seat]
    fact = FACTS.heroes[hero] if hero != NONE else None
    own = seat == looking
    known = [
        held
        for held in s.hands[seat]
        if own or (looking is not None and held >> KNOWN_AT + looking & 1)
    ]
    return {
        "seat": seat,
        "name": fact.name if fact else f"Seat {seat + 1}",
        "short": short(hero) if fact else f"Seat {seat + 1}",
        "letter": short(hero)[0] if fact else str(seat + 1),
        "hero": fact.id if fact else None,
        "klass": fact.klass if fact else "",
        "tier": fact.tier if fact else "",
        "text": fact.text if fact else "",
        "active": seat == s.active and s.turn > 0,
        "you": own,
        "gone": bool(s.gone[seat]),
        "key": bool(s.keys[seat]),
        "sanity": s.sanity[seat],
        "level": LEVELS[s.levels[seat]],
        "space": s.spaces[seat],
        "where": place_words(s.levels[seat], s.spaces[seat]),
        "abilities": _abilities(s, seat, own=own) if fact else [],
        "hand": len(s.hands[seat]),
        "cards": [_held(s, seat, i, held, "hand") for i, held in enumerate(known)],
        "hand_size": hand_size(s, seat) if fact else FACTS.board.hand,
        "deck": len(s.decks[seat]) + len(s.tops[seat]),
        "deck_cards": _counted(s.decks[seat] + s.tops[seat]) if own else [],
        "deck_top": [card(kind) for kind in reversed(s.tops[seat])] if own else [],
        "discard": {
            "count": len(s.discards[seat]),
            "cards": [
                {"place": i + 1, "card": card(kind)} for i, kind in enumerate(s.discards[seat])
            ],
        },
        "played": [_played(s, seat, i) for i in range(len(s.played[seat]))],
        "aside": [card(kind) for kind in s.asides[seat]],
        "slots": _slots(s, seat) if fact else [],
        "traded": bool(s.traded >> seat & 1),
        "near": bool(s.turn) and seat != s.active and are_near(s, s.active, seat),
    }


def _abilities(s: Ravingspire, seat: int, *, own: bool) -> list[dict[str, Any]]:
    """A Hero's abilities; whether one can be used now may tell of the hand, so only its owner sees it."""
    hero = HEROES[s.heroes[seat]]
    texts = [text.strip() for text in FACTS.heroes[hero.number].text.split(". ")]
    window = {ENCOUNTER: IN_ENCOUNTER, EXPLORE: IN_EXPLORE}.get(s.phase, IN_BATTLE)
    told: list[dict[str, Any]] = []
    for i, ability in enumerate(hero.abilities):
        usable = (
            own
            and seat == s.active
            and ability in hero.acts
            and s.phase in (ENCOUNTER, EXPLORE, SHOWDOWN, KEEP)
            and can_act(s, seat, ability, window)
        )
        text = texts[i] if len(texts) == len(hero.abilities) else FACTS.heroes[hero.number].text
        told.append(
            {
                "n": i + 1,
                "text": text.rstrip(".") + ".",
                "used": bool(ability.limit and s.used[seat] & use_bit(s, seat, ability)),
                "usable": usable,
            }
        )
    return told


def _held(s: Ravingspire, seat: int, at: int, held: int, zone: str) -> dict[str, Any]:
    """A card in hand or on the Battlemat, and what it would count for now."""
    target = s.target if s.target != NONE and seat == s.active else NONE
    if s.phase in (SHOWDOWN, KEEP) and target == NONE and s.foe != NONE:
        target = FOE
    source = Source(held, 1 if zone == "hand" else 2, at if zone == "slot" else NONE)
    scales = scales_of(s, seat, target) if seat == s.active and s.turn else Scales()
    weigh(s, seat, source, target, 0, scales)
    changed = held >> CHANGED_AT & 7
    return {
        "place": at + 1,
        "card": card(held & KIND),
        "gives": _gives(source),
        "extra": [{"attr": ATTRS[k], "n": n} for k, n in enumerate(source.extras) if n],
        "face_down": bool(held & FACE_DOWN),
        "acted": bool(held & ACTED),
        "doubled": held >> DOUBLED_AT & 7,
        "added": held >> ADDED_AT & 31,
        "beside": sum(held >> ADDED_TO_AT + 4 * attr & 15 for attr in range(3)),
        "changed": ATTRS[changed - 1] if changed else "",
        "committed": bool(held & COMMITTED),
        "known_to": [k for k in range(len(s.heroes)) if held >> KNOWN_AT + k & 1 and k != seat],
    }


def _gives(source: Source) -> list[dict[str, Any]]:
    """What a card counts for: one of these."""
    values = source.values
    if values[0] and values[0] == values[1] == values[2]:
        return [{"attr": "vorpal", "n": values[0]}]
    return [{"attr": ATTRS[k], "n": values[k]} for k in range(3) if values[k]]


def _played(s: Ravingspire, seat: int, at: int) -> dict[str, Any]:
    held = s.played[seat][at]
    if held & KIND >= GENERATED:
        attr = ATTRS[(held & KIND) - GENERATED]
        n = held >> ADDED_AT & 31
        return {"place": at + 1, "card": None, "gives": [{"attr": attr, "n": n}], "extra": []}
    return _held(s, seat, at, held, "played")


def _slots(s: Ravingspire, seat: int) -> list[dict[str, Any]]:
    bits = place_bits(s, seat)
    shown: list[dict[str, Any]] = []
    for place, held in enumerate(s.slots[seat]):
        allowed = bits[place] if place < len(bits) else 0
        letters = [letter for i, letter in enumerate(LETTERS) if allowed >> i & 1]
        shown.append(
            {
                "place": place + 1,
                "letter": letters[0] if letters else "A",
                "extra": place >= SLOTS,
                "card": _held(s, seat, place, held, "slot") if held != NONE else None,
            }
        )
    return shown


def _cast(s: Ravingspire, hero: int) -> dict[str, Any]:
    fact = FACTS.heroes[hero]
    return {
        "n": hero + 1,
        "hero": fact.id,
        "name": fact.name,
        "klass": fact.klass,
        "tier": fact.tier,
        "text": fact.text,
        "flavour": fact.flavour,
        "slots": fact.slots,
        "starter": [{"card": card(kind), "n": n} for kind, n in fact.starter],
        "taken": hero in s.heroes,
    }


def outcome(s: Ravingspire) -> Outcome:
    """RSP-142, RSP-143. Who escaped, or why all lost; RSP-144: there is no score."""
    if s.result > 1:
        winner = s.result - 2
        won = tuple(range(len(s.heroes))) if s.freed else (winner,)
        company = " with everybody" if s.freed and len(s.heroes) > 1 else ""
        why = f"{FACTS.cards[s.spire].name} was beaten on turn {s.turn}."
        return Outcome(won, f"{name(s, winner)} escaped{company}", why, "RSP-143", ())
    if s.madness == 0:
        why = "Madness reached zero."
    elif all(s.gone):
        why = "Every Hero was lost in the Keep."
    else:
        why = f"Turn {s.house.turn_cap} was the last one."
    return Outcome((), "The tower keeps you all", why, "RSP-142", ())
