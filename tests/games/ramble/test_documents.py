"""Positions of Ramble: every table comes back, and one that cannot be is refused by its key."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from ravelbox.games.ramble import setup
from ravelbox.games.ramble.facts import KINDS, LANDMARK_IDS, ROLE_IDS, TILE_IDS
from ravelbox.games.ramble.soundness import NAMES
from ravelbox.games.ramble.state import EXIT, GPS_KIND, WON, Ramble, holds
from ravelbox.kernel import position
from ravelbox.kernel.errors import PositionError
from ravelbox.kernel.options import Options
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import (
    CHANCE,
    OVER,
    RESIGN,
    Choice,
    Rule,
    State,
    random_play,
    random_step,
)
from tests.games.ramble.park import GAME, Park, park
from tests.walks import curious_states, random_states, random_table

TOKENS = " ".join(f"{name}:0" for name in LANDMARK_IDS)  # all collected by seat 0


def written(state: State) -> dict[str, Any]:
    """The document of a table, through JSON and back."""
    text = position.to_text(position.dump(GAME, GAME.options_in(state), state))
    return position.parse(text)


def comes_back(state: State) -> None:
    """The table of its document is the same table."""
    _, options, again = position.load(written(state))
    assert options == GAME.options_in(state)
    assert again.freeze() == state.freeze()
    assert again.legal() == state.legal()


def votes(state: State, rng: Rng) -> Iterator[State]:
    """What follows when the seat that is asked proposes to give up."""
    if state.actor >= 0:
        trial = state.clone()
        trial.apply(RESIGN)
        yield trial.clone()
        while trial.agenda and trial.rules[trial.agenda[-1][0]].cites == "RMB-139":
            random_step(trial, rng)
            yield trial.clone()


def late_park(rng: Rng) -> Park:
    """A table late in the game: most tiles gone, most tokens collected, Special cards in hands."""
    drawn, seats = random_table(GAME, rng)
    options: dict[str, Any] = {**drawn, "layout": "scenic"}
    left = {"T01", "T02", "T10", "T13"} | {TILE_IDS[rng.below(19)] for _ in range(3 + rng.below(8))}
    tiles = sorted(left - {"T01"} if rng.below(2) else left)
    start = house_notch(options)
    special = ("GPS", "HBK", "GPS BRG", "HBK WAT WAT", "GPS STN", "HBK BRG BRG WAT WAT")
    return park(
        seats,
        roles=" ".join(rng_order(list(ROLE_IDS), rng)[:seats]),
        at=" ".join(
            [
                "T10",
                *(("T13", tiles[rng.below(len(tiles))])[rng.below(2)] for _ in range(seats - 1)),
            ]
        ),
        hands=[special[seat] if rng.below(3) else "" for seat in range(seats)],
        tokens=" ".join(
            f"{name}:{rng.below(seats)}" for name in LANDMARK_IDS if name != "BRG" or rng.below(4)
        ),
        dark=" ".join(tile for tile in tiles if rng.below(3)),
        gone=" ".join(tile for tile in TILE_IDS if tile not in tiles),
        active=rng.below(seats),
        notch=start + rng.below(9 - start),
        turn=20,
        **options,
    )


def house_notch(options: Options) -> int:
    """Where the marker starts."""
    return {"golden_hour": 1, "dusk": 2, "nightfall": 3, "midnight": 4}[str(options["difficulty"])]


def rng_order(names: list[str], rng: Rng) -> list[str]:
    """Names in random order."""
    return [names.pop(rng.below(len(names))) for _ in range(len(names))]


def late_states(games: int, seed: int) -> Iterator[State]:
    """Late games, every second one drawn to the exit with a GPS in hand, so that some are won."""
    for n in range(games):
        rng = Rng(seed * 1000 + n)
        state = late_park(rng).state
        while state.actor != OVER:
            yield state.clone()
            tries = [state.clone() for _ in range(1 if n % 2 or state.actor == CHANCE else 6)]
            for trial in tries:
                random_step(trial, rng)
            state = max(tries, key=_homeward)
        yield state.clone()


def _homeward(s: Ramble) -> tuple[bool, bool, int]:
    held = any(holds(hand, GPS_KIND) for hand in s.hands)
    return s.result == WON, held, s.pawns.count(EXIT)


def test_rules_are_named_after_their_constants() -> None:
    """A line of an agenda says what the source says."""
    named = {
        rule.number: name.lower().replace("_", "-")
        for name, rule in vars(setup).items()
        if isinstance(rule, Rule)
    }
    assert [named[number] for number in range(len(setup.RULES))] == NAMES


def test_a_position_is_readable() -> None:
    """Tiles, cards and parkgoers are short texts."""
    p = park(2, dark="T03 T05", gone="T06", hands=["GPS WAT", ""], tokens="STN:1", discard="L03",
             pile="L02 L05 ... (L01)")  # fmt: skip
    found = written(p.state)
    assert found["layout"].startswith("T03 T10 T15")
    assert (found["dark"], found["gone"], found["tokens"]) == ("T03 T05", "T06", {"STN": 1})
    assert found["parkgoers"] == [
        {"role": "lamplighter", "tile": "T15", "hand": "WAT GPS"},
        {"role": "dogwalker", "tile": "T16", "hand": ""},
    ]
    assert found["lights"]["discard"] == "L03"
    assert found["lights"]["pile"].startswith("L02 L05 (L04 L07 ")
    assert found["lights"]["pile"].endswith(" L19) (L01)")
    assert found["explore"]["deck"].split().count("WAT") == 4
    assert found["agenda"][0] == "take-action 0 0 0"
    assert "proposer" not in found


def test_a_position_may_be_typed_in_as_toml() -> None:
    """A printed box on a table becomes a document by hand; cards lie in any order."""
    text = """
    ravelbox-position = 1
    game = "ramble"
    options = { stranded = "eliminate" }
    layout = "T03 T10 T15 T09 T05 T07 T19 T13 T14 T16 T11 T02 T06 T18 T04 T01 T08 T12 T17"
    dark = "T13"
    gone = "T05 T06 T04 T18"
    tokens = { STN = 0 }
    explore = { deck = "GPS ITD WAT", discard = "%s" }
    lights = { pile = "L13 (L19 L01 L02)", discard = "%s" }
    notch = 4
    active = 0
    actions = 2
    scouted = false
    turn = 9
    result = "playing"
    agenda = ["take-action 0 0 0", "draw-explore 0 0 0", "draw-explore 0 0 0",
              "keep-hand-limit 0 0 0", "lights-out 0 0 0", "end-turn 0 0 0"]
    [[parkgoers]]
    role = "jogger"
    tile = "T03"
    hand = "HBK GPS BRG"
    [[parkgoers]]
    role = "birdwatcher"
    tile = "-"
    hand = ""
    """
    rest = [*["BRG"] * 4, *["WAT"] * 4, *["STN", "SHL", "MDW", "LKT"] * 5, "GPS", "HBK", "HBK"]
    burnt = [f"L{n:02}" for n in (3, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17)]
    filled = text % (" ".join([*rest, "ITD", "ITD"]), " ".join(burnt))
    _, _, state = position.load(position.parse(filled))
    assert written(state)["lights"]["pile"] == "L13 (L01 L02 L19)"
    actions = {GAME.space.to_text(code) for code in state.legal()}
    assert {"move T13", "handbook T13", "gps 0", "end"} <= actions
    random_play(state, Rng(1))
    assert state.actor == OVER


def test_positions_of_whole_games_come_back() -> None:
    """From the first tile to the end, at all options and seats, votes included."""
    rng = Rng(7)
    tables = rules = 0
    for state in chain(random_states(GAME, 5, seed=11), curious_states(GAME, 7, seed=11)):
        comes_back(state)
        tables += 1
        if rng.below(5) == 0:
            for voted in votes(state, rng):
                comes_back(voted)
                rules += 1
    assert tables > 500
    assert rules > 50


def test_positions_of_late_games_come_back() -> None:
    """With most of the park gone, to defeat and to victory."""
    rng = Rng(8)
    results = set()
    for state in late_states(30, seed=3):
        comes_back(state)
        results.add(written(state)["result"])
        if rng.below(12) == 0:
            for voted in votes(state, rng):
                comes_back(voted)
    assert results == {"playing", "won", "lost"}


@pytest.mark.parametrize("stranded", ["all_lose", "eliminate"])
@pytest.mark.parametrize(
    "roles", ["lamplighter jogger dogwalker", "pickpocket lamplighter dogwalker"]
)
def test_positions_of_every_flight_come_back(stranded: str, roles: str) -> None:
    """Three pawns on one removed corner without a way out: all answers, all rescues."""
    waiting: list[State] = [flight(roles, stranded)]
    seen = set()
    asked = set()
    while waiting:
        state = waiting.pop()
        if state.freeze() in seen:
            continue
        seen.add(state.freeze())
        comes_back(state)
        agenda = written(state)["agenda"]
        if any(line.startswith("refill-pile") for line in agenda):
            asked.add(agenda[0].split()[0])
            codes = [code for code in state.legal() if code != RESIGN]
            for code in {codes[0], codes[-1]}:
                waiting.append(state.clone())
                waiting[-1].apply(code)
    assert {"rescue-pawn", "relocate-pawn", "bring-pawn"} <= asked
    assert "choose-refuge" in asked or "jogger" not in roles


def flight(roles: str = "lamplighter jogger dogwalker", stranded: str = "eliminate") -> Ramble:
    """The lights have gone out under three pawns, two of which hold a GPS."""
    p = park(3, roles=roles, at="T18 T18 T18", dark="T18", gone="T05 T06 T04", tokens="STN:0",
             hands=["GPS", "", "GPS"], pile="L18 ...", active=2, stranded=stranded)  # fmt: skip
    return p.play("end", "pass", "pass", draw="WAT WAT").state


def stop(name: str) -> dict[str, Any]:
    """The document of some table to be broken."""
    s: State
    if name == "acting":
        s = park(
            3, dark="T01 T02", gone="T05", hands=["WAT WAT GPS", "HBK", ""], discard="L03"
        ).state
    elif name == "polling":
        s = park(3, dark="T01", hands=["WAT", "HBK", ""], interject="poll").play("move T03").state
    elif name == "shedding":
        hands = ["WAT", "BRG BRG BRG GPS HBK", ""]
        s = park(3, at="T03 T03 T03", dark="T01", hands=hands).play("give 1 WAT").state
    elif name == "leading":
        s = park(3, at="T03 T03 T03", hands=["GPS", "", ""]).play("gps 1", "relocate T13").state
    elif name == "looking":
        s = park(2, roles="birdwatcher jogger").play("scout", lights="L01 L02 L03").state
    elif name == "fixing":
        s = park(2, at="T03 T03", dark="T03 T10 T09").play("fix T03").state
    elif name == "window":
        s = park(3, dark="T01", hands=["", "HBK", ""], notch=4).play("end", draw="WAT WAT").state
    elif name == "flight":
        s = flight()
    elif name == "voting":
        s = park(3, hands=["GPS", "", ""]).play("resign").state
    elif name == "won":
        s = park(2, at="T10 T13", tokens=TOKENS, hands=["GPS", ""]).play("move T13").state
    elif name == "halved":
        s = park(3, at="T03 T03 -", hands=["GPS", "", ""], stranded="eliminate").play("gps 1").state
    elif name == "last tile":
        gone = " ".join(tile for tile in TILE_IDS if tile != "T13")
        s = park(2, at="T13 T13", tokens=TOKENS, gone=gone, explore_discard="GPS").state
    elif name == "night":
        s = park(2, notch=11).play("end", draw="ITD").state
    else:
        picked = "chosen" if name == "drafting" else "random"
        s = GAME.new(GAME.options_of({"first_player": "chosen", "role_assignment": picked}), 3)
        until = {
            "naming": ["name-first 0 0 0", "deal-hand 0 0 0"],
            "dealing": ["deal-hand 0 3 0"],
            "drafting": ["pick-role 1 0 0", "pick-role 2 0 0", "deal-hand 0 0 0"],
        }
        while written(s)["agenda"] != until[name]:
            random_step(s, Rng(4))
    return written(s)


def changed(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with one value changed; the path is like "parkgoers 0 hand"."""
    *way, last = path.split()
    document = copy.deepcopy(document)
    place: Any = document
    for step in way:
        place = place[int(step) if isinstance(place, list) else step]
    if isinstance(place, list):
        place[int(last)] = value
    elif value is None:
        del place[last]
    else:
        place[last] = value(place.get(last)) if callable(value) else value
    return document


NOBODY = {"role": "", "tile": "", "hand": ""}
OTHERS = "L01 L02 L04 L06 L07 L08 L09 L10 L11 L12 L13 L14 L15 L16 L17 L18 L19"
LAYOUT = "T03 T10 T15 T09 T05 T07 T19 T13 T14 T16 T11 T02 T06 T18 T04 T01 T08 T12 T17"
BROKEN: list[tuple[str, str, Any, str]] = [
    # the words of a document
    ("acting", "layot", "", '"layot": unknown key; possible are layout, dark'),
    ("acting", "notch", None, "notch: is missing"),
    ("acting", "layout", 5, "layout: must be a text, not 5"),
    ("acting", "layout", "T20", 'layout: "T20" is no tile (T01 to T19)'),
    ("acting", "options layout", "shuffled", ""),
    ("acting", "parkgoers", {}, "parkgoers: must be a list of 2 to 6 parkgoers, not {}"),
    ("acting", "parkgoers", [{}], "parkgoers: must be a list of 2 to 6 parkgoers, not 1"),
    ("acting", "parkgoers 0", {"role": "jogger"}, "parkgoers 0: must be an object of role, tile"),
    ("acting", "parkgoers 0 role", "ranger", 'parkgoers 0 role: "ranger" is no role (jogger'),
    ("acting", "parkgoers 0 role", "jogger dogwalker", "is more than one role"),
    ("acting", "parkgoers 1 role", "lamplighter", "parkgoers 1 role: lamplighter is there twice"),
    ("acting", "parkgoers 1 role", "", "parkgoers 1 tile: is empty until the role is known"),
    ("acting", "parkgoers 0 tile", "T01 T02", "parkgoers 0 tile: must be one tile"),
    ("acting", "parkgoers 0 tile", 3, "parkgoers 0 tile: must be a text, not 3"),
    ("acting", "parkgoers 2 tile", "-", "parkgoers 2 tile: nobody is eliminated with stranded=all"),
    ("acting", "parkgoers 0 hand", "ITD", 'parkgoers 0 hand: "ITD" is no card here (BRG, WAT'),
    ("acting", "tokens", [], "tokens: must be an object of landmarks, not []"),
    ("acting", "tokens", {"BRIDGE": 0}, 'tokens: "BRIDGE" is not BRG, WAT'),
    ("acting", "tokens", {"BRG": 3}, "tokens BRG: must be a whole number from 0 to 2, not 3"),
    ("acting", "tokens", {"BRG": True}, "tokens BRG: must be a whole number from 0 to 2, not True"),
    ("acting", "notch", 10**40, "notch: must be a whole number from 2 to 12, not 1000"),
    ("acting", "notch", 1, "notch: must be a whole number from 2 to 12, not 1"),
    ("acting", "actions", 4, "actions: must be a whole number from 0 to 3, not 4"),
    ("acting", "turn", -1, "turn: must be a whole number from 0 to 999, not -1"),
    ("acting", "active", 3, "active: must be a whole number from 0 to 2, not 3"),
    ("acting", "scouted", 1, "scouted: must be true or false, not 1"),
    ("acting", "result", "drawn", 'result: must be playing, won or lost, not "drawn"'),
    ("acting", "proposer", "me", "proposer: must be a whole number from 0 to 2"),
    ("acting", "agenda", "end", 'agenda: must be a list of texts, not "end"'),
    ("acting", "agenda 0", "take-action", 'agenda: "take-action" is not like "take-action 0 0 0"'),
    ("acting", "agenda 0", "take-action 9 0 0", "there is no seat 9"),
    ("acting", "agenda 0", "take-action 0 9999999 0", 'is not like "take-action 0 0 0"'),
    ("acting", "options players", 6, "options: option players cannot be 6 with 3 seats"),
    # tiles and cards, one by one
    ("dealing", "layout", LAYOUT + " T03", "layout: T03 is there twice"),
    ("acting", "layout", LAYOUT[4:] + " T03", "layout: with layout=scenic the tiles lie as"),
    ("acting", "dark", "T01 T02 T05", "gone: T05 cannot be dark as well"),
    ("acting", "gone", "T05 T05", "gone: T05 is there twice"),
    ("acting", "gone", "T05 T15", "lights: L15 left the game with its tile"),
    ("acting", "gone", "", "lights: L05 must be in the pile or discard"),
    ("acting", "explore deck", lambda deck: deck + " BRG", "explore deck: there are 5 BRG cards, not 6"),
    ("acting", "explore discard", "BRG", "explore: there are 5 BRG cards, not 6"),
    ("acting", "explore deck", lambda deck: deck[:-4], "explore: there are 3 ITD cards, not 2"),
    ("acting", "explore", {"deck": ""}, "explore: must be an object of deck and discard"),
    ("acting", "lights discard", "L03 L04", "lights: L04 is there twice"),
    ("acting", "lights pile", "(L01", "lights pile: its brackets do not match"),
    ("acting", "lights pile", "L01 () L02", "lights pile: there is nothing between two brackets"),
    ("acting", "lights pile", "L20", 'lights pile: "L20" is no Lights Out card (L01 to L19)'),
    ("acting", "parkgoers 2 tile", "T05", "parkgoers 2 tile: T05 is gone"),
    # what is left to do, and for whom
    ("acting", "agenda 1", "end-turn 0 0 0", 'agenda: "take-action end-turn draw-explore'),
    ("acting", "agenda 1", "draw-explore 1 0 0", '"draw-explore 1 0 0" must be "draw-explore 0 0 0"'),
    ("acting", "agenda", [], "result: is decided exactly when nothing is left to do"),
    ("acting", "result", "lost", "result: is decided exactly when nothing is left to do"),
    ("acting", "turn", 0, "turn: is 0 exactly until the cards are dealt"),
    ("acting", "options hand_check", "each_card", "cannot be what is left to do"),
    ("acting", "scouted", True, "scouted: is true only after an action of the Birdwatcher"),
    ("acting", "proposer", 0, "proposer: is there while giving up is voted on"),
    ("polling", "options interject", "push", "cannot be what is left to do"),
    ("polling", "agenda 0", "play-at-poll 2 2 1", "agenda: seat 2 has nothing to play"),
    ("polling", "agenda 0", "play-at-poll 1 2 1", 'must be "play-at-poll 1 1 1" at this table'),
    ("polling", "agenda 1", "action-phase 0 1 0", 'must be "action-phase 0 0 0" at this table'),
    ("shedding", "agenda 0", "shed-card 2 0 0", "parkgoers 1 hand: the number of cards is 6"),
    ("shedding", "actions", 3, "actions: at least one is spent at shed-card"),
    ("shedding", "parkgoers 1 tile", "T10", "agenda: seat 1 cannot just have received a card"),
    ("leading", "parkgoers 1 tile", "T10", "agenda: nobody asks whether seat 0 comes along"),
    ("leading", "agenda 0", "bring-pawn 0 2 31", "agenda: a GPS cannot lead to tile 32"),
    ("leading", "agenda 0", "bring-pawn 0 6 12", "agenda: 6 is no group that a GPS can lead"),
    ("leading", "agenda 0", "bring-pawn 0 64 12", "agenda: 64 names nobody whom a GPS can lead"),
    ("leading", "agenda 0", "bring-pawn 0 2 172", "agenda: nobody asks whether seat 5 comes along"),
    ("leading", "agenda 0", "relocate-pawn 0 4 0", "agenda: 4 names nobody whom a GPS can lead"),
    ("leading", "options interject", "poll", ""),
    ("looking", "scouted", False, "scouted: must be true at drop-card"),
    ("looking", "agenda 0", "drop-card 0 2 0", 'must be "drop-card 0 3 0" at this table'),
    ("looking", "agenda 0", "look-at 0 0 3", "agenda: look-at comes too early or too late"),
    ("fixing", "parkgoers 0 role", "jogger", "agenda: seat 0 has no second tile to fix"),
    ("fixing", "actions", 3, "actions: at least one is spent at fix-second"),
    ("window", "agenda 2", "next-card 0 2 0", "the meter says 2, so 2 more cannot come"),
    ("window", "dark", "", "agenda: seat 1 has nothing to play at play-or-pass"),
    ("window", "agenda 0", "turn-over 0 0 0", "cannot be what is left to do"),
    ("flight", "agenda 0", "rescue-pawn 1 2 2", "agenda: seat 1 holds no GPS"),
    ("flight", "agenda", lambda old: [*old[:2], old[3], old[2], *old[4:]], "agenda: pawns flee in turn order"),
    ("flight", "agenda 0", "rescue-pawn 2 0 1", 'must be "rescue-pawn 2 0 2" at this table'),
    ("flight", "parkgoers 2 role", "pickpocket", ""),
    ("flight", "parkgoers 2 tile", "T01", "agenda: seat 2 is on no tile that it must flee"),
    ("flight", "parkgoers 1 tile", "T05", "parkgoers 1 tile: pawns flee from one tile at a time"),
    ("voting", "proposer", None, "proposer: is there while giving up is voted on"),
    ("voting", "proposer", 1, "proposer: seat 1 was not asked anything"),
    ("voting", "agenda 0", "concede 0 0 0", "agenda: seat 0 has no vote"),
    ("voting", "agenda 0", "concede 1 2 0", "agenda: concede must name seat 0 and 0"),
    ("voting", "options players", 1, "agenda: seat 1 has no vote"),
    # ends, and tables that should have ended
    ("won", "parkgoers 1 tile", "T10", "result: won needs all tokens, everyone on T13 and a GPS"),
    ("won", "tokens", {"BRG": 0}, "result: won needs all tokens"),
    ("won", "result", "playing", "result: is decided exactly when nothing is left to do"),
    ("won", "notch", 12, "explore: there are 2 ITD cards when one of them has brought the night"),
    ("night", "notch", 11, "explore: there are 3 ITD cards, not 2"),
    ("night", "result", "won", "notch: on notch 12 the game is lost"),
    # setup
    ("dealing", "turn", 1, "turn: is 0 exactly until the cards are dealt"),
    ("dealing", "actions", 1, "actions: the number before the first turn is 1, but possible here is 0"),
    ("dealing", "tokens", {"BRG": 1}, "tokens: the number before the first turn is 1"),
    ("dealing", "notch", 3, "notch: the first notch is 3, but possible here is 2"),
    ("dealing", "explore deck", lambda deck: deck + " ITD", "0 ITD cards before the first turn, not 1"),
    ("dealing", "agenda 0", "deal-hand 0 4 0", '"deal-hand 0 4 0" must be "deal-hand 0 3 0"'),
    ("dealing", "parkgoers 0 tile", "T13", "parkgoers 0 tile: a game begins on T"),
    ("dealing", "layout", "T03 T10", "layout: the number of tiles at deal-hand is 2"),
    ("drafting", "agenda 0", "name-first 0 0 0", "cannot be what is left to do"),
    ("drafting", "options role_assignment", "random", "cannot be what is left to do"),
    ("drafting", "dark", "T01", "dark: in setup these are the tiles of the Lights Out discard"),
    ("drafting", "lights discard", "", "lights discard: the number of cards at pick-role is 0"),
    ("drafting", "parkgoers", lambda old: old[1:] + old[:1], "parkgoers 0 role: roles go round from"),
    ("dealing", "parkgoers", lambda old: old[1:] + old[:1], "parkgoers 0 hand: the number of cards is"),
    ("dealing", "scouted", True, "scouted: must be false before the first turn"),
    ("dealing", "gone", "T01", "gone: the number before the first turn is 1"),
    ("dealing", "lights pile", lambda old: old[1:-1], "lights pile: must be one segment of all 13"),
    ("naming", "active", 1, "active: the seat at name-first is 1, but possible here is 0"),
    ("naming", "parkgoers 2", NOBODY, "parkgoers: the number of roles at name-first is 2"),
    ("acting", "parkgoers 2", NOBODY, "parkgoers 2 role: is known after setup"),
    ("acting", "explore", lambda old: {"deck": "", "discard": old["deck"]}, "explore deck: is never empty"),
    ("halved", "parkgoers 0 tile", "-", "active: seat 0 is eliminated and takes no turn"),
    ("halved", "parkgoers 2 hand", "BRG", "parkgoers 2 hand: an eliminated parkgoer holds no cards"),
    ("halved", "agenda 0", "relocate-pawn 2 1 0", "agenda: seat 2 is eliminated and cannot be asked"),
    ("halved", "agenda 0", "relocate-pawn 0 2 0", "agenda: a GPS leads pawns that share a tile"),
    ("leading", "explore", lambda old: {"deck": old["deck"] + " GPS", "discard": ""}, "must hold the GPS"),
]  # fmt: skip


# Several changes that only together make sense so far.
WORSE: list[tuple[str, dict[str, Any], str]] = [
    ("dealing", {"explore discard": "MDW", "explore deck": lambda old: old.replace("MDW ", "", 1)},
     "explore discard: the number before the first turn is 1"),
    ("naming", {"parkgoers 0 hand": "MDW", "explore deck": lambda old: old.replace("MDW ", "", 1)},
     "parkgoers: the number of cards in all hands at name-first is 1"),
    ("dealing", {"options first_player": "random", "agenda": [], "result": "lost"},
     "result: nobody was asked anything before the first turn"),
    ("acting", {"options layout": "shuffled", "layout": "T03 T10"},
     "layout: the number of tiles is 2, but possible here is 19"),
    ("acting", {"lights discard": lambda old: f"{old} {OTHERS}", "lights pile": ""},
     "lights pile: is empty only until a card is resolved"),
    ("acting", {"gone": "T05 T13", "lights pile": lambda old: old.replace("L13 ", "")},
     "gone: without T13 the game is lost"),
    ("acting", {"actions": 0, "parkgoers 0 hand": "WAT WAT", "explore discard": "GPS"},
     "actions: with none left and no card to play the phase is over"),
    ("leading", {"options interject": "poll", "agenda 0": "bring-pawn 1 2 12"},
     "agenda: seat 1 cannot play a GPS so"),
    ("leading", {"parkgoers 2 tile": "T10", "agenda 0": "bring-pawn 0 6 12"},
     "agenda: a GPS leads pawns that share a tile"),
    ("last tile", {"agenda": lambda old: ["relocate-pawn 0 0 0", "action-phase 0 0 0", *old[1:]]},
     "agenda: a GPS needs another tile to lead to"),
    ("window", {"agenda": lambda old: ["turn-over 0 0 0", *old[2:]],
                "lights pile": lambda old: "L19 " + old.replace(" L19", "")},
     "agenda: L19 lies on top and needs no luck"),
    ("flight", {"parkgoers 1 role": "pickpocket", "parkgoers 2 role": "jogger"},
     "agenda: the number of tiles in reach of seat 2 is"),
    ("night", {"agenda": ["concede 1 0 0"], "proposer": 0},
     "agenda: nothing is left that could be given up"),
    ("night", {"gone": "T13", "lights pile": lambda old: old.replace("L13 ", "")},
     "result: a game is lost for one reason only"),
    ("won", {"options stranded": "eliminate", "parkgoers 0 tile": "-", "parkgoers 1 tile": "-"},
     "parkgoers: with nobody left the game is lost"),
    ("won", {"result": "lost", "parkgoers 0 hand": "GPS", "explore discard": ""},
     "result: with all tokens, all on T13 and a GPS in hand the game is won"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [*((name, {path: value}, said) for name, path, value, said in BROKEN), *WORSE],
)
def test_an_impossible_position_names_the_key(
    name: str, changes: dict[str, Any], said: str
) -> None:
    """What came, what is possible, and where; a change without a complaint is harmless."""
    document = stop(name)
    position.load(document)
    for path, value in changes.items():
        document = changed(document, path, value)
    if not said:
        position.load(document)
        return
    with pytest.raises(PositionError) as refusal:
        position.load(document)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def real_documents(rng: Rng) -> Iterator[dict[str, Any]]:
    """Documents of all kinds of tables."""
    for name in sorted({case[0] for case in BROKEN}):
        yield stop(name)
    for state in chain(curious_states(GAME, 5, seed=23), late_states(6, seed=4)):
        if rng.below(4) == 0:
            yield written(state)


def leaves(thing: Any, path: str = "") -> Iterator[str]:
    """The paths of all values in a document."""
    if isinstance(thing, dict | list):
        for key in thing if isinstance(thing, dict) else range(len(thing)):
            yield from leaves(thing[key], f"{path} {key}".strip())
    if path:
        yield path


def value_at(document: Any, path: str) -> Any:
    """What lies at the end of a path."""
    for step in path.split():
        document = document[int(step) if isinstance(document, list) else step]
    return document


def bent(value: Any, path: str, rng: Rng) -> Any:
    """A value that is nearly right."""
    if path.startswith("options "):
        option = next(o for o in GAME.options if o.name == path.split()[1])
        return option.values[rng.below(len(option.values))]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return (value + 1, value - 1, rng.below(8), 10**20)[rng.below(4)]
    if isinstance(value, list):
        return bent_words(value, value, rng)
    if not isinstance(value, str):
        return (None, 3, {}, [])[rng.below(4)]
    words = value.split()
    if path.startswith("agenda "):
        words[rng.below(4)] = (NAMES[rng.below(len(NAMES))], *"0123456", "33")[rng.below(9)]
        return " ".join(words)
    known = (*TILE_IDS, *KINDS, *ROLE_IDS, "L03", "(L04)", "", "-", "won", "lost", "playing")
    return " ".join(bent_words(words, known, rng))


def bent_words(words: list[Any], known: Any, rng: Rng) -> list[Any]:
    """One word more, less or changed, or two exchanged."""
    words = list(words)
    at = rng.below(len(words) + 1)
    other = known[rng.below(len(known))] if known else ""
    kind = rng.below(4)
    if kind == 0 or not words:
        return [*words[:at], other, *words[at:]]
    at %= len(words)
    if kind == 1:
        return words[:at] + words[at + 1 :]
    if kind == 2:
        words[at] = other
    else:
        with_ = rng.below(len(words))
        words[at], words[with_] = words[with_], words[at]
    return words


def test_a_position_with_one_change_is_refused_or_playable() -> None:
    """Whatever is accepted can be shown, asked and played to its end, with all cards there."""
    rng = Rng(2)
    refused = accepted = 0
    for document in real_documents(rng):
        before = json.dumps(document)
        for _ in range(12):
            paths = list(leaves(document))
            path = paths[rng.below(len(paths))]
            if path in ("game", "ravelbox-position", "options"):
                continue
            other = changed(document, path, bent(value_at(document, path), path, rng))
            try:
                _, _, state = position.load(other)
            except PositionError:
                refused += 1
                continue
            if json.dumps(other) != before:
                accepted += 1
                plays_out(state, rng)
    assert refused > 800
    assert accepted > 100


def plays_out(state: State, rng: Rng) -> None:
    """From here to the end nothing fails and nothing is lost."""
    comes_back(state)
    seats = GAME.seats_in(state)
    fresh = GAME.components(GAME.new(GAME.options_of({}), seats))
    assert GAME.components(state) == fresh
    if state.actor >= 0:
        assert isinstance(state.rules[state.agenda[-1][0]], Choice)
        assert [code for code in state.legal() if code != RESIGN]
    for seat in [None, *range(seats)]:
        assert GAME.view(state, seat).table["seats"]
    for _ in range(2):
        trial = state.clone()
        random_play(trial, rng)
        assert GAME.components(trial) == fresh
        assert written(trial)["agenda"] == []
