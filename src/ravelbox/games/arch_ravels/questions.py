"""Whether the open question of a table can be asked: of that seat, with that memory, now."""

from __future__ import annotations

from typing import Final

from ravelbox.games.arch_ravels.events import ON_SALE
from ravelbox.games.arch_ravels.facts import (
    CARD_IDS,
    COLOUR_IDS,
)
from ravelbox.games.arch_ravels.restock import revealed_spaces
from ravelbox.games.arch_ravels.setup import RULES
from ravelbox.games.arch_ravels.shop import WILD
from ravelbox.games.arch_ravels.state import (
    CAT,
    CIRCLE,
    CLERK,
    COLOURS,
    DONATION,
    EVENTS,
    IN_FORCE,
    ITEMS,
    NONE,
    REQUESTS,
    SALE,
    SPACES,
    ArchRavels,
    deck_size,
)
from ravelbox.games.arch_ravels.turn import (
    ANY_COLOURS,
    SHOPS,
    place,
)
from ravelbox.games.arch_ravels.yarn import (
    ANY,
    DIFFERENT,
    EXACT,
    GIFT,
    GIVE,
    PLENTY_BITS,
    REQUEST_KIND,
    SAME,
    TWO,
    amount,
    bowl_of,
    double_colours,
    is_payable,
    kind_of,
    least,
    need_of,
    supply,
    total,
    yarn_in,
)
from ravelbox.kernel.reading import need, within
from ravelbox.kernel.rules import Choice, Frame

BRACELETS: Final = ITEMS + REQUEST_KIND.index(GIVE)
EXCHANGES: Final = ("exchange-how-many", "return-yarn", "take-instead")
EVENT_OF: Final = {
    "name-player": CAT,
    "yarn-sale": SALE,
    "give-away": DONATION,
    "friendly-clerk": CLERK,
}
PAID_BY: Final = {"pay-different": DIFFERENT, "pay-same": SAME, "pay-two": TWO, "pay-any": ANY}


def check_question(s: ArchRavels, names: list[str], frames: list[Frame], phase: str) -> None:
    """Who is asked may be asked this, now."""
    name, (rule, seat, x, y) = names[0], frames[0]
    seats = len(s.characters)
    for kind, most in (
        ("meet-clerk", seats - 1),
        ("craft-circle", seats - 1),
        ("bracelet", seats - 2),
        ("final-craft", seats - 2),
    ):
        n = names.count(kind)
        need(n <= max(most, 0), "agenda", f"{kind} is there {n} times with {seats} seats")
    need(phase != "final" or seats > 1, "agenda", "alone there is no final craft (ARC-121)")
    if name.startswith("draw-") and len(names) > 1 and names[1] in ("restock", "fill-bazaar"):
        _check_draw(s, name)
    if phase == "step 2":
        _check_revealed(s, names, frames)
    if name.startswith("pay-") or name == "give-yarn":
        _check_payment(s, names, frames[0], phase)
    elif name in ("wild-colours", "yarn-sale", *EXCHANGES):
        _check_gain(s, name, frames[0])
    elif name == "refund":
        general = x < ITEMS and kind_of(s, seat, x) != EXACT
        need(general, "agenda", "a refund is asked for under a general pattern only (ARC-90)")
        _check_double(supply(s), kind_of(s, seat, x), y)
    if name in ("craft-again", "circle-craft"):
        blocked = s.bans[seat] & IN_FORCE and (phase == "step 1" or s.house.cat_blocks_circle)
        need(not blocked, f"seats {seat} ban", f"is in force, so there is no {name}")
    if isinstance(RULES[rule], Choice):
        ways = len(RULES[rule].options(s, seat, x, y))
        need(ways > 1, "agenda", f"{name} would leave seat {seat} {ways or 'no'} answer")


def _check_draw(s: ArchRavels, name: str) -> None:
    """ARC-58. There is such a card to draw, and what was revealed lies before the space."""
    special = len(s.known) + s.extras
    need(deck_size(s), "deck", "has a card to draw")
    need(name != "draw-request" or s.extras, "deck extras", "has a request to draw")
    plain = special and s.upper
    need(
        name != "draw-plain" or plain,
        "deck upper",
        "has both requests and other cards at draw-plain",
    )
    space = s.bazaar.index(NONE)
    late = [card for card in s.bazaar[space:] if card >= EVENTS]
    need(not late, "bazaar", f"is filled from space 1 on, and space {space + 1} is empty")


def _check_revealed(s: ArchRavels, names: list[str], frames: list[Frame]) -> None:
    """ARC-61. What is resolved lies there, in its turn (ruling Q8)."""
    name, revealed = names[0], revealed_spaces(s)
    if name == "choose-revealed":
        need(s.house.any_order, "agenda", "with reveal_order=grid nobody picks what is resolved")
    if name != "assign-request" and "put-away" not in names:
        return
    at = frames[names.index("put-away") if "put-away" in names else 0][2]
    card = s.bazaar[at] if at < SPACES else NONE
    event = EVENT_OF.get(name, CIRCLE)
    fits = card >= REQUESTS if name == "assign-request" else card == event
    thing = "a request" if name == "assign-request" else CARD_IDS[event]
    need(fits, "agenda", f"space {at + 1} does not hold {thing}")
    if not s.house.any_order:
        first = at == revealed[0]
        need(first, "agenda", f"space {revealed[0] + 1} is resolved first (ARC-61)")
        gaps = [space for space in range(SPACES) if s.bazaar[space] == NONE]
        filled = all(space < at for space in gaps)
        need(filled, "bazaar", f"no space after {at + 1} is empty, as all were filled (ARC-58)")


def _check_payment(s: ArchRavels, names: list[str], frame: Frame, phase: str) -> None:
    """ARC-39, ARC-48. Somebody pays for a pattern of their own, in the way of that pattern."""
    _, seat, x, y = frame
    name, circle = names[0], phase == "step 2"
    pattern = BRACELETS if name == "give-yarn" else x
    request = pattern >= ITEMS
    held = not request or s.held[seat] >> pattern - ITEMS & 1
    need(held, "agenda", f"seat {seat} does not hold that request")
    allowed = not (circle and request) or s.house.circle_requests
    need(allowed, "agenda", "there are no requests in a Craft Circle at this table (ARC-73)")
    blocks = phase == "step 1" or (circle and s.house.cat_blocks_circle)
    need(not (blocks and s.bans[seat] & IN_FORCE), f"seats {seat} ban", "is in force: no crafting")
    freely = phase == "step 1" and ANY_COLOURS[place(s, seat)]
    kind = kind_of(s, seat, pattern)
    if name == "give-yarn":
        due = GIFT * (names.count("bracelet") + 1)
        fits = kind == GIVE and yarn_in(s, seat) >= due
        need(fits, f"seats {seat} bowl", f"must hold {due} yarn to give away (ARC-78)")
        _check_counts(bowl_of(s, seat), y, GIFT)
        return
    way = freely and kind != GIVE if name == "pay-freely" else not freely and kind == PAID_BY[name]
    need(way, "agenda", f"{name} is not how that pattern is paid here")
    paid = is_payable(s, seat, pattern, freely=freely)
    need(paid, f"seats {seat} bowl", f"does not pay for what is crafted at {name}")
    if name in ("pay-any", "pay-freely"):
        _check_counts(bowl_of(s, seat), y, need_of(s, pattern))
    else:
        _check_double(bowl_of(s, seat), kind, y)


def _check_double(stock: list[int], kind: int, y: int) -> None:
    """ARC-45. A double colour can be chosen before the single one."""
    fits = y == 0 or (kind == TWO and y - 1 in double_colours(stock))
    need(fits, "agenda", f"{COLOUR_IDS[y - 1]} cannot be the double colour")


def _check_gain(s: ArchRavels, name: str, frame: Frame) -> None:
    """Yarn that comes from the supply: by a Shop, an Exchange or a Yarn Sale."""
    _, seat, x, y = frame
    bowl, stock = bowl_of(s, seat), supply(s)
    if name == "wild-colours":
        n = (y >> 3 & PLENTY_BITS) + sum(amount(y >> 16, c) for c in range(COLOURS))
        possible = _wild(s)
        need(n in possible, "agenda", f"{n} wild yarn cannot come from that Shop")
        _check_counts(stock, y, n)
    elif name == "yarn-sale":
        _check_counts(stock, y, min(ON_SALE, total(stock)))
    elif name == "exchange-how-many":
        need(x != y, "agenda", "an Exchange is for another colour (ARC-50)")
    else:
        given = y if name == "return-yarn" else x
        last = x if name == "return-yarn" else COLOURS
        for c in range(COLOURS):
            n = amount(given, c)
            fits = n <= bowl[c] and (c < last or n == 0)
            need(fits, "agenda", f"{n} {COLOUR_IDS[c]} cannot be returned at {name}")
        held = name == "take-instead" or bowl[x]
        need(held, "agenda", f"seat {seat} has no {COLOUR_IDS[x % COLOURS]} to return")
        if name == "take-instead":
            got = [stock[c] + amount(given, c) for c in range(COLOURS)]
            _check_counts(got, y, sum(amount(given, c) for c in range(COLOURS)))


def _wild(s: ArchRavels) -> set[int]:
    """How many wild yarn the Shop just made may have brought: cards on the discard pile, and gaps."""
    k, gaps = SHOPS[place(s, s.active)], s.bazaar.count(NONE)
    found = set()
    for n in range(min(k, gaps, len(s.discard)) + 1):
        taken = s.discard[len(s.discard) - n :]
        if all(card < EVENTS for card in taken):
            wild = sum(WILD[card] for card in taken)
            if not s.house.solo:
                found.add(wild + k - n)  # ARC-33
            elif n == k or gaps == SPACES:
                found.add(wild)  # ARC-117
    return {min(n, total(supply(s))) for n in found}


def _check_counts(stock: list[int], y: int, n: int) -> None:
    """Yarn chosen colour by colour: what is chosen could be, and a choice is left."""
    colour, left, yarn = y & 7, y >> 3 & PLENTY_BITS, y >> 16
    chosen = [amount(yarn, c) for c in range(COLOURS)]
    fits = left + sum(chosen) == n
    need(fits, "agenda", f"{sum(chosen)} chosen and {left} to choose are not {n} yarn")
    for c in range(COLOURS):
        span = range(least(stock, c, n), min(n, stock[c]) + 1) if c < colour else range(1)
        within(chosen[c], span, "agenda", f"the number of {COLOUR_IDS[c]} chosen")
        n -= chosen[c]
