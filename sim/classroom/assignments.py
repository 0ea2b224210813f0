"""The list of a trainee: exercises, then an exam and a drill, each begun by a request."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.web.drills.game_setup import HOMES
from sim.web.messages.messages_in import PageRequest, StartDrill, StartExam, StartExercise
from sim.web.school.exam_sheets import ExamSheet
from sim.web.school.exercise import Exercise


class Assignment(NamedTuple):
    """An exercise, exam or drill at a game; the request begins each of an exam's parts."""

    game: str
    request: PageRequest
    parts: int = 1


class KnownWork(NamedTuple):
    """The exercises and exams that a list may name."""

    exercises: Mapping[str, Exercise]
    exams: Mapping[str, ExamSheet]

    def exercise_assignments(
        self, names: tuple[str, ...], games: tuple[str, ...]
    ) -> Iterator[Assignment]:
        """Yield those of these names, then all others of the games. Raises RequestFailed."""
        for name in names:
            if name not in self.exercises:
                raise RequestFailed(Text("school.no_exercise", {"name": name}))
            yield _exercise_assignment(self.exercises[name])
        known_games = {exercise.situation.game for exercise in self.exercises.values()}
        for game in games:
            if game not in known_games:
                values = {"game": game, "games": ", ".join(sorted(known_games))}
                raise RequestFailed(Text("script.no_game", values))
            for name, exercise in self.exercises.items():
                if exercise.situation.game == game and name not in names:
                    yield _exercise_assignment(exercise)

    def exam_assignment(self, name: str) -> Assignment:
        """Return an exam, at its first part's game. Raises RequestFailed if it can't be done."""
        if name not in self.exams:
            values = {"name": name, "exams": ", ".join(sorted(self.exams))}
            raise RequestFailed(Text("class.no_exam", values))
        parts = self.exams[name].parts
        games = [
            drill_assignment(part.drill).game
            if part.drill is not None
            else self.exercises[part.exercise or ""].situation.game
            for part in parts
        ]
        return Assignment(games[0], StartExam(exam=name), len(parts))


def _exercise_assignment(exercise: Exercise) -> Assignment:
    return Assignment(exercise.situation.game, StartExercise(exercise=exercise.id))


def drill_assignment(game: str) -> Assignment:
    """Return a drill at a game. Raises RequestFailed if there is none."""
    HOMES.with_game(game)
    return Assignment(game, StartDrill(game=game))
