"""Arch Ravels §4.18: the solo score attack."""

from typing import Any

import pytest

from ravelbox.games.arch_ravels.facts import CARD_IDS
from ravelbox.kernel.errors import BadOption
from tests.games.arch_ravels.opening import cast, deal, drafted
from tests.games.arch_ravels.pattern_book import (
    EVERY_SPACE,
    FAVOURITES,
    PROJECTS,
    REQUESTS,
    counts,
    numbers,
    shops,
)
from tests.games.arch_ravels.studio import GAME, Studio, studio

GAP = "- y1_g y1_o y1_p y1_r y1_y"
FAR = "bear_p mitt_ppg scarf_gopr"


def alone(**scene: Any) -> Studio:
    """One player at the start of a turn."""
    table: dict[str, Any] = {"seats": 1, "solo": True, "tiles": [FAR]}
    return studio(**(table | scene))


def revealing(draw: str, **scene: Any) -> Studio:
    """The player shops nothing, and this card turns up."""
    return alone(bazaar=GAP, **scene).play("space 1", "end", draw=draw)


def test_arc_115_one_player_and_eight_projects() -> None:
    """The own favourite and one other request in the upper part; a deck of 88 less the bazaar."""
    for name in FAVOURITES:
        p = drafted(1, (name,), solo=True)
        known = {CARD_IDS[card] for card in p.state.known} & set(REQUESTS)
        assert cast(p) == (name,)
        assert FAVOURITES[name] in known
        assert len(known) + p.state.extras == 2
        assert (p.deck, p.state.lower) == (82, 43)
        assert (len(p.listed.split()), p.stack, len(p.state.plans)) == (3, 5, 13)
        assert (p.bowl(0), p.legal()) == ("1B 1G 1O 1P 1R 1Y", EVERY_SPACE)


def test_arc_115_solo_is_for_one_and_one_is_solo() -> None:
    """Two cannot play it; a table with the option has one seat."""
    with pytest.raises(BadOption):
        deal(seats=2, solo=True)
    assert GAME.seats_of(GAME.options_of({"solo": True})) == 1
    assert GAME.seats_of(GAME.options_of({})) >= 2


def test_arc_116_a_request_must_be_kept() -> None:
    """Nothing is asked; it lies with the player."""
    p = revealing("r24", requests="r24")
    assert (p.held(0), p.rule, p.active, p.turn) == ("r24", "ARC-23", 0, 2)


def test_arc_117_empty_spaces_cannot_be_shopped() -> None:
    """Five cards: only they may be chosen; and one alone is taken by Shop 2."""
    p = alone(bazaar="- y1_g y1_o y1_p y1_r y1_y").play("space 1")
    assert p.legal() == shops(4, "23456") | {"end"}
    p = alone(bazaar="- y1_g y1_o y1_p y1_r y1_y").play("space 3")
    assert p.legal("shop") == shops(2, "23456")


@pytest.mark.parametrize(
    ("bazaar", "choices"),
    [
        ("- - y2_g y1_r - y2_y", {"shop 346"}),
        ("- - - - - y2_y", {"shop 6"}),
        ("y1_b - y1_o - y1_p y2_y", {"shop 1356"}),
    ],
)
def test_arc_117_shop_takes_no_more_than_there_are(bazaar: str, choices: set[str]) -> None:
    """Shop 4 with at most four cards takes them all."""
    p = alone(bazaar=bazaar).play("space 1")
    assert p.legal("shop") == choices
    p.play(min(choices))
    assert p.rule != "ARC-31"


def test_arc_117_gaps_are_filled_as_ever() -> None:
    """In step 2 all six spaces get a card."""
    p = alone(bazaar="- - y2_g y1_r - y2_y")
    p.play("space 1", "end", draw="y2_b y2_o y2_p")
    assert p.bazaar == "y2_b y2_o y2_g y1_r y2_p y2_y"


@pytest.mark.parametrize("cat_self", [True, False])
def test_arc_118_the_cat_hits_the_player(cat_self: bool) -> None:
    """Nothing is asked; the next turn is without craft, the one after it is free."""
    p = revealing("cat", bowls=["1B 1G"], cat_self=cat_self)
    assert (p.turn, p.rule, p.ban(0)) == (2, "ARC-23", "in force")
    p.play("space 2")
    assert (p.turn, p.items(0), p.ban(0)) == (3, "", "none")
    p.play("space 3")
    assert p.can("craft hat")


def test_arc_118_donate_returns_one_yarn_to_the_supply() -> None:
    """A colour of choice; with one colour it is forced, with none nothing happens."""
    p = revealing("donate", bowls=["2B 1R"])
    assert (p.rule in ("ARC-70", "ARC-118"), p.legal()) == (True, {"colour B", "colour R"})
    p.play("colour R")
    assert (p.bowl(0), p.discard) == ("2B", "donate")
    p = revealing("donate", bowls=["2B"])
    assert (p.bowl(0), p.turn) == ("1B", 2)
    p = revealing("donate")
    assert (p.bowl(0), p.turn, p.discard) == ("", 2, "donate")


def test_arc_119_bracelets_cost_two_yarn_of_any_colours() -> None:
    """They go to the supply."""
    p = alone(bowls=["1B 1G 1R"], held=["r10"]).play("space 2", "craft r10")
    assert p.legal() == numbers(0, 1)
    p.play(*counts("1B 1R", most="1B 1G 1R"))
    assert (p.done(0), p.bowl(0)) == ("r10", "1G")
    p = alone(bowls=["2Y"], held=["r10"]).play("space 2", "craft r10")
    assert (p.done(0), p.bowl(0)) == ("r10", "")
    p = alone(bowls=["1Y"], held=["r10"]).play("space 2")
    assert (p.turn, p.done(0)) == (2, "")


def test_arc_119_supply_gets_the_bracelets_yarn() -> None:
    """With a limited supply two more can be taken again."""
    p = alone(
        bowls=["24B"], held=["r10"], limited_supply=True, bazaar="y2_b y2_b y2_b y1_p y1_r y1_y"
    )
    p.play("space 3", "craft r10", "shop 12")
    assert p.bowl(0) == "24B"


def test_arc_120_it_ends_after_twenty_turns() -> None:
    """Not after the nineteenth."""
    p = alone(turn=19)
    p.idle()
    assert (p.over, p.turn) == (False, 20)
    p.idle()
    assert p.over


def test_arc_120_the_last_turn_is_a_whole_one() -> None:
    """Restocking, what turns up, and step 3 all happen in turn 20."""
    p = alone(turn=20, bazaar=GAP, items=["hat mittens"])
    p.play("space 1", "end", draw="sale")
    p.play("count 3", "finish p07")
    assert (p.over, p.won(0), p.bowl(0)) == (True, "p07", "3B")


def test_arc_120_or_at_the_normal_trigger() -> None:
    """The list cannot be refilled; with a card more it goes on."""
    p = alone(items=["hat mittens"], stack=0).play("space 1", "end", "finish p07")
    assert p.over
    p = alone(items=["hat mittens"], stack=1).play("space 1", "end", "finish p07")
    assert (p.over, p.turn) == (False, 2)


def test_arc_120_a_shorter_turn_limit_comes_first() -> None:
    """ARC-114 holds here too; a longer one does not lengthen the game."""
    p = alone(turn=5, turn_limit=5)
    p.idle()
    assert p.over
    p = alone(turn=20, turn_limit=200)
    p.idle()
    assert p.over


def test_arc_121_no_final_craft() -> None:
    """With yarn for a Hat the game is over all the same."""
    p = alone(items=["hat mittens"], stack=0, bowls=["1B 1G"])
    p.play("space 1", "end", "finish p07")
    assert (p.over, p.bowl(0)) == (True, "1B 1G")
    p = alone(turn=20, bowls=["1B 1G"])
    p.idle()
    assert (p.over, p.items(0)) == (True, "")


def of_worth(points: int) -> Studio:
    """A finished solo game with this score."""
    worth = 0
    won = []
    for name, (_, value) in PROJECTS.items():
        if worth + value <= points + 20:
            won.append(name)
            worth += value
    yarn = worth - points
    return alone(who="theo", won=[" ".join(won)], bowls=[f"{yarn}B"], over=True)


def test_arc_122_the_result_is_the_score_and_its_band() -> None:
    """Below 60, 60–99, 100–139, 140 and more, each with its own words."""
    borders = (59, 60, 99, 100, 139, 140, 170)
    tables = {n: of_worth(n) for n in borders}
    assert [tables[n].quarters(0) for n in borders] == [4 * n for n in borders]
    said = {n: tables[n].outcome.why for n in borders}
    assert said[60] == said[99]
    assert said[100] == said[139]
    assert said[140] == said[170]
    assert len({said[59], said[60], said[100], said[140]}) == 4
    assert [str(n) in tables[n].outcome.headline for n in borders] == [True] * 7
