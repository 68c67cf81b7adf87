"""Whatever cannot be chosen says why, in a sentence that is true and tells nothing hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from itertools import chain
from typing import Any, NamedTuple

import pytest

import ravelbox
from ravelbox.games.arch_ravels.facts import ITEM_IDS, PROJECT_IDS, REQUEST_IDS
from ravelbox.games.arch_ravels.state import ITEMS
from ravelbox.games.arch_ravels.turn import CRAFTS, SHOPS, place
from ravelbox.games.arch_ravels.wrap_up import is_affordable
from ravelbox.games.arch_ravels.yarn import is_payable
from ravelbox.games.ramble.facts import TILE_IDS
from ravelbox.games.ramble.state import LANDMARKS, holds, steps_from
from ravelbox.games.ravel.actions import SIDE_NAMES, SPACES
from ravelbox.games.ravel.codes import FLIP
from ravelbox.games.ravel.cogs import is_met
from ravelbox.games.ravingspire.move import are_near
from ravelbox.games.ravingspire.payment import OTHER_WAY
from ravelbox.games.ravingspire.power import Means, at_hand
from ravelbox.games.ravingspire.prices import ways_to_pay
from ravelbox.games.ravingspire.state import FACE_DOWN, MAPS, MOVED_OUT_AT
from ravelbox.games.ravingspire.view import SERVICE_IDS
from ravelbox.games.ravingspire.zones import MOVES
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.game import Game, View
from ravelbox.kernel.match import Match
from ravelbox.kernel.rules import State
from ravelbox.seating import all_here
from ravelbox.web import pages
from tests.ledger import ROOT, STATED
from tests.twins import twins
from tests.walks import LONG, curious_states, random_match, random_states, rare_states

GAMES = [ravelbox.load(name) for name in ravelbox.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
POINT = re.compile(r"<button[^>]*\sdata-at=\"([^\"]*)\"[^>]*>")
CITES = re.compile(r"\(([A-Z]{3}-\d+)\)\.$")


class Look(NamedTuple):
    """A table with somebody asked."""

    match: Match
    view: View

    def page(self) -> str:
        """Its page for whoever is asked."""
        seating = all_here(self.match.game.seats_in(self.match.state))
        return pages.table_page(self.match, self.view.seat, table="t", seating=seating)


def looks(game: Game, states: Iterator[State], every: int = 1) -> Iterator[Look]:
    """The questions among some states, each as whoever is asked sees it."""
    for n, state in enumerate(states):
        if state.actor < 0 or n % every:
            continue
        match = Match.new(game, dealer=Seeded(1))
        match.state = state
        yield Look(match, all_here(game.seats_in(state)).view(match))


def reason(why: dict[str, str], name: str) -> str:
    """As the page's script finds it."""
    return why.get(name) or why.get(f"{name.partition(':')[0]}:") or why[""]


def carried(html: str) -> dict[str, str]:
    """The reasons that a page has with it."""
    found = re.search(r'id="offers">(.*?)</script>', html, re.DOTALL)
    assert found
    why: dict[str, str] = json.loads(found[1])["why"]
    return why


def unchoosable(look: Look, html: str) -> Iterator[str]:
    """What lies on the page and begins no answer, nor stands for something that does."""
    assert look.view.prompt is not None
    points = look.view.prompt.begins()
    counted = "yarn:" if look.view.prompt.mix else "\0"  # the script weighs amounts by itself
    for found in POINT.finditer(html):
        name = unescape(found[1])
        if name not in points and "data-as=" not in found[0] and not name.startswith(counted):
            yield name


@every_game
def test_whatever_cannot_be_chosen_says_why(game: Game) -> None:
    """One sentence with its rule; where its kind is asked for, the sentence is its own."""
    page = (ROOT / "docs" / "rules" / f"{game.name}.md").read_text(encoding="utf-8")
    known = {"-".join(found) for found in STATED.findall(page)}
    seen = 0
    states = chain(curious_states(game, 12, seed=31), rare_states(game, 1, seed=31))
    for look in looks(game, states, every=2 * LONG.get(game.name, 1)):
        assert look.view.prompt is not None
        why, html = game.barred(look.view), look.page()
        kinds = {point.partition(":")[0] for point in look.view.prompt.points()}
        for name in unchoosable(look, html):
            says = reason(why, name)
            cites = CITES.search(says)
            assert cites, f"{name}: {says!r} names no rule"
            assert cites[1] in known, says
            if name.partition(":")[0] in kinds:
                assert says != why[""], f"{look.view.prompt.ask} Why not {name}?"
            seen += 1
        open_ = look.view.prompt.begins()
        assert carried(html) == {name: why[name] for name in why if name not in open_}
    assert seen > 500  # enough to mean something


@every_game
def test_reasons_tell_nothing_hidden(game: Game) -> None:
    """Of two tables that are the same to a seat, the reasons are the same too."""
    compared = 0
    for seed in range(4 if game.hides else 40):
        for one, other, seat in twins(game, seed, steps=5 + seed * 2, most=1):
            view = one.view(seat)
            if view.prompt is None:
                continue
            assert game.barred(view) == game.barred(other.view(seat))
            compared += 1
    assert compared


def test_nothing_asked_is_said_too() -> None:
    """After the end, and where somebody else is asked."""
    game = ravelbox.load("arch_ravels")
    match = Match.new(game, dealer=Seeded(4), seats=2)
    other = 1 - match.state.actor
    assert carried(pages.table_page(match, other, table="t")) == {"": "Nothing is asked here now."}
    ended = random_match(game, seed=5)
    assert carried(pages.table_page(ended, 0, table="t")) == {"": "The game is over."}


# What a reason claims, against the engine: of a state, the asked seat and a component.
Claim = Callable[[Any, int, str], bool]


def _side(name: str) -> int:
    return SIDE_NAMES.index(name[-1])


def _tile(name: str) -> int:
    return TILE_IDS.index(name.partition(":")[2])


def _seat(name: str) -> int:
    return int(name.split(":")[1])


def _pattern(name: str) -> int:
    kind, _, which = name.partition(":")
    return ITEM_IDS.index(which) if kind == "pattern" else ITEMS + REQUEST_IDS.index(which)


def _mine(s: Any, seat: int, name: str) -> int:
    held: int = s.items[seat * ITEMS + ITEM_IDS.index(name.partition(":")[2])]
    return held


def _given_up(s: Any, name: str) -> int:
    kind, _, which = name.partition(":")
    target = int(which) - 1 if kind == "ring" else MAPS + SERVICE_IDS.index(which)
    return int(s.barred >> target | s.barred >> target + OTHER_WAY) & 1


def _ways(s: Any, seat: int, target: int) -> int:
    """How a ring card could be paid for."""
    return ways_to_pay(s, seat, target, Means(at_hand(s, seat, target)))


CLAIMS: dict[str, dict[str, Claim]] = {
    "ravel": {
        "is not met": lambda s, _, at: not is_met(s, _side(at), s.stacks[_side(at)][0]),
        "Tune takes 2 tokens": lambda s, _, __: s.ready < 2,
        "and none is ready": lambda s, _, __: s.ready == 0,
        "was turned over": lambda s, _, at: FLIP + SPACES.index(at[4:]) in s.steps,
    },
    "ramble": {
        "is gone": lambda s, _, at: not (s.lit | s.dark) >> _tile(at) & 1,
        "tiles away": lambda s, seat, at: not steps_from(s, seat) >> _tile(at) & 1,
        "burns": lambda s, _, at: bool(s.lit >> _tile(at) & 1),
        "No action is left": lambda s, _, __: s.actions == 0,
        "no landmark card": lambda s, seat, _: (
            not any(holds(s.hands[seat], kind) for kind in range(LANDMARKS))
        ),
        "Nobody else stands": lambda s, seat, _: s.pawns.count(s.pawns[seat]) == 1,
        "stands on another tile": lambda s, seat, at: s.pawns[_seat(at)] != s.pawns[seat],
        "too far off": lambda s, seat, at: (
            not ((s.near[s.pawns[seat]] | 1 << s.pawns[seat]) >> s.pawns[_seat(at)] & 1)
        ),
    },
    "arch_ravels": {
        "bowl can pay": lambda s, seat, at: not is_payable(s, seat, _pattern(at), freely=False),
        "no Craft on": lambda s, seat, _: CRAFTS[place(s, seat)] == 0,
        "no Shop on": lambda s, seat, _: SHOPS[place(s, seat)] == 0,
        "to go (": lambda s, seat, at: (
            not is_affordable(s, seat * ITEMS, PROJECT_IDS.index(at.partition(":")[2]))
        ),
        "learned already": lambda s, seat, at: bool(s.learned[seat] >> _pattern(at) - 1 & 1),
        "one that you made": lambda s, seat, at: not _mine(s, seat, at),
        "You have no ": lambda s, seat, at: not _mine(s, seat, at),
        "stood there last turn": lambda s, seat, at: s.spaces[seat] == _seat(at) - 1,
    },
    "ravingspire": {
        "face down until": lambda s, seat, at: bool(s.slots[seat][_seat(at) - 1] & FACE_DOWN),
        "short for": lambda s, seat, at: not _ways(s, seat, _seat(at) - 1),
        "was done this turn": lambda s, _, at: bool(s.done >> SERVICE_IDS.index(at[8:]) & 1),
        "more than one step": lambda s, seat, at: not are_near(s, seat, _seat(at)),
        "have traded with": lambda s, _, at: bool(s.traded >> _seat(at) & 1),
        "You gave that up": lambda s, _, at: bool(_given_up(s, at)),
        "often enough": lambda s, seat, at: (
            s.slots[seat][_seat(at) - 1] >> MOVED_OUT_AT & 3 >= MOVES
        ),
    },
}


@every_game
def test_reasons_are_true(game: Game) -> None:
    """What a sentence claims of the table is so, and each claim comes up."""
    claims = CLAIMS[game.name]
    seen: set[str] = set()
    states = chain(random_states(game, 40, seed=32), curious_states(game, 40, seed=33))
    for look in looks(game, states, every=2):
        assert look.view.prompt is not None
        state, open_ = look.match.state, look.view.prompt.begins()
        for name, says in game.barred(look.view).items():
            for words, so in claims.items():
                if words in says and name not in open_:
                    seen.add(words)
                    assert so(state, state.actor, name), f"{name}: {says}"
    assert seen == set(claims)
