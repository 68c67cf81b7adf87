"""Pages and pictures that stand alone: nothing in them leads anywhere, and nothing is missing."""

from __future__ import annotations

import base64
import html
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import ravelbox
from ravelbox.cli import main
from ravelbox.kernel.match import Match
from ravelbox.web import picture
from ravelbox.web.replay import match_at
from tests.walks import random_match

STEPS = 10
every_game = pytest.mark.parametrize("name", ravelbox.games())


def played(name: str) -> Match:
    """A match that runs, a few decisions old."""
    return random_match(ravelbox.load(name), 4, STEPS)


def alone(page: str) -> None:
    """Check that a page needs nobody and leads nowhere."""
    assert "/static/" not in re.sub(r"base64,[\w+/=]+", "", page)
    assert re.findall(r'\s(?:href|src|action)="(?!#|data:|\?at=|")[^"]*"', page) == []
    assert "Content-Security-Policy" in page


@every_game
def test_a_still_page_stands_alone(name: str) -> None:
    """All styles and art are in it, and no script."""
    match = played(name)
    page = picture.still(match, picture.as_told(match))
    alone(page)
    assert "<script src" not in page
    assert 'type="module"' not in page
    assert page.count("<style>") > 1
    assert 'id="slider"' not in page
    assert 'data-light="dark"' in picture.still(match, dark=True)


@every_game
def test_a_picture_shows_no_hand_that_its_eyes_do_not_see(name: str) -> None:
    """It is made from a view, like every page."""
    match = played(name)
    assert picture.still(match) == picture.still(match_at(match.record(), match.decisions()))
    if match.game.hides and match.header.seats > 1:
        assert picture.still(match, 0) != picture.still(match, 1)


def frames(page: str) -> list[str]:
    """The moments of a replay in one file, unrolled as its script does it."""
    packed = re.search(r'id="film">([^<]+)<', page)
    assert packed
    reel: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed[1])))
    lines, found = list(reel["lines"]), ["\n".join(reel["lines"])]
    for step in reel["steps"]:
        for start, end, instead in reversed(step):
            lines[start:end] = instead
        found.append("\n".join(lines))
    return found


@every_game
def test_a_film_holds_every_moment(name: str) -> None:
    """Unrolled, its last page is the last moment's; all are there, and none leads to a server."""
    match = played(name)
    page = picture.film(match.record()).decode()
    alone(page)
    found = frames(page)
    assert len(found) == match.decisions() + 1
    for at, frame in enumerate(found):
        assert f"step {at} of {match.decisions()}" in frame.lower()
    told = [event.text for event in match.log(picture.as_told(match))]
    assert all(html.escape(text, quote=False) in html.unescape(found[-1]) for text in told[-3:])


def test_every_script_of_a_film_is_in_it() -> None:
    """What a module imports is named in the import map, under the name by which it asks for it."""
    page = picture.film(played("ravel").record()).decode()
    found = re.search(r'<script type="importmap">(.*?)</script>', page)
    assert found
    imports = json.loads(found[1])["imports"]
    for data in imports.values():
        text = base64.b64decode(data.partition(",")[2]).decode()
        wanted = re.findall(r'\b(?:from|import)\s*\(?\s*"([^"]+)"', text)
        assert set(wanted) <= set(imports)


@every_game
def test_an_svg_is_well_formed(name: str) -> None:
    """Any program that reads XML reads it; names that need upper case kept it."""
    match = played(name)
    drawn = picture.svg(match, picture.as_told(match), size=(1024, 768))
    root = ET.fromstring(drawn)  # noqa: S314  # our own, just drawn
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["viewBox"] == "0 0 1024 768"
    inner = root.findall(".//{http://www.w3.org/2000/svg}svg")
    assert any("viewBox" in svg.attrib for svg in inner)
    assert root.find(".//{http://www.w3.org/1999/xhtml}main") is not None


@every_game
def test_notebooks_show_the_table(name: str) -> None:
    """A match and a view, each in a frame that may do nothing."""
    match = played(name)
    for shown in (match._repr_html_(), match.view(0)._repr_html_(), match.view(None)._repr_html_()):
        assert shown.startswith("<iframe")
        assert " sandbox " in shown
        found = re.search(r'srcdoc="([^"]+)"', shown)
        assert found
        alone(html.unescape(found[1]))


def test_without_templates_a_notebook_has_words() -> None:
    """What `describe` says, where what pages need is not installed."""
    script = (
        "import sys\n"
        "sys.modules['jinja2'] = None\n"
        "import ravelbox\n"
        "from ravelbox.kernel.dealer import Seeded\n"
        "from ravelbox.kernel.match import Match\n"
        "match = Match.new(ravelbox.load('ravel'), dealer=Seeded(1))\n"
        "print(match._repr_html_())\n"
        "print(match.view(0)._repr_html_())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.count("<pre>") == done.stdout.count("</pre>") == 2
    assert "cogs left" in done.stdout


# ravelbox picture


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """A record on paper."""
    file = tmp_path / "game.txt"
    file.write_text(played("ramble").record().to_text(), encoding="utf-8")
    return file


def test_the_command_draws(paper: Path, tmp_path: Path) -> None:
    """A replay without a step, a still page or an SVG with one, also of a file with an @."""
    for source, target, sign in (
        (str(paper), "whole.html", 'id="film"'),
        (f"{paper}@3", "still.html", "step 3"),
        (f"{paper}@3", "table.svg", "<foreignObject"),
    ):
        assert main(["picture", source, str(tmp_path / target), "--seat", "2"]) == 0
        assert sign in (tmp_path / target).read_text(encoding="utf-8")
    odd = paper.rename(tmp_path / "game@home.txt")
    assert main(["picture", str(odd), str(tmp_path / "odd.svg"), "--dark"]) == 0
    assert 'data-light="dark"' in (tmp_path / "odd.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("source", "target", "more", "sentence"),
    [
        ("{}@99", "t.html", (), "there is no moment 99; this match has moments from 0 to 10"),
        ("{}@half", "t.html", (), 'after @ comes a step of the replay such as 30, not "half"'),
        ("{}", "t.gif", (), "t.gif must end in .png, .svg or .html"),
        ("{}", "no/t.svg", (), "no/t.svg cannot be written: No such file or directory"),
        ("nothing.txt", "t.svg", (), "nothing.txt cannot be read"),
        ("{}", "t.svg", ("--seat", "9"), "--seat goes from 1 to "),
        ("{}", "t.svg", ("--size", "big"), "--size is width and height in pixels such as 1440x900"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_sentence(
    paper: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    source: str,
    target: str,
    more: tuple[str, ...],
    sentence: str,
) -> None:
    """What came, and what was possible; nothing is written."""
    assert main(["picture", source.format(paper), str(tmp_path / target), *more]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert not (tmp_path / target).exists()
