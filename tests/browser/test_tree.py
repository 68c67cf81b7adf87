"""A player who only hears: whole games from the accessibility tree alone, by roles, names and states.

It never looks at the page's markup. What it cannot learn from the tree, a screen reader cannot say.
"""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Error, Page

from tests.browser.conftest import Server
from tests.browser.play import new_table

MOST_ACTS = 600
MOST_LISTENS = 400  # 50 ms apart, while nothing can be done
ASKED = "What is asked"  # the region of the question
BACK = ("Back", "Try again")  # buttons there that answer nothing
# A table of each that does not take all day.
SHORT: dict[str, dict[str, str | float | bool]] = {
    "ravel": {"seed": "RVL1:S:8:TREE-1"},
    "ramble": {"seats": "3", "seat_1": "here", "seat_2": "random", "seat_3": "random"},
    "arch_ravels": {"seats": "2", "seat_1": "here", "seat_2": "random", "turn_limit": "3"},
    "ravingspire": {"seats": "1", "turn_cap": "2"},
}


@dataclass(frozen=True, slots=True)
class Heard:
    """One thing of the tree."""

    node: int
    role: str
    name: str
    pressed: str  # "" where it is no toggle
    disabled: bool
    within: tuple[str, ...]  # the names of the regions, groups and dialogs around it


class Listener:
    """A screen reader's place at a page: it hears the tree and acts on what is in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.line: CDPSession = page.context.new_cdp_session(page)
        self.line.send("Accessibility.enable")

    def hear(self) -> list[Heard]:
        """The whole tree, in order, without what is ignored."""
        nodes = {
            one["nodeId"]: one for one in self.line.send("Accessibility.getFullAXTree")["nodes"]
        }
        found: list[Heard] = []

        def walk(node: dict[str, Any], within: tuple[str, ...]) -> None:
            role, name = _value(node, "role"), _value(node, "name")
            if not node.get("ignored"):
                states = {
                    one["name"]: one["value"].get("value") for one in node.get("properties", [])
                }
                pressed = str(states["pressed"]).lower() if "pressed" in states else ""
                found.append(
                    Heard(
                        node.get("backendDOMNodeId", 0),
                        role,
                        name,
                        pressed,
                        bool(states.get("disabled")),
                        within,
                    )
                )
                if role in ("region", "group", "dialog", "main", "navigation"):
                    within = (*within, name or role)
            for child in node.get("childIds", []):
                if child in nodes:
                    walk(nodes[child], within)

        walk(next(one for one in nodes.values() if "parentId" not in one), ())
        return found

    def act(self, thing: Heard) -> None:
        """Do what a thing does, as a screen reader does it; what has gone meanwhile does nothing."""
        with suppress(Error):
            self._press(thing)

    def _press(self, thing: Heard) -> None:
        found = self.line.send("DOM.resolveNode", {"backendNodeId": thing.node})
        self.line.send(
            "Runtime.callFunctionOn",
            {
                "objectId": found["object"]["objectId"],
                "functionDeclaration": "function() { this.click(); }",
            },
        )


def _value(node: dict[str, Any], what: str) -> str:
    """A role or a name, in plain words."""
    return " ".join(str(node.get(what, {}).get("value") or "").split())


def over(heard: list[Heard]) -> bool:
    """Whether the end is announced: it is offered to play again."""
    again = ("Play again", "New puzzle")
    return any(one.role == "button" and one.name.startswith(again) for one in heard)


def possible(heard: list[Heard]) -> list[Heard]:
    """What can be chosen: toggles that are not pressed, and the buttons beside the question."""
    return [
        one
        for one in heard
        if one.role == "button"
        and not one.disabled
        and (one.pressed == "false" or (ASKED in one.within and not one.pressed))
        and not one.name.startswith(BACK)
        and not one.name.endswith(" less")
    ]


def chosen(heard: list[Heard], rng: random.Random) -> Heard | None:
    """What a player without a plan does next; amounts that are complete are given."""
    can = possible(heard)
    amounts = [one for one in can if one.name.endswith(", one more")]
    done = [one for one in can if one.name.startswith(("Pay ", "Take ", "Return ", "Confirm"))]
    if amounts and done:
        return done[0]
    return rng.choice(amounts or can) if can else None


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_from_the_tree_alone(game: str, page: Page, server: Server) -> None:
    """Everything that is asked is heard, everything that can be chosen has a name, to the end."""
    new_table(page, server, {"game": game, **SHORT[game]})
    listener, rng, waited = Listener(page), random.Random(7), 0
    heard = listener.hear()
    for _ in range(MOST_ACTS):
        while not over(heard) and not possible(heard) and waited < MOST_LISTENS:
            page.wait_for_timeout(50)
            heard, waited = listener.hear(), waited + 1
        if over(heard):
            break
        question = [one.name for one in heard if one.role == "StaticText" and ASKED in one.within]
        assert any(question), "nobody says what is asked"
        assert all(one.name for one in possible(heard)), "something that can be chosen has no name"
        pick = chosen(heard, rng)
        assert pick is not None, f"nothing can be done about {question}"
        listener.act(pick)
        heard, waited = listener.hear(), 0
    assert over(heard), f"after {MOST_ACTS} acts the game goes on"
