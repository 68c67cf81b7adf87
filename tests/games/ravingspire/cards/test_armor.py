"""The Armor of the Encounter deck."""

from __future__ import annotations

from tests.games.ravingspire.cards.printed import each_of, exercises, rows
from tests.games.ravingspire.cards.reactions import left_over, overwhelmed, prevents, trapped
from tests.games.ravingspire.cards.shapes import (
    PEEKED,
    adds_with,
    doubles,
    draws,
    gains,
    moves,
    peeks,
    returns,
    takes_sanity,
)
from tests.games.ravingspire.cards.table import (
    activate,
    commit,
    paid,
    picks,
    scene,
    to_next_turn,
    worth,
)
from tests.games.ravingspire.tower import mate, tower


@rows(
    "n causes",
    {
        "padded_cell_door": (2, ""),
        "gate_plank_shield": (3, "foe overwhelmed"),
        "warded_cuirass": (2, ""),
        "the_walking_gatehouse.2": (3, ""),
    },
)
def test_discard_to_prevent(card: str, n: int, causes: str) -> None:
    """Discard this card to prevent some of a Sanity loss."""
    prevents(card, n, causes)


@exercises("padded_cell_door")
def test_a_hand_is_no_help_on_the_turn_of_another() -> None:
    """From a face-up slot it reacts at any time, from hand only on the own turn."""
    for zones, helps in (
        ({"hand": "padded_cell_door"}, False),
        ({"slots": "- padded_cell_door - - -"}, True),
    ):
        t = tower(pile="mind_warp", mates=[mate("quinn", **zones)], trading=False).begin("draw")
        assert (t.asked == "RSP-128", t.sanity()) == (helps, 9)
        if helps:
            assert t.actor == 1
            assert t.by("prevent", "padded_cell_door").sanity(1) == 10
        else:
            assert t.sanity(1) == 9


@exercises("aegis_of_unasked_questions")
def test_aegis_prevents_while_slotted() -> None:
    """While slotted, prevent 2 of a loss from Adversaries or from being Overwhelmed."""
    prevents("aegis_of_unasked_questions", 2, "adversary overwhelmed", slot_only=True)


@exercises("aegis_of_unasked_questions")
def test_aegis_works_once_a_turn() -> None:
    """Used up by the chest, it does not answer Recover; in the next turn it does again."""
    t = trapped(slots="- aegis_of_unasked_questions - - -", ring="trapped_chest bone_sentry")
    t.by("prevent", "aegis_of_unasked_questions")
    assert t.sanity() == 10
    to_next_turn(t)
    assert (t.turn, t.sanity()) == (9, 9)
    t = trapped(slots="- aegis_of_unasked_questions - - -", ring="trapped_chest bone_sentry")
    t.do("accept")
    assert t.sanity() == 8
    while t.asked != "RSP-128":
        t.do("end")
    assert t.by("prevent", "aegis_of_unasked_questions").sanity() == 8


@each_of("velvet_gloves")
def test_draw_a_card(card: str) -> None:
    """Draw a card."""
    draws(card, 1)


@rows(
    "n kind",
    {
        "spiked_pauldron": (3, "weapon"),
        "kettle_helm_with_kettle": (2, "object"),
        "ceremonial_breastplate": (2, "relic"),
    },
)
def test_more_in_company(card: str, n: int, kind: str) -> None:
    """With a card of a kind in the same payment it gives more."""
    adds_with(card, n, kind)


@exercises("greaves_of_the_late_courier")
def test_greaves_carry_two_steps() -> None:
    """Move up to 2 steps when this phase ends."""
    moves(activate(scene("greaves_of_the_late_courier"), "greaves_of_the_late_courier"), 2)


@exercises("greaves_of_the_late_courier")
def test_greaves_carry_nobody_who_would_rather_not() -> None:
    """The action is skipped: nobody moves, and nobody is asked."""
    t = commit(scene("greaves_of_the_late_courier"), "greaves_of_the_late_courier")
    t.do("skip").do("abandon").do("end")
    assert t.asked == "RSP-80"
    assert t.where() == "dungeon 0"


@exercises("mourners_shawl")
def test_mourners_shawl_brings_back_a_relic() -> None:
    """Return a Relic from the discard pile to the hand."""
    returns("mourners_shawl", "votive_idol trinket", "cleave crowbar chain_hauberk")


@exercises("hair_shirt_of_valour")
def test_hair_shirt_warms_at_5_sanity() -> None:
    """While your Sanity is 5 or less it gives +4."""
    for sanity, given in ((10, 3), (6, 3), (5, 7), (1, 7)):
        t = scene("hair_shirt_of_valour", sanity=sanity)
        assert worth(t, "skill", "hair_shirt_of_valour") == given


@exercises("mirrored_bracers")
def test_mirrored_bracers_change_another_card() -> None:
    """The power of one other card counts as Fight or as Charm."""
    for choice, attribute in (("choose 1", "fight"), ("choose 2", "charm")):
        t = scene("mirrored_bracers rogues_strike brigandine_of_buttons", slots="- - - crowbar -")
        activate(t, "mirrored_bracers", choice)
        assert "mirrored_bracers" not in picks(t)
        assert {"rogues_strike", "brigandine_of_buttons"} <= set(picks(t).split())
        t.by("pick", "brigandine_of_buttons")
        assert worth(t, attribute, "brigandine_of_buttons") == 4
        assert worth(t, "skill", "brigandine_of_buttons") == 0
        assert worth(t, "skill", "rogues_strike") == 2
        assert worth(t, "skill", "mirrored_bracers") == 3


@exercises("gauntlets_of_the_second_blow")
def test_gauntlets_double_a_weapon() -> None:
    """Double one of your Weapon cards."""
    doubles("gauntlets_of_the_second_blow", "weapon")


@exercises("cloak_of_small_hours")
def test_cloak_of_small_hours_draws_and_looks() -> None:
    """Draw a card. Look at the top 2 cards of the Encounter Deck and put them back in any order."""
    draws("cloak_of_small_hours", 1)
    t = scene("cloak_of_small_hours", pile=PEEKED, deck="tool*12")
    t.by("activate", "cloak_of_small_hours")
    assert "tool" in t.hand()
    peeks(t, 2)


@exercises("bulwark_of_the_patient")
def test_bulwark_stays_in_its_slot() -> None:
    """When spent from a slot it stays, face down."""
    payment = (
        "bulwark_of_the_patient:skill",
        "old_hobb_the_porter:fight",
        "bertrand_the_unpaid:charm",
    )
    t = scene(slots="- bulwark_of_the_patient - - -")
    assert paid(t, "opera_dagger", *payment)
    assert t.slots() == "- bulwark_of_the_patient! - - -"
    assert to_next_turn(t).slots() == "- bulwark_of_the_patient - - -"
    t = scene("bulwark_of_the_patient")
    assert paid(t, "opera_dagger", *payment)
    assert "bulwark_of_the_patient" in t.aside()


@each_of("hangmans_collar")
def test_lose_sanity_when_used(card: str) -> None:
    """Lose 1 Sanity when used."""
    takes_sanity(card, 1)


@exercises("plate_of_the_ninth_guard")
def test_plate_doubles_another_armor() -> None:
    """Double another of your Armor cards."""
    doubles("plate_of_the_ninth_guard", "armor")


@exercises("the_walking_gatehouse.1")
def test_the_walking_gatehouse_heals() -> None:
    """Gain 2 Sanity."""
    gains("the_walking_gatehouse", 2)


def test_a_loss_never_turns_into_a_gain() -> None:
    """Preventing 3 of 1 leaves 0, and Recover without a reaction costs 2 for the hound."""
    t = overwhelmed(1, hand="gate_plank_shield")
    assert t.by("prevent", "gate_plank_shield").sanity() == 10
    assert left_over().sanity() == 8
