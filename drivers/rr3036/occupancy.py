"""The tags at the places of an antenna reader: of chips in stacks, or of cards before seats."""

from collections.abc import Iterable
from typing import Protocol

from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.places import Place


class Occupancy(Protocol):
    """The tags at each place, and the events that their changes cause."""

    @property
    def is_settled(self) -> bool:
        """Whether every place is read for certain and reported."""
        ...

    def forget_tags(self) -> None:
        """Treat every place as unread."""
        ...

    def place_tags(self, place: Place) -> frozenset[bytes] | None:
        """Return the tags at `place`, None before its first reading."""
        ...

    def all_place_tags(self) -> Iterable[frozenset[bytes] | None]:
        """Return the tags at each place, in the places' order."""
        ...

    def set_place_tags(self, place: Place, tag_uids: frozenset[bytes], /) -> None:
        """Set the tags at `place`."""
        ...

    def note_uncertain(self, place: Place) -> None:
        """Note that `place` had no certain reading in this sweep."""
        ...

    def take_events(self, *, sweep_ended: bool) -> Iterable[Event]:
        """Return the events since the last call."""
        ...
