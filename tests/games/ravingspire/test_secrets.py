"""Hands, peeks and offers in private: neither the log nor an error tells them to anybody else."""

from __future__ import annotations

import ravelbox
from ravelbox.games.ravingspire import state as k
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.telling import tell
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.match import Match
from ravelbox.kernel.rng import Rng
from tests.walks import random_match, random_states

GAME = ravelbox.load("ravingspire")
SECRETS = {k.DREW, k.PEEKED, k.TRADE_SHOWN}


def test_rsp_169_only_those_concerned_are_told_of_a_hidden_card() -> None:
    """What was drawn, seen or offered is told by name to those who saw it, and to nobody else."""
    told = 0
    for seed in range(12):
        match = random_match(GAME, 40 + seed)
        seats = range(match.header.seats)
        for note in (note for notes in match.notes for note in notes):
            kind, who, card, partner = note
            if kind not in SECRETS:
                continue
            told += 1
            name = FACTS.cards[card].name
            concerned = {who & 7} | ({partner & 7} if kind == k.TRADE_SHOWN else set())
            for seat in (None, *seats):
                event = tell(note, seat)
                assert (event is not None) == (seat in concerned)
                assert event is None or name in event.text
    assert told > 200


def test_others_hear_how_many_cards_were_drawn_and_not_which() -> None:
    """The owner is told each card, the others one number."""
    note = (k.DREW_SOME, 0 | 1 << 3, 6, 0)
    assert tell(note, 0) is None
    event = tell(note, 1)
    assert event is not None
    assert event.text == "Crimson Reaver drew 6 cards."


def refusal(state: k.Ravingspire, seat: int, code: int) -> str:
    """What a seat is told when it tries an action on a table."""
    match = Match.new(GAME, dealer=Seeded(1), seats=1)
    match.state = state
    try:
        match._check(seat, [code])
    except RavelboxError as error:
        return str(error)
    return ""


def test_errors_are_the_same_on_tables_that_a_seat_cannot_tell_apart() -> None:
    """Whoever tries something impossible learns nothing about another's hand."""
    tried = 0
    for n, state in enumerate(random_states(GAME, 20, seed=77)):
        assert isinstance(state, k.Ravingspire)
        if n % 7 or state.actor < 0:
            continue
        for seat in range(len(state.heroes)):
            other = state.clone()
            GAME.determinize(other, seat, Rng(n))
            for code in (1, 30, 115, 852, 1185, 2095):
                tried += 1
                assert refusal(state, seat, code) == refusal(other, seat, code)
    assert tried > 500
