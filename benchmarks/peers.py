"""Random play of other kits on one core, to stand beside ours in one run.

One step is one player decision, forced or free, or one chance answer given during play. The clock
covers exactly the stretch whose steps are counted: where a kit shuffles while it sets a game up and
tells nobody, that set-up is neither counted nor timed. Every kit plays in a single thread. Where a
kit can be driven in several public ways we take the fastest we found, so that a comparison errs in
its favour. The games differ, so the rates say how fast a kit walks, not which kit plays better.
"""

import argparse
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from random import Random
from time import perf_counter
from types import ModuleType
from typing import Final, Protocol

TRIAL_GAMES: Final = 20  # played untimed, to learn whether all chance of a game is even
EVEN: Final = 1e-9  # probabilities closer than this are equal


class MissingKit(ImportError):
    """A kit is not installed; its text says what to install."""

    def __init__(self, kit: str) -> None:
        super().__init__(f'{kit} is not installed: run pip install "ravelbox[bench]".')
        self.kit = kit


@dataclass(frozen=True, slots=True)
class Rate:
    """What one kit did in its time."""

    name: str
    version: str
    steps: int  # decisions and chance answers alike
    games: int
    seconds: float

    @property
    def per_second(self) -> float:
        """Steps per second of play."""
        return self.steps / self.seconds


class _SpielState(Protocol):
    """The part of pyspiel.State that random play needs."""

    def apply_action(self, action: int) -> None: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[int]: ...
    def move_number(self) -> int: ...


def _kit(module: str, kit: str) -> ModuleType:
    """Import late, so that this file can be read and listed without any of the kits."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise MissingKit(kit) from error


def open_spiel(game_name: str, seconds: float, seed: int) -> Rate:
    """Drive OpenSpiel from Python, as its users do, in the tightest loop we know.

    Its chance is explicit: each deal, draw and roll is a state of its own, so `move_number` of a
    finished state is the count of steps.
    """
    game = _kit("pyspiel", "OpenSpiel").load_game(game_name)
    new_state: Callable[[], _SpielState] = game.new_initial_state
    play = _play_even if _is_even(new_state, seed) else _play_weighted
    steps, games, spent = play(new_state, seconds, seed)
    return Rate(f"OpenSpiel {game_name}", version("open_spiel"), steps, games, spent)


def _is_even(new_state: Callable[[], _SpielState], seed: int) -> bool:
    """Whether every chance answer met in trial games was as likely as the others beside it.

    Looked up rather than known: backgammon, for one, may list 21 uneven rolls or 36 even ones.
    """
    rng = Random(seed)
    for _ in range(TRIAL_GAMES):
        state = new_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                codes, chances = zip(*state.chance_outcomes(), strict=True)
                if list(codes) != legal or max(chances) - min(chances) > EVEN:
                    return False
            state.apply_action(rng.choice(legal))
        if state.legal_actions():
            return False  # the fast loop takes an empty list for the end
    return True


def _play_even(
    new_state: Callable[[], _SpielState], seconds: float, seed: int
) -> tuple[int, int, float]:
    """Treat chance as one more player, which saves a call per step."""
    rand = Random(seed).random
    steps = games = 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        state = new_state()
        legal_actions, apply_action = state.legal_actions, state.apply_action
        while legal := legal_actions():
            apply_action(legal[int(rand() * len(legal))])
        steps += state.move_number()
        games += 1
    return steps, games, perf_counter() - start


def _play_weighted(
    new_state: Callable[[], _SpielState], seconds: float, seed: int
) -> tuple[int, int, float]:
    """Sample chance by its probabilities; this scan is nearly twice as fast as random.choices."""
    rand = Random(seed).random
    steps = games = 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        state = new_state()
        legal_actions, apply_action = state.legal_actions, state.apply_action
        is_chance_node, chance_outcomes = state.is_chance_node, state.chance_outcomes
        while True:
            if is_chance_node():
                left = rand()
                for code, chance in chance_outcomes():  # noqa: B007  # the last one takes rounding
                    left -= chance
                    if left < 0:
                        break
            elif legal := legal_actions():
                code = legal[int(rand() * len(legal))]
            else:
                break
            apply_action(code)
        steps += state.move_number()
        games += 1
    return steps, games, perf_counter() - start


def open_spiel_inside(game_name: str, seconds: float, seed: int) -> Rate:
    """Let OpenSpiel play whole games inside C++, by `evaluate_bots` with its random bots.

    Only the start of each game and the reading of `move_number` at its end happen in Python, and
    that number counts the steps exactly, since the bots play on the very state we hand in. It is
    the only such way for hanabi: `RandomRolloutEvaluator` cannot be called from Python, the MCTS
    bot that could call it refuses games with rewards on the way, and `random_sim_test` spends its
    time on tests.
    """
    pyspiel = _kit("pyspiel", "OpenSpiel")
    game = pyspiel.load_game(game_name)
    rng = Random(seed)
    seats = range(game.num_players())
    bots = [pyspiel.make_uniform_random_bot(seat, rng.getrandbits(31)) for seat in seats]
    new_state: Callable[[], _SpielState] = game.new_initial_state
    evaluate_bots = pyspiel.evaluate_bots
    steps = games = 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        state = new_state()
        evaluate_bots(state, bots, rng.getrandbits(31))
        steps += state.move_number()
        games += 1
    spent = perf_counter() - start
    name = f"OpenSpiel {game_name}, inside C++"
    return Rate(name, version("open_spiel"), steps, games, spent)


def open_spiel_search(game_name: str, seconds: float, *, inside: bool) -> tuple[str, float]:
    """How many simulations a second OpenSpiel's MCTS bot makes, its C++ one or its Python one.

    Each ends with one random game to the end. The table is one in the middle of a random game.
    """
    pyspiel = _kit("pyspiel", "OpenSpiel")
    game = pyspiel.load_game(game_name)
    state, rng = game.new_initial_state(), Random(3)
    for _ in range(60):
        state.apply_action(rng.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    many = 1000 if inside else 50
    if inside:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, many, 1000, False, 7, False)
    else:
        mcts = _kit("open_spiel.python.algorithms.mcts", "OpenSpiel")
        bot = mcts.MCTSBot(game, 1.4, many, mcts.RandomRolloutEvaluator(1), solve=False)
    n, start = 0, perf_counter()
    while (spent := perf_counter() - start) < seconds:
        bot.step(state)
        n += many
    way = "inside C++" if inside else "in Python"
    return f"OpenSpiel MCTS on {game_name}, {way} ({version('open_spiel')})", n / spent


def catanatron(seconds: float, seed: int) -> Rate:
    """Let four of Catanatron's random players play by its own `Game.play`.

    Its log holds one entry per decision. Four kinds of entry also hold what the engine drew for
    them: a roll the dice, a robbery the card stolen, a purchase the development card, a discard
    the cards lost (nobody chooses them). Each such draw counts as one chance answer more, however
    many dice or cards are in it. A game without a winner after 1000 turns ends there and counts.
    Laying out the board is set-up, not timed. Each game seeds Python's global generator.
    """
    kit = _kit("catanatron", "Catanatron")
    players = [kit.RandomPlayer(color) for color in kit.Color]
    kinds = kit.ActionType
    drawing = {kinds.ROLL, kinds.BUY_DEVELOPMENT_CARD, kinds.DISCARD}
    rng = Random(seed)
    steps = games = 0
    spent = 0.0
    while spent < seconds:
        game = kit.Game(players, seed=rng.randrange(1, 2**31))  # it takes 0 for no seed
        start = perf_counter()
        game.play()
        spent += perf_counter() - start
        games += 1
        for action in game.state.actions:
            kind = action.action_type
            robbed = kind is kinds.MOVE_ROBBER and action.value[1] is not None
            steps += 2 if robbed or kind in drawing else 1
    return Rate("Catanatron", version("catanatron"), steps, games, spent)


def rlcard_uno(seconds: float, seed: int) -> Rate:
    """Play RLCard's two-player uno through its environment, choosing among the legal ids.

    We choose by random index, because its own RandomAgent (by numpy.random.choice) nearly halves
    the rate. Steps are decisions alone, since chance is hidden: cards come from a deck shuffled in
    `reset`, and nothing reports a reshuffle or the colour given to a drawn wild. Some 37 in 100
    decisions are forced draws of one card: counting these cards as well would raise the rate by as
    much. `reset` is set-up, not timed.
    """
    env = _kit("rlcard", "RLCard").make("uno", config={"seed": seed})
    step, is_over = env.step, env.is_over
    rand = Random(seed).random
    steps = games = 0
    spent = 0.0
    while spent < seconds:
        state, _ = env.reset()
        start = perf_counter()
        while not is_over():
            legal = list(state["legal_actions"])
            state, _ = step(legal[int(rand() * len(legal))])
            steps += 1
        spent += perf_counter() - start
        games += 1
    return Rate("RLCard uno", version("rlcard"), steps, games, spent)


PEERS: Final[dict[str, Callable[[float, int], Rate]]] = {
    "OpenSpiel hanabi": partial(open_spiel, "hanabi"),
    "OpenSpiel hanabi, inside C++": partial(open_spiel_inside, "hanabi"),
    "OpenSpiel backgammon": partial(open_spiel, "backgammon"),
    "OpenSpiel gin_rummy": partial(open_spiel, "gin_rummy"),
    "Catanatron": catanatron,
    "RLCard uno": rlcard_uno,
}


def main() -> None:
    """Print a table of all peers, and one sentence for each kit that is missing."""
    parser = argparse.ArgumentParser(description="Random play of other kits on one core.")
    parser.add_argument("--seconds", type=float, default=3.0, help="time for each kit")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{'kit':<30}{'version':>9}{'games':>10}{'steps':>12}{'steps/s':>12}")
    missing: dict[str, str] = {}
    for measure in PEERS.values():
        try:
            rate = measure(options.seconds, options.seed)
        except MissingKit as error:
            missing[error.kit] = str(error)
            continue
        print(
            f"{rate.name:<30}{rate.version:>9}{rate.games:>10,}{rate.steps:>12,}"
            f"{rate.per_second:>12,.0f}",
            flush=True,
        )
    for sentence in missing.values():
        print(sentence)


if __name__ == "__main__":
    main()
