"""Whole pages as HTML. A game's own `table.html` draws its table; without one it is all buttons."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import unescape
from typing import Any, Final

from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup, escape

import ravelbox
from ravelbox.bots import offered
from ravelbox.bots.levels import WORDS
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import Game, Prompt, View
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Option, spelled, unusual
from ravelbox.seating import HERE, Seating
from ravelbox.web.coach import Review, chart
from ravelbox.web.company import AWAY, OPEN, Company, Links, SeatLine
from ravelbox.web.lesson import Taught, lesson_of
from ravelbox.web.parts import SYMBOL, stamped
from ravelbox.web.replay import Moment, open_view

# What stands on the shelf: name, title, one sentence, small facts. Only what can be loaded opens.
SHELF: Final = (
    ("ravel", "R.A.V.E.L.", "Eight dice, sixteen cogs: unlock them all before you are stuck.",
     ("Solo puzzle", "5–15 min")),
    ("ramble", "Ramble", "Collect six landmark tokens and get out together before the lamps do.",
     ("Cooperative", "3–6, also 1–2", "30–60 min")),
    ("arch_ravels", "Arch Ravels",
     "Shop for yarn, craft hats and bears, finish projects before the list runs dry.",
     ("Competitive", "2–4, also solo", "30–45 min")),
    ("ravingspire", "Ravingspire",
     "Build a deck and climb three turning rings to the fight in the Keep.",
     ("Deck-building", "1–6 players", "60–150 min")),
)  # fmt: skip
# A heading of a rules page, and a rule's id where the text introduces it.
HEADING: Final = re.compile(r"<h([23])([^>]*)>(.*?)</h\1>", re.DOTALL)
RULE: Final = re.compile(r"<(strong|b)>([A-Z]{2,4}-\d+[a-z]?)</\1>")
RULING: Final = re.compile(r"<td>(Q\d+|R-\d+)</td>")
TAG: Final = re.compile(r"<[^>]+>")
FIELD: Final = re.compile(r'\sname="(\w+)"')  # what a form asks for
CITED: Final = re.compile(r"\b([A-Z]{3}-\d+|Q\d+|R-\d+)\b")
USED: Final = re.compile(r'href="#([^"]+)"')  # a drawing of a game's art
CLOCKS: Final = ("5+5", "10+5", "20+10", "45+15")  # minutes each, and seconds more a move
LONGEST_NAME: Final = 24
MEANWHILE: Final = 4  # lines of what happened that a hand-over tells
LATEST: Final = 50  # lines of the log that a page carries; the replay leads to all of them


@dataclass(frozen=True, slots=True)
class TableLine:
    """One line of "Where you left off"."""

    id: str
    game: str
    title: str
    line: str  # where it stands: "Turn 12, 8 cogs left"
    when: str  # in words: "yesterday"
    over: bool
    yours: bool = True  # whether a seat of this device is asked
    state: str = "playing"  # gathering, playing, paused, over

    @property
    def turn(self) -> str:
        """Whose move it is, in words."""
        if self.over:
            return "Finished"
        if self.state in ("gathering", "paused"):
            return self.state.capitalize()
        return "Your move" if self.yours else "Waiting for others"


@dataclass(frozen=True, slots=True)
class DayLine:
    """A puzzle of a day or week, as the daily page lists it."""

    kind: str
    day: str
    title: str
    preset: str
    words: str  # what is dealt
    state: str  # new, playing, over
    table: str = ""  # of the counted attempt
    share: str = ""  # its result
    odds: str = ""  # par, and how a fair bot fares; told after play


@dataclass(frozen=True, slots=True)
class Box:
    """A game that can be opened, and what is to be chosen before it is."""

    game: Game
    html: Markup  # the game's own part
    named: Mapping[str, tuple[str, Mapping[str, str]]]  # plain words for readings and their values
    readings: Sequence[Option]  # the options that its own part does not ask for
    seats: Sequence[int]  # how many there may be; none if its own part asks, or there is no choice
    usual: int  # how many there are if nobody says otherwise
    who: Sequence[str]  # who may sit on a seat; none at a game for one
    seeded: bool  # whether a seed sets it up
    lesson: str  # the title of its lesson, where it has one


@cache
def environment() -> Environment:
    """The templates of the frame, and those of the games under `games/<name>/`."""
    env = Environment(
        loader=ChoiceLoader(
            [
                PackageLoader("ravelbox.web"),
                PrefixLoader({"games": PackageLoader("ravelbox", "games")}),
            ]
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters["spelled"] = spelled
    env.filters["cited"] = cited
    return env


def cited(text: str, game: str) -> Markup:
    """A text with its rules and rulings linked."""
    link = rf'<a href="/rules/{escape(game)}#\1" target="rules">\1</a>'
    return Markup(CITED.sub(link, str(escape(text))))  # noqa: S704  # escaped just now


def table_page(
    match: Match,
    seat: int | None,
    *,
    table: str,
    undo: int | None = None,
    seating: Seating | None = None,
    company: Company | None = None,
    at: int | None = None,
    mark: str = "",
    handover: int | None = None,
    eyes: int | None = None,
    revision: int | None = None,
    events: Sequence[Event] | None = None,
    whole: bool = True,
    lesson: Taught | None = None,
    moment: Moment | None = None,
) -> str:
    """The page of a running or finished table, as one seat or a spectator (None) sees it.

    `table` is the table's id in addresses; `undo` the length of history that the Undo button goes
    back to, None where there is nothing to take back. With a seating, the page asks all that the
    seats here may play. `handover` is the seat to pass the device to: until its player says so,
    the page shows what a spectator sees. `eyes` is the seat whose view this is, where the device
    holds several that hide something from each other. `events` is the log as that seat is told
    it, where somebody has it already. At a lesson, it asks what that teaches now.
    What is seldom looked at is left out of a page that is not `whole`: the script asks for it then.
    With a `moment` the match stands at that one of a replay: nothing is asked, and the company is
    only named.
    """
    view = open_view(match) if moment and moment.hands else match.view(seat)
    people = _people(match, seating, company)
    if moment:
        view, company = dataclasses.replace(view, prompt=None), None
    elif handover is not None or (company and company.state == "paused"):
        view = dataclasses.replace(view, prompt=None)
    elif seating:
        view = dataclasses.replace(view, prompt=seating.prompt(match))
    if lesson:
        view = dataclasses.replace(view, prompt=lesson.prompt(view.prompt, match.game))
    game, told = match.game, match.log(seat) if events is None else events
    return _drawn(
        view,
        lesson=lesson,
        events=told[-LATEST:],
        whole=whole,
        earlier=max(0, len(told) - LATEST),
        undo=undo,
        people=people,
        moment=moment,
        company=company,
        mover=company.seats[view.actor] if company and view.actor >= 0 else None,
        handover=_line(company, handover),
        meanwhile=_meanwhile(told, handover),
        longest=LONGEST_NAME,
        options=_again(match, seating, company),
        seed=_seed(match) if view.outcome else "",
        house=_house(match),
        advised=not moment and not lesson and _may_be_advised(match, company),
        recorded=moment.open if moment else match.over or not game.hides or match.header.seats == 1,
        offers={
            "table": table,
            "at": match.decisions() if at is None else at,
            "mark": mark,
            "seat": eyes,
            "handover": handover,
            "socket": f"/table/{table}/news" if company else None,
            "revision": revision,
            "clock": _clock(company),
            "offers": _offers(view.prompt),
            "mix": _mix(view.prompt),
            "proposal": _proposal(view.prompt),
            "show": list(lesson.step.show) if lesson and view.prompt else [],
            "moment": _steps(moment),
            "why": _why(game, view, company, lesson),
        },
    )


def view_page(view: View, moment: Moment) -> str:
    """The page of what somebody sees, of whose match nothing else is known."""
    return _drawn(
        dataclasses.replace(view, prompt=None),
        lesson=None,
        events=(),
        whole=True,
        earlier=0,
        undo=None,
        people=("",) * ravelbox.load(view.game).seats[-1],
        moment=moment,
        company=None,
        mover=None,
        handover=None,
        meanwhile=(),
        longest=LONGEST_NAME,
        options={},
        seed="",
        house={},
        advised=False,
        recorded=False,
        offers={"table": "", "seat": view.seat, "offers": [], "moment": _steps(moment)},
    )


def _drawn(view: View, **said: object) -> str:
    """The template of a game, filled in."""
    template = environment().select_template([f"games/{view.game}/table.html", "table.html"])
    game = ravelbox.load(view.game)
    page = template.render(
        title=game.title,
        view=view,
        prompt=view.prompt,
        outcome=view.outcome,
        described=_described(game.describe(view)),
        **said,
    )
    return stamped(_with_art(page))


def _with_art(page: str) -> str:
    """A page with the drawings that it uses; most of a game's art waits for its moment."""
    begin, end = page.find("<symbol"), page.rfind("</symbol>") + len("</symbol>")
    before, art, after = (
        (page, "", "") if begin < 0 else (page[:begin], page[begin:end], page[end:])
    )
    pieces = _drawings(art)
    drawn = {name: text for name, text in pieces if name}
    needed: set[str] = set()
    todo = set(USED.findall(before)) | set(USED.findall(after))
    for name, text in pieces:
        todo |= set() if name else set(USED.findall(text))
    while todo:
        name = todo.pop()
        if name in drawn and name not in needed:
            needed.add(name)
            todo.update(USED.findall(drawn[name]))
    return before + "".join(text for name, text in pieces if not name or name in needed) + after


@lru_cache(maxsize=16)
def _drawings(art: str) -> Sequence[tuple[str, str]]:
    """The art of a game, piece by piece: each drawing with its name, and what lies between them."""
    pieces, place = [], 0
    for found in SYMBOL.finditer(art):
        pieces += [("", art[place : found.start()]), (found[1], found[0])]
        place = found.end()
    return [*pieces, ("", art[place:])]


def waiting_page(game: Game, table: str, company: Company, links: Links, name: str = "") -> str:
    """The room where the people of a table gather before it starts; `name` is what they call you."""
    return environment().get_template("waiting.html").render(
        game=game.name,
        title=game.title,
        table=table,
        company=company,
        links=links,
        name=name,
        longest=LONGEST_NAME,
        live={"table": table, "socket": f"/table/{table}/news"},
    )  # fmt: skip


def sit_page(game: Game | str, key: str, company: Company, seat: int | None, name: str = "") -> str:
    """What a link opens: one seat to take or to come back to, or (None) a place to watch from."""
    return (
        environment()
        .get_template("sit.html")
        .render(
            **_titled(game),
            key=key,
            company=company,
            line=_line(company, seat),
            name=name,
            longest=LONGEST_NAME,
        )
    )


def join_page(game: Game | str, code: str, company: Company, name: str = "") -> str:
    """What a join code opens: the free seats, one of which may be taken."""
    return (
        environment()
        .get_template("join.html")
        .render(**_titled(game), code=code, company=company, name=name, longest=LONGEST_NAME)
    )


def links_page(table: str, title: Game | str, links: Links, company: Company | None = None) -> str:
    """The links to the seats of a table that this device may give away."""
    return (
        environment()
        .get_template("links.html")
        .render(
            **_titled(title),
            table=table,
            links=links,
            lines={seat: _line(company, seat) for seat in links.seats},
        )
    )


def lobby_page(
    tables: Sequence[TableLine] = (), *, more: bool = False, day: DayLine | None = None
) -> str:
    """The shelf with its boxes, and where you left off; `more` tables may not be listed.

    `day` is the puzzle of the day, and how far this device is with it.
    """
    boxes = [box(ravelbox.load(name)) for name in ravelbox.games()]
    return environment().get_template("lobby.html").render(
        shelf=SHELF,
        boxes={one.game.name: one for one in boxes},
        tables=tables,
        more=more,
        day=day,
        clocks=CLOCKS,
        levels=WORDS,
        longest=LONGEST_NAME,
    )  # fmt: skip


def coach_page(
    game: Game, table: str, company: Company, seat: int, said: Review | None, key: str = ""
) -> str:
    """What the coach says of a finished match, or (None) that it is coming; `key` came with a link."""
    return environment().get_template("coach.html").render(
        game=game.name,
        title=game.title,
        table=table,
        company=company,
        seat=seat,
        said=said,
        chart=chart(said) if said else None,
        key=key,
    )  # fmt: skip


def daily_page(now: Sequence[DayLine], past: Sequence[DayLine]) -> str:
    """The puzzles of today and of this week, and the archive."""
    return environment().get_template("daily.html").render(now=now, past=past)


def rules_page(game: Game, markdown_html: str) -> str:
    """The rules of a game in the house frame; every rule can be linked to as `#RVL-64`.

    `markdown_html` is trusted: it comes from our own documents, not from a player.
    """
    text, contents = _anchored(markdown_html)
    return environment().get_template("rules.html").render(
        game=game.name, title=game.title, text=text, contents=contents
    )  # fmt: skip


def message_page(heading: str, text: str, status: int = 200, code: str = "") -> str:
    """One sentence in the house frame: what happened, and a way on that suits the error's code."""
    return environment().get_template("message.html").render(
        heading=heading, text=text, status=status, code=code
    )  # fmt: skip


def _offers(prompt: Prompt | None) -> list[dict[str, Any]]:
    """The legal actions as the page's script wants them."""
    return [
        {
            "code": offer.code,
            "text": offer.text,
            "label": offer.label,
            "ways": [list(way) for way in offer.ways],
            "key": offer.key,
            "main": offer.main,
            "loose": offer.loose,
        }
        for offer in (prompt.offers if prompt else ())
    ]


def _mix(prompt: Prompt | None) -> dict[str, Any] | None:
    """The same question as amounts, where it is one."""
    return dataclasses.asdict(prompt.mix) if prompt and prompt.mix else None


def _proposal(prompt: Prompt | None) -> dict[str, Any] | None:
    """What the table suggests, where it does."""
    return dataclasses.asdict(prompt.proposal) if prompt and prompt.proposal else None


def _steps(moment: Moment | None) -> dict[str, Any] | None:
    """What the script of a replay wants to know of the way through it."""
    if moment is None:
        return None
    turns = [turn.at for turn in moment.turns]
    return {"at": moment.at, "last": moment.last, "turns": turns, "news": moment.news}


def _why(game: Game, view: View, company: Company | None, lesson: Taught | None) -> dict[str, str]:
    """Why something cannot be chosen now, by component, by kind of it, and under "" for all else."""
    if view.outcome:
        return {"": "The game is over."}
    if lesson:
        return {"": "The lesson asks for something else just now."}
    if view.prompt:
        open_ = view.prompt.begins()
        return {name: says for name, says in game.barred(view).items() if name not in open_}
    if company and company.state == "paused":
        return {"": "The table is paused."}
    if company and view.actor >= 0:
        return {"": f"Not now: {company.seats[view.actor].called} is asked."}
    return {"": "Nothing is asked here now."}


def _people(match: Match, seating: Seating | None, company: Company | None) -> tuple[str, ...]:
    """Seat by seat, whom to name beside the figure that the game has there; perhaps nobody."""
    if company:
        return tuple(_beside(line, company) for line in company.seats)
    who = seating.who if seating else (HERE,) * match.header.seats
    return tuple("" if name in (HERE, AWAY) else "bot" for name in who)


def _beside(line: SeatLine, company: Company) -> str:
    """Who plays a figure: a bot, a bot for somebody, or somebody with a name."""
    if not line.person:
        return "bot"
    if line.plays:
        return f"bot for {line.called}"
    return line.name if line.named and len(company.seats) > 1 else ""


def _line(company: Company | None, seat: int | None) -> SeatLine | None:
    """One seat of a company; as much as can be said of it where the company is not known."""
    if seat is None:
        return None
    return company.seats[seat] if company else SeatLine(seat, "", HERE, "", None, running=False)


def _meanwhile(events: Sequence[Event], seat: int | None) -> Sequence[Event]:
    """What happened since a seat last did something, as far as it is fresh."""
    if seat is None:
        return ()
    last = max((n for n, event in enumerate(events, 1) if event.seat == seat), default=0)
    return events[last:][-MEANWHILE:]


def _may_be_advised(match: Match, company: Company | None) -> bool:
    """Whether a hint is unfair to nobody: whoever else plays is on the same side, or a bot."""
    if company and company.daily:
        return False  # everybody plays it without
    if company is None or not match.game.rivals(match.header.options, match.header.seats):
        return True
    return not any(line.person and line.who != HERE for line in company.seats)


def _clock(company: Company | None) -> dict[str, Any] | None:
    """The time of every seat, and whose runs."""
    if not company or not company.clock:
        return None
    running = next((line.seat for line in company.seats if line.running), None)
    return {"left": [line.left for line in company.seats], "running": running}


def _titled(game: Game | str) -> dict[str, str]:
    """The name and title of a game, by whichever is known."""
    if isinstance(game, Game):
        return {"game": game.name, "title": game.title}
    return {"game": next((it[0] for it in SHELF if it[1] == game), ""), "title": game}


def _again(match: Match, seating: Seating | None, company: Company | None) -> dict[str, str]:
    """The fields that set up such a table again: options, and the company where there is one."""
    fields = {name: spelled(value) for name, value in match.header.options.items()}
    if len(match.game.seats) == 1 or not (seating or company):
        return fields
    who = [line.who for line in company.seats] if company else list(seating.who if seating else ())
    fields["seats"] = str(match.header.seats)
    fields |= {f"seat_{n}": OPEN if name == AWAY else name for n, name in enumerate(who, 1)}
    if company:
        mine = next((line.name for line in company.here if line.named), "")
        timeout = company.timeout if company.clock else ""
        asked = {"name": mine, "clock": company.clock, "timeout": timeout}
        fields |= {name: value for name, value in asked.items() if value}
    return fields


def _described(words: str) -> list[tuple[str, list[tuple[str, list[str]]]]]:
    """A table in words as paragraphs, each with its list; what is indented twice hangs below."""
    found: list[tuple[str, list[tuple[str, list[str]]]]] = []
    for line in words.splitlines():
        says = "nothing" if line.strip() == "-" else line.strip()
        if not line.startswith(" "):
            found.append((says, []))
        elif line.startswith("    "):
            found[-1][1][-1][1].append(says)
        else:
            found[-1][1].append((says, []))
    return found


def _house(match: Match) -> dict[str, str]:
    """What this table plays otherwise than most."""
    odd = unusual(match.game.options, match.header.options)
    return {name: spelled(value) for name, value in odd.items()}


def _seed(match: Match) -> str:
    """The name of a puzzle that can be set up again, where its luck was dealt by a seed."""
    kind, _, seed = match.header.dealer.partition(" ")
    return match.game.seed_string(seed, match.header.options) if kind == "dealt" else ""


def box(game: Game) -> Box:
    """What lies in a game's box. What its own page asks for is not asked for twice."""
    found = environment().select_template([f"games/{game.name}/box.html", "box.html"])
    inside = found.make_module({"game": game, "bots": offered(game.name)})
    html, lesson = str(inside), lesson_of(game.name)
    own = set(FIELD.findall(html))
    return Box(
        game=game,
        html=Markup(html),  # noqa: S704  # rendered just now
        named=getattr(inside, "named", {}),
        readings=[option for option in game.options if option.name not in own],
        seats=[] if "seats" in own or len(game.seats) == 1 else list(game.seats),
        usual=game.seats_of(game.options_of({})),
        who=[HERE, OPEN, *offered(game.name)] if len(game.seats) > 1 else [],
        seeded=game.dealt("A") is not None,
        lesson=lesson.title if lesson else "",
    )


def anchor(heading: str) -> str:
    """How a heading of the rules is called in addresses."""
    return re.sub(r"\W+", "-", heading.lower()).strip("-")


def _anchored(html: str) -> tuple[Markup, list[tuple[str, str]]]:
    """The rules with an anchor on every rule and heading, and the headings as a table of contents."""
    contents: list[tuple[str, str]] = []
    seen: set[str] = set()

    def heading(found: re.Match[str]) -> str:
        level, attributes, inner = found.groups()
        words = TAG.sub("", inner)
        if 'id="' in attributes:
            name = attributes.partition('id="')[2].partition('"')[0]
        else:
            name = anchor(words)
            attributes += f' id="{escape(name)}"'
        if level == "2":
            contents.append((name, unescape(words)))
        return f"<h{level}{attributes}>{inner}</h{level}>"

    def rule(found: re.Match[str]) -> str:
        name = found[2]
        if name in seen or f'id="{name}"' in html:
            return found[0]
        seen.add(name)
        return f'<a class="rule-id" id="{name}" href="#{name}">{name}</a>'

    html = html.replace(
        "<table>", '<table tabindex="0">'
    )  # wide ones scroll, so keys must reach them
    text = RULING.sub(r'<td id="\1">\1</td>', RULE.sub(rule, HEADING.sub(heading, html)))
    return Markup(text), contents  # noqa: S704  # our own text
