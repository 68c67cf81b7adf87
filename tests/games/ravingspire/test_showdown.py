"""Ravingspire §4.14: the Showdown."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import Tower, mate, tower

FULL = "quilted_jack*5"
STRONG = "headland_greatbow kinslayer_unabridged thornback_plate"  # Vorpal 5, 6 and 4


def facing(foe: str, hand: str = "expert_feint", hero: str = "reaver", **scene: Any) -> Tower:
    """The Hero stands on the Foe's space and the Foe card was drawn."""
    zones = {"at": "dungeon 4", "ring": FULL, "foe_pile": f"{foe} the_inkwright", **scene}
    t = tower(hero, hand=hand, foes={zones["at"].split()[0]: int(zones["at"].split()[1])}, **zones)
    return t.begin("turn").maybe("draw")


def beaten(foe: str = "manos", hand: str = STRONG, **scene: Any) -> Tower:
    """Manos, 3/4/6, paid with Loot."""
    t = facing(foe, f"expert_feint {hand}", **scene).face("foe")
    return t.pay("headland_greatbow:fight", "kinslayer_unabridged:charm", "thornback_plate:skill")


def test_rsp_106_the_top_foe_card_is_drawn_face_up() -> None:
    """Open to all; before it is drawn the player may still slot."""
    t = tower(
        at="dungeon 4",
        hand="blade expert_feint",
        foes={"dungeon": 4},
        foe_pile="manos the_inkwright",
    )
    t.begin("turn")
    assert t.asked == "RSP-106"
    assert {text.split()[0] for text in t.legal()} == {"draw", "slot"}
    t.by("slot", "blade", "s1").do("draw")
    assert (t.asked, t.foe_card) == ("RSP-108", "manos")


def test_rsp_107_its_text_comes_before_payment_and_without_swapping() -> None:
    """Manos costs 1 Sanity, the Baron d3 cards, and no slot changes from then on."""
    assert facing("manos").sanity() == 9
    t = tower(
        at="dungeon 4",
        hand="blade tool reavers_slash*2 expert_feint",
        foes={"dungeon": 4},
        foe_pile="the_blue_baron",
    ).begin("turn")
    t.do("draw", luck=[3])
    assert t.legal("slot") == set()
    t.by("pick", "reavers_slash").by("pick", "reavers_slash")
    assert t.asked == "RSP-108"
    assert t.discard() == "reavers_slash reavers_slash"
    assert t.legal("slot") | t.legal("unslot") == set()


def test_rsp_108_one_payment_from_hand_and_battlemat() -> None:
    """Everything at once, each attribute met."""
    t = facing(
        "manos",
        "reavers_slash rogues_strike*2 runelords_blast expert_feint",
        slots="blade - - candelabrum_of_hands -",
    )
    t.face("foe").pay(
        "reavers_slash",
        "blade",
        "rogues_strike",
        "rogues_strike",
        "runelords_blast",
        "candelabrum_of_hands:charm",
    )
    assert t.key()
    assert t.slots() == "- - - - -"


def test_rsp_108_no_brute_force_unless_printed() -> None:
    """Sir Hollow has 24, Manos none."""
    plenty = "siege_jack*6 expert_feint"  # 30 F
    assert not facing("manos", plenty).can("force foe")
    t = facing("sir_hollow", plenty)
    assert t.can("force foe")
    t.do("force foe").pay(*["siege_jack"] * 5)
    assert t.key()


def test_rsp_108_not_in_two_payments() -> None:
    """What is missing cannot be brought later: without it the Foe cannot even be declared."""
    t = facing("manos", "reavers_slash*2 rogues_strike*2 runelords_blast*2 expert_feint")
    assert not t.can("face foe")
    assert t.can("concede")


def test_rsp_108_a_showdown_that_can_be_paid_need_not_be() -> None:
    """Cannot or will not pay."""
    t = facing("manos", f"expert_feint {STRONG}")
    assert {"face foe", "concede"} <= t.legal()


def test_rsp_109_a_win_gives_the_key_and_the_loot_printed() -> None:
    """Two for Manos, three for Mother Omen."""
    t = beaten()
    assert t.key()
    assert {"cathedral_hammer", "candelabrum_of_hands"} & set(t.aside().split()) >= {
        "cathedral_hammer"
    }
    assert len(t.loot_pile.split()) == 4 - 2
    t = facing(
        "gorm_skullcart",
        "expert_feint kinslayer_unabridged headland_greatbow thornback_plate crown_of_the_unelected",
    )
    t.face("foe").pay(
        "kinslayer_unabridged:fight",
        "headland_greatbow:fight",
        "thornback_plate:skill",
        "crown_of_the_unelected:charm",
    )
    assert len(t.loot_pile.split()) == 4 - 3


def test_rsp_109_no_second_key() -> None:
    """A Hero who has one keeps it and still gets the Loot."""
    t = beaten(key=True)
    assert t.key()
    assert len(t.loot_pile.split()) == 2


@pytest.mark.parametrize("faces", [(1, 1), (2, 5), (4, 4)])
def test_rsp_110_a_loss_costs_two_dice_and_no_cards(faces: tuple[int, int]) -> None:
    """What was not Played stays in hand and slots."""
    t = facing("the_dark_warden", "expert_feint blade tool", slots="- - tool - -")
    t.do("concede", luck=list(faces))
    assert t.sanity() == 10 - sum(faces)
    assert t.hand() == "blade expert_feint tool"
    assert t.slots() == "- - tool - -"
    assert not t.key()
    assert len(t.loot_pile.split()) == 4


def test_rsp_110_what_was_played_is_spent() -> None:
    """A Feint activated in vain goes Aside."""
    t = facing("the_dark_warden", "expert_feint reavers_slash")
    t.by("activate", "expert_feint").maybe("concede", luck=[1, 1]).do("skip")
    assert (t.asked, t.aside()) == ("RSP-80", "expert_feint")


def test_rsp_111_token_off_and_card_to_the_bottom_whether_won_or_lost() -> None:
    """In public: everybody knows what lies at the bottom."""
    t = beaten()
    assert (t.foe(), t.foe_pile) == (None, "the_inkwright manos")
    t = facing("manos").do("concede", luck=[1, 1])
    assert (t.foe(), t.foe_pile) == (None, "the_inkwright manos")


def test_rsp_111_before_the_consequences_of_the_sanity_loss() -> None:
    """A Hero driven mad by the dice leaves no Foe behind."""
    t = facing("the_dark_warden", sanity=5).do("concede", luck=[3, 2])
    assert (t.where(), t.madness, t.turn) == ("dungeon 0", 2, 9)
    assert (t.foe(), t.foe_pile) == (None, "the_inkwright the_dark_warden")


def test_rsp_112_a_bonus_move_that_may_be_skipped() -> None:
    """Then Explore and Recover."""
    t = facing("manos", "expert_feint reavers_slash").do("concede", luck=[1, 1])
    assert (t.asked, t.legal()) == ("RSP-112", {"roll", "skip"})
    stays = t.copy().do("skip")
    assert (stays.where(), stays.asked) == ("dungeon 4", "RSP-80")
    t.do("roll", luck=[3]).do("step cw")
    assert (t.where(), t.asked) == ("dungeon 7", "RSP-80")
    t.do("end").maybe("end")
    assert t.turn == 9
    assert len(t.hand().split()) == 7


def test_rsp_112_after_a_win_too_and_by_the_rules_of_moving() -> None:
    """Exactly the roll, stairs included."""
    t = beaten(at="dungeon 6", rotation=(0, 6, 0)).do("roll", luck=[2])
    assert t.legal() == {"step cw", "step ccw", "step up"}
    assert t.do("step up", "step cw").where() == "temple 1"


def test_rsp_112_not_when_mad() -> None:
    """Madness ends the turn: no bonus move, no Recover."""
    t = facing("manos", sanity=4).do("concede", luck=[2, 1])
    assert (t.turn, t.where()) == (9, "dungeon 0")


def test_rsp_113_a_key_is_never_lost_and_never_short() -> None:
    """Not by Madness, nor when others have theirs."""
    t = facing("the_dark_warden", sanity=2, key=True).do("concede", luck=[1, 1])
    assert (t.where(), t.key()) == ("dungeon 0", True)


def test_rsp_113_a_sixth_key_when_five_have_one() -> None:
    """The printed five tokens are no limit."""
    words = ("quinn", "dawn", "aurora", "marcus", "shayla")
    mates = [mate(word, at="temple 3", key=True) for word in words]
    t = beaten(mates=mates, trading=False)
    assert t.state.keys == [1] * 6
