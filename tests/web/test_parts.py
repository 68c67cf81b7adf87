"""Parts of a page: what a browser names is left out, and put back nothing is lost."""

from __future__ import annotations

import random
import re
from functools import partial
from itertools import pairwise

import pytest

import ravelbox
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from ravelbox.seating import all_here
from ravelbox.web import pages
from ravelbox.web.parts import missing, stamped

STAMP = re.compile(r'<(\w+)[^>]*? id="([^"]+)"[^>]*? data-part="(\w+)">')
SAME = re.compile(r'<(\w+) id="([^"]+)" data-same></\1>')
DRAWN = re.compile(r'<symbol\b[^>]*\bid="([^"]+)"')


def walk(name: str, steps: int = 12) -> list[str]:
    """The pages of a game's beginning, as everybody at one device sees them."""
    game, rng = ravelbox.load(name), random.Random(4)
    match = Match.new(game, dealer=Seeded(4))
    seating = all_here(game.seats_in(match.state))
    drawn = []
    for _ in range(steps):
        seat = seating.viewer(match)
        drawn.append(pages.table_page(match, seat, table="t", seating=seating, whole=False))
        prompt = seating.prompt(match)
        if not prompt:
            break
        seating.play(match, [rng.choice(prompt.offers).code])
    return drawn


def has(page: str) -> str:
    """What a browser names that shows a page."""
    parts = [f"{name}:{stamp}" for _, name, stamp in STAMP.findall(page)]
    return " ".join([*parts, *(f"#{name}" for name in DRAWN.findall(page))])


def part(page: str, name: str) -> str:
    """A part of a page, up to where the next one begins, or to its end."""
    start = next(found.start() for found in STAMP.finditer(page) if found[2] == name)
    tag, depth = page[start + 1 :].partition(" ")[0], 0
    for edge in re.finditer(rf"<(/?){tag}\b", page[start:]):
        depth += -1 if edge[1] else 1
        if depth == 0:
            return page[start : page.index(">", start + edge.start()) + 1]
    raise AssertionError(f"{name} does not end")


def undrawn(page: str) -> str:
    """A page without its drawings."""
    return re.sub(r'<svg [^>]*class="defs".*?<header', "<header", page, count=1, flags=re.DOTALL)


def _put_back(last: str, found: re.Match[str]) -> str:
    return part(last, found[2])


@pytest.mark.parametrize("name", ravelbox.games())
def test_what_is_missing_makes_the_next_page_of_the_last(name: str) -> None:
    """Parts that are only named were on the last page, letter for letter; so were drawings."""
    shown = walk(name)
    left_out = 0
    for last, now in pairwise(shown):
        sent = missing(now, has(last))
        whole = SAME.sub(partial(_put_back, last), sent)
        assert undrawn(whole) == undrawn(now)
        assert set(DRAWN.findall(sent)) == set(DRAWN.findall(now)) - set(DRAWN.findall(last))
        left_out += len(SAME.findall(sent))
    assert left_out > 5 * len(shown)
    assert 'id="offers"' in sent


def test_a_part_is_known_by_what_is_in_it() -> None:
    """Another name, another content or an unknown one is sent; what lies within goes with it."""
    page = stamped(
        '<body><section id="a"><section id="b">x</section></section><aside id="c">y</aside>'
    )
    assert [name for _, name, _ in STAMP.findall(page)] == ["a", "c"]
    known = has(page)
    assert missing(page, known) == (
        '<body><section id="a" data-same></section><aside id="c" data-same></aside>'
    )
    other = stamped(
        '<body><section id="a"><section id="b">z</section></section><aside id="c">y</aside>'
    )
    assert missing(other, known) == other.replace(
        part(other, "c"), '<aside id="c" data-same></aside>'
    )
    assert missing(page, "a:0 c") == page
