"""The chips of the house and of the players, and those on the felt."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from firmware.core.vocabulary.money import Cents, in_chips
from firmware.core.vocabulary.places import Place, Stack
from sim.people.cage import NoSuchChip
from sim.people.hands import Hands

RESTS: Final = 8
"""As many chips of a kind lie idle before one is laid again on a layout: its reader takes seconds
to see that a chip has left a place."""

Kind = tuple[Cents, str | None, int]
"""A chip's value, its bettor and its spot."""


class Rack:
    """Lays amounts in the fewest chips. A chip taken is laid again, the longest idle one first."""

    def __init__(self, hands: Hands, denominations: tuple[Cents, ...]) -> None:
        self._hands = hands
        self._denominations = denominations
        self._kinds: dict[bytes, Kind] = {}
        self._idle: defaultdict[Kind, deque[bytes]] = defaultdict(deque)

    @property
    def least(self) -> Cents:
        """The smallest chip."""
        return self._denominations[-1]

    def lay(self, place: Place, cents: Cents, bettor: str | None = None) -> None:
        """Lay chips worth `cents` on a place: all, or none if one is missing.

        Raises NoSuchChip.
        """
        for tag in self._fetched((value, bettor, place.spot) for value in self._split(cents)):
            self._hands.table.put(place, tag)

    def take(self, place: Place, bettor: str | None = None) -> Cents:
        """Take all of a bettor's chips from a place; return their worth."""
        tags = self._hands.lying(place, bettor)
        for tag in tags:
            self._hands.table.take(place, tag)
            self._idle[self._kinds[tag]].append(tag)
        return Cents(sum(self._kinds[tag][0] for tag in tags))

    def leave(self, place: Place, cents: Cents, bettor: str | None = None) -> None:
        """Have exactly `cents` of a bettor's lie on a place."""
        lying = self.lying().get((place, bettor), Cents(0))
        if lying > cents:
            self.take(place, bettor)
            lying = Cents(0)
        self.lay(place, Cents(cents - lying), bettor)

    def lying(self) -> dict[Stack, Cents]:
        """Return the chips on the felt."""
        lying: dict[Stack, Cents] = {}
        for place, tags in self._hands.table.felt.stacks.items():
            for tag in tags:
                stack = self._hands.whose(place, tag)
                lying[stack] = Cents(lying.get(stack, 0) + self._kinds[tag][0])
        return lying

    def lie(self, stacks: Mapping[Place, Sequence[bytes]]) -> None:
        """Have these chips lie on the felt, as they once did, and no others."""
        for place, tags in self._hands.table.felt.stacks.items():
            for tag in tuple(tags):
                self._hands.table.take(place, tag)
                self._idle[self._kinds[tag]].append(tag)
        for place, lay in stacks.items():
            for tag in lay:
                self._idle[self._kinds[tag]].remove(tag)
                self._hands.table.put(place, tag)

    def _fetched(self, kinds: Iterable[Kind]) -> list[bytes]:
        fetched: list[bytes] = []
        try:
            for kind in kinds:
                fetched.append(self._chip(kind))
        except NoSuchChip:
            for tag in fetched:
                self._idle[self._kinds[tag]].append(tag)
            raise
        return fetched

    def _split(self, cents: Cents) -> list[Cents]:
        chips = [value for value, n in in_chips(cents, self._denominations) for _ in range(n)]
        odd = Cents(cents - sum(chips))
        return [*chips, odd] if odd else chips

    def _chip(self, kind: Kind) -> bytes:
        idle = self._idle[kind]
        if len(idle) > (RESTS if self._hands.table.felt.shared else 0):
            return idle.popleft()
        tag = self._hands.mint(*kind)
        self._kinds[tag] = kind
        return tag
