"""The same header and integers lead through the same tables, whoever drives: digests at every step.

The browser's part is in `tests/browser/test_trace.py`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from litestar.testing import AsyncTestClient

from ravelbox.envs import openspiel
from ravelbox.envs.pettingzoo import RavelboxAEC
from ravelbox.envs.vector import RavelboxVectorEnv
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.record import Record
from ravelbox.server.app import make_app
from ravelbox.server.limits import Limits
from tests.envs.tables import SEATS, Trace, begun, every_game, learner, options_of, trace
from tests.server.conftest import HERE, JSON, Client, kept

STEPS = {"ravel": 40, "ramble": 12, "arch_ravels": 12, "ravingspire": 12}  # of the learner
TRACES = {game: trace(game, steps) for game, steps in STEPS.items()}
ACTS = 15  # decisions that the server is asked to carry out


def by_python(known: Trace) -> Iterator[tuple[int, str]]:
    """A match, replayed from its record to every length."""
    made = 0
    for length in range(len(known.record.moves) + 1):
        match = Match.replay(known.record, length)
        yield length, digest(match.state)
        made += 1
    assert made == len(known.moves)


def by_gymnasium(known: Trace) -> Iterator[tuple[int, str]]:
    """One learner; the bots beside it answer as they did."""
    env = learner(known.record.header.game)
    env.reset(seed=known.seed)
    assert env.lane is not None
    over = False
    while not over and len(env.lane.decisions) < len(known.codes):
        done = len(env.lane.decisions)
        yield done, digest(env.lane.state)
        _, _, over, _, _ = env.step(np.int64(known.codes[done]))
        assert env.lane.decisions == known.codes[: len(env.lane.decisions)]
    yield len(env.lane.decisions), digest(env.lane.state)


def by_pettingzoo(known: Trace) -> Iterator[tuple[int, str]]:
    """Every seat an agent."""
    game = known.record.header.game
    env = RavelboxAEC(game, seats=SEATS[game], options=options_of(game, SEATS[game]))
    env.reset(seed=known.seed)
    assert env.lane is not None
    for done, code in enumerate(known.codes):
        yield done, digest(env.lane.state)
        env.step(code)
    yield len(known.codes), digest(env.lane.state)


def by_vector(known: Trace) -> Iterator[tuple[int, str]]:
    """Two lanes with the same luck; the second must do as the first."""
    game = known.record.header.game
    given: dict[str, Any] = {"seats": SEATS[game], "options": options_of(game, SEATS[game])}
    env = RavelboxVectorEnv(game, 2, bots="random", **given)
    env.reset(seed=[known.seed, known.seed])
    lane, twin = env.fleet.lanes
    over = False
    while not over and len(lane.decisions) < len(known.codes):
        done = len(lane.decisions)
        yield done, digest(lane.state)
        _, _, ends, _, _ = env.step(np.array([known.codes[done]] * 2))
        assert lane.decisions == twin.decisions == known.codes[: len(lane.decisions)]
        assert digest(lane.state) == digest(twin.state)
        over = bool(ends[0])
    yield len(lane.decisions), digest(lane.state)


def by_openspiel(known: Trace) -> Iterator[tuple[int, str]]:
    """Luck in the open: every integer of the record, one after the other."""
    header = known.record.header
    options = ";".join(f"{name}:{value}" for name, value in header.options.items())
    made = {"players": header.seats, "options": options}
    state = pyspiel.load_game(f"ravelbox_{header.game}", made).new_initial_state()
    assert isinstance(state, openspiel.RavelboxState)
    for length, code in enumerate(known.record.moves):
        yield length, digest(state.board.state)
        assert (length in known.record.chance) == state.is_chance_node()
        assert code in state.legal_actions()
        state.apply_action(code)
    yield len(known.record.moves), digest(state.board.state)
    assert state.record().moves == known.record.moves


@pytest.mark.parametrize("drive", [by_gymnasium, by_pettingzoo, by_vector])
@every_game
def test_the_same_table_after_every_decision(game: str, drive: Any) -> None:
    """What a seed and the decisions fix, whichever kit asks for them."""
    known = TRACES[game]
    seen = list(drive(known))
    assert seen[-1][0] == len(known.codes)
    for done, found in seen:
        assert found == known.decisions[done], f"{game}, after {done} decisions"


@pytest.mark.parametrize("drive", [by_python, by_openspiel])
@every_game
def test_the_same_table_after_every_move(game: str, drive: Any) -> None:
    """Answers of luck are steps of their own where a kit shows them."""
    known = TRACES[game]
    seen = list(drive(known))
    assert [found for _, found in seen] == known.moves


@pytest.mark.parametrize("drive", [by_gymnasium, by_pettingzoo, by_vector])
def test_other_integers_lead_elsewhere(drive: Any) -> None:
    """The comparison bites: one decision of a trace changed, and the digests differ from there on."""
    known = TRACES["ravel"]
    other = next(code for code in range(6, 62) if code != known.codes[0] and _fits(known, code))
    changed = Trace(known.record, known.moves, known.decisions, [other], known.seed)
    seen = list(drive(changed))
    assert seen[0][1] == known.decisions[0]
    assert seen[1][1] != known.decisions[1]


def _fits(known: Trace, code: int) -> bool:
    """Whether a code is possible at the first decision."""
    return code in begun(known.record.header).state.legal()


def test_records_of_all_kits_are_one() -> None:
    """Written by any of them, in text and in JSON, and read back."""
    known = TRACES["ramble"]
    env = RavelboxAEC("ramble", seats=3)
    env.restore(Record(known.record.header, ()))
    for code in known.codes:
        env.step(code)
    assert env.record() == known.record
    assert Record.from_text(env.record().to_text()) == known.record
    assert Record.from_json(env.record().to_json()) == known.record


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The loop that the server runs on."""
    return "asyncio"


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    """A program at the real app."""
    app = make_app(tmp_path / "tables.sqlite", limits=Limits.none())
    async with AsyncTestClient(app, base_url=HERE) as client:
        yield client


@pytest.mark.anyio
@every_game
async def test_the_server_leads_through_the_same_tables(client: Client, game: str) -> None:
    """By HTTP, decision by decision; the digest is that of the record in its store."""
    known = TRACES[game]
    table = await client.app.state.tables.open(begun(known.record.header))
    for done, code in enumerate(known.codes[:ACTS]):
        record = (await kept(client, table)).record
        assert digest(Match.replay(record).state) == known.decisions[done]
        at = (await client.get(f"/table/{table}", headers=JSON)).json()["at"]
        body = {"at": at, "codes": [code]}
        answer = await client.post(f"/table/{table}/act", json=body, headers=JSON)
        assert answer.status_code == 200, answer.text
    record = (await kept(client, table)).record
    made = min(ACTS, len(known.codes))
    assert digest(Match.replay(record).state) == known.decisions[made]
    assert record.moves == known.record.moves[: len(record.moves)]
