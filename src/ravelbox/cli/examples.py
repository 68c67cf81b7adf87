"""Examples that the help on each command ends with."""

from __future__ import annotations

from typing import Final

EXAMPLES: Final = {
    "": """examples:
  ravelbox games                         what is in the box
  ravelbox play ravel                    play in this terminal
  ravelbox serve                         play in a browser
  ravelbox COMMAND --help                more about a command
""",
    "games": """examples:
  ravelbox games                         one line a game
  ravelbox games ravel                   its options, with what they mean
""",
    "play": """examples:
  ravelbox play ravel
  ravelbox play ravel --option deck=W4 --option tokens=10
  ravelbox play ravel --seed RVL1:S:8:RAVEL-DEMO
  ravelbox play ravel --bot greedy       watch a bot
  ravelbox play ramble --seats 4         four at this terminal, each in turn
  ravelbox play ramble --seat 2=greedy --seat 3=random
  ravelbox play ramble --bot greedy --seat 1=here       bots on all seats but yours
  ravelbox play ramble --seat 2="program:python my_bot.py"      a program of yours
  printf 'tune p2 6\\nresign\\n' | ravelbox play ravel --seed RAVEL-DEMO
""",
    "serve": """examples:
  ravelbox serve                         a free port, and a browser opens
  ravelbox serve --port 8000 --no-browser
  ravelbox serve --store ./tables.sqlite
  ravelbox serve --program robin="python robin.py"      a bot of yours for all tables
  ravelbox serve --store postgresql://ravelbox@localhost/ravelbox --workers 2
  ravelbox serve --port 8000 --no-browser --url https://play.example.org --proxy 127.0.0.1
""",
    "replay": """examples:
  ravelbox replay game.txt               every event, then how it ended
  ravelbox replay game.txt --moves 30    only the first 30 moves, then the table
  ravelbox play ravel --record game.txt  makes such a file
""",
    "coach": """examples:
  ravelbox coach game.txt                what luck and play did in a finished game
  ravelbox coach game.txt --seat 2 --walks 1000         for another seat, thought through longer
""",
    "verify": """examples:
  ravelbox verify game.txt               whether all luck came from the committed key
  ravelbox verify game.txt --commitment 2beb36e7…       the one that the table showed at its start

exit status: 0 all luck fits; 1 something does not; 2 the file cannot be read;
3 the key is not shown yet, since the game runs; 4 nobody committed to this luck
""",
    "picture": """examples:
  ravelbox picture game.txt game.html    the whole replay, in one file that needs no server
  ravelbox picture game.txt@30 table.png the table after 30 steps of the replay
  ravelbox picture game.txt@30 table.svg --seat 2 --size 1024x768 --dark
""",
    "solve": """examples:
  ravelbox solve RVL1:S:8:RAVEL-DEMO     can it be won, knowing all luck; and how
  ravelbox solve RVL1:A:8:HARD --beam 300 --limit 60
  ravelbox solve --from game.txt@12      from where a dealt game stood after 12 decisions
  ravelbox solve RVL1:A:8:HARD --tier xray              cards known, rolls and shuffles not

A line that is found wins. That none was found proves something only where everything was looked at.
""",
    "daily": """examples:
  ravelbox daily                         today's R.A.V.E.L.; days begin at midnight UTC
  ravelbox daily --date 2026-11-18       one of the last thirty days
  ravelbox daily --week harder           the harder one of this week

The first attempt counts. The puzzles are this machine's own; everybody at one server has the same.
""",
    "export": """examples:
  ravelbox export ./tables               every table of the usual store, a text file each
  ravelbox export ./tables --store postgresql://ravelbox@localhost/ravelbox

The files tell all: hands, keys and links. Keep them as you would keep the store.
""",
    "import": """examples:
  ravelbox import ./tables --store postgresql://ravelbox@localhost/ravelbox
  ravelbox import ./tables               into the usual store

Every move and all luck is checked. What the store has already stays as it is.
""",
    "check": """examples:
  ravelbox check                         the content of all games
  ravelbox check ravel my-cogs.toml      a file of yours
  ravelbox check ravingspire my_box/     a card pack of yours
""",
    "tournament": """examples:
  ravelbox tournament ravel --bots random,greedy
  ravelbox tournament arch_ravels --bots master,crafter,greedy --games 200 --out games.csv
  ravelbox tournament ramble --seats 4 --option difficulty=dusk --bots random,greedy --until 0.05
  ravelbox tournament ravel --bots greedy,"program:python my_bot.py" --limit 1

Every deal is played by all bots, and by rivals in every order of seats. Ratings need the extra lab.
""",
    "simulate": """examples:
  ravelbox simulate ravel --bots greedy --games 100000 --out ravel.parquet
  ravelbox simulate ramble --seats 4 --options difficulty=midnight --bots greedy --out ramble.parquet
  ravelbox simulate ravingspire --bots greedy --vary seats=1,2,3 --vary packs --out tower.parquet
  ravelbox simulate arch_ravels --bots greedy --vary disputed --out readings.parquet
  ravelbox simulate ramble --bots greedy --games 1000000 --cluster --out ramble.parquet

Killed, or the disk full? The same command goes on where it stood. --vary plays the same deals with
each value of an option. Needs the extra lab, and --cluster the extra cluster.
""",
    "report": """examples:
  ravelbox report ravel.parquet                         to ravel.html, tables and pictures beside it
  ravelbox report base.parquet goblins.parquet --out both.html      two runs side by side
""",
    "bench": """examples:
  ravelbox bench                         random play and clones of every game
  ravelbox bench ravel --seconds 5
""",
}
