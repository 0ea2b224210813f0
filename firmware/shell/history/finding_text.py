"""The journal's findings and repairs, as words."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Final

from firmware.core.vocabulary.events import FaultRaised
from firmware.core.vocabulary.panel import Text
from firmware.shell.journal import (
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

FINDING_KEYS: Final[dict[type[Finding], str]] = {
    JournalBegun: "journal.begun",
    CopyRepaired: "journal.repaired",
    TailUnacknowledged: "journal.unacknowledged",
    CommitTorn: "journal.torn",
    TailCut: "journal.cut",
    CopyLost: "journal.lost",
    CopyReplaced: "journal.replaced",
    CopyForeign: "journal.foreign",
    CopyUnmarked: "journal.unmarked",
    ForkLeftAside: "journal.fork",
    SegmentRepaired: "journal.segment_repaired",
    RepairFailed: "journal.repair_failed",
    SegmentsRetired: "journal.retired",
}

EXPECTED_FINDINGS: Final = (JournalBegun, TailCut, TailUnacknowledged)


def finding_fault(finding: Finding) -> FaultRaised | None:
    """Return the fault for which a person must inspect the table, None for a harmless finding."""
    match finding:
        case CopyReplaced(slot=slot):
            return FaultRaised("journal", "copy_replaced", {"slot": str(slot)})
        case CopyForeign(slot=slot):
            return FaultRaised("journal", "journal_foreign", {"slot": str(slot)})
        case CommitTorn():
            return FaultRaised("journal", "commit_torn")
    return None


def damage_texts(findings: Iterable[Finding]) -> Iterator[Text]:
    """Yield the words of those that neither a new journal nor a power cut alone leaves."""
    return (
        finding_text(finding) for finding in findings if not isinstance(finding, EXPECTED_FINDINGS)
    )


def finding_text(finding: Finding) -> Text:
    """Return a finding for a technician."""
    return Text(FINDING_KEYS[type(finding)], asdict(finding))
