"""The open question of Ravingspire for a person: what is asked, and what each answer means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ravelbox.games.ravingspire import actions as a
from ravelbox.games.ravingspire.actions import SPACE
from ravelbox.games.ravingspire.cards import (
    ABILITIES,
    BY_D3,
    BY_D6,
    EFFECTS,
    V_REDUCE,
    VERBS,
    Effect,
)
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.move import neighbour
from ravelbox.games.ravingspire.payment import missing
from ravelbox.games.ravingspire.picking import PickOne
from ravelbox.games.ravingspire.power import ring_card
from ravelbox.games.ravingspire.proposal import proposal
from ravelbox.games.ravingspire.state import (
    FOE,
    GENERATED,
    KIND,
    MAPS,
    NONE,
    RING,
    Ravingspire,
    who,
)
from ravelbox.games.ravingspire.telling import (
    ATTRIBUTES,
    LEVELS,
    PURPOSES,
    SERVICES,
    card_words,
    place_words,
    seat_words,
)
from ravelbox.games.ravingspire.tower import SPACES, FoeWay
from ravelbox.kernel.actions import Action
from ravelbox.kernel.game import Offer, Prompt
from ravelbox.kernel.rules import RESIGN
from ravelbox.kernel.words import listed

Ways = tuple[tuple[str, ...], ...]

# The question each rule asks, in a few words.
QUESTIONS: Final = {
    "RSP-15": "which Hero to take",
    "RSP-30": "whether all is ready to roll",
    "RSP-31": "where to step",
    "RSP-36": "whether to enter the Keep",
    "RSP-49": "what to do in the Encounter",
    "RSP-52": "which card leaves the ring",
    "RSP-58": "what to pay with",
    "RSP-61": "as which attribute it counts",
    "RSP-63": "which attribute is reduced",
    "RSP-69": "whether to use the card's action",
    "RSP-80": "what to explore",
    "RSP-81": "how to turn the ring",
    "RSP-84": "which card the Well takes",
    "RSP-90": "which cards to slot",
    "RSP-98": "which way the Foe goes",
    "RSP-106": "whether all is ready for the Foe",
    "RSP-108": "how to battle the Foe",
    "RSP-112": "whether to take the bonus move",
    "RSP-128": "whether to prevent the loss",
    "RSP-135": "how to battle the Spire card",
    "RSP-138": "which card to leave",
    "RSP-143": "whether to free the others",
    "RSP-145": "whether to flank",
    "RSP-151": "whether to trade before Draw",
    "RSP-152": "what to trade",
    "RSP-158": "whether to face this Foe",
    "RSP-161": "whether to change the die",
    "RSP-170": "what the card's text picks",
}

ASKS: Final = {
    "RSP-15": "choose your Hero.",
    "RSP-30": "get ready, then roll to move.",
    "RSP-31": "which way?",
    "RSP-36": "you hold a Key and stand at the Tower Door.",
    "RSP-49": "face cards of the ring, play cards, or end the Encounter.",
    "RSP-52": "overwhelmed: which card leaves the ring?",
    "RSP-80": "explore, or go on to Recover.",
    "RSP-84": "which card does the Well of Souls take?",
    "RSP-90": "slot cards for the next turn; the rest of the hand is discarded.",
    "RSP-98": "both ways are equal: which way does the Foe come?",
    "RSP-112": "take a bonus move?",
    "RSP-138": "leave one card on the Spire card for whoever comes next?",
    "RSP-143": "you escaped! Free the others too?",
    "RSP-151": "trade with a Hero close by, or go on.",
}


def prompt(s: Ravingspire, seat: int) -> Prompt | None:
    """What a seat is asked."""
    if s.actor != seat:
        return None
    rule = s.rules[s.agenda[-1][0]].cites
    offers = tuple(_offer(s, code) for code in s.legal() if code != RESIGN)
    ask = f"{name(s, seat)}: {_words(s, rule)}"
    return Prompt(rule, ask, _why(s), offers, None, None, proposal(s, seat))


def name(s: Ravingspire, seat: int) -> str:
    """A seat as a headline names it: "Quinn"."""
    return seat_words(who(s, seat))


def target_name(s: Ravingspire, target: int) -> str:
    """What is being paid for."""
    if target < RING:
        return card_words(ring_card(s, s.active, target))
    return card_words(s.foe) if target == FOE else SERVICES[target - MAPS]


def _words(s: Ravingspire, rule: str) -> str:  # one case a rule
    """What is asked, after the name."""
    _, seat, x, y = s.agenda[-1]
    if rule in ASKS:
        return ASKS[rule]
    if rule == "RSP-58":
        return f"pay for {target_name(s, s.target)}: {missing_words(s, seat)} still missing."
    if rule == "RSP-63":
        return f"lower which attribute of {target_name(s, s.target)} by {x}?"
    if rule == "RSP-61":
        return f"{card_words(x)} is used against you: as what does it count?"
    if rule == "RSP-69":
        return f"use the action of {card_words(ABILITIES[x].kind)}?"
    if rule == "RSP-81":
        return f"turn the {LEVELS[y & 3]} {'up to ' if y > 3 else ''}{x}: which way?"  # noqa: PLR2004  # UP_TO
    if rule == "RSP-106":
        return "a Foe is here. Move cards while you can, then draw its card."
    if rule in ("RSP-108", "RSP-135"):
        return f"battle {card_words(s.foe)}: play cards, pay, or concede."
    if rule == "RSP-128":
        return f"about to lose {x} Sanity. Prevent some of it?"
    if rule == "RSP-145":
        return f"{name(s, s.active)} battles {target_name(s, x)}. Assist, hinder, or pass?"
    if rule == "RSP-152":
        return _trade_words(s, seat, x, y)
    if rule == "RSP-158":
        return f"{card_words(s.foe)} turned up. Face it, or draw another?"
    if rule == "RSP-161":
        return f"a {s.die} {PURPOSES[x]}. Keep it?"
    return _text_words(s)


def missing_words(s: Ravingspire, seat: int) -> str:
    """What an open payment is short of: "2 Charm and 1 Skill"."""
    short = missing(s, seat)
    if s.brute:
        return f"{short[3]} of any power"
    return listed([f"{n} {ATTRIBUTES[i]}" for i, n in enumerate(short[:3]) if n], "and")


def _trade_words(s: Ravingspire, seat: int, other: int, want: int) -> str:
    if seat == s.active:
        partner = name(s, other)
        rule = type(s.rules[s.agenda[-1][0]]).__name__
        if rule == "OfferCard":
            return f"what do you offer {partner}?"
        return f"what do you want from {partner}?"
    offer = card_words(s.offered & KIND) if s.offered != NONE else "nothing"
    wanted = a.WANTED[want]
    what = (
        "as a gift" if wanted == "nothing" else f"for {'any card' if wanted == 'any' else wanted}"
    )
    return f"{name(s, s.active)} offers you {offer} {what}."


def _text_words(s: Ravingspire) -> str:
    """What a card's text asks."""
    index, _, x, _ = s.agenda[-1]
    rule = type(s.rules[index]).__name__
    if rule == "PutBack":
        return "which of these cards comes next, from the top?"
    if rule == "ChooseOne":
        return "choose what the card does."
    if rule in ("PickSeat", "PickOther", "GiveTo"):
        return "which player?"
    verb = EFFECTS[x].verb
    if verb == V_REDUCE:
        return f"which card shall cost {EFFECTS[x].n} less?"
    return f"{VERB_WORDS.get(VERBS[verb], 'pick')} which card?"


VERB_WORDS: Final = {
    "discard": "discard",
    "banish": "banish",
    "return": "take back",
    "steal": "take",
    "give": "give away",
    "double": "double",
    "change": "change",
    "add": "strengthen",
    "flip": "turn face down",
    "collect": "collect",
    "displace": "remove",
    "capture": "give up",
}


def block_words(block: list[int]) -> str:
    """What a branch of a text does: "gain 2 Sanity, then draw 1"."""
    return ", then ".join([_effect_words(EFFECTS[index]) for index in block]).capitalize()


def _effect_words(effect: Effect) -> str:
    verb = VERBS[effect.verb]
    n = {BY_D6: "d6", BY_D3: "d3"}.get(effect.how, str(effect.n))
    many = {BY_D6: "d6", BY_D3: "d3"}.get(effect.quantity, str(effect.many))
    if verb in ("gain", "lose"):
        return f"{verb} {n} Sanity"
    if verb == "generate":
        return f"generate {n} {ATTRIBUTES[effect.attr]}"
    if verb == "change":
        return f"make {many} card count as {ATTRIBUTES[effect.attr]}"
    if verb == "move-foe":
        return f"move the Foe {n} {'closer' if effect.direction > 0 else 'away'}"
    if effect.group is not None:
        return f"{VERB_WORDS.get(verb, verb)} {many} card{'' if many == '1' else 's'}"
    return f"{verb} {n}"


PHASES: Final = (
    *("Getting ready", "Move", "Draw", "Encounter", "Explore", "Recover", "Foe", "Showdown"),
    "The Keep",
)


def _why(s: Ravingspire) -> str:
    """Where the question comes from."""
    if not s.turn:
        return "Setup"
    return f"Turn {s.turn}, {PHASES[s.phase]}"


def _offer(s: Ravingspire, code: int) -> Offer:
    action = SPACE.decode(code)
    label, ways, key, main = OFFERS[type(action)](s, action)
    return Offer(
        code, SPACE.to_text(code), label, ways, key, main, loose=len(ways) == 1 and len(ways[0]) > 1
    )


Answer = tuple[str, Ways, str, bool]  # label, ways, key, whether it is the natural next thing
POINTS: Final = {
    "h": "hand",
    "s": "slot",
    "p": "played",
    "d": "discard",
    "r": "ring",
    "k": "paid",
    "a": "helper",
    "l": "left",
    "b": "banished",
    "t": "peeked",
}


def point(place: str) -> str:
    """The component of a place: "hand:3"."""
    return f"{POINTS[place[0]]}:{place[1:]}"


def card_of(s: Ravingspire, place: str) -> str:
    """The name of the card at a place, of the seat that the question is about."""
    zone, at = place[0], int(place[1:]) - 1
    index, seat, _, y = s.agenda[-1]
    owner = seat
    if isinstance(s.rules[index], PickOne) and y >> 16:
        owner = (y >> 16) - 1
    zones: dict[str, list[int]] = {
        "h": s.hands[owner], "s": s.slots[owner], "p": s.played[owner], "d": s.discards[owner],
        "k": s.paid, "a": s.helpers, "l": s.left, "b": s.banished, "t": s.peeked,
    }  # fmt: skip
    if zone == "r":
        return card_words(ring_card(s, s.active, at))
    return source_words(zones[zone][at])


def source_words(card: int) -> str:
    """A card, or generated power, by name."""
    if card & KIND >= GENERATED:
        return f"generated {ATTRIBUTES[(card & KIND) - GENERATED]}"
    return card_words(card & KIND)


def _button(label: str, key: str, *, main: bool = False) -> Callable[[Ravingspire, Any], Answer]:
    return lambda _, __: (label, (), key, main)


def _end(s: Ravingspire, _: Any) -> Answer:
    rule = s.rules[s.agenda[-1][0]].cites
    if rule == "RSP-49":
        if s.pending != NONE:
            return "End the Encounter and be overwhelmed", (), "e", False
        return "End the Encounter", (), "e", len(s.legal()) == 1
    if rule == "RSP-151":
        return "Begin the Encounter", (), "e", True
    if rule == "RSP-80":
        return "Go on to Recover", (), "e", True
    return "Discard the rest and go on", (), "e", True


def _skip(s: Ravingspire, _: Any) -> Answer:
    bonus = s.rules[s.agenda[-1][0]].cites == "RSP-112"
    return "Stay here" if bonus else "Do not use it", (), "n", False


def _roll(s: Ravingspire, _: Any) -> Answer:
    bonus = s.rules[s.agenda[-1][0]].cites == "RSP-112"
    return "Roll for a bonus move" if bonus else "Roll to move", (), "r", True


def _draw(s: Ravingspire, _: Any) -> Answer:
    foe = s.rules[s.agenda[-1][0]].cites == "RSP-106"
    return "Draw the Foe card" if foe else "Go on to Draw", (), "d", True


def _keep(s: Ravingspire, _: Any) -> Answer:
    if s.rules[s.agenda[-1][0]].cites == "RSP-158":
        return f"Face {card_words(s.foe)}", (), "k", True
    return f"Keep the {s.die}", (), "k", True


def _stop(s: Ravingspire, _: Any) -> Answer:
    rule = s.rules[s.agenda[-1][0]].cites
    return "Do not turn it" if rule == "RSP-81" else "Stop here", (), "x", False


def _accept(s: Ravingspire, _: Any) -> Answer:
    if s.rules[s.agenda[-1][0]].cites == "RSP-128":
        return f"Lose {s.agenda[-1][2]} Sanity", (), "l", False
    return "Accept the gift", (), "y", True


def _nothing(s: Ravingspire, _: Any) -> Answer:
    rule = s.rules[s.agenda[-1][0]].cites
    words = {"RSP-152": "Offer nothing", "RSP-138": "Leave nothing"}
    return words.get(rule, "No further card"), (), "n", False


def _hero(_: Ravingspire, action: Any) -> Answer:
    hero = FACTS.heroes[action.hero - 1]
    return f"{hero.name}, {hero.tier} {hero.klass}", ((f"pick:{hero.id}",),), "", False


def _step(s: Ravingspire, action: Any) -> Answer:
    index, seat, _, _ = s.agenda[-1]
    way = ("cw", "ccw", "up", "down").index(action.way)
    words = ("Clockwise", "Counter-clockwise", "Up the stair", "Down the stair")[way]
    if isinstance(s.rules[index], FoeWay):
        return words, ((f"foe:{action.way}",),), "", False
    to = neighbour(s, s.levels[seat], s.spaces[seat], way)
    level, space = divmod(to, SPACES)
    label = f"{words}, to {place_words(level, space)}"
    return label, ((f"space:{LEVELS[level].lower()}-{space}",),), "", False


def _turn(_: Ravingspire, action: Any) -> Answer:
    words = "clockwise" if action.way == "cw" else "counter-clockwise"
    return f"Turn {action.spaces} {words}", ((f"turn:{action.way}-{action.spaces}",),), "", False


def target_point(target: str) -> str:
    """The component of a target."""
    if target[0] == "r" and target[1:].isdigit():
        return f"ring:{target[1:]}"
    return "foe" if target == "foe" else f"service:{target}"


def _target(s: Ravingspire, target: str) -> str:
    return target_name(s, a.TARGETS.index(target))


def _face(s: Ravingspire, action: Any) -> Answer:
    label = f"Pay for {_target(s, action.target)}"
    return label, ((target_point(action.target),),), "p" if action.target == "foe" else "", False


def _force(s: Ravingspire, action: Any) -> Answer:
    label = f"Brute Force: {_target(s, action.target)}"
    if action.target == "rotation":
        return label, (("service:rotation",),), "", False
    return label, (("do:force", target_point(action.target)),), "", False


def _pay(s: Ravingspire, action: Any) -> Answer:
    card = card_of(s, action.source)
    here = point(action.source)
    if action.attribute == "any":
        return f"Pay with {card}", ((here,),), "", False
    stem = SPACE.encode(a.Pay(action.source, "fight"))
    others = [code for code in s.legal() if stem <= code <= stem + 2]
    label = f"Pay with {card} as {action.attribute.capitalize()}"
    way = (here,) if len(others) == 1 else (here, f"as:{action.attribute}")
    return label, (way,), "", False


def _back(s: Ravingspire, action: Any) -> Answer:
    card = source_words(s.paying[action.source - 1])
    return f"Take {card} back", ((f"source:{action.source}",),), "", False


def _verb_card(verb: str, words: str) -> Callable[[Ravingspire, Any], Answer]:
    def answer(s: Ravingspire, action: Any) -> Answer:
        label = f"{words} {card_of(s, action.card)}"
        return label, ((f"do:{verb}", point(action.card)),), "", False

    return answer


def _act(s: Ravingspire, action: Any) -> Answer:
    hero = FACTS.heroes[s.heroes[s.actor]]
    label = f"Ability {action.ability} of {hero.name}"
    return label, ((f"ability:{action.ability}",),), "", False


def _slot(s: Ravingspire, action: Any) -> Answer:
    label = f"Slot {card_of(s, action.card)} in place {action.place[1:]}"
    return label, ((point(action.card), point(action.place)),), "", False


def _unslot(s: Ravingspire, action: Any) -> Answer:
    label = f"Take {card_of(s, action.place)} to hand"
    return label, (("do:unslot", point(action.place)),), "", False


def _pick(s: Ravingspire, action: Any) -> Answer:
    return card_of(s, action.card), ((point(action.card),),), "", False


def _choose(s: Ravingspire, action: Any) -> Answer:
    block = EFFECTS[s.agenda[-1][2]].blocks[action.branch - 1]
    return block_words(block), ((f"choose:{action.branch}",),), str(action.branch), False


def _name(_: Ravingspire, action: Any) -> Answer:
    return action.attribute.capitalize(), ((f"as:{action.attribute}",),), action.attribute[0], False


def _trade(s: Ravingspire, action: Any) -> Answer:
    label = f"Trade with {name(s, action.seat)}"
    return label, (("do:trade", f"seat:{action.seat}"),), "", False


def _want(_: Ravingspire, action: Any) -> Answer:
    words = {"any": "Any card", "nothing": "Nothing: it is a gift"}
    label = words.get(action.what, f"A card of type {action.what.capitalize()}")
    return label, ((f"want:{action.what}",),), "", False


def _react(words: str) -> Callable[[Ravingspire, Any], Answer]:
    def answer(s: Ravingspire, action: Any) -> Answer:
        return f"{words} {card_of(s, action.card)}", ((point(action.card),),), "", False

    return answer


def _player(s: Ravingspire, action: Any) -> Answer:
    return name(s, action.seat), ((f"seat:{action.seat}",),), "", False


OFFERS: Final[dict[type[Action], Callable[[Ravingspire, Any], Answer]]] = {
    a.Roll: _roll,
    a.Draw: _draw,
    a.End: _end,
    a.Skip: _skip,
    a.Use: _button("Use it", "u", main=True),
    a.Keep: _keep,
    a.Pass: _button("Pass", "n", main=True),
    a.Stop: _stop,
    a.Enter: _button("Enter the Keep", "k", main=True),
    a.Redraw: _button("Draw another Foe", "d"),
    a.Accept: _accept,
    a.Decline: _button("Decline", "n"),
    a.Nothing: _nothing,
    a.Concede: _button("Concede the battle", "c"),
    a.Abandon: _button("Do not pay", "g"),
    a.Raise: _button("Add 1", "a"),
    a.Free: _button("Free everybody", "f", main=True),
    a.Alone: _button("Leave alone", "a"),
    a.Reroll: _button("Roll again", "r"),
    a.Hero: _hero,
    a.Step: _step,
    a.Turn: _turn,
    a.Face: _face,
    a.Force: _force,
    a.Pay: _pay,
    a.Back: _back,
    a.Activate: _verb_card("activate", "Activate"),
    a.Discard: _verb_card("discard", "Discard for its action:"),
    a.Banish: _verb_card("banish", "Banish for its action:"),
    a.Act: _act,
    a.Slot: _slot,
    a.Unslot: _unslot,
    a.Pick: _pick,
    a.Choose: _choose,
    a.Name: _name,
    a.Trade: _trade,
    a.Want: _want,
    a.Assist: _verb_card("assist", "Assist with"),
    a.Hinder: _verb_card("hinder", "Hinder with"),
    a.Prevent: _react("Prevent it with"),
    a.Again: _react("Roll again with"),
    a.Player: _player,
}
