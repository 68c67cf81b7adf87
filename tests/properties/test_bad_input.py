"""Whatever is thrown at a parser, the answer is one of our own errors, and nothing is half-done."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ravelbox
from ravelbox.games.ravel.seeds import parse_seed
from ravelbox.kernel import position
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match, dealer_of
from ravelbox.kernel.record import Record
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import random_play
from tests.walks import random_match, so_many

GAMES = [ravelbox.load(name) for name in ravelbox.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
often = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
RAVEL = ravelbox.load("ravel")

# Anything JSON can say, some of it nested.
documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


def is_ours(parse: Callable[..., object], *given: object) -> None:
    """Let a parser do what it likes, but fail only in our own way, with a sentence."""
    try:
        parse(*given)
    except RavelboxError as error:
        text = str(error)
        assert text
        assert "\n" not in text
        assert len(text) < 1500


@often
@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_random_text_thrown_at_every_parser(text: str) -> None:
    """Records, positions, seed strings, actions, options, dealers and names of games."""
    is_ours(Record.from_text, text)
    is_ours(Record.from_json, text)
    is_ours(lambda: position.load(position.parse(text)))
    is_ours(parse_seed, text)
    is_ours(parse_seed, f"RVL1:{text}")
    is_ours(dealer_of, RAVEL, text)
    is_ours(ravelbox.load, text)
    for game in GAMES:
        is_ours(game.space.parse, text)
        is_ours(game.options_of, {text: text})
        for option in game.options:
            is_ours(option.read, text)


@often
@given(documents)
def test_random_documents_thrown_at_every_reader(document: object) -> None:
    """JSON of any shape, as an action, an option's value, a record and a position."""
    for game in GAMES:
        is_ours(game.space.from_json, document)
        for option in game.options:
            is_ours(option.read, document)
    is_ours(Record.from_json, json.dumps(document))
    if isinstance(document, dict):
        head = {"ravelbox-position": 1, "game": "ravel", "options": {}}
        is_ours(position.load, {**document, **head})


@often
@given(raw=st.binary())
def test_random_bytes_as_a_content_file(tmp_path: Path, raw: bytes) -> None:
    """A content file of any bytes is refused by file and place."""
    file = tmp_path / "cogs.toml"
    file.write_bytes(raw)
    for game in GAMES:
        is_ours(game.check_content, file)


@every_game
def test_damaged_records_are_refused_or_harmless(game: Game) -> None:
    """A record with a character changed, lost or doubled replays rightly or complains by place."""
    refused = 0
    seeds = so_many(game, 400)
    for seed in seeds:
        rng = Rng(seed)
        text = random_match(game, seed % 7).record().to_text()
        damaged = _damage(text, rng)
        try:
            match = Match.replay(Record.from_text(damaged))
        except RavelboxError:
            refused += 1
        else:
            assert match.game is game
    assert refused > len(seeds) // 2


@every_game
def test_damaged_positions_are_refused_or_playable(game: Game) -> None:
    """A position that is accepted after damage can be shown and played to its end."""
    refused = accepted = 0
    seeds = so_many(game, 1500)
    for seed in seeds:
        rng = Rng(seed)
        match = random_match(game, seed, steps=rng.below(14))
        document = position.dump(match.game, match.header.options, match.state)
        text = position.to_text(document)
        damaged = _damage(text, rng) if rng.below(2) else _swap_values(text, match, rng)
        try:
            _, _, state = position.load(position.parse(damaged))
        except RavelboxError:
            refused += 1
        else:
            accepted += 1
            game.view(state, 0)
            random_play(state, rng)
            game.view(state, None)
    assert refused > len(seeds) // 3
    assert accepted > len(seeds) // 30


def _damage(text: str, rng: Rng) -> str:
    """One character changed, lost or doubled, or two lines exchanged."""
    at = rng.below(len(text))
    kind = rng.below(4)
    if kind == 0:
        return text[:at] + chr(32 + rng.below(95)) + text[at + 1 :]
    if kind == 1:
        return text[:at] + text[at + 1 :]
    if kind == 2:
        return text[:at] + text[at] + text[at:]
    lines = text.splitlines(keepends=True)
    i, j = rng.below(len(lines)), rng.below(len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    return "".join(lines)


def _swap_values(text: str, match: Match, rng: Rng) -> str:
    """One key of a position replaced by that of another table."""
    other = Match.new(
        match.game,
        match.header.options,
        dealer=Seeded(rng.below(1 << 30)),
        seats=match.header.seats,
    )
    mine = json.loads(text)
    theirs = position.dump(other.game, other.header.options, other.state)
    key = list(mine)[rng.below(len(mine))]
    mine[key] = theirs[key]
    return json.dumps(mine)
