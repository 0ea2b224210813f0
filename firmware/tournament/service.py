"""A hall that people and tables use, one at a time; it is over when its journal is lost."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from firmware.core.tournament import acts
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.rulings import Ruling
from firmware.floor.level_wire import LevelDown, TableUp
from firmware.shell.journal import JournalError
from firmware.shell.sockets.line_client import Excess
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.words.decode_words import decode_reason
from firmware.tournament import requests
from firmware.tournament.journaled_tournament import KeptHall
from firmware.tournament.level_message import level_down
from firmware.tournament.name_entry import did_told, hold_chips, meant, speller
from firmware.tournament.requests import AnyAsk, DrawSeats, GoOn, HallAnswer, Sits, TakeBack
from firmware.tournament.ruling_text import hall_told
from firmware.tournament.sheets.report_sheet import report_sheet
from firmware.tournament.state import is_at_play, is_refused
from firmware.tournament.status import report_told, status_of
from firmware.tournament.table_reports import Reports

USER_AND_GROUP: Final = 0o660
LONGEST: Final = 1 << 16
"""Octets: the stacks of four hundred players."""
Result = TypeVar("Result")


class HallService:
    """Answers the requests to a hall."""

    def __init__(self, kept: KeptHall, title: str = "") -> None:
        """`title` is the tournament's name on its report, if it has another than its own."""
        self.kept = kept
        self._title = title or kept.hall.tournament
        self._reports = Reports(kept)
        self.alone = threading.RLock()
        """Held by whoever uses the hall."""
        self.lost: Exception | None = None
        """Why the hall can go on no longer: it knows what is in no journal."""

    def answer(self, asked: AnyAsk) -> HallAnswer:
        """Do what is asked."""
        try:
            return self._use(lambda: self._answer(asked))
        except CannotBeDone as refused:  # or the journal is lost
            return HallAnswer(done=False, told=(refused.why,))

    def tick(self) -> tuple[Text, ...]:
        """Let the clock go on; return the level or break that has begun, and every alarm, in words.
        Raises JournalError.
        """
        return self._use(lambda: self._told(self.kept.tick))

    def report(self, table: int, up: TableUp) -> tuple[Text, ...]:
        """Take a table's report; return the rulings, and every alarm, in words. Raises
        JournalError.
        """
        return self._use(lambda: self._told(lambda: self._reports.take(table, up)))

    def alarm(self, why: Text) -> tuple[Text, ...]:
        """Note an alarm with the incidents, and return it. Raises JournalError."""
        return self._use(lambda: self._told(lambda: self.kept.alarm(why)))

    def level(self, table: int) -> LevelDown:
        """Return the level for a table now. Raises JournalError."""
        return self._use(lambda: level_down(self.kept, table))

    def use(self, look: Callable[[KeptHall], Result]) -> Result:
        """Look at the hall alone. Raises JournalError."""
        return self._use(lambda: look(self.kept))

    def _told(self, do: Callable[[], tuple[Ruling, ...]]) -> tuple[Text, ...]:
        known = len(self.kept.hall.incidents)
        told = tuple(hall_told(do()))
        return told + tuple(incident.what for incident in self.kept.hall.incidents[known:])

    def _use(self, do: Callable[[], Result]) -> Result:
        """Use the hall alone; it is over with the first error that is no refusal."""
        with self.alone:
            if self.lost is not None:
                raise self.lost
            try:
                return do()
            except Exception as error:
                if isinstance(error, JournalError) or not isinstance(error, CannotBeDone):
                    self.lost = error
                raise

    def _answer(self, asked: AnyAsk) -> HallAnswer:
        match asked:
            case requests.TellStatus():
                return HallAnswer(done=True, status=status_of(self.kept, self._reports.awaited))
            case requests.TellReport():
                return HallAnswer(done=True, told=tuple(report_told(self.kept.hall)))
            case requests.TellSheet():
                return HallAnswer(done=True, paper=report_sheet(self.kept.hall, self._title))
            case requests.Do(acts.Start()):
                return self._start()
            case requests.Do(act):
                return self._by_hand(act)
            case TakeBack():
                return self._take_back()
        return _ruled(self._own(asked))

    def _start(self) -> HallAnswer:
        known = len(self.kept.hall.incidents)
        answer = _ruled(self.kept.start())
        alarms = tuple(one.what for one in self.kept.hall.incidents[known:])
        return replace(answer, told=answer.told + alarms)

    def _take_back(self) -> HallAnswer:
        answer = _ruled(self.kept.undo())
        stands = answer.done and is_at_play(self.kept.room) and not self.kept.room.clock.runs
        return replace(answer, told=answer.told + (Text("hall.clock_stands"),) * stands)

    def _own(self, asked: DrawSeats | GoOn | Sits) -> tuple[Ruling, ...]:
        """Do an act of the hall's own."""
        match asked:
            case DrawSeats():
                return self.kept.draw()
            case GoOn(count_away):
                return self.kept.resume(count_away=count_away)
            case Sits(player):
                return self.kept.seated(speller(self.kept.room.paid)(player))

    def _by_hand(self, typed: acts.AnyHallAct) -> HallAnswer:
        course = self.kept.hall.course
        act = meant(typed, speller((*course.room.paid, *course.room.terms.staff)))
        hold_chips(act, course)
        answer = _ruled(self.kept.handle(act))
        if not answer.done:
            return answer
        return replace(answer, told=(*answer.told, *did_told(act, course.room)))


def _ruled(ruled: tuple[Ruling, ...]) -> HallAnswer:
    return HallAnswer(not is_refused(ruled), tuple(hall_told(ruled)))


class HallSocket(LineSocket):
    """Serves a hall's commands; only its own user and group may open it."""

    def __init__(self, path: Path, service: HallService) -> None:
        """Open the socket. Raises ControlError if another hall has it."""
        self._service = service
        super().__init__(path, USER_AND_GROUP, self._answer, _refused, LONGEST)

    def _answer(self, line: bytes, _uid: int) -> HallAnswer:
        try:
            asked: AnyAsk = msgspec.json.decode(line, type=AnyAsk)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return HallAnswer(done=False, told=(decode_reason(error),))
        return self._service.answer(asked)


def _refused(excess: Excess) -> HallAnswer:
    return HallAnswer(done=False, told=(Text("hall.socket", {"why": excess}),))
