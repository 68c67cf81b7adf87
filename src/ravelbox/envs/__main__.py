"""Lists what every entry of a game's rows means: `python -m ravelbox.envs ramble --seats 3`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import ravelbox
from ravelbox.envs.tensors import explained, schema
from ravelbox.kernel.errors import RavelboxError


def lines(game: str, seats: int | None) -> Iterator[str]:
    """A table of all entries, in Markdown."""
    box = ravelbox.load(game)
    seats = seats or box.seats_of(box.options_of({}))
    yield "| place | entry | values |"
    yield "|---|---|---|"
    for n, entry in enumerate(schema(game, seats)):
        yield f"| {n} | `{entry.name}` | {explained(entry)} |"


def main() -> int:
    """Print the entries of a game."""
    parser = argparse.ArgumentParser(prog="python -m ravelbox.envs", description=__doc__)
    parser.add_argument("game", help=", ".join(ravelbox.games()))
    parser.add_argument("--seats", type=int, help="rows grow with the number of seats")
    chosen = parser.parse_args()
    try:
        sys.stdout.writelines(f"{line}\n" for line in lines(chosen.game, chosen.seats))
    except RavelboxError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
