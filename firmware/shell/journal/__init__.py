"""The journal: the table's records, append-only, in two copies, durable before any effect."""

from firmware.shell.journal.archive import Archive, Progress
from firmware.shell.journal.deadline_copy import DeadlineCopy
from firmware.shell.journal.disk import DirectoryCopy
from firmware.shell.journal.files import JournalCopy, MemoryCopy
from firmware.shell.journal.findings import (
    CommitTorn,
    CopyForeign,
    CopyLost,
    CopyRepaired,
    CopyReplaced,
    CopyUnmarked,
    Finding,
    ForkLeftAside,
    JournalBegun,
    RepairFailed,
    SegmentRepaired,
    SegmentsRetired,
    TailCut,
    TailUnacknowledged,
)
from firmware.shell.journal.header import JournalStamp
from firmware.shell.journal.journal import Journal, RetentionPolicy
from firmware.shell.journal.journal_errors import (
    JournalDamaged,
    JournalDiverged,
    JournalError,
    JournalForeign,
    JournalFormatUnknown,
    JournalInUse,
    JournalLost,
    JournalMissing,
    JournalStale,
    NoJournal,
)
from firmware.shell.journal.journal_reader import JournalReader, NumberedRecord
from firmware.shell.journal.program_version import ProgramVersion
from firmware.shell.journal.quarantine import quarantine
from firmware.shell.journal.records import ChainHead
from firmware.shell.journal.written_entries import WrittenEntry, written_entries

__all__ = [
    "Archive",
    "ChainHead",
    "CommitTorn",
    "CopyForeign",
    "CopyLost",
    "CopyRepaired",
    "CopyReplaced",
    "CopyUnmarked",
    "DeadlineCopy",
    "DirectoryCopy",
    "Finding",
    "ForkLeftAside",
    "Journal",
    "JournalBegun",
    "JournalCopy",
    "JournalDamaged",
    "JournalDiverged",
    "JournalError",
    "JournalForeign",
    "JournalFormatUnknown",
    "JournalInUse",
    "JournalLost",
    "JournalMissing",
    "JournalReader",
    "JournalStale",
    "JournalStamp",
    "MemoryCopy",
    "NoJournal",
    "NumberedRecord",
    "ProgramVersion",
    "Progress",
    "RepairFailed",
    "RetentionPolicy",
    "SegmentRepaired",
    "SegmentsRetired",
    "TailCut",
    "TailUnacknowledged",
    "WrittenEntry",
    "quarantine",
    "written_entries",
]
