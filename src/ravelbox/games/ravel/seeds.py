"""The options, and seed strings: `RVL1:<deck>:<tokens>:<seed>[:<options>]` names a puzzle.

RVL-101: 9 to 12 tokens make an easier game. RVL-109: fewer than 8 is no printed setting, and is
not offered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ravelbox.kernel.dealer import SEED_FORM
from ravelbox.kernel.errors import BadOption, SeedError
from ravelbox.kernel.options import Option, Options, check, spelled, unusual
from ravelbox.kernel.words import echo

MARK: Final = "RVL1"
DECKS: Final = (
    "S",
    "A",
    *(f"C{k}" for k in range(1, 16)),
    *(f"W{k}" for k in range(1, 16)),
)

OPTIONS: Final = (
    Option(
        "deck",
        DECKS,
        "S",
        "The 16 cards: S Standard, A Full Advanced, C Controlled or W Wild with 1 to 15 Advanced.",
        "RVL-17, RVL-102 to RVL-105",
    ),
    Option("tokens", tuple(range(8, 13)), 8, "Tinker tokens at the start.", "RVL-20, RVL-101"),
    Option(
        "street_std_order",
        ("any", "not_ordered"),
        "any",
        "Whether cog 11 takes a street in any order, or only one that does not lie in order.",
        "Q8",
    ),
    Option(
        "street_adv_dir",
        ("either", "reading"),
        "either",
        "Whether cog 11 II may ascend from either end, or only in reading direction.",
        "Q9",
    ),
    Option(
        "pair_match",
        ("at_least_two", "exactly_two"),
        "at_least_two",
        "Whether three equal values count as a pair for cogs 15 and 15 II.",
        "Q11",
    ),
    Option(
        "nudge_wrap",
        (False, True),
        False,
        "Whether a nudge may take a 6 up to 1 and a 1 down to 6.",
        "Q15",
    ),
    Option(
        "move_to_empty_side",
        (False, True),
        False,
        "Whether a cog may be moved to a side without a stack.",
        "Q19",
    ),
)


@dataclass(frozen=True, slots=True)
class Seed:
    """A puzzle: the options of the table, and the seed that fixes its luck."""

    seed: str
    options: Options

    @property
    def deck(self) -> str:
        """The deck, such as "S" or "W4"."""
        return str(self.options["deck"])

    @property
    def tokens(self) -> int:
        """The starting tokens."""
        return int(self.options["tokens"])


def parse_seed(text: str) -> Seed:
    """The puzzle of a seed string; complains by part."""
    parts = text.strip().split(":")
    if parts[0] != MARK or len(parts) not in (4, 5):
        raise SeedError(f"a seed string looks like {MARK}:S:8:RAVEL-DEMO, not {echo(text.strip())}")
    given: dict[str, object] = {"deck": parts[1], "tokens": parts[2]}
    for pair in parts[4].split(",") if len(parts) == 5 else []:  # noqa: PLR2004  # with options
        name, _, value = pair.partition("=")
        if name in given:
            raise SeedError(f"seed string: {echo(name)} is given twice or in the wrong place")
        given[name] = value
    if not SEED_FORM.fullmatch(parts[3]):
        raise SeedError(
            f"seed string: the seed is 1 to 32 characters from A-Z, 0-9 and -, not {echo(parts[3])}"
        )
    try:
        return Seed(parts[3], check(OPTIONS, given))
    except BadOption as error:
        raise SeedError(f"seed string: {error}") from error


def format_seed(seed: str, options: Options) -> str:
    """The seed string of a puzzle; options at their defaults are left out."""
    changed = unusual(OPTIONS, options)
    extra = ",".join(
        f"{name}={spelled(value)}"
        for name, value in changed.items()
        if name not in ("deck", "tokens")
    )
    base = f"{MARK}:{options['deck']}:{options['tokens']}:{seed}"
    return f"{base}:{extra}" if extra else base
