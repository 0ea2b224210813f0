"""The chips of a house, and their real places."""

import random
from typing import Final

from drivers.tags.chip_registry import RegisteredChip
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from sim.bench.sim_table import SimTable

VALUES: Final = (1000, 1500, 2500, 7500, 10000, 50000, 101500)
CHIPS_OF_EACH: Final = 60
MOST: Final = 500000
MOST_ON_TIE: Final = 50000


class ChipBox:
    """Every chip of the house, on the felt or off it."""

    def __init__(self, chance: random.Random) -> None:
        self.table: SimTable
        self.chips = {
            b"\xe0\x04" + value.to_bytes(4, "big") + number.to_bytes(2, "big"): RegisteredChip(
                Cents(value)
            )
            for value in VALUES
            for number in range(CHIPS_OF_EACH)
        }
        self._chance = chance
        self._off = {v: [t for t, c in self.chips.items() if c.cents == v] for v in VALUES}

    def felt(self) -> dict[tuple[int, str], int]:
        """Return what really lies on the felt."""
        lying = {
            (place.spot, place.on): sum(self.chips[tag].cents for tag in tags)
            for place, tags in self.table.felt.stacks.items()
        }
        return {place: cents for place, cents in lying.items() if cents}

    def bet(self, place: Place) -> None:
        """Lay a chip, or one more, within the limits; none where none would be."""
        room = MOST_ON_TIE if place.on == "tie" else MOST
        room -= self.felt().get((place.spot, place.on), 0)
        values = [value for value in VALUES if value <= room]
        if values:
            self._lay(place, self._chance.choice(values))

    def make(self, place: Place, cents: int) -> None:
        """Have just so much lie there."""
        if self.felt().get((place.spot, place.on), 0) != cents:
            self.sweep(place)
            for value in _in_chips(cents):
                self._lay(place, value)

    def sweep(self, place: Place) -> None:
        """Take all the chips from a place."""
        for tag in list(self.table.felt.stacks[place]):
            self.table.felt.take_chip(place, tag)
            self._off[self.chips[tag].cents].append(tag)

    def sweep_all(self) -> None:
        """Clear the felt."""
        for place in self.table.felt.stacks:
            self.sweep(place)

    def _lay(self, place: Place, value: int) -> None:
        self.table.felt.put_chip(place, self._off[value].pop())


def _in_chips(cents: int) -> list[int]:
    """Return chips of the house that are worth just this."""
    ways: dict[int, list[int]] = {0: []}
    for reached in range(0, cents + 1, 500):
        for value in VALUES if reached in ways else ():
            ways.setdefault(reached + value, [*ways[reached], value])
    return ways[cents]
