"""The options of a table: difficulty, meter, the disputed readings, and who holds the seats."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ramble.facts import DIFFICULTY_IDS, FACTS, METER_IDS
from ravelbox.games.ramble.state import House
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.options import Option, Options

EACH: Final = "each"
USUAL_SEATS: Final = 4
# RMB-181. Seats for one and for two players.
FEW: Final = {1: 3, 2: 4}

OPTIONS: Final = (
    Option(
        "players",
        (EACH, 1, 2, 3, 4, 5, 6),
        EACH,
        "How many people hold the seats: one each, or fewer who hold several pawns.",
        "RMB-2, RMB-181",
    ),
    Option(
        "difficulty",
        DIFFICULTY_IDS,
        "dusk",
        "Where the marker starts on the Light Meter: golden_hour is easiest, midnight hardest.",
        "RMB-25",
    ),
    Option(
        "meter",
        METER_IDS,
        "ramble",
        "The track of twelve notches, or the harder classic one of ten.",
        "RMB-184, R-22",
    ),
    Option(
        "stranded",
        ("all_lose", "eliminate"),
        "all_lose",
        "Whether a stranded pawn loses the game for all, or only that seat is out.",
        "RMB-127, RMB-128, R-6",
    ),
    Option(
        "goal",
        ("coop", "honours"),
        "coop",
        "Whether a victory is simply shared, or seats are also ranked by their tokens.",
        "RMB-138, R-5",
    ),
    Option(
        "hand_check",
        ("after_draw", "each_card"),
        "after_draw",
        "Whether the hand limit is checked after both drawn cards, or after each.",
        "RMB-82, R-11",
    ),
    Option(
        "role_assignment",
        ("random", "chosen"),
        "random",
        "Whether parkgoers are dealt, or picked in turn order.",
        "RMB-18, RMB-182",
    ),
    Option(
        "first_player",
        ("random", "chosen"),
        "random",
        "Whether the first seat is drawn, or named by the host (seat 0).",
        "RMB-26",
    ),
    Option(
        "layout",
        ("shuffled", "scenic"),
        "shuffled",
        "Whether the tiles are shuffled, or lie as in the park.",
        "RMB-11, RMB-183",
    ),
    Option(
        "interject",
        ("push", "poll"),
        "push",
        "Whether holders of Special cards call out in another's turn, or are asked after each action.",
        "RMB-99, R-12",
    ),
)


def seats_of(options: Options) -> int:
    """RMB-2, RMB-180. Officially three to six players with a seat each; four unless said.

    RMB-181: one player has three seats, two have four.
    """
    players = options["players"]
    if players == EACH:
        return USUAL_SEATS
    return FEW.get(int(players), int(players))


def house_of(options: Options, seats: int) -> House:
    """The options of a table as the engine wants them; RMB-184: of both meters."""
    each = options["players"] == EACH
    players = seats if each else int(options["players"])
    if players > seats:
        raise BadOption(
            f"option players cannot be {players} with {seats} seats: a player holds at least one",
            option="players",
        )
    difficulty = DIFFICULTY_IDS.index(str(options["difficulty"]))
    meter = METER_IDS.index(str(options["meter"]))
    return House(
        players,
        difficulty,
        meter,
        FACTS.notches[difficulty],
        FACTS.levels[meter],
        each=each,
        eliminate=options["stranded"] == "eliminate",
        honours=options["goal"] == "honours",
        each_card=options["hand_check"] == "each_card",
        draft=options["role_assignment"] == "chosen",
        host_names_first=options["first_player"] == "chosen",
        scenic=options["layout"] == "scenic",
        poll=options["interject"] == "poll",
    )


def options_of(house: House) -> Options:
    """And back."""
    return {
        "players": EACH if house.each else house.players,
        "difficulty": DIFFICULTY_IDS[house.difficulty],
        "meter": METER_IDS[house.meter],
        "stranded": "eliminate" if house.eliminate else "all_lose",
        "goal": "honours" if house.honours else "coop",
        "hand_check": "each_card" if house.each_card else "after_draw",
        "role_assignment": "chosen" if house.draft else "random",
        "first_player": "chosen" if house.host_names_first else "random",
        "layout": "scenic" if house.scenic else "shuffled",
        "interject": "poll" if house.poll else "push",
    }
