"""The table through its two sockets: one to read, one to act."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from firmware.console.table.table import Table
from firmware.core.table.meters import Meters
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from firmware.shell.recall import Recalled
from firmware.shell.sockets.control import Parts
from firmware.shell.sockets.control import Request as Reading
from firmware.shell.sockets.line_client import ControlError, NoTable, ask_line
from firmware.shell.technician.answers import AnyAnswer, Refusal
from firmware.shell.technician.client import SOCKET, ask_technician
from firmware.shell.technician.requests import Person, Request, Said

Answered = TypeVar("Answered")


class NoAnswer(CannotBeDone):
    """The table does not answer; the words give the remedy."""


class SocketTable:
    """Implements `command.Table`. The paths are looked up at each request: a table may come up."""

    def __init__(self, control: Callable[[], Path]) -> None:
        self._control = control

    def status(self) -> Status:
        return self._read(Reading("status"), Status)

    def test(self) -> Parts:
        """Have every part tested, and return how they are."""
        return self._read(Reading("test"), Parts)

    def meters(self) -> Meters:
        """Return the meters."""
        return self._read(Reading("meters"), Meters)

    def recall(self, rounds: int) -> Recalled:
        return self._read(Reading("recall", rounds), Recalled)

    def ask(self, request: Request) -> AnyAnswer:
        """Have something done, or looked up. Raises CannotBeDone."""
        path = self._control().with_name(SOCKET)
        answer = _answered(lambda: ask_technician(path, request))
        if isinstance(answer, Refusal):
            raise CannotBeDone(Text(answer.why.key, answer.why.values))
        return answer

    def _read(self, request: Reading, kind: type[Answered]) -> Answered:
        path = self._control()
        return _answered(lambda: ask_line(path, request, kind))


class InTheNameOf:
    """A table whose requests carry the name of the person logged in at a line."""

    def __init__(self, table: Table, who: Callable[[], Person | None], line: str) -> None:
        self.status, self.test = table.status, table.test
        self.meters, self.recall = table.meters, table.recall
        self._ask, self._who, self._line = table.ask, who, line

    def ask(self, request: Request) -> AnyAnswer:
        """Have something done, or looked up. Raises CannotBeDone."""
        if isinstance(request, Said):
            request = msgspec.structs.replace(request, line=self._line)
        return self._ask(msgspec.structs.replace(request, who=self._who()))


def _answered(ask: Callable[[], Answered]) -> Answered:
    try:
        return ask()
    except NoTable as error:
        raise NoAnswer(Text("console.no_table", {"path": str(error.path)})) from None
    except ControlError as error:
        raise NoAnswer(Text("console.no_answer", {"why": error.why})) from error
