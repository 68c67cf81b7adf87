"""A network that has learnt R.A.V.E.L., as plain arrays: `python -m examples.learning.policy FILE`.

Started so it holds a seat by the line protocol of docs/extending/a-bot-from-outside.md. NumPy is
enough for that.
"""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ravelbox.envs.tensors import encode, schema
from ravelbox.kernel.game import Prompt, View

GAME: Final = "ravel"


def column(name: str) -> int:
    """Where an entry stands in a row."""
    return [entry.name for entry in schema(GAME, 1)].index(name)


def places() -> NDArray[np.int64]:
    """Where the values of each entry begin in a list that has a place for every one, and its end.

    A network learns best if it is told "die p3 shows a four" as one place of such a list, not as a
    number that is greater than three.
    """
    return np.cumsum([0, *(entry.most + 1 for entry in schema(GAME, 1))])


class Policy:
    """What `train` has written, to be asked for a code."""

    def __init__(self, file: Path) -> None:
        with np.load(file) as kept:
            self.parts = {name: kept[name] for name in kept.files}
        self.first = places()[:-1]

    def choose(self, row: list[int], legal: list[int]) -> int:
        """The code that it likes best."""
        part = self.parts
        inner = part["spread.weight"][np.array(row) + self.first].sum(0) + part["bias"]
        inner = part["hidden.weight"] @ np.maximum(inner, 0) + part["hidden.bias"]
        likes = part["choice.weight"] @ np.maximum(inner, 0) + part["choice.bias"]
        return max(legal, key=lambda code: float(likes[code]))


def view_of(said: dict[str, Any]) -> View:
    """A view from its lines, as far as rows need it: while somebody is asked nothing is over."""
    prompt = Prompt(said["prompt"]["rule"], "", "", (), None)
    return View(said["game"], said["seat"], said["actor"], said["table"], prompt, None)


def main() -> int:
    """Answer what is asked until nothing more is."""
    if len(sys.argv) != 2:  # noqa: PLR2004  # the program itself, and the file
        print(__doc__, file=sys.stderr)
        return 2
    try:
        policy = Policy(Path(sys.argv[1]))
    except (OSError, EOFError, ValueError, zipfile.BadZipFile) as error:
        print(f"{sys.argv[1]} is no policy of `examples.learning.train`: {error}", file=sys.stderr)
        return 2
    for line in sys.stdin:
        said = json.loads(line)
        if said["type"] == "ask":
            legal = [move["code"] for move in said["legal"]]
            code = policy.choose(encode(view_of(said["view"])), legal)
            print(json.dumps({"code": code}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
