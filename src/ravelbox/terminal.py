"""Play in plain lines: for a terminal, a screen reader or a pipe. No colours, no cursor tricks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from ravelbox.bots import Chair
from ravelbox.bots.hint import hint
from ravelbox.kernel.errors import IllegalAction, RavelboxError
from ravelbox.kernel.rules import OVER

if TYPE_CHECKING:
    from ravelbox.bots.coach import Estimate, Lesson
    from ravelbox.kernel.events import Event
    from ravelbox.kernel.game import Offer, Prompt, View
    from ravelbox.kernel.match import Match
    from ravelbox.seating import Guests, Seating

HELP: Final = """Type an action as it is listed, or its number. Also:
  ?       list all actions        table   show the table again
  undo    take back the last action, unless luck or a bot has spoken since
  why     where the question comes from, and its rule
  hint    what a strong bot would do here, and why
  resign  give up                 quit    leave
"""


def play(match: Match, seating: Seating, *, hints: bool = True) -> int:
    """Ask whoever is here until the match is over or the input ends; bots answer in between."""
    print(f"{match.game.title} {match.game.blurb} Type help for help.")
    guests: Guests = {}
    try:
        _let_bots_answer(match, seating, guests)
        while not match.over:
            show(match, seating.view(match))
            if not _ask(match, seating, hints=hints):
                print("Left the table.")
                return 0
            _let_bots_answer(match, seating, guests)
    finally:
        _let_go(match, guests)
    show(match, seating.view(match))
    return 0


def _ask(match: Match, seating: Seating, *, hints: bool) -> bool:
    """Read lines until one changes the table; no if whoever is here leaves."""
    while True:
        print("> ", end="", flush=True)
        given = sys.stdin.readline()
        if not sys.stdin.isatty():
            print(given.rstrip())
        if not given or given.strip().lower() in ("quit", "exit"):
            return False
        if given.strip() and _answer(match, seating, given.strip(), hints=hints):
            return True


def watch(match: Match, seating: Seating) -> int:
    """Let bots play, and tell what they do."""
    show(match, match.view(None))
    guests: Guests = {}
    try:
        _let_bots_answer(match, seating, guests)
    finally:
        _let_go(match, guests)
    show(match, match.view(None))
    return 0


def _let_bots_answer(match: Match, seating: Seating, guests: Guests) -> None:
    for answered in seating.bots_answer(match, guests):
        for event in match.log(seating.viewer(match), since=answered.before):
            print(line(event))
        if answered.says:
            print(f"  seat {answered.seat + 1} does this {answered.says}")
        for guest in guests.values():
            for trouble in guest.taken_troubles():
                print(f"ravelbox: {trouble}", file=sys.stderr)


def _let_go(match: Match, guests: Guests) -> None:
    """Tell programs how it ended, if it did; then they have to go."""
    for (seat, _), guest in guests.items():
        if match.over:
            guest.ended(Chair(match.game, match.state, seat, match))
        guest.close()


def _answer(match: Match, seating: Seating, given: str, *, hints: bool) -> bool:
    """Carry out one line; whether the table changed."""
    prompt = seating.prompt(match)
    assert prompt is not None
    word = given.lower()
    if word in ("help", "h"):
        print(HELP, end="")
    elif word == "?":
        _list(prompt.offers)
    elif word == "table":
        return True
    elif word == "why":
        print(f"{prompt.rule}: {prompt.why}.")
    elif word == "hint" and not hints:
        print("everybody plays the puzzle of the day without hints")
    elif word == "hint":
        advice = hint(Chair(match.game, match.state, match.state.actor))
        print(f"{advice.text} [{advice.rule}] ({match.game.space.to_text(advice.codes[0])})")
    else:
        try:
            _act(match, seating, prompt, given)
        except RavelboxError as error:
            print(error)
            return False
        return True
    return False


def _act(match: Match, seating: Seating, prompt: Prompt, given: str) -> None:
    if given.lower() == "undo":
        seating.undo(match, len(match) - 1)
        print("Taken back.")
        return
    for event in seating.play(match, [_meant(match, prompt, given)]):
        print(line(event))


def _meant(match: Match, prompt: Prompt, given: str) -> int:
    """The code of an action that was typed, or of its number in the list."""
    if not given.isdecimal():
        return match.game.space.parse(given)
    most = len(prompt.offers)
    if not 0 < int(given[:9]) <= most:
        raise IllegalAction(f"numbers go from 1 to {most}; ? lists the actions")
    return prompt.offers[int(given) - 1].code


def line(event: Event) -> str:
    """An event as one line, with the rule behind it."""
    heading = f"{event.heading}: " if event.heading else ""
    return f"{heading}{event.text} [{event.rule}]"


def show(match: Match, view: View) -> None:
    """The table in words, then the question or the end."""
    print()
    print(match.game.describe(view))
    if view.actor == OVER and view.outcome is not None:
        print(f"\n{view.outcome.headline}. {view.outcome.why} [{view.outcome.rule}]")
        for name, value in view.outcome.scores:
            print(f"  {name}: {value}")
    elif view.prompt is not None:
        print(f"\n{view.prompt.ask} ({view.prompt.why}) [{view.prompt.rule}]")
        if len(view.prompt.offers) <= 12:  # noqa: PLR2004  # what fits the screen
            _list(view.prompt.offers)
        else:
            print(f"  {len(view.prompt.offers)} actions are possible; ? lists them.")


def _list(offers: tuple[Offer, ...]) -> None:
    width = max(len(offer.text) for offer in offers)
    for n, offer in enumerate(offers, 1):
        print(f"  {n:2}  {offer.text:{width}}  {offer.label}")


def tell_lesson(match: Match, lesson: Lesson) -> None:
    """What the coach says of a finished match, in plain lines."""
    seat = lesson.seat
    print(f"{match.game.title}, seat {seat + 1}: points of a hundred that a win is worth")
    print(f"  at the first decision  {_points(lesson.start)}")
    print(f"  own play               {_points(lesson.play)}")
    if match.header.seats > 1:
        print(f"  the others' play       {_points(lesson.others)}")
    print(f"  luck on the way        {_points(lesson.luck)}")
    print(f"  the result             {100 * lesson.result:+4.0f}")
    print("Turning points:")
    for one in lesson.turning_points:
        who = f"seat {one.seat + 1}: " if match.header.seats > 1 else ""
        print(f"  step {one.number - 1}: {who}{one.played}")
        if one.better:
            lost = 100 * (one.before.mean - one.after.mean)
            print(f"    it cost {lost:.0f}; better: {one.better}, {one.why} [{one.rule}]")
        if abs(one.luck.mean) >= 0.01:  # noqa: PLR2004  # a point of a hundred
            print(
                f"    then luck {'gave' if one.luck.mean > 0 else 'took'} {100 * abs(one.luck.mean):.0f}"
            )


def _points(estimate: Estimate) -> str:
    low, high = estimate.interval
    return f"{100 * estimate.mean:+4.0f}  (95 %: {100 * low:+.0f} to {100 * high:+.0f})"
