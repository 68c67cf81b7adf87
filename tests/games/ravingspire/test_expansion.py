"""Ravingspire §4.21: packs of cards."""

from ravelbox.games.ravingspire.cards import CARDS
from ravelbox.games.ravingspire.facts import FACTS
from tests.games.ravingspire.tower import GAME, Tower, opening, tower
from tests.games.ravingspire.words import hero_number, name_of

BOTH = "goblin_queen"


def opened(packs: str = BOTH) -> Tower:
    """Skrit, or Quinn without the expansion, at the start of turn 1."""
    who = "skrit" if packs == BOTH else "quinn"
    return opening(1, first_player=0, packs=packs).do(f"hero {hero_number(who) + 1}", luck=[1, 1])


def test_rsp_154_an_expansion_is_shuffled_in() -> None:
    """One Hero, one Foe, sixteen Encounter, one Tower and four Loot cards more."""
    t = opened()
    assert len(t.pile.split()) == 221 + 16
    assert (len(t.loot_pile.split()), len(t.foe_pile.split())) == (52 + 4, 12 + 1)
    assert len(t.state.tower_deck) == 10 - 1
    t = opening(1, first_player=0, packs=BOTH)
    assert t.legal() == {f"hero {n}" for n in range(1, 11)}
    t = opening(1, first_player=0)
    assert t.legal() == {f"hero {n}" for n in range(1, 10)}


def test_rsp_154_its_encounter_cards_lie_in_the_top_third() -> None:
    """The top 74 of 221 and the 16: 90 cards, in which alone a goblin card may be."""
    t = opened()
    places = t.state.pile
    assert len(set(places)) == 2
    top = places.index(places[-1])
    assert top == 74 + 16
    t.maybe("roll", luck=[1])
    t.state.apply(next(code for code in t.state.legal() if code))
    cards = " ".join(t.chances()).split()
    assert "nail_on_a_stick" in cards
    bottom = t.state.bags.own[~places[-1]]
    assert "nail_on_a_stick" not in {name_of(kind) for kind in bottom}


def test_rsp_155_its_spire_card_is_the_final_challenge() -> None:
    """The five of the base game stay out."""
    t = opened()
    assert [name_of(kind) for kind in t.state.spires] == ["the_goblin_queen_at_home"]
    assert len(opened("base").state.spires) == 5


def test_rsp_155_the_expansion_hero_has_its_own_mat() -> None:
    """Skrit's slots are W O O R D, and Attack cards may lie in the Object slots."""
    t = tower("skrit", hand="reavers_slash", packs=BOTH).begin("encounter")
    slots = GAME.view(t.state, 0).table["seats"][0]["slots"]
    assert "".join(slot["letter"] for slot in slots) == "WOORD"
    assert {text.split()[2] for text in t.legal("slot")} == {"s2", "s3"}


def test_rsp_156_content_is_data() -> None:
    """Every card that the facts hold comes from a file of its pack, and a table uses its packs'."""
    packs = {card.pack for card in FACTS.cards}
    assert {"base", "goblin_queen"} <= packs
    assert (
        sum(card.copies for card in FACTS.cards if (card.pack, card.deck) == ("base", "encounter"))
        == 221
    )
    assert FACTS.refused == () or all(isinstance(line, str) for line in FACTS.refused)
    t = opened("base")
    known = {kind for own in t.state.bags.own for kind in own}
    assert {FACTS.cards[kind].pack for kind in known} == {"base"}


def test_rsp_156_a_text_of_a_pack_may_be_for_once_a_game() -> None:
    """No shipped card says so: here Expert Feint does, and the second one draws nothing."""
    ability = CARDS[FACTS.kind["expert_feint"]].play[0]
    ability.limit = 2
    try:
        t = tower(hand="expert_feint expert_feint tool", ring="acolytes_circlet").begin("encounter")
        assert t.may("activate", "expert_feint")
        t.by("activate", "expert_feint", luck=["tool"])
        assert not t.may("activate", "expert_feint")
    finally:
        ability.limit = 0
