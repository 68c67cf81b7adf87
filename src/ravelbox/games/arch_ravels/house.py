"""The options of a table: who plays whom, the disputed readings, the supply, and playing alone."""

from __future__ import annotations

from typing import Final

from ravelbox.games.arch_ravels.state import NONE, House
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.options import Option, Options

USUAL_SEATS: Final = 2
MOST_TURNS: Final = 1000

OPTIONS: Final = (
    Option(
        "characters",
        ("choose", "random"),
        "choose",
        "Whether character boards are chosen, or dealt at random.",
        "ARC-3",
    ),
    Option(
        "sides",
        ("choose", "random"),
        "choose",
        "Whether the side of a board is chosen, or drawn.",
        "ARC-4",
    ),
    Option(
        "first_player",
        ("random", 0, 1, 2, 3),
        "random",
        "Who goes first: drawn, or the seat of that number, counted from 0.",
        "ARC-20",
    ),
    Option(
        "setaside",
        ("top", "whole"),
        "top",
        "Where cards set aside in setup are shuffled in: the upper part of the deck, or all of it.",
        "ARC-16, Q2",
    ),
    Option(
        "reveal_order",
        ("grid", "active"),
        "grid",
        "Whether revealed cards are resolved by space, or as the active player likes.",
        "ARC-61, Q8",
    ),
    Option(
        "cat_self",
        (True, False),
        default=True,
        explain="Whether Tangled Cat may name oneself.",
        ruling="ARC-66, Q11",
    ),
    Option(
        "cat_blocks_circle",
        (True, False),
        default=True,
        explain="Whether a banned player sits out a Craft Circle of the own banned turn.",
        ruling="ARC-67, Q12",
    ),
    Option(
        "craft_circle_requests",
        (False, True),
        default=False,
        explain="Whether requests can be crafted in a Craft Circle.",
        ruling="ARC-73, Q15",
    ),
    Option(
        "project_refill",
        ("end", "immediate"),
        "end",
        "When the Project List is refilled: at the end of the turn, or after each project.",
        "ARC-84, Q19",
    ),
    Option(
        "free_exchange",
        (False, True),
        default=False,
        explain="Whether Exchange takes any colours for any colours.",
        ruling="ARC-50, Q35",
    ),
    Option(
        "limited_supply",
        (False, True),
        default=False,
        explain="Whether yarn and items can run out: 24 of a colour, 8 of a kind.",
        ruling="ARC-112, ARC-113",
    ),
    Option(
        "turn_limit",
        tuple(range(MOST_TURNS + 1)),
        0,
        "After how many turns, of all players together, the game ends; 0 for no limit.",
        "ARC-114",
    ),
    Option(
        "solo",
        (False, True),
        default=False,
        explain="One player alone for points, in 20 turns at most.",
        ruling="ARC-115 to ARC-122",
    ),
)


def seats_of(options: Options) -> int:
    """ARC-1, ARC-115. Two unless said, and one alone."""
    return 1 if options["solo"] else USUAL_SEATS


def house_of(options: Options, seats: int) -> House:
    """The options of a table as the engine wants them."""
    if options["solo"] and seats > 1:
        raise BadOption(f"option solo is for one seat, not for {seats}", option="solo")
    if seats == 1 and not options["solo"]:
        raise BadOption(
            "one seat plays alone: set option solo to true, or take 2 to 4 seats", option="solo"
        )
    first = options["first_player"]
    if first != "random" and int(first) >= seats:
        raise BadOption(
            f"option first_player cannot be {first} with {seats} seat{'' if seats == 1 else 's'}; "
            f"possible are random and 0 to {seats - 1}",
            option="first_player",
        )
    return House(
        NONE if first == "random" else int(first),
        int(options["turn_limit"]),
        draft=options["characters"] == "choose",
        pick_side=options["sides"] == "choose",
        whole=options["setaside"] == "whole",
        any_order=options["reveal_order"] == "active",
        cat_self=bool(options["cat_self"]),
        cat_blocks_circle=bool(options["cat_blocks_circle"]),
        circle_requests=bool(options["craft_circle_requests"]),
        immediate=options["project_refill"] == "immediate",
        free_exchange=bool(options["free_exchange"]),
        limited=bool(options["limited_supply"]),
        solo=bool(options["solo"]),
    )


def options_of(house: House) -> Options:
    """And back."""
    return {
        "characters": "choose" if house.draft else "random",
        "sides": "choose" if house.pick_side else "random",
        "first_player": "random" if house.first == NONE else house.first,
        "setaside": "whole" if house.whole else "top",
        "reveal_order": "active" if house.any_order else "grid",
        "cat_self": house.cat_self,
        "cat_blocks_circle": house.cat_blocks_circle,
        "craft_circle_requests": house.circle_requests,
        "project_refill": "immediate" if house.immediate else "end",
        "free_exchange": house.free_exchange,
        "limited_supply": house.limited,
        "turn_limit": house.turn_limit,
        "solo": house.solo,
    }
