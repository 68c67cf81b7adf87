"""The Adventurers of the Encounter deck."""

from __future__ import annotations

from tests.games.ravingspire.cards.printed import each_of, exercises, rows
from tests.games.ravingspire.cards.shapes import (
    PEEKED,
    adds_with,
    doubles,
    draws,
    gains,
    peeks,
    reduces,
    returns,
)
from tests.games.ravingspire.cards.table import activate, commit, picks, scene, worth
from tests.games.ravingspire.tower import each


@rows("n", {"sister_immaculate_rust": (1,), "gristle_camp_cook": (1,)})
def test_gain_a_sanity(card: str, n: int) -> None:
    """Gain 1 Sanity."""
    gains(card, n)


@each_of("wick_a_talkative_ghost pell_the_card_sharp the_marchioness_of_ash")
def test_draw_a_card(card: str) -> None:
    """Draw a card."""
    draws(card, 1)


@exercises("nell_pickpenny")
def test_nell_brings_back_an_object_or_attack() -> None:
    """Return an Object or Attack card from the discard pile to the hand."""
    returns("nell_pickpenny", "crowbar cleave tool", "trinket chain_hauberk blade")


@exercises("brother_anselm_lapsed")
def test_brother_anselm_banishes_a_card() -> None:
    """You may banish a card from your hand or discard pile."""
    t = scene("brother_anselm_lapsed blade", discard="tool", slots="- crowbar - - -")
    activate(t, "brother_anselm_lapsed")
    assert picks(t) == each("blade tool old_hobb_the_porter grubb_and_son bertrand_the_unpaid")
    assert t.copy().by("pick", "tool").banished == "tool"
    t.by("pick", "blade")
    assert (t.banished, t.discard()) == ("blade", "tool")
    assert "blade" not in t.hand()
    t = commit(scene("brother_anselm_lapsed", discard="tool"), "brother_anselm_lapsed").do("skip")
    assert (t.banished, t.discard()) == ("", "tool")


@exercises("ysolde_crowfriend")
def test_ysolde_looks_ahead() -> None:
    """Look at the top 2 cards of the Encounter Deck and put them back in any order."""
    peeks(activate(scene("ysolde_crowfriend", pile=PEEKED), "ysolde_crowfriend"), 2)


@exercises("captain_orla_vane")
def test_captain_orla_leads_a_slotted_adventurer() -> None:
    """While another Adventurer is slotted she gives +2; herself she does not lead."""
    card = "captain_orla_vane"
    for attribute in ("fight", "skill"):
        assert worth(scene(card), attribute, card) == 4
        assert worth(scene(slots=f"{card} - - - -"), attribute, card) == 4
        assert worth(scene(card, slots="- - mudge_the_lamp_boy - -"), attribute, card) == 6
        assert worth(scene(slots=f"{card} - mudge_the_lamp_boy - -"), attribute, card) == 6


@exercises("marguerite_of_the_closed_convent")
def test_marguerite_prays_with_a_relic() -> None:
    """With a Relic in the same payment she gives +2."""
    adds_with("marguerite_of_the_closed_convent", 2, "relic")


@exercises("the_hask_twins")
def test_the_hask_twins_double_an_attack() -> None:
    """Double one of your Attack cards."""
    doubles("the_hask_twins", "attack", zones="hand played")


@exercises("madame_threnody")
def test_madame_threnody_doubles_another_adventurer() -> None:
    """Double another of your Adventurer cards."""
    doubles("madame_threnody", "adventurer")


@exercises("sir_tancred_blunt")
def test_sir_tancred_lowers_an_adversary() -> None:
    """One Adversary costs 2 less this turn; no card that is collected does."""
    yes = "worm_beneath_the_stair librarian_of_skins"
    reduces("sir_tancred_blunt", 2, yes, "siege_jack kingsplitter")


@exercises("sir_tancred_blunt")
def test_sir_tancred_lowers_a_foe() -> None:
    """One Foe costs 2 less this turn, and the Spire card is a Foe."""
    for vs in ("foe", "spire"):
        t = scene("sir_tancred_blunt", vs)
        before = worth(t, "charm", "bertrand_the_unpaid", vs=vs, name="charm")
        activate(t, "sir_tancred_blunt")
        after = worth(t, "charm", "bertrand_the_unpaid", vs=vs, name="charm")
        assert after - before == 2


@exercises("sir_tancred_blunt")
def test_sir_tancred_finds_nobody() -> None:
    """In a ring without Adversaries nothing costs less."""
    t = scene("sir_tancred_blunt", ring="siege_jack")
    if t.may("activate", "sir_tancred_blunt"):
        activate(t, "sir_tancred_blunt")
    assert not any(t.state.cuts)
