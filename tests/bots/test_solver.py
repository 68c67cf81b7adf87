"""The solver of R.A.V.E.L.: its numbers say what the engine says, and its answers hold there."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache, partial

import pytest

from ravelbox.bots.solver.benches import NO_CARDS, Benches
from ravelbox.bots.solver.boards import Closure, Tables, packed, tables_for
from ravelbox.bots.solver.endgame import Endgame
from ravelbox.bots.solver.oracle import BOARD_BITS, LOST, WHICH, Oracle
from ravelbox.bots.solver.solve import (
    BEAMS,
    Solution,
    dealt_match,
    known_stacks,
    oracle_at,
    searched,
    solve,
    tapes_of,
)
from ravelbox.games.ravel.codes import SWAP, TUNE, UNLOCK
from ravelbox.games.ravel.cogs import is_met
from ravelbox.games.ravel.deal import RavelDealt
from ravelbox.games.ravel.plates import CARDS
from ravelbox.games.ravel.state import EMPTY, WON, Ravel, cards_left
from ravelbox.kernel.errors import SeedError
from ravelbox.kernel.match import Match
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, Frozen
from tests.games.ravel.bench import Bench, bench

READINGS = [
    "",
    ":nudge_wrap=true,move_to_empty_side=true",
    ":street_std_order=not_ordered,street_adv_dir=reading,pair_match=exactly_two",
]
SEEDS = [
    f"RVL1:{deck}:{tokens}:SOLVE-{deck}{tokens}{reading}"
    for deck, tokens in (("S", 8), ("A", 9), ("W8", 12), ("C8", 8))
    for reading in READINGS
]
NEVER = float("inf")

Table = tuple[int, tuple[tuple[int, ...], ...], int, int]  # board, stacks, REROLLs, RESETs


def ravel(match: Match) -> tuple[Ravel, RavelDealt]:
    """The table and the dealer of a match of ours."""
    assert isinstance(match.state, Ravel)
    assert isinstance(match.dealer, RavelDealt)
    return match.state, match.dealer


def table(s: Ravel, dealer: RavelDealt) -> Table:
    """A table as the solver keeps it."""
    return packed(s), tuple(known_stacks(s, dealer)), s.rerolls, s.resets


def told(s: Ravel, dealer: RavelDealt) -> None:
    """Let luck speak."""
    while s.actor == CHANCE:
        s.apply(dealer.outcome(s))


def after_rewards(s: Ravel, dealer: RavelDealt) -> dict[Table, int]:
    """Every table that the open reward leads to by the engine, with the most tokens."""
    found: dict[Table, int] = {}
    todo = [(s, dealer)]
    seen: set[Frozen] = set()
    while todo:
        now, luck = todo.pop()
        if now.hand == EMPTY:
            key = table(now, luck)
            found[key] = max(found.get(key, 0), now.ready)
            continue
        for code in now.legal():
            after, its = now.clone(), copy.deepcopy(luck)
            after.apply(code)
            told(after, its)
            value = after.freeze()
            if code != RESIGN and value not in seen:
                seen.add(value)
                todo.append((after, its))
    return found


def after_unlocks(s: Ravel, dealer: RavelDealt) -> dict[Table, int]:
    """Every table after one unlock and its reward, by the engine."""
    found: dict[Table, int] = {}
    for side in range(4):
        if UNLOCK + side in s.legal():
            after, its = s.clone(), copy.deepcopy(dealer)
            after.apply(UNLOCK + side)
            told(after, its)
            if after.result != WON:
                for key, tokens in after_rewards(after, its).items():
                    found[key] = max(found.get(key, 0), tokens)
    return found


def after_layer(oracle: Oracle) -> dict[Table, int]:
    """The same by the solver."""
    benches, last = oracle.benches, oracle.layers[-1]
    return {
        (
            key & WHICH,
            benches.stacks[key >> BOARD_BITS],
            benches.rerolls[key >> BOARD_BITS],
            benches.resets[key >> BOARD_BITS],
        ): tokens
        for key, tokens in zip(last.keys, last.tokens, strict=True)
    }


def compared(match: Match) -> int:
    """Compare all unlocks of a table by engine and solver; how many tables they lead to."""
    s, dealer = ravel(match)
    oracle, board, number, tokens = oracle_at(match)
    oracle.begin(board, number, tokens)
    oracle.deepen(10**6, 0, NEVER)
    by_engine = after_unlocks(s, dealer)
    assert after_layer(oracle) == by_engine
    assert (oracle.best == LOST) == (cards_left(s) > 1)
    return len(by_engine)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_unlock_leads_where_the_engine_says(seed: str) -> None:
    """Along games that unlock when they can, all results of all rewards agree."""
    match = dealt_match(seed)
    line = list(solve(match, beam=2).codes)
    rng = Rng(7)
    tables = 0
    for game in range(2):
        match = dealt_match(seed)
        while not match.over:
            s, _ = ravel(match)
            codes = [code for code in s.legal() if code != RESIGN]
            unlock = [code for code in codes if code < SWAP]
            if s.hand == EMPTY and unlock:
                tables += compared(match)
            if game == 0 and line:
                codes = [line.pop(0)]
            elif s.hand == EMPTY:
                codes = unlock or codes
            match.play(0, [codes[rng.below(len(codes))]])
    assert tables > 0


def test_the_table_of_conditions_is_the_engines() -> None:
    """Each side of a thousand random boards meets the same cards, in every reading."""
    rng = Rng(3)
    for reading in READINGS:
        s, _ = ravel(dealt_match(f"RVL1:S:8:TABLE{reading}"))
        tables = tables_for(s.house)
        for _ in range(1000):
            order = list(range(8))
            s.die = [order.pop(rng.below(len(order))) for _ in range(8)]
            s.face = [rng.below(6) + 1 for _ in range(8)]
            board = packed(s)
            for side in range(4):
                met = tables.met[tables.at(board, side)]
                assert [met >> card & 1 for card in range(32)] == [
                    is_met(s, side, card) for card in range(32)
                ]


def test_tinkering_reaches_the_engines_boards() -> None:
    """With three tokens, the same boards at the same least costs, by the codes that are said."""
    match = dealt_match("RVL1:S:8:RAVEL-DEMO")
    s, _ = ravel(match)
    level, costs = {packed(s): s}, {packed(s): 0}
    every = [level]
    for cost in (1, 2, 3):
        level = {}
        for older, low, high in ((1, SWAP, TUNE), (2, TUNE, TUNE + 48)):
            for state in every[cost - older].values() if cost >= older else ():
                for code in state.legal():
                    if low <= code < high:
                        after = state.clone()
                        after.apply(code)
                        if packed(after) not in costs:
                            costs[packed(after)] = cost
                            level[packed(after)] = after
        every.append(level)
    closure = Closure()
    closure.grow(packed(s), 3)
    assert dict(zip(closure.boards, closure.costs, strict=True)) == costs
    copied = s.clone()
    for code in closure.way(len(closure.boards) - 1):
        copied.apply(code)
    assert packed(copied) == closure.boards[-1]


def best_by_engine(s: Ravel, dealer: RavelDealt, known: dict[tuple[Table, int], int]) -> int:
    """The most tokens at victory, tried out in the engine without any cleverness; or LOST."""
    if s.actor == OVER:
        return s.ready if s.result == WON else LOST
    key = table(s, dealer), s.ready
    if s.hand == EMPTY and key in known:
        return known[key]
    best = LOST
    for code in s.legal():
        if code != RESIGN:
            after, its = s.clone(), copy.deepcopy(dealer)
            after.apply(code)
            told(after, its)
            best = max(best, best_by_engine(after, its, known))
    if s.hand == EMPTY:
        known[key] = best
    return best


@cache
def test_a_line_is_said_to_be_found_with_the_beam_that_found_it() -> None:
    """The first that finds one ends the search, and no wider one was tried."""
    first = solve(dealt_match("RVL1:S:8:RAVEL-DEMO"))
    assert first.beam == BEAMS[0]
    assert first.tokens == solve(dealt_match("RVL1:S:8:RAVEL-DEMO"), beam=BEAMS[0]).tokens


def solved(seed: str, beam: int) -> Solution:
    """What the solver finds, worked out once."""
    return solve(dealt_match(seed), beam)


def late(seed: str, burnt: int) -> Match:
    """A won game with two cards left, and all tokens but one spent on nothing."""
    match = dealt_match(seed)
    line = list(solved(seed, 4).codes)
    while cards_left(ravel(match)[0]) > 2 or ravel(match)[0].hand != EMPTY:
        match.play(0, [line.pop(0)])
    rng = Rng(burnt)
    while ravel(match)[0].ready > 1:
        swaps = [code for code in match.state.legal() if SWAP <= code < TUNE]
        match.play(0, [swaps[rng.below(len(swaps))]])
    return match


LATE = ["RVL1:S:8:END-1", "RVL1:A:12:END-2", "RVL1:W8:8:END-3"]


@pytest.mark.parametrize("seed", LATE)
def test_a_complete_search_leaves_nothing_out(seed: str) -> None:
    """With two cards and a token left, all that the engine can reach was weighed."""
    for burnt in range(3):
        match = late(seed, burnt)
        oracle, board, number, tokens = oracle_at(match)
        searched(oracle, (board, number, tokens), 0, NEVER)
        assert oracle.complete
        s, dealer = ravel(match)
        assert oracle.best == best_by_engine(s, dealer, {})


def test_the_demonstration_seed_is_won() -> None:
    """The line is legal from the seed on, and wins with the tokens that are claimed."""
    solution = solved("RVL1:S:8:RAVEL-DEMO", 3)
    assert solution.won
    assert not solution.complete
    match = dealt_match("RVL1:S:8:RAVEL-DEMO")
    for code in solution.codes:
        match.play(0, [code])
    s, _ = ravel(match)
    assert s.result == WON
    assert s.ready == solution.tokens
    assert solve(dealt_match("RVL1:S:8:RAVEL-DEMO"), beam=3).codes == solution.codes


def test_only_dealt_turns_can_be_solved() -> None:
    """A finished game, and a table in the middle of a reward, are refused in a sentence."""
    match = dealt_match("RVL1:S:8:RAVEL-DEMO")
    line = solved("RVL1:S:8:RAVEL-DEMO", 3).codes
    while ravel(match)[0].hand == EMPTY:
        match.play(0, [line[match.decisions()]])
    with pytest.raises(SeedError, match="a reward is being used here"):
        solve(match)
    match.play(0, [RESIGN])
    with pytest.raises(SeedError, match="the game is over"):
        solve(match)


def test_equal_benches_have_one_number() -> None:
    """The empty bench is number 0 whatever was used; a moved card stays known."""
    _, dealer = ravel(dealt_match("RVL1:S:8:RAVEL-DEMO"))
    benches = Benches(tapes_of(dealer), to_empty=False)
    assert benches.number([(), (), (), ()], 2, 1) == NO_CARDS
    number = benches.number([(1, 34), (5,), (), ()], 0, 0)
    assert benches.stacks[benches.moves(number, 1)[0]] == ((2,), (1, 5), (), ())


def fair_by_engine(s: Ravel, known: dict[Frozen, float]) -> float:
    """The fair win probability by plain expectimax in the engine."""
    if s.actor == OVER:
        return 1.0 if s.result == WON else 0.0
    key = (
        tuple(s.agenda),
        packed(s),
        tuple(s.stacks),
        tuple(s.bags.own),
        tuple(s.bags.lenders),
        s.ready,
        s.hand,
        s.steps,
    )
    if key not in known:
        values = []
        for code in s.legal():
            if code != RESIGN or s.actor == CHANCE:
                after = s.clone()
                after.apply(code)
                values.append(fair_by_engine(after, known))
        known[key] = sum(values) / len(values) if s.actor == CHANCE else max(values)
    return known[key]


FEW = {
    "one card, a swap away": {"n": "1S", "tokens": "1/8"},
    "reroll": {"e": "13S", "n": "14S", "tokens": "0/8"},
    "reroll after a swap": {"e": "13S", "n": "6S", "tokens": "1/8"},
    "tinker first, then reroll": {
        "board": "B6 B6 W6 O5 K1 W4 K1 O1",
        "n": "14S",
        "e": "15A",
        "tokens": "1/8",
    },
    "tinker first, then reroll, sure": {
        "board": "B4 W6 W5 O4 K1 B3 K3 O1",
        "e": "1S",
        "w": "13S",
        "tokens": "1/8",
    },
    "reroll of chosen dice": {"e": "13A", "n": "10A", "tokens": "0/8"},
    "retrieve": {"w": "12S 14S", "tokens": "0/8"},
    "tinker first, then retrieve": {"w": "12S (14S)", "tokens": "2/2"},
    "nudge": {"s": "9S", "e": "3S (14S)", "tokens": "1/8"},
    "move": {"s": "5S", "n": "14S", "w": "2S", "tokens": "0/8"},
    "two moves": {"s": "5S (4S)", "n": "14S", "w": "6A", "tokens": "0/8"},
    "reset": {"n": "16S (7S) (11S)", "tokens": "1/8"},
    "reset with a kept stack": {"n": "1A", "e": "15A", "s": "12S", "tokens": "1/8"},
    "two hidden": {"w": "9S (11A) (1S)", "tokens": "0/8"},
    "permute": {"s": "9S", "n": "4S", "tokens": "1/8"},
    "flip two, rotate": {"n": "1A (8A)", "w": "7S", "tokens": "0/8"},
}


def drawn(seed: int) -> Ravel:
    """A small table at random: two or three cards, up to two tokens."""
    rng = Rng(seed)
    dice = list("OOWWKKBB")
    board = " ".join(f"{dice.pop(rng.below(len(dice)))}{rng.below(6) + 1}" for _ in range(8))
    cards = list(CARDS)
    stacks = ["", "", "", ""]
    for card in [cards.pop(rng.below(len(cards))) for _ in range(2 + rng.below(2))]:
        side = rng.below(4)
        stacks[side] = f"{stacks[side]} ({card})" if stacks[side] else card
    n, e, s, w = stacks
    return bench(board, n=n, e=e, s=s, w=w, tokens=f"{rng.below(3)}/8").state


# By chance neither lost nor won for certain.
OPEN = (33, 53, 89, 98, 166, 302)
SMALL = (
    [pytest.param(partial(bench, **drawing), id=what) for what, drawing in FEW.items()]
    + [pytest.param(partial(drawn, seed), id=f"drawn {seed}") for seed in OPEN]
    + [pytest.param(partial(late, seed, 0), id=seed) for seed in LATE]
)


@pytest.mark.parametrize("table_of", SMALL)
def test_the_endgame_is_exact(table_of: Callable[[], Bench | Match | Ravel]) -> None:
    """The value is that of plain expectimax, and the codes given are worth it."""
    made = table_of()
    s = made if isinstance(made, Ravel) else made.state
    assert isinstance(s, Ravel)
    known: dict[Frozen, float] = {}
    truth = fair_by_engine(s, known)
    endgame = Endgame(s.house, tables_for(s.house))
    found = endgame.exact(s, cards=4, budget=10**8)
    assert found is not None
    assert found.value == pytest.approx(truth, abs=1e-9)
    for code in found.codes:
        after = s.clone()
        after.apply(code)
        assert fair_by_engine(after, known) == pytest.approx(truth, abs=1e-9)


def test_the_endgame_answers_within_a_reward_too() -> None:
    """While a reward is used, every answer that is named is worth what is claimed."""
    s = bench(n="6A", reward="13S", tokens="0/8").state
    known: dict[Frozen, float] = {}
    truth = fair_by_engine(s, known)
    assert 0 < truth < 1
    found = Endgame(s.house, tables_for(s.house)).exact(s, budget=10**8)
    assert found is not None
    assert found.value == pytest.approx(truth, abs=1e-9)
    values = {}
    for code in s.legal()[1:]:
        after = s.clone()
        after.apply(code)
        values[code] = fair_by_engine(after, known)
    assert set(found.codes) == {c for c, v in values.items() if v == pytest.approx(truth, abs=1e-9)}


def test_too_large_an_endgame_is_no_answer() -> None:
    """More cards than asked for, or more to look at than allowed: None, and later calls work."""
    s = bench(e="13S", n="14S", w="14A", tokens="4/8").state
    endgame = Endgame(s.house, tables_for(s.house))
    assert endgame.exact(s, cards=2) is None
    assert endgame.exact(s, budget=10) is None
    small = bench(n="1S", tokens="0/8").state
    sure = endgame.exact(small)
    assert sure is not None
    assert (sure.value, sure.codes) == (1.0, [UNLOCK])


def test_tables_differ_only_where_readings_do() -> None:
    """Reading direction fills the second half; without it one half says all."""
    plain, reading = (
        Tables(ravel(dealt_match(f"RVL1:S:8:HALF{text}"))[0].house)
        for text in ("", ":street_adv_dir=reading")
    )
    assert plain.half == 0
    assert reading.half > 0
    assert plain.met[: 1 << 15] != reading.met[: 1 << 15]
