"""Our games for OpenSpiel, with all luck in the open: `pyspiel.load_game("ravelbox_ramble")`.

Importing this registers them. `players` says how many seats, `options` is text such as
"deck:W4;tokens:10". Records of a state go to and fro by its history: both list the same integers.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

import ravelbox
from ravelbox.envs.arrays import row_type
from ravelbox.envs.setting import Setting
from ravelbox.kernel import position
from ravelbox.kernel.errors import BadOption, RecordError
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Header, Record
from ravelbox.kernel.rules import CHANCE, OVER, State
from ravelbox.kernel.words import echo

MOST_OUTCOMES: Final = 1024  # of one question to luck; more than any pile has cards
MOST_POINTS: Final = 1000.0
LONGEST: Final = 100_000  # decisions of a match
TOLD: Final = 64  # bits that stand for all that a seat has seen so far


class Board:
    """A table as OpenSpiel copies and keeps states: by its clone, and by its position document."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state

    def __copy__(self) -> Board:
        return Board(self.game, self.state.clone())

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        return copy.copy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        options = self.game.options_in(self.state)
        return _laid_out, (position.dump(self.game, options, self.state),)


def _laid_out(document: dict[str, Any]) -> Board:
    """The table of a position document."""
    game, _, state = position.load(document)
    return Board(game, state)


class RavelboxGame(pyspiel.Game):  # type: ignore[misc]  # it ships no types
    """One game with its options and seats."""

    kind: Any
    name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        seats = int(given.get("players", 0)) or None
        self.setting = Setting(self.name, read_options(str(given.get("options", ""))), seats)
        rivals = self.setting.rivals
        points = self.name == "arch_ravels" and not rivals
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.setting.codes,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.setting.seats,
            min_utility=-MOST_POINTS if points else -1.0 if rivals else 0.0,
            max_utility=MOST_POINTS if points else 1.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, facts, given)

    def new_initial_state(self) -> RavelboxState:
        """A new table; luck sets it up."""
        return RavelboxState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RavelboxObserver:
        """How a seat looks at a state."""
        return RavelboxObserver(
            self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


def _loaded(text: str) -> Any:
    """A game as OpenSpiel spells it; reading this module has registered all of ours."""
    return pyspiel.load_game(text)


class RavelboxState(pyspiel.State):  # type: ignore[misc]  # it ships no types
    """One table."""

    def __init__(self, game: RavelboxGame) -> None:
        super().__init__(game)
        new = Board(game.setting.game, game.setting.table)
        self.board = copy.copy(new)
        self._known = copy.copy(new)  # as far as `_told` goes
        self._heard = 0  # length of that history
        self._seen = [b""] * game.setting.seats  # what each seat saw last
        self._told = [b""] * game.setting.seats  # all that each seat saw, as a fingerprint

    @property
    def setting(self) -> Setting:
        """The kind of table; of the game, so that copies share it."""
        setting: Setting = self.get_game().setting
        return setting

    def current_player(self) -> int:
        """Who decides: a seat, luck, or nobody any more."""
        actor = self.board.state.actor
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.board.state.actor == OVER

    def _legal_actions(self, player: int) -> list[int]:
        """What a seat may answer, giving up left out."""
        assert player == self.board.state.actor
        return self.setting.sight.answers(self.board.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every answer of luck, all equally likely."""
        n = self.board.state.outcomes()
        return [(outcome, 1 / n) for outcome in range(n)]

    def _apply_action(self, action: int) -> None:
        state = self.board.state
        if state.actor == CHANCE:
            if not 0 <= action < state.outcomes():
                raise RecordError(
                    f"move {len(self.history()) + 1}",
                    f"luck has answers from 0 to {state.outcomes() - 1} here, not {action}",
                )
        elif action not in self.setting.sight.answers(state):
            raise self.setting.refusal(state, action)
        state.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """An action as a record writes it."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"~ {action}"
        return self.setting.game.space.to_text(action)

    def returns(self) -> list[float]:
        """What each seat has from it, once it is over."""
        return self.setting.payoffs(self.board.state)

    def told(self, seat: int) -> bytes:
        """A fingerprint of everything that a seat has seen and done, in order.

        Only changes of what it saw count, so that nobody learns how often luck spoke elsewhere. Where
        nothing is hidden, whatever anybody did counts as seen.
        """
        known, sight = self._known.state, self.setting.sight
        history = self.history()
        while True:
            for each in range(self.setting.seats):
                seen = sight.row(known, each)
                if seen != self._seen[each]:
                    self._seen[each] = seen
                    self._tell(each, seen)
            if self._heard == len(history):
                return self._told[seat]
            code, actor = history[self._heard], known.actor
            if actor >= 0:
                for each in [actor] if self.setting.game.hides else range(self.setting.seats):
                    self._tell(each, b"%d" % code)
            known.apply(code)
            self._heard += 1

    def _tell(self, seat: int, what: bytes) -> None:
        """Add to the fingerprint of a seat."""
        told = hashlib.blake2b(self._told[seat] + what, digest_size=TOLD // 8)
        self._told[seat] = told.digest()

    def record(self) -> Record:
        """The match on paper; who dealt is not known."""
        setting = self.setting
        trial, chance = setting.table.clone(), {}
        history = self.history()
        for n, code in enumerate(history):
            if trial.actor == CHANCE:
                chance[n] = trial.outcomes()
            trial.apply(code)
        header: Header = setting.header
        return Record(header, tuple(history), chance)

    def match(self) -> Match:
        """The same with its log; it has no luck to play on with."""
        return Match.replay(self.record(), dealer=None)

    def restore(self, record: Record) -> None:
        """Go on from the start to where the match of a record stands; every move of it is checked."""
        if not isinstance(record, Record):
            raise BadOption(
                f"a match is taken up from a Record, not {echo(record)}", option="record"
            )
        if self.history():
            raise RecordError("header", "a match is taken up by a state that has not begun")
        mine = (self.setting.game.name, self.setting.options, self.setting.seats)
        theirs = (record.header.game, record.header.options, record.header.seats)
        if mine != theirs or record.header.position is not None:
            raise RecordError("header", "the record is of another table, or begins in mid-game")
        Match.replay(record)
        for code in record.moves:
            self.apply_action(code)

    def __str__(self) -> str:
        """The table as a spectator sees it."""
        game = self.setting.game
        return game.describe(game.view(self.board.state, None))


class RavelboxObserver:
    """What a seat sees now; with perfect recall also a fingerprint of all that it saw before."""

    def __init__(self, setting: Setting, kind: Any, params: Any) -> None:
        if params:
            raise BadOption(f"an observer takes no {echo(params)}", option="params")
        private = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not kind.public_info or kind.private_info != private:
            raise BadOption("an observer sees what one seat sees: all of it", option="observer")
        self.setting = setting
        self.recalls = bool(kind.perfect_recall)
        width = len(setting.entries)
        self.tensor: NDArray[np.float32] = np.zeros(
            width + (TOLD if self.recalls else 0), np.float32
        )
        self.dict = {"observation": self.tensor[:width]}
        if self.recalls:
            self.dict["told"] = self.tensor[width:]

    def set_from(self, state: RavelboxState, player: int) -> None:
        """Fill the tensor."""
        seen = self.setting.sight.row(state.board.state, player)
        self.dict["observation"][:] = np.frombuffer(seen, row_type(self.setting))
        if self.recalls:
            told = np.frombuffer(state.told(player), np.uint8)
            self.dict["told"][:] = np.unpackbits(told)

    def string_from(self, state: RavelboxState, player: int) -> str:
        """What the seat sees in plain lines, then its row and what it was told, in hexadecimal."""
        game = self.setting.game
        seen = self.setting.sight.row(state.board.state, player).hex()
        text = f"{game.describe(game.view(state.board.state, player))}\nseat {player} sees {seen}"
        return f"{text}\ntold {state.told(player).hex()}" if self.recalls else text


def read_options(text: str) -> dict[str, str]:
    """Options from text such as "deck:W4;tokens:10"; OpenSpiel keeps = and , to itself."""
    options: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, value = part.partition(":")
        if not colon:
            raise BadOption(f'options go like "deck:W4;tokens:10", not {echo(text)}', option=part)
        options[name.strip()] = value.strip()
    return options


def kind_of(name: str, known: str) -> Any:
    """What OpenSpiel wants to know of a game before it is made."""
    game = ravelbox.load(name)
    types = pyspiel.GameType
    shared = name == "ramble"
    return types(
        short_name=known,
        long_name=game.title,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.IMPERFECT_INFORMATION
        if game.hides
        else types.Information.PERFECT_INFORMATION,
        utility=types.Utility.IDENTICAL if shared else types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 0, "options": ""},
    )


def register() -> None:
    """Let `pyspiel.load_game` know our games."""
    for name in ravelbox.games():
        kind = kind_of(name, f"ravelbox_{name}")
        game = type(f"{name}_game", (RavelboxGame,), {"kind": kind, "name": name})
        pyspiel.register_game(kind, game)


register()
