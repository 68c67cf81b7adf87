"""An owner of the printed game: packs written into a folder, as text."""

from __future__ import annotations

from pathlib import Path

from ravelbox.games.ravingspire.facts import Facts, Reader, load

SHIPPED = load()

HEAD = """[pack]
id = "my_box"
name = "My printed copy"
kind = "{kind}"
requires = ["base"]
drop = []
"""

CARD = """pack = "my_box"
deck = "encounter"

[[card]]
id = "my_spade"
name = "Spade of My Own"
types = ["Weapon"]
slots = ["W"]
power = "2 fight"
cost = { skill = 3, brute = 5 }
copies = 2
text = "Draw a card."
flavour = "It digs."
abilities = [{ on = "play", do = ["draw 1"] }]
provenance = "owner"
"""

HERO = """pack = "my_box"
deck = "hero"

[[hero]]
id = "my_hero"
name = "A Hero of My Own"
class = "Rogue"
tier = "Hard"
starter = { tool = 3, blade = 2, trinket = 3, reavers_slash = 2, rogues_strike = 1, runelords_blast = 1 }
total = { fight = 6, skill = 5, charm = 5 }
slots = ["W", "O", "O", "R", "D"]
text = "Once per turn draw a card."
flavour = "Nobody knows them."
abilities = [{ on = "act", limit = "turn", do = ["draw 1"] }]
provenance = "owner"
"""


def pack(folder: Path, *files: str, kind: str = "expansion", head: str = HEAD) -> Path:
    """A pack folder with these files; the first word of a file's deck does not matter."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.toml").write_text(head.replace("{kind}", kind), encoding="utf-8")
    for n, text in enumerate(files):
        (folder / f"cards_{n}.toml").write_text(text, encoding="utf-8")
    return folder


def read(folder: Path, before: Facts = SHIPPED) -> Facts:
    """The shipped packs and this one."""
    return Reader(folder, before).read()
