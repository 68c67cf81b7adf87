"""Questions about several yarn, answered at once: what is proposed, what fits, what is refused."""

from __future__ import annotations

import re

import pytest

from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import IllegalAction
from ravelbox.kernel.game import Mix
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import OVER, RESIGN, State
from ravelbox.seating import all_here
from tests.games.arch_ravels.opening import ours
from tests.games.arch_ravels.studio import GAME, Studio, studio
from tests.walks import curious_states


def asked(table: Studio) -> Mix:
    """The open question as amounts."""
    prompt = GAME.prompt(table.state, table.state.actor)
    assert prompt is not None
    assert prompt.mix is not None
    return prompt.mix


def answer(table: Studio, *counts: int) -> list[str]:
    """The actions that amounts mean."""
    return [GAME.space.to_text(code) for code in GAME.mixed(table.state, counts)]


def at_craft(bowl: str, pattern: str, learned: str = "") -> Studio:
    """Rebecca at Craft 2, about to pay a pattern."""
    return studio(bowls=[bowl], learned=[learned]).play("space 2", f"craft {pattern}")


def test_what_is_proposed_fits_and_leads_where_its_codes_do() -> None:
    """Over curious games every proposal is an answer, and the question is over after it."""
    rules = set()
    for state in curious_states(GAME, 60, seed=11):
        prompt = GAME.prompt(state, state.actor) if state.actor >= 0 else None
        if prompt is None or prompt.mix is None or prompt.mix.need == 0:
            continue
        mix = prompt.mix
        rules.add((prompt.rule, mix.rule))
        before = len(state.agenda)
        codes = GAME.mixed(state, mix.proposed)
        table = state.clone()
        for code in codes:
            assert code in table.legal()
            table.apply(code)
        gained = sum(ours(table).bowls) - sum(ours(state).bowls)
        assert gained == 0 or abs(gained) >= mix.need  # 0: given away, or exchanged
        assert table.actor == OVER or table.agenda[:before] != state.agenda
    assert {rule for _, rule in rules} == {"any", "different", "same", "two"}


def test_amounts_are_what_their_codes_come_to() -> None:
    """Whoever answers code by code, in any way, could have named the amounts at once."""
    rng, rules = Rng(12), set()

    def choose(state: State) -> int:
        codes = [code for code in state.legal() if code != RESIGN]
        return codes[rng.below(len(codes))]

    for state in curious_states(GAME, 60, seed=12):
        prompt = GAME.prompt(state, state.actor) if state.actor >= 0 else None
        if prompt is None or prompt.mix is None:
            continue
        before = digest(state)
        given = GAME.amounts(state, choose)
        assert digest(state) == before
        if any(given.counts):  # else it ends an exchange that has begun
            assert GAME.mixed(state, given.counts) == list(given.codes)
        rules.add((prompt.rule, prompt.mix.rule))
    assert {rule for _, rule in rules} == {"any", "different", "same", "two"}
    assert ("ARC-50", "any") in rules


def test_a_hat_takes_two_different_colours_named_at_once() -> None:
    """The mix says so, and becomes one action."""
    table = at_craft("2B 1G 1R", "hat")
    assert asked(table).rule == "different"
    assert asked(table).most == (2, 1, 0, 0, 1, 0)
    assert answer(table, 1, 0, 0, 0, 1, 0) == ["colours BR"]


def test_learned_mittens_take_two_and_one() -> None:
    """Two colours become two actions, the double one first."""
    table = at_craft("2B 2G 1R", "mittens", learned="mittens")
    assert asked(table).rule == "two"
    assert answer(table, 0, 2, 0, 0, 1, 0) == ["colour G", "colour R"]


def test_a_payment_spares_what_exact_patterns_ask_for() -> None:
    """With a tile of three blue, the proposal pays other colours."""
    table = at_craft("3B 1G 1R", "hat")
    assert asked(table).proposed == (0, 1, 0, 0, 1, 0)


@pytest.mark.parametrize(
    "counts",
    [
        (2, 0, 0, 0, 0, 0),  # one colour
        (1, 1, 0, 0, 1, 0),  # too many
        (1, 0, 0, 0, 0, 0),  # too few
        (0, 0, 1, 0, 1, 0),  # orange is not there
        (0, 0, 0, 0, 0, 0),
    ],
)
def test_amounts_that_do_not_fit_are_refused_by_a_sentence(counts: tuple[int, ...]) -> None:
    """It says what is asked, and nothing is done."""
    table = at_craft("2B 1G 1R", "hat")
    before = digest(table.state)
    with pytest.raises(IllegalAction, match=re.escape("2 yarn for a Hat of different colours")):
        GAME.mixed(table.state, counts)
    assert digest(table.state) == before


@pytest.mark.parametrize(
    "counts", [(1, 1), (1, 1, 0, 0, 0, 0, 0), (-1, 1, 1, 1, 0, 0), (True, 1, 0, 0, 0, 0)]
)
def test_amounts_are_six_whole_numbers(counts: tuple[int, ...]) -> None:
    """Anything else is said to be no amounts."""
    with pytest.raises(IllegalAction, match="six whole numbers"):
        GAME.mixed(at_craft("2B 1G 1R", "hat").state, counts)


def test_other_questions_are_not_answered_by_amounts() -> None:
    """Where the marker goes is no matter of yarn."""
    with pytest.raises(IllegalAction, match="not about several yarn"):
        GAME.mixed(studio().state, (1, 0, 0, 0, 0, 0))
    with pytest.raises(IllegalAction, match="not about several yarn"):
        GAME.amounts(studio().state, lambda _: 0)


def test_one_undo_takes_a_whole_answer_back() -> None:
    """Five counts are one answer; before it, the choice of cards is another."""
    options = {"characters": "random", "sides": "random", "first_player": 0}
    match = Match.new(GAME, options, dealer=Seeded(4))
    seating = all_here(match.header.seats)
    match.play_text(0, "space 3")  # Shop 2 + Craft 1: the step goes on after shopping
    prompt = match.view(0).prompt
    assert prompt is not None
    match.play(0, [next(offer.code for offer in prompt.offers if "any colour" in offer.label)])
    start = len(match)
    match.play(0, GAME.mixed(match.state, (1, 0, 0, 0, 0, 1)))
    assert len(match) > start + 1
    assert seating.undo_to(match) == start
    seating.undo(match, start)
    assert seating.undo_to(match) == start - 1
