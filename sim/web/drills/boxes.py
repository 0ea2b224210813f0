"""Leitner's boxes: a subject that was right is asked later and later, one that was wrong soon.

S. Leitner, So lernt man lernen (1972). Each subject is in one of five boxes. A right payment moves
it to the next box, a wrong one back to the first. A box says after how many questions its subjects
are due again; a new subject is drawn while none is due. The level, by which stakes grow, is of all
subjects together.
"""

from collections.abc import Iterable
from typing import Final, cast

import msgspec
from msgspec.structs import replace

from sim.web.drills.question import Family
from sim.web.drills.question_source import HIGHEST_LEVEL, Subject
from sim.web.messages.school_messages import MarkMessage

INTERVALS: Final = (2, 5, 12, 30, 75)
"""By box: after how many questions a subject is due again."""
RECENT: Final = 20
"""The last marks of a subject that are shown."""
RIGHTS_TO_RISE: Final = 5
WRONGS_TO_FALL: Final = 2
"""Marks in a row after which the level changes."""
SEPARATOR: Final = "/"


class SubjectRecord(msgspec.Struct, frozen=True):
    """How a trainee does in a subject."""

    box: int = 0
    """0 before the first mark."""
    due_at: int = 0
    """The number of the question from which it is due again."""
    rights: tuple[bool, ...] = ()
    millis: tuple[int, ...] = ()
    """The time of each of these last payments."""

    @property
    def mean_millis(self) -> int | None:
        """The mean time of the last right payments; None if there is none."""
        times = [
            millis for is_right, millis in zip(self.rights, self.millis, strict=True) if is_right
        ]
        return sum(times) // len(times) if times else None

    def marked(self, mark: MarkMessage, number: int) -> "SubjectRecord":
        """Return it after the mark of a question with this number."""
        is_right = mark.verdict == "right"
        box = min(len(INTERVALS), self.box + 1) if is_right else 1
        return replace(
            self,
            box=box,
            due_at=number + INTERVALS[box - 1],
            rights=(*self.rights, is_right)[-RECENT:],
            millis=(*self.millis, mark.millis)[-RECENT:],
        )


class Boxes:
    """Every subject of a trainee, in its box."""

    def __init__(self, marks: Iterable[MarkMessage] = ()) -> None:
        """`marks` are those of all earlier drills, the oldest first."""
        self.records: dict[Subject, SubjectRecord] = {}
        self.level = 1
        self._count = 0
        self._row = 0
        """Marks in a row that were right; negative if they were wrong."""
        for mark in marks:
            self.add(mark)

    def add(self, mark: MarkMessage) -> None:
        """Move the subject of a mark to its next box."""
        subject = subject_of(mark)
        if subject is None:
            return
        self._count += 1
        record = self.records.get(subject, SubjectRecord())
        self.records[subject] = record.marked(mark, self._count)
        self._change_level(is_right=mark.verdict == "right")

    def due_subject(self, games: Iterable[str]) -> Subject | None:
        """Return the subject of these games that is due longest; None if none is due yet."""
        allowed = frozenset(games)
        due = [
            (record.due_at, subject)
            for subject, record in self.records.items()
            if subject.game in allowed and record.due_at <= self._count + 1
        ]
        return min(due)[1] if due else None

    def _change_level(self, *, is_right: bool) -> None:
        self._row = max(self._row, 0) + 1 if is_right else min(self._row, 0) - 1
        if self._row == RIGHTS_TO_RISE:
            self.level, self._row = min(HIGHEST_LEVEL, self.level + 1), 0
        elif self._row == -WRONGS_TO_FALL:
            self.level, self._row = max(1, self.level - 1), 0


def subject_name(subject: Subject) -> str:
    """Return a subject as a mark of the sheet names it."""
    return f"{subject.game}{SEPARATOR}{subject.family}"


def subject_of(mark: MarkMessage) -> Subject | None:
    """Return the subject of a drill's mark; None of another exercise's."""
    game, separator, family = (mark.bet_name or "").partition(SEPARATOR)
    return Subject(game, cast("Family", family)) if separator else None
