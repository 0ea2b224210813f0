"""Every finding of the journal has words."""

from typing import get_args

import pytest

from firmware.core.vocabulary.panel import Text
from firmware.shell.history.finding_text import finding_fault, finding_text
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
from firmware.shell.words.words import Words
from tests.kits.offenders import each

FOUND = [
    (JournalBegun(), "New journal"),
    (CopyRepaired("/a", 3), "/a repaired, 3 records"),
    (TailUnacknowledged(2), "last 2 records"),
    (TailCut("/b", 17), "17 octets of an interrupted write erased from /b"),
    (CopyLost("/a", Text("errno.ENOSPC")), "/a lost (the disk is full)"),
    (CopyUnmarked("/a"), "/a"),
    (CopyReplaced("/b", 2), "/b (slot 2) was blank, or older"),
    (CopyForeign("/b", 2), "/b (slot 2) is another table's"),
    (CommitTorn(2), "last 2 records are missing"),
    (ForkLeftAside("/a", 2), "2 never acknowledged records of /a"),
    (SegmentRepaired("/b", 12, 5), "segment 12 of /b repaired, 5 records"),
    (RepairFailed("/b", 12, Text("errno.EROFS")), "not repaired (this disk is read-only)"),
    (SegmentsRetired(3, 4), "segments 3 to 4 removed"),
]


def test_every_finding_is_covered() -> None:
    assert {type(finding) for finding, _ in FOUND} == set(get_args(Finding))


@pytest.mark.clause("AGCO 15.1 wrap")
@each("finding, said", FOUND)
def test_finding_has_words(finding: Finding, said: str) -> None:
    assert said in Words.load("en").render(finding_text(finding))
    assert Words.load("fr").render(finding_text(finding))


@each(
    "finding, code",
    [
        (CopyReplaced("/b", 2), "copy_replaced"),
        (CopyForeign("/b", 2), "journal_foreign"),
        (CommitTorn(2), "commit_torn"),
    ],
)
def test_finding_for_a_person_is_a_fault(finding: Finding, code: str) -> None:
    fault = finding_fault(finding)
    assert fault is not None
    assert (fault.part, fault.code) == ("journal", code)
