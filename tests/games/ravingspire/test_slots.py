"""Ravingspire §4.15: Battlemat and slots."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import GAME, mate, tower

PLAIN = {"dungeon": "surveyors_loft"}  # a Tower card that touches no slot


def fitting(card: str, hero: str = "reaver", **scene: Any) -> str:
    """The letters of the slots into which a card may go."""
    t = tower(hero, hand=f"{card} expert_feint", **{"towers": PLAIN, **scene}).begin("encounter")
    letters = [slot["letter"] for slot in GAME.view(t.state, 0).table["seats"][0]["slots"]]
    places = [int(text.split()[2][1:]) for text in t.legal("slot")]
    return "".join(letters[place - 1] for place in sorted(places))


@pytest.mark.parametrize(
    ("hero", "letters"),
    [
        ("reaver", "WAORD"),
        ("quinn", "WAOOD"),
        ("aurora", "RROAD"),
        ("florence", "WWARD"),
        ("darius", "WOORD"),
        ("marcus", "RRROD"),
        ("garsome", "WWAAD"),
        ("shayla", "OOORD"),
        ("dawn", "RRAAD"),
    ],
)
def test_rsp_114_five_slots_one_of_them_for_dungeon_cards(hero: str, letters: str) -> None:
    """As printed on the Hero's mat."""
    t = tower(hero).begin("move")
    slots = GAME.view(t.state, 0).table["seats"][0]["slots"]
    assert "".join(slot["letter"] for slot in slots) == letters
    assert letters.count("D") == 1


def test_rsp_114_one_card_per_slot() -> None:
    """A second Blade goes nowhere but into the first one's place."""
    t = tower(hand="blade expert_feint", slots="rusted_cleaver", towers=PLAIN).begin("encounter")
    t.by("slot", "blade", "s1")
    assert (t.slots(), t.hand()) == ("blade - - - -", "expert_feint rusted_cleaver")


@pytest.mark.parametrize(
    ("card", "letters"),
    [
        ("blade", "W"),
        ("battered_buckler", "A"),
        ("tool", "O"),
        ("trinket", "R"),
        ("armory", "D"),
        ("corbin_of_devonshire", "WAORD"),
        ("reavers_slash", ""),
        ("cleave", ""),
        ("kettle_helm_with_kettle", "AO"),
        ("twelve_inches_of_winter", "WR"),
    ],
)
def test_rsp_115_a_card_fits_slots_of_its_own_symbols(card: str, letters: str) -> None:
    """Adventurers fit all; Attacks none."""
    assert fitting(card) == letters


def test_rsp_116_freely_on_the_own_turn_while_nothing_is_resolved() -> None:
    """Before Move, in Encounter, in Explore and in Recover."""
    for phase in ("move", "encounter", "explore", "recover"):
        t = tower(hand="blade", slots="- - tool - -", ring="quilted_jack*5", towers=PLAIN).begin(
            phase
        )
        assert t.may("slot", "blade"), phase
        if phase != "recover":
            assert t.may("unslot", "tool"), phase
        t.by("slot", "blade", "s1")
        assert t.slots() == "blade - tool - -"


def test_rsp_116_taken_back_to_hand_it_is_as_before() -> None:
    """From slot to hand and spent from there."""
    t = tower(hand="expert_feint tool", slots="blade", ring="acolytes_circlet", towers=PLAIN)
    t.begin("encounter").by("unslot", "blade")
    assert (t.slots(), t.hand()) == ("- - - - -", "blade expert_feint tool")
    t.buy("acolytes_circlet", "blade", "tool")
    assert t.aside() == "acolytes_circlet blade tool"


def test_rsp_116_not_on_another_players_turn() -> None:
    """Seat 0 is never asked about its slots in the turn of seat 1."""
    t = tower(
        hand="blade",
        mates=[mate("quinn", hand="blade tool", at="dungeon 5")],
        active=1,
        ring="acolytes_circlet",
        towers=PLAIN,
        trading=False,
    ).begin("encounter")
    assert t.actor == 1
    t.by("slot", "blade", "s1")
    assert t.slots(0) == "- - - - -"
    assert t.slots(1) == "blade - - - -"


def test_rsp_117_slotted_cards_are_spent_as_from_hand_and_else_stay() -> None:
    """The Blade pays, the Trinket is there in the next turn."""
    t = tower(hand="tool", slots="blade - - trinket -", ring="acolytes_circlet cleave*4", filler=0)
    t.begin("encounter").buy("acolytes_circlet", "blade@s", "tool").maybe("end").maybe("end").maybe(
        "end"
    )
    assert t.turn == 9
    assert t.slots() == "- - - trinket -"


def test_rsp_118_an_adventurer_does_not_take_on_the_slots_type() -> None:
    """Corbin in the Weapon slot is no Weapon: nothing doubles him."""
    t = tower(
        hand="armory expert_feint", slots="corbin_of_devonshire", ring="quilted_jack*5"
    ).begin("encounter")
    assert not t.may("discard", "armory") or not t.copy().by("discard", "armory").may(
        "pick", "corbin_of_devonshire"
    )
    t = tower(
        hand="armory trinket blade",
        slots="corbin_of_devonshire",
        ring="longsword_of_no_known_house",
    )
    t.begin("encounter").by("discard", "armory")
    assert t.legal("pick") == set()  # the Blade was the only choice
    t.face("longsword_of_no_known_house").pay("corbin_of_devonshire:fight")
    assert "longsword_of_no_known_house" in t.aside()  # 4 F; nobody asked for 8


def test_rsp_118_nor_does_it_in_the_relic_slot() -> None:
    """The Runic Axe wants a Relic in the payment: Corbin in its slot is none, an Idol is."""
    scene: dict[str, Any] = {"hand": "runic_axe velvet_gloves", "ring": "mirror_assassin"}  # 0/5/2
    t = tower(slots="- - - corbin_of_devonshire -", **scene).begin("encounter")
    assert not t.may_face("mirror_assassin")
    t = tower(slots="- - - votive_idol -", **scene).begin("encounter")
    assert t.may_face("mirror_assassin")


def test_rsp_119_what_was_slotted_by_leave_of_a_level_comes_back_to_hand() -> None:
    """A Blade in an Object slot leaves Reaver Valley: to hand in the own turn."""
    t = tower(
        at="dungeon 6",
        rotation=(0, 6, 0),
        slots="- - blade - -",
        hand="reavers_slash tool",
        rings={"temple": "quilted_jack*5", "dungeon": "quilted_jack*5"},
        towers={"temple": "surveyors_loft"},
    ).begin("explore")
    t.face("exert").pay("reavers_slash").do("step up")
    assert t.slots() == "- - - - -"
    assert t.hand() == "blade tool"


def test_rsp_119_who_shared_a_place_goes_with_it() -> None:
    """Black Mail in an Object slot leaves Reaver Valley, and with it the place it shared."""
    t = tower(
        at="dungeon 6",
        rotation=(0, 6, 0),
        slots="- quilted_jack black_mail - - chain_hauberk",
        hand="reavers_slash tool",
        rings={"temple": "quilted_jack*5", "dungeon": "quilted_jack*5"},
        towers={"temple": "surveyors_loft"},
    ).begin("explore")
    t.face("exert").pay("reavers_slash").do("step up")
    assert t.slots() == "- quilted_jack - - -"
    assert sorted(t.hand().split()) == ["black_mail", "chain_hauberk", "tool"]
    assert t.legal("slot") or t.legal("unslot")


def test_rsp_119_otherwise_to_the_discard_pile() -> None:
    """Driven away by Madness in another's turn all cards are discarded anyway; by its end none."""
    t = tower(
        at="dungeon 2",
        hand="expert_feint",
        mates=[mate("quinn", at="temple 4", slots="- - blade - -", sanity=1, deck="tool*12")],
        rings={"temple": "quilted_jack*5", "dungeon": "quilted_jack*5"},
        towers={"temple": "reaver_valley", "dungeon": "surveyors_loft"},
        pile="mind_warp",
        trading=False,
    ).begin("draw")
    assert t.where(1) == "dungeon 0"
    assert (t.slots(1), t.discard(1)) == ("- - - - -", "blade")


def test_rsp_120_a_dungeon_card_in_its_slot_turns_face_down_and_stays() -> None:
    """From hand it is spent like any card; next turn it is ready again."""
    t = tower(
        at="dungeon 3",
        hand="tool expert_feint",
        slots="- - - - armory",
        ring="acolytes_circlet*2 cleave*3",
        deck="tool*8 expert_feint*4",
        filler=0,
    ).begin("encounter")
    t.buy("acolytes_circlet", "armory", "tool")
    assert t.slots() == "- - - - armory!"
    t.until("RSP-90").do("end", luck=["expert_feint"])
    assert (t.turn, t.slots()) == (9, "- - - - armory")
    t.maybe("roll", luck=[1]).do("step cw")
    t.buy("acolytes_circlet", "armory", "tool")
    assert t.slots() == "- - - - armory!"


def test_rsp_121_a_face_down_card_is_locked() -> None:
    """No power, no action, no moving, no replacing."""
    t = tower(
        hand="tool*2 gladiator_training_pit blade",
        slots="- - - - armory",
        ring="acolytes_circlet candlestick_of_last_resort",
        towers=PLAIN,
    ).begin("encounter")
    t.buy("acolytes_circlet", "armory", "tool")
    assert not t.may("unslot", "armory")
    assert not t.may("discard", "armory")
    assert not t.may("slot", "gladiator_training_pit")
    t.face("candlestick_of_last_resort")
    assert not t.may("pay", "armory")


def test_rsp_121_effects_still_hit_it() -> None:
    """Grasping Void in the refill takes a slotted card; Dark Warden a Dungeon card that is down."""
    t = tower(
        at="dungeon 3",
        hand="tool",
        slots="- - - - armory",
        ring="acolytes_circlet cleave*4",
        pile="grasping_void ill_word",
        deck="trinket*12",
    ).begin("encounter")
    t.buy("acolytes_circlet", "armory", "tool").maybe("end").maybe("end")
    t.luck(2)
    assert t.slots() == "- - - - -"
    assert "armory" in t.discard()


def test_rsp_121_a_face_down_card_is_hit_in_a_battle() -> None:
    """Exert onto a Foe with the immediate option: the Warden takes the Armory that paid for it."""
    t = tower(
        at="dungeon 3",
        hand="expert_feint",
        slots="- - - - armory",
        ring="cleave*5",
        foes={"dungeon": 4},
        foe_pile="the_dark_warden",
        late_contact="immediate",
    ).begin("explore")
    t.face("exert").pay("armory").do("step cw")
    assert (t.slots(), t.discard()) == ("- - - - -", "armory")


def test_rsp_122_a_dungeon_card_may_be_discarded_from_its_slot_or_replaced() -> None:
    """While it is face up."""
    t = tower(
        hand="blade gladiator_training_pit expert_feint",
        slots="- - - - armory",
        ring="candlestick_of_last_resort",
    ).begin("encounter")
    swapped = t.copy().by("slot", "gladiator_training_pit", "s5")
    assert swapped.slots() == "- - - - gladiator_training_pit"
    assert swapped.hand() == "armory blade expert_feint"
    t.by("discard", "armory")
    assert (t.slots(), t.discard()) == ("- - - - -", "armory")
    t.buy("candlestick_of_last_resort", "blade")  # doubled: 2 F
    assert "candlestick_of_last_resort" in t.aside()


@pytest.mark.parametrize(
    ("hero", "power"), [("aurora", "charm"), ("marcus", "skill"), ("dawn", "fight")]
)
def test_rsp_123_generate_turns_a_relic_face_down_for_one_power(hero: str, power: str) -> None:
    """Of the Hero's own attribute; neither the Relic's power nor its action is used."""
    t = tower(
        hero,
        hand="expert_feint",
        slots="thurible_of_cold_smoke trinket - - -",
        ring="cleave",
        deck="tool*9",
    ).begin("encounter")
    t.do("act 2")
    assert t.legal("pick") == {"pick s1", "pick s2"}
    t.do("pick s1")
    assert t.slots() == "thurible_of_cold_smoke! trinket - - -"
    assert t.played() == f"+{power}"
    assert t.hand() == "expert_feint"
    t.do("act 2")
    assert t.slots() == "thurible_of_cold_smoke! trinket! - - -"
    assert not t.can("act 2")


def test_rsp_123_not_in_explore() -> None:
    """Encounter and battles only."""
    t = tower("marcus", hand="rogues_strike", slots="trinket*2").begin("explore")
    assert not t.can("act 2")
    t = tower(
        "marcus", at="dungeon 4", hand="expert_feint", slots="trinket*2", foes={"dungeon": 4}
    ).begin("turn")
    t.maybe("draw")
    assert t.can("act 2")


def test_rsp_124_cards_with_two_types_count_as_each() -> None:
    """The Runeknapped Hatchet is a Relic for the Reaver's price and a Weapon for its doubling."""
    t = tower(hand="runeknapped_hatchet blade", ring="cleave").begin("encounter")
    t.do("act 2")
    assert (t.banished, t.hand()) == ("runeknapped_hatchet", "blade")
    t = tower(hand="runeknapped_hatchet trinket", ring="crow_beak_polearm").begin("encounter")
    assert not t.may_face("crow_beak_polearm")
    t.do("act 2").maybe(t.way("pick", "trinket") if t.legal("pick") else "roll")
    assert t.banished == "trinket"
    assert t.may_face("crow_beak_polearm")  # 7 F: 8
    t = tower("marcus", slots="runeknapped_hatchet", hand="expert_feint").begin("encounter")
    t.do("act 2")
    assert t.slots() == "runeknapped_hatchet! - - - -"


def test_rsp_124_a_discount_for_either_type() -> None:
    """The Kettle Helm, Armor and Object, 5/0/0: one less for Garsome and for Darius."""
    for hero in ("garsome", "darius"):
        t = tower(hero, hand="reavers_slash*2", ring="kettle_helm_with_kettle").begin("encounter")
        assert t.may_face("kettle_helm_with_kettle")


def test_rsp_116_no_card_goes_back_and_forth_for_ever() -> None:
    """At most two moves per card and turn in each direction; no position is lost by that."""
    t = tower(hand="blade expert_feint", towers=PLAIN).begin("encounter")
    moves = 0
    while t.may("slot", "blade") or t.may("unslot", "blade"):
        t.by("slot" if t.may("slot", "blade") else "unslot", "blade")
        moves += 1
        assert moves < 9
    assert moves == 4


def test_rsp_117_a_card_slotted_this_turn_may_be_spent_this_turn() -> None:
    """A Dungeon card goes from hand to its slot, pays, and stays."""
    t = tower(hand="armory tool expert_feint", ring="acolytes_circlet", towers=PLAIN).begin(
        "encounter"
    )
    t.by("slot", "armory", "s5").buy("acolytes_circlet", "armory", "tool")
    assert t.slots() == "- - - - armory!"
