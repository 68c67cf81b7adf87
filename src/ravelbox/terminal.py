"""Play in plain lines: for a terminal, a screen reader or a pipe. No colours, no cursor tricks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from ravelbox.kernel.errors import IllegalAction, RavelboxError
from ravelbox.kernel.rules import OVER

if TYPE_CHECKING:
    from ravelbox.kernel.events import Event
    from ravelbox.kernel.game import Offer, Prompt, View
    from ravelbox.kernel.match import Match
    from ravelbox.seating import Seating

HELP: Final = """Type an action as it is listed, or its number. Also:
  ?       list all actions        table   show the table again
  undo    take back the last action, unless luck or a bot has spoken since
  why     where the question comes from, and its rule
  resign  give up                 quit    leave
"""


def play(match: Match, seating: Seating) -> int:
    """Ask whoever is here until the match is over or the input ends; bots answer in between."""
    print(f"{match.game.title} {match.game.blurb} Type help for help.")
    _let_bots_answer(match, seating)
    while not match.over:
        show(match, seating.view(match))
        while True:
            print("> ", end="", flush=True)
            given = sys.stdin.readline()
            if not sys.stdin.isatty():
                print(given.rstrip())
            if not given or given.strip().lower() in ("quit", "exit"):
                print("Left the table.")
                return 0
            if given.strip() and _answer(match, seating, given.strip()):
                break
        _let_bots_answer(match, seating)
    show(match, seating.view(match))
    return 0


def watch(match: Match, seating: Seating) -> int:
    """Let bots play, and tell what they do."""
    show(match, match.view(None))
    _let_bots_answer(match, seating)
    show(match, match.view(None))
    return 0


def _let_bots_answer(match: Match, seating: Seating) -> None:
    for before in seating.bots_answer(match):
        for event in match.log(seating.viewer(match), since=before):
            print(line(event))


def _answer(match: Match, seating: Seating, given: str) -> bool:
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
