"""What happened at a table of Ramble, in sentences; on an open table everybody is told the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ravelbox.games.ramble import state as k
from ravelbox.games.ramble.facts import FACTS
from ravelbox.kernel.events import Event
from ravelbox.kernel.rules import Note

Words = tuple[str, str, str]  # name, sentence and rule of an event
COUNTS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def seat_words(who: int) -> str:
    """A seat as a sentence names it: by its role, "the Jogger", or by number before roles are dealt."""
    role = (who >> 3) - 1
    return f"the {FACTS.roles[role].name}" if role >= 0 else f"seat {(who & 7) + 1}"


def tile_words(tile: int) -> str:
    """A tile by its name, with its article where it needs one."""
    name = FACTS.tiles[tile].name
    return f"the {name}" if name == "Park Exit" else name


def kind_words(kind: int) -> str:
    """A kind of Explore card: "a Waters card", "a GPS"."""
    if kind == k.HBK_KIND:
        return "a Handbook"  # its full name is long (ruling R-19)
    name = FACTS.kinds[kind].name
    if kind == k.ITD_KIND:
        return name
    return f"a {name}" if kind >= k.LANDMARKS else f"a {name} card"


def many(n: int, thing: str) -> str:
    """A number in words with its thing: "one card", "seven cards"."""
    return f"{COUNTS[n] if n < len(COUNTS) else n} {thing}{'' if n == 1 else 's'}"


def tell(note: Note) -> Event | None:
    """One event as a sentence."""
    kind, who, x, y = note
    seat = who & 7
    if kind == k.TURN:
        name = seat_words(who).removeprefix("the ")
        return Event("turn", seat, "", "RMB-30", heading=f"Turn {x} · {name}")
    name, text, rule = SENTENCES[kind](seat_words(who), x, y)
    return Event(name, seat, text[0].upper() + text[1:], rule)


def _vanished(_: str, tile: int, last: int) -> Words:
    text = f"{tile_words(tile)} was dark already: it is gone."
    if last:
        text += f" One place is left for {FACTS.kinds[last - 1].name}."
    return "vanished", text, "RMB-108"


def _drew(seat: str, kind: int, _: int) -> Words:
    return "drew", f"{seat} drew {kind_words(kind)}.", "RMB-63" if kind == k.ITD_KIND else "RMB-62"


def _darker(_: str, notch: int, level: int) -> Words:
    return "darker", f"the meter falls to notch {notch}: {many(level, 'card')} a turn.", "RMB-70"


def _lost_landmark(_: str, landmark: int, __: int) -> Words:
    name = FACTS.kinds[landmark].name
    return "lost", f"no place is left for {name}, whose token nobody collected.", "RMB-131"


SENTENCES: Final[dict[int, Callable[[str, int, int], Words]]] = {
    k.ROLE: lambda seat, _, tile: (
        "role", f"{seat} starts at {tile_words(tile)}.", "RMB-19"),
    k.GOES_FIRST: lambda seat, _, __: ("first", f"{seat} goes first.", "RMB-26"),
    k.DEALT: lambda seat, kind, _: ("dealt", f"{seat} is dealt {kind_words(kind)}.", "RMB-21"),
    k.WENT_DARK: lambda _, tile, setup: (
        "dark", f"{tile_words(tile)} went dark.", "RMB-16" if setup else "RMB-107"),
    k.VANISHED: _vanished,
    k.WALKED: lambda seat, _, to: ("walked", f"{seat} walked to {tile_words(to)}.", "RMB-40"),
    k.FIXED: lambda seat, tile, _: (
        "fixed", f"{seat} fixed the lights of {tile_words(tile)}.", "RMB-45"),
    k.GAVE: lambda seat, kind, to: (
        "gave", f"{seat} gave {kind_words(kind)} to {seat_words(to)}.", "RMB-50"),
    k.COLLECTED: lambda seat, landmark, _: (
        "collected", f"{seat} collected the token of {FACTS.kinds[landmark].name}.", "RMB-58"),
    k.GUIDED: lambda seat, other, tile: (
        "guided", f"{seat} led {seat_words(other)} to {tile_words(tile)}.", "RMB-146"),
    k.SCOUTED: lambda seat, n, _: (
        "scouted", f"{seat} looked at the next {many(n, 'Lights Out card')}.", "RMB-148"),
    k.SAW: lambda _, tile, __: ("saw", f"there lies {tile_words(tile)}.", "RMB-148"),
    k.DROPPED: lambda seat, tile, _: (
        "dropped", f"{seat} put {tile_words(tile)} into the discard.", "RMB-149"),
    k.KEPT: lambda seat, _, __: ("kept", f"{seat} left them all on top.", "RMB-149"),
    k.STOLE: lambda seat, kind, other: (
        "stole", f"{seat} took {kind_words(kind)} from {seat_words(other)}.", "RMB-153"),
    k.READ: lambda seat, tile, _: (
        "handbook", f"{seat} read the Handbook: {tile_words(tile)} is lit.", "RMB-92"),
    k.CALLED: lambda seat, other, _: (
        "gps", f"{seat} played a GPS to move {seat_words(other)}.", "RMB-93"),
    k.RELOCATED: lambda seat, _, tile: (
        "relocated", f"{seat} is at {tile_words(tile)} now.", "RMB-93"),
    k.DREW: _drew,
    k.DARKER: _darker,
    k.ON_TOP: lambda _, n, __: (
        "on-top", f"{many(n, 'Lights Out card')} shuffled back on top of the pile.", "RMB-72"),
    k.RESHUFFLED: lambda _, n, __: (
        "reshuffled", f"the Explore deck is empty: {many(n, 'card')} shuffled anew.", "RMB-64"),
    k.REFILLED: lambda _, n, __: (
        "refilled", f"the Lights Out pile is empty: {many(n, 'card')} shuffled anew.", "RMB-110"),
    k.SHED: lambda seat, kind, _: ("shed", f"{seat} discarded {kind_words(kind)}.", "RMB-81"),
    k.FLED: lambda seat, _, to: ("fled", f"{seat} fled to {tile_words(to)}.", "RMB-120"),
    k.STRANDED: lambda seat, tile, _: (
        "stranded", f"{seat} is stranded where {tile_words(tile)} was.", "RMB-125"),
    k.OUT: lambda seat, _, __: ("out", f"{seat} is out of the game.", "RMB-128"),
    k.ENDED: lambda seat, n, _: (
        "ended", f"{seat} left {many(n, 'action')} unused.", "RMB-31"),
    k.LEFT: lambda seat, _, __: (
        "won", f"all six tokens, everyone at the Park Exit: by {seat}'s GPS you are out.", "RMB-136"),
    k.LOST_LANDMARK: _lost_landmark,
    k.LOST_EXIT: lambda _, __, ___: ("lost", "the Park Exit is gone.", "RMB-132"),
    k.LOST_STRANDED: lambda seat, _, __: ("lost", f"nobody came for {seat}.", "RMB-133"),
    k.LOST_NIGHT: lambda _, __, ___: ("lost", "the meter has reached the night.", "RMB-134"),
    k.PROPOSED: lambda seat, _, __: ("proposed", f"{seat} proposes to give up.", "RMB-139"),
    k.REFUSED: lambda seat, _, __: ("refused", f"{seat} wants to play on.", "RMB-139"),
    k.CONCEDED: lambda _, __, ___: ("conceded", "the group gave up.", "RMB-139"),
}  # fmt: skip
