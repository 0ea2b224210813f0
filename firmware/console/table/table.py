"""The running table, as the console sees it."""

from typing import Protocol

from firmware.core.table.meters import Meters
from firmware.core.vocabulary.status import Status
from firmware.shell.recall import Recalled
from firmware.shell.sockets.control import Parts
from firmware.shell.technician.answers import AnyAnswer
from firmware.shell.technician.requests import Request


class Table(Protocol):
    """The table as the console reaches it. Every call raises Refused where it does not answer."""

    def status(self) -> Status:
        """Return the table as it is."""
        ...

    def test(self) -> Parts:
        """Have every part tested, and return how they are."""
        ...

    def meters(self) -> Meters:
        """Return the meters as they stand."""
        ...

    def recall(self, rounds: int) -> Recalled:
        """Return the last rounds."""
        ...

    def ask(self, request: Request) -> AnyAnswer:
        """Return the answer to a request. Raises Refused."""
        ...
