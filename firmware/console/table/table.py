"""The running table as the console's commands use it."""

from typing import Protocol

from firmware.core.table.meters import Meters
from firmware.core.vocabulary.status import Status
from firmware.shell.recall import RecalledRounds
from firmware.shell.sockets.control import PartsReport
from firmware.shell.technician.answers import AnyAnswer
from firmware.shell.technician.requests import TechnicianRequest
from firmware.shell.why.spoken_answer import SpokenRounds
from firmware.shell.words.languages import Language


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

    def why(self, rounds: int, language: Language) -> SpokenRounds:
        """Return why the bets of the last rounds were settled as they were."""
        ...

    def ask(self, request: TechnicianRequest) -> AnyAnswer:
        """Return the answer to a request. Raises RequestFailed."""
        ...
