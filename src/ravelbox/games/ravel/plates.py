"""The 32 Cog cards as facts: read from TOML, checked, and named for people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ravelbox.kernel.content import Entry, read

CARDS: Final = tuple(f"{n}S" for n in range(1, 17)) + tuple(f"{n}A" for n in range(1, 17))
COLOURS: Final = ("orange", "white", "black", "blue")
PARITIES: Final = ("odd", "even")
FILE: Final = Path(__file__).parent / "content" / "cogs.toml"

# The vocabulary of conditions: the word in the file, and the argument it takes.
CONDITIONS: Final[dict[str, tuple[str, ...] | range]] = {
    "both": COLOURS,
    "all_at_most": range(1, 7),
    "all_at_least": range(1, 7),
    "all": PARITIES,
    "once_each": PARITIES,
    "sum_at_most": range(3, 19),
    "sum_at_least": range(3, 19),
    "street": ("any order", "in order"),
    "different": ("colours", "colours and values"),
    "balance": ("any colours", "three colours"),
    "triple": ("any colours", "three colours"),
    "pair": ("values", "colours", "values and colours", "colours and values"),
}
# The vocabulary of rewards, likewise.
REWARDS: Final[dict[str, tuple[str, ...] | range]] = {
    "flip": range(1, 3),
    "nudge": range(1, 4),
    "move": range(1, 3),
    "rotate": ("quarter", "quarter or half"),
    "permute": range(2, 4),
    "retrieve": range(1, 4),
    "reroll": ("whole side", "chosen dice"),
    "reset": ("all stacks", "chosen stacks"),
}
TESTS: Final = tuple(CONDITIONS)
KINDS: Final = tuple(REWARDS)


@dataclass(frozen=True, slots=True)
class Cog:
    """One card as printed, in words and in the numbers of the vocabulary."""

    id: str
    name: str
    needs: str
    gives: str
    test: int  # place in TESTS
    arg: int  # the number given, or the place of the word given
    parity: int  # of the two dice of one colour: place in PARITIES, or -1
    reward: int  # place in KINDS
    strength: int  # how many, or 1 and 2 for the Standard and the Advanced wording

    @property
    def number(self) -> int:
        """The printed number, 1 to 16."""
        return int(self.id[:-1])

    @property
    def advanced(self) -> bool:
        """Whether the card carries the Advanced glyph."""
        return self.id.endswith("A")


def load(path: Path = FILE) -> list[Cog]:
    """All cards of a file, in the order of their indices; complains by file and key."""
    document = read(path)
    document.only(["cog"])
    entries = document.entries("cog")
    found: dict[str, Cog] = {}
    for entry in entries:
        cog = _cog(entry)
        if cog.id in found:
            raise entry.complain("id", f"card {cog.id} is there twice")
        found[cog.id] = cog
    for card in CARDS:
        if card not in found:
            raise document.complain(f"[cog {card}]", "is missing; all 32 cards must be there")
    return [found[card] for card in CARDS]


def _cog(entry: Entry) -> Cog:
    entry.only(["id", "name", "condition", "needs", "reward", "gives"])
    condition = entry.table("condition")
    test, arg = _word(condition, CONDITIONS, beside=("parity",))
    parity = -1
    if "parity" in condition.facts:
        if TESTS[test] != "both":
            raise condition.complain("parity", 'goes only with "both"')
        parity = PARITIES.index(condition.one_of("parity", PARITIES))
    reward, strength = _word(entry.table("reward"), REWARDS)
    return Cog(
        id=entry.one_of("id", CARDS),
        name=entry.text("name"),
        needs=entry.text("needs"),
        gives=entry.text("gives"),
        test=test,
        arg=arg,
        parity=parity,
        reward=reward,
        strength=strength if isinstance(REWARDS[KINDS[reward]], range) else strength + 1,
    )


def _word(
    entry: Entry, vocabulary: dict[str, tuple[str, ...] | range], beside: tuple[str, ...] = ()
) -> tuple[int, int]:
    """The one word of the vocabulary that the entry uses, and its argument, as numbers."""
    entry.only([*vocabulary, *beside])
    words = [word for word in entry.facts if word in vocabulary]
    if len(words) != 1:
        raise entry.complain("", f"must say exactly one thing, not {len(words)}")
    allowed = vocabulary[words[0]]
    place = list(vocabulary).index(words[0])
    if isinstance(allowed, range):
        return place, entry.whole(words[0], allowed)
    return place, allowed.index(entry.one_of(words[0], allowed))


COGS: Final = load()
