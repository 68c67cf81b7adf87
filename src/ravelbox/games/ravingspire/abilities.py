"""One ability read from its table, and the laws that it keeps beyond the grammar."""

from __future__ import annotations

import re
from typing import Final

from ravelbox.games.ravingspire import grammar
from ravelbox.games.ravingspire.fields import listed_words
from ravelbox.games.ravingspire.grammar import Unclear
from ravelbox.games.ravingspire.language import Ability, Atom, Condition, Effect, walk
from ravelbox.kernel.content import Entry
from ravelbox.kernel.words import echo, listed

KEYS: Final = ("on", "at", "if", "pay", "do", "must", "limit", "cause", "windows")
OWNED: Final = ("encounter", "loot")
TRIGGERS: Final[dict[str, tuple[str, ...]]] = {  # trigger -> decks whose cards may carry it
    "play": (*OWNED, "starter"),
    **dict.fromkeys(("discard", "banish", "slotted", "acquire"), OWNED),
    **dict.fromkeys(("sanity", "roll"), (*OWNED, "hero")),
    **dict.fromkeys(("defeat", "remain", "ring", "chaos"), ("encounter",)),
    "reveal": ("foe", "spire"),
    "facing": ("foe", "spire"),
    "win": ("foe",),
    "lose": ("foe", "spire"),
    "level": ("tower",),
    "hero": ("hero",),
    "act": ("hero",),
}
OF_ADVERSARIES: Final = ("defeat", "remain", "ring")
MOMENTS: Final = ("remain", "acquire", "defeat", "win", "lose")
LIMITS: Final = ("turn", "game")
CAUSES: Final = ("adversary", "overwhelmed", "foe", "chaos", "card", "flank", "trade")
WINDOWS: Final = ("encounter", "battle", "explore", "foe_drawn")
PRICES: Final = ("lose", "banish", "banish-self", "discard", "flip", "give")
MOST_POWER: Final = 12  # of a condition, RSP-64
OWN_POWER: Final = ("add", "become", "double")
DRAWING: Final = ("draw", "return", "generate", "collect", "loot", "steal")
STANDING: Final = ("convert", "hand", "slot", "share", "extra", "keep")
OWN_CARDS: Final = ("add", "give", "keep", "flip", "capture", "double", "change")
PLACES: Final[dict[str, tuple[tuple[str, ...], str]]] = {  # verb -> the triggers it stands under
    "prevent": (("sanity",), "a Sanity loss is prevented when it comes"),
    "reroll": (("roll",), "a die is rolled again when it was rolled"),
    "modify": (("roll", "level"), "a die is changed when it was rolled, or on a whole level"),
    "attach": (("chaos",), "only a Chaos card lies on the Foe deck"),
    "redraw": (("act",), "only a Hero draws another Foe"),
    "forbid": (("reveal", "facing"), "only a Foe or Spire card forbids cards"),
    "capture": (("reveal", "facing"), "only a Foe or Spire card holds cards"),
    "reshuffle": (("defeat", "chaos"), "only an Adversary or Chaos card is reshuffled"),
    **dict.fromkeys(STANDING, (("slotted", "hero", "level"), "it is a standing effect")),
}


def abilities(card: Entry, deck: str, main: str) -> tuple[Ability, ...]:
    """The abilities of a card or Hero; `main` is its first type."""
    value = card.get("abilities")
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise card.complain(
            "abilities", f"must be a list such as [{{ on = … }}], not {echo(value)}"
        )
    return tuple(
        ability(Entry(card.file, f"{card.place} ability {n}", item), deck, main, _words(card))
        for n, item in enumerate(value, 1)
    )


def ability(entry: Entry, deck: str, main: str, text: str) -> Ability:
    """One ability, read and held against the laws."""
    entry.only(KEYS)
    on = _trigger(entry, deck, main)
    for key, owner in (("at", "level"), ("cause", "sanity"), ("windows", "act")):
        if key in entry.facts and on != owner:
            raise entry.complain(key, f'goes with on = "{owner}" only, not with {echo(on)}')
    if "must" in entry.facts and entry.get("must") is not True:
        raise entry.complain("must", f"is true or not there, not {echo(entry.get('must'))}")
    found = Ability(
        on=on,
        at=entry.one_of("at", MOMENTS) if "at" in entry.facts else "",
        condition=_condition(entry),
        pay=_effects(entry, "pay") if "pay" in entry.facts else (),
        do=_effects(entry, "do"),
        must="must" in entry.facts,
        limit=entry.one_of("limit", LIMITS) if "limit" in entry.facts else "",
        cause=listed_words(entry, "cause", CAUSES) if "cause" in entry.facts else (),
        windows=listed_words(entry, "windows", WINDOWS) if "windows" in entry.facts else (),
    )
    _check_price(entry, found)
    for key, effects in (("do", found.do), ("pay", found.pay)):
        for each in walk(effects):
            _check_zones(entry, key, each)
            _check_place(entry, key, each, found)
    _check_conditions(entry, found)
    _check_finite(entry, found, deck, text)
    return found


def _words(card: Entry) -> str:
    return str(card.facts.get("text", ""))


def _trigger(entry: Entry, deck: str, main: str) -> str:
    """The moment, which must suit the deck and the type of its card."""
    on = entry.one_of("on", TRIGGERS)
    suited = [name for name, decks in TRIGGERS.items() if deck in decks]
    if deck == "encounter":
        for kind, own in (("Adversary", OF_ADVERSARIES), ("Chaos", ("chaos",))):
            suited = [name for name in suited if (name in own) == (main == kind)]
    if on not in suited:
        article = "an" if main[0] in "AO" else "a"
        where = f"{article} {main}" if deck == "encounter" else f"the {deck} deck"
        raise entry.complain("on", f"{echo(on)} is not for {where}; possible are {listed(suited)}")
    return on


def _condition(entry: Entry) -> Condition:
    if "if" not in entry.facts:
        return ()
    try:
        return grammar.condition(entry.text("if"))
    except Unclear as unclear:
        raise entry.complain("if", str(unclear)) from unclear


def _effects(entry: Entry, key: str) -> tuple[Effect, ...]:
    value = entry.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(t, str) for t in value):
        raise entry.complain(
            key, f'must be a list of effects such as ["draw 1"], not {echo(value)}'
        )
    try:
        return tuple(grammar.effect(text) for text in value)
    except Unclear as unclear:
        raise entry.complain(key, str(unclear)) from unclear


def _check_price(entry: Entry, found: Ability) -> None:
    """A price is something that can be said to be possible in full."""
    for each in found.pay:
        if each.verb not in PRICES or each.who:
            can = "lose, banish, discard, flip and give"
            raise entry.complain("pay", f"{echo(each.verb)} is no price; possible are {can}")
    if any(each.verb == "flip" for each in walk(found.do)):
        raise entry.complain("do", '"flip" is a price and stands in pay')


def _check_zones(entry: Entry, key: str, each: Effect) -> None:
    """Which cards a verb can take."""
    if each.cards is None:
        return
    zones = each.cards.group.zones if each.cards.group else ()
    others = [zone for zone in zones if zone.startswith("other.")]
    wrong = ""
    if each.verb in ("collect", "displace") and zones != ("ring",):
        wrong = "takes cards in ring"
    elif each.verb == "steal" and (not zones or len(others) < len(zones)):
        wrong = "takes cards in other.hand, other.slots or other.discard"
    elif each.verb in OWN_CARDS and (others or "ring" in zones or "banished" in zones):
        wrong = "takes own cards: in hand, slots, played or discard"
    elif each.verb == "return" and zones != ("discard",):
        wrong = "takes cards in discard; banished cards stay banished"
    elif each.verb in ("banish", "discard") and {"ring", "banished"} & set(zones):
        wrong = "takes cards of players; a ring card is displaced"
    if wrong:
        came = "|".join(zones) or "self"
        raise entry.complain(key, f"{echo(each.verb)} {wrong}, not {echo(came)}")


def _check_place(entry: Entry, key: str, each: Effect, found: Ability) -> None:
    """Which verb can stand under which trigger."""
    triggers, reason = PLACES.get(each.verb, ((), ""))
    if triggers and found.on not in triggers:
        where = listed(triggers)
        raise entry.complain(
            key, f"{echo(each.verb)} stands under {where}, not {found.on}: {reason}"
        )
    if each.verb == "become" and each.amount is not None and each.amount.n > MOST_POWER:
        raise entry.complain(key, f"no card becomes more than {MOST_POWER}, not {each.amount.n}")
    less = each.verb == "add" and each.amount is not None and each.amount.n < 0
    if less and found.on != "facing":
        raise entry.complain(key, '"add -n" stands under facing: power is taken in a battle only')
    if each.verb == "loot+" and not _is_attached(each, found):
        raise entry.complain(key, '"loot +n" stands inside attach')


def _is_attached(each: Effect, found: Ability) -> bool:
    blocks = [outer.blocks[0] for outer in walk(found.do) if outer.verb == "attach"]
    return any(each is inner for block in blocks for inner in walk(block))


def _check_conditions(entry: Entry, found: Ability) -> None:
    """What is asked about the payment can only change the card's own power."""
    inner = [
        (e.condition, [*walk(e.blocks[0]), *walk(e.blocks[1])])
        for e in walk(found.do)
        if e.condition
    ]
    for condition, effects in [(found.condition, list(walk(found.do))), *inner]:
        atoms: list[Atom] = [atom for clause in condition for atom in clause]
        if not any(atom.word == "with" for atom in atoms):
            continue
        for each in effects:
            own = each.verb == "become" or (each.cards is not None and each.cards.self)
            if each.verb not in OWN_POWER or not own:
                raise entry.complain("do", '"with" may only change the power of the card itself')


def _check_finite(entry: Entry, found: Ability, deck: str, text: str) -> None:
    """RSP-71. No turn runs for ever: what comes back to the hand cannot feed itself."""
    if found.pays_itself == "discard":
        for each in walk(found.do):
            if each.verb in DRAWING:
                loop = "an action that discards its own card could run for ever"
                raise entry.complain("do", f"{echo(each.verb)} in {loop}")
    if deck == "hero" and found.limit == "game":
        raise entry.complain("limit", "a Hero's ability is limited by turn, not by game")
    flips = any(each.verb == "flip" for each in found.pay)
    if found.on == "act" and not found.limit and not flips:
        raise entry.complain("limit", "an act needs a limit, or a flip as its price")
    if found.on in ("sanity", "roll") and deck != "hero" and not found.pays_itself:
        if not found.limit:
            raise entry.complain("limit", "a reaction needs a limit, or its own card as its price")
        if "slotted" not in text.lower():
            slotted = 'works from a slot only, and the text must say "slotted"'
            raise entry.complain("pay", f"a reaction without its own card as price {slotted}")
    harm = all((e.verb == "lose" and not e.who) or e.verb == "discard" for e in found.do)
    if found.on == "play" and harm and not found.must:
        raise entry.complain("must", "a drawback is compulsory: must = true (RSP-69)")


WORDS: Final = {
    1: "one|an?|1",
    2: "two|both|second|twice",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
}
SAID: Final = {  # verb -> what the text of its card must have
    "draw": "draw", "lose": "anity", "gain": "anity", "prevent": "prevent|less",
    "double": "doubl|twice", "banish": "anish", "banish-self": "anish", "discard": "iscard",
    "return": "eturn|take", "steal": "steal|take", "give": "give|put", "loot": "loot",
    "loot+": "loot", "collect": "collect|take", "displace": "banish", "reshuffle": "reshuffle",
    "rotate": "rotate|turn", "move": "move|step", "reroll": "re-roll", "peek": "look",
    "forbid": "may not|cannot|useless", "capture": "take|hold", "reduce": "less",
    "raise": r"more|\+", "hand": "hand", "change": "as", "convert": "as",
    "generate": "gain|gives|generate", "move-foe": "foe", "remove-foe": "foe", "summon": "foe",
    "advance": "foe", "attach": "foe", "keep": "stay|remain|face down", "slot": "slot",
    "share": "slot", "extra": "slot", "modify": r"\+|add|-|−|less", "redraw": "foe",
    "flip": "turn", "add": r"\+|add|more|−", "become": "instead|worth|becomes|count",
}  # fmt: skip


def wording(text: str, entry: Entry) -> list[str]:
    """What the data does and the text that people read does not say."""
    said, lacks = text.lower(), []
    value = entry.facts.get("abilities", [])
    assert isinstance(value, list)
    for raw in value:
        sources = [*raw.get("pay", []), *raw["do"]]
        for each in walk(tuple(grammar.effect(source) for source in sources)):
            if each.verb in SAID and not re.search(SAID[each.verb], said):
                lacks.append(f"does not say {echo(each.verb)}")
        for source in [*sources, raw.get("if", "")]:
            for word in re.findall(r"(?<![d\d])\d+", source):
                names = rf"(?<!\d){word}(?!\d)|\b({WORDS.get(int(word), '-')})\b"
                if int(word) > 1 and not re.search(names, said):
                    lacks.append(f"does not say the number {word} of {echo(source)}")
    return lacks
