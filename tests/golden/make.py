"""Write the golden files; their diff is to be read before it is committed."""

from __future__ import annotations

from pathlib import Path

import ravelbox
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import BadOption
from ravelbox.kernel.game import Game, Offer
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.options import Options, spelled
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import RESIGN
from tests.walks import LONG, SHORT

FOLDER = Path(__file__).parent
SEED = 20


def playthroughs(game: Game) -> dict[str, Options]:
    """One table with all defaults, and one for other values of each option, sampled if many."""
    short = SHORT.get(game.name, {})
    tables: dict[str, Options] = {"default": short}
    if game.name in LONG:  # one table for all other values: each for itself would fill a book
        last: Options = {o.name: o.values[-1] for o in game.options if o.name not in short}
        fitting: Options = {name: last[name] for name in last if fits(game, {name: last[name]})}
        return tables | {"others": short | fitting}
    shorter: Options = {name: int(most) // 3 for name, most in short.items()}
    for option in game.options:
        if option.name in short:
            continue
        others = [value for value in option.values if value != option.default]
        for value in others if len(others) < 6 else others[:: max(1, len(others) // 5)]:
            options = shorter | {option.name: value}
            if fits(game, options):
                tables[f"{option.name}-{spelled(value)}"] = options
    return tables


def fits(game: Game, options: Options) -> bool:
    """Whether these options go with the usual number of seats."""
    checked = game.options_of(options)
    try:
        game.new(checked, game.seats_of(checked))
    except BadOption:
        return False
    return True


def playthrough(game: Game, options: Options) -> str:
    """A random match with everything that can be seen of it, step by step.

    Of a long game's table only what is new since the last question.
    """
    rng = Rng(SEED)
    shown: list[str] = []
    match = Match.new(game, options, dealer=Seeded(SEED))
    lines = [f"{game.title} {match.header.options}", f"dealt: {match.history}", ""]
    while not match.over:
        view = match.view(match.state.actor)
        assert view.prompt is not None
        offers = [*view.prompt.offers, *_calls(match)]
        before, shown = shown, game.describe(view).splitlines()
        lines += [
            f"[{len(match)}] {digest(match.state)}",
            *(line for line in shown if game.name not in LONG or line not in before),
            f"{view.prompt.rule}: {view.prompt.ask} ({view.prompt.why})",
            "  " + ", ".join(offer.text for offer in offers),
        ]
        codes = [code for code in match.state.legal() if code != RESIGN]
        code = codes[rng.below(len(codes))]
        offer = next(offer for offer in offers if offer.code == code)
        lines.append(f"> {offer.text}: {offer.label}")
        for event in match.play(game.owner(match.state, code), [code]):
            heading = f"{event.heading}: " if event.heading else ""
            lines.append(f"- {heading}{event.text} [{event.kind} {event.rule}]")
        lines.append("")
    outcome = match.view(None).outcome
    assert outcome is not None
    lines += [f"[{len(match)}] {digest(match.state)}", game.describe(match.view(None))]
    lines += [f"{outcome.headline}: {outcome.why} [{outcome.rule}]", str(outcome.scores), ""]
    return "\n".join(lines)


def _calls(match: Match) -> list[Offer]:
    """What seats that are not asked may play out of turn."""
    others = [seat for seat in range(match.header.seats) if seat != match.state.actor]
    prompts = [match.game.prompt(match.state, seat) for seat in others]
    return [offer for prompt in prompts if prompt for offer in prompt.offers]


def main() -> None:
    """Write all files of all games."""
    from tests.properties.test_invariants import walk_digest  # noqa: PLC0415  # it reads them

    for name in ravelbox.games():
        game = ravelbox.load(name)
        folder = FOLDER / name
        texts = {table: playthrough(game, opts) for table, opts in playthroughs(game).items()}
        texts["walks"] = "".join(f"{walk_digest(game, block)}\n" for block in range(20))
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.txt"):
            old.unlink()
        for table, text in texts.items():
            (folder / f"{table}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
