"""Scenes for one card at a time: laid, played and measured by real payments.

What a card is worth is found out by raising the cost of a goal until it cannot be paid any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ravelbox.games.ravingspire.state import PAID
from ravelbox.kernel.rules import Note
from tests.games.ravingspire.cards.printed import ATTRIBUTES, STARTER, cost_of
from tests.games.ravingspire.tower import Tower, tower
from tests.games.ravingspire.words import LEVELS, Answer, kinds, name_of

# Adventurers without text, 3 points each: they lend no type that any condition asks for in a payment.
AID: Final = {
    "fight": "old_hobb_the_porter",
    "skill": "grubb_and_son",
    "charm": "bertrand_the_unpaid",
}
AIDS: Final = " ".join(AID.values())
GOAL: Final = "opera_dagger"  # 1/1/1, Brute Force 5, no text: what is collected
FIEND: Final = "the_leechs_tax_collector"  # 1/1/3, Brute Force 9, no die: who is defeated
BUTCHER: Final = "the_butcher_of_nine_doors"  # acts only when he wins
GATE: Final = "the_gate_that_was_a_king"  # no text at all
STRENGTH: Final = "kinslayer_unabridged*6"  # Vorpal 6 each
JUNK: Final = "debtors_ledger"  # an Object without text, thrown away where something must be
QUIET: Final = "the_reluctant_hinge"  # touches nothing but dice for rotation
GOALS: Final = {"collect": GOAL, "adversary": FIEND, "foe": "foe", "spire": "foe"}
MOST: Final = 90


def scene(hand: str = "", vs: str = "collect", *, aids: bool = True, **zones: Any) -> Tower:
    """A table at the first question of an Encounter, a Showdown or the Spire battle.

    `vs` is what there is to pay for: "collect", "adversary", "foe" or "spire". The Foe and the
    Spire card are made to cost 1/1/1.
    """
    if vs in ("foe", "spire"):
        hand = f"{hand} {STRENGTH}"  # or the battle would be lost before it is asked for
    level = zones.get("at", "spire 6" if vs == "spire" else "dungeon 0").split()[0]
    given: dict[str, Any] = {
        "hand": f"{hand} {AIDS}" if aids else hand,
        "towers": {level: QUIET},
        "loot": "",
        "pile": "",
        "filler": 0,
    }
    if vs in ("collect", "adversary"):
        return tower(**(given | {"ring": GOALS[vs]} | zones)).begin("encounter")
    if vs == "foe":
        space = int(zones.get("at", "dungeon 0").split()[1])
        given |= {"foes": {level: space}, "foe_pile": BUTCHER}
        t = to_battle(tower(**(given | zones)).begin("turn"))
    else:
        given |= {"at": "spire 6", "key": True, "spire": GATE, "spires": ""}
        t = to_keep(tower(**(given | zones)).begin("move"))
    for card in kinds(STRENGTH):
        t.state.hands[0].remove(card)
    t.state.cost[:] = [1, 1, 1, t.state.cost[3]]
    return t


def to_battle(t: Tower) -> Tower:
    """Draw the Foe card, if that is still to be asked for."""
    if t.asked == "RSP-106":
        t.do("draw")
    return t


def to_keep(t: Tower) -> Tower:
    """From the Tower Door into the Keep."""
    if not t.chance and t.can("roll"):
        t.do("roll")
    if t.chance:
        t.luck(1)
    return t.do("enter")


def answered(t: Tower, use: str, name: str) -> Tower:
    """Answer what is asked beside the payment itself, the same way every time."""
    while not t.chance:
        if t.asked == "RSP-69":
            t.do(use)
        elif t.asked == "RSP-145":
            t.do("pass")
        elif t.asked == "RSP-63":
            t.do(f"name {name}")
        elif t.asked == "RSP-170" and t.may("pick", JUNK):
            t.by("pick", JUNK)
        else:
            break
    return t


def settled(t: Tower, sources: Sequence[str], use: str, name: str) -> bool:
    """Commit sources one by one, in any order that is allowed; whether the payment was met."""
    heard: list[Note] = []
    t.state.notes = heard
    answered(t, use, name)
    left = list(sources)
    while not t.chance and t.asked == "RSP-58":
        ways = [one for one in left if t.may("pay", *one.split(":"))]
        if not ways:
            return False
        left.remove(ways[0])
        t.pay(ways[0])
        answered(t, use, name)
    return any(note[0] == PAID for note in heard)


def paid(t: Tower, goal: str, *sources: str, use: str = "use", name: str = "") -> bool:
    """Whether these sources, such as "blade:fight", pay for a goal by its matrix; they do so."""
    if not t.may_face(goal):
        return False
    t.face(goal)
    return settled(t, sources, use, name)


def forced(t: Tower, goal: str, *sources: str, use: str = "use") -> bool:
    """Whether these sources pay for a goal by Brute Force; they do so."""
    if not t.may_force(goal):
        return False
    t.force(goal)
    return settled(t, [f"{one}:any" for one in sources], use, "")


def price(t: Tower, goal: str, attribute: str, n: int) -> None:
    """Make a goal cost `n` of an attribute; a Foe costs 1 of the others."""
    s, at = t.state, ATTRIBUTES.index(attribute)
    s.barred = 0
    if goal == "foe":
        s.cost[:] = [n if i == at else 1 for i in range(3)] + [s.cost[3]]
        return
    position = int(t.target(goal)[1:]) - 1
    stride = len(s.raises) // 6
    s.raises[position * stride + at] = n - cost_of(goal)[at]


def worth(
    t: Tower, attribute: str, *sources: str, vs: str = "collect", use: str = "use", name: str = ""
) -> int:
    """The most of an attribute that sources give together; the three Adventurers stand by."""
    goal = GOALS[vs]
    own = [one if ":" in one else f"{one}:{attribute}" for one in sources]
    helped = [f"{card}:{kind}" for kind, card in AID.items()]
    for n in range(4, MOST):
        q = t.copy()
        price(q, goal, attribute, n)
        if not paid(q, goal, *own, *helped, use=use, name=name):
            return n - 4
    raise AssertionError(f"{sources} pay for anything")


def affords(t: Tower, goal: str, cost: str, *, name: str = "") -> bool:
    """Whether a hand of exactly so many one-point cards pays for a goal."""
    q = t.copy()
    points = [int(n) for n in cost.split("/")]
    pairs = list(zip(ATTRIBUTES, points, strict=True))
    q.state.hands[0] = sorted(kinds(" ".join(f"{STARTER[a]}*{n}" for a, n in pairs if n)))
    return paid(q, goal, *[f"{STARTER[a]}:{a}" for a, n in pairs for _ in range(n)], name=name)


def costs(t: Tower, goal: str, cost: str, *, name: str = "") -> bool:
    """Whether a goal costs exactly this: so much pays for it, and one less of anything does not."""
    points = [int(n) for n in cost.split("/")]
    less = [
        "/".join(str(n - (i == at)) for i, n in enumerate(points))
        for at in range(3)
        if points[at] > 0
    ]
    return affords(t, goal, cost, name=name) and not any(
        affords(t, goal, one, name=name) for one in less
    )


def brute_costs(t: Tower, goal: str, brute: int) -> bool:
    """Whether a goal costs exactly so much by Brute Force."""
    results = []
    for n in (brute, brute - 1):
        q = t.copy()
        q.state.hands[0] = sorted(kinds(f"blade*{n}"))
        results.append(forced(q, goal, *["blade"] * n))
    return results == [True, False]


def activate(
    t: Tower, card: str, *answers: str, use: str = "use", luck: Sequence[Answer] = ()
) -> Tower:
    """Activate a card and answer what its text asks: a card to pick, or an action as text."""
    return carry_on(t.by("activate", card, luck=luck), *answers, use=use)


def carry_on(t: Tower, *answers: str, use: str = "use") -> Tower:
    """Answer what a text asks: a card to pick by its id, or an action as text."""
    left = list(answers)
    while not t.chance and (t.asked == "RSP-69" or left):
        if t.asked == "RSP-69" and not (left and left[0] in ("use", "skip")):
            t.do(use)
            continue
        assert not t.over, f"over before {left}"
        answer = left.pop(0)
        if " " in answer or answer in ("nothing", "stop", "use", "skip", "end"):
            t.do(answer)
        else:
            t.by("pick", answer)
    return t


def picks(t: Tower) -> str:
    """The cards that may be picked now, by id."""
    return " ".join(t.offered("pick"))


def commit(t: Tower, card: str, *, vs: str = "collect", attribute: str = "") -> Tower:
    """Begin to pay for the goal of a scene with a card."""
    t.face(GOALS[vs])
    answered_flank(t)
    return t.pay(f"{card}:{attribute}" if attribute else card)


def answered_flank(t: Tower) -> None:
    """Nobody assists or hinders."""
    while t.asked == "RSP-145":
        t.do("pass")


def count(words: str, card: str) -> int:
    """How often a card stands among words."""
    return words.split().count(card)


def reached(t: Tower, rules: Sequence[str]) -> list[Tower]:
    """Every table that the answers to questions of these rules lead to."""
    found, open_ = [], [t]
    while open_:
        q = open_.pop()
        if q.chance or q.over or q.asked not in rules:
            found.append(q)
            continue
        for text in sorted(q.legal()):
            open_.append(q.copy().do(text))
    return found


def level_of(t: Tower, seat: int = 0) -> str:
    """The level that a Hero is on."""
    return LEVELS[t.state.levels[seat]]


def to_next_turn(t: Tower) -> Tower:
    """End every phase that is left of the turn."""
    turn = t.turn
    while t.turn == turn and not t.over and not t.chance and t.can("end"):
        t.do("end")
    return t


def stolen(t: Tower, seat: int) -> dict[str, str]:
    """What may be taken out of another player's discard pile: card id -> action."""
    if t.legal("player"):
        t.do(f"player {seat}")
    found = {}
    for text in t.legal("pick"):
        place = text.split()[1]
        assert place[0] == "d"
        found[name_of(t.state.discards[seat][int(place[1:]) - 1])] = text
    return found
