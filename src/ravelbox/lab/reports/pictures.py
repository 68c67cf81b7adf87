"""The pictures of a report: drawn by matplotlib as SVG, narrow enough for a phone, light and dark."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

WIDTH: Final = 4.2  # inches: what a phone shows without shrinking letters below reading
ROW: Final = 0.2  # inches a line
MARGIN: Final = 0.62
LONGEST: Final = 28  # letters of a label
LETTER: Final = 0.09  # of one beyond that, in inches
# Stand-ins that become the page's own colours.
INK: Final = "#010203"
MARK: Final = "#040506"
FAINT: Final = "#070809"
OTHER: Final = "#0a0b0c"
COLOURS: Final = {
    INK: "currentColor",
    MARK: "var(--mark)",
    FAINT: "var(--faint)",
    OTHER: "var(--other)",
}
STYLE: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",  # letters stay letters: small, sharp, and found by a search
    "svg.hashsalt": "ravelbox",  # the same picture twice is the same text
    "font.family": "sans-serif",
    "font.size": 8.0,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


# The same colours for a picture that stands alone.
ALONE: Final = (
    "<style>:root{background:#fbfaf7;color:#23211d;--mark:#1f6f78;--other:#b4541a;--faint:#e4dfd3}"
    "@media(prefers-color-scheme:dark){:root{background:#17181b;color:#e9e6df;--mark:#67c1c9;--other:#f0a062;"
    "--faint:#35373d}}</style>"
)


@dataclass(frozen=True, slots=True)
class Point:
    """A number with its interval."""

    label: str
    value: float
    low: float
    high: float
    other: bool = False  # in the second colour


def forest(
    points: Sequence[Point],
    words: str,
    *,
    at: float | None = None,
    percent: bool = True,
    tenfold: bool = False,
    longest: int = LONGEST,
) -> str:
    """Numbers one beneath the other, each with its interval; a line where nothing would differ.

    `tenfold` gives every power of ten the same room; `longest` is how many letters a label may have.
    """
    with mpl.rc_context(STYLE):
        labels = [_cut(point.label, longest) for point in points]
        beyond = max([0, *(len(label) - LONGEST for label in labels)])
        figure, axes = _axes(MARGIN + ROW * len(points), WIDTH + LETTER * beyond)
        for y, point in enumerate(points):
            colour = OTHER if point.other else MARK
            axes.plot([point.low, point.high], [y, y], color=colour, linewidth=1.6)
            axes.plot([point.value], [y], "o", color=colour, markersize=4)
        if at is not None:
            axes.axvline(at, color=INK, linewidth=0.8, linestyle=(0, (3, 3)))
        axes.set_yticks(range(len(points)), labels)
        axes.set_ylim(len(points) - 0.5, -0.5)
        axes.set_xlabel(words)
        axes.grid(axis="x", color=FAINT, linewidth=0.5)
        if tenfold:
            axes.set_xscale("log")
            axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}"))
            axes.xaxis.set_minor_formatter(NullFormatter())
        else:
            axes.xaxis.set_major_locator(MaxNLocator(5))
        if percent:
            signed = at == 0
            axes.xaxis.set_major_formatter(
                FuncFormatter(lambda x, _: f"{100 * x:+g} %" if signed else f"{100 * x:g} %")
            )
        return _svg(figure)


def bars(values: Sequence[float], counts: Sequence[int], words: str) -> str:
    """How often each number came."""
    with mpl.rc_context(STYLE):
        height = 2.0
        figure, axes = _axes(height)
        total = sum(counts)
        wide = max(1.0, (max(values) - min(values)) / 60)
        heights: dict[float, float] = {}
        for value, count in zip(values, counts, strict=True):
            place = value // wide * wide
            heights[place] = heights.get(place, 0.0) + count / total
        axes.bar(list(heights), list(heights.values()), width=wide * 0.9, color=MARK, align="edge")
        axes.set_xlabel(words)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{100 * y:g} %"))
        axes.yaxis.set_major_locator(MaxNLocator(4))
        axes.grid(axis="y", color=FAINT, linewidth=0.5)
        return _svg(figure)


def alone(svg: str) -> str:
    """A picture as a file of its own."""
    end = svg.index(">") + 1
    return f"{svg[:end]}{ALONE}{svg[end:]}\n"


def _axes(height: float, width: float = WIDTH) -> tuple[Figure, mpl.axes.Axes]:
    """Bare axes; a Figure of its own, so that no window system is asked."""
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)
    axes.set_axisbelow(True)
    return figure, axes


def _cut(label: str, longest: int) -> str:
    return label if len(label) <= longest else label[: longest - 1] + "…"


def _svg(figure: Figure) -> str:
    """The picture as text to be set into a page."""
    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = drawn.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'(<svg [^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg [^>]*?) height="[^"]*"', r"\1", text, count=1)
    for stand_in, colour in COLOURS.items():
        text = text.replace(stand_in, colour)
    return re.sub(r"\s*\n\s*", "\n", text).strip()
