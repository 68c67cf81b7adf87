"""Pages of a company: every state has its words, names are only text, and nothing is inline."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

import ravelbox
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match
from ravelbox.seating import Seating
from ravelbox.web import pages
from ravelbox.web.company import Asking, Company, Links, SeatLine

RAMBLE = ravelbox.load("ramble")
SPIRE = ravelbox.load("ravingspire")
NASTY = '<i>Zoe" onload="x'
LINKS = Links({0: "/sit/t.0.mine", 1: "/sit/t.1.free"}, "/sit/t.watch.see", "/join/KX4P7M")


def line(seat: int, name: str, who: str, **more: Any) -> SeatLine:
    """One seat."""
    return SeatLine(seat, name, who, **{"plays": "", "left": None, "running": False} | more)


def company(*seats: SeatLine, **more: Any) -> Company:
    """A company that plays, unless something else is said."""
    usual: dict[str, Any] = {
        "state": "playing",
        "host": False,
        "code": "",
        "clock": "",
        "timeout": "bot",
        "asking": None,
        "commitment": "c0ffee",
        "key": "",
        "watching": False,
        "bots": ("random", "greedy"),
    }
    return Company(seats=seats, **usual | more)


GATHERING = company(
    line(0, "Ann", "here", host=True),
    line(1, "", "open"),
    line(2, "Bob", "away"),
    line(3, "Greedy bot", "greedy"),
    state="gathering",
    host=True,
    code="KX4P7M",
    clock="10+5",
)
TWO = company(line(0, "Ann", "here", host=True), line(1, "Bob", "away"))


def ramble(seats: int = 2, n: int = 3) -> Match:
    """A new game of open hands."""
    return Match.new(RAMBLE, dealer=Seeded(n), seats=seats)


def table(match: Match, of: Company, **more: Any) -> str:
    """The page of a table as the first seat here sees it, or a spectator."""
    seat = more.pop("seat", of.here[0].seat if of.here else None)
    return pages.table_page(match, seat, table="t", company=of, mark="0", **more)


def asked_of(html: str) -> dict[str, Any]:
    """What a page tells its script."""
    found = re.search(r'id="offers">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


def words(html: str) -> str:
    """What a page says, without its markup and scripts."""
    bare = re.sub(r"<(script|svg)\b.*?</\1>", " ", html, flags=re.DOTALL)
    said = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", bare)))
    return re.sub(r" ([,.])", r"\1", said)


def moved_to(match: Match, seat: int) -> Match:
    """Play on until a seat is asked."""
    while match.state.actor != seat:
        match.play(match.state.actor, [next(code for code in match.state.legal() if code)])
    return match


class Strict(HTMLParser):
    """Complains of whatever a strict Content-Security-Policy would stop, and of an id used twice."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.labels: set[str] = set()
        self.fields: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        given = dict(attrs)
        assert not [name for name in given if name.startswith("on")], given
        assert tag != "style"
        if tag == "script":
            assert given.get("src") or given.get("type") == "application/json"
        for address in ("href", "action", "formaction"):
            assert "javascript:" not in (given.get(address) or "")
        if tag == "form" and (given.get("method") or "").lower() == "post":
            assert (given.get("action") or "").startswith("/")
        if "id" in given:
            self.ids.append(str(given["id"]))
        if tag == "label" and "for" in given:
            self.labels.add(str(given["for"]))
        typed = given.get("type") not in ("hidden", "radio")
        if (tag == "select" or (tag == "input" and typed)) and "id" in given:
            self.fields.add(str(given["id"]))


def every_page(name: str) -> dict[str, str]:
    """Each page that shows a name, with that name on it."""
    named = replace(GATHERING, seats=(line(0, name, "here", host=True), *GATHERING.seats[1:]))
    away = replace(
        GATHERING, host=False, seats=(line(0, name, "away", host=True), *GATHERING.seats[1:])
    )
    playing = company(
        line(0, "Ann", "here"),
        line(1, name, "away", left=9_000, running=True),
        clock="10+5",
        asking=Asking(1, 0, (0,), mine=True),
    )
    match = moved_to(ramble(), 1)
    spire = Match.new(SPIRE, dealer=Seeded(1), seats=2)
    hot = company(line(0, "Ann", "here"), line(1, name, "here"))
    return {
        "waiting": pages.waiting_page(RAMBLE, "t", named, LINKS, name),
        "waiting, a guest": pages.waiting_page(RAMBLE, "t", away, LINKS, name),
        "sit": pages.sit_page(RAMBLE, "k", away, 1, name),
        "come back": pages.sit_page(RAMBLE, "k", away, 0, name),
        "watch": pages.sit_page("Ramble", "k", away, None),
        "join": pages.join_page(RAMBLE, "KX4P7M", away, name),
        "links": pages.links_page("t", RAMBLE, LINKS, named),
        "table": table(match, playing),
        "paused": table(match, replace(playing, state="paused")),
        "hand-over": table(spire, hot, seat=None, handover=1),
        "watching": table(
            match, replace(TWO, watching=True, seats=(line(0, "Ann", "away"), playing.seats[1]))
        ),
        "no code": pages.message_page(name, name, 404, "no_code"),
    }


@pytest.mark.parametrize("which", every_page("Ann"))
def test_a_name_is_only_text(which: str) -> None:
    """Markup and quotes in a name are shown as they were typed, on every page that has one."""
    html = every_page(NASTY)[which]
    assert "<i>Zoe" not in html
    assert '" onload="' not in html
    assert NASTY in words(html).replace("’s", "")


@pytest.mark.parametrize("which", every_page("Ann"))
def test_a_page_keeps_to_the_policy(which: str) -> None:
    """No inline script, style or handler; no id twice; every field has its label."""
    reader = Strict()
    reader.feed(every_page("Ann")[which])
    assert len(reader.ids) == len(set(reader.ids))
    assert reader.fields <= reader.labels


def test_the_waiting_room_of_the_host() -> None:
    """Code, links of what is free, whom to send away, and a start that waits or takes bots."""
    html = pages.waiting_page(RAMBLE, "t", GATHERING, LINKS, "Ann")
    said = words(html)
    assert '<p class="code" aria-describedby="code-says">KX4P7M</p>' in html
    assert "Your table of Ramble" in said
    assert "10 minutes each, 5 seconds more a move; when time is out, a bot plays on." in said
    assert "One seat is still free." in said
    assert 'value="/sit/t.1.free" readonly' in html
    assert "/sit/t.0.mine" not in html, "the link to one's own seat is nothing to give away here"
    assert 'value="/sit/t.watch.see" readonly' in html
    assert 'value="/join/KX4P7M" readonly' in html
    assert html.count('name="do" value="kick"') == 1
    assert 'aria-label="Send Bob away"' in html
    assert '<button class="do main" disabled>Start</button>' in html
    assert re.findall(r'<option value="(\w+)"', html) == ["greedy", "random"]
    assert "sealed" in said
    assert "c0ffee" in said


def test_the_waiting_room_when_all_are_there() -> None:
    """Nothing is left to give away, and the host may start."""
    full = replace(GATHERING, seats=(GATHERING.seats[0], line(1, "Cleo", "away")))
    html = pages.waiting_page(RAMBLE, "t", full, LINKS, "Ann")
    assert '<button class="do main">Start</button>' in html
    assert "All seats are taken. You may start." in words(html)
    assert 'name="bots"' not in html
    assert 'class="code"' not in html


def test_the_waiting_room_of_a_guest() -> None:
    """A guest may rename and leave, neither start nor send away."""
    guest = replace(
        GATHERING,
        host=False,
        seats=(line(0, "Ann", "away", host=True), line(1, "Bob", "here"), line(2, "", "open")),
    )
    html = pages.waiting_page(RAMBLE, "t", guest, Links(watch="/sit/w"), "Bob")
    assert re.findall(r'name="do" value="(\w+)"', html) == ["rename", "leave"]
    assert "/start" not in html
    assert "Ann’s table of Ramble" in words(html)
    assert "It starts when Ann says so." in words(html)


def test_who_only_watches_a_gathering_may_do_nothing() -> None:
    """No form at all."""
    seats = (line(0, "Ann", "away", host=True), line(1, "", "open"))
    html = pages.waiting_page(
        RAMBLE, "t", replace(GATHERING, host=False, seats=seats, watching=True, code=""), Links()
    )
    assert "<form" not in html
    assert "You are watching." in words(html)


def test_a_link_to_a_free_seat() -> None:
    """It says whose table it is, asks for a name, and one button sits down."""
    guest = replace(GATHERING, seats=(line(0, "Ann", "away", host=True), *GATHERING.seats[1:]))
    html = pages.sit_page(RAMBLE, "KEY", guest, 1)
    assert "Sit down at Ann’s table of Ramble" in words(html)
    assert '<form class="inside" method="post" action="/sit/KEY">' in html
    assert html.count("<form") == 1
    assert re.findall(r"<button[^>]*>([^<]*)</button>", html) == ["Sit down"]


def test_a_link_to_a_taken_seat() -> None:
    """It is a way back, on this device; the name can be changed on the way."""
    html = pages.sit_page("Ramble", "KEY", replace(TWO, state="paused"), 1)
    assert "Come back as Bob on this device" in words(html)
    assert 'value="Bob"' in html
    assert re.findall(r"<button[^>]*>([^<]*)</button>", html) == ["Come back as Bob"]
    again = pages.sit_page("Ramble", "KEY", TWO, 0)
    assert "This device has the seat already." in words(again)


def test_a_link_to_watch() -> None:
    """No name is asked for."""
    html = pages.sit_page(RAMBLE, "KEY", replace(TWO, watching=True), None)
    assert "Watch Ann’s table of Ramble" in words(html)
    assert 'name="name"' not in html


def test_a_code_shows_the_free_seats() -> None:
    """The first of them is chosen; taken ones are shown and cannot be."""
    html = pages.join_page(RAMBLE, "KX4P7M", GATHERING)
    assert re.findall(r'name="seat" value="(\d)"( checked)?', html) == [("1", " checked")]
    full = replace(GATHERING, seats=GATHERING.seats[2:])
    assert "All seats are taken." in words(pages.join_page(RAMBLE, "KX4P7M", full))
    assert "<button" not in pages.join_page(RAMBLE, "KX4P7M", full)


def test_links_name_their_seats() -> None:
    """Each can be made anew, and an old table says that it has none."""
    html = pages.links_page("t", RAMBLE, LINKS, GATHERING)
    assert html.count('value="relink"') == len(LINKS.seats)
    assert "your seat" in words(html)
    assert "free: for a friend" in words(html)
    assert "before there were links" in words(pages.links_page("t", "Ramble", Links()))


def test_a_mistyped_code_can_be_typed_again() -> None:
    """The page of that error has the form; others lead to the shelf."""
    assert 'action="/join"' in pages.message_page("No table has this code", "Ask.", 404, "no_code")
    assert 'action="/join"' not in pages.message_page("All seats are taken", "Watch.", 409, "full")


def test_the_prompt_says_for_whom_all_wait() -> None:
    """By name, and with the figure that the game has for that seat; who watches is told so."""
    match = moved_to(ramble(), 1)
    figure = match.view(0).table["seats"][1]["name"]
    html = table(match, TWO)
    assert f"Waiting for Bob, who plays the {figure}." in words(html)
    watching = replace(TWO, watching=True, seats=(line(0, "Ann", "away"), line(1, "Bob", "away")))
    assert "You are watching. Waiting for Bob" in words(table(match, watching))
    assert ">Bob</span>" in html, "the bar says whose move it is"


def test_the_title_says_when_it_is_your_move() -> None:
    """So that a tab in the background calls."""
    match = ramble()
    mine = replace(TWO, seats=tuple(reversed([line(1, "Bob", "away"), line(0, "Ann", "here")])))
    moved_to(match, 0)
    assert "<title>Your move · Ramble · Ravelbox</title>" in table(match, mine)
    moved_to(match, 1)
    assert "<title>Ramble · Ravelbox</title>" in table(match, mine)


def test_clocks_are_shown_and_told() -> None:
    """The running one in the bar; all of them in the panel and to the script."""
    match = moved_to(ramble(), 1)
    timed = company(
        line(0, "Ann", "here", left=600_000),
        line(1, "Bob", "away", left=3_599_999, running=True),
        clock="60+0",
    )
    html = table(match, timed)
    assert ">59:59</span>" in html
    assert ">10:00</span>" in html
    assert asked_of(html)["clock"] == {"left": [600_000, 3_599_999], "running": 1}
    assert asked_of(table(match, TWO))["clock"] is None
    assert line(0, "", "here", left=3_600_000).time == "1:00:00"
    assert line(0, "", "here", left=-5).time == "0:00"


def test_an_undo_is_asked_of_who_must_allow_it() -> None:
    """Two buttons with keys for one, a sentence for the other."""
    match = moved_to(ramble(), 0)
    asked = table(match, replace(TWO, asking=Asking(1, 0, (0,), mine=True)), at=7)
    assert "Bob asks to take back a move." in words(asked)
    assert 'name="yes" value="true" data-key="z"' in asked
    assert 'name="yes" value="false" data-key="q"' in asked
    assert 'name="at" value="7"' in asked
    asker = table(match, replace(TWO, asking=Asking(0, 0, (1,), mine=False)))
    assert "Waiting for Bob to allow the undo." in words(asker)
    assert 'name="yes"' not in asker


def test_a_paused_table_asks_nothing_but_to_go_on() -> None:
    """Whoever sits at it may; a spectator may not."""
    match = moved_to(ramble(), 1)
    paused = replace(TWO, state="paused")
    html = table(match, paused)
    assert "Bob’s time has run out, so the table is paused." in words(html)
    assert 'action="/table/t/resume"' in html
    assert asked_of(table(moved_to(match, 0), paused, at=1))["offers"] == []
    watching = replace(paused, watching=True, seats=(line(0, "Ann", "away"), TWO.seats[1]))
    assert "/resume" not in table(match, watching)


def test_a_seat_given_to_a_bot_can_be_taken_back() -> None:
    """From the prompt and from the panel; while it is yours, a bot can be chosen."""
    match = moved_to(ramble(), 0)
    given = replace(TWO, seats=(line(0, "Ann", "here", plays="greedy"), TWO.seats[1]))
    html = table(match, given, seating=Seating(("greedy", "away")))
    assert "The greedy bot plays for you" in words(html)
    assert html.count('name="do" value="back"') == 2
    assert 'name="do" value="bot"' not in html
    own = table(match, TWO)
    assert re.findall(r'name="do" value="(\w+)"', own) == ["rename", "bot", "leave"]


def test_the_luck_is_sealed_until_it_is_over() -> None:
    """The panel shows the fingerprint, then the key and how to check it."""
    match = ramble()
    assert "shown when the game is over" in words(table(match, TWO))
    over = replace(TWO, state="over", key="5ec2e7")
    said = words(table(match, over))
    assert "The key: 5ec2e7" in said
    assert "ravelbox verify FILE" in said


def test_bots_and_people_are_named_beside_their_figures() -> None:
    """A person by name, a bot as one, a stand-in for whom; alone at a table nobody is."""
    match = ramble(3)
    of = company(
        line(0, "Ann", "here"), line(1, "Bob", "away", plays="greedy"), line(2, "G", "greedy")
    )
    said = words(table(match, of))
    assert "Ann · " in said
    assert "bot for Bob · " in said
    assert " bot · " in said
    alone = company(*(line(n, f"Seat {n + 1}", "here") for n in range(3)))
    assert "Seat 1 · " not in words(table(match, alone))


def test_a_hand_over_covers_everything() -> None:
    """The page is a spectator's; the only way on is the link of the seat that is next."""
    match = Match.new(SPIRE, dealer=Seeded(1), seats=2)
    for _ in range(25):
        match.play(match.state.actor, [next(code for code in match.state.legal() if code)])
    hot = company(line(0, "Ann", "here"), line(1, "Bob", "here"))
    html = table(match, hot, seat=None, handover=1, undo=3)
    assert "Pass the table to Bob" in words(html)
    assert 'href="/table/t?seat=1" autofocus' in html
    assert asked_of(html)["offers"] == []
    assert (asked_of(html)["seat"], asked_of(html)["handover"]) == (None, 1)
    assert 'data-at="hand:' not in html
    for part in ("bar", "table", "prompt", "log"):
        assert re.search(rf'id="{part}"[^>]* inert[ >]', html), part
    mine = table(match, hot, seat=0, eyes=0)
    assert asked_of(mine)["seat"] == 0
    assert "Pass the table" not in mine


def test_a_table_is_set_up_again_for_the_same_company() -> None:
    """Friends by link, bots as they were, the clock and the name."""
    match = ramble(3)
    of = company(
        line(0, "Ann", "here"),
        line(1, "Bob", "away"),
        line(2, "Greedy bot", "greedy"),
        clock="5+5",
        timeout="pause",
    )
    html = table(match, of)
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', html))
    wanted = {"seat_1": "here", "seat_2": "open", "seat_3": "greedy", "seats": "3"}
    wanted |= {"name": "Ann", "clock": "5+5", "timeout": "pause"}
    assert wanted.items() <= fields.items()


def test_a_table_without_a_company_is_as_it_was() -> None:
    """No panel, no socket: a page that somebody renders alone."""
    html = pages.table_page(ramble(), 0, table="t")
    assert asked_of(html)["socket"] is None
    assert 'id="company"' not in html
