"""The journal: the table's records, append-only, in two copies, durable before any effect."""

from firmware.shell.journal.archive import Archive, Progress
from firmware.shell.journal.aside import set_aside
from firmware.shell.journal.disk import OsCopy
from firmware.shell.journal.errors import (
    JournalApart,
    JournalBehind,
    JournalDamaged,
    JournalError,
    JournalForeign,
    JournalGone,
    JournalLost,
    JournalTaken,
    NoJournal,
)
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
from firmware.shell.journal.header import Stamp
from firmware.shell.journal.journal import Journal, Policy
from firmware.shell.journal.reader import JournalReader, Numbered
from firmware.shell.journal.records import Head
from firmware.shell.journal.timely import TimelyCopy

__all__ = [
    "Archive",
    "CommitTorn",
    "CopyForeign",
    "CopyLost",
    "CopyRepaired",
    "CopyReplaced",
    "CopyUnmarked",
    "Finding",
    "ForkLeftAside",
    "Head",
    "Journal",
    "JournalApart",
    "JournalBegun",
    "JournalBehind",
    "JournalCopy",
    "JournalDamaged",
    "JournalError",
    "JournalForeign",
    "JournalGone",
    "JournalLost",
    "JournalReader",
    "JournalTaken",
    "MemoryCopy",
    "NoJournal",
    "Numbered",
    "OsCopy",
    "Policy",
    "Progress",
    "RepairFailed",
    "SegmentRepaired",
    "SegmentsRetired",
    "Stamp",
    "TailCut",
    "TailUnacknowledged",
    "TimelyCopy",
    "set_aside",
]
