"""Ravingspire §4.8: payments that are taken back, given up or broken off."""

from tests.games.ravingspire.tower import mate, tower

GATE = "the_gate_that_was_a_king"


def test_rsp_66_a_source_may_be_taken_back() -> None:
    """To hand or slot, whence another takes its place; the payment goes on."""
    t = tower(
        hand="tool*4 blade expert_feint",
        slots="- - tool - gladiator_training_pit",
        ring="trapped_chest",
    ).begin("encounter")
    t.face("trapped_chest").pay("gladiator_training_pit:skill", "tool@h")
    t.do("back 1")
    assert (t.asked, t.slots()) == ("RSP-58", "- - tool - gladiator_training_pit")
    assert t.hand() == "blade expert_feint tool tool tool"
    t.do("back 1")
    assert t.hand() == "blade expert_feint tool tool tool tool"
    t.pay("tool@h", "tool@h", "tool@h", "tool@h", luck=[6])
    assert t.slots() == "- - tool - gladiator_training_pit"
    assert t.ring() == "- - - - -"


def test_rsp_66_what_came_from_played_goes_back_there() -> None:
    """Generated power and an activated card wait for another payment."""
    t = tower(
        "marcus", hand="expert_feint tool*2", slots="trinket", ring="trapped_chest", deck="blade*9"
    ).begin("encounter")
    t.by("activate", "expert_feint").do("act 2")
    t.face("trapped_chest").pay("expert_feint", "+skill").do("abandon")
    assert t.played() == "+skill expert_feint"
    assert t.hand() == "blade tool tool"


def test_rsp_66_a_slotted_card_that_acted_is_played() -> None:
    """The Razor drew its card: it has left its slot, and its power may still be spent."""
    t = tower(
        hand="rogues_strike tool",
        slots="cutpurses_razor",
        ring="trapped_chest loaded_knucklebones",
        deck="tool*9",
    ).begin("encounter")
    t.face("trapped_chest").pay("cutpurses_razor").do("use").do("abandon")
    assert (t.slots(), t.played()) == ("- - - - -", "cutpurses_razor")
    t.buy("loaded_knucklebones", "cutpurses_razor", "tool")
    assert "loaded_knucklebones" in t.aside()


def test_rsp_66_an_assisting_card_waits_for_the_next_try() -> None:
    """Given up and faced again, the helper's Strike is still there."""
    t = tower(
        at="dungeon 3",
        hand="rogues_strike*2 blade tool expert_feint",
        ring="trapped_chest acolytes_circlet",
        mates=[mate("quinn", hand="rogues_strike", at="dungeon 9")],
    ).begin("encounter")
    t.face("trapped_chest").by("assist", "rogues_strike").pay("rogues_strike@a").do("abandon")
    t.buy("acolytes_circlet", "blade", "tool")
    t.face("trapped_chest").pay("rogues_strike@a", "rogues_strike@h", luck=[6])
    assert t.ring() == "- - - - -"
    assert t.hand() == "expert_feint rogues_strike"


def test_rsp_66_in_explore_too() -> None:
    """A service that is given up is not used."""
    t = tower(hand="tool*3", ring="quilted_jack*5", slots="- - tool - -").begin("explore")
    t.face("maps").pay("tool@h").do("abandon")
    assert (t.hand(), t.aside()) == ("tool tool tool", "")
    t.by("unslot", "tool").face("maps").pay("tool", "tool", luck=[2])
    assert t.legal() == {"turn cw 2", "turn ccw 2"}


def test_rsp_68_a_dungeon_card_activated_in_its_slot_stays_there() -> None:
    """It acts once, pays once, and is locked from then on."""
    t = tower(
        hand="tool",
        slots="- - - - scriptorium_of_the_blind",
        ring="corpse_tallow_candle cleave",
        deck="blade*5",
    ).begin("encounter")
    t.by("activate", "scriptorium_of_the_blind")
    assert t.hand() == "blade tool"
    assert not t.legal("activate")
    assert not t.may("unslot", "scriptorium_of_the_blind")
    t.buy("corpse_tallow_candle", "scriptorium_of_the_blind:skill")
    assert t.slots() == "- - - - scriptorium_of_the_blind!"
    assert t.aside() == "corpse_tallow_candle"


def test_rsp_70_a_dungeon_card_activated_and_not_spent_is_locked_in_explore() -> None:
    """As a card that is spent all the same."""
    t = tower(
        hand="reavers_slash",
        slots="- - - - scriptorium_of_the_blind",
        ring="cleave*5",
        deck="blade*5",
    ).begin("encounter")
    t.by("activate", "scriptorium_of_the_blind").do("end")
    assert (t.asked, t.slots()) == ("RSP-80", "- - - - scriptorium_of_the_blind!")
    assert t.legal("face") == {"face exert"}


def test_rsp_73_committed_from_a_slot_the_card_is_discarded_once() -> None:
    """The slotted Meteor Sword at Sanity 1."""
    t = tower(
        at="dungeon 3",
        hand="tool*2",
        slots="meteor_sword",
        ring="hungry_falchion",
        sanity=1,
        deck="trinket*12",
    ).begin("encounter")
    t.face("hungry_falchion").pay("meteor_sword")
    assert (t.where(), t.slots(), t.turn) == ("dungeon 0", "- - - - -", 9)
    assert t.discard() == "meteor_sword tool tool"
    assert t.ring() == "hungry_falchion - - - -"


def test_rsp_73_in_a_battle_what_a_foe_held_comes_to_the_discard_pile() -> None:
    """He Who Sees holds Corbin; Power Word drives the Hero mad."""
    t = tower(
        at="dungeon 4",
        hand="atlantean_power_word reavers_slash*3 rogues_strike*2 runelords_blast",
        slots="corbin_of_devonshire",
        foes={"dungeon": 4},
        foe_pile="he_who_sees manos",
        sanity=2,
        deck="trinket*12",
    ).begin("turn")
    t.maybe("draw").do("name fight").do("face foe").pay("atlantean_power_word")
    assert (t.where(), t.madness, t.turn) == ("dungeon 0", 2, 9)
    assert "corbin_of_devonshire" in t.discard().split()
    assert (t.foe(), t.key()) == (4, False)
    assert t.foe_pile == "manos he_who_sees"


def test_rsp_73_in_the_keep_a_left_card_stays_left() -> None:
    """The Hero goes mad and is not removed; the Crowbar was not spent."""
    t = tower(
        at="spire 6",
        key=True,
        hand="crowbar siege_jack*2 grave_robbers_kit*3 lamp_of_grey_oil*2 atlantean_power_word",
        rings={"spire": ""},
        left="crowbar",
        spire=GATE,
        mates=[mate("quinn", at="dungeon 3")],
        sanity=2,
        trading=False,
    ).begin("move")
    t.maybe("roll", luck=[1]).do("enter").do("face foe").pay("crowbar@l", "atlantean_power_word")
    assert (t.where(), t.madness, t.state.gone) == ("dungeon 0", 3, [0, 0])
    assert t.state.left == tower(left="crowbar").state.left
    assert (t.turn, t.active) == (9, 1)
