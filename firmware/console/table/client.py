"""The table through its two sockets: the control socket to read, the technician's to act."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from firmware.console.table.table import ConsoleTable
from firmware.core.table.meters import Meters
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.shell.recall import RecalledRounds
from firmware.shell.sockets.control import PartsReport
from firmware.shell.sockets.control import StatusQuery as ControlRequest
from firmware.shell.sockets.line_client import ControlError, NoServiceError, send_request
from firmware.shell.technician.answers import AnyAnswer, Refusal
from firmware.shell.technician.client import TECHNICIAN_SOCKET, send_technician_request
from firmware.shell.technician.requests import Person, SessionReport, TechnicianRequest
from firmware.shell.why.spoken_answer import SpokenRounds
from firmware.shell.words.languages import Language

AnswerType = TypeVar("AnswerType")


class NoAnswer(RequestFailed):
    """The table does not answer; the words give the remedy."""


class SocketTable:
    """Implements `ConsoleTable`. The path is looked up at each request: a table may start later."""

    def __init__(self, control_path: Callable[[], Path]) -> None:
        self._control_path = control_path

    def status(self) -> Status:
        return self._read_answer(ControlRequest("status"), Status)

    def test(self) -> PartsReport:
        """Have every part tested; return their states."""
        return self._read_answer(ControlRequest("test"), PartsReport)

    def meters(self) -> Meters:
        """Return the meters."""
        return self._read_answer(ControlRequest("meters"), Meters)

    def recall(self, rounds: int) -> RecalledRounds:
        return self._read_answer(ControlRequest("recall", rounds), RecalledRounds)

    def why(self, rounds: int, language: Language) -> SpokenRounds:
        return self._read_answer(ControlRequest("why", rounds, language), SpokenRounds)

    def ask(self, request: TechnicianRequest) -> AnyAnswer:
        """Send a request to the technician's socket; return its answer. Raises RequestFailed."""
        socket_path = self._control_path().with_name(TECHNICIAN_SOCKET)
        answer = _answer_or_error(lambda: send_technician_request(socket_path, request))
        if isinstance(answer, Refusal):
            raise RequestFailed(Text(answer.why.key, answer.why.values))
        return answer

    def _read_answer(self, request: ControlRequest, answer_type: type[AnswerType]) -> AnswerType:
        socket_path = self._control_path()
        return _answer_or_error(lambda: send_request(socket_path, request, answer_type))


class PersonalTable:
    """A table whose requests carry the name of the person logged in at a line."""

    def __init__(
        self, table: ConsoleTable, current_person: Callable[[], Person | None], line_name: str
    ) -> None:
        self.status, self.test = table.status, table.test
        self.meters, self.recall, self.why = table.meters, table.recall, table.why
        self._send_request = table.ask
        self._current_person = current_person
        self._line_name = line_name

    def ask(self, request: TechnicianRequest) -> AnyAnswer:
        """Send a request in the person's name; return its answer. Raises RequestFailed."""
        if isinstance(request, SessionReport):
            request = msgspec.structs.replace(request, line=self._line_name)
        return self._send_request(msgspec.structs.replace(request, who=self._current_person()))


def _answer_or_error(send_request: Callable[[], AnswerType]) -> AnswerType:
    try:
        return send_request()
    except NoServiceError as error:
        raise NoAnswer(Text("console.no_table", {"path": str(error.path)})) from None
    except ControlError as error:
        raise NoAnswer(Text("console.no_answer", {"why": error.why})) from error
