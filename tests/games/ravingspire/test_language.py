"""The language of cards: every verb parses, and a slip is named by its word."""

from __future__ import annotations

import pytest

from ravelbox.games.ravingspire.grammar import FORMS, Unclear, condition, effect
from ravelbox.games.ravingspire.language import (
    VERBS,
    Amount,
    Atom,
    Cards,
    Effect,
    Goal,
    Group,
    walk,
)

SELF = Cards(self=True)


def n(number: int) -> Amount:
    """A plain number."""
    return Amount("n", number)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("draw 2", Effect("draw", n(2))),
        ("draw d3", Effect("draw", Amount("d3"))),
        ("lose 1 sanity", Effect("lose", n(1))),
        ("lose d6 sanity all", Effect("lose", Amount("d6"), who="all")),
        ("gain 2 sanity one other", Effect("gain", n(2), who="one other")),
        ("gain 2 sanity others", Effect("gain", n(2), who="others")),
        ("prevent 3", Effect("prevent", n(3))),
        ("add 2 own", Effect("add", n(2), "own", SELF)),
        ("add - 2 fight", Effect("add", n(-2), "fight", SELF)),
        ("add -d6 own", Effect("add", Amount("d6", -1), "own", SELF)),
        ("become 12 fight", Effect("become", n(12), "fight")),
        ("become 6 vorpal", Effect("become", n(6), "vorpal")),
        ("generate 1 charm", Effect("generate", n(1), "charm")),
        ("double self", Effect("double", cards=SELF)),
        ("convert charm to skill", Effect("convert", attr="skill", kinds=("charm",))),
        ("reduce all weapon|armor by 1", Effect("reduce", n(1), goal=Goal("all", ("weapon", "armor")))),
        ("reduce 1 explore by 2", Effect("reduce", n(2), goal=Goal("1", ("explore",)))),
        ("raise this fight by 2", Effect("raise", n(2), "fight", goal=Goal("this"))),
        ("raise neighbours charm by d3", Effect("raise", Amount("d3"), "charm", goal=Goal("neighbours"))),
        ("keep self", Effect("keep", cards=SELF)),
        ("banish self", Effect("banish-self", cards=SELF)),
        ("discard self", Effect("discard", cards=SELF)),
        ("reshuffle self", Effect("reshuffle", cards=SELF)),
        ("loot 1", Effect("loot", n(1))),
        ("loot +1", Effect("loot+", n(1))),
        ("foe advances", Effect("advance")),
        ("summon foe each level", Effect("summon", place="each level")),
        ("summon foe temple", Effect("summon", place="temple")),
        ("move foe 3 away", Effect("move-foe", n(3), direction="away")),
        ("remove foe", Effect("remove-foe")),
        ("move up to 2", Effect("move", n(2), up_to=True)),
        ("move 1", Effect("move", n(1))),
        ("rotate here up to 3", Effect("rotate", n(3), place="here", up_to=True)),
        (
            "rotate each level d6 clockwise",
            Effect("rotate", Amount("d6"), place="each level", direction="clockwise"),
        ),
        ("reroll", Effect("reroll")),
        ("modify roll +1", Effect("modify", n(1))),
        ("modify defeat|loot roll -1", Effect("modify", n(-1), rolls=("defeat", "loot"))),
        ("peek foe 2 reorder", Effect("peek", n(2), deck="foe", reorder=True)),
        ("peek encounter 3", Effect("peek", n(3), deck="encounter")),
        ("redraw foe", Effect("redraw")),
        ("forbid dungeon and discard", Effect("forbid", kinds=("dungeon",), discard=True)),
        ("forbid attack|armor", Effect("forbid", kinds=("attack", "armor"))),
        ("slot weapon|armor as O", Effect("slot", kinds=("weapon", "armor"), letter="O")),
        ("share slot armor", Effect("share", kinds=("armor",))),
        ("extra slot D", Effect("extra", letter="D")),
        ("hand +1", Effect("hand", n(1))),
        ("hand -1", Effect("hand", n(-1))),
        ("attach { draw 1; loot +1 }", Effect("attach", blocks=((effect("draw 1"), effect("loot +1")),))),
        (
            "roll 1-4 { draw 1 } 5-6 { loot 1 }",
            Effect(
                "roll",
                ranges=((1, 4), (5, 6)),
                blocks=((effect("draw 1"),), (effect("loot 1"),)),
            ),
        ),
        (
            "choose { draw 1 } or { loot 1 } or { reroll }",
            Effect("choose", blocks=((effect("draw 1"),), (effect("loot 1"),), (effect("reroll"),))),
        ),
        (
            "if level dungeon { draw 1 } else { draw 2 }",
            Effect(
                "if",
                condition=((Atom("level", "dungeon"),),),
                blocks=((effect("draw 1"),), (effect("draw 2"),)),
            ),
        ),
        (
            "if empty hand { draw 1 }",
            Effect("if", condition=((Atom("empty", "hand"),),), blocks=((effect("draw 1"),), ())),
        ),
    ],
)  # fmt: skip
def test_every_effect_is_read_as_it_is_meant(text: str, meant: Effect) -> None:
    """One text, one effect."""
    assert effect(text) == meant


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("banish 1 relic in hand|slots", Cards(n=1, group=Group(("relic",), ("hand", "slots")))),
        ("discard all card in slots", Cards(quantity="all", group=Group(("card",), ("slots",)))),
        ("discard d6 card in hand", Cards(quantity="d6", group=Group(("card",), ("hand",)))),
        (
            "return up to 2 other attack in discard",
            Cards(quantity="up to", n=2, group=Group(("attack",), ("discard",), other=True)),
        ),
        (
            "capture 1 strongest loot card in hand",
            Cards(n=1, group=Group(("card",), ("hand",), loot=True, pick="strongest")),
        ),
        (
            "banish 1 card in discard at random",
            Cards(n=1, group=Group(("card",), ("discard",)), chooser="random"),
        ),
        (
            "steal 1 weakest starter card in other.hand by active",
            Cards(
                n=1,
                group=Group(("card",), ("other.hand",), starter=True, pick="weakest"),
                chooser="active",
            ),
        ),
        ("collect 1 cost<=3 card in ring", Cards(n=1, group=Group(("card",), ("ring",), cost=3))),
    ],
)
def test_cards_are_named_by_number_kind_and_place(text: str, cards: Cards) -> None:
    """Quantity, filters, kinds, zones, and who chooses."""
    assert effect(text).cards == cards


def test_amounts_can_be_counted() -> None:
    """A number that is read when the effect happens."""
    group = Group(("relic",), ("slots",))
    assert effect("add count(relic in slots) own").amount == Amount("count", group=group)
    assert effect("draw value(relic in slots)").amount == Amount("value", group=group)
    cards = effect("change 1 other card in hand to fight")
    assert (cards.attr, cards.cards) == (
        "fight",
        Cards(n=1, group=Group(("card",), ("hand",), other=True)),
    )


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("vs adversary or vs foe", ((Atom("vs adversary"),), (Atom("vs foe"),))),
        (
            "vs collect relic and with relic",
            ((Atom("vs collect", "relic"), Atom("with", "relic")),),
        ),
        ("vs collect", ((Atom("vs collect"),),)),
        ("from slot", ((Atom("from slot"),),)),
        ("slotted adventurer", ((Atom("slotted", "adventurer"),),)),
        ("class rogue", ((Atom("class", "rogue"),),)),
        ("level spire", ((Atom("level", "spire"),),)),
        ("sanity <= 3", ((Atom("sanity", n=3),),)),
        ("die 2-4", ((Atom("die", n=2, hi=4),),)),
        ("die 6", ((Atom("die", n=6, hi=6),),)),
        ("players >= 3", ((Atom("players", n=3),),)),
        ("empty other.discard", ((Atom("empty", "other.discard"),),)),
    ],
)
def test_every_condition_is_read_as_it_is_meant(
    text: str, meant: tuple[tuple[Atom, ...], ...]
) -> None:
    """An or of ands."""
    assert condition(text) == meant


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("drw 1", 'word 1 of "drw 1" must be a verb, not "drw"; did you mean "draw"?'),
        ("", '"" ends where a verb must follow'),
        ("draw", '"draw" ends where a number, d6, d3, count(…) or value(…) must follow'),
        ("draw cont(card in hand)", 'must be a number, d6, d3, count(…) or value(…), not "cont"; did'),
        ("draw 0", 'word 2 of "draw 0" must be a number from 1 to 20, not "0"'),
        ("draw 21", 'must be a number from 1 to 20, not "21"'),
        ("draw 99999999999999999999", "must be a number from 1 to 20"),
        ("add 16 own", 'must be a number from 1 to 15, not "16"'),
        ("reduce this by 16", "must be a number from 1 to 15"),
        ("rotate here 13", 'must be a number from 1 to 12, not "13"'),
        ("peek foe 11", 'must be a number from 1 to 10, not "11"'),
        (f"choose {' or '.join(['{ draw 1 }'] * 10)}", "has more than 9 blocks to choose from"),
        ("draw 1 card", 'word 3 of "draw 1 card" must be the end, not "card"'),
        ("draw 1 %", '"draw 1 %" cannot be read from "%" on'),
        ("Draw 1", '"Draw 1" cannot be read from "Draw 1" on'),
        ("lose 1 sanitty", 'word 3 of "lose 1 sanitty" must be sanity, not "sanitty"; did you mean'),
        ("lose 1 sanity every", 'must be the end, not "every"'),
        ("add 2 owm", 'must be fight, skill, charm or own, not "owm"; did you mean "own"?'),
        ("become 3 own", 'must be fight, skill, charm or vorpal, not "own"'),
        ("convert vorpal to fight", 'word 2 of "convert vorpal to fight" must be fight, skill or'),
        ("change self fight", 'must be to, not "fight"'),
        ("reduce 2 relic by 1", 'word 2 of "reduce 2 relic by 1" must be this, neighbours, 1 or all'),
        ("reduce all relics by 1", 'not "relics"; did you mean "relic"?'),
        ("raise this by 1", 'must be fight, skill or charm, not "by"'),
        ("discard 1 car in hand", 'not "car"; did you mean "card"?'),
        ("discard some card in hand", 'must be self, a number, all, d6, d3 or up to, not "some"'),
        ("discard 1 card hand", 'must be in, not "hand"'),
        ("discard 1 card in hnd", 'not "hnd"; did you mean "hand"?'),
        ("discard 1 card in aside", "must be hand, slots, played, discard, ring, banished, other.hand"),
        ("collect 1 cost 3 card in ring", 'must be <=, not "3"'),
        ("summon foe cellar", "must be here, dungeon, temple, spire or each level"),
        ("summon foe each floor", 'must be level, not "floor"'),
        ("move foe 3 aside", 'must be toward or away, not "aside"'),
        ("rotate here 3 left", 'must be clockwise or counterclockwise, not "left"'),
        ("modify luck roll +1", 'must be move, rotation, defeat or loot, not "luck"'),
        ("modify roll 1", 'must be + or -, not "1"'),
        ("peek hero 2", "must be encounter, battle, loot or foe"),
        ("slot weapon as X", "cannot be read from"),
        ("slot weapon as Q", "cannot be read from"),
        ("extra slot weapon", 'must be W, A, O, R or D, not "weapon"'),
        ("reshuffle", '"reshuffle" ends where self must follow'),
        ("roll 1-3 { draw 1 }", "a roll has each of the faces 1 to 6 once, not 1, 2 and 3"),
        ("roll 1-4 { draw 1 } 4-6 { draw 1 }", "faces 1 to 6 once, not 1, 2, 3, 4, 4, 5 and 6"),
        ("roll", "faces 1 to 6 once, not none"),
        ("roll 1-7 { draw 1 }", 'must be a number from 1 to 6, not "7"'),
        ("roll 3-2 { draw 1 }", 'must be a number from 3 to 6, not "2"'),
        ("choose { draw 1 }", "ends where or must follow"),
        ("choose { draw 1 or { draw 2 }", 'must be } or ;, not "or"'),
        ("attach draw 1", 'word 2 of "attach draw 1" must be {, not "draw"'),
        ("attach { draw 1 ", "ends where } or ; must follow"),
        ("attach { }", 'word 3 of "attach { }" must be a verb, not "}"'),
        ("if { draw 1 }", "must be vs, with, slotted, from, class, level, sanity, die, players or"),
        (f"{'attach { ' * 5}draw 1{' }' * 5}", "has more than 4 blocks within each other"),
    ],
)  # fmt: skip
def test_a_slip_is_named_by_its_word(text: str, said: str) -> None:
    """The complaint says which word, what could stand there, and what may have been meant."""
    with pytest.raises(Unclear) as refusal:
        effect(text)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("versus foe", 'word 1 of "versus foe" must be vs, with'),
        ("vs foes", 'must be adversary, foe or collect, not "foes"; did you mean "foe"?'),
        ("with sword", 'not "sword"'),
        ("sanity < 3", "cannot be read from"),
        ("sanity >= 3", 'must be <=, not ">="'),
        ("players >= 0", "must be a number from 1 to 20"),
        ("die 0-3", "must be a number from 1 to 6"),
        ("vs foe or", '"vs foe or" ends where'),
        ("vs foe vs adversary", 'word 3 of "vs foe vs adversary" must be the end, not "vs"'),
        ("class knight", 'must be reaver, rogue or runelord, not "knight"'),
    ],
)
def test_a_slip_in_a_condition_is_named_by_its_word(text: str, said: str) -> None:
    """The same for `if`."""
    with pytest.raises(Unclear) as refusal:
        condition(text)
    assert said in str(refusal.value)


def test_every_verb_has_a_line_that_begins_with_its_words() -> None:
    """VERBS is the documentation, and it is complete."""
    assert {line.split()[0].rstrip(":") for line in VERBS.values()} == set(FORMS)
    for verb, line in VERBS.items():
        assert line.split()[0].rstrip(":") in (verb, verb.split("-")[0], verb.rstrip("+"), "foe")
        assert ": " in line


def test_walking_finds_what_is_inside_blocks() -> None:
    """Blocks within blocks, in the order of the text."""
    text = "roll 1-3 { choose { draw 1 } or { loot 1 } } 4-6 { if level temple { reroll } }"
    assert [each.verb for each in walk((effect(text),))] == [
        *("roll", "choose", "draw", "loot"),
        *("if", "reroll"),
    ]
