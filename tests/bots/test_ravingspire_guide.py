"""What the search knows of the tower: moves worth a thought, what a table is worth, and why."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ravelbox.bots.base import Chair
from ravelbox.bots.heuristics import ravingspire_weights as net
from ravelbox.bots.heuristics.ravingspire import RavingspireHeuristic
from ravelbox.bots.heuristics.ravingspire_facts import ALONE, TOGETHER
from ravelbox.bots.heuristics.ravingspire_guide import RavingspireGuide, outlook
from ravelbox.bots.reasons import ravingspire as reasons
from ravelbox.bots.reasons.ravingspire import why
from ravelbox.bots.search.tree import Search, most_visited
from ravelbox.games.ravingspire.state import Ravingspire
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, State
from tests.games.ravingspire.tower import GAME, Tower, mate, tower
from tests.walks import curious_states

GATE = "the_gate_that_was_a_king"  # 9/9/9
RICH = "siege_jack*2 grave_robbers_kit*3 lamp_of_grey_oil*3"  # 10 Fight, 12 Skill, 12 Charm
GUIDE = RavingspireGuide()
RULES = Path(__file__).parents[2] / "docs" / "rules" / "ravingspire.md"


def searched(s: State, walks: int, seed: int = 1) -> tuple[int, list[int]]:
    """The move that a search of so many walks takes, and how often it tried each."""
    rng = Rng(seed)
    chair = Chair(GAME, s, s.actor)
    seats = GAME.seats_in(s)
    search = Search(GUIDE, seats, rng, hidden=seats > 1)
    root = search.root(chair.sample(rng))
    for _ in range(walks):
        search.walk(chair.sample(rng), root)
    return root.codes[most_visited(root)], root.visits


def choice(t: Tower, walks: int = 40) -> str:
    """The text of that move."""
    return GAME.space.to_text(searched(t.state, walks)[0])


def questions(games: int, seed: int) -> Iterator[State]:
    """Decisions of all kinds, options and numbers of seats."""
    return (s for s in curious_states(GAME, games, seed) if s.actor >= 0)


def test_moves_worth_a_thought_are_legal_and_never_none() -> None:
    """At tables of every kind; giving up is none of them, and none comes twice."""
    rules: set[int] = set()
    for s in questions(20, 1):
        legal, moves = s.legal(), GUIDE.moves(s)
        assert moves
        assert set(moves) <= set(legal) - {RESIGN}
        assert len(moves) == len(set(moves))
        weights = GUIDE.priors(s, moves, Rng(1))
        assert len(weights) == len(moves)
        assert min(weights) > 0
        rules.add(s.agenda[-1][0])
    assert len(rules) > 18


def test_values_are_chances_and_looking_changes_nothing() -> None:
    """One for each seat, from 0 to 1; the table itself may be played on, a copy keeps the rest safe."""
    rng = Rng(2)
    for n, s in enumerate(questions(10, 2)):
        if n % 4:
            continue
        before = s.freeze()
        values = GUIDE.values(s.clone(), rng)
        assert len(values) == GAME.seats_in(s)
        assert all(0 <= value <= 1 for value in values)
        assert s.freeze() == before


@pytest.mark.parametrize(("facts", "weights"), [(ALONE, net.ALONE), (TOGETHER, net.TOGETHER)])
def test_every_fact_has_its_weights(facts: int, weights: list[float]) -> None:
    """A row for each fact and one more, what each hidden unit counts for, and the sum's own."""
    assert len(weights) == (facts + 2) * net.HIDDEN + 1


def test_a_finished_game_is_worth_what_it_came_to() -> None:
    """1 for who escaped or was freed, 0 for the others."""
    t = tower(mates=[mate("quinn")], hand=RICH)
    t.state.result = 2
    t.state.end()
    t.state.settle()
    assert t.state.actor == OVER
    assert GUIDE.values(t.state.clone(), Rng(1)) == [1.0, 0.0]
    t.state.freed = 1
    assert GUIDE.values(t.state.clone(), Rng(1)) == [1.0, 1.0]
    t.state.result = 1
    t.state.freed = 0
    assert GUIDE.values(t.state.clone(), Rng(1)) == [0.0, 0.0]


def worth(**scene: Any) -> float:
    """How likely a Hero with these cards, at this place, escapes."""
    zones = {"hand": "tool*3 blade*3", "deck": "tool*6 trinket*3", "at": "temple 3", "turn": 20}
    return outlook(tower(**{**zones, **scene}).begin("move").state)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"key": True}, {"key": False}),
        ({"sanity": 10}, {"sanity": 2}),
        ({"madness": 3}, {"madness": 1}),
        ({"deck": RICH + " siege_jack*3"}, {"deck": "tool*11"}),
        ({"key": True, "at": "spire 6", "hand": RICH}, {"key": True, "at": "dungeon 0"}),
        ({"slots": "meteor_sword - - - -"}, {"slots": ""}),
    ],
)
def test_a_better_table_is_worth_more(better: dict[str, Any], worse: dict[str, Any]) -> None:
    """A Key, Sanity, Madness, strong cards, and the Door at hand."""
    assert worth(**better) > worth(**worse)


def test_time_has_a_price() -> None:
    """Of two equal tables the later one is worth less, so that nobody prepares for ever."""
    early, late = (tower(hand=RICH, key=True, turn=turn).begin("move").state for turn in (20, 60))
    (soon,), (later,) = (GUIDE.values(s.clone(), Rng(1)) for s in (early, late))
    assert later == pytest.approx(soon * 0.94 / 0.98)


def test_a_rival_that_is_ahead_has_the_larger_share() -> None:
    """Where only one can escape, the seats share the chance; where all can, each has all of it."""
    scene: dict[str, Any] = {"at": "spire 5", "hand": RICH, "key": True, "turn": 20}
    alone = tower(mates=[mate("quinn")], victory_mode="competitive", **scene).begin("encounter")
    ahead, behind = GUIDE.values(alone.state.clone(), Rng(1))
    assert ahead > behind
    both = tower(mates=[mate("quinn")], victory_mode="cooperative", **scene).begin("encounter")
    one, other = GUIDE.values(both.state.clone(), Rng(1))
    assert one == other
    assert one == pytest.approx(ahead + behind)


def at_the_door(hand: str) -> Tower:
    """With a Key, one step from the Tower Door."""
    t = tower(hand=hand, spires=GATE, key=True, at="spire 5", rings={"spire": "quilted_jack*5"})
    return t.begin("move").maybe("roll", luck=[3]).do("step cw")


def test_the_search_enters_the_keep_when_it_can_win_and_only_then() -> None:
    """RSP-36. With 9 of each at hand it goes in; with a handful of tools it does not."""
    assert choice(at_the_door(RICH)) == "enter"
    assert choice(at_the_door("tool*6")) != "enter"


def test_the_search_makes_room_rather_than_be_overwhelmed() -> None:
    """RSP-52. With a card pending and 3 Sanity, something is collected."""
    t = tower(hand="blade*3 trinket*3", sanity=3, ring="quilted_jack*5", turn=9, pile="cleave")
    t.begin("draw")
    assert t.asked == "RSP-49"
    assert choice(t).split()[0] in ("face", "force")


def test_what_another_holds_changes_no_walk() -> None:
    """Tables that differ only in which of another's cards are in hand are searched alike."""

    def looked_at(hand: str, deck: str) -> tuple[int, list[int], list[float]]:
        quinn = mate("quinn", hand=hand, deck=deck, at="dungeon 3")
        t = tower(mates=[quinn], hand="blade*3 tool*3", ring="rusted_cleaver trapped_chest", turn=9)
        rng = Rng(4)
        chair = Chair(GAME, t.begin("encounter").state, 0)
        search = Search(GUIDE, 2, rng, hidden=True)
        root = search.root(chair.sample(rng))
        for _ in range(20):
            search.walk(chair.sample(rng), root)
        return root.seat, root.visits, root.sums

    one = looked_at("cleave*2 tool*2", "siege_jack*4 cleave*2")
    assert len(one[1]) > 1
    assert one == looked_at("siege_jack*4", "cleave*4 tool*2")


def test_equal_seeds_give_equal_moves_whichever_engine_runs() -> None:
    """The first turns of a game, searched: the same moves compiled and interpreted.

    The number is that of the weights in the repository; whoever fits them anew writes a new one.
    """
    s = GAME.new(GAME.options_of({"heroes": "random"}), 1)
    rng = Rng(8)
    s.settle()
    print_of = 0
    while s.actor != OVER and isinstance(s, Ravingspire) and s.turn < 5:
        if s.actor == CHANCE:
            s.apply(rng.below(s.outcomes()))
            continue
        moves = GUIDE.moves(s)
        code = moves[0] if len(moves) == 1 else searched(s, 12)[0]
        print_of = (print_of * 31 + code) % 1_000_003
        s.apply(code)
    assert print_of == PRINT


PRINT = 624089


def escapes(hero: int, seed: int, walks: int) -> bool:
    """Whether a Hero alone escapes, by a search or, with no walks, by playing itself."""
    rng, quick = Rng(seed), RavingspireHeuristic()
    s = GAME.new(GAME.options_of({"turn_cap": 60}), 1)
    assert isinstance(s, Ravingspire)
    s.settle()
    s.apply(GAME.space.parse(f"hero {hero}"))
    while s.actor != OVER:
        if s.actor == CHANCE:
            s.apply(rng.below(s.outcomes()))
            continue
        moves = GUIDE.moves(s)
        if not walks:
            s.apply(quick.best(s, s.legal(), rng)[0])
        else:
            s.apply(moves[0] if len(moves) == 1 else searched(s, walks, seed)[0])
    return s.result > 1


def test_the_search_escapes_where_the_quick_hero_does_not() -> None:
    """Marcus on a fixed deal, with no more than eight walks a decision."""
    assert not escapes(6, seed=4, walks=0)
    assert escapes(6, seed=4, walks=8)


def test_every_move_has_a_reason_and_a_rule() -> None:
    """Whatever is asked and answered: a few words that fit a sentence, and a rule that exists."""
    known = set(re.findall(r"\*\*(RSP-\d+)\*\*", RULES.read_text(encoding="utf-8")))
    said: set[str] = set()
    for n, s in enumerate(questions(20, 3)):
        for code in s.legal()[n % 3 :: 3]:
            words, rule = why(s, s.actor, [code])
            assert words
            assert words == words.strip(" .")
            assert words[0].islower()
            assert rule in known
            said.add(words)
    assert len(said) > 40
    assert set(re.findall(r"RSP-\d+", inspect.getsource(reasons))) <= known  # the seldom ones too


def because(t: Tower, *line: str) -> tuple[str, str]:
    """The reason for a line of moves."""
    return why(t.state, t.state.actor, [GAME.space.parse(text) for text in line])


def test_a_purchase_says_what_it_brings() -> None:
    """RSP-49, RSP-52, RSP-74: a card for the deck, room for a pending one, an Adversary gone."""
    t = tower(hand="blade*3 tool*4", ring="rusted_cleaver trapped_chest", turn=9).begin("encounter")
    assert because(t, "face r2") == (
        "so that it costs no more Sanity, and for what it leaves behind",
        "RSP-74",
    )
    t = tower(hand="blade*3 trinket*3", ring="quilted_jack*5", turn=9, pile="cleave").begin("draw")
    words, rule = because(t, "face r1")
    assert words.endswith("and to make room so as not to be overwhelmed")
    assert rule == "RSP-52"


def test_a_play_is_for_what_is_paid_next() -> None:
    """RSP-68. Drawing the last card first, then collecting: the reason is the card collected."""
    t = tower(hand="expert_feint blade*3", ring="acolytes_circlet", deck="tool").begin("encounter")
    play = t.way("activate", "expert_feint")
    assert because(t, play, "face r1") == ("to pay for Acolyte's Circlet then", "RSP-68")
    assert because(t, play)[1] == "RSP-68"


def test_the_way_out_is_named() -> None:
    """RSP-32, RSP-36, RSP-84, RSP-137: stair, Door, Well, and the last battle."""
    t = at_the_door(RICH)
    assert because(t, "enter") == (
        "since the cards at hand may well beat the Spire card",
        "RSP-36",
    )
    t.do("enter")
    assert because(t, "face foe") == ("to beat the Spire card and escape", "RSP-137")
    t = tower(hand="blade tool trinket", at="dungeon 2").begin("explore")
    assert because(t, "face well") == ("to rid the deck of a weak card", "RSP-84")
