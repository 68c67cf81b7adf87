"""The pieces of Arch Ravels: whether they are all there, each in one place."""

from __future__ import annotations

from collections import Counter

from ravelbox.games.arch_ravels.craft import REQUEST_CARDS
from ravelbox.games.arch_ravels.ending import FAVOURITE
from ravelbox.games.arch_ravels.facts import (
    BOARD_IDS,
    CARD_IDS,
    CHARACTER_IDS,
    COLOUR_IDS,
    FACTS,
    ITEM_IDS,
    PROJECT_IDS,
    TILE_IDS,
)
from ravelbox.games.arch_ravels.setup import BASE_DECK, HALF
from ravelbox.games.arch_ravels.state import (
    EVENTS,
    NONE,
    PROJECTS,
    REQUESTS,
    SPACES,
    ArchRavels,
)
from ravelbox.kernel.reading import need, within


def favourites(s: ArchRavels) -> list[int]:
    """ARC-12. The favourite requests of the characters in play, as cards."""
    return [REQUESTS + FAVOURITE[c] for c in s.characters if c != NONE]


def requests_seen(s: ArchRavels) -> list[tuple[int, str]]:
    """Every request that lies somewhere, as a card, and where."""
    zones = {"bazaar": s.bazaar, "deck known": s.known, "aside": s.aside}
    seen = [(card, key) for key, cards in zones.items() for card in cards if card >= REQUESTS]
    for word, sets in (("requests", s.held), ("finished", s.done)):
        for seat, own in enumerate(sets):
            cards = [REQUESTS + r for r in range(REQUEST_CARDS) if own >> r & 1]
            seen += [(card, f"seats {seat} {word}") for card in cards]
    return seen


def is_built(s: ArchRavels) -> bool:
    """Whether the yarn deck is out of the box."""
    return bool(s.pool or s.discard or s.bazaar.count(NONE) < SPACES)


def check_pieces(s: ArchRavels, phase: str) -> None:
    """All cards, boards, tiles, tokens and projects."""
    _check_cast(s)
    _check_requests(s)
    if is_built(s):
        _check_deck(s)
    _check_projects(s, phase)
    _check_supply(s)


def _check_cast(s: ArchRavels) -> None:
    """ARC-2. Every board once; ARC-7: every tile once; ARC-20: the first player."""
    boards = [c // 2 for c in s.characters if c != NONE]
    for board, n in Counter(boards).items():
        need(n == 1, "seats", f"{BOARD_IDS[board]} is the board of {n} characters (ARC-2)")
    for tile, n in Counter(s.tiles).items():
        need(n == 1 or tile == NONE, "seats", f"{TILE_IDS[tile]} is there {n} times")
    first = s.house.first
    need(first in (NONE, s.first), "first", f"is {s.first}, but the options say {first}")


def _check_requests(s: ArchRavels) -> None:
    """ARC-12, ARC-13. Two requests a player, the favourites among them, each in one place."""
    seen = requests_seen(s)
    where = dict(reversed(seen))
    for card, key in seen:
        need(where[card] == key, key, f"{CARD_IDS[card]} is in {where[card]} too")
    for card, n in Counter(card for card, _ in seen).items():
        need(n == 1, where[card], f"{CARD_IDS[card]} is there twice")
    if not is_built(s):
        return
    for card in favourites(s):
        name = CHARACTER_IDS[FAVOURITE.index(card - REQUESTS)]
        need(card in where, "deck known", f"{CARD_IDS[card]} is nowhere, but {name} plays (ARC-12)")
    left = 2 * len(s.characters) - len(seen)
    need(left >= 0, "deck known", f"{len(seen)} requests are seen, {-left} too many (ARC-13)")
    within(s.extras, range(left, left + 1), "deck extras", "the number of requests nobody has seen")


def _check_deck(s: ArchRavels) -> None:
    """ARC-11. All yarn cards and events are there; ARC-14: they lie in two parts."""
    zones = (s.pool, s.discard, s.bazaar, s.known, s.aside)
    there, box = Counter(card for zone in zones for card in zone), Counter(BASE_DECK)
    for card, copies in box.items():
        n, name = there[card], CARD_IDS[card]
        need(n == copies, "deck unseen", f"there are {copies} {name} cards in the box, not {n}")
    for key, cards in (("deck known", s.known), ("aside", s.aside)):
        for card in cards:
            need(card >= EVENTS, key, f"{CARD_IDS[card]} is a yarn card, which is not set aside")
    parts, unseen = s.upper + s.lower, len(s.pool)
    need(parts == unseen, "deck upper", f"with lower is {parts}, but {unseen} cards are unseen")
    special = bool(s.known or s.extras)
    fits = s.lower == HALF or (s.lower == 0 and (s.house.whole or not special))
    fits = fits or (s.lower < HALF and s.upper == 0 and not special)
    need(fits, "deck lower", f"is {s.lower}, but the upper part is drawn first, then {HALF} cards")


def _check_projects(s: ArchRavels, phase: str) -> None:
    """ARC-18, ARC-19. Every project once, and as many as the number of players says."""
    seen = [(p, "projects list") for p in s.listed if p != NONE]
    for seat, won in enumerate(s.won):
        seen += [(p, f"seats {seat} projects") for p in range(PROJECTS) if won >> p & 1]
    for project, n in Counter(p for p, _ in seen).items():
        keys = [key for p, key in seen if p == project]
        need(n == 1, keys[-1], f"{PROJECT_IDS[project]} is in {keys[0]} already")
    if phase != "setup":
        left = FACTS.kept[len(s.characters) - 1] - len(seen)
        need(left >= 0, "projects list", f"{len(seen)} projects are seen, {-left} too many")
        within(s.stack, range(left, left + 1), "projects deck", "the number of cards")


def _check_supply(s: ArchRavels) -> None:
    """ARC-113. No more yarn and items than are in the box."""
    zones = (
        ("bowl", s.bowls, COLOUR_IDS, FACTS.skeins),
        ("items", s.items, ITEM_IDS, FACTS.tokens),
    )
    for key, counts, ids, most in zones if s.house.limited else ():
        for i, name in enumerate(ids):
            each = counts[i :: len(ids)]
            where = f"seats {each.index(max(each))} {key} {name}"
            need(sum(each) <= most, where, f"there are {most} in the box, not {sum(each)}")
