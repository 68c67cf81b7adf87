"""Add finished matches of the present rules to those kept for ever.

    PYTHONPATH=src python -m tests.records.make

Run it once after a game's rules version was raised. It adds files and never overwrites one: what
lies there is what people's tables were played by.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sys
from pathlib import Path
from typing import Final

import ravelbox
from ravelbox.bots import bot, play_out
from ravelbox.kernel.dealer import Dealer, Dealt, Secret, Seeded, commitment, seed_from_key
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.options import Options
from ravelbox.kernel.record import Record
from ravelbox.kernel.rng import Rng
from tests.walks import SHORT

FOLDER: Final = Path(__file__).parent
MATCHES: Final = 12  # of each game
CHECKPOINTS: Final = 5
SLOW: Final = 4  # seats of Ramble, from which on a greedy bot thinks for minutes


def table(game: Game, n: int) -> tuple[Options, int]:
    """The options and seats of a match: first as the game is usually played, then at random."""
    usual = game.options_of({})
    if n == 0:
        return usual, game.seats_of(usual)
    rng = Rng(n)
    while True:
        options = {o.name: o.values[rng.below(len(o.values))] for o in game.options}
        for name, most in SHORT.get(game.name, {}).items():
            options[name] = 1 + rng.below(int(most)) if n % 2 else 5 * int(most)
        seats = game.seats[rng.below(len(game.seats))]
        try:
            game.new(options, seats)
        except BadOption:
            continue
        return options, seats


def luck(game: Game, n: int) -> tuple[Dealer, bytes]:
    """Every kind of dealer in turn, and the key behind it where there is one."""
    key = hashlib.sha256(f"{game.name} {n}".encode()).digest()
    if n % 3 == 1:
        return Seeded(n), b""
    dealt = game.dealt(seed_from_key(key)) if n % 3 == 2 else None
    return dealt or Secret(key), key


def played(game: Game, n: int) -> Match:
    """A match of bots, to its end."""
    options, seats = table(game, n)
    dealer, key = luck(game, n)
    match = Match.new(game, options, dealer=dealer, seats=seats)
    if isinstance(dealer, Dealt):
        match.header = dataclasses.replace(match.header, commitment=commitment(key), key=key.hex())
    mixed = n % 2 or (game.name == "ramble" and seats >= SLOW)
    names = ["random" if mixed and (seat + n) % 2 else "greedy" for seat in range(seats)]
    play_out(match, [bot(name, game.name, 100 * n + seat) for seat, name in enumerate(names)])
    return match


def checkpoints(record: Record) -> dict[str, str]:
    """The table's digest after some numbers of moves, the last of them its end."""
    whole = len(record.moves)
    places = [whole * i // CHECKPOINTS for i in range(1, CHECKPOINTS + 1)]
    return {str(n): digest(Match.replay(record, n).state) for n in places}


def main() -> None:
    """Add what is missing, and say what was added."""
    for game in map(ravelbox.load, ravelbox.games()):
        folder = FOLDER / str(game.rules)
        folder.mkdir(exist_ok=True)
        for n in range(MATCHES):
            file = folder / f"{game.name}-{n}.txt"
            if file.exists():
                continue
            record = played(game, n).record()
            text = record.to_text()
            facts = {"sha256": hashed(text), "digests": checkpoints(record)}
            file.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
            file.write_text(text, "utf-8")
            sys.stdout.write(f"added {file.relative_to(FOLDER)}: {len(record.moves)} moves\n")


def hashed(text: str) -> str:
    """The fingerprint of a file's text."""
    return hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    main()
