"""What can go wrong by a user's hand. Every message says what came, what was possible, and where."""

from __future__ import annotations


class RavelboxError(Exception):
    """The family of all our errors; `code` is stable and travels on the wire."""

    code = "error"


class IllegalAction(RavelboxError, ValueError):
    """An action that is not among the answers to the open question."""

    code = "illegal"

    def __init__(self, message: str, *, action: str = "", rule: str = "") -> None:
        super().__init__(message)
        self.action = action
        self.rule = rule


class NotYourMove(IllegalAction):
    """The open question is for another seat."""

    code = "not_yours"


class GameOver(IllegalAction):
    """The match is over, so nothing is asked."""

    code = "over"


class UndoRefused(RavelboxError, ValueError):
    """Undo would take back something that has been learnt."""

    code = "no_undo"


class UnknownGame(RavelboxError, LookupError):
    """No game of that name is in the box."""

    code = "unknown_game"


class BadOption(RavelboxError, ValueError):
    """An option that the game does not have, or a value that it does not take."""

    code = "bad_option"

    def __init__(self, message: str, *, option: str) -> None:
        super().__init__(message)
        self.option = option


class ContentError(RavelboxError, ValueError):
    """A content file that cannot be read as cards; cites file and key."""

    code = "bad_content"

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file} {key}: {reason}" if key else f"{file}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason


class RecordError(RavelboxError, ValueError):
    """A record that cannot be read or replayed; cites the line or move."""

    code = "bad_record"

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason


class ReplayMismatch(RecordError):
    """A record made by other rules or with another table of actions."""

    code = "mismatch"


class PositionError(RavelboxError, ValueError):
    """A position document that describes no possible table; cites the key."""

    code = "bad_position"

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason


class SeedError(RavelboxError, ValueError):
    """A seed or seed string of the wrong form."""

    code = "bad_seed"


class StoreError(RavelboxError, LookupError):
    """A table that is not in the store, or a store that cannot be opened."""

    code = "no_table"
