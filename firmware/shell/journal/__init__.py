"""The journal: what the table knows, append-only, in two copies, durable before any effect."""

from firmware.shell.journal.errors import (
    JournalDamaged,
    JournalError,
    JournalForeign,
    JournalLost,
    JournalTaken,
)
from firmware.shell.journal.files import JournalFile, MemoryFile, OsFile
from firmware.shell.journal.findings import (
    CopyLost,
    CopyRepaired,
    Finding,
    JournalBegun,
    TailCut,
    TailUnacknowledged,
)
from firmware.shell.journal.header import Stamp
from firmware.shell.journal.journal import Journal
from firmware.shell.journal.records import Head

__all__ = [
    "CopyLost",
    "CopyRepaired",
    "Finding",
    "Head",
    "Journal",
    "JournalBegun",
    "JournalDamaged",
    "JournalError",
    "JournalFile",
    "JournalForeign",
    "JournalLost",
    "JournalTaken",
    "MemoryFile",
    "OsFile",
    "Stamp",
    "TailCut",
    "TailUnacknowledged",
]
