"""Why a move in the tower is a good idea."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ravelbox.bots.heuristics.ravingspire_cards import card_at_place
from ravelbox.games.ravingspire import codes as c
from ravelbox.games.ravingspire.asking import name, target_name
from ravelbox.games.ravingspire.cards import (
    ADVERSARY,
    CARDS,
    EFFECTS,
    V_BANISH,
    V_CAPTURE,
    V_DISCARD,
    V_DISPLACE,
    V_DOUBLE,
    V_FLIP,
    V_GIVE,
    V_REDUCE,
)
from ravelbox.games.ravingspire.madness import HAND_PLACES
from ravelbox.games.ravingspire.move import neighbour
from ravelbox.games.ravingspire.picking import PickOne
from ravelbox.games.ravingspire.places import AT_BANISHED, AT_HELPER, UP
from ravelbox.games.ravingspire.power import ring_card
from ravelbox.games.ravingspire.state import (
    EXERT,
    FOE,
    KEEP,
    KIND,
    NONE,
    SPIRE,
    WELL,
    Ravingspire,
)
from ravelbox.games.ravingspire.telling import ATTRIBUTES, LEVELS, card_words
from ravelbox.games.ravingspire.tower import SPACES, STAIR, FoeWay, linked
from ravelbox.games.ravingspire.zones import PLACES
from ravelbox.kernel.rules import OVER, RESIGN, State

Reason = tuple[str, str]

# Answers that mean the same on every table.
PLAIN: Final[dict[int, Reason]] = {
    RESIGN: ("since the game is lost", "RSP-142"),
    c.PASS: ("to keep the cards and the Sanity", "RSP-146"),
    c.ENTER: ("since the cards at hand may well beat the Spire card", "RSP-36"),
    c.REDRAW: ("since another Foe may be easier to beat", "RSP-158"),
    c.DECLINE: ("to keep what is asked for", "RSP-152"),
    c.CONCEDE: ("since nothing at hand is enough", "RSP-110"),
    c.ABANDON: ("to spend this power better", "RSP-66"),
    c.RAISE: ("for the better side of the roll", "RSP-164"),
    c.FREE: ("so that everybody escapes", "RSP-143"),
    c.ALONE: ("to be the only one who escapes", "RSP-143"),
    c.REROLL: ("hoping for a better roll", "RSP-161"),
}
# The others of the first codes: what they mean depends on the question.
ANSWERS: Final[dict[tuple[int, str], str]] = {
    (c.ROLL, "RSP-30"): "since all is ready",
    (c.ROLL, "RSP-112"): "to get on after the Showdown",
    (c.DRAW, "RSP-106"): "since all is ready for the Foe",
    (c.DRAW, "RSP-151"): "since no trade would help",
    (c.END, "RSP-49"): "since nothing more here is worth its price",
    (c.END, "RSP-80"): "since nothing more here would help",
    (c.END, "RSP-90"): "since the best cards lie ready",
    (c.SKIP, "RSP-69"): "since the action costs more than it brings",
    (c.SKIP, "RSP-112"): "since this is a good place to stay",
    (c.USE, "RSP-69"): "for what the card's action brings",
    (c.KEEP, "RSP-158"): "since this Foe can be beaten",
    (c.KEEP, "RSP-161"): "since the roll will do",
    (c.STOP, "RSP-31"): "since this is a good place to stay",
    (c.STOP, "RSP-36"): "since the cards at hand are not enough for the Spire card",
    (c.STOP, "RSP-81"): "since the ring lies well as it is",
    (c.ACCEPT, "RSP-128"): "to keep the card for a greater loss",
    (c.ACCEPT, "RSP-152"): "since the gift helps",
    (c.NOTHING, "RSP-138"): "to leave nothing behind",
    (c.NOTHING, "RSP-152"): "to ask without giving",
    (c.NOTHING, "RSP-170"): "since no more of them would help",
}
GIVEN_UP: Final = (V_FLIP, V_BANISH, V_DISCARD, V_GIVE, V_CAPTURE)


def why(state: State, seat: int, line: Sequence[int]) -> Reason:
    """What the line is good for, and the rule it serves."""
    assert isinstance(state, Ravingspire)
    code = line[0]
    rule = state.rules[state.agenda[-1][0]].cites
    if code in PLAIN:
        return PLAIN[code]
    if code < c.HERO:
        return ANSWERS.get((code, rule), "to go on"), rule
    if code < c.STEP:
        return "for its abilities and its deck", "RSP-15"
    if code < c.TURN:
        return _step(state, seat, code - c.STEP)
    if code < c.FACE:
        return _turn(state, code - c.TURN)
    if code < c.PAY:
        return _target(state, seat, code - (c.FORCE if code >= c.FORCE else c.FACE))
    if code < c.ACTIVATE:
        return f"to pay for {target_name(state, state.target)} with what is missed least", "RSP-58"
    if code < c.SLOT:
        return _play(state, seat, line)
    if code < c.PICK:
        return _slot(state, seat, code)
    return _late(state, seat, code, rule)


def _step(s: Ravingspire, seat: int, direction: int) -> Reason:
    """Where a step leads: onto a Foe, up, to stair or Door, away."""
    if isinstance(s.rules[s.agenda[-1][0]], FoeWay):
        return "so that the Foe comes the better way", "RSP-98"
    level, space = s.levels[seat], s.spaces[seat]
    to = neighbour(s, level, space, direction)
    if to == NONE:
        return "to get on", "RSP-31"
    if direction == UP:
        return f"up to the {LEVELS[level + 1]}, nearer to the Keep", "RSP-32"
    to_level, to_space = divmod(to, SPACES)
    if to_level < level:
        return f"down to the {LEVELS[to_level]}, where it is better to be", "RSP-32"
    foe = s.foes_at[level]
    if foe == to_space:
        return "to face the Foe there" + ("" if s.keys[seat] else " for its Key"), "RSP-34"
    if _gap(STAIR, to_space) < _gap(STAIR, space):
        if level == SPIRE:
            return "towards the Tower Door", "RSP-36"
        return f"towards the {LEVELS[level]} stair", "RSP-32"
    if foe != NONE and _gap(foe, to_space) > _gap(foe, space):
        return "away from the Foe", "RSP-34"
    if foe != NONE:
        return "towards the Foe" + ("" if s.keys[seat] else " and its Key"), "RSP-34"
    return "to end where it is better to be", "RSP-31"


def _gap(one: int, other: int) -> int:
    """Spaces between two places of a ring, the shorter way."""
    return min((one - other) % SPACES, (other - one) % SPACES)


def _turn(s: Ravingspire, turned: int) -> Reason:
    """Which stair a turn lines up, or brings nearer to its portal."""
    way, spaces = divmod(turned, SPACES)
    level = s.agenda[-1][3] & 3
    table = s.clone()
    table.rotation[level] += spaces + 1 if way == 0 else -spaces - 1
    for lower in (level, level - 1):
        if linked(table, lower):
            up = f"the {LEVELS[lower]} stair leads up to the {LEVELS[lower + 1]}"
            return f"so that {up}", "RSP-5"
    return "to bring stair and portal nearer to each other", "RSP-5"


def _target(s: Ravingspire, seat: int, target: int) -> Reason:
    """What comes of paying for something."""
    if target == FOE:
        if s.phase == KEEP:
            return "to beat the Spire card and escape", "RSP-137"
        return ("for its Loot" if s.keys[seat] else "for the Key and its Loot"), "RSP-109"
    if target == WELL:
        return "to rid the deck of a weak card", "RSP-84"
    if target == EXERT:
        up = linked(s, s.levels[seat]) and s.spaces[seat] == STAIR
        return ("to climb the stair now" if up else "for one more step"), "RSP-82"
    if target > FOE:
        return "to line the stair up with the next level", "RSP-80"
    card = CARDS[ring_card(s, seat, target)]
    if card.types & ADVERSARY:
        return "so that it costs no more Sanity, and for what it leaves behind", "RSP-74"
    words = f"to have its {_power(card.kind)} in the deck" if card.power else "for what it does"
    if s.pending != NONE:
        return f"{words}, and to make room so as not to be overwhelmed", "RSP-52"
    return words, "RSP-49"


def _power(kind: int) -> str:
    """What a card counts for: "3 Fight", "2 Skill or 2 Charm"."""
    card = CARDS[kind]
    words = f"{card.n} {ATTRIBUTES[card.attr]}"
    return f"{words} or {card.other_n} {ATTRIBUTES[card.other_attr]}" if card.other_n else words


def _play(s: Ravingspire, seat: int, line: Sequence[int]) -> Reason:
    """A play serves what is paid for after it; else its own text."""
    code = line[0]
    table = s.clone()
    for n, later in enumerate(line):
        if n and c.FACE <= later < c.PAY:
            target = later - (c.FORCE if later >= c.FORCE else c.FACE)
            return f"to pay for {target_name(table, target)} then", "RSP-68"
        table.apply(later)
        if table.actor != seat or table.actor == OVER:
            break
    if code >= c.ACT:
        return "since the Hero can do it once more this turn", "RSP-29"
    if code >= c.DISCARD:
        return "since what it does is worth more now than its power", "RSP-71"
    return "for what it does, and its power can still be spent", "RSP-68"


def _slot(s: Ravingspire, seat: int, code: int) -> Reason:
    """A card goes where it is ready, or back."""
    if code >= c.UNSLOT:
        kind = s.slots[seat][code - c.UNSLOT] & KIND
        return f"to have {card_words(kind)} in hand instead", "RSP-116"
    kind = s.hands[seat][(code - c.SLOT) // PLACES] & KIND
    return f"to have {card_words(kind)} ready in a later turn", "RSP-117"


def _late(s: Ravingspire, seat: int, code: int, rule: str) -> Reason:
    """Cards picked, and the rest of the codes."""
    if code < c.CHOOSE:
        return _pick(s, seat, code - c.PICK, rule), rule
    if code < c.NAME:
        return "since that helps most now", "RSP-170"
    if code < c.TRADE:
        words = ATTRIBUTES[code - c.NAME]
        eased = "is hardest to pay" if rule == "RSP-63" else "is easiest to spare"
        return f"since {words} {eased}", rule
    if code < c.WANT:
        return f"to offer {name(s, code - c.TRADE)} a trade", "RSP-151"
    if code < c.ASSIST:
        return "since that is missing most", "RSP-152"
    if code < c.HINDER:
        return f"to help {name(s, s.active)} win this battle", "RSP-147"
    if code < c.PREVENT:
        return f"so that {name(s, s.active)} cannot win this battle", "RSP-147"
    if code < c.AGAIN:
        return f"to lose less than {s.agenda[-1][2]} Sanity", "RSP-128"
    if code < c.PLAYER:
        at = code - c.AGAIN
        card = s.hands[seat][at] if at < HAND_PLACES else s.slots[seat][at - HAND_PLACES]
        return f"hoping for a better roll with {card_words(card & KIND)}", "RSP-161"
    return f"since it matters most for {name(s, code - c.PLAYER)}", "RSP-170"


def _pick(s: Ravingspire, seat: int, place: int, rule: str) -> str:
    """Why this card."""
    if rule == "RSP-84":
        return "since it is the one missed least"
    if rule == "RSP-52":
        return "since it is the one worth least here"
    if rule == "RSP-138":
        return "so that whoever comes next can use it"
    if rule == "RSP-152":
        return "since the trade is worth it"
    index, _, x, y = s.agenda[-1]
    if not isinstance(s.rules[index], PickOne) or y >> 16 or place >= AT_HELPER:
        return "since it helps most" if place < AT_BANISHED else "to have it come in this order"
    verb = EFFECTS[x].verb
    if verb in GIVEN_UP:
        return "since it is the one missed least"
    if verb == V_DISPLACE:
        return "so that something better may come"
    if verb == V_REDUCE:
        return "since it is the one worth facing"
    kind = card_at_place(s, seat, place)
    gains = f", with its {_power(kind)}," if kind != NONE and CARDS[kind].power else ""
    return f"since it{gains} {'gains' if verb == V_DOUBLE else 'helps'} most"
