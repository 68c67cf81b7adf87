"""Environments for learning programs: Gymnasium, PettingZoo, OpenSpiel, and many tables at once.

Importing this registers `ravelbox/<game>-v0` with Gymnasium and `ravelbox/<game>_v0` with
PettingZoo, where they are installed; `ravelbox.envs.openspiel` does so for OpenSpiel.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Final

KITS: Final = ("gymnasium", "pettingzoo")


def _register() -> None:
    """Found by name, so that compiling the engine, which passes here, needs none of the kits."""
    for kit in KITS:
        if importlib.util.find_spec(kit):
            importlib.import_module(f"ravelbox.envs.{kit}").register()


_register()
