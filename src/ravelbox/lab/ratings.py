"""Ratings of bots by openskill, where that is installed: one number for who meets many others."""

from __future__ import annotations

from importlib import import_module
from itertools import groupby
from typing import Any

from ravelbox.lab.tournament import Plan, Played, Result, team_rank

Ranks = dict[str, tuple[float, float]]  # what each bot of one comparison is ranked by


def installed() -> bool:
    """Whether there can be ratings."""
    return _models() is not None


def ratings(result: Result) -> dict[str, tuple[float, float]]:
    """A mean and its uncertainty for each bot; nothing if openskill is not there."""
    models = _models()
    if models is None or len(result.plan.bots) < 2:  # noqa: PLR2004  # alone there is nothing to rate
        return {}
    model = models.PlackettLuce()
    rated: dict[str, Any] = {name: model.rating(name=name) for name in result.plan.bots}
    for ranks in _comparisons(result.plan, result.games):
        names = list(ranks)
        order = sorted(set(ranks.values()), reverse=True)
        places = [float(order.index(ranks[name])) for name in names]
        teams = model.rate([[rated[name]] for name in names], ranks=places)
        rated.update({name: team[0] for name, team in zip(names, teams, strict=True)})
    return {name: (rating.mu, rating.sigma) for name, rating in rated.items()}


def _comparisons(plan: Plan, games: list[Played]) -> list[Ranks]:
    """Rivals meet in a game, others by playing the same deal."""
    if plan.rivals:
        return [_at_one_table(game) for game in games]
    deals = [list(deal) for _, deal in groupby(games, key=lambda game: game.deal)]
    met = [{game.who[0]: team_rank(game) for game in deal} for deal in deals]
    return [ranks for ranks in met if len(ranks) > 1]


def _at_one_table(game: Played) -> Ranks:
    """The best that a bot has reached, if it sits on several seats."""
    ranks: Ranks = {}
    for seat, name in enumerate(game.who):
        ranks[name] = max(ranks.get(name, game.rank(seat)), game.rank(seat))
    return ranks


def _models() -> Any:  # a module
    """What rates; the box works without it."""
    try:
        return import_module("openskill.models")
    except ImportError:
        return None
