"""The tags in the field of a PN532, from its scans."""

from typing import Final

EMPTY_SCANS: Final = 3
"""Looks in a row that must find nothing: a card with a 7-byte UID may miss one."""


class FieldScan:
    """Takes the UIDs of each scan: two equal scans in a row count, or EMPTY_SCANS empty ones.

    Fewer empty scans between two equal ones do not matter.
    """

    def __init__(self) -> None:
        self.established: frozenset[bytes] | None = None
        """The UIDs that counted last; None before the first."""
        self.doubtful = False
        """Whether something was found that does not count yet."""
        self._last_scan: frozenset[bytes] = frozenset()
        self._empty_scans = 0

    @property
    def surely_empty(self) -> bool:
        """Whether an empty field counts, and nothing has been found since."""
        return self.established == frozenset() and not self.doubtful

    def note_scan(self, detected: frozenset[bytes]) -> frozenset[bytes] | None:
        """Take the UIDs of a scan; return them if they count and are others than before."""
        self._empty_scans = 0 if detected else self._empty_scans + 1
        is_certain = detected == self._last_scan if detected else self._empty_scans >= EMPTY_SCANS
        self.doubtful = bool(detected) and not is_certain
        if detected or is_certain:
            self._last_scan = detected
        if not is_certain or detected == self.established:
            return None
        self.established = detected
        return detected
