"""The tags in the field of a PN532, from its looks."""

from typing import Final

EMPTY_LOOKS: Final = 3
"""Looks in a row that must find nothing: a card with a 7-byte UID may miss one."""


class Looks:
    """Takes the UIDs of each look: two equal looks in a row count, or EMPTY_LOOKS empty ones.

    Fewer empty looks between two equal ones do not matter.
    """

    def __init__(self) -> None:
        self.established: frozenset[bytes] | None = None
        """The UIDs that counted last; None before the first."""
        self.doubtful = False
        """Whether something was found that does not count yet."""
        self._last: frozenset[bytes] = frozenset()
        self._empty = 0

    @property
    def surely_empty(self) -> bool:
        """Whether an empty field counts, and nothing has been found since."""
        return self.established == frozenset() and not self.doubtful

    def take(self, found: frozenset[bytes]) -> frozenset[bytes] | None:
        """Take the UIDs of a look; return them if they count and are others than before."""
        self._empty = 0 if found else self._empty + 1
        certain = found == self._last if found else self._empty >= EMPTY_LOOKS
        self.doubtful = bool(found) and not certain
        if found or certain:
            self._last = found
        if not certain or found == self.established:
            return None
        self.established = found
        return found
