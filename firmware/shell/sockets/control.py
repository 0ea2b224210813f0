"""The control socket: one JSON object a line each way. Reading needs no rights."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from firmware.core.table.meters import Meters
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.status import Status
from firmware.shell.journal import JournalError
from firmware.shell.recall import ROUNDS, Recalled, Source, recall
from firmware.shell.sockets.line_client import Refusal, ask_line
from firmware.shell.sockets.line_socket import LineSocket

ANYBODY = 0o666
MOST = 100
"""Rounds that are recalled at once."""


NO_METERS = "the meters are not known: no record of the journal is sound"


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query: `{"get": "status"}`; `test` for a self-test of the parts; `recall` for the last
    `rounds`; `meters`.
    """

    get: str
    rounds: int = ROUNDS


class Parts(msgspec.Struct, frozen=True):
    """How every part is, after its self-test."""

    parts: tuple[PartStatus, ...]


Answer = Status | Parts | Meters | Recalled | Refusal


class Control(LineSocket):
    """Serves the latest status, the last rounds from the journal, and the meters."""

    def __init__(
        self,
        path: Path,
        status: Callable[[], Status],
        test: Callable[[], tuple[PartStatus, ...]],
        meters: Callable[[], Meters | None],
        journal: Source,
    ) -> None:
        """Open the socket. Raises ControlError if another service has it."""
        self._answers: dict[str, Callable[[Request], Answer]] = {
            "status": lambda _: status(),
            "test": lambda _: Parts(test()),
            "meters": lambda _: meters() or Refusal(NO_METERS),
            "recall": lambda asked: Recalled(recall(journal, max(1, min(asked.rounds, MOST)))),
        }
        super().__init__(path, ANYBODY, self._answer)

    def _answer(self, line: bytes, _uid: int) -> Answer:
        try:
            request = msgspec.json.decode(line, type=Request)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return Refusal(str(error))
        if request.get not in self._answers:
            names = ", ".join(self._answers)
            return Refusal(f"nothing is called {request.get!r}; there is: {names}")
        try:
            return self._answers[request.get](request)
        except JournalError as error:
            return Refusal(str(error))


def ask(path: Path) -> Status:
    """Return the status of the service at `path`. Raises ControlError."""
    return ask_line(path, Request("status"), Status)


def ask_test(path: Path) -> tuple[PartStatus, ...]:
    """Let the service at `path` test its parts, and return their status. Raises ControlError."""
    return ask_line(path, Request("test"), Parts).parts
