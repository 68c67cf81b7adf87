"""Files that are written whole or not at all, and locks that keep two processes apart."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from pathlib import Path
from typing import IO, Final

USUAL: Final = 0o666  # who may read and write a new file, less what the system's mask takes away


def write_whole(file: Path, content: bytes | memoryview, mode: int = USUAL) -> None:
    """All of it or nothing: what was there stays until the new content is on the disk."""
    there = _place(file)
    if there is None:  # a pipe or a device, which holds nothing that could be lost
        with file.open("wb") as to:
            to.write(content)
        return
    new = _beside(there)
    try:
        new.touch(mode, exist_ok=False)
        if there.exists():
            new.chmod(stat.S_IMODE(there.stat().st_mode))
        with new.open("wb") as to:
            to.write(content)
            to.flush()
            os.fsync(to.fileno())
        new.replace(there)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def must_be_writable(file: Path) -> None:
    """Complain now as `write_whole` would later; nothing changes, and nothing is left behind."""
    there = _place(file)
    if there is None:
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
        return
    if there.exists():
        there.open("ab").close()
        there = _beside(there)
    there.touch(exist_ok=False)
    there.unlink()


def locked(file: IO[bytes], *, wait: bool = False) -> bool:
    """Whether nobody else has this file now; the system takes it back when the process ends."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415  # there only

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415  # everywhere else

            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def _place(file: Path) -> Path | None:
    """Where a file is or would be, behind its links; None for what is no file, such as a pipe."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            return None
    except FileNotFoundError:
        pass  # it is to be made
    return file.resolve()


def _beside(file: Path) -> Path:
    """A name for new content, in the same folder, so that it can be moved into place."""
    return file.with_name(f".{secrets.token_hex(8)}.new")
