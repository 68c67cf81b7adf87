"""The learning example learns, and what it has learnt can hold a seat."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch

import ravelbox
from examples.learning.policy import Policy, view_of
from examples.learning.train import Network, Tables, train
from ravelbox.bots import hired, play_out
from ravelbox.bots.outside import Outside
from ravelbox.envs.tensors import encode
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match

ROOT = Path(__file__).parents[2]
OPTIONS = {"deck": "S", "tokens": 8}
BATCHES = 20


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Sequence[str]]:
    """A policy after a little learning, and what was said meanwhile."""
    file = tmp_path_factory.mktemp("learning") / "policy.npz"
    return file, list(train(file, 60, OPTIONS, 1, batches=BATCHES))


def test_it_learns(learnt: tuple[Path, Sequence[str]]) -> None:
    """In a handful of batches it takes more cards off the table than by chance."""
    lines = [line.split() for line in learnt[1][1:-1]]
    first, last = float(lines[0][2]), float(lines[-1][2])
    assert last > 1.3 * first


def test_a_policy_likes_what_the_network_likes(learnt: tuple[Path, Sequence[str]]) -> None:
    """By NumPy as by PyTorch, at many tables."""
    policy, tables = Policy(learnt[0]), Tables(OPTIONS, 5)
    net = Network(tables.codes)
    net.load_state_dict({name: torch.from_numpy(part) for name, part in policy.parts.items()})
    seen, mask = tables.seen()
    with torch.no_grad():
        best = net(seen, mask)[0].argmax(1).tolist()
    rows = (seen - torch.from_numpy(policy.first)).tolist()
    legal = [mask[lane].nonzero().flatten().tolist() for lane in range(len(rows))]
    assert [policy.choose(row, codes) for row, codes in zip(rows, legal, strict=True)] == best
    assert len(set(best)) > 5


def test_a_policy_holds_a_seat(
    learnt: tuple[Path, Sequence[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As any program from outside: every answer is its own, and the one that it would choose."""
    monkeypatch.chdir(ROOT)
    bot = hired(f"program:{sys.executable} -m examples.learning.policy {learnt[0]}", "ravel")
    assert isinstance(bot, Outside)
    game, policy = ravelbox.load("ravel"), Policy(learnt[0])
    match = Match.new(game, OPTIONS, dealer=Seeded(3))
    play_out(match, [bot])
    assert bot.troubles == []
    again = Match.new(game, OPTIONS, dealer=Seeded(3))
    while not again.over:
        view = again.view(0)
        assert view.prompt is not None
        again.play(0, [policy.choose(encode(view), [offer.code for offer in view.prompt.offers])])
    assert again.record() == match.record()


def test_rows_from_lines_are_those_of_the_view() -> None:
    """What a program is told is enough for the row."""
    match = Match.new(ravelbox.load("ravel"), OPTIONS, dealer=Seeded(4))
    view = match.view(0)
    assert view.prompt is not None
    said = {
        "game": "ravel",
        "seat": 0,
        "actor": 0,
        "table": view.table,
        "prompt": {"rule": view.prompt.rule},
    }
    assert encode(view_of(said)) == encode(view)


@pytest.mark.parametrize("content", [None, b"", b"no policy"])
def test_what_is_no_policy_is_said(tmp_path: Path, content: bytes | None) -> None:
    """A file that is missing, empty or something else: one sentence, and no traceback."""
    file = tmp_path / "policy.npz"
    if content is not None:
        file.write_bytes(content)
    command = [sys.executable, "-m", "examples.learning.policy", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{file} is no policy of `examples.learning.train`: ")
    assert "Traceback" not in done.stderr


def test_the_policy_is_where_it_was_asked_for(tmp_path: Path) -> None:
    """Whatever its name ends in, and nothing lies beside it."""
    out = tmp_path / "policy"
    *_, last = train(out, 1.0, OPTIONS, 2, batches=1)
    assert last == f"The policy is in {out}."
    assert [file.name for file in tmp_path.iterdir()] == ["policy"]
    assert Policy(out).parts


def test_an_unknown_deck_is_said(tmp_path: Path) -> None:
    """What was mistyped, and what there is."""
    out = str(tmp_path / "policy.npz")
    command = [sys.executable, "-m", "examples.learning.train", "--deck", "Q", "--out", out]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "deck" in done.stderr
    assert "Traceback" not in done.stderr
