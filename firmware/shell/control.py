"""The control socket: one JSON object a line each way. Reading needs no rights."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from firmware.shell.line_socket import LineSocket, ask_line
from firmware.shell.status import PartStatus, Status

ANYBODY = 0o666


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be asked: `{"get": "status"}`, or `{"get": "test"}` for a self-test of the parts."""

    get: str


class Parts(msgspec.Struct, frozen=True):
    """How every part is, after its self-test."""

    parts: tuple[PartStatus, ...]


class Refusal(msgspec.Struct, frozen=True):
    """The answer to what can't be answered."""

    error: str


class Control(LineSocket):
    """Serves the latest status."""

    def __init__(
        self,
        path: Path,
        status: Callable[[], Status],
        test: Callable[[], tuple[PartStatus, ...]],
    ) -> None:
        """Take the socket. Raises ControlError if another service has it."""
        self._answers: dict[str, Callable[[], Status | Parts]] = {
            "status": status,
            "test": lambda: Parts(test()),
        }
        super().__init__(path, ANYBODY, self._answer)

    def _answer(self, line: bytes) -> Status | Parts | Refusal:
        try:
            request = msgspec.json.decode(line, type=Request)
        except msgspec.DecodeError as error:
            return Refusal(str(error))
        if request.get not in self._answers:
            names = ", ".join(self._answers)
            return Refusal(f"nothing is called {request.get!r}; there is: {names}")
        return self._answers[request.get]()


def ask(path: Path) -> Status:
    """Return the status of the service at `path`. Raises ControlError."""
    return ask_line(path, Request("status"), Status)


def ask_test(path: Path) -> tuple[PartStatus, ...]:
    """Have the service at `path` test its parts, and return how they are. Raises ControlError."""
    return ask_line(path, Request("test"), Parts).parts
