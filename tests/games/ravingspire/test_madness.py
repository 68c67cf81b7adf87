"""Ravingspire §4.17: Sanity and Madness."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import Tower, each, mate, tower

FULL = "quilted_jack*5"


def nightmare(*, active: int = 0, **scene: Any) -> Tower:
    """Mind Warp is drawn: every Hero loses 1."""
    zones = {"at": "dungeon 3", "ring": FULL, "pile": "mind_warp", "trading": False, **scene}
    return tower(active=active, **zones).begin("draw")


@pytest.mark.parametrize(("before", "after"), [(1, 5), (6, 10), (7, 10), (9, 10)])
def test_rsp_128_sanity_never_exceeds_ten(before: int, after: int) -> None:
    """The Votive Niche gives up to 4."""
    t = tower(hand="votive_niche expert_feint", sanity=before).begin("encounter")
    t.by("discard", "votive_niche")
    assert t.sanity() == min(10, before + 4) == after


def test_rsp_128_nor_falls_below_nought_and_changes_at_once() -> None:
    """A loss of 12 at Sanity 3 is a loss of 3: one Madness, and all is as usual."""
    t = tower(
        at="dungeon 4",
        hand="expert_feint",
        foes={"dungeon": 4},
        foe_pile="the_dark_warden",
        sanity=3,
    )
    t.begin("turn").do("concede", luck=[6, 6])
    assert (t.sanity(), t.madness) == (10, 2)
    t = tower(hand="second_wind expert_feint", sanity=5).begin("encounter")
    assert t.by("activate", "second_wind").sanity() == 7


def test_rsp_128_a_reaction_comes_before_the_loss() -> None:
    """The Padded Cell Door prevents 2 of it, if its owner likes."""
    t = nightmare(pile="creeping_dread", hand="padded_cell_door expert_feint")
    assert (t.asked, t.sanity()) == ("RSP-128", 10)
    assert t.legal() == {t.way("prevent", "padded_cell_door"), "accept"}
    kept = t.copy().do("accept")
    assert (kept.sanity(), kept.hand()) == (8, "expert_feint padded_cell_door")
    t.by("prevent", "padded_cell_door")
    assert (t.sanity(), t.discard()) == (10, "padded_cell_door")


def test_rsp_129_madness_in_all_its_steps() -> None:
    """Track, cards, token, Sanity, hand, in the own turn by an Overwhelmed die."""
    t = tower(
        at="dungeon 3",
        ring="riposte cleave*4",
        pending="ill_word",
        hand="expert_feint crowbar*2",
        slots="blade - - - armory",
        aside="trinket",
        discard="debtors_ledger",
        deck="tool*12",
        sanity=2,
        key=True,
    ).begin("encounter")
    t.by("activate", "expert_feint").do("end", luck=[2])
    assert t.madness == 2
    assert t.discard() == each("expert_feint crowbar*2 blade armory trinket debtors_ledger tool")
    assert (t.slots(), t.aside(), t.played()) == ("- - - - -", "", "")
    assert (t.where(), t.sanity(), t.key()) == ("dungeon 0", 10, True)
    assert t.hand() == each("tool*7")


def test_rsp_129_at_madness_nought_all_lose_at_once() -> None:
    """The last point ends the game for everybody."""
    t = nightmare(sanity=1, madness=1, mates=[mate("quinn", at="temple 2")])
    assert t.over
    assert t.outcome.won == ()
    assert t.madness == 0


def test_rsp_129_face_down_cards_go_to_discard_too() -> None:
    """And come back clean."""
    t = tower(
        at="dungeon 3",
        hand="tool atlantean_power_word",
        slots="- - - - armory",
        ring="acolytes_circlet votive_idol",
        sanity=2,
        deck="trinket*12",
    ).begin("encounter")
    t.buy("acolytes_circlet", "armory", "tool")
    t.face("votive_idol").pay("atlantean_power_word")
    assert (t.slots(), t.where()) == ("- - - - -", "dungeon 0")
    assert t.discard() == "acolytes_circlet armory atlantean_power_word tool"


def test_rsp_130_the_own_turn_ends_without_recover_and_foe_phase() -> None:
    """Gaps stay open, Adversaries do not hurt, the Foe does not move."""
    t = tower(
        at="dungeon 3",
        ring="trapped_chest acolytes_circlet votive_idol - -",
        hand="atlantean_power_word blade tool",
        foes={"dungeon": 9},
        sanity=2,
        deck="trinket*12",
    ).begin("encounter")
    t.buy("acolytes_circlet", "blade", "tool")
    t.face("votive_idol").pay("atlantean_power_word")
    assert (t.turn, t.sanity(), t.where()) == (9, 10, "dungeon 0")
    assert t.ring() == "trapped_chest - votive_idol - -"
    assert t.foe() == 9


def test_rsp_130_adversaries_set_aside_are_shuffled_all_the_same() -> None:
    """Into the top third, before the next turn."""
    t = tower(
        at="dungeon 3",
        ring="trapped_chest votive_idol cleave*3",
        hand="rogues_strike*2 atlantean_power_word",
        sanity=2,
        filler=6,
        deck="tool*12",
    ).begin("encounter")
    t.buy("trapped_chest", "rogues_strike", "rogues_strike", luck=[6])
    t.face("votive_idol").pay("atlantean_power_word")
    assert t.state.returning == []
    assert t.pile.split() == ["?"] * 3 + ["quilted_jack"] * 4
    assert t.ring() == "- votive_idol cleave cleave cleave"


def test_rsp_130_a_pending_card_goes_to_a_gap_or_back_on_top() -> None:
    """On top if the ring is full."""
    scene: dict[str, Any] = {
        "hand": "atlantean_power_word",
        "sanity": 2,
        "pending": "riposte",
        "deck": "tool*12",
    }
    t = tower(ring="cleave*4 votive_idol", at="dungeon 3", **scene).begin("encounter")
    t.face("votive_idol").pay("atlantean_power_word")
    assert (t.pending, t.pile.split()[0]) == ("-", "riposte")
    assert t.ring() == "cleave cleave cleave cleave votive_idol"
    t = tower(
        ring="cleave*2 acolytes_circlet votive_idol cleave",
        at="dungeon 3",
        pending_card="end_of_encounter",
        **scene,
    )
    t.state.hands[0] = tower(hand="atlantean_power_word blade tool").state.hands[0]
    t.begin("encounter").buy("acolytes_circlet", "blade", "tool")
    t.face("votive_idol").pay("atlantean_power_word")
    assert t.ring() == "cleave cleave riposte votive_idol cleave"
    assert t.pile.split()[0] == "quilted_jack"


def test_rsp_131_mad_on_anothers_turn_the_active_turn_goes_on() -> None:
    """The mad Hero plays its next turn normally, with the new hand."""
    t = nightmare(
        hand="expert_feint reavers_slash",
        mates=[mate("quinn", at="temple 2", sanity=1, hand="blade", slots="tool", deck="tool*12")],
        filler=0,
    )
    assert (t.asked, t.actor, t.active) == ("RSP-49", 0, 0)
    assert (t.where(1), t.sanity(1), t.madness) == ("dungeon 0", 10, 3)
    assert (t.hand(1), t.discard(1)) == (each("tool*6"), "blade tool")
    assert t.sanity(0) == 9
    t.do("end", "end")
    t.luck(1)
    assert (t.turn, t.active) == (9, 1)
    t.maybe("roll", luck=[2]).do("step cw")
    assert t.where(1) == "dungeon 2"


def test_rsp_132_several_at_once_in_turn_order_from_the_active() -> None:
    """Seat 1 is active: its own Madness comes first, and its turn is over."""
    t = nightmare(
        active=1,
        sanity=1,
        deck="blade*12",
        mates=[
            mate("quinn", at="dungeon 2", sanity=1, hand="expert_feint", deck="tool*12"),
            mate("dawn", at="spire 2", sanity=1, deck="trinket*12"),
        ],
    )
    assert t.madness == 5 - 3
    assert {t.where(seat) for seat in range(3)} == {"dungeon 0"}
    assert t.state.sanity == [10, 10, 10]
    assert (t.turn, t.active) == (9, 2)


def test_rsp_132_the_track_may_run_out_on_the_way() -> None:
    """Two Heroes and one point: all lose."""
    t = nightmare(sanity=1, madness=2, mates=[mate("quinn", at="temple 2", sanity=1)])
    assert t.over
    assert t.outcome.won == ()


def test_rsp_133_madness_costs_neither_key_nor_cards_nor_the_game() -> None:
    """A Foe on the space left behind stays."""
    t = tower(
        at="dungeon 6",
        hand="expert_feint",
        ring="cleave*4",
        aside="acolytes_circlet",
        pile="mind_warp",
        sanity=1,
        key=True,
        deck="tool*12",
    ).begin("draw")
    assert (t.where(), t.key(), t.foe()) == ("dungeon 0", True, 6)
    assert t.discard() == "acolytes_circlet expert_feint"
    assert not t.over
    assert t.foe_card == "-"
    assert t.turn == 9


def test_rsp_129_a_foe_whose_battle_madness_broke_off_stays() -> None:
    """Manos takes the last Sanity on reveal: no dice, no Key, and the token remains (RSP-133)."""
    t = tower(at="dungeon 4", hand="expert_feint", foes={"dungeon": 4}, sanity=1, deck="tool*12")
    t.begin("turn")
    assert (t.where(), t.madness, t.turn) == ("dungeon 0", 2, 9)
    assert (t.foe(), t.key(), t.foe_card) == (4, False, "-")
    assert t.foe_pile.split()[-1] == "manos"


def test_rsp_130_the_adversary_whose_own_text_drove_the_hero_mad() -> None:
    """The Trapped Chest is shuffled into the top third before the turn is over."""
    t = tower(
        at="dungeon 3",
        ring="trapped_chest cleave*4",
        hand="rogues_strike*2",
        sanity=2,
        filler=6,
        deck="tool*12",
    ).begin("encounter")
    t.buy("trapped_chest", "rogues_strike", "rogues_strike", luck=[1])
    assert (t.where(), t.turn, t.state.returning) == ("dungeon 0", 9, [])
    assert t.pile.split() == ["?"] * 3 + ["quilted_jack"] * 4


def test_rsp_128_a_slotted_reaction_once_a_turn_on_anybodys_turn() -> None:
    """The Coat of Last Breaths prevents 2 of one loss; the next one in the same turn it does not."""
    t = nightmare(
        pile="mind_warp",
        hand="reckless_lunge expert_feint",
        slots="- coat_of_last_breaths - - -",
        ring="cleave*5",
        foes={"dungeon": 8},
    )
    t.by("prevent", "coat_of_last_breaths")
    assert (t.sanity(), t.slots()) == (10, "- coat_of_last_breaths - - -")
    t.face("cleave").pay("reckless_lunge")
    assert (t.sanity(), t.asked) == (9, "RSP-49")
    t = nightmare(
        active=1,
        slots="- coat_of_last_breaths - - -",
        mates=[mate("quinn", at="dungeon 5", hand="expert_feint")],
    )
    assert (t.asked, t.actor) == ("RSP-128", 0)
    t.by("prevent", "coat_of_last_breaths")
    assert t.state.sanity == [10, 9]


def test_rsp_128_a_card_in_hand_reacts_on_the_own_turn_only() -> None:
    """On another's turn the Padded Cell Door would have to be slotted."""
    others = [mate("quinn", at="dungeon 5", hand="expert_feint")]
    t = nightmare(active=1, hand="padded_cell_door", mates=others)
    assert (t.asked, t.state.sanity) == ("RSP-49", [9, 9])
    t = nightmare(active=1, slots="- padded_cell_door - - -", mates=others)
    t.by("prevent", "padded_cell_door")
    assert (t.state.sanity, t.discard(0)) == ([10, 9], "padded_cell_door")
