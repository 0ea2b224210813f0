"""Why there is no journal to work with; each message names the files and the remedy.

JournalError
├── JournalLost      no copy can be read, or none written any more
├── JournalForeign   a journal of another board, of another program, or two different journals
├── JournalDamaged   acknowledged history is gone or contradicts itself
└── JournalTaken     another process has the journal open
"""


class JournalError(Exception):
    """The table can't play without its journal; the message is English, for the technician."""


class JournalLost(JournalError):
    """Nothing can be kept any more: no further effect may follow."""


class JournalForeign(JournalError):
    """The files are not this table's journal; they were not touched."""


class JournalDamaged(JournalError):
    """History breaks at record `number`, counted from 0; the files were not touched."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(f"{text} (at record {number})")
        self.number = number


class JournalTaken(JournalError):
    """Another process holds one of the files, or both copies are one file."""
