"""Setups of Arch Ravels for tests: with a seed, with named luck, and luck question by question."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from ravelbox.games.arch_ravels.facts import CHARACTER_IDS, TILE_IDS
from ravelbox.games.arch_ravels.state import ArchRavels
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Value
from ravelbox.kernel.rules import CHANCE, State
from tests.games.arch_ravels.studio import GAME, Luck, Studio, appeared

USUAL_DRAFT = ("rebecca", "derrick", "neeha", "ted")


def deal(seed: int = 1, seats: int = 2, **options: Value) -> Match:
    """A match with a seeded dealer, at its first decision."""
    return Match.new(GAME, options, dealer=Seeded(seed), seats=seats)


def laid_out(seed: int, seats: int) -> Studio:
    """A table after a setup with this seed, characters and all."""
    return Studio(ours(deal(seed, seats, characters="random", sides="random").state))


def opening(seats: int, **options: Value) -> Studio:
    """A table at its first decision, whatever luck says."""
    p = Studio(ours(GAME.new(GAME.options_of(options), seats)))
    p.deal({})
    return p


def drafted(
    seats: int,
    names: tuple[str, ...] = USUAL_DRAFT,
    draw: str | None = None,
    plans: str | None = None,
    **options: Value,
) -> Studio:
    """A table at the first turn; seat 0 is first, seats have chosen these characters in order."""
    p = Studio(ours(GAME.new(GAME.options_of({"first_player": 0, **options}), seats)))
    luck: Luck = {
        "card": None if draw is None else draw.split(),
        "plan": None if plans is None else plans.split(),
    }
    p.deal(luck)
    for name in names[:seats]:
        assert p.can(f"choose {name}"), p.legal()
        p.state.apply(GAME.space.parse(f"choose {name}"))
        p.deal(luck)
    assert not luck["card"], f"these did not turn up: {luck['card']}"
    assert not luck["plan"], f"these did not turn up: {luck['plan']}"
    return p


def before_the_bazaar(seats: int, **options: Value) -> Studio:
    """A table whose yarn deck is ready, right before its first card is turned."""
    s = ours(GAME.new(GAME.options_of(options), seats))
    while True:
        assert s.actor == CHANCE
        table = s.clone()
        s.apply(0)
        if s.bazaar != table.bazaar or s.aside != table.aside or appeared(table, s)[0] == "card":
            return Studio(table)


def scripted(
    answers: dict[int, int], seats: int, texts: tuple[str, ...] = (), **options: Value
) -> tuple[list[int], Studio]:
    """Set up with these answers of luck, 0 unless told, and these actions: the sizes, the table."""
    s = ours(GAME.new(GAME.options_of(options), seats))
    left = list(texts)
    sizes: list[int] = []
    while s.actor == CHANCE or left:
        if s.actor == CHANCE:
            sizes.append(s.outcomes())
            s.apply(answers.get(len(sizes) - 1, 0))
        else:
            s.apply(GAME.space.parse(left.pop(0)))
    return sizes, Studio(s)


def deciding(
    look: Callable[[Studio], Hashable], seats: int, texts: tuple[str, ...] = (), **options: Value
) -> dict[int, list[Hashable]]:
    """The chance questions of a setup whose answer alone changes something, with what it does."""
    sizes, _ = scripted({}, seats, texts, **options)
    found = {}
    for question, many in enumerate(sizes):
        seen = [look(scripted({question: n}, seats, texts, **options)[1]) for n in range(many)]
        if len(set(seen)) > 1:
            found[question] = seen
    return found


def ours(state: State) -> ArchRavels:
    """A table that is known to be one of Arch Ravels."""
    assert isinstance(state, ArchRavels)
    return state


def cast(p: Studio) -> tuple[str, ...]:
    """The characters by seat; "-" before they are known."""
    return tuple("-" if c < 0 else CHARACTER_IDS[c] for c in p.state.characters)


def tiles(state: State) -> tuple[str, ...]:
    """The tiles, three a seat."""
    return tuple(TILE_IDS[tile] for tile in ours(state).tiles)


def listed(p: Studio) -> str:
    """The Project List."""
    return p.listed
