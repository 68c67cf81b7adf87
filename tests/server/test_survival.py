"""What was acknowledged is kept: the real program, killed in mid-stream and started again."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from benchmarks.survival import survive
from tests.server.program import failing, program

FEW = 6  # kills; `python -m benchmarks.survival` kills 200 times


@pytest.mark.anyio
async def test_nothing_is_lost_by_kills_at_random_moments(store_url: str, tmp_path: Path) -> None:
    """Every acknowledged act is on record, none twice; whatever was lost on the way is settled."""
    workers = 2 if store_url.startswith("postgresql") else 1
    counted = await survive(store_url, tmp_path, kills=FEW, workers=workers, tables=6)
    assert sum(n for name, n in counted.items() if name.startswith("kills")) >= FEW
    assert counted["acts"] > 100
    assert counted["tables"] >= 6


def test_an_act_whose_answer_was_lost_can_be_sent_again(store_url: str) -> None:
    """After a kill the same act is either played now or recognised; never twice."""
    with program(store_url) as box:
        view = box.client.post("/tables", json={"game": "ravel", "tokens": 12}).json()
        key = {"Authorization": f"Bearer {view['keys']['0']}"}
        box.client.cookies.clear()  # from here on the key speaks for itself
        code = next(o["code"] for o in view["prompt"]["offers"] if o["text"].startswith("swap"))
        body = {"at": view["at"], "codes": [code], "mark": view["mark"]}
        after = box.client.post(f"/table/{view['id']}/act", json=body, headers=key).json()
        box.process.kill()
        box.process.wait()
    with program(store_url) as box:
        again = box.client.post(f"/table/{view['id']}/act", json=body, headers=key)
        assert again.status_code == 200
        assert again.json() == after


def test_a_server_that_ends_leaves_one_tidy_file(tmp_path: Path) -> None:
    """What SQLite writes beside it is gone, and all is in the file."""
    with program(tmp_path / "tables.sqlite") as box:
        box.client.post("/tables", json={"game": "ravel"})
        box.process.terminate()
        assert box.end() == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["tables.sqlite"]


def test_a_store_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    """No database, no folder, a folder in its place: exit code 2 and no stack."""
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear database, you are none. " * 40)
    assert "not a database" in failing("--store", str(letter))
    assert "no folder" in failing("--store", str(tmp_path / "no" / "tables.sqlite"))
    assert "cannot be opened" in failing("--store", str(tmp_path))
    assert "nowhere://" in failing("--store", "nowhere://x")


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    """The host and the port, and why."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert port in failing("--port", port, "--store", str(tmp_path / "tables.sqlite"))
    assert "99999" in failing("--port", "99999", "--store", str(tmp_path / "tables.sqlite"))
