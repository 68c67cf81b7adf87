"""Play in plain lines: for a terminal, a screen reader or a pipe. No colours, no cursor tricks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from ravelbox.bots import bot
from ravelbox.bots.base import Chair
from ravelbox.kernel.errors import IllegalAction, RavelboxError
from ravelbox.kernel.rules import OVER

if TYPE_CHECKING:
    from ravelbox.kernel.events import Event
    from ravelbox.kernel.game import Offer, View
    from ravelbox.kernel.match import Match

SEAT: Final = 0
HELP: Final = """Type an action as it is listed, or its number. Also:
  ?       list all actions        table   show the table again
  undo    take back your last action, unless luck has spoken since
  why     where the question comes from, and its rule
  resign  give up                 quit    leave
"""


def play(match: Match) -> int:
    """Ask a person until the match is over or the input ends."""
    print(f"{match.game.title} {match.game.blurb} Type help for help.")
    while not match.over:
        show(match, SEAT)
        while True:
            print("> ", end="", flush=True)
            given = sys.stdin.readline()
            if not sys.stdin.isatty():
                print(given.rstrip())
            if not given or given.strip().lower() in ("quit", "exit"):
                print("Left the table.")
                return 0
            if given.strip() and _answer(match, given.strip()):
                break
    show(match, SEAT)
    return 0


def _answer(match: Match, given: str) -> bool:
    """Carry out one line; whether the table changed."""
    view = match.view(SEAT)
    assert view.prompt is not None
    word = given.lower()
    if word in ("help", "h"):
        print(HELP, end="")
    elif word == "?":
        _list(view.prompt.offers)
    elif word == "table":
        return True
    elif word == "why":
        print(f"{view.prompt.rule}: {view.prompt.why}.")
    else:
        try:
            _act(match, view, word, given)
        except RavelboxError as error:
            print(error)
            return False
        return True
    return False


def _act(match: Match, view: View, word: str, given: str) -> None:
    if word == "undo":
        match.undo(SEAT, len(match) - 1)
        print("Taken back.")
        return
    assert view.prompt is not None
    offers = view.prompt.offers
    if word.isdecimal():
        if not 0 < int(word[:9]) <= len(offers):
            raise IllegalAction(f"numbers go from 1 to {len(offers)}; ? lists the actions")
        events = match.play(SEAT, [offers[int(word) - 1].code])
    else:
        events = match.play_text(SEAT, given)
    for event in events:
        print(line(event))


def watch(match: Match, name: str) -> int:
    """Let a bot play, and tell what it does."""
    player = bot(name, match.game.name, seed=len(match.history))
    show(match, None)
    while not match.over:
        seat = match.state.actor
        code = player.choose(Chair(match.game, match.state, seat))
        for event in match.play(seat, [code]):
            print(line(event))
    show(match, None)
    return 0


def line(event: Event) -> str:
    """An event as one line, with the rule behind it."""
    heading = f"{event.heading}: " if event.heading else ""
    return f"{heading}{event.text} [{event.rule}]"


def show(match: Match, seat: int | None) -> None:
    """The table in words, then the question or the end."""
    view = match.view(seat)
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
