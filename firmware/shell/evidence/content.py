"""The kind of a journal, as far as its evidence depends on it: which records a bundle may contain,
and the sums by which they are checked.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from firmware.core.table.meters import Meters
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.program import present_program
from firmware.shell.evidence.bundle import BundleEnding, EvidenceBundle, MetersAtRound
from firmware.shell.journal import JournalFormatUnknown, ProgramVersion
from firmware.shell.journal.segments import Segments


class RoundRange(NamedTuple):
    """The first and last round to export, both included; None for no limit."""

    first: int | None = None
    last: int | None = None


ALL_ROUNDS: Final = RoundRange()
NO_METERS: Final = MetersAtRound(0, Meters())


class LinkPosition(NamedTuple):
    """A position between two links, with the totals up to it."""

    octets: int = 0
    link_count: int = 0
    record_count: int = 0
    segments: tuple[int, ...] = ()


class BundleEnd(NamedTuple):
    """Where a bundle ends, and why; the rounds in it, and the meters as the last one opened."""

    position: LinkPosition
    reason: BundleEnding = "whole"
    rounds: tuple[int, int] = (0, 0)
    meters: MetersAtRound = NO_METERS


class BundleExtent(Protocol):
    """How much of a journal a bundle has, found out as its records are read."""

    def first_segment(self, segments: Segments) -> int:
        """Return the segment with which it begins."""
        ...

    def take_record(self, payload: bytes, position: LinkPosition, /) -> bool:
        """Take the record that begins here; return whether to read on."""
        ...

    def bundle_end(self, last: LinkPosition, *, in_use: bool) -> BundleEnd:
        """Return the end, `last` at most; a service may have the journal open. Raises RequestFailed
        if nothing is left.
        """
        ...


class ContentAccount(NamedTuple):
    """The problems of a bundle's records, in words; their content, if they have none."""

    problems: tuple[Text, ...] = ()
    statements: tuple[Text, ...] = ()
    unjudged: Text | None = None
    """The first record that another program can judge, and this one can't."""

    def joined(self, later: "ContentAccount") -> "ContentAccount":
        """Return both as one."""
        return ContentAccount(
            self.problems + later.problems,
            self.statements + later.statements,
            self.unjudged or later.unjudged,
        )


def unreadable_account(error: JournalFormatUnknown) -> ContentAccount:
    """Return the account of records of which this program can't read one: its own are all
    readable.
    """
    if error.writer == present_program():
        return ContentAccount((error.why,))
    return ContentAccount(unjudged=error.why)


def judged_by_writer(number: int, problem: Text, writer: ProgramVersion) -> ContentAccount:
    """Return the account of records of which that one has a problem by this program: if another
    wrote it, only that one can say whether it is right.
    """
    if writer == present_program():
        return ContentAccount((problem,))
    values = {"number": str(number), "version": writer.number, "digits": writer.digest[:12]}
    return ContentAccount(unjudged=Text("evidence.unjudged", {**values, "what": problem}))


class JournalContent(NamedTuple):
    """The kind of a journal. Both functions raise RequestFailed."""

    name: str
    extent: Callable[[RoundRange], BundleExtent]
    account: Callable[[EvidenceBundle], ContentAccount]
    """Of a bundle whose octets are as they were signed."""


class WholeJournal:
    """All of a journal that has no rounds and no secret cards."""

    def __init__(self, round_range: RoundRange) -> None:
        if round_range != ALL_ROUNDS:
            raise RequestFailed(Text("evidence.no_rounds"))

    def first_segment(self, segments: Segments) -> int:
        return segments.numbers[0]

    def take_record(self, _payload: bytes, _position: LinkPosition) -> bool:
        return True

    def bundle_end(self, last: LinkPosition, *, in_use: bool) -> BundleEnd:  # noqa: ARG002
        if not last.record_count:
            raise RequestFailed(Text("evidence.none_readable"))
        return BundleEnd(last)
