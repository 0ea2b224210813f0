"""A hall that people and tables use, one at a time; it is over when its journal is lost."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from firmware.core.games.tournament import acts
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.rulings import Ruling
from firmware.floor.level import LevelDown, TableUp
from firmware.hall import asking
from firmware.hall.asking import AnyAsk, HallAnswer
from firmware.hall.kept import KeptHall
from firmware.hall.levels import level_down
from firmware.hall.reports import Reports
from firmware.hall.sheets.report_sheet import report_sheet
from firmware.hall.state import is_refused
from firmware.hall.status import report_told, status_of
from firmware.hall.told import hall_told
from firmware.shell.journal import JournalError
from firmware.shell.sockets.line_socket import Excess, LineSocket
from firmware.shell.words.decode_words import decode_reason

USER_AND_GROUP: Final = 0o660
LONGEST: Final = 1 << 16
"""Octets: the stacks of four hundred players."""
LONGEST_NAME: Final = 40
Result = TypeVar("Result")


class HallService:
    """Answers what is asked of a hall."""

    def __init__(self, kept: KeptHall) -> None:
        self.kept = kept
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
        """Let the clock go on; return what has begun, in words. Raises JournalError."""
        return self._use(lambda: tuple(hall_told(self.kept.tick())))

    def report(self, table: int, up: TableUp) -> tuple[Text, ...]:
        """Take a table's report; return what is ruled, and every alarm, in words. Raises
        JournalError.
        """
        return self._use(lambda: self._reported(table, up))

    def level(self, table: int) -> LevelDown:
        """Return what a table is told now. Raises JournalError."""
        return self._use(lambda: level_down(self.kept, table))

    def _reported(self, table: int, up: TableUp) -> tuple[Text, ...]:
        known = len(self.kept.hall.incidents)
        told = tuple(hall_told(self._reports.take(table, up)))
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
            case asking.TellStatus():
                return HallAnswer(done=True, status=status_of(self.kept))
            case asking.TellReport():
                return HallAnswer(done=True, told=tuple(report_told(self.kept.hall)))
            case asking.TellSheet():
                return HallAnswer(done=True, paper=report_sheet(self.kept.hall))
        ruled = self._done(asked)
        return HallAnswer(not is_refused(ruled), tuple(hall_told(ruled)))

    def _done(self, asked: AnyAsk) -> tuple[Ruling, ...]:
        match asked:
            case asking.DrawSeats():
                return self.kept.draw()
            case asking.GoOn(count_away):
                return self.kept.resume(count_away=count_away)
            case asking.TakeBack():
                return self.kept.undo()
            case asking.Sits(player):
                return self.kept.seated(player)
            case asking.Do(act):
                _check_name(act)
                return self.kept.handle(act)
        raise TypeError(asked)


def _check_name(act: acts.AnyHallAct) -> None:
    """Raise CannotBeDone if somebody registers under a name that no screen can show."""
    if isinstance(act, acts.Register):
        name = act.player
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise CannotBeDone(Text("hall.name", {"most": LONGEST_NAME}))


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
