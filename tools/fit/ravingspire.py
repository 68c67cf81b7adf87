"""Refit what the search knows of the tower: play games, write rows of facts, fit the networks.

    python tools/fit/ravingspire.py gather ROWS --games 6000 --seats 1 [--walks 30]
    python tools/fit/ravingspire.py fit ROWS ROWS ... (needs numpy)

Rows of one Hero alone and of several in company may be given together: each network takes its own.
"""

from __future__ import annotations

import argparse
import array
import importlib
import textwrap
from pathlib import Path
from typing import Any, Final

import ravelbox
from ravelbox.bots.base import Chair
from ravelbox.bots.heuristics.ravingspire import RavingspireHeuristic
from ravelbox.bots.heuristics.ravingspire_facts import ALONE, TOGETHER, facts_of
from ravelbox.bots.heuristics.ravingspire_guide import RavingspireGuide, begins
from ravelbox.bots.heuristics.ravingspire_weights import HIDDEN
from ravelbox.bots.search.tree import Search, most_visited
from ravelbox.games.ravingspire.state import RECOVER, Ravingspire
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER

WEIGHTS: Final = Path(__file__).parents[2] / "src/ravelbox/bots/heuristics/ravingspire_weights.py"
GAME: Final = ravelbox.load("ravingspire")
PACKS: Final = next(option for option in GAME.options if option.name == "packs").values
OTHER_PACKS: Final = 5  # one of so many games is played with all cards
ENDLESS: Final = 400  # turns after which a game counts as lost
BATCH: Final = 512
BLOCK: Final = 500  # rows; of a dozen such blocks one is only looked at
DECAY: Final = 1e-4
TEMPLATE: Final = '''\
"""The weights of the two networks that `ravingspire_guide.py` asks, in thousandths.

For each fact one number for each hidden unit; then the units' own; then what each unit counts for,
and the sum's own. `tools/fit/ravingspire.py` writes this file.
"""

from typing import Final

HIDDEN: Final = {hidden}


def numbers(text: str) -> list[float]:
    """Thousandths as numbers."""
    return [int(word) / 1000.0 for word in text.split()]


ALONE: Final[list[float]] = numbers("""
{alone}
""")

TOGETHER: Final[list[float]] = numbers("""
{together}
""")
'''


class Player:
    """Answers as the Hero that plays itself, or by a search of so many walks."""

    def __init__(self, walks: int, seats: int, rng: Rng) -> None:
        self.walks = walks
        self.rng = rng
        self.quick = RavingspireHeuristic()
        self.guide = RavingspireGuide()
        self.search = Search(self.guide, seats, rng, hidden=seats > 1)

    def choose(self, s: Ravingspire) -> int:
        """A move."""
        if not self.walks:
            best = self.quick.best(s, s.legal(), self.rng)
            return best[self.rng.below(len(best))]
        codes = self.guide.moves(s)
        if len(codes) == 1:
            return codes[0]
        self.search.forget(50000)
        chair = Chair(GAME, s, s.actor)
        root = self.search.root(chair.sample(self.rng))
        while root.total < self.walks:
            self.search.walk(chair.sample(self.rng), root)
        return root.codes[most_visited(root)]


def play(seats: int, walks: int, seed: int) -> tuple[list[list[float]], bool]:
    """The rows of one game, and whether somebody escaped.

    A row is a table at the end of a turn or at the beginning of one, or after somebody went mad:
    where the guide looks at it.
    """
    rng = Rng(seed)
    packs = PACKS[-1] if rng.below(OTHER_PACKS) == 0 else PACKS[0]
    s = GAME.new(GAME.options_of({"heroes": "random", "packs": packs}), seats)
    assert isinstance(s, Ravingspire)
    s.settle()
    players = [Player(walks, seats, Rng(seed + seat)) for seat in range(seats)]
    rows: list[list[float]] = []
    ended = begun = -1
    while s.actor != OVER and s.turn < ENDLESS:
        if s.actor == CHANCE:
            if s.phase == RECOVER and s.turn != ended and not s.hands[s.active]:
                rows.append(facts_of(s))
                ended = s.turn
            s.apply(rng.below(s.outcomes()))
            continue
        if s.turn not in (0, begun) and begins(s):
            rows.append(facts_of(s))
            begun = s.turn
        before = s.madness, s.turn
        s.apply(players[s.actor].choose(s))
        if s.actor != OVER and s.madness != before[0] and s.turn == before[1]:
            rows.append(facts_of(s))
    return rows, s.result > 1


def gather(path: Path, games: int, seats: int, walks: int, seed: int) -> None:
    """Play games; write their rows, each with 1 for an escape and 0 for none at its end."""
    escapes = n = 0
    with path.open("wb") as out:
        for i in range(games):
            rows, escaped = play(seats, walks, seed * 1000003 + i)
            for row in rows:
                out.write(array.array("f", [*row, float(escaped)]).tobytes())
            escapes += escaped
            n += len(rows)
    print(f"{games} games, {escapes} with an escape, {n} rows of {facts_in(seats) + 1} numbers")


def facts_in(seats: int) -> int:
    """How many facts a row has."""
    return ALONE if seats == 1 else TOGETHER


class Net:
    """A network's weights as arrays, in the order of the file, and how they learn."""

    def __init__(self, np: Any, facts: int) -> None:
        rng = np.random.default_rng(0)
        self.np = np
        self.parts = [
            rng.normal(0, 0.15, (facts, HIDDEN)),
            np.zeros(HIDDEN),
            rng.normal(0, 0.3, HIDDEN),
            np.zeros(1),
        ]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.step = 0

    def run(self, x: Any) -> tuple[Any, Any]:
        """The log-odds of rows, and the hidden layer."""
        into, bias, out, base = self.parts
        hidden = self.np.maximum(x @ into + bias, 0)
        return hidden @ out + base[0], hidden

    def learn(self, x: Any, y: Any, pace: float) -> None:
        """Go a step downhill for some rows."""
        np = self.np
        z, hidden = self.run(x)
        off = (1 / (1 + np.exp(-z)) - y) / len(y)
        back = np.outer(off, self.parts[2]) * (hidden > 0)
        down = [
            x.T @ back + DECAY * self.parts[0],
            back.sum(0),
            hidden.T @ off + DECAY * self.parts[2],
            np.array([off.sum()]),
        ]
        self.step += 1
        for k, slope in enumerate(down):
            self.means[k] += 0.1 * (slope - self.means[k])
            self.squares[k] += 0.001 * (slope * slope - self.squares[k])
            ahead = self.means[k] / (1 - 0.9**self.step)
            spread = np.sqrt(self.squares[k] / (1 - 0.999**self.step))
            self.parts[k] -= pace * ahead / (spread + 1e-8)

    def loss(self, x: Any, y: Any) -> float:
        """How surprised the network is by rows: less is better."""
        z, _ = self.run(x)
        return float(self.np.mean(self.np.logaddexp(0, z) - y * z))

    def text(self) -> str:
        """The weights in thousandths."""
        flat = self.np.concatenate([part.ravel() for part in self.parts])
        words = " ".join(str(round(1000 * float(weight))) for weight in flat)
        return "\n".join(textwrap.wrap(words, 98))


def fitted(np: Any, data: Any, rounds: int) -> Net:
    """A network for rows; one block of a dozen is only looked at."""
    x, y = data[:, :-1].astype(float), data[:, -1].astype(float)
    apart = np.arange(len(y)) // BLOCK % 12 == 0
    net = Net(np, x.shape[1])
    rng = np.random.default_rng(1)
    ours = np.flatnonzero(~apart)
    for turn in range(rounds):
        order = rng.permutation(ours)
        pace = 3e-3 * (1 - turn / rounds) + 1e-4
        for i in range(0, len(order), BATCH):
            rows = order[i : i + BATCH]
            net.learn(x[rows], y[rows], pace)
        print(
            f"{turn + 1}: {net.loss(x[ours], y[ours]):.4f}, apart {net.loss(x[apart], y[apart]):.4f}"
        )
    return net


def fit(paths: list[Path], rounds: int) -> None:
    """Fit both networks, and write the file of weights."""
    np = importlib.import_module("numpy")
    texts: list[str] = []
    for wide in (ALONE + 1, TOGETHER + 1):
        blocks = [np.fromfile(path, "f") for path in paths if width_of(path) == wide]
        rows = np.concatenate([block.reshape(-1, wide) for block in blocks])
        print(f"{len(rows)} rows of {wide}, {rows[:, -1].mean():.3f} with an escape")
        texts.append(fitted(np, rows, rounds).text())
    alone, together = texts
    WEIGHTS.write_text(TEMPLATE.format(hidden=HIDDEN, alone=alone, together=together))


def width_of(path: Path) -> int:
    """How wide the rows of a file are: its name ends in the number of seats, as in rows-1."""
    return facts_in(int(path.stem.rsplit("-", 1)[1])) + 1


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("gather", "fit"))
    parser.add_argument("rows", nargs="+", type=Path, help="files; gather adds the number of seats")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--walks", type=int, default=0, help="of the search; 0: no search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=6)
    given = parser.parse_args()
    if given.what == "fit":
        fit(given.rows, given.rounds)
    else:
        path = given.rows[0]
        path = path.with_name(f"{path.stem}-{given.seats}{path.suffix}")
        gather(path, given.games, given.seats, given.walks, given.seed)


if __name__ == "__main__":
    main()
