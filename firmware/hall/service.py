"""A hall that people and tables use, one at a time; it is over when its journal is lost."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

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


class HallService:
    """Answers what is asked of a hall."""

    def __init__(self, kept: KeptHall) -> None:
        self.kept = kept
        self._reports = Reports(kept)
        self.alone = threading.RLock()
        """Held by whoever uses the hall."""
        self.lost: JournalError | None = None
        """Why the hall can go on no longer: what it knows is in no journal."""

    def answer(self, asked: AnyAsk) -> HallAnswer:
        """Do what is asked."""
        match asked:
            case asking.TellStatus():
                with self.alone:
                    return HallAnswer(done=True, status=status_of(self.kept))
            case asking.TellReport():
                with self.alone:
                    return HallAnswer(done=True, told=tuple(report_told(self.kept.hall)))
            case asking.TellSheet():
                return self._sheet()
        return self._ruled(lambda: self._do(asked))

    def tick(self) -> tuple[Text, ...]:
        """Let the clock go on; return what has begun, in words. Raises JournalError."""
        told = self._ruled(self.kept.tick).told
        if self.lost is not None:
            raise self.lost
        return told

    def _sheet(self) -> HallAnswer:
        with self.alone:
            try:
                return HallAnswer(done=True, paper=report_sheet(self.kept.hall))
            except CannotBeDone as early:
                return HallAnswer(done=False, told=(early.why,))

    def report(self, table: int, up: TableUp) -> tuple[Text, ...]:
        """Take a table's report; return what is ruled, in words."""
        return self._ruled(lambda: self._reports.take(table, up)).told

    def level(self, table: int) -> LevelDown:
        """Return what a table is told now."""
        with self.alone:
            return level_down(self.kept, table)

    def _do(self, asked: AnyAsk) -> tuple[Ruling, ...]:
        match asked:
            case asking.Do(act):
                return self.kept.handle(act)
            case asking.DrawSeats():
                return self.kept.draw()
            case asking.GoOn(count_away):
                return self.kept.resume(count_away=count_away)
            case asking.TakeBack():
                return self.kept.undo()
            case asking.Sits(player):
                return self.kept.seated(player)
        raise TypeError(asked)

    def _ruled(self, do: Callable[[], tuple[Ruling, ...]]) -> HallAnswer:
        with self.alone:
            if self.lost is None:
                try:
                    ruled = do()
                    return HallAnswer(not is_refused(ruled), tuple(hall_told(ruled)))
                except JournalError as error:
                    self.lost = error
            return HallAnswer(done=False, told=(self.lost.why,))


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
