"""What holds whatever is played: nothing for nothing, nothing twice, nothing lost, no endless turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import RESIGN
from tests.games.ravingspire.cards.ledger import (
    Ledger,
    answer,
    evening,
    everything,
    face_up,
    over,
    owned,
)
from tests.games.ravingspire.cards.printed import (
    ATTRIBUTES,
    CARDS,
    base_of,
    brute_of,
    cost_of,
    power_of,
)
from tests.games.ravingspire.cards.table import activate, paid, scene
from tests.games.ravingspire.tower import GAME, Tower, mate, opening
from tests.games.ravingspire.words import name_of

GIFTS = ("the_perfect_con", "lady_snick_spymistress")  # they collect without paying
LONGEST = 400  # answers of one player in one turn; people need about thirty
LATE = range(60)


@pytest.mark.parametrize("seed", range(6))
def test_cards_are_conserved_from_the_setup_on(seed: int) -> None:
    """Every physical card of every deck is in exactly one place, all game long."""
    rng = Rng(seed)
    options: dict[str, Any] = {"packs": ("base", "goblin_queen")[seed % 2], "turn_cap": 14}
    t = opening(1 + seed % 4, **options)
    while t.asked == "RSP-15" or t.chance:
        answer(t, rng)
    counted = GAME.components(t.state)
    for _ in range(1500):
        if over(t):
            break
        answer(t, rng)
        assert GAME.components(t.state) == counted


@pytest.mark.parametrize("seed", LATE)
def test_cards_are_conserved_late_in_the_game(seed: int) -> None:
    """With any cards in any hands: none appears, vanishes, or is in two places."""
    rng = Rng(1000 + seed)
    t = evening(seed)
    cards = everything(t.state)
    counted = GAME.components(t.state)
    t.begin("turn")
    quiet = 0
    for _ in range(250):
        if over(t):
            break
        asked = t.asked
        text = answer(t, rng)
        assert GAME.components(t.state) == counted, (asked, text)
        if t.asked in ("RSP-30", "RSP-49", "RSP-80", "RSP-90"):  # nothing is being carried out
            quiet += 1
            assert everything(t.state) == cards, (asked, text)
    assert quiet


def slack(t: Tower, hero: str) -> int:
    """The most that Hero, Tower card, slots and earlier texts may have taken off a cost."""
    s = t.state
    tower = name_of(s.towers[s.levels[s.active]])
    less = {"the_pawned_chapel": 1, "red_market": 2}.get(tower, 0)
    less += hero in ("darius_the_blade", "marcus_the_runelord", "garsome_cinderheart")
    less += [name_of(card) for card in s.slots[s.active]].count("idol_of_the_large_goblin")
    return less + sum(cut >> shift & 15 for cut in s.cuts for shift in range(0, 64, 4))


def short(goal: str, sources: list[tuple[str, str]]) -> int:
    """How much of a goal's price is not covered by the printed power of plain sources."""
    have: Counter[str] = Counter()
    for card, attribute in sources:
        have[attribute] += 1 if card.startswith("+") else base_of(card)
    if "any" in have:
        return int(brute_of(goal) or 0) - have["any"]
    prices = zip(ATTRIBUTES, cost_of(goal), strict=True)
    return sum(max(price - have[attribute], 0) for attribute, price in prices)


class Buying:
    """One player at random in an Encounter, watched at every card that leaves the ring."""

    def __init__(self, seed: int, *, plain: bool) -> None:
        self.rng, self.ledger = Rng(2000 + seed), Ledger()
        self.t = evening(seed, plain=plain).begin("encounter")
        self.bought = 0  # cards paid for

    def watch(self) -> int:
        """Play to the end of the turn, and check everything that is collected."""
        turn = self.t.turn
        for _ in range(200):
            if over(self.t) or self.t.turn != turn:
                break
            self.step()
        return self.bought

    def step(self) -> None:
        """Answer one question."""
        s = self.t.state
        ring = Counter(name_of(card) for card in s.ring if card >= 0)
        aside = Counter(name_of(card) for card in s.asides[0])
        acting = {name_of(card) for card in [*s.played[0], *s.paying] if card >= 0}
        less = slack(self.t, heroes(self.t))
        text = answer(self.t, self.rng, self.ledger)
        if text.startswith("activate"):
            acting |= {name_of(card) for card in s.played[0]}
        gone = ring - Counter(name_of(card) for card in s.ring if card >= 0)
        gained = Counter(name_of(card) for card in s.asides[0]) - aside
        for card in gone & gained:
            self.judge(card, acting, less)

    def judge(self, card: str, acting: set[str], less: int) -> None:
        """Whether a card was paid for in full, or is a gift of a text that says so."""
        sources = self.ledger.sources
        if card != self.ledger.goal or not sources:
            assert acting & set(GIFTS), card
            return
        self.bought += 1
        if any(not one.startswith("+") and CARDS[one]["abilities"] for one, _ in sources):
            return
        if heroes(self.t) == "florence_haymaker":
            less += len([one for one, _ in sources if "Attack" in CARDS[one]["types"]])
        if name_of(self.t.state.towers[self.t.state.levels[0]]) != "moonless_orchard":
            assert short(card, sources) <= less, sources


def test_nothing_is_collected_for_nothing() -> None:
    """A ring card goes to a Hero for its full price, or by a text that says so."""
    assert sum(Buying(seed, plain=False).watch() for seed in range(40)) > 20


def test_plain_cards_pay_what_is_printed() -> None:
    """Where no card has a text, the printed power covers the printed price, but for discounts."""
    assert sum(Buying(seed, plain=True).watch() for seed in range(60)) > 40


def heroes(t: Tower) -> str:
    """The Hero whose turn it is."""
    return FACTS.heroes[t.state.heroes[t.active]].id


@pytest.mark.parametrize("seed", LATE)
def test_every_source_counts_for_one_payment(seed: int) -> None:
    """Within a turn no Hero commits a card more often than there are copies of it."""
    rng, ledger = Rng(3000 + seed), Ledger()
    t = evening(seed)
    t.begin("encounter")
    turn, most = t.turn, owned(t.state, 0)
    for _ in range(200):
        if over(t) or t.turn != turn or t.madness < 3:
            break
        answer(t, rng, ledger)
        most |= owned(t.state, 0) + Counter(name_of(card) for card in t.state.paying)
        for card, n in ledger.used.items():
            assert n <= most[card], (card, n)


def test_a_source_is_spent_with_its_payment() -> None:
    """Three cards for one goal are not there for the next; excess carries nothing over."""
    t = scene(ring="opera_dagger dob_occasional_swordsman", hand="siege_jack")
    payment = ("siege_jack:fight", "grubb_and_son:skill", "bertrand_the_unpaid:charm")
    assert paid(t, "opera_dagger", *payment)
    assert t.hand() == "old_hobb_the_porter"
    assert not t.may_face("dob_occasional_swordsman")


def test_generated_power_counts_once() -> None:
    """A point of Marcus's pays for one goal, and is gone then."""
    t = scene("blade trinket crowbar", hero="marcus", slots="votive_idol - - - -", aids=False)
    t.do("act 2")
    assert paid(t, "opera_dagger", "blade", "trinket", "+skill")
    assert t.played() == ""
    assert t.slots() == "votive_idol! - - - -"


def test_a_card_is_committed_once_and_may_be_taken_back() -> None:
    """While it is committed it is not offered; taken back it lies where it lay."""
    t = scene().face("opera_dagger").pay("old_hobb_the_porter")
    assert not t.may("pay", "old_hobb_the_porter")
    t.do("back 1")
    assert t.may("pay", "old_hobb_the_porter")
    t.pay("old_hobb_the_porter").do("abandon")
    assert t.hand() == "bertrand_the_unpaid grubb_and_son old_hobb_the_porter"
    assert face_up(t.state, 0) == 3


# How a player may try to play for ever: what is preferred, and what is done only if all else fails.
STALLERS = {
    "acts": (
        "activate discard banish act use pick choose pay face force",
        "end skip stop keep nothing",
    ),
    "dithers": ("unslot slot back abandon face force pay", "end stop"),
    "pays and gives up": ("abandon face force activate back", "end stop"),
    "takes back": ("back pay face force slot unslot", "end abandon stop"),
}


@pytest.mark.parametrize("way", STALLERS)
@pytest.mark.parametrize("seed", range(12))
def test_no_turn_is_endless(way: str, seed: int) -> None:
    """Whoever tries to stall still comes to the end of the turn."""
    wanted, shunned = (words.split() for words in STALLERS[way])
    rng = Rng(4000 + seed)
    t = evening(seed)
    t.begin("turn")
    turn = t.turn
    for _ in range(2 * LONGEST):
        if over(t) or t.turn != turn:
            return
        if t.chance:
            answer(t, rng)
            continue
        texts = [GAME.space.to_text(code) for code in t.state.legal() if code != RESIGN]
        best = [text for text in texts if text.split()[0] in wanted]
        rest = [text for text in texts if text.split()[0] not in shunned] or texts
        pool = best if best and rng.below(8) else rest
        t.state.apply(GAME.space.parse(pool[rng.below(len(pool))]))
    raise AssertionError(f"{t.asked}: {sorted(t.legal())}")


@pytest.mark.parametrize("seed", LATE)
def test_a_turn_at_random_is_short(seed: int) -> None:
    """Random answers end a turn within a few hundred."""
    rng = Rng(5000 + seed)
    t = evening(seed)
    t.begin("turn")
    turn, answers = t.turn, 0
    while not over(t) and t.turn == turn:
        answers += bool(answer(t, rng))
        assert answers <= LONGEST, f"{t.asked}: {sorted(t.legal())}"


ENGINE = (
    "thiefs_bell rope_dart chain_of_shadows nell_pickpenny gloves_of_the_second_thief ink_blind_eye "
    "deck_of_marked_cards sleight_and_counter_sleight cutpurses_razor moth_eaten_grimoire "
    "mourners_shawl reliquary_trunk ninefold_dagger"
)


@pytest.mark.parametrize("seed", range(8))
def test_draws_and_returns_feed_no_loop(seed: int) -> None:
    """A hand of nothing but draws and returns: each card is activated once, and then it is over."""
    rng = Rng(seed)
    t = scene(ENGINE, deck=ENGINE, discard="smelling_salts armory votive_niche", aids=False)
    activated = 0
    for _ in range(LONGEST):
        if t.chance:
            answer(t, rng)
            continue
        texts = [
            text
            for text in sorted(t.legal())
            if text.split()[0] not in ("end", "face", "force", "slot", "unslot", "skip")
        ]
        if not texts:
            break
        text = texts[rng.below(len(texts))]
        activated += text.startswith("activate")
        t.do(text)
    assert t.asked == "RSP-49"
    assert activated <= 26
    assert not t.legal("activate")


def test_what_was_activated_cannot_be_activated_again() -> None:
    """Two bells return each other's Objects, but neither bell itself while it is Played."""
    t = scene("thiefs_bell", discard="thiefs_bell tool", aids=False)
    activate(t, "thiefs_bell", "thiefs_bell")
    activate(t, "thiefs_bell")
    assert (t.hand(), t.discard()) == ("tool", "")
    assert t.played() == "thiefs_bell thiefs_bell"
    assert not t.legal("activate")


def test_a_flanked_battle_ends() -> None:
    """The window of the others opens once for a target, however often it is declared."""
    hero = mate("quinn", hand="cleave*3")
    t = scene(vs="adversary", mates=[hero])
    for _ in range(3):
        if not t.may_face("the_leechs_tax_collector"):
            break
        t.face("the_leechs_tax_collector")
        while t.asked == "RSP-145":
            t.do("pass")
        if t.asked == "RSP-58":
            t.do("abandon")
    assert power_of("cleave") == {"fight": 3}
    assert t.hand(1) == "cleave cleave cleave"
