"""The Relics of the Encounter deck."""

from __future__ import annotations

from tests.games.ravingspire.cards.printed import each_of, exercises, rows
from tests.games.ravingspire.cards.shapes import (
    adds_with,
    doubles,
    draws,
    gains,
    moves_foe,
    only,
    reduces,
    returns,
    rotates,
    spots,
    takes_sanity,
)
from tests.games.ravingspire.cards.table import (
    activate,
    carry_on,
    commit,
    count,
    picks,
    scene,
    to_next_turn,
    worth,
)
from tests.games.ravingspire.tower import each, tower


@each_of("splinter_of_the_first_stair cartographers_skull")
def test_rotate_up_to_three(card: str) -> None:
    """Rotate your level up to 3 spaces."""
    rotates(activate(scene(card), card), 3)
    rotates(activate(scene(card, at="spire 2"), card), 3)


@each_of("berserkers_milk_tooth")
def test_lose_sanity_when_used(card: str) -> None:
    """Lose 1 Sanity when used."""
    takes_sanity(card, 1)


@rows("n kind", {"humming_stone": (3, "relic"), "psalter_of_knives": (2, "weapon")})
def test_more_in_company(card: str, n: int, kind: str) -> None:
    """With a card of a kind in the same payment it gives more."""
    adds_with(card, n, kind)


@each_of("thurible_of_cold_smoke")
def test_draw_a_card(card: str) -> None:
    """Draw a card."""
    draws(card, 1)


@exercises("ink_blind_eye")
def test_ink_blind_eye_brings_back_another_relic() -> None:
    """Return another Relic from the discard pile to the hand."""
    returns("ink_blind_eye", "votive_idol trinket", "cleave crowbar chain_hauberk")


@exercises("drummers_knucklebone")
def test_drummers_knucklebone_marches_with_a_slotted_adventurer() -> None:
    """While an Adventurer is slotted it gives +3; in hand is not slotted."""
    card = "drummers_knucklebone"
    assert worth(scene(card), "fight", card) == 2
    assert worth(scene(card, slots="- crowbar - - -"), "fight", card) == 2
    assert worth(scene(card, slots="- - mudge_the_lamp_boy - -"), "fight", card) == 5
    t = scene(card, slots="- - mudge_the_lamp_boy - -")
    t.do("unslot s3")
    assert worth(t, "fight", card) == 2


@exercises("reckoners_abacus")
def test_reckoners_abacus_lowers_a_relic_or_object() -> None:
    """One Relic or Object of the ring costs 2 less this turn."""
    yes = "crown_of_borrowed_thoughts siege_jack"
    reduces("reckoners_abacus", 2, yes, "kingsplitter worm_beneath_the_stair")


@exercises("vial_of_somebodys_tears")
def test_vial_is_banished_for_sanity() -> None:
    """Banish this card: gain 3 Sanity; its power is not available then."""
    for zones in spots("vial_of_somebodys_tears"):
        t = scene(**zones, sanity=5)
        t.by("banish", "vial_of_somebodys_tears")
        assert (t.sanity(), t.banished) == (8, "vial_of_somebodys_tears")
        assert t.discard() == ""
    t = commit(scene("vial_of_somebodys_tears", sanity=5), "vial_of_somebodys_tears")
    assert (t.asked, t.sanity()) == ("RSP-58", 5)


@exercises("twice_blessed_nail")
def test_twice_blessed_nail_doubles_a_starter_card() -> None:
    """Double one of your Starter cards."""
    doubles("twice_blessed_nail", "starter")


@each_of("censer_of_chained_saints")
def test_double_another_relic(card: str) -> None:
    """Double another of your Relic cards."""
    doubles(card, "relic")


@exercises("heart_in_a_jar")
def test_heart_in_a_jar_beats_at_4_sanity() -> None:
    """While your Sanity is 4 or less it gives +4."""
    for sanity, given in ((10, 4), (5, 4), (4, 8), (1, 8)):
        assert worth(scene("heart_in_a_jar", sanity=sanity), "charm", "heart_in_a_jar") == given


@each_of("ember_of_the_first_hearth")
def test_gain_a_sanity(card: str) -> None:
    """Gain 1 Sanity."""
    gains(card, 1)


@exercises("moth_eaten_grimoire")
def test_moth_eaten_grimoire_draws_or_returns() -> None:
    """Choose: draw a card, or return another Relic from the discard pile to the hand."""
    t = scene("moth_eaten_grimoire", deck="blade*3", discard="trinket votive_idol cleave")
    activate(t, "moth_eaten_grimoire")
    assert t.legal() == {"choose 1", "choose 2"}
    q = t.copy().do("choose 1")
    assert count(q.hand(), "blade") == 1
    assert q.discard() == each("trinket votive_idol cleave")
    t.do("choose 2")
    assert picks(t) == "trinket votive_idol"
    t.by("pick", "votive_idol")
    assert "votive_idol" in t.hand()
    assert (t.discard(), count(t.hand(), "blade")) == (each("trinket cleave"), 0)


@exercises("moth_eaten_grimoire")
def test_moth_eaten_grimoire_offers_what_can_be_done() -> None:
    """Without a Relic in the discard pile only the draw is left."""
    t = scene("moth_eaten_grimoire", deck="blade*3", discard="cleave")
    activate(t, "moth_eaten_grimoire")
    assert count(t.hand(), "blade") == 1


@exercises("second_shadow")
def test_second_shadow_doubles_a_relic_or_object() -> None:
    """Double another of your Relic or Object cards."""
    doubles("second_shadow", "relic object")


@exercises("crown_of_borrowed_thoughts")
def test_crown_makes_the_hand_larger() -> None:
    """While slotted, your hand is one card larger: six and one, and seven and one."""
    for hero, size in (("quinn", 6), ("reaver", 7)):
        for slots, extra in (("- - - crown_of_borrowed_thoughts -", 1), ("- - - - -", 0)):
            t = tower(hero, slots=slots, filler=0).begin("recover")
            to_next_turn(t)
            assert len(t.hand().split()) == size + extra


@exercises("crown_of_borrowed_thoughts")
def test_crown_in_hand_is_no_crown() -> None:
    """In hand it is discarded, and six cards are drawn."""
    t = tower("quinn", hand="crown_of_borrowed_thoughts", filler=0).begin("recover")
    to_next_turn(t)
    assert len(t.hand().split()) == 6


@exercises("bell_without_a_tongue")
def test_bell_without_a_tongue_calls_or_drives() -> None:
    """Choose: the Foe 3 spaces toward you, or 3 away. Gain 1 Sanity."""
    card = "bell_without_a_tongue"
    moves_foe("activate", card, "choose 1", {5: 2, 8: 11, 2: 0})
    moves_foe("activate", card, "choose 2", {2: 5, 10: 7, 1: 4})
    t = activate(scene(card, foes={"dungeon": 5}, sanity=5), card, "choose 1")
    assert t.sanity() == 6
    t = activate(scene(card, foes={"dungeon": 5}, sanity=5), card, "choose 2")
    assert t.sanity() == 6
    t = scene(card, sanity=5).by("activate", card)
    if t.asked == "RSP-170":
        t.do(min(t.legal("choose")))
    assert t.sanity() == 6


@exercises("tongue_of_the_prior_runelord.1")
def test_tongue_counts_slotted_relics() -> None:
    """+1 for each Relic in your slots; in hand and of other types they do not count."""
    card = "tongue_of_the_prior_runelord"
    for hero, slots, given in (
        ("reaver", "- - - - -", 6),
        ("reaver", "- crowbar - votive_idol -", 7),
        ("marcus", "votive_idol trinket reliquary_trunk tool -", 9),
    ):
        t = scene(f"{card} acolytes_circlet", hero=hero, slots=slots, sanity=5)
        assert worth(t, "charm", card) == given
        assert worth(activate(t, card), "charm", card) == given


@exercises("tongue_of_the_prior_runelord.1")
def test_tongue_does_not_count_itself() -> None:
    """Spent from its own slot, whether activated first or not."""
    card = "tongue_of_the_prior_runelord"
    t = scene(slots=f"- - - {card} -", sanity=5)
    assert worth(activate(t.copy(), card), "charm", card) == 6
    assert worth(t, "charm", card) == 6


@exercises("tongue_of_the_prior_runelord.2")
def test_tongue_heals() -> None:
    """Gain 1 Sanity, unless one would rather not."""
    card = "tongue_of_the_prior_runelord"
    assert activate(scene(card, sanity=5), card).sanity() == 6
    t = commit(scene(card, sanity=5), card)
    assert carry_on(t, use="skip").sanity() == 5


@exercises("eye_that_opened_first")
def test_eye_that_opened_first_draws_and_doubles() -> None:
    """Draw 2 cards. Double another of your Relic cards: each as one likes."""
    card = "eye_that_opened_first"
    t = scene(f"{card} votive_idol", deck="cleave*5").by("activate", card)
    assert t.asked == "RSP-69"
    q = only(t.copy(), "votive_idol")
    assert count(q.hand(), "cleave") == 2
    assert worth(q, "charm", "votive_idol") == 6
    q = carry_on(t.copy(), "use", "skip")
    assert count(q.hand(), "cleave") == 2
    assert worth(q, "charm", "votive_idol") == 3
    q = carry_on(t.copy(), "skip", "use")
    assert count(q.hand(), "cleave") == 0
    assert worth(q, "charm", "votive_idol") == 6
    doubles(card, "relic")
