"""Play games of Ramble, keep what was seen of them, and fit the weights of `ramble_guide.py`.

Play some thousand games, then fit to those and others (needs numpy):

    python tools/fit/ramble.py play rows.bin --games 6000
    python tools/fit/ramble.py fit rows.bin others.bin

A row is the facts of a table as a turn begins, and whether its game was won. The games are played by
plans, turn by turn, as the search plays on from the tables that it judges.
"""

from __future__ import annotations

import argparse
import random
from array import array
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import ravelbox
from ravelbox.bots.heuristics.ramble_facts import FACTS, RISK, Parks, facts_of
from ravelbox.bots.heuristics.ramble_guide import RambleGuide
from ravelbox.games.ramble.state import WON, Ramble
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER

WEIGHTS: Final = (
    Path(__file__).parents[2] / "src" / "ravelbox" / "bots" / "heuristics" / "ramble_weights.py"
)
COLUMNS: Final = FACTS + 1  # the facts; won or not
DIFFICULTIES: Final = ("dusk", "dusk", "nightfall", "midnight", "midnight")
SEATS: Final = (4, 4, 4, 3, 5, 2, 6)
WHIM: Final = 0.1  # turns begun at random, so that more kinds of tables are seen
ROUNDS: Final = 12  # of Newton's method, far more than it needs


def play(number: int) -> tuple[list[list[float]], bool]:
    """The rows of one game, and whether it was won."""
    luck, rng, parks, guide = random.Random(number), Rng(number), Parks(), RambleGuide()
    game, seats = ravelbox.load("ramble"), luck.choice(SEATS)
    s = game.new(game.options_of({"difficulty": luck.choice(DIFFICULTIES)}), seats)
    assert isinstance(s, Ramble)
    s.settle()
    s, rows = guide.on_to_action(s, rng), []
    while s.actor != OVER:
        rows.append(facts_of(s, parks.of(s)))
        if luck.random() < WHIM:
            s.apply(luck.choice(guide.moves(s)))
        s = guide.play_turn(s, rng, guide.planner)
    return rows, s.result == WON


def worth(np: Any, weights: Any, facts: Any) -> Any:
    """What the guide thinks of tables."""
    odds = np.clip(facts @ weights, -8, 8)
    return np.clip((1 - facts[:, RISK]) / (1 + np.exp(-odds)), 1e-4, 1 - 1e-4)


def newton(np: Any, facts: Any, goals: Any, weights: Any, ridge: float) -> Any:
    """The weights of the greatest likelihood, held back by a ridge in units of each fact's spread."""
    held = ridge * facts.var(axis=0) + 1e-3
    sure = 1 - facts[:, RISK]
    for _ in range(ROUNDS):
        won = worth(np, weights, facts)
        slope = won * (1 - won / np.maximum(sure, 1e-4))
        pull = (won - goals) / (won * (1 - won)) * slope
        bend = slope * slope / (won * (1 - won))
        curve = (facts * bend[:, None]).T @ facts + np.diag(held)
        weights = weights - np.linalg.solve(curve, facts.T @ pull + held * weights)
    return weights


def fit(files: list[Path], ridge: float) -> None:
    """Fit to the rows of some files, say how well, and write the weights."""
    np: Any = import_module("numpy")  # playing does without it, and so does the project

    rows = np.concatenate([np.fromfile(file, dtype="f").reshape(-1, COLUMNS) for file in files])
    facts, won = rows[:, :FACTS].astype(float), rows[:, FACTS].astype(float)
    weights = newton(np, facts, won, np.zeros(FACTS), ridge)
    value = worth(np, weights, facts)
    loss = -np.mean(won * np.log(value) + (1 - won) * np.log(1 - value))
    print(f"{len(rows)} rows, {won.mean():.1%} won, log loss {loss:.4f}")
    lines = "".join(f"    {weight:.4f},\n" for weight in weights)
    WEIGHTS.write_text(
        '"""The weights of the facts that `ramble_guide.py` looks at."""\n\n'
        f"from typing import Final\n\nWEIGHTS: Final[list[float]] = [\n{lines}]\n",
        encoding="utf-8",
    )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="play games and write their rows")
    playing.add_argument("file", type=Path)
    playing.add_argument("--games", type=int, default=6000)
    playing.add_argument("--seed", type=int, default=1)
    fitting = commands.add_parser("fit", help="fit the weights to rows")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--ridge", type=float, default=20.0)
    chosen = parser.parse_args()
    if chosen.command == "fit":
        fit(chosen.files, chosen.ridge)
        return
    wins = 0
    with chosen.file.open("wb") as file:
        for n in range(chosen.games):
            rows, won = play(chosen.seed * 1_000_000 + n)
            wins += won
            for row in rows:
                file.write(array("f", [*row, float(won)]).tobytes())
    print(f"{wins} of {chosen.games} games won")


if __name__ == "__main__":
    main()
