"""What lies at the places of an antenna reader, as its stacks or its seats know it."""

from collections.abc import Iterable
from typing import Protocol

from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.places import Place


class Occupancy(Protocol):
    """What lies at the places, and what of it is news."""

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
        """Return what is new since the last call."""
        ...
