"""Ramble §4.14: what each parkgoer can do."""

import pytest

from tests.games.ramble.guidebook import (
    CARDS,
    GAME,
    STARTS,
    each,
    layers,
    legal,
    on_pile,
    others,
    within,
)
from tests.games.ramble.park import park

ROLES = list(STARTS)


@pytest.mark.parametrize("role", ROLES)
def test_rmb_140_an_ability_belongs_to_its_seat_alone(role: str) -> None:
    """With all six at the table, only the active one's ability is on the menu."""
    order = [role, *(other for other in ROLES if other != role)]
    p = park(
        seats=6,
        roles=" ".join(order),
        at="P0 P1 P1 P5 P5 P9",
        hands=["WAT", "BRG", "", "", "", ""],
        dark="T03 T10",
    )
    assert (len(legal(p, "move")) > 6) == (role == "jogger")
    assert bool(legal(p, "give")) == (role == "dogwalker")
    assert bool(legal(p, "guide")) == (role == "tourguide")
    assert p.can("scout") == (role == "birdwatcher")
    assert bool(legal(p, "steal")) == (role == "pickpocket")
    p.play("fix T03")
    assert (p.rule == "RMB-144") == (role == "lamplighter")


def test_rmb_140_an_eliminated_seat_has_no_ability_left() -> None:
    """The Tour Guide is out: its turn never comes and nobody else guides."""
    p = park(
        seats=3,
        roles="dogwalker tourguide lamplighter",
        at="P0 - P1",
        stranded="eliminate",
    )
    for card in ("L11", "L14"):
        assert legal(p, "guide") == set()
        p.play("end", draw="BRG BRG", lights=card)
        assert p.active != 1


def test_rmb_141_the_jogger_reaches_distance_two() -> None:
    """From the centre every other tile, in one action."""
    p = park(seats=2, roles="jogger lamplighter", at="P0 P1")
    assert legal(p, "move") == each("move", others("T", "T03"))
    p.play("move T13")
    assert (p.at(0), p.actions) == ("T13", 2)
    assert legal(p, "move") == {f"move {tile}" for tile in within("T13", 2)}


def test_rmb_141_whatever_lies_between() -> None:
    """With all three neighbours gone the Jogger still leaves the corner; gaps are no goal."""
    p = park(seats=2, roles="jogger lamplighter", at="P7 P0", gone="T14 T10 T17")
    assert legal(p, "move") == each("move", "P9 P2 P0 P6 P17")
    assert p.refuses("move T10")
    assert p.refuses("move T09")


def test_rmb_142_the_jogger_evacuates_to_distance_one_or_two() -> None:
    """From P9 all remaining tiles within two steps, over the gap at P2."""
    p = park(
        seats=2,
        roles="jogger lamplighter",
        at="P9 P9",
        dark="T16",
        gone="T15",
        pile="L16 ...",
    )
    p.play("end", draw="BRG BRG")
    assert (p.rule, p.actor) == ("RMB-121", 0)
    assert legal(p) == {f"evacuate {tile}" for tile in within("T16", 2) - {"T15"}}
    p.play("evacuate T13")
    assert legal(p) == each("evacuate", "P10 P8")


def test_rmb_143_the_lamplighter_fixes_two_for_one_action() -> None:
    """Own and adjacent tiles; a third dark tile in reach and one out of reach stay dark."""
    p = park(seats=2, roles="lamplighter jogger", at="P0 P1", dark="T03 T09 T05 T16")
    assert legal(p, "fix") == {"fix T03", "fix T09", "fix T05"}
    p.play("fix T03", "fix T05")
    assert [p.lamp(tile) for tile in ("T03", "T05", "T09", "T16")] == ["lit", "lit", "dark", "dark"]
    assert (p.actions, p.rule) == (2, "RMB-32")


def test_rmb_143_one_tile_is_enough() -> None:
    """With one dark tile in reach there is no second question."""
    p = park(seats=2, roles="lamplighter jogger", at="P0 P1", dark="T03 T16")
    p.play("fix T03")
    assert (p.lamp("T03"), p.actions, p.rule) == ("lit", 2, "RMB-32")


def test_rmb_144_the_second_tile_is_optional_and_chosen_directly() -> None:
    """Only dark tiles in reach and none at all; no Special card in between."""
    p = park(
        seats=2,
        roles="lamplighter jogger",
        at="P0 P1",
        dark="T03 T09 T05 T16",
        hands=["HBK", "GPS HBK"],
    )
    p.play("fix T09")
    assert (p.rule, p.actor, p.lamp("T09")) == ("RMB-144", 0, "lit")
    assert legal(p) == {"fix T03", "fix T05", "pass"}
    p.play("pass")
    assert (p.actions, p.lamp("T03"), p.lamp("T05")) == (2, "dark", "dark")
    assert (p.rule, p.can("handbook T16")) == ("RMB-32", True)


def test_rmb_145_the_dog_walker_gives_at_any_distance() -> None:
    """Landmark cards to every seat that is still in, however far."""
    p = park(
        seats=4,
        roles="dogwalker lamplighter jogger pickpocket",
        at="P15 P9 P15 -",
        hands=["LKT GPS", "", "", ""],
        stranded="eliminate",
    )
    assert legal(p, "give") == {"give 1 LKT", "give 2 LKT"}
    p.play("give 1 LKT")
    assert (p.hand(0), p.hand(1), p.actions) == ("GPS", "LKT", 2)


def test_rmb_145_others_need_the_same_tile_to_give_to_the_dog_walker() -> None:
    """Far away nothing, on the same tile as usual."""
    p = park(seats=2, roles="lamplighter dogwalker", at="P9 P15", hands=["LKT", ""])
    assert legal(p, "give") == set()
    p = park(seats=2, roles="lamplighter dogwalker", at="P9 P9", hands=["LKT", ""])
    assert legal(p, "give") == {"give 1 LKT"}


def test_rmb_146_the_tour_guide_leads_one_or_two_steps() -> None:
    """On a whole map everything within two steps of the guided pawn, wherever the guide is."""
    p = park(seats=2, roles="tourguide lamplighter", at="P15 P9")
    assert legal(p, "guide") == {f"guide 1 {tile}" for tile in within("T16", 2)}
    p.play("guide 1 T10")
    assert (p.at(1), p.at(0), p.actions, p.actor) == ("T10", "T01", 2, 0)


def test_rmb_146_steps_go_over_remaining_tiles_lit_or_dark() -> None:
    """P9 with P2 and P8 gone: only P10 and what lies behind it."""
    p = park(seats=2, roles="tourguide lamplighter", at="P15 P9", gone="T15 T14", dark="T11")
    assert legal(p, "guide") == each("guide 1", "P10 P11 P3")


def test_rmb_146_the_pawn_must_end_elsewhere() -> None:
    """There and back is no guiding; with every neighbour gone there is nothing."""
    p = park(seats=2, roles="tourguide lamplighter", at="P15 P9")
    assert p.refuses("guide 1 T16")
    p = park(seats=2, roles="tourguide lamplighter", at="P15 P9", gone="T15 T14 T11")
    assert legal(p, "guide") == set()


def test_rmb_147_no_stride_for_a_guided_jogger_and_no_guiding_oneself() -> None:
    """The Jogger on P7 with all neighbours gone cannot be led; seat 0 never leads itself."""
    p = park(seats=3, roles="tourguide jogger lamplighter", at="P0 P7 P9", gone="T14 T10 T17")
    assert {text.split()[1] for text in p.legal("guide")} == {"2"}
    assert p.refuses("guide 0 T09")


def test_rmb_147_an_eliminated_pawn_is_not_guided() -> None:
    """Only who is on the board."""
    p = park(
        seats=3,
        roles="tourguide jogger lamplighter",
        at="P0 - P9",
        stranded="eliminate",
    )
    assert {text.split()[1] for text in p.legal("guide")} == {"2"}


def test_rmb_148_the_keen_eye_shows_three_cards_to_everyone() -> None:
    """The top three out of the layer, for all seats and spectators."""
    p = park(seats=2, roles="birdwatcher lamplighter", at="P0 P1")
    p.play("scout", lights="L13 L02 L09")
    assert (p.rule, p.actor, p.actions) == ("RMB-149", 0, 2)
    for seat in (None, 0, 1):
        shown = GAME.view(p.state, seat).table["scout"]
        assert [card["id"] for card in shown] == ["L13", "L02", "L09"]


def test_rmb_148_at_most_once_a_turn() -> None:
    """Not again this turn, but again in the next one."""
    p = park(seats=2, roles="birdwatcher lamplighter", at="P0 P1", pile="L11 L14 L16 ...")
    p.play("scout", "pass")
    assert (p.actions, p.can("scout")) == (2, False)
    p.play("end", draw="BRG BRG")
    assert not p.can("scout")
    p.play("end", draw="BRG BRG")
    assert (p.active, p.can("scout")) == (0, True)


def test_rmb_148_with_fewer_cards_all_of_them() -> None:
    """A pile of two shows two."""
    p = park(
        seats=2,
        roles="birdwatcher lamplighter",
        at="P0 P1",
        pile="L11 L14",
        discard=others("L", "L11 L14"),
    )
    p.play("scout")
    assert legal(p) == {"drop L11", "drop L14", "pass"}


def test_rmb_148_cards_come_out_of_the_layers_from_the_top() -> None:
    """One card known, two of an open pair: the third of the next layer is not touched."""
    p = park(
        seats=2, roles="birdwatcher lamplighter", at="P0 P1", pile="L13 (L02 L09) (L11 L14) ..."
    )
    p.play("scout", "pass", lights="L09 L02")
    below = set(CARDS) - {"L13", "L02", "L09", "L11", "L14"}
    assert layers(p.pile) == [{"L13"}, {"L09"}, {"L02"}, {"L11", "L14"}, below]


def test_rmb_149_at_most_one_card_is_put_aside_unresolved() -> None:
    """The dropped card lies in the discard and its tile is as before, dark or lit."""
    p = park(seats=2, roles="birdwatcher lamplighter", at="P0 P1", dark="T13")
    p.play("scout", lights="L13 L02 L09")
    assert legal(p) == {"drop L13", "drop L02", "drop L09", "pass"}
    q = p.copy()
    p.play("drop L13")
    assert (p.discard, p.lamp("T13"), p.rule) == ("L13", "dark", "RMB-32")
    q.play("drop L02")
    assert (q.discard, q.lamp("T02")) == ("L02", "lit")


def test_rmb_149_the_others_return_on_top_in_order_and_stay_known() -> None:
    """After a drop two known cards lie on top, after none three."""
    p = park(seats=2, roles="birdwatcher lamplighter", at="P0 P1")
    p.play("scout", lights="L13 L02 L09")
    q = p.copy()
    p.play("drop L02")
    below = set(CARDS) - {"L13", "L02", "L09"}
    assert layers(p.pile) == [{"L13"}, {"L09"}, below]
    q.play("pass")
    assert layers(q.pile) == [{"L13"}, {"L02"}, {"L09"}, below]
    assert q.discard == ""
    q.play("end", draw="BRG BRG")  # L13 comes by itself: everyone knew it
    assert (q.lamp("T13"), q.discard) == ("dark", "L13")


def test_rmb_150_an_emptied_pile_is_refilled_at_once() -> None:
    """The only card is dropped: all 19 are shuffled into one layer."""
    p = park(
        seats=2,
        roles="birdwatcher lamplighter",
        at="P0 P1",
        pile="L11",
        discard=others("L", "L11"),
    )
    p.play("scout", "drop L11")
    assert (p.discard, layers(p.pile), p.lamp("T11")) == ("", [set(CARDS)], "lit")
    assert (p.rule, p.actions) == ("RMB-32", 2)


def test_rmb_151_the_pile_is_never_empty_at_an_action() -> None:
    """Right after the last card was drawn the Birdwatcher finds a new pile to look at."""
    p = park(
        seats=2,
        roles="lamplighter birdwatcher",
        at="P0 P1",
        pile="L11",
        discard=others("L", "L11"),
    )
    p.play("end", draw="BRG BRG")
    assert (p.active, p.can("scout"), len(on_pile(p))) == (1, True, 19)


def test_rmb_152_the_number_of_cards_drawn_stays_the_same() -> None:
    """At level 2 two cards follow a drop, the two that were returned."""
    p = park(seats=2, roles="birdwatcher lamplighter", at="P0 P1", notch=4)
    p.play("scout", "drop L14", lights="L11 L14 L16")
    assert p.level == 2
    p.play("end", draw="BRG BRG")
    assert p.discard == "L11 L14 L16"
    assert (p.lamp("T11"), p.lamp("T14"), p.lamp("T16")) == ("dark", "lit", "dark")


def test_rmb_153_the_pickpocket_takes_any_card_nearby() -> None:
    """Same or adjacent tile, Landmark or Special card; not from distance 2."""
    p = park(
        seats=4,
        roles="pickpocket lamplighter jogger dogwalker",
        at="P6 P0 P6 P3",
        hands=["", "GPS WAT", "HBK HBK", "WAT"],
    )
    assert legal(p, "steal") == {"steal 1 GPS", "steal 1 WAT", "steal 2 HBK"}
    p.play("steal 2 HBK")
    assert (p.hand(0), p.hand(2), p.actions) == ("HBK", "HBK", 2)


def test_rmb_153_over_a_gap_adjacent_is_still_adjacent_and_eliminated_seats_are_not() -> None:
    """What counts is where the pawns stand; a seat that is out holds nothing."""
    p = park(
        seats=3,
        roles="pickpocket lamplighter jogger",
        at="P6 P0 -",
        hands=["", "WAT", ""],
        gone="T10 T07",
        stranded="eliminate",
    )
    assert legal(p, "steal") == {"steal 1 WAT"}


def test_rmb_154_no_refusal_one_action_a_card_no_limit() -> None:
    """Three thefts in one turn without a question to the victim."""
    p = park(seats=2, roles="pickpocket lamplighter", at="P0 P1", hands=["", "WAT WAT LKT"])
    p.play("steal 1 WAT")
    assert (p.actor, p.rule, p.actions) == (0, "RMB-32", 2)
    p.play("steal 1 LKT")
    assert (p.actor, p.actions) == (0, 1)
    p.play("steal 1 WAT", draw="BRG BRG", lights="L16")
    assert (p.hand(0), p.hand(1)) == ("BRG BRG WAT WAT LKT", "")


def test_rmb_154_the_sixth_card_is_shed_at_once() -> None:
    """With five in hand a theft asks for a shed, the stolen Special card may be played."""
    p = park(
        seats=2,
        roles="pickpocket lamplighter",
        at="P0 P1",
        hands=["BRG BRG BRG WAT WAT", "HBK"],
        dark="T16",
    )
    p.play("steal 1 HBK")
    assert (p.rule, p.actor) == ("RMB-81", 0)
    assert legal(p) == {"discard BRG", "discard WAT", "discard HBK", "handbook T16"}
    p.play("handbook T16")
    assert (p.lamp("T16"), p.actions, p.rule) == ("lit", 2, "RMB-32")


def test_rmb_155_tokens_are_safe_and_the_pickpocket_gives_like_everyone() -> None:
    """No token on the menu; a stolen GPS is never given, a card only on the same tile."""
    p = park(
        seats=3,
        roles="pickpocket lamplighter jogger",
        at="P0 P0 P1",
        hands=["WAT GPS", "LKT", ""],
        tokens="BRG:1 STN:2",
    )
    assert legal(p, "steal") == {"steal 1 LKT"}
    assert legal(p, "give") == {"give 1 WAT"}
    p.play("steal 1 LKT")
    assert (p.tokens_of(1), p.tokens_of(2), p.tokens_of(0)) == ("BRG", "STN", "")
