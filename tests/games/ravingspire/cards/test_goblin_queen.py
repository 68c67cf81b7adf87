"""The cards of the Goblin Queen that stand nowhere else: her goods, her people, her Attacks."""

from __future__ import annotations

import pytest

from tests.games.ravingspire.cards.printed import each_of, exercises, rows
from tests.games.ravingspire.cards.reactions import prevents
from tests.games.ravingspire.cards.shapes import adds_with, draws, moves_foe, spots
from tests.games.ravingspire.cards.table import (
    activate,
    brute_costs,
    carry_on,
    commit,
    costs,
    paid,
    picks,
    price,
    scene,
    worth,
)


@rows("n kind", {"nail_on_a_stick": (2, "attack"), "polearm_of_several_spoons": (3, "object")})
def test_more_in_company(card: str, n: int, kind: str) -> None:
    """With a card of a kind in the same payment it gives more."""
    adds_with(card, n, kind)


@each_of("saucepan_helmet")
def test_discard_to_prevent(card: str) -> None:
    """Discard this card to prevent 1 of a Sanity loss."""
    prevents(card, 1)


@exercises("sack_of_shiny_things")
def test_sack_of_shiny_things_pays_its_collector() -> None:
    """When you collect this card, gain 1 Loot; when you use it, nothing."""
    prizes = "thornback_plate cathedral_hammer"
    t = scene("tool*5 crowbar", ring="sack_of_shiny_things", loot=prizes, aids=False)
    assert paid(t, "sack_of_shiny_things", *["tool:skill"] * 5)
    assert t.aside().split() == sorted(["sack_of_shiny_things", "thornback_plate", *["tool"] * 5])
    t = commit(scene("sack_of_shiny_things", loot=prizes), "sack_of_shiny_things")
    assert (t.asked, t.aside()) == ("RSP-58", "")


@exercises("goblin_fireworks")
@pytest.mark.parametrize("face", range(1, 7))
def test_goblin_fireworks(face: int) -> None:
    """Roll a die. 1-2: lose 1 Sanity. 3-6: it gives +2."""
    t = activate(scene("goblin_fireworks"), "goblin_fireworks", luck=[face])
    assert t.sanity() == (9 if face <= 2 else 10)
    assert worth(t, "fight", "goblin_fireworks") == (3 if face <= 2 else 5)
    assert worth(scene("goblin_fireworks"), "fight", "goblin_fireworks", use="skip") == 3


@exercises("goblin_fireworks")
def test_goblin_fireworks_in_a_payment() -> None:
    """Committed straight from hand its die is rolled in the payment, which goes on."""
    t = scene("goblin_fireworks grubb_and_son bertrand_the_unpaid", aids=False)
    price(t, "opera_dagger", "fight", 3)
    t.face("opera_dagger").pay("grubb_and_son:skill", "goblin_fireworks")
    assert t.asked == "RSP-69"
    for face, sanity in ((2, 9), (6, 10)):
        q = t.copy().do("use", luck=[face])
        assert (q.asked, q.sanity()) == ("RSP-58", sanity)
        q.pay("bertrand_the_unpaid:charm")
        assert q.ring() == "- - - - -"


@exercises("idol_of_the_large_goblin")
def test_idol_of_the_large_goblin_awes_adversaries() -> None:
    """While slotted, Adversaries cost you 1 less; in hand it awes nobody."""
    ring = "worm_beneath_the_stair siege_jack librarian_of_skins"
    t = scene(slots="- - - idol_of_the_large_goblin -", ring=ring)
    t.state.hands[0] = []
    for name, cost in (("fight", "2/4/2"), ("skill", "3/3/2"), ("charm", "3/4/1")):
        assert costs(t, "worm_beneath_the_stair", cost, name=name)
    assert brute_costs(t, "worm_beneath_the_stair", 17)
    assert costs(t, "librarian_of_skins", "1/3/3", name="charm")
    assert costs(t, "siege_jack", "1/3/2")
    assert costs(scene("idol_of_the_large_goblin", ring=ring), "worm_beneath_the_stair", "3/4/2")


@exercises("bell_that_means_dinner")
def test_bell_that_means_dinner_calls_the_foe() -> None:
    """Move the Foe on your level 3 spaces toward you; it stops where you stand."""
    moves_foe("activate", "bell_that_means_dinner", "", {5: 2, 8: 11, 2: 0, 10: 0})


@exercises("goblin_kitchens")
def test_goblin_kitchens_are_discarded_for_sanity() -> None:
    """Discard this card: gain 2 Sanity."""
    for zones in spots("goblin_kitchens"):
        t = scene(**zones, sanity=5).by("discard", "goblin_kitchens")
        assert (t.sanity(), t.discard()) == (7, "goblin_kitchens")
    t = commit(scene("goblin_kitchens", sanity=5), "goblin_kitchens", attribute="charm")
    assert (t.asked, t.sanity()) == ("RSP-58", 5)


@exercises("lady_snick_spymistress")
def test_lady_snick_lifts_a_cheap_card() -> None:
    """You may collect a ring card of total cost 2 or less without paying."""
    ring = "coil_of_rope rusted_cleaver opera_dagger mimic_purse"
    t = activate(scene("lady_snick_spymistress", ring=ring), "lady_snick_spymistress")
    assert picks(t) == "coil_of_rope rusted_cleaver"
    t.by("pick", "rusted_cleaver")
    assert (t.aside(), t.ring()) == ("rusted_cleaver", "coil_of_rope - opera_dagger mimic_purse -")
    t = commit(
        scene("lady_snick_spymistress", ring="opera_dagger coil_of_rope"), "lady_snick_spymistress"
    )
    assert carry_on(t, use="skip").ring() == "opera_dagger coil_of_rope - - -"
    t = scene("lady_snick_spymistress", ring="opera_dagger mimic_purse")
    if t.may("activate", "lady_snick_spymistress"):
        activate(t, "lady_snick_spymistress")
    assert t.ring() == "opera_dagger mimic_purse - - -"


@each_of("ankle_bite")
def test_draw_a_card(card: str) -> None:
    """Draw a card."""
    draws(card, 1)


@exercises("everybody_at_once")
def test_everybody_at_once_counts_adversaries() -> None:
    """It gives +1 for each Adversary in your ring; other levels do not count."""
    card = "everybody_at_once"
    rings = {"temple": "bone_sentry*3"}
    for ring, given in (
        ("opera_dagger", 4),
        ("opera_dagger - bone_sentry", 5),
        ("opera_dagger - bone_sentry mimic_purse crowbar", 6),
    ):
        assert worth(scene(card, ring=ring, rings=rings), "fight", card) == given
    assert worth(scene(card, "adversary"), "fight", card, vs="adversary") == 5
    assert worth(scene(card, "foe", ring="bone_sentry"), "fight", card, vs="foe") == 5
