"""What a search knows of the yarn shop: which moves deserve a thought, and who is ahead.

How a turn is spent, what is crafted, finished, learned and given to whom is searched. Which colours
are paid or taken is answered at once, by what the bowl is worth afterwards: those questions are
many, and their answers differ little.
"""

from __future__ import annotations

import math
from typing import Final

from ravelbox.bots.heuristics.arch_ravels_outlook import Outlook, alone, log_odds, shares
from ravelbox.bots.search.guide import Guide
from ravelbox.games.arch_ravels.codes import (
    COLOUR,
    COUNT,
    CRAFT,
    DONATE,
    END,
    EXCHANGE,
    FINISH,
    FROG,
    SHOP,
    TAKE,
    TANGLE,
)
from ravelbox.games.arch_ravels.codes import COLOURS as COLOUR_SETS
from ravelbox.games.arch_ravels.craft import (
    GIVE_YARN,
    PAY_ANY,
    PAY_DIFFERENT,
    PAY_FREELY,
    PAY_SAME,
    PAY_TWO,
)
from ravelbox.games.arch_ravels.ending import PROJECT_WORTH, QUARTERS, score, winners
from ravelbox.games.arch_ravels.events import (
    FRIENDLY_CLERK,
    GIVE_AWAY,
    MOST_SEATS,
    NAME_PLAYER,
    YARN_SALE,
)
from ravelbox.games.arch_ravels.shop import (
    EXCHANGE_HOW_MANY,
    GIVES,
    RETURN_YARN,
    TAKE_INSTEAD,
    WILD,
    WILD_COLOURS,
)
from ravelbox.games.arch_ravels.state import (
    COLOURS,
    ITEMS,
    NONE,
    SPACES,
    TO_EXCHANGE,
    TO_SHOP,
    TO_TAKE,
    ArchRavels,
)
from ravelbox.games.arch_ravels.turn import (
    CRAFT_AGAIN,
    MOVE_MARKER,
    SHOPS,
    TAKE_ACTION,
    TAKES,
    place,
)
from ravelbox.games.arch_ravels.wrap_up import REFUND, RESTOCK_ACTION, is_affordable
from ravelbox.games.arch_ravels.yarn import (
    DIFFERENT,
    PLENTY_BITS,
    SAME,
    Colours,
    Counts,
    amount,
    kind_of,
    need_of,
    supply,
)
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, OVER, RESIGN, State

KEENNESS: Final = 5.0  # how much better a move looks for being a little better
SOFTLY: Final = 0.8  # tens of points by which a win is clear
BY_WIN: Final = 0.5  # how much of the value is the win, the rest how clear it is
REMEMBERED: Final = 20000  # answers about colours
CLOSEST: Final = 3  # answers that are looked at closely


class ArchRavelsGuide(Guide):
    """Looks at every move's table; remembers what it answered about colours."""

    def __init__(self) -> None:
        super().__init__()
        self.outlook = Outlook()
        self.answers: dict[int, int] = {}

    def moves(self, s: State) -> list[int]:
        """All but what another move equals or beats; colours are answered at once."""
        assert isinstance(s, ArchRavels)
        rule = s.agenda[-1][0]
        if is_about_colours(s, rule):
            return [self.answer(s)]
        codes = [code for code in s.legal() if code != RESIGN]
        if len(codes) == 1:
            return codes
        if rule == TAKE_ACTION.number and s.stack and s.todo & (TO_SHOP | TO_TAKE):
            # Yarn first: what is crafted afterwards has more to choose from.
            return [code for code in codes if code < CRAFT or code >= EXCHANGE]
        if rule == RESTOCK_ACTION.number and not s.held[s.actor]:
            # An item is worth more than its yarn, unless a request waits for that.
            return [code for code in codes if code < FROG]
        if rule == NAME_PLAYER.number:
            return [code for code in codes if code != TANGLE + s.actor]
        if rule == GIVE_AWAY.number and len(s.characters) > 1:
            colour = (self.answer(s) - DONATE) // MOST_SEATS
            return [code for code in codes if (code - DONATE) // MOST_SEATS == colour]
        return codes

    def priors(self, s: State, codes: list[int], rng: Rng) -> list[float]:
        """By what the table looks like after each move."""
        assert isinstance(s, ArchRavels)
        looks = self.looks(s, codes, rng)
        most = max(looks)
        return [math.exp(KEENNESS * (look - most)) for look in looks]

    def values(self, s: State, rng: Rng) -> list[float]:
        """How likely each seat wins, and how clearly."""
        assert isinstance(s, ArchRavels)
        if s.turns == 0:
            set_up(s, rng)
        while s.active == s.actor and s.agenda[-1][0] == RESTOCK_ACTION.number and not s.ended:
            s.apply(richest(s))
            while s.actor == CHANCE:
                s.apply(rng.below(s.outcomes()))
        if s.ended:
            self.play_end(s, rng)
        if s.actor == OVER:
            return result(s)
        return self.outlook.chances(s)

    def looks(self, s: ArchRavels, codes: list[int], rng: Rng) -> list[float]:
        """The log-odds of winning after each move."""
        if s.turns == 0:
            return [0.0] * len(codes)
        if s.agenda[-1][0] in OWN_BUSINESS and not s.ended:
            return self.looks_at_own(s, codes)
        luck = rng.below(1 << 30)
        return [self.look(s, code, Rng(luck)) for code in codes]  # equal luck for all

    def looks_at_own(self, s: ArchRavels, codes: list[int]) -> list[float]:
        """The same for what changes the own things only: the others are looked at once."""
        seat = s.actor
        tens = self.outlook.points(s)
        keenness = self.outlook.keenness(len(tens))
        base = log_odds(self.outlook.chances_by(tens)[seat])
        trial = s.clone()
        wild = self.wild_colours(s, seat)
        found: list[float] = []
        for code in codes:
            if SHOP <= code < CRAFT or (code >= EXCHANGE and not s.house.free_exchange):
                ten = self.trial_points(trial, code, seat, wild)
            else:
                ten = self.points_after(s, code)
            found.append(base + keenness * (ten - tens[seat]))
        return found

    def points_after(self, s: ArchRavels, code: int) -> float:
        """What the seat may expect after a move of its turn; luck that it leads to stays open."""
        seat = s.actor
        table = s.clone()
        table.apply(code)
        self.answer_on(table, seat)
        if table.active != seat or table.ended:  # the turn went by without luck or question
            self.outlook.survey(table)
        return self.outlook.points_of(table, seat)

    def answer_on(self, table: ArchRavels, seat: int) -> None:
        """Answer what is asked about colours."""
        while table.actor == seat and is_about_colours(table, table.agenda[-1][0]):
            table.apply(self.answer(table))

    def look(self, s: ArchRavels, code: int, rng: Rng) -> float:
        """The log-odds of winning after a move; luck that it leads to stays open."""
        seat = s.actor
        table = s.clone()
        table.apply(code)
        self.answer_on(table, seat)
        return log_odds(self.values(table, rng)[seat])

    def trial_points(self, trial: ArchRavels, code: int, seat: int, wild: list[int]) -> float:
        """What the seat may expect after an action that brings yarn; the table stays as it was."""
        todo = trial.todo
        bowls = trial.bowls
        trial.bowls = bowls[:]
        if code < CRAFT:
            trial.todo ^= TO_SHOP
            shop_freely(trial, code - SHOP + 1, seat, wild)
            ten = self.outlook.points_of(trial, seat)
        elif code < TAKE:
            trial.todo ^= TO_EXCHANGE
            colour = (code - EXCHANGE) // COLOURS
            other = (code - EXCHANGE) % COLOURS
            ten = self.best_exchange(trial, seat, colour, other)[1]
        else:
            trial.todo ^= TO_TAKE
            trial.bowls[seat * COLOURS + code - TAKE] += TAKES[place(trial, seat)]
            ten = self.outlook.points_of(trial, seat)
        trial.todo = todo
        trial.bowls = bowls
        return ten

    def best_exchange(
        self, trial: ArchRavels, seat: int, colour: int, other: int
    ) -> tuple[int, float]:
        """How many yarn of a colour to exchange for another, and what may be expected then."""
        at = seat * COLOURS
        best = 1
        most = -1e9
        held = trial.bowls[at + colour]
        for n in range(1, min(held, supply(trial)[other]) + 1):
            trial.bowls[at + colour] -= 1
            trial.bowls[at + other] += 1
            ten = self.outlook.points_of(trial, seat)
            if ten > most:
                most = ten
                best = n
        return best, most

    def wild_colours(self, s: ArchRavels, seat: int) -> list[int]:
        """Which colours a seat would take if it could choose, best first: enough for a Shop."""
        n = 0
        if s.todo & TO_SHOP:
            for card in s.bazaar:
                n += 1 if card == NONE else WILD[card]
            n = min(n, 2 * SHOPS[place(s, seat)])
        if n == 0:
            return []
        trial = s.clone()
        return self.greedily(trial, seat, supply(s), 0, n, 1)

    def greedily(
        self, trial: ArchRavels, seat: int, stock: list[int], first: int, n: int, sign: int
    ) -> list[int]:
        """Colours one by one, the best next, from `first` on; the trial's bowl changes."""
        found: list[int] = []
        left = stock[:]
        at = seat * COLOURS
        for _ in range(n):
            best = NONE
            most = -1e9
            for colour in range(first, COLOURS):
                if left[colour] > 0:
                    trial.bowls[at + colour] += sign
                    ten = self.outlook.points_of(trial, seat)
                    trial.bowls[at + colour] -= sign
                    if ten > most:
                        most = ten
                        best = colour
            found.append(best)
            left[best] -= 1
            trial.bowls[at + best] += sign
        return found

    def answer(self, s: ArchRavels) -> int:
        """The answer to a question about colours, remembered."""
        key = key_of(s, s.agenda[-1][3])
        if key not in self.answers:
            if len(self.answers) > REMEMBERED:
                self.answers = {}
            self.answers[key] = self.think(s)
        return self.answers[key]

    def think(self, s: ArchRavels) -> int:
        """The answer to a question about colours."""
        index, seat, x, y = s.agenda[-1]
        rule = s.rules[index]
        trial = s.clone()
        self.outlook.survey(s)
        if isinstance(rule, Counts):
            return self.count(s, trial, rule)
        if isinstance(rule, Colours):
            return self.pay_or_take(s, trial, rule)
        if index == EXCHANGE_HOW_MANY.number:
            return COUNT + self.best_exchange(trial, seat, x, y)[0]
        if index == RETURN_YARN.number:
            return self.give_back(s, trial)
        taking = index == FRIENDLY_CLERK.number
        codes = s.legal()
        best = codes[0]
        most = -1e9
        for code in codes:
            at = seat * COLOURS + colour_in(code)
            trial.bowls[at] += 1 if taking else -1
            ten = self.outlook.points_of(trial, seat)
            trial.bowls[at] -= 1 if taking else -1
            if ten > most:
                most = ten
                best = code
        return best

    def count(self, s: ArchRavels, trial: ArchRavels, rule: Counts) -> int:
        """How many of the colour that is asked for; the later colours are remembered at once."""
        index, seat, x, y = s.agenda[-1]
        sign = -1 if index in (PAY_ANY.number, PAY_FREELY.number, GIVE_YARN.number) else 1
        at = seat * COLOURS
        for colour in range(COLOURS):
            trial.bowls[at + colour] += sign * amount(y >> 16, colour)
            if index == TAKE_INSTEAD.number:
                trial.bowls[at + colour] -= amount(x, colour)
        if sign < 0 and index != GIVE_YARN.number:
            make(trial, seat, x)
        mix = [0] * COLOURS
        left = y >> 3 & PLENTY_BITS
        for colour in self.greedily(trial, seat, rule.stock(s, seat, x), y & 7, left, sign):
            mix[colour] += 1
        yarn = y >> 16
        for colour in range(y & 7, COLOURS):
            self.answers[key_of(s, colour | left << 3 | yarn << 16)] = COUNT + mix[colour]
            left -= mix[colour]
            yarn |= mix[colour] << colour * 10
        return COUNT + mix[y & 7]

    def give_back(self, s: ArchRavels, trial: ArchRavels) -> int:
        """How many of a colour to exchange where all may be: those that serve better otherwise."""
        _, seat, colour, _ = s.agenda[-1]
        codes = s.legal()
        at = seat * COLOURS
        n = 0
        most = self.outlook.points_of(trial, seat)
        for _ in range(trial.bowls[at + colour]):
            best = NONE
            trial.bowls[at + colour] -= 1
            for other in range(COLOURS):
                trial.bowls[at + other] += 1
                ten = self.outlook.points_of(trial, seat)
                trial.bowls[at + other] -= 1
                if other != colour and ten > most:
                    most = ten
                    best = other
            if best == NONE:
                break
            trial.bowls[at + best] += 1
            n += 1
        return max(codes[0], min(COUNT + n, codes[-1]))

    def pay_or_take(self, s: ArchRavels, trial: ArchRavels, rule: Colours) -> int:
        """Which colours to pay by a rule, or to take back."""
        index, seat, pattern, y = s.agenda[-1]
        sign = 1 if index == REFUND.number else -1
        if sign < 0:
            make(trial, seat, pattern)
        at = seat * COLOURS
        margins = [-1e9] * COLOURS
        for colour in range(COLOURS):
            if sign > 0 or trial.bowls[at + colour]:
                trial.bowls[at + colour] += sign
                margins[colour] = self.outlook.points_of(trial, seat)
                trial.bowls[at + colour] -= sign
        kind = kind_of(s, seat, pattern)
        need = need_of(s, pattern)
        codes = rule.options(s, seat, pattern, y)
        ways = [way(code, kind, need, y, margins) for code in codes]
        return self.best_way(trial, seat, codes, ways, margins, sign)

    def best_way(
        self,
        trial: ArchRavels,
        seat: int,
        codes: list[int],
        ways: list[list[int]],
        margins: list[float],
        sign: int,
    ) -> int:
        """The best of several ways to pay or take: guessed by colours, the best few looked at."""
        guesses: list[float] = []
        for yarn in ways:
            guess = 0.0
            for colour in range(COLOURS):
                guess += yarn[colour] * margins[colour] if yarn[colour] else 0.0
            guesses.append(guess)
        best = NONE
        most = -1e9
        at = seat * COLOURS
        for _ in range(min(CLOSEST, len(codes))):
            i = guesses.index(max(guesses))
            guesses[i] = -1e12
            for colour in range(COLOURS):
                trial.bowls[at + colour] += sign * ways[i][colour]
            ten = self.outlook.points_of(trial, seat)
            for colour in range(COLOURS):
                trial.bowls[at + colour] -= sign * ways[i][colour]
            if ten > most:
                most = ten
                best = codes[i]
        return best

    def play_end(self, s: ArchRavels, rng: Rng) -> None:
        """Play on after the end was triggered: whatever brings most points at once."""
        while s.actor != OVER:
            if s.actor == CHANCE:
                s.apply(rng.below(s.outcomes()))
                continue
            seat = s.actor
            best = RESIGN
            most = -1000000
            for code in s.legal():
                if code == RESIGN:
                    continue
                table = s.clone()
                table.apply(code)
                points = score(table, seat)
                if points > most:
                    most = points
                    best = code
            s.apply(best)


def is_about_colours(s: ArchRavels, rule: int) -> bool:
    """Whether a question is answered at once."""
    if rule in ANSWERED:
        return True
    return rule == GIVE_AWAY.number and len(s.characters) == 1


def key_of(s: ArchRavels, y: int) -> int:
    """By what a question about colours is recognised, for a second memory."""
    index, seat, x, _ = s.agenda[-1]
    return hash(
        (
            index,
            seat,
            x,
            y,
            tuple(s.bowls),
            tuple(s.items),
            tuple(s.listed),
            tuple(s.held),
            s.todo,
            s.crafts,
            s.turns,
        )
    )


def colour_in(code: int) -> int:
    """The colour of an answer that names one."""
    return (code - DONATE) // MOST_SEATS if code >= DONATE else code - COLOUR


def make(trial: ArchRavels, seat: int, pattern: int) -> None:
    """Have what a pattern makes, before it is paid."""
    if pattern < ITEMS:
        trial.items[seat * ITEMS + pattern] += 1
    else:
        request = 1 << pattern - ITEMS
        trial.held[seat] &= ~request
        trial.done[seat] |= request


def way(code: int, kind: int, need: int, y: int, margins: list[float]) -> list[int]:
    """The yarn that an answer pays or takes; the single colour of Mittens is the best one."""
    yarn = [0] * COLOURS
    if kind == DIFFERENT:
        colours = code - COLOUR_SETS + 1
        for colour in range(COLOURS):
            yarn[colour] = colours >> colour & 1
    elif kind == SAME:
        yarn[code - COLOUR] = need
    elif y:
        yarn[y - 1] = 2
        yarn[code - COLOUR] = 1
    else:
        yarn[code - COLOUR] = 2
        single = NONE
        for colour in range(COLOURS):
            if colour != code - COLOUR and (single == NONE or margins[colour] > margins[single]):
                single = colour
        yarn[single] = 1
    return yarn


def shop_freely(trial: ArchRavels, spaces: int, seat: int, wild: list[int]) -> None:
    """Put into the bowl what a Shop brings, wild yarn in these colours."""
    at = seat * COLOURS
    n = 0
    for space in range(SPACES):
        if spaces >> space & 1:
            card = trial.bazaar[space]
            if card == NONE:
                n += 1
                continue
            n += WILD[card]
            for colour in range(COLOURS):
                trial.bowls[at + colour] += amount(GIVES[card], colour)
    for i in range(min(n, len(wild))):
        trial.bowls[at + wild[i]] += 1


def richest(s: ArchRavels) -> int:
    """The project to finish first, by its points; without one, the end of the turn."""
    best = END
    most = 0
    for project in s.listed:
        if (
            project != NONE
            and PROJECT_WORTH[project] > most
            and is_affordable(s, s.actor * ITEMS, project)
        ):
            most = PROJECT_WORTH[project]
            best = FINISH + project
    return best


def set_up(s: ArchRavels, rng: Rng) -> None:
    """Let luck decide until the first turn, the choice of boards too."""
    while s.turns == 0 and s.actor != OVER:
        n = s.outcomes() if s.actor == CHANCE else 0
        if n:
            s.apply(rng.below(n))
        else:
            codes = s.legal()
            s.apply(codes[rng.below(len(codes))])


def result(s: ArchRavels) -> list[float]:
    """What the end is worth: the win, and how clear it is; alone, the points."""
    seats = len(s.characters)
    tens = [score(s, seat) / (QUARTERS * 10) for seat in range(seats)]
    if seats == 1:
        return [alone(tens[0])]
    best = winners(s)
    clear = shares(tens, 1 / SOFTLY)
    return [
        BY_WIN * (1.0 / len(best) if seat in best else 0.0) + (1.0 - BY_WIN) * clear[seat]
        for seat in range(seats)
    ]


# Questions whose answers change nothing of the others.
OWN_BUSINESS: Final = {MOVE_MARKER.number, TAKE_ACTION.number, CRAFT_AGAIN.number}

# Questions that are answered at once.
ANSWERED: Final = {
    rule.number
    for rule in (
        WILD_COLOURS,
        YARN_SALE,
        TAKE_INSTEAD,
        GIVE_YARN,
        PAY_ANY,
        PAY_FREELY,
        PAY_DIFFERENT,
        PAY_SAME,
        PAY_TWO,
        REFUND,
        EXCHANGE_HOW_MANY,
        RETURN_YARN,
        FRIENDLY_CLERK,
    )
}
