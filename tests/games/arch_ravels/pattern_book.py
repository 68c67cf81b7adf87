"""What is printed on the components of Arch Ravels, and how tests name answers."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Final

COLOURS: Final = "BGOPRY"
BOARDS: Final = {  # the four spaces: Shop, Craft, Exchange, Take 3
    "rebecca theo": ("shop 4", "craft 2", "shop 2 craft 1", "exchange"),
    "derrick amara": ("shop 3", "craft 4", "shop 2 craft 1", "exchange"),
    "neeha alex": ("shop 3", "craft 2", "shop 2 any 1", "exchange"),
    "ted eliza": ("shop 3", "craft 2", "take 3 craft 1", "exchange"),
}
FAVOURITES: Final = {
    "rebecca": "r01",
    "theo": "r02",
    "derrick": "r03",
    "amara": "r04",
    "neeha": "r05",
    "alex": "r06",
    "ted": "r07",
    "eliza": "r08",
}
TILES: Final = {
    "bear_b": "3B",
    "bear_g": "3G",
    "bear_o": "3O",
    "bear_p": "3P",
    "bear_r": "3R",
    "bear_y": "3Y",
    "mitt_bby": "2B 1Y",
    "mitt_ggb": "1B 2G",
    "mitt_oop": "2O 1P",
    "mitt_ppg": "1G 2P",
    "mitt_rro": "1O 2R",
    "mitt_yyr": "1R 2Y",
    "scarf_gory": "1G 1O 1R 1Y",
    "scarf_gopr": "1G 1O 1P 1R",
    "scarf_bgpy": "1B 1G 1P 1Y",
    "scarf_bgor": "1B 1G 1O 1R",
    "scarf_bpry": "1B 1P 1R 1Y",
    "scarf_bopy": "1B 1O 1P 1Y",
}
YARN: Final = {  # face, copies
    **{f"y1_{c.lower()}": (f"1{c}", 2) for c in COLOURS},
    **{f"y2_{c.lower()}": (f"2{c}", 6) for c in COLOURS},
    "yd_bg": ("1B 1G", 2),
    "yd_gp": ("1G 1P", 2),
    "yd_oy": ("1O 1Y", 2),
    "yd_bp": ("1B 1P", 2),
    "yd_ry": ("1R 1Y", 2),
    "yd_or": ("1O 1R", 2),
    "yt_bgp": ("1B 1G 1P", 2),
    "yt_bry": ("1B 1R 1Y", 2),
    "yt_ory": ("1O 1R 1Y", 2),
    "yt_gop": ("1G 1O 1P", 2),
    "yw": ("", 6),
}
EVENTS: Final = {"cat": 3, "sale": 3, "donate": 2, "clerk": 2, "circle": 2}
COPIES: Final = {card: copies for card, (_, copies) in YARN.items()} | EVENTS
DECK: Final = " ".join(card for card, copies in COPIES.items() for _ in range(copies))
REQUESTS: Final = {  # yarn to pay where it is exact, value in quarters
    "r01": ("", 52),
    "r02": ("2G 2O", 32),
    "r03": ("4B", 32),
    "r04": ("", 24),
    "r05": ("1B 1G 1O 1P 1R 1Y", 40),
    "r06": ("1B 1G 1O 1P 1R 2Y", 40),
    "r07": ("4P", 32),
    "r08": ("", 36),
    "r09": ("5B 1Y", 36),
    "r10": ("", 28),
    "r11": ("3G 1O 1R 1Y", 36),
    "r12": ("3O 3R", 36),
    "r13": ("3G 3R", 36),
    "r14": ("3R 3Y", 39),
    "r15": ("3B 3O", 39),
    "r16": ("3G 3Y", 39),
    "r17": ("3P 3Y", 39),
    "r18": ("1O 1R 1Y", 28),
    "r19": ("3Y", 28),
    "r20": ("4P", 32),
    "r21": ("3R", 32),
    "r22": ("3P 1R", 32),
    "r23": ("", 36),
    "r24": ("5O", 40),
    "r25": ("5B", 40),
    "r26": ("2B 2G 2R", 36),
}
PROJECTS: Final = {  # what is turned in, points
    "p01": ("hat scarf", 13),
    "p02": ("hat mittens scarf", 20),
    "p03": ("bear bear bear", 20),
    "p04": ("hat bear blanket", 20),
    "p05": ("mittens mittens scarf scarf", 25),
    "p06": ("hat hat mittens mittens scarf scarf", 37),
    "p07": ("hat mittens", 13),
    "p08": ("hat hat blanket", 20),
    "p09": ("blanket blanket", 20),
    "p10": ("bear bear blanket", 25),
    "p11": ("hat mittens scarf blanket", 30),
    "p12": ("hat bear mittens scarf blanket", 35),
    "p13": ("mittens scarf", 15),
    "p14": ("bear blanket", 15),
    "p15": ("bear mittens scarf", 20),
    "p16": ("hat hat hat hat", 20),
}
ITEMS: Final = {"hat": 2, "bear": 3, "mittens": 3, "scarf": 4, "blanket": 5}
EVERY_SPACE: Final = {"space 1", "space 2", "space 3", "space 4"}


def without(words: str, *taken: str) -> str:
    """The cards that are left when these lie elsewhere; gaps and requests are no cards of it."""
    left = Counter(words.split())
    gone = Counter(" ".join(taken).split())
    left.subtract({card: n for card, n in gone.items() if card in COPIES})
    assert min(left.values()) >= 0, "more cards than there are"
    return " ".join(left.elements())


def each(word: str, text: str) -> set[str]:
    """One action with this word for each word of a text."""
    return {f"{word} {thing}" for thing in text.split()}


def shops(many: int, among: str = "123456") -> set[str]:
    """Every choice of so many bazaar spaces."""
    return {f"shop {''.join(spaces)}" for spaces in combinations(among, many)}


def colour_sets(many: int, among: str = COLOURS) -> set[str]:
    """Every choice of so many different colours."""
    return {f"colours {''.join(colours)}" for colours in combinations(among, many)}


def exchanges(colours: str, into: str = COLOURS) -> set[str]:
    """Every exchange of one of these colours for another one."""
    return {f"exchange {one} {other}" for one in colours for other in into if one != other}


def numbers(least: int, most: int) -> set[str]:
    """The counts from least to most."""
    return {f"count {n}" for n in range(least, most + 1)}


def counts(yarn: str, most: str = "") -> list[str]:
    """The answers, colour by colour, that name this yarn; forced ones are not asked.

    `most` is the bowl that it is taken from; without one there is always enough.
    """
    want, have = _amounts(yarn), _amounts(most)
    need = sum(want.values())
    answers = []
    for n, colour in enumerate(COLOURS):
        later = sum(have[other] for other in COLOURS[n + 1 :]) if most else need * (5 - n)
        least = max(0, need - later)
        top = min(need, have[colour]) if most else need
        assert least <= want[colour] <= top, f"{yarn} cannot be named"
        if least < top:
            answers.append(f"count {want[colour]}")
        need -= want[colour]
    return answers


def plus(*bowls: str) -> str:
    """Several bowls in one."""
    return in_bowl(sum((_amounts(bowl) for bowl in bowls), Counter()))


def minus(bowl: str, taken: str) -> str:
    """What is left of a bowl."""
    return in_bowl(_amounts(bowl) - _amounts(taken))


def in_bowl(amounts: Counter[str]) -> str:
    """Amounts as they are written."""
    return " ".join(f"{amounts[colour]}{colour}" for colour in COLOURS if amounts[colour])


def _amounts(yarn: str) -> Counter[str]:
    return Counter({word[-1]: int(word[:-1]) for word in yarn.split()})
