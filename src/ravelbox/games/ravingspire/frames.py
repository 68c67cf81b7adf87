"""One frame of the agenda: whether what it is about is on the table."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.agenda import NAMES, SENTENCE_AT, inner, line
from ravelbox.games.ravingspire.cards import (
    ABILITIES,
    ADVERSARY,
    BY_D3,
    BY_D6,
    CARDS,
    EFFECTS,
    ELSEWHERE,
    ONE_OTHER,
    PEEK_BATTLE,
    V_CHOOSE,
    V_REDUCE,
    V_ROLL,
)
from ravelbox.games.ravingspire.decks import pile_of
from ravelbox.games.ravingspire.encounter import first_gap
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.peeking import BAG_BITS, top_cards
from ravelbox.games.ravingspire.power import ring_card
from ravelbox.games.ravingspire.state import (
    DRAW,
    ENCOUNTER,
    EXPLORE,
    FOE,
    FOE_PHASE,
    FROM_PLACE,
    KEEP,
    KIND,
    MAPS,
    MOVE,
    NONE,
    READY,
    RECOVER,
    RING,
    SHOWDOWN,
    VORPAL,
    WELL,
    Ravingspire,
    from_of,
)
from ravelbox.games.ravingspire.texts import COMMIT_CTX, DEFEAT_CTX, PLACE_CTX, PLAYED_CTX
from ravelbox.games.ravingspire.tower import foe_here
from ravelbox.kernel.errors import PositionError
from ravelbox.kernel.rules import Frame

ANYBODY: Final = (  # frames of other seats than the active one
    *("lose", "prevent-loss", "draw-some", "deal", "guard", "flank", "reply", "opening-hand"),
    *("choose-a-hero", "draw-hero", "draw-tower", "begin-turn", "turn-rings", "seat-heroes"),
    "draw-first",
)
PHRASED: Final = ("do", "do-rolled", "branch", "choose-one", "pick-seat")
PICKING: Final = ("picking", "pick-other", "pick-one", "pick-random")
ACTING: Final = ("must-act", "may-act", "ask-act")
TARGETED: Final = ("declare", "faced", "served", "flanking", "flank", "turn-by-die")
BATTLING: Final = ("open-battle", "battle", "foe-battle", "keep-battle", "spire-done", "remove")
PHASES: Final[dict[str, tuple[int, ...]]] = {  # of the uppermost of these frames
    **dict.fromkeys(("before-move", "ready-to-move", "text-move", "bonus-move"), (READY,)),
    **dict.fromkeys(("overwhelm-tie", "overwhelmed-loss", "second-die", "both-dice"), (READY,)),
    "move-by-die": (MOVE, READY),
    **dict.fromkeys(("draw-window", "trade-window", "card-drawn"), (DRAW,)),
    **dict.fromkeys(("encounter-action", "encountering", "faced", "end-encounter"), (ENCOUNTER,)),
    **dict.fromkeys(("explore-action", "served", "turn-by-die"), (EXPLORE,)),
    **dict.fromkeys(("before-foe", "foe-window", "draw-foe", "foe-turned-up"), (SHOWDOWN,)),
    **dict.fromkeys(("redraw-foe", "foe-battle"), (SHOWDOWN,)),
    **dict.fromkeys(("open-battle", "battle"), (SHOWDOWN, KEEP)),
    **dict.fromkeys(
        ("keep-battle", "spire-done", "open-spire", "face-spire", "meet-spire"), (KEEP,)
    ),
    **dict.fromkeys(("name-lead", "free-others", "leave-card", "remove"), (KEEP,)),
    **dict.fromkeys(("discard-used", "slot-or-end", "slotting", "discard-hand"), (RECOVER,)),
    **dict.fromkeys(("reshuffle", "fill", "new-hand"), (RECOVER,)),
    "foe-by-die": (FOE_PHASE,),
}


OWNERS: Final = {  # effect -> the ability it belongs to
    index: ability for ability in ABILITIES for index in inner(ability.pay + ability.do)
}


def check_phase(s: Ravingspire, names: list[str]) -> None:
    """The phase is the one of what is being done."""
    marker = next((name for name in names if name in PHASES), "")
    if marker and s.phase not in PHASES[marker]:
        raise PositionError("phase", f'is another while "{marker}" is left to do')


def check_frame(s: Ravingspire, at: int, frame: Frame) -> None:
    """Complain about a frame that cannot be meant."""
    wrong = _wrong(s, at, frame)
    if wrong:
        raise PositionError("agenda", f'"{line(frame)}": {wrong}')


def _wrong(s: Ravingspire, at: int, frame: Frame) -> str:
    """What is wrong with a frame, or nothing."""
    rule, seat, x, y = frame
    name = NAMES[rule]
    if name not in ANYBODY and seat != s.active:
        return f"it is the turn of seat {s.active}"
    if s.gone[seat] and name != "lose":
        return f"seat {seat} is no longer in the game"
    if name in PHRASED:
        return _phrase(s, name, seat, x, y)
    if name in PICKING:
        return _picking(s, name, seat, x, y)
    if name in ACTING:
        return _source(s, seat, y, ABILITIES[x].kind) or _acting(x)
    if name in TARGETED:
        return _target(s, name, x) or _flank(s, name, seat, y)
    if name in BATTLING:
        return _battle(s, name)
    return _other(s, name, at, seat, x, y)


def _acting(x: int) -> str:
    kind = ABILITIES[x].kind
    played = kind >= 0 and ABILITIES[x] in CARDS[kind].play
    return "" if played else f"{SENTENCE_AT[x]} is no text of a card that is played"


def _source(s: Ravingspire, seat: int, ctx: int, kind: int) -> str:
    """Whether the card whose text it is lies where it should."""
    if not PLAYED_CTX <= ctx < DEFEAT_CTX:
        return ""
    if ctx >= COMMIT_CTX:
        zone, n = s.paying, ctx - COMMIT_CTX
    elif ctx >= PLACE_CTX:
        zone, n = s.slots[seat], ctx - PLACE_CTX
    else:
        zone, n = s.played[seat], ctx - PLAYED_CTX
    fits = n < len(zone) and zone[n] != NONE and zone[n] & KIND == kind
    return "" if fits else "the card with that text is not there"


def _phrase(s: Ravingspire, name: str, seat: int, x: int, y: int) -> str:
    """A phrase of a text, which must be of the right form for its rule."""
    effect = EFFECTS[x]
    dice = (BY_D6, BY_D3)
    rolled = effect.how in dice or effect.quantity in dice
    fits = {
        "do": True,
        "do-rolled": rolled,
        "branch": effect.verb == V_ROLL,
        "choose-one": effect.verb == V_CHOOSE,
        "pick-seat": effect.who == ONE_OTHER,
    }[name]
    if not fits:
        return "that is another kind of text"
    return _source(s, seat, y & 1023, OWNERS[x].kind)


def _picking(s: Ravingspire, name: str, seat: int, x: int, y: int) -> str:
    """A text that picks cards, of one's own or of another player's."""
    effect = EFFECTS[x]
    if effect.group is None and effect.verb != V_REDUCE:
        return "that text picks no cards"
    left, other = y >> 10 & 63, (y >> 16) - 1
    elsewhere = effect.group is not None and bool(effect.group.zones & ELSEWHERE)
    if other != NONE and (
        not elsewhere or other == seat or other >= len(s.heroes) or s.gone[other]
    ):
        return "that text is not about such a seat"
    if name in ("pick-one", "pick-random") and (left == 0 or (elsewhere and other == NONE)):
        return "there is nothing to pick"
    if name == "pick-other" and (not elsewhere or other != NONE):
        return "that text is not about another player"
    return _source(s, seat, y & 1023, OWNERS[x].kind)


def _target(s: Ravingspire, name: str, x: int) -> str:
    """What is paid for must be there."""
    battle = s.phase in (SHOWDOWN, KEEP)
    if name in ("served", "turn-by-die") and x < MAPS:
        return "no service of the board"
    if name == "faced" and MAPS <= x < WELL:
        return "no card of the ring"
    if name in ("flanking", "flank") and x > FOE:
        return "nobody flanks that"
    if x == FOE:
        return "" if battle and s.foe != NONE else "nobody is faced"
    if s.target not in (NONE, x):
        return "something else is being paid for"
    if x < RING and name != "turn-by-die" and (s.target == x or name != "faced"):
        if battle or ring_card(s, s.active, x) == NONE:
            return "there is no card in that position"
        if name in ("flanking", "flank") and not CARDS[ring_card(s, s.active, x)].types & ADVERSARY:
            return "only battles are flanked"
    return ""


def _flank(s: Ravingspire, name: str, seat: int, y: int) -> str:
    """RSP-148. Whose turn it is to flank."""
    if name not in ("flanking", "flank"):
        return ""
    seats = len(s.heroes)
    turn, passed = y & 15, y >> 4
    if turn >= max(1, seats - 1) or passed >= seats:
        return "there are not so many players"
    if name == "flank" and (seat == s.active or (s.active + 1 + turn) % seats != seat):
        return "another player comes next"
    return ""


def _battle(s: Ravingspire, name: str) -> str:
    """RSP-106, RSP-135. A battle is against the Foe or the Spire card that is there."""
    if name == "remove":
        return "" if s.phase == KEEP else "nobody is in the Keep"
    if name == "spire-done":
        staged = FACTS.cards[s.spire].stages if s.spire != NONE else ()
        fits = s.phase == KEEP and s.spire != NONE and s.stage < max(1, len(staged))
        return "" if fits else "nobody is in the Keep"
    fits = s.foe != NONE and (s.foe == s.spire) == (s.phase == KEEP)
    return "" if fits and s.phase in (SHOWDOWN, KEEP) else "nobody is faced"


def _other(s: Ravingspire, name: str, at: int, seat: int, x: int, y: int) -> str:
    """Everything that is not about a text, a target or a battle."""
    if name == "name-against":
        card = CARDS[x]
        return "" if card.attr == VORPAL or card.other_attr != NONE else "that value is not wild"
    if name in ("look", "draw-secretly", "order", "put-back", "peek"):
        return _peeking(s, name, seat, x, y)
    if name == "draw-card":
        return "that deck is another's" if x == PEEK_BATTLE else ""
    if name == "turn-ring":
        return "" if x or y >= 4 else "no ring is turned by nothing"  # noqa: PLR2004  # from 4 on: freely
    if name in ("offer-card", "want-card", "reply"):
        return _trade(s, name, seat, x)
    if name == "place-card":
        return "" if first_gap(s, x, y) != NONE else "there is no gap"
    if name == "change-roll":
        return "" if s.die else "no die was rolled"
    if name in ("overwhelm", "overwhelm-tie"):
        full = first_gap(s, s.levels[seat], RING) == NONE
        return "" if s.pending != NONE and full else "nobody is overwhelmed"
    if name == "foe-way":
        there = s.foes_at[s.levels[seat]] != NONE and not foe_here(s, seat)
        return "" if there and x else "no Foe can walk"
    if name == "draw-tower":
        return "" if s.tower_deck and s.towers[x] == NONE else "that level is revealed"
    if name in ("face-spire", "meet-spire", "mirror", "name-lead", "rolled-cost"):
        return "" if s.spire != NONE and s.phase == KEEP else "nobody is in the Keep"
    if name == "open-spire":
        return "" if s.spire == NONE and s.spires else "a Spire card is open"
    if name in ("choose-a-hero", "draw-hero", "seat-heroes"):
        return _seating(s, name, seat, x)
    if name == "card-drawn" and s.turn <= RING:
        return "" if s.ring[s.turn - 1] == NONE else "that position is taken"
    if name in ("faced", "showdown-done") and at == 0:
        return "that is no question"
    return ""


def _peeking(s: Ravingspire, name: str, seat: int, x: int, y: int) -> str:
    """Looking at the top of a deck."""
    if name == "draw-secretly":
        place, deck, left = y & 63, y >> 6 & 3, y >> 8
        pile = pile_of(s, deck)
        if deck == PEEK_BATTLE or not place < left <= len(pile) or pile[place] >= 0:
            return "there is nothing to look at"
        first = ~pile[place]
        chain = [x >> BAG_BITS * n & (1 << BAG_BITS) - 1 for n in range(8)]
        known = chain[: chain.index(first) + 1] if first in chain else []
        if not known or x >> BAG_BITS * len(known) or any(bag >= len(s.bags.own) for bag in known):
            return "the card is not of these bags"
        return ""
    if name == "look":
        return "" if y != PEEK_BATTLE and x <= len(pile_of(s, y)) else "there are not so many cards"
    many, placed = x & 63, x >> 16
    if name == "peek":
        return ""
    have = len(s.tops[seat]) if y == PEEK_BATTLE else len(pile_of(s, y))
    if name == "order":
        return "" if placed <= many and (y == PEEK_BATTLE or many <= have) else "not so many cards"
    fits = placed < many <= have and s.peeked == top_cards(s, seat, y, many)
    return "" if fits else "these cards are not peeked at"


def _trade(s: Ravingspire, name: str, seat: int, x: int) -> str:
    """RSP-152. A trade with somebody who is there, of a card that has a place to go back to."""
    other = seat if name == "reply" else x
    if other == s.active or other >= len(s.heroes) or s.gone[other]:
        return "there is nobody to trade with"
    if name == "reply" and x != s.active:
        return "one partner is the active player"
    place = from_of(s.offered) - FROM_PLACE if s.offered != NONE else NONE
    slots = s.slots[s.active]
    if place >= 0 and (place >= len(slots) or slots[place] != NONE):
        return "the offered card has no place to go back to"
    return ""


def _seating(s: Ravingspire, name: str, seat: int, taken: int) -> str:
    """RSP-15. Heroes go round from the first player."""
    seats = len(s.heroes)
    for k in range(seats):
        if (s.heroes[(s.first + k) % seats] != NONE) != (k < taken):
            return f"Heroes go round from seat {s.first}"
    if name != "seat-heroes" and (taken >= seats or (s.first + taken) % seats != seat):
        return "another player comes next"
    return ""
