"""What can lie on what on the agenda: every rule with the rules it puts in its own place.

A stack of frames can have come about if each of them can lie on the one beneath it.
"""

from __future__ import annotations

from typing import Final

# What several rules put there; words in capitals stand for one of the alternatives.
SHARED: Final = {
    "TEXT": "do TEXT |",
    "LOSSES": "lose LOSSES |",
    "LOOT": "draw-card gain-loot LOOT |",
    "TURNS": "turn-ring TURNS |",
    "CHAOS": "foe-advances TEXT fate",
    "ACTIONS": "must-act ACTIONS | may-act ACTIONS |",
    "PLAY": "TEXT | ACTIONS",
    "TRADE": "offer-card | want-card |",
    "MAD": "draw-some |",
    "EFFECT": (
        "draw-some | LOSSES | pick-seat | picking | LOOT | foe-advances | foe-walks | TURNS | "
        "peek | roll branch | choose-one | TEXT"
    ),
    "PICKED": "TEXT | give-to PICKED | add-captured PICKED",
    "CUTS": "reduce CUTS |",
    "DICE": "roll rolled-cost DICE |",
    "SHOWDOWN": "before-foe draw-foe foe-turned-up showdown-done",
    "FACING": "TEXT open-battle",
    "HANDS": "opening-hand HANDS |",
    "AFTER": "text-move late-contact bonus-move | text-move late-contact",
}
SPAWNS: Final = {
    "do": "roll do-rolled | EFFECT",
    "do-rolled": "EFFECT",
    "pick-seat": "lose",
    "gain-loot": "TEXT",
    "branch": "TEXT",
    "choose-one": "TEXT",
    "picking": "pick-other | pick-random | pick-one | PICKED picking | PICKED",
    "pick-other": "picking",
    "pick-one": "PICKED picking",
    "pick-random": "PICKED picking",
    "add-captured": "name-against",
    "peek": "look order | look-at-own order",
    "look": "draw-secretly",
    "draw-secretly": "draw-secretly | look",
    "look-at-own": "draw-own",
    "draw-own": "look-at-own",
    "order": "put-back",
    "put-back": "order",
    "draw-card": "pick-card",
    "pick-card": "pick-card",
    "draw-some": "draw-some | deal",
    "deal": "draw-some",
    "lose": "prevent-loss | MAD",
    "prevent-loss": "lose | MAD",
    "roll": "change-roll",
    "change-roll": "roll | change-roll",
    "foe-walks": "foe-way",
    "foe-advances": "foe-walks",
    "declare": "CUTS paying",
    "reduce": "name-cut",
    "paying": "commit",
    "commit": "ACTIONS paying",
    "must-act": "TEXT",
    "may-act": "ask-act",
    "ask-act": "TEXT",
    "flanking": "flank",
    "flank": "flanking | lose flanking | lose name-against flanking",
    "open-battle": "flanking battle | battle",
    "battle": "foe-battle | keep-battle",
    "foe-battle": "declare battle | PLAY battle",
    "keep-battle": "declare battle | PLAY battle",
    "open-spire": "face-spire",
    "face-spire": "DICE meet-spire | mirror meet-spire",
    "mirror": "name-lead",
    "meet-spire": "FACING spire-done",
    "spire-done": "open-battle spire-done | free-others | leave remove | MAD",
    "leave": "leave-card",
    "move-by-die": "walk",
    "walk": "take-step | at-the-door | walk",
    "take-step": "walk",
    "at-the-door": "walk",
    "offer-card": "want-card | reply",
    "want-card": "reply",
    "reply": "guard guard",
    "guard": "lose",
    "draw-phase": "draw-card card-drawn |",
    "card-drawn": "draw-card card-drawn | CHAOS",
    "encounter-phase": "encountering end-encounter |",
    "encountering": "encounter-action",
    "encounter-action": "PLAY encountering | flanking declare faced encountering | "
    "declare faced encountering",
    "faced": "well-paid | TEXT fate TEXT | TEXT",
    "end-encounter": "overwhelm text-move | text-move",
    "overwhelm": "overwhelm-tie | roll overwhelmed-loss",
    "overwhelm-tie": "roll overwhelmed-loss",
    "overwhelmed-loss": "lose",
    "text-move": "walk walk | walk |",
    "well-paid": "banish-one",
    "contact": "SHOWDOWN |",
    "late-contact": "SHOWDOWN |",
    "before-foe": "foe-window",
    "foe-window": "TRADE before-foe",
    "draw-foe": "draw-card",
    "foe-turned-up": "redraw-foe | FACING",
    "redraw-foe": "FACING | draw-foe foe-turned-up",
    "showdown-done": "LOOT TEXT AFTER | TEXT roll second-die TEXT AFTER",
    "second-die": "roll both-dice",
    "both-dice": "lose",
    "bonus-move": "roll move-by-die late-contact |",
    "explore-phase": "exploring end-explore",
    "exploring": "explore-action",
    "explore-action": "exploring | TEXT exploring | declare served exploring",
    "served": "well-paid | walk late-contact | roll turn-by-die",
    "turn-by-die": "turn-ring",
    "recover-phase": "LOSSES TEXT discard-used slotting discard-hand reshuffle fill new-hand",
    "slotting": "slot-or-end",
    "slot-or-end": "slotting",
    "fill": "refill |",
    "refill": "draw-card place-card |",
    "place-card": "CHAOS refill | refill",
    "new-hand": "draw-some",
    "begin-turn": "ready-to-move reveal before-draw draw-phase contact after-draw encounter-phase "
    "late-contact explore-phase recover-phase foe-moves next-turn",
    "ready-to-move": "before-move | roll move-by-die |",
    "before-move": "TRADE ready-to-move | roll move-by-die",
    "reveal": "draw-tower refill |",
    "draw-tower": "TEXT",
    "before-draw": "draw-window |",
    "draw-window": "TRADE before-draw",
    "after-draw": "trade-window |",
    "trade-window": "TRADE after-draw",
    "foe-moves": "foe-walks | roll foe-by-die |",
    "foe-by-die": "foe-walks",
    "next-turn": "begin-turn",
    "draw-first": "",
    "give-back": "",
    "seat-heroes": "choose-a-hero | draw-hero | turn-rings turn-rings draw-tower HANDS begin-turn",
    "choose-a-hero": "seat-heroes",
    "draw-hero": "seat-heroes",
    "opening-hand": "draw-some",
}
LASTING: Final = (
    "do",
    "lose",
    "fate",
    "guard",
    "give-back",
)  # RSP-130: what outlasts the turn of a mad Hero
BOTTOM: Final = ""  # beneath the last frame


class Grammar:
    """Which frames can begin, end and neighbour each other in what a word stands for."""

    def __init__(self) -> None:
        self.empty: set[str] = set()  # words that may stand for nothing
        self.tops: dict[str, set[str]] = {}
        self.ends: dict[str, set[str]] = {}
        self.pairs: set[tuple[str, str]] = set()  # what lies directly on what
        before = -1
        while before != self.size():  # until nothing new is found
            before = self.size()
            for word, text in SHARED.items():
                self.add(word, text)
            for text in SPAWNS.values():
                self.add("", text)

    def size(self) -> int:
        """How much is known."""
        known = [*self.tops.values(), *self.ends.values()]
        return len(self.empty) + len(self.pairs) + sum(len(names) for names in known)

    def add(self, word: str, text: str) -> None:
        """Learn from every alternative of a text."""
        for alternative in text.split("|"):
            found = alternative.split()
            if word:
                if all(name in self.empty for name in found):
                    self.empty.add(word)
                self.tops.setdefault(word, set()).update(self.first(found))
                self.ends.setdefault(word, set()).update(self.last(found))
            for i, name in enumerate(found):
                for lower in self.first(found[i + 1 :]):
                    self.pairs |= {(upper, lower) for upper in self.last([name])}

    def first(self, found: list[str]) -> set[str]:
        """What can be on top of a sequence."""
        tops: set[str] = set()
        for name in found:
            tops |= self.tops.get(name, set()) if name in SHARED else {name}
            if name not in self.empty:
                break
        return tops

    def last(self, found: list[str]) -> set[str]:
        """What can be at the end of a sequence."""
        ends: set[str] = set()
        for name in reversed(found):
            ends |= self.ends.get(name, set()) if name in SHARED else {name}
            if name not in self.empty:
                break
        return ends


def neighbours() -> dict[str, set[str]]:
    """For every rule, what can lie directly beneath a frame of it."""
    grammar = Grammar()
    below: dict[str, set[str]] = {name: set() for name in SPAWNS}
    for upper, lower in grammar.pairs:
        below.setdefault(upper, set()).add(lower)
    for name in LASTING:
        below.setdefault(name, set()).update((*LASTING, "next-turn"))
    below["draw-some"] |= {*LASTING, "next-turn"}
    for name in ("open-spire", "face-spire"):
        below[name].add("next-turn")
    for name in ("next-turn", "begin-turn", "seat-heroes"):
        below[name].add(BOTTOM)
    below["draw-first"].add("seat-heroes")
    changed = True
    while changed:
        changed = False
        for name, text in SPAWNS.items():
            for alternative in text.split("|"):
                for end in grammar.last(alternative.split()):
                    size = len(below.setdefault(end, set()))
                    below[end] |= below[name]
                    changed = changed or len(below[end]) > size
    return below


BELOW: Final = neighbours()
