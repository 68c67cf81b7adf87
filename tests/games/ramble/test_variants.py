"""Ramble §4.1 and §4.15: options, seats and variants."""

from pathlib import Path
from typing import Any

import pytest

import ravelbox
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import BadOption, ContentError, NotYourMove, RavelboxError
from ravelbox.kernel.match import Match
from ravelbox.kernel.options import Value
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER, random_step
from tests.games.ramble.guidebook import (
    CARDS,
    CLASSIC_TRACK,
    COPIES,
    GAME,
    LANDMARKS,
    PLACES,
    RAMBLE_TRACK,
    SCENIC,
    STARTS,
    TILES,
    deal,
    legal,
    scripted,
    states,
)
from tests.games.ramble.park import park

OPTIONS: dict[str, list[Value]] = {  # the default first
    "players": ["each", 1, 2, 3, 4, 5, 6],
    "difficulty": ["dusk", "golden_hour", "nightfall", "midnight"],
    "meter": ["ramble", "classic"],
    "stranded": ["all_lose", "eliminate"],
    "goal": ["coop", "honours"],
    "hand_check": ["after_draw", "each_card"],
    "role_assignment": ["random", "chosen"],
    "first_player": ["random", "chosen"],
    "layout": ["shuffled", "scenic"],
    "interject": ["push", "poll"],
}


def track(table: dict[str, Any]) -> list[int | None]:
    """The levels by notch, from notch 1."""
    assert [step["notch"] for step in table["track"]] == list(range(1, len(table["track"]) + 1))
    return [step["level"] for step in table["track"]]


def test_rmb_1_the_options_and_their_defaults() -> None:
    """Every option of the list with its values; nothing else, and nothing unknown is taken."""
    found = {option.name: set(option.values) for option in GAME.options}
    assert found == {name: set(values) for name, values in OPTIONS.items()}
    assert GAME.options_of({}) == {name: values[0] for name, values in OPTIONS.items()}
    for given in ({"difficulty": "noon"}, {"advice": "binding"}):
        with pytest.raises(BadOption):
            GAME.options_of(given)


def test_rmb_1_options_are_public() -> None:
    """Every seat and every spectator reads the ones that are not at their defaults."""
    match = deal(1, 3, stranded="eliminate", interject="poll")
    for seat in (None, 0, 1, 2):
        shown = match.view(seat).table["options"]
        assert {row["name"]: row["value"] for row in shown} == {
            "stranded": "eliminate",
            "interject": "poll",
        }
        assert all(row["explain"] for row in shown)


def test_rmb_1_options_stay_fixed() -> None:
    """From the first question of setup to the end of the game nothing changes them."""
    chosen = GAME.options_of({"meter": "classic", "layout": "scenic", "goal": "honours"})
    state, rng = GAME.new(chosen, 3), Rng(1)
    while state.actor != OVER:
        assert GAME.options_in(state) == chosen
        random_step(state, rng)
    assert GAME.options_in(state) == chosen


def test_rmb_2_two_to_six_seats() -> None:
    """Every number from 2 to 6 sets up; 1 and 7 are refused."""
    for seats in (2, 3, 4, 5, 6):
        assert len(deal(1, seats).view(None).table["seats"]) == seats
    for seats in (1, 7):
        with pytest.raises(BadOption):
            deal(1, seats)


def test_rmb_2_one_player_a_seat_unless_told() -> None:
    """By default as many players as seats."""
    for seats in (3, 4, 5, 6):
        table = deal(1, seats).view(None).table
        assert table["players"] == seats
        assert [row["player"] for row in table["seats"]] == list(range(seats))


def test_rmb_3_all_seats_know_the_same_so_they_can_advise() -> None:
    """At every question of a game all views show the same table."""
    match, rng = deal(3, 4, role_assignment="chosen"), Rng(3)
    while not match.over:
        tables = [match.view(seat).table for seat in (None, 0, 1, 2, 3)]
        assert all(table == tables[0] for table in tables)
        asked = [seat for seat in range(4) if match.view(seat).prompt is not None]
        assert match.state.actor in asked
        codes = match.state.legal()[1:]
        code = codes[rng.below(len(codes))]
        match.play(GAME.owner(match.state, code), [code])


def test_rmb_3_advice_never_binds() -> None:
    """No action advises or promises, and nobody can move for the seat that must decide."""
    words = {family.__name__.lower() for family in GAME.space.families}
    turn = {"resign", "pass", "end", "draft", "first", "agree"}
    actions = {"move", "fix", "give", "collect", "guide", "scout", "steal", "drop"}
    cards = {"handbook", "gps", "relocate", "bring", "discard", "evacuate"}
    assert words == turn | actions | cards | {"callhandbook", "callgps"}
    match = deal(1, 3)
    other = (match.state.actor + 1) % 3
    with pytest.raises(NotYourMove):
        match.play_text(other, "end")


def test_rmb_180_official_mode() -> None:
    """Three to six players with a seat each, which is also what the box offers by itself."""
    assert GAME.options_of({})["players"] == "each"
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    for players in (3, 4, 5, 6):
        assert seats_of(players) == players
        table = deal(1, players, players=players).view(None).table
        assert [row["player"] for row in table["seats"]] == list(range(players))


def seats_of(players: Value) -> int:
    """How many seats the game proposes."""
    count = GAME.seats_of(GAME.options_of({"players": players}))
    assert isinstance(count, int)
    return count


@pytest.mark.parametrize(
    ("players", "seats", "owners"),
    [
        (1, 3, [0, 0, 0]),
        (2, 4, [0, 1, 0, 1]),
        (2, 5, [0, 1, 0, 1, 0]),
        (3, 6, [0, 1, 2, 0, 1, 2]),
        (4, 6, [0, 1, 2, 3, 0, 1]),
        (2, 2, [0, 1]),
    ],
)
def test_rmb_181_seat_i_belongs_to_player_i_mod_players(
    players: int, seats: int, owners: list[int]
) -> None:
    """Who plays which seat."""
    table = deal(1, seats, players=players).view(None).table
    assert [row["player"] for row in table["seats"]] == owners
    assert table["players"] == players


def test_rmb_181_default_seats_for_fewer_players() -> None:
    """Two players have four seats, one has three; more seats than players is fine, fewer not."""
    assert (seats_of(2), seats_of(1)) == (4, 3)
    with pytest.raises(RavelboxError):
        Match.new(GAME, {"players": 5}, dealer=Seeded(1), seats=3)


def test_rmb_181_two_seats_are_marked_unofficial() -> None:
    """The table says so with two seats, and does not with three."""
    shown = {}
    for seats in (2, 3):
        view = deal(1, seats).view(None)
        shown[seats] = "unofficial" in f"{view.table} {GAME.describe(view)}".lower()
    assert shown == {2: True, 3: False}


def test_rmb_181_every_seat_keeps_its_own_hand_and_turn() -> None:
    """Ten cards in two hands of one player need no shed; cards pass only by the rules."""
    p = park(
        seats=3,
        players=1,
        roles="lamplighter jogger dogwalker",
        at="P0 P1 P9",
        hands=["BRG BRG BRG WAT WAT", "STN STN STN SHL SHL", ""],
    )
    assert legal(p, "give") == set()
    p.play("end", draw="LKT LKT")
    assert (p.rule, p.actor) == ("RMB-81", 0)
    p.play("discard LKT", "discard LKT", lights="L16")
    assert (p.active, p.actor, p.actions) == (1, 1, 3)
    assert p.hand(1) == "STN STN STN SHL SHL"


def test_rmb_182_roles_are_picked_in_turn_order_from_the_first_seat() -> None:
    """Each picks one of what is left, seeing board and dark tiles; then pawns are placed."""
    match = deal(2, 3, role_assignment="chosen", first_player="chosen")
    match.play_text(0, "first 1")
    left = set(STARTS)
    for seat, role in ((1, "pickpocket"), (2, "jogger"), (0, "birdwatcher")):
        assert match.state.actor == seat
        prompt = match.view(seat).prompt
        assert prompt is not None
        assert prompt.rule == "RMB-182"
        assert set(GAME.legal_texts(match.state)) == {f"draft {name}" for name in left}
        table = match.view(seat).table
        assert len(states(table, "dark")) == 6
        match.play_text(seat, f"draft {role}")
        left.remove(role)
    table = match.view(None).table
    assert [row["role"] for row in table["seats"]] == ["birdwatcher", "pickpocket", "jogger"]
    assert [row["tile"] for row in table["seats"]] == ["T18", "T19", "T14"]
    assert (match.state.actor, table["active"], table["phase"]) == (1, 1, "actions")


def test_rmb_182_no_pawn_is_placed_before_the_last_pick() -> None:
    """Two of three have picked, and the board is still empty of pawns."""
    match = deal(2, 3, role_assignment="chosen")
    for role in ("pickpocket", "jogger"):
        match.play_text(match.state.actor, f"draft {role}")
        table = match.view(None).table
        assert all(tile["pawns"] == [] for tile in table["tiles"])
        assert all(row["tile"] is None for row in table["seats"])


def test_rmb_182_with_a_random_first_seat_that_one_picks_first() -> None:
    """The seat that drafts first has the first turn too, whoever luck names."""
    firsts = set()
    for seed in range(8):
        match = deal(seed, 4, role_assignment="chosen")
        order = []
        for role in ("jogger", "lamplighter", "dogwalker", "tourguide"):
            order.append(match.state.actor)
            match.play_text(match.state.actor, f"draft {role}")
        assert order == [(order[0] + n) % 4 for n in range(4)]
        assert match.state.actor == order[0]
        firsts.add(order[0])
    assert len(firsts) > 1


def test_rmb_182_with_six_seats_the_last_role_is_what_remains() -> None:
    """All six roles are given out, the sixth pick with or without a question."""
    match = deal(2, 6, role_assignment="chosen")
    for role in list(STARTS)[:5]:
        match.play_text(match.state.actor, f"draft {role}")
    if match.view(None).table["phase"] == "setup":
        match.play_text(match.state.actor, "draft pickpocket")
    assert {row["role"] for row in match.view(None).table["seats"]} == set(STARTS)


def test_rmb_183_the_scenic_layout() -> None:
    """Every tile on its printed position, for every seed, without a question of luck."""
    for seed in range(3):
        table = deal(seed, layout="scenic").view(None).table
        assert {tile["pos"]: tile["id"] for tile in table["tiles"]} == {
            pos: tile for pos, _, _, tile in SCENIC
        }
    sizes, _ = scripted({}, 3, layout="scenic")
    assert sorted(size for size in sizes if size > 1) == sorted(
        [19, 18, 17, 16, 15, 14, 6, 5, 4, 3, 36, 35, 34, 33, 32, 31]
    )


def test_rmb_183_the_map_is_told_in_reading_order() -> None:
    """Row by row from the north, in each row from the west."""
    table = deal(1, layout="scenic").view(None).table
    rows = [
        "P11",
        "P10",
        "P9",
        "P12",
        "P3",
        "P2",
        "P8",
        "P13",
        "P4",
        "P0",
        "P1",
        "P7",
        "P14",
        "P5",
        "P6",
        "P18",
        "P15",
        "P16",
        "P17",
    ]
    assert [f"P{tile['pos']}" for tile in table["tiles"]] == rows


def test_rmb_184_the_classic_meter() -> None:
    """Ten notches with the relative's levels, the last one lost; the same starting notches."""
    assert track(deal(meter="classic").view(None).table) == CLASSIC_TRACK
    assert track(deal(meter="ramble").view(None).table) == RAMBLE_TRACK
    for notch, difficulty in enumerate(("golden_hour", "dusk", "nightfall", "midnight"), 1):
        assert deal(meter="classic", difficulty=difficulty).view(None).table["notch"] == notch
    p = park(seats=2, at="P0 P5", meter="classic", notch=9)
    p.play("end", draw="BRG BRG", lights="L11 L14 L15 L16 L17")
    assert (p.discard, p.level) == ("L11 L14 L15 L16 L17", 5)
    p.play("end", draw="ITD")
    assert (p.result, p.notch) == ("lost", 10)


def test_rmb_185_the_ruleset_is_sound() -> None:
    """Tiles, positions and Lights Out cards are as many; one Exit; a start tile for every role."""
    table = deal(1).view(None).table
    marks = [(tile["kind"], tile["mark"]) for tile in table["tiles"]]
    assert sorted(tile["id"] for tile in table["tiles"]) == TILES
    assert sorted(int(tile["pos"]) for tile in table["tiles"]) == list(range(19))
    assert len(CARDS) == 19
    assert marks.count(("exit", "EXIT")) == 1
    starts = {tile["mark"]: tile["id"] for tile in table["tiles"] if tile["kind"] == "start"}
    assert starts == STARTS
    assert {row["role"]: row["start"] for row in table["roles"]} == STARTS
    for landmark in LANDMARKS:
        on_map = sorted(tile["id"] for tile in table["tiles"] if tile["mark"] == landmark)
        assert on_map == list(PLACES[landmark])
        assert COPIES[landmark] == 5
    assert len(GAME.check_content(None).splitlines()) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("exit = true\n", ""),
        ('start = "jogger"\n', "exit = true\n"),
        ('start = "jogger"\n', 'start = "lamplighter"\n'),
        ('landmark = "BRG"\n', 'landmark = "WAT"\n'),
        ("scenic = 15\n", "scenic = 11\n"),
        ("scenic = 15\n", "scenic = 19\n"),
        ('[[tile]]\nid = "T01"\nname = "Bow Bridge"\nlandmark = "BRG"\nscenic = 15\n', ""),
    ],
)
def test_rmb_185_an_unsound_ruleset_is_refused(old: str, new: str, tmp_path: Path) -> None:
    """No Exit, two Exits, a role without a start tile, an uneven landmark, a position twice."""
    own = Path(ravelbox.__file__).parent / "games" / "ramble" / "content" / "park.toml"
    text = own.read_text(encoding="utf-8")
    copy = tmp_path / "park.toml"
    copy.write_text(text, encoding="utf-8")
    assert GAME.check_content(copy) == GAME.check_content(None)
    assert old in text
    copy.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError):
        GAME.check_content(copy)


def test_rmb_185_the_names_of_the_park() -> None:
    """Tiles and tokens are called as printed in the tables of tiles and landmarks."""
    table = deal(1).view(None).table
    names = {tile["id"]: tile["name"] for tile in table["tiles"]}
    assert [names[tile] for tile in TILES if tile != "T13"] == [
        "Bow Bridge",
        "Oak Bridge",
        "Azalea Pond",
        "The Gill",
        "Ramble Stone Arch",
        "Ramble Cave",
        "Summerhouse",
        "Umbrella Shelter",
        "Tupelo Meadow",
        "Evodia Field",
        "Belvedere Castle",
        "The Point",
        "Still Hunt",
        "Humming Tombstone",
        "Maintenance Meadow",
        "Loeb Boathouse",
        "Warbler Rock",
        "The Oven",
    ]
    assert names["T13"].startswith("Park Exit")
    marks = [(mark["name"], mark["motif"]) for mark in table["landmarks"]]
    assert marks == [
        ("Bridges", "iron rosette"),
        ("Waters", "azalea blossom"),
        ("Stonework", "keystone"),
        ("Rustic Shelters", "cedar post"),
        ("Meadows", "tupelo leaf"),
        ("Lookouts", "spyglass"),
    ]
