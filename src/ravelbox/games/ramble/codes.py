"""The action codes of Ramble, as the engine uses them; actions.py declares the same table."""

from typing import Final

PASS: Final = 1  # leave a window, take no second lamp, drop no card, bring nobody, play on
END: Final = 2
DRAFT: Final = 3  # + role
FIRST: Final = 9  # + seat
MOVE: Final = 15  # + tile
FIX: Final = 34  # + tile
GIVE: Final = 53  # + seat * 6 + landmark
COLLECT: Final = 89  # + landmark
GUIDE: Final = 95  # + seat * 19 + tile
SCOUT: Final = 209
STEAL: Final = 210  # + seat * 8 + kind
DROP: Final = 258  # + Lights Out card
HANDBOOK: Final = 277  # + tile
GPS: Final = 296  # + seat that leads
RELOCATE: Final = 302  # + tile
BRING: Final = 321  # + seat
DISCARD: Final = 327  # + kind
EVACUATE: Final = 335  # + tile
CALL_HANDBOOK: Final = 354  # + seat that plays it * 19 + tile
CALL_GPS: Final = 468  # + seat that plays it * 6 + seat that leads
AGREE: Final = 504
CODES: Final = 505
