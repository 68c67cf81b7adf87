"""Ravingspire §9: the worked examples 19 to 35."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import GAME, Tower, each, mate, tower

FULL = "quilted_jack*5"
GATE = "the_gate_that_was_a_king"


def having(t: Tower) -> dict[str, int]:
    """What is committed to the payment so far."""
    have: dict[str, int] = GAME.view(t.state, t.active).table["payment"]["have"]
    return have


def showdown(hero: str, foe: str, hand: str = "expert_feint", **scene: Any) -> Tower:
    """The Hero stands on the Foe's space at the start of the turn."""
    zones = {"at": "dungeon 4", "ring": FULL, "foe_pile": foe, **scene}
    return tower(hero, hand=hand, foes={"dungeon": 4}, **zones).begin("turn").maybe("draw")


def test_ex_19_florence() -> None:
    """The slotted Meteor Sword: −1 Sanity, 6 Fight, face down; ready next turn."""
    t = tower(
        "florence",
        hand="tool velvet_gloves",
        slots="meteor_sword",
        ring="acolytes_circlet whirling_steel cleave*3",
        deck="reavers_slash*12",
        at="dungeon 3",
        filler=0,
    ).begin("encounter")
    t.buy("whirling_steel", "meteor_sword")  # 5/0/0
    assert (t.sanity(), t.slots()) == (9, "meteor_sword! - - - -")
    assert not t.may_face("acolytes_circlet")
    t.do("end")
    assert not t.can("face exert")
    t.maybe("end").maybe("end")
    assert (t.turn, t.slots()) == (9, "meteor_sword - - - -")


def test_ex_19_florences_attacks() -> None:
    """Slash 3 Fight in Encounter and 2 for Exert; Strike 2 Skill and 1 Fight."""
    t = tower(
        "florence", hand="reavers_slash velvet_gloves", ring="longsword_of_no_known_house cleave"
    )
    t.begin("encounter")
    assert (t.may_face("cleave"), t.may_face("longsword_of_no_known_house")) == (True, False)
    t = tower("florence", hand="reavers_slash", ring=FULL).begin("explore")
    assert t.can("face exert")
    t = tower(
        "florence", hand="rogues_strike velvet_gloves", ring="acolytes_circlet the_under_warden"
    )
    t.begin("encounter").buy("acolytes_circlet", "rogues_strike")
    assert t.aside() == "acolytes_circlet rogues_strike"


@pytest.mark.parametrize(
    ("armory", "stacking", "power"),
    [
        (False, "additive", 24),
        (True, "additive", 36),
        (True, "multiplicative", 48),
        (True, "once", 24),
    ],
)
def test_ex_20_doubling(armory: bool, stacking: str, power: int) -> None:
    """Meteor Sword against a Foe: base 12 for 2 Sanity, doubled for a Trinket, and again."""
    hand = "meteor_sword trinket rogues_strike*2 runelords_blast*2 velvet_gloves"
    t = showdown(
        "reaver",
        "the_butcher_of_nine_doors",
        f"{hand} armory" if armory else hand,
        double_stacking=stacking,
    )
    t.do("act 2")
    if armory:
        t.by("discard", "armory").maybe(
            t.way("pick", "meteor_sword") if t.legal("pick") else "roll"
        )
    t.face("foe").pay("meteor_sword").do("use")
    assert t.sanity() == 8
    assert having(t)["fight"] == power
    assert t.banished == "trinket"


def test_ex_21_exert_away() -> None:
    """Two Adversaries and a gap are left behind: no loss, no refill."""
    scene: dict[str, Any] = {
        "at": "dungeon 6",
        "rotation": (0, 6, 0),
        "hand": "reavers_slash",
        "ring": "trapped_chest insane_adept - cleave cleave",
        "deck": "expert_feint*12",
        "pile": "ill_word riposte",
    }
    t = tower(**scene).begin("explore").face("exert").pay("reavers_slash").do("step up")
    assert (t.turn, t.sanity(), t.where()) == (9, 10, "temple 0")
    assert t.ring() == "trapped_chest insane_adept - cleave cleave"
    assert t.ring("temple") == "- - - - -"
    stays = t.copy().luck(1).do("step cw")
    assert stays.ring("temple").split()[:2] == ["ill_word", "riposte"]
    assert "-" not in stays.ring("temple")
    assert stays.pending == "quilted_jack"
    t.luck(1).do("step down")
    assert t.ring() == "trapped_chest insane_adept ill_word cleave cleave"
    assert (t.pending, t.tower_cards) == ("-", "reaver_valley - -")


def test_ex_22_the_tower_door() -> None:
    """Key, Spire 4, roll 5: after two steps the Keep; with a Foe there a Showdown, then the Keep."""
    scene: dict[str, Any] = {
        "at": "spire 4",
        "key": True,
        "rings": {"spire": FULL},
        "hand": "expert_feint",
    }
    t = tower(**scene).begin("move", luck=[5]).do("step cw")
    assert (t.where(), t.legal()) == ("spire 6", {"enter", "step cw"})
    assert t.do("enter").foe_card == GATE
    t = (
        tower(**scene, foes={"spire": 6}, foe_pile="the_dark_warden")
        .begin("move", luck=[5])
        .do("step cw")
    )
    assert (t.where(), t.foe_card) == ("spire 6", "the_dark_warden")
    t.do("concede", luck=[1, 1]).do("roll", luck=[2])
    assert t.can("enter")
    assert t.do("enter").foe_card == GATE


def test_ex_23_the_first_key_at_the_door() -> None:
    """Winning gives the Key, and the bonus move enters with the cards left over."""
    t = tower(
        at="spire 4",
        rings={"spire": FULL},
        hand="headland_greatbow kinslayer_unabridged thornback_plate expert_feint",
        foes={"spire": 6},
        foe_pile="manos",
    ).begin("move")
    t.maybe("roll", luck=[5]).do("step cw").maybe("draw")
    assert not t.key()
    t.face("foe").pay(
        "headland_greatbow:fight", "kinslayer_unabridged:charm", "thornback_plate:skill"
    )
    assert t.key()
    t.do("roll", luck=[3]).do("enter")
    assert (t.foe_card, t.hand()) == (GATE, "expert_feint")


def test_ex_24_the_well() -> None:
    """The Tool just paid is banished; Blade and Trinket reach the discard pile in Recover."""
    t = tower(hand="tool blade trinket reavers_slash", ring=FULL, deck="crowbar*12").begin(
        "explore"
    )
    t.face("well").pay("tool", "blade", "trinket").by("pick", "tool")
    assert t.banished == "tool"
    assert t.aside() == "blade trinket"
    assert not t.can("face well")
    t.do("end")
    assert t.discard() == "blade reavers_slash trinket"


def test_ex_24_a_card_spent_before_is_out_of_reach() -> None:
    """It lies Aside."""
    t = tower(hand="tool*2 blade*2 trinket", ring="acolytes_circlet", deck="crowbar*12").begin(
        "encounter"
    )
    t.buy("acolytes_circlet", "blade", "tool").do("end")
    t.face("well").pay("tool", "blade", "trinket")
    assert t.legal() == {"pick k1", "pick k2", "pick k3"}


def test_ex_25_hinder() -> None:
    """A Slash against the Chest: 1 Sanity, 2/4/0 and 9; against a Foe it costs 2."""
    t = tower(
        at="dungeon 3",
        hand="rogues_strike*2 velvet_gloves",
        ring="trapped_chest corpse_tallow_candle",
        mates=[mate("quinn", hand="reavers_slash", at="dungeon 9")],
    ).begin("encounter")
    t.face("trapped_chest").by("hinder", "reavers_slash").maybe("abandon")
    assert (t.sanity(1), t.cost(1)) == (9, "2/4/0 9")
    t.buy("corpse_tallow_candle", "rogues_strike")
    assert "corpse_tallow_candle" in t.aside()
    assert t.cost(1) == "2/4/0 9"
    t = showdown(
        "reaver",
        "manos",
        "headland_greatbow kinslayer_unabridged thornback_plate expert_feint",
        mates=[mate("quinn", hand="reavers_slash", at="dungeon 9")],
        trading=False,
    )
    t.by("hinder", "reavers_slash")
    assert (t.sanity(1), t.battle()) == (8, "5/4/6 -")


def test_ex_26_assist() -> None:
    """Two Charm short of He Who Sees: a Blast for 2 Sanity, and the helper's card is discarded."""
    t = showdown(
        "reaver",
        "he_who_sees",
        "reavers_slash rogues_strike tool headland_greatbow expert_feint",  # 2/3/V5
        mates=[mate("quinn", hand="runelords_blast blade", at="dungeon 9")],
        trading=False,
    )
    t.by("assist", "runelords_blast")
    assert (t.sanity(1), t.discard(1), t.hand(1)) == (8, "runelords_blast", "blade")
    t.maybe("pass").do("face foe").pay(
        "reavers_slash", "rogues_strike", "tool", "headland_greatbow:charm", "runelords_blast@a"
    )
    assert t.key()


def test_ex_27_trade() -> None:
    """Two Adversaries and a Foe: both lose 3; a second trade costs the active player 3 again."""
    t = tower(
        at="dungeon 3",
        hand="tool blade",
        ring="trapped_chest insane_adept cleave*3",
        foes={"dungeon": 9},
        mates=[
            mate("quinn", hand="trinket", at="dungeon 3"),
            mate("dawn", hand="trinket", at="dungeon 4"),
        ],
    ).begin("move")
    t.do("trade 1").by("pick", "tool").do("want nothing").do("accept")
    assert t.state.sanity == [7, 7, 10]
    t.do("trade 2").by("pick", "blade").do("want nothing").do("accept")
    assert t.state.sanity == [4, 7, 7]


def test_ex_28_spire_failure_of_two() -> None:
    """The first leaves Corbin, the second may count him once and fails: all lose with Madness 2."""
    t = tower(
        at="spire 6",
        key=True,
        hand="corbin_of_devonshire expert_feint",
        rings={"spire": ""},
        mates=[mate("quinn", at="spire 6", key=True, hand="expert_feint")],
        trading=False,
        flanking=False,
        filler=0,
    ).begin("move")
    t.maybe("roll", luck=[1]).do("enter").do("concede").by("pick", "corbin_of_devonshire")
    assert (t.madness, t.state.gone, t.active) == (3, [1, 0], 1)
    t.maybe("roll", luck=[1]).do("enter")
    shown = GAME.view(t.state, 1).table["spire"]["left"]
    assert [card["id"] for card in shown] == ["corbin_of_devonshire"]
    t.do("concede").maybe("nothing")
    assert (t.madness, t.over) == (2, True)
    assert t.outcome.won == ()


def test_ex_28_corbin_counts_once() -> None:
    """4 Fight of his complete the 9, and he is banished."""
    hand = "siege_jack grave_robbers_kit*3 lamp_of_grey_oil*3"  # 5/12/12
    t = tower(
        at="spire 6",
        key=True,
        hand=hand,
        rings={"spire": ""},
        mates=[mate("quinn", gone=True)],
        left="corbin_of_devonshire",
        spire=GATE,
        madness=3,
        victory_mode="cooperative",
    ).begin("move")
    t.maybe("roll", luck=[1]).do("enter").do("face foe")
    t.pay(
        "siege_jack",
        "corbin_of_devonshire:fight",
        *["grave_robbers_kit"] * 3,
        *["lamp_of_grey_oil"] * 3,
    )
    assert t.over
    assert (t.outcome.won, t.banished) == ((0, 1), "corbin_of_devonshire")


def test_ex_28_solo() -> None:
    """Madness 3 to 2, Start, Sanity 10, Key kept; rolled stats are rolled anew."""
    t = tower(
        at="spire 6",
        key=True,
        hand="expert_feint",
        deck="expert_feint*12",
        rings={"spire": ""},
        spires="lord_mutable",
        sanity=3,
    ).begin("move")
    t.maybe("roll", luck=[1]).do("enter", luck=[1, 2, 3])
    assert t.battle() == "6/7/8 -"
    t.do("concede")
    assert (t.madness, t.where(), t.sanity(), t.key()) == (2, "dungeon 0", 10, True)
    t.state.levels[0], t.state.spaces[0] = 2, 5
    t.luck(1).do("step cw").do("enter", luck=[6, 6, 6])
    assert t.battle() == "11/11/11 -"


def test_ex_29_bloodrage() -> None:
    """Quinn re-draws the Warden and faces the Baron: 4/7/3, three Loot."""
    scene: dict[str, Any] = {"attached": "bloodrage", "loot": "tinkers_masterwork*5"}
    hand = "headland_greatbow the_wardens_spare_harness kinslayer_unabridged cathedral_hammer expert_feint tool"
    t = showdown("quinn", "the_dark_warden the_blue_baron manos", hand, **scene)
    t.do("redraw", luck=[1]).by("pick", "tool")
    assert (t.foe_card, t.battle()) == ("the_blue_baron", "4/7/3 -")
    lost = t.copy().do("concede", luck=[1, 1])
    assert (lost.banished, lost.state.attached) == ("bloodrage", [])
    t.face("foe").pay(
        "headland_greatbow:fight",
        "the_wardens_spare_harness:skill",
        "cathedral_hammer:skill",
        "kinslayer_unabridged:charm",
    )
    assert t.key()
    assert t.aside().split().count("tinkers_masterwork") == 3
    assert t.banished == "bloodrage"


@pytest.mark.parametrize(
    ("attribute", "hand"),
    [
        ("fight", "reavers_slash rogues_strike*3 tool runelords_blast trinket"),  # 2/7/3
        ("skill", "reavers_slash*2 rogues_strike*2 tool runelords_blast trinket"),  # 4/5/3
    ],
)
def test_ex_29_quinns_two_off_it(attribute: str, hand: str) -> None:
    """2/7/3 or 4/5/3, exactly."""
    t = showdown(
        "quinn",
        "the_dark_warden the_blue_baron manos",
        f"{hand} velvet_gloves",
        attached="bloodrage",
    )
    t.do("redraw", luck=[1]).by("pick", "velvet_gloves")
    assert not t.can("face foe")
    t.do("act 1")
    t.face("foe").maybe(f"name {attribute}")
    t.pay(*[word for word in each(hand).split() if word])
    assert t.key()


def test_ex_30_chaos_in_recover() -> None:
    """Grasping Void: empty hand, all slots discarded, a Foe on the Hero's stair; Showdown next turn."""
    t = tower(
        at="dungeon 6",
        ring="cleave*4",
        hand="reavers_slash",
        slots="blade - - - armory",
        pile="grasping_void ill_word",
        deck="expert_feint*12",
    ).begin("recover")
    t.maybe("end")
    t.luck(5)
    assert t.slots() == "- - - - -"
    assert t.discard() == "armory blade reavers_slash"
    assert t.ring() == "cleave cleave cleave cleave ill_word"
    assert (t.turn, t.foe(), t.hand()) == (9, 6, each("expert_feint*7"))
    assert (t.foe_card, t.where()) == ("manos", "dungeon 6")


def test_ex_31_discounts() -> None:
    """Garsome's Buckler, Marcus's Circlet, Quinn's Chest."""
    t = tower("garsome", hand="reavers_slash velvet_gloves", ring="battered_buckler").begin(
        "encounter"
    )
    t.buy("battered_buckler", "reavers_slash")
    assert t.aside() == "battered_buckler reavers_slash"
    t = tower("garsome", hand="tool*4", ring="battered_buckler").begin("encounter")
    assert (t.may_face("battered_buckler"), t.may_force("battered_buckler")) == (False, True)
    t = tower("garsome", hand="tool*3", ring="battered_buckler cleave").begin("encounter")
    assert not t.may_force("battered_buckler")
    for card in ("blade", "tool"):
        t = tower("marcus", hand=f"{card} velvet_gloves", ring="acolytes_circlet").begin(
            "encounter"
        )
        t.buy("acolytes_circlet", card)
        assert t.aside() == f"acolytes_circlet {card}"
    t = tower("quinn", hand="rogues_strike velvet_gloves", ring="trapped_chest").begin("encounter")
    t.do("act 1").maybe("pick r1").face("trapped_chest").maybe("name skill").pay(
        "rogues_strike", luck=[6]
    )
    assert t.ring() == "- - - - -"


def test_ex_32_madness_of_another() -> None:
    """Mind Warp, Madness 1 and an inactive Hero at 1: all lose before the Encounter phase."""
    t = tower(
        at="dungeon 3",
        hand="expert_feint",
        ring=FULL,
        pile="mind_warp",
        mates=[mate("quinn", at="temple 2", sanity=1)],
        madness=1,
        trading=False,
    ).begin("draw")
    assert (t.over, t.madness, t.turn) == (True, 0, 8)
    assert t.outcome.won == ()
    assert t.sanity(0) == 9


def test_ex_33_a_payment_interrupted() -> None:
    """Power Word at Sanity 2: mad, the target stays, the pending card is back on top."""
    t = tower(
        at="dungeon 3",
        hand="atlantean_power_word",
        ring="votive_idol cleave*4",
        pending="ill_word",
        sanity=2,
        deck="tool*12",
    ).begin("encounter")
    t.face("votive_idol").pay("atlantean_power_word")
    assert (t.where(), t.sanity(), t.madness, t.turn) == ("dungeon 0", 10, 2, 9)
    assert t.ring() == "votive_idol cleave cleave cleave cleave"
    assert (t.pending, t.pile.split()[0]) == ("-", "ill_word")
    assert t.discard() == "atlantean_power_word"


def test_ex_34_small_decks() -> None:
    """Two cards and a returning one: the top one and it, above the other."""
    t = tower(ring="cleave*5", filler=0, pile="ill_word riposte", returning="trapped_chest").begin(
        "recover"
    )
    assert t.pile == "? ? riposte"
    t.maybe("roll", luck=[1])
    t.state.apply(next(code for code in t.state.legal() if code))
    assert sorted(t.chances()) == ["ill_word", "trapped_chest"]


def test_ex_34_the_deck_made_anew() -> None:
    """Of the banished Encounter cards, Chaos included."""
    t = tower(filler=0, banished="mind_warp riposte tool", at="dungeon 3", hand="velvet_gloves")
    t.begin("draw", luck=["mind_warp"])
    assert (t.sanity(), t.foe()) == (9, 6)
    assert t.banished == "mind_warp tool"
    assert len(t.pile.split()) == 1


def test_ex_35_a_reveal_chain() -> None:
    """Relic, Chaos, Chaos, Adversary, Armor, Attack, Object: five in the ring, two resolved."""
    t = tower(
        at="dungeon 5",
        turn=9,
        rotation=(0, 6, 0),
        hand="expert_feint",
        pile="votive_idol mind_warp creeping_dread trapped_chest chain_hauberk cleave crowbar ill_word",
    ).begin("move", luck=[5])
    t.do("step cw", "step up", "step cw")
    assert t.where() == "temple 3"
    assert t.ring("temple") == "votive_idol trapped_chest chain_hauberk cleave crowbar"
    assert t.banished == "creeping_dread mind_warp"
    assert (t.sanity(), t.foe("temple")) == (7, 5)
    assert t.pending == "ill_word"


def test_ex_35_with_a_showdown_at_the_end() -> None:
    """The Foe reaches the Hero on 5: no Draw."""
    t = tower(
        at="dungeon 6",
        turn=9,
        rotation=(0, 6, 0),
        hand="expert_feint",
        pile="votive_idol mind_warp creeping_dread trapped_chest chain_hauberk cleave crowbar ill_word",
    ).begin("move", luck=[6])
    t.do("step up", "step cw")
    assert (t.where(), t.foe("temple")) == ("temple 5", 5)
    assert t.ring("temple") == "votive_idol trapped_chest chain_hauberk cleave crowbar"
    assert (t.foe_card, t.pile.split()[0]) == ("manos", "ill_word")
