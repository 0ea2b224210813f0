"""The chips of a simulated house: all that it has are registered before the table is served."""

from collections import defaultdict, deque
from collections.abc import Iterable
from itertools import count, product
from typing import Final

from drivers.tags.chips import HEADER, ON_A_LAYOUT, Chip
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone

TAG: Final = bytes.fromhex("E004")
OF_EACH: Final = 60
"""Chips of a kind."""


class NoSuchChip(CannotBeDone):
    """The house has no more chip of this kind."""

    def __init__(self, kind: Chip) -> None:
        super().__init__(Text("person.no_chip", {"cents": kind.cents}))


class Cage(dict[bytes, Chip]):
    """Chips by their tags. On a layout those of each spot's player are told apart."""

    def __init__(
        self, denominations: Iterable[Cents], owners: Iterable[str | None], spots: Iterable[int]
    ) -> None:
        """Without `spots` no chip identifies its player's spot."""
        super().__init__()
        places: list[int | None] = [*spots] or [None]
        self.on_a_layout = places != [None]
        self._numbers = count(1)
        self._free: defaultdict[Chip, deque[bytes]] = defaultdict(deque)
        for kind in product(denominations, owners, places):
            self.make(Chip(*kind), OF_EACH)

    def make(self, kind: Chip, pieces: int) -> None:
        """Register more chips; only before the registry is written."""
        for _ in range(pieces):
            tag = TAG + next(self._numbers).to_bytes(6, "big")
            self[tag] = kind
            self._free[kind].append(tag)

    def fetch(self, kind: Chip) -> bytes:
        """Return a chip that is not at the table. Raises NoSuchChip."""
        if not self._free[kind]:
            raise NoSuchChip(kind)
        return self._free[kind].popleft()

    def give_back(self, tag: bytes) -> None:
        """Take a chip from the table."""
        self._free[self[tag]].append(tag)

    def text(self) -> str:
        """Return the registry as `drivers.tags.chips.load_chips` reads it."""
        lines = (self._line(tag, chip) for tag, chip in self.items())
        return "\n".join((ON_A_LAYOUT if self.on_a_layout else HEADER, *lines, ""))

    def _line(self, tag: bytes, chip: Chip) -> str:
        spot = f",{chip.spot}" if self.on_a_layout else ""
        return f"{tag.hex().upper()},{chip.cents},{chip.owner or ''}{spot}"
