"""Ravingspire §4.20: flanking and trading."""

from typing import Any

from tests.games.ravingspire.tower import GAME, Mate, Tower, mate, tower

FULL = "quilted_jack*5"


def against(
    card: str = "trapped_chest", *mates: Mate, hand: str = "rogues_strike*2", **scene: Any
) -> Tower:
    """Seat 0 declares a battle against a ring card."""
    zones = {"at": "dungeon 3", "ring": card, **scene}
    t = tower(hand=f"{hand} expert_feint", mates=mates, **zones).begin("encounter")
    return t.face(card)


def helper(hand: str = "reavers_slash", at: str = "dungeon 8", **zones: Any) -> Mate:
    """Quinn, on the same level."""
    return mate("quinn", hand=hand, at=at, **zones)


def showdown(foe: str, *mates: Mate, hand: str, **scene: Any) -> Tower:
    """Seat 0 stands on the Foe's space and the Foe card was drawn."""
    zones = {"at": "dungeon 4", "ring": FULL, "foe_pile": foe, **scene}
    t = tower(hand=hand, foes={"dungeon": 4}, mates=mates, trading=False, **zones)
    return t.begin("turn").maybe("draw")


def trading(hand: str = "tool blade", *mates: Mate, **scene: Any) -> Tower:
    """Seat 0 before its Move, beside Quinn on the Start."""
    others = mates or (mate("quinn", hand="trinket rusted_cleaver", at="dungeon 4"),)
    zones = {"at": "dungeon 3", "ring": FULL, **scene}
    return tower(hand=hand, mates=others, **zones).begin("move")


def test_rsp_145_who_is_on_the_level_may_flank_with_attack_cards() -> None:
    """As Assist or Hinder; equipment is no Attack."""
    t = against("trapped_chest", helper("reavers_slash tool blade"))
    assert (t.asked, t.actor) == ("RSP-145", 1)
    place = t.way("assist", "reavers_slash").split()[1]
    assert t.legal() == {f"assist {place}", f"hinder {place}", "pass"}


def test_rsp_145_not_from_another_level_nor_against_a_purchase() -> None:
    """Nor with an empty hand; but with any card, so that not to be asked tells nothing."""
    assert against("trapped_chest", helper(at="temple 3")).asked == "RSP-58"
    assert against("corpse_tallow_candle", helper()).asked == "RSP-58"
    assert against("trapped_chest", helper("")).asked == "RSP-58"
    assert against("trapped_chest", helper("tool blade")).legal() == {"pass"}


def test_rsp_145_against_foes_and_the_spire_card() -> None:
    """In a Showdown those on its level, in the Keep those on the Spire level."""
    t = showdown("manos", helper(), hand="headland_greatbow kinslayer_unabridged thornback_plate")
    assert (t.asked, t.actor, t.foe_card) == ("RSP-145", 1, "manos")
    t = tower(
        at="spire 6",
        key=True,
        hand="siege_jack*2 grave_robbers_kit*3 lamp_of_grey_oil*3",
        rings={"spire": ""},
        mates=[helper(at="dungeon 8"), helper("rogues_strike", at="spire 1")],
        trading=False,
    ).begin("move")
    t.maybe("roll", luck=[1]).do("enter")
    assert (t.asked, t.actor) == ("RSP-145", 2)


def test_rsp_145_off_by_option() -> None:
    """No window; with `hinder` off only Assist."""
    assert against("trapped_chest", helper(), flanking=False).asked == "RSP-58"
    t = against("trapped_chest", helper(), hinder=False)
    assert {text.split()[0] for text in t.legal()} == {"assist", "pass"}


def test_rsp_146_one_sanity_against_an_adversary_two_against_a_foe() -> None:
    """Paid when played, and the card is discarded at once."""
    t = against("trapped_chest", helper(discard="tool"))
    t.by("hinder", "reavers_slash")
    assert (t.sanity(1), t.discard(1), t.hand(1)) == (9, "reavers_slash tool", "")
    t = showdown(
        "manos",
        helper(),
        hand="headland_greatbow kinslayer_unabridged thornback_plate expert_feint",
    )
    t.by("assist", "reavers_slash")
    assert (t.sanity(1), t.discard(1)) == (8, "reavers_slash")
    assert t.sanity(0) == 9


def test_rsp_147_assist_adds_the_printed_power() -> None:
    """The Chest of 4 Skill with one Strike and the helper's: its owner spends nothing more."""
    t = against("trapped_chest", helper("rogues_strike"), hand="rogues_strike")
    t.by("assist", "rogues_strike")
    t.pay("rogues_strike@a", "rogues_strike@h", luck=[6])
    assert t.ring() == "- - - - -"
    assert t.hand() == "expert_feint"


def test_rsp_147_assist_is_for_that_battle_only() -> None:
    """It does not help to buy anything else."""
    t = against(
        "trapped_chest",
        helper("runelords_blast"),
        ring="trapped_chest votive_idol",
        hand="rogues_strike*2 runelords_blast",
    )
    t.by("assist", "runelords_blast").maybe("abandon")
    assert not t.may_face("votive_idol")  # 4 C: 2 of the own Blast


def test_rsp_147_hinder_raises_the_attribute_and_brute_force() -> None:
    """0/4/0 and 7 becomes 2/4/0 and 9."""
    t = against("trapped_chest", helper(), hand="rogues_strike*2 reavers_slash")
    t.by("hinder", "reavers_slash")
    assert t.cost(1) == "2/4/0 9"
    t = against("armoured_absence", helper("rogues_strike"), hand="siege_jack tool")
    t.by("hinder", "rogues_strike")
    assert t.cost(1) == "5/3/0 -"


def test_rsp_147_action_text_is_ignored() -> None:
    """A Feint draws nothing, Power Word costs the flank price only, conditions add nothing."""
    t = against("trapped_chest", helper("expert_feint", deck="tool*9"), hand="rogues_strike*2")
    t.by("hinder", "expert_feint")
    assert (t.hand(1), t.cost(1)) == ("", "0/6/0 9")
    t = against("trapped_chest", helper("atlantean_power_word"), hand="rogues_strike*2")
    t.by("hinder", "atlantean_power_word")
    assert (t.sanity(1), t.cost(1)) == (9, "0/4/6 13")
    t = against("trapped_chest", helper("pocket_sand"), hand="rogues_strike*2")
    t.by("hinder", "pocket_sand")
    assert t.cost(1) == "0/6/0 9"


def test_rsp_148_card_by_card_clockwise_until_all_pass_in_a_row() -> None:
    """Seat 1, seat 2, seat 1 again, and whoever passed may come back."""
    t = against(
        "trapped_chest",
        helper("reavers_slash*2"),
        mate("dawn", hand="runelords_blast*2", at="dungeon 5"),
        hand="rogues_strike*2 tool*4",
    )
    assert t.actor == 1
    t.do("pass")
    assert (t.asked, t.actor) == ("RSP-145", 2)
    t.by("hinder", "runelords_blast")
    assert (t.asked, t.actor) == ("RSP-145", 1)
    t.by("assist", "reavers_slash")
    assert (t.asked, t.actor) == ("RSP-145", 2)
    t.do("pass")
    assert (t.asked, t.actor) == ("RSP-145", 1)
    t.do("pass")
    assert t.actor == 0


def test_rsp_148_once_per_target_and_turn_and_binding_until_its_end() -> None:
    """Abandoned and declared again: no second window, the same cost; next turn it is gone."""
    t = against(
        "trapped_chest",
        helper("reavers_slash*2"),
        hand="rogues_strike*2 reavers_slash blade tool",
        ring="trapped_chest acolytes_circlet cleave*3",
        filler=0,
    )
    t.by("hinder", "reavers_slash").do("pass").maybe("abandon")
    assert t.cost(1) == "2/4/0 9"
    t.buy("acolytes_circlet", "blade", "tool")
    t.face("trapped_chest")
    assert (t.asked, t.actor) == ("RSP-58", 0)
    t.do("abandon").do("end").maybe("end").maybe("end")
    assert t.turn == 9
    assert t.cost(1) == "0/4/0 7"


def test_rsp_148_each_target_has_its_own_window() -> None:
    """A second Adversary opens a new one."""
    t = against(
        "trapped_chest",
        helper("reavers_slash*2"),
        ring="trapped_chest mimic_purse",
        hand="rogues_strike*4",
    )
    t.do("pass").pay("rogues_strike", "rogues_strike", luck=[6])
    t.face("mimic_purse")
    assert (t.asked, t.actor) == ("RSP-145", 1)


def test_rsp_149_an_adversary_may_be_given_up_after_the_window() -> None:
    """And its cards are spent elsewhere."""
    t = against(
        "trapped_chest", helper(), hand="rogues_strike*2", ring="trapped_chest corpse_tallow_candle"
    )
    t.by("hinder", "reavers_slash").maybe("abandon")
    assert (t.asked, t.actor) == ("RSP-49", 0)
    t.buy("corpse_tallow_candle", "rogues_strike")
    assert t.aside() == "corpse_tallow_candle rogues_strike"


def test_rsp_149_a_showdown_is_not_given_up_without_losing_it() -> None:
    """Hindered beyond means: only conceding is left, and costs the dice."""
    t = showdown(
        "manos",
        helper("reavers_slash*2"),
        hand="headland_greatbow kinslayer_unabridged thornback_plate expert_feint",
    )
    t.by("hinder", "reavers_slash").by("hinder", "reavers_slash")
    assert t.battle() == "7/4/6 -"
    assert not t.can("end")
    assert not t.can("face foe")
    t.do("concede", luck=[1, 2])
    assert (t.sanity(), t.key()) == (10 - 1 - 3, False)


def test_rsp_150_a_flanker_driven_mad_still_counts() -> None:
    """At once: Start, 10 Sanity, a new hand; the Hinder stands."""
    t = against("trapped_chest", helper("reavers_slash", sanity=1, deck="tool*12"))
    t.by("hinder", "reavers_slash")
    assert (t.where(1), t.sanity(1), t.madness) == ("dungeon 0", 10, 3)
    assert t.hand(1) == "tool tool tool tool tool tool"
    assert t.cost(1) == "2/4/0 9"
    assert t.active == 0


def test_rsp_150_with_the_last_madness_all_lose() -> None:
    """In the middle of the battle."""
    t = against("trapped_chest", helper("reavers_slash", sanity=1), madness=1)
    t.by("hinder", "reavers_slash")
    assert t.over
    assert t.outcome.won == ()


def test_rsp_151_with_whom_a_trade_is_possible() -> None:
    """Within one step on the ring or over a linked stair, once per partner."""
    for at, near in (
        ("dungeon 3", True),
        ("dungeon 2", True),
        ("dungeon 4", True),
        ("dungeon 5", False),
    ):
        t = trading("tool", mate("quinn", hand="trinket", at=at))
        assert t.can("trade 1") == near, at
    for rotation, near in (((0, 6, 0), True), ((0, 7, 0), False)):
        t = trading(
            "tool", mate("quinn", hand="trinket", at="temple 0"), at="dungeon 6", rotation=rotation
        )
        assert t.can("trade 1") == near
    assert not trading("tool", trading=False).legal("trade")


def test_rsp_151_before_and_after_move_and_after_draw() -> None:
    """But not once the Encounter phase began."""
    t = tower(
        at="dungeon 0",
        hand="tool expert_feint",
        mates=[mate("quinn", hand="trinket", at="dungeon 2")],
        ring="acolytes_circlet",
        pile="cleave",
    ).begin("move")
    assert not t.legal("trade")
    t.maybe("roll", luck=[1]).do("step cw")
    assert (t.asked, t.actor, t.can("trade 1")) == ("RSP-151", 0, True)
    assert t.ring() == "acolytes_circlet - - - -"
    t.do("draw")
    assert t.ring() == "acolytes_circlet cleave - - -"
    assert t.can("trade 1")
    while t.asked != "RSP-49":
        t.do(next(text for text in ("end", "pass", "skip", "draw") if t.can(text)))
    assert not t.legal("trade")


def test_rsp_151_before_a_foe_card_is_drawn() -> None:
    """At the start of a Showdown turn."""
    t = tower(
        at="dungeon 4",
        hand="tool",
        foes={"dungeon": 4},
        mates=[mate("quinn", hand="trinket", at="dungeon 4")],
    ).begin("turn")
    assert t.can("trade 1")


def test_rsp_151_once_per_partner_and_turn() -> None:
    """Two partners are two trades."""
    t = trading(
        "tool blade",
        mate("quinn", hand="trinket*2", at="dungeon 4"),
        mate("dawn", hand="trinket*2", at="dungeon 3"),
    )
    t.do("trade 1").by("pick", "tool").do("want nothing").do("accept")
    assert t.legal("trade") == {"trade 2"}
    t.do("trade 2").by("pick", "blade").do("want nothing").do("accept")
    assert t.legal("trade") == set()
    assert (t.hand(1), t.hand(2)) == ("tool trinket trinket", "blade trinket trinket")


def test_rsp_152_one_card_each_way_from_hand_or_mat_to_the_others_hand() -> None:
    """A slotted Blade for a slotted Tool: both arrive in hands."""
    t = trading(
        "reavers_slash",
        mate("quinn", hand="", slots="- - tool - -", at="dungeon 4"),
        slots="blade - - - -",
    )
    t.do("trade 1").by("pick", "blade").do("want object")
    assert t.actor == 1
    t.by("pick", "tool")
    assert (t.hand(0), t.slots(0)) == ("reavers_slash tool", "- - - - -")
    assert (t.hand(1), t.slots(1)) == ("blade", "- - - - -")


def test_rsp_152_only_equipment() -> None:
    """No Attack, Dungeon or Adventurer card; Starter and Loot are included."""
    t = trading("reavers_slash armory corbin_of_devonshire tool cathedral_hammer")
    t.do("trade 1")
    assert t.offered("pick") == ["cathedral_hammer", "tool"]
    t.by("pick", "tool").do("want any")
    assert t.actor == 1
    assert t.offered("pick") == ["rusted_cleaver", "trinket"]


def test_rsp_152_both_must_agree() -> None:
    """A partner who declines keeps everything, and nobody loses Sanity."""
    t = trading(ring="trapped_chest*5").do("trade 1").by("pick", "tool").do("want weapon")
    assert t.offered("pick") == ["rusted_cleaver"]
    t.do("decline")
    assert (t.hand(0), t.hand(1)) == ("blade tool", "rusted_cleaver trinket")
    assert t.state.sanity == [10, 10]


def test_rsp_152_gifts_both_ways() -> None:
    """A card for nothing, and nothing for a card."""
    t = trading().do("trade 1").by("pick", "blade").do("want nothing").do("accept")
    assert (t.hand(0), t.hand(1)) == ("tool", "blade rusted_cleaver trinket")
    t = trading().do("trade 1").do("nothing").do("want relic").by("pick", "trinket")
    assert (t.hand(0), t.hand(1)) == ("blade tool trinket", "rusted_cleaver")


def test_rsp_152_a_card_traded_from_hand_is_known_to_both_partners() -> None:
    """The giver knows it in the other hand, a third player does not; a slotted one is known to all."""
    mates = [mate("quinn", hand="trinket", at="dungeon 4"), mate("dawn", at="dungeon 9")]
    t = tower(at="dungeon 3", hand="tool", slots="blade", mates=mates, ring=FULL).begin("move")
    t.do("trade 1").by("pick", "tool").do("want nothing").do("accept")
    seen = [_known(t, looker, 1) for looker in range(3)]
    assert seen == [["tool"], ["tool", "trinket"], []]
    t = tower(at="dungeon 3", hand="tool", slots="blade", mates=mates, ring=FULL).begin("move")
    t.do("trade 1").by("pick", "blade").do("want nothing").do("accept")
    seen = [_known(t, looker, 1) for looker in range(3)]
    assert seen == [["blade"], ["blade", "trinket"], ["blade"]]


def _known(t: Tower, looker: int, seat: int) -> list[str]:
    """The cards of a hand that a looker knows."""
    cards = GAME.view(t.state, looker).table["seats"][seat]["cards"]
    return sorted(card["card"]["id"] for card in cards)


def test_rsp_152_two_inactive_players_cannot_trade() -> None:
    """Only the active player is asked."""
    t = trading(
        "tool",
        mate("quinn", hand="trinket", at="dungeon 9"),
        mate("dawn", hand="blade", at="dungeon 9"),
    )
    assert not t.legal("trade")
    assert t.state.actor in (-1, 0)


def test_rsp_153_keep_your_guard_up() -> None:
    """One Sanity for each Adversary and Foe of the level on which each stands."""
    t = trading(
        "tool",
        mate("quinn", hand="trinket", at="temple 0"),
        at="dungeon 6",
        rotation=(0, 6, 0),
        rings={"dungeon": "trapped_chest insane_adept cleave*3", "temple": "mimic_purse cleave*4"},
        ring="",
        foes={"dungeon": 9},
    )
    t.do("trade 1").by("pick", "tool").do("want nothing").do("accept")
    assert t.state.sanity == [7, 9]


def test_rsp_153_after_each_trade() -> None:
    """Twice for the active player who trades twice."""
    t = trading(
        "tool blade",
        mate("quinn", hand="trinket", at="dungeon 4"),
        mate("dawn", hand="trinket", at="dungeon 3"),
        ring="trapped_chest cleave*4",
    )
    t.do("trade 1").by("pick", "tool").do("want nothing").do("accept")
    t.do("trade 2").by("pick", "blade").do("want nothing").do("accept")
    assert t.state.sanity == [8, 9, 9]


def test_rsp_153_it_may_drive_mad() -> None:
    """The active player's turn is over then."""
    t = trading("tool blade", ring="trapped_chest cleave*4", sanity=1, deck="trinket*12")
    t.do("trade 1").by("pick", "tool").do("want nothing").do("accept")
    assert (t.where(), t.turn, t.active, t.sanity(1)) == ("dungeon 0", 9, 1, 9)
    assert "tool" in t.hand(1)


def test_rsp_147_assist_counts_in_brute_force() -> None:
    """Five Tools and a Slash against Brute Force 7."""
    t = against("bone_sentry", helper(), hand="tool*5")
    t.by("assist", "reavers_slash").maybe("pass", "abandon")
    t.force("bone_sentry")
    t.pay("reavers_slash@a", *["tool"] * 5, luck=[6])
    assert (t.ring(), t.hand()) == ("- - - - -", "expert_feint")


def test_rsp_153_madness_after_draw_puts_the_pending_card_back() -> None:
    """A trade after Draw drives the active player mad: the card is on top again (RSP-130)."""
    t = tower(
        at="dungeon 3",
        hand="tool reavers_slash",
        mates=[mate("quinn", hand="trinket", at="dungeon 4")],
        ring="trapped_chest cleave*4",
        pile="riposte",
        sanity=1,
    ).begin("draw")
    t.do("draw")
    assert t.pending == "riposte"
    t.do("trade 1").by("pick", "tool").do("want nothing").do("accept")
    assert (t.where(), t.turn, t.pending) == ("dungeon 0", 9, "-")
    assert t.pile.split()[0] == "riposte"


def test_rsp_151_a_trade_after_move_and_one_after_draw() -> None:
    """With two partners; the second comes between Draw and Encounter."""
    t = tower(
        at="dungeon 0",
        hand="tool blade expert_feint",
        mates=[
            mate("quinn", hand="trinket", at="dungeon 2"),
            mate("dawn", hand="tool", at="dungeon 1"),
        ],
        ring=FULL,
        pile="cleave",
    ).begin("move", luck=[1])
    t.do("step cw")
    t.do("trade 1").by("pick", "tool").do("want relic").by("pick", "trinket")
    assert t.hand() == "blade expert_feint trinket"
    assert t.pending == "-"
    t.do("draw")
    assert (t.pending, t.legal("trade")) == ("cleave", {"trade 2"})
    t.do("trade 2").by("pick", "blade").do("want nothing").do("accept")
    assert (t.asked, t.hand(2)) == ("RSP-49", "blade tool")


def test_rsp_151_a_trade_before_a_foe_card_is_drawn() -> None:
    """What was got may help against the Foe."""
    t = tower(
        at="dungeon 4",
        hand="tool",
        foes={"dungeon": 4},
        mates=[mate("quinn", hand="cathedral_hammer", at="dungeon 4")],
        flanking=False,
        ring=FULL,
    ).begin("turn")
    t.do("trade 1").by("pick", "tool").do("want weapon").by("pick", "cathedral_hammer")
    assert (t.asked, t.hand()) == ("RSP-106", "cathedral_hammer")
    assert t.state.sanity == [9, 9]  # the Foe counts for both guards


def test_rsp_152_who_has_nothing_to_give_may_ask_or_be_given() -> None:
    """An empty hand on either side."""
    t = trading("reavers_slash").do("trade 1")
    assert t.legal("want") == {
        f"want {what}" for what in ("weapon", "armor", "object", "relic", "any")
    }
    t.do("want any").by("pick", "trinket")
    assert t.hand() == "reavers_slash trinket"
    t = trading("tool blade", mate("quinn", at="dungeon 4")).do("trade 1").by("pick", "tool")
    assert (t.actor, t.legal()) == (1, {"accept", "decline"})


def test_rsp_152_a_declined_card_returns_to_its_slot() -> None:
    """Nothing has moved."""
    t = trading("reavers_slash", slots="blade").do("trade 1").by("pick", "blade").do("want any")
    t.do("decline")
    assert (t.slots(), t.hand(), t.hand(1)) == (
        "blade - - - -",
        "reavers_slash",
        "rusted_cleaver trinket",
    )
    assert not t.legal("trade")
