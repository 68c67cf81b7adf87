"""The public API as a user would write it; type-checked, and run by test_api.py."""

from __future__ import annotations

import ravelbox
from ravelbox.bots import Bot, Chair, bot, bots, play_out
from ravelbox.games.ravel.actions import Swap, Tune
from ravelbox.kernel import position
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import IllegalAction
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import Game, Prompt, View
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.record import Record
from ravelbox.kernel.rules import State


class First(Bot):
    """The smallest bot: it takes the first thing that is not giving up."""

    name = "first"

    def choose(self, chair: Chair) -> int:
        """The second code is the first action; the first is resigning."""
        return chair.legal[1]


def main() -> str:
    """Everything a bot writer touches, once."""
    names: list[str] = ravelbox.games()
    game: Game = ravelbox.load(names[0])
    match: Match = Match.new(game, {"deck": "W4", "tokens": 10}, dealer=Seeded(7))
    code: int = game.space.encode(Swap(space="p3"))
    assert game.space.decode(code) == Swap("p3")
    try:
        events: list[Event] = match.play(0, [code])
    except IllegalAction:
        events = match.play(0, [game.space.encode(Tune("p0", 1))])
    assert events[0].rule.startswith("RVL-")
    view: View = match.view(0)
    prompt: Prompt | None = view.prompt
    assert prompt is not None
    state: State = match.state.clone()
    state.apply(state.legal()[1])
    document: dict[str, object] = position.dump(game, match.header.options, match.state)
    assert position.load(document)[0] is game
    play_out(match, [First()])
    record: Record = match.record()
    assert bots("ravel")[:2] == ["random", "greedy"]
    assert bot("random", "ravel").name == "random"
    return digest(Match.replay(Record.from_text(record.to_text())).state)
