"""Files appear whole or not at all, and locks keep two processes apart."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ravelbox.files import locked, must_be_writable, write_whole

HOLDS = """
import sys
from pathlib import Path
from ravelbox.files import locked
with Path(sys.argv[1]).open("wb") as file:
    print(locked(file), flush=True)
    input()
"""


def names(folder: Path) -> list[str]:
    """What lies in a folder."""
    return sorted(file.name for file in folder.iterdir())


def test_what_was_there_stays_until_the_new_is_whole(tmp_path: Path) -> None:
    """Nothing else is left in the folder; who may read the file does not change."""
    file = tmp_path / "kept.txt"
    write_whole(file, b"one")
    assert file.read_bytes() == b"one"
    file.chmod(0o640)
    write_whole(file, b"two")
    assert file.read_bytes() == b"two"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    private = tmp_path / "private.txt"
    write_whole(private, b"key", 0o600)
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert names(tmp_path) == ["kept.txt", "private.txt"]


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    """The system refuses to write so much; the old content stays, and no half of the new one."""
    file = tmp_path / "kept.txt"
    write_whole(file, b"one")
    writes = (
        "import sys; from ravelbox.files import *; write_whole(Path(sys.argv[1]), bytes(99999))"
    )
    shell = f'ulimit -f 8; exec "{sys.executable}" -c "{writes}" "{file}"'
    done = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, text=True, check=False)
    assert "File too large" in done.stderr
    assert file.read_bytes() == b"one"
    assert names(tmp_path) == ["kept.txt"]
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "no" / "kept.txt", b"one")


def test_a_link_stays_one(tmp_path: Path) -> None:
    """What it points at is written."""
    there, link = tmp_path / "there.txt", tmp_path / "link.txt"
    link.symlink_to(there)
    write_whole(link, b"one")
    assert link.is_symlink()
    assert there.read_bytes() == b"one"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    """It is no file that could be replaced."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    must_be_writable(pipe)
    write_whole(pipe, b"one")
    reader.join(20)
    assert heard == [b"one"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_look_ahead_changes_nothing(tmp_path: Path) -> None:
    """Whether it could be written is known without writing."""
    file = tmp_path / "kept.txt"
    must_be_writable(file)
    assert names(tmp_path) == []
    write_whole(file, b"one")
    before = file.stat().st_mtime_ns
    must_be_writable(file)
    assert (file.read_bytes(), file.stat().st_mtime_ns) == (b"one", before)
    assert names(tmp_path) == ["kept.txt"]
    with pytest.raises(IsADirectoryError):
        must_be_writable(tmp_path)
    with pytest.raises(FileNotFoundError):
        must_be_writable(tmp_path / "no" / "kept.txt")
    with pytest.raises(NotADirectoryError):
        must_be_writable(file / "kept.txt")


def test_a_lock_is_given_back_by_whoever_is_gone(tmp_path: Path) -> None:
    """However it went."""
    file = tmp_path / "lock"
    words = [sys.executable, "-c", HOLDS, str(file)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "True\n"
        with file.open("wb") as mine:
            assert not locked(mine)
            holder.kill()
            holder.wait()
            assert locked(mine, wait=True)
