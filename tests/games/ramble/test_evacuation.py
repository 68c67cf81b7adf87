"""Ramble §4.12: evacuation, stranding and rescue."""

from collections import Counter
from typing import Any

import pytest

from tests.games.ramble.guidebook import CARDS, COPIES, each, explore_total, legal, on_pile, others
from tests.games.ramble.park import Park, park


def trapped(
    roles: str = "dogwalker lamplighter tourguide",
    at: str = "P0 P13 P7",
    hands: tuple[str, ...] = ("", "", ""),
    stranded: str = "all_lose",
    notch: int = 2,
    pile: str = "L18 ...",
    active: int = 0,
) -> Park:
    """The phase is about to remove T18, from which no neighbour remains."""
    return park(
        seats=len(hands),
        roles=roles,
        at=at,
        hands=list(hands),
        stranded=stranded,
        notch=notch,
        pile=pile,
        active=active,
        gone="T04 T05 T06",
        dark="T18",
        tokens="STN:0",
    )


def test_rmb_120_a_pawn_goes_to_an_adjacent_remaining_tile_lit_or_dark() -> None:
    """T11 at P10 goes: of its neighbours one is gone, one dark, two lit."""
    p = park(
        seats=2,
        roles="dogwalker lamplighter",
        at="P10 P0",
        dark="T11 T16",
        gone="T02",
        pile="L11 ...",
    )
    p.play("end", draw="BRG BRG")
    assert (p.rule, p.actor, p.lamp("T11")) == ("RMB-121", 0, "gone")
    assert legal(p) == each("evacuate", "P9 P3 P2")
    p.play("evacuate T16")
    assert (p.at(0), p.lamp("T16"), p.at(1)) == ("T16", "dark", "T03")


def test_rmb_120_pawns_elsewhere_stay() -> None:
    """Nobody stands on the removed tile, so nobody is asked."""
    p = park(seats=2, at="P9 P0", dark="T11", pile="L11 ...")
    p.play("end", draw="BRG BRG")
    assert (p.at(0), p.at(1), p.active) == ("T16", "T03", 1)


def test_rmb_121_pawns_leave_in_turn_order_from_the_active_seat() -> None:
    """Seat 2 is active: 2, 3, then 0; each chooses for itself."""
    p = park(
        seats=4,
        roles="dogwalker lamplighter tourguide birdwatcher",
        at="P9 P0 P9 P9",
        active=2,
        dark="T16",
        pile="L16 ...",
    )
    p.play("end", draw="BRG BRG")
    asked = []
    for tile in ("T11", "T15", "T14"):
        assert (p.rule, legal(p)) == ("RMB-121", each("evacuate", "P10 P2 P8"))
        asked.append(p.actor)
        p.play(f"evacuate {tile}")
    assert asked == [2, 3, 0]
    assert [p.at(seat) for seat in range(4)] == ["T14", "T03", "T11", "T15"]


def test_rmb_122_evacuation_costs_no_action_and_goes_one_step() -> None:
    """The evacuated seat has all three actions in its turn; distance 2 is not on offer."""
    p = park(seats=2, roles="dogwalker lamplighter", at="P0 P9", dark="T16", pile="L16 ...")
    p.play("end", draw="BRG BRG")
    assert (p.actor, p.active) == (1, 0)
    assert p.refuses("evacuate T10")
    assert not p.can("move T11")
    p.play("evacuate T11")
    assert (p.active, p.actions) == (1, 3)


def test_rmb_123_one_legal_tile_is_taken_by_itself() -> None:
    """Two of three neighbours are gone: no question."""
    p = park(
        seats=2,
        roles="dogwalker lamplighter",
        at="P9 P0",
        dark="T16",
        gone="T11 T15",
        pile="L16 ...",
    )
    p.play("end", draw="BRG BRG")
    assert (p.at(0), p.active, p.rule) == ("T14", 1, "RMB-32")


def test_rmb_124_all_pawns_of_a_tile_before_the_next_card() -> None:
    """While the second pawn decides, the next card has not been turned."""
    p = park(
        seats=2, roles="dogwalker lamplighter", at="P9 P9", dark="T16", notch=4, pile="L16 L10 ..."
    )
    p.play("end", "evacuate T11", draw="BRG BRG")
    assert (p.actor, p.rule, p.lamp("T10"), p.discard) == (1, "RMB-121", "lit", "")
    p.play("evacuate T15")
    assert (p.lamp("T10"), p.discard) == ("dark", "L10")


def test_rmb_124_an_evacuee_may_be_driven_on_by_the_next_card() -> None:
    """The tile that was chosen goes with the second card of the phase."""
    p = park(
        seats=2,
        roles="dogwalker lamplighter",
        at="P9 P0",
        dark="T16 T11",
        notch=4,
        pile="L16 L11 ...",
    )
    p.play("end", "evacuate T11", draw="BRG BRG")
    assert (p.actor, p.rule) == (0, "RMB-121")
    assert legal(p) == each("evacuate", "P11 P3 P2")


def test_rmb_125_a_pawn_without_a_tile_is_stranded_and_opens_the_rescue() -> None:
    """The holder of a GPS is asked under RMB-126, before anything is lost."""
    p = trapped(hands=("", "", "GPS"))
    p.play("end", "pass", draw="BRG BRG")
    assert (p.rule, p.actor, p.result) == ("RMB-126", 2, "playing")


def test_rmb_126_only_a_gps_rescues_and_only_the_stranded_pawn_leads() -> None:
    """Handbooks are no use; the legal answers are two, the destination is any remaining tile."""
    p = trapped(hands=("HBK", "", "GPS HBK"))
    p.play("end", "pass", "pass", draw="BRG BRG")
    assert (p.rule, p.actor) == ("RMB-126", 2)
    assert legal(p) == {"pass", "gps 1"}
    p.play("gps 1")
    assert legal(p) == each("relocate", others("T", "T04 T05 T06 T18"))
    p.play("relocate T01")
    assert (p.at(1), p.explore_discard, p.hand(2)) == ("T01", "GPS", "HBK")
    assert (p.result, p.active) == ("playing", 1)


def test_rmb_126_holders_are_asked_in_turn_order_the_stranded_one_too() -> None:
    """Seat 2 is active and has none: seat 0 passes, then the stranded seat 1 saves itself."""
    p = trapped(hands=("GPS", "GPS", ""), active=2)
    p.play("end", "pass", "pass", draw="BRG BRG")
    assert (p.rule, p.actor) == ("RMB-126", 0)
    p.play("pass")
    assert (p.rule, p.actor, legal(p)) == ("RMB-126", 1, {"pass", "gps 1"})
    p.play("gps 1", "relocate T13")
    assert (p.at(1), p.hand(0), p.hand(1)) == ("T13", "GPS", "")


def test_rmb_126_others_of_the_tile_not_yet_placed_may_come_along() -> None:
    """Both pawns of T18 leave with one GPS."""
    p = trapped(at="P0 P13 P13", hands=("GPS", "", ""))
    p.play("end", "pass", draw="BRG BRG")
    assert legal(p) == {"pass", "gps 1"}
    p.play("gps 1", "relocate T13")
    assert (p.actor, legal(p)) == (0, {"bring 2", "pass"})
    p.play("bring 2")
    assert (p.at(1), p.at(2), p.result, p.active) == ("T13", "T13", "playing", 1)


def test_rmb_126_left_behind_is_stranded_next() -> None:
    """Seat 2 is not taken along; without another GPS the game is lost."""
    p = trapped(at="P0 P13 P13", hands=("GPS", "", ""))
    p.play("end", "pass", draw="BRG BRG")
    p.play("gps 1", "relocate T13", "pass")
    assert (p.result, p.outcome.rule) == ("lost", "RMB-133")


def test_rmb_126_who_has_been_placed_already_does_not_come_along() -> None:
    """The Jogger left T18 by its stride; only seat 2 may join seat 1."""
    p = trapped(roles="jogger lamplighter tourguide", at="P13 P13 P13", hands=("GPS", "", ""))
    p.play("end", "pass", draw="BRG BRG")
    assert (p.actor, p.rule) == (0, "RMB-121")
    p.play("evacuate T03")
    assert (p.rule, legal(p)) == ("RMB-126", {"pass", "gps 1"})
    p.play("gps 1", "relocate T13")
    assert legal(p) == {"bring 2", "pass"}
    p.play("bring 2")
    assert [p.at(seat) for seat in range(3)] == ["T03", "T13", "T13"]


def test_rmb_126_who_could_walk_may_be_taken_along_too() -> None:
    """The Jogger, not yet placed, is offered as a companion, or evacuates by itself after it."""
    p = trapped(roles="dogwalker lamplighter jogger", at="P0 P13 P13", hands=("GPS", "", ""))
    p.play("end", "pass", draw="BRG BRG")
    p.play("gps 1", "relocate T13")
    assert legal(p) == {"bring 2", "pass"}
    q = p.copy()
    p.play("bring 2")
    assert (p.at(1), p.at(2), p.active) == ("T13", "T13", 1)
    q.play("pass")
    assert (q.actor, q.rule, q.at(1)) == (2, "RMB-121", "T13")
    assert legal(q) == each("evacuate", "P0 P3 P5 P11 P15")


def test_rmb_126_a_rescued_group_stands_together_before_the_next_card() -> None:
    """The second card of the phase comes after the rescue, with its own window before it."""
    p = trapped(hands=("", "", "GPS GPS"), notch=4, pile="L18 L16 ...")
    p.play("end", "pass", "gps 1", "relocate T16", draw="BRG BRG")
    assert (p.rule, p.actor, p.lamp("T16")) == ("RMB-98", 2, "lit")
    p.play("pass")
    assert (p.lamp("T16"), p.at(1)) == ("dark", "T16")


def test_rmb_127_unrescued_everyone_loses() -> None:
    """Without a GPS, or when its holder passes, the game is lost."""
    p = trapped()
    p.play("end", draw="BRG BRG")
    assert (p.result, p.outcome.rule) == ("lost", "RMB-133")
    p = trapped(hands=("", "", "GPS"))
    p.play("end", "pass", "pass", draw="BRG BRG")
    assert (p.result, p.outcome.rule) == ("lost", "RMB-133")


def test_rmb_128_unrescued_the_seat_is_out() -> None:
    """Pawn off the board, hand to the Explore discard, tokens still counted, no more turns."""
    p = park(
        seats=3,
        roles="dogwalker lamplighter tourguide",
        at="P0 P13 P7",
        hands=["", "WAT HBK LKT", ""],
        stranded="eliminate",
        gone="T05 T06 T04",
        dark="T18",
        tokens="STN:1",
        pile="L18 ...",
    )
    p.play("end", "pass", draw="BRG BRG")
    assert (p.result, p.at(1), p.hand(1)) == ("playing", "-", "")
    assert Counter(p.explore_discard.split()) == Counter(["WAT", "HBK", "LKT"])
    assert (p.tokens, p.tokens_of(1)) == ("STN", "STN")
    assert explore_total(p, 3) == COPIES
    assert p.active == 2
    p.play("end", draw="MDW MDW", lights="L16")
    assert p.active == 0


def test_rmb_128_an_eliminated_seat_counts_for_nothing_else() -> None:
    """It is no receiver, no target, no lead and no companion; nobody is asked for it."""
    common: dict[str, Any] = {"seats": 3, "at": "P0 - P0", "stranded": "eliminate"}
    p = park(**common, roles="dogwalker jogger tourguide", hands=["WAT GPS", "", ""])
    assert legal(p, "give") == {"give 2 WAT"}
    assert legal(p, "gps") == {"gps 0", "gps 2"}
    p = park(**common, roles="tourguide jogger dogwalker")
    assert {text.split()[1] for text in p.legal("guide")} == {"2"}


def test_rmb_128_the_phase_is_completed_when_the_active_seat_is_out() -> None:
    """The second card still comes, then the next seat in order."""
    p = trapped(at="P13 P0 P7", stranded="eliminate", notch=4, pile="L18 L16 ...")
    p.play("end", draw="BRG BRG")
    assert (p.at(0), p.lamp("T16"), p.discard, p.active) == ("-", "dark", "L16", 1)
    assert on_pile(p) | {"L16"} == set(CARDS) - {"L04", "L05", "L06", "L18"}


@pytest.mark.parametrize("hands", [("", ""), ("BRG", "GPS")])
def test_rmb_128_when_no_seat_is_left_the_game_is_lost(hands: tuple[str, str]) -> None:
    """Both stand on the trapped tile, and who could help passes."""
    p = trapped(roles="dogwalker lamplighter", at="P13 P13", hands=hands, stranded="eliminate")
    p.play("end", *(["pass"] * (3 if "GPS" in hands else 0)), draw="BRG BRG")
    assert (p.result, p.outcome.rule) == ("lost", "RMB-133")
