"""What holds for every game of the box, over thousands of random states."""

from __future__ import annotations

import dataclasses
import hashlib
from itertools import chain
from pathlib import Path

import pytest

import ravelbox
from ravelbox.kernel import position
from ravelbox.kernel.errors import GameOver, IllegalAction, NotYourMove, UndoRefused
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.record import Record
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, Choice, random_play, random_step
from tests.walks import (
    LONG,
    curious_states,
    random_match,
    random_states,
    random_table,
    rare_states,
    resigning_states,
    so_many,
)

GAMES = [ravelbox.load(name) for name in ravelbox.games()]
GOLDEN = Path(__file__).parent.parent / "golden"
LONGEST = 10_000  # questions in a game; no game of ours comes near

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))


@every_game
def test_random_play_ends(game: Game) -> None:
    """Whatever is answered, a game comes to its end."""
    for seed in so_many(game, 300):
        rng = Rng(seed)
        state = game.new(*random_table(game, rng))
        for _ in range(LONGEST):
            if state.actor == OVER:
                break
            random_step(state, rng)
        assert state.actor == OVER
        assert state.agenda == []
        assert state.legal() == []


@every_game
def test_legal_codes_are_sorted_unique_and_within_the_space(game: Game) -> None:
    """At a choice something is always possible, and every code means an action."""
    asked = 0
    for state in chain(random_states(game, 150, seed=1), curious_states(game, 40, seed=1)):
        codes = state.legal()
        assert codes == sorted(set(codes))
        if state.actor >= 0:
            asked += 1
            assert len([code for code in codes if code != RESIGN]) > 0
            assert codes[0] >= 0
            assert codes[-1] < len(game.space)
        elif state.actor == CHANCE:
            assert codes == list(range(state.outcomes()))
            assert codes
    assert asked > 1000


@every_game
def test_components_are_conserved(game: Game) -> None:
    """From the first decision to the end no piece appears, vanishes or is there twice."""
    for seed in so_many(game, 200):
        rng = Rng(seed)
        state = game.new(*random_table(game, rng))
        while state.actor == CHANCE:
            random_step(state, rng)
        at_start = game.components(state)
        while state.actor != OVER:
            random_step(state, rng)
            assert game.components(state) == at_start


@every_game
def test_a_clone_that_goes_its_own_way_leaves_the_original_alone(game: Game) -> None:
    """A clone equals its original; playing it to the end changes nothing of the original."""
    for n, state in enumerate(random_states(game, 40, seed=2)):
        before = digest(state)
        clone = state.clone()
        assert digest(clone) == before
        random_play(clone, Rng(n))
        assert digest(state) == before


@every_game
def test_records_replay_to_equal_tables(game: Game) -> None:
    """Through the record, its JSON and its text, finished or running, the same table comes back."""
    for seed in so_many(game, 150):
        match = random_match(game, seed, steps=None if seed % 3 else seed % 17)
        record = match.record()
        assert Record.from_json(record.to_json()) == record
        assert Record.from_text(record.to_text()) == record
        again = Match.replay(Record.from_text(record.to_text()))
        assert digest(again.state) == digest(match.state)
        assert again.log(None) == match.log(None)
        unsigned = dataclasses.replace(record, header=dataclasses.replace(record.header, dealer=""))
        assert digest(Match.replay(unsigned).state) == digest(match.state)


@every_game
def test_positions_come_back_as_equal_tables(game: Game) -> None:
    """Any state, in the middle of setup, a reward or a roll, survives being written down."""
    states = chain(random_states(game, 60, seed=5), curious_states(game, 60, seed=5))
    for n, state in enumerate(states):
        if n % LONG.get(game.name, 1):
            continue  # a long game has more states than this needs
        options = game.options_in(state)
        document = position.parse(position.to_text(position.dump(game, options, state)))
        same_game, same_options, again = position.load(document)
        assert same_game is game
        assert same_options == options
        assert digest(again) == digest(state)
        assert again.legal() == state.legal()


@every_game
def test_two_thousand_walks_have_the_digests_on_file(game: Game) -> None:
    """The same seeds lead through the same tables, compiled and interpreted, today and later.

    Each line is a hundred games (twenty of a long one): every state's digest goes in, and at the end of each game also
    the one that comes back through record, text and position.
    """
    lines = [walk_digest(game, block) for block in range(20)]
    file = GOLDEN / game.name / "walks.txt"
    assert lines == file.read_text(encoding="utf-8").splitlines()


def walk_digest(game: Game, block: int) -> str:
    """One hundred random games as one number; fewer where games are long."""
    total = hashlib.blake2b(digest_size=16)
    for n in so_many(game, 100):
        match = random_match(game, 1_000_000 + block * 100 + n)
        total.update(digest(match.state).encode())
        replayed = Match.replay(Record.from_text(match.record().to_text()))
        assert digest(replayed.state) == digest(match.state)
        document = position.dump(game, match.header.options, match.state)
        _, _, restored = position.load(position.parse(position.to_text(document)))
        assert digest(restored) == digest(match.state)
        rng = Rng(block * 100 + n)
        state = game.new(*random_table(game, rng))
        steps = 0
        while state.actor != OVER:
            random_step(state, rng)
            steps += 1
            if steps % LONG.get(game.name, 1) == 0:
                total.update(digest(state).encode())
    return total.hexdigest()


@every_game
def test_determinizing_changes_nothing_that_a_seat_may_see(game: Game) -> None:
    """View, prompt and legal actions stay the same to the byte for every seat and spectators."""
    for n, state in enumerate(curious_states(game, 60, seed=3)):
        if n % LONG.get(game.name, 1):
            continue  # a long game has more states than this needs
        for seat in [None, *range(game.seats_in(state))]:
            other = state.clone()
            if seat is not None:
                game.determinize(other, seat, Rng(n))
            seen, same = game.view(state, seat), game.view(other, seat)
            assert repr(seen) == repr(same)
            assert game.describe(seen) == game.describe(same)
            if seat == state.actor:
                assert other.legal() == state.legal()
                assert game.question(other) == game.question(state)


@every_game
def test_undo_goes_back_to_the_last_new_information_and_no_further(game: Game) -> None:
    """Every length from the floor on is reached exactly; below it undo is refused."""
    undone = 0
    for seed in range(80):
        match = random_match(game, seed, steps=1 + seed % 11)
        digests = {len(match): digest(match.state)}
        seat = max(match.actors[-1], 0)
        floor = match.undo_floor(seat)
        assert all(actor == seat for actor in match.actors[floor:])
        assert floor == 0 or match.actors[floor - 1] != seat
        with pytest.raises(UndoRefused):
            match.undo(seat, floor - 1)
        with pytest.raises(UndoRefused):
            match.undo(seat, len(match))
        assert digests[len(match)] == digest(match.state)
        if floor < len(match):
            undone += 1
            expected = digest(Match.replay(match.record(), floor).state)
            match.undo(seat, floor)
            assert len(match) == floor
            assert digest(match.state) == expected
    assert undone > 10


@every_game
def test_what_was_undone_can_be_played_otherwise(game: Game) -> None:
    """After undo the dealer goes on as if nothing had been: the same luck for the same play."""
    for seed in range(40):
        match = random_match(game, seed, steps=6)
        if match.over or match.undo_floor(0) == len(match):
            continue
        history = list(match.history)
        floor = match.undo_floor(0)
        match.undo(0, floor)
        for code in history[floor:]:
            match.play(0, [code])
        assert match.history == history


@every_game
def test_an_illegal_action_is_refused_whole_and_by_name(game: Game) -> None:
    """The message names action, question and possibilities; nothing is half-applied."""
    refused = 0
    for seed in range(60):
        match = random_match(game, seed, steps=seed % 9)
        if match.over:
            continue
        before, seat = digest(match.state), match.state.actor
        legal = match.state.legal()
        good = max(code for code in legal if game.owner(match.state, code) == seat)
        after = match.state.clone()
        after.apply(good)
        possible = {*legal, *after.legal()}
        wrong = next(code for code in range(len(game.space)) if code not in possible)
        for codes in ([wrong], [good, wrong]):
            with pytest.raises((IllegalAction, NotYourMove, GameOver)) as refusal:
                match.play(seat, codes)
            assert game.space.to_text(wrong) in str(refusal.value)
            assert digest(match.state) == before
            refused += 1
        with pytest.raises(IllegalAction, match=game.rule(match.state)):
            match.play(seat, [wrong])
    assert refused > 50


@every_game
def test_every_way_of_pointing_leads_to_one_action(game: Game) -> None:
    """At every question the ways of two actions differ, and buttons have different keys."""
    asked = set()
    for state in chain(
        curious_states(game, 150, seed=4),
        resigning_states(game, 3, seed=4),
        rare_states(game, 5, seed=4),
    ):
        if state.actor < 0:
            continue
        asked.add(game.rule(state))
        prompt = game.view(state, state.actor).prompt
        assert prompt is not None
        own = [c for c in state.legal() if game.owner(state, c) == state.actor]
        assert [offer.code for offer in prompt.offers] == [c for c in own if c != RESIGN]
        ways = [way for offer in prompt.offers for way in offer.ways]
        assert len(ways) == len(set(ways))
        keys = [offer.key for offer in prompt.offers if not offer.ways]
        assert all(keys)
        assert len(keys) == len(set(keys))
        assert prompt.ask.endswith((".", "?"))
        assert all(offer.label for offer in prompt.offers)
    choices = {rule.cites for rule in state.rules if isinstance(rule, Choice)}
    assert asked == choices, "some question of the game was never asked"
