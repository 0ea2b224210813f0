"""The card registry: which tag is which card, of which deck and of which batch."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from firmware.core.cards import Card


class Tagged(NamedTuple):
    """A card with a tag in it; None is the cut card."""

    card: Card | None
    deck: str
    batch: str


class DeckRegistry(Mapping[bytes, Tagged]):
    """Cards by the 4 or 7 bytes of their tag's UID; a view of `cards`, which may grow."""

    def __init__(self, cards: Mapping[bytes, Tagged]) -> None:
        self._cards = cards

    def __getitem__(self, uid: bytes) -> Tagged:
        return self._cards[uid]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)


def load_decks(directory: Path) -> DeckRegistry:
    """Read every deck of a directory."""
    raise NotImplementedError(directory)
