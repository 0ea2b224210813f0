"""The host of the present table: it executes the pages' requests, one at a time."""

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.defaults import default_table
from firmware.shell.script import TableScript
from firmware.shell.words.words import Words
from hal.pi.phrases import PhraseCache
from sim.web.bench.bench import Bench
from sim.web.bench.forkserver import ForkServer
from sim.web.bench.script_seating import seating_of
from sim.web.bench.subprocess_world import SubprocessWorld
from sim.web.bench.table_dir import Seating
from sim.web.bench.table_directories import DirectorySource, temporary_directory
from sim.web.drills.game_setup import table_house
from sim.web.drills.trainee_drills import TraineeDrills
from sim.web.felt.felt_plan import draw_felt
from sim.web.felt.plan_parts import FeltPlan
from sim.web.messages.messages_in import (
    AnyPageRequest,
    FreezeTable,
    LoadScript,
    OpenTable,
    RaiseClaim,
    SetLanguage,
    SetPlaying,
    SetSpeed,
)
from sim.web.school.exam_sheets import ExamSheet
from sim.web.school.exercise import Exercise
from sim.web.school.sheet import Sheet
from sim.web.school.trainee_record import TraineeRecord
from sim.web.session.pages import OpenPages
from sim.web.session.requested_seating import first_script, seating_errors
from sim.web.session.school_desk import NO_EXAMS, NO_EXERCISES, SCHOOL_REQUESTS, SchoolDesk
from sim.web.session.session import TableSession
from sim.web.session.table_reasons import TableReasons
from sim.web.session.trainer_control import Requester, TrainerControl

NO_SOCKET: Final = "withheld"
"""The name of a socket that there is not."""


class TableHost:
    """Opens a table, and replaces it by another on request.

    Raises RequestFailed, RulesError or OSError if the first can't be opened.
    """

    def __init__(
        self,
        seating: Seating,
        open_pages: OpenPages,
        random_source: random.Random,
        directories: DirectorySource = temporary_directory,
        *,
        language_unset: bool = False,
        exercises: Mapping[str, Exercise] = NO_EXERCISES,
        fork_server: ForkServer | None = None,
        trainer_control: TrainerControl | None = None,
        sheet: Sheet | None = None,
        exams: Mapping[str, ExamSheet] = NO_EXAMS,
    ) -> None:
        self._open_pages = open_pages
        self.trainer_control = trainer_control or TrainerControl()
        self.trainee_record = TraineeRecord(
            sheet or Sheet(), self.trainer_control.class_message().trainee
        )
        self.reasons = TableReasons(lambda: self._table_session)
        self._school_desk = self._make_school_desk(random_source, exercises, exams)
        self._bench = partial(
            Bench, world=partial(SubprocessWorld, loaded=fork_server), rooms=directories
        )
        self._random_source = random_source
        self._tables_opened = 0
        self.language_unset = language_unset
        """Whether the table's language is not chosen yet: the first page's browser chooses it."""
        self._table_session = self._session(seating)

    def _make_school_desk(
        self,
        random_source: random.Random,
        exercises: Mapping[str, Exercise],
        exams: Mapping[str, ExamSheet],
    ) -> SchoolDesk:
        drills = TraineeDrills(
            self.trainee_record,
            random_source,
            lambda: table_house(self._table_session.bench.config),
        )
        return SchoolDesk(
            self.trainee_record,
            drills,
            exercises,
            exams,
            self._teach_exercise,
            lambda: self._table_session.dispatcher.give_up_lesson(),
        )

    @property
    def game(self) -> str:
        return self._table_session.bench.config.table.game

    @property
    def language(self) -> str:
        return self._table_session.bench.config.language

    @property
    def games(self) -> tuple[str, ...]:
        """The games of the present house."""
        return self._table_session.bench.config.rule_pack.games

    @property
    def served_games(self) -> tuple[str, ...]:
        """The games of the present house for which there are tables, the poker room's too."""
        return self._table_session.bench.config.rule_pack.served_games

    @property
    def felt(self) -> FeltPlan:
        """The plan of the present table's felt."""
        bench = self._table_session.bench
        return draw_felt(bench.config, bench.game)

    def felt_of(self, game: str) -> FeltPlan:
        """Return the plan of a usual table of the house. Raises RulesError without that game."""
        config = default_table(game, self._table_session.bench.config.rule_pack)
        return draw_felt(config, config.open_game())

    @property
    def words(self) -> Mapping[str, Words]:
        """The words of the present table, by language."""
        return self._table_session.words

    @property
    def control_socket(self) -> Path:
        """The control socket of the present table."""
        return self._table_session.bench.table_dir.socket_path()

    @property
    def is_dark(self) -> bool:
        """Whether a blind exercise withholds what the table says."""
        return self._table_session.dispatcher.is_dark

    @property
    def console_socket(self) -> Path:
        """The control socket that a page's console may use: none during a blind exercise."""
        table_dir = self._table_session.bench.table_dir
        return table_dir.path / NO_SOCKET if self.is_dark else self.control_socket

    @property
    def phrases(self) -> PhraseCache:
        """The phrases of the present table, in its language's voice."""
        voice = self.words[self.language].render(Text("language.voice"))
        return PhraseCache(voice, self._table_session.bench.table_dir.voice)

    def open(self, *, play: bool, times: float) -> None:
        """Switch the table on; its people play if `play`, `times` as fast as real ones."""
        self._table_session.open()
        self._table_session.dispatcher.execute(SetSpeed(times=times))
        self._table_session.dispatcher.execute(SetPlaying(play=play))

    def execute(self, request: AnyPageRequest, requester: Requester = "page") -> str | None:
        """Execute one request; return its result. Raises RequestFailed if it is impossible, or not
        for this requester.
        """
        self.trainer_control.check(request, requester)
        match request:
            case FreezeTable():
                self.trainer_control.freeze(request)
            case RaiseClaim():
                self.trainer_control.raise_claim(request)
            case OpenTable():
                self._school_desk.leave_exam()
                self._open_table(self._seating_of(request))
            case SetLanguage():
                self._set_language(request.language)
            case LoadScript():
                self._school_desk.leave_exam()
                self._load_script(first_script(request.script, self.games))
            case _ if isinstance(request, SCHOOL_REQUESTS):
                return self._school_desk.execute(request)
            case _ if requester == "trainer":
                return self._table_session.dispatcher.execute_for_trainer(request)
            case _:
                return self._table_session.dispatcher.execute(request)
        return None

    def _seating_of(self, request: OpenTable) -> Seating:
        rules = self._table_session.bench.seating.rules
        return Seating(request.game, spots=request.spots, language=self.language, rules=rules)

    def close(self) -> None:
        """End the service of the table, and remove its files."""
        self._school_desk.close()
        self._table_session.close()

    def _set_language(self, language: str) -> None:
        """Change the table's language, unless its configuration names it. Raises RequestFailed."""
        if self._table_session.bench.seating.config is not None:
            raise RequestFailed(Text("web.act.language_configured"))
        if language != self.language:
            self._table_session.set_language(language)
        self.language_unset = False

    def _load_script(self, script: TableScript) -> None:
        with seating_errors():
            seating = seating_of(script, self._table_session.bench.config.rule_pack)
        rules = self._table_session.bench.seating.rules
        self._open_table(replace(seating, language=self.language, rules=rules), play=False)
        self._table_session.dispatcher.stage_script(script)

    def _teach_exercise(self, exercise: Exercise) -> None:
        with seating_errors():
            seating = replace(seating_of(exercise.situation), language=self.language)
        self._open_table(seating, play=False)
        self._table_session.dispatcher.teach_exercise(exercise)

    def _open_table(self, seating: Seating, *, play: bool | None = None) -> None:
        """Open another table; by default its people play if those of the previous one did.

        If there can't be such a table, the present one stays. Otherwise it ends while the service
        of the other one starts, which takes longer.
        """
        previous_session, people_before = (
            self._table_session,
            self._table_session.dispatcher.people_message(),
        )
        with seating_errors():
            self._table_session = self._session(seating)
        # Or its last messages would reach the pages after the hello of the new table.
        previous_session.stop_observing()
        try:
            self.open(play=people_before.play if play is None else play, times=people_before.times)
        finally:
            previous_session.close()

    def _session(self, seating: Seating) -> TableSession:
        table_number, bench = self._tables_opened + 1, self._bench
        session = TableSession(
            seating,
            table_number,
            self._open_pages,
            self._random_source,
            bench,
            self.trainee_record,
            self._school_desk.lists,
            self.trainer_control,
        )
        # Not before: a table that could not be made has no number.
        self._tables_opened = table_number
        return session
