"""The errors of the journal; each message names the copies and the remedy.

JournalError
├── JournalLost      no copy can be read, or none can be written any more
├── JournalForeign   a journal of another board, of another program, or two different journals
├── JournalDamaged   acknowledged history is missing or contradicts itself
└── JournalTaken     another process has the journal open
"""

from collections.abc import Mapping

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.os_words import os_failure


class JournalError(Exception):
    """The table can't play without its journal; the message is English, for the technician."""


class JournalLost(JournalError):
    """No copy can be written any more: no further effect may follow."""


class NoJournal(JournalLost):
    """No copy is a journal, or can be read: `why` says in words what is amiss with the first that
    can't, or names all of them.

    `copies` are their names, each with the system's error if there is one.
    """

    def __init__(self, copies: Mapping[str, OSError | None]) -> None:
        reasons = (f"{name}: {copies[name] or 'holds none'}" for name in copies)
        super().__init__(f"no journal to read ({'; '.join(reasons)}): name a copy of one")
        failed = ((name, error) for name, error in copies.items() if error)
        none = Text("journal.none", {"copies": "; ".join(copies)})
        self.why = next((os_failure(error, name) for name, error in failed), none)


class JournalForeign(JournalError):
    """The copies are not this table's journal; they were not touched."""


class JournalDamaged(JournalError):
    """History breaks at record `number`, counted from 0; the copies were not touched."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(f"{text} (at record {number})")
        self.number = number


class JournalTaken(JournalError):
    """Another process holds one of the copies, or both copies are the same."""


def damaged(names: str, number: int, what: str) -> JournalDamaged:
    """Return the error for acknowledged history that is missing in every copy."""
    return JournalDamaged(
        number,
        f"the journal in {names} is damaged: {what}; the table stays locked: "
        "keep both copies for the inquiry, then a technician may clear the table",
    )


def left_behind(names: str, number: int) -> JournalDamaged:
    """Return the error for stale copies: another copy went on without them."""
    return JournalDamaged(
        number,
        f"of the journal in {names} only what was left behind is there: the other copy went on "
        "without it; bring that one's disk back and start the table again, or, where it is gone "
        "for good, a technician may clear the table",
    )


def foreign(names: str, what: str) -> JournalForeign:
    """Return the error for copies that are not this table's journal."""
    return JournalForeign(
        f"{names}: {what}; nothing was changed: "
        "name this table's own directories in the configuration, or move these away"
    )
