"""Places that an action can name, and the four directions."""

from typing import Final

# Places that a code can name: hands, slots, Played, discard piles and so on, one after the other.
AT_HAND: Final = 0
AT_SLOT: Final = 100
AT_PLAYED: Final = 109
AT_DISCARD: Final = 149
AT_RING: Final = 449
AT_PAID: Final = 454
AT_HELPER: Final = 494
AT_LEFT: Final = 514
AT_BANISHED: Final = 520
AT_PEEKED: Final = 920
MOST_PLACES: Final = 930

# Sources of a payment.
BY_HAND: Final = 0
BY_SLOT: Final = 100
BY_PLAYED: Final = 109
BY_HELPER: Final = 149
BY_LEFT: Final = 169

CLOCKWISE: Final = 0
COUNTER: Final = 1
UP: Final = 2
DOWN: Final = 3
