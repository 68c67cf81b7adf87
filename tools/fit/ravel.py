"""Refit what the search knows of the clockmaker's bench: play games, write rows of facts, fit weights.

    python tools/fit/ravel.py gather ROWS --games 700 --walks 300
    python tools/fit/ravel.py fit ROWS ROWS ... (needs numpy)

Without walks the greedy player plays.
"""

from __future__ import annotations

import argparse
import array
import importlib
from pathlib import Path
from typing import Any, Final

import ravelbox
from ravelbox.bots import Budget, Chair, bot, searcher
from ravelbox.bots.heuristics.ravel_guide import FACTS, facts_of
from ravelbox.games.ravel.state import EMPTY, WON, Ravel
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match

WEIGHTS: Final = Path(__file__).parents[2] / "src/ravelbox/bots/heuristics/ravel_weights.py"
DECKS: Final = ("S", "S", "S", "A", "A", "W8", "C8", "C4")
DECAY: Final = 5.0  # how strongly weights are drawn towards 0
ROUNDS: Final = 60  # of Newton's method, which needs far fewer
TEMPLATE: Final = '''"""The weights of the facts that `ravel_guide.py` looks at; `tools/fit/ravel.py` writes them."""

from typing import Final

WEIGHTS: Final[list[float]] = [
{weights}
]
'''


def gather(target: Path, games: int, walks: int, seed: int) -> None:
    """Play games and keep, for every turn, its facts and how the game ended."""
    game, rows, won = ravelbox.load("ravel"), array.array("f"), 0
    for n in range(seed, seed + games):
        match = Match.new(game, {"deck": DECKS[n % len(DECKS)]}, dealer=Seeded(n))
        player = searcher("ravel", Budget(walks=walks), n) if walks else bot("greedy", "ravel", n)
        seen: list[list[float]] = []
        while not match.over:
            s = match.state
            assert isinstance(s, Ravel)
            if s.hand == EMPTY:
                seen.append(facts_of(s))
            match.play(0, [player.choose(Chair(game, s, 0))])
        assert isinstance(match.state, Ravel)
        result = float(match.state.result == WON)
        won += int(result)
        for facts in seen:
            rows.extend([*facts, result])
    target.write_bytes(rows.tobytes())
    print(f"{won} of {games} games were won; {len(rows) // (FACTS + 1)} rows are in {target}")


def fit(sources: list[Path]) -> None:
    """Fit the weights to rows by logistic regression, and write them."""
    np: Any = importlib.import_module("numpy")
    whole = np.concatenate([np.fromfile(source, dtype="f4") for source in sources])
    rows = whole.reshape(-1, FACTS + 1).astype(float)
    facts, results = rows[:, :-1], rows[:, -1]
    weights = np.zeros(FACTS)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-facts @ weights))
        slope = facts.T @ (chance - results) + DECAY * weights
        bend = (facts * (chance * (1 - chance))[:, None]).T @ facts + DECAY * np.eye(FACTS)
        weights -= np.linalg.solve(bend, slope)
    chance = np.clip(1 / (1 + np.exp(-facts @ weights)), 1e-9, 1 - 1e-9)
    loss = -np.mean(results * np.log(chance) + (1 - results) * np.log(1 - chance))
    lines = "\n".join(f"    {weight:.3f}," for weight in weights)
    WEIGHTS.write_text(TEMPLATE.format(weights=lines), encoding="utf-8")
    print(f"{len(results)} rows, {results.mean():.1%} of them won; mean log loss {loss:.4f}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    rows = commands.add_parser("gather", help="play games")
    rows.add_argument("rows", type=Path)
    rows.add_argument("--games", type=int, default=400)
    rows.add_argument("--walks", type=int, default=0)
    rows.add_argument("--seed", type=int, default=1)
    fitted = commands.add_parser("fit", help="fit the weights")
    fitted.add_argument("rows", type=Path, nargs="+")
    chosen = parser.parse_args()
    if chosen.command == "gather":
        gather(chosen.rows, chosen.games, chosen.walks, chosen.seed)
    else:
        fit(chosen.rows)


if __name__ == "__main__":
    main()
