"""What every card has, with text or without: its cost, power, slots and types, as printed."""

from __future__ import annotations

from typing import Final

import pytest

from tests.games.ravingspire.cards.printed import (
    ATTRIBUTES,
    CARDS,
    STARTER,
    brute_of,
    cost_of,
    letters_of,
    power_of,
)
from tests.games.ravingspire.cards.shapes import MAT, in_slot
from tests.games.ravingspire.cards.table import (
    JUNK,
    affords,
    brute_costs,
    costs,
    forced,
    paid,
    picks,
    scene,
    worth,
)
from tests.games.ravingspire.tower import tower
from tests.games.ravingspire.words import name_of

RING: Final = [
    card for card in CARDS if CARDS[card]["deck"] == "encounter" and "cost" in CARDS[card]
]
POWER: Final = [card for card in CARDS if "power" in CARDS[card]]
ADVERSARIES: Final = [card for card in RING if "Adversary" in CARDS[card]["types"]]


def fodder(card: str) -> str:
    """What a card may throw away that makes its owner do so."""
    return JUNK if "discard another card" in CARDS[card]["text"] else ""


@pytest.mark.parametrize("card", RING)
def test_cost(card: str) -> None:
    """Exactly its matrix pays for it, one point less does not, and the same by Brute Force."""
    t = scene(ring=card, aids=False, hand="blade tool trinket")
    assert costs(t, card, "/".join(str(n) for n in cost_of(card)))
    brute = brute_of(card)
    if brute is None:
        t = scene("reavers_slash*40", ring=card, aids=False)
        assert t.asked != "RSP-49" or not t.may_force(card)
    else:
        assert brute_costs(t, card, brute)


@pytest.mark.parametrize("card", RING)
def test_where_it_goes(card: str) -> None:
    """A collected card goes Aside with what paid for it; an Adversary never does."""
    cost = cost_of(card)
    coins = [STARTER[a] for a, n in zip(ATTRIBUTES, cost, strict=True) for _ in range(n)]
    t = scene(" ".join(coins), ring=card, aids=False, slots="- leather_boots - - -", deck="")
    assert paid(t, card, *coins)
    aside = t.aside().split()
    assert sorted(one for one in aside if one in coins) == sorted(coins)
    assert (card in aside) == (card not in ADVERSARIES)
    assert t.hand() == ""
    assert t.ring().split()[0] == "-"


@pytest.mark.parametrize("card", POWER)
def test_power(card: str) -> None:
    """It gives what is printed: one attribute, one of two, or any one of three; and no more."""
    for attribute in ATTRIBUTES:
        t = scene(f"{card} {fodder(card)}", deck="")
        given = worth(t, attribute, card, use="skip")
        assert given == power_of(card).get(attribute, 0), attribute


@pytest.mark.parametrize("card", POWER)
def test_power_by_brute_force(card: str) -> None:
    """In a Brute Force payment it counts its number, whatever the attribute."""
    n = max(power_of(card).values())
    coin = "tool" if "Weapon in the same" in CARDS[card]["text"] else "blade"
    for more, enough in ((11 - n, True), (10 - n, False)):
        hand = f"{card} {coin}*{more} {fodder(card)}"
        t = scene(hand, ring="siege_jack", aids=False, deck="")
        assert forced(t, "siege_jack", card, *[coin] * more, use="skip") == enough


@pytest.mark.parametrize("card", POWER)
def test_slots(card: str) -> None:
    """It fits the slots that it names, and no others; it is spent from there as from hand."""
    t = scene(f"{card} {'crowbar' if card == JUNK else JUNK}", aids=False)
    fits = {x.split()[2] for x in t.legal("slot") if t.card_at(x.split()[1]) == card}
    assert fits == {f"s{MAT.index(letter) + 1}" for letter in letters_of(card)}
    for place in sorted(fits):
        q = t.copy()
        q.do(q.way("slot", card, place))
        assert q.slots().split()[int(place[1:]) - 1] == card
        assert card not in q.hand().split()
    if fits:
        attribute, n = next(iter(power_of(card).items()))
        t = scene(fodder(card), slots=in_slot(card), deck="")
        assert worth(t, attribute, card, use="skip") == n


@pytest.mark.parametrize("card", [card for card in POWER if letters_of(card)])
def test_what_is_spent_from_a_slot(card: str) -> None:
    """It goes Aside, but for Dungeon cards and those that say so: they stay, face down."""
    attribute = next(iter(power_of(card)))
    coins = {other: coin for other, coin in STARTER.items() if other != attribute}
    hand = f"{fodder(card)} {' '.join(coins.values())} {'crowbar' if card == JUNK else JUNK}"
    t = scene(hand, slots=in_slot(card), deck="", aids=False)
    t.state.hands[0] = [one for one in t.state.hands[0] if name_of(one) != card]
    others = [f"{coin}:{other}" for other, coin in coins.items()]
    assert paid(t, "opera_dagger", f"{card}:{attribute}", *others, use="skip")
    stays = card in ("kingsplitter", "bulwark_of_the_patient") or "Dungeon" in CARDS[card]["types"]
    assert t.slots() == (in_slot(card).replace(card, f"{card}!") if stays else "- - - - -")
    assert (card in t.aside().split()) != stays


@pytest.mark.parametrize("card", [card for card in POWER if CARDS[card]["abilities"]])
def test_no_text_in_explore(card: str) -> None:
    """Paid for the Well a card gives its printed power: no action, no drawback, no bonus."""
    attribute, n = next(iter(power_of(card).items()))
    others = [f"{STARTER[one]}:{one}" for one in ATTRIBUTES if one != attribute]
    hand = " ".join([card, *(one.split(":")[0] for one in others)])
    t = tower(hand=hand, sanity=3, towers={"dungeon": "red_market"}, ring="bone_sentry").begin(
        "explore"
    )
    assert t.may_face("well")
    t.face("well").pay(f"{card}:{attribute}")
    assert (t.asked, t.sanity(), len(t.hand().split())) == ("RSP-58", 3, 2)
    t.pay(*others)
    assert (t.asked, t.sanity()) == ("RSP-84", 3)
    assert picks_paid(t.legal("pick"))
    lack = 5 - n
    if lack > 0:
        t = tower(hand=f"{card} blade*{lack - 1}", towers={"dungeon": "red_market"}).begin(
            "explore"
        )
        assert not t.may_force("well")


def picks_paid(texts: set[str]) -> bool:
    """Whether the cards just paid are among what the Well may banish."""
    return bool([text for text in texts if text.split()[1].startswith("k")])


# For each type a card that doubles cards of that type, and one more card of it.
PROBES: Final = {
    "Weapon": ("gauntlets_of_the_second_blow", "crow_beak_polearm"),
    "Armor": ("plate_of_the_ninth_guard", "chain_hauberk"),
    "Object": ("smugglers_false_bottom", "crowbar"),
    "Relic": ("censer_of_chained_saints", "lamp_of_grey_oil"),
    "Adventurer": ("standard_of_the_lost_legion", "corbin_of_devonshire"),
    "Attack": ("fork_tongued_rapier", "cleave"),
}
TWINS: Final = {
    "crow_beak_polearm": "rusted_cleaver",
    "chain_hauberk": "quilted_jack",
    "crowbar": "coil_of_rope",
    "lamp_of_grey_oil": "votive_idol",
    "corbin_of_devonshire": "mudge_the_lamp_boy",
    "cleave": "ill_word",
}

ALTERNATES: Final = {
    "plate_of_the_ninth_guard": ("discard", "armory"),
    "smugglers_false_bottom": ("activate", "second_shadow"),
    "censer_of_chained_saints": ("activate", "second_shadow"),
}


@pytest.mark.parametrize("card", POWER)
def test_types(card: str) -> None:
    """It is doubled as what it is: a card of two types as both, and as nothing else."""
    for kind, (probe, other) in PROBES.items():
        way, by = ALTERNATES.get(card, ("", "")) if card == probe else ("activate", probe)
        if not way:
            continue
        second = TWINS[other] if other == card else other
        t = scene(f"{by} {card} {second}", aids=False)
        t.by(way, by)
        able = picks(t).split()
        if kind in CARDS[card]["types"]:
            assert sorted(able) == sorted([card, second]), kind
        else:
            assert card not in able, kind


@pytest.mark.parametrize("card", [card for card in POWER if "Dungeon" in CARDS[card]["types"]])
def test_dungeon_cards_are_what_the_warden_forbids(card: str) -> None:
    """Dungeon cards leave hand and slot before him, and no other cards."""
    t = tower(hand=f"{card} cleave", foes={"dungeon": 0}, foe_pile="the_dark_warden").begin("turn")
    if t.asked == "RSP-106":
        t.do("draw")
    assert t.discard() == card


@pytest.mark.parametrize("card", ADVERSARIES)
def test_an_adversary_left_in_the_ring_costs_sanity(card: str) -> None:
    """At least 1 Sanity in Recover, and nobody collects it."""
    t = tower(ring=card, towers={"dungeon": "red_market"}, filler=0).begin("recover")
    assert t.sanity() <= 9
    q = scene("the_perfect_con", ring=card)
    if q.may("activate", "the_perfect_con"):
        q.by("activate", "the_perfect_con")
    assert q.ring().split()[0] == card
    assert not affords(scene(ring=card), card, "0/0/0")
