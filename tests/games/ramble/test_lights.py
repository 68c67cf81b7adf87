"""Ramble §4.12: the Lights Out cards, and what always holds for them."""

from fractions import Fraction
from typing import Any

import pytest

from ravelbox.kernel.options import Value
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER, State, random_step
from tests.games.ramble.guidebook import (
    CARDS,
    COPIES,
    GAME,
    RAMBLE_TRACK,
    deal,
    each,
    held,
    layers,
    legal,
    lights_of,
    on_pile,
    others,
    spread,
    states,
)
from tests.games.ramble.park import park

FRESH = ["L11", "L14", "L15", "L16", "L17"]  # cards of five lit tiles that matter to nobody


@pytest.mark.parametrize("notch", range(1, 12))
def test_rmb_105_as_many_cards_as_the_meter_says(notch: int) -> None:
    """Each notch of the meter draws its level."""
    level = RAMBLE_TRACK[notch - 1]
    p = park(seats=2, at="P0 P5", notch=notch)
    assert p.level == level
    p.play("end", draw="BRG BRG", lights=" ".join(FRESH[:level]))
    assert p.discard == " ".join(FRESH[:level])
    assert len(on_pile(p)) == 19 - (level or 0)


def test_rmb_105_the_level_at_the_start_of_the_phase_counts() -> None:
    """An ITD of the same turn has raised it already: notch 6 to 7 makes three cards."""
    p = park(seats=2, at="P0 P5", notch=6)
    p.play("end", draw="BRG ITD", lights="L11 L14 L15")
    assert p.discard == "L11 L14 L15"


def test_rmb_106_cards_come_one_at_a_time() -> None:
    """Between two cards there is a window, and only the first has been carried out."""
    p = park(seats=2, at="P0 P5", notch=4, hands=["", "HBK"], dark="T02", pile="L11 L14 ...")
    p.play("end", "pass", draw="BRG BRG")
    assert (p.rule, p.lamp("T11"), p.lamp("T14"), p.discard) == ("RMB-98", "dark", "lit", "L11")
    p.play("pass")
    assert (p.lamp("T14"), p.discard, p.active) == ("dark", "L11 L14", 1)


def test_rmb_106_any_card_of_the_top_layer_may_come() -> None:
    """The next card is each of the layer's cards with the same chance."""
    p = park(seats=2, at="P0 P5", hands=["", "HBK"], dark="T02", pile="(L11 L14 L15 L16) ...")
    p.play("end", draw="BRG BRG")
    fourth = Fraction(1, 4)
    assert spread(p, "pass", lambda q: q.discard) == dict.fromkeys(
        ("L11", "L14", "L15", "L16"), fourth
    )


def test_rmb_107_a_lit_tile_turns_dark_and_pawns_stay() -> None:
    """The card goes to the discard and both pawns remain on the tile."""
    p = park(seats=2, at="T11 T11")
    p.play("end", draw="BRG BRG", lights="L11")
    assert (p.lamp("T11"), p.discard, p.gone) == ("dark", "L11", "")
    assert (p.at(0), p.at(1), p.rule) == ("T11", "T11", "RMB-32")


def test_rmb_108_a_dark_tile_is_removed_for_good() -> None:
    """Tile and card leave the game: neither in the pile nor in the discard."""
    p = park(seats=2, at="P0 P5", dark="T11", discard="L16")
    p.play("end", draw="BRG BRG", lights="L11")
    assert (p.lamp("T11"), p.gone, p.discard) == ("gone", "T11", "L16")
    assert on_pile(p) == set(CARDS) - {"L11", "L16"}
    table = GAME.view(p.state, None).table
    assert table["lights"]["gone"] == ["T11"]
    assert table["lights"]["count"] == 17


def test_rmb_109_loss_is_checked_before_pawns_are_evacuated() -> None:
    """The last Stonework tile goes with a pawn on it: lost, and nobody is asked where to go."""
    p = park(seats=2, at="T06 P0", gone="T05", dark="T06", pile="L06 ...")
    p.play("end", draw="BRG BRG")
    assert (p.result, p.actor, p.outcome.rule) == ("lost", -2, "RMB-131")


def test_rmb_109_the_exit_is_lost_before_pawns_are_evacuated() -> None:
    """The pawns on the Exit could step aside, but the game is over first."""
    p = park(seats=2, at="T13 T13", dark="T13", pile="L13 ...")
    p.play("end", draw="BRG BRG")
    assert (p.result, p.actor, p.outcome.rule) == ("lost", -2, "RMB-132")


def test_rmb_109_loss_comes_before_stranding_and_its_rescue() -> None:
    """A stranded pawn on the last tile of a landmark: loss 1, not loss 3, and no rescue window."""
    p = park(
        seats=2,
        roles="dogwalker lamplighter",
        at="T06 P7",
        gone="T05 T02 T09 T18",
        dark="T06",
        hands=["", "GPS"],
        pile="L06 ...",
    )
    p.play("end", "pass", draw="SHL SHL")
    assert (p.result, p.outcome.rule) == ("lost", "RMB-131")


def test_rmb_110_an_empty_pile_is_refilled_after_the_card_is_resolved() -> None:
    """The card just resolved is shuffled in with the others, as one layer, at once."""
    p = park(seats=2, at="P0 P5", pile="L11", discard=others("L", "L11"))
    p.play("end", draw="BRG BRG")
    assert (p.lamp("T11"), p.discard) == ("dark", "")
    assert layers(p.pile) == [set(CARDS)]


def test_rmb_110_a_removed_card_is_not_shuffled_in() -> None:
    """The last card removed its tile; the new pile has the other 18."""
    p = park(seats=2, at="P0 P5", dark="T11", pile="L11", discard=others("L", "L11"))
    p.play("end", draw="BRG BRG")
    assert p.gone == "T11"
    assert layers(p.pile) == [set(CARDS) - {"L11"}]


def test_rmb_110_the_phase_goes_on_with_the_new_pile() -> None:
    """Three cards: one from the old pile, two from the new one."""
    p = park(seats=2, at="P0 P5", notch=7, pile="L11", discard=others("L", "L11"))
    p.play("end", draw="BRG BRG", lights="L14 L16")
    assert p.discard == "L14 L16"
    assert layers(p.pile) == [set(CARDS) - {"L14", "L16"}]


def test_rmb_110_pawns_are_evacuated_before_the_reshuffle() -> None:
    """A card is fully resolved only when its pawns have been placed."""
    p = park(seats=2, at="T11 P5", dark="T11", pile="L11", discard=others("L", "L11"))
    p.play("end", draw="BRG BRG")
    assert (p.rule, p.pile) == ("RMB-121", "")
    p.play("evacuate T16")
    assert (p.discard, layers(p.pile)) == ("", [set(CARDS) - {"L11"}])


def test_rmb_111_one_tile_may_turn_dark_and_be_removed_in_one_phase() -> None:
    """L11 is the last card of the old pile and the first of the new one."""
    p = park(seats=2, at="P0 P5", notch=4, pile="L11", discard=others("L", "L11"))
    p.play("end", draw="BRG BRG", lights="L11")
    assert (p.gone, p.discard) == ("T11", "")
    assert on_pile(p) == set(CARDS) - {"L11"}


def keeps_its_cards(state: State, seats: int) -> None:
    """Pile and discard together are the remaining tiles one for one; 39 Explore cards."""
    table = GAME.view(state, None).table
    pile, discard = lights_of(table)
    assert table["lights"]["count"] == len(pile)
    remaining = states(table, "lit") | states(table, "dark")
    assert sorted(pile + discard) == sorted(f"L{tile[1:]}" for tile in remaining)
    assert set(table["lights"]["gone"]) == states(table, "gone")
    if table["phase"] == "setup":
        return  # the three ITD are set aside for the deal
    explore = {row["kind"]: row["left"] + row["discarded"] for row in table["explore"]["kinds"]}
    for seat in range(seats):
        for kind, n in held(table, seat).items():
            explore[kind] += n
    assert explore == COPIES
    assert explore["ITD"] == 3


HOUSES: list[tuple[int, dict[str, Value]]] = [
    (2, {}),
    (3, {"stranded": "eliminate", "interject": "poll"}),
    (4, {"hand_check": "each_card", "difficulty": "golden_hour"}),
    (5, {"meter": "classic", "layout": "scenic"}),
    (6, {"stranded": "eliminate", "difficulty": "midnight", "players": 3}),
    (4, {"role_assignment": "chosen", "first_player": "chosen", "goal": "honours", "players": 2}),
]


@pytest.mark.parametrize(("seats", "options"), HOUSES)
def test_rmb_112_pile_and_discard_are_always_the_remaining_tiles(
    seats: int, options: dict[str, Value]
) -> None:
    """In random games, at every decision, whoever must decide."""
    decisions = 0
    for seed in range(8):
        state = deal(seed, seats, **options).state
        rng = Rng(seed)
        while state.actor != OVER:
            if state.actor >= 0:
                keeps_its_cards(state, seats)
                decisions += 1
            random_step(state, rng)
    assert decisions > 100


@pytest.mark.parametrize("left", ["L04", "L04 L09", "(L04 L09 L16)"])
def test_rmb_112_it_holds_through_reshuffles_and_keen_eye(left: str) -> None:
    """Random play from tables whose pile is about to run out, with a Birdwatcher who looks."""
    looked = refilled = 0
    for seed in range(12):
        inside = left.replace("(", "").replace(")", "")
        p = park(
            seats=3,
            roles="birdwatcher lamplighter jogger",
            dark="T02 T16 T12",
            pile=left,
            discard=others("L", inside),
            notch=1 + seed % 5,
        )
        state, rng = p.state, Rng(seed)
        scout = GAME.space.parse("scout")
        before = len(inside.split())
        while state.actor != OVER:
            if state.actor >= 0:
                keeps_its_cards(state, 3)
                table = GAME.view(state, None).table
                refilled += table["lights"]["count"] > before and not table["lights"]["discard"]
                before = table["lights"]["count"]
                if scout in state.legal():
                    state.apply(scout)
                    looked += 1
                    continue
            random_step(state, rng)
    assert looked > 12
    assert refilled > 12


def test_rmb_113_darkness_changes_nothing_but_repairs() -> None:
    """The menu on an all-dark map is the menu on an all-lit one, plus Fix."""
    scene: dict[str, Any] = {
        "seats": 3,
        "roles": "dogwalker pickpocket tourguide",
        "at": "T03 T10 T03",
        "hands": ["WAT WAT WAT WAT GPS", "BRG", "LKT"],
    }
    for active in range(3):
        lit = legal(park(**scene, active=active))
        dark = legal(park(**scene, active=active, dark=others("T", "")))
        assert {text for text in dark if text.split()[0] != "fix"} == lit
        own = "T10" if active == 1 else "T03"
        near = "P7 P8 P2 P0 P6 P18" if active == 1 else "P1 P2 P3 P4 P5 P6"
        assert {text for text in dark if text.split()[0] == "fix"} == each("fix", f"{own} {near}")
