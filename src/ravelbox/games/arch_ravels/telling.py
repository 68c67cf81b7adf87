"""What happened at a table of Arch Ravels, in sentences; on an open table all are told the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ravelbox.games.arch_ravels import state as k
from ravelbox.games.arch_ravels.facts import FACTS
from ravelbox.games.arch_ravels.yarn import amount
from ravelbox.kernel.events import Event
from ravelbox.kernel.rules import Note

Words = tuple[str, str, str]  # name, sentence and rule of an event
FRACTIONS: Final = ("", "¼", "½", "¾")


def seat_words(who: int) -> str:
    """A seat as a sentence names it: by its character, or by number before there is one."""
    character = (who >> 3) - 1
    return FACTS.characters[character].name if character >= 0 else f"Seat {(who & 7) + 1}"


def yarn_words(yarn: int) -> str:
    """An amount of yarn: "2 blue and 1 red"."""
    return joined(
        [
            f"{amount(yarn, colour)} {name}"
            for colour, name in enumerate(FACTS.colours)
            if amount(yarn, colour)
        ]
    )


def joined(parts: list[str]) -> str:
    """Parts as a sentence lists them; "nothing" without any."""
    if len(parts) < 2:  # noqa: PLR2004  # nothing to join
        return parts[0] if parts else "nothing"
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def pattern_words(pattern: int) -> str:
    """An item with its article, or a request by its name: "a Hat", "Mittens", "Robot"."""
    if pattern >= k.ITEMS:
        return FACTS.requests[pattern - k.ITEMS].name
    name = FACTS.items[pattern].name
    return name if pattern == k.MITTENS else f"a {name}"


def points_words(quarters: int) -> str:
    """Quarter points as people write them: "9¾", "−25"."""
    whole, rest = divmod(abs(quarters), 4)
    shown = f"{whole or (0 if not rest else '')}{FRACTIONS[rest]}"
    return f"−{shown}" if quarters < 0 else shown


def tell(note: Note) -> Event | None:
    """One event as a sentence."""
    kind, who, x, y = note
    seat = who & 7
    if kind == k.TURN:
        return Event("turn", seat, "", "ARC-22", heading=f"Turn {x} · {seat_words(who)}")
    name, text, rule = SENTENCES[kind](seat_words(who), x, y)
    return Event(name, seat, text, rule)


def _moved(seat: str, space: int, board: int) -> Words:
    words = FACTS.boards[board].spaces[space].words
    return "moved", f"{seat} moved to {words}.", "ARC-23"


def _tangled(seat: str, other: int, same: int) -> Words:
    whom = "their own basket" if same else f"{seat_words(other)}'s basket"
    return "cat", f"{seat} let the cat into {whom}: no crafting on the next turn.", "ARC-66"


def _donated(seat: str, colour: int, other: int) -> Words:
    to = f" to {seat_words(other)}" if seat_words(other) != seat else " to the supply"
    return "donated", f"{seat} gave 1 {FACTS.colours[colour]}{to}.", "ARC-70"


def _assigned(seat: str, request: int, other: int) -> Words:
    name = FACTS.requests[request].name
    if seat_words(other) == seat:
        return "assigned", f"{seat} took on the request {name}.", "ARC-74"
    return "assigned", f"{seat} passed the request {name} to {seat_words(other)}.", "ARC-74"


def _crafted(seat: str, pattern: int, _: int) -> Words:
    if pattern >= k.ITEMS:
        return "crafted", f"{seat} finished the request {pattern_words(pattern)}.", "ARC-41"
    return "crafted", f"{seat} crafted {pattern_words(pattern)}.", "ARC-40"


def _last(seat: str, late: int, turns: int) -> Words:
    if late:
        return "end", f"Turn {turns} was the last one.", "ARC-114"
    return "end", f"The projects run out: {seat} had the last turn.", "ARC-94"


SENTENCES: Final[dict[int, Callable[[str, int, int], Words]]] = {
    k.GOES_FIRST: lambda seat, _, __: ("first", f"{seat} goes first.", "ARC-20"),
    k.CHARACTER: lambda seat, character, _: (
        "character", f"{seat} sits down as {FACTS.boards[character // 2].name}.", "ARC-4"),
    k.GOT_TILE: lambda seat, tile, _: (
        "tile", f"{seat} got the {FACTS.items[FACTS.tiles[tile].item].name} tile of {tile_words(tile)}.", "ARC-7"),
    k.TURNED_UP: lambda _, card, space: (
        "turned-up",
        f"Space {(space & 7) + 1}: {FACTS.cards[card].name}.",
        "ARC-15" if space >> 3 else "ARC-58"),
    k.SET_ASIDE: lambda _, card, __: (
        "aside", f"{FACTS.cards[card].name} was set aside.", "ARC-15"),
    k.SHUFFLED_IN: lambda _, n, __: (
        "shuffled", f"{n} card{'' if n == 1 else 's'} set aside shuffled back into the deck.", "ARC-16"),
    k.LISTED_PROJECT: lambda _, project, setup: (
        "listed",
        f"{FACTS.projects[project].name} joined the Project List.",
        "ARC-19" if setup else "ARC-84"),
    k.MOVED: _moved,
    k.SHOPPED: lambda seat, spaces, _: (
        "shopped", f"{seat} shopped at {spaces_words(spaces)}.", "ARC-29"),
    k.TOOK: lambda seat, yarn, _: ("took", f"{seat} took {yarn_words(yarn)}.", "ARC-30"),
    k.PAID: lambda seat, yarn, _: ("paid", f"{seat} spent {yarn_words(yarn)}.", "ARC-40"),
    k.CRAFTED: _crafted,
    k.EXCHANGED: lambda seat, given, taken: (
        "exchanged", f"{seat} exchanged {yarn_words(given)} for {yarn_words(taken)}.", "ARC-50"),
    k.RESHUFFLED: lambda _, n, __: (
        "reshuffled", f"The yarn deck is empty: {n} cards shuffled anew.", "ARC-60"),
    k.EVENT: lambda seat, card, _: (
        "event", f"{FACTS.cards[card].name} for {seat}.", "ARC-65"),
    k.TANGLED: _tangled,
    k.DONATED: _donated,
    k.ASSIGNED: _assigned,
    k.GAVE: lambda seat, yarn, other: (
        "gave", f"{seat} gave {yarn_words(yarn)} to {seat_words(other)}.", "ARC-78"),
    k.FINISHED: lambda seat, project, _: (
        "finished",
        f"{seat} finished {FACTS.projects[project].name} for {FACTS.projects[project].points}.",
        "ARC-80"),
    k.LEARNED: lambda seat, item, _: (
        "learned", f"{seat} learned the {FACTS.items[item].name} pattern.", "ARC-85"),
    k.FROGGED: lambda seat, item, _: (
        "frogged", f"{seat} frogged {pattern_words(item)}.", "ARC-89"),
    k.NO_CRAFT: lambda seat, last, _: (
        "passed", f"{seat} crafted nothing.", "ARC-97" if last else "ARC-73"),
    k.LAST_TURN: _last,
    k.SCORED: lambda seat, quarters, _: (
        "scored", f"{seat} has {points_words(quarters)} points.", "ARC-108"),
    k.BAN_OVER: lambda seat, _, __: (
        "free", f"{seat} has untangled the yarn and may craft again.", "ARC-67"),
}  # fmt: skip


def tile_words(tile: int) -> str:
    """The exact colours of a tile: "2 blue and 1 yellow"."""
    return joined(
        [f"{n} {FACTS.colours[colour]}" for colour, n in enumerate(FACTS.tiles[tile].cost) if n]
    )


def spaces_words(spaces: int) -> str:
    """Bazaar spaces: "space 3", "spaces 1, 4 and 6"."""
    names = [str(space + 1) for space in range(k.SPACES) if spaces >> space & 1]
    return f"space{'' if len(names) == 1 else 's'} {joined(names)}"
