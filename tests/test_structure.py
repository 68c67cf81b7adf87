"""How the box is built: which way imports point, and what it needs."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import ravelbox

SOURCE = Path(__file__).parent.parent / "src" / "ravelbox"

# Each part may import itself and the parts before it; what compares bots needs no pages.
LAYERS = ["kernel", "games", "bots", "web", "server"]
LAB = ["kernel", "games", "bots", "lab"]
ENVS = ["kernel", "games", "bots", "envs"]  # for learning programs; they need no pages either


def imported(file: Path) -> set[str]:
    """The parts of ravelbox that a file imports, wherever in the file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("ravelbox.")}


@pytest.mark.parametrize(
    ("layers", "layer"),
    [*((LAYERS, layer) for layer in LAYERS), (LAB, "lab"), (ENVS, "envs")],
)
def test_imports_point_one_way(layers: list[str], layer: str) -> None:
    """The kernel knows no game, games know no bot, and nothing below knows the server or the lab."""
    allowed = set(layers[: layers.index(layer) + 1])
    files = sorted((SOURCE / layer).rglob("*.py"))
    assert files
    for file in files:
        assert imported(file) & {*LAYERS, *LAB, *ENVS} <= allowed, file


def test_compiling_the_engine_looks_at_no_page() -> None:
    """The compiler follows imports wherever they lead; pages need what is not there while it builds."""
    setup = ast.parse((SOURCE.parent.parent / "setup.py").read_text(encoding="utf-8"))
    lists = [node.value for node in setup.body if isinstance(node, ast.Assign)]
    todo = {
        Path(name)
        for found in lists
        if isinstance(found, ast.List)
        for name in ast.literal_eval(found)
    }
    todo = {SOURCE.parent.parent / file for file in todo}
    assert len(todo) > 50
    seen: set[Path] = set()
    while todo:
        file = todo.pop()
        seen.add(file)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ravelbox"):
                base = SOURCE.parent / str(node.module).replace(".", "/")
                names = [base / "__init__.py", base.with_suffix(".py")]
                names += [base / f"{alias.name}.py" for alias in node.names]
                todo |= {name for name in names if name.is_file()} - seen
    assert SOURCE / "notebook.py" in seen
    assert not [file for file in seen if {"web", "server"} & set(file.relative_to(SOURCE).parts)]


def test_no_game_knows_another() -> None:
    """A game imports the kernel and its own folder, nothing else."""
    for name in ravelbox.games():
        for file in sorted((SOURCE / "games" / name).glob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                    "ravelbox.games."
                ):
                    assert str(node.module).split(".")[2] == name


def test_kernel_games_and_bots_need_only_the_standard_library() -> None:
    """Playing a game with bots loads nothing from outside, whatever is installed."""
    script = (
        "import sys\n"
        "before = {m.partition('.')[0] for m in sys.modules}\n"
        "import ravelbox\n"
        "from ravelbox.bots import bot, play_out\n"
        "from ravelbox.kernel.dealer import Seeded\n"
        "from ravelbox.kernel.match import Match\n"
        "import ravelbox.cli, ravelbox.terminal, ravelbox.measure, ravelbox.lab.report\n"
        "for name in ravelbox.games():\n"
        "    game = ravelbox.load(name)\n"
        "    match = Match.new(game, dealer=Seeded(1))\n"
        "    play_out(match, [bot('greedy', name)] * match.header.seats)\n"
        "after = {m.partition('.')[0] for m in sys.modules} - before\n"
        "ours = {'ravelbox', 'ravelbox__mypyc', '__mp_main__'}\n"  # the last is the script itself
        "print(sorted(after - sys.stdlib_module_names - ours))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("game", ravelbox.games())
def test_engine_codes_and_declared_actions_are_one_table(game: str) -> None:
    """The constants of the engine are the first codes of the families, for every family."""
    codes = importlib.import_module(f"ravelbox.games.{game}.codes")
    space = ravelbox.load(game).space
    declared = {family.__name__.lower(): space.base(family) for family in space.families[1:]}
    engine = {
        name.lower().replace("_", ""): value
        for name, value in vars(codes).items()
        if name.isupper() and name != "CODES"
    }
    assert engine == declared
    assert len(space) == codes.CODES
    assert space.families[0].__name__ == "Resign"


def test_what_threads_decode_has_its_decoder_made_at_import() -> None:
    """Two threads that first decode a type at once can bring msgspec, and so the server, down."""
    tree = ast.parse((SOURCE / "server" / "store.py").read_text(encoding="utf-8"))
    within = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    called = {
        ast.unparse(node.func)
        for part in within
        for node in ast.walk(part)
        if isinstance(node, ast.Call)
    }
    assert "COMPANY.decode" in called
    assert not called & {"msgspec.json.decode", "msgspec.convert", "msgspec.json.Decoder"}
