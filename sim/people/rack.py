"""The chips of the house and of the players, and those on the felt."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from firmware.core.vocabulary.money import Cents, fewest_chips
from firmware.core.vocabulary.places import Place, Stack
from sim.people.cage import NoSuchChip
from sim.people.hands import TableHands

IDLE_CHIPS: Final = 8
"""On a layout the longest idle chip is used again only if more than this many of its kind are idle:
the reader takes seconds to notice that a chip has left, and would see it at two places."""

ChipKind = tuple[Cents, str | None, int]
"""A chip's value, its bettor and its spot."""


class Rack:
    """Lays amounts in the fewest chips. A chip taken is laid again, the longest idle one first."""

    def __init__(self, hands: TableHands, denominations: tuple[Cents, ...]) -> None:
        self._hands = hands
        self._denominations = denominations
        self._kind_by_tag: dict[bytes, ChipKind] = {}
        self._idle_tags: defaultdict[ChipKind, deque[bytes]] = defaultdict(deque)

    @property
    def smallest_chip(self) -> Cents:
        """The smallest chip."""
        return self._denominations[-1]

    def lay(self, place: Place, cents: Cents, bettor: str | None = None) -> None:
        """Put chips worth `cents` on a place: all, or none if one is missing.

        Raises NoSuchChip.
        """
        for tag in self._fetch_chips(
            (chip_value, bettor, place.spot) for chip_value in self._chip_values(cents)
        ):
            self._hands.table.put_chip(place, tag)

    def take_chips(self, place: Place, bettor: str | None = None) -> Cents:
        """Take all of a bettor's chips from a place; return their worth."""
        tags = self._hands.tags_at(place, bettor)
        for tag in tags:
            self._hands.table.take_chip(place, tag)
            self._idle_tags[self._kind_by_tag[tag]].append(tag)
        return Cents(sum(self._kind_by_tag[tag][0] for tag in tags))

    def set_amount(self, place: Place, cents: Cents, bettor: str | None = None) -> None:
        """Make a bettor's chips on a place worth exactly `cents`."""
        present_cents = self.amounts_on_felt().get((place, bettor), Cents(0))
        if present_cents > cents:
            self.take_chips(place, bettor)
            present_cents = Cents(0)
        self.lay(place, Cents(cents - present_cents), bettor)

    def amounts_on_felt(self) -> dict[Stack, Cents]:
        """Return the chips on the felt."""
        stack_amounts: dict[Stack, Cents] = {}
        for place, tags in self._hands.table.felt.stacks.items():
            for tag in tags:
                stack = self._hands.stack_of(place, tag)
                stack_amounts[stack] = Cents(
                    stack_amounts.get(stack, 0) + self._kind_by_tag[tag][0]
                )
        return stack_amounts

    def restore(self, stacks: Mapping[Place, Sequence[bytes]]) -> None:
        """Restore an earlier state of the felt: these chips, and no others."""
        for place, tags in self._hands.table.felt.stacks.items():
            for tag in tuple(tags):
                self._hands.table.take_chip(place, tag)
                self._idle_tags[self._kind_by_tag[tag]].append(tag)
        for place, place_tags in stacks.items():
            for tag in place_tags:
                self._idle_tags[self._kind_by_tag[tag]].remove(tag)
                self._hands.table.put_chip(place, tag)

    def _fetch_chips(self, chip_kinds: Iterable[ChipKind]) -> list[bytes]:
        fetched_tags: list[bytes] = []
        try:
            for chip_kind in chip_kinds:
                fetched_tags.append(self._fetch_chip(chip_kind))
        except NoSuchChip:
            for tag in fetched_tags:
                self._idle_tags[self._kind_by_tag[tag]].append(tag)
            raise
        return fetched_tags

    def _chip_values(self, cents: Cents) -> list[Cents]:
        chip_values = [
            chip_value
            for chip_value, chip_count in fewest_chips(cents, self._denominations)
            for _ in range(chip_count)
        ]
        odd_chip = Cents(cents - sum(chip_values))
        return [*chip_values, odd_chip] if odd_chip else chip_values

    def _fetch_chip(self, chip_kind: ChipKind) -> bytes:
        idle_tags = self._idle_tags[chip_kind]
        if len(idle_tags) > (IDLE_CHIPS if self._hands.table.felt.shares_layout else 0):
            return idle_tags.popleft()
        tag = self._hands.make_chip(*chip_kind)
        self._kind_by_tag[tag] = chip_kind
        return tag
