"""Texts that meet: for how long they hold, from where they act, and what two of them do together."""

from __future__ import annotations

import pytest

from tests.games.ravingspire.cards.printed import CARDS
from tests.games.ravingspire.cards.reactions import CALM, overwhelmed, rolled
from tests.games.ravingspire.cards.shapes import PEEKED
from tests.games.ravingspire.cards.table import (
    QUIET,
    activate,
    affords,
    brute_costs,
    carry_on,
    commit,
    count,
    paid,
    picks,
    scene,
    to_battle,
    to_next_turn,
    worth,
)
from tests.games.ravingspire.tower import GAME, Tower, mate, tower

CHAOS = [card for card in CARDS if CARDS[card]["types"] == ["Chaos"]]


def test_a_doubling_is_for_one_use() -> None:
    """A kept Weapon is doubled once; in the next turn it gives what is printed."""
    t = scene("gauntlets_of_the_second_blow", slots="kingsplitter - - - -", deck="")
    activate(t, "gauntlets_of_the_second_blow")
    assert worth(t, "fight", "kingsplitter") == 10
    others = ("grubb_and_son:skill", "bertrand_the_unpaid:charm")
    assert paid(t, "opera_dagger", "kingsplitter:fight", *others)
    to_next_turn(t)
    assert t.slots() == "kingsplitter - - - -"
    assert not t.state.slots[0][0] >> 24


def test_a_doubling_that_was_not_used_is_over_with_the_turn() -> None:
    """The slotted card gives its printed power in the next turn."""
    t = scene("gauntlets_of_the_second_blow", slots="longsword_of_no_known_house - - - -")
    activate(t, "gauntlets_of_the_second_blow")
    assert worth(t, "fight", "longsword_of_no_known_house") == 6
    to_next_turn(t)
    assert t.turn == 9
    assert not t.state.slots[0][0] >> 24


def test_two_doublings_make_three() -> None:
    """Gauntlets and Armory on one sword: 3, and 3, and 3."""
    t = scene("gauntlets_of_the_second_blow armory longsword_of_no_known_house")
    activate(t, "gauntlets_of_the_second_blow")
    t.by("discard", "armory")
    carry_on(t, *(["longsword_of_no_known_house"] if t.asked == "RSP-170" else []))
    assert worth(t, "fight", "longsword_of_no_known_house") == 9


def test_a_doubled_card_keeps_its_bonus_once() -> None:
    """Silver Needle against an Adversary: 2 doubled and 3 more are 7, not 10."""
    t = scene("gauntlets_of_the_second_blow silver_needle", "adversary")
    activate(t, "gauntlets_of_the_second_blow")
    assert worth(t, "charm", "silver_needle", vs="adversary") == 7


def test_a_changed_card_keeps_its_bonus() -> None:
    """Halberd as Charm against an Adversary: 4 and 2, all of it Charm."""
    t = scene("mirrored_bracers halberd_of_the_fourth_watch", "adversary")
    activate(t, "mirrored_bracers", "choose 2", "halberd_of_the_fourth_watch")
    assert worth(t, "charm", "halberd_of_the_fourth_watch", vs="adversary") == 6
    assert worth(t, "fight", "halberd_of_the_fourth_watch", vs="adversary") == 0


@pytest.mark.parametrize("card", ["scriptorium_of_the_blind", "engine_room_of_the_tower"])
def test_a_dungeon_card_activated_in_its_slot_stays_there(card: str) -> None:
    """Its action happens now, its power may be spent later: then it lies face down until Recover."""
    t = scene(slots=f"- - - - {card}", deck="blade*12", ring="opera_dagger coil_of_rope")
    t.by("activate", card)
    if t.legal("turn"):
        t.do("turn cw 1")
    assert not t.may("activate", card)
    others = ("old_hobb_the_porter:fight", "bertrand_the_unpaid:charm")
    assert paid(t, "opera_dagger", f"{card}:skill", *others)
    assert t.slots() == f"- - - - {card}!"
    assert card not in t.aside().split()
    to_next_turn(t)
    assert t.slots() == f"- - - - {card}"


def test_florence_activates_a_slotted_weapon_and_keeps_it() -> None:
    """The Razor draws a card, pays, and stays face down; it draws no second card this turn."""
    t = scene(hero="florence", slots="cutpurses_razor - - - -", deck="blade*12")
    t.by("activate", "cutpurses_razor")
    assert count(t.hand(), "blade") == 1
    others = ("old_hobb_the_porter:fight", "bertrand_the_unpaid:charm")
    assert paid(t, "opera_dagger", "cutpurses_razor:skill", *others)
    assert t.slots() == "cutpurses_razor! - - - -"
    assert not t.may("activate", "cutpurses_razor")
    assert count(t.hand(), "blade") == 1


def test_an_activated_card_that_pays_for_nothing_is_spent() -> None:
    """From a slot it is Played and goes Aside with the end of the phase; what stays, stays."""
    t = scene(slots="cutpurses_razor - - - -", deck="blade*12")
    t.by("activate", "cutpurses_razor")
    assert (t.slots(), t.played()) == ("- - - - -", "cutpurses_razor")
    t.do("end")
    assert (t.played(), t.aside()) == ("", "cutpurses_razor")


def test_two_cards_prevent_of_one_loss() -> None:
    """Door and Cuirass take 2 and 2 off 6; each is offered once."""
    t = overwhelmed(6, hand="padded_cell_door warded_cuirass")
    t.by("prevent", "padded_cell_door").by("prevent", "warded_cuirass")
    assert (t.sanity(), t.discard()) == (8, "padded_cell_door warded_cuirass")


def test_two_cards_re_roll_one_die() -> None:
    """Knucklebones and Cistern: the third result stands."""
    t = overwhelmed(6, hand="loaded_knucklebones dry_cistern")
    rolled(t.by("again", "loaded_knucklebones"), 5)
    assert t.asked == "RSP-161"
    rolled(t.by("again", "dry_cistern"), 4)
    assert t.sanity() == 6


def test_a_prevention_for_the_price_of_a_text() -> None:
    """Sanity paid for an action is a loss like any other: it can be prevented, and the text works."""
    t = scene("hourglass_of_stolen_minutes", slots="- padded_cell_door - - -", deck="tool*5")
    t.by("activate", "hourglass_of_stolen_minutes")
    assert t.asked == "RSP-128"
    t.by("prevent", "padded_cell_door")
    assert (t.sanity(), count(t.hand(), "tool")) == (10, 2)


@pytest.mark.parametrize(
    ("card", "helps"), [("padded_cell_door", True), ("gate_plank_shield", False)]
)
def test_preventing_the_price_of_a_flank(card: str, helps: bool) -> None:
    """A flanker's slotted Armor answers the 1 Sanity, unless it names other causes."""
    hero = mate("quinn", hand="cleave", slots=f"- {card} - - -")
    t = scene(vs="adversary", mates=[hero], trading=False).face("the_leechs_tax_collector")
    assert (t.asked, t.actor) == ("RSP-145", 1)
    t.do("assist h1")
    assert (t.asked == "RSP-128") == helps
    if helps:
        t.by("prevent", card)
    assert t.sanity(1) == (10 if helps else 9)


@pytest.mark.parametrize(
    ("card", "helps"), [("coat_of_last_breaths", True), ("aegis_of_unasked_questions", False)]
)
def test_preventing_the_price_of_a_trade(card: str, helps: bool) -> None:
    """Keep your guard up: 1 Sanity for the Adversary; a cause of its own, not "adversary"."""
    t = tower(
        hand="tool",
        slots=f"- {card} - - -",
        ring="bone_sentry",
        mates=[mate("quinn", hand="blade")],
        **CALM,
    ).begin("move")
    t.do("trade 1").by("pick", "tool")
    while t.asked == "RSP-152":
        ways = [x for x in ("want nothing", "accept", "nothing") if x in t.legal()]
        t.do(ways[0])
    assert t.hand(1) == "blade tool"
    assert (t.asked == "RSP-128") == helps
    if helps:
        t.by("prevent", card)
    assert (t.sanity(), t.sanity(1)) == (10 if helps else 9, 9)


def test_nothing_is_free_by_reductions() -> None:
    """A coil of rope (1/0/1) for 2 less and 1 less in the Chapel still costs 1 point."""
    ring = "coil_of_rope"
    t = scene("black_book_of_favours", ring=ring, towers={"dungeon": "the_pawned_chapel"})
    activate(t, "black_book_of_favours")
    t.state.played[0] = []
    assert not affords(t, "coil_of_rope", "0/0/0", name="fight")
    assert affords(t, "coil_of_rope", "1/0/0", name="charm") or affords(
        t, "coil_of_rope", "0/0/1", name="fight"
    )
    assert brute_costs(t, "coil_of_rope", 1)


def test_the_under_warden_raises_brute_force_too() -> None:
    """The sentry's 7 become 8; his own 15 stay."""
    t = scene(ring="bone_sentry the_under_warden")
    assert brute_costs(t, "bone_sentry", 8)
    assert brute_costs(t, "the_under_warden", 15)


def test_two_tax_collectors_are_each_others_neighbours() -> None:
    """Each makes the other one dearer, and the card between them twice."""
    t = scene(ring="the_leechs_tax_collector opera_dagger the_leechs_tax_collector")
    assert affords(t, "opera_dagger", "1/1/3")
    assert not affords(t, "opera_dagger", "1/1/2")
    t = scene(ring="the_leechs_tax_collector the_leechs_tax_collector")
    assert not affords(t, "the_leechs_tax_collector", "1/1/3")
    assert affords(t, "the_leechs_tax_collector", "1/1/4")


def test_of_equal_loot_the_owner_chooses() -> None:
    """The Duke takes one of two cards of 4, as the player says."""
    t = to_battle(
        tower(
            hand="cathedral_hammer thornback_plate ninefold_dagger",
            foes={"dungeon": 0},
            foe_pile="the_keyless_duke",
        ).begin("turn")
    )
    assert picks(t) == "cathedral_hammer thornback_plate"
    t.by("pick", "thornback_plate").do("name fight")
    assert t.hand() == "cathedral_hammer ninefold_dagger"


def test_shayla_adds_to_the_die_of_a_loot_card_in_use() -> None:
    """Eyelash of a Sleeping God: a 5 becomes a 6, and 2 cards are drawn."""
    t = scene("eyelash_of_a_sleeping_god", hero="shayla", deck="tool*5", sanity=5)
    t.by("activate", "eyelash_of_a_sleeping_god", luck=[5])
    assert t.asked == "RSP-161"
    assert count(t.copy().do("keep").hand(), "tool") == 0
    t.do("raise")
    assert (count(t.hand(), "tool"), t.sanity()) == (2, 5)


def test_darius_rolls_again_for_moves_and_foes() -> None:
    """The die of Move, and the Foe's die in his turn."""
    t = tower("darius", hand="tool", **CALM).begin("move")
    rolled(t if t.chance else t.do("roll"), 2)
    assert t.asked == "RSP-161"
    rolled(t.do("reroll"), 4)
    while t.asked == "RSP-31":
        t.do("step cw")
    assert t.where() == "dungeon 4"
    t = tower("darius", foes={"dungeon": 6}, at="dungeon 1", filler=0, **CALM).begin("foe")
    rolled(t, 6)
    assert t.asked == "RSP-161"
    rolled(t.do("reroll"), 1)
    assert t.foe() == 5


def test_only_the_looker_knows_what_was_seen() -> None:
    """The candle shows two cards to its owner, and to nobody else."""
    t = scene("corpse_tallow_candle", filler=10, mates=[mate("quinn")], trading=False)
    t.state.pile = tuple(~0 for _ in range(10))
    t.state.bags.own.append(tuple(sorted(kinds_of(PEEKED) + kinds_of("coil_of_rope*6"))))
    t.state.bags.lenders.append(())
    t.by("activate", "corpse_tallow_candle")
    while t.asked == "RSP-170":
        t.do(min(t.legal("pick")))
    views = [GAME.view(t.state, seat).table["top"] for seat in (0, 1)]
    assert [len(view) for view in views] == [2, 0]


def kinds_of(words: str) -> list[int]:
    """The numbers of cards."""
    return scene(words, aids=False).state.hands[0]


@pytest.mark.parametrize("card", CHAOS)
def test_chaos_in_a_refill_is_carried_out_and_replaced(card: str) -> None:
    """In Recover the gap takes the next card; the Chaos card is banished, or on the Foe deck."""
    t = tower(
        hand="tool*2",
        ring="opera_dagger*4",
        pile=f"{card} coil_of_rope cleave",
        at="dungeon 1",
        towers={"dungeon": QUIET},
        mates=[mate("quinn", at="temple 3")],
        trading=False,
    ).begin("recover")
    after = finished(t)
    assert card not in after.ring().split()
    assert after.foe() is not None
    on_the_foe_deck = card in ("bloodrage", "borrowed_faces")
    assert (card in after.banished.split()) != on_the_foe_deck
    assert bool(after.state.attached) == on_the_foe_deck
    assert after.ring().split().count("-") == 0


def finished(t: Tower) -> Tower:
    """End the turn, answering everything with the first that is offered."""
    turn = t.turn
    while t.turn == turn and not t.over:
        if t.chance:
            t.state.apply(0)
        else:
            t.do("end" if t.can("end") else min(t.legal()))
    return t


@pytest.mark.parametrize("card", CHAOS)
def test_chaos_in_the_reveal_of_a_level(card: str) -> None:
    """Drawn while the Temple is dealt it is carried out and replaced: five cards lie there."""
    t = tower(
        hand="tool",
        at="dungeon 6",
        rotation=(0, 6, 0),
        pile=f"opera_dagger {card} coil_of_rope cleave ill_word crowbar siege_jack",
        tower_deck="echo_gallery",
        towers={"dungeon": QUIET},
    ).begin("move")
    rolled(t if t.chance else t.do("roll"), 2)
    t.do("step up")
    while t.asked == "RSP-31":
        t.do("step cw")
    while t.chance or t.asked == "RSP-170":
        if t.chance:
            t.state.apply(0)
        else:
            t.do(min(t.legal()))
    assert t.where() == "temple 1"
    assert t.foe("temple") is not None
    assert card not in t.ring("temple")
    assert t.ring("temple").split().count("-") == 0


def test_commit_and_give_up_leaves_the_text_used() -> None:
    """A card whose action happened is Played; one whose action did not is back in hand."""
    t = commit(scene("deck_of_marked_cards", deck="blade*3"), "deck_of_marked_cards").do("use")
    t.do("abandon")
    assert (t.played(), count(t.hand(), "blade")) == ("deck_of_marked_cards", 1)
    t = commit(scene("deck_of_marked_cards", deck="blade*3"), "deck_of_marked_cards").do("skip")
    t.do("abandon")
    assert (t.played(), count(t.hand(), "deck_of_marked_cards")) == ("", 1)
