"""The sealed Spire cards: five shapes of one last payment, and the Goblin Queen's."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.games.ravingspire.cards.printed import coins, exercises
from tests.games.ravingspire.cards.table import AIDS, brute_costs, costs, paid, to_keep, worth
from tests.games.ravingspire.tower import Tower, each, mate, tower
from tests.games.ravingspire.words import kinds

SPARE: Final = "deck_of_marked_cards"  # 1 Skill; with it there is more to do than to concede


def keep(spire: str, hand: str = "cleave", **zones: Any) -> Tower:
    """A Hero with the Key who steps from the Tower Door into the Keep; dice are still open."""
    given: dict[str, Any] = {"at": "spire 6", "key": True, "spires": spire, "ring": ""}
    return to_keep(tower(hand=f"{hand} {SPARE}", **(given | zones)).begin("move"))


def test_the_gate_costs_nine_of_each() -> None:
    """9/9/9, and no Brute Force way."""
    t = keep("the_gate_that_was_a_king")
    assert t.foe_card == "the_gate_that_was_a_king"
    assert costs(t, "foe", "9/9/9")
    assert not keep("the_gate_that_was_a_king", "blade*60").may_force("foe")


def test_the_gate_opens() -> None:
    """Whoever pays it has won."""
    t = keep("the_gate_that_was_a_king", coins(9, 9, 9))
    payment = ["blade:fight"] * 9 + ["tool:skill"] * 9 + ["trinket:charm"] * 9
    assert paid(t, "foe", *payment)
    assert t.over
    assert t.outcome.won == (0,)


@pytest.mark.parametrize("faces", [(1, 1, 1), (6, 2, 4), (6, 6, 6)])
def test_lord_mutable_is_rolled(faces: tuple[int, int, int]) -> None:
    """5 plus a die in each attribute, Fight first; no Brute Force way."""
    t = keep("lord_mutable", "blade*60").luck(*faces)
    assert t.asked == "RSP-135"
    assert costs(t, "foe", "/".join(str(5 + face) for face in faces))
    assert not t.may_force("foe")


def test_lord_mutable_is_rolled_anew_for_every_attempt() -> None:
    """Failed alone, mad, and back at the Door: three new dice."""
    t = keep("lord_mutable", "cleave").luck(6, 6, 6)
    assert t.battle() == "11/11/11 -"
    if t.asked == "RSP-135":
        t.do("concede")
    assert t.madness == 2
    s = t.state
    s.levels[0], s.spaces[0] = 2, 6
    s.hands[0] = sorted(kinds(SPARE))
    to_keep(t).luck(1, 2, 3)
    assert t.battle() == "6/7/8 -"


def test_the_three_widows_come_one_by_one() -> None:
    """9 Fight, then 9 Skill, then 9 Charm; what one has had is gone for the next."""
    t = keep("the_three_widows", coins(9, 9, 9))
    assert t.battle() == "9/0/0 -"
    for attribute, card in (("fight", "blade"), ("skill", "tool"), ("charm", "trinket")):
        t.face("foe")
        for n in range(9):
            assert t.asked == "RSP-58", (attribute, n)
            t.pay(f"{card}:{attribute}")
    assert t.over
    assert t.outcome.won == (0,)


def test_the_three_widows_share_nothing() -> None:
    """Vorpal 5 and 6 for 9 Fight: the 2 that are too many serve nobody."""
    hand = "kinslayer_unabridged headland_greatbow rogues_strike*3 tool runelords_blast*5"
    t = keep("the_three_widows", hand)
    t.face("foe").pay("kinslayer_unabridged:fight", "headland_greatbow:fight")
    assert t.battle() == "0/9/0 -"
    assert not t.may_face("foe")


def test_a_widow_not_paid_is_a_battle_lost() -> None:
    """One stage is paid, the next cannot be: the Hero has failed, and goes mad alone."""
    t = keep("the_three_widows", "reavers_slash*5 cleave")
    t.face("foe").pay(*["reavers_slash"] * 5)
    if not t.over and t.asked == "RSP-135":
        t.do("concede")
    assert (t.madness, t.where(), t.key()) == (2, "dungeon 0", True)


@pytest.mark.parametrize(
    ("hand", "slots", "cost"),
    [
        ("cleave tool trinket", "- - - - -", "12/6/6"),
        ("blade rogues_strike trinket", "- - - - -", "6/12/6"),
        ("blade rogues_strike trinket", "- - - votive_idol -", "6/6/12"),
    ],
)
def test_your_own_good_likeness_leads_where_you_are_strong(
    hand: str, slots: str, cost: str
) -> None:
    """12 of the attribute with the highest printed power in hand and slots, 6 of the others."""
    t = keep("your_own_good_likeness", hand, slots=slots)
    assert t.battle() == f"{cost} -"
    t.state.slots[0] = [-1] * 5
    assert costs(t, "foe", cost)


def test_your_own_good_likeness_asks_on_a_tie() -> None:
    """On a tie you choose."""
    t = keep("your_own_good_likeness", "blade*2 trinket*2")
    assert t.legal() == {"name fight", "name charm"}
    q = t.copy().do("name charm")
    assert q.battle() == "6/6/12 -"
    assert t.do("name fight").battle() == "12/6/6 -"


@exercises("the_hunger_enthroned.1")
@pytest.mark.parametrize("face", range(1, 7))
def test_the_hunger_eats_slotted_cards(face: int) -> None:
    """On reveal roll d3 and discard that many of your slotted cards, of choice."""
    slots = "crow_beak_polearm chain_hauberk crowbar votive_idol armory"
    t = keep("the_hunger_enthroned", slots=slots).luck(face)
    many = (face + 1) // 2
    for card in ("crowbar", "armory", "votive_idol")[:many]:
        assert t.asked == "RSP-170"
        assert not t.may("pick", "cleave")
        t.by("pick", card)
    assert t.asked == "RSP-135"
    assert len(t.discard().split()) == many
    assert len([one for one in t.slots().split() if one != "-"]) == 5 - many


@exercises("the_hunger_enthroned.2")
def test_the_hunger_gnaws_at_loot() -> None:
    """Loot cards count 1 less; other cards do not; 8/8/8 or 34 by Brute Force."""
    t = keep("the_hunger_enthroned", f"kinslayer_unabridged cathedral_hammer siege_jack {AIDS}")
    if t.chance:
        t.luck(1)
    assert costs(t, "foe", "8/8/8")
    assert brute_costs(t, "foe", 34)
    t.state.cost[:] = [1, 1, 1, t.state.cost[3]]
    assert worth(t, "fight", "kinslayer_unabridged", vs="spire") == 5
    assert worth(t, "charm", "cathedral_hammer", vs="spire") == 3
    assert worth(t, "fight", "siege_jack", vs="spire") == 5


@exercises("the_goblin_queen_at_home.1")
def test_the_goblin_queen_takes_the_best_loot() -> None:
    """She takes the strongest Loot card from hand or slot; its power is added to her cost."""
    hand = "cathedral_hammer meteor_sword"
    t = keep("the_goblin_queen_at_home", hand, slots="- - engine_of_small_mercies - -")
    assert t.legal() == {"name fight", "name skill", "name charm"}
    t.do("name charm")
    assert (t.slots(), t.hand()) == ("- - - - -", each(f"{hand} {SPARE}"))
    assert costs(t, "foe", "8/8/12")
    t = keep("the_goblin_queen_at_home", "meteor_sword", slots="- - crowbar - -")
    assert (t.slots(), t.battle()) == ("- - crowbar - -", "8/8/7 -")


@exercises("the_goblin_queen_at_home.2")
def test_the_goblin_queen_counts_her_court() -> None:
    """She costs 1 Skill more for each Adversary in the ring of the Spire level."""
    rings = {"dungeon": "bone_sentry", "temple": "bone_sentry*2"}
    for ring, cost in (
        ("opera_dagger", "8/8/7"),
        ("bone_sentry mimic_purse opera_dagger", "8/10/7"),
    ):
        t = keep("the_goblin_queen_at_home", ring=ring, rings=rings)
        assert costs(t, "foe", cost)


def test_the_goblin_queen_has_no_brute_force_way() -> None:
    """No sum is enough."""
    assert not keep("the_goblin_queen_at_home", "blade*60").may_force("foe")


def test_the_card_that_was_opened_stays() -> None:
    """One sealed card is opened at random; the next challenger meets the same."""
    spires = "the_gate_that_was_a_king the_three_widows"
    t = keep(spires, mates=[mate("quinn", at="temple 3", hand=SPARE)])
    opened = t.foe_card
    assert opened in spires.split()
    assert len(t.state.spires) == 1
    if t.asked == "RSP-135":
        t.do("concede")
    while t.asked == "RSP-138":
        t.do("nothing")
    assert (t.madness, t.state.gone) == (3, [1, 0])
    s = t.state
    s.levels[1], s.spaces[1], s.keys[1] = 2, 6, 1
    assert (t.active, to_keep(t).foe_card) == (1, opened)
