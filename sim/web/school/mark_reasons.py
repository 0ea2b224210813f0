"""The sums and articles of what is marked, from the table's journal."""

import threading
from collections.abc import Iterable

from firmware.core.poker_room.engine.closed_games import POT
from firmware.shell.why.spoken_answer import SpokenAnswer
from sim.people.pot_chips import DROP_BOX
from sim.web.school.exercise_mark import ExerciseMark
from sim.web.school.lesson_table import Explained, LessonTable


class MarkReasons:
    """Gives each movement that was marked its reckoning and its sentences. Safe from any thread."""

    def __init__(self, table: LessonTable) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._looked_up: set[tuple[int, bool]] = set()
        """The marks that were looked up, before and after the end of their exercise."""

    def give(self, marks: Iterable[ExerciseMark], *, is_over: bool) -> None:
        """Explain the marks that have no reckoning yet; the journal is read if there are any."""
        with self._lock:
            # A settlement in parts is journaled at the end of its round.
            new_marks = [
                mark
                for mark in marks
                if mark.is_marked
                and mark.movement
                and not any(mark.reckoning.values())
                and (id(mark), is_over) not in self._looked_up
            ]
            self._looked_up |= {(id(mark), is_over) for mark in new_marks}
        if new_marks:
            explained = self._table.explained()
            for mark in new_marks:
                _explain_mark(mark, explained)


def _explain_mark(mark: ExerciseMark, explained: Explained) -> None:
    answers = {
        language: [answer for answer in by_round.get(mark.round, ()) if _is_about(answer, mark)]
        for language, by_round in explained.answers.items()
    }
    # New mappings: those that were sent must not change.
    mark.reckoning = {
        language: tuple(dict.fromkeys(step for answer in said for step in answer.reckoning))
        for language, said in answers.items()
    }
    mark.articles = {
        language: tuple(
            {sentence.id: sentence for answer in said for sentence in answer.sentences}.values()
        )
        for language, said in answers.items()
    }


def _is_about(answer: SpokenAnswer, mark: ExerciseMark) -> bool:
    if mark.movement is None:
        return False
    place, bettor = mark.movement.stack
    if place == DROP_BOX:
        return answer.on == POT
    return (answer.spot, answer.on, answer.bettor) == (place.spot, place.on, bettor)
