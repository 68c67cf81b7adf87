"""Why something in the shop cannot be chosen now, from what everybody sees."""

from __future__ import annotations

from typing import Final

from ravelbox.games.arch_ravels.asking import QUESTIONS
from ravelbox.games.arch_ravels.facts import FACTS
from ravelbox.kernel.barring import Facts, Now
from ravelbox.kernel.game import View

# Questions that a pattern or a request answers.
CRAFTING: Final = ("ARC-26", "ARC-38", "ARC-73", "ARC-97")
# What is said of a whole kind, by question.
KINDS: Final = {
    "ARC-4": {"character:": "The side is picked from your own board (ARC-4)."},
    "ARC-44": {"yarn:": "There is too little of that colour (ARC-44)."},
    "ARC-45": {"yarn:": "There is too little of that colour (ARC-45)."},
    "ARC-61": {"bazaar:": "Only cards that turned up just now are resolved (ARC-61)."},
    "ARC-66": {"seat:": "At this table nobody names oneself (ARC-66)."},
    "ARC-71": {"yarn:": "The supply has none of that colour left (ARC-113)."},
}


def barred(view: View) -> dict[str, str]:
    """By component, by kind of it, and for all else."""
    now = Now.of(view, QUESTIONS)
    why = {"": now.general}
    why |= KINDS.get(now.rule, {})
    if now.rule == "ARC-3":
        why |= _choosing(now)
    elif now.rule == "ARC-23":
        why |= {
            f"space:{it['space']}": "Your marker stood there last turn, so it moves on (ARC-24)."
            for it in now.me["spaces"]
            if it["on"]
        }
    elif now.rule == "ARC-70":
        why |= {
            "yarn:": "You have none of that colour to give (ARC-70).",
            "seat:": "Choose a colour first, then somebody else (ARC-70).",
        }
    elif now.rule == "ARC-79":
        why |= _wrapping_up(now)
    if now.rule == "ARC-26":
        why |= _acting(now)
    if now.rule in CRAFTING:
        why |= {
            f"pattern:{it['item']}": _uncrafted(now, it, it["item"]) for it in now.me["patterns"]
        }
        why |= {f"request:{it['id']}": _uncrafted(now, it) for it in now.me["requests"]}
    return why


def _choosing(now: Now) -> dict[str, str]:
    """The boards, while they are taken one after the other."""
    taken = "That board is taken (ARC-2)."
    if now.asks("board:"):
        return {"board:": taken, "character:": "The board is picked first, then its side (ARC-3)."}
    return {"character:": taken, "board:": "Pick one of the characters on a free board (ARC-4)."}


def _does(now: Now, do: str) -> bool:
    """Whether the space of the marker has an action."""
    return any(act["do"] == do for it in now.me["spaces"] if it["on"] for act in it["does"])


def _acting(now: Now) -> dict[str, str]:
    """Step 1: what the space of the marker offers."""
    words = next(it["words"] for it in now.me["spaces"] if it["on"])
    why = {"space:": f"Your marker is on {words} for this turn (ARC-23)."}
    if not _does(now, "shop"):
        why["bazaar:"] = f"{words}: there is no Shop on this space (ARC-26)."
    elif now.asks("bazaar:"):
        why["bazaar:"] = "Nobody left that gap, so it gives nothing (ARC-117)."
    else:
        why["bazaar:"] = "There is nothing more to shop for this turn (ARC-26)."
    if not _does(now, "exchange") and not _does(now, "take"):
        why["yarn:"] = f"{words}: yarn is chosen when you pay for something (ARC-26)."
    else:
        why["yarn:"] = "Nothing more can be done with that yarn in this step (ARC-26)."
    return why


def _uncrafted(now: Now, it: Facts, item: str = "") -> str:
    """Why a pattern or a request is not crafted."""
    if now.rule == "ARC-26" and not _does(now, "craft"):
        return "There is no Craft on the space of your marker (ARC-26)."
    if now.rule == "ARC-26" and "in force" in now.me["ban"]:
        return "The cat is in your basket: no crafting this turn (ARC-67)."
    if now.rule == "ARC-73" and not item and not _odd(now, "craft_circle_requests"):
        return "A Craft Circle is for items, not for requests (ARC-73)."
    if item and _odd(now, "limited_supply") and _made(now, item) >= FACTS.tokens:
        return f"No {it['name']} is left in the supply (ARC-113)."
    if it["payable"]:
        return "This space lets you craft no more this turn (ARC-38)."
    return f"For {it['name']} it takes {it['words']}, more than your bowl can pay (ARC-48)."


def _made(now: Now, item: str) -> int:
    """How many items of a kind lie before players."""
    return sum(seat["items"][item] for seat in now.t["seats"])


def _wrapping_up(now: Now) -> dict[str, str]:
    """Step 3: finish, learn, frog."""
    why = {}
    for project in filter(None, now.t["projects"]):
        note = project["note"][0].lower() + project["note"][1:]
        why[f"project:{project['id']}"] = f"{project['name']}: {note} (ARC-81)."
    for it in now.me["patterns"]:
        n, name = now.me["items"][it["item"]], it["name"]
        if it["side"] == "printed":
            says = f"{name} is printed on the board and cannot be learned (ARC-88)."
        elif it["learned"]:
            says = f"{name} is learned already (ARC-86)."
        elif n:
            says = f"Choose Learn a pattern first, then {name} (ARC-85)."
        else:
            says = f"Learning {name} takes one that you made (ARC-85)."
        why[f"pattern:{it['item']}"] = says
        if not n:
            says = f"You have no {name} (ARC-89)."
        elif f"item:{it['item']}" in now.points:
            says = f"Choose Frog it first, then {name} (ARC-89)."
        else:
            says = f"The supply has too little yarn to give back for {name} (ARC-113)."
        why[f"item:{it['item']}"] = says
    return why


def _odd(now: Now, name: str) -> bool:
    """Whether a reading of this table is not the usual one."""
    return any(option["name"] == name for option in now.t["options"])
