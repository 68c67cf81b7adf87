"""The action codes of Ravingspire, as the engine uses them; actions.py declares the same table."""

from typing import Final

ROLL: Final = 1  # the die
DRAW: Final = 2  # go on to Draw, or draw the Foe card
END: Final = 3  # of a phase
SKIP: Final = 4  # an optional action, a bonus move
USE: Final = 5  # an optional action
KEEP: Final = 6  # a die, a Foe card
PASS: Final = 7  # no Flank card
STOP: Final = 8  # moving, turning
ENTER: Final = 9  # the Keep
REDRAW: Final = 10  # another Foe card
ACCEPT: Final = 11  # a trade, a loss
DECLINE: Final = 12  # a trade
NOTHING: Final = 13  # no card
CONCEDE: Final = 14  # a battle
ABANDON: Final = 15  # a payment
RAISE: Final = 16  # a die by 1
FREE: Final = 17  # all others
ALONE: Final = 18
REROLL: Final = 19  # by the Hero's ability
HERO: Final = 20  # + hero
STEP: Final = 60  # + direction: clockwise, counter-clockwise, up, down
TURN: Final = 64  # + direction * 12 + spaces - 1
FACE: Final = 88  # + target, by matrix
FORCE: Final = 99  # + target, by Brute Force
PAY: Final = 110  # + source * 4 + attribute, or VORPAL in a Brute Force payment
BACK: Final = 810  # + number of the source
ACTIVATE: Final = 850  # + place in hand, then + 100 + slot
DISCARD: Final = 959  # likewise
BANISH: Final = 1068  # likewise
ACT: Final = 1177  # + ability of the own Hero
SLOT: Final = 1181  # + place in hand * 9 + slot
UNSLOT: Final = 2081  # + slot
PICK: Final = 2090  # + place
CHOOSE: Final = 3020  # + branch
NAME: Final = 3029  # + attribute
TRADE: Final = 3032  # + seat
WANT: Final = 3038  # + type; any; nothing
ASSIST: Final = 3044  # + place in hand
HINDER: Final = 3144  # likewise
PREVENT: Final = 3244  # + place in hand, then + 100 + slot
AGAIN: Final = 3353  # likewise
PLAYER: Final = 3462  # + seat
CODES: Final = 3468
