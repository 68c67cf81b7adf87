"""The search: even luck, shared ways, equal moves from equal seeds, and nothing seen that is hidden."""

from __future__ import annotations

import pytest

import ravelbox
from ravelbox.bots import Chair, bot, bots, guide, play_out, searcher
from ravelbox.bots.levels import WORDS, levels
from ravelbox.bots.search import apart
from ravelbox.bots.search.searcher import Budget, Found, Thought, intended, lead, together
from ravelbox.bots.search.tree import Search, most_visited, rhythm
from ravelbox.games.ramble.codes import GIVE
from ravelbox.games.ramble.state import Ramble
from ravelbox.games.ravel.actions import SPACE
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER, RESIGN, State
from tests.games.ramble.park import park
from tests.games.ravel.bench import GAME, X, bench
from tests.twins import twins

GAMES = [name for name in ravelbox.games() if levels(name)]


def searched(state: State, walks: int, seed: int = 1) -> Search:
    """A search of a bench, and its root expanded."""
    search = Search(guide("ravel"), 1, Rng(seed), hidden=False)
    root = search.root(state)
    for _ in range(walks):
        search.walk(state.clone(), root)
    return search


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 12, 16, 36, 100])
def test_the_rhythm_of_luck_takes_every_answer_once_in_a_round(n: int) -> None:
    """A row of visits sees all answers before it sees one again, wherever it begins."""
    for start in (0, 5, 1000):
        assert sorted(rhythm(start, visit, n) for visit in range(n)) == list(range(n))


def test_the_card_goes_where_it_wins() -> None:
    """EX-28: of four sides for the last card one wins; a few walks are enough to see it."""
    b = bench(X, n="16S", e="13S", tokens="0/8")
    b.play("unlock N")
    b.play("reset")
    assert bot("search:40", "ravel").choose(Chair(GAME, b.state, 0)) == SPACE.parse("extra E")


def test_a_mean_over_luck_is_the_chance_itself() -> None:
    """With one token and no reward left, a reroll that wins by some answers has that very mean.

    The last cog needs three equal dice (14S) and only a roll of the side can bring it: whoever rolls
    wins if the three dice come up equal, 6 times of 216.
    """
    b = bench("O2 W4 K6 K3 B3 W3 O1 B4", n="13S (14S)", tokens="0/8")  # 2 + 4 = 6: 13S is met
    b.play("unlock N", up="14S")
    search = Search(guide("ravel"), 1, Rng(3), hidden=False)
    root = search.root(b.state)
    north = search.insist(root, SPACE.parse("reroll N"))
    for _ in range(6000):
        search.walk(b.state.clone(), root, north)
    assert root.sums[north] / root.visits[north] == pytest.approx(6 / 216, abs=0.008)


def test_ways_that_meet_share_what_was_learnt() -> None:
    """Two Swaps that do not touch lead to the same table in either order: one decision, not two."""
    b = bench(X, n="14A (15A)", e="14A (16A)", tokens="2/8")
    search = searched(b.state, 0)
    one, other = b.state.clone(), b.state.clone()
    for code in ("swap p0", "swap p4"):
        one.apply(SPACE.parse(code))
    for code in ("swap p4", "swap p0"):
        other.apply(SPACE.parse(code))
    assert search.key_of(one, 1, 1) == search.key_of(other, 2, 2)
    assert search.key_of(one, 0, 0) != search.key_of(b.state, 0, 0)


def test_what_was_learnt_is_kept_for_the_next_decision() -> None:
    """After its own move without luck, a searcher goes on from where it was."""
    b = bench(X, n="14A (15A)", e="14A (16A)", tokens="8/8")
    thinker = searcher("ravel", Budget(walks=200), seed=1)
    code = thinker.choose(Chair(GAME, b.state, 0))
    b.state.apply(code)
    known = thinker._search
    assert known is not None
    node = known.known.get(known.key_of(b.state, 0, 0))
    assert node is not None
    before = node.total
    assert before > 0
    assert thinker.think(Chair(GAME, b.state, 0)).walks >= before


@pytest.mark.parametrize("game", GAMES)
def test_equal_seeds_and_walks_give_equal_moves(game: str) -> None:
    """Two searchers with one seed think alike, and leave the table as it was."""
    loaded = ravelbox.load(game)
    match = Match.new(loaded, dealer=Seeded(4))
    thoughts: list[Thought] = []
    for _ in range(2):
        thinker = searcher(game, Budget(walks=12), seed=9)
        before = digest(match.state)
        seat = match.state.actor
        thoughts.append(thinker.think(Chair(loaded, match.state, seat)))
        assert digest(match.state) == before
    assert thoughts[0] == thoughts[1]
    assert thoughts[0].code in match.state.legal()
    assert thoughts[0].code != RESIGN


@pytest.mark.parametrize("game", ravelbox.games())
def test_a_bot_is_handed_nothing_that_its_seat_may_not_know(game: str) -> None:
    """Of two tables that look alike to a seat, equal luck gives it equal samples, to the last card."""
    loaded, compared = ravelbox.load(game), 0
    for seed in range(8):
        for pair in twins(loaded, seed, 4 + 9 * (seed % 4), 1):
            if pair.seat is not None and pair.one.state.actor == pair.seat:
                one, other = (
                    Chair(loaded, match.state, pair.seat).sample(Rng(seed)).freeze()
                    for match in (pair.one, pair.other)
                )
                assert one == other
                compared += 1
    assert compared


@pytest.mark.parametrize("game", GAMES)
def test_a_search_thinks_alike_of_what_looks_alike(game: str) -> None:
    """On two tables that look alike to a seat it thinks the same, to the last walk."""
    loaded, compared = ravelbox.load(game), 0
    for seed in range(3):
        for pair in twins(loaded, seed, 4 + 9 * (seed % 4), 1):
            if pair.seat is None or pair.one.state.actor != pair.seat:
                continue
            thoughts = [
                searcher(game, Budget(walks=6), seed=5).think(Chair(loaded, match.state, pair.seat))
                for match in (pair.one, pair.other)
            ]
            assert thoughts[0] == thoughts[1]
            compared += 1
    assert compared


def test_several_searches_are_put_together_by_what_they_saw() -> None:
    """Visits add up; means and spreads are those of all walks at once."""
    one = Thought((Found(7, 10, 0.5, 0.1, 0.6), Found(8, 2, 0.1, 0.0, 0.4)), (7, 9), 12)
    other = Thought((Found(8, 30, 0.7, 0.2, 0.4), Found(7, 10, 0.3, 0.1, 0.6)), (8,), 40)
    both = together([one, other])
    assert both.code == 8
    assert both.line == (8,)
    seven = both.of(7)
    assert seven is not None
    assert seven.visits == 20
    assert seven.mean == pytest.approx(0.4)
    assert seven.spread == pytest.approx(0.1 + 0.01)  # within, and between the two means


def test_searches_in_processes_of_their_own_agree_with_themselves() -> None:
    """What travels is a document; the same seed gives the same answer again."""
    match = Match.new(GAME, dealer=Seeded(4))
    chair = Chair(GAME, match.state, 0)
    codes = {bot("search:20x2", "ravel", seed=3).choose(chair) for _ in range(2)}
    assert len(codes) == 1
    assert codes <= set(chair.legal)


def test_a_council_goes_on_when_one_of_it_is_gone() -> None:
    """Killed from outside, the processes are started anew, and the answer is the same."""
    chair = Chair(GAME, Match.new(GAME, dealer=Seeded(4)).state, 0)
    expected = bot("search:20x2", "ravel", seed=3).choose(chair)
    for process in list((apart.pool(2)._processes or {}).values()):
        process.kill()
        process.join()
    assert bot("search:20x2", "ravel", seed=3).choose(chair) == expected


@pytest.mark.parametrize(
    ("game", "first", "then"),
    [
        ("ravel", {"nudge_wrap": True}, {}),
        ("arch_ravels", {"turn_limit": 8}, {"turn_limit": 8, "sides": "random"}),
        ("ramble", {}, {"interject": "poll"}),
    ],
)
def test_what_was_learnt_by_other_rules_is_forgotten(
    game: str, first: dict[str, object], then: dict[str, object]
) -> None:
    """One bot plays the same deal with other options, as a new bot would play it."""
    played = []
    for kept in (True, False):
        player = bot("search:30", game, seed=1)
        for n, options in enumerate((first, then)):
            loaded = ravelbox.load(game)
            dealer = loaded.dealt("D") or Seeded(2)
            match = Match.new(loaded, options, dealer=dealer, seats=min(2, loaded.seats[-1]))
            if kept or n:
                play_out(match, [player] * match.header.seats)
        played.append(match.over)
    assert played == [True, True]


def test_nobody_means_to_do_what_cannot_be_done() -> None:
    """Where hands are hidden, moves of other tables are known too; they are no part of a plan."""
    game, thinker, compared = ravelbox.load("ravingspire"), guide("ravingspire"), 0
    match = Match.new(game, {"heroes": "random"}, dealer=Seeded(3), seats=2)
    players = [bot("greedy", "ravingspire", seed=n) for n in range(2)]
    while compared < 5:
        chair = Chair(game, match.state, match.state.actor)
        sample, search = chair.sample(Rng(1)), Search(thinker, 2, Rng(2), hidden=True)
        if len(thinker.moves(sample)) > 1:
            root = search.root(sample)
            for _ in range(30):
                search.walk(chair.sample(search.rng), root)
            for node in list(search.known.values()):
                if node is not root:
                    search.add(node, RESIGN, [], 1.0)  # which no guide lists
                    node.visits[-1] = 10_000
            line = intended(search, sample, root, most_visited(root))
            assert RESIGN not in line
            compared += len(line) > 1
        match.play(chair.seat, [players[chair.seat].choose(chair)])


def test_a_decided_matter_is_not_thought_about_any_longer() -> None:
    """Once nothing can overtake the favourite, the rest of the budget is left."""
    b = bench(X, n="16S", e="13S", tokens="0/8")
    b.play("unlock N")
    b.play("reset")
    thought = searcher("ravel", Budget(walks=4000)).think(Chair(GAME, b.state, 0))
    assert thought.walks < 4000
    root = searched(b.state, 60)
    assert lead(root.root(b.state)) > 0


def test_the_nth_try_of_every_move_meets_the_same_luck() -> None:
    """Whatever the seat does in its turn, the same two Explore cards come after it."""
    table = park(3, at="T10 T15 T16", hands=["BRG", "WAT", "STN"])
    search = Search(guide("ramble"), 3, Rng(1), hidden=False)
    root = search.root(table.state)
    lines = [[code, *plan] for code, plan in zip(root.codes, root.plans, strict=True)]
    still = [n for n, line in enumerate(lines) if max(line) < GIVE]  # walks and lamps, no cards
    assert len(still) > 2
    drawn = []
    for _ in range(2):
        for edge in still:
            after = table.state.clone()
            search.walk(after, root, edge)
            assert isinstance(after, Ramble)
            drawn.append((root.visits[edge], after.hands[0]))
    assert len({hand for tries, hand in drawn if tries == 1}) == 1
    assert len({hand for _, hand in drawn}) == 2


def test_a_plan_is_kept_as_long_as_the_table_is_as_planned() -> None:
    """The actions of a turn are thought about together; a table that went another way, anew."""
    table = park(3, at="T03 T15 T16", hands=["BRG BRG BRG BRG", "", ""])
    thinker, game = searcher("ramble", Budget(walks=24), seed=2), ravelbox.load("ramble")
    first = thinker.choose(Chair(game, table.state, 0))
    assert thinker.says
    table.state.apply(first)
    search = thinker._search
    assert search is not None
    known = len(search.known)
    other = table.state.clone()
    second = thinker.choose(Chair(game, table.state, 0))
    assert (len(search.known), thinker.says) == (known, "")
    assert second in table.state.legal()
    assert isinstance(other, Ramble)
    other.notch += 1
    thinker.choose(Chair(game, other, 0))
    assert len(search.known) > known


@pytest.mark.parametrize("budget", [Budget(walks=64), Budget(seconds=0.05)])
def test_halving_tries_the_better_ones_more_often(budget: Budget) -> None:
    """Eight moves, four, two: the last two have been tried equally often, and more than the rest."""
    table = park(3, at="T10 T15 T16", hands=["BRG BRG", "WAT", "STN"])
    thinker = searcher("ramble", budget, seed=1)
    thought = thinker.think(Chair(ravelbox.load("ramble"), table.state, 0))
    search = thinker._search
    assert search is not None
    visits = sorted(search.root(table.state).visits, reverse=True)
    if budget.walks:
        assert visits[:9] == [16, 16, 8, 8, 4, 4, 4, 4, 0]
        assert thought.walks == 64
    assert visits[0] == visits[1] > visits[2] == visits[3] > visits[4] == visits[7] > visits[8] == 0
    assert thought.moves[0].visits == visits[0]


def test_a_choice_between_few_moves_takes_less_of_the_budget() -> None:
    """Four kinds of cards to shed need two rounds of the three: three shares of four."""
    table = park(3, at="T10 T10 T16", hands=["SHL", "BRG BRG WAT WAT STN", ""])
    table.play("give 1 SHL")
    assert table.state.actor == 1
    thinker = searcher("ramble", Budget(walks=64))
    thought = thinker.think(Chair(ravelbox.load("ramble"), table.state, 1))
    assert [found.visits for found in thought.moves] == [16, 16, 8, 8]


def test_a_budget_of_seconds_ends() -> None:
    """A clock ends the search as well; at least a round of walks is made."""
    match = Match.new(GAME, dealer=Seeded(4))
    thought = searcher("ravel", Budget(seconds=0.01)).think(Chair(GAME, match.state, 0))
    assert thought.walks >= 32


def test_a_budget_is_something() -> None:
    """Neither walks nor seconds would be no thought at all."""
    with pytest.raises(ValueError, match="walks or seconds"):
        Budget()


def test_every_level_has_words_and_the_gentle_one_plays_plausibly() -> None:
    """Levels come gentlest first; a whim takes only moves that were thought about."""
    assert list(levels("ravel")) == list(WORDS)
    assert bots("ravel")[-4:] == list(WORDS)
    b = bench(X, n="16S", e="13S", tokens="0/8")
    b.play("unlock N")
    b.play("reset")
    gentle = [bot("gentle", "ravel", seed) for seed in range(12)]
    chosen = [one.choose(Chair(GAME, b.state, 0)) for one in gentle]
    assert len(set(chosen)) > 1
    assert chosen.count(SPACE.parse("extra E")) >= 6


def test_a_level_slips_in_its_share_of_decisions() -> None:
    """None of an expert's, some of a casual one's, and not most."""
    b = bench(X, n="16S", e="13S", tokens="0/8")
    b.play("unlock N")
    b.play("reset")
    chair, budget = Chair(GAME, b.state, 0), Budget(walks=120)
    best = searcher("ravel", budget, 1).choose(chair)
    other = {
        lapses: sum(
            searcher("ravel", budget, seed, lapses=lapses).choose(chair) != best
            for seed in range(60)
        )
        for lapses in (0.0, 0.2, 1.0)
    }
    assert other[0.0] < other[0.2] < other[1.0]
    assert [level.lapses for level in levels("ravel").values()] == [1.0, 0.2, 0.0, 0.0]


@pytest.mark.parametrize("name", ["search:0", "search:", "search:5x1", "search:12345678", "serch"])
def test_a_bot_that_there_is_not_is_named(name: str) -> None:
    """What came is said, and what there is or what was meant."""
    with pytest.raises(BadOption, match="there is no bot"):
        bot(name, "ravel")


def test_a_searcher_says_what_it_means_to_do() -> None:
    """The intended line goes as far as it is the seat's own doing, and is put into words."""
    b = bench(X, n="14S (15S)", e="2S (13S)", tokens="2/8")
    search = searched(b.state, 300)
    root = search.root(b.state)
    line = intended(search, b.state, root, most_visited(root))
    assert line[0] == root.codes[most_visited(root)]
    table = b.state.clone()
    for code in line[:-1]:
        table.apply(code)
        assert table.actor not in (OVER, -1)
    thinker = bot("search:300", "ravel")
    thinker.choose(Chair(GAME, b.state, 0))
    assert thinker.says
