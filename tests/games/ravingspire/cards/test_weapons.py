"""The Weapons of the Encounter deck."""

from __future__ import annotations

from tests.games.ravingspire.cards.printed import exercises, rows
from tests.games.ravingspire.cards.shapes import (
    adds,
    adds_with,
    doubles,
    draws,
    reduces,
    returns,
    takes_sanity,
)
from tests.games.ravingspire.cards.table import (
    activate,
    carry_on,
    commit,
    paid,
    picks,
    scene,
    to_next_turn,
    worth,
)


@rows(
    "n",
    {
        "cutpurses_razor": (1,),
        "duellists_foil": (1,),
        "hungry_falchion": (1,),
        "widows_arbalest": (1,),
    },
)
def test_draw_a_card(card: str, n: int) -> None:
    """Draw a card."""
    draws(card, n)


@rows(
    "n against",
    {
        "candlestick_of_last_resort": (2, "adversary foe"),
        "silver_needle": (3, "adversary foe"),
        "halberd_of_the_fourth_watch": (2, "adversary foe"),
        "poisoners_stiletto": (4, "foe"),
        "kingsplitter.2": (2, "adversary foe"),
        "the_last_argument.3": (3, "adversary foe"),
    },
)
def test_more_against_some(card: str, n: int, against: str) -> None:
    """Against an Adversary or Foe it gives more."""
    adds(card, n, against, deck="")


@rows("n kind", {"the_other_sword": (3, "weapon"), "runeknapped_hatchet": (2, "relic")})
def test_more_in_company(card: str, n: int, kind: str) -> None:
    """With another card of a kind in the same payment it gives more."""
    adds_with(card, n, kind)


def test_two_other_swords_keep_each_other_company() -> None:
    """Each is another Weapon for the other one: 5 + 5."""
    t = scene("the_other_sword*2")
    assert worth(t, "skill", "the_other_sword", "the_other_sword") == 10


@rows("n", {"greatsword_of_the_sulking_dead": (1,), "meteor_sword.1": (1,)})
def test_lose_sanity_when_used(card: str, n: int) -> None:
    """Lose 1 Sanity when used."""
    if card == "meteor_sword":
        t = commit(scene(card), card)
        assert (t.sanity(), t.asked) == (9, "RSP-58")
        t = commit(scene(card, "foe"), card, vs="foe").do("skip")
        assert (t.sanity(), t.asked) == (9, "RSP-58")
        return
    takes_sanity(card, n)


@exercises("meteor_sword.2")
def test_meteor_sword_burns_brighter_for_one_more_sanity() -> None:
    """Against an Adversary or Foe it may give 12 Fight instead, for 1 further Sanity."""
    assert worth(scene("meteor_sword"), "fight", "meteor_sword") == 6
    for vs in ("adversary", "foe", "spire"):
        t = scene("meteor_sword", vs)
        assert worth(t, "fight", "meteor_sword", vs=vs) == 12
        assert worth(t, "fight", "meteor_sword", vs=vs, use="skip") == 6
        commit(t, "meteor_sword", vs=vs)
        assert (t.asked, t.sanity()) == ("RSP-69", 9)
        assert t.copy().do("skip").sanity() == 9
        assert t.do("use").sanity() == 8


@exercises("meteor_sword.2")
def test_meteor_sword_doubles_what_it_became() -> None:
    """The base is 12, then doubled, then added to: 24 (order of power)."""
    t = scene("meteor_sword gauntlets_of_the_second_blow", "adversary")
    activate(t, "gauntlets_of_the_second_blow")
    assert worth(t, "fight", "meteor_sword", vs="adversary") == 24
    assert worth(t, "fight", "meteor_sword", vs="adversary", use="skip") == 12


@exercises("rope_dart")
def test_rope_dart_brings_back_an_attack() -> None:
    """Return an Attack card from the discard pile to the hand."""
    returns("rope_dart", "cleave rogues_strike", "crowbar trinket chain_hauberk")


@exercises("oathbreakers_lash")
def test_oathbreakers_lash_lowers_one_adversary() -> None:
    """One Adversary costs 2 less this turn."""
    reduces("oathbreakers_lash", 2, "worm_beneath_the_stair librarian_of_skins", "siege_jack")


@exercises("oathbreakers_lash")
def test_a_reduction_is_over_with_the_turn() -> None:
    """The worm costs 3/4/2 again in the next turn."""
    t = activate(scene("oathbreakers_lash", ring="worm_beneath_the_stair"), "oathbreakers_lash")
    cuts = t.state.cuts[:]
    assert any(cuts)
    to_next_turn(t)
    assert t.turn == 9
    assert not any(t.state.cuts)


@rows("kinds zones", {"fork_tongued_rapier": ("attack", "hand played")})
def test_double_an_attack(card: str, kinds: str, zones: str) -> None:
    """Double one of your Attack cards."""
    doubles(card, kinds, zones=zones)


@exercises("standard_of_the_lost_legion")
def test_standard_of_the_lost_legion_doubles_an_adventurer() -> None:
    """Double one of your Adventurer cards."""
    doubles("standard_of_the_lost_legion", "adventurer")


@exercises("grudgebearer")
def test_grudgebearer_feeds_on_relics() -> None:
    """Banish a Relic from hand or slot: double another Weapon card."""
    t = scene("grudgebearer trinket votive_idol crowbar longsword_of_no_known_house blade")
    activate(t, "grudgebearer")
    assert picks(t) == "trinket votive_idol"
    t.by("pick", "trinket")
    assert t.banished == "trinket"
    assert picks(t) == "blade longsword_of_no_known_house"
    t.by("pick", "longsword_of_no_known_house")
    assert worth(t, "fight", "longsword_of_no_known_house") == 6
    assert worth(t, "fight", "grudgebearer") == 4
    t = scene("grudgebearer blade", slots="- - - votive_idol -")
    activate(t, "grudgebearer")
    assert (t.banished, t.slots()) == ("votive_idol", "- - - - -")
    assert worth(t, "fight", "blade") == 2


@exercises("grudgebearer")
def test_grudgebearer_has_its_price() -> None:
    """Without a Relic nothing is doubled, and nobody has to pay."""
    t = commit(scene("grudgebearer blade crowbar"), "grudgebearer")
    assert t.asked == "RSP-58"
    t = commit(scene("grudgebearer blade trinket"), "grudgebearer")
    assert t.asked == "RSP-69"
    assert t.do("skip").banished == ""


@exercises("mercy_a_maul")
def test_mercy_heals_against_adversaries_only() -> None:
    """When used against an Adversary, gain 1 Sanity."""
    t = commit(scene("mercy_a_maul", "adversary", sanity=5), "mercy_a_maul", vs="adversary")
    assert t.asked == "RSP-69"
    assert t.copy().do("use").sanity() == 6
    assert t.do("skip").sanity() == 5
    for vs in ("collect", "foe"):
        t = commit(scene("mercy_a_maul", vs, sanity=5), "mercy_a_maul", vs=vs)
        assert (t.asked, t.sanity()) == ("RSP-58", 5)


@exercises("kingsplitter.1")
def test_kingsplitter_stays_in_its_slot() -> None:
    """When spent from a slot it stays, face down; from hand it is spent like any card."""
    t = scene(slots="kingsplitter - - - -")
    assert paid(
        t, "opera_dagger", "kingsplitter:fight", "grubb_and_son:skill", "bertrand_the_unpaid:charm"
    )
    assert t.slots() == "kingsplitter! - - - -"
    assert "kingsplitter" not in t.aside()
    to_next_turn(t)
    assert t.slots() == "kingsplitter - - - -"
    t = scene("kingsplitter")
    assert paid(
        t, "opera_dagger", "kingsplitter:fight", "grubb_and_son:skill", "bertrand_the_unpaid:charm"
    )
    assert "kingsplitter" in t.aside()


@exercises("the_last_argument.1", "the_last_argument.2")
def test_the_last_argument_draws_and_doubles() -> None:
    """Draw a card. Double another of your Weapon cards: each as one likes."""
    t = scene("the_last_argument blade crow_beak_polearm", deck="cleave")
    t.by("activate", "the_last_argument")
    assert t.asked == "RSP-69"
    q = carry_on(t.copy(), "use", "use")
    assert "cleave" in q.hand()
    assert picks(q) == "blade crow_beak_polearm"
    q.by("pick", "crow_beak_polearm")
    assert worth(q, "fight", "crow_beak_polearm") == 10
    assert worth(q, "fight", "the_last_argument") == 6
    q = carry_on(t.copy(), "skip", "use", "blade")
    assert "cleave" not in q.hand()
    assert worth(q, "fight", "blade") == 2
    q = carry_on(t.copy(), "use", "skip")
    assert "cleave" in q.hand()
    assert worth(q, "fight", "blade") == 1


@exercises("the_last_argument.2")
def test_the_last_argument_doubles_no_other_kind() -> None:
    """Another Weapon card, in hand, slots or Played."""
    doubles("the_last_argument", "weapon")
