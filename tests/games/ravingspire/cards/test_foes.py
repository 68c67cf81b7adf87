"""The Foes: what they do when they are revealed, faced, beaten and lost to."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.games.ravingspire.cards.printed import (
    CARDS,
    brute_of,
    coins,
    cost_of,
    each_of,
    exercises,
)
from tests.games.ravingspire.cards.table import (
    AIDS,
    activate,
    affords,
    brute_costs,
    costs,
    count,
    picks,
    scene,
    worth,
)
from tests.games.ravingspire.tower import Tower, each, tower

FOES: Final = [card for card in CARDS if CARDS[card]["types"] == ["Foe"]]
SPARE: Final = (
    "deck_of_marked_cards"  # with it there is always something else to do than to concede
)
PRIZES: Final = "thornback_plate cathedral_hammer tinkers_masterwork candelabrum_of_hands"


def showdown(foe: str, hand: str = "", *, face: int = 0, **zones: Any) -> Tower:
    """A Showdown right after the Foe was revealed, with its printed cost and its text."""
    given = {"foes": {"dungeon": 0}, "foe_pile": f"{foe} manos", "loot": PRIZES}
    t = tower(hand=f"{hand} {SPARE}", **(given | zones)).begin("turn")
    if t.asked == "RSP-106":
        t.do("draw")
    return t.luck(face) if face else t


def revealed(t: Tower) -> Tower:
    """Answer what the Foe asks when it is revealed; cards go as Cleaves."""
    while t.asked == "RSP-170":
        t.do(min(t.legal("choose")) if t.legal("choose") else t.way("pick", "cleave"))
    return t


def hand_of(t: Tower) -> str:
    """The hand, but for the card that keeps the question open."""
    return " ".join(card for card in t.hand().split() if card != SPARE)


def lose(t: Tower) -> Tower:
    """Lose the battle, with 1 and 1."""
    return t.luck(1, 1) if t.chance else t.do("concede", luck=[1, 1])


def pay_all(t: Tower, hand: str) -> Tower:
    """Win with the cards of a hand, each as its only attribute."""
    t.face("foe")
    for card in hand.split():
        if t.asked == "RSP-58" and t.may("pay", card):
            t.pay(card)
    assert t.key(), f"{t.asked}: {sorted(t.legal())}"
    return t


@pytest.mark.parametrize("foe", FOES)
def test_cost_and_spoils(foe: str) -> None:
    """A Foe costs what it says, and yields the Key and its Loot; token and card go."""
    t = showdown(foe, "cleave*3", face=1 if foe in ("the_blue_baron", "mother_omen") else 0)
    revealed(t)
    fight, skill, charm = cost_of(foe)
    if foe == "the_inkwright":
        assert not affords(t, "foe", f"{fight}/{skill}/{charm}")
    else:
        assert costs(t, "foe", f"{fight}/{skill}/{charm}")
    hand = f"reavers_slash*{fight} rogues_strike*{skill} runelords_blast*{charm}"
    if foe == "the_smiling_cut":
        hand = coins(fight, skill, charm)
    q = showdown(foe, f"{hand} cleave*3", face=1 if foe in ("the_blue_baron", "mother_omen") else 0)
    pay_all(revealed(q), each(hand))
    spoils = [card for card in PRIZES.split() if card in q.aside().split()]
    assert spoils == PRIZES.split()[: CARDS[foe]["loot"]]
    assert q.foe() is None
    assert q.foe_pile == f"manos {foe}"


@pytest.mark.parametrize("foe", FOES)
def test_brute_force_is_the_exception(foe: str) -> None:
    """Two Foes can be beaten by Brute Force, the others not by any sum."""
    t = showdown(foe, "blade*60", face=1 if foe in ("the_blue_baron", "mother_omen") else 0)
    while t.asked == "RSP-170":
        t.do(min(t.legal()))
    brute = brute_of(foe)
    assert t.may_force("foe") == (brute is not None)
    if brute is not None:
        assert brute_costs(t, "foe", brute)


@exercises("the_dark_warden")
def test_the_dark_warden_shuts_every_dungeon() -> None:
    """Dungeon cards are discarded from hand and slots, and may not be used in this battle."""
    hand = "armory gladiator_training_pit cleave expert_feint"
    slots = "mudge_the_lamp_boy - - - whispering_gallery"
    t = showdown("the_dark_warden", hand, slots=slots, deck="votive_niche*3")
    assert hand_of(t) == "cleave expert_feint"
    assert t.discard() == each("armory gladiator_training_pit whispering_gallery")
    assert t.slots() == "mudge_the_lamp_boy - - - -"
    activate(t, "expert_feint")
    assert "votive_niche" in hand_of(t)
    assert not t.may("discard", "votive_niche")
    assert not t.may("activate", "votive_niche")
    t.state.cost[:] = [1, 1, 1, -1]
    t.state.hands[0] = sorted([*t.state.hands[0], *scene(AIDS, aids=False).state.hands[0]])
    assert worth(t, "charm", "votive_niche", vs="foe") == 0
    assert worth(t, "fight", "cleave", vs="foe") == 3


BANS: Final = {
    "sir_hollow": ("chain_hauberk", "skill", "cleave", "ceremonial_breastplate"),
    "the_smiling_cut": ("cleave", "fight", "crowbar", "riposte"),
}


@exercises("sir_hollow", "the_smiling_cut")
@pytest.mark.parametrize("foe", BANS)
def test_a_kind_of_card_may_not_be_used(foe: str) -> None:
    """It cannot pay, in hand or in a slot, and has no action; but it is not discarded."""
    banned, attribute, free, other = BANS[foe]
    t = showdown(foe, f"{banned} {free} {other} {AIDS}", slots="- chain_hauberk - - -")
    t.state.cost[:3] = [1, 1, 1]
    assert worth(t, attribute, banned, vs="foe") == 0
    assert worth(t, "fight", free, vs="foe") > 0
    assert not t.may("activate", other)
    assert {banned, other} <= set(hand_of(t).split())
    assert t.discard() == ""
    if foe == "sir_hollow":
        assert worth(t, "charm", "ceremonial_breastplate", vs="foe") == 0
    assert worth(scene(banned, "foe"), attribute, banned, vs="foe") == 3


@exercises("the_butcher_of_nine_doors")
def test_the_butcher_takes_steel_from_losers() -> None:
    """If you lose, discard all your slotted Weapons and Armor; a winner keeps them."""
    slots = "crow_beak_polearm chain_hauberk crowbar lamp_of_grey_oil armory"
    t = lose(showdown("the_butcher_of_nine_doors", "cleave", slots=slots))
    assert t.discard() == "chain_hauberk crow_beak_polearm"
    assert t.slots() == "- - crowbar lamp_of_grey_oil armory"
    assert "cleave" in hand_of(t)
    hand = "reavers_slash*4 rogues_strike*2 runelords_blast*2"
    t = showdown("the_butcher_of_nine_doors", hand, slots=slots)
    assert t.slots() == slots
    assert pay_all(t, each(hand)).slots() == slots


@exercises("gorm_skullcart.1")
def test_gorm_skullcart_carts_off_a_weapon() -> None:
    """On reveal discard your strongest slotted Weapon; only slotted, only a Weapon, only one."""
    slots = "crow_beak_polearm brigandine_of_buttons longsword_of_no_known_house votive_idol armory"
    t = showdown("gorm_skullcart", "kingsplitter", slots=slots)
    assert t.discard() == "crow_beak_polearm"
    assert t.slots() == slots.replace("crow_beak_polearm", "-")
    assert hand_of(t) == "kingsplitter"


@exercises("gorm_skullcart.2")
def test_gorm_skullcart_beaten_is_a_comfort() -> None:
    """If you win, gain 2 Sanity; if you lose, do not."""
    hand = "reavers_slash*5 rogues_strike*2 runelords_blast*2"
    t = pay_all(showdown("gorm_skullcart", hand, sanity=5), each(hand))
    assert t.sanity() == 7
    assert lose(showdown("gorm_skullcart", hand, sanity=5)).sanity() == 3


@exercises("the_blue_baron")
@pytest.mark.parametrize("face", range(1, 7))
def test_the_blue_baron_asks_for_cards(face: int) -> None:
    """Before the battle roll d3 and discard that many cards from hand, of choice."""
    t = showdown("the_blue_baron", "blade tool trinket cleave", slots="- - crowbar - -", face=face)
    for name in ("tool", "blade", "trinket")[: (face + 1) // 2]:
        assert t.asked == "RSP-170"
        assert not t.may("pick", "crowbar")
        t.by("pick", name)
    assert t.asked == "RSP-108"
    assert len(hand_of(t).split()) == 4 - (face + 1) // 2
    assert t.slots() == "- - crowbar - -"


@exercises("madame_quietus")
def test_madame_quietus_leaves_the_choice() -> None:
    """On reveal choose: lose 2 Sanity, or discard 2 cards from hand."""
    t = showdown("madame_quietus", "blade tool trinket")
    assert t.legal() == {"choose 1", "choose 2"}
    q = t.copy().do("choose 1")
    assert (q.sanity(), len(hand_of(q).split()), q.asked) == (8, 3, "RSP-108")
    t.do("choose 2").by("pick", "tool").by("pick", "blade")
    assert (t.sanity(), hand_of(t), t.discard()) == (10, "trinket", "blade tool")


@exercises("the_keyless_duke")
def test_the_keyless_duke_takes_the_best_loot() -> None:
    """He takes the strongest Loot card from hand or slot; its power is added to his cost."""
    hand = "cathedral_hammer ninefold_dagger meteor_sword"
    t = showdown("the_keyless_duke", hand, slots="- - engine_of_small_mercies - -", loot="")
    assert (t.asked, t.legal()) == ("RSP-61", {"name fight", "name skill", "name charm"})
    t.do("name skill")
    assert t.slots() == "- - - - -"
    assert costs(t, "foe", "4/13/4")
    assert lose(t).discard() == "engine_of_small_mercies"
    t = showdown("the_keyless_duke", hand, loot="").do("name charm")
    assert hand_of(t) == "meteor_sword ninefold_dagger"
    assert costs(t, "foe", "4/8/8")


@exercises("the_keyless_duke", "he_who_sees")
def test_what_was_taken_comes_back_after_a_victory_too() -> None:
    """Afterwards the card goes to the discard pile of its owner."""
    hand = "reavers_slash*2 rogues_strike*4 runelords_blast*4"
    t = showdown("the_keyless_duke", f"{hand} cathedral_hammer", loot="")
    assert "cathedral_hammer" in pay_all(t.do("name charm"), each(hand)).discard()
    hand = "reavers_slash*3 rogues_strike*2 runelords_blast*4"
    t = showdown("he_who_sees", hand, slots="corbin_of_devonshire - - - -")
    assert "corbin_of_devonshire" in pay_all(t.do("name fight"), each(hand)).discard()


@exercises("the_keyless_duke")
def test_the_keyless_duke_takes_nothing_else() -> None:
    """Without Loot he costs 4/8/4, and nothing leaves hand or slots."""
    t = showdown("the_keyless_duke", "meteor_sword cleave", slots="- - crowbar - -")
    assert (t.asked, hand_of(t), t.slots()) == ("RSP-108", "cleave meteor_sword", "- - crowbar - -")
    assert costs(t, "foe", "4/8/4")


@exercises("he_who_sees")
def test_he_who_sees_takes_the_strongest_adventurer() -> None:
    """Corbin (4 or 4) is held, not Mudge (2); named as Fight, 2/3/7 becomes 6/3/7."""
    slots = "mudge_the_lamp_boy - - corbin_of_devonshire -"
    t = showdown("he_who_sees", "ambrose_thrice_hanged", slots=slots)
    assert (t.asked, t.legal()) == ("RSP-61", {"name fight", "name charm"})
    q = t.copy().do("name charm")
    t.do("name fight")
    assert t.slots() == "mudge_the_lamp_boy - - - -"
    assert hand_of(t) == "ambrose_thrice_hanged"
    t.state.slots[0][0] = q.state.slots[0][0] = -1
    assert costs(t, "foe", "6/3/7")
    assert costs(q, "foe", "2/3/11")
    assert lose(t).discard() == "corbin_of_devonshire"


@exercises("he_who_sees")
def test_he_who_sees_nobody() -> None:
    """No slotted Adventurer: no effect."""
    t = showdown("he_who_sees", "ambrose_thrice_hanged", slots="- - crowbar - -")
    assert (t.asked, t.slots(), t.battle()) == ("RSP-108", "- - crowbar - -", "2/3/7 -")


@exercises("he_who_sees")
def test_he_who_sees_a_plain_adventurer() -> None:
    """Mudge gives 2 Skill and nothing else: the cost is 2/5/7 without a question."""
    t = showdown("he_who_sees", slots="mudge_the_lamp_boy - - - -", hand="cleave")
    assert (t.asked, t.battle()) == ("RSP-108", "2/5/7 -")
    assert costs(t, "foe", "2/5/7")


@each_of("manos")
def test_manos_shows_a_hand(card: str) -> None:
    """On reveal lose 1 Sanity."""
    assert showdown(card, "cleave").sanity() == 9


@exercises("the_inkwright")
def test_the_inkwright_blots_relics() -> None:
    """Relic cards count 1 less in this battle, wherever they come from; never below 0."""
    hand = f"votive_idol trinket sigil_of_the_open_hand cleave {AIDS}"
    t = showdown("the_inkwright", hand, slots="- - - lamp_of_grey_oil -")
    t.state.cost[:3] = [1, 1, 1]
    assert worth(t, "charm", "votive_idol", vs="foe") == 2
    assert worth(t, "charm", "trinket", vs="foe") == 0
    assert worth(t, "charm", "sigil_of_the_open_hand", vs="foe") == 3
    assert worth(t, "charm", "lamp_of_grey_oil", vs="foe") == 3
    assert worth(t, "fight", "cleave", vs="foe") == 3
    t = showdown("the_inkwright", f"censer_of_chained_saints votive_idol {AIDS}")
    t.state.cost[:3] = [1, 1, 1]
    activate(t, "censer_of_chained_saints")
    assert worth(t, "charm", "votive_idol", vs="foe") == 5
    assert worth(t, "charm", "censer_of_chained_saints", vs="foe") == 2


@exercises("mother_omen")
@pytest.mark.parametrize("face", range(1, 7))
def test_mother_omen(face: int) -> None:
    """Roll a die. 1-2: lose 2 Sanity. 3-4: discard 2 cards from hand. 5-6: 1 Charm more."""
    t = showdown("mother_omen", "blade tool trinket", face=face)
    if face in (3, 4):
        t.by("pick", "tool").by("pick", "trinket")
    assert t.sanity() == (8 if face <= 2 else 10)
    assert count(hand_of(t), "tool") == (face not in (3, 4))
    assert costs(t, "foe", "3/4/10" if face >= 5 else "3/4/9")


@exercises("boggart_general_mump")
def test_boggart_general_mump_counts_his_troops() -> None:
    """He costs 1 Fight more for each Adversary in the ring of your level."""
    for ring, cost in (
        ("opera_dagger", "8/3/3"),
        ("bone_sentry opera_dagger mimic_purse", "10/3/3"),
    ):
        t = showdown("boggart_general_mump", "cleave", ring=ring, rings={"temple": "bone_sentry"})
        assert costs(t, "foe", cost)


def test_a_foe_that_was_lost_to_goes_under_the_deck() -> None:
    """The token leaves, nobody gains a Key, and 2 Sanity are gone."""
    t = lose(showdown("manos", "cleave", foe_pile="manos sir_hollow"))
    assert (t.foe(), t.key(), t.sanity()) == (None, False, 7)
    assert t.foe_pile == "sir_hollow manos"
    assert picks(t) == ""
