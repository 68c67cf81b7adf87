"""The entries of Ravingspire: the tower, decks, a payment under way, own cards, every seat's mat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ravelbox.envs.entries.entry import Entry, flag, number, one_of, question, seat_of
from ravelbox.games.ravingspire.asking import QUESTIONS
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.view import LEVELS, PHASES
from ravelbox.kernel.game import View

HELD: Final = 10  # cards shown of a hand
PLACES: Final = 8  # of a Battlemat
PLAYED: Final = 8
DECK: Final = 24  # cards shown of one's own Battle Deck
DISCARD: Final = 12  # and of the discard pile, from the top
PEEKED: Final = 6
TOP: Final = 3  # cards of the Encounter Deck that may be known

CARD_IDS: Final = tuple(card.id for card in FACTS.cards)
HERO_IDS: Final = tuple(hero.id for hero in FACTS.heroes)
GENERATED: Final = "power without a card"
SHOWN: Final = (*CARD_IDS, GENERATED)
MISSING: Final = ("fight", "skill", "charm", "any")


def entries(view: View) -> Iterator[Entry]:
    """Every entry of a row."""
    t = view.table
    seats = len(t["seats"])
    assert view.seat is not None
    own = t["seats"][view.seat]
    yield question(view, list(QUESTIONS))
    yield seat_of("asked", t["asked"], view, seats)
    yield number("turn", t["turn"])
    yield one_of("phase", t["phase"], ("setup", *PHASES, "over"))
    yield seat_of("active", t["active"], view, seats)
    yield number("madness", t["madness"])
    yield number("die", t["die"], 6)
    yield number("deck", t["deck"])
    yield number("loot_deck", t["loot_deck"])
    yield number("foe_deck", t["foe_deck"]["count"])
    yield number("tower_deck", t["tower_deck"])
    yield number("sealed", t["spire"]["sealed"])
    yield _card("spire", t["spire"]["card"])
    yield _card("pending", t["pending"])
    for ring in t["rings"]:
        yield number(f"{ring['level']}.turned", ring["turned"], 11)
        yield number(f"{ring['level']}.foe", 0 if ring["foe"] is None else ring["foe"] + 1, 12)
        yield _card(f"{ring['level']}.tower", ring["tower"])
        for n, place in enumerate(ring["cards"], 1):
            yield _card(f"{ring['level']}.{n}", place and place["card"])
    yield _card("battle", t["battle"] and t["battle"]["card"])
    yield number("battle.stage", t["battle"]["stage"] if t["battle"] else 0)
    yield from _payment(t["payment"])
    yield _card("offered", t["trade"] and t["trade"]["card"])
    yield from _cards("peeked", t["peeked"], PEEKED)
    yield from _cards("top", t["top"], TOP)
    deck = [entry["card"] for entry in own["deck_cards"] for _ in range(entry["n"])]
    yield from _cards("own_deck", deck, DECK)
    discard = [entry["card"] for entry in own["discard"]["cards"]]
    yield from _cards("own_discard", discard[::-1], DISCARD)
    for k in range(seats):
        yield from _seat(f"seat+{k}", t["seats"][(view.seat + k) % seats])


def _card(name: str, card: dict[str, Any] | None) -> Entry:
    """A card that lies open, or none."""
    return one_of(name, card["id"] if card else None, SHOWN)


def _cards(name: str, cards: Sequence[dict[str, Any] | None], places: int) -> Iterator[Entry]:
    """The first of some cards."""
    for n in range(places):
        yield _card(f"{name}.{n + 1}", cards[n] if n < len(cards) else None)


def _payment(payment: dict[str, Any] | None) -> Iterator[Entry]:
    """What is being paid, and what it lacks."""
    way = None if payment is None else "brute" if payment["brute"] else "matrix"
    yield one_of("payment", way, ("matrix", "brute"))
    yield number("payment.sources", len(payment["sources"]) if payment else 0)
    for attr in MISSING:
        yield number(f"payment.{attr}", payment["missing"].get(attr, 0) if payment else 0)


def _seat(name: str, seat: dict[str, Any]) -> Iterator[Entry]:
    """A Hero, and the cards of it that can be seen."""
    yield one_of(f"{name}.hero", seat["hero"], HERO_IDS)
    yield number(f"{name}.sanity", seat["sanity"])
    yield one_of(f"{name}.level", seat["level"], LEVELS)
    yield number(f"{name}.space", seat["space"], 12)
    yield flag(f"{name}.key", seat["key"])
    yield flag(f"{name}.gone", seat["gone"])
    yield flag(f"{name}.traded", seat["traded"])
    yield number(f"{name}.hand", seat["hand"])
    yield number(f"{name}.deck", seat["deck"])
    yield number(f"{name}.discard", seat["discard"]["count"])
    yield number(f"{name}.aside", len(seat["aside"]))
    yield from _cards(f"{name}.held", [held["card"] for held in seat["cards"]], HELD)
    played = [held["card"] or {"id": GENERATED} for held in seat["played"]]
    yield from _cards(f"{name}.played", played, PLAYED)
    mat = [place["card"] and place["card"]["card"] for place in seat["slots"]]
    yield from _cards(f"{name}.mat", mat, PLACES)
