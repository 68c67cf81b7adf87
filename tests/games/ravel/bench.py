"""A bench for rule tests: any table of R.A.V.E.L. drawn as text, and played with fixed luck."""

from __future__ import annotations

import ravelbox
from ravelbox.games.ravel.actions import SIDE_NAMES, SPACE
from ravelbox.games.ravel.cogs import is_met
from ravelbox.games.ravel.deal import answer
from ravelbox.games.ravel.dice import ROLL_DIE
from ravelbox.games.ravel.document import COLOUR_LETTERS, RESULTS
from ravelbox.games.ravel.plates import CARDS
from ravelbox.games.ravel.rewards import USE_REWARD
from ravelbox.games.ravel.setup import bare_table
from ravelbox.games.ravel.stacks import REVEAL_TOPS, TURN_UP
from ravelbox.games.ravel.state import EMPTY, SIDES, Ravel
from ravelbox.games.ravel.turn import BEGIN_TURN, REMOVE_COG
from ravelbox.games.ravel.view import house_of
from ravelbox.kernel.dealer import Scripted, Seeded
from ravelbox.kernel.errors import IllegalAction
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Value
from ravelbox.kernel.record import Header
from ravelbox.kernel.rules import CHANCE, RESIGN, Frozen

X = "O2 W5 O6 K3 B3 W3 K1 B4"
GAME = ravelbox.load("ravel")


class Bench:
    """A table under test; all its face-down cards are in one bag."""

    def __init__(self, state: Ravel) -> None:
        self.state = state

    def play(self, *texts: str, up: str = "", dice: str = "") -> Bench:
        """Play actions by their text, with the cards that turn up and the faces rolled."""
        cards, faces = up.split(), [int(face) for face in dice.split()]
        match = Match(GAME, Header("ravel", 1, "", {}, 1), self.state, Scripted([]))
        for text in texts:
            match._check(0, [SPACE.parse(text)])
            self.state.apply(SPACE.parse(text))
            while self.state.actor == CHANCE:
                self._chance(cards, faces)
        assert not cards, f"these cards did not turn up: {cards}"
        assert not faces, f"these dice were not rolled: {faces}"
        return self

    def _chance(self, cards: list[str], faces: list[int]) -> None:
        rule, _, x, _ = self.state.agenda[-1]
        if rule == ROLL_DIE.number:
            assert faces, "a die is rolled, but no face was given"
            self.state.apply(faces.pop(0) - 1)
            return
        assert rule == TURN_UP.number
        assert cards, "a card turns up, but none was named"
        self.state.apply(answer(self.state, ~self.state.stacks[x][0], CARDS.index(cards[0])))
        if self.state.stacks[x][0] >= 0:  # else the card is counted in an older bag
            cards.pop(0)

    def legal(self, word: str = "") -> list[str]:
        """The texts of all legal actions but resigning, or of one kind only."""
        texts = [SPACE.to_text(code) for code in self.state.legal() if code != RESIGN]
        return [text for text in texts if not word or text.split()[0] == word]

    def can(self, text: str) -> bool:
        """Whether an action is legal now."""
        return SPACE.parse(text) in self.state.legal()

    @property
    def board(self) -> str:
        """The eight dice in ring order."""
        s = self.state
        return " ".join(
            f"{COLOUR_LETTERS[die >> 1]}{face}" for die, face in zip(s.die, s.face, strict=True)
        )

    def stack(self, side: str) -> str:
        """A stack, top first; face-down places are "(?)"."""
        stack = self.state.stacks[SIDE_NAMES.index(side)]
        return " ".join(CARDS[card] if card >= 0 else "(?)" for card in stack)

    @property
    def tokens(self) -> str:
        """Tokens available and at the start."""
        return f"{self.state.ready}/{self.state.ready + self.state.spent}"

    @property
    def asked(self) -> str:
        """The rule behind the open question."""
        return GAME.rule(self.state)

    @property
    def result(self) -> str:
        """How it stands."""
        return RESULTS[self.state.result]

    @property
    def hand(self) -> str:
        """The card whose reward is being used."""
        return "" if self.state.hand == EMPTY else CARDS[self.state.hand]

    def met(self, side: str) -> set[str]:
        """All cards whose condition the side meets."""
        where = SIDE_NAMES.index(side)
        return {CARDS[card] for card in range(32) if is_met(self.state, where, card)}

    @property
    def hidden(self) -> list[str]:
        """The cards that the face-down places may be."""
        return [CARDS[card] for own in self.state.bags.own for card in own]


def bench(  # one parameter for each thing on the table
    board: str = X,
    *,
    n: str = "",
    e: str = "",
    s: str = "",
    w: str = "",
    tokens: str = "8/8",
    reward: str = "",
    **options: Value,
) -> Bench:
    """Draw a table: stacks top first, "(x)" face down; `reward` has just been unlocked."""
    ready, start = (int(n) for n in tokens.split("/"))
    chosen = GAME.options_of({"tokens": max(8, start), **options})
    state = bare_table(house_of(chosen))
    state.ready, state.spent = ready, start - ready
    _put_dice(state, board.split(), range(8))
    drawn = [_drawn(stack) for stack in (n, e, s, w)]
    state.bags.mix(tuple(card for stack in drawn for card, down in stack if down))
    state.stacks = [tuple(~0 if down else card for card, down in stack) for stack in drawn]
    seen = {card for stack in drawn for card, _ in stack}
    if reward:
        state.hand = CARDS.index(reward)
        state.then([USE_REWARD.of(0), REMOVE_COG.of(0), BEGIN_TURN.of(0)])
        seen.add(state.hand)
    else:
        state.then([REVEAL_TOPS.of(0), BEGIN_TURN.of(0)])
    state.removed = tuple(card for card in range(32) if card not in seen)[: 16 - len(seen)]
    state.deck = tuple(sorted(seen | set(state.removed)))
    state.settle()
    return Bench(state)


def _drawn(text: str) -> list[tuple[int, bool]]:
    return [(CARDS.index(word.strip("()")), word.startswith("(")) for word in text.split()]


def _put_dice(state: Ravel, dice: list[str], spaces: range | list[int]) -> None:
    assert len(dice) == len(spaces)
    for word, space in zip(dice, spaces, strict=True):
        die = COLOUR_LETTERS.index(word[0]) * 2
        state.die[space] = die + 1 if die in state.die else die
        state.face[space] = int(word[1])


def met(dice: str, side: str = "N", **options: Value) -> set[str]:
    """All cards whose condition three dice, in ring order on a side, meet."""
    state = bare_table(house_of(GAME.options_of(options)))
    where = SIDE_NAMES.index(side)
    _put_dice(state, dice.split(), SIDES[where])
    return {CARDS[card] for card in range(32) if is_met(state, where, card)}


def reached(b: Bench, depth: int) -> set[str]:
    """Every board that the open reward can lead to with at most `depth` answers and a stop."""
    boards: set[str] = set()
    level = {b.state.freeze(): b.state}
    for _ in range(depth + 1):
        after: dict[Frozen, Ravel] = {}
        for state in level.values():
            for code in state.legal()[1:]:  # all but resigning
                result = state.clone()
                result.apply(code)
                if result.hand == EMPTY:
                    boards.add(Bench(result).board)
                else:
                    after[result.freeze()] = result
        level = after
    assert not level, "the reward asks more often than that"
    return boards


def new(seed: str = "RAVEL-DEMO", deck: str = "S", tokens: int = 8, **options: Value) -> Match:
    """A match dealt by a seed."""
    dealer = GAME.dealt(seed)
    assert dealer is not None
    return Match.new(GAME, {"deck": deck, "tokens": tokens, **options}, dealer=dealer)


def seeded(seed: int = 1, deck: str = "S", tokens: int = 8, **options: Value) -> Match:
    """A match with a seeded dealer."""
    return Match.new(GAME, {"deck": deck, "tokens": tokens, **options}, dealer=Seeded(seed))


__all__ = ["GAME", "Bench", "IllegalAction", "X", "bench", "met", "new", "reached", "seeded"]
