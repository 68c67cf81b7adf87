"""How fast environments step beside those of other kits: `python -m benchmarks.envs`.

One step is one decision of an agent; answers of luck are not counted, since most kits hide theirs.
Everything is played at random on one core, in turn, round after round. Where a line says "alone", only
the environment's own calls are timed; else also the choice among what its mask allows, made in the same
way for ours and for theirs. New matches are always part of the time.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import perf_counter
from typing import Any, Final

import ravelbox
from benchmarks.peers import MissingKit
from benchmarks.run import _today, drawn, keep
from ravelbox.cli import engine
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER, random_play, random_step

LANES: Final = 256  # of the vector environment
# A tower for one is emptier than the usual one; whoever plays at random is in no hurry (ARC-114).
SEATS: Final = {"ravingspire": 3}
OPTIONS: Final[dict[str, dict[str, object]]] = {"arch_ravels": {"turn_limit": 200}}
CLASSICS: Final = ("tictactoe_v3", "connect_four_v3", "rps_v2", "leduc_holdem_v4", "chess_v6")
CARDS: Final = ("blackjack", "leduc-holdem", "limit-holdem", "uno")

Measure = Callable[[float, int], float]  # seconds and a seed to steps a second


def _kit(module: str) -> Any:
    """Import late, so that a kit that is missing costs only its own lines."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise MissingKit(module) from error


def table(game: str) -> dict[str, Any]:
    """A table as most people play it."""
    return {"seats": SEATS.get(game), "options": OPTIONS.get(game)}


def bare(game: str, seconds: float, seed: int) -> float:
    """Decisions inside the engine; how many there were is counted afterwards, untimed."""
    box = ravelbox.load(game)
    options = box.options_of(OPTIONS.get(game, {}))
    new = box.new(options, SEATS.get(game) or box.seats_of(options))
    spent, decisions = 0.0, 0
    while spent < seconds:
        seed += 1
        state, rng = new.clone(), Rng(seed)
        start = perf_counter()
        random_play(state, rng)
        spent += perf_counter() - start
        state, rng = new.clone(), Rng(seed)
        while state.actor != OVER:
            decisions += state.actor >= 0
            random_step(state, rng)
    return decisions / spent


def aec(maker: Callable[[], Any], seconds: float, seed: int) -> float:
    """An AEC environment, as PettingZoo's own example drives it."""
    env, rng, steps = maker(), Random(seed), 0
    rand = rng.random
    start = perf_counter()
    while perf_counter() - start < seconds:
        env.reset(seed=rng.randrange(1 << 30))
        for agent in env.agent_iter():
            seen, _, over, cut, told = env.last()
            if over or cut:
                env.step(None)
                continue
            mask = seen.get("action_mask") if isinstance(seen, dict) else told.get("action_mask")
            if mask is None:
                env.step(int(rand() * env.action_space(agent).n))
            else:
                legal = mask.view(bool).nonzero()[0]  # far faster than among int8
                env.step(int(legal[int(rand() * len(legal))]))
            steps += 1
    return steps / (perf_counter() - start)


def ours_by_turns(game: str) -> Any:
    """One of our AEC environments."""
    return _kit("ravelbox.envs.pettingzoo").RavelboxAEC(game, **table(game))


def classic(name: str) -> Any:
    """One of PettingZoo's own, by its registry."""
    try:
        return _kit("pettingzoo").make("aec", f"classic/{name}")
    except ImportError as error:
        raise MissingKit(f"PettingZoo's {name}") from error


def single(way: str, seconds: float, seed: int) -> float:
    """R.A.V.E.L. by `gymnasium.make`."""
    assert _kit("ravelbox.envs")
    env = _kit("gymnasium").make("ravelbox/ravel-v0")
    env.action_space.seed(seed)
    rand, steps, spent = Random(seed).random, 0, 0.0
    start = perf_counter()
    _, told = env.reset(seed=seed)
    while spent < seconds:
        before = perf_counter()
        if way == "sampling":
            code = env.action_space.sample(told["action_mask"])
        else:
            legal = told["action_mask"].view(bool).nonzero()[0]
            code = int(legal[int(rand() * len(legal))])
        start = perf_counter() if way == "alone" else before
        _, _, over, _, told = env.step(code)
        if over:
            _, told = env.reset()
        spent += perf_counter() - start
        steps += 1
    return steps / spent


def drawn_from(masks: Any, rng: Any) -> Any:
    """A possible action in each lane, all equally likely."""
    numpy = _kit("numpy")
    lanes, codes = masks.shape
    possible = masks.ravel().view(bool).nonzero()[0]
    first = numpy.searchsorted(possible, numpy.arange(lanes + 1) * codes)
    drawn_ = first[:-1] + (rng.random(lanes) * numpy.diff(first)).astype(int)
    return possible[drawn_] % codes


def ours_at_once() -> Any:
    """R.A.V.E.L. in many lanes; a new match begins in the step that ends one."""
    mode = _kit("gymnasium").vector.AutoresetMode.SAME_STEP
    return _kit("ravelbox.envs.vector").RavelboxVectorEnv("ravel", LANES, autoreset_mode=mode)


def one_by_one() -> Any:
    """The same from single ones, as Gymnasium puts them side by side by itself."""
    assert _kit("ravelbox.envs")
    vectors = _kit("gymnasium").vector
    single_ = partial(_kit("gymnasium").make, "ravelbox/ravel-v0")
    return vectors.SyncVectorEnv([single_] * LANES, autoreset_mode=vectors.AutoresetMode.SAME_STEP)


def vector(maker: Callable[[], Any], way: str, seconds: float, seed: int) -> float:
    """Many tables, with an action for each in every step."""
    numpy, env = _kit("numpy"), maker()
    rng, steps, spent = numpy.random.default_rng(seed), 0, 0.0
    _, told = env.reset(seed=seed)
    while spent < seconds:
        before = perf_counter()
        codes = drawn_from(told["action_mask"], rng)
        start = perf_counter() if way == "alone" else before
        told = env.step(codes)[4]
        spent += perf_counter() - start
        steps += LANES
    return steps / spent


def spiel(game: str, seconds: float, seed: int) -> float:
    """One of our games by OpenSpiel; its luck is given there too, but not counted."""
    _kit("ravelbox.envs.openspiel")
    options = ";".join(f"{name}:{value}" for name, value in OPTIONS.get(game, {}).items())
    given = {"players": SEATS.get(game, 0), "options": options}
    loaded = _kit("pyspiel").load_game(f"ravelbox_{game}", given)
    rand, steps = Random(seed).random, 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        state = loaded.new_initial_state()
        while legal := state.legal_actions():
            steps += not state.is_chance_node()
            state.apply_action(legal[int(rand() * len(legal))])
            if perf_counter() - start > seconds:
                break  # a long game
    return steps / (perf_counter() - start)


def cards(name: str, seconds: float, seed: int) -> float:
    """A game of RLCard through its environment."""
    env = _kit("rlcard").make(name, config={"seed": seed})
    rand, steps = Random(seed).random, 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rand() * len(legal))])
            steps += 1
    return steps / (perf_counter() - start)


def measures() -> dict[str, Measure]:
    """Every line of the table."""
    titles = {name: ravelbox.load(name).title for name in ravelbox.games()}
    lines: dict[str, Measure] = {}
    for name, title in titles.items():
        lines[f"**{title}**, bare engine"] = partial(bare, name)
    lines["**R.A.V.E.L.**, vector environment alone"] = partial(vector, ours_at_once, "alone")
    lines["**R.A.V.E.L.**, vector environment"] = partial(vector, ours_at_once, "choosing")
    lines["**R.A.V.E.L.**, `SyncVectorEnv` alone"] = partial(vector, one_by_one, "alone")
    lines["**R.A.V.E.L.**, `SyncVectorEnv`"] = partial(vector, one_by_one, "choosing")
    lines["**R.A.V.E.L.**, Gymnasium alone"] = partial(single, "alone")
    lines["**R.A.V.E.L.**, Gymnasium"] = partial(single, "choosing")
    lines["**R.A.V.E.L.**, Gymnasium with `action_space.sample`"] = partial(single, "sampling")
    for name, title in titles.items():
        lines[f"**{title}**, PettingZoo"] = partial(aec, partial(ours_by_turns, name))
    for name, title in titles.items():
        lines[f"**{title}**, OpenSpiel"] = partial(spiel, name)
    for name in CLASSICS:
        lines[f"PettingZoo {name}"] = partial(aec, partial(classic, name))
    for name in CARDS:
        lines[f"RLCard {name}"] = partial(cards, name)
    return lines


def rates(rounds: int, seconds: float) -> dict[str, list[float]]:
    """All lines, in turn, round after round; one sentence for each kit that is missing."""
    found: dict[str, list[float]] = {}
    for n in range(rounds):
        for label, measure in measures().items():
            try:
                found.setdefault(label, []).append(measure(seconds, n + 1))
            except MissingKit as missing:
                del found[label]
                print(missing, file=sys.stderr)
    return found


def report(found: dict[str, list[float]]) -> Iterator[str]:
    """The table, and what it says."""
    yield "| what | steps/s, median | least | most | of the bare engine |"
    yield "|---|---|---|---|---|"
    medians = {label: statistics.median(rounds) for label, rounds in found.items()}
    for label, rounds in found.items():
        title = label.partition(",")[0]
        engine_ = medians.get(f"{title}, bare engine")
        share = f"{medians[label] / engine_:.0%}" if engine_ else ""
        yield (
            f"| {label} | {medians[label]:,.0f} | {min(rounds):,.0f} | {max(rounds):,.0f} "
            f"| {share} |"
        )
    yield ""
    yield drawn("envs", found, "decisions a second, one core")
    yield ""
    for way in (" alone", ""):
        many = medians[f"**R.A.V.E.L.**, vector environment{way}"]
        side_by_side = many / medians[f"**R.A.V.E.L.**, `SyncVectorEnv`{way}"]
        one = many / medians[f"**R.A.V.E.L.**, Gymnasium{way}"]
        words = "Step by step" if way else "With the choice of an action"
        yield (
            f"- {words}, the vector environment is {side_by_side:.1f} times as many single ones side by "
            f"side in Gymnasium's own `SyncVectorEnv`, and {one:.1f} times one of them by itself."
        )
    sampled = medians["**R.A.V.E.L.**, Gymnasium with `action_space.sample`"]
    many = medians["**R.A.V.E.L.**, vector environment"]
    yield f"- It is {many / sampled:.1f} times a single one whose actions Gymnasium's own `sample` draws."
    theirs = {label: rate for label, rate in medians.items() if not label.startswith("**")}
    if theirs:
        fastest = max(theirs, key=lambda label: theirs[label])
        ours = {label: rate for label, rate in medians.items() if label.endswith(", PettingZoo")}
        slowest = min(ours, key=lambda label: ours[label])
        yield (
            f"- The slowest of our AEC environments ({slowest.split('**')[1]}) makes "
            f"{ours[slowest] / theirs[fastest]:.2f} times the steps of the fastest other one "
            f"measured ({fastest})."
        )


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    chosen = parser.parse_args()
    if engine() != "compiled":
        print("The engine is interpreted here: measure the compiled one (make bench).")
        return 1
    made = f"python -m benchmarks.envs --rounds {chosen.rounds} --seconds {chosen.seconds:g}"
    lines = [
        "## Environments, one core",
        "",
        f"Made by `{made}` on {_today()}.",
        "",
        "A step is one decision of an agent; luck is not counted. Ours and theirs were measured in turn.",
        "",
        *report(rates(chosen.rounds, chosen.seconds)),
    ]
    print("\n".join(lines), flush=True)
    keep(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
