"""The host of the present table: it executes the pages' requests, one at a time."""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from msgspec.structs import asdict

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.rules.rules import RulesError, games
from firmware.shell.script import Script
from firmware.shell.script_file import ScriptError, scripts_in
from firmware.shell.words.os_words import os_failure
from sim.web.bench.bench import Bench
from sim.web.bench.forkserver import Loaded
from sim.web.bench.rooms import Rooms, passing_room
from sim.web.bench.script_seating import seating_of
from sim.web.bench.subprocess_world import Beside
from sim.web.bench.table_dir import Seating
from sim.web.messages.messages_in import AnyAct, Learn, Load, People, Seat, Speak, Speed
from sim.web.messages.messages_out import ExerciseTold
from sim.web.school.exercise import Exercise
from sim.web.session.pages import Pages
from sim.web.session.session import Session

NO_EXERCISES: Final = MappingProxyType[str, Exercise]({})


class Host:
    """Opens a table, and replaces it by another on request.

    Raises CannotBeDone, RulesError or OSError if the first can't be opened.
    """

    def __init__(
        self,
        seating: Seating,
        pages: Pages,
        chance: random.Random,
        rooms: Rooms = passing_room,
        *,
        asks_language: bool = False,
        exercises: Mapping[str, Exercise] = NO_EXERCISES,
        loaded: Loaded | None = None,
    ) -> None:
        self._pages = pages
        self._bench = partial(Bench, world=partial(Beside, loaded=loaded), rooms=rooms)
        self._exercises = exercises
        self._told = tuple(map(_told, exercises.values()))
        self._chance = chance
        self._seats = 0
        self.asks_language = asks_language
        """Whether nobody has chosen the table's language yet: the first page's reader does."""
        self._served = self._session(seating)

    @property
    def game(self) -> str:
        return self._served.bench.config.table.game

    @property
    def language(self) -> str:
        return self._served.bench.config.language

    @property
    def socket(self) -> Path:
        """The control socket of the present table."""
        return self._served.bench.room.socket()

    @property
    def voice(self) -> Path:
        """The folder of the present table's phrases."""
        return self._served.bench.room.voice

    def open(self, *, play: bool, times: float) -> None:
        """Switch the table on; people come who `play`, or don't, so much faster than people."""
        self._served.open()
        self._served.acting.do(Speed(times=times))
        self._served.acting.do(People(play=play))

    def do(self, act: AnyAct) -> str | None:
        """Execute one request; return its result. Raises CannotBeDone if it is impossible."""
        match act:
            case Seat():
                self._seat(Seating(act.game, spots=act.spots, language=self.language))
            case Speak():
                self._speak(act.language)
            case Load():
                self._stage(_script(act.script))
            case Learn():
                self._teach(act.exercise)
            case _:
                return self._served.acting.do(act)
        return None

    def close(self) -> None:
        """End the service of the table, and remove everything of it."""
        self._served.close()

    def _speak(self, language: str) -> None:
        """Change the table's language, unless its configuration names it. Raises CannotBeDone."""
        if self._served.bench.seating.config is not None:
            raise CannotBeDone(Text("web.act.language_configured"))
        self.asks_language = False
        if language != self.language:
            self._served.speak(language)

    def _stage(self, script: Script) -> None:
        with _unfit():
            seating = replace(seating_of(script), language=self.language)
        self._seat(seating, play=False)
        self._served.acting.stage(script)

    def _teach(self, name: str) -> None:
        if name not in self._exercises:
            raise CannotBeDone(Text("school.no_exercise", {"name": name}))
        exercise = self._exercises[name]
        with _unfit():
            seating = replace(seating_of(exercise.situation), language=self.language)
        self._seat(seating, play=False)
        self._served.acting.teach(exercise)

    def _seat(self, seating: Seating, *, play: bool | None = None) -> None:
        """Open another table; by default people go on playing there if they did.

        If there can't be such a table, the present one stays. Otherwise it ends while the service
        of the other one starts, which takes longer.
        """
        before, people = self._served, self._served.acting.told()
        with _unfit():
            self._served = self._session(seating)
        before.leave()
        try:
            self.open(play=people.play if play is None else play, times=people.times)
        finally:
            before.close()

    def _session(self, seating: Seating) -> Session:
        seat, bench = self._seats + 1, self._bench
        session = Session(seating, seat, self._pages, self._chance, bench, self._told)
        self._seats = seat
        return session


@contextmanager
def _unfit() -> Iterator[None]:
    """Say in words why a table can't be seated. Raises CannotBeDone."""
    try:
        yield
    except RulesError as error:
        raise CannotBeDone(Text("web.no_table", {"why": error.why})) from None
    except OSError as error:
        raise CannotBeDone(Text("web.no_table", {"why": os_failure(error)})) from None


def _told(exercise: Exercise) -> ExerciseTold:
    return ExerciseTold(
        exercise.id,
        exercise.situation.game,
        exercise.kind,
        asdict(exercise.title),
        asdict(exercise.task),
        sum(act.do is not None for act in exercise.acts),
    )


def _script(text: str) -> Script:
    """Return the first script of a text. Raises CannotBeDone."""
    try:
        _, script = next(scripts_in(text.encode(), "script", games()))
    except ScriptError as error:
        raise CannotBeDone(Text("web.no_script", {"why": error.why})) from None
    return cast("Script", script)  # its game has a table
