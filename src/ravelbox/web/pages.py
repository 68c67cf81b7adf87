"""Whole pages as HTML. A game's own `table.html` draws its table; without one it is all buttons."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from typing import Any, Final

from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup, escape

import ravelbox
from ravelbox.bots import bots
from ravelbox.kernel.game import Game, Prompt
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Option, spelled
from ravelbox.seating import HERE, Seating

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


@dataclass(frozen=True, slots=True)
class TableLine:
    """One line of "Where you left off"."""

    id: str
    game: str
    title: str
    line: str  # where it stands: "Turn 12, 8 cogs left"
    when: str  # in words: "yesterday"
    over: bool


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
) -> str:
    """The page of a running or finished table, as one seat or a spectator (None) sees it.

    `table` is the table's id in addresses; `undo` the length of history that the Undo button goes
    back to, None where there is nothing to take back. With a seating, the page asks all that the
    seats here may play.
    """
    view = match.view(seat)
    if seating:
        view = dataclasses.replace(view, prompt=seating.prompt(match))
    game = match.game
    template = environment().select_template([f"games/{game.name}/table.html", "table.html"])
    return template.render(
        title=game.title,
        view=view,
        prompt=view.prompt,
        outcome=view.outcome,
        events=match.log(seat),
        undo=undo,
        who=seating.who if seating else (),
        options=_again(match, seating),
        seed=_seed(match) if view.outcome else "",
        offers={
            "table": table,
            "at": len(match),
            "mark": match.mark(),
            "offers": _offers(view.prompt),
            "mix": _mix(view.prompt),
            "proposal": _proposal(view.prompt),
        },
    )


def lobby_page(tables: Sequence[TableLine] = (), *, more: bool = False) -> str:
    """The shelf with its boxes, and where you left off; `more` tables may not be listed."""
    boxes = [_box(ravelbox.load(name)) for name in ravelbox.games()]
    return environment().get_template("lobby.html").render(
        shelf=SHELF, boxes={box.game.name: box for box in boxes}, tables=tables, more=more
    )  # fmt: skip


def rules_page(game: Game, markdown_html: str) -> str:
    """The rules of a game in the house frame; every rule can be linked to as `#RVL-64`.

    `markdown_html` is trusted: it comes from our own documents, not from a player.
    """
    text, contents = _anchored(markdown_html)
    return environment().get_template("rules.html").render(
        game=game.name, title=game.title, text=text, contents=contents
    )  # fmt: skip


def message_page(heading: str, text: str, status: int = 200) -> str:
    """One sentence in the house frame: what happened, and a way on."""
    return environment().get_template("message.html").render(
        heading=heading, text=text, status=status
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


def _again(match: Match, seating: Seating | None) -> dict[str, str]:
    """The fields that set up such a table again: options, and the company where there is one."""
    fields = {name: spelled(value) for name, value in match.header.options.items()}
    if seating and len(match.game.seats) > 1:
        fields["seats"] = str(match.header.seats)
        fields |= {f"seat_{n}": name for n, name in enumerate(seating.who, 1)}
    return fields


def _seed(match: Match) -> str:
    """The name of a puzzle that can be set up again, where its luck was dealt by a seed."""
    kind, _, seed = match.header.dealer.partition(" ")
    return match.game.seed_string(seed, match.header.options) if kind == "dealt" else ""


def _box(game: Game) -> Box:
    """What lies in a game's box. What its own page asks for is not asked for twice."""
    found = environment().select_template([f"games/{game.name}/box.html", "box.html"])
    inside = found.make_module({"game": game, "bots": bots(game.name)})
    html = str(inside)
    own = set(FIELD.findall(html))
    return Box(
        game=game,
        html=Markup(html),  # noqa: S704  # rendered just now
        named=getattr(inside, "named", {}),
        readings=[option for option in game.options if option.name not in own],
        seats=[] if "seats" in own or len(game.seats) == 1 else list(game.seats),
        usual=game.seats_of(game.options_of({})),
        who=[HERE, *reversed(bots(game.name))] if len(game.seats) > 1 else [],
        seeded=game.dealt("A") is not None,
    )


def _anchored(html: str) -> tuple[Markup, list[tuple[str, str]]]:
    """The rules with an anchor on every rule and heading, and the headings as a table of contents."""
    contents: list[tuple[str, str]] = []
    seen: set[str] = set()

    def heading(found: re.Match[str]) -> str:
        level, attributes, inner = found.groups()
        words = TAG.sub("", inner)
        if 'id="' in attributes:
            anchor = attributes.partition('id="')[2].partition('"')[0]
        else:
            anchor = re.sub(r"\W+", "-", words.lower()).strip("-")
            attributes += f' id="{escape(anchor)}"'
        if level == "2":
            contents.append((anchor, unescape(words)))
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
