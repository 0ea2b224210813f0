"""What was found and mended, as frozen values for the technician; `copy` is the file's name."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JournalBegun:
    """Neither file existed: a new journal was founded."""


@dataclass(frozen=True, slots=True)
class CopyRepaired:
    """The copy was missing or damaged; `records` were written to it from the other.

    0 records: only its header was damaged.
    """

    copy: str
    records: int


@dataclass(frozen=True, slots=True)
class TailUnacknowledged:
    """The last `records` are kept, but no anchor proves that their commit returned."""

    records: int


@dataclass(frozen=True, slots=True)
class TailCut:
    """The start of a write that the power cut short: the last `octets` of the copy were erased."""

    copy: str
    octets: int


@dataclass(frozen=True, slots=True)
class CopyLost:
    """The copy can't be read or written and is out of use until the journal is opened again."""

    copy: str
    reason: str


Finding = JournalBegun | CopyRepaired | TailUnacknowledged | TailCut | CopyLost
