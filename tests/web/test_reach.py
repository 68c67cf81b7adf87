"""Thousands of random tables: whatever may be done can be reached on the page, and means one thing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from html import unescape
from itertools import chain, islice

import pytest

import ravelbox
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.game import Game, Mix, Offer, Prompt
from ravelbox.kernel.match import Match
from ravelbox.kernel.rules import RESIGN, State
from ravelbox.seating import all_here
from ravelbox.web import pages
from tests.walks import curious_states, random_states, rare_states

GAMES = [ravelbox.load(name) for name in ravelbox.games()]
STATES = 2000  # of each game
TAG = re.compile(r"""<(/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*"|=[^\s">]+)?)*)\s*(/?)>""")
ATTRIBUTE = re.compile(r"""([\w:-]+)(?:="([^"]*)"|=([^\s">]+))?""")
VOID = {"input", "br", "meta", "link", "img", "hr"}
REFERS = ("aria-labelledby", "aria-describedby", "aria-controls", "popovertarget", "for", "data-look", "data-sheet")  # fmt: skip
BOARD = '<header class="bar" id="bar"'  # what stands before it is the same at every moment


@dataclass
class Reading:
    """What the elements of a page say of themselves, and which of them nobody gets at."""

    ids: Counter[str] = field(default_factory=Counter)
    refers: set[str] = field(default_factory=set)  # ids that something leads to
    pictures: set[str] = field(default_factory=set)  # ids of art that is used
    points: set[str] = field(default_factory=set)  # data-at of things that can be got at
    codes: Counter[str] = field(default_factory=Counter)  # data-code of buttons, likewise
    kinds: set[str] = field(default_factory=set)  # what a mix counts
    openers: set[str] = field(default_factory=set)
    shut: dict[str, set[str]] = field(default_factory=dict)  # what lies in each popover


def attributes(text: str) -> dict[str, str]:
    """The attributes of a tag."""
    return {name: unescape(quoted or bare) for name, quoted, bare in ATTRIBUTE.findall(text)}


def closed(given: dict[str, str]) -> bool:
    """Whether an element hides all that is in it."""
    return "hidden" in given or "inert" in given or given.get("aria-hidden") == "true"


def read(html: str) -> Reading:
    """Read a page; every tag that opens must close, in order."""
    found = Reading()
    open_tags: list[tuple[str, bool, str]] = []  # name, whether hidden, the popover it is in
    for closing, name, inner, empty in TAG.findall(html):
        if closing:
            last = open_tags.pop()[0]
            assert last == name, f"</{name}> where <{last}> is open"
            continue
        given = attributes(inner) if inner else {}
        _, hidden, sheet = open_tags[-1] if open_tags else ("", False, "")
        hidden = hidden or closed(given)
        sheet = given.get("id", sheet) if "popover" in given else sheet
        _note(found, given, hidden=hidden or "disabled" in given, sheet=sheet)
        if not empty and name not in VOID:
            open_tags.append((name, hidden, sheet))
    assert not open_tags, f"{open_tags[-1][0]} is never closed"
    return found


def _note(found: Reading, given: dict[str, str], *, hidden: bool, sheet: str) -> None:
    """Keep what one element says."""
    if "id" in given:
        found.ids[given["id"]] += 1
    if "href" in given and given["href"].startswith("#"):
        found.pictures.add(given["href"][1:])
    for name in REFERS:
        found.refers |= set(given.get(name, "").split())
    if hidden:
        return
    found.openers |= {given.get("popovertarget", ""), given.get("data-sheet", "")}
    names = {given[name] for name in ("data-at", "data-of") if name in given}
    if "data-code" in given:
        found.codes[given["data-code"]] += 1
        names.add(f"code {given['data-code']}")
    if "data-at" in given:
        assert given.get("data-name"), f"{given['data-at']} has no name to be called by"
        found.points.add(given["data-at"])
    if "data-of" in given:
        found.kinds.add(given["data-of"])
    if sheet:
        found.shut.setdefault(sheet, set()).update(names)


@cache
def _art(head: str) -> Counter[str]:
    """The ids of the art before the board."""
    return Counter(re.findall(r'\sid="([^"]*)"', head))


def on_the_page(match: Match) -> Reading:
    """The page of a table at which everybody sits, read."""
    seating = all_here(match.game.seats_in(match.state))
    draw = partial(pages.table_page, match, seating.viewer(match), table="t", seating=seating)
    html = draw(whole=False)
    head, _, rest = html.partition(BOARD)
    found = read(BOARD + rest.partition("</body>")[0])
    found.ids += _art(head)
    if not found.refers <= set(found.ids):  # the rest comes when it is looked at
        found.refers -= set(read(draw(whole=True)).ids)
    return found


def tables(game: Game) -> Iterator[Match]:
    """Tables at which somebody is asked: rare questions first, then as chance has it."""
    states: Iterator[State] = chain(
        islice(rare_states(game, 1, seed=7), STATES // 4),
        islice(curious_states(game, 60, seed=7), STATES // 4),
        random_states(game, 100_000, seed=7),
    )
    for state in states:
        if state.actor >= 0:
            match = Match.new(game, dealer=Seeded(1))
            match.state = state
            yield match


def begun(prompt: Prompt, first: tuple[str, ...]) -> list[tuple[Offer, tuple[str, ...]]]:
    """Every way that these points begin, as the page's script sees it."""
    return [
        (offer, way)
        for offer in prompt.offers
        for way in offer.ways
        if (set(first) <= set(way) if offer.loose else way[: len(first)] == first)
    ]


def played_by(prompt: Prompt, way: tuple[str, ...]) -> int | None:
    """The code that pointing along a way plays; None if another is played before the way's end.

    An empty way is confirmed with nothing pointed at, which takes other ways that go on.
    """
    for n in range(len(way) + 1):
        left = begun(prompt, way[:n])
        whole = next((offer for offer, points in left if len(points) == n), None)
        more = any(
            len(points) > n and (not offer.loose or whole is None or whole.loose)
            for offer, points in left
        )
        if n == len(way):
            return whole.code if whole and (way or more) else None
        if n and whole and not more:
            return None
    return None


def check_offer(prompt: Prompt, offer: Offer, page: Reading) -> None:
    """A way that leads to the offer and to nothing else, or a button."""
    if not offer.ways:
        assert page.codes[str(offer.code)], f"{offer.text} has no button"
    for way in offer.ways:
        assert set(way) <= page.points, f"{offer.text}: {set(way) - page.points} cannot be got at"
        assert len(set(way)) == len(way), f"{offer.text} points twice at the same"
        assert played_by(prompt, way) == offer.code, f"{offer.text}: {way} plays something else"


def check_words(prompt: Prompt) -> None:
    """Buttons are told apart by their words alone; the rest also by where they are."""
    words = Counter(offer.label for offer in prompt.offers if not offer.ways)
    assert not words or words.most_common(1)[0][1] == 1, words.most_common(1)
    assert all(offer.label for offer in prompt.offers)


def amounts(mix: Mix) -> Iterator[list[int]]:
    """Every answer to a question by amounts; where any number will do, those of one kind."""

    def shared(need: int, most: tuple[int, ...]) -> Iterator[list[int]]:
        if len(most) == 1:
            if need <= most[0]:
                yield [need]
            return
        for n in range(min(need, most[0]) + 1):
            for rest in shared(need - n, most[1:]):
                yield [n, *rest]

    if not mix.need:
        for kind, most in enumerate(mix.most):
            yield from (
                [n if k == kind else 0 for k in range(len(mix.most))] for n in range(1, most + 1)
            )
        return
    for counts in shared(mix.need, mix.most):
        used = sorted(n for n in counts if n)
        fits = {"two": used == [1, 2], "same": len(used) == 1, "different": len(used) == mix.need}
        if fits.get(mix.rule, True):
            yield counts


def check_mix(match: Match, prompt: Prompt, mix: Mix, page: Reading) -> None:
    """Each kind has its row on the page; amounts are answers. Those of nothing lie in the menu."""
    assert len(page.kinds) == len(mix.most)
    assert page.kinds <= page.points
    first = {match.game.mixed(match.state, counts)[0] for counts in amounts(mix)}
    missed = [offer.text for offer in prompt.offers if offer.code not in first]
    assert missed in ([], ["count 0"]), missed


def check_page(page: Reading) -> None:
    """No id stands twice, nothing leads nowhere, every drawer that holds something opens."""
    assert page.ids.most_common(1)[0][1] == 1, f"{page.ids.most_common(1)} stands twice"
    assert page.refers <= set(page.ids), f"{page.refers - set(page.ids)} is not there"
    assert page.pictures <= set(page.ids), f"{page.pictures - set(page.ids)} is not drawn"
    for sheet, holds in page.shut.items():
        assert not holds or sheet in page.openers, f"{sheet} holds {holds} and does not open"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_whatever_may_be_done_can_be_reached_and_means_one_thing(game: Game) -> None:
    """At thousands of tables; a button, a way of points, or amounts, for each legal action."""
    seen: Counter[str] = Counter()
    for match in islice(tables(game), STATES):
        prompt = all_here(game.seats_in(match.state)).prompt(match)
        assert prompt is not None
        assert {offer.code for offer in prompt.offers} == set(match.state.legal()) - {RESIGN}
        page = on_the_page(match)
        check_page(page)
        check_words(prompt)
        for offer in prompt.offers:
            check_offer(prompt, offer, page)
        if prompt.resign is not None:
            assert page.codes[str(prompt.resign)], "nobody can give up"
        if prompt.mix:
            check_mix(match, prompt, prompt.mix, page)
        seen[prompt.rule] += 1
    assert seen.total() == STATES
    assert len(seen) > 4, seen
