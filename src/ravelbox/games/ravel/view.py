"""What a player of R.A.V.E.L. sees; nothing on this table is private, and nothing is secret."""

from __future__ import annotations

from typing import Any, Final

from ravelbox.games.ravel import asking
from ravelbox.games.ravel.actions import (
    SIDE_NAMES,
    SPACE,
    SPACES,
    Exchange,
    Flip,
    Move,
    Nudge,
    Reroll,
)
from ravelbox.games.ravel.cogs import ARG, PARITY, TEST, is_met
from ravelbox.games.ravel.plates import CARDS, COGS, KINDS, TESTS
from ravelbox.games.ravel.seeds import OPTIONS
from ravelbox.games.ravel.state import (
    ADVANCED_DECK,
    CONTROLLED_DECK,
    EMPTY,
    SIDES,
    STANDARD_DECK,
    WILD_DECK,
    WON,
    E,
    House,
    N,
    Ravel,
    cards_left,
)
from ravelbox.games.ravel.telling import PLACES, SIDE_WORDS, die_words
from ravelbox.kernel.game import Outcome, View
from ravelbox.kernel.options import Options, spelled, unusual
from ravelbox.kernel.rules import OVER

LETTERS: Final = "OWKB"
DECK_LETTERS: Final = {STANDARD_DECK: "S", ADVANCED_DECK: "A", CONTROLLED_DECK: "C", WILD_DECK: "W"}


def view(s: Ravel, seat: int | None) -> View:
    """The table, the question if it is this seat's, and how it ended."""
    return View(
        game="ravel",
        seat=seat,
        actor=s.actor,
        table=table(s),
        prompt=asking.prompt(s) if s.actor == seat else None,
        outcome=outcome(s) if s.actor == OVER else None,
    )


def house_of(options: Options) -> House:
    """The options as the engine reads them."""
    deck = str(options["deck"])
    kinds = {letter: kind for kind, letter in DECK_LETTERS.items()}
    return House(
        kinds[deck[0]],
        int(deck[1:] or 0),
        int(options["tokens"]),
        not_ordered=options["street_std_order"] == "not_ordered",
        reading=options["street_adv_dir"] == "reading",
        exactly_two=options["pair_match"] == "exactly_two",
        nudge_wrap=bool(options["nudge_wrap"]),
        move_to_empty_side=bool(options["move_to_empty_side"]),
    )


def options_of(house: House) -> Options:
    """The engine's options as people read them."""
    return {
        "deck": DECK_LETTERS[house.deck] + (str(house.k) if house.k else ""),
        "tokens": house.tokens,
        "street_std_order": "not_ordered" if house.not_ordered else "any",
        "street_adv_dir": "reading" if house.reading else "either",
        "pair_match": "exactly_two" if house.exactly_two else "at_least_two",
        "nudge_wrap": house.nudge_wrap,
        "move_to_empty_side": house.move_to_empty_side,
    }


def deck_name(house: House) -> str:
    """The deck in words."""
    names = {
        STANDARD_DECK: "Standard deck",
        ADVANCED_DECK: "Full Advanced deck",
        CONTROLLED_DECK: f"Controlled deck, {house.k} Advanced",
        WILD_DECK: f"Wild deck, {house.k} Advanced",
    }
    return names[house.deck]


def table(s: Ravel) -> dict[str, Any]:
    """All that lies on the table, in plain values."""
    options = options_of(s.house)
    explained = {option.name: option.explain for option in OPTIONS}
    changes = _changes(s)
    asking_turn = s.hand == EMPTY and s.actor != OVER
    return {
        "deck": options["deck"],
        "deck_name": deck_name(s.house),
        "start_tokens": s.house.tokens,
        "ready": s.ready,
        "spent": s.spent,
        "turn": s.turns + 1 if asking_turn else s.turns,
        "dice": [_die(s, space, changes.get(space, "")) for space in range(8)],
        "turned": s.turned * 90,
        "stacks": {
            SIDE_NAMES[side]: [
                card_facts(card, s.house) if card >= 0 else None for card in s.stacks[side]
            ]
            for side in range(4)
        },
        "met": {SIDE_NAMES[side]: _is_lit(s, side) for side in range(4)},
        "read": {SIDE_NAMES[side]: reading(s, side) for side in range(4)},
        "hand": None if s.hand == EMPTY else card_facts(s.hand, s.house),
        "hand_note": asking.remaining(s),
        "steps": _steps(s),
        "placing": _placing(s),
        "removed": [card_facts(card, s.house) for card in s.removed],
        "cogs": [card_facts(card, s.house) for card in s.deck or range(len(CARDS))],
        "left": cards_left(s),
        "options": [
            {"name": name, "value": spelled(value), "explain": explained[name]}
            for name, value in unusual(OPTIONS, options).items()
            if name not in ("deck", "tokens")
        ],
    }


def card_facts(card: int, house: House) -> dict[str, Any]:
    """A card as it is played at this table, with our words."""
    cog = COGS[card]
    return {
        "id": cog.id,
        "number": cog.number,
        "advanced": cog.advanced,
        "name": cog.name,
        "needs": needs(card, house),
        "gives": cog.gives,
        "reward": KINDS[cog.reward],
    }


def needs(card: int, house: House) -> str:
    """What a card needs; the table's readings of disputed cards say so (rulings Q8, Q9, Q11)."""
    cog = COGS[card]
    if house.not_ordered and cog.id == "11S":
        return "three in a row, but not in order"
    if house.reading and cog.id == "11A":
        return "three in a row, ascending as you read"
    if house.exactly_two and cog.id == "15S":
        return "exactly two equal values"
    if house.exactly_two and cog.id == "15A":
        return "exactly two dice equal in value, and in colour"
    return cog.needs


def _die(s: Ravel, space: int, change: str) -> dict[str, Any]:
    die, face = s.die[space], s.face[space]
    empty = die == EMPTY  # only while the table is being set up
    return {
        "space": SPACES[space],
        "die": "" if empty else f"{LETTERS[die >> 1]}{die % 2 + 1}",
        "colour": "" if empty else LETTERS[die >> 1],
        "face": face,
        "words": "no die" if empty else die_words(die >> 1, face),
        "place": PLACES[space],
        "change": change,
    }


def _is_lit(s: Ravel, side: int) -> bool:
    stack = s.stacks[side]
    return len(stack) > 0 and stack[0] >= 0 and EMPTY not in s.die and is_met(s, side, stack[0])


def reading(s: Ravel, side: int) -> str:
    """How far the dice of a side are from its top card's condition, in a word or two."""
    stack = s.stacks[side]
    if not stack or stack[0] < 0 or EMPTY in s.die:
        return ""
    card = stack[0]
    faces = [s.face[space] for space in SIDES[side]]
    colours = [s.die[space] >> 1 for space in SIDES[side]]
    test, arg = TESTS[TEST[card]], ARG[card]
    if test == "both":
        mine = [f for f, c in zip(faces, colours, strict=True) if c == arg]
        good = mine if PARITY[card] < 0 else [f for f in mine if (f % 2 == 0) == PARITY[card]]
        return f"{len(good) or 'none'} of 2"
    if test in ("all_at_most", "all_at_least", "all"):
        good = [
            face
            for face in faces
            if (test == "all" and (face % 2 == 0) == arg)
            or (test == "all_at_most" and face <= arg)
            or (test == "all_at_least" and face >= arg)
        ]
        return f"{len(good) or 'none'} of 3"
    if test in ("sum_at_most", "sum_at_least"):
        return f"sum {sum(faces)}"
    if (test, arg) in (("different", 0), ("pair", 1)):  # about colours alone
        seen = len(set(colours))
        return f"{seen} colour{'' if seen == 1 else 's'}"
    if test == "street" and arg == 1:  # as it is read: left to right, top to bottom
        return " · ".join(map(str, faces if side in (N, E) else faces[::-1]))
    return " · ".join(map(str, sorted(faces)))


def _changes(s: Ravel) -> dict[int, str]:
    """What this reward did to dice so far, by space; a tile turned or dice moved say nothing."""
    turned = [a.space for a in map(SPACE.decode, s.steps) if isinstance(a, Flip)]
    changes = {SPACES.index(space): "turned" for space in turned}
    for p, by in _nudged(s).items():
        changes[p] = f"{by:+d}".replace("-", "−")
    return changes


def _nudged(s: Ravel) -> dict[int, int]:
    """By how much this reward moved each die, by space."""
    nudged: dict[int, int] = {}
    for action in map(SPACE.decode, s.steps):
        if isinstance(action, Nudge):
            space = SPACES.index(action.space)
            nudged[space] = nudged.get(space, 0) + int(action.by)
    return nudged


def _placing(s: Ravel) -> str:
    """The side whose dice are to be placed, if that is the question."""
    if s.actor < 0 or s.rules[s.agenda[-1][0]].cites != "RVL-84":
        return ""
    return SIDE_NAMES[s.agenda[-1][2]]


def _steps(s: Ravel) -> list[str]:
    """What this reward did so far, in short."""
    lines: list[str] = []
    for action in map(SPACE.decode, s.steps):
        if isinstance(action, Flip):
            p = SPACES.index(action.space)
            lines.append(f"{die_words(s.die[p] >> 1, 7 - s.face[p])} → {s.face[p]}")
        elif isinstance(action, Move):
            source, to = SIDE_NAMES.index(action.source), SIDE_NAMES.index(action.to)
            lines.append(f"{SIDE_WORDS[source]} → {SIDE_WORDS[to]}")
        elif isinstance(action, Exchange):
            p, q = SPACES.index(action.space), SPACES.index(action.other)
            pair = [die_words(s.die[i] >> 1, s.face[i]) for i in (q, p)]
            lines.append(" ↔ ".join(pair))
        elif isinstance(action, Reroll):
            lines.append(f"{SIDE_WORDS[SIDE_NAMES.index(action.side)]} side")
    for p, by in _nudged(s).items():
        before = (s.face[p] - 1 - by) % 6 + 1
        lines.append(f"{die_words(s.die[p] >> 1, before)} → {s.face[p]}")
    return lines


def describe(seen: View) -> str:
    """The table in plain lines, the dice as they lie."""
    table = seen.table
    dice = [f"{die['colour'] or '-'}{die['face'] or '-'}" for die in table["dice"]]
    cogs = "1 cog" if table["left"] == 1 else f"{table['left']} cogs"
    tokens = f"tokens: {table['ready']} ready, {table['spent']} spent"
    lines = [
        f"{table['deck_name']}, turn {table['turn']}: {cogs} left; {tokens}.",
        f"  {dice[0]} {dice[1]} {dice[2]}    p0 p1 p2",
        f"  {dice[7]}    {dice[3]}    p7    p3",
        f"  {dice[6]} {dice[5]} {dice[4]}    p6 p5 p4",
    ]
    for name, words in zip(SIDE_NAMES, SIDE_WORDS, strict=True):
        stack = table["stacks"][name]
        if not stack:
            lines.append(f"  {name} {words}: no stack.")
            continue
        top, under = stack[0], [card["id"] if card else "face down" for card in stack[1:]]
        beneath = f" Beneath: {', '.join(under)}." if under else ""
        if top is None:
            lines.append(f"  {name} {words}: face down.{beneath}")
            continue
        met = "met" if table["met"][name] else f"not met ({table['read'][name]})"
        lines.append(
            f"  {name} {words}: cog {top['id']} {top['name']} needs {top['needs']}, {met}; "
            f"gives: {top['gives']}.{beneath}"
        )
    if table["hand"]:
        lines.append(f"  In your hand: cog {table['hand']['id']}, {table['hand']['gives']}.")
    return "\n".join(lines)


def outcome(s: Ravel) -> Outcome:
    """RVL-99. The printed game has no score; this is what there is to tell."""
    left = cards_left(s)
    won = s.result == WON
    # Defeat finds an empty hand, no token and no lamp; whoever left otherwise gave up.
    stuck = s.hand == EMPTY and s.ready == 0 and not any(_is_lit(s, side) for side in range(4))
    cogs, stay = ("1 cog", "stays") if left == 1 else (f"{left} cogs", "stay")
    if won:
        headline, rule = "The R.A.V.E.L. is open", "RVL-94"
        tokens = "1 token" if s.ready == 1 else f"{s.ready} tokens"
        why = f"All sixteen cogs are out, in {s.turns} turns and with {tokens} to spare."
    elif not stuck:
        headline, why, rule = "Laid aside", f"You gave up with {cogs} left.", "RVL-100"
    else:
        headline, rule = "Stuck", "RVL-96"
        why = f"No cog is met and no token is left; {cogs} {stay} locked."
    return Outcome(
        won=(0,) if won else (),
        headline=headline,
        why=why,
        rule=rule,
        scores=(
            ("Result", "victory" if won else "defeat"),
            ("Cogs left", str(left)),
            ("Tokens left", str(s.ready)),
            ("Turns", str(s.turns)),
            ("Tinker operations", str(s.tinkers)),
            ("Rewards declined", str(s.declined)),
        ),
    )
