"""R.A.V.E.L. §4.17, §4.18 and §6.4: decks, tokens, table options, invariants and seeds."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest

import ravelbox
from ravelbox.games.ravel.seeds import format_seed, parse_seed
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import BadOption, SeedError
from ravelbox.kernel.match import Match
from ravelbox.kernel.rules import CHANCE, State
from tests.games.ravel.bench import X, bench, new, seeded
from tests.games.ravel.test_conditions import DICE, PREDICATES
from tests.games.ravel.test_geometry import lively

GAME = ravelbox.load("ravel")
STANDARD = [f"{n}S" for n in range(1, 17)]
ADVANCED = [f"{n}A" for n in range(1, 17)]
MIXED = [f"{kind}{k}" for kind in "CW" for k in range(1, 16)]
DECKS = ["S", "A", *MIXED]
SIDES = {"N": (0, 1, 2), "E": (2, 3, 4), "S": (4, 5, 6), "W": (6, 7, 0)}
TAPES = 40  # seeds that are compared with §6.4


def luck(seed: str, stream: str, event: int, index: int) -> int:
    """H of §6.4: the first eight bytes of a SHA-256."""
    text = f"{seed}|{stream}|{event}|{index}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def index_of(card: str) -> int:
    """The card index of §6.4: nS is n, nA is 16 + n."""
    return int(card[:-1]) + (16 if card.endswith("A") else 0)


def composed(seed: str, deck: str) -> list[str]:
    """The cards of a deck, after §6.4."""
    if deck in {"S", "A"}:
        return STANDARD if deck == "S" else ADVANCED
    k = int(deck[1:])
    numbers = range(1, 17)
    leave = sorted(numbers, key=lambda n: (luck(seed, "deck-out", 0, n), n))[:k]
    enter = leave
    if deck[0] == "W":
        enter = sorted(numbers, key=lambda n: (luck(seed, "deck-in", 0, n), n))[:k]
    return [f"{n}S" for n in numbers if n not in leave] + [f"{n}A" for n in enter]


def thrown(seed: str) -> tuple[list[str], list[int]]:
    """The colours and faces on p0 to p7, after §6.4."""
    order = sorted(range(8), key=lambda i: (luck(seed, "dice-order", 0, i), i))
    faces = [1 + luck(seed, "dice-face", 0, space) % 6 for space in range(8)]
    return ["OOWWKKBB"[i] for i in order], faces


def in_order(seed: str, deck: str) -> list[str]:
    """The shuffled deck, after §6.4."""
    cards = composed(seed, deck)
    return sorted(cards, key=lambda c: (luck(seed, "deck-order", 0, index_of(c)), index_of(c)))


def meeting(card: str) -> tuple[tuple[str, int], ...]:
    """Three dice in ring order that meet a card."""
    rng = Random(card)
    while True:
        dice = tuple((die, rng.randint(1, 6)) for die in rng.sample(DICE, 3))
        if PREDICATES[card](tuple((die[0], face) for die, face in dice)):
            return dice


def lay(state: Any, side: str, dice: tuple[tuple[str, int], ...]) -> None:
    """Put three dice on a side by hand, the others anywhere else: the player cheats."""
    rest = iter([die for die in range(8) if DICE[die] not in {name for name, _ in dice}])
    for space in range(8):
        if space in SIDES[side]:
            name, face = dice[SIDES[side].index(space)]
            state.die[space] = DICE.index(name)
            state.face[space] = face
        else:
            state.die[space] = next(rest)
            state.face[space] = space % 6 + 1


def dig_up(match: Match) -> dict[str, list[str]]:
    """Unlock all 16 cards with dice laid by hand, declining rewards; the stacks, top first."""
    found: dict[str, list[str]] = {side: [] for side in "NESW"}
    for side in "NESW":
        while match.view(0).table["stacks"][side]:
            card = match.view(0).table["stacks"][side][0]["id"]
            lay(match.state, side, meeting(card))
            match.play(0, [GAME.space.parse(f"unlock {side}")])
            found[side].append(card)
            prompt = match.view(0).prompt
            if prompt is not None and prompt.rule != "RVL-23":
                match.play(0, [GAME.space.parse("stop")])
    return found


def after_dice(deck: str) -> State:
    """A game whose dice are laid and whose deck is still to be composed."""
    state = GAME.new(GAME.options_of({"deck": deck}), 1)
    for _ in range(16):
        state.apply(0)
    assert state.actor == CHANCE
    return state


def finished(state: State) -> dict[str, Any]:
    """The table when the rest of the setup goes as it may."""
    while state.actor == CHANCE:
        state.apply(0)
    return GAME.view(state, None).table


def whole_games() -> Iterator[Match]:
    """Games of every kind of deck, for the invariants."""
    for number, deck in enumerate(["S", "S", "A", "C4", "C12", "W1", "W8", "W15"]):
        for tokens in (8, 12):
            yield seeded(seed=100 + number, deck=deck, tokens=tokens)


@pytest.mark.parametrize("tokens", [9, 10, 11, 12])
def test_rvl_101_an_easier_game_starts_with_more_tokens(tokens: int) -> None:
    """Nine to twelve tokens are all available at the start."""
    table = seeded(seed=1, tokens=tokens).view(0).table
    assert (table["start_tokens"], table["ready"], table["spent"]) == (tokens, tokens, 0)


@pytest.mark.parametrize("k", [1, 4, 15])
def test_rvl_102_wild_tops_have_the_chances_of_real_cards(k: int) -> None:
    """The first two tops of Wild(k) come up exactly as with k cards exchanged at random.

    A Standard card is on N with (16-k)/16 · 1/16; then E is drawn from the 15 others. Seeing nS
    leaves nA as likely as any other Advanced card: the two choices are independent.
    """
    chances: dict[tuple[str, str], Fraction] = {}
    layer: dict[object, tuple[State, Fraction]] = {}
    start = after_dice(f"W{k}")
    layer[start.freeze()] = (start, Fraction(1))
    while layer:
        following: dict[object, tuple[State, Fraction]] = {}
        for state, chance in layer.values():
            stacks = GAME.view(state, None).table["stacks"]
            if stacks["E"] and stacks["E"][0] is not None:
                pair = (stacks["N"][0]["id"], stacks["E"][0]["id"])
                chances[pair] = chances.get(pair, Fraction(0)) + chance
                continue
            for outcome in state.legal():
                after = state.clone()
                after.apply(outcome)
                key = after.freeze()
                _, before = following.get(key, (after, Fraction(0)))
                following[key] = (after, before + chance / state.outcomes())
        layer = following
    expected: dict[tuple[str, str], Fraction] = {}
    for north in STANDARD + ADVANCED:
        standard, advanced = 16 - k, k
        first = Fraction(standard if north in STANDARD else advanced, 16) / 16
        left = {"S": 16, "A": 16}
        left[north[-1]] -= 1
        in_deck = {"S": standard, "A": advanced}
        in_deck[north[-1]] -= 1
        for east in STANDARD + ADVANCED:
            if east != north and in_deck[east[-1]]:
                kind = east[-1]
                expected[north, east] = first * Fraction(in_deck[kind], 15) / left[kind]
    assert sum(expected.values()) == 1
    assert chances == expected


@pytest.mark.parametrize("deck", ["W1", "W4", "W8", "W15"])
def test_rvl_102_wild_exchanges_k_cards(deck: str) -> None:
    """A whole Wild(k) deck, dug up, has 16 - k Standard and k Advanced cards, none twice."""
    k = int(deck[1:])
    for seed in ("WILD-1", "WILD-2", "WILD-3"):
        cards = [card for stack in dig_up(new(seed=seed, deck=deck)).values() for card in stack]
        assert len(set(cards)) == 16
        assert Counter(card[-1] for card in cards) == {"S": 16 - k, "A": k}


def test_rvl_102_k_is_chosen_from_1_to_15() -> None:
    """Every k from 1 to 15 is accepted, 0 and 16 are not (ruling Q37)."""
    for k in range(1, 16):
        assert GAME.options_of({"deck": f"W{k}"})["deck"] == f"W{k}"
    for deck in ("W0", "W16", "W-1", "W"):
        with pytest.raises(BadOption):
            GAME.options_of({"deck": deck})


def test_rvl_103_a_wild_number_may_occur_twice_once_or_never() -> None:
    """In one Wild(4) deck number 3 occurs as 3S and 3A, number 1 once, number 12 not at all."""
    cards = {c for stack in dig_up(new(seed="RAVEL-DEMO", deck="W4")).values() for c in stack}
    assert {"3S", "3A", "1S"} <= cards
    assert "1A" not in cards
    assert not {"12S", "12A"} & cards


def test_rvl_103_the_player_knows_only_k() -> None:
    """The view of a Wild game names k and all 32 cards that might be in it, not the deck."""
    for seed in range(5):
        table = seeded(seed=seed, deck="W4").view(0).table
        assert table["deck"] == "W4"
        assert [card["id"] for card in table["cogs"]] == STANDARD + ADVANCED


@pytest.mark.parametrize("k", [1, 2])
def test_rvl_104_controlled_replaces_k_random_numbers(k: int) -> None:
    """Each choice of k numbers is equally likely, and all 16 numbers occur once."""
    decks: Counter[tuple[str, ...]] = Counter()
    layer = [after_dice(f"C{k}")]
    for _ in range(k):
        following = []
        for state in layer:
            for outcome in state.legal():
                after = state.clone()
                after.apply(outcome)
                following.append(after)
        layer = following
    for state in layer:
        cards = tuple(sorted(card["id"] for card in finished(state)["cogs"]))
        assert sorted(int(card[:-1]) for card in cards) == list(range(1, 17))
        assert sum(card.endswith("A") for card in cards) == k
        decks[cards] += 1
    assert len(decks) == comb(16, k)
    assert len(set(decks.values())) == 1


@pytest.mark.parametrize("k", range(1, 16))
def test_rvl_104_the_player_knows_a_controlled_deck(k: int) -> None:
    """The view lists the 16 cards of the deck, each number once (ruling Q39), and they are it."""
    match = new(seed="CONTROL", deck=f"C{k}")
    known = [card["id"] for card in match.view(0).table["cogs"]]
    assert sorted(int(card[:-1]) for card in known) == list(range(1, 17))
    assert sum(card.endswith("A") for card in known) == k
    assert sorted(card for stack in dig_up(match).values() for card in stack) == sorted(known)


def test_rvl_104_k_is_chosen_from_1_to_15() -> None:
    """Every k from 1 to 15 is accepted, 0 and 16 are not."""
    for k in range(1, 16):
        assert GAME.options_of({"deck": f"C{k}"})["deck"] == f"C{k}"
    for deck in ("C0", "C16", "C"):
        with pytest.raises(BadOption):
            GAME.options_of({"deck": deck})


def test_rvl_105_full_advanced_has_all_sixteen_advanced_cards() -> None:
    """The deck A holds 1A to 16A and no Standard card."""
    match = new(seed="MASTER", deck="A")
    assert [card["id"] for card in match.view(0).table["cogs"]] == ADVANCED
    dug = [card for stack in dig_up(match).values() for card in stack]
    assert sorted(dug) == sorted(ADVANCED)


def test_rvl_106_every_deck_goes_with_every_number_of_tokens() -> None:
    """All 32 decks can be played with 8 to 12 tokens."""
    assert len(DECKS) == 32
    for deck in DECKS:
        for tokens in range(8, 13):
            table = seeded(seed=5, deck=deck, tokens=tokens).view(0).table
            assert (table["deck"], table["ready"]) == (deck, tokens)


def test_rvl_107_setup_goes_on_unchanged_after_composing() -> None:
    """Whatever the deck, there are four stacks of four with their tops turned up."""
    for deck in DECKS:
        table = seeded(seed=6, deck=deck).view(0).table
        assert table["left"] == 16
        for stack in table["stacks"].values():
            assert [card is None for card in stack] == [False, True, True, True]


def test_rvl_108_card_backs_are_all_alike() -> None:
    """A face-down Advanced card looks like a face-down Standard one (ruling Q40)."""
    for hidden in ("14S", "14A"):
        b = bench(X, n=f"1S ({hidden})", tokens="8/8")
        assert GAME.view(b.state, 0).table["stacks"]["N"][1] is None
        assert b.stack("N") == "1S (?)"


@pytest.mark.parametrize("tokens", [0, 1, 7, 13])
def test_rvl_109_other_numbers_of_tokens_are_no_setting(tokens: int) -> None:
    """Fewer than 8 tokens, or more than the 12 there are, cannot be chosen."""
    with pytest.raises(BadOption):
        GAME.options_of({"tokens": tokens})


def test_rvl_110_invariants_hold_in_whole_games() -> None:
    """Dice, cards and tokens are conserved at every decision of games with every deck."""
    for match in whole_games():
        tokens = match.view(0).table["start_tokens"]
        for view in lively(match, 7):
            table = view.table
            assert Counter(die["colour"] for die in table["dice"]) == dict.fromkeys("OWKB", 2)
            assert all(1 <= die["face"] <= 6 for die in table["dice"])
            hand = [table["hand"]] if table["hand"] else []
            up = [card for stack in table["stacks"].values() for card in stack if card]
            seen = [card["id"] for card in [*up, *hand, *table["removed"]]]
            assert len(seen) == len(set(seen))
            heights = sum(len(stack) for stack in table["stacks"].values())
            assert heights == table["left"]
            assert heights + len(hand) + len(table["removed"]) == 16
            assert table["ready"] + table["spent"] == tokens
            if view.prompt is not None and view.prompt.rule == "RVL-23":
                assert all(stack[0] for stack in table["stacks"].values() if stack)


def test_rvl_111_an_unlock_takes_one_card_and_nothing_brings_one_back() -> None:
    """From decision to decision the cards in stacks fall by one at an Unlock, else stay."""
    for match in whole_games():
        left = 16
        unlocked = 0
        rng = Random(11)
        while (prompt := match.view(0).prompt) is not None:
            eager = [offer for offer in prompt.offers if offer.text.startswith("unlock")]
            offer = rng.choice(eager or prompt.offers)
            match.play(0, [offer.code])
            unlocked += bool(eager)
            now = match.view(0).table["left"]
            assert now == left - bool(eager)
            left = now
        assert left == 16 - unlocked


def test_rvl_112_a_game_has_at_most_16_plus_tokens_plus_retrieval_turns() -> None:
    """No game is longer than 16 + T + R turns, with R the RETRIEVE capacity of its deck."""
    capacity = {"11S": 2, "12S": 2, "11A": 3, "12A": 3}
    for match in whole_games():
        table = match.view(0).table
        most = sum(capacity.get(card["id"], 0) for card in table["cogs"])
        assert most == {"S": 4, "A": 6, "W": 10}.get(table["deck"][0], most)
        *_, last = lively(match, 12)
        assert last.table["turn"] <= 16 + table["start_tokens"] + most <= 38


def test_rvl_112_the_longest_default_game_has_28_turns() -> None:
    """With dice laid by hand, 16 Unlocks and 8 Swaps and 4 more with retrieved tokens are 28.

    The first four tokens are spent before the cards that bring them back are unlocked.
    """
    match = new(seed="RAVEL-DEMO")
    for _ in range(4):
        match.play(0, [GAME.space.parse("swap p2")])
    for side in "NESW":
        while (stack := match.view(0).table["stacks"][side]) and (side, len(stack)) != ("W", 1):
            lay(match.state, side, meeting(stack[0]["id"]))
            match.play(0, [GAME.space.parse(f"unlock {side}")])
            reward = match.view(0).prompt
            if reward is not None and reward.rule != "RVL-23":
                number = stack[0]["number"]
                text = "retrieve 2" if number in {11, 12} else "stop"
                match.play(0, [GAME.space.parse(text)])
    table = match.view(0).table
    assert (table["left"], table["ready"]) == (1, 8)
    lay(match.state, "W", meeting(table["stacks"]["W"][0]["id"]))
    for _ in range(8):
        match.play(0, [GAME.space.parse("swap p2")])
    match.play(0, [GAME.space.parse("unlock W")])
    outcome = match.view(0).outcome
    assert outcome is not None
    assert outcome.won == (0,)
    assert match.view(0).table["turn"] == 28


# §5, table options: shown with the game and part of the seed string


@pytest.mark.parametrize(
    ("name", "default", "other"),
    [
        ("street_std_order", "any", "not_ordered"),
        ("street_adv_dir", "either", "reading"),
        ("pair_match", "at_least_two", "exactly_two"),
        ("nudge_wrap", False, True),
        ("move_to_empty_side", False, True),
    ],
)
def test_table_options_have_their_defaults_and_are_shown(
    name: str,
    default: str | bool,
    other: str | bool,
) -> None:
    """Each option defaults to the left-hand value; only another value is shown on the table."""
    assert GAME.options_of({})[name] == default
    assert seeded(seed=1).view(0).table["options"] == []
    same = Match.new(GAME, {name: default}, dealer=Seeded(1))
    assert same.view(0).table["options"] == []
    shown = Match.new(GAME, {name: other}, dealer=Seeded(1)).view(0).table["options"]
    assert [(option["name"], option["value"]) for option in shown] == [(name, str(other).lower())]
    with pytest.raises(BadOption):
        GAME.options_of({name: "perhaps"})


def test_an_unknown_option_is_refused() -> None:
    """An option that the game does not have is an error that names it."""
    with pytest.raises(BadOption, match="nudge_rap"):
        GAME.options_of({"nudge_rap": True})


# §6.4: reproducible randomness


@pytest.mark.parametrize(("deck", "tokens"), [("S", 8), ("W7", 12), ("C3", 9), ("A", 10)])
def test_a_seed_fixes_the_dice_whatever_the_deck(deck: str, tokens: int) -> None:
    """The dice of a seed follow §6.4 and are the same in every mode."""
    for seed in (f"TAPE-{number}" for number in range(TAPES)):
        dice, faces = thrown(seed)
        table = new(seed=seed, deck=deck, tokens=tokens).view(0).table
        assert [die["colour"] for die in table["dice"]] == dice
        assert [die["face"] for die in table["dice"]] == faces


@pytest.mark.parametrize("deck", ["S", "A", "C1", "C8", "C15", "W1", "W8", "W15"])
def test_a_seed_fixes_every_card_of_every_stack(deck: str) -> None:
    """Card j of the ordered deck lies on side j mod 4 at depth j // 4, for several seeds."""
    for seed in ("A", "0", "LUCK-77", "Z" * 32):
        order = in_order(seed, deck)
        assert dig_up(new(seed=seed, deck=deck)) == {
            side: order[i::4] for i, side in enumerate("NESW")
        }


def test_the_order_of_unlocking_does_not_change_the_cards() -> None:
    """Digging up W first, or one card of each stack in turn, finds the same stacks."""
    order = in_order("ORDER", "S")
    match = new(seed="ORDER")
    found: dict[str, list[str]] = {side: [] for side in "NESW"}
    for side in "WSENESWNWENSSNEW":
        card = match.view(0).table["stacks"][side][0]["id"]
        lay(match.state, side, meeting(card))
        match.play(0, [GAME.space.parse(f"unlock {side}")])
        found[side].append(card)
        prompt = match.view(0).prompt
        if prompt is not None and prompt.rule != "RVL-23":
            match.play(0, [GAME.space.parse("stop")])
    assert found == {side: order[i::4] for i, side in enumerate("NESW")}


def test_a_reroll_reads_its_tape_by_place_on_the_side() -> None:
    """The die on the j-th space shows number j of the tape; unchosen dice ignore theirs."""
    for seed in ("A", "RAVEL-DEMO", "TAPE-3"):
        tape = [1 + luck(seed, "reroll", 0, j) % 6 for j in range(3)]
        for side, spaces in SIDES.items():
            for chosen in ("1", "2", "3", "12", "13", "23", "123"):
                match = new(seed=seed)
                match.state = bench(X, n="2S", e="3S", tokens="8/8", reward="13A").state
                match.play(0, [GAME.space.parse(f"reroll {side}")])
                match.play(0, [GAME.space.parse(f"roll {chosen}")])
                faces = [die["face"] for die in match.view(0).table["dice"]]
                expected = [int(die[1]) for die in X.split()]
                for which in chosen:
                    expected[spaces[int(which) - 1]] = tape[int(which) - 1]
                assert faces == expected


@pytest.mark.parametrize("n", range(1, 12))
def test_a_reset_deals_by_its_tape(n: int) -> None:
    """The shuffled cards are dealt round by round, the last round to the chosen sides."""
    seed = "RESET-TAPE"
    cards = STANDARD[:n]
    order = sorted(cards, key=lambda c: (luck(seed, "reset", 0, index_of(c)), index_of(c)))
    match = new(seed=seed)
    stacks = {side: " ".join(cards[i::4]) for i, side in enumerate("nesw")}
    match.state = bench(X, **stacks, tokens="8/8", reward="15S").state
    match.play(0, [GAME.space.parse("reset")])
    extra = "NESW"[4 - n % 4 :] if n % 4 else ""
    if extra:
        match.play(0, [GAME.space.parse(f"extra {extra}")])
    expected = {side: order[i : n - n % 4 : 4] for i, side in enumerate("NESW")}
    for side, card in zip(extra, order[n - n % 4 :], strict=True):
        expected[side].append(card)
    tops = {
        side: [card["id"] for card in stack[:1]]
        for side, stack in match.view(0).table["stacks"].items()
    }
    assert tops == {side: stack[:1] for side, stack in expected.items()}
    assert dig_up(match) == expected


def test_a_reset_that_keeps_a_stack_deals_the_others_by_its_tape() -> None:
    """With S kept, the other cards go over N, E and W in the order of the tape."""
    seed = next(s for s in (f"KEEP-{i}" for i in range(999)) if "15A" in composed(s, "C1"))
    match = new(seed=seed, deck="C1")
    stacks = {"n": "1S", "e": "2S 3S 4S", "s": "5S 6S 16S"}
    match.state = bench(X, **stacks, tokens="8/8", reward="15A").state
    for text in ("reset", "keep S", "extra E"):
        match.play(0, [GAME.space.parse(text)])
    order = sorted(
        ["1S", "2S", "3S", "4S"],
        key=lambda c: (luck(seed, "reset", 0, index_of(c)), index_of(c)),
    )
    assert dig_up(match) == {
        "N": order[:1],
        "E": [order[1], order[3]],
        "S": ["5S", "6S", "16S"],
        "W": order[2:3],
    }


@pytest.mark.parametrize("deck", DECKS)
def test_seed_strings_name_deck_tokens_and_seed(deck: str) -> None:
    """A seed string is read and written back unchanged, for every deck and token count."""
    for tokens in range(8, 13):
        text = f"RVL1:{deck}:{tokens}:RAVEL-DEMO"
        seed = parse_seed(text)
        assert (seed.deck, seed.tokens, seed.seed) == (deck, tokens, "RAVEL-DEMO")
        assert format_seed(seed.seed, seed.options) == text


def test_seed_strings_carry_only_the_options_that_are_not_default() -> None:
    """Non-default options follow the seed as a comma list, and come back from it."""
    options = GAME.options_of({"nudge_wrap": True, "pair_match": "exactly_two"})
    text = format_seed("ABC", options)
    head, tail = text.rsplit(":", 1)
    assert head == "RVL1:S:8:ABC"
    assert len(tail.split(",")) == 2
    assert parse_seed(text).options == options
    assert format_seed("ABC", GAME.options_of({})) == "RVL1:S:8:ABC"


@pytest.mark.parametrize("count", range(6))
def test_seed_strings_round_trip_with_any_set_of_options(count: int) -> None:
    """Every set of non-default options survives being written and read."""
    others = {
        "street_std_order": "not_ordered",
        "street_adv_dir": "reading",
        "pair_match": "exactly_two",
        "nudge_wrap": True,
        "move_to_empty_side": True,
    }
    for names in combinations(others, count):
        options = GAME.options_of({"deck": "W4"} | {name: others[name] for name in names})
        assert parse_seed(format_seed("X-1", options)).options == options


@pytest.mark.parametrize(
    "text",
    [
        "",
        "RAVEL-DEMO",
        "RVL2:S:8:RAVEL-DEMO",
        "RVL1:S:8",
        "RVL1:S:8:",
        "RVL1:S:8:ravel",
        "RVL1:S:8:RAVEL DEMO",
        "RVL1:S:8:RAVEL_DEMO",
        "RVL1:S:8:" + "A" * 33,
        "RVL1:X:8:RAVEL-DEMO",
        "RVL1:C0:8:RAVEL-DEMO",
        "RVL1:W16:8:RAVEL-DEMO",
        "RVL1:S:7:RAVEL-DEMO",
        "RVL1:S:13:RAVEL-DEMO",
        "RVL1:S:eight:RAVEL-DEMO",
        "RVL1:S:8:RAVEL-DEMO:no_such=true",
        "RVL1:S:8:RAVEL-DEMO:nudge_wrap=maybe",
        "RVL1:S:8:RAVEL-DEMO:nudge_wrap=true:more",
    ],
)
def test_bad_seed_strings_are_refused(text: str) -> None:
    """A string of another form, or with an impossible part, is no seed."""
    with pytest.raises(SeedError):
        parse_seed(text)


@pytest.mark.parametrize("seed", ["A", "A" * 32, "0-9", "-"])
def test_seeds_are_1_to_32_capitals_digits_and_hyphens(seed: str) -> None:
    """The shortest and the longest seed are accepted, and the allowed characters."""
    assert parse_seed(f"RVL1:S:8:{seed}").seed == seed


def test_a_running_game_does_not_name_its_seed() -> None:
    """Neither the player's view nor a spectator's holds the seed while the game goes on (§7.1)."""
    match = new(seed="RAVEL-DEMO")
    assert "RAVEL-DEMO" not in repr(match.view(0))
    assert "RAVEL-DEMO" not in repr(match.view(None))


# §6.5: undo


def test_undo_goes_back_over_tinkering_but_not_over_a_revealed_card() -> None:
    """Swaps may be taken back to the deal; an Unlock only if it turned up no card."""
    match = new(seed="RAVEL-DEMO")
    dealt = learnt = len(match.history)
    match.play(0, [GAME.space.parse("swap p0")])
    match.play(0, [GAME.space.parse("tune p4 1")])
    assert match.undo_floor(0) == dealt
    for below in (3, 2, 1, 0):
        stack = match.view(0).table["stacks"]["N"]
        lay(match.state, "N", meeting(stack[0]["id"]))
        match.play(0, [GAME.space.parse("unlock N")])
        if below:
            learnt = len(match.history)
            assert match.undo_floor(0) == learnt
            match.play(0, [GAME.space.parse("stop")])
    assert len(match.history) == learnt + 2
    assert match.undo_floor(0) == learnt
