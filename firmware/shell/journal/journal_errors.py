"""The errors of the journal; each names its copies, the reason and the remedy.

JournalError
├── JournalLost      no copy can be read, or none can be written any more
├── JournalForeign   a journal of another board, or two different journals
│   └── JournalFormatUnknown   it, or a record of it, has a form that this program can't read
├── JournalDamaged   acknowledged history is missing or contradicts itself
│   ├── JournalBehind    only stale copies are there
│   └── JournalApart     the copies tell different histories
└── JournalInUse     another process has the journal open
"""

from collections.abc import Mapping

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.journal.program_version import ProgramVersion
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import Words


class JournalError(RequestFailed):
    """The table can't play without its journal; as a str it is English, for the log."""

    def __str__(self) -> str:
        return Words.load("en").render(self.why)


class JournalLost(JournalError):
    """No copy can be written any more: no further effect may follow."""


class JournalMissing(JournalLost):
    """Neither copy exists, and none may be begun: there was one."""


class NoJournal(JournalLost):
    """No copy is a journal, or can be read: `why` is the reason for the first that can't be read,
    or names all copies.

    `copies` are their names, each with the system's error if there is one.
    """

    def __init__(self, copies: Mapping[str, OSError | None]) -> None:
        failed_copies = ((name, error) for name, error in copies.items() if error)
        no_journal_text = Text("journal.why.none", {"copies": "; ".join(copies)})
        super().__init__(
            next((os_failure(error, name) for name, error in failed_copies), no_journal_text)
        )


class JournalForeign(JournalError):
    """The copies are not this table's journal; they were not touched."""


class JournalFormatUnknown(JournalForeign):
    """Another version wrote the journal, or a record, in a form that this one can't read; `why`
    says which. `writer` is the program that wrote a record.
    """

    def __init__(self, why: Text, writer: ProgramVersion | None = None) -> None:
        super().__init__(why)
        self.writer = writer


class JournalDamaged(JournalError):
    """History breaks at record `number`, counted from 0; the copies were not touched."""

    def __init__(self, number: int, reason: Text) -> None:
        super().__init__(Text("journal.why.at_record", {"why": reason, "number": str(number)}))
        self.number = number


class JournalStale(JournalDamaged):
    """The copies found are stale: another copy has later records."""


class JournalDiverged(JournalDamaged):
    """From record `number` on the copies have different histories: each was written without the
    other, and may be whole.
    """


class JournalInUse(JournalError):
    """Another process holds one of the copies, or both copies are the same."""


def damage_error(names: str, number: int, reason: Text) -> JournalDamaged:
    """Return the error for acknowledged history that is missing in every copy."""
    error_class = JournalDiverged if reason.key == "journal.why.two_histories" else JournalDamaged
    return error_class(number, Text("journal.why.damaged", {"copies": names, "what": reason}))


def stale_copies_error(names: str, number: int) -> JournalStale:
    """Return the error for stale copies."""
    return JournalStale(number, Text("journal.why.left_behind", {"copies": names}))


def foreign_journal_error(names: str, reason: Text) -> JournalForeign:
    """Return the error for copies that are not this table's journal."""
    return JournalForeign(Text("journal.why.not_ours", {"copies": names, "what": reason}))
