"""Positions of Arch Ravels: every table comes back, and one that cannot be is refused by its key."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest

from ravelbox.games.arch_ravels import setup
from ravelbox.games.arch_ravels.agenda import NAMES
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
from ravelbox.games.arch_ravels.state import ArchRavels
from ravelbox.kernel import position
from ravelbox.kernel.errors import PositionError
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, Choice, Rule, State, random_play, random_step
from tests.games.arch_ravels.pattern_book import DECK, FAVOURITES, without
from tests.games.arch_ravels.studio import GAME, USUAL, Studio, studio
from tests.walks import curious_states, random_states, random_table


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
    assert again.actor == state.actor


def table(seats: int = 2, **facts: Any) -> Studio:
    """A studio with all requests of a real game: favourites and as many unknown ones."""
    cast = str(facts.get("who", USUAL)).split()[:seats]
    elsewhere = " ".join([*facts.get("held", []), *facts.get("done", [])]).split()
    own = [FAVOURITES[name] for name in cast if FAVOURITES[name] not in elsewhere]
    usual: dict[str, Any] = {
        "requests": " ".join(own),
        "extras": 2 * seats - len(own) - len(elsewhere),
        "lower": 43,
        "stack": {1: 5, 2: 5, 3: 6, 4: 7}[seats],
        "bowls": ["1B 1G 1O 1P 1R 1Y"] * seats,
    }
    p = studio(seats, **(usual | facts))
    seen = [*own, *elsewhere]
    p.state.others = [n for n in range(CARD_IDS.index("r01"), 54) if CARD_IDS[n] not in seen]
    return p


def luckless(p: Studio, *texts: str) -> ArchRavels:
    """A table at a question of luck: these actions are played, and luck is not answered."""
    for text in texts:
        assert p.can(text), f"{text} is not legal; {p.rule}: {sorted(p.legal())}"
        p.state.apply(GAME.space.parse(text))
    assert p.state.actor == CHANCE
    return p.state


def begun(top: str, *, aside: bool = False, **options: Any) -> State:
    """A setup of three that is played at random until this line is next; seat 0 goes first."""
    rng = Rng(4)
    start = GAME.new(GAME.options_of({"first_player": 0} | options), 3)
    while True:
        state = start.clone()
        while state.actor != OVER and not written(state)["turn"]:
            found = written(state)
            if re.match(top, found["agenda"][0]) and ("aside" in found) == aside:
                return state
            random_step(state, rng)


def test_rules_are_named_after_their_constants() -> None:
    """A line of an agenda says what the source says."""
    named = {
        rule.number: name.lower().replace("_", "-")
        for name, rule in vars(setup).items()
        if isinstance(rule, Rule)
    }
    assert [named[number] for number in range(len(setup.RULES))] == NAMES


def test_a_position_is_readable() -> None:
    """Cards, tiles and patterns by name, yarn by letter, nothing that follows from the rest."""
    p = table(
        2,
        bowls=["2B 3R", "1Y"],
        items=["hat hat bear", ""],
        learned=["bear scarf", ""],
        held=["r08", ""],
        won=["", "p01"],
        stack=4,
        bans=["none", "pending"],
        bazaar="yw - y2_g y1_r - yt_bgp",
        discard="y1_b cat",
        last="3 -",
    ).play("space 2", "craft hat")
    found = written(p.state)
    assert found["seats"] == [
        {
            "character": "rebecca",
            "tiles": "bear_b mitt_bby scarf_bopy",
            "learned": "bear scarf",
            "bowl": {"B": 1, "R": 2},
            "items": {"hat": 3, "bear": 1},
            "requests": "r08",
            "finished": "",
            "projects": "",
            "space": 2,
            "ban": "none",
        },
        {
            "character": "derrick",
            "tiles": "bear_g mitt_ggb scarf_gory",
            "learned": "",
            "bowl": {"Y": 1},
            "items": {},
            "requests": "",
            "finished": "",
            "projects": "p01",
            "space": 0,
            "ban": "pending",
        },
    ]
    assert found["bazaar"] == "yw - y2_g y1_r - yt_bgp"
    assert found["discard"] == "y1_b cat"
    assert found["projects"] == {"list": "p07 p13 p14", "deck": 4}
    deck = found["deck"]
    assert (deck["known"], deck["extras"], deck["lower"]) == ("r01 r03", 1, 43)
    assert (deck["unseen"]["y1_b"], deck["unseen"]["yw"], deck["unseen"]["cat"]) == (1, 5, 2)
    assert sum(deck["unseen"].values()) == 80 == deck["upper"] + deck["lower"]
    assert (found["first"], found["active"], found["turn"]) == (0, 0, 1)
    assert (found["actions"], found["crafts"], found["ended"]) == ("", 1, False)
    assert found["agenda"][:3] == ["craft-again 0", "actions 0", "restock 0 1"]
    assert "aside" not in found


def test_memories_are_written_in_words() -> None:
    """A line names patterns, colours, spaces and yarn, whatever the engine makes of them."""
    assert stop("wild")["agenda"][0] == "wild-colours 0 - B:3:-"
    assert stop("wild later")["agenda"][0] == "wild-colours 0 - R:1:1B1O"
    assert stop("mittens")["agenda"][0] == "pay-two 0 mittens R"
    assert stop("exchanging")["agenda"][0] == "exchange-how-many 0 B R"
    assert stop("taking")["agenda"][0] == "take-instead 0 2B1O B:3:-"
    assert stop("giving")["agenda"][:3] == [
        "give-yarn 1 2 B:2:-",
        "bracelet 1 0",
        "bracelets-done 1 r10",
    ]
    assert stop("boards")["agenda"][0].startswith("deal-board 0 ")
    assert stop("boards")["agenda"][0].split()[2].split(",")[0] in BOARD_IDS
    assert stop("drawing")["agenda"][:2] == ["draw-card 0 2 -", "restock 0 3"]
    assert stop("filling")["agenda"][0].endswith("setup")
    assert stop("tiles")["agenda"][0] == "deal-tile 1 mittens"


def test_a_position_may_be_typed_in_as_toml() -> None:
    """A printed box on a table becomes a document by hand; cards lie in any order."""
    text = """
    ravelbox-position = 1
    game = "arch_ravels"
    options = { solo = true, first_player = 0 }
    bazaar = "y1_b y1_b y2_g yw - -"
    discard = ""
    projects = { list = "p01 p07 p16", deck = 5 }
    first = 0
    active = 0
    turn = 3
    actions = "exchange"
    crafts = 0
    ended = false
    agenda = ["take-action 0", "restock 0 1", "resolve 0", "wrap-up 0", "refill 0", "end-turn 0"]
    [deck]
    known = "clerk r07 clerk"
    extras = 1
    upper = 37
    lower = 43
    [deck.unseen]
    %s
    [[seats]]
    character = "ted"
    tiles = "scarf_gory bear_b mitt_bby"
    learned = "scarf"
    bowl = { B = 2, Y = 1 }
    items = { hat = 4 }
    requests = ""
    finished = ""
    projects = ""
    space = 4
    ban = "none"
    """
    unseen = {card.id: card.copies for card in FACTS.cards if card.kind != "request"}
    unseen |= {"y1_b": 0, "y2_g": 5, "yw": 5, "clerk": 0}
    counts = "\n".join(f"{name} = {n}" for name, n in unseen.items())
    document = position.parse(text % counts)
    document["deck"]["upper"] = sum(unseen.values()) - 43
    _, _, state = position.load(document)
    assert written(state)["deck"]["known"] == "clerk clerk r07"
    assert written(state)["seats"][0]["tiles"] == "bear_b mitt_bby scarf_gory"
    actions = {GAME.space.to_text(code) for code in state.legal()}
    assert {"exchange B R", "exchange Y G", "end"} <= actions
    random_play(state, Rng(1))
    assert state.actor == OVER


def test_positions_of_whole_games_come_back() -> None:
    """From the first question to the end, at all options and seats."""
    asked = set()
    tables = 0
    for state in chain(random_states(GAME, 12, seed=11), curious_states(GAME, 12, seed=11)):
        comes_back(state)
        asked.add(state.agenda[-1][0] if state.agenda else -1)
        tables += 1
    assert tables > 1500
    assert len(asked) > 25


@pytest.mark.parametrize("setaside", ["top", "whole"])
def test_positions_of_a_long_game_come_back(setaside: str) -> None:
    """Turn after turn, until the deck is made anew, and on."""
    state = GAME.new(GAME.options_of({"setaside": setaside, "reveal_order": "active"}), 2)
    rng, piles, anew = Rng(3), [0], 0
    while not anew or len(piles) < anew + 100:
        comes_back(state)
        piles.append(len(written(state)["discard"].split()))
        if piles[-1] < piles[-2]:
            assert piles[-2] > 60
            anew = len(piles)
        assert state.actor != OVER, "the deck never ran out"
        random_step(state, rng)


def test_positions_of_every_setup_come_back() -> None:
    """From the first board to the first turn, at all options and seats."""
    asked = set()
    for seed in range(40):
        rng = Rng(seed)
        state = GAME.new(*random_table(GAME, rng))
        while written(state)["turn"] == 0:
            comes_back(state)
            asked.add(written(state)["agenda"][0].split()[0])
            random_step(state, rng)
    assert asked == {
        *("draw-first", "choose-character", "deal-board", "choose-side", "draw-side", "deal-tile"),
        *("draw-card", "draw-request", "draw-plain", "list-project"),
    }


def end_game(rng: Rng) -> Studio:
    """A table late in the game: few projects left, items and yarn in plenty, requests at hand."""
    options, seats = random_table(GAME, rng)
    cast = " ".join(CHARACTER_IDS[2 * board + rng.below(2)] for board in range(seats))
    first = options["first_player"]
    active = rng.below(seats) if first == "random" else int(first)
    return table(
        seats,
        who=cast,
        bowls=["".join(f"{rng.below(4)}{c} " for c in COLOUR_IDS) for _ in range(seats)],
        items=[" ".join(i for i in ITEM_IDS if rng.below(3)) for _ in range(seats)],
        learned=[" ".join(i for i in ITEM_IDS[1:4] if rng.below(2)) for _ in range(seats)],
        held=["r10"],
        won=[" ".join(PROJECT_IDS[: {1: 5, 2: 5, 3: 6, 4: 7}[seats]])],
        projects="p14 p15 p16",
        stack=0,
        bazaar="- - - - y1_b yw",
        active=active,
        **(options | {"turn_limit": 2 + rng.below(5)}),
    )


def test_positions_of_last_turns_come_back() -> None:
    """With the last projects on the table and Friendship Bracelets to give, to the final craft."""
    rng = Rng(8)
    asked = set()
    for _ in range(60):
        state: State = end_game(rng).state
        while state.actor != OVER:
            comes_back(state)
            asked.add(written(state)["agenda"][0].split()[0])
            random_step(state, rng)
        comes_back(state)
        assert written(state)["ended"] is True
    assert {"give-yarn", "last-craft", "restock-action", "refund", "circle-craft"} <= asked


PLENTY = ["3B 3G 3O 3P 3R 3Y"] * 4
RICH: dict[str, Any] = {"bowls": PLENTY, "learned": ["bear mittens scarf"]}
WILD: dict[str, Any] = {"bazaar": "yw - y1_b y1_g y1_r y1_y"}
FEW: dict[str, Any] = {"won": ["", "p01 p02 p03 p04 p05"], "stack": 0}
SOLD = "- y1_b y1_g yw yw yw"


def turned_up(cards: str, seats: int = 2, **facts: Any) -> Studio:
    """A table in step 2, these cards having been revealed."""
    return table(seats, **({"bazaar": SOLD} | facts)).play("space 4", "end", draw=cards)


def drawing(which: int) -> State:
    """A table at the second question of luck about one card: known ones, two unknown, the rest."""
    state = luckless(table(bazaar="y1_b - y1_g - yw yw"), "space 4", "end")
    state.apply(which)
    return state


# Tables to be broken, by name.
STOPS: dict[str, Callable[[], State]] = {
    "moving": lambda: table().state,
    "acting": lambda: table(held=["r14"], items=["hat"], turn=3, last="1 2").play("space 3").state,
    "shopped": lambda: table().play("space 3", "shop 12").state,
    "wild": lambda: table(**WILD).play("space 3", "shop 12").state,
    "wild later": lambda: table(**WILD).play(
        "space 3", "shop 12", "count 1", "count 0", "count 1", "count 0").state,
    "hat": lambda: table(**RICH).play("space 2", "craft hat").state,
    "last hat": lambda: table(**RICH).play("space 2", "craft bear", "colour B", "craft hat").state,
    "mittens": lambda: table(**RICH).play("space 2", "craft mittens", "colour R").state,
    "again": lambda: table(**RICH).play("space 2", "craft bear", "colour R").state,
    "monster": lambda: table(held=["r01"], bowls=PLENTY).play("space 2", "craft r01").state,
    "freely": lambda: table(who="neeha ted", bowls=PLENTY).play("space 3", "craft hat").state,
    "exchanging": lambda: table(bowls=PLENTY).play("space 4", "exchange B R").state,
    "returning": lambda: table(bowls=PLENTY, free_exchange=True).play(
        "space 4", "exchange B B", "count 1").state,
    "taking": lambda: table(bowls=["2B 1O"], free_exchange=True).play(
        "space 4", "exchange B B", "count 2", "count 1").state,
    "giving": lambda: table(3, held=["", "r10"], bowls=PLENTY, active=1).play(
        "space 2", "craft r10").state,
    "drawing": lambda: luckless(table(bazaar="y1_b - y1_g - yw yw"), "space 4", "end"),
    "drawing request": lambda: drawing(2),
    "drawing plain": lambda: drawing(4),
    "cat": lambda: turned_up("cat", 3).state,
    "sale": lambda: turned_up("sale").state,
    "donate": lambda: turned_up("donate").state,
    "clerk": lambda: turned_up("clerk", 3).state,
    "circle": lambda: turned_up("circle", 3).state,
    "circle hat": lambda: turned_up("circle", 3).play("craft hat").state,
    "request": lambda: turned_up("r01").state,
    "two": lambda: turned_up("r01 cat", bazaar="- - y1_g yw yw yw").state,
    "picking": lambda: turned_up(
        "r01 cat", bazaar="- - y1_g yw yw yw", reveal_order="active").state,
    "wrapping": lambda: table(items=["hat mittens bear"]).play("space 4", "end").state,
    "refunding": lambda: table(items=["hat bear"]).play("space 4", "end", "frog hat").state,
    "listing": lambda: luckless(
        table(items=["hat mittens"]).play("space 4", "end"), "finish p07"),
    "at once": lambda: luckless(
        table(items=["hat mittens hat"], project_refill="immediate").play("space 4", "end"),
        "finish p07"),
    "last project": lambda: table(items=["hat mittens hat"], project_refill="immediate", **FEW).play(
        "space 4", "end", "finish p07").state,
    "final": lambda: table(
        3, items=["hat mittens"], won=["", "p01 p02 p03 p04 p05 p06"], stack=0).play(
        "space 4", "end", "finish p07").state,
    "over": lambda: table(items=["hat mittens"], **FEW).play(
        "space 4", "end", "finish p07", "pass").state,
    "alone": lambda: table(1, solo=True, turn=20, last="1").play("space 3").state,
    "banned": lambda: table(bans=["pending", "none"]).play("space 3").state,
    "scarce": lambda: table(limited_supply=True, bowls=["20B", "4B"], items=["hat"]).state,
    "first": lambda: begun("draw-first", first_player="random"),
    "drafting": lambda: begun("choose-character 1"),
    "siding": lambda: begun("draw-side 1", sides="random"),
    "boards": lambda: begun("deal-board 0 [a-z]", characters="random"),
    "sides": lambda: begun("choose-side 1", characters="random"),
    "tiles": lambda: begun("deal-tile 1 mittens"),
    "filling": lambda: begun("draw-card 0 3", aside=True),
    "projects": lambda: begun("list-project 0 2"),
}  # fmt: skip


def stop(name: str) -> dict[str, Any]:
    """The document of such a table."""
    return written(STOPS[name]())


def changed(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with one value changed; the path is like "seats 0 bowl"."""
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


def plus(n: int) -> Callable[[int | None], int]:
    """So many more."""
    return lambda old: (old or 0) + n


ALL = {card.id: card.copies for card in FACTS.cards if card.kind != "request"}
NOBODY = {
    **dict.fromkeys(("character", "tiles", "learned", "requests", "finished", "projects"), ""),
    "bowl": dict.fromkeys(COLOUR_IDS, 1),
    "items": {},
    "space": 0,
    "ban": "none",
}
THEN = ["resolve 0", "wrap-up 0", "refill 0", "end-turn 0"]
BROKEN: list[tuple[str, str, Any, str]] = [
    # the words of a document
    ("acting", "bazar", "", '"bazar": unknown key; possible are seats, bazaar, deck'),
    ("acting", "turn", None, "turn: is missing"),
    ("acting", "seats", {}, "seats: must be a list of 1 to 4 seats, not {}"),
    ("acting", "seats", [], "seats: must be a list of 1 to 4 seats, not 0"),
    ("acting", "seats 1", None, "seats 1: must be an object of character, tiles, learned"),
    ("acting", "seats 0 ban", None, "seats 0: must be an object of character, tiles, learned"),
    ("acting", "options solo", True, "options: option solo is for one seat, not for 2"),
    ("acting", "seats 0 character", "bob", 'seats 0 character: "bob" is no character (rebecca, theo'),
    ("acting", "seats 0 character", "theo ted", 'seats 0 character: "theo ted" is more than one'),
    ("acting", "seats 0 tiles", "bear_x", 'seats 0 tiles: "bear_x" is no pattern tile'),
    ("acting", "seats 0 tiles", 7, "seats 0 tiles: must be a text, not 7"),
    ("acting", "seats 0 tiles", "bear_b bear_g", "seats 0 tiles: there are two bear tiles"),
    ("acting", "seats 0 learned", "hat", '"hat" is no item with a tile (bear, mittens or scarf)'),
    ("acting", "seats 0 learned", "bear bear", "seats 0 learned: bear is there twice"),
    ("acting", "seats 0 bowl", [], 'seats 0 bowl: must be an object such as {"B": 2}, not []'),
    ("acting", "seats 0 bowl", {"Q": 1}, 'seats 0 bowl: "Q" is not B, G, O, P, R or Y'),
    ("acting", "seats 0 bowl", {"B": -1}, "seats 0 bowl B: must be a whole number from 0 to 99999"),
    ("acting", "seats 0 bowl", {"B": True}, "seats 0 bowl B: must be a whole number from 0 to"),
    ("acting", "seats 0 items", {"cape": 1}, 'seats 0 items: "cape" is not hat, bear, mittens'),
    ("acting", "seats 0 items", {"hat": 10**40}, "seats 0 items hat: must be a whole number from 0"),
    ("acting", "seats 0 requests", "r27", 'seats 0 requests: "r27" is no request'),
    ("acting", "seats 0 requests", "r14 r14", "seats 0 requests: r14 is there twice"),
    ("acting", "seats 0 projects", "p17", 'seats 0 projects: "p17" is no project'),
    ("acting", "seats 0 space", 5, "seats 0 space: must be a whole number from 0 to 4, not 5"),
    ("acting", "seats 0 ban", "cat", "seats 0 ban: must be none, pending, in force or in force and"),
    ("acting", "seats 0 ban", ["none"], "seats 0 ban: must be none, pending, in force"),
    ("acting", "bazaar", "y1_b", 'bazaar: has 6 places, "-" where one is empty'),
    ("acting", "bazaar", "y1_b y1_g y1_o y1_p y1_r y9", 'bazaar: "y9" is no card'),
    ("acting", "deck", {"known": ""}, "deck: must be an object of known, extras, upper, lower and"),
    ("acting", "deck extras", 5, "deck extras: must be a whole number from 0 to 4, not 5"),
    ("acting", "deck upper", "3", 'deck upper: must be a whole number from 0 to 86, not "3"'),
    ("acting", "deck unseen", {"r01": 1}, 'deck unseen: "r01" is not y1_b, y1_g'),
    ("acting", "discard", "r01", 'discard: "r01" is no card of the discard pile'),
    ("acting", "projects", "p01", 'projects: must be an object of list and deck, not "p01"'),
    ("acting", "projects list", "p07 p13", 'projects list: has 3 places, "-" where one is empty'),
    ("acting", "projects deck", 17, "projects deck: must be a whole number from 0 to 16, not 17"),
    ("acting", "first", 2, "first: must be a whole number from 0 to 1, not 2"),
    ("acting", "active", -1, "active: must be a whole number from 0 to 1, not -1"),
    ("acting", "turn", 1.5, "turn: must be a whole number from 0 to 99999, not 1.5"),
    ("acting", "actions", "shop sing", 'actions: "sing" is no action (shop, craft, exchange or take)'),
    ("acting", "actions", "shop shop", "actions: shop is there twice"),
    ("acting", "crafts", 10, "crafts: must be a whole number from 0 to 9, not 10"),
    ("acting", "ended", 1, "ended: must be true or false, not 1"),
    # the lines of an agenda
    ("acting", "agenda", "end", 'agenda: must be a list of texts, not "end"'),
    ("acting", "agenda 0", 4, 'agenda: 4 is not like "take-action 0"'),
    ("acting", "agenda 0", "act 0", 'agenda: "act 0" is not like "take-action 0"'),
    ("acting", "agenda 0", "take-action", 'agenda: "take-action" is not like "take-action 0"'),
    ("acting", "agenda 0", "take-action 2", 'agenda: "take-action 2": there is no seat "2"'),
    ("acting", "agenda 0", "take-action 0 0", 'agenda: "take-action 0 0" is not like "take-action 0"'),
    ("hat", "agenda 0", "pay-different 0", '"pay-different 0" is not like "pay-different 0 hat"'),
    ("hat", "agenda 0", "pay-different 0 cape", 'agenda: "cape" is not hat, bear, mittens'),
    ("wild", "agenda 0", "wild-colours 0 - B:3", 'agenda: "B:3" is not like "O:4:2B1G"'),
    ("wild", "agenda 0", "wild-colours 0 - B:3:2G1B", 'agenda: "2G1B" is not yarn such as "2B1G"'),
    ("wild", "agenda 0", "wild-colours 0 - B:9999:-", 'agenda: "B:9999:-" is not like "O:4:2B1G"'),
    ("wild", "agenda 0", "wild-colours 0 - B:٣:-", 'agenda: "B:٣:-" is not like "O:4:2B1G"'),
    ("taking", "agenda 0", "take-instead 0 x B:3:-", 'agenda: "x" is not yarn such as "2B1G"'),
    ("boards", "agenda 0", "deal-board 0 moon", '"moon" is not a list of different boards'),
    ("boards", "agenda 0", "deal-board 0 yarn_spinner,yarn_spinner", "is not a list of different"),
    # the pieces
    ("acting", "seats 1 character", "theo", "seats: thrifty_shopper is the board of 2 characters"),
    ("acting", "seats 1 tiles", "bear_b mitt_ggb scarf_gory", "seats: bear_b is there 2 times"),
    ("acting", "options first_player", 1, "first: is 0, but the options say 1"),
    ("acting", "seats 1 requests", "r14", "seats 1 requests: r14 is in seats 0 requests too"),
    ("acting", "seats 0 finished", "r14", "seats 0 finished: r14 is in seats 0 requests too"),
    ("acting", "deck known", "r01 r01 r03", "deck known: r01 is there twice"),
    ("acting", "deck known", "r01 r14 r03", "seats 0 requests: r14 is in deck known too"),
    ("acting", "deck known", "r01 r07", "deck known: r03 is nowhere, but derrick plays (ARC-12)"),
    ("acting", "deck known", "r01 r02 r03 r04", "deck known: 5 requests are seen, 1 too many"),
    ("acting", "deck extras", 2, "deck extras: the number of requests nobody has seen is 2, but"),
    ("acting", "deck unseen yw", plus(1), "deck unseen: there are 6 yw cards in the box, not 7"),
    ("acting", "discard", "cat", "deck unseen: there are 3 cat cards in the box, not 4"),
    ("acting", "bazaar", "y1_b y1_g y1_o y1_p y1_r -", "there are 2 y1_y cards in the box, not 1"),
    ("acting", "deck upper", plus(-1), "deck upper: with lower is 79, but 80 cards are unseen"),
    ("acting", "projects list", "p07 p07 p14", "projects list: p07 is in projects list already"),
    ("acting", "seats 1 projects", "p13", "seats 1 projects: p13 is in projects list already"),
    ("acting", "projects deck", 6, "projects deck: the number of cards is 6, but possible here is 5"),
    ("acting", "projects list", "p07 p13 -", "projects deck: the number of cards is 5, but possible"),
    ("scarce", "seats 0 bowl B", 21, "seats 0 bowl B: there are 24 in the box, not 25"),
    ("scarce", "seats 1 items", {"hat": 8}, "seats 1 items hat: there are 8 in the box, not 9"),
    ("scarce", "seats 0 bowl B", 20, ""),
    ("acting", "seats 0 bowl B", 900, ""),
    ("acting", "seats 1 finished", "r02", "deck extras: the number of requests nobody has seen is 1"),
    # whose turn, and what was before
    ("acting", "agenda 1", "resolve 0", 'agenda: "take-action resolve resolve wrap-up refill end-'),
    ("acting", "agenda 1", "restock 1 1", 'agenda: "restock 1 1" must be "restock 0 1" at this'),
    ("acting", "agenda 1", "restock 0 2", 'agenda: "restock 0 2" must be "restock 0 1" at this'),
    ("acting", "agenda 0", "take-action 1", 'agenda: "take-action 1" must be "take-action 0"'),
    ("moving", "agenda", [], "seats 0 space: is 0 exactly until the marker is moved"),
    ("wrapping", "agenda", [], "ended: the game ends when projects or turns run out"),
    ("acting", "turn", 0, "turn: is 0 exactly until the first turn"),
    ("acting", "turn", 2, "active: turn 2 is that of seat 1 (ARC-21)"),
    ("acting", "turn", 1, "seats 1 space: is 0 exactly until the marker is moved (ARC-5)"),
    ("moving", "seats 0 space", 1, "seats 0 space: is 0 exactly until the marker is moved"),
    ("acting", "seats 1 space", 0, "seats 1 space: is 0 exactly until the marker is moved"),
    ("acting", "seats 0 tiles", "bear_b mitt_bby", "seats 0 tiles: has one of each kind after setup"),
    ("acting", "seats 1 ban", "in force", "seats 1 ban: is in force only on the own turn"),
    ("acting", "seats 0 ban", "pending", "seats 0 ban: cannot be pending in step 1 of the own turn"),
    ("wrapping", "seats 0 ban", "in force and pending", ""),
    ("acting", "ended", True, "ended: must be false here"),
    ("acting", "options turn_limit", 2, "turn: the number of turns is 3, but possible here is 1 to 2"),
    ("acting", "options turn_limit", 3, ""),
    ("alone", "turn", 21, "turn: the number of turns is 21, but possible here is 1 to 20"),
    ("acting", "aside", "cat", "deck unseen: there are 3 cat cards in the box, not 4"),
    # step 1
    ("acting", "actions", "shop", ""),
    ("acting", "actions", "shop exchange", "actions: exchange is not on that space of the board"),
    ("acting", "actions", "", "actions: must not be empty at take-action"),
    ("acting", "crafts", 1, "crafts: the number left at take-action is 1, but possible here is 0"),
    ("acting", "seats 0 space", 4, "actions: shop craft is not on that space of the board"),
    ("acting", "actions", "craft", "bazaar: the number of empty spaces after that Shop is 0, but"),
    ("moving", "actions", "shop", "actions: must be empty unless an action space is used"),
    ("wrapping", "crafts", 1, "crafts: must be 0 while no Craft is under way"),
    ("wild", "actions", "shop craft", "actions: shop is under way already"),
    ("wild", "agenda 0", "wild-colours 0 - B:5:-", "agenda: 5 wild yarn cannot come from that Shop"),
    ("wild", "agenda 0", "wild-colours 0 setup B:3:-", 'must be "wild-colours 0 - B:3:-"'),
    ("wild", "discard", "", "deck unseen: there are 6 yw cards in the box, not 5"),
    ("wild later", "agenda 0", "wild-colours 0 - B:1:2B", "the number of B chosen is 2, but"),
    ("wild later", "agenda 0", "wild-colours 0 - Y:1:2B", "agenda: wild-colours would leave seat 0 1"),
    ("hat", "agenda 0", "pay-same 0 hat", "agenda: pay-same is not how that pattern is paid here"),
    ("hat", "agenda 0", "pay-freely 0 hat B:2:-", "cannot be what is left to do"),
    ("hat", "agenda 0", "pay-different 0 r04", "agenda: seat 0 does not hold that request"),
    ("hat", "agenda 0", "pay-different 1 hat", '"pay-different 1 hat" must be "pay-different 0 hat"'),
    ("hat", "seats 0 bowl", {"B": 9}, "seats 0 bowl: does not pay for what is crafted at pay-diff"),
    ("hat", "seats 0 bowl", {"B": 9, "R": 1}, "pay-different would leave seat 0 1 answer"),
    ("hat", "crafts", 0, "crafts: the number left at pay-different is 0, but possible here is 1"),
    ("hat", "crafts", 2, "crafts: the number left at pay-different is 2, but possible here is 1"),
    ("hat", "seats 0 ban", "in force", "seats 0 ban: is in force: no crafting"),
    ("hat", "seats 0 space", 4, "agenda: craft is not on that space of the board"),
    ("last hat", "crafts", 1, "crafts: the number left at pay-different is 1, but possible here is 0"),
    ("mittens", "agenda 0", "pay-two 0 mittens -", ""),
    ("mittens", "seats 0 learned", "bear", "agenda: pay-two is not how that pattern is paid here"),
    ("mittens", "seats 0 bowl R", 1, "agenda: R cannot be the double colour"),
    ("again", "seats 0 ban", "in force", "seats 0 ban: is in force, so there is no craft-again"),
    ("again", "seats 0 bowl", {}, "agenda: craft-again would leave seat 0 1 answer"),
    ("again", "crafts", 0, "crafts: the number left at craft-again is 0, but possible here is 1"),
    ("monster", "agenda 0", "pay-any 0 r01 G:9:-", ""),
    ("monster", "agenda 0", "pay-any 0 r01 G:8:-", "agenda: 0 chosen and 8 to choose are not 9 yarn"),
    ("monster", "agenda 0", "pay-any 0 r01 G:4:5B", "the number of B chosen is 5, but possible here"),
    ("monster", "seats 0 requests", "r04", "deck known: r01 is nowhere, but rebecca plays"),
    ("freely", "seats 0 character", "theo", "deck known: r02 is nowhere, but theo plays"),
    ("freely", "agenda 0", "pay-different 0 hat", "pay-different is not how that pattern is paid"),
    ("freely", "agenda 0", "pay-freely 0 blanket B:5:-", ""),
    ("exchanging", "agenda 0", "exchange-how-many 0 B B", "an Exchange is for another colour"),
    ("exchanging", "seats 0 bowl B", 1, "agenda: exchange-how-many would leave seat 0 1 answer"),
    ("exchanging", "options free_exchange", True, "cannot be what is left to do"),
    ("returning", "agenda 0", "return-yarn 0 G 4B", "agenda: 4 B cannot be returned at return-yarn"),
    ("returning", "agenda 0", "return-yarn 0 G 1O", "agenda: 1 O cannot be returned at return-yarn"),
    ("returning", "seats 0 bowl G", 0, "agenda: seat 0 has no G to return"),
    ("taking", "agenda 0", "take-instead 0 3B B:3:-", "agenda: 3 B cannot be returned at take-inst"),
    ("taking", "agenda 0", "take-instead 0 2B B:3:-", "0 chosen and 3 to choose are not 2 yarn"),
    ("giving", "seats 1 bowl", {"B": 3}, "seats 1 bowl: must hold 4 yarn to give away (ARC-78)"),
    ("giving", "agenda 0", "give-yarn 1 0 B:2:-", '"give-yarn 1 0 B:2:-" must be "give-yarn 1 2'),
    ("giving", "agenda 2", "bracelets-done 1 r08", 'must be "bracelets-done 1 r10" at this table'),
    ("giving", "agenda 1", "bracelet 1 2", '"bracelet 1 2" must be "bracelet 1 0" at this table'),
    ("giving", "agenda", lambda old: [old[0], "bracelet 1 1", *old[1:]],
     '"give-yarn 1 2 B:2:-" must be "give-yarn 1 1 B:2:-"'),
    ("giving", "agenda", lambda old: ["give-yarn 1 1 B:2:-", "bracelet 1 2", *old[1:]],
     "agenda: bracelet is there 2 times with 3 seats"),
    # step 2
    ("drawing", "agenda 0", "draw-card 0 3 -", '"draw-card 0 3 -" must be "draw-card 0 2 -"'),
    ("drawing", "agenda 0", "draw-card 0 2 setup", '"draw-card 0 2 setup" must be "draw-card 0 2 -"'),
    ("drawing", "agenda 1", "restock 0 4", '"restock 0 4" must be "restock 0 3" at this table'),
    ("drawing", "agenda 0", "draw-request 0 2 -", ""),
    ("cat", "options cat_self", False, ""),
    ("cat", "agenda 1", "put-away 0 2", "agenda: space 2 does not hold cat"),
    ("cat", "agenda 1", "put-away 0 7", "agenda: space 7 does not hold cat"),
    ("cat", "agenda 0", "give-away 0", "agenda: space 1 does not hold donate"),
    ("sale", "agenda 0", "yarn-sale 0 - G:1:2B", ""),
    ("sale", "agenda 0", "yarn-sale 0 - G:2:-", "agenda: 0 chosen and 2 to choose are not 3 yarn"),
    ("donate", "seats 0 bowl", {"B": 2}, "agenda: give-away would leave seat 0 1 answer"),
    ("donate", "seats 0 bowl", {}, "agenda: give-away would leave seat 0 no answer"),
    ("clerk", "agenda", lambda old: ["friendly-clerk 1", *old[2:]], ""),
    ("clerk", "agenda", lambda old: ["friendly-clerk 2", "meet-clerk 0", *old[1:]],
     "agenda: meet-clerk is there 3 times with 3 seats"),
    ("clerk", "agenda 1", "meet-clerk 2", '"meet-clerk 2" must be "meet-clerk 1" at this table'),
    ("circle", "seats 0 ban", "in force", "seats 0 ban: is in force, so there is no circle-craft"),
    ("circle", "seats 1 ban", "pending", ""),
    ("circle", "agenda", lambda old: ["circle-craft 2", "craft-circle 0", *old[1:]],
     "agenda: craft-circle is there 3 times with 3 seats"),
    ("circle", "agenda 0", "circle-craft 1", '"circle-craft 1" must be "circle-craft 0" at this'),
    ("circle", "agenda 1", "craft-circle 2", '"craft-circle 2" must be "craft-circle 1" at this'),
    ("circle hat", "agenda 0", "pay-freely 0 hat B:2:-", "cannot be what is left to do"),
    ("circle hat", "seats 0 ban", "in force", "seats 0 ban: is in force: no crafting"),
    ("request", "agenda 0", "assign-request 0 2", "agenda: space 2 does not hold a request"),
    ("request", "seats 0 ban", "pending", ""),
    ("two", "agenda 0", "assign-request 0 3", "agenda: space 3 does not hold a request"),
    ("two", "bazaar", "r01 cat y1_g yw yw -", "deck unseen: there are 6 yw cards in the box, not 5"),
    ("two", "agenda", ["name-player 0", "put-away 0 2", *THEN], "space 1 is resolved first (ARC-61)"),
    ("picking", "agenda", ["name-player 0", "put-away 0 2", *THEN], ""),
    ("picking", "options reveal_order", "grid", "with reveal_order=grid nobody picks what is resol"),
    ("acting", "bazaar", "cat y1_g y1_o y1_p y1_r y1_y", "deck unseen: there are 2 y1_b cards in"),
    # step 3
    ("wrapping", "seats 0 items", {}, "agenda: restock-action would leave seat 0 1 answer"),
    ("refunding", "agenda 0", "refund 0 bear -", "a refund is asked for under a general pattern only"),
    ("refunding", "agenda 0", "refund 0 r01 -", "a refund is asked for under a general pattern only"),
    ("refunding", "agenda 0", "refund 0 hat R", "agenda: R cannot be the double colour"),
    ("refunding", "agenda 0", "refund 0 blanket -", ""),
    ("listing", "agenda 0", "list-project 0 2", '"list-project 0 2" must be "list-project 0 1"'),
    ("listing", "options project_refill", "immediate", "cannot be what is left to do"),
    ("at once", "options project_refill", "end", "cannot be what is left to do"),
    ("last project", "ended", False, "ended: must be true here"),
    ("last project", "options project_refill", "end", "ended: must be false here"),
    # ends, and tables that should have ended
    ("final", "ended", False, "ended: must be true here"),
    ("final", "agenda 0", "last-craft 2", '"last-craft 2" must be "last-craft 1" at this table'),
    ("final", "agenda", lambda old: ["last-craft 0", "final-craft 1", *old[1:]],
     "agenda: final-craft is there 2 times with 3 seats"),
    ("final", "seats 1 bowl", {}, "agenda: last-craft would leave seat 1 1 answer"),
    ("final", "seats 0 ban", "in force", "seats 0 ban: is in force only on the own turn"),
    ("final", "seats 1 ban", "pending", ""),
    ("over", "ended", False, "ended: must be true here"),
    ("over", "actions", "shop", "actions: must be empty unless an action space is used"),
    # setup
    ("first", "first", 1, "active: is seat 1, which goes first"),
    ("first", "options first_player", 0, "agenda: nobody draws the first player here"),
    ("first", "seats 0 bowl B", 2, "seats 0 bowl: has one yarn of each colour at first (ARC-6)"),
    ("first", "projects deck", 9, "projects deck: the number of cards at draw-first is 9, but"),
    ("drafting", "active", 1, "active: is seat 0, which goes first"),
    ("drafting", "seats 0", NOBODY, "seats 0 character: characters go round from seat 0"),
    ("drafting", "seats 2 character", "ted", "seats 2 character: characters go round from seat 0"),
    ("drafting", "agenda 0", "choose-character 2", 'must be "choose-character 1" at this table'),
    ("drafting", "agenda", lambda old: old[1:], "seats 1 character: characters go round from seat 0"),
    ("drafting", "agenda", lambda old: [*old[:2], *old[3:]], "agenda: the number of tiles to deal is 8"),
    ("drafting", "options characters", "random", "cannot be what is left to do"),
    ("drafting", "options sides", "random", ""),
    ("siding", "options sides", "choose", "cannot be what is left to do"),
    ("boards", "agenda 0", "deal-board 0 thrifty_shopper,master_crafter,yarn_spinner",
     "agenda: the number of boards dealt is 3, but possible here is 0 to 2"),
    ("sides", "options sides", "random", "cannot be what is left to do"),
    ("tiles", "seats 1 tiles", "bear_p mitt_ggb", "seats 1 tiles: each kind goes round from seat 0"),
    ("tiles", "seats 0 learned", "bear", "seats 0 learned: must be empty before the first turn"),
    ("tiles", "seats 0 items", {"hat": 1}, "seats 0 items: must be empty before the first turn"),
    ("tiles", "seats 0 requests", "r25", "seats 0 requests: must be empty before the first turn"),
    ("tiles", "seats 0 space", 1, "seats 0 space: must be empty before the first turn"),
    ("tiles", "seats 0 ban", "pending", "seats 0 ban: must be none before the first turn"),
    ("tiles", "actions", "shop", "actions: must be empty before the first turn"),
    ("tiles", "crafts", 1, "crafts: must be 0 before the first turn"),
    ("tiles", "ended", True, "ended: must be false before the first turn"),
    ("tiles", "turn", 1, "turn: is 0 exactly until the first turn"),
    ("tiles", "deck lower", 43, "deck: is built after the tiles are dealt, not at deal-tile"),
    ("tiles", "projects list", "p01 - -", "projects list: the number of cards at deal-tile is 0"),
    ("filling", "aside", None, "deck "),
    ("filling", "deck lower", plus(-1), "deck upper: with lower is"),
    ("filling", "agenda 0", "draw-card 0 3 -", '"draw-card 0 3 -" must be "draw-card 0 3 setup"'),
    ("projects", "projects list", "- p01 -", "projects list: the number of cards at list-project is 1"),
    ("projects", "projects deck", 9, "projects deck: the number of cards at list-project is 9, but"),
    ("projects", "bazaar", "- y1_b y1_g y1_o y1_p y1_r", "deck unseen"),
]  # fmt: skip


EMPTY = {"known": "", "extras": 0, "upper": 0, "lower": 0, "unseen": {}}
OPENED: dict[str, Any] = {  # five cards are in the bazaar, no event is known
    "deck unseen": ALL | {"y1_b": 0, "y1_g": 0, "y1_o": 1},
    "deck upper": 37,
    "deck extras": 3,
    "deck known": lambda old: " ".join(re.findall(r"r0[1-8]", old)),
}
# Several changes that only together make sense so far.
WORSE: list[tuple[str, dict[str, Any], str]] = [
    ("acting", {"bazaar": "cat y1_g y1_o y1_p y1_r y1_y", "deck unseen cat": 2, "deck unseen y1_b": 2},
     "bazaar: cat cannot lie there after step 2"),
    ("acting", {"deck lower": 42, "deck upper": 38},
     "deck lower: is 42, but the upper part is drawn first, then 43 cards"),
    ("acting", {"deck lower": 0, "deck upper": 80},
     "deck lower: is 0, but the upper part is drawn first, then 43 cards"),
    ("acting", {"deck lower": 0, "deck upper": 80, "options setaside": "whole"}, ""),
    ("acting", {"deck known": "r01 r03 yw", "deck unseen yw": 5, "deck upper": 36},
     "deck known: yw is a yarn card, which is not set aside"),
    ("acting", {"deck known": "r01 r03 cat", "deck unseen cat": 2, "deck upper": 36}, ""),
    ("acting", {"projects list": "p07 p13 -", "seats 1 projects": "p14"},
     "projects list: must have 3 cards in step 1"),
    ("acting", {"projects list": "p01 p02 p03", "seats 0 projects": "p04 p05 p06",
                "seats 1 projects": "p07 p08 p09", "projects deck": 0},
     "projects list: 9 projects are seen, 1 too many"),
    ("acting", {"aside": "cat", "deck unseen cat": 2, "deck upper": 36},
     "aside: has cards only while the bazaar is filled (ARC-15)"),
    ("moving", {"seats 0": NOBODY, "deck known": "r02 r03"},
     "seats 0 character: is known after setup"),
    ("wrapping", {"options cat_self": False, "seats 0 ban": "pending"},
     "seats 0 ban: cannot be pending on the own turn with cat_self=false"),
    ("wrapping", {"projects list": "p07 p13 -", "seats 1 projects": "p14"},
     "projects list: the number of open places is 1, but possible here is 0"),
    ("wrapping", {"projects list": "p07 p13 -", "seats 0 projects": "p14"}, ""),
    ("wrapping", {"projects list": "p07 p13 -", "seats 0 projects": "p14",
                  "options project_refill": "immediate"},
     "projects list: the number of open places is 1, but possible here is 0"),
    ("wrapping", {"agenda": [], "ended": True, "options turn_limit": 1}, ""),
    ("listing", {"projects deck": 0, "seats 1 projects": "p01 p02 p03 p04 p05"},
     "projects deck: has a card to list"),
    ("listing", {"projects deck": 1, "seats 1 projects": "p01 p02 p03 p04"}, ""),
    ("over", {"projects list": "- p13 p14", "seats 1 projects": "p01 p02", "projects deck": 3},
     "projects list: is refilled before the end (ARC-84)"),
    ("over", {"projects list": "p08 p13 p14", "seats 1 projects": "p01 p02 p03 p04"},
     "ended: the game ends when projects or turns run out"),
    ("wild", {"discard": "yw y1_o", "deck unseen y1_o": 1, "deck upper": plus(-1)},
     "agenda: 3 wild yarn cannot come from that Shop"),
    ("wild", {"discard": "yw cat", "deck unseen cat": 2, "deck upper": plus(-1)},
     "agenda: 3 wild yarn cannot come from that Shop"),
    ("drawing request", {"deck known": "r01 r02 r03 r04", "deck extras": 0},
     "deck extras: has a request to draw"),
    ("drawing plain", {"deck known": "", "deck extras": 0, "seats 0 requests": "r01 r02",
                       "seats 1 requests": "r03 r04"},
     "deck upper: has both requests and other cards at draw-plain"),
    ("drawing", {"deck known": "", "deck extras": 0, "seats 0 requests": "r01 r02",
                 "seats 1 requests": "r03 r04"}, ""),
    ("drawing", {"bazaar": "y1_b - cat - yw yw", "deck unseen cat": 2, "deck unseen y1_g": 2},
     "bazaar: is filled from space 1 on, and space 2 is empty"),
    ("drawing", {"bazaar": "cat - y1_g - yw yw", "deck unseen cat": 2, "deck unseen y1_b": 2}, ""),
    ("two", {"bazaar": "r01 cat y1_g yw yw -", "deck unseen yw": 4, "deck upper": plus(1)},
     "bazaar: no space after 1 is empty, as all were filled (ARC-58)"),
    ("circle hat", {"agenda 0": "pay-same 0 r08", "seats 0 requests": "r08", "deck extras": 2,
                    "seats 0 bowl B": 5, "seats 0 bowl R": 5},
     "agenda: there are no requests in a Craft Circle at this table (ARC-73)"),
    ("circle hat", {"agenda 0": "pay-same 0 r08", "seats 0 requests": "r08", "deck extras": 2,
                    "seats 0 bowl B": 5, "seats 0 bowl R": 5,
                    "options craft_circle_requests": True}, ""),
    ("circle", {"seats 0 ban": "in force", "options cat_blocks_circle": False}, ""),
    ("hat", {"seats 0 space": 3, "agenda": lambda old: [old[0], *old[2:]], "crafts": 0},
     "bazaar: the number of empty spaces after that Shop is 0, but possible here is 2 to 6"),
    ("hat", {"seats 0 space": 3, "agenda": lambda old: [old[0], *old[2:]], "crafts": 0,
             "actions": "shop"}, ""),
    ("moving", {"bazaar": "- - - - - -", "deck": EMPTY}, "deck: is built before the first turn"),
    ("drawing", {"deck": EMPTY, "discard": without(DECK, "y1_b y1_g yw yw"),
                 "seats 0 requests": "r01 r02", "seats 1 requests": "r03 r04"},
     "deck: has a card to draw"),
    ("alone", {"agenda": ["last-craft 0", "count-points 0"], "ended": True, "actions": ""},
     "agenda: alone there is no final craft (ARC-121)"),
    ("drafting", {"seats 0": NOBODY,
                  "agenda": lambda old: ["choose-character 2", "choose-character 0", *old]},
     "agenda: the number of seats without a character is 4, but possible here is 0 to 3"),
    ("filling", {"discard": "y2_r", "deck unseen y2_r": plus(-1), "deck upper": plus(-1)},
     "discard: must be empty before the first turn"),
    ("first", {"first": 1, "active": 1}, "first: is 0 until it is drawn"),
    ("siding", {"agenda 0": "draw-side 1 thrifty_shopper", "seats 0 character": "theo"},
     "agenda: a board is for one seat only (ARC-2)"),
    ("filling", {"deck lower": plus(-1), "deck upper": plus(1)},
     "deck lower: is 42, but the upper part is drawn first"),
    ("filling", {"deck lower": 0, "deck upper": plus(43), "options setaside": "whole"},
     "deck lower: is 43 while the bazaar is filled"),
    ("projects", OPENED | {"bazaar": "y1_b y1_b y1_g y1_g y1_o cat", "deck unseen cat": 2},
     "bazaar: is filled with yarn cards from space 1 on (ARC-15)"),
    ("projects", OPENED | {"bazaar": "y1_b y1_b y1_g y1_g y1_o -", "deck upper": 38},
     "bazaar: the number of cards at list-project is 5, but possible here is 6"),
    ("projects", OPENED | {"bazaar": "y1_b y1_b y1_g y1_g y1_o yw", "deck unseen yw": 5,
                           "aside": "cat", "deck unseen cat": 2, "deck upper": 36},
     "aside: has cards only while the bazaar is filled (ARC-15)"),
    ("projects", OPENED | {"bazaar": "y1_b y1_b y1_g y1_g y1_o yw", "deck unseen yw": 5}, ""),
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
    for name in STOPS:
        yield stop(name)
    for _ in range(12):
        state: State = end_game(rng).state
        while state.actor != OVER:
            if rng.below(8) == 0:
                yield written(state)
            random_step(state, rng)


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
        return option.values[rng.below(min(5, len(option.values)))]
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
        known = (*NAMES, *"0123456", *COLOUR_IDS, *ITEM_IDS, "r10", "B:2:-", "2B1G", "-", "setup")
        words[rng.below(len(words))] = known[rng.below(len(known))]
        return " ".join(words)
    names = (*CARD_IDS, *PROJECT_IDS, *TILE_IDS, *CHARACTER_IDS, *ITEM_IDS)
    more = ("", "-", "none", "pending", "in force", "shop", "craft", "take", "exchange")
    return " ".join(bent_words(words, (*words, *names, *more), rng))


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
        for _ in range(10):
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
                plays_on(state, rng)
    assert refused > 600
    assert accepted > 100


def plays_on(state: State, rng: Rng) -> None:
    """From here on nothing fails and nothing is lost."""
    comes_back(state)
    seats = GAME.seats_in(state)
    whole = GAME.components(state)
    if state.actor >= 0:
        assert isinstance(state.rules[state.agenda[-1][0]], Choice)
        assert state.legal()
    for seat in [None, *range(seats)]:
        assert GAME.view(state, seat).table["seats"]
    for _ in range(60):
        if state.actor == OVER:
            break
        random_step(state, rng)
        assert GAME.components(state) == whole
    comes_back(state)
