"""The two copies of the journal, and which of them are in use.

A copy that fails once is out of use until the next opening: after a failed sync its content is
unknown, and reading it may return wrong data. The journal goes on with the other copy and reports
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
from firmware.shell.journal.errors import JournalError, JournalLost, JournalTaken
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.findings import CopyForeign, CopyLost, CopyUnmarked, Finding
from firmware.shell.journal.header import BLOCK, LEFT, Header, end
from firmware.shell.journal.records import Head
from firmware.shell.journal.segments import Standing, standing
from firmware.shell.words.os_words import os_reason

P = ParamSpec("P")

log = logging.getLogger(__name__)


class Copies:
    """Both copies; one that fails once is out of use: after a failed sync its
    content is unknown.
    """

    def __init__(self, first: JournalCopy, second: JournalCopy) -> None:
        if first.name == second.name:
            raise JournalTaken(Text("journal.why.same_copies", {"copy": first.name}))
        self.both: tuple[JournalCopy, ...] = (first, second)
        self.live = [first, second]
        self.findings: list[Finding] = []
        self._dropped: list[JournalCopy] = []
        self._unmarked: list[tuple[JournalCopy, bytes, Head]] = []
        self.names = f"{first.name}, {second.name}"

    def attempt(
        self,
        act: Callable[Concatenate[JournalCopy, P], object],
        copy: JournalCopy,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> bool:
        """Run `act` on the copy; if it raises OSError, drop the copy and return False."""
        try:
            act(copy, *args, **kwargs)
        except OSError as error:
            self.drop(copy, error)
            return False
        return True

    def drop(self, copy: JournalCopy, error: OSError) -> None:
        """Take the copy out of use, and log the reason."""
        log.warning("%s: %s", copy.name, error)
        self.live.remove(copy)
        self._dropped.append(copy)
        self.findings.append(CopyLost(copy.name, os_reason(error)))

    def set_apart(self, foreign: JournalCopy) -> None:
        """Have nothing more to do with a copy that is another table's."""
        self.findings.append(CopyForeign(foreign.name, self.both.index(foreign) + 1))
        self.both = tuple(copy for copy in self.both if copy is not foreign)
        self.live.remove(foreign)
        foreign.close()

    def leave(self, identity: bytes, head: Head) -> None:
        """Mark every copy dropped since as left behind: the journal goes on from `head` without it.

        To be called before anything is acknowledged that such a copy may lack.
        """
        if self._dropped:
            self._unmarked += [(copy, identity, head) for copy in self._dropped]
            self._dropped.clear()
            self.mark()
            self.findings += [CopyUnmarked(copy.name) for copy, *_ in self._unmarked]

    def mark(self) -> None:
        """Try again to mark the copies that could not be marked when they were left behind."""
        self._unmarked = [behind for behind in self._unmarked if not _is_marked(*behind)]

    def hold(self) -> None:
        """Lock the copies for writing. Raises JournalTaken if another process holds one."""
        for copy in self.both:
            self.attempt(lambda one: one.hold(), copy)

    def stand(self) -> list[Standing]:
        """Return the state of each copy; an unreadable copy counts as empty."""
        found = dict.fromkeys(self.both, Standing())
        for copy in tuple(self.live):
            self.attempt(lambda one: found.update({one: standing(one)}), copy)
        self.check()
        return list(found.values())

    def read(self, segment: int) -> dict[JournalCopy, bytes | None]:
        """Return every readable copy in use, with its octets, None if it has none."""
        images: dict[JournalCopy, bytes | None] = {}
        for copy in tuple(self.live):
            self.attempt(lambda one: images.update({one: one.read(segment)}), copy)
        self.check()
        return images

    def check(self) -> None:
        """Raise JournalLost if no copy is left."""
        if not self.live:
            self.mark()
            lost = (found for found in self.findings if isinstance(found, CopyLost))
            reasons = (Text("errno.at", {"path": one.copy, "why": one.reason}) for one in lost)
            both = reduce(
                lambda one, other: Text("journal.why.both", {"one": one, "other": other}), reasons
            )
            raise JournalLost(Text("journal.why.no_copy", {"reasons": both}))

    def close(self) -> None:
        """Close both copies, in use or not."""
        self.mark()
        for copy in self.both:
            copy.close()


def _is_marked(copy: JournalCopy, identity: bytes, head: Head) -> bool:
    """Mark the newest segment of the copy in place, which needs no space; False if that fails.

    The directory is opened again first: a disk may have been away in the meantime.
    """
    try:
        copy.hold()
        for number in sorted(copy.segments(), reverse=True):
            header = Header.read(copy.read(number, BLOCK) or b"")
            if header and (header.segment, header.identity) == (number, identity):
                copy.write(number, LEFT, end(head))
                copy.sync(number)
                return True
    except (OSError, JournalError):
        copy.close()
    return False
