"""Compiles the engine with mypyc where a C compiler is at hand; everything else is pyproject.toml.

The same sources run interpreted: set RAVELBOX_PURE=1 to leave them so.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent

# Exactly the engine, as one compilation unit: the hot half of the kernel, each game's rules,
# what bots look at, the solver, and what learning programs see.
ENGINE = [
    "src/ravelbox/kernel/rng.py",
    "src/ravelbox/kernel/rules.py",
    "src/ravelbox/kernel/pile.py",
    "src/ravelbox/games/ravel/codes.py",
    "src/ravelbox/games/ravel/state.py",
    "src/ravelbox/games/ravel/cogs.py",
    "src/ravelbox/games/ravel/stacks.py",
    "src/ravelbox/games/ravel/dice.py",
    "src/ravelbox/games/ravel/rewards.py",
    "src/ravelbox/games/ravel/turn.py",
    "src/ravelbox/games/ravel/setup.py",
    "src/ravelbox/games/ramble/codes.py",
    "src/ravelbox/games/ramble/state.py",
    "src/ravelbox/games/ramble/specials.py",
    "src/ravelbox/games/ramble/explore.py",
    "src/ravelbox/games/ramble/lights.py",
    "src/ravelbox/games/ramble/parkgoers.py",
    "src/ravelbox/games/ramble/turn.py",
    "src/ravelbox/games/ramble/setup.py",
    "src/ravelbox/games/arch_ravels/codes.py",
    "src/ravelbox/games/arch_ravels/state.py",
    "src/ravelbox/games/arch_ravels/yarn.py",
    "src/ravelbox/games/arch_ravels/craft.py",
    "src/ravelbox/games/arch_ravels/events.py",
    "src/ravelbox/games/arch_ravels/restock.py",
    "src/ravelbox/games/arch_ravels/shop.py",
    "src/ravelbox/games/arch_ravels/wrap_up.py",
    "src/ravelbox/games/arch_ravels/ending.py",
    "src/ravelbox/games/arch_ravels/turn.py",
    "src/ravelbox/games/arch_ravels/setup.py",
    "src/ravelbox/games/ravingspire/codes.py",
    "src/ravelbox/games/ravingspire/places.py",
    "src/ravelbox/games/ravingspire/state.py",
    "src/ravelbox/games/ravingspire/cards.py",
    "src/ravelbox/games/ravingspire/zones.py",
    "src/ravelbox/games/ravingspire/decks.py",
    "src/ravelbox/games/ravingspire/power.py",
    "src/ravelbox/games/ravingspire/prices.py",
    "src/ravelbox/games/ravingspire/texts.py",
    "src/ravelbox/games/ravingspire/madness.py",
    "src/ravelbox/games/ravingspire/rolls.py",
    "src/ravelbox/games/ravingspire/tower.py",
    "src/ravelbox/games/ravingspire/picking.py",
    "src/ravelbox/games/ravingspire/peeking.py",
    "src/ravelbox/games/ravingspire/effects.py",
    "src/ravelbox/games/ravingspire/payment.py",
    "src/ravelbox/games/ravingspire/proposing.py",
    "src/ravelbox/games/ravingspire/flank.py",
    "src/ravelbox/games/ravingspire/plays.py",
    "src/ravelbox/games/ravingspire/battle.py",
    "src/ravelbox/games/ravingspire/keep.py",
    "src/ravelbox/games/ravingspire/move.py",
    "src/ravelbox/games/ravingspire/trade.py",
    "src/ravelbox/games/ravingspire/encounter.py",
    "src/ravelbox/games/ravingspire/well.py",
    "src/ravelbox/games/ravingspire/showdown.py",
    "src/ravelbox/games/ravingspire/explore.py",
    "src/ravelbox/games/ravingspire/recover.py",
    "src/ravelbox/games/ravingspire/turn.py",
    "src/ravelbox/games/ravingspire/setup.py",
    "src/ravelbox/games/ravingspire/guessing.py",
    "src/ravelbox/bots/heuristics/heuristic.py",
    "src/ravelbox/bots/search/guide.py",
    "src/ravelbox/bots/search/tree.py",
    "src/ravelbox/bots/solver/boards.py",
    "src/ravelbox/bots/heuristics/ravel.py",
    "src/ravelbox/bots/heuristics/ravel_costs.py",
    "src/ravelbox/bots/heuristics/ravel_weights.py",
    "src/ravelbox/bots/heuristics/ravel_guide.py",
    "src/ravelbox/bots/heuristics/ramble.py",
    "src/ravelbox/bots/heuristics/ramble_facts.py",
    "src/ravelbox/bots/heuristics/ramble_weights.py",
    "src/ravelbox/bots/heuristics/ramble_guide.py",
    "src/ravelbox/bots/heuristics/arch_ravels.py",
    "src/ravelbox/bots/heuristics/arch_ravels_weights.py",
    "src/ravelbox/bots/heuristics/arch_ravels_outlook.py",
    "src/ravelbox/bots/heuristics/arch_ravels_guide.py",
    "src/ravelbox/bots/heuristics/ravingspire.py",
    "src/ravelbox/bots/heuristics/ravingspire_cards.py",
    "src/ravelbox/bots/solver/benches.py",
    "src/ravelbox/bots/solver/oracle.py",
    "src/ravelbox/bots/solver/endgame.py",
    "src/ravelbox/bots/heuristics/ravingspire_facts.py",
    "src/ravelbox/bots/heuristics/ravingspire_weights.py",
    "src/ravelbox/bots/heuristics/ravingspire_guide.py",
    "src/ravelbox/envs/rows.py",
    "src/ravelbox/envs/fleet.py",
    "src/ravelbox/envs/sights/ravel.py",
    "src/ravelbox/envs/sights/ramble.py",
    "src/ravelbox/envs/sights/arch_ravels.py",
    "src/ravelbox/envs/sights/ravingspire.py",
]


class BuildWithRules(build_py):
    """Puts the rules pages of docs/ beside the web pages that show them."""

    def run(self) -> None:
        """Build as usual, then copy the pages."""
        super().run()
        if not self.editable_mode:
            to = Path(self.build_lib) / "ravelbox" / "web" / "rules"
            to.mkdir(parents=True, exist_ok=True)
            for page in sorted((ROOT / "docs" / "rules").glob("*.md")):
                shutil.copyfile(page, to / page.name)


def engine() -> list[Any]:
    """The compiled engine, or nothing where it cannot or shall not be compiled."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if os.environ.get("RAVELBOX_PURE") or not (shutil.which(compiler) or os.name == "nt"):
        return []
    from mypyc.build import mypycify  # noqa: PLC0415  # only a compiling build needs it

    os.environ.setdefault("MYPYPATH", "src")
    return mypycify(ENGINE, opt_level="3", debug_level="0", group_name="ravelbox")


setup(ext_modules=engine(), cmdclass={"build_py": BuildWithRules})
