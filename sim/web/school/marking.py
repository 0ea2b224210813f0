"""Marks a trainee's acts against what his table asks for, one after the other."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, Literal

from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.keys import DECISIONS
from firmware.core.vocabulary.status import Status
from sim.web.messages.messages_in import Act as PageAct
from sim.web.messages.messages_in import Decide, Press
from sim.web.messages.messages_out import MarkTold
from sim.web.school.exercise import Expected, Happening, asked_by

State = Literal["waiting", "asked", "done", "missed"]
STOPPED: Final = frozenset(
    {
        *(Act.MEND, Act.CLEAR, Act.VOID, Act.START, Act.CONFIRM_FELT, Act.CHOOSE_CARD),
        *(Act.ENTER_CARD, Act.TAKE_BACK, Act.SHUFFLE, Act.RESOLVE_LATE),
    }
)
"""What a table asks for while it has stopped."""


class Mark:
    """One expected act, and how it went."""

    def __init__(self, expected: Expected) -> None:
        self.expected = expected
        self.state: State = "waiting"
        self.wrong = 0
        """Keys that were dark, refused, or not the decision of his exercise."""
        self.millis = 0
        """From the table's asking to the end of it."""

    @property
    def told(self) -> MarkTold:
        act = self.expected
        return MarkTold(
            str(act.do), self.state, self.wrong, self.millis, act.spot, act.on, act.hand,
            act.key and act.key.value,
        )  # fmt: skip


class Marking:
    """The marks of one exercise. An act is done when the table, having asked for it, asks for
    something else; one that the table has passed over is missed.
    """

    def __init__(self, acts: Sequence[Expected]) -> None:
        self.marks = [Mark(act) for act in acts if act.happens is None]
        marks = iter(self.marks)
        self._items: list[Mark | Happening] = [act.happens or next(marks) for act in acts]
        self._at = 0
        self._asked: object = None
        """What the table asked for when the present act began."""
        self._since_ms = 0

    @property
    def over(self) -> bool:
        """Whether every act is done or missed."""
        return self._at >= len(self._items)

    @property
    def happening(self) -> Happening | None:
        """What befalls the table now."""
        item = None if self.over else self._items[self._at]
        return None if isinstance(item, Mark) else item

    def happened(self) -> None:
        """Go on: what was to befall the table has."""
        self._at += 1

    def see(self, seen: Status, now_ms: int) -> None:
        """Take a look at the table."""
        present = self._present
        if present and present.state == "asked" and self._is_over(present, seen):
            present.state, present.millis = "done", now_ms - self._since_ms
            self._at += 1
            present = self._present
        if present and present.state == "waiting":
            self._begin(seen, now_ms)

    def acted(self, act: PageAct, before: Status | None, *, refused: bool) -> None:
        """Take note of an act of the trainee; `before` is the table as he saw it."""
        mark = self._present or self.marks[-1]
        mark.wrong += refused or _is_dark(act, before) or _is_other(act, mark.expected)

    @property
    def _present(self) -> Mark | None:
        item = None if self.over else self._items[self._at]
        return item if isinstance(item, Mark) else None

    @property
    def _ahead(self) -> list[Mark]:
        """The acts up to the next thing that happens by itself."""
        found = []
        for item in self._items[self._at :]:
            if not isinstance(item, Mark):
                break
            found.append(item)
        return found

    def _is_over(self, mark: Mark, seen: Status) -> bool:
        stopped_by_something_else = seen.stopped and mark.expected.do not in STOPPED
        return asked_by(seen) != self._asked and not stopped_by_something_else

    def _begin(self, seen: Status, now_ms: int) -> None:
        """Begin the first act that the table asks for; those before it are missed."""
        ahead = self._ahead
        passed = list(takewhile(lambda mark: not mark.expected.is_asked(seen), ahead))
        if len(passed) == len(ahead):
            return
        for mark in passed:
            mark.state = "missed"
        self._at += len(passed)
        self._since_ms, self._asked = now_ms, asked_by(seen)
        ahead[len(passed)].state = "asked"


def _is_dark(act: PageAct, before: Status | None) -> bool:
    return isinstance(act, Press) and before is not None and act.key.value not in before.keys


def _is_other(act: PageAct, expected: Expected) -> bool:
    """Return whether an act keys another decision than the exercise asks for."""
    match act:
        case Decide(do=key) | Press(key=key):
            return expected.key is not None and key in DECISIONS and key is not expected.key
    return False
