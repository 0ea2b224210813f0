"""The journal's findings and repairs, as words."""

from dataclasses import asdict
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal import (
    CopyLost,
    CopyRepaired,
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

KEYS: Final[dict[type[Finding], str]] = {
    JournalBegun: "begun",
    CopyRepaired: "repaired",
    TailUnacknowledged: "unacknowledged",
    TailCut: "cut",
    CopyLost: "lost",
    CopyUnmarked: "unmarked",
    ForkLeftAside: "fork",
    SegmentRepaired: "segment_repaired",
    RepairFailed: "repair_failed",
    SegmentsRetired: "retired",
}


def words_of(finding: Finding) -> Text:
    """Return a finding for a technician."""
    return Text(f"journal.{KEYS[type(finding)]}", asdict(finding))
