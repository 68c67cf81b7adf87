"""The action codes of R.A.V.E.L., as the engine uses them; actions.py declares the same table."""

from typing import Final

STOP: Final = 1
UNLOCK: Final = 2  # + side
SWAP: Final = 6  # + space; the pair of that space and the next one clockwise
TUNE: Final = 14  # + space * 6 + face - 1
FLIP: Final = 62  # + space
NUDGE: Final = 70  # + space * 2, and 1 more for a step up
MOVE: Final = 86  # + source * 4 + destination
ROTATE: Final = 102  # + 0 clockwise, 1 counterclockwise, 2 half a turn
EXCHANGE: Final = 105  # + space * 8 + a later space
RETRIEVE: Final = 169  # + number of tokens - 1
REROLL: Final = 172  # + side
ROLL: Final = 176  # + subset of the side's dice - 1; bit j is its j-th die in ring order
PLACE: Final = 183  # + number of the order in ORDERS
RESET: Final = 189
KEEP: Final = 190  # + set of kept sides; bit n is side n
EXTRA: Final = 206  # + set of sides that get an additional card
CODES: Final = 222
