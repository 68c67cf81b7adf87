"""The action codes of Arch Ravels, as the engine uses them; actions.py declares the same table."""

from typing import Final

PASS: Final = 1  # no further craft
END: Final = 2  # of step 1, of the turn
CHOOSE: Final = 3  # + character
BOARD: Final = 11  # + board
SPACE: Final = 15  # + action space
SHOP: Final = 19  # + set of bazaar spaces - 1, as it is never empty
CRAFT: Final = 82  # + item, then + 5 + request
COLOURS: Final = 113  # + set of colours - 1
COLOUR: Final = 176  # + colour
EXCHANGE: Final = 182  # + colour * 6 + other colour
TAKE: Final = 218  # + colour
REVEAL: Final = 224  # + bazaar space
ASSIGN: Final = 230  # + seat
TANGLE: Final = 234  # + seat
DONATE: Final = 238  # + colour * 4 + seat
FINISH: Final = 262  # + project
LEARN: Final = 278  # + item that has a tile
FROG: Final = 281  # + item
COUNT: Final = 286  # + number
CODES: Final = 1286
