"""The running table, as the console sees it."""

from typing import Protocol

from firmware.core.table.meters import Meters
from firmware.core.vocabulary.status import Status
from firmware.shell.recall import Recalled
from firmware.shell.sockets.control import Parts
from firmware.shell.technician.answers import AnyAnswer
from firmware.shell.technician.requests import Request


class Table(Protocol):
    """The console's client of the table. Every call raises Refused if it does not answer."""

    def status(self) -> Status:
        """Return the status."""
        ...

    def test(self) -> Parts:
        """Have every part tested, and return how they are."""
        ...

    def meters(self) -> Meters:
        """Return the meters."""
        ...

    def recall(self, rounds: int) -> Recalled:
        """Return the last rounds."""
        ...

    def ask(self, request: Request) -> AnyAnswer:
        """Return the answer to a request. Raises Refused."""
        ...
