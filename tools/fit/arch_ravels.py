"""Refit what the search knows of the yarn shop: play games, gather facts, fit the network."""

from __future__ import annotations

import argparse
import array
import struct
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import ravelbox
from ravelbox.bots.heuristics.arch_ravels import LEVELS, PlanningHeuristic
from ravelbox.bots.heuristics.arch_ravels_guide import (
    BY_WIN,
    SOFTLY,
    ArchRavelsGuide,
    is_about_colours,
)
from ravelbox.bots.heuristics.arch_ravels_outlook import FACTS, MOST_TO_GO, Outlook, sure
from ravelbox.bots.heuristics.arch_ravels_weights import HIDDEN
from ravelbox.bots.heuristics.arch_ravels_weights import WEIGHTS as WEIGHTS_NOW
from ravelbox.bots.search.tree import Search, most_visited
from ravelbox.games.arch_ravels.ending import score, winners
from ravelbox.games.arch_ravels.restock import DRAW_CARD
from ravelbox.games.arch_ravels.state import ArchRavels
from ravelbox.games.arch_ravels.wrap_up import RESTOCK_ACTION
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER

WEIGHTS: Final = Path(ravelbox.__file__).parent / "bots/heuristics/arch_ravels_weights.py"
TEMPLATE: Final = '''\
"""The weights of the network that `arch_ravels_outlook.py` asks; made by `tools/fit`."""

from typing import Final

HIDDEN: Final = {hidden}

NUMBERS: Final = """
{numbers}
"""

WEIGHTS: Final[list[float]] = [float(word) for word in NUMBERS.split()]
'''
np: Any = import_module("numpy") if find_spec("numpy") else None  # only to fit
HEADER: Final = "ii"  # seats, facts
KEPT: Final = 2  # one of so many tables becomes a row
DUEL: Final = 2  # seats
BATCH: Final = 256
BY_POINTS: Final = 0.3  # how much the points count beside who wins
DECAY: Final = 1e-3
EXPLORED: Final = 12  # one of so many moves is any move


class Player:
    """Answers by the planning master, or by the search with so many walks."""

    def __init__(self, walks: int, seats: int, rng: Rng) -> None:
        self.walks = walks
        self.rng = rng
        self.guide = ArchRavelsGuide()
        self.search = Search(self.guide, seats, rng, hidden=False)
        self.master = PlanningHeuristic(LEVELS["master"])

    def choose(self, s: ArchRavels) -> int:
        """A move."""
        if not self.walks:
            best = self.master.best(s, s.legal(), self.rng)
            return best[self.rng.below(len(best))]
        codes = self.guide.moves(s)
        if len(codes) == 1:
            return codes[0]
        self.search.forget(20000)
        root = self.search.root(s)
        while root.total < self.walks:
            self.search.walk(s.clone(), root)
        return root.codes[most_visited(root)]


def play(
    seats: int, walks: int, seed: int, *, explore: bool, among: bool = False
) -> list[list[float]]:
    """The rows of one game: to go, facts, final points and share of the win of every seat.

    `among`: the search plays one seat, the planning master all others.
    """
    rng = Rng(seed)
    game = ravelbox.load("arch_ravels")
    options = {"characters": "random", "solo": seats == 1, "turn_limit": 0 if seats == 1 else 300}
    s = game.new(game.options_of(options), seats)
    assert isinstance(s, ArchRavels)
    outlook = Outlook()
    player = Player(walks, seats, rng)
    other = Player(0, seats, rng) if among else player
    rows: list[list[float]] = []
    before = -1
    while s.actor != OVER:
        rule = s.agenda[-1][0]
        fresh = s.actor != CHANCE or (rule == DRAW_CARD.number and before != s.turns)
        settled = is_about_colours(s, rule) or rule == RESTOCK_ACTION.number
        if s.turns and not s.ended and fresh and not settled:
            if s.actor == CHANCE:
                before = s.turns
            if rng.below(KEPT) == 0:
                outlook.survey(s)
                sure_facts = [[sure(s, i), *outlook.facts_of(s, i)] for i in range(seats)]
                rows.append([float(outlook.to_go), *[x for each in sure_facts for x in each]])
        if s.actor == CHANCE:
            s.apply(rng.below(s.outcomes()))
            continue
        codes = player.guide.moves(s)
        if explore and len(codes) > 1 and rng.below(EXPLORED) == 0:
            s.apply(codes[rng.below(len(codes))])
        else:
            s.apply((player if s.actor == seed % seats else other).choose(s))
    best = winners(s)
    ending = [score(s, seat) / 40 for seat in range(seats)]
    ending += [float(seat in best) / len(best) for seat in range(seats)]
    return [row + ending for row in rows]


def gather(path: Path, games: int, seats: int, walks: int, seed: int, *, among: bool) -> None:
    """Play games and write their rows."""
    n = 0
    with path.open("wb") as out:
        out.write(struct.pack(HEADER, seats, FACTS))
        for i in range(games):
            rows = play(seats, walks, seed * 100003 + i, explore=i % 4 != 0, among=among)
            n += len(rows)
            for row in rows:
                out.write(array.array("f", row).tobytes())
    print(f"{games} games, {n} rows")


def read(path: Path) -> tuple[int, Any]:
    """How many seats, and the rows."""
    data = path.read_bytes()
    seats, facts = struct.unpack_from(HEADER, data)
    assert facts == FACTS, f"{path} has {facts} facts a seat, not {FACTS}: gather it anew"
    wide = 1 + seats * (1 + FACTS) + 2 * seats
    start = struct.calcsize(HEADER)
    rows = (len(data) - start) // (4 * wide)
    return seats, np.frombuffer(data, "f", rows * wide, start).reshape(rows, wide)


class Net:
    """The network's weights as arrays, in the order of the file."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.parts = [
            rng.normal(0, 0.15, (FACTS, HIDDEN)),
            rng.normal(0, 0.05, HIDDEN),
            rng.normal(0, 0.15, HIDDEN),
            np.zeros(FACTS),
            np.full(1, 3.0),
            np.full((2, MOST_TO_GO + 1), 0.5),
        ]

    def run(self, x: Any) -> tuple[Any, Any]:
        """Tens of points to come for rows of facts, and the hidden layer."""
        into, bias, out, direct, base, _ = self.parts
        hidden = np.maximum(x @ into + bias, 0)
        return hidden @ out + x @ direct + base[0], hidden


def slopes(net: Net, x: Any, to_go: Any, sure_: Any, points: Any, win: Any) -> tuple[float, Any]:
    """How far off the network is on some tables, and which way is down."""
    rows, seats, _ = x.shape
    come, hidden = net.run(x)
    tens = sure_ + come
    off = np.clip(tens - points, -3, 3)  # one strange game shall not rule
    down = BY_POINTS * off / (rows * seats)
    loss = BY_POINTS * float(np.mean(off**2)) / 2
    scale_down = np.zeros_like(net.parts[5])
    if seats > 1:
        group = int(seats > DUEL)
        scale = net.parts[5][group][to_go][:, None]
        z = tens * scale
        z = z - z.max(1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(1, keepdims=True))
        soft = np.exp((points - points.max(1, keepdims=True)) / SOFTLY)
        target = BY_WIN * win + (1 - BY_WIN) * soft / soft.sum(1, keepdims=True)
        loss -= float((target * log_p).sum(1).mean())
        error = (np.exp(log_p) - target) / rows
        down = down + error * scale
        np.add.at(scale_down[group], to_go, (error * tens).sum(1))
    back = down[..., None] * net.parts[2] * (hidden > 0)
    flat = x.reshape(-1, FACTS)
    return loss, [
        flat.T @ back.reshape(-1, HIDDEN),
        back.sum((0, 1)),
        hidden.reshape(-1, HIDDEN).T @ down.ravel(),
        flat.T @ down.ravel(),
        np.full(1, down.sum()),
        scale_down,
    ]


def split(seats: int, data: Any) -> tuple[Any, ...]:
    """Rows as facts by seat, projects to go, sure points, final points and wins."""
    facts = data[:, 1 : 1 + seats * (1 + FACTS)].reshape(-1, seats, 1 + FACTS)
    at = 1 + seats * (1 + FACTS)
    return (
        facts[:, :, 1:],
        data[:, 0].astype(int),
        facts[:, :, 0],
        data[:, at : at + seats],
        data[:, at + seats :],
    )


def fit(paths: list[Path], rounds: int, *, start: bool) -> None:
    """Fit the network to rows and write its weights; a tenth of each file is only looked at."""
    net = Net(1)
    if start:
        net.parts = unpacked(WEIGHTS_NOW)
    train = []
    test = []
    for path in paths:
        seats, data = read(path)
        cut = len(data) * 9 // 10
        train.append((seats, data[:cut]))
        test.append((seats, data[cut:]))
    rng = np.random.default_rng(2)
    batches = [(k, i) for k, (_, d) in enumerate(train) for i in range(len(d) // BATCH)]
    mean = [np.zeros_like(part) for part in net.parts]
    square = [np.zeros_like(part) for part in net.parts]
    step = 0
    for turn in range(rounds):
        orders = [rng.permutation(len(d)) for _, d in train]
        rng.shuffle(batches)
        for k, i in batches:
            seats, data = train[k]
            rows = data[orders[k][i * BATCH : (i + 1) * BATCH]]
            _, down = slopes(net, *split(seats, rows))
            step += 1
            pace = 0.003 * 0.5 * (1 + np.cos(np.pi * step / (rounds * len(batches))))
            for p in range(len(net.parts)):
                g = down[p] + (DECAY * net.parts[p] if p in (0, 2, 3) else 0)
                mean[p] = 0.9 * mean[p] + 0.1 * g
                square[p] = 0.999 * square[p] + 0.001 * g * g
                m = mean[p] / (1 - 0.9**step)
                v = square[p] / (1 - 0.999**step)
                net.parts[p] -= pace * m / (np.sqrt(v) + 1e-8)
        if (turn + 1) % 5 == 0 or turn + 1 == rounds:
            print(turn + 1, *[judged(net, seats, data) for seats, data in test], flush=True)
    write(net)


def judged(net: Net, seats: int, data: Any) -> str:
    """How far off the network is on tables that it was not fitted to."""
    x, to_go, sure_, points, win = split(seats, data)
    tens = sure_ + net.run(x)[0]
    off = float(np.sqrt(np.mean((tens - points) ** 2)))
    right = float(np.mean(win[np.arange(len(win)), tens.argmax(1)]))
    loss = slopes(net, x, to_go, sure_, points, win)[0]
    return f"{seats} seats: loss {loss:.4f}, {10 * off:.1f} points off, winner {right:.3f};"


def numbers_of(path: Path) -> list[float]:
    """The weights in a file."""
    return [float(word) for word in path.read_text().split('"""')[3].split()]


def unpacked(flat: list[float]) -> list[Any]:
    """The weights as arrays."""
    found = []
    at = 0
    for part in Net(0).parts:
        found.append(np.array(flat[at : at + part.size]).reshape(part.shape))
        at += part.size
    return found


def write(net: Net) -> None:
    """Write the weights file, many numbers a line."""
    words = [f"{x:.3f}" for part in net.parts for x in part.ravel()]
    lines = [" ".join(words[i : i + 12]) for i in range(0, len(words), 12)]
    WEIGHTS.write_text(TEMPLATE.format(hidden=HIDDEN, numbers="\n".join(lines)))


def main() -> None:
    """Gather rows, or fit to them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gather", type=Path, help="play, and write rows to this file")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--walks", type=int, default=0, help="of the search; 0: the master plays")
    parser.add_argument("--among", action="store_true", help="search one seat among masters")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--fit", type=Path, nargs="+", help="files of rows; one named twice counts twice"
    )
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--on", action="store_true", help="begin with the present weights")
    known = parser.parse_args()
    # The file counts, also where an older one is compiled.
    WEIGHTS_NOW[:] = numbers_of(WEIGHTS)
    if known.gather:
        gather(known.gather, known.games, known.seats, known.walks, known.seed, among=known.among)
    if known.fit and np is None:
        parser.error("fitting needs numpy, which is not installed here; gathering does not")
    if known.fit:
        fit(known.fit, known.rounds, start=known.on)


if __name__ == "__main__":
    main()
