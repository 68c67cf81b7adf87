"""The options of a table: packs, Heroes, disputed readings, and how a game may end."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.packs import choices
from ravelbox.games.ravingspire.state import NONE, House
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.options import Option, Options

MOST_TURNS: Final = 2000
PACKS: Final = choices(FACTS)
STACKING: Final = ("additive", "multiplicative", "once")
VICTORY: Final = ("winner_decides", "cooperative", "competitive")


def _switch(name: str, explain: str, ruling: str) -> Option:
    return Option(name, (True, False), default=True, explain=explain, ruling=ruling)


OPTIONS: Final = (
    Option("packs", PACKS, "base", "Which cards are played with.", "RSP-154, RSP-156"),
    Option(
        "heroes",
        ("choose", "random"),
        "choose",
        "Whether Heroes are chosen, or drawn at random.",
        "RSP-15",
    ),
    Option(
        "first_player",
        ("random", 0, 1, 2, 3, 4, 5),
        "random",
        "Who goes first: drawn, or the seat of that number, counted from 0.",
        "RSP-24",
    ),
    Option(
        "victory_mode",
        VICTORY,
        "winner_decides",
        "Whether who escapes may free the others, must, or cannot.",
        "RSP-143",
    ),
    _switch("flanking", "Whether others on a level may play Attack cards in battles.", "RSP-145"),
    _switch("trading", "Whether Heroes close to each other may trade.", "RSP-151"),
    _switch("hinder", "Whether Attack cards may be played against the active player.", "RSP-147"),
    Option(
        "reshuffle_depth",
        ("third", "half"),
        "third",
        "How deep cards are shuffled back into the Encounter Deck.",
        "RSP-54, RSP-R12",
    ),
    Option(
        "move_mode",
        ("exact", "up_to"),
        "exact",
        "Whether a Hero moves exactly as rolled, or up to that.",
        "RSP-30, RSP-R4",
    ),
    Option(
        "setup_gap",
        ("at_least_4", "exactly_4"),
        "at_least_4",
        "How far stairs are from the next portal at the start.",
        "RSP-20, RSP-R2",
    ),
    Option(
        "pending_card",
        ("immediate", "end_of_encounter"),
        "immediate",
        "When a waiting card enters a gap of the ring.",
        "RSP-51, RSP-R11",
    ),
    Option(
        "late_contact",
        ("deferred", "immediate"),
        "deferred",
        "When a Showdown comes after Exert or a bonus move onto a Foe.",
        "RSP-83, RSP-R6",
    ),
    Option(
        "well_phase",
        ("explore", "explore_and_encounter"),
        "explore",
        "When the Well of Souls can be used.",
        "RSP-84, RSP-R15",
    ),
    Option(
        "double_stacking",
        STACKING,
        "additive",
        "What several doublings of one card give.",
        "RSP-65, RSP-R30",
    ),
    _switch("spire_counts_as_foe", "Whether the Spire card counts as a Foe.", "RSP-136"),
    Option(
        "battle_deck_reshuffle",
        ("on_demand", "immediate"),
        "on_demand",
        "When a discard pile becomes the new Battle Deck.",
        "RSP-126, RSP-R44",
    ),
    Option(
        "overwhelmed_card",
        ("banish", "bottom"),
        "banish",
        "Where the card goes that an overwhelmed Hero loses from the ring.",
        "RSP-52, RSP-R10",
    ),
    Option(
        "foe_tie",
        ("player", "clockwise"),
        "player",
        "Which way a Foe takes when both are equal.",
        "RSP-98",
    ),
    _switch(
        "encounter_recycle",
        "Whether banished Encounter cards become a new Encounter Deck.",
        "RSP-56, RSP-R43",
    ),
    Option(
        "turn_cap",
        tuple(range(MOST_TURNS + 1)),
        0,
        "After how many turns, of all players together, everybody loses; 0 for never.",
        "RSP-142",
    ),
)


def house_of(options: Options, seats: int) -> House:
    """The options of a table as the engine wants them."""
    first = options["first_player"]
    if first != "random" and int(first) >= seats:
        raise BadOption(
            f"option first_player cannot be {first} with {seats} seat{'' if seats == 1 else 's'}; "
            f"possible are random and 0 to {seats - 1}",
            option="first_player",
        )
    return House(
        PACKS.index(str(options["packs"])),
        NONE if first == "random" else int(first),
        int(options["turn_cap"]),
        STACKING.index(str(options["double_stacking"])),
        VICTORY.index(str(options["victory_mode"])),
        choose=options["heroes"] == "choose",
        flanking=bool(options["flanking"]),
        trading=bool(options["trading"]),
        hinder=bool(options["hinder"]),
        half=options["reshuffle_depth"] == "half",
        up_to=options["move_mode"] == "up_to",
        exactly_4=options["setup_gap"] == "exactly_4",
        pending_late=options["pending_card"] == "end_of_encounter",
        contact_now=options["late_contact"] == "immediate",
        well_early=options["well_phase"] == "explore_and_encounter",
        spire_is_foe=bool(options["spire_counts_as_foe"]),
        reshuffle_now=options["battle_deck_reshuffle"] == "immediate",
        to_bottom=options["overwhelmed_card"] == "bottom",
        clockwise=options["foe_tie"] == "clockwise",
        recycle=bool(options["encounter_recycle"]),
    )


def options_of(house: House) -> Options:
    """And back."""
    return {
        "packs": PACKS[house.packs],
        "heroes": "choose" if house.choose else "random",
        "first_player": "random" if house.first == NONE else house.first,
        "victory_mode": VICTORY[house.victory],
        "flanking": house.flanking,
        "trading": house.trading,
        "hinder": house.hinder,
        "reshuffle_depth": "half" if house.half else "third",
        "move_mode": "up_to" if house.up_to else "exact",
        "setup_gap": "exactly_4" if house.exactly_4 else "at_least_4",
        "pending_card": "end_of_encounter" if house.pending_late else "immediate",
        "late_contact": "immediate" if house.contact_now else "deferred",
        "well_phase": "explore_and_encounter" if house.well_early else "explore",
        "double_stacking": STACKING[house.stacking],
        "spire_counts_as_foe": house.spire_is_foe,
        "battle_deck_reshuffle": "immediate" if house.reshuffle_now else "on_demand",
        "overwhelmed_card": "bottom" if house.to_bottom else "banish",
        "foe_tie": "clockwise" if house.clockwise else "player",
        "encounter_recycle": house.recycle,
        "turn_cap": house.turn_cap,
    }
