"""Ravingspire §4.2: setting up."""

from typing import Any

import pytest

from tests.games.ravingspire.tower import GAME, Tower, each, mate, opening, tower
from tests.games.ravingspire.words import hero_number

STARTERS = {
    "reaver": "tool*4 blade*2 trinket*2 reavers_slash*2 rogues_strike runelords_blast",
    "quinn": "tool*3 blade*2 trinket*3 rogues_strike*4",
    "aurora": "tool*2 blade*2 trinket*4 reavers_slash rogues_strike runelords_blast*2",
    "florence": "tool*3 trinket*5 reavers_slash*3 rogues_strike",
    "darius": "tool*3 blade trinket*4 reavers_slash rogues_strike*2 runelords_blast",
    "marcus": "tool*2 trinket*6 rogues_strike runelords_blast*3",
    "garsome": "tool*8 reavers_slash*4",
    "shayla": "tool*5 trinket*3 rogues_strike*3 runelords_blast",
    "dawn": "tool*5 blade*3 runelords_blast*4",
}


def hero(word: str) -> str:
    """The answer that takes a Hero."""
    return f"hero {hero_number(word) + 1}"


def opened(heroes: str = "reaver", gaps: tuple[int, int] = (1, 1), **options: Any) -> Tower:
    """A new table with these Heroes, seat 0 first, at the start of turn 1."""
    words = heroes.split()
    options.setdefault("first_player", 0)
    t = opening(len(words), **options)
    for n, word in enumerate(words):
        t.do(hero(word), luck=gaps if n == len(words) - 1 else ())
    return t


def test_rsp_15_each_player_takes_a_different_hero() -> None:
    """What is taken is offered no more; the three tiers mix freely."""
    t = opening(3, first_player=0)
    assert (t.asked, t.actor) == ("RSP-15", 0)
    assert t.legal() == {f"hero {n}" for n in range(1, 10)}
    t.do(hero("dawn"))
    assert (t.asked, t.actor) == ("RSP-15", 1)
    assert t.legal() == {f"hero {n}" for n in range(1, 10)} - {hero("dawn")}
    t.do(hero("quinn"))
    assert t.legal() == {f"hero {n}" for n in range(1, 10)} - {hero("dawn"), hero("quinn")}
    t.do(hero("marcus"), luck=[1, 1])
    assert t.state.heroes == [hero_number(word) for word in ("dawn", "quinn", "marcus")]


def test_rsp_15_heroes_at_random_by_option() -> None:
    """Nobody is asked; each Hero of those left may come."""
    t = opening(2, first_player=0, heroes="random")
    assert t.chance
    assert t.state.outcomes() == 9
    t.luck(2, 2, 1, 1)
    assert len(set(t.state.heroes)) == 2
    assert t.state.heroes[0] == 1


@pytest.mark.parametrize("word", STARTERS)
def test_rsp_16_the_battle_deck_is_the_listed_twelve(word: str) -> None:
    """Deck and opening hand together are the twelve Starter cards, and nothing else is there."""
    t = opened(word)
    assert each(f"{t.hand()} {t.deck()}") == each(STARTERS[word])
    assert len(f"{t.hand()} {t.deck()}".split()) == 12
    assert (t.discard(), t.slots(), t.aside()) == ("", "- - - - -", "")


def test_rsp_17_sanity_starts_at_ten() -> None:
    """For every Hero."""
    t = opened("reaver dawn quinn")
    assert t.state.sanity == [10, 10, 10]


@pytest.mark.parametrize("seats", range(1, 7))
def test_rsp_18_madness_is_two_and_the_number_of_heroes(seats: int) -> None:
    """Three alone, eight with six."""
    t = opened(" ".join(list(STARTERS)[:seats]))
    assert t.madness == 2 + seats


def test_rsp_19_decks_are_shuffled_and_spire_cards_sealed() -> None:
    """221, 52, 12 and 8 cards that nobody knows, and five sealed ones."""
    t = opened("reaver")
    assert t.pile.split() == ["?"] * 221
    assert t.loot_pile.split() == ["?"] * 52
    assert t.foe_pile.split() == ["?"] * 12
    assert len(t.state.tower_deck) == 8
    assert len(t.state.spires) == 5
    table = GAME.view(t.state, 0).table
    assert (table["deck"], table["loot_deck"], table["tower_deck"]) == (221, 52, 8)
    assert (table["foe_deck"]["count"], table["spire"]["sealed"]) == (12, 5)
    assert table["spire"]["card"] is None
    assert table["top"] == []


def test_rsp_19_any_encounter_card_may_be_on_top() -> None:
    """The first draw is among all cards, kind by kind as often as there are copies."""
    t = opening(1, first_player=0, heroes="random", luck=[1, 1, 1])
    t.maybe("roll", luck=[1])
    t.state.apply(GAME.space.parse("step cw"))
    assert t.chance
    cards = t.chances()
    assert len(cards) == 221
    assert (cards.count("mind_warp"), cards.count("expert_feint"), cards.count("cleave")) == (
        2,
        1,
        2,
    )


@pytest.mark.parametrize("first", range(1, 6))
@pytest.mark.parametrize("second", [1, 3, 5])
def test_rsp_20_stairs_are_at_least_four_sectors_from_the_portals(first: int, second: int) -> None:
    """Each gap is one of 4 to 8, and the two are independent."""
    t = opened("reaver", gaps=(first, second))
    r = t.state.rotation
    apart = [(r[level + 1] - (6 + r[level])) % 12 for level in (0, 1)]
    assert sorted(apart) == sorted((first + 3, second + 3))
    assert all(min(gap, 12 - gap) >= 4 for gap in apart)


def test_rsp_20_exactly_four_by_option() -> None:
    """Two answers: four to either side."""
    seen = set()
    for answers in ((1, 1), (1, 2), (2, 1), (2, 2)):
        r = opened("reaver", gaps=answers, setup_gap="exactly_4").state.rotation
        seen.add(tuple((r[level + 1] - (6 + r[level])) % 12 for level in (0, 1)))
    assert seen == {(4, 4), (4, 8), (8, 4), (8, 8)}


def test_rsp_21_all_heroes_on_start_and_no_foe() -> None:
    """Dungeon 0 for everybody."""
    t = opened("reaver dawn quinn")
    assert {t.where(seat) for seat in range(3)} == {"dungeon 0"}
    assert {t.foe(level) for level in ("dungeon", "temple", "spire")} == {None}
    assert t.state.keys == [0, 0, 0]


def test_rsp_22_a_tower_card_for_the_dungeon_in_force_at_once() -> None:
    """The Echo Gallery gives the first hand one more card, the Choking Cloister one less."""
    for card, size in (("echo_gallery", 7), ("choking_cloister", 5), ("surveyors_loft", 6)):
        t = opening(1, first_player=0).do(hero("quinn"), luck=[1, 1, card])
        assert t.tower_cards == f"{card} - -"
        assert len(t.hand().split()) == size


@pytest.mark.parametrize(("word", "size"), [("reaver", 7), ("quinn", 6), ("dawn", 6)])
def test_rsp_23_an_opening_hand_of_hand_size(word: str, size: int) -> None:
    """Six, and seven for the Crimson Reaver."""
    t = opening(1, first_player=0).do(hero(word), luck=[1, 1, "reaver_valley"])
    assert len(t.hand().split()) == size
    assert len(t.deck().split()) == 12 - size


def test_rsp_24_the_first_player_is_random() -> None:
    """One of three seats, which then chooses its Hero and plays first."""
    t = opening(3)
    assert t.chance
    assert t.state.outcomes() == 3
    t.luck(3)
    assert (t.asked, t.actor) == ("RSP-15", 2)
    t.do(hero("dawn"))
    assert t.actor == 0
    t.do(hero("quinn")).do(hero("marcus"), luck=[1, 1])
    assert (t.turn, t.active, t.state.first) == (1, 2, 2)


def test_rsp_24_the_first_player_may_be_chosen() -> None:
    """By option: seat 1 begins."""
    t = opening(2, first_player=1)
    assert t.actor == 1
    t.do(hero("dawn")).do(hero("quinn"), luck=[1, 1])
    assert t.active == 1


def test_rsp_24_play_goes_clockwise_and_skips_who_was_removed() -> None:
    """After seat 0 comes seat 2 if seat 1 is gone, and after the last the first."""
    t = tower(mates=[mate("quinn", gone=True), mate("dawn")], trading=False)
    t.begin("recover").maybe("end")
    assert (t.turn, t.active) == (9, 2)
    t = tower(mates=[mate("quinn"), mate("dawn")], active=2, trading=False)
    t.begin("recover").maybe("end")
    assert (t.turn, t.active) == (9, 0)
