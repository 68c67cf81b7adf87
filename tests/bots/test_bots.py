"""Bots play every game to its end, fairly, and the greedy one well."""

from __future__ import annotations

import pytest

import ravelbox
from ravelbox.bots import bot, bots, play_out
from ravelbox.bots.base import Chair
from ravelbox.bots.levels import levels
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import RESIGN
from tests.walks import SHORT

# Those that search play as here whatever their level; a few walks keep the tests short.
EVERY = [
    (game, name)
    for game in ravelbox.games()
    for name in [
        *(name for name in bots(game) if name not in levels(game)),
        *(["search:2"] if levels(game) else []),
    ]
]


def played(game: str, name: str, seed: int) -> Match:
    """A match that a bot played out."""
    loaded = ravelbox.load(game)
    match = Match.new(loaded, SHORT.get(game, {}), dealer=Seeded(seed))
    play_out(match, [bot(name, game, seed)] * match.header.seats)
    return match


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_bot_plays_to_the_end_and_the_same_again(game: str, name: str) -> None:
    """With equal seeds a bot plays equal games; it never gives up."""
    first, second = played(game, name, 3), played(game, name, 3)
    assert first.over
    assert first.history == second.history
    decisions = [c for c, a in zip(first.history, first.actors, strict=True) if a >= 0]
    assert RESIGN not in decisions


def test_a_chair_never_hands_out_the_live_table() -> None:
    """What a bot does to its sample stays there."""
    match = Match.new(ravelbox.load("ravel"), dealer=Seeded(1))
    before = digest(match.state)
    chair = Chair(match.game, match.state, 0)
    sample = chair.sample(Rng(1))
    sample.apply(chair.legal[-1])
    assert digest(match.state) == before
    assert chair.view().prompt is not None


def test_greedy_wins_ravel_often_and_random_hardly_ever() -> None:
    """On twelve fixed deals the greedy player wins more than half, the random one none."""

    def wins(name: str) -> float:
        matches = [played("ravel", name, seed) for seed in range(12, 24)]
        return sum(match.game.scores(match.state)[0] for match in matches)

    assert wins("greedy") > 6
    assert wins("random") == 0


def test_who_plans_in_the_yarn_shop_outscores_who_grabs() -> None:
    """On two short deals, played from both seats, a crafter has more points than a greedy one."""
    ahead = 0.0
    for seed in (1, 2):
        for me in (0, 1):
            names = ["crafter" if seat == me else "greedy" for seat in (0, 1)]
            match = Match.new(ravelbox.load("arch_ravels"), {"turn_limit": 16}, dealer=Seeded(seed))
            play_out(match, [bot(name, "arch_ravels", seed) for name in names])
            points = match.game.scores(match.state)
            ahead += points[me] - points[1 - me]
    assert ahead > 40


def test_a_hero_that_plays_itself_escapes_and_a_random_one_does_not() -> None:
    """Alone in the tower on eight fixed deals: most escape, and none by luck alone."""

    def escapes(name: str) -> float:
        game = ravelbox.load("ravingspire")
        total = 0.0
        for seed in range(8):
            match = Match.new(game, {"heroes": "random", "turn_cap": 120}, dealer=Seeded(seed))
            play_out(match, [bot(name, "ravingspire", seed)])
            total += game.scores(match.state)[0]
        return total

    assert escapes("greedy") > 4
    assert escapes("random") == 0


def test_heroes_in_company_free_each_other() -> None:
    """Three Heroes that play themselves: who escapes frees the others, so all win or none."""
    game = ravelbox.load("ravingspire")
    wins = []
    for seed in range(3):
        options = {"heroes": "random", "turn_cap": 300}
        match = Match.new(game, options, dealer=Seeded(seed), seats=3)
        play_out(match, [bot("greedy", "ravingspire", seed + n) for n in range(3)])
        wins.append(game.scores(match.state))
    assert all(won in ([0.0] * 3, [1.0] * 3) for won in wins)
    assert [1.0] * 3 in wins


def test_unknown_bots_are_named() -> None:
    """A mistyped name gets a hint."""
    with pytest.raises(BadOption, match='did you mean "greedy"'):
        bot("gredy", "ravel")
