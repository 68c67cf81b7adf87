"""R.A.V.E.L. §4.16: victory, defeat and the report."""

import pytest

import ravelbox
from tests.games.ravel.bench import X, bench

GAME = ravelbox.load("ravel")


def test_rvl_94_unlocking_the_last_card_wins_at_once() -> None:
    """The game is won when the last card leaves the stacks."""
    b = bench(X, e="13S", tokens="5/8")
    b.play("unlock E")
    assert b.result == "won"
    assert b.asked == ""
    assert [b.stack(side) for side in "NESW"] == ["", "", "", ""]


def test_rvl_94_one_card_left_is_no_victory() -> None:
    """With a card left anywhere, also beneath the unlocked one, the game goes on."""
    b = bench(X, e="13S (14S)", tokens="5/8")
    b.play("unlock E", up="14S")
    b.play("stop")
    assert b.result == "playing"
    b = bench(X, n="14S", e="13S", tokens="5/8")
    b.play("unlock E")
    b.play("stop")
    assert b.result == "playing"


def test_rvl_95_victory_goes_before_defeat() -> None:
    """The last card unlocked with the last token gone is a victory."""
    b = bench(X, e="13S", tokens="0/8")
    b.play("unlock E")
    assert b.result == "won"
    assert b.tokens == "0/8"


def test_rvl_96_no_met_card_and_no_token_is_defeat() -> None:
    """Both together at the beginning of a turn lose the game; either alone does not."""
    lost = bench(X, n="1S", e="14S", tokens="0/8")
    lost.play("unlock N")
    lost.play("stop")
    assert lost.result == "lost"
    met = bench(X, n="1S", e="13S", tokens="0/8")
    met.play("unlock N")
    met.play("stop")
    assert met.result == "playing"
    rich = bench(X, n="1S", e="14S", tokens="1/8")
    rich.play("unlock N")
    rich.play("stop")
    assert rich.result == "playing"


def test_rvl_96_only_top_cards_on_their_sides_count() -> None:
    """A covered face-up card whose condition holds does not save the game."""
    b = bench(X, n="1S", e="14S 13S", tokens="0/8")
    assert "13S" in b.met("E")
    b.play("unlock N")
    b.play("stop")
    assert b.result == "lost"


def test_rvl_97_defeat_is_not_tested_before_the_reward_is_over() -> None:
    """With no token and no met card after the Unlock, its reward may still help."""
    b = bench(X, s="9S (14S)", tokens="0/8")
    b.play("unlock S", up="14S")
    assert b.result == "playing"
    assert b.asked == "RVL-77"
    b.play("exchange p3 p6")
    assert b.board == "O2 W5 O6 K1 B3 W3 K3 B4"
    assert b.result == "playing"
    assert b.legal() == ["unlock S"]


def test_rvl_97_defeat_is_not_tested_between_the_steps_of_a_reward() -> None:
    """After the first step of NUDGE nothing is met and no token is left, yet play goes on."""
    b = bench(X, s="14S", tokens="0/8", reward="3S")
    b.play("nudge p6 +1")
    assert "14S" not in b.met("S")
    assert b.result == "playing"
    b.play("nudge p6 +1")
    assert b.legal() == ["unlock S"]


def test_rvl_97_defeat_is_not_tested_before_a_retrieve() -> None:
    """RETRIEVE with an empty purse comes before the test of the next turn."""
    b = bench(X, w="12S (7S)", tokens="0/8")
    b.play("unlock W", up="7S")
    assert b.result == "playing"
    b.play("retrieve 1")
    assert b.result == "playing"
    assert b.tokens == "1/8"


def test_rvl_98_one_token_keeps_the_game_going() -> None:
    """With one token and nothing met the game goes on, even if no Swap can help (Q34)."""
    b = bench(X, n="14S", tokens="1/8")
    assert b.result == "playing"
    assert b.legal() == [f"swap p{i}" for i in range(8)]


def test_rvl_99_the_report_counts_what_happened() -> None:
    """Cards left, tokens left, turns, tinker operations and declined rewards are reported."""
    b = bench(X, n="1S", e="13S", s="14S", tokens="3/8")
    turns, tinkers, declined = b.state.turns, b.state.tinkers, b.state.declined
    b.play("swap p6")
    b.play("tune p7 6")
    b.play("unlock N")
    b.play("stop")
    b.play("unlock E")
    b.play("reroll W", dice="1 1 1")
    b.play("place 123")
    assert b.result == "lost"
    assert b.tokens == "0/8"
    assert b.state.tinkers - tinkers == 2
    assert b.state.declined - declined == 1
    assert b.state.turns - turns == 4
    table = GAME.view(b.state, 0).table
    assert table["left"] == 1


def test_rvl_99_a_reward_used_in_part_is_not_declined() -> None:
    """Only "stop" as the first answer counts as declining."""
    b = bench(X, n="1A (8S)", e="13S", tokens="3/8")
    declined = b.state.declined
    b.play("unlock N", up="8S")
    b.play("flip p7", "stop")
    assert b.state.declined == declined


def test_rvl_99_tokens_left_are_those_before_the_reward_of_the_last_card() -> None:
    """Winning with 12S does not retrieve any token."""
    b = bench(X, w="12S", tokens="3/8")
    b.play("unlock W")
    assert b.result == "won"
    assert b.tokens == "3/8"


def test_rvl_99_the_outcome_has_no_score_but_the_report() -> None:
    """The outcome names the winner, the rule and the five numbers of the report."""
    b = bench(X, e="13S", tokens="5/8")
    b.play("unlock E")
    outcome = GAME.view(b.state, 0).outcome
    assert outcome is not None
    assert outcome.won == (0,)
    assert outcome.rule == "RVL-94"
    words = " ".join(line for line, _ in outcome.scores).lower()
    for word in ("left", "token", "turn", "tinker", "declined"):
        assert word in words
    b = bench(X, n="14S", tokens="1/8")
    b.play("swap p4")
    outcome = GAME.view(b.state, 0).outcome
    assert outcome is not None
    assert outcome.won == ()
    assert outcome.rule == "RVL-96"


@pytest.mark.parametrize(
    ("reward", "texts", "dice"),
    [
        ("", [], ""),
        ("1S", [], ""),
        ("1A", ["flip p0"], ""),
        ("3S", ["nudge p0 +1"], ""),
        ("5A", ["move N E"], ""),
        ("9A", ["exchange p0 p1"], ""),
        ("11S", [], ""),
        ("13A", ["reroll N"], ""),
        ("13S", ["reroll N"], "1 2 3"),
        ("15A", ["reset"], ""),
        ("15S", ["reset"], ""),
    ],
)
def test_rvl_100_the_player_may_resign_at_any_decision(
    reward: str, texts: list[str], dice: str
) -> None:
    """Resigning is possible at a turn and at every question of a reward; it is defeat."""
    b = bench(X, n="2S (8S)", e="14S (4S)", s="10S", tokens="4/8", reward=reward)
    for text in texts:
        b.play(text, dice=dice)
    assert b.result == "playing"
    prompt = GAME.view(b.state, 0).prompt
    assert prompt is not None
    assert prompt.resign is not None
    b.play("resign")
    assert b.result == "lost"
    assert b.asked == ""
    outcome = GAME.view(b.state, 0).outcome
    assert outcome is not None
    assert outcome.won == ()
    assert outcome.rule == "RVL-100"


def test_rvl_100_resigning_in_a_reward_is_told_as_resigning() -> None:
    """With no token and no lamp lit, giving up in the middle of a reward is not being stuck."""
    b = bench(n="2S", e="14S", tokens="0/8", reward="1S")
    b.play("resign")
    outcome = GAME.view(b.state, 0).outcome
    assert outcome is not None
    assert outcome.rule == "RVL-100"
    assert b.result == "lost"
