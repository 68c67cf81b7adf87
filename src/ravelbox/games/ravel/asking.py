"""The open question of R.A.V.E.L. for a person: what is asked, and what each answer means."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Final

from ravelbox.games.ravel.actions import (
    ORDER_NAMES,
    SIDE_NAMES,
    SIDE_SETS,
    SPACE,
    SPACES,
    TURNS,
    Exchange,
    Extra,
    Flip,
    Keep,
    Move,
    Nudge,
    Place,
    Reroll,
    Reset,
    Retrieve,
    Roll,
    Rotate,
    Swap,
    Tune,
    Unlock,
)
from ravelbox.games.ravel.dice import ORDERS
from ravelbox.games.ravel.stacks import SETS
from ravelbox.games.ravel.state import EMPTY, SIDES, Ravel
from ravelbox.games.ravel.telling import (
    PLACES,
    SIDE_WORDS,
    TURN_WORDS,
    cog_words,
    die_words,
    sides_words,
)
from ravelbox.kernel.actions import Action
from ravelbox.kernel.game import Offer, Prompt
from ravelbox.kernel.rules import RESIGN
from ravelbox.kernel.words import listed

Ways = tuple[tuple[str, ...], ...]

NUMBERS: Final = ("no", "one", "two", "three")

# The question each rule asks, in a few words.
QUESTIONS: Final = {
    "RVL-23": "unlock a cog, swap or tune",
    "RVL-63": "which die to turn over",
    "RVL-64": "which die to move one up or down",
    "RVL-66": "which top cog to move, and where",
    "RVL-69": "which top cog to move next, and where",
    "RVL-75": "which way to turn the tile",
    "RVL-77": "which two dice to exchange",
    "RVL-78": "which third die joins the exchange",
    "RVL-80": "how many tokens to take back",
    "RVL-82": "which side to roll",
    "RVL-83": "which dice of the side to roll",
    "RVL-84": "in which order to place the dice",
    "RVL-86": "whether to deal the cogs anew",
    "RVL-87": "which sides get an additional cog",
    "RVL-89": "which stacks to keep",
}
ASKS: Final = {
    "RVL-63": "Choose the die to turn over, or skip.",
    "RVL-64": "Choose a die and move it one up or down, or skip.",
    "RVL-66": "Choose the top cog to move, then where it goes, or skip.",
    "RVL-69": "Move another top cog, or stop here.",
    "RVL-75": "Turn the tile with its dice, or skip.",
    "RVL-77": "Choose two dice to exchange, or skip.",
    "RVL-78": "Exchange one of the two with a third die, or stop here.",
    "RVL-80": "Take back spent tokens, or skip.",
    "RVL-82": "Choose the side whose dice are rolled, or skip.",
    "RVL-86": "Shuffle the cogs and deal them anew, or skip.",
    "RVL-89": "Choose the stacks to keep as they are; the others are shuffled.",
}
# The same questions once a part of the reward has been used.
AGAIN: Final = {
    "RVL-63": "Turn over another die, or stop here.",
    "RVL-64": "Choose a die and move it one up or down, or stop here.",
}
# What a reward of several parts counts, one and more.
PARTS: Final = {
    "RVL-63": ("die", "dice"),
    "RVL-64": ("step", "steps"),
    "RVL-66": ("movement", "movements"),
    "RVL-69": ("movement", "movements"),
}


def prompt(s: Ravel) -> Prompt:
    """The open question with all its answers."""
    rule_number, _, x, _ = s.agenda[-1]
    rule = s.rules[rule_number].cites
    codes = s.legal()
    offers = tuple(_offer(s, code, x) for code in codes if code != RESIGN)
    resign = RESIGN if RESIGN in codes else None
    return Prompt(rule, _ask(s, rule, x, codes), _why(s, rule), offers, resign)


def _ask(s: Ravel, rule: str, x: int, codes: list[int]) -> str:
    """One plain sentence."""
    if rule == "RVL-23":
        return _ask_turn(s, codes)
    if rule == "RVL-83":
        return f"Choose which dice of the {SIDE_WORDS[x]} side to roll."
    if rule == "RVL-84":
        return f"Put the dice of the {SIDE_WORDS[x]} side in the order you like."
    if rule == "RVL-87":
        extra = SPACE.decode(codes[-1])
        assert isinstance(extra, Extra)
        if len(extra.sides) == 1:
            return "Choose the side that gets an additional cog."
        return f"Choose {NUMBERS[len(extra.sides)]} sides that get an additional cog."
    return AGAIN[rule] if s.steps and rule in AGAIN else ASKS[rule]


def _ask_turn(s: Ravel, codes: list[int]) -> str:
    sides = [action.side for action in map(SPACE.decode, codes) if isinstance(action, Unlock)]
    cogs = [cog_words(s.stacks[SIDE_NAMES.index(side)][0]) for side in sides]
    tinker = ["swap two neighbours"] if s.ready >= 1 else []
    tinker += ["tune a die"] if s.ready >= 2 else []  # noqa: PLR2004  # what Tune costs
    if cogs and tinker:
        return f"Unlock {listed(cogs)}, or {listed(tinker)}."
    if cogs:
        return f"Unlock {listed(cogs)}."
    return f"No cog is met: {listed(tinker)}."


def _why(s: Ravel, rule: str) -> str:
    """Where the question comes from."""
    if rule == "RVL-23":
        ready = f"{s.ready} token{'' if s.ready == 1 else 's'} ready"
        return f"Turn {s.turns + 1}, {ready}"
    left = remaining(s)
    return f"Reward of {cog_words(s.hand)}{f', {left}' if left else ''}"


def remaining(s: Ravel) -> str:
    """How much of a reward is left, where it has several parts: "one step left"."""
    if s.hand == EMPTY or s.actor < 0:
        return ""
    rule, _, left, _ = s.agenda[-1]
    one, more = PARTS.get(s.rules[rule].cites, ("", ""))
    if not one or (left == 1 and not s.steps):
        return ""
    return f"{NUMBERS[left]} {one if left == 1 else more} left"


def _offer(s: Ravel, code: int, x: int) -> Offer:
    text = SPACE.to_text(code)
    action = SPACE.decode(code)
    if text == "stop":
        label = "Stop here" if s.steps else "Skip the reward"
        return Offer(code, text, label, (), key="s")
    if isinstance(action, Retrieve):
        tokens = f"{action.tokens} token{'' if action.tokens == 1 else 's'}"
        most = SPACE.encode(Retrieve(action.tokens)) == max(s.legal())
        return Offer(code, text, f"Take back {tokens}", (), key=str(action.tokens), main=most)
    if isinstance(action, Place):
        key = str(ORDER_NAMES.index(action.order) + 1)
        return Offer(code, text, _placement(s, action, x), (), key=key)
    if isinstance(action, Reset):
        return Offer(code, text, "Shuffle and deal anew", (), key="d", main=True)
    return Offer(code, text, _label(s, action, x), _ways(action, x))


def _placement(s: Ravel, action: Place, side: int) -> str:
    """Three dice in words, as they would lie in ring order."""
    order = ORDERS[ORDER_NAMES.index(action.order)]
    spaces = [SIDES[side][j] for j in order]
    return ", ".join(die_words(s.die[p] >> 1, s.face[p]) for p in spaces)


def _at(s: Ravel, space: str) -> str:
    p = SPACES.index(space)
    return f"{die_words(s.die[p] >> 1, s.face[p])}"


def _label(s: Ravel, action: Action, x: int) -> str:
    """An action in plain words."""
    if isinstance(action, Unlock):
        side = SIDE_NAMES.index(action.side)
        return f"Unlock {cog_words(s.stacks[side][0])} in the {SIDE_WORDS[side]}"
    if isinstance(action, Swap):
        p = SPACES.index(action.space)
        other = SPACES[(p + 1) % 8]
        return f"Swap the {_at(s, action.space)} and the {_at(s, other)}, for 1 token"
    if isinstance(action, Tune):
        where = PLACES[SPACES.index(action.space)]
        return f"Tune the {_at(s, action.space)} ({where}) to {action.face}, for 2 tokens"
    if isinstance(action, Flip):
        p = SPACES.index(action.space)
        return f"Turn the {_at(s, action.space)} over to {7 - s.face[p]}"
    if isinstance(action, Nudge):
        return f"Move the {_at(s, action.space)} one {'up' if action.by == '+1' else 'down'}"
    if isinstance(action, Move):
        card = s.stacks[SIDE_NAMES.index(action.source)][0]
        return f"Move {cog_words(card)} to the {SIDE_WORDS[SIDE_NAMES.index(action.to)]}"
    if isinstance(action, Exchange):
        return f"Exchange the {_at(s, action.space)} and the {_at(s, action.other)}"
    if isinstance(action, Rotate):
        return f"Turn the tile {TURN_WORDS[TURNS.index(action.turn)]}"
    return _label_of_sides(s, action, x)


def _label_of_sides(s: Ravel, action: Action, x: int) -> str:
    if isinstance(action, Reroll):
        return f"Roll the {SIDE_WORDS[SIDE_NAMES.index(action.side)]} side"
    if isinstance(action, Roll):
        dice = [SPACES[SIDES[x][int(n) - 1]] for n in action.dice]
        return f"Roll the {listed((_at(s, p) for p in dice), 'and the')}"
    assert isinstance(action, (Keep, Extra))
    sides = SIDE_SETS.index(action.sides)
    if isinstance(action, Keep):
        return f"Keep {sides_words(sides)}" if sides else "Keep none: shuffle all"
    return f"An additional cog goes {sides_words(sides)}"


def _ways(action: Action, x: int) -> Ways:
    """The components a person points at to mean an action."""
    if isinstance(action, Unlock):
        return ((f"stack:{action.side}",),)
    if isinstance(action, Swap):
        dice = _die(action.space), _die(SPACES[(SPACES.index(action.space) + 1) % 8])
        return tuple((*act, *order) for act in ((), ("act:swap",)) for order in _orders(dice))
    if isinstance(action, Tune):
        tuning = (_die(action.space), f"face:{action.face}")
        return (tuning, ("act:tune", *tuning))
    if isinstance(action, Flip):
        return ((_die(action.space),),)
    if isinstance(action, Nudge):
        return ((_die(action.space), f"step:{action.by}"),)
    if isinstance(action, Move):
        return ((f"stack:{action.source}", f"stack:{action.to}"),)
    if isinstance(action, Rotate):
        return ((f"turn:{action.turn}",),)
    if isinstance(action, Exchange):
        return _orders((_die(action.space), _die(action.other)))
    if isinstance(action, Reroll):
        return ((f"side:{action.side}",),)
    if isinstance(action, Roll):
        return _orders(_die(SPACES[SIDES[x][int(n) - 1]]) for n in action.dice)
    assert isinstance(action, (Keep, Extra))
    kind = "stack" if isinstance(action, Keep) else "side"
    return _orders(f"{kind}:{SIDE_NAMES[side]}" for side in SETS[SIDE_SETS.index(action.sides)])


def _die(space: str) -> str:
    return f"die:{space}"


def _orders(points: Iterable[str]) -> Ways:
    """The same components in every order."""
    return tuple(itertools.permutations(points))
