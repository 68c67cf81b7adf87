"""What is counted in Ravingspire: Heroes, cards that were offered and taken, Foes and Spire cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ravelbox.games.ravingspire import state as k
from ravelbox.games.ravingspire.facts import FACTS, Card
from ravelbox.games.ravingspire.packs import chosen_by, decks_of, heroes_of
from ravelbox.games.ravingspire.view import outcome
from ravelbox.kernel.options import Options
from ravelbox.kernel.rules import Note, State
from ravelbox.lab.measures.measure import NOBODY, SEAT, Ended, Measure, Question, Uses, key, keys

HERO_NAMES: Final = [hero.name for hero in FACTS.heroes]


def sort_of(card: Card) -> str:
    """What a card is counted among: Loot apart, others by their main type."""
    return "loot" if card.deck == "loot" else card.types[0].lower()


def _keys(did: str) -> list[str]:
    return [key(sort_of(card), card.name, did) for card in FACTS.cards]


# By the note's third number.
CARD_NOTES: Final = {
    k.ENCOUNTER_CARD: _keys("offered"),
    k.COLLECTED: _keys("collected"),
    k.LOOTED: _keys("gained"),
    k.DEFEATED: _keys("defeated"),
    k.ACTIVATED: _keys("activated"),
    k.CHAOS: _keys("drawn"),
    k.TOWER_CARD: _keys("revealed"),
    k.FOE_DRAWN: _keys("faced"),
    k.WON: _keys("beaten"),
    k.LOST: _keys("lost to"),
    k.SPIRE_OPENED: _keys("faced"),
    k.ESCAPED: _keys("beaten"),
}
TABLES: Final = (k.ENCOUNTER_CARD, k.TOWER_CARD)  # they come to everybody
HEROES: Final = keys("hero", HERO_NAMES, "played")
MADNESS: Final = key("fate", "Madness", "gone mad")
REASONS: Final = ("Madness", "Nobody left", "Turn cap")


def ended(state: State, notes: Sequence[Note]) -> Ended:
    """Who escaped, or what the tower kept them by."""
    assert isinstance(state, k.Ravingspire)
    how = outcome(state)
    lost = next((REASONS[x] for kind, _, x, _ in notes if kind == k.ALL_LOST), "")
    return Ended(how.won, state.turn, state.first, lost or "Escaped")


def uses(state: State, notes: Sequence[Note]) -> Uses:
    """What each seat met, took and beat."""
    del state  # its notes say it all
    found: Uses = Uses()
    for kind, who, x, _ in notes:
        if kind in CARD_NOTES:
            found[CARD_NOTES[kind][x], NOBODY if kind in TABLES else who & SEAT] += 1
        elif kind == k.HERO:
            found[HEROES[x], who & SEAT] += 1
        elif kind == k.MAD:
            found[MADNESS, who & SEAT] += 1
    return found


def names(options: Options) -> dict[str, list[str]]:
    """The cards and Heroes of the chosen packs."""
    packs = chosen_by(str(options["packs"]))
    found: dict[str, list[str]] = {"hero": [HERO_NAMES[n] for n in heroes_of(FACTS, packs)]}
    kinds = {kind for deck in decks_of(FACTS, packs).values() for kind in deck}
    for kind in sorted(kinds):
        card = FACTS.cards[kind]
        if card.deck != "starter":
            found.setdefault(sort_of(card), []).append(card.name)
    return found


def _collected(sort: str, title: str) -> Question:
    return Question(sort, "collected", title, of="offered", dead=True)


MEASURE: Final = Measure(
    ended,
    uses,
    names,
    (
        Question("hero", "played", "Heroes"),
        _collected("weapon", "Weapons"),
        _collected("armor", "Armor"),
        _collected("relic", "Relics"),
        _collected("object", "Objects"),
        _collected("attack", "Attacks"),
        _collected("adventurer", "Adventurers"),
        Question("adversary", "defeated", "Adversaries", of="offered"),
        Question("loot", "gained", "Loot"),
        Question("foe", "lost to", "Foes that win their Showdown", of="faced"),
        Question("spire", "beaten", "Spire cards", of="faced"),
        Question("tower", "revealed", "Tower cards", nobody=True),
        Question("chaos", "drawn", "Chaos"),
    ),
)
