"""What the search knows of the park: fair moves, sensible worth, and reasons for them."""

from __future__ import annotations

import pytest

import ravelbox
from ravelbox.bots.heuristics.ramble_facts import FACTS, Parks, facts_of
from ravelbox.bots.heuristics.ramble_guide import RambleGuide
from ravelbox.bots.heuristics.ramble_weights import WEIGHTS
from ravelbox.bots.reasons.ramble import why
from ravelbox.bots.search.tree import Search, most_visited
from ravelbox.games.ramble.actions import SPACE
from ravelbox.games.ramble.state import WON, Ramble
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, RESIGN
from tests.games.ramble.park import Park, park
from tests.walks import curious_states, rare_states

GAME = ravelbox.load("ramble")


def worth(table: Park) -> float:
    """What the guide thinks of a table."""
    return RambleGuide().values(table.state.clone(), Rng(1))[0]


def chosen(s: Ramble, walks: int, seed: int = 1) -> int:
    """What a fresh search chooses."""
    guide = RambleGuide()
    codes = guide.moves(s)
    if len(codes) == 1:
        return codes[0]
    search = Search(guide, len(s.pawns), Rng(seed), hidden=False)
    root = search.root(s)
    while root.total < walks:
        search.walk(s.clone(), root)
    return root.codes[most_visited(root)]


def test_every_table_has_moves_with_weights_and_a_worth() -> None:
    """Moves are legal and never none, priors positive, worths chances: with all options."""
    guide = RambleGuide()
    asked = set()
    for state in [*curious_states(GAME, 12, 5), *rare_states(GAME, 1, 5)]:
        seats = GAME.seats_in(state)
        values = guide.values(state.clone(), Rng(1))
        assert len(values) == seats
        assert all(0.0 <= value <= 1.0 for value in values)
        if state.actor < 0:
            continue
        asked.add(GAME.rule(state))
        codes = guide.moves(state)
        assert codes
        assert set(codes) <= set(state.legal())
        assert RESIGN not in codes
        assert all(GAME.owner(state, code) == state.actor for code in codes)
        priors = guide.priors(state, codes, Rng(1))
        assert len(priors) == len(codes)
        assert all(prior > 0.0 for prior in priors)
        for code in state.legal():
            words, rule = why(state, state.actor, [code]) if code != RESIGN else ("-", "RMB-139")
            assert words
            assert rule.startswith("RMB-")
    assert len(asked) >= 10


def test_every_fact_has_its_weight() -> None:
    """The list of facts is as long as the list of weights."""
    table = park(4)
    assert isinstance(table.state, Ramble)
    assert len(facts_of(table.state, Parks().of(table.state))) == FACTS == len(WEIGHTS)


def test_tokens_cards_and_lamps_are_worth_something() -> None:
    """More tokens, a fuller set, a lit exit, a lighter meter: each makes the table better."""
    plain = park(4, hands=["BRG BRG", "WAT", "", "GPS"])
    assert worth(park(4, hands=["BRG BRG", "WAT", "", "GPS"], tokens="STN:0 SHL:1")) > worth(plain)
    assert worth(park(4, hands=["BRG BRG BRG BRG", "WAT", "", "GPS"])) > worth(plain)
    assert worth(park(4, hands=["BRG BRG", "WAT", "", "GPS"], notch=7)) < worth(plain)
    dark = "T01 T13 T14 T15"
    assert worth(park(4, hands=["BRG BRG", "WAT", "", "GPS"], dark=dark, notch=7)) < worth(
        park(4, hands=["BRG BRG", "WAT", "", "GPS"], notch=7)
    )


def test_an_exit_that_is_about_to_go_is_all_but_lost() -> None:
    """Nobody can act before the card that everybody knows."""
    table = park(3, dark="T13", pile="L13 ...", actions=0, notch=4)
    assert table.state.actor == CHANCE
    assert worth(table) < 0.1


def test_the_search_takes_the_token_and_the_way_home() -> None:
    """A set at its place is collected; with all tokens the last pawn walks to the exit and wins."""
    table = park(3, at="T01 T15 T16", hands=["BRG BRG BRG BRG", "", ""])
    assert SPACE.to_text(chosen(table.state, 150)) == "collect BRG"
    tokens = "BRG:0 WAT:0 STN:0 SHL:0 MDW:0 LKT:0"
    table = park(3, at="T10 T13 T13", hands=["", "GPS", ""], tokens=tokens)
    table.state.apply(chosen(table.state, 50))
    assert table.state.result == WON


def test_equal_seeds_choose_alike() -> None:
    """The same table, seed and walks lead to the same move, whoever has searched before."""
    for state in list(curious_states(GAME, 2, 9))[40::25]:
        if state.actor >= 0:
            assert isinstance(state, Ramble)
            assert chosen(state, 60, seed=4) == chosen(state.clone(), 60, seed=4)


@pytest.mark.parametrize(
    ("line", "words", "rule"),
    [
        ("collect BRG", "for its token; five tokens to go", "RMB-57"),
        ("fix T13", "since it must never go", "RMB-132"),
        ("move T08", "to be where help is needed next", "RMB-40"),
        (
            "give 1 BRG",
            "to gather Bridges cards: the Dog Walker has two cards of four then",
            "RMB-50",
        ),
    ],
)
def test_moves_have_reasons(line: str, words: str, rule: str) -> None:
    """A few words of purpose, and the rule they serve."""
    hands = ["BRG BRG BRG BRG BRG", "BRG" if line.startswith("give") else "", ""]
    if line.startswith("give"):
        hands[0] = "BRG BRG"
    table = park(3, at="T01 T01 T16", hands=hands, dark="T13")
    assert why(table.state, 0, [SPACE.parse(line)]) == (words, rule)
