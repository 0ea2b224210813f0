"""What lies at the places of an antenna reader, as its stacks or its seats know it."""

from collections.abc import Iterable
from typing import Protocol

from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.places import Place


class Lying(Protocol):
    """What lies at the places, and what of it is news."""

    @property
    def at_rest(self) -> bool:
        """Whether every place is read for certain and reported."""
        ...

    def forget(self) -> None:
        """Treat every place as unread."""
        ...

    def lying(self, place: Place) -> frozenset[bytes] | None:
        """Return the tags at `place`, None before its first reading."""
        ...

    def all_lying(self) -> Iterable[frozenset[bytes] | None]:
        """Return the tags at each place, in the places' order."""
        ...

    def lay(self, place: Place, tags: frozenset[bytes], /) -> None:
        """Set the tags at `place`."""
        ...

    def doubt(self, place: Place) -> None:
        """Note that `place` had no certain reading in this sweep."""
        ...

    def news(self, *, sweep_ended: bool) -> Iterable[Event]:
        """Return what is new since the last call."""
        ...
