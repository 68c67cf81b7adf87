"""The documentation is true: examples run and print what they say, quotes and links hold."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ravelbox.cli import engine

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# A block of code and, directly beneath it, what it prints.
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n(?:```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
# Shell blocks that can run anywhere: ours alone, and not waiting for anybody.
SAFE = ("printf ", "ravelbox replay ", "ravelbox check\n")

every_page = pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: str(page.relative_to(ROOT)).replace("/", "-")
)


def shell(script: str) -> str:
    """What a shell block prints, errors among it."""
    program = f'ravelbox() {{ "{sys.executable}" -m ravelbox "$@"; }}\n'
    source = os.environ.get("PYTHONPATH", "")
    env = os.environ | {"PYTHONPATH": str(ROOT / source) if source else ""}
    done = subprocess.run(
        ["bash", "-c", program + script],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env=env,
    )
    return done.stdout


@every_page
def test_examples_run_and_print_what_they_say(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The blocks of a page, one after the other, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    if page.name == "a-game.md" and engine() == "compiled":
        with pytest.raises(TypeError):  # no state can be derived from a compiled one, as it says
            read_along(page)
    else:
        read_along(page)


def read_along(page: Path) -> None:
    """Run what can be run, and compare."""
    names: dict[str, object] = {"__name__": "__main__"}
    for language, block, prints in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "python":
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                exec(compile(block, str(page), "exec"), names)  # noqa: S102  # our own examples
            printed = said.getvalue()
        elif language == "sh" and block.startswith(SAFE):
            printed = shell(block)
        else:
            continue
        if prints:
            assert printed.split() == prints.split()


@every_page
def test_quotes_stand_in_the_source(page: Path) -> None:
    """Every line of a `py` block, which quotes us, is a line of ours."""
    ours = {
        line.strip()
        for file in (ROOT / "src").rglob("*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
    }
    for language, block, _ in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "py":
            assert [line for line in block.splitlines() if line.strip() not in ours] == []


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link names a file of this project."""
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link
