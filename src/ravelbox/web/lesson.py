"""A guided first game: a prepared table, and step by step what is taught and what may be done.

Where a learner stands follows from the match: the decisions made so far are held against the steps.
A table that has gone another way, or whose lesson has changed since, is an ordinary table.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Final

import ravelbox
from ravelbox.kernel import position as positions
from ravelbox.kernel.content import Entry, read
from ravelbox.kernel.errors import IllegalAction, RavelboxError
from ravelbox.kernel.game import Game, Prompt
from ravelbox.kernel.match import Match, dealer_of
from ravelbox.kernel.rules import RESIGN
from ravelbox.kernel.words import echo, listed, nearest
from ravelbox.seating import HERE, Seating, seated

PACKAGE: Final = Path(ravelbox.__file__).parent
KEYS: Final = ("title", "seats", "dealer", "options", "position", "step")
STEP_KEYS: Final = ("teach", "rule", "do", "any", "show")

Serving = tuple[str, ...]  # record texts that all serve, or patterns of them such as "swap *"


class LessonAsks(IllegalAction):
    """An action that is legal, but not what the lesson is about just now."""

    code = "lesson"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is taught."""

    teach: str  # one or two sentences
    rule: str  # the id of the rule that they tell
    do: tuple[Serving, ...]  # what is to be decided, one after the other; none: only to look at
    show: tuple[str, ...]  # components to point out


@dataclass(frozen=True, slots=True)
class Taught:
    """Where a learner stands."""

    step: Step
    number: int  # from 1
    of: int
    left: tuple[Serving, ...]  # what is still to be decided in this step
    looks: int  # steps before this one that were only to look at
    back: tuple[int, int] | None  # looks and decisions before the last step

    @property
    def last(self) -> bool:
        """Whether this is where the lesson ends."""
        return self.number == self.of

    @property
    def reads(self) -> bool:
        """Whether there is only something to look at, and more to come."""
        return not self.step.do and not self.last

    def prompt(self, prompt: Prompt | None, game: Game) -> Prompt | None:
        """The open question as the lesson asks it: only what serves the step can be done."""
        if prompt is None:
            return None
        serving = self.left[0] if self.left else ()
        offers = tuple(offer for offer in prompt.offers if serves(offer.text, serving))
        free = len(offers) == len(prompt.offers)  # then the question is the game's own
        proposal = prompt.proposal
        return dataclasses.replace(
            prompt,
            rule=self.step.rule,
            ask=self.step.teach,
            why=f"Lesson, {self.number} of {self.of}",
            offers=offers,
            resign=None,
            mix=prompt.mix if free else None,
            proposal=proposal if proposal and self.fits(game, proposal.codes) else None,
        )

    def fits(self, game: Game, codes: Sequence[int]) -> bool:
        """Whether a gesture serves the step, all of it."""
        texts = [game.space.to_text(code) for code in codes]
        return len(texts) <= len(self.left) and all(map(serves, texts, self.left))

    def check(self, game: Game, codes: Sequence[int]) -> None:
        """Refuse what does not serve the step."""
        if not self.fits(game, codes):
            texts = [game.space.to_text(code) for code in codes]
            raise LessonAsks(
                f'the lesson is not about "{", ".join(texts)}" now, but leave it and anything goes. '
                f"{self.step.teach}",
                action=texts[0],
                rule=self.step.rule,
            )


@dataclass(frozen=True, slots=True)
class Lesson:
    """The guided first game of a game."""

    game: Game
    title: str
    seating: Seating
    dealer: str  # as a record names it; its luck does not run out after the lesson
    options: Mapping[str, object]
    position: Mapping[str, Any] | None
    steps: tuple[Step, ...]

    def new(self) -> Match:
        """The prepared table."""
        position = self.position and {
            "ravelbox-position": positions.FORMAT,
            "game": self.game.name,
            "options": dict(self.options),
            **self.position,
        }
        dealer = dealer_of(self.game, self.dealer)
        seats = len(self.seating.who)
        return Match.new(self.game, self.options, dealer=dealer, seats=seats, position=position)

    def reached(self, match: Match, looks: int) -> Taught | None:
        """The step that is next, after so many that were only to look at; None if off the path."""
        taught = self._next(match, looks)
        if taught and taught.left and match.state.actor in self.seating.here:
            texts = (match.game.space.to_text(code) for code in match.state.legal())
            return taught if any(serves(text, taught.left[0]) for text in texts) else None
        return taught

    def _next(self, match: Match, looks: int) -> Taught | None:
        own = set(self.seating.here)
        made = [n for n, who in enumerate(match.actors) if who in own]
        seen, done, of = 0, 0, len(self.steps)
        before: list[tuple[int, int]] = []
        for number, step in enumerate(self.steps, 1):
            at = match.decisions(made[done]) if done < len(made) else match.decisions()
            back = before[-1] if before else None
            if not step.do:
                if done == len(made) and (seen >= looks or number == of):
                    return Taught(step, number, of, (), seen, back)
                seen += 1
            for n, serving in enumerate(step.do):
                if done == len(made):
                    back = (seen, match.decisions(made[done - n])) if n else back
                    return Taught(step, number, of, step.do[n:], seen, back)
                if not serves(match.game.space.to_text(match.history[made[done]]), serving):
                    return None
                done += 1
            before.append((seen - (not step.do), at))
        return None


def serves(text: str, serving: Collection[str]) -> bool:
    """Whether an action is one of those that serve a step."""
    return any(fnmatchcase(text, pattern) for pattern in serving)


@cache
def lesson_of(game: str) -> Lesson | None:
    """The lesson of a game, where it has one."""
    file = PACKAGE / "games" / game / "lesson.toml"
    return read_lesson(ravelbox.load(game), file) if file.is_file() else None


def taught(match: Match, looks: int | None) -> Taught | None:
    """What the lesson of a table teaches now; None at an ordinary table."""
    found = None if looks is None else lesson_of(match.game.name)
    return found.reached(match, looks) if found and looks is not None else None


# Reading and checking lesson files.


def read_lesson(game: Game, file: Path) -> Lesson:
    """A lesson as its file has it; complaints cite the file and the place."""
    entry = read(file)
    entry.only(KEYS)
    who = entry.get("seats")
    if not isinstance(who, list) or HERE not in who:
        raise entry.complain("seats", f'must be a list with "here" in it, not {echo(who)}')
    options = dict(entry.table("options").facts) if "options" in entry.facts else {}
    position = entry.table("position").facts if "position" in entry.facts else None
    steps = tuple(_step(step) for step in entry.entries("step"))
    if not steps or steps[-1].do:
        raise entry.complain("step", "the last step must be one to look at: what was learnt")
    try:
        seating = seated(game, len(who), dict(enumerate(who, 1)), field="seat {}")
    except RavelboxError as error:
        raise entry.complain("seats", str(error)) from error
    title, dealer = entry.text("title"), entry.text("dealer")
    return Lesson(game, title, seating, dealer, options, position, steps)


def _step(entry: Entry) -> Step:
    entry.only(STEP_KEYS)
    if "do" in entry.facts and "any" in entry.facts:
        raise entry.complain("any", 'stands beside "do"; a step has one of them')
    do = tuple((text,) for text in _texts(entry, "do"))
    serving = _texts(entry, "any")
    return Step(
        entry.text("teach"),
        entry.text("rule"),
        (serving,) if serving else do,
        _texts(entry, "show"),
    )


def _texts(entry: Entry, key: str) -> tuple[str, ...]:
    """A text or a list of them; nothing if the key is not there."""
    value = entry.facts.get(key, [])
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(text and isinstance(text, str) for text in texts):
        raise entry.complain(key, f"must be a text or a list of texts, not {echo(value)}")
    return tuple(texts)


def walk(lesson: Lesson, rules: Collection[str] = ()) -> Match:
    """Play a lesson to its end as it asks, bots and all; complains by step.

    `rules` are the ids of the game's rules, where they are at hand.
    """
    file = f"{lesson.game.name}/lesson.toml"
    try:
        match = lesson.new()
    except RavelboxError as error:
        raise Entry(file, "", {}).complain("table", str(error)) from error
    for number, step in enumerate(lesson.steps, 1):
        entry = Entry(file, f"[step {number}]", {})
        if rules and step.rule not in rules:
            raise entry.complain("rule", f"there is no rule {echo(step.rule)}")
        for serving in step.do:
            _play(lesson, match, entry, serving)
    return match


def _play(lesson: Lesson, match: Match, entry: Entry, serving: Serving) -> None:
    """Let bots answer, then decide the first thing that serves; all that serves must be possible."""
    for _ in lesson.seating.bots_answer(match):
        pass
    state, space = match.state, match.game.space
    if match.over:
        raise entry.complain("do", "the game is over by now")
    legal = {space.to_text(code): code for code in state.legal() if code != RESIGN}
    for pattern in serving:
        if not any(fnmatchcase(text, pattern) for text in legal):
            hint = nearest(pattern, legal) or f"; possible are {listed(list(legal)[:12], 'and')}"
            raise entry.complain("do", f"{echo(pattern)} is not possible here{hint}")
    code = next(code for text, code in legal.items() if serves(text, serving))
    lesson.seating.play(match, [code])
