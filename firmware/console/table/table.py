"""The running table as the console's commands use it."""

from typing import Protocol

from firmware.core.table.meters import Meters
from firmware.core.vocabulary.status import Status
from firmware.shell.recall import RecalledRounds
from firmware.shell.sockets.control import PartsReport
from firmware.shell.technician.answers import AnyAnswer
from firmware.shell.technician.requests import TechnicianRequest


class ConsoleTable(Protocol):
    """The console's client of the table. Every call raises NoAnswer if the table is silent."""

    def status(self) -> Status:
        """Return the status."""
        ...

    def test(self) -> PartsReport:
        """Have every part tested; return their states."""
        ...

    def meters(self) -> Meters:
        """Return the meters."""
        ...

    def recall(self, rounds: int) -> RecalledRounds:
        """Return the last rounds."""
        ...

    def ask(self, request: TechnicianRequest) -> AnyAnswer:
        """Return the answer to a request. Raises RequestFailed."""
        ...
