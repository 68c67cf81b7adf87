"""The open question of Arch Ravels for a person: what is asked of whom, and what answers mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ravelbox.games.arch_ravels import actions as a
from ravelbox.games.arch_ravels.actions import SPACE
from ravelbox.games.arch_ravels.facts import (
    BOARD_IDS,
    CHARACTER_IDS,
    COLOUR_IDS,
    FACTS,
    ITEM_IDS,
    PROJECT_IDS,
    REQUEST_IDS,
)
from ravelbox.games.arch_ravels.mixing import mix_of
from ravelbox.games.arch_ravels.shop import ExchangeHowMany, ReturnYarn
from ravelbox.games.arch_ravels.state import (
    ITEMS,
    NONE,
    REQUESTS,
    TO_CRAFT,
    TO_EXCHANGE,
    TO_SHOP,
    ArchRavels,
    who,
)
from ravelbox.games.arch_ravels.telling import joined, pattern_words, points_words, seat_words
from ravelbox.games.arch_ravels.turn import BOARD_SPACES, CRAFTS, SHOPS, place
from ravelbox.kernel.actions import Action
from ravelbox.kernel.game import Offer, Prompt
from ravelbox.kernel.rules import RESIGN

Ways = tuple[tuple[str, ...], ...]

# The question each rule asks, in a few words.
QUESTIONS: Final = {
    "ARC-3": "which board to take",
    "ARC-4": "which side of the board to use",
    "ARC-23": "which space to move to",
    "ARC-26": "which action to take",
    "ARC-31": "which colours to take",
    "ARC-38": "what else to craft",
    "ARC-43": "which colours to pay",
    "ARC-44": "which colour to pay",
    "ARC-45": "which two colours to pay",
    "ARC-46": "which yarn to pay",
    "ARC-50": "how much yarn to exchange",
    "ARC-53": "which yarn to pay",
    "ARC-61": "which card to resolve next",
    "ARC-66": "whose basket the cat gets into",
    "ARC-69": "which yarn to take",
    "ARC-70": "which yarn to give, and to whom",
    "ARC-71": "which yarn to take",
    "ARC-73": "what to craft in the Craft Circle",
    "ARC-74": "who gets the request",
    "ARC-78": "which yarn to give",
    "ARC-79": "what to do with finished items",
    "ARC-90": "which yarn to get back",
    "ARC-97": "what to craft at the end",
}


def prompt(s: ArchRavels, seat: int) -> Prompt | None:
    """What a seat is asked."""
    if s.actor != seat:
        return None
    rule = s.rules[s.agenda[-1][0]].cites
    offers = tuple(_offer(s, code) for code in s.legal() if code != RESIGN)
    ask = f"{name(s, seat)}: {_words(s, rule)}"
    return Prompt(rule, ask, _why(s, rule), offers, None, mix_of(s))


def name(s: ArchRavels, seat: int) -> str:
    """A seat as a headline names it: "Eliza"."""
    return seat_words(who(s, seat))


def _words(s: ArchRavels, rule: str) -> str:
    """What is asked, after the name."""
    mix = mix_of(s)
    if mix is not None:
        return f"{mix.words}."
    fixed = {
        "ARC-3": "pick a character." if s.house.pick_side else "pick a board.",
        "ARC-4": "pick the side of your board.",
        "ARC-23": "move your marker to another space.",
        "ARC-38": f"craft again, up to {s.crafts} more, or stop.",
        "ARC-61": "which of the revealed cards comes next?",
        "ARC-66": "whose basket does the cat get into? No crafting on that player's next turn.",
        "ARC-70": "give one yarn away: choose a colour, then a player.",
        "ARC-71": "take one yarn: choose a colour.",
        "ARC-73": "Craft Circle: craft one item, or pass.",
        "ARC-79": "finish projects, learn patterns, frog items, or end your turn.",
        "ARC-97": "the game ends. Craft one last thing, or pass.",
    }
    if rule in fixed:
        if rule == "ARC-70" and s.house.solo:
            return "give one yarn back: choose a colour."
        return fixed[rule]
    if rule == "ARC-50":
        _, _, colour, other = s.agenda[-1]
        return f"how many {FACTS.colours[colour]} for {FACTS.colours[other]}?"
    if rule == "ARC-74":
        request = FACTS.requests[s.bazaar[s.agenda[-1][2]] - REQUESTS]
        return f"who gets the request {request.name}? It pays {points_words(request.quarters)}, or costs as much."
    return f"{_to_do(s)}, or end this step."


def _to_do(s: ArchRavels) -> str:
    """What the action space still offers."""
    at = place(s, s.actor)
    parts: list[str] = []
    if s.todo & TO_SHOP:
        parts.append(f"shop at {SHOPS[at]} spaces of the bazaar")
    if s.todo & TO_CRAFT and any(_is_craft(code) for code in s.legal()):
        parts.append(f"craft up to {CRAFTS[at]}" if CRAFTS[at] > 1 else "craft one thing")
    if s.todo & TO_EXCHANGE:
        free = s.house.free_exchange
        parts.append("exchange any yarn" if free else "exchange one colour for another")
    if s.todo > TO_SHOP + TO_CRAFT + TO_EXCHANGE:
        parts.append("take 3 yarn of one colour")
    return joined(parts).replace(" and ", ", ")


def _is_craft(code: int) -> bool:
    return isinstance(SPACE.decode(code), a.Craft)


def _why(s: ArchRavels, rule: str) -> str:
    """Where the question comes from."""
    if rule in ("ARC-3", "ARC-4"):
        return "Setup"
    if rule == "ARC-97":
        return "Final craft"
    if rule == "ARC-79":
        return f"Turn {s.turns}, after the restock"
    revealed = revealed_card(s)
    if revealed is not None:
        return f"Turn {s.turns}, {FACTS.cards[revealed].name}"
    if s.spaces[s.active] != NONE and rule != "ARC-23":
        board = FACTS.boards[s.characters[s.active] // 2]
        return f"Turn {s.turns}, {board.spaces[s.spaces[s.active] % BOARD_SPACES].words}"
    return f"Turn {s.turns}"


def revealed_card(s: ArchRavels) -> int | None:
    """The event or request that is being resolved."""
    space = revealed_space(s)
    return s.bazaar[space] if space is not None else None


def revealed_space(s: ArchRavels) -> int | None:
    """The space of the event or request that is being resolved."""
    for index, _, x, _ in reversed(s.agenda):
        rule = s.rules[index].cites
        if rule in ("ARC-62", "ARC-74"):
            return x
        if rule in ("ARC-61", "ARC-79", "ARC-84"):
            return None
    return None


def _offer(s: ArchRavels, code: int) -> Offer:
    action = SPACE.decode(code)
    label, ways, key, main = OFFERS[type(action)](s, action)
    loose = isinstance(action, (a.Shop, a.Colours))
    return Offer(code, SPACE.to_text(code), label, ways, key, main, loose)


Answer = tuple[str, Ways, str, bool]  # label, ways, key, whether it is the natural next thing


def _pass(s: ArchRavels, _: Action) -> Answer:
    again = s.rules[s.agenda[-1][0]].cites == "ARC-38"
    return "Craft nothing more" if again else "Craft nothing", (), "n", False


def _end(s: ArchRavels, _: Action) -> Answer:
    if s.rules[s.agenda[-1][0]].cites == "ARC-79":
        return (
            "End your turn",
            (),
            "e",
            not any(isinstance(SPACE.decode(c), a.Finish) for c in s.legal()),
        )
    return "End this step", (), "e", False


def _choose(_: ArchRavels, action: Any) -> Answer:
    character = FACTS.characters[CHARACTER_IDS.index(action.character)]
    favourite = FACTS.requests[character.favourite].name
    label = f"{character.name}, {FACTS.boards[character.board].name}, loves {favourite}"
    return label, ((f"character:{action.character}",),), "", False


def _board(_: ArchRavels, action: Any) -> Answer:
    board = FACTS.boards[BOARD_IDS.index(action.board)]
    return board.name, ((f"board:{action.board}",),), "", False


def _space(s: ArchRavels, action: Any) -> Answer:
    board = FACTS.boards[s.characters[s.actor] // 2]
    return board.spaces[action.space - 1].words, ((f"space:{action.space}",),), "", False


def _shop(s: ArchRavels, action: Any) -> Answer:
    cards = [s.bazaar[int(space) - 1] for space in action.spaces]
    names = [FACTS.cards[card].name if card != NONE else "1 of any colour" for card in cards]
    way = tuple(f"bazaar:{space}" for space in action.spaces)
    return f"Shop: {'; '.join(names)}", (way,), "", False


def _craft(_: ArchRavels, action: Any) -> Answer:
    if action.pattern in ITEM_IDS:
        words = pattern_words(ITEM_IDS.index(action.pattern))
        return f"Craft {words}", ((f"pattern:{action.pattern}",),), "", False
    words = pattern_words(ITEMS + REQUEST_IDS.index(action.pattern))
    return f"Craft {words}", ((f"request:{action.pattern}",),), "", False


def _colours(_: ArchRavels, action: Any) -> Answer:
    words = joined([_colour_name(colour) for colour in action.colours])
    return words.capitalize(), (tuple(f"yarn:{colour}" for colour in action.colours),), "", False


def _colour(_: ArchRavels, action: Any) -> Answer:
    return _colour_name(action.colour).capitalize(), ((f"yarn:{action.colour}",),), "", False


def _exchange(s: ArchRavels, action: Any) -> Answer:
    if s.house.free_exchange:
        return "Exchange yarn", (), "x", True
    label = f"Exchange {_colour_name(action.colour)} for {_colour_name(action.other)}"
    return label, ((f"yarn:{action.colour}", f"yarn:{action.other}"),), "", False


def _take(_: ArchRavels, action: Any) -> Answer:
    return f"Take 3 {_colour_name(action.colour)}", ((f"yarn:{action.colour}",),), "", False


def _reveal(s: ArchRavels, action: Any) -> Answer:
    card = FACTS.cards[s.bazaar[action.space - 1]].name
    return f"{card} next", ((f"bazaar:{action.space}",),), "", False


def _seat(s: ArchRavels, seat: int) -> str:
    return "yourself" if seat == s.actor else name(s, seat)


def _assign(s: ArchRavels, action: Any) -> Answer:
    who_gets = "Keep it" if action.seat == s.actor else f"Give it to {name(s, action.seat)}"
    return who_gets, ((f"seat:{action.seat}",),), "", False


def _tangle(s: ArchRavels, action: Any) -> Answer:
    return f"The cat for {_seat(s, action.seat)}", ((f"seat:{action.seat}",),), "", False


def _donate(s: ArchRavels, action: Any) -> Answer:
    label = f"Give 1 {_colour_name(action.colour)} to {name(s, action.seat)}"
    return label, ((f"yarn:{action.colour}", f"seat:{action.seat}"),), "", False


def _finish(_: ArchRavels, action: Any) -> Answer:
    project = FACTS.projects[PROJECT_IDS.index(action.project)]
    label = f"Finish {project.name} for {project.points}"
    return label, ((f"project:{action.project}",),), "", False


def _learn(_: ArchRavels, action: Any) -> Answer:
    item = FACTS.items[ITEM_IDS.index(action.item)].name
    return f"Learn the {item} pattern", (("do:learn", f"pattern:{action.item}"),), "", False


def _frog(_: ArchRavels, action: Any) -> Answer:
    words = pattern_words(ITEM_IDS.index(action.item))
    return f"Frog {words}", (("do:frog", f"item:{action.item}"),), "", False


def _count(s: ArchRavels, action: Any) -> Answer:
    index, _, x, y = s.agenda[-1]
    ways = ((f"count:{action.n}",),)
    if isinstance(s.rules[index], ExchangeHowMany):
        return f"{action.n} {FACTS.colours[x]} for {action.n} {FACTS.colours[y]}", ways, "", False
    colour = x if isinstance(s.rules[index], ReturnYarn) else y & 7
    return f"{action.n} {FACTS.colours[colour]}", ways, "", False


def _colour_name(colour: str) -> str:
    return FACTS.colours[COLOUR_IDS.index(colour)]


OFFERS: Final[dict[type[Action], Callable[[ArchRavels, Any], Answer]]] = {
    a.Pass: _pass,
    a.End: _end,
    a.Choose: _choose,
    a.Board: _board,
    a.Space: _space,
    a.Shop: _shop,
    a.Craft: _craft,
    a.Colours: _colours,
    a.Colour: _colour,
    a.Exchange: _exchange,
    a.Take: _take,
    a.Reveal: _reveal,
    a.Assign: _assign,
    a.Tangle: _tangle,
    a.Donate: _donate,
    a.Finish: _finish,
    a.Learn: _learn,
    a.Frog: _frog,
    a.Count: _count,
}
