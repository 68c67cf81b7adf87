"""A park for rule tests: any table of Ramble written as text, and played with fixed luck."""

from __future__ import annotations

import re
from typing import Any

import ravelbox
from ravelbox.games.ramble.actions import SPACE
from ravelbox.games.ramble.explore import DRAW_EXPLORE, KEEP_HAND_LIMIT
from ravelbox.games.ramble.facts import CARD_IDS, KINDS, LANDMARK_IDS, ROLE_IDS, TILE_IDS
from ravelbox.games.ramble.house import house_of
from ravelbox.games.ramble.lights import LIGHTS_OUT, TURN_OVER
from ravelbox.games.ramble.parkgoers import LOOK_AT
from ravelbox.games.ramble.setup import COPIES, SCENIC, START_OF, bare_table, lay_out
from ravelbox.games.ramble.state import (
    ALL_TILES,
    KIND_BITS,
    NONE,
    TILES,
    Ramble,
    holds,
    remaining,
)
from ravelbox.games.ramble.turn import ACTION_PHASE, END_TURN
from ravelbox.games.ramble.view import lamp, outcome, segments
from ravelbox.kernel.dealer import Scripted
from ravelbox.kernel.errors import IllegalAction
from ravelbox.kernel.game import Outcome
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Header
from ravelbox.kernel.rules import CHANCE, RESIGN, Note

GAME = ravelbox.load("ramble")
USUAL_ROLES = "lamplighter dogwalker tourguide birdwatcher pickpocket jogger"
RESULTS = ("playing", "won", "lost")


class Park:
    """A table under test."""

    def __init__(self, state: Ramble) -> None:
        self.state = state
        self.game = GAME
        self.events: list[str] = []

    def play(self, *texts: str, draw: str = "", lights: str = "") -> Park:
        """Play actions by their text, with the cards drawn and the Lights Out cards revealed."""
        kinds, cards = draw.split(), lights.split()
        heard: list[Note] = []
        match = Match(GAME, Header("ramble", 1, "", {}, 4), self.state, Scripted([]))
        self._let_luck_decide(kinds, cards, heard)
        for text in texts:
            code = SPACE.parse(text)
            match._check(GAME.owner(self.state, code), [code])
            self._apply(code, heard)
            self._let_luck_decide(kinds, cards, heard)
        assert not kinds, f"these Explore cards were not drawn: {kinds}"
        assert not cards, f"these Lights Out cards did not come: {cards}"
        told = [GAME.tell(note, None) for note in heard]
        self.events = [event.text for event in told if event and event.text]
        return self

    def _let_luck_decide(self, kinds: list[str], cards: list[str], heard: list[Note]) -> None:
        while self.state.actor == CHANCE:
            self._apply(self._luck(kinds, cards), heard)

    def _apply(self, code: int, heard: list[Note]) -> None:
        self.state.notes = heard
        self.state.apply(code)
        self.state.notes = None

    def _luck(self, kinds: list[str], cards: list[str]) -> int:
        """The answer to the open chance question that gives the next card named."""
        s = self.state
        rule, _, x, _ = s.agenda[-1]
        if rule == DRAW_EXPLORE.number:
            assert kinds, "an Explore card is drawn, but none was named"
            kind = KINDS.index(kinds.pop(0))
            assert holds(s.explore, kind), f"no {KINDS[kind]} is in the Explore deck"
            return sum(int(holds(s.explore, lower)) for lower in range(kind))
        assert rule in (TURN_OVER.number, LOOK_AT.number)
        assert cards, "a Lights Out card comes, but none was named"
        place = s.lights[x if rule == LOOK_AT.number else 0]
        return s.bags.own[~place].index(CARD_IDS.index(cards.pop(0)))

    def copy(self) -> Park:
        """An independent park."""
        return Park(self.state.clone())

    def legal(self, word: str = "") -> list[str]:
        """The texts of all legal actions but resigning, or of one kind only."""
        texts = [SPACE.to_text(code) for code in self.state.legal() if code != RESIGN]
        return [text for text in texts if not word or text.split()[0] == word]

    def can(self, text: str) -> bool:
        """Whether an action is legal now."""
        return SPACE.parse(text) in self.state.legal()

    def refuses(self, text: str) -> str:
        """The complaint about an action that is not legal; nothing has changed after it."""
        before = self.state.freeze()
        try:
            self.play(text)
        except IllegalAction as error:
            assert self.state.freeze() == before
            return str(error)
        raise AssertionError(f"{text} was possible")

    def hand(self, seat: int) -> str:
        """A hand by kinds."""
        return written(self.state.hands[seat])

    def at(self, seat: int) -> str:
        """The tile of a pawn."""
        tile = self.state.pawns[seat]
        return "-" if tile == NONE else TILE_IDS[tile]

    def lamp(self, tile: str) -> str:
        """Whether a tile is lit, dark or gone."""
        return lamp(self.state, TILE_IDS.index(tile))

    @property
    def pile(self) -> str:
        """The Lights Out pile as everybody knows it."""
        return " ".join(
            " ".join(CARD_IDS[card] for card in cards)
            if known
            else f"({' '.join(CARD_IDS[card] for card in cards)})"
            for known, cards in segments(self.state)
        )

    @property
    def discard(self) -> str:
        """The Lights Out discard."""
        return " ".join(CARD_IDS[card] for card in range(TILES) if self.state.burnt >> card & 1)

    @property
    def gone(self) -> str:
        """The removed tiles."""
        left = remaining(self.state)
        return " ".join(TILE_IDS[tile] for tile in range(TILES) if not left >> tile & 1)

    @property
    def deck(self) -> str:
        """The Explore deck by kinds."""
        return written(self.state.explore)

    @property
    def explore_discard(self) -> str:
        """The Explore discard by kinds."""
        return written(self.state.explored)

    @property
    def tokens(self) -> str:
        """The collected tokens."""
        return " ".join(
            name for name, by in zip(LANDMARK_IDS, self.state.tokens, strict=True) if by != NONE
        )

    def tokens_of(self, seat: int) -> str:
        """The tokens that a seat collected."""
        return " ".join(
            name for name, by in zip(LANDMARK_IDS, self.state.tokens, strict=True) if by == seat
        )

    @property
    def notch(self) -> int:
        """Where the marker stands."""
        return self.state.notch

    @property
    def level(self) -> int:
        """Lights Out cards a turn."""
        return self.state.house.levels[self.state.notch - 1]

    @property
    def actions(self) -> int:
        """Actions left."""
        return self.state.actions

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return self.state.active

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.state.turns

    @property
    def actor(self) -> int:
        """Who must decide."""
        return self.state.actor

    @property
    def result(self) -> str:
        """How the game stands."""
        return RESULTS[self.state.result]

    @property
    def rule(self) -> str:
        """The id of the rule that asks."""
        return GAME.rule(self.state)

    @property
    def outcome(self) -> Outcome:
        """How the game ended."""
        assert self.state.actor == -2
        return outcome(self.state)


def written(cards: int) -> str:
    """Cards by kind, one word a card."""
    return " ".join(kind for i, kind in enumerate(KINDS) for _ in range(int(holds(cards, i))))


def counted(words: str) -> int:
    """And back."""
    return sum(1 << KINDS.index(kind) * KIND_BITS for kind in words.split())


def _tile(place: str) -> int:
    if place == "-":
        return NONE
    return SCENIC[int(place[1:])] if place[0] == "P" else TILE_IDS.index(place)


def _tiles(words: str) -> int:
    return sum(1 << TILE_IDS.index(word) for word in words.split())


def _pile(s: Ramble, words: str, discard: str) -> None:
    """The Lights Out pile from its text."""
    named = set(re.findall(r"L\d\d", words + discard))
    rest = [
        name for tile, name in enumerate(CARD_IDS)
        if remaining(s) >> tile & 1 and name not in named
    ]  # fmt: skip
    for known, mixed in re.findall(
        r"(L\d\d)(?![^(]*\))|\(([^)]*)\)", words.replace("...", f"({' '.join(rest)})")
    ):
        if known:
            s.lights += (CARD_IDS.index(known),)
        elif mixed:
            cards = tuple(CARD_IDS.index(name) for name in mixed.split())
            s.lights += (~s.bags.mix(cards),) * len(cards)
    s.burnt = sum(1 << CARD_IDS.index(name) for name in discard.split())


def park(
    seats: int = 3,
    *,
    roles: str = "",
    at: str = "",
    hands: list[str] | None = None,
    tokens: str = "",
    dark: str = "",
    gone: str = "",
    pile: str = "...",
    discard: str = "",
    deck: str = "",
    explore_discard: str = "",
    notch: int = 2,
    active: int = 0,
    actions: int = 3,
    scouted: bool = False,
    turn: int = 1,
    **options: Any,
) -> Park:
    """A table in the action phase of `active`."""
    chosen = GAME.options_of({"layout": "scenic", **options})
    s = bare_table(house_of(chosen, seats), seats)
    lay_out(s, SCENIC)
    s.roles = [ROLE_IDS.index(role) for role in (roles or USUAL_ROLES).split()[:seats]]
    s.pawns = [_tile(place) for place in at.split()] or [START_OF[role] for role in s.roles]
    s.hands = [counted(hand) for hand in hands or [""] * seats]
    for token in tokens.split():
        landmark, _, seat = token.partition(":")
        s.tokens[LANDMARK_IDS.index(landmark)] = int(seat)
    s.dark = _tiles(dark)
    s.lit = ALL_TILES & ~s.dark & ~_tiles(gone)
    _pile(s, pile, discard)
    s.explored = counted(explore_discard)
    every = sum(n << i * KIND_BITS for i, n in enumerate(COPIES))
    s.explore = counted(deck) if deck else every - sum(s.hands) - s.explored
    s.notch, s.active, s.actions, s.scouted, s.turns = notch, active, actions, scouted, turn
    frames = [ACTION_PHASE.of(active), DRAW_EXPLORE.of(active)]
    frames += [KEEP_HAND_LIMIT.of(active)] if s.house.each_card else []
    frames += [DRAW_EXPLORE.of(active), KEEP_HAND_LIMIT.of(active)]
    s.then([*frames, LIGHTS_OUT.of(active), END_TURN.of(active)])
    s.settle()
    assert len(s.roles) == len(s.pawns) == len(s.hands) == seats, "one of each for every seat"
    return Park(s)
