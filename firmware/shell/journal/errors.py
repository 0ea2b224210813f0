"""The errors of the journal; each says in words which copies it is about, and the remedy.

JournalError
├── JournalLost      no copy can be read, or none can be written any more
├── JournalForeign   a journal of another board, of another program, or two different journals
├── JournalDamaged   acknowledged history is missing or contradicts itself
│   ├── JournalBehind    only stale copies are there
│   └── JournalApart     the copies tell different histories
└── JournalTaken     another process has the journal open
"""

from collections.abc import Mapping

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import Words


class JournalError(CannotBeDone):
    """The table can't play without its journal; as a str it is English, for the log."""

    def __str__(self) -> str:
        return Words.load("en").say(self.why)


class JournalLost(JournalError):
    """No copy can be written any more: no further effect may follow."""


class JournalGone(JournalLost):
    """Neither copy exists, and none may be begun: there was one."""


class NoJournal(JournalLost):
    """No copy is a journal, or can be read: `why` says what is amiss with the first that can't, or
    names all of them.

    `copies` are their names, each with the system's error if there is one.
    """

    def __init__(self, copies: Mapping[str, OSError | None]) -> None:
        failed = ((name, error) for name, error in copies.items() if error)
        none = Text("journal.why.none", {"copies": "; ".join(copies)})
        super().__init__(next((os_failure(error, name) for name, error in failed), none))


class JournalForeign(JournalError):
    """The copies are not this table's journal; they were not touched."""


class JournalDamaged(JournalError):
    """History breaks at record `number`, counted from 0; the copies were not touched."""

    def __init__(self, number: int, why: Text) -> None:
        super().__init__(Text("journal.why.at_record", {"why": why, "number": str(number)}))
        self.number = number


class JournalBehind(JournalDamaged):
    """The copies that are there are stale: another one went on without them."""


class JournalApart(JournalDamaged):
    """From record `number` on the copies tell different histories: each went on without the other,
    and may be whole.
    """


class JournalTaken(JournalError):
    """Another process holds one of the copies, or both copies are the same."""


def damaged(names: str, number: int, what: Text) -> JournalDamaged:
    """Return the error for acknowledged history that is missing in every copy."""
    kind = JournalApart if what.key == "journal.why.two_histories" else JournalDamaged
    return kind(number, Text("journal.why.damaged", {"copies": names, "what": what}))


def left_behind(names: str, number: int) -> JournalBehind:
    """Return the error for stale copies."""
    return JournalBehind(number, Text("journal.why.left_behind", {"copies": names}))


def foreign(names: str, what: Text) -> JournalForeign:
    """Return the error for copies that are not this table's journal."""
    return JournalForeign(Text("journal.why.not_ours", {"copies": names, "what": what}))
