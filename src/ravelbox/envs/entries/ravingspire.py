"""The entries of Ravingspire: the tower, decks, a payment under way, own cards, every seat's mat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ravelbox.envs.entries.entry import Entry, flag, number, one_of, question, seat_of
from ravelbox.games.ravingspire.actions import TARGETS, WANTED
from ravelbox.games.ravingspire.agenda import PURPOSE
from ravelbox.games.ravingspire.asking import QUESTIONS
from ravelbox.games.ravingspire.cards import VERBS
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.view import ATTRS, LATEST, LEVELS, PHASES
from ravelbox.kernel.game import View

HELD: Final = 10  # cards shown of a hand
PLACES: Final = 8  # of a Battlemat
PLAYED: Final = 8
DECK: Final = 24  # cards shown of one's own Battle Deck
DISCARD: Final = 12  # and of the discard pile, from the top
PEEKED: Final = 6
TOP: Final = 3  # cards of the Encounter Deck that may be known

SOURCES: Final = 8  # of a payment
HELPERS: Final = 4
PAID: Final = 6

CARD_IDS: Final = tuple(card.id for card in FACTS.cards)
HERO_IDS: Final = tuple(hero.id for hero in FACTS.heroes)
GENERATED: Final = "power without a card"
SHOWN: Final = (*CARD_IDS, GENERATED)
MISSING: Final = ("fight", "skill", "charm", "any")
FROM: Final = ("hand", "played", "helper", "left", *(f"place {n}" for n in range(1, 10)))
LIES: Final = tuple(
    ", ".join(word for k, word in enumerate(("acted", "committed", "face down")) if marks >> k & 1)
    or "plain"
    for marks in range(8)
)
UNMARKED: Final[dict[str, Any]] = {"doubled": 0, "changed": "", "added": 0, "beside": 0}


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
    yield from _sources(t["payment"])
    yield from _about(t["about"] or {}, view, seats)
    for n in range(HELPERS):
        helper = t["helpers"][n] if n < len(t["helpers"]) else {"card": None, "target": None}
        yield _card(f"helper.{n + 1}", helper["card"])
        yield one_of(f"helper.{n + 1}.target", helper["target"], TARGETS)
    for bound in t["bound"]:
        for attr, n in bound["raised"].items():
            yield number(f"{bound['target']}.raised.{attr}", n)
        yield number(f"{bound['target']}.cut", bound["cut"])
    yield from _cards("paid", t["paid"], PAID)
    yield number("banished", t["banished"]["count"])
    yield from _cards("banished", t["banished"]["latest"], LATEST)
    yield from _own(own, view.seat, seats)
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


def _sources(payment: dict[str, Any] | None) -> Iterator[Entry]:
    """What is being paid for, and with what: each card, where it came from, as what it counts."""
    yield one_of("payment.target", payment["at"] if payment else None, TARGETS)
    sources = payment["sources"] if payment else []
    for n in range(SOURCES):
        name = f"payment.{n + 1}"
        if n < len(sources):
            source = sources[n]
            origin = f"place {source['place']}" if source["from"] == "slot" else source["from"]
            yield _card(name, source["card"] or {"id": GENERATED})
            yield one_of(f"{name}.from", origin, FROM)
            yield one_of(f"{name}.as", source["gives"][0]["attr"], MISSING)
        else:
            yield _card(name, None)
            yield one_of(f"{name}.from", None, FROM)
            yield one_of(f"{name}.as", None, MISSING)


def _about(matter: dict[str, Any], view: View, seats: int) -> Iterator[Entry]:
    """What the looking seat is asked about."""
    yield one_of("about.card", matter.get("card"), SHOWN)
    yield one_of("about.target", matter.get("target"), TARGETS)
    yield one_of("about.verb", matter.get("verb"), VERBS)
    yield number("about.n", matter.get("n", 0))
    yield seat_of("about.seat", matter.get("seat"), view, seats)
    yield one_of("about.want", matter.get("want"), WANTED)
    yield one_of("about.purpose", matter.get("purpose"), PURPOSE)
    yield one_of("about.level", matter.get("level"), LEVELS)


def _own(own: dict[str, Any], seat: int, seats: int) -> Iterator[Entry]:
    """What has happened to one's own cards this turn, and who else knows those in hand."""
    for n in range(HELD):
        held = own["cards"][n] if n < len(own["cards"]) else UNMARKED | {"known_to": []}
        known = sum(1 << (other - seat) % seats - 1 for other in held["known_to"])
        yield number(f"own_hand.{n + 1}.known", known, 31)
        yield from _marks(f"own_hand.{n + 1}", held)
    for n in range(PLAYED):
        played = own["played"][n] if n < len(own["played"]) else UNMARKED
        if "doubled" not in played:  # power without a card
            power = played["gives"][0]
            played = UNMARKED | {"changed": power["attr"], "added": power["n"]}
        yield from _marks(f"own_played.{n + 1}", played)
    for n in range(PLACES):
        place = own["slots"][n]["card"] if n < len(own["slots"]) else None
        flags = ("acted", "committed", "face_down")
        lies = sum(1 << k for k, flag in enumerate(flags) if place and place[flag])
        yield Entry(f"own_mat.{n + 1}.lies", lies, len(LIES) - 1, LIES)
        yield from _marks(f"own_mat.{n + 1}", place or UNMARKED)


def _marks(name: str, held: dict[str, Any]) -> Iterator[Entry]:
    """How often a card is doubled, as what else it counts, and what is added to it."""
    yield number(f"{name}.doubled", held["doubled"], 7)
    yield one_of(f"{name}.changed", held["changed"] or None, ATTRS)
    yield number(f"{name}.added", held["added"] + held["beside"], 255)


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
