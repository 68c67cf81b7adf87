"""Cards that a text picks: which there are, who chooses, and what happens to them."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import (
    ADVERSARY,
    BY_ALL,
    BY_UP_TO,
    CARDS,
    EFFECTS,
    ELSEWHERE,
    IN_BANISHED,
    IN_DISCARD,
    IN_HAND,
    IN_OTHER_DISCARD,
    IN_OTHER_HAND,
    IN_OTHER_SLOTS,
    IN_PLAYED,
    IN_RING,
    IN_SLOTS,
    OWN,
    V_ADD,
    V_BANISH,
    V_CAPTURE,
    V_CHANGE,
    V_COLLECT,
    V_DISCARD,
    V_DISPLACE,
    V_DOUBLE,
    V_FLIP,
    V_GIVE,
    V_REDUCE,
    V_RETURN,
    V_STEAL,
    Effect,
)
from ravelbox.games.ravingspire.codes import NAME, NOTHING, PICK
from ravelbox.games.ravingspire.codes import PLAYER as SEAT_OF
from ravelbox.games.ravingspire.madness import forget_target
from ravelbox.games.ravingspire.places import (
    AT_BANISHED,
    AT_DISCARD,
    AT_HAND,
    AT_PLAYED,
    AT_RING,
    AT_SLOT,
)
from ravelbox.games.ravingspire.power import (
    belongs,
    ring_card,
    ring_level,
    strongest_of,
    target_types,
)
from ravelbox.games.ravingspire.state import (
    ACTED,
    ADDED_AT,
    ADDED_TO_AT,
    BANISHED,
    CAPTURED,
    CHANGED,
    CHANGED_AT,
    COLLECTED,
    COMMITTED,
    CUT,
    DISCARDED,
    DISPLACED,
    DOUBLED,
    DOUBLED_AT,
    FACE_DOWN,
    FLIPPED,
    FOE,
    GAINED_POWER,
    GIVEN,
    KEEP,
    KIND,
    NONE,
    RECALLED,
    RING,
    SHOWDOWN,
    STOLEN,
    VORPAL,
    Ravingspire,
    put,
    who,
)
from ravelbox.games.ravingspire.texts import (
    COMMIT_CTX,
    HAND_CTX,
    PLACE_CTX,
    PLAYED_CTX,
    triggered,
)
from ravelbox.games.ravingspire.zones import everyone, settle_slots
from ravelbox.kernel.rules import Chance, Choice, Frame, Step

TIMES: Final = 7  # the most doublings and additions that a card can carry
SUM: Final = 31
PART: Final = 15


def packed(ctx: int, left: int, other: int) -> int:
    """What a picking remembers: whose text it is, how many are left, and another seat."""
    return ctx | left << 10 | other + 1 << 16


class Picking(Step[Ravingspire]):
    """RSP-170. A text picks cards, one at a time, as long as there are any."""

    def run(self, s: Ravingspire, seat: int, index: int, y: int, /) -> None:
        """Take all, draw lots, take the only one, or ask."""
        effect = EFFECTS[index]
        ctx, left, other = y & 1023, y >> 10 & 63, (y >> 16) - 1
        if effect.group is not None and effect.group.zones & ELSEWHERE and other == NONE:
            pick_other(s, seat, effect, y)
            return
        places = candidates(s, seat, effect, ctx, other, distinct=not effect.random)
        if effect.quantity == BY_ALL:
            take_all(s, seat, effect, ctx, other)
        elif not places or left == 0:
            return
        elif effect.random or (effect.group is not None and effect.group.zones & IN_OTHER_HAND):
            s.next(PICK_RANDOM.of(seat, index, y))
        elif len(places) == 1 and effect.quantity != BY_UP_TO:
            s.next(self.of(seat, index, y - 1024))
            pick(s, seat, effect, places[0], other)
        else:
            s.next(PICK_ONE.of(seat, index, y))


def pick_other(s: Ravingspire, seat: int, effect: Effect, y: int) -> None:
    """Whose cards a text is about: asked where several players have some."""
    seats = others_with(s, seat, effect, y & 1023)
    if len(seats) == 1:
        s.next(PICKING.of(seat, effect.index, y + (seats[0] + 1 << 16)))
    elif seats:
        s.next(PICK_OTHER.of(seat, effect.index, y))


def others_with(s: Ravingspire, seat: int, effect: Effect, ctx: int) -> list[int]:
    """Other players who have a card that a text can pick."""
    return [
        other
        for other in range(len(s.heroes))
        if other != seat
        and not s.gone[other]
        and candidates(s, seat, effect, ctx, other, distinct=True)
    ]


class PickOther(Choice[Ravingspire]):
    """RSP-170. Whose cards a text is about."""

    def options(self, s: Ravingspire, seat: int, index: int, y: int, /) -> list[int]:
        """Players who have such a card."""
        return [SEAT_OF + other for other in others_with(s, seat, EFFECTS[index], y & 1023)]

    def chosen(self, s: Ravingspire, code: int, seat: int, index: int, y: int, /) -> None:
        """Go on with that player."""
        s.next(PICKING.of(seat, index, y + (code - SEAT_OF + 1 << 16)))


class PickOne(Choice[Ravingspire]):
    """RSP-170. Which card it is; the owner of the text chooses, ties of the strongest too."""

    def options(self, s: Ravingspire, seat: int, index: int, y: int, /) -> list[int]:
        """Each card there is; none more where it is "up to"."""
        effect = EFFECTS[index]
        places = candidates(s, seat, effect, y & 1023, (y >> 16) - 1, distinct=True)
        codes = [PICK + place for place in places]
        if effect.quantity == BY_UP_TO:
            codes.insert(0, NOTHING)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, index: int, y: int, /) -> None:
        """Take it, then the next."""
        if code == NOTHING:
            return
        s.next(PICKING.of(seat, index, y - 1024))
        pick(s, seat, EFFECTS[index], code - PICK, (y >> 16) - 1)


class PickRandom(Chance[Ravingspire]):
    """RSP-170, RSP-C10. A card at random; so is every card out of somebody else's hand."""

    def outcomes(self, s: Ravingspire, seat: int, index: int, y: int, /) -> int:
        """Every card that it can be."""
        effect = EFFECTS[index]
        return len(candidates(s, seat, effect, y & 1023, (y >> 16) - 1, distinct=False))

    def chosen(self, s: Ravingspire, code: int, seat: int, index: int, y: int, /) -> None:
        """Take it, then the next."""
        effect = EFFECTS[index]
        places = candidates(s, seat, effect, y & 1023, (y >> 16) - 1, distinct=False)
        s.next(PICKING.of(seat, index, y - 1024))
        pick(s, seat, effect, places[code], (y >> 16) - 1)


def candidates(
    s: Ravingspire, seat: int, effect: Effect, ctx: int, other: int, *, distinct: bool
) -> list[int]:
    """The places of all cards that a text can pick; identical ones of a zone once, if distinct."""
    if effect.verb == V_REDUCE:
        return reducible(s, seat, effect)
    group = effect.group
    if group is None:
        return []
    zones = group.zones
    places: list[int] = []
    kinds: list[int] = []
    itself = ctx if group.other else 0
    if zones & (IN_HAND | IN_OTHER_HAND):
        hand = s.hands[seat if zones & IN_HAND else other]
        at = HAND_CTX - itself if itself < 0 else NONE
        _gather(effect, hand, AT_HAND, at, places, kinds, distinct=distinct)
    if zones & (IN_SLOTS | IN_OTHER_SLOTS):
        slots = s.slots[seat if zones & IN_SLOTS else other]
        at = itself - PLACE_CTX if PLACE_CTX <= itself < COMMIT_CTX else NONE
        _gather(effect, slots, AT_SLOT, at, places, kinds, distinct=effect.verb == V_FLIP)
    if zones & IN_PLAYED:
        at = itself - PLAYED_CTX if PLAYED_CTX <= itself < PLACE_CTX else NONE
        _gather(effect, s.played[seat], AT_PLAYED, at, places, kinds, distinct=False)
    if zones & (IN_DISCARD | IN_OTHER_DISCARD):
        discard = s.discards[seat if zones & IN_DISCARD else other]
        _gather(effect, discard, AT_DISCARD, NONE, places, kinds, distinct=distinct)
    if zones & IN_RING:
        ring = [ring_card(s, seat, position) for position in range(RING)]
        _gather(effect, ring, AT_RING, NONE, places, kinds, distinct=False)
    if zones & IN_BANISHED:
        _gather(effect, s.banished, AT_BANISHED, NONE, places, kinds, distinct=False)
    if group.pick and places:
        power = strongest_of(kinds, group.pick)
        places = [p for p, kind in zip(places, kinds, strict=True) if CARDS[kind].power == power]
    return places


def _gather(
    effect: Effect,
    zone: list[int],
    base: int,
    but: int,
    places: list[int],
    kinds: list[int],
    *,
    distinct: bool,
) -> None:
    group = effect.group
    assert group is not None
    verb = effect.verb
    hidden_too = verb in (V_DISCARD, V_BANISH, V_STEAL, V_GIVE, V_CAPTURE) and not effect.price
    last = NONE
    for i, card in enumerate(zone):
        if card == NONE or i == but or (distinct and card == last):
            continue  # identical cards of a zone are one option
        last = card
        if not belongs(card & KIND, group) or card & COMMITTED:
            continue
        if card & FACE_DOWN and not hidden_too:
            continue
        if verb == V_FLIP and card & ACTED:
            continue
        if verb == V_COLLECT and CARDS[card & KIND].types & ADVERSARY:
            continue
        places.append(base + i)
        kinds.append(card & KIND)


def reducible(s: Ravingspire, seat: int, effect: Effect) -> list[int]:
    """RSP-63. What a reduction may be bound to: a ring card, or the Foe that is faced."""
    if s.phase in (SHOWDOWN, KEEP):
        return [AT_FOE] if effect.targets & target_types(s, seat, FOE) else []
    return [
        AT_RING + position
        for position in range(RING)
        if ring_card(s, seat, position) != NONE
        and effect.targets & CARDS[ring_card(s, seat, position)].types
    ]


AT_FOE: Final = AT_RING + RING  # only a reduction can name it, and then there is nothing to choose


def take_all(s: Ravingspire, seat: int, effect: Effect, ctx: int, other: int) -> None:
    """Every card that a text speaks of, last places first."""
    places = candidates(s, seat, effect, ctx, other, distinct=False)
    for place in reversed(places):
        pick(s, seat, effect, place, other)


def pick(
    s: Ravingspire, seat: int, effect: Effect, place: int, other: int
) -> None:  # one line a verb
    """What a text does to the card it picked."""
    verb = effect.verb
    if verb == V_REDUCE:
        target = FOE if place == AT_FOE else place - AT_RING
        s.cuts[target] = s.cuts[target] << 4 | effect.n
        s.note(CUT, seat, ring_card(s, seat, target) if target < RING else s.foe, effect.n)
    elif verb == V_DOUBLE:
        mark(s, seat, place, DOUBLED_AT, 1, TIMES)
        s.note(DOUBLED, seat, card_at(s, seat, place) & KIND, 0)
    elif verb == V_ADD:
        add_to(s, seat, place, effect.attr, effect.n)
    elif verb == V_CHANGE:
        change(s, seat, place, effect.attr)
    elif verb == V_FLIP:
        s.slots[seat][place - AT_SLOT] |= FACE_DOWN
        s.note(FLIPPED, seat, s.slots[seat][place - AT_SLOT] & KIND, 0)
        settle_slots(s, seat)
    elif verb == V_COLLECT:
        s.then(collect(s, seat, place - AT_RING))
    elif verb == V_DISPLACE:
        displace(s, seat, place - AT_RING)
    else:
        owner = seat if other == NONE else other
        kind = take(s, owner, place)
        if verb == V_BANISH:
            s.banished.append(kind)
            s.note(BANISHED, owner, kind, 0)
        elif verb == V_DISCARD:
            put(s.discards[owner], kind)
            s.note(DISCARDED, owner, kind, 0)
        elif verb == V_RETURN:
            put(s.hands[seat], kind | everyone(s))
            s.note(RECALLED, seat, kind, 0)
        elif verb == V_STEAL:
            put(s.discards[seat], kind)
            s.note(STOLEN, seat, kind, who(s, other))
        elif verb == V_GIVE:
            give(s, seat, kind)
        elif verb == V_CAPTURE:
            s.captured.append(kind)
            s.note(CAPTURED, seat, kind, 0)
            s.next(ADD_CAPTURED.of(seat, kind))


def card_at(s: Ravingspire, seat: int, place: int) -> int:
    """The card at a place of one's own."""
    if place >= AT_PLAYED:
        return s.played[seat][place - AT_PLAYED]
    return s.slots[seat][place - AT_SLOT] if place >= AT_SLOT else s.hands[seat][place]


def mark(s: Ravingspire, seat: int, place: int, at: int, n: int, most: int) -> None:
    """Raise a mark of one card: RSP-65, bound to that card for its next use this turn."""
    card = card_at(s, seat, place)
    now = card >> at & most
    marked = card + (min(most, now + n) - now << at)
    if place >= AT_PLAYED:
        s.played[seat][place - AT_PLAYED] = marked
    elif place >= AT_SLOT:
        s.slots[seat][place - AT_SLOT] = marked
    else:
        s.hands[seat].pop(place)
        put(s.hands[seat], marked | everyone(s))


def add_to(s: Ravingspire, seat: int, place: int, attr: int, n: int) -> None:
    """RSP-64. A flat addition to another card's next use."""
    kind = card_at(s, seat, place) & KIND
    if attr == OWN:
        mark(s, seat, place, ADDED_AT, n, SUM)
    else:
        mark(s, seat, place, ADDED_TO_AT + 4 * attr, n, PART)
    s.note(GAINED_POWER, seat, kind, n)


def change(s: Ravingspire, seat: int, place: int, attr: int) -> None:
    """Another card's power is of the given attribute for its next use."""
    card = card_at(s, seat, place)
    mark(s, seat, place, CHANGED_AT, attr + 1 - (card >> CHANGED_AT & TIMES), TIMES)
    s.note(CHANGED, seat, card & KIND, attr)


def take(s: Ravingspire, owner: int, place: int) -> int:
    """Take a card from where it lies: its kind."""
    if place >= AT_BANISHED:
        return s.banished.pop(place - AT_BANISHED)
    if place >= AT_DISCARD:
        return s.discards[owner].pop(place - AT_DISCARD) & KIND
    if place >= AT_PLAYED:
        return s.played[owner].pop(place - AT_PLAYED) & KIND
    if place >= AT_SLOT:
        card = s.slots[owner][place - AT_SLOT]
        s.slots[owner][place - AT_SLOT] = NONE
        settle_slots(s, owner)
        return card & KIND
    return s.hands[owner].pop(place) & KIND


def give(s: Ravingspire, seat: int, kind: int) -> None:
    """A card to another player's discard pile; where nobody else is there it stays one's own."""
    others = [each for each in range(len(s.heroes)) if each != seat and not s.gone[each]]
    if len(others) > 1:
        s.next(GIVE_TO.of(seat, kind))
    else:
        hand_over(s, seat, others[0] if others else seat, kind)


def hand_over(s: Ravingspire, seat: int, other: int, kind: int) -> None:
    """Lay a card on another player's discard pile."""
    put(s.discards[other], kind)
    s.note(GIVEN, seat, kind, who(s, other))


class GiveTo(Choice[Ravingspire]):
    """RSP-170. Who gets a card that is given away."""

    def options(self, s: Ravingspire, seat: int, kind: int, y: int, /) -> list[int]:
        """Everybody else."""
        return [
            SEAT_OF + each for each in range(len(s.heroes)) if each != seat and not s.gone[each]
        ]

    def chosen(self, s: Ravingspire, code: int, seat: int, kind: int, y: int, /) -> None:
        """Hand it over."""
        hand_over(s, seat, code - SEAT_OF, kind)


def vacate(s: Ravingspire, seat: int, position: int) -> int:
    """RSP-51. A ring card leaves; a pending card enters that position at once."""
    at = ring_level(s, seat) * RING + position
    card = s.ring[at]
    s.ring[at] = NONE
    forget_target(s, position)
    if s.pending != NONE and not s.house.pending_late:
        s.ring[at] = s.pending
        s.pending = NONE
    return card


def collect(s: Ravingspire, seat: int, position: int) -> list[Frame]:
    """RSP-50. A collected card goes Aside; what its text and the Tower card say fires first.

    RSP-167: from now on its own cost has no meaning.
    """
    card = vacate(s, seat, position)
    s.asides[seat].append(card)
    s.note(COLLECTED, seat, card, 0)
    frames = triggered(s, seat, CARDS[card].acquire, 0)
    tower = s.towers[ring_level(s, seat)]
    if tower != NONE:
        at = [ability for ability in CARDS[tower].level_at if ability.at == "acquire"]
        frames += triggered(s, seat, at, 0)
    return frames


def displace(s: Ravingspire, seat: int, position: int) -> None:
    """A ring card is banished; the gap is filled by a pending card, or in Recover."""
    card = vacate(s, seat, position)
    s.banished.append(card)
    s.note(DISPLACED, seat, card, 0)


class AddCaptured(Step[Ravingspire]):
    """RSP-61, RSP-R46. A captured card's power is added to the cost."""

    def run(self, s: Ravingspire, seat: int, kind: int, y: int, /) -> None:
        """RSP-61. The active player names the attribute of a wild value."""
        card = CARDS[kind]
        if card.attr == VORPAL or card.other_attr != NONE:
            s.next(NAME_AGAINST.of(seat, kind, FOE))
        elif card.attr >= 0:
            s.raises[FOE * 3 + card.attr] += card.n


class NameAgainst(Choice[Ravingspire]):
    """RSP-61. As what a wild value used against the active player counts."""

    def options(self, s: Ravingspire, seat: int, kind: int, target: int, /) -> list[int]:
        """The two of "X or Y", or any of the three."""
        card = CARDS[kind]
        attrs = [0, 1, 2] if card.attr == VORPAL else sorted([card.attr, card.other_attr])
        return [NAME + attr for attr in attrs]

    def chosen(self, s: Ravingspire, code: int, seat: int, kind: int, target: int, /) -> None:
        """Raise the cost."""
        card = CARDS[kind]
        n = card.other_n if code - NAME == card.other_attr else card.n
        s.raises[target * 3 + code - NAME] += n


PICKING: Final = Picking("RSP-170")
PICK_OTHER: Final = PickOther("RSP-170")
PICK_ONE: Final = PickOne("RSP-170")
PICK_RANDOM: Final = PickRandom("RSP-170")
GIVE_TO: Final = GiveTo("RSP-170")
ADD_CAPTURED: Final = AddCaptured("RSP-61")
NAME_AGAINST: Final = NameAgainst("RSP-61")
