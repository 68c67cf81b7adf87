"""The Objects of the Encounter deck."""

from __future__ import annotations

import pytest

from tests.games.ravingspire.cards.printed import each_of, exercises
from tests.games.ravingspire.cards.reactions import rerolls
from tests.games.ravingspire.cards.shapes import (
    PEEKED,
    adds,
    doubles,
    draws,
    moves,
    moves_foe,
    peeks,
    reduces,
    returns,
    rotates,
    spots,
)
from tests.games.ravingspire.cards.table import (
    activate,
    carry_on,
    commit,
    count,
    picks,
    reached,
    scene,
    worth,
)
from tests.games.ravingspire.tower import each, tower


@exercises("corpse_tallow_candle")
def test_corpse_tallow_candle_looks_ahead() -> None:
    """Look at the top 2 cards of the Encounter Deck and put them back in any order."""
    t = scene("corpse_tallow_candle", pile=PEEKED)
    peeks(activate(t, "corpse_tallow_candle"), 2)


@each_of("loaded_knucklebones clockwork_beetle.2")
def test_discard_to_re_roll(card: str) -> None:
    """Discard this card to re-roll a die you just rolled."""
    rerolls(card)


@exercises("smelling_salts")
def test_smelling_salts_are_discarded_for_sanity() -> None:
    """Discard this card: gain 2 Sanity; its power is not available then."""
    for zones in spots("smelling_salts"):
        t = scene(**zones, sanity=5)
        t.by("discard", "smelling_salts")
        assert (t.sanity(), t.discard()) == (7, "smelling_salts")
        assert not t.may("activate", "smelling_salts")
        assert not t.may("discard", "smelling_salts")
    t = scene("smelling_salts", "foe", sanity=5).by("discard", "smelling_salts")
    assert t.sanity() == 7
    t = commit(scene("smelling_salts", sanity=5), "smelling_salts")
    assert (t.asked, t.sanity()) == ("RSP-58", 5)


@each_of("deck_of_marked_cards clockwork_beetle.1")
def test_draw_a_card(card: str) -> None:
    """Draw a card."""
    draws(card, 1)


@exercises("bag_of_caltrops")
def test_bag_of_caltrops_drives_the_foe_away() -> None:
    """Move the Foe on your level 2 spaces away from you, and on no other level."""
    moves_foe("activate", "bag_of_caltrops", "", {3: 5, 9: 7, 1: 3, 11: 9})


@exercises("bag_of_caltrops")
def test_bag_of_caltrops_without_a_foe() -> None:
    """Nothing happens, and no Foe comes."""
    t = scene("bag_of_caltrops")
    if t.may("activate", "bag_of_caltrops"):
        activate(t, "bag_of_caltrops")
    assert t.foe() is None


@exercises("surveyors_chain")
def test_surveyors_chain_rotates() -> None:
    """Rotate your level up to 3 spaces."""
    rotates(activate(scene("surveyors_chain"), "surveyors_chain"), 3)
    t = scene("surveyors_chain", at="temple 2")
    rotates(activate(t, "surveyors_chain"), 3)


@exercises("powder_keg")
def test_powder_keg_takes_another_card() -> None:
    """When used, discard another card from your hand, like it or not."""
    t = commit(scene("powder_keg cleave"), "powder_keg")
    assert t.asked == "RSP-170"
    assert picks(t) == each("cleave old_hobb_the_porter grubb_and_son bertrand_the_unpaid")
    t.by("pick", "cleave")
    assert t.discard() == "cleave"
    assert t.asked == "RSP-58"
    t = scene("powder_keg blade", slots="- - coil_of_rope - -", aids=False)
    t.force("opera_dagger").pay("powder_keg:any")
    assert t.discard() == "blade"
    assert t.slots() == "- - coil_of_rope - -"


@exercises("powder_keg")
def test_powder_keg_takes_nothing_from_an_empty_hand() -> None:
    """Alone it gives its 4 Fight and discards nothing; it never discards itself."""
    t = scene("powder_keg", slots="cutpurses_razor - coil_of_rope - -", aids=False)
    t.force("opera_dagger").pay("powder_keg:any")
    assert t.discard() == ""
    assert t.may("pay", "coil_of_rope")


@exercises("thiefs_bell")
def test_thiefs_bell_brings_back_an_object() -> None:
    """Return an Object from the discard pile to the hand."""
    returns("thiefs_bell", "crowbar tool reliquary_trunk", "cleave trinket chain_hauberk")


@exercises("understudys_mask")
def test_understudys_mask_lends_three_to_an_attack() -> None:
    """One of your Attack cards gives +3 this turn."""
    t = scene("understudys_mask cleave reavers_slash blade", played="whirling_steel")
    activate(t, "understudys_mask")
    assert picks(t) == each("cleave reavers_slash whirling_steel")
    q = t.copy().by("pick", "cleave")
    assert worth(q, "fight", "cleave") == 6
    assert worth(q, "fight", "reavers_slash") == 2
    t.by("pick", "whirling_steel")
    assert worth(t, "fight", "whirling_steel") == 7


@exercises("understudys_mask")
def test_understudys_mask_adds_after_doubling() -> None:
    """Doubled 3 and 3 more are 9, in whichever order they were given."""
    for order in (
        ("understudys_mask", "fork_tongued_rapier"),
        ("fork_tongued_rapier", "understudys_mask"),
    ):
        t = scene("understudys_mask fork_tongued_rapier cleave")
        for card in order:
            activate(t, card)
        assert worth(t, "fight", "cleave") == 9


@exercises("grappling_hook")
def test_grappling_hook_carries_two_steps() -> None:
    """Move up to 2 steps when this phase ends."""
    moves(activate(scene("grappling_hook"), "grappling_hook"), 2)


@exercises("grappling_hook")
def test_grappling_hook_after_a_battle() -> None:
    """In a Showdown the steps come when the battle is over."""
    t = activate(scene("grappling_hook", "foe"), "grappling_hook")
    assert t.where() == "dungeon 0"
    t.face("foe").pay(
        "old_hobb_the_porter:fight", "grubb_and_son:skill", "bertrand_the_unpaid:charm"
    )
    assert t.key()
    ends = {q.where() for q in reached(t, ["RSP-31", "RSP-112"]) if not q.chance}
    assert {f"dungeon {k % 12}" for k in range(-2, 3)} <= ends


@exercises("black_book_of_favours")
def test_black_book_lowers_any_ring_card() -> None:
    """One ring card costs 2 less this turn."""
    reduces("black_book_of_favours", 2, "worm_beneath_the_stair siege_jack kingsplitter", "")


@exercises("hourglass_of_stolen_minutes")
def test_hourglass_sells_two_cards_for_sanity() -> None:
    """You may lose 1 Sanity: draw 2 cards."""
    t = activate(scene("hourglass_of_stolen_minutes", deck="tool*5"), "hourglass_of_stolen_minutes")
    assert (t.sanity(), count(t.hand(), "tool")) == (9, 2)
    t = commit(scene("hourglass_of_stolen_minutes", deck="tool*5"), "hourglass_of_stolen_minutes")
    t.do("skip")
    assert (t.sanity(), count(t.hand(), "tool")) == (10, 0)


@exercises("hourglass_of_stolen_minutes")
def test_the_price_may_drive_one_mad() -> None:
    """Sanity paid for a text is a loss like any other: the last point is madness."""
    t = scene("hourglass_of_stolen_minutes", sanity=1, deck="tool*12")
    if t.may("activate", "hourglass_of_stolen_minutes"):
        activate(t, "hourglass_of_stolen_minutes")
        assert t.madness == 2
        assert t.sanity() == 10


@exercises("skeleton_keyring")
def test_skeleton_keyring_lowers_one_adversary() -> None:
    """One Adversary costs 2 less this turn."""
    reduces("skeleton_keyring", 2, "worm_beneath_the_stair librarian_of_skins", "siege_jack")


@exercises("reliquary_trunk")
def test_reliquary_trunk_brings_back_a_relic_and_heals() -> None:
    """Return a Relic from the discard pile to the hand. Gain 1 Sanity."""
    returns("reliquary_trunk", "votive_idol trinket", "cleave crowbar chain_hauberk")
    t = scene("reliquary_trunk", discard="trinket", sanity=5)
    activate(t, "reliquary_trunk")
    assert t.sanity() == 6
    assert "trinket" in t.hand()
    assert activate(scene("reliquary_trunk", sanity=5), "reliquary_trunk").sanity() == 6


@exercises("smugglers_false_bottom")
def test_smugglers_false_bottom_doubles_another_object() -> None:
    """Double another of your Object cards."""
    doubles("smugglers_false_bottom", "object")


@exercises("chirurgeons_case")
def test_chirurgeons_case_heals_or_cuts() -> None:
    """Choose: gain 2 Sanity, or banish a card from hand or discard pile."""
    t = scene("chirurgeons_case blade", sanity=5, discard="tool", slots="- - crowbar - -")
    activate(t, "chirurgeons_case")
    assert t.legal() == {"choose 1", "choose 2"}
    q = t.copy().do("choose 1")
    assert (q.sanity(), q.banished) == (7, "")
    t.do("choose 2")
    assert picks(t) == each("blade tool old_hobb_the_porter grubb_and_son bertrand_the_unpaid")
    assert t.copy().by("pick", "blade").banished == "blade"
    t.by("pick", "tool")
    assert (t.banished, t.discard(), t.sanity()) == ("tool", "", 5)


@exercises("ballista_slightly_used")
def test_ballista_shoots_at_enemies() -> None:
    """Against an Adversary or Foe it gives +4."""
    adds("ballista_slightly_used", 4, "adversary foe")


@exercises("box_that_should_stay_shut")
@pytest.mark.parametrize("face", range(1, 7))
def test_box_that_should_stay_shut(face: int) -> None:
    """Roll a die. 1-2: lose 2 Sanity. 3-4: draw 2 cards. 5-6: gain 1 Loot."""
    t = scene("box_that_should_stay_shut", deck="tool*5", loot="thornback_plate cathedral_hammer")
    activate(t, "box_that_should_stay_shut", luck=[face])
    assert t.sanity() == (8 if face <= 2 else 10)
    assert count(t.hand(), "tool") == (2 if face in (3, 4) else 0)
    assert t.aside() == ("thornback_plate" if face >= 5 else "")
    assert t.played() == "box_that_should_stay_shut"


@exercises("box_that_should_stay_shut")
def test_box_may_stay_shut() -> None:
    """The roll is an action like any other: one may leave it."""
    t = commit(scene("box_that_should_stay_shut"), "box_that_should_stay_shut", attribute="charm")
    t.do("skip")
    assert t.asked == "RSP-58"
    assert (
        worth(scene("box_that_should_stay_shut"), "skill", "box_that_should_stay_shut", use="skip")
        == 6
    )


def test_a_discard_action_is_none_in_explore() -> None:
    """Action text belongs to Encounter and battle."""
    t = tower(hand="smelling_salts rogues_strike", sanity=5).begin("explore")
    assert t.asked == "RSP-80"
    assert not t.may("discard", "smelling_salts")
    assert not t.may("activate", "smelling_salts")


def test_a_text_that_was_carried_out_is_not_carried_out_again() -> None:
    """An activated card is Played: paying with it later draws nothing more."""
    t = activate(scene("deck_of_marked_cards", deck="tool*5"), "deck_of_marked_cards")
    t.face("opera_dagger").pay("deck_of_marked_cards")
    assert (t.asked, count(t.hand(), "tool")) == ("RSP-58", 1)
    carry_on(t)
    assert not t.may("activate", "deck_of_marked_cards")
