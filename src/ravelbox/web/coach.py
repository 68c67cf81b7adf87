"""What the coach says, as a page shows it: a chart, what luck and play did, the turning points."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ravelbox.bots.coach import Decision, Estimate, Lesson

WIDTH: Final = 720
HEIGHT: Final = 240
SLIGHT: Final = 0.02  # a loss below this is no mistake, as far as anybody can tell


@dataclass(frozen=True, slots=True)
class Share:
    """What something did to the chance of winning, in whole points of a hundred, with its interval."""

    points: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Step:
    """One decision on the chart."""

    at: int  # decisions made before it: where the replay shows it
    seat: int
    own: bool
    before: float  # the chance of winning, 0 to 100
    after: float
    luck: float  # points that luck then gave
    loss: float  # points that an own decision cost
    played: str
    better: str
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Review:
    """All that the coach says of a match."""

    seat: int
    result: int  # 0 to 100
    start: Share
    play: Share
    others: Share
    luck: Share
    mistakes: int  # own decisions that clearly cost something
    decisions: int  # own ones
    steps: tuple[Step, ...]
    turning: tuple[int, ...]  # which steps are the turning points
    for_points: bool  # nobody could win: instead of chances, how good the points are


def _share(one: Estimate) -> Share:
    low, high = one.interval
    return Share(*(round(100 * number) for number in (one.mean, low, high)))


def _step(one: Decision, seat: int) -> Step:
    own = one.seat == seat
    return Step(
        at=one.number - 1,
        seat=one.seat,
        own=own,
        before=round(100 * one.before.mean, 1),
        after=round(100 * one.after.mean, 1),
        luck=round(100 * one.luck.mean, 1),
        loss=round(max(0.0, -100 * one.change.mean), 1) if own else 0.0,
        played=one.played,
        better=one.better,
        why=one.why,
        rule=one.rule,
    )


def review(lesson: Lesson) -> Review:
    """A lesson in numbers that people read."""
    steps = tuple(_step(one, lesson.seat) for one in lesson.decisions)
    own = [one for one in lesson.decisions if one.seat == lesson.seat]
    weighty = {one.number for one in lesson.turning_points}
    start, play, others = _share(lesson.start), _share(lesson.play), _share(lesson.others)
    result = round(100 * lesson.result)
    rest = result - start.points - play.points - others.points  # so that what is shown adds up
    return Review(
        seat=lesson.seat,
        result=result,
        start=start,
        play=play,
        others=others,
        luck=dataclasses.replace(_share(lesson.luck), points=rest),
        mistakes=sum(one.change.interval[1] < -SLIGHT for one in own),
        decisions=len(own),
        steps=steps,
        turning=tuple(n for n, one in enumerate(lesson.decisions) if one.number in weighty),
        for_points=lesson.for_points,
    )


@dataclass(frozen=True, slots=True)
class Mark:
    """A turning point on the chart."""

    number: int  # from 1 on, as the list below has it
    x: float
    y: float
    luck: bool  # rather than play


@dataclass(frozen=True, slots=True)
class Chart:
    """The chance of winning from the first decision to the end, in the units of the drawing."""

    line: str  # points of a polyline
    area: str
    marks: tuple[Mark, ...]
    width: int = WIDTH
    height: int = HEIGHT


def chart(said: Review) -> Chart:
    """Draw a review."""
    chances = [step.before for step in said.steps] + [said.result]
    across = WIDTH / max(1, len(chances) - 1)
    points = [(n * across, HEIGHT * (1 - chance / 100)) for n, chance in enumerate(chances)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = tuple(
        Mark(
            number,
            round(points[n + 1][0], 1),
            round(points[n + 1][1], 1),
            abs(said.steps[n].luck) >= abs(said.steps[n].after - said.steps[n].before),
        )
        for number, n in enumerate(said.turning, 1)
    )
    return Chart(line, f"0,{HEIGHT} {line} {WIDTH},{HEIGHT}", marks)
