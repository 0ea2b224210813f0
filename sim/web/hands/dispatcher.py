"""Executes the pages' requests at a table, one at a time.

Theory of operation. Three parties use the hands at one table: the pages, the people (a random
croupier or a script), and the exercise of the dealer's school, which makes things happen by
itself. `_hands_lock` lets one of them act at a time:

    page ──> execute ──┬─ session request: people, speed, step, back, save, power
                       └─ hand request (`hand_requests`): lock; save a new round; act; record
    people's thread ───── lock during each step; released while a person waits (PeopleThread)
    status poller ─────── observe_status: only tries the lock, so that polling never waits

A session request is executed without the lock, because some of them join the people's thread,
which needs the lock to end its step.

Before any act, and whenever a status shows a round that has just opened, the round is saved
(RoundStart): `RestoreRound` goes back there with the chips, the cards, the parts and the service's
directory. After each act of a page the recorder reads the journal, so that the play can be saved
as a script. An exercise wraps `execute`: it compares the table before and after the trainee's
act (Lesson).
"""

import math
import threading
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from firmware.core.game.course import DEALER
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.shell.desk.desk_socket import DESK_SOCKET
from firmware.shell.script import TableScript
from firmware.shell.sockets.line_client import ControlError
from sim.people.actor import Actor
from sim.people.by_chance.make_croupier import AnyCroupier, make_croupier
from sim.people.by_script.script_play import ScriptPlay
from sim.people.deal import DealtCards
from sim.people.desk import SocketDesk
from sim.people.layout import layout_of
from sim.people.person import Person
from sim.web.bench.bench import Bench
from sim.web.bench.people import PeoplePlay, PeopleThread
from sim.web.bench.round_start import RoundStart
from sim.web.hands.fault_injector import FaultInjector
from sim.web.hands.hand_requests import hand_requests
from sim.web.messages import messages_in as requests
from sim.web.messages.messages_out import PeopleMessage
from sim.web.messages.school_messages import School
from sim.web.recording.recorder import GameRecorder
from sim.web.school.exercise import Exercise
from sim.web.school.lesson import Lesson
from sim.web.school.lesson_table import LessonTable

HandledRequest = Any
"""One of `messages_in.AnyPageRequest`; OpenTable, SetLanguage, LoadScript and StartExercise are the
host's, and SetView is its page connection's."""


SessionRequests = Mapping[type[requests.PageRequest], Callable[[HandledRequest], str | None]]


class RandomPlay(PeoplePlay):
    """People who play at random until they are stopped."""

    is_over = False

    def __init__(self, croupier: AnyCroupier) -> None:
        self._croupier = croupier

    @property
    def actor(self) -> Actor:
        """The croupier's."""
        return self._croupier.person.actor

    def step(self) -> None:
        """Do the prompted step."""
        self._croupier.step()


class Dispatcher:
    """The hands at a table: the page's and the people's. One of them acts at a time.

    `execute`, `stage_script` and `teach_exercise` are called by one thread, `observe_status` by
    another; the rest by any.
    """

    def __init__(
        self,
        bench: Bench,
        fault_injector: FaultInjector,
        random_source: Random,
        on_lesson_over: Callable[[Lesson], None] = lambda _: None,
        read_frozen_ms: Callable[[], int] = lambda: 0,
    ) -> None:
        """`on_lesson_over` is called with an exercise that has ended, perhaps more than once;
        `read_frozen_ms` returns how long the table has been frozen.
        """
        self._read_frozen_ms = read_frozen_ms
        self._bench = bench
        self.on_lesson_over = on_lesson_over
        self._hands_lock = threading.RLock()
        self._dealt_cards = DealtCards(bench.game, random_source)
        self._croupier = make_croupier(
            self._make_person(random_source), random_source, mishap_rate=0
        )
        person = self._make_person(random_source, speed_factor=math.inf)
        self._hand_requests = hand_requests(person, bench, fault_injector)
        self._round_start = RoundStart(bench, self._dealt_cards, person)
        self._recorder = GameRecorder(bench.table_dir)
        self._script_play: ScriptPlay | None = None
        self._lesson: Lesson | None = None
        self._setting_spots: set[int] = set()
        """The spots whose players must set a hand."""
        self._people = PeopleThread(
            RandomPlay(self._croupier), self._hands_lock, self._save_new_round
        )
        self._session_requests = self._make_session_requests()

    def _make_session_requests(self) -> SessionRequests:
        return {
            requests.SetPlaying: self._set_playing,
            requests.SetSpeed: self._set_speed,
            requests.PlayStep: lambda _: self._people.step(),
            requests.RestoreRound: lambda _: self._restore_round(),
            requests.SaveScript: lambda _: self._recorder.script(),
            requests.SwitchPower: self._switch_power,
            requests.MakeCall: _refuse_call,
        }

    def _make_person(self, random_source: Random, *, speed_factor: float = 1.0) -> Person:
        bench = self._bench
        return Person(
            Actor(bench.hands, bench.read_status, speed_factor),
            layout_of(bench.config),
            random_source,
            rack=bench.rack,
            dealt_cards=self._dealt_cards,
            ticket_desk=SocketDesk(bench.table_dir.socket_path(DESK_SOCKET)),
        )

    # requests

    def execute(self, request: HandledRequest) -> str | None:
        """Execute a request; return its result. Raises RequestFailed."""
        return (
            self._lesson.execute(request, self._execute) if self._lesson else self._execute(request)
        )

    def execute_for_trainer(self, request: HandledRequest) -> str | None:
        """Execute a request that is not the trainee's own, so that it is not marked. Raises
        RequestFailed.
        """
        return self._execute(self._lesson.with_next_result(request) if self._lesson else request)

    def _execute(self, request: HandledRequest) -> str | None:
        try:
            if type(request) in self._session_requests:
                return self._session_requests[type(request)](request)
            with self._hands_lock:
                # The snapshot is of the time before the round's first act.
                self._save_new_round()
                self._hand_requests[type(request)](request)
                self._recorder.catch_up()
        except ControlError:
            raise RequestFailed(Text("web.act.no_service")) from None
        return None

    def stage_script(self, script: TableScript) -> None:
        """Make the people play a script that is for this table."""
        self._script_play = ScriptPlay(script, self._croupier.person)
        self._people.follow_play(self._script_play)

    def teach_exercise(self, exercise: Exercise) -> None:
        """Make the people play an exercise's situation, then mark the trainee's acts."""
        read_status = self._croupier.person.actor.try_read_status
        self._lesson = Lesson(exercise, LessonTable(self._bench, read_status, self._read_frozen_ms))
        self.stage_script(exercise.situation)
        self._people.play_at_once()

    def give_up_lesson(self) -> None:
        """End the exercise that is under way: what is not done is missed."""
        if self._lesson and self._lesson.has_begun and not self._lesson.is_over:
            self._lesson.give_up()
            self._end_lesson(self._lesson)

    def close(self) -> None:
        """Stop the people's thread."""
        self._people.stop_playing()

    def _set_playing(self, request: requests.SetPlaying) -> None:
        if not request.play:
            self._people.stop_playing()
            return
        # After its last step a script's people play by chance.
        if self._script_play and self._script_play.is_over:
            self.give_up_lesson()
            self._script_play = self._lesson = None
            self._people.follow_play(RandomPlay(self._croupier))
        self._people.start_playing()

    def _set_speed(self, request: requests.SetSpeed) -> None:
        self._people.set_speed(request.times)
        self._bench.sim_table.set_speed(request.times)

    def _switch_power(self, request: requests.SwitchPower) -> None:
        (self._bench.power.switch_on if request.is_on else self._bench.power.cut_power)()

    # rounds

    def observe_status(self, status: Status | None) -> None:
        """Take a status; save a round that opens, so that a page can return to it."""
        if self._lesson:
            self._continue_lesson(self._lesson, status)
        if status is None:
            return
        self._setting_spots = {choice.spot for choice in status.choices if choice.picks}
        if not self._round_start.is_new_round(status):
            return
        # If somebody has the hands, that thread saves the round before its next act: the status is
        # not delayed by a wait for them.
        if self._hands_lock.acquire(blocking=False):
            try:
                self._save_new_round()
            finally:
                self._hands_lock.release()

    def _continue_lesson(self, lesson: Lesson, status: Status | None) -> None:
        """Pass a status to the lesson, and run its happening unless the hands are in use."""
        is_over = self._script_play is not None and self._script_play.is_over
        lesson.has_begun |= is_over and not self._people.is_playing
        lesson.observe(status)
        self._end_lesson(lesson)
        if self._hands_lock.acquire(blocking=False):
            try:
                lesson.run_happening(self._execute)
            finally:
                self._hands_lock.release()

    def _end_lesson(self, lesson: Lesson) -> None:
        """Report a lesson that is over, once."""
        if lesson.is_over:
            self.on_lesson_over(lesson)

    @property
    def is_dark(self) -> bool:
        """Whether an exercise withholds what the table says from the pages."""
        return self._lesson is not None and self._lesson.is_dark

    def hides(self, status: Status | None) -> bool:
        """Return whether an exercise withholds what this status says of a settlement."""
        return self._lesson is not None and status is not None and self._lesson.hides(status)

    def _save_new_round(self) -> None:
        """Save the round, if a new one is open."""
        if self._round_start.save_if_new(self._script_play.steps_done if self._script_play else 0):
            self._recorder.catch_up()

    def _restore_round(self) -> None:
        snapshot = self._round_start.snapshot
        if snapshot is None:
            raise RequestFailed(Text("web.act.no_way_back"))
        self._people.stop_playing()
        with self._hands_lock:
            self._round_start.restore(snapshot)
            self._croupier.restart_round()
            if self._script_play:
                self._script_play.steps_done = snapshot.step
            self._recorder.restart()
            self._recorder.catch_up()

    # messages

    def people_message(self) -> PeopleMessage:
        """Return who plays, and the progress of a script."""
        script_play = self._script_play
        return PeopleMessage(
            play=self._people.is_playing,
            times=self._people.times,
            script=script_play.name if script_play else None,
            step=script_play.steps_done if script_play else 0,
            steps=script_play.step_count if script_play else 0,
            next=script_play.next_step if script_play else None,
            recorded=self._recorder.steps,
            may_go_back=self._round_start.snapshot is not None,
            holds={_hand_name(spot): self._cards_held(spot) for spot in self._setting_spots},
        )

    def _cards_held(self, spot: int) -> tuple[str, ...]:
        return tuple(card.name for card in self._dealt_cards.hands.get(spot, ()))

    def school_message(self) -> School:
        """Return the marks of the exercise, if there is one."""
        return School(self._lesson.lesson_message if self._lesson else None)

    def count_cards_left(self) -> int:
        """Return the number of cards in the shoe; 0 for a game without cards."""
        return len(self._dealt_cards.pack) if self._bench.game.decks else 0


def _refuse_call(_request: requests.MakeCall) -> None:
    raise RequestFailed(Text("school.no_call"))


def _hand_name(spot: int) -> str:
    """Return the name of a spot's hand in a status."""
    return "dealer" if spot == DEALER else str(spot)
