"""Face-down piles as bags: a card has no place in a pile before somebody looks.

A pile is a tuple of places, top first. A place holds a card whose position is known (0 and up),
or `~bag`: one of the cards of that bag, nobody knows which. Shuffling is `mix`: the cards and
places that go in become one new bag. Nothing secret is ever stored.
"""

from __future__ import annotations

Pile = tuple[int, ...]


class Bags:
    """The bags of a table.

    A bag holds its own cards and, for each place of an older bag that was shuffled into it, one
    entry naming that lender: "one card of that bag, not yet known which".
    """

    def __init__(self, own: list[tuple[int, ...]], lenders: list[tuple[int, ...]]) -> None:
        self.own = own  # per bag: cards known to be in it, ascending
        self.lenders = lenders  # per bag: the older bags that its other cards are counted in

    def clone(self) -> Bags:
        """An independent copy; the tuples are shared."""
        return Bags(self.own[:], self.lenders[:])

    def size(self, bag: int) -> int:
        """How many equally likely answers a draw from this bag has."""
        return len(self.own[bag]) + len(self.lenders[bag])

    def draw(self, bag: int, which: int) -> int:
        """Take the answer `which` out of the bag: a card, or `~lender` to ask that bag next."""
        own = self.own[bag]
        if which < len(own):
            self.own[bag] = own[:which] + own[which + 1 :]
            return own[which]
        lenders = self.lenders[bag]
        which -= len(own)
        self.lenders[bag] = lenders[:which] + lenders[which + 1 :]
        return ~lenders[which]

    def mix(self, places: Pile, keep: tuple[int, ...] = ()) -> int:
        """Shuffle cards and face-down places together; the number of the bag they make.

        A bag of which every card goes in is poured in whole; of another, only the count is known.
        Bags to `keep` stay even when empty: somebody remembers what came out of them.
        """
        own = [place for place in places if place >= 0]
        lenders: list[int] = []
        for bag in range(len(self.own)):
            n = places.count(~bag)
            if n > 0 and n == self.size(bag):
                own.extend(self.own[bag])
                lenders.extend(self.lenders[bag])
                self.own[bag] = ()
                self.lenders[bag] = ()
            else:
                lenders.extend([bag] * n)
        return self._add(tuple(sorted(own)), tuple(sorted(lenders)), keep)

    def _add(self, own: tuple[int, ...], lenders: tuple[int, ...], keep: tuple[int, ...]) -> int:
        """A new bag, in the first empty one's place if there is one."""
        for bag in range(len(self.own)):
            if self.size(bag) == 0 and bag not in keep:
                self.own[bag] = own
                self.lenders[bag] = lenders
                return bag
        self.own.append(own)
        self.lenders.append(lenders)
        return len(self.own) - 1


def face_down(bag: int, n: int) -> Pile:
    """A pile of `n` places, all in one bag."""
    return (~bag,) * n
