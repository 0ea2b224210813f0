"""The chips of a simulated house: all that it has are registered before the table is served."""

from collections import defaultdict, deque
from collections.abc import Iterable
from itertools import count, product
from typing import Final

from drivers.tags.chip_registry import CHIP_HEADER, LAYOUT_HEADER, RegisteredChip
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed

TAG_PREFIX: Final = bytes.fromhex("E004")
CHIPS_PER_KIND: Final = 60
"""Chips of a kind."""


class NoSuchChip(RequestFailed):
    """The house has no more chip of this kind."""

    def __init__(self, chip_kind: RegisteredChip) -> None:
        super().__init__(Text("person.no_chip", {"cents": chip_kind.cents}))


class Cage(dict[bytes, RegisteredChip]):
    """Chips by their tags. On a shared layout each spot's player has chips of his own."""

    def __init__(
        self, denominations: Iterable[Cents], owners: Iterable[str | None], spots: Iterable[int]
    ) -> None:
        """Without `spots` no chip identifies its player's spot."""
        super().__init__()
        places: list[int | None] = [*spots] or [None]
        self.shared_layout = places != [None]
        self._tag_numbers = count(1)
        self._free_tags: defaultdict[RegisteredChip, deque[bytes]] = defaultdict(deque)
        for chip_kind in product(denominations, owners, places):
            self.register_chips(RegisteredChip(*chip_kind), CHIPS_PER_KIND)

    def register_chips(self, chip_kind: RegisteredChip, piece_count: int) -> None:
        """Register more chips; only before the registry is written."""
        for _ in range(piece_count):
            tag = TAG_PREFIX + next(self._tag_numbers).to_bytes(6, "big")
            self[tag] = chip_kind
            self._free_tags[chip_kind].append(tag)

    def fetch_tag(self, chip_kind: RegisteredChip) -> bytes:
        """Return a chip that is not at the table. Raises NoSuchChip."""
        if not self._free_tags[chip_kind]:
            raise NoSuchChip(chip_kind)
        return self._free_tags[chip_kind].popleft()

    def return_chip(self, tag: bytes) -> None:
        """Take a chip from the table."""
        self._free_tags[self[tag]].append(tag)

    def registry_csv(self) -> str:
        """Return the registry as `drivers.tags.chip_registry.load_chips` reads it."""
        registry_lines = (self._registry_line(tag, chip) for tag, chip in self.items())
        return "\n".join(
            (LAYOUT_HEADER if self.shared_layout else CHIP_HEADER, *registry_lines, "")
        )

    def _registry_line(self, tag: bytes, chip: RegisteredChip) -> str:
        spot = f",{chip.spot}" if self.shared_layout else ""
        return f"{tag.hex().upper()},{chip.cents},{chip.owner or ''}{spot}"
