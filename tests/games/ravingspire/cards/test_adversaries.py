"""The Adversaries of the Encounter deck: beaten, left in the ring, and in the way of others."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.games.ravingspire.cards.printed import (
    STARTER,
    coins,
    cost_of,
    each_of,
    exercises,
    register,
)
from tests.games.ravingspire.cards.shapes import rotates
from tests.games.ravingspire.cards.table import (
    QUIET,
    affords,
    brute_costs,
    costs,
    count,
    paid,
    picks,
    reached,
    scene,
    to_next_turn,
)
from tests.games.ravingspire.tower import Tower, each, mate, tower

RESHUFFLE, BANISH = "reshuffle", "banish"

# What a die brings: Sanity lost, cards discarded, Loot gained, and where the Adversary goes.
Result = tuple[int, int, int, str]
NOTHING_BUT: Final = (0, 0, 0, BANISH)
AGAIN: Final = (0, 0, 0, RESHUFFLE)
HURT: Final = (1, 0, 0, RESHUFFLE)
BADLY_HURT: Final = (2, 0, 0, RESHUFFLE)
ROBBED: Final = (0, 1, 0, RESHUFFLE)
LOOT: Final = (0, 0, 1, BANISH)
TWO_LOOT: Final = (0, 0, 2, BANISH)
LOOT_AGAIN: Final = (0, 0, 1, RESHUFFLE)

TABLES: Final[dict[str, list[Result]]] = {
    "candle_eater_rats": [HURT] * 2 + [NOTHING_BUT] * 4,
    "mimic_purse": [HURT] * 2 + [LOOT] * 4,
    "weeping_portrait": [ROBBED] * 3 + [LOOT] * 3,
    "trapped_chest": [BADLY_HURT] * 3 + [LOOT_AGAIN] * 3,
    "bone_sentry": [AGAIN] * 2 + [LOOT] * 4,
    "dust_novice": [HURT] * 3 + [LOOT] * 3,
    "insane_adept": [AGAIN] * 3 + [LOOT] * 3,
    "hound_with_too_many_mouths.1": [ROBBED] * 3 + [LOOT] * 3,
    "ghoul_midwife": [HURT] * 2 + [LOOT] * 4,
    "locksmith_spider": [AGAIN] * 2 + [LOOT] * 3 + [TWO_LOOT],
    "choir_of_the_unborn.1": [BADLY_HURT] * 3 + [LOOT] * 3,
    "chapel_gargoyle": [AGAIN] * 3 + [LOOT] * 3,
    "mirror_assassin": [BADLY_HURT] * 2 + [LOOT] * 2 + [TWO_LOOT] * 2,
    "the_under_warden.1": [LOOT_AGAIN] * 3 + [TWO_LOOT] * 3,
    "tunnel_brute_and_handler": [ROBBED] * 2 + [LOOT] * 4,
}
FIXED: Final[dict[str, Result]] = {
    "carpet_of_hands": LOOT_AGAIN,
    "the_leechs_tax_collector.1": LOOT,
    "armoured_absence": LOOT_AGAIN,
    "clockwork_bailiff": LOOT,
    "siege_ogre_indoors": LOOT,
    "cardinal_of_rot.1": LOOT,
    "goblin_toll_gate.1": LOOT_AGAIN,
}
PRIZES: Final = "thornback_plate cathedral_hammer tinkers_masterwork"


def fight(adversary: str, hand: str = "", **zones: Any) -> Tower:
    """A Hero who has just beaten an Adversary with exactly its matrix; the die is still to roll."""
    cost = cost_of(adversary)
    zones.setdefault(
        "slots", "- quilted_jack - - -"
    )  # something is left to do, and the phase goes on
    t = scene(
        f"{hand} {coins(*cost)}",
        aids=False,
        ring=f"{adversary} - crowbar",
        loot=PRIZES,
        **zones,
    )
    payment = [
        f"{STARTER[attribute]}:{attribute}"
        for attribute, n in zip(STARTER, cost, strict=True)
        for _ in range(n)
    ]
    assert paid(t, adversary, *payment)
    return t


def check(t: Tower, adversary: str, result: Result) -> None:
    """What became of the Hero and of the Adversary."""
    lost, robbed, looted, end = result
    if robbed:
        assert picks(t) == "cleave crowbar"
        t.by("pick", "cleave")
        assert t.discard() == "cleave"
    else:
        assert t.hand() == "cleave crowbar"
    assert t.sanity() == 10 - lost
    spoils = [name for name in PRIZES.split() if name in t.aside().split()]
    assert spoils == PRIZES.split()[:looted]
    assert t.ring() == "- - crowbar - -"
    assert (adversary in t.banished.split()) == (end == BANISH)
    assert len(t.state.returning) == (end == RESHUFFLE)


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("name", TABLES)
def test_the_die_decides(name: str, face: int) -> None:
    """Roll a die when it is beaten: what happens to whom, and where it goes."""
    adversary = register(name)
    t = fight(adversary, "cleave crowbar")
    assert t.chance
    t.luck(face)
    check(t, adversary, TABLES[name][face - 1])


@pytest.mark.parametrize("name", FIXED)
def test_no_die_decides(name: str) -> None:
    """When it is beaten, gain 1 Loot; then it goes."""
    adversary = register(name)
    t = fight(adversary, "cleave crowbar")
    assert not t.chance
    check(t, adversary, FIXED[name])


for _name in [*TABLES, *FIXED]:
    register(_name)


@each_of("trapped_chest")
def test_a_reshuffled_adversary_comes_back_in_recover(card: str) -> None:
    """It is shuffled into the top third before the gaps are filled."""
    t = fight(card, filler=0).luck(6)
    to_next_turn(t)
    assert t.state.returning == []
    assert card in t.ring()


@each_of("weeping_portrait tunnel_brute_and_handler hound_with_too_many_mouths.1")
def test_an_empty_hand_cannot_be_robbed(card: str) -> None:
    """Discard a card: there is none; it is reshuffled all the same."""
    t = fight(card).luck(1)
    assert (t.hand(), t.discard()) == ("", "")
    assert len(t.state.returning) == 1


@exercises("gossiping_skull")
def test_gossiping_skull_tells_and_goes() -> None:
    """Look at the top 3 of the Encounter Deck, put them back in any order, draw a card; banish."""
    pile = "coil_of_rope cleave quilted_jack rusted_cleaver"
    t = fight("gossiping_skull", deck="blade*12", pile=pile)
    ends = reached(t, ["RSP-170"])
    orders = set()
    for q in ends:
        assert q.hand() == "blade"
        assert "gossiping_skull" in q.banished
        to_next_turn(q)
        row = q.ring().split()
        orders.add((row[0], row[1], row[3], row[4]))
    assert len(orders) == 6
    assert {order[3] for order in orders} == {"rusted_cleaver"}


@exercises("corridor_that_breathes")
def test_corridor_that_breathes_turns_and_pays() -> None:
    """Rotate your level up to 3 spaces. Gain 1 Loot, then banish this card."""
    t = fight("corridor_that_breathes")
    rotates(t.copy(), 3)
    t.do("turn cw 2")
    assert t.state.rotation[0] == 2
    assert "thornback_plate" in t.aside()
    assert t.banished == "corridor_that_breathes"


@exercises("veiled_creditor")
def test_veiled_creditor_takes_a_card_out_of_the_game() -> None:
    """Banish a card from your hand or discard pile, then banish this card."""
    t = fight("veiled_creditor", "cleave crowbar", discard="blade", slots="- - coil_of_rope - -")
    assert picks(t) == "blade cleave crowbar"
    q = t.copy().by("pick", "blade")
    assert (q.banished, q.discard()) == (each("blade veiled_creditor"), "")
    t.by("pick", "cleave")
    assert (t.banished, t.hand()) == (each("cleave veiled_creditor"), "crowbar")
    assert count(t.aside(), "thornback_plate") == 0


@exercises("librarian_of_skins")
def test_librarian_of_skins_lends_a_card() -> None:
    """Gain 1 Loot and draw a card, then banish this card."""
    t = fight("librarian_of_skins", deck="blade*5")
    assert t.hand() == "blade"
    assert "thornback_plate" in t.aside()
    assert "cathedral_hammer" not in t.aside()
    assert t.banished == "librarian_of_skins"


@exercises("worm_beneath_the_stair.1")
def test_worm_beneath_the_stair_heals() -> None:
    """Gain 1 Loot and gain 2 Sanity, then banish this card."""
    t = fight("worm_beneath_the_stair", sanity=5)
    assert t.sanity() == 7
    assert count(t.aside(), "thornback_plate") == 1
    assert t.banished == "worm_beneath_the_stair"


@each_of("hound_with_too_many_mouths.2 choir_of_the_unborn.2 worm_beneath_the_stair.2")
def test_while_it_remains_one_more_sanity_goes(card: str) -> None:
    """In Recover 1 Sanity for an Adversary, and 1 more for this one."""
    towers = {"dungeon": QUIET}
    t = tower(ring=f"{card} crowbar", towers=towers, filler=0).begin("recover")
    assert t.sanity() == 8
    t = tower(ring=f"{card} bone_sentry", towers=towers, filler=0).begin("recover")
    assert t.sanity() == 7
    t = tower(ring=card, towers=towers, filler=0, at="dungeon 0", rings={"temple": card}).begin(
        "recover"
    )
    assert t.sanity() == 8
    t = tower(ring="bone_sentry", towers=towers, filler=0).begin("recover")
    assert t.sanity() == 9


def test_an_inactive_hero_loses_nothing_by_it() -> None:
    """Only the Hero whose Recover it is."""
    ring = "hound_with_too_many_mouths"
    t = tower(ring=ring, towers={"dungeon": QUIET}, filler=0, mates=[mate("quinn")]).begin(
        "recover"
    )
    assert (t.sanity(), t.sanity(1)) == (8, 10)


NEIGHBOURS: Final = {
    "the_leechs_tax_collector.2": "charm",
    "cardinal_of_rot.2": "fight",
    "goblin_toll_gate.2": "skill",
}


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_neighbouring_cards_cost_one_more(name: str) -> None:
    """The positions next to it, without wrapping round; itself and the others cost what they say."""
    card, attribute = register(name), NEIGHBOURS[name]
    at = list(STARTER).index(attribute)
    dearer = "/".join("2" if i == at else "1" for i in range(3))
    goal, far = "opera_dagger", "dob_occasional_swordsman"
    own = "/".join(str(n) for n in cost_of(card))
    for ring in (
        f"{goal} {card} - {far} -",
        f"- {card} {goal} - {far}",
        f"- - {far} {goal} {card}",
    ):
        t = scene(ring=ring)
        assert costs(t, goal, dearer), ring
        assert costs(t, far, "1/1/1"), ring
        assert costs(t, card, own), ring
        assert costs(scene(ring=ring.replace(card, "-")), goal, "1/1/1"), "it is gone"
    t = scene(ring=f"{card} - - - {goal}")
    assert costs(t, goal, "1/1/1"), "1 and 5 are no neighbours"


for _name in NEIGHBOURS:
    register(_name)


@exercises("the_leechs_tax_collector.2", "cardinal_of_rot.2", "goblin_toll_gate.2")
def test_a_dearer_neighbour_is_dearer_by_force_too() -> None:
    """Brute Force 5 becomes 6."""
    for card in ("the_leechs_tax_collector", "cardinal_of_rot", "goblin_toll_gate"):
        assert brute_costs(scene(ring=f"opera_dagger {card}"), "opera_dagger", 6)
        assert brute_costs(scene(ring=f"opera_dagger - {card}"), "opera_dagger", 5)


@exercises("the_under_warden.2")
def test_the_under_warden_guards_the_other_adversaries() -> None:
    """While he is in the ring, the other Adversaries there cost 1 Fight more, and nothing else."""
    ring = "bone_sentry opera_dagger the_under_warden - mimic_purse"
    t = scene(ring=ring)
    assert costs(t, "bone_sentry", "4/1/0")
    assert costs(t, "mimic_purse", "1/3/0")
    assert costs(t, "opera_dagger", "1/1/1")
    assert costs(t, "the_under_warden", "4/2/2")
    t = scene(ring="bone_sentry opera_dagger - - mimic_purse")
    assert costs(t, "bone_sentry", "3/1/0")
    assert costs(t, "mimic_purse", "0/3/0")
    assert not affords(t, "mimic_purse", "0/2/0")


@exercises("the_under_warden.2")
def test_the_under_warden_guards_his_own_level_only() -> None:
    """In the Temple he is no matter to the Dungeon."""
    t = scene(ring="bone_sentry", rings={"temple": "the_under_warden bone_sentry"})
    assert costs(t, "bone_sentry", "3/1/0")
