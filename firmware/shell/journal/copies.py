"""The two copies of the journal, and which of them are in use.

A copy that fails once is out of use until the next opening: after a failed sync its content is
unknown, and reading it may return wrong data. The journal continues with the other copy and reports
the loss.

    both in use ──one fails──> alone: the other is marked "left behind" ──next opening──> repaired
                                  │
                                  └──fails too──> JournalLost: no further effect may follow

The mark makes this safe. A copy that was left behind is consistent, and would pass for the journal
if it were found alone. It is marked before the first commit that it lacks is anchored; if it can't
be written, the mark is tried again at each rotation and at the close.
"""

import logging
from collections.abc import Callable
from functools import reduce
from typing import Concatenate, ParamSpec

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.findings import CopyForeign, CopyLost, CopyUnmarked, Finding
from firmware.shell.journal.header import (
    HEADER_OCTETS,
    STALE_MARK_OFFSET,
    SegmentHeader,
    packed_head,
)
from firmware.shell.journal.journal_errors import JournalError, JournalInUse, JournalLost
from firmware.shell.journal.records import ChainHead
from firmware.shell.journal.segments import CopyPosition, copy_position
from firmware.shell.words.os_words import os_reason

P = ParamSpec("P")

log = logging.getLogger(__name__)


class Copies:
    """Both copies; one that fails once is out of use: after a failed sync its
    content is unknown.
    """

    def __init__(self, first: JournalCopy, second: JournalCopy) -> None:
        if first.name == second.name:
            raise JournalInUse(Text("journal.why.same_copies", {"copy": first.name}))
        # a copy that failed stays in this list, so that it is marked and closed with the other
        self.all_copies: tuple[JournalCopy, ...] = (first, second)
        self.copies_in_use = [first, second]
        self.findings: list[Finding] = []
        self._dropped: list[JournalCopy] = []
        self._unmarked: list[tuple[JournalCopy, bytes, ChainHead]] = []
        self.names = f"{first.name}, {second.name}"

    def attempt(
        self,
        operation: Callable[Concatenate[JournalCopy, P], object],
        copy: JournalCopy,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> bool:
        """Run `operation` on the copy; if it raises OSError, drop the copy and return False."""
        try:
            operation(copy, *args, **kwargs)
        except OSError as error:
            self.drop(copy, error)
            return False
        return True

    def drop(self, copy: JournalCopy, error: OSError) -> None:
        """Take the copy out of use, and log the reason."""
        log.warning("%s: %s", copy.name, error)
        self.copies_in_use.remove(copy)
        self._dropped.append(copy)
        # no attempt to use it again before the next opening: after a failed fsync Linux may drop
        # the error
        self.findings.append(CopyLost(copy.name, os_reason(error)))

    def exclude_foreign(self, foreign: JournalCopy) -> None:
        """Exclude a copy that is another table's journal, and report it."""
        self.findings.append(CopyForeign(foreign.name, self.all_copies.index(foreign) + 1))
        self.all_copies = tuple(copy for copy in self.all_copies if copy is not foreign)
        self.copies_in_use.remove(foreign)
        foreign.close()

    def mark_left_behind(self, identity: bytes, head: ChainHead) -> None:
        """Mark every copy dropped since as left behind: the journal continues from `head` without
        it.

        To be called before anything is acknowledged that such a copy may lack.
        """
        if self._dropped:
            self._unmarked += [(copy, identity, head) for copy in self._dropped]
            self._dropped.clear()
            self.retry_marks()
            self.findings += [CopyUnmarked(copy.name) for copy, *_ in self._unmarked]

    def retry_marks(self) -> None:
        """Try again to mark the copies that could not be marked when they were left behind."""
        self._unmarked = [
            unmarked_copy for unmarked_copy in self._unmarked if not _is_marked(*unmarked_copy)
        ]

    def hold(self) -> None:
        """Lock the copies for writing. Raises JournalInUse if another process holds one."""
        for copy in self.all_copies:
            self.attempt(lambda journal_copy: journal_copy.hold(), copy)

    def positions(self) -> list[CopyPosition]:
        """Return the state of each copy; an unreadable copy counts as empty."""
        found_positions = dict.fromkeys(self.all_copies, CopyPosition())
        for copy in tuple(self.copies_in_use):
            self.attempt(
                lambda journal_copy: found_positions.update(
                    {journal_copy: copy_position(journal_copy)}
                ),
                copy,
            )
        self.require_any()
        return list(found_positions.values())

    def read(self, segment: int) -> dict[JournalCopy, bytes | None]:
        """Return every readable copy in use, with its octets, None if it has none."""
        images: dict[JournalCopy, bytes | None] = {}
        for copy in tuple(self.copies_in_use):
            self.attempt(
                lambda journal_copy: images.update({journal_copy: journal_copy.read(segment)}), copy
            )
        self.require_any()
        return images

    def require_any(self) -> None:
        """Raise JournalLost if no copy is left."""
        if not self.copies_in_use:
            self.retry_marks()
            lost_copies = (found for found in self.findings if isinstance(found, CopyLost))
            reasons = (
                Text("errno.at", {"path": lost_copy.copy, "why": lost_copy.reason})
                for lost_copy in lost_copies
            )
            combined_reason = reduce(
                lambda lost_copy, second_reason: Text(
                    "journal.why.both", {"one": lost_copy, "other": second_reason}
                ),
                reasons,
            )
            raise JournalLost(Text("journal.why.no_copy", {"reasons": combined_reason}))

    def close(self) -> None:
        """Close both copies, in use or not."""
        self.retry_marks()
        for copy in self.all_copies:
            copy.close()


def _is_marked(copy: JournalCopy, identity: bytes, head: ChainHead) -> bool:
    """Mark the newest segment of the copy in place, which needs no space; False if that fails.

    The directory is opened again first: a disk may have been away in the meantime.
    """
    try:
        copy.hold()
        for number in sorted(copy.segments(), reverse=True):
            header = SegmentHeader.parse(copy.read(number, HEADER_OCTETS) or b"")
            if header and (header.segment, header.identity) == (number, identity):
                # in place, in a sector of its own: this needs no free block, so it works on a full
                # disk
                copy.write(number, STALE_MARK_OFFSET, packed_head(head))
                copy.sync(number)
                return True
    except (OSError, JournalError):
        copy.close()
    return False
