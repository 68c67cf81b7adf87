"""Which engine is under test is said, not guessed: RAVELBOX_ENGINE=interpreted or compiled."""

from __future__ import annotations

import os
import tempfile

import pytest

from ravelbox.cli import engine

# A developer's own card packs must not change what is tested: an empty folder holds none.
os.environ["RAVELBOX_PACKS"] = tempfile.mkdtemp(prefix="no-packs-")
# A puzzle of the day takes a minute of an interpreted engine; a poor one will do, when asked for.
os.environ["RAVELBOX_DAILY"] = "beam=2,games=0,tries=6,ahead=0"


def pytest_report_header() -> str:
    """Name the engine at the top of the report."""
    return f"engine: {engine()}"


def pytest_sessionstart() -> None:
    """Refuse to test another engine than the one that was asked for."""
    wanted = os.environ.get("RAVELBOX_ENGINE", engine())
    if wanted != engine():
        pytest.exit(
            f"the engine is {engine()}, but RAVELBOX_ENGINE asks for {wanted}", returncode=3
        )
