"""Arch Ravels §4.10: the bazaar is restocked, and what turns up is resolved."""

from collections import Counter
from fractions import Fraction

import pytest

from ravelbox.kernel.rules import CHANCE
from tests.games.arch_ravels.pattern_book import REQUESTS, counts, numbers
from tests.games.arch_ravels.studio import GAME, USUAL_BAZAAR, Studio, studio

FOUR = "y1_b - y1_o - y1_r y1_y"  # spaces 2 and 4 are gaps


def restocking(p: Studio, *texts: str) -> Studio:
    """Play these and stop before luck says anything."""
    for text in texts:
        assert p.can(text), p.legal()
        p.state.apply(GAME.space.parse(text))
    assert p.actor == CHANCE
    return p


@pytest.mark.parametrize("texts", [("space 1", "end"), ("space 2",), ("space 4",)])
def test_arc_58_gaps_left_over_are_filled_on_turns_without_shopping(texts: tuple[str, ...]) -> None:
    """Shop not taken, Craft and Exchange not possible: both gaps are filled all the same."""
    p = studio(bazaar=FOUR)
    p.play(*texts, draw="y2_p yt_bgp")
    assert p.bazaar == "y1_b y2_p y1_o yt_bgp y1_r y1_y"
    assert (p.active, p.deck) == (1, 80)


def test_arc_58_in_space_order_whenever_they_were_emptied() -> None:
    """Shopped are 5 and 1, left over are 2 and 4: filled are 1, 2, 4, 5 in this order."""
    p = studio(bazaar=FOUR, bowls=["1B"])
    p.play("space 3", "shop 15", "end", draw="y2_b y2_g y2_o y2_p")
    assert p.bazaar == "y2_b y2_g y1_o y2_o y2_p y1_y"
    assert sorted(p.discard.split()) == ["y1_b", "y1_r"]


def test_arc_58_from_the_top_of_the_deck() -> None:
    """Every unseen card of the upper part is as likely as another."""
    p = studio(bazaar=FOUR, deck="y2_b y2_b yw cat", requests="r24 r10", discard="y2_g")
    chances = restocking(p, "space 1", "end").chances()
    sixth = Fraction(1, 6)
    assert chances == {"y2_b": sixth * 2, "yw": sixth, "cat": sixth, "r24": sixth, "r10": sixth}


def test_arc_59_nothing_is_resolved_before_every_space_is_filled() -> None:
    """When the Yarn Sale of space 2 is asked, space 4 has its card already."""
    p = studio(bazaar=FOUR)
    p.play("space 1", "end", draw="sale y2_p")
    assert (p.rule, p.actor) == ("ARC-69", 0)
    assert p.bazaar.split()[3] == "y2_p"
    assert p.deck == 80


def test_arc_59_a_request_waits_for_the_last_space_too() -> None:
    """Both requests lie there before the first is assigned."""
    p = studio(bazaar=FOUR, requests="r24 r10")
    p.play("space 1", "end", draw="r24 r10")
    assert (p.rule, p.bazaar.split()[3], p.deck) == ("ARC-74", "r10", 82)
    assert [p.held(0), p.held(1)] == ["", ""]


def test_arc_59_an_event_cannot_be_reshuffled_into_its_own_restock() -> None:
    """Donate at an empty bowl does nothing, but lies in the bazaar while the deck is renewed."""
    p = studio(bazaar=FOUR, deck="donate", discard="y2_p")
    restocking(p, "space 1", "end")
    assert p.chances() == {"donate": Fraction(1)}
    p.state.apply(0)
    if p.actor == CHANCE:
        assert p.chances() == {"y2_p": Fraction(1)}
    p.play()
    assert (p.bazaar, p.discard, p.deck) == ("y1_b - y1_o y2_p y1_r y1_y", "donate", 0)


def test_arc_60_the_discard_pile_becomes_the_deck_in_the_middle() -> None:
    """One card is left, two spaces are empty: the second comes from the renewed deck."""
    p = studio(bazaar=FOUR, deck="yw", discard="cat y2_p y2_p")
    restocking(p, "space 1", "end")
    p.state.apply(0)
    assert p.actor == CHANCE
    assert p.chances() == {"y2_p": Fraction(2, 3), "cat": Fraction(1, 3)}
    p.play(draw="y2_p")
    assert (p.bazaar, p.deck, p.discard) == ("y1_b yw y1_o y2_p y1_r y1_y", 2, "")
    assert p.pool == "y2_p cat"


def test_arc_60_cards_shopped_this_turn_may_come_back_at_once() -> None:
    """The deck is empty; the two cards just shopped are the only ones."""
    p = studio(deck="", bowls=["1B"])
    restocking(p, "space 3", "shop 13", "end")
    assert p.chances() == {"y1_b": Fraction(1, 2), "y1_o": Fraction(1, 2)}
    p.play(draw="y1_o y1_b")
    assert (p.bazaar, p.deck, p.discard) == ("y1_o y1_g y1_b y1_p y1_r y1_y", 0, "")


def test_arc_60_the_pile_is_renewed_only_when_a_card_is_needed() -> None:
    """The deck runs out with the last gap: the discard pile stays."""
    p = studio(bazaar=FOUR, deck="yw y2_b", discard="y2_p y2_p cat")
    p.play("space 1", "end", draw="yw y2_b")
    assert (p.active, p.deck, p.discard) == (1, 0, "y2_p y2_p cat")


def test_arc_60_with_both_empty_spaces_stay_empty() -> None:
    """One card for two gaps."""
    p = studio(bazaar=FOUR, deck="yw")
    p.play("space 1", "end", draw="yw")
    assert (p.active, p.bazaar, p.deck) == (1, "y1_b yw y1_o - y1_r y1_y", 0)
    p.play("space 1", "end")
    assert (p.active, p.bazaar) == (0, "y1_b yw y1_o - y1_r y1_y")


def test_arc_60_a_renewed_deck_has_no_lower_part() -> None:
    """All its cards are equally near, whatever lay below before."""
    p = studio(bazaar=FOUR, deck="yw", lower=1, discard="y2_p y2_g y2_g")
    restocking(p, "space 1", "end")
    p.state.apply(0)
    assert p.chances() == {"y2_p": Fraction(1, 3), "y2_g": Fraction(2, 3)}


def test_arc_61_revealed_cards_are_resolved_in_grid_order() -> None:
    """By default space 2 before space 4, whichever was drawn."""
    for draw, rules in (("sale clerk", ["ARC-69", "ARC-71"]), ("clerk sale", ["ARC-71", "ARC-69"])):
        p = studio(bazaar=FOUR)
        p.play("space 1", "end", draw=draw)
        seen = []
        while p.active == 0:
            seen.append(p.rule)
            p.play("count 3" if p.rule == "ARC-69" else "colour G")
        assert list(dict.fromkeys(seen)) == rules


def test_arc_61_or_as_the_active_player_likes() -> None:
    """`reveal_order=active`: the next one is picked each time, the last one is forced."""
    p = studio(bazaar="- - y1_o - y1_r y1_y", reveal_order="active")
    p.play("space 1", "end", draw="sale y2_p clerk")
    assert (p.rule, p.actor, p.legal()) == ("ARC-61", 0, {"reveal 1", "reveal 4"})
    p.play("reveal 4")
    assert (p.rule, p.actor) == ("ARC-71", 0)
    p.play("colour B", "colour B")
    assert (p.rule, p.bazaar) == ("ARC-69", "sale y2_p y1_o - y1_r y1_y")
    p.play("count 3")
    assert (p.active, p.bazaar, p.discard) == (1, "- y2_p y1_o - y1_r y1_y", "clerk sale")


def test_arc_61_the_active_player_picks_again_each_time() -> None:
    """Three cards are two questions."""
    p = studio(bazaar="- - - y1_p y1_r y1_y", reveal_order="active", requests="r24")
    p.play("space 1", "end", draw="sale r24 clerk")
    assert p.legal() == {"reveal 1", "reveal 2", "reveal 3"}
    p.play("reveal 2", "assign 1")
    assert (p.rule, p.legal()) == ("ARC-61", {"reveal 1", "reveal 3"})
    p.play("reveal 3", "colour B", "colour B")
    assert p.rule == "ARC-69"


def test_arc_62_resolved_cards_leave_a_gap_and_no_replacement_comes() -> None:
    """The event is discarded, the request lies with its holder, both spaces stay empty."""
    p = studio(bazaar=FOUR, requests="r24", discard="y2_p")
    p.play("space 1", "end", draw="sale r24")
    p.play("count 3")
    assert (p.rule, p.discard) == ("ARC-74", "y2_p sale")
    p.play("assign 1")
    assert (p.held(1), p.discard) == ("r24", "y2_p sale")
    assert (p.active, p.bazaar, p.deck) == (1, "y1_b - y1_o - y1_r y1_y", 80)


def test_arc_63_the_gap_is_one_yarn_for_the_next_player_until_it_is_filled() -> None:
    """Seat 1 shops it as one yarn of any colour; then step 2 fills it."""
    p = studio(bazaar="- y1_g y1_o y1_p y1_r y1_y", who="ted rebecca")
    p.play("space 1", "end", draw="sale")
    p.play("count 3")
    assert (p.active, p.bazaar) == (1, "- y1_g y1_o y1_p y1_r y1_y")
    p.play("space 3", "shop 12")
    assert p.legal() == numbers(0, 1)
    p.play(*counts("1P"), "end", draw="y2_b y2_g")
    assert (p.bowl(1), p.bazaar) == ("1G 1P", "y2_b y2_g y1_o y1_p y1_r y1_y")
    p = studio(bazaar="- y1_g y1_o y1_p y1_r y1_y")
    p.play("space 1", "end", draw="sale")
    p.play("count 3", "space 2", draw="y2_b")
    assert (p.active, p.bazaar) == (0, "y2_b y1_g y1_o y1_p y1_r y1_y")


def test_arc_64_requests_never_return() -> None:
    """Held or finished, no request comes back when the discard pile becomes the deck."""
    p = studio(
        bazaar="- y1_g y1_o y1_p y1_r y1_y", deck="", requests="r19", discard="y2_p", bowls=["3Y"]
    )
    p.play("space 1", "end", draw="r19")
    p.play("assign 0")
    assert (p.held(0), p.discard, p.deck) == ("r19", "y2_p", 0)
    restocking(p, "space 1", "end")
    assert p.chances() == {"y2_p": Fraction(1)}
    p.play()
    p.play("space 2", "craft r19")
    assert (p.done(0), p.discard) == ("r19", "")
    assert not set(p.pool.split()) & set(REQUESTS)


def test_arc_64_a_long_game_keeps_its_cards() -> None:
    """Through many renewed decks the same cards go round, and no request among them."""
    deck = "y2_b y2_g y2_o y2_p y2_r y2_y yd_bg yd_oy"
    p = studio(deck=deck, held=["r24", "r19"], done=["r21", ""])
    every = Counter(f"{USUAL_BAZAAR} {deck}".split())
    renewed = 0
    for _ in range(40):
        seat, before = p.active, p.deck
        p.play("space 1" if p.can("space 1") else "space 3")
        p.play(min(p.legal("shop")))
        while p.active == seat:
            p.play("end")
        renewed += p.deck > before
        assert Counter(f"{p.bazaar} {p.discard} {p.pool}".split()) == every
    assert renewed > 3
    assert (p.held(0), p.held(1), p.done(0)) == ("r24", "r19", "r21")
