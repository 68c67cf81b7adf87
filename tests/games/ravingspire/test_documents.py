"""Positions of Ravingspire: every table comes back, and one that cannot be is refused by its key."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import ravelbox
from ravelbox.games.ravingspire import setup
from ravelbox.games.ravingspire.agenda import MEMORIES, NAMES
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.sequence import BELOW, SPAWNS
from ravelbox.games.ravingspire.state import Ravingspire
from ravelbox.kernel import position
from ravelbox.kernel.errors import PositionError, RavelboxError
from ravelbox.kernel.options import Options
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import NOBODY, OVER, State, random_play, random_step

GAME = ravelbox.load("ravingspire")
OFTEN = 40  # tables of a kind that are tried
USUAL: dict[str, Any] = {"first_player": 0, "heroes": "random", "turn_cap": 60}


def written(state: State) -> dict[str, Any]:
    """The document of a table, through JSON and back."""
    text = position.to_text(position.dump(GAME, GAME.options_in(state), state))
    return position.parse(text)


def top_of(state: State) -> str:
    """The name of the rule that asks."""
    return NAMES[state.agenda[-1][0]] if state.agenda else ""


def turn_of(state: State) -> int:
    """The number of the turn."""
    assert isinstance(state, Ravingspire)
    return state.turn


def read(document: dict[str, Any]) -> State:
    """The table of a document."""
    return position.load(document)[2]


def comes_back(state: State) -> None:
    """The table of its document is the same table."""
    _, options, again = position.load(written(state))
    assert options == GAME.options_in(state)
    assert again.freeze() == state.freeze()
    assert again.legal() == state.legal()
    assert again.actor == state.actor


def random_options(rng: Rng, most: int) -> tuple[Options, int]:
    """Every option at a random value, and few turns."""
    given = {o.name: o.values[rng.below(len(o.values))] for o in GAME.options}
    seats = 1 + rng.below(6)
    given |= {"turn_cap": 1 + rng.below(most), "first_player": "random"}
    return GAME.options_of(given), seats


def walk(state: State, rng: Rng, most: int) -> Iterator[State]:
    """A table, and what random play makes of it."""
    for _ in range(most):
        yield state
        if state.actor == OVER:
            return
        random_step(state, rng)


def changed(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with one value changed; the path is like "seats 0 hand"."""
    *way, last = path.split()
    document = copy.deepcopy(document)
    place: Any = document
    for step in way:
        place = place[int(step) if isinstance(place, list) else step]
    if isinstance(place, list):
        place[int(last)] = value(place[int(last)]) if callable(value) else value
    elif value is None:
        del place[last]
    else:
        place[last] = value(place.get(last, "")) if callable(value) else value
    return document


def at_the_door(document: dict[str, Any]) -> dict[str, Any]:
    """Everybody stands at the Tower Door, with a Key."""
    for seat in range(len(document["seats"])):
        document = changed(document, f"seats {seat} at", "spire 6")
        document = changed(document, f"seats {seat} key", True)
    return document


def with_foe(document: dict[str, Any]) -> dict[str, Any]:
    """A Foe on the active Hero's space, so that a Showdown comes."""
    level, space = document["seats"][document["active"]]["at"].split()
    foes = document["foes"].split()
    foes[("dungeon", "temple", "spire").index(level)] = space
    return changed(document, "foes", " ".join(foes))


def as_it_is(document: dict[str, Any]) -> dict[str, Any]:
    """Nothing is changed."""
    return document


@cache
def found(top: str, how: str = "as_it_is", seats: int = 3, after: int = 7) -> str:
    """The first document of random games, changed on the way, with this on top of its agenda."""
    change = {"as_it_is": as_it_is, "at_the_door": at_the_door, "with_foe": with_foe}[how]
    for seed in range(400):
        rng = Rng(seed)
        state: State = GAME.new(GAME.options_of(USUAL), seats)
        pending = how != "as_it_is"
        for each in walk(state, rng, 1200):
            if top_of(each) == top and (turn_of(each) >= after or after == 0):
                return json.dumps(written(each))
            if pending and turn_of(each) == after and top_of(each) == "before-move":
                state, pending = read(change(written(each))), False
                break
        for each in walk(state, rng, 400):
            if top_of(each) == top:
                return json.dumps(written(each))
    raise AssertionError(f"no table with {top}")


def stop(top: str, how: str = "as_it_is", seats: int = 3, after: int = 7) -> dict[str, Any]:
    """Such a document, fresh."""
    document: dict[str, Any] = json.loads(found(top, how, seats, after))
    return document


def test_the_table_of_rules_is_complete() -> None:
    """Every rule has a name and a place, and only rules have memories."""
    assert len(set(NAMES)) == len(NAMES) == len(setup.RULES)
    assert set(BELOW) == set(NAMES)
    assert set(SPAWNS) <= set(NAMES)
    assert set(MEMORIES) <= set(NAMES)


def test_a_position_is_readable() -> None:
    """Cards by id, spaces by name, shuffled decks as bags."""
    document = stop("encounter-action")
    assert set(document) >= {"seats", "rings", "encounter", "bags", "moment", "agenda"}
    seat = document["seats"][0]
    assert seat["hero"] in [hero.id for hero in FACTS.heroes]
    assert seat["at"].split()[0] in ("dungeon", "temple", "spire")
    assert len(document["rings"]) == 3
    assert document["phase"] == "encounter"
    assert document["agenda"][0] == f"encounter-action {document['active']}"
    assert document["agenda"][-1] == f"next-turn {document['active']}"
    assert document["encounter"].startswith("#")
    assert sum(len(words.split()) for words in document["bags"]) > 200


def test_what_is_at_rest_is_not_written() -> None:
    """The moment of a table has only what is under way."""
    document = written(GAME.new(GAME.options_of(USUAL), 2))
    assert document["moment"] == {}
    assert document["turn"] == 0
    paying = stop("commit")
    assert paying["moment"]["target"]
    assert len(paying["moment"]["need"]) == 4


def test_memories_are_written_in_words() -> None:
    """A line names texts, cards, targets and levels, whatever the engine makes of them."""
    assert stop("commit")["agenda"][1].split()[0] in ("faced", "served")
    roll = stop("roll")["agenda"][0].split()
    assert roll[2] in ("move", "rotation", "defeat", "loot", "overwhelmed", "text", "foe")
    deal = stop("deal", after=0)["agenda"][0].split()
    assert (deal[0], len(deal)) == ("deal", 4)
    phrase = stop("choose-one")["agenda"][0].split()[2]
    assert phrase.split(".")[0] in {*FACTS.kind, *FACTS.hero}
    assert stop("turn-ring")["agenda"][0].split()[3].split(":")[0] in ("dungeon", "temple", "spire")
    assert stop("take-step")["agenda"][0].split()[2].count(":") == 2


def test_positions_of_whole_games_come_back() -> None:
    """From the first question to the end, at all options and seats."""
    asked: Counter[str] = Counter()
    for seed in range(40):
        rng = Rng(seed)
        for state in walk(GAME.new(*random_options(rng, 25)), rng, 2000):
            asked[top_of(state)] += 1
            if asked[top_of(state)] <= OFTEN:
                comes_back(state)
    assert len(asked) > 30


def test_positions_of_every_setup_come_back() -> None:
    """From the first player to the first turn."""
    asked = set()
    for seed in range(12):
        rng = Rng(seed)
        for state in walk(GAME.new(*random_options(rng, 14)), rng, 200):
            if turn_of(state):
                break
            if top_of(state) != "deal" or rng.below(10) == 0:
                comes_back(state)
            asked.add(top_of(state))
    assert asked >= {"draw-first", "choose-a-hero", "draw-hero", "turn-rings", "draw-tower", "deal"}


@pytest.mark.parametrize("how", ["at_the_door", "with_foe"])
def test_positions_of_battles_come_back(how: str) -> None:
    """Showdowns and the Keep, to the end of the game."""
    asked: Counter[str] = Counter()
    change = {"at_the_door": at_the_door, "with_foe": with_foe}[how]
    for seed in range(12):
        rng = Rng(seed)
        seats = 1 + seed % 4
        state: State = GAME.new(GAME.options_of(USUAL | {"turn_cap": 18}), seats)
        while turn_of(state) < 7 or top_of(state) != "before-move":
            random_step(state, rng)
        for each in walk(read(change(written(state))), rng, 150):
            asked[top_of(each)] += 1
            if asked[top_of(each)] <= OFTEN:
                comes_back(each)
    wanted = {
        "at_the_door": {"open-spire", "keep-battle"},
        "with_foe": {"foe-battle", "roll"},
    }[how]
    assert wanted <= set(asked)


def test_cards_may_lie_in_any_order() -> None:
    """Hands, decks and discard piles have none."""
    document = stop("before-move")
    seat = document["active"]
    words = document["seats"][seat]["deck"].split()
    turned = changed(document, f"seats {seat} deck", " ".join(reversed(words)))
    assert read(turned).freeze() == read(document).freeze()


def test_a_table_can_be_changed_by_hand_and_played_on() -> None:
    """A Hero is put elsewhere, the rings are turned, Sanity falls."""
    document = stop("before-move")
    seat = document["active"]
    for path, value in (
        (f"seats {seat} at", "temple 3"),
        (f"seats {seat} sanity", 1),
        ("rotation", [1, 2, 3]),
        ("madness", 1),
    ):
        document = changed(document, path, value)
    state = read(document)
    assert written(state)["seats"][seat]["at"] == "temple 3"
    random_play(state, Rng(1))
    assert state.actor == OVER


def more(word: str) -> Callable[[str], str]:
    """So many more words."""
    return lambda old: f"{old} {word}".strip()


def first(word: str) -> Callable[[list[str]], list[str]]:
    """Another line on top."""
    return lambda old: [word, *old[1:]]


BROKEN: list[tuple[str, str, Any, str]] = [
    # keys and forms
    ("before-move", "seats", 3, "seats: must be a list of 1 to 6 seats, not 3"),
    ("before-move", "seats", [], "seats: must be a list of 1 to 6 seats, not 0"),
    ("before-move", "seats 0", {}, "seats 0: must be an object of hero, sanity, at"),
    ("before-move", "madness", None, "madness: is missing"),
    ("before-move", "sanity", 3, '"sanity": unknown key; possible are seats'),
    ("before-move", "seats 0 hero", "quin_apblanc", 'no Hero; did you mean "quinn_apblanc"?'),
    ("before-move", "seats 0 hero", "", "seats 0 hero: is missing"),
    ("before-move", "seats 0 hero", 3, "seats 0 hero: must be a text, not 3"),
    ("before-move", "seats 0 hero", "skrit_button_eye", "seats 0 hero: is in none of the packs"),
    ("before-move", "seats 0 sanity", 11, "sanity: must be a whole number from 0 to 10, not 11"),
    ("before-move", "seats 0 sanity", 0, "seats 0 sanity: is above 0: at 0 a Hero goes mad"),
    ("before-move", "seats 0 sanity", True, "sanity: must be a whole number from 0 to 10"),
    ("before-move", "seats 0 at", "temple", 'seats 0 at: is like "temple 4", not "temple"'),
    ("before-move", "seats 0 at", "temple 12", 'seats 0 at: is like "temple 4", not "temple 12"'),
    ("before-move", "seats 0 key", 1, "seats 0 key: must be true or false, not 1"),
    ("before-move", "seats 0 gone", True, "seats 0 gone: only with a Key"),
    ("before-move", "seats 0 used", "9", "seats 0 used: has each of 1 to 8 at most once"),
    ("before-move", "seats 0 used", "1 1", "seats 0 used: has each of 1 to 8 at most once"),
    ("before-move", "seats 0 used", "7", "seats 0 used: there are 2 abilities"),
    ("before-move", "rotation", [1, 2], "rotation: must be a list of 3 numbers, not [1, 2]"),
    ("before-move", "rotation", [1, 2, 12], "rotation: must be a whole number from 0 to 11"),
    ("before-move", "foes", "6 -", 'foes: is like "6 - 11", a space a level, not "6 -"'),
    ("before-move", "foes", "6 - 12", 'foes: is like "6 - 11"'),
    ("before-move", "towers", "-*2", "towers: has 3 places"),
    ("before-move", "rings", ["-*5", "-*5"], "rings: must be a list of 3 rings"),
    ("before-move", "rings 0", "-*4", "rings dungeon: has 5 places"),
    ("before-move", "bags", "tool", "bags: must be a list of texts"),
    ("before-move", "bags 0", 3, "bags 0: must be a text, not 3"),
    ("before-move", "glimpses", 1, "glimpses: must be a list of texts"),
    ("before-move", "glimpses", ["blade"], "glimpses: is a list of texts like"),
    ("before-move", "madness", 6, "madness: must be a whole number from 0 to 5, not 6"),
    ("before-move", "madness", 0, "madness: is above 0 while the game goes on"),
    ("before-move", "active", 3, "active: must be a whole number from 0 to 2, not 3"),
    ("before-move", "first", 1, "first: is 1, but the options say 0"),
    ("before-move", "phase", "lunch", "phase: must be ready, move, draw"),
    ("before-move", "phase", "recover", 'phase: is another while "before-move" is left to do'),
    ("before-move", "result", "won", "result: must be open, lost, escaped 0"),
    ("before-move", "result", "lost", "result: is open until the end"),
    ("before-move", "turn", 0, "turn: is 0 exactly until the first turn"),
    ("before-move", "turn", -1, "turn: must be a whole number from 0"),
    ("before-move", "moment", [], "moment: must be an object, not []"),
    ("before-move", "moment dye", 3, 'moment "dye": unknown key; did you mean "die"?'),
    ("before-move", "moment die", 7, "moment die: must be a whole number from 0 to 6, not 7"),
    ("before-move", "moment contact", 1, "moment contact: must be true or false, not 1"),
    ("before-move", "moment fate", "sold", "moment fate: must be banish, return or foe deck"),
    ("before-move", "moment cost", [1], "moment cost: must be a list of 4 numbers, not [1]"),
    ("before-move", "moment raises", [1], "moment raises: must be a list of 6 lists"),
    ("before-move", "moment cuts", ["x"] * 6, "moment cuts: is one of the digits 1 to f"),
    ("before-move", "moment cuts", [1], "moment cuts: must be a list of 6 texts"),
    ("before-move", "moment barred", "r9", 'moment barred: "r9" is no word here'),
    ("before-move", "moment flanked", "r1 r1", "moment flanked: r1 is there twice"),
    ("before-move", "moment traded", "3", 'moment traded: "3" is no seat'),
    ("before-move", "moment helpers", "blade", 'moment helpers: "blade" is not like "tool:r1"'),
    ("before-move", "moment target", "r1", "moment target: is there during a payment, and only"),
    ("before-move", "moment offered", "blade", "in the box, not"),
    ("before-move", "moment peeked", "blade", "moment peeked: is put back at once"),
    ("before-move", "moment fate", "return", "moment fate: is decided by a text"),
    ("before-move", "moment captured", "blade", "in the box, not"),
    ("before-move", "moment left", "blade", "in the box, not"),
    ("banish-one", "moment paid", "meteor_sword", "moment paid: lies Aside with the cards spent"),
    # cards
    ("before-move", "seats 0 hand", more("swrd"), 'seats 0 hand: "swrd" is no card'),
    ("before-move", "seats 0 hand", more("tool*0"), 'seats 0 hand: "tool*0" is not like "tool*3"'),
    ("before-move", "seats 0 hand", more("tool:down"), '"down" cannot be said of "tool" here'),
    ("before-move", "seats 0 hand", more("tool:in1:in2"), '"in2" cannot be said of "tool" here'),
    ("before-move", "seats 0 hand", more("tool:known5"), "seats 0 hand: there is no such seat"),
    ("before-move", "seats 0 hand", more("tool:x9"), '"x9" cannot be said of "tool" here'),
    ("before-move", "seats 0 hand", more("power-fight"), '"power-fight" is no card'),
    ("before-move", "seats 0 hand", more("the_dark_warden"), "the_dark_warden is no card that a"),
    ("before-move", "seats 0 hand", more("mind_warp"), "mind_warp is no card that a Hero can have"),
    ("before-move", "seats 0 discard", more("tool*900"), "tool in the box, not 9"),
    ("before-move", "banished", more("meteor_sword"), "meteor_sword in the box, not 2"),
    ("before-move", "banished", more("reaver_valley"), "banished: reaver_valley cannot be here"),
    ("before-move", "seats 0 aside", more("blade"), "in the box, not"),
    ("before-move", "rings 1", "meteor_sword -*4", "rings temple: is empty until it is revealed"),
    ("before-move", "rings 0", "mind_warp -*4", "rings dungeon: mind_warp cannot be here"),
    ("before-move", "towers", "meteor_sword -*2", "towers: meteor_sword cannot be here"),
    ("before-move", "towers", "-*3", "rings dungeon: is empty until it is revealed"),
    ("before-move", "spire", "meteor_sword", "spire: meteor_sword cannot be here"),
    ("before-move", "seats 0 slots", "-*4", "seats 0 slots: a Battlemat has 5 places or a few"),
    ("before-move", "moment pending", "meteor_sword", "in the box, not 2"),
    ("before-move", "moment setaside", "mind_warp", "mind_warp in the box"),
    ("before-move", "moment setaside", "blade", "moment setaside: blade cannot be here"),
    # decks
    ("before-move", "encounter", more("#9"), "encounter: there is no bag 9"),
    ("before-move", "encounter", more("#0"), "bags 0: has"),
    ("before-move", "loot", more("#0"), "bags 0: is for two decks"),
    ("before-move", "loot", more("blade"), "loot: blade is of another deck"),
    ("before-move", "bags 0", more("#0"), "bags 0: cannot come out of itself"),
    ("before-move", "bags 1", more("blade"), "bags 1: blade is of another deck"),
    ("before-move", "glimpses", ["loot runic_axe 0 place 9"], "glimpses: there is no bag 9"),
    ("before-move", "glimpses", ["loot runic_axe 0 place 1"], "glimpses: runic_axe is not there"),
    ("before-move", "glimpses", ["loot runic_axe 5 place 1"], "glimpses: there is no such seat"),
    # the agenda
    ("before-move", "agenda", 1, "agenda: must be a list of texts, not 1"),
    ("before-move", "agenda", [], "result: is open until the end"),
    ("before-move", "agenda", first("dance 0"), 'agenda: "dance 0" is not like "encounter-action'),
    ("before-move", "agenda", first("before-move"), 'is not like "before-move 0"'),
    ("before-move", "agenda", first("before-move 9"), 'there is no seat "9"'),
    ("before-move", "agenda", first("lose 0 x chaos"), '"x" is not like "-99"'),
    ("before-move", "agenda", first("roll 0 luck 0"), '"luck" is not like "move"'),
    ("before-move", "agenda", first("do 0 tool.1.1 -"), '"tool.1.1" is not like "axe.1.1"'),
    ("before-move", "agenda", first("do 0 runic_axe.1.1 hat"), '"hat" is not like "-"'),
    ("before-move", "agenda", first("slot-or-end 0"), '"slot-or-end" cannot come before "reveal"'),
    ("before-move", "agenda", lambda old: old[1:], '"reveal" is no question'),
    ("before-move", "agenda", lambda old: old[:-1], '"foe-moves" cannot come before nothing'),
    ("before-move", "agenda", lambda old: [*old[:-1], "next-turn 2"], "active: is the seat whose"),
    ("encounter-action", "phase", "explore", 'while "encounter-action" is left to do'),
    ("commit", "moment target", "", "moment target: is there during a payment, and only then"),
    ("commit", "moment target", "foe", "something else is being paid for"),
    ("commit", "moment paying", "blade:from-slot1:is-fight", "moment paying: blade does not lie"),
    ("commit", "moment paying", "blade:from-moon", '"from-moon" cannot be said of "blade" here'),
    ("choose-one", "agenda", first("choose-one 0 trapped_chest.1.1 -"), "that is another kind of"),
    ("choose-one", "agenda", first("pick-one 0 expert_feint.1.1 -:1:-"), "that text picks no cards"),
    ("turn-ring", "agenda", first("turn-ring 0 0 dungeon:0"), "no ring is turned by nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("top", "path", "value", "said"), BROKEN)
def test_an_impossible_position_is_refused_by_its_key(
    top: str, path: str, value: Any, said: str
) -> None:
    """Nothing is half-read, and the complaint is one line."""
    document = stop(top)
    seat = document["active"]
    if callable(value) and path == "agenda":
        made = value

        def value(old: list[str]) -> list[str]:
            """The line of whoever's turn it is."""
            lines = made(old)
            head = lines[0].split(" ")
            if len(head) > 1 and head[1] == "0":
                head[1] = str(seat)
            return [" ".join(head), *lines[1:]]

    with pytest.raises(PositionError) as refusal:
        read(changed(document, path, value))
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_trade_that_has_no_way_back_is_refused() -> None:
    """An offered card from the Battlemat needs its place."""
    document = stop("want-card")
    seat = document["active"]
    for path, value in (
        ("agenda", [f"want-card {seat} {seat}", *document["agenda"][1:]]),
        ("agenda", [f"reply {seat} {seat} any", *document["agenda"][1:]]),
    ):
        with pytest.raises(PositionError, match="nobody to trade with"):
            read(changed(document, path, value))


def test_damaged_positions_are_refused_or_playable() -> None:
    """A key from another table of the same game, or a line of the agenda lost."""
    refused = accepted = 0
    for seed in range(40):
        rng = Rng(seed)
        state: State = GAME.new(*random_options(rng, 10))
        tables = [each.clone() for each in walk(state, rng, 60 + rng.below(250))]
        document, other = written(tables[-1]), written(tables[rng.below(len(tables))])
        for key in document:
            if document[key] == other[key] or key in ("options", "game"):
                continue
            try:
                again = read(changed(document, key, other[key]))
            except RavelboxError:
                refused += 1
            else:
                accepted += 1
                GAME.view(again, None)
                random_play(again, rng)
    assert refused > 100
    assert accepted > 5


def test_every_question_is_one_that_somebody_is_asked() -> None:
    """No step can be what a table waits for."""
    document = stop("before-move")
    steps = [rule for rule in setup.RULES if rule.asks == NOBODY]
    assert len(steps) > 40
    with pytest.raises(PositionError, match="is no question"):
        read(changed(document, "agenda", document["agenda"][1:]))
