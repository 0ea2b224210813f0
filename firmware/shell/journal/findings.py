"""Findings and repairs, as frozen values for the technician; `copy` names a directory."""

from dataclasses import dataclass

from firmware.core.vocabulary.panel import Text


@dataclass(frozen=True, slots=True)
class JournalBegun:
    """Neither copy existed: a new journal was founded."""


@dataclass(frozen=True, slots=True)
class CopyRepaired:
    """The copy was missing or damaged; `records` were written to it from the other.

    0 records: only its header was damaged.
    """

    copy: str
    records: int


@dataclass(frozen=True, slots=True)
class TailUnacknowledged:
    """The last `records` are sound, but no anchor proves that their commit returned."""

    records: int


@dataclass(frozen=True, slots=True)
class CommitTorn:
    """The only copy there is lacks the last `records` of the last commit: the power cut it, unless
    the copy that is gone had it whole.
    """

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
    reason: Text


@dataclass(frozen=True, slots=True)
class CopyReplaced:
    """The disk in this slot, counted from 1, is blank, or older than it was: another than before,
    or one that was set back. It was repaired from the other.
    """

    copy: str
    slot: int


@dataclass(frozen=True, slots=True)
class CopyForeign:
    """The disk in this slot, counted from 1, has another table's journal; it is left alone."""

    copy: str
    slot: int


@dataclass(frozen=True, slots=True)
class CopyUnmarked:
    """The copy could not be marked as left behind: on its own it would pass for whole."""

    copy: str


@dataclass(frozen=True, slots=True)
class ForkLeftAside:
    """The copy has `records` of another history that were never acknowledged: overwritten."""

    copy: str
    records: int


@dataclass(frozen=True, slots=True)
class SegmentRepaired:
    """The copy's sealed segment was missing or damaged; `records` came from the other copy.

    0 records: only its header, or the octets after its end, were damaged.
    """

    copy: str
    segment: int
    records: int


@dataclass(frozen=True, slots=True)
class RepairFailed:
    """The copy's sealed segment is bad and can't be written; the other copy has it sound."""

    copy: str
    segment: int
    reason: Text


@dataclass(frozen=True, slots=True)
class SegmentsRetired:
    """The oldest segments, `first` to `last`, were removed from both copies to make room."""

    first: int
    last: int


Finding = (
    JournalBegun
    | CopyRepaired
    | TailUnacknowledged
    | CommitTorn
    | TailCut
    | CopyLost
    | CopyReplaced
    | CopyForeign
    | CopyUnmarked
    | ForkLeftAside
    | SegmentRepaired
    | RepairFailed
    | SegmentsRetired
)
