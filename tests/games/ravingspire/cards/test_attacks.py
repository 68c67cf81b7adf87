"""The Attacks of the Encounter deck."""

from __future__ import annotations

from tests.games.ravingspire.cards.printed import each_of, exercises, rows
from tests.games.ravingspire.cards.shapes import (
    adds,
    adds_with,
    doubles,
    draws,
    gains,
    returns,
    takes_sanity,
)
from tests.games.ravingspire.cards.table import (
    activate,
    carry_on,
    commit,
    count,
    picks,
    scene,
    worth,
)
from tests.games.ravingspire.tower import mate


@rows(
    "n",
    {
        "expert_feint": (1,),
        "flurry": (1,),
        "sleight_and_counter_sleight": (2,),
        "hexing_verse": (1,),
        "a_thousand_small_cuts.1": (1,),
    },
)
def test_draw_cards(card: str, n: int) -> None:
    """Draw a card, or two."""
    draws(card, n)


@rows(
    "n against",
    {
        "pocket_sand": (1, "adversary foe"),
        "grave_curse": (2, "adversary foe"),
        "death_from_slightly_above": (3, "adversary foe"),
    },
)
def test_more_against_some(card: str, n: int, against: str) -> None:
    """Against an Adversary or Foe it gives more."""
    adds(card, n, against)


@rows("n kind", {"riposte": (2, "attack"), "a_thousand_small_cuts.2": (2, "attack")})
def test_more_in_company(card: str, n: int, kind: str) -> None:
    """With another Attack in the same payment it gives more."""
    adds_with(card, n, kind)


@exercises("second_wind")
def test_second_wind_heals() -> None:
    """Gain 2 Sanity."""
    gains("second_wind", 2)


@rows("n", {"atlantean_power_word": (2,), "reckless_lunge": (1,)})
def test_lose_sanity_when_played(card: str, n: int) -> None:
    """Lose Sanity when played."""
    takes_sanity(card, n)


@exercises("atlantean_power_word")
def test_a_word_too_much_ends_the_payment() -> None:
    """Sanity 2: the word drives the Hero mad, and the goal stays in the ring."""
    t = commit(scene("atlantean_power_word", sanity=2), "atlantean_power_word")
    assert t.madness == 2
    assert t.ring().startswith("opera_dagger")
    assert t.sanity() == 10


@exercises("chain_of_shadows")
def test_chain_of_shadows_brings_back_another_attack() -> None:
    """Return another Attack card from the discard pile to the hand."""
    returns("chain_of_shadows", "cleave rogues_strike", "crowbar trinket blade")


@exercises("mass_hysteria")
def test_mass_hysteria_strikes_all_others() -> None:
    """All other players lose 1 Sanity, wherever they stand; the active player does not."""
    mates = [mate("quinn"), mate("garsome", at="temple 3")]
    t = activate(scene("mass_hysteria", mates=mates), "mass_hysteria")
    assert [t.sanity(seat) for seat in range(3)] == [10, 9, 9]
    t = commit(scene("mass_hysteria", mates=mates), "mass_hysteria")
    assert carry_on(t, use="skip").sanity(1) == 10


@exercises("red_fugue")
def test_red_fugue_doubles_a_weapon_for_sanity() -> None:
    """You may lose 1 Sanity: double one of your Weapon cards."""
    t = activate(scene("red_fugue blade crow_beak_polearm cleave"), "red_fugue")
    assert picks(t) == "blade crow_beak_polearm"
    t.by("pick", "crow_beak_polearm")
    assert t.sanity() == 9
    assert worth(t, "fight", "crow_beak_polearm") == 10
    t = commit(scene("red_fugue blade"), "red_fugue").do("skip")
    assert t.sanity() == 10
    assert worth(t.do("abandon"), "fight", "blade") == 1


@exercises("the_perfect_con")
def test_the_perfect_con_collects_a_cheap_card() -> None:
    """Collect a ring card of total cost 3 or less without paying."""
    ring = "opera_dagger longsword_of_no_known_house coil_of_rope mimic_purse"
    t = activate(scene("the_perfect_con", ring=ring), "the_perfect_con")
    assert picks(t) == "coil_of_rope opera_dagger"
    t.by("pick", "opera_dagger")
    assert t.aside() == "opera_dagger"
    assert t.ring() == "- longsword_of_no_known_house coil_of_rope mimic_purse -"
    assert worth(scene("the_perfect_con"), "skill", "the_perfect_con", use="skip") == 6


@exercises("the_perfect_con")
def test_the_perfect_con_counts_as_collecting() -> None:
    """A pending card takes the place; nobody is Overwhelmed."""
    ring = "opera_dagger crow_beak_polearm crow_beak_polearm siege_jack siege_jack"
    t = scene("the_perfect_con", ring=ring, pending="cleave")
    activate(t, "the_perfect_con")
    assert t.ring().split()[0] == "cleave"
    assert (t.pending, t.aside()) == ("-", "opera_dagger")


@exercises("the_perfect_con")
def test_the_perfect_con_takes_nothing_dear() -> None:
    """A ring of dear cards and Adversaries: nothing is collected."""
    ring = "longsword_of_no_known_house mimic_purse"
    t = scene("the_perfect_con", ring=ring)
    if t.may("activate", "the_perfect_con"):
        activate(t, "the_perfect_con")
    assert t.ring() == f"{ring} - - -"
    assert t.aside() == ""


@exercises("word_of_unmaking")
def test_word_of_unmaking_for_two_sanity() -> None:
    """Against an Adversary or Foe it may give 12 Charm instead, if you lose 2 Sanity."""
    assert worth(scene("word_of_unmaking"), "charm", "word_of_unmaking") == 6
    t = commit(scene("word_of_unmaking"), "word_of_unmaking")
    assert (t.asked, t.sanity()) == ("RSP-58", 10)
    for vs in ("adversary", "foe"):
        t = scene("word_of_unmaking", vs)
        assert worth(t, "charm", "word_of_unmaking", vs=vs) == 12
        assert worth(t, "charm", "word_of_unmaking", vs=vs, use="skip") == 6
        commit(t, "word_of_unmaking", vs=vs)
        assert t.copy().do("skip").sanity() == 10
        assert t.do("use").sanity() == 8


@exercises("storm_of_blades.1", "storm_of_blades.2")
def test_storm_of_blades_draws_and_doubles() -> None:
    """Draw a card. Double another of your Attack or Weapon cards."""
    t = scene("storm_of_blades cleave blade", deck="tool*3").by("activate", "storm_of_blades")
    q = carry_on(t.copy(), "use", "use", "cleave")
    assert count(q.hand(), "tool") == 1
    assert worth(q, "fight", "cleave") == 6
    q = carry_on(t.copy(), "use", "skip")
    assert count(q.hand(), "tool") == 1
    assert worth(q, "fight", "cleave") == 3
    q = carry_on(t.copy(), "skip", "use", "blade")
    assert count(q.hand(), "tool") == 0
    assert worth(q, "fight", "blade") == 2
    doubles("storm_of_blades", "attack weapon")


@each_of("pocket_sand riposte")
def test_attacks_fit_no_slot(card: str) -> None:
    """An Attack card never lies on the Battlemat."""
    t = scene(card)
    assert not t.may("slot", card)
