"""The Chaos cards: The Foe Advances, the text, and then they are banished."""

from __future__ import annotations

from typing import Any

import pytest

from ravelbox.games.ravingspire.state import DRAW, ENCOUNTER
from ravelbox.games.ravingspire.turn import turn_from
from tests.games.ravingspire.cards.printed import CARDS, exercises
from tests.games.ravingspire.cards.table import QUIET, count, picks
from tests.games.ravingspire.tower import Tower, each, mate, tower

CHAOS = [card for card in CARDS if CARDS[card]["types"] == ["Chaos"]]
RING = "opera_dagger crow_beak_polearm bone_sentry coil_of_rope siege_jack"


def drawn(card: str, **zones: Any) -> Tower:
    """A Chaos card drawn in the Draw phase, by a Hero on Dungeon 0; nothing comes after."""
    given: dict[str, Any] = {
        "ring": RING,
        "towers": {"dungeon": QUIET},
        "pile": card,
        "trading": False,
    }
    t = tower(**(given | zones))
    t.state.phase = DRAW
    later = turn_from(0, ENCOUNTER)
    t.state.then(turn_from(0, DRAW)[: -len(later)])
    t.state.settle()
    return t


@exercises("mind_warp")
def test_mind_warp_takes_one_from_everybody() -> None:
    """All players lose 1 Sanity, the active one too."""
    t = drawn("mind_warp", mates=[mate("quinn", sanity=7), mate("garsome", at="temple 2")])
    assert [t.sanity(seat) for seat in range(3)] == [9, 6, 9]
    assert t.banished == "mind_warp"


@exercises("bloodrage", "borrowed_faces")
@pytest.mark.parametrize(
    ("card", "cost"), [("bloodrage", "10/3/3 -"), ("borrowed_faces", "8/3/5 -")]
)
def test_the_next_foe_is_dearer_and_richer(card: str, cost: str) -> None:
    """On the Foe deck: the next Foe costs 2 more and yields 1 more Loot; then it is banished."""
    t = drawn(
        card,
        foe_pile="the_butcher_of_nine_doors manos",
        foes={"dungeon": 1},
        hand="deck_of_marked_cards",
    )
    assert t.banished == ""
    if t.asked == "RSP-106":
        t.do("draw")
    assert t.foe_card == "the_butcher_of_nine_doors"
    assert t.battle() == cost
    hand = "kinslayer_unabridged*5"
    t = tower(hand=hand, foes={"dungeon": 0}, foe_pile="the_butcher_of_nine_doors", attached=card)
    t.begin("turn")
    if t.asked == "RSP-106":
        t.do("draw")
    t.face("foe")
    raised = "fight" if card == "bloodrage" else "charm"
    for attribute in [raised, "fight", "skill", "charm", "fight"]:
        if t.asked == "RSP-58" and t.may("pay", "kinslayer_unabridged", attribute):
            t.pay(f"kinslayer_unabridged:{attribute}")
    assert t.key()
    spoils = {"cathedral_hammer", "thornback_plate", "tinkers_masterwork"}
    assert spoils <= set(t.aside().split())
    assert "candelabrum_of_hands" not in t.aside()
    assert t.banished == card


@exercises("bloodrage", "borrowed_faces")
def test_it_is_banished_after_a_lost_battle_too() -> None:
    """And the Foe after that one costs what it says."""
    for card in ("bloodrage", "borrowed_faces"):
        t = tower(
            hand="cleave", foes={"dungeon": 0}, foe_pile="the_butcher_of_nine_doors", attached=card
        )
        t.begin("turn")
        if t.asked == "RSP-106":
            t.do("draw")
        t = t.luck(1, 1) if t.chance else t.do("concede", luck=[1, 1])
        assert (t.banished, t.state.attached, t.sanity()) == (card, [], 8)


@exercises("grasping_void")
@pytest.mark.parametrize("face", range(1, 7))
def test_grasping_void_empties_hand_and_mat(face: int) -> None:
    """Roll a die and discard that many cards from hand; discard all slotted cards."""
    slots = "longsword_of_no_known_house - coil_of_rope - armory"
    t = drawn("grasping_void", hand="blade*4", slots=slots).luck(face)
    left = max(4 - face, 0)
    assert t.hand() == each(f"blade*{left}")
    assert t.slots() == "- - - - -"
    assert count(t.discard(), "blade") == 4 - left
    assert {"longsword_of_no_known_house", "coil_of_rope", "armory"} <= set(t.discard().split())


@exercises("grasping_void")
def test_grasping_void_lets_one_choose() -> None:
    """Which cards of the hand go is the player's choice."""
    t = drawn("grasping_void", hand="blade tool trinket").luck(2)
    assert picks(t) == "blade tool trinket"
    t.by("pick", "tool").by("pick", "blade")
    assert t.hand() == "trinket"


@exercises("creeping_dread")
def test_creeping_dread() -> None:
    """Lose 2 Sanity; nobody else does."""
    t = drawn("creeping_dread", mates=[mate("quinn")])
    assert (t.sanity(), t.sanity(1)) == (8, 10)


@exercises("howl_behind_the_plaster", "communal_nightmare")
@pytest.mark.parametrize("face", range(1, 7))
def test_roll_half_a_die_of_sanity(face: int) -> None:
    """Roll d3 and lose that much Sanity; in the nightmare all players do."""
    lost = (face + 1) // 2
    t = drawn("howl_behind_the_plaster", mates=[mate("quinn")]).luck(face)
    assert (t.sanity(), t.sanity(1)) == (10 - lost, 10)
    t = drawn("communal_nightmare", mates=[mate("quinn")]).luck(face)
    assert (t.sanity(), t.sanity(1)) == (10 - lost, 10 - lost)


@exercises("fumbling_dark")
def test_fumbling_dark_takes_two_cards() -> None:
    """Discard 2 cards from hand, of choice; slotted ones are safe."""
    t = drawn("fumbling_dark", hand="blade tool trinket", slots="crow_beak_polearm - - - -")
    assert picks(t) == "blade tool trinket"
    t.by("pick", "tool").by("pick", "trinket")
    assert (t.hand(), t.discard()) == ("blade", "tool trinket")
    assert t.slots() == "crow_beak_polearm - - - -"
    assert drawn("fumbling_dark", hand="blade").discard() == "blade"


@exercises("rust_tide")
def test_rust_tide_eats_the_strongest_steel() -> None:
    """Discard the strongest slotted Weapon or Armor card; nothing else, and nothing in hand."""
    slots = "longsword_of_no_known_house brigandine_of_buttons siege_jack lamp_of_grey_oil -"
    t = drawn("rust_tide", hand="crow_beak_polearm", slots=slots)
    assert t.discard() == "brigandine_of_buttons"
    assert t.slots() == "longsword_of_no_known_house - siege_jack lamp_of_grey_oil -"
    t = drawn("rust_tide", slots="- - siege_jack lamp_of_grey_oil -")
    assert t.discard() == ""


@exercises("rust_tide")
def test_rust_tide_asks_on_a_tie() -> None:
    """Of two equally strong cards the owner chooses."""
    t = drawn("rust_tide", slots="longsword_of_no_known_house chain_hauberk - - -")
    assert picks(t) == "chain_hauberk longsword_of_no_known_house"
    assert t.by("pick", "chain_hauberk").discard() == "chain_hauberk"


@exercises("moth_of_memory")
def test_moth_of_memory_eats_a_random_card() -> None:
    """Banish a random card from the discard pile: each may be hit, and nobody is asked."""
    t = drawn("moth_of_memory", discard="blade tool trinket", hand="cleave")
    assert t.chance
    assert t.state.outcomes() == 3
    gone = set()
    for answer in range(3):
        q = t.copy()
        q.state.apply(answer)
        assert len(q.discard().split()) == 2
        gone |= set(q.banished.split()) - {"moth_of_memory"}
    assert gone == {"blade", "tool", "trinket"}
    t = drawn("moth_of_memory", hand="cleave")
    assert (t.hand(), t.banished) == ("cleave", "moth_of_memory")


@exercises("the_stairs_change_their_mind")
@pytest.mark.parametrize("face", [1, 4, 6])
def test_the_stairs_change_their_mind(face: int) -> None:
    """Roll a die and rotate each level that many spaces clockwise."""
    t = drawn("the_stairs_change_their_mind", rotation=(0, 4, 8)).luck(face)
    assert t.state.rotation == [face % 12, (4 + face) % 12, (8 + face) % 12]
    assert t.where() == "dungeon 0"


@exercises("upside_of_the_house")
def test_upside_of_the_house() -> None:
    """Rotate your level 6 spaces, and no other."""
    assert drawn("upside_of_the_house").state.rotation == [6, 4, 8]
    t = drawn("upside_of_the_house", at="temple 1", rings={"temple": RING})
    assert t.state.rotation == [0, 10, 8]


@exercises("quickened_footsteps")
def test_quickened_footsteps() -> None:
    """The Foe advances once by the card and once more by its text."""
    assert drawn("quickened_footsteps", foes={"dungeon": 5}).foe() == 3
    t = drawn("quickened_footsteps")
    assert (t.asked, t.foe(), t.legal()) == ("RSP-98", 6, {"step cw", "step ccw"})
    assert t.do("step cw").foe() == 7
    t = drawn("quickened_footsteps", foes={"temple": 3})
    assert t.foe("temple") == 3


@exercises("greedy_fog")
def test_greedy_fog_eats_the_two_strongest() -> None:
    """Banish the two strongest cards of the ring; an Adversary counts 0."""
    t = drawn("greedy_fog")
    if t.asked == "RSP-170":  # two equal ones: in which order
        assert picks(t) == "crow_beak_polearm siege_jack"
        t.by("pick", "siege_jack")
    assert t.ring() == "opera_dagger - bone_sentry coil_of_rope -"
    assert t.banished == each("crow_beak_polearm greedy_fog siege_jack")


@exercises("greedy_fog")
def test_greedy_fog_asks_on_a_tie() -> None:
    """Of equally strong cards the player chooses."""
    t = drawn("greedy_fog", ring="opera_dagger siege_jack longsword_of_no_known_house coil_of_rope")
    assert picks(t) == "longsword_of_no_known_house opera_dagger"
    t.by("pick", "opera_dagger")
    assert t.ring() == "- - longsword_of_no_known_house coil_of_rope -"


@exercises("black_noon")
def test_black_noon_brings_foes_everywhere() -> None:
    """A Foe appears on each revealed level where none is, on the Staircase or the Door."""
    rings = {"temple": RING, "spire": RING}
    t = drawn("black_noon", rings=rings)
    assert [t.foe(level) for level in ("dungeon", "temple", "spire")] == [6, 6, 6]
    t = drawn("black_noon", rings=rings, foes={"temple": 2})
    assert [t.foe(level) for level in ("dungeon", "temple", "spire")] == [6, 2, 6]
    t = drawn("black_noon", rings={"temple": RING})
    assert [t.foe(level) for level in ("dungeon", "temple", "spire")] == [6, 6, None]
    assert drawn("black_noon", foes={"dungeon": 4}).foe() == 3


@exercises("a_door_left_ajar")
def test_a_door_left_ajar() -> None:
    """Choose: gain 2 Sanity, or draw a card."""
    t = drawn("a_door_left_ajar", sanity=5, deck="blade*3")
    assert t.legal() == {"choose 1", "choose 2"}
    q = t.copy().do("choose 1")
    assert (q.sanity(), q.hand()) == (7, "")
    t.do("choose 2")
    assert (t.sanity(), t.hand()) == (5, "blade")


@exercises("the_tower_blinks")
@pytest.mark.parametrize("face", range(1, 7))
def test_the_tower_blinks(face: int) -> None:
    """Roll a die. 1-4: gain 1 Sanity. 5-6: gain 1 Loot."""
    t = drawn("the_tower_blinks", sanity=5).luck(face)
    assert t.sanity() == (6 if face <= 4 else 5)
    assert t.aside() == ("" if face <= 4 else "cathedral_hammer")


@exercises("goblin_wedding")
def test_goblin_wedding() -> None:
    """Lose 1 Sanity. Discard your strongest slotted Object or Relic card."""
    slots = "crow_beak_polearm - grave_robbers_kit votive_idol -"
    t = drawn("goblin_wedding", slots=slots, hand="siege_jack")
    assert (t.sanity(), t.discard()) == (9, "grave_robbers_kit")
    assert t.slots() == "crow_beak_polearm - - votive_idol -"
    t = drawn("goblin_wedding", slots="crow_beak_polearm - - - -")
    assert (t.sanity(), t.discard()) == (9, "")


@pytest.mark.parametrize("card", CHAOS)
def test_the_foe_advances_with_every_chaos_card(card: str) -> None:
    """First a Foe appears on the stair, or comes one space nearer; at last the card is banished."""
    t = drawn(card, hand="cleave*3", discard="blade", foes={"dungeon": 4})
    while t.chance or t.asked == "RSP-170":
        if t.chance:
            t.state.apply(0)
        else:
            t.do(min(t.legal()))
    assert t.foe() == (2 if card == "quickened_footsteps" else 3)
    assert (card in t.banished.split()) == (card not in ("bloodrage", "borrowed_faces"))
    assert t.pending == "-"
    t = drawn(card, at="temple 2", rings={"temple": RING})
    assert t.foe("temple") is not None
