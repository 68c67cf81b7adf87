"""A studio for rule tests: any table of Arch Ravels written as text, and played with fixed luck."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import ravelbox
from ravelbox.games.arch_ravels.facts import (
    CARD_IDS,
    CHARACTER_IDS,
    COLOUR_IDS,
    ITEM_IDS,
    PROJECT_IDS,
    TILE_IDS,
    YARN_IDS,
)
from ravelbox.games.arch_ravels.house import house_of
from ravelbox.games.arch_ravels.setup import bare_table
from ravelbox.games.arch_ravels.state import NONE, ArchRavels, deck_size
from ravelbox.games.arch_ravels.turn import BEGIN_TURN
from ravelbox.kernel.game import Outcome
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN
from tests.games.arch_ravels.pattern_book import DECK, PROJECTS, REQUESTS, without

GAME = ravelbox.load("arch_ravels")
FIRST_REQUEST = CARD_IDS.index("r01")
TILED = ("bear", "mittens", "scarf")
BANS = ("none", "pending", "in force", "in force and pending")
USUAL = "rebecca derrick neeha ted"
USUAL_TILES = (
    "bear_b mitt_bby scarf_bopy",
    "bear_g mitt_ggb scarf_gory",
    "bear_o mitt_oop scarf_gopr",
    "bear_p mitt_ppg scarf_bgpy",
)
USUAL_BAZAAR = "y1_b y1_g y1_o y1_p y1_r y1_y"

Luck = dict[str, list[str] | None]  # per kind of thing, what turns up; None: whatever


class Studio:
    """A table under test."""

    def __init__(self, state: ArchRavels) -> None:
        self.state = state

    def play(self, *texts: str, draw: str | None = None, plans: str | None = None) -> Studio:
        """Play actions by their text, with the cards and projects that turn up, all or none named.

        Without names the bazaar gets plain yarn cards, and the Project List what it likes.
        """
        luck: Luck = {
            "card": None if draw is None else draw.split(),
            "plan": None if plans is None else plans.split(),
        }
        self.deal(luck)
        for text in texts:
            assert self.can(text), f"{text} is not legal; {self.rule}: {sorted(self.legal())}"
            self.state.apply(GAME.space.parse(text))
            self.deal(luck)
        left = [name for names in luck.values() for name in names or []]
        assert not left, f"these did not turn up: {left}"
        return self

    def idle(self) -> Studio:
        """A whole turn without any action, and with nothing but yarn cards: move, end, end."""
        turn = self.turn
        self.play(min(self.legal("space")))
        while self.turn == turn and self.rule in ("ARC-26", "ARC-79"):
            self.play("end")
        return self

    def deal(self, luck: Luck) -> None:
        """Let luck decide while it is asked."""
        while self.state.actor == CHANCE:
            before = self.state
            answer = _answer(before, luck)
            kind, name = appeared(before, after(before, answer))
            if name and luck.get(kind) is not None:
                assert (luck[kind] or []).pop(0) == name
            before.apply(answer)

    def copy(self) -> Studio:
        """An independent studio."""
        return Studio(self.state.clone())

    def legal(self, word: str = "") -> set[str]:
        """The texts of all legal actions, or of one kind only; codes ascend, so that none is double."""
        codes = self.state.legal()
        assert codes == sorted(set(codes)), "legal actions are listed twice or out of order"
        texts = [GAME.space.to_text(code) for code in codes if code != RESIGN]
        return {text for text in texts if not word or text.split()[0] == word}

    def can(self, text: str) -> bool:
        """Whether an action is legal now."""
        return self.state.actor >= 0 and GAME.space.parse(text) in self.state.legal()

    def chances(self) -> dict[str, Fraction]:
        """The open question of luck: what may turn up, and how likely each is."""
        assert self.state.actor == CHANCE
        return spread(self.state)

    def bowl(self, seat: int) -> str:
        """The yarn of a seat, such as "2B 1Y"."""
        counts = self.state.bowls[seat * 6 : seat * 6 + 6]
        return " ".join(f"{n}{c}" for n, c in zip(counts, COLOUR_IDS, strict=True) if n)

    def items(self, seat: int) -> str:
        """The items of a seat, one word each."""
        counts = self.state.items[seat * 5 : seat * 5 + 5]
        return " ".join(kind for n, kind in zip(counts, ITEM_IDS, strict=True) for _ in range(n))

    def held(self, seat: int) -> str:
        """The unfinished requests of a seat."""
        return _members(self.state.held[seat], CARD_IDS[FIRST_REQUEST:])

    def done(self, seat: int) -> str:
        """The finished requests of a seat."""
        return _members(self.state.done[seat], CARD_IDS[FIRST_REQUEST:])

    def won(self, seat: int) -> str:
        """The finished projects of a seat."""
        return _members(self.state.won[seat], PROJECT_IDS)

    def learned(self, seat: int) -> str:
        """The learned tiles of a seat."""
        return _members(self.state.learned[seat], TILED)

    def ban(self, seat: int) -> str:
        """How a seat stands with the Tangled Cat."""
        return BANS[self.state.bans[seat]]

    def quarters(self, seat: int) -> int:
        """The score of a seat, if the game ended now, in quarter points."""
        return int(GAME.view(self.state, None).table["seats"][seat]["score_quarters"])

    @property
    def bazaar(self) -> str:
        """The six spaces."""
        return " ".join("-" if card == NONE else CARD_IDS[card] for card in self.state.bazaar)

    @property
    def discard(self) -> str:
        """The discard pile, its top last."""
        return " ".join(CARD_IDS[card] for card in self.state.discard)

    @property
    def deck(self) -> int:
        """How many cards the yarn deck has."""
        return deck_size(self.state)

    @property
    def pool(self) -> str:
        """The unseen yarn cards and events of the deck."""
        return " ".join(CARD_IDS[card] for card in self.state.pool)

    @property
    def listed(self) -> str:
        """The Project List."""
        return " ".join("-" if p == NONE else PROJECT_IDS[p] for p in self.state.listed)

    @property
    def stack(self) -> int:
        """How many cards the project deck has."""
        return self.state.stack

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return self.state.active

    @property
    def actor(self) -> int:
        """Who must decide."""
        return self.state.actor

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.state.turns

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.state.actor == OVER

    @property
    def rule(self) -> str:
        """The id of the rule that asks."""
        return GAME.rule(self.state)

    @property
    def outcome(self) -> Outcome:
        """How the game ended."""
        assert self.over
        outcome = GAME.view(self.state, None).outcome
        assert outcome is not None
        return outcome


def after(s: ArchRavels, answer: int) -> ArchRavels:
    """The table right after an answer of luck, before anything else happens."""
    table = s.clone()
    index, seat, x, y = table.agenda.pop()
    table.rules[index].chosen(table, answer, seat, x, y)
    return table


def appeared(before: ArchRavels, now: ArchRavels) -> tuple[str, str]:
    """What luck brought: the kind of thing and its name; nothing if it is not settled yet."""
    for kind, old, new, names in (
        ("card", before.bazaar, now.bazaar, CARD_IDS),
        ("plan", before.listed, now.listed, PROJECT_IDS),
        ("tile", before.tiles, now.tiles, TILE_IDS),
        ("who", before.characters, now.characters, CHARACTER_IDS),
    ):
        for was, thing in zip(old, new, strict=True):
            if was != thing != NONE:
                return kind, names[thing]
    if len(now.aside) > len(before.aside):
        return "card", CARD_IDS[now.aside[-1]]
    return "", ""


def spread(s: ArchRavels) -> dict[str, Fraction]:
    """How likely each thing is to turn up next, through all questions of luck that it takes."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    share = Fraction(1, s.outcomes())
    for answer in range(s.outcomes()):
        now = after(s, answer)
        _, name = appeared(s, now)
        if name:
            found[name] += share
            continue
        for thing, part in spread(now).items():
            found[thing] += share * part
    return dict(found)


def _reach(s: ArchRavels, answer: int) -> set[tuple[str, str]]:
    """All that may turn up after an answer of luck."""
    now = after(s, answer)
    thing = appeared(s, now)
    if thing[1] or not now.agenda or now.rules[now.agenda[-1][0]].asks != CHANCE:
        return {thing}
    return {found for deeper in range(now.outcomes()) for found in _reach(now, deeper)}


def _answer(s: ArchRavels, luck: Luck) -> int:
    """The answer that lets the next thing named turn up."""
    ways = [_reach(s, answer) for answer in range(s.outcomes())]
    kind = min(ways[0])[0]
    names = luck.get(kind)
    if names is None:
        plain = [n for n, way in enumerate(ways) if {name for _, name in way} & set(YARN_IDS)]
        return plain[0] if plain else 0
    assert names, f"one more {kind} turns up, but none was named"
    for answer, way in enumerate(ways):
        if (kind, names[0]) in way:
            return answer
    raise AssertionError(f"{names[0]} cannot turn up, only {sorted(set().union(*ways))}")


def _members(bits: int, names: tuple[str, ...]) -> str:
    return " ".join(name for n, name in enumerate(names) if bits >> n & 1)


def _set(words: str, names: tuple[str, ...]) -> int:
    return sum(1 << names.index(word) for word in words.split())


def _counts(words: str, names: tuple[str, ...]) -> list[int]:
    """Numbers of things from "2B 1Y" or from "hat hat bear"."""
    counts = [0] * len(names)
    for word in words.split():
        many = word.rstrip("BGOPRY")
        known = word if word in names else word[len(many) :]
        counts[names.index(known)] += 1 if word in names else int(many)
    return counts


def _cards(words: str) -> list[int]:
    return [NONE if word == "-" else CARD_IDS.index(word) for word in words.split()]


def _spread_out(words: list[str] | None, seats: int) -> list[str]:
    return [*(words or []), *[""] * seats][:seats]


def studio(
    seats: int = 2,
    *,
    who: str = USUAL,
    tiles: list[str] | None = None,
    learned: list[str] | None = None,
    bowls: list[str] | None = None,
    items: list[str] | None = None,
    held: list[str] | None = None,
    done: list[str] | None = None,
    won: list[str] | None = None,
    last: str = "",
    bans: list[str] | None = None,
    bazaar: str = USUAL_BAZAAR,
    requests: str = "",
    deck: str | None = None,
    lower: int = 0,
    extras: int = 0,
    discard: str = "",
    projects: str = "p07 p13 p14",
    stack: int = 5,
    active: int = 0,
    turn: int = 1,
    over: bool = False,
    **options: Any,
) -> Studio:
    """A table at the start of a turn of `active`, or when all is over.

    `requests` lie in the deck for all to know, with the cards of `deck`: all that are nowhere else.
    """
    s = bare_table(house_of(GAME.options_of(options), seats), seats)
    s.characters = [CHARACTER_IDS.index(name) for name in who.split()[:seats]]
    named = [*(tiles or []), *USUAL_TILES[len(tiles or []) :]]
    s.tiles = [TILE_IDS.index(name) for words in named[:seats] for name in words.split()]
    s.learned = [_set(words, TILED) for words in _spread_out(learned, seats)]
    s.bowls = [n for words in _spread_out(bowls, seats) for n in _counts(words, COLOUR_IDS)]
    s.items = [n for words in _spread_out(items, seats) for n in _counts(words, ITEM_IDS)]
    s.held = [_set(words, CARD_IDS[FIRST_REQUEST:]) for words in _spread_out(held, seats)]
    s.done = [_set(words, CARD_IDS[FIRST_REQUEST:]) for words in _spread_out(done, seats)]
    s.won = [_set(words, PROJECT_IDS) for words in _spread_out(won, seats)]
    marks = last.split() or ["-"] * seats
    s.spaces = [NONE if mark == "-" else int(mark) - 1 for mark in marks]
    s.bans = [BANS.index(word) for word in bans or ["none"] * seats]
    s.bazaar, s.discard = _cards(bazaar), _cards(discard)
    s.known = sorted(_cards(requests))
    s.pool = sorted(_cards(without(DECK, bazaar, discard) if deck is None else deck))
    s.extras, s.upper, s.lower = extras, len(s.pool) - lower, lower
    seen = " ".join([requests, *(held or []), *(done or [])]).split()
    s.others = [CARD_IDS.index(name) for name in REQUESTS if extras and name not in seen]
    s.listed = [NONE if name == "-" else PROJECT_IDS.index(name) for name in projects.split()]
    taken = " ".join([projects, *(won or [])]).split()
    s.stack = stack
    s.plans = [PROJECT_IDS.index(name) for name in PROJECTS if name not in taken]
    s.first, s.active, s.turns, s.ended = active, active, turn - 1, over
    assert len(s.characters) == len(s.spaces) == len(s.bans) == seats, "one for every seat"
    if not over:
        s.then([BEGIN_TURN.of(active)])
    s.settle()
    return Studio(s)
