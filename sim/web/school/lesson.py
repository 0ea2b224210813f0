"""An exercise that is under way at a table."""

import threading
from collections.abc import Callable
from typing import Any

from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from sim.web.messages.messages_in import Act, Draw, Throw
from sim.web.messages.messages_out import LessonTold
from sim.web.school.exercise import Exercise
from sim.web.school.marking import Marking

Do = Callable[[Any], str | None]


class Lesson:
    """Watches a trainee. It begins once the people have played the situation.

    `look` returns the table's status, None while its service is off; `now` the table's time in ms.
    Safe from any thread.
    """

    def __init__(
        self, exercise: Exercise, look: Callable[[], Status | None], now: Callable[[], int]
    ) -> None:
        self.begun = False
        self._exercise = exercise
        self._look = look
        self._now = now
        self._alone = threading.Lock()
        self._marking = Marking(exercise.acts)
        self._cards = list(exercise.cards)
        self._results = list(exercise.results)

    def see(self, seen: Status | None) -> None:
        """Take a look at the table."""
        with self._alone:
            if self.begun and seen is not None:
                self._marking.see(seen, self._now())

    def have_happen(self, do: Do) -> None:
        """Have happen what befalls the table now, if anything does. Raises CannotBeDone."""
        with self._alone:
            happening = self._marking.happening if self.begun else None
            if happening is not None:
                self._marking.happened()
        if happening is not None:
            do(happening)

    def do(self, act: Act, do: Do) -> str | None:
        """Have the trainee's act done, and marked. Raises CannotBeDone."""
        if not self.begun:
            return do(act)
        before = self._look()
        self.see(before)
        try:
            done = do(self._prepared(act))
        except CannotBeDone:
            self._mark(act, before, refused=True)
            raise
        after = self._look()
        refused = bool(after and after.refused and after.refused != (before and before.refused))
        self._mark(act, before, refused=refused)
        self.see(after)
        return done

    def _mark(self, act: Act, before: Status | None, *, refused: bool) -> None:
        with self._alone:
            self._marking.acted(act, before, refused=refused)

    def _prepared(self, act: Act) -> Act:
        """Return the act with the card or the result that the exercise has come next."""
        match act:
            case Draw(card=None) if self._cards:
                return Draw(card=self._cards.pop(0).name, readable=act.readable)
            case Throw(symbols=()) if self._results:
                return Throw(symbols=self._results.pop(0), revolutions=act.revolutions)
        return act

    @property
    def told(self) -> LessonTold:
        with self._alone:
            return LessonTold(
                id=self._exercise.id,
                begun=self.begun,
                over=self._marking.over,
                marks=tuple(mark.told for mark in self._marking.marks),
            )
