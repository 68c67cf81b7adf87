"""The Dungeon cards of the Encounter deck."""

from __future__ import annotations

from tests.games.ravingspire.cards.printed import each_of, exercises, rows
from tests.games.ravingspire.cards.reactions import prevents, rerolls
from tests.games.ravingspire.cards.shapes import doubles, draws, moves_foe, only, rotates, spots
from tests.games.ravingspire.cards.table import activate, commit, paid, scene, to_next_turn, worth


@each_of("dry_cistern")
def test_discard_to_re_roll(card: str) -> None:
    """Discard this card to re-roll a die you just rolled."""
    rerolls(card)


@rows("n", {"collapsed_gallery": (3,), "the_long_stair": (6,)})
def test_discard_to_rotate(card: str, n: int) -> None:
    """Discard this card: rotate your level up to so many spaces."""
    for zones in spots(card):
        t = scene(**zones).by("discard", card)
        assert t.discard() == card
        rotates(t, n)


@rows("n", {"votive_niche": (4,), "throne_of_the_absent_steward": (4,)})
def test_discard_for_sanity(card: str, n: int) -> None:
    """Discard this card: gain 4 Sanity."""
    for zones in spots(card):
        t = scene(**zones, sanity=5).by("discard", card)
        assert (t.sanity(), t.discard()) == (5 + n, card)
    t = commit(scene(card, sanity=5), card)
    assert (t.asked, t.sanity()) == ("RSP-58", 5)


@exercises("armory")
def test_armory_doubles_a_weapon_or_armor() -> None:
    """Discard this card: double one of your Weapon or Armor cards used this turn."""
    doubles("armory", "weapon armor", way="discard")
    t = only(scene("armory leather_boots").by("discard", "armory"), "leather_boots")
    assert (t.discard(), worth(t, "skill", "leather_boots")) == ("armory", 4)


@each_of("oubliette_with_a_view")
def test_discard_to_prevent(card: str) -> None:
    """Discard this card to prevent 2 of a Sanity loss."""
    prevents(card, 2)


@exercises("barracks_of_the_drowned_company")
def test_barracks_muster_with_a_slotted_adventurer() -> None:
    """While an Adventurer is slotted it gives +2."""
    card = "barracks_of_the_drowned_company"
    assert worth(scene(card), "fight", card) == 2
    assert worth(scene(slots=f"- - - - {card}"), "fight", card) == 2
    assert worth(scene(slots=f"- - mudge_the_lamp_boy - {card}"), "fight", card) == 4
    assert worth(scene(card, slots="- - mudge_the_lamp_boy - -"), "fight", card) == 4


@exercises("sepulchre_chapel")
def test_sepulchre_chapel_doubles_a_relic_and_heals() -> None:
    """Discard this card: double one of your Relic cards and gain 1 Sanity."""
    doubles("sepulchre_chapel", "relic", way="discard")
    t = only(scene("sepulchre_chapel votive_idol", sanity=5).by("discard", "sepulchre_chapel"), "")
    assert t.sanity() == 6
    assert worth(t, "charm", "votive_idol") == 6
    t = scene("sepulchre_chapel", sanity=5).by("discard", "sepulchre_chapel")
    assert t.sanity() == 6


@exercises("fighting_pit_of_the_rich")
def test_fighting_pit_doubles_an_attack() -> None:
    """Discard this card: double one of your Attack cards."""
    doubles("fighting_pit_of_the_rich", "attack", way="discard", zones="hand played")


@exercises("scriptorium_of_the_blind")
def test_scriptorium_draws_a_card() -> None:
    """Draw a card, from hand and every turn again from its slot."""
    card = "scriptorium_of_the_blind"
    draws(card, 1)
    t = scene(slots=f"- - - - {card}", deck="blade*12")
    commit(t, card, attribute="skill").do("use")
    assert "blade" in t.hand()
    t.pay("blade", "bertrand_the_unpaid:charm")
    assert t.slots() == f"- - - - {card}!"
    assert not t.may("activate", card)
    assert to_next_turn(t).slots() == f"- - - - {card}"


@exercises("engine_room_of_the_tower.1")
def test_engine_room_rotates() -> None:
    """Rotate your level up to 3 spaces."""
    card = "engine_room_of_the_tower"
    rotates(activate(scene(card), card), 3)
    rotates(activate(scene(slots=f"- - - - {card}", at="temple 1"), card), 3)


@exercises("engine_room_of_the_tower.2")
def test_engine_room_drives_the_foe_away() -> None:
    """Discard this card: move the Foe on your level 3 spaces away from you."""
    moves_foe("discard", "engine_room_of_the_tower", "", {2: 5, 10: 7, 3: 6})
    t = scene("engine_room_of_the_tower", foes={"dungeon": 2})
    assert t.by("discard", "engine_room_of_the_tower").discard() == "engine_room_of_the_tower"


@each_of("armory collapsed_gallery votive_niche sepulchre_chapel the_long_stair")
def test_a_dungeon_card_used_for_its_power_is_locked(card: str) -> None:
    """Face down in its slot it has no action until Recover; it stays there."""
    payment = {
        "fight": ("grubb_and_son:skill", "bertrand_the_unpaid:charm"),
        "skill": ("old_hobb_the_porter:fight", "bertrand_the_unpaid:charm"),
        "charm": ("grubb_and_son:skill", "old_hobb_the_porter:fight"),
    }
    attribute = {"armory": "fight", "collapsed_gallery": "skill", "the_long_stair": "skill"}.get(
        card, "charm"
    )
    t = scene(slots=f"- - - - {card}", ring="opera_dagger rusted_cleaver", hand="cleave ill_word")
    assert paid(t, "opera_dagger", f"{card}:{attribute}", *payment[attribute])
    assert t.slots() == f"- - - - {card}!"
    assert not t.may("discard", card)
    assert not t.may("unslot", card)
    assert card not in t.aside()
    t = scene(card, ring="opera_dagger rusted_cleaver")
    assert paid(t, "opera_dagger", f"{card}:{attribute}", *payment[attribute])
    assert card in t.aside()
