"""Ramble §4.2: the setup."""

from collections import Counter
from itertools import product
from math import factorial, prod
from typing import Any

import pytest

from tests.games.ramble.guidebook import (
    CARDS,
    COPIES,
    GAME,
    KINDS,
    LANDMARKS,
    PLACES,
    SCENIC,
    STARTS,
    TILES,
    deal,
    deciding,
    each,
    held,
    legal,
    lights_of,
    scripted,
    states,
)
from tests.games.ramble.park import park

SEATS = (2, 3, 4, 5, 6)


def where(table: dict[str, Any]) -> tuple[str, ...]:
    """The tiles by position."""
    return tuple(t["id"] for t in sorted(table["tiles"], key=lambda tile: int(tile["pos"])))


def roles(table: dict[str, Any]) -> tuple[str, ...]:
    """The roles by seat."""
    return tuple(seat["role"] for seat in table["seats"])


def test_rmb_10_nineteen_positions_fill_a_hexagon_of_radius_two() -> None:
    """One centre, 6 around it and 12 around those, each at its coordinates."""
    table = deal().view(None).table
    spots = {tile["pos"]: (tile["q"], tile["r"]) for tile in table["tiles"]}
    assert len(table["tiles"]) == 19
    assert spots == {pos: spot for pos, spot, _, _ in SCENIC}
    rings = Counter(max(abs(q), abs(r), abs(q + r)) for q, r in spots.values())
    assert rings == {0: 1, 1: 6, 2: 12}


@pytest.mark.parametrize(("pos", "near"), [(pos, near) for pos, _, near, _ in SCENIC])
def test_rmb_10_the_neighbours_of_a_position(pos: int, near: str) -> None:
    """A walk of one step reaches exactly the printed neighbours."""
    p = park(seats=2, roles="dogwalker lamplighter", at=f"P{pos} P{(pos + 1) % 19}")
    assert legal(p, "move") == each("move", near)


def test_rmb_11_all_layouts_are_equally_likely() -> None:
    """Shuffled tiles multiply the answers of luck by 19!, and no answer repeats a layout."""
    shuffled, _ = scripted({}, layout="shuffled")
    scenic, _ = scripted({}, layout="scenic")
    assert prod(shuffled) == prod(scenic) * factorial(19)
    questions = deciding(where, seats=2, layout="shuffled")
    assert all(len(set(seen)) == len(seen) for seen in questions.values())
    assert max(len(seen) for seen in questions.values()) == 19


def test_rmb_11_shuffled_is_the_default_and_places_every_tile_once() -> None:
    """Every seed puts the 19 tiles on the 19 positions, not all seeds in the same way."""
    layouts = [where(deal(seed).view(None).table) for seed in range(6)]
    assert all(sorted(layout) == TILES for layout in layouts)
    assert len(set(layouts)) == 6


def test_rmb_12_every_tile_starts_lit() -> None:
    """Before luck has spoken all 19 tiles are lit; after setup all but those drawn."""
    state = GAME.new(GAME.options_of({"layout": "scenic"}), 3)
    assert states(GAME.view(state, None).table, "lit") == set(TILES)
    table = deal(5).view(None).table
    assert len(states(table, "lit")) == 13
    assert states(table, "dark") == {f"T{card[1:]}" for card in lights_of(table)[1]}


def test_rmb_13_tokens_start_uncollected() -> None:
    """All six tokens are there and nobody has one."""
    table = deal().view(None).table
    assert [(mark["id"], mark["by"]) for mark in table["landmarks"]] == [
        (landmark, None) for landmark in LANDMARKS
    ]
    assert [seat["tokens"] for seat in table["seats"]] == [[], [], [], []]
    marks = {mark["id"]: tuple(t["id"] for t in mark["tiles"]) for mark in table["landmarks"]}
    assert marks == PLACES


@pytest.mark.parametrize("landmark", LANDMARKS)
@pytest.mark.parametrize("which", [0, 1])
def test_rmb_13_a_token_is_not_tied_to_one_tile(landmark: str, which: int) -> None:
    """Either of the two tiles yields the token (ruling R-3)."""
    hand = " ".join([landmark] * 4)
    p = park(seats=2, at=f"{PLACES[landmark][which]} T13", hands=[hand, ""])
    p.play(f"collect {landmark}")
    assert p.tokens == landmark


def test_rmb_14_three_separate_decks() -> None:
    """39 Explore cards, 19 Lights Out cards, 6 Parkgoer cards, and none in two decks."""
    table = deal(2, seats=3).view(None).table
    kinds = {row["kind"]: row["left"] + row["discarded"] for row in table["explore"]["kinds"]}
    for seat in range(3):
        for kind, n in held(table, seat).items():
            kinds[kind] += n
    assert list(kinds) == KINDS
    assert kinds == COPIES
    assert sum(kinds.values()) == 39
    pile, discard = lights_of(table)
    assert sorted(pile + discard) == CARDS
    assert sorted(row["role"] for row in table["roles"]) == sorted(STARTS)


def test_rmb_15_the_lights_out_deck_is_shuffled() -> None:
    """The first card is one of 19, the next of 18 and so on; nobody knows the order of the rest."""
    seen = deciding(lambda table: tuple(sorted(lights_of(table)[1])), seats=2, layout="scenic")
    assert [len(answers) for answers in seen.values()] == [19, 18, 17, 16, 15, 14]
    table = deal().view(None).table
    assert [layer["order"] for layer in table["lights"]["layers"]] == ["mixed"]
    assert table["lights"]["count"] == 13


@pytest.mark.parametrize("seats", SEATS)
def test_rmb_16_six_tiles_turn_dark(seats: int) -> None:
    """Pile 13, discard 6, exactly the 6 matching tiles dark, none removed."""
    for seed in range(3):
        table = deal(seed, seats).view(None).table
        pile, discard = lights_of(table)
        assert (len(pile), len(discard)) == (13, 6)
        assert states(table, "dark") == {f"T{card[1:]}" for card in discard}
        assert states(table, "gone") == set()
        assert table["lights"]["gone"] == []


def test_rmb_16_no_tile_is_exempt() -> None:
    """Each of the 19 tiles, Exit and start tiles too, may be the first to turn dark."""
    sizes, _ = scripted({}, 2, layout="scenic")
    first = next(n for n, size in enumerate(sizes) if size == 19)
    dark = [states(scripted({first: n}, 2, layout="scenic")[1], "dark") for n in range(19)]
    assert set().union(*dark) == set(TILES)
    assert all(len(tiles) == 6 for tiles in dark)


def test_rmb_17_tiles_turn_dark_before_pawns_are_placed() -> None:
    """While roles are being chosen six tiles are dark already and no pawn stands anywhere."""
    table = deal(role_assignment="chosen", seats=3).view(None).table
    assert table["phase"] == "setup"
    assert len(states(table, "dark")) == 6
    assert [seat["tile"] for seat in table["seats"]] == [None, None, None]
    assert all(tile["pawns"] == [] for tile in table["tiles"])


def test_rmb_18_roles_are_dealt_without_repeats_and_evenly() -> None:
    """For two seats the 30 ordered pairs of roles come once each."""
    questions = {q: len(seen) for q, seen in deciding(roles, seats=2, layout="scenic").items()}
    assert prod(questions.values()) == 30
    pairs = Counter(
        roles(scripted(dict(zip(questions, answers, strict=True)), 2, layout="scenic")[1])
        for answers in product(*(range(n) for n in questions.values()))
    )
    assert len(pairs) == 30
    assert set(pairs.values()) == {1}
    assert all(one != other for one, other in pairs)


@pytest.mark.parametrize("seats", SEATS)
def test_rmb_18_unused_roles_and_pawns_leave_the_game(seats: int) -> None:
    """One role a seat, as many pawns as seats; the other roles are not taken, their tiles stay."""
    table = deal(seats, seats).view(None).table
    taken = {row["role"] for row in table["roles"] if row["taken"]}
    assert taken == set(roles(table))
    assert len(taken) == seats
    assert sorted(pawn for tile in table["tiles"] for pawn in tile["pawns"]) == list(range(seats))
    assert len(table["tiles"]) == 19


def test_rmb_19_pawns_start_on_the_tile_of_their_colour_lit_or_dark() -> None:
    """Wherever the start tile lies and whatever its lamp does, the pawn is on it."""
    lamps = set()
    for seed in range(20):
        table = deal(seed).view(None).table
        lamp = {tile["id"]: tile["state"] for tile in table["tiles"]}
        pawns = {pawn: tile["id"] for tile in table["tiles"] for pawn in tile["pawns"]}
        for seat in table["seats"]:
            assert seat["tile"] == pawns[seat["seat"]] == STARTS[seat["role"]]
            lamps.add(lamp[seat["tile"]])
    assert lamps == {"lit", "dark"}


def test_rmb_20_roles_and_abilities_are_public() -> None:
    """Every seat and every spectator reads all roles and what they can do."""
    match = deal(3)
    seen = [match.view(seat).table["seats"] for seat in (None, 0, 1, 2, 3)]
    assert all(table == seen[0] for table in seen)
    assert all(seat["role"] in STARTS and seat["ability"] for seat in seen[0])
    assert len({seat["ability"] for seat in seen[0]}) == 4
    colours = {row["role"]: row["colour"] for row in match.view(None).table["roles"]}
    assert colours == {
        "jogger": "red",
        "lamplighter": "yellow",
        "dogwalker": "orange",
        "tourguide": "green",
        "birdwatcher": "blue",
        "pickpocket": "black",
    }


@pytest.mark.parametrize("seats", SEATS)
def test_rmb_21_each_seat_is_dealt_two_cards_face_up(seats: int) -> None:
    """Everybody holds two cards, and everybody sees them."""
    match = deal(7, seats)
    for seat in (None, *range(seats)):
        table = match.view(seat).table
        assert [held(table, n).total() for n in range(seats)] == [2] * seats
        assert [row["cards"] for row in table["seats"]] == [2] * seats


def test_rmb_22_in_the_dark_is_never_dealt_and_does_nothing_in_setup() -> None:
    """All three ITD are in the deck, the marker and the Lights Out piles as if there were none."""
    for seed in range(30):
        table = deal(seed, 6).view(None).table
        assert all(held(table, seat)["ITD"] == 0 for seat in range(6))
        left = {row["kind"]: row["left"] for row in table["explore"]["kinds"]}
        assert left["ITD"] == 3
        assert table["notch"] == 2
        assert [len(cards) for cards in lights_of(table)] == [13, 6]
        assert len(table["lights"]["layers"]) == 1


def test_rmb_22_hands_are_drawn_evenly_from_the_other_thirty_six() -> None:
    """The first card dealt is each landmark with 5 of 36, each Special card with 3 of 36."""
    state = GAME.new(GAME.options_of({"layout": "scenic"}), 2)
    while state.outcomes() != 36:
        state.apply(0)
    first: Counter[str] = Counter()
    for answer in range(36):
        after = state.clone()
        after.apply(answer)
        table = GAME.view(after, None).table
        dealt = held(table, 0) + held(table, 1)
        assert dealt.total() == 1
        first += dealt
    assert first == {kind: n for kind, n in COPIES.items() if kind != "ITD"}
    sizes, _ = scripted({}, 2, layout="scenic")
    at = sizes.index(36)
    assert sizes[at : at + 4] == [36, 35, 34, 33]


@pytest.mark.parametrize("seats", SEATS)
def test_rmb_23_the_deck_after_the_deal(seats: int) -> None:
    """39 − 2 × seats cards with all 3 ITD; the Explore discard is empty."""
    explore = deal(1, seats).view(None).table["explore"]
    assert explore["count"] == 39 - 2 * seats
    assert sum(row["left"] for row in explore["kinds"]) == 39 - 2 * seats
    assert {row["kind"]: row["left"] for row in explore["kinds"]}["ITD"] == 3
    assert sum(row["discarded"] for row in explore["kinds"]) == 0


def test_rmb_24_special_cards_may_be_dealt_and_are_kept() -> None:
    """Some deals give GPS and Handbooks; they are in the hand at the first decision."""
    kinds: Counter[str] = Counter()
    for seed in range(30):
        match = deal(seed)
        table = match.view(None).table
        hand = held(table, table["active"])
        kinds += hand
        playable = {text.split()[0] for text in GAME.legal_texts(match.state)}
        assert ("gps" in playable) == (hand["GPS"] > 0)
        assert ("handbook" in playable) == (hand["HBK"] > 0)
    assert kinds["GPS"] > 0
    assert kinds["HBK"] > 0


def test_rmb_24_special_cards_cannot_be_played_before_the_first_turn() -> None:
    """While the first seat and the roles are chosen nothing else is legal."""
    for seed in range(10):
        match = deal(seed, 6, first_player="chosen", role_assignment="chosen")
        assert set(GAME.legal_texts(match.state)) == {f"first {seat}" for seat in range(6)}
        match.play_text(match.state.actor, "first 4")
        for role in STARTS:
            words = {text.split()[0] for text in GAME.legal_texts(match.state)}
            assert words == {"draft"}
            match.play_text(match.state.actor, f"draft {role}")
        assert match.view(None).table["phase"] == "actions"


@pytest.mark.parametrize(
    ("difficulty", "notch", "ramble", "classic"),
    [("golden_hour", 1, 1, 2), ("dusk", 2, 1, 2), ("nightfall", 3, 1, 3), ("midnight", 4, 2, 3)],
)
def test_rmb_25_the_marker_starts_by_difficulty(
    difficulty: str, notch: int, ramble: int, classic: int
) -> None:
    """Notch and level at the start, on both meters."""
    for meter, level in (("ramble", ramble), ("classic", classic)):
        table = deal(difficulty=difficulty, meter=meter).view(None).table
        assert (table["notch"], table["level"]) == (notch, level)


def test_rmb_25_dusk_is_the_default() -> None:
    """Without a choice the marker starts on notch 2."""
    assert GAME.options_of({})["difficulty"] == "dusk"
    assert deal().view(None).table["notch"] == 2


@pytest.mark.parametrize("seats", SEATS)
def test_rmb_26_the_first_seat_is_drawn_evenly(seats: int) -> None:
    """One question of luck has an answer for each seat, and each seat is first once."""
    seen = deciding(lambda table: int(table["active"]), seats, layout="scenic")
    assert len(seen) == 1
    assert sorted(int(str(seat)) for seat in next(iter(seen.values()))) == list(range(seats))


@pytest.mark.parametrize("first", [0, 1, 2])
def test_rmb_26_the_host_may_name_the_first_seat(first: int) -> None:
    """`first_player=chosen` asks for any seat; that one has the first turn."""
    match = deal(4, 3, first_player="chosen")
    prompt = match.view(match.state.actor).prompt
    assert match.state.actor == 0
    assert prompt is not None
    assert prompt.rule == "RMB-26"
    assert set(GAME.legal_texts(match.state)) == {"first 0", "first 1", "first 2"}
    match.play_text(0, f"first {first}")
    assert match.state.actor == first
    assert match.view(None).table["active"] == first
    assert match.view(None).table["turn"] == 1


def test_rmb_27_seats_take_turns_in_order() -> None:
    """From seat 2 of four it goes 2, 3, 0, 1, 2."""
    p = park(seats=4, active=2)
    order = [p.active]
    for card in ("L14", "L15", "L16", "L17"):
        p.play("end", draw="BRG WAT", lights=card)
        order.append(p.active)
    assert order == [2, 3, 0, 1, 2]
    assert p.turn == 5
