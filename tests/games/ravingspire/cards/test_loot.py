"""The Loot cards: Vorpal power, and what some of them do beside it."""

from __future__ import annotations

import pytest

from tests.games.ravingspire.cards.printed import each_of, exercises, rows
from tests.games.ravingspire.cards.reactions import overwhelmed, prevents, rerolls, rolled
from tests.games.ravingspire.cards.shapes import (
    PEEKED,
    adds,
    adds_with,
    doubles,
    draws,
    gains,
    moves,
    moves_foe,
    peeks,
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
    paid,
    picks,
    reached,
    scene,
    stolen,
    to_battle,
    to_next_turn,
    worth,
)
from tests.games.ravingspire.tower import each, mate, tower


@rows(
    "kinds",
    {
        "grin_of_the_headsman": ("weapon",),
        "skull_of_the_first_reader": ("relic",),
        "brass_homunculus": ("starter",),
    },
)
def test_double_a_card(card: str, kinds: str) -> None:
    """Double another of your Weapon or Relic cards, or one of your Starter cards."""
    doubles(card, kinds)


@each_of("ninefold_dagger")
def test_draw_two_cards(card: str) -> None:
    """Draw 2 cards."""
    draws(card, 2)


@exercises("runic_axe")
def test_runic_axe_answers_a_relic() -> None:
    """Worth Vorpal 6 if a Relic is spent in the same payment."""
    adds_with("runic_axe", 3, "relic")


@exercises("runic_axe")
def test_runic_axe_with_a_relic_is_doubled_from_six() -> None:
    """The base becomes 6, then it is doubled: 12; without a Relic 6."""
    t = scene("runic_axe gauntlets_of_the_second_blow acolytes_circlet")
    activate(t, "gauntlets_of_the_second_blow")
    assert worth(t, "fight", "runic_axe", "acolytes_circlet:charm") == 12
    assert worth(t, "fight", "runic_axe") == 6


@rows("n against", {"widowmakers_promise": (3, "foe"), "the_second_best_crown": (2, "adversary")})
def test_more_against_some(card: str, n: int, against: str) -> None:
    """Against a Foe, or against an Adversary, it gives more."""
    adds(card, n, against)


@rows(
    "n kind", {"psalm_written_on_skin": (2, "weapon"), "war_ladle_of_queen_gronda": (3, "object")}
)
def test_more_in_company(card: str, n: int, kind: str) -> None:
    """With a card of a kind in the same payment it gives more."""
    adds_with(card, n, kind)


@exercises("debt_of_iron")
def test_debt_of_iron() -> None:
    """You may lose 1 Sanity: this card gives +3."""
    for attribute in ("fight", "skill", "charm"):
        assert worth(scene("debt_of_iron"), attribute, "debt_of_iron") == 6
        assert worth(scene("debt_of_iron"), attribute, "debt_of_iron", use="skip") == 3
    t = commit(scene("debt_of_iron"), "debt_of_iron", attribute="charm")
    assert t.asked == "RSP-69"
    assert t.copy().do("skip").sanity() == 10
    assert t.do("use").sanity() == 9
    t = activate(scene("debt_of_iron"), "debt_of_iron")
    assert t.sanity() == 9
    assert worth(t, "skill", "debt_of_iron") == 6


@exercises("hook_of_the_ferryman")
def test_hook_of_the_ferryman() -> None:
    """Discard this card: move the Foe on your level 3 spaces away from you."""
    moves_foe("discard", "hook_of_the_ferryman", "", {2: 5, 10: 7, 3: 6})
    t = scene("hook_of_the_ferryman", foes={"dungeon": 2}).by("discard", "hook_of_the_ferryman")
    assert t.discard() == "hook_of_the_ferryman"


@exercises("broken_oath")
def test_broken_oath_heals_against_adversaries_only() -> None:
    """When used against an Adversary, gain 1 Sanity."""
    t = commit(
        scene("broken_oath", "adversary", sanity=5),
        "broken_oath",
        vs="adversary",
        attribute="fight",
    )
    assert t.asked == "RSP-69"
    assert t.copy().do("skip").sanity() == 5
    assert t.do("use").sanity() == 6
    for vs in ("collect", "foe"):
        t = commit(scene("broken_oath", vs, sanity=5), "broken_oath", vs=vs, attribute="fight")
        assert (t.asked, t.sanity()) == ("RSP-58", 5)


@each_of("sunless_brand")
def test_lose_sanity_when_used(card: str) -> None:
    """Lose 1 Sanity when used."""
    takes_sanity(card, 1)


@exercises("coat_of_last_breaths")
def test_coat_of_last_breaths_prevents_any_loss() -> None:
    """While slotted, once per turn prevent 2 of a Sanity loss."""
    prevents("coat_of_last_breaths", 2, slot_only=True)


@exercises("coat_of_last_breaths")
def test_coat_of_last_breaths_once_a_turn() -> None:
    """Two losses in one turn: it answers one of them; it stays in its slot."""
    slots = "- coat_of_last_breaths - - -"
    t = overwhelmed(6, slots=slots, ring="bone_sentry quilted_jack*3 crow_beak_polearm")
    t.by("prevent", "coat_of_last_breaths")
    assert (t.sanity(), t.slots()) == (6, slots)
    to_next_turn(t)
    assert (t.turn, t.sanity()) == (9, 5)


@exercises("coat_of_last_breaths")
def test_coat_of_last_breaths_on_the_turn_of_another() -> None:
    """A face-up slot works at any time."""
    hero = mate("quinn", slots="- coat_of_last_breaths - - -")
    t = tower(pile="mind_warp", mates=[hero], trading=False).begin("draw")
    assert (t.asked, t.actor) == ("RSP-128", 1)
    assert t.by("prevent", "coat_of_last_breaths").sanity(1) == 10


@exercises("gloves_of_the_second_thief")
def test_gloves_bring_back_any_card() -> None:
    """Return a card from the discard pile to the hand."""
    returns("gloves_of_the_second_thief", "cleave crowbar trinket armory chain_hauberk", "")


@exercises("black_mail.1")
def test_black_mail_shares_a_slot() -> None:
    """May share a slot with another Armor card; with no other kind of card."""
    t = scene("black_mail chain_hauberk crowbar brigandine_of_buttons", slots="- - - - -")
    t.do(t.way("slot", "black_mail"))
    assert "black_mail" in t.slots()
    for card in ("crowbar", "old_hobb_the_porter"):
        assert not t.may("slot", card, "s6")
    t.do(t.way("slot", "chain_hauberk", "s6"))
    assert {"black_mail", "chain_hauberk"} <= set(t.slots().split())
    places = {
        text.split()[2] for text in t.legal("slot") if t.card_at(text.split()[1]) == "crowbar"
    }
    assert places == {"s3"}
    for card in ("black_mail", "chain_hauberk"):
        assert t.may("unslot", card)
    assert worth(t, "skill", "chain_hauberk") == 3
    assert worth(t, "skill", "black_mail") == 3


@exercises("black_mail.1")
@pytest.mark.parametrize("way", ["unslot", "swap", "banish", "spend"])
def test_who_shared_with_black_mail_comes_back(way: str) -> None:
    """When Black Mail leaves the slot, one card fits it: the other returns to hand, or stays."""
    hero = mate("quinn", discard="mudge_the_lamp_boy")
    t = scene("black_mail chain_hauberk veil_of_moths", mates=[hero], trading=False)
    t.do(t.way("slot", "black_mail", "s2"))
    t.do(t.way("slot", "chain_hauberk", "s6"))
    if way == "unslot":
        t.do("unslot s2")
    elif way == "swap":
        t.do(t.way("slot", "veil_of_moths", "s2"))
    elif way == "banish":
        t.by("banish", "black_mail")
    else:
        others = ("grubb_and_son:skill", "bertrand_the_unpaid:charm")
        assert paid(t, "opera_dagger", "black_mail:fight", *others)
    lying = [card for card in t.slots().split() if card != "-"]
    assert (lying + t.hand().split()).count("chain_hauberk") == 1
    assert len(lying) <= 1


@exercises("black_mail.1")
def test_a_slot_is_not_shared_without_black_mail() -> None:
    """Two Armor cards and one Armor slot: the second one takes the place of the first."""
    t = scene("chain_hauberk brigandine_of_buttons", slots="- - - - -")
    t.do(t.way("slot", "chain_hauberk"))
    if t.may("slot", "brigandine_of_buttons"):
        t.do(t.way("slot", "brigandine_of_buttons"))
        assert "chain_hauberk" in t.hand()
    assert len([one for one in t.slots().split() if one != "-"]) == 1


@exercises("black_mail.2", "sack_of_stolen_echoes")
@pytest.mark.parametrize(
    ("card", "able"),
    [
        ("black_mail", "corbin_of_devonshire mudge_the_lamp_boy"),
        ("sack_of_stolen_echoes", "crowbar trinket"),
    ],
)
def test_banish_to_steal(card: str, able: str) -> None:
    """Banish this card: steal from another player's discard pile into your own."""
    others = "corbin_of_devonshire mudge_the_lamp_boy cleave crowbar trinket blade"
    t = scene(card, discard="tool", mates=[mate("quinn", discard=others)])
    t.by("banish", card)
    ways = stolen(t, 1)
    assert sorted(ways) == able.split()
    for name, way in ways.items():
        q = t.copy().do(way)
        assert q.discard() == each(f"tool {name}")
        assert q.discard(1) == each(" ".join(one for one in others.split() if one != name))
        assert q.banished == card


@exercises("black_mail.2", "sack_of_stolen_echoes", "coat_of_borrowed_sleeves")
def test_nothing_to_steal() -> None:
    """Own discard piles and other kinds of cards are safe."""
    for card in ("black_mail", "sack_of_stolen_echoes", "coat_of_borrowed_sleeves"):
        own = "mudge_the_lamp_boy crowbar quilted_jack"
        t = scene(card, discard=own, mates=[mate("quinn", discard="cleave blade")])
        if t.may("banish", card):
            t.by("banish", card)
        assert (t.discard(), t.discard(1)) == (each(own), "blade cleave")


@exercises("coat_of_borrowed_sleeves")
def test_coat_of_borrowed_sleeves_steals_armor() -> None:
    """Banish this card: steal an Armor card from another player's discard pile into your own."""
    mates = [mate("quinn", discard="quilted_jack cleave"), mate("garsome", discard="chain_hauberk")]
    t = scene("coat_of_borrowed_sleeves", mates=mates).by("banish", "coat_of_borrowed_sleeves")
    assert t.legal() == {"player 1", "player 2"}
    t.do("player 2")
    assert (t.discard(), t.discard(2)) == ("chain_hauberk", "")
    assert t.banished == "coat_of_borrowed_sleeves"


@exercises("helm_of_agreeable_lies")
def test_helm_of_agreeable_lies_changes_another_card() -> None:
    """The power of one other card counts as Fight, Skill or Charm."""
    for n, attribute in enumerate(("fight", "skill", "charm"), start=1):
        t = scene("helm_of_agreeable_lies cleave lamp_of_grey_oil", slots="- - - - armory")
        activate(t, "helm_of_agreeable_lies", f"choose {n}")
        assert {"cleave", "lamp_of_grey_oil", "armory"} <= set(picks(t).split())
        assert "helm_of_agreeable_lies" not in picks(t)
        t.by("pick", "lamp_of_grey_oil")
        assert worth(t, attribute, "lamp_of_grey_oil") == 4
        if attribute != "charm":
            assert worth(t, "charm", "lamp_of_grey_oil") == 0
        assert worth(t, "fight", "cleave") == 3


@exercises("bridge_keepers_greaves")
def test_bridge_keepers_greaves_carry_two_steps() -> None:
    """Move up to 2 steps when this phase ends."""
    moves(activate(scene("bridge_keepers_greaves"), "bridge_keepers_greaves"), 2)


@exercises("mantle_of_owls")
def test_mantle_of_owls_looks_at_three() -> None:
    """Look at the top 3 cards of the Encounter Deck and put them back in any order."""
    peeks(activate(scene("mantle_of_owls", pile=PEEKED), "mantle_of_owls"), 3)


@each_of("drowned_mans_mail")
def test_discard_to_prevent(card: str) -> None:
    """Discard this card to prevent 4 of a Sanity loss."""
    prevents(card, 4)


@exercises("carapace_of_the_old_siege")
def test_carapace_takes_another_card() -> None:
    """When used, discard another card from your hand, like it or not."""
    t = commit(
        scene("carapace_of_the_old_siege cleave"), "carapace_of_the_old_siege", attribute="fight"
    )
    assert "carapace_of_the_old_siege" not in picks(t)
    t.by("pick", "cleave")
    assert (t.discard(), t.asked) == ("cleave", "RSP-58")


@exercises("bottled_tuesday")
def test_bottled_tuesday() -> None:
    """Banish this card: draw 3 cards."""
    for zones in spots("bottled_tuesday"):
        t = scene(**zones, deck="blade*5").by("banish", "bottled_tuesday")
        assert (count(t.hand(), "blade"), t.banished) == (3, "bottled_tuesday")


@exercises("thrice_sold_map")
def test_thrice_sold_map_rotates_up_to_six() -> None:
    """Rotate your level up to 6 spaces."""
    rotates(activate(scene("thrice_sold_map"), "thrice_sold_map"), 6)


@exercises("saint_fortunes_other_die")
def test_saint_fortunes_other_die_re_rolls_while_slotted() -> None:
    """While slotted, once per turn re-roll a die you just rolled."""
    rerolls("saint_fortunes_other_die", slot_only=True)


@exercises("saint_fortunes_other_die")
def test_saint_fortunes_other_die_once_a_turn() -> None:
    """Two dice of one battle: only one of them is rolled again."""
    t = scene(vs="foe", slots="- - saint_fortunes_other_die - -", aids=False)
    t = t if t.chance else t.do("concede")
    rolled(t, 6)
    assert t.asked == "RSP-161"
    t.by("again", "saint_fortunes_other_die")
    rolled(t, 1, 2)
    assert t.asked != "RSP-161"
    assert t.sanity() == 7


@exercises("lantern_of_unhelpful_truths")
def test_lantern_looks_at_foes() -> None:
    """Look at the top 2 cards of the Foe deck and put them back in any order."""
    first = set()
    foes = "manos sir_hollow the_smiling_cut"
    t = scene("lantern_of_unhelpful_truths", foe_pile=foes, foes={"dungeon": 1})
    activate(t, "lantern_of_unhelpful_truths")
    for q in reached(t, ["RSP-170"]):
        to_next_turn(q)
        if q.chance:
            q.luck(1)
        to_battle(q)
        first.add(q.foe_pile.split()[-1])  # too strong for a hand of Tools, and back under the deck
    assert first == {"manos", "sir_hollow"}


@exercises("chest_within_a_chest")
@pytest.mark.parametrize("face", range(1, 7))
def test_chest_within_a_chest(face: int) -> None:
    """Banish this card and roll a die. 1-2: lose 1 Sanity. 3-5: gain 1 Loot. 6: gain 2 Loot."""
    prizes = "thornback_plate cathedral_hammer tinkers_masterwork"
    t = scene("chest_within_a_chest", loot=prizes).by("banish", "chest_within_a_chest", luck=[face])
    looted = [0, 0, 1, 1, 1, 2][face - 1]
    assert t.sanity() == (9 if face <= 2 else 10)
    assert t.aside() == each(" ".join(prizes.split()[:looted]))
    assert t.banished == "chest_within_a_chest"


@each_of("apothecarys_apology")
def test_gain_a_sanity(card: str) -> None:
    """Gain 1 Sanity."""
    gains(card, 1)


@exercises("moon_in_a_thimble")
def test_moon_in_a_thimble_makes_the_hand_larger() -> None:
    """While slotted, your hand is one card larger."""
    for slots, size in (("- - - moon_in_a_thimble -", 8), ("- - - - -", 7)):
        t = to_next_turn(tower(slots=slots, filler=0).begin("recover"))
        assert len(t.hand().split()) == size


@exercises("coin_for_both_eyes")
def test_coin_for_both_eyes() -> None:
    """Banish this card: gain 6 Sanity, up to 10."""
    for sanity, healed in ((3, 9), (6, 10)):
        t = scene("coin_for_both_eyes", sanity=sanity).by("banish", "coin_for_both_eyes")
        assert (t.sanity(), t.banished) == (healed, "coin_for_both_eyes")


@exercises("bell_of_the_sunken_parish")
def test_bell_of_the_sunken_parish_calls_or_drives() -> None:
    """Choose: the Foe on your level 3 spaces toward you, or 3 spaces away."""
    moves_foe("activate", "bell_of_the_sunken_parish", "choose 1", {5: 2, 8: 11, 2: 0})
    moves_foe("activate", "bell_of_the_sunken_parish", "choose 2", {2: 5, 10: 7, 1: 4})


@exercises("vial_of_black_dawn")
def test_vial_of_black_dawn() -> None:
    """You may lose 2 Sanity: draw 2 cards."""
    t = activate(scene("vial_of_black_dawn", deck="tool*5"), "vial_of_black_dawn")
    assert (t.sanity(), count(t.hand(), "tool")) == (8, 2)
    t = commit(scene("vial_of_black_dawn", deck="tool*5"), "vial_of_black_dawn", attribute="fight")
    t.do("skip")
    assert (t.sanity(), count(t.hand(), "tool")) == (10, 0)


@exercises("tooth_of_the_tower")
def test_tooth_of_the_tower_bites_on_the_spire_level() -> None:
    """On the Spire level it gives +3, for every purpose; below it does not."""
    for level, given in (("dungeon", 3), ("temple", 3), ("spire", 6)):
        for vs in ("collect", "adversary", "foe"):
            t = scene("tooth_of_the_tower", vs, at=f"{level} 2")
            assert worth(t, "skill", "tooth_of_the_tower", vs=vs) == given
    assert (
        worth(scene("tooth_of_the_tower", "spire"), "skill", "tooth_of_the_tower", vs="spire") == 6
    )


@exercises("eyelash_of_a_sleeping_god")
@pytest.mark.parametrize("face", range(1, 7))
def test_eyelash_of_a_sleeping_god(face: int) -> None:
    """Roll a die. 1: lose 1 Sanity. 2-5: gain 1 Sanity. 6: draw 2 cards."""
    t = scene("eyelash_of_a_sleeping_god", sanity=5, deck="tool*5")
    activate(t, "eyelash_of_a_sleeping_god", luck=[face])
    assert t.sanity() == {1: 4, 6: 5}.get(face, 6)
    assert count(t.hand(), "tool") == (2 if face == 6 else 0)
    t = commit(scene("eyelash_of_a_sleeping_god"), "eyelash_of_a_sleeping_god", attribute="fight")
    assert carry_on(t, use="skip").asked == "RSP-58"


@exercises("jar_of_principled_bees")
def test_jar_of_principled_bees_removes_the_foe() -> None:
    """Banish this card: remove the Foe token from your level, and from no other."""
    t = scene("jar_of_principled_bees", foes={"dungeon": 4, "temple": 2})
    t.by("banish", "jar_of_principled_bees")
    assert (t.foe(), t.foe("temple"), t.banished) == (None, 2, "jar_of_principled_bees")
