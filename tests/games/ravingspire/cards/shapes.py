"""Checks of texts that many cards share: each says what the words on the card promise."""

from __future__ import annotations

from itertools import permutations
from typing import Any, Final

from tests.games.ravingspire.cards.printed import (
    attribute_of,
    base_of,
    brute_of,
    cost_of,
    letters_of,
    power_of,
)
from tests.games.ravingspire.cards.table import (
    AID,
    activate,
    brute_costs,
    carry_on,
    commit,
    costs,
    count,
    picks,
    reached,
    scene,
    to_next_turn,
    worth,
)
from tests.games.ravingspire.tower import Tower, each

EVERYTHING: Final = ("collect", "adversary", "foe", "spire")

# Two cards of each kind without text.
SAMPLES: Final = {
    "weapon": ("longsword_of_no_known_house", "crow_beak_polearm"),
    "armor": ("chain_hauberk", "brigandine_of_buttons"),
    "object": ("crowbar", "grave_robbers_kit"),
    "relic": ("votive_idol", "lamp_of_grey_oil"),
    "attack": ("cleave", "ill_word"),
    "adventurer": ("corbin_of_devonshire", "ambrose_thrice_hanged"),
    "dungeon": ("gladiator_training_pit", "whispering_gallery"),
    "starter": ("blade", "runelords_blast"),
}
SAMPLE_HAND: Final = " ".join(name for pair in SAMPLES.values() for name in pair)
# What pays beside a card of another attribute.
FRIENDS: Final = {
    "weapon": ("rusted_cleaver:fight", "hatpin_of_quality:skill"),
    "relic": ("acolytes_circlet:charm", "berserkers_milk_tooth:fight"),
    "object": ("crowbar:fight", "coil_of_rope:skill"),
    "attack": ("cleave:fight", "rogues_strike:skill"),
    "armor": ("bone_gorget:fight", "quilted_jack:skill"),
}
MAT: Final = "WAORD"  # of the Crimson Reaver


def in_slot(card: str) -> str:
    """The Battlemat of the Crimson Reaver with one card on it."""
    place = MAT.index(letters_of(card)[0])
    return " ".join(card if i == place else "-" for i in range(5))


def spots(card: str) -> list[dict[str, Any]]:
    """A card in hand, and a card in a slot."""
    return [{"hand": card}, {"slots": in_slot(card)}]


def draws(card: str, n: int) -> None:
    """Draw n cards, when activated or committed, unless one would rather not."""
    attribute = attribute_of(card)
    gift = "blade" if attribute == "skill" else "tool"
    t = activate(scene(card, deck=f"{gift}*5"), card)
    assert count(t.hand(), gift) == n
    assert count(t.deck(), gift) == 5 - n
    assert t.played() == card
    assert worth(t, attribute, card) == base_of(card)
    for use, many in (("use", n), ("skip", 0)):
        t = commit(scene(card, deck=f"{gift}*5"), card, attribute=attribute)
        assert t.asked == "RSP-69"
        t.do(use)
        assert count(t.hand(), gift) == many
        assert t.may("pay", gift) == bool(many)


def gains(card: str, n: int) -> None:
    """Gain n Sanity, when activated or committed, unless one would rather not; never above 10."""
    assert activate(scene(card, sanity=5), card).sanity() == 5 + n
    for use, sanity in (("use", 5 + n), ("skip", 5)):
        t = commit(scene(card, sanity=5), card, attribute=attribute_of(card))
        assert t.asked == "RSP-69"
        assert t.do(use).sanity() == sanity
    if n > 1:
        assert activate(scene(card, sanity=9), card).sanity() == 10


def takes_sanity(card: str, n: int) -> None:
    """Lose n Sanity on every use, like it or not, and not again for the same use."""
    for vs in EVERYTHING:
        t = commit(scene(card, vs), card, vs=vs, attribute=attribute_of(card))
        assert t.sanity() == 10 - n
        assert t.asked == "RSP-58"
    t = commit(scene(card), card, attribute=attribute_of(card)).do("abandon")
    assert (t.sanity(), t.played()) == (10 - n, card)
    assert worth(t, attribute_of(card), card) == base_of(card)


def adds(card: str, n: int, against: str, **zones: Any) -> None:
    """+n against the named opponents, and only the printed power against the others."""
    for vs in EVERYTHING:
        bonus = n if ("foe" if vs == "spire" else vs) in against.split() else 0
        for attribute, base in power_of(card).items():
            given = worth(scene(card, vs, **zones), attribute, card, vs=vs)
            assert given == base + bonus, vs


def adds_with(card: str, n: int, kind: str) -> None:
    """+n with another card of a kind in the same payment, and with no other kind of card."""
    for attribute, base in power_of(card).items():
        assert worth(scene(card), attribute, card) == base
        for other, pair in FRIENDS.items():
            friend = next(one for one in pair if one.split(":")[1] != attribute)
            name = friend.split(":")[0]
            t = scene(f"{card} {name}")
            assert worth(t, attribute, card) == base, "in hand is not in the payment"
            bonus = n if other == kind else 0
            assert worth(t, attribute, card, friend) == base + bonus, other
            if letters_of(name):
                t = scene(card, slots=in_slot(name))
                assert worth(t, attribute, card) == base, "in a slot is not in the payment"
                assert worth(t, attribute, card, friend) == base + bonus, other
            assert worth(scene(card, played=name), attribute, card, friend) == base + bonus


def doubles(
    card: str, kinds: str, *, way: str = "activate", zones: str = "hand slots played"
) -> None:
    """Double one card of these kinds: no other kind, only one, and for one use."""
    able = {name for kind in kinds.split() for name in SAMPLES[kind]}
    able |= set(AID.values()) if "adventurer" in kinds else set()
    able |= {"blade"} if "weapon" in kinds else set()
    able |= {"runelords_blast"} if "attack" in kinds else set()
    t = carry_on(scene(f"{card} {SAMPLE_HAND}", deck="").by(way, card))
    assert picks(t) == " ".join(sorted(able))
    first, second = SAMPLES[kinds.split(maxsplit=1)[0]]
    q = t.copy().by("pick", first)
    assert worth(q, attribute_of(first), first) == 2 * base_of(first)
    assert worth(q, attribute_of(second), second) == base_of(second)
    if "slots" in zones and letters_of(second):
        t = only(scene(card, slots=in_slot(second), deck="").by(way, card), second)
        assert worth(t, attribute_of(second), second) == 2 * base_of(second)
    t = only(scene(card, played=second, deck="").by(way, card), second)
    assert worth(t, attribute_of(second), second) == 2 * base_of(second)
    if way == "activate":
        t = commit(scene(f"{card} {first}", deck=""), card, attribute=attribute_of(card))
        assert t.asked == "RSP-69"
        carry_on(t, use="skip").do("abandon")
        assert worth(t, attribute_of(first), first) == base_of(first)


def only(t: Tower, card: str) -> Tower:
    """Let a text act on a card, whether there is another choice or not."""
    carry_on(t)
    return carry_on(t, card) if t.asked == "RSP-170" else t


def returns(card: str, yes: str, no: str) -> None:
    """Return one of the right cards from the discard pile to the hand, and none of the wrong."""
    t = activate(scene(card, discard=f"{yes} {no}", aids=False, deck=""), card)
    assert picks(t) == each(yes)
    for name in yes.split():
        q = t.copy().by("pick", name)
        assert q.hand() == name
        assert q.discard() == each(" ".join([*(x for x in yes.split() if x != name), no]))
        assert q.played() == card
    t = scene(card, discard=no, aids=False)
    if t.may("activate", card):
        activate(t, card)
        assert not t.legal("pick")
    assert t.discard() == each(no)
    t = commit(scene(card, discard=yes), card, attribute=attribute_of(card))
    assert carry_on(t, use="skip").discard() == each(yes)


def reduces(card: str, n: int, yes: str, no: str) -> None:
    """One of the right cards of the ring costs n less this turn, in one attribute or by force."""
    t = activate(scene(card, ring=f"{yes} {no}"), card)
    goals = yes.split()
    for goal in goals:
        fight, skill, charm = cost_of(goal)
        q = t.copy()
        if len(goals) > 1:
            assert picks(t) == each(yes)
            q.by("pick", goal)
        assert costs(q, goal, f"{fight}/{skill}/{max(charm - n, 0)}", name="charm"), goal
        assert costs(q, goal, f"{fight}/{max(skill - n, 0)}/{charm}", name="skill"), goal
        brute = brute_of(goal)
        if brute is not None:
            assert brute_costs(q, goal, brute - n), goal
        for free in {*goals, *no.split()} - {goal}:
            assert costs(q, free, "/".join(str(x) for x in cost_of(free))), f"{free} with {goal}"


def rotates(t: Tower, n: int) -> None:
    """Rotate the own level up to n spaces, either way, or not at all; no other level moves."""
    level, before = t.state.levels[0], t.state.rotation[:]
    ends = {tuple(q.state.rotation) for q in reached(t, ["RSP-170", "RSP-81"])}
    wanted = set()
    for turned in range(-n, n + 1):
        after = before[:]
        after[level] = (before[level] + turned) % 12
        wanted.add(tuple(after))
    assert ends == wanted


PEEKED: Final = "coil_of_rope cleave crowbar rusted_cleaver"


def peeks(t: Tower, n: int) -> None:
    """Look at the top n of four cards of the Encounter Deck, and put them back in any order.

    The ring has four gaps: they take the cards as they lie.
    """
    names = PEEKED.split()
    orders = set()
    for q in reached(t, ["RSP-170"]):
        to_next_turn(q)
        orders.add(tuple(q.ring().split()[1:]))
    assert orders == {(*order, *names[n:]) for order in permutations(names[:n])}


def moves(t: Tower, n: int) -> None:
    """After the phase the Hero may take up to n steps either way."""
    assert t.where() == "dungeon 0"
    ends = {q.where() for q in reached(t.do("end"), ["RSP-31", "RSP-112"])}
    assert ends == {f"dungeon {k % 12}" for k in range(-n, n + 1)}


def moves_foe(way: str, card: str, choice: str, table: dict[int, int]) -> None:
    """The Foe of the level goes from one space to another, seen from a Hero on space 0."""
    for start, end in table.items():
        t = scene(card, foes={"dungeon": start, "temple": 3}, towers={"dungeon": "reaver_valley"})
        carry_on(t.by(way, card), *([choice] if choice else []))
        assert (t.foe(), t.foe("temple")) == (end, 3), start
        assert t.where() == "dungeon 0"
