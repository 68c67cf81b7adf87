"""R.A.V.E.L. §4.2: the deal."""

from collections import Counter
from math import factorial, prod
from typing import Any

import ravelbox
from ravelbox.kernel.dealer import Scripted
from ravelbox.kernel.match import Match
from ravelbox.kernel.rules import CHANCE
from tests.games.ravel.bench import X, bench, new, seeded
from tests.games.ravel.test_geometry import lively

GAME = ravelbox.load("ravel")
DICE = ["O1", "O2", "W1", "W2", "K1", "K2", "B1", "B2"]
STANDARD = [f"{n}S" for n in range(1, 17)]
DEALS = 1200


def asked_at_setup(answers: dict[int, int]) -> list[int]:
    """How many equally likely answers each chance question of a deal has; 0 unless told."""
    state = GAME.new(GAME.options_of({}), 1)
    counts: list[int] = []
    while state.actor == CHANCE:
        answer = answers.get(len(counts), 0)
        counts.append(len(state.legal()))
        state.apply(answer)
    return counts


def dealt_by(answers: list[int]) -> dict[str, Any]:
    """The table after a deal in which chance gave these answers."""
    match = Match.new(GAME, {}, seats=1, dealer=Scripted(answers))
    return match.view(0).table


def summary(table: dict[str, Any]) -> tuple[object, ...]:
    """Everything that the deal decided and the player can see."""
    dice = tuple((die["die"], die["face"]) for die in table["dice"])
    return dice, tuple(table["stacks"][side][0]["id"] for side in "NESW")


def test_rvl_15_dice_are_drawn_rolled_and_laid_clockwise_from_the_top_left() -> None:
    """Draw, roll, lay on the next space: scripted draws and rolls fill p0 to p7 (ruling Q2)."""
    faces = [4, 2, 6, 1, 3, 5, 2, 4]
    script = [answer for face in faces for answer in (0, face - 1)] + [0, 0, 0, 0]
    table = dealt_by(script)
    assert [die["space"] for die in table["dice"]] == [f"p{i}" for i in range(8)]
    assert [die["face"] for die in table["dice"]] == faces
    assert [die["die"] for die in table["dice"]] == DICE


def test_rvl_15_a_drawn_die_is_not_drawn_again() -> None:
    """Each draw has one possibility fewer than the draw before it; each roll has six."""
    counts = asked_at_setup({})
    assert counts[:16] == [8, 6, 7, 6, 6, 6, 5, 6, 4, 6, 3, 6, 2, 6, 1, 6]


def test_rvl_16_all_layouts_and_values_are_equally_likely() -> None:
    """A deal has 8! draws times 6^8 rolls times the top cards, all equally likely."""
    assert prod(asked_at_setup({})) == factorial(8) * 6**8 * (16 * 15 * 14 * 13)


def test_rvl_16_every_answer_of_chance_gives_another_deal() -> None:
    """Changing one answer of chance always changes the deal, so no layout counts twice."""
    counts = asked_at_setup({})
    for question, many in enumerate(counts):
        deals = set()
        for answer in range(many):
            script = [0] * len(counts)
            script[question] = answer
            deals.add(summary(dealt_by(script)))
        assert len(deals) == many


def test_rvl_16_dealt_dice_are_even_over_colours_and_values() -> None:
    """Over 1200 fixed seeds each colour and each value is on each space as often as expected.

    Expected 300 and 200; the tolerance of 75 and 65 is five standard deviations.
    """
    colours: Counter[tuple[str, str]] = Counter()
    values: Counter[tuple[str, int]] = Counter()
    for seed in range(DEALS):
        for die in seeded(seed=seed).view(0).table["dice"]:
            colours[die["space"], die["colour"]] += 1
            values[die["space"], die["face"]] += 1
    assert len(colours) == 32
    assert len(values) == 48
    assert all(abs(n - DEALS / 4) <= 75 for n in colours.values())
    assert all(abs(n - DEALS / 6) <= 65 for n in values.values())


def test_rvl_17_the_default_deck_is_the_sixteen_standard_cards() -> None:
    """Without a choice of deck the game has the 16 Standard cards, each once."""
    match = Match.new(GAME, {}, seats=1, dealer=Scripted([0] * 20))
    table = match.view(0).table
    assert table["deck"] == "S"
    assert [card["id"] for card in table["cogs"]] == STANDARD
    assert table["left"] == 16


def test_rvl_18_the_deck_is_split_into_four_stacks_of_four() -> None:
    """Every side gets four cards in every kind of deck."""
    for deck in ("S", "A", "C5", "W11"):
        stacks = seeded(seed=3, deck=deck).view(0).table["stacks"]
        assert {side: len(stack) for side, stack in stacks.items()} == dict.fromkeys("NESW", 4)


def test_rvl_18_any_card_may_be_anywhere() -> None:
    """The first top card is one of 16, the next of 15, 14 and 13: the deck is shuffled.

    Over 1200 fixed seeds each card tops each stack about 75 times (tolerance 45, 5.4 sigma).
    """
    assert asked_at_setup({})[16:] == [16, 15, 14, 13]
    tops: Counter[tuple[str, str]] = Counter()
    for seed in range(DEALS):
        stacks = seeded(seed=seed).view(0).table["stacks"]
        tops.update((side, stack[0]["id"]) for side, stack in stacks.items())
    assert set(tops) == {(side, card) for side in "NESW" for card in STANDARD}
    assert all(abs(n - DEALS / 16) <= 45 for n in tops.values())


def test_rvl_19_only_the_four_top_cards_are_turned_up() -> None:
    """After the deal each stack shows its top card, and three backs."""
    for seed in range(20):
        for stack in seeded(seed=seed).view(0).table["stacks"].values():
            assert stack[0] is not None
            assert stack[1:] == [None, None, None]


def test_rvl_20_the_player_starts_with_eight_tokens() -> None:
    """The default is eight available tokens and none spent."""
    table = Match.new(GAME, {}, seats=1, dealer=Scripted([0] * 20)).view(0).table
    assert (table["start_tokens"], table["ready"], table["spent"]) == (8, 8, 0)


def test_rvl_20_the_other_tokens_are_unused() -> None:
    """With T starting tokens all T can be spent and no more: the 12 - T others are in the box."""
    for tokens in range(8, 13):
        b = bench(X, e="13S", tokens=f"{tokens}/{tokens}")
        for n in range(tokens):
            assert b.tokens == f"{tokens - n}/{tokens}"
            b.play("swap p6")
        assert b.tokens == f"0/{tokens}"
        assert b.legal() == ["unlock E"]


def test_rvl_21_cards_outside_the_deck_never_appear() -> None:
    """In whole games every card that is ever seen belongs to the 16 of the deck."""
    for deck in ("S", "A", "C6"):
        for seed in range(8):
            match = seeded(seed=seed, deck=deck, tokens=12)
            deck_ids = {card["id"] for card in match.view(0).table["cogs"]}
            assert len(deck_ids) == 16
            for view in lively(match, seed):
                up = [c for stack in view.table["stacks"].values() for c in stack if c]
                seen = {card["id"] for card in [*up, *view.table["removed"]]}
                assert seen <= deck_ids


def test_rvl_21_a_reset_shuffles_only_the_cards_in_the_stacks() -> None:
    """After RESET the face-down cards are the rest of those that lay in the stacks."""
    b = bench(X, n="14S (8S)", e="2S (3S)", s="10S", w="6S", tokens="8/8", reward="16S")
    b.play("reset")
    b.play("extra NE", up="8S 14S 6S 3S")
    assert sorted(b.hidden) == ["10S", "2S"]


def test_rvl_22_the_layout_stands_as_dealt() -> None:
    """The first question of a game is the first turn: no second deal, even if nothing is met."""
    match = new(seed="RAVEL-DEMO")
    view = match.view(0)
    assert view.prompt is not None
    assert view.prompt.rule == "RVL-23"
    assert not any(view.table["met"].values())
    words = {offer.text.split()[0] for offer in view.prompt.offers}
    assert words == {"swap", "tune"}


def test_heights_and_removed_cards_are_public() -> None:
    """Stack heights and the removed cards, in order, can be looked at (ruling Q42)."""
    b = bench(X, n="1S (8S) (3S)", s="9S (4S)", tokens="8/8")
    b.play("unlock S", up="4S")
    b.play("stop")
    b.play("unlock N", up="8S")
    b.play("stop")
    table = GAME.view(b.state, None).table
    assert [card["id"] for card in table["removed"]][-2:] == ["9S", "1S"]
    assert [len(table["stacks"][side]) for side in "NESW"] == [2, 0, 1, 0]
