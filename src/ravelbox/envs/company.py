"""The bots that hold the other seats of a table while one program learns."""

from __future__ import annotations

from collections.abc import Sequence

from ravelbox.bots import Chair, bot
from ravelbox.envs.fleet import Lane
from ravelbox.envs.setting import Setting, whole
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.words import echo, listed

SHIFT = 20  # bits kept for the number of a decision beside a match's seed


class Company:
    """A bot for every seat but the learner's.

    Each decision is made by a fresh bot whose luck the match and the decision's number fix. So a
    match taken up from its record goes on as it would have, whatever its bots had in mind.
    """

    def __init__(self, setting: Setting, seat: object, bots: object) -> None:
        own = whole(seat)
        if own is None or own not in range(setting.seats):
            raise BadOption(
                f"{setting.game.title} here has seats {listed(range(setting.seats), 'and')}, "
                f"not {echo(seat)}",
                option="seat",
            )
        if not isinstance(bots, Sequence) or isinstance(bots, bytes):
            raise BadOption(
                f"bots are one name or a list of names, not {echo(bots)}", option="bots"
            )
        others = [other for other in range(setting.seats) if other != own]
        names = [bots] * len(others) if isinstance(bots, str) else list(bots)
        if len(names) != len(others):
            raise BadOption(
                f"{setting.game.title} with {setting.seats} seats needs {len(others)} bots beside "
                f"the learner, not {len(names)}",
                option="bots",
            )
        for name in names:
            if not isinstance(name, str):
                raise BadOption(
                    f"a bot goes by its name, such as greedy, not {echo(name)}", option="bots"
                )
            bot(name, setting.game.name).close()  # an unknown one is refused now, not in mid-game
        self.seat = own  # the learner's
        self.names = dict(zip(others, names, strict=True))
        self.setting = setting

    def choose(self, lane: Lane) -> int:
        """What the bot of the seat that is asked answers."""
        seat = lane.state.actor
        seed = (lane.seed << SHIFT) + len(lane.decisions)
        chosen = bot(self.names[seat], self.setting.game.name, seed)
        try:
            return chosen.choose(Chair(self.setting.game, lane.state, seat))
        finally:
            chosen.close()
